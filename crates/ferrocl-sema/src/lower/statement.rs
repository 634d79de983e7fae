//! Statements and loops.
//!
//! A loop is a `Loop` that is left by `break`. Where it has a step, or its condition comes last, the body is a
//! `Block` whose end `continue` goes to. Blocks that nothing jumps to the end of are not made.

use ferrocl_base::Span;
use ferrocl_ir::{LabelId, Stmt as Ir, ValueId};
use ferrocl_syntax::ast::LoopHint;

use super::Lowerer;
use super::jumps::{JumpTarget, Target};
use super::place::{Address, Memory};
use crate::hir::{Arm, ExprId, Stmt, StmtKind};

/// From this length on, a chain of `else if` is lowered side by side and not one inside of the other, so that it does
/// not make the IR deep.
const LONG_CHAIN: usize = 6;

impl<'a> Lowerer<'a> {
    /// Statements in order.
    pub(super) fn statements(&mut self, list: impl Iterator<Item = &'a Stmt> + Clone) {
        if self.has_jumps_in(list.clone()) {
            return self.statements_with_labels(list);
        }
        for stmt in list {
            // What follows a jump is never reached, and after a fault nothing is needed.
            if self.is_ended() || self.has_failed() {
                break;
            }
            self.statement(stmt);
        }
    }
    /// One statement.
    pub(super) fn statement(&mut self, stmt: &'a Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.effect(*expr),
            StmtKind::Declare(variable, initializer) => {
                self.declare(*variable, initializer.as_ref(), span);
            }
            StmtKind::Block(list) => self.statements(list.iter()),
            // A `goto` from one arm into the other.
            StmtKind::If(..) if self.has_jumps_in([stmt]) => {
                self.statements_with_labels([stmt]);
            }
            StmtKind::If(arms, otherwise) => self.if_statement(arms, otherwise.as_deref()),
            StmtKind::While(condition, body, hint) => {
                self.while_loop(Some(*condition), None, body, *hint, span);
            }
            StmtKind::For(init, condition, step, body, hint) => {
                self.statements(init.iter());
                self.while_loop(*condition, *step, body, *hint, span);
            }
            StmtKind::DoWhile(body, condition, hint) => self.do_while_loop(body, *condition, *hint, span),
            StmtKind::Switch(value, body) => self.switch(*value, body, span),
            StmtKind::Break => match self.current.targets.last() {
                Some(&target) => self.jump(target.break_to, span),
                None => self.internal_error(span, "`break` outside of loops and `switch`"),
            },
            StmtKind::Continue => {
                match self.current.targets.iter().rev().find_map(|target| target.continue_to) {
                    Some(target) => self.jump(target, span),
                    None => self.internal_error(span, "`continue` outside of loops"),
                }
            }
            StmtKind::Return(value) => self.return_statement(*value, span),
            StmtKind::Goto(label) => match self.current.label_keys.get(label) {
                Some(&key) => self.jump(Target::Key(key), span),
                None => self.internal_error(span, "`goto` to a label that is not in reach"),
            },
            StmtKind::Label(..) => self.labelled(stmt),
            StmtKind::Case(..) | StmtKind::Default(_) => {
                self.internal_error(span, "a `case` label outside of `switch`")
            }
        }
    }
    /// A statement with labels before it.
    fn labelled(&mut self, mut stmt: &'a Stmt) {
        while let StmtKind::Label(label, body) = &stmt.kind {
            if self.current.goto_counts.contains_key(label) {
                return self.statements_with_labels([stmt]);
            }
            stmt = body;
        }
        self.statement(stmt);
    }
    fn return_statement(&mut self, value: Option<ExprId>, span: Span) {
        let Some(value) = value else { return self.push(Ir::Return(None)) };
        if let Some(result) = self.current.result_pointer {
            let ty = self.current.source.result;
            let align = self.program.types.align_of(ty);
            let (from, from_align) = self.aggregate(value);
            let to = Memory { address: Address::of(result), align, volatile: false };
            self.copy(to, from, from_align, ty, span);
            return self.push(Ir::Return(None));
        }
        if self.current.out.result == ferrocl_ir::ValueType::Void {
            self.effect(value);
            return self.push(Ir::Return(None));
        }
        let value = self.value(value);
        self.push(Ir::Return(Some(value)));
    }

    fn if_statement(&mut self, arms: &'a [Arm], rest: Option<&'a Stmt>) {
        if arms.len() < LONG_CHAIN {
            return self.if_chain(arms, rest);
        }
        let label = self.new_label();
        let body = self.list(|this| {
            for &Arm { condition, ref then, span } in arms {
                let condition = this.condition(condition);
                let mut then = this.list(|this| this.statement(then));
                if !super::lowerer::ends(&then) {
                    then.push(Ir::Break(label));
                }
                this.push_if(condition, then, Vec::new(), span);
            }
            if let Some(rest) = rest {
                this.statement(rest);
            }
        });
        self.push(Ir::Block { label, body });
    }
    fn if_chain(&mut self, arms: &'a [Arm], rest: Option<&'a Stmt>) {
        let Some((&Arm { condition, ref then, span }, others)) = arms.split_first() else {
            if let Some(rest) = rest {
                self.statement(rest);
            }
            return;
        };
        let condition = self.condition(condition);
        if let Some(known) = self.constant_bits(condition) {
            // Labels in the other arm, if any, were lowered apart already.
            return if known[0] != 0 { self.statement(then) } else { self.if_chain(others, rest) };
        }
        let then = self.list(|this| this.statement(then));
        let otherwise = self.list(|this| this.if_chain(others, rest));
        self.push_if(condition, then, otherwise, span);
    }

    /// Leaves a loop unless the condition holds. Whether it may hold at all.
    fn leave_unless(&mut self, condition: ExprId, label: LabelId) -> bool {
        let span = self.expr(condition).span;
        let condition = self.condition(condition);
        match self.constant_bits(condition) {
            Some(known) if known[0] != 0 => true,
            Some(_) => {
                self.push(Ir::Break(label));
                false
            }
            None => {
                self.push_if(condition, Vec::new(), vec![Ir::Break(label)], span);
                true
            }
        }
    }
    fn while_loop(
        &mut self,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: &'a Stmt,
        hint: LoopHint,
        span: Span,
    ) {
        let label = self.new_label();
        let list = self.list(|this| {
            let runs = condition.is_none_or(|condition| this.leave_unless(condition, label));
            if !runs {
                return;
            }
            let Some(step) = step else {
                let target =
                    JumpTarget { break_to: Target::Break(label), continue_to: Some(Target::Continue(label)) };
                return this.within(target, |this| this.statement(body));
            };
            let end = this.new_label();
            let target = JumpTarget { break_to: Target::Break(label), continue_to: Some(Target::Break(end)) };
            this.block(end, |this| this.within(target, |this| this.statement(body)));
            if !this.is_ended() {
                this.effect(step);
            }
        });
        self.push_loop(label, list, hint, span);
    }
    fn do_while_loop(&mut self, body: &'a Stmt, condition: ExprId, hint: LoopHint, span: Span) {
        let label = self.new_label();
        // `do … while (0)` is the idiom for a macro of several statements: it is no loop.
        let once = self.is_constant_false(condition);
        let end = if once { label } else { self.new_label() };
        let target = JumpTarget { break_to: Target::Break(label), continue_to: Some(Target::Break(end)) };
        if once {
            return self.block(label, |this| this.within(target, |this| this.statement(body)));
        }
        let list = self.list(|this| {
            this.block(end, |this| this.within(target, |this| this.statement(body)));
            if !this.is_ended() {
                this.leave_unless(condition, label);
            }
        });
        self.push_loop(label, list, hint, span);
    }
    /// Whether a condition is a constant zero, seen through conversions that keep it so.
    fn is_constant_false(&self, mut id: ExprId) -> bool {
        loop {
            id = match self.expr(id).kind {
                crate::hir::ExprKind::Constant(ref bits) => return bits.iter().all(|&word| word == 0),
                crate::hir::ExprKind::Convert { kind, operand, .. }
                    if self.keeps_truth(kind, operand, id) =>
                {
                    operand
                }
                _ => return false,
            };
        }
    }
    fn push_loop(&mut self, label: LabelId, body: Vec<Ir>, hint: LoopHint, span: Span) {
        // Only a loop that never comes to its second turn can begin with a jump out of it.
        if let [Ir::Break(out)] = body[..]
            && out == label
        {
            return;
        }
        let unroll = match hint {
            LoopHint::None | LoopHint::Factor(_) => 0,
            LoopHint::Full => u32::MAX,
            LoopHint::By(factor) => factor,
        };
        self.push(Ir::Loop { label, body, unroll, span });
    }

    // ---- labels ----

    /// Fills a block whose end `break label` goes to. Without such a jump, its statements stand where the block would.
    pub(super) fn block(&mut self, label: LabelId, fill: impl FnOnce(&mut Self)) {
        let mut body = self.list(fill);
        while matches!(body.last(), Some(Ir::Break(to)) if *to == label) {
            body.pop();
        }
        if self.current.used_labels.contains(&label) {
            self.push(Ir::Block { label, body });
        } else {
            for stmt in body {
                self.push(stmt);
            }
        }
    }
    /// Does something where `break` and `continue` mean this.
    pub(super) fn within(&mut self, target: JumpTarget, what: impl FnOnce(&mut Self)) {
        self.current.targets.push(target);
        what(self);
        self.current.targets.pop();
    }
    /// A truth value of the IR that is a constant.
    pub(super) fn true_value(&mut self, span: Span) -> ValueId {
        self.scalar_constant(ferrocl_ir::Scalar::Bool, 1, span)
    }
}
