//! `ferrocl check`: diagnostics only.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use ferrocl_runtime::base::render::{self, Format};
use ferrocl_runtime::{Build, target_from_environment};

use crate::{Outcome, source};

/// Say what is wrong with programs, and what to write instead
#[derive(clap::Args)]
pub struct Arguments {
    /// The programs' sources
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Options of the build, as for clBuildProgram
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    build: String,
    /// For people, one line a diagnostic, or one JSON object a diagnostic
    #[arg(long, value_enum, default_value = "human")]
    error_format: ErrorFormat,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum ErrorFormat {
    Human,
    Short,
    Json,
}

/// Checks each file. Diagnostics for people go to the standard error output, those for programs to the standard output.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut rejected = 0;
    let target = target_from_environment()?;
    for file in &arguments.files {
        let build = Build::new(&target, &file.to_string_lossy(), &source::read(file)?, &arguments.build);
        rejected += usize::from(build.program().is_none());
        match arguments.error_format {
            ErrorFormat::Human => source::report(&build)?,
            ErrorFormat::Short => print(&build, Format::Short)?,
            ErrorFormat::Json => print(&build, Format::Json)?,
        }
    }
    if arguments.error_format == ErrorFormat::Human {
        let all = arguments.files.len();
        let mut err = std::io::stderr().lock();
        match rejected {
            0 if all == 1 => writeln!(err, "{} is a valid program", arguments.files[0].display())?,
            0 => writeln!(err, "all {all} programs are valid")?,
            _ if all == 1 => writeln!(err, "{} is rejected", arguments.files[0].display())?,
            _ => writeln!(err, "{rejected} of {all} programs are rejected")?,
        }
    }
    Ok(if rejected == 0 { Outcome::Done } else { Outcome::Diagnosed })
}

fn print(build: &Build, format: Format) -> Result<()> {
    let text = render::render(build.map(), build.diagnostics(), format);
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}
