//! What an event has besides its status when it is that of a command: the work, and what the command waits for.
//!
//! A command and its event are one object, since every command has one, whether the program asks for it or not.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::event::{Event, Failure};
use super::{Shared, Work, lock};

/// The part of an event that belongs to its command.
pub(super) struct Command {
    /// The queue's commands are counted from 0.
    pub(super) number: u64,
    pub(super) queue: Arc<Shared>,
    /// Events that are still to end, and one more for each step between here and the device that is still to be taken.
    waiting: AtomicUsize,
    /// An event of its wait list failed.
    refused: AtomicBool,
    /// It is among those that are ready (out of order only). Both changes and looks have the queue's lock.
    ready: AtomicBool,
    work: Mutex<Option<Work>>,
}

impl Command {
    /// A command that so many steps are still to be taken for.
    pub(super) fn new(queue: Arc<Shared>, number: u64, steps: usize, work: Work) -> Command {
        Command {
            number,
            queue,
            waiting: AtomicUsize::new(steps),
            refused: AtomicBool::new(false),
            ready: AtomicBool::new(false),
            work: Mutex::new(Some(work)),
        }
    }
    pub(super) fn waits(&self) -> bool {
        self.waiting.load(Ordering::Acquire) > 0
    }
    pub(super) fn wait_for_one_more(&self) {
        self.waiting.fetch_add(1, Ordering::AcqRel);
    }
    /// One thing less to wait for; whether it was the last.
    pub(super) fn wait_for_one_less(&self) -> bool {
        self.waiting.fetch_sub(1, Ordering::AcqRel) == 1
    }
    /// It is to fail instead of being run.
    pub(super) fn refuse(&self) {
        self.refused.store(true, Ordering::Relaxed);
    }
    pub(super) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed)
    }
    pub(super) fn set_ready(&self) {
        self.ready.store(true, Ordering::Relaxed);
    }
}

impl Event {
    /// A step was taken, or an event that the command waited for is over.
    pub(super) fn waited_enough(self: &Arc<Self>, failed: bool) {
        let Some(command) = self.command() else { return };
        if failed {
            command.refuse();
        }
        if command.wait_for_one_less() {
            command.queue.became_ready(self);
        }
    }
    /// Runs the command; the event is over afterwards.
    pub(super) fn run(&self) {
        let Some(command) = self.command() else { return };
        let work = lock(&command.work).take();
        let outcome = if command.refused.load(Ordering::Relaxed) {
            drop(work);
            Err(Failure::WAIT_LIST)
        } else {
            self.begin();
            let work = work.expect("a command runs once");
            catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Failure::INTERNAL))
        };
        self.end(outcome);
    }
}
