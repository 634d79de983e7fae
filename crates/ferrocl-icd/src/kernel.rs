//! Kernels and their arguments.

use std::sync::{Arc, Mutex};

use ferrocl_runtime as runtime;

use crate::bindings::*;
use crate::handle::{Handle, Object};
use crate::memory::Memory;
use crate::program::Program;
use crate::status::{Result, Status};

/// A kernel with the arguments that were set.
pub(crate) struct Kernel {
    handle: Handle<Kernel>,
    pub(crate) core: runtime::Kernel,
    pub(crate) program: Arc<Program>,
    arguments: Mutex<Vec<Option<Set>>>,
}

/// An argument that was set: what the launch gets, and the memory object that it keeps alive.
#[derive(Clone)]
pub(crate) struct Set {
    pub(crate) argument: runtime::Argument,
    pub(crate) memory: Option<Arc<Memory>>,
}

impl Object for Kernel {
    type Raw = _cl_kernel;
    const INVALID: Status = Status::INVALID_KERNEL;
    fn handle(&self) -> &Handle<Kernel> {
        &self.handle
    }
}

impl Kernel {
    /// The arguments as they are now, for a launch: "CL_INVALID_KERNEL_ARGS if all argument values for kernel have not been set".
    pub(crate) fn snapshot(&self) -> Result<Vec<Set>> {
        let arguments = self.arguments.lock().unwrap_or_else(|e| e.into_inner());
        arguments.iter().cloned().collect::<Option<Vec<_>>>().ok_or(Status::INVALID_KERNEL_ARGS)
    }
}
