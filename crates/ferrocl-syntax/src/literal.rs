//! From preprocessing tokens to tokens: what numbers, characters and strings mean (C99 6.4.4, 6.4.5, and
//! translation phases 5 and 7). Joining neighbouring strings is the preprocessor's, which sees the stream.
//!
//! Every malformed form has its own words, because the general "invalid number" helps nobody. A malformed
//! literal still gives a token (with the value that was readable), so that the parser goes on.

use ferrocl_base::codes::preprocess as codes;
use ferrocl_base::{Diagnostic, Diagnostics, Span, excerpt};

use crate::token::{FloatLiteral, FloatSuffix, IntegerLiteral, TokenKind};

/// The token of a preprocessing number (C99 6.4.8).
pub(crate) fn number(text: &str, span: Span, diagnostics: &mut Diagnostics) -> TokenKind {
    let bytes = text.as_bytes();
    let hexadecimal = matches!(bytes, [b'0', b'x' | b'X', ..]);
    let float = if hexadecimal {
        text.contains(['.', 'p', 'P'])
    } else {
        !matches!(bytes, [b'0', b'b' | b'B', ..]) && text.contains(['.', 'e', 'E'])
    };
    if float {
        TokenKind::Float(float_literal(text, hexadecimal, span, diagnostics))
    } else {
        TokenKind::Integer(integer_literal(text, span, diagnostics))
    }
}

fn float_literal(text: &str, hexadecimal: bool, span: Span, diagnostics: &mut Diagnostics) -> FloatLiteral {
    let bytes = text.as_bytes();
    let is_digit = |byte: u8| if hexadecimal { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let start = if hexadecimal { 2 } else { 0 };
    let mut end = start;
    let mut digits = 0;
    let mut points = 0;
    while end < bytes.len() && (is_digit(bytes[end]) || bytes[end] == b'.' && points == 0) {
        points += usize::from(bytes[end] == b'.');
        digits += usize::from(bytes[end] != b'.');
        end += 1;
    }
    let mantissa_end = end;
    let marker = if hexadecimal { [b'p', b'P'] } else { [b'e', b'E'] };
    let has_exponent = bytes.get(end).is_some_and(|byte| marker.contains(byte));
    let mut exponent_digits = 0;
    if has_exponent {
        end += 1;
        if matches!(bytes.get(end), Some(b'+' | b'-')) {
            end += 1;
        }
        let first = end;
        while end < bytes.len() && bytes[end].is_ascii_digit() {
            end += 1;
        }
        exponent_digits = end - first;
    }
    let shown = excerpt(text);
    let zero = |suffix| FloatLiteral { digits: Box::from("0.0"), suffix };
    let malformed = |message: String| Diagnostic::new(codes::INVALID_NUMBER, span, message);
    if digits == 0 {
        diagnostics.push(malformed(format!("the hexadecimal number `{shown}` has no digits")).note(
            "a hexadecimal floating constant is `0x`, digits with an optional point, `p` and an exponent",
        ));
        return zero(FloatSuffix::None);
    }
    if has_exponent && exponent_digits == 0 {
        diagnostics.push(
            malformed(format!("the exponent of `{shown}` has no digits"))
                .help(format!("write digits after `{}`", &text[mantissa_end..end])),
        );
        return zero(FloatSuffix::None);
    }
    if hexadecimal && !has_exponent {
        diagnostics.push(
            malformed(format!("the hexadecimal floating constant `{shown}` has no exponent"))
                .note("its exponent may not be left out, as an `f` after it would be a digit (C99 6.4.4.2)")
                .help(format!("write `{}p0{}`", excerpt(&text[..mantissa_end]), excerpt(&text[end..]))),
        );
        return zero(FloatSuffix::None);
    }
    let suffix = match &text[end..] {
        "" => FloatSuffix::None,
        "f" | "F" => FloatSuffix::F,
        "h" | "H" => FloatSuffix::H,
        "l" | "L" => FloatSuffix::L,
        rest => {
            let mut diagnostic = if rest.contains('.') {
                malformed(format!("`{shown}` has two decimal points"))
            } else {
                malformed(format!("`{}` is not a suffix of a floating constant", excerpt(rest)))
                    .note("the suffixes are `f` (float) and `h` (half); without one the constant is a double")
            };
            if rest.eq_ignore_ascii_case("d") {
                diagnostic =
                    diagnostic.help(format!("a double has no suffix: write `{}`", excerpt(&text[..end])));
            }
            diagnostics.push(diagnostic);
            FloatSuffix::None
        }
    };
    FloatLiteral { digits: Box::from(&text[..end]), suffix }
}

/// The value of an integer constant, and how it is written.
pub(crate) fn integer_literal(text: &str, span: Span, diagnostics: &mut Diagnostics) -> IntegerLiteral {
    let bytes = text.as_bytes();
    let (radix, start) = match bytes {
        [b'0', b'x' | b'X', ..] => (16, 2),
        [b'0', b'b' | b'B', ..] => (2, 2),
        [b'0', ..] => (8, 0),
        _ => (10, 0),
    };
    let mut value = 0u64;
    let mut too_large = false;
    let mut end = start;
    let mut bad_digit = None;
    while let Some(digit) = bytes.get(end).and_then(|&byte| (byte as char).to_digit(radix.max(10))) {
        if digit >= radix && bad_digit.is_none() {
            bad_digit = Some(bytes[end] as char);
        }
        let (product, over) = value.overflowing_mul(radix as u64);
        let (sum, carried) = product.overflowing_add(digit as u64);
        too_large |= over || carried;
        value = sum;
        end += 1;
    }
    let mut literal = IntegerLiteral { value, decimal: radix == 10, unsigned: false, long: false };
    let shown = excerpt(text);
    let malformed = |message: String| Diagnostic::new(codes::INVALID_NUMBER, span, message);
    if end == start {
        diagnostics.push(malformed(format!("no digits follow `{}`", &text[..start])));
        return literal;
    }
    if let Some(digit) = bad_digit {
        let kind = if radix == 8 { "octal (it starts with `0`)" } else { "binary" };
        let mut diagnostic = malformed(format!("`{digit}` is not a digit of the {kind} number `{shown}`"));
        if radix == 8 {
            diagnostic = diagnostic.help("leave the leading zeros out for a decimal number");
        }
        diagnostics.push(diagnostic);
        return literal;
    }
    let suffix = &text[end..];
    let mut long_long = false;
    let mut rest = suffix;
    let mut known = true;
    while known && !rest.is_empty() {
        if !literal.unsigned && rest.starts_with(['u', 'U']) {
            literal.unsigned = true;
            rest = &rest[1..];
        } else if !literal.long && (rest.starts_with("ll") || rest.starts_with("LL")) {
            (literal.long, long_long) = (true, true);
            rest = &rest[2..];
        } else if !literal.long && rest.starts_with(['l', 'L']) {
            literal.long = true;
            rest = &rest[1..];
        } else {
            known = false;
        }
    }
    if !known {
        (literal.unsigned, literal.long) = (false, false);
        diagnostics.push(bad_integer_suffix(text, suffix, radix, span));
    } else if long_long {
        let right = if literal.unsigned { "UL" } else { "L" };
        let mut diagnostic = Diagnostic::new(
            codes::LONG_LONG_SUFFIX,
            span,
            format!("the suffix `{suffix}` is reserved; the constant is read with the suffix `{right}`"),
        )
        .note("`long` has 64 bits in OpenCL C; `long long` is reserved for 128 bits (OpenCL C, \"Reserved Data Types\")");
        if (span.high - span.low) as usize == text.len() {
            let suffix_span = Span { low: span.low + end as u32, ..span };
            diagnostic = diagnostic.suggest("write the suffix of a long", suffix_span, right);
        }
        diagnostics.push(diagnostic);
    }
    if too_large {
        diagnostics.push(
            Diagnostic::new(
                codes::NUMBER_TOO_LARGE,
                span,
                format!("the integer constant `{shown}` does not fit any type"),
            )
            .note("the largest integer type, `ulong`, holds values up to 18446744073709551615"),
        );
    } else if literal.decimal && !literal.unsigned && value > i64::MAX as u64 {
        literal.unsigned = true;
        diagnostics.push(
            Diagnostic::new(
                codes::IMPLICITLY_UNSIGNED,
                span,
                format!("the constant `{shown}` does not fit `long`, so it is taken as a `ulong`"),
            )
            .note("a decimal constant without `u` is an `int` or a `long` (C99 6.4.4.1)")
            .help(format!("write `{}UL`", excerpt(&text[..end]))),
        );
    }
    literal
}

fn bad_integer_suffix(text: &str, suffix: &str, radix: u32, span: Span) -> Diagnostic {
    let code = codes::INVALID_NUMBER;
    let shown = excerpt(text);
    if suffix.starts_with(['+', '-']) {
        let (left, right) = text.split_at(text.len() - suffix.len());
        return Diagnostic::new(code, span, format!("`{shown}` is read as one number, which makes no sense"))
            .note("a sign after `e` or `p` belongs to the number, even in a hexadecimal one (C99 6.4.8)")
            .help(format!("write `{} {} {}`", excerpt(left), &right[..1], excerpt(&right[1..])));
    }
    if matches!(suffix, "f" | "F" | "h" | "H") && radix != 16 {
        let digits = excerpt(&text[..text.len() - 1]);
        return Diagnostic::new(
            code,
            span,
            format!("`{suffix}` is a suffix of floating constants, but `{digits}` is an integer"),
        )
        .help(format!("write `{digits}.0{suffix}`"));
    }
    if radix == 10 && suffix.starts_with(['x', 'X']) {
        return Diagnostic::new(code, span, format!("`{shown}` is not a number"))
            .help("a hexadecimal number starts with `0x`");
    }
    if suffix.contains('_') {
        return Diagnostic::new(code, span, format!("`{shown}` is not a number"))
            .help("digits cannot be grouped with `_`");
    }
    Diagnostic::new(code, span, format!("`{}` is not a suffix of an integer constant", excerpt(suffix)))
        .note("the suffixes are `u`, `l` and `ul`, in upper or lower case")
}

/// The value of a character constant, given with its quotes (C99 6.4.4.4).
pub(crate) fn character(text: &str, span: Span, diagnostics: &mut Diagnostics) -> i32 {
    let content = &text[1..text.len() - 1];
    let mut bytes = Vec::new();
    unescape(content, '\'', span, &mut bytes, diagnostics);
    match *bytes {
        [] => {
            if content.is_empty() {
                diagnostics.push(
                    Diagnostic::new(codes::EMPTY_CHARACTER, span, "a character constant holds no character")
                        .help("write `'\\''` for the quote itself, `'\\0'` for zero"),
                );
            }
            0
        }
        [byte] => byte as i8 as i32,
        _ => {
            if content.chars().count() == 1 {
                diagnostics.push(
                    Diagnostic::new(
                        codes::WIDE_CHARACTER,
                        span,
                        format!("`{content}` does not fit a character constant"),
                    )
                    .note("a character constant holds one byte; this character has several in UTF-8"),
                );
                return 0;
            }
            let mut diagnostic = Diagnostic::new(
                codes::MULTI_CHARACTER,
                span,
                "a character constant of several characters has an implementation-defined value",
            );
            diagnostic = if bytes.len() > 4 {
                diagnostic.note("only the last four characters count: each takes eight bits of an `int`")
            } else {
                diagnostic.note("the first character takes the highest bits, as in Clang and GCC")
            };
            diagnostics.push(diagnostic.help("a string is written in double quotes"));
            bytes.iter().fold(0u32, |value, &byte| value << 8 | byte as u32) as i32
        }
    }
}

/// Appends the bytes of a string literal, given with its quotes (C99 6.4.5).
pub(crate) fn string(text: &str, span: Span, bytes: &mut Vec<u8>, diagnostics: &mut Diagnostics) {
    unescape(&text[1..text.len() - 1], '"', span, bytes, diagnostics);
}

/// Replaces escape sequences (C99 6.4.4.4).
fn unescape(content: &str, quote: char, span: Span, bytes: &mut Vec<u8>, diagnostics: &mut Diagnostics) {
    let mut rest = content;
    // Where the spelling is the source's (no splices, not made by `#`), the exact place can be shown.
    let exact = (span.high - span.low) as usize == content.len() + 2;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at..];
        let offset = content.len() - rest.len();
        let place = |length: usize| {
            if exact {
                let low = span.low + 1 + offset as u32;
                Span { low, high: low + length as u32, ..span }
            } else {
                span
            }
        };
        let Some(escaped) = rest[1..].chars().next() else { break };
        let mut length = 1 + escaped.len_utf8();
        match escaped {
            '\'' | '"' | '?' | '\\' => bytes.push(escaped as u8),
            'a' => bytes.push(7),
            'b' => bytes.push(8),
            'f' => bytes.push(12),
            'n' => bytes.push(b'\n'),
            'r' => bytes.push(b'\r'),
            't' => bytes.push(b'\t'),
            'v' => bytes.push(11),
            'e' => bytes.push(27),
            '0'..='7' => {
                let digits = rest[1..].bytes().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
                length = 1 + digits;
                let value = u32::from_str_radix(&rest[1..length], 8).unwrap_or(0);
                bytes.push(value as u8);
                if value > 255 {
                    diagnostics.push(escape_out_of_range(place(length), &rest[..length]));
                }
            }
            'x' => {
                let digits = rest[2..].bytes().take_while(u8::is_ascii_hexdigit).count();
                length = 2 + digits;
                if digits == 0 {
                    diagnostics.push(
                        Diagnostic::new(
                            codes::INVALID_ESCAPE,
                            place(2),
                            "no hexadecimal digits follow `\\x`",
                        )
                        .help("write the byte's value in hexadecimal after it, as in `\\x1B`"),
                    );
                } else {
                    let significant = rest[2..length].trim_start_matches('0');
                    match u8::from_str_radix(if significant.is_empty() { "0" } else { significant }, 16) {
                        Ok(value) => bytes.push(value),
                        Err(_) => {
                            bytes.push(0);
                            let mut diagnostic = escape_out_of_range(place(length), &rest[..length]);
                            if quote == '"' {
                                diagnostic = diagnostic.help(
                                    "a hexadecimal escape takes every digit that follows: end the string and open it again, as in `\"\\x1B\" \"c\"`",
                                );
                            }
                            diagnostics.push(diagnostic);
                        }
                    }
                }
            }
            'u' | 'U' => {
                let wanted = if escaped == 'u' { 4 } else { 8 };
                let digits = rest[2..].bytes().take(wanted).take_while(u8::is_ascii_hexdigit).count();
                length = 2 + digits;
                let named = u32::from_str_radix(&rest[2..length], 16).ok().and_then(char::from_u32);
                match named {
                    Some(character) if digits == wanted => {
                        bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes())
                    }
                    _ => diagnostics.push(
                        Diagnostic::new(
                            codes::INVALID_ESCAPE,
                            place(length),
                            format!("`{}` does not name a character", excerpt(&rest[..length])),
                        )
                        .note("`\\u` takes four hexadecimal digits, `\\U` eight, of a Unicode scalar value"),
                    ),
                }
            }
            _ => {
                bytes.extend_from_slice(&rest.as_bytes()[1..length]);
                diagnostics.push(
                    Diagnostic::new(
                        codes::UNKNOWN_ESCAPE,
                        place(length),
                        format!("`\\{escaped}` is not an escape sequence; the backslash is ignored"),
                    )
                    .help(format!("write `\\\\{escaped}` for a backslash")),
                );
            }
        }
        rest = &rest[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
}

fn escape_out_of_range(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(
        codes::INVALID_ESCAPE,
        span,
        format!("the escape sequence `{}` does not fit a byte", excerpt(text)),
    )
}
