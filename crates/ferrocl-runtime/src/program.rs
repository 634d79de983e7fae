//! Programs: source text to verified IR, with the diagnostics and the time that each stage took.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrocl_base::{Diagnostics, Interner, SourceMap, Span};
use ferrocl_ir::{FunctionId, Module, ModuleInfo};
use ferrocl_syntax::options::{BuildOptions, Standard};

use crate::native::CompiledKernels;
use crate::{Error, FileIncludes, Kernel};

/// What came of building a source text: a program or not, diagnostics in any case.
pub struct Build {
    map: Arc<SourceMap>,
    diagnostics: Diagnostics,
    timings: Vec<(&'static str, Duration)>,
    program: Option<Arc<Program>>,
}

impl Build {
    /// Builds a text with options as `clBuildProgram` takes them. Files are included from disk.
    pub fn new(name: &str, source: &[u8], options: &str) -> Build {
        let (options, found) = BuildOptions::parse(options);
        let mut stages = Stages::new(options, found);
        let built = stages.run(name, source);
        let map = Arc::new(stages.map);
        let program = built.map(|(module, info)| {
            Arc::new(Program {
                module,
                info,
                options: stages.options,
                map: map.clone(),
                compiled: CompiledKernels::default(),
            })
        });
        Build { map, diagnostics: stages.diagnostics, timings: stages.timings, program }
    }
    /// The program; `None` where it was rejected.
    pub fn program(&self) -> Option<Arc<Program>> {
        self.program.clone()
    }
    /// What there is to say about the text.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }
    /// The texts that the diagnostics speak of.
    pub fn map(&self) -> &SourceMap {
        &self.map
    }
    /// The stages in order with the time that each took.
    pub fn timings(&self) -> &[(&'static str, Duration)] {
        &self.timings
    }
}

/// A build under way.
struct Stages {
    map: SourceMap,
    interner: Interner,
    diagnostics: Diagnostics,
    options: BuildOptions,
    timings: Vec<(&'static str, Duration)>,
}

impl Stages {
    fn new(options: BuildOptions, mut diagnostics: Diagnostics) -> Self {
        diagnostics.silence_warnings = options.silence_warnings;
        diagnostics.warnings_are_errors = options.warnings_are_errors;
        Stages { map: SourceMap::new(), interner: Interner::new(), diagnostics, options, timings: Vec::new() }
    }
    /// Notes what a stage took.
    fn timed<R>(&mut self, stage: &'static str, run: impl FnOnce(&mut Self) -> R) -> R {
        let start = Instant::now();
        let result = run(self);
        self.timings.push((stage, start.elapsed()));
        result
    }
    fn run(&mut self, name: &str, source: &[u8]) -> Option<(Module, ModuleInfo)> {
        if self.diagnostics.has_errors() {
            return None;
        }
        let file = ferrocl_syntax::add_source(&mut self.map, name, source, Span::NONE);
        let Some(file) = file else {
            self.diagnostics.push(ferrocl_base::Diagnostic::new(
                ferrocl_base::codes::options::SOURCE_TOO_LARGE,
                Span::NONE,
                format!("the source has {} bytes, more than the {} that a program may have", source.len(), SourceMap::MAX_BYTES),
            ));
            return None;
        };
        let tokens = self.timed("preprocess", |s| {
            ferrocl_syntax::preprocess(&mut s.map, &mut s.interner, file, &s.options, &mut FileIncludes, &mut s.diagnostics)
        });
        let unit = self.timed("parse", |s| {
            ferrocl_syntax::parse(&tokens, &s.map, &mut s.interner, &s.options, &mut s.diagnostics)
        });
        let program = self.timed("analyse", |s| {
            ferrocl_sema::analyse(&unit, &s.map, &mut s.interner, &s.options, &mut s.diagnostics)
        });
        if self.diagnostics.has_errors() {
            return None;
        }
        let module = self.timed("lower", |s| {
            ferrocl_sema::lower(&program, &s.interner, &s.options, &mut s.diagnostics)
        })?;
        let info = self.timed("verify", |_| ferrocl_ir::verify(&module));
        match info {
            Ok(info) => Some((module, info)),
            Err(errors) => {
                for error in errors {
                    self.diagnostics.push(
                        ferrocl_base::Diagnostic::new(
                            ferrocl_base::codes::options::INTERNAL,
                            error.span,
                            format!("the compiler made code that it does not accept itself: {error}"),
                        )
                        .note("this is a fault of FerroCL, not of the program"),
                    );
                }
                None
            }
        }
    }
}

/// A program that was accepted.
pub struct Program {
    pub(crate) module: Module,
    pub(crate) info: ModuleInfo,
    pub(crate) options: BuildOptions,
    pub(crate) map: Arc<SourceMap>,
    pub(crate) compiled: CompiledKernels,
}

impl Program {
    /// Its kernel IR.
    pub fn module(&self) -> &Module {
        &self.module
    }
    /// What the verifier found out about it.
    pub fn info(&self) -> &ModuleInfo {
        &self.info
    }
    /// The options that it was built with.
    pub fn options(&self) -> &BuildOptions {
        &self.options
    }
    /// The names of its kernels, in the order of the source.
    pub fn kernel_names(&self) -> Vec<String> {
        self.module.functions.iter().filter(|f| f.kernel.is_some()).map(|f| f.name.clone()).collect()
    }
    /// A kernel by name.
    pub fn kernel(self: &Arc<Self>, name: &str) -> Result<Kernel, Error> {
        let found =
            self.module.functions.iter_enumerated().find(|(_, f)| f.kernel.is_some() && f.name == name).map(|(id, _)| id);
        match found {
            Some(function) => Ok(Kernel::new(self.clone(), function)),
            None => Err(Error::NoSuchKernel { name: name.to_owned(), kernels: self.kernel_names() }),
        }
    }
    /// Whether the last groups of a launch may be smaller (API specification, `clEnqueueNDRangeKernel`).
    pub(crate) fn allows_non_uniform_groups(&self) -> bool {
        self.options.standard >= Standard::Cl20 && !self.options.uniform_work_group_size
    }
    /// `file:line:column` of a span, for messages.
    pub(crate) fn place(&self, span: Span) -> Option<String> {
        let place = self.map.locate(self.map.outermost(span).low)?;
        Some(format!("{}:{}:{}", place.name, place.line, place.column))
    }
    pub(crate) fn function(&self, id: FunctionId) -> &ferrocl_ir::Function {
        &self.module.functions[id]
    }
}
