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
        if a.ty().element() != self.types.f16 {
            return a;
        }
        let wide = self.half_to_float(a);
        // LLVM would compare the halves themselves, and make a call of `fmaxf` from that and a selection between the two: a function that
        // is not there, and that takes either of two zeros. (Of vectors it does not.)
        if wide.ty().is_vector() { wide } else { self.intrinsic("llvm.arithmetic.fence", &[wide]) }
    }
    /// A half as a float, exactly.
    pub fn half_to_float(&mut self, a: Value) -> Value {
        self.b.fpext(a, self.types.f32.in_shape_of(a.ty()))
    }
    /// A float as a half, rounded to nearest even.
    pub fn float_to_half(&mut self, a: Value) -> Value {
        self.b.fptrunc(a, self.types.f16.in_shape_of(a.ty()))
    }
    /// The bits of a float as integers of its width.
    pub fn float_bits(&mut self, a: Value) -> Value {
        let bits = match a.ty().element() {
            t if t == self.types.f16 => 16,
            t if t == self.types.f32 => 32,
            _ => 64,
        };
        self.b.bitcast(a, self.cx.int(bits).in_shape_of(a.ty()))
    }

    /// `op a`.
    pub fn float_unary(&mut self, op: UnaryOp, scalar: Scalar, a: Value) -> Value {
        match op {
            // Sign bits are flipped and cleared as bits, so that NaN keeps its payload.
            UnaryOp::FloatNegate => return self.b.fneg(a),
            UnaryOp::FloatAbs => return self.intrinsic("llvm.fabs", &[a]),
            _ => {}
        }
        if self.widens(scalar) {
            let wide = self.half_to_float(a);
            let result = self.float_unary(op, Scalar::F32, wide);
            return self.float_to_half(result);
        }
        let name = match op {
            UnaryOp::Sqrt => "llvm.sqrt",
            UnaryOp::Floor => "llvm.floor",
            UnaryOp::Ceil => "llvm.ceil",
            UnaryOp::Trunc => "llvm.trunc",
            UnaryOp::RoundEven => "llvm.roundeven",
            UnaryOp::RoundAway => "llvm.round",
            // Integer operators do not come with floats.
            _ => return a,
        };
        self.intrinsic(name, &[a])
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
        if scalar == Scalar::F16 {
            return self.half_fma(a, b, c);
        }
        if self.target.has_fma() {
            return self.intrinsic("llvm.fma", &[a, b, c]);
        }
        let name = if scalar == Scalar::F64 { "fma" } else { "fmaf" };
        self.call_by_lane(name, &[a, b, c])
    }

    /// `fma` of halves: the product is exact in double, the sum is rounded to odd there, which keeps what the second rounding
    /// must know.
    fn half_fma(&mut self, a: Value, b: Value, c: Value) -> Value {
        let [x, y, z] = [a, b, c].map(|v| {
            let float = self.half_to_float(v);
            self.b.fpext(float, self.types.f64.in_shape_of(v.ty()))
        });
        let product = self.b.fmul(x, y);
        let sum = self.b.fadd(product, z);
        // The exact error of the sum (Knuth's two-sum).
        let z_part = self.b.fsub(sum, product);
        let product_part = self.b.fsub(sum, z_part);
        let product_error = self.b.fsub(product, product_part);
        let z_error = self.b.fsub(z, z_part);
        let error = self.b.fadd(product_error, z_error);
        let odd = self.round_to_odd(sum, error);
        self.double_to_half_nearest(odd)
    }

    /// `value`, whose exact value is `value + error`, rounded to odd instead of to nearest: its last bit is set where it is not
    /// exact. The error may be NaN for values that are not finite.
    pub fn round_to_odd(&mut self, value: Value, error: Value) -> Value {
        let zero = error.ty().real(0.0);
        let bits = self.float_bits(value);
        let ty = bits.ty();
        let inexact = self.b.fcmp(RealPredicate::LLVMRealONE, error, zero);
        let last = self.b.and(bits, ty.constant(1));
        let even = self.b.icmp(IntPredicate::LLVMIntEQ, last, ty.zero());
        let adjust = self.b.and(inexact, even);
        // Away from zero where error and value have one sign (of a zero too: what rounded to it tells).
        let error_negative = self.b.fcmp(RealPredicate::LLVMRealOLT, error, zero);
        let value_negative = self.b.icmp(IntPredicate::LLVMIntSLT, bits, ty.zero());
        let opposite = self.b.xor(error_negative, value_negative);
        let up = self.b.add(bits, ty.constant(1));
        let down = self.b.sub(bits, ty.constant(1));
        let moved = self.b.select(opposite, down, up);
        let bits = self.b.select(adjust, moved, bits);
        self.b.bitcast(bits, value.ty())
    }
}
