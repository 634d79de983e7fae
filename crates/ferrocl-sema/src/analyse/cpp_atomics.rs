//! Operators on objects of atomic types in C++ for OpenCL (section "Atomic operations"; C++17 [atomics.types.int]): the atomic functions with
//! sequential consistency.

use ferrocl_base::Span;
use ferrocl_syntax::ast::BinaryOp;

use super::Analyzer;
use crate::hir;
use crate::types::{Type, TypeId, TypeTable};

impl Analyzer<'_> {
    /// The type of the value in an atomic object, if a place is one.
    fn atomic_value(&mut self, place: hir::ExprId) -> Option<TypeId> {
        match *self.program.types.get(self.type_of(place)) {
            Type::Atomic(name) if self.is_cpp() => Some(self.program.types.scalar(name)),
            _ => None,
        }
    }
    fn atomic_call(
        &mut self,
        function: &str,
        place: hir::ExprId,
        value: Option<hir::ExprId>,
        span: Span,
    ) -> hir::ExprId {
        let name = self.interner.intern(function);
        let address = self.address_of(place, span);
        let arguments: Vec<hir::ExprId> = std::iter::once(address).chain(value).collect();
        self.call(name, span, &arguments, span)
    }
    /// The value of an atomic object; `None` if a place is none.
    pub(super) fn atomic_read(&mut self, place: hir::ExprId) -> Option<hir::ExprId> {
        self.atomic_value(place)?;
        let span = self.span_of(place);
        Some(self.atomic_call("atomic_load", place, None, span))
    }
    /// `object = value` or `object op= value` of an atomic object: the new value. `None` if it is none, or there is no such function.
    pub(super) fn atomic_write(
        &mut self,
        op: Option<BinaryOp>,
        target: hir::ExprId,
        value: hir::ExprId,
        span: Span,
    ) -> Option<hir::ExprId> {
        let ty = self.atomic_value(target)?;
        let function = match op {
            None => "atomic_exchange",
            Some(BinaryOp::Add) => "atomic_fetch_add",
            Some(BinaryOp::Sub) => "atomic_fetch_sub",
            Some(BinaryOp::BitAnd) => "atomic_fetch_and",
            Some(BinaryOp::BitOr) => "atomic_fetch_or",
            Some(BinaryOp::BitXor) => "atomic_fetch_xor",
            Some(_) => return None,
        };
        let value = self.value(value);
        let value = self.convert_implicitly(value, ty, hir::ConversionReason::Assignment);
        if self.is_error(value) {
            return Some(value);
        }
        // The value serves twice: for the object, and for what the operator gives.
        let kept = self.unnamed_variable(ty, span);
        let place = self.variable_place(kept, span);
        let setup = self.add_value(hir::ExprKind::Assign(place, value), ty, span);
        let again = self.variable_place(kept, span);
        let operand = self.value(again);
        let before = self.atomic_call(function, target, Some(operand), span);
        if self.is_error(before) {
            return Some(before);
        }
        let again = self.variable_place(kept, span);
        let result = match op {
            None => {
                let value = self.value(again);
                self.comma(before, value, span)
            }
            Some(op) => self.binary(op, before, again, span, span),
        };
        Some(self.comma(setup, result, span))
    }
    /// `++` and `--` of an atomic object.
    pub(super) fn atomic_step(
        &mut self,
        place: hir::ExprId,
        decrement: bool,
        prefix: bool,
        span: Span,
    ) -> Option<hir::ExprId> {
        let ty = self.atomic_value(place)?;
        let one = self.integer_constant(1, TypeTable::INT, span);
        let one = self.convert_implicitly(one, ty, hir::ConversionReason::Assignment);
        let function = if decrement { "atomic_fetch_sub" } else { "atomic_fetch_add" };
        let before = self.atomic_call(function, place, Some(one), span);
        if !prefix || self.is_error(before) {
            return Some(before);
        }
        let op = if decrement { BinaryOp::Sub } else { BinaryOp::Add };
        Some(self.binary(op, before, one, span, span))
    }
}
