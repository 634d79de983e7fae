//! The parser's tests: what each production of the grammar gives (`grammar_*`), what is said of wrong text (`errors_*`), and text that
//! tries to break it (`hostile`).

mod errors_declarations;
mod errors_foreign;
mod errors_structure;
mod grammar_declarations;
mod grammar_expressions;
mod grammar_statements;
mod hostile;

use expect_test::Expect;
use ferrocl_base::{Diagnostics, Interner, SourceMap, Span};

use crate::ast::TranslationUnit;
use crate::options::{BuildOptions, Standard};
use crate::preprocess::NoIncludes;

/// What became of a text.
struct Parsed {
    unit: TranslationUnit,
    interner: Interner,
    map: SourceMap,
    diagnostics: Diagnostics,
}

fn parse_as(text: &str, standard: Standard) -> Parsed {
    let mut map = SourceMap::new();
    let mut interner = Interner::new();
    let mut diagnostics = Diagnostics::new();
    let options = BuildOptions { standard, ..BuildOptions::default() };
    let file = map.add("t.cl", text, Span::NONE).expect("the text is short");
    let tokens =
        crate::preprocess(&mut map, &mut interner, file, &options, &mut NoIncludes, &mut diagnostics);
    let unit = super::parse(&tokens, &map, &mut interner, &options, &mut diagnostics);
    Parsed { unit, interner, map, diagnostics }
}
fn parse(text: &str) -> Parsed {
    parse_as(text, Standard::Cl20)
}

impl Parsed {
    fn dump(&self) -> String {
        crate::dump::dump(&self.unit, &self.interner)
    }
    /// One line for each diagnostic and each of its labels, notes and suggestions.
    fn messages(&self) -> String {
        let mut text = String::new();
        for diagnostic in self.diagnostics.list() {
            text += &format!("{}: {}\n", diagnostic.code.name(), diagnostic.message);
            for label in &diagnostic.labels {
                let place = self
                    .map
                    .locate(label.span.low)
                    .map_or("?".into(), |p| format!("{}:{}", p.line, p.column));
                let mark = if label.primary { '^' } else { '-' };
                text += &format!("  {mark} {place} `{}` {}\n", self.map.text(label.span), label.text);
            }
            for note in &diagnostic.notes {
                text += &format!("  note: {note}\n");
            }
            for suggestion in &diagnostic.suggestions {
                text += &format!("  help: {}", suggestion.message);
                if let Some((span, replacement)) = &suggestion.edit {
                    text += &format!(" [`{}` -> `{replacement}`]", self.map.text(*span));
                }
                text.push('\n');
            }
        }
        text
    }
    #[track_caller]
    fn is_clean(&self) -> &Self {
        assert_eq!(self.messages(), "");
        self
    }
}

/// The tree of a text without faults.
#[track_caller]
fn tree(text: &str, expected: Expect) {
    expected.assert_eq(parse(text).is_clean().dump().trim_end());
}
/// The tree of statements without faults, as the body of a function.
#[track_caller]
fn body(text: &str, expected: Expect) {
    let parsed = parse(&format!("void f(void) {{\n{text}\n}}"));
    let dump = parsed.is_clean().dump();
    let lines: Vec<&str> =
        dump.lines().skip(2).map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    expected.assert_eq(&lines.join("\n"));
}
/// The messages about a text.
#[track_caller]
fn messages(text: &str, expected: Expect) {
    expected.assert_eq(parse(text).messages().trim_end());
}
/// The messages about statements, as the body of a function whose parameters are `float4 v, int i`, and their tree.
#[track_caller]
fn body_messages(text: &str, expected: Expect) {
    let parsed = parse(&format!("void f(float4 v, int i) {{\n{text}\n}}"));
    let dump = parsed.dump();
    let lines: Vec<&str> =
        dump.lines().skip(2).map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    expected.assert_eq(&format!("{}{}", parsed.messages(), lines.join("\n")));
}
