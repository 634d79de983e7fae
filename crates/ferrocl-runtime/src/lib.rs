//! The runtime: programs, kernels, buffers and launches in safe Rust.
//!
//! What lives here: building a [`Program`] from source, choosing an engine, compiling kernels when they are first
//! launched, the worker pool that shares out work-groups, and memory that kernels work on. What does not: the
//! C interface of OpenCL (`ferrocl-icd`) and the language itself (`ferrocl-sema`).

pub use ferrocl_base as base;
pub use ferrocl_codegen as codegen;
pub use ferrocl_interp as interp;
pub use ferrocl_ir as ir;
pub use ferrocl_sema as sema;
pub use ferrocl_syntax as syntax;

mod error;
mod memory;
mod pool;

pub use error::Error;
pub use memory::{BUFFER_ALIGN, Buffer};
pub use pool::Pool;
