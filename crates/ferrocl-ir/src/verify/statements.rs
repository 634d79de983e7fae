//! The rules of statements: scopes of values, labels, and the types of what is written.

use ferrocl_base::Span;
use ferrocl_base::id::Id;

use super::{Checker, FunctionInfo, MAX_NESTING};
use crate::*;

struct Walk<'c, 'a> {
    checker: &'c mut Checker<'a>,
    info: &'c mut FunctionInfo,
    /// Values that may be used here.
    in_scope: Vec<bool>,
    /// Values that came into scope, in order; a list's end takes its own back out.
    entered: Vec<ValueId>,
    evaluated: Vec<bool>,
    /// The enclosing labelled statements; whether each is a loop.
    enclosing: Vec<(LabelId, bool)>,
    labels: Vec<bool>,
    depth: usize,
}

impl Checker<'_> {
    pub(super) fn body(&mut self, info: &mut FunctionInfo) {
        let function = self.function;
        let mut walk = Walk {
            in_scope: function.values.iter().map(|value| value.op.is_floating()).collect(),
            entered: Vec::new(),
            evaluated: vec![false; function.values.len()],
            enclosing: Vec::new(),
            labels: Vec::new(),
            depth: 0,
            checker: self,
            info,
        };
        walk.list(&function.body);
    }
}

impl<'a> Walk<'_, 'a> {
    fn function(&self) -> &'a Function {
        self.checker.function
    }
    fn fail(&mut self, span: Span, message: impl Into<String>) {
        self.checker.fail(None, span, message);
    }

    fn list(&mut self, list: &'a [Stmt]) {
        if self.depth > MAX_NESTING {
            return self.fail(self.function().span, format!("statements nest deeper than {MAX_NESTING}"));
        }
        self.depth += 1;
        let before = self.entered.len();
        for stmt in list {
            self.stmt(stmt);
        }
        for id in self.entered.drain(before..) {
            self.in_scope[id.index()] = false;
        }
        self.depth -= 1;
    }

    /// Notes a use of a value. Its type, if it may be used here.
    fn used(&mut self, id: ValueId, span: Span) -> Option<ValueType> {
        let Some(value) = self.function().values.get(id) else {
            self.fail(span, format!("{id} does not exist"));
            return None;
        };
        if !self.in_scope[id.index()] {
            self.fail(span, format!("{id} is used where it does not exist"));
            return None;
        }
        if let Op::SlotAddress(slot) = value.op
            && slot.index() < self.info.address_taken.len()
        {
            self.info.address_taken[slot] = true;
        }
        Some(value.ty)
    }

    fn pointer(&mut self, id: ValueId, written: bool, span: Span) {
        match self.used(id, span) {
            Some(ValueType::Pointer(AddressSpace::Constant)) if written => {
                self.fail(span, format!("{id} points to constant space, which cannot be written"))
            }
            None | Some(ValueType::Pointer(_)) => {}
            Some(ty) => self.fail(span, format!("{id} has type {ty}, not a pointer")),
        }
    }

    fn bytes(&mut self, size: u64, align: u32, span: Span) {
        if let Some(message) = super::layout_fault(size, align) {
            self.fail(span, message);
        }
    }

    fn label(&mut self, label: LabelId, span: Span) {
        if label.0 >= self.function().label_count.min(super::MAX_LABELS) {
            return self.fail(span, format!("{label} does not exist"));
        }
        if self.labels.len() <= label.index() {
            self.labels.resize(label.index() + 1, false);
        }
        if std::mem::replace(&mut self.labels[label.index()], true) {
            self.fail(span, format!("two statements have the label {label}"));
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match *stmt {
            Stmt::Let(id) => self.evaluate(id),
            Stmt::SlotStore { slot, value, span } => {
                let ty = self.used(value, span);
                match self.function().slots.get(slot).map(|slot| slot.ty) {
                    None => self.fail(span, format!("{slot} does not exist")),
                    Some(SlotType::Bytes { .. }) => {
                        self.fail(span, format!("{slot} holds bytes, so it cannot be written whole"))
                    }
                    Some(SlotType::Value(wanted)) => {
                        if let Some(ty) = ty
                            && ty != wanted
                        {
                            self.fail(
                                span,
                                format!("{value} of type {ty} is written to {slot} of type {wanted}"),
                            );
                        }
                    }
                }
            }
            Stmt::Store { pointer, value, access, span } => {
                self.pointer(pointer, true, span);
                if let Some(ty) = self.used(value, span)
                    && let Err(message) = super::ops::check_access(ty, access)
                {
                    self.fail(span, message);
                }
            }
            Stmt::AtomicStore { pointer, value, ordering, span } => {
                self.pointer(pointer, true, span);
                if let Some(ty) = self.used(value, span)
                    && !super::ops::is_atomic(ty)
                {
                    self.fail(span, format!("an atomic store of type {ty}"));
                }
                if matches!(ordering, AtomicOrdering::Acquire | AtomicOrdering::AcquireRelease) {
                    self.fail(span, "an atomic store cannot acquire");
                }
            }
            Stmt::Copy { to, from, size, align, span } => {
                self.pointer(to, true, span);
                self.pointer(from, false, span);
                self.bytes(size, align, span);
            }
            Stmt::Zero { to, size, align, span } => {
                self.pointer(to, true, span);
                self.bytes(size, align, span);
            }
            Stmt::SlotStart(slot) => {
                if self.function().slots.get(slot).is_none() {
                    self.fail(Span::NONE, format!("{slot} does not exist"));
                }
            }
            Stmt::Block { label, ref body } => {
                self.label(label, Span::NONE);
                self.enclosing.push((label, false));
                self.list(body);
                self.enclosing.pop();
            }
            Stmt::Loop { label, ref body, span, .. } => {
                self.label(label, span);
                self.enclosing.push((label, true));
                self.list(body);
                self.enclosing.pop();
            }
            Stmt::If { condition, ref then, ref otherwise, span } => {
                if let Some(ty) = self.used(condition, span)
                    && ty != ValueType::Scalar(Scalar::Bool)
                {
                    self.fail(span, format!("the condition {condition} has type {ty}, not bool"));
                }
                self.list(then);
                self.list(otherwise);
            }
            Stmt::Break(label) => {
                if !self.enclosing.iter().any(|&(enclosing, _)| enclosing == label) {
                    self.fail(Span::NONE, format!("`break {label}` is not inside of {label}"));
                }
            }
            Stmt::Continue(label) => {
                if !self.enclosing.contains(&(label, true)) {
                    self.fail(Span::NONE, format!("`continue {label}` is not inside of a loop {label}"));
                }
            }
            Stmt::Return(value) => {
                let (wanted, span) = (self.function().result, self.function().span);
                let ty = match value {
                    Some(value) => self.used(value, span),
                    None => Some(ValueType::Void),
                };
                if let Some(ty) = ty
                    && ty != wanted
                {
                    self.fail(span, format!("the function gives {wanted}, the return {ty}"));
                }
            }
            Stmt::Barrier { sub_group, .. } => {
                self.info.has_barrier = true;
                self.info.uses_sub_groups |= sub_group;
            }
            Stmt::Fence { .. } => {}
        }
    }

    fn evaluate(&mut self, id: ValueId) {
        let Some(value) = self.function().values.get(id) else {
            return self.fail(Span::NONE, format!("{id} does not exist"));
        };
        match value.op {
            // Work-items meet there.
            Op::Collective { group, .. } => {
                self.info.has_barrier = true;
                self.info.uses_sub_groups |= group != CollectiveGroup::WorkGroup;
            }
            Op::WorkItem(query, _) => self.info.uses_sub_groups |= query.is_of_sub_group(),
            _ => {}
        }
        if value.op.is_floating() {
            self.checker.fail(Some(id), value.span, "exists everywhere, so it cannot be in a `let`");
        }
        if std::mem::replace(&mut self.evaluated[id.index()], true) {
            self.checker.fail(Some(id), value.span, "has two `let`s");
        }
        value.op.for_each_operand(|operand| {
            self.used(operand, value.span);
        });
        if let Op::Call { function, .. } = value.op
            && self.checker.module.functions.get(function).is_some()
        {
            self.info.callees.push(function);
        }
        if !self.in_scope[id.index()] {
            self.in_scope[id.index()] = true;
            self.entered.push(id);
        }
    }
}
