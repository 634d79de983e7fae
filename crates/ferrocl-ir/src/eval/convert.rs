//! Conversions, with every rounding mode.

use half::f16;

use super::integer::signed;
use crate::{Conversion, Rounding, Scalar};

/// One component converted.
#[inline]
pub fn convert(conversion: Conversion, from: Scalar, to: Scalar, a: u64) -> u64 {
    match conversion {
        Conversion::Truncate => a & to.mask(),
        Conversion::ZeroExtend => a,
        Conversion::SignExtend => signed(from, a) as u64 & to.mask(),
        Conversion::SaturateInteger { from_signed, to_signed } => {
            let value = if from_signed { i128::from(signed(from, a)) } else { i128::from(a) };
            let (low, high) = integer_range(to, to_signed);
            value.clamp(low, high) as u64 & to.mask()
        }
        Conversion::IntegerToFloat { signed: is_signed, rounding } => {
            integer_to_float(from, is_signed, to, rounding, a)
        }
        Conversion::FloatToInteger { signed, rounding, saturate } => {
            let value = round(float_to_f64(from, a), rounding);
            if saturate { saturating(value, to, signed) } else { wrapping(value, to, signed) }
        }
        Conversion::FloatToFloat { rounding } => match (from, to) {
            (Scalar::F16, Scalar::F32) => f16::from_bits(a as u16).to_f32().to_bits().into(),
            (_, Scalar::F64) => float_to_f64(from, a).to_bits(),
            (Scalar::F64, Scalar::F32) if rounding == Rounding::NearestEven => {
                (f64::from_bits(a) as f32).to_bits().into()
            }
            _ => narrow(float_to_f64(from, a), to, rounding),
        },
    }
}

/// A float as an f64, which holds all of them.
#[inline]
pub fn float_to_f64(ty: Scalar, a: u64) -> f64 {
    match ty {
        Scalar::F16 => f16::from_bits(a as u16).to_f32().into(),
        Scalar::F32 => f32::from_bits(a as u32).into(),
        _ => f64::from_bits(a),
    }
}

fn integer_range(ty: Scalar, signed: bool) -> (i128, i128) {
    let bits = ty.bits();
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

fn round(value: f64, rounding: Rounding) -> f64 {
    match rounding {
        Rounding::NearestEven => value.round_ties_even(),
        Rounding::TowardZero => value.trunc(),
        Rounding::Upward => value.ceil(),
        Rounding::Downward => value.floor(),
    }
}

/// An integral value clamped to the type's range; NaN gives 0.
fn saturating(value: f64, to: Scalar, signed: bool) -> u64 {
    // Rust's casts clamp, and NaN is 0 (6.3.3.3).
    let (low, high) = integer_range(to, signed);
    if signed {
        i128::from(value as i64).clamp(low, high) as u64 & to.mask()
    } else {
        u128::from(value as u64).min(high as u128) as u64
    }
}

/// An integral value without clamping: the rule for what is out of range is in the crate's essay.
fn wrapping(value: f64, to: Scalar, signed: bool) -> u64 {
    let width = to.bits().max(32);
    let half = 2f64.powi(width as i32 - 1);
    let limit = if signed || to.bits() < 32 { half } else { 2.0 * half };
    let word = if value >= -half && value < limit {
        if value < half { value as i64 as u64 } else { value as u64 }
    } else {
        1 << (width - 1)
    };
    word & to.mask()
}

fn integer_to_float(from: Scalar, is_signed: bool, to: Scalar, rounding: Rounding, a: u64) -> u64 {
    if rounding == Rounding::NearestEven {
        match (to, is_signed) {
            (Scalar::F32, true) => return (signed(from, a) as f32).to_bits().into(),
            (Scalar::F32, false) => return (a as f32).to_bits().into(),
            (Scalar::F64, true) => return (signed(from, a) as f64).to_bits(),
            (Scalar::F64, false) => return (a as f64).to_bits(),
            _ => {}
        }
    }
    let value = signed(from, a);
    if is_signed && value < 0 {
        pack_float(to, true, value.unsigned_abs(), 0, rounding)
    } else {
        pack_float(to, false, a, 0, rounding)
    }
}

/// An f64 as a narrower float.
pub(super) fn narrow(value: f64, to: Scalar, rounding: Rounding) -> u64 {
    let format = Format::of(to);
    let bits = value.to_bits();
    let negative = value.is_sign_negative();
    let sign = u64::from(negative) << (to.bits() - 1);
    if value.is_nan() {
        // The upper part of the payload, made quiet.
        let payload = (bits & ((1 << 52) - 1)) >> (53 - format.precision);
        return sign | format.infinity() | payload | 1 << (format.precision - 2);
    }
    if value.is_infinite() {
        return sign | format.infinity();
    }
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    match exponent {
        0 => pack_float(to, negative, fraction, -1074, rounding),
        _ => pack_float(to, negative, fraction | 1 << 52, exponent - 1075, rounding),
    }
}

/// A binary interchange format.
struct Format {
    /// Bits of the significand, the leading one included.
    precision: u32,
    /// The exponent of the smallest normal number.
    lowest: i32,
}

impl Format {
    fn of(ty: Scalar) -> Format {
        match ty {
            Scalar::F16 => Format { precision: 11, lowest: -14 },
            Scalar::F32 => Format { precision: 24, lowest: -126 },
            _ => Format { precision: 53, lowest: -1022 },
        }
    }
    /// The bits of +∞: all exponent bits set. (The exponent field of the largest number is `2 * -lowest + 1`... plus one.)
    fn infinity(&self) -> u64 {
        ((2 * (1 - self.lowest) as u64) + 1) << (self.precision - 1)
    }
}

/// `±magnitude * 2^exponent` rounded once to a float type; its bits. Overflow gives infinity or the largest
/// number as the rounding mode says.
pub fn pack_float(ty: Scalar, negative: bool, magnitude: u64, exponent: i32, rounding: Rounding) -> u64 {
    let format = Format::of(ty);
    let sign = u64::from(negative) << (ty.bits() - 1);
    if magnitude == 0 {
        return sign;
    }
    let precision = format.precision as i32;
    let top = 63 - magnitude.leading_zeros() as i32;
    // The weight of the result's last bit, as a power of two.
    let mut weight = (exponent + top).max(format.lowest) - (precision - 1);
    let shift = weight - exponent;
    // The part that is kept, and the lost part compared with half of the last bit.
    let (mut kept, lost) = match shift {
        ..=0 => (magnitude << -shift, None),
        1..=63 => {
            let rest = magnitude & ((1 << shift) - 1);
            (magnitude >> shift, (rest != 0).then(|| rest.cmp(&(1 << (shift - 1)))))
        }
        64 => (0, Some(magnitude.cmp(&(1 << 63)))),
        _ => (0, Some(std::cmp::Ordering::Less)),
    };
    let up = lost.is_some_and(|order| match rounding {
        Rounding::NearestEven => order.is_gt() || (order.is_eq() && kept & 1 == 1),
        Rounding::TowardZero => false,
        Rounding::Upward => !negative,
        Rounding::Downward => negative,
    });
    kept += u64::from(up);
    if kept >> precision != 0 {
        kept >>= 1;
        weight += 1;
    }
    let hidden = 1 << (precision - 1);
    if kept < hidden {
        return sign | kept;
    }
    let biased = (weight + precision - 1 - format.lowest + 1) as u64;
    let bits = (biased << (precision - 1)) + (kept - hidden);
    if bits < format.infinity() {
        return sign | bits;
    }
    let to_infinity = match rounding {
        Rounding::NearestEven => true,
        Rounding::TowardZero => false,
        Rounding::Upward => !negative,
        Rounding::Downward => negative,
    };
    sign | if to_infinity { format.infinity() } else { format.infinity() - 1 }
}
