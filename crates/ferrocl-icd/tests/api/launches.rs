//! Launches: the sizes that are refused, offsets, tasks, native kernels.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use crate::bindings::*;
use crate::setup::{Setup, kernel_of, pointer, set};

/// A launch with everything that sizes can be.
fn launch(
    setup: &Setup,
    kernel: cl_kernel,
    dimensions: u32,
    offset: &[usize],
    global: &[usize],
    local: &[usize],
) -> cl_int {
    let list = |sizes: &[usize]| if sizes.is_empty() { null() } else { sizes.as_ptr() };
    cl!(clEnqueueNDRangeKernel(
        setup.queue,
        kernel,
        dimensions,
        list(offset),
        list(global),
        list(local),
        0,
        null(),
        null_mut()
    ))
}

/// Launches ten work-items in groups of four.
fn divide(setup: &Setup, text: &str) {
    let program = setup.source(text);
    for (options, expected) in [
        ("-cl-std=CL3.0", 0),
        ("-cl-std=CL3.0 -cl-uniform-work-group-size", CL_INVALID_WORK_GROUP_SIZE),
        ("-cl-std=CL1.2", CL_INVALID_WORK_GROUP_SIZE),
    ] {
        assert_eq!(crate::setup::build(program, options), 0, "{}", setup.log(program));
        let kernel = kernel_of(program, "k").unwrap();
        let buffer = setup.buffer(&[0_i32; 10]);
        assert_eq!(set(kernel, 0, buffer), 0);
        assert_eq!(launch(setup, kernel, 1, &[], &[10], &[4]), expected, "{options}");
        if expected == 0 {
            assert_eq!(setup.read::<i32>(buffer, 10), [4, 4, 4, 4, 4, 4, 4, 4, 2, 2]);
        }
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
    assert_eq!(cl!(clReleaseProgram(program)), 0);
}

trials! {
    fn sizes_that_are_refused() {
        let setup = Setup::new();
        let largest = info!(clGetDeviceInfo(setup.device, CL_DEVICE_MAX_WORK_GROUP_SIZE) as usize).unwrap();
        let text = "kernel void k() {} kernel __attribute__((reqd_work_group_size(8, 1, 1))) void eight() {}";
        let program = setup.source(text);
        assert_eq!(crate::setup::build(program, "-cl-std=CL1.2"), 0);
        let (kernel, eight) = (kernel_of(program, "k").unwrap(), kernel_of(program, "eight").unwrap());
        for dimensions in [0, 4, u32::MAX] {
            assert_eq!(launch(&setup, kernel, dimensions, &[], &[1; 8], &[]), CL_INVALID_WORK_DIMENSION);
        }
        for (local, error) in [
            (&[0_usize][..], CL_INVALID_WORK_GROUP_SIZE),
            (&[3], CL_INVALID_WORK_GROUP_SIZE),
            (&[largest * 2], CL_INVALID_WORK_ITEM_SIZE),
        ] {
            assert_eq!(launch(&setup, kernel, 1, &[], &[largest * 4], local), error, "{local:?}");
        }
        assert_eq!(launch(&setup, kernel, 2, &[], &[largest, 2], &[largest, 2]), CL_INVALID_WORK_GROUP_SIZE);
        assert_eq!(launch(&setup, kernel, 1, &[usize::MAX], &[2], &[]), CL_INVALID_GLOBAL_OFFSET);
        assert_eq!(launch(&setup, kernel, 2, &[], &[usize::MAX, 2], &[]), CL_INVALID_GLOBAL_WORK_SIZE);
        // Nothing to do is done.
        assert_eq!((launch(&setup, kernel, 1, &[], &[0], &[]), launch(&setup, kernel, 2, &[], &[], &[])), (0, 0));
        assert_eq!(launch(&setup, eight, 1, &[], &[16], &[4]), CL_INVALID_WORK_GROUP_SIZE);
        assert_eq!((launch(&setup, eight, 1, &[], &[16], &[8]), launch(&setup, eight, 1, &[], &[16], &[])), (0, 0));
        assert_eq!(launch(&setup, eight, 1, &[], &[17], &[8]), CL_INVALID_WORK_GROUP_SIZE);
        assert_eq!(cl!(clFinish(setup.queue)), 0);
        for kernel in [kernel, eight] {
            assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        }
        assert_eq!(cl!(clReleaseProgram(program)), 0);
    }
    /// From OpenCL C 2.0 on the last group may be smaller; `-cl-uniform-work-group-size` takes that back.
    fn groups_that_do_not_divide() {
        let setup = Setup::new();
        // A required size is that of all groups but the last.
        let required = "kernel __attribute__((reqd_work_group_size(4, 1, 1)))";
        for start in ["kernel", required] {
            divide(&setup, &format!("{start} void k(global int *p) {{ p[get_global_id(0)] = get_local_size(0); }}"));
        }
    }
    fn arguments_that_are_missing() {
        let setup = Setup::new();
        let kernel = setup.kernel("kernel void k(global int *p, int n) { p[0] = n; }");
        let buffer = setup.buffer(&[0_i32]);
        assert_eq!(setup.launch(kernel, 1), CL_INVALID_KERNEL_ARGS);
        assert_eq!(set(kernel, 1, 3), 0);
        assert_eq!(setup.launch(kernel, 1), CL_INVALID_KERNEL_ARGS);
        assert_eq!(set(kernel, 0, buffer), 0);
        assert_eq!(setup.launch(kernel, 1), 0);
        assert_eq!(setup.read::<i32>(buffer, 1), [3]);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        assert_eq!(setup.launch(kernel, 1), CL_INVALID_KERNEL_ARGS, "the buffer is gone");
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
    fn dimensions_and_offsets() {
        let setup = Setup::new();
        let kernel = setup.kernel(
            "kernel void k(global int *p) {
                int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1), z = get_global_id(2) - get_global_offset(2);
                p[(z * get_global_size(1) + y) * get_global_size(0) + x] = get_global_id(0) * 10000 + get_global_id(1) * 100 + get_global_id(2);
            }",
        );
        let (x, y, z) = (6, 4, 3);
        let buffer = setup.buffer(&[-1_i32; 72]);
        assert_eq!(set(kernel, 0, buffer), 0);
        for (offset, local) in [(&[][..], &[][..]), (&[1, 2, 3], &[3, 2, 1]), (&[7, 0, 9], &[])] {
            assert_eq!(launch(&setup, kernel, 3, offset, &[x, y, z], local), 0);
            let start = |index: usize| offset.get(index).copied().unwrap_or(0);
            let expected: Vec<i32> = (0..x * y * z)
                .map(|at| ((at % x + start(0)) * 10000 + (at / x % y + start(1)) * 100 + at / (x * y) + start(2)) as i32)
                .collect();
            assert_eq!(setup.read::<i32>(buffer, 72), expected, "{offset:?} {local:?}");
        }
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
    fn local_memory_and_barriers() {
        let setup = Setup::new();
        let kernel = setup.kernel(
            "kernel void k(global int *p, local int *l) {
                int i = get_local_id(0), n = get_local_size(0);
                l[i] = get_global_id(0);
                barrier(CLK_LOCAL_MEM_FENCE);
                p[get_global_id(0)] = l[n - 1 - i];
            }",
        );
        let buffer = setup.buffer(&[0_i32; 64]);
        assert_eq!((set(kernel, 0, buffer), cl!(clSetKernelArg(kernel, 1, 64, null()))), (0, 0));
        assert_eq!(launch(&setup, kernel, 1, &[], &[64], &[16]), 0);
        let expected: Vec<i32> = (0..64).map(|at| at / 16 * 16 + 15 - at % 16).collect();
        assert_eq!(setup.read::<i32>(buffer, 64), expected);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
    fn tasks() {
        let setup = Setup::new();
        let kernel = setup.kernel("kernel void k(global int *p) { p[0] = get_global_size(0) * 10 + get_local_size(0); }");
        let buffer = setup.buffer(&[0_i32]);
        assert_eq!(set(kernel, 0, buffer), 0);
        assert_eq!(cl!(clEnqueueTask(setup.queue, kernel, 0, null(), null_mut())), 0);
        assert_eq!(setup.read::<i32>(buffer, 1), [11]);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
    /// The function gets a copy of its arguments, in which handles have become addresses.
    fn native_kernels() {
        #[repr(C)]
        struct Arguments {
            factor: i64,
            buffer: cl_mem,
        }
        unsafe extern "C" fn multiply(arguments: *mut c_void) {
            // SAFETY: the driver passes a copy of what is enqueued below, with the address of four numbers in place of the handle.
            unsafe {
                let arguments = &*arguments.cast::<Arguments>();
                let numbers = std::slice::from_raw_parts_mut(arguments.buffer.cast::<i32>(), 4);
                numbers.iter_mut().for_each(|number| *number *= arguments.factor as i32);
            }
        }
        let setup = Setup::new();
        let buffer = setup.buffer(&[1_i32, 2, 3, 4]);
        let mut arguments = Arguments { factor: 5, buffer };
        let place: *const c_void = (&raw const arguments.buffer).cast();
        let (size, start) = (size_of::<Arguments>(), (&raw mut arguments).cast());
        let native = |function, start, size, count, list, places| cl!(clEnqueueNativeKernel(setup.queue, function, start, size, count, list, places, 0, null(), null_mut()));
        assert_eq!(native(Some(multiply), start, size, 1, &raw const buffer, &mut { place }), 0);
        arguments.factor = 100;
        assert_eq!(setup.read::<i32>(buffer, 4), [5, 10, 15, 20]);
        for (function, start, size, count, list, with_place) in [
            (None, start, size, 1, &raw const buffer, true),
            (Some(multiply as _), null_mut(), size, 0, null(), false),
            (Some(multiply as _), null_mut(), 0, 1, &raw const buffer, true),
            (Some(multiply as _), start, 0, 0, null(), false),
            (Some(multiply as _), start, size, 1, null(), true),
            (Some(multiply as _), start, size, 1, &raw const buffer, false),
            (Some(multiply as _), start, size, 0, &raw const buffer, false),
        ] {
            let mut place = place;
            let places = if with_place { &raw mut place } else { null_mut() };
            assert_eq!(native(function, start, size, count, list, places), CL_INVALID_VALUE);
        }
        let none: cl_mem = null_mut();
        assert_eq!(native(Some(multiply), start, size, 1, &raw const none, &mut { place }), CL_INVALID_MEM_OBJECT);
        let _ = pointer(&arguments);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
    /// A kernel that would divide by zero or loop over nothing does not take the process down.
    fn integer_division_by_zero() {
        let setup = Setup::new();
        let kernel = setup.kernel("kernel void k(global int *p, int a, int b) { p[0] = a / b; p[1] = a % b; p[2] = 1; }");
        let buffer = setup.buffer(&[0_i32; 3]);
        for (a, b) in [(5, 0), (i32::MIN, -1)] {
            assert_eq!((set(kernel, 0, buffer), set(kernel, 1, a), set(kernel, 2, b)), (0, 0, 0));
            assert_eq!(setup.launch(kernel, 1), 0);
            assert_eq!(setup.read::<i32>(buffer, 3)[2], 1);
        }
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
}
