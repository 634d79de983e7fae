//! Constants and types of extensions that are newer than the headers that [`crate::bindings`] comes from.
//!
//! Their values are those of the registry's `cl.xml`.

use crate::bindings::{cl_properties, cl_ulong};

/// `cl_ext_immutable_memory_objects`: a memory object that nothing changes once it is made.
pub(crate) const CL_MEM_IMMUTABLE_EXT: u32 = 1 << 6;
/// `cl_ext_buffer_device_address`: the program may ask for the buffer's address.
pub(crate) const CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT: u32 = 0x5000;
/// `cl_ext_buffer_device_address`: the query for that address.
pub(crate) const CL_MEM_DEVICE_ADDRESS_EXT: u32 = 0x5001;
/// `cl_ext_buffer_device_address`: the addresses that a kernel follows beside those of its arguments.
pub(crate) const CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT: u32 = 0x5002;
/// `cl_ext_buffer_device_address`: the address.
#[allow(non_camel_case_types)]
pub(crate) type cl_mem_device_address_ext = cl_ulong;

/// `cl_khr_command_buffer`: properties of a recorded command.
#[allow(non_camel_case_types)]
pub(crate) type cl_command_properties_khr = cl_properties;
/// `cl_khr_command_buffer`: the query for the context.
pub(crate) const CL_COMMAND_BUFFER_CONTEXT_KHR: u32 = 0x1299;
/// `cl_khr_command_buffer`: the query for what a queue may be that runs command-buffers.
pub(crate) const CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR: u32 = 0x129A;
/// `cl_khr_command_buffer_multi_device`: a flag.
pub(crate) const CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR: u32 = 1 << 2;
/// `cl_khr_semaphore`: the devices that a semaphore is for.
pub(crate) const CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: u32 = 0x2053;
/// `cl_ext_float_atomics`: the queries for what can be done to floats of each size in one step.
pub(crate) const CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT: u32 = 0x4231;
/// `cl_ext_float_atomics`, for `double`.
pub(crate) const CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT: u32 = 0x4232;
/// `cl_ext_float_atomics`, for `half`.
pub(crate) const CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT: u32 = 0x4233;
/// `cl_ext_float_atomics`: loads, stores, exchanges; sums and differences; minima and maxima, in global memory.
pub(crate) const CL_DEVICE_GLOBAL_FP_ATOMIC_ALL_EXT: u64 = 0b111;
/// `cl_ext_float_atomics`: the same in local memory.
pub(crate) const CL_DEVICE_LOCAL_FP_ATOMIC_ALL_EXT: u64 = 0b111 << 16;
