//! Directives (C99 6.10): conditional groups, `#include`, `#line`, `#error`, `#warning`.
//!
//! A directive is read with the lexer stopping at the end of its line. A group whose condition is false is
//! stepped over by the lexer alone, which looks only for lines that start with `#`.

use std::sync::Arc;

use ferrocl_base::codes::preprocess as codes;
use ferrocl_base::source::LineMark;
use ferrocl_base::{Diagnostic, FileId, Span, excerpt};

use super::{MAX_INCLUDE_DEPTH, MAX_INCLUDES, Preprocessor};
use crate::lexer::{RawKind, RawToken, decode_source, flags};
use crate::literal;
use crate::token::{Header, Pragma, Punctuator, Token, TokenKind};

/// An `#if` … `#endif`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conditional {
    /// The directive that opened it.
    open: Span,
    /// Its `#else`, once that was read.
    else_at: Option<Span>,
}

/// What the conditional directives are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Branch {
    Elif,
    Elifdef { wanted: bool },
    Else,
    Endif,
}

impl Preprocessor<'_> {
    /// Obeys the directive that this `#` starts.
    pub(super) fn directive(&mut self, hash: RawToken) {
        self.lexer.in_directive = true;
        let name = self.lex();
        let mut included = None;
        match name.kind {
            RawKind::End => {}
            RawKind::Identifier => included = self.named_directive(hash, name),
            // `# 12 "file"`, as other preprocessors leave it behind.
            RawKind::Number => self.line_directive(Some(name)),
            _ => self.unknown_directive(name),
        }
        self.lexer.skip_line(self.diagnostics);
        self.lexer.in_directive = false;
        if let Some(file) = included {
            self.open_file(file);
        }
    }

    /// Obeys a directive by its name; the file to go on with comes back from `#include`.
    fn named_directive(&mut self, hash: RawToken, name: RawToken) -> Option<FileId> {
        let span = Span { low: hash.span.low, ..name.span };
        let directive = self.interner.text(name.text);
        if self.collecting > 0 && matches!(directive, "include" | "pragma") {
            let mut diagnostic = Diagnostic::new(
                codes::DIRECTIVE_IN_ARGUMENTS,
                span,
                format!("`#{directive}` cannot stand inside the arguments of a macro"),
            );
            if directive == "pragma" {
                diagnostic = diagnostic.help("write `_Pragma(\"…\")` instead");
            }
            self.diagnostics.push(diagnostic);
            return None;
        }
        match directive {
            "define" => self.define_directive(),
            "undef" => self.undef_directive(),
            "include" => return self.include_directive(span),
            "if" => {
                let holds = self.condition(span);
                self.open_conditional(span, holds);
            }
            "ifdef" => {
                let defined = self.is_defined_operand("ifdef").unwrap_or(false);
                self.open_conditional(span, defined);
            }
            "ifndef" => {
                let defined = self.is_defined_operand("ifndef").unwrap_or(true);
                self.open_conditional(span, !defined);
            }
            "elif" => self.branch_after_taken(Branch::Elif, span),
            "elifdef" => self.branch_after_taken(Branch::Elifdef { wanted: true }, span),
            "elifndef" => self.branch_after_taken(Branch::Elifdef { wanted: false }, span),
            "else" => self.branch_after_taken(Branch::Else, span),
            "endif" => self.branch_after_taken(Branch::Endif, span),
            "line" => self.line_directive(None),
            "error" | "warning" => {
                let (what, code) = if directive == "error" {
                    ("#error", codes::USER_ERROR)
                } else {
                    ("#warning", codes::USER_WARNING)
                };
                let (text, text_span) = self.lexer.rest_of_line();
                let span = if text.is_empty() { span } else { Span { low: span.low, ..text_span } };
                let message = if text.is_empty() { what.to_string() } else { text };
                self.diagnostics.push(Diagnostic::new(code, span, message));
            }
            "pragma" => self.pragma_directive(span),
            // An assembler's or linter's line, which C compilers step over.
            "ident" | "sccs" => {}
            _ => self.unknown_directive(name),
        }
        None
    }

    fn unknown_directive(&mut self, name: RawToken) {
        const KNOWN: [&str; 12] = [
            "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "line", "error",
            "pragma",
        ];
        let text = &*excerpt(name.spelling(self.interner));
        let mut diagnostic = Diagnostic::new(
            codes::INVALID_DIRECTIVE,
            name.span,
            format!("`#{text}` is not a preprocessing directive"),
        );
        diagnostic = match text {
            "elseif" | "elsif" | "elsefi" => diagnostic.suggest("write `#elif`", name.span, "elif"),
            "import" | "include_next" => diagnostic.suggest("write `#include`", name.span, "include"),
            _ => match ferrocl_base::closest(text, KNOWN) {
                Some(close) => diagnostic.suggest(format!("did you mean `#{close}`?"), name.span, close),
                None => diagnostic,
            },
        };
        self.diagnostics.push(diagnostic);
    }

    /// Warns of text after a directive's end.
    pub(super) fn expect_line_end(&mut self, directive: &str) {
        let token = self.lex();
        if token.kind != RawKind::End {
            self.diagnostics.push(
                Diagnostic::new(
                    codes::EXTRA_TOKENS,
                    token.span,
                    format!("text after `#{directive}` is ignored"),
                )
                .help("make it a comment, or remove it"),
            );
        }
    }

    /// Reads the tokens up to the end of the directive's line.
    pub(super) fn line_tokens(&mut self) -> Vec<RawToken> {
        let mut tokens = Vec::new();
        loop {
            let mut token = self.lex();
            if token.kind == RawKind::End {
                return tokens;
            }
            token.flags &= !flags::LINE_START;
            tokens.push(token);
        }
    }
}

/// Conditional groups.
impl Preprocessor<'_> {
    /// The operand of `#ifdef` and its kin: whether it is defined; none where it is malformed.
    fn is_defined_operand(&mut self, directive: &str) -> Option<bool> {
        let name = self.macro_name(directive)?;
        let defined = self.is_defined(name.text);
        self.expect_line_end(directive);
        Some(defined)
    }

    /// Whether a name is a macro's.
    pub(super) fn is_defined(&mut self, name: ferrocl_base::Symbol) -> bool {
        name == self.names.has_include
            || self.names.is_feature_test(name)
            || self.macros.lookup(name, self.interner, self.options).is_some()
    }

    fn conditionals(&mut self) -> &mut Vec<Conditional> {
        let last = self.files.len() - 1;
        &mut self.files[last].conditionals
    }

    fn open_conditional(&mut self, open: Span, holds: bool) {
        self.conditionals().push(Conditional { open, else_at: None });
        if !holds {
            self.skip_groups(false);
        }
    }

    /// A branch directive after a group that was read: what follows up to `#endif` is stepped over.
    fn branch_after_taken(&mut self, branch: Branch, span: Span) {
        if !self.check_branch(branch, span) {
            return;
        }
        if branch == Branch::Endif {
            self.expect_line_end("endif");
            self.conditionals().pop();
            return;
        }
        if branch == Branch::Else {
            self.expect_line_end("else");
        }
        self.skip_groups(true);
    }

    /// Reports a branch directive that has no `#if` or follows `#else`; notes an `#else`.
    fn check_branch(&mut self, branch: Branch, span: Span) -> bool {
        let name = match branch {
            Branch::Elif => "#elif",
            Branch::Elifdef { wanted: true } => "#elifdef",
            Branch::Elifdef { wanted: false } => "#elifndef",
            Branch::Else => "#else",
            Branch::Endif => "#endif",
        };
        let Some(conditional) = self.conditionals().last_mut() else {
            self.diagnostics.push(
                Diagnostic::new(codes::UNMATCHED_CONDITIONAL, span, format!("`{name}` without an `#if`"))
                    .note("an `#if` and its `#endif` must stand in the same file"),
            );
            return false;
        };
        if branch == Branch::Endif {
            return true;
        }
        if let Some(else_at) = conditional.else_at {
            let open = conditional.open;
            self.diagnostics.push(
                Diagnostic::new(codes::UNMATCHED_CONDITIONAL, span, format!("`{name}` after `#else`"))
                    .label(else_at, "the `#else` that ends the choice")
                    .label(open, "of this directive"),
            );
        } else if branch == Branch::Else {
            conditional.else_at = Some(span);
        }
        true
    }

    /// Steps over groups up to the one that holds, or to `#endif`. `taken`: one group was read already, so
    /// none holds any more. The current directive's line is not yet ended.
    fn skip_groups(&mut self, taken: bool) {
        let mut depth = 0usize;
        self.lexer.skip_line(self.diagnostics);
        while self.lexer.skip_to_directive(self.diagnostics) {
            let hash = self.lexer.map_position() - 1;
            let name = self.lex();
            if name.kind != RawKind::Identifier {
                self.lexer.skip_line(self.diagnostics);
                continue;
            }
            let span = Span { low: hash, ..name.span };
            let branch = match self.interner.text(name.text) {
                "if" | "ifdef" | "ifndef" => {
                    depth += 1;
                    None
                }
                "endif" if depth > 0 => {
                    depth -= 1;
                    None
                }
                "elif" if depth == 0 => Some(Branch::Elif),
                "elifdef" if depth == 0 => Some(Branch::Elifdef { wanted: true }),
                "elifndef" if depth == 0 => Some(Branch::Elifdef { wanted: false }),
                "else" if depth == 0 => Some(Branch::Else),
                "endif" => Some(Branch::Endif),
                _ => None,
            };
            if let Some(branch) = branch {
                let after_else = self.conditionals().last().is_some_and(|last| last.else_at.is_some());
                self.check_branch(branch, span);
                let holds = !taken && !after_else;
                match branch {
                    Branch::Endif => {
                        self.expect_line_end("endif");
                        self.conditionals().pop();
                        return;
                    }
                    Branch::Else => {
                        self.expect_line_end("else");
                        if holds {
                            return;
                        }
                    }
                    Branch::Elif if holds => {
                        if self.condition(span) {
                            return;
                        }
                    }
                    Branch::Elifdef { wanted } if holds => {
                        let directive = if wanted { "elifdef" } else { "elifndef" };
                        if self.is_defined_operand(directive) == Some(wanted) {
                            return;
                        }
                    }
                    Branch::Elif | Branch::Elifdef { .. } => {}
                }
            }
            self.lexer.skip_line(self.diagnostics);
        }
    }

    /// At the end of a file: reports what is not closed.
    pub(super) fn report_open_conditionals(&mut self) {
        for conditional in std::mem::take(self.conditionals()).iter().rev() {
            self.diagnostics.push(
                Diagnostic::new(
                    codes::UNTERMINATED_CONDITIONAL,
                    conditional.open,
                    "this conditional has no `#endif`",
                )
                .note("it must stand in the same file"),
            );
        }
    }
}

/// `#include` and `#line`.
impl Preprocessor<'_> {
    fn include_directive(&mut self, directive: Span) -> Option<FileId> {
        let (name, angled, span) = self.header_operand(directive, "include")?;
        self.expect_line_end("include");
        if self.files.len() > MAX_INCLUDE_DEPTH || self.include_count >= MAX_INCLUDES {
            self.include_too_deep(&name, span);
            return None;
        }
        self.include_count += 1;
        if angled && name == "opencl_reinterpret" && self.options.cpp.is_some() {
            self.flush_string();
            self.tokens.push(Token { kind: TokenKind::Pragma(Pragma::Header(Header::Reinterpret)), span });
            return None;
        }
        let including = self.including_file();
        let loaded = self.includes.load(&name, angled, &including, &self.options.include_directories);
        let Some(loaded) = loaded else {
            self.include_not_found(&name, angled, span);
            return None;
        };
        if self.once.contains(&loaded.name) {
            return None;
        }
        let text = match self.loaded.get(&loaded.name) {
            Some(text) => text.clone(),
            None => {
                let text = decode_source(&loaded.bytes);
                self.loaded.insert(loaded.name.clone(), text.clone());
                text
            }
        };
        let file = self.map.add(loaded.name, text, span);
        if file.is_none() {
            self.source_too_large(span);
        }
        file
    }

    /// The name of the file that is being read, as it was loaded.
    pub(super) fn including_file(&self) -> String {
        self.files.last().map_or(String::new(), |open| self.map.file(open.file).name.clone())
    }

    /// Reads `"name"` or `<name>` or what expands to one (C99 6.10.2).
    pub(super) fn header_operand(&mut self, directive: Span, what: &str) -> Option<(String, bool, Span)> {
        if let Some(header) = self.lexer.header_name(self.diagnostics) {
            return Some((header.name, header.angled, header.span));
        }
        let written = self.line_tokens();
        let tokens = self.expand_alone(&written);
        if let Some((header, _)) = self.header_from_tokens(&tokens) {
            return Some(header);
        }
        if !self.fatal {
            let span = written.first().map_or(directive, |first| first.span);
            self.diagnostics.push(
                Diagnostic::new(
                    codes::MALFORMED_DIRECTIVE,
                    span,
                    format!("`#{what}` without the name of a file"),
                )
                .help(format!("write `#{what} \"name\"` or `#{what} <name>`")),
            );
        }
        None
    }

    /// The header name that expanded tokens start with, and how many they are.
    pub(super) fn header_from_tokens(&self, tokens: &[RawToken]) -> Option<((String, bool, Span), usize)> {
        let first = tokens.first()?;
        if first.kind == RawKind::String && !first.has(flags::WIDE) {
            let spelling = first.spelling(self.interner);
            return Some(((spelling[1..spelling.len() - 1].to_string(), false, first.span), 1));
        }
        if !first.is(Punctuator::Less) {
            return None;
        }
        let close = tokens.iter().position(|token| token.is(Punctuator::Greater))?;
        let mut name = String::new();
        for (index, token) in tokens[1..close].iter().enumerate() {
            if index > 0 && token.has(flags::SPACE) {
                name.push(' ');
            }
            name.push_str(token.spelling(self.interner));
        }
        Some(((name, true, self.map.join(first.span, tokens[close].span)), close + 1))
    }

    fn include_too_deep(&mut self, name: &str, span: Span) {
        let diagnostic = Diagnostic::new(
            codes::INCLUDE_TOO_DEEP,
            span,
            format!("including `{name}` here goes too far; preprocessing stops"),
        )
        .note(format!(
            "files may include each other {MAX_INCLUDE_DEPTH} levels deep, and {MAX_INCLUDES} files may be included in all"
        ))
        .help("start a file that includes itself, directly or by others, with `#pragma once`");
        self.diagnostics.push_fatal(diagnostic);
        self.fatal = true;
    }

    fn include_not_found(&mut self, name: &str, angled: bool, span: Span) {
        const STANDARD_HEADERS: [&str; 24] = [
            "assert.h",
            "complex.h",
            "ctype.h",
            "errno.h",
            "fenv.h",
            "float.h",
            "inttypes.h",
            "iso646.h",
            "limits.h",
            "locale.h",
            "math.h",
            "setjmp.h",
            "signal.h",
            "stdarg.h",
            "stdbool.h",
            "stddef.h",
            "stdint.h",
            "stdio.h",
            "stdlib.h",
            "string.h",
            "tgmath.h",
            "time.h",
            "wchar.h",
            "wctype.h",
        ];
        let mut diagnostic =
            Diagnostic::new(codes::INCLUDE_NOT_FOUND, span, format!("there is no file `{name}` to include"));
        let directories = &self.options.include_directories;
        if angled && STANDARD_HEADERS.contains(&name) {
            diagnostic = diagnostic
                .note("OpenCL C has no standard headers (OpenCL C, \"Restrictions\"); its built-in functions and constants need none")
                .help("remove the line");
        } else if directories.is_empty() {
            diagnostic = diagnostic.note("no directories are given with `-I`").help(
                "add `-I DIRECTORY` to the build options, or give the file to clCompileProgram as a header",
            );
        } else {
            diagnostic = diagnostic.note(format!("the directories of `-I` are {}", quoted_list(directories)));
        }
        self.diagnostics.push(diagnostic);
    }

    /// Obeys `#line` (C99 6.10.4), or the line that another preprocessor left: `first` is its number.
    fn line_directive(&mut self, first: Option<RawToken>) {
        let left_behind = first.is_some();
        let mut written: Vec<RawToken> = first.into_iter().collect();
        written.extend(self.line_tokens());
        let tokens = if left_behind { written.clone() } else { self.expand_alone(&written) };
        if self.fatal {
            return;
        }
        let place = written.first().map_or(self.lexer.after_last_token(), |first| first.span);
        let number = tokens.first().filter(|token| token.kind == RawKind::Number);
        let digits = number.map(|token| token.spelling(self.interner)).unwrap_or("");
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // A line that another preprocessor left may have the number 0.
        let least = i64::from(!left_behind);
        let line = match digits.parse::<i64>() {
            Ok(line) if plain && (least..=i32::MAX as i64).contains(&line) => line,
            _ => {
                self.diagnostics
                    .push(Diagnostic::new(codes::INVALID_LINE, place, "`#line` needs a line number").note(
                        "it is written in decimal digits and is between 1 and 2147483647 (C99 6.10.4)",
                    ));
                return;
            }
        };
        let mut name = None;
        if let Some(file) = tokens.get(1) {
            if file.kind != RawKind::String || file.has(flags::WIDE) {
                self.diagnostics.push(
                    Diagnostic::new(
                        codes::INVALID_LINE,
                        file.span,
                        "the file name of `#line` must be a string",
                    )
                    .help("write it in double quotes"),
                );
                return;
            }
            let mut bytes = Vec::new();
            literal::string(file.spelling(self.interner), file.span, &mut bytes, self.diagnostics);
            name = Some(Arc::from(String::from_utf8_lossy(&bytes)));
            // The flags of a line that another preprocessor left are of no use here.
            if let (Some(extra), false) = (tokens.get(2), left_behind) {
                self.diagnostics.push(
                    Diagnostic::new(codes::EXTRA_TOKENS, extra.span, "text after `#line` is ignored")
                        .help("make it a comment, or remove it"),
                );
            }
        }
        let Some(open) = self.files.last() else { return };
        let file = self.map.file(open.file);
        let offset = self.lexer.offset() as u32;
        // The next line's number, from 1, is that of this one, from 0, plus 2.
        let next = file.line_index(offset) as i64 + 2;
        let mark = LineMark { offset: offset + 1, delta: line - next, name };
        self.map.add_line_mark(open.file, mark);
    }
}

fn quoted_list(names: &[String]) -> String {
    let mut list = String::new();
    for (index, name) in names.iter().enumerate() {
        if index > 0 {
            list.push_str(", ");
        }
        if index == 8 {
            list.push_str(&format!("and {} more", names.len() - index));
            break;
        }
        list.push_str(&format!("`{name}`"));
    }
    list
}
