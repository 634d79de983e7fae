//! Lowering of what is long, deep or many: no program overflows the stack, takes forever, or gives IR that other
//! passes could not walk. What lowering computes is tested by running it (`tests/run`); how it looks, by `tests/ir`.

use std::fmt::Write;
use std::time::{Duration, Instant};

use ferrocl_syntax::{BuildOptions, NoIncludes};

use crate::compile::{Compilation, compile};

/// The codes of the errors that a program gives; `None` where it compiles.
fn errors(source: &str) -> Option<Vec<&'static str>> {
    let started = Instant::now();
    let compilation = compiled(source);
    // Generous: test machines are slow and loaded, and this is to find what is quadratic.
    assert!(started.elapsed() < Duration::from_secs(20), "it takes {:?}", started.elapsed());
    match compilation.module {
        Some(_) => None,
        None => Some(compilation.diagnostics.list().iter().map(|d| d.code.name()).collect()),
    }
}
fn compiled(source: &str) -> Compilation {
    compile("test.cl", source.as_bytes(), &BuildOptions::default(), &mut NoIncludes)
}
fn compiles(body: &str) {
    let source = format!(
        "struct node {{ int value; global struct node *next; }};\nkernel void k(global int *p, int n, global struct node *list, int4 v) {{\n{body}\n}}\n"
    );
    assert_eq!(errors(&source), None);
}
fn repeated(text: &str, times: usize) -> String {
    text.repeat(times)
}

#[test]
fn long_spines() {
    compiles(&format!("p[0] = n{};", repeated(" + n", 20_000)));
    compiles(&format!("p[0] = n{};", repeated(" < n", 20_000)));
    compiles(&format!("p[0] = (n{});", repeated(", n", 20_000)));
    compiles(&format!("p[0] = list{}->value;", repeated("->next", 20_000)));
    compiles(&format!("p[0] = n{};", repeated(" && p[n]", 5_000)));
    compiles(&format!("p[0] = n{};", repeated(" || p[n] && n", 5_000)));
    compiles(&format!("v = v{}; p[0] = v.x;", repeated(" || v", 5_000)));
    compiles(&format!("p[0] = v{}.x;", repeated(".wzyx", 5_000)));
    compiles(&format!("if (n{}) p[0] = 1;", repeated(" - 1 == 0 || n", 5_000)));
}
#[test]
fn deep_expressions() {
    compiles(&format!("p[0] = {}n{};", repeated("(1 + ", 200), repeated(")", 200)));
    compiles(&format!("p[0] = {}n{};", repeated("p[", 200), repeated("]", 200)));
    compiles(&format!("p[0] = {}n;", repeated("!", 200)));
    compiles(&format!("p[0] = {}0;", repeated("n ? p[n] : ", 100)));
    compiles(&format!("p[0] = {}n{};", repeated("(n && ", 100), repeated(")", 100)));
    compiles(&format!("p[0] = {}n{};", repeated("(n ? p[1] : ", 80), repeated(")", 80)));
    compiles(&format!("{}n;", repeated("p[0] = ", 100)));
    compiles(&format!("p[0] = {}n;", repeated("- ~ (long) ", 60)));
}
#[test]
fn long_lists() {
    compiles(&repeated("p[n]++;\n", 20_000));
    compiles(&repeated("{ int k = n; p[k] = 0; }\n", 5_000));
    compiles(&repeated("if (n) p[n]++;\n", 5_000));
    compiles(&format!("{} p[0] = 1;", repeated("if (n == 1) p[0] = 2; else ", 900)));
}
#[test]
fn deep_statements() {
    for head in
        ["for (int i = 0; i < n; i++) ", "while (p[n]) ", "if (n) ", "do ", "switch (n) case 1: ", "{ "]
    {
        let tail = match head {
            "do " => " while (n);",
            "{ " => " }",
            _ => "",
        };
        compiles(&format!("{} p[n]++; {}", repeated(head, 120), repeated(tail, 120)));
    }
    let chain = "if (n == 1) p[0] = 1; else if (n == 2) p[0] = 2; else if (n == 3) p[0] = 3; else if (n == 4) p[0] = 4; else do { if (p[n]) continue; ";
    compiles(&format!("{} {}", repeated(chain, 80), repeated("} while (n);", 80)));
    let nested = "for (;;) { if (p[n]) continue; switch (n) { case 1: break; default: if (n) p[0]++; ";
    compiles(&format!("{} {}", repeated(nested, 60), repeated("} }", 60)));
}
#[test]
fn many_cases() {
    let mut sections = String::new();
    let mut labels = String::new();
    let mut falling = String::new();
    for i in 0..3_000 {
        let _ = writeln!(sections, "case {i}: p[{i}] = n; break;");
        let _ = write!(labels, "case {}: ", i * 3);
        let _ = writeln!(falling, "case {i}: p[{i}] = n;");
    }
    compiles(&format!("switch (n) {{ {sections} }}"));
    compiles(&format!("switch (n) {{ {labels} p[0] = 1; }}"));
    compiles(&format!("switch (n) {{ {falling} }}"));
    compiles(&format!("switch (n) {{ {sections} default: if (n) {{ case 10000: p[0]++; }} }}"));
}
#[test]
fn many_labels() {
    let mut forwards = String::new();
    let mut backwards = String::new();
    let mut tangled = String::new();
    for i in 0..400 {
        let _ = writeln!(forwards, "if (p[n] == {i}) goto l{i};");
        let _ = writeln!(backwards, "l{i}: p[{i}]++;");
        let _ = writeln!(tangled, "l{i}: if (p[{i}]) goto l{};", (i * 7919) % 400);
    }
    compiles(&format!("{forwards} {backwards}"));
    compiles(&tangled);
    compiles(&format!("{backwards} {forwards}"));
}
#[test]
fn deep_jumps() {
    // Each level has labels that structured control flow would nest around the next level.
    let mut nested = String::from("p[0]++;");
    for level in 0..100 {
        let gotos: String = (0..10).map(|l| format!("if (p[n] == {l}) goto l{level}_{l};\n")).collect();
        let labels: String = (0..10).map(|l| format!("l{level}_{l}: p[{l}]++;\n")).collect();
        nested = format!("{{ {gotos} {nested} {labels} }}");
    }
    let source = format!("kernel void k(global int *p, int n) {{ {nested} }}");
    assert_eq!(errors(&source), None);
}
#[test]
fn large_initialisers() {
    let list = repeated("n, ", 10_000);
    compiles(&format!("int a[10000] = {{ {list} }}; p[0] = a[n];"));
    let list = repeated("1, 2, 3, 4, ", 10_000);
    compiles(&format!("const int a[] = {{ {list} }}; p[0] = a[n];"));
    compiles("int a[1000000] = {1}; p[0] = a[n];");
    compiles("int a[100000] = {[5 ... 99999] = 7}; p[0] = a[n];");
}
