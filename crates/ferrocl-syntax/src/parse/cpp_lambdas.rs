//! C++ for OpenCL: lambdas, folds over packs of parameters, `for` over a range.
//!
//! ```text
//! lambda  = "[" [ capture { "," capture } ] "]" [ "(" parameters ")" [ "mutable" ] [ qualifiers ] [ "->" type ] ] block
//! capture = "=" | "&" | "this" | [ "&" ] name [ "=" value ]
//! fold    = "(" pack operator "..." [ operator value ] ")" | "(" [ value operator ] "..." operator pack ")"
//! ```

use ferrocl_base::{Span, Symbol};
use rustc_hash::FxHashSet;

use super::expression::binary_operator;
use super::words::{Keyword, Word};
use super::{Parse, Parser};
use crate::ast::{
    Capture, DeclarationSpecifiers, Declarator, DeclaratorPart, ExprId, ExprKind, FunctionDefinition, Lambda,
    Qualifiers, TemplateParameter, TemplateParameterKind, TypeSpecifier,
};
use crate::token::{Punctuator, TokenKind};

impl Parser<'_> {
    /// A lambda; its `[` stands here.
    #[inline(never)]
    pub(super) fn lambda(&mut self) -> Parse<ExprId> {
        let start = self.advance();
        let mut lambda_default = None;
        let mut captures = Vec::new();
        while !self.at(Punctuator::RightBracket) {
            self.capture(&mut lambda_default, &mut captures)?;
            if !self.eat(Punctuator::Comma) {
                break;
            }
        }
        self.close(start, "[", Punctuator::RightBracket);
        self.names.open();
        let result = self.bracketed(|parser| parser.lambda_function(start, &captures));
        self.names.close();
        let (parameters, function, is_mutable, words) = result?;
        let span = self.span_from(start);
        let lambda = Lambda { default: lambda_default, captures, parameters, function, is_mutable, words };
        Ok(self.expr(ExprKind::Lambda(Box::new(lambda)), span))
    }
    fn capture(&mut self, default: &mut Option<bool>, captures: &mut Vec<Capture>) -> Parse<()> {
        let start = self.span();
        if self.eat(Punctuator::Equal) {
            *default = Some(false);
            return Ok(());
        }
        let by_reference = self.eat(Punctuator::Ampersand);
        if by_reference && (self.at(Punctuator::Comma) || self.at(Punctuator::RightBracket)) {
            *default = Some(true);
            return Ok(());
        }
        let of_object = self.at(Punctuator::Star) && self.nth_keyword(1) == Some(Keyword::This);
        if of_object {
            self.advance();
        }
        if self.keyword() == Some(Keyword::This) {
            let span = self.advance();
            let name = self.interner.intern("this");
            // `this` is a pointer, whose value is captured; of `*this` a reference serves as well, since nothing outlives the function.
            captures.push(Capture { name, by_reference: false, value: None, span });
            return Ok(());
        }
        let Some(name) = self.name() else {
            return Err(self.expected("the name of a variable", "to capture", None));
        };
        self.advance();
        let value = if self.eat(Punctuator::Equal) {
            Some(self.nested(Self::assignment_expression)?)
        } else if self.at(Punctuator::LeftBrace) || self.at(Punctuator::LeftParen) {
            let close =
                if self.at(Punctuator::LeftBrace) { Punctuator::RightBrace } else { Punctuator::RightParen };
            self.advance();
            let value = self.nested(Self::assignment_expression)?;
            self.expect(close, "after the value")?;
            Some(value)
        } else {
            None
        };
        captures.push(Capture { name, by_reference, value, span: self.span_from(start) });
        Ok(())
    }
    #[allow(clippy::type_complexity, reason = "the parts of a lambda behind its captures")]
    fn lambda_function(
        &mut self,
        start: Span,
        captures: &[Capture],
    ) -> Parse<(Vec<TemplateParameter>, FunctionDefinition, bool, Vec<Symbol>)> {
        for capture in captures {
            self.names.declare(capture.name, Word::Ordinary);
        }
        let outer = self.lambda_types.replace(Vec::new());
        let mut part = DeclaratorPart::Function {
            parameters: Vec::new(),
            variadic: false,
            empty: true,
            object: Box::new(Qualifiers::default()),
            result: None,
            span: start,
        };
        self.is_mutable_lambda = false;
        if self.at(Punctuator::LeftParen) {
            let result = self.nested(Self::function_part);
            part = match result {
                Ok(part) => part,
                Err(reported) => {
                    self.lambda_types = outer;
                    return Err(reported);
                }
            };
        }
        let is_mutable = std::mem::take(&mut self.is_mutable_lambda);
        let types = std::mem::replace(&mut self.lambda_types, outer).unwrap_or_default();
        let parameters = types
            .into_iter()
            .map(|(name, span)| TemplateParameter {
                name,
                kind: TemplateParameterKind::Type(None),
                is_pack: false,
                span,
            })
            .collect();
        let name = self.interner.intern("operator()");
        let mut declarator = Declarator::nameless(start);
        declarator.name = Some((name, start));
        declarator.parts.push(part);
        if !self.at(Punctuator::LeftBrace) {
            return Err(self.missing(Punctuator::LeftBrace, "before the body of the lambda"));
        }
        let first = self.position;
        let specifiers = DeclarationSpecifiers::plain(TypeSpecifier::Auto, start);
        let class = self.class.take();
        let function = self.function_definition(specifiers, declarator, start);
        self.class = class;
        let function = function?;
        let mut seen = FxHashSet::default();
        let tokens = self.tokens.get(first..self.position).unwrap_or_default();
        let words = tokens
            .iter()
            .filter_map(|token| match token.kind {
                TokenKind::Identifier(name) if seen.insert(name) => Some(name),
                _ => None,
            })
            .collect();
        Ok((parameters, function, is_mutable, words))
    }
    /// The type of a lambda's parameter that is declared `auto`: a name for whatever a call gives.
    pub(super) fn lambda_parameter_type(&mut self, specifiers: &mut DeclarationSpecifiers) {
        if !matches!(specifiers.ty, TypeSpecifier::Auto) || self.lambda_types.is_none() {
            return;
        }
        let name = self.unwritten_name("auto");
        let span = specifiers.span;
        specifiers.ty = TypeSpecifier::Typedef(name, span);
        if let Some(types) = &mut self.lambda_types {
            types.push((name, span));
        }
    }

    /// `... op pattern` of a fold from the left; the `...` stands here, behind the `(`.
    pub(super) fn left_fold(&mut self) -> Parse<ExprId> {
        let start = self.advance();
        let comma = self.at(Punctuator::Comma);
        let operator = self.punctuator().and_then(binary_operator);
        let op = match operator {
            Some((op, _)) => op,
            None if comma => crate::ast::BinaryOp::Add,
            None => return Err(self.expected("an operator", "after `...`", None)),
        };
        let op_span = self.advance();
        let pattern = self.unary_expression()?;
        let span = self.span_from(start);
        Ok(self.expr(ExprKind::Fold { op, pattern, start: None, from_left: true, comma, op_span }, span))
    }
    /// The rest of `pattern op ... [op value]`, whose `...` stands here.
    pub(super) fn right_fold(
        &mut self,
        pattern: ExprId,
        op: crate::ast::BinaryOp,
        op_span: Span,
        comma: bool,
    ) -> Parse<ExprId> {
        self.advance();
        let goes_on =
            self.punctuator().and_then(binary_operator).is_some() || comma && self.at(Punctuator::Comma);
        let start = if goes_on {
            self.advance();
            Some(self.unary_expression()?)
        } else {
            None
        };
        let span = self.span_from(self.expr_span(pattern));
        Ok(self.expr(ExprKind::Fold { op, pattern, start, from_left: false, comma, op_span }, span))
    }
    /// `sizeof...(pack)`, behind whose `sizeof` the parser stands.
    pub(super) fn pack_size(&mut self, start: Span) -> Parse<ExprId> {
        self.advance();
        let open = self.expect(Punctuator::LeftParen, "after `sizeof...`")?;
        let Some(name) = self.name() else { return Err(self.expected("the name of a pack", "", None)) };
        self.advance();
        self.close(open, "(", Punctuator::RightParen);
        let span = self.span_from(start);
        Ok(self.expr(ExprKind::PackSize(name), span))
    }
}
