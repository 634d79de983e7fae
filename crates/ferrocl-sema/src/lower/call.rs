//! Calls of the program's functions.
//!
//! A struct or union goes in as the address of a copy that belongs to the callee, and comes out through a hidden first
//! argument: the address of a temporary of the caller.

use ferrocl_ir::{Op, ValueId, ValueType};
use smallvec::SmallVec;

use super::place::{Address, Memory};
use super::value::Operand;
use super::{Lowerer, facts};
use crate::hir::{self, ConversionKind, ExprId, ExprKind, FunctionId};

impl Lowerer<'_> {
    /// A call.
    pub(super) fn call(&mut self, call: &hir::Expr, function: FunctionId, arguments: &[ExprId]) -> Operand {
        if !self.is_aggregate(call.ty) {
            let arguments = self.arguments(function, arguments);
            return self.emit_call(call, function, arguments);
        }
        let align = self.program.types.align_of(call.ty);
        let slot = self.temporary(self.memory_slot_type(call.ty, align), call.span);
        let result = self.slot_address(slot, call.span);
        self.call_aggregate(call, function, arguments, result);
        Operand::Address(Address::of(result))
    }
    /// A call that gives a struct or union; it is written to `result`.
    pub(super) fn call_aggregate(
        &mut self,
        call: &hir::Expr,
        function: FunctionId,
        arguments: &[ExprId],
        result: ValueId,
    ) {
        let mut all: SmallVec<[ValueId; 4]> = SmallVec::new();
        all.push(result);
        all.extend(self.arguments(function, arguments));
        self.emit_call(call, function, all);
    }
    fn emit_call(
        &mut self,
        call: &hir::Expr,
        function: FunctionId,
        arguments: SmallVec<[ValueId; 4]>,
    ) -> Operand {
        let callee = &self.program.functions[function];
        if callee.body.is_none() && callee.link_name.is_none() {
            let name = self.interner.text(self.program.functions[function].name);
            self.internal_error(call.span, format!("`{name}` is called and has no body"));
            return Operand::Nothing;
        }
        let ty = match self.is_aggregate(call.ty) {
            true => ValueType::Void,
            false => self.lower_type(call.ty, call.span),
        };
        let function = self.helper(function);
        let value = self.emit(Op::Call { function, arguments }, ty, call.span);
        if ty == ValueType::Void { Operand::Nothing } else { Operand::Value(value) }
    }
    fn arguments(&mut self, function: FunctionId, arguments: &[ExprId]) -> SmallVec<[ValueId; 4]> {
        arguments
            .iter()
            .enumerate()
            .map(|(number, &argument)| match self.is_aggregate(self.type_of(argument)) {
                true => self.aggregate_argument(function, number, argument),
                false => self.value(argument),
            })
            .collect()
    }
    /// The address of a struct or union that the callee may treat as its own.
    fn aggregate_argument(&mut self, function: FunctionId, number: usize, argument: ExprId) -> ValueId {
        let expr = self.expr(argument);
        let (address, from_align) = self.aggregate(argument);
        let pointer = self.pointer(address, expr.span);
        if self.space_of(pointer) == ferrocl_ir::AddressSpace::Private
            && from_align >= self.program.types.align_of(expr.ty)
            && self.may_be_lent(function, number, argument)
        {
            return pointer;
        }
        let align = self.program.types.align_of(expr.ty);
        let slot = self.temporary(self.memory_slot_type(expr.ty, align), expr.span);
        let copy = self.slot_address(slot, expr.span);
        let to = Memory { address: Address::of(copy), align, volatile: false };
        self.copy(to, Address::of(pointer), from_align, expr.ty, expr.span);
        copy
    }
    /// Whether a callee can be given the object itself: because it is a temporary that nobody else has, or because
    /// the callee does not change its parameter and nobody can change the object while it runs.
    fn may_be_lent(&mut self, function: FunctionId, number: usize, argument: ExprId) -> bool {
        match self.expr(argument).kind {
            ExprKind::Call(..) | ExprKind::Conditional(..) => true,
            ExprKind::Convert { kind: ConversionKind::Load, operand, .. } => {
                let Some(variable) = facts::root(self.current.source, operand) else { return false };
                if self.current.facts[variable].address_taken {
                    return false;
                }
                let callee = &self.program.functions[function];
                // What another object's function does with its parameters is not known here.
                if callee.body.is_none() {
                    return false;
                }
                let Some(&parameter) = callee.parameters.get(number) else { return false };
                let facts = self.facts_of(function)[parameter];
                !facts.address_taken && !facts.written
            }
            _ => false,
        }
    }
}
