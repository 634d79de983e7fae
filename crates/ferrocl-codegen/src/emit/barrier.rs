//! Kernels with barriers: the work-group's control flow, and segments as loops over its lane groups. See
//! [`crate::plan::barrier`].
//!
//! Context memory is an array with an element for each lane group for everything that is kept there, one array after
//! the other in the call's scratch memory. The first array is the private memory of variables that are not in registers.

use ferrocl_base::id::Id;
use ferrocl_ir::{LabelId, SlotId, SlotType, Stmt, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Emitter;
use super::control::{Frame, Waiting};
use super::lanes::{Lane, Lanes, Mask};
use crate::llvm::builder::IntPredicate;
use crate::llvm::{Type, Value};
use crate::plan::barrier::{GroupPlan, GroupStep, Segment};
use crate::plan::{Exit, Level, Shape, Step};

/// An array of the context.
#[derive(Clone, Copy)]
pub struct Context {
    /// Where it begins, in bytes for each lane group of the work-group.
    offset: u64,
    /// The size of an element in bytes.
    size: u64,
}

/// What the emitter knows of a kernel with barriers.
pub struct Group<'a> {
    plan: &'a GroupPlan<'a>,
    /// Lane groups of the work-group at hand.
    lane_groups: Value,
    /// Bytes of context for each lane group so far.
    pub bytes: u64,
    live: Context,
    /// For each component of a value, and each part that it takes to hold it.
    values: FxHashMap<(ValueId, (usize, usize)), Context>,
    slots: FxHashMap<(SlotId, usize), Context>,
    /// Where the conditions are kept that lane groups compute for the group.
    conditions: FxHashMap<ValueId, Value>,
    /// Whether a lane of the group is live after the segment at hand.
    any_live: Value,
    /// Whether the segment at hand is the last.
    in_last: bool,
}

impl<'a> Emitter<'a> {
    /// Gets ready for a kernel with barriers.
    pub fn begin_group(&mut self, plan: &'a GroupPlan<'a>) {
        let any_live = self.variable(self.types.bit, 0);
        self.group = Some(Group {
            plan,
            lane_groups: self.types.i64.zero(),
            bytes: self.plan.layout.bytes,
            live: Context { offset: 0, size: 8 },
            values: FxHashMap::default(),
            slots: FxHashMap::default(),
            conditions: FxHashMap::default(),
            any_live,
            in_last: false,
        });
        let live = self.new_context(8);
        self.group().live = live;
    }
    fn group(&mut self) -> &mut Group<'a> {
        self.group.as_mut().expect("a kernel with barriers")
    }
    /// A new array of the context.
    pub fn new_context(&mut self, size: u64) -> Context {
        let group = self.group();
        let size = size.next_power_of_two().max(8);
        let offset = group.bytes.next_multiple_of(size.min(64));
        group.bytes = offset + size;
        Context { offset, size }
    }
    /// The address of an array of the context.
    fn context_array(&mut self, context: Context) -> Value {
        let lane_groups = self.group().lane_groups;
        let start = self.b.mul(lane_groups, self.types.i64.constant(context.offset));
        let first = self.b.offset(self.launch.scratch, self.types.i64.constant(self.private.called));
        self.b.offset(first, start)
    }
    /// The address of the element of the lane group at hand.
    fn context_place(&mut self, context: Context) -> Value {
        let array = self.context_array(context);
        let at = self.b.mul(self.item.lane_group, self.types.i64.constant(context.size));
        self.b.offset(array, at)
    }
    /// Where private memory of the lane group at hand begins.
    pub fn private_base(&mut self) -> Value {
        if self.group.is_none() {
            return self.b.offset(self.launch.scratch, self.types.i64.constant(self.private.start));
        }
        let size = self.plan.layout.bytes;
        self.context_place(Context { offset: 0, size })
    }

    // Masks in the context: a word of 64 bits for each lane group.

    fn load_mask(&mut self, context: Context) -> Value {
        let place = self.context_place(context);
        let word = self.b.load(self.types.i64, place, 8);
        self.bits_of_word(word)
    }
    fn bits_of_word(&mut self, word: Value) -> Value {
        let narrow = self.b.trunc(word, self.cx.int(self.width));
        if self.width == 1 { narrow } else { self.b.bitcast(narrow, self.wide(self.types.bit)) }
    }
    fn store_mask(&mut self, context: Context, bits: Value) {
        let word = self.mask_word(bits);
        let word = self.b.zext(word, self.types.i64);
        let place = self.context_place(context);
        self.b.store(word, place, 8);
    }
    /// Lanes wait in the context.
    pub fn add_waiting_in_context(&mut self, context: Context, mask: Mask) {
        if self.group().in_last {
            return;
        }
        let old = self.load_mask(context);
        let bits = self.mask_bits(mask);
        let new = self.b.or(old, bits);
        self.store_mask(context, new);
    }
    /// Nobody waits.
    fn clear_waiting(&mut self, context: Context) {
        let array = self.context_array(context);
        let count = self.group().lane_groups;
        let bytes = self.b.mul(count, self.types.i64.constant(context.size));
        let types = [self.types.pointer, self.types.i64];
        let arguments = [array, self.types.i8.zero(), bytes, self.types.bit.zero()];
        self.b.intrinsic(self.module, "llvm.memset", &types, &arguments);
    }
    /// Those who wait are live again; whether anyone is, as one bit.
    fn release_waiting(&mut self, context: Context) -> Value {
        let i64_type = self.types.i64;
        let live = self.group().live;
        let (from, to) = (self.context_array(context), self.context_array(live));
        let count = self.group().lane_groups;
        let size = i64_type.constant(8);
        let end = self.b.mul(count, size);
        let any = self.group().any_live;
        self.b.store(self.types.bit.zero(), any, 0);
        self.counted_loop(i64_type.zero(), end, size, &mut |e, offset| {
            let [from, to] = [from, to].map(|p| e.b.offset(p, offset));
            let waiting = e.b.load(i64_type, from, 8);
            let live = e.b.load(i64_type, to, 8);
            let all = e.b.or(waiting, live);
            e.b.store(all, to, 8);
            let some = e.b.icmp(IntPredicate::LLVMIntNE, all, i64_type.zero());
            let before = e.b.load(e.types.bit, any, 0);
            let some = e.b.or(before, some);
            e.b.store(some, any, 0);
        });
        self.b.load(self.types.bit, any, 0)
    }

    /// Runs the kernel for one work-group.
    pub fn work_group(&mut self, plan: &'a GroupPlan<'a>) {
        let count = self.count_lane_groups();
        self.group().lane_groups = count;
        self.values.fill(None);
        for slot in self.kernel.slots.ids() {
            if self.is_group_slot(slot) {
                self.clear_slot(slot);
            }
        }
        if plan.keeps_live {
            let live = self.group().live;
            self.lane_groups(true, &mut |e, mask| {
                let bits = e.mask_bits(mask);
                e.store_mask(live, bits);
            });
        }
        let end = self.new_join("group_end", false);
        self.frames.push(Frame::outermost(end, true));
        if self.group_steps(&plan.steps) {
            self.leave_to(end, None);
        }
        self.frames.pop();
        self.arrive(end);
    }

    fn is_group_slot(&self, slot: SlotId) -> bool {
        !self.slots[slot.index()].is_empty()
            && self.plan.slot_shapes(slot).iter().all(|s| s.level() == Level::Group)
    }

    /// Emits statements of the group; whether control comes to their end.
    fn group_steps(&mut self, steps: &'a [GroupStep<'a>]) -> bool {
        for step in steps {
            let goes_on = match step {
                GroupStep::Segment(segment) => {
                    self.segment(segment);
                    true
                }
                GroupStep::Block { label, body, leaves } => self.group_block(*label, body, *leaves),
                GroupStep::Loop { label, body, leaves } => self.group_loop(*label, body, *leaves),
                GroupStep::If { condition, then, otherwise } => self.group_if(*condition, then, otherwise),
                GroupStep::Collective(value) => {
                    self.work_group_collective(*value);
                    true
                }
                GroupStep::Jump(exit) => {
                    let target = match exit {
                        Exit::Return => self.frames[0].exit,
                        Exit::Break(to) => self.frame_of(*to).exit,
                        Exit::Continue(to) => {
                            let frame = self.frame_of(*to);
                            frame.next.unwrap_or(frame.exit)
                        }
                    };
                    self.leave_to(target, None);
                    false
                }
            };
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Goes on where a lane of the group is live, else where control goes then.
    fn go_on_if_live(&mut self, live: Value) {
        let on = self.b.new_block(self.function, "group_on");
        self.branch_or_dead(live, on);
        self.b.position_at_end(on);
    }

    fn group_block(&mut self, label: LabelId, body: &'a [GroupStep<'a>], leaves: bool) -> bool {
        let masked = self.group().plan.masked[label.index()];
        let exit = self.new_join("group_block_end", false);
        let broken = masked.then(|| self.new_context(8));
        if let Some(context) = broken {
            self.clear_waiting(context);
        }
        let dead = if masked { exit } else { self.dead() };
        self.frames.push(Frame {
            label: Some(label),
            exit,
            next: None,
            broken: broken.map(Waiting::Context),
            continued: None,
            dead,
            of_group: true,
        });
        if self.group_steps(body) {
            self.leave_to(exit, None);
        }
        self.frames.pop();
        self.end_of_group_construct(exit, broken, leaves)
    }

    fn end_of_group_construct(&mut self, exit: usize, broken: Option<Context>, leaves: bool) -> bool {
        if !self.is_reached(exit) {
            self.arrive_nowhere(exit);
            return false;
        }
        self.arrive(exit);
        if let Some(context) = broken {
            let live = self.release_waiting(context);
            if leaves {
                self.go_on_if_live(live);
            }
        }
        true
    }

    fn group_loop(&mut self, label: LabelId, body: &'a [GroupStep<'a>], leaves: bool) -> bool {
        let masked = self.group().plan.masked[label.index()];
        let continues = self.plan.label(label).continues > Level::Group;
        let exit = self.new_join("group_loop_end", false);
        let next = self.new_join("group_next_turn", false);
        let broken = masked.then(|| self.new_context(8));
        let continued = (masked && continues).then(|| self.new_context(8));
        if let Some(context) = broken {
            self.clear_waiting(context);
        }
        let head = self.b.new_block(self.function, "group_loop_head");
        self.b.branch(head);
        self.b.position_at_end(head);
        if let Some(context) = continued {
            self.clear_waiting(context);
        }
        let dead = match (masked, continued) {
            (false, _) => self.dead(),
            (true, None) => exit,
            (true, Some(_)) => next,
        };
        self.frames.push(Frame {
            label: Some(label),
            exit,
            next: Some(next),
            broken: broken.map(Waiting::Context),
            continued: continued.map(Waiting::Context),
            dead,
            of_group: true,
        });
        if self.group_steps(body) {
            self.leave_to(next, None);
        }
        self.frames.pop();
        if self.is_reached(next) {
            self.arrive(next);
            match continued {
                Some(context) => {
                    let live = self.release_waiting(context);
                    self.branch_or_leave(live, head, exit);
                }
                None => self.b.branch(head),
            }
        } else {
            self.arrive_nowhere(next);
        }
        self.end_of_group_construct(exit, broken, leaves)
    }

    fn group_if(
        &mut self,
        condition: ValueId,
        then: &'a [GroupStep<'a>],
        otherwise: &'a [GroupStep<'a>],
    ) -> bool {
        let bit = match self.group().conditions.get(&condition).copied() {
            Some(place) => self.b.load(self.types.bit, place, 0),
            None => {
                let lane = self.lane(condition, 0);
                self.base(lane)
            }
        };
        let join = self.new_join("group_if_end", false);
        let blocks = ["group_then", "group_else"].map(|name| self.b.new_block(self.function, name));
        self.b.branch_if(bit, blocks[0], blocks[1]);
        for (block, steps) in blocks.into_iter().zip([then, otherwise]) {
            self.b.position_at_end(block);
            if self.group_steps(steps) {
                self.leave_to(join, None);
            }
        }
        if !self.is_reached(join) {
            self.arrive_nowhere(join);
            return false;
        }
        self.arrive(join);
        true
    }

    /// A statement that runs once for the group.
    fn once(&mut self, step: &Step) {
        match step.stmt {
            Stmt::Let(value) => self.let_value(*value, Mask::All),
            Stmt::SlotStore { slot, value, .. } => self.slot_store(step.id, *slot, *value, Mask::All),
            Stmt::SlotStart(slot) => self.clear_slot(*slot),
            _ => {}
        }
    }

    fn segment(&mut self, segment: &'a Segment<'a>) {
        for step in &segment.front {
            self.once(step);
        }
        if !segment.middle.is_empty() {
            self.segment_middle(segment);
        }
        for step in &segment.back {
            self.once(step);
        }
        if segment.exits && !segment.is_last && !segment.middle.is_empty() {
            let any = self.group().any_live;
            let live = self.b.load(self.types.bit, any, 0);
            self.go_on_if_live(live);
        }
    }

    fn segment_middle(&mut self, segment: &'a Segment<'a>) {
        let keeps_live = self.group().plan.keeps_live;
        let any = self.group().any_live;
        let tracks = segment.exits && !segment.is_last;
        if tracks {
            self.b.store(self.types.bit.zero(), any, 0);
        }
        // Variables of the group that lane groups read and write: each lane group has a copy, which starts from what they were.
        let mut copies: Vec<(SlotId, SmallVec<[Value; 1]>, Vec<Value>)> = Vec::new();
        for &slot in &segment.own_copies {
            let places = self.slots[slot.index()].clone();
            let ty = self.slot_component(slot);
            let before = places.iter().map(|&p| self.b.load(ty, p, 0)).collect();
            let own = places.iter().map(|_| self.variable(ty, 0)).collect();
            copies.push((slot, own, before));
        }
        let group_values = self.values.clone();
        let group_slots = self.slots.clone();
        for (slot, own, _) in &copies {
            self.slots[slot.index()] = own.clone();
        }
        self.group().in_last = segment.is_last;
        self.lane_groups(keeps_live, &mut |e, mask| {
            e.values.clone_from(&group_values);
            if !keeps_live {
                e.lane_group_of_segment(segment, mask, &copies, &group_slots);
                return;
            }
            let live = e.group().live;
            let bits = e.load_mask(live);
            let some = e.any(bits);
            let run = e.b.new_block(e.function, "live");
            let skip = e.b.new_block(e.function, "lane_group_done");
            e.b.branch_if(some, run, skip);
            e.b.position_at_end(run);
            let mask = if e.width == 1 { Mask::All } else { Mask::Lanes(bits) };
            e.lane_group_of_segment(segment, mask, &copies, &group_slots);
            e.b.branch(skip);
            e.b.position_at_end(skip);
        });
        self.group().in_last = false;
        self.values = group_values;
        self.slots = group_slots;
    }

    fn lane_group_of_segment(
        &mut self,
        segment: &'a Segment<'a>,
        mask: Mask,
        copies: &[(SlotId, SmallVec<[Value; 1]>, Vec<Value>)],
        group_slots: &[SmallVec<[Value; 1]>],
    ) {
        for (_, own, before) in copies {
            for (&place, &value) in own.iter().zip(before) {
                self.b.store(value, place, 0);
            }
        }
        for &slot in &segment.slots {
            if segment.copy_in.contains(&slot) {
                self.copy_slot(slot, true);
            } else if !self.is_group_slot(slot) {
                self.clear_slot(slot);
            }
        }
        for &value in &segment.imports {
            self.import(value);
        }
        let tracks = segment.exits && !segment.is_last;
        let end = self.new_join("segment_end", tracks);
        self.frames.push(Frame::outermost(end, false));
        if let Some(mask) = self.steps(segment.middle.iter().copied(), mask) {
            self.leave_to(end, Some(mask));
        }
        self.frames.pop();
        let bits = self.arrive(end);
        for &slot in &segment.copy_out {
            self.copy_slot(slot, false);
        }
        for (slot, own, _) in copies {
            let ty = self.slot_component(*slot);
            for (&from, &to) in own.iter().zip(&group_slots[slot.index()]) {
                let value = self.b.load(ty, from, 0);
                self.b.store(value, to, 0);
            }
        }
        if tracks {
            let live = self.group().live;
            self.store_mask(live, bits);
            let some = self.any(bits);
            let any = self.group().any_live;
            let before = self.b.load(self.types.bit, any, 0);
            let some = self.b.or(before, some);
            self.b.store(some, any, 0);
        }
    }

    fn slot_component(&self, slot: SlotId) -> Type {
        match self.kernel.slots[slot].ty {
            SlotType::Value(ty) => self.component_type(ty),
            SlotType::Bytes { .. } => self.types.i8,
        }
    }

    /// Copies a variable of the lane group at hand from the context or to it.
    fn copy_slot(&mut self, slot: SlotId, comes_in: bool) {
        let component = self.slot_component(slot);
        let shapes = self.plan.slot_shapes(slot).clone();
        for (i, shape) in shapes.into_iter().enumerate() {
            let ty = if shape == Shape::Varying { self.wide(component) } else { component };
            let context = match self.group().slots.get(&(slot, i)).copied() {
                Some(context) => context,
                None => {
                    let context = self.new_context(self.stored_size(ty));
                    self.group().slots.insert((slot, i), context);
                    context
                }
            };
            let place = self.slots[slot.index()][i];
            if comes_in {
                let value = self.load_context(context, ty);
                self.b.store(value, place, 0);
            } else {
                let value = self.b.load(ty, place, 0);
                self.store_context(context, value);
            }
        }
    }

    /// What a value of this type takes in the context, in bytes.
    fn stored_size(&self, ty: Type) -> u64 {
        let element = ty.element();
        let bits = match element {
            t if t == self.types.bit => 1,
            t if t == self.types.i8 => 8,
            t if t == self.types.i16 => 16,
            t if t == self.types.i32 || t == self.types.f32 => 32,
            _ => 64,
        };
        (bits * u64::from(ty.lanes())).div_ceil(8)
    }
    /// Bits are kept as words.
    fn load_context(&mut self, context: Context, ty: Type) -> Value {
        let place = self.context_place(context);
        if ty.element() != self.types.bit {
            return self.b.load(ty, place, context.size.min(64) as u32);
        }
        let word = self.b.load(self.types.i64, place, 8);
        let narrow = self.b.trunc(word, self.cx.int(ty.lanes()));
        self.b.bitcast(narrow, ty)
    }
    fn store_context(&mut self, context: Context, value: Value) {
        let place = self.context_place(context);
        let mut value = value;
        if value.ty().element() == self.types.bit {
            let narrow = self.b.bitcast(value, self.cx.int(value.ty().lanes()));
            value = self.b.zext(narrow, self.types.i64);
        }
        self.b.store(value, place, context.size.min(64) as u32);
    }

    /// Brings a value of another segment: makes it again where that is cheap, else takes it from the context.
    pub fn import(&mut self, value: ValueId) {
        if self.values[value.index()].is_some() || self.kernel.values[value].op.is_floating() {
            return;
        }
        if self.group().plan.remade[value.index()] {
            let mut operands: SmallVec<[ValueId; 4]> = SmallVec::new();
            self.kernel.values[value].op.for_each_operand(|id| operands.push(id));
            for operand in operands {
                self.import(operand);
            }
            let lanes = self.evaluate(value, Mask::All);
            self.values[value.index()] = Some(lanes);
            return;
        }
        let component = self.component_type(self.kernel.values[value].ty);
        let shapes = self.plan.shapes(value).clone();
        let mut lanes = Lanes::new();
        for (i, shape) in shapes.into_iter().enumerate() {
            let part = |e: &mut Self, number: usize, ty: Type| {
                let context = e.value_context(value, (i, number), ty);
                e.load_context(context, ty)
            };
            let wide = self.wide(component);
            lanes.push(match shape {
                Shape::Linear(linear) if linear.address_only => {
                    let (base, vector) = (part(self, 0, component), part(self, 1, wide));
                    Lane::Address { base, stride: linear.stride, vector }
                }
                Shape::Linear(linear) => {
                    let base = part(self, 0, component);
                    self.linear(base, linear)
                }
                Shape::Guarded(linear) => {
                    let (base, vector) = (part(self, 0, component), part(self, 1, wide));
                    let guard = part(self, 2, self.types.bit);
                    Lane::Guarded { base, stride: linear.stride, guard, vector }
                }
                Shape::Varying => Lane::Varying(part(self, 0, wide)),
                _ => Lane::Uniform(part(self, 0, component)),
            });
        }
        self.values[value.index()] = Some(lanes);
    }
    fn value_context(&mut self, value: ValueId, part: (usize, usize), ty: Type) -> Context {
        if let Some(context) = self.group().values.get(&(value, part)) {
            return *context;
        }
        let context = self.new_context(self.stored_size(ty));
        self.group().values.insert((value, part), context);
        context
    }

    /// Keeps the result of a collective for the lane group at hand.
    pub fn keep_collective(&mut self, value: ValueId, result: Value) {
        let context = self.value_context(value, (0, 0), result.ty());
        self.store_context(context, result);
    }

    /// Keeps a value that was just made, if another segment or the group needs it.
    pub fn keep_for_group(&mut self, value: ValueId, mask: Mask) {
        let Some(group) = &self.group else { return };
        let (spilled, is_condition) = (
            group.plan.spilled[value.index()] && !group.plan.remade[value.index()],
            group.plan.conditions[value.index()],
        );
        let lanes = if spilled || is_condition { self.lanes(value) } else { return };
        // What the group makes is where all can see it.
        let by_group = self.frames.last().is_none_or(|f| f.of_group);
        if by_group {
            return;
        }
        if is_condition {
            let place = match self.group().conditions.get(&value) {
                Some(place) => *place,
                None => {
                    let place = self.variable(self.types.bit, 0);
                    self.group().conditions.insert(value, place);
                    place
                }
            };
            let bit = self.last_lane(lanes[0], mask);
            self.b.store(bit, place, 0);
        }
        if spilled {
            let shapes = self.plan.shapes(value).clone();
            for (i, shape) in shapes.into_iter().enumerate() {
                let lane = lanes[i];
                let parts: SmallVec<[Value; 3]> = match (shape, lane) {
                    (Shape::Linear(linear), _) if linear.address_only => {
                        SmallVec::from_slice(&[self.base(lane), self.vector(lane)])
                    }
                    (Shape::Guarded(_), Lane::Guarded { base, guard, vector, .. }) => {
                        SmallVec::from_slice(&[base, vector, guard])
                    }
                    (Shape::Varying, _) => SmallVec::from_slice(&[self.vector(lane)]),
                    _ => SmallVec::from_slice(&[self.base(lane)]),
                };
                for (number, kept) in parts.into_iter().enumerate() {
                    let context = self.value_context(value, (i, number), kept.ty());
                    self.store_context(context, kept);
                }
            }
        }
    }
}
