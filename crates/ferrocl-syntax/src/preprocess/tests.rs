//! The preprocessor, from text to tokens.

use std::fmt::Write;

use ferrocl_base::{Diagnostics, Interner, SourceMap, Span};

use super::*;
use crate::token::{FloatSuffix, Pragma};

/// Files to include, by name.
struct Files(Vec<(&'static str, &'static str)>);

impl IncludeLoader for Files {
    fn load(&mut self, name: &str, _: bool, _: &str, _: &[String]) -> Option<LoadedInclude> {
        let (name, text) = self.0.iter().find(|(file, _)| *file == name)?;
        Some(LoadedInclude { name: name.to_string(), bytes: text.as_bytes().to_vec() })
    }
}

/// What became of a text.
struct Outcome {
    map: SourceMap,
    interner: Interner,
    tokens: Vec<Token>,
    diagnostics: Diagnostics,
}

fn run_with(text: &[u8], options: &BuildOptions, files: &[(&'static str, &'static str)]) -> Outcome {
    let (mut map, mut interner, mut diagnostics) = (SourceMap::new(), Interner::new(), Diagnostics::new());
    let file = crate::add_source(&mut map, "test.cl", text, Span::NONE).expect("it is small");
    let mut files = Files(files.to_vec());
    let tokens = preprocess(&mut map, &mut interner, file, options, &mut files, &mut diagnostics);
    Outcome { map, interner, tokens, diagnostics }
}

fn run(text: &str) -> Outcome {
    run_with(text.as_bytes(), &BuildOptions::default(), &[])
}

impl Outcome {
    /// The tokens with a space between them.
    fn text(&self) -> String {
        let mut text = String::new();
        for token in &self.tokens {
            if !text.is_empty() && token.kind != TokenKind::End {
                text.push(' ');
            }
            match &token.kind {
                TokenKind::Identifier(name) => text.push_str(self.interner.text(*name)),
                TokenKind::Integer(literal) => {
                    let (unsigned, long) =
                        (if literal.unsigned { "u" } else { "" }, if literal.long { "l" } else { "" });
                    write!(text, "{}{unsigned}{long}", literal.value).unwrap();
                }
                TokenKind::Float(literal) => {
                    text.push_str(&literal.digits);
                    text.push_str(match literal.suffix {
                        FloatSuffix::None => "",
                        FloatSuffix::F => "f",
                        FloatSuffix::H => "h",
                        FloatSuffix::L => "l",
                    });
                }
                TokenKind::Character(value) => write!(text, "'{value}'").unwrap(),
                TokenKind::String(bytes) => write!(text, "\"{}\"", bytes.escape_ascii()).unwrap(),
                TokenKind::Punctuator(punctuator) => text.push_str(punctuator.text()),
                TokenKind::Pragma(pragma) => match pragma {
                    Pragma::Extension { name, enable } => {
                        write!(text, "<extension {} {enable}>", self.interner.text(*name)).unwrap()
                    }
                    other => write!(text, "<{other:?}>").unwrap(),
                },
                TokenKind::End => {}
            }
        }
        text
    }
    /// One line a diagnostic: code, line, message.
    fn report(&self) -> String {
        let mut text = String::new();
        for diagnostic in self.diagnostics.list() {
            let span = self.map.outermost(diagnostic.labels[0].span);
            let line = self.map.locate(span.low).map_or(0, |location| location.line);
            writeln!(text, "{} {line}: {}", diagnostic.code.name(), diagnostic.message).unwrap();
        }
        text
    }
}

/// The tokens of a text without faults.
#[track_caller]
fn clean(text: &str) -> String {
    let outcome = run(text);
    assert_eq!(outcome.report(), "", "in {text:?}");
    outcome.text()
}

#[track_caller]
fn assert_expands(text: &str, expected: &str) {
    assert_eq!(clean(text), expected);
}

mod expansion {
    use super::*;

    #[test]
    fn objects_and_functions() {
        assert_expands("#define A 1 + 2\nA * A\n", "1 + 2 * 1 + 2");
        assert_expands("#define F(x, y) (x) - y\nF(a, F(b, c))", "( a ) - ( b ) - c");
        assert_expands("#define F() e\nF() F( ) F", "e e F");
        assert_expands("#define F(x) [x]\nF (1) F\n\n(2) F((3, 4)) F()", "[ 1 ] [ 2 ] [ ( 3 , 4 ) ] [ ]");
        assert_expands("#define EMPTY\nEMPTY a EMPTY", "a");
        assert_expands("#define A B\n#define B A\nA B", "A B");
        assert_expands("#define A (1)\n#undef A\n#undef Z\nA", "A");
    }

    #[test]
    fn a_name_without_arguments_is_no_call() {
        assert_expands("#define F(x) x\n#define G F\nG(1) F G", "1 F F");
        assert_expands("#define F(x) x\n#define LP (\nF LP 1)", "F ( 1 )");
    }

    // C99 6.10.3.4p4: whether the second G is nested in the first is left open; Prosser's algorithm says no.
    #[test]
    fn rescanning_with_what_follows() {
        assert_expands("#define F(a) a*G\n#define G(a) F(a)\nF(2)(9)", "2 * 9 * G");
        assert_expands(
            "#define NIL(xxx) xxx\n#define G_0(arg) NIL(G_1)(arg)\n#define G_1(arg) NIL(arg)\nG_0(42)",
            "42",
        );
        assert_expands("#define f(x) x f\nf(1)(2)(3)", "1 f ( 2 ) ( 3 )");
    }

    // C99 6.10.3.5, EXAMPLE 3 to 7.
    #[test]
    fn examples_of_the_standard() {
        let definitions = "\
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
";
        let run = |text: &str| clean(&format!("{definitions}{text}"));
        assert_eq!(
            run("f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"),
            "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;"
        );
        assert_eq!(
            run("g(x+(3,4)-w) | h 5) & m\n(f)^m(m);"),
            "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;"
        );
        assert_eq!(
            run("p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };"),
            "int i [ ] = { 1 , 23 , 4 , 5 , } ;"
        );
        assert_eq!(
            run("char c[2][6] = { str(hello), str() };"),
            "char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;"
        );

        let run = |text: &str| {
            clean(&format!(
                "#define str(s) # s
#define xstr(s) str(s)
#define debug(s, t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", \\
 x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW \"hello\"
#define LOW LOW \", world\"
{text}"
            ))
        };
        assert_eq!(run("debug(1, 2);"), "printf ( \"x1= %d, x2= %s\" , x1 , x2 ) ;");
        assert_eq!(
            run("fputs(str(strncmp(\"abc\\0d\", \"abc\", '\\4') // this goes away\n == 0) str(: @\\n), s);"),
            "fputs ( \"strncmp(\\\"abc\\\\0d\\\", \\\"abc\\\", \\'\\\\4\\') == 0: @\\n\" , s ) ;"
        );
        assert_eq!(run("xstr(INCFILE(2).h)"), "\"vers2.h\"");
        assert_eq!(run("glue(HIGH, LOW);"), "\"hello\" ;");
        assert_eq!(run("xglue(HIGH, LOW)"), "\"hello, world\"");

        assert_expands(
            "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\nchar p[] = join(x, y);",
            "char p [ ] = \"x ## y\" ;",
        );
        assert_expands(
            "#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,),\n t(10,,), t(,11,), t(,,12), t(,,) };",
            "int j [ ] = { 123 , 45 , 67 , 89 , 10 , 11 , 12 , } ;",
        );
        assert_expands(
            "#define debug(...) fprintf(stderr, __VA_ARGS__)\n#define showlist(...) puts(#__VA_ARGS__)\n#define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))\ndebug(\"Flag\"); debug(\"X = %d\\n\", x); showlist(The first, second, and third items.); report(x>y, \"x is %d but y is %d\", x, y);",
            "fprintf ( stderr , \"Flag\" ) ; fprintf ( stderr , \"X = %d\\n\" , x ) ; puts ( \"The first, second, and third items.\" ) ; ( ( x > y ) ? puts ( \"x>y\" ) : printf ( \"x is %d but y is %d\" , x , y ) ) ;",
        );
    }
}

mod directives;
mod hostile;
mod macros;
mod places;
mod tokens;
