//! Memory that host and kernels share by its address: SVM, and `cl_intel_unified_shared_memory`.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use crate::bindings::*;
use crate::setup::{Setup, device, extension, pointer, set};

type Allocate = unsafe extern "C" fn(cl_context, *const u64, usize, cl_uint, *mut cl_int) -> *mut c_void;
type AllocateOn =
    unsafe extern "C" fn(cl_context, cl_device_id, *const u64, usize, cl_uint, *mut cl_int) -> *mut c_void;
type Free = unsafe extern "C" fn(cl_context, *mut c_void) -> cl_int;
type Query =
    unsafe extern "C" fn(cl_context, *const c_void, cl_uint, usize, *mut c_void, *mut usize) -> cl_int;
type Fill = unsafe extern "C" fn(
    cl_command_queue,
    *mut c_void,
    *const c_void,
    usize,
    usize,
    cl_uint,
    *const cl_event,
    *mut cl_event,
) -> cl_int;
type Copy = unsafe extern "C" fn(
    cl_command_queue,
    cl_bool,
    *mut c_void,
    *const c_void,
    usize,
    cl_uint,
    *const cl_event,
    *mut cl_event,
) -> cl_int;

type SetPointer = unsafe extern "C" fn(cl_kernel, cl_uint, *const c_void) -> cl_int;
type SetAddress = unsafe extern "C" fn(cl_kernel, cl_uint, u64) -> cl_int;

/// `CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT`
const DEVICE_PRIVATE_ADDRESS: u64 = 0x5000;
/// `CL_MEM_DEVICE_ADDRESS_EXT`
const DEVICE_ADDRESS: u32 = 0x5001;
/// `CL_MEM_IMMUTABLE_EXT`
const IMMUTABLE: u32 = 1 << 6;

fn alloc(setup: &Setup, flags: u32, size: usize, alignment: u32) -> *mut c_void {
    cl!(clSVMAlloc(setup.context, flags.into(), size, alignment))
}

trials! {
    fn svm_allocations() {
        let setup = Setup::new();
        let largest = info!(clGetDeviceInfo(setup.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE) as u64).unwrap() as usize;
        let (fine, atomics) = (CL_MEM_SVM_FINE_GRAIN_BUFFER, CL_MEM_SVM_ATOMICS);
        for (flags, size, alignment, good) in [
            (0, 100, 0, true),
            (CL_MEM_READ_WRITE | fine | atomics, 100, 64, true),
            // "CL_MEM_SVM_ATOMICS" needs "CL_MEM_SVM_FINE_GRAIN_BUFFER".
            (atomics, 100, 0, false),
            (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 100, 0, false),
            (0, 0, 0, false),
            (0, largest + 1, 0, false),
            (0, 10, 3, false),
            (0, 10, 256, false),
            (CL_MEM_USE_HOST_PTR, 10, 0, false),
        ] {
            let memory = alloc(&setup, flags, size, alignment);
            assert_eq!(!memory.is_null(), good, "{flags:#x} {size} {alignment}");
            if good {
                // SAFETY: so many bytes were allocated.
                unsafe { std::slice::from_raw_parts_mut(memory.cast::<u8>(), size) }.fill(1);
                cl!(clSVMFree(setup.context, memory));
                // What is no allocation any more is left alone.
                cl!(clSVMFree(setup.context, memory));
            }
        }
        // CPUs share all their memory, with atomics: all four kinds.
        assert_eq!(info!(clGetDeviceInfo(device(), CL_DEVICE_SVM_CAPABILITIES) as u64), Ok(15));
    }
    fn svm_as_buffers() {
        let setup = Setup::new();
        let memory = alloc(&setup, 0, 1000, 0);
        let buffer = setup.try_buffer(CL_MEM_USE_HOST_PTR, 1000, memory).unwrap();
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER) as cl_uint), Ok(1));
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_HOST_PTR) as *mut c_void), Ok(memory));
        // "CL_INVALID_BUFFER_SIZE ... if host_ptr is a pointer returned by clSVMAlloc ... and size is greater than the size passed"
        assert_eq!(setup.try_buffer(CL_MEM_USE_HOST_PTR, 1001, memory), Err(CL_INVALID_BUFFER_SIZE));
        assert_eq!(setup.try_buffer(CL_MEM_COPY_HOST_PTR, 1001, memory), Err(CL_INVALID_BUFFER_SIZE));
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        cl!(clSVMFree(setup.context, memory));
    }
    fn svm_commands() {
        let setup = Setup::new();
        let queue = setup.queue;
        let (a, b) = (alloc(&setup, 0, 4096, 0), alloc(&setup, CL_MEM_SVM_FINE_GRAIN_BUFFER, 4096, 0));
        let pattern = [1_u8, 2, 3, 4];
        assert_eq!(cl!(clEnqueueSVMMemFill(queue, a, pointer(&pattern), 4, 4096, 0, null(), null_mut())), 0);
        assert_eq!(cl!(clEnqueueSVMMemcpy(queue, 1, b, a, 4096, 0, null(), null_mut())), 0);
        // SAFETY: so many bytes were allocated, and the copy is over.
        let bytes = unsafe { std::slice::from_raw_parts(b.cast::<u8>(), 4096) };
        assert!(bytes.chunks(4).all(|four| four == pattern));
        // "CL_MEM_COPY_OVERLAP if the values specified for dst_ptr, src_ptr and size result in an overlapping copy."
        assert_eq!(cl!(clEnqueueSVMMemcpy(queue, 1, a, a.wrapping_byte_add(10), 11, 0, null(), null_mut())), CL_MEM_COPY_OVERLAP);
        assert_eq!(cl!(clEnqueueSVMMemcpy(queue, 1, null_mut(), a, 1, 0, null(), null_mut())), CL_INVALID_VALUE);
        assert_eq!(cl!(clEnqueueSVMMemFill(queue, a, pointer(&pattern), 3, 3, 0, null(), null_mut())), CL_INVALID_VALUE);
        assert_eq!(cl!(clEnqueueSVMMemFill(queue, a, pointer(&pattern), 4, 5, 0, null(), null_mut())), CL_INVALID_VALUE);
        assert_eq!(cl!(clEnqueueSVMMap(queue, 1, CL_MAP_READ.into(), null_mut(), 4, 0, null(), null_mut())), CL_INVALID_VALUE);
        // "CL_MAP_READ or CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION are mutually exclusive."
        for flags in [CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 1 << 20] {
            assert_eq!(cl!(clEnqueueSVMMap(queue, 1, flags.into(), a, 4, 0, null(), null_mut())), CL_INVALID_VALUE);
        }
        assert_eq!(cl!(clEnqueueSVMMap(queue, 1, CL_MAP_READ.into(), a, 4096, 0, null(), null_mut())), 0);
        assert_eq!(cl!(clEnqueueSVMUnmap(queue, a, 0, null(), null_mut())), 0);
        let kernel = setup.kernel("kernel void k(global int *p) { p[get_global_id(0)] = get_global_id(0); }");
        assert_eq!(cl!(clSetKernelArgSVMPointer(kernel, 0, b)), 0);
        assert_eq!(setup.launch(kernel, 1024), 0);
        assert_eq!(cl!(clFinish(queue)), 0);
        // SAFETY: aligned, so many, and the launch is over.
        let words = unsafe { std::slice::from_raw_parts(b.cast::<i32>(), 1024) };
        assert!((0..1024).eq(words.iter().copied()));
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        assert_eq!(cl!(clEnqueueSVMFree(queue, 2, [a, b].as_mut_ptr(), None, null_mut(), 0, null(), null_mut())), 0);
        assert_eq!(cl!(clFinish(queue)), 0);
    }
    fn usm_allocations() {
        let setup = Setup::new();
        let host: Allocate = extension(c"clHostMemAllocINTEL");
        let on_device: AllocateOn = extension(c"clDeviceMemAllocINTEL");
        let shared: AllocateOn = extension(c"clSharedMemAllocINTEL");
        let free: Free = extension(c"clMemFreeINTEL");
        let query: Query = extension(c"clGetMemAllocInfoINTEL");
        let context = setup.context;
        let flags = u64::from(CL_MEM_ALLOC_FLAGS_INTEL);
        let host_alloc = |properties: &[u64], size, alignment| {
            crate::setup::created(|code| call!(host, context, properties.as_ptr(), size, alignment, code))
        };
        let a = host_alloc(&[0], 64, 0).unwrap();
        let b = crate::setup::created(|code| call!(on_device, context, setup.device, null(), 64, 128, code)).unwrap();
        let c = crate::setup::created(|code| call!(shared, context, null_mut(), [flags, 2, 0].as_ptr(), 64, 4, code)).unwrap();
        for (address, kind, device) in [
            (a, CL_MEM_TYPE_HOST_INTEL, null_mut()),
            (b, CL_MEM_TYPE_DEVICE_INTEL, setup.device),
            (c, CL_MEM_TYPE_SHARED_INTEL, null_mut()),
            (pointer(&setup.device), CL_MEM_TYPE_UNKNOWN_INTEL, null_mut()),
        ] {
            let inner = address.wrapping_byte_add(5);
            let known = kind != CL_MEM_TYPE_UNKNOWN_INTEL;
            macro_rules! ask {
                ($name:ident as $ty:ty) => {
                    crate::setup::value::<$ty>(|size, place, needed| call!(query, context, inner, $name, size, place, needed))
                };
            }
            assert_eq!(ask!(CL_MEM_ALLOC_TYPE_INTEL as cl_uint), Ok(kind));
            assert_eq!(ask!(CL_MEM_ALLOC_BASE_PTR_INTEL as *mut c_void), Ok(if known { address } else { null_mut() }));
            assert_eq!(ask!(CL_MEM_ALLOC_SIZE_INTEL as usize), Ok(if known { 64 } else { 0 }));
            assert_eq!(ask!(CL_MEM_ALLOC_DEVICE_INTEL as cl_device_id), Ok(device));
        }
        for (properties, size, alignment, error) in [
            (&[flags, 2, 0][..], 64, 0, CL_INVALID_PROPERTY),
            (&[flags, 8, 0], 64, 0, CL_INVALID_PROPERTY),
            (&[flags, 1, flags, 1, 0], 64, 0, CL_INVALID_PROPERTY),
            (&[3, 1, 0], 64, 0, CL_INVALID_PROPERTY),
            (&[0], 0, 0, CL_INVALID_BUFFER_SIZE),
            (&[0], 64, 3, CL_INVALID_VALUE),
            (&[0], 64, 256, CL_INVALID_VALUE),
        ] {
            assert_eq!(host_alloc(properties, size, alignment), Err(error), "{properties:x?} {size} {alignment}");
        }
        let no_device = crate::setup::created(|code| call!(on_device, context, null_mut(), null(), 64, 0, code));
        assert_eq!(no_device, Err(CL_INVALID_DEVICE));
        assert_eq!(call!(free, context, a.wrapping_byte_add(4)), CL_INVALID_VALUE);
        for address in [a, b, c, null_mut()] {
            assert_eq!(call!(free, context, address), 0);
        }
        assert_eq!(call!(free, context, a), CL_INVALID_VALUE);
    }
    fn usm_commands() {
        let setup = Setup::new();
        let (context, queue) = (setup.context, setup.queue);
        let host: Allocate = extension(c"clHostMemAllocINTEL");
        let fill: Fill = extension(c"clEnqueueMemFillINTEL");
        let copy: Copy = extension(c"clEnqueueMemcpyINTEL");
        let free: Free = extension(c"clMemBlockingFreeINTEL");
        let make = || crate::setup::created(|code| call!(host, context, null(), 64, 0, code)).unwrap();
        let (a, b) = (make(), make());
        let pattern = [1_u8, 2, 3, 4];
        let fill = |address: *mut c_void, pattern: *const c_void, size, length| call!(fill, queue, address, pattern, size, length, 0, null(), null_mut());
        let copy = |to: *mut c_void, from: *mut c_void, size| call!(copy, queue, 1, to, from, size, 0, null(), null_mut());
        let pattern = pointer(&pattern);
        assert_eq!(fill(a, pattern, 4, 64), 0);
        assert_eq!(copy(b, a, 60), 0);
        // SAFETY: so many bytes were allocated, and the copy is over.
        assert_eq!(unsafe { std::slice::from_raw_parts(b.cast::<u8>(), 61) }, [[1, 2, 3, 4].repeat(15), vec![0]].concat());
        assert_eq!(fill(a.wrapping_byte_add(1), pattern, 4, 60), CL_INVALID_VALUE);
        assert_eq!(fill(null_mut(), pattern, 4, 64), CL_INVALID_VALUE);
        assert_eq!(fill(a, null(), 4, 64), CL_INVALID_VALUE);
        assert_eq!(fill(a, pattern, 3, 63), CL_INVALID_VALUE);
        assert_eq!(fill(a, pattern, 4, 63), CL_INVALID_VALUE);
        assert_eq!(copy(a, a.wrapping_byte_add(10), 11), CL_MEM_COPY_OVERLAP);
        assert_eq!(copy(a, a.wrapping_byte_add(10), 10), 0);
        assert_eq!(copy(null_mut(), a, 1), CL_INVALID_VALUE);
        assert_eq!((call!(free, context, a), call!(free, context, b), call!(free, context, a)), (0, 0, CL_INVALID_VALUE));
    }
    /// A launch follows pointers in memory to unified shared memory that no argument tells of.
    fn usm_in_kernels() {
        let setup = Setup::new();
        let host: Allocate = extension(c"clHostMemAllocINTEL");
        let set_pointer: SetPointer = extension(c"clSetKernelArgMemPointerINTEL");
        let free: Free = extension(c"clMemFreeINTEL");
        let make = || crate::setup::created(|code| call!(host, setup.context, null(), 64, 0, code)).unwrap();
        let (list, value, out) = (make(), make(), make());
        // SAFETY: both were just allocated, and are aligned to more than a pointer.
        unsafe {
            list.cast::<*mut c_void>().write(value);
            value.cast::<i32>().write(40);
        }
        let program = setup.source("kernel void k(global int *global *list, global int *out) { out[get_global_id(0)] = **list + get_global_id(0); }");
        assert_eq!(crate::setup::build(program, "-cl-std=CL3.0"), 0, "{}", setup.log(program));
        let kernel = crate::setup::kernel_of(program, "k").unwrap();
        assert_eq!((call!(set_pointer, kernel, 0, list), call!(set_pointer, kernel, 1, out)), (0, 0));
        assert_eq!(call!(set_pointer, kernel, 2, out), CL_INVALID_ARG_INDEX);
        let yes: cl_bool = 1;
        for name in [
            CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
            CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
            CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL,
        ] {
            assert_eq!(cl!(clSetKernelExecInfo(kernel, name, 4, pointer(&yes))), 0);
            assert_eq!(cl!(clSetKernelExecInfo(kernel, name, 3, pointer(&yes))), CL_INVALID_VALUE);
        }
        let pointers = [value];
        assert_eq!(cl!(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 8, pointer(&pointers))), 0);
        assert_eq!(setup.launch(kernel, 3), 0);
        assert_eq!(cl!(clFinish(setup.queue)), 0);
        // SAFETY: so many were written, and the launch is over.
        assert_eq!(unsafe { std::slice::from_raw_parts(out.cast::<i32>(), 3) }, [40, 41, 42]);
        for address in [list, value, out] {
            assert_eq!(call!(free, setup.context, address), 0);
        }
        assert_eq!((cl!(clReleaseKernel(kernel)), cl!(clReleaseProgram(program))), (0, 0));
    }
    /// `cl_ext_buffer_device_address`.
    fn device_addresses() {
        let setup = Setup::new();
        let set_address: SetAddress = extension(c"clSetKernelArgDevicePointerEXT");
        let make = |properties: &[u64]| {
            create!(clCreateBufferWithProperties(setup.context, properties.as_ptr(), CL_MEM_READ_WRITE.into(), 64, null_mut()))
        };
        let buffer = make(&[DEVICE_PRIVATE_ADDRESS, 1, 0]).unwrap();
        let address = info!(clGetMemObjectInfo(buffer, DEVICE_ADDRESS) as u64).unwrap();
        for bad in [&[DEVICE_PRIVATE_ADDRESS, 2, 0][..], &[DEVICE_PRIVATE_ADDRESS, 1, DEVICE_PRIVATE_ADDRESS, 1, 0], &[1, 1, 0]] {
            assert_eq!(make(bad), Err(CL_INVALID_PROPERTY), "{bad:x?}");
        }
        // "CL_INVALID_OPERATION ... if the buffer was not allocated with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT."
        let other = make(&[0]).unwrap();
        assert_eq!(info!(clGetMemObjectInfo(other, DEVICE_ADDRESS) as u64), Err(CL_INVALID_OPERATION));
        let kernel = setup.kernel("kernel void k(global int *p, constant int *c) { p[get_global_id(0)] = 7; }");
        assert_eq!(set(kernel, 1, other), 0);
        // "CL_INVALID_ARG_INDEX ... if arg_index corresponds to an argument that is not a pointer to the global address space."
        assert_eq!([0, 1, 2].map(|index| call!(set_address, kernel, index, address)), [0, CL_INVALID_ARG_INDEX, CL_INVALID_ARG_INDEX]);
        // "it's legal to pass invalid pointers as the value"
        assert_eq!(call!(set_address, kernel, 0, 3), 0);
        assert_eq!(call!(set_address, kernel, 0, address + 8), 0);
        assert_eq!(setup.launch(kernel, 2), 0);
        assert_eq!(setup.read::<i32>(buffer, 5), [0, 0, 7, 7, 0]);
        for memory in [buffer, other] {
            assert_eq!(cl!(clReleaseMemObject(memory)), 0);
        }
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
    /// `cl_ext_immutable_memory_objects`: no command changes such a buffer.
    fn immutable_buffers() {
        let setup = Setup::new();
        let mut data = [5_i32; 16];
        let host: *mut c_void = data.as_mut_ptr().cast();
        assert_eq!(setup.try_buffer(IMMUTABLE, 64, null_mut()), Err(CL_INVALID_VALUE));
        assert_eq!(setup.try_buffer(IMMUTABLE | CL_MEM_COPY_HOST_PTR | CL_MEM_READ_WRITE, 64, host), Err(CL_INVALID_VALUE));
        let buffer = setup.try_buffer(IMMUTABLE | CL_MEM_COPY_HOST_PTR, 64, host).unwrap();
        let other = setup.buffer(&data);
        let queue = setup.queue;
        let refused = [
            cl!(clEnqueueWriteBuffer(queue, buffer, 1, 0, 4, host, 0, null(), null_mut())),
            cl!(clEnqueueFillBuffer(queue, buffer, host, 4, 0, 64, 0, null(), null_mut())),
            cl!(clEnqueueCopyBuffer(queue, other, buffer, 0, 0, 64, 0, null(), null_mut())),
            create!(clEnqueueMapBuffer(queue, buffer, 1, CL_MAP_WRITE.into(), 0, 64, 0, null(), null_mut())).unwrap_err(),
        ];
        assert_eq!(refused, [CL_INVALID_OPERATION; 4]);
        assert_eq!(cl!(clEnqueueCopyBuffer(queue, buffer, other, 0, 0, 64, 0, null(), null_mut())), 0);
        assert_eq!(setup.read::<i32>(buffer, 16), data);
        for memory in [buffer, other] {
            assert_eq!(cl!(clReleaseMemObject(memory)), 0);
        }
    }
}
