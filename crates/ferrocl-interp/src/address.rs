//! Addresses: which allocation, and how far into it, in 64 bits.
//!
//! ```text
//!  63   60 59            36 35                                 0
//! | kind  | index          | offset + 2^35                      |
//! ```
//! The bias leaves room below each allocation, so that arithmetic that strays up to 32 GiB still names the
//! allocation that it strayed from. All allocations are aligned to 2^35 in this sense; null is 0.

/// What an address points into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllocationKind {
    /// A buffer of [`crate::Memory`].
    Buffer,
    /// Program-scope data of the module.
    Global,
    /// A kernel's aggregate argument.
    Argument,
    /// A local variable or local pointer argument.
    Local,
    /// A private variable.
    Private,
}

/// An address. See the module's essay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address(pub u64);

const OFFSET_BITS: u32 = 36;
const BIAS: u64 = 1 << (OFFSET_BITS - 1);
const INDEX_BITS: u32 = 24;

impl Address {
    /// The null pointer.
    pub const NULL: Address = Address(0);
    /// How many allocations of one kind there can be.
    pub const MAX_ALLOCATIONS: usize = 1 << INDEX_BITS;
    /// How large an allocation can be in bytes.
    pub const MAX_SIZE: u64 = BIAS - 1;

    /// The start of an allocation.
    pub fn new(kind: AllocationKind, index: usize) -> Address {
        debug_assert!(index < Self::MAX_ALLOCATIONS);
        let kind = match kind {
            AllocationKind::Buffer => 1u64,
            AllocationKind::Global => 2,
            AllocationKind::Argument => 3,
            AllocationKind::Local => 4,
            AllocationKind::Private => 5,
        };
        Address(kind << (OFFSET_BITS + INDEX_BITS) | (index as u64) << OFFSET_BITS | BIAS)
    }
    /// So many bytes further.
    pub fn plus(self, bytes: i64) -> Address {
        Address(self.0.wrapping_add_signed(bytes))
    }
    /// What it points into; `None` where that is no allocation at all.
    #[inline(always)]
    pub fn kind(self) -> Option<AllocationKind> {
        match self.0 >> (OFFSET_BITS + INDEX_BITS) {
            1 => Some(AllocationKind::Buffer),
            2 => Some(AllocationKind::Global),
            3 => Some(AllocationKind::Argument),
            4 => Some(AllocationKind::Local),
            5 => Some(AllocationKind::Private),
            _ => None,
        }
    }
    /// The allocation's number in its kind.
    #[inline(always)]
    pub fn index(self) -> usize {
        (self.0 >> OFFSET_BITS) as usize & ((1 << INDEX_BITS) - 1)
    }
    /// The offset in the allocation in bytes.
    #[inline(always)]
    pub fn offset(self) -> i64 {
        (self.0 & ((1 << OFFSET_BITS) - 1)) as i64 - BIAS as i64
    }
}
