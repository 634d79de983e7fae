//! Conversions, exact in every rounding mode: what the hardware does in one mode only is done to nearest and then moved to
//! the neighbour that the mode wants. The measure is `ferrocl_ir::eval`.

use ferrocl_ir::{Conversion, Rounding, Scalar, UnaryOp};

use super::Emitter;
use crate::llvm::Value;
use crate::llvm::builder::{IntPredicate, RealPredicate};

impl Emitter<'_> {
    /// `a` as another scalar.
    pub fn convert_op(&mut self, conversion: Conversion, from: Scalar, to: Scalar, a: Value) -> Value {
        let to_type = self.scalar_type(to).in_shape_of(a.ty());
        match conversion {
            Conversion::Truncate => self.b.trunc(a, to_type),
            Conversion::ZeroExtend => self.b.zext(a, to_type),
            Conversion::SignExtend => self.b.sext(a, to_type),
            Conversion::SaturateInteger { from_signed, to_signed } => {
                self.saturate_integer(from, to, from_signed, to_signed, a)
            }
            Conversion::IntegerToFloat { signed, rounding } => {
                self.integer_to_float(from, to, signed, rounding, a)
            }
            Conversion::FloatToInteger { signed, rounding, saturate } => {
                self.float_to_integer(from, to, signed, rounding, saturate, a)
            }
            Conversion::FloatToFloat { rounding } => self.float_to_float(from, to, rounding, a),
        }
    }

    fn saturate_integer(
        &mut self,
        from: Scalar,
        to: Scalar,
        from_signed: bool,
        to_signed: bool,
        a: Value,
    ) -> Value {
        let ty = a.ty();
        let to_type = self.scalar_type(to).in_shape_of(ty);
        let (from_bits, to_bits) = (from.bits(), to.bits());
        let mut a = a;
        // The highest value of each, in bits.
        let high_bits = |bits: u32, signed: bool| if signed { bits - 1 } else { bits };
        if from_signed {
            if !to_signed {
                a = self.intrinsic("llvm.smax", &[a, ty.zero()]);
            } else if to_bits < from_bits {
                a = self.intrinsic("llvm.smax", &[a, ty.constant((-1i64 << (to_bits - 1)) as u64)]);
            }
        }
        let (from_high, to_high) = (high_bits(from_bits, from_signed), high_bits(to_bits, to_signed));
        if to_high < from_high {
            let limit = ty.constant((1 << to_high) - 1);
            let name = if from_signed { "llvm.smin" } else { "llvm.umin" };
            a = self.intrinsic(name, &[a, limit]);
        }
        if to_bits <= from_bits {
            self.b.trunc(a, to_type)
        } else if from_signed && to_signed {
            self.b.sext(a, to_type)
        } else {
            self.b.zext(a, to_type)
        }
    }

    fn integer_to_float(
        &mut self,
        from: Scalar,
        to: Scalar,
        signed: bool,
        rounding: Rounding,
        a: Value,
    ) -> Value {
        let ty = a.ty();
        let to_type = self.scalar_type(to).in_shape_of(ty);
        let convert =
            |e: &mut Self, v: Value, float| if signed { e.b.sitofp(v, float) } else { e.b.uitofp(v, float) };
        if to == Scalar::F16 {
            // Beyond 2^17 all are the same to half, and up to there float holds them exactly.
            let float = self.types.f32.in_shape_of(ty);
            let limit = 1u64 << 17;
            let a = match (from.bits() > 17, signed) {
                (false, _) => a,
                (true, false) => self.intrinsic("llvm.umin", &[a, ty.constant(limit)]),
                (true, true) => {
                    let a = self.intrinsic("llvm.smin", &[a, ty.constant(limit)]);
                    self.intrinsic("llvm.smax", &[a, ty.constant(limit.wrapping_neg())])
                }
            };
            let exact = convert(self, a, float);
            return self.float_to_float(Scalar::F32, Scalar::F16, rounding, exact);
        }
        let exact = match to {
            Scalar::F64 => from.bits() <= 32,
            _ => from.bits() <= 16,
        };
        if exact || rounding == Rounding::NearestEven {
            return convert(self, a, to_type);
        }
        if from == Scalar::I32 {
            let double = self.types.f64.in_shape_of(ty);
            let exact = convert(self, a, double);
            return self.float_to_float(Scalar::F64, to, rounding, exact);
        }
        // 64 bits: the nearest float, compared with the integer as an integer. The nearest may be the power of two above all integers.
        let nearest = convert(self, a, to_type);
        let above_all = to_type.real(if signed { 2f64.powi(63) } else { 2f64.powi(64) });
        let beyond = self.b.fcmp(RealPredicate::LLVMRealOGE, nearest, above_all);
        let safe = self.b.select(beyond, to_type.real(0.0), nearest);
        let back = if signed { self.b.fptosi(safe, ty) } else { self.b.fptoui(safe, ty) };
        let (greater, less) = match signed {
            true => (IntPredicate::LLVMIntSGT, IntPredicate::LLVMIntSLT),
            false => (IntPredicate::LLVMIntUGT, IntPredicate::LLVMIntULT),
        };
        let high = self.b.icmp(greater, back, a);
        let too_high = self.b.or(beyond, high);
        let low = self.b.icmp(less, back, a);
        let not_beyond = self.b.not(beyond);
        let too_low = self.b.and(low, not_beyond);
        self.adjust(nearest, too_high, too_low, rounding)
    }

    /// A rounded value moved to its neighbour where the mode wants that.
    fn adjust(&mut self, value: Value, too_high: Value, too_low: Value, rounding: Rounding) -> Value {
        let bits = self.float_bits(value);
        let ty = bits.ty();
        let negative = self.b.icmp(IntPredicate::LLVMIntSLT, bits, ty.zero());
        let plus = self.b.add(bits, ty.constant(1));
        let minus = self.b.sub(bits, ty.constant(1));
        let moved = match rounding {
            Rounding::NearestEven => return value,
            Rounding::Downward => {
                let next = self.b.select(negative, plus, minus);
                self.b.select(too_high, next, bits)
            }
            Rounding::Upward => {
                let next = self.b.select(negative, minus, plus);
                self.b.select(too_low, next, bits)
            }
            Rounding::TowardZero => {
                // Too far from zero: too low where negative, too high where positive.
                let too_far = self.b.select(negative, too_low, too_high);
                self.b.select(too_far, minus, bits)
            }
        };
        self.b.bitcast(moved, value.ty())
    }

    /// A float rounded to an integral value.
    pub fn round_integral(&mut self, a: Value, rounding: Rounding) -> Value {
        self.round_float(
            match rounding {
                Rounding::NearestEven => UnaryOp::RoundEven,
                Rounding::TowardZero => UnaryOp::Trunc,
                Rounding::Upward => UnaryOp::Ceil,
                Rounding::Downward => UnaryOp::Floor,
            },
            a,
        )
    }

    fn float_to_integer(
        &mut self,
        from: Scalar,
        to: Scalar,
        signed: bool,
        rounding: Rounding,
        saturate: bool,
        a: Value,
    ) -> Value {
        let mut a = a;
        let mut from = from;
        if from == Scalar::F16 {
            a = self.half_to_float(a);
            from = Scalar::F32;
        }
        // Conversions truncate by themselves.
        if rounding != Rounding::TowardZero {
            a = self.round_integral(a, rounding);
        }
        if saturate { self.saturating(from, to, signed, a) } else { self.wrapping(to, signed, a) }
    }

    /// An integral value clamped; NaN gives 0.
    fn saturating(&mut self, from: Scalar, to: Scalar, signed: bool, a: Value) -> Value {
        let ty = a.ty();
        let to_type = self.scalar_type(to).in_shape_of(ty);
        let bits = to.bits();
        // Both limits are exact floats where the float has more bits than the integer.
        let precision = if from == Scalar::F64 { 53 } else { 24 };
        if bits <= precision {
            let (low, high) = match signed {
                true => (-(2f64.powi(bits as i32 - 1)), 2f64.powi(bits as i32 - 1) - 1.0),
                false => (0.0, 2f64.powi(bits as i32) - 1.0),
            };
            let (low, high) = (ty.real(low), ty.real(high));
            let mut value = a;
            if signed {
                let nan = self.b.fcmp(RealPredicate::LLVMRealUNO, a, a);
                value = self.b.select(nan, ty.real(0.0), value);
            }
            // Where the lower limit is 0, this turns NaN into it.
            let above = self.b.fcmp(RealPredicate::LLVMRealOGT, value, low);
            value = self.b.select(above, value, low);
            let below = self.b.fcmp(RealPredicate::LLVMRealOLT, value, high);
            value = self.b.select(below, value, high);
            // Narrow integers convert by way of 32 bits, which is what vectors have.
            let middle = if bits < 32 { self.types.i32.in_shape_of(ty) } else { to_type };
            let integer = match signed || bits < 32 {
                true => self.b.fptosi(value, middle),
                false => self.b.fptoui(value, middle),
            };
            return self.b.trunc(integer, to_type);
        }
        let limit = 2f64.powi(if signed { bits as i32 - 1 } else { bits as i32 });
        let low = ty.real(if signed { -limit } else { 0.0 });
        let high = ty.real(limit);
        let in_low = self.b.fcmp(RealPredicate::LLVMRealOGE, a, low);
        let in_high = self.b.fcmp(RealPredicate::LLVMRealOLT, a, high);
        let inside = self.b.and(in_low, in_high);
        let safe = self.b.select(inside, a, ty.real(0.0));
        let integer = if signed { self.b.fptosi(safe, to_type) } else { self.b.fptoui(safe, to_type) };
        let (lowest, highest) = match signed {
            true => (1u64 << (bits - 1), (1u64 << (bits - 1)) - 1),
            false => (0, u64::MAX >> (64 - bits)),
        };
        let above = self.b.fcmp(RealPredicate::LLVMRealOGE, a, high);
        let below = self.b.fcmp(RealPredicate::LLVMRealOLT, a, low);
        let result = self.b.select(above, to_type.constant(highest), integer);
        self.b.select(below, to_type.constant(lowest), result)
    }

    /// An integral value without clamping: in a signed integer of at least 32 bits (an unsigned one also takes what is above),
    /// and that integer's lowest value where it does not fit.
    fn wrapping(&mut self, to: Scalar, signed: bool, a: Value) -> Value {
        let ty = a.ty();
        let to_type = self.scalar_type(to).in_shape_of(ty);
        let width = to.bits().max(32);
        let integer = self.cx.int(width).in_shape_of(ty);
        let half = ty.real(2f64.powi(width as i32 - 1));
        let low = ty.real(-(2f64.powi(width as i32 - 1)));
        let takes_above = !signed && to.bits() >= 32;
        let limit = if takes_above { ty.real(2f64.powi(width as i32)) } else { half };
        let in_low = self.b.fcmp(RealPredicate::LLVMRealOGE, a, low);
        let in_high = self.b.fcmp(RealPredicate::LLVMRealOLT, a, limit);
        let inside = self.b.and(in_low, in_high);
        let mut value = a;
        let mut above = None;
        if takes_above {
            let is_above = self.b.fcmp(RealPredicate::LLVMRealOGE, a, half);
            let lowered = self.b.fsub(a, half);
            value = self.b.select(is_above, lowered, value);
            above = Some(self.b.and(is_above, inside));
        }
        value = self.b.select(inside, value, low);
        let mut result = self.b.fptosi(value, integer);
        if let Some(above) = above {
            let top = self.b.select(above, integer.constant(1 << (width - 1)), integer.zero());
            result = self.b.xor(result, top);
        }
        self.b.trunc(result, to_type)
    }

    fn float_to_float(&mut self, from: Scalar, to: Scalar, rounding: Rounding, a: Value) -> Value {
        let ty = a.ty();
        match (from, to) {
            _ if from == to => a,
            (Scalar::F16, Scalar::F32) => self.half_to_float(a),
            (Scalar::F16, _) => {
                let float = self.half_to_float(a);
                self.b.fpext(float, self.types.f64.in_shape_of(ty))
            }
            (Scalar::F32, Scalar::F64) => self.b.fpext(a, self.types.f64.in_shape_of(ty)),
            (Scalar::F64, Scalar::F32) => {
                let nearest = self.b.fptrunc(a, self.types.f32.in_shape_of(ty));
                if rounding == Rounding::NearestEven {
                    return nearest;
                }
                let back = self.b.fpext(nearest, ty);
                self.adjust_by(nearest, back, a, rounding)
            }
            (Scalar::F64, _) => {
                if rounding == Rounding::NearestEven {
                    return self.double_to_half_nearest(a);
                }
                let nearest = self.double_to_half_nearest(a);
                let float = self.half_to_float(nearest);
                let back = self.b.fpext(float, ty);
                self.adjust_by(nearest, back, a, rounding)
            }
            _ => {
                let nearest = self.float_to_half(a);
                if rounding == Rounding::NearestEven {
                    return nearest;
                }
                let back = self.half_to_float(nearest);
                self.adjust_by(nearest, back, a, rounding)
            }
        }
    }

    /// `nearest`, which is `back` in the type of `exact`, moved to the neighbour that the mode wants.
    fn adjust_by(&mut self, nearest: Value, back: Value, exact: Value, rounding: Rounding) -> Value {
        let too_high = self.b.fcmp(RealPredicate::LLVMRealOGT, back, exact);
        let too_low = self.b.fcmp(RealPredicate::LLVMRealOLT, back, exact);
        self.adjust(nearest, too_high, too_low, rounding)
    }

    /// A double as a half, rounded once: to odd on the way through float, so that the second rounding knows what the first lost.
    pub fn double_to_half_nearest(&mut self, a: Value) -> Value {
        let float = self.b.fptrunc(a, self.types.f32.in_shape_of(a.ty()));
        let back = self.b.fpext(float, a.ty());
        let error = self.b.fsub(a, back);
        // The error is a difference of doubles close to each other, so exact; as a float it need only keep its sign.
        let zero = a.ty().real(0.0);
        let float_type = float.ty();
        let up = self.b.fcmp(RealPredicate::LLVMRealOGT, error, zero);
        let down = self.b.fcmp(RealPredicate::LLVMRealOLT, error, zero);
        let sign = self.b.select(up, float_type.real(1.0), float_type.real(0.0));
        let sign = self.b.select(down, float_type.real(-1.0), sign);
        let odd = self.round_to_odd(float, sign);
        self.float_to_half(odd)
    }
}
