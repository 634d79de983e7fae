//! What the geometric functions should give, from all components of their arguments. (See [`super::oracle`].)

use super::MAX_OUTPUTS;
use super::format::Format;

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
