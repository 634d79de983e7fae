//! The exact value of every operator on constants: the one place that knows it. Constant folding, the
//! interpreter and the tests of the vector code use it.
//!
//! [`scalar`] evaluates one component held in a word (low bits, the rest zero), without allocation; the
//! functions here do whole values, component by component. They expect operands that the verifier
//! accepts: the right number of components, no bits above the width.
//!
//! Division by zero, wide shift counts and the like follow the crate's essay. What memory and the launch
//! decide (loads, work-item queries, calls) is not evaluated here.

mod convert;
mod float;
mod integer;
#[cfg(test)]
mod tests;

use smallvec::smallvec;

use crate::{
    BinaryOp, Bits, CollectiveOp, CompareOp, Conversion, Rounding, SHUFFLE_UNDEFINED, Scalar, UnaryOp,
    ValueType,
};

/// One component at a time.
pub mod scalar {
    pub use super::convert::{convert, float_to_f64, pack_float};
    use super::{float, integer};
    use crate::{BinaryOp, CompareOp, Scalar, UnaryOp};

    /// `op a`, for all operators but `AnyTrue` and `AllTrue`, which need a whole vector (of one component, they
    /// give it).
    #[inline]
    pub fn unary(op: UnaryOp, ty: Scalar, a: u64) -> u64 {
        if ty.is_float() { float::unary(op, ty, a) } else { integer::unary(op, ty, a) }
    }
    /// `a op b`.
    #[inline]
    pub fn binary(op: BinaryOp, ty: Scalar, a: u64, b: u64) -> u64 {
        if ty.is_float() { float::binary(op, ty, a, b) } else { integer::binary(op, ty, a, b) }
    }
    /// `a * b + c` with one rounding.
    #[inline]
    pub fn fma(ty: Scalar, a: u64, b: u64, c: u64) -> u64 {
        float::fma(ty, a, b, c)
    }
    /// Whether `a op b`; `ty` is the operands' type.
    #[inline]
    pub fn compare(op: CompareOp, ty: Scalar, a: u64, b: u64) -> bool {
        if ty.is_float() { float::compare(op, ty, a, b) } else { integer::compare(op, ty, a, b) }
    }
    /// A word of this width as a signed number.
    #[inline]
    pub fn signed(ty: Scalar, a: u64) -> i64 {
        integer::signed(ty, a)
    }
}

/// The bits of a float, of a value that needs no rounding.
fn float_bits(ty: Scalar, value: f64) -> u64 {
    let conversion = Conversion::FloatToFloat { rounding: Rounding::NearestEven };
    if ty == Scalar::F64 {
        value.to_bits()
    } else {
        scalar::convert(conversion, Scalar::F64, ty, value.to_bits())
    }
}

/// What an operator of [collectives](crate::Op::Collective) gives for no values at all; `None` where they do not have the operator on this
/// type.
pub fn identity(op: BinaryOp, ty: Scalar) -> Option<u64> {
    use BinaryOp::*;
    let float = |value| float_bits(ty, value);
    let sign = 1 << (ty.bits() - 1);
    Some(match op {
        And if !ty.is_float() => ty.mask(),
        Or | Xor if !ty.is_float() => 0,
        Add | MaxUnsigned if ty.is_integer() => 0,
        Mul if ty.is_integer() => 1,
        MinUnsigned if ty.is_integer() => ty.mask(),
        MinSigned if ty.is_integer() => sign - 1,
        MaxSigned if ty.is_integer() => sign,
        FloatAdd if ty.is_float() => 0,
        FloatMul if ty.is_float() => float(1.0),
        FloatMin if ty.is_float() => float(f64::INFINITY),
        FloatMax if ty.is_float() => float(f64::NEG_INFINITY),
        _ => return None,
    })
}

/// The value that an operator of collectives takes no notice of on either side: the [identity](identity) of integers, −0 for sums of
/// floats, NaN for minima and maxima. `None` like there.
pub fn neutral(op: BinaryOp, ty: Scalar) -> Option<u64> {
    Some(match op {
        BinaryOp::FloatAdd if ty.is_float() => 1 << (ty.bits() - 1),
        BinaryOp::FloatMin | BinaryOp::FloatMax if ty.is_float() => float_bits(ty, f64::NAN),
        _ => return identity(op, ty),
    })
}

/// A collective over these values, in the order of the work-items; what the first, the second, … gets.
///
/// `numbers`: the work-items' numbers in the group, ascending; `sources`: whose value each asks for, where the op has a source.
/// Work-items that are not there bring in nothing.
pub fn collective(
    op: CollectiveOp,
    ty: Scalar,
    numbers: &[u64],
    values: &[u64],
    sources: &[u64],
) -> Vec<u64> {
    let fold = |op: BinaryOp, values: &mut dyn Iterator<Item = u64>| {
        values.reduce(|a, b| scalar::binary(op, ty, a, b)).or(identity(op, ty)).unwrap_or(0)
    };
    let of = |number: u64| numbers.binary_search(&number).map_or(0, |index| values[index]);
    let count = values.len();
    match op {
        CollectiveOp::Reduce(op) => vec![fold(op, &mut values.iter().copied()); count],
        CollectiveOp::ScanInclusive(op) => {
            let mut all = None;
            let step = |&value: &u64| {
                let next = all.map_or(value, |before| scalar::binary(op, ty, before, value));
                all = Some(next);
                next
            };
            values.iter().map(step).collect()
        }
        CollectiveOp::ScanExclusive(op) => {
            let inclusive = collective(CollectiveOp::ScanInclusive(op), ty, numbers, values, sources);
            let first = identity(op, ty).unwrap_or(0);
            std::iter::once(first).chain(inclusive).take(count).collect()
        }
        CollectiveOp::ReduceClustered(op, size) => (numbers.iter())
            .map(|number| {
                let cluster = number / u64::from(size);
                let members = numbers.iter().zip(values).filter(|(n, _)| **n / u64::from(size) == cluster);
                fold(op, &mut members.map(|(_, value)| *value))
            })
            .collect(),
        CollectiveOp::Broadcast => vec![sources.first().map_or(0, |&source| of(source)); count],
        CollectiveOp::Shuffle => sources.iter().map(|&source| of(source)).collect(),
        CollectiveOp::Ballot => {
            let bits = numbers
                .iter()
                .zip(values)
                .fold(0, |all, (number, value)| all | u64::from(*value != 0).wrapping_shl(*number as u32));
            vec![bits; count]
        }
    }
}

/// What a component of this type is evaluated as: pointers are 64-bit integers.
fn element(ty: ValueType) -> Scalar {
    ty.scalar().unwrap_or(Scalar::I64)
}

/// A unary operator on an operand of type `ty`.
pub fn unary(op: UnaryOp, ty: ValueType, a: &Bits) -> Bits {
    match op {
        UnaryOp::AnyTrue => smallvec![u64::from(a.iter().any(|&x| x != 0))],
        UnaryOp::AllTrue => smallvec![u64::from(a.iter().all(|&x| x != 0))],
        _ => a.iter().map(|&a| scalar::unary(op, element(ty), a)).collect(),
    }
}

/// A binary operator on operands of type `ty`.
pub fn binary(op: BinaryOp, ty: ValueType, a: &Bits, b: &Bits) -> Bits {
    a.iter().zip(b).map(|(&a, &b)| scalar::binary(op, element(ty), a, b)).collect()
}

/// `a * b + c` with one rounding, of type `ty`.
pub fn fma(ty: ValueType, a: &Bits, b: &Bits, c: &Bits) -> Bits {
    a.iter().zip(b).zip(c).map(|((&a, &b), &c)| scalar::fma(element(ty), a, b, c)).collect()
}

/// A comparison of operands of type `ty`; the result's components are 0 or 1.
pub fn compare(op: CompareOp, ty: ValueType, a: &Bits, b: &Bits) -> Bits {
    a.iter().zip(b).map(|(&a, &b)| scalar::compare(op, element(ty), a, b).into()).collect()
}

/// A selection: by a condition of one component the whole, else component by component.
pub fn select(condition: &Bits, then: &Bits, otherwise: &Bits) -> Bits {
    if condition.len() == 1 {
        return if condition[0] != 0 { then.clone() } else { otherwise.clone() };
    }
    let picks = then.iter().zip(otherwise);
    condition.iter().zip(picks).map(|(&c, (&t, &o))| if c != 0 { t } else { o }).collect()
}

/// A conversion, component by component.
pub fn convert(conversion: Conversion, from: ValueType, to: ValueType, a: &Bits) -> Bits {
    a.iter().map(|&a| scalar::convert(conversion, element(from), element(to), a)).collect()
}

/// The same bits as components of another width, lowest first.
pub fn bitcast(from: ValueType, to: ValueType, a: &Bits) -> Bits {
    let (from_bits, to_bits) = (element(from).bits() as usize, element(to).bits() as usize);
    let mut result: Bits = smallvec![0; to.components().into()];
    for (i, &word) in a.iter().enumerate() {
        // Widths are powers of two: a component never straddles others of a wider type.
        let at = i * from_bits;
        if from_bits <= to_bits {
            if let Some(place) = result.get_mut(at / to_bits) {
                *place |= word << (at % to_bits);
            }
        } else {
            for part in 0..from_bits / to_bits {
                if let Some(place) = result.get_mut(at / to_bits + part) {
                    *place = word >> (part * to_bits) & element(to).mask();
                }
            }
        }
    }
    result
}

/// A vector of `count` equal components.
pub fn splat(count: u8, a: &Bits) -> Bits {
    smallvec![a[0]; count.into()]
}

/// A component.
pub fn extract(a: &Bits, index: u8) -> Bits {
    smallvec![a[usize::from(index)]]
}

/// A component by a value: modulo the number of components rounded up to a power of two; `None` where that is the missing fourth of
/// a 3-vector.
pub fn dynamic_index(components: u8, index: u64) -> Option<u8> {
    let index = (index & (u64::from(components.next_power_of_two()) - 1)) as u8;
    (index < components).then_some(index)
}

/// The vector with one component replaced.
pub fn insert(vector: &Bits, index: u8, value: &Bits) -> Bits {
    let mut result = vector.clone();
    result[usize::from(index)] = value[0];
    result
}

/// Components picked from two vectors; what nothing picks is 0.
pub fn shuffle(left: &Bits, right: &Bits, picks: &[u8]) -> Bits {
    let pick = |&pick: &u8| {
        if pick == SHUFFLE_UNDEFINED {
            return 0;
        }
        let pick = usize::from(pick);
        if pick < left.len() { left[pick] } else { right[pick - left.len()] }
    };
    picks.iter().map(pick).collect()
}
