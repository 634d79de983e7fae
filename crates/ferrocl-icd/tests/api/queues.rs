//! Queues and events: order, user events, callbacks, failures, times.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

use crate::bindings::*;
use crate::setup::{Setup, pointer, set};

fn state(event: cl_event) -> cl_int {
    info!(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS) as cl_int).unwrap()
}

fn marker(queue: cl_command_queue, waits: &[cl_event]) -> cl_event {
    let mut event = null_mut();
    let list = if waits.is_empty() { null() } else { waits.as_ptr() };
    assert_eq!(cl!(clEnqueueMarkerWithWaitList(queue, waits.len() as cl_uint, list, &mut event)), 0);
    event
}

fn fill(setup: &Setup, queue: cl_command_queue, buffer: cl_mem, value: i32, waits: &[cl_event]) -> cl_event {
    let mut event = null_mut();
    let list = if waits.is_empty() { null() } else { waits.as_ptr() };
    let _ = setup;
    let count = waits.len() as cl_uint;
    assert_eq!(cl!(clEnqueueFillBuffer(queue, buffer, pointer(&value), 4, 0, 4, count, list, &mut event)), 0);
    event
}

fn release(events: &[cl_event]) {
    for &event in events {
        assert_eq!(cl!(clReleaseEvent(event)), 0);
    }
}

fn until(what: &str, done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_micros(200));
    }
}

const COMPLETE: cl_int = CL_COMPLETE as cl_int;

trials! {
    fn properties() {
        let setup = Setup::new();
        let both = CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
        let queue = setup.queue_with(both);
        assert_eq!(info!(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES) as u64), Ok(both.into()));
        assert_eq!(info!(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT) as cl_context), Ok(setup.context));
        assert_eq!(info!(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE) as cl_device_id), Ok(setup.device));
        assert_eq!(info!(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT) as cl_uint), Ok(1));
        assert_eq!(info!(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY) as [u64; 3]), Ok([CL_QUEUE_PROPERTIES.into(), both.into(), 0]));
        // "CL_INVALID_COMMAND_QUEUE if ... param_name is CL_QUEUE_SIZE and command_queue is not a device queue."
        assert_eq!(info!(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE) as cl_uint), Err(CL_INVALID_COMMAND_QUEUE));
        assert_eq!(info!(clGetCommandQueueInfo(queue, 1) as cl_uint), Err(CL_INVALID_VALUE));
        assert_eq!(cl!(clReleaseCommandQueue(queue)), 0);
        assert_eq!(create!(clCreateCommandQueue(setup.context, setup.device, 1 << 40)), Err(CL_INVALID_VALUE));
        let make = |list: &[u64]| create!(clCreateCommandQueueWithProperties(setup.context, setup.device, list.as_ptr()));
        assert_eq!(make(&[7, 7, 0]), Err(CL_INVALID_VALUE));
        // "CL_INVALID_QUEUE_PROPERTIES if values specified in properties are valid but are not supported by the device": no queues on it.
        let on_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
        assert_eq!(make(&[CL_QUEUE_PROPERTIES.into(), on_device.into(), 0]), Err(CL_INVALID_QUEUE_PROPERTIES));
    }
    fn commands_of_a_queue_are_in_order() {
        let setup = Setup::new();
        let kernel = setup.kernel("kernel void k(global int *p, int n) { p[0] = p[0] * 3 + n; }");
        let buffer = setup.buffer(&[1_i32]);
        let mut expected = 1_i32;
        assert_eq!(set(kernel, 0, buffer), 0);
        for number in 0..200_i32 {
            assert_eq!(set(kernel, 1, number), 0);
            assert_eq!(setup.launch(kernel, 1), 0);
            expected = expected.wrapping_mul(3).wrapping_add(number);
        }
        assert_eq!(setup.read::<i32>(buffer, 1), [expected]);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
    /// A user event holds up what waits for it, over two queues, and no more than that.
    fn user_events_and_two_queues() {
        let setup = Setup::new();
        let second = setup.queue_with(0);
        let buffer = setup.buffer(&[0_i32]);
        let gate = create!(clCreateUserEvent(setup.context)).unwrap();
        let a = fill(&setup, setup.queue, buffer, 1, &[gate]);
        let b = fill(&setup, second, buffer, 2, &[a]);
        let c = fill(&setup, setup.queue, buffer, 3, &[b]);
        assert_eq!((cl!(clFlush(setup.queue)), cl!(clFlush(second))), (0, 0));
        std::thread::sleep(Duration::from_millis(5));
        assert_ne!(state(a), COMPLETE);
        assert_eq!(info!(clGetEventInfo(gate, CL_EVENT_COMMAND_TYPE) as cl_uint), Ok(CL_COMMAND_USER));
        assert_eq!(info!(clGetEventInfo(gate, CL_EVENT_COMMAND_QUEUE) as cl_command_queue), Ok(null_mut()));
        assert_eq!(info!(clGetEventInfo(b, CL_EVENT_COMMAND_QUEUE) as cl_command_queue), Ok(second));
        assert_eq!(info!(clGetEventInfo(b, CL_EVENT_COMMAND_TYPE) as cl_uint), Ok(CL_COMMAND_FILL_BUFFER));
        assert_eq!(state(gate), CL_SUBMITTED as cl_int, "a user event begins as submitted");
        assert_eq!(cl!(clSetUserEventStatus(gate, 1)), CL_INVALID_VALUE);
        assert_eq!(cl!(clSetUserEventStatus(a, 0)), CL_INVALID_EVENT, "the event of a command");
        assert_eq!(cl!(clSetUserEventStatus(gate, 0)), 0);
        assert_eq!(cl!(clSetUserEventStatus(gate, 0)), CL_INVALID_OPERATION, "a second time");
        assert_eq!(cl!(clWaitForEvents(1, &c)), 0);
        assert_eq!([gate, a, b, c].map(state), [COMPLETE; 4]);
        assert_eq!(setup.read::<i32>(buffer, 1), [3]);
        release(&[gate, a, b, c]);
        assert_eq!(cl!(clReleaseCommandQueue(second)), 0);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
    /// Out of order: what waits for nothing does not wait for what is held up before it. A barrier holds up all after it.
    fn out_of_order() {
        let setup = Setup::new();
        let queue = setup.queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        let buffer = setup.buffer(&[0_i32]);
        let gate = create!(clCreateUserEvent(setup.context)).unwrap();
        let held = fill(&setup, queue, buffer, 1, &[gate]);
        let free = fill(&setup, queue, buffer, 2, &[]);
        assert_eq!(cl!(clWaitForEvents(1, &free)), 0);
        assert_ne!(state(held), COMPLETE);
        let mut barrier = null_mut();
        assert_eq!(cl!(clEnqueueBarrierWithWaitList(queue, 0, null(), &mut barrier)), 0);
        let after = fill(&setup, queue, buffer, 3, &[]);
        assert_eq!(cl!(clFlush(queue)), 0);
        std::thread::sleep(Duration::from_millis(5));
        assert_ne!(state(after), COMPLETE);
        assert_eq!(cl!(clSetUserEventStatus(gate, 0)), 0);
        assert_eq!(cl!(clFinish(queue)), 0);
        assert_eq!([held, barrier, after].map(state), [COMPLETE; 3]);
        assert_eq!(setup.read::<i32>(buffer, 1), [3]);
        release(&[gate, held, free, barrier, after]);
        assert_eq!(cl!(clReleaseCommandQueue(queue)), 0);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
    fn wait_lists_that_are_none() {
        let setup = Setup::new();
        let event = create!(clCreateUserEvent(setup.context)).unwrap();
        let try_marker = |count, list| cl!(clEnqueueMarkerWithWaitList(setup.queue, count, list, null_mut()));
        assert_eq!(try_marker(1, null()), CL_INVALID_EVENT_WAIT_LIST);
        assert_eq!(try_marker(0, &event), CL_INVALID_EVENT_WAIT_LIST);
        assert_eq!(cl!(clWaitForEvents(0, &event)), CL_INVALID_VALUE);
        assert_eq!(cl!(clWaitForEvents(1, null())), CL_INVALID_VALUE);
        release(&[event]);
    }
    /// A command that waits for a failed event fails, and so does what waits for it; its queue goes on.
    fn failures_spread() {
        let setup = Setup::new();
        let buffer = setup.buffer(&[7_i32]);
        let gate = create!(clCreateUserEvent(setup.context)).unwrap();
        let other = setup.queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        let a = fill(&setup, other, buffer, 1, &[gate]);
        let b = fill(&setup, other, buffer, 2, &[a]);
        let c = marker(other, &[b]);
        assert_eq!(cl!(clSetUserEventStatus(gate, -77)), 0);
        assert_eq!(cl!(clWaitForEvents(1, &c)), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        assert_eq!(state(gate), -77);
        for event in [a, b, c] {
            assert!(state(event) < 0, "{}", state(event));
        }
        let mut word = 0_i32;
        let place = (&raw mut word).cast();
        // "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the read ... operation is blocking and the execution status of any of the
        // events in event_wait_list is a negative integer value."
        assert_eq!(cl!(clEnqueueReadBuffer(other, buffer, 1, 0, 4, place, 1, &a, null_mut())), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        assert_eq!(setup.read::<i32>(buffer, 1), [7], "no failed command wrote");
        let good = fill(&setup, other, buffer, 9, &[]);
        assert_eq!(cl!(clWaitForEvents(1, &good)), 0);
        assert_eq!(setup.read::<i32>(buffer, 1), [9]);
        release(&[gate, a, b, c, good]);
        assert_eq!(cl!(clReleaseCommandQueue(other)), 0);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
    /// Each registered function is called once, with what it was registered for; also where the event is already over.
    fn callbacks() {
        static CALLS: Mutex<Vec<(usize, cl_int)>> = Mutex::new(Vec::new());
        unsafe extern "C" fn call(_: cl_event, status: cl_int, user_data: *mut c_void) {
            CALLS.lock().unwrap().push((user_data as usize, status));
        }
        let setup = Setup::new();
        let gate = create!(clCreateUserEvent(setup.context)).unwrap();
        let event = marker(setup.queue, &[gate]);
        let register = |event, at: u32, number: usize| cl!(clSetEventCallback(event, at as cl_int, Some(call), number as *mut c_void));
        for (number, at) in [(1, CL_SUBMITTED), (2, CL_RUNNING), (3, CL_COMPLETE), (4, CL_COMPLETE)] {
            assert_eq!(register(event, at, number), 0);
        }
        assert_eq!(register(event, CL_QUEUED, 5), CL_INVALID_VALUE);
        assert_eq!(cl!(clSetEventCallback(event, COMPLETE, None, null_mut())), CL_INVALID_VALUE);
        assert_eq!(cl!(clSetUserEventStatus(gate, 0)), 0);
        assert_eq!(cl!(clFinish(setup.queue)), 0);
        until("four calls", || CALLS.lock().unwrap().len() == 4);
        assert_eq!(register(event, CL_COMPLETE, 6), 0);
        until("a fifth", || CALLS.lock().unwrap().len() == 5);
        let mut calls = CALLS.lock().unwrap().clone();
        calls.sort_unstable();
        let wanted = [(1, CL_SUBMITTED), (2, CL_RUNNING), (3, CL_COMPLETE), (4, CL_COMPLETE), (6, CL_COMPLETE)];
        assert_eq!(calls, wanted.map(|(number, at)| (number, at as cl_int)));
        release(&[gate, event]);
        // A failed event tells its code.
        CALLS.lock().unwrap().clear();
        let failing = create!(clCreateUserEvent(setup.context)).unwrap();
        assert_eq!(register(failing, CL_COMPLETE, 7), 0);
        assert_eq!(cl!(clSetUserEventStatus(failing, -5)), 0);
        until("a call for the failure", || !CALLS.lock().unwrap().is_empty());
        assert_eq!(*CALLS.lock().unwrap(), [(7, -5)]);
        release(&[failing]);
    }
    /// Callbacks may call the API, even wait.
    fn callbacks_that_enqueue_and_wait() {
        static SEEN: AtomicI32 = AtomicI32::new(0);
        unsafe extern "C" fn call(_: cl_event, _: cl_int, user_data: *mut c_void) {
            let queue: cl_command_queue = user_data.cast();
            let event = marker(queue, &[]);
            let code = cl!(clWaitForEvents(1, &event));
            release(&[event]);
            SEEN.store(1 - code, Ordering::SeqCst);
        }
        let setup = Setup::new();
        let event = marker(setup.queue, &[]);
        let other = setup.queue_with(0);
        assert_eq!(cl!(clSetEventCallback(event, COMPLETE, Some(call), other.cast())), 0);
        assert_eq!(cl!(clFlush(setup.queue)), 0);
        until("the callback", || SEEN.load(Ordering::SeqCst) != 0);
        assert_eq!(SEEN.load(Ordering::SeqCst), 1);
        release(&[event]);
        assert_eq!(cl!(clReleaseCommandQueue(other)), 0);
    }
    /// Not flushed, and nobody waits for the event but by its callback; then a user event that is given up while a command waits for it.
    fn callbacks_of_what_nobody_flushed_or_sets() {
        static CODE: AtomicI32 = AtomicI32::new(1);
        unsafe extern "C" fn call(_: cl_event, status: cl_int, _: *mut c_void) {
            CODE.store(status, Ordering::SeqCst);
        }
        let setup = Setup::new();
        let event = marker(setup.queue, &[]);
        assert_eq!(cl!(clSetEventCallback(event, COMPLETE, Some(call), null_mut())), 0);
        until("the callback", || CODE.load(Ordering::SeqCst) == COMPLETE);
        let gate = create!(clCreateUserEvent(setup.context)).unwrap();
        let behind = marker(setup.queue, &[gate]);
        assert_eq!(cl!(clSetEventCallback(gate, COMPLETE, Some(call), null_mut())), 0);
        assert_eq!(cl!(clReleaseEvent(gate)), 0);
        until("a failure", || CODE.load(Ordering::SeqCst) < 0);
        assert_eq!(cl!(clWaitForEvents(1, &behind)), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        release(&[event, behind]);
    }
    /// "CL_PROFILING_INFO_NOT_AVAILABLE if ... the execution status of the command identified by event is not CL_COMPLETE": with a success,
    /// every time is there.
    fn times_of_commands_that_are_ending() {
        let setup = Setup::new();
        let buffer = setup.buffer(&[0_i32]);
        for value in 0..2000 {
            let event = fill(&setup, setup.queue, buffer, value, &[]);
            assert_eq!(cl!(clFlush(setup.queue)), 0);
            let end = loop {
                match info!(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END) as u64) {
                    Err(code) => assert_eq!(code, CL_PROFILING_INFO_NOT_AVAILABLE),
                    Ok(end) => break end,
                }
            };
            assert_ne!(end, 0);
            release(&[event]);
        }
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
    fn times() {
        let setup = Setup::new();
        let buffer = setup.buffer(&[0_i32]);
        let (mut before, mut after) = (0, 0);
        assert_eq!(cl!(clGetDeviceAndHostTimer(setup.device, &mut before, &mut 0)), 0);
        let event = fill(&setup, setup.queue, buffer, 1, &[]);
        assert_eq!(cl!(clWaitForEvents(1, &event)), 0);
        assert_eq!(cl!(clGetDeviceAndHostTimer(setup.device, &mut after, &mut 0)), 0);
        let at = |name| info!(clGetEventProfilingInfo(event, name) as u64);
        let all = [CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE]
            .map(|name| at(name).unwrap());
        assert!(all[0] > 0 && all.is_sorted(), "{all:?}");
        // Profiles are "the current device time counter", which the device's timer tells too.
        assert!(before <= all[0] && all[4] <= after, "{all:?} between {before} and {after}");
        assert_eq!(at(1), Err(CL_INVALID_VALUE));
        let plain = setup.queue_with(0);
        let other = fill(&setup, plain, buffer, 2, &[]);
        assert_eq!(cl!(clWaitForEvents(1, &other)), 0);
        let user = create!(clCreateUserEvent(setup.context)).unwrap();
        let waiting = fill(&setup, setup.queue, buffer, 3, &[user]);
        for event in [other, user, waiting] {
            let time = info!(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END) as u64);
            assert_eq!(time, Err(CL_PROFILING_INFO_NOT_AVAILABLE));
        }
        assert_eq!(cl!(clSetUserEventStatus(user, 0)), 0);
        release(&[event, other, user, waiting]);
        assert_eq!(cl!(clReleaseCommandQueue(plain)), 0);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
    /// A long chain of events neither recurses nor takes long.
    fn long_chains() {
        let setup = Setup::new();
        let gate = create!(clCreateUserEvent(setup.context)).unwrap();
        let queue = setup.queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        let mut last = marker(queue, &[gate]);
        for _ in 0..20_000 {
            let next = marker(queue, &[last]);
            release(&[last]);
            last = next;
        }
        assert_eq!(cl!(clSetUserEventStatus(gate, 0)), 0);
        assert_eq!(cl!(clWaitForEvents(1, &last)), 0);
        release(&[gate, last]);
        assert_eq!(cl!(clReleaseCommandQueue(queue)), 0);
    }
    /// The last references to an event, its queue and its context may go in the event's own callback.
    fn released_in_a_callback() {
        static CONTEXTS: AtomicI32 = AtomicI32::new(0);
        unsafe extern "C" fn gone(_: cl_context, _: *mut c_void) {
            CONTEXTS.fetch_add(1, Ordering::SeqCst);
        }
        unsafe extern "C" fn call(event: cl_event, _: cl_int, _: *mut c_void) {
            let queue = info!(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE) as cl_command_queue).unwrap();
            let context = info!(clGetEventInfo(event, CL_EVENT_CONTEXT) as cl_context).unwrap();
            assert_eq!(cl!(clReleaseCommandQueue(queue)), 0);
            assert_eq!(cl!(clReleaseContext(context)), 0);
            release(&[event]);
        }
        for _ in 0..50 {
            let setup = std::mem::ManuallyDrop::new(Setup::new());
            assert_eq!(cl!(clSetContextDestructorCallback(setup.context, Some(gone), null_mut())), 0);
            // Held up, so that the queue is still there to be flushed: a command may run before that.
            let gate = create!(clCreateUserEvent(setup.context)).unwrap();
            let event = marker(setup.queue, &[gate]);
            assert_eq!(cl!(clSetEventCallback(event, COMPLETE, Some(call), null_mut())), 0);
            assert_eq!(cl!(clFlush(setup.queue)), 0);
            assert_eq!(cl!(clSetUserEventStatus(gate, 0)), 0);
            release(&[gate]);
        }
        until("the contexts' ends", || CONTEXTS.load(Ordering::SeqCst) == 50);
    }
    /// Objects that the program releases while a command is held up live until it is over.
    fn released_while_in_use() {
        let setup = Setup::new();
        let target = setup.buffer(&[0_i32; 4]);
        let source = setup.buffer(&[1_i32, 2, 3, 4]);
        let queue = setup.queue_with(0);
        let gate = create!(clCreateUserEvent(setup.context)).unwrap();
        let mut event = null_mut();
        assert_eq!(cl!(clEnqueueCopyBuffer(queue, source, target, 0, 0, 16, 1, &gate, &mut event)), 0);
        assert_eq!(cl!(clReleaseMemObject(source)), 0);
        assert_eq!(cl!(clReleaseCommandQueue(queue)), 0);
        assert_eq!(cl!(clSetUserEventStatus(gate, 0)), 0);
        assert_eq!(cl!(clReleaseEvent(gate)), 0);
        assert_eq!(cl!(clWaitForEvents(1, &event)), 0);
        assert_eq!(setup.read::<i32>(target, 4), [1, 2, 3, 4]);
        release(&[event]);
        assert_eq!(cl!(clReleaseMemObject(target)), 0);
    }
}
