//! The thread that calls the program's functions.
//!
//! A callback may take its time or wait for other commands; on a thread of its own it holds up no command. There is one thread for
//! all, so that callbacks come in the order in which they became due.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};

use super::event::{Callback, Status};
use super::lock;
use crate::fork;

/// Where the thread takes them from, with the generation of the process that has the thread.
static QUEUE: Mutex<Option<(u64, Sender<(Callback, Status)>)>> = Mutex::new(None);

/// Has a callback called with the status that it waited for.
pub(super) fn call(callback: Callback, status: Status) {
    let mut queue = lock(&QUEUE);
    let generation = fork::generation();
    if queue.as_ref().is_none_or(|(started, _)| *started != generation) {
        let (sender, receiver) = channel::<(Callback, Status)>();
        let spawned = std::thread::Builder::new().name("ferrocl-callbacks".into()).spawn(move || {
            for (callback, status) in receiver {
                run(callback, status);
            }
        });
        // Without a thread the receiver is gone, and callbacks run where they become due.
        drop(spawned);
        // The other end of a parent's is not in this process.
        std::mem::forget(queue.replace((generation, sender)));
    }
    let sent = queue.as_ref().map(|(_, sender)| sender.send((callback, status)));
    drop(queue);
    if let Some(Err(back)) = sent {
        let (callback, status) = back.0;
        run(callback, status);
    }
}

fn run(callback: Callback, status: Status) {
    // A panic in one callback must not keep the others from being called; its message is on standard error.
    let _busy = fork::Busy::new();
    let _ = catch_unwind(AssertUnwindSafe(|| callback(status)));
}
