//! Programs: source text to verified IR, with the diagnostics and the time that each stage took.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use ferrocl_base::render::{self, Format};
use ferrocl_base::{Diagnostics, SourceMap, Span};
use ferrocl_codegen::Target;
use ferrocl_ir::{AddressSpace, FunctionId, Module, ModuleInfo, passes, verify};
use ferrocl_sema::compile::Compiler;
use ferrocl_syntax::IncludeLoader;
use ferrocl_syntax::options::{BuildOptions, Standard};

use crate::native::CompiledKernels;
use crate::{Error, FileIncludes, Kernel, Object};

/// What came of building a source text: a program or not, diagnostics in any case.
pub struct Build {
    map: Arc<SourceMap>,
    diagnostics: Diagnostics,
    timings: Vec<(&'static str, Duration)>,
    program: Option<Arc<Program>>,
    object: Option<Arc<Object>>,
}

impl Build {
    /// Builds a text for a CPU with options as `clBuildProgram` takes them. Files are included from disk.
    pub fn new(target: &Target, name: &str, source: &[u8], options: &str) -> Build {
        let (mut options, found) = BuildOptions::parse(options);
        options.fast_fma = target.has_fma();
        if found.has_errors() {
            return Build::rejected(found);
        }
        let mut timings = Vec::new();
        let mut compiler = Compiler::new(&options);
        let typed = front_end(&mut compiler, &mut timings, name, source, &mut FileIncludes);
        let module = timed(&mut timings, "lower", || compiler.lower(&typed));
        let info =
            timed(&mut timings, "verify", || module.as_ref().and_then(|module| compiler.verify(module)));
        let Compiler { map, diagnostics, .. } = compiler;
        let map = Arc::new(map);
        let program = module.zip(info).map(|(module, info)| {
            Arc::new(Program::new(target.clone(), module, info, options, Some(map.clone())))
        });
        Build { map, diagnostics, timings, program, object: None }
    }
    /// Compiles a text to an object that is to be linked with others, with options as `clCompileProgram` takes them.
    pub fn object(
        target: &Target,
        name: &str,
        source: &[u8],
        options: &str,
        includes: &mut dyn IncludeLoader,
    ) -> Build {
        let (mut options, found) = BuildOptions::parse(options);
        options.fast_fma = target.has_fma();
        if found.has_errors() {
            return Build::rejected(found);
        }
        let options = BuildOptions { separate_compilation: true, ..options };
        let mut timings = Vec::new();
        let mut compiler = Compiler::new(&options);
        let typed = front_end(&mut compiler, &mut timings, name, source, includes);
        let unit = timed(&mut timings, "lower", || compiler.lower_unit(&typed));
        let info =
            timed(&mut timings, "verify", || unit.as_ref().and_then(|unit| compiler.verify(&unit.module)));
        let Compiler { map, diagnostics, .. } = compiler;
        let object = unit.zip(info).map(|(unit, _)| Arc::new(Object { unit, options }));
        Build { map: Arc::new(map), diagnostics, timings, program: None, object }
    }
    /// What came of options that cannot be.
    fn rejected(diagnostics: Diagnostics) -> Build {
        Build {
            map: Arc::new(SourceMap::new()),
            diagnostics,
            timings: Vec::new(),
            program: None,
            object: None,
        }
    }
    /// The program; `None` where it was rejected.
    pub fn program(&self) -> Option<Arc<Program>> {
        self.program.clone()
    }
    /// The object that [`object`](Self::object) was asked for; `None` where it was rejected.
    pub fn compiled_object(&self) -> Option<Arc<Object>> {
        self.object.clone()
    }
    /// The diagnostics as a program that builds others shows them: `CL_PROGRAM_BUILD_LOG`.
    pub fn log(&self) -> String {
        render::render(&self.map, &self.diagnostics, Format::BuildLog)
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

/// Text to the typed program.
fn front_end(
    compiler: &mut Compiler<'_>,
    timings: &mut Vec<(&'static str, Duration)>,
    name: &str,
    source: &[u8],
    includes: &mut dyn IncludeLoader,
) -> ferrocl_sema::hir::Program {
    let tokens = timed(timings, "preprocess", || compiler.preprocess(name, source, includes));
    let unit = timed(timings, "parse", || compiler.parse(&tokens));
    timed(timings, "analyse", || compiler.analyse(&unit))
}

/// Runs a stage and notes what it took.
fn timed<R>(timings: &mut Vec<(&'static str, Duration)>, stage: &'static str, run: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = run();
    timings.push((stage, start.elapsed()));
    result
}

/// A program that was accepted.
pub struct Program {
    target: Target,
    pub(crate) module: Module,
    pub(crate) info: ModuleInfo,
    pub(crate) options: BuildOptions,
    /// The texts that its spans are in; `None` where it was linked or loaded.
    map: Option<Arc<SourceMap>>,
    pub(crate) compiled: CompiledKernels,
    contracted: OnceLock<Option<(Module, ModuleInfo)>>,
}

impl Program {
    pub(crate) fn new(
        target: Target,
        module: Module,
        info: ModuleInfo,
        options: BuildOptions,
        map: Option<Arc<SourceMap>>,
    ) -> Program {
        let (compiled, contracted) = (CompiledKernels::default(), OnceLock::new());
        Program { target, module, info, options, map, compiled, contracted }
    }
    /// The CPU that it was built for.
    pub fn target(&self) -> &Target {
        &self.target
    }
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
    /// Bytes of its variables in the global address space.
    pub fn global_bytes(&self) -> u64 {
        global_bytes(&self.module)
    }
    /// The names of its kernels, in the order of the source.
    pub fn kernel_names(&self) -> Vec<String> {
        self.module.functions.iter().filter(|f| f.kernel.is_some()).map(|f| f.name.clone()).collect()
    }
    /// A kernel by name.
    pub fn kernel(self: &Arc<Self>, name: &str) -> Result<Kernel, Error> {
        let found = self
            .module
            .functions
            .iter_enumerated()
            .find(|(_, f)| f.kernel.is_some() && f.name == name)
            .map(|(id, _)| id);
        match found {
            Some(function) => Ok(Kernel::new(self.clone(), function)),
            None => Err(Error::NoSuchKernel { name: name.to_owned(), kernels: self.kernel_names() }),
        }
    }
    /// Whether the last groups of a launch may be smaller (API specification, `clEnqueueNDRangeKernel`).
    pub fn allows_non_uniform_groups(&self) -> bool {
        self.options.standard >= Standard::Cl20 && !self.options.uniform_work_group_size
    }
    /// `file:line:column` of a span, for messages.
    pub(crate) fn place(&self, span: Span) -> Option<String> {
        let map = self.map.as_ref()?;
        let place = map.locate(map.outermost(span).low)?;
        Some(format!("{}:{}:{}", place.name, place.line, place.column))
    }
    /// The module as native code has it on a CPU with a fused multiply-add, for the interpreter.
    pub(crate) fn contracted(&self) -> (&Module, &ModuleInfo) {
        let made = self.contracted.get_or_init(|| {
            let mut module = self.module.clone();
            module.functions.iter_mut().for_each(passes::contract);
            let info = verify(&module);
            debug_assert!(info.is_ok(), "contraction keeps a module verified");
            Some((module, info.ok()?))
        });
        made.as_ref().map_or((&self.module, &self.info), |(module, info)| (module, info))
    }
    pub(crate) fn function(&self, id: FunctionId) -> &ferrocl_ir::Function {
        &self.module.functions[id]
    }
}

/// Bytes of a module's variables in the global address space.
pub(crate) fn global_bytes(module: &Module) -> u64 {
    let globals = module.globals.iter().filter(|global| global.space == AddressSpace::Global);
    globals.map(|global| global.bytes.len() as u64).sum()
}
