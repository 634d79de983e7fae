//! `fork`: what the child of a program that used the driver still has.
//!
//! A child has the memory of its parent and, of its threads, only the one that called `fork`. Where no thread was at work in here
//! at that moment ([`Busy`]), everything is in order and only the helpers are missing: the pool's jobs then run on the caller
//! alone, executors and the thread for callbacks are started anew. Where one was, what it held is held for ever; the child cannot tell
//! what is whole, and [`is_broken`] says so: the driver then refuses every call instead of hanging in one.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// How many forks lie between the process that loaded this code and the current one.
static GENERATION: AtomicU64 = AtomicU64::new(0);
/// Threads that are at work.
static BUSY: AtomicUsize = AtomicUsize::new(0);
static BROKEN: AtomicBool = AtomicBool::new(false);

/// How many forks lie behind this process. What keeps threads compares it with that of the time when it started them.
pub fn generation() -> u64 {
    GENERATION.load(Ordering::Relaxed)
}

/// Whether a thread was at work when this process was forked off, so that nothing here can be relied upon.
pub fn is_broken() -> bool {
    BROKEN.load(Ordering::Relaxed)
}

/// Asks the system to tell of forks; once.
pub fn watch() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        #[cfg(unix)]
        // SAFETY: the function only changes atomic numbers. Where it cannot be registered, there is no memory: forks are then not noticed.
        unsafe {
            libc::pthread_atfork(None, None, Some(in_child));
        }
    });
}

/// What the child does first.
#[cfg_attr(not(unix), allow(dead_code))]
extern "C" fn in_child() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
    if BUSY.swap(0, Ordering::Relaxed) > 0 {
        BROKEN.store(true, Ordering::Relaxed);
    }
}

/// A thread is at work for as long as this lives.
pub struct Busy {
    generation: u64,
}

impl Busy {
    /// From now on.
    #[allow(clippy::new_without_default, reason = "it has an effect")]
    pub fn new() -> Busy {
        BUSY.fetch_add(1, Ordering::Relaxed);
        Busy { generation: generation() }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        // A function of the program that forks is called by a thread that is at work; in the child it was not counted.
        if self.generation == generation() {
            BUSY.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
