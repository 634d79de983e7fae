//! What functions are tried on. A case is a number, so that any of them can be made by itself and on any thread.
//!
//! Functions of one number of at most 32 bits get bit patterns in even steps (with step 1, all of them), and the numbers that
//! matter. Others get those numbers in every combination, then a mixture by a hash of the case: numbers that matter, random
//! bit patterns, random numbers of useful sizes, and arguments that have to do with each other, such as two that are almost equal.

use ferrocl_base::random::Random;

use super::format::Format;
use super::wide::scale;
use super::{Function, Kind, MAX_INPUTS};

/// The cases of a function.
pub struct Cases<'a> {
    function: &'a Function,
    special: Vec<u64>,
    boundaries: Vec<u64>,
    integers: Vec<i32>,
    step: u64,
    chosen: u64,
    sizes: [Size; 3],
    narrowed: bool,
}

/// The numbers that an argument usually has.
#[derive(Clone, Copy)]
enum Size {
    /// Magnitudes from 2^low to 2^high, evenly by exponent, of both signs.
    Exponents(f64, f64),
    /// Evenly from low to high.
    Between(f64, f64),
}
use Size::{Between, Exponents};

impl<'a> Cases<'a> {
    /// Cases for a function: each `step`th bit pattern of a function of one number of at most 32 bits, or `chosen` cases of another.
    pub fn new(function: &'a Function, step: u64, chosen: u64) -> Cases<'a> {
        let integers = [
            0, 1, 2, 3, 4, 5, 7, 8, 10, 23, 24, 25, 63, 100, 125, 126, 127, 128, 129, 148, 149, 150, 151,
            277, 1000, 1022, 1023, 1024, 1025, 1073, 1074, 1075, 2097,
        ];
        let large = [1 << 24, (1 << 24) + 1, (1 << 30) + 1, i32::MAX - 1, i32::MAX];
        let magnitudes = integers.iter().chain(&large);
        let integers = magnitudes.flat_map(|&n| [n, -n]).chain([i32::MIN, i32::MIN + 1]).collect();
        Cases {
            function,
            special: special_numbers(function.format),
            boundaries: boundaries(function.format),
            integers,
            step: step.max(1),
            chosen,
            sizes: sizes(function.row.name, function.format),
            narrowed: is_narrowed(function.row.name),
        }
    }
    /// How many there are.
    pub fn count(&self) -> u64 {
        if self.function.takes_all_patterns() {
            self.patterns() + self.boundaries.len() as u64
        } else {
            self.chosen
        }
    }
    fn patterns(&self) -> u64 {
        (self.function.format.mask() + 1).div_ceil(self.step)
    }
    /// The components of all arguments in a case.
    pub fn case(&self, index: u64, out: &mut [u64; MAX_INPUTS]) {
        if self.function.takes_all_patterns() {
            let patterns = self.patterns();
            out[0] = match index.checked_sub(patterns) {
                None => index * self.step,
                Some(rest) => self.boundaries[rest as usize % self.boundaries.len()],
            };
            return;
        }
        let kinds =
            self.function.inputs.iter().flat_map(|slot| std::iter::repeat_n(slot.kind, slot.components));
        let mut rest = index;
        let mut is_combination = true;
        for (out, kind) in out.iter_mut().zip(kinds.clone()) {
            let count = if kind == Kind::Int { self.integers.len() } else { self.special.len() } as u64;
            let at = (rest % count) as usize;
            *out = if kind == Kind::Int { from_int(self.integers[at]) } else { self.special[at] };
            rest /= count;
        }
        // Functions of many components have too many combinations for a short run; each one is met often by hash.
        is_combination &= rest == 0 && self.function.input_components() <= 3;
        if !is_combination {
            for (position, kind) in kinds.enumerate() {
                out[position] = self.mixed(index, position as u64, kind);
            }
            self.relate(index, out);
        }
    }

    fn mixed(&self, index: u64, position: u64, kind: Kind) -> u64 {
        let hash = Random::nth(index * MAX_INPUTS as u64 + position);
        let choice = hash >> 60;
        let bits = hash as u32;
        let format = self.function.format;
        // A double needs more random bits than one hash has.
        let (pattern, fraction) = if format.is_small() {
            (bits.into(), ((hash >> 20) & 0xff_ffff) as f64 / f64::from(1 << 24))
        } else {
            let more = Random::nth(hash);
            (more, (more >> 11) as f64 * 2f64.powi(-53))
        };
        match (kind, choice) {
            (Kind::Int, 0..4) => from_int(self.integers[bits as usize % self.integers.len()]),
            (Kind::Int, 4..8) => from_int(bits as i32 >> (hash >> 52 & 31)),
            (Kind::Int, _) => from_int((bits % 601) as i32 - 300),
            (Kind::Bits, _) => pattern,
            (_, 0) => self.special[bits as usize % self.special.len()],
            (_, 1) => self.boundaries[bits as usize % self.boundaries.len()],
            (_, 2..6) => pattern & format.mask(),
            _ => {
                let number = match self.sizes[(position as usize).min(2)] {
                    Exponents(low, high) => {
                        let size = (low + (high - low) * fraction).exp2();
                        if bits & 1 == 1 { -size } else { size }
                    }
                    // Half of them by size, so that small ones are tried as well.
                    Between(low, high) if choice < 10 && !format.is_small() && low != high => {
                        let size = high.max(-low) * (-30.0 * fraction).exp2();
                        if bits & 1 == 1 && low < 0.0 { -size } else { size }
                    }
                    Between(low, high) => low + (high - low) * fraction,
                };
                format.encode(number)
            }
        }
    }

    /// Makes arguments of some cases depend on each other where that is where errors show.
    fn relate(&self, index: u64, out: &mut [u64; MAX_INPUTS]) {
        let format = self.function.format;
        let hash = Random::nth(!index);
        let fraction = (hash >> 40) as f64 / f64::from(1 << 24);
        let near = |bits: u64| bits.wrapping_add((hash & 15).wrapping_sub(7)) & format.mask();
        let choice = hash >> 36 & 15;
        let one = format.decode(out[0]);
        // The powers of 2 from the least number to the greatest, and some beyond.
        let powers = f64::from(format.max_exponent - format.min_exponent + format.digits + 23);
        match self.function.row.name {
            "pow" | "powr" | "half_powr" | "native_powr" if choice < 8 => {
                // Results over the whole range of exponents.
                let power = (fraction - 0.5) * powers;
                out[1] = format.encode(power / one.abs().log2());
            }
            "pown" if choice < 8 => {
                let power = ((fraction - 0.5) * powers / one.abs().log2()).clamp(-2e9, 2e9);
                out[1] = from_int(power as i32);
            }
            "fma" | "mad" if choice < 6 => out[2] = near(format.encode(-one * format.decode(out[1]))),
            "fmod" | "remainder" | "remquo" if choice < 6 => {
                // Close to a half or a whole multiple.
                let multiple = (hash >> 32 & 1023) as f64 * 0.5;
                out[0] = near(format.encode(format.decode(out[1]) * multiple));
            }
            _ => {
                let half = self.function.input_components() / 2;
                if self.function.inputs.len() == 2
                    && self.function.inputs[1].kind == Kind::Float
                    && choice < 4
                {
                    for i in 0..half {
                        out[half + i] = near(out[i]);
                    }
                }
            }
        }
    }

    /// Whether the function is specified for these arguments, and this implementation says anything about its accuracy.
    pub fn applies(&self, x: &[f64]) -> bool {
        if !self.narrowed {
            return true;
        }
        let moderate = |x: f64| x.abs() <= 1e18 && (x == 0.0 || x.abs() >= 1e-18);
        let normal = |x: f64| (f64::from(f32::MIN_POSITIVE)..f64::INFINITY).contains(&x);
        match self.function.row.name {
            // Undefined where the limits are in the wrong order or NaN (section "Common Functions").
            "clamp" => x[1] <= x[2] && !x[0].is_nan(),
            "smoothstep" => {
                x[0] < x[1]
                    && !x[2].is_nan()
                    && x[..2].iter().all(|x| moderate(*x))
                    && x[1] - x[0] > 1e-3 * x[1].abs()
            }
            "max" | "min" => x.iter().all(|x| x.is_finite()),
            // "a must be a value in the range [0.0, 1.0]"; an absolute error says something for small numbers alone.
            "mix" => (0.0..=1.0).contains(&x[2]) && x[0].abs() <= 1024.0 && x[1].abs() <= 1024.0,
            "native_sin" | "native_cos" | "native_tan" => x[0].abs() <= 100.0,
            "native_exp" => x[0].abs() <= 87.0,
            "native_exp2" => x[0].abs() <= 126.0,
            "native_exp10" => x[0].abs() <= 37.0,
            "native_log" | "native_log2" | "native_log10" => normal(x[0]),
            "native_powr" => normal(x[0]) && (x[1] * x[0].log2()).abs() <= 126.0,
            "fast_length" | "fast_normalize" => x.iter().all(|x| moderate(*x)),
            "fast_distance" => {
                let (p, q) = x.split_at(x.len() / 2);
                x.iter().all(|x| moderate(*x)) && p.iter().zip(q).all(|(p, q)| moderate(p - q))
            }
            // Sums of products of infinities and huge numbers have no error bound.
            "cross" | "dot" => x.iter().all(|x| moderate(*x)),
            // What infinities give is said for one of them alone.
            _ => !(x.iter().any(|x| x.is_infinite()) && x.iter().any(|x| x.is_nan())),
        }
    }
}

/// An `int` as bits.
fn from_int(number: i32) -> u64 {
    (number as u32).into()
}

/// The functions that have a say in [`Cases::applies`].
fn is_narrowed(name: &str) -> bool {
    name.starts_with("native_")
        || name.starts_with("fast_")
        || ["clamp", "smoothstep", "max", "min", "mix", "cross", "dot", "length", "distance", "normalize"]
            .contains(&name)
}

/// The usual sizes of the arguments.
fn sizes(name: &str, format: &Format) -> [Size; 3] {
    let wide = f64::from(format.max_exponent);
    match name {
        "mix" => [Between(-1.0, 1.0), Between(-1.0, 1.0), Between(0.0, 1.0)],
        "smoothstep" | "clamp" => [Between(-2.0, 2.0); 3],
        "pow" | "powr" | "half_powr" | "native_powr" => {
            [Exponents(-4.0, 4.0), Exponents(-6.0, 6.0), Between(0.0, 0.0)]
        }
        "pown" => [Exponents(-0.1, 0.1), Between(0.0, 0.0), Between(0.0, 0.0)],
        "rootn" | "ldexp" => [Exponents(-wide, wide); 3],
        "exp" | "expm1" | "sinh" | "cosh" => [Between(-745.0, 710.0); 3],
        "exp2" => [Between(-1075.0, 1024.0); 3],
        "exp10" => [Between(-324.0, 309.0); 3],
        "log" | "log2" | "log10" => [Between(0.25, 4.0); 3],
        "log1p" => [Between(-1.0, 2.0); 3],
        "sin" | "cos" | "tan" | "sincos" => [Exponents(-30.0, 40.0); 3],
        "asin" | "acos" | "asinpi" | "acospi" | "atanh" => [Between(-1.0, 1.0); 3],
        "acosh" => [Between(1.0, 3.0); 3],
        "atan" | "atanpi" | "sinpi" | "cospi" | "tanpi" | "tanh" => [Between(-4.0, 4.0); 3],
        "erf" => [Between(-6.0, 6.0); 3],
        "erfc" => [Between(-6.0, 27.5); 3],
        "tgamma" => [Between(-184.0, 172.0); 3],
        "lgamma" | "lgamma_r" => [Between(-30.0, 30.0); 3],
        _ => [Exponents(-10.0, 10.0); 3],
    }
}

/// Numbers at which functions do something special, of both signs.
fn special_numbers(format: &Format) -> Vec<u64> {
    let least = 1;
    let normal = format.encode(2f64.powi(format.min_exponent));
    let one = format.encode(1.0);
    let infinity = format.infinity();
    let mut numbers = vec![0, least, least + 1, normal - 1, normal, normal + 1, one - 1, one, one + 1];
    let plain = [
        0.25,
        0.5,
        0.75,
        1.5,
        2.0,
        2.5,
        3.0,
        4.0,
        10.0,
        0.1,
        std::f64::consts::FRAC_PI_2,
        std::f64::consts::PI,
    ];
    numbers.extend(plain.map(|x| format.encode(x)));
    let digits = format.digits;
    numbers.extend([digits - 2, digits - 1, digits].map(|e| format.encode(2f64.powi(e))));
    numbers.push(format.encode(2f64.powi(digits)) - 1);
    numbers.push(format.encode(2f64.powi(digits - 1)) + 1);
    numbers.extend(
        [31, 32, 63, 64, 100]
            .map(|e| format.encode(2f64.powi(e).min(60000f64.max(2f64.powi(format.max_exponent))))),
    );
    numbers.extend([infinity - 1, infinity, infinity | format.quiet_bit()]);
    numbers.sort_unstable();
    numbers.dedup();
    let negative: Vec<u64> = numbers.iter().map(|bits| bits | format.sign_bit()).collect();
    numbers.extend(negative);
    numbers
}

/// The special numbers, all powers of 2 and multiples of π/4 and ½ with their neighbours, of both signs.
fn boundaries(format: &Format) -> Vec<u64> {
    let mut numbers = special_numbers(format);
    numbers.retain(|bits| bits & format.sign_bit() == 0);
    let powers = (format.min_exponent - format.digits + 1..=format.max_exponent).map(|e| scale(1.0, e));
    let angles = (1..=64).chain([127, 1000, 4095, 12345]).map(|k| f64::from(k) * std::f64::consts::FRAC_PI_4);
    let halves = (1..=400).map(|k| f64::from(k) * 0.5);
    for number in powers.chain(angles).chain(halves) {
        let bits = format.encode(number);
        numbers.extend([bits.saturating_sub(1), bits, bits + 1]);
    }
    numbers.retain(|bits| *bits <= format.infinity() | format.quiet_bit());
    numbers.sort_unstable();
    numbers.dedup();
    let negative: Vec<u64> = numbers.iter().map(|bits| bits | format.sign_bit()).collect();
    numbers.extend(negative);
    numbers
}
