//! Build logs: lines that editors and scripts know how to read, each fault with its source line.

use std::fmt::Write;

use super::severity_name;
use super::view::{CutLine, View, first_line, printable};
use crate::source::Location;
use crate::{SourceMap, Span};

/// `file:line:column: error[CL0401]: message`
pub fn headline(view: &View) -> String {
    let mut text = String::new();
    write_place(&mut text, view.place.as_ref());
    let diagnostic = view.diagnostic;
    let _ = writeln!(
        text,
        "{}[{}]: {}",
        severity_name(diagnostic.severity),
        diagnostic.code.name(),
        view.message
    );
    text
}

/// The headline, then what explains it, indented.
pub fn render(map: &SourceMap, view: &View) -> String {
    let mut text = headline(view);
    let mut labels = view.labels.iter();
    if let Some(primary) = labels.next() {
        match view.expansions.last() {
            None => write_source(&mut text, map, primary.span, &primary.text),
            Some(outermost) => {
                // The headline's line is the outermost use; then down to the text where the fault is.
                write_source(&mut text, map, outermost.span, "");
                for (index, inner) in view.expansions.iter().enumerate().rev() {
                    let (name, inside) = (&inner.name, index.checked_sub(1).map(|i| &view.expansions[i]));
                    let (span, words) =
                        inside.map_or((primary.span, primary.text.as_str()), |i| (i.span, ""));
                    write_note(&mut text, map, span, &format!("in the expansion of macro `{name}`"), words);
                    if view.left_out.0 > 0 && index == view.left_out.1 {
                        let _ = writeln!(text, "  note: {}", view.left_out_note().unwrap_or_default());
                    }
                }
            }
        }
    }
    for label in labels {
        let words = if label.text.is_empty() { "see here" } else { &label.text };
        write_note(&mut text, map, label.span, words, "");
    }
    for note in &view.notes {
        let _ = writeln!(text, "  note: {note}");
    }
    for note in view.include_notes() {
        let _ = writeln!(text, "  note: {note}");
    }
    for (message, edit) in view.help() {
        let _ = match edit {
            Some((_, replacement)) if worth_showing(&message, replacement) => {
                writeln!(text, "  help: {message}: `{}`", printable(replacement))
            }
            _ => writeln!(text, "  help: {message}"),
        };
    }
    text
}

/// Whether the replacement says more than the message does.
pub fn worth_showing(message: &str, replacement: &str) -> bool {
    !replacement.trim().is_empty() && !message.contains(replacement)
}

/// `file:line:column: `
pub fn write_place(text: &mut String, place: Option<&Location>) {
    if let Some(place) = place {
        let _ = write!(text, "{}:{}:{}: ", printable(&place.name), place.line, place.column);
    }
}

/// A note with a place of its own.
fn write_note(text: &mut String, map: &SourceMap, span: Span, words: &str, label: &str) {
    text.push_str("  ");
    write_place(text, map.locate(span.low).as_ref());
    let _ = writeln!(text, "note: {words}");
    write_source(text, map, span, label);
}

/// The source line of a span, and carets under it.
fn write_source(text: &mut String, map: &SourceMap, span: Span, label: &str) {
    let Some((file, line, range)) = first_line(map, span) else { return };
    let cut = CutLine::new(map.file(file).line_text(line), range.clone());
    let (low, high) = (cut.position(range.start), cut.position(range.end));
    let _ = writeln!(text, "    {}", cut.text.trim_end());
    text.push_str("    ");
    for character in cut.text[..low].chars() {
        text.push(if character == '\t' { '\t' } else { ' ' });
    }
    text.push('^');
    text.extend(cut.text[low..high].chars().skip(1).map(|_| '~'));
    if !label.is_empty() {
        let _ = write!(text, " {label}");
    }
    text.push('\n');
}
