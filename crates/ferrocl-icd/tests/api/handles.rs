//! Handles that are null, freed or of another kind: every call with a handle tells them, with the error of the kind that it wanted.

use std::ptr::{null, null_mut};

use crate::bindings::*;
use crate::setup::{Setup, kernel_of, set};

/// Calls each of these with each bad handle, and wants the error every time.
macro_rules! refuse {
    ($error:ident, $bad:expr, |$handle:ident| $($call:ident($($argument:expr),*)),* $(,)?) => {
        for (kind, $handle) in $bad {
            $(assert_eq!(cl!($call($($argument),*)), $error, "{} of a handle that is {kind}", stringify!($call));)*
        }
    };
}

/// The same for calls that create something.
macro_rules! refuse_creation {
    ($error:ident, $bad:expr, |$handle:ident| $($call:ident($($argument:expr),*)),* $(,)?) => {
        for (kind, $handle) in $bad {
            $(assert_eq!(create!($call($($argument),*)).err(), Some($error), "{} of a handle that is {kind}", stringify!($call));)*
        }
    };
}

/// A handle of each sort that is no good.
fn bad<T, U>(freed: *mut T, foreign: *mut U) -> [(&'static str, *mut T); 3] {
    [("null", null_mut()), ("freed", freed), ("of another kind", foreign.cast())]
}

trials! {
    fn platforms() {
        let setup = Setup::new();
        // The platform that stands for none is the loader's choice; a context is none.
        let wrong: cl_platform_id = setup.context.cast();
        assert_eq!(cl!(clGetDeviceIDs(wrong, CL_DEVICE_TYPE_ALL.into(), 0, null_mut(), &mut 0)), CL_INVALID_PLATFORM);
        assert_eq!(cl!(clGetPlatformInfo(wrong, CL_PLATFORM_NAME, 0, null_mut(), &mut 0)), CL_INVALID_PLATFORM);
        assert_eq!(cl!(clUnloadPlatformCompiler(wrong)), CL_INVALID_PLATFORM);
    }
    fn devices() {
        let setup = Setup::new();
        let bad: [(_, cl_device_id); 2] = [("null", null_mut()), ("of another kind", setup.context.cast())];
        refuse!(CL_INVALID_DEVICE, bad, |device|
            clGetDeviceInfo(device, CL_DEVICE_NAME, 0, null_mut(), &mut 0),
            clCreateSubDevices(device, [CL_DEVICE_PARTITION_EQUALLY as isize, 1, 0].as_ptr(), 0, null_mut(), &mut 0),
            clRetainDevice(device),
            clReleaseDevice(device),
            clGetDeviceAndHostTimer(device, &mut 0, &mut 0),
            clGetHostTimer(device, &mut 0),
        );
        refuse_creation!(CL_INVALID_DEVICE, bad, |device|
            clCreateContext(null(), 1, &device, None, null_mut()),
            clCreateCommandQueue(setup.context, device, 0),
            clCreateCommandQueueWithProperties(setup.context, device, null()),
        );
    }
    fn contexts() {
        let setup = Setup::new();
        let freed = create!(clCreateContext(null(), 1, &setup.device, None, null_mut())).unwrap();
        assert_eq!(cl!(clReleaseContext(freed)), 0);
        let bad = bad(freed, setup.queue);
        refuse!(CL_INVALID_CONTEXT, bad, |context|
            clRetainContext(context),
            clReleaseContext(context),
            clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, 0, null_mut(), &mut 0),
            clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, null_mut(), &mut 0),
        );
        let text = c"kernel void k() {}".as_ptr();
        let binary = b"x".as_ptr();
        refuse_creation!(CL_INVALID_CONTEXT, bad, |context|
            clCreateCommandQueue(context, setup.device, 0),
            clCreateCommandQueueWithProperties(context, setup.device, null()),
            clCreateBuffer(context, 0, 1, null_mut()),
            clCreateBufferWithProperties(context, null(), 0, 1, null_mut()),
            clCreateUserEvent(context),
            clCreateProgramWithSource(context, 1, &mut { text }, null()),
            clCreateProgramWithBinary(context, 1, &setup.device, &1, &mut { binary }, null_mut()),
            clCreateProgramWithIL(context, binary.cast(), 1),
            clCreateProgramWithBuiltInKernels(context, 1, &setup.device, text),
            clLinkProgram(context, 0, null(), null(), 0, null(), None, null_mut()),
            clCreateSampler(context, 1, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST),
            clCreatePipe(context, 0, 4, 4, null()),
        );
        for (_, context) in bad {
            assert!(cl!(clSVMAlloc(context, 0, 64, 0)).is_null());
            cl!(clSVMFree(context, null_mut()));
        }
    }
    fn queues() {
        let setup = Setup::new();
        let freed = setup.queue_with(0);
        assert_eq!(cl!(clReleaseCommandQueue(freed)), 0);
        let buffer = setup.buffer(&[0_u8; 64]);
        let kernel = setup.kernel("kernel void k() {}");
        let mut host = [0_u8; 64];
        let place = host.as_mut_ptr().cast();
        let (zero, one) = ([0_usize; 3], [1_usize; 3]);
        let event = create!(clCreateUserEvent(setup.context)).unwrap();
        refuse!(CL_INVALID_COMMAND_QUEUE, bad(freed, setup.context), |queue|
            clRetainCommandQueue(queue),
            clReleaseCommandQueue(queue),
            clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, 0, null_mut(), &mut 0),
            clFlush(queue),
            clFinish(queue),
            clEnqueueReadBuffer(queue, buffer, 1, 0, 1, place, 0, null(), null_mut()),
            clEnqueueWriteBuffer(queue, buffer, 1, 0, 1, place, 0, null(), null_mut()),
            clEnqueueReadBufferRect(queue, buffer, 1, zero.as_ptr(), zero.as_ptr(), one.as_ptr(), 0, 0, 0, 0, place, 0, null(), null_mut()),
            clEnqueueWriteBufferRect(queue, buffer, 1, zero.as_ptr(), zero.as_ptr(), one.as_ptr(), 0, 0, 0, 0, place, 0, null(), null_mut()),
            clEnqueueCopyBuffer(queue, buffer, buffer, 0, 8, 4, 0, null(), null_mut()),
            clEnqueueFillBuffer(queue, buffer, place, 1, 0, 4, 0, null(), null_mut()),
            clEnqueueUnmapMemObject(queue, buffer, place, 0, null(), null_mut()),
            clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, null(), null_mut()),
            clEnqueueNDRangeKernel(queue, kernel, 1, null(), one.as_ptr(), null(), 0, null(), null_mut()),
            clEnqueueTask(queue, kernel, 0, null(), null_mut()),
            clEnqueueNativeKernel(queue, Some(nothing), null_mut(), 0, 0, null(), null_mut(), 0, null(), null_mut()),
            clEnqueueMarkerWithWaitList(queue, 0, null(), null_mut()),
            clEnqueueBarrierWithWaitList(queue, 0, null(), null_mut()),
            clEnqueueBarrier(queue),
            clEnqueueWaitForEvents(queue, 1, &event),
            clEnqueueSVMMemcpy(queue, 1, place, place, 0, 0, null(), null_mut()),
            clEnqueueSVMMap(queue, 1, 0, place, 1, 0, null(), null_mut()),
            clEnqueueSVMUnmap(queue, place, 0, null(), null_mut()),
        );
        refuse_creation!(CL_INVALID_COMMAND_QUEUE, bad(freed, setup.context), |queue|
            clEnqueueMapBuffer(queue, buffer, 1, CL_MAP_READ.into(), 0, 1, 0, null(), null_mut()),
        );
        assert_eq!(cl!(clReleaseEvent(event)), 0);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
    fn memory_objects() {
        let setup = Setup::new();
        let freed = setup.buffer(&[0_u8; 64]);
        assert_eq!(cl!(clReleaseMemObject(freed)), 0);
        let good = setup.buffer(&[0_u8; 64]);
        let mut host = [0_u8; 64];
        let place = host.as_mut_ptr().cast();
        let queue = setup.queue;
        let (zero, one) = ([0_usize; 3], [1_usize; 3]);
        let bad = bad(freed, setup.context);
        refuse!(CL_INVALID_MEM_OBJECT, bad, |memory|
            clRetainMemObject(memory),
            clReleaseMemObject(memory),
            clGetMemObjectInfo(memory, CL_MEM_SIZE, 0, null_mut(), &mut 0),
            clGetImageInfo(memory, CL_IMAGE_WIDTH, 0, null_mut(), &mut 0),
            clGetPipeInfo(memory, CL_PIPE_PACKET_SIZE, 0, null_mut(), &mut 0),
            clSetMemObjectDestructorCallback(memory, None, null_mut()),
            clEnqueueReadBuffer(queue, memory, 1, 0, 1, place, 0, null(), null_mut()),
            clEnqueueWriteBuffer(queue, memory, 1, 0, 1, place, 0, null(), null_mut()),
            clEnqueueReadBufferRect(queue, memory, 1, zero.as_ptr(), zero.as_ptr(), one.as_ptr(), 0, 0, 0, 0, place, 0, null(), null_mut()),
            clEnqueueWriteBufferRect(queue, memory, 1, zero.as_ptr(), zero.as_ptr(), one.as_ptr(), 0, 0, 0, 0, place, 0, null(), null_mut()),
            clEnqueueCopyBuffer(queue, memory, good, 0, 8, 4, 0, null(), null_mut()),
            clEnqueueCopyBuffer(queue, good, memory, 0, 8, 4, 0, null(), null_mut()),
            clEnqueueCopyBufferRect(queue, good, memory, zero.as_ptr(), zero.as_ptr(), one.as_ptr(), 0, 0, 0, 0, 0, null(), null_mut()),
            clEnqueueFillBuffer(queue, memory, place, 1, 0, 4, 0, null(), null_mut()),
            clEnqueueUnmapMemObject(queue, memory, place, 0, null(), null_mut()),
            clEnqueueMigrateMemObjects(queue, 1, &memory, 0, 0, null(), null_mut()),
        );
        let region = _cl_buffer_region { origin: 0, size: 4 };
        refuse_creation!(CL_INVALID_MEM_OBJECT, bad, |memory|
            clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, (&raw const region).cast()),
            clEnqueueMapBuffer(queue, memory, 1, CL_MAP_READ.into(), 0, 1, 0, null(), null_mut()),
        );
        // "For memory objects a NULL value" is an argument of its own; the others are none.
        let kernel = setup.kernel("kernel void k(global int *p) {}");
        for (kind, memory) in &bad[1..] {
            assert_eq!(set(kernel, 0, *memory), CL_INVALID_MEM_OBJECT, "an argument that is {kind}");
        }
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        assert_eq!(cl!(clReleaseMemObject(good)), 0);
    }
    fn programs() {
        let setup = Setup::new();
        let freed = setup.program("kernel void k() {}");
        assert_eq!(cl!(clReleaseProgram(freed)), 0);
        let bad = bad(freed, setup.context);
        refuse!(CL_INVALID_PROGRAM, bad, |program|
            clRetainProgram(program),
            clReleaseProgram(program),
            clBuildProgram(program, 0, null(), null(), None, null_mut()),
            clCompileProgram(program, 0, null(), null(), 0, null(), null_mut(), None, null_mut()),
            clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, null_mut(), &mut 0),
            clGetProgramBuildInfo(program, setup.device, CL_PROGRAM_BUILD_LOG, 0, null_mut(), &mut 0),
            clCreateKernelsInProgram(program, 0, null_mut(), &mut 0),
            clSetProgramSpecializationConstant(program, 0, 1, c"".as_ptr().cast()),
        );
        refuse_creation!(CL_INVALID_PROGRAM, bad, |program|
            clCreateKernel(program, c"k".as_ptr()),
            clLinkProgram(setup.context, 0, null(), null(), 1, &program, None, null_mut()),
        );
    }
    fn kernels() {
        let setup = Setup::new();
        let freed = setup.kernel("kernel void k(int a) {}");
        assert_eq!(cl!(clReleaseKernel(freed)), 0);
        let (queue, one) = (setup.queue, 1_usize);
        let bad = bad(freed, setup.context);
        refuse!(CL_INVALID_KERNEL, bad, |kernel|
            clRetainKernel(kernel),
            clReleaseKernel(kernel),
            clSetKernelArg(kernel, 0, 4, (&raw const one).cast()),
            clSetKernelArgSVMPointer(kernel, 0, null()),
            clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 4, (&raw const one).cast()),
            clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, 0, null_mut(), &mut 0),
            clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, 0, null_mut(), &mut 0),
            clGetKernelWorkGroupInfo(kernel, setup.device, CL_KERNEL_WORK_GROUP_SIZE, 0, null_mut(), &mut 0),
            clEnqueueNDRangeKernel(queue, kernel, 1, null(), &one, null(), 0, null(), null_mut()),
            clEnqueueTask(queue, kernel, 0, null(), null_mut()),
        );
        refuse_creation!(CL_INVALID_KERNEL, bad, |kernel| clCloneKernel(kernel));
    }
    fn events() {
        let setup = Setup::new();
        let freed = create!(clCreateUserEvent(setup.context)).unwrap();
        assert_eq!(cl!(clReleaseEvent(freed)), 0);
        let bad = bad(freed, setup.context);
        refuse!(CL_INVALID_EVENT, bad, |event|
            clRetainEvent(event),
            clReleaseEvent(event),
            clWaitForEvents(1, &event),
            clGetEventInfo(event, CL_EVENT_CONTEXT, 0, null_mut(), &mut 0),
            clSetUserEventStatus(event, 0),
            clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, 0, null_mut(), &mut 0),
            clEnqueueWaitForEvents(setup.queue, 1, &event),
        );
        refuse!(CL_INVALID_EVENT_WAIT_LIST, bad, |event|
            clEnqueueMarkerWithWaitList(setup.queue, 1, &event, null_mut()),
            clEnqueueBarrierWithWaitList(setup.queue, 1, &event, null_mut()),
        );
    }
    /// An object that another one needs lives on, but its handle is no longer the program's to release.
    fn released_and_still_needed() {
        let setup = Setup::new();
        let program = setup.program("kernel void k(global int *p) { p[0] = 7; }");
        let kernel = kernel_of(program, "k").unwrap();
        assert_eq!(cl!(clReleaseProgram(program)), 0);
        assert_eq!(cl!(clReleaseProgram(program)), CL_INVALID_PROGRAM);
        assert_eq!(info!(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM) as cl_program), Ok(program));
        let buffer = setup.buffer(&[0_i32]);
        assert_eq!(set(kernel, 0, buffer), 0);
        assert_eq!(setup.launch(kernel, 1), 0);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        assert_eq!(setup.read::<i32>(buffer, 1), [7]);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
}

unsafe extern "C" fn nothing(_: *mut std::ffi::c_void) {}
