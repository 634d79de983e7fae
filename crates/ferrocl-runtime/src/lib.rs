//! The runtime: programs, kernels, buffers and launches in safe Rust.
//!
//! ```text
//! text ─ Build ─ Program ─ Kernel ─┐
//!                 Buffer, numbers ─┴ Device::launch ─ native code on the pool, or the interpreter
//! ```
//! What lives here: building a [`Program`] from source, compiling kernels when they are first launched, choosing
//! how a launch is shared out, the worker pool, and memory that kernels work on. What does not: the C interface of OpenCL,
//! and the language itself (`ferrocl-sema`). The stages are re-exported for tools that look inside.

pub use ferrocl_base as base;
pub use ferrocl_codegen as codegen;
pub use ferrocl_interp as interp;
pub use ferrocl_ir as ir;
pub use ferrocl_sema as sema;
pub use ferrocl_syntax as syntax;

mod binary;
mod cache;
mod cpu;
mod device;
mod error;
pub mod fork;
mod host;
mod includes;
mod interpreted;
mod kernel;
mod limits;
pub mod memory;
mod native;
mod object;
mod pool;
#[cfg(test)]
mod pool_model;
#[cfg(test)]
#[path = "pool/tests.rs"]
mod pool_tests;
mod printed;
mod program;
pub mod queue;
mod sync;
mod topology;
mod work_size;

pub use binary::{BUILD, Binary, BinaryError};
pub use cache::{Cache, Key};
pub use cpu::{CPU_VARIABLE, host_levels, target_by_name, target_from_environment};
pub use device::{Device, Engine, Launch, LaunchReport, Planned, Prepared};
pub use error::Error;
pub use host::{Host, uuid};
pub use includes::{FileIncludes, HeaderIncludes};
pub use kernel::{Argument, Arguments, Kernel, ParameterKind};
pub use limits::{MAX_GROUP_PRIVATE_BYTES, MAX_LOCAL_BYTES};
pub use memory::{BUFFER_ALIGN, Buffer};
pub use object::Object;
pub use pool::Pool;
pub use program::{Build, Program};
pub use topology::{Domain, divide, usable_cores};
pub use work_size::MAX_GROUP_ITEMS;
