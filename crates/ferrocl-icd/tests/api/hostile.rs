//! Programs that mean harm, or are wrong in every way: calls at random with handles of any kind, dead or alive, with sizes that no
//! machine has, from several threads, and from callbacks. Any answer will do, as long as there is one.

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ferrocl_runtime::base::random::Random;

use crate::bindings::*;
use crate::setup::{Setup, build, kernel_of, set};
use crate::stress::seconds;

/// Handles of every kind, dead and alive, as numbers.
static POOL: Mutex<Vec<usize>> = Mutex::new(Vec::new());
/// Those of user events: all are ended before long, so that nothing waits for ever.
static GATES: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// Sizes that can be, and sizes that cannot.
const SIZES: [usize; 16] = [
    0,
    1,
    2,
    3,
    4,
    8,
    12,
    64,
    100,
    4096,
    1 << 62,
    1 << 63,
    (1 << 63) + 1,
    usize::MAX - 7,
    usize::MAX - 1,
    usize::MAX,
];
/// Sizes of launches: those that end soon.
const ITEMS: [usize; 5] = [0, 1, 7, 64, 1000];

/// A program whose kernel reads and writes nothing, whatever its arguments are.
const KERNEL: &CStr =
    c"kernel void k(global int *p, int n, local int *l) { if (!get_global_size(0)) p[n] = l[0]; }";

/// How a device can be divided.
const PARTITIONS: [isize; 3] = [
    CL_DEVICE_PARTITION_EQUALLY as isize,
    CL_DEVICE_PARTITION_BY_COUNTS as isize,
    CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN as isize,
];

/// One thread's calls.
struct Caller {
    random: Random,
    /// What the program's own pointers lead to. Everything that is read and written there is smaller; it stays for commands that
    /// outlive the thread.
    host: &'static mut [u64],
}

impl Caller {
    fn handle<T>(&mut self) -> *mut T {
        if self.random.chance(2) {
            return null_mut();
        }
        let pool = POOL.lock().unwrap();
        (if pool.is_empty() { 0 } else { pool[self.random.below(pool.len())] }) as *mut T
    }
    fn keep<T>(&mut self, handle: *mut T) {
        if !handle.is_null() {
            let mut pool = POOL.lock().unwrap();
            if pool.len() < 300 {
                pool.push(handle as usize);
            } else {
                // What is forgotten stays alive: some of that does no harm.
                let place = self.random.below(300);
                pool[place] = handle as usize;
            }
        }
    }
    fn size(&mut self) -> usize {
        self.random.pick(&SIZES)
    }
    fn small(&mut self) -> usize {
        self.random.below(130)
    }
    fn number(&mut self) -> u32 {
        // Names of most queries lie there, and flags among small numbers.
        match self.random.below(4) {
            0 => 0x0900 + self.random.below(0x400) as u32,
            1 => 0x1000 + self.random.below(0x300) as u32,
            2 => 1 << self.random.below(32),
            _ => self.random.below(40) as u32,
        }
    }
    fn host(&mut self) -> *mut c_void {
        if self.random.chance(10) { null_mut() } else { self.host.as_mut_ptr().cast() }
    }
    /// A wait list: `num_events_in_wait_list` and `event_wait_list`. Most are empty.
    fn waits(&mut self) -> (u32, [cl_event; 3]) {
        let count = if self.random.chance(70) { 0 } else { self.random.below(4) as u32 };
        (count, std::array::from_fn(|_| self.handle()))
    }
    fn triple(&mut self) -> [usize; 3] {
        let small = self.random.chance(70);
        std::array::from_fn(|_| if small { self.small() } else { self.size() })
    }
    /// One call.
    fn call(&mut self) {
        let (count, waits) = self.waits();
        let list = if count == 0 && !self.random.chance(3) { null() } else { waits.as_ptr() };
        let mut event: cl_event = null_mut();
        let place: *mut cl_event = if self.random.chance(30) { &mut event } else { null_mut() };
        let (a, b, n) = (self.size(), self.size(), self.small());
        let (host, number) = (self.host(), self.number());
        let blocks = u32::from(self.random.chance(30));
        let mut code = 0;
        // A call that puts a command into a queue: they all end in the wait list and the place for an event.
        macro_rules! enqueue {
            ($name:ident($($argument:expr),* $(,)?)) => {
                _ = cl!($name($($argument,)* count, list, place))
            };
        }
        match self.random.below(46) {
            0 => {
                let memory = cl!(clCreateBuffer(self.handle(), number.into(), a, host, &mut code));
                self.keep(memory);
            }
            1 => {
                let region = _cl_buffer_region { origin: a, size: b };
                let (parent, region) = (self.handle(), (&raw const region).cast());
                self.keep(cl!(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, region, &mut code)));
            }
            2 => {
                let queue =
                    cl!(clCreateCommandQueue(self.handle(), self.handle(), (n as u64) & 3, &mut code));
                self.keep(queue);
            }
            3 => {
                let device = self.handle();
                let context = cl!(clCreateContext(null(), 1, &device, None, null_mut(), &mut code));
                if !context.is_null() {
                    cl!(clSetContextDestructorCallback(context, Some(context_ended), null_mut()));
                }
                self.keep(context);
            }
            4 => {
                let gate = cl!(clCreateUserEvent(self.handle(), &mut code));
                if !gate.is_null() {
                    GATES.lock().unwrap().push(gate as usize);
                }
                self.keep(gate);
            }
            5 => {
                let text = &mut KERNEL.as_ptr();
                let program = cl!(clCreateProgramWithSource(self.handle(), 1, text, null(), &mut code));
                self.keep(program);
            }
            6 => _ = cl!(clBuildProgram(self.handle(), 0, null(), null(), None, null_mut())),
            7 => self.keep_kernel(),
            8 => {
                let clone = cl!(clCloneKernel(self.handle(), &mut code));
                self.keep(clone);
            }
            9 => _ = cl!(clSetKernelArg(self.handle(), n as u32 % 5, a.min(64), host)),
            10 => {
                let memory: cl_mem = self.handle();
                _ = set(self.handle(), 0, memory);
            }
            11 => _ = set(self.handle(), 1, 7),
            12 => _ = cl!(clSetKernelArg(self.handle(), 2, a, null())),
            13 | 14 => {
                let (global, offset, local) = ([self.random.pick(&ITEMS); 3], self.triple(), self.triple());
                let (offset, local) = (
                    if self.random.chance(60) { null() } else { offset.as_ptr() },
                    if self.random.chance(60) { null() } else { local.as_ptr() },
                );
                let dimensions = if self.random.chance(80) { 1 } else { number };
                enqueue!(clEnqueueNDRangeKernel(
                    self.handle(),
                    self.handle(),
                    dimensions,
                    offset,
                    global.as_ptr(),
                    local
                ));
            }
            15 => enqueue!(clEnqueueTask(self.handle(), self.handle())),
            16 => {
                enqueue!(clEnqueueReadBuffer(self.handle(), self.handle(), blocks, a, b, host))
            }
            17 => {
                enqueue!(clEnqueueWriteBuffer(self.handle(), self.handle(), blocks, a, b, host))
            }
            18 => {
                enqueue!(clEnqueueCopyBuffer(self.handle(), self.handle(), self.handle(), a, b, n))
            }
            19 => {
                enqueue!(clEnqueueFillBuffer(self.handle(), self.handle(), host, n, a, b))
            }
            20 => {
                let (origin, region) = (self.triple(), self.triple());
                let host_origin = [0; 3];
                enqueue!(clEnqueueReadBufferRect(
                    self.handle(),
                    self.handle(),
                    blocks,
                    origin.as_ptr(),
                    host_origin.as_ptr(),
                    region.as_ptr(),
                    a,
                    b,
                    0,
                    0,
                    host
                ));
            }
            21 => {
                let (from, to, region) = (self.triple(), self.triple(), self.triple());
                enqueue!(clEnqueueCopyBufferRect(
                    self.handle(),
                    self.handle(),
                    self.handle(),
                    from.as_ptr(),
                    to.as_ptr(),
                    region.as_ptr(),
                    a,
                    b,
                    n,
                    a
                ));
            }
            22 => {
                let (queue, memory) = (self.handle(), self.handle());
                let mapped = cl!(clEnqueueMapBuffer(
                    queue,
                    memory,
                    blocks,
                    number.into(),
                    a,
                    b,
                    count,
                    list,
                    place,
                    &mut code
                ));
                if self.random.chance(80) {
                    _ = cl!(clEnqueueUnmapMemObject(queue, memory, mapped, 0, null(), null_mut()));
                }
            }
            23 => enqueue!(clEnqueueUnmapMemObject(self.handle(), self.handle(), host)),
            24 => {
                let memory = [self.handle(), self.handle()];
                enqueue!(clEnqueueMigrateMemObjects(
                    self.handle(),
                    n as u32 % 3,
                    memory.as_ptr(),
                    number.into()
                ));
            }
            25 => enqueue!(clEnqueueMarkerWithWaitList(self.handle())),
            26 => enqueue!(clEnqueueBarrierWithWaitList(self.handle())),
            27 => _ = cl!(clWaitForEvents(count, list)),
            28 => _ = cl!(clFlush(self.handle())),
            29 => _ = cl!(clFinish(self.handle())),
            30 => {
                let at = self.random.pick(&[0, 1, 2, 3, -1]);
                _ = cl!(clSetEventCallback(self.handle(), at, Some(event_ended), null_mut()));
            }
            31 => _ = cl!(clSetMemObjectDestructorCallback(self.handle(), Some(memory_ended), null_mut())),
            32 => self.query(number, n, host),
            33 => self.query(number, self.host.len() * 8, host),
            34 => _ = cl!(clRetainMemObject(self.handle())),
            35 => _ = cl!(clRetainEvent(self.handle())),
            36 | 37 => _ = cl!(clReleaseEvent(self.handle())),
            38 => _ = cl!(clReleaseMemObject(self.handle())),
            39 => _ = cl!(clReleaseKernel(self.handle())),
            40 => _ = cl!(clReleaseProgram(self.handle())),
            41 => _ = cl!(clReleaseCommandQueue(self.handle())),
            42 => _ = cl!(clReleaseContext(self.handle())),
            43 => {
                let (sampler, image) = (self.handle(), self.handle());
                let _ = (cl!(clRetainSampler(sampler)), cl!(clReleaseSampler(sampler)));
                _ = cl!(clGetImageInfo(image, number, n, host, null_mut()));
                let format =
                    _cl_image_format { image_channel_order: number, image_channel_data_type: number };
                let mut description = crate::images::size(CL_MEM_OBJECT_BUFFER + n as u32 % 9, a, b, 0, 0);
                description.image_row_pitch = n;
                let made = cl!(clCreateImage(self.handle(), 1, &format, &description, null_mut(), &mut code));
                self.keep(made);
            }
            44 => {
                let (memory, place_of) = ([self.handle::<_cl_mem>()], [host.cast_const()]);
                enqueue!(clEnqueueNativeKernel(
                    self.handle(),
                    Some(nothing),
                    host,
                    n,
                    1,
                    memory.as_ptr(),
                    place_of.as_ptr().cast_mut()
                ));
            }
            _ => {
                let mut devices = [null_mut(); 4];
                let how = [self.random.pick(&PARTITIONS), n as isize % 3, 0, 0];
                _ = cl!(clCreateSubDevices(self.handle(), how.as_ptr(), 4, devices.as_mut_ptr(), null_mut()));
                self.keep(devices[0]);
            }
        }
        self.keep(event);
    }
    fn keep_kernel(&mut self) {
        if let Ok(kernel) = kernel_of(self.handle(), "k") {
            self.keep(kernel);
        }
    }
    fn query(&mut self, name: u32, size: usize, host: *mut c_void) {
        let size_of_answer = &mut 0;
        match self.random.below(9) {
            0 => cl!(clGetContextInfo(self.handle(), name, size, host, size_of_answer)),
            1 => cl!(clGetCommandQueueInfo(self.handle(), name, size, host, size_of_answer)),
            2 => cl!(clGetMemObjectInfo(self.handle(), name, size, host, size_of_answer)),
            3 => cl!(clGetProgramInfo(self.handle(), CL_PROGRAM_SOURCE, size, host, size_of_answer)),
            4 => cl!(clGetProgramBuildInfo(self.handle(), self.handle(), name, size, host, size_of_answer)),
            5 => cl!(clGetKernelInfo(self.handle(), name, size, host, size_of_answer)),
            6 => cl!(clGetKernelArgInfo(self.handle(), size as u32, name, size, host, size_of_answer)),
            7 => cl!(clGetEventInfo(self.handle(), name, size, host, size_of_answer)),
            _ => cl!(clGetDeviceInfo(self.handle(), name, size, host, size_of_answer)),
        };
    }
}

/// Calls that were made from callbacks.
static CALLED_BACK: AtomicU64 = AtomicU64::new(0);

unsafe extern "C" fn event_ended(event: cl_event, status: cl_int, _: *mut c_void) {
    let _ = info!(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS) as cl_int);
    if status == 0 {
        // Which the program may have done as well; what is gone is told from what is not.
        let _ = (cl!(clRetainEvent(event)), cl!(clReleaseEvent(event)));
        let _ = cl!(clSetEventCallback(event, 0, Some(event_ended_again), null_mut()));
    }
    CALLED_BACK.fetch_add(1, Ordering::Relaxed);
}

unsafe extern "C" fn event_ended_again(event: cl_event, _: cl_int, _: *mut c_void) {
    let _ = cl!(clReleaseEvent(event));
}

unsafe extern "C" fn memory_ended(memory: cl_mem, _: *mut c_void) {
    let context = info!(clGetMemObjectInfo(memory, CL_MEM_CONTEXT) as cl_context);
    assert!(context.is_err(), "it is no object of the program's any more");
    let _ = cl!(clReleaseMemObject(memory));
    CALLED_BACK.fetch_add(1, Ordering::Relaxed);
}

unsafe extern "C" fn context_ended(context: cl_context, _: *mut c_void) {
    let _ = (cl!(clReleaseContext(context)), cl!(clRetainContext(context)));
    CALLED_BACK.fetch_add(1, Ordering::Relaxed);
}

unsafe extern "C" fn nothing(_: *mut c_void) {}

/// Ends every user event there is, one way or the other.
fn open_gates(random: &mut Random) {
    let gates = std::mem::take(&mut *GATES.lock().unwrap());
    for gate in gates {
        let status = if random.chance(30) { -1 } else { 0 };
        let _ = cl!(clSetUserEventStatus(gate as cl_event, status));
    }
}

/// The process that makes the calls.
pub fn calls() {
    let setup = Setup::new();
    let program = setup.program(KERNEL.to_str().unwrap());
    let kernel = kernel_of(program, "k").unwrap();
    let out_of_order = setup.queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    let buffer = setup.buffer(&[0_u8; 4096]);
    let mut first = Caller { random: Random::new(0), host: &mut [] };
    for handle in
        [setup.queue.cast(), out_of_order.cast(), buffer.cast(), kernel.cast(), program.cast::<c_void>()]
    {
        first.keep(handle);
    }
    for _ in 0..3 {
        first.keep(setup.device);
        // So many references that no bad luck takes the last: there is always something to make others from.
        first.keep(setup.context);
    }
    (0..1_000_000).for_each(|_| assert_eq!(cl!(clRetainContext(setup.context)), 0));
    let (end, over) = (Instant::now() + Duration::from_secs(seconds()), AtomicBool::new(false));
    let done = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let callers: Vec<_> = (0..4_u64)
            .map(|seed| {
                let done = &done;
                scope.spawn(move || {
                    let mut caller = Caller { random: Random::new(seed + 1), host: vec![0; 1 << 15].leak() };
                    while Instant::now() < end {
                        caller.call();
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                })
            })
            .collect();
        let over = &over;
        scope.spawn(move || {
            let mut random = Random::new(99);
            while !over.load(Ordering::Relaxed) {
                open_gates(&mut random);
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        let ended: Vec<_> = callers.into_iter().map(|caller| caller.join()).collect();
        over.store(true, Ordering::Relaxed);
        assert!(ended.iter().all(Result::is_ok));
    });
    open_gates(&mut Random::new(7));
    assert!(done.load(Ordering::Relaxed) > 1000, "{done:?} calls");
    // The driver is as it was.
    let after = Setup::new();
    let program = after.source("kernel void k(global int *p) { p[get_global_id(0)] += 5; }");
    assert_eq!(build(program, ""), 0);
    let (kernel, buffer) = (kernel_of(program, "k").unwrap(), after.buffer(&[1_i32; 100]));
    assert_eq!((set(kernel, 0, buffer), after.launch(kernel, 100)), (0, 0));
    assert_eq!(after.read::<i32>(buffer, 100), [6; 100]);
    // What the calls left of the first context is theirs.
    std::mem::forget(setup);
}

trials! {
    /// In a process of its own: a dead handle may lead to a new object, which would be another test's.
    fn calls_at_random() {
        crate::processes::succeeds("hostile");
    }
}
