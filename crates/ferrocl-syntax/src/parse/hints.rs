//! Guesses at what was meant: misspelt types and keywords, types of other languages, words of newer versions.

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};

use super::Parser;
use super::words::{self, Keyword, Word};
use crate::options::Standard;
use crate::token::TokenKind;

/// Type names of other languages and headers, and OpenCL C's own for them.
const FOREIGN_TYPES: &[(&str, &str)] = &[
    ("int8_t", "char"),
    ("uint8_t", "uchar"),
    ("int16_t", "short"),
    ("uint16_t", "ushort"),
    ("int32_t", "int"),
    ("uint32_t", "uint"),
    ("int64_t", "long"),
    ("uint64_t", "ulong"),
    ("u8", "uchar"),
    ("u16", "ushort"),
    ("u32", "uint"),
    ("u64", "ulong"),
    ("i32", "int"),
    ("i64", "long"),
    ("f32", "float"),
    ("f64", "double"),
    ("byte", "uchar"),
    ("string", "constant char *"),
    ("boolean", "bool"),
    ("__half", "half"),
    ("vec2", "float2"),
    ("vec3", "float3"),
    ("vec4", "float4"),
    ("ivec2", "int2"),
    ("ivec3", "int3"),
    ("ivec4", "int4"),
    ("uvec2", "uint2"),
    ("uvec3", "uint3"),
    ("uvec4", "uint4"),
];

/// The number of single-character edits (insert, remove, replace, swap neighbours) from one text to the
/// other, or `None` if it is greater than `limit`.
fn edit_distance(from: &str, to: &str, limit: usize) -> Option<usize> {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    if from.len().abs_diff(to.len()) > limit || from.len() > 64 {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for (i, &a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in to.iter().enumerate() {
            let mut best = (above[j] + usize::from(a != b)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == to[j - 1] && from[i - 1] == b {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().filter(|&distance| distance <= limit)
}

/// How a version of the language is written in the option.
pub(super) fn standard_option(standard: Standard) -> String {
    format!("-cl-std=CL{}", standard.version())
}

impl Parser<'_> {
    /// The candidate that looks most like `name`, if one is near enough for a slip.
    fn closest<'s>(name: &str, candidates: impl Iterator<Item = &'s str>) -> Option<&'s str> {
        let limit = (name.len() / 4).clamp(1, 2);
        candidates
            .filter_map(|candidate| edit_distance(name, candidate, limit).map(|d| (d, candidate)))
            .min()
            .map(|(_, candidate)| candidate)
    }
    /// The keyword for statements that looks most like a name.
    pub(super) fn statement_keyword_like(&self, symbol: Symbol) -> Option<&'static str> {
        let words = ["if", "while", "for", "switch", "else", "do", "return"];
        Self::closest(self.text(symbol), words.into_iter())
    }
    /// Says that a word that has to be a type is none, once a word, with what may have been meant.
    #[cold]
    pub(super) fn unknown_type(&mut self, symbol: Symbol, span: Span) {
        let is_ordinary = self.names.get(symbol) == Word::Ordinary;
        self.names.set_faulty(symbol);
        let name = self.text(symbol).to_owned();
        let mut diagnostic = if is_ordinary {
            Diagnostic::new(
                codes::UNKNOWN_TYPE,
                span,
                format!("`{name}` is the name of a variable or function, not of a type"),
            )
            .primary("a type has to stand here")
        } else {
            Diagnostic::new(codes::UNKNOWN_TYPE, span, format!("unknown type name `{name}`"))
                .primary("no type of this name is known here")
        };
        let host = name.strip_prefix("cl_").filter(|_| !name.ends_with("_t") && !name.contains("mem"));
        if self.names.tags.contains(&symbol) {
            let record = format!("struct {name}");
            diagnostic = diagnostic
                .note(format!(
                    "`{name}` is a tag; unlike C++, C wants the word `struct`, `union` or `enum` before it"
                ))
                .suggest(format!("write `{record}`, or add `typedef {record} {name};`"), span, record);
        } else if let Some((_, own)) = FOREIGN_TYPES.iter().find(|row| row.0 == name) {
            diagnostic = diagnostic.suggest(format!("OpenCL C calls this type `{own}`"), span, *own);
        } else if let Some(own) = host.filter(|own| {
            self.interner
                .get(own)
                .is_some_and(|s| matches!(self.names.get(s), Word::Predefined(_) | Word::Keyword(_)))
        }) {
            diagnostic =
                diagnostic.suggest(format!("host code says `{name}`, kernels say `{own}`"), span, own);
        } else if let Some(since) = words::keyword_since(&name).filter(|&since| since > self.standard) {
            diagnostic = diagnostic.help(format!(
                "`{name}` is a keyword from OpenCL C {} on: build with `{}`",
                since.version(),
                standard_option(since)
            ));
        } else {
            let types = self.names.type_names().map(|symbol| self.interner.text(symbol));
            if let Some(similar) = Self::closest(&name, types) {
                diagnostic = diagnostic.suggest(format!("did you mean `{similar}`?"), span, similar);
            }
        }
        self.report(diagnostic);
    }

    /// A word that is a qualifier in newer versions of the language (`generic`, `pipe`), before further specifiers: says so
    /// and steps over it.
    pub(super) fn skip_newer_qualifier(&mut self) -> bool {
        let TokenKind::Identifier(symbol) = self.kind() else { return false };
        let text = self.text(*symbol);
        let since = words::keyword_since(text).filter(|&since| since > self.standard);
        if since.is_none() || !self.nth_starts_specifiers(1) {
            return false;
        }
        let keyword = match text {
            "pipe" => Keyword::Pipe,
            _ => Keyword::AddressSpace(crate::ast::AddressSpaceKeyword::Generic),
        };
        let span = self.advance();
        self.check_version(keyword, span);
        true
    }
    /// Says that this word is none of this version's, if it is not (`__generic` before 2.0).
    #[cold]
    pub(super) fn check_version(&mut self, keyword: Keyword, span: Span) {
        let word = self.map.text(span).to_owned();
        let since = match keyword {
            Keyword::AddressSpace(crate::ast::AddressSpaceKeyword::Generic) | Keyword::Pipe => Standard::Cl20,
            _ => return,
        };
        if since <= self.standard {
            return;
        }
        let option = standard_option(since);
        self.report(
            Diagnostic::new(
                codes::NEWER_STANDARD,
                span,
                format!("`{word}` is a word of OpenCL C 2.0 and newer"),
            )
            .primary(format!("this program is built as OpenCL C {}", self.standard.version()))
            .help(format!("build with `{option}` or a newer version")),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::edit_distance;

    #[test]
    fn slips_are_near() {
        assert_eq!(edit_distance("flaot4", "float4", 2), Some(1));
        assert_eq!(edit_distance("unit", "uint", 1), Some(1));
        assert_eq!(edit_distance("flot", "float", 1), Some(1));
        assert_eq!(edit_distance("int", "int", 1), Some(0));
        assert_eq!(edit_distance("abc", "xyz", 2), None);
    }
}
