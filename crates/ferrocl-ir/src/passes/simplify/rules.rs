//! The rules by which an op becomes a simpler one though not all its operands are constants.

use super::fold::{Folded, Folder};
use crate::*;

pub(super) fn fold(f: &Folder<'_>, value: &Value) -> Folded {
    match &value.op {
        Op::Unary(op, a) => unary(f, *op, *a),
        Op::Binary(op, a, b) if value.ty.scalar().is_some_and(Scalar::is_float) => {
            float(f, value, *op, *a, *b)
        }
        Op::Binary(op, a, b) => integer(f, value.ty, *op, *a, *b),
        Op::Compare(op, a, b) => compare(f, *op, *a, *b),
        Op::Select { condition, then, otherwise } => select(f, value.ty, *condition, *then, *otherwise),
        Op::Convert(conversion, a) => convert(f, value.ty, *conversion, *a),
        Op::Bitcast(a) => match f.op(*a) {
            _ if f.ty(*a) == value.ty => Folded::Value(*a),
            Op::Bitcast(inner) => Folded::Op(Op::Bitcast(*inner)),
            _ => Folded::Same,
        },
        Op::Extract(a, index) => extract(f, *a, *index),
        Op::ExtractDynamic(a, index) => {
            let picked =
                f.constant(*index).and_then(|bits| eval::dynamic_index(f.ty(*a).components(), bits[0]));
            picked.map_or(Folded::Same, |index| Folded::Op(Op::Extract(*a, index)))
        }
        Op::Construct(list) => match f.op(list[0]) {
            Op::Extract(vector, 0) if f.ty(*vector) == value.ty => {
                let in_order = |(i, id): (usize, &ValueId)| *f.op(*id) == Op::Extract(*vector, i as u8);
                if list.iter().enumerate().all(in_order) { Folded::Value(*vector) } else { Folded::Same }
            }
            _ => Folded::Same,
        },
        Op::Shuffle { left, right, picks } => shuffle(f, value.ty, *left, *right, picks),
        Op::PointerOffset { base, index, scale, offset } => pointer_offset(f, *base, *index, *scale, *offset),
        Op::PointerToInteger(a) => match f.op(*a) {
            Op::IntegerToPointer(inner) => Folded::Value(*inner),
            Op::PointerCast { pointer, checked: false } => Folded::Op(Op::PointerToInteger(*pointer)),
            _ => Folded::Same,
        },
        Op::PointerCast { pointer, checked } => pointer_cast(f, value.ty, *pointer, *checked),
        Op::Load { pointer, access } => match f.op(*pointer) {
            Op::PointerCast { pointer, checked: false } => {
                Folded::Op(Op::Load { pointer: *pointer, access: *access })
            }
            _ => Folded::Same,
        },
        Op::WorkItem(query, dimension) => work_item(f, *query, *dimension),
        _ => Folded::Same,
    }
}

fn all_ones(ty: ValueType) -> u64 {
    ty.scalar().map_or(u64::MAX, Scalar::mask)
}

fn zero(ty: ValueType) -> Bits {
    smallvec::smallvec![0; ty.components().into()]
}

fn unary(f: &Folder<'_>, op: UnaryOp, a: ValueId) -> Folded {
    match (op, f.op(a)) {
        (UnaryOp::Not | UnaryOp::Negate | UnaryOp::FloatNegate, Op::Unary(inner, x)) if *inner == op => {
            Folded::Value(*x)
        }
        (UnaryOp::FloatAbs, Op::Unary(UnaryOp::FloatNegate | UnaryOp::FloatAbs, x)) => {
            Folded::Op(Op::Unary(UnaryOp::FloatAbs, *x))
        }
        (UnaryOp::Not, Op::Compare(compare, a, b)) => match inverse(*compare) {
            Some((compare, false)) => Folded::Op(Op::Compare(compare, *a, *b)),
            Some((compare, true)) => Folded::Op(Op::Compare(compare, *b, *a)),
            None => Folded::Same,
        },
        _ => Folded::Same,
    }
}

/// The comparison that holds where this one does not, and whether its operands are exchanged. (Not for order of floats: NaN.)
fn inverse(op: CompareOp) -> Option<(CompareOp, bool)> {
    Some(match op {
        CompareOp::Equal => (CompareOp::NotEqual, false),
        CompareOp::NotEqual => (CompareOp::Equal, false),
        CompareOp::LessSigned => (CompareOp::LessEqualSigned, true),
        CompareOp::LessEqualSigned => (CompareOp::LessSigned, true),
        CompareOp::LessUnsigned => (CompareOp::LessEqualUnsigned, true),
        CompareOp::LessEqualUnsigned => (CompareOp::LessUnsigned, true),
        CompareOp::FloatEqual => (CompareOp::FloatNotEqual, false),
        CompareOp::FloatNotEqual => (CompareOp::FloatEqual, false),
        CompareOp::FloatOrdered => (CompareOp::FloatUnordered, false),
        CompareOp::FloatUnordered => (CompareOp::FloatOrdered, false),
        CompareOp::FloatLess | CompareOp::FloatLessEqual => return None,
    })
}

fn is_commutative(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(
        op,
        Add | Mul
            | And
            | Or
            | Xor
            | MinSigned
            | MinUnsigned
            | MaxSigned
            | MaxUnsigned
            | AddSatSigned
            | AddSatUnsigned
            | MulHighSigned
            | MulHighUnsigned
            | ByteDistance
            | DotBytesSigned
            | DotBytesUnsigned
    )
}

fn integer(f: &Folder<'_>, ty: ValueType, op: BinaryOp, a: ValueId, b: ValueId) -> Folded {
    use BinaryOp::*;
    if is_commutative(op) && f.constant(a).is_some() && f.constant(b).is_none() {
        return Folded::Op(Op::Binary(op, b, a));
    }
    if a == b {
        match op {
            And | Or | MinSigned | MinUnsigned | MaxSigned | MaxUnsigned => return Folded::Value(a),
            Sub | Xor => return Folded::Constant(zero(ty)),
            _ => {}
        }
    }
    let is_zero = f.is_all(b, 0);
    match op {
        Add | Sub | Or | Xor | ShiftLeft | ShiftRightSigned | ShiftRightUnsigned | RotateLeft
        | AddSatSigned | AddSatUnsigned | SubSatSigned | SubSatUnsigned
            if is_zero =>
        {
            Folded::Value(a)
        }
        Mul | And if is_zero => Folded::Constant(zero(ty)),
        Mul | DivSigned | DivUnsigned if f.is_all(b, 1) && ty.scalar() != Some(Scalar::Bool) => {
            Folded::Value(a)
        }
        And if f.is_all(b, all_ones(ty)) => Folded::Value(a),
        Or if f.is_all(b, all_ones(ty)) => Folded::Value(b),
        _ => Folded::Same,
    }
}

/// Only what is exact for every operand: x − 0, x + (−0), x · 1, x ÷ 1.
fn float(f: &Folder<'_>, value: &Value, op: BinaryOp, a: ValueId, b: ValueId) -> Folded {
    let Some(scalar) = value.ty.scalar() else { return Folded::Same };
    let one = eval::scalar::pack_float(scalar, false, 1, 0, Rounding::NearestEven);
    let minus_zero = 1 << (scalar.bits() - 1);
    let any_zero = value.flags.contains(MathFlags::NO_SIGNED_ZEROS);
    let neutral = |id: ValueId, minus: bool| {
        f.is_all(id, if minus { minus_zero } else { 0 })
            || (any_zero && (f.is_all(id, 0) || f.is_all(id, minus_zero)))
    };
    match op {
        BinaryOp::FloatAdd if neutral(b, true) => Folded::Value(a),
        BinaryOp::FloatAdd if neutral(a, true) => Folded::Value(b),
        BinaryOp::FloatSub if neutral(b, false) => Folded::Value(a),
        BinaryOp::FloatMul | BinaryOp::FloatDiv if f.is_all(b, one) => Folded::Value(a),
        BinaryOp::FloatMul if f.is_all(a, one) => Folded::Value(b),
        _ => Folded::Same,
    }
}

fn compare(f: &Folder<'_>, op: CompareOp, a: ValueId, b: ValueId) -> Folded {
    use CompareOp::*;
    let ones = |word| smallvec::smallvec![word; f.ty(a).components().into()];
    if a == b {
        match op {
            Equal | LessEqualSigned | LessEqualUnsigned => return Folded::Constant(ones(1)),
            NotEqual | LessSigned | LessUnsigned => return Folded::Constant(ones(0)),
            _ => {}
        }
    }
    if matches!(op, Equal | NotEqual) && f.constant(a).is_some() && f.constant(b).is_none() {
        return Folded::Op(Op::Compare(op, b, a));
    }
    // C's truth values: a comparison widened to an integer, and that compared with 0.
    if let Op::Convert(Conversion::ZeroExtend | Conversion::SignExtend, inner) = f.op(a)
        && f.ty(*inner).scalar() == Some(Scalar::Bool)
        && f.is_all(b, 0)
    {
        let signed = matches!(f.op(a), Op::Convert(Conversion::SignExtend, _));
        return match op {
            NotEqual => Folded::Value(*inner),
            LessSigned if signed => Folded::Value(*inner),
            Equal => Folded::Op(Op::Unary(UnaryOp::Not, *inner)),
            _ => Folded::Same,
        };
    }
    Folded::Same
}

fn select(f: &Folder<'_>, ty: ValueType, condition: ValueId, then: ValueId, otherwise: ValueId) -> Folded {
    if then == otherwise {
        return Folded::Value(then);
    }
    if f.is_all(condition, 1) {
        return Folded::Value(then);
    }
    if f.is_all(condition, 0) {
        return Folded::Value(otherwise);
    }
    if let Op::Unary(UnaryOp::Not, inner) = f.op(condition) {
        return Folded::Op(Op::Select { condition: *inner, then: otherwise, otherwise: then });
    }
    if ty.scalar() == Some(Scalar::Bool) && f.ty(condition) == ty {
        if f.is_all(then, 1) && f.is_all(otherwise, 0) {
            return Folded::Value(condition);
        }
        if f.is_all(then, 0) && f.is_all(otherwise, 1) {
            return Folded::Op(Op::Unary(UnaryOp::Not, condition));
        }
    }
    Folded::Same
}

fn convert(f: &Folder<'_>, ty: ValueType, conversion: Conversion, a: ValueId) -> Folded {
    use Conversion::{FloatToFloat, SignExtend, Truncate, ZeroExtend};
    let Op::Convert(before, inner) = *f.op(a) else { return Folded::Same };
    let bits = |ty: ValueType| ty.scalar().map_or(0, Scalar::bits);
    match (before, conversion) {
        (ZeroExtend | SignExtend, Truncate) => match bits(f.ty(inner)).cmp(&bits(ty)) {
            std::cmp::Ordering::Equal => Folded::Value(inner),
            std::cmp::Ordering::Less => Folded::Op(Op::Convert(before, inner)),
            std::cmp::Ordering::Greater => Folded::Op(Op::Convert(Truncate, inner)),
        },
        (Truncate, Truncate) => Folded::Op(Op::Convert(Truncate, inner)),
        (ZeroExtend, ZeroExtend | SignExtend) => Folded::Op(Op::Convert(ZeroExtend, inner)),
        (SignExtend, SignExtend) => Folded::Op(Op::Convert(SignExtend, inner)),
        // Widening is exact, so narrowing gives the value back.
        (FloatToFloat { .. }, FloatToFloat { .. }) if f.ty(inner) == ty && bits(f.ty(a)) > bits(ty) => {
            Folded::Value(inner)
        }
        _ => Folded::Same,
    }
}

fn extract(f: &Folder<'_>, a: ValueId, index: u8) -> Folded {
    match f.op(a) {
        Op::Construct(list) => Folded::Value(list[usize::from(index)]),
        Op::Splat(scalar) => Folded::Value(*scalar),
        Op::Insert { index: i, value, .. } if *i == index => Folded::Value(*value),
        Op::Insert { vector, .. } => Folded::Op(Op::Extract(*vector, index)),
        Op::Shuffle { left, right, picks } => {
            let (pick, count) = (picks[usize::from(index)], f.ty(*left).components());
            match pick {
                SHUFFLE_UNDEFINED => Folded::Op(Op::Undefined),
                pick if pick < count => Folded::Op(Op::Extract(*left, pick)),
                pick => Folded::Op(Op::Extract(*right, pick - count)),
            }
        }
        _ => Folded::Same,
    }
}

fn shuffle(f: &Folder<'_>, ty: ValueType, left: ValueId, right: ValueId, picks: &[u8]) -> Folded {
    let count = f.ty(left).components();
    if let [pick] = *picks {
        return match pick {
            SHUFFLE_UNDEFINED => Folded::Op(Op::Undefined),
            pick if pick < count => Folded::Op(Op::Extract(left, pick)),
            pick => Folded::Op(Op::Extract(right, pick - count)),
        };
    }
    let whole = |first: u8| picks.iter().enumerate().all(|(i, &pick)| pick == first + i as u8);
    if ty == f.ty(left) {
        if whole(0) {
            return Folded::Value(left);
        }
        if whole(count) {
            return Folded::Value(right);
        }
    }
    Folded::Same
}

fn pointer_offset(f: &Folder<'_>, base: ValueId, index: Option<ValueId>, scale: u64, offset: i64) -> Folded {
    // All of it is modulo 2^64, so constants may be moved about.
    let scaled = |word: u64| word.wrapping_mul(scale) as i64;
    if let Some(id) = index {
        if scale == 0 {
            return Folded::Op(Op::PointerOffset { base, index: None, scale: 0, offset });
        }
        if let Some(bits) = f.constant(id) {
            let offset = offset.wrapping_add(scaled(bits[0]));
            return Folded::Op(Op::PointerOffset { base, index: None, scale: 0, offset });
        }
        if let Op::Binary(BinaryOp::Add, x, c) = *f.op(id)
            && let Some(bits) = f.constant(c)
        {
            let offset = offset.wrapping_add(scaled(bits[0]));
            return Folded::Op(Op::PointerOffset { base, index: Some(x), scale, offset });
        }
        if let Op::PointerOffset { base: inner, index: None, offset: before, .. } = *f.op(base) {
            let offset = offset.wrapping_add(before);
            return Folded::Op(Op::PointerOffset { base: inner, index, scale, offset });
        }
    } else {
        if offset == 0 {
            return Folded::Value(base);
        }
        if let Op::PointerOffset { base, index, scale, offset: before } = *f.op(base) {
            let offset = offset.wrapping_add(before);
            return Folded::Op(Op::PointerOffset { base, index, scale, offset });
        }
    }
    // Arithmetic before the cast to the generic space keeps the space known.
    if let Op::PointerCast { pointer, checked: false } = *f.op(base)
        && f.ty(base) == ValueType::Pointer(AddressSpace::Generic)
    {
        return Folded::After {
            first: Op::PointerOffset { base: pointer, index, scale, offset },
            first_ty: f.ty(pointer),
            then: |pointer| Op::PointerCast { pointer, checked: false },
        };
    }
    Folded::Same
}

fn pointer_cast(f: &Folder<'_>, ty: ValueType, pointer: ValueId, checked: bool) -> Folded {
    if f.ty(pointer) == ty {
        return Folded::Value(pointer);
    }
    let Op::PointerCast { pointer: inner, checked: false } = *f.op(pointer) else { return Folded::Same };
    // From a known space to generic and back.
    if f.ty(inner) == ty {
        Folded::Value(inner)
    } else if checked {
        Folded::Constant(zero(ty))
    } else {
        Folded::Same
    }
}

/// What `reqd_work_group_size` says. (Not the local size: the last groups may be smaller, but not than 1.)
fn work_item(f: &Folder<'_>, query: WorkItemQuery, dimension: u8) -> Folded {
    let kernel = f.function.kernel.as_ref();
    let Some(size) = kernel.and_then(|kernel| kernel.required_work_group_size) else { return Folded::Same };
    let size = size[usize::from(dimension)];
    match query {
        WorkItemQuery::EnqueuedLocalSize => Folded::Constant(smallvec::smallvec![size]),
        WorkItemQuery::LocalSize if size == 1 => Folded::Constant(smallvec::smallvec![1]),
        WorkItemQuery::LocalId if size == 1 => Folded::Constant(smallvec::smallvec![0]),
        _ => Folded::Same,
    }
}
