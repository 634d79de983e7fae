use crate::text::Named;
use crate::{BinaryOp, CompareOp, Scalar, UnaryOp, eval::scalar};
use ferrocl_base::random::Random;

const INTEGERS: [Scalar; 4] = [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];

/// Words at and around every boundary of the type, and some without pattern. All of them for i8.
fn words(ty: Scalar) -> Vec<u64> {
    if ty == Scalar::I8 {
        return (0..256).collect();
    }
    let mut words = Vec::new();
    for bit in 0..ty.bits() {
        for delta in [-1i64, 0, 1] {
            words.push((1u64 << bit).wrapping_add_signed(delta) & ty.mask());
            words.push((1u64 << bit).wrapping_neg().wrapping_add_signed(delta) & ty.mask());
        }
    }
    let mut random = Random::new(ty.bits().into());
    words.extend((0..40).map(|_| random.bits() & ty.mask()));
    words
}

fn signed(ty: Scalar, word: u64) -> i128 {
    let word = i128::from(word);
    if word >> (ty.bits() - 1) == 1 { word - (1 << ty.bits()) } else { word }
}

/// What the operator's line in [`BinaryOp`] says, in numbers that never overflow.
fn expected(op: BinaryOp, ty: Scalar, a: u64, b: u64) -> Option<i128> {
    let bits = ty.bits();
    let (ua, ub) = (i128::from(a), i128::from(b));
    let (sa, sb) = (signed(ty, a), signed(ty, b));
    let (low, high) = (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
    let limit = (1i128 << bits) - 1;
    let count = b % u64::from(bits);
    // Zero divisors, and the one quotient that overflows, as if the divisor were 1.
    let by = if sb == 0 || (sa == low && sb == -1) { 1 } else { sb };
    let by_unsigned = ub.max(1);
    Some(match op {
        BinaryOp::Add => ua + ub,
        BinaryOp::Sub => ua - ub,
        BinaryOp::Mul => ua.wrapping_mul(ub),
        BinaryOp::DivSigned => sa / by,
        BinaryOp::RemSigned => sa % by,
        BinaryOp::DivUnsigned => ua / by_unsigned,
        BinaryOp::RemUnsigned => ua % by_unsigned,
        BinaryOp::ShiftLeft => ua << count,
        BinaryOp::ShiftRightSigned => sa >> count,
        BinaryOp::ShiftRightUnsigned => ua >> count,
        BinaryOp::And => ua & ub,
        BinaryOp::Or => ua | ub,
        BinaryOp::Xor => ua ^ ub,
        BinaryOp::MinSigned => sa.min(sb),
        BinaryOp::MinUnsigned => ua.min(ub),
        BinaryOp::MaxSigned => sa.max(sb),
        BinaryOp::MaxUnsigned => ua.max(ub),
        BinaryOp::AddSatSigned => (sa + sb).clamp(low, high),
        BinaryOp::AddSatUnsigned => (ua + ub).min(limit),
        BinaryOp::SubSatSigned => (sa - sb).clamp(low, high),
        BinaryOp::SubSatUnsigned => (ua - ub).max(0),
        BinaryOp::MulHighSigned => (sa * sb) >> bits,
        BinaryOp::MulHighUnsigned => ((a as u128 * b as u128) >> bits) as i128,
        // The bits that leave at the top come in at the bottom.
        BinaryOp::RotateLeft => {
            (0..bits).map(|i| (ua >> i & 1) << ((u64::from(i) + count) % u64::from(bits))).sum()
        }
        _ if ty == Scalar::I32 => return packed_bytes(op, a, b),
        _ => return None,
    })
}

/// Operators on four packed bytes.
fn packed_bytes(op: BinaryOp, a: u64, b: u64) -> Option<i128> {
    let unsigned = |word: u64, k: u32| i128::from(word >> (8 * k) & 0xff);
    let signed = |word: u64, k: u32| (unsigned(word, k) ^ 0x80) - 0x80;
    let each = |f: &dyn Fn(u32) -> i128| Some((0..4).map(f).sum());
    match op {
        BinaryOp::ByteDistance => each(&|k| (unsigned(a, k) - unsigned(b, k)).abs()),
        BinaryOp::MaskedByteDistance => {
            each(&|k| if unsigned(b, k) == 0 { 0 } else { (unsigned(a, k) - unsigned(b, k)).abs() })
        }
        BinaryOp::DotBytesSigned => each(&|k| signed(a, k) * signed(b, k)),
        BinaryOp::DotBytesUnsigned => each(&|k| unsigned(a, k) * unsigned(b, k)),
        BinaryOp::DotBytesMixed => each(&|k| signed(a, k) * unsigned(b, k)),
        _ => None,
    }
}

#[test]
fn binary_operators() {
    for ty in INTEGERS {
        let words = words(ty);
        for &(op, name) in BinaryOp::ALL {
            for &a in &words {
                for &b in &words {
                    let Some(expected) = expected(op, ty, a, b) else { continue };
                    let found = scalar::binary(op, ty, a, b);
                    assert_eq!(found, expected as u64 & ty.mask(), "{name} {ty} {a:#x} {b:#x}");
                }
            }
        }
    }
}

#[test]
fn unary_operators() {
    for ty in INTEGERS {
        for a in words(ty) {
            let bits = ty.bits();
            let check = |op: UnaryOp, expected: i128| {
                assert_eq!(scalar::unary(op, ty, a), expected as u64 & ty.mask(), "{op:?} {ty} {a:#x}");
            };
            let set = |i: u32| a >> i & 1;
            check(UnaryOp::Negate, -signed(ty, a));
            check(UnaryOp::Not, -signed(ty, a) - 1);
            check(UnaryOp::Abs, signed(ty, a).abs());
            check(UnaryOp::CountLeadingZeros, (0..bits).rev().take_while(|&i| set(i) == 0).count() as i128);
            check(UnaryOp::CountTrailingZeros, (0..bits).take_while(|&i| set(i) == 0).count() as i128);
            check(UnaryOp::PopulationCount, (0..bits).filter(|&i| set(i) == 1).count() as i128);
            check(UnaryOp::BitReverse, (0..bits).map(|i| i128::from(set(i)) << (bits - 1 - i)).sum());
        }
    }
}

#[test]
fn comparisons() {
    for ty in INTEGERS {
        let words = words(ty);
        for &a in &words {
            for &b in &words {
                let check = |op: CompareOp, expected: bool| {
                    assert_eq!(scalar::compare(op, ty, a, b), expected, "{op:?} {ty} {a:#x} {b:#x}");
                };
                check(CompareOp::Equal, a == b);
                check(CompareOp::NotEqual, a != b);
                check(CompareOp::LessSigned, signed(ty, a) < signed(ty, b));
                check(CompareOp::LessEqualSigned, signed(ty, a) <= signed(ty, b));
                check(CompareOp::LessUnsigned, a < b);
                check(CompareOp::LessEqualUnsigned, a <= b);
            }
        }
    }
}

#[test]
fn bools() {
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let binary = |op| scalar::binary(op, Scalar::Bool, a, b);
        assert_eq!(
            [binary(BinaryOp::And), binary(BinaryOp::Or), binary(BinaryOp::Xor)],
            [a & b, a | b, a ^ b]
        );
        assert_eq!(scalar::unary(UnaryOp::Not, Scalar::Bool, a), 1 - a);
        assert_eq!(scalar::compare(CompareOp::Equal, Scalar::Bool, a, b), a == b);
    }
}
