//! Programs: source text to verified IR, with the diagnostics and the time that each stage took.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrocl_base::{Diagnostics, FileId, Interner, SourceMap, render};
use ferrocl_ir::{FunctionId, Module, ModuleInfo};
use ferrocl_syntax::options::{BuildOptions, Standard};

use crate::{Error, FileIncludes, Kernel};

/// What came of building a source text: a program or not, diagnostics in any case.
pub struct Build {
    map: SourceMap,
    diagnostics: Diagnostics,
    timings: Vec<(&'static str, Duration)>,
    program: Option<Arc<Program>>,
}

impl Build {
    /// Builds a text with options as `clBuildProgram` takes them. Files are included from disk.
    pub fn new(name: &str, source: &[u8], options: &str) -> Build {
        let (options, found) = BuildOptions::parse(options);
        Build::with_diagnostics(name, source, options, found)
    }
    pub(crate) fn with_diagnostics(name: &str, source: &[u8], options: BuildOptions, found: Diagnostics) -> Build {
        let mut map = SourceMap::new();
        let mut interner = Interner::new();
        let mut diagnostics = found;
        diagnostics.silence_warnings = options.silence_warnings;
        diagnostics.warnings_are_errors = options.warnings_are_errors;
        let mut timings = Vec::new();
        let module = if diagnostics.has_errors() {
            None
        } else {
            front_end(name, source, &options, &mut map, &mut interner, &mut diagnostics, &mut timings)
        };
        let program = module.map(|(module, info)| Arc::new(Program { module, info, options }));
        Build { map, diagnostics, timings, program }
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
    /// The diagnostics for people.
    pub fn render(&self, colours: bool) -> String {
        render::render(&self.map, &self.diagnostics, colours)
    }
    /// The diagnostics in the form of a build log.
    pub fn log(&self) -> String {
        render::build_log(&self.map, &self.diagnostics)
    }
}
