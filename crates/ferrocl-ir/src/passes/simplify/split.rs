//! Takes arrays, structs and unions in private memory apart: where every access is at a known offset and accesses do not
//! overlap but where they are the same, each element becomes a slot of its own, and so ends in registers.
//!
//! Copies between such variables make their elements correspond; bytes of a copied variable that no access names become
//! elements too, so that a copy through it loses nothing.

use std::collections::BTreeMap;

use ferrocl_base::id::Id;
use smallvec::smallvec;

use crate::*;

/// Larger variables are left alone, in bytes.
const MAX_SIZE: u64 = 4096;
/// As are those of more elements than this,
const MAX_FIELDS: usize = 256;
/// or of more than this if they are copied, which each takes statements.
const MAX_COPIED_FIELDS: usize = 32;
/// Rounds in which copies may pass elements on.
const MAX_ROUNDS: usize = 8;

/// Splits what can be split. Whether something was.
pub(super) fn split(function: &mut Function) -> bool {
    if !function.slots.iter().any(|slot| matches!(slot.ty, SlotType::Bytes { .. })) {
        return false;
    }
    let mut analysis = Analysis::of(function);
    let body = std::mem::take(&mut function.body);
    analysis.list(function, &body);
    analysis.settle();
    let fields: Vec<Option<Fields>> = analysis
        .slots
        .iter_mut()
        .zip(function.slots.ids())
        .map(|(slot, id)| slot.is_candidate.then(|| make_slots(function, id, &slot.fields)))
        .collect();
    // New slots are in no list.
    let changed = fields.iter().any(Option::is_some);
    let mut splitter = Splitter { function, places: analysis.places, fields };
    let body = if changed { splitter.list(body) } else { body };
    function.body = body;
    changed
}

/// Elements by offset: the type of each and its slot.
type Fields = BTreeMap<u64, (ValueType, SlotId)>;

fn make_slots(function: &mut Function, id: SlotId, fields: &BTreeMap<u64, ValueType>) -> Fields {
    let make = |(&offset, &ty): (&u64, &ValueType)| {
        let whole = &function.slots[id];
        let name = format!("{}+{offset}", whole.name);
        let (ty_of_slot, span) = (SlotType::Value(ty), whole.span);
        (offset, (ty, function.slots.push(Slot { name, ty: ty_of_slot, span })))
    };
    fields.iter().map(make).collect()
}

/// A place in a variable that may be split.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Place {
    slot: SlotId,
    offset: i64,
}

#[derive(Default)]
struct Variable {
    size: u64,
    is_candidate: bool,
    fields: BTreeMap<u64, ValueType>,
    /// Ranges that are zeroed or copied whole, as start and end.
    ranges: Vec<(u64, u64)>,
    /// Those that are copied to memory that is not split.
    copied_out: Vec<(u64, u64)>,
    /// Whether bytes come in other than by stores of values.
    is_filled: bool,
}

struct Analysis {
    /// For each value, the place whose address it is.
    places: Vec<Option<Place>>,
    slots: Vec<Variable>,
    copies: Vec<(Option<Place>, Option<Place>, u64)>,
}

impl Analysis {
    fn of(function: &Function) -> Analysis {
        let mut places = vec![None; function.values.len()];
        let slots: Vec<Variable> = (function.slots.iter())
            .map(|slot| match slot.ty {
                SlotType::Bytes { size, .. } if size <= MAX_SIZE => {
                    Variable { size, is_candidate: true, ..Variable::default() }
                }
                _ => Variable::default(),
            })
            .collect();
        for (id, value) in function.values.iter_enumerated() {
            if let Op::SlotAddress(slot) = value.op
                && slots[slot.index()].is_candidate
            {
                places[id.index()] = Some(Place { slot, offset: 0 });
            }
        }
        Analysis { places, slots, copies: Vec::new() }
    }

    fn place(&self, id: ValueId) -> Option<Place> {
        self.places[id.index()]
    }

    /// The address is used in a way that is not followed.
    fn escape(&mut self, id: ValueId) {
        if let Some(place) = self.place(id) {
            self.slots[place.slot.index()].is_candidate = false;
        }
    }

    fn list(&mut self, function: &Function, list: &[Stmt]) {
        for stmt in list {
            match stmt {
                Stmt::Let(id) => self.value(*id, &function.values[*id]),
                Stmt::Store { pointer, value, access, .. } => {
                    self.escape(*value);
                    match self.place(*pointer) {
                        Some(place) if !access.volatile => self.access(place, function.values[*value].ty),
                        _ => self.escape(*pointer),
                    }
                }
                Stmt::Copy { to, from, size, .. } => {
                    let (to, from) = (self.place(*to), self.place(*from));
                    if let Some(to) = to {
                        self.slots[to.slot.index()].is_filled = true;
                    }
                    for place in [to, from].into_iter().flatten() {
                        self.range(place, *size);
                    }
                    if to.is_some() || from.is_some() {
                        self.copies.push((to, from, *size));
                    }
                }
                Stmt::Zero { to, size, .. } => {
                    if let Some(place) = self.place(*to) {
                        self.slots[place.slot.index()].is_filled = true;
                        self.range(place, *size);
                    }
                }
                stmt => stmt.for_each_operand(|id| self.escape(id)),
            }
            for nested in stmt.lists() {
                self.list(function, nested);
            }
        }
    }

    fn value(&mut self, id: ValueId, value: &Value) {
        match &value.op {
            Op::PointerOffset { base, index: None, offset, .. } => {
                self.places[id.index()] = self
                    .place(*base)
                    .map(|place| Place { offset: place.offset.wrapping_add(*offset), ..place });
            }
            Op::PointerCast { pointer, checked: false } => self.places[id.index()] = self.place(*pointer),
            Op::Load { pointer, access } if !access.volatile => {
                if let Some(place) = self.place(*pointer) {
                    self.access(place, value.ty);
                }
            }
            op => op.for_each_operand(|operand| self.escape(operand)),
        }
    }

    fn access(&mut self, place: Place, ty: ValueType) {
        let variable = &mut self.slots[place.slot.index()];
        match u64::try_from(place.offset) {
            Ok(offset) => variable.add(offset, ty),
            Err(_) => variable.is_candidate = false,
        }
    }

    fn range(&mut self, place: Place, size: u64) {
        let variable = &mut self.slots[place.slot.index()];
        match u64::try_from(place.offset) {
            Ok(offset) if offset.checked_add(size).is_some_and(|end| end <= variable.size) => {
                variable.ranges.push((offset, offset + size));
            }
            _ => variable.is_candidate = false,
        }
    }

    fn is_candidate(&self, place: Option<Place>) -> bool {
        place.is_some_and(|place| self.slots[place.slot.index()].is_candidate)
    }

    /// Lets copies pass elements on, both ways, until nothing changes.
    fn settle(&mut self) {
        self.pass_on();
        for i in 0..self.copies.len() {
            let (to, Some(from), size) = self.copies[i] else { continue };
            if !self.is_candidate(to) {
                let start = from.offset as u64;
                self.slots[from.slot.index()].copied_out.push((start, start.saturating_add(size)));
            }
        }
        for variable in &mut self.slots {
            variable.fill_gaps();
        }
        self.pass_on();
        for variable in &mut self.slots {
            variable.check();
        }
        // A variable that is left in memory leaves alone those whose copies it shares, but for the gaps: be safe.
        loop {
            let mut changed = false;
            for &(to, from, _) in &self.copies {
                if let (Some(to), Some(from)) = (to, from) {
                    let (a, b) = (to.slot.index(), from.slot.index());
                    if self.slots[a].is_candidate != self.slots[b].is_candidate {
                        self.slots[a].is_candidate = false;
                        self.slots[b].is_candidate = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn pass_on(&mut self) {
        for round in 0..=MAX_ROUNDS {
            let mut changed = false;
            for i in 0..self.copies.len() {
                let (Some(to), Some(from), size) = self.copies[i] else { continue };
                changed |= self.pass(from, to, size);
                changed |= self.pass(to, from, size);
                if round == MAX_ROUNDS && changed {
                    self.slots[to.slot.index()].is_candidate = false;
                    self.slots[from.slot.index()].is_candidate = false;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Gives one variable the elements that the copied range of another has. Whether there were new ones.
    fn pass(&mut self, from: Place, to: Place, size: u64) -> bool {
        if !self.is_candidate(Some(from)) || !self.is_candidate(Some(to)) {
            return false;
        }
        let (start, target) = (from.offset as u64, to.offset as u64);
        let passed: Vec<(u64, ValueType)> = self.slots[from.slot.index()]
            .fields
            .range(start..start + size)
            .map(|(&offset, &ty)| (offset - start + target, ty))
            .collect();
        let variable = &mut self.slots[to.slot.index()];
        let before = variable.fields.len();
        for (offset, ty) in passed {
            variable.add(offset, ty);
        }
        variable.fields.len() != before
    }
}

impl Variable {
    /// Adds an element, or finds it there.
    fn add(&mut self, offset: u64, ty: ValueType) {
        let end = offset.saturating_add(ty.access_bytes().into());
        let overlaps = |(&other, &other_ty): (&u64, &ValueType)| {
            other < end && offset < other + u64::from(other_ty.access_bytes())
        };
        match self.fields.get(&offset) {
            Some(&other) if other == ty || same_bits(other, ty) => {}
            None if end <= self.size && !self.fields.range(..end).next_back().is_some_and(overlaps) => {
                self.fields.insert(offset, ty);
                if self.fields.len() > MAX_FIELDS {
                    self.is_candidate = false;
                }
            }
            _ => self.is_candidate = false,
        }
    }

    /// Makes elements of what is copied out but not named, if anything can have come in there.
    fn fill_gaps(&mut self) {
        if !self.is_candidate || !self.is_filled {
            return;
        }
        for (start, end) in std::mem::take(&mut self.copied_out) {
            let mut at = start;
            while at < end && self.is_candidate {
                if let Some((&before, &ty)) = self.fields.range(..=at).next_back()
                    && before + u64::from(ty.access_bytes()) > at
                {
                    at = before + u64::from(ty.access_bytes());
                    continue;
                }
                let limit = self.fields.range(at..end).next().map_or(end, |(&next, _)| next);
                // The largest naturally aligned integer that fits.
                let bytes =
                    [8u64, 4, 2, 1].into_iter().find(|&n| at % n == 0 && at + n <= limit).unwrap_or(1);
                self.add(at, ValueType::Scalar(Scalar::integer(bytes as u32 * 8)));
                at += bytes;
            }
        }
    }

    /// Ranges must hold elements whole.
    fn check(&mut self) {
        if !self.ranges.is_empty() && self.fields.len() > MAX_COPIED_FIELDS {
            self.is_candidate = false;
        }
        let cut = |&(start, end): &(u64, u64)| {
            self.fields.iter().any(|(&offset, ty)| {
                let field_end = offset + u64::from(ty.access_bytes());
                offset < end && start < field_end && (offset < start || field_end > end)
            })
        };
        if self.is_candidate && self.ranges.iter().any(cut) {
            self.is_candidate = false;
        }
    }
}

fn same_bits(a: ValueType, b: ValueType) -> bool {
    match (a.scalar(), b.scalar()) {
        (Some(_), Some(_)) => a.access_bytes() == b.access_bytes(),
        _ => false,
    }
}

struct Splitter<'f> {
    function: &'f mut Function,
    places: Vec<Option<Place>>,
    fields: Vec<Option<Fields>>,
}

impl Splitter<'_> {
    fn value(&mut self, op: Op, ty: ValueType, span: ferrocl_base::Span, out: &mut Vec<Stmt>) -> ValueId {
        let floating = op.is_floating();
        let id = self.function.values.push(Value { op, ty, flags: MathFlags::empty(), span });
        if !floating {
            out.push(Stmt::Let(id));
        }
        id
    }

    /// The split variable that a pointer leads into, and the offset.
    fn place(&self, pointer: ValueId) -> Option<(SlotId, u64)> {
        let place = self.places.get(pointer.index()).copied().flatten()?;
        self.fields[place.slot.index()].as_ref()?;
        Some((place.slot, place.offset as u64))
    }
    fn field(&self, pointer: ValueId) -> Option<(ValueType, SlotId)> {
        let (slot, offset) = self.place(pointer)?;
        self.fields[slot.index()].as_ref()?.get(&offset).copied()
    }
    /// The elements of a range: offset from its start, type and slot.
    fn range(&self, pointer: ValueId, size: u64) -> Option<Vec<(u64, ValueType, SlotId)>> {
        let (slot, start) = self.place(pointer)?;
        let fields = self.fields[slot.index()].as_ref()?;
        Some(fields.range(start..start + size).map(|(&at, &(ty, slot))| (at - start, ty, slot)).collect())
    }

    fn list(&mut self, list: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::with_capacity(list.len());
        for stmt in list {
            self.stmt(stmt, &mut out);
        }
        out
    }

    fn stmt(&mut self, mut stmt: Stmt, out: &mut Vec<Stmt>) {
        match &mut stmt {
            Stmt::Let(id) => self.load(*id, out),
            Stmt::Store { pointer, value, span, .. } => {
                if let Some((ty, slot)) = self.field(*pointer) {
                    let mut value = *value;
                    if self.function.values[value].ty != ty {
                        value = self.value(Op::Bitcast(value), ty, *span, out);
                    }
                    out.push(Stmt::SlotStore { slot, value, span: *span });
                    return;
                }
            }
            Stmt::Zero { to, size, span, .. } => {
                if let Some(fields) = self.range(*to, *size) {
                    for (_, ty, slot) in fields {
                        let zeros = smallvec![0; ty.components().into()];
                        let value = self.value(Op::Constant(zeros), ty, *span, out);
                        out.push(Stmt::SlotStore { slot, value, span: *span });
                    }
                    return;
                }
            }
            Stmt::Copy { to, from, size, align, span }
                if self.copy(*to, *from, *size, *align, *span, out) =>
            {
                return;
            }
            Stmt::SlotStart(slot) => {
                // Slots made here have no entry.
                if let Some(fields) = self.fields.get(slot.index()).and_then(Option::as_ref) {
                    out.extend(fields.values().map(|&(_, slot)| Stmt::SlotStart(slot)));
                    return;
                }
            }
            Stmt::Block { body, .. } | Stmt::Loop { body, .. } => *body = self.list(std::mem::take(body)),
            Stmt::If { then, otherwise, .. } => {
                *then = self.list(std::mem::take(then));
                *otherwise = self.list(std::mem::take(otherwise));
            }
            _ => {}
        }
        out.push(stmt);
    }

    /// A load of an element becomes one of its slot.
    fn load(&mut self, id: ValueId, out: &mut Vec<Stmt>) {
        let value = &self.function.values[id];
        let Op::Load { pointer, .. } = value.op else { return };
        let Some((ty, slot)) = self.field(pointer) else { return };
        let (wanted, span) = (value.ty, value.span);
        self.function.values[id].op = if ty == wanted {
            Op::SlotLoad(slot)
        } else {
            Op::Bitcast(self.value(Op::SlotLoad(slot), ty, span, out))
        };
    }

    /// A copy becomes loads, then stores. Whether it is of a split variable.
    fn copy(
        &mut self,
        to: ValueId,
        from: ValueId,
        size: u64,
        align: u32,
        span: ferrocl_base::Span,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let (targets, sources) = (self.range(to, size), self.range(from, size));
        let access = |at: u64| {
            // What both the start and the distance are a multiple of.
            let shift = at.trailing_zeros().min(align.trailing_zeros());
            Access { align: 1 << shift, volatile: false }
        };
        let Some(parts) = sources.as_ref().or(targets.as_ref()) else { return false };
        let mut values = Vec::with_capacity(parts.len());
        for &(at, ty, slot) in parts {
            let value = match &sources {
                Some(_) => self.value(Op::SlotLoad(slot), ty, span, out),
                None => {
                    let pointer = self.offset(from, at, span, out);
                    self.value(Op::Load { pointer, access: access(at) }, ty, span, out)
                }
            };
            values.push((at, ty, value));
        }
        for (at, ty, value) in values {
            match &targets {
                Some(targets) => {
                    // Passing on made the elements correspond.
                    let Some(&(_, wanted, slot)) = targets.iter().find(|target| target.0 == at) else {
                        continue;
                    };
                    let value =
                        if wanted == ty { value } else { self.value(Op::Bitcast(value), wanted, span, out) };
                    out.push(Stmt::SlotStore { slot, value, span });
                }
                None => {
                    let pointer = self.offset(to, at, span, out);
                    out.push(Stmt::Store { pointer, value, access: access(at), span });
                }
            }
        }
        true
    }

    fn offset(&mut self, base: ValueId, at: u64, span: ferrocl_base::Span, out: &mut Vec<Stmt>) -> ValueId {
        if at == 0 {
            return base;
        }
        let ty = self.function.values[base].ty;
        let op = Op::PointerOffset { base, index: None, scale: 0, offset: at as i64 };
        self.value(op, ty, span, out)
    }
}
