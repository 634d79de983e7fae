//! Elementary, error and gamma functions of pairs, right to some 2^-95 of the result.
//!
//! Ways are chosen for being plain, and other than those of `lib/*.cl`: exponentials by their Taylor series and squaring,
//! logarithms and arc tangents by a step of Newton's method from the host's `f64` function, angles reduced with
//! 256 bits of 2/π in integers, the error function by its series and continued fraction, the gamma function by
//! Stirling's series far out. `tests/accuracy/references.txt` checks them.

use std::f64::consts;
use std::sync::LazyLock;

use super::wide::{Pair, Wide, scale, split, two_sum};

/// ln 2.
pub const LN2: Pair = Pair::new(consts::LN_2, 2.3190468138462996e-17);
/// ln 10.
pub const LN10: Pair = Pair::new(consts::LN_10, -2.1707562233822494e-16);
/// π.
pub const PI: Pair = Pair::new(consts::PI, 1.2246467991473532e-16);
const HALF_PI: Pair = Pair::new(consts::FRAC_PI_2, 6.123233995736766e-17);
const TWO_OVER_ROOT_PI: Pair = Pair::new(consts::FRAC_2_SQRT_PI, 1.533545961316588e-17);
const HALF_LN_TWO_PI: Pair = Pair::new(0.9189385332046728, -3.8782941580672414e-17);
const EULER: Pair = Pair::new(0.5772156649015329, -4.942915152430645e-18);
/// ζ(2) to ζ(5).
const ZETA: [Pair; 4] = [
    Pair::new(1.6449340668482264, 3.040672350398476e-17),
    Pair::new(1.2020569031595942, 4.875891010379532e-17),
    Pair::new(1.0823232337111381, 4.748512042855365e-17),
    Pair::new(1.03692775514337, -6.276789020377768e-17),
];

/// 1 / n!.
static INVERSE_FACTORIALS: LazyLock<Vec<Pair>> = LazyLock::new(|| {
    let mut list = vec![Pair::ONE];
    for n in 1..=32 {
        list.push(list[n - 1] / Pair::from(n as f64));
    }
    list
});

/// exp(r) - 1 for |r| <= 0.35.
fn expm1_small(r: Pair) -> Pair {
    if r.high.abs() < 1e-40 {
        return r;
    }
    let part = r.scaled(1.0 / 32.0);
    let mut sum = part.polynomial(INVERSE_FACTORIALS[1..=14].iter().copied()) * part;
    for _ in 0..5 {
        sum = sum * (sum + Pair::from(2.0));
    }
    sum
}

/// x as a multiple of ln 2 and a rest.
fn halvings(x: Pair) -> (i32, Pair) {
    let n = (x.high / LN2.high).round();
    (n as i32, x - LN2 * Pair::from(n))
}

/// e^x.
pub fn exp(x: Pair) -> Wide {
    if x.high.abs() > 3000.0 {
        return Wide::new(Pair::ONE, if x.high > 0.0 { 4000 } else { -4000 });
    }
    let (n, r) = halvings(x);
    Wide::new(expm1_small(r) + Pair::ONE, n)
}

/// e^x - 1 for x <= 600.
pub fn expm1(x: Pair) -> Pair {
    let (n, r) = halvings(Pair { high: x.high.max(-200.0), low: if x.high < -200.0 { 0.0 } else { x.low } });
    let power = scale(1.0, n);
    expm1_small(r).scaled(power) + two_sum(power, -1.0)
}

/// log(1 + f) for f from -0.3 to 0.42.
fn log1p_small(f: Pair) -> Pair {
    if f.high.abs() < 1e-20 {
        return f - f.square().scaled(0.5);
    }
    let near = Pair::from(f.high.ln_1p());
    let p = expm1_small(near);
    near + (f - p) / (p + Pair::ONE)
}

/// The natural logarithm of a positive number.
pub fn log(x: Wide) -> Pair {
    let (m, mut exponent) = split(x.pair.high);
    let mut pair = Pair { high: m, low: scale(x.pair.low, -exponent) };
    if m > 1.4 {
        pair = pair.scaled(0.5);
        exponent += 1;
    }
    let f = pair - Pair::ONE;
    LN2 * Pair::from(f64::from(exponent + x.exponent)) + log1p_small(f)
}

/// log(1 + x) for x > -1.
pub fn log1p(x: Pair) -> Pair {
    if (-0.29..0.41).contains(&x.high) { log1p_small(x) } else { log(Wide::from(x + Pair::ONE)) }
}

/// 2/π: bits with the weights 1/2, 1/4, …
static TWO_OVER_PI: [u64; 20] = [
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
];

/// 64 bits of 2/π from a place on, which may lie before the first.
fn bits_of_two_over_pi(place: i32) -> u64 {
    let word =
        |index: i32| usize::try_from(index).ok().and_then(|i| TWO_OVER_PI.get(i)).copied().unwrap_or(0);
    let (index, shift) = (place.div_euclid(64), place.rem_euclid(64));
    let both = u128::from(word(index)) << 64 | u128::from(word(index + 1));
    (both << shift >> 64) as u64
}

/// x as a multiple (modulo 4) of π/2 and a rest of at most π/4.
fn quadrant(x: f64) -> (u32, Pair) {
    if x.abs() < 0.78 {
        return (0, Pair::from(x));
    }
    let (m, exponent) = split(x.abs());
    let significand = (m * 2f64.powi(52)) as u64;
    // x is significand * 2^power. Bits of 2/π whose product with that is a multiple of 4 are left out; of the others, 256
    // are taken. The product modulo 2^256 has the weight 2^-254.
    let power = exponent - 52;
    let mut limbs = [0u64; 4];
    let mut carry = 0u128;
    for (index, limb) in limbs.iter_mut().enumerate() {
        let bits = bits_of_two_over_pi(power - 2 + 64 * (3 - index as i32));
        let product = u128::from(bits) * u128::from(significand) + carry;
        *limb = product as u64;
        carry = product >> 64;
    }
    let mut quarter = (limbs[3] >> 62) as u32;
    limbs[3] &= u64::MAX >> 2;
    let is_above = limbs[3] >> 61 != 0;
    if is_above {
        // The rest is negative: 2^254 - it is its magnitude.
        quarter = (quarter + 1) % 4;
        let mut borrow = true;
        for limb in &mut limbs {
            let (negated, carried) = (!*limb).overflowing_add(borrow.into());
            (*limb, borrow) = (negated, carried);
        }
        limbs[3] &= u64::MAX >> 2;
    }
    let mut rest = Pair::ZERO;
    for (index, limb) in limbs.iter().enumerate() {
        let weight = 2f64.powi(64 * index as i32 - 254);
        rest = rest + Pair::from((limb & 0xffff_ffff) as f64 * weight);
        rest = rest + Pair::from((limb >> 32) as f64 * (weight * 4294967296.0));
    }
    rest = rest * HALF_PI;
    let is_negative = (x < 0.0) != is_above;
    let quarter = if x < 0.0 { (4 - quarter) % 4 } else { quarter };
    (quarter, if is_negative { -rest } else { rest })
}

/// sin(r) and cos(r) for |r| <= 0.8.
fn sine_and_cosine_small(r: Pair) -> (Pair, Pair) {
    let z = -r.square();
    let sine = z.polynomial(INVERSE_FACTORIALS[1..=29].iter().copied().step_by(2)) * r;
    let cosine = z.polynomial(INVERSE_FACTORIALS[0..=28].iter().copied().step_by(2));
    (sine, cosine)
}

/// The sine and the cosine of an angle.
pub fn sine_and_cosine(x: f64) -> (Pair, Pair) {
    let (quadrant, r) = quadrant(x);
    let (sine, cosine) = sine_and_cosine_small(r);
    match quadrant {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// sin(πx) for x from 0 to 2.
fn sine_of_turns(x: f64) -> Pair {
    // sin(π + t) = -sin(t), and sin(π - t) = sin(t).
    let (t, is_negative) = if x >= 1.0 { (x - 1.0, true) } else { (x, false) };
    let t = if t > 0.5 { 1.0 - t } else { t };
    let value = if t > 0.25 {
        sine_and_cosine_small(PI * Pair::from(0.5 - t)).1
    } else {
        sine_and_cosine_small(PI * Pair::from(t)).0
    };
    if is_negative { -value } else { value }
}

/// sin(πx) of a finite number that is not tiny, without the sign of zeros.
pub fn sinpi(x: f64) -> Pair {
    let value = sine_of_turns(x.abs() % 2.0);
    if x < 0.0 { -value } else { value }
}

/// cos(πx) of a finite number.
pub fn cospi(x: f64) -> Pair {
    // cos(π(2 - y)) = cos(πy), and cos(πy) = sin(π(½ - y)), where y <= 1.
    let y = x.abs() % 2.0;
    let y = if y > 1.0 { 2.0 - y } else { y };
    match y {
        ..0.25 => sine_and_cosine_small(PI * Pair::from(y)).1,
        ..=0.5 => sine_of_turns(0.5 - y),
        _ => -sine_of_turns(y - 0.5),
    }
}

/// The angle of the point (x, y), whose coordinates are not both 0 and of no very different size.
pub fn atan2(y: Pair, x: Pair) -> Pair {
    let near = y.high.atan2(x.high);
    let (sine, cosine) = sine_and_cosine(near);
    Pair::from(near) + (y * cosine - x * sine) / (x * cosine + y * sine)
}

/// atan2 of finite numbers other than 0.
pub fn atan2_of(y: f64, x: f64) -> Wide {
    let ((y_part, y_exponent), (x_part, x_exponent)) = (split(y), split(x));
    let difference = y_exponent - x_exponent;
    match difference {
        ..=-120 if x > 0.0 => Wide::new(Pair::ratio(y_part, x_part), difference),
        ..=-120 if y > 0.0 => PI.into(),
        ..=-120 => (-PI).into(),
        120.. if y > 0.0 => HALF_PI.into(),
        120.. => (-HALF_PI).into(),
        _ => atan2(Pair::from(scale(y_part, difference)), Pair::from(x_part)).into(),
    }
}

/// erf(x) for x from 0 to 4.5, by 2/√π e^(-x²) (x + 2x³/3 + 4x⁵/15 + …).
fn erf_series(x: f64) -> Pair {
    let square = Pair::from(x).square();
    let mut term = Pair::from(x);
    let mut sum = term;
    let mut n = 1.0;
    while term.high > sum.high * 1e-33 {
        n += 2.0;
        term = term * square.scaled(2.0) / Pair::from(n);
        sum = sum + term;
    }
    sum * TWO_OVER_ROOT_PI * exp(-square).to_pair()
}

/// erfc(x) from 4 on, by the continued fraction e^(-x²) / √π / (x + ½ / (x + 1 / (x + 3/2 / …))).
fn erfc_fraction(x: f64) -> Wide {
    let argument = Pair::from(x);
    let mut denominator = argument;
    for n in (1..=60).rev() {
        denominator = argument + Pair::from(f64::from(n) * 0.5) / denominator;
    }
    let decay = exp(-argument.square());
    Wide::new(decay.pair * TWO_OVER_ROOT_PI.scaled(0.5) / denominator, decay.exponent)
}

/// The error function of a finite number.
pub fn erf(x: f64) -> Wide {
    let a = x.abs();
    let value = if a < 1e-20 {
        let (m, exponent) = split(a);
        Wide::new(TWO_OVER_ROOT_PI * Pair::from(m), exponent)
    } else if a < 4.0 {
        erf_series(a).into()
    } else {
        (Pair::ONE - erfc_fraction(a.min(20.0)).to_pair()).into()
    };
    if x < 0.0 { -value } else { value }
}

/// 1 - erf(x) of a finite number.
pub fn erfc(x: f64) -> Wide {
    match x {
        4.0.. => erfc_fraction(x.min(1e3)),
        -1e-20..1e-20 => Pair::ONE.into(),
        _ => (Pair::ONE - erf(x).to_pair()).into(),
    }
}

/// log Γ(x) for positive x up to 1e30.
pub fn log_gamma(x: f64) -> Pair {
    if x < 1e-32 {
        return -log(x.into());
    }
    // Near the zeros, by the series there: log Γ(1 + u) = -γu + ζ(2)/2 u² - ζ(3)/3 u³ + …
    let near_one = |u: f64| {
        let mut sum = Pair::ZERO;
        for (index, zeta) in ZETA.iter().enumerate().rev() {
            let n = index as f64 + 2.0;
            sum = sum * Pair::from(-u) + *zeta / Pair::from(n);
        }
        (sum * Pair::from(u) - EULER) * Pair::from(u)
    };
    if (x - 1.0).abs() < 1e-6 {
        return near_one(x - 1.0);
    }
    if (x - 2.0).abs() < 1e-6 {
        return near_one(x - 2.0) + log1p(Pair::from(x - 2.0));
    }
    let mut product = Pair::ONE;
    let mut shifted = Pair::from(x);
    while shifted.high < 32.0 {
        product = product * shifted;
        shifted = shifted + Pair::ONE;
    }
    let rows = [
        (1.0, 12.0),
        (-1.0, 360.0),
        (1.0, 1260.0),
        (-1.0, 1680.0),
        (1.0, 1188.0),
        (-691.0, 360360.0),
        (1.0, 156.0),
        (-3617.0, 122400.0),
        (43867.0, 244188.0),
        (-174611.0, 125400.0),
        (77683.0, 5796.0),
        (-236364091.0, 1506960.0),
        (657931.0, 300.0),
    ];
    let inverse = Pair::ONE / shifted;
    let series = inverse.square().polynomial(rows.iter().map(|(a, b)| Pair::ratio(*a, *b))) * inverse;
    let main = (shifted - Pair::from(0.5)) * log(shifted.into()) - shifted;
    main + HALF_LN_TWO_PI + series - log(product.into())
}

/// Γ(x) for any number that is not a pole.
pub fn gamma(x: f64) -> Wide {
    let a = x.abs();
    if a < 1e-32 {
        let (m, exponent) = split(x);
        return Wide::new(Pair::ONE / Pair::from(m), -exponent);
    }
    if x > 0.0 {
        return exp(log_gamma(x.min(1e4)));
    }
    // Γ(-a) = -π / (a sin(πa) Γ(a)).
    let positive = exp(log_gamma(a.min(1e4)));
    Wide::new(-PI / (Pair::from(a) * sinpi(a) * positive.pair), -positive.exponent)
}
