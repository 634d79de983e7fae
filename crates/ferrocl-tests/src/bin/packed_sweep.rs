//! Runs the functions on packed bytes and words on millions of random values. Run it by `cargo xtask packed`.

use std::process::ExitCode;
use std::time::Instant;

use ferrocl_tests::engines::Engine;
use ferrocl_tests::packed::{FUNCTIONS, check};

const HELP: &str = "\
Compares the functions on packed bytes and words (cl_amd_media_ops, cl_amd_media_ops2, dot products) with their model.

Usage: cargo xtask packed [FUNCTION...] [--cases N]

  --cases N   random values at each width and number of lanes (10000000 where it is not given); the interpreter has a thousandth
";

/// Work-items of a launch.
const ITEMS: usize = 1 << 17;

fn main() -> ExitCode {
    let mut names = Vec::new();
    let mut cases = 10_000_000u64;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            "--cases" => match arguments.next().and_then(|number| number.parse().ok()) {
                Some(number) => cases = number,
                None => return misuse("--cases takes a number"),
            },
            option if option.starts_with('-') => return misuse(&format!("there is no option {option}")),
            name if FUNCTIONS.iter().any(|function| function.name == name) => names.push(name.to_owned()),
            name => return misuse(&format!("there is no function {name} here")),
        }
    }
    let native: Vec<Engine> =
        Engine::all().into_iter().filter(|&engine| engine != Engine::Interpreter).collect();
    for function in FUNCTIONS.iter().filter(|f| names.is_empty() || names.iter().any(|name| name == f.name)) {
        let start = Instant::now();
        let mut checked = check(function, &native, ITEMS, cases.div_ceil(ITEMS as u64).max(1));
        checked += check(function, &[Engine::Interpreter], (cases / 1000).max(1) as usize, 1);
        println!("{:<36} {checked:>12} results in {:.1} s", function.title(), start.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}

fn misuse(message: &str) -> ExitCode {
    eprintln!("packed: {message}\n\n{HELP}");
    ExitCode::from(2)
}
