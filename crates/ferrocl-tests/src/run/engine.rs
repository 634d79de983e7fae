//! One launch of a file on one engine.

use std::sync::Arc;

use ferrocl_ir::image::ParameterObject;
use ferrocl_ir::{AddressSpace, Parameter, ValueType};
use ferrocl_runtime::{Argument, Buffer, Device, Launch as RuntimeLaunch, Program};

use super::directives::Launch;
use super::images;
use super::values::{self, ElementType};
use crate::engines::Engine;

/// Makes a launch and compares.
pub(super) fn check(
    device: &Device,
    engine: Engine,
    program: &Arc<Program>,
    launch: &Launch,
) -> Result<(), String> {
    let kernel = program.kernel(&launch.kernel).map_err(|error| error.to_string())?;
    let parameters = kernel.parameters();
    for (name, _) in launch.arguments.iter().chain(&launch.expected) {
        if !parameters.iter().any(|parameter| parameter.name == *name) {
            return Err(format!("the kernel has no parameter `{name}`"));
        }
    }
    let mut arguments: Vec<Argument> = Vec::new();
    for parameter in parameters {
        let value = argument(parameter, launch, parameters, &arguments)?;
        arguments.push(value);
    }
    let before: Vec<Option<Vec<u8>>> = arguments.iter().map(content).collect();
    let run = RuntimeLaunch {
        local_size: Some(launch.local),
        global_offset: launch.offset,
        ..engine.launch(launch.dimensions as u32, launch.global)
    };
    let report = match (device.launch(&kernel, &arguments, &run), &launch.error) {
        (Err(error), Some(wanted)) if error.to_string().contains(wanted.as_str()) => return Ok(()),
        (Err(error), _) => return Err(error.to_string()),
        (Ok(_), Some(wanted)) => return Err(format!("the run did not end with an error (`{wanted}`)")),
        (Ok(report), None) => report,
    };
    for (name, wanted) in &launch.expected {
        let Some(index) = parameters.iter().position(|parameter| parameter.name == *name) else { continue };
        let (Some(before), Some(after)) = (&before[index], content(&arguments[index])) else {
            return Err(format!("`{name}` is no buffer"));
        };
        let given = launch.arguments.iter().find(|(given, _)| given == name);
        let element = match (parameters[index].object, given) {
            (Some(_), Some((_, text))) => images::component(text)?,
            _ => element(&parameters[index]),
        };
        values::compare(wanted, element, before, &after).map_err(|problem| format!("{name}: {problem}"))?;
    }
    let output = String::from_utf8_lossy(&report.printed).into_owned();
    let wanted: String = launch.output.iter().map(|line| format!("{line}\n")).collect();
    if wanted == output { Ok(()) } else { Err(format!("the output is:\n{output}")) }
}

fn content(argument: &Argument) -> Option<Vec<u8>> {
    match argument {
        Argument::Buffer { buffer, .. } => Some(buffer.to_vec()),
        Argument::Image(image) => Some(image.buffer().to_vec()),
        Argument::Bytes(_) | Argument::Address(_) | Argument::Local(_) | Argument::Null => None,
    }
}

fn element(parameter: &Parameter) -> ElementType {
    let ty = match (&parameter.pointee, parameter.ty) {
        (Some(pointee), _) => Some(pointee.ty),
        (None, ValueType::Pointer(_)) => None,
        (None, ty) => Some(ty),
    };
    ElementType { ty }
}

/// The value of a parameter. `before` are those of the parameters before it.
fn argument(
    parameter: &Parameter,
    launch: &Launch,
    parameters: &[Parameter],
    before: &[Argument],
) -> Result<Argument, String> {
    let name = &parameter.name;
    let (_, text) = launch
        .arguments
        .iter()
        .find(|(given, _)| given == name)
        .ok_or_else(|| format!("`{name}` has no value"))?;
    let fail = |problem: String| format!("{name}: {problem}");
    match parameter.object {
        Some(ParameterObject::Image(kind, _)) => return images::image(text, kind).map_err(fail),
        Some(ParameterObject::Sampler) => return images::sampler(text).map_err(fail),
        None => {}
    }
    if parameter.aggregate.is_some() {
        return Ok(Argument::Bytes(values::bytes(text, ElementType { ty: None }).map_err(fail)?.into()));
    }
    if let Some(other) = text.strip_prefix("same ") {
        let index = parameters.iter().position(|parameter| parameter.name == other.trim());
        let shared = index.and_then(|index| before.get(index)).cloned();
        return shared.ok_or_else(|| fail(format!("`{other}` is no parameter before it")));
    }
    Ok(match parameter.ty {
        ValueType::Pointer(AddressSpace::Local) => {
            let size = text.strip_prefix("local ").and_then(|size| size.trim().parse().ok());
            Argument::Local(size.ok_or_else(|| fail("it needs `local BYTES`".into()))?)
        }
        ValueType::Pointer(_) if text == "null" => Argument::Null,
        ValueType::Pointer(_) => {
            let bytes = values::bytes(text, element(parameter)).map_err(fail)?;
            let buffer = Buffer::from_bytes(&bytes).map_err(|error| fail(error.to_string()))?;
            Argument::Buffer { buffer: Arc::new(buffer), offset: 0 }
        }
        _ => Argument::Bytes(values::bytes(text, element(parameter)).map_err(fail)?.into()),
    })
}
