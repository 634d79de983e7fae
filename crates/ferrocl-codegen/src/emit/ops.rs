//! The operators, on scalars and vectors alike: operands come in the form of their shape and the result has it too. The
//! measure of each is `ferrocl_ir::eval`.

use ferrocl_ir::{BinaryOp, CompareOp, MathFlags, Scalar, UnaryOp};

use super::Emitter;
use crate::llvm::Value;
use crate::llvm::builder::{IntPredicate, RealPredicate};

impl Emitter<'_> {
    /// Calls an intrinsic that is overloaded on the type of its first operand.
    pub fn intrinsic(&mut self, name: &str, operands: &[Value]) -> Value {
        self.b.intrinsic(self.module, name, &[operands[0].ty()], operands)
    }
    fn bit(&self) -> Value {
        self.types.bit.zero()
    }

    /// `op a`, without `AnyTrue` and `AllTrue`.
    pub fn unary_op(&mut self, op: UnaryOp, scalar: Scalar, a: Value) -> Value {
        if scalar.is_float() {
            return self.float_unary(op, scalar, a);
        }
        let no_poison = self.bit();
        match op {
            UnaryOp::Negate => self.b.neg(a),
            UnaryOp::Not => self.b.not(a),
            UnaryOp::Abs => self.intrinsic("llvm.abs", &[a, no_poison]),
            UnaryOp::CountLeadingZeros => self.intrinsic("llvm.ctlz", &[a, no_poison]),
            UnaryOp::CountTrailingZeros => self.intrinsic("llvm.cttz", &[a, no_poison]),
            UnaryOp::PopulationCount => self.intrinsic("llvm.ctpop", &[a]),
            UnaryOp::BitReverse => self.intrinsic("llvm.bitreverse", &[a]),
            _ => a,
        }
    }

    /// `a op b`.
    pub fn binary_op(&mut self, op: BinaryOp, scalar: Scalar, a: Value, b: Value, flags: MathFlags) -> Value {
        if scalar.is_float() {
            return self.float_binary(op, scalar, a, b, flags);
        }
        match op {
            BinaryOp::Add => self.b.add(a, b),
            BinaryOp::Sub => self.b.sub(a, b),
            BinaryOp::Mul => self.b.mul(a, b),
            BinaryOp::DivSigned | BinaryOp::DivUnsigned => self.divide(op, scalar, a, b),
            BinaryOp::RemSigned | BinaryOp::RemUnsigned => self.divide(op, scalar, a, b),
            BinaryOp::ShiftLeft => {
                let count = self.shift_count(scalar, b);
                self.b.shl(a, count)
            }
            BinaryOp::ShiftRightSigned => {
                let count = self.shift_count(scalar, b);
                self.b.ashr(a, count)
            }
            BinaryOp::ShiftRightUnsigned => {
                let count = self.shift_count(scalar, b);
                self.b.lshr(a, count)
            }
            BinaryOp::And => self.b.and(a, b),
            BinaryOp::Or => self.b.or(a, b),
            BinaryOp::Xor => self.b.xor(a, b),
            BinaryOp::MinSigned => self.intrinsic("llvm.smin", &[a, b]),
            BinaryOp::MinUnsigned => self.intrinsic("llvm.umin", &[a, b]),
            BinaryOp::MaxSigned => self.intrinsic("llvm.smax", &[a, b]),
            BinaryOp::MaxUnsigned => self.intrinsic("llvm.umax", &[a, b]),
            BinaryOp::AddSatSigned => self.intrinsic("llvm.sadd.sat", &[a, b]),
            BinaryOp::AddSatUnsigned => self.intrinsic("llvm.uadd.sat", &[a, b]),
            BinaryOp::SubSatSigned => self.intrinsic("llvm.ssub.sat", &[a, b]),
            BinaryOp::SubSatUnsigned => self.intrinsic("llvm.usub.sat", &[a, b]),
            BinaryOp::MulHighSigned => self.multiply_high(scalar, a, b, true),
            BinaryOp::MulHighUnsigned => self.multiply_high(scalar, a, b, false),
            // The funnel shift takes its count modulo the width.
            BinaryOp::RotateLeft => self.intrinsic("llvm.fshl", &[a, a, b]),
            BinaryOp::ByteDistance => self.byte_distance(a, b, false),
            BinaryOp::MaskedByteDistance => self.byte_distance(a, b, true),
            BinaryOp::DotBytesSigned | BinaryOp::DotBytesUnsigned | BinaryOp::DotBytesMixed => {
                self.dot_bytes(op, a, b)
            }
            // Float operators do not come with integers.
            _ => a,
        }
    }

    /// A count modulo the width.
    fn shift_count(&mut self, scalar: Scalar, count: Value) -> Value {
        self.b.and(count, count.ty().constant(u64::from(scalar.bits()) - 1))
    }

    /// The upper half of the product.
    fn multiply_high(&mut self, scalar: Scalar, a: Value, b: Value, signed: bool) -> Value {
        let bits = scalar.bits();
        if bits == 64 && a.ty().is_vector() {
            return self.multiply_high_64(a, b, signed);
        }
        let wide = self.cx.int(2 * bits).in_shape_of(a.ty());
        let [x, y] = [a, b].map(|v| if signed { self.b.sext(v, wide) } else { self.b.zext(v, wide) });
        let product = self.b.mul(x, y);
        let high = self.b.lshr(product, wide.constant(bits.into()));
        self.b.trunc(high, a.ty())
    }

    /// The same in 64-bit vectors, from 32-bit halves.
    fn multiply_high_64(&mut self, a: Value, b: Value, signed: bool) -> Value {
        let ty = a.ty();
        let low_mask = ty.constant(0xffff_ffff);
        let half = ty.constant(32);
        let [a_low, b_low] = [a, b].map(|v| self.b.and(v, low_mask));
        let [a_high, b_high] = [a, b].map(|v| self.b.lshr(v, half));
        let low = self.b.mul(a_low, b_low);
        let carry = self.b.lshr(low, half);
        let cross = self.b.mul(a_high, b_low);
        let middle = self.b.add(cross, carry);
        let middle_low = self.b.and(middle, low_mask);
        let middle_high = self.b.lshr(middle, half);
        let other = self.b.mul(a_low, b_high);
        let other = self.b.add(other, middle_low);
        let other_high = self.b.lshr(other, half);
        let high = self.b.mul(a_high, b_high);
        let high = self.b.add(high, middle_high);
        let mut high = self.b.add(high, other_high);
        if signed {
            // Each negative factor counts 2^64 too much as an unsigned one.
            let sign = ty.constant(63);
            for (x, y) in [(a, b), (b, a)] {
                let negative = self.b.ashr(x, sign);
                let excess = self.b.and(negative, y);
                high = self.b.sub(high, excess);
            }
        }
        high
    }

    /// Whether `a op b`.
    pub fn compare_op(&mut self, op: CompareOp, a: Value, b: Value) -> Value {
        let integer = match op {
            CompareOp::Equal => Some(IntPredicate::LLVMIntEQ),
            CompareOp::NotEqual => Some(IntPredicate::LLVMIntNE),
            CompareOp::LessSigned => Some(IntPredicate::LLVMIntSLT),
            CompareOp::LessEqualSigned => Some(IntPredicate::LLVMIntSLE),
            CompareOp::LessUnsigned => Some(IntPredicate::LLVMIntULT),
            CompareOp::LessEqualUnsigned => Some(IntPredicate::LLVMIntULE),
            _ => None,
        };
        if let Some(predicate) = integer {
            return self.b.icmp(predicate, a, b);
        }
        let predicate = match op {
            CompareOp::FloatEqual => RealPredicate::LLVMRealOEQ,
            CompareOp::FloatNotEqual => RealPredicate::LLVMRealUNE,
            CompareOp::FloatLess => RealPredicate::LLVMRealOLT,
            CompareOp::FloatLessEqual => RealPredicate::LLVMRealOLE,
            CompareOp::FloatOrdered => RealPredicate::LLVMRealORD,
            _ => RealPredicate::LLVMRealUNO,
        };
        let [a, b] = [a, b].map(|v| self.comparable(v));
        self.b.fcmp(predicate, a, b)
    }
}
