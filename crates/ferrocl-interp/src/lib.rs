//! The interpreter: runs a verified module exactly as the IR's essay says, one work-item after the other on
//! one thread, without LLVM. What it cannot do soundly (an access out of bounds, a barrier that not all work-items
//! reach) ends the run with a [`RunError`] that says which work-item did what, where.
//!
//! # How
//! [`Program::new`] decodes a kernel and all that it calls into one list of small instructions over one window of registers
//! per work-item ([`instruction`], [`assign`], [`emit`]): vectors are taken apart, shuffles and the like vanish
//! into operand numbers, addresses of variables and work-item queries are registers that hold constants. As calls
//! form no cycle, every function has one fixed place in the window. [`Program::run`] interprets them
//! ([`machine`], [`group`]): work-items run to their end, or, where a barrier exists, in turn to the barrier, each resuming from its own program counter
//! and call stack; nothing recurses on the host.
//!
//! # Memory
//! A pointer is 64 bits that name an allocation and an offset in it ([`address`]), so that it keeps
//! its provenance through integers, copies and buffers, and every access is checked against just that
//! allocation. All accesses go through [`memory`], which is where detectors of races and uninitialised
//! reads will look.
//!
//! # What does not live here
//! What operators compute is [`ferrocl_ir::eval`]; the formats of `printf` are [`ferrocl_ir::format`].

mod address;
mod assign;
mod emit;
mod error;
mod group;
mod instruction;
mod launch;
mod machine;
mod memory;
mod program;
#[cfg(test)]
mod tests;

pub use address::{Address, AllocationKind};
pub use error::{AccessKind, Allocation, CallSite, RunError, RunErrorKind, WorkItem};
pub use launch::{Argument, Launch, Limits, Report, SUB_GROUP_SIZE};
pub use memory::{BufferId, Memory};
pub use program::Program;

use ferrocl_ir::{FunctionId, Module, ModuleInfo};

/// Runs a kernel of a verified module with the default [`Limits`]. To run one kernel many times, or with other limits, keep a
/// [`Program`].
pub fn run(
    module: &Module,
    info: &ModuleInfo,
    kernel: FunctionId,
    launch: &Launch,
    arguments: &[Argument],
    memory: &mut Memory,
) -> Result<Report, RunError> {
    Program::new(module, info, kernel).run(launch, arguments, memory, &Limits::default())
}
