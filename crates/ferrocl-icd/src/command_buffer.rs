//! Command-buffers: `cl_khr_command_buffer`.
//!
//! A command that is recorded is checked as its enqueuing call would check it, and kept as the closure that does its work. To enqueue the
//! command-buffer is to enqueue one command that runs all of them.
//!
//! They run in the order in which they were recorded. Every synchronization point that a command can wait for was recorded before it, so
//! that this order keeps all dependencies, and each command has all threads of the device. What is run does not change, so
//! that any number of executions can go on at the same time. The functions that record are in `command_buffer_record`.

use std::ffi::c_void;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrocl_runtime::queue::Failure;

use crate::bindings::*;
use crate::buffer::property_list;
use crate::enqueue::Command;
use crate::entry::entry;
use crate::handle::{self, Handle, Object};
use crate::info::Answer;
use crate::newer::*;
use crate::queue::Queue;
use crate::raw;
use crate::status::{Result, Status};

/// What a command does, as often as it is asked to.
pub(crate) type Task = Box<dyn Fn() -> std::result::Result<(), Failure> + Send + Sync>;

/// What a device can do with command-buffers. Nothing enqueues from kernels.
pub(crate) const CAPABILITIES: cl_device_command_buffer_capabilities_khr =
    (CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR | CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR)
        as cl_device_command_buffer_capabilities_khr;

/// A command-buffer.
pub(crate) struct CommandBuffer {
    handle: Handle<CommandBuffer>,
    /// What its commands are recorded to. All its facts are constant, so that recording has no effect on it.
    pub(crate) queue: Arc<Queue>,
    /// As they were given, with the zero at the end; empty where none were.
    properties: Vec<cl_command_buffer_properties_khr>,
    state: Mutex<State>,
}

/// Where a command-buffer stands.
enum State {
    Recording(Vec<Task>),
    /// Finalized: the commands do not change any more.
    Executable(Arc<[Task]>),
}

impl Object for CommandBuffer {
    type Raw = _cl_command_buffer_khr;
    const INVALID: Status = Status::INVALID_COMMAND_BUFFER_KHR;
    fn handle(&self) -> &Handle<CommandBuffer> {
        &self.handle
    }
}

impl CommandBuffer {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// How many commands were recorded: "CL_INVALID_OPERATION if command_buffer has been finalized."
    pub(crate) fn recorded(&self) -> Result<usize> {
        match &*self.state() {
            State::Recording(tasks) => Ok(tasks.len()),
            State::Executable(_) => Err(Status::INVALID_OPERATION),
        }
    }
    /// Adds a command; what comes back is its synchronization point.
    pub(crate) fn record(&self, task: Task) -> Result<cl_sync_point_khr> {
        match &mut *self.state() {
            State::Recording(tasks) => {
                // "a hard upper limit on the number of commands a command-buffer can hold as CL_UINT_MAX, at which point
                // CL_OUT_OF_RESOURCES will be returned."
                let point =
                    cl_sync_point_khr::try_from(tasks.len() + 1).map_err(|_| Status::OUT_OF_RESOURCES)?;
                tasks.push(task);
                Ok(point)
            }
            State::Executable(_) => Err(Status::INVALID_OPERATION),
        }
    }
}

entry! {
    /// API specification, "Creating Command-Buffer Objects", `clCreateCommandBufferKHR`.
    fn clCreateCommandBufferKHR(
        num_queues: cl_uint,
        queues: *const cl_command_queue,
        properties: *const cl_command_buffer_properties_khr,
    ) -> cl_command_buffer_khr {
        // "CL_INVALID_VALUE if ... the cl_khr_command_buffer_multi_device extension is not supported and num_queues is not one", "if queues
        // is NULL".
        if num_queues != 1 || queues.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: one handle, as was just checked.
        let queue = handle::get::<Queue>(unsafe { queues.read() })?;
        // SAFETY: a list of properties that ends with a zero, as the call asks.
        let given = unsafe { raw::properties(properties) };
        let known = u64::from(
            CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR
                | CL_COMMAND_BUFFER_MUTABLE_KHR
                | CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR,
        );
        for (index, &(name, value)) in given.iter().enumerate() {
            // "CL_INVALID_VALUE if values specified in properties are not valid, or if the same property name is specified more than once."
            let again = given[..index].iter().any(|&(earlier, _)| earlier == name);
            if again || name != u64::from(CL_COMMAND_BUFFER_FLAGS_KHR) || value & !known != 0 {
                return Err(Status::INVALID_VALUE);
            }
            // "CL_INVALID_PROPERTY if values specified in properties are valid but are not supported by all the devices": those of
            // further extensions.
            if value & !u64::from(CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR) != 0 {
                return Err(Status::INVALID_PROPERTY);
            }
        }
        Ok(handle::publish(Arc::new(CommandBuffer {
            handle: Handle::new(),
            queue,
            properties: property_list(properties, &given),
            state: Mutex::new(State::Recording(Vec::new())),
        })))
    }
}

entry! {
    /// API specification, "Creating Command-Buffer Objects", `clRetainCommandBufferKHR`.
    fn clRetainCommandBufferKHR(command_buffer: cl_command_buffer_khr) {
        handle::retain::<CommandBuffer>(command_buffer)
    }
}

entry! {
    /// API specification, "Creating Command-Buffer Objects", `clReleaseCommandBufferKHR`.
    fn clReleaseCommandBufferKHR(command_buffer: cl_command_buffer_khr) {
        handle::release::<CommandBuffer>(command_buffer)
    }
}

entry! {
    /// API specification, "Enqueuing a Command-Buffer", `clFinalizeCommandBufferKHR`.
    fn clFinalizeCommandBufferKHR(command_buffer: cl_command_buffer_khr) {
        let buffer = handle::get::<CommandBuffer>(command_buffer)?;
        let mut state = buffer.state();
        match &mut *state {
            State::Recording(tasks) => {
                let tasks = std::mem::take(tasks);
                *state = State::Executable(tasks.into());
                Ok(())
            }
            // "CL_INVALID_OPERATION if command_buffer is not in the Recording state."
            State::Executable(_) => Err(Status::INVALID_OPERATION),
        }
    }
}

/// The queue that an execution goes to: the one that is given, or the one that the command-buffer was made for.
///
/// # Safety
/// A list that is not null leads to as many handles as are said.
unsafe fn target(
    buffer: &CommandBuffer,
    num_queues: cl_uint,
    queues: *const cl_command_queue,
) -> Result<Arc<Queue>> {
    // "CL_INVALID_VALUE if queues is NULL and num_queues is > 0, or queues is not NULL and num_queues is 0."
    if queues.is_null() != (num_queues == 0) {
        return Err(Status::INVALID_VALUE);
    }
    // "CL_INVALID_VALUE if num_queues is > 0 and not the same value as num_queues set on command_buffer creation."
    if num_queues > 1 {
        return Err(Status::INVALID_VALUE);
    }
    if queues.is_null() {
        return Ok(buffer.queue.clone());
    }
    // "CL_INVALID_COMMAND_QUEUE if any element of queues is not a valid command-queue." Every queue has the properties that an execution
    // needs, and none that it could not have (`CL_INCOMPATIBLE_COMMAND_QUEUE_KHR`).
    // SAFETY: the caller vouches for it.
    let queue = handle::get::<Queue>(unsafe { queues.read() })?;
    // "CL_INVALID_DEVICE if any element of queues does not have the same device as the command-queue set on command_buffer creation".
    if !Arc::ptr_eq(&queue.device, &buffer.queue.device) {
        return Err(Status::INVALID_DEVICE);
    }
    // "CL_INVALID_CONTEXT if any element of queues does not have the same context as the command-queue set on command_buffer creation".
    if !Arc::ptr_eq(&queue.context, &buffer.queue.context) {
        return Err(Status::INVALID_CONTEXT);
    }
    Ok(queue)
}

entry! {
    /// API specification, "Enqueuing a Command-Buffer", `clEnqueueCommandBufferKHR`.
    fn clEnqueueCommandBufferKHR(
        num_queues: cl_uint,
        queues: *mut cl_command_queue,
        command_buffer: cl_command_buffer_khr,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let buffer = handle::get::<CommandBuffer>(command_buffer)?;
        let tasks = match &*buffer.state() {
            State::Executable(tasks) => tasks.clone(),
            // "CL_INVALID_OPERATION if command_buffer is not in the Executable state."
            State::Recording(_) => return Err(Status::INVALID_OPERATION),
        };
        // SAFETY: as many queues as the call says.
        let queue = unsafe { target(&buffer, num_queues, queues) }?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_COMMAND_BUFFER_KHR, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(move || tasks.iter().try_for_each(|task| task())))
    }
}

entry! {
    /// API specification, "Command-Buffer Queries", `clGetCommandBufferInfoKHR`.
    fn clGetCommandBufferInfoKHR(
        command_buffer: cl_command_buffer_khr,
        param_name: cl_command_buffer_info_khr,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let buffer = handle::get::<CommandBuffer>(command_buffer)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_COMMAND_BUFFER_NUM_QUEUES_KHR => answer.value::<cl_uint>(1),
            CL_COMMAND_BUFFER_QUEUES_KHR => answer.value(buffer.queue.raw()),
            CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR => answer.value(buffer.handle.references()),
            CL_COMMAND_BUFFER_STATE_KHR => {
                let state: cl_command_buffer_state_khr = match &*buffer.state() {
                    State::Recording(_) => CL_COMMAND_BUFFER_STATE_RECORDING_KHR,
                    State::Executable(_) => CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR,
                };
                answer.value(state)
            }
            CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR => answer.slice(&buffer.properties),
            CL_COMMAND_BUFFER_CONTEXT_KHR => answer.value(buffer.queue.context.raw()),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}
