//! How many lanes a kernel should have.
//!
//! One register of the scalar that the kernel computes with most is the start. Twice or four times as many lanes pay where a
//! loop carries varying values from turn to turn: then each turn waits for the one before, and the registers of wider lanes give
//! the CPU independent work in between. So they do where the operations of a turn wait for each other in a chain that is longer than a
//! CPU looks ahead (rounds of a hash), since it then never comes to the next turn. They must fit into the registers that there are, and
//! the code must not get long.

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

/// The same for code that is a long chain, where more lanes gain most.
const MAX_SERIAL_OPERATIONS: u32 = 2500;

/// A chain of operations is long from this many cycles on: beyond it, CPUs do not see what comes after it.
const LONG_CHAIN: u32 = 128;

/// How many vector operations a CPU can begin in a cycle.
const PORTS: u32 = 2;

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
    /// More than a register's, as operations wait for each other in a long chain; and what speaks against still more.
    Chain(Start, Limit),
}

/// What speaks against more lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// So many work-items lie in a row along the lanes.
    Row(u32),
    /// No loop carries a varying value from turn to turn, and no chain of operations is long: nothing waits that more lanes would fill.
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
    let pressure = pressure(function, tree, plan, target);
    let operations = pressure.operations;
    let is_serial = is_serial(function, tree, plan);
    // What a loop only reads can stay in memory, where operations of a long chain read it without waiting.
    let registers = if is_serial { pressure.changing } else { pressure.registers };
    let longest = if is_serial { MAX_SERIAL_OPERATIONS } else { MAX_OPERATIONS };
    let available = if target.has_avx512() { 32 } else { 16 };
    let mut factor = 1;
    let limit = loop {
        // Lanes that part waste more the more there are.
        let most = if loops.masked || is_serial { 2 } else { 4 };
        if width >= 64 {
            break Limit::Most;
        } else if 2 * width > row {
            break Limit::Row(row);
        } else if !loops.carried && !is_serial {
            break Limit::NothingCarried;
        } else if !is_serial && has_lane_loops(function, plan) {
            break Limit::LaneByLane;
        } else if 2 * width > most * plan.width {
            break if loops.masked { Limit::Parting } else { Limit::Enough };
        } else if 2 * factor * registers * 4 > available * 3 {
            break Limit::Registers(factor * registers, available);
        } else if 2 * factor * operations > longest {
            break Limit::Operations(factor * operations);
        }
        width *= 2;
        factor *= 2;
    };
    let why = match factor {
        1 => Why::Register(start, limit),
        _ if is_serial => Why::Chain(start, limit),
        _ => Why::Wider(start, limit),
    };
    Choice { width, why }
}

/// How many components differ over the lanes.
fn count_varying(shapes: &[Shape]) -> u32 {
    shapes.iter().filter(|shape| **shape == Shape::Varying).count() as u32
}

/// Whether a loop that has none inside, or a kernel without loops, is a long chain of operations with little beside it.
fn is_serial(function: &Function, tree: &Tree, plan: &Plan) -> bool {
    let mut chains = Chains {
        function,
        plan,
        values: vec![(0, 0); function.values.len()],
        slots: vec![(0, 0); function.slots.len()],
        section: 0,
        operations: 0,
        longest: 0,
        found: false,
    };
    let has_loops = chains.list(&tree.steps);
    chains.found || (!has_loops && chains.is_long())
}

/// How long the varying operations wait for each other, in cycles since the last loop began or ended.
struct Chains<'a> {
    function: &'a Function,
    plan: &'a Plan,
    /// When values and variables are there, each with its section: what is of another has been there for long.
    values: Vec<(u32, u32)>,
    slots: Vec<(u32, u32)>,
    /// Counts the beginnings and ends of loops.
    section: u32,
    operations: u32,
    longest: u32,
    found: bool,
}

impl Chains<'_> {
    fn is_long(&self) -> bool {
        self.longest >= LONG_CHAIN && self.operations < PORTS * self.longest
    }
    fn restart(&mut self) {
        self.section += 1;
        (self.operations, self.longest) = (0, 0);
    }
    fn cycles(&self, (section, cycles): (u32, u32)) -> u32 {
        if section == self.section { cycles } else { 0 }
    }
    /// Whether there are loops in it.
    fn list(&mut self, steps: &[Step]) -> bool {
        let mut has_loops = false;
        for step in steps {
            match step.stmt {
                Stmt::Let(id) => self.value(*id),
                Stmt::SlotStore { slot, value, .. } => {
                    let stored = self.cycles(self.values[value.index()]);
                    let before = self.cycles(self.slots[slot.index()]);
                    self.slots[slot.index()] = (self.section, before.max(stored));
                }
                _ => {}
            }
            let is_loop = matches!(step.stmt, Stmt::Loop { .. });
            if is_loop {
                self.restart();
            }
            let inside = self.list(&step.first) | self.list(&step.second);
            if is_loop {
                self.found |= !inside && self.is_long();
                self.restart();
            }
            has_loops |= is_loop || inside;
        }
        has_loops
    }
    fn value(&mut self, id: ValueId) {
        let varying = count_varying(self.plan.shapes(id));
        if varying == 0 {
            return;
        }
        let value = &self.function.values[id];
        let mut before = 0;
        value.op.for_each_operand(|operand| before = before.max(self.cycles(self.values[operand.index()])));
        // Reading a variable takes no time.
        let (before, cycles) = match value.op {
            Op::SlotLoad(slot) => (self.cycles(self.slots[slot.index()]), 0),
            Op::Unary(..) | Op::Binary(..) | Op::Fma(..)
                if value.ty.scalar().is_some_and(Scalar::is_float) =>
            {
                (before, 4)
            }
            _ => (before, 1),
        };
        self.operations += if cycles > 0 { varying } else { 0 };
        self.values[id.index()] = (self.section, before + cycles);
        self.longest = self.longest.max(before + cycles);
    }
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

/// What a kernel needs, at the plan's width.
struct Pressure {
    /// About how many vector registers are in use at most.
    registers: u32,
    /// The same without what loops only read.
    changing: u32,
    /// Vector operations.
    operations: u32,
}

fn pressure(function: &Function, tree: &Tree, plan: &Plan, target: &Target) -> Pressure {
    let count = function.values.len() + function.slots.len();
    let mut ranges = Ranges {
        function,
        plan,
        position: 0,
        ends: vec![0; count],
        starts: vec![u32::MAX; count],
        only_read: vec![false; count],
        operations: 0,
    };
    ranges.list(&tree.steps);
    let bits = |scalar: Option<Scalar>| scalar.map_or(64, |s| s.bits().max(8)) * plan.width;
    let registers = |scalar| bits(scalar).div_ceil(target.vector_bits());
    // The registers that begin and end to be in use at each position; all, and without what loops only read.
    let mut changes = vec![[0i64; 2]; ranges.position as usize + 2];
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
        let count = i64::from(count_varying(shapes) * registers(ty.scalar()));
        let changing = if ranges.only_read[number] { 0 } else { count };
        for (at, sign) in [(start, 1), (end, -1)] {
            let [all, without] = &mut changes[at as usize];
            *all += sign * count;
            *without += sign * changing;
        }
    }
    let most = [0, 1].map(|counted| {
        let mut now = 0;
        changes.iter().fold(0, |most, change| {
            now += change[counted];
            most.max(now)
        }) as u32
    });
    Pressure { registers: most[0], changing: most[1], operations: ranges.operations }
}

/// From where to where values and variables are in use, in positions along the text.
struct Ranges<'a> {
    function: &'a Function,
    plan: &'a Plan,
    position: u32,
    starts: Vec<u32>,
    ends: Vec<u32>,
    /// What comes from before a loop and does not change in it.
    only_read: Vec<bool>,
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
                    self.operations += count_varying(self.plan.shapes(*id));
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
                        self.only_read[number] = number < slots;
                        self.starts[number] = self.starts[number].min(start);
                        self.ends[number] = self.position;
                    }
                }
            }
        }
    }
}
