//! Operands: prefix operators, casts, literals of vectors and compounds, postfix operators, primary expressions.
//!
//! ```text
//! unary    = prefix-operator unary | "sizeof" … | cast | postfix
//! cast     = "(" type-name ")" ( unary | "{" initialisers "}" { suffix } | "(" parts ")" { suffix } )
//! postfix  = primary { "[" expression "]" | "(" arguments ")" | "." name | "->" name | "++" | "--" }
//! primary  = name | constant | string | "(" expression ")"
//! ```
//! `(float4)(a, b, c, d).xyz` selects from the vector literal, while `(int)(a).x` casts `a.x`: a suffix belongs to the
//! literal if the type is a vector's. The parser knows which typedef names stand for vectors.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span};

use super::specifiers::Place;
use super::words::{Keyword, Word};
use super::{Parse, Parser, Reported};
use crate::ast::{BuiltinTypeName, ExprId, ExprKind, Initializer, TypeName, TypeSpecifier, UnaryOp};
use crate::token::{Punctuator, TokenKind};

fn prefix_operator(punctuator: Punctuator) -> Option<UnaryOp> {
    Some(match punctuator {
        Punctuator::Plus => UnaryOp::Plus,
        Punctuator::Minus => UnaryOp::Minus,
        Punctuator::Tilde => UnaryOp::BitNot,
        Punctuator::Exclamation => UnaryOp::LogicalNot,
        Punctuator::Star => UnaryOp::Dereference,
        Punctuator::Ampersand => UnaryOp::AddressOf,
        Punctuator::PlusPlus => UnaryOp::Increment,
        Punctuator::MinusMinus => UnaryOp::Decrement,
        _ => return None,
    })
}

impl Parser<'_> {
    /// A unary expression or cast.
    pub(super) fn unary_expression(&mut self) -> Parse<ExprId> {
        match self.kind() {
            TokenKind::Punctuator(Punctuator::LeftParen) => self.parenthesis(),
            TokenKind::Punctuator(punctuator) => {
                let Some(op) = prefix_operator(*punctuator) else {
                    let primary = self.primary_expression()?;
                    return self.suffixes(primary);
                };
                let start = self.advance();
                let operand = self.nested(Self::unary_expression)?;
                let span = self.join(start, self.expr_span(operand));
                Ok(self.expr(ExprKind::Unary { op, operand }, span))
            }
            _ => match self.keyword() {
                Some(keyword @ (Keyword::Sizeof | Keyword::Alignof)) => self.size_operator(keyword),
                Some(Keyword::VecStep) => {
                    let step = self.vec_step()?;
                    self.suffixes(step)
                }
                Some(keyword @ (Keyword::AsType | Keyword::ConvertVector)) => {
                    let value = self.as_type(keyword)?;
                    self.suffixes(value)
                }
                Some(
                    keyword @ (Keyword::BitCast
                    | Keyword::Generic
                    | Keyword::Choose
                    | Keyword::Offsetof
                    | Keyword::SameTypes),
                ) => {
                    let value = self.nested(|parser| parser.builtin_of_types(keyword))?;
                    self.suffixes(value)
                }
                Some(Keyword::Extension) => {
                    self.advance();
                    self.nested(Self::unary_expression)
                }
                _ => {
                    let primary = self.primary_expression()?;
                    self.suffixes(primary)
                }
            },
        }
    }

    /// `(`: a parenthesised expression, a cast, or a literal.
    fn parenthesis(&mut self) -> Parse<ExprId> {
        if self.nth_is(1, Punctuator::LeftBrace) {
            let value = self.statement_expression()?;
            return self.suffixes(value);
        }
        if self.nth_starts_specifiers(1) || self.unknown_type_in_cast() {
            return self.cast();
        }
        let paren = self.parenthesised_expression()?;
        self.suffixes(paren)
    }
    /// `( expression )`, which stands here.
    fn parenthesised_expression(&mut self) -> Parse<ExprId> {
        let open = self.advance();
        let inner = match self.bracketed(Self::expression) {
            Ok(inner) => inner,
            Err(Reported) if self.skip_to(Punctuator::RightParen) => {
                let span = self.span_from(open);
                self.expr(ExprKind::Error, span)
            }
            Err(reported) => return Err(reported),
        };
        self.close(open, "(", Punctuator::RightParen);
        let span = self.span_from(open);
        Ok(self.expr(ExprKind::Paren(inner), span))
    }
    /// Whether the undeclared name behind this `(` must be meant as a type: `(foo *)`, `(foo) x`.
    fn unknown_type_in_cast(&self) -> bool {
        if !matches!(self.word_of(self.nth_kind(1)), Some(Word::Unknown)) {
            return false;
        }
        let mut at = 2;
        while self.nth_is(at, Punctuator::Star) && at < 5 {
            at += 1;
        }
        if !self.nth_is(at, Punctuator::RightParen) {
            return false;
        }
        at > 2
            || match self.nth_kind(at + 1) {
                TokenKind::Integer(_) | TokenKind::Float(_) | TokenKind::Character(_) => true,
                TokenKind::Identifier(symbol) => !matches!(self.names.get(*symbol), Word::Keyword(_)),
                _ => false,
            }
    }

    /// `(type)` and what follows.
    fn cast(&mut self) -> Parse<ExprId> {
        let open = self.span();
        let ty = self.parenthesised_type()?;
        if self.at(Punctuator::LeftBrace) {
            let list = self.nested(Self::initializer_list)?;
            let span = self.span_from(open);
            let literal =
                self.expr(ExprKind::CompoundLiteral { ty, initializer: Initializer::List(list) }, span);
            return self.suffixes(literal);
        }
        let of_vector = self.is_vector_type(&ty);
        let plain_list = self.at(Punctuator::LeftParen)
            && !self.nth_is(1, Punctuator::LeftBrace)
            && !self.nth_starts_specifiers(1);
        if plain_list && of_vector != Some(false) {
            return self.vector_literal(open, ty, of_vector == Some(true));
        }
        let operand = self.nested(Self::unary_expression)?;
        let span = self.join(open, self.expr_span(operand));
        Ok(self.expr(ExprKind::Cast { ty, operand }, span))
    }
    /// The parenthesised list behind the type of a vector, or of a type that may be one (`certain` is false then).
    fn vector_literal(&mut self, start: Span, ty: Box<TypeName>, certain: bool) -> Parse<ExprId> {
        let open = self.advance();
        let mut parts = self.nested(|parser| parser.arguments(open, "the components of the vector"))?;
        let list_span = self.span_from(open);
        let span = self.span_from(start);
        let literal = match parts.len() {
            0 => {
                let mut diagnostic =
                    Diagnostic::new(codes::EXPECTED_EXPRESSION, list_span, "literal without components")
                        .primary("at least one component has to stand here");
                if certain {
                    diagnostic = diagnostic.suggest("for all zeros write", list_span, "(0)");
                }
                self.report(diagnostic);
                self.expr(ExprKind::Error, span)
            }
            1 => {
                let paren = self.expr(ExprKind::Paren(parts.remove(0)), list_span);
                if !certain {
                    let operand = self.suffixes(paren)?;
                    let span = self.join(start, self.expr_span(operand));
                    return Ok(self.expr(ExprKind::Cast { ty, operand }, span));
                }
                self.expr(ExprKind::Cast { ty, operand: paren }, span)
            }
            _ => self.expr(ExprKind::VectorLiteral { ty, parts, list_span }, span),
        };
        self.suffixes(literal)
    }
    /// Whether a type name is a vector's; `None` where the parser cannot know.
    fn is_vector_type(&self, ty: &TypeName) -> Option<bool> {
        if !ty.declarator.parts.is_empty() {
            return Some(false);
        }
        self.is_vector_specifier(&ty.specifiers.ty)
    }
    /// Whether a type specifier is a vector's; `None` where the parser cannot know.
    pub(super) fn is_vector_specifier(&self, ty: &TypeSpecifier) -> Option<bool> {
        match ty {
            TypeSpecifier::Builtin(BuiltinTypeName::Vector(..)) => Some(true),
            // Reserved vector and matrix types are read like vectors, so that the later error is the only one.
            TypeSpecifier::Builtin(BuiltinTypeName::Opaque(_)) => None,
            TypeSpecifier::Typedef(name, _) => match self.names.get(*name) {
                Word::Typedef { vector } => Some(vector),
                _ => None,
            },
            TypeSpecifier::TypeofExpr(_) | TypeSpecifier::TypeofType(_) | TypeSpecifier::Error => None,
            _ => Some(false),
        }
    }

    /// A type name.
    pub(super) fn type_name(&mut self) -> Parse<Box<TypeName>> {
        let start = self.span();
        let specifiers = self.specifiers(Place::TypeName, Vec::new())?;
        let declarator = self.declarator_with(super::declarator::Naming::Forbidden)?;
        Ok(Box::new(TypeName { specifiers, declarator, span: self.span_from(start) }))
    }
    /// `( type-name )`, which stands here.
    pub(super) fn parenthesised_type(&mut self) -> Parse<Box<TypeName>> {
        let open = self.advance();
        let ty = self.nested(Self::type_name)?;
        self.close(open, "(", Punctuator::RightParen);
        Ok(ty)
    }

    /// `sizeof` and `alignof`.
    fn size_operator(&mut self, keyword: Keyword) -> Parse<ExprId> {
        let start = self.advance();
        if self.is_cpp() && self.at(Punctuator::Ellipsis) {
            return self.pack_size(start);
        }
        if self.at(Punctuator::LeftParen) && self.nth_starts_specifiers(1) {
            let open = self.span();
            let ty = self.parenthesised_type()?;
            if !self.at(Punctuator::LeftBrace) {
                let span = self.span_from(start);
                let kind = match keyword {
                    Keyword::Sizeof => ExprKind::SizeofType(ty),
                    _ => ExprKind::AlignofType(ty),
                };
                return Ok(self.expr(kind, span));
            }
            let list = self.nested(Self::initializer_list)?;
            let span = self.span_from(open);
            let literal =
                self.expr(ExprKind::CompoundLiteral { ty, initializer: Initializer::List(list) }, span);
            let operand = self.suffixes(literal)?;
            return Ok(self.sized(keyword, start, operand));
        }
        let operand = self.nested(Self::unary_expression)?;
        Ok(self.sized(keyword, start, operand))
    }
    fn sized(&mut self, keyword: Keyword, start: Span, operand: ExprId) -> ExprId {
        let span = self.join(start, self.expr_span(operand));
        let kind = match keyword {
            Keyword::Sizeof => ExprKind::SizeofExpr(operand),
            _ => ExprKind::AlignofExpr(operand),
        };
        self.expr(kind, span)
    }
    /// `vec_step` (section "Miscellaneous Vector Functions").
    fn vec_step(&mut self) -> Parse<ExprId> {
        let start = self.advance();
        let open = self.expect(Punctuator::LeftParen, "after `vec_step`")?;
        let kind = self.nested(|parser| {
            Ok(if parser.starts_specifiers() {
                ExprKind::VecStepType(parser.type_name()?)
            } else {
                ExprKind::VecStepExpr(parser.expression()?)
            })
        })?;
        self.close(open, "(", Punctuator::RightParen);
        let span = self.span_from(start);
        Ok(self.expr(kind, span))
    }
    /// `__builtin_astype(e, type)`, `__builtin_convertvector(e, type)`.
    fn as_type(&mut self, keyword: Keyword) -> Parse<ExprId> {
        let start = self.advance();
        let open = self.expect(Punctuator::LeftParen, "after the function's name")?;
        let (operand, ty) = self.nested(|parser| {
            let operand = parser.assignment_expression()?;
            parser.expect(Punctuator::Comma, "between the value and the type")?;
            Ok((operand, parser.type_name()?))
        })?;
        self.close(open, "(", Punctuator::RightParen);
        let span = self.span_from(start);
        let kind = match keyword {
            Keyword::ConvertVector => ExprKind::ConvertVector { operand, ty },
            _ => ExprKind::AsType { operand, ty, template: false },
        };
        Ok(self.expr(kind, span))
    }

    /// The postfix operators behind an operand.
    pub(super) fn suffixes(&mut self, mut base: ExprId) -> Parse<ExprId> {
        loop {
            let start = self.expr_span(base);
            let kind = match self.punctuator() {
                Some(Punctuator::LeftBracket) => {
                    let open = self.advance();
                    let index = match self.bracketed(Self::expression) {
                        Ok(index) => index,
                        Err(Reported) if self.skip_to(Punctuator::RightBracket) => {
                            let span = self.span_from(open);
                            self.expr(ExprKind::Error, span)
                        }
                        Err(reported) => return Err(reported),
                    };
                    self.close(open, "[", Punctuator::RightBracket);
                    ExprKind::Index { base, index }
                }
                Some(Punctuator::LeftParen) => {
                    let open = self.advance();
                    let arguments = self.bracketed(|parser| parser.arguments(open, "an argument"))?;
                    ExprKind::Call { callee: base, arguments }
                }
                Some(punctuator @ (Punctuator::Dot | Punctuator::Arrow)) => {
                    self.advance();
                    let arrow = punctuator == Punctuator::Arrow;
                    if self.is_cpp() {
                        self.cpp_member_access(base, arrow)?
                    } else {
                        let (name, name_span) =
                            self.expect_member(&format!("after `{}`", punctuator.text()))?;
                        ExprKind::Member { base, arrow, name, name_span }
                    }
                }
                Some(punctuator @ (Punctuator::PlusPlus | Punctuator::MinusMinus)) => {
                    self.advance();
                    ExprKind::Postfix { increment: punctuator == Punctuator::PlusPlus, operand: base }
                }
                Some(Punctuator::ColonColon) => {
                    base = self.nested(Self::scope_operator)?;
                    continue;
                }
                _ => return Ok(base),
            };
            let span = self.span_from(start);
            base = self.expr(kind, span);
        }
    }
    /// Expressions up to the parenthesis that closes `open`, with it.
    pub(super) fn arguments(&mut self, open: Span, what: &str) -> Parse<Vec<ExprId>> {
        let mut arguments = Vec::new();
        if self.eat(Punctuator::RightParen) {
            return Ok(arguments);
        }
        loop {
            let start = self.span();
            let is_ok = match self.argument(what) {
                Ok(argument) => {
                    arguments.push(argument);
                    true
                }
                Err(Reported) => {
                    if !self.skip_to_either(Punctuator::Comma, Punctuator::RightParen) {
                        return if self.may_end_here() { Ok(arguments) } else { Err(Reported) };
                    }
                    let span = self.span_from(start);
                    let error = self.expr(ExprKind::Error, span);
                    arguments.push(error);
                    true
                }
            };
            if is_ok && self.eat(Punctuator::Comma) {
                continue;
            }
            if self.eat(Punctuator::RightParen) {
                return Ok(arguments);
            }
            self.unclosed_list(open, "(", Punctuator::RightParen);
            if self.may_end_here() || !self.skip_to_either(Punctuator::Comma, Punctuator::RightParen) {
                return Ok(arguments);
            }
            if self.eat(Punctuator::RightParen) {
                return Ok(arguments);
            }
            self.advance();
        }
    }
    fn argument(&mut self, what: &str) -> Parse<ExprId> {
        if self.at(Punctuator::RightParen) {
            return Err(self.expected_expression(what));
        }
        let value = self.value_or_braces()?;
        if self.is_cpp() && self.eat(Punctuator::Ellipsis) {
            let span = self.span_from(self.expr_span(value));
            return Ok(self.expr(ExprKind::Expansion(value), span));
        }
        Ok(value)
    }
    /// A value without commas; in C++, or a list in braces.
    pub(super) fn value_or_braces(&mut self) -> Parse<ExprId> {
        if !self.is_cpp() || !self.at(Punctuator::LeftBrace) {
            return self.assignment_expression();
        }
        let list = self.nested(Self::initializer_list)?;
        let span = list.span;
        Ok(self.expr(ExprKind::Braces(list), span))
    }

    /// A name, a constant, a string.
    pub(super) fn primary_expression(&mut self) -> Parse<ExprId> {
        if let Some(expr) = self.cpp_primary()? {
            return Ok(expr);
        }
        let kind = match self.kind() {
            TokenKind::Identifier(symbol) => match self.names.get(*symbol) {
                Word::Ordinary => ExprKind::Name(self.names.meaning(*symbol)),
                Word::Unknown => return self.unknown_name(*symbol),
                Word::Predefined(_) | Word::Typedef { .. } if self.is_cpp() => return self.construct(),
                Word::Keyword(keyword) if keyword.is_type() && self.is_cpp() => return self.construct(),
                Word::Namespace | Word::Template | Word::ClassTemplate | Word::Reinterpret => {
                    return Err(self.expected_expression("an expression"));
                }
                Word::Faulty | Word::Typedef { .. } | Word::Predefined(_) => {
                    return self.type_as_expression();
                }
                Word::Keyword(keyword) if keyword.is_type() => return self.type_as_expression(),
                Word::Keyword(_) => return Err(self.expected_expression("an expression")),
            },
            TokenKind::Integer(literal) => ExprKind::Integer(*literal),
            TokenKind::Float(literal) => ExprKind::Float(literal.clone()),
            TokenKind::Character(value) => ExprKind::Character(*value),
            TokenKind::String(bytes) => ExprKind::String(bytes.clone()),
            TokenKind::Punctuator(Punctuator::LeftBrace) => return self.braces_as_expression(),
            TokenKind::Punctuator(Punctuator::Caret) => return self.block_literal(),
            TokenKind::Punctuator(Punctuator::AndAnd) => {
                return self.unsupported_expression("the address of a label", "use `switch` instead");
            }
            TokenKind::Punctuator(Punctuator::LeftBracket) => {
                return self.unsupported_expression("a lambda", "write a function outside");
            }
            TokenKind::Punctuator(Punctuator::ColonColon) => return self.nested(Self::scope_operator),
            _ => return Err(self.expected_expression("an expression")),
        };
        let span = self.advance();
        Ok(self.expr(kind, span))
    }
}
