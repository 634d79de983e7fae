//! The platform, devices and their parts, contexts, and functions by name.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::bindings::*;
use crate::setup::{Setup, device, platform, pointer};

fn texts(device: cl_device_id, name: u32) -> String {
    text!(clGetDeviceInfo(device, name)).unwrap()
}

trials! {
    fn platform_queries() {
        let platform = platform();
        let text = |name| text!(clGetPlatformInfo(platform, name)).unwrap();
        assert_eq!(text(CL_PLATFORM_NAME), "FerroCL");
        assert_eq!(text(CL_PLATFORM_PROFILE), "FULL_PROFILE");
        assert!(text(CL_PLATFORM_VERSION).starts_with("OpenCL 3.0 FerroCL"));
        // "Each extension that is supported by all devices associated with this platform must be reported here."
        assert_eq!(text(CL_PLATFORM_EXTENSIONS), texts(device(), CL_DEVICE_EXTENSIONS));
        assert!(text(CL_PLATFORM_EXTENSIONS).split(' ').any(|name| name == "cl_khr_icd"));
        assert_eq!(info!(clGetPlatformInfo(platform, CL_PLATFORM_NUMERIC_VERSION) as cl_version), Ok(3 << 22));
        assert_eq!(info!(clGetPlatformInfo(platform, 1) as cl_uint), Err(CL_INVALID_VALUE));
        // "CL_INVALID_VALUE ... if size in bytes specified by param_value_size is < size of return type"
        let mut short = [0_u8; 3];
        assert_eq!(cl!(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 3, short.as_mut_ptr().cast(), null_mut())), CL_INVALID_VALUE);
        assert_eq!(cl!(clGetPlatformIDs(0, null_mut(), null_mut())), CL_INVALID_VALUE);
    }
    fn device_types() {
        let (platform, mut count) = (platform(), 9);
        for (kind, wanted, expected) in [
            (CL_DEVICE_TYPE_ALL, 0, 1),
            (CL_DEVICE_TYPE_DEFAULT, 0, 1),
            (CL_DEVICE_TYPE_CPU, 0, 1),
            (CL_DEVICE_TYPE_GPU, CL_DEVICE_NOT_FOUND, 0),
            (1 << 20, CL_INVALID_DEVICE_TYPE, 0),
            (0, CL_INVALID_DEVICE_TYPE, 0),
        ] {
            assert_eq!(cl!(clGetDeviceIDs(platform, kind.into(), 0, null_mut(), &mut count)), wanted, "{kind:#x}");
            if wanted == 0 {
                assert_eq!(count, expected, "{kind:#x}");
            }
        }
        let mut device = null_mut();
        assert_eq!(cl!(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU.into(), 0, &mut device, null_mut())), CL_INVALID_VALUE);
        assert_eq!(cl!(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU.into(), 1, null_mut(), null_mut())), CL_INVALID_VALUE);
    }
    /// Every query of OpenCL 3.0, 0x1000 to 0x1070, that has an answer: its size is right, too little room is refused.
    fn device_queries() {
        let device = device();
        let mut answered = 0;
        for name in 0x1000..0x1080 {
            let Ok(answer) = bytes!(clGetDeviceInfo(device, name)) else { continue };
            answered += 1;
            if !answer.is_empty() {
                let mut place = vec![0_u8; answer.len()];
                let code = cl!(clGetDeviceInfo(device, name, answer.len() - 1, place.as_mut_ptr().cast(), null_mut()));
                assert_eq!(code, CL_INVALID_VALUE, "{name:#x} in too little room");
            }
        }
        assert!(answered > 90, "{answered} queries have an answer");
        assert_eq!(info!(clGetDeviceInfo(device, CL_DEVICE_PLATFORM) as cl_platform_id), Ok(platform()));
        assert_eq!(info!(clGetDeviceInfo(device, 0x1fff) as cl_uint), Err(CL_INVALID_VALUE));
        assert!(texts(device, CL_DEVICE_VERSION).starts_with("OpenCL 3.0 "));
        assert!(texts(device, CL_DEVICE_OPENCL_C_VERSION).starts_with("OpenCL C 1.2"));
        // Both lists of extensions name the same.
        let listed = bytes!(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION)).unwrap();
        let names = texts(device, CL_DEVICE_EXTENSIONS);
        assert_eq!(listed.len() / size_of::<cl_name_version>(), names.split_whitespace().count());
    }
    fn sub_devices() {
        let setup = Setup::new();
        let units = info!(clGetDeviceInfo(setup.device, CL_DEVICE_MAX_COMPUTE_UNITS) as cl_uint).unwrap();
        let split = |properties: &[isize]| {
            let mut parts = [null_mut(); 64];
            let mut count = 0;
            match cl!(clCreateSubDevices(setup.device, properties.as_ptr(), 64, parts.as_mut_ptr(), &mut count)) {
                0 => Ok(parts[..count as usize].to_vec()),
                code => Err(code),
            }
        };
        let equally = CL_DEVICE_PARTITION_EQUALLY as isize;
        let by_counts = CL_DEVICE_PARTITION_BY_COUNTS as isize;
        assert_eq!(split(&[0]), Err(CL_INVALID_VALUE));
        assert_eq!(split(&[77, 1, 0]), Err(CL_INVALID_VALUE));
        if units < 2 {
            assert_eq!(split(&[equally, 1, 0]), Err(CL_DEVICE_PARTITION_FAILED));
            return;
        }
        // "CL_DEVICE_PARTITION_FAILED if the partition name is supported by the implementation but in_device could not be further
        // partitioned"
        assert_eq!(split(&[equally, units as isize, 0]), Err(CL_DEVICE_PARTITION_FAILED));
        // "CL_INVALID_DEVICE_PARTITION_COUNT ... if the total number of compute units requested exceeds CL_DEVICE_MAX_COMPUTE_UNITS ... or
        // if the number of compute units requested for one or more sub-devices is less than zero"
        for properties in [[equally, units as isize + 1, 0, 0], [by_counts, units as isize + 1, 0, 0], [by_counts, -1, 0, 0]] {
            assert_eq!(split(&properties), Err(CL_INVALID_DEVICE_PARTITION_COUNT), "{properties:?}");
        }
        // "The device must report a single device type"
        assert_eq!(info!(clGetDeviceInfo(setup.device, CL_DEVICE_TYPE) as cl_device_type), Ok(CL_DEVICE_TYPE_CPU.into()));
        let ones = split(&[equally, 1, 0]).unwrap();
        assert_eq!(ones.len(), units as usize);
        let part = ones[0];
        assert_eq!(info!(clGetDeviceInfo(part, CL_DEVICE_MAX_COMPUTE_UNITS) as cl_uint), Ok(1));
        assert_eq!(info!(clGetDeviceInfo(part, CL_DEVICE_PARENT_DEVICE) as cl_device_id), Ok(setup.device));
        // A part computes.
        let context = create!(clCreateContext(null(), 1, &part, None, null_mut())).unwrap();
        let queue = create!(clCreateCommandQueue(context, part, 0)).unwrap();
        let one = Setup { device: part, context, queue };
        let kernel = one.kernel("kernel void k(global int *p) { p[get_global_id(0)] = get_global_id(0) * 3; }");
        let buffer = one.buffer(&[0_i32; 100]);
        crate::setup::set(kernel, 0, buffer);
        assert_eq!(one.launch(kernel, 100), 0);
        assert_eq!(one.read::<i32>(buffer, 100)[99], 297);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        // The parent is no device of this context.
        assert_eq!(create!(clCreateCommandQueue(context, setup.device, 0)), Err(CL_INVALID_DEVICE));
        drop(one);
        for part in ones {
            assert_eq!(cl!(clReleaseDevice(part)), 0);
        }
        assert_eq!(cl!(clReleaseDevice(part)), CL_INVALID_DEVICE);
        let counted = split(&[by_counts, 1, 0, 0]).unwrap();
        assert_eq!(counted.len(), 1);
        assert_eq!(cl!(clReleaseDevice(counted[0])), 0);
    }
    /// Along each domain that the device names there are at least two parts, which together are the whole; the next partitionable one is
    /// the first of them.
    fn sub_devices_by_affinity() {
        let device = device();
        let by_affinity = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN as isize;
        let split = |domain: u32| {
            let mut parts = [null_mut(); 1024];
            let mut count = 0;
            let properties = [by_affinity, domain as isize, 0];
            match cl!(clCreateSubDevices(device, properties.as_ptr(), 1024, parts.as_mut_ptr(), &mut count)) {
                0 => Ok(parts[..count as usize].to_vec()),
                code => Err(code),
            }
        };
        let units = |device| info!(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS) as cl_uint).unwrap();
        let domains = info!(clGetDeviceInfo(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN) as cl_device_affinity_domain).unwrap();
        let kinds = bytes!(clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES)).unwrap();
        let is_listed = kinds.chunks(8).any(|kind| kind == by_affinity.to_ne_bytes());
        assert_eq!(is_listed, domains != 0);
        let next = CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
        assert_eq!(domains & u64::from(next) != 0, domains != 0);
        let mut first = None;
        // From NUMA to the first cache.
        for domain in (0..5).map(|bit| 1_u32 << bit) {
            if domains & u64::from(domain) == 0 {
                assert_eq!(split(domain), Err(CL_INVALID_VALUE), "{domain:#x}");
                continue;
            }
            first = first.or(Some(domain));
            let parts = split(domain).unwrap();
            assert!(parts.len() > 1);
            assert_eq!(parts.iter().map(|&part| units(part)).sum::<cl_uint>(), units(device));
            for part in parts {
                assert_eq!(cl!(clReleaseDevice(part)), 0);
            }
        }
        let Some(first) = first else { return assert_eq!(split(next), Err(CL_INVALID_VALUE)) };
        let parts = split(next).unwrap();
        let part = parts[0];
        assert_eq!(info!(clGetDeviceInfo(part, CL_DEVICE_PARTITION_TYPE) as [isize; 3]), Ok([by_affinity, first as isize, 0]));
        // A program that was built for the whole device alone runs on the part, whose threads are bound; the caller's is not, afterwards.
        let cores = std::thread::available_parallelism().unwrap();
        let context = create!(clCreateContext(null(), 2, [device, part].as_ptr(), None, null_mut())).unwrap();
        let queue = create!(clCreateCommandQueue(context, part, 0)).unwrap();
        let one = Setup { device: part, context, queue };
        let program = one.source("kernel void k(global int *p) { p[get_global_id(0)] = get_global_id(0) * 3; }");
        assert_eq!(cl!(clBuildProgram(program, 1, &device, null(), None, null_mut())), 0);
        // "If a program binary has not been built for a sub-device, the program binary associated with the parent device will be used."
        let status = info!(clGetProgramBuildInfo(program, part, CL_PROGRAM_BUILD_STATUS) as cl_build_status);
        assert_eq!(status, Ok(CL_BUILD_SUCCESS as cl_build_status));
        let kernel = crate::setup::kernel_of(program, "k").unwrap();
        let buffer = one.buffer(&[0_i32; 1000]);
        crate::setup::set(kernel, 0, buffer);
        assert_eq!(one.launch(kernel, 1000), 0);
        assert_eq!(one.read::<i32>(buffer, 1000)[999], 2997);
        assert_eq!(std::thread::available_parallelism().unwrap(), cores);
        assert_eq!((cl!(clReleaseKernel(kernel)), cl!(clReleaseMemObject(buffer)), cl!(clReleaseProgram(program))), (0, 0, 0));
        drop(one);
        for part in parts {
            assert_eq!(cl!(clReleaseDevice(part)), 0);
        }
    }
    fn contexts() {
        let device = device();
        let platform = platform();
        let name = CL_CONTEXT_PLATFORM as isize;
        let make = |properties: &[isize]| create!(clCreateContext(properties.as_ptr(), 1, &device, None, null_mut()));
        let context = make(&[name, platform as isize, 0]).unwrap();
        assert_eq!(info!(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES) as cl_uint), Ok(1));
        assert_eq!(info!(clGetContextInfo(context, CL_CONTEXT_DEVICES) as cl_device_id), Ok(device));
        assert_eq!(info!(clGetContextInfo(context, CL_CONTEXT_PROPERTIES) as [isize; 3]), Ok([name, platform as isize, 0]));
        assert_eq!(info!(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT) as cl_uint), Ok(1));
        assert_eq!(cl!(clRetainContext(context)), 0);
        assert_eq!(info!(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT) as cl_uint), Ok(2));
        assert_eq!((cl!(clReleaseContext(context)), cl!(clReleaseContext(context))), (0, 0));
        assert_eq!(cl!(clReleaseContext(context)), CL_INVALID_CONTEXT);
        assert_eq!(make(&[name, platform as isize, name, platform as isize, 0]), Err(CL_INVALID_PROPERTY));
        assert_eq!(make(&[7, 7, 0]), Err(CL_INVALID_PROPERTY));
        assert_eq!(create!(clCreateContext(null(), 0, &device, None, null_mut())), Err(CL_INVALID_VALUE));
        assert_eq!(create!(clCreateContext(null(), 1, null(), None, null_mut())), Err(CL_INVALID_VALUE));
        // "CL_INVALID_VALUE if pfn_notify is NULL but user_data is not NULL"
        assert_eq!(create!(clCreateContext(null(), 1, &device, None, pointer(&device))), Err(CL_INVALID_VALUE));
        let properties = [name, platform as isize, 0];
        let of_type = |kind: u32| create!(clCreateContextFromType(properties.as_ptr(), kind.into(), None, null_mut()));
        assert_eq!(cl!(clReleaseContext(of_type(CL_DEVICE_TYPE_CPU).unwrap())), 0);
        assert_eq!(of_type(CL_DEVICE_TYPE_GPU), Err(CL_DEVICE_NOT_FOUND));
        assert_eq!(of_type(1 << 20), Err(CL_INVALID_DEVICE_TYPE));
    }
    /// "The registered callback functions are called in the reverse order in which they were registered".
    fn context_destructors() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        unsafe extern "C" fn gone(_: cl_context, user_data: *mut c_void) {
            CALLS.store(CALLS.load(Ordering::SeqCst) * 10 + user_data as u32, Ordering::SeqCst);
        }
        let context = create!(clCreateContext(null(), 1, &device(), None, null_mut())).unwrap();
        for number in 1..=3_usize {
            assert_eq!(cl!(clSetContextDestructorCallback(context, Some(gone), number as *mut c_void)), 0);
        }
        assert_eq!(cl!(clSetContextDestructorCallback(context, None, null_mut())), CL_INVALID_VALUE);
        let buffer = create!(clCreateBuffer(context, 0, 16, null_mut())).unwrap();
        assert_eq!(cl!(clReleaseContext(context)), 0);
        assert_eq!(CALLS.load(Ordering::SeqCst), 0, "the buffer keeps the context");
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        assert_eq!(CALLS.load(Ordering::SeqCst), 321);
    }
    fn functions_by_name() {
        let find = |name: &std::ffi::CStr| {
            cl!(clGetExtensionFunctionAddressForPlatform(platform(), name.as_ptr()))
        };
        assert!(!find(c"clIcdGetPlatformIDsKHR").is_null());
        assert!(!find(c"clHostMemAllocINTEL").is_null());
        assert!(find(c"clNoSuchFunction").is_null());
        assert!(find(c"").is_null());
    }
    fn timers() {
        let (device, mut a, mut b, mut host) = (device(), 0, 0, 0);
        assert_eq!(cl!(clGetDeviceAndHostTimer(device, &mut a, &mut host)), 0);
        assert_eq!(cl!(clGetHostTimer(device, &mut b)), 0);
        assert!(a > 0 && b >= host);
        assert_eq!(cl!(clGetHostTimer(device, null_mut())), CL_INVALID_VALUE);
        assert_eq!(cl!(clGetDeviceAndHostTimer(device, null_mut(), &mut b)), CL_INVALID_VALUE);
    }
    /// Objects of two contexts do not mix.
    fn two_contexts() {
        let (a, b) = (Setup::new(), Setup::new());
        let (mine, other) = (a.buffer(&[1_i32; 8]), b.buffer(&[2_i32; 8]));
        let mut word = 0_i32;
        let place = (&raw mut word).cast();
        assert_eq!(cl!(clEnqueueReadBuffer(a.queue, other, 1, 0, 4, place, 0, null(), null_mut())), CL_INVALID_CONTEXT);
        assert_eq!(cl!(clEnqueueCopyBuffer(a.queue, mine, other, 0, 0, 4, 0, null(), null_mut())), CL_INVALID_CONTEXT);
        assert_eq!(cl!(clEnqueueFillBuffer(a.queue, other, place, 4, 0, 4, 0, null(), null_mut())), CL_INVALID_CONTEXT);
        let event = create!(clCreateUserEvent(b.context)).unwrap();
        assert_eq!(cl!(clEnqueueMarkerWithWaitList(a.queue, 1, &event, null_mut())), CL_INVALID_CONTEXT);
        let own = create!(clCreateUserEvent(a.context)).unwrap();
        assert_eq!(cl!(clWaitForEvents(2, [own, event].as_ptr())), CL_INVALID_CONTEXT);
        let kernel = b.kernel("kernel void k(global int *p) { p[0]++; }");
        assert_eq!(a.launch(kernel, 1), CL_INVALID_CONTEXT);
        // Both work, beside each other.
        crate::setup::set(kernel, 0, other);
        assert_eq!(b.launch(kernel, 1), 0);
        assert_eq!((a.read::<i32>(mine, 1), b.read::<i32>(other, 1)), (vec![1], vec![3]));
        for object in [mine, other] {
            assert_eq!(cl!(clReleaseMemObject(object)), 0);
        }
        for object in [own, event] {
            assert_eq!(cl!(clReleaseEvent(object)), 0);
        }
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
}
