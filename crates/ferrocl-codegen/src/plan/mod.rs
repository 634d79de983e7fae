//! Planning the lanes: everything that is decided about a kernel before code is emitted.
//!
//! * [`tree`]: its statements, numbered;
//! * [`liveness`]: which private variables are still needed where lanes go on;
//! * [`shape`]: the lattice of shapes and how each operator moves on it;
//! * [`analysis`]: the walk that computes them, and where control flow parts lanes;
//! * [`barrier`]: what runs once for a work-group, and what for each of its lane groups;
//! * [`width`]: how many lanes a kernel should have.
//!
//! A plan is for one width and one lane axis. At width 1 nothing varies, and the same emitter makes plain scalar code.

pub mod analysis;
pub mod barrier;
pub mod liveness;
pub mod shape;
pub mod tree;
pub mod width;

use ferrocl_base::id::Id;
use ferrocl_ir::{Function, LabelId, Op, SlotId, SlotType, Stmt, ValueId, ValueType, WorkItemQuery};
use smallvec::SmallVec;

pub use shape::{Level, Linear, Shape};
pub use tree::{Exit, Step, StepId, Tree};

use crate::abi::{Assumptions, LaneAxis};

/// A shape for each component.
pub type Shapes = SmallVec<[Shape; 1]>;

/// Where a private variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotHome {
    /// In registers, component by component.
    Registers,
    /// In memory, each lane's as the source has it, one after another.
    PerLane {
        /// Where the first lane's is in the lane group's private memory, in bytes.
        offset: u64,
        /// From lane to lane, in bytes.
        stride: u64,
    },
}

/// How lanes leave to a label and through its construct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelPlan {
    /// How the lanes part that break to it.
    pub breaks: Level,
    /// How the lanes part that continue to it.
    pub continues: Level,
    /// How the lanes part that leave its construct for one further out.
    pub leaves: Level,
}

impl Default for LabelPlan {
    fn default() -> Self {
        LabelPlan { breaks: Level::Group, continues: Level::Group, leaves: Level::Group }
    }
}

impl LabelPlan {
    /// Whether its construct keeps a mask of its own: lanes leave it at different times.
    pub fn is_masked(&self) -> bool {
        self.breaks.max(self.continues).max(self.leaves) == Level::Varying
    }
}

/// A kernel's plan.
pub struct Plan {
    /// Lanes of a group.
    pub width: u32,
    /// Along what they lie.
    pub axis: LaneAxis,
    /// What holds of every launch.
    pub assumptions: Assumptions,
    /// Shapes of values and more.
    pub analysis: analysis::Analysis,
    /// Where each private variable lives.
    pub homes: Vec<SlotHome>,
    /// Bytes of private memory for a lane group, for variables that are not in registers.
    pub private_bytes: u64,
    /// Where each local variable lies in local memory; and the size of all.
    pub locals: Vec<u64>,
    /// Bytes of all local variables.
    pub local_bytes: u64,
    /// See [`crate::abi::Metadata::group_free`].
    pub group_free: bool,
    /// Whether the kernel has barriers.
    pub has_barrier: bool,
    /// Whether the statements are emitted once, under a mask, and not for whole lane groups and the rest: long code takes long to compile,
    /// and where masks are cheap they hardly slow it down.
    pub emits_once: bool,
}

impl Plan {
    /// Plans a kernel without calls.
    pub fn new(
        function: &Function,
        tree: &Tree,
        liveness: &liveness::Liveness,
        width: u32,
        axis: LaneAxis,
        assumptions: Assumptions,
    ) -> Plan {
        let (homes, private_bytes) = homes(function, width);
        let walk =
            analysis::Walk::new(function, liveness, &homes, width, axis, assumptions.compact, tree.count);
        let analysis = walk.run(tree);
        let mut local_bytes = 0u64;
        let locals = function
            .locals
            .iter()
            .map(|local| {
                let offset = local_bytes.next_multiple_of(u64::from(local.align.max(1)));
                local_bytes = offset + local.size;
                offset
            })
            .collect();
        let has_barrier = tree.steps.iter().any(|s| s.has_barrier);
        let looks_at_group = function.values.iter().any(|value| {
            matches!(
                value.op,
                Op::WorkItem(WorkItemQuery::LocalId | WorkItemQuery::GroupId | WorkItemQuery::LocalSize, _)
            )
        });
        let takes_local =
            function.parameters.iter().any(|p| p.ty == ValueType::Pointer(ferrocl_ir::AddressSpace::Local));
        let group_free = !has_barrier
            && !looks_at_group
            && !takes_local
            && function.locals.is_empty()
            && axis != LaneAxis::Linear;
        Plan {
            width,
            axis,
            assumptions,
            analysis,
            homes,
            private_bytes,
            locals,
            local_bytes,
            group_free,
            has_barrier,
            emits_once: false,
        }
    }
    /// Whether work-groups have items along the lanes only.
    pub fn is_flat(&self) -> bool {
        self.group_free || (self.assumptions.flat && self.axis != LaneAxis::Linear)
    }
    /// Shapes of a value's components.
    pub fn shapes(&self, value: ValueId) -> &Shapes {
        &self.analysis.values[value.index()]
    }
    /// Shapes of a variable's components.
    pub fn slot_shapes(&self, slot: SlotId) -> &Shapes {
        &self.analysis.slots[slot.index()]
    }
    /// How lanes leave to a label.
    pub fn label(&self, label: LabelId) -> LabelPlan {
        self.analysis.labels[label.index()]
    }
    /// Whether a store to a variable must leave parked lanes alone.
    pub fn blends(&self, step: StepId) -> bool {
        self.analysis.blends[step.0 as usize]
    }
}

/// Where private variables live: those whose address is taken are in memory.
fn homes(function: &Function, width: u32) -> (Vec<SlotHome>, u64) {
    let mut in_memory: Vec<bool> =
        function.slots.iter().map(|slot| matches!(slot.ty, SlotType::Bytes { .. })).collect();
    let mut used = vec![false; function.slots.len()];
    for value in function.values.iter() {
        match value.op {
            Op::SlotAddress(slot) => {
                in_memory[slot.index()] = true;
                used[slot.index()] = true;
            }
            Op::SlotLoad(slot) => used[slot.index()] = true,
            _ => {}
        }
    }
    let mut end = 0u64;
    let homes = function
        .slots
        .iter()
        .enumerate()
        .map(|(index, slot)| {
            if !in_memory[index] {
                return SlotHome::Registers;
            }
            let align = u64::from(slot.ty.align()).max(8);
            let stride = slot.ty.size().max(1).next_multiple_of(align);
            let offset = end.next_multiple_of(align.max(64));
            if used[index] {
                end = offset + stride * u64::from(width);
            }
            SlotHome::PerLane { offset, stride }
        })
        .collect();
    (homes, end.next_multiple_of(64))
}

/// Calls `visit` with each statement of a list and of the lists inside.
pub fn for_each_stmt<'f>(list: &'f [Stmt], visit: &mut impl FnMut(&'f Stmt)) {
    for stmt in list {
        visit(stmt);
        match stmt {
            Stmt::Block { body, .. } | Stmt::Loop { body, .. } => for_each_stmt(body, visit),
            Stmt::If { then, otherwise, .. } => {
                for_each_stmt(then, visit);
                for_each_stmt(otherwise, visit);
            }
            _ => {}
        }
    }
}
