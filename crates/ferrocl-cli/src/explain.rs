//! `ferrocl explain CODE`.

use std::io::Write;

use anyhow::Result;
use ferrocl_runtime::base::codes;

use crate::Outcome;

include!(concat!(env!("OUT_DIR"), "/explanations.rs"));

/// Explain a diagnostic code
#[derive(clap::Args)]
pub struct Arguments {
    /// The code, such as CL0401; without it, the list of all codes
    code: Option<String>,
}

/// Prints the explanation of a code, or the list of codes.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut out = std::io::stdout().lock();
    let Some(name) = &arguments.code else {
        for code in codes::all() {
            writeln!(out, "{}  {}", code.name(), code.title())?;
        }
        return Ok(Outcome::Done);
    };
    let Some(code) = codes::find(name) else {
        return Ok(Outcome::Misuse(format!(
            "there is no diagnostic code `{name}`; `ferrocl explain` without one lists them all"
        )));
    };
    match EXPLANATIONS.iter().find(|(explained, _)| *explained == code.name()) {
        Some((_, text)) => write!(out, "{text}")?,
        None => writeln!(out, "{}: {}", code.name(), code.title())?,
    }
    Ok(Outcome::Done)
}
