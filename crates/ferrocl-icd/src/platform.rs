//! The platform: FerroCL itself. There is one, and it has one device, the CPU.

use std::ffi::{c_char, c_void};
use std::sync::{Arc, OnceLock};

use crate::bindings::*;
use crate::device::Device;
use crate::dispatch;
use crate::entry::entry;
use crate::extensions;
use crate::handle::{self, Handle, Object};
use crate::info::Answer;
use crate::raw;
use crate::semaphore;
use crate::status::{Result, Status};

/// What `CL_PLATFORM_VERSION` and `CL_DEVICE_VERSION` start with.
pub(crate) const VERSION: &str = concat!("OpenCL 3.0 FerroCL ", env!("CARGO_PKG_VERSION"));

/// The platform.
pub(crate) struct Platform {
    handle: Handle<Platform>,
}

impl Object for Platform {
    type Raw = _cl_platform_id;
    const INVALID: Status = Status::INVALID_PLATFORM;
    fn handle(&self) -> &Handle<Platform> {
        &self.handle
    }
}

impl Platform {
    /// The one that there is; made when it is first asked for, and there until the process ends.
    pub(crate) fn the() -> &'static Arc<Platform> {
        static PLATFORM: OnceLock<Arc<Platform>> = OnceLock::new();
        PLATFORM.get_or_init(|| {
            let platform = Arc::new(Platform { handle: Handle::new() });
            handle::publish(platform.clone());
            platform
        })
    }
    /// The platform behind a handle, or the one that there is for a null handle, as calls allow whose behaviour for it is
    /// implementation-defined.
    pub(crate) fn or_default(raw: cl_platform_id) -> Result<&'static Arc<Platform>> {
        if !raw.is_null() {
            handle::get::<Platform>(raw)?;
        }
        Ok(Platform::the())
    }
}

/// An extension and its version, as `CL_PLATFORM_EXTENSIONS_WITH_VERSION` and its like give them.
pub(crate) fn name_version(name: &str, (major, minor, patch): (u32, u32, u32)) -> cl_name_version {
    let mut entry = cl_name_version {
        version: major << 22 | minor << 12 | patch,
        name: [0; CL_NAME_VERSION_MAX_NAME_SIZE as usize],
    };
    // The last byte stays the terminating zero.
    let last = entry.name.len() - 1;
    for (place, byte) in entry.name[..last].iter_mut().zip(name.bytes()) {
        *place = byte as c_char;
    }
    entry
}

entry! {
    /// API specification, "Querying Platform Info", `clGetPlatformIDs`; `clIcdGetPlatformIDsKHR` does the same.
    fn clGetPlatformIDs(num_entries: cl_uint, platforms: *mut cl_platform_id, num_platforms: *mut cl_uint) {
        // "CL_INVALID_VALUE if num_entries is equal to zero and platforms is not NULL or if both num_platforms and platforms are NULL."
        if (num_entries == 0 && !platforms.is_null()) || (platforms.is_null() && num_platforms.is_null()) {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: room for at least one handle, and for a number, as the call asks.
        unsafe {
            raw::write(platforms, Platform::the().raw());
            raw::write(num_platforms, 1);
        }
        Ok(())
    }
}

entry! {
    /// API specification, "Querying Platform Info", `clGetPlatformInfo`.
    fn clGetPlatformInfo(
        platform: cl_platform_id,
        param_name: cl_platform_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        Platform::or_default(platform)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_PLATFORM_PROFILE => answer.text("FULL_PROFILE"),
            CL_PLATFORM_VERSION => answer.text(VERSION),
            CL_PLATFORM_NUMERIC_VERSION => answer.value::<cl_version>(3 << 22),
            CL_PLATFORM_NAME | CL_PLATFORM_VENDOR => answer.text("FerroCL"),
            // "Each extension that is supported by all devices associated with this platform must be reported here."
            CL_PLATFORM_EXTENSIONS => answer.text(&extensions::names()),
            CL_PLATFORM_EXTENSIONS_WITH_VERSION => answer.slice(&extensions::with_versions()),
            // "Returns the resolution of the host timer in nanoseconds as used by clGetDeviceAndHostTimer."
            CL_PLATFORM_HOST_TIMER_RESOLUTION => answer.value::<cl_ulong>(1),
            CL_PLATFORM_SEMAPHORE_TYPES_KHR => answer.slice(&semaphore::TYPES),
            CL_PLATFORM_ICD_SUFFIX_KHR => answer.text("FERROCL"),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}

entry! {
    /// API specification, "Querying Devices", `clGetDeviceIDs`.
    fn clGetDeviceIDs(
        platform: cl_platform_id,
        device_type: cl_device_type,
        num_entries: cl_uint,
        devices: *mut cl_device_id,
        num_devices: *mut cl_uint,
    ) {
        Platform::or_default(platform)?;
        // "CL_INVALID_VALUE if num_entries is equal to zero and devices is not NULL or if both num_devices and devices are NULL."
        if (num_entries == 0 && !devices.is_null()) || (devices.is_null() && num_devices.is_null()) {
            return Err(Status::INVALID_VALUE);
        }
        if !matches_cpu(device_type)? {
            // SAFETY: a pointer for a number is writable where it is not null.
            unsafe { raw::write(num_devices, 0) };
            return Err(Status::DEVICE_NOT_FOUND);
        }
        // SAFETY: room for at least one handle, and for a number, as the call asks.
        unsafe {
            raw::write(devices, Device::root().raw());
            raw::write(num_devices, 1);
        }
        Ok(())
    }
}

/// Whether a set of kinds of devices has the CPU in it.
pub(crate) fn matches_cpu(device_type: cl_device_type) -> Result<bool> {
    let all = u64::from(CL_DEVICE_TYPE_ALL);
    let known = u64::from(
        CL_DEVICE_TYPE_DEFAULT
            | CL_DEVICE_TYPE_CPU
            | CL_DEVICE_TYPE_GPU
            | CL_DEVICE_TYPE_ACCELERATOR
            | CL_DEVICE_TYPE_CUSTOM,
    );
    // "CL_INVALID_DEVICE_TYPE if device_type is not a valid value."
    if device_type != all && (device_type == 0 || device_type & !known != 0) {
        return Err(Status::INVALID_DEVICE_TYPE);
    }
    Ok(device_type == all || device_type & u64::from(CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU) != 0)
}

/// API specification, `clGetExtensionFunctionAddressForPlatform`.
#[allow(non_snake_case)]
pub(crate) unsafe extern "C" fn clGetExtensionFunctionAddressForPlatform(
    platform: cl_platform_id,
    func_name: *const c_char,
) -> *mut c_void {
    if Platform::or_default(platform).is_err() {
        return std::ptr::null_mut();
    }
    // SAFETY: a name is a text that ends with a zero, as the call asks.
    unsafe { dispatch::address_of(func_name) }
}
