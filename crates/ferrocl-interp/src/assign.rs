//! Which registers hold what, for one function, before any code is made.
//!
//! A value gets registers of its own only where an instruction makes it. Shuffles, constructions, extractions and
//! reinterpretations of the same width take their operands' registers; a slot that is never addressed
//! lives in registers, a load of it is these registers if nobody writes the slot before the value's last use, and
//! a value that only the next statement writes to a slot is made right there. Registers of values that
//! go out of scope are used again.

use ferrocl_base::IndexVec;
use ferrocl_base::id::Id;
use ferrocl_ir::*;
use smallvec::SmallVec;

use crate::address::{Address, AllocationKind};
use crate::error::Allocation;
use crate::memory::Place;
use crate::program::{Tables, query_register};

/// Where one component is, before frames and constants have their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operand {
    /// A register of the function's frame.
    Frame(u32),
    /// A constant by number.
    Constant(u32),
    /// A register of the window.
    Fixed(u32),
}

/// The components of a value.
pub(crate) type Operands = SmallVec<[Operand; 4]>;

/// Where a slot is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SlotHome {
    /// From this register of the frame on.
    Registers(u32),
    /// In private memory: the constant with its address.
    Memory(u32),
}

/// Where everything of a function is.
pub(crate) struct FunctionLayout {
    pub values: IndexVec<ValueId, Operands>,
    /// Whether an instruction must make the value.
    pub made: IndexVec<ValueId, bool>,
    pub slots: IndexVec<SlotId, SlotHome>,
    /// The first frame register of the result.
    pub result: u32,
    pub frame_size: u32,
    pub private_size: u64,
}

/// Whether the value is other registers' content under a new name.
fn is_alias(function: &Function, value: &Value) -> bool {
    match &value.op {
        Op::Splat(_)
        | Op::Construct(_)
        | Op::Extract(..)
        | Op::Insert { .. }
        | Op::Shuffle { .. }
        | Op::PointerToInteger(_)
        | Op::IntegerToPointer(_)
        | Op::PointerCast { checked: false, .. }
        | Op::Convert(Conversion::ZeroExtend, _)
        | Op::WorkItem(..) => true,
        Op::PointerOffset { index: None, offset: 0, .. } => true,
        Op::Bitcast(a) => {
            let width = |ty: ValueType| ty.scalar().map_or(64, Scalar::bits);
            width(function.values[*a].ty) == width(value.ty)
        }
        _ => false,
    }
}

pub(crate) fn assign(
    module: &Module,
    info: &ModuleInfo,
    id: FunctionId,
    position: usize,
    tables: &mut Tables,
) -> FunctionLayout {
    let function = &module.functions[id];
    let uses = Uses::of(function);
    let mut assigner = Assigner {
        function,
        uses,
        layout: FunctionLayout {
            values: function.values.iter().map(|_| Operands::new()).collect(),
            made: function.values.iter().map(|_| false).collect(),
            slots: IndexVec::new(),
            result: 0,
            frame_size: 0,
            private_size: 0,
        },
        next: 0,
        position: 0,
        tables,
    };
    assigner.variables(info, id, position);
    assigner.floating(id);
    assigner.list(&function.body);
    assigner.layout
}

struct Assigner<'a, 't> {
    function: &'a Function,
    uses: Uses,
    layout: FunctionLayout,
    /// The next free register of the frame.
    next: u32,
    /// The number of the current statement.
    position: u32,
    tables: &'t mut Tables,
}

impl<'a> Assigner<'a, '_> {
    fn registers(&mut self, count: u8) -> u32 {
        let first = self.next;
        self.next += u32::from(count);
        self.layout.frame_size = self.layout.frame_size.max(self.next);
        first
    }
    fn fresh(&mut self, count: u8) -> Operands {
        let first = self.registers(count);
        (first..first + u32::from(count)).map(Operand::Frame).collect()
    }
    fn constant(&mut self, word: u64) -> Operand {
        Operand::Constant(self.tables.constants.number(word))
    }

    fn variables(&mut self, info: &ModuleInfo, id: FunctionId, position: usize) {
        self.layout.result = self.registers(self.function.result.components());
        let mut offset = 0u64;
        for (slot_id, slot) in self.function.slots.iter_enumerated() {
            let home = match slot.ty {
                SlotType::Value(ty) if !info.functions[id].address_taken[slot_id] => {
                    SlotHome::Registers(self.registers(ty.components()))
                }
                ty => {
                    let number = self.tables.private_places.len();
                    self.tables.private_places.push(Place {
                        start: offset,
                        size: ty.size(),
                        allocation: Allocation::Private(id, slot_id),
                        function: position,
                    });
                    offset += ty.size();
                    let address = Address::new(AllocationKind::Private, number);
                    SlotHome::Memory(self.tables.constants.number(address.0))
                }
            };
            self.layout.slots.push(home);
        }
        self.layout.private_size = offset;
    }

    /// The values that exist everywhere.
    fn floating(&mut self, id: FunctionId) {
        for (value_id, value) in self.function.values.iter_enumerated() {
            let operands = match &value.op {
                Op::Parameter(number) if id == self.tables.kernel => {
                    let first = self.tables.parameters[*number as usize];
                    (first..first + u32::from(value.ty.components())).map(Operand::Fixed).collect()
                }
                Op::Parameter(_) => self.fresh(value.ty.components()),
                Op::Constant(bits) => bits.iter().map(|&word| self.constant(word)).collect(),
                Op::Undefined => (0..value.ty.components()).map(|_| self.constant(0)).collect(),
                Op::SlotAddress(slot) => match self.layout.slots[*slot] {
                    SlotHome::Memory(number) => [Operand::Constant(number)].into_iter().collect(),
                    // Nothing uses it, or the slot would be in memory.
                    SlotHome::Registers(_) => Operands::new(),
                },
                Op::LocalAddress(local) => {
                    let address = self.tables.local_address(id, *local);
                    [self.constant(address.0)].into_iter().collect()
                }
                Op::GlobalAddress(global) => {
                    let address = Address::new(AllocationKind::Global, global.index());
                    [self.constant(address.0)].into_iter().collect()
                }
                _ => continue,
            };
            self.layout.values[value_id] = operands;
        }
    }

    fn list(&mut self, list: &'a [Stmt]) {
        let before = self.next;
        for (i, stmt) in list.iter().enumerate() {
            self.position += 1;
            match stmt {
                Stmt::Let(id) => self.evaluated(*id, list.get(i + 1)),
                Stmt::Block { body, .. } => self.list(body),
                Stmt::Loop { body, .. } => {
                    self.list(body);
                    self.position += 1;
                }
                Stmt::If { then, otherwise, .. } => {
                    self.list(then);
                    self.list(otherwise);
                }
                _ => {}
            }
        }
        self.next = before;
    }

    fn evaluated(&mut self, id: ValueId, following: Option<&Stmt>) {
        let value = &self.function.values[id];
        if is_alias(self.function, value) {
            self.layout.values[id] = self.alias(value);
            return;
        }
        if let Op::SlotLoad(slot) = value.op
            && let SlotHome::Registers(first) = self.layout.slots[slot]
            && !self.uses.is_written_between(slot, self.position, self.uses.last[id])
        {
            self.layout.values[id] =
                (first..first + u32::from(value.ty.components())).map(Operand::Frame).collect();
            return;
        }
        self.layout.made[id] = true;
        if let Some(&Stmt::SlotStore { slot, value: stored, .. }) = following
            && stored == id
            && self.uses.count[id] == 1
            && let SlotHome::Registers(first) = self.layout.slots[slot]
            && self.may_be_made_in(value, first)
        {
            self.layout.values[id] =
                (first..first + u32::from(value.ty.components())).map(Operand::Frame).collect();
            return;
        }
        self.layout.values[id] = self.fresh(value.ty.components());
    }

    /// Whether the value's components can be made one after the other in the registers from `first` on, though its
    /// operands may be there too.
    fn may_be_made_in(&self, value: &Value, first: u32) -> bool {
        let count = u32::from(value.ty.components());
        if count == 1 {
            return true;
        }
        let by_component = matches!(
            value.op,
            Op::Unary(..) | Op::Binary(..) | Op::Fma(..) | Op::Compare(..) | Op::Convert(..)
        );
        let is_load = matches!(value.op, Op::Load { .. });
        let mut safe = by_component || is_load;
        value.op.for_each_operand(|operand| {
            for (i, part) in self.layout.values[operand].iter().enumerate() {
                if let Operand::Frame(register) = *part
                    && (first..first + count).contains(&register)
                    && (!by_component || register < first + i as u32)
                {
                    safe = false;
                }
            }
        });
        safe
    }

    fn alias(&mut self, value: &Value) -> Operands {
        let values = &self.layout.values;
        match &value.op {
            Op::Splat(a) => (0..value.ty.components()).map(|_| values[*a][0]).collect(),
            Op::Construct(list) => list.iter().map(|a| values[*a][0]).collect(),
            Op::Extract(a, index) => [values[*a][usize::from(*index)]].into_iter().collect(),
            Op::Insert { vector, index, value } => {
                let mut operands = values[*vector].clone();
                operands[usize::from(*index)] = values[*value][0];
                operands
            }
            Op::Shuffle { left, right, picks } => {
                let zero = Operand::Constant(self.tables.constants.number(0));
                let (left, right) = (&values[*left], &values[*right]);
                let pick = |&pick: &u8| match usize::from(pick) {
                    _ if pick == SHUFFLE_UNDEFINED => zero,
                    pick if pick < left.len() => left[pick],
                    pick => right[pick - left.len()],
                };
                picks.iter().map(pick).collect()
            }
            Op::WorkItem(query, dimension) => {
                if !self.tables.queries.contains(&(*query, *dimension)) {
                    self.tables.queries.push((*query, *dimension));
                }
                [Operand::Fixed(query_register(*query, *dimension))].into_iter().collect()
            }
            op => {
                let mut operands = Operands::new();
                op.for_each_operand(|operand| operands = values[operand].clone());
                operands
            }
        }
    }
}

/// Where values are used and slots written, by the statements' numbers in the order of the text.
struct Uses {
    /// How often each value is used.
    count: IndexVec<ValueId, u32>,
    /// The last statement that needs the value; a loop's end for uses in loops that it was made before.
    last: IndexVec<ValueId, u32>,
    made: IndexVec<ValueId, u32>,
    /// The statements that write each slot, in order.
    writes: IndexVec<SlotId, Vec<u32>>,
    position: u32,
    /// The loops around the current statement: the number of each, and the values from before it that it uses.
    loops: Vec<(u32, Vec<ValueId>)>,
    /// Values in the order of their making.
    order: Vec<ValueId>,
}

impl Uses {
    fn of(function: &Function) -> Uses {
        let mut uses = Uses {
            count: function.values.iter().map(|_| 0).collect(),
            last: function.values.iter().map(|_| 0).collect(),
            made: function.values.iter().map(|_| 0).collect(),
            writes: function.slots.iter().map(|_| Vec::new()).collect(),
            position: 0,
            loops: Vec::new(),
            order: Vec::new(),
        };
        uses.list(function, &function.body);
        // What a name stands for is needed as long as the name.
        for i in (0..uses.order.len()).rev() {
            let id = uses.order[i];
            let value = &function.values[id];
            if is_alias(function, value) {
                let last = uses.last[id];
                value.op.for_each_operand(|operand| uses.last[operand] = uses.last[operand].max(last));
            }
        }
        uses
    }

    /// Whether the slot is written after the statement `after`, up to `last`.
    fn is_written_between(&self, slot: SlotId, after: u32, last: u32) -> bool {
        let writes = &self.writes[slot];
        let next = writes.partition_point(|&position| position <= after);
        // The statement that writes the slot may use the value itself.
        writes.get(next).is_some_and(|&position| position < last)
    }

    fn used(&mut self, id: ValueId) {
        self.count[id] += 1;
        self.last[id] = self.last[id].max(self.position);
        let made = self.made[id];
        if let Some(outer) = self.loops.iter_mut().find(|(start, _)| *start > made) {
            outer.1.push(id);
        }
    }

    fn list(&mut self, function: &Function, list: &[Stmt]) {
        for stmt in list {
            self.position += 1;
            stmt.for_each_operand(|id| self.used(id));
            match stmt {
                Stmt::Let(id) => {
                    function.values[*id].op.for_each_operand(|operand| self.used(operand));
                    self.made[*id] = self.position;
                    self.order.push(*id);
                }
                Stmt::SlotStore { slot, .. } => self.writes[*slot].push(self.position),
                Stmt::Block { body, .. } => self.list(function, body),
                Stmt::Loop { body, .. } => {
                    self.loops.push((self.position, Vec::new()));
                    self.list(function, body);
                    self.position += 1;
                    for id in self.loops.pop().map(|(_, values)| values).unwrap_or_default() {
                        self.last[id] = self.last[id].max(self.position);
                    }
                }
                Stmt::If { then, otherwise, .. } => {
                    self.list(function, then);
                    self.list(function, otherwise);
                }
                _ => {}
            }
        }
    }
}
