//! Building, compiling and linking programs.
//!
//! A call checks what it was given, marks the devices' builds as begun, and then does the work: at once, or on a thread of its own where the
//! program wants to be called back. What a build does and how it ends is the same either way ([`Job`]).

use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ferrocl_runtime as runtime;
use ferrocl_runtime::base::render::{self, Format};
use ferrocl_runtime::base::{Diagnostics, SourceMap};
use ferrocl_runtime::syntax::BuildOptions;
use ferrocl_runtime::{Binary, Build, HeaderIncludes, fork};

use crate::bindings::*;
use crate::context::{Context, UserData};
use crate::device::Device;
use crate::dump;
use crate::entry::{self, entry};
use crate::handle::{self, Object};
use crate::platform::Platform;
use crate::program::{Notify, Origin, Program};
use crate::raw;
use crate::status::{Result, Status};

/// What diagnostics call the program's source, which has no file.
const SOURCE_NAME: &str = "<source>";

/// What came of a build: the log, and the binary unless it failed.
struct Outcome {
    log: String,
    binary: Option<Binary>,
}

/// Whom to tell when a build is over: `pfn_notify` and `user_data`.
type Callback = Option<(Notify, UserData)>;

/// The callback of a call.
fn callback(pfn_notify: Option<Notify>, user_data: *mut c_void) -> Result<Callback> {
    match pfn_notify {
        Some(function) => Ok(Some((function, UserData(user_data)))),
        // "CL_INVALID_VALUE if pfn_notify is NULL but user_data is not NULL."
        None if !user_data.is_null() => Err(Status::INVALID_VALUE),
        None => Ok(None),
    }
}

/// A build that has begun.
struct Job {
    program: Arc<Program>,
    /// For which of its devices.
    devices: Vec<usize>,
    callback: Callback,
}

impl Job {
    /// Does the work, and notes its outcome. Without a callback, it is over when this returns, and whether it succeeded comes back.
    fn run(self, work: impl FnOnce() -> Outcome + Send + 'static) -> bool {
        if self.callback.is_none() {
            return self.finish(work);
        }
        // What is to be done is kept where both this thread and the new one can take it: where no thread can be had, it is done here.
        let shared = Arc::new(std::sync::Mutex::new(Some((self, work))));
        let take =
            |shared: &std::sync::Mutex<Option<_>>| shared.lock().unwrap_or_else(|e| e.into_inner()).take();
        let theirs = shared.clone();
        let busy = fork::Busy::new();
        let begun = std::thread::Builder::new().name("ferrocl build".to_owned()).spawn(move || {
            let _busy = busy;
            if let Some((job, work)) = take(&theirs) {
                Job::finish(job, work);
            }
        });
        if begun.is_err()
            && let Some((job, work)) = take(&shared)
        {
            Job::finish(job, work);
        }
        true
    }
    fn finish(self, work: impl FnOnce() -> Outcome) -> bool {
        // A fault of the compiler fails the build, and leaves no program that is being built for ever.
        let outcome = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Outcome {
            log:
                "error: the compiler failed; this is a fault of it and not of the program; please report it\n"
                    .to_owned(),
            binary: None,
        });
        self.program.state().end(&self.devices, &outcome.log, outcome.binary.as_ref());
        if entry::logs() && !outcome.log.is_empty() {
            entry::log(&format!("build log:\n{}", outcome.log.trim_end()));
        }
        if let Some((function, data)) = self.callback {
            // SAFETY: the program gave this function to be called like this, from any thread.
            unsafe { function(self.program.raw(), data.0) };
        }
        outcome.binary.is_some()
    }
}

/// The places of the devices of a list among those of the program; of all where there is no list.
///
/// # Safety
/// A list that is not null has as many devices as the number says.
unsafe fn devices_of(
    program: &Program,
    num_devices: cl_uint,
    device_list: *const cl_device_id,
) -> Result<Vec<usize>> {
    // "CL_INVALID_VALUE if device_list is NULL and num_devices is greater than zero, or if device_list is not NULL and num_devices is zero."
    if device_list.is_null() != (num_devices == 0) {
        return Err(Status::INVALID_VALUE);
    }
    if device_list.is_null() {
        return Ok((0..program.devices.len()).collect());
    }
    // SAFETY: the caller vouches for it.
    let devices = unsafe { handle::list::<Device>(device_list, num_devices) }?;
    // "CL_INVALID_DEVICE if any device in device_list is not in the list of devices associated with program."
    devices.iter().map(|device| program.index_of(device).ok_or(Status::INVALID_DEVICE)).collect()
}

/// The options of a call; an empty text for a null pointer.
///
/// # Safety
/// The pointer is null or leads to a text that ends with a zero.
unsafe fn options_of(options: *const c_char) -> String {
    // SAFETY: the caller vouches for it.
    unsafe { raw::text(options) }.unwrap_or_default()
}

/// Refuses options that cannot be. The program's log says why, though the call did not begin to build.
fn check_options(
    program: &Program,
    devices: &[usize],
    options: &str,
    found: &Diagnostics,
    status: Status,
) -> Result<()> {
    if !found.has_errors() {
        return Ok(());
    }
    let mut state = program.state();
    state.begin(devices, options)?;
    state.end(devices, &render::render(&SourceMap::new(), found, Format::BuildLog), None);
    Err(status)
}

entry! {
    /// API specification, "Building Program Executables", `clBuildProgram`.
    fn clBuildProgram(
        program: cl_program,
        num_devices: cl_uint,
        device_list: *const cl_device_id,
        options: *const c_char,
        pfn_notify: Option<Notify>,
        user_data: *mut c_void,
    ) {
        let program = handle::get::<Program>(program)?;
        // SAFETY: as many devices as the call says, and a text that ends with a zero.
        let (devices, options) =
            unsafe { (devices_of(&program, num_devices, device_list)?, options_of(options)) };
        let callback = callback(pfn_notify, user_data)?;
        match &program.origin {
            Origin::Source(_) => {}
            // "If program is created with clCreateProgramWithBinary, then the program binary must be an executable binary (not a compiled
            // binary or library)": "CL_INVALID_BINARY if ... devices listed in device_list do not have a valid program binary loaded."
            Origin::Binary(loaded) => {
                if devices.iter().any(|&index| loaded[index].program().is_none()) {
                    return Err(Status::INVALID_BINARY);
                }
            }
            // "CL_INVALID_OPERATION if program was not created with clCreateProgramWithSource, clCreateProgramWithIL or
            // clCreateProgramWithBinary."
            Origin::Linked => return Err(Status::INVALID_OPERATION),
        }
        // "CL_INVALID_BUILD_OPTIONS if the build options specified by options are invalid."
        let (_, found) = BuildOptions::parse(&options);
        check_options(&program, &devices, &options, &found, Status::INVALID_BUILD_OPTIONS)?;
        program.state().begin(&devices, &options)?;
        let source = program.clone();
        let work = move || build(&source, &options);
        // "CL_BUILD_PROGRAM_FAILURE if there is a failure to build the program executable. This error will be returned if clBuildProgram does
        // not return until the build has completed."
        let job = Job { program, devices, callback };
        if job.run(work) { Ok(()) } else { Err(Status::BUILD_PROGRAM_FAILURE) }
    }
}

fn build(program: &Program, options: &str) -> Outcome {
    match &program.origin {
        Origin::Source(source) => {
            dump::source(source, options);
            let build = Build::new(Device::root().core().target(), SOURCE_NAME, source, options);
            Outcome { log: build.log(), binary: build.program().map(Binary::Executable) }
        }
        // What was loaded is whole. (All devices are the same CPU, so their binaries only differ where the program gave different ones,
        // of which one is as good as the other.)
        Origin::Binary(loaded) => Outcome { log: String::new(), binary: loaded.first().cloned() },
        Origin::Linked => Outcome { log: String::new(), binary: None },
    }
}

entry! {
    /// API specification, "Separate Compilation and Linking of Programs", `clCompileProgram`.
    fn clCompileProgram(
        program: cl_program,
        num_devices: cl_uint,
        device_list: *const cl_device_id,
        options: *const c_char,
        num_input_headers: cl_uint,
        input_headers: *const cl_program,
        header_include_names: *mut *const c_char,
        pfn_notify: Option<Notify>,
        user_data: *mut c_void,
    ) {
        let program = handle::get::<Program>(program)?;
        // SAFETY: as many devices as the call says, and a text that ends with a zero.
        let (devices, options) =
            unsafe { (devices_of(&program, num_devices, device_list)?, options_of(options)) };
        let callback = callback(pfn_notify, user_data)?;
        // "CL_INVALID_VALUE if num_input_headers is zero and header_include_names or input_headers are not NULL or if num_input_headers is not
        // zero and header_include_names or input_headers are NULL."
        let none = num_input_headers == 0;
        if input_headers.is_null() != none || header_include_names.is_null() != none {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: as many headers and names as the call says; a name ends with a zero.
        let includes = unsafe { headers(&program, num_input_headers, input_headers, header_include_names) }?;
        // "CL_INVALID_OPERATION if program has no source or IL available".
        if !matches!(program.origin, Origin::Source(_)) {
            return Err(Status::INVALID_OPERATION);
        }
        // "CL_INVALID_COMPILER_OPTIONS if the compiler options specified by options are invalid."
        let (_, found) = BuildOptions::parse(&options);
        check_options(&program, &devices, &options, &found, Status::INVALID_COMPILER_OPTIONS)?;
        program.state().begin(&devices, &options)?;
        let source = program.clone();
        let work = move || compile(&source, &options, includes);
        // "CL_COMPILE_PROGRAM_FAILURE if there is a failure to compile the program source."
        let job = Job { program, devices, callback };
        if job.run(work) { Ok(()) } else { Err(Status::COMPILE_PROGRAM_FAILURE) }
    }
}

/// The embedded headers of a compilation.
///
/// # Safety
/// The lists have as many entries as the number says; names end with a zero.
unsafe fn headers(
    program: &Program,
    count: cl_uint,
    programs: *const cl_program,
    names: *const *const c_char,
) -> Result<HeaderIncludes> {
    // SAFETY: the caller vouches for it.
    let (programs, names) =
        unsafe { (handle::list::<Program>(programs, count)?, raw::slice(names, count as usize)) };
    let mut includes = HeaderIncludes::default();
    for (header, &name) in programs.iter().zip(names) {
        // "CL_INVALID_CONTEXT if the context associated with program and programs in input_headers are not the same."
        if !Arc::ptr_eq(&header.context, &program.context) {
            return Err(Status::INVALID_CONTEXT);
        }
        // SAFETY: the caller vouches for it.
        let name = unsafe { raw::text(name) }.ok_or(Status::INVALID_VALUE)?;
        // "input_headers is an array of program embedded headers created with clCreateProgramWithSource."
        let Origin::Source(text) = &header.origin else { return Err(Status::INVALID_PROGRAM) };
        includes.headers.push((name, text.clone()));
    }
    Ok(includes)
}

fn compile(program: &Program, options: &str, mut includes: HeaderIncludes) -> Outcome {
    let Origin::Source(source) = &program.origin else { return Outcome { log: String::new(), binary: None } };
    dump::source(source, options);
    let build = Build::object(Device::root().core().target(), SOURCE_NAME, source, options, &mut includes);
    Outcome { log: build.log(), binary: build.compiled_object().map(Binary::Object) }
}

/// API specification, "Separate Compilation and Linking of Programs", `clLinkProgram`.
///
/// Not in the form of the others: where linking fails, there is an error and a program all the same, whose log tells why.
#[allow(non_snake_case, clippy::too_many_arguments)]
pub(crate) unsafe extern "C" fn clLinkProgram(
    context: cl_context,
    num_devices: cl_uint,
    device_list: *const cl_device_id,
    options: *const c_char,
    num_input_programs: cl_uint,
    input_programs: *const cl_program,
    pfn_notify: Option<Notify>,
    user_data: *mut c_void,
    errcode_ret: *mut cl_int,
) -> cl_program {
    let arguments: [(&'static str, &dyn std::fmt::Debug); 8] = [
        ("context", &context),
        ("num_devices", &num_devices),
        ("device_list", &device_list),
        ("options", &options),
        ("num_input_programs", &num_input_programs),
        ("input_programs", &input_programs),
        ("pfn_notify", &pfn_notify),
        ("user_data", &user_data),
    ];
    let (code, made) = entry::create("clLinkProgram", &arguments, || {
        let context = handle::get::<Context>(context)?;
        // SAFETY: lists of as many devices and programs as the call says, and a text that ends with a zero.
        unsafe {
            let inputs = inputs(&context, num_input_programs, input_programs)?;
            let devices = link_devices(&context, num_devices, device_list)?;
            link(context, devices, options_of(options), inputs, callback(pfn_notify, user_data)?)
        }
    });
    let (program, failed) = made.unwrap_or((std::ptr::null_mut(), false));
    // "If pfn_notify is NULL, errcode_ret will be set to CL_SUCCESS if the link operation was successful and CL_LINK_PROGRAM_FAILURE if there is
    // a failure to link the compiled binaries and/or libraries."
    let code = if failed { Status::LINK_PROGRAM_FAILURE.0 } else { code };
    // SAFETY: a pointer for a code is writable where it is not null.
    unsafe { raw::write(errcode_ret, code) };
    program
}

/// The programs to link.
///
/// # Safety
/// A list that is not null has as many programs as the number says.
unsafe fn inputs(
    context: &Arc<Context>,
    count: cl_uint,
    list: *const cl_program,
) -> Result<Vec<Arc<Program>>> {
    // "CL_INVALID_VALUE if num_input_programs is zero and input_programs is NULL or if num_input_programs is zero and input_programs is not
    // NULL or if num_input_programs is not zero and input_programs is NULL."
    if count == 0 || list.is_null() {
        return Err(Status::INVALID_VALUE);
    }
    // "CL_INVALID_PROGRAM if programs specified in input_programs are not valid program objects."
    // SAFETY: the caller vouches for it.
    let programs = unsafe { handle::list::<Program>(list, count) }?;
    // "CL_INVALID_CONTEXT if the context associated with programs in input_programs is not the same as context."
    if programs.iter().any(|program| !Arc::ptr_eq(&program.context, context)) {
        return Err(Status::INVALID_CONTEXT);
    }
    Ok(programs)
}

/// The devices to link for.
///
/// # Safety
/// A list that is not null has as many devices as the number says.
unsafe fn link_devices(
    context: &Context,
    num_devices: cl_uint,
    device_list: *const cl_device_id,
) -> Result<Vec<Arc<Device>>> {
    // "CL_INVALID_VALUE if device_list is NULL and num_devices is greater than zero, or if device_list is not NULL and num_devices is zero."
    if device_list.is_null() != (num_devices == 0) {
        return Err(Status::INVALID_VALUE);
    }
    if device_list.is_null() {
        return Ok(context.devices().to_vec());
    }
    // SAFETY: the caller vouches for it.
    let devices = unsafe { handle::list::<Device>(device_list, num_devices) }?;
    // "CL_INVALID_DEVICE if any device in device_list is not in the list of devices associated with context."
    if devices.iter().any(|device| !context.has(device)) {
        return Err(Status::INVALID_DEVICE);
    }
    Ok(devices)
}

/// Links programs to a new one: its handle, and whether it is known that linking failed.
fn link(
    context: Arc<Context>,
    devices: Vec<Arc<Device>>,
    options: String,
    inputs: Vec<Arc<Program>>,
    callback: Callback,
) -> Result<(cl_program, bool)> {
    let (parsed, found) = BuildOptions::parse_link(&options);
    // "CL_INVALID_LINKER_OPTIONS if the linker options specified by options are invalid."
    if found.has_errors() || (parsed.enable_link_options && !parsed.create_library) {
        // There is no program yet whose log could tell why.
        context.report(&render::render(&SourceMap::new(), &found, Format::Short));
        return Err(Status::INVALID_LINKER_OPTIONS);
    }
    // For which devices there is a link; for each of them all programs have something.
    let mut linked = Vec::new();
    let mut objects = Vec::new();
    for (place, device) in devices.iter().enumerate() {
        let of_device: Vec<Option<Arc<runtime::Object>>> =
            inputs.iter().map(|input| object_for(input, device)).collect::<Result<_>>()?;
        match of_device.iter().filter(|object| object.is_some()).count() {
            // "None of the programs contain a compiled binary or library for that device. In this case, no link is performed and there will
            // be no program executable generated for this device."
            0 => {}
            n if n == inputs.len() => {
                linked.push(place);
                objects = of_device.into_iter().flatten().collect();
            }
            // "All other cases will return a CL_INVALID_OPERATION error."
            _ => return Err(Status::INVALID_OPERATION),
        }
    }
    if linked.is_empty() {
        return Err(Status::INVALID_OPERATION);
    }
    let program = Program::new(context, devices, Origin::Linked);
    program.state().begin(&linked, &options)?;
    let raw = handle::publish(program.clone());
    let work = move || {
        let result = match parsed.create_library {
            true => runtime::Object::library(&objects).map(|library| Binary::Library(Arc::new(library))),
            false => runtime::Object::link(Device::root().core().target(), &objects).map(Binary::Executable),
        };
        match result {
            Ok(binary) => Outcome { log: String::new(), binary: Some(binary) },
            Err(log) => Outcome { log, binary: None },
        }
    };
    Ok((raw, !Job { program, devices: linked, callback }.run(work)))
}

/// What a program brings to a link for a device.
fn object_for(program: &Program, device: &Arc<Device>) -> Result<Option<Arc<runtime::Object>>> {
    let Some(build) = program.build_for(device) else { return Ok(None) };
    // "CL_INVALID_OPERATION if the compilation or build of a program executable for any of the devices listed in device_list by a previous call
    // to clCompileProgram or clBuildProgram for program has not completed."
    if build.status == CL_BUILD_IN_PROGRESS {
        return Err(Status::INVALID_OPERATION);
    }
    Ok(build.binary.as_ref().and_then(Binary::object).cloned())
}

entry! {
    /// API specification, "Unloading the OpenCL Compiler", `clUnloadPlatformCompiler`: "a hint", and there is nothing to unload that would
    /// not be needed again.
    fn clUnloadPlatformCompiler(platform: cl_platform_id) {
        // "CL_INVALID_PLATFORM if platform is not a valid platform."
        handle::get::<Platform>(platform)?;
        Ok(())
    }
}

entry! {
    /// API specification, "Unloading the OpenCL Compiler", `clUnloadCompiler`: "will always return CL_SUCCESS".
    fn clUnloadCompiler() {
        Ok(())
    }
}
