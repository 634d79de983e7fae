//! Measures the accuracy of the built-in functions against the bounds of `lib/builtins.decl`. Run it by `cargo xtask ulp`.

use std::collections::HashSet;
use std::process::ExitCode;
use std::time::Instant;

use ferrocl_runtime::{Device, Engine};
use ferrocl_tests::accuracy::format::{DOUBLE, FLOAT, Format, HALF};
use ferrocl_tests::accuracy::inputs::Cases;
use ferrocl_tests::accuracy::sweep::{Tally, Way, sweep};
use ferrocl_tests::accuracy::{Function, functions};

const HELP: &str = "\
Measures the accuracy of the built-in functions against the bounds of lib/builtins.decl.

Usage: cargo xtask ulp [FUNCTION...] [OPTIONS]

Without a function, all of them. Functions of one float are run on all 2^32 bit patterns.

Options:
  --sample N     functions of one float: every Nth bit pattern only
  --cases N      other functions, and all of double: this many cases (10000000 where it is not given)
  --lanes W      work-items in a vector; chosen by itself where it is not given
  --every-lanes  run 1, 2, 4, 8 and 16 lanes too, and compare their results' bits (`unequal`)
  --threads N    threads; as many as the process may use where it is not given
  --half         functions of half instead of float (all 2^16 bit patterns)
  --double       functions of double instead of float (chosen cases)
  --interpreter  run the interpreter instead of native code
";

struct Options {
    names: Vec<String>,
    sample: u64,
    cases: u64,
    way: Way,
    every_lanes: bool,
    threads: usize,
    format: &'static Format,
}

fn main() -> ExitCode {
    let outcome = match options() {
        Ok(Some(options)) => run(&options),
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("ulp: {message}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("ulp: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The options; `None` where help is asked for.
fn options() -> Result<Option<Options>, String> {
    let mut options = Options {
        names: Vec::new(),
        sample: 1,
        cases: 10_000_000,
        way: Way::NATIVE,
        every_lanes: false,
        threads: std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get),
        format: &FLOAT,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().ok_or_else(|| format!("`{word}` needs a number"))?;
            value
                .parse::<u32>()
                .ok()
                .filter(|n| *n > 0)
                .ok_or_else(|| format!("`{word} {value}`: that is no number from 1 on"))
        };
        match word.as_str() {
            "--sample" => options.sample = number()?.into(),
            "--cases" => options.cases = number()?.into(),
            "--lanes" => options.way.lanes = Some(number()?),
            "--every-lanes" => options.every_lanes = true,
            "--threads" => options.threads = number()? as usize,
            "--half" => options.format = &HALF,
            "--double" => options.format = &DOUBLE,
            "--interpreter" => options.way.engine = Engine::Interpreter,
            "--help" | "-h" => return Ok(None),
            _ if word.starts_with('-') => return Err(format!("there is no option `{word}`")),
            _ => options.names.push(word),
        }
    }
    Ok(Some(options))
}

/// Sweeps; whether everything is within its bound.
fn run(options: &Options) -> Result<bool, String> {
    let mut functions = functions(options.format)?;
    if !options.names.is_empty() {
        let known: HashSet<&str> = functions.iter().map(|function| function.row.name).collect();
        if let Some(name) = options.names.iter().find(|name| !known.contains(name.as_str())) {
            return Err(format!(
                "the table has no function `{name}` of {} with an accuracy",
                options.format.name
            ));
        }
        functions.retain(|function| options.names.iter().any(|name| name == function.row.name));
    }
    let device = Device::new(Some(1)).map_err(|error| error.to_string())?;
    println!("Functions of {}, {}, {}\n", options.format.name, options.way, device.description());
    println!(
        "{:24}{:>13}{:>22}{:>11}{:>10}{:>8}{:>8}{:>9}{:>8}  worst case",
        "function", "results", "bound", "worst", "mean", "over", "wrong", "unequal", "s"
    );
    let mut ways = vec![options.way];
    if options.every_lanes {
        ways.extend([1, 2, 4, 8, 16].map(|lanes| Way { engine: Engine::Native, lanes: Some(lanes) }));
    }
    let mut is_good = true;
    for function in &functions {
        let cases = Cases::new(function, options.sample, options.cases);
        let start = Instant::now();
        let tally = sweep(function, &cases, &ways, options.threads)
            .map_err(|message| format!("{}: {message}", function.name()))?;
        is_good &= tally.is_good();
        print(function, &tally, start.elapsed().as_secs_f64());
    }
    if !is_good {
        println!("\nSome functions are not as the table says: see `over`, `wrong` and `unequal`.");
    }
    Ok(is_good)
}

fn print(function: &Function, tally: &Tally, seconds: f64) {
    let mean = tally.sum / (tally.results.max(1)) as f64;
    let worst = tally.worst_at.map_or(String::new(), |example| match tally.worst {
        0.0 => String::new(),
        _ => example.text(function),
    });
    println!(
        "{:24}{:>13}{:>22}{:>11.4}{mean:>10.4}{:>8}{:>8}{:>9}{seconds:>8.1}  {worst}",
        function.name(),
        tally.results,
        function.bound.to_string(),
        tally.worst,
        tally.over,
        tally.wrong,
        tally.unequal,
    );
    if let Some(example) = &tally.wrong_at {
        println!("{:24}wrong: {}", "", example.text(function));
    }
    if let Some(difference) = &tally.unequal_at {
        println!("{:24}unequal: {difference}", "");
    }
}
