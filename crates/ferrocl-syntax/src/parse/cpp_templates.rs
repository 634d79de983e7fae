//! C++ for OpenCL: templates of functions.
//!
//! ```text
//! template  = "template" "<" [ parameter { "," parameter } ] ">" function
//! parameter = ("typename" | "class") [ name ] [ "=" type-name ] | specifiers [ name ] [ "=" constant ]
//! ```
//! A type among the parameters is a typedef name in the function, so that one tree serves for every choice of it.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span};

use super::specifiers::Place;
use super::words::{Keyword, Word};
use super::{Parse, Parser};
use crate::ast::{DeclaratorPart, ExprId, FunctionTemplate, Item, TemplateParameter, TemplateParameterKind};
use crate::token::Punctuator;

impl Parser<'_> {
    /// `template`, which stands here.
    pub(super) fn template(&mut self) -> Parse<()> {
        let start = self.advance();
        self.names.open();
        let result = self.template_in_scope(start);
        self.names.close();
        let mut template = result?;
        if let Some((name, _)) = &mut template.function.declarator.name {
            *name = self.declare_member(*name, Word::Template);
            self.push_item(Item::Template(Box::new(template)));
        }
        Ok(())
    }
    fn template_in_scope(&mut self, start: Span) -> Parse<FunctionTemplate> {
        let parameters = self.template_parameters()?;
        let specifiers = self.specifiers(Place::File, Vec::new())?;
        if let Some(span) = specifiers.kernel {
            self.report(
                Diagnostic::new(codes::UNSUPPORTED_TEMPLATE, span, "a kernel cannot be a template")
                    .primary("the host finds kernels by name alone")
                    .help("write a kernel for each type that calls the template"),
            );
        }
        if self.at(Punctuator::Semicolon) {
            let span = self.span_from(start);
            return Err(self.fail(
                Diagnostic::new(codes::UNSUPPORTED_TEMPLATE, span, "only functions can be templates here")
                    .primary("a template of something else")
                    .help("write a function template, or one type for each choice of the parameters"),
            ));
        }
        let mut declarator = self.declarator()?;
        self.attributes(&mut declarator.attributes)?;
        let is_function = matches!(declarator.parts.first(), Some(DeclaratorPart::Function { .. }));
        if !is_function || !self.at(Punctuator::LeftBrace) {
            let span = declarator.span;
            return Err(self.fail(
                Diagnostic::new(codes::UNSUPPORTED_TEMPLATE, span, "a template needs the body of a function")
                    .primary("no body follows")
                    .help("define the template before its first use"),
            ));
        }
        if let Some((name, _)) = declarator.name {
            self.names.declare(name, Word::Template);
        }
        let function = self.function_definition(specifiers, declarator, start)?;
        Ok(FunctionTemplate { parameters, function })
    }
    /// `< parameters >`.
    fn template_parameters(&mut self) -> Parse<Vec<TemplateParameter>> {
        self.expect(Punctuator::Less, "after `template`")?;
        let mut parameters = Vec::new();
        while !self.at(Punctuator::Greater) {
            let start = self.span();
            let is_type = matches!(self.keyword(), Some(Keyword::Typename | Keyword::Class));
            let specifiers = if is_type {
                self.advance();
                None
            } else {
                Some(Box::new(self.specifiers(Place::Parameter, Vec::new())?))
            };
            let Some(name) = self.name() else {
                return Err(self.expected("the name of a template's parameter", "", None));
            };
            self.advance();
            let word = if is_type { Word::Typedef { vector: false } } else { Word::Ordinary };
            self.names.declare(name, word);
            let has_default = self.eat(Punctuator::Equal);
            let kind = match specifiers {
                None => TemplateParameterKind::Type(match has_default {
                    true => Some(self.nested(Self::type_name)?),
                    false => None,
                }),
                Some(specifiers) => TemplateParameterKind::Value(
                    specifiers,
                    if has_default { Some(self.nested(Self::template_value)?) } else { None },
                ),
            };
            parameters.push(TemplateParameter { name, kind, span: self.span_from(start) });
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        self.expect(Punctuator::Greater, "after the template's parameters")?;
        Ok(parameters)
    }
    /// A constant between `<` and `>`: an operand, or a sum or product of such.
    pub(super) fn template_value(&mut self) -> Parse<ExprId> {
        self.sum_expression()
    }
}
