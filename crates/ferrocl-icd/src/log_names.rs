//! Names of constants for the log: `param_name = CL_DEVICE_NAME` instead of a number.
//!
//! The constants are read from the text of [`crate::bindings`] and [`crate::newer`], and only when a call is first written to the log.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::bindings::CL_DRIVER_VERSION;

/// What the names of a query's parameters begin with, by its function.
const PREFIXES: &[(&str, &str)] = &[
    ("clGetPlatformInfo", "CL_PLATFORM_"),
    ("clGetDeviceInfo", "CL_DEVICE_"),
    ("clGetContextInfo", "CL_CONTEXT_"),
    ("clGetCommandQueueInfo", "CL_QUEUE_"),
    ("clGetMemObjectInfo", "CL_MEM_"),
    ("clGetImageInfo", "CL_IMAGE_"),
    ("clGetPipeInfo", "CL_PIPE_"),
    ("clGetSamplerInfo", "CL_SAMPLER_"),
    ("clGetProgramInfo", "CL_PROGRAM_"),
    ("clGetProgramBuildInfo", "CL_PROGRAM_"),
    ("clGetKernelInfo", "CL_KERNEL_"),
    ("clGetKernelArgInfo", "CL_KERNEL_ARG_"),
    ("clGetKernelWorkGroupInfo", "CL_KERNEL_"),
    ("clGetKernelSubGroupInfo", "CL_KERNEL_"),
    ("clGetKernelSubGroupInfoKHR", "CL_KERNEL_"),
    ("clSetKernelExecInfo", "CL_KERNEL_EXEC_INFO_"),
    ("clGetEventInfo", "CL_EVENT_"),
    ("clGetEventProfilingInfo", "CL_PROFILING_"),
    ("clGetMemAllocInfoINTEL", "CL_MEM_ALLOC_"),
    ("clGetCommandBufferInfoKHR", "CL_COMMAND_BUFFER_"),
    ("clGetSemaphoreInfoKHR", "CL_SEMAPHORE_"),
];

/// Every numeric constant, in the order of the headers.
static CONSTANTS: LazyLock<Vec<(&'static str, u32)>> = LazyLock::new(|| {
    let texts = [include_str!("bindings.rs"), include_str!("newer.rs")];
    texts.into_iter().flat_map(str::lines).filter_map(constant).collect()
});

/// The names of a function's parameters by their values.
static NAMES: LazyLock<HashMap<(&'static str, u32), &'static str>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for &(function, prefix) in PREFIXES {
        // Values of flags and enumerations that share the prefix are smaller than any name of a query.
        for &(name, value) in
            CONSTANTS.iter().filter(|(name, value)| *value >= 0x900 && name.starts_with(prefix))
        {
            // Where an extension became part of the language, its name comes later.
            names.entry((function, value)).or_insert(name);
        }
    }
    names
});

/// `pub const NAME: u32 = VALUE;`
fn constant(line: &'static str) -> Option<(&'static str, u32)> {
    let (_, rest) = line.split_once("const ")?;
    let (name, value) = rest.split_once(": u32 = ")?;
    let value = value.strip_suffix(';')?;
    let number = match value.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => value.parse(),
    };
    Some((name, number.ok()?))
}

/// The name of an argument's value, if it has one.
pub(crate) fn name(function: &str, argument: &str, value: &str) -> Option<&'static str> {
    if argument != "param_name" {
        return None;
    }
    let value: u32 = value.parse().ok()?;
    // The only name of a device query that is not called after it.
    if (function, value) == ("clGetDeviceInfo", CL_DRIVER_VERSION) {
        return Some("CL_DRIVER_VERSION");
    }
    let (function, _) = PREFIXES.iter().find(|(known, _)| *known == function)?;
    NAMES.get(&(*function, value)).copied()
}

#[cfg(test)]
mod tests {
    use super::name;
    use crate::bindings::*;

    #[test]
    fn names_of_queries_are_those_of_the_headers() {
        let device = |value: u32| name("clGetDeviceInfo", "param_name", &value.to_string());
        assert_eq!(device(CL_DEVICE_NAME), Some("CL_DEVICE_NAME"));
        assert_eq!(device(CL_DEVICE_HALF_FP_CONFIG), Some("CL_DEVICE_HALF_FP_CONFIG"));
        assert_eq!(device(CL_DRIVER_VERSION), Some("CL_DRIVER_VERSION"));
        assert_eq!(device(1), None);
        let queue = name("clGetCommandQueueInfo", "param_name", &CL_QUEUE_PROPERTIES.to_string());
        assert_eq!(queue, Some("CL_QUEUE_PROPERTIES"));
        assert_eq!(name("clGetDeviceInfo", "param_value_size", &CL_DEVICE_NAME.to_string()), None);
        assert_eq!(name("clFinish", "param_name", "4139"), None);
    }
}
