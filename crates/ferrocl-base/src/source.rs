//! The source map: every text of a compilation in one space of byte positions.
//!
//! A [`Span`] is a range in that space and the macro expansion that its token came out of, if any. The
//! range is where the characters stand (the macro's body or the argument); the expansion tells where the
//! macro was used, so that a diagnostic can show both.

use std::sync::{Arc, OnceLock};

crate::define_id!(
    /// A file (or other text) of the source map.
    pub FileId,
    "file"
);
crate::define_id!(
    /// One use of a macro. `ExpansionId::NONE` is code that no macro made.
    pub ExpansionId,
    "expansion"
);

impl ExpansionId {
    /// Not from a macro.
    pub const NONE: ExpansionId = ExpansionId(0);
}

/// A range of source text, in the position space of one [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub low: u32,
    /// One past the last byte.
    pub high: u32,
    /// The macro expansion that made the token, or `ExpansionId::NONE`.
    pub expansion: ExpansionId,
}

impl Default for ExpansionId {
    fn default() -> Self {
        ExpansionId::NONE
    }
}

impl Span {
    /// A span of nothing, for what no source text stands for.
    pub const NONE: Span = Span { low: 0, high: 0, expansion: ExpansionId::NONE };

    /// A range outside macros.
    pub fn new(low: u32, high: u32) -> Self {
        Span { low, high, expansion: ExpansionId::NONE }
    }
    /// Whether this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self.low == 0 && self.high == 0
    }
    /// The empty span at the end of this one (where something is missing).
    pub fn end(self) -> Span {
        Span { low: self.high, ..self }
    }
    /// The empty span at the start of this one.
    pub fn start(self) -> Span {
        Span { high: self.low, ..self }
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.low, self.high)?;
        if self.expansion != ExpansionId::NONE {
            write!(f, " in {}", self.expansion)?;
        }
        Ok(())
    }
}

/// One use of a macro.
#[derive(Debug, Clone)]
pub struct Expansion {
    /// The macro's name (shared by all its uses).
    pub name: Arc<str>,
    /// Where it was used: the name, and the arguments if it has any. Its own `expansion` is the macro
    /// that this use stands in.
    pub call: Span,
    /// The name in its `#define`; `Span::NONE` for a predefined macro.
    pub definition: Span,
}

/// One text.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The name that diagnostics show.
    pub name: String,
    /// Its text. (Bytes that are not UTF-8 were replaced when it was added.)
    pub text: Arc<str>,
    /// The position of its first byte in the map's space.
    pub start: u32,
    /// The offset of each line's first byte in `text`, found when it is first asked for.
    line_starts: OnceLock<Vec<u32>>,
    /// Where the `#include` stands that brought it; `Span::NONE` for the main file.
    pub included_at: Span,
    /// What `#line` changed: from this offset in `text` on, the line number is `offset line + delta` and
    /// the name this one. In order of offset.
    pub line_marks: Vec<LineMark>,
}

impl SourceFile {
    /// The offset of each line's first byte in [`text`](Self::text). A line ends with `\n`, `\r\n` or `\r`.
    pub fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let mut starts = vec![0];
            for (offset, &byte) in bytes.iter().enumerate() {
                if byte == b'\n' || byte == b'\r' && bytes.get(offset + 1) != Some(&b'\n') {
                    starts.push(offset as u32 + 1);
                }
            }
            starts
        })
    }
    /// The number, from 0, of the line that this offset in the text stands on, whatever `#line` says.
    pub fn line_index(&self, offset: u32) -> usize {
        self.line_starts().partition_point(|&start| start <= offset) - 1
    }
    /// The text of the line with this number (from 0), without what ends it; empty where there is none.
    pub fn line_text(&self, index: usize) -> &str {
        let starts = self.line_starts();
        let Some(&start) = starts.get(index) else { return "" };
        let end = starts.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
}

/// The effect of one `#line` directive.
#[derive(Debug, Clone)]
pub struct LineMark {
    /// The offset in the text from which it holds.
    pub offset: u32,
    /// What is added to the physical line number.
    pub delta: i64,
    /// The presumed name of the file, if it or an earlier one gave one.
    pub name: Option<Arc<str>>,
}

/// Where a position is, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub file: FileId,
    /// The presumed file name (after `#line`).
    pub name: String,
    /// The presumed line number, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// Every text of a compilation, and every macro use.
#[derive(Debug, Clone)]
pub struct SourceMap {
    files: crate::IndexVec<FileId, SourceFile>,
    expansions: crate::IndexVec<ExpansionId, Expansion>,
    next_start: u32,
}

impl Default for SourceMap {
    fn default() -> Self {
        Self::new()
    }
}

impl SourceMap {
    /// The largest sum of all text lengths that a map takes, in bytes.
    pub const MAX_BYTES: usize = 256 << 20;

    /// An empty map.
    pub fn new() -> Self {
        let mut expansions = crate::IndexVec::new();
        expansions.push(Expansion { name: Arc::from(""), call: Span::NONE, definition: Span::NONE });
        // Position 0 stays free, so that no real token has the span `Span::NONE`.
        SourceMap { files: crate::IndexVec::new(), expansions, next_start: 1 }
    }

    /// Adds a text. `None` where the map would grow past [`Self::MAX_BYTES`].
    pub fn add(
        &mut self,
        name: impl Into<String>,
        text: impl Into<Arc<str>>,
        included_at: Span,
    ) -> Option<FileId> {
        let text = text.into();
        let start = self.next_start;
        if text.len() + start as usize + 1 > Self::MAX_BYTES {
            return None;
        }
        // One position past the end stays free: "at the end of the file" is a place too.
        self.next_start = start + text.len() as u32 + 1;
        Some(self.files.push(SourceFile {
            name: name.into(),
            text,
            start,
            line_starts: OnceLock::new(),
            included_at,
            line_marks: Vec::new(),
        }))
    }
    /// The sum of all text lengths, in bytes (each text counts one more).
    pub fn total_bytes(&self) -> usize {
        self.next_start as usize
    }
    /// A file.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }
    /// Every file, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter_enumerated()
    }
    /// Records a `#line` directive that holds from `offset` in the file's text on; without a name it keeps
    /// the name of the one before. To be called in order of offset.
    pub fn add_line_mark(&mut self, file: FileId, mut mark: LineMark) {
        let marks = &mut self.files[file].line_marks;
        mark.name = mark.name.or_else(|| marks.last().and_then(|last| last.name.clone()));
        marks.push(mark);
    }
    /// Records one use of a macro.
    pub fn add_expansion(&mut self, expansion: Expansion) -> ExpansionId {
        self.expansions.push(expansion)
    }
    /// A use of a macro.
    pub fn expansion(&self, id: ExpansionId) -> &Expansion {
        &self.expansions[id]
    }
    /// How many macro uses were recorded.
    pub fn expansion_count(&self) -> usize {
        self.expansions.len()
    }
    /// The file that a position is in.
    pub fn file_at(&self, position: u32) -> Option<FileId> {
        let index = self.files.as_slice().partition_point(|f| f.start <= position);
        let id = FileId(index.checked_sub(1)? as u32);
        let file = &self.files[id];
        (position <= file.start + file.text.len() as u32).then_some(id)
    }
    /// File, line and column of a position. Takes time with the length of the line; [`presumed`](Self::presumed)
    /// does not.
    pub fn locate(&self, position: u32) -> Option<Location> {
        let (id, name, line) = self.presumed(position)?;
        let file = &self.files[id];
        let mut end = (position - file.start) as usize;
        while !file.text.is_char_boundary(end) {
            end -= 1;
        }
        let line_start = file.line_starts()[file.line_index(end as u32)] as usize;
        let column = file.text[line_start..end].chars().count() as u32 + 1;
        Some(Location { file: id, name: name.to_string(), line, column })
    }
    /// The file of a position, and the name and line number, from 1, that `#line` gives it.
    pub fn presumed(&self, position: u32) -> Option<(FileId, &str, u32)> {
        let id = self.file_at(position)?;
        let file = &self.files[id];
        let offset = position - file.start;
        let line = file.line_index(offset) as i64 + 1;
        let mark = file.line_marks.partition_point(|mark| mark.offset <= offset).checked_sub(1);
        let (name, delta) = match mark.map(|index| &file.line_marks[index]) {
            None => (&*file.name, 0),
            Some(mark) => (mark.name.as_deref().unwrap_or(&file.name), mark.delta),
        };
        Some((id, name, (line + delta).clamp(0, u32::MAX as i64) as u32))
    }
    /// The text of a span (empty where it is none or crosses files).
    pub fn text(&self, span: Span) -> &str {
        let Some(id) = self.file_at(span.low) else { return "" };
        let file = &self.files[id];
        let range = (span.low - file.start) as usize..(span.high.max(span.low) - file.start) as usize;
        file.text.get(range).unwrap_or("")
    }
    /// Where a span stands when every macro is folded up: the outermost use.
    pub fn outermost(&self, mut span: Span) -> Span {
        while span.expansion != ExpansionId::NONE {
            span = self.expansions[span.expansion].call;
        }
        span
    }
    /// The smallest span that holds both. Where they come from different macro uses, or one from a macro's
    /// body and the other from its arguments, it is the span of the innermost use in which both stand.
    pub fn join(&self, a: Span, b: Span) -> Span {
        if a.is_none() {
            return b;
        }
        if b.is_none() {
            return a;
        }
        let (mut left, mut right) = (a, b);
        loop {
            // A use is recorded before the uses that stand in its expansion, so the greater id is the inner one.
            while left.expansion != right.expansion {
                let inner = if left.expansion > right.expansion { &mut left } else { &mut right };
                *inner = self.expansions[inner.expansion].call;
            }
            if self.same_text(left, right) {
                return Span {
                    low: left.low.min(right.low),
                    high: left.high.max(right.high),
                    expansion: left.expansion,
                };
            }
            if left.expansion == ExpansionId::NONE {
                // Two files, neither in a macro: there is no such span.
                return a;
            }
            left = self.expansions[left.expansion].call;
            right = self.expansions[right.expansion].call;
        }
    }
    /// Whether two spans of one expansion stand in one file, and both in the macro's body or both in the
    /// text of its use.
    fn same_text(&self, a: Span, b: Span) -> bool {
        let call = self.expansions[a.expansion].call;
        let in_call = |span: Span| call.low <= span.low && span.high <= call.high;
        (a.expansion == ExpansionId::NONE || in_call(a) == in_call(b))
            && self.file_at(a.low) == self.file_at(b.low)
    }
}

#[cfg(test)]
mod join_tests {
    use super::*;

    /// A map with `#define F(x) x + y` at 1..19 and its use `F(a * b)` at 20..28, expansion 1.
    fn map() -> (SourceMap, ExpansionId) {
        let mut map = SourceMap::new();
        map.add("a.cl", "#define F(x) x + y\nF(a * b)\nc\n", Span::NONE).expect("it is small");
        map.add("b.h", "d\n", Span::new(29, 30)).expect("it is small");
        let expansion = map.add_expansion(Expansion {
            name: "F".into(),
            call: Span::new(20, 28),
            definition: Span::NONE,
        });
        (map, expansion)
    }
    fn within(expansion: ExpansionId, low: u32, high: u32) -> Span {
        Span { low, high, expansion }
    }

    #[test]
    fn neighbours_outside_macros() {
        let (map, _) = map();
        assert_eq!(map.join(Span::new(20, 21), Span::new(29, 30)), Span::new(20, 30));
        assert_eq!(map.join(Span::NONE, Span::new(29, 30)), Span::new(29, 30));
    }
    #[test]
    fn inside_the_body_or_the_arguments() {
        let (map, f) = map();
        assert_eq!(map.join(within(f, 16, 17), within(f, 18, 19)), within(f, 16, 19));
        assert_eq!(map.join(within(f, 22, 23), within(f, 26, 27)), within(f, 22, 27));
    }
    #[test]
    fn body_and_argument_meet_in_the_use() {
        let (map, f) = map();
        assert_eq!(map.join(within(f, 22, 23), within(f, 18, 19)), Span::new(20, 28));
        assert_eq!(map.join(within(f, 18, 19), Span::new(29, 30)), Span::new(20, 30));
    }
    #[test]
    fn two_files_have_no_joint_span() {
        let (map, _) = map();
        assert_eq!(map.join(Span::new(20, 21), Span::new(32, 33)), Span::new(20, 21));
    }
}
