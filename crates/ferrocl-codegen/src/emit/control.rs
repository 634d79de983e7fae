//! Control flow under masks.
//!
//! Statements are emitted in their order. Where control flow is uniform it becomes branches. Where lanes part, both sides
//! are emitted one after the other, each under the mask of its lanes and jumped over when there are none;
//! `break`, `continue` and `return` take lanes out of the mask.
//!
//! Lanes that broke to a label wait at the end of its construct. The mask there needs to be put together only if some lanes may have gone
//! further out; otherwise all that came in are there again. A loop with a mask goes on while a lane is left in it.

use ferrocl_base::id::Id;
use ferrocl_ir::{LabelId, Stmt, ValueId};

use super::Emitter;
use super::lanes::Mask;
use crate::llvm::{Block, Value};
use crate::plan::{Exit, Shape, SlotHome, Step};

/// A block where control and masks come together.
pub struct Join {
    block: Block,
    /// From where, with which lanes on.
    edges: Vec<(Block, Value)>,
    /// Whether the masks are wanted.
    with_masks: bool,
}

/// A number of a join in the emitter's list.
pub type JoinId = usize;

/// A construct round the statement at hand.
pub struct Frame {
    pub label: Option<LabelId>,
    /// Where a `break` goes.
    pub exit: JoinId,
    /// Where a `continue` goes.
    pub next: Option<JoinId>,
    /// Where lanes that broke are remembered, if that is needed.
    pub broken: Option<Waiting>,
    /// Where lanes that go on to the next turn are remembered.
    pub continued: Option<Waiting>,
    /// Where control goes when no lane is left.
    pub dead: JoinId,
    /// Whether the construct is the work-group's, round the loops over lane groups.
    pub of_group: bool,
}

/// Where lanes are remembered that wait.
#[derive(Clone, Copy)]
pub enum Waiting {
    /// In a variable of the function.
    Variable(Value),
    /// In the context.
    Context(super::barrier::Context),
}

impl Frame {
    /// What is round everything else, and ends there.
    pub fn outermost(end: JoinId, of_group: bool) -> Frame {
        Frame { label: None, exit: end, next: None, broken: None, continued: None, dead: end, of_group }
    }
}

impl<'a> Emitter<'a> {
    /// The kernel's body for one lane group. Afterwards the builder stands where all have finished.
    pub fn body(&mut self, steps: &[Step], mask: Mask) {
        let end = self.new_join("body_end", false);
        self.frames.push(Frame::outermost(end, false));
        if self.steps(steps, mask).is_some() {
            self.leave_to(end, None);
        }
        self.frames.pop();
        self.arrive(end);
    }

    pub fn new_join(&mut self, name: &str, with_masks: bool) -> JoinId {
        let block = self.b.new_block(self.function, name);
        self.joins.push(Join { block, edges: Vec::new(), with_masks });
        self.joins.len() - 1
    }
    /// Goes to a join with these lanes on (`None`: none).
    pub fn leave_to(&mut self, join: JoinId, mask: Option<Mask>) {
        let bits = match mask {
            Some(mask) => self.mask_bits(mask),
            None => self.wide(self.types.bit).zero(),
        };
        let here = self.b.block();
        self.joins[join].edges.push((here, bits));
        self.b.branch(self.joins[join].block);
    }
    /// Stands at a join; the lanes that came, where masks are wanted.
    pub fn arrive(&mut self, join: JoinId) -> Value {
        let Join { block, with_masks, .. } = self.joins[join];
        self.b.position_at_end(block);
        let ty = self.wide(self.types.bit);
        if !with_masks {
            return ty.zero();
        }
        let edges: Vec<(Value, Block)> =
            self.joins[join].edges.iter().map(|&(block, mask)| (mask, block)).collect();
        self.b.phi(ty, &edges)
    }
    /// Whether something comes to a join.
    pub fn is_reached(&self, join: JoinId) -> bool {
        !self.joins[join].edges.is_empty()
    }
    /// Where control goes when no lane is left.
    pub fn dead(&self) -> JoinId {
        self.frames.last().map_or(0, |f| f.dead)
    }

    /// Emits statements; the lanes that come to their end, or `None` where control does not.
    pub fn steps<'s>(
        &mut self,
        steps: impl IntoIterator<Item = &'s Step<'s>>,
        mut mask: Mask,
    ) -> Option<Mask> {
        for step in steps {
            mask = self.step(step, mask)?;
        }
        Some(mask)
    }

    fn step(&mut self, step: &Step, mask: Mask) -> Option<Mask> {
        match step.stmt {
            Stmt::Let(value) => self.let_value(*value, mask),
            Stmt::SlotStore { slot, value, .. } => self.slot_store(step.id, *slot, *value, mask),
            Stmt::SlotStart(slot) => self.slot_start(*slot),
            Stmt::Store { pointer, value, access, .. } => self.store(*pointer, *value, *access, mask),
            Stmt::AtomicStore { pointer, value, ordering, .. } => {
                self.atomic_store(*pointer, *value, *ordering, mask)
            }
            Stmt::Copy { to, from, size, align, .. } => self.copy(*to, *from, *size, *align, mask),
            Stmt::Zero { to, size, align, .. } => self.zero(*to, *size, *align, mask),
            Stmt::Fence { ordering, .. } => self.fence(*ordering),
            Stmt::Barrier { .. } => {}
            Stmt::Block { label, .. } => return self.block(step, *label, mask),
            Stmt::Loop { label, .. } => return self.r#loop(step, *label, mask),
            Stmt::If { condition, .. } => return self.r#if(step, *condition, mask),
            Stmt::Break(label) => return self.exit(Exit::Break(*label), mask),
            Stmt::Continue(label) => return self.exit(Exit::Continue(*label), mask),
            Stmt::Return(value) => {
                self.leave_result(*value);
                return self.exit(Exit::Return, mask);
            }
        }
        Some(mask)
    }

    /// A store to a private variable in registers; lanes that are off and will read theirs keep it.
    pub fn slot_store(
        &mut self,
        step: crate::plan::StepId,
        slot: ferrocl_ir::SlotId,
        value: ValueId,
        mask: Mask,
    ) {
        if self.plan.home(slot) != SlotHome::Registers {
            return self.memory_slot_store(slot, value, mask);
        }
        let blends = self.plan.blends(step);
        let lanes = self.lanes(value);
        let shapes = self.plan.slot_shapes(slot).clone();
        for (i, (lane, shape)) in lanes.into_iter().zip(shapes).enumerate() {
            let place = self.slots[slot.index()][i];
            let mut new = match shape {
                Shape::Varying => self.vector(lane),
                _ => self.base(lane),
            };
            if blends && shape == Shape::Varying {
                let old = self.b.load(new.ty(), place, 0);
                new = self.blend(mask, new, old);
            }
            self.b.store(new, place, 0);
        }
    }
    fn slot_start(&mut self, slot: ferrocl_ir::SlotId) {
        self.clear_slot(slot);
    }

    /// The lanes that are on after a construct that some may have left; jumps away where none is.
    fn go_on(&mut self, bits: Value) -> Mask {
        let some = self.any(bits);
        let on = self.b.new_block(self.function, "on");
        self.branch_or_dead(some, on);
        self.b.position_at_end(on);
        Mask::Lanes(bits)
    }
    /// Goes to a block, or, unless `condition`, where control goes when no lane is left.
    pub fn branch_or_dead(&mut self, condition: Value, to: Block) {
        let dead = self.dead();
        self.branch_or_leave(condition, to, dead);
    }
    /// Goes to a block, or, unless `condition`, to a join with no lane on.
    pub fn branch_or_leave(&mut self, condition: Value, to: Block, join: JoinId) {
        let here = self.b.block();
        self.b.branch_if(condition, to, self.joins[join].block);
        let none = self.wide(self.types.bit).zero();
        self.joins[join].edges.push((here, none));
    }
    /// The construct of a label.
    pub fn frame_of(&self, label: LabelId) -> &Frame {
        self.frames.iter().rev().find(|f| f.label == Some(label)).expect("a label is round its exits")
    }

    /// A place for lanes that wait, empty.
    fn waiting_lanes(&mut self) -> Value {
        let ty = self.wide(self.types.bit);
        let place = self.variable(ty, 0);
        self.b.store(ty.zero(), place, 0);
        place
    }
    fn add_waiting(&mut self, waiting: Waiting, mask: Mask) {
        let place = match waiting {
            Waiting::Variable(place) => place,
            Waiting::Context(context) => return self.add_waiting_in_context(context, mask),
        };
        let bits = self.mask_bits(mask);
        let old = self.b.load(bits.ty(), place, 0);
        let new = self.b.or(old, bits);
        let new = self.settle_mask(new, Mask::Lanes(place));
        self.mask_depths.insert(place, self.mask_depth(Mask::Lanes(new)));
        self.b.store(new, place, 0);
    }

    fn exit(&mut self, exit: Exit, mask: Mask) -> Option<Mask> {
        if let Exit::Break(to) | Exit::Continue(to) = exit {
            let frame = self.frame_of(to);
            let of_group = frame.of_group;
            let (waiting, target) = match exit {
                Exit::Continue(_) => (frame.continued, frame.next.unwrap_or(frame.exit)),
                _ => (frame.broken, frame.exit),
            };
            // Without lanes that part on the way, all go at once.
            let all_go = match exit {
                _ if of_group => false,
                Exit::Continue(_) => waiting.is_none(),
                _ => !self.plan.label(to).is_masked(),
            };
            if all_go {
                self.leave_to(target, Some(mask));
                return None;
            }
            if let Some(place) = waiting {
                self.add_waiting(place, mask);
            }
        }
        // Control goes on where other lanes may.
        let dead = self.dead();
        self.leave_to(dead, None);
        None
    }

    fn block(&mut self, step: &Step, label: LabelId, mask: Mask) -> Option<Mask> {
        let masked = self.plan.label(label).is_masked();
        // Lanes that break must be remembered only if others may have left further out.
        let leaves = masked && !step.exits.is_empty();
        let exit = self.new_join("block_end", leaves);
        let broken = leaves.then(|| self.waiting_lanes());
        let dead = if masked { exit } else { self.dead() };
        self.frames.push(Frame {
            label: Some(label),
            exit,
            next: None,
            broken: broken.map(Waiting::Variable),
            continued: None,
            dead,
            of_group: false,
        });
        if let Some(mask) = self.steps(&step.first, mask) {
            self.leave_to(exit, Some(mask));
        }
        self.frames.pop();
        if !self.is_reached(exit) {
            // Nothing comes here; the block still has to end somehow.
            self.arrive_nowhere(exit);
            return None;
        }
        let fell = self.arrive(exit);
        let Some(broken) = broken else { return Some(mask) };
        let waited = self.b.load(fell.ty(), broken, 0);
        let bits = self.b.or(fell, waited);
        Some(self.go_on(bits))
    }

    /// Ends a block that nothing comes to.
    pub fn arrive_nowhere(&mut self, join: JoinId) {
        let here = self.b.block();
        self.b.position_at_end(self.joins[join].block);
        self.b.unreachable();
        self.b.position_at_end(here);
    }

    fn r#loop(&mut self, step: &Step, label: LabelId, mask: Mask) -> Option<Mask> {
        let plan = self.plan.label(label);
        let masked = plan.is_masked();
        let leaves = masked && !step.exits.is_empty();
        let bit_type = self.wide(self.types.bit);
        let broken = leaves.then(|| self.waiting_lanes());
        let continued = (plan.continues == crate::plan::Level::Varying).then(|| self.waiting_lanes());
        let exit = self.new_join("loop_end", false);
        let next = self.new_join("next_turn", masked);
        let head = self.b.new_block(self.function, "loop_head");
        let before = self.b.block();
        let entering = self.mask_bits(mask);
        self.b.branch(head);
        self.b.position_at_end(head);
        let live = masked.then(|| self.b.phi(bit_type, &[(entering, before)]));
        let inner = live.map_or(mask, Mask::Lanes);
        if let Some(place) = continued {
            self.b.store(bit_type.zero(), place, 0);
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
            broken: broken.map(Waiting::Variable),
            continued: continued.map(Waiting::Variable),
            dead,
            of_group: false,
        });
        if let Some(mask) = self.steps(&step.first, inner) {
            self.leave_to(next, Some(mask));
        }
        self.frames.pop();
        if self.is_reached(next) {
            let mut bits = self.arrive(next);
            if let Some(live) = live {
                if let Some(place) = continued {
                    let waited = self.b.load(bit_type, place, 0);
                    bits = self.b.or(bits, waited);
                }
                let some = self.any(bits);
                let here = self.b.block();
                self.branch_or_leave(some, head, exit);
                self.b.add_incoming(live, &[(bits, here)]);
            } else {
                self.b.branch(head);
            }
        } else {
            self.arrive_nowhere(next);
        }
        if !self.is_reached(exit) {
            self.arrive_nowhere(exit);
            return None;
        }
        self.arrive(exit);
        let Some(broken) = broken else { return Some(mask) };
        let bits = self.b.load(bit_type, broken, 0);
        Some(self.go_on(bits))
    }

    fn r#if(&mut self, step: &Step, condition: ValueId, mask: Mask) -> Option<Mask> {
        match self.lane(condition, 0).uniform() {
            Some(bit) => self.uniform_if(step, bit, mask),
            None => self.masked_if(step, condition, mask),
        }
    }

    fn uniform_if(&mut self, step: &Step, condition: Value, mask: Mask) -> Option<Mask> {
        // Lanes may leave from inside under a mask of their own; then what is on afterwards depends on the way taken.
        let changes = step.exits.iter().any(|exit| match exit {
            Exit::Break(to) | Exit::Continue(to) => self.plan.label(*to).is_masked(),
            Exit::Return => true,
        });
        let join = self.new_join("if_end", changes);
        let then = self.b.new_block(self.function, "then");
        let otherwise = self.b.new_block(self.function, "else");
        self.b.branch_if(condition, then, otherwise);
        for (block, steps) in [(then, &step.first), (otherwise, &step.second)] {
            self.b.position_at_end(block);
            if let Some(mask) = self.steps(steps, mask) {
                self.leave_to(join, Some(mask));
            }
        }
        if !self.is_reached(join) {
            self.arrive_nowhere(join);
            return None;
        }
        let bits = self.arrive(join);
        Some(if changes && !matches!(mask, Mask::All if self.all_edges_full(join)) {
            Mask::Lanes(bits)
        } else {
            mask
        })
    }

    /// Whether every way to the join has all lanes on.
    fn all_edges_full(&self, join: JoinId) -> bool {
        let full = self.all_ones();
        self.joins[join].edges.iter().all(|&(_, bits)| bits == full)
    }

    fn masked_if(&mut self, step: &Step, condition: ValueId, mask: Mask) -> Option<Mask> {
        let bits = self.lane_vector(condition, 0);
        let then_bits = self.mask_and(mask, bits);
        let not = self.b.not(bits);
        let otherwise_bits = self.mask_and(mask, not);
        let then_bits = self.settle_mask(then_bits, mask);
        let otherwise_bits = self.settle_mask(otherwise_bits, mask);
        let then = self.side(&step.first, then_bits);
        let otherwise = self.side(&step.second, otherwise_bits);
        if step.exits.is_empty() {
            return Some(mask);
        }
        match (then, otherwise) {
            (None, None) => {
                let dead = self.dead();
                self.leave_to(dead, None);
                None
            }
            (Some(one), None) | (None, Some(one)) => Some(self.go_on(one)),
            (Some(a), Some(b)) => {
                let bits = self.b.or(a, b);
                let bits = self.settle_mask(bits, Mask::Lanes(a));
                Some(self.go_on(bits))
            }
        }
    }

    /// One side of an `if` where lanes part; the lanes that come to its end, if any can. Afterwards the builder stands where lanes on
    /// both sides go on.
    fn side(&mut self, steps: &[Step], bits: Value) -> Option<Value> {
        if steps.is_empty() {
            return Some(bits);
        }
        if let [Step { stmt: Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return(_), exits, .. }] = steps {
            self.wait_only(exits[0], bits);
            return None;
        }
        let leaves = steps.iter().any(|s| !s.exits.is_empty());
        let inside = self.b.new_block(self.function, "side");
        let join = self.new_join("side_end", leaves);
        let some = self.any(bits);
        let here = self.b.block();
        self.b.branch_if(some, inside, self.joins[join].block);
        let none = self.wide(self.types.bit).zero();
        self.joins[join].edges.push((here, none));
        self.b.position_at_end(inside);
        let outer = self.frames.last().map_or(0, |f| f.exit);
        self.frames.push(Frame {
            label: None,
            exit: outer,
            next: None,
            broken: None,
            continued: None,
            dead: join,
            of_group: false,
        });
        let end = self.steps(steps, Mask::Lanes(bits));
        self.frames.pop();
        if let Some(mask) = end {
            self.leave_to(join, Some(mask));
        }
        let came = self.arrive(join);
        if !leaves {
            return Some(bits);
        }
        end.map(|_| came)
    }

    /// Lanes leave and do nothing else: they only wait.
    fn wait_only(&mut self, exit: Exit, bits: Value) {
        let (Exit::Break(to) | Exit::Continue(to)) = exit else { return };
        let frame = self.frame_of(to);
        let waiting = match exit {
            Exit::Continue(_) => frame.continued,
            _ => frame.broken,
        };
        if let Some(place) = waiting {
            self.add_waiting(place, Mask::Lanes(bits));
        }
    }
}
