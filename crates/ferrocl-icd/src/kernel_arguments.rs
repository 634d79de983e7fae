//! Setting kernels' arguments.
//!
//! A kernel keeps no memory object alive: "Implementations shall not allow cl_kernel objects to hold reference counts to cl_kernel
//! arguments". What a launch needs is taken when it is enqueued ([`Stored::set`]), and from then on the launch keeps it.

use std::ffi::c_void;
use std::sync::{Arc, Weak};

use ferrocl_runtime as runtime;
use ferrocl_runtime::ir::image::{ImageAccess, ImageKind};
use ferrocl_runtime::{Argument, ParameterKind};

use crate::bindings::*;
use crate::entry::entry;
use crate::handle::{self, Object};
use crate::kernel::{Kernel, Memories};
use crate::memory::{Memory, has};
use crate::raw;
use crate::sampler::Sampler;
use crate::status::{Result, Status};
use crate::svm;

/// An argument as a kernel keeps it.
#[derive(Clone)]
pub(crate) enum Stored {
    /// Bytes, a size of local memory, or a null pointer.
    Plain(Argument),
    /// A buffer, for as long as somebody else keeps it.
    Memory(Weak<Memory>),
    /// An image of this kind, likewise.
    Image(Weak<Memory>, ImageKind),
    /// An address of shared virtual memory, or of any other.
    Address(usize),
}

impl Stored {
    /// What a launch gets; `None` for a memory object that is gone. One that is there goes to `memories` as well.
    pub(crate) fn set(&self, memories: &mut Memories) -> Option<Argument> {
        Some(match self {
            Stored::Plain(argument) => argument.clone(),
            Stored::Memory(memory) => {
                let memory = memory.upgrade()?;
                let argument = Argument::Buffer { buffer: memory.buffer().clone(), offset: memory.offset };
                memories.push(memory);
                argument
            }
            Stored::Image(memory, kind) => {
                let memory = memory.upgrade()?;
                let argument = Argument::Image(memory.image_for_kernel(*kind)?);
                memories.push(memory);
                argument
            }
            Stored::Address(address) => at(*address),
        })
    }
}

/// The argument for an address: with the allocation that it is in, which the launch then keeps and knows the size of.
fn at(address: usize) -> Argument {
    match svm::find(address) {
        Some(found) => Argument::Buffer { buffer: found.allocation.buffer, offset: found.offset },
        None => Argument::Address(address),
    }
}

/// What a kernel's parameter takes: "CL_INVALID_ARG_INDEX if arg_index is not a valid argument index".
fn parameter(kernel: &Kernel, index: cl_uint) -> Result<&runtime::ir::Parameter> {
    kernel.core.parameters().get(index as usize).ok_or(Status::INVALID_ARG_INDEX)
}

entry! {
    /// API specification, "Setting Kernel Arguments", `clSetKernelArg`.
    fn clSetKernelArg(kernel: cl_kernel, arg_index: cl_uint, arg_size: usize, arg_value: *const c_void) {
        let kernel = handle::get::<Kernel>(kernel)?;
        let parameter = parameter(&kernel, arg_index)?;
        let stored = match ParameterKind::of(parameter) {
            ParameterKind::Value(size) => {
                // "CL_INVALID_ARG_SIZE ... if arg_value points to the data to be used as the kernel argument value and arg_size does not match
                // the size of the data type for the argument"
                if arg_size as u64 != size {
                    return Err(Status::INVALID_ARG_SIZE);
                }
                if arg_value.is_null() {
                    return Err(Status::INVALID_ARG_VALUE);
                }
                // SAFETY: the value has the size that the call says.
                let bytes = unsafe { raw::slice(arg_value.cast::<u8>(), arg_size) };
                Stored::Plain(Argument::Bytes(bytes.into()))
            }
            ParameterKind::Local => {
                // "If the kernel argument being set is a pointer to the local address space, then arg_value must be NULL".
                if !arg_value.is_null() {
                    return Err(Status::INVALID_ARG_VALUE);
                }
                // "CL_INVALID_ARG_SIZE ... if the kernel argument is a pointer to the local address space and arg_size is zero."
                if arg_size == 0 {
                    return Err(Status::INVALID_ARG_SIZE);
                }
                Stored::Plain(Argument::Local(arg_size))
            }
            ParameterKind::Image(kind, access) => {
                // SAFETY: the value has the size that the call says.
                unsafe { image(&kernel, arg_size, arg_value, kind, access) }?
            }
            ParameterKind::Sampler => {
                // SAFETY: the value has the size that the call says.
                unsafe { sampler(&kernel, arg_size, arg_value) }?
            }
            kind @ (ParameterKind::Global | ParameterKind::Constant) => {
                let may_write = kind == ParameterKind::Global && !parameter.is_const;
                // SAFETY: the value has the size that the call says.
                unsafe { pointer(&kernel, arg_size, arg_value, may_write) }?
            }
        };
        kernel.arguments()[arg_index as usize] = Some(stored);
        Ok(())
    }
}

/// The argument for a pointer to global or constant memory.
///
/// # Safety
/// A value that is not null has the size that is given with it.
unsafe fn pointer(
    kernel: &Kernel,
    arg_size: usize,
    arg_value: *const c_void,
    may_write: bool,
) -> Result<Stored> {
    // "If arg_value is NULL or points to NULL, then the kernel argument will be set to NULL."
    if arg_value.is_null() {
        return Ok(Stored::Plain(Argument::Null));
    }
    // "CL_INVALID_ARG_SIZE if arg_value points to a memory object and arg_size is not equal to sizeof(cl_mem)"
    if arg_size != size_of::<cl_mem>() {
        return Err(Status::INVALID_ARG_SIZE);
    }
    // SAFETY: the value has the size of a handle.
    let raw = unsafe { arg_value.cast::<cl_mem>().read_unaligned() };
    if raw.is_null() {
        return Ok(Stored::Plain(Argument::Null));
    }
    // "CL_INVALID_MEM_OBJECT ... if arg_value is not NULL, and does not point to NULL, and does not point to a valid memory object" or "the
    // memory object is not valid for the kernel argument specified by arg_index": it takes a buffer.
    let memory: Arc<Memory> = Memory::get_buffer(raw)?;
    // "CL_INVALID_CONTEXT if the context associated with kernel and an OpenCL object pointed to by arg_value are not the same"
    if !Arc::ptr_eq(&memory.context, &kernel.program.context) {
        return Err(Status::INVALID_CONTEXT);
    }
    // "an immutable memory object that cannot be modified by the implementation after creation": what a kernel may write to is "not a valid
    // value" then, as an image that is `write_only` is said to be.
    if may_write && memory.check_mutable().is_err() {
        return Err(Status::INVALID_ARG_VALUE);
    }
    Ok(Stored::Memory(Arc::downgrade(&memory)))
}

/// The argument for an image.
///
/// # Safety
/// A value that is not null has the size that is given with it.
unsafe fn image(
    kernel: &Kernel,
    arg_size: usize,
    arg_value: *const c_void,
    kind: ImageKind,
    access: ImageAccess,
) -> Result<Stored> {
    // "CL_INVALID_MEM_OBJECT if arg_value is NULL and it must point to a valid memory object"
    if arg_value.is_null() {
        return Err(Memory::INVALID);
    }
    // "CL_INVALID_ARG_SIZE if arg_value points to a memory object and arg_size is not equal to sizeof(cl_mem)"
    if arg_size != size_of::<cl_mem>() {
        return Err(Status::INVALID_ARG_SIZE);
    }
    // "if arg_value points to NULL and it must point to a valid memory object", "if arg_value is not NULL, and does not point to NULL, and does
    // not point to a valid memory object"
    // SAFETY: the value has the size of a handle.
    let memory: Arc<Memory> = Memory::get_image(unsafe { arg_value.cast::<cl_mem>().read_unaligned() })?;
    // "CL_INVALID_CONTEXT if the context associated with kernel and an OpenCL object pointed to by arg_value are not the same"
    if !Arc::ptr_eq(&memory.context, &kernel.program.context) {
        return Err(Status::INVALID_CONTEXT);
    }
    // "CL_INVALID_MEM_OBJECT if arg_value points to a valid memory object, but the memory object is not valid for the kernel argument"
    if memory.image_for_kernel(kind).is_none() {
        return Err(Memory::INVALID);
    }
    // "CL_INVALID_ARG_VALUE if the argument is an image declared with the read_only qualifier and arg_value points to an image object created
    // with the memory flag CL_MEM_WRITE_ONLY", "if the argument is an image declared with the write_only qualifier and arg_value points to
    // an image object created with the memory flag CL_MEM_READ_ONLY or CL_MEM_IMMUTABLE_EXT": `read_write` does both.
    let reads = access != ImageAccess::WriteOnly;
    let writes = access != ImageAccess::ReadOnly;
    let is_read_only = has(memory.flags, CL_MEM_READ_ONLY) || memory.check_mutable().is_err();
    if reads && has(memory.flags, CL_MEM_WRITE_ONLY) || writes && is_read_only {
        return Err(Status::INVALID_ARG_VALUE);
    }
    Ok(Stored::Image(Arc::downgrade(&memory), kind))
}

/// The argument for a sampler. A kernel keeps its settings and not the object.
///
/// # Safety
/// A value that is not null has the size that is given with it.
unsafe fn sampler(kernel: &Kernel, arg_size: usize, arg_value: *const c_void) -> Result<Stored> {
    // "CL_INVALID_SAMPLER if the kernel argument is a sampler, but arg_value does not point to a valid sampler object"
    if arg_value.is_null() {
        return Err(Sampler::INVALID);
    }
    // "CL_INVALID_ARG_SIZE ... if arg_value points to a sampler object and arg_size is not equal to sizeof(cl_sampler)"
    if arg_size != size_of::<cl_sampler>() {
        return Err(Status::INVALID_ARG_SIZE);
    }
    // SAFETY: the value has the size of a handle.
    let sampler = handle::get::<Sampler>(unsafe { arg_value.cast::<cl_sampler>().read_unaligned() })?;
    // "CL_INVALID_CONTEXT if the context associated with kernel and an OpenCL object pointed to by arg_value are not the same"
    if !Arc::ptr_eq(&sampler.context, &kernel.program.context) {
        return Err(Status::INVALID_CONTEXT);
    }
    Ok(Stored::Plain(Argument::Bytes(sampler.settings.number().to_le_bytes().as_slice().into())))
}

/// Sets an argument to an address of shared memory.
fn set_shared(kernel: &Kernel, index: cl_uint, address: usize) -> Result<()> {
    let parameter = parameter(kernel, index)?;
    // "The SVM pointer can only be used for arguments that are declared to be a pointer to global or constant memory":
    // "CL_INVALID_ARG_VALUE if arg_value specified is not a valid value." Any other address is system memory, which the device shares.
    if !matches!(ParameterKind::of(parameter), ParameterKind::Global | ParameterKind::Constant) {
        return Err(Status::INVALID_ARG_VALUE);
    }
    // "The SVM pointer value must be aligned according to the arguments type."
    let align = parameter.pointee.as_ref().map_or(1, |pointee| pointee.ty.align() as usize);
    if !address.is_multiple_of(align.max(1)) {
        return Err(Status::INVALID_ARG_VALUE);
    }
    set_address(kernel, index, address);
    Ok(())
}

/// Sets an argument to an address.
fn set_address(kernel: &Kernel, index: cl_uint, address: usize) {
    let stored = if address == 0 { Stored::Plain(Argument::Null) } else { Stored::Address(address) };
    kernel.arguments()[index as usize] = Some(stored);
}

entry! {
    /// API specification, "Setting Kernel Arguments", `clSetKernelArgSVMPointer`.
    fn clSetKernelArgSVMPointer(kernel: cl_kernel, arg_index: cl_uint, arg_value: *const c_void) {
        let kernel = handle::get::<Kernel>(kernel)?;
        set_shared(&kernel, arg_index, arg_value as usize)
    }
}

entry! {
    /// `cl_intel_unified_shared_memory`, `clSetKernelArgMemPointerINTEL`.
    fn clSetKernelArgMemPointerINTEL(kernel: cl_kernel, arg_index: cl_uint, arg_value: *const c_void) {
        let kernel = handle::get::<Kernel>(kernel)?;
        set_shared(&kernel, arg_index, arg_value as usize)
    }
}

entry! {
    /// API specification, "Setting Kernel Arguments", `clSetKernelArgDevicePointerEXT`.
    fn clSetKernelArgDevicePointerEXT(
        kernel: cl_kernel,
        arg_index: cl_uint,
        arg_value: crate::newer::cl_mem_device_address_ext,
    ) {
        let kernel = handle::get::<Kernel>(kernel)?;
        // "CL_INVALID_ARG_INDEX ... if arg_index corresponds to an argument that is not a pointer to the global address space."
        if ParameterKind::of(parameter(&kernel, arg_index)?) != ParameterKind::Global {
            return Err(Status::INVALID_ARG_INDEX);
        }
        // "it's legal to pass invalid pointers as the value ... as long as the kernel doesn't dereference the pointer."
        set_address(&kernel, arg_index, arg_value as usize);
        Ok(())
    }
}
