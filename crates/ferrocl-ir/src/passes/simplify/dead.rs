//! Removes what nothing needs: values that no effect depends on, writes to slots that nobody reads, variables
//! that are only written, statements that became empty.

use ferrocl_base::id::Id;

use crate::*;

/// Removes dead code. Whether there was some.
pub(super) fn remove(function: &mut Function) -> bool {
    let write_only = write_only_slots(function);
    let mut live = Live {
        function,
        values: vec![false; function.values.len()],
        slots: vec![false; function.slots.len()],
        stored: vec![Vec::new(); function.slots.len()],
        work: Vec::new(),
        write_only: &write_only,
    };
    live.roots(&function.body);
    live.close();
    let (values, slots) = (live.values, live.slots);
    let mut body = std::mem::take(&mut function.body);
    let mut sweep =
        Sweep { function, values: &values, slots: &slots, write_only: &write_only, changed: false };
    sweep.list(&mut body);
    let changed = sweep.changed;
    function.body = body;
    changed
}

/// What is needed.
struct Live<'f> {
    function: &'f Function,
    values: Vec<bool>,
    /// Slots that something reads, or whose address is used.
    slots: Vec<bool>,
    /// The values that are written to each slot.
    stored: Vec<Vec<ValueId>>,
    work: Vec<ValueId>,
    write_only: &'f WriteOnly,
}

impl Live<'_> {
    fn need(&mut self, id: ValueId) {
        if !std::mem::replace(&mut self.values[id.index()], true) {
            self.work.push(id);
        }
    }

    fn roots(&mut self, list: &[Stmt]) {
        for stmt in list {
            match stmt {
                Stmt::Let(id) => {
                    if self.function.values[*id].op.has_effect() {
                        self.need(*id);
                    }
                }
                Stmt::SlotStore { slot, value, .. } => self.stored[slot.index()].push(*value),
                _ if self.write_only.is_dead(stmt) => {}
                _ => stmt.for_each_operand(|id| self.need(id)),
            }
            for nested in stmt.lists() {
                self.roots(nested);
            }
        }
    }

    fn close(&mut self) {
        while let Some(id) = self.work.pop() {
            let op = &self.function.values[id].op;
            op.for_each_operand(|operand| self.need(operand));
            if let Op::SlotLoad(slot) | Op::SlotAddress(slot) = *op
                && !std::mem::replace(&mut self.slots[slot.index()], true)
            {
                for value in std::mem::take(&mut self.stored[slot.index()]) {
                    self.need(value);
                }
            }
        }
    }
}

struct Sweep<'f> {
    function: &'f Function,
    values: &'f [bool],
    slots: &'f [bool],
    write_only: &'f WriteOnly,
    changed: bool,
}

impl Sweep<'_> {
    fn list(&mut self, list: &mut Vec<Stmt>) {
        let before = list.len();
        list.retain_mut(|stmt| match stmt {
            Stmt::Let(id) => self.values[id.index()] || self.function.values[*id].op.has_effect(),
            Stmt::SlotStore { slot, .. } | Stmt::SlotStart(slot) => self.slots[slot.index()],
            Stmt::Block { body, .. } => {
                self.list(body);
                !body.is_empty()
            }
            // An empty loop never ends, so it stays.
            Stmt::Loop { body, .. } => {
                self.list(body);
                true
            }
            Stmt::If { then, otherwise, .. } => {
                self.list(then);
                self.list(otherwise);
                !then.is_empty() || !otherwise.is_empty()
            }
            stmt => !self.write_only.is_dead(stmt),
        });
        self.changed |= list.len() != before;
    }
}

/// Which pointers lead to slots that are only written.
struct WriteOnly {
    /// For each value, the slot that it points into, if it is computed from that slot's address alone.
    origin: Vec<Option<SlotId>>,
    /// Slots of which something but a write's target uses an address.
    escapes: Vec<bool>,
}

impl WriteOnly {
    /// Whether the statement only writes a variable that nobody reads.
    fn is_dead(&self, stmt: &Stmt) -> bool {
        let target = match stmt {
            Stmt::Store { pointer, access, .. } if !access.volatile => *pointer,
            Stmt::Copy { to, .. } | Stmt::Zero { to, .. } => *to,
            _ => return false,
        };
        self.origin[target.index()].is_some_and(|slot| !self.escapes[slot.index()])
    }
}

fn write_only_slots(function: &Function) -> WriteOnly {
    let mut found =
        WriteOnly { origin: vec![None; function.values.len()], escapes: vec![false; function.slots.len()] };
    for (id, value) in function.values.iter_enumerated() {
        if let Op::SlotAddress(slot) = value.op {
            found.origin[id.index()] = Some(slot);
        }
    }
    collect(function, &function.body, &mut found);
    found
}

fn collect(function: &Function, list: &[Stmt], found: &mut WriteOnly) {
    for stmt in list {
        match stmt {
            Stmt::Let(id) => {
                let op = &function.values[*id].op;
                match op {
                    Op::PointerOffset { base, index, .. } => {
                        found.origin[id.index()] = found.origin[base.index()];
                        if let Some(index) = index {
                            escape(found, *index);
                        }
                    }
                    Op::PointerCast { pointer, .. } => {
                        found.origin[id.index()] = found.origin[pointer.index()]
                    }
                    Op::SlotLoad(slot) => found.escapes[slot.index()] = true,
                    op => op.for_each_operand(|operand| escape(found, operand)),
                }
            }
            Stmt::Store { pointer, value, access, .. } => {
                escape(found, *value);
                if access.volatile {
                    escape(found, *pointer);
                }
            }
            Stmt::Copy { from, .. } => escape(found, *from),
            Stmt::Zero { .. } => {}
            stmt => stmt.for_each_operand(|operand| escape(found, operand)),
        }
        for nested in stmt.lists() {
            collect(function, nested, found);
        }
    }
}

fn escape(found: &mut WriteOnly, id: ValueId) {
    if let Some(slot) = found.origin[id.index()] {
        found.escapes[slot.index()] = true;
    }
}
