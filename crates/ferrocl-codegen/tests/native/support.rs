//! Runs kernels natively at several widths and by the interpreter, and compares.

use std::ffi::c_void;

use ferrocl_base::id::Id;
use ferrocl_codegen::abi::MEMORY_ALIGN;
use ferrocl_codegen::{Assumptions, CompiledKernel, LaneAxis, LaunchInfo, Options, Program, Target, compile};
use ferrocl_interp::{Argument, Launch, Limits, Memory};
use ferrocl_ir::{FunctionId, Module, ModuleInfo};
use ferrocl_syntax::BuildOptions;

/// A kernel's argument.
#[derive(Clone, Debug)]
pub enum Arg {
    /// A pointer to memory of its own with this content.
    Buffer(Vec<u8>),
    /// A value's bytes.
    Value(Vec<u8>),
    /// Bytes of local memory.
    Local(u64),
}

/// Things that have bytes.
pub trait Bytes {
    fn bytes(&self) -> Vec<u8>;
}
macro_rules! bytes {
    ($($ty:ty)*) => { $(impl Bytes for $ty { fn bytes(&self) -> Vec<u8> { self.to_le_bytes().to_vec() } })* };
}
bytes!(u8 i8 u16 i16 u32 i32 u64 i64 f32 f64);

pub fn buffer<T: Bytes>(items: &[T]) -> Arg {
    Arg::Buffer(items.iter().flat_map(Bytes::bytes).collect())
}
pub fn value<T: Bytes>(item: T) -> Arg {
    Arg::Value(item.bytes())
}

/// A module with its verified facts.
pub struct Source {
    pub module: Module,
    pub info: ModuleInfo,
}

impl Source {
    /// OpenCL C.
    #[track_caller]
    pub fn c(text: &str) -> Source {
        let options = BuildOptions::parse("-cl-std=CL3.0").0;
        let result =
            ferrocl_sema::compile("test.cl", text.as_bytes(), &options, &mut ferrocl_syntax::NoIncludes);
        match (result.module, result.info) {
            (Some(module), Some(info)) => Source { module, info },
            _ => panic!("the kernel does not compile: {:#?}", result.diagnostics),
        }
    }
    /// Kernel IR as text.
    #[track_caller]
    pub fn ir(text: &str) -> Source {
        let module = ferrocl_ir::read(text).unwrap_or_else(|error| panic!("{error}"));
        let info = ferrocl_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors:#?}"));
        Source { module, info }
    }
    /// The only kernel, or the last.
    pub fn last_kernel(&self) -> FunctionId {
        let mut kernels = self.module.functions.iter_enumerated().filter(|(_, f)| f.kernel.is_some());
        kernels.next_back().map_or(FunctionId::new(0), |(id, _)| id)
    }
    #[track_caller]
    pub fn program(&self, kernel: FunctionId) -> Program {
        Program::new(self.module.clone(), &self.info, &[kernel], &target()).unwrap_or_else(|e| panic!("{e}"))
    }
}

/// The CPU that everything is compiled for: this machine, or what `FERROCL_CPU` names.
pub fn target() -> Target {
    match std::env::var("FERROCL_CPU") {
        Ok(name) => Target::by_name(&name).unwrap_or_else(|| panic!("FERROCL_CPU={name}: no such CPU")),
        Err(_) => Target::host(),
    }
}

/// Memory with the alignment that the ABI asks for, filled with rubbish.
pub struct Aligned(Vec<[u8; MEMORY_ALIGN]>, usize);

const _: () = assert!(MEMORY_ALIGN == 128);

impl Aligned {
    pub fn new(size: usize) -> Aligned {
        // Blocks of 128 bytes in a vector are not aligned by themselves, so one more is kept.
        let blocks = vec![[0xa5; MEMORY_ALIGN]; size.div_ceil(MEMORY_ALIGN) + 2];
        let start = blocks.as_ptr() as usize;
        let skip = start.next_multiple_of(MEMORY_ALIGN) - start;
        Aligned(blocks, skip)
    }
    pub fn pointer(&mut self) -> *mut u8 {
        // SAFETY: `skip` is less than a block, of which there is one more than asked for.
        unsafe { self.0.as_mut_ptr().cast::<u8>().add(self.1) }
    }
}

/// The launch record for a launch.
pub fn launch_info(launch: &Launch, local_bytes: u64) -> LaunchInfo {
    LaunchInfo {
        global_size: launch.global_size,
        global_offset: launch.global_offset,
        local_size: launch.local_size,
        num_groups: launch.group_counts(),
        program_data: std::ptr::null_mut(),
        printf: None,
        printf_context: std::ptr::null_mut::<c_void>(),
        work_dimension: launch.dimensions,
        local_bytes: local_bytes as u32,
    }
}

/// Runs a compiled kernel; `groups_at_once` groups in each call. The buffers come back in the arguments.
pub fn run_native(kernel: &CompiledKernel, launch: &Launch, args: &mut [Arg], groups_at_once: u64) {
    let metadata = kernel.metadata();
    let mut packed = Aligned::new(metadata.argument_bytes() as usize);
    let mut local_bytes = metadata.local_bytes.next_multiple_of(MEMORY_ALIGN as u64);
    let mut local_offsets = Vec::new();
    for arg in args.iter() {
        local_offsets.push(local_bytes);
        if let Arg::Local(size) = arg {
            local_bytes = (local_bytes + size).next_multiple_of(MEMORY_ALIGN as u64);
        }
    }
    let mut local = Aligned::new(local_bytes as usize);
    let mut scratch = Aligned::new(metadata.scratch_bytes(launch.local_size) as usize);
    // Buffers are aligned like those of the runtime.
    let mut buffers: Vec<Aligned> = Vec::new();
    for (i, arg) in args.iter().enumerate() {
        let place = &metadata.arguments[i];
        let bytes = match arg {
            Arg::Buffer(content) => {
                let mut memory = Aligned::new(content.len());
                // SAFETY: the memory is as large as the content.
                unsafe { memory.pointer().copy_from_nonoverlapping(content.as_ptr(), content.len()) };
                let address = memory.pointer() as u64;
                buffers.push(memory);
                address.to_le_bytes().to_vec()
            }
            Arg::Value(bytes) => bytes.clone(),
            Arg::Local(_) => (local.pointer() as u64 + local_offsets[i]).to_le_bytes().to_vec(),
        };
        assert!(bytes.len() as u64 <= place.size, "argument {i} is too large");
        // SAFETY: the layout's places are inside the packed arguments.
        unsafe {
            packed.pointer().add(place.offset as usize).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len())
        };
    }
    let info = launch_info(launch, local_bytes);
    let total: u64 = info.num_groups.iter().product();
    let mut first = 0;
    while first < total {
        let count = groups_at_once.min(total - first);
        // SAFETY: arguments, local and scratch memory are as the metadata asks.
        unsafe {
            kernel.run(&info, packed.pointer(), first, count, local.pointer(), scratch.pointer());
        }
        first += count;
    }
    let mut buffers = buffers.into_iter();
    for arg in args.iter_mut() {
        if let Arg::Buffer(content) = arg {
            let mut memory = buffers.next().expect("a memory for each buffer");
            // SAFETY: the memory is as large as the content.
            unsafe { content.as_mut_ptr().copy_from_nonoverlapping(memory.pointer(), content.len()) };
        }
    }
}

/// Runs a kernel by the interpreter.
#[track_caller]
pub fn run_interpreted(source: &Source, kernel: FunctionId, launch: &Launch, args: &mut [Arg]) {
    // The interpreter runs what the native engine compiles, after the same contraction.
    let program = source.program(kernel);
    let info = ferrocl_ir::verify(program.module()).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let mut memory = Memory::new();
    let mut buffers = Vec::new();
    let mut arguments = Vec::new();
    for arg in args.iter() {
        arguments.push(match arg {
            Arg::Buffer(content) => {
                let id = memory.add_buffer(content.clone());
                buffers.push(id);
                Argument::Buffer(id, 0)
            }
            Arg::Value(bytes) => Argument::Bytes(bytes.clone()),
            Arg::Local(size) => Argument::LocalSize(*size),
        });
    }
    ferrocl_interp::Program::new(program.module(), &info, kernel)
        .run(launch, &arguments, &mut memory, &Limits::default())
        .unwrap_or_else(|error| panic!("the interpreter: {error}"));
    let mut buffers = buffers.into_iter();
    for arg in args.iter_mut() {
        if let Arg::Buffer(content) = arg {
            *content = memory.bytes(buffers.next().expect("an id for each buffer")).to_vec();
        }
    }
}

/// The widths and axes that everything is tested at.
pub const FORMS: [(u32, LaneAxis); 8] = [
    (1, LaneAxis::X),
    (4, LaneAxis::X),
    (8, LaneAxis::X),
    (16, LaneAxis::X),
    (32, LaneAxis::X),
    (16, LaneAxis::Y),
    (16, LaneAxis::Linear),
    (1, LaneAxis::Linear),
];

/// Runs a kernel in every form and by the interpreter; all must leave the same bytes.
#[track_caller]
pub fn agree(source: &Source, launch: &Launch, args: &[Arg]) -> Vec<Arg> {
    agree_all(source, &[(launch.clone(), args.to_vec())]).remove(0)
}

/// The same for several launches of one kernel.
#[track_caller]
pub fn agree_all(source: &Source, launches: &[(Launch, Vec<Arg>)]) -> Vec<Vec<Arg>> {
    let kernel = source.last_kernel();
    let mut results: Vec<Vec<Arg>> = Vec::new();
    for (launch, args) in launches {
        let mut expected = args.clone();
        run_interpreted(source, kernel, launch, &mut expected);
        results.push(expected);
    }
    let program = source.program(kernel);
    for (width, axis) in FORMS {
        // Some forms take for granted that work-groups are rows, where they are.
        let is_row = |launch: &Launch| (0..3).all(|d| d == axis as usize || launch.local_size[d] == 1);
        let flat =
            width == 16 && axis != LaneAxis::Linear && launches.iter().all(|(launch, _)| is_row(launch));
        let assumptions = Assumptions { flat, ..Assumptions::default() };
        let options = Options { width: Some(width), axis, assumptions, ..Options::default() };
        let compiled = compile(&program, kernel, &options).unwrap_or_else(|e| panic!("{e}"));
        for ((launch, args), expected) in launches.iter().zip(&results) {
            for at_once in [u64::MAX, 1, 3] {
                let mut got = args.clone();
                run_native(&compiled, launch, &mut got, at_once);
                let how = format!("width {width}, axis {axis:?}, {at_once} groups at once, {launch:?}");
                compare(expected, &got, &how);
            }
        }
    }
    results
}

#[track_caller]
pub fn compare(expected: &[Arg], got: &[Arg], how: &str) {
    for (number, pair) in expected.iter().zip(got).enumerate() {
        let (Arg::Buffer(expected), Arg::Buffer(got)) = pair else { continue };
        if expected != got {
            let at = (0..expected.len()).find(|&i| expected[i] != got[i]).unwrap_or(0) & !7;
            let end = (at + 64).min(expected.len());
            panic!(
                "{how}: buffer {number} differs from byte {at}\nexpected {:02x?}\n     got {:02x?}",
                &expected[at..end],
                &got[at..end]
            );
        }
    }
}

/// A launch of one dimension.
pub fn line(global: u64, local: u64) -> Launch {
    Launch::linear(global, local)
}
/// A launch of several.
pub fn grid(global: [u64; 3], local: [u64; 3]) -> Launch {
    let sub_group_size = ferrocl_interp::SUB_GROUP_SIZE;
    Launch { dimensions: 3, global_size: global, local_size: local, global_offset: [0; 3], sub_group_size }
}
