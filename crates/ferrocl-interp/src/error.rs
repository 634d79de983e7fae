//! Why a run ended early: what, where in the source, by which work-item.

use ferrocl_base::Span;
use ferrocl_ir::{FunctionId, GlobalId, LocalId, SlotId};

use crate::BufferId;

/// An error that ended a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunError {
    /// What happened.
    pub kind: RunErrorKind,
    /// The source text that did it.
    pub span: Span,
    /// The function that it is in, then the calls that lead there, innermost first.
    pub stack: Vec<CallSite>,
    /// Who did it; `None` where the launch itself is wrong.
    pub work_item: Option<Box<WorkItem>>,
}

/// A function on the call stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallSite {
    /// The function.
    pub function: FunctionId,
    /// Where it was: the faulting text, or its call of the function above it.
    pub span: Span,
}

/// A work-item's place in the launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkItem {
    /// `get_global_id`.
    pub global: [u64; 3],
    /// `get_local_id`.
    pub local: [u64; 3],
    /// `get_group_id`.
    pub group: [u64; 3],
}

/// How memory was accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessKind {
    /// A load, or the source of a copy.
    Read,
    /// A store, or the target of a copy.
    Write,
    /// An atomic.
    Atomic,
}

/// A piece of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allocation {
    /// A buffer.
    Buffer(BufferId),
    /// Program-scope data.
    Global(GlobalId),
    /// The kernel's aggregate argument of this number.
    Argument(u32),
    /// A local variable.
    Local(FunctionId, LocalId),
    /// The local memory of the kernel's pointer argument of this number.
    LocalArgument(u32),
    /// A private variable.
    Private(FunctionId, SlotId),
}

/// What can end a run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields: what the variant's line says, in bytes")]
pub enum RunErrorKind {
    /// An access of `size` bytes at `offset` of an allocation of `allocation_size` bytes.
    OutOfBounds { access: AccessKind, allocation: Allocation, offset: i64, size: u64, allocation_size: u64 },
    /// An access through a null pointer (or close to it).
    NullPointer { access: AccessKind, address: u64 },
    /// An access through bits that are no pointer to anything.
    InvalidPointer { access: AccessKind, address: u64 },
    /// An access to a private variable of a function that has returned.
    DeadVariable { access: AccessKind, allocation: Allocation },
    /// A write to memory that is only read: constants and aggregate arguments.
    ReadOnly { allocation: Allocation },
    /// An access at an address that is not a multiple of what its type needs.
    Misaligned { access: AccessKind, allocation: Allocation, offset: i64, align: u64 },
    /// A work-item waits at a barrier (the error's place) while `other` has finished or waits at another barrier.
    BarrierDivergence { other: Box<WorkItem>, other_barrier: Option<Span> },
    /// The step limit was reached.
    StepLimit { steps: u64 },
    /// The group's memory would exceed the limit.
    MemoryLimit { needed: u64, limit: u64 },
    /// `printf` wrote more than the limit.
    OutputLimit { limit: usize },
    /// The launch or its arguments do not fit the kernel.
    BadLaunch(String),
}

impl RunError {
    pub(crate) fn launch(message: impl Into<String>) -> RunError {
        RunErrorKind::BadLaunch(message.into()).nowhere()
    }
}

impl RunErrorKind {
    pub(crate) fn nowhere(self) -> RunError {
        RunError { kind: self, span: Span::NONE, stack: Vec::new(), work_item: None }
    }
}

impl std::fmt::Display for AccessKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
            AccessKind::Atomic => "atomic access",
        })
    }
}

impl std::fmt::Display for Allocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Allocation::Buffer(id) => write!(f, "buffer {}", id.0),
            Allocation::Global(id) => write!(f, "program-scope variable {id}"),
            Allocation::Argument(number) => write!(f, "argument {number}"),
            Allocation::Local(_, id) => write!(f, "local variable {id}"),
            Allocation::LocalArgument(number) => write!(f, "local memory of argument {number}"),
            Allocation::Private(_, id) => write!(f, "private variable {id}"),
        }
    }
}

impl std::fmt::Display for WorkItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [x, y, z] = self.global;
        write!(f, "work-item ({x}, {y}, {z})")
    }
}

impl std::fmt::Display for RunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kind {
            RunErrorKind::OutOfBounds { access, allocation, offset, size, allocation_size } => write!(
                f,
                "{access} of {size} bytes at offset {offset} of {allocation}, which has {allocation_size} bytes"
            )?,
            RunErrorKind::NullPointer { access, .. } => write!(f, "{access} through a null pointer")?,
            RunErrorKind::InvalidPointer { access, address } => {
                write!(f, "{access} through {address:#x}, which points to nothing")?
            }
            RunErrorKind::DeadVariable { access, allocation } => {
                write!(f, "{access} of {allocation}, whose function has returned")?
            }
            RunErrorKind::ReadOnly { allocation } => write!(f, "write to {allocation}, which is read-only")?,
            RunErrorKind::Misaligned { access, allocation, offset, align } => {
                write!(f, "{access} at offset {offset} of {allocation}, which is no multiple of {align}")?
            }
            RunErrorKind::BarrierDivergence { other, other_barrier } => write!(
                f,
                "barrier divergence: {other} {}",
                if other_barrier.is_some() { "waits at another barrier" } else { "has finished" }
            )?,
            RunErrorKind::StepLimit { steps } => write!(f, "no end after about {steps} steps")?,
            RunErrorKind::MemoryLimit { needed, limit } => {
                write!(f, "a work-group needs {needed} bytes, more than the limit of {limit}")?
            }
            RunErrorKind::OutputLimit { limit } => write!(f, "printf wrote more than {limit} bytes")?,
            RunErrorKind::BadLaunch(message) => f.write_str(message)?,
        }
        match &self.work_item {
            Some(item) => write!(f, " ({item})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for RunError {}
