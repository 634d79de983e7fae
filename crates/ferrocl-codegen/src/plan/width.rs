//! How many lanes a kernel should have.
//!
//! One register of the scalar that the kernel computes with most is the start. Twice or four times as many lanes pay where a
//! loop carries varying values from turn to turn: then each turn waits for the one before, and the registers of wider lanes give
//! the CPU independent work in between. They must fit into the registers that there are, and the code must
//! not get long.

use ferrocl_base::id::Id;
use ferrocl_ir::{Function, Op, Scalar, Stmt, ValueId, ValueType};

use super::access::{self, AtomicWay};
use super::liveness::Liveness;
use super::shape::Shape;
use super::tree::{Step, Tree};
use super::{Plan, SlotHome, for_each_stmt};
use crate::abi::LaneAxis;
use crate::target::Target;

/// Wider lanes are not made of code with more vector operations than this, which would take long to compile.
const MAX_OPERATIONS: u32 = 600;

/// What most values are that a kernel computes with, and how many of them a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The scalar; its size is what counts.
    pub dominant: Scalar,
    /// Lanes.
    pub width: u32,
}

/// How many lanes a kernel has, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Lanes.
    pub width: u32,
    /// Why so many.
    pub why: Why,
}

/// Why a kernel has so many lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Somebody wanted so.
    Wanted,
    /// It calls functions, and those compute for one work-item.
    Calls,
    /// A register's lanes, or fewer where rows of work-items are shorter, and what speaks against more.
    Register(Start, Limit),
    /// More than a register's, as a loop carries varying values from turn to turn; and what speaks against still more.
    Wider(Start, Limit),
}

/// What speaks against more lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// So many work-items lie in a row along the lanes.
    Row(u32),
    /// No loop carries a varying value from turn to turn: nothing waits that more lanes would fill.
    NothingCarried,
    /// Something goes lane by lane.
    LaneByLane,
    /// Lanes part in a loop, and the more there are the more wait.
    Parting,
    /// The values would not fit into the registers: so many are in use at a time now, of so many.
    Registers(u32, u32),
    /// The code would get long: so many vector operations now.
    Operations(u32),
    /// There are no wider lane groups.
    Most,
    /// There is no more gain.
    Enough,
}

/// As many lanes as a register holds of the scalar that the kernel computes with most.
pub fn start(function: &Function, target: &Target) -> Start {
    let mut counts = [0u32; 4];
    let mut doubles = 0;
    for_each_stmt(&function.body, &mut |stmt| {
        let Stmt::Let(value) = stmt else { return };
        let value = &function.values[*value];
        // 64-bit integers are mostly addresses, which cost no lanes; doubles count.
        doubles += u32::from(value.ty.scalar() == Some(Scalar::F64));
        let counted = matches!(value.op, Op::Unary(..) | Op::Binary(..) | Op::Fma(..) | Op::Load { .. });
        let Some(scalar) = value.ty.scalar().filter(|s| counted && *s != Scalar::Bool) else { return };
        counts[scalar.bits().trailing_zeros() as usize - 3] += u32::from(value.ty.components());
    });
    let dominant = match counts {
        [.., words, _] if doubles > words => Scalar::F64,
        [bytes, halves, words, _] if halves > 2 * (words + bytes) => Scalar::I16,
        [bytes, halves, words, _] if bytes > 2 * (words + halves) => Scalar::I8,
        _ => Scalar::I32,
    };
    Start { dominant, width: target.default_width(dominant) }
}

/// How many lanes a kernel should have that is planned for `start`; `row` is how many work-items lie in a row along the
/// lanes at least.
pub fn choose(
    function: &Function,
    tree: &Tree,
    liveness: &Liveness,
    plan: &Plan,
    target: &Target,
    start: Start,
    row: u32,
) -> Choice {
    let mut width = plan.width;
    let required = function.kernel.as_ref().and_then(|k| k.required_work_group_size);
    let row = match (required, plan.axis) {
        (Some(size), LaneAxis::Linear) => size.iter().product::<u64>().min(row.into()) as u32,
        (Some(size), axis) if !plan.group_free => size[axis as usize].min(row.into()) as u32,
        _ => row,
    };
    // Lanes that never have an item are a waste.
    while width > 4 && width > row {
        width /= 2;
    }
    let mut loops = Loops { plan, liveness, carried: false, masked: false };
    loops.list(&tree.steps);
    let (registers, operations) = pressure(function, tree, plan, target);
    let available = if target.has_avx512() { 32 } else { 16 };
    let mut factor = 1;
    let limit = loop {
        // Lanes that part waste more the more there are.
        let most = if loops.masked { 2 } else { 4 };
        if width >= 64 {
            break Limit::Most;
        } else if 2 * width > row {
            break Limit::Row(row);
        } else if !loops.carried {
            break Limit::NothingCarried;
        } else if has_lane_loops(function, plan) {
            break Limit::LaneByLane;
        } else if 2 * width > most * plan.width {
            break if loops.masked { Limit::Parting } else { Limit::Enough };
        } else if 2 * factor * registers * 4 > available * 3 {
            break Limit::Registers(factor * registers, available);
        } else if 2 * factor * operations > MAX_OPERATIONS {
            break Limit::Operations(factor * operations);
        }
        width *= 2;
        factor *= 2;
    };
    let why = if factor > 1 { Why::Wider(start, limit) } else { Why::Register(start, limit) };
    Choice { width, why }
}

/// Whether something goes lane by lane, which wider lanes do not make better.
fn has_lane_loops(function: &Function, plan: &Plan) -> bool {
    let is_by_one_thread = |pointer: ValueId| match function.values[pointer].ty {
        ValueType::Pointer(space) => access::is_of_one_thread(space),
        _ => false,
    };
    let mut found = false;
    for_each_stmt(&function.body, &mut |stmt| match stmt {
        Stmt::Let(value) => {
            found |= match function.values[*value].op {
                Op::AtomicUpdate { .. } => plan.atomic_way(function, *value) == AtomicWay::LaneByLane,
                Op::AtomicLoad { pointer, .. } => !is_by_one_thread(pointer),
                Op::AtomicCompareExchange { .. } | Op::Printf { .. } => true,
                _ => false,
            };
        }
        Stmt::AtomicStore { pointer, .. } => found |= !is_by_one_thread(*pointer),
        _ => {}
    });
    found
}

/// Whether loops carry varying variables from turn to turn, and whether lanes part in them.
struct Loops<'a> {
    plan: &'a Plan,
    liveness: &'a Liveness,
    carried: bool,
    masked: bool,
}

impl Loops<'_> {
    fn list(&mut self, steps: &[Step]) {
        for step in steps {
            if let Stmt::Loop { label, .. } = step.stmt {
                let live = self.liveness.at_header(step.id);
                let varies = |slot: usize| self.plan.analysis.slots[slot].contains(&Shape::Varying);
                self.carried |= (0..self.plan.layout.homes.len()).any(|slot| {
                    live.contains(slot as u32)
                        && self.plan.layout.homes[slot] == SlotHome::Registers
                        && varies(slot)
                });
                self.masked |= self.plan.label(*label).is_masked();
            }
            self.list(&step.first);
            self.list(&step.second);
        }
    }
}

/// About how many vector registers are in use at most, and how many vector operations there are, both at the plan's width.
fn pressure(function: &Function, tree: &Tree, plan: &Plan, target: &Target) -> (u32, u32) {
    let mut ranges =
        Ranges { function, plan, position: 0, ends: Vec::new(), starts: Vec::new(), operations: 0 };
    ranges.starts = vec![u32::MAX; function.values.len() + function.slots.len()];
    ranges.ends = vec![0; ranges.starts.len()];
    ranges.list(&tree.steps);
    let bits = |scalar: Option<Scalar>| scalar.map_or(64, |s| s.bits().max(8)) * plan.width;
    let registers = |scalar| bits(scalar).div_ceil(target.vector_bits());
    // The registers that begin and end to be in use at each position.
    let mut changes = vec![0i64; ranges.position as usize + 2];
    for (number, (&start, &end)) in ranges.starts.iter().zip(&ranges.ends).enumerate() {
        if start == u32::MAX || end <= start {
            continue;
        }
        let (ty, shapes) = match number.checked_sub(function.values.len()) {
            None => (function.values.as_slice()[number].ty, &plan.analysis.values[number]),
            Some(slot) => match function.slots.as_slice()[slot].ty {
                ferrocl_ir::SlotType::Value(ty) if plan.layout.homes[slot] == SlotHome::Registers => {
                    (ty, &plan.analysis.slots[slot])
                }
                _ => continue,
            },
        };
        if ty.scalar() == Some(Scalar::Bool) {
            continue;
        }
        let varying = shapes.iter().filter(|s| **s == Shape::Varying).count() as i64;
        let count = varying * i64::from(registers(ty.scalar()));
        changes[start as usize] += count;
        changes[end as usize] -= count;
    }
    let (mut now, mut most) = (0, 0);
    for change in changes {
        now += change;
        most = most.max(now);
    }
    (most as u32, ranges.operations)
}

/// From where to where values and variables are in use, in positions along the text.
struct Ranges<'a> {
    function: &'a Function,
    plan: &'a Plan,
    position: u32,
    starts: Vec<u32>,
    ends: Vec<u32>,
    operations: u32,
}

impl Ranges<'_> {
    fn touch(&mut self, number: usize) {
        self.starts[number] = self.starts[number].min(self.position);
        self.ends[number] = self.ends[number].max(self.position);
    }
    fn list(&mut self, steps: &[Step]) {
        for step in steps {
            self.position += 1;
            let slots = self.function.values.len();
            step.stmt.for_each_operand(|value| self.touch(value.index()));
            match step.stmt {
                Stmt::Let(id) => {
                    let value = &self.function.values[*id];
                    value.op.for_each_operand(|operand| self.touch(operand.index()));
                    if let Op::SlotLoad(slot) = value.op {
                        self.touch(slots + slot.index());
                    }
                    self.touch(id.index());
                    let varying = self.plan.shapes(*id).iter().filter(|s| **s == Shape::Varying).count();
                    self.operations += varying as u32;
                }
                Stmt::SlotStore { slot, .. } => self.touch(slots + slot.index()),
                _ => {}
            }
            let start = self.position;
            self.list(&step.first);
            self.list(&step.second);
            if matches!(step.stmt, Stmt::Loop { .. }) {
                // What comes from before the loop is in use in all of it; so are variables that it reads and writes.
                self.position += 1;
                for number in 0..self.starts.len() {
                    let inside = self.ends[number] > start;
                    if inside && (self.starts[number] < start || number >= slots) {
                        self.starts[number] = self.starts[number].min(start);
                        self.ends[number] = self.position;
                    }
                }
            }
        }
    }
}
