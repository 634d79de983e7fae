//! Floating-point operators.
//!
//! Half is computed in float and rounded: for one operation of `+ - * /` or a square root the second rounding
//! changes nothing (24 bits are at least 2 · 11 + 2); `fma` needs more care.

use ferrocl_ir::{BinaryOp, MathFlags, Scalar, UnaryOp};

use super::Emitter;
use crate::llvm::Value;
use crate::llvm::builder::{IntPredicate, RealPredicate};

/// LLVM's fast-math bits.
const REASSOCIATE: u32 = 1;
const NO_NANS: u32 = 2;
const NO_INFINITIES: u32 = 4;
const NO_SIGNED_ZEROS: u32 = 8;
const RECIPROCAL: u32 = 16;

fn fast_math(flags: MathFlags) -> u32 {
    let mut bits = 0;
    if flags.contains(MathFlags::FINITE) {
        bits |= NO_NANS | NO_INFINITIES;
    }
    if flags.contains(MathFlags::NO_SIGNED_ZEROS) {
        bits |= NO_SIGNED_ZEROS;
    }
    if flags.contains(MathFlags::REASSOCIATE) {
        bits |= REASSOCIATE | RECIPROCAL;
    }
    bits
}

impl Emitter<'_> {
    /// Whether half is computed in float.
    fn widens(&self, scalar: Scalar) -> bool {
        scalar == Scalar::F16
    }
    /// A half as a float; others as they are.
    pub fn comparable(&mut self, a: Value) -> Value {
        if a.ty().element() != self.types.i16 {
            return a;
        }
        let wide = self.half_to_float(a);
        // Even where halves are computed with, LLVM would make a call of `fmaxf` from a comparison of scalar halves and a selection
        // between them: a function that is not there, and that takes either of two zeros. (Of vectors it does not.)
        let is_kept = wide.ty().is_vector() || !self.target.has_f16_arithmetic();
        if is_kept { wide } else { self.intrinsic("llvm.arithmetic.fence", &[wide]) }
    }
    /// The bits of a float as integers of its width.
    pub fn float_bits(&mut self, a: Value) -> Value {
        let bits = match a.ty().element() {
            t if t == self.types.i16 => return a,
            t if t == self.types.f32 => 32,
            _ => 64,
        };
        self.b.bitcast(a, self.cx.int(bits).in_shape_of(a.ty()))
    }

    /// `op a`.
    pub fn float_unary(&mut self, op: UnaryOp, scalar: Scalar, a: Value) -> Value {
        match op {
            // Sign bits are flipped and cleared as bits, so that NaN keeps its payload.
            UnaryOp::FloatNegate | UnaryOp::FloatAbs if scalar == Scalar::F16 => {
                return self.half_sign_op(op, a);
            }
            UnaryOp::FloatNegate => return self.b.fneg(a),
            UnaryOp::FloatAbs => return self.intrinsic("llvm.fabs", &[a]),
            _ => {}
        }
        if self.widens(scalar) {
            let wide = self.half_to_float(a);
            let result = self.float_unary(op, Scalar::F32, wide);
            return self.float_to_half(result);
        }
        match op {
            UnaryOp::Sqrt => self.intrinsic("llvm.sqrt", &[a]),
            _ => self.round_float(op, a),
        }
    }

    /// `a op b`.
    pub fn float_binary(
        &mut self,
        op: BinaryOp,
        scalar: Scalar,
        a: Value,
        b: Value,
        flags: MathFlags,
    ) -> Value {
        match op {
            BinaryOp::CopySign if scalar == Scalar::F16 => return self.half_copysign(a, b),
            BinaryOp::CopySign => return self.intrinsic("llvm.copysign", &[a, b]),
            BinaryOp::FloatMin => return self.minimum_number(a, b, false, flags),
            BinaryOp::FloatMax => return self.minimum_number(a, b, true, flags),
            _ => {}
        }
        if self.widens(scalar) {
            let [x, y] = [a, b].map(|v| self.half_to_float(v));
            let result = self.float_binary(op, Scalar::F32, x, y, flags);
            return self.float_to_half(result);
        }
        let result = match op {
            BinaryOp::FloatAdd => self.b.fadd(a, b),
            BinaryOp::FloatSub => self.b.fsub(a, b),
            BinaryOp::FloatMul => self.b.fmul(a, b),
            BinaryOp::FloatDiv => self.b.fdiv(a, b),
            BinaryOp::FloatRem => return self.float_remainder(scalar, a, b),
            // Integer operators do not come with floats.
            _ => a,
        };
        self.b.set_fast_math(result, fast_math(flags));
        result
    }

    /// IEEE minNum or maxNum: the other operand where one is NaN, −0 below +0.
    fn minimum_number(&mut self, a: Value, b: Value, max: bool, flags: MathFlags) -> Value {
        let (x, y) = (self.comparable(a), self.comparable(b));
        let predicate = if max { RealPredicate::LLVMRealOGT } else { RealPredicate::LLVMRealOLT };
        let first = self.b.fcmp(predicate, x, y);
        // This alone gives `b` where an operand is NaN and for zeros of two signs.
        let mut result = self.b.select(first, a, b);
        if !flags.contains(MathFlags::NO_SIGNED_ZEROS) {
            let equal = self.b.fcmp(RealPredicate::LLVMRealOEQ, x, y);
            let (p, q) = (self.float_bits(a), self.float_bits(b));
            let signs = if max { self.b.and(p, q) } else { self.b.or(p, q) };
            let zero = self.b.bitcast(signs, a.ty());
            result = self.b.select(equal, zero, result);
        }
        if !flags.contains(MathFlags::FINITE) {
            let nan = self.b.fcmp(RealPredicate::LLVMRealUNO, y, y);
            result = self.b.select(nan, a, result);
        }
        result
    }

    /// C's `fmod`, lane by lane through the runtime.
    fn float_remainder(&mut self, scalar: Scalar, a: Value, b: Value) -> Value {
        let name = if scalar == Scalar::F64 { "fmod" } else { "fmodf" };
        self.call_by_lane(name, &[a, b])
    }

    /// Calls a runtime function of floats for each lane.
    fn call_by_lane(&mut self, name: &str, operands: &[Value]) -> Value {
        let ty = operands[0].ty();
        let element = ty.element();
        let signature = element.function(&vec![element; operands.len()]);
        let function = match self.module.function(name) {
            Some(function) => function,
            None => {
                let function = self.module.add_function(name, signature);
                for attribute in ["nounwind", "willreturn"] {
                    function.add_attribute(self.cx, u32::MAX, attribute, 0);
                }
                function
            }
        };
        if !ty.is_vector() {
            return self.b.call(signature, function, operands);
        }
        let mut result = ty.poison();
        for lane in 0..ty.lanes() {
            let scalars: Vec<Value> = operands.iter().map(|&v| self.b.extract_at(v, lane)).collect();
            let one = self.b.call(signature, function, &scalars);
            result = self.b.insert(result, one, self.types.i32.constant(lane.into()));
        }
        result
    }

    /// `a * b + c` with one rounding.
    pub fn fma_op(&mut self, scalar: Scalar, a: Value, b: Value, c: Value) -> Value {
        match scalar {
            Scalar::F16 => {
                let [x, y, z] = [a, b, c].map(|v| self.half_to_float(v));
                // The product of two halves is exact in float already, and nothing underflows there.
                let odd = self.fma_rounded_to_odd(x, y, z);
                self.float_to_half(odd)
            }
            _ if self.target.has_fma() => self.intrinsic("llvm.fma", &[a, b, c]),
            Scalar::F64 => self.call_by_lane("fma", &[a, b, c]),
            _ => {
                let [x, y, z] = [a, b, c].map(|v| self.b.fpext(v, self.types.f64.in_shape_of(v.ty())));
                let odd = self.fma_rounded_to_odd(x, y, z);
                self.b.fptrunc(odd, a.ty())
            }
        }
    }

    /// `x * y + z` of values that were narrower, so that the product is exact, for a narrower result with one rounding: the sum is
    /// rounded to odd here, which keeps what the second rounding must know.
    fn fma_rounded_to_odd(&mut self, x: Value, y: Value, z: Value) -> Value {
        let product = self.b.fmul(x, y);
        let sum = self.b.fadd(product, z);
        // The exact error of the sum (Knuth's two-sum).
        let z_part = self.b.fsub(sum, product);
        let product_part = self.b.fsub(sum, z_part);
        let product_error = self.b.fsub(product, product_part);
        let z_error = self.b.fsub(z, z_part);
        let error = self.b.fadd(product_error, z_error);
        self.round_to_odd(sum, error)
    }

    /// A float (no half) rounded to a whole one.
    pub fn round_float(&mut self, op: UnaryOp, a: Value) -> Value {
        let name = match op {
            UnaryOp::Floor => "llvm.floor",
            UnaryOp::Ceil => "llvm.ceil",
            UnaryOp::Trunc => "llvm.trunc",
            UnaryOp::RoundEven => "llvm.roundeven",
            UnaryOp::RoundAway => "llvm.round",
            // Other operators do not round.
            _ => return a,
        };
        if self.target.has_rounding() {
            return self.intrinsic(name, &[a]);
        }
        self.round_by_arithmetic(op, a)
    }

    /// The same where there is no instruction for it. From 2^23 on (2^52 for doubles) every float is whole; adding that and
    /// taking it away again rounds what is smaller to the nearest, to the even one of two.
    fn round_by_arithmetic(&mut self, op: UnaryOp, a: Value) -> Value {
        let ty = a.ty();
        let limit = ty.real(if ty.element() == self.types.f64 { 2f64.powi(52) } else { 2f64.powi(23) });
        let (zero, one) = (ty.real(0.0), ty.real(1.0));
        let magnitude = self.intrinsic("llvm.fabs", &[a]);
        let large = self.b.fadd(magnitude, limit);
        let nearest = self.b.fsub(large, limit);
        // What is to be taken from the magnitude's nearest, or added.
        let rounded = match op {
            UnaryOp::RoundEven => nearest,
            UnaryOp::RoundAway => {
                // A half that went down to an even one goes up.
                let rest = self.b.fsub(magnitude, nearest);
                let half = self.b.fcmp(RealPredicate::LLVMRealOEQ, rest, ty.real(0.5));
                let step = self.b.select(half, one, zero);
                self.b.fadd(nearest, step)
            }
            UnaryOp::Trunc => {
                let over = self.b.fcmp(RealPredicate::LLVMRealOGT, nearest, magnitude);
                let step = self.b.select(over, one, zero);
                self.b.fsub(nearest, step)
            }
            _ => {
                let signed = self.intrinsic("llvm.copysign", &[nearest, a]);
                let down = op == UnaryOp::Floor;
                let predicate = if down { RealPredicate::LLVMRealOGT } else { RealPredicate::LLVMRealOLT };
                let beyond = self.b.fcmp(predicate, signed, a);
                let step = self.b.select(beyond, one, zero);
                if down { self.b.fsub(signed, step) } else { self.b.fadd(signed, step) }
            }
        };
        // A zero has the sign of what it comes from.
        let signed = self.intrinsic("llvm.copysign", &[rounded, a]);
        let fraction = self.b.fcmp(RealPredicate::LLVMRealOLT, magnitude, limit);
        self.b.select(fraction, signed, a)
    }

    /// `value`, whose exact value is `value + error`, rounded to odd instead of to nearest: its last bit is set where it is not
    /// exact. The error may be NaN for values that are not finite.
    pub fn round_to_odd(&mut self, value: Value, error: Value) -> Value {
        let zero = error.ty().real(0.0);
        let bits = self.float_bits(value);
        let ty = bits.ty();
        let inexact = self.b.fcmp(RealPredicate::LLVMRealONE, error, zero);
        // Towards zero where error and value differ in sign, so that it is cut off as it is where they do not; and then the last bit
        // says that something was. (Of a zero too: what rounded to it tells.)
        let error_bits = self.float_bits(error);
        let signs = self.b.xor(error_bits, bits);
        let opposite = self.b.icmp(IntPredicate::LLVMIntSLT, signs, ty.zero());
        let down = self.b.sub(bits, ty.constant(1));
        let cut = self.b.select(opposite, down, bits);
        let odd = self.b.or(cut, ty.constant(1));
        let bits = self.b.select(inexact, odd, bits);
        self.b.bitcast(bits, value.ty())
    }
}
