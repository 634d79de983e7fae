//! `__attribute__((…))` (section "Attribute Qualifiers").
//!
//! ```text
//! attributes = { "__attribute__" "(" "(" [ attribute ] { "," [ attribute ] } ")" ")" }
//! attribute  = word [ "(" [ argument { "," argument } ] ")" ]
//! argument   = assignment-expression | type-name
//! ```
//! Unknown attributes are kept; which exist is sema's to say. Those on statements alone are judged here, since the tree has
//! no place for them: `opencl_unroll_hint` becomes a [`LoopHint`](crate::ast::LoopHint).

use ferrocl_base::Diagnostic;
use ferrocl_base::codes::syntax as codes;

use super::words::Keyword;
use super::{Parse, Parser, Reported};
use crate::ast::{Attribute, AttributeArgument};
use crate::token::{Punctuator, TokenKind};

impl Parser<'_> {
    /// Any number of attribute specifiers; they are added to `list`.
    pub(super) fn attributes(&mut self, list: &mut Vec<Attribute>) -> Parse<()> {
        loop {
            if self.at_double_bracket() {
                self.cpp_attributes(list)?;
                continue;
            }
            if self.is_cpp() && self.keyword() == Some(Keyword::Alignas) {
                let attribute = self.alignas()?;
                list.push(attribute);
                continue;
            }
            if !self.eat_keyword(Keyword::Attribute) {
                return Ok(());
            }
            let outer = self.expect(Punctuator::LeftParen, "after `__attribute__`")?;
            let Ok(inner) = self.expect(Punctuator::LeftParen, "after `__attribute__(`: two are needed")
            else {
                if self.skip_behind(Punctuator::RightParen) {
                    continue;
                }
                return Err(Reported);
            };
            self.nested(|parser| {
                parser.attribute_list(list)?;
                parser.close(inner, "(", Punctuator::RightParen);
                parser.close(outer, "(", Punctuator::RightParen);
                Ok(())
            })?;
        }
    }
    /// Whether `[[` stands here, in C++.
    pub(super) fn at_double_bracket(&self) -> bool {
        self.is_cpp() && self.at(Punctuator::LeftBracket) && self.nth_is(1, Punctuator::LeftBracket)
    }
    /// `[[attributes]]` (C++17 [dcl.attr]), which stand here. The name of a compiler before `::` is left out.
    fn cpp_attributes(&mut self, list: &mut Vec<Attribute>) -> Parse<()> {
        let outer = self.advance();
        let inner = self.advance();
        let first = list.len();
        let result = self.bracketed(|parser| {
            while !parser.at(Punctuator::RightBracket) {
                if parser.nth_is(1, Punctuator::ColonColon) {
                    parser.advance();
                    parser.advance();
                }
                list.push(parser.attribute()?);
                if !parser.eat(Punctuator::Comma) {
                    break;
                }
            }
            Ok(())
        });
        result?;
        self.close(inner, "[", Punctuator::RightBracket);
        self.close(outer, "[", Punctuator::RightBracket);
        // What only asks for warnings, or for none, needs no answer.
        for attribute in list.split_off(first) {
            let asks = ["nodiscard", "maybe_unused", "deprecated", "noreturn", "likely", "unlikely"];
            if !asks.contains(&self.text(attribute.name)) {
                list.push(attribute);
            }
        }
        Ok(())
    }
    /// The attributes up to the closing parenthesis.
    fn attribute_list(&mut self, list: &mut Vec<Attribute>) -> Parse<()> {
        loop {
            if self.eat(Punctuator::Comma) {
                continue;
            }
            if self.at(Punctuator::RightParen) {
                return Ok(());
            }
            match self.attribute() {
                Ok(attribute) => list.push(attribute),
                Err(Reported) if self.skip_to_either(Punctuator::Comma, Punctuator::RightParen) => {}
                Err(reported) => return Err(reported),
            }
            if !self.at(Punctuator::Comma) {
                return Ok(());
            }
        }
    }
    fn attribute(&mut self) -> Parse<Attribute> {
        // Keywords can be attributes too: `__attribute__((const))`.
        let TokenKind::Identifier(symbol) = self.kind() else {
            return Err(self.expected("the name of an attribute", "", None));
        };
        let start = self.advance();
        let text = self.text(*symbol);
        let name = match text.strip_prefix("__").and_then(|rest| rest.strip_suffix("__")) {
            Some(bare) if !bare.is_empty() => {
                let bare = bare.to_owned();
                self.interner.intern(&bare)
            }
            _ => *symbol,
        };
        let mut arguments = Vec::new();
        if self.at(Punctuator::LeftParen) {
            let open = self.advance();
            while !self.at(Punctuator::RightParen) {
                let argument = if self.starts_specifiers() {
                    self.type_name().map(AttributeArgument::Type)
                } else {
                    self.assignment_expression().map(AttributeArgument::Expr)
                };
                match argument {
                    Ok(argument) => arguments.push(argument),
                    Err(Reported) if self.skip_to_either(Punctuator::Comma, Punctuator::RightParen) => {}
                    Err(reported) => return Err(reported),
                }
                if !self.eat(Punctuator::Comma) {
                    break;
                }
            }
            self.close(open, "(", Punctuator::RightParen);
        }
        Ok(Attribute { name, arguments, span: self.span_from(start) })
    }
    /// Says that an attribute means nothing where it stands.
    #[cold]
    pub(super) fn warn_ignored_attribute(&mut self, attribute: &Attribute, place: &str) {
        let name = self.text(attribute.name).to_owned();
        self.report(
            Diagnostic::new(
                codes::IGNORED_ATTRIBUTE,
                attribute.span,
                format!("attribute `{name}` has no effect on {place}"),
            )
            .primary("ignored"),
        );
    }
}
