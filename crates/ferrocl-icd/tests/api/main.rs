//! The driver as a program sees it: the system's OpenCL loader loads the library that cargo has just built, through an `.icd` file.
//!
//! The loader reads `OCL_ICD_VENDORS` when it is first called; so this program has its own `main`, which sets it before there is a
//! second thread. Some tests start this program again as another process (`processes`): with a name from [`children`]
//! instead of a test's.

#[allow(clippy::all, missing_docs, non_snake_case, non_camel_case_types, non_upper_case_globals, dead_code)]
#[rustfmt::skip]
#[path = "../../src/bindings.rs"]
mod bindings;
#[macro_use]
mod loader;
#[macro_use]
mod setup;
mod command_buffers;
mod commands;
mod extensions;
mod handles;
mod hostile;
mod images;
mod kernel_images;
mod kernels;
mod launches;
mod memory;
mod objects;
mod processes;
mod programs;
mod queues;
mod semaphores;
mod shared;
mod stress;

use libtest_mimic::{Arguments, Trial};

fn main() {
    loader::prepare();
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, name] = arguments.as_slice()
        && flag == processes::FLAG
    {
        return processes::child(name);
    }
    let mut trials: Vec<Trial> = Vec::new();
    trials.extend(handles::trials());
    trials.extend(objects::trials());
    trials.extend(memory::trials());
    trials.extend(images::trials());
    trials.extend(kernel_images::trials());
    trials.extend(shared::trials());
    trials.extend(programs::trials());
    trials.extend(kernels::trials());
    trials.extend(queues::trials());
    trials.extend(commands::trials());
    trials.extend(launches::trials());
    trials.extend(extensions::trials());
    trials.extend(command_buffers::trials());
    trials.extend(semaphores::trials());
    trials.extend(processes::trials());
    trials.extend(stress::trials());
    trials.extend(hostile::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
