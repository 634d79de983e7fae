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
    /// Before and after each statement of a list in which there is a barrier.
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
        };
        // What is live at a loop's head is found by going over it all again until no set grows: as many times as
        // loops are nested, and once more.
        loop {
            walk.grew = false;
            walk.list(steps, &mut empty.clone());
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
    /// What is live before and after a statement of a list in which there is a barrier.
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
}

impl Walk<'_> {
    fn list(&mut self, steps: &[Step], live: &mut BitSet) {
        let has_barrier = steps.iter().any(|s| s.has_barrier);
        for step in steps.iter().rev() {
            let after = has_barrier.then(|| live.clone());
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
        match step.stmt {
            Stmt::Let(value) => self.read(*value, live),
            Stmt::SlotStore { slot, .. } | Stmt::SlotStart(slot) => live.remove(slot.index() as u32),
            Stmt::Block { label, .. } => {
                self.at_break.insert(*label, live.clone());
                self.result.after.insert(step.id, live.clone());
                self.list(&step.first, live);
            }
            Stmt::Loop { label, .. } => {
                self.at_break.insert(*label, live.clone());
                self.result.after.insert(step.id, live.clone());
                let empty = &self.result.empty;
                *live = self.at_continue.entry(*label).or_insert_with(|| empty.clone()).clone();
                self.list(&step.first, live);
                let header = self.at_continue.entry(*label).or_default();
                self.grew |= header.union(live);
                *live = header.clone();
                self.result.at_header.insert(step.id, live.clone());
            }
            Stmt::If { .. } => {
                self.result.after.insert(step.id, live.clone());
                let mut otherwise = live.clone();
                self.list(&step.second, &mut otherwise);
                self.result.before_otherwise.insert(step.id, otherwise.clone());
                self.list(&step.first, live);
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
