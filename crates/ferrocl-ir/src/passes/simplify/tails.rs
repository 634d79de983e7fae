//! Jumps to where control goes anyway.

use crate::*;

/// Nesting is not made deeper than this.
const MAX_DEPTH: usize = 60;

/// Takes `jump` out of the places in a list where it leads to where the list's end leads, and makes such places:
/// `if c { A; jump } B` becomes `if c { A } else { B }`. `uses` counts the jumps that are left.
pub(super) fn to_end(list: &mut Vec<Stmt>, jump: &Stmt, uses: &mut u32, depth: usize) {
    if *uses == 0 {
        return;
    }
    // The statements after a jump are dead, and those after an `if` that ends in one belong to its other branch.
    if depth < MAX_DEPTH {
        let ends = |list: &[Stmt]| list.last() == Some(jump);
        let found = list.iter().position(|stmt| match stmt {
            Stmt::If { then, otherwise, .. } => ends(then) != ends(otherwise),
            _ => false,
        });
        if let Some(at) = found {
            let rest = list.split_off(at + 1);
            if let Some(Stmt::If { then, otherwise, .. }) = list.last_mut() {
                let other = if ends(then) { otherwise } else { then };
                // Another jump at the end of the other branch would leave `rest` dead, which it is.
                if other.last().is_none_or(|last| !last.is_jump()) {
                    other.extend(rest);
                }
            }
        }
    }
    if list.last() == Some(jump) {
        list.pop();
        *uses -= 1;
        return to_end(list, jump, uses, depth);
    }
    match list.last_mut() {
        Some(Stmt::If { then, otherwise, .. }) => {
            to_end(then, jump, uses, depth + 1);
            to_end(otherwise, jump, uses, depth + 1);
        }
        Some(Stmt::Block { body, .. }) => to_end(body, jump, uses, depth + 1),
        _ => {}
    }
}

/// Whether something in the list continues this loop.
pub(super) fn continues(list: &[Stmt], label: LabelId) -> bool {
    list.iter().any(|stmt| {
        *stmt == Stmt::Continue(label) || stmt.lists().into_iter().any(|list| continues(list, label))
    })
}
