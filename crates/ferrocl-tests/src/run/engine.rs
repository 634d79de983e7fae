//! The engines that launches are made on.

use ferrocl_interp as interp;
use ferrocl_ir::{AddressSpace, FunctionId, Module, ModuleInfo, Parameter, ValueType};

use super::directives::Launch;
use super::values::{self, ElementType};

/// Something that runs kernels.
#[derive(Debug, Clone, Copy)]
pub(super) enum Engine {
    /// The interpreter.
    Interpreter,
}

/// Every launch is made on each of these.
pub(super) const ENGINES: &[Engine] = &[Engine::Interpreter];

impl std::fmt::Display for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Engine::Interpreter => f.write_str("interpreter"),
        }
    }
}

/// A parameter's value.
enum Argument {
    Bytes(Vec<u8>),
    /// Its first content.
    Buffer(Vec<u8>),
    Local(u64),
    Null,
}

/// What a run gave.
struct Outcome {
    /// The content of each parameter's buffer.
    buffers: Vec<Option<Vec<u8>>>,
    output: String,
}

/// Makes a launch and compares.
pub(super) fn check(
    engine: Engine,
    module: &Module,
    info: &ModuleInfo,
    launch: &Launch,
) -> Result<(), String> {
    let (kernel, function) = module
        .functions
        .iter_enumerated()
        .find(|(_, function)| function.kernel.is_some() && function.name == launch.kernel)
        .ok_or("there is no such kernel")?;
    let arguments: Vec<Argument> =
        function.parameters.iter().map(|parameter| argument(parameter, launch)).collect::<Result<_, _>>()?;
    for (name, _) in launch.arguments.iter().chain(&launch.expected) {
        if !function.parameters.iter().any(|parameter| parameter.name == *name) {
            return Err(format!("the kernel has no parameter `{name}`"));
        }
    }
    let outcome = match engine {
        Engine::Interpreter => interpret(module, info, kernel, launch, &arguments),
    };
    let outcome = match (outcome, &launch.error) {
        (Err(error), Some(wanted)) if error.contains(wanted.as_str()) => return Ok(()),
        (Err(error), _) => return Err(error),
        (Ok(_), Some(wanted)) => return Err(format!("the run did not end with an error (`{wanted}`)")),
        (Ok(outcome), None) => outcome,
    };
    for (name, wanted) in &launch.expected {
        let all = function.parameters.iter().zip(&arguments).zip(&outcome.buffers);
        for ((parameter, argument), after) in all.filter(|((parameter, _), _)| parameter.name == *name) {
            let (Argument::Buffer(before), Some(after)) = (argument, after) else {
                return Err(format!("`{name}` is no buffer"));
            };
            values::compare(wanted, element(parameter), before, after)
                .map_err(|problem| format!("{name}: {problem}"))?;
        }
    }
    let wanted: String = launch.output.iter().map(|line| format!("{line}\n")).collect();
    if wanted != outcome.output {
        return Err(format!("the output is:\n{}", outcome.output));
    }
    Ok(())
}

fn element(parameter: &Parameter) -> ElementType {
    let ty = match (&parameter.pointee, parameter.ty) {
        (Some(pointee), _) => Some(pointee.ty),
        (None, ValueType::Pointer(_)) => None,
        (None, ty) => Some(ty),
    };
    ElementType { ty }
}

fn argument(parameter: &Parameter, launch: &Launch) -> Result<Argument, String> {
    let name = &parameter.name;
    let (_, text) = launch
        .arguments
        .iter()
        .find(|(given, _)| given == name)
        .ok_or_else(|| format!("`{name}` has no value"))?;
    let fail = |problem: String| format!("{name}: {problem}");
    if let Some((size, _)) = parameter.aggregate {
        let bytes = values::bytes(text, ElementType { ty: None }).map_err(fail)?;
        if bytes.len() as u64 != size {
            return Err(format!("{name}: {} bytes are given, the struct has {size}", bytes.len()));
        }
        return Ok(Argument::Bytes(bytes));
    }
    match parameter.ty {
        ValueType::Pointer(AddressSpace::Local) => {
            let size = text.strip_prefix("local ").and_then(|size| size.trim().parse().ok());
            size.map(Argument::Local).ok_or_else(|| format!("`{name}` needs `local BYTES`"))
        }
        ValueType::Pointer(_) if text == "null" => Ok(Argument::Null),
        ValueType::Pointer(_) => Ok(Argument::Buffer(values::bytes(text, element(parameter)).map_err(fail)?)),
        ty => {
            let bytes = values::bytes(text, element(parameter)).map_err(fail)?;
            if bytes.len() != ty.size() as usize {
                return Err(format!("{name}: {} bytes are given, {ty} has {}", bytes.len(), ty.size()));
            }
            Ok(Argument::Bytes(bytes))
        }
    }
}

fn interpret(
    module: &Module,
    info: &ModuleInfo,
    kernel: FunctionId,
    launch: &Launch,
    arguments: &[Argument],
) -> Result<Outcome, String> {
    let mut memory = interp::Memory::new();
    let mut buffers = Vec::new();
    let arguments: Vec<interp::Argument> = arguments
        .iter()
        .map(|argument| {
            let mut buffer = None;
            let argument = match argument {
                Argument::Bytes(bytes) => interp::Argument::Bytes(bytes.clone()),
                Argument::Local(size) => interp::Argument::LocalSize(*size),
                Argument::Null => interp::Argument::Null,
                Argument::Buffer(content) => {
                    let id = memory.add_buffer(content.clone());
                    buffer = Some(id);
                    interp::Argument::Buffer(id, 0)
                }
            };
            buffers.push(buffer);
            argument
        })
        .collect();
    let sizes = interp::Launch {
        dimensions: launch.dimensions as u32,
        global_size: launch.global,
        local_size: launch.local,
        global_offset: launch.offset,
    };
    let report = interp::run(module, info, kernel, &sizes, &arguments, &mut memory)
        .map_err(|error| error.to_string())?;
    Ok(Outcome {
        buffers: buffers.into_iter().map(|id| id.map(|id| memory.bytes(id).to_vec())).collect(),
        output: String::from_utf8_lossy(&report.output).into_owned(),
    })
}
