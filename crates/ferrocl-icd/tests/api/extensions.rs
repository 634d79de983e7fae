//! The list of extensions, and those that are a query or a single function.

use std::ptr::{null, null_mut};

use crate::bindings::*;
use crate::setup::{Setup, extension, platform, set};

type CreateQueue =
    unsafe extern "C" fn(cl_context, cl_device_id, *const u64, *mut cl_int) -> cl_command_queue;
type Suggest = unsafe extern "C" fn(
    cl_command_queue,
    cl_kernel,
    cl_uint,
    *const usize,
    *const usize,
    *mut usize,
) -> cl_int;

trials! {
    /// The list with versions has the names of the list without, and each extension's functions are found.
    fn lists_agree() {
        let device = Setup::new().device;
        let names = text!(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS)).unwrap();
        let versions = bytes!(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION)).unwrap();
        let listed: Vec<String> = versions
            .chunks_exact(size_of::<cl_name_version>())
            .map(|entry| entry[4..].iter().take_while(|&&byte| byte != 0).map(|&byte| byte as char).collect())
            .collect();
        assert_eq!(names.split(' ').collect::<Vec<_>>(), listed);
        for (name, functions) in [
            ("cl_khr_create_command_queue", &[c"clCreateCommandQueueWithPropertiesKHR"][..]),
            ("cl_khr_suggested_local_work_size", &[c"clGetKernelSuggestedLocalWorkSizeKHR"]),
            ("cl_khr_command_buffer", &[c"clCommandSVMMemcpyKHR", c"clCommandCopyImageToBufferKHR"]),
            ("cl_khr_semaphore", &[c"clEnqueueWaitSemaphoresKHR"]),
            ("cl_intel_unified_shared_memory", &[c"clEnqueueMigrateMemINTEL", c"clEnqueueMemAdviseINTEL"]),
            ("cl_ext_buffer_device_address", &[c"clSetKernelArgDevicePointerEXT"]),
        ] {
            assert!(listed.iter().any(|listed| listed == name), "{name} in {names}");
            for function in functions {
                let address = cl!(clGetExtensionFunctionAddressForPlatform(platform(), function.as_ptr()));
                assert!(!address.is_null(), "{function:?}");
            }
        }
        assert!(cl!(clGetExtensionFunctionAddressForPlatform(platform(), c"clNoSuchFunctionKHR".as_ptr())).is_null());
    }
    /// `cl_khr_fp16` comes with a query, and the language's versions are those that are complete.
    fn what_the_list_promises() {
        let device = Setup::new().device;
        let half = info!(clGetDeviceInfo(device, CL_DEVICE_HALF_FP_CONFIG) as u64).unwrap();
        let least = u64::from(CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST);
        assert_eq!(half & least, least);
        let versions = bytes!(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS)).unwrap();
        let numbers: Vec<u32> = versions
            .chunks_exact(size_of::<cl_name_version>())
            .map(|entry| u32::from_ne_bytes(entry[..4].try_into().unwrap()) >> 12)
            .collect();
        for (major, minor) in [(1, 0), (1, 1), (1, 2), (3, 0)] {
            assert!(numbers.contains(&(major << 10 | minor)), "{major}.{minor} in {numbers:?}");
        }
    }
    /// Parts of a device are devices of their own.
    fn identifiers() {
        let setup = Setup::new();
        let id = |device| info!(clGetDeviceInfo(device, CL_DEVICE_UUID_KHR) as [u8; 16]).unwrap();
        assert_eq!(id(setup.device), id(setup.device));
        assert_ne!(id(setup.device), info!(clGetDeviceInfo(setup.device, CL_DRIVER_UUID_KHR) as [u8; 16]).unwrap());
        assert_eq!(info!(clGetDeviceInfo(setup.device, CL_DEVICE_LUID_VALID_KHR) as cl_bool), Ok(0));
        assert!(info!(clGetDeviceInfo(setup.device, CL_DEVICE_LUID_KHR) as [u8; 8]).is_ok());
        if info!(clGetDeviceInfo(setup.device, CL_DEVICE_MAX_COMPUTE_UNITS) as cl_uint).unwrap() < 2 {
            return;
        }
        let each = [CL_DEVICE_PARTITION_EQUALLY as isize, 1, 0];
        let split = || {
            let (mut parts, mut count) = ([null_mut(); 1024], 0);
            assert_eq!(cl!(clCreateSubDevices(setup.device, each.as_ptr(), 1024, parts.as_mut_ptr(), &mut count)), 0);
            let ids: Vec<[u8; 16]> = parts[..count as usize].iter().map(|&part| id(part)).collect();
            for &part in &parts[..count as usize] {
                assert_eq!(cl!(clReleaseDevice(part)), 0);
            }
            ids
        };
        let ids = split();
        assert!(ids[0] != ids[1] && ids[0] != id(setup.device));
        assert_eq!(ids, split(), "the same parts are the same devices");
    }
    /// `cl_khr_create_command_queue`, `cl_khr_priority_hints`, `cl_khr_throttle_hints`.
    fn queues_with_hints() {
        let setup = Setup::new();
        let create: CreateQueue = extension(c"clCreateCommandQueueWithPropertiesKHR");
        let make = |properties: &[u64]| {
            crate::setup::created(|code| call!(create, setup.context, setup.device, properties.as_ptr(), code))
        };
        let (priority, throttle) = (u64::from(CL_QUEUE_PRIORITY_KHR), u64::from(CL_QUEUE_THROTTLE_KHR));
        let high = u64::from(CL_QUEUE_PRIORITY_HIGH_KHR);
        let queue = make(&[priority, high, throttle, CL_QUEUE_THROTTLE_LOW_KHR.into(), 0]).unwrap();
        let given = bytes!(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY)).unwrap();
        assert_eq!(given.len(), 5 * size_of::<u64>());
        assert_eq!(cl!(clReleaseCommandQueue(queue)), 0);
        assert_eq!(make(&[priority, 3, 0]), Err(CL_INVALID_VALUE));
        assert_eq!(make(&[throttle, 8, 0]), Err(CL_INVALID_VALUE));
    }
    /// "The suggested local work-group size will match the work-group size that would be chosen if the kernel were enqueued".
    fn suggested_sizes() {
        let setup = Setup::new();
        let suggest: Suggest = extension(c"clGetKernelSuggestedLocalWorkSizeKHR");
        let program = setup.source("kernel void sees(global int *p) { p[0] = get_local_size(0); } kernel void blind(global int *p) { p[get_global_id(0)] = 1; }");
        assert_eq!(crate::setup::build(program, "-cl-std=CL1.2"), 0);
        let buffer = setup.buffer(&[0_i32; 4096]);
        for name in ["sees", "blind"] {
            let kernel = crate::setup::kernel_of(program, name).unwrap();
            let ask = |dimensions, size: *const usize| {
                let mut found = [0; 3];
                match call!(suggest, setup.queue, kernel, dimensions, null(), size, found.as_mut_ptr()) {
                    0 => Ok(found[0]),
                    code => Err(code),
                }
            };
            assert_eq!(ask(1, &100), Err(CL_INVALID_KERNEL_ARGS));
            assert_eq!(set(kernel, 0, buffer), 0);
            for items in [1, 64, 1000, 1009, 4096] {
                let local = ask(1, &items).unwrap();
                assert_eq!(setup.launch(kernel, items), 0);
                if name == "sees" {
                    assert_eq!(setup.read::<i32>(buffer, 1), [local as i32], "{items}");
                }
                // What is suggested is allowed.
                assert_eq!(cl!(clEnqueueNDRangeKernel(setup.queue, kernel, 1, null(), &items, &local, 0, null(), null_mut())), 0, "{items} {local}");
            }
            assert_eq!(ask(1, &0), Err(CL_INVALID_GLOBAL_WORK_SIZE));
            assert_eq!(ask(1, null()), Err(CL_INVALID_GLOBAL_WORK_SIZE));
            assert_eq!(ask(4, &1), Err(CL_INVALID_WORK_DIMENSION));
            assert_eq!(call!(suggest, setup.queue, kernel, 1, null(), &1, null_mut()), CL_INVALID_VALUE);
            assert_eq!(call!(suggest, null_mut(), kernel, 1, null(), &1, null_mut()), CL_INVALID_COMMAND_QUEUE);
            assert_eq!(call!(suggest, setup.queue, null_mut(), 1, null(), &1, null_mut()), CL_INVALID_KERNEL);
            assert_eq!((cl!(clFinish(setup.queue)), cl!(clReleaseKernel(kernel))), (0, 0));
        }
        assert_eq!((cl!(clReleaseMemObject(buffer)), cl!(clReleaseProgram(program))), (0, 0));
    }
}
