//! Loops and their unroll hints (section "Specifying Attribute For Unrolling Loops", and `#pragma unroll`).
//!
//! ```text
//! while = "while" "(" expression ")" statement
//! do    = "do" statement "while" "(" expression ")" ";"
//! for   = "for" "(" ( declaration | [ expression ] ";" ) [ expression ] ";" [ expression ] ")" statement
//! ```

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span};

use super::specifiers::Place;
use super::words::Keyword;
use super::{Parse, Parser, Reported};
use crate::ast::{Attribute, AttributeArgument, ExprId, ExprKind, LoopHint, StmtId, StmtKind};
use crate::token::{Pragma, Punctuator, TokenKind};

/// What was written before a statement.
#[derive(Default)]
pub(super) struct Prefix {
    pub(super) attributes: Vec<Attribute>,
    pub(super) pragmas: Vec<(Pragma, Span)>,
}

impl Parser<'_> {
    /// A loop whose keyword stands here.
    #[inline(never)]
    pub(super) fn loop_statement(&mut self, keyword: Keyword, mut prefix: Prefix) -> Parse<StmtId> {
        let start = self.advance();
        // The specification's grammar lets attributes follow the keyword too.
        self.attributes(&mut prefix.attributes)?;
        let hint = self.loop_hint(prefix);
        let kind = match keyword {
            Keyword::While => {
                let condition = self.condition("`while`")?;
                let body = self.substatement()?;
                StmtKind::While { condition, body, hint }
            }
            Keyword::Do => {
                let body = self.substatement()?;
                if !self.eat_keyword(Keyword::While) {
                    return Err(self.expected("`while`", "after the body of `do`", Some(" while (…);")));
                }
                let condition = self.condition("`while`")?;
                self.semicolon("after `do … while (…)`");
                StmtKind::DoWhile { body, condition, hint }
            }
            _ if let Some(range) = self.range_header()? => {
                let (element, range) = range;
                let body = self.substatement();
                self.names.close();
                StmtKind::RangeFor { element: Box::new(element), range, body: body?, hint }
            }
            _ => {
                self.names.open();
                let result = self.for_header();
                let result = result.and_then(|(init, condition, step)| {
                    Ok(StmtKind::For { init, condition, step, body: self.substatement()?, hint })
                });
                self.names.close();
                result?
            }
        };
        let span = self.span_from(start);
        Ok(self.stmt(kind, span))
    }

    /// `(declaration : range)` of C++, which leaves a scope open; `None` if something else stands here.
    fn range_header(&mut self) -> Parse<Option<(crate::ast::Declaration, ExprId)>> {
        if !self.is_cpp() || !self.at(Punctuator::LeftParen) || !self.colon_ends_declaration() {
            return Ok(None);
        }
        self.names.open();
        let result = self.range_clauses();
        if result.is_err() {
            self.names.close();
        }
        result.map(Some)
    }
    #[inline(never)]
    fn range_clauses(&mut self) -> Parse<(crate::ast::Declaration, ExprId)> {
        let open = self.advance();
        let start = self.span();
        let specifiers = self.specifiers(Place::Block, Vec::new())?;
        let mut declarator = self.declarator()?;
        self.declare(&specifiers, &mut declarator);
        let declarators = vec![crate::ast::InitDeclarator { declarator, initializer: None }];
        let element = crate::ast::Declaration { specifiers, declarators, span: self.span_from(start) };
        self.expect(Punctuator::Colon, "after the declaration")?;
        let range = self.bracketed(Self::value_or_braces)?;
        self.close(open, "(", Punctuator::RightParen);
        Ok((element, range))
    }
    /// Whether a `:` stands in the parenthesis here before any `;`, and no `?` before it.
    fn colon_ends_declaration(&self) -> bool {
        let mut depth = 0usize;
        for token in &self.tokens[self.position..] {
            match &token.kind {
                TokenKind::Punctuator(
                    Punctuator::LeftParen | Punctuator::LeftBracket | Punctuator::LeftBrace,
                ) => {
                    depth += 1;
                }
                TokenKind::Punctuator(
                    Punctuator::RightParen | Punctuator::RightBracket | Punctuator::RightBrace,
                ) => {
                    depth -= 1;
                    if depth == 0 {
                        return false;
                    }
                }
                TokenKind::Punctuator(Punctuator::Semicolon | Punctuator::Question | Punctuator::Equal)
                | TokenKind::End => {
                    return false;
                }
                TokenKind::Punctuator(Punctuator::Colon) if depth == 1 => return true,
                _ => {}
            }
        }
        false
    }
    /// What stands between the parentheses of `for`, with them.
    fn for_header(&mut self) -> Parse<(Option<StmtId>, Option<ExprId>, Option<ExprId>)> {
        let open = self.expect(Punctuator::LeftParen, "after `for`")?;
        match self.nested(|parser| parser.for_clauses(open)) {
            Ok(clauses) => {
                self.close(open, "(", Punctuator::RightParen);
                Ok(clauses)
            }
            Err(Reported) if self.skip_for_header() => Ok((None, None, None)),
            Err(reported) => Err(reported),
        }
    }
    fn for_clauses(&mut self, open: Span) -> Parse<(Option<StmtId>, Option<ExprId>, Option<ExprId>)> {
        let init = if self.eat(Punctuator::Semicolon) {
            None
        } else if self.starts_declaration() {
            let start = self.span();
            let specifiers = self.specifiers(Place::Block, Vec::new())?;
            let (declarators, _) = self.init_declarators(&specifiers)?;
            if self.at(Punctuator::Colon) {
                return Err(self.range_for());
            }
            self.expect(Punctuator::Semicolon, "after the first clause of `for`")?;
            let span = self.span_from(start);
            let declaration = crate::ast::Declaration { specifiers, declarators, span };
            Some(self.stmt(StmtKind::Declaration(Box::new(declaration)), span))
        } else {
            let expr = self.expression()?;
            if self.at(Punctuator::Colon) {
                return Err(self.range_for());
            }
            self.expect(Punctuator::Semicolon, "after the first clause of `for`")?;
            let span = self.expr_span(expr);
            Some(self.stmt(StmtKind::Expr(expr), span))
        };
        let condition = if self.at(Punctuator::Semicolon) { None } else { Some(self.expression()?) };
        if self.at(Punctuator::RightParen) {
            return Err(self.expected("`;`", "after the condition of `for`", Some(";")));
        }
        if !self.at(Punctuator::Semicolon) && self.may_end_here() {
            return Err(self.unclosed(open, "(", Punctuator::RightParen));
        }
        self.expect(Punctuator::Semicolon, "after the condition of `for`")?;
        let step = if self.at(Punctuator::RightParen) { None } else { Some(self.expression()?) };
        Ok((init, condition, step))
    }
    #[cold]
    fn range_for(&mut self) -> Reported {
        let span = self.span();
        self.fail(
            Diagnostic::new(codes::CPP_CONSTRUCT, span, "`for (… : …)` is C++, not OpenCL C")
                .primary("a `for` of OpenCL C has three clauses")
                .help("count: `for (int i = 0; i < n; i++)`"),
        )
    }
    /// After an error in the header of a `for`: goes behind its closing parenthesis, over its semicolons. Says whether there is one.
    #[cold]
    fn skip_for_header(&mut self) -> bool {
        loop {
            match self.kind() {
                TokenKind::Punctuator(Punctuator::RightParen) => {
                    self.advance();
                    return true;
                }
                TokenKind::Punctuator(Punctuator::LeftParen | Punctuator::LeftBracket) => {
                    self.skip_balanced()
                }
                TokenKind::Punctuator(Punctuator::LeftBrace) => return true,
                TokenKind::Punctuator(Punctuator::RightBrace) | TokenKind::End => return false,
                TokenKind::Identifier(_) if self.keyword().is_some_and(Keyword::is_statement) => {
                    return false;
                }
                _ => {
                    self.advance();
                }
            }
        }
    }

    /// The hint in what stands before a loop.
    fn loop_hint(&mut self, prefix: Prefix) -> LoopHint {
        let mut hint = LoopHint::None;
        for (pragma, span) in prefix.pragmas {
            match pragma {
                Pragma::Unroll(None) => hint = LoopHint::Full,
                Pragma::Unroll(Some(factor)) => hint = LoopHint::By(factor.max(1)),
                Pragma::NoUnroll => hint = LoopHint::By(1),
                other => self.warn_misplaced_pragma(&other, span),
            }
        }
        for attribute in prefix.attributes {
            if self.text(attribute.name) != "opencl_unroll_hint" {
                self.warn_ignored_attribute(&attribute, "a loop");
                continue;
            }
            hint = match &attribute.arguments[..] {
                [] => LoopHint::Full,
                [AttributeArgument::Expr(factor)] => match &self.unit.exprs[*factor].kind {
                    ExprKind::Integer(literal)
                        if literal.value >= 1 && literal.value <= u64::from(u32::MAX) =>
                    {
                        LoopHint::By(literal.value as u32)
                    }
                    _ => LoopHint::Factor(*factor),
                },
                _ => {
                    self.report(
                        Diagnostic::new(
                            codes::MISPLACED_UNROLL_HINT,
                            attribute.span,
                            "`opencl_unroll_hint` takes no argument or one: the unroll factor",
                        )
                        .primary("too many arguments, or a type")
                        .help("write `opencl_unroll_hint`, or `opencl_unroll_hint(4)`"),
                    );
                    hint
                }
            };
        }
        hint
    }
    /// Says what becomes of attributes and pragmas before a statement that is no loop.
    pub(super) fn drop_prefix(&mut self, prefix: Prefix) {
        for (pragma, span) in prefix.pragmas {
            self.warn_misplaced_pragma(&pragma, span);
        }
        for attribute in prefix.attributes {
            match self.text(attribute.name) {
                "opencl_unroll_hint" => self.report(
                    Diagnostic::new(
                        codes::MISPLACED_UNROLL_HINT,
                        attribute.span,
                        "`opencl_unroll_hint` has to stand directly before a loop",
                    )
                    .primary("no loop follows")
                    .help("write it directly before `for`, `while` or `do`"),
                ),
                // What says "this is on purpose" needs no answer.
                "fallthrough" | "unused" => {}
                _ => self.warn_ignored_attribute(&attribute, "a statement"),
            }
        }
    }
}
