//! Functions that take floats apart and put them together: exponents, significands, neighbours, NaNs (section
//! "Math Functions"). All work on the bits, without branches, for half, float and double alike.

use ferrocl_ir::{BinaryOp, CompareOp, Conversion, MathFlags, Rounding, Scalar, UnaryOp, ValueId, ValueType};

use super::super::Lowerer;
use super::Call;
use crate::builtins::Operation;

/// An IEEE 754 format.
#[derive(Clone, Copy)]
struct Format {
    /// Stored bits of the significand.
    mantissa: u32,
    /// What is added to exponents.
    bias: i64,
    /// The bits of infinity.
    infinity: u64,
    /// The integer as wide.
    integer: Scalar,
}

impl Format {
    fn of(scalar: Scalar) -> Format {
        match scalar {
            Scalar::F16 => Format { mantissa: 10, bias: 15, infinity: 0x7c00, integer: Scalar::I16 },
            Scalar::F64 => {
                Format { mantissa: 52, bias: 1023, infinity: 0x7ff0_0000_0000_0000, integer: Scalar::I64 }
            }
            _ => Format { mantissa: 23, bias: 127, infinity: 0x7f80_0000, integer: Scalar::I32 },
        }
    }
}

/// A float taken apart.
struct Parts {
    /// Sign bit alone.
    sign: ValueId,
    /// The bits of the absolute value.
    magnitude: ValueId,
    /// The bits of the absolute value, normalised: a denormal is multiplied by 2^(mantissa + 1).
    normal: ValueId,
    /// The exponent field of the value if its range had no end: that of `normal`, less what it was multiplied by.
    exponent: ValueId,
}

impl Lowerer<'_> {
    pub(super) fn exponent_operation(&mut self, call: &Call, operation: Operation) -> Option<ValueId> {
        Some(match operation {
            Operation::Exponent => self.logb(call),
            Operation::ExponentInteger => self.ilogb(call),
            Operation::Frexp => self.frexp(call),
            Operation::LoadExponent => self.ldexp(call),
            Operation::NextAfter => self.nextafter(call),
            Operation::QuietNan => self.quiet_nan(call),
            _ => return None,
        })
    }
    fn take_apart(&mut self, x: ValueId, format: Format, call: &Call) -> Parts {
        let bits_type = call.ty.with_scalar(format.integer);
        let bits = self.bitcast(x, bits_type, call);
        let sign_bit = self.integer_constant(bits_type, i64::MIN >> (64 - format.integer.bits()), call);
        let sign = self.binary(BinaryOp::And, bits, sign_bit, call);
        let magnitude = self.binary(BinaryOp::Xor, bits, sign, call);
        let first_normal = self.integer_constant(bits_type, 1 << format.mantissa, call);
        let is_denormal = self.compare(CompareOp::LessUnsigned, magnitude, first_normal, call);
        let steps = format.mantissa + 1;
        let absolute = self.bitcast(magnitude, call.ty, call);
        let factor = self.float_constant(call.ty, (1u64 << steps) as f64, call);
        let scaled = self.binary_with(BinaryOp::FloatMul, absolute, factor, MathFlags::empty(), call);
        let scaled = self.bitcast(scaled, bits_type, call);
        let normal = self.select_value(is_denormal, scaled, magnitude, call);
        let shift = self.integer_constant(bits_type, format.mantissa.into(), call);
        let field = self.binary(BinaryOp::ShiftRightUnsigned, normal, shift, call);
        let steps = self.integer_constant(bits_type, steps.into(), call);
        let zero = self.integer_constant(bits_type, 0, call);
        let correction = self.select_value(is_denormal, steps, zero, call);
        let exponent = self.binary(BinaryOp::Sub, field, correction, call);
        Parts { sign, magnitude, normal, exponent }
    }
    /// Whether the magnitude is that of infinity or NaN.
    fn is_special(&mut self, magnitude: ValueId, format: Format, call: &Call) -> ValueId {
        let infinity = self.splat_constant(self.value_type(magnitude), format.infinity, call.span);
        self.compare(CompareOp::LessEqualUnsigned, infinity, magnitude, call)
    }
    /// The exponent without bias.
    fn unbiased(&mut self, parts: &Parts, format: Format, call: &Call) -> ValueId {
        let bias = self.integer_constant(self.value_type(parts.exponent), format.bias, call);
        self.binary(BinaryOp::Sub, parts.exponent, bias, call)
    }
    /// A signed integer as one of 32 bits.
    fn as_int(&mut self, value: ValueId, call: &Call) -> ValueId {
        let ty = self.value_type(value);
        let conversion =
            if ty.scalar() == Some(Scalar::I64) { Conversion::Truncate } else { Conversion::SignExtend };
        self.convert_value(conversion, value, ty.with_scalar(Scalar::I32), call)
    }
    fn logb(&mut self, call: &Call) -> ValueId {
        let format = Format::of(call.scalar);
        let x = call.argument(0);
        let parts = self.take_apart(x, format, call);
        let exponent = self.unbiased(&parts, format, call);
        let rounding = Rounding::NearestEven;
        let exponent =
            self.convert_value(Conversion::IntegerToFloat { signed: true, rounding }, exponent, call.ty, call);
        // ∞ for infinities, NaN for NaN; -∞ for zeros.
        let special = self.is_special(parts.magnitude, format, call);
        let absolute = self.unary(UnaryOp::FloatAbs, x, call);
        let value = self.select_value(special, absolute, exponent, call);
        let zero = self.integer_constant(self.value_type(parts.magnitude), 0, call);
        let is_zero = self.compare(CompareOp::Equal, parts.magnitude, zero, call);
        let lowest = self.float_constant(call.ty, f64::NEG_INFINITY, call);
        self.select_value(is_zero, lowest, value, call)
    }
    /// `FP_ILOGB0` is `INT_MIN`, `FP_ILOGBNAN` is `INT_MAX`; so is the exponent of infinities.
    fn ilogb(&mut self, call: &Call) -> ValueId {
        let format = Format::of(call.scalar);
        let parts = self.take_apart(call.argument(0), format, call);
        let exponent = self.unbiased(&parts, format, call);
        let exponent = self.as_int(exponent, call);
        let special = self.is_special(parts.magnitude, format, call);
        let most = self.integer_constant(call.result, i32::MAX.into(), call);
        let value = self.select_value(special, most, exponent, call);
        let zero = self.integer_constant(self.value_type(parts.magnitude), 0, call);
        let is_zero = self.compare(CompareOp::Equal, parts.magnitude, zero, call);
        let least = self.integer_constant(call.result, i32::MIN.into(), call);
        self.select_value(is_zero, least, value, call)
    }
    fn frexp(&mut self, call: &Call) -> ValueId {
        let format = Format::of(call.scalar);
        let x = call.argument(0);
        let parts = self.take_apart(x, format, call);
        let bits_type = self.value_type(parts.normal);
        // The exponent field of numbers in [0.5, 1).
        let field = self.integer_constant(bits_type, (format.bias - 1) << format.mantissa, call);
        let significand = self.integer_constant(bits_type, (1 << format.mantissa) - 1, call);
        let mantissa = self.binary(BinaryOp::And, parts.normal, significand, call);
        let mantissa = self.binary(BinaryOp::Or, mantissa, field, call);
        let mantissa = self.binary(BinaryOp::Or, mantissa, parts.sign, call);
        let mantissa = self.bitcast(mantissa, call.ty, call);
        let bias = self.integer_constant(bits_type, format.bias - 1, call);
        let exponent = self.binary(BinaryOp::Sub, parts.exponent, bias, call);
        let exponent = self.as_int(exponent, call);
        // Zeros, infinities and NaN stay, with 0 as the exponent.
        let special = self.is_special(parts.magnitude, format, call);
        let zero = self.integer_constant(bits_type, 0, call);
        let is_zero = self.compare(CompareOp::Equal, parts.magnitude, zero, call);
        let keeps = self.binary(BinaryOp::Or, special, is_zero, call);
        let none = self.integer_constant(self.value_type(exponent), 0, call);
        let exponent = self.select_value(keeps, none, exponent, call);
        self.store_through(call, 1, exponent);
        self.select_value(keeps, x, mantissa, call)
    }
    /// The exponent is added to that of the number. Where the result is denormal, one multiplication by a power of two
    /// rounds it once.
    fn ldexp(&mut self, call: &Call) -> ValueId {
        let format = Format::of(call.scalar);
        let x = call.argument(0);
        let parts = self.take_apart(x, format, call);
        let bits_type = self.value_type(parts.normal);
        // A step beyond these changes nothing more: every number has become zero or infinite.
        let reach = 2 * format.bias + i64::from(format.mantissa) + 4;
        let k = self.wide(call, 1);
        let int = self.value_type(k);
        let (low, high) =
            (self.integer_constant(int, -reach, call), self.integer_constant(int, reach, call));
        let k = self.binary(BinaryOp::MaxSigned, k, low, call);
        let k = self.binary(BinaryOp::MinSigned, k, high, call);
        let conversion = match format.integer {
            Scalar::I64 => Conversion::SignExtend,
            _ => Conversion::Truncate,
        };
        let k = self.convert_value(conversion, k, bits_type, call);
        let exponent = self.binary(BinaryOp::Add, parts.exponent, k, call);
        let one = self.integer_constant(bits_type, 1, call);
        let is_low = self.compare(CompareOp::LessSigned, exponent, one, call);
        // Down to this, a denormal result is reached from the normal numbers by a fixed factor; below, it is zero.
        let lift = i64::from(format.mantissa) + 3;
        let lifted = self.integer_constant(bits_type, lift, call);
        let zero = self.integer_constant(bits_type, 0, call);
        let correction = self.select_value(is_low, lifted, zero, call);
        let field = self.binary(BinaryOp::Add, exponent, correction, call);
        let underflows = self.compare(CompareOp::LessSigned, field, one, call);
        let shift = self.integer_constant(bits_type, format.mantissa.into(), call);
        let field = self.binary(BinaryOp::ShiftLeft, field, shift, call);
        let significand = self.integer_constant(bits_type, (1 << format.mantissa) - 1, call);
        let bits = self.binary(BinaryOp::And, parts.normal, significand, call);
        let bits = self.binary(BinaryOp::Or, bits, field, call);
        let bits = self.select_value(underflows, zero, bits, call);
        let limit = self.integer_constant(bits_type, 2 * format.bias + 1, call);
        let overflows = self.compare(CompareOp::LessEqualSigned, limit, exponent, call);
        let infinity = self.splat_constant(bits_type, format.infinity, call.span);
        let bits = self.select_value(overflows, infinity, bits, call);
        let bits = self.binary(BinaryOp::Or, bits, parts.sign, call);
        let value = self.bitcast(bits, call.ty, call);
        let one = self.float_constant(call.ty, 1.0, call);
        let factor = self.float_constant(call.ty, (-(lift as f64)).exp2(), call);
        let factor = self.select_value(is_low, factor, one, call);
        let value = self.binary_with(BinaryOp::FloatMul, value, factor, MathFlags::empty(), call);
        // Zeros, infinities and NaN stay. (x + x is x for ±0 and ±∞, and a NaN for NaN.)
        let special = self.is_special(parts.magnitude, format, call);
        let is_zero = self.compare(CompareOp::Equal, parts.magnitude, zero, call);
        let keeps = self.binary(BinaryOp::Or, special, is_zero, call);
        let kept = self.binary_with(BinaryOp::FloatAdd, x, x, MathFlags::empty(), call);
        self.select_value(keeps, kept, value, call)
    }
    /// Magnitudes are ordered as their bits are: a neighbour is one up or down.
    fn nextafter(&mut self, call: &Call) -> ValueId {
        let format = Format::of(call.scalar);
        let (x, y) = (call.argument(0), call.argument(1));
        let bits_type = call.ty.with_scalar(format.integer);
        let bits = self.bitcast(x, bits_type, call);
        let one = self.integer_constant(bits_type, 1, call);
        let minus_one = self.integer_constant(bits_type, -1, call);
        let zero = self.float_constant(call.ty, 0.0, call);
        let upward = self.compare(CompareOp::FloatLess, x, y, call);
        let positive = self.compare(CompareOp::FloatLess, zero, x, call);
        let differs = self.binary(BinaryOp::Xor, upward, positive, call);
        let step = self.select_value(differs, minus_one, one, call);
        let next = self.binary(BinaryOp::Add, bits, step, call);
        let next = self.bitcast(next, call.ty, call);
        // From zero: the least denormal, of y's sign.
        let least = self.splat_constant(call.ty, 1, call.span);
        let least = self.binary(BinaryOp::CopySign, least, y, call);
        let from_zero = self.compare(CompareOp::FloatEqual, x, zero, call);
        let value = self.select_value(from_zero, least, next, call);
        let equal = self.compare(CompareOp::FloatEqual, x, y, call);
        let value = self.select_value(equal, y, value, call);
        let unordered = self.compare(CompareOp::FloatUnordered, x, y, call);
        let nan = self.binary_with(BinaryOp::FloatAdd, x, y, MathFlags::empty(), call);
        self.select_value(unordered, nan, value, call)
    }
    fn quiet_nan(&mut self, call: &Call) -> ValueId {
        let format = Format::of(call.scalar);
        let bits_type = self.value_type(call.argument(0));
        let payload = self.integer_constant(bits_type, (1 << format.mantissa) - 1, call);
        let quiet = format.infinity | 1 << (format.mantissa - 1);
        let quiet = self.splat_constant(bits_type, quiet, call.span);
        let bits = self.binary(BinaryOp::And, call.argument(0), payload, call);
        let bits = self.binary(BinaryOp::Or, bits, quiet, call);
        let to = ValueType::of(call.scalar, call.ty.components());
        self.bitcast(bits, to, call)
    }
}
