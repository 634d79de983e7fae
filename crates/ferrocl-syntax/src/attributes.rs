//! The names of the attributes that this implementation takes, without the `__` round them that they may have.
//!
//! The preprocessor looks here for `__has_attribute`, and sema, which gives them their meaning, for what it need not report.

/// Attributes that mean something here.
pub const KNOWN: &[&str] = &[
    "aligned",
    "packed",
    "endian",
    "overloadable",
    "ext_vector_type",
    "vector_size",
    "reqd_work_group_size",
    "work_group_size_hint",
    "vec_type_hint",
    "intel_reqd_sub_group_size",
    "reqd_sub_group_size",
    "opencl_unroll_hint",
];
/// Attributes of functions and variables that change nothing here.
pub const HARMLESS: &[&str] = &[
    "always_inline",
    "noinline",
    "unused",
    "used",
    "pure",
    "const",
    "nothrow",
    "leaf",
    "cold",
    "hot",
    "flatten",
    "deprecated",
    "unavailable",
    "convergent",
    "noduplicate",
    "nodebug",
    "artificial",
    "gnu_inline",
    "warn_unused_result",
    "visibility",
    "format",
    "nonnull",
    "returns_nonnull",
    "malloc",
    "may_alias",
    "transparent_union",
    "noreturn",
    "optnone",
    "no_instrument_function",
    "maybe_unused",
    "fallthrough",
    "nosvm",
    "intel_buffer_location",
    "num_compute_units",
    "max_work_group_size",
];
/// Whether a program may use this attribute.
pub fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || HARMLESS.contains(&name)
}
