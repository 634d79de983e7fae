//! The pool on real threads. Every order of events of a few threads: `pool_model`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::Pool;

#[test]
fn every_part_is_done_once() {
    for threads in [1, 2, 5] {
        let pool = Pool::new(threads);
        for (total, chunk) in [(0, 1), (1, 1), (7, 3), (1000, 1), (1000, 7), (5, 100)] {
            let counts: Vec<AtomicUsize> = (0..total).map(|_| AtomicUsize::new(0)).collect();
            pool.run(total, chunk, &|thread, range| {
                assert!(thread < threads);
                for part in range {
                    counts[part as usize].fetch_add(1, Ordering::Relaxed);
                }
            });
            assert!(counts.iter().all(|c| c.load(Ordering::Relaxed) == 1), "{threads} {total} {chunk}");
        }
    }
}

#[test]
fn claims_become_smaller_but_never_smaller_than_a_chunk() {
    let pool = Pool::new(2);
    for (total, chunk) in [(1000, 1), (1000, 7), (4096, 16)] {
        let claims = Mutex::new(Vec::new());
        pool.run(total, chunk, &|_, range| claims.lock().unwrap().push(range));
        let mut claims = claims.into_inner().unwrap();
        claims.sort_by_key(|claim| claim.start);
        let sizes: Vec<u64> = claims.iter().map(|claim| claim.end - claim.start).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
        let (last, others) = sizes.split_last().unwrap();
        assert!(*last <= chunk && others.iter().all(|size| size % chunk == 0), "{sizes:?}");
        assert!(sizes[0] > total / 10 && sizes.len() < 60, "{sizes:?}");
    }
}

#[test]
fn several_callers_share_the_workers() {
    let pool = Pool::new(4);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for round in 0..200u64 {
                    let sum = AtomicU64::new(0);
                    pool.run(64, 1, &|_, range| {
                        sum.fetch_add(range.map(|part| part + round).sum(), Ordering::Relaxed);
                    });
                    assert_eq!(sum.into_inner(), 63 * 64 / 2 + 64 * round);
                }
            });
        }
    });
}

#[test]
fn a_panic_reaches_the_caller_and_the_pool_lives_on() {
    let pool = Pool::new(3);
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        pool.run(100, 1, &|_, range| assert!(!range.contains(&50), "part 50"));
    }));
    assert!(outcome.is_err());
    let sum = AtomicU64::new(0);
    pool.run(10, 1, &|_, range| {
        sum.fetch_add(range.sum(), Ordering::Relaxed);
    });
    assert_eq!(sum.into_inner(), 45);
}
