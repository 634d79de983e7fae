//! Characters to tokens.

use super::*;
use crate::token::Punctuator;

#[test]
fn every_punctuator() {
    for &punctuator in Punctuator::ALL {
        // `#` starts a directive at the start of a line.
        assert_expands(&format!("x {}", punctuator.text()), &format!("x {}", punctuator.text()));
        assert_expands(&format!("x{}y", punctuator.text()), &format!("x {} y", punctuator.text()));
    }
    assert_expands("a+++++b<<=>>=>>>...-->", "a ++ ++ + b <<= >>= >> > ... -- >");
    assert_expands("<: :> <% %> x %: %:%:", "[ ] { } x # ##");
    assert_expands("..", ". .");
}

#[test]
fn line_splices_anywhere() {
    assert_expands(
        "in\\\nt a\\\r\nb = 1\\\n2 +\\\n= \"x\\\ny\" '\\\\\nn' /\\\n/ comment \\\n goes on\n/\\\n* c *\\\n/ 0x\\\n1\\\nF .\\\n5 e\\\n",
        "int ab = 12 += \"xy\" '10' 31 .5 e",
    );
    assert_expands("#define A 1 \\\n + 2\nA", "1 + 2");
    assert_expands("<\\\n<\\\n= .\\\n.\\\n.", "<<= ...");
    assert_expands("L\\\nx", "Lx");
}

#[test]
fn line_ends_and_white_space() {
    assert_expands("a\rb\r\nc\n\rd\u{b}e\u{c}f\tg", "a b c d e f g");
    let outcome = run("a\rb\r\nc\nd");
    let lines: Vec<u32> =
        outcome.tokens.iter().map(|t| outcome.map.locate(t.span.low).expect("it has a place").line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 4]);
}

#[test]
fn comments() {
    assert_expands("a/**/b/***/c/*/*/d//e\nf/*\n\n*/g // \\\nh\ni", "a b c d f g i");
    assert_expands("\"/*\" '/' /* \" */ 1", "\"/*\" '47' 1");
}

#[test]
fn integers() {
    assert_expands("0 00 017 0x1f 0XAbC 0b11 1u 2L 3uL 4lU", "0 0 15 31 2748 3 1u 2l 3ul 4ul");
    assert_expands(
        "18446744073709551615u 0xffffffffffffffff 9223372036854775807",
        "18446744073709551615u 18446744073709551615 9223372036854775807",
    );
    let outcome = run("9223372036854775808 18446744073709551617 1LL");
    assert_eq!(outcome.text(), "9223372036854775808u 1 1l");
}

#[test]
fn floats() {
    assert_expands(
        "1. .5 1.5f 1e5 1E+5h 1e-5F 0x1p3 0X1.8P-2f 0x.8p0 08.5 09e1L",
        "1. .5 1.5f 1e5 1E+5h 1e-5f 0x1p3 0X1.8P-2f 0x.8p0 08.5 09e1l",
    );
}

#[test]
fn characters() {
    assert_expands(r"'a' '\n' '\'' '\0' '\377' '\x41' '\?' '\e'", "'97' '10' '39' '0' '-1' '65' '63' '27'");
    assert_eq!(run("'ab' 'abcde'").text(), "'24930' '1650680933'");
}

#[test]
fn strings_are_joined() {
    assert_expands("\"a\" \"b\"\n#define C \"c\"\nC \"\" x \"d\"", "\"abc\" x \"d\"");
    assert_expands(r#""\x41" "2" "\1012" "\u00e9\U0001F600""#, r#""A2A2\xc3\xa9\xf0\x9f\x98\x80""#);
}

#[test]
fn bytes_that_are_no_text() {
    let outcome = run_with(b"\xEF\xBB\xBFa\0b\0\0", &BuildOptions::default(), &[]);
    assert_eq!(outcome.text(), "a b");
    assert_eq!(outcome.report(), "CL0112 1: zero bytes in the source are ignored\n");
    let outcome = run_with(b"\"\xff\" \xff", &BuildOptions::default(), &[]);
    assert_eq!(
        outcome.report(),
        "CL0102 1: the replacement of bytes that are not UTF-8 (U+FFFD) cannot stand in a program\n"
    );
}
