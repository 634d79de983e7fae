//! The CPU that code is made for: its name and features, its vector registers, and the lane widths that follow.

use std::sync::OnceLock;

use ferrocl_ir::Scalar;

use crate::llvm::machine::Cpu;

/// What each level of x86-64 adds to the one before it, in LLVM's names.
const X86_64_FEATURES: [&str; 4] = [
    "",
    "+cx16,+popcnt,+sahf,+sse3,+sse4.1,+sse4.2,+ssse3",
    "+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave",
    "+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl",
];

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
    rounds: bool,
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
    /// An x86-64 CPU of a level of the System V ABI: 1 (SSE2), 2 (SSE4.2), 3 (AVX2, FMA, F16C) or 4 (AVX-512).
    pub fn x86_64(level: u32) -> Target {
        let level = level.clamp(1, 4) as usize;
        let cpu = ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"][level - 1];
        Target::named("x86_64-unknown-linux-gnu", cpu, &X86_64_FEATURES[1..level].join(","))
    }
    /// A 64-bit Arm CPU with NEON and nothing beyond.
    pub fn aarch64() -> Target {
        Target::named("aarch64-unknown-linux-gnu", "generic", "+neon")
    }
    /// A CPU by one of the [`NAMES`](Self::NAMES) that users know.
    pub fn by_name(name: &str) -> Option<Target> {
        Some(match name {
            "host" => Target::host(),
            "x86-64" => Target::x86_64(1),
            "x86-64-v2" => Target::x86_64(2),
            "x86-64-v3" => Target::x86_64(3),
            "x86-64-v4" => Target::x86_64(4),
            "aarch64" => Target::aarch64(),
            _ => return None,
        })
    }
    /// What [`by_name`](Self::by_name) knows: this machine, the levels of x86-64 from the first on, and Arm.
    pub const NAMES: [&str; 6] = ["host", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64"];
    /// The features that code for this CPU may use and this machine does not have; `None` where the machine is
    /// of another kind altogether.
    pub fn missing_on_host(&self) -> Option<Vec<&str>> {
        let host = Target::host();
        if (self.is_x86_64(), self.is_aarch64()) != (host.is_x86_64(), host.is_aarch64()) {
            return None;
        }
        let wanted = self.features().split(',').filter_map(|f| f.strip_prefix('+'));
        Some(wanted.filter(|f| !host.has(f)).collect())
    }
    fn has(&self, feature: &str) -> bool {
        self.cpu.features.split(',').any(|f| f.strip_prefix('+') == Some(feature))
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
            rounds: !x86 || has("sse4.1"),
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
    /// Whether it rounds floats to whole ones in one instruction.
    pub fn has_rounding(&self) -> bool {
        self.rounds
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
    /// Whether it multiplies unsigned bytes with signed ones and adds them in pairs (x86's SSSE3 and what followed).
    pub fn has_byte_multiplication(&self) -> bool {
        self.is_x86_64() && self.has("ssse3")
    }
    /// Whether it adds such products in fours, in vectors of so many bits (x86's VNNI).
    pub fn has_byte_dot_product(&self, bits: u32) -> bool {
        self.is_x86_64() && self.has("avx512vnni") && (bits == 512 || self.has("avx512vl"))
    }
    /// Whether it permutes the 32-bit lanes of vectors of so many bits by a vector of their numbers, in one instruction (x86's
    /// `vpermilps`, `vpermd` and their kin).
    pub fn has_lane_permutes(&self, bits: u32) -> bool {
        self.is_x86_64()
            && self.has(["avx", "avx2", "avx512f"][usize::from(bits > 128) + usize::from(bits > 256)])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_x86_64_have_their_registers_and_instructions() {
        let facts = |name: &str| {
            let t = Target::by_name(name).unwrap();
            (
                t.vector_bits(),
                t.default_width(Scalar::F32),
                t.has_rounding(),
                t.has_fma(),
                t.has_f16_conversions(),
                t.has_avx512(),
            )
        };
        assert_eq!(facts("x86-64"), (128, 4, false, false, false, false));
        assert_eq!(facts("x86-64-v2"), (128, 4, true, false, false, false));
        assert_eq!(facts("x86-64-v3"), (256, 8, true, true, true, false));
        assert_eq!(facts("x86-64-v4"), (512, 16, true, true, true, true));
        assert_eq!(facts("aarch64"), (128, 4, true, true, true, false));
        assert!(Target::NAMES.iter().all(|name| Target::by_name(name).is_some()));
        assert_eq!(Target::by_name("x86-64-v5"), None);
    }

    #[test]
    fn the_host_lacks_nothing_of_its_own() {
        let host = Target::host();
        assert_eq!(host.missing_on_host(), Some(Vec::new()));
        let other = if host.is_aarch64() { Target::x86_64(1) } else { Target::aarch64() };
        assert_eq!(other.missing_on_host(), None);
        let future = Target::named(host.triple(), host.cpu_name(), "+no-such-feature");
        assert_eq!(future.missing_on_host(), Some(vec!["no-such-feature"]));
    }
}
