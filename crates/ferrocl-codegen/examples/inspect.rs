//! Shows what code generation makes of a kernel: `inspect FILE.cl KERNEL WIDTH llvm|opt|asm|time`.

use ferrocl_base::id::Id;
use ferrocl_codegen::{Emit, Options, Program, Target, compile, emit};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read(&args[1]).expect("the file");
    let options = ferrocl_syntax::BuildOptions::parse("-cl-std=CL3.0").0;
    let result = if args[1].ends_with(".cl") {
        let result = ferrocl_sema::compile(&args[1], &text, &options, &mut ferrocl_syntax::NoIncludes);
        let Some(module) = result.module else { panic!("{:#?}", result.diagnostics) };
        (module, result.info.unwrap())
    } else {
        let module = ferrocl_ir::read(std::str::from_utf8(&text).unwrap()).unwrap();
        let info = ferrocl_ir::verify(&module).unwrap();
        (module, info)
    };
    let (module, info) = result;
    let (kernel, _) = module
        .functions
        .iter_enumerated()
        .find(|(_, f)| f.kernel.is_some() && f.name == args[2])
        .expect("the kernel");
    let started = std::time::Instant::now();
    let program = Program::new(module, &info, &[kernel], &Target::host()).unwrap();
    let prepared = started.elapsed();
    let width: u32 = args[3].parse().unwrap();
    let o = Options {
        width: (width != 0).then_some(width),
        axis: match std::env::var("AXIS").as_deref() {
            Ok("linear") => ferrocl_codegen::LaneAxis::Linear,
            Ok("y") => ferrocl_codegen::LaneAxis::Y,
            _ => ferrocl_codegen::LaneAxis::X,
        },
        ..Options::default()
    };
    let what = match args[4].as_str() {
        "ir" => {
            print!("{}", ferrocl_ir::text::print_function(program.module(), kernel));
            return;
        }
        "llvm" => Emit::LlvmIr,
        "opt" => Emit::OptimisedLlvmIr,
        "asm" => Emit::Assembly,
        _ => {
            for _ in 0..5 {
                let compiled = compile(&program, kernel, &o).unwrap();
                println!("prepare {prepared:?} {:?} {:?}", compiled.timings(), compiled.metadata().width);
            }
            return;
        }
    };
    print!("{}", String::from_utf8_lossy(&emit(&program, kernel, &o, what).unwrap()));
    let _ = kernel.index();
}
