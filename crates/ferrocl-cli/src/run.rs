//! `ferrocl run`: compile a kernel, run it, print or save what it wrote.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use ferrocl_runtime::ir::{AddressSpace, Parameter, ValueType};
use ferrocl_runtime::{Argument, Buffer, Device, Engine, Kernel, Launch};
use serde_json::json;

use crate::element::Element;
use crate::values::{self, Value};
use crate::{Outcome, files, source};

/// Compile a kernel, run it on buffers from files or made ones, print or save what it wrote
#[derive(clap::Args)]
#[command(after_help = "\
Values (N counts elements of the type that the parameter points to):
  3   -0.5   0x1p-3   1,2,3,4      numbers, and vectors by component
  @photo.png                       a picture's RGBA bytes
  @data.npy   @data.bin            a NumPy array's numbers, a file's bytes
  zeros:N   ramp:N   fill:N:V      N zeros; 0, 1, 2, …; N times V
  rand:N[:SEED]                    random: floats in 0..1, integers of the whole range
  local:N                          room for N elements, for a pointer to local memory
  null                             no buffer

Examples:
  ferrocl run saxpy.cl -g 1000 a=2 x=ramp:1000 y=fill:1000:0.5 --print y:4
  ferrocl run blur.cl -k blur -g 640,480 in=@photo.png out=zeros:307200 --out out=blurred.png
  ferrocl run reduce.cl -g 4096 -l 256 in=rand:4096 out=zeros:16 tmp=local:256 --print out --time 20")]
pub struct Arguments {
    /// The program's source
    file: PathBuf,
    /// What the kernel's parameters get
    #[arg(value_name = "PARAM=VALUE")]
    values: Vec<String>,
    /// The kernel; may be left out where the program has one
    #[arg(short, long)]
    kernel: Option<String>,
    /// The global size: work-items in each dimension
    #[arg(short, long, value_name = "X[,Y[,Z]]", allow_negative_numbers = true)]
    global: String,
    /// The local size: work-items of a group in each dimension (chosen where it is left out)
    #[arg(short, long, value_name = "X[,Y[,Z]]", allow_negative_numbers = true)]
    local: Option<String>,
    /// The global offset: what get_global_id starts from
    #[arg(long, value_name = "X[,Y[,Z]]", allow_negative_numbers = true)]
    offset: Option<String>,
    /// Options of the build, as for clBuildProgram
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    build: String,
    /// Vector code, or the exact interpreter
    #[arg(long, value_enum, default_value = "native")]
    engine: EngineName,
    /// Work-items in one vector: 1, 4, 8, 16, … (chosen for the kernel and the CPU where it is left out)
    #[arg(long)]
    lanes: Option<u32>,
    /// Threads at work (all that the process may use where it is left out)
    #[arg(long)]
    threads: Option<usize>,
    /// Run it N more times and tell the time
    #[arg(long, value_name = "N")]
    time: Option<u32>,
    /// Print a buffer afterwards, one element a line; the first COUNT where that is given
    #[arg(long, value_name = "PARAM[:COUNT]")]
    print: Vec<String>,
    /// Save a buffer afterwards: .png, .npy, .csv, or raw bytes
    #[arg(long, value_name = "PARAM=FILE")]
    out: Vec<String>,
    /// Print everything as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum EngineName {
    Native,
    Interp,
}

/// A buffer that a parameter got.
struct Bound {
    parameter: usize,
    buffer: Arc<Buffer>,
    element: Element,
    size: Option<(u32, u32)>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let launch = match launch(arguments) {
        Ok(launch) => launch,
        Err(error) => return Ok(Outcome::Misuse(format!("{error:#}"))),
    };
    let device = Device::new(arguments.threads)?;
    let Some(program) = source::build(device.target(), &arguments.file, &arguments.build)? else {
        return Ok(Outcome::Diagnosed);
    };
    let name = match &arguments.kernel {
        Some(name) => name.clone(),
        None => match program.kernel_names().as_slice() {
            [only] => only.clone(),
            [] => bail!("{} has no kernel", arguments.file.display()),
            several => {
                return Ok(Outcome::Misuse(format!(
                    "the program has several kernels; choose one with -k: {}",
                    several.join(", ")
                )));
            }
        },
    };
    let kernel = program.kernel(&name)?;
    let (inputs, bound) = match bind(&kernel, &arguments.values)? {
        Ok(bound) => bound,
        Err(message) => return Ok(Outcome::Misuse(message)),
    };
    let prints = match find_all(&bound, &kernel, &arguments.print, ':') {
        Ok(found) => found,
        Err(message) => return Ok(Outcome::Misuse(message)),
    };
    let outs = match find_all(&bound, &kernel, &arguments.out, '=') {
        Ok(found) => found,
        Err(message) => return Ok(Outcome::Misuse(message)),
    };

    let compile_start = Instant::now();
    let lanes = device.prepare(&kernel, &launch)?.lanes;
    let compile_time = compile_start.elapsed();
    let first_start = Instant::now();
    let report = device.launch(&kernel, &inputs, &launch)?;
    let first_time = first_start.elapsed();
    // What a kernel prints belongs to the output.
    std::io::stdout().lock().write_all(&report.printed)?;
    let results: Vec<Vec<u8>> = bound.iter().map(|b| b.buffer.to_vec()).collect();
    let mut times = Vec::new();
    for _ in 0..arguments.time.unwrap_or(0) {
        let start = Instant::now();
        device.launch(&kernel, &inputs, &launch)?;
        times.push(start.elapsed());
    }

    for (index, file) in outs {
        let one = &bound[index];
        let file = file.expect("`--out` has a file");
        let size = one.size.or_else(|| picture_size(&launch));
        files::write(file, &results[index], one.element, size)?;
    }
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let buffers: serde_json::Map<String, serde_json::Value> = prints
            .iter()
            .map(|&(index, count)| {
                let lines = elements(&results[index], bound[index].element, count)?;
                Ok((kernel.parameters()[bound[index].parameter].name.clone(), json!(lines)))
            })
            .collect::<Result<_>>()?;
        let milliseconds: Vec<f64> = times.iter().map(|t| t.as_secs_f64() * 1e3).collect();
        writeln!(
            out,
            "{}",
            json!({
                "kernel": name,
                "lanes": lanes,
                "threads": device.threads(),
                "local_size": report.local_size,
                "compile_ms": compile_time.as_secs_f64() * 1e3,
                "first_ms": first_time.as_secs_f64() * 1e3,
                "times_ms": milliseconds,
                "buffers": buffers,
            })
        )?;
        return Ok(Outcome::Done);
    }
    for &(index, count) in &prints {
        if prints.len() > 1 {
            writeln!(out, "# {}", kernel.parameters()[bound[index].parameter].name)?;
        }
        for line in elements(&results[index], bound[index].element, count)? {
            writeln!(out, "{line}")?;
        }
    }
    if arguments.time.is_some() {
        let what = match launch.engine {
            Engine::Native => format!("{lanes} lanes, {} threads", device.threads()),
            Engine::Interpreter => "interpreter".to_owned(),
        };
        let time = if times.is_empty() { first_time } else { median(&mut times) };
        let items: u128 = launch.global_size.iter().map(|&n| u128::from(n)).product();
        eprintln!(
            "{name}: {items} work-items in {} (median of {}; compiled in {}; {what})",
            milliseconds(time),
            times.len().max(1),
            milliseconds(compile_time)
        );
    }
    Ok(Outcome::Done)
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Width and height of a picture that a two-dimensional launch makes.
fn picture_size(launch: &Launch) -> Option<(u32, u32)> {
    Some((u32::try_from(launch.global_size[0]).ok()?, u32::try_from(launch.global_size[1]).ok()?))
}

/// The launch that the options ask for.
fn launch(arguments: &Arguments) -> Result<Launch> {
    let (dimensions, global_size) = sizes(&arguments.global, 1).context("-g")?;
    let mut launch = Launch::new(dimensions, global_size);
    if let Some(text) = &arguments.local {
        let (given, size) = sizes(text, 1).context("-l")?;
        if given != dimensions {
            bail!("-l has {given} dimensions, but -g has {dimensions}");
        }
        if size.contains(&0) {
            bail!("-l: a local size of 0 is not allowed");
        }
        launch.local_size = Some(size);
    }
    if let Some(text) = &arguments.offset {
        let (given, offset) = sizes(text, 0).context("--offset")?;
        if given != dimensions {
            bail!("--offset has {given} dimensions, but -g has {dimensions}");
        }
        launch.global_offset = offset;
    }
    launch.engine = match arguments.engine {
        EngineName::Native => Engine::Native,
        EngineName::Interp => Engine::Interpreter,
    };
    if let Some(lanes) = arguments.lanes.filter(|lanes| !lanes.is_power_of_two()) {
        bail!("--lanes: a lane width of {lanes} is not possible; it is a power of two");
    }
    launch.lanes = arguments.lanes;
    Ok(launch)
}

/// `X[,Y[,Z]]`; dimensions that are not given get `rest`.
fn sizes(text: &str, rest: u64) -> Result<(u32, [u64; 3])> {
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        bail!("`{text}` has {} dimensions; there are at most 3", parts.len());
    }
    let mut sizes = [rest; 3];
    for (size, part) in sizes.iter_mut().zip(&parts) {
        *size = part.trim().parse().with_context(|| format!("`{part}` is not a size"))?;
    }
    Ok((parts.len() as u32, sizes))
}

/// Gives each parameter its value. The inner error is a misuse.
fn bind(
    kernel: &Kernel,
    given: &[String],
) -> Result<std::result::Result<(Vec<Argument>, Vec<Bound>), String>> {
    let parameters = kernel.parameters();
    let names = || parameters.iter().map(|p| format!("`{}`", p.name)).collect::<Vec<_>>().join(", ");
    let mut texts: Vec<Option<&str>> = vec![None; parameters.len()];
    for value in given {
        let Some((name, text)) = value.split_once('=') else {
            return Ok(Err(format!("`{value}` is not PARAM=VALUE")));
        };
        let Some(index) = parameters.iter().position(|p| p.name == name.trim()) else {
            return Ok(Err(format!("the kernel has no parameter `{name}`; it has {}", names())));
        };
        if texts[index].replace(text).is_some() {
            return Ok(Err(format!("`{name}` is given twice")));
        }
    }
    let missing: Vec<String> =
        parameters.iter().zip(&texts).filter(|(_, text)| text.is_none()).map(|(p, _)| example(p)).collect();
    if !missing.is_empty() {
        return Ok(Err(format!("these parameters have no value; write for example: {}", missing.join(" "))));
    }
    let mut inputs = Vec::new();
    let mut bound = Vec::new();
    for (index, (parameter, text)) in parameters.iter().zip(texts).enumerate() {
        let text = text.expect("none is missing");
        let value = match values::parse(parameter, text) {
            Ok(value) => value,
            // What is wrong with a file is no fault of the command line.
            Err(error) if text.trim_start().starts_with('@') => return Err(error),
            Err(error) => return Ok(Err(format!("{error:#}"))),
        };
        inputs.push(match value {
            Value::Bytes(bytes) => Argument::Bytes(bytes.into()),
            Value::Local(bytes) => Argument::Local(bytes),
            Value::Null => Argument::Null,
            Value::Buffer { bytes, element, size } => {
                let buffer = Arc::new(Buffer::from_bytes(&bytes)?);
                bound.push(Bound { parameter: index, buffer: buffer.clone(), element, size });
                Argument::Buffer { buffer, offset: 0 }
            }
        });
    }
    Ok(Ok((inputs, bound)))
}

/// What could be written for a parameter.
fn example(parameter: &Parameter) -> String {
    let value = match parameter.ty {
        _ if parameter.aggregate.is_some() => "@file.bin".to_owned(),
        ValueType::Pointer(AddressSpace::Local) => "local:256".to_owned(),
        ValueType::Pointer(_) => "zeros:1000".to_owned(),
        ty => vec!["1"; ty.components().max(1) as usize].join(","),
    };
    format!("{}={value}", parameter.name)
}

/// The buffers that options name, each with what follows the separator.
fn find_all<'a>(
    bound: &[Bound],
    kernel: &Kernel,
    options: &'a [String],
    separator: char,
) -> std::result::Result<Vec<(usize, Option<&'a str>)>, String> {
    options
        .iter()
        .map(|option| {
            let (name, rest) = match option.split_once(separator) {
                Some((name, rest)) => (name, Some(rest)),
                None if separator == '=' => return Err(format!("`{option}` is not PARAM=FILE")),
                None => (option.as_str(), None),
            };
            if separator == ':' && rest.is_some_and(|count| count.parse::<usize>().is_err()) {
                return Err(format!("`{option}` is not PARAM:COUNT"));
            }
            match bound.iter().position(|b| kernel.parameters()[b.parameter].name == name) {
                Some(index) => Ok((index, rest)),
                None => Err(format!("no buffer was given for a parameter `{name}`")),
            }
        })
        .collect()
}

/// The elements of a buffer as text; the first `count` where that is given.
fn elements(bytes: &[u8], element: Element, count: Option<&str>) -> Result<Vec<String>> {
    let count = match count {
        Some(text) => text.parse::<usize>().with_context(|| format!("`{text}` is not a count"))?,
        None => usize::MAX,
    };
    Ok(bytes.chunks_exact(element.size).take(count).map(|one| element.text(one, ",")).collect())
}
