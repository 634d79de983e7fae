//! Expressions.

use ferrocl_ir::{ValueId, ValueType};

use super::Lowerer;
use crate::hir::{self, ExprKind};

impl Lowerer<'_> {
    /// Evaluates an expression here. The value of a struct or union is its address, to be copied at once. Of a `void`
    /// expression the value is unspecified.
    pub fn value(&mut self, id: hir::ExprId) -> ValueId {
        let expr = self.expr(id);
        match &expr.kind {
            ExprKind::Constant(bits) => {
                let ty = self.lower_type(expr.ty, expr.span);
                self.constant(ty, bits.clone(), expr.span)
            }
            ExprKind::BuiltinCall { callee, arguments } => self
                .builtin_call(id, callee, arguments)
                .unwrap_or_else(|| self.undefined(ValueType::Scalar(ferrocl_ir::Scalar::I32), expr.span)),
            _ => {
                self.internal_error(expr.span, "this kind of expression has no form in the IR");
                self.undefined(ValueType::Scalar(ferrocl_ir::Scalar::I32), expr.span)
            }
        }
    }
}
