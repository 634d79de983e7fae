//! What each function of `double` should give. (See [`super::oracle`]: where a result is exact or correctly rounded, `f64` itself
//! is the reference here, too.)

use super::oracle::{self, Oracle};
use super::vectors;
use super::wide::{Pair, Wide, scale, split, two_sum};
use super::wide_functions as functions;
use super::wide_functions::{LN10, PI};

use Oracle::{Three, Two, WideMany};

/// The reference of a function by name.
pub fn of(name: &str) -> Option<Oracle> {
    Some(match name {
        "ceil" | "copysign" | "fabs" | "floor" | "fmax" | "fmin" | "fmod" | "fract" | "frexp" | "ilogb"
        | "ldexp" | "logb" | "maxmag" | "minmag" | "modf" | "nan" | "nextafter" | "remainder" | "remquo"
        | "rint" | "round" | "sqrt" | "trunc" | "clamp" | "max" | "min" | "step" | "sign" => {
            return oracle::of(name);
        }
        "fdim" => Two(|x, y| if x <= y { 0.0 } else { x - y }),
        "fma" | "mad" => Three(f64::mul_add),

        "acos" => one(f64::acos, |x| arc_cosine(x).into()),
        "acosh" => one(f64::acosh, |x| {
            let t = two_sum(x, -1.0);
            match x {
                1e20.. => log_of_double(x).into(),
                _ => functions::log1p(t + (t * (t + Pair::from(2.0))).sqrt()).into(),
            }
        }),
        "acospi" => one(f64::acos, |x| (arc_cosine(x) / PI).into()),
        "asin" => one(f64::asin, arc_sine),
        "asinh" => one(f64::asinh, |x| {
            odd(x, |a| match a {
                1e20.. => log_of_double(a),
                _ => {
                    let square = Pair::from(a).square();
                    let root = (square + Pair::ONE).sqrt() + Pair::ONE;
                    functions::log1p(Pair::from(a) + square / root)
                }
            })
        }),
        "asinpi" => one(f64::asin, |x| over_pi(arc_sine(x))),
        "atan" => one(f64::atan, |x| functions::atan2_of(x, 1.0)),
        "atan2" => two(f64::atan2, functions::atan2_of),
        "atanh" => one(f64::atanh, |x| {
            if x.abs() == 1.0 {
                (x / 0.0).into()
            } else {
                odd(x, |a| {
                    let quotient = Pair::from(2.0 * a) / two_sum(1.0, -a);
                    functions::log1p(quotient).scaled(0.5)
                })
            }
        }),
        "atanpi" => one(|x| x.atan() / std::f64::consts::PI, |x| over_pi(functions::atan2_of(x, 1.0))),
        "atan2pi" => two(|y, x| y.atan2(x) / std::f64::consts::PI, |y, x| over_pi(functions::atan2_of(y, x))),
        "cbrt" => one(f64::cbrt, |x| {
            let (m, exponent) = split(x);
            let m = scale(m, exponent.rem_euclid(3));
            let near = Pair::from(m.cbrt());
            let error = near * near.square() - Pair::from(m);
            let root = near - error / (near.square() * Pair::from(3.0));
            Wide::new(root, exponent.div_euclid(3))
        }),
        "cos" => one(f64::cos, |x| functions::sine_and_cosine(x).1.into()),
        "cosh" => one(f64::cosh, |x| {
            let (grow, shrink) = (functions::exp(Pair::from(x.abs())), functions::exp(Pair::from(-x.abs())));
            let rest = shrink.pair.shifted((shrink.exponent - grow.exponent).max(-1000));
            Wide::new(grow.pair + rest, grow.exponent - 1)
        }),
        "cospi" => one(|x| if x.is_finite() { 1.0 } else { f64::NAN }, |x| functions::cospi(x).into()),
        "erf" => one(libm::erf, functions::erf),
        "erfc" => one(libm::erfc, functions::erfc),
        "exp" => one(f64::exp, |x| functions::exp(Pair::from(x))),
        "exp2" => one(f64::exp2, |x| {
            let whole = x.clamp(-4000.0, 4000.0).round();
            let rest = functions::exp(functions::LN2 * Pair::from((x - whole).clamp(-1.0, 1.0)));
            Wide::new(rest.pair, rest.exponent + whole as i32)
        }),
        "exp10" => one(|x| 10f64.powf(x), |x| functions::exp(LN10 * Pair::from(x.clamp(-1e4, 1e4)))),
        "expm1" => one(f64::exp_m1, |x| match x {
            40.0.. => functions::exp(Pair::from(x)),
            _ => linear(x, |x| functions::expm1(Pair::from(x))),
        }),
        "hypot" => two(
            // (The host says otherwise of signalling NaNs.)
            |x, y| if x.is_infinite() || y.is_infinite() { f64::INFINITY } else { x.hypot(y) },
            |x, y| {
                let (x, y) = if x.abs() < y.abs() { (y, x) } else { (x, y) };
                let ((x, exponent), (y, other)) = (split(x.abs()), split(y));
                let y = scale(y, (other - exponent).max(-500));
                Wide::new((Pair::from(x).square() + Pair::from(y).square()).sqrt(), exponent)
            },
        ),
        "lgamma" => one(log_gamma_special, log_gamma),
        "lgamma_r" => WideMany(|x, out| {
            let special = log_gamma_special(x[0]);
            out[0] = if is_plain(x[0], special) { special.into() } else { log_gamma(x[0]) };
            out[1] = oracle::sign_of_gamma(x[0]).into();
        }),
        "log" => one(f64::ln, |x| functions::log(x.into()).into()),
        "log2" => one(f64::log2, |x| {
            // Of powers of 2 it is exact.
            let (m, exponent) = split(x);
            match m {
                1.0 => f64::from(exponent).into(),
                _ => (functions::log(x.into()) / functions::LN2).into(),
            }
        }),
        "log10" => one(f64::log10, |x| (functions::log(x.into()) / LN10).into()),
        "log1p" => one(f64::ln_1p, |x| {
            if x == -1.0 { f64::NEG_INFINITY.into() } else { linear(x, |x| functions::log1p(Pair::from(x))) }
        }),
        "pow" | "pown" => two(
            // (The host says otherwise of signalling NaNs.)
            |x, y| if x == 1.0 || y == 0.0 { 1.0 } else { x.powf(y) },
            power,
        ),
        "powr" => two(oracle::powr, |x, y| power(x.abs(), y)),
        "rootn" => two(oracle::rootn, |x, n| {
            let root = functions::exp(functions::log(x.abs().into()) / Pair::from(n));
            if x < 0.0 { -root } else { root }
        }),
        "rsqrt" => one(
            |x| 1.0 / x.sqrt(),
            |x| {
                let (m, exponent) = split(x);
                let m = scale(m, exponent.rem_euclid(2));
                Wide::new(Pair::ONE / Pair::from(m).sqrt(), -exponent.div_euclid(2))
            },
        ),
        "sin" => one(f64::sin, |x| linear(x, |x| functions::sine_and_cosine(x).0)),
        "sincos" => WideMany(|x, out| {
            let x = x[0];
            (out[0], out[1]) = match x {
                _ if !x.is_finite() => (f64::NAN.into(), f64::NAN.into()),
                0.0 => (x.into(), 1.0.into()),
                _ => {
                    let (sine, cosine) = functions::sine_and_cosine(x);
                    (linear(x, |_| sine), cosine.into())
                }
            };
        }),
        "sinh" => one(f64::sinh, |x| match x.abs() {
            40.0.. => {
                let grow = functions::exp(Pair::from(x.abs()));
                let half = Wide::new(grow.pair, grow.exponent - 1);
                if x < 0.0 { -half } else { half }
            }
            _ => odd(x, |a| {
                let p = functions::expm1(Pair::from(a));
                (p + p / (p + Pair::ONE)).scaled(0.5)
            }),
        }),
        "sinpi" => one(
            |x| x * 0.0,
            |x| {
                let value = times_pi(x, functions::sinpi);
                // Zeros have the sign of the argument.
                if value.pair.high == 0.0 { 0f64.copysign(x).into() } else { value }
            },
        ),
        "tan" => one(f64::tan, |x| {
            linear(x, |x| {
                let (sine, cosine) = functions::sine_and_cosine(x);
                sine / cosine
            })
        }),
        "tanh" => one(f64::tanh, |x| {
            odd(x, |a| {
                let p = functions::expm1(Pair::from(2.0 * a.min(100.0)));
                p / (p + Pair::from(2.0))
            })
        }),
        "tanpi" => one(oracle::tanpi, |x| match oracle::tanpi(x) {
            special if special == 0.0 || special.is_infinite() => special.into(),
            _ => times_pi(x, |x| functions::sinpi(x) / functions::cospi(x)),
        }),
        "tgamma" => one(gamma_special, functions::gamma),

        "degrees" => one(|x| x, |x| times(x, Pair::from(180.0) / PI)),
        "radians" => one(|x| x, |x| times(x, PI / Pair::from(180.0))),
        "mix" => WideMany(|x, out| {
            let difference = two_sum(x[1], -x[0]);
            out[0] = (difference * Pair::from(x[2]) + Pair::from(x[0])).into();
        }),
        "smoothstep" => WideMany(|x, out| {
            out[0] = if x[2] <= x[0] {
                0.0.into()
            } else if x[2] >= x[1] {
                1.0.into()
            } else {
                let t = two_sum(x[2], -x[0]) / two_sum(x[1], -x[0]);
                (t.square() * (Pair::from(3.0) - t.scaled(2.0))).into()
            };
        }),
        _ => return vectors::wide(name).map(WideMany),
    })
}

/// Whether the host's result is the reference: of NaN, infinities and zeros, and where it is NaN.
pub(super) fn is_plain(x: f64, result: f64) -> bool {
    !x.is_finite() || result.is_nan() || x == 0.0 && (result == 0.0 || result == 1.0 || result.is_infinite())
}

/// A function of one number: what it gives for special ones, and for others.
const fn one(special: fn(f64) -> f64, others: fn(f64) -> Wide) -> Oracle {
    Oracle::WideOne(special, others)
}

/// The same of two; zeros are special.
const fn two(special: fn(f64, f64) -> f64, others: fn(f64, f64) -> Wide) -> Oracle {
    Oracle::WideTwo(special, others)
}

/// A function with f(x) = x for numbers so small that a pair cannot hold a rest of them.
fn linear(x: f64, function: impl Fn(f64) -> Pair) -> Wide {
    if x.abs() < 1e-33 { x.into() } else { function(x).into() }
}

/// The same of an odd function that is given for positive numbers.
fn odd(x: f64, function: impl Fn(f64) -> Pair) -> Wide {
    let value = linear(x.abs(), function);
    if x < 0.0 { -value } else { value }
}

/// The product of a number of any size.
fn times(x: f64, factor: Pair) -> Wide {
    let (m, exponent) = split(x);
    Wide::new(Pair::from(m) * factor, exponent)
}

/// A function with f(x) = πx for small numbers.
fn times_pi(x: f64, function: impl Fn(f64) -> Pair) -> Wide {
    if x.abs() < 1e-33 { times(x, PI) } else { function(x).into() }
}

fn over_pi(angle: Wide) -> Wide {
    let exponent = split(angle.pair.high).1;
    Wide::new(angle.pair.shifted(-exponent) / PI, angle.exponent + exponent)
}

/// √(1 - x²).
fn other_leg(x: f64) -> Pair {
    (two_sum(1.0, -x) * two_sum(1.0, x)).sqrt()
}

fn arc_sine(x: f64) -> Wide {
    linear(x, |x| functions::atan2(Pair::from(x), other_leg(x)))
}

fn arc_cosine(x: f64) -> Pair {
    functions::atan2(other_leg(x), Pair::from(x))
}

/// log(2x).
fn log_of_double(x: f64) -> Pair {
    functions::log(Wide::new(Pair::from(x), 1))
}

/// x^y for finite numbers other than 0, with an integer y where x is negative.
fn power(x: f64, y: f64) -> Wide {
    let exponent = functions::log(x.abs().into()) * Pair::from(y.clamp(-1e300, 1e300));
    let value = functions::exp(exponent);
    if x < 0.0 && y.abs() < 2f64.powi(53) && y % 2.0 != 0.0 { -value } else { value }
}

/// Γ(x) where it is NaN or infinite.
fn gamma_special(x: f64) -> f64 {
    match x {
        0.0 => 1.0 / x,
        _ if x < 0.0 && x.floor() == x => f64::NAN,
        _ => x,
    }
}

fn log_gamma_special(x: f64) -> f64 {
    if x.is_nan() { x } else { f64::INFINITY }
}

/// The logarithm of |Γ(x)| for finite x other than 0.
fn log_gamma(x: f64) -> Wide {
    let a = x.abs();
    if x == 1.0 || x == 2.0 {
        0.0.into()
    } else if x > 1e30 {
        // x (log x - 1), and what does not count any more.
        let (m, exponent) = split(x);
        Wide::new((functions::log(x.into()) - Pair::ONE) * Pair::from(m), exponent)
    } else if x > 0.0 {
        functions::log_gamma(x).into()
    } else if x.floor() == x {
        f64::INFINITY.into()
    } else if a < 1e-32 {
        (-functions::log(a.into())).into()
    } else {
        // |Γ(-a)| = π / (a |sin(πa)| Γ(a)).
        let product = Pair::from(a) * functions::sinpi(a).abs();
        (functions::log((PI / product).into()) - functions::log_gamma(a)).into()
    }
}
