//! Integers, and `Bool` for the bit operators and comparisons: a word holds the low bits, the rest is zero.

use crate::{BinaryOp, CompareOp, Scalar, UnaryOp};

/// The word as a signed number.
#[inline]
pub fn signed(ty: Scalar, a: u64) -> i64 {
    let unused = 64 - ty.bits();
    ((a << unused) as i64) >> unused
}

#[inline]
pub fn unary(op: UnaryOp, ty: Scalar, a: u64) -> u64 {
    let bits = ty.bits();
    match op {
        UnaryOp::Negate => a.wrapping_neg() & ty.mask(),
        UnaryOp::Not => !a & ty.mask(),
        UnaryOp::Abs => signed(ty, a).unsigned_abs() & ty.mask(),
        UnaryOp::CountLeadingZeros => u64::from(a.leading_zeros() - (64 - bits)),
        UnaryOp::CountTrailingZeros => u64::from(a.trailing_zeros().min(bits)),
        UnaryOp::PopulationCount => a.count_ones().into(),
        UnaryOp::BitReverse => a.reverse_bits() >> (64 - bits),
        _ => a,
    }
}

#[inline]
pub fn binary(op: BinaryOp, ty: Scalar, a: u64, b: u64) -> u64 {
    let mask = ty.mask();
    let bits = ty.bits();
    let (sa, sb) = (signed(ty, a), signed(ty, b));
    // The widths are powers of two, so this is the count modulo the width.
    let count = (b as u32) & (bits - 1);
    let (low, high) = (-1i64 << (bits - 1), (mask >> 1) as i64);
    let clamp = |exact: i128| exact.clamp(low.into(), high.into()) as u64;
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::DivSigned => match sb {
            0 => a,
            -1 if sa == low => a,
            _ => (sa / sb) as u64,
        },
        BinaryOp::RemSigned => match sb {
            0 | -1 => 0,
            _ => (sa % sb) as u64,
        },
        BinaryOp::DivUnsigned => a.checked_div(b).unwrap_or(a),
        BinaryOp::RemUnsigned => a.checked_rem(b).unwrap_or(0),
        BinaryOp::ShiftLeft => a << count,
        BinaryOp::ShiftRightSigned => (sa >> count) as u64,
        BinaryOp::ShiftRightUnsigned => a >> count,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::MinSigned => sa.min(sb) as u64,
        BinaryOp::MinUnsigned => a.min(b),
        BinaryOp::MaxSigned => sa.max(sb) as u64,
        BinaryOp::MaxUnsigned => a.max(b),
        BinaryOp::AddSatSigned => clamp(i128::from(sa) + i128::from(sb)),
        BinaryOp::AddSatUnsigned => a.saturating_add(b).min(mask),
        BinaryOp::SubSatSigned => clamp(i128::from(sa) - i128::from(sb)),
        BinaryOp::SubSatUnsigned => a.saturating_sub(b),
        BinaryOp::MulHighSigned => ((i128::from(sa) * i128::from(sb)) >> bits) as u64,
        BinaryOp::MulHighUnsigned => ((u128::from(a) * u128::from(b)) >> bits) as u64,
        BinaryOp::RotateLeft if count == 0 => a,
        BinaryOp::RotateLeft => (a << count) | (a >> (bits - count)),
        BinaryOp::ByteDistance => bytes(a, b).map(|(a, b)| u64::from(a.abs_diff(b))).sum(),
        BinaryOp::MaskedByteDistance => {
            bytes(a, b).filter(|&(_, b)| b != 0).map(|(a, b)| u64::from(a.abs_diff(b))).sum()
        }
        BinaryOp::DotBytesUnsigned => bytes(a, b).map(|(a, b)| u64::from(a) * u64::from(b)).sum(),
        BinaryOp::DotBytesSigned => {
            bytes(a, b).map(|(a, b)| i64::from(a as i8) * i64::from(b as i8)).sum::<i64>() as u64
        }
        BinaryOp::DotBytesMixed => {
            bytes(a, b).map(|(a, b)| i64::from(a as i8) * i64::from(b)).sum::<i64>() as u64
        }
        // The float operators, which the verifier keeps away.
        _ => a,
    };
    result & mask
}

/// The four bytes of two words, in pairs.
fn bytes(a: u64, b: u64) -> impl Iterator<Item = (u8, u8)> {
    (a as u32).to_le_bytes().into_iter().zip((b as u32).to_le_bytes())
}

#[inline]
pub fn compare(op: CompareOp, ty: Scalar, a: u64, b: u64) -> bool {
    match op {
        CompareOp::Equal => a == b,
        CompareOp::NotEqual => a != b,
        CompareOp::LessSigned => signed(ty, a) < signed(ty, b),
        CompareOp::LessEqualSigned => signed(ty, a) <= signed(ty, b),
        CompareOp::LessUnsigned => a < b,
        CompareOp::LessEqualUnsigned => a <= b,
        _ => false,
    }
}
