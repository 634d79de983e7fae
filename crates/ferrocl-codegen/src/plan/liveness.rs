//! Which private variables may still be read as they are: at the end of each construct, at the start of an `else`, at the
//! head of each loop. The shape analysis needs it at the places where parked lanes go on (lanes of the other
//! branch, lanes that broke out): what they will not read, active lanes may overwrite without a mask.

use ferrocl_base::id::Id;
use ferrocl_ir::{Function, LabelId, Op, Stmt, ValueId};
use rustc_hash::FxHashMap;

use super::tree::{BitSet, Step, StepId};

/// The sets, by statement.
pub struct Liveness {
    /// After the statement (for `if`, `block`, `loop`).
    after: FxHashMap<StepId, BitSet>,
    /// At the start of an `if`'s `otherwise`.
    before_otherwise: FxHashMap<StepId, BitSet>,
    /// At a loop's head.
    at_header: FxHashMap<StepId, BitSet>,
    /// Before and after each statement of the lists that may become control flow of the work-group (see [`super::barrier`]): a
    /// barrier is in them, beside them in the other branch, or they jump.
    around: FxHashMap<StepId, (BitSet, BitSet)>,
    empty: BitSet,
}

impl Liveness {
    /// Analyses a function's statements.
    pub fn new(function: &Function, steps: &[Step]) -> Liveness {
        let empty = BitSet::new(function.slots.len());
        let mut walk = Walk {
            function,
            result: Liveness {
                after: FxHashMap::default(),
                before_otherwise: FxHashMap::default(),
                at_header: FxHashMap::default(),
                around: FxHashMap::default(),
                empty: empty.clone(),
            },
            at_break: FxHashMap::default(),
            at_continue: FxHashMap::default(),
            grew: false,
            has_barrier: steps.iter().any(|s| s.has_barrier),
        };
        // What is live at a loop's head is found by going over it all again until no set grows: as many times as
        // loops are nested, and once more.
        loop {
            walk.grew = false;
            walk.list(steps, walk.has_barrier, &mut empty.clone());
            if !walk.grew {
                return walk.result;
            }
        }
    }
    /// What is live after a construct.
    pub fn after(&self, step: StepId) -> &BitSet {
        self.after.get(&step).unwrap_or(&self.empty)
    }
    /// What is live at the start of an `if`'s `otherwise`.
    pub fn before_otherwise(&self, step: StepId) -> &BitSet {
        self.before_otherwise.get(&step).unwrap_or(&self.empty)
    }
    /// What is live before and after a statement of a list that may become control flow of the work-group.
    pub fn around(&self, step: StepId) -> (&BitSet, &BitSet) {
        self.around.get(&step).map_or((&self.empty, &self.empty), |(before, after)| (before, after))
    }
    /// What is live at a loop's head.
    pub fn at_header(&self, step: StepId) -> &BitSet {
        self.at_header.get(&step).unwrap_or(&self.empty)
    }
}

struct Walk<'f> {
    function: &'f Function,
    result: Liveness,
    at_break: FxHashMap<LabelId, BitSet>,
    at_continue: FxHashMap<LabelId, BitSet>,
    grew: bool,
    has_barrier: bool,
}

impl Walk<'_> {
    /// Walks a list; `of_group`: it may become control flow of the work-group.
    fn list(&mut self, steps: &[Step], of_group: bool, live: &mut BitSet) {
        for step in steps.iter().rev() {
            let after = of_group.then(|| live.clone());
            self.step(step, live);
            if let Some(after) = after {
                self.result.around.insert(step.id, (live.clone(), after));
            }
        }
    }
    fn read(&self, value: ValueId, live: &mut BitSet) {
        if let Op::SlotLoad(slot) = self.function.values[value].op {
            live.insert(slot.index() as u32);
        }
    }
    fn step(&mut self, step: &Step, live: &mut BitSet) {
        let of_group = step.has_barrier || self.has_barrier && !step.exits.is_empty();
        match step.stmt {
            Stmt::Let(value) => self.read(*value, live),
            Stmt::SlotStore { slot, .. } | Stmt::SlotStart(slot) => live.remove(slot.index() as u32),
            Stmt::Block { label, .. } => {
                self.at_break.insert(*label, live.clone());
                self.result.after.insert(step.id, live.clone());
                self.list(&step.first, of_group, live);
            }
            Stmt::Loop { label, .. } => {
                self.at_break.insert(*label, live.clone());
                self.result.after.insert(step.id, live.clone());
                let empty = &self.result.empty;
                *live = self.at_continue.entry(*label).or_insert_with(|| empty.clone()).clone();
                self.list(&step.first, of_group, live);
                let header = self.at_continue.entry(*label).or_default();
                self.grew |= header.union(live);
                *live = header.clone();
                self.result.at_header.insert(step.id, live.clone());
            }
            Stmt::If { .. } => {
                self.result.after.insert(step.id, live.clone());
                let mut otherwise = live.clone();
                self.list(&step.second, of_group, &mut otherwise);
                self.result.before_otherwise.insert(step.id, otherwise.clone());
                self.list(&step.first, of_group, live);
                live.union(&otherwise);
            }
            Stmt::Break(label) => *live = self.at_break.get(label).unwrap_or(&self.result.empty).clone(),
            Stmt::Continue(label) => {
                *live = self.at_continue.get(label).unwrap_or(&self.result.empty).clone()
            }
            Stmt::Return(_) => *live = self.result.empty.clone(),
            _ => {}
        }
    }
}
