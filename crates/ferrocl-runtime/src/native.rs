//! Launches as vector code: compiling kernels on demand, choosing the lanes' axis, sharing out work-groups.
//!
//! A kernel is compiled when it is first launched, once for each way in which launches differ (see [`Variant`]); the results
//! are kept with the program.

use std::alloc::{Layout, alloc, dealloc};
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use ferrocl_base::Span;
use ferrocl_codegen as codegen;
use ferrocl_codegen::abi::{COMPACT_LIMIT, MEMORY_ALIGN};
use ferrocl_codegen::{Assumptions, CompiledKernel, Emit, LaneAxis, LaunchInfo, ProgramData, SourceLine};
use ferrocl_ir::FunctionId;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::binary::{self, Code};
use crate::cache::Key;
use crate::device::{Launch, LaunchReport, Prepared, constraints, size, sized};
use crate::printed::{self, Printed};
use crate::work_size::{Constraints, WorkSize};
use crate::{Argument, Device, Error, Kernel, Program, limits};

/// Work-items from which a launch goes to all threads at once. A smaller one begins on the calling thread, and is shared
/// when its first groups have shown that it takes longer than handing it over.
const ITEMS_WORTH_SHARING: u64 = 4096;

/// How long what is left of such a launch must be about to take.
const TIME_WORTH_SHARING: Duration = Duration::from_micros(30);

/// Of such a launch's groups the first one in so many is the test.
const TESTED_PART: u64 = 8;

/// How many of the smallest chunks each thread may claim: more let the threads end at the same time, fewer cost less.
const CHUNKS_PER_THREAD: u64 = 64;

/// In what compiled code of one kernel can differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Variant {
    /// The kernel's number in the module.
    kernel: u32,
    lanes: Option<u32>,
    row: u32,
    axis: LaneAxis,
    assumptions: Assumptions,
}

/// The compiled kernels of a program, and its variables.
#[derive(Default)]
pub(crate) struct CompiledKernels {
    prepared: Mutex<FxHashMap<FunctionId, Arc<codegen::Program>>>,
    kernels: Mutex<FxHashMap<Variant, Arc<CompiledKernel>>>,
    /// The code of the kernels that were compiled, and of those that a binary brought along.
    code: Mutex<FxHashMap<Variant, Arc<Code>>>,
    /// The hash of the module, for the cache's keys.
    hash: OnceLock<[u8; 32]>,
    /// Program-scope variables: they last as long as the program. `None`: it has none.
    variables: OnceLock<Result<Option<Block>, Error>>,
}

impl CompiledKernels {
    /// The kernel's IR, made ready for the target.
    fn program(&self, program: &Program, kernel: FunctionId) -> Result<Arc<codegen::Program>, Error> {
        let mut prepared = self.prepared.lock().expect("no thread panics with the lock");
        if let Some(known) = prepared.get(&kernel) {
            return Ok(known.clone());
        }
        let made = codegen::Program::new(program.module.clone(), &program.info, &[kernel], program.target())
            .map_err(codegen_error)?;
        let made = Arc::new(made);
        prepared.insert(kernel, made.clone());
        Ok(made)
    }
    fn compile(
        &self,
        program: &Program,
        variant: Variant,
        device: &Device,
    ) -> Result<Arc<CompiledKernel>, Error> {
        let known = self.kernels.lock().expect("no thread panics with the lock").get(&variant).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        // Compiled without the lock: two threads may do the same work once, but none waits for another kernel.
        let loaded = self.load_known(program, variant, device);
        let compiled = match loaded {
            Some(compiled) => compiled,
            None => self.compile_anew(program, variant, device)?,
        };
        let mut kernels = self.kernels.lock().expect("no thread panics with the lock");
        Ok(kernels.entry(variant).or_insert(Arc::new(compiled)).clone())
    }
    /// The kernel from code that a binary or the cache has.
    fn load_known(&self, program: &Program, variant: Variant, device: &Device) -> Option<CompiledKernel> {
        let from_binary = self.code.lock().expect("no thread panics with the lock").get(&variant).cloned();
        let (code, is_new) = match from_binary {
            Some(code) => (code, false),
            None => {
                let bytes = device.cache.as_ref()?.get(&self.key(program, variant, &device.target))?;
                (Arc::new(binary::from_bytes::<Code>(&bytes)?), true)
            }
        };
        // The code is what this compiler made of this kernel, or else nothing that can be used.
        if code.metadata.name != program.function(FunctionId(variant.kernel)).name {
            return None;
        }
        let Code { metadata, bytes } = (*code).clone();
        let object = codegen::Object { bytes, metadata, timings: codegen::Timings::default() };
        let compiled = codegen::load(&object).ok()?;
        if is_new {
            self.code.lock().expect("no thread panics with the lock").insert(variant, code);
        }
        Some(compiled)
    }
    fn compile_anew(
        &self,
        program: &Program,
        variant: Variant,
        device: &Device,
    ) -> Result<CompiledKernel, Error> {
        let kernel = FunctionId(variant.kernel);
        let prepared = self.program(program, kernel)?;
        let object =
            codegen::compile_object(&prepared, kernel, &options(program, variant)).map_err(codegen_error)?;
        let compiled = codegen::load(&object).map_err(codegen_error)?;
        let code = Code { metadata: object.metadata, bytes: object.bytes };
        if let Some(cache) = &device.cache {
            cache.put(&self.key(program, variant, &device.target), &binary::to_bytes(&code));
        }
        self.code.lock().expect("no thread panics with the lock").insert(variant, Arc::new(code));
        Ok(compiled)
    }
    /// What names a kernel's code in the cache: a hash of all that it depends on.
    fn key(&self, program: &Program, variant: Variant, target: &codegen::Target) -> Key {
        let module = self.hash.get_or_init(|| binary::module_hash(&program.module));
        let cpu = (target.triple(), target.cpu_name(), target.features());
        let compiler = (binary::BUILD, codegen::llvm_version());
        let what = (module, variant, !program.options.optimisation_disabled);
        *blake3::hash(&binary::to_bytes(&(compiler, cpu, what))).as_bytes()
    }
    /// The code that there is, for a binary.
    pub(crate) fn kept(&self) -> Vec<(Variant, Code)> {
        let code = self.code.lock().expect("no thread panics with the lock");
        let mut all: Vec<(Variant, Code)> =
            code.iter().map(|(&variant, code)| (variant, (**code).clone())).collect();
        all.sort_by_key(|(variant, _)| binary::to_bytes(variant));
        all
    }
    /// Takes code from a binary.
    pub(crate) fn keep(&self, code: Vec<(Variant, Code)>) {
        let code = code.into_iter().map(|(variant, code)| (variant, Arc::new(code)));
        self.code.lock().expect("no thread panics with the lock").extend(code);
    }
    /// The address of the program's variables; null where it has none.
    fn variables(&self, program: &Program) -> Result<*mut u8, Error> {
        let variables = self.variables.get_or_init(|| {
            let layout = ProgramData::of(&program.module);
            if layout.size == 0 {
                return Ok(None);
            }
            let block = Block::new(layout.size as usize)?;
            let mut content = vec![0; layout.size as usize];
            layout.initialise(&program.module, &mut content, block.address() as u64);
            // SAFETY: the block was just made with this size, and nothing else knows of it.
            unsafe { std::ptr::copy_nonoverlapping(content.as_ptr(), block.address(), content.len()) };
            Ok(Some(block))
        });
        match variables {
            Ok(block) => Ok(block.as_ref().map_or(std::ptr::null_mut(), Block::address)),
            Err(_) => Err(Error::OutOfMemory { bytes: ProgramData::of(&program.module).size as usize }),
        }
    }
}

fn options(program: &Program, variant: Variant) -> codegen::Options {
    codegen::Options {
        width: variant.lanes,
        row: variant.row,
        axis: variant.axis,
        assumptions: variant.assumptions,
        optimise: !program.options.optimisation_disabled,
    }
}

fn codegen_error(error: codegen::CodegenError) -> Error {
    Error::Codegen(error.to_string())
}

/// Memory of one thread at work: aligned for the widest vectors.
struct Block {
    pointer: NonNull<u8>,
    size: usize,
}

// SAFETY: the memory belongs to the block, and is only used through raw pointers by whoever holds it.
unsafe impl Send for Block {}
// SAFETY: as above; shared holders only take the address.
unsafe impl Sync for Block {}

impl Block {
    fn new(size: usize) -> Result<Block, Error> {
        let size = size.max(1);
        let pointer = Self::layout(size).and_then(|layout| {
            // SAFETY: the layout's size is not zero.
            NonNull::new(unsafe { alloc(layout) })
        });
        pointer.map(|pointer| Block { pointer, size }).ok_or(Error::OutOfMemory { bytes: size })
    }
    fn layout(size: usize) -> Option<Layout> {
        Layout::from_size_align(size, MEMORY_ALIGN).ok()
    }
    fn address(&self) -> *mut u8 {
        self.pointer.as_ptr()
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        let layout = Self::layout(self.size).expect("it was allocated with this layout");
        // SAFETY: allocated with this layout in `new`, and freed nowhere else.
        unsafe { dealloc(self.address(), layout) };
    }
}

/// Blocks that earlier launches used and later ones use again.
#[derive(Default)]
pub(crate) struct WorkerMemory {
    free: Mutex<Vec<Block>>,
}

impl WorkerMemory {
    /// A block of at least this size.
    fn take(&self, size: usize) -> Result<Block, Error> {
        let mut free = self.free.lock().expect("no thread panics with the lock");
        // The smallest that will do: large ones are for launches that need them.
        let fits = free.iter().enumerate().filter(|(_, block)| block.size >= size);
        match fits.min_by_key(|(_, block)| block.size).map(|(index, _)| index) {
            Some(index) => Ok(free.swap_remove(index)),
            None => Block::new(size.next_power_of_two().max(1 << 14)),
        }
    }
    /// Takes a block back. What is kept is bounded.
    fn give(&self, block: Block) {
        const MOST_BYTES: usize = 128 << 20;
        let mut free = self.free.lock().expect("no thread panics with the lock");
        let kept: usize = free.iter().map(|block| block.size).sum();
        if free.len() < 64 && kept + block.size <= MOST_BYTES {
            free.push(block);
        }
    }
}

/// Whether what the arguments point into is known to be small.
fn has_small_buffers(arguments: &[Argument]) -> bool {
    arguments.iter().all(|argument| match argument {
        Argument::Buffer { buffer, .. } => (buffer.len() as u64) < COMPACT_LIMIT,
        Argument::Image(image) => (image.buffer().len() as u64) < COMPACT_LIMIT,
        // How large what is there is nobody said.
        Argument::Address(_) => false,
        Argument::Bytes(_) | Argument::Local(_) | Argument::Null => true,
    })
}

/// What the launch lets the code take for granted.
fn assumptions(kernel: &Kernel, launch: &Launch, arguments: Option<&[Argument]>) -> Assumptions {
    let small_ids = launch
        .global_size
        .iter()
        .zip(&launch.global_offset)
        .all(|(&size, &offset)| offset.checked_add(size).is_some_and(|end| end <= COMPACT_LIMIT));
    let small_buffers = has_small_buffers(arguments.unwrap_or_default());
    // "If clSetKernelExecInfo has not been called with a value for CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, the default value is
    // CL_TRUE": without a word from the program, a pointer in memory may lead anywhere.
    Assumptions {
        compact: small_ids && small_buffers && !kernel.loads_pointers,
        flat: false,
        separate: false,
    }
}

/// Along what the lanes lie, for groups of this size. Lanes along x make the best memory accesses; a group that is thin in x
/// would leave most lanes idle.
fn axis(local: [u64; 3], lanes: u64) -> LaneAxis {
    let [x, y, z] = local;
    let filled = |size: u64| size as f64 / (size.div_ceil(lanes) * lanes) as f64;
    if filled(x) >= 0.75 || x * y * z == x {
        LaneAxis::X
    } else if x == 1 && filled(y) >= 0.75 {
        LaneAxis::Y
    } else if x == 1 && y == 1 {
        LaneAxis::Z
    } else {
        LaneAxis::Linear
    }
}

/// How many work-items lie in a row along the lanes at least: a power of two, so that there are few variants.
fn row(size: &WorkSize, sees_groups: bool, axis: LaneAxis) -> u32 {
    let items = match axis {
        LaneAxis::Linear => size.local.iter().product(),
        axis if sees_groups => size.local[axis as usize],
        axis => size.global[axis as usize],
    };
    1 << items.clamp(1, 64).ilog2()
}

/// How many lanes a launch has, before the kernel is compiled.
pub(crate) fn guessed_lanes(device: &Device, launch: &Launch) -> u32 {
    launch.lanes.unwrap_or_else(|| device.sub_group_size()).max(1)
}

/// A launch that is decided: sizes and the code for them.
pub(crate) struct Decided {
    size: WorkSize,
    compiled: Arc<CompiledKernel>,
}

/// What was decided about a launch, and all that it depends on: nothing else of the arguments, and nothing of the device, which
/// is for the program's CPU.
pub(crate) struct Recent {
    launch: Launch,
    small_buffers: bool,
    local_bytes: u64,
    decided: Arc<Decided>,
}

/// As [`decide`], unless the kernel's last launch was like this one.
pub(crate) fn decide_again(
    device: &Device,
    kernel: &Kernel,
    arguments: &[Argument],
    launch: &Launch,
) -> Result<Arc<Decided>, Error> {
    let small_buffers = has_small_buffers(arguments);
    let local_bytes = limits::argument_local_bytes(arguments);
    let recent = || kernel.recent.lock().expect("no thread panics with the lock");
    if let Some(known) = &*recent()
        && known.launch == *launch
        && (known.small_buffers, known.local_bytes) == (small_buffers, local_bytes)
    {
        return Ok(known.decided.clone());
    }
    let decided = Arc::new(decide(device, kernel, Some(arguments), launch)?);
    let launch = launch.clone();
    let known = Recent { launch, small_buffers, local_bytes, decided: decided.clone() };
    // What it was before goes outside of the lock.
    let _before = recent().replace(known);
    Ok(decided)
}

/// Decides on sizes and lanes, and compiles what is not compiled yet.
pub(crate) fn decide(
    device: &Device,
    kernel: &Kernel,
    arguments: Option<&[Argument]>,
    launch: &Launch,
) -> Result<Decided, Error> {
    let program = &kernel.program;
    // How many lanes there are shows once it is compiled; along x is what most launches want.
    let mut variant = Variant {
        kernel: kernel.function.0,
        lanes: launch.lanes.or(kernel.uses_sub_groups().then(|| guessed_lanes(device, launch))),
        row: 64,
        axis: LaneAxis::X,
        assumptions: assumptions(kernel, launch, arguments),
    };
    let required = kernel.required_work_group_size();
    let guess = guessed_lanes(device, launch);
    // A local size that the kernel cannot see is only checked; which one is used is up to us.
    let mut decided_size = size(kernel, launch, guess)?;
    if !kernel.sees_groups() && required.is_none() {
        decided_size = size(kernel, &Launch { local_size: None, ..launch.clone() }, guess)?;
    }
    limits::check(kernel, arguments.unwrap_or_default(), decided_size.local.iter().product())?;
    // Groups of one work-item would leave all lanes but one idle; where nothing ties an item to its group, lanes lie across groups.
    let sees_groups = kernel.sees_groups();
    variant.assumptions.separate =
        decided_size.local == [1; 3] && !kernel.has_local_memory() && (sees_groups || required.is_some());
    variant.assumptions.separate &= !kernel.uses_sub_groups();
    let sees_groups = sees_groups && !variant.assumptions.separate;
    if variant.assumptions.separate {
        let free = Constraints { required: None, sees_groups: false, ..constraints(kernel, guess.into()) };
        decided_size = sized(&Launch { local_size: None, ..launch.clone() }, free)?;
    }
    variant.axis = axis(decided_size.local, guess.into());
    let across = |axis| (0..3).filter(move |&d| d != axis as usize).all(|d| decided_size.local[d] == 1);
    variant.assumptions.flat = sees_groups && variant.axis != LaneAxis::Linear && across(variant.axis);
    if variant.lanes.is_none() {
        variant.row = row(&decided_size, sees_groups, variant.axis);
    }
    let compiled = program.compiled.compile(program, variant, device)?;
    // Calls were inlined, which may have made more variables of one.
    let items =
        if compiled.metadata().scratch_per_lane_group > 0 { decided_size.local.iter().product() } else { 1 };
    limits::check_private(kernel, compiled.metadata().private_bytes, items)?;
    Ok(Decided { size: decided_size, compiled })
}

/// Compiles a kernel for a launch.
pub(crate) fn prepare(device: &Device, kernel: &Kernel, launch: &Launch) -> Result<Prepared, Error> {
    let decided = decide(device, kernel, None, launch)?;
    let timings = decided.compiled.timings();
    Ok(Prepared {
        lanes: decided.compiled.metadata().width,
        timings: vec![
            ("plan", timings.plan),
            ("emit", timings.emit),
            ("optimise", timings.optimise),
            ("generate", timings.generate),
            ("load", timings.load),
        ],
    })
}

/// Runs a kernel. The arguments were checked.
pub(crate) fn launch(
    device: &Device,
    kernel: &Kernel,
    arguments: &[Argument],
    decided: &Decided,
) -> Result<LaunchReport, Error> {
    let Decided { size, compiled } = decided;
    let program = &kernel.program;
    let counts: [u64; 3] = std::array::from_fn(|d| size.global[d].div_ceil(size.local[d]));
    let groups: u64 = counts.iter().product();
    let printed = Printed::default();
    let local_bytes = local_bytes(compiled, arguments);
    let info = LaunchInfo {
        global_size: size.global,
        global_offset: size.offset,
        local_size: size.local,
        num_groups: counts,
        program_data: program.compiled.variables(program)?,
        printf: Some(printed::take),
        printf_context: printed.context(),
        work_dimension: size.dimensions,
        local_bytes: local_bytes as u32,
    };
    if groups == 0 {
        return Ok(LaunchReport { printed: Vec::new(), local_size: size.local });
    }
    let shared = Shared { info: &info };
    let threads = device.threads();
    let memory_for =
        |workers: usize| LaunchMemory::new(device, compiled, arguments, local_bytes, size.local, workers);
    // Runs these groups, at least `chunk` at a time; where that is all of them, on this thread, which is number 0.
    let run = |memory: &LaunchMemory, groups: Range<u64>, chunk: u64| {
        device.pool.run(groups.end - groups.start, chunk, &|thread, range| {
            let (arguments, local, scratch) = memory.of(thread);
            let first = groups.start + range.start;
            // SAFETY: the launch record, the packed arguments and both memories are as the function's metadata asks, and no other
            // thread has this number; buffers are alive, since `arguments` of the launch holds them. What the kernel itself does with
            // its pointers is the program's responsibility.
            unsafe {
                compiled.run(&*shared.info(), arguments, first, range.end - range.start, local, scratch);
            }
        });
    };
    // The same on all threads, as far as there is something for them.
    let share = |groups: Range<u64>| -> Result<(), Error> {
        let count = groups.end - groups.start;
        let chunk = count.div_ceil(count.min(threads as u64) * CHUNKS_PER_THREAD);
        let memory = memory_for(if chunk < count { threads } else { 1 })?;
        run(&memory, groups, chunk);
        device.memory.give(memory.block);
        Ok(())
    };
    let items: u64 = size.global.iter().product();
    if items >= ITEMS_WORTH_SHARING || groups == 1 || threads == 1 {
        share(0..groups)?;
    } else {
        let memory = memory_for(1)?;
        let tested = groups.div_ceil(TESTED_PART);
        let left = groups - tested;
        let start = Instant::now();
        run(&memory, 0..tested, tested);
        let is_long = start.elapsed().as_nanos() * u128::from(left)
            > TIME_WORTH_SHARING.as_nanos() * u128::from(tested);
        if is_long {
            share(tested..groups)?;
        } else {
            run(&memory, tested..groups, left);
        }
        device.memory.give(memory.block);
    }
    Ok(LaunchReport { printed: printed.text(&program.module), local_size: size.local })
}

/// The launch record as the worker threads share it.
struct Shared<'a> {
    info: &'a LaunchInfo,
}

// SAFETY: the record is only read, and what its pointers lead to is made for several threads: program variables are the
// program's to race on, and the `printf` context locks.
unsafe impl Sync for Shared<'_> {}

impl Shared<'_> {
    fn info(&self) -> *const LaunchInfo {
        self.info
    }
}

/// What the threads of a launch work with, in one block: for each the packed arguments, local memory and scratch memory.
struct LaunchMemory {
    block: Block,
    /// Where local and scratch memory begin behind a thread's arguments, and how far it is to the next thread's.
    local: usize,
    scratch: usize,
    stride: usize,
}

/// Where the local memory of a pointer argument begins, behind `end` bytes of other local memory.
fn place_local(end: usize) -> usize {
    end.next_multiple_of(MEMORY_ALIGN)
}

/// All local memory of a work-group together; the limits allow the arguments.
fn local_bytes(compiled: &CompiledKernel, arguments: &[Argument]) -> usize {
    let own = compiled.metadata().local_bytes as usize;
    arguments.iter().fold(own, |end, argument| match argument {
        Argument::Local(size) => place_local(end) + size,
        _ => end,
    })
}

impl LaunchMemory {
    fn new(
        device: &Device,
        compiled: &CompiledKernel,
        arguments: &[Argument],
        local_bytes: usize,
        local_size: [u64; 3],
        threads: usize,
    ) -> Result<LaunchMemory, Error> {
        let metadata = compiled.metadata();
        let argument_bytes = metadata.argument_bytes() as usize;
        let local = argument_bytes.next_multiple_of(MEMORY_ALIGN);
        let scratch = (local + local_bytes).next_multiple_of(MEMORY_ALIGN);
        let stride = (scratch + metadata.scratch_bytes(local_size) as usize).next_multiple_of(MEMORY_ALIGN);
        let bytes = stride.saturating_mul(threads);
        let memory = LaunchMemory { block: device.memory.take(bytes)?, local, scratch, stride };
        for thread in 0..threads {
            let (packed, local, _) = memory.of(thread);
            // SAFETY: the block has room for the packed arguments, and nobody else has it yet.
            let packed = unsafe {
                packed.write_bytes(0, argument_bytes);
                std::slice::from_raw_parts_mut(packed, argument_bytes)
            };
            pack(compiled, arguments, local as usize, device.target.has_fma(), packed);
        }
        Ok(memory)
    }
    /// The packed arguments, local memory and scratch memory of a thread.
    fn of(&self, thread: usize) -> (*mut u8, *mut u8, *mut u8) {
        // (Past the block for a number that there is not; nobody has one.)
        let start = self.block.address().wrapping_add(thread * self.stride);
        (start, start.wrapping_add(self.local), start.wrapping_add(self.scratch))
    }
}

/// Packs the arguments; `local` is the address of the local memory, and `fused` says whether the code fuses products and sums.
fn pack(compiled: &CompiledKernel, arguments: &[Argument], local: usize, fused: bool, packed: &mut [u8]) {
    let mut local_end = compiled.metadata().local_bytes as usize;
    for (argument, place) in arguments.iter().zip(&compiled.metadata().arguments) {
        let address = match argument {
            Argument::Bytes(bytes) => {
                packed[place.offset as usize..][..bytes.len()].copy_from_slice(bytes);
                continue;
            }
            Argument::Image(image) => {
                let bytes = image.descriptor_at(image.buffer().address() as u64, fused);
                packed[place.offset as usize..][..bytes.len()].copy_from_slice(&bytes);
                continue;
            }
            Argument::Buffer { buffer, offset } => buffer.address() as usize + offset,
            Argument::Local(size) => {
                let start = place_local(local_end);
                local_end = start + size;
                local + start
            }
            Argument::Address(address) => *address,
            Argument::Null => 0,
        };
        packed[place.offset as usize..][..8].copy_from_slice(&address.to_le_bytes());
    }
}

impl Kernel {
    /// What the code generator makes of this kernel for its program's CPU, as text or as an object file: as for launches whose ids
    /// and buffers stay below 2^30, which is what most get.
    pub fn emit(&self, lanes: Option<u32>, what: Emit) -> Result<Vec<u8>, Error> {
        let (prepared, options) = self.shown(lanes)?;
        codegen::emit(&prepared, self.function, &options, what).map_err(codegen_error)
    }
    /// The kernel's lanes as text, likewise; see [`codegen::describe_lanes`].
    pub fn describe_lanes(
        &self,
        lanes: Option<u32>,
        source: &dyn Fn(Span) -> Option<SourceLine>,
    ) -> Result<String, Error> {
        let (prepared, options) = self.shown(lanes)?;
        codegen::describe_lanes(&prepared, self.function, &options, source).map_err(codegen_error)
    }
    fn shown(&self, lanes: Option<u32>) -> Result<(Arc<codegen::Program>, codegen::Options), Error> {
        let prepared = self.program.compiled.program(&self.program, self.function)?;
        let variant = Variant {
            kernel: self.function.0,
            lanes,
            row: 64,
            axis: LaneAxis::X,
            assumptions: Assumptions { compact: true, flat: false, separate: false },
        };
        Ok((prepared, options(&self.program, variant)))
    }
}
