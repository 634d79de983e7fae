//! C++ for OpenCL: casts with names, `type(…)`, `cl::as_type<type>(…)`, names of operators.
//!
//! ```text
//! named-cast = ("static_cast" | "reinterpret_cast" | "const_cast" | "addrspace_cast") "<" type-name ">" "(" expression ")"
//! construct  = type "(" [ expression { "," expression } ] ")" | type "{" [ expression { "," expression } ] "}"
//! ```

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};

use super::specifiers::Place;
use super::words::{Keyword, Word};
use super::{Parse, Parser};
use crate::ast::{Declarator, ExprId, ExprKind, Initializer, TypeName};
use crate::token::Punctuator;

/// Whether functions can be named after an operator (C++17 [over.oper]) that is one token.
fn can_be_overloaded(punctuator: Punctuator) -> bool {
    use Punctuator::*;
    matches!(
        punctuator,
        Plus | Minus
            | Star
            | Slash
            | Percent
            | Ampersand
            | Pipe
            | Caret
            | Tilde
            | Exclamation
            | Less
            | Greater
            | LessEqual
            | GreaterEqual
            | EqualEqual
            | NotEqual
            | ShiftLeft
            | ShiftRight
            | AndAnd
            | OrOr
            | PlusPlus
            | MinusMinus
            | PlusEqual
            | MinusEqual
            | StarEqual
            | SlashEqual
            | PercentEqual
            | AmpersandEqual
            | PipeEqual
            | CaretEqual
            | ShiftLeftEqual
            | ShiftRightEqual
            | Equal
            | Arrow
            | Comma
    )
}

impl Parser<'_> {
    /// A primary expression that only C++ has; `None` if none stands here.
    #[inline(never)]
    pub(super) fn cpp_primary(&mut self) -> Parse<Option<ExprId>> {
        if !self.is_cpp() {
            return Ok(None);
        }
        let start = self.span();
        match self.keyword() {
            Some(Keyword::NamedCast(cast)) => {
                self.advance();
                let ty = self.angled_type("after the cast")?;
                let operand = self.parenthesised_operand()?;
                let span = self.span_from(start);
                return Ok(Some(self.expr(ExprKind::NamedCast { cast, operand, ty }, span)));
            }
            Some(Keyword::Operator) => {
                let (name, span) = self.operator_name()?;
                let name = self.names.meaning(name);
                return Ok(Some(self.expr(ExprKind::Name(name), span)));
            }
            Some(Keyword::This) => {
                let name = self.interner.intern("this");
                let span = self.advance();
                return Ok(Some(self.expr(ExprKind::Name(name), span)));
            }
            Some(Keyword::Nullptr) => {
                let span = self.advance();
                return Ok(Some(self.expr(ExprKind::Nullptr, span)));
            }
            Some(Keyword::Forbidden(word)) => return self.forbidden_expression(word).map(Some),
            Some(Keyword::Typename | Keyword::Decltype) => return self.construct().map(Some),
            Some(Keyword::Noexcept) => return self.noexcept_operator().map(Some),
            None if self.at(Punctuator::LeftBracket) => return self.lambda().map(Some),
            _ => {}
        }
        if let Some(found) = self.scoped_primary(start)? {
            return Ok(Some(found));
        }
        let (name, word, in_namespace) = match self.qualified_name(0) {
            Some(qualified) => {
                if matches!(qualified.word, Word::Keyword(_)) {
                    return self.construct().map(Some);
                }
                self.step_over(&qualified);
                (qualified.name, qualified.word, qualified.in_namespace)
            }
            None => {
                let Some(name) = self.name() else { return Ok(None) };
                let word = self.names.get(name);
                if !matches!(word, Word::Reinterpret | Word::Template) {
                    return Ok(None);
                }
                self.advance();
                (self.names.meaning(name), word, false)
            }
        };
        let name_span = self.span_from(start);
        let kind = match word {
            Word::Reinterpret => {
                let ty = self.angled_type("after `as_type`")?;
                let operand = self.parenthesised_operand()?;
                ExprKind::AsType { operand, ty, template: true }
            }
            Word::Template if self.at(Punctuator::Less) => {
                let arguments = self.template_arguments()?;
                ExprKind::TemplateName { name, arguments }
            }
            Word::Template => ExprKind::TemplateName { name, arguments: Vec::new() },
            Word::Ordinary => ExprKind::Name(name),
            // A built-in function with `::` before it.
            Word::Unknown if !in_namespace => ExprKind::Name(name),
            _ => return Err(self.unknown_member(name_span)),
        };
        let span = self.span_from(start);
        Ok(Some(self.expr(kind, span)))
    }
    /// A value or a type with a class before it, or a class template; `None` if none stands here.
    fn scoped_primary(&mut self, start: Span) -> Parse<Option<ExprId>> {
        let Some(kind) = self.scoped_kind(0) else { return Ok(None) };
        if kind.names_type() {
            let has_class = kind.in_class || kind.word == Word::ClassTemplate;
            let known = !matches!(kind.word, Word::Faulty);
            return if has_class || known { self.construct().map(Some) } else { Ok(None) };
        }
        if !kind.in_class {
            return Ok(None);
        }
        let scoped = self.scoped_value()?;
        let span = self.span_from(start);
        Ok(Some(self.expr(ExprKind::Scoped(Box::new(scoped)), span)))
    }
    /// `noexcept(expression)`: true, as there are no exceptions.
    fn noexcept_operator(&mut self) -> Parse<ExprId> {
        let start = self.advance();
        let open = self.expect(Punctuator::LeftParen, "after `noexcept`")?;
        self.bracketed(Self::expression)?;
        self.close(open, "(", Punctuator::RightParen);
        let span = self.span_from(start);
        let name = self.interner.intern("true");
        Ok(self.expr(ExprKind::Name(name), span))
    }
    /// `operator+` and its like: the name of a function.
    pub(super) fn operator_name(&mut self) -> Parse<(Symbol, Span)> {
        let start = self.advance();
        for (open, close, text) in [
            (Punctuator::LeftParen, Punctuator::RightParen, "operator()"),
            (Punctuator::LeftBracket, Punctuator::RightBracket, "operator[]"),
        ] {
            if self.at(open) && self.nth_is(1, close) {
                self.advance();
                self.advance();
                return Ok((self.interner.intern(text), self.span_from(start)));
            }
        }
        let Some(punctuator) = self.punctuator().filter(|&punctuator| can_be_overloaded(punctuator)) else {
            let found = self.span();
            return Err(self.fail(
                Diagnostic::new(codes::OPERATOR_NAME, found, "this operator cannot be defined here")
                    .primary("not an operator of two values or one")
                    .help("define one like `operator+`, or write a function with a name"),
            ));
        };
        self.advance();
        let name = self.interner.intern(&format!("operator{}", punctuator.text()));
        Ok((name, self.span_from(start)))
    }
    /// `< type >`.
    fn angled_type(&mut self, context: &str) -> Parse<Box<TypeName>> {
        self.expect(Punctuator::Less, context)?;
        let outer = std::mem::replace(&mut self.in_angles, true);
        let ty = self.nested(Self::type_name);
        self.in_angles = outer;
        let ty = ty?;
        self.close_angles("after the type")?;
        Ok(ty)
    }
    /// `( expression )`.
    fn parenthesised_operand(&mut self) -> Parse<ExprId> {
        let open = self.expect(Punctuator::LeftParen, "before the operand")?;
        let operand = self.bracketed(Self::expression)?;
        self.close(open, "(", Punctuator::RightParen);
        Ok(operand)
    }
    /// A type where an expression has to stand: `float4(1, 2, 3, 4)`, `float4{…}`.
    #[inline(never)]
    pub(super) fn construct(&mut self) -> Parse<ExprId> {
        let start = self.span();
        let specifiers = self.specifiers(Place::TypeName, Vec::new())?;
        let span = specifiers.span;
        let declarator = Declarator::nameless(span.end());
        let ty = Box::new(TypeName { specifiers, declarator, span });
        if self.at(Punctuator::LeftBrace) {
            let list = self.nested(Self::initializer_list)?;
            let span = self.span_from(start);
            let initializer = Initializer::List(list);
            return Ok(self.expr(ExprKind::CompoundLiteral { ty, initializer }, span));
        }
        let open: Span = self.expect(Punctuator::LeftParen, "after the type")?;
        let parts = self.nested(|parser| parser.arguments(open, "a value"))?;
        let list_span = self.span_from(open);
        let span = self.span_from(start);
        Ok(self.expr(ExprKind::Construct { ty, parts, list_span }, span))
    }

    /// Whether values stand behind the name of a variable, where `=` could: `float4 v(1, 2, 3, 4)`, `int n{3}`.
    pub(super) fn at_direct_initializer(&self, declarator: &Declarator) -> bool {
        let is_function =
            matches!(declarator.parts.first(), Some(crate::ast::DeclaratorPart::Function { .. }));
        !is_function && (self.at(Punctuator::LeftParen) || self.at(Punctuator::LeftBrace))
    }
    /// Those values.
    pub(super) fn direct_initializer(&mut self) -> Parse<Initializer> {
        if self.at(Punctuator::LeftBrace) {
            return self.nested(Self::initializer_list).map(Initializer::List);
        }
        let open = self.advance();
        let parts = self.nested(|parser| parser.arguments(open, "a value"))?;
        Ok(Initializer::Arguments(parts, self.span_from(open)))
    }
    /// What stands behind `.` or `->`, in C++: members, operators, templates, destructors.
    pub(super) fn cpp_member_access(&mut self, base: ExprId, arrow: bool) -> Parse<ExprKind> {
        let is_template = self.eat_keyword(Keyword::Template);
        if self.keyword() == Some(Keyword::Operator) {
            let (name, name_span) = self.operator_name()?;
            return Ok(ExprKind::Member { base, arrow, name, name_span });
        }
        if self.at(Punctuator::Tilde) {
            let start = self.advance();
            self.named_type(true)?;
            let name = self.interner.intern("~");
            return Ok(ExprKind::Member { base, arrow, name, name_span: self.span_from(start) });
        }
        let (name, name_span) = self.expect_member(if arrow { "after `->`" } else { "after `.`" })?;
        if self.at(Punctuator::Less)
            && (is_template
                || self.member_templates.contains(&name) && self.behind_angles(self.position).is_some())
        {
            let arguments = self.template_arguments()?;
            return Ok(ExprKind::MemberTemplate { base, arrow, name, name_span, arguments });
        }
        Ok(ExprKind::Member { base, arrow, name, name_span })
    }
}
