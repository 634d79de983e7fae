//! Executors: threads that run the commands for which no thread of the program waits.
//!
//! There are as many as the device has threads, so that independent queues make progress beside each other; they are started
//! when there is work and no executor is idle, so a program that waits for all its commands itself has none.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::{Shared, lock};

#[derive(Default)]
struct State {
    /// Queues in which a command is ready. One may be here several times, or in vain: whoever takes it looks.
    ready: VecDeque<Arc<Shared>>,
    idle: usize,
    started: usize,
    stopping: bool,
}

#[derive(Default)]
struct Inner {
    state: Mutex<State>,
    wake: Condvar,
}

/// The executors of a device.
pub(crate) struct Executors {
    inner: Arc<Inner>,
    limit: usize,
}

impl Executors {
    /// Executors, up to `limit`; none yet.
    pub(crate) fn new(limit: usize) -> Executors {
        Executors { inner: Arc::default(), limit: limit.max(1) }
    }
    /// A command of this queue is ready.
    pub(super) fn push(&self, queue: Arc<Shared>) {
        let mut state = lock(&self.inner.state);
        state.ready.push_back(queue);
        if state.idle < state.ready.len() && state.started < self.limit {
            let inner = self.inner.clone();
            let spawned =
                std::thread::Builder::new().name("ferrocl-executor".into()).spawn(move || execute(&inner));
            // Without a thread the command waits for one of the others, or for whoever waits for its event.
            state.started += usize::from(spawned.is_ok());
        }
        drop(state);
        self.inner.wake.notify_one();
    }
}

impl Drop for Executors {
    fn drop(&mut self) {
        // They are not waited for: the last owner of the device may be one of them.
        lock(&self.inner.state).stopping = true;
        self.inner.wake.notify_all();
    }
}

fn execute(inner: &Inner) {
    let mut state = lock(&inner.state);
    loop {
        if let Some(queue) = state.ready.pop_front() {
            drop(state);
            while queue.run_next() {}
            drop(queue);
            state = lock(&inner.state);
        } else if state.stopping {
            return;
        } else {
            state.idle += 1;
            state = inner.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }
}
