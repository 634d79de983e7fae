//! Launches on the interpreter: buffers are copied in, and back out.

use std::sync::Arc;

use ferrocl_interp as interp;

use crate::work_size::WorkSize;
use crate::{Argument, Buffer, Error, Kernel, LaunchReport};

/// Runs a kernel on the interpreter. The arguments were checked. With `contract`, products and sums are fused where native
/// code fuses them, so that results are the same bits. `lanes`: how many work-items a sub-group has.
pub fn launch(
    kernel: &Kernel,
    arguments: &[Argument],
    size: &WorkSize,
    contract: bool,
    lanes: u32,
) -> Result<LaunchReport, Error> {
    if let Some(index) = arguments.iter().position(|argument| matches!(argument, Argument::Address(_))) {
        return Err(Error::Argument {
            index,
            parameter: kernel.parameters()[index].name.clone(),
            problem: "the interpreter cannot follow an address of the process; give a buffer".to_owned(),
        });
    }
    let mut memory = interp::Memory::new();
    // A buffer that several arguments share is one buffer there too.
    let mut buffers: Vec<(Arc<Buffer>, interp::BufferId)> = Vec::new();
    let mut share = |memory: &mut interp::Memory, buffer: &Arc<Buffer>| {
        let known = buffers.iter().find(|(b, _)| Arc::ptr_eq(b, buffer)).map(|(_, id)| *id);
        known.unwrap_or_else(|| {
            let id = memory.add_buffer(buffer.to_vec());
            buffers.push((buffer.clone(), id));
            id
        })
    };
    let inputs: Vec<interp::Argument> = arguments
        .iter()
        .map(|argument| match argument {
            Argument::Bytes(bytes) => interp::Argument::Bytes(bytes.to_vec()),
            Argument::Local(bytes) => interp::Argument::LocalSize(*bytes as u64),
            // The checked memory of the interpreter is its own: addresses of the process mean nothing there.
            Argument::Null | Argument::Address(_) => interp::Argument::Null,
            Argument::Buffer { buffer, offset } => {
                interp::Argument::Buffer(share(&mut memory, buffer), *offset as u64)
            }
            Argument::Image(image) => {
                let id = share(&mut memory, image.buffer());
                interp::Argument::Bytes(image.descriptor_at(memory.address(id), contract))
            }
        })
        .collect();
    let launch = interp::Launch {
        dimensions: size.dimensions,
        global_size: size.global,
        local_size: size.local,
        global_offset: size.offset,
        sub_group_size: lanes.into(),
    };
    let program = &kernel.program;
    let (module, info) = if contract { program.contracted() } else { (&program.module, &program.info) };
    let outcome = interp::run(module, info, kernel.function, &launch, &inputs, &mut memory);
    // What was written before an error is there, as with any engine.
    for (buffer, id) in &buffers {
        buffer.write(0, memory.bytes(*id))?;
    }
    match outcome {
        Ok(report) => Ok(LaunchReport { printed: report.output, local_size: size.local }),
        Err(error) => Err(Error::Interpreter(describe(kernel, &error))),
    }
}

/// The error with where it happened, and by which calls.
fn describe(kernel: &Kernel, error: &interp::RunError) -> String {
    let program = &kernel.program;
    let mut text = match program.place(error.span) {
        Some(place) => format!("{place}: {error}"),
        None => error.to_string(),
    };
    if let Some(item) = &error.work_item {
        let [x, y, z] = item.global;
        text.push_str(&format!("\n  in work-item ({x}, {y}, {z}) of `{}`", kernel.name()));
    }
    for site in error.stack.iter().skip(1) {
        let name = &program.function(site.function).name;
        match program.place(site.span) {
            Some(place) => text.push_str(&format!("\n  called from `{name}` at {place}")),
            None => text.push_str(&format!("\n  called from `{name}`")),
        }
    }
    text
}
