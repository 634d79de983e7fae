//! Functions and statements at the wrong level: functions inside functions, statements outside, braces too few or too many.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span};

use super::words::{Keyword, Word};
use super::{Parse, Parser, Reported};
use crate::ast::{DeclarationSpecifiers, Declarator, StmtId, StmtKind};
use crate::token::{Punctuator, TokenKind};

impl Parser<'_> {
    /// Whether a declaration starts here, in a block.
    pub(super) fn starts_declaration(&self) -> bool {
        let TokenKind::Identifier(symbol) = self.kind() else { return self.starts_specifiers() };
        match self.names.get(*symbol) {
            Word::Keyword(Keyword::Using) => true,
            // `__extension__ ({ … });` is an expression.
            Word::Keyword(Keyword::Extension) => self.nth_starts_specifiers(1),
            Word::Keyword(Keyword::Typename | Keyword::Decltype) => true,
            Word::Typedef { .. } | Word::ClassTemplate if self.is_cpp() => self
                .scoped_kind(0)
                .is_some_and(|kind| kind.names_type() && !self.is_constructor_behind(kind.end)),
            Word::Keyword(keyword) => {
                // `float(x)` and `int(1)` as statements are meant as constructors.
                let open = matches!(
                    keyword,
                    Keyword::Struct
                        | Keyword::Class
                        | Keyword::Union
                        | Keyword::Enum
                        | Keyword::Typeof
                        | Keyword::AutoType
                );
                keyword.is_specifier() && (open || !keyword.is_type() || !self.is_constructor_statement())
            }
            Word::Predefined(_) | Word::Typedef { .. } | Word::Faulty => !self.is_constructor_statement(),
            Word::Unknown => {
                (self.nth_name_acts_as_type(0) || self.is_reference_declaration()) && !self.next_starts_line()
            }
            Word::Namespace => self.starts_specifiers(),
            Word::Ordinary | Word::Template | Word::ClassTemplate | Word::Reinterpret => false,
        }
    }
    /// Whether the type word here begins an expression: `float4(1, 2)` and not `float4 (x);`.
    fn is_constructor_statement(&self) -> bool {
        self.nth_position(1).is_some_and(|behind| self.is_constructor_behind(behind))
    }
    /// The same for a type that ends before a position.
    fn is_constructor_behind(&self, behind: usize) -> bool {
        let is = |offset: usize, punctuator: Punctuator| {
            self.tokens
                .get(behind + offset)
                .is_some_and(|token| token.kind == TokenKind::Punctuator(punctuator))
        };
        if is(0, Punctuator::LeftBrace) {
            return true;
        }
        let name = self
            .tokens
            .get(behind + 1)
            .is_some_and(|token| !matches!(self.word_of(&token.kind), None | Some(Word::Keyword(_))));
        is(0, Punctuator::LeftParen)
            && !is(1, Punctuator::Star)
            && !is(1, Punctuator::Caret)
            && !is(1, Punctuator::LeftParen)
            && !(name && (is(2, Punctuator::RightParen) || is(2, Punctuator::LeftBracket)))
    }
    /// Whether the token behind the current one is the first of its line. (Reads the text: for errors only.)
    fn next_starts_line(&self) -> bool {
        let (Some(here), Some(next)) = (self.tokens.get(self.position), self.tokens.get(self.position + 1))
        else {
            return false;
        };
        let (here, next) = (self.map.outermost(here.span), self.map.outermost(next.span));
        here.high <= next.low && self.map.text(Span::new(here.high, next.low)).contains(['\n', '\r'])
    }

    /// A `}` outside functions, which stands here: says so and steps over it.
    #[cold]
    pub(super) fn stray_brace(&mut self) -> Reported {
        let span = self.span();
        let mut diagnostic = Diagnostic::new(codes::UNMATCHED_BRACKET, span, "this `}` closes nothing")
            .primary("no `{` is open here");
        if !self.last_body_end.is_none() {
            diagnostic = diagnostic.label(self.last_body_end, "the last function ended here already");
        }
        let reported = self.fail(diagnostic);
        self.advance();
        if self.name().is_some() && self.nth_is(1, Punctuator::Semicolon) && !self.starts_line() {
            // The end of a `typedef struct { … } name;` that lost its `{`.
            self.advance();
            self.advance();
        }
        reported
    }
    /// Whether what stands here, outside functions, can only be a statement or an expression.
    pub(super) fn is_lost_statement(&self) -> bool {
        match self.kind() {
            TokenKind::Identifier(symbol) => match self.names.get(*symbol) {
                Word::Keyword(keyword) => !keyword.is_specifier(),
                Word::Ordinary | Word::Unknown => {
                    if self.nth_is(1, Punctuator::LeftParen) {
                        return !self.body_follows_parameters();
                    }
                    !self.nth_is_name(1)
                        && matches!(self.nth_kind(1), TokenKind::Punctuator(p) if !matches!(
                            p,
                            Punctuator::Star | Punctuator::Semicolon | Punctuator::Comma | Punctuator::Ampersand
                        ))
                        && (self.names.get(*symbol) == Word::Ordinary
                            || !(self.nth_is(1, Punctuator::Equal)
                                || self.nth_is(1, Punctuator::LeftBracket))
                            // Statements are indented, declarations outside functions mostly are not.
                            || !self.at_first_column())
                }
                _ => false,
            },
            TokenKind::Punctuator(Punctuator::Star) => false,
            _ => !self.at_double_bracket(),
        }
    }
    /// Whether the parentheses behind the name here are followed by the body of a function. (Looks far, so only for text that is
    /// wrong: a function needs a type.)
    fn body_follows_parameters(&self) -> bool {
        let mut depth = 0usize;
        for (offset, token) in self.tokens[self.position..].iter().enumerate() {
            match &token.kind {
                TokenKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                TokenKind::Punctuator(Punctuator::RightParen) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        let next = self.tokens.get(self.position + offset + 1).map(|token| &token.kind);
                        return match next {
                            Some(TokenKind::Punctuator(Punctuator::LeftBrace)) => true,
                            Some(kind) => {
                                matches!(self.word_of(kind), Some(Word::Keyword(k)) if k.is_specifier())
                            }
                            None => false,
                        };
                    }
                }
                TokenKind::Punctuator(
                    Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace,
                )
                | TokenKind::End => return false,
                _ => {}
            }
        }
        false
    }
    /// Says that statements stand outside functions, and goes to the next declaration at the start of a line.
    #[cold]
    pub(super) fn lost_statement(&mut self) {
        let (span, found) = (self.span(), self.found());
        let mut diagnostic =
            Diagnostic::new(codes::EXPECTED_TOKEN, span, format!("expected a declaration, found {found}"))
                .primary("outside functions only declarations may stand");
        if !self.last_body_end.is_none() {
            diagnostic = diagnostic
                .label(self.last_body_end, "the function before ended here: is this `}` one too many?");
        }
        self.fail(diagnostic);
        self.skip_external(true);
    }
    /// `extern "C"`.
    #[cold]
    pub(super) fn linkage_specification(&mut self) -> Reported {
        let start = self.advance();
        self.advance();
        let span = self.span_from(start);
        self.fail(
            Diagnostic::new(codes::CPP_CONSTRUCT, span, "linkage specifications are C++, not OpenCL C")
                .primary("not part of the language")
                .help("leave it out, or put it between `#ifdef __cplusplus` and `#endif`"),
        )
    }

    /// The start of a function at the start of a line (or a kernel) inside another function: the latter lacks its `}`. Says so
    /// and goes back to the function's start; every open block is left.
    #[cold]
    pub(super) fn abandon_function(&mut self, position: usize, start: Span) -> Reported {
        let Some(open) = self.open_function else { return Reported };
        let brace = self.unclosed_brace(open.body);
        let name = open.name.map_or(String::new(), |name| format!(" of `{}`", self.text(name)));
        // First back, then the report: one too many sends the parser to the end.
        self.go_to(position);
        self.abandoned = true;
        self.fail(
            Diagnostic::new(codes::UNMATCHED_BRACKET, brace, "this `{` is never closed")
                .primary("its `}` is missing")
                .label(start, format!("here the next function starts, inside the body{name}")),
        )
    }
    /// Of the braces that are open between the position of one and the current token, the one whose `}` is most
    /// probably missing: the first that was closed by a `}` on another indentation than its own line's, else
    /// the innermost that is open.
    pub(super) fn unclosed_brace(&self, first: usize) -> Span {
        let mut open: Vec<(Span, u32)> = Vec::new();
        let mut suspect = None;
        let mut indent = 0;
        let mut before = Span::NONE;
        for token in &self.tokens[first..self.position.min(self.tokens.len())] {
            let here = self.map.outermost(token.span);
            let starts_line = !before.is_none()
                && (before.high > here.low
                    || self.map.text(Span::new(before.high, here.low)).contains(['\n', '\r']));
            if starts_line || before.is_none() {
                indent = self.line_indent(here);
            }
            before = here;
            match token.kind {
                TokenKind::Punctuator(Punctuator::LeftBrace) => open.push((token.span, indent)),
                TokenKind::Punctuator(Punctuator::RightBrace) => {
                    if let Some((span, expected)) = open.pop()
                        && starts_line
                        && indent != expected
                        && suspect.is_none()
                    {
                        suspect = Some(span);
                    }
                }
                _ => {}
            }
        }
        // The brace at `first` is open, whatever the others are.
        let innermost = open.last().or(open.first()).map(|(span, _)| *span);
        suspect.or(innermost).unwrap_or_else(|| self.tokens.get(first).map_or(Span::NONE, |t| t.span))
    }
    /// The column of the first character other than white space on the line of a place.
    fn line_indent(&self, place: Span) -> u32 {
        let Some(file) = self.map.file_at(place.low) else { return 1 };
        let file = self.map.file(file);
        let offset = (place.low - file.start) as usize;
        let line = file.text.get(..offset).and_then(|text| text.rsplit(['\n', '\r']).next()).unwrap_or("");
        (line.len() - line.trim_start().len()) as u32 + 1
    }

    /// A function inside a function: says so, and reads it as one that stands before.
    #[cold]
    pub(super) fn nested_function(
        &mut self,
        specifiers: DeclarationSpecifiers,
        declarator: Declarator,
        start: Span,
    ) -> Parse<StmtId> {
        let name = declarator.name.map_or(String::new(), |(name, _)| format!(" `{}`", self.text(name)));
        let mut diagnostic = Diagnostic::new(
            codes::NESTED_FUNCTION,
            declarator.span,
            format!("function{name} is defined inside another function"),
        )
        .primary("functions stand side by side in C");
        if let Some(outer) = self.open_function
            && let Some(token) = self.tokens.get(outer.body)
        {
            diagnostic = diagnostic.label(token.span, "the body of the other function starts here");
        }
        self.report(diagnostic.help("move it before the other function, or add the `}` that is missing"));
        // A level more than what stands in it: the way here takes much of the stack.
        self.nested(|parser| parser.function(specifiers, declarator, start))?;
        let span = self.span_from(start);
        Ok(self.stmt(StmtKind::Empty, span))
    }
}
