//! Command queues.

use std::ffi::c_void;
use std::sync::Arc;

use ferrocl_runtime::queue;

use crate::bindings::*;
use crate::context::Context;
use crate::device::Device;
use crate::entry::entry;
use crate::handle::{self, Handle, Object};
use crate::info::Answer;
use crate::raw;
use crate::status::{Result, Status};

/// A command queue.
pub(crate) struct Queue {
    handle: Handle<Queue>,
    pub(crate) core: queue::Queue,
    pub(crate) context: Arc<Context>,
    pub(crate) device: Arc<Device>,
    /// `CL_QUEUE_PROPERTIES`.
    flags: cl_command_queue_properties,
    /// As they were given to `clCreateCommandQueueWithProperties`, with the zero at the end; empty where none were.
    properties: Vec<cl_queue_properties>,
}

impl Object for Queue {
    type Raw = _cl_command_queue;
    const INVALID: Status = Status::INVALID_COMMAND_QUEUE;
    fn handle(&self) -> &Handle<Queue> {
        &self.handle
    }
}

/// What a queue of the host can be.
pub(crate) const HOST_FLAGS: cl_command_queue_properties =
    (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE) as cl_command_queue_properties;
/// What a queue of the device has besides.
const DEVICE_FLAGS: cl_command_queue_properties =
    (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT) as cl_command_queue_properties;

fn create(
    context: cl_context,
    device: cl_device_id,
    flags: cl_command_queue_properties,
    properties: Vec<cl_queue_properties>,
) -> Result<cl_command_queue> {
    let context = handle::get::<Context>(context)?;
    let device = handle::get::<Device>(device)?;
    // "CL_INVALID_DEVICE ... if device is not associated with context"
    if !context.has(&device) {
        return Err(Status::INVALID_DEVICE);
    }
    // "CL_INVALID_VALUE if values specified in properties are not valid"
    if flags & !(HOST_FLAGS | DEVICE_FLAGS) != 0 {
        return Err(Status::INVALID_VALUE);
    }
    // "CL_INVALID_QUEUE_PROPERTIES if values specified in properties are valid but are not supported by device": there are no queues
    // on the device.
    if flags & DEVICE_FLAGS != 0 {
        return Err(Status::INVALID_QUEUE_PROPERTIES);
    }
    let core = queue::Queue::new(
        device.core().clone(),
        queue::QueueProperties {
            out_of_order: flags & u64::from(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0,
            profiling: flags & u64::from(CL_QUEUE_PROFILING_ENABLE) != 0,
        },
    );
    context.add_queue(core.watch());
    let queue = Queue { handle: Handle::new(), core, context, device, flags, properties };
    Ok(handle::publish(Arc::new(queue)))
}

entry! {
    /// API specification, "Command-Queues", `clCreateCommandQueueWithProperties`, and the same of
    /// `cl_khr_create_command_queue`.
    fn clCreateCommandQueueWithProperties(
        context: cl_context,
        device: cl_device_id,
        properties: *const cl_queue_properties,
    ) -> cl_command_queue {
        // SAFETY: a list of properties that ends with a zero, as the call asks.
        let pairs = unsafe { raw::properties(properties) };
        let mut flags = 0;
        for &(name, value) in &pairs {
            match u32::try_from(name) {
                Ok(CL_QUEUE_PROPERTIES) => flags = value,
                // Hints: every queue has the same priority and runs as fast as it can.
                Ok(CL_QUEUE_PRIORITY_KHR) if is_one_of(value, PRIORITIES) => {}
                Ok(CL_QUEUE_THROTTLE_KHR) if is_one_of(value, THROTTLES) => {}
                // "This can only be specified if CL_QUEUE_ON_DEVICE is set in CL_QUEUE_PROPERTIES." Which is refused below.
                Ok(CL_QUEUE_SIZE) if pairs.iter().any(|&(n, v)| {
                    n == u64::from(CL_QUEUE_PROPERTIES) && v & u64::from(CL_QUEUE_ON_DEVICE) != 0
                }) => {}
                _ => return Err(Status::INVALID_VALUE),
            }
        }
        let mut given: Vec<cl_queue_properties> = pairs.iter().flat_map(|&(name, value)| [name, value]).collect();
        if !properties.is_null() {
            given.push(0);
        }
        create(context, device, flags, given)
    }
}

const PRIORITIES: [u32; 3] =
    [CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_LOW_KHR];
const THROTTLES: [u32; 3] =
    [CL_QUEUE_THROTTLE_HIGH_KHR, CL_QUEUE_THROTTLE_MED_KHR, CL_QUEUE_THROTTLE_LOW_KHR];

fn is_one_of(value: u64, allowed: [u32; 3]) -> bool {
    allowed.iter().any(|&a| u64::from(a) == value)
}

entry! {
    /// API specification, "Command-Queues", `clCreateCommandQueue`.
    fn clCreateCommandQueue(
        context: cl_context,
        device: cl_device_id,
        properties: cl_command_queue_properties,
    ) -> cl_command_queue {
        // "Only command-queue properties specified in this table can be used, otherwise the value specified in properties is
        // considered to be not valid."
        if properties & !HOST_FLAGS != 0 {
            handle::get::<Context>(context)?;
            return Err(Status::INVALID_VALUE);
        }
        create(context, device, properties, Vec::new())
    }
}

entry! {
    /// API specification, "Command-Queues", `clRetainCommandQueue`.
    fn clRetainCommandQueue(command_queue: cl_command_queue) {
        handle::retain::<Queue>(command_queue)
    }
}

entry! {
    /// API specification, "Command-Queues", `clReleaseCommandQueue`.
    fn clReleaseCommandQueue(command_queue: cl_command_queue) {
        // "clReleaseCommandQueue performs an implicit flush", and not only the last one.
        handle::get::<Queue>(command_queue)?.core.flush();
        handle::release::<Queue>(command_queue)
    }
}

entry! {
    /// API specification, "Command-Queues", `clGetCommandQueueInfo`.
    fn clGetCommandQueueInfo(
        command_queue: cl_command_queue,
        param_name: cl_command_queue_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_QUEUE_CONTEXT => answer.value(queue.context.raw()),
            CL_QUEUE_DEVICE => answer.value(queue.device.raw()),
            CL_QUEUE_REFERENCE_COUNT => answer.value(queue.handle.references()),
            CL_QUEUE_PROPERTIES => answer.value::<cl_command_queue_properties>(queue.flags),
            CL_QUEUE_PROPERTIES_ARRAY => answer.slice(&queue.properties),
            // "To be considered valid for this query, command_queue must be a device command-queue."
            CL_QUEUE_SIZE => Err(Status::INVALID_COMMAND_QUEUE),
            // "Return the current default command-queue for the underlying device": there are none on the device.
            CL_QUEUE_DEVICE_DEFAULT => answer.value::<cl_command_queue>(std::ptr::null_mut()),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}

entry! {
    /// API specification 1.0, `clSetCommandQueueProperty`. "CL_INVALID_OPERATION if no devices in the context associated with command_queue
    /// support modifying the properties of a command-queue": that is so since OpenCL 1.1.
    fn clSetCommandQueueProperty(
        command_queue: cl_command_queue,
        properties: cl_command_queue_properties,
        enable: cl_bool,
        old_properties: *mut cl_command_queue_properties,
    ) {
        let _ = (properties, enable, old_properties);
        handle::get::<Queue>(command_queue)?;
        Err(Status::INVALID_OPERATION)
    }
}

entry! {
    /// API specification, "Command-Queues", `clSetDefaultDeviceCommandQueue`.
    fn clSetDefaultDeviceCommandQueue(
        context: cl_context,
        device: cl_device_id,
        command_queue: cl_command_queue,
    ) {
        let context = handle::get::<Context>(context)?;
        let device = handle::get::<Device>(device)?;
        if !context.has(&device) {
            return Err(Status::INVALID_DEVICE);
        }
        let _ = command_queue;
        // "CL_INVALID_OPERATION if device does not support a replaceable default on-device queue"
        Err(Status::INVALID_OPERATION)
    }
}

entry! {
    /// API specification, "Flush and Finish", `clFlush`.
    fn clFlush(command_queue: cl_command_queue) {
        handle::get::<Queue>(command_queue)?.core.flush();
        Ok(())
    }
}

entry! {
    /// API specification, "Flush and Finish", `clFinish`.
    fn clFinish(command_queue: cl_command_queue) {
        handle::get::<Queue>(command_queue)?.core.finish();
        Ok(())
    }
}
