//! Integer functions and bit operations (sections "Integer Functions", "Extended Bit Operations").

use ferrocl_ir::{BinaryOp, CompareOp, Conversion, Scalar, UnaryOp, ValueId, ValueType};

use super::super::Lowerer;
use super::Call;
use crate::builtins::Operation;

impl Lowerer<'_> {
    pub(super) fn integer_operation(&mut self, call: &Call, operation: Operation) -> Option<ValueId> {
        let sign = |signed, unsigned| if call.signed { signed } else { unsigned };
        let binary = match operation {
            Operation::AddSat => Some(sign(BinaryOp::AddSatSigned, BinaryOp::AddSatUnsigned)),
            Operation::SubSat => Some(sign(BinaryOp::SubSatSigned, BinaryOp::SubSatUnsigned)),
            Operation::MultiplyHigh => Some(sign(BinaryOp::MulHighSigned, BinaryOp::MulHighUnsigned)),
            Operation::RotateLeft => Some(BinaryOp::RotateLeft),
            Operation::Multiply24 => Some(BinaryOp::Mul),
            Operation::Max => Some(sign(BinaryOp::MaxSigned, BinaryOp::MaxUnsigned)),
            Operation::Min => Some(sign(BinaryOp::MinSigned, BinaryOp::MinUnsigned)),
            _ => None,
        };
        if let Some(op) = binary {
            let (x, y) = (call.argument(0), self.wide(call, 1));
            return Some(self.binary(op, x, y, call));
        }
        let (min, max) = (
            sign(BinaryOp::MinSigned, BinaryOp::MinUnsigned),
            sign(BinaryOp::MaxSigned, BinaryOp::MaxUnsigned),
        );
        let shift_right = sign(BinaryOp::ShiftRightSigned, BinaryOp::ShiftRightUnsigned);
        let argument = |index| call.argument(index);
        Some(match operation {
            Operation::Abs if !call.signed => argument(0),
            Operation::Abs => self.unary(UnaryOp::Abs, argument(0), call),
            Operation::AbsDifference => {
                let greater = self.binary(max, argument(0), argument(1), call);
                let lesser = self.binary(min, argument(0), argument(1), call);
                self.binary(BinaryOp::Sub, greater, lesser, call)
            }
            // x + y is twice the common bits and once those that differ.
            Operation::HalvingAdd => {
                let common = self.binary(BinaryOp::And, argument(0), argument(1), call);
                let differing = self.binary(BinaryOp::Xor, argument(0), argument(1), call);
                let one = self.integer_constant(call.ty, 1, call);
                let half = self.binary(shift_right, differing, one, call);
                self.binary(BinaryOp::Add, common, half, call)
            }
            // Or twice all bits less those that differ.
            Operation::RoundingHalvingAdd => {
                let all = self.binary(BinaryOp::Or, argument(0), argument(1), call);
                let differing = self.binary(BinaryOp::Xor, argument(0), argument(1), call);
                let one = self.integer_constant(call.ty, 1, call);
                let half = self.binary(shift_right, differing, one, call);
                self.binary(BinaryOp::Sub, all, half, call)
            }
            Operation::Clamp => {
                let (low, high) = (self.wide(call, 1), self.wide(call, 2));
                let x = self.binary(max, argument(0), low, call);
                self.binary(min, x, high, call)
            }
            Operation::CountLeadingZeros => self.unary(UnaryOp::CountLeadingZeros, argument(0), call),
            Operation::CountTrailingZeros => self.unary(UnaryOp::CountTrailingZeros, argument(0), call),
            Operation::PopulationCount => self.unary(UnaryOp::PopulationCount, argument(0), call),
            Operation::BitReverse => self.unary(UnaryOp::BitReverse, argument(0), call),
            Operation::MultiplyHighAdd => {
                let op = sign(BinaryOp::MulHighSigned, BinaryOp::MulHighUnsigned);
                let high = self.binary(op, argument(0), argument(1), call);
                self.binary(BinaryOp::Add, high, argument(2), call)
            }
            Operation::MultiplyAdd24 => {
                let product = self.binary(BinaryOp::Mul, argument(0), argument(1), call);
                self.binary(BinaryOp::Add, product, argument(2), call)
            }
            Operation::MultiplyAddSat if call.scalar == Scalar::I64 => {
                if call.signed { self.mad_sat_long(call) } else { self.mad_sat_ulong(call) }
            }
            Operation::MultiplyAddSat => self.mad_sat_narrow(call),
            Operation::Upsample => self.upsample(call),
            Operation::BitfieldInsert => self.bitfield_insert(call),
            Operation::BitfieldExtractSigned => self.bitfield_extract(call, BinaryOp::ShiftRightSigned),
            Operation::BitfieldExtractUnsigned => self.bitfield_extract(call, BinaryOp::ShiftRightUnsigned),
            _ => return None,
        })
    }
    /// `mad_sat` in an integer that holds every product and sum.
    fn mad_sat_narrow(&mut self, call: &Call) -> ValueId {
        let wide = match call.scalar {
            Scalar::I8 => Scalar::I32,
            _ => Scalar::I64,
        };
        let wide = call.ty.with_scalar(wide);
        let extend = if call.signed { Conversion::SignExtend } else { Conversion::ZeroExtend };
        let [a, b, c] = [0, 1, 2].map(|index| self.convert_value(extend, call.argument(index), wide, call));
        let product = self.binary(BinaryOp::Mul, a, b, call);
        let sum = self.binary(BinaryOp::Add, product, c, call);
        // Unsigned sums have at most twice the bits of the operands, and so fit the wide type as signed numbers too, but for
        // 32 bits: there they fit it as unsigned ones, as (2^32 - 1)² + 2^32 - 1 < 2^64.
        let clamp = Conversion::SaturateInteger { from_signed: call.signed, to_signed: call.signed };
        self.convert_value(clamp, sum, call.ty, call)
    }
    /// `mad_sat` on `ulong`: whatever reaches the upper half saturates.
    fn mad_sat_ulong(&mut self, call: &Call) -> ValueId {
        let (a, b, c) = (call.argument(0), call.argument(1), call.argument(2));
        let high = self.binary(BinaryOp::MulHighUnsigned, a, b, call);
        let low = self.binary(BinaryOp::Mul, a, b, call);
        let sum = self.binary(BinaryOp::AddSatUnsigned, low, c, call);
        let zero = self.integer_constant(call.ty, 0, call);
        let fits = self.compare(CompareOp::Equal, high, zero, call);
        let most = self.integer_constant(call.ty, -1, call);
        self.select_value(fits, sum, most, call)
    }
    /// `mad_sat` on `long`: the sum in 128 bits fits where the upper half is the sign of the lower one.
    fn mad_sat_long(&mut self, call: &Call) -> ValueId {
        let (a, b, c) = (call.argument(0), call.argument(1), call.argument(2));
        let high = self.binary(BinaryOp::MulHighSigned, a, b, call);
        let low = self.binary(BinaryOp::Mul, a, b, call);
        let sum = self.binary(BinaryOp::Add, low, c, call);
        let carries = self.compare(CompareOp::LessUnsigned, sum, low, call);
        let carry = self.convert_value(Conversion::ZeroExtend, carries, call.ty, call);
        let shift = self.integer_constant(call.ty, 63, call);
        let c_sign = self.binary(BinaryOp::ShiftRightSigned, c, shift, call);
        let high = self.binary(BinaryOp::Add, high, c_sign, call);
        let high = self.binary(BinaryOp::Add, high, carry, call);
        let sum_sign = self.binary(BinaryOp::ShiftRightSigned, sum, shift, call);
        let fits = self.compare(CompareOp::Equal, high, sum_sign, call);
        let high_sign = self.binary(BinaryOp::ShiftRightSigned, high, shift, call);
        let most = self.integer_constant(call.ty, i64::MAX, call);
        // 0 ^ MAX is MAX, -1 ^ MAX is MIN.
        let limit = self.binary(BinaryOp::Xor, high_sign, most, call);
        self.select_value(fits, sum, limit, call)
    }
    fn upsample(&mut self, call: &Call) -> ValueId {
        let high = self.convert_value(Conversion::ZeroExtend, call.argument(0), call.result, call);
        let low = self.convert_value(Conversion::ZeroExtend, call.argument(1), call.result, call);
        let shift = self.integer_constant(call.result, call.scalar.bits().into(), call);
        let high = self.binary(BinaryOp::ShiftLeft, high, shift, call);
        self.binary(BinaryOp::Or, high, low, call)
    }
    /// A `uint` argument as gentype.
    fn bit_count(&mut self, call: &Call, index: usize) -> ValueId {
        let scalar = ValueType::Scalar(call.scalar);
        let conversion =
            if call.scalar == Scalar::I64 { Conversion::ZeroExtend } else { Conversion::Truncate };
        let value = self.convert_value(conversion, call.argument(index), scalar, call);
        self.widen(value, call.ty.components(), call)
    }
    fn bitfield_insert(&mut self, call: &Call) -> ValueId {
        let (base, insert) = (call.argument(0), call.argument(1));
        let (offset, count) = (self.bit_count(call, 2), self.bit_count(call, 3));
        let zero = self.integer_constant(call.ty, 0, call);
        let bits = self.integer_constant(call.ty, call.scalar.bits().into(), call);
        let ones = self.integer_constant(call.ty, -1, call);
        let unused = self.binary(BinaryOp::Sub, bits, count, call);
        let field = self.binary(BinaryOp::ShiftRightUnsigned, ones, unused, call);
        let is_empty = self.compare(CompareOp::Equal, count, zero, call);
        let field = self.select_value(is_empty, zero, field, call);
        let mask = self.binary(BinaryOp::ShiftLeft, field, offset, call);
        let inserted = self.binary(BinaryOp::ShiftLeft, insert, offset, call);
        // The bits where the mask is set come from one, the others from the other.
        let differing = self.binary(BinaryOp::Xor, base, inserted, call);
        let changed = self.binary(BinaryOp::And, differing, mask, call);
        self.binary(BinaryOp::Xor, base, changed, call)
    }
    fn bitfield_extract(&mut self, call: &Call, shift_right: BinaryOp) -> ValueId {
        let base = call.argument(0);
        let (offset, count) = (self.bit_count(call, 1), self.bit_count(call, 2));
        let bits = self.integer_constant(call.ty, call.scalar.bits().into(), call);
        let right = self.binary(BinaryOp::Sub, bits, count, call);
        let left = self.binary(BinaryOp::Sub, right, offset, call);
        let field = self.binary(BinaryOp::ShiftLeft, base, left, call);
        let field = self.binary(shift_right, field, right, call);
        let zero = self.integer_constant(call.ty, 0, call);
        let is_empty = self.compare(CompareOp::Equal, count, zero, call);
        self.select_value(is_empty, zero, field, call)
    }
}
