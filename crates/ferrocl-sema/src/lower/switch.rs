//! `switch`.
//!
//! The sections stand side by side, each behind a test of its values, and leave the whole when they are done; `default` comes
//! last. A section that falls through tells the next one by a flag. Many sections are tested in a tree of
//! comparisons. A `switch` whose labels stand inside of other statements is [taken apart](super::flatten).

use ferrocl_base::Span;
use ferrocl_ir::{BinaryOp, CompareOp, Op, Scalar, SlotType, Stmt as Ir, UnaryOp, ValueId, ValueType};

use super::Lowerer;
use super::flatten::Jumps;
use super::jumps::{JumpTarget, Key, Target};
use super::lowerer::ends;
use crate::hir::{ExprId, Stmt, StmtKind};

/// Up to this many tests are made one after another; more are divided by a comparison first.
const TESTS_IN_A_ROW: usize = 6;

const BOOL: ValueType = ValueType::Scalar(Scalar::Bool);

/// The statements between two groups of labels.
#[derive(Default)]
struct Section<'a> {
    /// The values that lead here.
    ranges: Vec<(u64, u64)>,
    is_default: bool,
    statements: Vec<&'a Stmt>,
}

/// Sections of which each falls through to the next.
#[derive(Default)]
struct Run {
    sections: Vec<LoweredSection>,
}

/// A section, lowered.
struct LoweredSection {
    ranges: Vec<(u64, u64)>,
    is_default: bool,
    body: Vec<Ir>,
}

/// What is done for some values.
struct Entry {
    /// In order and apart from each other, as signed or unsigned numbers.
    ranges: Vec<(i128, i128)>,
    /// Which of the things that can be done.
    action: usize,
}

/// The value that is switched on.
#[derive(Clone, Copy)]
struct Subject {
    value: ValueId,
    scalar: Scalar,
    signed: bool,
}

impl Subject {
    fn number(self, bits: u64) -> i128 {
        let bits = bits & self.scalar.mask();
        if self.signed { ferrocl_ir::eval::scalar::signed(self.scalar, bits).into() } else { bits.into() }
    }
}

impl<'a> Lowerer<'a> {
    /// `switch (value) body`.
    pub(super) fn switch(&mut self, value: ExprId, body: &'a Stmt, span: Span) {
        match self.sections(body) {
            Some(sections) => self.switch_on_sections(value, sections, span),
            None => {
                let items = self.flatten_switch(value, body, span);
                self.items(items);
            }
        }
    }
    /// The sections of a body, if all labels stand at its top and nothing jumps from one section into another.
    fn sections(&self, body: &'a Stmt) -> Option<Vec<Section<'a>>> {
        let list = match &body.kind {
            StmtKind::Block(list) => list,
            _ => std::slice::from_ref(body),
        };
        let mut sections: Vec<Section<'a>> = vec![Section::default()];
        for mut stmt in list {
            while let StmtKind::Case(.., body) | StmtKind::Default(body) = &stmt.kind {
                if sections.last().is_some_and(|section| !section.statements.is_empty())
                    || sections.len() == 1
                {
                    sections.push(Section::default());
                }
                if let Some(section) = sections.last_mut() {
                    match stmt.kind {
                        StmtKind::Case(first, last, _) => section.ranges.push((first, last)),
                        _ => section.is_default = true,
                    }
                }
                stmt = body;
            }
            if let Some(section) = sections.last_mut()
                && !matches!(stmt.kind, StmtKind::Empty)
            {
                section.statements.push(stmt);
            }
        }
        let labelled = !self.current.source.labels.is_empty();
        for section in &sections {
            let mut inside = Jumps::default();
            for stmt in &section.statements {
                inside.join(Jumps::of(stmt));
            }
            if inside.cases
                || labelled && inside.labels.iter().any(|&label| self.is_entered_from_outside(label, &inside))
            {
                return None;
            }
        }
        // What stands before the first label is never reached.
        sections.remove(0);
        Some(sections)
    }
    fn subject(&mut self, value: ExprId, span: Span) -> Subject {
        let element = self.element(self.type_of(value));
        let value = self.value(value);
        let Some(element) = element.filter(|element| element.scalar.is_integer()) else {
            self.internal_error(span, "a `switch` on a value that is no integer");
            return Subject { value, scalar: Scalar::I32, signed: true };
        };
        Subject { value, scalar: element.scalar, signed: element.signed }
    }
    fn switch_on_sections(&mut self, value: ExprId, sections: Vec<Section<'a>>, span: Span) {
        let subject = self.subject(value, span);
        let label = self.new_label();
        self.block(label, |this| {
            let target = JumpTarget { break_to: Target::Break(label), continue_to: None };
            let mut runs: Vec<Run> = Vec::new();
            let mut falls = false;
            for section in sections {
                let body = this.list(|this| {
                    this.within(target, |this| this.statements(section.statements.iter().copied()));
                });
                if !falls {
                    runs.push(Run::default());
                }
                falls = !ends(&body);
                if let Some(run) = runs.last_mut() {
                    let Section { ranges, is_default, .. } = section;
                    run.sections.push(LoweredSection { ranges, is_default, body });
                }
            }
            // The end of the text is the end of the last run; but another one may come after it.
            if falls && let Some(last) = runs.last_mut().and_then(|run| run.sections.last_mut()) {
                last.body.push(Ir::Break(label));
                this.current.used_labels.insert(label);
            }
            this.runs(subject, runs, span);
        });
    }
    /// Lowers runs, of which each ends in a jump.
    fn runs(&mut self, subject: Subject, mut runs: Vec<Run>, span: Span) {
        let default = runs.iter().position(|run| run.sections.iter().any(|section| section.is_default));
        let default = default.map(|position| runs.remove(position));
        let entries = runs
            .iter()
            .enumerate()
            .map(|(action, run)| {
                let ranges = run.sections.iter().flat_map(|section| section.ranges.iter().copied());
                self.entry(subject, ranges, action)
            })
            .collect();
        self.decide(subject, entries, span, &mut |this, action| {
            let run = std::mem::take(&mut runs[action]);
            this.run(subject, run, span);
        });
        if let Some(run) = default {
            self.run(subject, run, span);
        }
    }
    /// The sections of a run, where it is known that the value leads to one of them (or, with `default`, to no other run).
    fn run(&mut self, subject: Subject, run: Run, span: Span) {
        let only = run.sections.len() == 1;
        if only {
            for stmt in run.sections.into_iter().flat_map(|section| section.body) {
                self.push(stmt);
            }
            return;
        }
        let all: Vec<(u64, u64)> =
            run.sections.iter().flat_map(|section| section.ranges.iter().copied()).collect();
        let flag = self.temporary(SlotType::Value(BOOL), span);
        let no = self.scalar_constant(Scalar::Bool, 0, span);
        let yes = self.true_value(span);
        self.push(Ir::SlotStore { slot: flag, value: no, span });
        let count = run.sections.len();
        for (number, LoweredSection { ranges, is_default, mut body }) in run.sections.into_iter().enumerate()
        {
            let mut here = self.is_one_of(subject, &ranges, span);
            if is_default {
                let some = self.is_one_of(subject, &all, span);
                let none = self.emit(Op::Unary(UnaryOp::Not, some), BOOL, span);
                here = self.emit(Op::Binary(BinaryOp::Or, here, none), BOOL, span);
            }
            if number > 0 {
                let fell = self.emit(Op::SlotLoad(flag), BOOL, span);
                here = self.emit(Op::Binary(BinaryOp::Or, fell, here), BOOL, span);
            }
            if number + 1 < count && !ends(&body) {
                body.push(Ir::SlotStore { slot: flag, value: yes, span });
            }
            self.push_if(here, body, Vec::new(), span);
        }
    }
    /// Whether the value is in one of the ranges.
    fn is_one_of(&mut self, subject: Subject, ranges: &[(u64, u64)], span: Span) -> ValueId {
        let entry = self.entry(subject, ranges.iter().copied(), 0);
        self.is_in(subject, &entry.ranges, span)
    }
    fn entry(&self, subject: Subject, ranges: impl Iterator<Item = (u64, u64)>, action: usize) -> Entry {
        let mut ranges: Vec<(i128, i128)> = ranges
            .map(|(first, last)| (subject.number(first), subject.number(last)))
            .filter(|(first, last)| first <= last)
            .collect();
        ranges.sort_unstable();
        ranges.dedup_by(|next, before| {
            let joins = next.0 <= before.1 + 1;
            if joins {
                before.1 = before.1.max(next.1);
            }
            joins
        });
        Entry { ranges, action }
    }
    fn is_in(&mut self, subject: Subject, ranges: &[(i128, i128)], span: Span) -> ValueId {
        let ty = ValueType::Scalar(subject.scalar);
        let mut result = None;
        for &(first, last) in ranges {
            let low = self.scalar_constant(subject.scalar, first as u64, span);
            let test = if first == last {
                self.emit(Op::Compare(CompareOp::Equal, subject.value, low), BOOL, span)
            } else {
                // One comparison does: what is below the range wraps to above it.
                let distance = self.emit(Op::Binary(BinaryOp::Sub, subject.value, low), ty, span);
                let length = self.scalar_constant(subject.scalar, (last - first) as u64, span);
                self.emit(Op::Compare(CompareOp::LessEqualUnsigned, distance, length), BOOL, span)
            };
            result = Some(match result {
                Some(before) => self.emit(Op::Binary(BinaryOp::Or, before, test), BOOL, span),
                None => test,
            });
        }
        result.unwrap_or_else(|| self.scalar_constant(Scalar::Bool, 0, span))
    }
    /// Does the action of the entry that the value is in. Actions end in jumps; where no entry has the value, control goes on.
    fn decide(
        &mut self,
        subject: Subject,
        mut entries: Vec<Entry>,
        span: Span,
        act: &mut dyn FnMut(&mut Self, usize),
    ) {
        entries.retain(|entry| !entry.ranges.is_empty());
        if entries.len() > TESTS_IN_A_ROW {
            entries.sort_by_key(|entry| entry.ranges[0]);
            let apart = entries
                .windows(2)
                .all(|pair| pair[0].ranges.last().is_some_and(|&(_, last)| last < pair[1].ranges[0].0));
            if apart {
                return self.decide_by_halves(subject, &entries, span, act);
            }
        }
        self.decide_in_a_row(subject, &entries, span, act);
    }
    fn decide_in_a_row(
        &mut self,
        subject: Subject,
        entries: &[Entry],
        span: Span,
        act: &mut dyn FnMut(&mut Self, usize),
    ) {
        for entry in entries {
            let test = self.is_in(subject, &entry.ranges, span);
            let then = self.list(|this| act(this, entry.action));
            self.push_if(test, then, Vec::new(), span);
        }
    }
    fn decide_by_halves(
        &mut self,
        subject: Subject,
        entries: &[Entry],
        span: Span,
        act: &mut dyn FnMut(&mut Self, usize),
    ) {
        if entries.len() <= TESTS_IN_A_ROW {
            return self.decide_in_a_row(subject, entries, span, act);
        }
        let (low, high) = entries.split_at(entries.len() / 2);
        let pivot = self.scalar_constant(subject.scalar, high[0].ranges[0].0 as u64, span);
        let less = if subject.signed { CompareOp::LessSigned } else { CompareOp::LessUnsigned };
        let is_low = self.emit(Op::Compare(less, subject.value, pivot), BOOL, span);
        let then = self.list(|this| this.decide_by_halves(subject, low, span, act));
        let otherwise = self.list(|this| this.decide_by_halves(subject, high, span, act));
        self.push_if(is_low, then, otherwise, span);
    }
    /// The jump by value at the head of a `switch` that was taken apart.
    pub(super) fn dispatch(&mut self, value: ExprId, cases: &[(u64, u64, Key)], default: Key, span: Span) {
        let subject = self.subject(value, span);
        let entries = cases
            .iter()
            .enumerate()
            .map(|(action, &(first, last, _))| self.entry(subject, std::iter::once((first, last)), action))
            .collect();
        self.decide(subject, entries, span, &mut |this, action| {
            this.jump(Target::Key(cases[action].2), span);
        });
        self.jump(Target::Key(default), span);
    }
}
