//! Names that look alike: what "did you mean" proposes.

/// The longest name that is compared, in bytes.
const MAX_LENGTH: usize = 64;

/// The candidate nearest to `text` by edits, if it is near enough to be a slip: at most a third of the letters, and never
/// more than three. Among equals the first counts.
pub(super) fn nearest<'c>(text: &str, candidates: impl Iterator<Item = &'c str>) -> Option<String> {
    let allowed = (text.len() / 3).clamp(1, 3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == text || candidate.len().abs_diff(text.len()) > allowed {
            continue;
        }
        let limit = best.map_or(allowed, |(distance, _)| distance.saturating_sub(1));
        if let Some(distance) = distance(text, candidate, limit)
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate.to_string())
}

/// The number of letters to insert, remove, change or exchange with their neighbour, if it is at most `limit`. A letter
/// that differs only in case is free of charge but for one edit in all.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > MAX_LENGTH || b.len() > MAX_LENGTH {
        return None;
    }
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = a[i - 1].eq_ignore_ascii_case(&b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + usize::from(!same));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = last;
        last = row;
    }
    let edits = last[b.len()];
    let edits = if edits == 0 && a != b { 1 } else { edits };
    (edits <= limit).then_some(edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found() {
        let names = ["get_global_id", "get_group_id", "clamp", "cos", "sin", "convert_int4"];
        let find = |text: &str| nearest(text, names.iter().copied());
        assert_eq!(find("get_globl_id").as_deref(), Some("get_global_id"));
        assert_eq!(find("getglobalid").as_deref(), Some("get_global_id"));
        assert_eq!(find("clmap").as_deref(), Some("clamp"), "exchanged letters are one edit");
        assert_eq!(find("Sin").as_deref(), Some("sin"));
        assert_eq!(find("sine").as_deref(), Some("sin"));
        assert_eq!(find("no_such_function"), None);
        assert_eq!(find("x"), None);
    }
}
