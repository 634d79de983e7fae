//! `ferrocl explain CODE` and `ferrocl explain FUNCTION`.

use std::io::Write;

use anyhow::Result;
use ferrocl_runtime::base::codes;
use ferrocl_runtime::sema::builtins::{reference, table};

use crate::Outcome;

include!(concat!(env!("OUT_DIR"), "/explanations.rs"));

/// Explain a diagnostic code or a built-in function
#[derive(clap::Args)]
pub struct Arguments {
    /// The code, such as CL0401, or the function, such as fma; without it, the list of all codes
    #[arg(value_name = "CODE|FUNCTION")]
    subject: Option<String>,
}

/// Prints the explanation of a code or function, or the list of codes.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut out = std::io::stdout().lock();
    let Some(name) = &arguments.subject else {
        for code in codes::all() {
            writeln!(out, "{}  {}", code.name(), code.title())?;
        }
        return Ok(Outcome::Done);
    };
    if let Some(text) = reference::explain(name) {
        write!(out, "{text}")?;
        return Ok(Outcome::Done);
    }
    let Some(code) = codes::find(name) else {
        let similar = table::similar(name);
        return Ok(Outcome::Misuse(match similar.first() {
            Some(other) => {
                format!("there is no diagnostic code or built-in function `{name}`; is it `{other}`?")
            }
            None => format!(
                "there is no diagnostic code or built-in function `{name}`; `ferrocl explain` without one lists all codes"
            ),
        }));
    };
    match EXPLANATIONS.iter().find(|(explained, _)| *explained == code.name()) {
        Some((_, text)) => write!(out, "{text}")?,
        None => writeln!(out, "{}: {}", code.name(), code.title())?,
    }
    Ok(Outcome::Done)
}
