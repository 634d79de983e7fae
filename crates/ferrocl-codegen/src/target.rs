//! The CPU that code is made for: its name and features, its vector registers, and the lane widths that follow.

use std::sync::OnceLock;

use ferrocl_ir::Scalar;

use crate::llvm::machine::Cpu;

/// The version of LLVM that makes the code: the library that is loaded, which the system may bring up to date.
pub fn llvm_version() -> [u32; 3] {
    crate::llvm::version()
}

/// A CPU that code is made for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    pub(crate) cpu: Cpu,
    vector_bits: u32,
    has_fma: bool,
    has_f16c: bool,
    has_avx512: bool,
    has_avx512_fp16: bool,
}

impl Target {
    /// The CPU that this program runs on.
    pub fn host() -> Target {
        static HOST: OnceLock<Target> = OnceLock::new();
        HOST.get_or_init(|| Target::from_cpu(Cpu::host())).clone()
    }
    /// A CPU by LLVM's names: a triple (`x86_64-unknown-linux-gnu`), a CPU (`haswell`, `x86-64-v3`) and features that are
    /// written out (`+avx2,+fma`). The features decide what this target offers, so those that matter must be in
    /// the list even where the CPU's name implies them.
    pub fn named(triple: &str, cpu: &str, features: &str) -> Target {
        Target::from_cpu(Cpu { triple: triple.into(), name: cpu.into(), features: features.into() })
    }
    /// An x86-64 CPU of a level of the System V ABI: 2 (SSE4.2), 3 (AVX2, FMA, F16C) or 4 (AVX-512).
    pub fn x86_64(level: u32) -> Target {
        let (cpu, features) = match level {
            ..=2 => ("x86-64-v2", "+sse4.2,+ssse3,+popcnt"),
            3 => ("x86-64-v3", "+avx2,+fma,+f16c,+bmi,+bmi2,+lzcnt,+popcnt"),
            _ => (
                "x86-64-v4",
                "+avx2,+fma,+f16c,+bmi,+bmi2,+lzcnt,+popcnt,+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512cd",
            ),
        };
        Target::named("x86_64-unknown-linux-gnu", cpu, features)
    }
    fn from_cpu(cpu: Cpu) -> Target {
        let has = |name: &str| cpu.features.split(',').any(|f| f.strip_prefix('+') == Some(name));
        let x86 = cpu.triple.starts_with("x86_64");
        let has_avx512 = x86 && has("avx512f") && has("avx512bw") && has("avx512dq") && has("avx512vl");
        let vector_bits = match () {
            () if has_avx512 => 512,
            () if x86 && has("avx2") => 256,
            () => 128,
        };
        Target {
            vector_bits,
            has_fma: !x86 || has("fma"),
            has_f16c: x86 && has("f16c"),
            has_avx512,
            has_avx512_fp16: has_avx512 && has("avx512fp16"),
            cpu,
        }
    }
    /// LLVM's name of the CPU.
    pub fn cpu_name(&self) -> &str {
        &self.cpu.name
    }
    /// LLVM's feature string.
    pub fn features(&self) -> &str {
        &self.cpu.features
    }
    /// LLVM's triple.
    pub fn triple(&self) -> &str {
        &self.cpu.triple
    }
    /// Bits of a vector register.
    pub fn vector_bits(&self) -> u32 {
        self.vector_bits
    }
    /// Whether it multiplies and adds with one rounding in one instruction: contraction pays.
    pub fn has_fma(&self) -> bool {
        self.has_fma
    }
    /// Whether it has vector conversions between half and float.
    pub fn has_f16_conversions(&self) -> bool {
        self.has_f16c || self.is_aarch64()
    }
    /// Whether it computes with half.
    pub fn has_f16_arithmetic(&self) -> bool {
        self.has_avx512_fp16
    }
    /// Whether it has AVX-512 with byte, word, doubleword and vector length extensions: mask registers.
    pub fn has_avx512(&self) -> bool {
        self.has_avx512
    }
    /// Whether it is an x86-64.
    pub fn is_x86_64(&self) -> bool {
        self.cpu.triple.starts_with("x86_64")
    }
    /// Whether it is a 64-bit Arm.
    pub fn is_aarch64(&self) -> bool {
        self.cpu.triple.starts_with("aarch64")
    }
    /// The lane width for kernels that mostly compute with this scalar.
    pub fn default_width(&self, dominant: Scalar) -> u32 {
        (self.vector_bits / dominant.bits().max(8)).clamp(4, 64)
    }
}
