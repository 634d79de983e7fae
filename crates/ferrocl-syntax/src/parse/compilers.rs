//! What compilers of the field take besides OpenCL C, as public headers and macros need it: statement expressions and built-in
//! forms with types among their arguments (GNU C, Clang), `_Generic` and `_Alignas` (C11).
//!
//! ```text
//! statements = "(" block ")"
//! generic    = "_Generic" "(" assignment-expression { "," ( type-name | "default" ) ":" assignment-expression } ")"
//! choose     = "__builtin_choose_expr" "(" constant "," assignment-expression "," assignment-expression ")"
//! offsetof   = "__builtin_offsetof" "(" type-name "," name { "." name | "[" expression "]" } ")"
//! same types = "__builtin_types_compatible_p" "(" type-name "," type-name ")"
//! bit cast   = "__builtin_bit_cast" "(" type-name "," assignment-expression ")"
//! alignas    = "_Alignas" "(" ( type-name | constant ) ")"
//! ```

use ferrocl_base::{Span, Symbol};

use super::words::Keyword;
use super::{Parse, Parser};
use crate::ast::{Attribute, AttributeArgument, Designator, ExprId, ExprKind, TypeName};
use crate::token::{Punctuator, TokenKind};

impl Parser<'_> {
    /// `({ … })`, which stands here.
    pub(super) fn statement_expression(&mut self) -> Parse<ExprId> {
        let open = self.advance();
        let block = self.nested(Self::block)?;
        self.close(open, "(", Punctuator::RightParen);
        let span = self.span_from(open);
        Ok(self.expr(ExprKind::Statements(block), span))
    }
    /// A form that looks like a call and has types among its arguments; its keyword stands here.
    pub(super) fn builtin_of_types(&mut self, keyword: Keyword) -> Parse<ExprId> {
        let start = self.advance();
        let open = self.expect(Punctuator::LeftParen, "after this word")?;
        let kind = match keyword {
            Keyword::Generic => self.generic_selection()?,
            Keyword::Choose => {
                let condition = self.constant_expression()?;
                self.comma()?;
                let then = self.assignment_expression()?;
                self.comma()?;
                ExprKind::Choose { condition, then, otherwise: self.assignment_expression()? }
            }
            Keyword::Offsetof => self.offset_of()?,
            Keyword::SameTypes => {
                let first = self.type_name()?;
                self.comma()?;
                ExprKind::SameTypes(first, self.type_name()?)
            }
            _ => {
                let ty = self.type_name()?;
                self.comma()?;
                ExprKind::AsType { operand: self.assignment_expression()?, ty, template: false }
            }
        };
        self.close(open, "(", Punctuator::RightParen);
        let span = self.span_from(start);
        Ok(self.expr(kind, span))
    }
    fn comma(&mut self) -> Parse<()> {
        self.expect(Punctuator::Comma, "between the arguments").map(|_| ())
    }
    fn generic_selection(&mut self) -> Parse<ExprKind> {
        let control = self.assignment_expression()?;
        let mut associations: Vec<(Option<Box<TypeName>>, ExprId)> = Vec::new();
        while self.eat(Punctuator::Comma) {
            let ty = if self.eat_keyword(Keyword::Default) { None } else { Some(self.type_name()?) };
            self.expect(Punctuator::Colon, "between the type and its value")?;
            associations.push((ty, self.assignment_expression()?));
        }
        Ok(ExprKind::Generic { control, associations })
    }
    fn offset_of(&mut self) -> Parse<ExprKind> {
        let ty = self.type_name()?;
        self.comma()?;
        let mut path = vec![self.member_designator("after the type")?];
        loop {
            if self.eat(Punctuator::Dot) {
                path.push(self.member_designator("after `.`")?);
            } else if self.at(Punctuator::LeftBracket) {
                let open = self.advance();
                let first = self.expression()?;
                self.close(open, "[", Punctuator::RightBracket);
                path.push(Designator::Index { first, last: None, span: self.span_from(open) });
            } else {
                return Ok(ExprKind::Offsetof { ty, path });
            }
        }
    }
    /// The name of a member, and where it stands.
    pub(super) fn expect_member(&mut self, context: &str) -> Parse<(Symbol, Span)> {
        let TokenKind::Identifier(name) = *self.kind() else {
            return Err(self.expected("the name of a member", context, None));
        };
        Ok((name, self.advance()))
    }
    /// The same as a step of a path.
    pub(super) fn member_designator(&mut self, context: &str) -> Parse<Designator> {
        let (name, span) = self.expect_member(context)?;
        Ok(Designator::Member(name, span))
    }
    /// `_Alignas(…)`, which stands here, as the attribute `aligned`.
    pub(super) fn alignas(&mut self) -> Parse<Attribute> {
        let start = self.advance();
        let open = self.expect(Punctuator::LeftParen, "after `_Alignas`")?;
        let argument = self.nested(|parser| {
            if !parser.starts_specifiers() {
                return parser.constant_expression();
            }
            let ty = parser.type_name()?;
            let span = ty.span;
            Ok(parser.expr(ExprKind::AlignofType(ty), span))
        })?;
        self.close(open, "(", Punctuator::RightParen);
        Ok(Attribute {
            name: self.interner.intern("aligned"),
            arguments: vec![AttributeArgument::Expr(argument)],
            span: self.span_from(start),
        })
    }
}
