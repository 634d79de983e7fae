//! The memory that kernels see: buffers, program-scope data, arguments, local and private variables. Every access
//! goes through [`Spaces::access`], which checks it against the one allocation that its address names.

use ferrocl_base::define_id;
use ferrocl_base::id::Id;
use ferrocl_ir::{AddressSpace, Module};

use crate::address::{Address, AllocationKind};
use crate::error::{AccessKind, Allocation, RunErrorKind};

define_id!(/// A buffer of a [`Memory`].
    pub BufferId, "b");

/// What outlives a launch: buffers, and the program-scope variables of one module.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    buffers: Vec<Vec<u8>>,
    globals: Option<Vec<Vec<u8>>>,
}

impl Memory {
    /// Without buffers; program-scope variables get their first values at the first run. One `Memory` belongs to
    /// one module.
    pub fn new() -> Memory {
        Memory::default()
    }
    /// Makes a buffer with this content.
    pub fn add_buffer(&mut self, content: Vec<u8>) -> BufferId {
        assert!(self.buffers.len() < Address::MAX_ALLOCATIONS, "too many buffers");
        assert!(content.len() as u64 <= Address::MAX_SIZE, "the buffer is too large");
        self.buffers.push(content);
        BufferId::new(self.buffers.len() - 1)
    }
    /// A buffer's content.
    pub fn bytes(&self, buffer: BufferId) -> &[u8] {
        &self.buffers[buffer.index()]
    }
    /// A buffer's content, to change.
    pub fn bytes_mut(&mut self, buffer: BufferId) -> &mut [u8] {
        &mut self.buffers[buffer.index()]
    }
    /// The address that a pointer to a buffer's first byte has in kernels.
    pub fn address(&self, buffer: BufferId) -> u64 {
        Address::new(AllocationKind::Buffer, buffer.index()).0
    }
    /// How many buffers there are.
    pub(crate) fn buffer_count(&self) -> usize {
        self.buffers.len()
    }

    /// Buffers and program-scope data; the latter get their first content where they have none.
    pub(crate) fn parts(&mut self, module: &Module) -> (&mut [Vec<u8>], &mut [Vec<u8>]) {
        let globals = self.globals.get_or_insert_with(|| module.globals.iter().map(initial).collect());
        (&mut self.buffers, globals)
    }
}

/// The content that program-scope data starts with, addresses filled in.
fn initial(global: &ferrocl_ir::Global) -> Vec<u8> {
    let mut bytes = global.bytes.clone();
    for r in &global.relocations {
        let address = Address::new(AllocationKind::Global, r.target.index()).plus(r.addend);
        let at = r.offset as usize;
        bytes[at..at + 8].copy_from_slice(&address.0.to_le_bytes());
    }
    bytes
}

/// Where a variable lies in the bytes of its group or work-item.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub start: u64,
    pub size: u64,
    pub allocation: Allocation,
    /// For private variables, the position of its function in the program; see [`Spaces::active`].
    pub function: usize,
}

/// A fault, boxed to keep the results of accesses small.
pub(crate) type Fault = Box<RunErrorKind>;

/// All memory as one work-item sees it.
pub(crate) struct Spaces<'m> {
    pub buffers: &'m mut [Vec<u8>],
    pub globals: &'m mut [Vec<u8>],
    /// Which program-scope data is constant.
    pub constant: Vec<bool>,
    /// Aggregate arguments by number; others are empty.
    pub arguments: Vec<Vec<u8>>,
    pub local: Vec<u8>,
    pub local_places: Vec<Place>,
    /// The private memory of all work-items that are alive, one after the other.
    pub private: Vec<u8>,
    pub private_places: &'m [Place],
    /// Where the current work-item's private memory starts.
    pub private_base: usize,
    /// For each function of the program, whether the current work-item is in it (from `active_base`).
    pub active: Vec<bool>,
    pub active_base: usize,
}

/// Which program-scope data cannot be written.
pub(crate) fn constants(module: &Module) -> Vec<bool> {
    module.globals.iter().map(|g| g.space == AddressSpace::Constant).collect()
}

impl Spaces<'_> {
    /// The bytes of an access. `align` is a power of two.
    #[inline(always)]
    pub fn access(
        &mut self,
        a: Address,
        size: u64,
        align: u64,
        kind: AccessKind,
    ) -> Result<&mut [u8], Fault> {
        let offset = a.offset() as u64;
        let bytes: &mut [u8] = match a.kind() {
            Some(AllocationKind::Buffer) => match self.buffers.get_mut(a.index()) {
                Some(bytes) => bytes,
                None => return Err(invalid(a, kind)),
            },
            Some(AllocationKind::Private) => match self.private_places.get(a.index()) {
                Some(place) if self.active[self.active_base + place.function] => {
                    let start = self.private_base + place.start as usize;
                    &mut self.private[start..start + place.size as usize]
                }
                Some(place) => return Err(dead(place, kind)),
                None => return Err(invalid(a, kind)),
            },
            Some(AllocationKind::Local) => match self.local_places.get(a.index()) {
                Some(place) => &mut self.local[place.start as usize..(place.start + place.size) as usize],
                None => return Err(invalid(a, kind)),
            },
            Some(AllocationKind::Global) => match self.globals.get_mut(a.index()) {
                Some(_) if kind != AccessKind::Read && self.constant[a.index()] => {
                    return Err(Box::new(RunErrorKind::ReadOnly {
                        allocation: Allocation::Global(Id::new(a.index())),
                    }));
                }
                Some(bytes) => bytes,
                None => return Err(invalid(a, kind)),
            },
            Some(AllocationKind::Argument) => match self.arguments.get_mut(a.index()) {
                Some(_) if kind != AccessKind::Read => {
                    return Err(Box::new(RunErrorKind::ReadOnly {
                        allocation: Allocation::Argument(a.index() as u32),
                    }));
                }
                Some(bytes) => bytes,
                None => return Err(invalid(a, kind)),
            },
            None => return Err(invalid(a, kind)),
        };
        // A negative offset is huge here.
        if offset.checked_add(size).is_none_or(|end| end > bytes.len() as u64) || a.0 & (align - 1) != 0 {
            let allocation = allocation(a, &self.local_places, self.private_places);
            return Err(outside(a, size, align, kind, allocation, bytes.len() as u64));
        }
        Ok(&mut bytes[offset as usize..(offset + size) as usize])
    }

    /// Copies bytes between places that do not overlap, or are the same.
    pub fn copy(&mut self, to: Address, from: Address, size: u64, align: u64) -> Result<(), Fault> {
        let bytes = self.access(from, size, align, AccessKind::Read)?.to_vec();
        self.access(to, size, align, AccessKind::Write)?.copy_from_slice(&bytes);
        Ok(())
    }

    /// The bytes from an address to the end of its allocation, for strings.
    pub fn rest(&mut self, a: Address) -> Result<&[u8], Fault> {
        let mut size = 0;
        self.access(a, 0, 1, AccessKind::Read)?;
        if let Some(kind) = a.kind() {
            let length = match kind {
                AllocationKind::Buffer => self.buffers[a.index()].len(),
                AllocationKind::Private => self.private_places[a.index()].size as usize,
                AllocationKind::Local => self.local_places[a.index()].size as usize,
                AllocationKind::Global => self.globals[a.index()].len(),
                AllocationKind::Argument => self.arguments[a.index()].len(),
            };
            size = length as u64 - a.offset() as u64;
        }
        self.access(a, size, 1, AccessKind::Read).map(|bytes| &*bytes)
    }
}

/// What an address that names an allocation points into.
#[cold]
fn allocation(a: Address, local: &[Place], private: &[Place]) -> Allocation {
    match a.kind() {
        Some(AllocationKind::Private) => private[a.index()].allocation,
        Some(AllocationKind::Local) => local[a.index()].allocation,
        Some(AllocationKind::Global) => Allocation::Global(Id::new(a.index())),
        Some(AllocationKind::Argument) => Allocation::Argument(a.index() as u32),
        _ => Allocation::Buffer(BufferId::new(a.index())),
    }
}

#[cold]
fn outside(
    a: Address,
    size: u64,
    align: u64,
    access: AccessKind,
    allocation: Allocation,
    length: u64,
) -> Fault {
    let offset = a.offset();
    let inside = u64::try_from(offset).is_ok_and(|offset| offset + size <= length);
    Box::new(if inside {
        RunErrorKind::Misaligned { access, allocation, offset, align }
    } else {
        RunErrorKind::OutOfBounds { access, allocation, offset, size, allocation_size: length }
    })
}

#[cold]
fn dead(place: &Place, access: AccessKind) -> Fault {
    Box::new(RunErrorKind::DeadVariable { access, allocation: place.allocation })
}

/// How far from null an access still counts as one through a null pointer.
const NULL_ZONE: u64 = 1 << 20;

#[cold]
fn invalid(a: Address, access: AccessKind) -> Fault {
    // Both sides of zero, as for `p[-1]`.
    let near_null = a.0.wrapping_add(NULL_ZONE) < 2 * NULL_ZONE;
    Box::new(if near_null {
        RunErrorKind::NullPointer { access, address: a.0 }
    } else {
        RunErrorKind::InvalidPointer { access, address: a.0 }
    })
}
