//! Queries about kernels and their parameters.

use std::ffi::c_void;
use std::sync::Arc;

use ferrocl_runtime as runtime;
use ferrocl_runtime::ir::image::ImageAccess;
use ferrocl_runtime::{Argument, ParameterKind};

use crate::bindings::*;
use crate::device::Device;
use crate::entry::entry;
use crate::handle::{self, Object};
use crate::info::Answer;
use crate::kernel::Kernel;
use crate::kernel_arguments::Stored;
use crate::status::{Result, Status};

entry! {
    /// API specification, "Kernel Object Queries", `clGetKernelInfo`.
    fn clGetKernelInfo(
        kernel: cl_kernel,
        param_name: cl_kernel_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let kernel = handle::get::<Kernel>(kernel)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_KERNEL_FUNCTION_NAME => answer.text(kernel.core.name()),
            CL_KERNEL_NUM_ARGS => answer.value(kernel.core.parameters().len() as cl_uint),
            CL_KERNEL_REFERENCE_COUNT => answer.value(kernel.references()),
            CL_KERNEL_CONTEXT => answer.value(kernel.program.context.raw()),
            CL_KERNEL_PROGRAM => answer.value(kernel.program.raw()),
            // "For kernels not created from OpenCL C source and the clCreateProgramWithSource API call the string returned from this query will
            // be empty."
            CL_KERNEL_ATTRIBUTES if kernel.program.is_from_binary() => answer.text(""),
            CL_KERNEL_ATTRIBUTES => answer.text(kernel.core.attributes()),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}

/// The device of a query: "CL_INVALID_DEVICE if device is not in the list of devices associated with kernel or if device is NULL but there is
/// more than one device associated with kernel."
fn device_of(kernel: &Kernel, device: cl_device_id) -> Result<Arc<Device>> {
    let devices = &kernel.program.devices;
    match &devices[..] {
        [only] if device.is_null() => Ok(only.clone()),
        _ => {
            let device = handle::get::<Device>(device)?;
            kernel.program.index_of(&device).map(|_| device).ok_or(Status::INVALID_DEVICE)
        }
    }
}

entry! {
    /// API specification, "Kernel Object Queries", `clGetKernelWorkGroupInfo`.
    fn clGetKernelWorkGroupInfo(
        kernel: cl_kernel,
        device: cl_device_id,
        param_name: cl_kernel_work_group_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let kernel = handle::get::<Kernel>(kernel)?;
        let device = device_of(&kernel, device)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            // "CL_INVALID_VALUE if param_name is CL_KERNEL_GLOBAL_WORK_SIZE and kernel is not a built-in kernel."
            CL_KERNEL_GLOBAL_WORK_SIZE => Err(Status::INVALID_VALUE),
            CL_KERNEL_WORK_GROUP_SIZE => answer.value(runtime::MAX_GROUP_ITEMS as usize),
            // "If the work-group size is not specified in the kernel source or IL, (0, 0, 0) is returned."
            CL_KERNEL_COMPILE_WORK_GROUP_SIZE => {
                answer.value(kernel.core.required_work_group_size().unwrap_or([0; 3]).map(|n| n as usize))
            }
            CL_KERNEL_LOCAL_MEM_SIZE => answer.value::<cl_ulong>(local_memory(&kernel)),
            CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE => {
                answer.value(device.core().sub_group_size() as usize)
            }
            CL_KERNEL_PRIVATE_MEM_SIZE => answer.value::<cl_ulong>(kernel.core.private_bytes()),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}

/// "variables declared inside the kernel with the __local address qualifier and local memory to be allocated for arguments to the kernel
/// declared as pointers with the __local address qualifier ... If the local memory size ... is not specified, its size is assumed to be 0."
fn local_memory(kernel: &Kernel) -> u64 {
    let of_argument = |stored: &Option<Stored>| match stored {
        Some(Stored::Plain(Argument::Local(size))) => *size as u64,
        _ => 0,
    };
    kernel.arguments().iter().map(of_argument).fold(kernel.core.local_bytes(), u64::saturating_add)
}

entry! {
    /// API specification, "Kernel Object Queries", `clGetKernelSubGroupInfo`.
    fn clGetKernelSubGroupInfo(
        kernel: cl_kernel,
        device: cl_device_id,
        param_name: cl_kernel_sub_group_info,
        input_value_size: usize,
        input_value: *const c_void,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let kernel = handle::get::<Kernel>(kernel)?;
        // "CL_INVALID_OPERATION if device does not support sub-groups": this one does.
        let device = device_of(&kernel, device)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        let lanes = device.core().sub_group_size() as usize;
        // "... and the size in bytes specified by input_value_size is not valid or if input_value is NULL"
        let is_whole = input_value_size.is_multiple_of(size_of::<usize>()) && !input_value.is_null();
        let input = |most: usize| match input_value_size / size_of::<usize>() {
            count @ 1.. if count <= most && is_whole => {
                // SAFETY: the caller of the API gives `input_value_size` readable bytes; sizes are read wherever they lie.
                Ok((0..count).map(|i| unsafe { input_value.cast::<usize>().add(i).read_unaligned() }))
            }
            _ => Err(Status::INVALID_VALUE),
        };
        match param_name {
            CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE => {
                let _ = input(3)?;
                answer.value::<usize>(lanes)
            }
            CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE => {
                let items = input(3)?.fold(1_usize, usize::saturating_mul);
                answer.value::<usize>(items.div_ceil(lanes))
            }
            // "If no work-group size can accommodate the requested number of sub-groups, 0 will be returned in each element"
            CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT => {
                let wanted = input(1)?.fold(0, usize::max).saturating_mul(lanes);
                let required = kernel.core.required_work_group_size();
                let fits = (1..=runtime::MAX_GROUP_ITEMS as usize).contains(&wanted)
                    && required.is_none_or(|size| size == [wanted as u64, 1, 1]);
                let size = if fits { [wanted, 1, 1] } else { [0; 3] };
                let count = if param_value.is_null() { 3 } else { param_value_size / size_of::<usize>() };
                answer.slice(&size[..count.clamp(1, 3)])
            }
            CL_KERNEL_MAX_NUM_SUB_GROUPS => {
                answer.value::<usize>((runtime::MAX_GROUP_ITEMS as usize).div_ceil(lanes))
            }
            // "If the sub-group count is not specified then 0 is returned": the language has no way to.
            CL_KERNEL_COMPILE_NUM_SUB_GROUPS => answer.value::<usize>(0),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}

/// The name that `cl_khr_subgroups` gave it before OpenCL 2.1: the same.
pub(crate) use clGetKernelSubGroupInfo as clGetKernelSubGroupInfoKHR;

entry! {
    /// API specification, "Kernel Object Queries", `clGetKernelArgInfo`. The information is there however the program was built.
    fn clGetKernelArgInfo(
        kernel: cl_kernel,
        arg_index: cl_uint,
        param_name: cl_kernel_arg_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let kernel = handle::get::<Kernel>(kernel)?;
        // "CL_INVALID_ARG_INDEX if arg_index is not a valid argument index."
        let parameter =
            kernel.core.parameters().get(arg_index as usize).ok_or(Status::INVALID_ARG_INDEX)?;
        let kind = ParameterKind::of(parameter);
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_KERNEL_ARG_ADDRESS_QUALIFIER => {
                answer.value::<cl_kernel_arg_address_qualifier>(match kind {
                    // "Image objects are always allocated from the global address space" (OpenCL C specification, "global").
                    ParameterKind::Global | ParameterKind::Image(..) => CL_KERNEL_ARG_ADDRESS_GLOBAL,
                    ParameterKind::Constant => CL_KERNEL_ARG_ADDRESS_CONSTANT,
                    ParameterKind::Local => CL_KERNEL_ARG_ADDRESS_LOCAL,
                    // "If no address qualifier is specified, the default address qualifier ... is returned."
                    ParameterKind::Value(_) | ParameterKind::Sampler => CL_KERNEL_ARG_ADDRESS_PRIVATE,
                })
            }
            // "If argument is not an image type and is not declared with the pipe qualifier, CL_KERNEL_ARG_ACCESS_NONE is returned."
            CL_KERNEL_ARG_ACCESS_QUALIFIER => {
                answer.value::<cl_kernel_arg_access_qualifier>(match kind {
                    ParameterKind::Image(_, ImageAccess::ReadOnly) => CL_KERNEL_ARG_ACCESS_READ_ONLY,
                    ParameterKind::Image(_, ImageAccess::WriteOnly) => CL_KERNEL_ARG_ACCESS_WRITE_ONLY,
                    ParameterKind::Image(_, ImageAccess::ReadWrite) => CL_KERNEL_ARG_ACCESS_READ_WRITE,
                    _ => CL_KERNEL_ARG_ACCESS_NONE,
                })
            }
            // "with any whitespace removed": of the names of types, only `struct s` and its like have some.
            CL_KERNEL_ARG_TYPE_NAME => {
                answer.text(&parameter.type_name.split_whitespace().collect::<String>())
            }
            CL_KERNEL_ARG_TYPE_QUALIFIER => answer.value(type_qualifiers(parameter, kind)),
            CL_KERNEL_ARG_NAME => answer.text(&parameter.name),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}

fn type_qualifiers(parameter: &runtime::ir::Parameter, kind: ParameterKind) -> cl_kernel_arg_type_qualifier {
    // "CL_KERNEL_ARG_TYPE_NONE is returned for all kernel arguments passed by value."
    if let ParameterKind::Value(_) | ParameterKind::Image(..) | ParameterKind::Sampler = kind {
        return u64::from(CL_KERNEL_ARG_TYPE_NONE);
    }
    // "Additionally, CL_KERNEL_ARG_TYPE_CONST is returned if the kernel argument is declared with the constant address space qualifier."
    [
        (CL_KERNEL_ARG_TYPE_CONST, parameter.is_const || kind == ParameterKind::Constant),
        (CL_KERNEL_ARG_TYPE_RESTRICT, parameter.is_restrict),
        (CL_KERNEL_ARG_TYPE_VOLATILE, parameter.is_volatile),
    ]
    .into_iter()
    .filter(|(_, holds)| *holds)
    .fold(0, |all, (flag, _)| all | u64::from(flag))
}
