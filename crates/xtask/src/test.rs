//! Running the project's own programs: tests, benches, fuzzing.

use anyhow::Result;

use crate::{setup, shell};

/// Runs the tests; `filters` go to `cargo test`.
pub fn run(filters: &[&str]) -> Result<()> {
    setup::run()?;
    shell::run(shell::cargo().args(["test", "--workspace"]).args(filters))
}

/// Times the benchmark kernels; `names` chooses some of them.
pub fn bench(names: &[&str]) -> Result<()> {
    setup::run()?;
    shell::run(
        shell::cargo().args(["run", "--quiet", "--release", "--package", "ferrocl-bench", "--"]).args(names),
    )
}

/// Fuzzes the front end; the arguments are the program's.
pub fn fuzz(arguments: &[&str]) -> Result<()> {
    let program =
        ["run", "--quiet", "--release", "--package", "ferrocl-tests", "--bin", "fuzz_front_end", "--"];
    shell::run(shell::cargo().args(program).args(arguments))
}
