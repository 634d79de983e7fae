//! What can go wrong when a kernel is compiled.

/// Why a kernel has no native code.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CodegenError {
    /// The function to compile is not a kernel.
    #[error("`{0}` is not a kernel: only `__kernel` functions can be launched")]
    NotAKernel(String),
    /// The lane width is not one of 1, 2, 4, 8, 16, 32, 64.
    #[error("a lane width of {0} is not possible: it must be 1, 2, 4, 8, 16, 32 or 64")]
    BadWidth(u32),
    /// Inlining everything would make the code too large.
    #[error(
        "`{function}` is too large: {message}. The code of a function stands at each of its calls; a loop round one call, or fewer \
         functions that call others several times, make it smaller"
    )]
    TooLarge {
        /// The function that becomes too large.
        function: String,
        /// What is too large.
        message: String,
    },
    /// Something that native code cannot do yet.
    #[error("`{kernel}` cannot be compiled to native code: {reason}")]
    Unsupported {
        /// The kernel.
        kernel: String,
        /// What is not supported.
        reason: String,
    },
    /// The private variables of a work-group need too much memory.
    #[error(
        "`{kernel}` needs {bytes} bytes of private memory for each work-item, more than the {limit} that are possible"
    )]
    TooMuchPrivateMemory {
        /// The kernel.
        kernel: String,
        /// What it needs.
        bytes: u64,
        /// What there is.
        limit: u64,
    },
    /// LLVM refused.
    #[error("LLVM failed on `{kernel}` while {stage}: {message}")]
    Llvm {
        /// The kernel.
        kernel: String,
        /// At what.
        stage: &'static str,
        /// Its words.
        message: String,
    },
    /// An object (from a cache) is not what it should be.
    #[error("the stored object cannot be used: {0}")]
    BadObject(String),
}
