//! Operators on values, and those that write: `=`, `op=`, `++`, `--`.
//!
//! A written place is evaluated once, after the value that is written to it (C99 leaves the order open).

use ferrocl_base::Span;
use ferrocl_ir::{BinaryOp as Ir, MathFlags, Op, Scalar, UnaryOp as IrUnary, ValueId, ValueType};

use super::Lowerer;
use super::place::{Address, Place};
use super::value::Operand;
use crate::hir::{self, BinaryOp, ConversionKind, ConversionReason, ExprId, ExprKind, UnaryOp};
use crate::operation::{self, BinaryOperation, Element};
use crate::types::{Type, TypeId};

/// Whether it is one of `<`, `>`, `<=`, `>=`, `==`, `!=`.
pub(super) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    matches!(op, Less | Greater | LessEqual | GreaterEqual | Equal | NotEqual)
}

/// Whether an operator exists for an element type.
fn is_defined(op: BinaryOp, element: Element) -> bool {
    use BinaryOp::{Add, Div, LogicalXor, Mul, Sub};
    if element.scalar.is_float() {
        matches!(op, Add | Sub | Mul | Div) || is_comparison(op)
    } else {
        op != LogicalXor
    }
}

impl Lowerer<'_> {
    /// What the build's options allow of float operators, besides what the source says of each. The built-in library is exact
    /// in any case.
    pub(super) fn float_flags(&self, op: &Op, ty: ValueType, of_source: MathFlags) -> MathFlags {
        if self.current.source.is_library {
            return of_source;
        }
        let mut flags = of_source | super::math_flags(self.options);
        let divides = match op {
            Op::Binary(Ir::FloatDiv, ..) => ty,
            Op::Unary(IrUnary::Sqrt, _) => ty,
            _ => ValueType::Void,
        };
        if divides.scalar() != Some(Scalar::F32) {
            flags.remove(MathFlags::APPROXIMATE_DIVIDE);
        }
        flags
    }
    /// A float operator of the source: with what the source and the options allow of it.
    pub(super) fn emit_source_float(
        &mut self,
        op: Op,
        ty: ValueType,
        flags: MathFlags,
        span: Span,
    ) -> ValueId {
        let flags = self.float_flags(&op, ty, flags);
        self.emit_float(op, ty, flags, span)
    }

    /// Compares two values of one type: `Bool`, or a vector of it.
    pub(super) fn compare(
        &mut self,
        op: BinaryOp,
        (left, right): (ValueId, ValueId),
        operand: TypeId,
        flags: MathFlags,
        span: Span,
    ) -> ValueId {
        let ty = self.value_type(left);
        let element = Element::of(&self.program.types, operand).unwrap_or(Element::POINTER);
        let BinaryOperation::Compare { op: compare, swapped } = operation::binary(op, element) else {
            self.internal_error(span, format!("`{}` is not a comparison", op.text()));
            return left;
        };
        let (left, right) = if swapped { (right, left) } else { (left, right) };
        let result = ty.with_scalar(Scalar::Bool);
        let op = Op::Compare(compare, left, right);
        if ty.scalar().is_some_and(Scalar::is_float) {
            self.emit_source_float(op, result, flags, span)
        } else {
            self.emit(op, result, span)
        }
    }
    /// A truth value as C has it: 0 or 1 for scalars, a mask of 0 or −1 for vectors.
    pub(super) fn truth_as_number(&mut self, truth: ValueId, ty: TypeId, span: Span) -> ValueId {
        let ty = self.lower_type(ty, span);
        let Some(scalar) = ty.scalar().filter(|&scalar| scalar != Scalar::Bool) else { return truth };
        if self.value_type(truth).components() != ty.components() {
            self.internal_error(span, "a comparison's result has another number of components");
            return truth;
        }
        self.resize(truth, scalar, ty.components() > 1, span)
    }
    /// `left op right`, both of the type in which it is computed.
    pub(super) fn arithmetic_operator(
        &mut self,
        op: BinaryOp,
        (left, right): (ValueId, ValueId),
        operand: TypeId,
        flags: MathFlags,
        span: Span,
    ) -> ValueId {
        let ty = self.value_type(left);
        let ir = self
            .element(operand)
            .filter(|element| is_defined(op, *element))
            .map(|element| operation::binary(op, element));
        let Some(BinaryOperation::Arithmetic(ir)) = ir else {
            self.internal_error(span, format!("`{}` on operands that it cannot have", op.text()));
            return left;
        };
        if ty.scalar().is_some_and(Scalar::is_float) {
            return self.emit_source_float(Op::Binary(ir, left, right), ty, flags, span);
        }
        // A count counts modulo the width (6.4.10), so nothing is lost with the upper bits of a wider one.
        let mut right = right;
        if matches!(ir, Ir::ShiftLeft | Ir::ShiftRightSigned | Ir::ShiftRightUnsigned)
            && let Some(scalar) = ty.scalar()
        {
            right = self.resize(right, scalar, false, span);
            if ty.components() > 1 && self.value_type(right).components() == 1 {
                right = self.emit(Op::Splat(right), ty, span);
            }
        }
        self.emit(Op::Binary(ir, left, right), ty, span)
    }
    /// `-a` or `~a`.
    pub(super) fn unary_operator(
        &mut self,
        op: UnaryOp,
        a: ValueId,
        flags: MathFlags,
        span: Span,
    ) -> ValueId {
        let ty = self.value_type(a);
        let float = ty.scalar().is_some_and(Scalar::is_float);
        match op {
            UnaryOp::Minus if float => {
                self.emit_source_float(Op::Unary(IrUnary::FloatNegate, a), ty, flags, span)
            }
            UnaryOp::Minus => self.emit(Op::Unary(IrUnary::Negate, a), ty, span),
            UnaryOp::BitNot => self.emit(Op::Unary(IrUnary::Not, a), ty, span),
            UnaryOp::LogicalNot => {
                let truth = self.is_not_zero(a, span);
                let ty = self.value_type(truth);
                self.emit(Op::Unary(IrUnary::Not, truth), ty, span)
            }
        }
    }
    /// `pointer ± index` elements of the pointee.
    pub(super) fn pointer_add(
        &mut self,
        pointer: Address,
        pointer_type: TypeId,
        index: ValueId,
        negative: bool,
        span: Span,
    ) -> Address {
        let scale = self.pointee_size(pointer_type);
        let i64 = ValueType::Scalar(Scalar::I64);
        let index = if negative { self.emit(Op::Unary(IrUnary::Negate, index), i64, span) } else { index };
        self.advance_by(pointer, index, scale, span)
    }
    /// How far apart the elements are that a pointer points to. (`void` counts as one byte, as compilers have it.)
    pub(super) fn pointee_size(&self, pointer: TypeId) -> u64 {
        match self.program.types.get(pointer) {
            Type::Pointer(pointee) => self.program.types.size_of(pointee.ty).max(1),
            _ => 1,
        }
    }
    /// The distance of two pointers in elements.
    pub(super) fn pointer_difference(
        &mut self,
        left: ValueId,
        right: ValueId,
        pointer_type: TypeId,
        span: Span,
    ) -> ValueId {
        let ty = ValueType::Scalar(Scalar::I64);
        let left = self.emit(Op::PointerToInteger(left), ty, span);
        let right = self.emit(Op::PointerToInteger(right), ty, span);
        let bytes = self.emit(Op::Binary(Ir::Sub, left, right), ty, span);
        match self.pointee_size(pointer_type) {
            1 => bytes,
            size => {
                let size = self.scalar_constant(Scalar::I64, size, span);
                self.emit(Op::Binary(Ir::DivSigned, bytes, size), ty, span)
            }
        }
    }

    // ---- writing ----

    /// `place = value`.
    pub(super) fn assign(&mut self, place: ExprId, value: ExprId, span: Span) -> Operand {
        let ty = self.type_of(place);
        if self.is_aggregate(ty) {
            let (from, align) = self.aggregate(value);
            let place = self.place(place);
            let to = self.memory_of(&place, span);
            self.copy(to, from, align, ty, span);
            return Operand::Address(to.address);
        }
        let value = self.value(value);
        let place = self.place(place);
        self.store(&place, value, span);
        Operand::Value(value)
    }
    /// `place op= value`.
    pub(super) fn compound_assign(&mut self, id: ExprId) -> Operand {
        let expr = self.expr(id);
        let ExprKind::CompoundAssign { op, place: target, ref before, value, computation, ref after } =
            expr.kind
        else {
            return Operand::Value(self.value(id));
        };
        let span = expr.span;
        let target_type = self.type_of(target);
        let right = self.value(value);
        let place = self.place(target);
        let place = self.fixed(place, span);
        let ty = self.lower_type(target_type, span);
        let old = self.load(&place, ty, span);
        let new = if ty.is_pointer() {
            let address = self.pointer_add(Address::of(old), target_type, right, op == BinaryOp::Sub, span);
            self.pointer(address, span)
        } else {
            let left = self.convert_chain(old, target_type, before, span);
            let new = self.arithmetic_operator(op, (left, right), computation, expr.flags, span);
            self.convert_chain(new, computation, after, span)
        };
        self.store(&place, new, span);
        Operand::Value(new)
    }
    fn convert_chain(
        &mut self,
        mut value: ValueId,
        mut from: TypeId,
        chain: &[(ConversionKind, TypeId, ConversionReason)],
        span: Span,
    ) -> ValueId {
        for &(kind, to, _) in chain {
            value = self.convert(kind, value, from, to, span);
            from = to;
        }
        value
    }
    /// `++` or `--` on a place that is evaluated already.
    pub(super) fn increment(
        &mut self,
        place: &Place,
        ty: TypeId,
        decrement: bool,
        prefix: bool,
        expr: &hir::Expr,
    ) -> ValueId {
        let span = expr.span;
        let value_type = self.lower_type(ty, span);
        let old = self.load(place, value_type, span);
        let new = match value_type.scalar() {
            None => {
                let one = self.scalar_constant(Scalar::I64, 1, span);
                let address = self.pointer_add(Address::of(old), ty, one, decrement, span);
                self.pointer(address, span)
            }
            Some(scalar) if scalar.is_float() => {
                let one = self.float_constant(value_type, 1.0, span);
                let op = if decrement { Ir::FloatSub } else { Ir::FloatAdd };
                self.emit_source_float(Op::Binary(op, old, one), value_type, expr.flags, span)
            }
            // One more or less, converted back to `bool` (C99 6.3.1.2): never 0 after `++`, and 0 after `--` where it was 1.
            Some(Scalar::Bool) if decrement => self.emit(Op::Unary(IrUnary::Not, old), value_type, span),
            Some(Scalar::Bool) => self.scalar_constant(Scalar::Bool, 1, span),
            Some(_) => {
                let one = self.splat_constant(value_type, 1, span);
                let op = if decrement { Ir::Sub } else { Ir::Add };
                self.emit(Op::Binary(op, old, one), value_type, span)
            }
        };
        self.store(place, new, span);
        if prefix { new } else { old }
    }

    // ---- reinterpretation ----

    /// `as_type(value)` (section "Reinterpreting Types Using as_type"): the same bits, the first component in the lowest ones. A 3-vector
    /// counts as four components, the last of which is unspecified.
    pub(super) fn reinterpret(&mut self, value: ValueId, to: ValueType, span: Span) -> ValueId {
        let from = self.value_type(value);
        if from == to {
            return value;
        }
        let mut value = value;
        if let ValueType::Vector(scalar, 3) = from {
            if to == ValueType::Vector(to.scalar().unwrap_or(scalar), 3) && same_width(scalar, to) {
                return self.emit(Op::Bitcast(value), to, span);
            }
            value = self.pick(value, &[0, 1, 2, 3], span);
        }
        let wide = match to {
            ValueType::Vector(scalar, 3) => ValueType::Vector(scalar, 4),
            _ => to,
        };
        if self.value_type(value) != wide {
            value = self.emit(Op::Bitcast(value), wide, span);
        }
        if wide == to { value } else { self.pick(value, &[0, 1, 2], span) }
    }
}

fn same_width(scalar: Scalar, ty: ValueType) -> bool {
    ty.scalar().is_some_and(|other| other.bits() == scalar.bits())
}
