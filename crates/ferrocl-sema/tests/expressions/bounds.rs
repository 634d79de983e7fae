//! Long and deep expressions: a sum may have a million terms, and what nests as deep as the parser lets it fits into
//! 1 MB of stack.

use std::thread;

use ferrocl_sema::Compiler;
use ferrocl_syntax::BuildOptions;
use ferrocl_syntax::preprocess::NoIncludes;

/// Analyses `(void)(expression)` on a stack of this size: the codes of what is reported.
fn codes(expression: String, stack: usize) -> Vec<&'static str> {
    let source = format!(
        "struct S {{ int a; }};\nvoid probe(int i, float f, float4 f4, int *p) {{\n(void)({expression});\n}}\n"
    );
    let analyse = move || {
        let options = BuildOptions::parse("").0;
        let mut compiler = Compiler::new(&options);
        let tokens = compiler.preprocess("bounds.cl", source.as_bytes(), &mut NoIncludes);
        let unit = compiler.parse(&tokens);
        compiler.analyse(&unit);
        compiler.diagnostics.list().iter().map(|found| found.code.name()).collect()
    };
    let thread = thread::Builder::new().stack_size(stack).spawn(analyse).expect("a thread can be made");
    thread.join().expect("it does not panic")
}

const MEGABYTE: usize = 1 << 20;

/// Left spines are as long as the source.
#[test]
fn long_spines() {
    for (term, joint, count) in [
        ("f", " + ", 1_000_000),
        ("1", " - ", 100_000),
        ("i", " || ", 100_000),
        ("f4", " * ", 100_000),
        ("i = i", ", ", 100_000),
    ] {
        let spine = vec![term; count].join(joint);
        assert_eq!(codes(spine, MEGABYTE), [""; 0], "{term}{joint}…");
    }
    assert_eq!(codes(format!("f4{}", ".xyzw".repeat(100_000)), MEGABYTE), [""; 0]);
    // Errors stop early.
    let found = codes(vec!["f4 % f4"; 5_000].join(" + "), MEGABYTE);
    assert!(found.len() <= 100);
}

/// Each kind of nesting, nearly as deep as it may be.
#[test]
fn deep_nests() {
    let nest = |open: &str, inner: &str, close: &str, depth: usize| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    for (open, inner, close, depth) in [
        ("(", "i", ")", 240),
        ("- ", "i", "", 240),
        ("i ? ", "i", " : i", 120),
        ("i = ", "i", "", 120),
        ("(int4)(", "1", ")", 100),
        ("max(", "i", ", i)", 120),
        ("p[", "0", "]", 200),
        ("(struct S){", "1", "}.a", 60),
        ("sizeof(int[", "1", "])", 80),
    ] {
        let found = codes(nest(open, inner, close, depth), MEGABYTE);
        assert_eq!(found, [""; 0], "{open}…{close}");
    }
    // Deeper than the parser lets it.
    for (open, close) in [("(", ")"), ("- ", ""), ("p[", "]"), ("sizeof(int[", "])"), ("(struct S){", "}.a")]
    {
        let found = codes(nest(open, "1", close, 20_000), MEGABYTE);
        assert_eq!(found.first(), Some(&"CL0207"), "{open}…{close}");
        assert!(found.len() <= 4, "{open}…{close}: {found:?}");
    }
}
