//! Constant expressions (C99 6.6): typed expressions evaluated by `ferrocl_ir::eval`.

use ferrocl_base::Diagnostic;
use ferrocl_base::codes::initialisers as codes;
use ferrocl_ir::Bits;
use ferrocl_syntax::ast::{self, ScalarName};

use super::Analyzer;
use crate::hir;
use crate::types::{Type, TypeId};

impl Analyzer<'_> {
    /// The value of an integer constant expression. What is not one is reported as `what` ("the length of an array").
    pub fn constant_integer(&mut self, expr: ast::ExprId, what: &str) -> Option<i128> {
        let value = self.expression_value(expr);
        let ty = self.type_of(value);
        let bits = if self.integer_name(ty).is_some() { self.fold(value) } else { None };
        match bits {
            Some(bits) => Some(self.integer_value(ty, bits[0])),
            None => {
                if !matches!(self.program.types.get(ty), Type::Error) {
                    let span = self.span_of(value);
                    let diagnostic = Diagnostic::new(
                        codes::NOT_CONSTANT,
                        span,
                        format!("{what} has to be a constant expression of integer type"),
                    );
                    self.report(diagnostic);
                }
                None
            }
        }
    }
    /// The integer that values of a type are, if it is an integer type; `None` for `bool` too.
    pub(super) fn integer_name(&self, ty: TypeId) -> Option<ScalarName> {
        match *self.program.types.get(ty) {
            Type::Scalar(name)
                if !matches!(name, ScalarName::Half | ScalarName::Float | ScalarName::Double) =>
            {
                Some(name)
            }
            Type::Enum(id) => Some(self.program.types.enums[id].underlying),
            _ => None,
        }
    }
    /// The value of an integer's bits.
    pub(super) fn integer_value(&self, ty: TypeId, bits: u64) -> i128 {
        match self.integer_name(ty) {
            Some(ScalarName::Char) => (bits as i8).into(),
            Some(ScalarName::Short) => (bits as i16).into(),
            Some(ScalarName::Int) => (bits as i32).into(),
            Some(ScalarName::Long) => (bits as i64).into(),
            _ => bits.into(),
        }
    }
    /// The value of an expression of the current function, if it is constant: the bits of each component.
    /// Reports nothing.
    pub fn fold(&mut self, expr: hir::ExprId) -> Option<Bits> {
        match &self.current.exprs[expr].kind {
            hir::ExprKind::Constant(bits) => Some(bits.clone()),
            _ => None,
        }
    }
}
