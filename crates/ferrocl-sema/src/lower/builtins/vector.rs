//! `shuffle` and `shuffle2` (section "Miscellaneous Vector Functions").

use ferrocl_ir::{BinaryOp, CompareOp, Op, ValueId, ValueType};

use super::Call;
use crate::builtins::Operation;

impl Call<'_, '_> {
    pub(super) fn vector_operation(&mut self, operation: Operation) -> Option<ValueId> {
        match operation {
            Operation::Shuffle => {
                let x = self.argument(0);
                Some(self.shuffle(x, None, self.argument(1)))
            }
            Operation::ShuffleTwo => {
                let (x, y) = (self.argument(0), self.argument(1));
                Some(self.shuffle(x, Some(y), self.argument(2)))
            }
            _ => None,
        }
    }
    /// Components picked from one or two vectors of m components: "only the ilogb(2m-1) least significant bits of each mask
    /// element are considered", and one more for two vectors.
    fn shuffle(&mut self, x: ValueId, y: Option<ValueId>, mask: ValueId) -> ValueId {
        let m = self.value_type(x).components();
        let count = if y.is_some() { 2 * m } else { m };
        if let Some(bits) = self.constant_bits(mask) {
            let picks = bits.iter().map(|&word| (word % u64::from(count)) as u8).collect();
            return self.emit(Op::Shuffle { left: x, right: y.unwrap_or(x), picks }, self.result);
        }
        let component = ValueType::Scalar(self.scalar);
        let mut parts = Vec::new();
        for i in 0..self.result.components() {
            let index = self.extract(mask, i);
            // Its index is taken modulo m.
            let mut part = self.emit(Op::ExtractDynamic(x, index), component);
            if let Some(y) = y {
                let ty = self.value_type(index);
                let (bit, zero) = (self.integer_constant(ty, m.into()), self.integer_constant(ty, 0));
                let second = self.binary(BinaryOp::And, index, bit);
                let second = self.compare(CompareOp::NotEqual, second, zero);
                let other = self.emit(Op::ExtractDynamic(y, index), component);
                part = self.select_value(second, other, part);
            }
            parts.push(part);
        }
        self.construct(&parts)
    }
}
