//! Messages like rustc's, drawn by `annotate-snippets`.
//!
//! The text that is handed over is made here: only the lines around labels, long ones cut, with line
//! numbers and names as `#line` says. So the drawing never sees more than a few kilobytes, whatever the
//! program is.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};

use super::log::worth_showing;
use super::view::{CutLine, MAX_LABEL_LINES, View, printable, visible};
use crate::{FileId, Severity, SourceMap, Span};

/// The columns that are drawn; lines are cut to less.
const WIDTH: usize = 250;
/// Labels further apart than this many lines are shown in pieces of their own.
const MAX_GAP: usize = 40;

/// A label on its way to be drawn.
struct Label {
    span: Span,
    text: String,
    primary: bool,
}

/// Lines of one file that are shown together, with their labels.
struct Piece {
    file: FileId,
    /// The numbers from 0 of the first and last line.
    first: usize,
    last: usize,
    labels: Vec<Label>,
}

/// The drawn message and an empty line.
pub fn render(map: &SourceMap, view: &View, color: bool) -> String {
    let mut labels: Vec<Label> = Vec::new();
    for label in &view.labels {
        let (span, text) = (label.span, label.text.clone());
        labels.push(Label { span, text, primary: label.primary });
    }
    for expansion in &view.expansions {
        let text = format!("in this expansion of macro `{}`", expansion.name);
        labels.push(Label { span: expansion.span, text, primary: false });
    }
    let place = view.place.as_ref();
    let home = place.map(|place| place.file);
    let pieces: Vec<(Piece, Drawn)> = pieces(map, labels, home)
        .into_iter()
        .map(|piece| {
            let drawn = draw(map, &piece);
            (piece, drawn)
        })
        .collect();

    let level = match view.diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(view.message.as_ref()).id(view.diagnostic.code.name());
    let mut group = Group::with_title(title);
    if let Some(place) = place {
        let origin =
            Origin::path(place.name.as_str()).line(place.line as usize).char_column(place.column as usize);
        group = group.element(origin);
    }
    for (index, (piece, drawn)) in pieces.iter().enumerate() {
        let elsewhere = Some(piece.file) != home;
        let mut snippet = Snippet::source(drawn.text.as_str()).line_start(drawn.line_start).fold(true);
        if index > 0 && (elsewhere || pieces[index - 1].0.file != piece.file) {
            snippet = snippet.path(drawn.name.as_str());
        }
        for (label, range) in piece.labels.iter().zip(&drawn.ranges) {
            let kind = if label.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let annotation: Annotation = kind.span(range.clone());
            let text = (!label.text.is_empty()).then_some(label.text.as_str());
            snippet = snippet.annotation(annotation.label(text));
        }
        group = group.element(snippet);
    }
    let notes = view
        .notes
        .iter()
        .map(|note| note.to_string())
        .chain(view.left_out_note())
        .chain(view.include_notes());
    for note in notes {
        group = group.element(Level::NOTE.message(note));
    }

    let mut edits = Vec::new();
    for (message, edit) in view.help() {
        match edit.map(|(span, replacement)| (Edit::new(map, *span), replacement)) {
            Some((Some(edit), replacement)) => edits.push((message, edit, replacement)),
            Some((None, replacement)) if worth_showing(&message, replacement) => {
                let text = format!("{message}: `{}`", printable(replacement));
                group = group.element(Level::HELP.message(text));
            }
            _ => group = group.element(Level::HELP.message(message)),
        }
    }
    let mut report = vec![group];
    for (message, edit, replacement) in &edits {
        let patch = Patch::new(edit.range.clone(), printable(replacement));
        let snippet = Snippet::source(edit.line.as_str()).line_start(edit.number).patch(patch);
        report.push(Level::HELP.secondary_title(message.as_ref()).element(snippet));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = without_bare_marks(&renderer.term_width(WIDTH).render(&report));
    text.push('\n');
    text
}

/// `annotate-snippets` starts every piece without a file name of its own with a bare `:::`. The first one
/// goes, as it stands below the message's place; the others become `...`, as between lines of a piece.
fn without_bare_marks(drawn: &str) -> String {
    let mut text = String::with_capacity(drawn.len() + 1);
    let mut first = true;
    for line in drawn.lines() {
        if is_bare_mark(line) {
            if !std::mem::replace(&mut first, false) {
                text.push_str(&line.replace(":::", "..."));
                text.truncate(text.trim_end_matches(' ').len());
                text.push('\n');
            }
            continue;
        }
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// Whether a drawn line is `:::` and nothing else but blanks and colours.
fn is_bare_mark(line: &str) -> bool {
    let mut rest = line.trim_start();
    let mut seen = false;
    while !rest.is_empty() {
        if let Some(escape) = rest.strip_prefix("\u{1b}[") {
            rest = escape.split_once('m').map_or("", |(_, after)| after);
        } else if let Some(after) = rest.strip_prefix(":::") {
            seen = true;
            rest = after;
        } else if let Some(after) = rest.strip_prefix(' ') {
            rest = after;
        } else {
            return false;
        }
    }
    seen
}

/// Divides labels into the pieces of source that they need; those of the file `home` first.
fn pieces(map: &SourceMap, labels: Vec<Label>, home: Option<FileId>) -> Vec<Piece> {
    let mut placed: Vec<(FileId, usize, usize, Label)> = Vec::new();
    for mut label in labels {
        let Some(id) = map.file_at(label.span.low) else { continue };
        let file = map.file(id);
        let end = file.start + file.text.len() as u32;
        label.span.high = label.span.high.clamp(label.span.low, end);
        let first = file.line_index(label.span.low - file.start);
        let last_byte = label.span.high.max(label.span.low + 1) - 1;
        let mut last = file.line_index(last_byte.min(end) - file.start);
        if last - first >= MAX_LABEL_LINES {
            last = first;
            let line_end = file.line_starts()[first] as usize + file.line_text(first).len();
            label.span.high = file.start + line_end as u32;
        }
        placed.push((id, first, last, label));
    }
    placed.sort_by_key(|&(file, first, ..)| (Some(file) != home, file, first));
    let mut pieces: Vec<Piece> = Vec::new();
    for (file, first, last, label) in placed {
        let joins = pieces.last_mut().filter(|piece| {
            piece.file == file
                && first <= piece.last + MAX_GAP
                && presumed(map, file, piece.first) + (first - piece.first) as i64
                    == presumed(map, file, first)
        });
        match joins {
            Some(piece) => {
                piece.last = piece.last.max(last);
                piece.labels.push(label);
            }
            None => pieces.push(Piece { file, first, last, labels: vec![label] }),
        }
    }
    pieces
}

/// The number, from 1, that `#line` gives a line.
fn presumed(map: &SourceMap, file: FileId, line: usize) -> i64 {
    let file = map.file(file);
    let position = file.start + file.line_starts()[line];
    map.presumed(position).map_or(line as i64 + 1, |(_, _, line)| line as i64)
}

/// The source of a piece as it is drawn.
struct Drawn {
    text: String,
    /// The range in `text` of each label.
    ranges: Vec<std::ops::Range<usize>>,
    line_start: usize,
    /// The presumed name of the file.
    name: String,
}

fn draw(map: &SourceMap, piece: &Piece) -> Drawn {
    let file = map.file(piece.file);
    let starts = file.line_starts();
    let mut text = String::new();
    let mut ranges = vec![0..0; piece.labels.len()];
    for line in piece.first..=piece.last {
        let (start, line_text) = (starts[line] as usize, file.line_text(line));
        let next = starts.get(line + 1).map_or(usize::MAX, |&next| next as usize);
        // The offsets of the labels in this line; a label that goes on in the next ends with the line.
        let spans = piece.labels.iter().map(|label| {
            let low = (label.span.low - file.start) as usize;
            let high = (label.span.high - file.start) as usize;
            (
                low.saturating_sub(start).min(line_text.len()),
                high.saturating_sub(start).min(line_text.len()),
                low,
                high,
            )
        });
        let here = spans.clone().filter(|&(_, _, low, high)| low < next && high >= start);
        let focus_low = here.clone().map(|(low, ..)| low).min().unwrap_or(0);
        let focus_high = here.map(|(_, high, ..)| high).max().unwrap_or(0);
        let cut = CutLine::new(line_text, focus_low..focus_high);
        for (range, (low_at, high_at, low, high)) in ranges.iter_mut().zip(spans) {
            if (start..next).contains(&low) {
                range.start = text.len() + cut.position(low_at);
                range.end = range.start;
            }
            if low < next && high > low && high > start {
                range.end = text.len() + cut.position(high_at);
            }
        }
        text.push_str(&cut.text);
        text.push('\n');
    }
    let position = file.start + starts[piece.first];
    let name = map.presumed(position).map_or("", |(_, name, _)| name);
    let line_start = presumed(map, piece.file, piece.first).max(1) as usize;
    Drawn { text, ranges, line_start, name: printable(name).into_owned() }
}

/// An edit that can be drawn: it stays in one short line outside of macros.
struct Edit {
    line: String,
    range: std::ops::Range<usize>,
    number: usize,
}

impl Edit {
    fn new(map: &SourceMap, span: Span) -> Option<Edit> {
        if span.is_none() || span.expansion != crate::ExpansionId::NONE {
            return None;
        }
        let (id, line, range) = super::view::first_line(map, span)?;
        let text = map.file(id).line_text(line);
        let drawable = text.len() <= 160
            && range.len() == (span.high - span.low) as usize
            && text.chars().all(|character| character == '\t' || visible(character) == character);
        let number = presumed(map, id, line).max(1) as usize;
        drawable.then(|| Edit { line: format!("{text}\n"), range, number })
    }
}
