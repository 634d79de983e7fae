//! The worker pool: threads that claim parts of a job from a shared counter.
//!
//! # Protocol
//! A job is a number of equal parts and a function that does a range of them. [`Pool::run`] publishes the
//! job, works on it in the calling thread too, and returns when every part is done.
//! * Parts are claimed with one `fetch_add` a chunk; chunks are small enough that uneven parts balance and large
//!   enough that the counter is no bottleneck.
//! * A worker *joins* a job under the pool's lock and counts itself in `joined`; the caller *withdraws* the job
//!   under the same lock before it waits for `joined` to reach zero. So no worker can hold a job whose caller has
//!   left, and the function may borrow from the caller's stack.
//! * An idle worker looks for a new job for a moment (`SPINS`) before it sleeps; `published` is a counter that it
//!   can watch without the lock. A worker goes to sleep only under the lock and after it has looked once more, and a job is published
//!   under that lock, so no wake-up is lost.
//! * A job of one chunk never leaves the calling thread: small launches cost no hand-over.
//!
//! Several threads may run jobs at the same time: workers take the oldest job that has parts left.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;

/// How often an idle worker looks for a job before it sleeps.
const SPINS: u32 = 4000;

/// What a job does: the number of the thread (0 is the caller, workers count from 1) and the parts.
type Work<'a> = dyn Fn(usize, Range<u64>) + Sync + 'a;

struct Job {
    next: AtomicU64,
    total: u64,
    chunk: u64,
    /// Workers that are at it; the caller does not count.
    joined: AtomicUsize,
    panicked: AtomicBool,
    /// The caller's function; valid until the caller has withdrawn the job and `joined` is zero.
    work: *const Work<'static>,
}

// SAFETY: `work` points to a `Sync` function, and the protocol keeps it alive while a worker has joined.
unsafe impl Send for Job {}
// SAFETY: as above; every other field is atomic or never changes.
unsafe impl Sync for Job {}

impl Job {
    fn has_parts(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.total
    }
    /// Claims and does chunks until none is left.
    fn work(&self, thread: usize, work: &Work<'_>) {
        loop {
            let start = self.next.fetch_add(self.chunk, Ordering::Relaxed);
            if start >= self.total {
                return;
            }
            work(thread, start..(start + self.chunk).min(self.total));
        }
    }
}

#[derive(Default)]
struct State {
    jobs: Vec<Arc<Job>>,
    stopping: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Workers wait here for jobs.
    wake: Condvar,
    /// Callers wait here for their job's workers to leave.
    left: Condvar,
    /// Counts publications, so that idle workers can watch without the lock.
    published: AtomicU64,
}

/// Threads that share work with whoever runs a job.
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

impl Pool {
    /// A pool in which jobs run on up to `threads` threads, the caller's among them; at least one.
    pub fn new(threads: usize) -> Pool {
        let shared = Arc::new(Shared::default());
        let workers = (1..threads.max(1))
            .map_while(|number| {
                let shared = shared.clone();
                std::thread::Builder::new()
                    .name(format!("ferrocl-{number}"))
                    .spawn(move || worker(&shared, number))
                    .ok()
            })
            .collect();
        Pool { shared, workers }
    }
    /// How many threads work on a job at most.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }
    /// Does parts `0..total`, `chunk` at a time, on all threads. A panic in a part is passed on when all is over.
    pub fn run(&self, total: u64, chunk: u64, work: &Work<'_>) {
        let chunk = chunk.max(1);
        if total <= chunk || self.workers.is_empty() {
            if total > 0 {
                work(0, 0..total);
            }
            return;
        }
        let pointer: *const Work<'_> = work;
        let job = Arc::new(Job {
            next: AtomicU64::new(0),
            total,
            chunk,
            joined: AtomicUsize::new(0),
            panicked: AtomicBool::new(false),
            // SAFETY: only the lifetime changes; the protocol (see the module's text) ends every use of the pointer
            // before this function returns.
            work: unsafe { std::mem::transmute::<*const Work<'_>, *const Work<'static>>(pointer) },
        });
        {
            let mut state = self.shared.state.lock().expect("no thread panics with the lock");
            state.jobs.push(job.clone());
            self.shared.published.fetch_add(1, Ordering::Release);
        }
        self.shared.wake.notify_all();
        // Withdraws the job and waits, even where the caller's own part panics.
        let guard = Withdraw { shared: &self.shared, job: &job };
        job.work(0, work);
        drop(guard);
        if job.panicked.load(Ordering::Relaxed) {
            panic!("a part of a job panicked on a worker thread");
        }
    }
}

struct Withdraw<'a> {
    shared: &'a Shared,
    job: &'a Arc<Job>,
}

impl Drop for Withdraw<'_> {
    fn drop(&mut self) {
        let mut state = self.shared.state.lock().expect("no thread panics with the lock");
        state.jobs.retain(|job| !Arc::ptr_eq(job, self.job));
        while self.job.joined.load(Ordering::Acquire) > 0 {
            state = self.shared.left.wait(state).expect("no thread panics with the lock");
        }
    }
}

fn worker(shared: &Shared, number: usize) {
    loop {
        let seen = shared.published.load(Ordering::Acquire);
        let mut state = shared.state.lock().expect("no thread panics with the lock");
        if state.stopping {
            return;
        }
        let found = state.jobs.iter().find(|job| job.has_parts()).cloned();
        if let Some(job) = found {
            job.joined.fetch_add(1, Ordering::Relaxed);
            drop(state);
            // SAFETY: this worker has joined, so the caller waits for it before it gives up the function.
            let work = unsafe { &*job.work };
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job.work(number, work)));
            if outcome.is_err() {
                job.panicked.store(true, Ordering::Relaxed);
            }
            let state = shared.state.lock().expect("no thread panics with the lock");
            if job.joined.fetch_sub(1, Ordering::Release) == 1 {
                shared.left.notify_all();
            }
            drop(state);
            continue;
        }
        drop(state);
        if (0..SPINS).any(|_| {
            std::hint::spin_loop();
            shared.published.load(Ordering::Relaxed) != seen
        }) {
            continue;
        }
        state = shared.state.lock().expect("no thread panics with the lock");
        while !state.stopping && !state.jobs.iter().any(|job| job.has_parts()) {
            state = shared.wake.wait(state).expect("no thread panics with the lock");
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.state.lock().expect("no thread panics with the lock").stopping = true;
        self.shared.published.fetch_add(1, Ordering::Release);
        self.shared.wake.notify_all();
        for worker in self.workers.drain(..) {
            // A worker catches what its parts throw, so there is nothing to pass on.
            let _ = worker.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_done_once() {
        for threads in [1, 2, 5] {
            let pool = Pool::new(threads);
            for (total, chunk) in [(0, 1), (1, 1), (7, 3), (1000, 1), (1000, 7), (5, 100)] {
                let counts: Vec<AtomicUsize> = (0..total).map(|_| AtomicUsize::new(0)).collect();
                pool.run(total, chunk, &|thread, range| {
                    assert!(thread < threads);
                    for part in range {
                        counts[part as usize].fetch_add(1, Ordering::Relaxed);
                    }
                });
                assert!(counts.iter().all(|c| c.load(Ordering::Relaxed) == 1), "{threads} {total} {chunk}");
            }
        }
    }

    #[test]
    fn several_callers_share_the_workers() {
        let pool = Pool::new(4);
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    for round in 0..200u64 {
                        let sum = AtomicU64::new(0);
                        pool.run(64, 1, &|_, range| {
                            sum.fetch_add(range.sum::<u64>() + round, Ordering::Relaxed);
                        });
                        assert_eq!(sum.into_inner(), 63 * 64 / 2 + 64 * round);
                    }
                });
            }
        });
    }

    #[test]
    fn a_panic_reaches_the_caller_and_the_pool_lives_on() {
        let pool = Pool::new(3);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            pool.run(100, 1, &|_, range| assert!(range.start != 50, "part 50"));
        }));
        assert!(outcome.is_err());
        let sum = AtomicU64::new(0);
        pool.run(10, 1, &|_, range| {
            sum.fetch_add(range.start, Ordering::Relaxed);
        });
        assert_eq!(sum.into_inner(), 45);
    }
}
