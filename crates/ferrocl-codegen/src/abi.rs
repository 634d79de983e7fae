//! What compiled kernels and the runtime agree on: the launch record, where arguments lie, how the
//! work-group function is called, what the compiler found out about a kernel.

use std::ffi::c_void;

use ferrocl_ir::{AddressSpace, GlobalId, Module, Scalar, ValueType};
use serde::{Deserialize, Serialize};

/// What a work-group function knows of its launch. All counts are in work-items or work-groups; unused dimensions
/// have size 1, offset 0.
#[repr(C)]
#[derive(Debug, Clone)]
pub struct LaunchInfo {
    /// Work-items in each dimension.
    pub global_size: [u64; 3],
    /// What `get_global_id` counts from.
    pub global_offset: [u64; 3],
    /// Work-items of a whole work-group in each dimension; the last group of a dimension may have fewer.
    pub local_size: [u64; 3],
    /// Work-groups in each dimension.
    pub num_groups: [u64; 3],
    /// The program's variables: one block for all kernels of a program, laid out by [`ProgramData`]. Null where there are none.
    pub program_data: *mut u8,
    /// Takes a [`PrintfRecord`], in the order in which a work-item prints; `None` drops them. Called with the context, the
    /// record's words and its length in bytes, from any thread.
    pub printf: Option<unsafe extern "C" fn(context: *mut c_void, record: *const u8, length: u64)>,
    /// What `printf` is called with.
    pub printf_context: *mut c_void,
    /// Dimensions that the launch named.
    pub work_dimension: u32,
    /// Bytes of local memory of a work-group, from the `local` that calls get: the kernel's own variables, then what pointer arguments
    /// point to.
    pub local_bytes: u32,
}

/// What one `printf` of one work-item writes down: words of 64 bits. The first is the number of the format string's global;
/// then comes for each argument a header that tells its type, and a word for each component with its bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintfRecord<'a> {
    /// The format string.
    pub format: GlobalId,
    /// The arguments: type and components.
    pub arguments: Vec<(ValueType, &'a [u64])>,
}

impl<'a> PrintfRecord<'a> {
    /// The scalars in the order of their numbers in headers; a pointer has the number after the last.
    const SCALARS: [Scalar; 8] = [
        Scalar::Bool,
        Scalar::I8,
        Scalar::I16,
        Scalar::I32,
        Scalar::I64,
        Scalar::F16,
        Scalar::F32,
        Scalar::F64,
    ];

    /// The header of an argument: the number of its scalar, and from bit 8 on of its components.
    pub(crate) fn header(ty: ValueType) -> u64 {
        let scalar =
            Self::SCALARS.iter().position(|&s| Some(s) == ty.scalar()).unwrap_or(Self::SCALARS.len());
        scalar as u64 | u64::from(ty.components()) << 8
    }
    /// Reads a record, and gives the words after it. `None`: the words are no record.
    pub fn read(words: &'a [u64]) -> Option<(PrintfRecord<'a>, &'a [u64])> {
        let (&length, rest) = words.split_first()?;
        let (mut record, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
        let format = GlobalId(u32::try_from(*record.split_off_first()?).ok()?);
        let mut arguments = Vec::new();
        while let Some(header) = record.split_off_first() {
            let components = u8::try_from(header >> 8).ok()?;
            let ty = match Self::SCALARS.get((header & 0xff) as usize) {
                Some(&scalar) => ValueType::of(scalar, components),
                None => ValueType::Pointer(AddressSpace::Constant),
            };
            arguments.push((ty, record.split_off(..usize::from(components))?));
        }
        Some((PrintfRecord { format, arguments }, after))
    }
    /// Appends the words that a kernel handed over, so that [`read`](Self::read) finds their end.
    pub fn append(list: &mut Vec<u64>, words: &[u64]) {
        list.push(words.len() as u64);
        list.extend(words);
    }
}

/// Where a work-group lies.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct GroupRange {
    /// Its number in each dimension.
    pub group: [u64; 3],
    /// The global id of its first item in each dimension, the offset counted in.
    pub start: [u64; 3],
    /// Its items in each dimension.
    pub size: [u64; 3],
}

/// A work-group function: runs one work-group. The runtime calls it through [`CompiledKernel::run`](crate::CompiledKernel::run).
///
/// * `arguments`: the packed arguments, laid out as [`Metadata::arguments`] says;
/// * `local`: [`LaunchInfo::local_bytes`] bytes of local memory, aligned to [`MEMORY_ALIGN`]; the first [`Metadata::local_bytes`] are for the
///   kernel's variables, what `__local` pointer arguments point to lies in the rest (their arguments are addresses);
/// * `scratch`: [`Metadata::scratch_bytes`] bytes, aligned to [`MEMORY_ALIGN`].
///
/// Neither memory needs an initial content. Two calls at the same time need two of each.
pub(crate) type WorkGroupFunction = unsafe extern "C" fn(
    launch: *const LaunchInfo,
    arguments: *const u8,
    range: *const GroupRange,
    local: *mut u8,
    scratch: *mut u8,
);

/// Alignment of local memory, scratch memory and packed arguments in bytes.
pub const MEMORY_ALIGN: usize = 128;

/// Where an argument lies in the packed arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArgumentPlace {
    /// Offset in bytes.
    pub offset: u64,
    /// Size in bytes: of the scalar or vector as in memory (a 3-vector takes four components), of the aggregate, or 8 for an address.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// The layout of a kernel's packed arguments: in order, each at its natural alignment.
pub fn argument_layout(kernel: &ferrocl_ir::Function) -> Vec<ArgumentPlace> {
    let mut end = 0u64;
    let place = |parameter: &ferrocl_ir::Parameter| {
        let (size, align) = match (parameter.aggregate, parameter.ty) {
            (Some((size, align)), _) => (size, u64::from(align.max(1))),
            (None, ty) => (u64::from(ty.size()), u64::from(ty.align())),
        };
        let offset = end.next_multiple_of(align);
        end = offset + size;
        ArgumentPlace { offset, size, align }
    };
    kernel.parameters.iter().map(place).collect()
}

/// The layout of a program's variables (and of the constants that refer to them) in the block that [`LaunchInfo::program_data`]
/// points to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProgramData {
    /// For each global of the module its offset in the block; `None` for constants, which are in the objects.
    pub offsets: Vec<Option<u64>>,
    /// The block's size in bytes.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u64,
}

impl ProgramData {
    /// The layout for this module.
    pub fn of(module: &Module) -> ProgramData {
        let mut in_block: Vec<bool> =
            module.globals.iter().map(|g| g.space != ferrocl_ir::AddressSpace::Constant).collect();
        // A constant that points to something in the block must be there too, as its content is known at run time only;
        // and what a member of the block points to, as objects keep their constants to themselves.
        loop {
            let before = in_block.clone();
            for (id, global) in module.globals.iter_enumerated() {
                for relocation in &global.relocations {
                    let (from, to) = (id.0 as usize, relocation.target.0 as usize);
                    let either = in_block[from] || in_block.get(to).copied().unwrap_or(false);
                    in_block[from] |= either;
                    if let Some(place) = in_block.get_mut(to) {
                        *place |= either;
                    }
                }
            }
            if before == in_block {
                break;
            }
        }
        let mut data = ProgramData { align: 1, ..ProgramData::default() };
        for (global, inside) in module.globals.iter().zip(in_block) {
            if !inside {
                data.offsets.push(None);
                continue;
            }
            let align = u64::from(global.align.max(1));
            let offset = data.size.next_multiple_of(align);
            data.offsets.push(Some(offset));
            data.size = offset + global.bytes.len() as u64;
            data.align = data.align.max(align);
        }
        data
    }
    /// Writes the first content of the block that will be at this address. `block` has [`size`](Self::size) bytes.
    pub fn initialise(&self, module: &Module, block: &mut [u8], address: u64) {
        for (global, offset) in module.globals.iter().zip(&self.offsets) {
            let Some(offset) = *offset else { continue };
            let place = &mut block[offset as usize..][..global.bytes.len()];
            place.copy_from_slice(&global.bytes);
            for relocation in &global.relocations {
                let Some(Some(target)) = self.offsets.get(relocation.target.0 as usize) else { continue };
                let value = address.wrapping_add(*target).wrapping_add_signed(relocation.addend);
                place[relocation.offset as usize..][..8].copy_from_slice(&value.to_le_bytes());
            }
        }
    }
}

/// Along what the lanes of a group lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LaneAxis {
    /// Along x: for most launches.
    X,
    /// Along y: for launches that are thin in x.
    Y,
    /// Along z.
    Z,
    /// Along the work-items of a group in the order of their linear local id: for small or odd groups.
    Linear,
}

/// What code may take for granted of a launch. The runtime compiles for what holds of the launch at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assumptions {
    /// Global offset plus global size is at most 2^30 in each dimension, and no memory object that the kernel can reach has 2^30 bytes
    /// or more: 32-bit index arithmetic then does not wrap where the program is valid.
    pub compact: bool,
    /// Work-groups have size 1 in the dimensions along which lanes do not lie. (Kernels that are free of groups never need it.)
    pub flat: bool,
    /// Work-groups have one work-item each, and those of many groups may be done as one group: for kernels without local memory.
    /// Sizes of groups and their numbers in the launch record are then free.
    pub separate: bool,
}

impl Default for Assumptions {
    fn default() -> Self {
        Assumptions { compact: true, flat: false, separate: false }
    }
}

/// The most that [`Assumptions::compact`] allows: of ids, and of bytes in a memory object (exclusive).
pub const COMPACT_LIMIT: u64 = 1 << 30;

/// The most private memory that a work-item may have, in bytes: in variables that are not in registers.
pub const MAX_PRIVATE_BYTES: u64 = 4 << 20;

/// What the compiler found out about a kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// The kernel's name.
    pub name: String,
    /// Work-items that one lane group computes at once.
    pub width: u32,
    /// Along what the lanes lie.
    pub axis: LaneAxis,
    /// What the code takes for granted.
    pub assumptions: Assumptions,
    /// Where the arguments lie.
    pub arguments: Vec<ArgumentPlace>,
    /// Bytes of local memory for the kernel's own variables.
    pub local_bytes: u64,
    /// Scratch bytes that every call needs.
    pub scratch_fixed: u64,
    /// Scratch bytes for each lane group of the work-group.
    pub scratch_per_lane_group: u64,
    /// Whether groups of a launch may be cut and joined at will: the kernel has neither barriers nor local memory and
    /// does not look at its place in the group. The size of its groups then does not matter.
    pub group_free: bool,
    /// `reqd_work_group_size`.
    pub required_work_group_size: Option<[u64; 3]>,
    /// Private memory of a work-item in bytes, beside registers.
    pub private_bytes: u64,
}

impl Metadata {
    /// Bytes of packed arguments.
    pub fn argument_bytes(&self) -> u64 {
        self.arguments.iter().map(|a| a.offset + a.size).max().unwrap_or(0)
    }
    /// Scratch bytes that a call needs for work-groups of this size.
    pub fn scratch_bytes(&self, local_size: [u64; 3]) -> u64 {
        self.scratch_fixed + self.scratch_per_lane_group.saturating_mul(self.lane_groups(local_size))
    }
    /// Lane groups of a work-group of this size.
    pub fn lane_groups(&self, local_size: [u64; 3]) -> u64 {
        lane_groups(self.axis, self.width, local_size)
    }
}

/// How many lane groups a work-group has.
pub fn lane_groups(axis: LaneAxis, width: u32, local_size: [u64; 3]) -> u64 {
    let width = u64::from(width);
    let [x, y, z] = local_size.map(|n| n.max(1));
    match axis {
        LaneAxis::X => x.div_ceil(width) * y * z,
        LaneAxis::Y => x * y.div_ceil(width) * z,
        LaneAxis::Z => x * y * z.div_ceil(width),
        LaneAxis::Linear => (x * y * z).div_ceil(width),
    }
}

/// Size and alignment of a parameter's value as it is packed; see [`argument_layout`].
pub(crate) fn packed_type(ty: ValueType) -> (u32, u32) {
    (ty.size(), ty.align())
}
