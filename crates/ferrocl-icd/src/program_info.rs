//! Queries about programs and what was built of them.

use std::ffi::c_void;
use std::sync::Arc;

use ferrocl_runtime as runtime;
use ferrocl_runtime::Binary;

use crate::bindings::*;
use crate::device::Device;
use crate::entry::entry;
use crate::handle::{self, Object};
use crate::info::Answer;
use crate::program::{Origin, Program};
use crate::raw;
use crate::status::{Result, Status};

entry! {
    /// API specification, "Program Object Queries", `clGetProgramInfo`.
    fn clGetProgramInfo(
        program: cl_program,
        param_name: cl_program_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let program = handle::get::<Program>(program)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_PROGRAM_REFERENCE_COUNT => answer.value(program.references()),
            CL_PROGRAM_CONTEXT => answer.value(program.context.raw()),
            CL_PROGRAM_NUM_DEVICES => answer.value(program.devices.len() as cl_uint),
            CL_PROGRAM_DEVICES => {
                answer.slice(&program.devices.iter().map(|device| device.raw()).collect::<Vec<_>>())
            }
            CL_PROGRAM_SOURCE => match &program.origin {
                Origin::Source(source) => {
                    let mut text = source.clone();
                    text.push(0);
                    answer.slice(&text)
                }
                // "If program is created using clCreateProgramWithBinary ... a null string or the appropriate program source code is returned".
                Origin::Binary(_) | Origin::Linked => answer.text(""),
            },
            // "the memory pointed to by param_value will be unchanged and param_value_size_ret will be set to 0."
            CL_PROGRAM_IL => answer.nothing(),
            CL_PROGRAM_BINARY_SIZES => {
                answer.slice(&binaries(&program).iter().map(|binary| binary.len()).collect::<Vec<_>>())
            }
            CL_PROGRAM_BINARIES => {
                let size = program.devices.len() * size_of::<*mut u8>();
                if !param_value.is_null() {
                    if param_value_size < size {
                        return Err(Status::INVALID_VALUE);
                    }
                    // SAFETY: an array with a pointer for each device, as its size says.
                    let places = unsafe { raw::slice(param_value as *const *mut u8, program.devices.len()) };
                    for (binary, &place) in binaries(&program).iter().zip(places) {
                        if !place.is_null() {
                            // SAFETY: the caller has room for the size that CL_PROGRAM_BINARY_SIZES gave.
                            unsafe { std::ptr::copy_nonoverlapping(binary.as_ptr(), place, binary.len()) };
                        }
                    }
                }
                // SAFETY: a pointer for a size is writable where it is not null.
                unsafe { raw::write(param_value_size_ret, size) };
                Ok(())
            }
            CL_PROGRAM_NUM_KERNELS => answer.value(executable(&program)?.kernel_names().len()),
            CL_PROGRAM_KERNEL_NAMES => answer.text(&executable(&program)?.kernel_names().join(";")),
            // OpenCL C has no constructors and destructors.
            CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT | CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT => {
                executable(&program)?;
                answer.boolean(false)
            }
            _ => Err(Status::INVALID_VALUE),
        }
    }
}

/// "CL_INVALID_PROGRAM_EXECUTABLE if param_name is CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES, ... and a successful program executable
/// has not been built for at least one device in the list of devices associated with program."
fn executable(program: &Program) -> Result<Arc<runtime::Program>> {
    program.executable().ok_or(Status::INVALID_PROGRAM_EXECUTABLE)
}

/// The binary of each device; empty where there is none.
///
/// They are written once and kept, for the size that was told to hold when the bytes are asked for: kernels that are compiled in
/// between would make them longer.
fn binaries(program: &Program) -> Vec<Arc<[u8]>> {
    let mut state = program.state();
    let target = |index: usize| program.devices[index].core().target().clone();
    (0..state.builds.len())
        .map(|index| {
            let build = &mut state.builds[index];
            // While a build is going on there is no binary, or no longer the one before.
            let binary = build.binary.as_ref().filter(|_| build.status != CL_BUILD_IN_PROGRESS);
            match (&build.written, binary) {
                (Some(written), Some(_)) => written.clone(),
                (None, Some(binary)) => {
                    let written: Arc<[u8]> = binary.encode(&target(index)).into();
                    build.written = Some(written.clone());
                    written
                }
                (_, None) => Arc::default(),
            }
        })
        .collect()
}

entry! {
    /// API specification, "Program Object Queries", `clGetProgramBuildInfo`.
    fn clGetProgramBuildInfo(
        program: cl_program,
        device: cl_device_id,
        param_name: cl_program_build_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let program = handle::get::<Program>(program)?;
        // "CL_INVALID_DEVICE if device is not in the list of devices associated with program."
        let device = handle::get::<Device>(device)?;
        program.index_of(&device).ok_or(Status::INVALID_DEVICE)?;
        let build = program.build_for(&device).ok_or(Status::INVALID_DEVICE)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_PROGRAM_BUILD_STATUS => answer.value(build.status),
            CL_PROGRAM_BUILD_OPTIONS => answer.text(&build.options),
            CL_PROGRAM_BUILD_LOG => answer.text(&build.log),
            CL_PROGRAM_BINARY_TYPE => answer.value::<cl_program_binary_type>(match build.binary {
                None => CL_PROGRAM_BINARY_TYPE_NONE,
                Some(Binary::Object(_)) => CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
                Some(Binary::Library(_)) => CL_PROGRAM_BINARY_TYPE_LIBRARY,
                Some(Binary::Executable(_)) => CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
            }),
            CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE => {
                answer.value(build.binary.map_or(0, |binary| binary.global_bytes()) as usize)
            }
            _ => Err(Status::INVALID_VALUE),
        }
    }
}
