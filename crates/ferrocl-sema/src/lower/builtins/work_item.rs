//! Work-item functions (section "Work-Item Functions").

use ferrocl_ir::{BinaryOp, CompareOp, Op, Scalar, ValueId, ValueType, WorkItemQuery};

use super::Call;
use crate::builtins::Operation;

const SIZE: ValueType = ValueType::Scalar(Scalar::I64);

impl Call<'_, '_> {
    pub(super) fn work_item_operation(&mut self, operation: Operation) -> Option<ValueId> {
        // What a dimension that does not exist gives: sizes are 1, ids and offsets 0.
        let (query, beyond) = match operation {
            Operation::WorkDimension => {
                let op = Op::WorkItem(WorkItemQuery::WorkDimension, 0);
                return Some(self.emit(op, ValueType::Scalar(Scalar::I32)));
            }
            Operation::GlobalLinearId => return Some(self.global_linear_id()),
            Operation::LocalLinearId => return Some(self.local_linear_id()),
            Operation::GlobalSize => (WorkItemQuery::GlobalSize, 1),
            Operation::GlobalId => (WorkItemQuery::GlobalId, 0),
            Operation::LocalSize => (WorkItemQuery::LocalSize, 1),
            Operation::EnqueuedLocalSize => (WorkItemQuery::EnqueuedLocalSize, 1),
            Operation::LocalId => (WorkItemQuery::LocalId, 0),
            Operation::NumGroups => (WorkItemQuery::NumGroups, 1),
            Operation::GroupId => (WorkItemQuery::GroupId, 0),
            Operation::GlobalOffset => (WorkItemQuery::GlobalOffset, 0),
            _ => return None,
        };
        let dimension = self.argument(0);
        if let Some(bits) = self.constant_bits(dimension) {
            return Some(match bits[0] {
                known @ 0..3 => self.query(query, known as u8),
                _ => self.integer_constant(SIZE, beyond),
            });
        }
        let mut value = self.integer_constant(SIZE, beyond);
        for known in (0..3).rev() {
            let wanted = self.integer_constant(self.value_type(dimension), known);
            let is = self.compare(CompareOp::Equal, dimension, wanted);
            let answer = self.query(query, known as u8);
            value = self.select_value(is, answer, value);
        }
        Some(value)
    }
    pub(super) fn query(&mut self, query: WorkItemQuery, dimension: u8) -> ValueId {
        self.emit(Op::WorkItem(query, dimension), SIZE)
    }
    /// In dimensions that the launch does not have, ids are 0 and sizes 1, so that one formula does for all.
    fn global_linear_id(&mut self) -> ValueId {
        let mut id = self.without_offset(2);
        for dimension in [1, 0] {
            let size = self.query(WorkItemQuery::GlobalSize, dimension);
            id = self.binary(BinaryOp::Mul, id, size);
            let own = self.without_offset(dimension);
            id = self.binary(BinaryOp::Add, id, own);
        }
        id
    }
    fn without_offset(&mut self, dimension: u8) -> ValueId {
        let id = self.query(WorkItemQuery::GlobalId, dimension);
        let offset = self.query(WorkItemQuery::GlobalOffset, dimension);
        self.binary(BinaryOp::Sub, id, offset)
    }
    pub(super) fn local_linear_id(&mut self) -> ValueId {
        let mut id = self.query(WorkItemQuery::LocalId, 2);
        for dimension in [1, 0] {
            let size = self.query(WorkItemQuery::LocalSize, dimension);
            id = self.binary(BinaryOp::Mul, id, size);
            let own = self.query(WorkItemQuery::LocalId, dimension);
            id = self.binary(BinaryOp::Add, id, own);
        }
        id
    }
}
