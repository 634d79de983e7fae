//! The engines that kernels are run on, and one launch of a kernel on all of them.

use std::fmt;
use std::sync::Arc;

use ferrocl_base::render::{Format, render};
use ferrocl_runtime::codegen::Target;
use ferrocl_runtime::{
    Argument, Buffer, Build, CPU_VARIABLE, Device, Engine as RuntimeEngine, Launch, Program, host_levels,
};

/// Something that runs kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The interpreter.
    Interpreter,
    /// Vector code with so many lanes.
    Native(u32),
    /// Vector code with as many lanes as the kernel and the CPU suggest.
    Chosen,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Interpreter => f.write_str("interpreter"),
            Engine::Native(lanes) => write!(f, "native, {lanes} lanes"),
            Engine::Chosen => f.write_str("native"),
        }
    }
}

impl Engine {
    /// Every launch is made on each of these. `FERROCL_LANES=1,8` takes other widths for native code; `FERROCL_LANES=` none.
    pub fn all() -> Vec<Engine> {
        let lanes = std::env::var("FERROCL_LANES").unwrap_or_else(|_| "1,4,8,16".into());
        let native = lanes.split(',').filter_map(|lanes| lanes.trim().parse().ok()).map(Engine::Native);
        std::iter::once(Engine::Interpreter).chain(native).collect()
    }
    /// What is run at a lower level of the CPU: vector code; and the interpreter where contraction sets it apart from the device's own.
    pub fn at_level(level: &Target, device: &Target) -> Vec<Engine> {
        let interpreted = (level.has_fma() != device.has_fma()).then_some(Engine::Interpreter);
        interpreted.into_iter().chain([Engine::Chosen]).collect()
    }
    /// A launch on this engine.
    pub fn launch(self, dimensions: u32, global_size: [u64; 3]) -> Launch {
        let (engine, lanes) = match self {
            Engine::Interpreter => (RuntimeEngine::Interpreter, None),
            Engine::Native(lanes) => (RuntimeEngine::Native, Some(lanes)),
            Engine::Chosen => (RuntimeEngine::Native, None),
        };
        Launch { engine, lanes, ..Launch::new(dimensions, global_size) }
    }
}

/// Levels below this machine's CPU that launches are made at besides: SSE2 and AVX2. `FERROCL_LEVELS=x86-64-v3` takes others; `FERROCL_LEVELS=` none.
/// (`FERROCL_CPU=x86-64-v3` makes everything at one level, at all widths.)
pub fn levels() -> Vec<String> {
    match std::env::var("FERROCL_LEVELS") {
        Ok(names) => names.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect(),
        Err(_) if std::env::var_os(CPU_VARIABLE).is_some() => Vec::new(),
        Err(_) => {
            // The highest is much like the machine itself, and the second much like the first.
            let mut levels = host_levels();
            levels.pop();
            levels.into_iter().filter(|&name| name != "x86-64-v2").map(str::to_owned).collect()
        }
    }
}

/// Builds a program for a CPU; the error holds the diagnostics.
pub fn build(target: &Target, name: &str, source: &[u8], options: &str) -> Result<Arc<Program>, String> {
    let build = Build::new(target, name, source, options);
    match build.program() {
        Some(program) if !build.diagnostics().has_errors() => Ok(program),
        _ => Err(render(build.map(), build.diagnostics(), Format::Human { color: false })),
    }
}

/// A program with its device.
pub struct Runner {
    program: Arc<Program>,
    device: Device,
}

impl Runner {
    /// Builds a program, which has to be accepted.
    pub fn new(name: &str, source: &str, options: &str) -> Runner {
        let device = Device::new(Some(1)).unwrap_or_else(|error| panic!("{error}"));
        let program = build(device.target(), name, source.as_bytes(), options)
            .unwrap_or_else(|report| panic!("{report}"));
        Runner { program, device }
    }
    /// Launches a kernel over so many work-items. Its parameters are buffers with these contents, and last a buffer of
    /// `output_bytes` that it fills, which is returned.
    pub fn run(
        &self,
        engine: Engine,
        kernel: &str,
        inputs: &[&[u8]],
        output_bytes: usize,
        items: usize,
    ) -> Vec<u8> {
        let buffer = |content: &[u8]| {
            Arc::new(
                Buffer::from_bytes(content).unwrap_or_else(|error| panic!("{kernel} ({engine}): {error}")),
            )
        };
        let output = buffer(&vec![0xCD; output_bytes]);
        let all = inputs.iter().map(|input| buffer(input)).chain([output.clone()]);
        let arguments: Vec<Argument> = all.map(|buffer| Argument::Buffer { buffer, offset: 0 }).collect();
        self.launch(engine, kernel, &arguments, items);
        output.to_vec()
    }
    /// Launches a kernel with any arguments over so many work-items.
    pub fn launch(&self, engine: Engine, kernel: &str, arguments: &[Argument], items: usize) {
        let launched = self.program.kernel(kernel).and_then(|kernel| {
            self.device.launch(&kernel, arguments, &engine.launch(1, [items as u64, 1, 1]))
        });
        launched.unwrap_or_else(|error| panic!("{kernel} ({engine}): {error}"));
    }
}
