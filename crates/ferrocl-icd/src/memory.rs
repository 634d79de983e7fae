//! Memory objects: buffers, sub-buffers, images and pipes, with what is common to all of them.

use std::sync::{Arc, Mutex};

use ferrocl_runtime as runtime;

use crate::bindings::*;
use crate::context::{Context, UserData};
use crate::handle::{Handle, Object};
use crate::status::Status;

/// `pfn_notify` of `clSetMemObjectDestructorCallback`.
pub(crate) type Destructor = unsafe extern "C" fn(cl_mem, *mut std::ffi::c_void);

/// A memory object. Its bytes are a range of a runtime buffer.
pub(crate) struct Memory {
    handle: Handle<Memory>,
    pub(crate) context: Arc<Context>,
    pub(crate) flags: cl_mem_flags,
    /// The bytes; shared with the buffer that this one is a part of.
    pub(crate) buffer: Arc<runtime::Buffer>,
    /// Where they start in it.
    pub(crate) offset: usize,
    pub(crate) size: usize,
    /// The buffer that this one is a part of, or the memory object that an image is made from.
    pub(crate) parent: Option<Arc<Memory>>,
    /// What the program gave as `host_ptr`, with `CL_MEM_USE_HOST_PTR`.
    pub(crate) host_pointer: UserData,
    destructors: Mutex<Vec<(Destructor, UserData)>>,
}

impl Object for Memory {
    type Raw = _cl_mem;
    const INVALID: Status = Status::INVALID_MEM_OBJECT;
    fn handle(&self) -> &Handle<Memory> {
        &self.handle
    }
}

impl Memory {
    /// The address of its first byte, as kernels and maps see it.
    pub(crate) fn address(&self) -> *mut u8 {
        // SAFETY: the range lies in the buffer.
        unsafe { self.buffer.address().add(self.offset) }
    }
}
