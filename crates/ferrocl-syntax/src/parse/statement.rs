//! Statements.
//!
//! ```text
//! block     = "{" { statement | declaration } "}"
//! statement = { label } ( block | [ expression ] ";" | if | switch | loop | jump ";" )
//! label     = name ":" | "case" constant [ "..." constant ] ":" | "default" ":"
//! ```
//! Attributes and pragmas may stand before any statement. `else if` chains and rows of labels are read by loops and cost no
//! nesting.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};

use super::loops::Prefix;
use super::words::{Keyword, Word};
use super::{Parse, Parser, Reported};
use crate::ast::{ExprId, ExprKind, StmtId, StmtKind};
use crate::token::{Pragma, Punctuator, TokenKind};

/// A label before a statement.
enum Label {
    Name(Symbol),
    Case(ExprId, Option<ExprId>),
    Default,
}

impl Parser<'_> {
    /// `{ … }`, which stands here, in a scope of its own.
    pub(super) fn block(&mut self) -> Parse<StmtId> {
        self.names.open();
        let result = self.block_body();
        self.names.close();
        result
    }
    /// `{ … }`, which stands here, in the scope that is open.
    pub(super) fn block_body(&mut self) -> Parse<StmtId> {
        let open_position = self.position;
        let open = self.advance();
        let mut stmts = Vec::new();
        let fp_contract = self.block_pragmas();
        loop {
            if self.at(Punctuator::RightBrace) {
                let left_over = self.take_pragmas();
                self.drop_prefix(Prefix { attributes: Vec::new(), pragmas: left_over });
                self.advance();
                break;
            }
            if self.abandoned {
                break;
            }
            if self.at_end() {
                if self.silent_at != Some(self.position) {
                    let open = self.unclosed_brace(open_position);
                    self.unclosed(open, "{", Punctuator::RightBrace);
                }
                break;
            }
            let before = self.position;
            let start = self.span();
            match self.statement(true) {
                Ok(stmt) => stmts.push(stmt),
                Err(Reported) => {
                    if self.abandoned {
                        continue;
                    }
                    self.skip_statement();
                    if self.position == before && !self.at(Punctuator::RightBrace) {
                        self.advance();
                    }
                    let span = self.span_from(start);
                    stmts.push(self.stmt(StmtKind::Error, span));
                }
            }
        }
        let span = self.span_from(open);
        Ok(self.stmt(StmtKind::Block { stmts, fp_contract }, span))
    }
    /// The `FP_CONTRACT` pragma at the start of a block (C99 7.12.2).
    fn block_pragmas(&mut self) -> Option<Option<bool>> {
        let mut fp_contract = None;
        self.pragmas.retain(|(pragma, _)| match pragma {
            Pragma::FpContract(state) => {
                fp_contract = Some(*state);
                false
            }
            _ => true,
        });
        fp_contract
    }

    /// The body of an `if`, `switch` or loop.
    pub(super) fn substatement(&mut self) -> Parse<StmtId> {
        self.nested(|parser| parser.statement(false))
    }

    /// A statement with its labels; a declaration only where it may stand.
    fn statement(&mut self, in_block: bool) -> Parse<StmtId> {
        while self.skip_stray_closer() {}
        self.said_bracket = false;
        let mut prefix = Prefix { attributes: Vec::new(), pragmas: self.take_pragmas() };
        self.attributes(&mut prefix.attributes)?;
        if !self.is_label() {
            return self.unlabelled_statement(prefix, in_block);
        }
        let mut labels = Vec::new();
        while self.is_label() {
            let start = self.span();
            let label = self.label()?;
            labels.push((label, start));
            self.attributes(&mut prefix.attributes)?;
            prefix.pragmas.extend(self.take_pragmas());
        }
        let mut body = if self.at(Punctuator::RightBrace) || !in_block && self.at_end() {
            let gap = self.gap();
            self.label_before_nothing("label at the end of a block");
            self.stmt(StmtKind::Empty, gap)
        } else {
            if self.starts_declaration() {
                self.label_before_nothing("label before a declaration");
            }
            self.unlabelled_statement(prefix, true)?
        };
        for (label, start) in labels.into_iter().rev() {
            let span = self.join(start, self.unit.stmts[body].span);
            let kind = match label {
                Label::Name(name) => StmtKind::Label { name, body },
                Label::Case(value, last) => StmtKind::Case { value, last, body },
                Label::Default => StmtKind::Default { body },
            };
            body = self.stmt(kind, span);
        }
        Ok(body)
    }
    #[cold]
    fn label_before_nothing(&mut self, message: &str) {
        let gap = self.gap();
        self.report(
            Diagnostic::new(codes::LABEL_WITHOUT_STATEMENT, gap, message)
                .primary("C wants a statement after the label")
                .suggest("write an empty statement", gap, ";"),
        );
    }
    fn is_label(&self) -> bool {
        match self.word() {
            Some(Word::Keyword(Keyword::Case | Keyword::Default)) => true,
            Some(Word::Keyword(_)) | None => false,
            Some(_) => self.nth_is(1, Punctuator::Colon),
        }
    }
    fn label(&mut self) -> Parse<Label> {
        let label = match self.keyword() {
            Some(Keyword::Case) => {
                self.advance();
                let value = self.constant_expression()?;
                let last =
                    if self.eat(Punctuator::Ellipsis) { Some(self.constant_expression()?) } else { None };
                Label::Case(value, last)
            }
            Some(Keyword::Default) => {
                self.advance();
                Label::Default
            }
            _ => {
                let TokenKind::Identifier(name) = self.kind() else { return Err(Reported) };
                self.advance();
                Label::Name(*name)
            }
        };
        if !self.eat(Punctuator::Colon) {
            // The label is clear without it, unless something else stands where the colon has to be.
            let reported = self.missing(Punctuator::Colon, "after the label");
            if !self.starts_line() {
                if !self.at(Punctuator::Semicolon) {
                    return Err(reported);
                }
                self.advance();
            }
        }
        Ok(label)
    }

    fn unlabelled_statement(&mut self, prefix: Prefix, in_block: bool) -> Parse<StmtId> {
        let start = self.span();
        if let Some(keyword @ (Keyword::While | Keyword::Do | Keyword::For)) = self.keyword() {
            return self.loop_statement(keyword, prefix);
        }
        if self.starts_declaration() {
            let attributes = prefix.attributes;
            self.drop_prefix(Prefix { attributes: Vec::new(), pragmas: prefix.pragmas });
            if in_block {
                return self.block_declaration(attributes);
            }
            self.report(
                Diagnostic::new(codes::MISPLACED_DECLARATION, start, "a declaration is not a statement")
                    .primary("a statement has to stand here")
                    .help("put braces round it: what is declared here alone could not be used anyway"),
            );
            self.names.open();
            let result = self.block_declaration(attributes);
            self.names.close();
            return result;
        }
        self.drop_prefix(prefix);
        let kind = match self.kind() {
            TokenKind::Punctuator(Punctuator::LeftBrace) => return self.nested(Self::block),
            TokenKind::Punctuator(Punctuator::Semicolon) => {
                self.advance();
                StmtKind::Empty
            }
            _ => match self.keyword() {
                Some(Keyword::If) => return self.if_statement(),
                Some(Keyword::Switch) if self.condition_declares() => {
                    return self.nested(Self::statement_that_declares);
                }
                Some(Keyword::Switch) => {
                    self.advance();
                    let value = self.condition("`switch`")?;
                    StmtKind::Switch { value, body: self.substatement()? }
                }
                Some(Keyword::Break) => {
                    self.advance();
                    self.semicolon("after `break`");
                    StmtKind::Break
                }
                Some(Keyword::Continue) => {
                    self.advance();
                    self.semicolon("after `continue`");
                    StmtKind::Continue
                }
                Some(Keyword::Return) => {
                    self.advance();
                    let value = if self.at(Punctuator::Semicolon) || self.at(Punctuator::RightBrace) {
                        None
                    } else if self.is_cpp() && self.at(Punctuator::LeftBrace) {
                        return self.return_list(start);
                    } else {
                        Some(self.expression()?)
                    };
                    self.semicolon("after the `return` statement");
                    StmtKind::Return(value)
                }
                Some(Keyword::Goto) => {
                    self.advance();
                    let Some(name) = self.name() else {
                        return Err(self.expected("the name of a label", "after `goto`", None));
                    };
                    let span = self.advance();
                    self.semicolon("after the `goto` statement");
                    StmtKind::Goto(name, span)
                }
                Some(Keyword::StaticAssert) => StmtKind::StaticAssert(self.static_assert()?),
                Some(Keyword::Asm) => return Err(self.inline_assembly()),
                Some(Keyword::Forbidden(word @ ("try" | "catch" | "throw"))) => {
                    return Err(self.forbidden(word, start));
                }
                Some(Keyword::Else) => {
                    self.else_without_if();
                    return self.substatement();
                }
                _ => return self.expression_statement(),
            },
        };
        let span = self.span_from(start);
        Ok(self.stmt(kind, span))
    }

    /// `{ … };` behind `return`, in C++.
    #[inline(never)]
    fn return_list(&mut self, start: Span) -> Parse<StmtId> {
        let list = self.nested(Self::initializer_list)?;
        self.semicolon("after the `return` statement");
        let span = self.span_from(start);
        Ok(self.stmt(StmtKind::ReturnList(list), span))
    }
    #[inline(never)]
    fn expression_statement(&mut self) -> Parse<StmtId> {
        let expr = self.expression()?;
        if self.at(Punctuator::LeftBrace)
            && let ExprKind::Call { callee, .. } = self.unit.exprs[expr].kind
            && let ExprKind::Name(name) = self.unit.exprs[callee].kind
            && self.names.get(name) == Word::Unknown
        {
            return Err(self.unknown_statement(name, self.expr_span(callee)));
        }
        self.semicolon("after the expression");
        let span = self.span_from(self.expr_span(expr));
        Ok(self.stmt(StmtKind::Expr(expr), span))
    }
    /// `whle (x) { … }`: says that there is no such statement.
    #[cold]
    fn unknown_statement(&mut self, name: Symbol, span: Span) -> Reported {
        let text = self.text(name).to_owned();
        let mut diagnostic = Diagnostic::new(
            codes::EXPECTED_TOKEN,
            span,
            format!("OpenCL C has no statement `{text} (…) {{ … }}`"),
        )
        .primary("no keyword of this name");
        if let Some(word) = self.statement_keyword_like(name) {
            diagnostic = diagnostic.suggest(format!("did you mean `{word}`?"), span, word);
        } else if text == "foreach" || text == "for_each" {
            diagnostic = diagnostic.help("count: `for (int i = 0; i < n; i++)`");
        }
        self.fail(diagnostic)
    }
    /// The semicolon that ends a statement. Where it is missing but the next statement plainly starts here, reading goes on; else
    /// the rest of this one is skipped.
    pub(super) fn semicolon(&mut self, context: &str) {
        if self.eat(Punctuator::Semicolon) {
            return;
        }
        if self.skip_stray_closer() {
            while self.skip_stray_closer() {}
            self.eat(Punctuator::Semicolon);
            return;
        }
        self.missing(Punctuator::Semicolon, context);
        if !self.may_end_here() && !self.starts_line() {
            self.skip_statement();
        }
    }

    /// `( expression )` behind the keyword of a statement.
    pub(super) fn condition(&mut self, keyword: &str) -> Parse<ExprId> {
        if !self.at(Punctuator::LeftParen) {
            // `if x > 3 {`: the condition is clear.
            self.missing(Punctuator::LeftParen, &format!("after {keyword}"));
            return self.expression();
        }
        let open = self.advance();
        if self.starts_specifiers() && !self.is_cpp() {
            let span = self.span();
            self.fail(
                Diagnostic::new(
                    codes::CPP_CONSTRUCT,
                    span,
                    "declarations in conditions are C++, not OpenCL C",
                )
                .primary("an expression has to stand here")
                .help("declare the variable before the statement"),
            );
        }
        let result = if self.silent_at == Some(self.position) {
            Err(Reported)
        } else {
            self.bracketed(Self::expression)
        };
        match result {
            Ok(condition) => {
                self.close(open, "(", Punctuator::RightParen);
                Ok(condition)
            }
            Err(reported) => {
                if !self.skip_behind(Punctuator::RightParen) && !self.at(Punctuator::LeftBrace) {
                    return Err(reported);
                }
                let span = self.span_from(open);
                Ok(self.expr(ExprKind::Error, span))
            }
        }
    }

    /// `if`, with all its `else if`.
    #[inline(never)]
    fn if_statement(&mut self) -> Parse<StmtId> {
        let mut arms = Vec::new();
        let mut last = None;
        loop {
            if self.condition_declares() {
                let inner = self.nested(Self::statement_that_declares)?;
                if arms.is_empty() {
                    return Ok(inner);
                }
                last = Some(inner);
                break;
            }
            let start = self.advance();
            let is_constexpr = self.is_cpp() && self.eat_keyword(Keyword::Constexpr);
            let condition = self.condition("`if`")?;
            let then = self.substatement()?;
            let end = self.last_span;
            arms.push((start, condition, then, end, is_constexpr));
            if self.abandoned || self.keyword() != Some(Keyword::Else) {
                break;
            }
            let pragmas = self.take_pragmas();
            self.drop_prefix(Prefix { attributes: Vec::new(), pragmas });
            self.advance();
            if self.keyword() != Some(Keyword::If) || !self.pragmas.is_empty() {
                last = Some(self.substatement()?);
                break;
            }
        }
        let mut otherwise = last;
        let mut result = None;
        for (start, condition, then, end, is_constexpr) in arms.into_iter().rev() {
            let end = otherwise.map_or(end, |stmt| self.unit.stmts[stmt].span);
            let span = self.join(start, end);
            let stmt = self.stmt(StmtKind::If { condition, then, otherwise, is_constexpr }, span);
            otherwise = Some(stmt);
            result = otherwise;
        }
        result.ok_or(Reported)
    }
    /// Whether the parenthesis behind the keyword here begins with a declaration, in C++: `if (int n = f(); n > 0)`.
    fn condition_declares(&self) -> bool {
        if !self.is_cpp() {
            return false;
        }
        let n = 1 + usize::from(self.nth_keyword(1) == Some(Keyword::Constexpr));
        if !self.nth_is(n, Punctuator::LeftParen) || !self.nth_starts_specifiers(n + 1) {
            return false;
        }
        // `if (T(x))` and `if (S::check())` declare nothing.
        let behind = match self.scoped_kind(n + 1) {
            Some(kind) if self.nth_is_name(n + 1) => kind.end,
            _ => self.nth_position(n + 2).unwrap_or(self.position),
        };
        !matches!(
            self.tokens.get(behind).map(|token| &token.kind),
            Some(TokenKind::Punctuator(Punctuator::LeftParen | Punctuator::LeftBrace))
        )
    }
    /// An `if` or `switch` with a declaration in its parenthesis, which stands here: a block with the declaration and the statement.
    #[inline(never)]
    fn statement_that_declares(&mut self) -> Parse<StmtId> {
        self.names.open();
        let result = self.declaring_statement();
        self.names.close();
        result
    }
    #[inline(never)]
    fn declaring_statement(&mut self) -> Parse<StmtId> {
        let start = self.span();
        let is_switch = self.keyword() == Some(Keyword::Switch);
        self.advance();
        let is_constexpr = self.eat_keyword(Keyword::Constexpr);
        let open = self.expect(Punctuator::LeftParen, "after the keyword")?;
        let specifiers = self.specifiers(super::specifiers::Place::Block, Vec::new())?;
        let (declarators, _) = self.init_declarators(&specifiers)?;
        let name = declarators.first().and_then(|first| first.declarator.name);
        let span = self.span_from(open);
        let declaration = crate::ast::Declaration { specifiers, declarators, span };
        let declaration = self.stmt(StmtKind::Declaration(Box::new(declaration)), span);
        let condition = if self.eat(Punctuator::Semicolon) {
            self.bracketed(Self::expression)?
        } else {
            let Some((name, span)) = name else { return Err(Reported) };
            self.expr(ExprKind::Name(name), span)
        };
        self.close(open, "(", Punctuator::RightParen);
        let kind = if is_switch {
            StmtKind::Switch { value: condition, body: self.substatement()? }
        } else {
            let then = self.substatement()?;
            let otherwise = if self.eat_keyword(Keyword::Else) { Some(self.substatement()?) } else { None };
            StmtKind::If { condition, then, otherwise, is_constexpr }
        };
        let span = self.span_from(start);
        let stmt = self.stmt(kind, span);
        let stmts = vec![declaration, stmt];
        Ok(self.stmt(StmtKind::Block { stmts, fp_contract: None }, span))
    }
    #[cold]
    fn else_without_if(&mut self) {
        let span = self.advance();
        self.report(
            Diagnostic::new(codes::ELSE_WITHOUT_IF, span, "`else` without an `if` before it")
                .primary("no `if` ends directly before this")
                .help("an `if` without braces has one statement only: put braces round several"),
        );
    }
    #[cold]
    fn inline_assembly(&mut self) -> Reported {
        let span = self.span();
        self.fail(
            Diagnostic::new(codes::UNSUPPORTED_CONSTRUCT, span, "OpenCL C does not have inline assembly")
                .primary("not part of the language")
                .help("use a built-in function, or plain code: the compiler chooses the instructions"),
        )
    }
}
