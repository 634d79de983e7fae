//! What is to be shown of a diagnostic, before it becomes text: places, macro uses, printable strings.

use std::borrow::Cow;

use crate::source::Location;
use crate::{Diagnostic, ExpansionId, SourceMap, Span};

/// No more labels, notes or helps of one diagnostic are shown than this.
const MAX_PARTS: usize = 16;
/// No more levels of macro uses are shown than this: half of them innermost, half outermost.
const MAX_EXPANSIONS: usize = 6;
/// No more levels of included files are shown than this, the innermost.
const MAX_INCLUDES: usize = 4;
/// A message or label is cut after this many characters.
const MAX_MESSAGE: usize = 1500;
/// A label over more lines than this is shown on its first line only.
pub const MAX_LABEL_LINES: usize = 12;

/// A diagnostic with its places found.
pub struct View<'a> {
    /// What it is a view of.
    pub diagnostic: &'a Diagnostic,
    /// Its message, printable.
    pub message: Cow<'a, str>,
    /// Where to look: the outermost use of a macro if the fault is inside one.
    pub place: Option<Location>,
    /// Every label that has a place, the first primary one first.
    pub labels: Vec<Mark>,
    /// The macro uses around the primary label, from the inside out.
    pub expansions: Vec<Use>,
    /// How many macro uses were left out of the middle of [`expansions`](Self::expansions), and after how
    /// many of them.
    pub left_out: (usize, usize),
    /// Where the file of the place was included, from the inside out; empty in the main file.
    pub includes: Vec<Location>,
    /// The notes, and the texts of labels without a place, printable.
    pub notes: Vec<Cow<'a, str>>,
}

/// A label in the text where its characters stand.
pub struct Mark {
    /// The range, outside of macros.
    pub span: Span,
    /// Its words, printable; may be empty.
    pub text: String,
    /// Whether it is where the fault is.
    pub primary: bool,
}

/// One use of a macro around the fault.
pub struct Use {
    /// The macro's name.
    pub name: String,
    /// The range of the use, outside of macros or inside the contents of the next macro in the list.
    pub span: Span,
}

impl<'a> View<'a> {
    /// Looks at a diagnostic.
    pub fn new(map: &SourceMap, diagnostic: &'a Diagnostic) -> Self {
        let first = diagnostic.labels.iter().position(|label| label.primary && !label.span.is_none());
        let mut labels = Vec::new();
        let mut notes: Vec<Cow<str>> = Vec::new();
        let order =
            first.into_iter().chain((0..diagnostic.labels.len()).filter(|&index| Some(index) != first));
        for label in order.take(MAX_PARTS).map(|index| &diagnostic.labels[index]) {
            if map.file_at(label.span.low).is_some() && !label.span.is_none() {
                labels.push(Mark {
                    span: Span { expansion: ExpansionId::NONE, ..label.span },
                    text: printable(&label.text).into_owned(),
                    primary: label.primary,
                });
            } else if !label.text.is_empty() {
                notes.push(printable(&label.text));
            }
        }
        notes.extend(diagnostic.notes.iter().take(MAX_PARTS).map(|note| printable(note)));
        let mut expansions = Vec::new();
        let mut place = None;
        if let Some(index) = first {
            let mut span = diagnostic.labels[index].span;
            while span.expansion != ExpansionId::NONE {
                let expansion = map.expansion(span.expansion);
                span = expansion.call;
                expansions.push(Use {
                    name: expansion.name.to_string(),
                    span: Span { expansion: ExpansionId::NONE, ..span },
                });
            }
            place = map.locate(span.low);
        }
        let mut left_out = (0, 0);
        if expansions.len() > MAX_EXPANSIONS {
            left_out = (expansions.len() - MAX_EXPANSIONS, MAX_EXPANSIONS / 2);
            expansions.drain(MAX_EXPANSIONS / 2..expansions.len() - MAX_EXPANSIONS / 2);
        }
        let mut includes: Vec<Location> = Vec::new();
        let mut file = place.as_ref().map(|place| place.file);
        while let Some(inner) = file {
            let at = map.locate(map.file(inner).included_at.low).filter(|_| includes.len() < MAX_INCLUDES);
            file = at.as_ref().map(|at| at.file);
            includes.extend(at);
        }
        for location in place.iter_mut().chain(&mut includes) {
            location.name = printable(&location.name).into_owned();
        }
        View {
            diagnostic,
            message: printable(&diagnostic.message),
            place,
            labels,
            expansions,
            left_out,
            includes,
            notes,
        }
    }

    /// The notes that say where the file was included.
    pub fn include_notes(&self) -> impl Iterator<Item = String> {
        self.includes
            .iter()
            .map(|at| format!("this file is included at {}:{}:{}", at.name, at.line, at.column))
    }

    /// The line in a list of notes that stands for the macro uses that were left out.
    pub fn left_out_note(&self) -> Option<String> {
        let (count, _) = self.left_out;
        (count > 0).then(|| format!("{count} more uses of macros in between are not shown"))
    }

    /// What to do, printable, and the edit if there is one to show.
    pub fn help(&self) -> impl Iterator<Item = (Cow<'a, str>, Option<&'a (Span, String)>)> {
        let suggestions = self.diagnostic.suggestions.iter().take(MAX_PARTS);
        suggestions.map(|suggestion| (printable(&suggestion.message), suggestion.edit.as_ref()))
    }
}

/// A text without characters that would move the cursor, change colours or the direction of writing, and
/// not too long.
pub fn printable(text: &str) -> Cow<'_, str> {
    let cut = text.char_indices().nth(MAX_MESSAGE).map(|(at, _)| at);
    if cut.is_none() && text.chars().all(|character| visible(character) == character) {
        return Cow::Borrowed(text);
    }
    let mut clean: String = text[..cut.unwrap_or(text.len())].chars().map(visible).collect();
    if cut.is_some() {
        clean.push('…');
    }
    Cow::Owned(clean)
}

/// What is shown for a character.
pub fn visible(character: char) -> char {
    match character {
        '\0'..='\u{1F}' => char::from_u32(0x2400 + character as u32).unwrap_or('\u{FFFD}'),
        '\u{7F}' => '\u{2421}',
        '\u{80}'..='\u{9F}'
        | '\u{200B}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' => '\u{FFFD}',
        _ => character,
    }
}

/// A part of one source line that is short enough to show.
pub struct CutLine {
    /// The text to show: tabs stay, what else does not print is replaced by one character each.
    pub text: String,
    /// The offset in the line of the first byte shown.
    first: usize,
    /// The offset one past the last byte shown.
    end: usize,
    /// The bytes of `…` before it.
    lead: usize,
    /// The lengths of the replaced characters differ from the originals': (offset in the line, offset in
    /// the text) after each of them.
    shifts: Vec<(usize, usize)>,
}

impl CutLine {
    /// Cuts a line so that the range `focus` (byte offsets in it) shows.
    pub fn new(line: &str, focus: std::ops::Range<usize>) -> Self {
        /// A line that has no more bytes than this is shown whole.
        const WHOLE: usize = 200;
        /// So much is shown around the focus of a longer one.
        const AROUND: usize = 60;
        let (mut first, mut end) = (0, line.len());
        if line.len() > WHOLE {
            first = focus.start.saturating_sub(AROUND).min(line.len());
            end = focus.end.max(focus.start).saturating_add(AROUND).min(first + WHOLE).min(line.len());
            while !line.is_char_boundary(first) {
                first -= 1;
            }
            while !line.is_char_boundary(end) {
                end -= 1;
            }
        }
        let mut text = String::new();
        if first > 0 {
            text.push('…');
        }
        let lead = text.len();
        let mut shifts = Vec::new();
        for (at, character) in line[first..end].char_indices() {
            let shown = if character == '\t' { '\t' } else { visible(character) };
            text.push(shown);
            if shown.len_utf8() != character.len_utf8() {
                shifts.push((first + at + character.len_utf8(), text.len()));
            }
        }
        if end < line.len() {
            text.push('…');
        }
        CutLine { text, first, end, lead, shifts }
    }

    /// Where in [`text`](Self::text) the line's byte offset `offset` is shown, or the nearest place.
    pub fn position(&self, offset: usize) -> usize {
        let offset = offset.clamp(self.first, self.end);
        let index = self.shifts.partition_point(|&(at, _)| at <= offset);
        let (line_base, text_base) =
            if index == 0 { (self.first, self.lead) } else { self.shifts[index - 1] };
        let mut position = (text_base + offset - line_base).min(self.text.len());
        while !self.text.is_char_boundary(position) {
            position -= 1;
        }
        position
    }
}

/// The first line of a span: its number from 0 in the file, and the byte range of the span in it.
pub fn first_line(map: &SourceMap, span: Span) -> Option<(crate::FileId, usize, std::ops::Range<usize>)> {
    let id = map.file_at(span.low)?;
    let file = map.file(id);
    let offset = span.low - file.start;
    let line = file.line_index(offset);
    let start = file.line_starts()[line];
    let length = file.line_text(line).len();
    let low = (offset - start) as usize;
    let high = (span.high.max(span.low) - file.start - start) as usize;
    Some((id, line, low.min(length)..high.min(length)))
}
