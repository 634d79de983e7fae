//! Events: the status of a command, or of something in the program itself.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use super::executor::Blocked;
use super::{Command, Shared, callbacks, lock};

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

#[derive(Default)]
struct State {
    /// Commands that wait for it, and whether they fail with it.
    dependents: Vec<(Arc<Command>, bool)>,
    /// With the status at which each is due.
    callbacks: Vec<(Status, Callback)>,
    /// User events that end like this one.
    followers: Vec<Arc<Event>>,
}

/// The status of a command, or of something in the program (a user event).
pub struct Event {
    status: AtomicI32,
    state: Mutex<State>,
    changed: Condvar,
    /// `None` for a user event.
    queue: Option<Arc<Shared>>,
    /// Queued, submitted, started, ended.
    times: [AtomicU64; 4],
    /// The command waits for nothing any more (out of order only).
    ready: AtomicBool,
}

impl Event {
    /// An event of a command that was just put into a queue.
    pub(super) fn of(queue: Arc<Shared>) -> Event {
        let event = Event::with(Status::Queued, Some(queue));
        event.note_time(0);
        event
    }
    /// An event that the program ends with [`Event::set`].
    pub fn user() -> Event {
        Event::with(Status::Submitted, None)
    }
    fn with(status: Status, queue: Option<Arc<Shared>>) -> Event {
        Event {
            status: AtomicI32::new(status.number()),
            state: Mutex::default(),
            changed: Condvar::new(),
            queue,
            times: Default::default(),
            ready: AtomicBool::new(false),
        }
    }
    pub(super) fn queue(&self) -> Option<&Arc<Shared>> {
        self.queue.as_ref()
    }
    /// Whether the command was put among those that are ready. Both changes and looks have the queue's lock.
    pub(super) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed)
    }
    pub(super) fn set_ready(&self) {
        self.ready.store(true, Ordering::Relaxed);
    }
    /// Where the command stands.
    pub fn status(&self) -> Status {
        Status::from_number(self.status.load(Ordering::Acquire))
    }
    /// Hands what the event's queue holds back to the device: for whoever watches the status without waiting.
    pub fn flush(&self) {
        if let Some(queue) = &self.queue {
            queue.flush_to_executors();
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
        self.queue.as_ref().is_some_and(|queue| queue.properties().profiling)
    }
    fn note_time(&self, index: usize) {
        if self.keeps_times() {
            self.times[index].store(now(), Ordering::Relaxed);
        }
    }
    pub(super) fn submit(&self) {
        self.note_time(1);
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
            for place in &self.times[1..] {
                let _ = place.compare_exchange(0, time, Ordering::Relaxed, Ordering::Relaxed);
            }
            self.times[3].store(time, Ordering::Relaxed);
        }
        self.pass_to(match outcome {
            Ok(()) => Status::Complete,
            Err(failure) => Status::Failed(failure),
        })
    }
    /// Sets the status and tells everybody whom it concerns.
    fn pass_to(&self, status: Status) -> bool {
        let mut state = lock(&self.state);
        if self.status().is_over() {
            return false;
        }
        self.status.store(status.number(), Ordering::Release);
        let (dependents, followers) = match status.is_over() {
            true => (std::mem::take(&mut state.dependents), std::mem::take(&mut state.followers)),
            false => Default::default(),
        };
        let (due, later) = std::mem::take(&mut state.callbacks)
            .into_iter()
            .partition(|(at, _)| status.number() <= at.number());
        state.callbacks = later;
        drop(state);
        // Whoever waits for a command waits for a change in its queue.
        if status.is_over() && self.queue.is_none() {
            self.changed.notify_all();
        }
        for (command, fails) in dependents {
            command.event_ended(fails && status != Status::Complete);
        }
        for follower in followers {
            follower.end(status.outcome());
        }
        let due: Vec<(Status, Callback)> = due;
        for (_, callback) in due {
            callbacks::call(callback, status);
        }
        true
    }
    /// Makes a command wait for this event.
    pub(super) fn add_dependent(&self, command: &Arc<Command>, fails: bool) {
        let mut state = lock(&self.state);
        let status = self.status();
        if status.is_over() {
            drop(state);
            if fails && status != Status::Complete {
                command.refused.store(true, Ordering::Relaxed);
            }
            return;
        }
        command.waiting.fetch_add(1, Ordering::AcqRel);
        state.dependents.push((command.clone(), fails));
    }
    /// Ends a user event like this one, when this one ends; the user event ends nothing else in this way. (It does not wait for
    /// the program's callbacks.)
    pub fn pass_on(&self, other: Arc<Event>) {
        let mut state = lock(&self.state);
        let status = self.status();
        if !status.is_over() {
            state.followers.push(other);
            return;
        }
        drop(state);
        other.end(status.outcome());
    }
    /// Has a function called, on a thread for that, when the event reaches a status or fails; soon, if that is so already.
    pub fn on_status(&self, at: Status, callback: impl FnOnce(Status) + Send + 'static) {
        let callback: Callback = Box::new(callback);
        let mut state = lock(&self.state);
        let status = self.status();
        if status.number() <= at.number() {
            drop(state);
            callbacks::call(callback, status);
            return;
        }
        state.callbacks.push((at, callback));
    }
    /// Waits until it is over. The calling thread runs what stands before it in its queue.
    pub fn wait(&self) -> Status {
        match &self.queue {
            Some(queue) => queue.wait_for(self),
            None => {
                let _blocked = Blocked::new();
                let mut state = lock(&self.state);
                while !self.status().is_over() {
                    state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
        self.status()
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // A user event that nobody can end any more must not keep commands waiting for ever.
        if self.queue.is_none() && !self.status().is_over() {
            self.end(Err(Failure::INTERNAL));
        }
    }
}
