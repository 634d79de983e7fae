//! Many expressions at once: right ones in large functions, wrong ones as many as diagnostics are kept.

use std::collections::BTreeMap;

use ferrocl_base::Severity;
use ferrocl_sema::Compiler;
use ferrocl_sema::hir::{ConversionKind, ExprKind, Function, Program};
use ferrocl_syntax::BuildOptions;
use ferrocl_syntax::preprocess::NoIncludes;

use crate::well_typed::check_function;

/// The result's type, or the code of the rule that is broken.
pub type Expected = Result<String, &'static str>;

/// Collects expressions, and checks them against what is expected of them.
pub struct Checker {
    prelude: String,
    options: &'static str,
    accepted: Vec<(String, String)>,
    rejected: BTreeMap<&'static str, Vec<String>>,
    checked: usize,
}

/// How many wrong expressions go into one program: not more than diagnostics are kept.
const WRONG_AT_ONCE: usize = 90;
/// How many right ones.
const RIGHT_AT_ONCE: usize = 4000;

impl Checker {
    /// A checker for expressions on these objects, with a text before the function that they stand in.
    pub fn new(before: &str, objects: &str) -> Self {
        let prelude = format!("{before}void probe(void) {{\n{objects}\n");
        Checker { prelude, options: "-w", accepted: Vec::new(), rejected: BTreeMap::new(), checked: 0 }
    }
    /// Expects this of an expression.
    pub fn expect(&mut self, expression: String, expected: Expected) {
        self.checked += 1;
        match expected {
            Ok(ty) => {
                self.accepted.push((expression, ty));
                if self.accepted.len() == RIGHT_AT_ONCE {
                    self.check_accepted();
                }
            }
            Err(code) => {
                let list = self.rejected.entry(code).or_default();
                list.push(expression);
                if list.len() == WRONG_AT_ONCE {
                    let list = std::mem::take(list);
                    self.check_rejected(code, &list);
                }
            }
        }
    }
    /// Checks what is left; says how many expressions there were.
    pub fn finish(mut self) -> usize {
        self.check_accepted();
        for (code, list) in std::mem::take(&mut self.rejected) {
            self.check_rejected(code, &list);
        }
        self.checked
    }
    fn source<'e>(&self, expressions: impl Iterator<Item = &'e String>) -> String {
        let mut source = self.prelude.clone();
        for expression in expressions {
            source.push_str(&format!("(void)({expression});\n"));
        }
        source.push_str("}\n");
        source
    }
    fn check_accepted(&mut self) {
        let list = std::mem::take(&mut self.accepted);
        let source = self.source(list.iter().map(|(expression, _)| expression));
        let (options, _) = BuildOptions::parse(self.options);
        let mut compiler = Compiler::new(&options);
        let program = analyse(&mut compiler, &source);
        if let Some(diagnostic) = compiler.diagnostics.list().first() {
            let line = line_of(&compiler, diagnostic.labels[0].span);
            let at = source.lines().nth(line as usize - 1).unwrap_or("");
            panic!("{at}: {} {}", diagnostic.code.name(), diagnostic.message);
        }
        let function = probe(&program, &compiler);
        let results: Vec<_> = function
            .exprs
            .iter()
            .filter_map(|expr| match expr.kind {
                ExprKind::Convert { kind: ConversionKind::Void, operand, .. } => {
                    Some(function.exprs[operand].ty)
                }
                _ => None,
            })
            .collect();
        assert_eq!(results.len(), list.len());
        for ((expression, expected), found) in list.iter().zip(results) {
            let found = program.types.name(&compiler.interner, found);
            assert_eq!(found, *expected, "the type of `{expression}`");
        }
        check_function(&program, function);
        self.check_lowering(&list);
    }
    /// What is accepted becomes kernel IR that verifies: the results are assigned to objects of their types.
    fn check_lowering(&self, list: &[(String, String)]) {
        let mut source = self.prelude.replace("void probe(void)", "kernel void probe(void)");
        for (expression, ty) in list {
            source.push_str(&format!("x_{ty} = ({expression});\n"));
        }
        source.push_str("}\n");
        let (options, _) = BuildOptions::parse(self.options);
        let mut compiler = Compiler::new(&options);
        let program = analyse(&mut compiler, &source);
        let module = compiler.lower(&program);
        if let Some(module) = &module {
            compiler.verify(module);
        }
        if let Some(diagnostic) = compiler.diagnostics.list().first() {
            panic!("{} {}", diagnostic.code.name(), diagnostic.message);
        }
        assert!(module.is_some(), "it is lowered");
    }
    fn check_rejected(&self, code: &'static str, list: &[String]) {
        let source = self.source(list.iter());
        let (options, _) = BuildOptions::parse(self.options);
        let mut compiler = Compiler::new(&options);
        analyse(&mut compiler, &source);
        let first = self.prelude.lines().count() as u32 + 1;
        let mut found: Vec<Vec<&str>> = vec![Vec::new(); list.len()];
        for diagnostic in compiler.diagnostics.list() {
            assert_eq!(diagnostic.severity, Severity::Error, "{}", diagnostic.message);
            let line = line_of(&compiler, diagnostic.labels[0].span);
            assert!(line >= first, "{}", diagnostic.message);
            found[(line - first) as usize].push(diagnostic.code.name());
        }
        for (expression, found) in list.iter().zip(found) {
            assert_eq!(found, [code], "the errors of `{expression}`");
        }
    }
}

fn analyse(compiler: &mut Compiler<'_>, source: &str) -> Program {
    let tokens = compiler.preprocess("model.cl", source.as_bytes(), &mut NoIncludes);
    let unit = compiler.parse(&tokens);
    compiler.analyse(&unit)
}

fn line_of(compiler: &Compiler<'_>, span: ferrocl_base::Span) -> u32 {
    compiler.map.locate(span.low).map_or(0, |location| location.line)
}

fn probe<'p>(program: &'p Program, compiler: &Compiler<'_>) -> &'p Function {
    let is_probe = |function: &&Function| compiler.interner.text(function.name) == "probe";
    program.functions.iter().find(is_probe).expect("it is defined")
}
