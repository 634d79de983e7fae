//! What a launch is made of: sizes, arguments, limits, and what comes back.

use crate::BufferId;

/// The index space of a launch (clEnqueueNDRangeKernel).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// 1, 2 or 3.
    pub dimensions: u32,
    /// Work-items in each dimension; 1 beyond `dimensions`. A zero means that nothing runs.
    pub global_size: [u64; 3],
    /// Work-items of a group in each dimension. Where the global size is no multiple, the last groups are smaller.
    pub local_size: [u64; 3],
    /// What the global ids start from.
    pub global_offset: [u64; 3],
    /// Work-items of a sub-group, 64 at most; the last one of a group may have fewer.
    pub sub_group_size: u64,
}

/// How many work-items a sub-group has where nobody wants another number.
pub const SUB_GROUP_SIZE: u64 = 8;

impl Launch {
    /// A one-dimensional launch without offset.
    pub fn linear(global: u64, local: u64) -> Launch {
        Launch {
            dimensions: 1,
            global_size: [global, 1, 1],
            local_size: [local, 1, 1],
            global_offset: [0; 3],
            sub_group_size: SUB_GROUP_SIZE,
        }
    }
    /// The number of groups in each dimension.
    pub fn group_counts(&self) -> [u64; 3] {
        std::array::from_fn(|d| self.global_size[d].div_ceil(self.local_size[d]))
    }
}

/// A kernel's argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A scalar, vector (a 3-vector has the size of a 4-vector) or aggregate, as its bytes in memory, little-endian.
    Bytes(Vec<u8>),
    /// A pointer into a buffer, so many bytes from its start.
    Buffer(BufferId, u64),
    /// For a local pointer: so many bytes of local memory for each group.
    LocalSize(u64),
    /// A null pointer.
    Null,
}

/// What a run may use before it is ended with an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Instructions, about: loops and calls are counted by the length of their code.
    pub max_steps: u64,
    /// Bytes that the work-items of one group may have together as registers, private and local memory.
    pub max_memory: u64,
    /// Bytes that `printf` may write.
    pub max_output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_steps: 20_000_000_000, max_memory: 4 << 30, max_output: 64 << 20 }
    }
}

/// What a run gave beside the buffers' content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// What `printf` wrote.
    pub output: Vec<u8>,
    /// Instructions, about (see [`Limits::max_steps`]).
    pub steps: u64,
}
