use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::floats::{check, words};
use crate::{Conversion, Rounding, Scalar, eval::scalar};
use ferrocl_base::random::Random;

const ROUNDINGS: [(Rounding, Round); 4] = [
    (Rounding::NearestEven, Round::NearestTiesToEven),
    (Rounding::TowardZero, Round::TowardZero),
    (Rounding::Upward, Round::TowardPositive),
    (Rounding::Downward, Round::TowardNegative),
];
const INTEGERS: [Scalar; 4] = [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];
const FLOATS: [Scalar; 3] = [Scalar::F16, Scalar::F32, Scalar::F64];

/// Integers at every power of two and what is near it, all fractions of half a bit included.
fn integer_words() -> Vec<u64> {
    let mut words = Vec::new();
    for bit in 0..64 {
        for near in 0..5 {
            words.push((1u64 << bit).wrapping_add(near).wrapping_sub(2));
            // A one, and ones around the place where f32 and f64 round.
            for low in
                [bit.max(25) - 25, bit.max(24) - 24, bit.max(53) - 53, bit.max(12) - 12, bit.max(11) - 11]
            {
                words.push((1u64 << bit | 1 << low).wrapping_add(near).wrapping_sub(2));
                words.push((1u64 << bit | 3 << low).wrapping_add(near).wrapping_sub(2));
            }
        }
    }
    let mut random = Random::new(3);
    words.extend((0..2000).map(|_| random.bits() >> (random.bits() % 64)));
    let negative: Vec<u64> = words.iter().map(|word| word.wrapping_neg()).collect();
    words.extend(negative);
    words
}

fn from_integer<F: Float>(ty: Scalar) {
    for word in integer_words() {
        for from in INTEGERS {
            let word = word & from.mask();
            for (rounding, round) in ROUNDINGS {
                for signed in [false, true] {
                    let value = if signed { i128::from(scalar::signed(from, word)) } else { word.into() };
                    let expected = F::from_i128_r(value, round).value.to_bits() as u64;
                    let conversion = Conversion::IntegerToFloat { signed, rounding };
                    let found = scalar::convert(conversion, from, ty, word);
                    assert_eq!(found, expected, "{conversion:?} {from} {word:#x} to {ty}");
                }
            }
        }
    }
}

#[test]
fn integers_to_floats() {
    from_integer::<Half>(Scalar::F16);
    from_integer::<Single>(Scalar::F32);
    from_integer::<Double>(Scalar::F64);
}

/// Floats at, and next to, every power of two and its half and quarter steps.
fn float_words(ty: Scalar) -> Vec<u64> {
    let mut list = words(ty);
    let nearest = Conversion::FloatToFloat { rounding: Rounding::NearestEven };
    for exponent in -3..=65 {
        for step in [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5] {
            for sign in [1.0, -1.0] {
                for direction in [-1.0, 1.0] {
                    let value = sign * (2f64.powi(exponent) + direction * step);
                    let word = match ty {
                        Scalar::F64 => value.to_bits(),
                        _ => scalar::convert(nearest, Scalar::F64, ty, value.to_bits()),
                    };
                    list.extend([word.wrapping_sub(1) & ty.mask(), word, (word + 1) & ty.mask()]);
                }
            }
        }
    }
    list
}

/// What the crate's essay says of conversions to integers, with exact arithmetic.
fn to_integer(value: f64, rounding: Rounding, to: Scalar, signed: bool, saturate: bool) -> u64 {
    let bits = to.bits();
    if saturate && value.is_nan() {
        return 0;
    }
    let rounded = match rounding {
        Rounding::NearestEven => value.round_ties_even(),
        Rounding::TowardZero => value.trunc(),
        Rounding::Upward => value.ceil(),
        Rounding::Downward => value.floor(),
    };
    // Beyond 2^100 every case is the same, so that i128 holds it.
    let huge = 2f64.powi(100);
    let exact = if rounded.is_nan() { i128::MAX } else { rounded.clamp(-huge, huge) as i128 };
    let (low, high) =
        if signed { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
    if saturate {
        return exact.clamp(low, high) as u64 & to.mask();
    }
    let width = bits.max(32);
    let wide_high = if signed || bits < 32 { 1i128 << (width - 1) } else { 1i128 << width };
    let kept = (-(1i128 << (width - 1))..wide_high).contains(&exact);
    (if kept { exact } else { 1 << (width - 1) }) as u64 & to.mask()
}

#[test]
fn floats_to_integers() {
    for from in FLOATS {
        for word in float_words(from) {
            let value = scalar::float_to_f64(from, word);
            for to in INTEGERS {
                for (rounding, _) in ROUNDINGS {
                    for (signed, saturate) in [(false, false), (false, true), (true, false), (true, true)] {
                        let conversion = Conversion::FloatToInteger { signed, rounding, saturate };
                        let found = scalar::convert(conversion, from, to, word);
                        let expected = to_integer(value, rounding, to, signed, saturate);
                        assert_eq!(found, expected, "{conversion:?} {value:e} ({from}) to {to}");
                    }
                }
            }
        }
    }
}

/// The essay's examples.
#[test]
fn what_is_out_of_range() {
    let convert = |value: f32, to, signed| {
        let conversion =
            Conversion::FloatToInteger { signed, rounding: Rounding::TowardZero, saturate: false };
        scalar::convert(conversion, Scalar::F32, to, value.to_bits().into())
    };
    assert_eq!(convert(300.0, Scalar::I8, false), 44);
    assert_eq!(convert(-1.0, Scalar::I32, false), 0xffff_ffff);
    assert_eq!(convert(1e10, Scalar::I32, true), 0x8000_0000);
    assert_eq!(convert(f32::NAN, Scalar::I32, true), 0x8000_0000);
    assert_eq!(convert(f32::NAN, Scalar::I16, true), 0);
    assert_eq!(convert(4e9, Scalar::I32, false), 4_000_000_000);
    assert_eq!(convert(1e20, Scalar::I64, false), 1 << 63);
}

fn between_floats<A, B>(from: Scalar, to: Scalar)
where
    A: Float + FloatConvert<B>,
    B: Float,
{
    for word in float_words(from) {
        for (rounding, round) in ROUNDINGS {
            let value = A::from_bits(word.into());
            let expected: B = value.convert_r(round, &mut false).value;
            let found = scalar::convert(Conversion::FloatToFloat { rounding }, from, to, word);
            check(to, found, expected.to_bits() as u64, || format!("{rounding:?} {from} {word:#x} to {to}"));
        }
    }
}

#[test]
fn floats_to_floats() {
    between_floats::<Half, Single>(Scalar::F16, Scalar::F32);
    between_floats::<Half, Double>(Scalar::F16, Scalar::F64);
    between_floats::<Single, Double>(Scalar::F32, Scalar::F64);
    between_floats::<Single, Half>(Scalar::F32, Scalar::F16);
    between_floats::<Double, Half>(Scalar::F64, Scalar::F16);
    between_floats::<Double, Single>(Scalar::F64, Scalar::F32);
}

/// Near every f16, f32 values that round up, down, or lie in the middle.
#[test]
fn floats_round_to_every_half() {
    for half in 0..0x7c00u64 {
        let exact = scalar::convert(
            Conversion::FloatToFloat { rounding: Rounding::NearestEven },
            Scalar::F16,
            Scalar::F32,
            half,
        );
        for near in [0, 1, 0xfff, 0x1000, 0x1001, 0x1fff] {
            let word = exact + near;
            for (rounding, round) in ROUNDINGS {
                let expected: Half = Single::from_bits(word.into()).convert_r(round, &mut false).value;
                let found =
                    scalar::convert(Conversion::FloatToFloat { rounding }, Scalar::F32, Scalar::F16, word);
                assert_eq!(found, expected.to_bits() as u64, "{rounding:?} {word:#x}");
            }
        }
    }
}

#[test]
fn between_integers() {
    for word in integer_words() {
        for from in INTEGERS {
            let word = word & from.mask();
            let value = |signed| if signed { i128::from(scalar::signed(from, word)) } else { word.into() };
            for to in INTEGERS {
                let convert = |conversion| scalar::convert(conversion, from, to, word);
                assert_eq!(convert(Conversion::Truncate), word & to.mask());
                if to.bits() > from.bits() {
                    assert_eq!(convert(Conversion::ZeroExtend), value(false) as u64);
                    assert_eq!(convert(Conversion::SignExtend), value(true) as u64 & to.mask());
                }
                for (from_signed, to_signed) in [(false, false), (false, true), (true, false), (true, true)] {
                    let bits = to.bits();
                    let (low, high) = if to_signed {
                        (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
                    } else {
                        (0, (1i128 << bits) - 1)
                    };
                    let expected = value(from_signed).clamp(low, high) as u64 & to.mask();
                    assert_eq!(convert(Conversion::SaturateInteger { from_signed, to_signed }), expected);
                }
            }
        }
    }
    assert_eq!(scalar::convert(Conversion::Truncate, Scalar::I32, Scalar::Bool, 2), 0);
    assert_eq!(scalar::convert(Conversion::Truncate, Scalar::I32, Scalar::Bool, 3), 1);
    assert_eq!(scalar::convert(Conversion::SignExtend, Scalar::Bool, Scalar::I16, 1), 0xffff);
    assert_eq!(scalar::convert(Conversion::ZeroExtend, Scalar::Bool, Scalar::I16, 1), 1);
}
