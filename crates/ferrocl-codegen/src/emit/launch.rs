//! The loops over the lane groups of a work-group, and where the work-items at hand are. (The loop over work-groups is
//! [`crate::loaded`]'s.)
//!
//! Ids are counted in 32 bits where the launch is [compact](crate::abi::Assumptions::compact), in 64 bits otherwise.

use ferrocl_ir::WorkItemQuery;

use super::lanes::{Lane, Mask};
use super::{Emitter, Types};
use crate::abi::{GroupRange, LaneAxis, LaunchInfo};
use crate::llvm::builder::IntPredicate;
use crate::llvm::{Type, Value};
use crate::plan::barrier::GroupPlan;
use crate::plan::{Shape, Tree};

/// What the function was given.
#[derive(Clone, Copy)]
pub struct Launch {
    pub record: Value,
    pub arguments: Value,
    pub range: Value,
    pub local: Value,
    pub scratch: Value,
}

impl Launch {
    pub fn none(types: &Types) -> Launch {
        let none = types.pointer.zero();
        Launch { record: none, arguments: none, range: none, local: none, scratch: none }
    }
    pub fn of_work_group(function: Value) -> Launch {
        Launch {
            record: function.parameter(0),
            arguments: function.parameter(1),
            range: function.parameter(2),
            local: function.parameter(3),
            scratch: function.parameter(4),
        }
    }
}

/// Where the work-items at hand are. 64-bit values for the group, values of the id type for items.
#[derive(Clone, Copy)]
pub struct Item {
    /// The group's number in each dimension.
    group: [Value; 3],
    /// The group's size in each dimension.
    size: [Value; 3],
    /// The global id of the group's first item in each dimension, in the id type.
    start: [Value; 3],
    /// The local id of the first lane (or of all) in each dimension, in the id type; vectors on the linear axis.
    pub local: [Value; 3],
    /// The number of the lane group in its work-group.
    pub lane_group: Value,
}

impl Item {
    pub fn none(types: &Types) -> Item {
        let none = [types.i64.zero(); 3];
        Item { group: none, size: none, start: none, local: none, lane_group: types.i64.zero() }
    }
}

impl<'a> Emitter<'a> {
    /// The integer that ids are counted in.
    pub fn id_type(&self) -> Type {
        if self.plan.assumptions.compact { self.types.i32 } else { self.types.i64 }
    }
    /// A field of the launch record, which never changes.
    pub fn launch_field(&mut self, offset: usize, ty: Type, align: u32) -> Value {
        let at = self.b.offset(self.launch.record, self.types.i64.constant(offset as u64));
        let value = self.b.load(ty, at, align);
        self.mark_invariant(value);
        value
    }
    /// A field of the launch record for a dimension.
    fn launch_size(&mut self, offset: usize, dimension: usize) -> Value {
        self.launch_field(offset + 8 * dimension, self.types.i64, 8)
    }
    /// Reads where the work-group lies.
    pub fn read_range(&mut self) {
        let others_are_one = self.plan.is_flat();
        for d in 0..3 {
            let field = |e: &mut Self, offset: usize| {
                let at = e.b.offset(e.launch.range, e.types.i64.constant((offset + 8 * d) as u64));
                let value = e.b.load(e.types.i64, at, 8);
                e.mark_invariant(value);
                value
            };
            self.item.group[d] = field(self, std::mem::offset_of!(GroupRange, group));
            self.item.size[d] = field(self, std::mem::offset_of!(GroupRange, size));
            let start = field(self, std::mem::offset_of!(GroupRange, start));
            self.item.start[d] = self.b.trunc(start, self.id_type());
            if others_are_one && d != self.plan.axis as usize {
                self.item.size[d] = self.types.i64.constant(1);
            }
        }
    }

    /// A loop: `body` with `from`, `from + step`, … while below `to`. Unsigned.
    pub fn counted_loop(
        &mut self,
        from: Value,
        to: Value,
        step: Value,
        body: &mut dyn FnMut(&mut Self, Value),
    ) {
        let before = self.b.block();
        let head = self.b.new_block(self.function, "loop");
        let inside = self.b.new_block(self.function, "turn");
        let after = self.b.new_block(self.function, "done");
        self.b.branch(head);
        self.b.position_at_end(head);
        let index = self.b.phi(from.ty(), &[(from, before)]);
        let more = self.b.icmp(IntPredicate::LLVMIntULT, index, to);
        self.b.branch_if(more, inside, after);
        self.b.position_at_end(inside);
        body(self, index);
        let next = self.b.add_no_wrap(index, step);
        self.b.add_incoming(index, &[(next, self.b.block())]);
        self.b.branch(head);
        self.b.position_at_end(after);
    }

    /// The whole of the work-group function.
    pub fn work_group_function(&mut self, tree: &Tree, group: Option<&'a GroupPlan<'a>>) {
        self.read_range();
        match group {
            None => self.lane_groups(false, &mut |e, mask| e.lane_group(tree, mask)),
            Some(plan) => self.work_group(plan),
        }
    }

    /// Runs `body` for every lane group of the work-group, with the lanes that it has. `once`: `body` is emitted once, under a mask;
    /// otherwise for whole lane groups and for the rest of a row.
    pub fn lane_groups(&mut self, once: bool, body: &mut dyn FnMut(&mut Self, Mask)) {
        let ty = self.id_type();
        let sizes = self.item.size.map(|size| self.b.trunc(size, ty));
        if self.plan.axis == LaneAxis::Linear {
            return self.linear_lane_groups(sizes, once, body);
        }
        let axis = self.plan.axis as usize;
        let [outer, middle] = match axis {
            0 => [2, 1],
            1 => [2, 0],
            _ => [1, 0],
        };
        let (zero, one) = (ty.zero(), ty.constant(1));
        if self.plan.is_flat() {
            self.item.local = [zero; 3];
            return self.row(sizes[axis], once, &mut |e, first, mask| {
                e.item.local[axis] = first;
                let lane_group = e.b.lshr(first, ty.constant(e.width.trailing_zeros().into()));
                e.item.lane_group = e.b.zext(lane_group, e.types.i64);
                body(e, mask);
            });
        }
        let in_row = self.rounded_up_groups(sizes[axis]);
        self.counted_loop(zero, sizes[outer], one, &mut |e, o| {
            e.item.local[outer] = o;
            let plane = e.b.mul(o, sizes[middle]);
            e.counted_loop(zero, sizes[middle], one, &mut |e, m| {
                e.item.local[middle] = m;
                let row = e.b.add(plane, m);
                let first_group = e.b.mul(row, in_row);
                e.row(sizes[axis], once, &mut |e, first, mask| {
                    e.item.local[axis] = first;
                    let in_row = e.b.lshr(first, ty.constant(e.width.trailing_zeros().into()));
                    let lane_group = e.b.add(first_group, in_row);
                    e.item.lane_group = e.b.zext(lane_group, e.types.i64);
                    body(e, mask);
                });
            });
        });
    }

    /// How many lane groups so many items make.
    fn rounded_up_groups(&mut self, size: Value) -> Value {
        let ty = size.ty();
        let more = self.b.add(size, ty.constant(u64::from(self.width) - 1));
        self.b.lshr(more, ty.constant(self.width.trailing_zeros().into()))
    }

    /// How many lane groups the work-group at hand has.
    pub fn count_lane_groups(&mut self) -> Value {
        let mut sizes = self.item.size;
        if self.plan.axis == LaneAxis::Linear {
            let total = self.product(sizes);
            return self.rounded_up_groups(total);
        }
        let axis = self.plan.axis as usize;
        sizes[axis] = self.rounded_up_groups(sizes[axis]);
        self.product(sizes)
    }
    fn product(&mut self, sizes: [Value; 3]) -> Value {
        let plane = self.b.mul(sizes[0], sizes[1]);
        self.b.mul(plane, sizes[2])
    }

    /// Lane groups along a row of `size` items: whole ones, then the rest under a mask; or all under a mask.
    fn row(&mut self, size: Value, once: bool, body: &mut dyn FnMut(&mut Self, Value, Mask)) {
        let ty = size.ty();
        let width = u64::from(self.width);
        if self.width == 1 {
            return self
                .counted_loop(ty.zero(), size, ty.constant(1), &mut |e, first| body(e, first, Mask::All));
        }
        if once {
            return self.counted_loop(ty.zero(), size, ty.constant(width), &mut |e, first| {
                let rest = e.b.sub(size, first);
                let mask = e.first_lanes(rest);
                body(e, first, mask);
            });
        }
        let whole = self.b.and(size, ty.constant(width.wrapping_neg()));
        self.counted_loop(ty.zero(), whole, ty.constant(width), &mut |e, first| body(e, first, Mask::All));
        let rest = self.b.sub(size, whole);
        let tail = self.b.new_block(self.function, "tail");
        let done = self.b.new_block(self.function, "row_done");
        let some = self.b.icmp(IntPredicate::LLVMIntNE, rest, ty.zero());
        self.b.branch_if(some, tail, done);
        self.b.position_at_end(tail);
        let mask = self.first_lanes(rest);
        body(self, whole, mask);
        self.b.branch(done);
        self.b.position_at_end(done);
    }

    /// The first `count` lanes.
    fn first_lanes(&mut self, count: Value) -> Mask {
        let count = self.b.trunc(count, self.types.i32);
        let limit = self.b.splat(count, self.wide(self.types.i32));
        let steps = self.lane_steps(self.types.i32, 1);
        Mask::Lanes(self.b.icmp(IntPredicate::LLVMIntULT, steps, limit))
    }

    /// Lane groups of W consecutive items in the order of their linear local id.
    fn linear_lane_groups(&mut self, sizes: [Value; 3], once: bool, body: &mut dyn FnMut(&mut Self, Mask)) {
        let sizes = sizes.map(|s| self.b.trunc(s, self.types.i32));
        let total = self.product(sizes);
        let ty = self.id_type();
        self.row(total, once, &mut |e, first, mask| {
            let lane_group = e.b.lshr(first, first.ty().constant(e.width.trailing_zeros().into()));
            e.item.lane_group = e.b.zext(lane_group, e.types.i64);
            let wide = e.wide(e.types.i32);
            let first = e.b.splat(first, wide);
            let steps = e.lane_steps(e.types.i32, 1);
            let linear = e.b.add(first, steps);
            let (x, rest) = e.divide_exact_small(linear, sizes[0]);
            let (y, z) = e.divide_exact_small(rest, sizes[1]);
            e.item.local = [x, y, z].map(|v| e.b.zext(v, e.wide(ty)));
            body(e, mask);
        });
    }

    /// Remainder and quotient of non-negative 32-bit numbers by a uniform one that is not 0.
    fn divide_exact_small(&mut self, a: Value, divisor: Value) -> (Value, Value) {
        let d = self.b.splat(divisor, a.ty());
        let quotient = self.divide(ferrocl_ir::BinaryOp::DivUnsigned, ferrocl_ir::Scalar::I32, a, d);
        let product = self.b.mul(quotient, d);
        (self.b.sub(a, product), quotient)
    }

    /// Runs the kernel's statements for one lane group.
    fn lane_group(&mut self, tree: &Tree, mask: Mask) {
        self.values.fill(None);
        for slot in self.kernel.slots.ids() {
            self.clear_slot(slot);
        }
        self.body(&tree.steps, mask);
    }

    /// A work-item query.
    pub fn work_item(&mut self, query: WorkItemQuery, dimension: u8, shape: Shape) -> Lane {
        let d = usize::from(dimension);
        let scalar = match query {
            WorkItemQuery::WorkDimension => {
                self.launch_field(std::mem::offset_of!(LaunchInfo, work_dimension), self.types.i32, 4)
            }
            WorkItemQuery::GlobalSize => self.launch_size(std::mem::offset_of!(LaunchInfo, global_size), d),
            WorkItemQuery::GlobalOffset => {
                self.launch_size(std::mem::offset_of!(LaunchInfo, global_offset), d)
            }
            WorkItemQuery::EnqueuedLocalSize => match self.required_size() {
                Some(size) => self.types.i64.constant(size[d]),
                None => self.launch_size(std::mem::offset_of!(LaunchInfo, local_size), d),
            },
            WorkItemQuery::NumGroups => self.launch_size(std::mem::offset_of!(LaunchInfo, num_groups), d),
            WorkItemQuery::LocalSize => self.item.size[d],
            WorkItemQuery::GroupId => self.item.group[d],
            WorkItemQuery::SubGroupId => self.item.lane_group,
            WorkItemQuery::SubGroupLocalId => {
                let zero = self.types.i64.zero();
                return match shape {
                    Shape::Linear(linear) => self.linear(zero, linear),
                    _ => Lane::Uniform(zero),
                };
            }
            WorkItemQuery::MaxSubGroupSize => self.types.i64.constant(self.width.into()),
            WorkItemQuery::NumSubGroups => self.count_lane_groups(),
            WorkItemQuery::EnqueuedNumSubGroups => {
                let sizes = [0, 1, 2].map(|d| match self.required_size() {
                    Some(size) => self.types.i64.constant(size[d]),
                    None => self.launch_size(std::mem::offset_of!(LaunchInfo, local_size), d),
                });
                let total = self.product(sizes);
                self.rounded_up_groups(total)
            }
            WorkItemQuery::SubGroupSize => {
                let total = self.product(self.item.size);
                let width = self.types.i64.constant(self.width.into());
                let first = self.b.mul(self.item.lane_group, width);
                let rest = self.b.sub(total, first);
                self.intrinsic("llvm.umin", &[rest, width])
            }
            WorkItemQuery::LocalId => return self.id(self.item.local[d], shape),
            WorkItemQuery::GlobalId => {
                let local = self.item.local[d];
                let start = self.b.splat(self.item.start[d], local.ty());
                let id = self.b.add_no_wrap(start, local);
                return self.id(id, shape);
            }
        };
        Lane::Uniform(scalar)
    }

    /// `reqd_work_group_size`.
    fn required_size(&self) -> Option<[u64; 3]> {
        self.kernel.kernel.as_ref().and_then(|k| k.required_work_group_size)
    }

    /// An id in 64 bits.
    fn id(&mut self, id: Value, shape: Shape) -> Lane {
        let to = self.types.i64.in_shape_of(id.ty());
        let id = if self.plan.assumptions.compact { self.b.zext_non_negative(id, to) } else { id };
        match shape {
            Shape::Linear(linear) => self.linear(id, linear),
            _ => self.computed(id, shape),
        }
    }
}
