//! `switch` with its labels, `goto`, and which ends of statements can be reached (C99 6.8.1, 6.8.4.2, 6.8.6).

use std::collections::BTreeMap;

use ferrocl_base::codes::statements as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast::{self, ScalarName};

use super::statements::is_switchable;
use super::{Analyzer, similar};
use crate::hir::{ConversionReason, LabelId, Stmt, StmtKind};
use crate::types::{Type, TypeId, TypeTable};

/// A `switch` whose body is being analysed.
pub(crate) struct Switch {
    /// The type of its value.
    ty: TypeId,
    /// The values of its labels so far: first of a range to last and where the label stands.
    cases: BTreeMap<i128, (i128, Span)>,
    /// Where its `default` stands.
    default: Option<Span>,
}

/// How many labels are compared with one that is missing.
const MAX_COMPARED: usize = 1000;

/// A label of a function.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Label {
    /// Its number.
    pub id: LabelId,
    /// Where it stands before a statement.
    pub defined: Option<Span>,
    /// A `goto` that names it.
    pub used: Option<Span>,
}

impl<'a> Analyzer<'a> {
    pub(super) fn switch(&mut self, value: ast::ExprId, body: ast::StmtId, span: Span, out: &mut Vec<Stmt>) {
        let value = self.expression_value(value);
        let found = self.type_of(value);
        let value = if is_switchable(self.program.types.get(found)) {
            let promoted = self.promoted(found);
            self.convert_implicitly(value, promoted, ConversionReason::Switch)
        } else {
            if found != TypeTable::ERROR {
                let text = self.program.types.name(self.interner, found);
                let diagnostic = Diagnostic::new(
                    codes::SWITCH_TYPE,
                    self.span_of(value),
                    format!("`switch` needs an integer, but this has type `{text}`"),
                );
                self.report(match self.program.types.get(found) {
                    Type::Vector(..) => diagnostic.help("choose a component, such as `.x`"),
                    _ => diagnostic.help("convert it, as in `(int)(…)`, or write a chain of `if`"),
                });
            }
            self.error_expression(span)
        };
        let ty = self.type_of(value);
        self.current.switches.push(Switch { ty, cases: BTreeMap::new(), default: None });
        self.current.breakable += 1;
        let scopes = self.scopes.len();
        self.current.breakable_scopes.push(scopes);
        let body = self.body(body);
        self.current.breakable_scopes.pop();
        self.current.breakable -= 1;
        self.current.switches.pop();
        out.push(Stmt { kind: StmtKind::Switch(value, Box::new(body)), span });
    }

    /// The type of an integer after promotion (C99 6.3.1.1).
    fn promoted(&mut self, ty: TypeId) -> TypeId {
        match self.integer_name(ty) {
            Some(name @ (ScalarName::Long | ScalarName::Ulong | ScalarName::Uint)) => {
                self.program.types.scalar(name)
            }
            _ => TypeTable::INT,
        }
    }

    /// `case value:` or `case first ... last:`.
    pub(super) fn case(
        &mut self,
        value: ast::ExprId,
        last: Option<ast::ExprId>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let first_span = self.unit.exprs[value].span;
        let first = self.constant_integer(value, "the value of a `case`");
        let last = match last {
            Some(last) => self.constant_integer(last, "the last value of a `case` range"),
            None => first,
        };
        let Some(switch) = self.current.switches.last() else {
            self.report_label_outside("case", span);
            return;
        };
        let ty = switch.ty;
        let (Some(first), Some(last)) = (first, last) else { return };
        if ty == TypeTable::ERROR {
            return;
        }
        let (low, high) = (self.wrapped(first, ty), self.wrapped(last, ty));
        if low != first || high != last {
            let outside = if low != first { first } else { last };
            let found = self.program.types.name(self.interner, ty);
            let diagnostic = Diagnostic::new(
                codes::CASE_RANGE,
                first_span,
                format!("the `switch` is over `{found}`, which cannot hold the value {outside}"),
            )
            .primary(format!("it counts as {}", if low != first { low } else { high }))
            .help("write a value that the type has, or convert the value of the `switch` to a wider type");
            self.report(diagnostic);
        }
        if low > high {
            let diagnostic = Diagnostic::new(
                codes::CASE_RANGE,
                first_span,
                format!("no value lies between {low} and {high}"),
            )
            .primary("this label is never reached")
            .help("write the smaller value first");
            self.report(diagnostic);
            return;
        }
        let switch = self.current.switches.last_mut().expect("it was seen");
        let before = switch.cases.range(..=high).next_back().filter(|(_, (end, _))| *end >= low);
        if let Some((&start, &(end, earlier))) = before {
            let value = start.max(low);
            let text = if low == high || start == end { format!("{value}") } else { format!("{value} …") };
            let diagnostic = Diagnostic::new(
                codes::DUPLICATE_CASE,
                first_span,
                format!("the `switch` has two labels for the value {text}"),
            )
            .label(earlier, "the first one")
            .help("remove one of them");
            self.report(diagnostic);
            return;
        }
        switch.cases.insert(low, (high, first_span));
        let bits = |value: i128| value as u64 & self.integer_mask(ty);
        let kind =
            StmtKind::Case(bits(low), bits(high), Box::new(Stmt { kind: StmtKind::Empty, span: span.end() }));
        out.push(Stmt { kind, span });
    }
    fn integer_mask(&self, ty: TypeId) -> u64 {
        crate::operation::Element::of(&self.program.types, ty)
            .map_or(u64::MAX, |element| element.scalar.mask())
    }
    /// A value as a type holds it.
    fn wrapped(&self, value: i128, ty: TypeId) -> i128 {
        self.integer_value(ty, value as u64 & self.integer_mask(ty))
    }

    pub(super) fn default(&mut self, span: Span, out: &mut Vec<Stmt>) {
        let Some(switch) = self.current.switches.last_mut() else {
            self.report_label_outside("default", span);
            return;
        };
        if let Some(earlier) = switch.default {
            let diagnostic =
                Diagnostic::new(codes::DUPLICATE_CASE, span, "the `switch` has two `default` labels")
                    .label(earlier, "the first one")
                    .help("remove one of them");
            self.report(diagnostic);
            return;
        }
        switch.default = Some(span);
        out.push(Stmt {
            kind: StmtKind::Default(Box::new(Stmt { kind: StmtKind::Empty, span: span.end() })),
            span,
        });
    }
    fn report_label_outside(&mut self, word: &str, span: Span) {
        let diagnostic =
            Diagnostic::new(codes::MISPLACED_CASE, span, format!("`{word}` is not inside a `switch`"))
                .help("write it in the braces of a `switch`");
        self.report(diagnostic);
    }

    /// The label of this name.
    fn label_entry(&mut self, name: Symbol) -> &mut Label {
        let current = &mut self.current;
        current.label_names.entry(name).or_insert_with(|| Label {
            id: current.labels.push(name),
            defined: None,
            used: None,
        })
    }
    pub(super) fn label(&mut self, name: Symbol, span: Span, out: &mut Vec<Stmt>) {
        if self.leaves_statement_expression("a label", span) {
            return;
        }
        let label = self.label_entry(name);
        let id = label.id;
        let earlier = label.defined.replace(span);
        if let Some(earlier) = earlier {
            let text = self.interner.text(name);
            let diagnostic = Diagnostic::new(
                codes::DUPLICATE_LABEL,
                span,
                format!("the label `{text}` stands at two places"),
            )
            .label(earlier, "the first one")
            .help("give one of them another name");
            self.report(diagnostic);
            return;
        }
        out.push(Stmt {
            kind: StmtKind::Label(id, Box::new(Stmt { kind: StmtKind::Empty, span: span.end() })),
            span,
        });
    }
    pub(super) fn goto(&mut self, name: Symbol, name_span: Span, span: Span, out: &mut Vec<Stmt>) {
        if self.leaves_statement_expression("`goto`", span) {
            return;
        }
        if !self.current.objects.is_empty() {
            let diagnostic = Diagnostic::new(
                ferrocl_base::codes::cpp::GOTO_OBJECT,
                span,
                "a `goto` does not end the lives of objects that have destructors",
            )
            .primary("such an object lives here")
            .help("write a loop with `break`, or a function with `return`");
            self.report(diagnostic);
        }
        let label = self.label_entry(name);
        label.used.get_or_insert(name_span);
        let id = label.id;
        out.push(Stmt { kind: StmtKind::Goto(id), span });
    }
    /// Reports the labels that a `goto` names and that stand nowhere.
    pub(super) fn check_labels(&mut self) {
        let missing: Vec<(Symbol, Span)> = self
            .current
            .labels
            .iter()
            .filter_map(|name| match self.current.label_names.get(name) {
                Some(Label { defined: None, used: Some(span), .. }) => Some((*name, *span)),
                _ => None,
            })
            .collect();
        for (name, span) in missing {
            let text = self.interner.text(name);
            let labels = self.current.labels.iter().filter(|label| {
                self.current.label_names.get(label).is_some_and(|label| label.defined.is_some())
            });
            let near =
                similar::nearest(text, labels.take(MAX_COMPARED).map(|&label| self.interner.text(label)));
            let diagnostic =
                Diagnostic::new(codes::UNDECLARED_LABEL, span, format!("the function has no label `{text}`"));
            let diagnostic = match near {
                Some(near) => diagnostic.suggest("did you mean this label?", span, near),
                None => diagnostic.help(format!("write `{text}:` before the statement to go to")),
            };
            self.report(diagnostic);
        }
    }

    /// Whether the end of a list of statements can be reached, as far as that can be told without knowing values.
    pub(super) fn may_complete(&mut self, stmts: &[Stmt]) -> bool {
        let mut reachable = true;
        for stmt in stmts {
            if reachable || is_target(stmt) {
                reachable = self.completes(stmt);
            }
        }
        reachable
    }
    fn completes(&mut self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Expr(_) | StmtKind::Declare(..) | StmtKind::Empty => true,
            StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue => false,
            StmtKind::Block(stmts) => self.may_complete(stmts),
            StmtKind::If(arms, otherwise) => {
                let mut completes = false;
                for arm in arms {
                    let known = self.known_condition(arm.condition);
                    if known != Some(false) {
                        completes |= self.completes(&arm.then);
                    }
                    if known == Some(true) {
                        return completes;
                    }
                }
                let last = otherwise.as_deref();
                completes | last.is_none_or(|otherwise| self.completes(otherwise))
            }
            StmtKind::While(condition, body, _) => {
                self.known_condition(*condition) != Some(true) || leaves(body)
            }
            StmtKind::For(_, condition, _, body, _) => {
                condition.is_some_and(|condition| self.known_condition(condition) != Some(true))
                    || leaves(body)
            }
            StmtKind::DoWhile(body, condition, _) => {
                leaves(body)
                    || (self.known_condition(*condition) != Some(true)
                        && (self.completes(body) || continues(body)))
            }
            StmtKind::Switch(_, body) => !has_default(body) || leaves(body) || self.completes(body),
            StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
                self.completes(body)
            }
        }
    }
    fn known_condition(&mut self, condition: crate::hir::ExprId) -> Option<bool> {
        // A float condition has another zero (−0), so only integers and truth values are looked at.
        let ty = self.type_of(condition);
        if !is_switchable(self.program.types.get(ty)) {
            return None;
        }
        self.fold(condition).map(|bits| bits[0] != 0)
    }
}

/// Whether control can come to a statement from elsewhere.
fn is_target(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Case(..) | StmtKind::Default(_) | StmtKind::Label(..) => true,
        StmtKind::Block(stmts) => stmts.iter().any(is_target),
        StmtKind::If(arms, otherwise) => {
            arms.iter().map(|arm| &arm.then).chain(otherwise.as_deref()).any(is_target)
        }
        StmtKind::While(_, body, _) | StmtKind::DoWhile(body, ..) | StmtKind::For(_, _, _, body, _) => {
            is_target(body)
        }
        _ => false,
    }
}
/// Whether a `break` in the body of a loop or `switch` leaves it.
fn leaves(body: &Stmt) -> bool {
    any_statement(body, &mut |stmt| matches!(stmt.kind, StmtKind::Break), true)
}
/// Whether a `continue` in the body of a loop goes on with it.
fn continues(body: &Stmt) -> bool {
    any_statement(body, &mut |stmt| matches!(stmt.kind, StmtKind::Continue), false)
}
fn has_default(body: &Stmt) -> bool {
    any_statement(body, &mut |stmt| matches!(stmt.kind, StmtKind::Default(_)), true)
}
/// Whether a statement, or one in it that belongs to the same loop (and, if `stop_at_switch`, the same `switch`), is such.
fn any_statement(stmt: &Stmt, is: &mut dyn FnMut(&Stmt) -> bool, stop_at_switch: bool) -> bool {
    if is(stmt) {
        return true;
    }
    match &stmt.kind {
        StmtKind::Block(stmts) => stmts.iter().any(|stmt| any_statement(stmt, is, stop_at_switch)),
        StmtKind::If(arms, otherwise) => {
            let mut inner = arms.iter().map(|arm| &arm.then).chain(otherwise.as_deref());
            inner.any(|stmt| any_statement(stmt, is, stop_at_switch))
        }
        StmtKind::Switch(_, body) if !stop_at_switch => any_statement(body, is, stop_at_switch),
        StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
            any_statement(body, is, stop_at_switch)
        }
        _ => false,
    }
}
