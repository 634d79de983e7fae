//! Calls of built-in functions: operators of the IR, or calls of the built-in library.
//!
//! This file evaluates the arguments, does what the library does, and hands operations to the file of their
//! family. A [`Call`] is one call with its arguments as values; the families' methods take it and give the
//! result's value.
//!
//! | file | families |
//! |---|---|
//! | `copy.rs` | asynchronous copies |
//! | `arithmetic.rs` | maths, common and geometric functions |
//! | `integer.rs` | integer functions and bit operations |
//! | `exponent.rs` | functions that take floats apart: `frexp`, `ldexp`, `nextafter`, … |
//! | `relation.rs` | relational functions, `select` |
//! | `memory.rs` | `vload`, `vstore`, halves in memory, barriers, fences |
//! | `atomic.rs` | atomics of both families |
//! | `group.rs` | work-groups and sub-groups |
//! | `vector.rs` | `shuffle`, `shuffle2` |
//! | `work_item.rs` | work-item queries |

mod arithmetic;
mod atomic;
mod copy;
mod exponent;
mod group;
mod integer;
mod memory;
mod relation;
#[cfg(test)]
mod tests;
mod vector;
mod work_item;

use ferrocl_base::Span;
use ferrocl_ir::{
    Access, BinaryOp, CompareOp, Conversion, MathFlags, Op, Rounding, Scalar, SlotType, Stmt, UnaryOp,
    ValueId, ValueType,
};
use smallvec::SmallVec;

use super::Lowerer;
use crate::builtins::{Callee, Home, LibraryCall, Operation};
use crate::hir;
use crate::operation::Element;
use crate::types::{Type, TypeId};

/// A call of a built-in function with its arguments evaluated. Its methods emit operators at its place.
struct Call<'b, 'a> {
    lowerer: &'b mut Lowerer<'a>,
    callee: &'b Callee,
    arguments: SmallVec<[ValueId; 4]>,
    /// gentype.
    ty: ValueType,
    /// gentype's element.
    scalar: Scalar,
    /// Whether gentype is a signed integer.
    signed: bool,
    /// What the call gives.
    result: ValueType,
    /// What the source allows of float operators here.
    flags: MathFlags,
    span: Span,
}

impl Lowerer<'_> {
    /// The value of a call of a built-in function, `None` for `void`. The arguments are evaluated here, in order.
    pub(super) fn builtin_call(
        &mut self,
        id: hir::ExprId,
        callee: &Callee,
        arguments: &[hir::ExprId],
    ) -> Option<ValueId> {
        let hir::Expr { ty, span, flags, .. } = *self.expr(id);
        let arguments = arguments.iter().map(|&argument| self.value(argument)).collect();
        let result = self.lower_type(ty, span);
        let Element { scalar, signed } = Element::of_name(callee.element);
        let ty = ValueType::of(scalar, callee.width);
        let mut call = Call { lowerer: self, callee, arguments, ty, scalar, signed, result, flags, span };
        let value = match (&callee.row.row().home, callee.library) {
            (Home::Operation(operation), _) => call.operation(*operation),
            (Home::Library(_), Some(library)) => call.library_call(library),
            (Home::Library(_), None) => None,
        };
        if value.is_none() {
            self.internal_error(span, format!("`{}` has no form in the IR", callee.row.row().name));
        }
        value.filter(|_| result != ValueType::Void)
    }
}

impl Call<'_, '_> {
    fn operation(&mut self, operation: Operation) -> Option<ValueId> {
        self.arithmetic_operation(operation)
            .or_else(|| self.integer_operation(operation))
            .or_else(|| self.exponent_operation(operation))
            .or_else(|| self.relation_operation(operation))
            .or_else(|| self.work_item_operation(operation))
            .or_else(|| self.vector_operation(operation))
            .or_else(|| self.copy_operation(operation))
            .or_else(|| self.group_operation(operation))
            .or_else(|| self.memory_operation(operation))
            .or_else(|| self.atomic_operation(operation))
    }
    /// An argument.
    fn argument(&self, index: usize) -> ValueId {
        self.arguments[index]
    }
    fn emit(&mut self, op: Op, ty: ValueType) -> ValueId {
        self.lowerer.emit(op, ty, self.span)
    }
    /// The same with what the source and the options allow of float operators; others have no flags.
    fn emit_source_float(&mut self, op: Op, ty: ValueType) -> ValueId {
        if ty.scalar().is_some_and(Scalar::is_float) {
            self.lowerer.emit_source_float(op, ty, self.flags, self.span)
        } else {
            self.emit(op, ty)
        }
    }
    fn value_type(&self, value: ValueId) -> ValueType {
        self.lowerer.value_type(value)
    }
    fn constant_bits(&self, value: ValueId) -> Option<&ferrocl_ir::Bits> {
        self.lowerer.constant_bits(value)
    }
    /// These bits in every component of a type.
    fn splat_constant(&mut self, ty: ValueType, word: u64) -> ValueId {
        self.lowerer.splat_constant(ty, word, self.span)
    }
    fn lower_type(&mut self, ty: TypeId) -> ValueType {
        self.lowerer.lower_type(ty, self.span)
    }
    fn undefined(&mut self, ty: ValueType) -> ValueId {
        self.lowerer.undefined(ty, self.span)
    }
    fn push(&mut self, stmt: Stmt) {
        self.lowerer.push(stmt);
    }

    // ---- operators, with the type of their operands ----

    fn unary(&mut self, op: UnaryOp, a: ValueId) -> ValueId {
        let ty = self.value_type(a);
        self.emit_source_float(Op::Unary(op, a), ty)
    }
    fn binary(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> ValueId {
        let ty = self.value_type(a);
        self.emit_source_float(Op::Binary(op, a, b), ty)
    }
    /// A float operator that is done exactly as written, whatever the options say.
    fn exact(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> ValueId {
        let ty = self.value_type(a);
        self.emit(Op::Binary(op, a, b), ty)
    }
    /// A float operator that may be contracted with a neighbour, whatever the source says.
    fn contractible(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> ValueId {
        let ty = self.value_type(a);
        let flags = self.flags | MathFlags::CONTRACT;
        self.lowerer.emit_source_float(Op::Binary(op, a, b), ty, flags, self.span)
    }
    /// A division or square root that may have the error that the language allows of `float`, whatever the options
    /// say.
    fn approximate(&mut self, op: Op, ty: ValueType) -> ValueId {
        let mut flags = self.lowerer.float_flags(&op, ty, self.flags);
        if self.scalar == Scalar::F32 {
            flags |= MathFlags::APPROXIMATE_DIVIDE;
        }
        self.lowerer.emit_float(op, ty, flags, self.span)
    }
    fn compare(&mut self, op: CompareOp, a: ValueId, b: ValueId) -> ValueId {
        let ty = self.value_type(a).with_scalar(Scalar::Bool);
        self.emit(Op::Compare(op, a, b), ty)
    }
    fn select_value(&mut self, condition: ValueId, then: ValueId, otherwise: ValueId) -> ValueId {
        let ty = self.value_type(then);
        self.emit(Op::Select { condition, then, otherwise }, ty)
    }
    fn convert_value(&mut self, conversion: Conversion, a: ValueId, to: ValueType) -> ValueId {
        if self.value_type(a) == to { a } else { self.emit(Op::Convert(conversion, a), to) }
    }
    fn bitcast(&mut self, a: ValueId, to: ValueType) -> ValueId {
        if self.value_type(a) == to { a } else { self.emit(Op::Bitcast(a), to) }
    }
    fn extract(&mut self, vector: ValueId, index: u8) -> ValueId {
        match self.value_type(vector) {
            ValueType::Vector(scalar, _) => self.emit(Op::Extract(vector, index), ValueType::Scalar(scalar)),
            _ => vector,
        }
    }
    /// A vector of these scalars; the scalar itself where it is one.
    fn construct(&mut self, parts: &[ValueId]) -> ValueId {
        let [first, rest @ ..] = parts else { return self.undefined(self.ty) };
        if rest.is_empty() {
            return *first;
        }
        let scalar = self.value_type(*first).scalar().unwrap_or(Scalar::I64);
        let ty = ValueType::Vector(scalar, parts.len() as u8);
        self.emit(Op::Construct(parts.iter().copied().collect()), ty)
    }
    /// A scalar in every component of a type.
    fn widen(&mut self, value: ValueId, components: u8) -> ValueId {
        match self.value_type(value) {
            ValueType::Scalar(scalar) if components > 1 => {
                self.emit(Op::Splat(value), ValueType::Vector(scalar, components))
            }
            _ => value,
        }
    }
    /// An argument with gentype's width.
    fn wide(&mut self, index: usize) -> ValueId {
        self.widen(self.argument(index), self.ty.components())
    }
    /// A float constant in every component of a type.
    fn float_constant(&mut self, ty: ValueType, value: f64) -> ValueId {
        let scalar = ty.scalar().unwrap_or(Scalar::F32);
        let conversion = Conversion::FloatToFloat { rounding: Rounding::NearestEven };
        let bits = ferrocl_ir::eval::scalar::convert(conversion, Scalar::F64, scalar, value.to_bits());
        self.splat_constant(ty, bits)
    }
    /// An integer constant in every component of a type.
    fn integer_constant(&mut self, ty: ValueType, value: i64) -> ValueId {
        self.splat_constant(ty, value as u64)
    }

    // ---- pointers ----

    /// How memory behind a pointer parameter is accessed: with the pointee's own alignment unless a function says
    /// otherwise, and volatile where the pointer is.
    fn pointer_access(&self, parameter: usize, align: u32) -> Access {
        let volatile = match self.lowerer.program.types.get(self.callee.parameters[parameter]) {
            Type::Pointer(pointee) => pointee.is_volatile,
            _ => false,
        };
        Access { align, volatile }
    }
    /// Writes a value where an argument points.
    fn store_through(&mut self, parameter: usize, value: ValueId) {
        let access = self.pointer_access(parameter, self.value_type(value).align());
        let pointer = self.argument(parameter);
        self.push(Stmt::Store { pointer, value, access, span: self.span });
    }

    // ---- the library ----

    /// Calls a function of the library: once, or once for each component.
    ///
    /// A pointer parameter is for a result. The library's function leaves it in a private variable, and it is
    /// written where the argument points when all components are there. (Between functions of the library, pointers
    /// are passed as they are.)
    fn library_call(&mut self, library: LibraryCall) -> Option<ValueId> {
        let function = &self.lowerer.program.functions[library.function];
        let parameters: Vec<TypeId> =
            function.parameters.iter().map(|&parameter| function.variables[parameter].ty.ty).collect();
        let function_result = self.lower_type(function.result);
        let function = self.lowerer.helper(library.function);
        let calls = if library.component_wise { self.ty.components() } else { 1 };
        let mut results = SmallVec::<[ValueId; 16]>::new();
        let mut outputs: Vec<SmallVec<[ValueId; 16]>> = vec![SmallVec::new(); parameters.len()];
        for component in 0..calls {
            let mut arguments = SmallVec::<[ValueId; 4]>::new();
            let mut written = SmallVec::<[(usize, ValueId, ValueType); 1]>::new();
            for (index, &parameter) in parameters.iter().enumerate() {
                // (The descriptor of an image is a pointer to the library alone.)
                let types = &self.lowerer.program.types;
                if let Type::Pointer(pointee) = *types.get(parameter)
                    && matches!(types.get(self.callee.parameters[index]), Type::Pointer(_))
                    && !self.callee.row.row().is_internal()
                {
                    let ty = self.lower_type(pointee.ty);
                    let slot = self.lowerer.temporary(SlotType::Value(ty), self.span);
                    let address = self.lowerer.slot_address(slot, self.span);
                    written.push((index, address, ty));
                    arguments.push(address);
                    continue;
                }
                let mut argument = self.argument(index);
                if library.component_wise {
                    argument = self.extract(argument, component);
                }
                let to = self.lower_type(parameter);
                arguments.push(self.float_as(argument, to));
            }
            let value = self.emit(Op::Call { function, arguments }, function_result);
            results.push(value);
            for (index, pointer, ty) in written {
                let access = Access { align: ty.align(), volatile: false };
                outputs[index].push(self.emit(Op::Load { pointer, access }, ty));
            }
        }
        for (index, parts) in outputs.iter().enumerate() {
            if parts.is_empty() {
                continue;
            }
            let value = self.construct(parts);
            let Type::Pointer(pointee) = *self.lowerer.program.types.get(self.callee.parameters[index])
            else {
                continue;
            };
            let to = self.lower_type(pointee.ty);
            let value = self.float_as(value, to);
            self.store_through(index, value);
        }
        let value = self.construct(&results);
        Some(self.float_as(value, self.result))
    }
    /// A float (or a vector of them) as one of another precision; anything else as it is.
    fn float_as(&mut self, value: ValueId, to: ValueType) -> ValueId {
        let conversion = Conversion::FloatToFloat { rounding: Rounding::NearestEven };
        match (self.value_type(value).scalar(), to.scalar()) {
            (Some(from), Some(scalar)) if from.is_float() && scalar.is_float() => {
                self.convert_value(conversion, value, self.value_type(value).with_scalar(scalar))
            }
            _ => value,
        }
    }
}
