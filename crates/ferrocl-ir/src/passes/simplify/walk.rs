//! Forward through the statements, in order: each value is folded from what its operands came to, each slot is known to hold
//! what was last written to it, as long as no path brings another.

use ferrocl_base::Span;
use ferrocl_base::id::Id;
use rustc_hash::FxHashMap;

use super::fold::{Folded, Folder};
use super::tails;
use crate::*;

/// How often one value is folded again after it became another op.
const FOLDS: usize = 16;

/// Walks the function. Whether something changed that may let another walk find more.
pub(super) fn walk(function: &mut Function) -> bool {
    let mut body = std::mem::take(&mut function.body);
    let survey = Survey::of(function, &body);
    let mut walker = Walker {
        replace: function.values.ids().collect(),
        known: vec![None; function.slots.len()],
        known_before: Vec::new(),
        written: Vec::new(),
        available: FxHashMap::default(),
        available_log: Vec::new(),
        constants: FxHashMap::default(),
        survey,
        changed: false,
        depth: 0,
        function,
    };
    walker.floating();
    let list = std::mem::take(&mut body);
    walker.list(list, &mut body);
    let changed = walker.changed;
    function.body = body;
    changed
}

/// What must be known of the whole function before the walk.
struct Survey {
    /// Slots whose address something uses: what they hold is not followed.
    address_taken: Vec<bool>,
    /// How many jumps name each label.
    label_uses: Vec<u32>,
    /// The slots that each loop writes: a range of `writes`, by label.
    loop_writes: Vec<(u32, u32)>,
    writes: Vec<SlotId>,
}

impl Survey {
    fn of(function: &Function, body: &[Stmt]) -> Survey {
        let labels = function.label_count as usize;
        let mut survey = Survey {
            address_taken: vec![false; function.slots.len()],
            label_uses: vec![0; labels],
            loop_writes: vec![(0, 0); labels],
            writes: Vec::new(),
        };
        survey.list(function, body);
        survey
    }

    fn list(&mut self, function: &Function, list: &[Stmt]) {
        for stmt in list {
            let address_taken = &mut self.address_taken;
            let mut used = |id: ValueId| {
                if let Op::SlotAddress(slot) = function.values[id].op {
                    address_taken[slot.index()] = true;
                }
            };
            stmt.for_each_operand(&mut used);
            match stmt {
                Stmt::Let(id) => function.values[*id].op.for_each_operand(&mut used),
                Stmt::SlotStore { slot, .. } | Stmt::SlotStart(slot) => self.writes.push(*slot),
                Stmt::Break(label) | Stmt::Continue(label) => self.label_uses[label.index()] += 1,
                _ => {}
            }
            let before = self.writes.len() as u32;
            for nested in stmt.lists() {
                self.list(function, nested);
            }
            if let Stmt::Loop { label, .. } = stmt {
                self.loop_writes[label.index()] = (before, self.writes.len() as u32);
            }
        }
    }
}

struct Walker<'f> {
    function: &'f mut Function,
    survey: Survey,
    /// What each value came to.
    replace: Vec<ValueId>,
    /// The value that each slot holds here.
    known: Vec<Option<ValueId>>,
    /// What `known` had before each change, to go back to.
    known_before: Vec<(SlotId, Option<ValueId>)>,
    /// The slots written so far.
    written: Vec<SlotId>,
    /// Values in scope by what they are.
    available: FxHashMap<(Op, ValueType, MathFlags), ValueId>,
    available_log: Vec<(Op, ValueType, MathFlags)>,
    constants: FxHashMap<(Op, ValueType), ValueId>,
    changed: bool,
    depth: usize,
}

/// A point to go back to.
#[derive(Clone, Copy)]
struct Mark {
    known: usize,
    written: usize,
    available: usize,
}

impl Walker<'_> {
    /// Constants and addresses: each kind once.
    fn floating(&mut self) {
        for id in self.function.values.ids() {
            let value = &self.function.values[id];
            if value.op.is_floating() && !matches!(value.op, Op::Undefined) {
                let first = *self.constants.entry((value.op.clone(), value.ty)).or_insert(id);
                self.replace[id.index()] = first;
            }
        }
    }

    fn constant(&mut self, bits: Bits, ty: ValueType, span: Span) -> ValueId {
        let op = Op::Constant(bits);
        if let Some(&id) = self.constants.get(&(op.clone(), ty)) {
            return id;
        }
        let id = self.new_value(op.clone(), ty, span);
        self.constants.insert((op, ty), id);
        id
    }

    fn new_value(&mut self, op: Op, ty: ValueType, span: Span) -> ValueId {
        let id = self.function.values.push(Value { op, ty, flags: MathFlags::empty(), span });
        self.replace.push(id);
        id
    }

    fn mark(&self) -> Mark {
        Mark {
            known: self.known_before.len(),
            written: self.written.len(),
            available: self.available_log.len(),
        }
    }

    /// Leaves a scope: values in it are gone.
    fn leave(&mut self, mark: Mark) {
        for key in self.available_log.drain(mark.available..) {
            self.available.remove(&key);
        }
    }

    /// Slots hold again what they did at the mark.
    fn go_back(&mut self, mark: Mark) {
        while self.known_before.len() > mark.known {
            if let Some((slot, before)) = self.known_before.pop() {
                self.known[slot.index()] = before;
            }
        }
    }

    /// What was written since the mark may be what slots hold now, or may not.
    fn forget_written(&mut self, mark: Mark) {
        for i in mark.written..self.written.len() {
            self.set_known(self.written[i], None);
        }
    }

    fn set_known(&mut self, slot: SlotId, value: Option<ValueId>) {
        let value = value.filter(|_| !self.survey.address_taken[slot.index()]);
        let place = &mut self.known[slot.index()];
        if *place != value {
            self.known_before.push((slot, std::mem::replace(place, value)));
        }
    }

    /// Walks a list to the end of `out`. Whether control may come to its end.
    fn list(&mut self, list: Vec<Stmt>, out: &mut Vec<Stmt>) -> bool {
        self.depth += 1;
        let mut list = list.into_iter();
        let mut falls_through = true;
        for stmt in list.by_ref() {
            falls_through = self.stmt(stmt, out);
            if !falls_through {
                break;
            }
        }
        // What follows a jump never runs.
        self.changed |= list.next().is_some();
        self.depth -= 1;
        falls_through
    }

    /// Walks a list that becomes one of its own.
    fn nested(&mut self, list: Vec<Stmt>) -> (Vec<Stmt>, bool) {
        let mut out = Vec::with_capacity(list.len());
        let mark = self.mark();
        let falls_through = self.list(list, &mut out);
        self.leave(mark);
        (out, falls_through)
    }

    fn stmt(&mut self, mut stmt: Stmt, out: &mut Vec<Stmt>) -> bool {
        let replace = &self.replace;
        stmt.map_operands(|id| replace[id.index()]);
        match stmt {
            Stmt::Let(id) => {
                self.value(id, out);
                true
            }
            Stmt::SlotStore { slot, value, .. } => {
                if self.known[slot.index()] == Some(value) {
                    self.changed = true;
                    return true;
                }
                self.written.push(slot);
                self.set_known(slot, Some(value));
                out.push(stmt);
                true
            }
            Stmt::SlotStart(slot) => {
                self.written.push(slot);
                self.set_known(slot, None);
                out.push(stmt);
                true
            }
            Stmt::Store { .. } | Stmt::AtomicStore { .. } | Stmt::Copy { .. } | Stmt::Zero { .. } => {
                self.memory(stmt, out);
                true
            }
            Stmt::Block { label, body } => self.block(label, body, out),
            Stmt::Loop { label, body, unroll, span } => self.loop_(label, body, unroll, span, out),
            Stmt::If { condition, then, otherwise, span } => self.if_(condition, then, otherwise, span, out),
            Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return(_) => {
                out.push(stmt);
                false
            }
            Stmt::Barrier { .. } | Stmt::Fence { .. } => {
                out.push(stmt);
                true
            }
        }
    }

    fn block(&mut self, label: LabelId, mut body: Vec<Stmt>, out: &mut Vec<Stmt>) -> bool {
        let uses = &mut self.survey.label_uses[label.index()];
        let before = *uses;
        tails::to_end(&mut body, &Stmt::Break(label), uses, self.depth);
        self.changed |= *uses != before;
        if *uses == 0 {
            self.changed = true;
            return self.list(body, out);
        }
        let mark = self.mark();
        let (body, _) = self.nested(body);
        // A `break` may have come here before any of the writes.
        self.go_back(mark);
        self.forget_written(mark);
        out.push(Stmt::Block { label, body });
        true
    }

    fn loop_(
        &mut self,
        label: LabelId,
        mut body: Vec<Stmt>,
        unroll: u32,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let uses = &mut self.survey.label_uses[label.index()];
        let before = *uses;
        tails::to_end(&mut body, &Stmt::Continue(label), uses, self.depth);
        self.changed |= *uses != before;
        let (first, last) = self.survey.loop_writes[label.index()];
        for i in first..last {
            let slot = self.survey.writes[i as usize];
            self.set_known(slot, None);
            self.written.push(slot);
        }
        let mark = self.mark();
        let (body, falls_through) = self.nested(body);
        self.go_back(mark);
        self.forget_written(mark);
        // A body that never comes to its end, nor continues, runs once.
        if !falls_through && !tails::continues(&body, label) {
            self.changed = true;
            out.push(Stmt::Block { label, body });
            return true;
        }
        let leaves = self.survey.label_uses[label.index()] > 0;
        out.push(Stmt::Loop { label, body, unroll, span });
        // A loop that nothing leaves has no end to come to; a stale count only says that it might.
        leaves
    }

    fn if_(
        &mut self,
        condition: ValueId,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> bool {
        if let Some(bits) = self.function.constant(condition) {
            let taken = if bits[0] != 0 { then } else { otherwise };
            self.changed = true;
            return self.list(taken, out);
        }
        // `if !c { A } else { B }` is `if c { B } else { A }`.
        let (condition, then, otherwise) = match self.function.values[condition].op {
            Op::Unary(UnaryOp::Not, inner) if !otherwise.is_empty() => (inner, otherwise, then),
            _ => (condition, then, otherwise),
        };
        let mark = self.mark();
        let (then, then_falls) = self.nested(then);
        self.go_back(mark);
        let (otherwise, otherwise_falls) = self.nested(otherwise);
        self.go_back(mark);
        self.forget_written(mark);
        if then.is_empty() && otherwise.is_empty() {
            self.changed = true;
            return true;
        }
        out.push(Stmt::If { condition, then, otherwise, span });
        then_falls || otherwise_falls
    }

    /// Folds a value that is evaluated here.
    fn value(&mut self, id: ValueId, out: &mut Vec<Stmt>) {
        let replace = &self.replace;
        self.function.values[id].op.map_operands(|id| replace[id.index()]);
        for _ in 0..FOLDS {
            let value = &self.function.values[id];
            let (ty, span) = (value.ty, value.span);
            match (Folder { function: self.function }).fold(value) {
                Folded::Same => break,
                Folded::Value(other) => return self.becomes(id, other),
                Folded::Constant(bits) => {
                    let constant = self.constant(bits, ty, span);
                    return self.becomes(id, constant);
                }
                Folded::Op(op) if op.is_floating() => {
                    let other = self.new_value(op, ty, span);
                    return self.becomes(id, other);
                }
                Folded::Op(op) => {
                    self.changed = true;
                    self.function.values[id].op = op;
                }
                Folded::After { first, first_ty, then } => {
                    self.changed = true;
                    let first = self.evaluate(first, first_ty, span, out);
                    self.function.values[id].op = then(first);
                }
            }
        }
        self.slot_load(id, out);
        let value = &self.function.values[id];
        if let Op::SlotLoad(slot) = value.op {
            match self.known[slot.index()] {
                Some(known) => return self.becomes(id, known),
                None => self.set_known(slot, Some(id)),
            }
        } else if is_pure(&value.op) {
            let key = (value.op.clone(), value.ty, value.flags);
            if let Some(&other) = self.available.get(&key) {
                return self.becomes(id, other);
            }
            self.available.insert(key.clone(), id);
            self.available_log.push(key);
        }
        out.push(Stmt::Let(id));
    }

    fn becomes(&mut self, id: ValueId, other: ValueId) {
        self.changed = true;
        self.replace[id.index()] = other;
    }

    /// Evaluates a new op here; the value that it is.
    fn evaluate(&mut self, op: Op, ty: ValueType, span: Span, out: &mut Vec<Stmt>) -> ValueId {
        let id = self.new_value(op, ty, span);
        self.value(id, out);
        self.replace[id.index()]
    }

    /// The slot that a pointer is the address of, with its type, if it holds a value.
    fn whole_slot(&self, pointer: ValueId) -> Option<(SlotId, ValueType)> {
        let Op::SlotAddress(slot) = self.function.values[pointer].op else { return None };
        match self.function.slots[slot].ty {
            SlotType::Value(ty) => Some((slot, ty)),
            SlotType::Bytes { .. } => None,
        }
    }

    /// Turns a load of a whole slot into that.
    fn slot_load(&mut self, id: ValueId, out: &mut Vec<Stmt>) {
        let value = &self.function.values[id];
        let Op::Load { pointer, access: Access { volatile: false, .. } } = value.op else { return };
        let (ty, span) = (value.ty, value.span);
        let Some((slot, slot_ty)) = self.whole_slot(pointer) else { return };
        if slot_ty == ty {
            self.function.values[id].op = Op::SlotLoad(slot);
        } else if same_bits(slot_ty, ty) {
            let loaded = self.evaluate(Op::SlotLoad(slot), slot_ty, span, out);
            self.function.values[id].op = Op::Bitcast(loaded);
        } else {
            return;
        }
        self.changed = true;
    }

    /// A statement that writes memory: to a whole slot if that is where it points.
    fn memory(&mut self, mut stmt: Stmt, out: &mut Vec<Stmt>) {
        // The pointer before its cast to the generic space says more.
        let values = &self.function.values;
        let known_space = |pointer: &mut ValueId| {
            if let Op::PointerCast { pointer: inner, checked: false } = values[*pointer].op {
                *pointer = inner;
            }
        };
        match &mut stmt {
            Stmt::Store { pointer, .. } | Stmt::AtomicStore { pointer, .. } => known_space(pointer),
            Stmt::Copy { to, from, .. } => {
                known_space(to);
                known_space(from);
            }
            Stmt::Zero { to, .. } => known_space(to),
            _ => {}
        }
        match stmt {
            Stmt::Store { pointer, value, access: Access { volatile: false, .. }, span } => {
                let ty = self.function.values[value].ty;
                match self.whole_slot(pointer) {
                    Some((slot, slot_ty)) if slot_ty == ty => return self.write_slot(slot, value, span, out),
                    Some((slot, slot_ty)) if same_bits(slot_ty, ty) => {
                        let value = self.evaluate(Op::Bitcast(value), slot_ty, span, out);
                        return self.write_slot(slot, value, span, out);
                    }
                    _ => {}
                }
            }
            Stmt::Zero { to, size, span, .. } => match self.whole_slot(to) {
                Some((slot, ty)) if size == u64::from(ty.size()) => {
                    let bits = smallvec::smallvec![0; ty.components().into()];
                    let zero = self.constant(bits, ty, span);
                    return self.write_slot(slot, zero, span, out);
                }
                _ => {}
            },
            Stmt::Copy { to, from, size, .. } if size == 0 || to == from => {
                self.changed = true;
                return;
            }
            Stmt::Copy { to, from, size, align, span } => {
                let access = Access { align, volatile: false };
                let fits = |(_, ty): &(SlotId, ValueType)| {
                    size == u64::from(ty.size()) && ty.scalar() != Some(Scalar::Bool)
                };
                if let Some((slot, ty)) = self.whole_slot(to).filter(fits) {
                    let value = self.evaluate(Op::Load { pointer: from, access }, ty, span, out);
                    return self.write_slot(slot, value, span, out);
                }
                // The fourth place of a 3-vector would not be written.
                let exact =
                    |found: &(SlotId, ValueType)| fits(found) && found.1.access_bytes() == found.1.size();
                if let Some((slot, ty)) = self.whole_slot(from).filter(exact) {
                    let value = self.evaluate(Op::SlotLoad(slot), ty, span, out);
                    self.changed = true;
                    out.push(Stmt::Store { pointer: to, value, access, span });
                    return;
                }
            }
            _ => {}
        }
        out.push(stmt);
    }

    fn write_slot(&mut self, slot: SlotId, value: ValueId, span: Span, out: &mut Vec<Stmt>) {
        self.changed = true;
        self.stmt(Stmt::SlotStore { slot, value, span }, out);
    }
}

/// Whether an op gives the same for the same operands, wherever it stands.
fn is_pure(op: &Op) -> bool {
    !op.has_effect() && !matches!(op, Op::Load { .. } | Op::SlotLoad(_))
}

/// Whether one type's bits are all of the other's, so that a bitcast turns one into the other.
fn same_bits(a: ValueType, b: ValueType) -> bool {
    let bits = |ty: ValueType| match ty.scalar() {
        Some(scalar) if scalar != Scalar::Bool => scalar.bits() * u32::from(ty.components()),
        _ => 0,
    };
    bits(a) == bits(b) && bits(a) != 0
}
