//! Calls of built-in functions: operators of the IR, or calls of the built-in library.
//!
//! This file evaluates the arguments, does what the library does, and hands operations to the file of their
//! family. A [`Call`] is one call with its arguments as values; the families' methods take it and give the
//! result's value.
//!
//! | file | families |
//! |---|---|
//! | `arithmetic.rs` | maths, common and geometric functions |
//! | `integer.rs` | integer functions and bit operations |
//! | `exponent.rs` | functions that take floats apart: `frexp`, `ldexp`, `nextafter`, … |
//! | `relation.rs` | relational functions, `select` |
//! | `memory.rs` | `vload`, `vstore`, halves in memory, barriers, fences, atomics |
//! | `work_item.rs` | work-item queries |

mod arithmetic;
mod exponent;
mod integer;
mod memory;
mod relation;
#[cfg(test)]
mod tests;
mod work_item;

use ferrocl_base::Span;
use ferrocl_ir::{
    Access, AddressSpace, BinaryOp, CompareOp, Conversion, MathFlags, Op, Rounding, Scalar, SlotType, Stmt,
    UnaryOp, ValueId, ValueType,
};
use smallvec::SmallVec;

use super::Lowerer;
use super::types::scalar_of;
use crate::builtins::{Callee, Home, LibraryCall, Operation};
use crate::hir;
use crate::types::{Type, TypeId};

/// A call of a built-in function with its arguments evaluated.
pub(super) struct Call<'a> {
    callee: &'a Callee,
    arguments: SmallVec<[ValueId; 4]>,
    /// gentype.
    ty: ValueType,
    /// gentype's element.
    scalar: Scalar,
    /// Whether gentype is a signed integer (or a float).
    signed: bool,
    /// What the call gives.
    result: ValueType,
    /// What the source allows of float operators here.
    flags: MathFlags,
    span: Span,
}

impl Call<'_> {
    /// An argument.
    fn argument(&self, index: usize) -> ValueId {
        self.arguments[index]
    }
}

impl Lowerer<'_> {
    /// The value of a call of a built-in function, `None` for `void`. The arguments are evaluated here, in order.
    pub(super) fn builtin_call(
        &mut self,
        call: hir::ExprId,
        callee: &Callee,
        arguments: &[hir::ExprId],
    ) -> Option<ValueId> {
        let hir::Expr { ty, span, flags, .. } = *self.expr(call);
        let result = self.lower_type(ty, span);
        let (scalar, signed) = scalar_of(callee.element);
        let call = Call {
            callee,
            arguments: arguments.iter().map(|&argument| self.value(argument)).collect(),
            ty: ValueType::of(scalar, callee.width),
            scalar,
            signed,
            result,
            flags,
            span,
        };
        let value = match (&callee.row.row().home, callee.library) {
            (Home::Operation(operation), _) => self.operation(&call, *operation),
            (Home::Library(_), Some(library)) => self.library_call(&call, library),
            (Home::Library(_) | Home::Later, _) => {
                self.internal_error(span, "analysis took a built-in function that is not there");
                None
            }
        };
        value.filter(|_| result != ValueType::Void)
    }
    fn operation(&mut self, call: &Call, operation: Operation) -> Option<ValueId> {
        self.arithmetic_operation(call, operation)
            .or_else(|| self.integer_operation(call, operation))
            .or_else(|| self.exponent_operation(call, operation))
            .or_else(|| self.relation_operation(call, operation))
            .or_else(|| self.work_item_operation(call, operation))
            .or_else(|| self.memory_operation(call, operation))
    }

    // ---- operators, with the type of their operands ----

    fn unary(&mut self, op: UnaryOp, a: ValueId, call: &Call) -> ValueId {
        let ty = self.value_type(a);
        self.emit_float(Op::Unary(op, a), ty, call.flags, call.span)
    }
    fn binary(&mut self, op: BinaryOp, a: ValueId, b: ValueId, call: &Call) -> ValueId {
        self.binary_with(op, a, b, call.flags, call)
    }
    fn binary_with(
        &mut self,
        op: BinaryOp,
        a: ValueId,
        b: ValueId,
        flags: MathFlags,
        call: &Call,
    ) -> ValueId {
        let ty = self.value_type(a);
        self.emit_float(Op::Binary(op, a, b), ty, flags, call.span)
    }
    fn compare(&mut self, op: CompareOp, a: ValueId, b: ValueId, call: &Call) -> ValueId {
        let ty = self.value_type(a).with_scalar(Scalar::Bool);
        self.emit(Op::Compare(op, a, b), ty, call.span)
    }
    fn select_value(
        &mut self,
        condition: ValueId,
        then: ValueId,
        otherwise: ValueId,
        call: &Call,
    ) -> ValueId {
        let ty = self.value_type(then);
        self.emit(Op::Select { condition, then, otherwise }, ty, call.span)
    }
    fn convert_value(&mut self, conversion: Conversion, a: ValueId, to: ValueType, call: &Call) -> ValueId {
        if self.value_type(a) == to { a } else { self.emit(Op::Convert(conversion, a), to, call.span) }
    }
    fn bitcast(&mut self, a: ValueId, to: ValueType, call: &Call) -> ValueId {
        if self.value_type(a) == to { a } else { self.emit(Op::Bitcast(a), to, call.span) }
    }
    fn extract(&mut self, vector: ValueId, index: u8, call: &Call) -> ValueId {
        match self.value_type(vector) {
            ValueType::Vector(scalar, _) => {
                self.emit(Op::Extract(vector, index), ValueType::Scalar(scalar), call.span)
            }
            _ => vector,
        }
    }
    /// A vector of these scalars; the scalar itself where it is one.
    fn construct(&mut self, parts: &[ValueId], call: &Call) -> ValueId {
        let [first, rest @ ..] = parts else { return self.undefined(call.ty, call.span) };
        if rest.is_empty() {
            return *first;
        }
        let scalar = self.value_type(*first).scalar().unwrap_or(Scalar::I64);
        let ty = ValueType::Vector(scalar, parts.len() as u8);
        self.emit(Op::Construct(parts.iter().copied().collect()), ty, call.span)
    }
    /// A scalar in every component of a type.
    fn widen(&mut self, value: ValueId, components: u8, call: &Call) -> ValueId {
        match self.value_type(value) {
            ValueType::Scalar(scalar) if components > 1 => {
                self.emit(Op::Splat(value), ValueType::Vector(scalar, components), call.span)
            }
            _ => value,
        }
    }
    /// An argument with gentype's width.
    fn wide(&mut self, call: &Call, index: usize) -> ValueId {
        self.widen(call.argument(index), call.ty.components(), call)
    }
    /// A float constant in every component of a type.
    fn float_constant(&mut self, ty: ValueType, value: f64, call: &Call) -> ValueId {
        let scalar = ty.scalar().unwrap_or(Scalar::F32);
        let conversion = Conversion::FloatToFloat { rounding: Rounding::NearestEven };
        let bits = ferrocl_ir::eval::scalar::convert(conversion, Scalar::F64, scalar, value.to_bits());
        self.splat_constant(ty, bits, call.span)
    }
    /// An integer constant in every component of a type.
    fn integer_constant(&mut self, ty: ValueType, value: i64, call: &Call) -> ValueId {
        self.splat_constant(ty, value as u64, call.span)
    }

    // ---- pointers ----

    /// How memory behind a pointer parameter is accessed: with the pointee's own alignment unless a function says
    /// otherwise, and volatile where the pointer is.
    fn pointer_access(&self, call: &Call, parameter: usize, align: u32) -> Access {
        let volatile = match self.program.types.get(call.callee.parameters[parameter]) {
            Type::Pointer(pointee) => pointee.is_volatile,
            _ => false,
        };
        Access { align, volatile }
    }
    /// Writes a value where an argument points.
    fn store_through(&mut self, call: &Call, parameter: usize, value: ValueId) {
        let access = self.pointer_access(call, parameter, self.value_type(value).align());
        let pointer = call.argument(parameter);
        self.push(Stmt::Store { pointer, value, access, span: call.span });
    }

    // ---- the library ----

    /// Calls a function of the library: once, or once for each component.
    ///
    /// A pointer parameter is for a result. The library's function leaves it in a private variable, and it is
    /// written where the argument points when all components are there.
    fn library_call(&mut self, call: &Call, library: LibraryCall) -> Option<ValueId> {
        let function = &self.program.functions[library.function];
        let parameters: Vec<TypeId> =
            function.parameters.iter().map(|&parameter| function.variables[parameter].ty.ty).collect();
        let function_result = self.lower_type(function.result, call.span);
        let function = self.helper(library.function);
        let calls = if library.component_wise { call.ty.components() } else { 1 };
        let mut results = SmallVec::<[ValueId; 16]>::new();
        let mut outputs: Vec<SmallVec<[ValueId; 16]>> = vec![SmallVec::new(); parameters.len()];
        for component in 0..calls {
            let mut arguments = SmallVec::<[ValueId; 4]>::new();
            let mut written = SmallVec::<[(usize, ValueId, ValueType); 1]>::new();
            for (index, &parameter) in parameters.iter().enumerate() {
                if let Type::Pointer(pointee) = *self.program.types.get(parameter) {
                    let ty = self.lower_type(pointee.ty, call.span);
                    let slot = self.temporary(SlotType::Value(ty), call.span);
                    let address = self.slot_address(slot, call.span);
                    written.push((index, address, ty));
                    arguments.push(address);
                    continue;
                }
                let mut argument = call.argument(index);
                if library.component_wise {
                    argument = self.extract(argument, component, call);
                }
                let to = self.lower_type(parameter, call.span);
                arguments.push(self.float_as(argument, to, call));
            }
            let value = self.emit(Op::Call { function, arguments }, function_result, call.span);
            results.push(value);
            for (index, pointer, ty) in written {
                let access = Access { align: ty.align(), volatile: false };
                outputs[index].push(self.emit(Op::Load { pointer, access }, ty, call.span));
            }
        }
        for (index, parts) in outputs.iter().enumerate() {
            if parts.is_empty() {
                continue;
            }
            let value = self.construct(parts, call);
            let Type::Pointer(pointee) = *self.program.types.get(call.callee.parameters[index]) else {
                continue;
            };
            let to = self.lower_type(pointee.ty, call.span);
            let value = self.float_as(value, to, call);
            self.store_through(call, index, value);
        }
        let value = self.construct(&results, call);
        Some(self.float_as(value, call.result, call))
    }
    /// A float (or a vector of them) as one of another precision; anything else as it is.
    fn float_as(&mut self, value: ValueId, to: ValueType, call: &Call) -> ValueId {
        let conversion = Conversion::FloatToFloat { rounding: Rounding::NearestEven };
        match (self.value_type(value).scalar(), to.scalar()) {
            (Some(from), Some(scalar)) if from.is_float() && scalar.is_float() => {
                self.convert_value(conversion, value, self.value_type(value).with_scalar(scalar), call)
            }
            _ => value,
        }
    }
}

/// The flags of a division or square root that may have the error that the language allows for `float`; exact for other
/// types.
fn approximate(call: &Call) -> MathFlags {
    if call.scalar == Scalar::F32 { call.flags | MathFlags::APPROXIMATE_DIVIDE } else { call.flags }
}

/// The address space that a pointer value points into.
fn space_of(ty: ValueType) -> Option<AddressSpace> {
    match ty {
        ValueType::Pointer(space) => Some(space),
        _ => None,
    }
}
