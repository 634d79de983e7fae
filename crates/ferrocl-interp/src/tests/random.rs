//! Random modules: the text form reads back, and the passes change no bit of what a kernel writes.
//!
//! The generator keeps to what every engine must agree on: slots are written before they are read, no NaN's
//! payload reaches an integer, loops are bounded, addresses are in bounds.

mod generator;

use ferrocl_base::id::Id;
use ferrocl_ir::passes::{self, PrepareOptions, prepare};
use ferrocl_ir::*;

use self::generator::Generator;
use crate::{Argument, Launch, Limits, Memory, Program};

#[test]
fn passes_keep_results() {
    (0..500).for_each(check);
}

/// The same for longer; run it after changes of the passes.
#[test]
#[ignore = "takes minutes"]
fn passes_keep_results_of_many() {
    (1000..15_000).for_each(check);
}

fn check(seed: u64) {
    let module = Generator::new(seed).module();
    let text = print(&module);
    assert!(read(&text).unwrap() == module, "seed {seed}: the text form does not read back:\n{text}");
    let info = verify(&module).unwrap_or_else(|errors| panic!("seed {seed}: {errors:#?}\n{text}"));
    let kernel = FunctionId::new(module.functions.len() - 1);
    let mut prepared = module.clone();
    prepare(&mut prepared, &info, &[kernel], PrepareOptions::default()).unwrap();
    let prepared_text = print_function(&prepared, kernel);
    let prepared_info = verify(&prepared)
        .unwrap_or_else(|errors| panic!("seed {seed}: {errors:#?}\n{text}\n{prepared_text}"));
    compare(seed, run(&module, &info, kernel), run(&prepared, &prepared_info, kernel), &text, &prepared_text);

    // What contraction makes of each function is all that may change a result.
    let mut contracted = module.clone();
    for id in module.functions.ids() {
        passes::contract(&mut contracted.functions[id]);
    }
    let mut prepared = module.clone();
    prepare(&mut prepared, &info, &[kernel], PrepareOptions { contract: true }).unwrap();
    let prepared_text = print_function(&prepared, kernel);
    let infos = [&contracted, &prepared].map(|module| verify(module).unwrap());
    let [before, after] = [run(&contracted, &infos[0], kernel), run(&prepared, &infos[1], kernel)];
    compare(seed, before, after, &text, &prepared_text);
}

fn compare(seed: u64, before: Vec<u8>, after: Vec<u8>, text: &str, prepared_text: &str) {
    if let Some(at) = (0..before.len()).find(|&i| before[i] != after[i]) {
        let (was, is, item, offset) = (before[at], after[at], at as u64 / STRIDE, at as u64 % STRIDE);
        panic!("seed {seed}: {was:#x} became {is:#x} at {offset} of item {item}\n{text}\n{prepared_text}");
    }
}

fn run(module: &Module, info: &ModuleInfo, kernel: FunctionId) -> Vec<u8> {
    let mut memory = Memory::new();
    let buffer = memory.add_buffer(vec![0xcd; (ITEMS * STRIDE) as usize]);
    let arguments = [
        Argument::Buffer(buffer, 0),
        Argument::Bytes(vec![5, 0, 0, 0]),
        Argument::Bytes(vec![0, 0, 32, 193]),
    ];
    let limits = Limits { max_steps: 3_000_000, ..Limits::default() };
    let program = Program::new(module, info, kernel);
    match program.run(&Launch::linear(ITEMS, 3), &arguments, &mut memory, &limits) {
        Ok(_) => memory.bytes(buffer).to_vec(),
        // Steps are fewer after the passes; nothing else may go wrong.
        Err(error) => panic!("{error}\n{}", print(module)),
    }
}

const ITEMS: u64 = 5;
/// Bytes that each work-item writes.
const STRIDE: u64 = 256;
