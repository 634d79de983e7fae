//! The IR's types for the language's.

use ferrocl_base::Span;
use ferrocl_ir::{AddressSpace, Scalar, SlotType, ValueType};

use super::Lowerer;
use crate::operation::{self, Element};
use crate::types::{Type, TypeId};

impl Lowerer<'_> {
    /// The element of an arithmetic type (or `bool`, an enumeration, an atomic type).
    pub fn element(&self, ty: TypeId) -> Option<Element> {
        Element::of(&self.program.types, ty)
            .filter(|_| !matches!(self.program.types.get(ty), Type::Pointer(_)))
    }
    /// The type of values of a scalar, vector, pointer or void type; `None` for what is never a value (structs, unions,
    /// arrays) and for what has no form in the IR.
    pub fn try_lower_type(&self, ty: TypeId) -> Option<ValueType> {
        operation::value_type(&self.program.types, ty)
    }
    /// The same where it has to be one.
    pub fn lower_type(&mut self, ty: TypeId, span: Span) -> ValueType {
        self.try_lower_type(ty).unwrap_or_else(|| {
            let name = self.program.types.name(self.interner, ty);
            self.internal_error(span, format!("`{name}` is used as if it were a scalar, vector or pointer"));
            ValueType::Scalar(Scalar::I32)
        })
    }
    /// Whether it is a struct, union or array: what lives in memory only.
    pub fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Record(_) | Type::Array { .. })
    }
    /// What a private variable of this type holds, as memory.
    pub fn memory_slot_type(&self, ty: TypeId, align: u32) -> SlotType {
        let natural = self.try_lower_type(ty).filter(|ty| ty.scalar() != Some(Scalar::Bool));
        match natural {
            Some(value) if value.align() >= align => SlotType::Value(value),
            _ => SlotType::Bytes {
                size: self.program.types.size_of(ty),
                align,
                element: self.uniform_element(ty),
            },
        }
    }
    /// The scalar or vector of which all of an object consists.
    fn uniform_element(&self, ty: TypeId) -> Option<ValueType> {
        // Each step goes from an aggregate to its first member, and looks at the others in turn; the total work is
        // bounded, since a type with very many leaves is of no use as a hint.
        let mut budget = 256u32;
        self.leaves_agree(ty, None, &mut budget)
    }
    fn leaves_agree(&self, ty: TypeId, found: Option<ValueType>, budget: &mut u32) -> Option<ValueType> {
        *budget = budget.checked_sub(1)?;
        match self.program.types.get(ty) {
            Type::Array { element, .. } => self.leaves_agree(element.ty, found, budget),
            Type::Record(record) => {
                let record = &self.program.types.records[*record];
                let fields = record.fields.as_ref()?;
                let mut found = found;
                let mut end = 0;
                for field in fields {
                    found = Some(self.leaves_agree(field.ty.ty, found, budget)?);
                    // A union, or padding that the element does not have.
                    if field.offset != end {
                        return None;
                    }
                    end += self.program.types.size_of(field.ty.ty);
                }
                found.filter(|_| end == record.size)
            }
            Type::Bool => found.is_none_or(|f| f == BYTE).then_some(BYTE),
            _ => {
                let leaf = self.try_lower_type(ty).filter(|&ty| ty != ValueType::Void)?;
                found.is_none_or(|f| f == leaf).then_some(leaf)
            }
        }
    }
    /// The address space of a pointer value.
    pub fn space_of(&self, pointer: ferrocl_ir::ValueId) -> AddressSpace {
        match self.value_type(pointer) {
            ValueType::Pointer(space) => space,
            _ => AddressSpace::Private,
        }
    }
}

const BYTE: ValueType = ValueType::Scalar(Scalar::I8);
