//! The project's own chores: `cargo xtask COMMAND`.
//!
//! This package must build on a machine that has nothing but Rust and a C linker: it installs LLVM for
//! the others. So it depends on nothing that links LLVM, and runs the rest of the project through cargo.

mod bindings;
mod demo;
mod docs;
mod install;
mod setup;
mod shell;
mod test;
mod tidy;
mod wheel;

use std::process::ExitCode;

const HELP: &str = "\
The project's chores.

Usage: cargo xtask COMMAND

Commands:
  demo     set up what is missing, filter a picture with a kernel, say how it went
  test     set up what is missing, run every test
  tidy     check what the compiler does not: layout, catalogue, dependencies, names
  docs     write docs/builtins.md anew from the table of built-in functions
  bindings write the driver's view of the OpenCL headers anew
  bench    time the benchmark kernels (on a quiet machine)
  ulp      measure the accuracy of the built-in functions: cargo xtask ulp [FUNCTION...] [--sample N] (--help tells more)
  packed   compare the functions on packed bytes with their model: cargo xtask packed [FUNCTION...] [--cases N]
  fuzz     feed mutated programs to the front end: cargo xtask fuzz MINUTES [FOLDER]
           compare the engines, and other implementations, on random programs:
           cargo xtask fuzz programs [--minutes N] [--seed S] [--peer NAME] (--help says more)
  stress   the driver's stress test: cargo xtask stress [SECONDS] [ROUNDS]
  install  the driver for this user or for all: cargo xtask install [--user|--system] [--remove]
  wheel    the driver as a Python package, for PyOpenCL
  setup    only install what is missing (LLVM 19 and what it needs, an OpenCL loader)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["demo"] => demo::run(),
        ["test", rest @ ..] => test::run(rest),
        ["tidy"] => tidy::run(),
        ["docs"] => docs::run(),
        ["bindings"] => bindings::run(),
        ["setup"] => setup::run(),
        ["install", rest @ ..] => install::run(rest),
        ["wheel"] => wheel::run(),
        ["stress", rest @ ..] => test::stress(rest),
        ["bench", rest @ ..] => test::bench(rest),
        ["ulp", rest @ ..] => test::ulp(rest),
        ["packed", rest @ ..] => test::packed(rest),
        ["fuzz", rest @ ..] => test::fuzz(rest),
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        [] => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
        [other, ..] => {
            eprintln!("xtask: there is no command `{other}` with these arguments\n");
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
