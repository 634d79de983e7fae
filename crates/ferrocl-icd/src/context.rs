//! Contexts: the devices that objects are made for, and where a program wants to hear of errors.

use std::ffi::{c_char, c_void};
use std::sync::{Arc, Mutex};

use ferrocl_runtime::queue::Watch;

use crate::bindings::*;
use crate::device::Device;
use crate::entry::entry;
use crate::handle::{self, Handle, Object};
use crate::info::Answer;
use crate::platform::{self, Platform};
use crate::raw;
use crate::status::{Result, Status};

/// `pfn_notify` of `clCreateContext`.
type Notify = unsafe extern "C" fn(*const c_char, *const c_void, usize, *mut c_void);
/// `pfn_notify` of `clSetContextDestructorCallback`.
type Destructor = unsafe extern "C" fn(cl_context, *mut c_void);

/// A pointer of the program's that is only handed back to it.
#[derive(Clone, Copy)]
pub(crate) struct UserData(pub(crate) *mut c_void);

// SAFETY: the driver never looks at what is behind it.
unsafe impl Send for UserData {}
// SAFETY: as above.
unsafe impl Sync for UserData {}

/// A context.
pub(crate) struct Context {
    handle: Handle<Context>,
    devices: Vec<Arc<Device>>,
    /// As they were given, with the zero at the end; empty where none were.
    properties: Vec<cl_context_properties>,
    notify: Option<(Notify, UserData)>,
    destructors: Mutex<Vec<(Destructor, UserData)>>,
    /// Every queue that was made in it and still has something to do or to be used for.
    queues: Mutex<Vec<Watch>>,
}

impl Object for Context {
    type Raw = _cl_context;
    const INVALID: Status = Status::INVALID_CONTEXT;
    fn handle(&self) -> &Handle<Context> {
        &self.handle
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let destructors = std::mem::take(self.destructors.get_mut().unwrap_or_else(|e| e.into_inner()));
        // "The registered callback functions are called in the reverse order in which they were registered."
        for (function, data) in destructors.into_iter().rev() {
            // SAFETY: the program gave this function to be called like this.
            unsafe { function(self.raw(), data.0) };
        }
    }
}

impl Context {
    /// Its devices.
    pub(crate) fn devices(&self) -> &[Arc<Device>] {
        &self.devices
    }
    /// Whether a device is one of its devices.
    pub(crate) fn has(&self, device: &Arc<Device>) -> bool {
        self.devices.iter().any(|d| Arc::ptr_eq(d, device))
    }
    /// Remembers a queue, for [`Context::finish_queues`].
    pub(crate) fn add_queue(&self, queue: Watch) {
        let mut queues = self.queues.lock().unwrap_or_else(|e| e.into_inner());
        queues.retain(Watch::is_alive);
        queues.push(queue);
    }
    /// Waits until every command that was put into one of its queues is over.
    pub(crate) fn finish_queues(&self) {
        let queues = self.queues.lock().unwrap_or_else(|e| e.into_inner()).clone();
        for queue in queues {
            queue.finish();
        }
    }
    /// Tells the program of an error that no call can return.
    pub(crate) fn report(&self, message: &str) {
        if let Some((function, data)) = self.notify {
            let text: Vec<u8> = message.bytes().filter(|&b| b != 0).chain([0]).collect();
            // SAFETY: the program gave this function to be called like this, from any thread.
            unsafe { function(text.as_ptr().cast(), std::ptr::null(), 0, data.0) };
        }
    }
}

/// The properties of a context, checked.
///
/// # Safety
/// The pointer is null or leads to a list that ends with a zero.
unsafe fn properties(list: *const cl_context_properties) -> Result<Vec<cl_context_properties>> {
    if list.is_null() {
        return Ok(Vec::new());
    }
    // SAFETY: the caller vouches for it.
    let pairs = unsafe { raw::properties(list) };
    for (index, &(name, value)) in pairs.iter().enumerate() {
        // "CL_INVALID_PROPERTY if a context property name in properties is not a supported property name, if the value specified for
        // a supported property name is not valid, or if the same property name is specified more than once."
        if pairs[..index].iter().any(|&(earlier, _)| earlier == name) {
            return Err(Status::INVALID_PROPERTY);
        }
        match u32::try_from(name) {
            // "CL_INVALID_PLATFORM if ... platform value specified in properties is not a valid platform."
            Ok(CL_CONTEXT_PLATFORM) => {
                handle::get::<Platform>(value as cl_platform_id)?;
            }
            Ok(CL_CONTEXT_INTEROP_USER_SYNC) if value == 0 || value == 1 => {}
            _ => return Err(Status::INVALID_PROPERTY),
        }
    }
    let mut given: Vec<cl_context_properties> =
        pairs.iter().flat_map(|&(name, value)| [name, value]).collect();
    given.push(0);
    Ok(given)
}

fn create(
    devices: Vec<Arc<Device>>,
    properties: Vec<cl_context_properties>,
    notify: Option<Notify>,
    user_data: *mut c_void,
) -> Result<cl_context> {
    // "CL_INVALID_VALUE if pfn_notify is NULL but user_data is not NULL."
    if notify.is_none() && !user_data.is_null() {
        return Err(Status::INVALID_VALUE);
    }
    Ok(handle::publish(Arc::new(Context {
        handle: Handle::new(),
        devices,
        properties,
        notify: notify.map(|function| (function, UserData(user_data))),
        destructors: Mutex::default(),
        queues: Mutex::default(),
    })))
}

entry! {
    /// API specification, "Contexts", `clCreateContext`.
    fn clCreateContext(
        properties: *const cl_context_properties,
        num_devices: cl_uint,
        devices: *const cl_device_id,
        pfn_notify: Option<Notify>,
        user_data: *mut c_void,
    ) -> cl_context {
        // "CL_INVALID_VALUE if devices is NULL" or "if num_devices is equal to zero".
        if devices.is_null() || num_devices == 0 {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: a list of properties, as the call asks.
        let properties = unsafe { self::properties(properties) }?;
        // "CL_INVALID_DEVICE if any device in devices is not a valid device."
        // SAFETY: as many devices as the call says.
        let given = unsafe { handle::list::<Device>(devices, num_devices) }?;
        let mut devices: Vec<Arc<Device>> = Vec::new();
        for device in given {
            // "Duplicate devices specified in devices are ignored."
            if !devices.iter().any(|d| Arc::ptr_eq(d, &device)) {
                devices.push(device);
            }
        }
        create(devices, properties, pfn_notify, user_data)
    }
}

entry! {
    /// API specification, "Contexts", `clCreateContextFromType`.
    fn clCreateContextFromType(
        properties: *const cl_context_properties,
        device_type: cl_device_type,
        pfn_notify: Option<Notify>,
        user_data: *mut c_void,
    ) -> cl_context {
        // SAFETY: a list of properties, as the call asks.
        let properties = unsafe { self::properties(properties) }?;
        // "CL_DEVICE_NOT_FOUND if no devices that match device_type ... were found."
        if !platform::matches_cpu(device_type)? {
            return Err(Status::DEVICE_NOT_FOUND);
        }
        create(vec![Device::root().clone()], properties, pfn_notify, user_data)
    }
}

entry! {
    /// API specification, "Contexts", `clRetainContext`.
    fn clRetainContext(context: cl_context) {
        handle::retain::<Context>(context)
    }
}

entry! {
    /// API specification, "Contexts", `clReleaseContext`.
    fn clReleaseContext(context: cl_context) {
        handle::release::<Context>(context)
    }
}

entry! {
    /// API specification, "Contexts", `clGetContextInfo`.
    fn clGetContextInfo(
        context: cl_context,
        param_name: cl_context_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let context = handle::get::<Context>(context)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_CONTEXT_REFERENCE_COUNT => answer.value(context.handle.references()),
            CL_CONTEXT_NUM_DEVICES => answer.value(context.devices.len() as cl_uint),
            CL_CONTEXT_DEVICES => answer.slice(&context.devices.iter().map(|d| d.raw()).collect::<Vec<_>>()),
            CL_CONTEXT_PROPERTIES => answer.slice(&context.properties),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}

entry! {
    /// API specification, "Contexts", `clSetContextDestructorCallback`.
    fn clSetContextDestructorCallback(
        context: cl_context,
        pfn_notify: Option<Destructor>,
        user_data: *mut c_void,
    ) {
        let context = handle::get::<Context>(context)?;
        // "CL_INVALID_VALUE if pfn_notify is NULL."
        let function = pfn_notify.ok_or(Status::INVALID_VALUE)?;
        context.destructors.lock().unwrap_or_else(|e| e.into_inner()).push((function, UserData(user_data)));
        Ok(())
    }
}
