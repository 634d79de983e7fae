//! An exact model of OpenCL C's scalar values, that nothing of the compiler takes part in: integers are `i128`, floats are taken
//! apart into sign, significand and exponent, and rounding looks at the bits that are cut off.
//!
//! What lives here: element types, their values, rounding to integers and floats, the conversions of section "Explicit
//! Conversions", and the values that are worth a test. What does not: how kernels are built and run ([`crate::engines`]).

use ferrocl_base::random::Random;

/// What the values of an element type are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// 0 or 1.
    Bool,
    /// Integers in two's complement.
    Signed,
    /// Integers from 0.
    Unsigned,
    /// An IEEE 754 binary format.
    Float,
}

/// A scalar type, of which vectors may consist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// Its name in OpenCL C.
    pub name: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// Its width in memory.
    pub bits: u32,
}

const fn element(name: &'static str, kind: Kind, bits: u32) -> Element {
    Element { name, kind, bits }
}

/// `bool`, which kernels cannot be given: a byte stands for it in buffers.
pub const BOOL: Element = element("bool", Kind::Bool, 8);
/// `int`.
pub const INT: Element = element("int", Kind::Signed, 32);
/// `uint`.
pub const UINT: Element = element("uint", Kind::Unsigned, 32);
/// `ulong`.
pub const ULONG: Element = element("ulong", Kind::Unsigned, 64);
/// `half`.
pub const HALF: Element = element("half", Kind::Float, 16);
/// `float`.
pub const FLOAT: Element = element("float", Kind::Float, 32);
/// `double`.
pub const DOUBLE: Element = element("double", Kind::Float, 64);
/// Every type that vectors consist of.
pub const ELEMENTS: [Element; 11] = [
    element("char", Kind::Signed, 8),
    element("uchar", Kind::Unsigned, 8),
    element("short", Kind::Signed, 16),
    element("ushort", Kind::Unsigned, 16),
    INT,
    UINT,
    element("long", Kind::Signed, 64),
    ULONG,
    HALF,
    FLOAT,
    DOUBLE,
];

/// A rounding mode (section "Rounding Modes").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// To the nearest, of two as near to the even one: `_rte`.
    Nearest,
    /// Toward zero: `_rtz`.
    Zero,
    /// Toward positive infinity: `_rtp`.
    Up,
    /// Toward negative infinity: `_rtn`.
    Down,
}

impl Mode {
    /// All of them.
    pub const ALL: [Mode; 4] = [Mode::Nearest, Mode::Zero, Mode::Up, Mode::Down];

    /// The modifier that asks for it.
    pub fn suffix(self) -> &'static str {
        match self {
            Mode::Nearest => "_rte",
            Mode::Zero => "_rtz",
            Mode::Up => "_rtp",
            Mode::Down => "_rtn",
        }
    }
}

/// An exact value of any type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// Not a number.
    Nan,
    /// An infinity.
    Infinite {
        /// Whether it is below zero.
        negative: bool,
    },
    /// `significand * 2^exponent`, with its sign. Zeros have signs too.
    Finite {
        /// Its sign.
        negative: bool,
        /// An integer, below 2^120.
        significand: u128,
        /// The power of two that it is multiplied with.
        exponent: i32,
    },
}

/// What a value has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// These bits.
    Bits(u64),
    /// Any NaN.
    Nan,
    /// Whatever the implementation says, as long as every engine says it.
    Unspecified,
}

/// Beyond every integer type.
const HUGE: i128 = 1 << 100;

impl Element {
    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        self.kind == Kind::Float
    }
    /// Its size in memory.
    pub fn bytes(self) -> usize {
        self.bits as usize / 8
    }
    /// The bits that its values have.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }
    /// The least integer of an integer type.
    pub fn min(self) -> i128 {
        if self.kind == Kind::Signed { -(1 << (self.bits - 1)) } else { 0 }
    }
    /// The greatest integer of an integer type.
    pub fn max(self) -> i128 {
        match self.kind {
            Kind::Bool => 1,
            Kind::Signed => (1 << (self.bits - 1)) - 1,
            _ => (1 << self.bits) - 1,
        }
    }
    /// The integer that these bits are.
    pub fn integer(self, bits: u64) -> i128 {
        let value = i128::from(bits & self.mask());
        if self.kind == Kind::Signed && value > self.max() { value - (1 << self.bits) } else { value }
    }
    /// The bits of an integer, modulo 2^N (C99 6.3.1.3).
    pub fn wrap(self, integer: i128) -> u64 {
        integer as u64 & self.mask()
    }
    /// Bits of a significand with the leading one.
    pub fn precision(self) -> i32 {
        match self.bits {
            16 => 11,
            32 => 24,
            _ => 53,
        }
    }
    /// The exponent of the greatest power of two that is a value; 1 minus this one is that of the least normal one.
    pub fn max_exponent(self) -> i32 {
        (1 << (self.bits as i32 - self.precision() - 1)) - 1
    }
    /// The exponent of the least positive value.
    pub fn min_exponent(self) -> i32 {
        2 - self.max_exponent() - self.precision()
    }
    /// The bits of positive infinity.
    pub fn infinity(self) -> u64 {
        ((1 << (self.bits as i32 - self.precision())) - 1) << (self.precision() - 1)
    }
    /// The sign bit of a float.
    pub fn sign(self) -> u64 {
        1 << (self.bits - 1)
    }
    /// Whether these bits are a NaN of this type.
    pub fn is_nan(self, bits: u64) -> bool {
        self.is_float() && bits & !self.sign() > self.infinity()
    }
    /// The value that these bits are.
    pub fn number(self, bits: u64) -> Number {
        if !self.is_float() {
            return Number::from_integer(self.integer(bits));
        }
        let negative = bits & self.sign() != 0;
        let fraction_bits = self.precision() - 1;
        let magnitude = bits & !self.sign();
        let field = (magnitude >> fraction_bits) as i32;
        let fraction = u128::from(magnitude & ((1 << fraction_bits) - 1));
        match magnitude {
            m if m > self.infinity() => Number::Nan,
            m if m == self.infinity() => Number::Infinite { negative },
            _ if field == 0 => {
                Number::Finite { negative, significand: fraction, exponent: self.min_exponent() }
            }
            _ => Number::Finite {
                negative,
                significand: fraction | 1 << fraction_bits,
                exponent: self.min_exponent() + field - 1,
            },
        }
    }
    /// The element at an index of a buffer's bytes.
    pub fn read(self, bytes: &[u8], index: usize) -> u64 {
        let place = &bytes[index * self.bytes()..][..self.bytes()];
        place.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }
    /// A buffer of these elements.
    pub fn pack(self, values: &[u64]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes().into_iter().take(self.bytes())).collect()
    }
    /// A value as a person reads it.
    pub fn show(self, bits: u64) -> String {
        match self.kind {
            Kind::Float if self.bits == 64 => format!("{:?} ({bits:#x})", f64::from_bits(bits)),
            Kind::Float if self.bits == 32 => format!("{:?} ({bits:#x})", f32::from_bits(bits as u32)),
            Kind::Float => match self.number(bits) {
                Number::Finite { negative, significand, exponent } => {
                    let magnitude = significand as f64 * 2f64.powi(exponent);
                    format!("{:?} ({bits:#x})", if negative { -magnitude } else { magnitude })
                }
                other => format!("{other:?} ({bits:#x})"),
            },
            _ => self.integer(bits).to_string(),
        }
    }
    /// Compares a value with what it has to be.
    pub fn meets(self, bits: u64, expected: Expected) -> bool {
        match expected {
            Expected::Bits(wanted) => bits == wanted,
            Expected::Nan => self.is_nan(bits),
            Expected::Unspecified => true,
        }
    }
}

/// `significand >> by`, rounded.
fn shifted(significand: u128, by: u32, negative: bool, mode: Mode) -> u128 {
    if by == 0 {
        return significand;
    }
    let (kept, rest, half) = match by {
        1..=126 => (significand >> by, significand & ((1 << by) - 1), 1 << (by - 1)),
        // All of it is cut off, and it is less than a half.
        _ => (0, u128::from(significand != 0), 2),
    };
    let up = match mode {
        Mode::Nearest => rest > half || rest == half && kept & 1 == 1,
        Mode::Zero => false,
        Mode::Up => rest > 0 && !negative,
        Mode::Down => rest > 0 && negative,
    };
    kept + u128::from(up)
}

impl Number {
    /// An integer.
    pub fn from_integer(integer: i128) -> Number {
        Number::Finite { negative: integer < 0, significand: integer.unsigned_abs(), exponent: 0 }
    }
    /// The value with the other sign.
    pub fn negated(self) -> Number {
        match self {
            Number::Nan => self,
            Number::Infinite { negative } => Number::Infinite { negative: !negative },
            Number::Finite { negative, significand, exponent } => {
                Number::Finite { negative: !negative, significand, exponent }
            }
        }
    }
    /// Whether it compares equal to zero.
    pub fn is_zero(self) -> bool {
        matches!(self, Number::Finite { significand: 0, .. })
    }
    /// The integer that it is rounded to; values beyond 2^100, infinities too, give some integer beyond every type. `None` for NaN.
    pub fn rounded(self, mode: Mode) -> Option<i128> {
        let (negative, magnitude) = match self {
            Number::Nan => return None,
            Number::Infinite { negative } => (negative, HUGE),
            Number::Finite { significand: 0, .. } => return Some(0),
            Number::Finite { negative, significand, exponent } if exponent >= 0 => {
                let length = 128 - significand.leading_zeros() as i32;
                (negative, if length + exponent > 100 { HUGE } else { (significand << exponent) as i128 })
            }
            Number::Finite { negative, significand, exponent } => {
                (negative, shifted(significand, exponent.unsigned_abs(), negative, mode) as i128)
            }
        };
        Some(if negative { -magnitude } else { magnitude })
    }
    /// The bits of the float of this type that it is rounded to.
    pub fn encoded(self, to: Element, mode: Mode) -> Expected {
        let signed = |negative: bool, magnitude: u64| {
            Expected::Bits(if negative { magnitude | to.sign() } else { magnitude })
        };
        let (negative, significand, exponent) = match self {
            Number::Nan => return Expected::Nan,
            Number::Infinite { negative } => return signed(negative, to.infinity()),
            Number::Finite { negative, significand: 0, .. } => return signed(negative, 0),
            Number::Finite { negative, significand, exponent } => (negative, significand, exponent),
        };
        let length = 128 - significand.leading_zeros() as i32;
        // The exponent of the last bit that is kept.
        let mut last = (exponent + length - to.precision()).max(to.min_exponent());
        let mut kept = if exponent >= last {
            significand << (exponent - last)
        } else {
            shifted(significand, (last - exponent) as u32, negative, mode)
        };
        if kept == 1 << to.precision() {
            kept >>= 1;
            last += 1;
        }
        if last + to.precision() - 1 > to.max_exponent() {
            let to_infinity = match mode {
                Mode::Nearest => true,
                Mode::Zero => false,
                Mode::Up => !negative,
                Mode::Down => negative,
            };
            return signed(negative, if to_infinity { to.infinity() } else { to.infinity() - 1 });
        }
        // The leading one of a normal number adds one to its exponent field.
        let field = (last - to.min_exponent()) as u64;
        signed(negative, (field << (to.precision() - 1)) + kept as u64)
    }
}

/// What a conversion gives: of a cast (and an implicit conversion) without `mode`, of `convert_T[_sat][_mode]`.
pub fn converted(from: Element, to: Element, bits: u64, saturate: bool, mode: Option<Mode>) -> Expected {
    let value = from.number(bits);
    match to.kind {
        // C99 6.3.1.2: 0 if the value compares equal to 0. NaN does not.
        Kind::Bool => Expected::Bits((!value.is_zero()).into()),
        Kind::Float => value.encoded(to, mode.unwrap_or(Mode::Nearest)),
        Kind::Signed | Kind::Unsigned => {
            let rounded = value.rounded(mode.unwrap_or(Mode::Zero));
            let in_range = rounded.is_some_and(|rounded| (to.min()..=to.max()).contains(&rounded));
            match rounded {
                Some(rounded) if in_range => Expected::Bits(to.wrap(rounded)),
                Some(rounded) if saturate => Expected::Bits(to.wrap(rounded.clamp(to.min(), to.max()))),
                None if saturate => Expected::Bits(0),
                Some(rounded) if !from.is_float() => Expected::Bits(to.wrap(rounded)),
                _ => Expected::Unspecified,
            }
        }
    }
}

/// Exact values at which conversions between any two types change what they do.
fn turning_points() -> Vec<(u128, i32)> {
    let mut points = Vec::new();
    // Small fractions: halves and quarters on both sides of small integers.
    points.extend((0..=20).map(|quarters| (quarters, -2)));
    // Powers of two with what is near: the limits of integer types lie there.
    for power in [7, 8, 10, 11, 12, 15, 16, 23, 24, 25, 31, 32, 52, 53, 54, 62, 63, 64] {
        let quarters = 1u128 << (power + 2);
        points.extend((0..=13).flat_map(|near| [(quarters - near.min(quarters), -2), (quarters + near, -2)]));
    }
    for float in [HALF, FLOAT, DOUBLE] {
        let p = float.precision();
        // Halfway between two values with an even and an odd significand, with what is just beside.
        for odd in [1, 3, (1 << p) - 1, (1 << p) - 3] {
            let halfway = (1u128 << p) + odd;
            for scale in [-p, 0, 1, 31 - p, 32 - p, 63 - p, 64 - p] {
                points.push((halfway, scale));
                // Beside by less than any type resolves, so that directed rounding gives the nearest on both sides.
                points.extend([((halfway << 60) + 1, scale - 60), ((halfway << 60) - 1, scale - 60)]);
                if scale > 0 {
                    points.extend([((halfway << scale) + 1, 0), ((halfway << scale) - 1, 0)]);
                }
            }
        }
        // The greatest value, halfway to the next that there is not, and that one.
        let top = float.max_exponent();
        points.extend([((1 << p) - 1, top + 1 - p), ((2 << p) - 1, top - p), (1, top + 1), (1, top)]);
        // The least normal value, halfway below it, subnormals and what lies halfway between them.
        let least = float.min_exponent();
        points.extend([(1, 1 - float.max_exponent()), ((1 << p) - 1, least - 1)]);
        points.extend([1, 2, 3, 4, 5, 6, 7].map(|halves| (halves, least - 1)));
    }
    points
}

/// Values of a type, as bits, at and around every boundary of every type; for types of one byte all that there are.
pub fn boundary_values(ty: Element) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    let mut random = Random::new(u64::from(ty.bits));
    if ty.bits == 8 {
        return (0..=ty.max().max(255) as u64).filter(|&bits| ty != BOOL || bits < 2).collect();
    }
    values.extend([0, 1, ty.mask(), ty.mask() >> 1, (ty.mask() >> 1) + 1]);
    for (significand, exponent) in turning_points() {
        for negative in [false, true] {
            let number = Number::Finite { negative, significand, exponent };
            for mode in Mode::ALL {
                if ty.is_float() {
                    if let Expected::Bits(bits) = number.encoded(ty, mode) {
                        // With the neighbours.
                        values.extend([bits, bits.wrapping_add(1), bits.wrapping_sub(1)]);
                    }
                } else if let Some(integer) = number.rounded(mode)
                    && (ty.min()..=ty.max()).contains(&integer)
                {
                    values.push(ty.wrap(integer));
                }
            }
        }
    }
    values.extend((0..48).map(|_| random.bits()));
    if ty.is_float() {
        let infinity = ty.infinity();
        let quiet = infinity | infinity >> 1;
        values.extend([infinity, infinity | ty.sign(), quiet, quiet | ty.sign(), quiet | 5]);
    }
    values.iter_mut().for_each(|bits| *bits &= ty.mask());
    values.sort_unstable();
    values.dedup();
    values
}
