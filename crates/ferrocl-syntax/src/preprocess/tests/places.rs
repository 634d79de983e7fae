//! Where tokens are said to stand.

use super::*;

/// Each token's text in the source map and the uses of macros around it, from the inside out.
fn places(text: &str) -> Vec<String> {
    let outcome = run(text);
    let mut places = Vec::new();
    for token in &outcome.tokens {
        if token.kind == TokenKind::End {
            continue;
        }
        let mut place = outcome.map.text(token.span).to_string();
        let mut span = token.span;
        while span.expansion != ferrocl_base::ExpansionId::NONE {
            let expansion = outcome.map.expansion(span.expansion);
            assert_eq!(outcome.map.text(expansion.definition), &*expansion.name);
            span = expansion.call;
            place.push_str(&format!(" < {}", outcome.map.text(span)));
        }
        places.push(place);
    }
    places
}

#[test]
fn outside_macros() {
    assert_eq!(places("in\\\nt a = 1.5f;"), ["in\\\nt", "a", "=", "1.5f", ";"]);
    assert_eq!(places("\"a\"  \"b\""), ["\"a\"  \"b\""]);
}

#[test]
fn contents_and_arguments() {
    assert_eq!(places("#define ADD(a, b) a + b\nADD(x, y)"), ["x", "+ < ADD(x, y)", "y"]);
    assert_eq!(places("#define A 1\n#define B A\nB"), ["1 < A < B"]);
    assert_eq!(
        places("#define ADD(a, b) a + b\n#define TWICE(c) ADD(c, c)\nTWICE(x)"),
        ["x", "+ < ADD(c, c) < TWICE(x)", "x"]
    );
    assert_eq!(places("#define ID(a) a\n#define N 1\nID(N)"), ["1 < N"]);
}

#[test]
fn made_tokens_and_predefined_macros() {
    assert_eq!(
        places("#define P(a, b) a ## b\n#define S(a) #a\nP(x, y) S(z)"),
        ["a ## b < P(x, y)", "#a < S(z)"]
    );
    assert_eq!(
        places("M_PI __LINE__ CHAR_MIN"),
        ["M_PI", "__LINE__", "CHAR_MIN", "CHAR_MIN", "CHAR_MIN", "CHAR_MIN", "CHAR_MIN", "CHAR_MIN"]
    );
    assert_eq!(places("#define C CHAR_BIT\nC"), ["CHAR_BIT < C"]);
}
