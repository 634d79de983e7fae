//! Expressions: from syntax to typed nodes.

use ferrocl_syntax::ast;

use super::Analyzer;
use crate::hir;
use crate::types::TypeTable;

impl Analyzer<'_> {
    /// Analyses an expression. The result may be a place (an lvalue), an array or a function's absence: use
    /// [`value`](Self::value) where a value is needed. What is wrong is reported and gives
    /// [`hir::ExprKind::Error`] of type [`TypeTable::ERROR`], about which nothing more is said.
    pub fn expression(&mut self, id: ast::ExprId) -> hir::ExprId {
        let span = self.unit.exprs[id].span;
        self.error_expression(span)
    }
    /// Analyses an expression and takes its value: places are read, arrays become pointers.
    pub fn expression_value(&mut self, id: ast::ExprId) -> hir::ExprId {
        let expr = self.expression(id);
        self.value(expr)
    }
    /// An expression that stands for something reported.
    pub fn error_expression(&mut self, span: ferrocl_base::Span) -> hir::ExprId {
        self.add(hir::Expr {
            kind: hir::ExprKind::Error,
            ty: TypeTable::ERROR,
            place: None,
            flags: Default::default(),
            span,
        })
    }
}
