//! Kernels: making, copying and releasing them, and what a launch takes from them.
//!
//! Setting arguments is in `kernel_arguments`, queries in `kernel_info`.

use std::ffi::{c_char, c_void};
use std::sync::{Arc, Mutex, MutexGuard};

use ferrocl_runtime as runtime;
use smallvec::SmallVec;

use crate::bindings::*;
use crate::entry::entry;
use crate::handle::{self, Handle, Object};
use crate::kernel_arguments::Stored;
use crate::memory::Memory;
use crate::newer::*;
use crate::program::{Attached, Program};
use crate::raw;
use crate::status::{Result, Status};

/// A kernel with the arguments that were set.
pub(crate) struct Kernel {
    handle: Handle<Kernel>,
    pub(crate) core: runtime::Kernel,
    pub(crate) program: Arc<Program>,
    attached: Attached,
    arguments: Mutex<Vec<Option<Stored>>>,
}

/// Memory objects that a launch keeps alive.
pub(crate) type Memories = SmallVec<[Arc<Memory>; 4]>;

/// What a launch gets, and the memory objects that it keeps alive meanwhile.
pub(crate) struct Snapshot {
    pub(crate) arguments: runtime::Arguments,
    pub(crate) memories: Memories,
}

impl Object for Kernel {
    type Raw = _cl_kernel;
    const INVALID: Status = Status::INVALID_KERNEL;
    fn handle(&self) -> &Handle<Kernel> {
        &self.handle
    }
}

impl Kernel {
    fn new(core: runtime::Kernel, attached: Attached) -> Arc<Kernel> {
        let arguments = core.parameters().iter().map(|_| None).collect();
        Arc::new(Kernel {
            handle: Handle::new(),
            core,
            program: attached.program().clone(),
            attached,
            arguments: Mutex::new(arguments),
        })
    }
    /// Its arguments, to look at or to change.
    pub(crate) fn arguments(&self) -> MutexGuard<'_, Vec<Option<Stored>>> {
        self.arguments.lock().unwrap_or_else(|e| e.into_inner())
    }
    /// The arguments as they are now, for a launch: "CL_INVALID_KERNEL_ARGS if all argument values for kernel have not been set".
    pub(crate) fn snapshot(&self) -> Result<Snapshot> {
        let count = self.core.parameters().len();
        let (mut arguments, mut memories) = (runtime::Arguments::with_capacity(count), Memories::new());
        // The lock goes before what was taken where an argument is missing: to give a memory object back may end it, and its destructor
        // callback may use the kernel.
        let stored = self.arguments();
        for stored in stored.iter() {
            let set = stored.as_ref().and_then(|stored| stored.set(&mut memories));
            arguments.push(set.ok_or(Status::INVALID_KERNEL_ARGS)?);
        }
        Ok(Snapshot { arguments, memories })
    }
    /// How many references the application holds.
    pub(crate) fn references(&self) -> cl_uint {
        self.handle.references()
    }
}

entry! {
    /// API specification, "Creating Kernel Objects", `clCreateKernel`.
    fn clCreateKernel(program: cl_program, kernel_name: *const c_char) -> cl_kernel {
        let program = handle::get::<Program>(program)?;
        // "CL_INVALID_VALUE if kernel_name is NULL."
        // SAFETY: a name ends with a zero, as the call asks.
        let name = unsafe { raw::text(kernel_name) }.ok_or(Status::INVALID_VALUE)?;
        let (attached, executable) = Attached::new(&program)?;
        // "CL_INVALID_KERNEL_NAME if kernel_name is not found in program."
        let core = executable.kernel(&name).map_err(|_| Status::INVALID_KERNEL_NAME)?;
        Ok(handle::publish(Kernel::new(core, attached)))
    }
}

entry! {
    /// API specification, "Creating Kernel Objects", `clCreateKernelsInProgram`.
    fn clCreateKernelsInProgram(
        program: cl_program,
        num_kernels: cl_uint,
        kernels: *mut cl_kernel,
        num_kernels_ret: *mut cl_uint,
    ) {
        let program = handle::get::<Program>(program)?;
        let (attached, executable) = Attached::new(&program)?;
        let names = executable.kernel_names();
        // "CL_INVALID_VALUE if kernels is not NULL and num_kernels is less than the number of kernels in program."
        if !kernels.is_null() && (num_kernels as usize) < names.len() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: a pointer for a number is writable where it is not null.
        unsafe { raw::write(num_kernels_ret, names.len() as cl_uint) };
        if kernels.is_null() {
            return Ok(());
        }
        for (index, name) in names.iter().enumerate() {
            let core = executable.kernel(name).map_err(|_| Status::OUT_OF_RESOURCES)?;
            // SAFETY: there is room for as many handles as were just checked.
            unsafe { kernels.add(index).write(handle::publish(Kernel::new(core, attached.again()))) };
        }
        Ok(())
    }
}

entry! {
    /// API specification, "Creating Kernel Objects", `clRetainKernel`.
    fn clRetainKernel(kernel: cl_kernel) {
        handle::retain::<Kernel>(kernel)
    }
}

entry! {
    /// API specification, "Creating Kernel Objects", `clReleaseKernel`.
    fn clReleaseKernel(kernel: cl_kernel) {
        handle::release::<Kernel>(kernel)
    }
}

entry! {
    /// API specification, "Copying Kernel Objects", `clCloneKernel`: "a shallow copy of the kernel object, its arguments and any information
    /// passed to the kernel object using clSetKernelExecInfo".
    fn clCloneKernel(source_kernel: cl_kernel) -> cl_kernel {
        let source = handle::get::<Kernel>(source_kernel)?;
        let clone = Kernel::new(source.core.clone(), source.attached.again());
        *clone.arguments() = source.arguments().clone();
        Ok(handle::publish(clone))
    }
}

entry! {
    /// API specification, "Setting Kernel Arguments", `clSetKernelExecInfo`, with the names of `cl_intel_unified_shared_memory` and
    /// `cl_ext_buffer_device_address`. A kernel can reach all memory of the process as it is, and one that takes pointers out of memory is
    /// compiled for memory of any size, so that there is nothing to remember.
    fn clSetKernelExecInfo(
        kernel: cl_kernel,
        param_name: cl_kernel_exec_info,
        param_value_size: usize,
        param_value: *const c_void,
    ) {
        handle::get::<Kernel>(kernel)?;
        // "CL_INVALID_VALUE ... if param_value is NULL and param_value_size is greater than zero"
        if param_value.is_null() && param_value_size > 0 {
            return Err(Status::INVALID_VALUE);
        }
        match param_name {
            CL_KERNEL_EXEC_INFO_SVM_PTRS
            | CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL
            | CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT => {
                // "... or if the size specified by param_value_size is not valid."
                if !param_value_size.is_multiple_of(size_of::<u64>()) {
                    return Err(Status::INVALID_VALUE);
                }
            }
            CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM
            | CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL
            | CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL
            | CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL => {
                if param_value_size != size_of::<cl_bool>() {
                    return Err(Status::INVALID_VALUE);
                }
            }
            // "CL_INVALID_VALUE if param_name is not valid"
            _ => return Err(Status::INVALID_VALUE),
        }
        Ok(())
    }
}
