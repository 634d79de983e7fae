//! The C99 preprocessor (C99 6.10 and translation phases 1 to 6), for OpenCL C.
//!
//! It pulls: the main loop asks the lexer of the innermost open file for raw tokens, obeys directives,
//! expands macros, and turns what is left into the parser's [`Token`]s. Nothing is kept per line, so that
//! a text is read once and a program without macros costs little more than its lexing.
//!
//! * `macros`: what is defined, and the reading of `#define`;
//! * `predefined`: what OpenCL C defines, one row a macro;
//! * `expand`: arguments, `#`, `##`, rescanning; `hide_sets`: what may not be expanded again;
//! * `directive`: `#include`, `#line`, conditional groups and the rest; `condition`: the value of `#if`;
//! * `pragma`: pragmas that later stages have to know of.
//!
//! Every token has a span that says where its characters stand. A token from a macro's contents also
//! carries the expansion that it came out of; an argument's token keeps the place where the argument is
//! written. Predefined macros are written nowhere: their tokens stand where the macro is used.

use std::sync::Arc;

use ferrocl_base::codes::{options as limit_codes, preprocess as codes};
use ferrocl_base::{Diagnostic, Diagnostics, FileId, Interner, SourceMap, Span, Symbol, excerpt};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lexer::{Lexer, RawKind, RawToken, confusable, flags};
use crate::literal;
use crate::options::{BuildOptions, MacroOption};
use crate::token::{Punctuator, Token, TokenKind};

mod condition;
mod directive;
mod expand;
pub(crate) mod hide_sets;
mod macros;
mod pragma;
pub mod predefined;
mod registered;

/// The name of the text that holds the `-D` and `-U` options of a build.
pub const OPTIONS_FILE_NAME: &str = "<build options>";
/// How deep files may include each other.
const MAX_INCLUDE_DEPTH: usize = 200;
/// How many files may be included in all.
const MAX_INCLUDES: usize = 20_000;
/// How deep macro calls may nest in the arguments of others.
const MAX_ARGUMENT_NESTING: usize = 200;
/// How many tokens macros may produce in all: bounds the time. A short text gets [`LEAST_WORK`], each byte more adds
/// [`WORK_PER_BYTE`], and nothing gets more than [`MAX_WORK`].
const LEAST_WORK: usize = 2 << 20;
const WORK_PER_BYTE: usize = 32;
const MAX_WORK: usize = 16 << 20;
/// How many uses of macros are recorded: bounds the memory (40 bytes each).
const MAX_EXPANSIONS: usize = 2 << 20;
/// How many tokens a translation unit may have: bounds the memory (40 bytes each).
const MAX_TOKENS: usize = 8 << 20;
/// How many bytes the literals of a translation unit may have, those from macros counted each time.
const MAX_LITERAL_BYTES: usize = 64 << 20;

/// A file that [`IncludeLoader::load`] found.
#[derive(Debug, Clone)]
pub struct LoadedInclude {
    /// The name that diagnostics show and by which `#pragma once` knows it again.
    pub name: String,
    /// What it holds, as it is (see [`add_source`](crate::add_source)).
    pub bytes: Vec<u8>,
}

/// Where included files come from.
pub trait IncludeLoader {
    /// The file of `#include "name"` or (`angled`) `#include <name>`. `including_file` is the name of the
    /// file with the directive; `directories` are those of `-I`, in order. `None` where there is none.
    fn load(
        &mut self,
        name: &str,
        angled: bool,
        including_file: &str,
        directories: &[String],
    ) -> Option<LoadedInclude>;
    /// Whether there is a built-in function of this name, for `__has_builtin`.
    fn has_builtin(&self, _name: &str) -> bool {
        false
    }
}

/// Nothing can be included.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoIncludes;

impl IncludeLoader for NoIncludes {
    fn load(&mut self, _: &str, _: bool, _: &str, _: &[String]) -> Option<LoadedInclude> {
        None
    }
}

/// Preprocesses a file of the map: the tokens of the translation unit, the last of which is
/// [`TokenKind::End`]. Whatever is wrong goes to `diagnostics`; the tokens are as good as they can be.
pub fn preprocess(
    map: &mut SourceMap,
    interner: &mut Interner,
    file: FileId,
    options: &BuildOptions,
    includes: &mut dyn IncludeLoader,
    diagnostics: &mut Diagnostics,
) -> Vec<Token> {
    let names = Names {
        defined: interner.intern("defined"),
        va_args: interner.intern("__VA_ARGS__"),
        pragma: interner.intern("_Pragma"),
        va_opt: interner.intern("__VA_OPT__"),
        has_include: interner.intern("__has_include"),
        has_attribute: interner.intern("__has_attribute"),
        has_builtin: interner.intern("__has_builtin"),
        has_feature: interner.intern("__has_feature"),
        has_extension: interner.intern("__has_extension"),
        is_true: interner.intern("true"),
    };
    // Programs have a token in three to five bytes.
    let source_length = map.file(file).text.len().min(MAX_TOKENS);
    let mut preprocessor = Preprocessor {
        lexer: Lexer::new(map, file),
        files: vec![OpenFile { file, resume: None, conditionals: Vec::new() }],
        map,
        interner,
        options,
        includes,
        diagnostics,
        names,
        pending: Vec::new(),
        macros: Default::default(),
        hide_sets: hide_sets::HideSets::new(),
        tokens: Vec::with_capacity(source_length / 4),
        string: None,
        literal_bytes: 0,
        once: FxHashSet::default(),
        loaded: FxHashMap::default(),
        include_count: 0,
        counter: 0,
        collecting: 0,
        nesting: 0,
        work: 0,
        in_condition: false,
        gave_back: false,
        fatal: false,
        packing: Vec::new(),
        pack: 0,
    };
    preprocessor.run();
    preprocessor.tokens
}

/// Names that mean something to the preprocessor itself.
struct Names {
    defined: Symbol,
    va_args: Symbol,
    pragma: Symbol,
    va_opt: Symbol,
    has_include: Symbol,
    has_attribute: Symbol,
    has_builtin: Symbol,
    has_feature: Symbol,
    has_extension: Symbol,
    is_true: Symbol,
}

impl Names {
    /// Whether this is `__has_attribute` or one of its kin.
    fn is_feature_test(&self, name: Symbol) -> bool {
        [self.has_attribute, self.has_builtin, self.has_feature, self.has_extension].contains(&name)
    }
}

/// A file that is being read.
struct OpenFile {
    file: FileId,
    /// The lexer of the file that included this one, where reading goes on after it.
    resume: Option<Lexer>,
    /// The conditional groups that are open in it.
    conditionals: Vec<directive::Conditional>,
}

/// A string literal that is being joined of its parts.
struct JoinedString {
    bytes: Vec<u8>,
    span: Span,
}

/// The state of one [`preprocess`].
struct Preprocessor<'a> {
    map: &'a mut SourceMap,
    interner: &'a mut Interner,
    options: &'a BuildOptions,
    includes: &'a mut dyn IncludeLoader,
    diagnostics: &'a mut Diagnostics,
    names: Names,
    /// Of the innermost file.
    lexer: Lexer,
    /// The innermost file last.
    files: Vec<OpenFile>,
    /// Tokens to read before the lexer's, the next one last.
    pending: Vec<RawToken>,
    macros: macros::MacroTable,
    hide_sets: hide_sets::HideSets,
    /// The result.
    tokens: Vec<Token>,
    /// A string that the next token may go on.
    string: Option<JoinedString>,
    literal_bytes: usize,
    /// The names of the files with `#pragma once`.
    once: FxHashSet<String>,
    /// The texts of included files, so that including one again takes no more memory.
    loaded: FxHashMap<String, Arc<str>>,
    include_count: usize,
    /// The next value of `__COUNTER__`.
    counter: u32,
    /// How many calls' arguments are being read.
    collecting: usize,
    /// How deep arguments are being expanded.
    nesting: usize,
    /// What macros produced so far, see [`LEAST_WORK`].
    work: usize,
    /// Whether the tokens are those of an `#if`, where `defined` is an operator.
    in_condition: bool,
    /// Whether the tokens after a macro call without `)` were given back.
    gave_back: bool,
    /// Whether a limit was reached: nothing more is read.
    fatal: bool,
    /// What `#pragma pack(push)` put aside.
    packing: Vec<pragma::PushedPack>,
    /// The largest alignment of members by `#pragma pack`; 0 where it says nothing.
    pack: u32,
}

impl Preprocessor<'_> {
    fn run(&mut self) {
        self.open_option_files();
        loop {
            let token = self.next_expanded();
            match token.kind {
                RawKind::End => break,
                RawKind::Identifier if token.text == self.names.pragma => self.pragma_operator(token),
                _ => self.emit(token),
            }
            if self.tokens.len() >= MAX_TOKENS {
                self.too_large(token.span);
            }
        }
        self.flush_string();
        if self.fatal {
            // What was read so far ends anywhere: nothing that could be said of it would help.
            self.tokens.clear();
        }
        let file = self.map.file(self.files[0].file);
        let end = file.start + file.text.len() as u32;
        self.tokens.push(Token { kind: TokenKind::End, span: Span::new(end, end) });
    }

    /// Opens the texts of the `-D` and `-U` options, so that they are read before the program.
    fn open_option_files(&mut self) {
        let options = self.options;
        // Each text is read before the one that was opened earlier, so the last option goes first.
        for option in options.macros.iter().rev() {
            let line = match option {
                MacroOption::Define { name, definition } => {
                    // A new line ends the definition (API specification, "Preprocessor Options").
                    let definition = definition.split(['\n', '\r']).next().unwrap_or("");
                    format!("#define {name} {definition}")
                }
                MacroOption::Undefine(name) => format!("#undef {name}"),
            };
            match self.map.add(OPTIONS_FILE_NAME, line, Span::NONE) {
                Some(file) => self.open_file(file),
                None => self.source_too_large(Span::NONE),
            }
        }
    }

    /// Reads on in another file; the current one goes on after it.
    fn open_file(&mut self, file: FileId) {
        let lexer = Lexer::new(self.map, file);
        let resume = Some(std::mem::replace(&mut self.lexer, lexer));
        self.files.push(OpenFile { file, resume, conditionals: Vec::new() });
    }

    /// Ends the innermost file; false where it is the last.
    fn close_file(&mut self) -> bool {
        self.report_open_conditionals();
        let Some(resume) = self.files.last_mut().and_then(|last| last.resume.take()) else { return false };
        self.files.pop();
        self.lexer = resume;
        true
    }

    fn source_too_large(&mut self, span: Span) {
        if !self.fatal {
            self.diagnostics.push_fatal(
                Diagnostic::new(
                    limit_codes::SOURCE_TOO_LARGE,
                    span,
                    "there is more source text here than a compilation takes",
                )
                .note(format!("all texts together may have {} MiB", SourceMap::MAX_BYTES >> 20)),
            );
        }
        self.fatal = true;
    }

    /// The next token of the innermost file's lexer: one of the current line, in a directive.
    fn lex(&mut self) -> RawToken {
        self.lexer.next(self.interner, self.diagnostics)
    }

    /// The next token before macros are expanded; directives on the way are obeyed.
    fn next_raw(&mut self) -> RawToken {
        if self.fatal {
            return RawToken {
                kind: RawKind::End,
                flags: 0,
                hide_set: Default::default(),
                text: Symbol(0),
                span: Span::NONE,
            };
        }
        if let Some(token) = self.pending.pop() {
            return token;
        }
        loop {
            let token = self.lexer.next(self.interner, self.diagnostics);
            match token.kind {
                RawKind::Punctuator(Punctuator::Hash) if token.has(flags::LINE_START) => {
                    self.directive(token);
                    if self.fatal {
                        return RawToken { kind: RawKind::End, ..token };
                    }
                }
                // A macro call does not go on after the end of the file that it started in.
                RawKind::End if self.collecting == 0 && self.close_file() => {}
                _ => return token,
            }
        }
    }

    /// Appends a token to the result.
    fn emit(&mut self, token: RawToken) {
        let span = token.span;
        if token.kind == RawKind::String {
            self.string_part(token);
            return;
        }
        if self.string.is_some() {
            self.flush_string();
        }
        // Each arm appends by itself: the token is then made in its place instead of being copied there.
        match token.kind {
            RawKind::Identifier => self.tokens.push(Token { kind: TokenKind::Identifier(token.text), span }),
            RawKind::Punctuator(punctuator) => {
                self.tokens.push(Token { kind: TokenKind::Punctuator(punctuator), span })
            }
            RawKind::Number => {
                self.count_literal(token);
                let kind = literal::number(self.interner.text(token.text), span, self.diagnostics);
                self.tokens.push(Token { kind, span })
            }
            RawKind::Character => {
                self.reject_wide(token);
                self.count_literal(token);
                let text = unwide(self.interner.text(token.text));
                let value = literal::character(text, span, self.diagnostics);
                self.tokens.push(Token { kind: TokenKind::Character(value), span })
            }
            _ => self.reject(token),
        }
    }

    /// Takes a string literal in; its neighbours are joined to it (translation phase 6).
    fn string_part(&mut self, token: RawToken) {
        self.reject_wide(token);
        self.count_literal(token);
        let text = unwide(self.interner.text(token.text));
        let string = match &mut self.string {
            Some(string) => {
                string.span = self.map.join(string.span, token.span);
                string
            }
            none => none.insert(JoinedString { bytes: Vec::new(), span: token.span }),
        };
        literal::string(text, token.span, &mut string.bytes, self.diagnostics);
    }

    /// Counts the text of a literal that is about to be read: a long one may come from a macro many times.
    fn count_literal(&mut self, token: RawToken) {
        self.literal_bytes += self.interner.text(token.text).len();
        if self.literal_bytes > MAX_LITERAL_BYTES {
            self.too_large(token.span);
        }
    }

    /// Appends the string that was joined.
    fn flush_string(&mut self) {
        if let Some(string) = self.string.take() {
            let kind = TokenKind::String(string.bytes.into_boxed_slice());
            self.tokens.push(Token { kind, span: string.span });
        }
    }

    fn reject_wide(&mut self, token: RawToken) {
        if token.has(flags::WIDE) {
            self.diagnostics.push(
                Diagnostic::new(
                    codes::WIDE_LITERAL,
                    token.span,
                    "OpenCL C has no wide characters and strings",
                )
                .help("leave the `L` out"),
            );
        }
    }

    /// Reports something that is no token, and puts what was probably meant in its place.
    fn reject(&mut self, token: RawToken) {
        self.count_literal(token);
        let text = token.spelling(self.interner).to_string();
        if token.has(flags::UNTERMINATED) {
            self.unterminated_literal(token, &text);
            return;
        }
        let span = token.span;
        let mut characters = text.chars();
        let (first, alone) = (characters.next().unwrap_or('\0'), characters.next().is_none());
        let stray = |message: String| Diagnostic::new(codes::STRAY_CHARACTER, span, message);
        let (diagnostic, meant) = match confusable(first) {
            Some((name, meant)) if alone => {
                let diagnostic = stray(format!("{name} (U+{:04X}) cannot stand in a program", first as u32));
                let words = match meant {
                    "" => "remove it".to_string(),
                    " " => "write a space".to_string(),
                    "\n" => "write a new line".to_string(),
                    _ => format!("write `{meant}`"),
                };
                (diagnostic.suggest(words, span, meant), meant)
            }
            _ if alone && !first.is_alphanumeric() => {
                let diagnostic = match first {
                    '`' => stray("a backtick cannot stand in a program".into()),
                    _ if first.is_ascii_graphic() => stray(format!("`{first}` cannot stand in a program")),
                    _ => stray(format!("the character U+{:04X} cannot stand in a program", first as u32)),
                };
                (diagnostic, "")
            }
            _ => {
                let diagnostic =
                    stray(format!("the name `{}` has a character that names cannot have", excerpt(&text)))
                        .note("a name consists of the letters A to Z and a to z, digits and `_`");
                self.tokens.push(Token { kind: TokenKind::Identifier(token.text), span });
                (diagnostic, "")
            }
        };
        self.diagnostics.push(diagnostic);
        self.emit_instead(meant, span);
    }

    /// Reports a literal without closing quote. It is taken to end before the punctuation at the end of its
    /// line, which most often is the statement's.
    fn unterminated_literal(&mut self, token: RawToken, text: &str) {
        let is_string = unwide(text).starts_with('"');
        let span = token.span;
        // An apostrophe in prose would otherwise mark a whole line.
        let quote = Span { high: span.low + 1 + u32::from(token.has(flags::WIDE)), ..span };
        let what = if is_string { "string" } else { "character constant" };
        self.diagnostics.push(
            Diagnostic::new(
                codes::UNTERMINATED_LITERAL,
                quote,
                format!("this {what} has no closing quote on its line"),
            )
            .help(if is_string {
                "write `\\n` for a new line in a string; a long string is several, one after the other"
            } else {
                "write `\\'` for a quote in a character constant"
            }),
        );
        let kind = if is_string { TokenKind::String(Box::from([])) } else { TokenKind::Character(0) };
        self.tokens.push(Token { kind, span: quote });
        let content = text.trim_end_matches([')', ']', '}', ';', ',', ' ', '\t']);
        let rest = text[content.len()..].to_string();
        self.emit_instead(&rest, span.end());
    }

    /// Appends the tokens of a short text in the place of what could not stand there.
    fn emit_instead(&mut self, text: &str, span: Span) {
        let mut lexer = Lexer::for_text(Arc::from(text), 0);
        loop {
            let token = lexer.next(self.interner, self.diagnostics);
            match token.kind {
                RawKind::Punctuator(punctuator) => {
                    self.tokens.push(Token { kind: TokenKind::Punctuator(punctuator), span })
                }
                RawKind::End => return,
                _ => {}
            }
        }
    }
}

/// A literal's spelling without the `L` of a wide one.
fn unwide(text: &str) -> &str {
    text.strip_prefix('L').unwrap_or(text)
}

#[cfg(test)]
mod tests;
