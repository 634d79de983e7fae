//! The types of OpenCL C (6.3), interned: equal types have equal [`TypeId`]s.
//!
//! * this file: the types as data, the table, and the questions that every stage asks of them (which element,
//!   how many components, which rank);
//! * [`size`]: sizes, alignments, and where the members of a record lie;
//! * [`arithmetic`]: the arithmetic types: their elements, ranks and ranges;
//! * [`name`]: types as messages show them.
//!
//! Which type an expression has and what converts to what is not here but in [`crate::analyse`].

pub mod arithmetic;
pub mod name;
pub mod size;

use ferrocl_base::{IndexVec, Span, Symbol, define_id};
pub use ferrocl_ir::AddressSpace;
pub use ferrocl_ir::image::{ImageAccess, ImageKind};
pub use ferrocl_syntax::ast::{AccessQualifier, ScalarName};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

define_id!(/// A type. [`TypeTable::get`] tells which.
    pub TypeId, "t");
define_id!(/// A struct or union.
    pub RecordId, "r");
define_id!(/// An enumeration.
    pub EnumId, "n");

/// A type without qualifiers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// What could not be understood; it was reported, and whatever touches it says nothing more.
    Error,
    /// `void`.
    Void,
    /// `bool`.
    Bool,
    /// A scalar. (`size_t` and `uintptr_t` are `ulong`, `ptrdiff_t` and `intptr_t` are `long` here.)
    Scalar(ScalarName),
    /// A vector of 2, 3, 4, 8 or 16.
    Vector(ScalarName, u8),
    /// A pointer.
    Pointer(QualifiedType),
    /// A reference of C++: a pointer that is dereferenced wherever it is named. Only variables, parameters and results have it; no
    /// expression does. With `restrict`, it is an rvalue reference, which may refer to a value.
    Reference(QualifiedType),
    /// An array. Qualifiers and address space are the element's.
    Array {
        /// The element.
        element: QualifiedType,
        /// How many; `None` for an incomplete array.
        length: Option<u64>,
    },
    /// A struct or union.
    Record(RecordId),
    /// An enumeration: [`Enumeration::underlying`] tells how it is stored.
    Enum(EnumId),
    /// A function.
    Function {
        /// What it gives.
        result: TypeId,
        /// What it takes, after adjustment (arrays are pointers here).
        parameters: Vec<TypeId>,
    },
    /// `atomic_int` and its like (6.15.12.6): the scalar inside.
    Atomic(ScalarName),
    /// `event_t`: what an asynchronous copy gives, and waiting takes.
    Event,
    /// An image, with what may be done with it.
    Image(ImageKind, ImageAccess),
    /// `sampler_t`.
    Sampler,
    /// A type without structure: `queue_t`, `clk_event_t`, …
    Opaque(Symbol),
}

/// A type with qualifiers: what an object or a pointee has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct QualifiedType {
    /// The type.
    pub ty: TypeId,
    /// `const`.
    pub is_const: bool,
    /// `volatile`.
    pub is_volatile: bool,
    /// `restrict` (pointers).
    pub is_restrict: bool,
    /// Where objects of it lie.
    pub space: AddressSpace,
    /// The binary logarithm of the alignment that a typedef's `aligned` attribute gives it (more or less than
    /// the type's own); `None`: the type's own. Types that differ in this alone are compatible.
    pub align_log2: Option<u8>,
}

impl QualifiedType {
    /// Without qualifiers, in this address space.
    pub fn new(ty: TypeId, space: AddressSpace) -> Self {
        QualifiedType { ty, is_const: false, is_volatile: false, is_restrict: false, space, align_log2: None }
    }
}

/// A struct or union.
#[derive(Debug, Clone)]
pub struct Record {
    /// Its tag.
    pub tag: Option<Symbol>,
    /// The first typedef that names it, if it has no tag.
    pub typedef_name: Option<Symbol>,
    /// Whether it is a union.
    pub is_union: bool,
    /// Its members with their places; `None` while it is incomplete.
    pub fields: Option<Vec<Field>>,
    /// The classes that it is derived from, each with the number of the member that holds it; an empty one needs none (C++ for
    /// OpenCL).
    pub bases: Vec<(RecordId, Option<u32>)>,
    /// Size in bytes, padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Where it is declared.
    pub span: Span,
}

/// A member.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name; `None` for an anonymous struct or union, whose members count as the outer one's.
    pub name: Option<Symbol>,
    /// Its type; of a reference, the pointer that it is.
    pub ty: QualifiedType,
    /// What it refers to, if it is a reference (C++ for OpenCL).
    pub refers_to: Option<QualifiedType>,
    /// Where it is declared as one, perhaps through a typedef: `size_t`, `ptrdiff_t`, `intptr_t` or `uintptr_t`,
    /// which kernel arguments may not hold (6.11 k).
    pub pointer_sized: Option<Symbol>,
    /// In bytes from the start.
    pub offset: u64,
    /// Where it is declared.
    pub span: Span,
}

/// An enumeration.
#[derive(Debug, Clone)]
pub struct Enumeration {
    /// Its tag.
    pub tag: Option<Symbol>,
    /// The first typedef that names it, if it has no tag.
    pub typedef_name: Option<Symbol>,
    /// The integer in which an object of it is stored: `Uint` where no constant is negative, else `Int`; `Ulong` or
    /// `Long` where one needs it; the smallest that holds all of them where the enumeration is `packed`.
    pub underlying: ScalarName,
    /// The type of its constants: `Int` where all of them fit (C99 6.7.2.2), else the type above.
    pub constants: ScalarName,
    /// Whether its constants are known.
    pub complete: bool,
    /// Whether it is an `enum class` of C++ for OpenCL, which is no integer.
    pub is_scoped: bool,
    /// Where it is declared.
    pub span: Span,
}

/// Every type of a program.
#[derive(Debug)]
pub struct TypeTable {
    types: IndexSet<Type, FxBuildHasher>,
    /// Structs and unions.
    pub records: IndexVec<RecordId, Record>,
    /// Enumerations.
    pub enums: IndexVec<EnumId, Enumeration>,
}

impl Default for TypeTable {
    fn default() -> Self {
        Self::new()
    }
}

impl TypeTable {
    /// [`Type::Error`] in every table.
    pub const ERROR: TypeId = TypeId(0);
    /// [`Type::Void`] in every table.
    pub const VOID: TypeId = TypeId(1);
    /// [`Type::Bool`] in every table.
    pub const BOOL: TypeId = TypeId(2);
    /// `int` in every table.
    pub const INT: TypeId = TypeId(3);
    /// `size_t` (`ulong`) in every table.
    pub const SIZE: TypeId = TypeId(4);

    /// A table with the types that have fixed ids.
    pub fn new() -> Self {
        let mut types = IndexSet::default();
        types.insert(Type::Error);
        types.insert(Type::Void);
        types.insert(Type::Bool);
        types.insert(Type::Scalar(ScalarName::Int));
        types.insert(Type::Scalar(ScalarName::Ulong));
        TypeTable { types, records: IndexVec::new(), enums: IndexVec::new() }
    }
    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        TypeId(self.types.insert_full(ty).0 as u32)
    }
    /// The type of an id.
    pub fn get(&self, id: TypeId) -> &Type {
        self.types.get_index(id.0 as usize).expect("a type of another table")
    }
    /// The id of a scalar.
    pub fn scalar(&mut self, name: ScalarName) -> TypeId {
        self.intern(Type::Scalar(name))
    }
    /// The id of a scalar (`n` = 1) or vector.
    pub fn gentype(&mut self, name: ScalarName, n: u8) -> TypeId {
        self.intern(if n == 1 { Type::Scalar(name) } else { Type::Vector(name, n) })
    }
    /// The way from a class to one that it is derived from: which member of which class, from the outside in; `None` if it is not derived from
    /// it. Empty bases need no step.
    pub fn base_path(&self, from: RecordId, to: RecordId) -> Option<Vec<(RecordId, u32)>> {
        const MAX_CLASSES: usize = 1024;
        let mut queue = vec![(from, Vec::new())];
        let mut next = 0;
        while next < queue.len().min(MAX_CLASSES) {
            let (record, path): (RecordId, Vec<(RecordId, u32)>) = queue[next].clone();
            next += 1;
            if record == to {
                return Some(path);
            }
            for &(base, field) in &self.records[record].bases {
                let mut path = path.clone();
                path.extend(field.map(|field| (record, field)));
                queue.push((base, path));
            }
        }
        None
    }
    /// Whether objects of a class are objects of another, which it is derived from.
    pub fn derives(&self, from: TypeId, to: TypeId) -> bool {
        match (self.get(from), self.get(to)) {
            (Type::Record(from), Type::Record(to)) => from != to && self.base_path(*from, *to).is_some(),
            _ => false,
        }
    }
    /// The id of a pointer.
    pub fn pointer(&mut self, pointee: QualifiedType) -> TypeId {
        self.intern(Type::Pointer(pointee))
    }
}
