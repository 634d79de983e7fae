//! Functions: which are lowered, in which form, and their parameters.
//!
//! Kernels come first, in the source's order; helpers and library functions follow as calls name them, so that what
//! nobody calls costs nothing. (A program without kernels has all its functions lowered, to be looked at.) A kernel
//! that other functions call has a second form as a helper.

use ferrocl_base::IndexVec;
use ferrocl_ir::{Function, FunctionId, ValueType};
use rustc_hash::FxHashMap;

use super::Lowerer;
use super::lowerer::Current;
use crate::hir;

/// The forms of functions that are wanted; the position is the id in the module.
#[derive(Default)]
pub(super) struct FunctionTable {
    wanted: Vec<(hir::FunctionId, Form)>,
    helpers: FxHashMap<hir::FunctionId, FunctionId>,
}

/// How a function of the source becomes one of the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// What the host launches.
    Kernel,
    /// What other functions call.
    Helper,
}

/// A function without anything in it.
pub(super) fn empty_function() -> Function {
    Function {
        name: String::new(),
        parameters: Vec::new(),
        result: ValueType::Void,
        slots: IndexVec::new(),
        locals: IndexVec::new(),
        values: IndexVec::new(),
        label_count: 0,
        body: Vec::new(),
        kernel: None,
        span: ferrocl_base::Span::NONE,
    }
}

impl Lowerer<'_> {
    /// Lowers all that the kernels need.
    pub(super) fn program(&mut self) {
        let program = self.program;
        let defined = || program.functions.iter_enumerated().filter(|(_, f)| f.body.is_some());
        for (id, function) in defined() {
            if function.kernel.is_some() {
                self.functions.wanted.push((id, Form::Kernel));
            }
        }
        if self.functions.wanted.is_empty() {
            for (id, function) in defined() {
                if !function.is_library {
                    self.helper(id);
                }
            }
        }
        let mut next = 0;
        while let Some(&(id, form)) = self.functions.wanted.get(next) {
            self.function(id, form);
            next += 1;
            if self.has_failed() {
                return;
            }
        }
    }
    /// The function of the module that calls of this one name.
    pub fn helper(&mut self, id: hir::FunctionId) -> FunctionId {
        let table = &mut self.functions;
        *table.helpers.entry(id).or_insert_with(|| {
            table.wanted.push((id, Form::Helper));
            FunctionId(table.wanted.len() as u32 - 1)
        })
    }
    fn function(&mut self, id: hir::FunctionId, form: Form) {
        let source = &self.program.functions[id];
        let out = Function {
            name: self.interner.text(source.name).to_owned(),
            span: source.span,
            kernel: source.kernel.clone().filter(|_| form == Form::Kernel),
            ..empty_function()
        };
        self.current = Current::new(source, out);
        let body = self.list(|_| {});
        self.current.out.body = body;
        self.module.functions.push(std::mem::replace(&mut self.current.out, empty_function()));
    }
}
