//! Asynchronous copies (sections "Async Copies From Global to Local Memory, Local to Global Memory, and Prefetch" and "Extended
//! Async Copy Functions").
//!
//! The work-items of the group share a copy out among themselves and do it at once, where it is asked for: until
//! `wait_group_events` the program may neither look at what is written nor change what is read. Waiting is a barrier, which all
//! work-items reach. So an event has nothing to say: a copy gives the one that it was given.

use ferrocl_ir::{
    Access, BinaryOp, CompareOp, Op, Scalar, SlotType, Stmt, ValueId, ValueType, WorkItemQuery,
};

use super::Call;
use super::memory::{GLOBAL_FENCE, LOCAL_FENCE};
use crate::builtins::Operation;

const SIZE: ValueType = ValueType::Scalar(Scalar::I64);

impl Call<'_, '_> {
    pub(super) fn copy_operation(&mut self, operation: Operation) -> Option<ValueId> {
        match operation {
            Operation::AsyncCopy => self.copy(),
            Operation::AsyncCopyGather => self.strided_copy(true),
            Operation::AsyncCopyScatter => self.strided_copy(false),
            Operation::AsyncCopyLines => self.copy_of_lines(false),
            Operation::AsyncCopyPlanes => self.copy_of_lines(true),
            Operation::AsyncCopyFence => {
                let flags = self.fence_flags(self.argument(0));
                self.barrier(flags, false);
                return Some(self.undefined(SIZE));
            }
            Operation::WaitGroupEvents => {
                self.barrier(LOCAL_FENCE | GLOBAL_FENCE, false);
                return Some(self.undefined(SIZE));
            }
            _ => return None,
        }
        self.arguments.last().copied()
    }

    /// `dst`, `src`, `num_gentypes`: memory without gaps, in units as large as an element, but for 64 bits at most.
    fn copy(&mut self) {
        let (to, from, count) = (self.argument(0), self.argument(1), self.argument(2));
        let size = u64::from(self.ty.size());
        let unit = size.min(8);
        let units = self.integer_constant(SIZE, (size / unit) as i64);
        let count = self.binary(BinaryOp::Mul, count, units);
        let ty = ValueType::Scalar(Scalar::integer(8 * unit as u32));
        self.shared_loop(count, |call, index| {
            call.copy_element((to, index, unit), (from, index, unit), ty, unit as u32);
        });
    }
    /// The same with a `stride` in elements on one side.
    fn strided_copy(&mut self, gathers: bool) {
        let [to, from, count, stride] = [0, 1, 2, 3].map(|index| self.argument(index));
        let size = u64::from(self.ty.size());
        // "for 3-component vector types behave as … for 4-component vector types"
        let components = if self.ty.components() == 3 { 4 } else { self.ty.components() };
        let ty = ValueType::of(Scalar::integer(self.scalar.bits()), components);
        self.shared_loop(count, |call, index| {
            let far = call.binary(BinaryOp::Mul, index, stride);
            let (at_to, at_from) = if gathers { (index, far) } else { (far, index) };
            call.copy_element((to, at_to, size), (from, at_from, size), ty, size as u32);
        });
    }
    /// Lines of elements of any size, and planes of lines.
    fn copy_of_lines(&mut self, has_planes: bool) {
        let [to, to_offset, from, from_offset, bytes, per_line, lines] =
            [0, 1, 2, 3, 4, 5, 6].map(|index| self.argument(index));
        let mul = |call: &mut Self, a, b| call.binary(BinaryOp::Mul, a, b);
        // The largest unit of which an element surely is a multiple.
        let log2 = self.constant_bits(bytes).map_or(0, |bits| bits[0].trailing_zeros().min(3));
        let unit = 1u64 << log2;
        let ty = ValueType::Scalar(Scalar::integer(8 * unit as u32));
        let (to, from) = (self.element(to, to_offset, bytes), self.element(from, from_offset, bytes));
        let line_bytes = mul(self, per_line, bytes);
        let shift = self.integer_constant(SIZE, log2.into());
        let line_units = self.binary(BinaryOp::ShiftRightUnsigned, line_bytes, shift);
        let lines_of_plane =
            |call: &mut Self, to: ValueId, from: ValueId, to_step: usize, from_step: usize| {
                let (to_step, from_step) = (call.argument(to_step), call.argument(from_step));
                call.counted_loop(lines, |call, line| {
                    let to_at = mul(call, line, to_step);
                    let from_at = mul(call, line, from_step);
                    let (to, from) = (call.element(to, to_at, bytes), call.element(from, from_at, bytes));
                    call.shared_loop(line_units, |call, index| {
                        call.copy_element((to, index, unit), (from, index, unit), ty, 1);
                    });
                });
            };
        if !has_planes {
            return lines_of_plane(self, to, from, 8, 7);
        }
        let (planes, from_area, to_area) = (self.argument(7), self.argument(9), self.argument(11));
        self.counted_loop(planes, |call, plane| {
            let to_at = mul(call, plane, to_area);
            let from_at = mul(call, plane, from_area);
            let (to, from) = (call.element(to, to_at, bytes), call.element(from, from_at, bytes));
            lines_of_plane(call, to, from, 10, 8);
        });
    }

    /// `pointer + index * bytes`.
    fn element(&mut self, pointer: ValueId, index: ValueId, bytes: ValueId) -> ValueId {
        let offset = self.binary(BinaryOp::Mul, index, bytes);
        self.lowerer.pointer_offset(pointer, Some((offset, 1)), 0, self.span)
    }
    /// Copies a value between places: a pointer, an index, and what its step counts in bytes.
    fn copy_element(
        &mut self,
        to: (ValueId, ValueId, u64),
        from: (ValueId, ValueId, u64),
        ty: ValueType,
        align: u32,
    ) {
        let access = Access { align, volatile: false };
        let pointer = self.lowerer.pointer_offset(from.0, Some((from.1, from.2)), 0, self.span);
        let value = self.emit(Op::Load { pointer, access }, ty);
        let pointer = self.lowerer.pointer_offset(to.0, Some((to.1, to.2)), 0, self.span);
        self.push(Stmt::Store { pointer, value, access, span: self.span });
    }

    // ---- loops ----

    /// Shares the numbers below `count` out among the work-items of the group: neighbours get neighbours.
    fn shared_loop(&mut self, count: ValueId, body: impl FnOnce(&mut Self, ValueId)) {
        let own = self.local_linear_id();
        let mut step = self.query(WorkItemQuery::LocalSize, 0);
        for dimension in [1, 2] {
            let size = self.query(WorkItemQuery::LocalSize, dimension);
            step = self.binary(BinaryOp::Mul, step, size);
        }
        self.stepping_loop(count, step, |call, first| {
            let index = call.binary(BinaryOp::Add, first, own);
            let inside = call.compare(CompareOp::LessUnsigned, index, count);
            call.lowerer.open();
            body(call, index);
            let then = call.lowerer.close();
            call.lowerer.push_if(inside, then, Vec::new(), call.span);
        });
    }
    /// Each number below `count`.
    fn counted_loop(&mut self, count: ValueId, body: impl FnOnce(&mut Self, ValueId)) {
        let one = self.integer_constant(SIZE, 1);
        self.stepping_loop(count, one, body);
    }
    /// The multiples of `step` below `count`.
    fn stepping_loop(&mut self, count: ValueId, step: ValueId, body: impl FnOnce(&mut Self, ValueId)) {
        let span = self.span;
        let slot = self.lowerer.temporary(SlotType::Value(SIZE), span);
        let zero = self.integer_constant(SIZE, 0);
        self.push(Stmt::SlotStore { slot, value: zero, span });
        let (outer, inner) = (self.lowerer.new_label(), self.lowerer.new_label());
        self.lowerer.open();
        let index = self.emit(Op::SlotLoad(slot), SIZE);
        let done = self.compare(CompareOp::LessEqualUnsigned, count, index);
        self.lowerer.push_if(done, vec![Stmt::Break(outer)], Vec::new(), span);
        body(self, index);
        let next = self.binary(BinaryOp::Add, index, step);
        self.push(Stmt::SlotStore { slot, value: next, span });
        let body = self.lowerer.close();
        let turns = Stmt::Loop { label: inner, body, unroll: 0, span };
        self.push(Stmt::Block { label: outer, body: vec![turns] });
    }
}
