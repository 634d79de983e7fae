//! What can go wrong in the runtime, in words for its user.

/// An error of the runtime.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program was rejected; its log says why.
    #[error("the program was rejected")]
    Build,
    /// There is no such kernel.
    #[error("the program has no kernel `{name}`; {}", list(.kernels))]
    NoSuchKernel {
        /// The name asked for.
        name: String,
        /// The names there are.
        kernels: Vec<String>,
    },
    /// The arguments do not fit the kernel.
    #[error("argument {index} (`{parameter}`): {problem}")]
    Argument {
        /// Which, from 0.
        index: usize,
        /// The parameter's name.
        parameter: String,
        /// What is wrong.
        problem: String,
    },
    /// The numbers of arguments and parameters differ.
    #[error("the kernel has {expected} parameters, but {given} arguments are given")]
    ArgumentCount {
        /// How many it has.
        expected: usize,
        /// How many came.
        given: usize,
    },
    /// The sizes of a launch cannot be.
    #[error("{0}")]
    WorkSize(String),
    /// Code cannot be made for a CPU, or not run on this machine.
    #[error("no code for the CPU `{name}`: {problem}")]
    Cpu {
        /// The CPU.
        name: String,
        /// Why not.
        problem: String,
    },
    /// A program was built for another CPU than the device is.
    #[error(
        "the program was built for {program}, but the device is {device}; build it for the device's target"
    )]
    OtherCpu {
        /// What the program was built for.
        program: String,
        /// What the device is.
        device: String,
    },
    /// A work-group would have too much local memory.
    #[error(
        "a work-group of `{kernel}` needs {bytes} bytes of local memory, its variables and pointer arguments together; at most {limit} \
         are possible"
    )]
    LocalMemory {
        /// The kernel.
        kernel: String,
        /// What it needs.
        bytes: u64,
        /// What there is.
        limit: u64,
    },
    /// A work-item would have too much private memory.
    #[error(
        "a work-item of `{kernel}` needs {bytes} bytes of private memory for its arrays and structs; at most {limit} are possible \
         (keep large arrays in a buffer)"
    )]
    PrivateMemory {
        /// The kernel.
        kernel: String,
        /// What it needs.
        bytes: u64,
        /// What there is.
        limit: u64,
    },
    /// The work-items of a group would have too much private memory together.
    #[error(
        "the {items} work-items of a group of `{kernel}` need {bytes} bytes of private memory each, and keep them across its barriers; at \
         most {limit} bytes are possible together (make the work-groups smaller, or keep large arrays in a buffer)"
    )]
    GroupPrivateMemory {
        /// The kernel.
        kernel: String,
        /// What each needs.
        bytes: u64,
        /// How many there are.
        items: u64,
        /// What there is for all.
        limit: u64,
    },
    /// No memory.
    #[error("{bytes} bytes of memory are not to be had")]
    OutOfMemory {
        /// How much was asked for.
        bytes: usize,
    },
    /// A copy past the end of a buffer.
    #[error("{length} bytes from byte {offset} on are not in a buffer of {size} bytes")]
    OutOfRange {
        /// Where it starts.
        offset: usize,
        /// How long it is.
        length: usize,
        /// How long the buffer is.
        size: usize,
    },
    /// The code generator could not do it.
    #[error("code generation failed: {0}")]
    Codegen(String),
    /// The interpreter stopped the kernel.
    #[error("{0}")]
    Interpreter(String),
}

fn list(kernels: &[String]) -> String {
    if kernels.is_empty() {
        return "it has none".to_owned();
    }
    format!("it has {}", kernels.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", "))
}
