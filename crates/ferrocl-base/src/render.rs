//! Diagnostics as text, for people and for programs.
//!
//! | [`Format`] | for | looks like |
//! |---|---|---|
//! | `Human` | a terminal | rustc: source text with underlines, notes, edits; colours on request |
//! | `BuildLog` | `CL_PROGRAM_BUILD_LOG` | a `Short` line, the source line with carets, notes below |
//! | `Short` | other programs | `file:line:column: error[CL0401]: message` |
//! | `Json` | other programs | one object a line |
//!
//! The place of a diagnostic is where the program's author has to look: inside macros that is the
//! outermost use; the text of the macro is shown with it. Everything that comes from the program is made
//! printable, and everything is bounded: lines are cut around what is marked, long lists end in "… more".
//!
//! How the pieces divide: `view` finds places and cuts texts, `human`, `log` and `json` write them.

use crate::{Diagnostic, Diagnostics, Severity, SourceMap};

mod human;
mod json;
mod log;
mod view;

/// A form of text for diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Like rustc's messages.
    Human {
        /// Whether ANSI escape codes colour it.
        color: bool,
    },
    /// A line for each diagnostic, then the source line, then notes.
    BuildLog,
    /// A line for each diagnostic.
    Short,
    /// A JSON object a line: `code`, `severity`, `message`, `file`, `line`, `column` (these three `null`
    /// where it has no place), `labels`, `expansions`, `included_at`, `notes`, `help`.
    Json,
}

/// The text of all diagnostics; in the forms for people a last line says how many were left out.
pub fn render(map: &SourceMap, diagnostics: &Diagnostics, format: Format) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics.list() {
        text.push_str(&render_one(map, diagnostic, format));
    }
    if diagnostics.dropped() > 0 && matches!(format, Format::Human { .. } | Format::BuildLog) {
        text.push_str(&format!("{} more diagnostics are not shown\n", diagnostics.dropped()));
    }
    text
}

/// The text of one diagnostic, ending in a new line (and, for people, an empty line).
pub fn render_one(map: &SourceMap, diagnostic: &Diagnostic, format: Format) -> String {
    let view = view::View::new(map, diagnostic);
    match format {
        Format::Human { color } => human::render(map, &view, color),
        Format::BuildLog => log::render(map, &view),
        Format::Short => log::headline(&view),
        Format::Json => json::render(map, &view),
    }
}

/// `error`, `warning`, `note`.
pub fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

#[cfg(test)]
mod tests;
