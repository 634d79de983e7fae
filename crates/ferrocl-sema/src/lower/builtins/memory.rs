//! Loads and stores of vectors and halves, barriers and fences (sections "Vector Data Load and Store Functions",
//! "Synchronization Functions", "Legacy Explicit Memory Fence Functions").

use ferrocl_ir::{AtomicOrdering, Conversion, Op, Rounding, Scalar, Stmt, ValueId, ValueType};

use super::Call;
use crate::builtins::Operation;

/// `CLK_LOCAL_MEM_FENCE` and `CLK_GLOBAL_MEM_FENCE`.
pub(super) const LOCAL_FENCE: u64 = 1;
pub(super) const GLOBAL_FENCE: u64 = 2;

impl Call<'_, '_> {
    /// Gives a value for `void` functions too, which nobody uses.
    pub(super) fn memory_operation(&mut self, operation: Operation) -> Option<ValueId> {
        match operation {
            Operation::VectorLoad => return Some(self.load(self.result, self.scalar.bytes())),
            Operation::LoadHalf => return Some(self.load_half(false)),
            Operation::LoadHalfAligned => return Some(self.load_half(true)),
            Operation::VectorStore => self.store(self.argument(0), self.scalar.bytes()),
            Operation::StoreHalf => self.store_half(false),
            Operation::StoreHalfAligned => self.store_half(true),
            Operation::Prefetch => {}
            Operation::Barrier => {
                let flags = self.fence_flags(self.argument(0));
                self.barrier(flags, false);
            }
            Operation::Fence => self.fence(AtomicOrdering::AcquireRelease),
            Operation::FenceAcquire => self.fence(AtomicOrdering::Acquire),
            Operation::FenceRelease => self.fence(AtomicOrdering::Release),
            _ => return None,
        }
        Some(self.undefined(ValueType::Scalar(Scalar::I32)))
    }
    /// The flags of a fence; all of them where they are not known here.
    pub(super) fn fence_flags(&self, flags: ValueId) -> u64 {
        self.constant_bits(flags).map_or(LOCAL_FENCE | GLOBAL_FENCE, |bits| bits[0])
    }
    /// A barrier of the work-group, or of the sub-group.
    pub(super) fn barrier(&mut self, flags: u64, sub_group: bool) {
        self.push(Stmt::Barrier {
            local: flags & LOCAL_FENCE != 0,
            global: flags & GLOBAL_FENCE != 0,
            sub_group,
            span: self.span,
        });
    }
    pub(super) fn fence(&mut self, ordering: AtomicOrdering) {
        self.push(Stmt::Fence { ordering, span: self.span });
    }

    // ---- loads and stores ----

    /// `p + offset * n`, for parameters `offset` and `p` at this place.
    fn element_address(&mut self, offset: usize, step: u32) -> ValueId {
        let (index, pointer) = (self.argument(offset), self.argument(offset + 1));
        self.lowerer.pointer_offset(pointer, Some((index, step.into())), 0, self.span)
    }
    fn load(&mut self, ty: ValueType, align: u32) -> ValueId {
        let pointer = self.element_address(0, ty.access_bytes());
        let access = self.pointer_access(1, align);
        self.emit(Op::Load { pointer, access }, ty)
    }
    fn store(&mut self, value: ValueId, align: u32) {
        let pointer = self.element_address(1, self.value_type(value).access_bytes());
        let access = self.pointer_access(2, align);
        self.push(Stmt::Store { pointer, value, access, span: self.span });
    }
    /// `vload_half` and, with the vector's own alignment and distance, `vloada_half`.
    fn load_half(&mut self, aligned: bool) -> ValueId {
        let ty = self.result.with_scalar(Scalar::F16);
        let (step, align) = if aligned { (ty.size(), ty.size()) } else { (ty.access_bytes(), 2) };
        let pointer = self.element_address(0, step);
        let access = self.pointer_access(1, align);
        let halves = self.emit(Op::Load { pointer, access }, ty);
        self.float_as(halves, self.result)
    }
    fn store_half(&mut self, aligned: bool) {
        let data = self.argument(0);
        let ty = self.value_type(data).with_scalar(Scalar::F16);
        let rounding: Rounding = self.callee.row.row().rounding;
        let value = self.convert_value(Conversion::FloatToFloat { rounding }, data, ty);
        let (step, align) = if aligned { (ty.size(), ty.size()) } else { (ty.access_bytes(), 2) };
        let pointer = self.element_address(1, step);
        let access = self.pointer_access(2, align);
        self.push(Stmt::Store { pointer, value, access, span: self.span });
    }
}
