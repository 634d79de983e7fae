//! The built-in library: functions in OpenCL C (`lib/*.cl`), analysed only where the program calls them.
//!
//! A call gives its function an id at once ([`Analyzer::library_function`]); the bodies follow when the program's own
//! text is done ([`Analyzer::complete_library`]), each parsed and analysed as a little program of its own, whose
//! calls may ask for more. The library's text is OpenCL C 3.1 with every extension on; the program's macros,
//! pragmas and options do not reach it, so that a function computes the same in every program.
//!
//! Expressions of the library have no place in the source: what happens in them is reported at the call.

use ferrocl_base::codes::options as codes;
use ferrocl_base::{Diagnostic, Diagnostics, IndexVec, Interner, SourceMap, Span, Symbol};
use ferrocl_syntax::options::{BuildOptions, Standard};
use ferrocl_syntax::{NoIncludes, ast};
use rustc_hash::FxHashMap;

use super::{Analyzer, Entity};
use crate::builtins::LibraryId;
use crate::builtins::table::library_constant;
use crate::hir;
use crate::types::TypeTable;

/// What an analysis knows of the library.
#[derive(Debug, Default)]
pub struct Library {
    /// The functions that are called, with their ids.
    functions: FxHashMap<LibraryId, hir::FunctionId>,
    /// Those of them that have no body yet.
    pending: Vec<LibraryId>,
    /// The constants that are used.
    constants: FxHashMap<u16, hir::GlobalId>,
}

impl Analyzer<'_> {
    /// The id of a function of the library. Its body comes with [`complete_library`](Self::complete_library).
    pub(crate) fn library_function(&mut self, id: LibraryId) -> hir::FunctionId {
        if let Some(&function) = self.library.functions.get(&id) {
            return function;
        }
        let name = self.interner.intern(id.function().name);
        let function = self.program.functions.push(prototype(name));
        self.library.functions.insert(id, function);
        self.library.pending.push(id);
        function
    }
    /// Analyses the functions of the library that are called and have no body yet, and what they call.
    pub(crate) fn complete_library(&mut self) {
        while let Some(id) = self.library.pending.pop() {
            self.analyse_library_function(id);
        }
    }
    fn analyse_library_function(&mut self, id: LibraryId) {
        let text = self.library_text(id);
        let options = BuildOptions {
            standard: Standard::Cl31,
            correctly_rounded_divide_sqrt: true,
            ..BuildOptions::default()
        };
        let (mut map, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
        let unit = parse(&text, &mut map, self.interner, &options, &mut diagnostics);
        let mut inner = Analyzer::new(&unit, &map, self.interner, &options, &mut diagnostics);
        inner.program = std::mem::take(&mut self.program);
        inner.library = std::mem::take(&mut self.library);
        inner.in_library = true;
        let fp16 = inner.interner.intern("cl_khr_fp16");
        inner.extensions.insert(fp16);
        inner.share_constants(id);
        let first_function = inner.program.functions.next_id();
        for item in &unit.items {
            inner.external_item(item);
        }
        inner.keep_constants(id);
        let program = std::mem::take(&mut inner.program);
        let library = std::mem::take(&mut inner.library);
        self.program = program;
        self.library = library;
        let target = self.library.functions[&id];
        if let Some(error) = diagnostics.list().first() {
            self.report_library_fault(id, &error.message);
        } else if self.program.functions.get(first_function).is_some_and(|f| f.body.is_some()) {
            let name = self.program.functions[target].name;
            let mut function =
                std::mem::replace(&mut self.program.functions[first_function], prototype(name));
            without_spans(&mut function);
            self.program.functions[target] = function;
        } else {
            self.report_library_fault(id, "it has no body");
        }
    }
    /// The text of a function with the constants that it needs and that no function before it brought.
    fn library_text(&self, id: LibraryId) -> String {
        let function = id.function();
        let mut text = String::with_capacity(function.source.len() + 256);
        for index in function.constants {
            if !self.library.constants.contains_key(index) {
                text.push_str(library_constant(*index).source);
                text.push('\n');
            }
        }
        text.push_str(function.source);
        text
    }
    /// Makes the constants known that functions before this one brought.
    fn share_constants(&mut self, id: LibraryId) {
        for index in id.function().constants {
            if let Some(&global) = self.library.constants.get(index) {
                let name = self.interner.intern(library_constant(*index).name);
                self.declare(name, Entity::Global(global), Span::NONE);
            }
        }
    }
    /// Remembers the constants that this function brought.
    fn keep_constants(&mut self, id: LibraryId) {
        for &index in id.function().constants {
            let name = self.interner.intern(library_constant(index).name);
            if let Some((Entity::Global(global), _)) = self.lookup(name) {
                self.program.globals[global].span = Span::NONE;
                self.library.constants.insert(index, global);
            }
        }
    }
    fn report_library_fault(&mut self, id: LibraryId, what: &str) {
        let function = id.function();
        self.report(
            Diagnostic::new(
                codes::INTERNAL,
                Span::NONE,
                format!("the built-in library's `{}` cannot be compiled: {what}", function.name),
            )
            .note(format!("it is in lib/{} at line {}", function.file, function.line))
            .note("this is a fault of the compiler and not of the program; please report it"),
        );
    }
}

fn parse(
    text: &str,
    map: &mut SourceMap,
    interner: &mut Interner,
    options: &BuildOptions,
    diagnostics: &mut Diagnostics,
) -> ast::TranslationUnit {
    let Some(file) = ferrocl_syntax::add_source(map, "built-in library", text.as_bytes(), Span::NONE) else {
        return ast::TranslationUnit::default();
    };
    let tokens = ferrocl_syntax::preprocess(map, interner, file, options, &mut NoIncludes, diagnostics);
    ferrocl_syntax::parse(&tokens, map, interner, options, diagnostics)
}

/// A function without a body.
fn prototype(name: Symbol) -> hir::Function {
    hir::Function {
        name,
        result: TypeTable::VOID,
        parameters: Vec::new(),
        written_types: Vec::new(),
        variables: IndexVec::new(),
        exprs: IndexVec::new(),
        labels: IndexVec::new(),
        body: None,
        kernel: None,
        is_library: true,
        link_name: None,
        span: Span::NONE,
    }
}

/// The library's spans belong to a text that nobody has.
fn without_spans(function: &mut hir::Function) {
    function.span = Span::NONE;
    function.variables.iter_mut().for_each(|variable| variable.span = Span::NONE);
    function.exprs.iter_mut().for_each(|expr| expr.span = Span::NONE);
    let mut open: Vec<&mut hir::Stmt> = function.body.iter_mut().flatten().collect();
    while let Some(stmt) = open.pop() {
        use hir::StmtKind as Kind;
        stmt.span = Span::NONE;
        match &mut stmt.kind {
            Kind::Block(list) => open.extend(list),
            Kind::If(arms, otherwise) => {
                for arm in arms {
                    arm.span = Span::NONE;
                    open.push(&mut arm.then);
                }
                open.extend(otherwise.as_deref_mut());
            }
            Kind::While(_, body, _) | Kind::DoWhile(body, ..) | Kind::Switch(_, body) => open.push(body),
            Kind::Case(_, _, body) | Kind::Default(body) | Kind::Label(_, body) => open.push(body),
            Kind::For(init, _, _, body, _) => {
                open.extend(init);
                open.push(body);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::table::library_functions;

    /// Every function of the library compiles to IR that verifies.
    #[test]
    fn the_library_compiles() {
        let options = BuildOptions { standard: Standard::Cl31, ..BuildOptions::default() };
        let (unit, map) = (ast::TranslationUnit::default(), SourceMap::new());
        let (mut interner, mut diagnostics) = (Interner::new(), Diagnostics::new());
        let mut analyzer = Analyzer::new(&unit, &map, &mut interner, &options, &mut diagnostics);
        for id in library_functions() {
            analyzer.library_function(id);
        }
        analyzer.complete_library();
        let mut program = std::mem::take(&mut analyzer.program);
        let library = std::mem::take(&mut analyzer.library);
        assert_eq!(diagnostics.list(), []);
        for id in library_functions() {
            let function = &program.functions[library.functions[&id]];
            assert!(function.body.is_some(), "{}", id.function().name);
        }
        // As functions of a program without kernels, they are all lowered.
        program.functions.iter_mut().for_each(|function| function.is_library = false);
        let module = crate::lower::lower(&program, &interner, &options, &mut diagnostics);
        assert_eq!(diagnostics.list(), []);
        let module = module.expect("no fault was reported");
        assert!(module.functions.len() >= library_functions().len());
        ferrocl_ir::verify(&module)
            .unwrap_or_else(|errors| panic!("{:?}", errors.iter().take(5).collect::<Vec<_>>()));
    }
}
