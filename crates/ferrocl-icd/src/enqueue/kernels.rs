//! Launches of kernels, tasks and native kernels.

use std::ffi::c_void;
use std::io::Write;
use std::sync::Arc;

use ferrocl_runtime as runtime;
use ferrocl_runtime::Launch;
use ferrocl_runtime::queue::Failure;

use super::{Command, Outcome, status_of};
use crate::bindings::*;
use crate::context::Context;
use crate::entry::{self, entry};
use crate::handle;
use crate::kernel::{Kernel, Snapshot};
use crate::memory::Memory;
use crate::queue::Queue;
use crate::raw;
use crate::status::{Result, Status};

/// `user_func` of `clEnqueueNativeKernel`.
type NativeFunction = unsafe extern "C" fn(*mut c_void);

/// The sizes of a launch, checked.
///
/// # Safety
/// Each pointer is null or leads to `work_dim` numbers.
pub(crate) unsafe fn sizes(
    kernel: &Kernel,
    work_dim: cl_uint,
    global_work_offset: *const usize,
    global_work_size: *const usize,
    local_work_size: *const usize,
) -> Result<Launch> {
    // "CL_INVALID_WORK_DIMENSION if work_dim is not valid for the device ... (is greater than the value returned for
    // CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS)"
    if !(1..=3).contains(&work_dim) {
        return Err(Status::INVALID_WORK_DIMENSION);
    }
    let read = |pointer: *const usize, default: u64| {
        let mut sizes = [default; 3];
        // SAFETY: the caller vouches for it.
        for (size, &given) in sizes.iter_mut().zip(unsafe { raw::slice(pointer, work_dim as usize) }) {
            *size = given as u64;
        }
        sizes
    };
    // "If global_work_size is NULL, or the value in any passed dimension is 0 then the kernel command will trivially succeed after
    // its event dependencies are satisfied".
    let global = match global_work_size.is_null() {
        true => [0, 1, 1],
        false => read(global_work_size, 1),
    };
    let offset = read(global_work_offset, 0);
    // "CL_INVALID_GLOBAL_OFFSET if the value specified in global_work_size plus the corresponding value in global_work_offset for any
    // dimensions is greater than the maximum value representable by size_t"
    if global.iter().zip(&offset).any(|(&size, &offset)| size.checked_add(offset).is_none()) {
        return Err(Status::INVALID_GLOBAL_OFFSET);
    }
    // More work-items than can be counted: no single one of "the values specified in global_work_size", but all of them together.
    if global.iter().try_fold(1_u64, |items, &size| items.checked_mul(size)).is_none() {
        return Err(Status::INVALID_GLOBAL_WORK_SIZE);
    }
    let mut launch = Launch::new(work_dim, global);
    launch.global_offset = offset;
    if local_work_size.is_null() {
        return Ok(launch);
    }
    let local = read(local_work_size, 1);
    let most = runtime::MAX_GROUP_ITEMS;
    // "CL_INVALID_WORK_GROUP_SIZE if ... the total number of work-items in the work-group is zero"
    if local.contains(&0) {
        return Err(Status::INVALID_WORK_GROUP_SIZE);
    }
    // "CL_INVALID_WORK_ITEM_SIZE if the number of work-items specified in any dimension of local_work_size is not valid for the
    // device (is greater than the corresponding value returned for CL_DEVICE_MAX_WORK_ITEM_SIZES)"
    if local.iter().any(|&size| size > most) {
        return Err(Status::INVALID_WORK_ITEM_SIZE);
    }
    // "... is greater than the maximum work-group size supported for kernel on the device"
    if local.iter().product::<u64>() > most {
        return Err(Status::INVALID_WORK_GROUP_SIZE);
    }
    // "... does not match the required work-group size for kernel"
    if kernel.core.required_work_group_size().is_some_and(|required| required != local) {
        return Err(Status::INVALID_WORK_GROUP_SIZE);
    }
    // "... if the work-group size must be uniform, and if the global_work_size is not evenly divisible by the local_work_size"
    let uniform = !kernel.core.program().allows_non_uniform_groups();
    if uniform && global.iter().zip(&local).any(|(global, local)| !global.is_multiple_of(*local)) {
        return Err(Status::INVALID_WORK_GROUP_SIZE);
    }
    launch.local_size = Some(local);
    Ok(launch)
}

/// Says in the log, and to the context's callback, why a command failed.
pub(crate) fn report(context: &Context, what: &str, error: &runtime::Error) {
    context.report(&format!("{what}: {error}"));
    if entry::logs() {
        entry::log(&format!("{what}: {error}"));
    }
}

/// The work of a launch, with the arguments that the kernel has now.
pub(crate) fn launch_task(
    queue: &Arc<Queue>,
    kernel: &Kernel,
    launch: &Launch,
) -> Result<impl Fn() -> Outcome + Send + Sync + 'static> {
    check_kernel(queue, kernel)?;
    let Snapshot { arguments, memories } = kernel.snapshot()?;
    let planned = queue.device.core().plan(&kernel.core, arguments, launch).map_err(|error| {
        report(&queue.context, kernel.core.name(), &error);
        status_of(&error)
    })?;
    let owner = queue.clone();
    Ok(move || {
        // Kept with the work: what the program releases meanwhile is still in use.
        let _ = &memories;
        let report = owner.device.core().run(&planned).map_err(|error| {
            report(&owner.context, "a kernel failed", &error);
            Failure(status_of(&error).0)
        })?;
        if !report.printed.is_empty() {
            // One write for the whole launch, so that launches do not mix; there is nobody to tell of a closed output.
            let mut output = std::io::stdout().lock();
            let _ = output.write_all(&report.printed).and_then(|()| output.flush());
        }
        Ok(())
    })
}

/// Checks that a queue's device can launch a kernel.
fn check_kernel(queue: &Queue, kernel: &Kernel) -> Result<()> {
    // "CL_INVALID_CONTEXT if context associated with command_queue and kernel are not the same"
    if !Arc::ptr_eq(&queue.context, &kernel.program.context) {
        return Err(Status::INVALID_CONTEXT);
    }
    // "CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built program executable available for device associated with
    // command_queue."
    if !kernel.program.is_built_for(&queue.device) {
        return Err(Status::INVALID_PROGRAM_EXECUTABLE);
    }
    Ok(())
}

entry! {
    /// `cl_khr_suggested_local_work_size`: API specification, "Kernel Object Queries", `clGetKernelSuggestedLocalWorkSizeKHR`.
    fn clGetKernelSuggestedLocalWorkSizeKHR(
        command_queue: cl_command_queue,
        kernel: cl_kernel,
        work_dim: cl_uint,
        global_work_offset: *const usize,
        global_work_size: *const usize,
        suggested_local_work_size: *mut usize,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        let kernel = handle::get::<Kernel>(kernel)?;
        check_kernel(&queue, &kernel)?;
        // "CL_INVALID_KERNEL_ARGS if any kernel arguments for kernel have not been set"
        kernel.snapshot()?;
        // SAFETY: as many numbers as dimensions, as the call asks.
        let launch =
            unsafe { sizes(&kernel, work_dim, global_work_offset, global_work_size, std::ptr::null()) }?;
        // "CL_INVALID_GLOBAL_WORK_SIZE if global_work_size is NULL", "if any of the values specified in global_work_size[0], ...
        // global_work_size[work_dim - 1] are zero".
        if launch.global_size.contains(&0) {
            return Err(Status::INVALID_GLOBAL_WORK_SIZE);
        }
        // "CL_INVALID_VALUE if suggested_local_work_size is NULL"
        if suggested_local_work_size.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        let chosen =
            queue.device.core().suggested_local_size(&kernel.core, &launch).map_err(|error| status_of(&error))?;
        for (dimension, &size) in chosen[..work_dim as usize].iter().enumerate() {
            // SAFETY: there is room for as many numbers as dimensions, as the call asks.
            unsafe { suggested_local_work_size.add(dimension).write(size as usize) };
        }
        Ok(())
    }
}

entry! {
    /// API specification, "Executing Kernels", `clEnqueueNDRangeKernel`.
    fn clEnqueueNDRangeKernel(
        command_queue: cl_command_queue,
        kernel: cl_kernel,
        work_dim: cl_uint,
        global_work_offset: *const usize,
        global_work_size: *const usize,
        local_work_size: *const usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        let kernel = handle::get::<Kernel>(kernel)?;
        // SAFETY: as many numbers as dimensions, as the call asks.
        let sizes =
            unsafe { sizes(&kernel, work_dim, global_work_offset, global_work_size, local_work_size) }?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_NDRANGE_KERNEL, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(launch_task(&queue, &kernel, &sizes)?))
    }
}

entry! {
    /// API specification 1.2, `clEnqueueTask`: a launch of one work-item.
    fn clEnqueueTask(
        command_queue: cl_command_queue,
        kernel: cl_kernel,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        let kernel = handle::get::<Kernel>(kernel)?;
        let one = [1_usize];
        // SAFETY: one number for one dimension.
        let sizes = unsafe { sizes(&kernel, 1, std::ptr::null(), one.as_ptr(), one.as_ptr()) }?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command =
            unsafe { Command::new(&queue, CL_COMMAND_TASK, (num_events_in_wait_list, event_wait_list, event)) }?;
        command.enqueue(Box::new(launch_task(&queue, &kernel, &sizes)?))
    }
}

entry! {
    /// API specification, "Executing Kernels", `clEnqueueNativeKernel`.
    fn clEnqueueNativeKernel(
        command_queue: cl_command_queue,
        user_func: Option<NativeFunction>,
        args: *mut c_void,
        cb_args: usize,
        num_mem_objects: cl_uint,
        mem_list: *const cl_mem,
        args_mem_loc: *mut *const c_void,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // "CL_INVALID_VALUE if user_func is NULL."
        let function = user_func.ok_or(Status::INVALID_VALUE)?;
        // "CL_INVALID_VALUE if args is a NULL value and cb_args > 0, or if args is a NULL value and num_mem_objects > 0", "if args is not
        // NULL and cb_args is 0", "if num_mem_objects > 0 and mem_list or args_mem_loc are NULL", "if num_mem_objects = 0 and mem_list or
        // args_mem_loc are not NULL".
        let lists = [mem_list.is_null(), args_mem_loc.is_null()];
        if args.is_null() != (cb_args == 0) || (args.is_null() && num_mem_objects > 0) || lists != [num_mem_objects == 0; 2] {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: as many memory objects and places as the call says.
        let (memory, places) = unsafe {
            (handle::list::<Memory>(mem_list, num_mem_objects)?, raw::slice(args_mem_loc, num_mem_objects as usize))
        };
        // "CL_INVALID_MEM_OBJECT if one or more memory objects specified in mem_list are not valid or are not buffer objects."
        if memory.iter().any(|memory| !memory.is_buffer()) {
            return Err(Status::INVALID_MEM_OBJECT);
        }
        // The arguments are copied, and in the copy handles become addresses.
        // SAFETY: as many bytes as the call says.
        let mut copy = unsafe { raw::slice(args.cast::<u8>(), cb_args) }.to_vec();
        for (memory, &place) in memory.iter().zip(places) {
            // "args_mem_loc is a pointer to appropriate locations that args points to where memory object handles (cl_mem values) are stored."
            let at = (place as usize).checked_sub(args as usize).ok_or(Status::INVALID_VALUE)?;
            let end = at.checked_add(size_of::<usize>()).ok_or(Status::INVALID_VALUE)?;
            copy.get_mut(at..end)
                .ok_or(Status::INVALID_VALUE)?
                .copy_from_slice(&(memory.address() as usize).to_ne_bytes());
        }
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_NATIVE_KERNEL, (num_events_in_wait_list, event_wait_list, event))
        }?;
        let had_arguments = !args.is_null();
        command.enqueue(Box::new(move || {
            // Words, so that the program finds its arguments aligned as it laid them out.
            let mut words = vec![0_u64; copy.len().div_ceil(8)];
            for (word, bytes) in words.iter_mut().zip(copy.chunks(8)) {
                let mut eight = [0; 8];
                eight[..bytes.len()].copy_from_slice(bytes);
                *word = u64::from_ne_bytes(eight);
            }
            let pointer = if had_arguments { words.as_mut_ptr().cast() } else { std::ptr::null_mut() };
            // SAFETY: the program gave this function to be called with such a block.
            unsafe { function(pointer) };
            drop(memory);
            Ok(())
        }))
    }
}
