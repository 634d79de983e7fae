//! Conversions of values (section "Conversions and Type Casting"; C99 6.3).
//!
//! Reading places and the decay of arrays, which are conversions in the typed tree too, stand in `value.rs`;
//! conversions of truth values to `bool` in `condition.rs`.

use ferrocl_base::Span;
use ferrocl_ir::{AddressSpace, CompareOp, Conversion, Op, Rounding, Scalar, ValueId, ValueType};
use smallvec::smallvec;

use super::Lowerer;
use crate::hir::ConversionKind;
use crate::operation::{self, Element, ElementConversion};
use crate::types::TypeId;

/// `CLK_LOCAL_MEM_FENCE` (section "Synchronization Functions").
const LOCAL_FENCE: u64 = 1;
/// `CLK_GLOBAL_MEM_FENCE`.
const GLOBAL_FENCE: u64 = 2;

impl Lowerer<'_> {
    /// A generic pointer as one to the address space of `ty`; null where it points elsewhere.
    fn checked_cast(&mut self, pointer: ValueId, ty: ValueType, span: Span) -> ValueId {
        let have = self.value_type(pointer);
        if have == ty {
            return pointer;
        }
        // Which space a pointer really has may be known better than the source says it.
        match have {
            ValueType::Pointer(AddressSpace::Generic) => {
                self.emit(Op::PointerCast { pointer, checked: true }, ty, span)
            }
            _ => self.zero(ty, span),
        }
    }
    /// `get_fence`: the flags that fence what a generic pointer points to; none for private memory, which nobody else sees.
    pub(super) fn fence_flags(&mut self, pointer: ValueId, span: Span) -> ValueId {
        let flags = ValueType::Scalar(Scalar::I32);
        let mut result = self.zero(flags, span);
        for (space, bits) in [(AddressSpace::Global, GLOBAL_FENCE), (AddressSpace::Local, LOCAL_FENCE)] {
            let cast = self.checked_cast(pointer, ValueType::Pointer(space), span);
            let word = self.emit(Op::PointerToInteger(cast), ValueType::Scalar(Scalar::I64), span);
            let null = self.zero(ValueType::Scalar(Scalar::I64), span);
            let condition = self.emit(
                Op::Compare(CompareOp::NotEqual, word, null),
                ValueType::Scalar(Scalar::Bool),
                span,
            );
            let then = self.constant(flags, smallvec![bits], span);
            result = self.emit(Op::Select { condition, then, otherwise: result }, flags, span);
        }
        result
    }
    /// A value of type `from` as one of type `to`.
    pub(super) fn convert(
        &mut self,
        kind: ConversionKind,
        value: ValueId,
        from: TypeId,
        to: TypeId,
        span: Span,
    ) -> ValueId {
        match kind {
            ConversionKind::Arithmetic => self.convert_arithmetic(value, from, to, None, false, span),
            ConversionKind::Explicit { rounding, saturate } => {
                self.convert_arithmetic(value, from, to, rounding, saturate, span)
            }
            ConversionKind::Widen => {
                let ty = self.lower_type(to, span);
                self.emit(Op::Splat(value), ty, span)
            }
            ConversionKind::Pointer => {
                let ty = self.lower_type(to, span);
                // Which space a pointer really has may be known better than the source says it.
                let (ValueType::Pointer(have), ValueType::Pointer(want)) = (self.value_type(value), ty)
                else {
                    return value;
                };
                if have == want
                    || want != ferrocl_ir::AddressSpace::Generic && have != ferrocl_ir::AddressSpace::Generic
                {
                    return value;
                }
                self.emit(Op::PointerCast { pointer: value, checked: false }, ty, span)
            }
            ConversionKind::AddressSpace => {
                let ty = self.lower_type(to, span);
                self.checked_cast(value, ty, span)
            }
            ConversionKind::NullPointer => {
                let ty = self.lower_type(to, span);
                self.zero(ty, span)
            }
            ConversionKind::PointerToInteger => {
                let word = self.emit(Op::PointerToInteger(value), ValueType::Scalar(Scalar::I64), span);
                match self.element(to) {
                    Some(to) => self.resize(word, to.scalar, false, span),
                    None => word,
                }
            }
            ConversionKind::IntegerToPointer => {
                let signed = self.element(from).is_some_and(|from| from.signed);
                let word = self.resize(value, Scalar::I64, signed, span);
                let ty = self.lower_type(to, span);
                self.emit(Op::IntegerToPointer(word), ty, span)
            }
            ConversionKind::PointerToBool => self.is_not_zero(value, span),
            // These are done where they stand: they begin with a place, or give no value.
            ConversionKind::Load | ConversionKind::ArrayToPointer | ConversionKind::Void => value,
        }
    }

    fn convert_arithmetic(
        &mut self,
        value: ValueId,
        from: TypeId,
        to: TypeId,
        rounding: Option<Rounding>,
        saturate: bool,
        span: Span,
    ) -> ValueId {
        let (Some(from), Some(to)) = (self.element(from), self.element(to)) else {
            self.internal_error(span, "a conversion between types that are not arithmetic");
            return value;
        };
        self.convert_elements(value, from, to, rounding, saturate, span)
    }
    /// Converts each component of a value from one element type to another.
    pub fn convert_elements(
        &mut self,
        mut value: ValueId,
        from: Element,
        to: Element,
        rounding: Option<Rounding>,
        saturate: bool,
        span: Span,
    ) -> ValueId {
        match operation::conversion(from, to, rounding, saturate) {
            ElementConversion::NotZero => self.is_not_zero(value, span),
            ElementConversion::Steps(steps) => {
                for (conversion, scalar) in steps {
                    let ty = self.value_type(value).with_scalar(scalar);
                    value = self.emit(Op::Convert(conversion, value), ty, span);
                }
                value
            }
        }
    }

    /// Whether a scalar or pointer differs from zero (a NaN does); for vectors component by component.
    pub(super) fn is_not_zero(&mut self, value: ValueId, span: Span) -> ValueId {
        let ty = self.value_type(value);
        if ty.scalar() == Some(Scalar::Bool) {
            return value;
        }
        let zero = self.zero(ty, span);
        let element = Element { scalar: ty.scalar().unwrap_or(Scalar::I64), signed: false };
        let compare = operation::compare_not_zero(element);
        self.emit(Op::Compare(compare, value, zero), ty.with_scalar(Scalar::Bool), span)
    }

    /// A float constant of any float type, in every component. The number has to be one that all of them have.
    pub(super) fn float_constant(&mut self, ty: ValueType, number: f32, span: Span) -> ValueId {
        let word = match ty.scalar() {
            Some(Scalar::F64) => f64::from(number).to_bits(),
            Some(Scalar::F32) | None => number.to_bits().into(),
            Some(scalar) => ferrocl_ir::eval::scalar::convert(
                Conversion::FloatToFloat { rounding: Rounding::NearestEven },
                Scalar::F32,
                scalar,
                number.to_bits().into(),
            ),
        };
        self.splat_constant(ty, word, span)
    }
}
