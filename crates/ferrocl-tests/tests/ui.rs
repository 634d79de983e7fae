//! Programs with their diagnostics: `tests/ui/**/*.cl`.
//!
//! A comment at the end of a line says what the line must give, and nothing else may be given:
//!
//! ```text
//! int i = 08; // error[CL0105]: not a digit
//! ```
//!
//! `error`, `warning` or `note`, the code, and a part of the message. `error-next` speaks of the line
//! below, `error-prev` of the line above, `error-anywhere` of any place or none; several may stand on one
//! line. The first lines of a file may be:
//!
//! ```text
//! // options: -cl-std=CL3.0 -D N=4
//! // stage: preprocess
//! ```
//!
//! What is shown on a terminal is compared with the `.stderr` file beside the program.

use std::fs;
use std::path::Path;

use ferrocl_base::render::{Format, render, severity_name};
use ferrocl_base::{Diagnostic, Diagnostics, SourceMap};
use ferrocl_tests::{Stage, compare_or_bless, corpus, files, front_end};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let folder = corpus("ui");
    let trials = files(&folder, "cl")
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            Trial::test(name, move || check(&path).map_err(Failed::from))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

/// What a program says that it gives.
#[derive(Debug, PartialEq)]
struct Annotation {
    /// `error`, `warning` or `note`.
    severity: String,
    code: String,
    /// The line; none where any place will do.
    line: Option<u32>,
    /// A part of the message.
    text: String,
}

fn check(path: &Path) -> Result<(), String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let mut options = String::new();
    let mut stage = Stage::LAST;
    for line in text.lines() {
        if let Some(value) = line.strip_prefix("// options: ") {
            options = value.trim().to_owned();
        } else if let Some(value) = line.strip_prefix("// stage: ") {
            stage = Stage::named(value.trim()).ok_or(format!("there is no stage `{value}`"))?;
        } else {
            break;
        }
    }
    let annotations = annotations(&text)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.parent().unwrap_or(Path::new("."));
    let (map, diagnostics) = front_end(&name, &bytes, &options, folder, stage);
    let mut problems = compare(&map, &name, &diagnostics, annotations);
    let rendered = render(&map, &diagnostics, Format::Human { color: false });
    if let Err(difference) = compare_or_bless(&path.with_extension("stderr"), &rendered) {
        problems.push(difference);
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Finds the annotations of a text.
fn annotations(text: &str) -> Result<Vec<Annotation>, String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index as u32 + 1;
        let mut starts: Vec<usize> = ["// error", "// warning", "// note"]
            .iter()
            .flat_map(|start| line.match_indices(start))
            .filter(|(at, start)| line[at + start.len()..].starts_with(['[', '-']))
            .map(|(at, _)| at)
            .collect();
        starts.sort_unstable();
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(line.len());
            let annotation = &line[start + 3..end];
            let wrong = || format!("line {number}: cannot read the annotation `{annotation}`");
            let (head, text) = annotation.split_once("]: ").ok_or_else(wrong)?;
            let (what, code) = head.split_once('[').ok_or_else(wrong)?;
            let (severity, place) = what.split_once('-').unwrap_or((what, ""));
            let line = match place {
                "" => Some(number),
                "next" => Some(number + 1),
                "prev" => Some(number - 1),
                "anywhere" => None,
                _ => return Err(wrong()),
            };
            let text = text.trim().trim_end_matches("*/").trim_end();
            found.push(Annotation { severity: severity.into(), code: code.into(), line, text: text.into() });
        }
    }
    Ok(found)
}

/// What is missing and what is too much.
fn compare(
    map: &SourceMap,
    name: &str,
    diagnostics: &Diagnostics,
    mut wanted: Vec<Annotation>,
) -> Vec<String> {
    let mut problems = Vec::new();
    for diagnostic in diagnostics.list() {
        let line = physical_line(map, name, diagnostic);
        // One that names the line is preferred to one that fits anywhere.
        let fits = |annotation: &Annotation, exact: bool| {
            (if exact {
                annotation.line.is_some() && annotation.line == line
            } else {
                annotation.line.is_none()
            }) && annotation.code == diagnostic.code.name()
                && annotation.severity == severity_name(diagnostic.severity)
                && diagnostic.message.contains(&annotation.text)
        };
        let position = wanted
            .iter()
            .position(|annotation| fits(annotation, true))
            .or_else(|| wanted.iter().position(|annotation| fits(annotation, false)));
        match position {
            Some(position) => {
                wanted.remove(position);
            }
            None => problems.push(format!(
                "unexpected{}: {}[{}]: {}",
                line.map_or(String::new(), |line| format!(" on line {line}")),
                severity_name(diagnostic.severity),
                diagnostic.code.name(),
                diagnostic.message
            )),
        }
    }
    for annotation in wanted {
        problems.push(format!(
            "missing{}: {}[{}]: … {} …",
            annotation.line.map_or(String::new(), |line| format!(" on line {line}")),
            annotation.severity,
            annotation.code,
            annotation.text
        ));
    }
    problems
}

/// The line of the program (whatever `#line` says) that a diagnostic is about: that of the outermost use
/// of a macro; none where it is in another file or has no place.
fn physical_line(map: &SourceMap, name: &str, diagnostic: &Diagnostic) -> Option<u32> {
    let label = diagnostic.labels.iter().find(|label| label.primary && !label.span.is_none())?;
    let span = map.outermost(label.span);
    let file = map.file(map.file_at(span.low)?);
    (file.name == name && file.included_at.is_none())
        .then(|| file.line_index(span.low - file.start) as u32 + 1)
}
