//! Events: waiting, status, callbacks, profiles.

use std::ffi::c_void;
use std::sync::Arc;

use ferrocl_runtime::queue;

use crate::bindings::*;
use crate::context::{Context, UserData};
use crate::entry::entry;
use crate::handle::{self, Handle, Object};
use crate::info::Answer;
use crate::queue::Queue;
use crate::status::{Result, Status};

/// `pfn_notify` of `clSetEventCallback`.
type Notify = unsafe extern "C" fn(cl_event, cl_int, *mut c_void);

/// An event of a command, or one that the program sets.
pub(crate) struct Event {
    handle: Handle<Event>,
    pub(crate) core: Arc<queue::Event>,
    pub(crate) context: Arc<Context>,
    /// `None` for a user event.
    queue: Option<Arc<Queue>>,
    command: cl_command_type,
}

impl Object for Event {
    type Raw = _cl_event;
    const INVALID: Status = Status::INVALID_EVENT;
    fn handle(&self) -> &Handle<Event> {
        &self.handle
    }
}

/// The event of a command for the program, with one reference.
pub(crate) fn publish(queue: &Arc<Queue>, command: cl_command_type, core: Arc<queue::Event>) -> cl_event {
    handle::publish(Arc::new(Event {
        handle: Handle::new(),
        core,
        context: queue.context.clone(),
        queue: Some(queue.clone()),
        command,
    }))
}

entry! {
    /// API specification, "Event Objects", `clCreateUserEvent`.
    fn clCreateUserEvent(context: cl_context) -> cl_event {
        Ok(handle::publish(Arc::new(Event {
            handle: Handle::new(),
            core: Arc::new(queue::Event::user()),
            context: handle::get::<Context>(context)?,
            queue: None,
            command: CL_COMMAND_USER,
        })))
    }
}

entry! {
    /// API specification, "Event Objects", `clSetUserEventStatus`.
    fn clSetUserEventStatus(event: cl_event, execution_status: cl_int) {
        let event = handle::get::<Event>(event)?;
        // "CL_INVALID_EVENT if event is not a valid user event object."
        if event.queue.is_some() {
            return Err(Status::INVALID_EVENT);
        }
        // "CL_INVALID_VALUE if the execution_status is not CL_COMPLETE or a negative integer value."
        let outcome = match execution_status {
            0 => Ok(()),
            code if code < 0 => Err(queue::Failure(code)),
            _ => return Err(Status::INVALID_VALUE),
        };
        // "CL_INVALID_OPERATION if the execution_status for event has already been changed by a previous call to
        // clSetUserEventStatus."
        if event.core.set(outcome) { Ok(()) } else { Err(Status::INVALID_OPERATION) }
    }
}

entry! {
    /// API specification, "Event Objects", `clWaitForEvents`.
    fn clWaitForEvents(num_events: cl_uint, event_list: *const cl_event) {
        // "CL_INVALID_VALUE if num_events is zero or event_list is NULL."
        if num_events == 0 || event_list.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: as many events as the call says.
        let events = unsafe { handle::list::<Event>(event_list, num_events) }?;
        // "CL_INVALID_CONTEXT if events specified in event_list do not belong to the same context."
        if events.iter().any(|event| !Arc::ptr_eq(&event.context, &events[0].context)) {
            return Err(Status::INVALID_CONTEXT);
        }
        let cores: Vec<_> = events.iter().map(|event| event.core.clone()).collect();
        // "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any of the events in event_list is a negative
        // integer value."
        if queue::wait_for_all(&cores) { Ok(()) } else { Err(Status::EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) }
    }
}

entry! {
    /// API specification, "Event Objects", `clGetEventInfo`.
    fn clGetEventInfo(
        event: cl_event,
        param_name: cl_event_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let event = handle::get::<Event>(event)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            // "For user event objects, a NULL value is returned."
            CL_EVENT_COMMAND_QUEUE => {
                answer.value(event.queue.as_ref().map_or(std::ptr::null_mut(), |queue| queue.raw()))
            }
            CL_EVENT_CONTEXT => answer.value(event.context.raw()),
            CL_EVENT_COMMAND_TYPE => answer.value(event.command),
            CL_EVENT_COMMAND_EXECUTION_STATUS => {
                let status = event.core.status();
                // Programs watch the status in a loop, and not all of them have flushed.
                if !status.is_over() {
                    event.core.flush();
                }
                answer.value::<cl_int>(status.number())
            }
            CL_EVENT_REFERENCE_COUNT => answer.value(event.handle.references()),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}

entry! {
    /// API specification, "Event Objects", `clSetEventCallback`.
    fn clSetEventCallback(
        event: cl_event,
        command_exec_callback_type: cl_int,
        pfn_notify: Option<Notify>,
        user_data: *mut c_void,
    ) {
        let object = handle::get::<Event>(event)?;
        // "CL_INVALID_VALUE if pfn_event_notify is NULL or if command_exec_callback_type is not CL_SUBMITTED, CL_RUNNING, or
        // CL_COMPLETE."
        let function = pfn_notify.ok_or(Status::INVALID_VALUE)?;
        let at = match command_exec_callback_type as cl_uint {
            CL_COMPLETE => queue::Status::Complete,
            CL_RUNNING => queue::Status::Running,
            CL_SUBMITTED => queue::Status::Submitted,
            _ => return Err(Status::INVALID_VALUE),
        };
        let user_data = UserData(user_data);
        // The event stays until the function has been called: it gets the handle.
        let kept = object.clone();
        object.core.on_status(at, move |status| {
            let user_data = user_data;
            // "the event_command_exec_status ... or a negative value"; a status beyond the one asked for is reported as the one.
            let number = if status.number() < 0 { status.number() } else { at.number() };
            // SAFETY: the program gave this function to be called like this, from any thread.
            unsafe { function(kept.raw(), number, user_data.0) };
        });
        // Programs that wait to be called do not all flush.
        object.core.flush();
        Ok(())
    }
}

entry! {
    /// API specification, "Event Objects", `clRetainEvent`.
    fn clRetainEvent(event: cl_event) {
        handle::retain::<Event>(event)
    }
}

entry! {
    /// API specification, "Event Objects", `clReleaseEvent`.
    fn clReleaseEvent(event: cl_event) {
        let object = handle::get::<Event>(event)?;
        handle::release::<Event>(event)?;
        // Nobody can set a user event any more; what waits for it would wait for ever, callbacks that keep the event among it.
        if object.queue.is_none() && object.handle.references() == 0 {
            object.core.set(Err(queue::Failure::INTERNAL));
        }
        Ok(())
    }
}

entry! {
    /// API specification, "Profiling Operations on Memory Objects and Kernels", `clGetEventProfilingInfo`.
    fn clGetEventProfilingInfo(
        event: cl_event,
        param_name: cl_profiling_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let event = handle::get::<Event>(event)?;
        // "CL_PROFILING_INFO_NOT_AVAILABLE if the CL_QUEUE_PROFILING_ENABLE flag is not set for the command-queue, if the execution status
        // of the command identified by event is not CL_COMPLETE or if event is a user event object."
        // (The status first: the times are all there once it says so.)
        if event.core.status() != queue::Status::Complete {
            return Err(Status::PROFILING_INFO_NOT_AVAILABLE);
        }
        let times = event.core.times().ok_or(Status::PROFILING_INFO_NOT_AVAILABLE)?;
        let time: cl_ulong = match param_name {
            CL_PROFILING_COMMAND_QUEUED => times.queued,
            CL_PROFILING_COMMAND_SUBMIT => times.submitted,
            CL_PROFILING_COMMAND_START => times.started,
            // Nothing enqueues from a kernel, so that a command and its children end together.
            CL_PROFILING_COMMAND_END | CL_PROFILING_COMMAND_COMPLETE => times.ended,
            _ => return Err(Status::INVALID_VALUE),
        };
        Answer::new(param_value_size, param_value, param_value_size_ret).value(time)
    }
}

/// What a call that waited for an event returns.
pub(crate) fn outcome(status: queue::Status) -> Result<()> {
    match status {
        // "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the ... operations are blocking and the execution status of any of the
        // events in event_wait_list is a negative integer value."
        queue::Status::Failed(queue::Failure(code)) => Err(Status(code)),
        _ => Ok(()),
    }
}
