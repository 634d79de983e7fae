//! Command queues.

use std::sync::Arc;

use ferrocl_runtime::queue;

use crate::bindings::*;
use crate::context::Context;
use crate::device::Device;
use crate::handle::{Handle, Object};
use crate::status::Status;

/// A command queue.
pub(crate) struct Queue {
    handle: Handle<Queue>,
    pub(crate) core: queue::Queue,
    pub(crate) context: Arc<Context>,
    pub(crate) device: Arc<Device>,
    /// As they were given to `clCreateCommandQueueWithProperties`, with the zero at the end; empty where none were.
    pub(crate) properties: Vec<cl_queue_properties>,
}

impl Object for Queue {
    type Raw = _cl_command_queue;
    const INVALID: Status = Status::INVALID_COMMAND_QUEUE;
    fn handle(&self) -> &Handle<Queue> {
        &self.handle
    }
}
