//! Variables and their initialisers; program-scope data.
//!
//! A private array or struct that only ever holds constants (a table) becomes program-scope data in constant space: nothing is
//! initialised at run time, and every work-item reads the same bytes.

use ferrocl_base::Span;
use ferrocl_ir::{AddressSpace, Bits, GlobalId, Op, Relocation, Scalar, SlotType, Stmt, ValueId, ValueType};

use super::Lowerer;
use super::place::{Address, Memory, Place, Root, align_at};
use crate::hir::{self, ConversionKind, ExprKind, Initializer, InitializerPart, VariableId};
use crate::types::{Type, TypeId};

/// What stands for a variable.
#[derive(Debug, Clone, Copy)]
pub(super) enum Home {
    /// It was not met yet.
    None,
    /// A value: it never changes.
    Value(ValueId),
    /// A slot that is read and written whole.
    Slot(ferrocl_ir::SlotId),
    /// Memory, at this pointer, which exists everywhere.
    Memory(ValueId),
}

/// The value of a part of an initialiser.
#[derive(Clone, Copy)]
enum PartValue {
    Value(ValueId),
    /// Where it is, and what that is a multiple of.
    Aggregate(Address, u32),
}

/// Up to this many gaps between the parts of an initialiser are zeroed each by itself.
const MAX_GAPS: usize = 4;

impl<'a> Lowerer<'a> {
    /// A variable as an object.
    pub(super) fn variable_place(&mut self, id: VariableId, expr: &hir::Expr) -> Place {
        let variable = &self.current.source.variables[id];
        match self.home(id) {
            Home::Value(value) => Place::whole(Root::Value(value)),
            Home::Slot(slot) => Place::whole(Root::Slot(slot)),
            Home::Memory(pointer) => {
                let volatile = variable.ty.is_volatile || expr.place.is_some_and(|place| place.is_volatile);
                Place::memory(Address::of(pointer), variable.align, volatile)
            }
            Home::None => {
                self.internal_error(expr.span, "a variable has no home");
                Place::whole(Root::Value(self.undefined(ValueType::Scalar(Scalar::I32), expr.span)))
            }
        }
    }
    /// What stands for a variable; it is made now if this is the first time that it is met.
    pub(super) fn home(&mut self, id: VariableId) -> Home {
        if let home @ (Home::Value(_) | Home::Slot(_) | Home::Memory(_)) = self.current.homes[id] {
            return home;
        }
        let home = self.new_home(id);
        self.current.homes[id] = home;
        home
    }
    fn new_home(&mut self, id: VariableId) -> Home {
        let variable = &self.current.source.variables[id];
        let name = variable.name.map_or("", |name| self.interner.text(name));
        if variable.ty.space == AddressSpace::Local {
            let size = self.program.types.size_of(variable.ty.ty);
            let local = self.current.out.locals.push(ferrocl_ir::LocalVariable {
                name: name.into(),
                size,
                align: variable.align,
                span: variable.span,
            });
            let ty = ValueType::Pointer(AddressSpace::Local);
            return Home::Memory(self.emit(Op::LocalAddress(local), ty, variable.span));
        }
        if self.in_register(id)
            && let Some(ty) = self.try_lower_type(variable.ty.ty)
        {
            return Home::Slot(self.new_slot(name, SlotType::Value(ty), variable.span));
        }
        let ty = self.memory_slot_type(variable.ty.ty, variable.align);
        let slot = self.new_slot(name, ty, variable.span);
        Home::Memory(self.slot_address(slot, variable.span))
    }
    /// Whether a variable can be read and written whole: its type is one of values, and nobody has its address.
    pub(super) fn in_register(&self, id: VariableId) -> bool {
        let variable = &self.current.source.variables[id];
        !self.is_aggregate(variable.ty.ty)
            && !variable.ty.is_volatile
            && !self.current.facts[id].address_taken
    }
    /// A private variable's life begins.
    pub(super) fn begin_variable(&mut self, id: VariableId, span: Span) {
        match self.home(id) {
            Home::Slot(slot) => self.push(Stmt::SlotStart(slot)),
            Home::Memory(pointer) => {
                if let Op::SlotAddress(slot) = *self.op(pointer) {
                    self.push(Stmt::SlotStart(slot));
                }
            }
            Home::Value(_) => {}
            Home::None => self.internal_error(span, "a variable has no home"),
        }
    }
    /// A declaration of a private variable.
    pub(super) fn declare(&mut self, id: VariableId, initializer: Option<&Initializer>, span: Span) {
        let variable = &self.current.source.variables[id];
        if variable.ty.space != AddressSpace::Private {
            return;
        }
        let facts = self.current.facts[id];
        if let Some(initializer) = initializer
            && !facts.written
            && !facts.address_taken
            && !variable.ty.is_volatile
        {
            if self.is_aggregate(variable.ty.ty) {
                if let Some(global) = self.table(id, initializer) {
                    let ty = ValueType::Pointer(self.module.globals[global].space);
                    let pointer = self.emit(Op::GlobalAddress(global), ty, variable.span);
                    self.current.homes[id] = Home::Memory(pointer);
                    return;
                }
            } else if let Initializer::Value(value) = *initializer
                && facts.declared_before_use
            {
                self.current.homes[id] = Home::Value(self.value(value));
                return;
            }
        }
        self.begin_variable(id, span);
        if let Some(initializer) = initializer {
            self.initialize(id, initializer, span);
        }
    }
    /// Gives a variable its first value.
    pub(super) fn initialize(&mut self, id: VariableId, initializer: &Initializer, span: Span) {
        let variable = &self.current.source.variables[id];
        let ty = variable.ty.ty;
        match (self.home(id), initializer) {
            (Home::Slot(slot), Initializer::Value(value)) => {
                let value = self.value(*value);
                self.push(Stmt::SlotStore { slot, value, span });
            }
            (Home::Slot(slot), Initializer::Parts(parts)) => {
                let value = self.value_of_parts(ty, parts, span);
                self.push(Stmt::SlotStore { slot, value, span });
            }
            (Home::Memory(pointer), initializer) => {
                let memory = Memory {
                    address: Address::of(pointer),
                    align: variable.align,
                    volatile: variable.ty.is_volatile,
                };
                match initializer {
                    Initializer::Value(value) => self.initialize_whole(memory, id, *value, span),
                    Initializer::Parts(parts) => self.initialize_parts(memory, ty, parts, span),
                }
            }
            (Home::Value(_) | Home::None, _) => {
                self.internal_error(span, "a variable that never changes is initialised anew")
            }
        }
    }
    fn initialize_whole(&mut self, to: Memory, variable: VariableId, value: hir::ExprId, span: Span) {
        let ty = self.type_of(value);
        if !self.is_aggregate(ty) {
            let value = self.value(value);
            return self.store(&Place::whole(Root::Memory(to)), value, span);
        }
        // What a call gives can be put right where it belongs, if the callee has no way to see that place.
        if !self.current.facts[variable].address_taken
            && let ExprKind::Call(function, ref arguments) = self.expr(value).kind
        {
            let pointer = self.pointer(to.address, span);
            self.call_aggregate(self.expr(value), function, arguments, pointer);
            return;
        }
        let (from, align) = self.aggregate(value);
        self.copy(to, from, align, ty, span);
    }
    fn initialize_parts(&mut self, to: Memory, ty: TypeId, parts: &[InitializerPart], span: Span) {
        let size = self.program.types.size_of(ty);
        let gaps = self.gaps(size, parts);
        if gaps.len() > MAX_GAPS {
            let pointer = self.pointer(to.address, span);
            self.push(Stmt::Zero { to: pointer, size, align: to.align, span });
        } else {
            for (start, end) in gaps {
                let address = self.advance(to.address, start as i64, span);
                let pointer = self.pointer(address, span);
                self.push(Stmt::Zero {
                    to: pointer,
                    size: end - start,
                    align: align_at(to.align, start),
                    span,
                });
            }
        }
        // A range of elements names one value in several parts.
        let mut last = None;
        for part in parts {
            let memory = Memory {
                address: self.advance(to.address, part.offset as i64, span),
                align: align_at(to.align, part.offset),
                volatile: to.volatile,
            };
            let ty = self.type_of(part.value);
            let value = match last {
                Some((value, operand)) if value == part.value => operand,
                _ if self.is_aggregate(ty) => {
                    let (address, align) = self.aggregate(part.value);
                    PartValue::Aggregate(address, align)
                }
                _ => PartValue::Value(self.value(part.value)),
            };
            match value {
                PartValue::Aggregate(from, align) => self.copy(memory, from, align, ty, span),
                PartValue::Value(value) => self.store(&Place::whole(Root::Memory(memory)), value, span),
            }
            last = Some((part.value, value));
        }
    }
    /// The ranges of bytes that no part covers, in order.
    fn gaps(&self, size: u64, parts: &[InitializerPart]) -> Vec<(u64, u64)> {
        let mut covered: Vec<(u64, u64)> = parts
            .iter()
            .map(|part| {
                let ty = self.type_of(part.value);
                // The fourth place of a 3-vector is not written.
                let bytes = match self.try_lower_type(ty) {
                    Some(ty) => ty.access_bytes().into(),
                    None => self.program.types.size_of(ty),
                };
                (part.offset, part.offset.saturating_add(bytes))
            })
            .collect();
        covered.sort_unstable();
        let mut gaps = Vec::new();
        let mut end = 0;
        for (start, next) in covered {
            if start > end {
                gaps.push((end, start));
            }
            end = end.max(next);
        }
        if end < size {
            gaps.push((end, size));
        }
        gaps
    }
    /// A vector (or scalar) whose components are given at offsets; the others are zero.
    fn value_of_parts(&mut self, ty: TypeId, parts: &[InitializerPart], span: Span) -> ValueId {
        let ty = self.lower_type(ty, span);
        let mut whole = self.zero(ty, span);
        for part in parts {
            let value = self.value(part.value);
            let part_type = self.value_type(value);
            if part_type == ty {
                whole = value;
                continue;
            }
            let width = u64::from(ty.scalar().map_or(1, Scalar::bytes));
            let first = part.offset / width;
            for number in 0..part_type.components() {
                let index = first + u64::from(number);
                if index < ty.components().into() {
                    let value = self.pick(value, &[number], span);
                    let index = index as u8;
                    whole = self.emit(Op::Insert { vector: whole, index, value }, ty, span);
                }
            }
        }
        whole
    }

    // ---- program-scope data ----

    /// Program-scope data that an array or struct with this initialiser can be, if all of it is constant.
    fn table(&mut self, id: VariableId, initializer: &Initializer) -> Option<GlobalId> {
        let variable = &self.current.source.variables[id];
        let Initializer::Parts(parts) = initializer else { return None };
        let size = usize::try_from(self.program.types.size_of(variable.ty.ty)).ok()?;
        // A table is worth it where there is something in it; a huge one with little in it is better zeroed in place.
        if size > (1 << 16).max(parts.len() * 64) {
            return None;
        }
        let mut bytes = vec![0; size];
        for part in parts {
            let at = usize::try_from(part.offset).ok()?;
            if let Some(literal) = self.literal_bytes(part.value) {
                bytes.get_mut(at..at + literal.len())?.copy_from_slice(literal);
                continue;
            }
            let words = self.constant_tree(part.value)?;
            let width = self.try_lower_type(self.type_of(part.value))?.scalar()?.bytes() as usize;
            for (number, word) in words.iter().enumerate() {
                let at = at + number * width;
                bytes.get_mut(at..at + width)?.copy_from_slice(&word.to_le_bytes()[..width]);
            }
        }
        let name = variable.name.map_or("", |name| self.interner.text(name));
        Some(self.module.globals.push(ferrocl_ir::Global {
            name: name.into(),
            space: AddressSpace::Constant,
            align: variable.align,
            bytes,
            relocations: Vec::new(),
            span: variable.span,
        }))
    }
    /// The bytes of an array that is copied from a string literal.
    fn literal_bytes(&self, value: hir::ExprId) -> Option<&'a [u8]> {
        let ExprKind::Convert { kind: ConversionKind::Load, operand, .. } = self.expr(value).kind else {
            return None;
        };
        let ExprKind::Global(global) = self.expr(operand).kind else { return None };
        let literal = &self.program.globals[global];
        if literal.ty.space != AddressSpace::Constant || !literal.relocations.is_empty() {
            return None;
        }
        let size = usize::try_from(self.program.types.size_of(self.type_of(value))).ok()?;
        literal.bytes.as_deref()?.get(..size)
    }
    /// The value of an arithmetic expression of constants alone.
    fn constant_tree(&mut self, id: hir::ExprId) -> Option<Bits> {
        let expr = self.expr(id);
        if let ExprKind::Constant(bits) = &expr.kind {
            return self.element(expr.ty).map(|_| bits.clone());
        }
        let mut budget = 64;
        if self.element(expr.ty).is_none() || !self.is_constant_tree(id, &mut budget) {
            return None;
        }
        let value = self.value(id);
        self.constant_bits(value).cloned()
    }
    fn is_constant_tree(&self, id: hir::ExprId, budget: &mut u32) -> bool {
        let Some(rest) = budget.checked_sub(1) else { return false };
        *budget = rest;
        match &self.expr(id).kind {
            ExprKind::Constant(_) => true,
            ExprKind::Convert { kind, operand, .. } => {
                matches!(
                    kind,
                    ConversionKind::Arithmetic | ConversionKind::Explicit { .. } | ConversionKind::Widen
                ) && self.is_constant_tree(*operand, budget)
            }
            ExprKind::Unary(_, operand) => self.is_constant_tree(*operand, budget),
            ExprKind::Binary(_, left, right) => {
                self.is_constant_tree(*left, budget) && self.is_constant_tree(*right, budget)
            }
            ExprKind::VectorLiteral(parts) => parts.iter().all(|part| self.is_constant_tree(*part, budget)),
            _ => false,
        }
    }
    /// The module's data for program-scope data of the source, with everything that its addresses lead to.
    pub(super) fn global(&mut self, id: hir::GlobalId) -> GlobalId {
        if let Some(&global) = self.globals.get(&id) {
            return global;
        }
        let result = self.new_global(id);
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            for &(offset, target, addend) in &self.program.globals[id].relocations {
                let target = match self.globals.get(&target) {
                    Some(&known) => known,
                    None => {
                        pending.push(target);
                        self.new_global(target)
                    }
                };
                let global = self.globals[&id];
                self.module.globals[global].relocations.push(Relocation { offset, target, addend });
            }
        }
        result
    }
    fn new_global(&mut self, id: hir::GlobalId) -> GlobalId {
        let source = &self.program.globals[id];
        let space = match (source.ty.space, self.program.types.get(source.ty.ty)) {
            (AddressSpace::Private, Type::Array { element, .. }) => element.space,
            (space, _) => space,
        };
        let name = source.name.map_or("", |name| self.interner.text(name));
        if source.bytes.is_none() && source.link_name.is_none() {
            self.internal_error(source.span, format!("`{name}` is used and has no definition"));
        }
        let global = self.module.globals.push(ferrocl_ir::Global {
            name: name.into(),
            space: if space == AddressSpace::Global { space } else { AddressSpace::Constant },
            align: source.align,
            bytes: source.bytes.clone().unwrap_or_default(),
            relocations: Vec::new(),
            span: source.span,
        });
        self.globals.insert(id, global);
        global
    }
    /// The address of program-scope data.
    pub(super) fn global_address(&mut self, id: hir::GlobalId, span: Span) -> ValueId {
        let global = self.global(id);
        let ty = ValueType::Pointer(self.module.globals[global].space);
        self.emit(Op::GlobalAddress(global), ty, span)
    }
}
