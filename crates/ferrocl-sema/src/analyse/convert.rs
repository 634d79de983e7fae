//! Conversions: the only file that makes [`hir::ExprKind::Convert`] nodes.

use ferrocl_syntax::ast;

use super::Analyzer;
use crate::hir::{self, ConversionKind, ConversionReason};
use crate::types::{Type, TypeId};

impl Analyzer<'_> {
    /// The value of an expression: a place is read (C99 6.3.2.1), an array becomes a pointer to its first element,
    /// anything else stays what it is.
    pub fn value(&mut self, expr: hir::ExprId) -> hir::ExprId {
        let (ty, place) = (self.type_of(expr), self.current.exprs[expr].place);
        if let Type::Array { element, .. } = *self.program.types.get(ty) {
            let mut pointee = element;
            if let Some(place) = place {
                pointee.is_const |= place.is_const;
                pointee.is_volatile |= place.is_volatile;
                pointee.space = place.space;
            }
            let pointer = self.program.types.pointer(pointee);
            return self.add_conversion(
                ConversionKind::ArrayToPointer,
                expr,
                pointer,
                ConversionReason::ArrayDecay,
            );
        }
        if place.is_some() {
            return self.add_conversion(ConversionKind::Load, expr, ty, ConversionReason::ValueOfPlace);
        }
        expr
    }
    /// Adds a conversion node over `operand`.
    pub(crate) fn add_conversion(
        &mut self,
        kind: ConversionKind,
        operand: hir::ExprId,
        ty: TypeId,
        reason: ConversionReason,
    ) -> hir::ExprId {
        let span = self.span_of(operand);
        self.add(hir::Expr {
            kind: hir::ExprKind::Convert { kind, operand, reason },
            ty,
            place: None,
            flags: Default::default(),
            span,
        })
    }
    /// Converts a value to a type as an assignment, an argument, an initialiser or a returned value is converted (C99
    /// 6.5.16.1; sections "Implicit Conversions" and "Address Space Conversions"). What is not allowed is reported, and
    /// gives an error expression.
    pub fn convert_implicitly(
        &mut self,
        value: hir::ExprId,
        to: TypeId,
        reason: ConversionReason,
    ) -> hir::ExprId {
        let from = self.type_of(value);
        if from == to {
            return value;
        }
        let kind = match (self.program.types.get(from), self.program.types.get(to)) {
            (Type::Bool | Type::Scalar(_) | Type::Enum(_), Type::Bool | Type::Scalar(_) | Type::Enum(_)) => {
                ConversionKind::Arithmetic
            }
            _ => return self.error_expression(self.span_of(value)),
        };
        self.add_conversion(kind, value, to, reason)
    }
    /// A condition of `if`, `?:`, loops, `!`, `&&` and `||`: a scalar value that is compared with zero.
    pub fn condition(&mut self, id: ast::ExprId) -> hir::ExprId {
        self.expression_value(id)
    }
}
