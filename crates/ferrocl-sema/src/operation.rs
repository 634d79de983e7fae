//! Which IR operation an operator or conversion of the typed tree is on operands of a type.
//!
//! The typed tree has C's operators on signed and unsigned types; the IR has types without sign and operators that
//! have one. This is the one place that translates; constant expressions and lowering both ask here.

use ferrocl_ir::{self as ir, CompareOp, Conversion, Rounding, Scalar, ValueType};
use smallvec::{SmallVec, smallvec};

use crate::hir::BinaryOp;
use crate::types::{AddressSpace, ScalarName, Type, TypeId, TypeTable};

/// A component of a value: its IR type and whether its integers are signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// The IR type; `Bool` for `bool`, `I64` for pointers.
    pub scalar: Scalar,
    /// Whether an integer is signed. (`false` for what is no integer.)
    pub signed: bool,
}

impl Element {
    /// `bool`.
    pub const BOOL: Element = Element { scalar: Scalar::Bool, signed: false };
    /// A pointer, whose operators are those of an unsigned integer.
    pub const POINTER: Element = Element { scalar: Scalar::I64, signed: false };

    /// The element of a scalar or vector type of this name.
    pub fn of_name(name: ScalarName) -> Element {
        let (scalar, signed) = match name {
            ScalarName::Char => (Scalar::I8, true),
            ScalarName::Uchar => (Scalar::I8, false),
            ScalarName::Short => (Scalar::I16, true),
            ScalarName::Ushort => (Scalar::I16, false),
            ScalarName::Int => (Scalar::I32, true),
            ScalarName::Uint => (Scalar::I32, false),
            ScalarName::Long => (Scalar::I64, true),
            ScalarName::Ulong => (Scalar::I64, false),
            ScalarName::Half => (Scalar::F16, false),
            ScalarName::Float => (Scalar::F32, false),
            ScalarName::Double => (Scalar::F64, false),
        };
        Element { scalar, signed }
    }
    /// The element of a type of values; `None` for `void`, structs, arrays and the like.
    pub fn of(types: &TypeTable, ty: TypeId) -> Option<Element> {
        Some(match *types.get(ty) {
            Type::Bool => Element::BOOL,
            Type::Scalar(name) | Type::Vector(name, _) | Type::Atomic(name) => Element::of_name(name),
            Type::Enum(id) => Element::of_name(types.enums[id].underlying),
            Type::Pointer(_) => Element::POINTER,
            Type::Sampler => Element::of_name(ScalarName::Uint),
            _ => return None,
        })
    }
}

/// The IR type of values of a type; `None` for what is not a value in the IR: structs, unions, arrays, opaque types. (An image is the
/// address of its descriptor.)
pub fn value_type(types: &TypeTable, ty: TypeId) -> Option<ValueType> {
    Some(match types.get(ty) {
        Type::Void => ValueType::Void,
        Type::Vector(name, n) => ValueType::Vector(Element::of_name(*name).scalar, *n),
        Type::Pointer(pointee) | Type::Reference(pointee) => ValueType::Pointer(pointee.space),
        Type::Event => ValueType::Scalar(Scalar::I64),
        Type::Image(..) => ValueType::Pointer(AddressSpace::Constant),
        _ => ValueType::Scalar(Element::of(types, ty)?.scalar),
    })
}

/// The number of components of values of a type; 1 for what is no vector.
pub fn components(types: &TypeTable, ty: TypeId) -> u8 {
    match types.get(ty) {
        Type::Vector(_, n) => *n,
        _ => 1,
    }
}

/// The address space into which a pointer of this type points.
pub fn pointee_space(types: &TypeTable, ty: TypeId) -> Option<AddressSpace> {
    match types.get(ty) {
        Type::Pointer(pointee) => Some(pointee.space),
        _ => None,
    }
}

/// What a binary operator does with operands of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOperation {
    /// An operator that gives the operands' type.
    Arithmetic(ir::BinaryOp),
    /// A comparison, which gives truth values.
    Compare {
        /// The operator.
        op: CompareOp,
        /// Whether the operands change places.
        swapped: bool,
    },
    /// An operator on the truth values of the operands (compared with zero), which gives truth values.
    Logical(ir::BinaryOp),
}

/// The operation of a binary operator on operands with this element.
///
/// # Panics
/// For what analysis rejects: `%`, shifts and bit operators on floats, `^^`.
pub fn binary(op: BinaryOp, element: Element) -> BinaryOperation {
    use BinaryOperation::{Arithmetic, Logical};
    let float = element.scalar.is_float();
    let pick = |for_float, for_signed, for_unsigned| match (float, element.signed) {
        (true, _) => Arithmetic(for_float),
        (false, true) => Arithmetic(for_signed),
        (false, false) => Arithmetic(for_unsigned),
    };
    let compare = |for_float, for_signed, for_unsigned, swapped| {
        let op = match (float, element.signed) {
            (true, _) => for_float,
            (false, true) => for_signed,
            (false, false) => for_unsigned,
        };
        BinaryOperation::Compare { op, swapped }
    };
    use ir::BinaryOp as Op;
    match op {
        BinaryOp::Add => pick(Op::FloatAdd, Op::Add, Op::Add),
        BinaryOp::Sub => pick(Op::FloatSub, Op::Sub, Op::Sub),
        BinaryOp::Mul => pick(Op::FloatMul, Op::Mul, Op::Mul),
        BinaryOp::Div => pick(Op::FloatDiv, Op::DivSigned, Op::DivUnsigned),
        BinaryOp::Less => {
            compare(CompareOp::FloatLess, CompareOp::LessSigned, CompareOp::LessUnsigned, false)
        }
        BinaryOp::Greater => {
            compare(CompareOp::FloatLess, CompareOp::LessSigned, CompareOp::LessUnsigned, true)
        }
        BinaryOp::LessEqual => compare(
            CompareOp::FloatLessEqual,
            CompareOp::LessEqualSigned,
            CompareOp::LessEqualUnsigned,
            false,
        ),
        BinaryOp::GreaterEqual => {
            compare(CompareOp::FloatLessEqual, CompareOp::LessEqualSigned, CompareOp::LessEqualUnsigned, true)
        }
        BinaryOp::Equal => compare(CompareOp::FloatEqual, CompareOp::Equal, CompareOp::Equal, false),
        BinaryOp::NotEqual => {
            compare(CompareOp::FloatNotEqual, CompareOp::NotEqual, CompareOp::NotEqual, false)
        }
        BinaryOp::LogicalAnd => Logical(Op::And),
        BinaryOp::LogicalOr => Logical(Op::Or),
        _ => {
            assert!(!float, "`{}` on floats passed analysis", op.text());
            match op {
                BinaryOp::Rem => pick(Op::RemSigned, Op::RemSigned, Op::RemUnsigned),
                BinaryOp::Shl => Arithmetic(Op::ShiftLeft),
                BinaryOp::Shr => pick(Op::ShiftRightSigned, Op::ShiftRightSigned, Op::ShiftRightUnsigned),
                BinaryOp::BitAnd => Arithmetic(Op::And),
                BinaryOp::BitOr => Arithmetic(Op::Or),
                BinaryOp::BitXor => Arithmetic(Op::Xor),
                _ => unreachable!("`^^` passed analysis"),
            }
        }
    }
}

/// The comparison that is true where an operand of this element is not zero (NaN is not zero).
pub fn compare_not_zero(element: Element) -> CompareOp {
    if element.scalar.is_float() { CompareOp::FloatNotEqual } else { CompareOp::NotEqual }
}

/// One step of a conversion: the IR's conversion and what it converts to.
pub type ConversionStep = (Conversion, Scalar);

/// How a value is converted by value to another element type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElementConversion {
    /// These steps in order; none where the bits stay.
    Steps(SmallVec<[ConversionStep; 2]>),
    /// To `bool`: compared with zero by [`compare_not_zero`].
    NotZero,
}

/// The conversion from one element type to another (sections "Implicit Conversions", "Explicit Conversions", "Rounding Modes",
/// "Out-of-Range Behavior and Saturated Conversions"). `rounding` is `None` for the default: to integers towards zero, to
/// floats to nearest even.
pub fn conversion(
    from: Element,
    to: Element,
    rounding: Option<Rounding>,
    saturate: bool,
) -> ElementConversion {
    let steps = match (from.scalar, to.scalar) {
        (from, to) if from == Scalar::Bool && to == Scalar::Bool => smallvec![],
        (_, Scalar::Bool) => return ElementConversion::NotZero,
        (Scalar::Bool, to_scalar) if to_scalar.is_float() => {
            let rounding = Rounding::NearestEven;
            smallvec![
                (Conversion::ZeroExtend, Scalar::I32),
                (Conversion::IntegerToFloat { signed: false, rounding }, to_scalar)
            ]
        }
        (Scalar::Bool, to_scalar) => smallvec![(Conversion::ZeroExtend, to_scalar)],
        (from_scalar, to_scalar) if from_scalar.is_float() && to_scalar.is_float() => {
            if from_scalar == to_scalar {
                smallvec![]
            } else {
                let rounding = rounding.unwrap_or(Rounding::NearestEven);
                smallvec![(Conversion::FloatToFloat { rounding }, to_scalar)]
            }
        }
        (from_scalar, to_scalar) if from_scalar.is_float() => {
            let rounding = rounding.unwrap_or(Rounding::TowardZero);
            smallvec![(Conversion::FloatToInteger { signed: to.signed, rounding, saturate }, to_scalar)]
        }
        (_, to_scalar) if to_scalar.is_float() => {
            let rounding = rounding.unwrap_or(Rounding::NearestEven);
            smallvec![(Conversion::IntegerToFloat { signed: from.signed, rounding }, to_scalar)]
        }
        (_, to_scalar) if saturate && from != to => {
            let conversion = Conversion::SaturateInteger { from_signed: from.signed, to_signed: to.signed };
            smallvec![(conversion, to_scalar)]
        }
        (from_scalar, to_scalar) if to_scalar.bits() < from_scalar.bits() => {
            smallvec![(Conversion::Truncate, to_scalar)]
        }
        (from_scalar, to_scalar) if to_scalar.bits() > from_scalar.bits() => {
            let extend = if from.signed { Conversion::SignExtend } else { Conversion::ZeroExtend };
            smallvec![(extend, to_scalar)]
        }
        _ => smallvec![],
    };
    ElementConversion::Steps(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(from: ScalarName, to: ScalarName) -> ElementConversion {
        conversion(Element::of_name(from), Element::of_name(to), None, false)
    }

    #[test]
    fn conversions_that_keep_the_bits() {
        for (from, to) in [(ScalarName::Int, ScalarName::Uint), (ScalarName::Float, ScalarName::Float)] {
            assert_eq!(steps(from, to), ElementConversion::Steps(smallvec![]));
        }
    }
    #[test]
    fn the_sign_of_the_operand_decides_the_extension() {
        let to_long = |from| steps(from, ScalarName::Long);
        let one = |conversion| ElementConversion::Steps(smallvec![(conversion, Scalar::I64)]);
        assert_eq!(to_long(ScalarName::Char), one(Conversion::SignExtend));
        assert_eq!(to_long(ScalarName::Uchar), one(Conversion::ZeroExtend));
    }
    #[test]
    fn greater_is_less_with_exchanged_operands() {
        let operation = binary(BinaryOp::Greater, Element::of_name(ScalarName::Uint));
        assert_eq!(operation, BinaryOperation::Compare { op: CompareOp::LessUnsigned, swapped: true });
    }
}
