//! Words that messages about expressions share: types, quoted source text, and what to write instead.

use ferrocl_base::source::ExpansionId;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast::ScalarName;

use super::Analyzer;
use crate::hir::{self, ConversionReason};
use crate::types::TypeId;
use crate::types::name::gentype_text;
use crate::types::size::scalar_size;

/// A note that gives a rule and the section of the OpenCL C specification that it stands in.
pub(super) fn rule(text: &str, section: &str) -> String {
    format!("{text} (OpenCL C, section \"{section}\")")
}

/// `a` or `an`, for the word that follows (a type's name: `uint` is spoken "you-int").
pub(super) fn article(word: &str) -> &'static str {
    match word.trim_start_matches('`').as_bytes().first() {
        Some(b'a' | b'e' | b'i' | b'o' | b'A' | b'E' | b'I' | b'O') => "an",
        Some(b'u') if word.trim_start_matches('`').starts_with("unn") => "an",
        _ => "a",
    }
}

/// Where a conversion happens, as the end of a sentence.
pub(super) fn place_of(reason: ConversionReason) -> &'static str {
    match reason {
        ConversionReason::Assignment => " in an assignment",
        ConversionReason::Initialization => " in an initialiser",
        ConversionReason::Argument => " for an argument",
        ConversionReason::Return => " for a returned value",
        ConversionReason::VectorLiteralPart => " in a vector literal",
        ConversionReason::Switch => " in a `switch`",
        ConversionReason::Index => " as an index",
        ConversionReason::Condition => " as a condition",
        _ => "",
    }
}

impl Analyzer<'_> {
    /// A type in backticks.
    pub(super) fn quoted(&self, ty: TypeId) -> String {
        format!("`{}`", self.program.types.name(self.interner, ty))
    }
    /// A type in backticks with its article: "an `int4`".
    pub(super) fn a_type(&self, ty: TypeId) -> String {
        let name = self.program.types.name(self.interner, ty);
        format!("{} `{name}`", article(&name))
    }
    /// The source text of a span, if it is short, in one line and not a macro's.
    pub(super) fn source(&self, span: Span) -> Option<&str> {
        if span.expansion != ExpansionId::NONE {
            return None;
        }
        let text = self.map.text(span);
        (!text.is_empty() && text.len() <= 60 && !text.contains('\n')).then_some(text)
    }
    /// The source text of an expression in backticks, or `fallback` where it cannot be quoted.
    pub(super) fn source_or(&self, span: Span, fallback: &str) -> String {
        match self.source(span) {
            Some(text) => format!("`{text}`"),
            None => fallback.to_string(),
        }
    }
    /// Labels an operand with its type.
    pub(super) fn with_operand(&self, diagnostic: Diagnostic, operand: hir::ExprId) -> Diagnostic {
        let expr = &self.current.exprs[operand];
        diagnostic.label(expr.span, format!("this is {}", self.a_type(expr.ty)))
    }
    /// Suggests to write `prefix` and `suffix` round an expression.
    pub(super) fn suggest_around(
        &self,
        diagnostic: Diagnostic,
        span: Span,
        message: &str,
        prefix: &str,
        suffix: &str,
    ) -> Diagnostic {
        match self.source(span) {
            Some(text) => diagnostic.suggest(message, span, format!("{prefix}{text}{suffix}")),
            None => diagnostic.help(format!("{message}: `{prefix}…{suffix}`")),
        }
    }
    /// Suggests a postfix (`.x`, `!= 0`) after an expression, with parentheses where it is not primary.
    pub(super) fn suggest_after(
        &self,
        diagnostic: Diagnostic,
        span: Span,
        message: &str,
        suffix: &str,
    ) -> Diagnostic {
        let primary = self.source(span).is_some_and(is_primary);
        if primary {
            self.suggest_around(diagnostic, span, message, "", suffix)
        } else {
            self.suggest_around(diagnostic, span, message, "(", &format!("){suffix}"))
        }
    }
    /// Suggests a cast before an expression, with parentheses where it is not primary.
    pub(super) fn suggest_cast_to(
        &self,
        diagnostic: Diagnostic,
        span: Span,
        message: &str,
        ty: &str,
    ) -> Diagnostic {
        if self.source(span).is_some_and(is_primary) {
            self.suggest_around(diagnostic, span, message, &format!("({ty})"), "")
        } else {
            self.suggest_around(diagnostic, span, message, &format!("({ty})("), ")")
        }
    }
    /// Says how a vector (or scalar, `n` = 1) of one type becomes one of another.
    pub(super) fn suggest_vector_conversion(
        &self,
        diagnostic: Diagnostic,
        span: Span,
        from: (ScalarName, u8),
        to: (ScalarName, u8),
    ) -> Diagnostic {
        let to_text = gentype_text(to.0, to.1);
        if from.1 == to.1 {
            let diagnostic = self.suggest_around(
                diagnostic,
                span,
                "convert the values",
                &format!("convert_{to_text}("),
                ")",
            );
            if scalar_size(from.0) == scalar_size(to.0) {
                return self.suggest_around(
                    diagnostic,
                    span,
                    "or keep the bits",
                    &format!("as_{to_text}("),
                    ")",
                );
            }
            return diagnostic;
        }
        if from.1 > to.1 {
            let suffix = match to.1 {
                1 => ".x",
                2 => ".xy",
                3 => ".xyz",
                4 => ".s0123",
                _ => ".lo",
            };
            let message = if from.0 == to.0 {
                "take as many components as are needed".to_string()
            } else {
                format!("take as many components as are needed, and convert them with `convert_{to_text}`")
            };
            return self.suggest_after(diagnostic, span, &message, suffix);
        }
        diagnostic.help(format!("build the {} components with a vector literal: `({to_text})(…)`", to.1))
    }
}

/// Whether a text can take a postfix or a cast without parentheses: a name, number, or call on one level.
fn is_primary(text: &str) -> bool {
    let mut depth = 0i32;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => {
                depth -= 1;
                // `(int4)(…)` is a cast, which binds more weakly than a postfix.
                if depth == 0 && text.starts_with('(') && index + 1 < text.len() {
                    return false;
                }
            }
            b'_' | b'.' => {}
            _ if depth > 0 || byte.is_ascii_alphanumeric() => {}
            _ => return false,
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_a_postfix() {
        for text in ["a", "a.xyz", "f(a + b)", "a[i + 1].x", "(a + b)", "2.5f"] {
            assert!(is_primary(text), "{text}");
        }
        for text in ["a + b", "-a", "(int4)(1)", "a, b", "p->x"] {
            assert!(!is_primary(text), "{text}");
        }
    }
    #[test]
    fn articles() {
        assert_eq!(article("int4"), "an");
        assert_eq!(article("uint4"), "a");
        assert_eq!(article("unnamed struct"), "an");
        assert_eq!(article("float"), "a");
    }
}
