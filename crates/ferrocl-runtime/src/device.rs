//! The device: the CPU with its worker pool, and launching kernels on it.

use std::sync::Arc;
use std::time::Duration;

use ferrocl_codegen::Target;

use crate::cache::Cache;
use crate::queue::Executors;
use crate::work_size::{self, Constraints};
use crate::{Argument, Arguments, Error, Kernel, Pool, cpu, interpreted, limits, native, topology};

/// What runs a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Vector code on all threads.
    Native,
    /// The exact interpreter on the calling thread.
    Interpreter,
}

/// How a kernel is to be launched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// 1, 2 or 3.
    pub dimensions: u32,
    /// Work-items in each dimension; 1 beyond `dimensions`. With a 0 nothing runs.
    pub global_size: [u64; 3],
    /// Work-items of a group in each dimension, 1 beyond `dimensions`; chosen where it is `None`.
    pub local_size: Option<[u64; 3]>,
    /// What global ids start from.
    pub global_offset: [u64; 3],
    /// What runs it.
    pub engine: Engine,
    /// Work-items in a vector; chosen where it is `None`. (Native code.)
    pub lanes: Option<u32>,
}

impl Launch {
    /// A launch with everything else left to choose.
    pub fn new(dimensions: u32, global_size: [u64; 3]) -> Launch {
        Launch {
            dimensions,
            global_size,
            local_size: None,
            global_offset: [0; 3],
            engine: Engine::Native,
            lanes: None,
        }
    }
}

/// What a launch gave beside what is in the buffers.
#[derive(Debug, Clone)]
pub struct LaunchReport {
    /// What `printf` wrote.
    pub printed: Vec<u8>,
    /// The local size that was used.
    pub local_size: [u64; 3],
}

/// What compiling a kernel gave.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// Work-items in a vector.
    pub lanes: u32,
    /// The stages in order with the time that each took.
    pub timings: Vec<(&'static str, Duration)>,
}

/// The CPU with its threads.
pub struct Device {
    pub(crate) pool: Pool,
    pub(crate) target: Target,
    pub(crate) memory: native::WorkerMemory,
    pub(crate) executors: Executors,
    /// Where native code is kept for other processes.
    pub(crate) cache: Option<Arc<Cache>>,
    /// The cores that its threads are bound to; none where the system chooses.
    cores: Option<Arc<[usize]>>,
}

/// More threads are never started, whatever is asked for: each takes memory, and a process may not have any number.
const MAX_THREADS: usize = 1024;

impl Device {
    /// The CPU with so many threads; without a number, with as many as the process may use. The environment may restrict
    /// it to a lower level, see [`target_from_environment`](crate::target_from_environment).
    pub fn new(threads: Option<usize>) -> Result<Device, Error> {
        Device::with_target(threads, cpu::target_from_environment()?)
    }
    /// The same for a CPU that is named; this machine must be able to run its code.
    pub fn with_target(threads: Option<usize>, target: Target) -> Result<Device, Error> {
        cpu::check_host(&target)?;
        let threads = threads
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get))
            .clamp(1, MAX_THREADS);
        Ok(Device {
            pool: Pool::new(threads),
            target,
            memory: native::WorkerMemory::default(),
            executors: Executors::new(threads),
            cache: None,
            cores: None,
        })
    }
    /// The same with a thread for each of some cores, which run nowhere else. (Where the system does not let them, they run anywhere.)
    pub fn on_cores(cores: Vec<usize>, target: Target) -> Result<Device, Error> {
        let bound: Arc<[usize]> = cores.into();
        let device = Device::with_target(Some(0), target)?;
        let workers = bound.clone();
        Ok(Device {
            pool: Pool::with(bound.len(), move || topology::bind(&workers)),
            executors: Executors::new(bound.len()),
            cores: Some(bound),
            ..device
        })
    }
    /// The same with a place where native code is kept for other processes.
    pub fn with_cache(self, cache: Option<Arc<Cache>>) -> Device {
        Device { cache, ..self }
    }
    /// The cores that its threads are bound to; `None` where they are not.
    pub fn cores(&self) -> Option<&[usize]> {
        self.cores.as_deref()
    }
    /// How many threads work on a launch at most.
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }
    /// How many work-items a sub-group has in launches that do not ask for another number of lanes; the last one of a work-group may
    /// have fewer.
    pub fn sub_group_size(&self) -> u32 {
        self.target.default_width(ferrocl_ir::Scalar::F32).max(1)
    }
    /// The CPU that code is made for.
    pub fn target(&self) -> &Target {
        &self.target
    }
    /// The CPU in words: LLVM's name of it and its vector registers.
    pub fn description(&self) -> String {
        let target = &self.target;
        let vectors = match (target.is_x86_64(), target.vector_bits()) {
            (true, 512) => "AVX-512",
            (true, 256) => "AVX2",
            (true, _) => "SSE",
            (false, _) if target.is_aarch64() => "NEON",
            (false, _) => "vectors",
        };
        let fma = if target.has_fma() { ", FMA" } else { "" };
        format!("{} ({vectors}, {} bits{fma})", target.cpu_name(), target.vector_bits())
    }
    /// Compiles a kernel for a launch, unless it was compiled for one like it before.
    pub fn prepare(&self, kernel: &Kernel, launch: &Launch) -> Result<Prepared, Error> {
        self.check_program(kernel)?;
        match launch.engine {
            Engine::Native => native::prepare(self, kernel, launch),
            Engine::Interpreter => Ok(Prepared { lanes: 1, timings: Vec::new() }),
        }
    }
    /// Decides everything about a launch that can be decided before it runs, and compiles the kernel where that is to do: what
    /// can be wrong with sizes, arguments and the kernel shows here.
    pub fn plan(&self, kernel: &Kernel, arguments: Arguments, launch: &Launch) -> Result<Planned, Error> {
        self.check_program(kernel)?;
        kernel.check(&arguments)?;
        let how = match launch.engine {
            Engine::Native => How::Native(native::decide_again(self, kernel, &arguments, launch)?),
            Engine::Interpreter => {
                let size = size(kernel, launch, 1)?;
                limits::check(kernel, &arguments, size.local.iter().product())?;
                How::Interpreted(size, native::guessed_lanes(self, launch))
            }
        };
        Ok(Planned { kernel: kernel.clone(), arguments, how })
    }
    /// Runs a planned launch and waits for its end.
    pub fn run(&self, planned: &Planned) -> Result<LaunchReport, Error> {
        let Planned { kernel, arguments, how } = planned;
        // The calling thread works as well.
        let _bound = self.cores().map(topology::Bound::to);
        match how {
            How::Native(decided) => native::launch(self, kernel, arguments, decided),
            How::Interpreted(size, lanes) => {
                interpreted::launch(kernel, arguments, size, self.target.has_fma(), *lanes)
            }
        }
    }
    /// The local size that a launch gets which leaves it open. A kernel that cannot tell how its work-items are grouped may in truth run
    /// in groups of another size; what is said here is then one that the launch would take.
    pub fn suggested_local_size(&self, kernel: &Kernel, launch: &Launch) -> Result<[u64; 3], Error> {
        let lanes = native::guessed_lanes(self, launch).into();
        let constraints = Constraints { sees_groups: true, ..constraints(kernel, lanes) };
        let open = Launch { local_size: None, ..launch.clone() };
        Ok(sized(&open, constraints)?.local)
    }
    fn check_program(&self, kernel: &Kernel) -> Result<(), Error> {
        let program = kernel.program.target();
        if *program == self.target {
            return Ok(());
        }
        Err(Error::OtherCpu {
            program: program.cpu_name().to_owned(),
            device: self.target.cpu_name().to_owned(),
        })
    }
    /// Runs a kernel and waits for its end.
    pub fn launch(
        &self,
        kernel: &Kernel,
        arguments: &[Argument],
        launch: &Launch,
    ) -> Result<LaunchReport, Error> {
        self.run(&self.plan(kernel, arguments.into(), launch)?)
    }
}

/// A launch that is decided and whose code is there.
pub struct Planned {
    kernel: Kernel,
    arguments: Arguments,
    how: How,
}

enum How {
    Native(Arc<native::Decided>),
    /// With so many work-items in a sub-group.
    Interpreted(work_size::WorkSize, u32),
}

/// What decides about a launch's sizes besides itself.
pub(crate) fn constraints(kernel: &Kernel, lanes: u64) -> Constraints {
    Constraints {
        required: kernel.required_work_group_size(),
        non_uniform: kernel.program.allows_non_uniform_groups(),
        sees_groups: kernel.sees_groups(),
        lanes,
    }
}

pub(crate) fn sized(launch: &Launch, constraints: Constraints) -> Result<work_size::WorkSize, Error> {
    work_size::work_size(
        launch.dimensions,
        launch.global_size,
        launch.global_offset,
        launch.local_size,
        constraints,
    )
}

/// The launch's sizes, checked and complete.
pub(crate) fn size(kernel: &Kernel, launch: &Launch, lanes: u32) -> Result<work_size::WorkSize, Error> {
    sized(launch, constraints(kernel, lanes.into()))
}
