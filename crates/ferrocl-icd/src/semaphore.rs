//! Semaphores: `cl_khr_semaphore`, of the binary type.
//!
//! A wait belongs to a signal, and both are commands: to wait for a semaphore is to wait for the event of the command that
//! signals it, so that no thread stands still meanwhile. A wait may be enqueued before its signal. Then it waits for an event that nobody
//! has made yet: one of the driver's own, which ends with the signal's.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrocl_runtime::queue;

use crate::bindings::*;
use crate::context::Context;
use crate::device::Device;
use crate::enqueue::{Command, Outcome};
use crate::entry::entry;
use crate::handle::{self, Handle, Object};
use crate::info::Answer;
use crate::newer::*;
use crate::queue::Queue;
use crate::status::{Result, Status};

/// The types of semaphores that there are.
pub(crate) const TYPES: [cl_semaphore_type_khr; 1] = [CL_SEMAPHORE_TYPE_BINARY_KHR];

/// A semaphore.
pub(crate) struct Semaphore {
    handle: Handle<Semaphore>,
    context: Arc<Context>,
    /// The devices whose queues may wait for it and signal it.
    devices: Vec<Arc<Device>>,
    /// As they were given, with the zeros at the ends.
    properties: Vec<cl_semaphore_properties_khr>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The last signal, as long as no wait was enqueued for it. ("Signaling the same binary semaphore twice without an interleaving wait
    /// may lead to undefined behavior": here the last one counts.)
    signal: Option<Arc<queue::Event>>,
    /// Waits for which no signal was enqueued yet.
    waits: VecDeque<Arc<queue::Event>>,
    /// Signals that were carried out, less the waits that were.
    signaled: i64,
}

impl Object for Semaphore {
    type Raw = _cl_semaphore_khr;
    const INVALID: Status = Status::INVALID_SEMAPHORE_KHR;
    fn handle(&self) -> &Handle<Semaphore> {
        &self.handle
    }
}

impl Semaphore {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Properties that were read: the type, the list of devices if there is one, and everything as it was given.
struct Properties {
    kind: Option<u64>,
    devices: Option<Vec<cl_device_id>>,
    given: Vec<cl_semaphore_properties_khr>,
}

impl Properties {
    /// Reads a list.
    ///
    /// # Safety
    /// The pointer leads to a list that ends with a zero, as lists in it do.
    unsafe fn read(list: *const cl_semaphore_properties_khr) -> Result<Properties> {
        let mut properties = Properties { kind: None, devices: None, given: Vec::new() };
        let mut next = || {
            // SAFETY: the caller vouches for it; nothing is read past the zero that ends the list.
            let value = unsafe { list.add(properties.given.len()).read() };
            properties.given.push(value);
            value
        };
        loop {
            match u32::try_from(next()) {
                Ok(0) => return Ok(properties),
                // "CL_INVALID_PROPERTY if a property name in sema_props is not a supported property name, if the value specified for a
                // supported property name is not valid, or if the same property name is specified more than once."
                Ok(CL_SEMAPHORE_TYPE_KHR) if properties.kind.is_none() => {
                    let value = next();
                    if !TYPES.iter().any(|&known| u64::from(known) == value) {
                        return Err(Status::INVALID_PROPERTY);
                    }
                    properties.kind = Some(value);
                }
                Ok(CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR) if properties.devices.is_none() => {
                    let devices = std::iter::from_fn(|| Some(next()).filter(|&device| device != 0));
                    properties.devices = Some(devices.map(|device| device as cl_device_id).collect());
                }
                _ => return Err(Status::INVALID_PROPERTY),
            }
        }
    }
}

entry! {
    /// API specification, "Creating Semaphores", `clCreateSemaphoreWithPropertiesKHR`.
    fn clCreateSemaphoreWithPropertiesKHR(
        context: cl_context,
        sema_props: *const cl_semaphore_properties_khr,
    ) -> cl_semaphore_khr {
        let context = handle::get::<Context>(context)?;
        // "CL_INVALID_VALUE if sema_props is NULL".
        if sema_props.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: a list of properties, as the call asks.
        let properties = unsafe { Properties::read(sema_props) }?;
        // "CL_INVALID_VALUE ... if sema_props do not specify <property, value> pairs for minimum set of properties (i.e.
        // CL_SEMAPHORE_TYPE_KHR)".
        if properties.kind.is_none() {
            return Err(Status::INVALID_VALUE);
        }
        let devices = match properties.devices.as_deref() {
            // "CL_INVALID_DEVICE if CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is specified as part of sema_props, but it does not identify exactly
            // one valid device; or if a device ... is not one of the devices within context."
            Some(&[device]) => vec![Some(handle::get::<Device>(device)?)
                .filter(|device| context.has(device))
                .ok_or(Status::INVALID_DEVICE)?],
            Some(_) => return Err(Status::INVALID_DEVICE),
            // "Additionally, if context is a multiple device context and sema_props does not specify
            // CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR."
            None if context.devices().len() > 1 => return Err(Status::INVALID_PROPERTY),
            None => context.devices().to_vec(),
        };
        Ok(handle::publish(Arc::new(Semaphore {
            handle: Handle::new(),
            context,
            devices,
            properties: properties.given,
            state: Mutex::default(),
        })))
    }
}

entry! {
    /// API specification, "Retaining and Releasing Semaphores", `clRetainSemaphoreKHR`.
    fn clRetainSemaphoreKHR(sema_object: cl_semaphore_khr) {
        handle::retain::<Semaphore>(sema_object)
    }
}

entry! {
    /// API specification, "Retaining and Releasing Semaphores", `clReleaseSemaphoreKHR`.
    fn clReleaseSemaphoreKHR(sema_object: cl_semaphore_khr) {
        handle::release::<Semaphore>(sema_object)
    }
}

/// The semaphores of a command, and its wait list, checked.
///
/// # Safety
/// The lists lead to as many handles as are said; `event` is null or writable.
unsafe fn check<'a>(
    queue: &'a Arc<Queue>,
    kind: cl_command_type,
    (count, list): (cl_uint, *const cl_semaphore_khr),
    events: (cl_uint, *const cl_event, *mut cl_event),
) -> Result<(Vec<Arc<Semaphore>>, Command<'a>)> {
    // "CL_INVALID_VALUE if num_sema_objects is 0."
    if count == 0 || list.is_null() {
        return Err(Status::INVALID_VALUE);
    }
    // "CL_INVALID_SEMAPHORE_KHR if any of the semaphore objects specified by sema_objects is not valid."
    // SAFETY: the caller vouches for it.
    let semaphores = unsafe { handle::list::<Semaphore>(list, count) }?;
    for semaphore in &semaphores {
        // "CL_INVALID_CONTEXT if the context associated with command_queue and any of the semaphore objects in sema_objects are not the
        // same".
        if !Arc::ptr_eq(&semaphore.context, &queue.context) {
            return Err(Status::INVALID_CONTEXT);
        }
        // "CL_INVALID_COMMAND_QUEUE ... if the device associated with command_queue is not same as one of the devices specified by
        // CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR".
        if !semaphore.devices.iter().any(|device| Arc::ptr_eq(device, &queue.device)) {
            return Err(Status::INVALID_COMMAND_QUEUE);
        }
    }
    // SAFETY: the caller vouches for it.
    let command = unsafe { Command::new(queue, kind, events) }?;
    // "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any of the events in event_wait_list is a negative integer
    // value."
    if command.waits.iter().any(|event| matches!(event.status(), queue::Status::Failed(_))) {
        return Err(Status::EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
    Ok((semaphores, command))
}

entry! {
    /// API specification, "Waiting On and Signaling Semaphores", `clEnqueueWaitSemaphoresKHR`. Binary semaphores have no payload to wait for.
    fn clEnqueueWaitSemaphoresKHR(
        command_queue: cl_command_queue,
        num_sema_objects: cl_uint,
        sema_objects: *const cl_semaphore_khr,
        sema_payload_list: *const cl_semaphore_payload_khr,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let _ = sema_payload_list;
        let queue = handle::get::<Queue>(command_queue)?;
        let events = (num_events_in_wait_list, event_wait_list, event);
        let objects = (num_sema_objects, sema_objects);
        // SAFETY: semaphores, a wait list and a place for an event, as the call asks.
        let (semaphores, mut command) = unsafe { check(&queue, CL_COMMAND_SEMAPHORE_WAIT_KHR, objects, events) }?;
        for semaphore in &semaphores {
            let mut state = semaphore.state();
            let signal = state.signal.take();
            command.waits.push(signal.unwrap_or_else(|| {
                let later = Arc::new(queue::Event::user());
                state.waits.push_back(later.clone());
                later
            }));
        }
        command.enqueue(Box::new(move || {
            for semaphore in semaphores {
                semaphore.state().signaled -= 1;
            }
            Ok(())
        }))
    }
}

entry! {
    /// API specification, "Waiting On and Signaling Semaphores", `clEnqueueSignalSemaphoresKHR`. Binary semaphores have no payload to
    /// signal.
    fn clEnqueueSignalSemaphoresKHR(
        command_queue: cl_command_queue,
        num_sema_objects: cl_uint,
        sema_objects: *const cl_semaphore_khr,
        sema_payload_list: *const cl_semaphore_payload_khr,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let _ = sema_payload_list;
        let queue = handle::get::<Queue>(command_queue)?;
        let events = (num_events_in_wait_list, event_wait_list, event);
        let objects = (num_sema_objects, sema_objects);
        // SAFETY: semaphores, a wait list and a place for an event, as the call asks.
        let (semaphores, command) = unsafe { check(&queue, CL_COMMAND_SEMAPHORE_SIGNAL_KHR, objects, events) }?;
        let signaled = semaphores.clone();
        command.enqueue_with(
            Box::new(move || -> Outcome {
                for semaphore in signaled {
                    semaphore.state().signaled += 1;
                }
                Ok(())
            }),
            |signal| {
                for semaphore in &semaphores {
                    let mut state = semaphore.state();
                    match state.waits.pop_front() {
                        Some(wait) => {
                            drop(state);
                            signal.pass_on(wait);
                            // Who waits already has nothing else to do than to wait for this command.
                            queue.core.flush();
                        }
                        None => state.signal = Some(signal.clone()),
                    }
                }
            },
        )
    }
}

entry! {
    /// API specification, "Semaphore Queries", `clGetSemaphoreInfoKHR`.
    fn clGetSemaphoreInfoKHR(
        sema_object: cl_semaphore_khr,
        param_name: cl_semaphore_info_khr,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let semaphore = handle::get::<Semaphore>(sema_object)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_SEMAPHORE_CONTEXT_KHR => answer.value(semaphore.context.raw()),
            CL_SEMAPHORE_REFERENCE_COUNT_KHR => answer.value(semaphore.handle.references()),
            CL_SEMAPHORE_PROPERTIES_KHR => answer.slice(&semaphore.properties),
            CL_SEMAPHORE_TYPE_KHR => answer.value(CL_SEMAPHORE_TYPE_BINARY_KHR),
            // "For semaphores of type CL_SEMAPHORE_TYPE_BINARY_KHR the payload value returned will be 0 if the semaphore is in an
            // un-signaled state, and 1 if it is in a signaled state."
            CL_SEMAPHORE_PAYLOAD_KHR => {
                answer.value(cl_semaphore_payload_khr::from(semaphore.state().signaled > 0))
            }
            CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR => {
                answer.slice(&semaphore.devices.iter().map(|device| device.raw()).collect::<Vec<_>>())
            }
            _ => Err(Status::INVALID_VALUE),
        }
    }
}

entry! {
    /// API specification, "Exporting Semaphore External Handles", `clGetSemaphoreHandleForTypeKHR`: of `cl_khr_external_semaphore`, which the
    /// device does not have; programs for `cl_khr_semaphore` look for it all the same. No semaphore can be exported.
    fn clGetSemaphoreHandleForTypeKHR(
        sema_object: cl_semaphore_khr,
        device: cl_device_id,
        handle_type: cl_external_semaphore_handle_type_khr,
        handle_size: usize,
        handle_ptr: *mut c_void,
        handle_size_ret: *mut usize,
    ) {
        let _ = (handle_type, handle_size, handle_ptr, handle_size_ret);
        let semaphore = handle::get::<Semaphore>(sema_object)?;
        let device = handle::get::<Device>(device)?;
        // "CL_INVALID_DEVICE ... if sema_object belongs to a context that is not associated with device, or if sema_object can not be
        // shared with device."
        if !semaphore.devices.iter().any(|known| Arc::ptr_eq(known, &device)) {
            return Err(Status::INVALID_DEVICE);
        }
        // "CL_INVALID_VALUE if the requested external semaphore handle type was not specified when sema_object was created."
        Err(Status::INVALID_VALUE)
    }
}
