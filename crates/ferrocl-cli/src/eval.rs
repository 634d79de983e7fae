//! `ferrocl eval`: what an expression is, its value, and every conversion in it.
//!
//! The expression is put into a function and analysed, which gives its type; then into a kernel that stores it, which
//! the interpreter runs. So it means here what it means in a program.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use ferrocl_runtime::base::render::{self, Format};
use ferrocl_runtime::base::{Diagnostics, Interner, SourceMap, Span};
use ferrocl_runtime::sema::types::{ScalarName, Type, TypeId};
use ferrocl_runtime::sema::{self, hir, steps};
use ferrocl_runtime::syntax::{self, BuildOptions, NoIncludes};
use ferrocl_runtime::{Argument, Buffer, Build, Device, Engine, Launch};
use serde_json::{Value, json};

use crate::element::Element;
use crate::{Outcome, source};

/// Tell an expression's type and value, and every conversion in it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ferrocl eval '(int4)(7, -3, -2, 5) + (int4)(1, 2, 3, 4)'
  ferrocl eval 'a < b' --decl 'float4 a = (float4)(1, 2, NAN, 4);' --decl 'float4 b = a.wzyx;' --steps
  ferrocl eval 'as_float(0x3f800000)' --json")]
pub struct Arguments {
    /// The expression
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// A declaration that the expression uses; may be given several times
    #[arg(long, value_name = "DECLARATION")]
    decl: Vec<String>,
    /// Show every conversion in order, with the reason
    #[arg(long)]
    steps: bool,
    /// Options of the build, as for clBuildProgram
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    build: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What analysis says of the expression.
struct Analysis {
    map: SourceMap,
    diagnostics: Diagnostics,
    /// `None`: it was rejected.
    typed: Option<Typed>,
}

struct Typed {
    name: String,
    /// How a value is stored; `None` where it has no components to show.
    element: Option<(Element, String)>,
    steps: Vec<String>,
}

/// Evaluates the expression.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let (options, found) = BuildOptions::parse(&arguments.build);
    if found.has_errors() {
        source::report_diagnostics(&SourceMap::new(), &found)?;
        return Ok(Outcome::Diagnosed);
    }
    let analysis = analyse(arguments, &options)?;
    let components = match &analysis.typed {
        Some(Typed { element: Some((element, stored)), .. }) => {
            Some((*element, value(arguments, stored, *element)?))
        }
        _ => None,
    };
    if arguments.json {
        print_json(&analysis, components)?;
    } else {
        source::report_diagnostics(&analysis.map, &analysis.diagnostics)?;
        print_text(&analysis, components, arguments.steps)?;
    }
    Ok(if analysis.typed.is_some() { Outcome::Done } else { Outcome::Diagnosed })
}

/// The program text: declarations and expression each with their own name and line numbers for diagnostics.
fn program(arguments: &Arguments, head: &str, before: &str, after: &str) -> String {
    let mut text = format!("{head}\n{{\n");
    for (number, declaration) in arguments.decl.iter().enumerate() {
        text.push_str(&format!("#line 1 \"declaration {}\"\n{declaration}\n;\n", number + 1));
    }
    text.push_str(&format!("{before}\n#line 1 \"expression\"\n{}\n{after}\n}}\n", arguments.expression));
    text
}

fn analyse(arguments: &Arguments, options: &BuildOptions) -> Result<Analysis> {
    let text = program(arguments, "void ferrocl_expression(void)", "", ";");
    let (mut map, mut interner, mut diagnostics) = (SourceMap::new(), Interner::new(), Diagnostics::new());
    let file = syntax::add_source(&mut map, "expression", text.as_bytes(), Span::NONE)
        .ok_or_else(|| anyhow!("the expression is too long"))?;
    let tokens =
        syntax::preprocess(&mut map, &mut interner, file, options, &mut NoIncludes, &mut diagnostics);
    let unit = syntax::parse(&tokens, &map, &mut interner, options, &mut diagnostics);
    let (program, values) =
        sema::analyse::analyse_keeping_values(&unit, &map, &mut interner, options, &mut diagnostics);
    if diagnostics.has_errors() {
        return Ok(Analysis { map, diagnostics, typed: None });
    }
    let name = interner.intern("ferrocl_expression");
    let id = program.functions.iter_enumerated().find(|(_, f)| f.name == name).map(|(id, _)| id);
    let id = id.ok_or_else(|| anyhow!("the expression ends the function that it was put into"))?;
    let mut expression = None;
    hir::Stmt::for_each_expr(program.functions[id].body.as_deref().unwrap_or_default(), |e| {
        expression = Some(e)
    });
    let expression = expression.ok_or_else(|| anyhow!("this is not an expression"))?;
    let function = &program.functions[id];
    let known = |expr| values.get(&(id, expr)).cloned();
    let steps = steps::steps(&program, function, expression, &map, &interner, &known)
        .iter()
        .map(ToString::to_string)
        .collect();
    let ty = steps::value_type(function, expression);
    let typed =
        Typed { name: program.types.name(&interner, ty), element: stored(&program, &interner, ty), steps };
    Ok(Analysis { map, diagnostics, typed: Some(typed) })
}

/// How a value of this type is stored: its element, and the type's name.
fn stored(program: &hir::Program, interner: &Interner, ty: TypeId) -> Option<(Element, String)> {
    use ferrocl_runtime::ir::ValueType;
    let (scalar, components) = match program.types.get(ty) {
        Type::Bool => return Some((Element::BYTE, "uchar".to_owned())),
        Type::Scalar(name) => (*name, 1),
        Type::Vector(name, n) => (*name, *n),
        Type::Enum(id) => (program.types.enums[*id].underlying, 1),
        _ => return None,
    };
    let signed =
        !matches!(scalar, ScalarName::Uchar | ScalarName::Ushort | ScalarName::Uint | ScalarName::Ulong);
    let element =
        Element::new(ValueType::of(sema::operation::Element::of_name(scalar).scalar, components), signed)?;
    Some((element, program.types.name(interner, ty)))
}

/// Runs the expression: the bytes of each component.
fn value(arguments: &Arguments, stored: &str, element: Element) -> Result<Vec<Vec<u8>>> {
    let head = format!("kernel void ferrocl_value(global {stored} *ferrocl_result)");
    let text = program(arguments, &head, "*ferrocl_result = (", ");");
    let device = Device::new(Some(1))?;
    let build = Build::new(device.target(), "expression", text.as_bytes(), &arguments.build);
    let Some(program) = build.program() else {
        let log = render::render(build.map(), build.diagnostics(), Format::BuildLog);
        return Err(anyhow!("the expression has a type, but its value cannot be stored:\n{log}"));
    };
    let buffer = Arc::new(Buffer::new(element.size)?);
    let mut launch = Launch::new(1, [1, 1, 1]);
    launch.engine = Engine::Interpreter;
    let argument = Argument::Buffer { buffer: buffer.clone(), offset: 0 };
    let report = device.launch(&program.kernel("ferrocl_value")?, &[argument], &launch)?;
    std::io::stdout().lock().write_all(&report.printed)?;
    let bytes = buffer.to_vec();
    let size = element.component_size();
    Ok((0..element.components as usize).map(|c| bytes[c * size..][..size].to_vec()).collect())
}

/// `0x3f800000`.
fn bits(component: &[u8]) -> String {
    let digits: String = component.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    format!("0x{digits}")
}

fn print_text(
    analysis: &Analysis,
    components: Option<(Element, Vec<Vec<u8>>)>,
    with_steps: bool,
) -> Result<()> {
    let Some(typed) = &analysis.typed else { return Ok(()) };
    let mut out = std::io::stdout().lock();
    if with_steps {
        for (number, step) in typed.steps.iter().enumerate() {
            writeln!(out, "{:3}. {step}", number + 1)?;
        }
    }
    writeln!(out, "{}", typed.name)?;
    let Some((element, components)) = components else { return Ok(()) };
    let texts: Vec<String> = components.iter().map(|c| element.component_text(c)).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    for (number, (text, component)) in texts.iter().zip(&components).enumerate() {
        let name = if components.len() > 1 { format!(".s{number:x}  ") } else { String::new() };
        writeln!(out, "  {name}{text:>width$}  {}", bits(component))?;
    }
    Ok(())
}

fn print_json(analysis: &Analysis, components: Option<(Element, Vec<Vec<u8>>)>) -> Result<()> {
    let diagnostics: Vec<Value> = render::render(&analysis.map, &analysis.diagnostics, Format::Json)
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let (element, components) = components.unwrap_or((Element::BYTE, Vec::new()));
    let values: Vec<Value> = components
        .iter()
        .map(|component| {
            let text = element.component_text(component);
            // What JSON has no number for (NaN, infinities) is a string.
            serde_json::from_str(&text).unwrap_or(Value::String(text))
        })
        .collect();
    let bits: Vec<String> = components.iter().map(|c| bits(c)).collect();
    let mut object = json!({
        "type": analysis.typed.as_ref().map(|t| &t.name),
        "value": values,
        "bits": bits,
        "diagnostics": diagnostics,
    });
    if let Some(typed) = &analysis.typed {
        object["steps"] = json!(typed.steps);
    }
    writeln!(std::io::stdout().lock(), "{object}")?;
    Ok(())
}
