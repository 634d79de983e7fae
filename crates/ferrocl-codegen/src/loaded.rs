//! Compiled kernels in memory.

use std::ffi::c_void;
use std::time::Instant;

use ferrocl_ir::FunctionId;

use crate::abi::{Metadata, WorkGroupFunction};
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
    /// The work-group function. It may be called from any thread, as its documentation says.
    pub fn function(&self) -> WorkGroupFunction {
        self.function
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
