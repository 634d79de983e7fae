//! `cl_khr_command_buffer`.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use crate::bindings::*;
use crate::setup::{Setup, extension, pointer, set};

type Create =
    unsafe extern "C" fn(cl_uint, *const cl_command_queue, *const u64, *mut cl_int) -> cl_command_buffer_khr;
type Simple = unsafe extern "C" fn(cl_command_buffer_khr) -> cl_int;
type Enqueue = unsafe extern "C" fn(
    cl_uint,
    *const cl_command_queue,
    cl_command_buffer_khr,
    cl_uint,
    *const cl_event,
    *mut cl_event,
) -> cl_int;
type Query = unsafe extern "C" fn(cl_command_buffer_khr, cl_uint, usize, *mut c_void, *mut usize) -> cl_int;

/// The type of a recording function: what all have before and after what is its own.
macro_rules! recorder {
    ($($own:ty),*) => {
        unsafe extern "C" fn(
            cl_command_buffer_khr, cl_command_queue, *const u64, $($own,)* cl_uint, *const u32, *mut u32, *mut c_void,
        ) -> cl_int
    };
}
type Barrier = recorder!();
type Copy = recorder!(cl_mem, cl_mem, usize, usize, usize);
type CopyRect =
    recorder!(cl_mem, cl_mem, *const usize, *const usize, *const usize, usize, usize, usize, usize);
type Fill = recorder!(cl_mem, *const c_void, usize, usize, usize);
type Launch = recorder!(cl_kernel, cl_uint, *const usize, *const usize, *const usize);
type SvmCopy = recorder!(*mut c_void, *const c_void, usize);
type SvmFill = recorder!(*mut c_void, *const c_void, usize, usize);
type FillImage = recorder!(cl_mem, *const c_void, *const usize, *const usize);
type CopyImage = recorder!(cl_mem, cl_mem, *const usize, *const usize, *const usize);

const FLAGS: u64 = CL_COMMAND_BUFFER_FLAGS_KHR as u64;

fn create(queue: cl_command_queue, properties: &[u64]) -> Result<cl_command_buffer_khr, cl_int> {
    let create: Create = extension(c"clCreateCommandBufferKHR");
    let list = if properties.is_empty() { null() } else { properties.as_ptr() };
    crate::setup::created(|code| call!(create, 1, &queue, list, code))
}

fn finalize(buffer: cl_command_buffer_khr) -> cl_int {
    let finalize: Simple = extension(c"clFinalizeCommandBufferKHR");
    call!(finalize, buffer)
}

fn enqueue(buffer: cl_command_buffer_khr, queues: &[cl_command_queue], event: *mut cl_event) -> cl_int {
    let enqueue: Enqueue = extension(c"clEnqueueCommandBufferKHR");
    let list = if queues.is_empty() { null() } else { queues.as_ptr() };
    call!(enqueue, queues.len() as cl_uint, list, buffer, 0, null(), event)
}

trials! {
    fn creation_and_queries() {
        let setup = Setup::new();
        let make: Create = extension(c"clCreateCommandBufferKHR");
        let made = |count, queues: *const cl_command_queue| crate::setup::created(|code| call!(make, count, queues, null(), code));
        assert_eq!(made(0, &setup.queue), Err(CL_INVALID_VALUE));
        assert_eq!(made(1, null()), Err(CL_INVALID_VALUE));
        assert_eq!(made(1, &null_mut()), Err(CL_INVALID_COMMAND_QUEUE));
        assert_eq!(create(setup.queue, &[FLAGS, 1 << 5, 0]), Err(CL_INVALID_VALUE));
        assert_eq!(create(setup.queue, &[FLAGS, 1, FLAGS, 1, 0]), Err(CL_INVALID_VALUE));
        assert_eq!(create(setup.queue, &[FLAGS, CL_COMMAND_BUFFER_MUTABLE_KHR.into(), 0]), Err(CL_INVALID_PROPERTY));
        let properties = [FLAGS, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR.into(), 0];
        let buffer = create(setup.queue, &properties).unwrap();
        let query: Query = extension(c"clGetCommandBufferInfoKHR");
        macro_rules! ask {
            ($name:expr, $ty:ty) => {
                crate::setup::value::<$ty>(|size, place, needed| call!(query, buffer, $name, size, place, needed))
            };
        }
        assert_eq!(ask!(CL_COMMAND_BUFFER_NUM_QUEUES_KHR, cl_uint), Ok(1));
        assert_eq!(ask!(CL_COMMAND_BUFFER_QUEUES_KHR, cl_command_queue), Ok(setup.queue));
        assert_eq!(ask!(CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, [u64; 3]), Ok(properties));
        assert_eq!(ask!(0x1299, cl_context), Ok(setup.context));
        assert_eq!(ask!(1, cl_uint), Err(CL_INVALID_VALUE));
        assert_eq!(ask!(CL_COMMAND_BUFFER_STATE_KHR, cl_uint), Ok(CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
        assert_eq!(enqueue(buffer, &[], null_mut()), CL_INVALID_OPERATION);
        assert_eq!((finalize(buffer), finalize(buffer)), (0, CL_INVALID_OPERATION));
        assert_eq!(ask!(CL_COMMAND_BUFFER_STATE_KHR, cl_uint), Ok(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
        let (retain, release): (Simple, Simple) = (extension(c"clRetainCommandBufferKHR"), extension(c"clReleaseCommandBufferKHR"));
        assert_eq!((call!(retain, buffer), ask!(CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, cl_uint)), (0, Ok(2)));
        assert_eq!([call!(release, buffer), call!(release, buffer), call!(release, buffer)], [0, 0, CL_INVALID_COMMAND_BUFFER_KHR]);
        assert_eq!(enqueue(buffer, &[], null_mut()), CL_INVALID_COMMAND_BUFFER_KHR);
    }
    /// Commands on images, and a kernel that reads and writes one.
    fn recorded_image_commands() {
        let setup = Setup::new();
        let buffer = create(setup.queue, &[]).unwrap();
        let (fill, copy): (FillImage, CopyImage) = (extension(c"clCommandFillImageKHR"), extension(c"clCommandCopyImageKHR"));
        let launch: Launch = extension(c"clCommandNDRangeKernelKHR");
        let format = cl_image_format { image_channel_order: CL_R, image_channel_data_type: CL_UNSIGNED_INT8 };
        let plane = crate::images::size(CL_MEM_OBJECT_IMAGE2D, 4, 1, 0, 0);
        let made = || crate::images::image(&setup, CL_MEM_READ_WRITE, format, plane, null_mut()).unwrap();
        let (a, b) = (made(), made());
        let kernel = crate::kernel_images::kernel_of_3_0(&setup, "kernel void k(read_write image2d_t i) {
            int2 at = (int2)(get_global_id(0), 0);
            write_imageui(i, at, read_imageui(i, at) + (uint)at.x);
        }");
        assert_eq!(set(kernel, 0, a), 0);
        let (origin, region, color, items) = ([0_usize; 3], [4_usize, 1, 1], [7_u32; 4], 4);
        let (from, extent) = (origin.as_ptr(), region.as_ptr());
        let (mut first, mut second) = (0, 0);
        let no = null_mut::<c_void>();
        assert_eq!(call!(fill, buffer, null_mut(), null(), a, color.as_ptr().cast(), from, extent, 0, null(), &mut first, no), 0);
        assert_eq!(call!(launch, buffer, null_mut(), null(), kernel, 1, null(), &items, null(), 1, &first, &mut second, no), 0);
        assert_eq!(call!(copy, buffer, null_mut(), null(), a, b, from, from, extent, 1, &second, null_mut(), no), 0);
        assert_eq!(finalize(buffer), 0);
        // What was recorded lives on.
        assert_eq!((cl!(clReleaseKernel(kernel)), cl!(clReleaseMemObject(a))), (0, 0));
        for _ in 0..2 {
            assert_eq!(enqueue(buffer, &[], null_mut()), 0);
            assert_eq!(crate::images::bytes_of(&setup, b, region, 4), [7, 8, 9, 10]);
        }
        assert_eq!(cl!(clReleaseMemObject(b)), 0);
    }
    /// Every command that can be recorded without images, with dependencies of each kind, run several times.
    fn recorded_commands() {
        for properties in [0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE] {
            let setup = Setup::new();
            let queue = setup.queue_with(properties);
            let buffer = create(queue, &[]).unwrap();
            let (fill, copy, rect): (Fill, Copy, CopyRect) =
                (extension(c"clCommandFillBufferKHR"), extension(c"clCommandCopyBufferKHR"), extension(c"clCommandCopyBufferRectKHR"));
            let (launch, barrier): (Launch, Barrier) = (extension(c"clCommandNDRangeKernelKHR"), extension(c"clCommandBarrierWithWaitListKHR"));
            let (svm_fill, svm_copy): (SvmFill, SvmCopy) = (extension(c"clCommandSVMMemFillKHR"), extension(c"clCommandSVMMemcpyKHR"));
            let (a, b, c) = (setup.buffer(&[0_i32; 64]), setup.buffer(&[0_i32; 64]), setup.buffer(&[0_i32; 64]));
            let kernel = setup.kernel("kernel void add(global int *p, int n) { p[get_global_id(0)] += n; }");
            assert_eq!((set(kernel, 0, b), set(kernel, 1, 5)), (0, 0));
            let hundred = 100_i32;
            let items = 64;
            let (mut first, mut second, mut third) = (0, 0, 0);
            let no = null_mut::<c_void>();
            assert_eq!(call!(fill, buffer, null_mut(), null(), a, pointer(&hundred), 4, 0, 256, 0, null(), &mut first, no), 0);
            assert_eq!(call!(copy, buffer, null_mut(), null(), a, b, 0, 0, 256, 1, &first, &mut second, no), 0);
            assert_eq!(call!(launch, buffer, null_mut(), null(), kernel, 1, null(), &items, null(), 1, &second, &mut third, no), 0);
            // The command keeps what the kernel's arguments were.
            assert_eq!(set(kernel, 1, 7), 0);
            assert_eq!(call!(launch, buffer, null_mut(), null(), kernel, 1, null(), &items, &16, 1, &third, null_mut(), no), 0);
            assert_eq!(set(kernel, 1, 9), 0);
            assert_eq!(call!(barrier, buffer, null_mut(), null(), 0, null(), null_mut(), no), 0);
            let (origin, region) = ([0_usize; 3], [8_usize, 2, 1]);
            assert_eq!(call!(rect, buffer, null_mut(), null(), b, c, origin.as_ptr(), [4, 0, 0].as_ptr(), region.as_ptr(), 16, 0, 32, 0, 0, null(), null_mut(), no), 0);
            let alloc = || cl!(clSVMAlloc(setup.context, 0, 64, 0));
            let (from, to) = (alloc(), alloc());
            assert_eq!(call!(svm_fill, buffer, null_mut(), null(), from, pointer(&hundred), 4, 64, 0, null(), &mut first, no), 0);
            assert_eq!(call!(svm_copy, buffer, null_mut(), null(), to, from, 64, 1, &first, null_mut(), no), 0);
            assert_eq!(finalize(buffer), 0);
            // What was recorded lives on.
            assert_eq!((cl!(clReleaseKernel(kernel)), cl!(clReleaseMemObject(a))), (0, 0));
            let mut event = null_mut();
            for _ in 0..3 {
                assert_eq!((enqueue(buffer, &[], &mut event), cl!(clWaitForEvents(1, &event))), (0, 0));
                assert_eq!(info!(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE) as cl_uint), Ok(CL_COMMAND_COMMAND_BUFFER_KHR));
                assert_eq!(cl!(clReleaseEvent(event)), 0);
                assert_eq!(setup.read::<i32>(b, 64), [112; 64]);
                assert_eq!(setup.read::<i32>(c, 12), [0, 112, 112, 0, 0, 0, 0, 0, 0, 112, 112, 0]);
                // SAFETY: so many bytes were allocated, and the commands are over.
                assert_eq!(unsafe { std::slice::from_raw_parts(to.cast::<i32>(), 16) }, [100; 16]);
            }
            // On another queue of the same device and context, and released while it runs.
            let release: Simple = extension(c"clReleaseCommandBufferKHR");
            for _ in 0..20 {
                assert_eq!(enqueue(buffer, &[setup.queue], null_mut()), 0);
            }
            assert_eq!((call!(release, buffer), cl!(clFinish(setup.queue))), (0, 0));
            for svm in [from, to] {
                cl!(clSVMFree(setup.context, svm));
            }
            assert_eq!((cl!(clReleaseMemObject(b)), cl!(clReleaseMemObject(c)), cl!(clReleaseCommandQueue(queue))), (0, 0, 0));
        }
    }
    fn recordings_that_are_refused() {
        let setup = Setup::new();
        let buffer = create(setup.queue, &[]).unwrap();
        let memory = setup.buffer(&[0_i32; 4]);
        let fill: Fill = extension(c"clCommandFillBufferKHR");
        let no = null_mut::<c_void>();
        let zero = 0_i32;
        let queue = setup.queue;
        let pattern = pointer(&zero);
        let properties = [1_u64, 1, 0];
        let mut handle = 0_u64;
        assert_eq!(call!(fill, null_mut(), null_mut(), null(), memory, pattern, 4, 0, 16, 0, null(), null_mut(), no), CL_INVALID_COMMAND_BUFFER_KHR);
        assert_eq!(call!(fill, buffer, queue, null(), memory, pattern, 4, 0, 16, 0, null(), null_mut(), no), CL_INVALID_COMMAND_QUEUE);
        assert_eq!(call!(fill, buffer, null_mut(), properties.as_ptr(), memory, pattern, 4, 0, 16, 0, null(), null_mut(), no), CL_INVALID_VALUE);
        assert_eq!(call!(fill, buffer, null_mut(), null(), memory, pattern, 4, 0, 16, 0, null(), null_mut(), (&raw mut handle).cast()), CL_INVALID_VALUE);
        let points = [0_u32, 1];
        for (count, list) in [(1, null()), (0, &raw const points[1]), (1, &raw const points[1]), (1, &raw const points[0])] {
            let code = call!(fill, buffer, null_mut(), null(), memory, pattern, 4, 0, 16, count, list, null_mut(), no);
            assert_eq!(code, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
        }
        // The errors of the enqueuing call.
        assert_eq!(call!(fill, buffer, null_mut(), null(), memory, pattern, 3, 0, 16, 0, null(), null_mut(), no), CL_INVALID_VALUE);
        assert_eq!(call!(fill, buffer, null_mut(), null(), null_mut(), pattern, 4, 0, 16, 0, null(), null_mut(), no), CL_INVALID_MEM_OBJECT);
        let copy_image: CopyImage = extension(c"clCommandCopyImageKHR");
        let (origin, region) = ([0_usize; 3], [1_usize; 3]);
        let code = call!(copy_image, buffer, null_mut(), null(), memory, memory, origin.as_ptr(), origin.as_ptr(), region.as_ptr(), 0, null(), null_mut(), no);
        assert_eq!(code, CL_INVALID_MEM_OBJECT, "it is no image");
        let launch: Launch = extension(c"clCommandNDRangeKernelKHR");
        let kernel = setup.kernel("kernel void k(global int *p) { *p = 1; }");
        assert_eq!(call!(launch, buffer, null_mut(), null(), kernel, 1, null(), &1, null(), 0, null(), null_mut(), no), CL_INVALID_KERNEL_ARGS);
        assert_eq!(finalize(buffer), 0);
        assert_eq!(call!(fill, buffer, null_mut(), null(), memory, pattern, 4, 0, 16, 0, null(), null_mut(), no), CL_INVALID_OPERATION);
        let elsewhere = Setup::new();
        assert_eq!(enqueue(buffer, &[elsewhere.queue], null_mut()), CL_INVALID_CONTEXT);
        assert_eq!(enqueue(buffer, &[queue, queue], null_mut()), CL_INVALID_VALUE);
        assert_eq!((cl!(clReleaseKernel(kernel)), cl!(clReleaseMemObject(memory))), (0, 0));
    }
}
