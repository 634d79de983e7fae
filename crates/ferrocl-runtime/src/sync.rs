//! Threads, locks and atomics as the worker pool uses them: those of the standard library.
//!
//! The pool names them through `super::sync` alone, so that its source can be compiled a second time against the ones
//! of a model checker (`pool_model`).

pub(crate) use crate::fork::generation;
pub(crate) use std::hint::spin_loop;
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
pub(crate) use std::sync::{Arc, Condvar, Mutex};
pub(crate) use std::thread::JoinHandle;

/// How often an idle worker looks for a job before it sleeps.
pub(crate) const SPINS: u32 = 4000;

/// Starts a worker; `None` where the system gives no more threads.
pub(crate) fn spawn(number: usize, run: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    std::thread::Builder::new().name(format!("ferrocl-{number}")).spawn(run).ok()
}
