//! Relational functions (section "Relational Functions"): truth values are 1 for scalars and −1 in vectors.

use ferrocl_ir::{BinaryOp, CompareOp, Conversion, Scalar, UnaryOp, ValueId, ValueType};

use super::super::Lowerer;
use super::Call;
use crate::builtins::Operation;

impl Lowerer<'_> {
    pub(super) fn relation_operation(&mut self, call: &Call, operation: Operation) -> Option<ValueId> {
        match operation {
            Operation::BitSelect => return Some(self.bit_select(call)),
            Operation::Select => {
                let condition = self.is_chosen(call.argument(2), call);
                return Some(self.select_value(condition, call.argument(1), call.argument(0), call));
            }
            Operation::Any | Operation::All => {
                let mut truth = self.is_negative(call.argument(0), call);
                if call.ty.components() > 1 {
                    let op =
                        if operation == Operation::Any { UnaryOp::AnyTrue } else { UnaryOp::AllTrue };
                    truth = self.emit(
                        ferrocl_ir::Op::Unary(op, truth),
                        ValueType::Scalar(Scalar::Bool),
                        call.span,
                    );
                }
                return Some(self.convert_value(Conversion::ZeroExtend, truth, call.result, call));
            }
            _ => {}
        }
        let truth = self.relation(call, operation)?;
        let conversion =
            if call.ty.components() == 1 { Conversion::ZeroExtend } else { Conversion::SignExtend };
        Some(self.convert_value(conversion, truth, call.result, call))
    }
    /// A relation of floats as truth values.
    fn relation(&mut self, call: &Call, operation: Operation) -> Option<ValueId> {
        let x = call.argument(0);
        let y = call.arguments.get(1).copied().unwrap_or(x);
        Some(match operation {
            Operation::IsEqual => self.compare(CompareOp::FloatEqual, x, y, call),
            Operation::IsNotEqual => self.compare(CompareOp::FloatNotEqual, x, y, call),
            Operation::IsLess => self.compare(CompareOp::FloatLess, x, y, call),
            Operation::IsLessEqual => self.compare(CompareOp::FloatLessEqual, x, y, call),
            Operation::IsGreater => self.compare(CompareOp::FloatLess, y, x, call),
            Operation::IsGreaterEqual => self.compare(CompareOp::FloatLessEqual, y, x, call),
            Operation::IsLessGreater => {
                let less = self.compare(CompareOp::FloatLess, x, y, call);
                let greater = self.compare(CompareOp::FloatLess, y, x, call);
                self.binary(BinaryOp::Or, less, greater, call)
            }
            Operation::IsOrdered => self.compare(CompareOp::FloatOrdered, x, y, call),
            Operation::IsUnordered | Operation::IsNan => {
                self.compare(CompareOp::FloatUnordered, x, y, call)
            }
            Operation::IsFinite | Operation::IsInf | Operation::IsNormal => {
                let absolute = self.unary(UnaryOp::FloatAbs, x, call);
                let infinity = self.float_constant(call.ty, f64::INFINITY, call);
                if operation == Operation::IsInf {
                    return Some(self.compare(CompareOp::FloatEqual, absolute, infinity, call));
                }
                let finite = self.compare(CompareOp::FloatLess, absolute, infinity, call);
                if operation == Operation::IsFinite {
                    return Some(finite);
                }
                let least = match call.scalar {
                    Scalar::F16 => 0x0400,
                    Scalar::F32 => 0x0080_0000,
                    _ => 0x0010_0000_0000_0000,
                };
                let least = self.splat_constant(call.ty, least, call.span);
                let large = self.compare(CompareOp::FloatLessEqual, least, absolute, call);
                self.binary(BinaryOp::And, finite, large, call)
            }
            Operation::SignBit => {
                let bits = self.bits_of(x, call);
                self.is_negative(bits, call)
            }
            _ => return None,
        })
    }
    /// A float as the integer with its bits; an integer as it is.
    fn bits_of(&mut self, value: ValueId, call: &Call) -> ValueId {
        let ty = self.value_type(value);
        match ty.scalar() {
            Some(scalar) if scalar.is_float() => {
                self.bitcast(value, ty.with_scalar(Scalar::integer(scalar.bits())), call)
            }
            _ => value,
        }
    }
    /// Whether the most significant bit of an integer is set.
    fn is_negative(&mut self, value: ValueId, call: &Call) -> ValueId {
        let zero = self.integer_constant(self.value_type(value), 0, call);
        self.compare(CompareOp::LessSigned, value, zero, call)
    }
    /// What `select` takes as true: the most significant bit in vectors, anything but 0 in a scalar.
    fn is_chosen(&mut self, value: ValueId, call: &Call) -> ValueId {
        if call.ty.components() > 1 {
            return self.is_negative(value, call);
        }
        let zero = self.integer_constant(self.value_type(value), 0, call);
        self.compare(CompareOp::NotEqual, value, zero, call)
    }
    fn bit_select(&mut self, call: &Call) -> ValueId {
        let [a, b, c] = [0, 1, 2].map(|index| self.bits_of(call.argument(index), call));
        let differing = self.binary(BinaryOp::Xor, a, b, call);
        let changed = self.binary(BinaryOp::And, differing, c, call);
        let bits = self.binary(BinaryOp::Xor, a, changed, call);
        self.bitcast(bits, call.ty, call)
    }
}
