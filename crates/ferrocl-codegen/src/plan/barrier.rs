//! Kernels with barriers: what runs once for the work-group, and what in loops over its lane groups.
//!
//! Control flow round a barrier is the same for all work-items, so it is that of the work-group: the statements that hold a
//! barrier, and jumps to them on which the whole group agrees, become control flow of the work-group function. What is
//! between them, a *segment*, is a loop over the lane groups.
//!
//! What a segment needs of another lives in between:
//! * what is one for the group (a loop counter, say) in a scalar variable of the function, and what computes only such
//!   things runs once, before or after the loop over the lane groups;
//! * other variables and values in *context* memory, an element for each lane group.
//!
//! Work-items may still go different ways where no barrier follows that they would miss: `if (…) return;` before a barrier that the
//! others reach, or a `break` after the last barrier of a block. Then a mask for each lane group says which are
//! [live](GroupPlan::keeps_live).

use ferrocl_base::id::Id;
use ferrocl_ir::{Function, LabelId, Op, SlotId, Stmt, ValueId};

use super::liveness::Liveness;
use super::shape::{Level, Shape};
use super::tree::{BitSet, Exit, Step, StepId, Tree};
use super::{Plan, SlotHome};

/// A statement of the work-group.
pub enum GroupStep<'t> {
    /// A loop over the lane groups.
    Segment(Segment<'t>),
    /// A block with a barrier inside.
    Block {
        label: LabelId,
        body: Vec<GroupStep<'t>>,
        /// Whether lanes may leave for something further out.
        leaves: bool,
    },
    /// A loop with a barrier inside.
    Loop {
        label: LabelId,
        body: Vec<GroupStep<'t>>,
        /// Whether lanes may leave for something further out.
        leaves: bool,
    },
    /// An `if` with a barrier inside, or one whose condition is the group's and that jumps.
    If { condition: ValueId, then: Vec<GroupStep<'t>>, otherwise: Vec<GroupStep<'t>> },
    /// A collective of the work-group.
    Collective(ValueId),
    /// The whole group jumps.
    Jump(Exit),
}

/// Statements without barrier.
#[derive(Default)]
pub struct Segment<'t> {
    /// Run once, before the others.
    pub front: Vec<&'t Step<'t>>,
    /// Run for each lane group.
    pub middle: Vec<&'t Step<'t>>,
    /// Run once, after the others.
    pub back: Vec<&'t Step<'t>>,
    /// Values of other segments that it uses.
    pub imports: Vec<ValueId>,
    /// Variables in registers that the middle uses.
    pub slots: Vec<SlotId>,
    /// Of these, those that come from the context.
    pub copy_in: Vec<SlotId>,
    /// Those that go there.
    pub copy_out: Vec<SlotId>,
    /// Variables that are one for the group, are read as they were and written: each lane group starts from what they were.
    pub own_copies: Vec<SlotId>,
    /// Whether lanes leave to somewhere outside.
    pub exits: bool,
    /// Whether nothing comes after it: who is live then does not matter.
    pub is_last: bool,
}

/// How a kernel with barriers runs.
pub struct GroupPlan<'t> {
    /// Its statements.
    pub steps: Vec<GroupStep<'t>>,
    /// Whether masks say which lanes are live.
    pub keeps_live: bool,
    /// For each label with a barrier inside, whether lanes go to it that the others do not go with.
    pub masked: Vec<bool>,
    /// For each value, whether it is the condition of an `if` of the group.
    pub conditions: Vec<bool>,
    /// For each value, whether another segment (or the group) needs it from the segment that makes it.
    pub spilled: Vec<bool>,
    /// For each value, whether it may be made again where it is needed instead.
    pub remade: Vec<bool>,
}

/// Values that depend on so many others are kept rather than made again.
const REMADE_DEPTH: u32 = 8;

struct Maker<'t, 'p> {
    function: &'t Function,
    plan: &'p Plan,
    liveness: &'p Liveness,
    /// Labels with a barrier inside, with their statement.
    labels: Vec<Option<StepId>>,
    /// Where each value is made: `None` for those that exist everywhere or that the group makes.
    made_in: Vec<Option<u32>>,
    /// Whether the group makes it.
    of_group: Vec<bool>,
    segments: u32,
    spilled: Vec<bool>,
    conditions: Vec<bool>,
    masked: Vec<bool>,
    /// Whether all who return do so as the whole group.
    group_returns: bool,
    keeps_live: bool,
    depth: Vec<u32>,
}

impl<'t> GroupPlan<'t> {
    /// Plans a kernel with barriers.
    pub fn new(
        function: &'t Function,
        tree: &'t Tree<'t>,
        plan: &Plan,
        liveness: &Liveness,
    ) -> GroupPlan<'t> {
        let mut maker = Maker {
            function,
            plan,
            liveness,
            labels: vec![None; function.label_count as usize],
            made_in: vec![None; function.values.len()],
            of_group: function.values.iter().map(|v| v.op.is_floating()).collect(),
            segments: 0,
            spilled: vec![false; function.values.len()],
            conditions: vec![false; function.values.len()],
            masked: vec![false; function.label_count as usize],
            group_returns: plan.analysis.returns == Level::Group,
            keeps_live: false,
            depth: vec![u32::MAX; function.values.len()],
        };
        for (id, value) in function.values.iter_enumerated() {
            if value.op.is_floating() {
                maker.depth[id.index()] = 0;
            }
        }
        maker.find_labels(&tree.steps);
        maker.find_masked(&tree.steps);
        let steps = maker.list(&tree.steps, true);
        let remade = maker.depth.iter().map(|&d| d <= REMADE_DEPTH).collect();
        let Maker { spilled, conditions, masked, keeps_live, .. } = maker;
        GroupPlan { steps, keeps_live, masked, conditions, spilled, remade }
    }
}

impl<'t> Maker<'t, '_> {
    fn find_labels(&mut self, steps: &[Step]) {
        for step in steps.iter().filter(|s| s.has_barrier) {
            if let Stmt::Block { label, .. } | Stmt::Loop { label, .. } = step.stmt {
                self.labels[label.index()] = Some(step.id);
            }
            self.find_labels(&step.first);
            self.find_labels(&step.second);
        }
    }

    /// Finds the labels that lanes go to by themselves: where they part on the way, or where the way is out of a loop without
    /// barrier, which is better run lane group by lane group.
    fn find_masked(&mut self, steps: &[Step]) {
        for (index, label) in self.labels.iter().enumerate() {
            let plan = self.plan.label(LabelId::new(index));
            self.masked[index] = label.is_some() && plan.breaks.max(plan.continues) > Level::Group;
        }
        self.find_loops(steps);
    }
    fn find_loops(&mut self, steps: &[Step]) {
        for step in steps {
            if !step.has_barrier && matches!(step.stmt, Stmt::Loop { .. }) {
                for exit in &step.exits {
                    match exit {
                        Exit::Break(to) | Exit::Continue(to) => {
                            self.masked[to.index()] |= self.labels[to.index()].is_some()
                        }
                        Exit::Return => self.group_returns = false,
                    }
                }
            }
            self.find_loops(&step.first);
            self.find_loops(&step.second);
        }
    }

    /// Whether a way out is one that the whole group takes.
    fn is_group_jump(&self, exit: Exit) -> bool {
        match exit {
            Exit::Break(to) | Exit::Continue(to) => {
                self.labels[to.index()].is_some() && !self.masked[to.index()]
            }
            Exit::Return => self.group_returns,
        }
    }

    fn is_group_step(&self, step: &Step) -> bool {
        step.has_barrier || step.exits.iter().any(|&exit| self.is_group_jump(exit))
    }

    /// Plans a list; `at_end`: nothing comes after it.
    fn list(&mut self, steps: &'t [Step<'t>], at_end: bool) -> Vec<GroupStep<'t>> {
        let mut result = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            let step = &steps[at];
            if !self.is_group_step(step) {
                let count = steps[at..].iter().take_while(|s| !self.is_group_step(s)).count();
                let is_last = at_end && at + count == steps.len();
                self.segment(&steps[at..at + count], is_last, &mut result);
                at += count;
                continue;
            }
            at += 1;
            let at_end = at_end && at == steps.len();
            result.push(match step.stmt {
                Stmt::Block { label, .. } => {
                    let body = self.list(&step.first, at_end);
                    GroupStep::Block { label: *label, body, leaves: !step.exits.is_empty() }
                }
                Stmt::Loop { label, .. } => {
                    let body = self.list(&step.first, false);
                    GroupStep::Loop { label: *label, body, leaves: !step.exits.is_empty() }
                }
                Stmt::If { condition, .. } => {
                    self.conditions[condition.index()] = true;
                    let then = self.list(&step.first, at_end);
                    let otherwise = self.list(&step.second, at_end);
                    GroupStep::If { condition: *condition, then, otherwise }
                }
                Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return(_) => GroupStep::Jump(step.exits[0]),
                Stmt::Let(value) => self.collective(*value),
                // Where the barrier is, the loops over lane groups end and begin; nothing else is to be done.
                _ => continue,
            });
        }
        result
    }

    /// Plans a collective, which counts as a segment of its own.
    fn collective(&mut self, value: ValueId) -> GroupStep<'t> {
        let number = self.segments;
        self.segments += 1;
        let mut operands = Vec::new();
        self.function.values[value].op.for_each_operand(|operand| operands.push(operand));
        for operand in operands {
            self.need(operand, number);
        }
        if self.has_group_shape(value) {
            self.of_group[value.index()] = true;
            self.depth[value.index()] = 0;
        } else {
            self.made_in[value.index()] = Some(number);
        }
        GroupStep::Collective(value)
    }

    /// Says that a value is needed in a segment; whether it is another's.
    fn need(&mut self, value: ValueId, segment: u32) -> bool {
        let elsewhere = self.made_in[value.index()].is_some_and(|made| made != segment);
        if elsewhere {
            self.spilled[value.index()] = true;
        }
        elsewhere
    }

    fn is_group_value(&self, value: ValueId) -> bool {
        self.of_group[value.index()]
    }

    /// Whether every component is one for the group.
    fn has_group_shape(&self, value: ValueId) -> bool {
        self.plan.shapes(value).iter().all(|s| s.level() == Level::Group)
    }
    fn is_group_slot(&self, slot: SlotId) -> bool {
        self.plan.home(slot) == SlotHome::Registers
            && self.plan.slot_shapes(slot).iter().all(|s| s.level() == Level::Group)
    }

    fn segment(&mut self, steps: &'t [Step<'t>], is_last: bool, result: &mut Vec<GroupStep<'t>>) {
        let number = self.segments;
        self.segments += 1;
        let mut segment = Segment { is_last, ..Segment::default() };
        let count = self.function.slots.len();
        // What the middle has read and written so far.
        let (mut read, mut written) = (BitSet::new(count), BitSet::new(count));
        let mut written_back = BitSet::new(count);
        let mut written_front = BitSet::new(count);
        for (at, step) in steps.iter().enumerate() {
            let place = match step.stmt {
                Stmt::Let(value) => self.place_of_let(*value, &written, &written_back),
                Stmt::SlotStore { slot, value, .. }
                    if self.is_group_slot(*slot)
                        && self.is_group_value(*value)
                        && !written.contains(slot.index() as u32) =>
                {
                    let number = slot.index() as u32;
                    // A loop's counter that is set before it and counts in it is each lane group's own.
                    let changes_inside =
                        steps[at + 1..].iter().any(|s| is_construct(s) && writes(self.function, s, *slot));
                    if changes_inside {
                        Place::Middle
                    } else if !read.contains(number) && !written_back.contains(number) {
                        Place::Front
                    } else if !steps[at + 1..].iter().any(|s| reads(self.function, s, *slot)) {
                        Place::Back
                    } else {
                        Place::Middle
                    }
                }
                Stmt::SlotStart(slot) if self.is_group_slot(*slot) && !read.contains(slot.index() as u32) => {
                    Place::Front
                }
                _ => Place::Middle,
            };
            match place {
                Place::Front => {
                    if let Stmt::SlotStore { slot, .. } | Stmt::SlotStart(slot) = step.stmt {
                        written_front.insert(slot.index() as u32);
                    }
                    segment.front.push(step);
                }
                Place::Middle => {
                    accesses(self.function, step, &mut read, &mut written);
                    segment.middle.push(step);
                }
                Place::Back => {
                    if let Stmt::SlotStore { slot, .. } = step.stmt {
                        written_back.insert(slot.index() as u32);
                    }
                    segment.back.push(step);
                }
            }
            if let Stmt::Let(value) = step.stmt {
                match place {
                    Place::Middle => {
                        self.made_in[value.index()] = Some(number);
                        self.depth[value.index()] = self.remake_depth(*value);
                    }
                    _ => {
                        self.of_group[value.index()] = true;
                        self.depth[value.index()] = 0;
                    }
                }
            }
        }
        let mut used = Vec::new();
        for step in &segment.middle {
            operands(self.function, step, &mut used);
        }
        used.sort();
        used.dedup();
        segment.imports = used.into_iter().filter(|&v| self.need(v, number)).collect();
        segment.exits = segment.middle.iter().any(|s| !s.exits.is_empty());
        self.keeps_live |= segment.exits && !is_last;
        self.boundaries(&mut segment, steps, &read, &written, &written_front);
        result.push(GroupStep::Segment(segment));
    }

    /// Which variables come in and go out.
    fn boundaries(
        &self,
        segment: &mut Segment,
        steps: &[Step],
        read: &BitSet,
        written: &BitSet,
        written_front: &BitSet,
    ) {
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return };
        let before = self.liveness.around(first.id).0;
        let mut after = self.liveness.around(last.id).1.clone();
        for exit in segment.middle.iter().flat_map(|s| &s.exits) {
            match exit {
                Exit::Break(to) => {
                    if let Some(step) = self.labels[to.index()] {
                        after.union(self.liveness.after(step));
                    }
                }
                Exit::Continue(to) => {
                    if let Some(step) = self.labels[to.index()] {
                        after.union(self.liveness.at_header(step));
                    }
                }
                Exit::Return => {}
            }
        }
        for slot in self.function.slots.ids() {
            let number = slot.index() as u32;
            let (read, written) = (read.contains(number), written.contains(number));
            if self.plan.home(slot) != SlotHome::Registers || !(read || written) {
                continue;
            }
            segment.slots.push(slot);
            if self.is_group_slot(slot) {
                if written && (before.contains(number) || written_front.contains(number)) {
                    segment.own_copies.push(slot);
                }
                continue;
            }
            // What is written only in part (under a mask) must come in too, if it was there.
            if before.contains(number) || (written && after.contains(number)) {
                segment.copy_in.push(slot);
            }
            if written && after.contains(number) {
                segment.copy_out.push(slot);
            }
        }
    }

    /// Where a value can be made.
    fn place_of_let(&self, value: ValueId, written: &BitSet, written_back: &BitSet) -> Place {
        let op = &self.function.values[value].op;
        if !self.has_group_shape(value) || op.has_effect() || matches!(op, Op::Load { .. }) {
            return Place::Middle;
        }
        if let Op::SlotLoad(slot) = op {
            let number = slot.index() as u32;
            let changed = written.contains(number) || written_back.contains(number);
            return if self.is_group_slot(*slot) && !changed { Place::Front } else { Place::Middle };
        }
        let mut known = true;
        op.for_each_operand(|operand| known &= self.is_group_value(operand));
        if known { Place::Front } else { Place::Middle }
    }

    /// How many ops it takes to make a value again from what the group has; too many where that cannot or should not be done.
    fn remake_depth(&self, value: ValueId) -> u32 {
        let value_data = &self.function.values[value];
        let cheap = self.plan.shapes(value).iter().all(|s| !matches!(s, Shape::Varying));
        let pure = !value_data.op.has_effect() && !matches!(value_data.op, Op::Load { .. } | Op::SlotLoad(_));
        if !cheap || !pure {
            return u32::MAX;
        }
        let mut total = 1u32;
        value_data.op.for_each_operand(|operand| total = total.saturating_add(self.depth[operand.index()]));
        total
    }
}

/// Where a statement of a segment runs.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Front,
    Middle,
    Back,
}

/// Calls `visit` with a statement and all inside it.
fn for_each<'s>(step: &'s Step<'s>, visit: &mut impl FnMut(&'s Step<'s>)) {
    visit(step);
    for inner in step.first.iter().chain(&step.second) {
        for_each(inner, visit);
    }
}

/// Whether a statement reads a variable.
fn reads(function: &Function, step: &Step, slot: SlotId) -> bool {
    let mut found = false;
    for_each(step, &mut |s| {
        if let Stmt::Let(value) = s.stmt {
            found |= matches!(function.values[*value].op, Op::SlotLoad(of) if of == slot);
        }
    });
    found
}

/// Whether a statement holds others.
fn is_construct(step: &Step) -> bool {
    !step.first.is_empty() || !step.second.is_empty()
}

/// Whether a statement writes a variable.
fn writes(function: &Function, step: &Step, slot: SlotId) -> bool {
    let count = function.slots.len();
    let (mut read, mut written) = (BitSet::new(count), BitSet::new(count));
    accesses(function, step, &mut read, &mut written);
    written.contains(slot.index() as u32)
}

/// Which variables a statement reads and writes.
fn accesses(function: &Function, step: &Step, read: &mut BitSet, written: &mut BitSet) {
    for_each(step, &mut |s| match s.stmt {
        Stmt::Let(value) => {
            if let Op::SlotLoad(slot) = function.values[*value].op {
                read.insert(slot.index() as u32);
            }
        }
        Stmt::SlotStore { slot, .. } | Stmt::SlotStart(slot) => written.insert(slot.index() as u32),
        _ => {}
    });
}

/// The values that a statement uses.
fn operands(function: &Function, step: &Step, used: &mut Vec<ValueId>) {
    for_each(step, &mut |s| {
        s.stmt.for_each_operand(|value| used.push(value));
        if let Stmt::Let(value) = s.stmt {
            function.values[*value].op.for_each_operand(|value| used.push(value));
        }
    });
}
