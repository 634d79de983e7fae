//! What operators do with pointers (C99 6.5.6, 6.5.8, 6.5.9): adding integers, differences, comparisons.

use ferrocl_base::codes::expressions as codes;
use ferrocl_base::{Diagnostic, Span};

use super::Analyzer;
use super::convert_pointers::{SPACES, space_converts_implicitly, spaces_overlap};
use super::operators::{Operator, is_comparison};
use super::wording::rule;
use crate::hir::{self, BinaryOp, ConversionKind, ConversionReason};
use crate::types::arithmetic::{Element, is_unsigned};
use crate::types::name::space_text;
use crate::types::{QualifiedType, ScalarName, Type, TypeTable};

impl Analyzer<'_> {
    /// A binary operator of which an operand is a pointer.
    pub(super) fn pointer_binary(
        &mut self,
        op: BinaryOp,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
        span: Span,
    ) -> hir::ExprId {
        let types = &self.program.types;
        let (p, q) = (types.pointee(self.type_of(left)), types.pointee(self.type_of(right)));
        let integer = |expr| types.is_integer_scalar(self.type_of(expr));
        match (op, p, q) {
            (BinaryOp::Add | BinaryOp::Sub, Some(_), None) if integer(right) => {
                self.pointer_add(left, right, op == BinaryOp::Sub, span)
            }
            (BinaryOp::Add, None, Some(_)) if integer(left) => self.pointer_add(right, left, false, span),
            (BinaryOp::Sub, Some(p), Some(q)) => self.pointer_difference(left, p, right, q, operator, span),
            _ if is_comparison(op) => self.pointer_comparison(op, left, right, operator, span),
            _ => self.report_pointer_arithmetic(op, left, right, operator, span),
        }
    }
    /// `pointer + index` or `pointer - index`.
    pub(super) fn pointer_add(
        &mut self,
        pointer: hir::ExprId,
        index: hir::ExprId,
        negative: bool,
        span: Span,
    ) -> hir::ExprId {
        let ty = self.type_of(pointer);
        if !self.check_counted(pointer) {
            return self.error_expression(span);
        }
        let index = self.index_value(index);
        self.add_value(hir::ExprKind::PointerAdd { pointer, index, negative }, ty, span)
    }
    /// An integer as an index: a `long`, or a `ulong` where it is unsigned.
    pub(super) fn index_value(&mut self, index: hir::ExprId) -> hir::ExprId {
        let unsigned = matches!(
            self.program.types.arithmetic(self.type_of(index)).map(|a| a.element),
            Some(Element::Number(name)) if is_unsigned(name)
        );
        let name = if unsigned { ScalarName::Ulong } else { ScalarName::Long };
        let ty = self.program.types.scalar(name);
        self.convert_arithmetic(index, ty, ConversionReason::Index)
    }
    /// Checks that the elements that a pointer points to can be counted: their type has a size. Behind a `void*`, bytes are
    /// counted, as compilers of the field have it.
    pub(super) fn check_counted(&mut self, pointer: hir::ExprId) -> bool {
        let Some(pointee) = self.program.types.pointee(self.type_of(pointer)) else { return false };
        if self.program.types.is_complete(pointee.ty) {
            return true;
        }
        let span = self.span_of(pointer);
        let ty = self.a_type(self.type_of(pointer));
        if pointee.ty == TypeTable::VOID {
            let diagnostic = Diagnostic::new(
                codes::VOID_ARITHMETIC,
                span,
                format!("arithmetic on {ty} counts in bytes here, but is not C"),
            )
            .primary("points to something without a size")
            .note("pointer arithmetic needs a pointer to an object type (C99 6.5.6)");
            let name = format!("{} char*", space_text(pointee.space));
            let diagnostic = self.suggest_cast_to(diagnostic, span, "to be portable, cast it", &name);
            self.report(diagnostic);
            return true;
        }
        let diagnostic = Diagnostic::new(
            codes::POINTER_ARITHMETIC,
            span,
            format!("{ty} points to something whose size is not known, which cannot be counted in"),
        )
        .primary("arithmetic on it has no step width")
        .help("define the type before this use");
        self.report(diagnostic);
        false
    }
    fn pointer_difference(
        &mut self,
        left: hir::ExprId,
        p: QualifiedType,
        right: hir::ExprId,
        q: QualifiedType,
        operator: Operator,
        span: Span,
    ) -> hir::ExprId {
        if !spaces_overlap(p.space, q.space) {
            self.report_pointer_spaces(left, p, right, q, operator);
            return self.error_expression(span);
        }
        if !self.check_counted(left) || !self.check_counted(right) {
            return self.error_expression(span);
        }
        if !self.compatible(p.ty, q.ty) || self.program.types.size_of(p.ty) == 0 && p.ty != TypeTable::VOID {
            return self.report_pointer_arithmetic(BinaryOp::Sub, left, right, operator, span);
        }
        let space = if space_converts_implicitly(p.space, q.space) { q.space } else { p.space };
        let ty = self.program.types.pointer(QualifiedType { space, ..p });
        let reason = ConversionReason::UsualArithmetic;
        let (left, right) = (self.as_pointer(left, ty, reason), self.as_pointer(right, ty, reason));
        let long = self.program.types.scalar(ScalarName::Long);
        self.add_value(hir::ExprKind::PointerDifference(left, right), long, span)
    }
    fn pointer_comparison(
        &mut self,
        op: BinaryOp,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
        span: Span,
    ) -> hir::ExprId {
        let reason = ConversionReason::UsualArithmetic;
        let types = &self.program.types;
        let (a, b) = (self.type_of(left), self.type_of(right));
        let (left, right) = match (types.pointee(a), types.pointee(b)) {
            (Some(p), Some(q)) => {
                if self.is_null_pointer_constant(right) {
                    (left, self.null_pointer(right, a, reason))
                } else if self.is_null_pointer_constant(left) {
                    (self.null_pointer(left, b, reason), right)
                } else {
                    let Some(common) = self.common_pointee(left, p, right, q, operator) else {
                        return self.error_expression(span);
                    };
                    let ty = self.program.types.pointer(common);
                    (self.as_pointer(left, ty, reason), self.as_pointer(right, ty, reason))
                }
            }
            (Some(_), None) if types.is_integer_scalar(b) => {
                (left, self.compared_integer(right, left, operator))
            }
            (None, Some(_)) if types.is_integer_scalar(a) => {
                (self.compared_integer(left, right, operator), right)
            }
            _ => return self.report_pointer_arithmetic(op, left, right, operator, span),
        };
        self.add_value(hir::ExprKind::Binary(op, left, right), TypeTable::INT, span)
    }
    /// An integer that is compared with a pointer: 0 is the null pointer, anything else an address, with a warning.
    fn compared_integer(
        &mut self,
        integer: hir::ExprId,
        pointer: hir::ExprId,
        operator: Operator,
    ) -> hir::ExprId {
        let ty = self.type_of(pointer);
        if self.is_null_pointer_constant(integer) {
            return self.null_pointer(integer, ty, ConversionReason::UsualArithmetic);
        }
        let diagnostic = Diagnostic::new(
            codes::POINTER_INTEGER_COMPARISON,
            operator.span,
            format!("{} is compared with {}", self.a_type(ty), self.a_type(self.type_of(integer))),
        )
        .primary("one is an address, the other a number");
        let diagnostic = self.with_operand(self.with_operand(diagnostic, pointer), integer);
        let diagnostic = diagnostic.help("cast the pointer to `ulong` if the address is meant");
        self.report(diagnostic);
        self.integer_to_pointer(integer, ty, ConversionReason::UsualArithmetic)
    }
    /// An integer as an address.
    pub(super) fn integer_to_pointer(
        &mut self,
        integer: hir::ExprId,
        ty: crate::types::TypeId,
        reason: ConversionReason,
    ) -> hir::ExprId {
        let integer = self.convert_arithmetic(integer, TypeTable::SIZE, reason);
        self.add_conversion(ConversionKind::IntegerToPointer, integer, ty, reason)
    }
    /// What the common type of two pointers points to: their pointee with the qualifiers of both, in the
    /// address space that encloses both; `void` where they point to different things.
    pub(super) fn common_pointee(
        &mut self,
        left: hir::ExprId,
        p: QualifiedType,
        right: hir::ExprId,
        q: QualifiedType,
        operator: Operator,
    ) -> Option<QualifiedType> {
        if !spaces_overlap(p.space, q.space) {
            self.report_pointer_spaces(left, p, right, q, operator);
            return None;
        }
        let space = if space_converts_implicitly(p.space, q.space) { q.space } else { p.space };
        let ty = if self.compatible(p.ty, q.ty) {
            p.ty
        } else {
            if p.ty != TypeTable::VOID && q.ty != TypeTable::VOID {
                let (a, b) = (self.type_of(left), self.type_of(right));
                let diagnostic = Diagnostic::new(
                    codes::INCOMPATIBLE_POINTERS,
                    operator.span,
                    format!("`{}` mixes {} and {}", operator.text, self.quoted(a), self.quoted(b)),
                );
                let diagnostic = self.with_operand(self.with_operand(diagnostic, left), right);
                self.report(diagnostic.help("cast one of them to the type of the other"));
            }
            TypeTable::VOID
        };
        Some(QualifiedType {
            is_const: p.is_const || q.is_const,
            is_volatile: p.is_volatile || q.is_volatile,
            align_log2: if p.align_log2 == q.align_log2 { p.align_log2 } else { None },
            ..QualifiedType::new(ty, space)
        })
    }
    fn report_pointer_spaces(
        &mut self,
        left: hir::ExprId,
        p: QualifiedType,
        right: hir::ExprId,
        q: QualifiedType,
        operator: Operator,
    ) {
        let (a, b) = (space_text(p.space), space_text(q.space));
        let diagnostic = Diagnostic::new(
            codes::POINTER_SPACES,
            operator.span,
            format!("`{}` cannot take a pointer to {a} memory and one to {b} memory", operator.text),
        )
        .primary("the two address spaces have no address in common");
        let diagnostic = self.with_operand(self.with_operand(diagnostic, left), right);
        let diagnostic = diagnostic
            .note(rule("operands have to point to address spaces that overlap", SPACES))
            .help("let both point to the same address space");
        self.report(diagnostic);
    }
    pub(super) fn report_pointer_arithmetic(
        &mut self,
        op: BinaryOp,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
        span: Span,
    ) -> hir::ExprId {
        let diagnostic = match self.does_not_work(codes::POINTER_ARITHMETIC, left, right, operator, span) {
            Ok(diagnostic) => diagnostic,
            Err(reported) => return reported,
        };
        let a = self.type_of(left);
        let diagnostic = diagnostic.note(
            "pointers take an integer to add or subtract; two pointers to one type have a difference and can be \
             compared (C99 6.5.6, 6.5.8, 6.5.9)",
        );
        let types = &self.program.types;
        let value_wanted = |ty| matches!(types.get(ty), Type::Scalar(_) | Type::Vector(..));
        let pointer = if types.pointee(a).is_some() { left } else { right };
        let other = if pointer == left { right } else { left };
        let diagnostic = if value_wanted(self.type_of(other))
            && !matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr)
        {
            self.suggest_around(
                diagnostic,
                self.span_of(pointer),
                "if the object that it points to is meant",
                "*",
                "",
            )
        } else {
            diagnostic
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
}
