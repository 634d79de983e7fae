use std::sync::atomic::AtomicU64;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::*;

fn device() -> Arc<Device> {
    Arc::new(Device::new(Some(2)).unwrap())
}

fn queue(out_of_order: bool) -> Queue {
    Queue::new(device(), QueueProperties { out_of_order, profiling: true })
}

/// A command that adds its number to a list.
fn note(list: &Arc<Mutex<Vec<u32>>>, number: u32) -> Work {
    let list = list.clone();
    Box::new(move || {
        list.lock().unwrap().push(number);
        Ok(())
    })
}

fn nothing() -> Work {
    Box::new(|| Ok(()))
}

#[test]
fn an_in_order_queue_keeps_the_order() {
    let queue = queue(false);
    let list = Arc::default();
    let events: Vec<_> =
        (0..1000).map(|number| queue.enqueue(Order::Plain, &[], note(&list, number))).collect();
    queue.finish();
    assert_eq!(*list.lock().unwrap(), (0..1000).collect::<Vec<_>>());
    assert!(events.iter().all(|event| event.status() == Status::Complete));
}

#[test]
fn flushed_commands_run_without_anybody_waiting() {
    for out_of_order in [false, true] {
        let queue = queue(out_of_order);
        let (sender, receiver) = channel();
        let event =
            queue.enqueue(Order::Plain, &[], Box::new(move || sender.send(7).map_err(|_| Failure::INTERNAL)));
        queue.flush();
        assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(7));
        assert_eq!(event.wait(), Status::Complete);
    }
}

/// API specification, "Execution Model: Synchronization": commands wait for the events in their wait list, in other queues too.
#[test]
fn wait_lists_order_commands_across_queues() {
    let (first, second) = (queue(true), queue(false));
    let gate = Arc::new(Event::user());
    let list = Arc::default();
    let a = first.enqueue(Order::Plain, std::slice::from_ref(&gate), note(&list, 1));
    let b = second.enqueue(Order::Plain, std::slice::from_ref(&a), note(&list, 2));
    let c = first.enqueue(Order::Plain, &[b.clone(), a.clone()], note(&list, 3));
    let free = first.enqueue(Order::Plain, &[], nothing());
    assert_eq!(free.wait(), Status::Complete);
    assert!(!a.status().is_over() && list.lock().unwrap().is_empty());
    assert!(gate.set(Ok(())) && !gate.set(Ok(())));
    assert!(wait_for_all(&[c, b, a]));
    assert_eq!(*list.lock().unwrap(), [1, 2, 3]);
}

/// API specification, `clEnqueueBarrierWithWaitList`: "... all following commands ... wait for the barrier", "all commands
/// previously enqueued ... have completed".
#[test]
fn barriers_and_markers_order_an_out_of_order_queue() {
    let queue = queue(true);
    let gate = Arc::new(Event::user());
    let list = Arc::default();
    queue.enqueue(Order::Plain, std::slice::from_ref(&gate), note(&list, 1));
    let marker = queue.enqueue(Order::Marker, &[], note(&list, 2));
    let barrier = queue.enqueue(Order::Barrier, &[], note(&list, 3));
    let after = queue.enqueue(Order::Plain, &[], note(&list, 4));
    queue.flush();
    std::thread::sleep(Duration::from_millis(20));
    assert!([&marker, &barrier, &after].iter().all(|e| !e.status().is_over()));
    gate.set(Ok(()));
    queue.finish();
    assert_eq!(*list.lock().unwrap(), [1, 2, 3, 4]);
}

/// API specification, `clSetUserEventStatus`: an error "causes all enqueued commands that wait on this user event to be terminated".
#[test]
fn a_failure_spreads_to_what_waits_for_it_and_to_nothing_else() {
    for out_of_order in [false, true] {
        let queue = queue(out_of_order);
        let gate = Arc::new(Event::user());
        let list = Arc::default();
        let a = queue.enqueue(Order::Plain, std::slice::from_ref(&gate), note(&list, 1));
        let b = queue.enqueue(Order::Plain, std::slice::from_ref(&a), note(&list, 2));
        let other = queue.enqueue(Order::Marker, &[], note(&list, 3));
        gate.set(Err(Failure(-42)));
        queue.finish();
        assert_eq!(gate.status(), Status::Failed(Failure(-42)));
        assert_eq!(
            (a.status(), b.status()),
            (Status::Failed(Failure::WAIT_LIST), Status::Failed(Failure::WAIT_LIST))
        );
        assert_eq!(other.status(), Status::Complete);
        assert_eq!(*list.lock().unwrap(), [3]);
        // An event that failed before it was waited for counts too.
        let late = queue.enqueue(Order::Plain, &[b], nothing());
        assert_eq!(late.wait(), Status::Failed(Failure::WAIT_LIST));
    }
}

#[test]
fn a_panic_fails_its_command_only() {
    let queue = queue(false);
    let bad = queue.enqueue(Order::Plain, &[], Box::new(|| panic!("on purpose")));
    let good = queue.enqueue(Order::Plain, &[], nothing());
    assert_eq!((bad.wait(), good.wait()), (Status::Failed(Failure::INTERNAL), Status::Complete));
}

#[test]
fn independent_commands_of_an_out_of_order_queue_run_at_the_same_time() {
    let queue = queue(true);
    let (to_b, from_a) = channel();
    let (to_a, from_b) = channel();
    // Each needs the other to have started.
    let a = queue.enqueue(
        Order::Plain,
        &[],
        Box::new(move || {
            to_b.send(()).unwrap();
            from_b.recv_timeout(Duration::from_secs(20)).map_err(|_| Failure::INTERNAL)
        }),
    );
    let b = queue.enqueue(
        Order::Plain,
        &[],
        Box::new(move || {
            to_a.send(()).unwrap();
            from_a.recv_timeout(Duration::from_secs(20)).map_err(|_| Failure::INTERNAL)
        }),
    );
    assert!(wait_for_all(&[a, b]));
}

#[test]
fn callbacks_come_in_order_and_with_the_status() {
    let queue = queue(false);
    let gate = Arc::new(Event::user());
    let event = queue.enqueue(Order::Plain, std::slice::from_ref(&gate), nothing());
    let (sender, receiver) = channel();
    for at in [Status::Complete, Status::Running, Status::Submitted] {
        let sender = sender.clone();
        event.on_status(at, move |status| sender.send((at, status)).unwrap());
    }
    queue.flush();
    gate.set(Ok(()));
    let mut seen: Vec<_> = (0..3).map(|_| receiver.recv_timeout(Duration::from_secs(20)).unwrap()).collect();
    seen.sort_by_key(|(at, _)| at.number());
    assert_eq!(
        seen,
        [
            (Status::Complete, Status::Complete),
            (Status::Running, Status::Running),
            (Status::Submitted, Status::Submitted)
        ]
    );
    event.on_status(Status::Complete, move |status| sender.send((status, status)).unwrap());
    assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok((Status::Complete, Status::Complete)));
}

#[test]
fn times_are_in_order() {
    let queue = queue(false);
    let event = queue.enqueue(Order::Plain, &[], nothing());
    event.wait();
    let Times { queued, submitted, started, ended } = event.times().expect("the queue keeps times");
    assert!(0 < queued && queued <= submitted && submitted <= started && started <= ended);
    assert_eq!(Event::user().times(), None);
}

/// A chain of commands that each wait for the one before neither recurses nor takes quadratic time.
#[test]
fn long_chains_are_only_long() {
    for out_of_order in [false, true] {
        let queue = queue(out_of_order);
        let gate = Arc::new(Event::user());
        let count = Arc::new(AtomicU64::new(0));
        let mut last = gate.clone();
        for _ in 0..100_000 {
            let count = count.clone();
            let work = Box::new(move || {
                count.fetch_add(1, Ordering::Relaxed);
                Ok(())
            });
            last = queue.enqueue(Order::Plain, &[last], work);
        }
        queue.flush();
        gate.set(Ok(()));
        assert_eq!(last.wait(), Status::Complete);
        assert_eq!(count.load(Ordering::Relaxed), 100_000);
    }
}

#[test]
fn a_user_event_that_nobody_can_end_fails_what_waits() {
    let queue = queue(false);
    let gate = Arc::new(Event::user());
    let event = queue.enqueue(Order::Plain, std::slice::from_ref(&gate), nothing());
    drop(gate);
    assert_eq!(event.wait(), Status::Failed(Failure::WAIT_LIST));
}

#[test]
fn many_threads_use_many_queues() {
    let device = device();
    let queues: Vec<Queue> = (0..4)
        .map(|n| Queue::new(device.clone(), QueueProperties { out_of_order: n % 2 == 0, profiling: false }))
        .collect();
    let count = Arc::new(AtomicU64::new(0));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (queues, count) = (&queues, &count);
            scope.spawn(move || {
                let mut last: Vec<Arc<Event>> = Vec::new();
                for round in 0..500 {
                    let queue = &queues[(thread + round) % 4];
                    let count = count.clone();
                    let work = Box::new(move || {
                        count.fetch_add(1, Ordering::Relaxed);
                        Ok(())
                    });
                    let order = [Order::Plain, Order::Plain, Order::Marker, Order::Barrier][round % 4];
                    let event = queue.enqueue(order, &last, work);
                    last = vec![event];
                    match round % 7 {
                        0 => queue.finish(),
                        1 => queue.flush(),
                        2 => assert!(wait_for_all(&last)),
                        _ => {}
                    }
                }
                assert!(wait_for_all(&last));
            });
        }
    });
    for queue in &queues {
        queue.finish();
    }
    assert_eq!(count.load(Ordering::Relaxed), 2000);
}

#[test]
fn a_watched_queue_is_waited_for_but_not_kept() {
    let queue = queue(false);
    let watch = queue.watch();
    let list = Arc::new(Mutex::new(Vec::new()));
    let event = queue.enqueue(Order::Plain, &[], note(&list, 1));
    watch.finish();
    assert_eq!(*list.lock().unwrap(), [1]);
    assert!(watch.is_alive());
    drop((queue, event));
    assert!(!watch.is_alive());
    watch.finish();
}

/// A device on which no executor can be started.
fn device_without_executors() -> Arc<Device> {
    let mut device = Device::new(Some(1)).unwrap();
    device.executors = Executors::without_threads();
    Arc::new(device)
}

#[test]
fn a_full_queue_does_not_keep_others_waiting() {
    let device = Arc::new(Device::new(Some(1)).unwrap());
    let queues = [false, true]
        .map(|out_of_order| Queue::new(device.clone(), QueueProperties { out_of_order, profiling: false }));
    for [full, other] in [[0, 1], [1, 0]].map(|order| order.map(|index: usize| &queues[index])) {
        let (gate, begun) = (Arc::new(Event::user()), Arc::new(Event::user()));
        let count = Arc::new(AtomicU64::new(0));
        let opened = gate.clone();
        let first = begun.clone();
        let hold = Box::new(move || {
            first.set(Ok(()));
            while !opened.status().is_over() {
                std::thread::yield_now();
            }
            Ok(())
        });
        full.enqueue(Order::Plain, &[], hold);
        for _ in 0..1000 {
            let count = count.clone();
            full.enqueue(
                Order::Plain,
                &[],
                Box::new(move || {
                    count.fetch_add(1, Ordering::Relaxed);
                    Ok(())
                }),
            );
        }
        full.flush();
        begun.wait();
        let (sender, receiver) = channel();
        let seen = count.clone();
        let look = move || sender.send(seen.load(Ordering::Relaxed)).map_err(|_| Failure::INTERNAL);
        other.enqueue(Order::Plain, &[], Box::new(look));
        other.flush();
        gate.set(Ok(()));
        // The one executor has the full queue; the other queue is next after a turn.
        let seen = receiver.recv_timeout(Duration::from_secs(20)).unwrap();
        assert!(seen < 200, "{seen} commands of the full queue came first");
        full.finish();
    }
}

/// A user event that follows another does not wait until the program's callbacks have returned.
#[test]
fn followers_do_not_wait_for_callbacks() {
    let (leader, follower) = (Arc::new(Event::user()), Arc::new(Event::user()));
    let waited = follower.clone();
    let (sender, receiver) = channel();
    leader.on_status(Status::Complete, move |_| sender.send(waited.wait()).unwrap());
    leader.pass_on(follower.clone());
    leader.set(Err(Failure(-7)));
    assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(Status::Failed(Failure(-7))));
    let late = Arc::new(Event::user());
    leader.pass_on(late.clone());
    assert_eq!(late.status(), Status::Failed(Failure(-7)));
}

#[test]
fn everything_runs_where_there_are_no_threads() {
    for out_of_order in [false, true] {
        let device = device_without_executors();
        let properties = QueueProperties { out_of_order, profiling: false };
        let (first, second) =
            (Queue::new(device.clone(), properties), Queue::new(device.clone(), properties));
        let (gate, list) = (Arc::new(Event::user()), Arc::default());
        let mut last = gate.clone();
        for number in 0..1000 {
            let queue = if number % 3 == 0 { &first } else { &second };
            last = queue.enqueue(Order::Plain, &[last], note(&list, number));
        }
        first.flush();
        second.flush();
        gate.set(Ok(()));
        // Nobody waits for one of the commands: their events end in the thread that opened the gate.
        assert_eq!(last.status(), Status::Complete);
        assert_eq!(*list.lock().unwrap(), (0..1000).collect::<Vec<_>>());
    }
}

/// API specification, `clGetEventInfo`: programs ask for the status in a loop. While the device is busy that must not pile up
/// anything.
#[test]
fn asking_again_and_again_leaves_nothing_behind() {
    let device = device();
    let busy = Queue::new(device.clone(), QueueProperties { out_of_order: true, profiling: false });
    let gate = Arc::new(Event::user());
    let wait = |gate: &Arc<Event>| -> Work {
        let gate = gate.clone();
        Box::new(move || {
            while !gate.status().is_over() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(())
        })
    };
    let kept = [busy.enqueue(Order::Plain, &[], wait(&gate)), busy.enqueue(Order::Plain, &[], wait(&gate))];
    busy.flush();
    while kept.iter().any(|event| event.status() != Status::Running) {
        std::thread::yield_now();
    }
    let asked = Queue::new(device.clone(), QueueProperties::default());
    let event = asked.enqueue(Order::Plain, &[], nothing());
    for _ in 0..1000 {
        event.flush();
    }
    // Every executor is busy: the queue is there once for each, and no more often.
    assert!((1..=2).contains(&device.executors.entries()));
    gate.set(Ok(()));
    busy.finish();
    assert_eq!(event.wait(), Status::Complete);
}

/// API specification, `clEnqueueNativeKernel`: the function is any function of the program's, and may wait for other queues' commands.
#[test]
fn commands_that_wait_do_not_keep_others_from_running() {
    let device = Arc::new(Device::new(Some(1)).unwrap());
    let queues: Vec<Queue> = (0..4).map(|_| Queue::new(device.clone(), QueueProperties::default())).collect();
    let gates: Vec<Arc<Event>> = (0..4).map(|_| Arc::new(Event::user())).collect();
    // Each command waits for a gate that only the next one opens.
    for (index, queue) in queues.iter().enumerate() {
        let (gate, next) = (gates[index].clone(), gates.get(index + 1).cloned());
        let work = move || {
            gate.set(Ok(()));
            next.is_none_or(|next| next.wait() == Status::Complete).then_some(()).ok_or(Failure::INTERNAL)
        };
        queue.enqueue(Order::Plain, &[], Box::new(work));
        queue.flush();
    }
    let (sender, receiver) = channel();
    gates[3].on_status(Status::Complete, move |status| sender.send(status).unwrap());
    assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(Status::Complete));
    queues.iter().for_each(Queue::finish);
}

/// Long commands run while the program goes on, flushed or not; short ones may wait to be flushed.
#[test]
fn long_commands_start_without_being_flushed() {
    let queue = queue(false);
    let long = || -> Work {
        Box::new(|| {
            std::thread::sleep(Duration::from_millis(2));
            Ok(())
        })
    };
    for _ in 0..3 {
        queue.enqueue(Order::Plain, &[], long());
        queue.finish();
    }
    let (sender, receiver) = channel();
    let told = Box::new(move || sender.send(()).map_err(|_| Failure::INTERNAL));
    queue.enqueue(Order::Plain, &[], told);
    for _ in 0..kept_back(250_000) {
        queue.enqueue(Order::Plain, &[], long());
    }
    assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(()));
    queue.finish();
    assert_eq!((kept_back(0), kept_back(1_000), kept_back(u64::MAX)), (8192, 4000, 2));
}

/// A status changes without a lock until somebody listens; whoever begins to at that very moment is told all the same, and once.
#[test]
fn whoever_begins_to_listen_while_the_status_changes_is_told_once() {
    let queue = queue(false);
    for round in 0..300 {
        let event = queue.enqueue(Order::Plain, &[], nothing());
        let waits = Queue::new(queue.device().clone(), QueueProperties::default());
        let (sender, receiver) = channel();
        let (listened, follower) = (event.clone(), Arc::new(Event::user()));
        let followed = follower.clone();
        let listener = std::thread::spawn(move || {
            for at in [Status::Submitted, Status::Running, Status::Complete] {
                let sender = sender.clone();
                listened.on_status(at, move |_| sender.send(at.number()).unwrap());
            }
            listened.pass_on(followed);
            waits.enqueue(Order::Plain, &[listened], nothing()).wait()
        });
        (0..round).for_each(|_| std::hint::spin_loop());
        assert_eq!(event.wait(), Status::Complete);
        assert_eq!(follower.wait(), Status::Complete);
        assert_eq!(listener.join().unwrap(), Status::Complete);
        let mut told: Vec<i32> = receiver.iter().collect();
        told.sort_unstable();
        assert_eq!(told, [0, 1, 2]);
    }
}
