//! The thread that calls the program's functions.
//!
//! A callback may take its time or wait for other commands; on a thread of its own it holds up no command. There is one thread for
//! all, so that callbacks come in the order in which they became due.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock};

use super::event::{Callback, Status};
use super::lock;

/// Has a callback called with the status that it waited for.
pub(super) fn call(callback: Callback, status: Status) {
    static QUEUE: OnceLock<Mutex<Sender<(Callback, Status)>>> = OnceLock::new();
    let queue = QUEUE.get_or_init(|| {
        let (sender, receiver) = channel::<(Callback, Status)>();
        let spawned = std::thread::Builder::new().name("ferrocl-callbacks".into()).spawn(move || {
            for (callback, status) in receiver {
                run(callback, status);
            }
        });
        // Without a thread the receiver is gone, and callbacks run where they become due.
        drop(spawned);
        Mutex::new(sender)
    });
    let sent = lock(queue).send((callback, status));
    if let Err(back) = sent {
        let (callback, status) = back.0;
        run(callback, status);
    }
}

fn run(callback: Callback, status: Status) {
    // A panic in one callback must not keep the others from being called; its message is on standard error.
    let _ = catch_unwind(AssertUnwindSafe(|| callback(status)));
}
