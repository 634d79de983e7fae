//! IEEE 754 arithmetic, rounded to nearest even, with denormals.
//!
//! f32 and f64 are the host's, which is exact for the operators that Rust has. f16 is computed in f32 and
//! rounded: for `+ - * /` and the square root, 24 bits are enough (2 · 11 + 2) that the second rounding
//! changes nothing; `fma` goes through f64 rounded to odd.

use half::f16;

use super::convert::narrow;
use crate::{BinaryOp, CompareOp, Rounding, Scalar, UnaryOp};

/// A host type to compute in.
trait Host: Copy + PartialOrd {
    fn read(word: u64) -> Self;
    fn write(self) -> u64;
    /// The word's sign bit.
    const SIGN: u64;
    fn is_nan(self) -> bool;
    fn binary(op: BinaryOp, a: Self, b: Self) -> Self;
    fn unary(op: UnaryOp, a: Self) -> Self;
}

/// f16 in its f32.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Half(f32);

macro_rules! arithmetic {
    ($op:expr, $a:expr, $b:expr) => {
        match $op {
            BinaryOp::FloatAdd => $a + $b,
            BinaryOp::FloatSub => $a - $b,
            BinaryOp::FloatMul => $a * $b,
            BinaryOp::FloatDiv => $a / $b,
            BinaryOp::FloatRem => $a % $b,
            _ => $a,
        }
    };
}
macro_rules! rounding {
    ($op:expr, $a:expr) => {
        match $op {
            UnaryOp::Sqrt => $a.sqrt(),
            UnaryOp::Floor => $a.floor(),
            UnaryOp::Ceil => $a.ceil(),
            UnaryOp::Trunc => $a.trunc(),
            UnaryOp::RoundEven => $a.round_ties_even(),
            UnaryOp::RoundAway => $a.round(),
            _ => $a,
        }
    };
}

macro_rules! host {
    ($ty:ident, $bits:ident, $sign:expr) => {
        impl Host for $ty {
            #[inline(always)]
            fn read(word: u64) -> Self {
                $ty::from_bits(word as $bits)
            }
            #[inline(always)]
            fn write(self) -> u64 {
                self.to_bits().into()
            }
            const SIGN: u64 = $sign;
            #[inline(always)]
            fn is_nan(self) -> bool {
                $ty::is_nan(self)
            }
            #[inline(always)]
            fn binary(op: BinaryOp, a: Self, b: Self) -> Self {
                arithmetic!(op, a, b)
            }
            #[inline(always)]
            fn unary(op: UnaryOp, a: Self) -> Self {
                rounding!(op, a)
            }
        }
    };
}
host!(f32, u32, 1 << 31);
host!(f64, u64, 1 << 63);

impl Host for Half {
    fn read(word: u64) -> Self {
        Half(f16::from_bits(word as u16).to_f32())
    }
    fn write(self) -> u64 {
        f16::from_f32(self.0).to_bits().into()
    }
    const SIGN: u64 = 1 << 15;
    fn is_nan(self) -> bool {
        self.0.is_nan()
    }
    fn binary(op: BinaryOp, a: Self, b: Self) -> Self {
        Half(arithmetic!(op, a.0, b.0))
    }
    fn unary(op: UnaryOp, a: Self) -> Self {
        Half(rounding!(op, a.0))
    }
}

#[inline]
pub fn unary(op: UnaryOp, ty: Scalar, a: u64) -> u64 {
    match ty {
        Scalar::F32 => unary_as::<f32>(op, a),
        Scalar::F64 => unary_as::<f64>(op, a),
        _ => unary_as::<Half>(op, a),
    }
}

#[inline(always)]
fn unary_as<T: Host>(op: UnaryOp, a: u64) -> u64 {
    match op {
        UnaryOp::FloatNegate => a ^ T::SIGN,
        UnaryOp::FloatAbs => a & !T::SIGN,
        _ => {
            let x = T::read(a);
            // Rust's rounding functions may let a signalling NaN through; a sum makes it quiet.
            if x.is_nan() { T::binary(BinaryOp::FloatAdd, x, x).write() } else { T::unary(op, x).write() }
        }
    }
}

#[inline]
pub fn binary(op: BinaryOp, ty: Scalar, a: u64, b: u64) -> u64 {
    match ty {
        Scalar::F32 => binary_as::<f32>(op, a, b),
        Scalar::F64 => binary_as::<f64>(op, a, b),
        _ => binary_as::<Half>(op, a, b),
    }
}

#[inline(always)]
fn binary_as<T: Host>(op: BinaryOp, a: u64, b: u64) -> u64 {
    let (x, y) = (T::read(a), T::read(b));
    match op {
        BinaryOp::CopySign => (a & !T::SIGN) | (b & T::SIGN),
        BinaryOp::FloatMin | BinaryOp::FloatMax => {
            let max = op == BinaryOp::FloatMax;
            if x.is_nan() {
                // Both NaN: adding makes a signalling one quiet.
                return if y.is_nan() { T::binary(BinaryOp::FloatAdd, y, y).write() } else { b };
            }
            if y.is_nan() {
                return a;
            }
            if x == y {
                // Zeros of two signs are the only equal operands that differ: −0 if either is for the minimum.
                return if max { a & b } else { a | b };
            }
            if (x < y) == max { b } else { a }
        }
        _ => T::binary(op, x, y).write(),
    }
}

#[inline]
pub fn compare(op: CompareOp, ty: Scalar, a: u64, b: u64) -> bool {
    match ty {
        Scalar::F32 => compare_as::<f32>(op, a, b),
        Scalar::F64 => compare_as::<f64>(op, a, b),
        _ => compare_as::<Half>(op, a, b),
    }
}

#[inline(always)]
fn compare_as<T: Host>(op: CompareOp, a: u64, b: u64) -> bool {
    let (a, b) = (T::read(a), T::read(b));
    match op {
        CompareOp::FloatEqual => a == b,
        CompareOp::FloatNotEqual => a != b,
        CompareOp::FloatLess => a < b,
        CompareOp::FloatLessEqual => a <= b,
        CompareOp::FloatOrdered => !a.is_nan() && !b.is_nan(),
        CompareOp::FloatUnordered => a.is_nan() || b.is_nan(),
        _ => false,
    }
}

#[inline]
pub fn fma(ty: Scalar, a: u64, b: u64, c: u64) -> u64 {
    match ty {
        Scalar::F32 => f32::read(a).mul_add(f32::read(b), f32::read(c)).write(),
        Scalar::F64 => f64::read(a).mul_add(f64::read(b), f64::read(c)).write(),
        _ => {
            let [a, b, c] = [a, b, c].map(|x| f64::from(Half::read(x).0));
            pack_half_sum(a * b, c)
        }
    }
}

/// `a + b` as f16 with one rounding: the f64 sum is rounded to odd first, which keeps what the second
/// rounding must know.
fn pack_half_sum(a: f64, b: f64) -> u64 {
    let sum = a + b;
    if !sum.is_finite() || sum == 0.0 {
        return narrow(sum, Scalar::F16, Rounding::NearestEven);
    }
    // The exact error of the sum (Knuth's two-sum).
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    let mut bits = sum.to_bits();
    if error != 0.0 && bits & 1 == 0 {
        // Towards the exact value, which lies on the error's side, to the odd neighbour.
        let away = (error > 0.0) == (sum > 0.0);
        bits = if away { bits + 1 } else { bits - 1 };
    }
    narrow(f64::from_bits(bits), Scalar::F16, Rounding::NearestEven)
}
