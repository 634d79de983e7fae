//! `cl_khr_semaphore`.

use std::ptr::{null, null_mut};

use crate::bindings::*;
use crate::setup::{Setup, extension, set};

type Create = unsafe extern "C" fn(cl_context, *const u64, *mut cl_int) -> cl_semaphore_khr;
type Count = unsafe extern "C" fn(cl_semaphore_khr) -> cl_int;
type Query =
    unsafe extern "C" fn(cl_semaphore_khr, cl_uint, usize, *mut std::ffi::c_void, *mut usize) -> cl_int;
type Enqueue = unsafe extern "C" fn(
    cl_command_queue,
    cl_uint,
    *const cl_semaphore_khr,
    *const u64,
    cl_uint,
    *const cl_event,
    *mut cl_event,
) -> cl_int;

/// `CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR`
const DEVICES: u64 = 0x2053;
const TYPE: u64 = CL_SEMAPHORE_TYPE_KHR as u64;

fn create(setup: &Setup, properties: &[u64]) -> Result<cl_semaphore_khr, cl_int> {
    let create: Create = extension(c"clCreateSemaphoreWithPropertiesKHR");
    crate::setup::created(|code| call!(create, setup.context, properties.as_ptr(), code))
}

fn wait(
    queue: cl_command_queue,
    semaphore: cl_semaphore_khr,
    events: &[cl_event],
    event: *mut cl_event,
) -> cl_int {
    let wait: Enqueue = extension(c"clEnqueueWaitSemaphoresKHR");
    let list = if events.is_empty() { null() } else { events.as_ptr() };
    call!(wait, queue, 1, &semaphore, null(), events.len() as cl_uint, list, event)
}

fn signal(
    queue: cl_command_queue,
    semaphore: cl_semaphore_khr,
    events: &[cl_event],
    event: *mut cl_event,
) -> cl_int {
    let signal: Enqueue = extension(c"clEnqueueSignalSemaphoresKHR");
    let list = if events.is_empty() { null() } else { events.as_ptr() };
    call!(signal, queue, 1, &semaphore, null(), events.len() as cl_uint, list, event)
}

fn payload(semaphore: cl_semaphore_khr) -> u64 {
    let query: Query = extension(c"clGetSemaphoreInfoKHR");
    crate::setup::value::<u64>(|size, place, needed| {
        call!(query, semaphore, CL_SEMAPHORE_PAYLOAD_KHR, size, place, needed)
    })
    .unwrap()
}

fn status(event: cl_event) -> cl_int {
    info!(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS) as cl_int).unwrap()
}

trials! {
    fn creation_and_queries() {
        let setup = Setup::new();
        let device = setup.device as u64;
        for (properties, error) in [
            (&[0][..], CL_INVALID_VALUE),
            (&[TYPE, 2, 0], CL_INVALID_PROPERTY),
            (&[TYPE, 1, TYPE, 1, 0], CL_INVALID_PROPERTY),
            (&[7, 1, 0], CL_INVALID_PROPERTY),
            (&[TYPE, 1, DEVICES, 0, 0], CL_INVALID_DEVICE),
            (&[TYPE, 1, DEVICES, 5, 0, 0], CL_INVALID_DEVICE),
            (&[TYPE, 1, DEVICES, device, device, 0, 0], CL_INVALID_DEVICE),
        ] {
            assert_eq!(create(&setup, properties), Err(error), "{properties:x?}");
        }
        let properties = [TYPE, 1, DEVICES, device, 0, 0];
        let semaphore = create(&setup, &properties).unwrap();
        let query: Query = extension(c"clGetSemaphoreInfoKHR");
        macro_rules! ask {
            ($name:expr, $ty:ty) => {
                crate::setup::value::<$ty>(|size, place, needed| call!(query, semaphore, $name, size, place, needed))
            };
        }
        assert_eq!(ask!(CL_SEMAPHORE_CONTEXT_KHR, cl_context), Ok(setup.context));
        assert_eq!(ask!(CL_SEMAPHORE_PROPERTIES_KHR, [u64; 6]), Ok(properties));
        assert_eq!(ask!(CL_SEMAPHORE_TYPE_KHR, cl_uint), Ok(CL_SEMAPHORE_TYPE_BINARY_KHR));
        assert_eq!(ask!(DEVICES as cl_uint, cl_device_id), Ok(setup.device));
        assert_eq!(ask!(9, cl_uint), Err(CL_INVALID_VALUE));
        let (retain, release): (Count, Count) = (extension(c"clRetainSemaphoreKHR"), extension(c"clReleaseSemaphoreKHR"));
        assert_eq!((call!(retain, semaphore), ask!(CL_SEMAPHORE_REFERENCE_COUNT_KHR, cl_uint)), (0, Ok(2)));
        assert_eq!([call!(release, semaphore), call!(release, semaphore), call!(release, semaphore)], [0, 0, CL_INVALID_SEMAPHORE_KHR]);
        assert_eq!(signal(setup.queue, semaphore, &[], null_mut()), CL_INVALID_SEMAPHORE_KHR);
    }
    /// Between queues: a wait ends with the signal that it belongs to, whichever was enqueued first.
    fn signals_and_waits() {
        let setup = Setup::new();
        let other = setup.queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        let semaphore = create(&setup, &[TYPE, 1, 0]).unwrap();
        let user = create!(clCreateUserEvent(setup.context)).unwrap();
        let (mut signaled, mut waited) = (null_mut(), null_mut());
        assert_eq!(signal(setup.queue, semaphore, &[user], &mut signaled), 0);
        assert_eq!(wait(other, semaphore, &[], &mut waited), 0);
        assert_eq!((cl!(clFlush(setup.queue)), cl!(clFlush(other))), (0, 0));
        assert!(status(waited) > 0 && status(signaled) > 0 && payload(semaphore) == 0);
        assert_eq!(cl!(clSetUserEventStatus(user, 0)), 0);
        assert_eq!((cl!(clWaitForEvents(1, &waited)), status(signaled), payload(semaphore)), (0, 0, 0));
        assert_eq!(info!(clGetEventInfo(waited, CL_EVENT_COMMAND_TYPE) as cl_uint), Ok(CL_COMMAND_SEMAPHORE_WAIT_KHR));
        assert_eq!(info!(clGetEventInfo(signaled, CL_EVENT_COMMAND_TYPE) as cl_uint), Ok(CL_COMMAND_SEMAPHORE_SIGNAL_KHR));
        for event in [user, signaled, waited] {
            assert_eq!(cl!(clReleaseEvent(event)), 0);
        }
        // Signaled, and waited for later.
        assert_eq!((signal(setup.queue, semaphore, &[], null_mut()), cl!(clFinish(setup.queue)), payload(semaphore)), (0, 0, 1));
        assert_eq!((wait(other, semaphore, &[], null_mut()), cl!(clFinish(other)), payload(semaphore)), (0, 0, 0));
        // Waited for before it is signaled.
        assert_eq!((wait(other, semaphore, &[], &mut waited), cl!(clFlush(other))), (0, 0));
        assert!(status(waited) > 0);
        assert_eq!((signal(setup.queue, semaphore, &[], null_mut()), cl!(clWaitForEvents(1, &waited))), (0, 0));
        assert_eq!(cl!(clReleaseEvent(waited)), 0);
        // A signal that fails fails its wait.
        let user = create!(clCreateUserEvent(setup.context)).unwrap();
        assert_eq!((signal(other, semaphore, &[user], null_mut()), wait(setup.queue, semaphore, &[], &mut waited)), (0, 0));
        assert_eq!(cl!(clSetUserEventStatus(user, -9)), 0);
        assert_eq!(cl!(clWaitForEvents(1, &waited)), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        assert_eq!(signal(other, semaphore, &[user], null_mut()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        for event in [user, waited] {
            assert_eq!(cl!(clReleaseEvent(event)), 0);
        }
        assert_eq!(cl!(clReleaseCommandQueue(other)), 0);
    }
    /// Two queues that take turns.
    fn turns() {
        let setup = Setup::new();
        let queues = [setup.queue, setup.queue_with(0)];
        let semaphores = [create(&setup, &[TYPE, 1, 0]).unwrap(), create(&setup, &[TYPE, 1, 0]).unwrap()];
        let kernel = setup.kernel("kernel void k(global int *p, int n) { *p = *p * 3 + n; }");
        let buffer = setup.buffer(&[1_i32]);
        assert_eq!(set(kernel, 0, buffer), 0);
        assert_eq!(signal(queues[1], semaphores[0], &[], null_mut()), 0);
        let mut expected = 1_i32;
        for turn in 0..100 {
            let at = turn % 2;
            assert_eq!(set(kernel, 1, turn as i32), 0);
            assert_eq!(wait(queues[at], semaphores[at], &[], null_mut()), 0);
            assert_eq!(cl!(clEnqueueTask(queues[at], kernel, 0, null(), null_mut())), 0);
            assert_eq!(signal(queues[at], semaphores[1 - at], &[], null_mut()), 0);
            expected = expected.wrapping_mul(3).wrapping_add(turn as i32);
        }
        assert_eq!((cl!(clFinish(queues[1])), cl!(clFinish(queues[0]))), (0, 0));
        assert_eq!(setup.read::<i32>(buffer, 1), [expected]);
    }
    fn commands_that_are_refused() {
        let setup = Setup::new();
        let semaphore = create(&setup, &[TYPE, 1, 0]).unwrap();
        let enqueue: Enqueue = extension(c"clEnqueueSignalSemaphoresKHR");
        let queue = setup.queue;
        assert_eq!(call!(enqueue, queue, 0, &semaphore, null(), 0, null(), null_mut()), CL_INVALID_VALUE);
        assert_eq!(call!(enqueue, null_mut(), 1, &semaphore, null(), 0, null(), null_mut()), CL_INVALID_COMMAND_QUEUE);
        assert_eq!(call!(enqueue, queue, 1, &null_mut(), null(), 0, null(), null_mut()), CL_INVALID_SEMAPHORE_KHR);
        assert_eq!(call!(enqueue, queue, 1, &semaphore, null(), 1, null(), null_mut()), CL_INVALID_EVENT_WAIT_LIST);
        let elsewhere = Setup::new();
        assert_eq!(signal(elsewhere.queue, semaphore, &[], null_mut()), CL_INVALID_CONTEXT);
    }
}
