//! Events: the status of a command, or of something in the program itself.
//!
//! Most events pass from status to status without anybody listening, so that the status is a word that changes without a lock.
//! Whoever wants to be told says so in the word, with the lock of the list that he puts himself on; from then on changes take that
//! lock too.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use super::command::Command;
use super::executor::Blocked;
use super::{Shared, callbacks, lock};

/// Why a command failed: the negative code that its event shows. What it means is the API's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failure(pub i32);

impl Failure {
    /// An event of the wait list failed (`CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST`).
    pub const WAIT_LIST: Failure = Failure(-14);
    /// A fault inside of this implementation, or no memory for the work (`CL_OUT_OF_RESOURCES`).
    pub const INTERNAL: Failure = Failure(-5);
}

/// Where a command stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// In its queue.
    Queued,
    /// Handed to the device.
    Submitted,
    /// At work.
    Running,
    /// Over, with success.
    Complete,
    /// Over, without.
    Failed(Failure),
}

impl Status {
    /// The number that the API shows: 3, 2, 1, 0, or the failure's.
    pub fn number(self) -> i32 {
        match self {
            Status::Queued => 3,
            Status::Submitted => 2,
            Status::Running => 1,
            Status::Complete => 0,
            Status::Failed(Failure(code)) => code,
        }
    }
    fn from_number(number: i32) -> Status {
        match number {
            3 => Status::Queued,
            2 => Status::Submitted,
            1 => Status::Running,
            0 => Status::Complete,
            code => Status::Failed(Failure(code)),
        }
    }
    /// How what is over ended.
    fn outcome(self) -> Result<(), Failure> {
        match self {
            Status::Failed(failure) => Err(failure),
            _ => Ok(()),
        }
    }
    /// Whether a command in the other status has this one still before it.
    fn follows(self, other: Status) -> bool {
        !other.is_over() && self.number() < other.number()
    }
    /// Whether nothing comes after it.
    pub fn is_over(self) -> bool {
        matches!(self, Status::Complete | Status::Failed(_))
    }
}

/// When a command passed from one status to the next, in nanoseconds of [`now`]; 0 where it has not yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Times {
    /// Put into the queue.
    pub queued: u64,
    /// Handed to the device.
    pub submitted: u64,
    /// Started.
    pub started: u64,
    /// Over.
    pub ended: u64,
}

/// Nanoseconds of a clock that only goes forward; never 0.
pub fn now() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64 + 1
}

/// Called when an event has reached a status.
pub(super) type Callback = Box<dyn FnOnce(Status) + Send>;

/// Whom a change of status concerns.
#[derive(Default)]
struct Listeners {
    /// Commands that wait for it, and whether they fail with it.
    dependents: Vec<(Arc<Event>, bool)>,
    /// With the status at which each is due.
    callbacks: Vec<(Status, Callback)>,
    /// User events that end like this one.
    followers: Vec<Arc<Event>>,
}

/// In the status word, beside the status's number: somebody listens.
const LISTENED: u64 = 1 << 32;

fn status_in(word: u64) -> Status {
    Status::from_number(word as u32 as i32)
}

/// The status of a command, or of something in the program (a user event).
pub struct Event {
    /// The status's number in the lower half, and [`LISTENED`].
    word: AtomicU64,
    listeners: Mutex<Listeners>,
    /// The status of a user event changed.
    changed: Condvar,
    /// `None` for a user event.
    command: Option<Command>,
    /// Queued, submitted, started, ended.
    times: [AtomicU64; 4],
}

impl Event {
    /// An event of a command that is just put into a queue.
    pub(super) fn of(command: Command) -> Event {
        let event = Event::with(Status::Queued, Some(command));
        event.note_time(0);
        event
    }
    /// An event that the program ends with [`Event::set`].
    pub fn user() -> Event {
        Event::with(Status::Submitted, None)
    }
    fn with(status: Status, command: Option<Command>) -> Event {
        Event {
            word: AtomicU64::new(u64::from(status.number() as u32)),
            listeners: Mutex::default(),
            changed: Condvar::new(),
            command,
            times: Default::default(),
        }
    }
    pub(super) fn command(&self) -> Option<&Command> {
        self.command.as_ref()
    }
    pub(super) fn queue(&self) -> Option<&Arc<Shared>> {
        self.command.as_ref().map(|command| &command.queue)
    }
    /// Where the command stands.
    pub fn status(&self) -> Status {
        status_in(self.word.load(Ordering::Acquire))
    }
    /// Hands what the event's queue holds back to the device: for whoever watches the status without waiting.
    pub fn flush(&self) {
        if let Some(queue) = self.queue() {
            queue.flush(false);
        }
    }
    /// The command's times; `None` for a user event, and where the queue does not keep them.
    pub fn times(&self) -> Option<Times> {
        if !self.keeps_times() {
            return None;
        }
        let [queued, submitted, started, ended] =
            std::array::from_fn(|index| self.times[index].load(Ordering::Relaxed));
        Some(Times { queued, submitted, started, ended })
    }
    /// Ends a user event. `false` where it was over already.
    pub fn set(&self, outcome: Result<(), Failure>) -> bool {
        self.end(outcome)
    }
    /// Whether anybody can ask for the times.
    fn keeps_times(&self) -> bool {
        self.queue().is_some_and(|queue| queue.properties().profiling)
    }
    fn note_time(&self, index: usize) {
        if self.keeps_times() {
            self.times[index].store(now(), Ordering::Relaxed);
        }
    }
    /// Handed to the device. Where somebody listens, that is only noted, and `false`: [`tell_submitted`](Self::tell_submitted) has then
    /// to follow, outside of all locks.
    pub(super) fn submit(&self) -> bool {
        self.note_time(1);
        self.pass_to_unheard(Status::Submitted).is_some()
    }
    /// Tells those who listen that it was submitted, unless it has gone on from there.
    pub(super) fn tell_submitted(&self) {
        self.pass_to(Status::Submitted);
    }
    pub(super) fn begin(&self) {
        self.note_time(2);
        self.pass_to(Status::Running);
    }
    /// The last step; `false` where it was taken before.
    pub(super) fn end(&self, outcome: Result<(), Failure>) -> bool {
        if self.keeps_times() {
            let time = now();
            // A command that was refused never started.
            for place in &self.times[1..3] {
                let _ = place.compare_exchange(0, time, Ordering::Relaxed, Ordering::Relaxed);
            }
            self.times[3].store(time, Ordering::Relaxed);
        }
        self.pass_to(match outcome {
            Ok(()) => Status::Complete,
            Err(failure) => Status::Failed(failure),
        })
    }
    /// Sets the status and tells everybody whom it concerns. `false` where it had gone as far before.
    fn pass_to(&self, status: Status) -> bool {
        self.pass_to_unheard(status).unwrap_or_else(|| self.pass_to_heard(status))
    }
    /// Sets the status if nobody listens (`None` if somebody does).
    fn pass_to_unheard(&self, status: Status) -> Option<bool> {
        let mut word = self.word.load(Ordering::Acquire);
        while word & LISTENED == 0 {
            if !status.follows(status_in(word)) {
                return Some(false);
            }
            let new = u64::from(status.number() as u32);
            match self.word.compare_exchange_weak(word, new, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Some(true),
                Err(other) => word = other,
            }
        }
        None
    }
    fn pass_to_heard(&self, status: Status) -> bool {
        let mut listeners = lock(&self.listeners);
        // Once somebody listens, the word changes with the lock only.
        if !status.follows(self.status()) {
            return false;
        }
        self.word.store(u64::from(status.number() as u32) | LISTENED, Ordering::Release);
        let (dependents, followers) = match status.is_over() {
            true => (std::mem::take(&mut listeners.dependents), std::mem::take(&mut listeners.followers)),
            false => Default::default(),
        };
        let (due, later): (Vec<_>, Vec<_>) = std::mem::take(&mut listeners.callbacks)
            .into_iter()
            .partition(|(at, _)| status.number() <= at.number());
        listeners.callbacks = later;
        drop(listeners);
        // Whoever waits for a command waits for a change in its queue.
        if status.is_over() && self.command.is_none() {
            self.changed.notify_all();
        }
        for (event, fails) in dependents {
            event.waited_enough(fails && status != Status::Complete);
        }
        for follower in followers {
            follower.end(status.outcome());
        }
        for (_, callback) in due {
            callbacks::call(callback, status);
        }
        true
    }
    /// Whoever changes the status from now on takes the lock, which is given here, and looks who listens. Where the status stands now.
    fn listen(&self, _: &MutexGuard<'_, Listeners>) -> Status {
        status_in(self.word.fetch_or(LISTENED, Ordering::AcqRel))
    }
    /// Makes a command wait for this event.
    pub(super) fn add_dependent(&self, event: &Arc<Event>, fails: bool) {
        let Some(command) = event.command() else { return };
        let mut listeners = lock(&self.listeners);
        let status = self.listen(&listeners);
        if status.is_over() {
            drop(listeners);
            if fails && status != Status::Complete {
                command.refuse();
            }
            return;
        }
        command.wait_for_one_more();
        listeners.dependents.push((event.clone(), fails));
    }
    /// Ends a user event like this one, when this one ends; the user event ends nothing else in this way. (It does not wait for
    /// the program's callbacks.)
    pub fn pass_on(&self, other: Arc<Event>) {
        let mut listeners = lock(&self.listeners);
        let status = self.listen(&listeners);
        if !status.is_over() {
            listeners.followers.push(other);
            return;
        }
        drop(listeners);
        other.end(status.outcome());
    }
    /// Has a function called, on a thread for that, when the event reaches a status or fails; soon, if that is so already.
    pub fn on_status(&self, at: Status, callback: impl FnOnce(Status) + Send + 'static) {
        let callback: Callback = Box::new(callback);
        let mut listeners = lock(&self.listeners);
        let status = self.listen(&listeners);
        if status.number() <= at.number() {
            drop(listeners);
            callbacks::call(callback, status);
            return;
        }
        listeners.callbacks.push((at, callback));
    }
    /// Waits until it is over. The calling thread runs what stands before it in its queue.
    pub fn wait(&self) -> Status {
        match &self.command {
            Some(command) => command.queue.wait_for(self, command.number),
            None => {
                let _blocked = Blocked::new();
                let mut listeners = lock(&self.listeners);
                self.listen(&listeners);
                while !self.status().is_over() {
                    listeners = self.changed.wait(listeners).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
        self.status()
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // A user event that nobody can end any more must not keep commands waiting for ever.
        if self.command.is_none() && !self.status().is_over() {
            self.end(Err(Failure::INTERNAL));
        }
    }
}
