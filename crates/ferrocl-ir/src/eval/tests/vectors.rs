use smallvec::smallvec;

use crate::eval::*;

const I32X2: ValueType = ValueType::Vector(Scalar::I32, 2);

#[test]
fn components_are_apart() {
    let (a, b): (Bits, Bits) = (smallvec![u32::MAX.into(), 7], smallvec![1, 8]);
    assert_eq!(binary(BinaryOp::Add, I32X2, &a, &b)[..], [0, 15]);
    assert_eq!(unary(UnaryOp::Negate, I32X2, &a)[..], [1, 0xffff_fff9]);
    assert_eq!(compare(CompareOp::LessSigned, I32X2, &a, &b)[..], [1, 1]);
    assert_eq!(compare(CompareOp::LessUnsigned, I32X2, &a, &b)[..], [0, 1]);
    let f = |x: f32| u64::from(x.to_bits());
    let vector = |x, y| -> Bits { smallvec![f(x), f(y)] };
    let fused =
        fma(ValueType::Vector(Scalar::F32, 2), &vector(1.5, 2.0), &vector(2.0, 4.0), &vector(1.0, -8.0));
    assert_eq!(fused, vector(4.0, 0.0));
    let to_bytes =
        convert(Conversion::Truncate, I32X2, ValueType::Vector(Scalar::I8, 2), &smallvec![0x1ff, 0x100]);
    assert_eq!(to_bytes[..], [0xff, 0]);
}

#[test]
fn any_and_all() {
    let ty = ValueType::Vector(Scalar::Bool, 3);
    for (bits, any, all) in [([0, 0, 0], 0, 0), ([0, 1, 0], 1, 0), ([1, 1, 1], 1, 1)] {
        let bits = Bits::from_slice(&bits);
        assert_eq!(unary(UnaryOp::AnyTrue, ty, &bits)[..], [any]);
        assert_eq!(unary(UnaryOp::AllTrue, ty, &bits)[..], [all]);
    }
}

#[test]
fn selections() {
    let (a, b): (Bits, Bits) = (smallvec![1, 2], smallvec![3, 4]);
    assert_eq!(select(&smallvec![1], &a, &b), a);
    assert_eq!(select(&smallvec![0], &a, &b), b);
    assert_eq!(select(&smallvec![0, 1], &a, &b)[..], [3, 2]);
}

/// The first component is in the lowest bits.
#[test]
fn bitcasts_are_little_endian() {
    let ty = |scalar, n| ValueType::of(scalar, n);
    let check = |from: (Scalar, u8), a: &[u64], to: (Scalar, u8), b: &[u64]| {
        let (from, to) = (ty(from.0, from.1), ty(to.0, to.1));
        assert_eq!(bitcast(from, to, &Bits::from_slice(a))[..], *b, "{from} to {to}");
        assert_eq!(bitcast(to, from, &Bits::from_slice(b))[..], *a, "{to} to {from}");
    };
    check((Scalar::F32, 1), &[0x3f80_0000], (Scalar::I32, 1), &[0x3f80_0000]);
    check((Scalar::I32, 1), &[0x4433_2211], (Scalar::I8, 4), &[0x11, 0x22, 0x33, 0x44]);
    check((Scalar::I16, 4), &[1, 2, 3, 4], (Scalar::I64, 1), &[0x0004_0003_0002_0001]);
    check((Scalar::I64, 2), &[0x8000_0001_8000_0002, 5], (Scalar::I32, 4), &[0x8000_0002, 0x8000_0001, 5, 0]);
    check((Scalar::I8, 3), &[1, 2, 3], (Scalar::I8, 3), &[1, 2, 3]);
    check((Scalar::F64, 3), &[1, 2, 3], (Scalar::I64, 3), &[1, 2, 3]);
}

#[test]
fn rearrangements() {
    let (a, b): (Bits, Bits) = (smallvec![1, 2, 3], smallvec![4, 5, 6]);
    assert_eq!(splat(4, &smallvec![7])[..], [7, 7, 7, 7]);
    assert_eq!(extract(&a, 2)[..], [3]);
    assert_eq!(insert(&a, 1, &smallvec![9])[..], [1, 9, 3]);
    assert_eq!(shuffle(&a, &b, &[5, 0, SHUFFLE_UNDEFINED, 3])[..], [6, 1, 0, 4]);
    // Modulo the number of components, rounded up to a power of two.
    assert_eq!(
        [0, 1, 2, 3, 4, u64::MAX].map(|i| dynamic_index(3, i)),
        [Some(0), Some(1), Some(2), None, Some(0), None]
    );
    assert_eq!([5, 16, u64::MAX].map(|i| dynamic_index(16, i)), [Some(5), Some(0), Some(15)]);
}
