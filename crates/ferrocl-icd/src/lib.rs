//! The OpenCL driver: `libferrocl.so`, which the standard loader finds through an `.icd` file.
//!
//! ```text
//! program ─ loader ─ dispatch table ─ entry point ─ handles checked, errors named ─ ferrocl-runtime
//! ```
//! What lives here: the C entry points with the checks that the specification lists for each, handles, information queries
//! and the dispatch table. What does not: anything that does the work. Buffers, queues, programs and launches are the
//! runtime's, which knows nothing of `cl_*` types.
//!
//! * [`bindings`]: types and constants of the headers, generated (`cargo xtask bindings`).
//! * [`handle`]: what a `cl_context` and its like point to. A handle that is null, freed or of another kind is told from a
//!   good one before anything is read through it.
//! * [`entry`]: the form of an entry point: no panic leaves it, and `FERROCL_LOG` traces it.
//! * [`info`]: the `param_value_size`, `param_value`, `param_value_size_ret` of every query.
//! * one module for each kind of object and each family of commands.

#[allow(clippy::all, missing_docs, non_snake_case, non_camel_case_types, non_upper_case_globals, dead_code)]
#[rustfmt::skip]
mod bindings;
mod buffer;
mod command_buffer;
mod command_buffer_record;
mod context;
mod device;
mod dispatch;
mod dump;
mod enqueue;
mod entry;
mod event;
mod extensions;
mod flags;
mod handle;
mod image;
mod image_format;
mod info;
mod kernel;
mod kernel_arguments;
mod kernel_info;
mod log_names;
mod memory;
mod newer;
mod pipe;
mod platform;
mod program;
mod program_build;
mod program_info;
mod queue;
mod raw;
mod sampler;
mod semaphore;
mod status;
mod svm;
mod usm;
