//! Queues of commands, and the events that tell of them.
//!
//! ```text
//! Queue::enqueue ─ Inbox ─ flushed ─ what it waits for is over ─ ready ─┬ an executor thread
//!                                                                       └ or the thread that waits for its end
//! ```
//! * A command is a closure. It belongs to a [`Queue`] and has an [`Event`], which goes from queued over submitted and running to
//!   complete or failed.
//! * What was not flushed yet is in the queue's inbox, of which those who run commands know nothing: a thread that enqueues and one that
//!   runs meet once a flush, not once a command. A queue flushes itself when it has kept back some milliseconds of work, going by what its
//!   commands took before ([`kept_back`]): many small commands are handed over at once, and long ones start while the program goes on.
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
mod command;
mod event;
mod executor;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use command::Command;
pub use event::{Event, Failure, Status, Times, now};
use executor::Blocked;
pub(crate) use executor::Executors;

use crate::Device;

/// What a command does when its turn has come.
pub type Work = Box<dyn FnOnce() -> Result<(), Failure> + Send>;

/// How long a command is taken to run where nothing is known, in nanoseconds.
const UNKNOWN_COST: u64 = 16_000;

/// How many commands a queue keeps back before it starts them without being flushed, going by how long each takes in nanoseconds.
///
/// Long ones are to run while the program goes on, and it promises nothing of when it flushes; a single one is kept all the same, since most
/// programs that wait do it then. What takes no longer than being enqueued gains nothing from another thread, and loses whenever the system
/// does not let that thread run at once.
fn kept_back(cost: u64) -> usize {
    const SMALL: u64 = 2_000;
    let work = if cost < SMALL { 4_000_000 } else { 1_000_000 };
    (work / cost.max(1)).clamp(2, 8192) as usize
}

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

/// Commands that were not flushed yet.
#[derive(Default)]
struct Inbox {
    /// How many were ever enqueued.
    next_number: u64,
    commands: Vec<Arc<Event>>,
}

/// Commands that were flushed.
struct State {
    /// In order: every command that has not started, in the order of enqueuing. Out of order: those that are ready.
    commands: VecDeque<Arc<Event>>,
    /// In order: a command runs.
    running: bool,
    /// In order: how many commands are over, which are the first ones.
    ended: u64,
    /// Out of order: every command that is not over, by number, those in the inbox too.
    outstanding: BTreeMap<u64, Arc<Event>>,
    /// Out of order: the last barrier, until it is over.
    barrier: Option<Arc<Event>>,
    /// How many threads wait on `changed`: telling nobody is a system call as well.
    sleepers: usize,
    /// In order: how many commands must be over for the first of the sleepers to get what it waits for.
    awaited: u64,
}

impl Default for State {
    fn default() -> State {
        State {
            commands: VecDeque::new(),
            running: false,
            ended: 0,
            outstanding: BTreeMap::new(),
            barrier: None,
            sleepers: 0,
            awaited: u64::MAX,
        }
    }
}

/// What a queue shares with its commands and those who run them.
pub(crate) struct Shared {
    device: Arc<Device>,
    properties: QueueProperties,
    /// Locked before `state`, where both are.
    inbox: Mutex<Inbox>,
    state: Mutex<State>,
    /// A command ended or became ready.
    changed: Condvar,
    /// How often the queue is in the executors' list.
    listed: AtomicUsize,
    /// How long a command took of late, in nanoseconds.
    cost: AtomicU64,
    /// With so many commands in the inbox it is flushed.
    kept_back: AtomicUsize,
}

/// What a thread waits for.
#[derive(Clone, Copy)]
enum Wanted<'a> {
    /// The end of every command before this number.
    Before(u64),
    /// The end of the command with this number.
    One(&'a Event, u64),
}

impl Wanted<'_> {
    /// How many commands of an in-order queue must be over for it.
    fn commands(self) -> u64 {
        match self {
            Wanted::Before(number) => number,
            Wanted::One(_, number) => number + 1,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is done with these locks does not panic half-way.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// What the next command to run is, if one is ready; it is taken out.
    fn take(&self, state: &mut State, wanted: Option<Wanted<'_>>) -> Option<Arc<Event>> {
        if self.properties.out_of_order {
            // Whoever waits for one command runs that one only: others may take any time.
            let index = match wanted {
                // It is only looked for when it is there: there may be very many others.
                Some(Wanted::One(event, _)) if event.command().is_some_and(Command::is_ready) => {
                    state.commands.iter().position(|c| std::ptr::eq(&**c, event))?
                }
                Some(Wanted::One(..)) => return None,
                Some(Wanted::Before(_)) | None => 0,
            };
            return state.commands.remove(index);
        }
        if !self.has_ready(state) {
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
            Some(first) => !state.running && !first.command().is_some_and(Command::waits),
        }
    }
    /// Notes that a command which was taken is over.
    fn note_end(&self, state: &mut State, event: &Arc<Event>) {
        let mut awaited = true;
        if self.properties.out_of_order {
            state.outstanding.remove(&event.command().map_or(0, |command| command.number));
            if state.barrier.as_ref().is_some_and(|barrier| Arc::ptr_eq(barrier, event)) {
                state.barrier = None;
            }
        } else {
            state.running = false;
            state.ended += 1;
            awaited = state.ended >= state.awaited;
        }
        if awaited {
            self.wake(state);
        }
    }
    /// Wakes those who wait for a change, if there are any. (Who looked before the change still had the lock, and counts.)
    fn wake(&self, state: &mut State) {
        if state.sleepers > 0 {
            // Who goes on waiting says so again.
            state.awaited = u64::MAX;
            self.changed.notify_all();
        }
    }
    /// Whether what is waited for is there.
    fn is_done(&self, state: &State, wanted: Wanted<'_>) -> bool {
        match wanted {
            Wanted::One(event, _) => event.status().is_over(),
            Wanted::Before(number) if self.properties.out_of_order => {
                state.outstanding.first_key_value().is_none_or(|(&first, _)| first >= number)
            }
            Wanted::Before(number) => state.ended >= number,
        }
    }
    /// Notes how long commands took of late.
    fn note_cost(&self, commands: u32, time: Duration) {
        let new = time.as_nanos() as u64 / u64::from(commands.max(1));
        let before = self.cost.load(Ordering::Relaxed);
        // Slowly up: a thread that the system stopped for a while says nothing of the commands. Not at once down: there are markers.
        let cost = if new > before { before + (new - before) / 8 } else { before / 2 + new / 2 };
        self.cost.store(cost, Ordering::Relaxed);
        self.kept_back.store(kept_back(cost), Ordering::Relaxed);
    }
    /// Runs a command that was taken, without the lock, which is given back afterwards. `last`: the one that this thread ran before.
    fn run_taken<'s>(
        &'s self,
        state: MutexGuard<'s, State>,
        event: Arc<Event>,
        last: &mut Option<Arc<Event>>,
    ) -> MutexGuard<'s, State> {
        drop(state);
        // Outside of the lock: it may be the last that knows of the event.
        drop(last.take());
        event.run();
        let mut state = lock(&self.state);
        self.note_end(&mut state, &event);
        *last = Some(event);
        state
    }
    /// Runs commands that are ready, up to a number of them; whether it was reached.
    pub(crate) fn run_some(&self, most: u32) -> bool {
        let started = Instant::now();
        let (mut count, mut last) = (0, None);
        let mut state = lock(&self.state);
        while count < most
            && let Some(event) = self.take(&mut state, None)
        {
            state = self.run_taken(state, event, &mut last);
            count += 1;
        }
        // Who waits could go on with what is left.
        if self.has_ready(&state) {
            self.wake(&mut state);
        }
        drop(state);
        if count > 0 {
            self.note_cost(count, started.elapsed());
        }
        count == most
    }
    /// A command waits for nothing any more.
    fn became_ready(self: &Arc<Self>, event: &Arc<Event>) {
        let mut state = lock(&self.state);
        if self.properties.out_of_order {
            if let Some(command) = event.command() {
                command.set_ready();
            }
            state.commands.push_back(event.clone());
        }
        let ready = self.has_ready(&state);
        if ready {
            self.wake(&mut state);
        }
        drop(state);
        if ready {
            self.device.executors.push(self.clone());
        }
    }
    /// Hands every command to the device. With `help` the calling thread is about to run them itself, so that an in-order queue
    /// needs no executor.
    fn flush(self: &Arc<Self>, help: bool) {
        let mut inbox = lock(&self.inbox);
        if self.properties.out_of_order {
            let commands = std::mem::take(&mut inbox.commands);
            drop(inbox);
            for event in &commands {
                if !event.submit() {
                    event.tell_submitted();
                }
                event.waited_enough(false);
            }
            return;
        }
        let mut heard = Vec::new();
        if !inbox.commands.is_empty() {
            // With both locks, so that what two threads flush comes in order; so nobody is told anything yet.
            let mut state = lock(&self.state);
            for event in inbox.commands.drain(..) {
                if !event.submit() {
                    heard.push(event.clone());
                }
                if let Some(command) = event.command() {
                    command.wait_for_one_less();
                }
                state.commands.push_back(event);
            }
        }
        drop(inbox);
        heard.iter().for_each(|event| event.tell_submitted());
        // Only the first of an in-order queue can run: one look for all of them.
        if !help && self.has_ready(&lock(&self.state)) {
            self.device.executors.push(self.clone());
        }
    }
    /// Runs commands, or waits for those that others run, until what is wanted is there.
    fn drive(self: &Arc<Self>, wanted: Wanted<'_>) {
        let _blocked = Blocked::new();
        self.flush(true);
        let started = Instant::now();
        let (mut count, mut slept, mut last) = (0, false, None);
        let mut state = lock(&self.state);
        while !self.is_done(&state, wanted) {
            if let Some(event) = self.take(&mut state, Some(wanted)) {
                state = self.run_taken(state, event, &mut last);
                count += 1;
            } else {
                slept = true;
                state.sleepers += 1;
                state.awaited = state.awaited.min(wanted.commands());
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.sleepers -= 1;
            }
        }
        // What is left ready goes to the others who wait, or to the executors, who were not told of it.
        let mut ready = self.has_ready(&state);
        if ready && !self.properties.out_of_order && state.sleepers > 0 {
            self.wake(&mut state);
            ready = false;
        }
        drop(state);
        if ready {
            self.device.executors.push(self.clone());
        }
        if count > 0 && !slept {
            self.note_cost(count, started.elapsed());
        }
    }
    /// Waits until everything that was enqueued is over.
    fn finish(self: &Arc<Self>) {
        // What other threads enqueue from now on does not count.
        let end = lock(&self.inbox).next_number;
        self.drive(Wanted::Before(end));
    }
    /// Waits for an event of this queue, which has this number.
    pub(crate) fn wait_for(self: &Arc<Self>, event: &Event, number: u64) {
        self.drive(Wanted::One(event, number));
    }
    pub(crate) fn properties(&self) -> QueueProperties {
        self.properties
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
                inbox: Mutex::default(),
                state: Mutex::default(),
                changed: Condvar::new(),
                listed: AtomicUsize::new(0),
                cost: AtomicU64::new(UNKNOWN_COST),
                kept_back: AtomicUsize::new(kept_back(UNKNOWN_COST)),
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
        let (event, waiting) = match self.shared.properties.out_of_order {
            true => self.enqueue_out_of_order(order, wait_list, work),
            false => self.enqueue_in_order(wait_list, work),
        };
        if waiting >= self.shared.kept_back.load(Ordering::Relaxed) {
            self.shared.flush(false);
        }
        event
    }
    /// Puts a command into the inbox; with it, how many commands are now there.
    fn enqueue_in_order(&self, wait_list: &[Arc<Event>], work: Work) -> (Arc<Event>, usize) {
        let mut inbox = lock(&self.shared.inbox);
        // One step: being flushed.
        let command = Command::new(self.shared.clone(), inbox.next_number, 1, work);
        let event = Arc::new(Event::of(command));
        // While nobody else sees the command, which therefore stays where it is, even if all of them are over.
        for earlier in wait_list {
            earlier.add_dependent(&event, true);
        }
        inbox.next_number += 1;
        inbox.commands.push(event.clone());
        (event, inbox.commands.len())
    }
    /// The same, where more than the wait list may stand before the command.
    fn enqueue_out_of_order(
        &self,
        order: Order,
        wait_list: &[Arc<Event>],
        work: Work,
    ) -> (Arc<Event>, usize) {
        let mut inbox = lock(&self.shared.inbox);
        // Two steps: being flushed, and all others being counted.
        let command = Command::new(self.shared.clone(), inbox.next_number, 2, work);
        let event = Arc::new(Event::of(command));
        // What the command waits for without being failed by it.
        let mut before: Vec<Arc<Event>> = Vec::new();
        let mut state = lock(&self.shared.state);
        match order {
            Order::Plain | Order::Fence => before.extend(state.barrier.clone()),
            Order::Marker | Order::Barrier => before.extend(state.outstanding.values().cloned()),
        }
        if matches!(order, Order::Barrier | Order::Fence) {
            state.barrier = Some(event.clone());
        }
        state.outstanding.insert(inbox.next_number, event.clone());
        drop(state);
        inbox.next_number += 1;
        inbox.commands.push(event.clone());
        let waiting = inbox.commands.len();
        drop(inbox);
        for earlier in &before {
            earlier.add_dependent(&event, false);
        }
        for earlier in wait_list {
            earlier.add_dependent(&event, true);
        }
        event.waited_enough(false);
        (event, waiting)
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
}

impl Drop for Queue {
    fn drop(&mut self) {
        // "clReleaseCommandQueue performs an implicit flush to issue any previously queued OpenCL commands in command_queue." What is queued
        // keeps what the queue shares until it is done; what was never flushed would keep it for ever.
        self.flush();
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
    // This thread is about to run the commands of the first queue itself.
    let first = events.first().and_then(|event| event.queue());
    for queue in events.iter().filter_map(|event| event.queue()) {
        if !first.is_some_and(|first| Arc::ptr_eq(first, queue)) {
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
