//! Makes a program that shows something smaller: statements are taken away, blocks give way to their bodies, and
//! parts of expressions to simpler ones, as long as it still shows that.

use std::time::{Duration, Instant};

use super::tree::{Node, render};

/// Shrinks a program; `shows` says whether a text still shows what is wrong. The smallest text found within the time.
pub fn shrink(nodes: &[Node], limit: Duration, mut shows: impl FnMut(&str) -> bool) -> String {
    let end = Instant::now() + limit;
    let mut best = nodes.to_vec();
    let mut changed = true;
    while changed && Instant::now() < end {
        changed = false;
        // From the end: what comes late uses what comes early.
        let mut at = count(&best);
        while at > 0 && Instant::now() < end {
            at -= 1;
            for edit in [Edit::Remove, Edit::Unwrap] {
                let mut candidate = best.clone();
                let mut left = at;
                if apply(&mut candidate, &mut left, edit) && candidate != best && shows(&render(&candidate)) {
                    best = candidate;
                    changed = true;
                    at = at.min(count(&best));
                    break;
                }
            }
        }
    }
    shrink_text(render(&best), end, shows)
}

#[derive(Debug, Clone, Copy)]
enum Edit {
    Remove,
    Unwrap,
}

fn count(nodes: &[Node]) -> usize {
    nodes
        .iter()
        .map(|node| match node {
            Node::Text(_) | Node::Fixed(_) => 1,
            Node::Block { body, .. } => 1 + count(body),
            Node::Group(body) => 1 + count(body),
        })
        .sum()
}

/// Edits the node of this number; whether there was something to do.
fn apply(nodes: &mut Vec<Node>, number: &mut usize, edit: Edit) -> bool {
    for index in 0..nodes.len() {
        if *number == 0 {
            return match (edit, &mut nodes[index]) {
                (_, Node::Fixed(_)) => false,
                (Edit::Remove, _) => {
                    nodes.remove(index);
                    true
                }
                (Edit::Unwrap, Node::Block { body, .. } | Node::Group(body)) => {
                    let body = std::mem::take(body);
                    nodes.splice(index..=index, body);
                    true
                }
                (Edit::Unwrap, Node::Text(_)) => false,
            };
        }
        *number -= 1;
        if let Node::Block { body, .. } | Node::Group(body) = &mut nodes[index] {
            let inside = count(body);
            if *number < inside {
                return apply(body, number, edit);
            }
            *number -= inside;
        }
    }
    false
}

/// Puts simpler text for what stands in parentheses: each operand alone, or a number.
fn shrink_text(mut best: String, end: Instant, mut shows: impl FnMut(&str) -> bool) -> String {
    let mut changed = true;
    while changed {
        changed = false;
        let mut from = 0;
        while let Some(start) = best[from..].find('(').map(|at| from + at) {
            if Instant::now() >= end {
                return best;
            }
            from = start + 1;
            if is_fixed(&best, start) {
                continue;
            }
            let Some(length) = closing(&best[start..]) else { continue };
            let inside = best[start + 1..start + length].to_owned();
            let mut simpler: Vec<String> = vec!["0".to_owned(), "1".to_owned()];
            simpler.extend(operands(&inside));
            // A cast, call or literal goes with what it is applied to.
            let word =
                best[..start].rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
            for begin in [word, start] {
                for text in &simpler {
                    if text.len() + 2 >= start + length + 1 - begin {
                        continue;
                    }
                    let candidate = format!("{}{text}{}", &best[..begin], &best[start + length + 1..]);
                    if Instant::now() < end && shows(&candidate) {
                        best = candidate;
                        changed = true;
                        from = begin;
                        break;
                    }
                }
                if from == begin || begin == start {
                    break;
                }
            }
        }
    }
    best
}

/// Whether the line at a place says which work-item this is, without which work-items would race, or is a function of the generator's own.
fn is_fixed(text: &str, at: usize) -> bool {
    let line = text[text[..at].rfind('\n').map_or(0, |at| at + 1)..].lines().next().unwrap_or("");
    [" lin = ", " lid = ", " lsize = ", ") { return "].iter().any(|name| line.contains(name))
}

/// Where the parenthesis that begins a text is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            ';' => return None,
            _ => {}
        }
    }
    None
}

/// What stands between the operators and commas at the top of an expression.
fn operands(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match c {
            ' ' | ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().expect("there is one from the start").push(c),
        }
    }
    parts.retain(|part| part.chars().any(|c| c.is_ascii_alphanumeric()));
    if parts.len() > 1 { parts } else { Vec::new() }
}
