//! The IR's types for the language's.

use ferrocl_base::Span;
use ferrocl_ir::{AddressSpace, Scalar, SlotType, ValueType};

use super::Lowerer;
use crate::types::{ScalarName, Type, TypeId};

/// What an arithmetic type is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arithmetic {
    /// Its element (`Bool` for `bool`).
    pub scalar: Scalar,
    /// Whether it is a signed integer (or a float).
    pub signed: bool,
    /// How many components it has; 1 for scalars.
    pub components: u8,
}

impl Arithmetic {
    /// As a type of values.
    pub fn value_type(self) -> ValueType {
        ValueType::of(self.scalar, self.components)
    }
}

/// The IR's scalar, and whether it is signed.
pub fn scalar_of(name: ScalarName) -> (Scalar, bool) {
    match name {
        ScalarName::Char => (Scalar::I8, true),
        ScalarName::Uchar => (Scalar::I8, false),
        ScalarName::Short => (Scalar::I16, true),
        ScalarName::Ushort => (Scalar::I16, false),
        ScalarName::Int => (Scalar::I32, true),
        ScalarName::Uint => (Scalar::I32, false),
        ScalarName::Long => (Scalar::I64, true),
        ScalarName::Ulong => (Scalar::I64, false),
        ScalarName::Half => (Scalar::F16, true),
        ScalarName::Float => (Scalar::F32, true),
        ScalarName::Double => (Scalar::F64, true),
    }
}

impl Lowerer<'_> {
    /// What an arithmetic type (or `bool`, an enumeration, an atomic type) is made of.
    pub fn arithmetic(&self, ty: TypeId) -> Option<Arithmetic> {
        let (name, components) = match *self.program.types.get(ty) {
            Type::Bool => return Some(Arithmetic { scalar: Scalar::Bool, signed: false, components: 1 }),
            Type::Scalar(name) | Type::Atomic(name) => (name, 1),
            Type::Vector(name, n) => (name, n),
            Type::Enum(id) => (self.program.types.enums[id].underlying, 1),
            _ => return None,
        };
        let (scalar, signed) = scalar_of(name);
        Some(Arithmetic { scalar, signed, components })
    }
    /// The type of values of a scalar, vector, pointer or void type; `None` for what is never a value (structs, unions,
    /// arrays) and for what has no form in the IR.
    pub fn try_lower_type(&self, ty: TypeId) -> Option<ValueType> {
        match self.program.types.get(ty) {
            Type::Void => Some(ValueType::Void),
            Type::Pointer(pointee) => Some(ValueType::Pointer(pointee.space)),
            _ => self.arithmetic(ty).map(Arithmetic::value_type),
        }
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
