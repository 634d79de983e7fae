//! Constructs of other languages (C++, GNU C, CUDA's habits), recognised in order to say what to write instead.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Symbol};

use super::specifiers::Place;
use super::words::Word;
use super::{Parse, Parser, Reported};
use crate::ast::{ExprId, ExprKind, Initializer, InitializerItem, InitializerList, TypeName, TypeSpecifier};
use crate::token::{Punctuator, TokenKind};

/// Words that begin C++ declarations, and what to write instead.
const CPP_WORDS: &[(&str, &str)] = &[
    ("template", "write one function for each type, or a macro"),
    ("class", "write a `struct`, and functions that take a pointer to it"),
    ("namespace", "begin the names with a common prefix instead"),
    ("using", "write a `typedef`"),
    ("constexpr", "write `constant` for data outside functions, `const` inside, or `enum` for integers"),
    ("typename", "write the type itself"),
    ("virtual", "write plain functions"),
    ("operator", "write a function with a name"),
    ("friend", "all members of a `struct` can be reached anyway"),
    ("explicit", "leave it out"),
    ("mutable", "leave it out"),
    ("decltype", "write the type itself, or `__typeof__(expression)`"),
];

/// What can be done after a C++ word was reported.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CppRest {
    /// The word was stepped over; what follows is to be read as C.
    Readable,
    /// The whole construct is to be skipped.
    Unreadable,
}

impl Parser<'_> {
    /// If a C++ declaration begins here, says so. What stands here afterwards is what follows the word, or, for those that
    /// cannot be read as C, the word still.
    pub(super) fn cpp_declaration(&mut self) -> Option<CppRest> {
        let crate::token::TokenKind::Identifier(symbol) = self.kind() else { return None };
        if !matches!(self.names.get(*symbol), Word::Unknown) {
            return None;
        }
        let name = self.text(*symbol);
        let &(name, instead) = CPP_WORDS.iter().find(|row| row.0 == name)?;
        let next_is_word = matches!(self.nth_kind(1), crate::token::TokenKind::Identifier(_));
        let fits = match name {
            "template" => self.nth_is(1, Punctuator::Less),
            "namespace" => next_is_word || self.nth_is(1, Punctuator::LeftBrace),
            "decltype" => self.nth_is(1, Punctuator::LeftParen),
            "operator" => true,
            _ => next_is_word,
        };
        if !fits {
            return None;
        }
        let span = self.span();
        self.fail(
            Diagnostic::new(codes::CPP_CONSTRUCT, span, format!("`{name}` is C++, not OpenCL C"))
                .primary("no such word in OpenCL C")
                .help(instead),
        );
        match name {
            "constexpr" | "typename" | "virtual" | "explicit" | "mutable" | "friend" => {
                self.advance();
                Some(CppRest::Readable)
            }
            _ => Some(CppRest::Unreadable),
        }
    }
    /// If a `&` stands where a declarator is read: a reference of C++. Says so and steps over it.
    #[cold]
    pub(super) fn skip_reference(&mut self) {
        if !matches!(self.punctuator(), Some(Punctuator::Ampersand | Punctuator::AndAnd)) {
            return;
        }
        let span = self.advance();
        self.report(
            Diagnostic::new(codes::CPP_CONSTRUCT, span, "references are C++, not OpenCL C")
                .primary("a declarator of OpenCL C has no `&`")
                .suggest("pass a pointer, and `&` the argument where it is called", span, "*"),
        );
    }
    /// `static_cast<T>(e)` and its like, whose name stands here: says what to write, and gives the type and leaves the
    /// parser before the parenthesis.
    #[cold]
    pub(super) fn cpp_cast(&mut self) -> Option<Parse<Box<crate::ast::TypeName>>> {
        let crate::token::TokenKind::Identifier(symbol) = self.kind() else { return None };
        if self.names.get(*symbol) != Word::Unknown || !self.nth_is(1, Punctuator::Less) {
            return None;
        }
        let name = self.text(*symbol);
        let name = ["static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"]
            .into_iter()
            .find(|&cast| cast == name)?;
        let span = self.advance();
        self.advance();
        Some(self.nested(|parser| {
            let ty = parser.type_name()?;
            parser.expect(Punctuator::Greater, "after the type")?;
            let written = parser.map.text(ty.span).to_owned();
            parser.report(
                Diagnostic::new(
                    codes::CPP_CONSTRUCT,
                    parser.span_from(span),
                    format!("`{name}` is C++, not OpenCL C"),
                )
                .primary("OpenCL C writes casts in parentheses")
                .suggest(
                    "write the type in parentheses",
                    parser.span_from(span),
                    format!("({written})"),
                ),
            );
            Ok(ty)
        }))
    }

    /// A name that nothing declares: a built-in function mostly; `nullptr` and C++'s casts are told apart.
    pub(super) fn unknown_name(&mut self, symbol: Symbol) -> Parse<ExprId> {
        if let Some(ty) = self.cpp_cast() {
            let ty = ty?;
            let start = ty.span;
            let operand = self.nested(Self::unary_expression)?;
            let span = self.join(start, self.expr_span(operand));
            return Ok(self.expr(ExprKind::Cast { ty, operand }, span));
        }
        let is_nullptr = self.text(symbol) == "nullptr";
        let span = self.advance();
        if is_nullptr {
            self.report(
                Diagnostic::new(codes::CPP_CONSTRUCT, span, "`nullptr` is C++, not OpenCL C")
                    .primary("nothing declares this name")
                    .suggest("the null pointer is", span, "0"),
            );
            return Ok(self.expr(ExprKind::Error, span));
        }
        Ok(self.expr(ExprKind::Name(symbol), span))
    }

    /// A type where an expression has to stand: `float4(1, 2, 3, 4)` and `float4{…}` are read, and reported.
    #[cold]
    pub(super) fn type_as_expression(&mut self) -> Parse<ExprId> {
        let (start, found) = (self.span(), self.found());
        let faulty = self.word() == Some(Word::Faulty);
        let specifiers = self.specifiers(Place::TypeName, Vec::new())?;
        let span = specifiers.span;
        let is_call = self.at(Punctuator::LeftParen);
        if !is_call && !self.at(Punctuator::LeftBrace) {
            if faulty {
                return Ok(self.expr(ExprKind::Error, span));
            }
            return Err(self.fail(
                Diagnostic::new(
                    codes::EXPECTED_EXPRESSION,
                    start,
                    format!("expected an expression, found the type {found}"),
                )
                .primary("a type is no value"),
            ));
        }
        let written = self.map.text(span).to_owned();
        let of_vector = self.is_vector_specifier(&specifiers.ty);
        let is_record = matches!(specifiers.ty, TypeSpecifier::Record(_))
            || matches!(specifiers.ty, TypeSpecifier::Typedef(..)) && of_vector == Some(false);
        let name = TypeName { specifiers, declarator: crate::ast::Declarator::nameless(span.end()), span };
        let ty = Box::new(name);
        if !faulty {
            let brackets = if is_call { "(…)" } else { "{…}" };
            let message = format!("`{written}{brackets}` does not make a value in OpenCL C");
            let diagnostic = Diagnostic::new(codes::CONSTRUCTOR_SYNTAX, span, message)
                .primary("the type has to stand in parentheses");
            self.report(if is_record && is_call {
                diagnostic
                    .help(format!("write `({written}){{…}}`, with braces for the values of the members"))
            } else {
                diagnostic.suggest(format!("write `({written}){brackets}`"), span, format!("({written})"))
            });
        }
        if !is_call {
            let list = self.nested(Self::initializer_list)?;
            let span = self.span_from(start);
            let literal =
                self.expr(ExprKind::CompoundLiteral { ty, initializer: Initializer::List(list) }, span);
            return Ok(literal);
        }
        let open = self.advance();
        let mut parts = self.nested(|parser| parser.arguments(open, "a component"))?;
        let list_span = self.span_from(open);
        let span = self.span_from(start);
        let kind = match parts.len() {
            0 => ExprKind::Error,
            1 => ExprKind::Cast { ty, operand: self.expr(ExprKind::Paren(parts.remove(0)), list_span) },
            _ if is_record => {
                let item = |part| InitializerItem { designators: Vec::new(), value: Initializer::Expr(part) };
                let items = parts.into_iter().map(item).collect();
                ExprKind::CompoundLiteral {
                    ty,
                    initializer: Initializer::List(InitializerList { items, span: list_span }),
                }
            }
            _ => ExprKind::VectorLiteral { ty, parts, list_span },
        };
        Ok(self.expr(kind, span))
    }

    /// `{ … }` where an expression has to stand.
    #[cold]
    pub(super) fn braces_as_expression(&mut self) -> Parse<ExprId> {
        let start = self.span();
        self.fail(
            Diagnostic::new(codes::EXPECTED_EXPRESSION, start, "a list in braces is not an expression")
                .primary("an expression has to stand here")
                .note("lists in braces initialise variables where these are declared")
                .help("write the type before it, for example `(float4)(1, 2, 3, 4)` or `(struct S){ 1, 2 }`"),
        );
        self.skip_balanced();
        let span = self.span_from(start);
        Ok(self.expr(ExprKind::Error, span))
    }
    /// `^ … { … }`, a block of device-side enqueue.
    #[cold]
    pub(super) fn block_literal(&mut self) -> Parse<ExprId> {
        let start = self.span();
        self.fail(
            Diagnostic::new(codes::UNSUPPORTED_CONSTRUCT, start, "blocks `^{ … }` are not supported")
                .primary("a block starts here")
                .note(
                    "blocks belong to device-side enqueue, an optional feature of OpenCL C 2.0 and newer that this \
                     implementation does not have (`__opencl_c_device_enqueue` is not defined)",
                )
                .help("enqueue the kernel from the host"),
        );
        self.advance();
        while !self.at(Punctuator::LeftBrace) {
            match self.kind() {
                TokenKind::Punctuator(Punctuator::LeftParen) => self.skip_balanced(),
                TokenKind::Identifier(_) | TokenKind::Punctuator(Punctuator::Star) => {
                    self.advance();
                }
                _ => return Err(Reported),
            }
        }
        self.skip_balanced();
        let span = self.span_from(start);
        Ok(self.expr(ExprKind::Error, span))
    }
    /// Something in brackets, or a word followed by them, that OpenCL C does not have. Says so and skips it.
    #[cold]
    pub(super) fn unsupported_expression(&mut self, what: &str, instead: &str) -> Parse<ExprId> {
        let start = self.span();
        self.fail(
            Diagnostic::new(codes::UNSUPPORTED_CONSTRUCT, start, format!("OpenCL C does not have {what}"))
                .primary("not part of the language")
                .help(instead),
        );
        if matches!(self.kind(), TokenKind::Identifier(_) | TokenKind::Punctuator(Punctuator::AndAnd)) {
            self.advance();
        }
        let in_brackets = |parser: &Self| {
            matches!(
                parser.punctuator(),
                Some(Punctuator::LeftParen | Punctuator::LeftBracket | Punctuator::LeftBrace)
            )
        };
        if in_brackets(self) {
            // A lambda has three pairs.
            while in_brackets(self) {
                self.skip_balanced();
            }
        } else {
            self.advance();
        }
        let span = self.span_from(start);
        Ok(self.expr(ExprKind::Error, span))
    }
    /// `::`, which stands here. What follows is read as if it stood alone.
    #[cold]
    pub(super) fn scope_operator(&mut self) -> Parse<ExprId> {
        let span = self.advance();
        self.report(
            Diagnostic::new(codes::CPP_CONSTRUCT, span, "`::` is C++, not OpenCL C")
                .primary("no such operator in OpenCL C")
                .help("OpenCL C has one space of names: write the name alone"),
        );
        self.primary_expression()
    }
    /// `_Thread_local`: says so and steps over it.
    #[cold]
    pub(super) fn thread_local(&mut self) {
        let span = self.advance();
        self.report(
            Diagnostic::new(
                codes::UNSUPPORTED_CONSTRUCT,
                span,
                "OpenCL C does not have `_Thread_local`, a word of C11",
            )
            .primary("not part of the language")
            .help("leave it out"),
        );
    }
}
