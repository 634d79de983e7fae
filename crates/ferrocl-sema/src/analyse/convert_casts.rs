//! Explicit casts (section "Explicit Casts", C99 6.5.4) and vector literals (section "Vector Literals").

use ferrocl_base::codes::expressions as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast::ScalarName;

use super::Analyzer;
use super::convert_pointers::spaces_overlap;
use super::wording::rule;
use crate::hir::{self, ConversionKind, ConversionReason, UnaryOp};
use crate::types::arithmetic::{Element, is_float};
use crate::types::name::gentype_text;
use crate::types::{Type, TypeId, TypeTable};

/// The section of the rules of casts.
const CASTS: &str = "Explicit Casts";
/// The section of the rules of vector literals.
const LITERALS: &str = "Vector Literals";

impl Analyzer<'_> {
    /// `(type)operand`. With the operand in parentheses, a cast to a vector type is a vector literal of one part.
    pub(super) fn cast(
        &mut self,
        operand: hir::ExprId,
        ty: TypeId,
        in_parentheses: bool,
        span: Span,
    ) -> hir::ExprId {
        if ty == TypeTable::VOID {
            if self.is_error(operand) {
                return self.error_expression(span);
            }
            return self
                .with_span(operand, span, |this, operand| this.as_void(operand, ConversionReason::Cast));
        }
        let value = self.value(operand);
        if self.is_error(value) || ty == TypeTable::ERROR {
            return self.error_expression(span);
        }
        let from = self.type_of(value);
        if from == ty {
            return value;
        }
        let reason = ConversionReason::Cast;
        let types = &self.program.types;
        match (types.arithmetic(from), types.arithmetic(ty)) {
            (Some(_), Some(_)) if self.is_storage_only(ty) => return self.report_half_target(value),
            (Some(source), Some(target)) => {
                if !source.is_vector() && !target.is_vector() {
                    return self
                        .with_span(value, span, |this, value| this.convert_arithmetic(value, ty, reason));
                }
                let Element::Number(element) = target.element else {
                    return self.report_cast(value, ty, span);
                };
                if source.is_vector() {
                    return self.report_cast(value, ty, span);
                }
                // A cast of true fills integer vectors with ones; the part of a literal is converted like any scalar.
                if source.element == Element::Bool && !in_parentheses && !is_float(element) {
                    let scalar = self.program.types.scalar(element);
                    let value = self.convert_arithmetic(value, scalar, reason);
                    let value = self.add_value(hir::ExprKind::Unary(UnaryOp::Minus, value), scalar, span);
                    return self.widen(value, element, target.components, reason);
                }
                let reason = if in_parentheses { ConversionReason::VectorLiteralPart } else { reason };
                return self.with_span(value, span, |this, value| {
                    this.widen(value, element, target.components, reason)
                });
            }
            _ => {}
        }
        let types = &self.program.types;
        let integer = |ty| types.is_integer_scalar(ty);
        match (types.pointee(from), types.pointee(ty)) {
            (Some(source), Some(target)) => {
                if self.is_null_pointer_constant(value) {
                    return self.with_span(value, span, |this, value| this.null_pointer(value, ty, reason));
                }
                if !spaces_overlap(source.space, target.space) {
                    self.report_space_conversion(value, source, target, ty, reason);
                    return self.error_expression(span);
                }
                self.with_span(value, span, |this, value| {
                    this.add_conversion(ConversionKind::Pointer, value, ty, reason)
                })
            }
            (Some(_), None) if ty == TypeTable::BOOL => self.with_span(value, span, |this, value| {
                this.add_conversion(ConversionKind::PointerToBool, value, ty, reason)
            }),
            (Some(_), None) if integer(ty) => {
                self.warn_truncated_address(value, ty, span);
                self.with_span(value, span, |this, value| {
                    let address =
                        this.add_conversion(ConversionKind::PointerToInteger, value, TypeTable::SIZE, reason);
                    this.convert_arithmetic(address, ty, reason)
                })
            }
            (None, Some(_)) if integer(from) => self.with_span(value, span, |this, value| {
                if this.is_null_pointer_constant(value) {
                    this.null_pointer(value, ty, reason)
                } else {
                    this.integer_to_pointer(value, ty, reason)
                }
            }),
            _ if *types.get(ty) == Type::Event && integer(from) && self.is_null_pointer_constant(value) => {
                self.with_span(value, span, |this, value| this.null_pointer(value, ty, reason))
            }
            _ => match self.convert_by_class(value, ty, reason, true) {
                Some(converted) => converted,
                None => self.report_cast(value, ty, span),
            },
        }
    }
    /// Makes a conversion of `operand` whose nodes stand where the whole cast stands.
    fn with_span(
        &mut self,
        operand: hir::ExprId,
        span: Span,
        make: impl FnOnce(&mut Self, hir::ExprId) -> hir::ExprId,
    ) -> hir::ExprId {
        let before = self.current.exprs.len();
        let made = make(self, operand);
        for expr in self.current.exprs.iter_mut().skip(before) {
            expr.span = span;
        }
        made
    }
    /// `(type)(a, b, …)`: a vector literal; for any other type, a cast of a comma expression.
    pub(super) fn cast_of_list(
        &mut self,
        ty: TypeId,
        parts: &[hir::ExprId],
        list_span: Span,
        span: Span,
    ) -> hir::ExprId {
        if ty == TypeTable::ERROR {
            return self.error_expression(span);
        }
        if let Some((element, n)) = self.program.types.vector(ty) {
            return self.vector_literal(element, n, parts, list_span, span);
        }
        let Some((&first, rest)) = parts.split_first() else { return self.error_expression(span) };
        let list = rest.iter().fold(first, |left, &right| self.comma(left, right, list_span));
        self.cast(list, ty, true, span)
    }
    /// `(float4)(a, b, …)`: scalars get the element type, vectors have it; together they have as many components as
    /// the vector.
    fn vector_literal(
        &mut self,
        element: ScalarName,
        n: u8,
        parts: &[hir::ExprId],
        list_span: Span,
        span: Span,
    ) -> hir::ExprId {
        let ty = self.program.types.gentype(element, n);
        if self.is_storage_only(ty) {
            return self.report_half_target(parts[0]);
        }
        let scalar = self.program.types.scalar(element);
        let mut values = Vec::with_capacity(parts.len());
        let mut count = 0usize;
        let mut wrong = false;
        for &part in parts {
            let value = self.value(part);
            let value_ty = self.type_of(value);
            match self.program.types.arithmetic(value_ty) {
                _ if self.is_error(value) => wrong = true,
                Some(arithmetic)
                    if arithmetic.is_vector() && arithmetic.element != Element::Number(element) =>
                {
                    self.report_literal_part(value, element, arithmetic.components, ty);
                    wrong = true;
                }
                Some(arithmetic) if arithmetic.is_vector() => {
                    count += usize::from(arithmetic.components);
                    values.push(value);
                }
                _ => {
                    count += 1;
                    let value = self.convert_implicitly(value, scalar, ConversionReason::VectorLiteralPart);
                    wrong |= self.is_error(value);
                    values.push(value);
                }
            }
        }
        if wrong {
            return self.error_expression(span);
        }
        if count != usize::from(n) {
            self.report_literal_count(ty, n, count, &values, list_span);
            return self.error_expression(span);
        }
        self.add_value(hir::ExprKind::VectorLiteral(values), ty, span)
    }
    fn report_literal_part(&mut self, value: hir::ExprId, element: ScalarName, n: u8, literal: TypeId) {
        let span = self.span_of(value);
        let from = self.type_of(value);
        let diagnostic = Diagnostic::new(
            codes::VECTOR_LITERAL,
            span,
            format!("{} cannot be a part of a literal of type {}", self.a_type(from), self.quoted(literal)),
        )
        .primary(format!("its components are not of type `{}`", gentype_text(element, 1)))
        .note(rule("a vector in a literal has the element type of the literal", LITERALS));
        let diagnostic = match self.program.types.vector(from) {
            Some(source) => self.suggest_vector_conversion(diagnostic, span, source, (element, n)),
            None => diagnostic,
        };
        self.report(diagnostic);
    }
    fn report_literal_count(
        &mut self,
        ty: TypeId,
        n: u8,
        count: usize,
        parts: &[hir::ExprId],
        list_span: Span,
    ) {
        let mut diagnostic = Diagnostic::new(
            codes::VECTOR_LITERAL,
            list_span,
            format!("a literal of type {} needs {n} components, but {count} are given", self.quoted(ty)),
        )
        .primary(if count < usize::from(n) {
            format!("{} missing", usize::from(n) - count)
        } else {
            format!("{} too many", count - usize::from(n))
        });
        for &part in parts.iter().take(16) {
            if let Some((_, components)) = self.program.types.vector(self.type_of(part)) {
                diagnostic = diagnostic.label(self.span_of(part), format!("{components} components"));
            }
        }
        diagnostic = diagnostic.note(rule("the parts have as many components as the vector", LITERALS));
        if count < usize::from(n) {
            diagnostic = diagnostic.help("a single scalar in parentheses fills every component");
        }
        self.report(diagnostic);
    }
    /// Reports a cast that does not exist.
    fn report_cast(&mut self, value: hir::ExprId, to: TypeId, span: Span) -> hir::ExprId {
        let from = self.type_of(value);
        if from == TypeTable::VOID {
            return self.report_void(value, span);
        }
        let value_span = self.span_of(value);
        let mut diagnostic = Diagnostic::new(
            codes::INVALID_CAST,
            span,
            format!("{} cannot be cast to {}", self.quoted(from), self.quoted(to)),
        )
        .label(value_span, format!("this is {}", self.a_type(from)));
        let types = &self.program.types;
        diagnostic = match (types.vector(from), types.arithmetic(to)) {
            (Some(source), Some(target)) => {
                let element = match target.element {
                    Element::Number(name) => name,
                    Element::Bool => source.0,
                };
                let diagnostic = diagnostic.note(rule("casts between vector types are not legal", CASTS));
                if target.components == source.1 {
                    let wanted = gentype_text(element, target.components);
                    let diagnostic = self.suggest_whole(
                        diagnostic,
                        span,
                        value_span,
                        "convert the values",
                        &format!("convert_{wanted}"),
                    );
                    if types.size_of(from) == types.size_of(to) {
                        self.suggest_whole(
                            diagnostic,
                            span,
                            value_span,
                            "or keep the bits",
                            &format!("as_{wanted}"),
                        )
                    } else {
                        diagnostic
                    }
                } else {
                    self.suggest_vector_conversion(
                        diagnostic,
                        value_span,
                        source,
                        (element, target.components),
                    )
                }
            }
            _ => match (types.pointee(from), types.pointee(to)) {
                (Some(_), None) => {
                    diagnostic.note("a pointer is cast to another pointer or to an integer (C99 6.5.4)")
                }
                (None, Some(_)) => {
                    diagnostic.note("an integer or another pointer is cast to a pointer (C99 6.5.4)")
                }
                _ if matches!(types.get(to), Type::Array { .. } | Type::Function { .. }) => {
                    diagnostic.note("a cast gives a scalar, a vector or a pointer (C99 6.5.4)")
                }
                _ => {
                    diagnostic.note("a cast converts between scalars, pointers, and from scalars to vectors")
                }
            },
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// Suggests to replace a whole cast by a call on its operand.
    fn suggest_whole(
        &self,
        diagnostic: Diagnostic,
        span: Span,
        operand: Span,
        message: &str,
        function: &str,
    ) -> Diagnostic {
        match (self.source(span), self.source(operand)) {
            (Some(_), Some(text)) => diagnostic.suggest(message, span, format!("{function}({text})")),
            _ => diagnostic.help(format!("{message}: `{function}(…)`")),
        }
    }
    /// Warns of an address that an integer does not hold.
    fn warn_truncated_address(&mut self, value: hir::ExprId, to: TypeId, span: Span) {
        if self.program.types.size_of(to) >= 8 {
            return;
        }
        let diagnostic = Diagnostic::new(
            codes::POINTER_TRUNCATED,
            span,
            format!("{} holds only the low bits of an address", self.a_type(to)),
        )
        .label(self.span_of(value), "an address has 64 bits")
        .help("cast to `ulong`, `size_t` or `uintptr_t`, which hold all of it");
        self.report(diagnostic);
    }
}
