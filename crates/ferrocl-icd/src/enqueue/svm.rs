//! Commands on shared virtual memory. All memory is shared here, so that maps and migrations have nothing to move.

use std::ffi::c_void;

use ferrocl_runtime::memory::region::{self, RowLayout};

use super::buffers::check_map_values;
use super::{Command, HostPointer, Outcome};
use crate::bindings::*;
use crate::entry::entry;
use crate::handle::{self, Object};
use crate::queue::Queue;
use crate::raw;
use crate::status::{Result, Status};
use crate::svm::{self, Place};

/// `pfn_free_func` of `clEnqueueSVMFree`.
type Free = unsafe extern "C" fn(cl_command_queue, cl_uint, *mut *mut c_void, *mut c_void);

entry! {
    /// API specification, "SVM Sharing Granularity", `clEnqueueSVMFree`.
    fn clEnqueueSVMFree(
        command_queue: cl_command_queue,
        num_svm_pointers: cl_uint,
        svm_pointers: *mut *mut c_void,
        pfn_free_func: Option<Free>,
        user_data: *mut c_void,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // "CL_INVALID_VALUE if num_svm_pointers is 0 and svm_pointers is non-NULL, or if svm_pointers is NULL and num_svm_pointers is not
        // 0."
        if svm_pointers.is_null() != (num_svm_pointers == 0) {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: as many pointers as the call says.
        let pointers: Vec<HostPointer> = unsafe { raw::slice(svm_pointers, num_svm_pointers as usize) }
            .iter()
            .map(|&pointer| HostPointer(pointer))
            .collect();
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_SVM_FREE, (num_events_in_wait_list, event_wait_list, event))
        }?;
        let (owner, user_data) = (queue.clone(), HostPointer(user_data));
        command.enqueue(Box::new(move || {
            let (mut pointers, user_data) = ({ pointers }, { user_data });
            match pfn_free_func {
                Some(function) => {
                    let mut raws: Vec<*mut c_void> = pointers.drain(..).map(|pointer| pointer.0).collect();
                    // SAFETY: the program gave this function to be called like this.
                    unsafe { function(owner.raw(), num_svm_pointers, raws.as_mut_ptr(), user_data.0) };
                }
                // "If pfn_free_func is NULL then all the SVM pointers must be allocated using clSVMAlloc and the OpenCL implementation will
                // free these SVM pointers." A wrong one is left alone.
                None => {
                    for pointer in pointers {
                        svm::free(&owner.context, pointer.0, |kind| kind == svm::Kind::Svm);
                    }
                }
            }
            Ok(())
        }))
    }
}

/// The work of `clEnqueueSVMMemcpy` and `clEnqueueMemcpyINTEL`.
///
/// # Safety
/// Whenever the work is done, `size` bytes can be read and written at the two places.
pub(crate) unsafe fn copy_task(
    dst_ptr: *mut c_void,
    src_ptr: *const c_void,
    size: usize,
) -> Result<impl Fn() -> Outcome + Send + Sync + 'static> {
    // "CL_INVALID_VALUE if dst_ptr or src_ptr are NULL."
    if dst_ptr.is_null() || src_ptr.is_null() {
        return Err(Status::INVALID_VALUE);
    }
    // "CL_MEM_COPY_OVERLAP if the values specified for dst_ptr, src_ptr and size result in an overlapping copy."
    if (dst_ptr as usize).abs_diff(src_ptr as usize) < size {
        return Err(Status::MEM_COPY_OVERLAP);
    }
    let (to, from) = (Place::new(dst_ptr), Place::new(src_ptr));
    Ok(move || {
        let row = RowLayout::at(0);
        // SAFETY: the caller vouches for both places.
        unsafe { region::copy(from.address(), row, to.address(), row, [size, 1, 1]) };
        Ok(())
    })
}

entry! {
    /// API specification, "SVM Sharing Granularity", `clEnqueueSVMMemcpy`.
    fn clEnqueueSVMMemcpy(
        command_queue: cl_command_queue,
        blocking_copy: cl_bool,
        dst_ptr: *mut c_void,
        src_ptr: *const c_void,
        size: usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_SVM_MEMCPY, (num_events_in_wait_list, event_wait_list, event))
        }?;
        // SAFETY: both ranges are memory of the program, or shared, as large as the call says, until the command is over.
        let task = unsafe { copy_task(dst_ptr, src_ptr, size) }?;
        command.blocking(blocking_copy).enqueue(Box::new(task))
    }
}

/// The work of `clEnqueueSVMMemFill` and `clEnqueueMemFillINTEL`.
///
/// # Safety
/// A pattern that is not null has as many bytes as are said; whenever the work is done, `size` bytes can be written.
pub(crate) unsafe fn fill_task(
    svm_ptr: *mut c_void,
    pattern: (*const c_void, usize),
    size: usize,
) -> Result<impl Fn() -> Outcome + Send + Sync + 'static> {
    // "CL_INVALID_VALUE if svm_ptr is NULL", "if svm_ptr is not aligned to pattern_size bytes".
    if svm_ptr.is_null() {
        return Err(Status::INVALID_VALUE);
    }
    // SAFETY: the caller vouches for it.
    let pattern = unsafe { super::pattern(pattern, [svm_ptr as usize, size]) }?;
    let to = Place::new(svm_ptr);
    Ok(move || {
        // SAFETY: the caller vouches for the place.
        unsafe { region::fill(to.address(), RowLayout::at(0), [size, 1, 1], &pattern) };
        Ok(())
    })
}

entry! {
    /// API specification, "SVM Sharing Granularity", `clEnqueueSVMMemFill`.
    fn clEnqueueSVMMemFill(
        command_queue: cl_command_queue,
        svm_ptr: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        size: usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_SVM_MEMFILL, (num_events_in_wait_list, event_wait_list, event))
        }?;
        // SAFETY: as many bytes of pattern as the call says; the range is shared memory until the command is over.
        let task = unsafe { fill_task(svm_ptr, (pattern, pattern_size), size) }?;
        command.enqueue(Box::new(task))
    }
}

entry! {
    /// API specification, "SVM Sharing Granularity", `clEnqueueSVMMap`.
    fn clEnqueueSVMMap(
        command_queue: cl_command_queue,
        blocking_map: cl_bool,
        flags: cl_map_flags,
        svm_ptr: *mut c_void,
        size: usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_SVM_MAP, (num_events_in_wait_list, event_wait_list, event))
        }?;
        // "CL_INVALID_VALUE if svm_ptr is NULL", "if size is 0 or if values specified in map_flags are not valid".
        if svm_ptr.is_null() || size == 0 {
            return Err(Status::INVALID_VALUE);
        }
        check_map_values(flags)?;
        command.blocking(blocking_map).enqueue(Box::new(|| Ok(())))
    }
}

entry! {
    /// API specification, "SVM Sharing Granularity", `clEnqueueSVMUnmap`.
    fn clEnqueueSVMUnmap(
        command_queue: cl_command_queue,
        svm_ptr: *mut c_void,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_SVM_UNMAP, (num_events_in_wait_list, event_wait_list, event))
        }?;
        // "CL_INVALID_VALUE if svm_ptr is NULL."
        if svm_ptr.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        command.enqueue(Box::new(|| Ok(())))
    }
}

entry! {
    /// API specification, "SVM Sharing Granularity", `clEnqueueSVMMigrateMem`.
    fn clEnqueueSVMMigrateMem(
        command_queue: cl_command_queue,
        num_svm_pointers: cl_uint,
        svm_pointers: *mut *const c_void,
        sizes: *const usize,
        flags: cl_mem_migration_flags,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_SVM_MIGRATE_MEM, (num_events_in_wait_list, event_wait_list, event))
        }?;
        let known = u64::from(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
        // "CL_INVALID_VALUE if num_svm_pointers is zero or svm_pointers is NULL", "if flags is not zero and is not a valid combination".
        if num_svm_pointers == 0 || svm_pointers.is_null() || flags & !known != 0 {
            return Err(Status::INVALID_VALUE);
        }
        let count = num_svm_pointers as usize;
        // SAFETY: as many pointers and, unless it is null, sizes as the call says.
        let (pointers, sizes) = unsafe { (raw::slice(svm_pointers, count), raw::slice(sizes, count)) };
        for (index, &pointer) in pointers.iter().enumerate() {
            // "CL_INVALID_VALUE if sizes[i] is non-zero range [svm_pointers[i], svm_pointers[i]+sizes[i]) is not contained within an
            // existing clSVMAlloc allocation."
            let size = sizes.get(index).copied().unwrap_or(0);
            let inside = svm::find(pointer as usize).is_some_and(|found| size <= found.remaining());
            if !inside {
                return Err(Status::INVALID_VALUE);
            }
        }
        command.enqueue(Box::new(|| Ok(())))
    }
}
