//! Kernels with their results: what stands in the comments of `tests/run/**/*.cl`, and how it is checked.
//!
//! A file holds any number of kernels. Comment lines before a kernel say how it is launched, with what, and what it
//! gives; every `launch` begins a launch of its own, with the lines that follow it:
//!
//! ```text
//! // options: -cl-std=CL3.0          (at the start of the file: how it is built)
//!
//! // launch: global=8 local=4 offset=16
//! // arg: out = unset 8
//! // arg: in = 1 2 3 4 5 6 7 8
//! // arg: factor = 2.5
//! // expect: out = 2.5 5 7.5 10 12.5 15 17.5 20
//! kernel void scale(global float *out, global const float *in, float factor) …
//! ```
//!
//! * `launch`: `global`, `local` and `offset`, each with up to three numbers separated by commas. Without `local`
//!   there is one group of everything.
//! * `arg`: a parameter's value. For a scalar or vector, its components; for a buffer, the components of its elements, in
//!   order (three for each 3-vector); `unset N` for N elements of bytes 0xCD, `zeros N`, `ramp N` (0, 1, 2, …); `local N` for a
//!   local pointer to N bytes; `null`. Values of another type than the parameter's are written `type:value`, and
//!   `pad:N` is N bytes 0xCD: so structs are put together.
//! * `expect`: a buffer's content after the launch, written in the same way. `*` is anything, `~k` after a float allows for k
//!   ULP, `nan` is any NaN, `…` at the end means that the rest is as it was.
//! * In both, `value{N}` is N times the value; a hexadecimal number is the bits.
//! * `output`: a line that `printf` writes, in order.
//! * A buffer that is another parameter's too: `same NAME`.
//! * An image: `image SIZES ORDER TYPE of VALUES`, as `image 4,2 RGBA UNORM_INT8 of ramp 32`: sizes as coordinates count them, the format's
//!   names without `CL_`, and all channels in order (of packed formats, the elements). `expect` has channels too.
//! * A sampler: `sampler` and any of `normalized`, `linear`, and one of `none`, `edge`, `border`, `repeat`, `mirror`.
//! * `error`: a part of the message with which the run ends.

use std::path::Path;

use ferrocl_runtime::{Device, target_by_name};

use crate::engines::{Engine, build, levels};

mod directives;
mod engine;
pub(crate) mod images;
mod values;

pub use directives::{Launch, launches, options};

/// Builds a file, makes all of its launches by every engine, and says what is wrong.
pub fn check_file(path: &Path) -> Result<(), String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let launches = launches(&text)?;
    if launches.is_empty() {
        return Err("the file has no `// launch:`".into());
    }
    let device = Device::new(Some(1)).map_err(|error| error.to_string())?;
    let mut runs = vec![(device.target().clone(), Engine::all())];
    for level in levels() {
        let target = target_by_name(&level).map_err(|error| error.to_string())?;
        let engines = Engine::at_level(&target, device.target());
        runs.push((target, engines));
    }
    let mut problems = Vec::new();
    for (target, engines) in runs {
        let device = Device::with_target(Some(1), target).map_err(|error| error.to_string())?;
        let program = build(device.target(), &path.to_string_lossy(), &bytes, options(&text))?;
        for launch in &launches {
            for &engine in &engines {
                if let Err(problem) = engine::check(&device, engine, &program, launch) {
                    let (line, kernel, cpu) = (launch.line, &launch.kernel, device.target().cpu_name());
                    problems.push(format!("{name}:{line}: {kernel} ({cpu}, {engine}): {problem}"));
                }
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}
