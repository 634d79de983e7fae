//! What each function should give, computed in `f64` from exact arguments; for `double`, [`super::double`] has more.
//!
//! For functions with a bound of some ULP, a `f64` within a few of its own units is as good as the number itself: one unit of
//! `float` is 2^29 of them. For functions that are exact or correctly rounded, the `f64` here rounds to the right
//! result: it is exact, or rounded to odd.
//!
//! Signs of zeros, infinities and NaN are those that are prescribed (section "Edge Case Behavior"), so that they
//! can be compared too. NaN as an integer result says that any will do.

use std::f64::consts::PI;

use super::format::Format;
use super::wide::{Wide, scale, split};
use super::{MAX_OUTPUTS, double, vectors};

/// The reference of a function.
#[derive(Clone, Copy)]
pub enum Oracle {
    /// One argument, one result.
    One(fn(f64) -> f64),
    /// Two arguments, one result.
    Two(fn(f64, f64) -> f64),
    /// Three arguments, one result.
    Three(fn(f64, f64, f64) -> f64),
    /// Anything else: all components of the arguments to all components of the results.
    Many(fn(&Format, &[f64], &mut [f64; MAX_OUTPUTS])),
    /// One argument, one result: of special numbers (see [`double::is_plain`]), and of others.
    WideOne(fn(f64) -> f64, fn(f64) -> Wide),
    /// Two arguments, one result: where one is 0, infinite or NaN, or the result is NaN; and else.
    WideTwo(fn(f64, f64) -> f64, fn(f64, f64) -> Wide),
    /// Like `Many`.
    WideMany(fn(&[f64], &mut [Wide; MAX_OUTPUTS])),
}

impl Oracle {
    /// What the function should give.
    pub fn expected(self, format: &Format, x: &[f64]) -> [Wide; MAX_OUTPUTS] {
        let mut out = [Wide::from(0.0); MAX_OUTPUTS];
        match self {
            One(f) => out[0] = f(x[0]).into(),
            Two(f) => out[0] = f(x[0], x[1]).into(),
            Three(f) => out[0] = f(x[0], x[1], x[2]).into(),
            Many(f) => {
                let mut plain = [0.0; MAX_OUTPUTS];
                f(format, x, &mut plain);
                out = plain.map(Wide::from);
            }
            Oracle::WideOne(special, others) => {
                let plain = special(x[0]);
                out[0] = if double::is_plain(x[0], plain) { plain.into() } else { others(x[0]) };
            }
            Oracle::WideTwo(special, others) => {
                let plain = special(x[0], x[1]);
                let is_special = |x: f64| x == 0.0 || !x.is_finite();
                out[0] = match plain.is_nan() || is_special(x[0]) || is_special(x[1]) {
                    true => plain.into(),
                    false => others(x[0], x[1]),
                };
            }
            Oracle::WideMany(f) => f(x, &mut out),
        }
        out
    }
}

use Oracle::{Many, One, Three, Two};

/// The reference of a function by name; `half_` and `native_` functions have that of the function without the prefix.
pub fn of(name: &str) -> Option<Oracle> {
    let plain = name.strip_prefix("half_").or_else(|| name.strip_prefix("native_")).unwrap_or(name);
    Some(match plain {
        "acos" => One(f64::acos),
        "acosh" => One(f64::acosh),
        "acospi" => One(|x| x.acos() / PI),
        "asin" => One(f64::asin),
        "asinh" => One(|x| if x.abs() < 1e-9 { x } else { x.asinh() }),
        "asinpi" => One(|x| x.asin() / PI),
        "atan" => One(f64::atan),
        "atan2" => Two(f64::atan2),
        "atanh" => One(f64::atanh),
        "atanpi" => One(|x| x.atan() / PI),
        "atan2pi" => Two(|y, x| y.atan2(x) / PI),
        "cbrt" => One(f64::cbrt),
        "ceil" => One(f64::ceil),
        "copysign" => Two(f64::copysign),
        "cos" => One(f64::cos),
        "cosh" => One(f64::cosh),
        "cospi" => One(cospi),
        "erf" => One(libm::erf),
        "erfc" => One(libm::erfc),
        "exp" => One(f64::exp),
        "exp2" => One(f64::exp2),
        "exp10" => One(|x| 10f64.powf(x)),
        "expm1" => One(f64::exp_m1),
        "fabs" => One(f64::abs),
        "fdim" => Two(|x, y| match x <= y {
            true => 0.0,
            false => add_to_odd(x, -y),
        }),
        "floor" => One(f64::floor),
        // The product of two floats is exact.
        "fma" | "mad" => Three(|a, b, c| add_to_odd(a * b, c)),
        "fmax" => Two(greater),
        "fmin" => Two(|x, y| -greater(-x, -y)),
        "fmod" => Two(|x, y| x % y),
        "fract" => Many(fract),
        "frexp" => Many(frexp),
        "hypot" => Two(f64::hypot),
        "ilogb" => One(|x| match x {
            0.0 => i32::MIN.into(),
            x if !x.is_finite() => i32::MAX.into(),
            x => exponent(x),
        }),
        "ldexp" => Two(load_exponent),
        "lgamma" => One(lgamma),
        "lgamma_r" => Many(|_, x, out| (out[0], out[1]) = (lgamma(x[0]), sign_of_gamma(x[0]))),
        "log" => One(f64::ln),
        "log2" => One(f64::log2),
        "log10" => One(f64::log10),
        "log1p" => One(f64::ln_1p),
        "logb" => One(|x| match x {
            0.0 => f64::NEG_INFINITY,
            x if !x.is_finite() => x.abs(),
            x => exponent(x),
        }),
        "maxmag" => Two(|x, y| match (x.abs(), y.abs()) {
            (a, b) if a > b => x,
            (a, b) if b > a => y,
            _ => greater(x, y),
        }),
        "minmag" => Two(|x, y| match (x.abs(), y.abs()) {
            (a, b) if a < b => x,
            (a, b) if b < a => y,
            _ => -greater(-x, -y),
        }),
        "modf" => Many(|_, x, out| {
            let whole = x[0].trunc();
            let part = if x[0].is_infinite() { 0.0 } else { x[0] - whole };
            (out[0], out[1]) = (part.copysign(x[0]), whole);
        }),
        "nan" => One(|_| f64::NAN),
        "nextafter" => Many(next_after),
        "pow" | "pown" => Two(f64::powf),
        "powr" => Two(powr),
        "remainder" => Two(|x, y| remainder(x, y).0),
        "remquo" => Many(|_, x, out| (out[0], out[1]) = remainder(x[0], x[1])),
        "rint" => One(f64::round_ties_even),
        "rootn" => Two(rootn),
        "round" => One(f64::round),
        "rsqrt" => One(|x| 1.0 / x.sqrt()),
        "sin" => One(f64::sin),
        "sincos" => Many(|_, x, out| (out[0], out[1]) = x[0].sin_cos()),
        "sinh" => One(f64::sinh),
        "sinpi" => One(|x| sinpi(x.abs()).copysign_of(x)),
        "sqrt" => One(f64::sqrt),
        "tan" => One(f64::tan),
        "tanh" => One(f64::tanh),
        "tanpi" => One(tanpi),
        "tgamma" => One(|x| if x == f64::NEG_INFINITY { f64::NAN } else { libm::tgamma(x) }),
        "trunc" => One(f64::trunc),
        "divide" => Two(|x, y| x / y),
        "recip" => One(|x| 1.0 / x),

        "clamp" => Three(|x, least, most| -greater(-greater(x, least), -most)),
        "degrees" => One(|x| x * (180.0 / PI)),
        "max" => Two(greatest_of),
        "min" => Two(least_of),
        "mix" => Three(|x, y, a| x + (y - x) * a),
        "radians" => One(|x| x * (PI / 180.0)),
        "step" => Two(|edge, x| if x < edge { 0.0 } else { 1.0 }),
        "smoothstep" => Three(|edge0, edge1, x| {
            let t = ((x - edge0) / (edge1 - edge0)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }),
        "sign" => One(|x| match x {
            x if x > 0.0 => 1.0,
            x if x < 0.0 => -1.0,
            x if x.is_nan() => 0.0,
            zero => zero,
        }),
        _ => return vectors::of(plain).map(Many),
    })
}

/// A result for |x| as one for x, of an odd function.
trait CopySignOf {
    fn copysign_of(self, x: f64) -> f64;
}
impl CopySignOf for f64 {
    fn copysign_of(self, x: f64) -> f64 {
        if x.is_sign_negative() { -self } else { self }
    }
}

/// a + b rounded to odd: rounding that to a format with two bits less gives the sum correctly rounded.
fn add_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    if error == 0.0 || !sum.is_finite() || sum.to_bits() & 1 == 1 {
        return sum;
    }
    let grows = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if grows { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// fmax: the other number where one is NaN, +0 above -0.
fn greater(x: f64, y: f64) -> f64 {
    if x.is_nan() || y > x || (x == y && x.is_sign_negative()) { y } else { x }
}

/// max: y where x < y, else x.
fn greatest_of(x: f64, y: f64) -> f64 {
    if x < y { y } else { x }
}

/// min: y where y < x, else x.
fn least_of(x: f64, y: f64) -> f64 {
    if y < x { y } else { x }
}

/// The exponent of a finite number other than 0.
fn exponent(x: f64) -> f64 {
    split(x).1.into()
}

/// x * 2^k with one rounding.
fn load_exponent(x: f64, k: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let (significand, exponent) = split(x);
    let power = (f64::from(exponent) + k).clamp(-1200.0, 1200.0) as i32;
    if power < -1022 {
        significand * scale(1.0, -500) * scale(1.0, power + 500)
    } else {
        scale(significand, power)
    }
}

fn fract(format: &Format, x: &[f64], out: &mut [f64; MAX_OUTPUTS]) {
    let whole = x[0].floor();
    let most = 1.0 - 2f64.powi(-format.digits);
    let part = if x[0].is_infinite() { 0.0 } else { (x[0] - whole).min(most) };
    out[0] = if x[0].is_nan() { x[0] } else { part };
    // fract(-0) and fract(-∞) are -0.
    if out[0] == 0.0 && (x[0] == 0.0 || x[0].is_infinite()) {
        out[0] = out[0].copysign(x[0]);
    }
    out[1] = whole;
}

fn frexp(_: &Format, x: &[f64], out: &mut [f64; MAX_OUTPUTS]) {
    let x = x[0];
    (out[0], out[1]) = (x, 0.0);
    if x.is_finite() && x != 0.0 {
        let power = exponent(x) + 1.0;
        (out[0], out[1]) = (split(x).0 * 0.5, power);
    }
}

fn next_after(format: &Format, x: &[f64], out: &mut [f64; MAX_OUTPUTS]) {
    let (x, y) = (x[0], x[1]);
    out[0] = if x.is_nan() || y.is_nan() {
        f64::NAN
    } else if x == y {
        y
    } else if x == 0.0 {
        format.decode(1).copysign(y)
    } else {
        let bits = format.encode(x);
        format.decode(if (y > x) == (x > 0.0) { bits + 1 } else { bits - 1 })
    };
}

pub(super) fn powr(x: f64, y: f64) -> f64 {
    let is_extreme = x == 0.0 || x == f64::INFINITY;
    if x < 0.0 || x.is_nan() || y.is_nan() || (is_extreme && y == 0.0) || (x == 1.0 && y.is_infinite()) {
        f64::NAN
    } else {
        x.abs().powf(y)
    }
}

pub(super) fn rootn(x: f64, n: f64) -> f64 {
    let is_odd = n % 2.0 != 0.0;
    if n == 0.0 || x.is_nan() || (x < 0.0 && !is_odd) {
        return f64::NAN;
    }
    let root = x.abs().powf(1.0 / n);
    if is_odd { root.copysign(x) } else { root }
}

/// The remainder of x / y rounded to nearest, even in a tie, and the lowest seven bits of that quotient with its sign.
fn remainder(x: f64, y: f64) -> (f64, f64) {
    if !x.is_finite() || y == 0.0 || y.is_nan() {
        return (f64::NAN, 0.0);
    }
    let (a, b) = (x.abs(), y.abs());
    if b.is_infinite() {
        return (x, 0.0);
    }
    // Of 256 multiples none counts; the rest of the quotient has few bits, so all of this is exact.
    let mut rest = a % (256.0 * b);
    let mut quotient = 0u32;
    for bit in (0..8).rev() {
        let multiple = b * f64::from(1u32 << bit);
        if rest >= multiple {
            rest -= multiple;
            quotient += 1 << bit;
        }
    }
    if rest > b - rest || (rest == b - rest && quotient % 2 == 1) {
        rest -= b;
        quotient += 1;
    }
    let quotient = f64::from(quotient % 128);
    let is_opposite = x.is_sign_negative() != y.is_sign_negative();
    (rest.copysign_of(x), if is_opposite { -quotient } else { quotient })
}

fn lgamma(x: f64) -> f64 {
    if x.is_infinite() { f64::INFINITY } else { libm::lgamma(x) }
}

/// The sign of the gamma function; 0 at its poles.
pub(super) fn sign_of_gamma(x: f64) -> f64 {
    if !x.is_finite() {
        f64::NAN
    } else if x <= 0.0 && x.floor() == x {
        0.0
    } else if x < 0.0 && x.floor() % 2.0 != 0.0 {
        -1.0
    } else {
        1.0
    }
}

/// sin(πx) for x >= 0, exact where that is 0, ½ or 1.
fn sinpi(x: f64) -> f64 {
    let y = x - 2.0 * (x * 0.5).floor();
    // sin(π + t) = -sin(t), and sin(π - t) = sin(t).
    let (t, sign) = if y >= 1.0 { (y - 1.0, -1.0) } else { (y, 1.0) };
    let t = if t > 0.5 { 1.0 - t } else { t };
    let value = if t > 0.25 { (PI * (0.5 - t)).cos() } else { (PI * t).sin() };
    // Zeros have the sign of the argument.
    if value == 0.0 { 0.0 } else { sign * value }
}

fn cospi(x: f64) -> f64 {
    let y = x.abs() % 2.0;
    // cos(πy) = sin(π(½ - y)) and cos(π(2 - y)) = cos(πy).
    let t = 0.5 - if y > 1.0 { 2.0 - y } else { y };
    if t == 0.0 { 0.0 } else { (PI * t).sin() }
}

pub(super) fn tanpi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let a = x.abs();
    let whole = a.floor();
    let is_odd = whole % 2.0 != 0.0;
    let t = a - whole;
    let value = match t {
        // At even integers +0, at odd ones -0.
        0.0 if is_odd => -0.0,
        0.0 => 0.0,
        0.5 if is_odd => f64::NEG_INFINITY,
        0.5 => f64::INFINITY,
        t if t < 0.25 => (PI * t).tan(),
        t if t < 0.75 => 1.0 / (PI * (0.5 - t)).tan(),
        t => -(PI * (1.0 - t)).tan(),
    };
    // At n + ½ with n negative: -½ is n = -1, which is odd.
    value.copysign_of(x)
}
