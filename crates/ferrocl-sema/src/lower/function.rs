//! Functions: which are lowered, in which form, and their parameters.
//!
//! Kernels come first, in the source's order; helpers and library functions follow as calls name them, so that what
//! nobody calls costs nothing. (A program without kernels has all its functions lowered, to be looked at.) A kernel
//! that other functions call has a second form as a helper.

use std::rc::Rc;

use ferrocl_base::IndexVec;
use ferrocl_ir::image::{Descriptor, ParameterObject};
use ferrocl_ir::link::Symbol;
use ferrocl_ir::{
    AddressSpace, Function, FunctionId, MathFlags, Op, Parameter, ParameterPointee, Scalar, Stmt, Value,
    ValueId, ValueType,
};
use rustc_hash::FxHashMap;

use super::Lowerer;
use super::compact::compact;
use super::facts::{self, VariableFacts};
use super::initialise::Home;
use super::lowerer::Current;
use super::place::{Address, Memory, Place, Root};
use crate::hir::{self, VariableId};
use crate::operation::{self, Element};
use crate::types::{Type, TypeId};

/// The forms of functions that are wanted; the position is the id in the module.
#[derive(Default)]
pub(super) struct FunctionTable {
    wanted: Vec<(hir::FunctionId, Form)>,
    helpers: FxHashMap<hir::FunctionId, FunctionId>,
    facts: FxHashMap<hir::FunctionId, Rc<IndexVec<VariableId, VariableFacts>>>,
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
        // What other objects may want is lowered without being named here.
        for (id, function) in program.functions.iter_enumerated() {
            if function.link_name.is_some() && function.body.is_some() {
                self.helper(id);
            }
        }
        for (id, global) in program.globals.iter_enumerated() {
            if global.link_name.is_some() && global.bytes.is_some() {
                self.global(id);
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
    /// The functions of the module that other objects know.
    pub(super) fn exported_functions(&self) -> Vec<Symbol<FunctionId>> {
        let wanted = self.functions.wanted.iter().enumerate();
        let symbol = |(number, &(id, form)): (usize, &(hir::FunctionId, Form))| {
            let function = &self.program.functions[id];
            let name = function.link_name.clone().filter(|_| form == Form::Helper)?;
            Some(Symbol { id: FunctionId(number as u32), name, defined: function.body.is_some() })
        };
        wanted.filter_map(symbol).collect()
    }
    /// What a function does with its variables.
    pub(super) fn facts_of(&mut self, id: hir::FunctionId) -> Rc<IndexVec<VariableId, VariableFacts>> {
        let program = self.program;
        self.functions
            .facts
            .entry(id)
            .or_insert_with(|| Rc::new(facts::collect(&program.functions[id])))
            .clone()
    }
    fn function(&mut self, id: hir::FunctionId, form: Form) {
        let source = &self.program.functions[id];
        let out = Function {
            name: self.interner.text(source.name).to_owned(),
            span: source.span,
            kernel: source.kernel.clone().filter(|_| form == Form::Kernel),
            ..empty_function()
        };
        self.current = Current::new(source, out, self.facts_of(id));
        self.open();
        self.parameters(form);
        self.statements(source.body.iter().flatten());
        if !self.is_ended() && self.current.out.result != ValueType::Void {
            // C99 6.9.1: what the caller gets is unspecified.
            let value = self.undefined(self.current.out.result, source.span);
            self.push(Stmt::Return(Some(value)));
        }
        self.current.out.body = self.close();
        let function = std::mem::replace(&mut self.current.out, empty_function());
        self.module.functions.push(compact(function));
    }
    /// Makes the parameters, and what stands for them in the body.
    fn parameters(&mut self, form: Form) {
        let source = self.current.source;
        if self.is_aggregate(source.result) {
            let ty = ValueType::Pointer(AddressSpace::Private);
            let value = self.parameter(String::new(), ty, None, source.span);
            self.current.result_pointer = Some(value);
        } else {
            self.current.out.result = self.lower_type(source.result, source.span);
        }
        for &id in &source.parameters {
            let variable = &source.variables[id];
            let name = variable.name.map_or("", |name| self.interner.text(name));
            if self.is_aggregate(variable.ty.ty) {
                self.aggregate_parameter(id, name, form);
                continue;
            }
            let ty = self.lower_type(variable.ty.ty, variable.span);
            let value = self.parameter(name.into(), ty, Some(id), variable.span);
            if form == Form::Kernel {
                self.object_parameter(variable.ty.ty);
            }
            if self.in_register(id) && !self.current.facts[id].written {
                self.current.homes[id] = Home::Value(value);
            } else {
                self.begin_variable(id, variable.span);
                let place = match self.home(id) {
                    Home::Memory(pointer) => {
                        Place::memory(Address::of(pointer), variable.align, variable.ty.is_volatile)
                    }
                    Home::Slot(slot) => Place::whole(Root::Slot(slot)),
                    Home::Value(_) | Home::None => continue,
                };
                self.store(&place, value, variable.span);
            }
        }
    }
    /// A struct or union parameter. Of a kernel's, the launch holds the bytes; a function's belongs to it.
    fn aggregate_parameter(&mut self, id: VariableId, name: &str, form: Form) {
        let variable = &self.current.source.variables[id];
        let space = match form {
            Form::Kernel => AddressSpace::Constant,
            Form::Helper => AddressSpace::Private,
        };
        let pointer = self.parameter(name.into(), ValueType::Pointer(space), Some(id), variable.span);
        let size = self.program.types.size_of(variable.ty.ty);
        if form == Form::Kernel
            && let Some(parameter) = self.current.out.parameters.last_mut()
        {
            parameter.aggregate = Some((size, variable.align));
        }
        let facts = self.current.facts[id];
        let in_place = form == Form::Helper || !facts.written && !facts.address_taken;
        if in_place && !variable.ty.is_volatile {
            self.current.homes[id] = Home::Memory(pointer);
            return;
        }
        self.begin_variable(id, variable.span);
        if let Home::Memory(own) = self.home(id) {
            let to = Memory { address: Address::of(own), align: variable.align, volatile: false };
            self.copy(to, Address::of(pointer), variable.align, variable.ty.ty, variable.span);
        }
    }
    /// Says of the parameter that was just made whether the host gives an image or sampler for it.
    fn object_parameter(&mut self, ty: TypeId) {
        let Some(parameter) = self.current.out.parameters.last_mut() else { return };
        match *self.program.types.get(ty) {
            Type::Image(kind, access) => {
                parameter.object = Some(ParameterObject::Image(kind, access));
                parameter.aggregate = Some((Descriptor::SIZE, Descriptor::ALIGN));
            }
            Type::Sampler => parameter.object = Some(ParameterObject::Sampler),
            _ => {}
        }
    }
    /// Adds a parameter to the function; its value.
    fn parameter(
        &mut self,
        name: String,
        ty: ValueType,
        variable: Option<VariableId>,
        span: ferrocl_base::Span,
    ) -> ValueId {
        let out = &mut self.current.out;
        let number = out.parameters.len() as u32;
        let value = out.values.push(Value { op: Op::Parameter(number), ty, flags: MathFlags::empty(), span });
        let source = variable.map(|id| self.current.source.variables[id].ty);
        let place = |id| self.current.source.parameters.iter().position(|&parameter| parameter == id);
        let written = variable
            .and_then(place)
            .and_then(|place| self.current.source.written_types.get(place).cloned().flatten());
        let pointee = source.and_then(|source| match self.program.types.get(source.ty) {
            Type::Pointer(pointee) => Some(*pointee),
            _ => None,
        });
        let parameter = Parameter {
            name,
            ty,
            value,
            aggregate: None,
            object: None,
            type_name: written
                .or_else(|| source.map(|source| self.argument_type_name(source.ty)))
                .unwrap_or_default(),
            pointee: pointee.and_then(|pointee| self.pointee_description(pointee.ty)),
            is_const: pointee.is_some_and(|pointee| pointee.is_const),
            is_restrict: source.is_some_and(|source| source.is_restrict),
            is_volatile: pointee.is_some_and(|pointee| pointee.is_volatile),
        };
        self.current.out.parameters.push(parameter);
        value
    }
    /// The name of a type as argument queries give it: without qualifiers and address spaces.
    fn argument_type_name(&self, mut ty: TypeId) -> String {
        let mut stars = String::new();
        while let Type::Pointer(pointee) = self.program.types.get(ty) {
            stars.push('*');
            ty = pointee.ty;
        }
        match self.program.types.get(ty) {
            Type::Image(kind, _) => kind.name().into(),
            _ => self.program.types.name(self.interner, ty) + &stars,
        }
    }
    /// What a pointer points to, for tools that make buffers.
    fn pointee_description(&self, pointee: TypeId) -> Option<ParameterPointee> {
        let Element { scalar, signed } = self.element(pointee)?;
        let components = operation::components(&self.program.types, pointee);
        // `bool` is a byte in memory.
        let scalar = if scalar == Scalar::Bool { Scalar::I8 } else { scalar };
        let size = self.program.types.size_of(pointee);
        Some(ParameterPointee { ty: ValueType::of(scalar, components), signed, size })
    }
}
