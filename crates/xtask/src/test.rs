//! Running the project's own programs: tests, benches, accuracy sweeps, fuzzing.

use anyhow::{Result, bail};

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
    match arguments {
        ["programs", rest @ ..] => run_tool("fuzz_programs", rest),
        _ => run_tool("fuzz_front_end", arguments),
    }
}

/// Measures the accuracy of the built-in functions; the arguments are the program's.
pub fn ulp(arguments: &[&str]) -> Result<()> {
    run_tool("ulp_sweep", arguments)
}

/// Compares the functions on packed bytes with their model; the arguments are the program's.
pub fn packed(arguments: &[&str]) -> Result<()> {
    run_tool("packed_sweep", arguments)
}

/// Runs the driver's stress tests for so many seconds, and so many rounds of each step (a minute and 100 000 if it is not said).
pub fn stress(arguments: &[&str]) -> Result<()> {
    setup::run()?;
    let (seconds, rounds) = match arguments {
        [] => ("60", "100000"),
        [seconds] => (*seconds, "100000"),
        [seconds, rounds] => (*seconds, *rounds),
        _ => bail!("stress takes a number of seconds and a number of rounds"),
    };
    for test in ["threads_at_random", "calls_at_random", "memory_does_not_grow"] {
        let mut command = shell::cargo();
        command.env("FERROCL_STRESS_SECONDS", seconds).env("FERROCL_STRESS_ROUNDS", rounds);
        command.args(["test", "--release", "--package", "ferrocl-icd", "--test", "api", "--", test]);
        shell::run(&mut command)?;
    }
    Ok(())
}

/// Runs a program of `ferrocl-tests`, optimised; the arguments are the program's.
fn run_tool(binary: &str, arguments: &[&str]) -> Result<()> {
    setup::run()?;
    let program = ["run", "--quiet", "--release", "--package", "ferrocl-tests", "--bin", binary, "--"];
    shell::run(shell::cargo().args(program).args(arguments))
}
