//! Programs: where they come from, what was built of them for each device, and who waits for their end.
//!
//! Building, compiling and linking are in `program_build`, queries in `program_info`.

use std::ffi::{c_char, c_void};
use std::sync::{Arc, Mutex, MutexGuard};

use ferrocl_runtime as runtime;
use ferrocl_runtime::Binary;

use crate::bindings::*;
use crate::context::Context;
use crate::device::Device;
use crate::entry::entry;
use crate::handle::{self, Handle, Object};
use crate::raw;
use crate::status::{Result, Status};

/// `pfn_notify` of the calls that build, and of `clSetProgramReleaseCallback`.
pub(crate) type Notify = unsafe extern "C" fn(cl_program, *mut c_void);

/// A program.
pub(crate) struct Program {
    handle: Handle<Program>,
    pub(crate) context: Arc<Context>,
    pub(crate) devices: Vec<Arc<Device>>,
    pub(crate) origin: Origin,
    state: Mutex<State>,
}

/// Where a program comes from.
pub(crate) enum Origin {
    /// `clCreateProgramWithSource`: the texts, joined.
    Source(Vec<u8>),
    /// `clCreateProgramWithBinary`: what was loaded for each device.
    Binary(Vec<Binary>),
    /// `clLinkProgram`.
    Linked,
}

/// What changes in a program.
pub(crate) struct State {
    /// For each device, in the order of the devices.
    pub(crate) builds: Vec<DeviceBuild>,
    /// How many kernel objects there are: as long as there is one, nothing may be built.
    kernels: usize,
}

/// What was built last for a device.
#[derive(Clone)]
pub(crate) struct DeviceBuild {
    pub(crate) status: cl_build_status,
    /// As the program gave them.
    pub(crate) options: String,
    pub(crate) log: Arc<str>,
    pub(crate) binary: Option<Binary>,
    /// The binary as bytes, once they were asked for.
    pub(crate) written: Option<Arc<[u8]>>,
}

impl DeviceBuild {
    fn none(binary: Option<Binary>) -> DeviceBuild {
        DeviceBuild { status: CL_BUILD_NONE, options: String::new(), log: "".into(), binary, written: None }
    }
    /// Whether there is nothing, and nothing was tried.
    fn is_none(&self) -> bool {
        self.status == CL_BUILD_NONE && self.binary.is_none()
    }
    /// The executable, if one was built.
    fn executable(&self) -> Option<&Arc<runtime::Program>> {
        let built = self.status == CL_BUILD_SUCCESS as cl_build_status;
        self.binary.as_ref().filter(|_| built).and_then(Binary::program)
    }
}

impl Object for Program {
    type Raw = _cl_program;
    const INVALID: Status = Status::INVALID_PROGRAM;
    fn handle(&self) -> &Handle<Program> {
        &self.handle
    }
}

impl Program {
    /// A program of which nothing was built yet.
    pub(crate) fn new(context: Arc<Context>, devices: Vec<Arc<Device>>, origin: Origin) -> Arc<Program> {
        let builds = match &origin {
            Origin::Binary(binaries) => binaries.iter().cloned().map(Some).map(DeviceBuild::none).collect(),
            Origin::Source(_) | Origin::Linked => devices.iter().map(|_| DeviceBuild::none(None)).collect(),
        };
        Arc::new(Program {
            handle: Handle::new(),
            context,
            devices,
            origin,
            state: Mutex::new(State { builds, kernels: 0 }),
        })
    }
    /// Its state, to look at or to change.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }
    /// How many references the application holds.
    pub(crate) fn references(&self) -> cl_uint {
        self.handle.references()
    }
    /// The place of a device among its devices.
    pub(crate) fn index_of(&self, device: &Arc<Device>) -> Option<usize> {
        self.devices.iter().position(|known| Arc::ptr_eq(known, device))
    }
    /// The executable that was built for any of its devices. (The devices are the same CPU, so all have the same kernels.)
    pub(crate) fn executable(&self) -> Option<Arc<runtime::Program>> {
        self.state().builds.iter().find_map(DeviceBuild::executable).cloned()
    }
    /// Whether an executable was built for this device, or for the one that it is a part of.
    pub(crate) fn is_built_for(&self, device: &Arc<Device>) -> bool {
        self.look_at_build(device, |build| build.executable().is_some()) == Some(true)
    }
    /// What was built last for a device; `None` where the program is neither for it nor for one that it is a part of.
    ///
    /// "A program binary (compiled binary, library binary or executable binary) built for a parent device can be used by all its
    /// sub-devices. If a program binary has not been built for a sub-device, the program binary associated with the parent device will
    /// be used."
    pub(crate) fn build_for(&self, device: &Arc<Device>) -> Option<DeviceBuild> {
        self.look_at_build(device, DeviceBuild::clone)
    }
    fn look_at_build<T>(&self, device: &Arc<Device>, look: impl FnOnce(&DeviceBuild) -> T) -> Option<T> {
        let state = self.state();
        let builds =
            || device.with_parents().filter_map(|d| self.index_of(d)).map(|index| &state.builds[index]);
        builds().find(|build| !build.is_none()).or_else(|| builds().next()).map(look)
    }
    /// Whether it was loaded from a binary.
    pub(crate) fn is_from_binary(&self) -> bool {
        matches!(self.origin, Origin::Binary(_))
    }
}

impl State {
    /// "CL_INVALID_OPERATION if the build of a program executable for any of the devices listed in device_list by a previous call ... has
    /// not completed" and "if there are kernel objects attached to program"; else the builds of these devices have begun.
    pub(crate) fn begin(&mut self, devices: &[usize], options: &str) -> Result<()> {
        let is_building = |&index: &usize| self.builds[index].status == CL_BUILD_IN_PROGRESS;
        if self.kernels > 0 || devices.iter().any(is_building) {
            return Err(Status::INVALID_OPERATION);
        }
        for &index in devices {
            let build = &mut self.builds[index];
            build.status = CL_BUILD_IN_PROGRESS;
            build.options = options.to_owned();
            build.log = "".into();
        }
        Ok(())
    }
    /// The builds of these devices are over; without a binary they failed.
    pub(crate) fn end(&mut self, devices: &[usize], log: &str, binary: Option<&Binary>) {
        let log: Arc<str> = log.into();
        for &index in devices {
            let build = &mut self.builds[index];
            let succeeded = binary.is_some();
            build.status = if succeeded { CL_BUILD_SUCCESS as cl_build_status } else { CL_BUILD_ERROR };
            build.log = log.clone();
            build.binary = binary.cloned();
            build.written = None;
        }
    }
}

/// That a kernel object exists: while there is one, its program cannot be built.
pub(crate) struct Attached(Arc<Program>);

impl Attached {
    /// Attaches a kernel object to a program with an executable.
    pub(crate) fn new(program: &Arc<Program>) -> Result<(Attached, Arc<runtime::Program>)> {
        let mut state = program.state();
        // "CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built executable for program."
        let executable = state.builds.iter().find_map(DeviceBuild::executable).cloned();
        let executable = executable.ok_or(Status::INVALID_PROGRAM_EXECUTABLE)?;
        state.kernels += 1;
        Ok((Attached(program.clone()), executable))
    }
    /// Another kernel object of the same program.
    pub(crate) fn again(&self) -> Attached {
        self.0.state().kernels += 1;
        Attached(self.0.clone())
    }
    /// The program.
    pub(crate) fn program(&self) -> &Arc<Program> {
        &self.0
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        self.0.state().kernels -= 1;
    }
}

/// The devices of a list, of which each must be one of a context's.
///
/// # Safety
/// A list that is not null has as many devices as the number says.
unsafe fn devices_of(
    context: &Context,
    device_list: *const cl_device_id,
    num_devices: cl_uint,
) -> Result<Vec<Arc<Device>>> {
    // "CL_INVALID_VALUE if device_list is NULL or num_devices is zero."
    if device_list.is_null() || num_devices == 0 {
        return Err(Status::INVALID_VALUE);
    }
    // SAFETY: the caller vouches for it.
    let devices = unsafe { handle::list::<Device>(device_list, num_devices) }?;
    // "CL_INVALID_DEVICE if any device in device_list is not in the list of devices associated with context."
    if devices.iter().any(|device| !context.has(device)) {
        return Err(Status::INVALID_DEVICE);
    }
    Ok(devices)
}

entry! {
    /// API specification, "Creating Program Objects", `clCreateProgramWithSource`.
    fn clCreateProgramWithSource(
        context: cl_context,
        count: cl_uint,
        strings: *mut *const c_char,
        lengths: *const usize,
    ) -> cl_program {
        let context = handle::get::<Context>(context)?;
        // "CL_INVALID_VALUE if count is zero or if strings or any entry in strings is NULL."
        if count == 0 || strings.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: as many texts as the call says, and as many lengths, if there are any.
        let (texts, lengths) =
            unsafe { (raw::slice(strings, count as usize), raw::slice(lengths, count as usize)) };
        if texts.iter().any(|text| text.is_null()) {
            return Err(Status::INVALID_VALUE);
        }
        let mut source = Vec::new();
        for (index, &text) in texts.iter().enumerate() {
            // "If an element in lengths is zero, its accompanying string is null-terminated."
            let bytes = match lengths.get(index) {
                // SAFETY: the text has as many characters as its length says.
                Some(&length) if length > 0 => unsafe { raw::slice(text.cast::<u8>(), length) },
                // SAFETY: the text ends with a zero.
                _ => unsafe { std::ffi::CStr::from_ptr(text) }.to_bytes(),
            };
            // "The concatenation strips any nulls in the original source strings."
            source.extend(bytes.iter().filter(|&&byte| byte != 0));
        }
        let devices = context.devices().to_vec();
        Ok(handle::publish(Program::new(context, devices, Origin::Source(source))))
    }
}

entry! {
    /// API specification, "Creating Program Objects", `clCreateProgramWithBinary`.
    fn clCreateProgramWithBinary(
        context: cl_context,
        num_devices: cl_uint,
        device_list: *const cl_device_id,
        lengths: *const usize,
        binaries: *mut *const u8,
        binary_status: *mut cl_int,
    ) -> cl_program {
        let context = handle::get::<Context>(context)?;
        // SAFETY: as many devices as the call says.
        let devices = unsafe { devices_of(&context, device_list, num_devices) }?;
        // "CL_INVALID_VALUE if lengths or binaries is NULL or if any entry in lengths[i] is zero or binaries[i] is NULL."
        if lengths.is_null() || binaries.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: as many lengths and binaries as there are devices.
        let (lengths, binaries) =
            unsafe { (raw::slice(lengths, devices.len()), raw::slice(binaries, devices.len())) };
        let mut loaded = Vec::new();
        let mut failure = None;
        for (index, device) in devices.iter().enumerate() {
            let result = if lengths[index] == 0 || binaries[index].is_null() {
                Err(Status::INVALID_VALUE)
            } else {
                // SAFETY: the binary has as many bytes as its length says.
                let bytes = unsafe { raw::slice(binaries[index], lengths[index]) };
                Binary::decode(bytes, device.core().target()).map_err(|error| {
                    context.report(&format!("clCreateProgramWithBinary: {error}"));
                    Status::INVALID_BINARY
                })
            };
            if !binary_status.is_null() {
                let code = result.as_ref().err().map_or(0, |status| status.0);
                // SAFETY: an array with a place for each device.
                unsafe { binary_status.add(index).write(code) };
            }
            match result {
                Ok(binary) => loaded.push(binary),
                Err(status) => failure = failure.or(Some(status)),
            }
        }
        match failure {
            Some(status) => Err(status),
            None => Ok(handle::publish(Program::new(context, devices, Origin::Binary(loaded)))),
        }
    }
}

entry! {
    /// API specification, "Creating Program Objects", `clCreateProgramWithIL`.
    fn clCreateProgramWithIL(context: cl_context, il: *const c_void, length: usize) -> cl_program {
        handle::get::<Context>(context)?;
        // "CL_INVALID_OPERATION if no devices in context support intermediate language programs": `CL_DEVICE_IL_VERSION` is empty.
        Err(Status::INVALID_OPERATION)
    }
}

entry! {
    /// API specification, "Creating Program Objects", `clCreateProgramWithBuiltInKernels`.
    fn clCreateProgramWithBuiltInKernels(
        context: cl_context,
        num_devices: cl_uint,
        device_list: *const cl_device_id,
        kernel_names: *const c_char,
    ) -> cl_program {
        let context = handle::get::<Context>(context)?;
        // SAFETY: as many devices as the call says.
        unsafe { devices_of(&context, device_list, num_devices) }?;
        // "CL_INVALID_VALUE if kernel_names is NULL or kernel_names contains a kernel name that is not supported by any of the devices
        // in device_list": there are no built-in kernels.
        Err(Status::INVALID_VALUE)
    }
}

entry! {
    /// API specification, "Retaining and Releasing Program Objects", `clRetainProgram`.
    fn clRetainProgram(program: cl_program) {
        handle::retain::<Program>(program)
    }
}

entry! {
    /// API specification, "Retaining and Releasing Program Objects", `clReleaseProgram`.
    fn clReleaseProgram(program: cl_program) {
        handle::release::<Program>(program)
    }
}

entry! {
    /// API specification, "Retaining and Releasing Program Objects", `clSetProgramReleaseCallback`.
    fn clSetProgramReleaseCallback(
        program: cl_program,
        pfn_notify: Option<Notify>,
        user_data: *mut c_void,
    ) {
        handle::get::<Program>(program)?;
        // "CL_INVALID_OPERATION if no devices in the context associated with program support destructors for program scope global
        // variables": OpenCL C has none.
        Err(Status::INVALID_OPERATION)
    }
}

entry! {
    /// API specification, "Setting SPIR-V Specialization Constants", `clSetProgramSpecializationConstant`.
    fn clSetProgramSpecializationConstant(
        program: cl_program,
        spec_id: cl_uint,
        spec_size: usize,
        spec_value: *const c_void,
    ) {
        handle::get::<Program>(program)?;
        // "CL_INVALID_OPERATION if no devices associated with program support intermediate language programs."
        Err(Status::INVALID_OPERATION)
    }
}
