//! Buffers and sub-buffers: flags, sizes, host pointers, properties, queries, destructors, maps.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::Mutex;

use crate::bindings::*;
use crate::setup::{Setup, device, pointer};

const RW: u32 = CL_MEM_READ_WRITE;
const WO: u32 = CL_MEM_WRITE_ONLY;
const RO: u32 = CL_MEM_READ_ONLY;
const USE: u32 = CL_MEM_USE_HOST_PTR;
const ALLOC: u32 = CL_MEM_ALLOC_HOST_PTR;
const COPY: u32 = CL_MEM_COPY_HOST_PTR;
/// `CL_MEM_IMMUTABLE_EXT` of `cl_ext_immutable_memory_objects`.
const IMMUTABLE: u32 = 1 << 6;
const HOST_WRITES: u32 = CL_MEM_HOST_WRITE_ONLY;
const HOST_READS: u32 = CL_MEM_HOST_READ_ONLY;
const HOST_NOTHING: u32 = CL_MEM_HOST_NO_ACCESS;
/// `CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT` and `CL_MEM_DEVICE_ADDRESS_EXT` of `cl_ext_buffer_device_address`.
const PRIVATE_ADDRESS: u64 = 0x5000;
const ADDRESS: u32 = 0x5001;

fn largest() -> usize {
    info!(clGetDeviceInfo(device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE) as u64).unwrap() as usize
}

fn release(memory: cl_mem) {
    assert_eq!(cl!(clReleaseMemObject(memory)), 0);
}

#[repr(align(128))]
struct Host {
    _bytes: [u8; 4096],
}

fn sub(buffer: cl_mem, flags: u32, origin: usize, size: usize) -> Result<cl_mem, cl_int> {
    let region = _cl_buffer_region { origin, size };
    create!(clCreateSubBuffer(buffer, flags.into(), CL_BUFFER_CREATE_TYPE_REGION, pointer(&region)))
}

fn map(setup: &Setup, buffer: cl_mem, flags: u32, offset: usize, size: usize) -> Result<*mut c_void, cl_int> {
    create!(clEnqueueMapBuffer(setup.queue, buffer, 1, flags.into(), offset, size, 0, null(), null_mut()))
}

fn unmap(setup: &Setup, buffer: cl_mem, address: *mut c_void) -> cl_int {
    cl!(clEnqueueUnmapMemObject(setup.queue, buffer, address, 0, null(), null_mut()))
}

/// Buffers share the memory that the device says it has. In a process of its own, as no other test could have a buffer meanwhile.
pub fn runs_out() {
    let setup = Setup::new();
    let mut all = Vec::new();
    let code = loop {
        match setup.try_buffer(RW, largest(), null_mut()) {
            Ok(buffer) if all.len() < 20 => all.push(buffer),
            Ok(_) => panic!("20 buffers of the largest size"),
            Err(code) => break code,
        }
    };
    assert_eq!(code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    for buffer in all {
        release(buffer);
    }
    release(setup.try_buffer(RW, largest(), null_mut()).unwrap());
}

trials! {
    /// "an immutable memory object that cannot be modified by the implementation after creation": kernels get it to read from.
    fn immutable_buffers_are_read() {
        let setup = Setup::new();
        let mut data = [5_i32; 4];
        let flags = IMMUTABLE | CL_MEM_COPY_HOST_PTR;
        let fixed = setup.try_buffer(flags, 16, data.as_mut_ptr().cast()).unwrap();
        let result = setup.buffer(&[0_i32]);
        let kernel = setup.kernel(
            "kernel void k(global int *r, global const int *a, constant int *b) { *r = a[0] + b[1]; }",
        );
        assert_eq!(crate::setup::set(kernel, 0, fixed), CL_INVALID_ARG_VALUE);
        let codes = [(0, result), (1, fixed), (2, fixed)].map(|(index, buffer)| crate::setup::set(kernel, index, buffer));
        assert_eq!(codes, [0; 3]);
        assert_eq!(setup.launch(kernel, 1), 0);
        assert_eq!(setup.read::<i32>(result, 1), [10]);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        for buffer in [fixed, result] {
            assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        }
    }
    fn flags_sizes_and_host_pointers() {
        let setup = Setup::new();
        let host = Host { _bytes: [7; 4096] };
        let (none, host) = (null_mut(), pointer(&host));
        let (value, size, pointer) = (Err(CL_INVALID_VALUE), Err(CL_INVALID_BUFFER_SIZE), Err(CL_INVALID_HOST_PTR));
        for (flags, bytes, address, expected) in [
            (0, 16, none, Ok(())),
            (RW | WO, 16, none, value),
            (RW | RO, 16, none, value),
            (WO | RO, 16, none, value),
            (1 << 31, 16, none, value),
            (USE | ALLOC, 16, host, value),
            (USE | COPY, 16, host, value),
            (HOST_WRITES | HOST_READS, 16, none, value),
            (HOST_NOTHING | HOST_READS, 16, none, value),
            (RW, 0, none, size),
            (RW, largest() + 1, none, size),
            (RW, usize::MAX, none, size),
            (USE, 16, none, pointer),
            (COPY, 16, none, pointer),
            (RW, 16, host, pointer),
            (ALLOC, 16, host, pointer),
            (ALLOC | COPY, 16, host, Ok(())),
            (IMMUTABLE, 16, none, value),
            (IMMUTABLE | RW | COPY, 16, host, value),
            (IMMUTABLE | RO | COPY, 16, host, Ok(())),
            (IMMUTABLE | COPY | HOST_WRITES, 16, host, value),
        ] {
            let made = setup.try_buffer(flags, bytes, address);
            assert_eq!(made.map(|_| ()), expected, "flags {flags:#x}, {bytes} bytes");
            if let Ok(buffer) = made {
                release(buffer);
                assert_eq!(cl!(clReleaseMemObject(buffer)), CL_INVALID_MEM_OBJECT);
            }
        }
    }
    fn queries() {
        let setup = Setup::new();
        let host = Host { _bytes: [1; 4096] };
        let address = pointer(&host);
        let buffer = setup.try_buffer(USE | HOST_READS, 4096, address).unwrap();
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_TYPE) as cl_uint), Ok(CL_MEM_OBJECT_BUFFER));
        // "If neither ... is specified, CL_MEM_READ_WRITE is the default"; the query gives the flags as they were given.
        let flags = info!(clGetMemObjectInfo(buffer, CL_MEM_FLAGS) as u64).unwrap();
        assert_eq!(flags & !u64::from(RW), u64::from(USE | HOST_READS));
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_SIZE) as usize), Ok(4096));
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_HOST_PTR) as *mut c_void), Ok(address));
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT) as cl_uint), Ok(0));
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT) as cl_uint), Ok(1));
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_CONTEXT) as cl_context), Ok(setup.context));
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_ASSOCIATED_MEMOBJECT) as cl_mem), Ok(null_mut()));
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_OFFSET) as usize), Ok(0));
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER) as cl_uint), Ok(0));
        assert_eq!(bytes!(clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES)), Ok(vec![]));
        assert_eq!(info!(clGetMemObjectInfo(buffer, ADDRESS) as u64), Err(CL_INVALID_OPERATION));
        assert_eq!(info!(clGetMemObjectInfo(buffer, 0x9999) as u64), Err(CL_INVALID_VALUE));
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_SIZE) as u32), Err(CL_INVALID_VALUE));
        release(buffer);
    }
    fn sub_buffers() {
        let setup = Setup::new();
        let host = Host { _bytes: [1; 4096] };
        let buffer = setup.try_buffer(USE | HOST_READS, 4096, pointer(&host)).unwrap();
        let value = Err(CL_INVALID_VALUE);
        for (flags, origin, size, expected) in [
            (0, 128, 256, Ok(())),
            (RO, 128, 256, Ok(())),
            (HOST_WRITES, 0, 16, value),
            (USE, 0, 16, value),
            // "if there are no devices in context associated with buffer for which the origin field ... is aligned"
            (0, 64, 16, Err(CL_MISALIGNED_SUB_BUFFER_OFFSET)),
            (0, 128, 0, Err(CL_INVALID_BUFFER_SIZE)),
            (0, 4096, 1, value),
            (0, 128, 4096, value),
            (0, usize::MAX - 127, 256, value),
        ] {
            let made = sub(buffer, flags, origin, size);
            assert_eq!(made.map(|_| ()), expected, "flags {flags:#x}, {size} bytes at {origin}");
            if let Ok(part) = made {
                release(part);
            }
        }
        let region = _cl_buffer_region { origin: 0, size: 16 };
        assert_eq!(create!(clCreateSubBuffer(buffer, 0, 7, pointer(&region))), value.map(|()| null_mut()));
        assert_eq!(create!(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, null())), Err(CL_INVALID_VALUE));
        let part = sub(buffer, 0, 256, 512).unwrap();
        assert_eq!(sub(part, 0, 0, 16), Err(CL_INVALID_MEM_OBJECT), "a part of a part");
        assert_eq!(info!(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT) as cl_mem), Ok(buffer));
        assert_eq!(info!(clGetMemObjectInfo(part, CL_MEM_OFFSET) as usize), Ok(256));
        assert_eq!(info!(clGetMemObjectInfo(part, CL_MEM_SIZE) as usize), Ok(512));
        assert_eq!(info!(clGetMemObjectInfo(part, CL_MEM_HOST_PTR) as usize), Ok(pointer(&host) as usize + 256));
        release(part);
        release(buffer);
    }
    /// "The registered callback functions are called in the reverse order", and a part keeps its whole.
    fn destructors() {
        static CALLS: Mutex<Vec<usize>> = Mutex::new(Vec::new());
        unsafe extern "C" fn gone(_: cl_mem, user_data: *mut c_void) {
            CALLS.lock().unwrap().push(user_data as usize);
        }
        let setup = Setup::new();
        let buffer = setup.try_buffer(RW, 4096, null_mut()).unwrap();
        for number in 1..=3_usize {
            assert_eq!(cl!(clSetMemObjectDestructorCallback(buffer, Some(gone), number as *mut c_void)), 0);
        }
        assert_eq!(cl!(clSetMemObjectDestructorCallback(buffer, None, null_mut())), CL_INVALID_VALUE);
        let part = sub(buffer, 0, 0, 16).unwrap();
        release(buffer);
        assert!(CALLS.lock().unwrap().is_empty());
        release(part);
        assert_eq!(*CALLS.lock().unwrap(), [3, 2, 1]);
    }
    fn properties() {
        let setup = Setup::new();
        let make = |properties: &[u64]| {
            create!(clCreateBufferWithProperties(setup.context, properties.as_ptr(), RW.into(), 64, null_mut()))
        };
        let wanted = [PRIVATE_ADDRESS, 1, 0];
        let buffer = make(&wanted).unwrap();
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES) as [u64; 3]), Ok(wanted));
        assert!(info!(clGetMemObjectInfo(buffer, ADDRESS) as u64).unwrap() != 0);
        release(buffer);
        release(make(&[0]).unwrap());
        for bad in [&[PRIVATE_ADDRESS, 2, 0][..], &[0x77, 1, 0], &[PRIVATE_ADDRESS, 1, PRIVATE_ADDRESS, 1, 0]] {
            assert_eq!(make(bad), Err(CL_INVALID_PROPERTY), "{bad:x?}");
        }
    }
    fn maps() {
        let setup = Setup::new();
        let bytes: Vec<u8> = (0..=255).collect();
        let buffer = setup.buffer(&bytes);
        let (read, write) = (CL_MAP_READ, CL_MAP_WRITE);
        let address = map(&setup, buffer, read | write, 16, 4).unwrap();
        // SAFETY: four bytes are mapped.
        let mapped = unsafe { std::slice::from_raw_parts_mut(address.cast::<u8>(), 4) };
        assert_eq!(mapped, [16, 17, 18, 19]);
        mapped.fill(0);
        assert_eq!(info!(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT) as cl_uint), Ok(1));
        assert_eq!(unmap(&setup, buffer, address), 0);
        assert_eq!(unmap(&setup, buffer, address), CL_INVALID_VALUE);
        assert_eq!(setup.read::<u8>(buffer, 21)[15..], [15, 0, 0, 0, 0, 20]);
        for (flags, offset, size) in [(read, 0, 0), (read, 250, 7), (read, usize::MAX, 2), (1 << 9, 0, 1), (read | CL_MAP_WRITE_INVALIDATE_REGION, 0, 1)] {
            assert_eq!(map(&setup, buffer, flags, offset, size), Err(CL_INVALID_VALUE), "{flags:#x} {offset} {size}");
        }
        release(buffer);
        // "CL_INVALID_OPERATION if buffer has been created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS and CL_MAP_READ is set"
        for (host, flags) in [(HOST_WRITES, read), (HOST_NOTHING, read), (HOST_READS, write), (HOST_NOTHING, CL_MAP_WRITE_INVALIDATE_REGION)] {
            let buffer = setup.try_buffer(host, 64, null_mut()).unwrap();
            assert_eq!(map(&setup, buffer, flags, 0, 1), Err(CL_INVALID_OPERATION));
            release(buffer);
        }
    }
    /// "CL_INVALID_OPERATION if mapping would lead to overlapping regions being mapped for writing."
    fn maps_for_writing_do_not_overlap() {
        let setup = Setup::new();
        let buffer = setup.buffer(&[0_u8; 4096]);
        let part = sub(buffer, 0, 1024, 1024).unwrap();
        let (read, write, invalidate) = (CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION);
        let first = map(&setup, buffer, write, 1000, 100).unwrap();
        let overlap = Err(CL_INVALID_OPERATION);
        assert_eq!(map(&setup, buffer, write, 1050, 10), overlap);
        assert_eq!(map(&setup, part, write, 0, 10), overlap);
        let second = map(&setup, part, write, 128, 10).unwrap();
        map(&setup, buffer, write, 1100, 52).unwrap();
        assert_eq!(map(&setup, buffer, invalidate, 1152, 1), overlap);
        assert_eq!(map(&setup, buffer, read, 1000, 100), Ok(first), "reading may overlap");
        let count = |memory| info!(clGetMemObjectInfo(memory, CL_MEM_MAP_COUNT) as cl_uint).unwrap();
        assert_eq!((count(buffer), count(part)), (3, 1));
        assert_eq!(unmap(&setup, buffer, second), CL_INVALID_VALUE, "it is a map of the part");
        assert_eq!(unmap(&setup, part, second), 0);
        map(&setup, part, write, 128, 10).unwrap();
        assert_eq!(cl!(clFinish(setup.queue)), 0);
        release(part);
        release(buffer);
    }
    fn pipes_that_are_not_there() {
        let setup = Setup::new();
        assert_eq!(create!(clCreatePipe(setup.context, 0, 4, 4, null())), Err(CL_INVALID_OPERATION));
    }
}
