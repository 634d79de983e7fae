//! Relational functions (section "Relational Functions"): truth values are 1 for scalars and −1 in vectors.

use ferrocl_ir::{BinaryOp, CompareOp, Conversion, Scalar, UnaryOp, ValueId, ValueType};

use super::Call;
use crate::builtins::Operation;

impl Call<'_, '_> {
    pub(super) fn relation_operation(&mut self, operation: Operation) -> Option<ValueId> {
        match operation {
            Operation::BitSelect => return Some(self.bit_select()),
            Operation::Select => {
                let condition = self.is_chosen(self.argument(2));
                return Some(self.select_value(condition, self.argument(1), self.argument(0)));
            }
            Operation::Any | Operation::All => {
                let mut truth = self.is_negative(self.argument(0));
                if self.ty.components() > 1 {
                    let op = if operation == Operation::Any { UnaryOp::AnyTrue } else { UnaryOp::AllTrue };
                    truth = self.emit(ferrocl_ir::Op::Unary(op, truth), ValueType::Scalar(Scalar::Bool));
                }
                return Some(self.convert_value(Conversion::ZeroExtend, truth, self.result));
            }
            _ => {}
        }
        let truth = self.relation(operation)?;
        let conversion =
            if self.ty.components() == 1 { Conversion::ZeroExtend } else { Conversion::SignExtend };
        Some(self.convert_value(conversion, truth, self.result))
    }
    /// A relation of floats as truth values.
    fn relation(&mut self, operation: Operation) -> Option<ValueId> {
        let x = *self.arguments.first()?;
        let y = self.arguments.get(1).copied().unwrap_or(x);
        Some(match operation {
            Operation::IsEqual => self.compare(CompareOp::FloatEqual, x, y),
            Operation::IsNotEqual => self.compare(CompareOp::FloatNotEqual, x, y),
            Operation::IsLess => self.compare(CompareOp::FloatLess, x, y),
            Operation::IsLessEqual => self.compare(CompareOp::FloatLessEqual, x, y),
            Operation::IsGreater => self.compare(CompareOp::FloatLess, y, x),
            Operation::IsGreaterEqual => self.compare(CompareOp::FloatLessEqual, y, x),
            Operation::IsLessGreater => {
                let less = self.compare(CompareOp::FloatLess, x, y);
                let greater = self.compare(CompareOp::FloatLess, y, x);
                self.binary(BinaryOp::Or, less, greater)
            }
            Operation::IsOrdered => self.compare(CompareOp::FloatOrdered, x, y),
            Operation::IsUnordered | Operation::IsNan => self.compare(CompareOp::FloatUnordered, x, y),
            Operation::IsFinite | Operation::IsInf | Operation::IsNormal => {
                let absolute = self.unary(UnaryOp::FloatAbs, x);
                let infinity = self.float_constant(self.ty, f64::INFINITY);
                if operation == Operation::IsInf {
                    return Some(self.compare(CompareOp::FloatEqual, absolute, infinity));
                }
                let finite = self.compare(CompareOp::FloatLess, absolute, infinity);
                if operation == Operation::IsFinite {
                    return Some(finite);
                }
                let least = match self.scalar {
                    Scalar::F16 => 0x0400,
                    Scalar::F32 => 0x0080_0000,
                    _ => 0x0010_0000_0000_0000,
                };
                let least = self.splat_constant(self.ty, least);
                let large = self.compare(CompareOp::FloatLessEqual, least, absolute);
                self.binary(BinaryOp::And, finite, large)
            }
            Operation::SignBit => {
                let bits = self.bits_of(x);
                self.is_negative(bits)
            }
            _ => return None,
        })
    }
    /// A float as the integer with its bits; an integer as it is.
    fn bits_of(&mut self, value: ValueId) -> ValueId {
        let ty = self.value_type(value);
        match ty.scalar() {
            Some(scalar) if scalar.is_float() => {
                self.bitcast(value, ty.with_scalar(Scalar::integer(scalar.bits())))
            }
            _ => value,
        }
    }
    /// Whether the most significant bit of an integer is set.
    fn is_negative(&mut self, value: ValueId) -> ValueId {
        let zero = self.integer_constant(self.value_type(value), 0);
        self.compare(CompareOp::LessSigned, value, zero)
    }
    /// What `select` takes as true: the most significant bit in vectors, anything but 0 in a scalar.
    fn is_chosen(&mut self, value: ValueId) -> ValueId {
        if self.ty.components() > 1 {
            return self.is_negative(value);
        }
        let zero = self.integer_constant(self.value_type(value), 0);
        self.compare(CompareOp::NotEqual, value, zero)
    }
    fn bit_select(&mut self) -> ValueId {
        let [a, b, c] = [0, 1, 2].map(|index| self.bits_of(self.argument(index)));
        let differing = self.binary(BinaryOp::Xor, a, b);
        let changed = self.binary(BinaryOp::And, differing, c);
        let bits = self.binary(BinaryOp::Xor, a, changed);
        self.bitcast(bits, self.ty)
    }
}
