//! Where private variables live.
//!
//! A variable whose address is never taken is in registers. Others are in memory, and there an array has the elements of all lanes
//! side by side where that can be: then an index that is the same in all lanes makes a whole vector access, and one that differs
//! a gather from one stretch of memory. Byte `b` of lane `l` is at `(b / E) * E * W + l * E + b % E`, where E is the size of
//! an element, so a pointer into it is an address as any other; moving it by `n` bytes adds `n * W`.
//!
//! That holds where every access is to components of one size, and every step between them is a multiple of it; nothing else is
//! done with the pointers: compared, stored, made integers, chosen between. Otherwise each lane has its bytes as the source has
//! them.

use ferrocl_base::id::Id;
use ferrocl_ir::{Function, Op, SlotId, SlotType, Stmt, ValueId};

use super::for_each_stmt;

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
    /// In memory, all lanes' first elements, then all lanes' second ones, and so on.
    ByElement {
        /// Where the first lane's first is in the lane group's private memory, in bytes.
        offset: u64,
        /// The size of an element (a scalar) in bytes.
        element: u32,
    },
}

/// Where all private variables live.
pub struct Layout {
    /// For each variable.
    pub homes: Vec<SlotHome>,
    /// For each value that is a pointer into a variable that is laid out by elements: that variable.
    by_element: Vec<Option<SlotId>>,
    /// Bytes of private memory for a lane group.
    pub bytes: u64,
}

/// Larger arrays of all lanes are not laid out by elements: 32-bit products of indices would not hold what is between them.
const BY_ELEMENT_LIMIT: u64 = 1 << 29;

impl Layout {
    /// Finds a place for each variable.
    pub fn new(function: &Function, width: u32) -> Layout {
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
        let uses = Uses::new(function, &in_memory);
        let mut end = 0u64;
        let homes: Vec<SlotHome> = function
            .slots
            .iter_enumerated()
            .map(|(id, slot)| {
                if !in_memory[id.index()] {
                    return SlotHome::Registers;
                }
                let element = uses.slots[id.index()].element(slot.ty.size(), width);
                let align = u64::from(slot.ty.align()).max(8);
                let stride = match element {
                    Some(_) => slot.ty.size(),
                    None => slot.ty.size().max(1).next_multiple_of(align),
                };
                let offset = end.next_multiple_of(align.max(64));
                if used[id.index()] {
                    end = offset + stride * u64::from(width);
                }
                match element {
                    Some(element) => SlotHome::ByElement { offset, element },
                    None => SlotHome::PerLane { offset, stride },
                }
            })
            .collect();
        let is_by_element = |slot: SlotId| matches!(homes[slot.index()], SlotHome::ByElement { .. });
        let by_element = uses.roots.iter().map(|root| root.filter(|&slot| is_by_element(slot))).collect();
        Layout { homes, by_element, bytes: end.next_multiple_of(64) }
    }
    /// The size of the elements of the variable that a pointer points into, if it is known and laid out by elements.
    pub fn element_of(&self, pointer: ValueId) -> Option<u32> {
        match self.homes[self.by_element[pointer.index()]?.index()] {
            SlotHome::ByElement { element, .. } => Some(element),
            _ => None,
        }
    }
}

/// What is done with a variable in memory.
#[derive(Clone, Copy, Default)]
struct SlotUses {
    /// The size of the components that are accessed; 0: none yet.
    component: u32,
    /// What all steps and sizes are multiples of; 0: there are none.
    granule: u64,
    /// Whether something else is done with its address.
    is_odd: bool,
    /// The largest constant step.
    reach: u64,
}

impl SlotUses {
    fn access(&mut self, size: u32) {
        self.is_odd |= self.component != 0 && self.component != size;
        self.component = size;
    }
    fn step(&mut self, bytes: u64) {
        let (mut a, mut b) = (self.granule, bytes);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        self.granule = a;
    }
    /// The size of an element, if the variable can be laid out by elements.
    fn element(&self, size: u64, width: u32) -> Option<u32> {
        let component = u64::from(self.component);
        let fits = component != 0
            && self.granule.is_multiple_of(component)
            && size.is_multiple_of(component)
            && size.saturating_mul(width.into()) <= BY_ELEMENT_LIMIT
            && self.reach <= size;
        (width > 1 && fits && !self.is_odd).then_some(self.component)
    }
}

struct Uses<'f> {
    function: &'f Function,
    /// For each pointer, the variable that it points into, if it is known.
    roots: Vec<Option<SlotId>>,
    slots: Vec<SlotUses>,
}

impl<'f> Uses<'f> {
    fn new(function: &'f Function, in_memory: &[bool]) -> Uses<'f> {
        let roots = function
            .values
            .iter()
            .map(|value| match value.op {
                Op::SlotAddress(slot) => Some(slot),
                _ => None,
            })
            .collect();
        let mut uses = Uses { function, roots, slots: vec![SlotUses::default(); function.slots.len()] };
        for_each_stmt(&function.body, &mut |stmt| {
            uses.statement(stmt);
            match stmt {
                Stmt::Let(value) => uses.value(*value, in_memory),
                Stmt::SlotStore { slot, value, .. } if in_memory[slot.index()] => {
                    uses.slots[slot.index()].access(component_size(function, *value));
                }
                _ => {}
            }
        });
        uses
    }
    /// What is known of the variable that a pointer points into.
    fn of(&mut self, pointer: ValueId) -> Option<&mut SlotUses> {
        self.roots[pointer.index()].map(|slot| &mut self.slots[slot.index()])
    }
    fn odd(&mut self, pointer: ValueId) {
        if let Some(uses) = self.of(pointer) {
            uses.is_odd = true;
        }
    }
    fn statement(&mut self, stmt: &Stmt) {
        match *stmt {
            Stmt::Store { pointer, value, .. } => {
                let size = component_size(self.function, value);
                if let Some(uses) = self.of(pointer) {
                    uses.access(size);
                }
                self.odd(value);
            }
            Stmt::Copy { to, from, size, align, .. } => {
                for pointer in [to, from] {
                    if let Some(uses) = self.of(pointer) {
                        uses.step(size);
                        uses.step(align.into());
                    }
                }
            }
            Stmt::Zero { to, size, align, .. } => {
                if let Some(uses) = self.of(to) {
                    uses.step(size);
                    uses.step(align.into());
                }
            }
            _ => stmt.for_each_operand(|value| self.odd(value)),
        }
    }
    fn value(&mut self, id: ValueId, in_memory: &[bool]) {
        match &self.function.values[id].op {
            Op::PointerOffset { base, index, scale, offset } => {
                self.roots[id.index()] = self.roots[base.index()];
                if let Some(uses) = self.of(*base) {
                    if index.is_some() {
                        uses.step(*scale);
                    }
                    uses.step(offset.unsigned_abs());
                    uses.reach = uses.reach.max(offset.unsigned_abs());
                }
            }
            Op::PointerCast { pointer, checked: false } => {
                self.roots[id.index()] = self.roots[pointer.index()]
            }
            Op::Load { pointer, .. } => {
                let size = component_size(self.function, id);
                if let Some(uses) = self.of(*pointer) {
                    uses.access(size);
                }
            }
            Op::SlotLoad(slot) if in_memory[slot.index()] => {
                self.slots[slot.index()].access(component_size(self.function, id));
            }
            op => op.for_each_operand(|value| self.odd(value)),
        }
    }
}

fn component_size(function: &Function, value: ValueId) -> u32 {
    function.values[value].ty.scalar().map_or(8, |s| s.bytes())
}
