//! The worker pool: threads that claim parts of a job from a shared counter.
//!
//! Who claims, who waits, and why no wake-up is lost: `pool/README.md`. The protocol is run through every order of events that a
//! few threads can have in `pool_model`, on this very source: what it needs of threads and atomics comes from
//! `super::sync`, which is the standard library here and the model's there.

use std::ops::Range;

use super::sync::{
    Arc, AtomicBool, AtomicU64, AtomicUsize, Condvar, JoinHandle, Mutex, Ordering, SPINS, generation, spawn,
    spin_loop,
};

/// A claim takes one part in this many of each thread's share of what is left.
const CLAIMS: u64 = 4;

/// What a job does: the number of the thread (0 is the caller, workers count from 1) and the parts.
type Work<'a> = dyn Fn(usize, Range<u64>) + Sync + 'a;

struct Job {
    next: AtomicU64,
    total: u64,
    /// The least that is claimed at once, of which greater claims are multiples.
    chunk: u64,
    /// Threads that may share the job.
    threads: u64,
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
    /// Claims and does parts until none is left.
    fn work(&self, thread: usize, work: &Work<'_>) {
        let claim = |start: u64| (start < self.total).then(|| self.end_of_claim(start));
        while let Ok(start) = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim) {
            work(thread, start..self.end_of_claim(start));
        }
    }
    /// Where a claim that begins at `start` ends. Claims take a share of what is left: few of them cost little, and the last ones are
    /// small, so that all threads end at about the same time.
    fn end_of_claim(&self, start: u64) -> u64 {
        let left = self.total - start;
        let share = left / (self.threads * CLAIMS) / self.chunk * self.chunk;
        start + share.max(self.chunk).min(left)
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
    /// Of the process that has the workers: a child of it has none.
    generation: u64,
}

impl Pool {
    /// A pool in which jobs run on up to `threads` threads, the caller's among them; at least one.
    pub fn new(threads: usize) -> Pool {
        Pool::with(threads, || {})
    }
    /// The same with something that each worker does before anything else.
    pub fn with(threads: usize, start: impl Fn() + Clone + Send + 'static) -> Pool {
        let shared = Arc::new(Shared::default());
        let workers = (1..threads.max(1))
            .map_while(|number| {
                let (shared, start) = (shared.clone(), start.clone());
                spawn(number, move || {
                    start();
                    worker(&shared, number);
                })
            })
            .collect();
        Pool { shared, workers, generation: generation() }
    }
    /// How many threads work on a job at most.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }
    /// Does parts `0..total`, at least `chunk` at a time, on all threads. A panic in a part is passed on when all is over.
    pub fn run(&self, total: u64, chunk: u64, work: &Work<'_>) {
        let chunk = chunk.max(1);
        if total <= chunk || self.workers.is_empty() || self.generation != generation() {
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
            threads: self.threads() as u64,
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
            spin_loop();
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
        if self.generation != generation() {
            // They would be waited for for ever.
            std::mem::forget(std::mem::take(&mut self.workers));
            return;
        }
        self.shared.state.lock().expect("no thread panics with the lock").stopping = true;
        self.shared.published.fetch_add(1, Ordering::Release);
        self.shared.wake.notify_all();
        for worker in self.workers.drain(..) {
            // A worker catches what its parts throw, so there is nothing to pass on.
            let _ = worker.join();
        }
    }
}
