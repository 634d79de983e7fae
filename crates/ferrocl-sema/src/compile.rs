//! The driver: from source text to verified kernel IR.
//!
//! [`compile`] does it all. [`Compiler`] is the same stage by stage, for tools that show what is in between or take
//! the time (which this crate does not: it knows no clock). Each stage gives what it can, with diagnostics; lowering and
//! verifying only happen where there is no error.

use ferrocl_base::codes::options as codes;
use ferrocl_base::{Diagnostic, Diagnostics, Interner, SourceMap, Span};
use ferrocl_ir::link::Unit;
use ferrocl_ir::{Module, ModuleInfo};
use ferrocl_syntax::ast::TranslationUnit;
use ferrocl_syntax::token::Token;
use ferrocl_syntax::{BuildOptions, IncludeLoader, LoadedInclude};

use crate::analyse::analyse;
use crate::{hir, lower};

/// A compilation between its stages.
pub struct Compiler<'o> {
    /// The texts.
    pub map: SourceMap,
    /// Names.
    pub interner: Interner,
    /// What was reported so far.
    pub diagnostics: Diagnostics,
    options: &'o BuildOptions,
}

/// A compilation at its end.
pub struct Compilation {
    /// The texts.
    pub map: SourceMap,
    /// Names.
    pub interner: Interner,
    /// Everything that was reported.
    pub diagnostics: Diagnostics,
    /// The typed program, as far as it could be understood.
    pub program: hir::Program,
    /// The IR, unless there was an error.
    pub module: Option<Module>,
    /// What verifying it found out.
    pub info: Option<ModuleInfo>,
}

/// Compiles a source text. `name` is what diagnostics call it.
pub fn compile(
    name: &str,
    source: &[u8],
    options: &BuildOptions,
    includes: &mut dyn IncludeLoader,
) -> Compilation {
    let mut compiler = Compiler::new(options);
    let tokens = compiler.preprocess(name, source, includes);
    let unit = compiler.parse(&tokens);
    let program = compiler.analyse(&unit);
    let module = compiler.lower(&program);
    let info = module.as_ref().and_then(|module| compiler.verify(module));
    let Compiler { map, interner, diagnostics, .. } = compiler;
    let module = module.filter(|_| info.is_some());
    Compilation { map, interner, diagnostics, program, module, info }
}

/// What the preprocessor asks for: files, and which built-in functions there are.
struct Surroundings<'i> {
    includes: &'i mut dyn IncludeLoader,
    options: &'i BuildOptions,
}

impl IncludeLoader for Surroundings<'_> {
    fn load(
        &mut self,
        name: &str,
        angled: bool,
        including_file: &str,
        directories: &[String],
    ) -> Option<LoadedInclude> {
        self.includes.load(name, angled, including_file, directories)
    }
    fn has_builtin(&self, name: &str) -> bool {
        crate::analyse::is_builtin_function(name, self.options.standard)
    }
}

impl<'o> Compiler<'o> {
    /// A compilation with these options, at its start.
    pub fn new(options: &'o BuildOptions) -> Self {
        Compiler {
            map: SourceMap::new(),
            interner: Interner::new(),
            diagnostics: options.diagnostics(),
            options,
        }
    }
    /// The tokens of the program.
    pub fn preprocess(&mut self, name: &str, source: &[u8], includes: &mut dyn IncludeLoader) -> Vec<Token> {
        let Some(file) = ferrocl_syntax::add_source(&mut self.map, name, source, Span::NONE) else {
            let text =
                format!("a program of {} bytes is larger than what one compilation takes", source.len());
            self.diagnostics.push(Diagnostic::new(codes::SOURCE_TOO_LARGE, Span::NONE, text));
            return Vec::new();
        };
        ferrocl_syntax::preprocess(
            &mut self.map,
            &mut self.interner,
            file,
            self.options,
            &mut Surroundings { includes, options: self.options },
            &mut self.diagnostics,
        )
    }
    /// The syntax tree.
    pub fn parse(&mut self, tokens: &[Token]) -> TranslationUnit {
        ferrocl_syntax::parse(tokens, &self.map, &mut self.interner, self.options, &mut self.diagnostics)
    }
    /// The typed tree.
    pub fn analyse(&mut self, unit: &TranslationUnit) -> hir::Program {
        analyse(unit, &self.map, &mut self.interner, self.options, &mut self.diagnostics)
    }
    /// The kernel IR; `None` where an error was reported.
    pub fn lower(&mut self, program: &hir::Program) -> Option<Module> {
        if self.diagnostics.has_errors() {
            return None;
        }
        lower::lower(program, &self.interner, self.options, &mut self.diagnostics)
    }
    /// The kernel IR of an object that is to be linked with others, for options that ask for a separate compilation; `None`
    /// where an error was reported.
    pub fn lower_unit(&mut self, program: &hir::Program) -> Option<Unit> {
        if self.diagnostics.has_errors() {
            return None;
        }
        lower::lower_unit(program, &self.interner, self.options, &mut self.diagnostics)
    }
    /// Verifies the IR. What the verifier rejects is a fault of lowering, and is reported as such.
    pub fn verify(&mut self, module: &Module) -> Option<ModuleInfo> {
        match ferrocl_ir::verify(module) {
            Ok(info) => Some(info),
            Err(errors) => {
                for error in errors.iter().take(3) {
                    let text = format!("the kernel IR does not verify: {error}");
                    self.diagnostics
                        .push(Diagnostic::new(codes::INTERNAL, error.span, text).note(
                            "this is a fault of the compiler and not of the program; please report it",
                        ));
                }
                None
            }
        }
    }
}
