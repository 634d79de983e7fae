//! Queues of commands, and the events that tell of them.
//!
//! ```text
//! Queue::enqueue ─ Command ─ flushed, and what it waits for is over ─ ready ─┬ an executor thread
//!                                                                            └ or the thread that waits for its end
//! ```
//! * A command is a closure. It belongs to a [`Queue`] and has an [`Event`], which goes from queued over submitted and running to
//!   complete or failed.
//! * In an in-order queue the commands are a list, of which only the first can run; nothing else orders them, so a
//!   queue of a million commands is a list of a million entries and no chain. In an out-of-order queue a command runs when the
//!   events that it waits for are over; a barrier waits for all that came before and is waited for by all that come after.
//! * When an event ends, the commands that waited for it are counted down, and queues in which something became ready are
//!   handed to the executors: no command runs in the thread that ended the event, so nothing recurses.
//! * A thread that waits for an event runs what stands in its way itself: a launch that the program waits for at once costs no
//!   hand-over between threads. What nobody waits for runs on executor threads, once the queue is flushed.
//! * A command whose wait list holds a failed event does not run; it fails, with [`Failure::WAIT_LIST`].
//!
//! What lives here: order, waiting, status, times. What does not: what commands do.

mod callbacks;
mod event;
mod executor;

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};

pub use event::{Event, Failure, Status, Times, now};
use executor::Blocked;
pub(crate) use executor::Executors;

use crate::Device;

/// What a command does when its turn has come.
pub type Work = Box<dyn FnOnce() -> Result<(), Failure> + Send>;

/// How many commands a queue keeps back before it starts them without being flushed: few enough that the device has work
/// while the program enqueues more, enough that a short burst is handed over at once.
const KEPT_BACK: usize = 64;

/// How a queue treats its commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QueueProperties {
    /// Commands may run in any order that their wait lists allow, and at the same time.
    pub out_of_order: bool,
    /// The program may ask for the times at which a command passed from one status to the next.
    pub profiling: bool,
}

/// How a command is ordered beside its wait list. (In an in-order queue all are the same.)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// After the last barrier.
    Plain,
    /// After everything that was enqueued before.
    Marker,
    /// After everything before, and before everything after.
    Barrier,
    /// After its wait list, and before everything after.
    Fence,
}

/// A command and where it stands.
pub(crate) struct Command {
    number: u64,
    event: Arc<Event>,
    queue: Arc<Shared>,
    /// Events that are still to end, and one more until the command is flushed.
    waiting: AtomicUsize,
    /// An event of its wait list failed.
    refused: AtomicBool,
    work: Mutex<Option<Work>>,
}

impl Command {
    /// One thing less to wait for.
    fn count_down(self: &Arc<Self>) {
        if self.waiting.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.queue.became_ready(self);
        }
    }
    /// An event that it waits for is over.
    pub(crate) fn event_ended(self: &Arc<Self>, failed: bool) {
        if failed {
            self.refused.store(true, Ordering::Relaxed);
        }
        self.count_down();
    }
    /// Runs it; its event is over afterwards.
    fn run(&self) {
        let work = lock(&self.work).take();
        let outcome = if self.refused.load(Ordering::Relaxed) {
            Err(Failure::WAIT_LIST)
        } else {
            self.event.begin();
            let work = work.expect("a command runs once");
            catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Failure::INTERNAL))
        };
        self.event.end(outcome);
    }
}

#[derive(Default)]
struct State {
    next_number: u64,
    /// Commands that were not flushed yet.
    unflushed: Vec<Arc<Command>>,
    /// In order: every command that has not started, in the order of enqueuing. Out of order: those that are ready.
    commands: VecDeque<Arc<Command>>,
    /// In order: a command runs.
    running: bool,
    /// In order: how many commands are over, which are the first ones.
    ended: u64,
    /// Out of order: every command that is not over, by number.
    outstanding: BTreeMap<u64, Arc<Event>>,
    /// Out of order: the last barrier, until it is over.
    barrier: Option<Arc<Event>>,
    /// How many threads wait on `changed`: telling nobody is a system call as well.
    sleepers: usize,
}

/// What a queue shares with its commands and those who run them.
pub(crate) struct Shared {
    device: Arc<Device>,
    properties: QueueProperties,
    state: Mutex<State>,
    /// A command ended or became ready.
    changed: Condvar,
    /// How often the queue is in the executors' list.
    listed: AtomicUsize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is done with these locks does not panic half-way.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// What the next command to run is, if one is ready; it is taken out.
    fn take(&self, state: &mut State, wanted: Option<&Event>) -> Option<Arc<Command>> {
        if self.properties.out_of_order {
            // Whoever waits for one command runs that one only: others may take any time.
            let index = match wanted {
                // It is only looked for when it is there: there may be very many others.
                Some(event) if event.is_ready() => {
                    state.commands.iter().position(|c| std::ptr::eq(&*c.event, event))?
                }
                Some(_) => return None,
                None => 0,
            };
            return state.commands.remove(index);
        }
        if state.running || state.commands.front()?.waiting.load(Ordering::Acquire) > 0 {
            return None;
        }
        state.running = true;
        state.commands.pop_front()
    }
    /// Whether somebody could run a command now.
    fn has_ready(&self, state: &State) -> bool {
        match state.commands.front() {
            None => false,
            Some(_) if self.properties.out_of_order => true,
            Some(first) => !state.running && first.waiting.load(Ordering::Acquire) == 0,
        }
    }
    /// Runs a command that was taken.
    fn run(&self, command: &Command) {
        command.run();
        let mut state = lock(&self.state);
        if self.properties.out_of_order {
            state.outstanding.remove(&command.number);
            if state.barrier.as_ref().is_some_and(|barrier| Arc::ptr_eq(barrier, &command.event)) {
                state.barrier = None;
            }
        } else {
            state.running = false;
            state.ended += 1;
        }
        self.wake(state);
    }
    /// Wakes those who wait for a change, if there are any. (Who looked before the change still had the lock, and counts.)
    fn wake(&self, state: MutexGuard<'_, State>) {
        let sleepers = state.sleepers;
        drop(state);
        if sleepers > 0 {
            self.changed.notify_all();
        }
    }
    /// Whether every command before this number is over.
    fn is_over_before(&self, state: &State, number: u64) -> bool {
        if self.properties.out_of_order {
            state.outstanding.first_key_value().is_none_or(|(&first, _)| first >= number)
        } else {
            state.ended >= number
        }
    }
    /// Runs one command if one is ready.
    pub(crate) fn run_next(&self) -> bool {
        let taken = self.take(&mut lock(&self.state), None);
        taken.inspect(|command| self.run(command)).is_some()
    }
    /// A command waits for nothing any more.
    fn became_ready(self: &Arc<Self>, command: &Arc<Command>) {
        let mut state = lock(&self.state);
        if self.properties.out_of_order {
            command.event.set_ready();
            state.commands.push_back(command.clone());
        }
        let ready = self.has_ready(&state);
        self.wake(state);
        if ready {
            self.device.executors.push(self.clone());
        }
    }
    /// Hands every command to the device. With `help` the calling thread is about to run them itself, so that an in-order queue
    /// needs no executor.
    fn flush(self: &Arc<Self>, help: bool) {
        let unflushed = std::mem::take(&mut lock(&self.state).unflushed);
        if unflushed.is_empty() && help {
            return;
        }
        for command in &unflushed {
            command.event.submit();
        }
        if self.properties.out_of_order {
            for command in &unflushed {
                command.count_down();
            }
            return;
        }
        // Only the first of an in-order queue can run: one look for all of them.
        for command in &unflushed {
            command.waiting.fetch_sub(1, Ordering::AcqRel);
        }
        if !help && self.has_ready(&lock(&self.state)) {
            self.device.executors.push(self.clone());
        }
    }
    /// Whether everything that was enqueued is over.
    fn is_idle(&self) -> bool {
        let state = lock(&self.state);
        self.is_over_before(&state, state.next_number)
    }
    /// Runs commands, or waits for those that others run, until `done`. `wanted`: the event that is waited for, or all.
    fn drive(self: &Arc<Self>, wanted: Option<&Event>, done: impl Fn(&State) -> bool) {
        let _blocked = Blocked::new();
        self.flush(true);
        loop {
            let mut state = lock(&self.state);
            let command = loop {
                if done(&state) {
                    // What is left ready goes to the executors, who were not told of it.
                    let ready = self.has_ready(&state);
                    drop(state);
                    if ready {
                        self.device.executors.push(self.clone());
                    }
                    return;
                }
                match self.take(&mut state, wanted) {
                    Some(command) => break command,
                    None => {
                        state.sleepers += 1;
                        state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                        state.sleepers -= 1;
                    }
                }
            };
            drop(state);
            self.run(&command);
        }
    }
    /// Waits until everything that was enqueued is over.
    fn finish(self: &Arc<Self>) {
        // What other threads enqueue from now on does not count.
        let end = lock(&self.state).next_number;
        self.drive(None, |state| self.is_over_before(state, end));
    }
    /// Waits for an event of this queue.
    pub(crate) fn wait_for(self: &Arc<Self>, event: &Event) {
        self.drive(Some(event), |_| event.status().is_over());
    }
    pub(crate) fn properties(&self) -> QueueProperties {
        self.properties
    }
    pub(crate) fn flush_to_executors(self: &Arc<Self>) {
        self.flush(false);
    }
}

/// A queue of commands for a device.
pub struct Queue {
    shared: Arc<Shared>,
}

impl Queue {
    /// An empty queue.
    pub fn new(device: Arc<Device>, properties: QueueProperties) -> Queue {
        Queue {
            shared: Arc::new(Shared {
                device,
                properties,
                state: Mutex::default(),
                changed: Condvar::new(),
                listed: AtomicUsize::new(0),
            }),
        }
    }
    /// The device that its commands run on.
    pub fn device(&self) -> &Arc<Device> {
        &self.shared.device
    }
    /// How it treats its commands.
    pub fn properties(&self) -> QueueProperties {
        self.shared.properties
    }
    /// Adds a command that runs when all events of the wait list are complete. The event tells how it goes.
    ///
    /// Events of other queues in the wait list are flushed, so that a program that forgot to cannot wait for ever.
    pub fn enqueue(&self, order: Order, wait_list: &[Arc<Event>], work: Work) -> Arc<Event> {
        for event in wait_list {
            if let Some(queue) = event.queue().filter(|queue| !Arc::ptr_eq(queue, &self.shared)) {
                queue.flush(false);
            }
        }
        let event = Arc::new(Event::of(self.shared.clone()));
        let mut state = lock(&self.shared.state);
        let command = Arc::new(Command {
            number: state.next_number,
            event: event.clone(),
            queue: self.shared.clone(),
            // One for being flushed, one until all others are counted.
            waiting: AtomicUsize::new(2),
            refused: AtomicBool::new(false),
            work: Mutex::new(Some(work)),
        });
        state.next_number += 1;
        // What the command waits for without being failed by it.
        let mut before: Vec<Arc<Event>> = Vec::new();
        if self.shared.properties.out_of_order {
            match order {
                Order::Plain | Order::Fence => before.extend(state.barrier.clone()),
                Order::Marker | Order::Barrier => before.extend(state.outstanding.values().cloned()),
            }
            if matches!(order, Order::Barrier | Order::Fence) {
                state.barrier = Some(event.clone());
            }
            state.outstanding.insert(command.number, event.clone());
        } else {
            state.commands.push_back(command.clone());
        }
        state.unflushed.push(command.clone());
        let full = state.unflushed.len() >= KEPT_BACK;
        drop(state);
        for earlier in &before {
            earlier.add_dependent(&command, false);
        }
        for earlier in wait_list {
            earlier.add_dependent(&command, true);
        }
        command.count_down();
        if full {
            self.shared.flush(false);
        }
        event
    }
    /// Starts everything that was enqueued, as far as wait lists allow.
    pub fn flush(&self) {
        self.shared.flush(false);
    }
    /// Waits until everything that was enqueued is over.
    pub fn finish(&self) {
        self.shared.finish();
    }
    /// Something by which the queue can be waited for without being kept.
    pub fn watch(&self) -> Watch {
        Watch(Arc::downgrade(&self.shared))
    }
    /// Whether everything that was enqueued is over.
    pub fn is_idle(&self) -> bool {
        self.shared.is_idle()
    }
}

/// A queue that is only to be waited for. It is there while the queue or a command in it is.
#[derive(Clone)]
pub struct Watch(Weak<Shared>);

impl Watch {
    /// Whether it can still have something to do.
    pub fn is_alive(&self) -> bool {
        self.0.strong_count() > 0
    }
    /// Waits until everything that was enqueued is over.
    pub fn finish(&self) {
        if let Some(shared) = self.0.upgrade() {
            shared.finish();
        }
    }
}

/// Waits until all events are over; whether all are complete.
pub fn wait_for_all(events: &[Arc<Event>]) -> bool {
    for event in events {
        if let Some(queue) = event.queue() {
            queue.flush(false);
        }
    }
    let mut complete = true;
    for event in events {
        complete &= event.wait() == Status::Complete;
    }
    complete
}

#[cfg(test)]
mod tests;
