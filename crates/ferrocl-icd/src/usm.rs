//! Unified shared memory: `cl_intel_unified_shared_memory`.
//!
//! Host, device and shared allocations are all the same memory here, and every kind of access is allowed. What tells them apart is
//! what the program may ask about a pointer; the list of allocations is that of [`crate::svm`].

use std::ffi::c_void;
use std::sync::Arc;

use crate::bindings::*;
use crate::context::Context;
use crate::device::{self, Device};
use crate::entry::entry;
use crate::handle::{self, Object};
use crate::info::Answer;
use crate::raw;
use crate::status::{Result, Status};
use crate::svm::{self, Kind};

/// What the device can do with each kind of unified shared memory, and with the memory of the system.
pub(crate) const CAPABILITIES: cl_bitfield = (CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL
    | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL
    | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL
    | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL)
    as cl_bitfield;

/// Makes an allocation.
///
/// # Safety
/// The properties are null or a list that ends with a zero.
unsafe fn allocate(
    context: cl_context,
    kind: Kind,
    device: cl_device_id,
    properties: *const cl_mem_properties_intel,
    size: usize,
    alignment: cl_uint,
) -> Result<*mut c_void> {
    let context = handle::get::<Context>(context)?;
    let device = match kind {
        Kind::UsmHost => None,
        // "device is an optional OpenCL device ID to associate with the allocation. If device is NULL then the allocation is not
        // associated with any device."
        Kind::UsmShared if device.is_null() => None,
        // "CL_INVALID_DEVICE if device is not a valid device or is not associated with context."
        _ => Some(handle::get::<Device>(device)?),
    };
    if device.as_ref().is_some_and(|device| !context.has(device)) {
        return Err(Status::INVALID_DEVICE);
    }
    // "CL_INVALID_VALUE if alignment is not zero or a power of two", "or if alignment is greater than the size of the largest data type".
    if !svm::is_alignment(alignment) {
        return Err(Status::INVALID_VALUE);
    }
    // SAFETY: the caller vouches for it.
    let flags = match *unsafe { raw::properties(properties) } {
        [] => 0,
        [(name, value)] if name == CL_MEM_ALLOC_FLAGS_INTEL.into() => value,
        // "CL_INVALID_PROPERTY if a memory property name in properties is not a supported property name, ... or if the same property name
        // is specified more than once."
        _ => return Err(Status::INVALID_PROPERTY),
    };
    let places =
        u64::from(CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL);
    let unknown = flags & !(places | u64::from(CL_MEM_ALLOC_WRITE_COMBINED_INTEL)) != 0;
    // "CL_INVALID_PROPERTY if either the CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL or CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL flags are
    // specified"; for shared allocations "if both" are.
    let allowed = u32::from(kind == Kind::UsmShared);
    if unknown || (flags & places).count_ones() > allowed {
        return Err(Status::INVALID_PROPERTY);
    }
    // "CL_INVALID_BUFFER_SIZE if size is zero or greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE".
    if size == 0 || size as u64 > device::max_allocation() {
        return Err(Status::INVALID_BUFFER_SIZE);
    }
    svm::allocate(&context, size, kind, device, flags)
}

entry! {
    /// `cl_intel_unified_shared_memory`, "Host Allocations", `clHostMemAllocINTEL`.
    fn clHostMemAllocINTEL(
        context: cl_context,
        properties: *const cl_mem_properties_intel,
        size: usize,
        alignment: cl_uint,
    ) -> *mut c_void {
        // SAFETY: a list of properties, as the call asks.
        unsafe { allocate(context, Kind::UsmHost, std::ptr::null_mut(), properties, size, alignment) }
    }
}

entry! {
    /// `cl_intel_unified_shared_memory`, "Device Allocations", `clDeviceMemAllocINTEL`.
    fn clDeviceMemAllocINTEL(
        context: cl_context,
        device: cl_device_id,
        properties: *const cl_mem_properties_intel,
        size: usize,
        alignment: cl_uint,
    ) -> *mut c_void {
        // SAFETY: a list of properties, as the call asks.
        unsafe { allocate(context, Kind::UsmDevice, device, properties, size, alignment) }
    }
}

entry! {
    /// `cl_intel_unified_shared_memory`, "Shared Allocations", `clSharedMemAllocINTEL`.
    fn clSharedMemAllocINTEL(
        context: cl_context,
        device: cl_device_id,
        properties: *const cl_mem_properties_intel,
        size: usize,
        alignment: cl_uint,
    ) -> *mut c_void {
        // SAFETY: a list of properties, as the call asks.
        unsafe { allocate(context, Kind::UsmShared, device, properties, size, alignment) }
    }
}

fn free(context: &Arc<Context>, pointer: *mut c_void) -> Result<()> {
    // "If ptr is NULL then no action occurs." "CL_INVALID_VALUE if ptr is not a value returned by clHostMemAllocINTEL,
    // clDeviceMemAllocINTEL, clSharedMemAllocINTEL, or a NULL pointer."
    if pointer.is_null() || svm::free(context, pointer, |kind| kind != Kind::Svm) {
        return Ok(());
    }
    Err(Status::INVALID_VALUE)
}

entry! {
    /// `cl_intel_unified_shared_memory`, "Freeing Allocations", `clMemFreeINTEL`.
    fn clMemFreeINTEL(context: cl_context, ptr: *mut c_void) {
        free(&handle::get::<Context>(context)?, ptr)
    }
}

entry! {
    /// `cl_intel_unified_shared_memory`, "Freeing Allocations", `clMemBlockingFreeINTEL`: "To wait for previously enqueued commands to
    /// finish that may be using ptr before freeing ptr". Any may: a kernel need not say what it reaches by pointers in memory.
    fn clMemBlockingFreeINTEL(context: cl_context, ptr: *mut c_void) {
        let context = handle::get::<Context>(context)?;
        if svm::find(ptr as usize).is_some_and(|found| found.offset == 0 && found.allocation.is_of(&context)) {
            context.finish_queues();
        }
        free(&context, ptr)
    }
}

entry! {
    /// `cl_intel_unified_shared_memory`, "Unified Shared Memory Queries", `clGetMemAllocInfoINTEL`.
    fn clGetMemAllocInfoINTEL(
        context: cl_context,
        ptr: *const c_void,
        param_name: cl_mem_info_intel,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let context = handle::get::<Context>(context)?;
        let found = svm::find(ptr as usize)
            .map(|found| found.allocation)
            .filter(|allocation| allocation.kind != Kind::Svm && allocation.is_of(&context));
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_MEM_ALLOC_TYPE_INTEL => {
                answer.value::<cl_unified_shared_memory_type_intel>(match found.map(|found| found.kind) {
                    Some(Kind::UsmHost) => CL_MEM_TYPE_HOST_INTEL,
                    Some(Kind::UsmDevice) => CL_MEM_TYPE_DEVICE_INTEL,
                    Some(Kind::UsmShared) => CL_MEM_TYPE_SHARED_INTEL,
                    // "or if ptr does not point into a Unified Shared Memory allocation."
                    Some(Kind::Svm) | None => CL_MEM_TYPE_UNKNOWN_INTEL,
                })
            }
            CL_MEM_ALLOC_BASE_PTR_INTEL => {
                answer.value(found.map_or(std::ptr::null_mut(), |found| found.buffer.address()))
            }
            CL_MEM_ALLOC_SIZE_INTEL => answer.value(found.map_or(0, |found| found.buffer.len())),
            // "Returns NULL for CL_MEM_TYPE_HOST_INTEL allocations, for CL_MEM_TYPE_SHARED_INTEL allocations with no associated device, and
            // for CL_MEM_TYPE_UNKNOWN_INTEL allocations."
            CL_MEM_ALLOC_DEVICE_INTEL => {
                let device = found.and_then(|found| found.device);
                answer.value(device.map_or(std::ptr::null_mut(), |device| device.raw()))
            }
            CL_MEM_ALLOC_FLAGS_INTEL => answer.value(found.map_or(0, |found| found.flags)),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}
