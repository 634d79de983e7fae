//! Commands of `cl_intel_unified_shared_memory`: filling and copying memory by its address, and hints.

use std::ffi::c_void;

use super::{Command, Events, svm};
use crate::bindings::*;
use crate::entry::entry;
use crate::handle;
use crate::queue::Queue;
use crate::status::{Result, Status};

/// Fills memory with a pattern.
///
/// # Safety
/// A pattern that is not null has as many bytes as are said, `size` bytes can be written at the destination, and the wait list and the place for the event are
/// as [`Command::new`] wants them.
unsafe fn fill(
    queue: cl_command_queue,
    dst_ptr: *mut c_void,
    pattern: (*const c_void, usize),
    size: usize,
    events: Events,
) -> Result<()> {
    let queue = handle::get::<Queue>(queue)?;
    // SAFETY: the caller vouches for it.
    let task = unsafe { svm::fill_task(dst_ptr, pattern, size) }?;
    // SAFETY: the caller vouches for it.
    let command = unsafe { Command::new(&queue, CL_COMMAND_MEMFILL_INTEL, events) }?;
    command.enqueue(Box::new(task))
}

entry! {
    /// `cl_intel_unified_shared_memory`, "Filling and Copying Unified Shared Memory", `clEnqueueMemFillINTEL`.
    fn clEnqueueMemFillINTEL(
        command_queue: cl_command_queue,
        dst_ptr: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        size: usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let events = (num_events_in_wait_list, event_wait_list, event);
        // SAFETY: the pointers are what the call asks for.
        unsafe { fill(command_queue, dst_ptr, (pattern, pattern_size), size, events) }
    }
}

entry! {
    /// The predecessor of `clEnqueueMemFillINTEL`, which programs for early versions of the extension call: fills memory with a byte.
    fn clEnqueueMemsetINTEL(
        command_queue: cl_command_queue,
        dst_ptr: *mut c_void,
        value: cl_int,
        size: usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let byte = value as u8;
        let events = (num_events_in_wait_list, event_wait_list, event);
        // SAFETY: the pointers are what the call asks for; the pattern is here.
        unsafe { fill(command_queue, dst_ptr, (std::ptr::from_ref(&byte).cast(), 1), size, events) }
    }
}

entry! {
    /// `cl_intel_unified_shared_memory`, "Filling and Copying Unified Shared Memory", `clEnqueueMemcpyINTEL`.
    fn clEnqueueMemcpyINTEL(
        command_queue: cl_command_queue,
        blocking: cl_bool,
        dst_ptr: *mut c_void,
        src_ptr: *const c_void,
        size: usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // SAFETY: the program vouches for both places until the command is over.
        let task = unsafe { svm::copy_task(dst_ptr, src_ptr, size) }?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_MEMCPY_INTEL, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.blocking(blocking).enqueue(Box::new(task))
    }
}

entry! {
    /// `cl_intel_unified_shared_memory`, "Unified Shared Memory Hints", `clEnqueueMigrateMemINTEL`. All memory is where it is needed.
    fn clEnqueueMigrateMemINTEL(
        command_queue: cl_command_queue,
        ptr: *const c_void,
        size: usize,
        flags: cl_mem_migration_flags,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // "CL_INVALID_VALUE if flags is not a supported combination of memory migration flags."
        let known = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
        if flags & !u64::from(known) != 0 {
            return Err(Status::INVALID_VALUE);
        }
        let _ = (ptr, size);
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_MIGRATEMEM_INTEL, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(|| Ok(())))
    }
}

entry! {
    /// `cl_intel_unified_shared_memory`, "Unified Shared Memory Hints", `clEnqueueMemAdviseINTEL`. "If a memory advice hint is not supported
    /// by the device it will be ignored."
    fn clEnqueueMemAdviseINTEL(
        command_queue: cl_command_queue,
        ptr: *const c_void,
        size: usize,
        advice: cl_mem_advice_intel,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // "CL_INVALID_VALUE if advice is not supported advice": nothing, or one of the values that the extension sets aside for advice.
        if advice != 0 && !(0x4208..=0x420F).contains(&advice) {
            return Err(Status::INVALID_VALUE);
        }
        let _ = (ptr, size);
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_MEMADVISE_INTEL, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(|| Ok(())))
    }
}
