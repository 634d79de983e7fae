//! Extensions that exist, though not here: `#pragma OPENCL EXTENSION` warns of them and goes on.
//!
//! The names are those of the Khronos registry: every extension in its `cl.xml`, and those that it documents beside that file, without
//! the ones that this implementation has ([`super::predefined`]). A name that is in no list is a mistake, and to enable it an error.

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

/// All others.
const OTHERS: &[&str] = &[
    "cl_amd_bus_addressable_memory",
    "cl_amd_fp64",
    "cl_APPLE_ContextLoggingFunctions",
    "cl_APPLE_SetMemObjectDestructor",
    "cl_arm_controlled_kernel_termination",
    "cl_arm_core_id",
    "cl_arm_import_memory",
    "cl_arm_import_memory_android_hardware_buffer",
    "cl_arm_import_memory_dma_buf",
    "cl_arm_import_memory_host",
    "cl_arm_import_memory_protected",
    "cl_arm_integer_dot_product_accumulate_int16",
    "cl_arm_integer_dot_product_accumulate_int8",
    "cl_arm_integer_dot_product_accumulate_saturate_int8",
    "cl_arm_integer_dot_product_int8",
    "cl_arm_job_slot_selection",
    "cl_arm_non_uniform_work_group_size",
    "cl_arm_printf",
    "cl_arm_protected_memory_allocation",
    "cl_arm_scheduling_controls",
    "cl_arm_shared_virtual_memory",
    "cl_ext_cxx_for_opencl",
    "cl_ext_image_from_buffer",
    "cl_ext_image_raw10_raw12",
    "cl_ext_image_requirements_info",
    "cl_ext_image_unorm_int_2_101010",
    "cl_ext_image_unsigned_10x6_12x4_14x2",
    "cl_ext_migrate_memobject",
    "cl_img_cached_allocations",
    "cl_img_cancel_command",
    "cl_img_generate_mipmap",
    "cl_img_mem_properties",
    "cl_img_safety_mechanisms",
    "cl_img_scheduling_controls",
    "cl_img_unified_svm_external_memory_dma_buf",
    "cl_img_use_gralloc_ptr",
    "cl_img_yuv_image",
    "cl_intel_accelerator",
    "cl_intel_advanced_motion_estimation",
    "cl_intel_bfloat16_conversions",
    "cl_intel_command_queue_families",
    "cl_intel_create_buffer_with_properties",
    "cl_intel_create_mem_object_properties",
    "cl_intel_device_attribute_query",
    "cl_intel_device_partition_by_names",
    "cl_intel_device_side_avc_motion_estimation",
    "cl_intel_driver_diagnostics",
    "cl_intel_dx9_media_sharing",
    "cl_intel_egl_image_yuv",
    "cl_intel_exec_by_local_thread",
    "cl_intel_kernel_allocations_info",
    "cl_intel_media_block_io",
    "cl_intel_mem_alloc_buffer_location",
    "cl_intel_mem_channel_property",
    "cl_intel_mem_force_host_memory",
    "cl_intel_motion_estimation",
    "cl_intel_packed_yuv",
    "cl_intel_planar_yuv",
    "cl_intel_program_scope_host_pipe",
    "cl_intel_queue_no_sync_operations",
    "cl_intel_required_subgroup_size",
    "cl_intel_sharing_format_query",
    "cl_intel_sharing_format_query_d3d10",
    "cl_intel_sharing_format_query_d3d11",
    "cl_intel_sharing_format_query_dx9",
    "cl_intel_sharing_format_query_gl",
    "cl_intel_sharing_format_query_va_api",
    "cl_intel_simultaneous_sharing",
    "cl_intel_spirv_device_side_avc_motion_estimation",
    "cl_intel_spirv_media_block_io",
    "cl_intel_spirv_subgroups",
    "cl_intel_split_work_group_barrier",
    "cl_intel_subgroup_local_block_io",
    "cl_intel_subgroup_matrix_multiply_accumulate",
    "cl_intel_subgroup_split_matrix_multiply_accumulate",
    "cl_intel_subgroups",
    "cl_intel_subgroups_char",
    "cl_intel_subgroups_long",
    "cl_intel_subgroups_short",
    "cl_intel_va_api_media_sharing",
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
    "cl_khr_srgb_image_writes",
    "cl_khr_subgroup_named_barrier",
    "cl_khr_terminate_context",
    "cl_khr_unified_svm",
    "cl_loader_info",
    "cl_loader_layers",
    "cl_nv_copy_opts",
    "cl_nv_create_buffer",
    "cl_pocl_content_size",
    "cl_qcom_android_native_buffer_host_ptr",
    "cl_qcom_ext_host_ptr",
    "cl_qcom_ext_host_ptr_iocoherent",
    "cl_qcom_ion_host_ptr",
    "cl_qcom_perf_hint",
];

/// What a registered extension is to a program here.
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
    } else if OTHERS.contains(&name) {
        Some(Registered::Unsupported)
    } else {
        None
    }
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
