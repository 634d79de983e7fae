//! Extensions that exist, though not here: `#pragma OPENCL EXTENSION` may enable them all the same.
//!
//! Programs enable what they use where it exists, often without asking for it first. Where there is nothing to enable, the pragma says
//! nothing new. Other names of the Khronos Group's are those in its registry's `cl.xml`, and those that it documents beside that file,
//! without the ones that this implementation has ([`super::predefined`]). Vendors have more extensions than the registry knows: a name with
//! a vendor in it (`cl_qcom_…`) is believed. Anything else is a mistake, and to enable it an error.

/// Extensions that programs enable though there is nothing to enable: they are about the host's functions, or what they brought belongs
/// to the language here.
const WITHOUT_LANGUAGE: &[&str] = &[
    "cl_amd_device_attribute_query",
    "cl_amd_printf",
    "cl_APPLE_gl_sharing",
    "cl_ext_buffer_device_address",
    "cl_ext_device_fission",
    "cl_ext_immutable_memory_objects",
    "cl_intel_printf",
    "cl_intel_unified_shared_memory",
    "cl_khr_command_buffer",
    "cl_khr_create_command_queue",
    "cl_khr_d3d10_sharing",
    "cl_khr_d3d11_sharing",
    "cl_khr_device_uuid",
    "cl_khr_dx9_media_sharing",
    "cl_khr_egl_event",
    "cl_khr_egl_image",
    "cl_khr_extended_versioning",
    "cl_khr_external_memory",
    "cl_khr_external_semaphore",
    "cl_khr_gl_event",
    "cl_khr_gl_sharing",
    "cl_khr_icd",
    "cl_khr_il_program",
    "cl_khr_pci_bus_info",
    "cl_khr_priority_hints",
    "cl_khr_semaphore",
    "cl_khr_spir",
    "cl_khr_subgroups",
    "cl_khr_suggested_local_work_size",
    "cl_khr_throttle_hints",
    "cl_nv_compiler_options",
    "cl_nv_device_attribute_query",
    "cl_nv_pragma_unroll",
];

/// All others of the Khronos Group's.
const OTHERS: &[&str] = &[
    "cl_khr_command_buffer_multi_device",
    "cl_khr_command_buffer_mutable_dispatch",
    "cl_khr_device_enqueue_local_arg_types",
    "cl_khr_expect_assume",
    "cl_khr_external_memory_android_hardware_buffer",
    "cl_khr_external_memory_dma_buf",
    "cl_khr_external_memory_opaque_fd",
    "cl_khr_external_memory_win32",
    "cl_khr_external_semaphore_dx_fence",
    "cl_khr_external_semaphore_opaque_fd",
    "cl_khr_external_semaphore_sync_fd",
    "cl_khr_external_semaphore_win32",
    "cl_khr_gl_depth_images",
    "cl_khr_gl_msaa_sharing",
    "cl_khr_icd_unloadable",
    "cl_khr_initialize_memory",
    "cl_khr_kernel_clock",
    "cl_khr_mipmap_image",
    "cl_khr_mipmap_image_writes",
    "cl_khr_select_fprounding_mode",
    "cl_khr_spirv_extended_debug_info",
    "cl_khr_spirv_linkonce_odr",
    "cl_khr_spirv_no_integer_wrap_decoration",
    "cl_khr_spirv_queries",
    "cl_khr_subgroup_named_barrier",
    "cl_khr_terminate_context",
    "cl_khr_unified_svm",
];

/// What an extension of somebody else's is to a program here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Registered {
    /// It changes nothing in the language.
    WithoutLanguage,
    /// What it adds to the language is not there.
    Unsupported,
}

/// Whether a name is that of an extension of somebody else's.
pub(super) fn registered(name: &str) -> Option<Registered> {
    if WITHOUT_LANGUAGE.contains(&name) {
        Some(Registered::WithoutLanguage)
    } else if OTHERS.contains(&name) || has_vendor(name) {
        Some(Registered::Unsupported)
    } else {
        None
    }
}

/// Whether it is of the form `cl_<vendor>_<name>`, and the vendor not the Khronos Group.
fn has_vendor(name: &str) -> bool {
    let parts = name.strip_prefix("cl_").and_then(|rest| rest.split_once('_'));
    parts.is_some_and(|(vendor, rest)| vendor != "khr" && !vendor.is_empty() && !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::predefined;
    use super::*;

    #[test]
    fn no_extension_is_listed_twice_or_supported() {
        let mut names: Vec<&str> = WITHOUT_LANGUAGE.iter().chain(OTHERS).copied().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert_eq!(names.iter().find(|name| predefined::is_extension(name)), None);
    }
}
