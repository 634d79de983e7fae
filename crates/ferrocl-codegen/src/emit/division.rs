//! Integer division, which x86 has for scalars only. It never traps: a division by zero, or one whose quotient
//! overflows, is done as if the divisor were 1.
//!
//! Vectors of up to 32 bits divide as floats that hold the operands exactly. The quotient of two integers differs from the
//! next integer above by at least 1 / divisor, which is more than the rounding error of a float with twice the bits plus
//! some (24 for 8 bits, 24 for 16 bits with quotients below 2^16, 53 for 32 bits), so truncating it gives the exact
//! quotient.

use ferrocl_ir::{BinaryOp, Scalar};

use super::Emitter;
use crate::llvm::Value;
use crate::llvm::builder::IntPredicate;

impl Emitter<'_> {
    /// A quotient or remainder.
    pub fn divide(&mut self, op: BinaryOp, scalar: Scalar, a: Value, b: Value) -> Value {
        let signed = matches!(op, BinaryOp::DivSigned | BinaryOp::RemSigned);
        let remainder = matches!(op, BinaryOp::RemSigned | BinaryOp::RemUnsigned);
        let divisor = self.safe_divisor(scalar, a, b, signed);
        // Constants divide by multiplication; 64 bits have no float to divide in.
        let by_float = a.ty().is_vector() && scalar.bits() <= 32 && !b.is_constant();
        if !by_float {
            return match (signed, remainder) {
                (true, false) => self.b.sdiv(a, divisor),
                (true, true) => self.b.srem(a, divisor),
                (false, false) => self.b.udiv(a, divisor),
                (false, true) => self.b.urem(a, divisor),
            };
        }
        let float = if scalar == Scalar::I32 { self.types.f64 } else { self.types.f32 }.in_shape_of(a.ty());
        let [x, y] =
            [a, divisor].map(|v| if signed { self.b.sitofp(v, float) } else { self.b.uitofp(v, float) });
        let quotient = self.b.fdiv(x, y);
        let quotient = if signed { self.b.fptosi(quotient, a.ty()) } else { self.b.fptoui(quotient, a.ty()) };
        if !remainder {
            return quotient;
        }
        let product = self.b.mul(quotient, divisor);
        self.b.sub(a, product)
    }

    /// The divisor, 1 where it would trap.
    fn safe_divisor(&mut self, scalar: Scalar, a: Value, b: Value, signed: bool) -> Value {
        let ty = b.ty();
        let zero = self.b.icmp(IntPredicate::LLVMIntEQ, b, ty.zero());
        let mut bad = zero;
        if signed {
            let lowest = self.b.icmp(IntPredicate::LLVMIntEQ, a, ty.constant(1 << (scalar.bits() - 1)));
            let minus_one = self.b.icmp(IntPredicate::LLVMIntEQ, b, ty.constant(u64::MAX));
            let overflow = self.b.and(lowest, minus_one);
            bad = self.b.or(zero, overflow);
        }
        self.b.select(bad, ty.constant(1), b)
    }
}
