//! The arithmetic types: scalars, vectors, `bool` and enumerations, their elements, ranks and ranges.

use super::{ScalarName, Type, TypeId, TypeTable, size};

/// The element of an arithmetic type. Enumerations count as the integer type that holds their values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Element {
    /// `bool`.
    Bool,
    /// A number.
    Number(ScalarName),
}

/// An arithmetic type: an element and how many components there are (1: a scalar).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arithmetic {
    /// The element, or the scalar itself.
    pub element: Element,
    /// 1, 2, 3, 4, 8 or 16.
    pub components: u8,
}

impl Arithmetic {
    /// Whether it is a vector.
    pub fn is_vector(self) -> bool {
        self.components > 1
    }
    /// Whether its components are integers or `bool`.
    pub fn is_integer(self) -> bool {
        !self.is_float()
    }
    /// Whether its components are floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self.element, Element::Number(name) if is_float(name))
    }
    /// The rank of its element.
    pub fn rank(self) -> u8 {
        match self.element {
            Element::Bool => 0,
            Element::Number(name) => rank(name),
        }
    }
}

/// Whether a scalar is a floating-point type.
pub fn is_float(name: ScalarName) -> bool {
    matches!(name, ScalarName::Half | ScalarName::Float | ScalarName::Double)
}

/// Whether a scalar is an unsigned integer type.
pub fn is_unsigned(name: ScalarName) -> bool {
    matches!(name, ScalarName::Uchar | ScalarName::Ushort | ScalarName::Uint | ScalarName::Ulong)
}

/// The rank of a scalar beside vectors (section "Usual Arithmetic Conversions"): floats above integers, wider ones
/// above narrower ones, unsigned ones above signed ones of the same width. `bool` is 0.
pub fn rank(name: ScalarName) -> u8 {
    match name {
        ScalarName::Char => 1,
        ScalarName::Uchar => 2,
        ScalarName::Short => 3,
        ScalarName::Ushort => 4,
        ScalarName::Int => 5,
        ScalarName::Uint => 6,
        ScalarName::Long => 7,
        ScalarName::Ulong => 8,
        ScalarName::Half => 9,
        ScalarName::Float => 10,
        ScalarName::Double => 11,
    }
}

/// The signed integer of the same width: what comparisons of vectors of `name` give.
pub fn mask_element(name: ScalarName) -> ScalarName {
    match size::scalar_size(name) {
        1 => ScalarName::Char,
        2 => ScalarName::Short,
        4 => ScalarName::Int,
        _ => ScalarName::Long,
    }
}

/// What a scalar is after integer promotion (C99 6.3.1.1): integers narrower than `int` become `int`.
pub fn promoted(element: Element) -> ScalarName {
    match element {
        Element::Bool => ScalarName::Int,
        Element::Number(name) if rank(name) < rank(ScalarName::Int) => ScalarName::Int,
        Element::Number(name) => name,
    }
}

/// The common type of two scalars (C99 6.3.1.8). The four integer types that promotion leaves are ordered so that the
/// greater one always is the common type: `int` < `uint` < `long` < `ulong`; and every float is above them.
pub fn common_scalar(a: Element, b: Element) -> ScalarName {
    let (a, b) = (promoted(a), promoted(b));
    if rank(a) >= rank(b) { a } else { b }
}

/// The least and the greatest value of an integer type.
pub fn integer_range(element: Element) -> (i128, i128) {
    match element {
        Element::Bool => (0, 1),
        Element::Number(name) => {
            let bits = size::scalar_size(name) * 8;
            if is_unsigned(name) {
                (0, (1i128 << bits) - 1)
            } else {
                (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
            }
        }
    }
}

impl TypeTable {
    /// Element and component count of an arithmetic type; `None` for every other type.
    pub fn arithmetic(&self, ty: TypeId) -> Option<Arithmetic> {
        let (element, components) = match *self.get(ty) {
            Type::Bool => (Element::Bool, 1),
            Type::Scalar(name) => (Element::Number(name), 1),
            Type::Vector(name, n) => (Element::Number(name), n),
            Type::Enum(id) => (Element::Number(self.enums[id].underlying), 1),
            _ => return None,
        };
        Some(Arithmetic { element, components })
    }
    /// Element and component count of a vector type.
    pub fn vector(&self, ty: TypeId) -> Option<(ScalarName, u8)> {
        match *self.get(ty) {
            Type::Vector(name, n) => Some((name, n)),
            _ => None,
        }
    }
    /// Whether it is a scalar integer type, `bool` or an enumeration.
    pub fn is_integer_scalar(&self, ty: TypeId) -> bool {
        self.arithmetic(ty).is_some_and(|a| !a.is_vector() && a.is_integer())
    }
    /// What a pointer points to.
    pub fn pointee(&self, ty: TypeId) -> Option<super::QualifiedType> {
        match *self.get(ty) {
            Type::Pointer(pointee) => Some(pointee),
            _ => None,
        }
    }
}
