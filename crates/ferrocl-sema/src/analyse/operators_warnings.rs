//! Warnings about comparisons that cannot mean what they say.

use ferrocl_base::Diagnostic;
use ferrocl_base::codes::expressions as codes;

use super::Analyzer;
use super::convert::wrap;
use super::operators::{Operator, is_comparison};
use super::wording::rule;
use crate::hir::{self, BinaryOp, ConversionKind, UnaryOp};
use crate::types::arithmetic::{Element, common_scalar, integer_range, is_float, is_unsigned};

impl Analyzer<'_> {
    /// Warns of a comparison of integers with a constant that gives the same for every value of the other operand's type:
    /// `get_local_id(0) - 1 < 0`, `c == 300`.
    pub(super) fn warn_constant_comparison(
        &mut self,
        op: BinaryOp,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
    ) {
        let types = &self.program.types;
        let (Some(a), Some(b)) =
            (types.arithmetic(self.type_of(left)), types.arithmetic(self.type_of(right)))
        else {
            return;
        };
        let common = common_scalar(a.element, b.element);
        if is_float(common) {
            return;
        }
        let (variable, constant, number, op) = match (self.plain_integer(left), self.plain_integer(right)) {
            (None, Some(number)) => (left, right, number, op),
            (Some(number), None) => (right, left, number, mirrored(op)),
            _ => return,
        };
        let common = Element::Number(common);
        let number = wrap(common, number);
        let (low, high) = self.value_range(variable);
        let (least, greatest) = integer_range(common);
        let (low, high) = if low < least || high > greatest { (least, greatest) } else { (low, high) };
        let Some(result) = constant_result(op, low, high, number) else { return };
        let ty = self.type_of(variable);
        let said = if low == 0 && number <= 0 {
            format!("{} is never less than 0", self.a_type(ty))
        } else {
            format!("its values go from {low} to {high}")
        };
        let mut diagnostic = Diagnostic::new(
            codes::CONSTANT_COMPARISON,
            operator.span,
            format!("this comparison is always {result}"),
        )
        .primary(format!("always {result}"))
        .label(self.span_of(variable), said)
        .label(self.span_of(constant), format!("compared as {number}"));
        if let hir::ExprKind::Binary(BinaryOp::Sub, ..) = self.current.exprs[variable].kind
            && low == 0
        {
            diagnostic = diagnostic
                .note("a difference of unsigned numbers wraps round to a large number instead of becoming negative")
                .help("convert to a signed type before the subtraction, as in `(int)get_local_id(0) - 1`");
        }
        self.report(diagnostic);
    }
    /// The least and the greatest value that an integer expression can have, as far as its conversions tell.
    fn value_range(&self, expr: hir::ExprId) -> (i128, i128) {
        let mut id = expr;
        let mut limits = Vec::new();
        let mut range = loop {
            let node = &self.current.exprs[id];
            let Some(arithmetic) = self.program.types.arithmetic(node.ty) else {
                break (i128::MIN, i128::MAX);
            };
            if arithmetic.is_float() || arithmetic.is_vector() {
                break (i128::MIN, i128::MAX);
            }
            let own = integer_range(arithmetic.element);
            match node.kind {
                hir::ExprKind::Convert { kind: ConversionKind::Arithmetic, operand, .. }
                    if limits.len() < 8 =>
                {
                    limits.push(own);
                    id = operand;
                }
                // Truth values.
                hir::ExprKind::ShortCircuit(..) | hir::ExprKind::Unary(UnaryOp::LogicalNot, _) => {
                    break (0, 1);
                }
                hir::ExprKind::Binary(op, ..) if is_comparison(op) => break (0, 1),
                _ => break own,
            }
        };
        for limit in limits.into_iter().rev() {
            if range.0 < limit.0 || range.1 > limit.1 {
                range = limit;
            }
        }
        range
    }
    /// Warns where the result of a vector comparison, whose true is -1, is compared with 1 or found greater than 0.
    pub(super) fn warn_mask_comparison(
        &mut self,
        op: BinaryOp,
        left: hir::ExprId,
        right: hir::ExprId,
        operator: Operator,
    ) {
        let (mask, constant, op) = if self.is_mask(left) {
            (left, right, op)
        } else if self.is_mask(right) {
            (right, left, mirrored(op))
        } else {
            return;
        };
        let number = match self.current.exprs[constant].kind {
            hir::ExprKind::Convert { kind: ConversionKind::Widen, operand, .. } => {
                self.plain_integer(operand)
            }
            _ => None,
        };
        let pitfall = match (op, number) {
            (BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::GreaterEqual, Some(1)) => "compared with 1",
            (BinaryOp::Greater, Some(0)) => "compared with `> 0`",
            _ => return,
        };
        let diagnostic = Diagnostic::new(
            codes::MASK_COMPARISON,
            operator.span,
            format!("the result of a vector comparison is {pitfall}, but there true is -1"),
        )
        .primary("a component that is true holds -1")
        .label(self.span_of(mask), "0 or -1 in each component")
        .note(rule("comparisons of vectors give -1 for true, all bits set", "Relational Operators"))
        .help("compare with `!= 0`, or use the result as it is");
        self.report(diagnostic);
    }
    /// Whether an expression is a vector of truth values.
    fn is_mask(&self, expr: hir::ExprId) -> bool {
        let node = &self.current.exprs[expr];
        self.program
            .types
            .vector(node.ty)
            .is_some_and(|(element, _)| !is_float(element) && !is_unsigned(element))
            && match node.kind {
                hir::ExprKind::Binary(op, ..) => {
                    is_comparison(op) || matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr)
                }
                hir::ExprKind::Unary(UnaryOp::LogicalNot, _) => true,
                _ => false,
            }
    }
}

/// The operator with its operands exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}

/// What `x op number` gives for every x from `low` to `high`, if it is always the same.
fn constant_result(op: BinaryOp, low: i128, high: i128, number: i128) -> Option<bool> {
    let (always, never) = match op {
        BinaryOp::Less => (high < number, low >= number),
        BinaryOp::LessEqual => (high <= number, low > number),
        BinaryOp::Greater => (low > number, high <= number),
        BinaryOp::GreaterEqual => (low >= number, high < number),
        BinaryOp::Equal => (false, number < low || number > high),
        BinaryOp::NotEqual => (number < low || number > high, false),
        _ => (false, false),
    };
    match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
