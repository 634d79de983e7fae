//! The walk that gives every value and private variable its shape, and says where lanes part and where stores to variables
//! must leave parked lanes alone. It goes over the function again and again until nothing changes; shapes
//! only go up their lattice, so it ends.

use ferrocl_base::id::Id;
use ferrocl_ir::{
    AddressSpace, CollectiveGroup, Function, LabelId, Op, Scalar, SlotId, Stmt, ValueId, ValueType,
    WorkItemQuery,
};
use smallvec::{SmallVec, smallvec};

use super::layout::Layout;
use super::liveness::Liveness;
use super::shape::{self, Level, Linear, Operand, Shape};
use super::tree::{Exit, Step, StepId, Tree};
use super::{LabelPlan, Shapes, SlotHome};
use crate::abi::{COMPACT_LIMIT, LaneAxis};

/// What the walk finds out.
pub struct Analysis {
    /// A shape for each component of each value.
    pub values: Vec<Shapes>,
    /// A shape for each component of each variable that is kept in registers.
    pub slots: Vec<Shapes>,
    /// For each label, how lanes leave to it.
    pub labels: Vec<LabelPlan>,
    /// How the lanes part that return.
    pub returns: Level,
    /// For each statement that stores to a variable, whether parked lanes must keep theirs.
    pub blends: Vec<bool>,
}

/// After so many rounds a variable's bounds may no longer grow: they are given up.
const ROUNDS_WITH_RANGES: u32 = 3;

pub struct Walk<'a> {
    pub function: &'a Function,
    pub liveness: &'a Liveness,
    pub layout: &'a Layout,
    pub width: u32,
    pub axis: LaneAxis,
    pub compact: bool,
    result: Analysis,
    frames: Vec<Frame>,
    changed: bool,
    round: u32,
}

/// A construct round the place where the walk is.
enum Frame {
    If { step: StepId, level: Level, otherwise: bool },
    Label { label: LabelId, step: StepId, breaks: Level, continues: Level },
}

impl Frame {
    fn level(&self) -> Level {
        match self {
            Frame::If { level, .. } => *level,
            Frame::Label { breaks, continues, .. } => (*breaks).max(*continues),
        }
    }
}

impl<'a> Walk<'a> {
    pub fn new(
        function: &'a Function,
        liveness: &'a Liveness,
        layout: &'a Layout,
        width: u32,
        axis: LaneAxis,
        compact: bool,
        steps: u32,
    ) -> Self {
        let slots = function
            .slots
            .iter()
            .map(|slot| match slot.ty {
                ferrocl_ir::SlotType::Value(ty) => smallvec![Shape::Unreached; ty.components().max(1).into()],
                ferrocl_ir::SlotType::Bytes { .. } => SmallVec::new(),
            })
            .collect();
        let values = function
            .values
            .iter()
            .map(|value| smallvec![Shape::Unreached; value.ty.components().max(1).into()])
            .collect();
        Walk {
            function,
            liveness,
            layout,
            width,
            axis,
            compact,
            result: Analysis {
                values,
                slots,
                labels: vec![LabelPlan::default(); function.label_count as usize],
                returns: Level::Group,
                blends: vec![false; steps as usize],
            },
            frames: Vec::new(),
            changed: false,
            round: 0,
        }
    }

    /// Goes over the function until nothing changes.
    pub fn run(mut self, tree: &Tree) -> Analysis {
        for (id, value) in self.function.values.iter_enumerated() {
            if value.op.is_floating() {
                let shape = self.floating(&value.op);
                self.result.values[id.index()].fill(shape);
            }
        }
        loop {
            self.changed = false;
            self.list(&tree.steps);
            self.round += 1;
            if !self.changed && !self.reach_slots() {
                break;
            }
        }
        for shapes in self.result.values.iter_mut().chain(&mut self.result.slots) {
            for shape in shapes {
                if *shape == Shape::Unreached {
                    *shape = Shape::Group;
                }
            }
        }
        self.result
    }

    /// Components of variables that nothing was found to be stored to hold what they begin with, which is the same in all lanes; whether
    /// there are any. (A vector may be stored with a component that only ever was its own.)
    fn reach_slots(&mut self) -> bool {
        let mut found = false;
        for shape in self.result.slots.iter_mut().flatten().filter(|shape| **shape == Shape::Unreached) {
            *shape = Shape::Group;
            found = true;
        }
        found
    }

    /// Where one lane is a whole group of lanes, nothing differs between lanes.
    fn narrow(&self, shape: Shape) -> Shape {
        match shape {
            Shape::Linear(_) | Shape::Guarded(_) | Shape::Varying if self.width == 1 => Shape::Uniform,
            other => other,
        }
    }

    fn floating(&self, op: &Op) -> Shape {
        match op {
            Op::SlotAddress(slot) => match self.layout.homes[slot.index()] {
                SlotHome::Registers => Shape::Group,
                SlotHome::PerLane { stride, .. } => self.narrow(Shape::linear(stride as i64, None)),
                SlotHome::ByElement { element, .. } => Shape::linear(element.into(), None),
            },
            _ => Shape::Group,
        }
    }

    fn list(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        match step.stmt {
            Stmt::Let(value) => self.value(*value),
            Stmt::SlotStore { slot, value, .. } => self.slot_store(step.id, *slot, *value),
            Stmt::Block { label, .. } => {
                self.enter_label(*label, step, Level::Group, Level::Group);
                self.list(&step.first);
                self.frames.pop();
            }
            Stmt::Loop { label, .. } => {
                // Lanes that leave anywhere in the body are away in its next turn; so are those that leave from it
                // to constructs further out.
                let plan = self.result.labels[label.index()];
                for exit in &step.exits {
                    self.raise_outer(*exit);
                }
                self.enter_label(*label, step, plan.breaks, Level::Group);
                self.list(&step.first);
                self.frames.pop();
            }
            Stmt::If { condition, .. } => {
                // All work-items arrive at a barrier, so they go one way round it.
                let level = match step.has_barrier {
                    true => Level::Group,
                    false => self.result.values[condition.index()][0].level(),
                };
                self.frames.push(Frame::If { step: step.id, level, otherwise: false });
                self.list(&step.first);
                if let Some(Frame::If { otherwise, .. }) = self.frames.last_mut() {
                    *otherwise = true;
                }
                self.list(&step.second);
                self.frames.pop();
            }
            Stmt::Break(label) => self.exit(Exit::Break(*label)),
            Stmt::Continue(label) => self.exit(Exit::Continue(*label)),
            Stmt::Return(_) => self.exit(Exit::Return),
            _ => {}
        }
    }

    fn enter_label(&mut self, label: LabelId, step: &Step, breaks: Level, continues: Level) {
        self.frames.push(Frame::Label { label, step: step.id, breaks, continues });
    }

    /// On entering a loop: an enclosing label that the loop's body leaves to has lanes parked from the second turn on.
    fn raise_outer(&mut self, exit: Exit) {
        let (Exit::Break(target) | Exit::Continue(target)) = exit else { return };
        let plan = self.result.labels[target.index()];
        for frame in &mut self.frames {
            if let Frame::Label { label, breaks, continues, .. } = frame
                && *label == target
            {
                match exit {
                    Exit::Break(_) => *breaks = (*breaks).max(plan.breaks),
                    _ => *continues = (*continues).max(plan.continues),
                }
            }
        }
    }

    fn exit(&mut self, exit: Exit) {
        let target = self.frames.iter().rposition(|frame| match (frame, exit) {
            (Frame::Label { label, .. }, Exit::Break(to) | Exit::Continue(to)) => *label == to,
            _ => false,
        });
        // How far the lanes that leave here are apart from the others, seen from each construct outwards.
        let mut level = Level::Group;
        for index in (target.map_or(0, |t| t + 1)..self.frames.len()).rev() {
            if let Frame::Label { label, .. } = &self.frames[index] {
                let label = *label;
                self.update_label(label, |plan| plan.leaves = plan.leaves.max(level));
            }
            level = level.max(self.frames[index].level());
        }
        let Some(target) = target else {
            self.changed |= level > self.result.returns;
            self.result.returns = self.result.returns.max(level);
            return;
        };
        let Frame::Label { label, breaks, continues, .. } = &mut self.frames[target] else { return };
        let label = *label;
        match exit {
            Exit::Continue(_) => {
                level = level.max(*continues);
                *continues = level;
                self.update_label(label, |plan| plan.continues = plan.continues.max(level));
            }
            _ => {
                level = level.max(*continues);
                *breaks = (*breaks).max(level);
                self.update_label(label, |plan| plan.breaks = plan.breaks.max(level));
            }
        }
    }

    fn update_label(&mut self, label: LabelId, change: impl FnOnce(&mut LabelPlan)) {
        let plan = &mut self.result.labels[label.index()];
        let before = *plan;
        change(plan);
        self.changed |= before != *plan;
    }

    fn slot_store(&mut self, step: StepId, slot: SlotId, value: ValueId) {
        if self.layout.homes[slot.index()] != SlotHome::Registers {
            return;
        }
        let number = slot.index() as u32;
        let mut parted = Level::Group;
        for frame in &self.frames {
            let level = match frame {
                Frame::If { step, level, otherwise } => {
                    let live = match otherwise {
                        false => self.liveness.before_otherwise(*step),
                        true => self.liveness.after(*step),
                    };
                    if live.contains(number) { *level } else { Level::Group }
                }
                Frame::Label { step, breaks, continues, .. } => {
                    let mut level = Level::Group;
                    if self.liveness.after(*step).contains(number) {
                        level = level.max(*breaks);
                    }
                    if self.liveness.at_header(*step).contains(number) {
                        level = level.max(*continues);
                    }
                    level
                }
            };
            parted = parted.max(level);
        }
        if parted == Level::Varying && !self.result.blends[step.0 as usize] {
            self.result.blends[step.0 as usize] = true;
            self.changed = true;
        }
        for component in 0..self.result.slots[slot.index()].len() {
            let stored = self.result.values[value.index()][component].as_value();
            let with_control = match (stored, parted) {
                (Shape::Unreached, _) => Shape::Unreached,
                (_, Level::Varying) => Shape::Varying,
                (Shape::Group, level) => Shape::of_level(level),
                (shape, _) => shape,
            };
            let old = self.result.slots[slot.index()][component];
            let mut new = old.join(with_control);
            if let (Shape::Linear(before), Shape::Linear(after)) = (old, new)
                && self.round >= ROUNDS_WITH_RANGES
                && before.range != after.range
            {
                new = Shape::Linear(Linear { range: None, ..after });
            }
            if new != old {
                self.result.slots[slot.index()][component] = new;
                self.changed = true;
            }
        }
    }

    fn value(&mut self, id: ValueId) {
        let mut shapes = self.shapes(id);
        for shape in &mut shapes {
            *shape = self.narrow(*shape);
        }
        self.result.values[id.index()] = shapes;
    }

    fn of(&self, id: ValueId) -> &Shapes {
        &self.result.values[id.index()]
    }

    /// Component `i` of an operand.
    fn component(&self, id: ValueId, i: usize) -> Shape {
        let shapes = self.of(id);
        shapes[i.min(shapes.len() - 1)]
    }

    fn operand(&self, id: ValueId, i: usize) -> Operand {
        Operand { shape: self.component(id, i), constant: self.constant(id, i) }
    }

    /// The component's value as a signed number, where it is constant.
    fn constant(&self, id: ValueId, i: usize) -> Option<i64> {
        let value = &self.function.values[id];
        let Op::Constant(bits) = &value.op else { return None };
        let unused = 64 - value.ty.scalar().map_or(64, Scalar::bits);
        bits.get(i).map(|&word| ((word << unused) as i64) >> unused)
    }

    /// Mixes all components of all of these.
    fn mixed(&self, ids: &[ValueId]) -> Shape {
        let mut level = Level::Group;
        for shape in ids.iter().flat_map(|id| self.of(*id)) {
            if *shape == Shape::Unreached {
                return Shape::Unreached;
            }
            level = level.max(shape.level());
        }
        Shape::of_level(level)
    }

    fn shapes(&self, id: ValueId) -> Shapes {
        let value = &self.function.values[id];
        let count = usize::from(value.ty.components().max(1));
        let scalar = |id: ValueId| self.function.values[id].ty.scalar().unwrap_or(Scalar::I64);
        let each = |f: &dyn Fn(usize) -> Shape| (0..count).map(f).collect::<Shapes>();
        match &value.op {
            Op::Parameter(_)
            | Op::Constant(_)
            | Op::Undefined
            | Op::SlotAddress(_)
            | Op::LocalAddress(_)
            | Op::GlobalAddress(_) => self.of(id).clone(),
            Op::Unary(ferrocl_ir::UnaryOp::AnyTrue | ferrocl_ir::UnaryOp::AllTrue, a) => {
                smallvec![self.mixed(&[*a])]
            }
            Op::Unary(op, a) => each(&|i| shape::unary(*op, self.component(*a, i), scalar(*a))),
            Op::Binary(op, a, b) => each(&|i| {
                shape::binary(*op, self.operand(*a, i), self.operand(*b, i), scalar(*a)).as_value_of(value.ty)
            }),
            Op::Fma(a, b, c) => each(&|i| {
                let (a, b, c) = (self.component(*a, i), self.component(*b, i), self.component(*c, i));
                mix_all(&[a, b, c])
            }),
            Op::Compare(op, a, b) => each(&|i| {
                shape::compare(*op, self.component(*a, i).as_value(), self.component(*b, i).as_value())
            }),
            Op::Select { condition, then, otherwise } => each(&|i| {
                shape::select(
                    self.component(*condition, i),
                    self.component(*then, i),
                    self.component(*otherwise, i),
                )
            }),
            Op::Convert(conversion, a) => each(&|i| {
                let to = value.ty.scalar().unwrap_or(Scalar::I64);
                shape::convert(*conversion, self.component(*a, i), scalar(*a), to, self.compact)
            }),
            Op::Bitcast(a) => {
                let from = self.function.values[*a].ty;
                let same_kind = from.scalar().is_some_and(|s| s.is_integer())
                    && value.ty.scalar() == from.scalar()
                    && from.components() == value.ty.components();
                if same_kind {
                    self.of(*a).clone()
                } else if from.components() == value.ty.components() {
                    each(&|i| mix_all(&[self.component(*a, i)]))
                } else {
                    each(&|_| self.mixed(&[*a]))
                }
            }
            Op::Splat(a) => each(&|_| self.component(*a, 0)),
            Op::Construct(list) => each(&|i| self.component(list[i], 0)),
            Op::Extract(a, index) => smallvec![self.component(*a, usize::from(*index))],
            Op::ExtractDynamic(a, index) => smallvec![self.mixed(&[*a, *index])],
            Op::Insert { vector, index, value } => each(&|i| match i == usize::from(*index) {
                true => self.component(*value, 0),
                false => self.component(*vector, i),
            }),
            Op::Shuffle { left, right, picks } => each(&|i| {
                let left_count = self.of(*left).len();
                match usize::from(picks[i]) {
                    pick if pick < left_count => self.component(*left, pick),
                    pick if pick < 2 * left_count => self.component(*right, pick - left_count),
                    _ => Shape::Group,
                }
            }),
            Op::SlotLoad(slot) => match self.layout.homes[slot.index()] {
                SlotHome::Registers => self.result.slots[slot.index()].clone(),
                _ => each(&|_| Shape::Varying),
            },
            Op::PointerOffset { base, index, scale, offset } => {
                let index = index.map(|index| self.operand(index, 0));
                let base = self.component(*base, 0);
                if self.layout.element_of(id).is_none() {
                    return smallvec![shape::pointer_offset(base, index, *scale, *offset)];
                }
                // The lanes' elements lie side by side, and stay so where the index is one for all.
                smallvec![match index {
                    Some(index) if index.shape == Shape::Unreached => Shape::Unreached,
                    Some(index) if !index.shape.is_uniform() => Shape::Varying,
                    _ => base,
                }]
            }
            Op::PointerToInteger(a) | Op::IntegerToPointer(a) => smallvec![self.component(*a, 0)],
            Op::PointerCast { pointer, checked } => smallvec![match self.component(*pointer, 0) {
                // Lanes that point side by side need not all point to what is asked for.
                Shape::Linear(_) if *checked => Shape::Varying,
                shape => shape,
            }],
            Op::Load { pointer, .. } => {
                let space = match self.function.values[*pointer].ty {
                    ValueType::Pointer(space) => space,
                    _ => AddressSpace::Global,
                };
                let shape = match self.component(*pointer, 0) {
                    Shape::Group if space == AddressSpace::Constant => Shape::Group,
                    Shape::Group | Shape::Uniform => Shape::Uniform,
                    Shape::Unreached => Shape::Unreached,
                    _ => Shape::Varying,
                };
                each(&|_| shape)
            }
            Op::AtomicUpdate { .. } | Op::AtomicCompareExchange { .. } | Op::AtomicLoad { .. } => {
                each(&|_| Shape::Varying)
            }
            Op::Collective { group, op, .. } => smallvec![match (group, op.is_uniform()) {
                (CollectiveGroup::WorkGroup, true) => Shape::Group,
                (_, true) => Shape::Uniform,
                (_, false) => Shape::Varying,
            }],
            Op::WorkItem(query, dimension) => smallvec![self.work_item(*query, *dimension)],
            Op::Call { .. } => each(&|_| Shape::Varying),
            Op::Printf { .. } => each(&|_| Shape::Group),
        }
    }

    fn work_item(&self, query: WorkItemQuery, dimension: u8) -> Shape {
        match query {
            WorkItemQuery::GlobalId | WorkItemQuery::LocalId => {
                // The lanes past the end of the group count too.
                let most = (COMPACT_LIMIT + u64::from(self.width)) as i64;
                match self.axis {
                    LaneAxis::Linear => Shape::Varying,
                    axis if axis as u8 == dimension => Shape::linear(1, self.compact.then_some((0, most))),
                    _ => Shape::Uniform,
                }
            }
            WorkItemQuery::SubGroupLocalId => Shape::linear(1, Some((0, self.width.into()))),
            WorkItemQuery::SubGroupId | WorkItemQuery::SubGroupSize => Shape::Uniform,
            _ => Shape::Group,
        }
    }
}

fn mix_all(shapes: &[Shape]) -> Shape {
    if shapes.contains(&Shape::Unreached) {
        return Shape::Unreached;
    }
    Shape::of_level(shapes.iter().map(|s| s.level()).max().unwrap_or(Level::Group))
}

impl Shape {
    /// Only integers are linear by arithmetic.
    fn as_value_of(self, ty: ValueType) -> Shape {
        match self {
            Shape::Linear(_) | Shape::Guarded(_) if !ty.scalar().is_some_and(Scalar::is_integer) => {
                Shape::Varying
            }
            other => other,
        }
    }
}
