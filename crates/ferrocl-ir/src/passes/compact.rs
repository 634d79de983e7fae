//! Throws away values, slots and labels that nothing names any more, and renumbers the rest.

use ferrocl_base::id::Id;

use crate::*;

/// Compacts a function. Parameters, local variables and the order of what remains are kept.
pub fn compact(function: &mut Function) {
    let mut marks = Marks {
        values: vec![false; function.values.len()],
        slots: vec![false; function.slots.len()],
        labels: vec![false; function.label_count as usize],
    };
    for parameter in &function.parameters {
        marks.values[parameter.value.index()] = true;
    }
    marks.list(function, &function.body);

    let (values, new_values) = keep(std::mem::take(&mut function.values), &marks.values);
    let (slots, new_slots) = keep(std::mem::take(&mut function.slots), &marks.slots);
    function.values = values;
    function.slots = slots;
    let mut count = 0;
    let labels: Vec<LabelId> = marks
        .labels
        .iter()
        .map(|&used| {
            count += u32::from(used);
            LabelId(count.saturating_sub(1))
        })
        .collect();
    function.label_count = count;

    for parameter in &mut function.parameters {
        parameter.value = new_values[parameter.value.index()];
    }
    for value in function.values.iter_mut() {
        value.op.map_operands(|id| new_values[id.index()]);
        if let Op::SlotLoad(slot) | Op::SlotAddress(slot) = &mut value.op {
            *slot = new_slots[slot.index()];
        }
    }
    let new_slots =
        new_slots.into_iter().zip(marks.slots).map(|(new, kept)| kept.then_some(new)).collect::<Vec<_>>();
    rename(&mut function.body, &new_values, &new_slots, &labels);
}

fn keep<I: Id, T>(
    items: ferrocl_base::IndexVec<I, T>,
    kept: &[bool],
) -> (ferrocl_base::IndexVec<I, T>, Vec<I>) {
    let mut new = Vec::with_capacity(kept.len());
    let mut out = ferrocl_base::IndexVec::new();
    for (item, &kept) in items.into_iter().zip(kept) {
        new.push(out.next_id());
        if kept {
            out.push(item);
        }
    }
    (out, new)
}

struct Marks {
    values: Vec<bool>,
    slots: Vec<bool>,
    labels: Vec<bool>,
}

impl Marks {
    fn value(&mut self, function: &Function, id: ValueId) {
        if std::mem::replace(&mut self.values[id.index()], true) {
            return;
        }
        // What exists everywhere is reached only by its uses; the rest by its `Let`.
        if let Op::SlotAddress(slot) = function.values[id].op {
            self.slots[slot.index()] = true;
        }
    }
    fn list(&mut self, function: &Function, list: &[Stmt]) {
        for stmt in list {
            stmt.for_each_operand(|id| self.value(function, id));
            match stmt {
                Stmt::Let(id) => {
                    self.value(function, *id);
                    let op = &function.values[*id].op;
                    op.for_each_operand(|id| self.value(function, id));
                    if let Op::SlotLoad(slot) = op {
                        self.slots[slot.index()] = true;
                    }
                }
                Stmt::SlotStore { slot, .. } => self.slots[slot.index()] = true,
                Stmt::Block { label, .. } | Stmt::Loop { label, .. } => self.labels[label.index()] = true,
                _ => {}
            }
            for nested in stmt.lists() {
                self.list(function, nested);
            }
        }
    }
}

fn rename(list: &mut Vec<Stmt>, values: &[ValueId], slots: &[Option<SlotId>], labels: &[LabelId]) {
    // A slot that is only started is gone.
    list.retain(|stmt| !matches!(stmt, Stmt::SlotStart(slot) if slots[slot.index()].is_none()));
    for stmt in list {
        stmt.map_operands(|id| values[id.index()]);
        match stmt {
            Stmt::Let(id) => *id = values[id.index()],
            Stmt::SlotStore { slot, .. } | Stmt::SlotStart(slot) => {
                *slot = slots[slot.index()].unwrap_or(*slot)
            }
            Stmt::Break(label) | Stmt::Continue(label) => *label = labels[label.index()],
            Stmt::Block { label, body } | Stmt::Loop { label, body, .. } => {
                *label = labels[label.index()];
                rename(body, values, slots, labels);
            }
            Stmt::If { then, otherwise, .. } => {
                rename(then, values, slots, labels);
                rename(otherwise, values, slots, labels);
            }
            _ => {}
        }
    }
}
