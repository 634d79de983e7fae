//! Characters that look like others: what slips into programs when text is copied from documents.

/// A character that slips into programs by copying from documents, and what was meant: its name and the
/// ASCII text to write instead.
pub(crate) fn confusable(character: char) -> Option<(&'static str, &'static str)> {
    Some(match character {
        '\u{A0}' => ("a no-break space", " "),
        '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => {
            ("a Unicode space", " ")
        }
        '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}' => ("an invisible character", ""),
        '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            ("an invisible character that changes the direction of the text", "")
        }
        '\u{2028}' | '\u{2029}' | '\u{85}' => ("a Unicode line separator", "\n"),
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{2032}' => ("a typographic quotation mark", "'"),
        '\u{201C}' | '\u{201D}' | '\u{201F}' | '\u{2033}' => ("a typographic quotation mark", "\""),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => ("a dash", "-"),
        '\u{D7}' | '\u{2217}' => ("a multiplication sign", "*"),
        '\u{F7}' | '\u{2215}' => ("a division sign", "/"),
        '\u{2026}' => ("an ellipsis", "..."),
        '\u{37E}' | '\u{FF1B}' => ("a semicolon look-alike", ";"),
        '\u{FF0C}' => ("a full-width comma", ","),
        '\u{FF08}' => ("a full-width parenthesis", "("),
        '\u{FF09}' => ("a full-width parenthesis", ")"),
        '\u{2264}' => ("a less-or-equal sign", "<="),
        '\u{2265}' => ("a greater-or-equal sign", ">="),
        '\u{2260}' => ("a not-equal sign", "!="),
        '\u{FFFD}' => ("the replacement of bytes that are not UTF-8", ""),
        _ => return None,
    })
}
