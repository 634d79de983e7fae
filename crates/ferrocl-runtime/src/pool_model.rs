//! The worker pool in a model: its own source, compiled against `loom`, which runs a test in every order of events that
//! its threads can have (up to a number of preemptions), finds data races through its cells, and finds threads that wait for ever.
//!
//! What is shown here stands in `pool/README.md`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use loom::cell::UnsafeCell;
use loom::model::Builder;

use self::pool::Pool;

/// What the pool uses, from the model.
mod sync {
    pub(super) use loom::hint::spin_loop;
    pub(super) use loom::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
    pub(super) use loom::sync::{Arc, Condvar, Mutex};
    pub(super) use loom::thread::JoinHandle;

    /// One look tells as much as thousands.
    pub(super) const SPINS: u32 = 1;

    /// Models do not fork.
    pub(super) fn generation() -> u64 {
        0
    }

    pub(super) fn spawn(number: usize, run: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
        loom::thread::Builder::new().name(format!("worker {number}")).spawn(run).ok()
    }
}

#[path = "pool.rs"]
#[allow(dead_code, clippy::duplicate_mod, reason = "the same source against another `sync`")]
mod pool;

/// Runs a test in every order with at most so many preemptions.
fn model(preemptions: usize, test: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = 100_000;
    builder.check(test);
}

/// A part's place: written by who does the part, read by the caller afterwards, with nothing but the pool to order the two.
struct Parts(Vec<UnsafeCell<u32>>);

// SAFETY: the model watches every access of the cells, and fails where two are not ordered.
unsafe impl Sync for Parts {}

impl Parts {
    fn new(count: usize) -> Parts {
        Parts((0..count).map(|_| UnsafeCell::new(0)).collect())
    }
    fn touch(&self, part: u64) {
        // SAFETY: the model fails where another thread has access that is not ordered with this one.
        self.0[part as usize].with_mut(|place| unsafe { *place += 1 });
    }
    fn counts(&self) -> Vec<u32> {
        // SAFETY: as above.
        self.0.iter().map(|cell| cell.with(|place| unsafe { *place })).collect()
    }
}

/// Runs a job of single parts; each must be done once, and seen to be done.
fn run(pool: &Pool, parts: usize) {
    let done = Parts::new(parts);
    pool.run(parts as u64, 1, &|_, range| range.for_each(|part| done.touch(part)));
    // `done` goes out of scope here: a worker that still had it would race with that too.
    assert_eq!(done.counts(), vec![1; parts]);
}

#[test]
fn every_part_is_done_once_and_seen() {
    model(3, || {
        let pool = Pool::new(2);
        run(&pool, 2);
    });
}

#[test]
fn a_worker_that_sleeps_wakes_for_the_next_job() {
    model(2, || {
        let pool = Pool::new(2);
        run(&pool, 2);
        run(&pool, 2);
    });
}

#[test]
fn two_workers_share_a_job() {
    model(2, || {
        let pool = Pool::new(3);
        run(&pool, 3);
    });
}

#[test]
fn two_callers_share_a_worker() {
    model(2, || {
        let pool = loom::sync::Arc::new(Pool::new(2));
        let other = pool.clone();
        let caller = loom::thread::spawn(move || run(&other, 2));
        run(&pool, 2);
        caller.join().expect("no caller panics");
    });
}

#[test]
fn workers_end_with_the_pool_whatever_they_do() {
    model(3, || drop(Pool::new(3)));
}

/// The model's threads are coroutines of one real thread, which is panicking or not as a whole: so only a worker panics here, which
/// holds no lock meanwhile. A caller's own panic is tested on real threads.
#[test]
fn a_workers_panic_reaches_the_caller_and_the_pool_lives_on() {
    model(2, || {
        let pool = Pool::new(2);
        let done = Parts::new(2);
        let by_worker = AtomicBool::new(false);
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            pool.run(2, 1, &|thread, range| {
                done.touch(range.start);
                if thread > 0 {
                    by_worker.store(true, Ordering::Relaxed);
                    // No message: the panic is meant.
                    std::panic::resume_unwind(Box::new("a part"));
                }
            });
        }));
        assert_eq!(outcome.is_err(), by_worker.into_inner());
        // Every worker has let go of the job: the parts can be read.
        assert_eq!(done.counts(), [1, 1]);
        run(&pool, 2);
    });
}
