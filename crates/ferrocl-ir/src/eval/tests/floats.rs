use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, Round, StatusAnd};

use crate::{BinaryOp, CompareOp, Scalar, UnaryOp, eval::scalar};
use ferrocl_base::random::Random;

/// Bits at every kind of boundary, and some without pattern.
pub(super) fn words(ty: Scalar) -> Vec<u64> {
    let (fraction, exponents) = match ty {
        Scalar::F16 => (10, 31),
        Scalar::F32 => (23, 255),
        _ => (52, 2047u64),
    };
    let bias = exponents / 2;
    let mut words = Vec::new();
    let exponent_samples =
        [0, 1, 2, bias - fraction - 1, bias - 1, bias, bias + 1, bias + fraction, exponents - 1, exponents];
    for exponent in exponent_samples {
        for part in [
            0,
            1,
            (1 << (fraction - 1)) - 1,
            1 << (fraction - 1),
            (1 << (fraction - 1)) + 1,
            (1 << fraction) - 1,
        ] {
            words.push(exponent << fraction | part);
        }
    }
    let mut random = Random::new(ty.bits().into());
    words.extend((0..60).map(|_| random.bits() & ty.mask() >> 1));
    // And numbers of a like size, whose sums cancel.
    words.extend(
        (0..30).map(|_| (bias + random.bits() % 3) << fraction | random.bits() & ((1 << fraction) - 1)),
    );
    let negative = words.clone().into_iter().map(|word| word | 1 << (ty.bits() - 1));
    words.extend(negative.collect::<Vec<_>>());
    words
}

fn is_nan(ty: Scalar, word: u64) -> bool {
    scalar::float_to_f64(ty, word).is_nan()
}

/// Equal bits, or both NaN, and quiet.
#[track_caller]
pub(super) fn check(ty: Scalar, found: u64, expected: u64, what: impl Fn() -> String) {
    if is_nan(ty, expected) {
        let quiet = match ty {
            Scalar::F16 => 1 << 9,
            Scalar::F32 => 1 << 22,
            _ => 1 << 51,
        };
        assert!(is_nan(ty, found) && found & quiet != 0, "{}: {found:#x}, not NaN", what());
    } else {
        assert_eq!(found, expected, "{}: {found:#x}, not {expected:#x}", what());
    }
}

fn arithmetic<F: Float>(ty: Scalar) {
    let words = words(ty);
    type Exact<F> = fn(F, F) -> StatusAnd<F>;
    let ops: [(BinaryOp, Exact<F>); 5] = [
        (BinaryOp::FloatAdd, |a, b| a + b),
        (BinaryOp::FloatSub, |a, b| a - b),
        (BinaryOp::FloatMul, |a, b| a * b),
        (BinaryOp::FloatDiv, |a, b| a / b),
        (BinaryOp::FloatRem, |a, b| a.c_fmod(b)),
    ];
    for (i, &a) in words.iter().enumerate() {
        for (j, &b) in words.iter().enumerate() {
            let (x, y) = (F::from_bits(a.into()), F::from_bits(b.into()));
            for (op, exact) in ops {
                // The software's fmod takes a step a bit of the quotient.
                if op == BinaryOp::FloatRem && (i + j) % 16 != 0 {
                    continue;
                }
                let expected = exact(x, y).value.to_bits() as u64;
                let found = scalar::binary(op, ty, a, b);
                check(ty, found, expected, || format!("{op:?} {ty} {a:#x} {b:#x}"));
            }
        }
    }
}

#[test]
fn arithmetic_is_ieee() {
    arithmetic::<Half>(Scalar::F16);
    arithmetic::<Single>(Scalar::F32);
    arithmetic::<Double>(Scalar::F64);
}

/// Every pair of exponents of f16, where double rounding could show.
#[test]
fn half_arithmetic_rounds_once() {
    let mut random = Random::new(1);
    for _ in 0..300_000 {
        let word = random.bits();
        let (a, b) = (word & 0xffff, word >> 16 & 0xffff);
        let (x, y) = (Half::from_bits(a.into()), Half::from_bits(b.into()));
        for (op, expected) in
            [(BinaryOp::FloatAdd, x + y), (BinaryOp::FloatMul, x * y), (BinaryOp::FloatDiv, x / y)]
        {
            let found = scalar::binary(op, Scalar::F16, a, b);
            check(Scalar::F16, found, expected.value.to_bits() as u64, || format!("{op:?} {a:#x} {b:#x}"));
        }
    }
}

fn fused<F: Float>(ty: Scalar) {
    let words = words(ty);
    let mut random = Random::new(7);
    let mut pick = || words[(random.bits() % words.len() as u64) as usize];
    let check_one = |a: u64, b: u64, c: u64| {
        let [x, y, z] = [a, b, c].map(|word| F::from_bits(word.into()));
        let expected = x.mul_add(y, z).value.to_bits() as u64;
        let found = scalar::fma(ty, a, b, c);
        check(ty, found, expected, || format!("fma {ty} {a:#x} {b:#x} {c:#x}"));
    };
    for _ in 0..200_000 {
        check_one(pick(), pick(), pick());
    }
    // Sums that almost cancel the product.
    for _ in 0..50_000 {
        let (a, b) = (pick(), pick());
        let product = scalar::binary(BinaryOp::FloatMul, ty, a, b);
        let c = scalar::unary(UnaryOp::FloatNegate, ty, product).wrapping_add(pick() % 3);
        check_one(a, b, c & ty.mask());
    }
}

#[test]
fn fma_rounds_once() {
    fused::<Half>(Scalar::F16);
    fused::<Single>(Scalar::F32);
    fused::<Double>(Scalar::F64);
}

fn integral<F: Float>(ty: Scalar) {
    for a in words(ty) {
        let x = F::from_bits(a.into());
        for (op, round) in [
            (UnaryOp::Floor, Round::TowardNegative),
            (UnaryOp::Ceil, Round::TowardPositive),
            (UnaryOp::Trunc, Round::TowardZero),
            (UnaryOp::RoundEven, Round::NearestTiesToEven),
            (UnaryOp::RoundAway, Round::NearestTiesToAway),
        ] {
            let expected = x.round_to_integral(round).value.to_bits() as u64;
            check(ty, scalar::unary(op, ty, a), expected, || format!("{op:?} {ty} {a:#x}"));
        }
        let sign = 1 << (ty.bits() - 1);
        assert_eq!(scalar::unary(UnaryOp::FloatNegate, ty, a), a ^ sign);
        assert_eq!(scalar::unary(UnaryOp::FloatAbs, ty, a), a & !sign);
    }
}

#[test]
fn rounding_to_integers() {
    integral::<Half>(Scalar::F16);
    integral::<Single>(Scalar::F32);
    integral::<Double>(Scalar::F64);
}

/// The square root r of x is right if x lies between the squares of the middles to r's neighbours: checked with an exact product.
#[test]
fn square_roots() {
    for a in (0..=0xffff).chain(words(Scalar::F32).into_iter().map(|word| word << 16)) {
        let (ty, a) = if a <= 0xffff { (Scalar::F16, a) } else { (Scalar::F32, a >> 16) };
        let found = scalar::unary(UnaryOp::Sqrt, ty, a);
        let x = scalar::float_to_f64(ty, a);
        if x.is_nan() || x < 0.0 {
            assert!(is_nan(ty, found), "{ty} {a:#x}");
            continue;
        }
        if x == 0.0 || x.is_infinite() {
            assert_eq!(found, a);
            continue;
        }
        let at = |word: u64| scalar::float_to_f64(ty, word);
        // Middles have one bit more than the type, so their squares are exact in f64.
        let middle = |a: f64, b: f64| (a + b) / 2.0;
        let (below, above) = (middle(at(found - 1), at(found)), middle(at(found), at(found + 1)));
        assert!(below * below <= x && x <= above * above, "sqrt {ty} {a:#x}: {found:#x}");
    }
}

#[test]
fn minimum_and_maximum() {
    for ty in [Scalar::F16, Scalar::F32, Scalar::F64] {
        let words = words(ty);
        let sign = 1 << (ty.bits() - 1);
        // The order of numbers with −0 below +0.
        let key = |word: u64| if word & sign != 0 { -i128::from(word ^ sign) - 1 } else { i128::from(word) };
        for &a in &words {
            for &b in &words {
                let (low, high) = match (is_nan(ty, a), is_nan(ty, b)) {
                    (true, true) => (a, a),
                    (true, false) => (b, b),
                    (false, true) => (a, a),
                    (false, false) => {
                        if key(a) <= key(b) {
                            (a, b)
                        } else {
                            (b, a)
                        }
                    }
                };
                let what = |op: &str| format!("{op} {ty} {a:#x} {b:#x}");
                check(ty, scalar::binary(BinaryOp::FloatMin, ty, a, b), low, || what("min"));
                check(ty, scalar::binary(BinaryOp::FloatMax, ty, a, b), high, || what("max"));
                let copied = scalar::binary(BinaryOp::CopySign, ty, a, b);
                assert_eq!(copied, a & !sign | b & sign);
            }
        }
    }
}

#[test]
fn comparisons_know_nan() {
    for ty in [Scalar::F16, Scalar::F32, Scalar::F64] {
        let words = words(ty);
        for &a in &words {
            for &b in &words {
                let (x, y) = (scalar::float_to_f64(ty, a), scalar::float_to_f64(ty, b));
                let check = |op: CompareOp, expected: bool| {
                    assert_eq!(scalar::compare(op, ty, a, b), expected, "{op:?} {ty} {a:#x} {b:#x}");
                };
                let order = x.partial_cmp(&y);
                check(CompareOp::FloatEqual, order.is_some_and(|o| o.is_eq()));
                check(CompareOp::FloatNotEqual, order.is_none_or(|o| o.is_ne()));
                check(CompareOp::FloatLess, order.is_some_and(|o| o.is_lt()));
                check(CompareOp::FloatLessEqual, order.is_some_and(|o| o.is_le()));
                check(CompareOp::FloatOrdered, order.is_some());
                check(CompareOp::FloatUnordered, order.is_none());
            }
        }
    }
}
