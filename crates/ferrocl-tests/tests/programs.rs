//! Random programs of fixed seeds: the interpreter and vector code of every width write the same. `cargo xtask fuzz programs` goes on
//! with others.

use std::sync::atomic::{AtomicU64, Ordering};

use ferrocl_runtime::Device;
use ferrocl_tests::programs::check::{Outcome, WIDTHS, check};
use ferrocl_tests::programs::{Case, Dialect, Generator};

/// How many seeds are run each time. More take long.
const SEEDS: u64 = 40;

/// Every other program is strict.
fn dialect(seed: u64) -> Dialect {
    Dialect { is_strict: seed % 2 == 1, ..Dialect::FULL }
}

/// Whether the program of a seed comes to its end; that engines differ is a failure.
fn agrees(device: &Device, seed: u64) -> bool {
    let dialect = dialect(seed);
    let (case, _) = Generator::generate(seed, dialect);
    let strict = if dialect.is_strict { " --strict" } else { "" };
    match check(device, &case, &WIDTHS, None) {
        Outcome::Agree => true,
        Outcome::TooLong => false,
        Outcome::Finding(finding) => panic!(
            "seed {seed}: {}\n(cargo xtask fuzz programs --seed {seed}{strict} makes it smaller)\n{}",
            finding.text,
            case.to_text()
        ),
    }
}

#[test]
fn engines_agree_on_random_programs() {
    let next = AtomicU64::new(0);
    // Nearly all of the time goes into compiling for five widths, on the thread that asks for it.
    let work = || {
        let device = Device::new(Some(1)).unwrap();
        let seeds = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        seeds.take_while(|&seed| seed < SEEDS).filter(|&seed| agrees(&device, seed)).count() as u64
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let agreed: u64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a program has a finding: see above")).sum()
    });
    assert!(agreed > SEEDS * 9 / 10, "only {agreed} of {SEEDS} programs came to their end");
}

#[test]
fn cases_are_kept_as_text() {
    for seed in 0..20 {
        let (case, _) = Generator::generate(seed, dialect(seed));
        assert_eq!(Case::from_text(&case.to_text()).as_ref(), Ok(&case));
    }
    assert!(Case::from_text("kernel void t() {}").is_err());
    assert!(Case::from_text("// random program: seed=1 global=1 options=\n").is_err());
}
