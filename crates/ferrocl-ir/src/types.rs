//! The types that values have, and address spaces.

/// A scalar. Integers have no sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are the types")]
pub enum Scalar {
    /// One bit: what comparisons give and conditions take. Never in memory.
    Bool,
    I8,
    I16,
    I32,
    I64,
    F16,
    F32,
    F64,
}

impl Scalar {
    /// Width in bits; 1 for `Bool`.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Bool => 1,
            Scalar::I8 => 8,
            Scalar::I16 | Scalar::F16 => 16,
            Scalar::I32 | Scalar::F32 => 32,
            Scalar::I64 | Scalar::F64 => 64,
        }
    }
    /// Size in memory in bytes; 1 for `Bool`, which is not kept there.
    pub fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }
    /// Whether it is `F16`, `F32` or `F64`.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::F32 | Scalar::F64)
    }
    /// Whether it is one of `I8` to `I64`.
    pub fn is_integer(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64)
    }
    /// The integer of `bits` bits.
    pub fn integer(bits: u32) -> Scalar {
        match bits {
            8 => Scalar::I8,
            16 => Scalar::I16,
            32 => Scalar::I32,
            64 => Scalar::I64,
            _ => panic!("no integer of {bits} bits"),
        }
    }
    /// A word with this many low bits set.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

/// Where a pointer points (OpenCL C 6.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are the address spaces")]
pub enum AddressSpace {
    Private,
    Local,
    Global,
    Constant,
    /// Any of private, local and global.
    Generic,
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// No value: the type of a call of a function without result.
    Void,
    /// A scalar.
    Scalar(Scalar),
    /// A vector of 2, 3, 4, 8 or 16 scalars. `Bool` may be the element: a mask.
    Vector(Scalar, u8),
    /// An address. 64 bits.
    Pointer(AddressSpace),
}

impl ValueType {
    /// The element (or the scalar itself); `None` for pointers and void.
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            ValueType::Scalar(s) | ValueType::Vector(s, _) => Some(s),
            ValueType::Pointer(_) | ValueType::Void => None,
        }
    }
    /// How many components it has; 1 for scalars and pointers, 0 for void.
    pub fn components(self) -> u8 {
        match self {
            ValueType::Void => 0,
            ValueType::Scalar(_) | ValueType::Pointer(_) => 1,
            ValueType::Vector(_, n) => n,
        }
    }
    /// The same number of components with another element.
    pub fn with_scalar(self, scalar: Scalar) -> ValueType {
        match self {
            ValueType::Vector(_, n) => ValueType::Vector(scalar, n),
            _ => ValueType::Scalar(scalar),
        }
    }
    /// A scalar (`n` = 1) or vector.
    pub fn of(scalar: Scalar, n: u8) -> ValueType {
        if n == 1 { ValueType::Scalar(scalar) } else { ValueType::Vector(scalar, n) }
    }
    /// How many bytes an access of this type touches: a 3-vector touches three components.
    pub fn access_bytes(self) -> u32 {
        match self {
            ValueType::Void => 0,
            ValueType::Pointer(_) => 8,
            ValueType::Scalar(s) => s.bytes(),
            ValueType::Vector(s, n) => s.bytes() * u32::from(n),
        }
    }
    /// Its size in memory in bytes: a 3-vector counts as four components (6.1.5).
    pub fn size(self) -> u32 {
        match self {
            ValueType::Vector(s, 3) => s.bytes() * 4,
            other => other.access_bytes(),
        }
    }
    /// Its natural alignment in bytes (6.1.5).
    pub fn align(self) -> u32 {
        self.size().max(1)
    }
    /// Whether it is a pointer.
    pub fn is_pointer(self) -> bool {
        matches!(self, ValueType::Pointer(_))
    }
}
