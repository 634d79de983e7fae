//! Pragmas (OpenCL C, "Preprocessor Directives and Macros"; C99 6.10.6 and 6.10.9).
//!
//! Those that later stages have to know of become tokens; the rest is ignored, with a warning unless it is
//! addressed to other compilers. To enable an extension that is not there is an error and to disable it a warning, as the
//! specification wants it. Programs enable extensions of other vendors without asking, and some for nothing, since what they are about
//! is the host's or part of the language: an extension that exists somewhere ([`super::registered`]) is a warning only.

use std::sync::Arc;

use ferrocl_base::codes::preprocess as codes;
use ferrocl_base::{Diagnostic, Diagnostics, Span, Symbol};

use super::registered::{Registered, registered};
use super::{Preprocessor, predefined};
use crate::lexer::{Lexer, RawKind, RawToken, flags};
use crate::literal;
use crate::token::{Pragma, Punctuator, Token, TokenKind};

/// What `#pragma pack(push)` puts aside.
#[derive(Debug, Clone, Copy)]
pub(super) struct PushedPack {
    label: Option<Symbol>,
    limit: u32,
}

impl Preprocessor<'_> {
    /// Obeys `#pragma`; `span` is the directive.
    pub(super) fn pragma_directive(&mut self, span: Span) {
        let tokens = self.line_tokens();
        let span = tokens.last().map_or(span, |last| Span { high: last.span.high, ..span });
        self.pragma(&tokens, span);
    }

    /// Obeys `_Pragma("…")`; the operator's name has been read.
    pub(super) fn pragma_operator(&mut self, operator: RawToken) {
        let open = self.next_expanded();
        let mut text = None;
        let mut close = open;
        if open.is(Punctuator::LeftParen) {
            close = self.next_expanded();
            if close.kind == RawKind::String && !close.has(flags::WIDE) {
                text = Some(close.text);
                close = self.next_expanded();
            }
        }
        let (Some(text), true) = (text, close.is(Punctuator::RightParen)) else {
            self.diagnostics.push(
                Diagnostic::new(
                    codes::MALFORMED_DIRECTIVE,
                    operator.span,
                    "`_Pragma` must be followed by a string in parentheses",
                )
                .help("write `_Pragma(\"unroll 4\")` for `#pragma unroll 4`"),
            );
            if open.is(Punctuator::LeftParen) {
                self.skip_parenthesised(close);
            } else if open.kind != RawKind::End {
                self.pending.push(open);
            }
            return;
        };
        let span = self.map.join(operator.span, close.span);
        // C99 6.10.9: the quotes go, `\"` is `"`, `\\` is `\`.
        let spelling = self.interner.text(text);
        let content = spelling[1..spelling.len() - 1].replace("\\\"", "\"").replace("\\\\", "\\");
        let mut lexer = Lexer::for_text(Arc::from(content), 0);
        let mut ignored = Diagnostics::new();
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next(self.interner, &mut ignored);
            if token.kind == RawKind::End {
                break;
            }
            tokens.push(RawToken { span, flags: token.flags & !flags::LINE_START, ..token });
        }
        self.pragma(&tokens, span);
    }

    /// Steps over what follows an opening parenthesis, up to the closing one; `token` comes first.
    fn skip_parenthesised(&mut self, mut token: RawToken) {
        let mut depth = 0usize;
        loop {
            match token.kind {
                RawKind::End => return,
                RawKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                RawKind::Punctuator(Punctuator::RightParen) if depth == 0 => return,
                RawKind::Punctuator(Punctuator::RightParen) => depth -= 1,
                RawKind::Punctuator(Punctuator::Semicolon) => {
                    self.pending.push(token);
                    return;
                }
                _ => {}
            }
            token = self.next_expanded();
        }
    }

    fn pragma(&mut self, tokens: &[RawToken], span: Span) {
        if tokens.is_empty() {
            return;
        }
        let word = |index: usize| -> &str {
            tokens
                .get(index)
                .filter(|token| token.kind == RawKind::Identifier)
                .map_or("", |token| self.interner.text(token.text))
        };
        match (word(0), word(1), word(2)) {
            ("OPENCL", "EXTENSION", _) => self.extension_pragma(&tokens[2..], span),
            ("OPENCL" | "STDC", "FP_CONTRACT", switch) => {
                let state = match switch {
                    "ON" => Some(true),
                    "OFF" => Some(false),
                    "DEFAULT" => None,
                    _ => {
                        let help = format!("write `#pragma {} FP_CONTRACT ON`, `OFF` or `DEFAULT`", word(0));
                        self.malformed_pragma(span, "`FP_CONTRACT` needs a state", &help);
                        return;
                    }
                };
                self.pragma_token(Pragma::FpContract(state), span);
            }
            ("OPENCL", _, _) => self.malformed_pragma(
                span,
                "this is no pragma of OpenCL C",
                "the pragmas of OpenCL C are `OPENCL EXTENSION name : enable` and `OPENCL FP_CONTRACT ON`",
            ),
            ("once", _, _) => {
                if self.files.len() > 1 {
                    let name = self.including_file();
                    self.once.insert(name);
                } else {
                    self.diagnostics.push(
                        Diagnostic::new(codes::POINTLESS_PRAGMA, span, "`#pragma once` does nothing here")
                            .note("it is for files that are included; this one is not"),
                    );
                }
            }
            ("unroll", _, _) => self.unroll_pragma(&tokens[1..], span),
            ("GCC", "unroll", _) => self.unroll_pragma(&tokens[2..], span),
            ("nounroll", _, _) => self.pragma_token(Pragma::NoUnroll, span),
            ("clang", "loop", _) => self.clang_loop_pragma(&tokens[2..], span),
            ("clang" | "GCC", _, _) => {}
            ("pack", _, _) => self.pack_pragma(&tokens[1..], span),
            _ => {
                let mut diagnostic = Diagnostic::new(codes::UNKNOWN_PRAGMA, span, "unknown pragma, ignored");
                if let Some(close) =
                    ferrocl_base::closest(word(0), ["OPENCL", "unroll", "nounroll", "once", "pack", "STDC"])
                {
                    diagnostic = diagnostic.help(format!("did you mean `{close}`?"));
                }
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn pragma_token(&mut self, pragma: Pragma, span: Span) {
        self.flush_string();
        self.tokens.push(Token { kind: TokenKind::Pragma(pragma), span });
    }

    fn malformed_pragma(&mut self, span: Span, message: &str, help: &str) {
        self.diagnostics.push(
            Diagnostic::new(codes::MALFORMED_PRAGMA, span, format!("{message}; the pragma is ignored"))
                .help(help),
        );
    }

    /// `name : behaviour` of `#pragma OPENCL EXTENSION`.
    fn extension_pragma(&mut self, tokens: &[RawToken], span: Span) {
        let form = "write `#pragma OPENCL EXTENSION name : enable` or `disable`";
        let [name, colon, behaviour, ..] = tokens else {
            self.malformed_pragma(span, "`EXTENSION` needs a name and a behaviour", form);
            return;
        };
        if name.kind != RawKind::Identifier || !colon.is(Punctuator::Colon) {
            self.malformed_pragma(span, "`EXTENSION` needs a name and a behaviour", form);
            return;
        }
        let enable = match behaviour.spelling(self.interner) {
            "enable" => true,
            "disable" => false,
            other => {
                let message = format!("`{other}` is no behaviour of an extension");
                self.malformed_pragma(behaviour.span, &message, form);
                return;
            }
        };
        let text = self.interner.text(name.text);
        if text == "all" {
            if enable {
                self.diagnostics.push(
                    Diagnostic::new(codes::ENABLE_ALL, name.span, "`all` can only be disabled")
                        .note("section \"Preprocessor Directives for Optional Extensions\"")
                        .help("enable the extensions that are used by their names"),
                );
                return;
            }
        } else if !predefined::is_extension(text) {
            let text = text.to_string();
            self.report_unknown_extension(&text, name.span, enable);
            return;
        }
        self.pragma_token(Pragma::Extension { name: name.text, enable }, span);
    }

    fn report_unknown_extension(&mut self, name: &str, span: Span, enable: bool) {
        match registered(name) {
            Some(Registered::WithoutLanguage) => return,
            Some(Registered::Unsupported) if enable => {
                let diagnostic = Diagnostic::new(
                    codes::POINTLESS_PRAGMA,
                    span,
                    format!("the extension `{name}` is not supported; the pragma is ignored"),
                )
                .note("what it would add to the language is not there")
                .help(format!("put the line between `#ifdef {name}` and `#endif`"));
                // What the registry knows is not misspelt.
                let close = match name.starts_with("cl_khr_") {
                    true => None,
                    false => ferrocl_base::closest(name, predefined::extensions()),
                };
                self.diagnostics.push(match close {
                    Some(close) => diagnostic.suggest(format!("did you mean `{close}`?"), span, close),
                    None => diagnostic,
                });
                return;
            }
            _ => {}
        }
        let code = if enable { codes::UNKNOWN_EXTENSION } else { codes::UNKNOWN_EXTENSION_DISABLED };
        let message = if enable {
            format!("the extension `{name}` is not supported")
        } else {
            format!("the extension `{name}`, which is disabled here, is not supported anyway")
        };
        let diagnostic = Diagnostic::new(code, span, message);
        let diagnostic = match ferrocl_base::closest(name, predefined::extensions()) {
            Some(close) => diagnostic.suggest(format!("did you mean `{close}`?"), span, close),
            None if enable => diagnostic
                .note("a supported extension is also a macro (section \"Preprocessor Directives for Optional Extensions\")")
                .help(format!("put the line between `#ifdef {name}` and `#endif`")),
            None => diagnostic.help("remove the line"),
        };
        self.diagnostics.push(diagnostic);
    }

    /// `()`, `(n)`, `(push, name, n)`, `(pop, name)` of `#pragma pack`, in which macros are expanded (a habit of all C compilers; the
    /// parts that follow the first may be left away).
    fn pack_pragma(&mut self, tokens: &[RawToken], span: Span) {
        let form =
            "write `#pragma pack(4)`, `#pragma pack(push, 4)`, `#pragma pack(pop)` or `#pragma pack()`";
        let expanded = self.expand_alone(tokens);
        let [open, parts @ .., close] = expanded.as_slice() else {
            return self.malformed_pragma(span, "`pack` needs parentheses", form);
        };
        if !open.is(Punctuator::LeftParen) || !close.is(Punctuator::RightParen) {
            return self.malformed_pragma(span, "`pack` needs parentheses", form);
        }
        let mut parts = if parts.is_empty() {
            Vec::new()
        } else {
            parts.split(|token| token.is(Punctuator::Comma)).collect::<Vec<_>>()
        };
        let action = match parts.first() {
            Some([word]) if word.kind == RawKind::Identifier => self.interner.text(word.text).to_string(),
            _ => String::new(),
        };
        let mut label = None;
        if !action.is_empty() {
            parts.remove(0);
            if let Some([name]) = parts.first()
                && name.kind == RawKind::Identifier
            {
                label = Some(name.text);
                parts.remove(0);
            }
        }
        let limit = match parts.as_slice() {
            [] => None,
            [part] => match self.small_number(part) {
                Some(limit @ (0 | 1 | 2 | 4 | 8 | 16)) => Some(limit),
                _ => return self.malformed_pragma(span, "`pack` takes 1, 2, 4, 8 or 16", form),
            },
            _ => return self.malformed_pragma(span, "`pack` has too many parts", form),
        };
        match action.as_str() {
            "" => self.pack = limit.unwrap_or(0),
            "push" => {
                self.packing.push(PushedPack { label, limit: self.pack });
                self.pack = limit.unwrap_or(self.pack);
            }
            "pop" => {
                let at = match label {
                    None => self.packing.len().checked_sub(1),
                    Some(label) => self.packing.iter().rposition(|pushed| pushed.label == Some(label)),
                };
                match at {
                    Some(at) => {
                        self.pack = self.packing[at].limit;
                        self.packing.truncate(at);
                    }
                    None => {
                        let message = "`pack(pop)` has no `pack(push)` before it";
                        self.malformed_pragma(span, message, "push before what is to be packed");
                    }
                }
                self.pack = limit.unwrap_or(self.pack);
            }
            _ => return self.malformed_pragma(span, "`pack` knows `push` and `pop` only", form),
        }
        self.pragma_token(Pragma::Pack(self.pack), span);
    }

    /// `[N]` or `(N)` of `#pragma unroll`; macros are expanded in it.
    fn unroll_pragma(&mut self, tokens: &[RawToken], span: Span) {
        if tokens.is_empty() {
            self.pragma_token(Pragma::Unroll(None), span);
            return;
        }
        let mut expanded = self.expand_alone(tokens);
        if let [open, .., close] = expanded.as_slice()
            && open.is(Punctuator::LeftParen)
            && close.is(Punctuator::RightParen)
        {
            expanded.pop();
            expanded.remove(0);
        }
        match self.small_number(&expanded) {
            Some(count) => self.pragma_token(Pragma::Unroll(Some(count)), span),
            None => self.malformed_pragma(
                span,
                "the number of iterations to unroll must be an integer constant",
                "write `#pragma unroll 4`, or `#pragma unroll` for all iterations",
            ),
        }
    }

    /// The value of the one integer that these tokens are.
    fn small_number(&mut self, tokens: &[RawToken]) -> Option<u32> {
        let [number] = tokens else { return None };
        if number.kind != RawKind::Number {
            return None;
        }
        let mut ignored = Diagnostics::new();
        match literal::number(self.interner.text(number.text), number.span, &mut ignored) {
            TokenKind::Integer(literal) if !ignored.has_errors() => u32::try_from(literal.value).ok(),
            _ => None,
        }
    }

    /// `unroll(full)`, `unroll_count(4)`, … of `#pragma clang loop`; what is no unrolling is ignored.
    fn clang_loop_pragma(&mut self, tokens: &[RawToken], span: Span) {
        let mut rest = tokens;
        while let [option, open, value, close, ..] = rest {
            let parenthesised = open.is(Punctuator::LeftParen) && close.is(Punctuator::RightParen);
            if option.kind == RawKind::Identifier && parenthesised {
                let value_text = value.spelling(self.interner);
                match (option.spelling(self.interner), value_text) {
                    ("unroll", "disable") => self.pragma_token(Pragma::NoUnroll, span),
                    ("unroll", _) => self.pragma_token(Pragma::Unroll(None), span),
                    ("unroll_count", _) => {
                        let value = self.expand_alone(&[*value]);
                        if let Some(count) = self.small_number(&value) {
                            self.pragma_token(Pragma::Unroll(Some(count)), span);
                        }
                    }
                    _ => {}
                }
            }
            rest = &rest[4..];
        }
    }
}
