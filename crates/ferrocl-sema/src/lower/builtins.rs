//! Calls of built-in functions: an IR operator, or a call of the built-in library.

use ferrocl_ir::{Op, ValueId, ValueType};

use super::Lowerer;
use crate::builtins::Callee;
use crate::hir;

impl Lowerer<'_> {
    /// The value of a call of a built-in function, `None` for `void`. The arguments are evaluated here, in order.
    pub(super) fn builtin_call(
        &mut self,
        call: hir::ExprId,
        callee: &Callee,
        arguments: &[hir::ExprId],
    ) -> Option<ValueId> {
        let hir::Expr { ty, span, .. } = *self.expr(call);
        let Some(function) = callee.library else {
            self.internal_error(span, "this built-in function has no form in the IR");
            return None;
        };
        let arguments = arguments.iter().map(|&argument| self.value(argument)).collect();
        let function = self.helper(function.function);
        let ty = self.lower_type(ty, span);
        let value = self.emit(Op::Call { function, arguments }, ty, span);
        (ty != ValueType::Void).then_some(value)
    }
}
