//! From bytes to preprocessing tokens (C99 translation phases 1 to 3).
//!
//! The lexer walks over the bytes of one text and gives one [`RawToken`] a call. It knows nothing of
//! macros and directives beyond "this token is the first of its line" and "a directive ends with its
//! line". It never rewrites the text: line splices and comments are stepped over where they stand, so a
//! token's span is always the range of the source that it was read from, and only the (rare) spelling
//! with a splice inside is copied to be cleaned.
//!
//! The parts: `scan` reads a token whose first byte is known, `lines` what directives need, `confusable`
//! knows characters that look like others.
//!
//! Decisions where C99 leaves or takes freedom:
//! * trigraphs are not replaced (as Clang and GCC in their default modes); digraphs are tokens;
//! * a line ends with `\n`, `\r\n` or `\r`; white space may stand between `\` and the line's end (warned of);
//! * a zero byte inside the text is white space (warned of); [`add_source`] drops those at the end;
//! * `$` may stand in names; other characters than ASCII may not, but they are read as part of the name so
//!   that the message shows the whole word;
//! * what cannot be a token (a stray character, a literal without its closing quote) becomes
//!   [`RawKind::Other`]: it is an error only if it survives preprocessing.

use std::sync::Arc;

use ferrocl_base::codes::preprocess as codes;
use ferrocl_base::{Diagnostic, Diagnostics, FileId, Interner, SourceMap, Span, Symbol};

use crate::token::Punctuator;

pub(crate) use confusable::confusable;

mod confusable;
mod lines;
mod scan;

/// Adds a source text as it comes from a program or a file: a leading byte order mark and zero bytes at
/// the end are dropped, bytes that are not UTF-8 are replaced by U+FFFD. `None` where the map is full.
///
/// (Programs hand over buffers with their terminating zero; zero bytes in the middle stay and count as
/// white space.)
pub fn add_source(
    map: &mut SourceMap,
    name: impl Into<String>,
    bytes: &[u8],
    included_at: Span,
) -> Option<FileId> {
    if bytes.len() > SourceMap::MAX_BYTES {
        return None;
    }
    map.add(name, decode_source(bytes), included_at)
}

/// What [`add_source`] makes of the bytes.
pub(crate) fn decode_source(bytes: &[u8]) -> Arc<str> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    Arc::from(String::from_utf8_lossy(&bytes[..end]))
}

/// What a preprocessing token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RawKind {
    /// A name.
    Identifier,
    /// A preprocessing number (C99 6.4.8), valid or not.
    Number,
    /// A character constant, with its quotes.
    Character,
    /// A string literal, with its quotes.
    String,
    /// An operator or punctuator.
    Punctuator(Punctuator),
    /// Something that is no token: [`RawToken::text`] holds it.
    Other,
    /// The end of the text, or of the line inside a directive.
    End,
    /// Only among pending tokens: the place where an expansion that is done on its own ends.
    Barrier,
    /// Only inside a replacement list: a parameter; `text.0` is its number.
    Parameter,
    /// Only inside a replacement list: `#parameter`; `text.0` is its number.
    Stringize,
    /// Only inside a replacement list: `__VA_OPT__(…)`; the `text.0` items that follow are its contents.
    VariableOption,
    /// Only inside a replacement list: the operator `##`.
    Paste,
    /// Only while a replacement list is filled in: an empty argument beside `##`.
    Placemarker,
}

/// A preprocessing token.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawToken {
    /// What it is.
    pub kind: RawKind,
    /// [`flags`].
    pub flags: u8,
    /// The macros that may not be expanded in it, see [`crate::preprocess::hide_sets`].
    pub hide_set: crate::preprocess::hide_sets::HideSet,
    /// Its spelling without line splices (punctuators have none here: theirs is [`RawToken::spelling`]).
    pub text: Symbol,
    /// Where it stands.
    pub span: Span,
}

/// Bits of [`RawToken::flags`].
pub(crate) mod flags {
    /// White space or a comment or a new line stands before the token.
    pub const SPACE: u8 = 1;
    /// It is the first token of its line.
    pub const LINE_START: u8 = 2;
    /// It was written as a digraph (`<:` and so on); `text` is its spelling.
    pub const DIGRAPH: u8 = 4;
    /// The closing quote is missing.
    pub const UNTERMINATED: u8 = 8;
    /// A wide literal, `L"…"` or `L'…'`.
    pub const WIDE: u8 = 16;
    /// Inside a replacement list: a parameter beside `##`, which is not expanded first.
    pub const UNEXPANDED: u8 = 32;
    /// Inside a replacement list: `, ## __VA_ARGS__`'s comma, which goes where the arguments are empty.
    pub const ELIDABLE_COMMA: u8 = 64;
    /// Inside a replacement list: `#` stands before this `__VA_OPT__`.
    pub const STRINGIZED: u8 = 128;
}

impl RawToken {
    /// Whether it is this punctuator.
    pub fn is(&self, punctuator: Punctuator) -> bool {
        self.kind == RawKind::Punctuator(punctuator)
    }
    /// Whether a bit of [`flags`] is set.
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
    /// Its spelling.
    pub fn spelling<'a>(&self, interner: &'a Interner) -> &'a str {
        match self.kind {
            RawKind::Punctuator(punctuator) if !self.has(flags::DIGRAPH) => punctuator.text(),
            RawKind::Paste => "##",
            RawKind::End | RawKind::Barrier | RawKind::Placemarker => "",
            _ => interner.text(self.text),
        }
    }
}

/// What a byte may be the start of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    LineFeed,
    CarriageReturn,
    Name,
    Digit,
    Punctuator,
    Quote,
    Backslash,
    Zero,
    High,
    Stray,
}

const CLASSES: [Class; 256] = {
    let mut table = [Class::Stray; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            0 => Class::Zero,
            b' ' | b'\t' | 0x0B | 0x0C => Class::Space,
            b'\n' => Class::LineFeed,
            b'\r' => Class::CarriageReturn,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => Class::Name,
            b'0'..=b'9' => Class::Digit,
            b'"' | b'\'' => Class::Quote,
            b'\\' => Class::Backslash,
            0x80.. => Class::High,
            b'!' | b'#' | b'%' | b'&' | b'(' | b')' | b'*' | b'+' | b',' | b'-' | b'.' | b'/' | b':'
            | b';' | b'<' | b'=' | b'>' | b'?' | b'@' | b'[' | b']' | b'^' | b'{' | b'|' | b'}' | b'~' => {
                Class::Punctuator
            }
            _ => Class::Stray,
        };
        byte += 1;
    }
    table
};

/// Reads one text.
#[derive(Debug, Clone)]
pub(crate) struct Lexer {
    text: Arc<str>,
    /// The offset of the next byte.
    position: usize,
    /// The map's position of the text's first byte.
    start: u32,
    /// The offset of the end of the last token.
    last_end: usize,
    /// Whether no token of this line was read yet.
    at_line_start: bool,
    /// Whether a line end is the end of input: set while a directive is read.
    pub in_directive: bool,
}

impl Lexer {
    /// A lexer at the start of a file of the map.
    pub fn new(map: &SourceMap, file: FileId) -> Self {
        let file = map.file(file);
        Self::for_text(file.text.clone(), file.start)
    }
    /// A lexer for a text that stands at `start` in the map (or nowhere, where the spans are not kept).
    pub fn for_text(text: Arc<str>, start: u32) -> Self {
        Lexer { text, position: 0, start, last_end: 0, at_line_start: true, in_directive: false }
    }
    /// The map's position of the next byte.
    pub fn map_position(&self) -> u32 {
        self.start + self.position as u32
    }
    /// The empty span after the last token: where something is missing at the end of a directive.
    pub fn after_last_token(&self) -> Span {
        self.span(self.last_end, self.last_end)
    }
    /// The offset of the next byte.
    pub fn offset(&self) -> usize {
        self.position
    }
    fn byte(&self, position: usize) -> u8 {
        self.text.as_bytes().get(position).copied().unwrap_or(0)
    }
    fn span(&self, low: usize, high: usize) -> Span {
        Span::new(self.start + low as u32, self.start + high as u32)
    }

    /// The length of the line splice (`\`, optional blanks, line end) at this offset; 0 where none is.
    fn splice_length(&self, position: usize) -> usize {
        if self.byte(position) != b'\\' {
            return 0;
        }
        let mut end = position + 1;
        while matches!(self.byte(end), b' ' | b'\t') {
            end += 1;
        }
        match (self.byte(end), self.byte(end + 1)) {
            (b'\r', b'\n') => end + 2 - position,
            (b'\n' | b'\r', _) => end + 1 - position,
            _ => 0,
        }
    }
    /// The first offset from `position` on where no splice stands.
    fn past_splices(&self, mut position: usize) -> usize {
        while self.byte(position) == b'\\' {
            match self.splice_length(position) {
                0 => break,
                length => position += length,
            }
        }
        position
    }
    /// A range of the text without its line splices.
    fn without_splices(&self, low: usize, high: usize) -> String {
        let mut clean = String::with_capacity(high - low);
        let mut position = low;
        while position < high {
            let next = self.past_splices(position);
            if next > position {
                position = next;
                continue;
            }
            let rest = &self.text.as_bytes()[position + 1..high];
            let run = rest.iter().position(|&byte| byte == b'\\').map_or(high, |at| position + 1 + at);
            clean.push_str(&self.text[position..run]);
            position = run;
        }
        clean
    }

    /// Steps over a `//` comment whose slashes end before `position`: the offset of its line's end.
    fn past_line_comment(&self, mut position: usize, diagnostics: &mut Diagnostics) -> usize {
        loop {
            match self.text.as_bytes()[position..]
                .iter()
                .position(|byte| matches!(byte, b'\n' | b'\r' | b'\\'))
            {
                None => return self.text.len(),
                Some(run) => position += run,
            }
            match self.splice_length(position) {
                0 if self.byte(position) == b'\\' => position += 1,
                0 => return position,
                length => {
                    self.warn_blanks_in_splice(position, length, diagnostics);
                    position += length;
                }
            }
        }
    }

    /// Steps over a `/*` comment whose opening ends before `position`. An unclosed one takes all the rest.
    fn past_block_comment(&self, open: usize, mut position: usize, diagnostics: &mut Diagnostics) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            match bytes[position.min(bytes.len())..].iter().position(|&byte| byte == b'*') {
                None => {
                    diagnostics.push(
                        Diagnostic::new(
                            codes::UNTERMINATED_COMMENT,
                            self.span(open, open + 2),
                            "this comment has no end",
                        )
                        .primary("`/*` opens it here")
                        .help("close it with `*/`; comments do not nest, so the first `*/` ends it"),
                    );
                    return bytes.len();
                }
                Some(run) => position += run + 1,
            }
            let next = self.past_splices(position);
            if self.byte(next) == b'/' {
                return next + 1;
            }
        }
    }

    fn warn_blanks_in_splice(&self, position: usize, length: usize, diagnostics: &mut Diagnostics) {
        let splice = &self.text[position..position + length];
        if splice[1..].starts_with([' ', '\t']) {
            let blanks = splice.trim_end_matches(['\r', '\n']);
            diagnostics.push(
                Diagnostic::new(
                    codes::BLANKS_IN_SPLICE,
                    self.span(position, position + blanks.len()),
                    "white space stands between `\\` and the end of the line",
                )
                .note("the next line is joined to this one all the same")
                .suggest(
                    "remove the white space",
                    self.span(position + 1, position + blanks.len()),
                    "",
                ),
            );
        }
    }

    /// Steps over white space and comments; the flags of the token that follows.
    fn skip_space(&mut self, diagnostics: &mut Diagnostics) -> u8 {
        let mut space = 0;
        loop {
            let byte = self.byte(self.position);
            match CLASSES[byte as usize] {
                Class::Space => self.position += 1,
                Class::LineFeed | Class::CarriageReturn => {
                    if self.in_directive {
                        break;
                    }
                    self.position += 1;
                    self.at_line_start = true;
                }
                Class::Backslash => match self.splice_length(self.position) {
                    0 => break,
                    length => {
                        self.warn_blanks_in_splice(self.position, length, diagnostics);
                        self.position += length;
                        continue;
                    }
                },
                Class::Zero if self.position < self.text.len() => {
                    let start = self.position;
                    while self.position < self.text.len() && self.byte(self.position) == 0 {
                        self.position += 1;
                    }
                    diagnostics.push(
                        Diagnostic::new(
                            codes::NUL_CHARACTER,
                            self.span(start, self.position),
                            "zero bytes in the source are ignored",
                        )
                        .note("a source ends with its length; only zero bytes at its very end are dropped silently"),
                    );
                }
                Class::Punctuator if byte == b'/' => {
                    let next = self.past_splices(self.position + 1);
                    match self.byte(next) {
                        b'/' => self.position = self.past_line_comment(next + 1, diagnostics),
                        b'*' => self.position = self.past_block_comment(self.position, next + 1, diagnostics),
                        _ => break,
                    }
                }
                _ => break,
            }
            space = flags::SPACE;
        }
        space
    }

    /// The next token; [`RawKind::End`] at the end of the text (and of the line, in a directive), as often
    /// as it is asked for.
    pub fn next(&mut self, interner: &mut Interner, diagnostics: &mut Diagnostics) -> RawToken {
        let mut flags = self.skip_space(diagnostics);
        if self.at_line_start {
            flags |= flags::LINE_START;
            self.at_line_start = false;
        }
        let low = self.position;
        let byte = self.byte(low);
        let mut spelling = None;
        let (kind, spliced) = match CLASSES[byte as usize] {
            Class::Name => {
                let (kind, spliced) = self.name(byte);
                if byte == b'L'
                    && self.position == low + 1
                    && let quote = self.past_splices(self.position)
                    && matches!(self.byte(quote), b'"' | b'\'')
                {
                    // `L"…"` and `L'…'` are one token each.
                    let (kind, spliced, unterminated) = self.literal(quote);
                    flags |= unterminated | flags::WIDE;
                    (kind, spliced || quote != low + 1)
                } else {
                    (kind, spliced)
                }
            }
            Class::Digit => self.number(low),
            Class::Punctuator => {
                if byte == b'.'
                    && let next = self.past_splices(low + 1)
                    && self.byte(next).is_ascii_digit()
                {
                    let (kind, spliced) = self.number(next);
                    (kind, spliced || next != low + 1)
                } else {
                    let (punctuator, digraph) = self.punctuator(byte);
                    spelling = digraph;
                    (RawKind::Punctuator(punctuator), false)
                }
            }
            Class::Quote => {
                let (kind, spliced, unterminated) = self.literal(low);
                flags |= unterminated;
                (kind, spliced)
            }
            Class::High => self.high(),
            Class::Zero | Class::LineFeed | Class::CarriageReturn => (RawKind::End, false),
            Class::Stray | Class::Backslash | Class::Space => {
                self.position += 1;
                (RawKind::Other, false)
            }
        };
        let (mut text, mut span) = (Symbol(0), self.span(low, self.position));
        match kind {
            RawKind::Punctuator(_) => {
                if let Some(digraph) = spelling {
                    flags |= flags::DIGRAPH;
                    text = interner.intern(digraph);
                }
            }
            RawKind::End if self.in_directive => span = self.after_last_token(),
            RawKind::End => {}
            _ if spliced => text = interner.intern(&self.without_splices(low, self.position)),
            _ => text = interner.intern(&self.text[low..self.position]),
        }
        if kind != RawKind::End {
            self.last_end = self.position;
        }
        RawToken { kind, flags, hide_set: Default::default(), text, span }
    }
}
