//! Making buffers and sub-buffers.

use std::ffi::c_void;
use std::sync::Arc;

use crate::bindings::*;
use crate::context::Context;
use crate::device;
use crate::entry::entry;
use crate::flags;
use crate::handle;
use crate::memory::{Kind, Memory, Store};
use crate::newer::*;
use crate::raw;
use crate::status::{Result, Status};
use crate::svm;

/// Makes a buffer.
///
/// # Safety
/// `host_ptr` is as [`Store::new`] wants it.
unsafe fn create(
    context: Arc<Context>,
    flags: cl_mem_flags,
    size: usize,
    host_ptr: *mut c_void,
) -> Result<Memory> {
    flags::check_new(flags)?;
    // "CL_INVALID_BUFFER_SIZE if size is zero" or "if size is greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE for all devices in context".
    if size == 0 || size as u64 > device::max_allocation() {
        return Err(Status::INVALID_BUFFER_SIZE);
    }
    flags::check_host_pointer(flags, host_ptr)?;
    // "if CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR is set in flags, and host_ptr is a pointer returned by clSVMAlloc, and size is
    // greater than the size passed to clSVMAlloc": what follows a pointer into the middle of an allocation counts.
    if svm::find(host_ptr as usize).is_some_and(|found| size > found.remaining()) {
        return Err(Status::INVALID_BUFFER_SIZE);
    }
    // SAFETY: the caller vouches for it.
    let store = unsafe { Store::new(flags, size, host_ptr) }?;
    Ok(Memory::new(context, Kind::Buffer, flags, store, size, Vec::new()))
}

entry! {
    /// API specification, "Creating Buffer Objects", `clCreateBuffer`.
    fn clCreateBuffer(context: cl_context, flags: cl_mem_flags, size: usize, host_ptr: *mut c_void) -> cl_mem {
        let context = handle::get::<Context>(context)?;
        // SAFETY: "The size of the buffer that host_ptr points to must be greater than or equal to size bytes."
        let memory = unsafe { create(context, flags, size, host_ptr) }?;
        Ok(handle::publish(Arc::new(memory)))
    }
}

entry! {
    /// API specification, "Creating Buffer Objects", `clCreateBufferWithProperties`.
    fn clCreateBufferWithProperties(
        context: cl_context,
        properties: *const cl_mem_properties,
        flags: cl_mem_flags,
        size: usize,
        host_ptr: *mut c_void,
    ) -> cl_mem {
        let context = handle::get::<Context>(context)?;
        // SAFETY: a list of properties, as the call asks.
        let given = unsafe { raw::properties(properties) };
        let mut has_device_address = false;
        for (index, &(name, value)) in given.iter().enumerate() {
            // "CL_INVALID_PROPERTY if a property name in properties is not a supported property name", "if the value specified for a
            // supported property name is not valid" or "if the same property name is specified more than once".
            let again = given[..index].iter().any(|&(earlier, _)| earlier == name);
            if again || name != CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.into() || value > 1 {
                return Err(Status::INVALID_PROPERTY);
            }
            has_device_address = value != 0;
        }
        // SAFETY: "The size of the buffer that host_ptr points to must be greater than or equal to size bytes."
        let mut memory = unsafe { create(context, flags, size, host_ptr) }?;
        memory.has_device_address = has_device_address;
        memory.properties = property_list(properties, &given);
        Ok(handle::publish(Arc::new(memory)))
    }
}

/// Properties as queries give them: as they were given, with the zero at the end; nothing where none were.
pub(crate) fn property_list<T: Copy + Default>(pointer: *const T, given: &[(T, T)]) -> Vec<T> {
    if pointer.is_null() {
        return Vec::new();
    }
    given.iter().flat_map(|&(name, value)| [name, value]).chain([T::default()]).collect()
}

entry! {
    /// API specification, "Creating Buffer Objects", `clCreateSubBuffer`.
    fn clCreateSubBuffer(
        buffer: cl_mem,
        flags: cl_mem_flags,
        buffer_create_type: cl_buffer_create_type,
        buffer_create_info: *const c_void,
    ) -> cl_mem {
        // "CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object" or "if buffer is a sub-buffer object".
        let parent = Memory::get_buffer(buffer)?;
        if parent.is_sub_buffer() {
            return Err(Status::INVALID_MEM_OBJECT);
        }
        let flags = flags::of_part(flags, parent.flags)?;
        // "CL_INVALID_VALUE if the value specified in buffer_create_type is not valid" or "if buffer_create_info is NULL".
        if buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION || buffer_create_info.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: "buffer_create_info is a pointer to a cl_buffer_region structure"; nothing is known of its alignment.
        let region = unsafe { buffer_create_info.cast::<cl_buffer_region>().read_unaligned() };
        // "CL_INVALID_BUFFER_SIZE if the size field of the cl_buffer_region structure ... is zero".
        if region.size == 0 {
            return Err(Status::INVALID_BUFFER_SIZE);
        }
        // "CL_INVALID_VALUE if the region ... is out of bounds in buffer".
        if region.origin.checked_add(region.size).is_none_or(|end| end > parent.size) {
            return Err(Status::INVALID_VALUE);
        }
        // "CL_MISALIGNED_SUB_BUFFER_OFFSET if there are no devices in context associated with buffer for which the origin field ... is
        // aligned to the CL_DEVICE_MEM_BASE_ADDR_ALIGN value."
        if !region.origin.is_multiple_of(device::BASE_ALIGNMENT) {
            return Err(Status::MISALIGNED_SUB_BUFFER_OFFSET);
        }
        let part = Memory::part_of(parent, Kind::Buffer, flags, region.origin, region.size, Vec::new());
        Ok(handle::publish(Arc::new(part)))
    }
}
