//! Bodies of functions that are read where they are needed, or when what surrounds them has been read; and results that bodies decide
//! (C++17 [temp.inst], [dcl.spec.auto]).
//!
//! A body is read once, with the scopes that were open where its function was declared. Those of a class's functions wait until the class is
//! complete, those of templates until something calls them. Errors in what a template makes are followed by a note on the program's own call.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast::{self, DeclaratorPart, MemberKind};
use rustc_hash::FxHashMap;

use super::cpp_members::{ClassPart, CurrentClass};
use super::{Analyzer, Scope};
use crate::hir::{self, ConversionReason, FunctionId, StmtKind};
use crate::types::{QualifiedType, RecordId, Type, TypeId, TypeTable};

/// How deep functions of templates may ask for each other.
const MAX_DEPTH: u32 = 512;
/// How deep bodies may be read for the results of functions that others ask for.
const MAX_NESTED: u32 = 24;
/// How many functions templates may make in all.
pub(super) const MAX_INSTANCES: usize = 4096;

/// The bodies that wait.
#[derive(Default)]
pub(super) struct Bodies<'a> {
    waiting: FxHashMap<FunctionId, Waiting<'a>>,
    order: VecDeque<FunctionId>,
    /// Functions whose result their body decides.
    pub(super) undetermined: FxHashMap<FunctionId, Deduced>,
    /// The scopes in which default arguments of functions are read, but for the program's.
    pub(super) default_scopes: FxHashMap<FunctionId, Vec<Scope>>,
    /// The program's own call for which templates are being made, and how deep they are.
    root: Option<Rc<Root>>,
    depth: u32,
    /// How many bodies are being read, each for one in which another function's result is needed.
    nested: u32,
    /// How many functions templates made.
    pub(super) instances: usize,
}

/// A call by the program itself of something that a template makes.
struct Root {
    call: Span,
    text: String,
    said: Cell<bool>,
}

struct Waiting<'a> {
    body: Body<'a>,
    scopes: Vec<Scope>,
    root: Option<Rc<Root>>,
    depth: u32,
    fp_contract: bool,
    /// Whether it is in the list of those that are read.
    is_listed: bool,
    /// Whether a template made it.
    is_instance: bool,
}

/// A body, and what it belongs to.
#[derive(Clone, Copy)]
pub(super) struct Body<'a> {
    function: &'a ast::FunctionDefinition,
    kind: BodyKind<'a>,
}

#[derive(Clone, Copy)]
pub(super) enum BodyKind<'a> {
    /// A function outside of classes.
    Plain,
    /// A function of a class.
    Member {
        /// The class.
        record: RecordId,
        /// What it is called on.
        kind: MemberKind,
        /// What a constructor begins with.
        initializers: &'a [ast::MemberInitializer],
    },
    /// A function outside of classes that knows the names of one.
    Friend {
        /// The class.
        record: RecordId,
    },
}

/// How a body decides what its function gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deduced {
    /// `auto`: the value's type.
    Value,
    /// `auto &`: a reference to the object.
    Reference {
        /// Whether it cannot change the object.
        is_const: bool,
    },
    /// `decltype(auto)`: a reference where the expression is an object.
    AsWritten,
}

impl<'a> Body<'a> {
    pub(super) fn new(function: &'a ast::FunctionDefinition, kind: BodyKind<'a>) -> Self {
        Body { function, kind }
    }
}

impl<'a> Analyzer<'a> {
    /// How a function's specifiers leave the result to its body; `None` if they name it.
    pub(super) fn deduced_result(
        &self,
        specifiers: &ast::DeclarationSpecifiers,
        declarator: &ast::Declarator,
    ) -> Option<Deduced> {
        let parts = declarator.parts.get(1..).unwrap_or(&[]);
        match &specifiers.ty {
            ast::TypeSpecifier::Auto => Some(match parts.first() {
                Some(DeclaratorPart::Reference { .. }) => {
                    Deduced::Reference { is_const: specifiers.qualifiers.is_const.is_some() }
                }
                _ => Deduced::Value,
            }),
            ast::TypeSpecifier::Decltype(None) => Some(Deduced::AsWritten),
            _ => None,
        }
    }
    /// Adds a body, which is read when what is being read now is done, or, if it is `lazy`, once something calls the function. From here on
    /// the function counts as defined.
    pub(super) fn add_body(&mut self, id: FunctionId, body: Body<'a>, is_lazy: bool) {
        self.program.functions[id].body = Some(Vec::new());
        let scopes = self.outer_scopes();
        self.bodies.default_scopes.insert(id, scopes.clone());
        let waiting = Waiting {
            body,
            scopes,
            root: self.bodies.root.clone(),
            depth: self.bodies.depth,
            fp_contract: self.fp_contract,
            is_listed: !is_lazy,
            is_instance: is_lazy,
        };
        self.bodies.waiting.insert(id, waiting);
        if !is_lazy {
            self.bodies.order.push_back(id);
        }
    }
    /// Notes that something calls a function; its result is known afterwards, as far as it can be.
    pub(super) fn use_function(&mut self, id: FunctionId, call: Span) {
        let (root, depth) = (self.bodies.root.clone(), self.bodies.depth);
        if let Some(waiting) = self.bodies.waiting.get_mut(&id)
            && !waiting.is_listed
        {
            waiting.is_listed = true;
            waiting.depth = depth + 1;
            waiting.root = Some(root.unwrap_or_else(|| {
                let text = self.interner.text(self.program.functions[id].name).to_owned();
                Rc::new(Root { call, text, said: Cell::new(false) })
            }));
            self.bodies.order.push_back(id);
        }
        if self.bodies.undetermined.contains_key(&id) {
            if self.bodies.nested >= MAX_NESTED {
                self.report_template_depth(call);
                self.bodies.waiting.remove(&id);
                self.bodies.undetermined.remove(&id);
                self.program.functions[id].result = TypeTable::ERROR;
                return;
            }
            self.bodies.nested += 1;
            self.read_body(id);
            self.bodies.nested -= 1;
            if self.bodies.undetermined.contains_key(&id) && self.current.id != Some(id) {
                let text = self.interner.text(self.program.functions[id].name);
                self.report(
                    Diagnostic::new(codes::AUTO, call, format!("what `{text}` gives is not known here"))
                        .primary("its body, which says so, follows or is being read")
                        .help("write the type of the result instead of `auto`"),
                );
            }
        }
    }
    /// Reads the bodies that are needed.
    pub(super) fn read_bodies(&mut self) {
        while let Some(id) = self.bodies.order.pop_front() {
            if self.diagnostics.is_full() {
                return;
            }
            self.read_body(id);
        }
    }
    /// Reads a function's body, if it waits.
    pub(super) fn read_body(&mut self, id: FunctionId) {
        let Some(waiting) = self.bodies.waiting.remove(&id) else { return };
        let Body { function, kind } = waiting.body;
        if waiting.depth > MAX_DEPTH {
            self.report_template_depth(function.declarator.span);
            self.note_root(waiting.root.as_deref());
            return;
        }
        let outer_root = std::mem::replace(&mut self.bodies.root, waiting.root.clone());
        let outer_depth = std::mem::replace(&mut self.bodies.depth, waiting.depth);
        let fp_contract = std::mem::replace(&mut self.fp_contract, waiting.fp_contract);
        let current = std::mem::take(&mut self.current);
        let covered = std::mem::take(&mut self.covered);
        let errors = self.diagnostics.error_count();
        self.in_scopes(waiting.scopes, |analyzer| match kind {
            BodyKind::Plain => analyzer.function_body(id, function, None),
            BodyKind::Friend { record } => analyzer.in_class(record, |analyzer| {
                analyzer.function_body(id, function, None);
            }),
            BodyKind::Member { record, kind, initializers } => {
                let has_this = !matches!(kind, MemberKind::Static | MemberKind::Constructor);
                let this = analyzer.program.functions[id].parameters.first().copied().filter(|_| has_this);
                let class = CurrentClass { record, this, made: None };
                let initializers = (kind == MemberKind::Constructor).then_some(initializers);
                let part = ClassPart { class, initializers };
                if analyzer.scopes.iter().any(|scope| scope.class == Some(record)) {
                    analyzer.function_body(id, function, Some(part));
                } else {
                    analyzer.in_class(record, |analyzer| analyzer.function_body(id, function, Some(part)));
                }
            }
        });
        self.covered = covered;
        self.current = current;
        self.fp_contract = fp_contract;
        self.bodies.depth = outer_depth;
        self.bodies.root = outer_root;
        self.bodies.undetermined.remove(&id);
        if self.diagnostics.error_count() > errors && waiting.is_instance {
            self.note_root(waiting.root.as_deref());
        }
    }
    /// Says, once, for which call of the program the templates with errors are made.
    fn note_root(&mut self, root: Option<&Root>) {
        let Some(root) = root else { return };
        if root.said.replace(true) {
            return;
        }
        self.report(
            Diagnostic::new(
                codes::IN_TEMPLATE,
                root.call,
                format!("the errors above are in `{}`", root.text),
            )
            .primary("it is made for this call"),
        );
    }
    pub(super) fn report_template_depth(&mut self, span: Span) {
        self.report(
            Diagnostic::new(codes::TEMPLATE_DEPTH, span, "templates ask for each other without end")
                .primary(format!("more than {MAX_DEPTH} deep, or more than {MAX_INSTANCES} functions"))
                .help("end the chain with a specialisation or `if constexpr`, or write a loop"),
        );
    }
    /// Whether a function has a body that has not been read.
    pub(super) fn is_unread(&self, id: FunctionId) -> bool {
        self.bodies.waiting.contains_key(&id)
    }
    /// Forgets the bodies that nothing needs: their functions are declared only.
    pub(super) fn drop_unread_bodies(&mut self) {
        for &id in self.bodies.waiting.keys() {
            self.program.functions[id].body = None;
        }
    }

    /// What the current function gives, from the first value that it returns.
    pub(super) fn deduce_result(&mut self, deduced: Deduced, value: Option<hir::ExprId>, span: Span) {
        self.current.deduces = None;
        let result = match value {
            None => TypeTable::VOID,
            Some(value) => self.deduced_type(deduced, value, span),
        };
        self.current.result = Some(result);
        if let Some(id) = self.current.id {
            self.program.functions[id].result = result;
            self.bodies.undetermined.remove(&id);
        }
    }
    fn deduced_type(&mut self, deduced: Deduced, expr: hir::ExprId, span: Span) -> TypeId {
        let expr = match deduced {
            Deduced::Value => expr,
            _ => self.selected_place(expr),
        };
        let place = self.current.exprs[expr].place;
        let ty = self.type_of(expr);
        match (deduced, place) {
            (Deduced::Reference { is_const }, Some(place)) => {
                let to = place.object_type(ty);
                let to = QualifiedType { is_const: is_const || to.is_const, ..to };
                self.program.types.intern(Type::Reference(to))
            }
            (Deduced::AsWritten, Some(place))
                if !matches!(self.current.exprs[expr].kind, hir::ExprKind::Variable(_)) =>
            {
                self.program.types.intern(Type::Reference(place.object_type(ty)))
            }
            (Deduced::Reference { .. }, None) if ty != TypeTable::ERROR => {
                self.report(
                    Diagnostic::new(codes::AUTO, span, "`auto &` needs an object, and this is a value")
                        .help("remove the `&`"),
                );
                TypeTable::ERROR
            }
            _ => {
                let value = if ty == TypeTable::VOID { expr } else { self.value(expr) };
                self.type_of(value)
            }
        }
    }
    /// `return { … };`
    pub(super) fn return_list(
        &mut self,
        list: &'a ast::InitializerList,
        span: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        let result = self.current.result.unwrap_or(TypeTable::ERROR);
        if self.current.deduces.is_some() || result == TypeTable::VOID {
            self.report(
                Diagnostic::new(codes::AUTO, list.span, "a list in braces has no type of its own")
                    .primary("this does not say what the function gives")
                    .help("write the type before the braces: `T{…}`"),
            );
            return;
        }
        let value = self.list_as(list, result);
        let value = self.convert_implicitly(value, result, ConversionReason::Return);
        self.return_value(Some(value), span, out);
    }
    /// A list in braces as a value of a type.
    pub(super) fn list_as(&mut self, list: &ast::InitializerList, ty: TypeId) -> hir::ExprId {
        if let Some(to) = self.referent(ty) {
            let value = self.list_as(list, to.ty);
            return self.temporary(to.ty, hir::Initializer::Value(value), list.span);
        }
        let mut qualified = QualifiedType::new(ty, ferrocl_ir::AddressSpace::Private);
        let initializer = self.list_initializer(list, &mut qualified);
        match initializer {
            hir::Initializer::Value(value) => value,
            parts => {
                let place = self.temporary(ty, parts, list.span);
                self.value(place)
            }
        }
    }
    /// Ends a function with a value: what of its objects is alive ends first.
    pub(super) fn return_value(&mut self, value: Option<hir::ExprId>, span: Span, out: &mut Vec<hir::Stmt>) {
        let Some(value) = value else {
            self.end_objects(0, span, out);
            out.push(hir::Stmt { kind: StmtKind::Return(None), span });
            return;
        };
        if self.current.objects.is_empty() && self.current.temporaries.is_empty() {
            out.push(hir::Stmt { kind: StmtKind::Return(Some(value)), span });
            return;
        }
        let ty = self.type_of(value);
        let kept = self.unnamed_variable(ty, span);
        out.push(hir::Stmt { kind: StmtKind::Declare(kept, Some(hir::Initializer::Value(value))), span });
        self.end_temporaries(span, out);
        self.end_objects(0, span, out);
        let place = self.variable_place(kept, span);
        let value = self.add_conversion(hir::ConversionKind::Load, place, ty, ConversionReason::ValueOfPlace);
        out.push(hir::Stmt { kind: StmtKind::Return(Some(value)), span });
    }
}
