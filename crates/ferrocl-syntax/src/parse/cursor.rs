//! The place in the token list: looking, stepping, expecting; pragmas on the way; spans.
//!
//! Pragmas are tokens, but the grammar would have to allow them between any two others. So the cursor never
//! rests on one: it sets those that it steps over aside ([`Parser::take_pragmas`]), and whoever starts a
//! statement or an external declaration asks for them. Those that nobody asked for by the time the next token
//! is consumed stand at a place where they mean nothing, which gives a warning.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, ExpansionId, Span, Symbol};

use super::words::{Keyword, Word};
use super::{Parse, Parser, Reported};
use crate::ast::Item;
use crate::token::{Pragma, Punctuator, TokenKind};

static END: TokenKind = TokenKind::End;

impl<'a> Parser<'a> {
    /// The current token.
    pub(super) fn kind(&self) -> &'a TokenKind {
        self.tokens.get(self.position).map_or(&END, |token| &token.kind)
    }
    /// Where the current token stands; at the end of the text, the empty place behind the last token.
    pub(super) fn span(&self) -> Span {
        self.tokens.get(self.position).map_or(self.last_span.end(), |token| token.span)
    }
    /// The token that many places further on; pragmas do not count.
    pub(super) fn nth_kind(&self, n: usize) -> &'a TokenKind {
        self.nth_position(n).and_then(|position| self.tokens.get(position)).map_or(&END, |token| &token.kind)
    }
    pub(super) fn nth_position(&self, n: usize) -> Option<usize> {
        let mut position = self.position;
        for _ in 0..n {
            if matches!(self.tokens.get(position)?.kind, TokenKind::End) {
                return None;
            }
            position += 1;
            while matches!(self.tokens.get(position)?.kind, TokenKind::Pragma(_)) {
                position += 1;
            }
        }
        Some(position)
    }
    /// What an identifier is here; `None` for other tokens.
    pub(super) fn word_of(&self, kind: &TokenKind) -> Option<Word> {
        match kind {
            TokenKind::Identifier(symbol) => Some(self.names.get(*symbol)),
            _ => None,
        }
    }
    /// What the current token is as a word; `None` if it is not an identifier.
    pub(super) fn word(&self) -> Option<Word> {
        self.word_of(self.kind())
    }
    /// The current token as a keyword.
    pub(super) fn keyword(&self) -> Option<Keyword> {
        match self.word() {
            Some(Word::Keyword(keyword)) => Some(keyword),
            _ => None,
        }
    }
    /// The keyword that many tokens further on.
    pub(super) fn nth_keyword(&self, n: usize) -> Option<Keyword> {
        match self.word_of(self.nth_kind(n)) {
            Some(Word::Keyword(keyword)) => Some(keyword),
            _ => None,
        }
    }
    /// The current token as a name that is no keyword.
    pub(super) fn name(&self) -> Option<Symbol> {
        match self.kind() {
            TokenKind::Identifier(symbol) if !matches!(self.names.get(*symbol), Word::Keyword(_)) => {
                Some(*symbol)
            }
            _ => None,
        }
    }
    /// Whether the token that many places further on is a name that is no keyword.
    pub(super) fn nth_is_name(&self, n: usize) -> bool {
        !matches!(self.word_of(self.nth_kind(n)), None | Some(Word::Keyword(_)))
    }
    /// The current token as a punctuator.
    pub(super) fn punctuator(&self) -> Option<Punctuator> {
        match self.kind() {
            TokenKind::Punctuator(punctuator) => Some(*punctuator),
            _ => None,
        }
    }
    /// Whether the current token is this punctuator.
    pub(super) fn at(&self, punctuator: Punctuator) -> bool {
        self.punctuator() == Some(punctuator)
    }
    /// Whether the token that many places further on is this punctuator.
    pub(super) fn nth_is(&self, n: usize, punctuator: Punctuator) -> bool {
        matches!(self.nth_kind(n), TokenKind::Punctuator(other) if *other == punctuator)
    }
    /// Whether the text ends here.
    pub(super) fn at_end(&self) -> bool {
        matches!(self.kind(), TokenKind::End)
    }

    /// Steps over the current token; gives its span. At the end it stays.
    pub(super) fn advance(&mut self) -> Span {
        if !self.pragmas.is_empty() {
            self.warn_about_pragmas();
        }
        if self.at_end() {
            return self.span();
        }
        self.last_span = self.span();
        self.position += 1;
        self.set_pragmas_aside();
        self.last_span
    }
    /// Steps over this punctuator if it stands here.
    pub(super) fn eat(&mut self, punctuator: Punctuator) -> bool {
        let here = self.at(punctuator);
        if here {
            self.advance();
        }
        here
    }
    /// Steps over this keyword if it stands here.
    pub(super) fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        let here = self.keyword() == Some(keyword);
        if here {
            self.advance();
        }
        here
    }
    /// Steps over this punctuator, or says that it is missing (`context`: "after the condition").
    pub(super) fn expect(&mut self, punctuator: Punctuator, context: &str) -> Parse<Span> {
        if self.at(punctuator) { Ok(self.advance()) } else { Err(self.missing(punctuator, context)) }
    }
    /// Goes to another place of the list, back or forth; pragmas there are set aside again.
    pub(super) fn go_to(&mut self, position: usize) {
        self.position = position;
        self.pragmas.clear();
        self.last_span =
            position.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or(Span::NONE, |t| t.span);
        self.set_pragmas_aside();
    }
    /// Steps over the pragmas before the next token.
    pub(super) fn set_pragmas_aside(&mut self) {
        while let Some(token) = self.tokens.get(self.position) {
            let TokenKind::Pragma(pragma) = &token.kind else { return };
            match pragma {
                // An extension pragma may stand anywhere. (The cursor may come by twice.)
                Pragma::Extension { name, enable } => {
                    if self.position >= self.extensions_taken_to {
                        self.extensions_taken_to = self.position + 1;
                        self.unit.items.push(Item::Extension {
                            name: *name,
                            enable: *enable,
                            span: token.span,
                        });
                    }
                }
                // So may this one.
                Pragma::Pack(limit) => {
                    if self.packs.last().is_none_or(|&(last, _)| last < self.position) {
                        self.packs.push((self.position, *limit));
                    }
                }
                Pragma::Header(header) => {
                    if self.headers_taken_to <= self.position {
                        self.headers_taken_to = self.position + 1;
                        self.include_header(*header);
                    }
                }
                _ => self.pragmas.push((pragma.clone(), token.span)),
            }
            self.position += 1;
        }
    }
    /// What `#pragma pack` says at the current token.
    pub(super) fn pack(&self) -> Option<u32> {
        let before = self.packs.partition_point(|&(position, _)| position < self.position);
        let (_, limit) = *self.packs[..before].last()?;
        (limit > 0).then_some(limit)
    }
    /// Adds an external declaration that ends before the current token: before the extension pragmas that stand after it and are in the
    /// tree already.
    pub(super) fn push_item(&mut self, item: Item) {
        let is_pragma = |token: &&crate::token::Token| matches!(token.kind, TokenKind::Pragma(_));
        let before = self.tokens.get(..self.position).unwrap_or(self.tokens);
        let extensions = before
            .iter()
            .rev()
            .take_while(is_pragma)
            .filter(|token| matches!(token.kind, TokenKind::Pragma(Pragma::Extension { .. })));
        let place = self.unit.items.len().saturating_sub(extensions.count());
        self.unit.items.insert(place, item);
    }
    /// The pragmas that stand directly before the current token.
    pub(super) fn take_pragmas(&mut self) -> Vec<(Pragma, Span)> {
        std::mem::take(&mut self.pragmas)
    }
    #[cold]
    fn warn_about_pragmas(&mut self) {
        for (pragma, span) in self.take_pragmas() {
            self.warn_misplaced_pragma(&pragma, span);
        }
    }
    /// Says that a pragma has no effect where it stands, and where it would have.
    #[cold]
    pub(super) fn warn_misplaced_pragma(&mut self, pragma: &Pragma, span: Span) {
        let (name, place) = match pragma {
            Pragma::FpContract(_) => {
                ("FP_CONTRACT", "outside functions, or at the very start of a block in braces")
            }
            Pragma::Unroll(_) => ("unroll", "directly before a `for`, `while` or `do` loop"),
            Pragma::NoUnroll => ("nounroll", "directly before a `for`, `while` or `do` loop"),
            Pragma::Extension { .. } | Pragma::Pack(_) | Pragma::Header(_) => return,
        };
        self.report(
            Diagnostic::new(
                codes::MISPLACED_PRAGMA,
                span,
                format!("pragma `{name}` has no effect at this place"),
            )
            .primary("ignored")
            .help(format!("write it {place}")),
        );
    }

    /// The smallest span that holds both.
    pub(super) fn join(&self, a: Span, b: Span) -> Span {
        let (low, high) = self.current_text.get();
        let here = |span: Span| {
            span.expansion == ExpansionId::NONE && low <= span.low && span.high <= high && span.low != 0
        };
        if here(a) && here(b) {
            return Span { low: a.low.min(b.low), high: a.high.max(b.high), ..a };
        }
        if a.expansion == ExpansionId::NONE
            && let Some(file) = self.map.file_at(a.low)
        {
            let file = self.map.file(file);
            self.current_text.set((file.start, file.start + file.text.len() as u32));
        }
        self.map.join(a, b)
    }
    /// From `start` to the last token consumed (only `start` if none was).
    pub(super) fn span_from(&self, start: Span) -> Span {
        self.join(start, self.last_span)
    }

    /// Whether the current token is the first of its line. (Reads the text: for errors only.)
    pub(super) fn starts_line(&self) -> bool {
        let Some(token) = self.tokens.get(self.position) else { return true };
        let here = self.map.outermost(token.span);
        let before = self.map.outermost(self.last_span);
        if self.last_span.is_none() || before.high > here.low {
            return self.last_span.is_none();
        }
        self.map.text(Span::new(before.high, here.low)).contains(['\n', '\r'])
    }
    /// Whether the current token begins at the very start of a line. (For errors only.)
    pub(super) fn at_first_column(&self) -> bool {
        self.is_at_first_column(self.span())
    }
    /// Whether what stands there begins at the very start of a line. (For errors only.)
    pub(super) fn is_at_first_column(&self, span: Span) -> bool {
        let here = self.map.outermost(span);
        let Some(file) = self.map.file_at(here.low) else { return false };
        let file = self.map.file(file);
        let offset = (here.low - file.start) as usize;
        offset == 0 || matches!(file.text.as_bytes().get(offset - 1), Some(b'\n' | b'\r'))
    }

    /// Runs `inner` one level deeper, or says that nesting is too deep.
    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= crate::ast::MAX_NESTING {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
    /// Says, once a text, that nesting is too deep.
    #[cold]
    pub(super) fn too_deep(&mut self) -> Reported {
        if !self.said_too_deep {
            self.said_too_deep = true;
            let limit = crate::ast::MAX_NESTING;
            self.report(
                Diagnostic::new(
                    codes::NESTING_TOO_DEEP,
                    self.span(),
                    format!("code nests deeper than {limit} levels"),
                )
                .primary("one level too deep")
                .note(format!(
                    "parentheses, brackets, prefix operators, types, declarators, statements and initialisers together \
                     may nest {limit} levels deep"
                ))
                .help("name a part of it: a variable for an inner expression, a function for inner statements"),
            );
        }
        Reported
    }
}
