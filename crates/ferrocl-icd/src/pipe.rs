//! Pipes.
//!
//! The device has none (`CL_DEVICE_PIPE_SUPPORT` is false, which OpenCL 3.0 allows), so there is nothing to make or to ask.

use std::ffi::c_void;

use crate::bindings::*;
use crate::context::Context;
use crate::entry::entry;
use crate::handle;
use crate::memory::Memory;
use crate::status::Status;

entry! {
    /// API specification, "Creating Pipe Objects", `clCreatePipe`.
    fn clCreatePipe(
        context: cl_context,
        _flags: cl_mem_flags,
        _pipe_packet_size: cl_uint,
        _pipe_max_packets: cl_uint,
        _properties: *const cl_pipe_properties,
    ) -> cl_mem {
        // "CL_INVALID_CONTEXT if context is not a valid context."
        handle::get::<Context>(context)?;
        // "CL_INVALID_OPERATION if no devices in context support pipes."
        Err(Status::INVALID_OPERATION)
    }
}

entry! {
    /// API specification, "Pipe Object Queries", `clGetPipeInfo`.
    fn clGetPipeInfo(
        pipe: cl_mem,
        _param_name: cl_pipe_info,
        _param_value_size: usize,
        _param_value: *mut c_void,
        _param_value_size_ret: *mut usize,
    ) {
        handle::get::<Memory>(pipe)?;
        // "CL_INVALID_MEM_OBJECT if pipe is a not a valid pipe object."
        Err(Status::INVALID_MEM_OBJECT)
    }
}
