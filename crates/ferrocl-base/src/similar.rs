//! "Did you mean": the name that a misspelt one was probably meant to be.

/// The candidate that is nearest to `name`: one that differs only in case, or else by few insertions,
/// deletions, replacements and exchanges of neighbours (one for each three characters). The first of equals.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer names are no typing errors, and comparing is quadratic.
    const MAX_LENGTH: usize = 64;
    let name: Vec<char> = name.chars().take(MAX_LENGTH + 1).collect();
    if name.is_empty() || name.len() > MAX_LENGTH {
        return None;
    }
    let limit = (name.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other: Vec<char> = candidate.chars().take(MAX_LENGTH + 1).collect();
        if other.len().abs_diff(name.len()) > limit {
            continue;
        }
        let same_but_case =
            other.len() == name.len() && other.iter().zip(&name).all(|(a, b)| a.eq_ignore_ascii_case(b));
        let distance = if same_but_case { 0 } else { distance(&name, &other) };
        // A short name that shares nothing with the candidate is none of its misspellings.
        if distance <= limit && distance < name.len() && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The restricted Damerau-Levenshtein distance.
fn distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut rows = vec![0; 3 * width];
    let (mut two_back, rest) = rows.split_at_mut(width);
    let (mut previous, mut current) = rest.split_at_mut(width);
    for (column, cell) in previous.iter_mut().enumerate() {
        *cell = column;
    }
    for row in 1..=a.len() {
        current[0] = row;
        for column in 1..=b.len() {
            let replaced = previous[column - 1] + usize::from(a[row - 1] != b[column - 1]);
            let mut best = replaced.min(previous[column] + 1).min(current[column - 1] + 1);
            if row > 1 && column > 1 && a[row - 1] == b[column - 2] && a[row - 2] == b[column - 1] {
                best = best.min(two_back[column - 2] + 1);
            }
            current[column] = best;
        }
        (two_back, previous, current) = (previous, current, two_back);
    }
    previous[b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn typing_errors() {
        let words = ["define", "include", "ifdef", "ifndef", "if"];
        assert_eq!(closest("deifne", words), Some("define"));
        assert_eq!(closest("inlcude", words), Some("include"));
        assert_eq!(closest("IFDEF", words), Some("ifdef"));
        assert_eq!(closest("ifdf", words), Some("ifdef"));
        assert_eq!(closest("pragma", words), None);
        assert_eq!(closest("", words), None);
        assert_eq!(closest("x", ["y"]), None);
        assert_eq!(closest(&"x".repeat(1000), words), None);
    }
}
