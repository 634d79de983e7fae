//! Half: a value of that type is its 16 bits. (LLVM's own half is not used but within a conversion: on CPUs without instructions for it,
//! LLVM calls a function for each lane, even where only the sign is looked at.) Here are the conversions to and from float, by
//! instructions where the CPU has them and by the bits where it has none, and what is done with the sign.

use ferrocl_ir::UnaryOp;

use super::Emitter;
use crate::llvm::Value;
use crate::llvm::builder::IntPredicate;

/// The sign of a half.
const SIGN: u64 = 0x8000;
/// The exponent of a half: infinity, with nothing below.
const INFINITY: u64 = 0x7c00;
/// The highest bit of a half's fraction: it makes a NaN a quiet one.
const QUIET: u64 = 0x200;
/// How many more bits of fraction a float has.
const FRACTION: u64 = 13;
/// What the exponents of the same value differ by, in a float's place.
const BIAS: u64 = 112 << 23;

impl Emitter<'_> {
    /// A half as a float, exactly.
    pub fn half_to_float(&mut self, a: Value) -> Value {
        let float = self.types.f32.in_shape_of(a.ty());
        if self.target.has_f16_conversions() {
            let half = self.b.bitcast(a, self.types.f16.in_shape_of(a.ty()));
            let wide = self.b.fpext(half, float);
            if self.target.has_f16_arithmetic() {
                return wide;
            }
            // LLVM knows which operations on floats give what they give on halves (comparisons, rounding to integers), and would do
            // those on halves, whatever the CPU has: of vectors one by one, each with conversions of its own.
            return self.intrinsic("llvm.arithmetic.fence", &[wide]);
        }
        let ty = self.types.i32.in_shape_of(a.ty());
        let bits = self.b.zext(a, ty);
        let magnitude = self.b.and(bits, ty.constant(SIGN - 1));
        let shifted = self.b.shl(magnitude, ty.constant(FRACTION));
        // The exponent is put right by a product, which makes small values normal at the same time.
        let small = self.b.bitcast(shifted, float);
        let scaled = self.b.fmul(small, float.real(2f64.powi(112)));
        let finite = self.b.bitcast(scaled, ty);
        // Infinity and NaN, those made quiet.
        let special = self.b.or(shifted, ty.constant(0xff << 23));
        let quiet = self.b.or(special, ty.constant(QUIET << FRACTION));
        let is_nan = self.b.icmp(IntPredicate::LLVMIntSGT, magnitude, ty.constant(INFINITY));
        let special = self.b.select(is_nan, quiet, special);
        let is_finite = self.b.icmp(IntPredicate::LLVMIntSLT, magnitude, ty.constant(INFINITY));
        let result = self.b.select(is_finite, finite, special);
        let sign = self.b.and(bits, ty.constant(SIGN));
        let sign = self.b.shl(sign, ty.constant(16));
        let result = self.b.or(result, sign);
        self.b.bitcast(result, float)
    }

    /// A float as a half, rounded to nearest even.
    pub fn float_to_half(&mut self, a: Value) -> Value {
        if self.target.has_f16_conversions() {
            let half = self.b.fptrunc(a, self.types.f16.in_shape_of(a.ty()));
            return self.b.bitcast(half, self.types.i16.in_shape_of(a.ty()));
        }
        let bits = self.float_bits(a);
        let ty = bits.ty();
        let magnitude = self.b.and(bits, ty.constant(0x7fff_ffff));
        // What is normal as a half: the exponent is moved, the fraction is rounded where it is cut; a carry gets to the
        // exponent, up to infinity.
        let last = self.b.lshr(magnitude, ty.constant(FRACTION));
        let last = self.b.and(last, ty.constant(1));
        let moved = self.b.sub(magnitude, ty.constant(BIAS - 0xfff));
        let rounded = self.b.add(moved, last);
        let normal = self.b.lshr(rounded, ty.constant(FRACTION));
        let infinity = ty.constant(INFINITY);
        let too_large = self.b.icmp(IntPredicate::LLVMIntSGT, normal, infinity);
        let normal = self.b.select(too_large, infinity, normal);
        // What is smaller: the last place of 0.5 is worth as much as that of the smallest halves.
        let value = self.b.bitcast(magnitude, a.ty());
        let sum = self.b.fadd(value, a.ty().real(0.5));
        let sum = self.b.bitcast(sum, ty);
        let small = self.b.sub(sum, ty.constant(0.5f32.to_bits().into()));
        let is_small = self.b.icmp(IntPredicate::LLVMIntSLT, magnitude, ty.constant(BIAS + (1 << 23)));
        let result = self.b.select(is_small, small, normal);
        let payload = self.b.lshr(magnitude, ty.constant(FRACTION));
        let payload = self.b.and(payload, ty.constant(QUIET - 1));
        let nan = self.b.or(payload, ty.constant(INFINITY | QUIET));
        let is_nan = self.b.icmp(IntPredicate::LLVMIntSGT, magnitude, ty.constant(0xff << 23));
        let result = self.b.select(is_nan, nan, result);
        let sign = self.b.lshr(bits, ty.constant(16));
        let sign = self.b.and(sign, ty.constant(SIGN));
        let result = self.b.or(result, sign);
        self.b.trunc(result, self.types.i16.in_shape_of(ty))
    }

    /// `-a` or `fabs(a)` of a half.
    pub fn half_sign_op(&mut self, op: UnaryOp, a: Value) -> Value {
        match op {
            UnaryOp::FloatNegate => self.b.xor(a, a.ty().constant(SIGN)),
            _ => self.b.and(a, a.ty().constant(SIGN - 1)),
        }
    }
    /// `copysign(a, b)` of halves.
    pub fn half_copysign(&mut self, a: Value, b: Value) -> Value {
        let magnitude = self.b.and(a, a.ty().constant(SIGN - 1));
        let sign = self.b.and(b, b.ty().constant(SIGN));
        self.b.or(magnitude, sign)
    }
}
