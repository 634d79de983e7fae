//! Functions of work-groups and sub-groups (sections "Work-group Collective Functions", "Sub-Group Functions" and those after them).
//!
//! A function's name says which operator it applies: `work_group_scan_inclusive_add`.

use ferrocl_ir::{
    BinaryOp, CollectiveGroup, CollectiveOp, CompareOp, Conversion, Op, Scalar, ValueId, ValueType,
    WorkItemQuery,
};

use super::Call;
use crate::builtins::Operation;

const BOOL: ValueType = ValueType::Scalar(Scalar::Bool);
const INT: ValueType = ValueType::Scalar(Scalar::I32);
const WORD: ValueType = ValueType::Scalar(Scalar::I64);

impl Call<'_, '_> {
    pub(super) fn group_operation(&mut self, operation: Operation) -> Option<ValueId> {
        use CollectiveGroup::{Active, SubGroup, WorkGroup};
        let query = match operation {
            Operation::SubGroupSize => WorkItemQuery::SubGroupSize,
            Operation::MaxSubGroupSize => WorkItemQuery::MaxSubGroupSize,
            Operation::NumSubGroups => WorkItemQuery::NumSubGroups,
            Operation::EnqueuedNumSubGroups => WorkItemQuery::EnqueuedNumSubGroups,
            Operation::SubGroupId => WorkItemQuery::SubGroupId,
            Operation::SubGroupLocalId => WorkItemQuery::SubGroupLocalId,
            Operation::SubGroupBarrier => {
                let flags = self.fence_flags(self.argument(0));
                self.barrier(flags, true);
                return Some(self.undefined(INT));
            }
            Operation::WorkGroupReduce => return self.arithmetic(WorkGroup, CollectiveOp::Reduce),
            Operation::WorkGroupScanInclusive => {
                return self.arithmetic(WorkGroup, CollectiveOp::ScanInclusive);
            }
            Operation::WorkGroupScanExclusive => {
                return self.arithmetic(WorkGroup, CollectiveOp::ScanExclusive);
            }
            Operation::SubGroupReduce => return self.arithmetic(SubGroup, CollectiveOp::Reduce),
            Operation::SubGroupScanInclusive => {
                return self.arithmetic(SubGroup, CollectiveOp::ScanInclusive);
            }
            Operation::SubGroupScanExclusive => {
                return self.arithmetic(SubGroup, CollectiveOp::ScanExclusive);
            }
            Operation::ActiveReduce => return self.arithmetic(Active, CollectiveOp::Reduce),
            Operation::ActiveScanInclusive => return self.arithmetic(Active, CollectiveOp::ScanInclusive),
            Operation::ActiveScanExclusive => return self.arithmetic(Active, CollectiveOp::ScanExclusive),
            Operation::ClusteredReduce => {
                let size = self.cluster_size(1);
                return self.arithmetic(Active, |op| CollectiveOp::ReduceClustered(op, size));
            }
            Operation::WorkGroupBroadcast => {
                let number = self.linear_number();
                return Some(self.collective(WorkGroup, CollectiveOp::Broadcast, self.argument(0), number));
            }
            Operation::SubGroupBroadcast | Operation::ActiveBroadcast => {
                let group = if operation == Operation::SubGroupBroadcast { SubGroup } else { Active };
                let number = self.as_word(self.argument(1));
                return Some(self.collective(group, CollectiveOp::Broadcast, self.argument(0), number));
            }
            Operation::BroadcastFirst => {
                let first = self.first_active();
                return Some(self.collective(Active, CollectiveOp::Broadcast, self.argument(0), first));
            }
            Operation::Ballot => {
                let word = self.ballot(self.argument(0));
                return Some(self.field(word));
            }
            Operation::Elect => {
                let (first, own) = (self.first_active(), self.query(WorkItemQuery::SubGroupLocalId, 0));
                let is_first = self.compare(CompareOp::Equal, first, own);
                return Some(self.truth(is_first));
            }
            Operation::AllEqual => {
                let (value, first) = (self.argument(0), self.first_active());
                let wanted = self.collective(Active, CollectiveOp::Broadcast, value, first);
                let op = if self.scalar.is_float() { CompareOp::FloatEqual } else { CompareOp::Equal };
                let equal = self.compare(op, value, wanted);
                let op = CollectiveOp::Reduce(BinaryOp::And);
                let all = self.emit(Op::Collective { group: Active, op, operand: equal, source: None }, BOOL);
                return Some(self.truth(all));
            }
            Operation::SubGroupShuffle
            | Operation::SubGroupShuffleXor
            | Operation::SubGroupShuffleUp
            | Operation::SubGroupShuffleDown
            | Operation::SubGroupRotate
            | Operation::SubGroupRotateClustered => {
                let source = self.shuffle_source(operation);
                return Some(self.collective(Active, CollectiveOp::Shuffle, self.argument(0), source));
            }
            _ => return None,
        };
        let word = self.query(query, 0);
        Some(self.convert_value(Conversion::Truncate, word, INT))
    }

    /// A collective of each component.
    fn collective(
        &mut self,
        group: CollectiveGroup,
        op: CollectiveOp,
        value: ValueId,
        source: ValueId,
    ) -> ValueId {
        let ty = self.value_type(value);
        let scalar = ValueType::Scalar(ty.scalar().unwrap_or(Scalar::I32));
        let parts: Vec<ValueId> = (0..ty.components())
            .map(|i| {
                let operand = self.extract(value, i);
                let source = op.has_source().then_some(source);
                self.emit(Op::Collective { group, op, operand, source }, scalar)
            })
            .collect();
        self.construct(&parts)
    }
    /// A reduction or scan with the operator that the function's name ends in.
    fn arithmetic(
        &mut self,
        group: CollectiveGroup,
        op: impl FnOnce(BinaryOp) -> CollectiveOp,
    ) -> Option<ValueId> {
        let name = self.callee.row.row().name;
        let suffix = name.rsplit('_').next().unwrap_or(name);
        let is_logical = name.contains("_logical_") || matches!(suffix, "all" | "any");
        let float = self.scalar.is_float();
        let operator = match (suffix, float, self.signed) {
            ("and" | "all", ..) => BinaryOp::And,
            ("or" | "any", ..) => BinaryOp::Or,
            ("xor", ..) => BinaryOp::Xor,
            ("add", true, _) => BinaryOp::FloatAdd,
            ("add", ..) => BinaryOp::Add,
            ("mul", true, _) => BinaryOp::FloatMul,
            ("mul", ..) => BinaryOp::Mul,
            ("min", true, _) => BinaryOp::FloatMin,
            ("min", _, true) => BinaryOp::MinSigned,
            ("min", ..) => BinaryOp::MinUnsigned,
            ("max", true, _) => BinaryOp::FloatMax,
            ("max", _, true) => BinaryOp::MaxSigned,
            ("max", ..) => BinaryOp::MaxUnsigned,
            _ => return None,
        };
        let (op, value) = (op(operator), self.argument(0));
        if !is_logical {
            return Some(self.emit(Op::Collective { group, op, operand: value, source: None }, self.ty));
        }
        let operand = self.is_true(value);
        let result = self.emit(Op::Collective { group, op, operand, source: None }, BOOL);
        Some(self.truth(result))
    }

    fn is_true(&mut self, predicate: ValueId) -> ValueId {
        let ty = self.value_type(predicate);
        let zero = self.integer_constant(ty, 0);
        self.compare(CompareOp::NotEqual, predicate, zero)
    }
    /// 0 or 1.
    fn truth(&mut self, bit: ValueId) -> ValueId {
        self.convert_value(Conversion::ZeroExtend, bit, INT)
    }
    /// An unsigned number in 64 bits.
    fn as_word(&mut self, value: ValueId) -> ValueId {
        self.convert_value(Conversion::ZeroExtend, value, WORD)
    }
    /// The linear local id that the arguments after the first name.
    fn linear_number(&mut self) -> ValueId {
        let mut number = self.argument(1);
        let mut step = self.query(WorkItemQuery::LocalSize, 0);
        for dimension in 2..self.arguments.len() {
            let rows = self.binary(BinaryOp::Mul, self.arguments[dimension], step);
            number = self.binary(BinaryOp::Add, number, rows);
            let size = self.query(WorkItemQuery::LocalSize, dimension as u8 - 1);
            step = self.binary(BinaryOp::Mul, step, size);
        }
        number
    }
    fn ballot(&mut self, predicate: ValueId) -> ValueId {
        let operand = self.is_true(predicate);
        let (group, op) = (CollectiveGroup::Active, CollectiveOp::Ballot);
        self.emit(Op::Collective { group, op, operand, source: None }, WORD)
    }
    /// The lowest number among those who are here.
    fn first_active(&mut self) -> ValueId {
        let here = self.integer_constant(INT, 1);
        let word = self.ballot(here);
        self.unary(ferrocl_ir::UnaryOp::CountTrailingZeros, word)
    }
    /// A ballot as `uint4`.
    fn field(&mut self, word: ValueId) -> ValueId {
        let shift = self.integer_constant(WORD, 32);
        let high = self.binary(BinaryOp::ShiftRightUnsigned, word, shift);
        let [low, high] = [word, high].map(|part| self.convert_value(Conversion::Truncate, part, INT));
        let zero = self.integer_constant(INT, 0);
        self.construct(&[low, high, zero, zero])
    }
    /// The size of a cluster, which was found to be a constant.
    fn cluster_size(&self, index: usize) -> u32 {
        let size = self.constant_bits(self.argument(index)).map_or(1, |bits| bits[0]);
        u32::try_from(size).ok().filter(|size| size.is_power_of_two()).unwrap_or(1)
    }
    /// Whose value each work-item takes.
    fn shuffle_source(&mut self, operation: Operation) -> ValueId {
        let number = self.argument(1);
        let ty = self.value_type(number);
        let own = self.query(WorkItemQuery::SubGroupLocalId, 0);
        let own = self.convert_value(Conversion::Truncate, own, ty);
        let source = match operation {
            Operation::SubGroupShuffleXor => self.binary(BinaryOp::Xor, own, number),
            Operation::SubGroupShuffleUp => self.binary(BinaryOp::Sub, own, number),
            Operation::SubGroupShuffleDown => self.binary(BinaryOp::Add, own, number),
            Operation::SubGroupRotate => {
                let size = self.query(WorkItemQuery::MaxSubGroupSize, 0);
                let size = self.convert_value(Conversion::Truncate, size, ty);
                self.rotated(own, number, size)
            }
            Operation::SubGroupRotateClustered => {
                let size = self.cluster_size(2);
                let size = self.integer_constant(ty, size.into());
                self.rotated(own, number, size)
            }
            _ => number,
        };
        self.as_word(source)
    }
    /// `own + delta` within a row of `size` numbers, a power of two.
    fn rotated(&mut self, own: ValueId, delta: ValueId, size: ValueId) -> ValueId {
        let ty = self.value_type(own);
        let one = self.integer_constant(ty, 1);
        let within = self.binary(BinaryOp::Sub, size, one);
        let sum = self.binary(BinaryOp::Add, own, delta);
        let sum = self.binary(BinaryOp::And, sum, within);
        let row = self.unary(ferrocl_ir::UnaryOp::Not, within);
        let row = self.binary(BinaryOp::And, own, row);
        self.binary(BinaryOp::Or, row, sum)
    }
}
