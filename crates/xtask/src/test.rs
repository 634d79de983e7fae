//! Running the project's own programs: tests, benches, accuracy sweeps, fuzzing.

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

/// Fuzzes: `programs …` compares the engines on random programs, anything else is for the front end's fuzzer.
pub fn fuzz(arguments: &[&str]) -> Result<()> {
    setup::run()?;
    let (binary, arguments) = match arguments {
        ["programs", rest @ ..] => ("fuzz_programs", rest),
        _ => ("fuzz_front_end", arguments),
    };
    let program = ["run", "--quiet", "--release", "--package", "ferrocl-tests", "--bin", binary, "--"];
    shell::run(shell::cargo().args(program).args(arguments))
}

/// Measures the accuracy of the built-in functions; the arguments are the program's.
pub fn ulp(arguments: &[&str]) -> Result<()> {
    setup::run()?;
    let program = ["run", "--quiet", "--release", "--package", "ferrocl-tests", "--bin", "ulp_sweep", "--"];
    shell::run(shell::cargo().args(program).args(arguments))
}
