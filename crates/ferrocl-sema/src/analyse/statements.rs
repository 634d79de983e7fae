//! Statements (C99 6.8).
//!
//! Statements are written into a list that the caller gives, so that frames of the recursion stay small; how deep it goes is bounded
//! by the parser, except for chains of labels and of `else if`, which are walked with loops.

use ferrocl_base::codes::statements as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast::{self, LoopHint};

use super::Analyzer;
use crate::hir::{self, ConversionReason, ExprId, ExprKind, Stmt, StmtKind};
use crate::types::{Type, TypeTable};

impl<'a> Analyzer<'a> {
    /// The block of a function's body, whose scope is open already.
    pub(super) fn outermost_block(&mut self, id: ast::StmtId) -> Vec<Stmt> {
        let mut out = Vec::new();
        match &self.unit.stmts[id].kind {
            ast::StmtKind::Block { stmts, fp_contract } => self.block_contents(stmts, *fp_contract, &mut out),
            _ => self.statement(id, &mut out),
        }
        out
    }
    pub(super) fn block_contents(
        &mut self,
        stmts: &'a [ast::StmtId],
        fp_contract: Option<Option<bool>>,
        out: &mut Vec<Stmt>,
    ) {
        let before = self.fp_contract;
        if let Some(state) = fp_contract {
            self.fp_contract = state.unwrap_or(true);
        }
        for &stmt in stmts {
            self.statement(stmt, out);
        }
        self.fp_contract = before;
    }

    /// Analyses a statement and adds what it is to `out`. Labels before it are statements of their own there.
    fn statement(&mut self, mut id: ast::StmtId, out: &mut Vec<Stmt>) {
        let unit = self.unit;
        loop {
            let stmt = &unit.stmts[id];
            let body = match &stmt.kind {
                ast::StmtKind::Case { value, last, body } => {
                    self.case(*value, *last, stmt.span, out);
                    *body
                }
                ast::StmtKind::Default { body } => {
                    self.default(stmt.span, out);
                    *body
                }
                ast::StmtKind::Label { name, body } => {
                    self.label(*name, stmt.span, out);
                    *body
                }
                _ => break,
            };
            id = body;
        }
        let stmt = &unit.stmts[id];
        match &stmt.kind {
            ast::StmtKind::Block { stmts, fp_contract } => {
                let mut inner = Vec::new();
                self.open_scope();
                self.block_contents(stmts, *fp_contract, &mut inner);
                self.end_scope(stmt.span, &mut inner);
                self.close_scope();
                out.push(Stmt { kind: StmtKind::Block(inner), span: stmt.span });
            }
            ast::StmtKind::Declaration(declaration) => self.declaration(declaration, Some(out)),
            ast::StmtKind::StaticAssert(assertion) => self.static_assert(assertion),
            ast::StmtKind::Expr(expr) => self.expression_statement(*expr, stmt.span, out),
            ast::StmtKind::Empty | ast::StmtKind::Error => {}
            ast::StmtKind::If { .. } => self.if_chain(id, out),
            ast::StmtKind::Switch { value, body } => self.switch(*value, *body, stmt.span, out),
            ast::StmtKind::While { condition, body, hint } => {
                self.while_loop(*condition, *body, *hint, stmt.span, out);
            }
            ast::StmtKind::DoWhile { body, condition, hint } => {
                self.do_loop(*body, *condition, *hint, stmt.span, out);
            }
            ast::StmtKind::For { .. } => self.for_loop(id, out),
            ast::StmtKind::RangeFor { element, range, body, hint } => {
                self.range_loop(element, *range, *body, *hint, stmt.span, out);
            }
            ast::StmtKind::Item(item) => self.external_item(item),
            ast::StmtKind::ReturnList(list) => self.return_list(list, stmt.span, out),
            ast::StmtKind::Break => self.jump(true, stmt.span, out),
            ast::StmtKind::Continue => self.jump(false, stmt.span, out),
            ast::StmtKind::Return(value) => self.return_statement(*value, stmt.span, out),
            ast::StmtKind::Goto(name, span) => self.goto(*name, *span, stmt.span, out),
            // Consumed by the loop above.
            ast::StmtKind::Case { .. } | ast::StmtKind::Default { .. } | ast::StmtKind::Label { .. } => {}
        }
    }
    /// A statement that is the body of another.
    pub(super) fn body(&mut self, id: ast::StmtId) -> Stmt {
        let span = self.unit.stmts[id].span;
        let mut out = Vec::new();
        self.open_scope();
        self.statement(id, &mut out);
        self.end_scope(span, &mut out);
        self.close_scope();
        single(out, span)
    }

    /// `if`, with all of its `else if`.
    fn if_chain(&mut self, first: ast::StmtId, out: &mut Vec<Stmt>) {
        let unit = self.unit;
        let mut arms: Vec<hir::Arm> = Vec::new();
        let (mut next, mut last) = (first, None);
        self.open_scope();
        let mut scopes = 1;
        while let ast::StmtKind::If { condition, then, otherwise, is_constexpr } = &unit.stmts[next].kind {
            if *is_constexpr {
                // Only the branch that is taken is compiled.
                let branch = match self.constexpr_condition(*condition) {
                    Some(true) => Some(*then),
                    Some(false) => *otherwise,
                    None => None,
                };
                last = branch.map(|branch| Box::new(self.body(branch)));
                break;
            }
            if self.scopes.last().is_some_and(|scope| !scope.is_empty()) {
                // A condition has declared something (a tag), which the next one may declare anew (C99 6.8.4, 3).
                self.open_scope();
                scopes += 1;
            }
            let condition = self.condition(*condition);
            let then = self.body(*then);
            arms.push(hir::Arm { condition, then, span: unit.stmts[next].span });
            let Some(otherwise) = *otherwise else { break };
            next = otherwise;
            if !matches!(unit.stmts[next].kind, ast::StmtKind::If { .. }) {
                last = Some(Box::new(self.body(next)));
            }
        }
        for _ in 0..scopes {
            self.close_scope();
        }
        match (arms.is_empty(), last) {
            (true, Some(only)) => out.push(*only),
            (true, None) => {}
            (false, last) => out.push(Stmt { kind: StmtKind::If(arms, last), span: unit.stmts[first].span }),
        }
    }

    fn while_loop(
        &mut self,
        condition: ast::ExprId,
        body: ast::StmtId,
        hint: LoopHint,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        self.open_scope();
        let hint = self.loop_hint(hint);
        let condition = self.condition(condition);
        let body = self.loop_body(body);
        self.close_scope();
        out.push(Stmt { kind: StmtKind::While(condition, Box::new(body), hint), span });
    }
    fn do_loop(
        &mut self,
        body: ast::StmtId,
        condition: ast::ExprId,
        hint: LoopHint,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        self.open_scope();
        let hint = self.loop_hint(hint);
        let body = self.loop_body(body);
        let condition = self.condition(condition);
        self.close_scope();
        out.push(Stmt { kind: StmtKind::DoWhile(Box::new(body), condition, hint), span });
    }
    fn for_loop(&mut self, id: ast::StmtId, out: &mut Vec<Stmt>) {
        let unit = self.unit;
        let stmt = &unit.stmts[id];
        let ast::StmtKind::For { init, condition, step, body, hint } = &stmt.kind else { return };
        self.open_scope();
        let hint = self.loop_hint(*hint);
        let mut first = Vec::new();
        if let Some(init) = *init {
            self.for_init(init, &mut first);
        }
        let condition = condition.map(|condition| self.condition(condition));
        let step = step.and_then(|step| self.effect(step));
        let body = self.loop_body(*body);
        let mut ends = Vec::new();
        self.end_scope(stmt.span, &mut ends);
        self.close_scope();
        out.push(Stmt { kind: StmtKind::For(first, condition, step, Box::new(body), hint), span: stmt.span });
        out.append(&mut ends);
    }
    /// The first part of a `for`: its variables are automatic ones (C99 6.8.5, 3).
    fn for_init(&mut self, init: ast::StmtId, out: &mut Vec<Stmt>) {
        let unit = self.unit;
        if let ast::StmtKind::Declaration(declaration) = &unit.stmts[init].kind
            && let Some(&(_, span)) = declaration.specifiers.storage.first()
        {
            let text = self.map.text(span);
            let diagnostic = Diagnostic::new(
                ferrocl_base::codes::declarations::STORAGE_CLASS,
                span,
                format!("`{text}` cannot stand in a `for`"),
            )
            .help("declare it before the loop");
            self.report(diagnostic);
        }
        self.statement(init, out);
    }
    pub(super) fn loop_body(&mut self, body: ast::StmtId) -> Stmt {
        self.current.loops += 1;
        self.current.breakable += 1;
        let scopes = self.scopes.len();
        self.current.loop_scopes.push(scopes);
        self.current.breakable_scopes.push(scopes);
        let body = self.body(body);
        self.current.breakable_scopes.pop();
        self.current.loop_scopes.pop();
        self.current.breakable -= 1;
        self.current.loops -= 1;
        body
    }
    /// An unroll hint, its factor evaluated (section "Specifying Attribute for Unrolling Loops").
    pub(super) fn loop_hint(&mut self, hint: LoopHint) -> LoopHint {
        let LoopHint::Factor(expr) = hint else { return hint };
        let Some(factor) = self.constant_integer(expr, "an unroll factor") else { return LoopHint::None };
        match u32::try_from(factor) {
            Ok(factor) if factor > 0 => LoopHint::By(factor),
            _ => {
                let span = self.unit.exprs[expr].span;
                let diagnostic = Diagnostic::new(
                    ferrocl_base::codes::declarations::INVALID_ATTRIBUTE,
                    span,
                    format!("an unroll factor has to be positive, but this is {factor}"),
                )
                .help("write 1 to keep the loop as it is, or leave the factor away");
                self.report(diagnostic);
                LoopHint::None
            }
        }
    }

    /// `break` or `continue`.
    fn jump(&mut self, is_break: bool, span: Span, out: &mut Vec<Stmt>) {
        let inside = if is_break { self.current.breakable > 0 } else { self.current.loops > 0 };
        if !inside
            && self
                .leaves_statement_expression(if is_break { "this `break`" } else { "this `continue`" }, span)
        {
            return;
        }
        if !inside {
            let (word, place) = if is_break { ("break", "loop or `switch`") } else { ("continue", "loop") };
            let diagnostic =
                Diagnostic::new(codes::MISPLACED_JUMP, span, format!("`{word}` is not inside a {place}"))
                    .help("to leave the function, write `return`");
            self.report(diagnostic);
            return;
        }
        let scopes = if is_break { &self.current.breakable_scopes } else { &self.current.loop_scopes };
        let scopes = scopes.last().copied().unwrap_or(0);
        self.end_objects(scopes, span, out);
        out.push(Stmt { kind: if is_break { StmtKind::Break } else { StmtKind::Continue }, span });
    }

    fn return_statement(&mut self, value: Option<ast::ExprId>, span: Span, out: &mut Vec<Stmt>) {
        let value = value.map(|value| self.expression(value));
        if let Some(deduced) = self.current.deduces {
            self.deduce_result(deduced, value, span);
        }
        let result = self.current.result.unwrap_or(TypeTable::ERROR);
        let Some(value) = value else {
            if let Some(made) = self.constructed(span) {
                self.return_value(Some(made), span, out);
                return;
            }
            if result != TypeTable::VOID && result != TypeTable::ERROR {
                let found = self.program.types.name(self.interner, result);
                let mut diagnostic = Diagnostic::new(
                    codes::RETURN_VALUE,
                    span,
                    format!("this function returns `{found}`, but `return` has no value"),
                )
                .help("write the value after `return`");
                if let Some(function) = self.current.span {
                    diagnostic = diagnostic.label(function, "declared here");
                }
                self.report(diagnostic);
            }
            self.return_value(None, span, out);
            return;
        };
        if let Some(to) = self.referent(result) {
            let pointer = self.bind_reference(value, to, ConversionReason::Return);
            self.return_value(Some(pointer), span, out);
            return;
        }
        let value = self.value(value);
        let ty = self.type_of(value);
        if result == TypeTable::VOID {
            if ty == TypeTable::VOID {
                // `return f();` in a function without result: taken by compilers of the field.
                out.push(Stmt { kind: StmtKind::Expr(value), span });
            } else if ty != TypeTable::ERROR {
                let found = self.program.types.name(self.interner, ty);
                let what = if self.current.is_kernel { "a kernel" } else { "a function declared `void`" };
                let diagnostic = Diagnostic::new(
                    codes::RETURN_VALUE,
                    self.span_of(value),
                    format!("{what} returns nothing, but `return` has a value of type `{found}`"),
                );
                self.report(if self.current.is_kernel {
                    diagnostic.help("write the value to a buffer, then `return;`")
                } else {
                    diagnostic.help("remove the value, or declare the function with the value's type")
                });
            }
            self.return_value(None, span, out);
            return;
        }
        let value = if result == TypeTable::ERROR {
            value
        } else {
            self.convert_implicitly(value, result, ConversionReason::Return)
        };
        self.return_value(Some(value), span, out);
    }

    fn expression_statement(&mut self, expr: ast::ExprId, span: Span, out: &mut Vec<Stmt>) {
        if let Some(value) = self.effect(expr) {
            if self.needs_destruction(self.type_of(value)) && self.current.exprs[value].place.is_none() {
                self.drop_value(value, span, out);
            } else {
                out.push(Stmt { kind: StmtKind::Expr(value), span });
            }
        }
        self.end_temporaries(span, out);
    }
    /// An object that nothing holds: it ends at once.
    fn drop_value(&mut self, value: ExprId, span: Span, out: &mut Vec<Stmt>) {
        let ty = self.type_of(value);
        let variable = self.unnamed_variable(ty, span);
        out.push(Stmt { kind: StmtKind::Declare(variable, Some(hir::Initializer::Value(value))), span });
        let place = self.variable_place(variable, span);
        self.destroy(place, span, out);
    }
    /// An expression that stands for its effects; `None` where it has none, about which a warning is given.
    fn effect(&mut self, expr: ast::ExprId) -> Option<ExprId> {
        let mut value = self.expression(expr);
        if self.keeps_values {
            value = self.value(value);
            self.fold_all();
            return Some(value);
        }
        let place = self.current.exprs[value].place;
        if place.is_some_and(|place| place.is_volatile) {
            value = self.value(value);
        }
        if self.has_effect(value) {
            return Some(value);
        }
        let expr = &self.current.exprs[value];
        let dropped = matches!(expr.kind, ExprKind::Convert { kind: hir::ConversionKind::Void, .. });
        // In a macro it may be useful elsewhere.
        let in_macro = expr.span.expansion != ferrocl_base::ExpansionId::NONE;
        if !dropped && !in_macro {
            let span = expr.span;
            let mut diagnostic = Diagnostic::new(codes::UNUSED_VALUE, span, "this value is not used")
                .primary("the statement does nothing");
            if let ExprKind::Binary(hir::BinaryOp::Equal, ..) = expr.kind {
                diagnostic = diagnostic.help("to assign, write `=`");
            } else {
                diagnostic = diagnostic.help("assign it to something, or remove the statement");
            }
            self.report(diagnostic);
        }
        None
    }
    /// Whether evaluating an expression can change or show anything. (An erroneous one counts, so that nothing more is said of it.)
    fn has_effect(&self, expr: ExprId) -> bool {
        let mut pending = vec![expr];
        while let Some(id) = pending.pop() {
            let expr = &self.current.exprs[id];
            match &expr.kind {
                ExprKind::Error
                | ExprKind::Assign(..)
                | ExprKind::CompoundAssign { .. }
                | ExprKind::Increment { .. }
                | ExprKind::Call(..)
                | ExprKind::BuiltinCall { .. }
                | ExprKind::Statements(..)
                | ExprKind::Printf { .. } => return true,
                ExprKind::Convert { kind: hir::ConversionKind::Load, operand, .. }
                    if self.current.exprs[*operand].place.is_some_and(|place| place.is_volatile) =>
                {
                    return true;
                }
                kind => kind.for_each_operand(|operand| pending.push(operand)),
            }
        }
        false
    }

    /// `_Static_assert`.
    pub(super) fn static_assert(&mut self, assertion: &ast::StaticAssert) {
        let Some(value) = self.constant_integer(assertion.condition, "the condition of `_Static_assert`")
        else {
            return;
        };
        if value == 0 {
            let message = match &assertion.message {
                Some(text) => format!("static assertion failed: {}", String::from_utf8_lossy(text)),
                None => "static assertion failed".to_string(),
            };
            let span = self.unit.exprs[assertion.condition].span;
            let diagnostic =
                Diagnostic::new(ferrocl_base::codes::declarations::STATIC_ASSERTION, span, message)
                    .primary("this is 0");
            self.report(diagnostic);
        }
    }

    /// Warns of a function with a result whose end can be reached.
    pub(super) fn check_missing_return(
        &mut self,
        body: &[Stmt],
        definition: &ast::FunctionDefinition,
        result: crate::types::TypeId,
    ) {
        let gives = result != TypeTable::ERROR && self.program.types.is_complete(result);
        if !gives || !self.may_complete(body) {
            return;
        }
        let span = self.unit.stmts[definition.body].span;
        let end = Span { low: span.high.saturating_sub(1).max(span.low), ..span };
        let found = self.program.types.name(self.interner, result);
        let mut diagnostic = Diagnostic::new(
            codes::MISSING_RETURN,
            end,
            format!("the end of a function that returns `{found}` can be reached without `return`"),
        )
        .note("what the function returns then is undefined")
        .help("write a `return` with a value on every way to the end");
        if let Some(function) = self.current.span {
            diagnostic = diagnostic.label(function, "the function");
        }
        self.report(diagnostic);
    }
}

/// A list as one statement.
fn single(mut stmts: Vec<Stmt>, span: Span) -> Stmt {
    match stmts.len() {
        0 => Stmt { kind: StmtKind::Empty, span },
        1 => stmts.remove(0),
        _ => Stmt { kind: StmtKind::Block(stmts), span },
    }
}

/// Whether the type is an integer one that `switch` takes.
pub(super) fn is_switchable(ty: &Type) -> bool {
    use ferrocl_syntax::ast::ScalarName::{Double, Float, Half};
    match ty {
        Type::Bool | Type::Enum(_) => true,
        Type::Scalar(name) => !matches!(name, Half | Float | Double),
        _ => false,
    }
}
