use expect_test::{Expect, expect};

use super::*;
use crate::codes::{declarations, expressions, preprocess};
use crate::source::{Expansion, LineMark};
use crate::{FileId, Span};

fn map(text: &str) -> (SourceMap, FileId) {
    let mut map = SourceMap::new();
    let file = map.add("a.cl", text, Span::NONE).expect("it is small");
    (map, file)
}

/// The span of the first `what` in the first file.
fn at(map: &SourceMap, what: &str) -> Span {
    let file = map.file(FileId(0));
    let low = file.start + file.text.find(what).expect("it is there") as u32;
    Span::new(low, low + what.len() as u32)
}

fn check(map: &SourceMap, diagnostic: &Diagnostic, format: Format, expected: Expect) {
    expected.assert_eq(&render_one(map, diagnostic, format));
}

const HUMAN: Format = Format::Human { color: false };

fn operands(map: &SourceMap) -> Diagnostic {
    Diagnostic::new(expressions::INVALID_OPERANDS, at(map, "%"), "`%` takes integers, not `float` and `int`")
        .primary("this operator")
        .label(at(map, "x %").start(), "this is a `float`")
        .note("the operands of `%` must be integers")
        .help("use `fmod`")
        .suggest("convert the operand", at(map, "x %").start(), "(int)")
}

#[test]
fn every_part() {
    let (map, _) = map("kernel void f(float x)\n{\n\tint i = x % 2;\n}\n");
    let diagnostic = operands(&map);
    check(
        &map,
        &diagnostic,
        HUMAN,
        expect![[r#"
            error[CL0401]: `%` takes integers, not `float` and `int`
             --> a.cl:3:12
              |
            3 |     int i = x % 2;
              |             - ^ this operator
              |             |
              |             this is a `float`
              |
              = note: the operands of `%` must be integers
              = help: use `fmod`
            help: convert the operand
              |
            3 |     int i = (int)x % 2;
              |             +++++

        "#]],
    );
    check(
        &map,
        &diagnostic,
        Format::BuildLog,
        expect![[r#"
        a.cl:3:12: error[CL0401]: `%` takes integers, not `float` and `int`
            	int i = x % 2;
            	          ^ this operator
          a.cl:3:10: note: this is a `float`
            	int i = x % 2;
            	        ^
          note: the operands of `%` must be integers
          help: use `fmod`
          help: convert the operand: `(int)`
    "#]],
    );
    check(
        &map,
        &diagnostic,
        Format::Short,
        expect![[r#"
        a.cl:3:12: error[CL0401]: `%` takes integers, not `float` and `int`
    "#]],
    );
    check(
        &map,
        &diagnostic,
        Format::Json,
        expect![[r#"
            {"code":"CL0401","severity":"error","message":"`%` takes integers, not `float` and `int`","file":"a.cl","line":3,"column":12,"labels":[{"file":"a.cl","line":3,"column":12,"end_line":3,"end_column":13,"text":"this operator","primary":true},{"file":"a.cl","line":3,"column":10,"end_line":3,"end_column":10,"text":"this is a `float`","primary":false}],"expansions":[],"included_at":[],"notes":["the operands of `%` must be integers"],"help":[{"message":"use `fmod`"},{"message":"convert the operand","file":"a.cl","line":3,"column":10,"end_line":3,"end_column":10,"replacement":"(int)"}]}
        "#]],
    );
    let colored = render_one(&map, &diagnostic, Format::Human { color: true });
    assert!(colored.contains("\u{1b}[") && !colored.contains(":::"));
}

#[test]
fn without_a_place() {
    let (map, _) = map("");
    let diagnostic =
        Diagnostic::new(crate::codes::options::UNKNOWN_OPTION, Span::NONE, "unknown build option `-x`")
            .help("did you mean `-y`?");
    check(
        &map,
        &diagnostic,
        HUMAN,
        expect![[r#"
        error[CL0001]: unknown build option `-x`
         |
         = help: did you mean `-y`?

    "#]],
    );
    check(
        &map,
        &diagnostic,
        Format::BuildLog,
        expect![[r#"
        error[CL0001]: unknown build option `-x`
          help: did you mean `-y`?
    "#]],
    );
    check(
        &map,
        &diagnostic,
        Format::Json,
        expect![[r#"
            {"code":"CL0001","severity":"error","message":"unknown build option `-x`","file":null,"line":null,"column":null,"labels":[],"expansions":[],"included_at":[],"notes":[],"help":[{"message":"did you mean `-y`?"}]}
        "#]],
    );
}

#[test]
fn in_a_macro() {
    let (mut map, _) =
        map("#define REST(a, b) ((a) % (b))\n#define HALF(a) REST(a, 2)\n\nfloat f = HALF(x);\n");
    let outer = map.add_expansion(Expansion {
        name: "HALF".into(),
        call: at(&map, "HALF(x)"),
        definition: at(&map, "HALF"),
    });
    let inner = map.add_expansion(Expansion {
        name: "REST".into(),
        call: Span { expansion: outer, ..at(&map, "REST(a, 2)") },
        definition: at(&map, "REST"),
    });
    let span = Span { expansion: inner, ..at(&map, "%") };
    let diagnostic =
        Diagnostic::new(expressions::INVALID_OPERANDS, span, "`%` takes integers").primary("this operator");
    check(
        &map,
        &diagnostic,
        HUMAN,
        expect![[r#"
            error[CL0401]: `%` takes integers
             --> a.cl:4:11
              |
            1 | #define REST(a, b) ((a) % (b))
              |                         ^ this operator
            2 | #define HALF(a) REST(a, 2)
              |                 ---------- in this expansion of macro `REST`
            3 |
            4 | float f = HALF(x);
              |           ------- in this expansion of macro `HALF`

        "#]],
    );
    check(
        &map,
        &diagnostic,
        Format::BuildLog,
        expect![[r#"
        a.cl:4:11: error[CL0401]: `%` takes integers
            float f = HALF(x);
                      ^~~~~~~
          a.cl:2:17: note: in the expansion of macro `HALF`
            #define HALF(a) REST(a, 2)
                            ^~~~~~~~~~
          a.cl:1:25: note: in the expansion of macro `REST`
            #define REST(a, b) ((a) % (b))
                                    ^ this operator
    "#]],
    );
    check(
        &map,
        &diagnostic,
        Format::Json,
        expect![[r#"
            {"code":"CL0401","severity":"error","message":"`%` takes integers","file":"a.cl","line":4,"column":11,"labels":[{"file":"a.cl","line":1,"column":25,"end_line":1,"end_column":26,"text":"this operator","primary":true}],"expansions":[{"macro":"REST","file":"a.cl","line":2,"column":17,"end_line":2,"end_column":27},{"macro":"HALF","file":"a.cl","line":4,"column":11,"end_line":4,"end_column":18}],"included_at":[],"notes":[],"help":[]}
        "#]],
    );
}

#[test]
fn in_two_files_and_far_apart() {
    let (mut map, main) = map(&format!("int first;\n{}int last;\n", "\n".repeat(100)));
    let header = map.add("h.h", "int header;\n", Span::NONE).expect("it is small");
    map.add_line_mark(main, LineMark { offset: 60, delta: 1000, name: Some("other.cl".into()) });
    let in_header = Span::new(map.file(header).start + 4, map.file(header).start + 10);
    let diagnostic = Diagnostic::new(declarations::UNDECLARED_NAME, at(&map, "last"), "a message")
        .label(at(&map, "first"), "the first")
        .label(in_header, "in the header");
    check(
        &map,
        &diagnostic,
        HUMAN,
        expect![[r#"
            error[CL0301]: a message
                --> other.cl:1102:5
                 |
               1 | int first;
                 |     ----- the first
                 |
                ...
            1102 | int last;
                 |     ^^^^
                 |
                ::: h.h:1:5
                 |
               1 | int header;
                 |     ------ in the header

        "#]],
    );
    check(
        &map,
        &diagnostic,
        Format::BuildLog,
        expect![[r#"
        other.cl:1102:5: error[CL0301]: a message
            int last;
                ^~~~
          a.cl:1:5: note: the first
            int first;
                ^~~~~
          h.h:1:5: note: in the header
            int header;
                ^~~~~~
    "#]],
    );
}

#[test]
fn over_several_lines() {
    let (map, _) = map("a\nb(\n  c,\n  d)\ne\n");
    let span = at(&map, "b(\n  c,\n  d)");
    let diagnostic = Diagnostic::new(declarations::UNDECLARED_NAME, span, "over lines").primary("all of it");
    check(
        &map,
        &diagnostic,
        HUMAN,
        expect![[r#"
            error[CL0301]: over lines
             --> a.cl:2:1
              |
            2 | / b(
            3 | |   c,
            4 | |   d)
              | |____^ all of it

        "#]],
    );
    check(
        &map,
        &diagnostic,
        Format::BuildLog,
        expect![[r#"
        a.cl:2:1: error[CL0301]: over lines
            b(
            ^~ all of it
    "#]],
    );
}

#[test]
fn long_lines_are_cut_and_controls_shown() {
    let (map, _) = map(&format!("{}\x1b[31m bad \u{202e}{}\n", "x".repeat(5000), "y".repeat(5000)));
    let diagnostic = Diagnostic::new(preprocess::STRAY_CHARACTER, at(&map, "bad"), "a \x07 bell\nand a line")
        .suggest("an edit", at(&map, "bad"), "good");
    check(
        &map,
        &diagnostic,
        HUMAN,
        expect![[r#"
            error[CL0102]: a ␇ bell␊and a line
             --> a.cl:1:5007
              |
            1 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx␛[31m bad �yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
              |                                                              ^^^
              |
              = help: an edit: `good`

        "#]],
    );
    check(
        &map,
        &diagnostic,
        Format::BuildLog,
        expect![[r#"
        a.cl:1:5007: error[CL0102]: a ␇ bell␊and a line
            …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx␛[31m bad �yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
                                                                         ^~~
          help: an edit: `good`
    "#]],
    );
}

#[test]
fn at_the_end_of_the_text() {
    let (map, file) = map("int a");
    let end = map.file(file).start + 5;
    let diagnostic = Diagnostic::new(declarations::UNDECLARED_NAME, Span::new(end, end), "`;` is missing");
    check(
        &map,
        &diagnostic,
        HUMAN,
        expect![[r#"
            error[CL0301]: `;` is missing
             --> a.cl:1:6
              |
            1 | int a
              |      ^

        "#]],
    );
    check(
        &map,
        &diagnostic,
        Format::BuildLog,
        expect![[r#"
        a.cl:1:6: error[CL0301]: `;` is missing
            int a
                 ^
    "#]],
    );
}

#[test]
fn everything_is_bounded() {
    let (mut map, _) = map(&"(\n".repeat(20_000));
    let mut span = at(&map, "(");
    for _ in 0..5000 {
        let expansion = map.add_expansion(Expansion { name: "M".into(), call: span, definition: span });
        span.expansion = expansion;
    }
    let mut diagnostic = Diagnostic::new(declarations::UNDECLARED_NAME, span, "m".repeat(100_000));
    for index in 0..1000 {
        diagnostic = diagnostic.label(Span::new(1 + index * 30, 30_000), "l").note("n").help("h");
    }
    for format in [HUMAN, Format::BuildLog, Format::Short, Format::Json] {
        assert!(render_one(&map, &diagnostic, format).len() < 120_000);
    }
    let mut all = Diagnostics::new();
    for _ in 0..150 {
        all.push(Diagnostic::new(declarations::UNDECLARED_NAME, Span::new(1, 2), "again"));
    }
    assert!(render(&map, &all, Format::BuildLog).ends_with("50 more diagnostics are not shown\n"));
    assert_eq!(render(&map, &all, Format::Short).lines().count(), 100);
}
