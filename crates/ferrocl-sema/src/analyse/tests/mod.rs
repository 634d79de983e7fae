//! Programs and what analysis makes of them, as text.

mod hostile;
mod initialisers;
mod programs;
mod statements;

use ferrocl_base::render::{Format, render};
use ferrocl_syntax::BuildOptions;
use ferrocl_syntax::preprocess::NoIncludes;

use crate::Compiler;

/// The typed tree of a program that is right.
fn hir(source: &str) -> String {
    hir_with("", source)
}
/// The same, with build options.
fn hir_with(options: &str, source: &str) -> String {
    let (text, reports) = analysed(options, source);
    assert_eq!(reports, "");
    text
}
/// What is reported of a program, a line each.
fn reports(source: &str) -> String {
    analysed("", source).1
}
/// The typed tree and the reports. The analysis has 1 MiB of stack.
fn analysed(options: &str, source: &str) -> (String, String) {
    let (options, _) = BuildOptions::parse(options);
    let run = || {
        let mut compiler = Compiler::new(&options);
        let tokens = compiler.preprocess("t.cl", source.as_bytes(), &mut NoIncludes);
        let unit = compiler.parse(&tokens);
        let program = compiler.analyse(&unit);
        let text = crate::dump::dump(&program, &compiler.interner);
        (text, render(&compiler.map, &compiler.diagnostics, Format::Short))
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 20).spawn_scoped(scope, run);
        thread.expect("a thread can be made").join().expect("the analysis does not panic")
    })
}
