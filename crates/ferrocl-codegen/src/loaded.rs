//! Compiled kernels in memory.

use std::ffi::c_void;
use std::time::Instant;

use ferrocl_ir::FunctionId;

use crate::abi::{GroupRange, LaneAxis, LaunchInfo, Metadata, WorkGroupFunction};
use crate::error::CodegenError;
use crate::llvm::jit::{Loaded, RuntimeSymbol};
use crate::pipeline::{Object, Options, Program, Timings, compile_object};

/// A kernel that can be run. Its code is unloaded with it: it must outlive every call of its function.
pub struct CompiledKernel {
    function: WorkGroupFunction,
    metadata: Metadata,
    timings: Timings,
    _code: Loaded,
}

impl CompiledKernel {
    /// Runs `count` work-groups of a launch from number `first` on (numbered with x fastest, then y, then z).
    ///
    /// Neither memory needs an initial content. Two calls at the same time need two of each.
    ///
    /// # Safety
    /// * `arguments` points to the packed arguments, laid out as [`Metadata::arguments`] says;
    /// * `local` to [`LaunchInfo::local_bytes`] bytes of local memory, aligned to [`MEMORY_ALIGN`](crate::abi::MEMORY_ALIGN); the first
    ///   [`Metadata::local_bytes`] are for the kernel's variables, what `__local` pointer arguments point to lies in the rest (their
    ///   arguments are addresses);
    /// * `scratch` to [`Metadata::scratch_bytes`] bytes, aligned likewise;
    /// * the launch is one that the [assumptions](Metadata::assumptions) hold of, with work-groups of the required size, if there is one;
    /// * what the kernel does with its pointers is defined.
    pub unsafe fn run(
        &self,
        launch: &LaunchInfo,
        arguments: *const u8,
        first: u64,
        count: u64,
        local: *mut u8,
        scratch: *mut u8,
    ) {
        let counts = launch.num_groups;
        let end = first + count;
        let mut number = first;
        let axis = match self.metadata.axis {
            LaneAxis::X | LaneAxis::Linear => 0,
            LaneAxis::Y => 1,
            LaneAxis::Z => 2,
        };
        let mut range = GroupRange {
            group: [
                first % counts[0].max(1),
                first / counts[0].max(1) % counts[1].max(1),
                first / (counts[0] * counts[1]).max(1),
            ],
            ..GroupRange::default()
        };
        while number < end {
            // Where groups do not matter, those that lie in a row along the lanes are done as if they were one.
            let mut together = 1;
            if self.metadata.group_free && counts[..axis].iter().all(|&n| n == 1) {
                together = (end - number).min(counts[axis] - range.group[axis]);
            }
            for (d, _) in counts.iter().enumerate() {
                let before = range.group[d] * launch.local_size[d];
                let most = if d == axis { launch.local_size[d] * together } else { launch.local_size[d] };
                range.size[d] = most.min(launch.global_size[d] - before);
                range.start[d] = launch.global_offset[d] + before;
            }
            // SAFETY: the caller's promise.
            unsafe { self.run_range(launch, arguments, &range, axis, local, scratch) };
            number += together;
            // What is past the end of a dimension carries into the next.
            range.group[if together > 1 { axis } else { 0 }] += together;
            for (d, &count) in counts.iter().enumerate().take(2) {
                if range.group[d] == count {
                    range.group[d] = 0;
                    range.group[d + 1] += 1;
                }
            }
        }
    }

    /// Runs one work-group, or row by row what is free of groups.
    ///
    /// # Safety
    /// As [`run`](Self::run).
    unsafe fn run_range(
        &self,
        launch: &LaunchInfo,
        arguments: *const u8,
        range: &GroupRange,
        axis: usize,
        local: *mut u8,
        scratch: *mut u8,
    ) {
        if !self.metadata.group_free {
            // SAFETY: the caller's promise.
            return unsafe { (self.function)(launch, arguments, range, local, scratch) };
        }
        let [outer, inner] = match axis {
            0 => [2, 1],
            1 => [2, 0],
            _ => [1, 0],
        };
        let mut row = *range;
        row.size = [1; 3];
        row.size[axis] = range.size[axis];
        for o in 0..range.size[outer] {
            row.start[outer] = range.start[outer] + o;
            for i in 0..range.size[inner] {
                row.start[inner] = range.start[inner] + i;
                // SAFETY: the caller's promise.
                unsafe { (self.function)(launch, arguments, &row, local, scratch) };
            }
        }
    }

    /// What is known of the kernel.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }
    /// How long each stage took; for kernels that were loaded only, loading.
    pub fn timings(&self) -> Timings {
        self.timings
    }
}

/// Compiles a kernel and loads it.
pub fn compile(
    program: &Program,
    kernel: FunctionId,
    options: &Options,
) -> Result<CompiledKernel, CodegenError> {
    load(&compile_object(program, kernel, options)?)
}

/// Loads an object that [`compile_object`] made for this CPU.
pub fn load(object: &Object) -> Result<CompiledKernel, CodegenError> {
    let started = Instant::now();
    let code = Loaded::new(&object.bytes, &runtime_symbols()).map_err(CodegenError::BadObject)?;
    let address = code.address(crate::emit::ENTRY).map_err(CodegenError::BadObject)?;
    if address == 0 {
        return Err(CodegenError::BadObject("it has no work-group function".into()));
    }
    // SAFETY: the symbol is the work-group function of an object of ours, which has this type.
    let function =
        unsafe { std::mem::transmute::<*const c_void, WorkGroupFunction>(address as *const c_void) };
    let timings = Timings { load: started.elapsed(), ..object.timings };
    Ok(CompiledKernel { function, metadata: object.metadata.clone(), timings, _code: code })
}

unsafe extern "C" {
    fn memcpy(to: *mut c_void, from: *const c_void, size: usize) -> *mut c_void;
    fn memmove(to: *mut c_void, from: *const c_void, size: usize) -> *mut c_void;
    fn memset(to: *mut c_void, byte: i32, size: usize) -> *mut c_void;
}

extern "C" fn fmodf(a: f32, b: f32) -> f32 {
    a % b
}
extern "C" fn fmod(a: f64, b: f64) -> f64 {
    a % b
}
extern "C" fn fmaf(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}
extern "C" fn fma(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

/// What compiled code may call.
fn runtime_symbols() -> [RuntimeSymbol; 7] {
    [
        ("memcpy", memcpy as *const c_void),
        ("memmove", memmove as *const c_void),
        ("memset", memset as *const c_void),
        ("fmodf", fmodf as *const c_void),
        ("fmod", fmod as *const c_void),
        ("fmaf", fmaf as *const c_void),
        ("fma", fma as *const c_void),
    ]
}
