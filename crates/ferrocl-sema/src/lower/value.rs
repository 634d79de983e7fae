//! Expressions.
//!
//! The tree may have long spines (`a + b + c + …`, `p->next->next->…`): [`Lowerer::operand`] goes down the chain of
//! operands that are evaluated first, and comes back up combining, with loops. Recursion is left for what stands in
//! parentheses, brackets and argument lists, which the parser bounds.

use ferrocl_base::Span;
use ferrocl_ir::{Op, Scalar, ValueId, ValueType};
use smallvec::SmallVec;

use super::Lowerer;
use super::operators::is_comparison;
use super::place::{Address, Memory, Part, Place, Root, align_at};
use crate::hir::{self, BinaryOp, ConversionKind, ExprId, ExprKind, UnaryOp};
use crate::types::{Type, TypeId, TypeTable};

/// What an expression became.
pub(super) enum Operand {
    /// A value.
    Value(ValueId),
    /// A pointer that is still being put together; the value of a struct or union is the address of it.
    Address(Address),
    /// An object.
    Place(Place),
    /// Nothing: the expression is `void`.
    Nothing,
}

impl Lowerer<'_> {
    /// Evaluates an expression here. The value of a struct or union is its address, to be copied at once. Of a `void`
    /// expression the value is unspecified.
    pub fn value(&mut self, id: ExprId) -> ValueId {
        let operand = self.operand(id);
        self.operand_value(operand, id)
    }
    /// Evaluates an lvalue's pointers and indices.
    pub(super) fn place(&mut self, id: ExprId) -> Place {
        match self.operand(id) {
            Operand::Place(place) => place,
            Operand::Value(value) => Place::whole(Root::Value(value)),
            Operand::Address(address) => {
                let align = self.program.types.align_of(self.type_of(id));
                Place::memory(address, align, false)
            }
            Operand::Nothing => {
                self.internal_error(self.expr(id).span, "an expression without value is used as a place");
                Place::whole(Root::Value(self.undefined(ValueType::Scalar(Scalar::I32), self.expr(id).span)))
            }
        }
    }
    /// Evaluates a struct, union or array; where it is, and what that address is a multiple of. Whoever asks takes a copy at once.
    pub(super) fn aggregate(&mut self, id: ExprId) -> (Address, u32) {
        let align = self.aggregate_align(id);
        match self.operand(id) {
            Operand::Place(place) => {
                let memory = self.memory_of(&place, self.expr(id).span);
                (memory.address, memory.align)
            }
            Operand::Address(address) => (address, align),
            operand => (Address::of(self.operand_value(operand, id)), align),
        }
    }
    /// What the address of an aggregate's value is a multiple of: it may lie in a packed struct.
    fn aggregate_align(&self, mut id: ExprId) -> u32 {
        loop {
            let expr = self.expr(id);
            if let Some(place) = expr.place {
                return place.align.max(1);
            }
            id = match expr.kind {
                ExprKind::Convert { kind: ConversionKind::Load, operand, .. } => operand,
                ExprKind::Assign(place, _) => place,
                ExprKind::Comma(_, right) => right,
                ExprKind::Member { base, .. } => base,
                _ => return self.program.types.align_of(expr.ty),
            };
        }
    }
    pub(super) fn operand_value(&mut self, operand: Operand, id: ExprId) -> ValueId {
        let expr = self.expr(id);
        match operand {
            Operand::Value(value) => value,
            Operand::Address(address) => self.pointer(address, expr.span),
            Operand::Place(place) if self.is_aggregate(expr.ty) => {
                let memory = self.memory_of(&place, expr.span);
                self.pointer(memory.address, expr.span)
            }
            Operand::Place(place) => {
                let ty = self.lower_type(expr.ty, expr.span);
                self.load(&place, ty, expr.span)
            }
            Operand::Nothing => self.undefined(ValueType::Scalar(Scalar::I32), expr.span),
        }
    }

    /// Evaluates an expression.
    pub(super) fn operand(&mut self, id: ExprId) -> Operand {
        let mut spine: SmallVec<[ExprId; 8]> = SmallVec::new();
        let mut current = id;
        while let Some(first) = self.first_operand(current) {
            spine.push(current);
            current = first;
        }
        let mut operand = self.leaf(current);
        let mut below = current;
        while let Some(id) = spine.pop() {
            operand = self.combine(id, operand, below);
            below = id;
        }
        operand
    }
    /// The operand that is evaluated before everything else of an expression, if [`combine`](Self::combine) takes it.
    fn first_operand(&self, id: ExprId) -> Option<ExprId> {
        let expr = self.expr(id);
        match expr.kind {
            ExprKind::Dereference(operand)
            | ExprKind::AddressOf(operand)
            | ExprKind::AsType(operand)
            | ExprKind::FenceFlags(operand)
            | ExprKind::Member { base: operand, .. }
            | ExprKind::Swizzle { base: operand, .. }
            | ExprKind::ComponentIndex { base: operand, .. }
            | ExprKind::PointerAdd { pointer: operand, .. }
            | ExprKind::PointerDifference(operand, _)
            | ExprKind::Increment { place: operand, .. } => Some(operand),
            ExprKind::Unary(op, operand) => (op != UnaryOp::LogicalNot).then_some(operand),
            ExprKind::Binary(op, left, _) => {
                (!matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr)).then_some(left)
            }
            ExprKind::Convert { kind, operand, .. } => {
                (kind != ConversionKind::Void && expr.ty != TypeTable::BOOL || kind == ConversionKind::Load)
                    .then_some(operand)
            }
            _ => None,
        }
    }
    /// An expression whose first operand (`below`) is evaluated.
    fn combine(&mut self, id: ExprId, operand: Operand, below: ExprId) -> Operand {
        let expr = self.expr(id);
        let span = expr.span;
        match expr.kind {
            ExprKind::Dereference(_) => {
                let address = self.operand_address(operand, below);
                let (align, volatile) = self.place_facts(expr);
                Operand::Place(Place::memory(address, align, volatile))
            }
            ExprKind::AddressOf(_) => {
                let place = self.operand_place(operand, below);
                Operand::Address(self.memory_of(&place, span).address)
            }
            ExprKind::Member { record, field, .. } => {
                let field = self.program.types.records[record].fields.as_ref().map(|f| &f[field as usize]);
                let offset = field.map_or(0, |field| field.offset);
                let place = self.operand_place(operand, below);
                let Memory { address, align, volatile } = self.memory_of(&place, span);
                let address = self.advance(address, offset as i64, span);
                let (mut member_align, member_volatile) = self.place_facts(expr);
                if expr.place.is_none() {
                    member_align = align_at(align, offset);
                }
                Operand::Place(Place::memory(address, member_align, volatile || member_volatile))
            }
            ExprKind::Swizzle { ref components, .. } => match operand {
                Operand::Place(place) => {
                    let vector = self.lower_type(self.type_of(below), span);
                    Operand::Place(self.component_place(place, vector, components))
                }
                operand => {
                    let value = self.operand_value(operand, below);
                    Operand::Value(self.pick(value, components, span))
                }
            },
            ExprKind::ComponentIndex { index, .. } => {
                let signed = self.element(self.type_of(index)).is_some_and(|index| index.signed);
                let index = self.value(index);
                let vector = self.lower_type(self.type_of(below), span);
                let place = match operand {
                    Operand::Place(place) => place,
                    operand => Place::whole(Root::Value(self.operand_value(operand, below))),
                };
                Operand::Place(self.dynamic_component_place(place, vector, index, signed, span))
            }
            ExprKind::Convert { kind, .. } => self.combine_conversion(expr, kind, operand, below),
            ExprKind::AsType(_) => {
                let value = self.operand_value(operand, below);
                let ty = self.lower_type(expr.ty, span);
                Operand::Value(self.reinterpret(value, ty, span))
            }
            ExprKind::FenceFlags(_) => {
                let pointer = self.operand_value(operand, below);
                Operand::Value(self.fence_flags(pointer, span))
            }
            ExprKind::Unary(op, _) => {
                let value = self.operand_value(operand, below);
                Operand::Value(self.unary_operator(op, value, expr.flags, span))
            }
            ExprKind::Binary(op, _, right) => {
                let left = self.operand_value(operand, below);
                let right = self.value(right);
                let ty = self.type_of(below);
                Operand::Value(if is_comparison(op) {
                    let truth = self.compare(op, (left, right), ty, expr.flags, span);
                    self.truth_as_number(truth, expr.ty, span)
                } else {
                    self.arithmetic_operator(op, (left, right), ty, expr.flags, span)
                })
            }
            ExprKind::PointerAdd { index, negative, .. } => {
                let address = self.operand_address(operand, below);
                let index = self.value(index);
                Operand::Address(self.pointer_add(address, self.type_of(below), index, negative, span))
            }
            ExprKind::PointerDifference(_, right) => {
                let left = self.operand_value(operand, below);
                let right = self.value(right);
                Operand::Value(self.pointer_difference(left, right, self.type_of(below), span))
            }
            ExprKind::Increment { decrement, prefix, .. } => {
                let place = self.operand_place(operand, below);
                let place = self.fixed(place, span);
                Operand::Value(self.increment(&place, self.type_of(below), decrement, prefix, expr))
            }
            _ => {
                self.internal_error(span, "an expression without first operand has one");
                operand
            }
        }
    }
    fn combine_conversion(
        &mut self,
        expr: &hir::Expr,
        kind: ConversionKind,
        operand: Operand,
        below: ExprId,
    ) -> Operand {
        let span = expr.span;
        match kind {
            ConversionKind::Load if self.is_aggregate(expr.ty) => {
                let place = self.operand_place(operand, below);
                Operand::Address(self.memory_of(&place, span).address)
            }
            ConversionKind::Load => {
                let place = self.operand_place(operand, below);
                let ty = self.lower_type(expr.ty, span);
                Operand::Value(self.load(&place, ty, span))
            }
            ConversionKind::ArrayToPointer => {
                let place = self.operand_place(operand, below);
                Operand::Address(self.memory_of(&place, span).address)
            }
            ConversionKind::Pointer => {
                let address = self.operand_address(operand, below);
                let want = self.lower_type(expr.ty, span);
                if self.value_type(address.base) == want {
                    return Operand::Address(address);
                }
                let pointer = self.pointer(address, span);
                Operand::Value(self.convert(kind, pointer, self.type_of(below), expr.ty, span))
            }
            _ => {
                let value = self.operand_value(operand, below);
                Operand::Value(self.convert(kind, value, self.type_of(below), expr.ty, span))
            }
        }
    }
    /// Alignment and volatility of the object that an lvalue names.
    fn place_facts(&self, expr: &hir::Expr) -> (u32, bool) {
        match expr.place {
            Some(place) => (place.align.max(1), place.is_volatile),
            None => (self.program.types.align_of(expr.ty), false),
        }
    }
    fn operand_address(&mut self, operand: Operand, id: ExprId) -> Address {
        match operand {
            Operand::Address(address) => address,
            operand => Address::of(self.operand_value(operand, id)),
        }
    }
    fn operand_place(&mut self, operand: Operand, id: ExprId) -> Place {
        match operand {
            Operand::Place(place) => place,
            // A struct that a call gave: its value is where it is.
            Operand::Address(address) => {
                Place::memory(address, self.program.types.align_of(self.type_of(id)), false)
            }
            Operand::Value(value) if self.is_aggregate(self.type_of(id)) => {
                Place::memory(Address::of(value), self.program.types.align_of(self.type_of(id)), false)
            }
            operand => Place { root: Root::Value(self.operand_value(operand, id)), part: Part::Whole },
        }
    }

    /// An expression without an operand that [`first_operand`](Self::first_operand) gives.
    fn leaf(&mut self, id: ExprId) -> Operand {
        let expr = self.expr(id);
        let span = expr.span;
        match expr.kind {
            ExprKind::Constant(ref bits) => {
                let ty = self.lower_type(expr.ty, span);
                Operand::Value(self.constant(ty, bits.clone(), span))
            }
            ExprKind::Variable(variable) => Operand::Place(self.variable_place(variable, expr)),
            ExprKind::Global(global) => {
                let base = self.global_address(global, span);
                let (align, volatile) = self.place_facts(expr);
                Operand::Place(Place::memory(Address::of(base), align, volatile))
            }
            ExprKind::ShortCircuit(..) | ExprKind::Unary(UnaryOp::LogicalNot, _)
                if !self.is_vector(expr.ty) =>
            {
                let truth = self.condition(id);
                Operand::Value(self.truth_as_number(truth, expr.ty, span))
            }
            ExprKind::Unary(UnaryOp::LogicalNot, _)
            | ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, ..) => {
                let mask = self.mask(id);
                Operand::Value(self.truth_as_number(mask, expr.ty, span))
            }
            // What is left of conversions are those to `bool` and to `void`.
            ExprKind::Convert { kind: ConversionKind::Void, operand, .. } => {
                self.effect(operand);
                Operand::Nothing
            }
            ExprKind::Convert { kind, operand, .. } if self.keeps_truth(kind, operand, id) => {
                Operand::Value(self.condition(id))
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(expr, condition, then, otherwise)
            }
            ExprKind::VectorSelect(condition, then, otherwise) => {
                let condition = self.sign_mask(condition);
                let then = self.value(then);
                let otherwise = self.value(otherwise);
                let ty = self.lower_type(expr.ty, span);
                Operand::Value(self.emit(Op::Select { condition, then, otherwise }, ty, span))
            }
            ExprKind::Assign(place, value) => self.assign(place, value, span),
            ExprKind::CompoundAssign { .. } => self.compound_assign(id),
            ExprKind::Comma(..) => self.comma(id),
            ExprKind::VectorLiteral(ref parts) => Operand::Value(self.vector_literal(expr.ty, parts, span)),
            ExprKind::CompoundLiteral(variable, ref initializer) => {
                self.begin_variable(variable, span);
                self.initialize(variable, initializer, span);
                Operand::Place(self.variable_place(variable, expr))
            }
            ExprKind::Call(function, ref arguments) => self.call(expr, function, arguments),
            ExprKind::BuiltinCall { ref callee, ref arguments } => {
                match self.builtin_call(id, callee, arguments) {
                    Some(value) => Operand::Value(value),
                    None => Operand::Nothing,
                }
            }
            ExprKind::Statements(ref stmts, value) => {
                self.statements(stmts.iter());
                match value {
                    Some(value) if self.is_aggregate(expr.ty) => Operand::Address(self.aggregate(value).0),
                    Some(value) if expr.ty == TypeTable::VOID => {
                        self.effect(value);
                        Operand::Nothing
                    }
                    Some(value) => Operand::Value(self.value(value)),
                    None => Operand::Nothing,
                }
            }
            ExprKind::Printf { format, ref arguments } => {
                let arguments = arguments.iter().map(|&argument| self.value(argument)).collect();
                let format = self.global(format);
                let ty = ValueType::Scalar(Scalar::I32);
                Operand::Value(self.emit(Op::Printf { format, arguments }, ty, span))
            }
            _ => {
                self.internal_error(span, "this kind of expression has no form in the IR");
                Operand::Nothing
            }
        }
    }
    /// Whether a type is a vector.
    pub(super) fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Vector(..))
    }
    /// `a, b, c`: all but the last for their effects.
    fn comma(&mut self, id: ExprId) -> Operand {
        let mut rights: SmallVec<[ExprId; 8]> = SmallVec::new();
        let mut current = id;
        while let ExprKind::Comma(left, right) = self.expr(current).kind {
            rights.push(right);
            current = left;
        }
        self.effect(current);
        for &right in rights[1..].iter().rev() {
            self.effect(right);
        }
        self.operand(rights[0])
    }
    /// A vector from scalars and vectors.
    fn vector_literal(&mut self, ty: TypeId, parts: &[ExprId], span: Span) -> ValueId {
        let ty = self.lower_type(ty, span);
        let mut components: SmallVec<[ValueId; 4]> = SmallVec::new();
        for &part in parts {
            let value = self.value(part);
            match self.value_type(value) {
                part if part == ty => return value,
                ValueType::Vector(_, n) => {
                    for component in 0..n {
                        let component = self.pick(value, &[component], span);
                        components.push(component);
                    }
                }
                _ => components.push(value),
            }
        }
        if components.len() != usize::from(ty.components()) {
            let text = format!("a vector literal of {} components has type {ty}", components.len());
            self.internal_error(span, text);
            return self.undefined(ty, span);
        }
        self.emit(Op::Construct(components), ty, span)
    }
    /// Evaluates an expression for its effects alone.
    pub(super) fn effect(&mut self, id: ExprId) {
        let mut current = id;
        loop {
            let expr = self.expr(current);
            current = match expr.kind {
                ExprKind::Convert { kind: ConversionKind::Void, operand, .. } => operand,
                ExprKind::Convert { kind: ConversionKind::Load, operand, .. }
                    if self.expr(operand).place.is_some_and(|place| !place.is_volatile)
                        && !matches!(self.expr(operand).kind, ExprKind::Dereference(_)) =>
                {
                    operand
                }
                ExprKind::Variable(_) | ExprKind::Constant(_) | ExprKind::Global(_) => return,
                ExprKind::ShortCircuit(..) => return self.short_circuit_effect(current),
                ExprKind::Conditional(condition, then, otherwise) => {
                    return self.conditional_effect(condition, then, otherwise, expr.span);
                }
                _ => break,
            };
        }
        let operand = self.operand(current);
        // A place that stands alone is read where the reading can be seen or can fault.
        if let Operand::Place(Place { root: Root::Memory(_), .. }) = operand
            && !self.is_aggregate(self.type_of(current))
            && self.type_of(current) != TypeTable::VOID
        {
            self.operand_value(operand, current);
        }
    }
}
