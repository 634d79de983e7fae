//! Saying what is wrong, and finding the place from which reading can go on.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, ExpansionId, Span};

use super::words::{Keyword, Word};
use super::{Parser, Reported};
use crate::token::{Punctuator, TokenKind};

/// A token as messages name it.
pub(super) fn describe(kind: &TokenKind, interner: &ferrocl_base::Interner) -> String {
    match kind {
        TokenKind::Identifier(symbol) => format!("`{}`", interner.text(*symbol)),
        TokenKind::Integer(literal) => format!("the number `{}`", literal.value),
        TokenKind::Float(literal) => format!("the number `{}`", literal.digits),
        TokenKind::Character(_) => "a character constant".into(),
        TokenKind::String(_) => "a string".into(),
        TokenKind::Punctuator(punctuator) => format!("`{}`", punctuator.text()),
        TokenKind::Pragma(_) => "a pragma".into(),
        TokenKind::End => "the end of the source".into(),
    }
}

impl Parser<'_> {
    /// The current token as messages name it.
    pub(super) fn found(&self) -> String {
        describe(self.kind(), self.interner)
    }
    /// Pushes a diagnostic that does not stop the construct being read.
    #[cold]
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
        if self.diagnostics.is_full() {
            // Nobody reads more; the rest of the text is not looked at.
            self.position = self.tokens.len();
            self.pragmas.clear();
            self.silent_at = Some(self.position);
        }
    }
    /// Pushes a syntax error, unless one was reported at this very token, or at another copy of it (a macro may use
    /// an argument, or be used, many times).
    pub(super) fn fail(&mut self, diagnostic: Diagnostic) -> Reported {
        let span = self.span();
        let is_copy = span.expansion != ExpansionId::NONE && !self.faulty_macro_text.insert(span.low);
        if self.silent_at != Some(self.position) {
            self.silent_at = Some(self.position);
            if !is_copy {
                self.report(diagnostic);
            }
        }
        Reported
    }
    /// Where something is missing: the end of the last token consumed.
    pub(super) fn gap(&self) -> Span {
        if self.last_span.is_none() {
            return self.span().start();
        }
        if self.last_span.expansion != ExpansionId::NONE && self.span().expansion != self.last_span.expansion
        {
            return self.map.outermost(self.last_span).end();
        }
        self.last_span.end()
    }
    /// Whether the current token stands apart from the gap before it, so that it is worth a label of its own.
    fn found_is_apart(&self, gap: Span) -> bool {
        !self.at_end() && self.span().low != gap.high
    }
    /// Says that something has to stand behind the last token: `what` names it, `insert` is its text.
    #[cold]
    pub(super) fn expected(&mut self, what: &str, context: &str, insert: Option<&str>) -> Reported {
        let gap = self.gap();
        let found = self.found();
        let space = if context.is_empty() { "" } else { " " };
        let mut diagnostic = Diagnostic::new(
            codes::EXPECTED_TOKEN,
            gap,
            format!("expected {what}{space}{context}, found {found}"),
        )
        .primary(format!("{what} expected here"));
        if self.found_is_apart(gap) {
            diagnostic = diagnostic.label(self.span(), "this stands there instead");
        }
        if let Some(text) = insert {
            diagnostic = diagnostic.suggest(format!("add {what}"), gap, text);
        }
        self.fail(diagnostic)
    }
    /// Says that this punctuator has to stand behind the last token.
    #[cold]
    pub(super) fn missing(&mut self, punctuator: Punctuator, context: &str) -> Reported {
        let text = punctuator.text();
        self.expected(&format!("`{text}`"), context, Some(text))
    }
    /// Says that a bracket is not closed where it has to be.
    pub(super) fn unclosed(&mut self, open: Span, open_text: &str, close: Punctuator) -> Reported {
        self.not_closed(open, open_text, close, "")
    }
    /// Says that a bracketed list goes on with neither a comma nor the closing bracket.
    pub(super) fn unclosed_list(&mut self, open: Span, open_text: &str, close: Punctuator) -> Reported {
        self.not_closed(open, open_text, close, "`,` or ")
    }
    #[cold]
    fn not_closed(&mut self, open: Span, open_text: &str, close: Punctuator, or: &str) -> Reported {
        let close = close.text();
        self.said_bracket = true;
        if self.at_end() {
            return self.fail(
                Diagnostic::new(
                    codes::UNMATCHED_BRACKET,
                    open,
                    format!("this `{open_text}` is never closed"),
                )
                .primary(format!("its `{close}` is missing")),
            );
        }
        let gap = self.gap();
        let found = self.found();
        self.fail(
            Diagnostic::new(codes::UNMATCHED_BRACKET, gap, format!("expected {or}`{close}`, found {found}"))
                .primary(format!("{or}`{close}` expected here"))
                .label(open, format!("`{close}` closes this `{open_text}`")),
        )
    }

    /// Says that an expression (or, by name, a part of one) has to stand behind the last token.
    #[cold]
    pub(super) fn expected_expression(&mut self, what: &str) -> Reported {
        let gap = self.gap();
        let found = self.found();
        let mut diagnostic =
            Diagnostic::new(codes::EXPECTED_EXPRESSION, gap, format!("expected {what}, found {found}"))
                .primary("an expression has to stand here");
        if self.found_is_apart(gap) {
            diagnostic = diagnostic.label(self.span(), "this stands there instead");
        }
        self.fail(diagnostic)
    }
    /// Steps over the closing bracket, or says that it is missing and goes behind the next one that may be meant. Where the statement
    /// plainly ends here, it is as if the bracket were there.
    pub(super) fn close(&mut self, open: Span, open_text: &str, close: Punctuator) {
        if self.eat(close) {
            return;
        }
        self.unclosed(open, open_text, close);
        if !self.may_end_here() && !self.skip_behind(close) {
            // Another bracket closes here; that it is not the right one has been said.
            self.silent_at = Some(self.position);
        }
    }
    /// If a `)` or `]` stands here that closes nothing, says so (unless this statement's brackets were talked of before) and
    /// steps over it.
    pub(super) fn skip_stray_closer(&mut self) -> bool {
        let Some(closer @ (Punctuator::RightParen | Punctuator::RightBracket)) = self.punctuator() else {
            return false;
        };
        let (text, span) = (closer.text(), self.span());
        if !std::mem::replace(&mut self.said_bracket, true) || self.starts_line() {
            self.fail(
                Diagnostic::new(codes::UNMATCHED_BRACKET, span, format!("this `{text}` closes nothing"))
                    .primary("no bracket of its kind is open here")
                    .suggest("remove it, or add what it closes", span, ""),
            );
        }
        self.advance();
        true
    }
    /// Whether a statement may end, or its body begin, before the current token.
    pub(super) fn may_end_here(&self) -> bool {
        match self.kind() {
            TokenKind::Punctuator(Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace) => {
                true
            }
            TokenKind::Identifier(_) => self.keyword().is_some_and(Keyword::is_statement),
            TokenKind::End => true,
            _ => false,
        }
    }

    /// After an error inside brackets: goes behind the closing one, if it comes before the statement ends. Says whether it did.
    pub(super) fn skip_behind(&mut self, close: Punctuator) -> bool {
        self.skip_to(close) && self.eat(close)
    }
    /// After an error in a bracketed list: goes to the next `separator` or `close` at this level, if it comes before the
    /// statement ends. Says whether one of them stands here now.
    pub(super) fn skip_to_either(&mut self, separator: Punctuator, close: Punctuator) -> bool {
        self.skip_in_brackets(|p| p == separator || p == close)
    }
    /// After an error inside brackets: goes to the closing one. Says whether it stands here now.
    pub(super) fn skip_to(&mut self, close: Punctuator) -> bool {
        self.skip_in_brackets(|p| p == close)
    }
    /// Goes to the next token at this level that `stop` takes, over nested brackets. Statements do not end inside brackets, so a
    /// `;` or a brace that closes more than it opened ends the search without success.
    #[cold]
    fn skip_in_brackets(&mut self, stop: impl Fn(Punctuator) -> bool) -> bool {
        use Punctuator::*;
        let (mut round, mut braces) = (0usize, 0usize);
        loop {
            match self.kind() {
                TokenKind::End => {
                    self.silent_at = Some(self.position);
                    return false;
                }
                TokenKind::Punctuator(punctuator) => {
                    if round == 0 && braces == 0 && stop(*punctuator) {
                        return true;
                    }
                    match punctuator {
                        LeftParen | LeftBracket => round += 1,
                        RightParen | RightBracket => match round.checked_sub(1) {
                            Some(less) => round = less,
                            None if braces == 0 => return false,
                            None => {}
                        },
                        LeftBrace if braces == 0 && !self.brace_belongs_to_expression() => return false,
                        LeftBrace => braces += 1,
                        RightBrace if braces == 0 => return false,
                        RightBrace => braces -= 1,
                        Semicolon if braces == 0 => return false,
                        _ => {}
                    }
                }
                TokenKind::Identifier(_)
                    if braces == 0 && self.keyword().is_some_and(Keyword::is_statement) =>
                {
                    return false;
                }
                _ => {}
            }
            self.advance_quietly();
        }
    }
    /// Whether the `{` here, inside brackets, may begin an initialiser rather than the body of a statement.
    fn brace_belongs_to_expression(&self) -> bool {
        use Punctuator::{Comma, Equal, LeftBrace, LeftParen, RightParen};
        let before = self.position.checked_sub(1).and_then(|position| self.tokens.get(position));
        let Some(TokenKind::Punctuator(before)) = before.map(|token| &token.kind) else { return false };
        matches!(before, Comma | Equal | LeftBrace | LeftParen | RightParen)
    }
    /// Steps over a token of a part that is not read; its pragmas are not worth a word.
    fn advance_quietly(&mut self) {
        self.pragmas.clear();
        self.advance();
    }
    /// Goes behind the bracket that closes the one standing here, if there is one.
    #[cold]
    pub(super) fn skip_balanced(&mut self) {
        use Punctuator::*;
        let mut depth = 0usize;
        loop {
            match self.punctuator() {
                Some(LeftParen | LeftBracket | LeftBrace) => depth += 1,
                Some(RightParen | RightBracket | RightBrace) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.advance_quietly();
                        return;
                    }
                }
                _ if self.at_end() => {
                    self.silent_at = Some(self.position);
                    return;
                }
                _ => {}
            }
            self.advance_quietly();
        }
    }
    /// After an error in a statement or declaration of a block: goes to where the next one starts.
    #[cold]
    pub(super) fn skip_statement(&mut self) {
        use Punctuator::*;
        let start = self.position;
        let mut round = 0usize;
        loop {
            match self.kind() {
                TokenKind::End => {
                    self.silent_at = Some(self.position);
                    return;
                }
                TokenKind::Punctuator(Semicolon) => {
                    self.advance_quietly();
                    return;
                }
                TokenKind::Punctuator(RightBrace) => return,
                TokenKind::Punctuator(LeftBrace) => {
                    self.skip_balanced();
                    // An initialiser or compound literal goes on; a block has ended.
                    if self.at(Semicolon) {
                        self.advance_quietly();
                        return;
                    }
                    if !matches!(self.punctuator(), Some(Comma | RightParen | RightBracket | Dot | Equal)) {
                        return;
                    }
                    continue;
                }
                TokenKind::Punctuator(LeftParen | LeftBracket) => round += 1,
                TokenKind::Punctuator(RightParen | RightBracket) => round = round.saturating_sub(1),
                TokenKind::Identifier(_) if self.position > start => {
                    let stands_out = match self.word() {
                        Some(Word::Keyword(keyword)) => {
                            keyword.is_statement()
                                || round == 0 && keyword.is_specifier() && self.starts_line()
                        }
                        Some(Word::Predefined(_) | Word::Typedef { .. }) => round == 0 && self.starts_line(),
                        _ => false,
                    };
                    if stands_out {
                        return;
                    }
                }
                _ => {}
            }
            self.advance_quietly();
        }
    }
    /// After an error outside functions: goes to where the next declaration may start. `in_function_text`: what stands here are statements that lost
    /// their function, so only a declaration at the start of a line counts.
    #[cold]
    pub(super) fn skip_external(&mut self, in_function_text: bool) {
        use Punctuator::*;
        let start = self.position;
        loop {
            match self.kind() {
                TokenKind::End => {
                    self.silent_at = Some(self.position);
                    return;
                }
                TokenKind::Punctuator(Semicolon) if !in_function_text => {
                    self.advance_quietly();
                    return;
                }
                TokenKind::Punctuator(LeftBrace) => {
                    self.skip_balanced();
                    // `struct S { … } name;` goes on.
                    let goes_on = self.at(Semicolon) || self.name().is_some() && !self.starts_line();
                    if !in_function_text && !goes_on {
                        return;
                    }
                    continue;
                }
                TokenKind::Identifier(_) if self.position > start => {
                    let declares = match self.word() {
                        Some(Word::Keyword(keyword)) => keyword.is_specifier(),
                        Some(Word::Predefined(_) | Word::Typedef { .. }) => true,
                        _ => false,
                    };
                    if declares && self.at_first_column() {
                        return;
                    }
                }
                _ => {}
            }
            self.advance_quietly();
        }
    }
}
