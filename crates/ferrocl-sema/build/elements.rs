//! Definitions of the library for float and double at once.
//!
//! Where the two differ in the type and in numbers alone, a definition is written with `real` and stands for both. `ureal` and `ireal`
//! are the unsigned and the signed integer as wide, `realn` a vector. A number with the suffix `r` is of that type and rounded to it;
//! `real(a, b)` is the number `a` for float and `b` for double, and so are `ureal(a, b)` and `ireal(a, b)`. What differs in
//! more (polynomials, reductions of arguments) is a helper of the same name for each.

use crate::prototypes::Error;

/// A word of such definitions, what it stands for with float and with double, and what its numbers end in.
struct Word {
    name: &'static str,
    forms: [&'static str; 2],
    suffixes: [&'static str; 2],
}

const REAL: Word = Word { name: "real", forms: ["float", "double"], suffixes: ["f", ""] };
const WORDS: [Word; 9] = [
    REAL,
    Word { name: "ureal", forms: ["uint", "ulong"], suffixes: ["u", "UL"] },
    Word { name: "ireal", forms: ["int", "long"], suffixes: ["", "L"] },
    plain("realn", ["floatn", "doublen"]),
    plain("as_real", ["as_float", "as_double"]),
    plain("as_ureal", ["as_uint", "as_ulong"]),
    plain("as_ireal", ["as_int", "as_long"]),
    plain("convert_real", ["convert_float", "convert_double"]),
    plain("convert_ireal", ["convert_int", "convert_long"]),
];

/// A word that no pair of numbers follows.
const fn plain(name: &'static str, forms: [&'static str; 2]) -> Word {
    Word { name, forms, suffixes: ["", ""] }
}

/// The definitions that one stands for.
pub fn for_elements(piece: &str) -> Result<Vec<String>, Error> {
    if words(piece).any(|word| word == "real" || word == "realn") {
        (0..2).map(|element| for_element(piece, element)).collect()
    } else {
        Ok(vec![piece.into()])
    }
}

/// The definition for float (0) or double (1).
fn for_element(piece: &str, element: usize) -> Result<String, Error> {
    let mut out = String::with_capacity(piece.len());
    let mut rest = words(piece);
    while let Some(text) = rest.next() {
        let is_real_number = text.starts_with(|c: char| c.is_ascii_digit()) && text.ends_with('r');
        match WORDS.iter().find(|word| word.name == text) {
            Some(word) if ["real", "ureal", "ireal"].contains(&text) && rest.clone().next() == Some("(") => {
                let numbers: String = rest.by_ref().skip(1).take_while(|&text| text != ")").collect();
                let pair = numbers.split_once(", ").ok_or_else(|| format!("`{text}` takes two numbers"))?;
                out.push_str([pair.0, pair.1][element]);
                out.push_str(word.suffixes[element]);
            }
            Some(word) => out.push_str(word.forms[element]),
            None if is_real_number => {
                out.push_str(&text[..text.len() - 1]);
                out.push_str(REAL.suffixes[element]);
            }
            None => out.push_str(text),
        }
    }
    Ok(out)
}

/// The words and numbers of a text, and each character between them. (A number is cut at its point and at the sign of its exponent,
/// but its suffix stays at a piece that starts with a digit.)
fn words(text: &str) -> impl Iterator<Item = &str> + Clone {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_inside = |c: char| c.is_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_inside(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}
