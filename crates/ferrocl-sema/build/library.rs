//! Cuts the text of `lib/*.cl` into the functions and constants that it defines.
//!
//! The library keeps to a form that makes this simple: no preprocessor lines, no prototypes, and at the top level
//! only function definitions and `constant` variables, whose names start with `__ferrocl_`.

use crate::elements::for_elements;
use crate::prototypes::{Error, Head, read_head};

/// A function or constant of the library.
#[derive(Debug)]
pub struct Item {
    pub file: String,
    pub line: usize,
    pub name: String,
    /// The definition, without comments.
    pub text: String,
    /// A function's head; `None` for a constant.
    pub head: Option<Head>,
}

pub fn cut(file: &str, text: &str) -> Result<Vec<Item>, Error> {
    let text = without_comments(text);
    let mut items = Vec::new();
    let (mut start, mut depth, mut line, mut first_line) = (0, 0usize, 1, 1);
    for (index, c) in text.char_indices() {
        let at_start = text[start..index].trim().is_empty();
        match c {
            '\n' => line += 1,
            '#' => return Err(format!("{line}: the library has no preprocessor lines")),
            _ => {}
        }
        if at_start && !c.is_whitespace() {
            first_line = line;
        }
        match c {
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1).ok_or(format!("{line}: `}}` without `{{`"))?,
            _ => {}
        }
        let ends_function = c == '}' && depth == 0 && head_text(&text[start..index]).is_some();
        if ends_function || (c == ';' && depth == 0) {
            let piece = text[start..=index].trim();
            start = index + 1;
            for piece in for_elements(piece)?.iter().flat_map(|piece| widths(piece)) {
                items.push(item(file, first_line, &piece).map_err(|error| format!("{first_line}: {error}"))?);
            }
        }
    }
    if depth != 0 || !text[start..].trim().is_empty() {
        return Err(format!("{first_line}: definition without an end"));
    }
    Ok(items)
}

/// A definition with `floatn` or `doublen` in it stands for those with vectors of 2, 3 and 4.
fn widths(piece: &str) -> Vec<String> {
    if !piece.contains("floatn") && !piece.contains("doublen") {
        return vec![piece.into()];
    }
    let with = |n| piece.replace("floatn", &format!("float{n}")).replace("doublen", &format!("double{n}"));
    [2, 3, 4].map(with).into()
}

/// What stands before the body of a function definition.
fn head_text(piece: &str) -> Option<&str> {
    let head = &piece[..piece.find('{')?];
    (head.contains('(') && !head.contains('=')).then(|| head.trim())
}

fn item(file: &str, line: usize, piece: &str) -> Result<Item, Error> {
    let head = head_text(piece).map(read_head).transpose()?;
    let name = match &head {
        Some(head) => head.name.clone(),
        None => {
            if !piece.starts_with("constant ") {
                return Err("neither a function nor a `constant` variable".into());
            }
            let end = piece.find(['[', '=']).ok_or("a constant needs a value")?;
            let name = piece[..end].split_whitespace().last().unwrap_or_default().to_string();
            if !name.starts_with("__ferrocl_") {
                return Err(format!("the constant `{name}` does not start with `__ferrocl_`"));
            }
            name
        }
    };
    let text = piece.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    Ok(Item { file: file.into(), line, name, text, head })
}

/// Comments become a space, line breaks stay.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("/") {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(inner) = rest.strip_prefix("/*") {
            let end = inner.find("*/").map_or(inner.len(), |end| end + 2);
            out.push(' ');
            out.extend(inner[..end].chars().filter(|&c| c == '\n'));
            rest = &inner[end..];
        } else {
            out.push('/');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}
