//! Markers and barriers, and the calls of OpenCL 1.0 and 1.1 that they replaced.

use ferrocl_runtime::queue::Order;

use super::Command;
use crate::bindings::*;
use crate::entry::entry;
use crate::handle;
use crate::queue::Queue;
use crate::status::{Result, Status};

/// Enqueues a marker or barrier: without a wait list it waits for everything before it.
///
/// # Safety
/// As for [`Command::new`].
unsafe fn synchronise(
    queue: cl_command_queue,
    kind: cl_command_type,
    count: cl_uint,
    list: *const cl_event,
    event: *mut cl_event,
) -> Result<()> {
    let queue = handle::get::<Queue>(queue)?;
    // SAFETY: the caller vouches for it.
    let mut command = unsafe { Command::new(&queue, kind, (count, list, event)) }?;
    command.order = match (kind, count) {
        (CL_COMMAND_BARRIER, 0) => Order::Barrier,
        // "... blocks until ... all events in event_wait_list", and "any following commands" wait for it.
        (CL_COMMAND_BARRIER, _) => Order::Fence,
        (_, 0) => Order::Marker,
        _ => Order::Plain,
    };
    command.enqueue(Box::new(|| Ok(())))
}

entry! {
    /// API specification, "Markers, Barriers and Waiting for Events", `clEnqueueMarkerWithWaitList`.
    fn clEnqueueMarkerWithWaitList(
        command_queue: cl_command_queue,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        // SAFETY: a wait list and a place for an event, as the call asks.
        unsafe { synchronise(command_queue, CL_COMMAND_MARKER, num_events_in_wait_list, event_wait_list, event) }
    }
}

entry! {
    /// API specification, "Markers, Barriers and Waiting for Events", `clEnqueueBarrierWithWaitList`.
    fn clEnqueueBarrierWithWaitList(
        command_queue: cl_command_queue,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        // SAFETY: a wait list and a place for an event, as the call asks.
        unsafe { synchronise(command_queue, CL_COMMAND_BARRIER, num_events_in_wait_list, event_wait_list, event) }
    }
}

entry! {
    /// API specification 1.1, `clEnqueueMarker`: "CL_INVALID_VALUE if event is a NULL value."
    fn clEnqueueMarker(command_queue: cl_command_queue, event: *mut cl_event) {
        handle::get::<Queue>(command_queue)?;
        if event.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: no wait list, and a place for an event.
        unsafe { synchronise(command_queue, CL_COMMAND_MARKER, 0, std::ptr::null(), event) }
    }
}

entry! {
    /// API specification 1.1, `clEnqueueBarrier`.
    fn clEnqueueBarrier(command_queue: cl_command_queue) {
        // SAFETY: no wait list and no event.
        unsafe { synchronise(command_queue, CL_COMMAND_BARRIER, 0, std::ptr::null(), std::ptr::null_mut()) }
    }
}

entry! {
    /// API specification 1.1, `clEnqueueWaitForEvents`: commands after it wait for the events.
    fn clEnqueueWaitForEvents(
        command_queue: cl_command_queue,
        num_events: cl_uint,
        event_list: *const cl_event,
    ) {
        handle::get::<Queue>(command_queue)?;
        // "CL_INVALID_VALUE if num_events is zero or event_list is NULL."
        if num_events == 0 || event_list.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: as many events as the call says.
        unsafe { synchronise(command_queue, CL_COMMAND_BARRIER, num_events, event_list, std::ptr::null_mut()) }
            // "CL_INVALID_EVENT if event objects specified in event_list are not valid events."
            .map_err(|e| if e == Status::INVALID_EVENT_WAIT_LIST { Status::INVALID_EVENT } else { e })
    }
}
