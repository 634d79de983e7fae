//! What the geometric functions should give, from all components of their arguments. (See [`super::oracle`].)

use super::MAX_OUTPUTS;
use super::format::Format;
use super::wide::{Pair, Wide, scale, split, two_product, two_sum};

/// A reference from all components to all components.
pub type Reference = fn(&Format, &[f64], &mut [f64; MAX_OUTPUTS]);

/// The reference of a function by name.
pub fn of(name: &str) -> Option<Reference> {
    Some(match name {
        "cross" => |_, x, out| {
            let (p, q) = x.split_at(x.len() / 2);
            for (i, out) in out.iter_mut().take(3).enumerate() {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                *out = p[j] * q[k] - p[k] * q[j];
            }
        },
        "dot" => |_, x, out| {
            let (p, q) = x.split_at(x.len() / 2);
            out[0] = p.iter().zip(q).map(|(a, b)| a * b).sum();
        },
        "distance" | "fast_distance" => |_, x, out| {
            let (p, q) = x.split_at(x.len() / 2);
            out[0] = p.iter().zip(q).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
        },
        "length" | "fast_length" => |_, x, out| out[0] = length(x.iter().copied()),
        "normalize" | "fast_normalize" => |_, x, out| {
            // Section "Additional Requirements Beyond C99 TC2": beside infinities, finite components are zeros.
            let has_infinity = x.iter().any(|c| c.is_infinite());
            let shown = |c: f64| match (has_infinity, c.is_infinite()) {
                (true, true) => 1f64.copysign(c),
                (true, false) => 0.0 * c,
                (false, _) => c,
            };
            let length = length(x.iter().map(|&c| shown(c)));
            for (out, &c) in out.iter_mut().zip(x) {
                *out = if length == 0.0 { c } else { shown(c) / length };
            }
        },
        _ => return None,
    })
}

/// The length of a vector. (Squares of floats neither overflow nor underflow in `f64`.)
fn length(components: impl Iterator<Item = f64>) -> f64 {
    components.map(|c| c * c).sum::<f64>().sqrt()
}

/// The reference of a function of doubles by name.
pub fn wide(name: &str) -> Option<fn(&[f64], &mut [Wide; MAX_OUTPUTS])> {
    Some(match name {
        "cross" => |x, out| {
            let (p, q) = x.split_at(x.len() / 2);
            for (i, out) in out.iter_mut().take(3).enumerate() {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                *out = (two_product(p[j], q[k]) - two_product(p[k], q[j])).into();
            }
        },
        "dot" => |x, out| {
            let (p, q) = x.split_at(x.len() / 2);
            let products = p.iter().zip(q).map(|(a, b)| two_product(*a, *b));
            out[0] = products.fold(Pair::ZERO, |sum, product| sum + product).into();
        },
        "distance" => |x, out| {
            let (p, q) = x.split_at(x.len() / 2);
            // What the factor loses of small numbers makes no difference beside large ones.
            let power = if x.iter().any(|c| c.abs() > 1e300) { -10 } else { 0 };
            let factor = scale(1.0, power);
            let mut differences = [Pair::ZERO; MAX_OUTPUTS];
            for (difference, (a, b)) in differences.iter_mut().zip(p.iter().zip(q)) {
                *difference = if a.is_finite() && b.is_finite() {
                    two_sum(a * factor, -b * factor)
                } else {
                    Pair::from(a - b)
                };
            }
            let value = wide_length(&differences);
            out[0] = Wide::new(value.pair, value.exponent - power);
        },
        "length" => |x, out| {
            let mut components = [Pair::ZERO; MAX_OUTPUTS];
            components.iter_mut().zip(x).for_each(|(component, &c)| *component = Pair::from(c));
            out[0] = wide_length(&components);
        },
        "normalize" => |x, out| {
            // Section "Additional Requirements Beyond C99 TC2": beside infinities, finite components are zeros.
            let has_infinity = x.iter().any(|c| c.is_infinite());
            let shown = |c: f64| match (has_infinity, c.is_infinite()) {
                (true, true) => 1f64.copysign(c),
                (true, false) => 0.0 * c,
                (false, _) => c,
            };
            let mut components = [Pair::ZERO; MAX_OUTPUTS];
            components.iter_mut().zip(x).for_each(|(component, &c)| *component = Pair::from(shown(c)));
            let length = wide_length(&components);
            for (out, &c) in out.iter_mut().zip(x) {
                let c = shown(c);
                *out = if length.is_nan() {
                    length
                } else if c == 0.0 {
                    c.into()
                } else {
                    let (significand, exponent) = split(c);
                    Wide::new(Pair::from(significand) / length.pair, exponent - length.exponent)
                };
            }
        },
        _ => return None,
    })
}

/// The length of a vector of doubles of any size.
fn wide_length(components: &[Pair]) -> Wide {
    let most = components.iter().fold(0f64, |most, c| most.max(c.high.abs()));
    if components.iter().any(|c| c.high.is_infinite()) {
        return f64::INFINITY.into();
    }
    if components.iter().any(|c| c.high.is_nan()) {
        return f64::NAN.into();
    }
    if most == 0.0 {
        return 0.0.into();
    }
    let exponent = split(most).1;
    let square =
        components.iter().map(|c| c.shifted(-exponent).square()).fold(Pair::ZERO, |sum, square| sum + square);
    Wide::new(square.sqrt(), exponent)
}
