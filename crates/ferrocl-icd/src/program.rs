//! Programs: source, binaries, building, compiling and linking.

use std::sync::{Arc, Mutex};

use ferrocl_runtime as runtime;

use crate::bindings::*;
use crate::context::Context;
use crate::device::Device;
use crate::handle::{Handle, Object};
use crate::status::Status;

/// A program.
pub(crate) struct Program {
    handle: Handle<Program>,
    pub(crate) context: Arc<Context>,
    pub(crate) devices: Vec<Arc<Device>>,
    /// The executable, once it is built. (One for all devices: they are the same CPU.)
    pub(crate) executable: Mutex<Option<Arc<runtime::Program>>>,
}

impl Object for Program {
    type Raw = _cl_program;
    const INVALID: Status = Status::INVALID_PROGRAM;
    fn handle(&self) -> &Handle<Program> {
        &self.handle
    }
}
