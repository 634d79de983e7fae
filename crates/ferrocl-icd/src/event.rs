//! Events: waiting, status, callbacks, profiles.

use std::sync::Arc;

use ferrocl_runtime::queue;

use crate::bindings::*;
use crate::context::Context;
use crate::handle::{Handle, Object};
use crate::queue::Queue;
use crate::status::Status;

/// An event of a command, or one that the program sets.
pub(crate) struct Event {
    handle: Handle<Event>,
    pub(crate) core: Arc<queue::Event>,
    pub(crate) context: Arc<Context>,
    /// `None` for a user event.
    pub(crate) queue: Option<Arc<Queue>>,
    pub(crate) command: cl_command_type,
}

impl Object for Event {
    type Raw = _cl_event;
    const INVALID: Status = Status::INVALID_EVENT;
    fn handle(&self) -> &Handle<Event> {
        &self.handle
    }
}
