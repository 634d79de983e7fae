//! What OpenCL C defines before a program begins: one row a macro, with the condition under which it is
//! there. (Enumerations, types and functions that the language predefines are `ferrocl-sema`'s.)
//!
//! Nothing of this costs anything until a program names it: the table is looked in when a name is first
//! met, and only then is the replacement list read.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::macros::Special;
use crate::options::{BuildOptions, CppStandard, Standard};

/// The condition under which a macro is predefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    /// In every version of the language.
    Always,
    /// From this version of the language on.
    Since(Standard),
    /// In this version of the language only.
    Only(Standard),
    /// With `-cl-fast-relaxed-math`.
    FastRelaxedMath,
    /// For devices that have an instruction for `fma`.
    FastFma,
    /// In C++ for OpenCL.
    Cpp,
    /// In OpenCL C, from this version of the language on.
    OnlyC(Standard),
}

/// A predefined macro.
struct Row {
    name: &'static str,
    body: &'static str,
    when: When,
}

const fn row(name: &'static str, body: &'static str, when: When) -> Row {
    Row { name, body, when }
}

/// What a predefined macro stands for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Definition {
    /// A replacement list.
    Object(&'static str),
    /// Parameters and a replacement list without `#` and `##`.
    Function(&'static [&'static str], &'static str),
    /// A value that depends on the place.
    Special(Special),
}

use When::{Always, Cpp, FastFma, FastRelaxedMath, Only, OnlyC, Since};

/// OpenCL C, "Preprocessor Directives and Macros".
///
/// The `CL_VERSION` macros are there in every version: programs compare `__OPENCL_C_VERSION__` with
/// later versions than their own, which would go wrong were those names 0, and Clang has them always.
/// `__OPENCL_VERSION__` is the version of the API that the driver has.
/// `__EMBEDDED_PROFILE__` is absent, as the profile is full.
const LANGUAGE: &[Row] = &[
    row("__OPENCL_VERSION__", "300", Always),
    row("CL_VERSION_1_0", "100", Always),
    row("CL_VERSION_1_1", "110", Always),
    row("CL_VERSION_1_2", "120", Always),
    row("CL_VERSION_2_0", "200", Always),
    row("CL_VERSION_3_0", "300", Always),
    row("CL_VERSION_3_1", "310", Always),
    row("__ENDIAN_LITTLE__", "1", Always),
    row("__IMAGE_SUPPORT__", "1", Always),
    row("__FAST_RELAXED_MATH__", "1", FastRelaxedMath),
    row("__ROUNDING_MODE__", "rte", Only(Standard::Cl10)),
    row("NULL", "((void *)0)", OnlyC(Standard::Cl20)),
];

/// C++ for OpenCL, "Predefined macros", and the one by which C++ is told.
const CPP: &[Row] = &[
    row("__CL_CPP_VERSION_1_0__", "100", Cpp),
    row("__CL_CPP_VERSION_2021__", "202100", Cpp),
    row("__cplusplus", "201703L", Cpp),
];

/// OpenCL C, "Optional functionality", "Features": what of it this implementation has; and those of `cl_ext_float_atomics`.
const FEATURES: &[Row] = &[
    row("__opencl_c_3d_image_writes", "1", Since(Standard::Cl30)),
    row("__opencl_c_atomic_order_acq_rel", "1", Since(Standard::Cl30)),
    row("__opencl_c_atomic_order_seq_cst", "1", Since(Standard::Cl30)),
    row("__opencl_c_atomic_scope_device", "1", Since(Standard::Cl30)),
    row("__opencl_c_atomic_scope_all_devices", "1", Since(Standard::Cl30)),
    row("__opencl_c_ext_fp16_global_atomic_add", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp16_global_atomic_load_store", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp16_global_atomic_min_max", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp16_local_atomic_add", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp16_local_atomic_load_store", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp16_local_atomic_min_max", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp32_global_atomic_add", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp32_global_atomic_min_max", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp32_local_atomic_add", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp32_local_atomic_min_max", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp64_global_atomic_add", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp64_global_atomic_min_max", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp64_local_atomic_add", "1", Since(Standard::Cl20)),
    row("__opencl_c_ext_fp64_local_atomic_min_max", "1", Since(Standard::Cl20)),
    row("__opencl_c_fp64", "1", Since(Standard::Cl30)),
    row("__opencl_c_generic_address_space", "1", Since(Standard::Cl30)),
    row("__opencl_c_images", "1", Since(Standard::Cl30)),
    row("__opencl_c_int64", "1", Since(Standard::Cl30)),
    row("__opencl_c_integer_dot_product_input_4x8bit", "1", Since(Standard::Cl30)),
    row("__opencl_c_integer_dot_product_input_4x8bit_packed", "1", Since(Standard::Cl30)),
    row("__opencl_c_program_scope_global_variables", "1", Since(Standard::Cl30)),
    row("__opencl_c_read_write_images", "1", Since(Standard::Cl30)),
    row("__opencl_c_subgroups", "1", Since(Standard::Cl30)),
    row("__opencl_c_work_group_collective_functions", "1", Since(Standard::Cl30)),
];

/// The extensions that this implementation has: `#pragma OPENCL EXTENSION` knows exactly these.
const EXTENSIONS: &[Row] = &[
    row("cl_amd_media_ops", "1", Always),
    row("cl_amd_media_ops2", "1", Always),
    row("cl_ext_float_atomics", "1", Since(Standard::Cl20)),
    row("cl_khr_3d_image_writes", "1", Always),
    row("cl_khr_async_work_group_copy_fence", "1", Always),
    row("cl_khr_byte_addressable_store", "1", Always),
    row("cl_khr_depth_images", "1", Always),
    row("cl_khr_extended_async_copies", "1", Always),
    row("cl_khr_extended_bit_ops", "1", Always),
    row("cl_khr_fp16", "1", Always),
    row("cl_khr_fp64", "1", Always),
    row("cl_khr_global_int32_base_atomics", "1", Always),
    row("cl_khr_global_int32_extended_atomics", "1", Always),
    row("cl_khr_image2d_from_buffer", "1", Always),
    row("cl_khr_int64_base_atomics", "1", Always),
    row("cl_khr_int64_extended_atomics", "1", Always),
    row("cl_khr_integer_dot_product", "1", Always),
    row("cl_khr_local_int32_base_atomics", "1", Always),
    row("cl_khr_local_int32_extended_atomics", "1", Always),
    row("cl_khr_srgb_image_writes", "1", Always),
    row("cl_khr_subgroup_ballot", "1", Since(Standard::Cl20)),
    row("cl_khr_subgroup_clustered_reduce", "1", Since(Standard::Cl20)),
    row("cl_khr_subgroup_extended_types", "1", Since(Standard::Cl20)),
    row("cl_khr_subgroup_non_uniform_arithmetic", "1", Since(Standard::Cl20)),
    row("cl_khr_subgroup_non_uniform_vote", "1", Since(Standard::Cl20)),
    row("cl_khr_subgroup_rotate", "1", Since(Standard::Cl20)),
    row("cl_khr_subgroup_shuffle", "1", Since(Standard::Cl20)),
    row("cl_khr_subgroup_shuffle_relative", "1", Since(Standard::Cl20)),
    row("cl_khr_work_group_uniform_arithmetic", "1", Since(Standard::Cl20)),
];

/// OpenCL C, "Integer Macros".
const INTEGERS: &[Row] = &[
    row("CHAR_BIT", "8", Always),
    row("CHAR_MAX", "127", Always),
    row("CHAR_MIN", "(-127 - 1)", Always),
    row("INT_MAX", "2147483647", Always),
    row("INT_MIN", "(-2147483647 - 1)", Always),
    row("LONG_MAX", "0x7fffffffffffffffL", Always),
    row("LONG_MIN", "(-0x7fffffffffffffffL - 1)", Always),
    row("SCHAR_MAX", "127", Always),
    row("SCHAR_MIN", "(-127 - 1)", Always),
    row("SHRT_MAX", "32767", Always),
    row("SHRT_MIN", "(-32767 - 1)", Always),
    row("UCHAR_MAX", "255", Always),
    row("USHRT_MAX", "65535", Always),
    row("UINT_MAX", "0xffffffffu", Always),
    row("ULONG_MAX", "0xffffffffffffffffUL", Always),
];

/// OpenCL C, "Math Functions" (the constants after them) and "Floating-point Macros and Pragmas".
///
/// `FP_ILOGB0` and `FP_ILOGBNAN` are what the library's `ilogb` returns.
const FLOATS: &[Row] = &[
    row("MAXFLOAT", "0x1.fffffep127f", Always),
    row("HUGE_VALF", "(1.0f / 0.0f)", Always),
    row("INFINITY", "(1.0f / 0.0f)", Always),
    row("NAN", "as_float(0x7fc00000)", Always),
    row("HUGE_VAL", "((double)(1.0f / 0.0f))", Always),
    row("FP_FAST_FMAF", "1", FastFma),
    row("FP_FAST_FMA", "1", FastFma),
    row("FP_ILOGB0", "(-2147483647 - 1)", Always),
    row("FP_ILOGBNAN", "2147483647", Always),
    row("FLT_DIG", "6", Always),
    row("FLT_MANT_DIG", "24", Always),
    row("FLT_MAX_10_EXP", "+38", Always),
    row("FLT_MAX_EXP", "+128", Always),
    row("FLT_MIN_10_EXP", "-37", Always),
    row("FLT_MIN_EXP", "-125", Always),
    row("FLT_RADIX", "2", Always),
    row("FLT_MAX", "0x1.fffffep127f", Always),
    row("FLT_MIN", "0x1.0p-126f", Always),
    row("FLT_EPSILON", "0x1.0p-23f", Always),
    row("DBL_DIG", "15", Always),
    row("DBL_MANT_DIG", "53", Always),
    row("DBL_MAX_10_EXP", "+308", Always),
    row("DBL_MAX_EXP", "+1024", Always),
    row("DBL_MIN_10_EXP", "-307", Always),
    row("DBL_MIN_EXP", "-1021", Always),
    // Not in the table of the language, but its host twin `CL_DBL_RADIX` is in the headers, and programs use it.
    row("DBL_RADIX", "2", Always),
    row("DBL_MAX", "0x1.fffffffffffffp1023", Always),
    row("DBL_MIN", "0x1.0p-1022", Always),
    row("DBL_EPSILON", "0x1.0p-52", Always),
    row("HALF_DIG", "3", Always),
    row("HALF_MANT_DIG", "11", Always),
    row("HALF_MAX_10_EXP", "+4", Always),
    row("HALF_MAX_EXP", "+16", Always),
    row("HALF_MIN_10_EXP", "-4", Always),
    row("HALF_MIN_EXP", "-13", Always),
    row("HALF_RADIX", "2", Always),
    row("HALF_MAX", "0x1.ffcp15h", Always),
    row("HALF_MIN", "0x1.0p-14h", Always),
    row("HALF_EPSILON", "0x1.0p-10h", Always),
];

/// The mathematical constants, each as double, `float` (`_F`) and `half` (`_H`).
macro_rules! constants {
    ($($name:literal = $digits:literal;)*) => {
        &[$(
            row($name, $digits, Always),
            row(concat!($name, "_F"), concat!($digits, "f"), Always),
            row(concat!($name, "_H"), concat!($digits, "h"), Always),
        )*]
    };
}
const CONSTANTS: &[Row] = constants! {
    "M_E" = "2.7182818284590452354";
    "M_LOG2E" = "1.4426950408889634074";
    "M_LOG10E" = "0.43429448190325182765";
    "M_LN2" = "0.69314718055994530942";
    "M_LN10" = "2.3025850929940456840";
    "M_PI" = "3.1415926535897932385";
    "M_PI_2" = "1.5707963267948966192";
    "M_PI_4" = "0.78539816339744830962";
    "M_1_PI" = "0.31830988618379067154";
    "M_2_PI" = "0.63661977236758134308";
    "M_2_SQRTPI" = "1.1283791670955125739";
    "M_SQRT2" = "1.4142135623730950488";
    "M_SQRT1_2" = "0.70710678118654752440";
};

/// OpenCL C, "Synchronization Functions" (`cl_mem_fence_flags` is a `uint`) and "Atomic Functions".
const SYNCHRONISATION: &[Row] = &[
    row("CLK_LOCAL_MEM_FENCE", "0x1u", Always),
    row("CLK_GLOBAL_MEM_FENCE", "0x2u", Always),
    row("CLK_IMAGE_MEM_FENCE", "0x4u", Since(Standard::Cl20)),
    row("ATOMIC_FLAG_INIT", "0", Since(Standard::Cl20)),
];

/// OpenCL C, "Samplers" (the values are those of `ferrocl_ir::image::sampler`) and "Image Channel Data Type Values", "Image Channel Order
/// Values" (those of the API's `CL_…`).
const IMAGES: &[Row] = &[
    row("CLK_NORMALIZED_COORDS_FALSE", "0x0", Always),
    row("CLK_NORMALIZED_COORDS_TRUE", "0x1", Always),
    row("CLK_ADDRESS_NONE", "0x0", Always),
    row("CLK_ADDRESS_CLAMP_TO_EDGE", "0x2", Always),
    row("CLK_ADDRESS_CLAMP", "0x4", Always),
    row("CLK_ADDRESS_REPEAT", "0x6", Always),
    row("CLK_ADDRESS_MIRRORED_REPEAT", "0x8", Always),
    row("CLK_FILTER_NEAREST", "0x10", Always),
    row("CLK_FILTER_LINEAR", "0x20", Always),
    row("CLK_SNORM_INT8", "0x10D0", Always),
    row("CLK_SNORM_INT16", "0x10D1", Always),
    row("CLK_UNORM_INT8", "0x10D2", Always),
    row("CLK_UNORM_INT16", "0x10D3", Always),
    row("CLK_UNORM_SHORT_565", "0x10D4", Always),
    row("CLK_UNORM_SHORT_555", "0x10D5", Always),
    row("CLK_UNORM_INT_101010", "0x10D6", Always),
    row("CLK_SIGNED_INT8", "0x10D7", Always),
    row("CLK_SIGNED_INT16", "0x10D8", Always),
    row("CLK_SIGNED_INT32", "0x10D9", Always),
    row("CLK_UNSIGNED_INT8", "0x10DA", Always),
    row("CLK_UNSIGNED_INT16", "0x10DB", Always),
    row("CLK_UNSIGNED_INT32", "0x10DC", Always),
    row("CLK_HALF_FLOAT", "0x10DD", Always),
    row("CLK_FLOAT", "0x10DE", Always),
    row("CLK_UNORM_INT24", "0x10DF", Always),
    row("CLK_UNORM_INT_101010_2", "0x10E0", Always),
    row("CLK_R", "0x10B0", Always),
    row("CLK_A", "0x10B1", Always),
    row("CLK_RG", "0x10B2", Always),
    row("CLK_RA", "0x10B3", Always),
    row("CLK_RGB", "0x10B4", Always),
    row("CLK_RGBA", "0x10B5", Always),
    row("CLK_BGRA", "0x10B6", Always),
    row("CLK_ARGB", "0x10B7", Always),
    row("CLK_INTENSITY", "0x10B8", Always),
    row("CLK_LUMINANCE", "0x10B9", Always),
    row("CLK_Rx", "0x10BA", Always),
    row("CLK_RGx", "0x10BB", Always),
    row("CLK_RGBx", "0x10BC", Always),
    row("CLK_DEPTH", "0x10BD", Always),
    row("CLK_DEPTH_STENCIL", "0x10BE", Since(Standard::Cl20)),
    row("CLK_sRGB", "0x10BF", Since(Standard::Cl20)),
    row("CLK_sRGBx", "0x10C0", Since(Standard::Cl20)),
    row("CLK_sRGBA", "0x10C1", Since(Standard::Cl20)),
    row("CLK_sBGRA", "0x10C2", Since(Standard::Cl20)),
    row("CLK_ABGR", "0x10C3", Since(Standard::Cl20)),
];

static OBJECTS: LazyLock<FxHashMap<&'static str, &'static Row>> = LazyLock::new(|| {
    [LANGUAGE, CPP, FEATURES, EXTENSIONS, INTEGERS, FLOATS, CONSTANTS, SYNCHRONISATION, IMAGES]
        .into_iter()
        .flatten()
        .map(|row| (row.name, row))
        .collect()
});

fn holds(when: When, options: &BuildOptions) -> bool {
    match when {
        Always => true,
        Since(standard) => options.standard >= standard,
        Only(standard) => options.standard == standard,
        FastRelaxedMath => options.fast_relaxed_math,
        FastFma => options.fast_fma,
        Cpp => options.cpp.is_some(),
        OnlyC(standard) => options.cpp.is_none() && options.standard >= standard,
    }
}

/// What a name is predefined as in a build with these options.
pub(super) fn definition(name: &str, options: &BuildOptions) -> Option<Definition> {
    // Most names of a program start otherwise.
    if !matches!(name.as_bytes().first(), Some(b'A'..=b'Z' | b'_' | b'c' | b'k')) {
        return None;
    }
    const KERNEL_EXEC: Definition = Definition::Function(
        &["X", "typen"],
        "__kernel __attribute__((work_group_size_hint(X, 1, 1))) __attribute__((vec_type_hint(typen)))",
    );
    match name {
        "__FILE__" => return Some(Definition::Special(Special::File)),
        "__LINE__" => return Some(Definition::Special(Special::Line)),
        "__COUNTER__" => return Some(Definition::Special(Special::Counter)),
        // C99 6.10.8 leaves the values open where the time is not known, which it is not here: equal programs are to
        // give equal binaries.
        "__DATE__" => return Some(Definition::Object("\"Jan  1 1970\"")),
        "__TIME__" => return Some(Definition::Object("\"00:00:00\"")),
        "__OPENCL_CPP_VERSION__" => {
            return options.cpp.map(|cpp| {
                Definition::Object(match cpp {
                    CppStandard::V10 => "100",
                    CppStandard::V2021 => "202100",
                })
            });
        }
        "NULL" if options.cpp.is_some() => return Some(Definition::Object("nullptr")),
        "__OPENCL_C_VERSION__" if options.cpp.is_some() => return None,
        "__OPENCL_C_VERSION__" => {
            return Some(Definition::Object(match options.standard {
                Standard::Cl10 => "100",
                Standard::Cl11 => "110",
                Standard::Cl12 => "120",
                Standard::Cl20 => "200",
                Standard::Cl30 => "300",
                Standard::Cl31 => "310",
            }));
        }
        "__kernel_exec" | "kernel_exec" => return Some(KERNEL_EXEC),
        "ATOMIC_VAR_INIT" if options.standard >= Standard::Cl20 => {
            return Some(Definition::Function(&["value"], "(value)"));
        }
        _ => {}
    }
    let row = OBJECTS.get(name)?;
    holds(row.when, options).then_some(Definition::Object(row.body))
}

/// Whether this implementation has the extension.
pub fn is_extension(name: &str) -> bool {
    extensions().any(|extension| extension == name)
}

/// The names of the extensions to the language that this implementation has.
pub fn extensions() -> impl Iterator<Item = &'static str> {
    EXTENSIONS.iter().map(|row| row.name)
}

/// The optional features of OpenCL C 3.0 and later that this implementation has, by the names of their macros.
pub fn features() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().map(|row| row.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let rows =
            [LANGUAGE, CPP, FEATURES, EXTENSIONS, INTEGERS, FLOATS, CONSTANTS, SYNCHRONISATION, IMAGES];
        assert_eq!(OBJECTS.len(), rows.iter().map(|rows| rows.len()).sum::<usize>());
    }

    #[test]
    fn constants_are_exact() {
        use std::f64::consts as c;
        for (name, value) in [
            ("M_E", c::E),
            ("M_LOG2E", c::LOG2_E),
            ("M_LOG10E", c::LOG10_E),
            ("M_LN2", c::LN_2),
            ("M_LN10", c::LN_10),
            ("M_PI", c::PI),
            ("M_PI_2", c::FRAC_PI_2),
            ("M_PI_4", c::FRAC_PI_4),
            ("M_1_PI", c::FRAC_1_PI),
            ("M_2_PI", c::FRAC_2_PI),
            ("M_2_SQRTPI", c::FRAC_2_SQRT_PI),
            ("M_SQRT2", c::SQRT_2),
            ("M_SQRT1_2", c::FRAC_1_SQRT_2),
        ] {
            assert_eq!(OBJECTS[name].body.parse::<f64>(), Ok(value), "{name}");
        }
    }
}
