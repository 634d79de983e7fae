//! Which address space a generic pointer points into, told by its address: a work-group's local memory and its private memory are
//! one range each, and what is neither is global. (Constant memory is no part of the generic address space.)

use ferrocl_ir::{AddressSpace, ValueType};

use super::Emitter;
use crate::abi::LaunchInfo;
use crate::llvm::Value;
use crate::llvm::builder::IntPredicate;

impl Emitter<'_> {
    /// A generic pointer, or a vector of them, as one of another type; null where it points elsewhere.
    pub fn checked_cast(&mut self, pointer: Value, to: ValueType) -> Value {
        let null = pointer.ty().zero();
        let fits = match to {
            ValueType::Pointer(AddressSpace::Local) => self.points_to_local(pointer),
            ValueType::Pointer(AddressSpace::Private) => self.points_to_private(pointer),
            ValueType::Pointer(AddressSpace::Global) => {
                let local = self.points_to_local(pointer);
                let private = self.points_to_private(pointer);
                let either = self.b.or(local, private);
                self.b.not(either)
            }
            _ => return pointer,
        };
        self.b.select(fits, pointer, null)
    }
    fn points_to_local(&mut self, pointer: Value) -> Value {
        let size = self.launch_field(std::mem::offset_of!(LaunchInfo, local_bytes), self.types.i32, 4);
        let size = self.b.zext(size, self.types.i64);
        self.points_into(pointer, self.launch.local, size)
    }
    fn points_to_private(&mut self, pointer: Value) -> Value {
        let of_lane_group = self.types.i64.constant(self.private.of_lane_group);
        let size = match self.private.for_each_lane_group {
            true => {
                let lane_groups = self.count_lane_groups();
                self.b.mul(lane_groups, of_lane_group)
            }
            false => of_lane_group,
        };
        let size = self.b.add(size, self.types.i64.constant(self.private.called));
        self.points_into(pointer, self.launch.scratch, size)
    }
    /// Whether a pointer lies in a range, or at its end, where nothing else begins.
    fn points_into(&mut self, pointer: Value, start: Value, size: Value) -> Value {
        let ty = self.types.i64.in_shape_of(pointer.ty());
        let address = self.b.pointer_to_int(pointer, ty);
        let start = self.b.pointer_to_int(start, self.types.i64);
        let start = self.b.splat(start, ty);
        let size = self.b.splat(size, ty);
        let distance = self.b.sub(address, start);
        self.b.icmp(IntPredicate::LLVMIntULE, distance, size)
    }
}
