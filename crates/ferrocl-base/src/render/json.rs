//! Diagnostics for programs: one JSON object (RFC 8259) a line.

use std::fmt::Write;

use super::severity_name;
use super::view::View;
use crate::{SourceMap, Span};

/// The object, on one line.
pub fn render(map: &SourceMap, view: &View) -> String {
    let diagnostic = view.diagnostic;
    let mut text = String::from("{");
    member(&mut text, "code", |t| string(t, diagnostic.code.name()));
    member(&mut text, "severity", |t| string(t, severity_name(diagnostic.severity)));
    member(&mut text, "message", |t| string(t, &diagnostic.message));
    match &view.place {
        Some(place) => {
            member(&mut text, "file", |t| string(t, &place.name));
            member(&mut text, "line", |t| number(t, place.line));
            member(&mut text, "column", |t| number(t, place.column));
        }
        None => text.push_str(r#","file":null,"line":null,"column":null"#),
    }
    member(&mut text, "labels", |t| {
        array(t, &view.labels, |t, label| {
            t.push('{');
            range(t, map, label.span);
            member(t, "text", |t| string(t, &label.text));
            member(t, "primary", |t| t.push_str(if label.primary { "true" } else { "false" }));
            t.push('}');
        })
    });
    member(&mut text, "expansions", |t| {
        array(t, &view.expansions, |t, expansion| {
            t.push('{');
            member(t, "macro", |t| string(t, &expansion.name));
            range(t, map, expansion.span);
            t.push('}');
        })
    });
    member(&mut text, "included_at", |t| {
        array(t, &view.includes, |t, at| {
            t.push('{');
            member(t, "file", |t| string(t, &at.name));
            member(t, "line", |t| number(t, at.line));
            member(t, "column", |t| number(t, at.column));
            t.push('}');
        })
    });
    member(&mut text, "notes", |t| array(t, &view.notes, |t, note| string(t, note)));
    let help: Vec<_> = view.help().collect();
    member(&mut text, "help", |t| {
        array(t, &help, |t, (message, edit)| {
            t.push('{');
            member(t, "message", |t| string(t, message));
            if let Some((span, replacement)) = edit {
                range(t, map, *span);
                member(t, "replacement", |t| string(t, replacement));
            }
            t.push('}');
        })
    });
    text.push_str("}\n");
    text
}

/// `"name":value`, with a comma before it unless it is the first.
fn member(text: &mut String, name: &str, value: impl FnOnce(&mut String)) {
    if !text.ends_with('{') {
        text.push(',');
    }
    string(text, name);
    text.push(':');
    value(text);
}

fn array<T>(text: &mut String, items: &[T], mut item: impl FnMut(&mut String, &T)) {
    text.push('[');
    for (index, value) in items.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        item(text, value);
    }
    text.push(']');
}

/// The members that say where a span is; none where it has no place.
fn range(text: &mut String, map: &SourceMap, span: Span) {
    let (Some(low), Some(high)) = (map.locate(span.low), map.locate(span.high.max(span.low))) else { return };
    member(text, "file", |t| string(t, &low.name));
    member(text, "line", |t| number(t, low.line));
    member(text, "column", |t| number(t, low.column));
    member(text, "end_line", |t| number(t, high.line));
    member(text, "end_column", |t| number(t, high.column));
}

fn number(text: &mut String, value: u32) {
    let _ = write!(text, "{value}");
}

fn string(text: &mut String, value: &str) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(text, "\\u{:04x}", character as u32);
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}
