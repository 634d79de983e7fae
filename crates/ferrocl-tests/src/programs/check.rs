//! Runs a program on every engine and compares what it writes.
//!
//! What the parameters get is in [`super::content`]. Buffers of structs are not compared, as their padding is open: their members are
//! written to other buffers.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use ferrocl_base::render::{Format, render};
use ferrocl_ir::{FunctionId, Module, Parameter, ValueType, passes, verify};
use ferrocl_runtime::{Argument, Build, Device, Engine, Launch, Program, interp};

use super::clock::CpuClock;
use super::content::{Content, argument, content, image, is_nan, sampler_number};
use super::{Case, Dialect};
use crate::peers::{self, Peer};

/// The widths that vector code is made with: given ones, and the one that is chosen.
pub const WIDTHS: [Option<u32>; 5] = [Some(1), Some(4), Some(8), Some(16), None];

/// Instructions after which a program is left alone: it would take too long.
const MAX_STEPS: u64 = 30_000_000;

/// How much of the CPU's time a program may take to compile and to run with the width that is chosen. Both are small: more is a finding.
pub const SLOW: Duration = Duration::from_secs(5);

/// The same with a given width: 16 lanes of vectors of 16 are much, where registers are small.
const SLOW_WITH_WIDTH: Duration = Duration::from_secs(30);

/// What came of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Every engine wrote the same.
    Agree,
    /// It ran too long.
    TooLong,
    /// Something is wrong.
    Finding(Finding),
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Of what sort it is: shrinking keeps that.
    pub kind: FindingKind,
    /// In words.
    pub text: String,
}

/// Sorts of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingKind {
    /// The program is rejected (or the compiler panics on it).
    Rejected,
    /// The interpreter ends it.
    Interpreter,
    /// No vector code of this width is made, or it does not run.
    NoCode(Option<u32>),
    /// Vector code of this width writes something else.
    Difference(Option<u32>),
    /// Compiling it, or running it on one engine, takes longer than [`SLOW`].
    Slow,
    /// The peer does not build it, or does not run it.
    PeerFails,
    /// The peer writes something else.
    PeerDifference,
}

/// The bytes of buffers and images after a run, one for each parameter: none where that is something else.
type Buffers = Vec<Option<Vec<u8>>>;

/// A width in words.
fn lanes(width: Option<u32>) -> String {
    width.map_or("the chosen number of lanes".to_owned(), |width| format!("{width} lanes"))
}

fn finding(kind: FindingKind, text: impl Into<String>) -> Outcome {
    Outcome::Finding(Finding { kind, text: text.into() })
}

/// Runs a case by the interpreter, with each of these widths, and by another implementation. The device has one thread, the caller's:
/// what other threads do does not count as the program's time.
pub fn check(device: &Device, case: &Case, widths: &[Option<u32>], peer: Option<&Peer>) -> Outcome {
    let clock = CpuClock::new("thread-self");
    let build = catch_unwind(AssertUnwindSafe(|| {
        Build::new(device.target(), "random.cl", case.source.as_bytes(), &case.options)
    }));
    let front_end = clock.elapsed().unwrap_or_default();
    let build = match build {
        Ok(build) => build,
        Err(panic) => {
            return finding(FindingKind::Rejected, format!("the compiler panics: {}", words(&*panic)));
        }
    };
    let Some(program) = build.program().filter(|_| !build.diagnostics().has_errors()) else {
        let log = render(build.map(), build.diagnostics(), Format::Human { color: false });
        let errors: Vec<&str> =
            log.split("\n\n").filter(|part| !part.trim_start().starts_with("warning")).collect();
        return finding(FindingKind::Rejected, format!("the program is rejected:\n{}", errors.join("\n\n")));
    };
    let kernel = match program.kernel("t") {
        Ok(kernel) => kernel,
        Err(error) => return finding(FindingKind::Rejected, error.to_string()),
    };
    let parameters = kernel.parameters();
    let contents: Vec<Content> = parameters.iter().map(|parameter| content(case, parameter)).collect();
    let (mut expected, mut expected_print) =
        match interpret(device, case, &program, &contents, interp::SUB_GROUP_SIZE) {
            Ok(expected) => expected,
            Err(outcome) => return outcome,
        };
    let mut slow = (front_end > SLOW).then(|| (front_end, "the front end".to_owned()));
    for &width in widths {
        if case.depends_on_sub_groups {
            // How many lanes are chosen is not known here.
            let Some(width) = width else { continue };
            (expected, expected_print) = match interpret(device, case, &program, &contents, width.into()) {
                Ok(expected) => expected,
                Err(outcome) => return outcome,
            };
        }
        let buffers: Result<Vec<Argument>, _> = contents.iter().map(argument).collect();
        let arguments = match buffers {
            Ok(arguments) => arguments,
            Err(error) => return finding(FindingKind::NoCode(width), error.to_string()),
        };
        let launch = Launch {
            local_size: Some(case.local),
            global_offset: case.offset,
            engine: Engine::Native,
            lanes: width,
            ..Launch::new(case.dimensions, case.global)
        };
        let clock = CpuClock::new("thread-self");
        let printed = match catch_unwind(AssertUnwindSafe(|| device.launch(&kernel, &arguments, &launch))) {
            Ok(Ok(report)) => report.printed,
            Ok(Err(error)) => return finding(FindingKind::NoCode(width), error.to_string()),
            Err(panic) => {
                return finding(
                    FindingKind::NoCode(width),
                    format!("code generation panics: {}", words(&*panic)),
                );
            }
        };
        if let Some(text) = difference_in_print(&expected_print, &printed) {
            return finding(FindingKind::Difference(width), format!("with {}, {text}", lanes(width)));
        }
        let time = clock.elapsed().unwrap_or_default();
        if time > if width.is_some() { SLOW_WITH_WIDTH } else { SLOW } {
            slow = Some((time, lanes(width)));
        }
        let found: Buffers = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Buffer { buffer, .. } => Some(buffer.to_vec()),
                Argument::Image(image) => Some(image.buffer().to_vec()),
                _ => None,
            })
            .collect();
        if let Some(text) = first_difference(parameters, &contents, &expected, &found, true) {
            return finding(FindingKind::Difference(width), format!("with {}, {text}", lanes(width)));
        }
    }
    if let Some((time, part)) = slow {
        return finding(FindingKind::Slow, format!("{part} takes {:.1} s", time.as_secs_f64()));
    }
    match peer {
        Some(peer) => check_peer(peer, case, parameters, &contents, &expected),
        None => Outcome::Agree,
    }
}

/// What programs for a peer may be written in.
pub fn dialect(peer: &Peer) -> Dialect {
    // Intel's driver, 2026.2: `shuffle` and `shuffle2` of `half` are not there, others write more than their result; `mad_sat` of vectors
    // of 32 bits saturates what fits.
    let without: &[&str] =
        if peer.name.contains("Intel") { &["shuffle", "shuffle2", "mad_sat"] } else { &[] };
    let has = |name: &str| peer.extensions.iter().any(|extension| extension == name);
    Dialect {
        is_strict: true,
        has_half: has("cl_khr_fp16"),
        newest: peer.newest,
        has_packed_products: has("cl_khr_integer_dot_product") && has("cl_khr_extended_bit_ops"),
        without,
        has_media_operations: has("cl_amd_media_ops2"),
        has_newer_features: peer.has_collectives,
    }
}

fn check_peer(
    peer: &Peer,
    case: &Case,
    parameters: &[Parameter],
    contents: &[Content],
    expected: &[Option<Vec<u8>>],
) -> Outcome {
    let launch = peers::Launch {
        source: &case.source,
        options: &case.options,
        kernel: "t",
        dimensions: case.dimensions,
        global: case.global,
        local: case.local,
        offset: case.offset,
        contents,
    };
    let found = match peer.run(&launch) {
        Ok(found) => found,
        Err(problem) => return finding(FindingKind::PeerFails, format!("{}: {problem}", peer.name)),
    };
    match first_difference(parameters, contents, expected, &found, false) {
        Some(text) => finding(FindingKind::PeerDifference, format!("with {}, {text}", peer.name)),
        None => Outcome::Agree,
    }
}

/// Runs it by the interpreter on the code as the device's compiler contracts it; the buffers' content afterwards, and what it printed.
fn interpret(
    device: &Device,
    case: &Case,
    program: &Arc<Program>,
    contents: &[Content],
    sub_group_size: u64,
) -> Result<(Buffers, Vec<u8>), Outcome> {
    let mut module: Module = program.module().clone();
    if device.target().has_fma() {
        let ids: Vec<FunctionId> = module.functions.ids().collect();
        for id in ids {
            passes::contract(&mut module.functions[id]);
        }
    }
    let info = verify(&module)
        .map_err(|errors| finding(FindingKind::Rejected, format!("the IR does not verify: {errors:?}")))?;
    let found = module.functions.iter_enumerated().find(|(_, f)| f.kernel.is_some() && f.name == "t");
    let Some((kernel, _)) = found else {
        return Err(finding(FindingKind::Rejected, "there is no kernel"));
    };
    let mut memory = interp::Memory::new();
    let mut buffers = Vec::new();
    let mut arguments = Vec::new();
    for content in contents {
        let mut buffer = None;
        arguments.push(match content {
            Content::Bytes(bytes) => interp::Argument::Bytes(bytes.clone()),
            Content::Local(size) => interp::Argument::LocalSize(*size as u64),
            Content::Buffer(bytes) => {
                let id = memory.add_buffer(bytes.clone());
                buffer = Some(id);
                interp::Argument::Buffer(id, 0)
            }
            Content::Image(form, bytes) => {
                let image = image(*form, bytes)
                    .map_err(|error| finding(FindingKind::Interpreter, error.to_string()))?;
                let id = memory.add_buffer(bytes.clone());
                buffer = Some(id);
                let address = memory.address(id);
                interp::Argument::Bytes(image.descriptor_at(address, device.target().has_fma()))
            }
            Content::Sampler(mode) => interp::Argument::Bytes(sampler_number(*mode).to_le_bytes().to_vec()),
        });
        buffers.push(buffer);
    }
    let launch = interp::Launch {
        dimensions: case.dimensions,
        global_size: case.global,
        local_size: case.local,
        global_offset: case.offset,
        sub_group_size,
    };
    let limits = interp::Limits { max_steps: MAX_STEPS, ..interp::Limits::default() };
    let run = catch_unwind(AssertUnwindSafe(|| {
        interp::Program::new(&module, &info, kernel).run(&launch, &arguments, &mut memory, &limits)
    }));
    match run {
        Ok(Ok(report)) => {
            let bytes = |buffer: &Option<interp::BufferId>| buffer.map(|id| memory.bytes(id).to_vec());
            Ok((buffers.iter().map(bytes).collect(), report.output))
        }
        Ok(Err(error)) if matches!(error.kind, interp::RunErrorKind::StepLimit { .. }) => {
            Err(Outcome::TooLong)
        }
        Ok(Err(error)) => Err(finding(FindingKind::Interpreter, format!("the interpreter ends it: {error}"))),
        Err(panic) => {
            Err(finding(FindingKind::Interpreter, format!("the interpreter panics: {}", words(&*panic))))
        }
    }
}

/// The first line of the printed that differs, in order of the lines: work-items print in any.
fn difference_in_print(expected: &[u8], found: &[u8]) -> Option<String> {
    let sorted = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let (expected, found) = (sorted(expected), sorted(found));
    let end = String::from("(the end)");
    let count = expected.len().max(found.len());
    (0..count).find_map(|line| {
        let (a, b) = (expected.get(line).unwrap_or(&end), found.get(line).unwrap_or(&end));
        (a != b).then(|| format!("it prints `{b}`, but `{a}` by the interpreter"))
    })
}

/// The first place where one of the buffers differs.
fn first_difference(
    parameters: &[Parameter],
    contents: &[Content],
    expected: &[Option<Vec<u8>>],
    found: &[Option<Vec<u8>>],
    with_padding: bool,
) -> Option<String> {
    let mut all = parameters.iter().zip(contents).zip(expected).zip(found);
    all.find_map(|(((parameter, content), expected), found)| {
        difference(parameter, content, expected.as_ref()?, found.as_ref()?, with_padding)
    })
}

/// The first place where a buffer differs. All NaNs are one. What is behind the components of a vector of 3 is compared where that is
/// asked for: FerroCL leaves it as it was, others may write it (section "Vector Data Types").
fn difference(
    parameter: &Parameter,
    content: &Content,
    expected: &[u8],
    found: &[u8],
    with_padding: bool,
) -> Option<String> {
    let ty = match content {
        Content::Image(form, _) => ValueType::Scalar(form.scalar()),
        _ => parameter.pointee.as_ref()?.ty,
    };
    let scalar = match ty {
        ValueType::Scalar(scalar) | ValueType::Vector(scalar, _) => scalar,
        _ => return None,
    };
    let size = (scalar.bits() as usize).div_ceil(8);
    let word = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..size].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    };
    let mut pairs = expected.chunks_exact(size).zip(found.chunks_exact(size)).enumerate();
    let has_padding = matches!(ty, ValueType::Vector(_, 3)) && !with_padding;
    let (index, (expected, found)) = pairs.find(|(index, (a, b))| {
        if has_padding && index % 4 == 3 {
            return false;
        }
        let (a, b) = (word(a), word(b));
        a != b && !(is_nan(scalar, a) && is_nan(scalar, b))
    })?;
    Some(format!(
        "{scalar} {index} of `{}` is {:#x}, but {:#x} by the interpreter",
        parameter.name,
        word(found),
        word(expected)
    ))
}

fn words(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text.clone(),
        (_, Some(text)) => (*text).to_owned(),
        _ => "no message".to_owned(),
    }
}
