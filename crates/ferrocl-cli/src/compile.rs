//! `ferrocl compile`: a program as one of the stages sees it.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use ferrocl_runtime::base::{Diagnostics, Interner, SourceMap, Span};
use ferrocl_runtime::codegen::{Emit, LANES_LEGEND, SourceLine, Target};
use ferrocl_runtime::syntax::BuildOptions;
use ferrocl_runtime::{Build, FileIncludes, ir, sema, syntax};

use crate::{Outcome, source};

/// Print a program as one of the compiler's stages sees it
#[derive(clap::Args)]
pub struct Arguments {
    /// The program's source
    file: PathBuf,
    /// Which stage's result
    #[arg(long, value_enum)]
    emit: Stage,
    /// Options of the build, as for clBuildProgram
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    build: String,
    /// Only this kernel (lanes, llvm, asm, obj)
    #[arg(short, long)]
    kernel: Option<String>,
    /// Work-items in one vector (lanes, llvm, asm, obj)
    #[arg(long)]
    lanes: Option<u32>,
    /// The CPU that code is for, which this machine need not be: host, x86-64, x86-64-v2 (SSE4.2), x86-64-v3 (AVX2),
    /// x86-64-v4 (AVX-512) or aarch64 (NEON); where it is left out, FERROCL_CPU or else the host
    #[arg(long, value_name = "NAME")]
    cpu: Option<String>,
    /// Where it goes; the standard output where it is left out
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Stage {
    /// What the preprocessor leaves
    Tokens,
    /// The syntax tree
    Ast,
    /// The typed tree, with every conversion
    Hir,
    /// The kernel IR
    Ir,
    /// How the kernel's values, branches and accesses lie over the lanes of a vector, and why
    Lanes,
    /// LLVM's IR, optimised
    Llvm,
    /// Machine code, as assembly
    Asm,
    /// Machine code, as an object file
    Obj,
}

/// Prints what the stage makes of the file.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let bytes = match arguments.emit {
        Stage::Tokens | Stage::Ast | Stage::Hir => trees(arguments)?.map(String::into_bytes),
        Stage::Ir | Stage::Lanes | Stage::Llvm | Stage::Asm | Stage::Obj => code(arguments)?,
    };
    let Some(bytes) = bytes else { return Ok(Outcome::Diagnosed) };
    match &arguments.output {
        Some(path) => {
            std::fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))?
        }
        None => std::io::stdout().lock().write_all(&bytes)?,
    }
    Ok(Outcome::Done)
}

/// The stages before IR: shown even where the program has faults, as far as it was understood.
fn trees(arguments: &Arguments) -> Result<Option<String>> {
    let bytes = source::read(&arguments.file)?;
    let (mut options, found) = BuildOptions::parse(&arguments.build);
    options.fast_fma = target(arguments)?.has_fma();
    if found.has_errors() {
        source::report_diagnostics(&SourceMap::new(), &found)?;
        return Ok(None);
    }
    let (mut map, mut interner, mut diagnostics) = (SourceMap::new(), Interner::new(), Diagnostics::new());
    let name = arguments.file.to_string_lossy();
    let Some(file) = syntax::add_source(&mut map, name, &bytes, Span::NONE) else {
        bail!("{} is too large", arguments.file.display());
    };
    let tokens =
        syntax::preprocess(&mut map, &mut interner, file, &options, &mut FileIncludes, &mut diagnostics);
    let text = if arguments.emit == Stage::Tokens {
        syntax::dump::dump_tokens(&tokens, &interner)
    } else {
        let unit = syntax::parse(&tokens, &map, &mut interner, &options, &mut diagnostics);
        if arguments.emit == Stage::Ast {
            syntax::dump::dump(&unit, &interner)
        } else {
            let program = sema::analyse::analyse(&unit, &map, &mut interner, &options, &mut diagnostics);
            sema::dump::dump(&program, &interner)
        }
    };
    source::report_diagnostics(&map, &diagnostics)?;
    Ok(Some(text))
}

/// The CPU that is asked for.
fn target(arguments: &Arguments) -> Result<Target> {
    Ok(match &arguments.cpu {
        Some(name) => ferrocl_runtime::target_by_name(name)?,
        None => ferrocl_runtime::target_from_environment()?,
    })
}

fn code(arguments: &Arguments) -> Result<Option<Vec<u8>>> {
    let target = target(arguments)?;
    let name = arguments.file.to_string_lossy();
    let build = Build::new(&target, &name, &source::read(&arguments.file)?, &arguments.build);
    source::report(&build)?;
    let Some(program) = build.program() else { return Ok(None) };
    if arguments.emit == Stage::Ir {
        return Ok(Some(ir::print(program.module()).into_bytes()));
    }
    let names = match &arguments.kernel {
        Some(name) => vec![name.clone()],
        None => program.kernel_names(),
    };
    if arguments.emit == Stage::Lanes {
        let source = |span| source_line(build.map(), span);
        let mut text = LANES_LEGEND.to_owned();
        for name in names {
            text.push('\n');
            text.push_str(&program.kernel(&name)?.describe_lanes(arguments.lanes, &source)?);
        }
        return Ok(Some(text.into_bytes()));
    }
    let what = match arguments.emit {
        Stage::Llvm => Emit::OptimisedLlvmIr,
        Stage::Asm => Emit::Assembly,
        _ => Emit::Object,
    };
    if what == Emit::Object && names.len() > 1 {
        bail!("an object file holds one kernel; choose it with -k: {}", names.join(", "));
    }
    let mut out = Vec::new();
    for name in names {
        let kernel = program.kernel(&name)?;
        out.extend(kernel.emit(arguments.lanes, what)?);
    }
    Ok(Some(out))
}

/// The line of the source where something begins; for what a macro makes, where the macro is used.
fn source_line(map: &SourceMap, span: Span) -> Option<SourceLine> {
    let start = map.outermost(span).low;
    let (file, name, line) = map.presumed(start)?;
    let file = map.file(file);
    let text = file.line_text(file.line_index(start - file.start));
    Some(SourceLine { place: format!("{name}:{line}"), text: text.trim().to_owned() })
}
