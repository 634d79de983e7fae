//! Planning the lanes: everything that is decided about a kernel before code is emitted.
//!
//! * [`tree`]: its statements, numbered;
//! * [`liveness`]: which private variables are still needed where lanes go on;
//! * [`shape`]: the lattice of shapes and how each operator moves on it;
//! * [`analysis`]: the walk that computes them, and where control flow parts lanes;
//! * [`layout`]: where private variables live;
//! * [`access`]: how memory is read and written, by the shape of the address;
//! * [`barrier`]: what runs once for a work-group, and what for each of its lane groups;
//! * [`width`]: how many lanes a kernel should have;
//! * [`describe`]: the plan as text.
//!
//! A plan is for one width and one lane axis. At width 1 nothing varies, and the same emitter makes plain scalar code.

pub mod access;
pub mod analysis;
pub mod barrier;
pub mod describe;
pub mod layout;
pub mod liveness;
pub mod shape;
pub mod tree;
pub mod width;

use ferrocl_base::id::Id;
use ferrocl_ir::{Function, LabelId, Op, SlotId, Stmt, ValueId, ValueType, WorkItemQuery};
use smallvec::SmallVec;

pub use layout::SlotHome;
pub use shape::{Level, Linear, Shape};
pub use tree::{Exit, Step, StepId, Tree};

use crate::abi::{Assumptions, LaneAxis};

/// A shape for each component.
pub type Shapes = SmallVec<[Shape; 1]>;

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
    /// Where private variables live.
    pub layout: layout::Layout,
    /// For each value, whether anything uses it.
    used: Vec<bool>,
    /// Where each local variable lies in local memory; and the size of all.
    pub locals: Vec<u64>,
    /// Bytes of all local variables.
    pub local_bytes: u64,
    /// See [`crate::abi::Metadata::group_free`].
    pub group_free: bool,
    /// Whether the kernel has barriers.
    pub has_barrier: bool,
}

impl Plan {
    /// Plans a kernel, or a function that kernels call (at width 1).
    pub fn new(
        function: &Function,
        tree: &Tree,
        liveness: &liveness::Liveness,
        width: u32,
        axis: LaneAxis,
        assumptions: Assumptions,
    ) -> Plan {
        let layout = layout::Layout::new(function, width);
        let walk =
            analysis::Walk::new(function, liveness, &layout, width, axis, assumptions.compact, tree.count);
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
        let looks_at_group = needs_linear_order(function)
            || function.values.iter().any(|value| {
                matches!(
                    value.op,
                    // What is called may look, too.
                    Op::Call { .. }
                        | Op::WorkItem(
                            WorkItemQuery::LocalId | WorkItemQuery::GroupId | WorkItemQuery::LocalSize,
                            _
                        )
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
            layout,
            used: used_values(function),
            locals,
            local_bytes,
            group_free,
            has_barrier,
        }
    }
    /// Whether work-groups have items along the lanes only.
    pub fn is_flat(&self) -> bool {
        self.group_free || (self.assumptions.flat && self.axis != LaneAxis::Linear)
    }
    /// Where a private variable lives.
    pub fn home(&self, slot: SlotId) -> SlotHome {
        self.layout.homes[slot.index()]
    }
    /// Whether a value is a pointer into memory that is laid out by elements.
    pub fn is_by_element(&self, pointer: ValueId) -> bool {
        self.layout.element_of(pointer).is_some()
    }
    /// How an atomic update is done.
    pub fn atomic_way(&self, function: &Function, id: ValueId) -> access::AtomicWay {
        let value = &function.values[id];
        let Op::AtomicUpdate { op, pointer, .. } = value.op else { return access::AtomicWay::LaneByLane };
        let ValueType::Pointer(space) = function.values[pointer].ty else {
            return access::AtomicWay::LaneByLane;
        };
        let stride = access::Stride::of(self.shapes(pointer)[0]);
        access::atomic_way(stride, op, space, value.ty.access_bytes(), self.used[id.index()])
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

/// Whether lanes must lie in the order of the linear local ids: for collectives, and as sub-groups are the lane groups.
pub fn needs_linear_order(function: &Function) -> bool {
    function.values.iter().any(|value| match value.op {
        Op::Collective { .. } => true,
        Op::WorkItem(query, _) => query.is_of_sub_group(),
        _ => false,
    })
}

/// For each value, whether a statement or a value that is made uses it.
fn used_values(function: &Function) -> Vec<bool> {
    let mut used = vec![false; function.values.len()];
    for_each_stmt(&function.body, &mut |stmt| {
        stmt.for_each_operand(|value| used[value.index()] = true);
        if let Stmt::Let(value) = stmt {
            function.values[*value].op.for_each_operand(|operand| used[operand.index()] = true);
        }
    });
    used
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
