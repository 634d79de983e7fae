//! Programs that nobody would write, in bounded time, memory and stack.

use std::fmt::Write;

use super::{analysed, hir, reports};

/// A text with each number up to `count` in place of `$`, and its predecessor in place of `@`.
fn repeated(count: usize, pattern: &str) -> String {
    let mut text = String::new();
    for i in 1..=count {
        text.push_str(&pattern.replace('$', &i.to_string()).replace('@', &(i - 1).to_string()));
    }
    text
}
/// The codes of the reports, without repetitions.
fn codes(source: &str) -> Vec<String> {
    let mut codes: Vec<String> =
        reports(source).split('[').filter_map(|rest| rest.get(..6)).map(str::to_owned).collect();
    codes.retain(|code| code.starts_with("CL0"));
    codes.dedup();
    codes
}

#[test]
fn many_declarations() {
    let source = repeated(20_000, "constant int v$ = $; struct s$ { int a; }; int f$(int x);\n");
    assert_eq!(reports(&source), "");
    let body = repeated(20_000, "int v$ = $;\n");
    assert_eq!(reports(&format!("void f(void) {{ {body} }}")), "");
    assert_eq!(reports(&format!("enum e {{ {} }};", repeated(20_000, "e$,"))), "");
}

#[test]
fn large_tables() {
    let list = repeated(100_000, "$,");
    let text = hir(&format!("constant int t[] = {{ {list} }}; constant int u = sizeof(t);"));
    assert!(text.contains("400000 bytes"), "{}", &text[..200]);
    let reversed = (0..20_000).rev().fold(String::new(), |mut text, i| {
        let _ = write!(text, "[{i}] = &x,");
        text
    });
    let source = format!("constant int x = 1; constant int *constant t[] = {{ {reversed} }};");
    assert_eq!(reports(&source), "");
}

#[test]
fn tables_past_every_limit() {
    assert_eq!(codes("constant char t[1 << 30] = { 1 };"), ["CL0315"]);
    let ranges = repeated(200, "[0 ... 100000000] = 1,");
    assert_eq!(codes(&format!("constant char t[] = {{ {ranges} }};")), ["CL0315"]);
    assert_eq!(codes(&format!("void f(void) {{ char t[] = {{ {ranges} }}; }}")), ["CL0315"]);
    assert_eq!(
        codes("typedef int a[1 << 30]; typedef a b[1 << 30]; typedef b c[1 << 30]; void f(void) { c x; }"),
        ["CL0315"]
    );
    assert_eq!(codes("constant int t[] = { [0xffffffffffffffff] = 1 };"), ["CL0707", "CL0708"]);
}

#[test]
fn deep_types() {
    assert_eq!(codes(&format!("typedef int t0; {}", repeated(3000, "typedef t@ *t$;"))), ["CL0316"]);
    assert_eq!(codes(&format!("typedef int t0; {}", repeated(3000, "typedef t@ t$[1];"))), ["CL0316"]);
    assert_eq!(
        codes(&format!("struct s0 {{ int a; }}; {}", repeated(3000, "struct s$ { struct s@ a; };"))),
        ["CL0316"]
    );
    // A graph in which each struct is reached on 2^30 ways.
    let source = format!(
        "struct s0 {{ int a; }}; {} kernel void k(struct s30 s) {{ }}",
        repeated(30, "struct s$ { struct s@ a, b; };")
    );
    assert_eq!(reports(&source), "");
}

#[test]
fn deep_statements_and_expressions() {
    let nested = |open: &str, middle: &str, close: &str, n: usize| {
        format!("int f(int x) {{ {}{middle}{} return x; }}", open.repeat(n), close.repeat(n))
    };
    for source in [
        nested("{", "x = 1;", "}", 240),
        nested("if (x) {", "x = 1;", "}", 120),
        nested("for (;;) { switch (x) { case 1:", "x = 1;", "} }", 60),
        nested("x = ({ int y = x; ", "x + 1;", "}); x = x;", 100),
        nested("if (({ x; })) { ({ do { x = ({", "x = 1;", "x; }); } while (0); }); }", 30),
        nested("if (x) x = 1; else if (x == 2) { x = 3; } else {", "x = 1;", "}", 100),
    ] {
        assert_eq!(reports(&source), "");
    }
    for expr in [
        format!("{}1{}", "(1 + ".repeat(240), ")".repeat(240)),
        format!("{}1", "- ".repeat(200)),
        format!("{}1", "1 + ".repeat(50_000)),
        format!("{}1", "1 && ".repeat(50_000)),
    ] {
        assert_eq!(reports(&format!("constant int c = {expr};")), "");
    }
    let braces = format!("constant int t{} = {}1{};", "[1]".repeat(200), "{".repeat(200), "}".repeat(200));
    assert_eq!(reports(&braces), "");
}

#[test]
fn long_chains() {
    let cases = repeated(20_000, "case $: ");
    assert_eq!(reports(&format!("void f(int x) {{ switch (x) {{ {cases} x = 1; }} }}")), "");
    let labels = repeated(20_000, "l$: ");
    assert_eq!(reports(&format!("void f(int x) {{ {labels} x = 1; }}")), "");
    let arms = repeated(20_000, "if (x == $) x = $; else ");
    assert_eq!(reports(&format!("void f(int x) {{ {arms} x = 1; }}")), "");
    assert_eq!(
        reports(&format!(
            "int f0(int x) {{ return x; }} {}",
            repeated(20_000, "int f$(int x) { return f@(x); }\n")
        )),
        ""
    );
    let prototypes = repeated(2000, "int f$(int x);");
    let bodies = repeated(1999, "int f@(int x) { return f$(x); }").replace("f0", "f2000");
    assert_eq!(codes(&format!("{prototypes} {bodies} int f1999(int x) {{ return f2000(x); }}")), ["CL0333"]);
}

#[test]
fn everything_wrong() {
    let (_, reports) =
        analysed("", &repeated(5000, "int f$(int n) { int a[n]; goto l; break; case 1: return; }\n"));
    assert_eq!(reports.lines().count(), ferrocl_base::Diagnostics::LIMIT);
}
