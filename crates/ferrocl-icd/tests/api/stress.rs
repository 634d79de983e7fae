//! Many threads at random, and memory that does not grow. By hand and longer: `cargo xtask stress`.

use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ferrocl_runtime::base::random::Random;

use crate::bindings::*;
use crate::setup::{Setup, build, kernel_of, pointer, set};

/// Seconds of random calls: `FERROCL_STRESS_SECONDS`, else few.
pub fn seconds() -> u64 {
    std::env::var("FERROCL_STRESS_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2)
}

/// How often each kind of object is made: `FERROCL_STRESS_ROUNDS`, else few.
fn rounds() -> usize {
    std::env::var("FERROCL_STRESS_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3000)
}

/// Resident memory of this process, in KiB.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").expect("Linux tells it");
    let pages: usize = text.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a number of pages");
    // SAFETY: asks for a number.
    pages * unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize / 1024
}

/// Two contexts, which all threads use.
struct Both([Setup; 2]);
// SAFETY: handles are numbers, and the API allows calls on any thread.
unsafe impl Sync for Both {}

/// One thread's random calls on objects of its own, in contexts and queues that all share. Every result is checked.
fn one_thread(both: &Both, seed: u64, end: Instant, done: &AtomicU64) {
    let mut random = Random::new(seed);
    let mut failures = 0_u64;
    while Instant::now() < end {
        let setup = &both.0[random.below(2)];
        let out_of_order = random.below(2) == 0;
        let own = setup.queue_with(if out_of_order { CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE } else { 0 });
        let queue = if random.below(4) == 0 { setup.queue } else { own };
        let (count, number) = (1 + random.below(5000), random.below(40) as i32);
        let program = setup.source(&format!(
            "kernel void k(global int *p, int n) {{ p[get_global_id(0)] += n + {number}; }}"
        ));
        assert_eq!(build(program, ""), 0);
        let kernel = kernel_of(program, "k").unwrap();
        if random.below(2) == 0 {
            assert_eq!(cl!(clReleaseProgram(program)), 0);
        }
        let buffer = setup.buffer(&vec![5_i32; count]);
        assert_eq!((set(kernel, 0, buffer), set(kernel, 1, 7)), (0, 0));
        let gate = create!(clCreateUserEvent(setup.context)).unwrap();
        let fails = random.below(8) == 0;
        let launches = 1 + random.below(4) as i32;
        let mut last = gate;
        let mut events = vec![gate];
        for _ in 0..launches {
            let mut event = null_mut();
            assert_eq!(
                cl!(clEnqueueNDRangeKernel(queue, kernel, 1, null(), &count, null(), 1, &last, &mut event)),
                0
            );
            events.push(event);
            last = event;
        }
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        assert_eq!(cl!(clFlush(queue)), 0);
        assert_eq!(cl!(clSetUserEventStatus(gate, if fails { -9 } else { 0 })), 0);
        let flags = u64::from(CL_MAP_READ | CL_MAP_WRITE);
        let mapped = create!(clEnqueueMapBuffer(queue, buffer, 1, flags, 0, count * 4, 1, &last, null_mut()));
        let expected = if fails { 5 } else { 5 + launches * (7 + number) };
        match mapped {
            Ok(address) => {
                assert!(!fails);
                // SAFETY: mapped, aligned, so many.
                let words = unsafe { std::slice::from_raw_parts_mut(address.cast::<i32>(), count) };
                assert!(words.iter().all(|&word| word == expected), "{} instead of {expected}", words[0]);
                words.fill(0);
                assert_eq!(cl!(clEnqueueUnmapMemObject(queue, buffer, address, 0, null(), null_mut())), 0);
            }
            Err(code) => {
                assert!(fails, "{code}");
                failures += 1;
            }
        }
        for event in events {
            assert_eq!(cl!(clReleaseEvent(event)), 0);
        }
        if random.below(3) == 0 {
            assert_eq!(cl!(clFinish(queue)), 0);
        }
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        assert_eq!(cl!(clReleaseCommandQueue(own)), 0);
        if let Ok(1) = info!(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT) as cl_uint) {
            let _ = cl!(clReleaseProgram(program));
        }
        done.fetch_add(1, Ordering::Relaxed);
    }
    let _ = failures;
}

/// Repeats `step`, after a warm-up, and wants resident memory to stay: at most `slack` KiB more.
fn steady(what: &str, rounds: usize, slack: usize, mut step: impl FnMut(usize)) {
    (0..rounds / 4).for_each(&mut step);
    let before = resident();
    (0..rounds).for_each(&mut step);
    let grown = resident().saturating_sub(before);
    if rounds > 3000 {
        println!("{what}: {rounds} rounds, {grown} KiB more");
    }
    assert!(grown <= slack, "{what}: {grown} KiB more after {rounds} rounds");
}

trials! {
    fn threads_at_random() {
        let both = Both([Setup::new(), Setup::new()]);
        let (end, done) = (Instant::now() + Duration::from_secs(seconds()), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let (both, done) = (&both, &done);
                scope.spawn(move || one_thread(both, thread, end, done));
            }
        });
        for setup in &both.0 {
            assert_eq!(cl!(clFinish(setup.queue)), 0);
        }
        assert!(done.load(Ordering::Relaxed) > 8);
    }
}

/// Runs in a process of its own, where no other test uses memory.
pub fn memory() {
    let setup = Setup::new();
    let rounds = rounds();
    let kernel = setup.kernel("kernel void k(global int *p) { p[get_global_id(0)] += 1; }");
    let buffer = setup.buffer(&[0_i32; 64]);
    assert_eq!(set(kernel, 0, buffer), 0);
    steady("launches", rounds, 2048, |round| {
        assert_eq!(setup.launch(kernel, 64), 0);
        if round % 500 == 0 {
            assert_eq!(cl!(clFinish(setup.queue)), 0);
        }
    });
    steady("launches with events", rounds, 2048, |round| {
        let (mut event, items) = (null_mut(), 64_usize);
        assert_eq!(
            cl!(clEnqueueNDRangeKernel(
                setup.queue,
                kernel,
                1,
                null(),
                &items,
                null(),
                0,
                null(),
                &mut event
            )),
            0
        );
        if round % 50 == 0 {
            assert_eq!(cl!(clWaitForEvents(1, &event)), 0);
        }
        assert_eq!(cl!(clReleaseEvent(event)), 0);
    });
    steady("buffers", rounds, 2048, |round| {
        let buffer = setup.buffer(&[1_u8; 10_000]);
        assert_eq!(
            cl!(clEnqueueFillBuffer(setup.queue, buffer, pointer(&1), 4, 0, 4, 0, null(), null_mut())),
            0
        );
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
        // A command keeps its buffer, and the queue its commands, until they are flushed.
        if round % 50 == 0 {
            assert_eq!(cl!(clFinish(setup.queue)), 0);
        }
    });
    steady("queues", rounds, 2048, |_| {
        let queue = setup.queue_with(0);
        assert_eq!(cl!(clEnqueueMarkerWithWaitList(queue, 0, null(), null_mut())), 0);
        assert_eq!(cl!(clReleaseCommandQueue(queue)), 0);
    });
    let programs = if rounds > 3000 { rounds } else { rounds / 10 };
    steady("programs", programs, 2048, |round| {
        let program = setup.program(&format!("kernel void k(global int *p) {{ p[{round}] = {round}; }}"));
        assert_eq!(cl!(clReleaseKernel(kernel_of(program, "k").unwrap())), 0);
        assert_eq!(cl!(clReleaseProgram(program)), 0);
    });
    steady("programs that are wrong", programs, 2048, |round| {
        let program = setup.source(&format!("kernel void k() {{ unknown_{round}(); }} }}"));
        assert_eq!(build(program, ""), CL_BUILD_PROGRAM_FAILURE);
        assert_eq!(cl!(clReleaseProgram(program)), 0);
    });
    // The texts repeat, so that most builds come from the cache on disk: the objects and the code are new each time.
    steady("builds", rounds / 10, 4096, |round| build_and_launch(&setup, buffer, round % 16));
    // These do not, so that each is compiled.
    steady("builds anew", rounds / 100, 4096, |round| build_and_launch(&setup, buffer, 100 + round));
}

fn build_and_launch(setup: &Setup, buffer: cl_mem, number: usize) {
    let program =
        setup.program(&format!("kernel void k(global int *p) {{ p[get_global_id(0)] = {number}; }}"));
    let kernel = kernel_of(program, "k").unwrap();
    assert_eq!(set(kernel, 0, buffer), 0);
    assert_eq!(setup.launch(kernel, 64), 0);
    assert_eq!(cl!(clFinish(setup.queue)), 0);
    assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    assert_eq!(cl!(clReleaseProgram(program)), 0);
}
