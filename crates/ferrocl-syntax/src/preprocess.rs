//! The C99 preprocessor (C99 6.10 and translation phases 1 to 6), for OpenCL C.
//!
//! It pulls: [`Preprocessor`] asks the lexer of the innermost open file for raw tokens, obeys directives,
//! expands macros, and turns what is left into the parser's [`Token`]s. Nothing is kept per line, so that
//! a text is read once and a program without macros costs little more than its lexing.
//!
//! * [`hide_sets`]: which macros a token may not expand (Prosser's algorithm).

use ferrocl_base::codes::preprocess as codes;
use ferrocl_base::{Diagnostic, Diagnostics, FileId, Interner, SourceMap};

use crate::lexer::{Lexer, RawKind, RawToken, flags};
use crate::literal;
use crate::options::BuildOptions;
use crate::token::{Token, TokenKind};

pub(crate) mod hide_sets;

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
    let _ = (options, includes);
    let mut lexer = Lexer::new(map, file);
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next(interner, diagnostics);
        emit(&mut tokens, token, map, interner, diagnostics);
        if token.kind == RawKind::End {
            return tokens;
        }
    }
}

fn emit(
    tokens: &mut Vec<Token>,
    token: RawToken,
    map: &SourceMap,
    interner: &Interner,
    diagnostics: &mut Diagnostics,
) {
    let span = token.span;
    if token.has(flags::WIDE) && token.kind != RawKind::Other {
        diagnostics.push(
            Diagnostic::new(codes::WIDE_LITERAL, span, "OpenCL C has no wide characters and strings")
                .help("leave the `L` out"),
        );
    }
    let kind = match token.kind {
        RawKind::Identifier => TokenKind::Identifier(token.text),
        RawKind::Punctuator(punctuator) => TokenKind::Punctuator(punctuator),
        RawKind::Number => literal::number(interner.text(token.text), span, diagnostics),
        RawKind::Character => {
            TokenKind::Character(literal::character(unwide(interner.text(token.text)), span, diagnostics))
        }
        RawKind::String => {
            let text = unwide(interner.text(token.text));
            if let Some(Token { kind: TokenKind::String(last), span: whole }) = tokens.last_mut() {
                let mut bytes = std::mem::take(last).into_vec();
                literal::string(text, span, &mut bytes, diagnostics);
                *last = bytes.into_boxed_slice();
                *whole = map.join(*whole, span);
                return;
            }
            let mut bytes = Vec::new();
            literal::string(text, span, &mut bytes, diagnostics);
            TokenKind::String(bytes.into_boxed_slice())
        }
        RawKind::End => TokenKind::End,
        _ => {
            diagnostics.push(Diagnostic::new(
                codes::STRAY_CHARACTER,
                span,
                format!("`{}` cannot stand in a program", token.spelling(interner)),
            ));
            return;
        }
    };
    tokens.push(Token { kind, span });
}

/// A literal's spelling without the `L` of a wide one.
fn unwide(text: &str) -> &str {
    text.strip_prefix('L').unwrap_or(text)
}
