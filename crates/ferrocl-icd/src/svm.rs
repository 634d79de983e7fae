//! Shared virtual memory: allocations that host and kernels know by the same address.
//!
//! Here that is all memory, so the device has every kind of sharing. What was allocated with `clSVMAlloc` or as unified shared memory
//! ([`crate::usm`]) is nevertheless kept in a list: a pointer into it leads to the allocation, so that commands and kernels keep it
//! alive and sizes can be checked.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak};

use ferrocl_runtime as runtime;

use crate::bindings::*;
use crate::context::{Context, UserData};
use crate::device::{self, Device};
use crate::handle;
use crate::memory::has;
use crate::status::{Result, Status};

/// How an allocation was made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `clSVMAlloc`
    Svm,
    /// `clHostMemAllocINTEL`
    UsmHost,
    /// `clDeviceMemAllocINTEL`
    UsmDevice,
    /// `clSharedMemAllocINTEL`
    UsmShared,
}

/// An allocation.
#[derive(Clone)]
pub(crate) struct Allocation {
    pub(crate) buffer: Arc<runtime::Buffer>,
    pub(crate) kind: Kind,
    /// Where it belongs; it keeps no context alive.
    context: Weak<Context>,
    /// What unified shared memory is for, if it was given a device.
    pub(crate) device: Option<Arc<Device>>,
    /// The flags of unified shared memory.
    pub(crate) flags: cl_mem_alloc_flags_intel,
}

/// The allocation that a pointer leads into.
pub(crate) struct Found {
    pub(crate) allocation: Allocation,
    /// How far into it.
    pub(crate) offset: usize,
}

impl Found {
    /// Bytes from the pointer to the end.
    pub(crate) fn remaining(&self) -> usize {
        self.allocation.buffer.len() - self.offset
    }
}

impl Allocation {
    /// Whether it was made in this context.
    pub(crate) fn is_of(&self, context: &Arc<Context>) -> bool {
        std::ptr::eq(self.context.as_ptr(), Arc::as_ptr(context))
    }
}

/// A place in the program's memory that a command works on. If it is in an allocation, that lives until the command is over, even if the
/// program forgets to wait before it frees it.
pub(crate) struct Place {
    pointer: UserData,
    _allocation: Option<Arc<runtime::Buffer>>,
}

impl Place {
    /// The place that a pointer leads to.
    pub(crate) fn new(pointer: *const c_void) -> Place {
        let allocation = find(pointer as usize).map(|found| found.allocation.buffer);
        Place { pointer: UserData(pointer.cast_mut()), _allocation: allocation }
    }
    /// Its first byte.
    pub(crate) fn address(&self) -> *mut u8 {
        self.pointer.0.cast()
    }
}

/// Every allocation by its address.
static ALLOCATIONS: RwLock<BTreeMap<usize, Allocation>> = RwLock::new(BTreeMap::new());

fn allocations() -> RwLockReadGuard<'static, BTreeMap<usize, Allocation>> {
    ALLOCATIONS.read().unwrap_or_else(PoisonError::into_inner)
}

fn change() -> RwLockWriteGuard<'static, BTreeMap<usize, Allocation>> {
    ALLOCATIONS.write().unwrap_or_else(PoisonError::into_inner)
}

/// The allocation that an address is in.
pub(crate) fn find(address: usize) -> Option<Found> {
    let allocations = allocations();
    let (&base, allocation) = allocations.range(..=address).next_back()?;
    let offset = address - base;
    (offset < allocation.buffer.len()).then(|| Found { allocation: allocation.clone(), offset })
}

/// Makes an allocation. It is aligned to a page, which is more than any type needs.
pub(crate) fn allocate(
    context: &Arc<Context>,
    size: usize,
    kind: Kind,
    device: Option<Arc<Device>>,
    flags: cl_mem_alloc_flags_intel,
) -> Result<*mut c_void> {
    let buffer = runtime::Buffer::new(size).map_err(|_| Status::OUT_OF_RESOURCES)?;
    let pointer = buffer.address();
    let context = Arc::downgrade(context);
    change().insert(pointer as usize, Allocation { buffer: Arc::new(buffer), kind, context, device, flags });
    Ok(pointer.cast())
}

/// Frees the allocation that starts at a pointer; what still uses it keeps its memory until it is done. `false` if there is none in the
/// context that `is_right` likes.
pub(crate) fn free(context: &Arc<Context>, pointer: *mut c_void, is_right: impl Fn(Kind) -> bool) -> bool {
    let mut allocations = change();
    let right = |a: &Allocation| a.is_of(context) && is_right(a.kind);
    let removed = match allocations.get(&(pointer as usize)) {
        Some(allocation) if right(allocation) => allocations.remove(&(pointer as usize)),
        _ => None,
    };
    drop(allocations);
    // Outside of the lock: giving a large block back takes its time.
    removed.is_some()
}

/// Whether an alignment is 0, for the default, or "a power of two up to the largest data type supported by the OpenCL device".
pub(crate) fn is_alignment(alignment: cl_uint) -> bool {
    alignment == 0 || (alignment.is_power_of_two() && alignment as usize <= device::BASE_ALIGNMENT)
}

/// API specification, "SVM Sharing Granularity", `clSVMAlloc`.
#[allow(non_snake_case)]
pub(crate) unsafe extern "C" fn clSVMAlloc(
    context: cl_context,
    flags: cl_svm_mem_flags,
    size: usize,
    alignment: cl_uint,
) -> *mut c_void {
    let body = || {
        // "context is not a valid context".
        let context = handle::get::<Context>(context)?;
        let kernel = u64::from(CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY);
        let known = kernel | u64::from(CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
        // "flags does not contain CL_MEM_SVM_FINE_GRAIN_BUFFER but does contain CL_MEM_SVM_ATOMICS", "Values specified in flags do not
        // follow rules described for supported values in the SVM Memory Flags table".
        if flags & !known != 0
            || (flags & kernel).count_ones() > 1
            || (has(flags, CL_MEM_SVM_ATOMICS) && !has(flags, CL_MEM_SVM_FINE_GRAIN_BUFFER))
            // "size is 0 or > CL_DEVICE_MAX_MEM_ALLOC_SIZE value for any device in context".
            || size == 0
            || size as u64 > device::max_allocation()
            // "alignment is not a power of two or the OpenCL implementation cannot support the specified alignment".
            || !is_alignment(alignment)
        {
            return Err(Status::INVALID_VALUE);
        }
        allocate(&context, size, Kind::Svm, None, 0)
    };
    let arguments: [(&'static str, &dyn std::fmt::Debug); 4] =
        [("context", &context), ("flags", &flags), ("size", &size), ("alignment", &alignment)];
    // "Otherwise, like malloc, it returns a NULL pointer value."
    crate::entry::create("clSVMAlloc", &arguments, body).1.unwrap_or(std::ptr::null_mut())
}

/// API specification, "SVM Sharing Granularity", `clSVMFree`. Without a result, so that a wrong pointer is left alone.
#[allow(non_snake_case)]
pub(crate) unsafe extern "C" fn clSVMFree(context: cl_context, svm_pointer: *mut c_void) {
    let body = || {
        let context = handle::get::<Context>(context)?;
        // "If a NULL pointer is passed in svm_pointer, no action occurs."
        if !svm_pointer.is_null() && !free(&context, svm_pointer, |kind| kind == Kind::Svm) {
            return Err(Status::INVALID_VALUE);
        }
        Ok(())
    };
    let arguments: [(&'static str, &dyn std::fmt::Debug); 2] =
        [("context", &context), ("svm_pointer", &svm_pointer)];
    crate::entry::answer("clSVMFree", &arguments, body);
}
