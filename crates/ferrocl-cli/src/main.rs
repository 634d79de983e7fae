//! The `ferrocl` command.
//!
//! One file a subcommand; what they share: [`element`] (numbers as text and bytes), [`values`] (what parameters get),
//! [`files`] (pictures, arrays, raw bytes) and [`source`] (reading a file, its diagnostics). The work itself is the runtime's.
//!
//! Exit status: 0 where all went well, 1 for an error that was diagnosed (in the kernel, a file, the launch), 2 for a command line
//! that cannot be understood.

mod check;
mod compile;
mod element;
mod eval;

mod explain;
mod files;
mod info;
mod run;
mod source;
mod values;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// OpenCL C on the CPU: run kernels, check them, look inside.
#[derive(Parser)]
#[command(
    name = "ferrocl",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  ferrocl run saxpy.cl -g 1000 a=2 x=ramp:1000 y=fill:1000:0.5 --print y:4
  ferrocl check kernel.cl --build \"-cl-std=CL3.0 -DN=16\"
  ferrocl eval '(int4)(7, -3, -2, 5) + 1' --steps
  ferrocl compile kernel.cl --emit asm
  ferrocl explain CL0401"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compile a kernel, run it on buffers from files or made ones, print or save what it wrote
    Run(run::Arguments),
    /// Say what is wrong with programs, and what to write instead
    Check(check::Arguments),

    /// Tell an expression's type and value, and every conversion in it
    Eval(eval::Arguments),
    /// Print a program as one of the compiler's stages sees it
    Compile(compile::Arguments),
    /// Explain a diagnostic code
    Explain(explain::Arguments),
    /// Show the CPU, the lanes and the limits
    Info(info::Arguments),
}

/// How a command ended, where nothing went wrong with the machine.
pub enum Outcome {
    /// It did what was asked.
    Done,
    /// An error was found and reported.
    Diagnosed,
    /// The command line cannot mean anything.
    Misuse(String),
}

fn main() -> ExitCode {
    // A closed pipe (`ferrocl … | head`) ends the command quietly, as it does other tools.
    let cli = Cli::parse();
    let outcome = match cli.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),

        Command::Eval(arguments) => eval::run(&arguments),
        Command::Compile(arguments) => compile::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Info(arguments) => info::run(&arguments),
    };
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Diagnosed) => ExitCode::from(1),
        Ok(Outcome::Misuse(message)) => {
            eprintln!("ferrocl: {message}");
            ExitCode::from(2)
        }
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ferrocl: {error:#}");
            ExitCode::from(1)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
