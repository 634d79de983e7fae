//! Initialisers (C99 6.7.8, with GNU's ranges).
//!
//! ```text
//! initialiser = assignment-expression | "{" [ item { "," item } [ "," ] ] "}"
//! item        = [ designator { designator } "=" | name ":" | designator ] initialiser
//! designator  = "." name | "[" constant [ "..." constant ] "]"
//! ```

use super::{Parse, Parser, Reported};
use crate::ast::{Designator, Initializer, InitializerItem, InitializerList};
use crate::token::{Punctuator, TokenKind};

impl Parser<'_> {
    /// What follows `=`.
    pub(super) fn initializer(&mut self) -> Parse<Initializer> {
        if self.at(Punctuator::LeftBrace) {
            self.nested(Self::initializer_list).map(Initializer::List)
        } else {
            self.assignment_expression().map(Initializer::Expr)
        }
    }
    /// `{ … }`, which stands here.
    pub(super) fn initializer_list(&mut self) -> Parse<InitializerList> {
        let open = self.advance();
        let mut items = Vec::new();
        while !self.at(Punctuator::RightBrace) {
            match self.initializer_item() {
                Ok(item) => items.push(item),
                Err(Reported) => {
                    if !self.skip_to_either(Punctuator::Comma, Punctuator::RightBrace) {
                        return Err(Reported);
                    }
                }
            }
            if self.eat(Punctuator::Comma) || self.at(Punctuator::RightBrace) {
                continue;
            }
            let reported = self.unclosed_list(open, "{", Punctuator::RightBrace);
            if !self.skip_to_either(Punctuator::Comma, Punctuator::RightBrace) {
                return Err(reported);
            }
            self.eat(Punctuator::Comma);
        }
        self.advance();
        Ok(InitializerList { items, span: self.span_from(open) })
    }
    fn initializer_item(&mut self) -> Parse<InitializerItem> {
        let mut designators = Vec::new();
        if let TokenKind::Identifier(_) = self.kind()
            && self.nth_is(1, Punctuator::Colon)
        {
            // `name: value`, as GNU C had it before C99 came.
            designators.push(self.member_designator("")?);
            self.advance();
            return Ok(InitializerItem { designators, value: self.initializer()? });
        }
        loop {
            match self.punctuator() {
                Some(Punctuator::Dot) => {
                    self.advance();
                    designators.push(self.member_designator("after `.`")?);
                }
                Some(Punctuator::LeftBracket) => {
                    let open = self.advance();
                    let first = self.nested(Self::constant_expression)?;
                    let last =
                        if self.eat(Punctuator::Ellipsis) { Some(self.constant_expression()?) } else { None };
                    self.close(open, "[", Punctuator::RightBracket);
                    designators.push(Designator::Index { first, last, span: self.span_from(open) });
                }
                _ => break,
            }
        }
        // GNU C takes `[index] value` as well.
        let old = matches!(designators[..], [Designator::Index { .. }]);
        if !designators.is_empty() && !self.eat(Punctuator::Equal) && !old {
            return Err(self.missing(Punctuator::Equal, "after the designator"));
        }
        let mut value = self.initializer()?;
        if let Initializer::Expr(expr) = value
            && self.is_cpp()
            && self.eat(Punctuator::Ellipsis)
        {
            value = Initializer::Expansion(expr);
        }
        Ok(InitializerItem { designators, value })
    }
}
