//! The stages from kernel IR to object code, and the text forms on the way.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use ferrocl_base::Span;
use ferrocl_base::id::Id;
use ferrocl_ir::passes::{PrepareOptions, prepare, separate};
use ferrocl_ir::{Function, FunctionId, Module, ModuleInfo, Op};

use crate::abi::{Assumptions, LaneAxis, MAX_PRIVATE_BYTES, Metadata, ProgramData, argument_layout};
use crate::emit::{self as emitter, Callee};
use crate::error::CodegenError;
use crate::llvm;
use crate::llvm::machine::{Effort, FileKind, Machine};
use crate::plan::barrier::GroupPlan;
use crate::plan::describe::Planned;
use crate::plan::liveness::Liveness;
use crate::plan::width::{self, Choice, Why};
use crate::plan::{Plan, Tree, needs_linear_order};

pub use crate::plan::describe::{LEGEND as LANES_LEGEND, SourceLine};
use crate::target::Target;

/// How a kernel is compiled.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Options {
    /// Work-items that one lane group computes at once: 1, 2, 4, 8, 16, 32 or 64. `None`: as the kernel and the CPU suggest.
    pub width: Option<u32>,
    /// For a chosen width: how many work-items lie in a row along the lanes at least (in each work-group, or in the whole launch for
    /// kernels that are free of groups). More than 64 is the same as 64.
    pub row: u32,
    /// Along what the lanes lie.
    pub axis: LaneAxis,
    /// What may be taken for granted of launches.
    pub assumptions: Assumptions,
    /// Whether LLVM's optimisations run. Without them code is large and slow; for people who read it.
    pub optimise: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            width: None,
            row: 64,
            axis: LaneAxis::X,
            assumptions: Assumptions::default(),
            optimise: true,
        }
    }
}

/// How long each stage took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timings {
    /// Planning lanes.
    pub plan: Duration,
    /// Making LLVM IR.
    pub emit: Duration,
    /// LLVM's optimisations.
    pub optimise: Duration,
    /// Instruction selection, register allocation, object code.
    pub generate: Duration,
    /// Linking in memory.
    pub load: Duration,
}

impl Timings {
    /// All stages together.
    pub fn total(&self) -> Duration {
        self.plan + self.emit + self.optimise + self.generate + self.load
    }
}

/// Object code of one kernel, which can be stored and loaded again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// A relocatable object file for the target.
    pub bytes: Vec<u8>,
    /// What the runtime needs to know.
    pub metadata: Metadata,
    /// How long it took.
    pub timings: Timings,
}

/// What [`emit()`] gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Emit {
    /// LLVM IR as the emitter makes it.
    LlvmIr,
    /// LLVM IR after optimisation.
    OptimisedLlvmIr,
    /// Assembly.
    Assembly,
    /// An object file.
    Object,
}

/// The passes over the module, in LLVM's pipeline syntax. The lanes are made; what is left is to put variables into registers, simplify,
/// share, and to hoist out of loops. Loops are not vectorised again.
const PASSES: &str = "function(\
    sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg<switch-range-to-icmp;no-switch-to-lookup;no-keep-loops>,\
    loop-mssa(loop-rotate<header-duplication>,licm),\
    instcombine<no-verify-fixpoint>,simplifycfg,\
    loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),\
    gvn<no-load-pre>,instcombine<no-verify-fixpoint>,simplifycfg,\
    loop-mssa(licm),\
    adce,simplifycfg)";

/// Machine code for functions in which more ways come together in one place is made with the least effort: LLVM's allocation of
/// registers takes a time that grows with the square of it. Only a chain of hundreds of `else if`, such as programs write, comes here.
const MAX_JOIN: u32 = 500;
/// The same for functions of more blocks, such as a `switch` of thousands of cases.
const MAX_BLOCKS: u32 = 5000;

/// A module made ready for code generation: what its kernels call is inlined, unless that would be too much, and simplified for the target.
#[derive(Debug, Clone)]
pub struct Program {
    module: Module,
    data: ProgramData,
    target: Target,
}

impl Program {
    /// Prepares these kernels of a verified module for a target.
    pub fn new(
        mut module: Module,
        info: &ModuleInfo,
        kernels: &[FunctionId],
        target: &Target,
    ) -> Result<Program, CodegenError> {
        for &kernel in kernels {
            match module.functions.get(kernel) {
                Some(function) if function.kernel.is_some() => {}
                Some(function) => return Err(CodegenError::NotAKernel(function.name.clone())),
                None => return Err(CodegenError::NotAKernel(kernel.to_string())),
            }
        }
        let options = PrepareOptions { contract: target.has_fma() };
        prepare(&mut module, info, kernels, options).map_err(|error| CodegenError::TooLarge {
            function: module.functions[error.function].name.clone(),
            message: error.message,
        })?;
        let data = ProgramData::of(&module);
        Ok(Program { module, data, target: target.clone() })
    }
    /// The prepared module.
    pub fn module(&self) -> &Module {
        &self.module
    }
    /// The layout of its variables.
    pub fn data(&self) -> &ProgramData {
        &self.data
    }
    /// What it is for.
    pub fn target(&self) -> &Target {
        &self.target
    }
}

/// A module of LLVM IR, on its way.
struct Build<'a> {
    kernel: &'a str,
    context: llvm::Context,
    timings: Timings,
}

impl Build<'_> {
    fn failed(&self, stage: &'static str) -> impl Fn(String) -> CodegenError + use<> {
        let kernel = self.kernel.to_string();
        move |message| CodegenError::Llvm { kernel: kernel.clone(), stage, message }
    }
}

/// Compiles a kernel to object code.
pub fn compile_object(
    program: &Program,
    kernel: FunctionId,
    options: &Options,
) -> Result<Object, CodegenError> {
    let (bytes, metadata, timings) = run(program, kernel, options, Emit::Object)?;
    Ok(Object { bytes, metadata, timings })
}

/// What one of the stages makes of a kernel, for people to read (or, for objects, the bytes).
pub fn emit(
    program: &Program,
    kernel: FunctionId,
    options: &Options,
    what: Emit,
) -> Result<Vec<u8>, CodegenError> {
    Ok(run(program, kernel, options, what)?.0)
}

/// The lanes of a kernel as text: how many and why, and its IR with comments on how each value differs over the lanes, where
/// control flow parts them, and how memory is accessed. [`LANES_LEGEND`] explains the words. `source` gives the line
/// of the source where something begins, if it is known.
pub fn describe_lanes(
    program: &Program,
    kernel: FunctionId,
    options: &Options,
    source: &dyn Fn(Span) -> Option<SourceLine>,
) -> Result<String, CodegenError> {
    with_plan(program, kernel, options, |planned| planned.describe(source))
}

/// Plans a kernel's lanes, and goes on with the plan.
fn with_plan<R>(
    program: &Program,
    kernel: FunctionId,
    options: &Options,
    then: impl FnOnce(&Planned<'_>) -> R,
) -> Result<R, CodegenError> {
    let Program { module, target, .. } = program;
    let function = match module.functions.get(kernel) {
        Some(function) if function.kernel.is_some() => function,
        Some(function) => return Err(CodegenError::NotAKernel(function.name.clone())),
        None => return Err(CodegenError::NotAKernel(kernel.to_string())),
    };
    let function = &*at_hand(function, options.assumptions);
    let tree = Tree::new(function);
    let order = called_functions(module, function);
    let calls = !order.is_empty();
    let start = width::start(function, target);
    let width = match options.width {
        Some(width) if !matches!(width, 1 | 2 | 4 | 8 | 16 | 32 | 64) => {
            return Err(CodegenError::BadWidth(width));
        }
        _ if calls => 1,
        Some(width) => width,
        None => start.width,
    };
    let liveness = Liveness::new(function, &tree.steps);
    // In a row of work-items, any axis is the linear order.
    let axis = match needs_linear_order(function) && !options.assumptions.flat {
        true => LaneAxis::Linear,
        false => options.axis,
    };
    let plan = Plan::new(function, &tree, &liveness, width, axis, options.assumptions);

    // Functions that stay functions: callees first.
    let functions: Vec<Cow<Function>> =
        order.iter().map(|&id| at_hand(&module.functions[id], options.assumptions)).collect();
    let trees: Vec<Tree> = functions.iter().map(|function| Tree::new(function)).collect();
    let plans: Vec<Plan> = std::iter::zip(&functions, &trees)
        .map(|(function, tree)| {
            let liveness = Liveness::new(function, &tree.steps);
            let mut plan = Plan::new(function, tree, &liveness, 1, axis, options.assumptions);
            // The kernel is not, as it calls.
            plan.group_free = false;
            plan
        })
        .collect();
    let (starts, called_bytes) = private_places(module, &order, &plans);
    let callees: Vec<Callee> = (0..order.len())
        .map(|i| Callee {
            id: order[i],
            function: &functions[i],
            tree: &trees[i],
            plan: &plans[i],
            private_start: starts[order[i].index()],
        })
        .collect();

    let of_item = (plan.layout.bytes / u64::from(width)).saturating_add(called_bytes);
    if of_item > MAX_PRIVATE_BYTES {
        return Err(CodegenError::TooMuchPrivateMemory {
            kernel: function.name.clone(),
            bytes: of_item,
            limit: MAX_PRIVATE_BYTES,
        });
    }
    let choice = match options.width {
        _ if calls => Choice { width, why: Why::Calls },
        None => width::choose(function, &tree, &liveness, &plan, target, start, options.row),
        Some(width) => Choice { width, why: Why::Wanted },
    };
    let plan = match choice.width == width {
        true => plan,
        false => Plan::new(function, &tree, &liveness, choice.width, axis, options.assumptions),
    };
    let group = plan.has_barrier.then(|| GroupPlan::new(function, &tree, &plan, &liveness));
    Ok(then(&Planned {
        module,
        id: kernel,
        function,
        tree: &tree,
        plan: &plan,
        group: group.as_ref(),
        choice,
        target,
        callees: &callees,
        called_bytes,
    }))
}

/// A function as the code at hand needs it.
fn at_hand(function: &Function, assumptions: Assumptions) -> Cow<'_, Function> {
    if !assumptions.separate {
        return Cow::Borrowed(function);
    }
    let mut copy = function.clone();
    separate(&mut copy);
    Cow::Owned(copy)
}

/// The functions that one calls itself.
fn callees_of(function: &Function) -> impl Iterator<Item = FunctionId> {
    function.values.iter().filter_map(|value| match value.op {
        Op::Call { function, .. } => Some(function),
        _ => None,
    })
}

/// The functions that one calls, and those that they call, each after what it calls itself.
fn called_functions(module: &Module, function: &Function) -> Vec<FunctionId> {
    fn visit(module: &Module, function: &Function, seen: &mut [bool], order: &mut Vec<FunctionId>) {
        for callee in callees_of(function) {
            if !std::mem::replace(&mut seen[callee.index()], true) {
                visit(module, &module.functions[callee], seen, order);
                order.push(callee);
            }
        }
    }
    let mut order = Vec::new();
    visit(module, function, &mut vec![false; module.functions.len()], &mut order);
    order
}

/// Where the private memory of each function of the module begins, if it is called: behind that of all that may be under way then; and
/// the bytes of all.
fn private_places(module: &Module, order: &[FunctionId], plans: &[Plan]) -> (Vec<u64>, u64) {
    let mut starts = vec![0u64; module.functions.len()];
    let mut bytes = 0;
    // Callers first.
    for (&id, plan) in order.iter().zip(plans).rev() {
        let end = starts[id.index()].saturating_add(plan.layout.bytes);
        bytes = bytes.max(end);
        for callee in callees_of(&module.functions[id]) {
            starts[callee.index()] = starts[callee.index()].max(end);
        }
    }
    (starts, bytes)
}

fn run(
    program: &Program,
    kernel: FunctionId,
    options: &Options,
    what: Emit,
) -> Result<(Vec<u8>, Metadata, Timings), CodegenError> {
    let started = Instant::now();
    with_plan(program, kernel, options, |planned| {
        generate(planned, &program.data, options, what, started.elapsed())
    })?
}

fn generate(
    planned: &Planned<'_>,
    data: &ProgramData,
    options: &Options,
    what: Emit,
    planning: Duration,
) -> Result<(Vec<u8>, Metadata, Timings), CodegenError> {
    let &Planned { function, plan, target, called_bytes, .. } = planned;
    let mut build =
        Build { kernel: &function.name, context: llvm::Context::new(), timings: Timings::default() };
    build.timings.plan = planning;

    let started = Instant::now();
    let code = build.context.module(&function.name);
    let failed = build.failed("making a target machine");
    let made = Machine::with(&target.cpu, |machine| -> Result<(Vec<u8>, Metadata, Timings), CodegenError> {
        machine.prepare(&code);
        let context_bytes = emitter::emit(&build.context, &code, data, planned);
        let metadata = metadata(function, plan, called_bytes, context_bytes);
        if cfg!(debug_assertions) {
            code.verify().map_err(|message| {
                let text = code.text();
                build.failed("verifying the emitted code")(format!("{message}\n{text}"))
            })?;
        }
        build.timings.emit = started.elapsed();
        if what == Emit::LlvmIr {
            return Ok((code.text().into_bytes(), metadata, build.timings));
        }
        let started = Instant::now();
        if options.optimise {
            machine.run_passes(&code, PASSES).map_err(build.failed("optimising"))?;
        }
        build.timings.optimise = started.elapsed();
        if what == Emit::OptimisedLlvmIr {
            return Ok((code.text().into_bytes(), metadata, build.timings));
        }
        let started = Instant::now();
        let kind = if what == Emit::Assembly { FileKind::Assembly } else { FileKind::Object };
        let failed = build.failed("making machine code");
        let (blocks, widest_join) = code.branching();
        let bytes = match blocks <= MAX_BLOCKS && widest_join <= MAX_JOIN {
            true => machine.emit(&code, kind),
            false => Machine::new(&target.cpu, Effort::Least).and_then(|machine| machine.emit(&code, kind)),
        }
        .map_err(failed)?;
        build.timings.generate = started.elapsed();
        Ok((bytes, metadata, build.timings))
    });
    made.map_err(failed)?
}

fn metadata(function: &Function, plan: &Plan, called_bytes: u64, context_bytes: u64) -> Metadata {
    Metadata {
        name: function.name.clone(),
        width: plan.width,
        axis: plan.axis,
        assumptions: plan.assumptions,
        arguments: argument_layout(function),
        local_bytes: plan.local_bytes,
        scratch_fixed: called_bytes + if plan.has_barrier { 0 } else { plan.layout.bytes },
        scratch_per_lane_group: context_bytes,
        group_free: plan.group_free,
        required_work_group_size: function.kernel.as_ref().and_then(|k| k.required_work_group_size),
        private_bytes: called_bytes + plan.layout.bytes / u64::from(plan.width),
    }
}
