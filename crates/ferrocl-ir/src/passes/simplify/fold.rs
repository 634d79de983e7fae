//! What one op comes to: a constant, another value, or a simpler op. The rules themselves are in [`super::rules`].

use smallvec::SmallVec;

use super::rules;
use crate::*;

/// What a value comes to.
pub(super) enum Folded {
    /// Nothing simpler.
    Same,
    /// Another value.
    Value(ValueId),
    /// A constant of the value's type.
    Constant(Bits),
    /// A simpler op of the same type. It may fold further.
    Op(Op),
    /// An op on the value that this other op makes just before it.
    After { first: Op, first_ty: ValueType, then: fn(ValueId) -> Op },
}

/// The function's values, to look into operands.
pub(super) struct Folder<'f> {
    pub function: &'f Function,
}

impl Folder<'_> {
    pub fn op(&self, id: ValueId) -> &Op {
        &self.function.values[id].op
    }
    pub fn ty(&self, id: ValueId) -> ValueType {
        self.function.values[id].ty
    }
    pub fn constant(&self, id: ValueId) -> Option<&Bits> {
        self.function.constant(id)
    }
    /// Whether every component of the constant is this word.
    pub fn is_all(&self, id: ValueId, word: u64) -> bool {
        self.constant(id).is_some_and(|bits| bits.iter().all(|&b| b == word))
    }

    /// What the value comes to, from its operands.
    pub fn fold(&self, value: &Value) -> Folded {
        if let Some(bits) = self.evaluate(value) {
            return Folded::Constant(bits);
        }
        rules::fold(self, value)
    }

    /// The value, if all its operands are constants.
    fn evaluate(&self, value: &Value) -> Option<Bits> {
        let get = |id: &ValueId| self.constant(*id);
        Some(match &value.op {
            Op::Unary(op, a) => eval::unary(*op, self.ty(*a), get(a)?),
            Op::Binary(op, a, b) => eval::binary(*op, value.ty, get(a)?, get(b)?),
            Op::Fma(a, b, c) => eval::fma(value.ty, get(a)?, get(b)?, get(c)?),
            Op::Compare(op, a, b) => eval::compare(*op, self.ty(*a), get(a)?, get(b)?),
            Op::Select { condition, then, otherwise } => {
                eval::select(get(condition)?, get(then)?, get(otherwise)?)
            }
            Op::Convert(conversion, a) => eval::convert(*conversion, self.ty(*a), value.ty, get(a)?),
            Op::Bitcast(a) => eval::bitcast(self.ty(*a), value.ty, get(a)?),
            Op::Splat(a) => eval::splat(value.ty.components(), get(a)?),
            Op::Construct(list) => {
                let words: Option<SmallVec<[u64; 1]>> = list.iter().map(|a| Some(get(a)?[0])).collect();
                words?
            }
            Op::Extract(a, index) => eval::extract(get(a)?, *index),
            Op::ExtractDynamic(a, index) => {
                let vector = get(a)?;
                eval::extract(vector, eval::dynamic_index(self.ty(*a).components(), get(index)?[0])?)
            }
            Op::Insert { vector, index, value } => eval::insert(get(vector)?, *index, get(value)?),
            Op::Shuffle { left, right, picks } => eval::shuffle(get(left)?, get(right)?, picks),
            // Null is 0 in every space.
            Op::PointerToInteger(a) | Op::IntegerToPointer(a) => get(a)?.clone(),
            Op::PointerCast { pointer, .. } if self.is_all(*pointer, 0) => get(pointer)?.clone(),
            _ => return None,
        })
    }
}
