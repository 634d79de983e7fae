//! Integer functions and bit operations (sections "Integer Functions", "Extended Bit Operations").

use ferrocl_ir::{BinaryOp, CompareOp, Conversion, Scalar, UnaryOp, ValueId, ValueType};

use super::Call;
use crate::builtins::Operation;

impl Call<'_, '_> {
    pub(super) fn integer_operation(&mut self, operation: Operation) -> Option<ValueId> {
        let sign = |signed, unsigned| if self.signed { signed } else { unsigned };
        let binary = match operation {
            Operation::AddSat => Some(sign(BinaryOp::AddSatSigned, BinaryOp::AddSatUnsigned)),
            Operation::SubSat => Some(sign(BinaryOp::SubSatSigned, BinaryOp::SubSatUnsigned)),
            Operation::MultiplyHigh => Some(sign(BinaryOp::MulHighSigned, BinaryOp::MulHighUnsigned)),
            Operation::RotateLeft => Some(BinaryOp::RotateLeft),
            Operation::Multiply24 => Some(BinaryOp::Mul),
            Operation::Max => Some(sign(BinaryOp::MaxSigned, BinaryOp::MaxUnsigned)),
            Operation::Min => Some(sign(BinaryOp::MinSigned, BinaryOp::MinUnsigned)),
            Operation::DotBytesMixed => Some(BinaryOp::DotBytesMixed),
            Operation::DotBytesSigned => Some(BinaryOp::DotBytesSigned),
            Operation::DotBytesUnsigned => Some(BinaryOp::DotBytesUnsigned),
            _ => None,
        };
        if let Some(op) = binary {
            let (x, y) = (self.argument(0), self.wide(1));
            return Some(self.binary(op, x, y));
        }
        let (min, max) = (
            sign(BinaryOp::MinSigned, BinaryOp::MinUnsigned),
            sign(BinaryOp::MaxSigned, BinaryOp::MaxUnsigned),
        );
        let shift_right = sign(BinaryOp::ShiftRightSigned, BinaryOp::ShiftRightUnsigned);
        let arguments = self.arguments.clone();
        let argument = |index: usize| arguments[index];
        Some(match operation {
            Operation::Abs if !self.signed => argument(0),
            Operation::Abs => self.unary(UnaryOp::Abs, argument(0)),
            Operation::AbsDifference => {
                let greater = self.binary(max, argument(0), argument(1));
                let lesser = self.binary(min, argument(0), argument(1));
                self.binary(BinaryOp::Sub, greater, lesser)
            }
            // x + y is twice the common bits and once those that differ.
            Operation::HalvingAdd => {
                let common = self.binary(BinaryOp::And, argument(0), argument(1));
                let differing = self.binary(BinaryOp::Xor, argument(0), argument(1));
                let one = self.integer_constant(self.ty, 1);
                let half = self.binary(shift_right, differing, one);
                self.binary(BinaryOp::Add, common, half)
            }
            // Or twice all bits less those that differ.
            Operation::RoundingHalvingAdd => {
                let all = self.binary(BinaryOp::Or, argument(0), argument(1));
                let differing = self.binary(BinaryOp::Xor, argument(0), argument(1));
                let one = self.integer_constant(self.ty, 1);
                let half = self.binary(shift_right, differing, one);
                self.binary(BinaryOp::Sub, all, half)
            }
            Operation::Clamp => {
                let (low, high) = (self.wide(1), self.wide(2));
                let x = self.binary(max, argument(0), low);
                self.binary(min, x, high)
            }
            Operation::CountLeadingZeros => self.unary(UnaryOp::CountLeadingZeros, argument(0)),
            Operation::CountTrailingZeros => self.unary(UnaryOp::CountTrailingZeros, argument(0)),
            Operation::PopulationCount => self.unary(UnaryOp::PopulationCount, argument(0)),
            Operation::BitReverse => self.unary(UnaryOp::BitReverse, argument(0)),
            Operation::MultiplyHighAdd => {
                let op = sign(BinaryOp::MulHighSigned, BinaryOp::MulHighUnsigned);
                let high = self.binary(op, argument(0), argument(1));
                self.binary(BinaryOp::Add, high, argument(2))
            }
            Operation::MultiplyAdd24 => {
                let product = self.binary(BinaryOp::Mul, argument(0), argument(1));
                self.binary(BinaryOp::Add, product, argument(2))
            }
            Operation::MultiplyAddSat if self.scalar == Scalar::I64 => {
                if self.signed {
                    self.mad_sat_long()
                } else {
                    self.mad_sat_ulong()
                }
            }
            Operation::MultiplyAddSat => self.mad_sat_narrow(),
            Operation::Upsample => self.upsample(),
            Operation::ByteDistance => self.add_distance(BinaryOp::ByteDistance),
            Operation::MaskedByteDistance => self.add_distance(BinaryOp::MaskedByteDistance),
            Operation::BitfieldInsert => self.bitfield_insert(),
            Operation::BitfieldExtractSigned => self.bitfield_extract(BinaryOp::ShiftRightSigned),
            Operation::BitfieldExtractUnsigned => self.bitfield_extract(BinaryOp::ShiftRightUnsigned),
            _ => return None,
        })
    }
    /// `mad_sat` in an integer that holds every product and sum.
    fn mad_sat_narrow(&mut self) -> ValueId {
        let wide = match self.scalar {
            Scalar::I8 => Scalar::I32,
            _ => Scalar::I64,
        };
        let wide = self.ty.with_scalar(wide);
        let extend = if self.signed { Conversion::SignExtend } else { Conversion::ZeroExtend };
        let [a, b, c] = [0, 1, 2].map(|index| self.convert_value(extend, self.argument(index), wide));
        let product = self.binary(BinaryOp::Mul, a, b);
        let sum = self.binary(BinaryOp::Add, product, c);
        // Unsigned sums have at most twice the bits of the operands, and so fit the wide type as signed numbers too, but for
        // 32 bits: there they fit it as unsigned ones, as (2^32 - 1)² + 2^32 - 1 < 2^64.
        let clamp = Conversion::SaturateInteger { from_signed: self.signed, to_signed: self.signed };
        self.convert_value(clamp, sum, self.ty)
    }
    /// `mad_sat` on `ulong`: whatever reaches the upper half saturates.
    fn mad_sat_ulong(&mut self) -> ValueId {
        let (a, b, c) = (self.argument(0), self.argument(1), self.argument(2));
        let high = self.binary(BinaryOp::MulHighUnsigned, a, b);
        let low = self.binary(BinaryOp::Mul, a, b);
        let sum = self.binary(BinaryOp::AddSatUnsigned, low, c);
        let zero = self.integer_constant(self.ty, 0);
        let fits = self.compare(CompareOp::Equal, high, zero);
        let most = self.integer_constant(self.ty, -1);
        self.select_value(fits, sum, most)
    }
    /// `mad_sat` on `long`: the sum in 128 bits fits where the upper half is the sign of the lower one.
    fn mad_sat_long(&mut self) -> ValueId {
        let (a, b, c) = (self.argument(0), self.argument(1), self.argument(2));
        let high = self.binary(BinaryOp::MulHighSigned, a, b);
        let low = self.binary(BinaryOp::Mul, a, b);
        let sum = self.binary(BinaryOp::Add, low, c);
        let carries = self.compare(CompareOp::LessUnsigned, sum, low);
        let carry = self.convert_value(Conversion::ZeroExtend, carries, self.ty);
        let shift = self.integer_constant(self.ty, 63);
        let c_sign = self.binary(BinaryOp::ShiftRightSigned, c, shift);
        let high = self.binary(BinaryOp::Add, high, c_sign);
        let high = self.binary(BinaryOp::Add, high, carry);
        let sum_sign = self.binary(BinaryOp::ShiftRightSigned, sum, shift);
        let fits = self.compare(CompareOp::Equal, high, sum_sign);
        let high_sign = self.binary(BinaryOp::ShiftRightSigned, high, shift);
        let most = self.integer_constant(self.ty, i64::MAX);
        // 0 ^ MAX is MAX, -1 ^ MAX is MIN.
        let limit = self.binary(BinaryOp::Xor, high_sign, most);
        self.select_value(fits, sum, limit)
    }
    fn upsample(&mut self) -> ValueId {
        let high = self.convert_value(Conversion::ZeroExtend, self.argument(0), self.result);
        let low = self.convert_value(Conversion::ZeroExtend, self.argument(1), self.result);
        let shift = self.integer_constant(self.result, self.scalar.bits().into());
        let high = self.binary(BinaryOp::ShiftLeft, high, shift);
        self.binary(BinaryOp::Or, high, low)
    }
    fn add_distance(&mut self, op: BinaryOp) -> ValueId {
        let distance = self.binary(op, self.argument(0), self.argument(1));
        self.binary(BinaryOp::Add, distance, self.argument(2))
    }
    /// A `uint` argument as gentype.
    fn bit_count(&mut self, index: usize) -> ValueId {
        let scalar = ValueType::Scalar(self.scalar);
        let conversion =
            if self.scalar == Scalar::I64 { Conversion::ZeroExtend } else { Conversion::Truncate };
        let value = self.convert_value(conversion, self.argument(index), scalar);
        self.widen(value, self.ty.components())
    }
    fn bitfield_insert(&mut self) -> ValueId {
        let (base, insert) = (self.argument(0), self.argument(1));
        let (offset, count) = (self.bit_count(2), self.bit_count(3));
        let zero = self.integer_constant(self.ty, 0);
        let bits = self.integer_constant(self.ty, self.scalar.bits().into());
        let ones = self.integer_constant(self.ty, -1);
        let unused = self.binary(BinaryOp::Sub, bits, count);
        let field = self.binary(BinaryOp::ShiftRightUnsigned, ones, unused);
        let is_empty = self.compare(CompareOp::Equal, count, zero);
        let field = self.select_value(is_empty, zero, field);
        let mask = self.binary(BinaryOp::ShiftLeft, field, offset);
        let inserted = self.binary(BinaryOp::ShiftLeft, insert, offset);
        // The bits where the mask is set come from one, the others from the other.
        let differing = self.binary(BinaryOp::Xor, base, inserted);
        let changed = self.binary(BinaryOp::And, differing, mask);
        self.binary(BinaryOp::Xor, base, changed)
    }
    fn bitfield_extract(&mut self, shift_right: BinaryOp) -> ValueId {
        let base = self.argument(0);
        let (offset, count) = (self.bit_count(1), self.bit_count(2));
        let bits = self.integer_constant(self.ty, self.scalar.bits().into());
        let right = self.binary(BinaryOp::Sub, bits, count);
        let left = self.binary(BinaryOp::Sub, right, offset);
        let field = self.binary(BinaryOp::ShiftLeft, base, left);
        let field = self.binary(shift_right, field, right);
        let zero = self.integer_constant(self.ty, 0);
        let is_empty = self.compare(CompareOp::Equal, count, zero);
        self.select_value(is_empty, zero, field)
    }
}
