//! Kernels in text form with the buffers that they must give. Built-in names and C stay out of here: the corpus
//! under `tests/run` goes through the whole front end.

mod faults;
mod groups;
mod memory;
mod random;
mod values;

use ferrocl_base::id::Id;
use ferrocl_ir::passes::{self, PrepareOptions};
use ferrocl_ir::{FunctionId, Module, print, read, verify};

use crate::{Argument, Launch, Limits, Memory, Program, Report, RunError};

/// Runs the last function of a text, which is the kernel.
struct Run {
    module: Module,
    memory: Memory,
    arguments: Vec<Argument>,
    limits: Limits,
}

impl Run {
    #[track_caller]
    fn new(text: &str) -> Run {
        let module = read(text).unwrap_or_else(|error| panic!("{error}"));
        Run { module, memory: Memory::new(), arguments: Vec::new(), limits: Limits::default() }
    }
    /// Adds a buffer of 32-bit numbers as the next argument.
    fn buffer(mut self, content: &[u32]) -> Run {
        let bytes = content.iter().flat_map(|x| x.to_le_bytes()).collect();
        let id = self.memory.add_buffer(bytes);
        self.arguments.push(Argument::Buffer(id, 0));
        self
    }
    fn argument(mut self, argument: Argument) -> Run {
        self.arguments.push(argument);
        self
    }
    #[track_caller]
    fn launch(&mut self, launch: &Launch) -> Result<Report, RunError> {
        let info = verify(&self.module).unwrap_or_else(|errors| panic!("{errors:#?}"));
        let kernel = FunctionId::new(self.module.functions.len() - 1);
        Program::new(&self.module, &info, kernel).run(launch, &self.arguments, &mut self.memory, &self.limits)
    }
    /// Runs it well, as it is and after all passes; the first buffer's content.
    #[track_caller]
    fn ints(&mut self, launch: &Launch) -> Vec<u32> {
        let mut module = self.module.clone();
        let kernel = FunctionId::new(module.functions.len() - 1);
        let info = verify(&module).unwrap_or_else(|errors| panic!("{errors:#?}"));
        passes::prepare(&mut module, &info, &[kernel], PrepareOptions::default()).unwrap();
        let mut memory = self.memory.clone();
        let info = verify(&module).unwrap_or_else(|errors| panic!("{errors:#?}\n{}", print(&module)));
        assert!(info.functions[kernel].callees.is_empty());
        let prepared = Program::new(&module, &info, kernel);
        if let Err(error) = prepared.run(launch, &self.arguments, &mut memory, &self.limits) {
            panic!("after the passes: {error}\n{}", print(&module));
        }

        if let Err(error) = self.launch(launch) {
            panic!("{error}");
        }
        let bytes = self.memory.bytes(crate::BufferId(0));
        assert_eq!(memory.bytes(crate::BufferId(0)), bytes, "the passes changed it:\n{}", print(&module));
        bytes.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect()
    }
    #[track_caller]
    fn fault(&mut self, launch: &Launch) -> RunError {
        self.launch(launch).expect_err("the run should fail")
    }
}

/// A kernel whose first parameter is `global int *o`, v0; `head` are further lines of its head, `body` its statements. v1 is 0, v2 its
/// global id in x, v3 the address of its element.
fn kernel(head: &str, body: &str) -> String {
    format!(
        "function f0 \"t\" -> void kernel {{
           parameter v0: ptr.global \"o\"
           {head}
           value v1: i32 = constant 0
           body {{
             let v2: i64 = work_item global_id 0
             let v3: ptr.global = pointer_offset v0 index v2 scale 4
             {body}
           }}
         }}"
    )
}
