//! Jumps: what `break`, `continue` and `goto` become, and how flat lists of items get structure.
//!
//! Labels that are only jumped to from before are ends of blocks; labels that are jumped to from behind are starts of
//! loops. Where these nest, that is the result. Where they do not (a jump into the middle of a loop) or would nest too
//! deep, the list becomes one loop over its pieces, with a variable that says which piece is next: each work-item runs, turn by
//! turn, the pieces that are its own.

use ferrocl_base::Span;
use ferrocl_ir::{CompareOp, LabelId, Op, Scalar, SlotId, SlotType, Stmt as Ir, ValueType};
use rustc_hash::FxHashMap;

use super::Lowerer;
use super::flatten::{Context, Item, Jumps};
use crate::hir;

/// A place in a flat list.
pub(super) type Key = u32;

/// Where a jump goes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target {
    /// The end of a block or loop.
    Break(LabelId),
    /// The start of a loop.
    Continue(LabelId),
    /// A place in a flat list.
    Key(Key),
}

/// What `break` and `continue` mean in a statement.
#[derive(Debug, Clone, Copy)]
pub(super) struct JumpTarget {
    pub break_to: Target,
    /// `None` in a `switch`: what it means outside.
    pub continue_to: Option<Target>,
}

/// What a jump to a key is at the moment.
#[derive(Debug, Clone, Copy)]
pub(super) enum KeyTarget {
    Break(LabelId),
    Continue(LabelId),
    /// The piece with this number of a machine (an index of `Current::machines`).
    State(usize, u32),
}

/// A loop over pieces that is being filled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Machine {
    /// Holds the number of the next piece.
    state: SlotId,
    /// The end of the current piece.
    guard: LabelId,
}

/// Structured lists have at most this many labels, since each may be a level of nesting.
const MAX_STRUCTURED_LABELS: usize = 24;
/// And not where statements nest this deep already.
const MAX_STRUCTURED_DEPTH: usize = 200;

/// A loop or block over the items from `first` to `last`.
struct Construct {
    first: usize,
    last: usize,
    key: Key,
    is_loop: bool,
}

impl<'a> Lowerer<'a> {
    pub(super) fn new_key(&mut self) -> Key {
        self.current.next_key += 1;
        self.current.next_key
    }
    pub(super) fn key_of_label(&mut self, label: hir::LabelId) -> Key {
        if let Some(&key) = self.current.label_keys.get(&label) {
            return key;
        }
        let key = self.new_key();
        self.current.label_keys.insert(label, key);
        key
    }
    /// Jumps.
    pub(super) fn jump(&mut self, target: Target, span: Span) {
        match target {
            Target::Break(label) => self.push_break(label),
            Target::Continue(label) => self.push(Ir::Continue(label)),
            Target::Key(key) => match self.current.keys.get(&key).copied() {
                Some(KeyTarget::Break(label)) => self.push_break(label),
                Some(KeyTarget::Continue(label)) => self.push(Ir::Continue(label)),
                Some(KeyTarget::State(machine, state)) => {
                    let Machine { state: slot, guard } = self.current.machines[machine];
                    self.set_state(slot, state, span);
                    self.push_break(guard);
                }
                None => self.internal_error(span, "a jump to a place that is not in reach"),
            },
        }
    }
    fn push_break(&mut self, label: LabelId) {
        if !self.is_ended() {
            self.current.used_labels.insert(label);
        }
        self.push(Ir::Break(label));
    }
    fn set_state(&mut self, slot: SlotId, state: u32, span: Span) {
        let value = self.scalar_constant(Scalar::I32, state.into(), span);
        self.push(Ir::SlotStore { slot, value, span });
    }

    /// Statements among which are labels that are jumped to.
    pub(super) fn statements_with_labels(&mut self, list: impl IntoIterator<Item = &'a hir::Stmt>) {
        let items = self.flatten(list);
        self.items(items);
    }
    /// A flat list.
    pub(super) fn items(&mut self, items: Vec<Item<'a>>) {
        let uses = self.uses(&items);
        let room = MAX_STRUCTURED_DEPTH.saturating_sub(self.current.lists.len()).min(MAX_STRUCTURED_LABELS);
        match structure(&items, &uses, room) {
            Some(constructs) => self.structured(&items, 0, items.len(), &constructs),
            None => self.machine(items, &uses),
        }
    }
    /// From which items each key is jumped to.
    fn uses(&self, items: &[Item<'a>]) -> FxHashMap<Key, Vec<usize>> {
        let mut uses: FxHashMap<Key, Vec<usize>> = FxHashMap::default();
        for (position, item) in items.iter().enumerate() {
            let mut add = |key: Key| uses.entry(key).or_default().push(position);
            match item {
                Item::Stmt(stmt, context) => {
                    let jumps = Jumps::of(stmt);
                    jumps
                        .gotos
                        .keys()
                        .filter_map(|label| self.current.label_keys.get(label))
                        .for_each(|&key| add(key));
                    if jumps.breaks
                        && let Some(entry) = context
                    {
                        add(entry.break_to);
                    }
                    if jumps.continues
                        && let Some(key) = continue_key(context)
                    {
                        add(key);
                    }
                }
                Item::Goto(key, _) | Item::Branch { to: key, .. } => add(*key),
                Item::Dispatch { cases, default, .. } => {
                    cases.iter().for_each(|&(_, _, key)| add(key));
                    add(*default);
                }
                Item::Effect(_) | Item::Label(_) => {}
            }
        }
        uses
    }
    /// Lowers items with their loops and blocks, sorted from the outermost.
    fn structured(&mut self, items: &[Item<'a>], mut at: usize, end: usize, constructs: &[Construct]) {
        let mut rest = constructs;
        while at < end {
            let Some((next, after)) = rest.split_first().filter(|(next, _)| next.first == at) else {
                self.item(&items[at]);
                at += 1;
                continue;
            };
            let inner = after.iter().take_while(|construct| construct.last <= next.last).count();
            let (inner, outer) = after.split_at(inner);
            let label = self.new_label();
            let target = match next.is_loop {
                true => KeyTarget::Continue(label),
                false => KeyTarget::Break(label),
            };
            self.current.keys.insert(next.key, target);
            if next.is_loop {
                let mut body = self.list(|this| this.structured(items, at, next.last + 1, inner));
                if !super::lowerer::ends(&body) {
                    body.push(Ir::Break(label));
                }
                self.push(Ir::Loop { label, body, unroll: 0, span: item_span(&items[at]) });
            } else {
                self.block(label, |this| this.structured(items, at, next.last + 1, inner));
            }
            self.current.keys.remove(&next.key);
            at = next.last + 1;
            rest = outer;
        }
    }
    /// Lowers items as a loop over pieces.
    fn machine(&mut self, items: Vec<Item<'a>>, uses: &FxHashMap<Key, Vec<usize>>) {
        let span = items.first().map_or(Span::NONE, item_span);
        let machine = self.current.machines.len();
        let state = self.new_slot("", SlotType::Value(ValueType::Scalar(Scalar::I32)), span);
        self.set_state(state, 0, span);
        let label = self.new_label();
        self.current.machines.push(Machine { state, guard: label });
        // Cut before each label that is jumped to.
        let mut pieces: Vec<Vec<Item<'a>>> = vec![Vec::new()];
        let mut keys = Vec::new();
        for item in items {
            if let Item::Label(key) = item
                && uses.contains_key(&key)
            {
                if pieces.last().is_some_and(|piece| !piece.is_empty()) {
                    pieces.push(Vec::new());
                }
                let number = pieces.len() as u32 - 1;
                self.current.keys.insert(key, KeyTarget::State(machine, number));
                keys.push(key);
            } else if let Some(piece) = pieces.last_mut() {
                piece.push(item);
            }
        }
        let count = pieces.len();
        let body = self.list(|this| {
            for (number, piece) in pieces.into_iter().enumerate() {
                let i32 = ValueType::Scalar(Scalar::I32);
                let current = this.emit(Op::SlotLoad(state), i32, span);
                let wanted = this.scalar_constant(Scalar::I32, number as u64, span);
                let is_next = this.emit(
                    Op::Compare(CompareOp::Equal, current, wanted),
                    ValueType::Scalar(Scalar::Bool),
                    span,
                );
                let then = this.list(|this| {
                    let guard = this.new_label();
                    this.current.machines[machine].guard = guard;
                    this.block(guard, |this| {
                        for item in &piece {
                            this.item(item);
                        }
                        match number + 1 == count {
                            true => this.push(Ir::Break(label)),
                            false => this.set_state(state, number as u32 + 1, span),
                        }
                    });
                });
                this.push_if(is_next, then, Vec::new(), span);
            }
        });
        self.current.machines.pop();
        for key in keys {
            self.current.keys.remove(&key);
        }
        self.push(Ir::Loop { label, body, unroll: 0, span });
    }
    fn item(&mut self, item: &Item<'a>) {
        if self.is_ended() {
            return;
        }
        match item {
            Item::Label(_) => {}
            Item::Effect(expr) => self.effect(*expr),
            Item::Goto(key, span) => self.jump(Target::Key(*key), *span),
            Item::Branch { condition, when, to, span } => {
                let condition = self.condition(*condition);
                if let Some(known) = self.constant_bits(condition) {
                    if (known[0] != 0) == *when {
                        self.jump(Target::Key(*to), *span);
                    }
                    return;
                }
                let jump = self.list(|this| this.jump(Target::Key(*to), *span));
                let (then, otherwise) = if *when { (jump, Vec::new()) } else { (Vec::new(), jump) };
                self.push_if(condition, then, otherwise, *span);
            }
            Item::Dispatch { value, cases, default, span } => {
                self.dispatch(*value, cases, *default, *span);
            }
            Item::Stmt(stmt, context) => self.in_context(context, stmt),
        }
    }
    /// A statement whose `break` and `continue` may belong to loops that were taken apart.
    fn in_context(&mut self, context: &Context, stmt: &'a hir::Stmt) {
        let depth = self.current.targets.len();
        let mut entry = context;
        while let Some(inner) = entry {
            self.current.targets.push(JumpTarget {
                break_to: Target::Key(inner.break_to),
                continue_to: inner.continue_to.map(Target::Key),
            });
            entry = &inner.outer;
        }
        self.current.targets[depth..].reverse();
        self.statement(stmt);
        self.current.targets.truncate(depth);
    }
}

fn continue_key(mut context: &Context) -> Option<Key> {
    while let Some(entry) = context {
        if entry.continue_to.is_some() {
            return entry.continue_to;
        }
        context = &entry.outer;
    }
    None
}

fn item_span(item: &Item<'_>) -> Span {
    match item {
        Item::Stmt(stmt, _) => stmt.span,
        Item::Goto(_, span) | Item::Branch { span, .. } | Item::Dispatch { span, .. } => *span,
        Item::Effect(_) | Item::Label(_) => Span::NONE,
    }
}

/// The loops and blocks that serve every jump, outermost first, or `None` where there are none such, or more than `room`.
fn structure(items: &[Item<'_>], uses: &FxHashMap<Key, Vec<usize>>, room: usize) -> Option<Vec<Construct>> {
    let mut loops: Vec<Construct> = Vec::new();
    let mut labels: Vec<(usize, Key, usize)> = Vec::new();
    for (position, item) in items.iter().enumerate() {
        let Item::Label(key) = *item else { continue };
        let Some(uses) = uses.get(&key) else { continue };
        if uses[0] < position {
            labels.push((position, key, uses[0]));
        }
        if let Some(&last) = uses.last().filter(|&&last| last >= position) {
            loops.push(Construct { first: position, last, key, is_loop: true });
        }
    }
    if loops.len() + labels.len() > room {
        return None;
    }
    // Loops that overlap: the earlier one is made to hold the later one.
    for outer in (0..loops.len()).rev() {
        for inner in outer + 1..loops.len() {
            if loops[inner].first <= loops[outer].last {
                loops[outer].last = loops[outer].last.max(loops[inner].last);
            }
        }
    }
    let mut constructs = Vec::new();
    for (position, key, first_use) in labels {
        // The block starts where the loop around it does, and ends before the label.
        let around = loops.iter().filter(|l| l.first < position && position <= l.last).map(|l| l.first).max();
        let first = around.unwrap_or(0);
        if first_use < first {
            return None;
        }
        constructs.push(Construct { first, last: position - 1, key, is_loop: false });
    }
    constructs.extend(loops);
    // A block that starts with a loop and ends with it holds it.
    constructs.sort_by_key(|c| (c.first, std::cmp::Reverse(c.last), c.is_loop));
    Some(constructs)
}
