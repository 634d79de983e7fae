//! Random programs of fixed seeds: the interpreter and vector code of every width write the same. `cargo xtask fuzz programs` goes on
//! with others.

use ferrocl_runtime::Device;
use ferrocl_tests::programs::check::{Outcome, WIDTHS, check};
use ferrocl_tests::programs::{Case, Dialect, Generator};

/// How many seeds are run each time. More take long.
const SEEDS: u64 = 40;

/// Every other program is strict.
fn dialect(seed: u64) -> Dialect {
    Dialect { is_strict: seed % 2 == 1, ..Dialect::FULL }
}

#[test]
fn engines_agree_on_random_programs() {
    let device = Device::new(Some(1)).unwrap();
    let mut agreed = 0;
    for seed in 0..SEEDS {
        let (case, _) = Generator::generate(seed, dialect(seed));
        match check(&device, &case, &WIDTHS, None) {
            Outcome::Agree => agreed += 1,
            Outcome::TooLong => {}
            Outcome::Finding(finding) => panic!(
                "seed {seed}: {}\n(cargo xtask fuzz programs --seed {seed} makes it smaller)\n{}",
                finding.text,
                case.to_text()
            ),
        }
    }
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
