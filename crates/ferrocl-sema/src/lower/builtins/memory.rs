//! Loads and stores of vectors and halves, barriers, fences and atomics (sections "Vector Data Load and Store
//! Functions", "Synchronization Functions", "OpenCL C 1.x Legacy Atomics").

use ferrocl_ir::{
    AddressSpace, AtomicOp, AtomicOrdering, Conversion, Op, Rounding, Scalar, Stmt, ValueId, ValueType,
};

use super::super::Lowerer;
use super::{Call, space_of};
use crate::builtins::Operation;

/// `CLK_LOCAL_MEM_FENCE` and `CLK_GLOBAL_MEM_FENCE`.
const LOCAL_FENCE: u64 = 1;
const GLOBAL_FENCE: u64 = 2;

impl Lowerer<'_> {
    /// Gives a value for `void` functions too, which nobody uses.
    pub(super) fn memory_operation(&mut self, call: &Call, operation: Operation) -> Option<ValueId> {
        match operation {
            Operation::VectorLoad => return Some(self.load(call, call.result, call.scalar.bytes())),
            Operation::LoadHalf => return Some(self.load_half(call, false)),
            Operation::LoadHalfAligned => return Some(self.load_half(call, true)),
            Operation::VectorStore => self.store(call, call.argument(0), call.scalar.bytes()),
            Operation::StoreHalf => self.store_half(call, false),
            Operation::StoreHalfAligned => self.store_half(call, true),
            Operation::Prefetch => {}
            Operation::Barrier => {
                let flags = self.fence_flags(call.argument(0));
                self.push(Stmt::Barrier {
                    local: flags & LOCAL_FENCE != 0,
                    global: flags & GLOBAL_FENCE != 0,
                    span: call.span,
                });
            }
            Operation::Fence => self.fence(call, AtomicOrdering::AcquireRelease),
            Operation::FenceAcquire => self.fence(call, AtomicOrdering::Acquire),
            Operation::FenceRelease => self.fence(call, AtomicOrdering::Release),
            _ => return self.atomic(call, operation),
        }
        Some(self.undefined(ValueType::Scalar(Scalar::I32), call.span))
    }
    /// The flags of a fence; all of them where they are not known here.
    fn fence_flags(&self, flags: ValueId) -> u64 {
        self.constant_bits(flags).map_or(LOCAL_FENCE | GLOBAL_FENCE, |bits| bits[0])
    }
    fn fence(&mut self, call: &Call, ordering: AtomicOrdering) {
        self.push(Stmt::Fence { ordering, span: call.span });
    }

    // ---- loads and stores ----

    /// `p + offset * n`, for parameters `offset` and `p` at this place.
    fn element_address(&mut self, call: &Call, offset: usize, step: u32) -> ValueId {
        let (index, pointer) = (call.argument(offset), call.argument(offset + 1));
        self.pointer_offset(pointer, Some((index, step.into())), 0, call.span)
    }
    fn load(&mut self, call: &Call, ty: ValueType, align: u32) -> ValueId {
        let pointer = self.element_address(call, 0, ty.access_bytes());
        let access = self.pointer_access(call, 1, align);
        self.emit(Op::Load { pointer, access }, ty, call.span)
    }
    fn store(&mut self, call: &Call, value: ValueId, align: u32) {
        let pointer = self.element_address(call, 1, self.value_type(value).access_bytes());
        let access = self.pointer_access(call, 2, align);
        self.push(Stmt::Store { pointer, value, access, span: call.span });
    }
    /// `vload_half` and, with the vector's own alignment and distance, `vloada_half`.
    fn load_half(&mut self, call: &Call, aligned: bool) -> ValueId {
        let ty = call.result.with_scalar(Scalar::F16);
        let (step, align) = if aligned { (ty.size(), ty.size()) } else { (ty.access_bytes(), 2) };
        let pointer = self.element_address(call, 0, step);
        let access = self.pointer_access(call, 1, align);
        let halves = self.emit(Op::Load { pointer, access }, ty, call.span);
        self.float_as(halves, call.result, call)
    }
    fn store_half(&mut self, call: &Call, aligned: bool) {
        let data = call.argument(0);
        let ty = self.value_type(data).with_scalar(Scalar::F16);
        let rounding: Rounding = call.callee.row.row().rounding;
        let value = self.convert_value(Conversion::FloatToFloat { rounding }, data, ty, call);
        let (step, align) = if aligned { (ty.size(), ty.size()) } else { (ty.access_bytes(), 2) };
        let pointer = self.element_address(call, 1, step);
        let access = self.pointer_access(call, 2, align);
        self.push(Stmt::Store { pointer, value, access, span: call.span });
    }

    // ---- atomics ----

    /// The functions of OpenCL C 1.x order nothing but the accesses to one object.
    fn atomic(&mut self, call: &Call, operation: Operation) -> Option<ValueId> {
        let ordering = AtomicOrdering::Relaxed;
        let pointer = call.arguments.first().copied()?;
        let is_pointer = matches!(
            space_of(self.value_type(pointer)),
            Some(AddressSpace::Global | AddressSpace::Local | AddressSpace::Generic)
        );
        if operation == Operation::AtomicCompareExchange && is_pointer {
            let (expected, desired) = (call.argument(1), call.argument(2));
            let op = Op::AtomicCompareExchange { pointer, expected, desired, ordering };
            return Some(self.emit(op, call.result, call.span));
        }
        let op = match operation {
            Operation::AtomicAdd | Operation::AtomicIncrement => AtomicOp::Add,
            Operation::AtomicSub | Operation::AtomicDecrement => AtomicOp::Sub,
            Operation::AtomicExchange => AtomicOp::Exchange,
            Operation::AtomicAnd => AtomicOp::And,
            Operation::AtomicOr => AtomicOp::Or,
            Operation::AtomicXor => AtomicOp::Xor,
            Operation::AtomicMin if call.signed => AtomicOp::MinSigned,
            Operation::AtomicMin => AtomicOp::MinUnsigned,
            Operation::AtomicMax if call.signed => AtomicOp::MaxSigned,
            Operation::AtomicMax => AtomicOp::MaxUnsigned,
            _ => {
                self.internal_error(call.span, "this built-in function has no form in the IR");
                return None;
            }
        };
        let operand = match call.arguments.get(1) {
            Some(&operand) => operand,
            None => self.integer_constant(call.result, 1, call),
        };
        Some(self.emit(Op::AtomicUpdate { op, pointer, operand, ordering }, call.result, call.span))
    }
}
