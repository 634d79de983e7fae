//! Truth values: conditions, `&&`, `||`, `!`, `?:`.
//!
//! What is only looked at as a condition never becomes a number. The right side of `&&` and `||` and the arms of `?:` are
//! branches, unless they are cheap and cannot be noticed: then both are evaluated and the result is selected,
//! which costs lanes less than a branch.

use ferrocl_base::Span;
use ferrocl_ir::{
    BinaryOp as Ir, CompareOp, Op, Scalar, SlotType, Stmt, UnaryOp as IrUnary, ValueId, ValueType,
};
use smallvec::SmallVec;

use super::Lowerer;
use super::operators::is_comparison;
use super::place::{Address, Memory};
use super::value::Operand;
use crate::hir::{self, BinaryOp, ConversionKind, ExprId, ExprKind, UnaryOp};
use crate::types::{Type, TypeTable};

const BOOL: ValueType = ValueType::Scalar(Scalar::Bool);

/// How much an operand may cost (in operators, roughly) to be evaluated where it may not be needed.
const CHEAP: u32 = 8;
/// What a division costs in these terms.
const DIVISION_COST: u32 = 6;

impl Lowerer<'_> {
    /// Whether a scalar or pointer differs from zero, as `Bool`.
    pub(super) fn condition(&mut self, id: ExprId) -> ValueId {
        let mut spine: SmallVec<[ExprId; 8]> = SmallVec::new();
        let mut current = id;
        loop {
            match self.expr(current).kind {
                ExprKind::Unary(UnaryOp::LogicalNot, operand) | ExprKind::ShortCircuit(_, operand, _) => {
                    spine.push(current);
                    current = operand;
                }
                ExprKind::Convert { kind, operand, .. } if self.keeps_truth(kind, operand, current) => {
                    current = operand;
                }
                _ => break,
            }
        }
        let mut truth = self.truth(current);
        // One slot serves a whole chain; it holds `truth` once it is made.
        let mut slot = None;
        while let Some(id) = spine.pop() {
            let expr = self.expr(id);
            if let ExprKind::ShortCircuit(and, _, right) = expr.kind {
                truth = self.short_circuit(and, truth, right, &mut slot, expr.span);
            } else {
                truth = self.emit(Op::Unary(IrUnary::Not, truth), BOOL, expr.span);
                slot = None;
            }
        }
        truth
    }
    /// Whether a conversion's result is zero exactly where its operand is.
    pub(super) fn keeps_truth(&self, kind: ConversionKind, operand: ExprId, result: ExprId) -> bool {
        if kind == ConversionKind::PointerToBool {
            return true;
        }
        let (from, to) = (self.element(self.type_of(operand)), self.element(self.type_of(result)));
        match (kind, from, to) {
            (ConversionKind::Arithmetic, Some(from), Some(to)) => {
                to.scalar == Scalar::Bool
                    || to.scalar.bits() >= from.scalar.bits()
                        && to.scalar.is_float() == from.scalar.is_float()
                    || !from.scalar.is_float() && to.scalar.is_float()
            }
            _ => false,
        }
    }
    /// A condition that is no `&&`, `||` or `!`.
    fn truth(&mut self, id: ExprId) -> ValueId {
        let expr = self.expr(id);
        match expr.kind {
            ExprKind::Binary(op, left, right) if is_comparison(op) => {
                let ty = self.type_of(left);
                let left = self.value(left);
                let right = self.value(right);
                self.compare(op, (left, right), ty, expr.flags, expr.span)
            }
            ExprKind::Conditional(condition, then, otherwise)
                if self.is_cheap(then) && self.is_cheap(otherwise) =>
            {
                let condition = self.condition(condition);
                let then = self.condition(then);
                let otherwise = self.condition(otherwise);
                self.emit(Op::Select { condition, then, otherwise }, BOOL, expr.span)
            }
            _ => {
                let value = self.value(id);
                self.is_not_zero(value, expr.span)
            }
        }
    }
    fn short_circuit(
        &mut self,
        and: bool,
        left: ValueId,
        right: ExprId,
        slot: &mut Option<ferrocl_ir::SlotId>,
        span: Span,
    ) -> ValueId {
        if let Some(known) = self.constant_bits(left) {
            let decided = (known[0] != 0) != and;
            *slot = None;
            return if decided { left } else { self.condition(right) };
        }
        if self.is_cheap(right) {
            let right = self.condition(right);
            *slot = None;
            let op = if and { Ir::And } else { Ir::Or };
            return self.emit(Op::Binary(op, left, right), BOOL, span);
        }
        let slot = *slot.get_or_insert_with(|| {
            let slot = self.temporary(SlotType::Value(BOOL), span);
            self.push(Stmt::SlotStore { slot, value: left, span });
            slot
        });
        let body = self.list(|this| {
            let value = this.condition(right);
            this.push(Stmt::SlotStore { slot, value, span });
        });
        let (then, otherwise) = if and { (body, Vec::new()) } else { (Vec::new(), body) };
        self.push_if(left, then, otherwise, span);
        self.emit(Op::SlotLoad(slot), BOOL, span)
    }
    /// `a && f()` as a statement.
    pub(super) fn short_circuit_effect(&mut self, id: ExprId) {
        let expr = self.expr(id);
        let ExprKind::ShortCircuit(and, left, right) = expr.kind else { return self.effect(id) };
        let left = self.condition(left);
        let body = self.list(|this| this.effect(right));
        let (then, otherwise) = if and { (body, Vec::new()) } else { (Vec::new(), body) };
        self.push_if(left, then, otherwise, expr.span);
    }

    /// `condition ? then : otherwise` on a scalar condition.
    pub(super) fn conditional(
        &mut self,
        expr: &hir::Expr,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    ) -> Operand {
        let span = expr.span;
        if expr.ty == TypeTable::VOID {
            self.conditional_effect(condition, then, otherwise, span);
            return Operand::Nothing;
        }
        let condition = self.condition(condition);
        if let Some(known) = self.constant_bits(condition) {
            let arm = if known[0] != 0 { then } else { otherwise };
            return self.operand(arm);
        }
        if self.is_aggregate(expr.ty) {
            return self.conditional_aggregate(expr, condition, then, otherwise);
        }
        let ty = self.lower_type(expr.ty, span);
        if self.is_cheap(then) && self.is_cheap(otherwise) {
            let then = self.value(then);
            let otherwise = self.value(otherwise);
            return Operand::Value(self.emit(Op::Select { condition, then, otherwise }, ty, span));
        }
        let slot = self.temporary(SlotType::Value(ty), span);
        let [then, otherwise] = [then, otherwise].map(|arm| {
            self.list(|this| {
                let value = this.value(arm);
                this.push(Stmt::SlotStore { slot, value, span });
            })
        });
        self.push_if(condition, then, otherwise, span);
        Operand::Value(self.emit(Op::SlotLoad(slot), ty, span))
    }
    fn conditional_aggregate(
        &mut self,
        expr: &hir::Expr,
        condition: ValueId,
        then: ExprId,
        otherwise: ExprId,
    ) -> Operand {
        let align = self.program.types.align_of(expr.ty);
        let slot = self.temporary(self.memory_slot_type(expr.ty, align), expr.span);
        let address = Address::of(self.slot_address(slot, expr.span));
        let [then, otherwise] = [then, otherwise].map(|arm| {
            self.list(|this| {
                let (from, from_align) = this.aggregate(arm);
                let to = Memory { address, align, volatile: false };
                this.copy(to, from, from_align, expr.ty, expr.span);
            })
        });
        self.push_if(condition, then, otherwise, expr.span);
        Operand::Address(address)
    }
    /// `condition ? f() : g()` for the effects.
    pub(super) fn conditional_effect(
        &mut self,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
        span: Span,
    ) {
        let condition = self.condition(condition);
        if let Some(known) = self.constant_bits(condition) {
            return self.effect(if known[0] != 0 { then } else { otherwise });
        }
        let then = self.list(|this| this.effect(then));
        let otherwise = self.list(|this| this.effect(otherwise));
        self.push_if(condition, then, otherwise, span);
    }

    // ---- vectors ----

    /// For which components a vector differs from zero, as a vector of `Bool`.
    pub(super) fn mask(&mut self, id: ExprId) -> ValueId {
        let mut spine: SmallVec<[ExprId; 8]> = SmallVec::new();
        let mut current = id;
        loop {
            current = match self.expr(current).kind {
                ExprKind::Unary(UnaryOp::LogicalNot, operand)
                | ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, operand, _) => {
                    spine.push(current);
                    operand
                }
                _ => break,
            };
        }
        let mut mask = match self.comparison_mask(current) {
            Some(mask) => mask,
            None => {
                let value = self.value(current);
                self.is_not_zero(value, self.expr(current).span)
            }
        };
        let ty = self.value_type(mask);
        while let Some(id) = spine.pop() {
            let expr = self.expr(id);
            mask = match expr.kind {
                ExprKind::Binary(op, _, right) => {
                    let right = self.mask(right);
                    let op = if op == BinaryOp::LogicalAnd { Ir::And } else { Ir::Or };
                    self.emit(Op::Binary(op, mask, right), ty, expr.span)
                }
                _ => self.emit(Op::Unary(IrUnary::Not, mask), ty, expr.span),
            };
        }
        mask
    }
    /// For which components a vector has its sign bit set.
    pub(super) fn sign_mask(&mut self, id: ExprId) -> ValueId {
        let expr = self.expr(id);
        match expr.kind {
            // 0 or −1: the sign bit is set where the component is not zero.
            ExprKind::Unary(UnaryOp::LogicalNot, _)
            | ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, ..) => return self.mask(id),
            _ => {}
        }
        if let Some(mask) = self.comparison_mask(id) {
            return mask;
        }
        let value = self.value(id);
        let ty = self.value_type(value);
        let zero = self.zero(ty, expr.span);
        self.emit(Op::Compare(CompareOp::LessSigned, value, zero), ty.with_scalar(Scalar::Bool), expr.span)
    }
    fn comparison_mask(&mut self, id: ExprId) -> Option<ValueId> {
        let expr = self.expr(id);
        let ExprKind::Binary(op, left, right) = expr.kind else { return None };
        if !is_comparison(op) {
            return None;
        }
        let ty = self.type_of(left);
        let left = self.value(left);
        let right = self.value(right);
        Some(self.compare(op, (left, right), ty, expr.flags, expr.span))
    }

    // ---- what may be evaluated without need ----

    /// Whether evaluating an expression costs little, changes nothing and cannot fault.
    pub(super) fn is_cheap(&self, id: ExprId) -> bool {
        let mut budget = CHEAP;
        self.costs_within(id, &mut budget)
    }
    fn costs_within(&self, id: ExprId, budget: &mut u32) -> bool {
        let expr = self.expr(id);
        let mut pay = |cost: u32| match budget.checked_sub(cost) {
            Some(rest) => {
                *budget = rest;
                true
            }
            None => false,
        };
        match expr.kind {
            ExprKind::Constant(_) => true,
            ExprKind::Variable(variable) => {
                pay(1)
                    && self.current.source.variables[variable].ty.space == ferrocl_ir::AddressSpace::Private
                    && !self.is_aggregate(expr.ty)
                    && expr.place.is_none_or(|place| !place.is_volatile)
            }
            ExprKind::Convert { kind: ConversionKind::ArrayToPointer, .. } => false,
            ExprKind::Convert { kind: ConversionKind::Load, operand, .. } => {
                !self.is_aggregate(expr.ty) && self.costs_within(operand, budget)
            }
            ExprKind::Swizzle { base: operand, .. }
            | ExprKind::Unary(_, operand)
            | ExprKind::AsType(operand)
            | ExprKind::Convert { operand, .. } => pay(1) && self.costs_within(operand, budget),
            ExprKind::Binary(op, left, right) => {
                let cost = match (op, self.program.types.get(expr.ty)) {
                    (BinaryOp::Div | BinaryOp::Rem, _) => DIVISION_COST,
                    (_, Type::Vector(_, n)) => u32::from(*n).div_ceil(2),
                    _ => 1,
                };
                pay(cost) && self.costs_within(left, budget) && self.costs_within(right, budget)
            }
            ExprKind::ShortCircuit(_, left, right)
            | ExprKind::PointerAdd { pointer: left, index: right, .. } => {
                pay(1) && self.costs_within(left, budget) && self.costs_within(right, budget)
            }
            ExprKind::Conditional(a, b, c) | ExprKind::VectorSelect(a, b, c) => {
                expr.ty != TypeTable::VOID
                    && pay(1)
                    && self.costs_within(a, budget)
                    && self.costs_within(b, budget)
                    && self.costs_within(c, budget)
            }
            _ => false,
        }
    }
}
