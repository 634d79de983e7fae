//! Executors: threads that run the commands for which no thread of the program waits.
//!
//! There are as many as the device has threads, so that independent queues make progress beside each other; they are started
//! when there is work and no executor is idle, so a program that waits for all its commands itself has none. An executor whose command
//! waits for an event in its turn (a native kernel may) does not count meanwhile: what it waits for may need an executor too.
//!
//! Where the system gives no thread at all, what is ready runs on the thread that found it ready.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, PoisonError, RwLock};

use super::{Shared, lock};
use crate::fork;

#[derive(Default)]
struct State {
    /// Queues in which a command is ready. One may be here several times, or in vain: whoever takes it looks.
    ready: VecDeque<Arc<Shared>>,
    idle: usize,
    started: usize,
    /// Executors whose command waits for an event.
    blocked: usize,
    stopping: bool,
}

struct Inner {
    limit: usize,
    state: Mutex<State>,
    wake: Condvar,
}

impl Inner {
    /// Starts an executor if more is ready than the idle ones can take, and there may be one more.
    fn grow(self: &Arc<Self>, state: &mut State) {
        if state.idle < state.ready.len() && state.started < self.limit + state.blocked {
            let inner = self.clone();
            let spawned =
                std::thread::Builder::new().name("ferrocl-executor".into()).spawn(move || execute(&inner));
            // Without a thread the command waits for one of the others, or for whoever waits for its event.
            state.started += usize::from(spawned.is_ok());
        }
    }
}

/// How many commands of a queue an executor runs before it looks whether other queues wait.
const TURN: u32 = 32;

impl State {
    /// Adds a queue, unless it is there often enough: whoever takes it looks for all that is ready, and more than `limit` cannot take
    /// it at a time, so that further entries would only pile up while all are busy. (Both changes of the number have the lock.)
    fn list(&mut self, queue: Arc<Shared>, limit: usize) {
        if queue.listed.load(Ordering::Relaxed) < limit.max(1) {
            queue.listed.fetch_add(1, Ordering::Relaxed);
            self.ready.push_back(queue);
        }
    }
    fn take(&mut self) -> Option<Arc<Shared>> {
        let queue = self.ready.pop_front()?;
        queue.listed.fetch_sub(1, Ordering::Relaxed);
        Some(queue)
    }
}

thread_local! {
    /// The executors that this thread is one of.
    static OWN: RefCell<Option<Arc<Inner>>> = const { RefCell::new(None) };
    /// This thread is in [`work_here`].
    static WORKS_HERE: Cell<bool> = const { Cell::new(false) };
}

/// The executors of a device.
pub(crate) struct Executors {
    /// With the generation of the process that started the threads.
    inner: RwLock<(u64, Arc<Inner>)>,
}

impl Executors {
    /// Executors, up to `limit`; none yet.
    pub(crate) fn new(limit: usize) -> Executors {
        Executors::with(limit.max(1))
    }
    /// Executors on a system that gives no threads.
    #[cfg(test)]
    pub(super) fn without_threads() -> Executors {
        Executors::with(0)
    }
    fn with(limit: usize) -> Executors {
        fork::watch();
        let inner = Inner { limit, state: Mutex::default(), wake: Condvar::new() };
        Executors { inner: RwLock::new((fork::generation(), Arc::new(inner))) }
    }
    /// What the threads of this process share. In a child of the process that made it, that is something new.
    fn inner(&self) -> Arc<Inner> {
        let generation = fork::generation();
        let inner = self.inner.read().unwrap_or_else(PoisonError::into_inner);
        if inner.0 == generation {
            return inner.1.clone();
        }
        drop(inner);
        let mut inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        if inner.0 != generation {
            let old = inner.1.clone();
            // A lock that one of the parent's threads held stays locked.
            let ready =
                old.state.try_lock().map(|mut state| std::mem::take(&mut state.ready)).unwrap_or_default();
            let state = Mutex::new(State { ready, ..State::default() });
            *inner = (generation, Arc::new(Inner { limit: old.limit, state, wake: Condvar::new() }));
            std::mem::forget(old);
        }
        inner.1.clone()
    }
    /// A command of this queue is ready.
    pub(super) fn push(&self, queue: Arc<Shared>) {
        let inner = self.inner();
        let mut state = lock(&inner.state);
        state.list(queue, inner.limit);
        inner.grow(&mut state);
        let (has_threads, has_idle) = (state.started > 0, state.idle > 0);
        drop(state);
        if has_idle {
            inner.wake.notify_one();
        } else if !has_threads {
            work_here(&inner);
        }
    }
    #[cfg(test)]
    pub(super) fn entries(&self) -> usize {
        lock(&self.inner().state).ready.len()
    }
}

impl Drop for Executors {
    fn drop(&mut self) {
        // They are not waited for: the last owner of the device may be one of them.
        let inner = self.inner();
        lock(&inner.state).stopping = true;
        inner.wake.notify_all();
    }
}

fn execute(inner: &Arc<Inner>) {
    OWN.set(Some(inner.clone()));
    let mut state = lock(&inner.state);
    loop {
        if let Some(queue) = state.take() {
            // Before the lock is given up: what was taken is on no list any more.
            let busy = fork::Busy::new();
            drop(state);
            // A queue that is filled as fast as it is emptied does not keep the others waiting.
            if queue.run_some(TURN) {
                state = lock(&inner.state);
                state.list(queue, inner.limit);
            } else {
                drop(queue);
                state = lock(&inner.state);
            }
            drop(busy);
        } else if state.stopping || state.started > inner.limit + state.blocked {
            state.started -= 1;
            return;
        } else {
            state.idle += 1;
            state = inner.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }
}

/// Runs what is ready on this thread, because there is no other.
fn work_here(inner: &Inner) {
    // What becomes ready by this is for the call further out, so that nothing recurses.
    if WORKS_HERE.replace(true) {
        return;
    }
    loop {
        let Some(queue) = lock(&inner.state).take() else { break };
        while queue.run_some(u32::MAX) {}
    }
    WORKS_HERE.set(false);
}

/// That this thread waits for an event. If it is an executor, another one may take its place meanwhile.
pub(super) struct Blocked(Option<Arc<Inner>>);

impl Blocked {
    pub(super) fn new() -> Blocked {
        let inner = OWN.with_borrow(Option::clone);
        if let Some(inner) = &inner {
            let mut state = lock(&inner.state);
            state.blocked += 1;
            inner.grow(&mut state);
        }
        Blocked(inner)
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        if let Some(inner) = &self.0 {
            lock(&inner.state).blocked -= 1;
        }
    }
}
