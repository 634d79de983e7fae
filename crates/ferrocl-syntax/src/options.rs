//! The options of `clBuildProgram` as data (API specification, section "Compiler Options"), and the
//! reader of the option string (`reader`).

mod reader;

/// A version of the OpenCL C language (`-cl-std=CLx.y`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are the versions")]
pub enum Standard {
    Cl10,
    Cl11,
    Cl12,
    Cl20,
    Cl30,
    Cl31,
}

impl Standard {
    /// The value of `__OPENCL_C_VERSION__`: 100, 110, 120, 200, 300, 310.
    pub fn number(self) -> u32 {
        match self {
            Standard::Cl10 => 100,
            Standard::Cl11 => 110,
            Standard::Cl12 => 120,
            Standard::Cl20 => 200,
            Standard::Cl30 => 300,
            Standard::Cl31 => 310,
        }
    }
    /// As it is written: `1.2`.
    pub fn version(self) -> String {
        format!("{}.{}", self.number() / 100, self.number() / 10 % 10)
    }
}

/// A version of C++ for OpenCL (`-cl-std=CLC++1.0`). It builds on a version of OpenCL C, which [`BuildOptions::standard`] is then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are the versions")]
pub enum CppStandard {
    V10,
    V2021,
}

/// Every option that a build was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildOptions {
    /// `-cl-std`; without it OpenCL C 1.2 (API specification: "the highest OpenCL C 1.x language version
    /// supported").
    pub standard: Standard,
    /// Set where the program is C++ for OpenCL.
    pub cpp: Option<CppStandard>,
    /// `-D name[=definition]` and `-U name`, in order.
    pub macros: Vec<MacroOption>,
    /// `-I dir`, in order.
    pub include_directories: Vec<String>,
    /// `-w`.
    pub silence_warnings: bool,
    /// `-Werror`.
    pub warnings_are_errors: bool,
    /// `-cl-single-precision-constant`.
    pub single_precision_constant: bool,
    /// `-cl-denorms-are-zero`: denormals may be flushed. (Kept; this implementation never flushes.)
    pub denormals_are_zero: bool,
    /// `-cl-fp32-correctly-rounded-divide-sqrt`.
    pub correctly_rounded_divide_sqrt: bool,
    /// `-cl-opt-disable`.
    pub optimisation_disabled: bool,
    /// `-cl-mad-enable` (implied by `-cl-unsafe-math-optimizations`).
    pub mad_enable: bool,
    /// `-cl-no-signed-zeros` (likewise implied).
    pub no_signed_zeros: bool,
    /// `-cl-unsafe-math-optimizations` (implied by `-cl-fast-relaxed-math`).
    pub unsafe_math: bool,
    /// `-cl-finite-math-only` (implied by `-cl-fast-relaxed-math`).
    pub finite_math_only: bool,
    /// `-cl-fast-relaxed-math`.
    pub fast_relaxed_math: bool,
    /// `-cl-uniform-work-group-size`.
    pub uniform_work_group_size: bool,
    /// `-cl-no-subgroup-ifp`.
    pub no_subgroup_ifp: bool,
    /// `-cl-kernel-arg-info`.
    pub kernel_arg_info: bool,
    /// `-g`: debug information wanted (accepted).
    pub debug: bool,
    /// `-create-library` (`clLinkProgram` only).
    pub create_library: bool,
    /// `-enable-link-options` (`clLinkProgram` only).
    pub enable_link_options: bool,
    /// No option, but what `clCompileProgram` asks for: functions and variables that are only declared may be defined in
    /// another object, which `clLinkProgram` brings.
    pub separate_compilation: bool,
    /// Whether the device multiplies and adds in one instruction, so that `FP_FAST_FMAF` and `FP_FAST_FMA` are defined. No option
    /// says so: whoever builds for a device sets it.
    pub fast_fma: bool,
}

/// `-D` or `-U`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MacroOption {
    /// `-D name` (definition `1`) or `-D name=definition`; the name may have a parameter list.
    Define {
        /// The name, with its parameter list if it has one.
        name: String,
        /// What it stands for.
        definition: String,
    },
    /// `-U name`.
    Undefine(String),
}

impl Default for BuildOptions {
    fn default() -> Self {
        BuildOptions {
            standard: Standard::Cl12,
            cpp: None,
            macros: Vec::new(),
            include_directories: Vec::new(),
            silence_warnings: false,
            warnings_are_errors: false,
            single_precision_constant: false,
            denormals_are_zero: false,
            correctly_rounded_divide_sqrt: false,
            optimisation_disabled: false,
            mad_enable: false,
            no_signed_zeros: false,
            unsafe_math: false,
            finite_math_only: false,
            fast_relaxed_math: false,
            uniform_work_group_size: false,
            no_subgroup_ifp: false,
            kernel_arg_info: false,
            debug: false,
            create_library: false,
            enable_link_options: false,
            separate_compilation: false,
            fast_fma: true,
        }
    }
}
