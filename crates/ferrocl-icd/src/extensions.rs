//! The extensions that the device reports.
//!
//! Those of the API are listed here, those of the language by the front end, which defines a macro for each. An extension is in the
//! list when all of it works: its functions, its queries and its errors.

use ferrocl_runtime as runtime;

use crate::bindings::cl_name_version;
use crate::platform::name_version;

/// Extensions of the API with the version of the extension that is built: major, minor, patch.
const OF_THE_API: &[(&str, (u32, u32, u32))] = &[
    ("cl_ext_buffer_device_address", (1, 0, 2)),
    ("cl_ext_cxx_for_opencl", (1, 0, 0)),
    ("cl_ext_immutable_memory_objects", (1, 0, 0)),
    ("cl_intel_unified_shared_memory", (1, 1, 0)),
    ("cl_khr_command_buffer", (0, 9, 8)),
    ("cl_khr_create_command_queue", (1, 0, 0)),
    ("cl_khr_device_uuid", (1, 0, 0)),
    ("cl_khr_extended_versioning", (1, 0, 0)),
    ("cl_khr_icd", (1, 0, 0)),
    ("cl_khr_priority_hints", (1, 0, 0)),
    ("cl_khr_semaphore", (1, 0, 0)),
    ("cl_khr_suggested_local_work_size", (1, 0, 0)),
    ("cl_khr_throttle_hints", (1, 0, 0)),
];

/// Every extension with its version, in alphabetical order.
fn all() -> Vec<(&'static str, (u32, u32, u32))> {
    let language = runtime::syntax::preprocess::predefined::extensions().map(|name| match name {
        // With dot products of vectors of bytes, not only of packed ones.
        "cl_khr_integer_dot_product" => (name, (2, 0, 0)),
        // Each other extension of the language that there is has its first version.
        _ => (name, (1, 0, 0)),
    });
    let mut all: Vec<_> = OF_THE_API.iter().copied().chain(language).collect();
    all.sort_unstable();
    all
}

/// `CL_DEVICE_EXTENSIONS`.
pub(crate) fn names() -> String {
    all().iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ")
}

/// `CL_DEVICE_EXTENSIONS_WITH_VERSION`.
pub(crate) fn with_versions() -> Vec<cl_name_version> {
    all().into_iter().map(|(name, version)| name_version(name, version)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_extension_is_there_once_and_fits_its_entry() {
        let names: Vec<&str> = all().iter().map(|(name, _)| *name).collect();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        // `CL_NAME_VERSION_MAX_NAME_SIZE`, with the zero at the end.
        assert!(names.iter().all(|name| name.starts_with("cl_") && name.len() < 64), "{names:?}");
    }
}
