//! Statement lists with labels as flat lists of items.
//!
//! A statement that something outside of it jumps into (a label in a loop's body, a `case` in one) is taken apart into
//! conditional and unconditional jumps between labels ([`Item`]); every other statement stays whole. Blocks are dissolved, since variables
//! have their place in the function anyway. [`jumps`](super::jumps) gives the list structure again.

use std::rc::Rc;

use ferrocl_base::Span;
use rustc_hash::FxHashMap;

use super::Lowerer;
use super::jumps::Key;
use crate::hir::{self, ExprId, LabelId, Stmt, StmtKind};

/// A piece of a flat list.
pub(super) enum Item<'a> {
    /// A statement that nothing jumps into; `break` and `continue` in it mean what `context` says.
    Stmt(&'a Stmt, Context),
    /// An expression for its effects.
    Effect(ExprId),
    /// Where jumps to the key go.
    Label(Key),
    /// A jump.
    Goto(Key, Span),
    /// A jump where the condition is `when`.
    Branch { condition: ExprId, when: bool, to: Key, span: Span },
    /// A jump by value.
    Dispatch { value: ExprId, cases: Vec<(u64, u64, Key)>, default: Key, span: Span },
}

/// The loops and `switch`es that were taken apart around a statement, innermost last.
pub(super) type Context = Option<Rc<ContextEntry>>;

/// One of them.
pub(super) struct ContextEntry {
    pub outer: Context,
    pub break_to: Key,
    pub continue_to: Option<Key>,
}

/// The labels that a statement defines, and its jumps.
#[derive(Default)]
pub(super) struct Jumps {
    /// Labels in it.
    pub labels: Vec<LabelId>,
    /// How many `goto`s in it go to each label.
    pub gotos: FxHashMap<LabelId, u32>,
    /// It has a `break` that leaves it.
    pub breaks: bool,
    /// It has a `continue` that leaves it.
    pub continues: bool,
    /// It has a `case` or `default` of a `switch` around it.
    pub cases: bool,
}

/// Which jumps belong to a loop or `switch` inside of the statement that is looked at.
#[derive(Clone, Copy, Default)]
struct Bound {
    breaks: bool,
    continues: bool,
    cases: bool,
}

impl Jumps {
    pub(super) fn of(stmt: &Stmt) -> Self {
        let mut jumps = Jumps::default();
        jumps.add(stmt, Bound::default());
        jumps
    }
    /// Adds what another statement has.
    pub(super) fn join(&mut self, other: Jumps) {
        self.labels.extend(other.labels);
        for (label, count) in other.gotos {
            *self.gotos.entry(label).or_default() += count;
        }
        self.breaks |= other.breaks;
        self.continues |= other.continues;
        self.cases |= other.cases;
    }
    fn add(&mut self, mut stmt: &Stmt, mut bound: Bound) {
        loop {
            stmt = match &stmt.kind {
                StmtKind::Block(list) => {
                    list.iter().for_each(|stmt| self.add(stmt, bound));
                    return;
                }
                StmtKind::If(arms, otherwise) => {
                    arms.iter().for_each(|arm| self.add(&arm.then, bound));
                    match otherwise {
                        Some(otherwise) => otherwise,
                        None => return,
                    }
                }
                StmtKind::While(_, body, _)
                | StmtKind::DoWhile(body, _, _)
                | StmtKind::For(_, _, _, body, _) => {
                    (bound.breaks, bound.continues) = (true, true);
                    body
                }
                StmtKind::Switch(_, body) => {
                    (bound.breaks, bound.cases) = (true, true);
                    body
                }
                StmtKind::Case(_, _, body) | StmtKind::Default(body) => {
                    self.cases |= !bound.cases;
                    body
                }
                StmtKind::Label(label, body) => {
                    self.labels.push(*label);
                    body
                }
                StmtKind::Goto(label) => {
                    *self.gotos.entry(*label).or_default() += 1;
                    return;
                }
                StmtKind::Break => {
                    self.breaks |= !bound.breaks;
                    return;
                }
                StmtKind::Continue => {
                    self.continues |= !bound.continues;
                    return;
                }
                _ => return,
            };
        }
    }
}

impl<'a> Lowerer<'a> {
    /// Whether something in the list is a label that a `goto` names, or has one that is jumped to from outside of it.
    pub(super) fn has_jumps_in<'s>(&self, list: impl IntoIterator<Item = &'s Stmt>) -> bool {
        !self.current.source.labels.is_empty() && list.into_iter().any(|stmt| self.is_entered(stmt, false))
    }
    /// Whether a statement has to be taken apart: something outside jumps into it. (`in_switch`: a `switch` around it is taken
    /// apart.)
    pub(super) fn is_entered(&self, stmt: &Stmt, in_switch: bool) -> bool {
        if let StmtKind::Label(label, _) = stmt.kind
            && self.current.goto_counts.contains_key(&label)
        {
            return true;
        }
        if let StmtKind::If(arms, otherwise) = &stmt.kind
            && (arms.len() > 1 || otherwise.is_some())
            && let mut inner = arms.iter().map(|arm| &arm.then).chain(otherwise.as_deref())
            && inner.any(|arm| self.is_entered(arm, in_switch))
        {
            return true;
        }
        let jumps = Jumps::of(stmt);
        in_switch && jumps.cases
            || jumps.labels.iter().any(|label| self.is_entered_from_outside(*label, &jumps))
    }
    /// Whether a label in a statement is jumped to by more than the `goto`s in that statement.
    pub(super) fn is_entered_from_outside(&self, label: LabelId, inside: &Jumps) -> bool {
        let all = self.current.goto_counts.get(&label).copied().unwrap_or(0);
        all > inside.gotos.get(&label).copied().unwrap_or(0)
    }
    /// Statements as a flat list.
    pub(super) fn flatten(&mut self, list: impl IntoIterator<Item = &'a Stmt>) -> Vec<Item<'a>> {
        let mut flat = Flattener { items: Vec::new(), switches: Vec::new() };
        for stmt in list {
            flat.stmt(self, stmt, &None);
        }
        flat.items
    }
    /// A `switch` as a flat list.
    pub(super) fn flatten_switch(&mut self, value: ExprId, body: &'a Stmt, span: Span) -> Vec<Item<'a>> {
        let mut flat = Flattener { items: Vec::new(), switches: Vec::new() };
        flat.switch(self, value, body, &None, span);
        flat.items
    }
}

struct Flattener<'a> {
    items: Vec<Item<'a>>,
    /// The `switch`es around that are taken apart: their cases and `default` so far.
    switches: Vec<OpenSwitch>,
}

/// The labels of a `switch` so far.
#[derive(Default)]
struct OpenSwitch {
    cases: Vec<(u64, u64, Key)>,
    default: Option<Key>,
}

impl<'a> Flattener<'a> {
    fn stmt(&mut self, lowerer: &mut Lowerer<'a>, mut stmt: &'a Stmt, context: &Context) {
        // Where the `if`s that are walked here end.
        let mut ends = Vec::new();
        loop {
            let in_switch = !self.switches.is_empty();
            if !lowerer.is_entered(stmt, in_switch) {
                self.items.push(Item::Stmt(stmt, context.clone()));
                break;
            }
            let span = stmt.span;
            match &stmt.kind {
                StmtKind::Label(label, body) => {
                    let key = lowerer.key_of_label(*label);
                    self.items.push(Item::Label(key));
                    stmt = body;
                }
                StmtKind::Case(first, last, body) => {
                    let key = lowerer.new_key();
                    self.items.push(Item::Label(key));
                    if let Some(switch) = self.switches.last_mut() {
                        switch.cases.push((*first, *last, key));
                    }
                    stmt = body;
                }
                StmtKind::Default(body) => {
                    let key = lowerer.new_key();
                    self.items.push(Item::Label(key));
                    if let Some(switch) = self.switches.last_mut() {
                        switch.default = Some(key);
                    }
                    stmt = body;
                }
                StmtKind::If(arms, otherwise) => {
                    let end = lowerer.new_key();
                    for hir::Arm { condition, then, span } in arms {
                        let (to, span) = (lowerer.new_key(), *span);
                        self.items.push(Item::Branch { condition: *condition, when: false, to, span });
                        self.stmt(lowerer, then, context);
                        self.items.push(Item::Goto(end, span));
                        self.items.push(Item::Label(to));
                    }
                    ends.push(end);
                    match otherwise {
                        Some(otherwise) => stmt = otherwise,
                        None => break,
                    }
                }
                StmtKind::Block(list) => {
                    for stmt in list {
                        self.stmt(lowerer, stmt, context);
                    }
                    break;
                }
                StmtKind::While(condition, body, _) => {
                    self.while_loop(lowerer, Some(*condition), None, body, context, span);
                    break;
                }
                StmtKind::For(init, condition, step, body, _) => {
                    for stmt in init {
                        self.stmt(lowerer, stmt, context);
                    }
                    self.while_loop(lowerer, *condition, *step, body, context, span);
                    break;
                }
                StmtKind::DoWhile(body, condition, _) => {
                    let (start, next, end) = (lowerer.new_key(), lowerer.new_key(), lowerer.new_key());
                    self.items.push(Item::Label(start));
                    self.stmt(lowerer, body, &inner(context, end, Some(next)));
                    self.items.push(Item::Label(next));
                    self.items.push(Item::Branch { condition: *condition, when: true, to: start, span });
                    self.items.push(Item::Label(end));
                    break;
                }
                StmtKind::Switch(value, body) => {
                    self.switch(lowerer, *value, body, context, span);
                    break;
                }
                _ => {
                    self.items.push(Item::Stmt(stmt, context.clone()));
                    break;
                }
            }
        }
        self.items.extend(ends.into_iter().rev().map(Item::Label));
    }
    fn while_loop(
        &mut self,
        lowerer: &mut Lowerer<'a>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: &'a Stmt,
        context: &Context,
        span: Span,
    ) {
        let (start, end) = (lowerer.new_key(), lowerer.new_key());
        let next = if step.is_some() { lowerer.new_key() } else { start };
        self.items.push(Item::Label(start));
        if let Some(condition) = condition {
            self.items.push(Item::Branch { condition, when: false, to: end, span });
        }
        self.stmt(lowerer, body, &inner(context, end, Some(next)));
        if let Some(step) = step {
            self.items.push(Item::Label(next));
            self.items.push(Item::Effect(step));
        }
        self.items.push(Item::Goto(start, span));
        self.items.push(Item::Label(end));
    }
    fn switch(
        &mut self,
        lowerer: &mut Lowerer<'a>,
        value: ExprId,
        body: &'a Stmt,
        context: &Context,
        span: Span,
    ) {
        let end = lowerer.new_key();
        let dispatch = self.items.len();
        self.items.push(Item::Dispatch { value, cases: Vec::new(), default: end, span });
        self.switches.push(OpenSwitch::default());
        self.stmt(lowerer, body, &inner(context, end, None));
        if let Some(OpenSwitch { cases, default }) = self.switches.pop() {
            self.items[dispatch] = Item::Dispatch { value, cases, default: default.unwrap_or(end), span };
        }
        self.items.push(Item::Label(end));
    }
}

fn inner(outer: &Context, break_to: Key, continue_to: Option<Key>) -> Context {
    Some(Rc::new(ContextEntry { outer: outer.clone(), break_to, continue_to }))
}
