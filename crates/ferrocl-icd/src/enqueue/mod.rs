//! Commands: one module for each family of `clEnqueue…`, and here what all of them do.
//!
//! A call checks its arguments, takes hold of the objects that the command needs (they live until it is over, whatever the program
//! releases meanwhile) and gives the runtime's queue a closure. Offsets of sub-buffers need no check here
//! (`CL_MISALIGNED_SUB_BUFFER_OFFSET`): every device aligns alike, and `clCreateSubBuffer` has checked.

pub(crate) mod buffers;
pub(crate) mod images;
pub(crate) mod kernels;
pub(crate) mod svm;
pub(crate) mod sync;
mod transfer;
pub(crate) mod usm;

use std::sync::Arc;

use ferrocl_runtime::queue::{self, Failure, Order, Work};

use crate::bindings::*;
use crate::device::BASE_ALIGNMENT;
use crate::event::{self, Event};
use crate::handle;
use crate::memory::Memory;
use crate::queue::Queue;
use crate::raw;
use crate::status::{Result, Status};

/// The events that a command waits for.
///
/// # Safety
/// A list that is not null leads to as many handles as are said.
pub(crate) unsafe fn wait_list(
    queue: &Queue,
    count: cl_uint,
    list: *const cl_event,
) -> Result<Vec<Arc<queue::Event>>> {
    // "CL_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and num_events_in_wait_list > 0, or event_wait_list is not NULL and
    // num_events_in_wait_list is 0, or if event objects in event_wait_list are not valid events."
    if list.is_null() != (count == 0) {
        return Err(Status::INVALID_EVENT_WAIT_LIST);
    }
    // SAFETY: the caller vouches for it.
    let events =
        unsafe { handle::list::<Event>(list, count) }.map_err(|_| Status::INVALID_EVENT_WAIT_LIST)?;
    // "CL_INVALID_CONTEXT if context associated with command_queue and events in event_wait_list are not the same."
    if events.iter().any(|event| !Arc::ptr_eq(&event.context, &queue.context)) {
        return Err(Status::INVALID_CONTEXT);
    }
    Ok(events.iter().map(|event| event.core.clone()).collect())
}

/// How the work of a command ends. What command-buffers can record is a closure that can run any number of times.
pub(crate) type Outcome = std::result::Result<(), Failure>;

/// What every enqueuing call ends with: `num_events_in_wait_list`, `event_wait_list`, `event`.
pub(crate) type Events = (cl_uint, *const cl_event, *mut cl_event);

/// What an enqueuing call says of its command beside what it does.
pub(crate) struct Command<'a> {
    pub(crate) queue: &'a Arc<Queue>,
    pub(crate) kind: cl_command_type,
    pub(crate) order: Order,
    pub(crate) waits: Vec<Arc<queue::Event>>,
    /// The call returns when the command is over.
    pub(crate) blocking: bool,
    /// Where the program wants the event; may be null.
    pub(crate) event: *mut cl_event,
}

impl<'a> Command<'a> {
    /// A command with a wait list.
    ///
    /// # Safety
    /// A list that is not null leads to as many handles as are said; `event` is null or writable.
    pub(crate) unsafe fn new(
        queue: &'a Arc<Queue>,
        kind: cl_command_type,
        (count, list, event): Events,
    ) -> Result<Command<'a>> {
        // SAFETY: the caller vouches for it.
        let waits = unsafe { wait_list(queue, count, list) }?;
        Ok(Command { queue, kind, order: Order::Plain, waits, blocking: false, event })
    }
    /// The same, and the call returns when the command is over if `blocking` says so.
    pub(crate) fn blocking(self, blocking: cl_bool) -> Command<'a> {
        Command { blocking: blocking != 0, ..self }
    }
    /// Puts it into its queue.
    pub(crate) fn enqueue(self, work: Work) -> Result<()> {
        self.enqueue_with(work, |_| ())
    }
    /// The same, and shows its event around before anything waits for it.
    pub(crate) fn enqueue_with(self, work: Work, show: impl FnOnce(&Arc<queue::Event>)) -> Result<()> {
        let core = self.queue.core.enqueue(self.order, &self.waits, work);
        show(&core);
        if self.blocking {
            event::outcome(core.wait())?;
        }
        if !self.event.is_null() {
            let event = event::publish(self.queue, self.kind, core);
            // SAFETY: a place for an event is writable, as every call asks.
            unsafe { raw::write(self.event, event) };
        }
        Ok(())
    }
}

/// What a runtime error is called in the API.
pub(crate) fn status_of(error: &ferrocl_runtime::Error) -> Status {
    use ferrocl_runtime::Error;
    match error {
        Error::OutOfMemory { .. } => Status::MEM_OBJECT_ALLOCATION_FAILURE,
        Error::WorkSize(_) => Status::INVALID_WORK_GROUP_SIZE,
        Error::Argument { .. } | Error::ArgumentCount { .. } => Status::INVALID_KERNEL_ARGS,
        _ => Status::OUT_OF_RESOURCES,
    }
}

/// The failure of a command whose work gave a runtime error.
pub(crate) fn failed(error: ferrocl_runtime::Error) -> Failure {
    Failure(status_of(&error).0)
}

/// The bytes of a fill pattern: "CL_INVALID_VALUE if pattern is NULL", "if pattern_size is zero", "... is not a power of two", "... is greater
/// than 128", which is "the size of the largest integer or floating-point vector data type supported", and if what is to be filled, whose
/// start and size are `multiples`, "is not a multiple of pattern_size".
///
/// # Safety
/// A pattern that is not null has as many bytes as are said.
pub(crate) unsafe fn pattern(
    (pattern, pattern_size): (*const std::ffi::c_void, usize),
    multiples: [usize; 2],
) -> Result<Vec<u8>> {
    if pattern.is_null()
        || !pattern_size.is_power_of_two()
        || pattern_size > BASE_ALIGNMENT
        || multiples.iter().any(|number| !number.is_multiple_of(pattern_size))
    {
        return Err(Status::INVALID_VALUE);
    }
    // "The memory associated with pattern can be reused or freed after the function returns."
    // SAFETY: the caller vouches for it.
    Ok(unsafe { raw::slice(pattern.cast::<u8>(), pattern_size) }.to_vec())
}

/// "CL_INVALID_CONTEXT if the context associated with command_queue and [the memory object] are not the same".
pub(crate) fn check_context(queue: &Queue, memory: &Memory) -> Result<()> {
    if Arc::ptr_eq(&queue.context, &memory.context) { Ok(()) } else { Err(Status::INVALID_CONTEXT) }
}

/// Memory of the program that a command will read or write.
#[derive(Clone, Copy)]
pub(crate) struct HostPointer(pub(crate) *mut std::ffi::c_void);

// SAFETY: the program keeps the memory until the command is over, on whatever thread that runs.
unsafe impl Send for HostPointer {}
