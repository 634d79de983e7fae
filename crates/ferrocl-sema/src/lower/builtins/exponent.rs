//! Functions that take floats apart and put them together: exponents, significands, neighbours, NaNs (section
//! "Math Functions"). All work on the bits, without branches, for half, float and double alike.

use ferrocl_ir::{BinaryOp, CompareOp, Conversion, Rounding, Scalar, UnaryOp, ValueId, ValueType};

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

impl Call<'_, '_> {
    pub(super) fn exponent_operation(&mut self, operation: Operation) -> Option<ValueId> {
        Some(match operation {
            Operation::Exponent => self.logb(),
            Operation::ExponentInteger => self.ilogb(),
            Operation::Frexp => self.frexp(),
            Operation::LoadExponent => self.ldexp(),
            Operation::NextAfter => self.nextafter(),
            Operation::QuietNan => self.quiet_nan(),
            _ => return None,
        })
    }
    fn take_apart(&mut self, x: ValueId, format: Format) -> Parts {
        let bits_type = self.ty.with_scalar(format.integer);
        let bits = self.bitcast(x, bits_type);
        let sign_bit = self.integer_constant(bits_type, i64::MIN >> (64 - format.integer.bits()));
        let sign = self.binary(BinaryOp::And, bits, sign_bit);
        let magnitude = self.binary(BinaryOp::Xor, bits, sign);
        let first_normal = self.integer_constant(bits_type, 1 << format.mantissa);
        let is_denormal = self.compare(CompareOp::LessUnsigned, magnitude, first_normal);
        let steps = format.mantissa + 1;
        let absolute = self.bitcast(magnitude, self.ty);
        let factor = self.float_constant(self.ty, (1u64 << steps) as f64);
        let scaled = self.exact(BinaryOp::FloatMul, absolute, factor);
        let scaled = self.bitcast(scaled, bits_type);
        let normal = self.select_value(is_denormal, scaled, magnitude);
        let shift = self.integer_constant(bits_type, format.mantissa.into());
        let field = self.binary(BinaryOp::ShiftRightUnsigned, normal, shift);
        let steps = self.integer_constant(bits_type, steps.into());
        let zero = self.integer_constant(bits_type, 0);
        let correction = self.select_value(is_denormal, steps, zero);
        let exponent = self.binary(BinaryOp::Sub, field, correction);
        Parts { sign, magnitude, normal, exponent }
    }
    /// Whether the magnitude is that of infinity or NaN.
    fn is_special(&mut self, magnitude: ValueId, format: Format) -> ValueId {
        let infinity = self.splat_constant(self.value_type(magnitude), format.infinity);
        self.compare(CompareOp::LessEqualUnsigned, infinity, magnitude)
    }
    /// The exponent without bias.
    fn unbiased(&mut self, parts: &Parts, format: Format) -> ValueId {
        let bias = self.integer_constant(self.value_type(parts.exponent), format.bias);
        self.binary(BinaryOp::Sub, parts.exponent, bias)
    }
    /// A signed integer as one of 32 bits.
    fn as_int(&mut self, value: ValueId) -> ValueId {
        let ty = self.value_type(value);
        let conversion =
            if ty.scalar() == Some(Scalar::I64) { Conversion::Truncate } else { Conversion::SignExtend };
        self.convert_value(conversion, value, ty.with_scalar(Scalar::I32))
    }
    fn logb(&mut self) -> ValueId {
        let format = Format::of(self.scalar);
        let x = self.argument(0);
        let parts = self.take_apart(x, format);
        let exponent = self.unbiased(&parts, format);
        let rounding = Rounding::NearestEven;
        let exponent =
            self.convert_value(Conversion::IntegerToFloat { signed: true, rounding }, exponent, self.ty);
        // ∞ for infinities, NaN for NaN; -∞ for zeros.
        let special = self.is_special(parts.magnitude, format);
        let absolute = self.unary(UnaryOp::FloatAbs, x);
        let value = self.select_value(special, absolute, exponent);
        let zero = self.integer_constant(self.value_type(parts.magnitude), 0);
        let is_zero = self.compare(CompareOp::Equal, parts.magnitude, zero);
        let lowest = self.float_constant(self.ty, f64::NEG_INFINITY);
        self.select_value(is_zero, lowest, value)
    }
    /// `FP_ILOGB0` is `INT_MIN`, `FP_ILOGBNAN` is `INT_MAX`; so is the exponent of infinities.
    fn ilogb(&mut self) -> ValueId {
        let format = Format::of(self.scalar);
        let parts = self.take_apart(self.argument(0), format);
        let exponent = self.unbiased(&parts, format);
        let exponent = self.as_int(exponent);
        let special = self.is_special(parts.magnitude, format);
        let most = self.integer_constant(self.result, i32::MAX.into());
        let value = self.select_value(special, most, exponent);
        let zero = self.integer_constant(self.value_type(parts.magnitude), 0);
        let is_zero = self.compare(CompareOp::Equal, parts.magnitude, zero);
        let least = self.integer_constant(self.result, i32::MIN.into());
        self.select_value(is_zero, least, value)
    }
    fn frexp(&mut self) -> ValueId {
        let format = Format::of(self.scalar);
        let x = self.argument(0);
        let parts = self.take_apart(x, format);
        let bits_type = self.value_type(parts.normal);
        // The exponent field of numbers in [0.5, 1).
        let field = self.integer_constant(bits_type, (format.bias - 1) << format.mantissa);
        let significand = self.integer_constant(bits_type, (1 << format.mantissa) - 1);
        let mantissa = self.binary(BinaryOp::And, parts.normal, significand);
        let mantissa = self.binary(BinaryOp::Or, mantissa, field);
        let mantissa = self.binary(BinaryOp::Or, mantissa, parts.sign);
        let mantissa = self.bitcast(mantissa, self.ty);
        let bias = self.integer_constant(bits_type, format.bias - 1);
        let exponent = self.binary(BinaryOp::Sub, parts.exponent, bias);
        let exponent = self.as_int(exponent);
        // Zeros, infinities and NaN stay, with 0 as the exponent.
        let special = self.is_special(parts.magnitude, format);
        let zero = self.integer_constant(bits_type, 0);
        let is_zero = self.compare(CompareOp::Equal, parts.magnitude, zero);
        let keeps = self.binary(BinaryOp::Or, special, is_zero);
        let none = self.integer_constant(self.value_type(exponent), 0);
        let exponent = self.select_value(keeps, none, exponent);
        self.store_through(1, exponent);
        self.select_value(keeps, x, mantissa)
    }
    /// The exponent is added to that of the number. Where the result is denormal, one multiplication by a power of two
    /// rounds it once.
    fn ldexp(&mut self) -> ValueId {
        let format = Format::of(self.scalar);
        let x = self.argument(0);
        let parts = self.take_apart(x, format);
        let bits_type = self.value_type(parts.normal);
        // A step beyond these changes nothing more: every number has become zero or infinite.
        let reach = 2 * format.bias + i64::from(format.mantissa) + 4;
        let k = self.wide(1);
        let int = self.value_type(k);
        let (low, high) = (self.integer_constant(int, -reach), self.integer_constant(int, reach));
        let k = self.binary(BinaryOp::MaxSigned, k, low);
        let k = self.binary(BinaryOp::MinSigned, k, high);
        let conversion = match format.integer {
            Scalar::I64 => Conversion::SignExtend,
            _ => Conversion::Truncate,
        };
        let k = self.convert_value(conversion, k, bits_type);
        let exponent = self.binary(BinaryOp::Add, parts.exponent, k);
        let one = self.integer_constant(bits_type, 1);
        let is_low = self.compare(CompareOp::LessSigned, exponent, one);
        // Down to this, a denormal result is reached from the normal numbers by a fixed factor; below, it is zero.
        let lift = i64::from(format.mantissa) + 3;
        let lifted = self.integer_constant(bits_type, lift);
        let zero = self.integer_constant(bits_type, 0);
        let correction = self.select_value(is_low, lifted, zero);
        let field = self.binary(BinaryOp::Add, exponent, correction);
        let underflows = self.compare(CompareOp::LessSigned, field, one);
        let shift = self.integer_constant(bits_type, format.mantissa.into());
        let field = self.binary(BinaryOp::ShiftLeft, field, shift);
        let significand = self.integer_constant(bits_type, (1 << format.mantissa) - 1);
        let bits = self.binary(BinaryOp::And, parts.normal, significand);
        let bits = self.binary(BinaryOp::Or, bits, field);
        let bits = self.select_value(underflows, zero, bits);
        let limit = self.integer_constant(bits_type, 2 * format.bias + 1);
        let overflows = self.compare(CompareOp::LessEqualSigned, limit, exponent);
        let infinity = self.splat_constant(bits_type, format.infinity);
        let bits = self.select_value(overflows, infinity, bits);
        let bits = self.binary(BinaryOp::Or, bits, parts.sign);
        let value = self.bitcast(bits, self.ty);
        let one = self.float_constant(self.ty, 1.0);
        let factor = self.float_constant(self.ty, (-(lift as f64)).exp2());
        let factor = self.select_value(is_low, factor, one);
        let value = self.exact(BinaryOp::FloatMul, value, factor);
        // Zeros, infinities and NaN stay. (x + x is x for ±0 and ±∞, and a NaN for NaN.)
        let special = self.is_special(parts.magnitude, format);
        let is_zero = self.compare(CompareOp::Equal, parts.magnitude, zero);
        let keeps = self.binary(BinaryOp::Or, special, is_zero);
        let kept = self.exact(BinaryOp::FloatAdd, x, x);
        self.select_value(keeps, kept, value)
    }
    /// Magnitudes are ordered as their bits are: a neighbour is one up or down.
    fn nextafter(&mut self) -> ValueId {
        let format = Format::of(self.scalar);
        let (x, y) = (self.argument(0), self.argument(1));
        let bits_type = self.ty.with_scalar(format.integer);
        let bits = self.bitcast(x, bits_type);
        let one = self.integer_constant(bits_type, 1);
        let minus_one = self.integer_constant(bits_type, -1);
        let zero = self.float_constant(self.ty, 0.0);
        let upward = self.compare(CompareOp::FloatLess, x, y);
        let positive = self.compare(CompareOp::FloatLess, zero, x);
        let differs = self.binary(BinaryOp::Xor, upward, positive);
        let step = self.select_value(differs, minus_one, one);
        let next = self.binary(BinaryOp::Add, bits, step);
        let next = self.bitcast(next, self.ty);
        // From zero: the least denormal, of y's sign.
        let least = self.splat_constant(self.ty, 1);
        let least = self.binary(BinaryOp::CopySign, least, y);
        let from_zero = self.compare(CompareOp::FloatEqual, x, zero);
        let value = self.select_value(from_zero, least, next);
        let equal = self.compare(CompareOp::FloatEqual, x, y);
        let value = self.select_value(equal, y, value);
        let unordered = self.compare(CompareOp::FloatUnordered, x, y);
        let nan = self.exact(BinaryOp::FloatAdd, x, y);
        self.select_value(unordered, nan, value)
    }
    fn quiet_nan(&mut self) -> ValueId {
        let format = Format::of(self.scalar);
        let bits_type = self.value_type(self.argument(0));
        let payload = self.integer_constant(bits_type, (1 << format.mantissa) - 1);
        let quiet = format.infinity | 1 << (format.mantissa - 1);
        let quiet = self.splat_constant(bits_type, quiet);
        let bits = self.binary(BinaryOp::And, self.argument(0), payload);
        let bits = self.binary(BinaryOp::Or, bits, quiet);
        let to = ValueType::of(self.scalar, self.ty.components());
        self.bitcast(bits, to)
    }
}
