//! Expressions above the operands: binary operators, `?:`, assignments, comma.
//!
//! ```text
//! expression  = assignment { "," assignment }
//! assignment  = conditional [ assignment-operator assignment ]
//! conditional = binary [ "?" [ expression ] ":" conditional ]
//! binary      = unary { operator unary }      by precedence, from the left
//! ```
//! Left spines are built by loops and cost no nesting; a level is counted where an operator binds tighter than the one before
//! it, and for the right-hand sides of `?:` and assignments.

use ferrocl_base::Span;

use super::{Parse, Parser};
use crate::ast::{BinaryOp, ExprId, ExprKind};
use crate::token::Punctuator;

/// A binary operator and how tightly it binds. (`^^` is reserved; other languages put it between `&&` and `||`.)
pub(super) fn binary_operator(punctuator: Punctuator) -> Option<(BinaryOp, u8)> {
    Some(match punctuator {
        Punctuator::OrOr => (BinaryOp::LogicalOr, 1),
        Punctuator::CaretCaret => (BinaryOp::LogicalXor, 2),
        Punctuator::AndAnd => (BinaryOp::LogicalAnd, 3),
        Punctuator::Pipe => (BinaryOp::BitOr, 4),
        Punctuator::Caret => (BinaryOp::BitXor, 5),
        Punctuator::Ampersand => (BinaryOp::BitAnd, 6),
        Punctuator::EqualEqual => (BinaryOp::Equal, 7),
        Punctuator::NotEqual => (BinaryOp::NotEqual, 7),
        Punctuator::Less => (BinaryOp::Less, 8),
        Punctuator::Greater => (BinaryOp::Greater, 8),
        Punctuator::LessEqual => (BinaryOp::LessEqual, 8),
        Punctuator::GreaterEqual => (BinaryOp::GreaterEqual, 8),
        Punctuator::ShiftLeft => (BinaryOp::Shl, 9),
        Punctuator::ShiftRight => (BinaryOp::Shr, 9),
        Punctuator::Plus => (BinaryOp::Add, 10),
        Punctuator::Minus => (BinaryOp::Sub, 10),
        Punctuator::Star => (BinaryOp::Mul, 11),
        Punctuator::Slash => (BinaryOp::Div, 11),
        Punctuator::Percent => (BinaryOp::Rem, 11),
        _ => return None,
    })
}

/// The assignment operators; `Some(None)` is `=`.
fn assignment_operator(punctuator: Punctuator) -> Option<Option<BinaryOp>> {
    Some(match punctuator {
        Punctuator::Equal => None,
        Punctuator::StarEqual => Some(BinaryOp::Mul),
        Punctuator::SlashEqual => Some(BinaryOp::Div),
        Punctuator::PercentEqual => Some(BinaryOp::Rem),
        Punctuator::PlusEqual => Some(BinaryOp::Add),
        Punctuator::MinusEqual => Some(BinaryOp::Sub),
        Punctuator::ShiftLeftEqual => Some(BinaryOp::Shl),
        Punctuator::ShiftRightEqual => Some(BinaryOp::Shr),
        Punctuator::AmpersandEqual => Some(BinaryOp::BitAnd),
        Punctuator::CaretEqual => Some(BinaryOp::BitXor),
        Punctuator::PipeEqual => Some(BinaryOp::BitOr),
        _ => return None,
    })
}

impl Parser<'_> {
    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parse<ExprId> {
        if self.is_cpp() && self.at(Punctuator::Ellipsis) {
            return self.left_fold();
        }
        let mut left = self.assignment_expression()?;
        while self.at(Punctuator::Comma) {
            let op_span = self.advance();
            if self.is_cpp() && self.at(Punctuator::Ellipsis) {
                left = self.right_fold(left, BinaryOp::Add, op_span, true)?;
                continue;
            }
            let right = self.assignment_expression()?;
            let span = self.join_exprs(left, right);
            left = self.expr(ExprKind::Comma { left, right }, span);
        }
        Ok(left)
    }
    /// An expression without commas at its top.
    pub(super) fn assignment_expression(&mut self) -> Parse<ExprId> {
        let target = self.conditional_expression()?;
        let Some(op) = self.punctuator().and_then(assignment_operator) else { return Ok(target) };
        let op_span = self.advance();
        let value = self.nested(Self::value_or_braces)?;
        let span = self.join_exprs(target, value);
        Ok(self.expr(ExprKind::Assign { op, target, value, op_span }, span))
    }
    /// An expression that is to be constant: one without assignments and commas.
    pub(super) fn constant_expression(&mut self) -> Parse<ExprId> {
        self.conditional_expression()
    }
    fn conditional_expression(&mut self) -> Parse<ExprId> {
        let condition = self.unary_expression()?;
        let condition = self.binary_tail(condition, 1)?;
        if !self.at(Punctuator::Question) {
            return Ok(condition);
        }
        self.nested(|parser| {
            parser.advance();
            let then = if parser.at(Punctuator::Colon) { None } else { Some(parser.expression()?) };
            parser.expect(Punctuator::Colon, "between the two values of `?:`")?;
            let otherwise = parser.conditional_expression()?;
            let span = parser.join_exprs(condition, otherwise);
            Ok(parser.expr(ExprKind::Conditional { condition, then, otherwise }, span))
        })
    }
    /// The operators that follow `left` and bind at least this tightly, with their right operands.
    fn binary_tail(&mut self, mut left: ExprId, at_least: u8) -> Parse<ExprId> {
        while let Some((op, precedence)) = self.operator_here() {
            if precedence < at_least {
                break;
            }
            let op_span = self.advance();
            if self.is_cpp() && self.at(Punctuator::Ellipsis) {
                left = self.right_fold(left, op, op_span, false)?;
                continue;
            }
            let mut right = self.unary_expression()?;
            let next = self.operator_here();
            if next.is_some_and(|(_, next)| next > precedence) {
                right = self.nested(|parser| parser.binary_tail(right, precedence + 1))?;
            }
            let span = self.join_exprs(left, right);
            left = self.expr(ExprKind::Binary { op, left, right, op_span }, span);
        }
        Ok(left)
    }
    /// The binary operator that stands here; `>` ends the arguments of a template.
    fn operator_here(&self) -> Option<(BinaryOp, u8)> {
        let punctuator = self.punctuator()?;
        if self.in_angles && matches!(punctuator, Punctuator::Greater | Punctuator::ShiftRight) {
            return None;
        }
        binary_operator(punctuator)
    }
    /// The span over two expressions.
    fn join_exprs(&self, left: ExprId, right: ExprId) -> Span {
        self.join(self.expr_span(left), self.expr_span(right))
    }
}
