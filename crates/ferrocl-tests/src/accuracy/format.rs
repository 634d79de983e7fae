//! Floating-point formats, and errors in units in the last place (section "Relative Error as ULPs").

use ferrocl_syntax::ast::ScalarName;

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

impl Format {
    /// The number with these bits; exact.
    pub fn decode(&self, bits: u32) -> f64 {
        match self.size {
            2 => half::f16::from_bits(bits as u16).to_f64(),
            _ => f32::from_bits(bits).into(),
        }
    }
    /// The bits of the number of this format nearest to one, even in a tie.
    pub fn encode(&self, number: f64) -> u32 {
        match self.size {
            2 => half::f16::from_f32(to_odd(number)).to_bits().into(),
            _ => (number as f32).to_bits(),
        }
    }
    /// How many bit patterns there are.
    pub fn patterns(&self) -> u64 {
        1 << (8 * self.size)
    }
    /// The sign bit.
    pub fn sign_bit(&self) -> u32 {
        1 << (8 * self.size - 1)
    }
    /// The bits of +∞.
    pub fn infinity(&self) -> u32 {
        self.encode(f64::INFINITY)
    }
    /// The bit that makes a NaN quiet.
    pub fn quiet_bit(&self) -> u32 {
        1 << (self.digits - 2)
    }
    /// Whether these are the bits of a signalling NaN.
    pub fn is_signalling(&self, bits: u32) -> bool {
        bits & !self.sign_bit() > self.infinity() && bits & self.quiet_bit() == 0
    }
    /// The least power of 2 that is too great.
    fn overflow(&self) -> f64 {
        power_of_two(self.max_exponent + 1)
    }
    /// The unit in the last place of a finite number.
    pub fn ulp(&self, number: f64) -> f64 {
        let bits = number.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i32 - 1023;
        if exponent <= self.min_exponent {
            return power_of_two(self.min_exponent - self.digits + 1);
        }
        // A power of 2 is nearer to the number below it than to the one above.
        let is_power = bits << 12 == 0;
        power_of_two(exponent.min(self.max_exponent) - self.digits + 1 - i32::from(is_power))
    }
    /// How far a result of this format is from the number that it stands for, in units in the last place of that number. Infinite
    /// where one of them is NaN or only the reference is infinite. An infinite result counts as the number that would come
    /// after the greatest finite one.
    pub fn error(&self, result: f64, reference: f64) -> f64 {
        if result == reference || (result.is_nan() && reference.is_nan()) {
            return 0.0;
        }
        if result.is_nan() || !reference.is_finite() {
            return f64::INFINITY;
        }
        let mut result = result;
        if result.is_infinite() {
            result = self.overflow().copysign(result);
            if reference.abs() >= self.overflow() && (result < 0.0) == (reference < 0.0) {
                return 0.0;
            }
        }
        (result - reference).abs() / self.ulp(reference)
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

/// 2^exponent, for exponents of normal numbers.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
