//! Kernel IR → vector code for the host's CPU, through LLVM.
//!
//! # How a kernel becomes fast
//! A work-group runs on one thread, W work-items at a time: each lane of a vector register is a work-item. The kernel's statements
//! are emitted once for all W ([`emit`]), after a [`plan`] has found out which values differ between lanes and how, and
//! where lanes part ways. What is the same in all lanes is computed once, in scalar registers; what lies side by side in memory is
//! one access; the rest is vector code under masks.
//!
//! OpenCL's own vectors are never the SIMD unit: a `float3` is three vectors of W floats.
//!
//! # What lives here
//! * [`target`]: the CPU and its widths;
//! * [`abi`]: what compiled kernels and the runtime agree on;
//! * [`plan`]: decisions; [`emit`]: code;
//! * [`pipeline`]: the stages; [`loaded`]: kernels in memory;
//! * [`llvm`]: the only code that calls LLVM, a layer over its C interface. (Not `inkwell`: it types values at compile time, but
//!   here the same code makes scalars and vectors, as W may be 1; and it has no ORC.)
//!
//! The runtime decides for which widths, axes and [assumptions](abi::Assumptions) a kernel is compiled, keeps the results, and
//! calls them. No threads, files or environment here.

pub mod abi;
mod emit;
mod error;
mod llvm;
mod loaded;
mod pipeline;
mod plan;
mod target;

pub use abi::{ArgumentPlace, Assumptions, LaneAxis, LaunchInfo, Metadata, PrintfRecord, ProgramData};
pub use error::CodegenError;
pub use loaded::{CompiledKernel, compile, load};
pub use pipeline::{
    Emit, LANES_LEGEND, Object, Options, Program, SourceLine, Timings, compile_object, describe_lanes, emit,
};
pub use target::{Target, llvm_version};
