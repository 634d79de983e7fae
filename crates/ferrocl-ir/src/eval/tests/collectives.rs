//! Collectives on values that can be followed by hand.

use crate::eval::{collective, identity, neutral, scalar};
use crate::{BinaryOp, Scalar};

#[test]
fn collectives() {
    use crate::CollectiveOp::*;
    let float = |list: &[f32]| list.iter().map(|x| u64::from(x.to_bits())).collect::<Vec<_>>();
    let (numbers, values) = ([1, 2, 5, 6], [5, 9, 3, 4]);
    let of = |op, sources: &[u64]| collective(op, Scalar::I32, &numbers, &values, sources);
    assert_eq!(of(Reduce(BinaryOp::Add), &[]), [21; 4]);
    assert_eq!(of(ScanInclusive(BinaryOp::MinSigned), &[]), [5, 5, 3, 3]);
    assert_eq!(of(ScanExclusive(BinaryOp::MaxUnsigned), &[]), [0, 5, 9, 9]);
    assert_eq!(of(ReduceClustered(BinaryOp::Add, 4), &[]), [14, 14, 7, 7]);
    assert_eq!(of(Broadcast, &[5; 4]), [3; 4]);
    // Who does not take part brings in nothing.
    assert_eq!(of(Shuffle, &[6, 5, 3, 1]), [4, 3, 0, 5]);
    assert_eq!(collective(Ballot, Scalar::Bool, &numbers, &[1, 0, 1, 1], &[]), [0b110_0010; 4]);
    // From left to right, with the sign of a zero.
    let list = float(&[1.0, 1e8, -1e8, 0.5]);
    assert_eq!(collective(Reduce(BinaryOp::FloatAdd), Scalar::F32, &numbers, &list, &[]), float(&[0.5; 4]));
    let zeros = float(&[-0.0, -0.0]);
    assert_eq!(
        collective(ScanExclusive(BinaryOp::FloatAdd), Scalar::F32, &[0, 1], &zeros, &[]),
        float(&[0.0, -0.0])
    );
    assert_eq!(identity(BinaryOp::FloatMin, Scalar::F16), Some(0x7c00));
    for ty in [Scalar::F16, Scalar::F32, Scalar::F64] {
        for op in [BinaryOp::FloatAdd, BinaryOp::FloatMul, BinaryOp::FloatMin, BinaryOp::FloatMax] {
            let neutral = neutral(op, ty).unwrap();
            for value in [0, 1 << (ty.bits() - 1), identity(BinaryOp::FloatMin, ty).unwrap(), 1] {
                assert_eq!(scalar::binary(op, ty, neutral, value), value, "{op:?} {ty}");
                assert_eq!(scalar::binary(op, ty, value, neutral), value, "{op:?} {ty}");
            }
        }
    }
}
