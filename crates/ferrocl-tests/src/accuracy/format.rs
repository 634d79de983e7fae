//! Floating-point formats, and errors in units in the last place (section "Relative Error as ULPs").

use ferrocl_syntax::ast::ScalarName;

use super::wide::{Wide, scale, split};

/// A format that functions are swept in.
#[derive(Debug)]
pub struct Format {
    /// The element in the table.
    pub element: ScalarName,
    /// Its type in OpenCL C.
    pub name: &'static str,
    /// The unsigned integer as wide.
    pub bits_name: &'static str,
    /// Its bytes.
    pub size: usize,
    /// The bits of its significand, the hidden one included.
    pub digits: i32,
    /// The exponent of its least normal number.
    pub min_exponent: i32,
    /// The exponent of its greatest finite number.
    pub max_exponent: i32,
}

/// `float`.
pub static FLOAT: Format = Format {
    element: ScalarName::Float,
    name: "float",
    bits_name: "uint",
    size: 4,
    digits: 24,
    min_exponent: -126,
    max_exponent: 127,
};

/// `half`.
pub static HALF: Format = Format {
    element: ScalarName::Half,
    name: "half",
    bits_name: "ushort",
    size: 2,
    digits: 11,
    min_exponent: -14,
    max_exponent: 15,
};

/// `double`.
pub static DOUBLE: Format = Format {
    element: ScalarName::Double,
    name: "double",
    bits_name: "ulong",
    size: 8,
    digits: 53,
    min_exponent: -1022,
    max_exponent: 1023,
};

impl Format {
    /// The number with these bits; exact.
    pub fn decode(&self, bits: u64) -> f64 {
        match self.size {
            2 => half::f16::from_bits(bits as u16).to_f64(),
            4 => f32::from_bits(bits as u32).into(),
            _ => f64::from_bits(bits),
        }
    }
    /// The bits of the number of this format nearest to one, even in a tie.
    pub fn encode(&self, number: f64) -> u64 {
        match self.size {
            2 => half::f16::from_f32(to_odd(number)).to_bits().into(),
            4 => (number as f32).to_bits().into(),
            _ => number.to_bits(),
        }
    }
    /// Whether all bit patterns can be tried.
    pub fn is_small(&self) -> bool {
        self.size <= 4
    }
    /// The greatest bit pattern.
    pub fn mask(&self) -> u64 {
        u64::MAX >> (64 - 8 * self.size)
    }
    /// The sign bit.
    pub fn sign_bit(&self) -> u64 {
        1 << (8 * self.size - 1)
    }
    /// The bits of +∞.
    pub fn infinity(&self) -> u64 {
        self.encode(f64::INFINITY)
    }
    /// The bit that makes a NaN quiet.
    pub fn quiet_bit(&self) -> u64 {
        1 << (self.digits - 2)
    }
    /// Whether these are the bits of a signalling NaN.
    pub fn is_signalling(&self, bits: u64) -> bool {
        bits & !self.sign_bit() > self.infinity() && bits & self.quiet_bit() == 0
    }
    /// The exponent of the unit in the last place of a finite number.
    pub fn ulp_exponent(&self, number: Wide) -> i32 {
        let least = self.min_exponent - self.digits + 1;
        if number.pair.high == 0.0 {
            return least;
        }
        let (significand, exponent) = split(number.pair.high);
        let exponent = exponent + number.exponent;
        // A power of 2 is nearer to the number below it than to the one above.
        let below = significand.abs() == 1.0 && number.pair.low * significand <= 0.0;
        (exponent.min(self.max_exponent) - self.digits + 1 - i32::from(below)).max(least)
    }
    /// How far a result of this format is from the number that it stands for, in units in the last place of that number. Infinite
    /// where one of them is NaN or only the reference is infinite. An infinite result counts as the number that would come
    /// after the greatest finite one.
    pub fn error(&self, result: f64, reference: Wide) -> f64 {
        if result.is_nan() || !reference.is_finite() {
            let is_same = result == reference.pair.high || (result.is_nan() && reference.is_nan());
            return if is_same { 0.0 } else { f64::INFINITY };
        }
        let unit = self.ulp_exponent(reference);
        let (high, low) = (reference.pair.high, reference.pair.low);
        let shift = reference.exponent - unit;
        let overflow = scale(1.0, self.max_exponent + 1 - unit);
        let mut units = scale(result, -unit);
        if result.is_infinite() {
            units = overflow.copysign(result);
            if scale(high, shift).abs() >= overflow && (result < 0.0) == (high < 0.0) {
                return 0.0;
            }
        }
        ((units - scale(high, shift)) - scale(low, shift)).abs()
    }
}

/// The float below or above a number whose last bit is 1; the number itself where it is a float. Rounding that to a format
/// with two bits less is like rounding the number.
fn to_odd(number: f64) -> f32 {
    let near = number as f32;
    let difference = number - f64::from(near);
    if difference == 0.0 || !near.is_finite() || near.to_bits() & 1 == 1 {
        return near;
    }
    // A zero becomes the least denormal; its sign is the number's.
    let grows = near == 0.0 || (difference > 0.0) == (near > 0.0);
    f32::from_bits(if grows { near.to_bits() + 1 } else { near.to_bits() - 1 })
}
