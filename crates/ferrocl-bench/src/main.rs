//! Times the benchmark kernels (`bench/kernels.cl`): one lane against the chosen number, compile time by stage, and the time
//! from source to first result. Every result is checked. Run it by `cargo xtask bench` on a quiet machine.

mod cases;

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use ferrocl_runtime::base::render::{self, Format};
use ferrocl_runtime::{Argument, Buffer, Build, Device, Launch};

fn main() -> Result<()> {
    let only: Vec<String> = std::env::args().skip(1).collect();
    for name in &only {
        if !cases::NAMES.contains(&name.as_str()) {
            bail!("there is no benchmark `{name}`; there are {}", cases::NAMES.join(", "));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/kernels.cl");
    let source = std::fs::read(path).with_context(|| format!("{path} cannot be read"))?;
    let device = Device::new(None)?;
    println!("{}, {} threads\n", device.description(), device.threads());

    let build = Build::new(device.target(), "kernels.cl", &source, "");
    print!("front end, all kernels:");
    for (stage, time) in build.timings() {
        print!("  {stage} {}", milliseconds(*time));
    }
    println!("\n");
    let program = match build.program() {
        Some(program) => program,
        None => bail!(
            "the kernels do not compile:\n{}",
            render::render(build.map(), build.diagnostics(), Format::BuildLog)
        ),
    };

    println!("{:14}{:>7}{:>12}{:>12}{:>8}   compile", "ms (median)", "lanes", "1 lane", "vectors", "ratio");
    let mut wrong = 0;
    for name in cases::NAMES.iter().filter(|name| only.is_empty() || only.iter().any(|o| o == *name)) {
        let case = cases::make(name)?.expect("the name is in the list");
        let kernel = program.kernel(case.kernel)?;
        let mut one_lane = case.launch.clone();
        one_lane.lanes = Some(1);
        device.prepare(&kernel, &one_lane)?;
        let prepared = device.prepare(&kernel, &case.launch)?;
        let time = |launch: &Launch| -> Result<Duration> {
            let start = Instant::now();
            device.launch(&kernel, &case.arguments, launch)?;
            Ok(start.elapsed())
        };
        let mut verdict = String::new();
        let mut times = [Vec::new(), Vec::new()];
        for (times, launch) in times.iter_mut().zip([&one_lane, &case.launch]) {
            time(launch)?;
            if let Err(problem) = (case.check)(&case.output.to_vec()) {
                verdict.push_str(&format!(
                    "   WRONG at {} lanes: {problem}",
                    launch.lanes.unwrap_or(prepared.lanes)
                ));
                wrong += 1;
            }
            for _ in 0..case.repetitions {
                times.push(time(launch)?);
            }
        }
        let [one, many] = times.map(|mut list| median(&mut list).as_secs_f64() * 1e3);
        let stages: Vec<String> =
            prepared.timings.iter().map(|(stage, time)| format!("{stage} {}", milliseconds(*time))).collect();
        println!(
            "{name:14}{:>7}{one:>12.3}{many:>12.3}{:>8.2}   {}{verdict}",
            prepared.lanes,
            one / many,
            stages.join("  ")
        );
    }

    if only.is_empty() {
        println!("\nsource to first result, small kernel: {}", milliseconds(first_result(&device)?));
        println!("launch and wait, one small group:     {}", milliseconds(small_launch(&device)?));
    }
    if wrong > 0 {
        bail!("{wrong} results are wrong");
    }
    Ok(())
}

/// The median time from a source text to the result of its kernel, warm, over texts that all differ.
fn first_result(device: &Device) -> Result<Duration> {
    let buffer = std::sync::Arc::new(Buffer::new(4 << 20)?);
    let mut times = Vec::new();
    for i in 0..15 {
        let source = format!(
            "__kernel void s(__global float*o){{ size_t i = get_global_id(0); o[i] = o[i] * 2.0f + {i}.0f; }}"
        );
        let start = Instant::now();
        let build = Build::new(device.target(), "small.cl", source.as_bytes(), "");
        let program = build.program().context("the small kernel does not compile")?;
        let arguments = [Argument::Buffer { buffer: buffer.clone(), offset: 0 }];
        device.launch(&program.kernel("s")?, &arguments, &Launch::new(1, [1 << 20, 1, 1]))?;
        times.push(start.elapsed());
    }
    Ok(median(&mut times))
}

/// The median time of a launch of one group of 64 that does almost nothing.
fn small_launch(device: &Device) -> Result<Duration> {
    let source = "__kernel void e(__global int*o){ if (get_global_id(0) == 0) o[0] = 1; }";
    let build = Build::new(device.target(), "small.cl", source.as_bytes(), "");
    let kernel = build.program().context("the small kernel does not compile")?.kernel("e")?;
    let arguments = [Argument::Buffer { buffer: std::sync::Arc::new(Buffer::new(4)?), offset: 0 }];
    let mut launch = Launch::new(1, [64, 1, 1]);
    launch.local_size = Some([64, 1, 1]);
    let mut times = Vec::new();
    for _ in 0..501 {
        let start = Instant::now();
        device.launch(&kernel, &arguments, &launch)?;
        times.push(start.elapsed());
    }
    Ok(median(&mut times))
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
