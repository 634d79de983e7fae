//! Parameter lists.
//!
//! ```text
//! parameters = "void" | [ parameter { "," parameter } [ "," "..." ] ]
//! parameter  = specifiers declarator-or-abstract-declarator attributes?
//! ```

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span};

use super::declarator::Naming;
use super::specifiers::Place;
use super::words::{Keyword, Word};
use super::{Parse, Parser, Reported};
use crate::ast::{BuiltinTypeName, DeclaratorPart, Parameter, Qualifiers, TypeName, TypeSpecifier};
use crate::token::{Punctuator, TokenKind};

impl Parser<'_> {
    /// `(parameters)`, which stands here.
    pub(super) fn function_part(&mut self) -> Parse<DeclaratorPart> {
        let open = self.advance();
        if let Some(end) = self.old_style_list() {
            return Ok(self.old_style_parameters(open, end));
        }
        self.names.open();
        let result = self.parameters(open);
        self.names.close();
        let (parameters, variadic, empty) = result?;
        let span = self.span_from(open);
        let (mut object, mut result) = (Box::default(), None);
        if self.is_cpp() {
            self.names.open();
            for parameter in &parameters {
                if let Some((name, _)) = parameter.declarator.name {
                    self.names.declare(name, Word::Ordinary);
                }
            }
            let suffix = self.function_suffix(&mut object);
            self.names.close();
            result = suffix?;
        }
        Ok(DeclaratorPart::Function { parameters, variadic, empty, object, result, span })
    }
    /// What C++ allows behind the parentheses: qualifiers of the object, `noexcept`, `-> type`.
    fn function_suffix(&mut self, object: &mut Qualifiers) -> Parse<Option<Box<TypeName>>> {
        loop {
            match self.keyword() {
                Some(Keyword::Noexcept) => {
                    self.advance();
                    if self.at(Punctuator::LeftParen) {
                        self.skip_balanced();
                    }
                }
                Some(Keyword::Mutable) => {
                    self.advance();
                    self.is_mutable_lambda = true;
                }
                Some(keyword) if keyword.is_qualifier() => self.qualifier(keyword, object),
                Some(Keyword::Forbidden("throw")) => {
                    self.advance();
                    if self.at(Punctuator::LeftParen) {
                        self.skip_balanced();
                    }
                }
                _ if self.at(Punctuator::Ampersand) || self.at(Punctuator::AndAnd) => {
                    self.advance();
                }
                _ if self.class.is_some() && (self.eat_word("override") || self.eat_word("final")) => {
                    let span = self.last_span;
                    self.forbidden("virtual", span);
                }
                _ => break,
            }
        }
        if self.eat(Punctuator::Arrow) { Ok(Some(self.nested(Self::type_name)?)) } else { Ok(None) }
    }

    /// What stands between the parentheses, and the closing one: the parameters, whether `...` follows, and whether
    /// there is nothing.
    fn parameters(&mut self, open: Span) -> Parse<(Vec<Parameter>, bool, bool)> {
        let mut parameters: Vec<Parameter> = Vec::new();
        if self.eat(Punctuator::RightParen) {
            return Ok((parameters, false, true));
        }
        let mut variadic = false;
        loop {
            if self.eat(Punctuator::Ellipsis) {
                variadic = true;
                if self.eat(Punctuator::RightParen) {
                    break;
                }
                let reported = self.unclosed(open, "(", Punctuator::RightParen);
                if !self.skip_behind(Punctuator::RightParen) {
                    return Err(reported);
                }
                break;
            }
            let result = self.parameter();
            let is_ok = result.is_ok();
            parameters.extend(result);
            if is_ok && self.eat(Punctuator::Comma) {
                continue;
            }
            if self.eat(Punctuator::RightParen) {
                break;
            }
            if is_ok {
                self.unclosed_list(open, "(", Punctuator::RightParen);
                // `void f(int a { … }`: only the parenthesis is missing.
                if self.at(Punctuator::LeftBrace) || self.at(Punctuator::Semicolon) {
                    break;
                }
            }
            if !self.skip_to_either(Punctuator::Comma, Punctuator::RightParen) {
                if self.at(Punctuator::LeftBrace) {
                    break;
                }
                return Err(Reported);
            }
            if self.eat(Punctuator::RightParen) {
                break;
            }
            self.advance();
        }
        if let [only] = &parameters[..]
            && only.declarator.name.is_none()
            && only.declarator.parts.is_empty()
            && matches!(only.specifiers.ty, TypeSpecifier::Builtin(BuiltinTypeName::Void))
        {
            parameters.clear();
        }
        Ok((parameters, variadic, false))
    }
    fn parameter(&mut self) -> Parse<Parameter> {
        let start = self.span();
        if !self.starts_specifiers() && self.name().is_none() {
            return Err(match self.keyword() {
                Some(_) => self.keyword_instead_of_name(),
                None => self.expected("a parameter", "", None),
            });
        }
        let mut specifiers = self.specifiers(Place::Parameter, Vec::new())?;
        self.lambda_parameter_type(&mut specifiers);
        let mut declarator = self.declarator_with(Naming::Optional)?;
        self.attributes(&mut declarator.attributes)?;
        if declarator.name.is_none() && declarator.parts.is_empty() {
            // `int kernel`: said, and read as a parameter without name.
            self.keyword_as_name();
        }
        if let Some((name, _)) = declarator.name {
            self.names.declare(name, Word::Ordinary);
        }
        let mut default = None;
        if self.is_cpp() && self.eat(Punctuator::Equal) {
            default = Some(self.value_or_braces()?);
        } else if self.at(Punctuator::Equal) {
            let span = self.span();
            self.report(
                Diagnostic::new(codes::CPP_CONSTRUCT, span, "default arguments are C++, not OpenCL C")
                    .primary("a parameter has no value of its own")
                    .help("pass the argument in every call, or write a second function that does"),
            );
            if !self.skip_to_either(Punctuator::Comma, Punctuator::RightParen) {
                return Err(Reported);
            }
        }
        Ok(Parameter { specifiers, declarator, default, span: self.span_from(start) })
    }

    /// Whether here, behind `(`, a list of mere names and its `)` stand, followed by a declaration: `int f(a, b) int a; …`. Gives the
    /// position of the `)`.
    fn old_style_list(&self) -> Option<usize> {
        let mut position = self.position;
        loop {
            match self.word_of(&self.tokens.get(position)?.kind)? {
                Word::Unknown | Word::Ordinary => {}
                _ => return None,
            }
            match self.tokens.get(position + 1)?.kind {
                TokenKind::Punctuator(Punctuator::Comma) => position += 2,
                TokenKind::Punctuator(Punctuator::RightParen) => break,
                _ => return None,
            }
        }
        let declares = match self.word_of(&self.tokens.get(position + 2)?.kind)? {
            Word::Keyword(keyword) => keyword.is_type() || keyword.is_qualifier(),
            Word::Typedef { .. } | Word::Predefined(_) => true,
            _ => false,
        };
        declares.then_some(position + 1)
    }
    /// Says how parameters are declared; goes to the body. `close` is the position of the `)`.
    #[cold]
    fn old_style_parameters(&mut self, open: Span, close: usize) -> DeclaratorPart {
        self.go_to(close);
        self.advance();
        let span = self.span_from(open);
        self.report(
            Diagnostic::new(
                codes::OLD_STYLE_FUNCTION,
                span,
                "the parameters of a function are declared between its parentheses",
            )
            .primary("this list has names without types")
            .label(self.span(), "the types that stand here belong between the parentheses")
            .help("write the types in the list: `float f(float a, int b) { … }`"),
        );
        // The declarations that follow, up to the body.
        while !matches!(self.kind(), TokenKind::End | TokenKind::Punctuator(Punctuator::LeftBrace)) {
            let stop = self.at(Punctuator::RightBrace);
            if stop {
                break;
            }
            self.advance();
        }
        DeclaratorPart::Function {
            parameters: Vec::new(),
            variadic: true,
            empty: false,
            object: Box::default(),
            result: None,
            span,
        }
    }
}
