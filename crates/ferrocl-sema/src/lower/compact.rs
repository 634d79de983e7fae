//! The last step of a function: what turned out unused is left out, and values are numbered in the order in which
//! they come into being.
//!
//! Only what cannot fault or be noticed goes: addresses, conversions, parts of vectors, reads of slots. This is
//! housekeeping, not optimisation.

use ferrocl_base::IndexVec;
use ferrocl_ir::{Function, LabelId, Op, Stmt, ValueId};

/// The function without unused values and labels.
pub(super) fn compact(mut function: Function) -> Function {
    let mut live = vec![false; function.values.len()];
    for parameter in &function.parameters {
        live[parameter.value.0 as usize] = true;
    }
    mark(&function, &function.body, &mut live);
    // Operands exist before what uses them, so one way back over the values reaches everything.
    for id in function.values.ids().rev() {
        if live[id.0 as usize] {
            function.values[id].op.for_each_operand(|operand| live[operand.0 as usize] = true);
        }
    }
    let mut renumbering = Renumbering {
        values: vec![None; live.len()],
        labels: vec![None; function.label_count as usize],
        label_count: 0,
        live,
    };
    let mut order: Vec<ValueId> = Vec::new();
    for (id, value) in function.values.iter_enumerated() {
        if renumbering.live[id.0 as usize] && value.op.is_floating() {
            order.push(id);
        }
    }
    let mut body = std::mem::take(&mut function.body);
    renumbering.collect(&mut body, &mut order);
    for (number, id) in order.iter().enumerate() {
        renumbering.values[id.0 as usize] = Some(ValueId(number as u32));
    }
    let mut old: Vec<Option<ferrocl_ir::Value>> =
        std::mem::take(&mut function.values).iter().cloned().map(Some).collect();
    function.values = IndexVec::new();
    for id in order {
        if let Some(mut value) = old[id.0 as usize].take() {
            value.op.map_operands(|operand| renumbering.value(operand));
            function.values.push(value);
        }
    }
    for parameter in &mut function.parameters {
        parameter.value = renumbering.value(parameter.value);
    }
    renumbering.rename(&mut body);
    function.label_count = renumbering.label_count;
    function.body = body;
    function
}

/// Whether an unused value may be left out.
fn is_removable(op: &Op) -> bool {
    matches!(
        op,
        Op::PointerOffset { .. }
            | Op::SlotLoad(_)
            | Op::Extract(..)
            | Op::Insert { .. }
            | Op::Shuffle { .. }
            | Op::Construct(_)
            | Op::Splat(_)
            | Op::Convert(..)
            | Op::Compare(..)
            | Op::Select { .. }
    )
}

/// Marks what statements use.
fn mark(function: &Function, list: &[Stmt], live: &mut [bool]) {
    for stmt in list {
        let mut used = |id: ValueId| live[id.0 as usize] = true;
        match stmt {
            Stmt::Let(id) => {
                if !is_removable(&function.values[*id].op) {
                    used(*id);
                }
            }
            Stmt::SlotStore { value, .. } => used(*value),
            Stmt::Store { pointer, value, .. } | Stmt::AtomicStore { pointer, value, .. } => {
                used(*pointer);
                used(*value);
            }
            Stmt::Copy { to, from, .. } => {
                used(*to);
                used(*from);
            }
            Stmt::Zero { to, .. } => used(*to),
            Stmt::Return(value) => value.iter().copied().for_each(used),
            Stmt::If { condition, then, otherwise, .. } => {
                used(*condition);
                mark(function, then, live);
                mark(function, otherwise, live);
            }
            Stmt::Block { body, .. } | Stmt::Loop { body, .. } => mark(function, body, live),
            Stmt::SlotStart(_)
            | Stmt::Break(_)
            | Stmt::Continue(_)
            | Stmt::Barrier { .. }
            | Stmt::Fence { .. } => {}
        }
    }
}

struct Renumbering {
    live: Vec<bool>,
    values: Vec<Option<ValueId>>,
    labels: Vec<Option<LabelId>>,
    label_count: u32,
}

impl Renumbering {
    /// Drops the `let`s of dead values, and collects those of the others and the labels in order.
    fn collect(&mut self, list: &mut Vec<Stmt>, order: &mut Vec<ValueId>) {
        list.retain_mut(|stmt| {
            match stmt {
                Stmt::Let(id) => {
                    if !self.live[id.0 as usize] {
                        return false;
                    }
                    order.push(*id);
                }
                Stmt::If { then, otherwise, .. } => {
                    self.collect(then, order);
                    self.collect(otherwise, order);
                }
                Stmt::Block { label, body } | Stmt::Loop { label, body, .. } => {
                    self.labels[label.0 as usize] = Some(LabelId(self.label_count));
                    self.label_count += 1;
                    self.collect(body, order);
                }
                _ => {}
            }
            true
        });
    }
    fn value(&self, id: ValueId) -> ValueId {
        self.values[id.0 as usize].unwrap_or(id)
    }
    fn label(&self, id: LabelId) -> LabelId {
        self.labels[id.0 as usize].unwrap_or(id)
    }
    fn rename(&self, list: &mut [Stmt]) {
        for stmt in list {
            match stmt {
                Stmt::Let(id) => *id = self.value(*id),
                Stmt::SlotStore { value, .. } => *value = self.value(*value),
                Stmt::Store { pointer, value, .. } | Stmt::AtomicStore { pointer, value, .. } => {
                    *pointer = self.value(*pointer);
                    *value = self.value(*value);
                }
                Stmt::Copy { to, from, .. } => {
                    *to = self.value(*to);
                    *from = self.value(*from);
                }
                Stmt::Zero { to, .. } => *to = self.value(*to),
                Stmt::Return(value) => *value = value.map(|value| self.value(value)),
                Stmt::If { condition, then, otherwise, .. } => {
                    *condition = self.value(*condition);
                    self.rename(then);
                    self.rename(otherwise);
                }
                Stmt::Block { label, body } | Stmt::Loop { label, body, .. } => {
                    *label = self.label(*label);
                    self.rename(body);
                }
                Stmt::Break(label) | Stmt::Continue(label) => *label = self.label(*label),
                Stmt::SlotStart(_) | Stmt::Barrier { .. } | Stmt::Fence { .. } => {}
            }
        }
    }
}
