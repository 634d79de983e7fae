//! What concerns whole processes: output, the end at any moment, `fork`, unloading, the cache between processes, traces, the CPU mask,
//! another driver beside this one.
//!
//! A test starts this program again with the name of one of [`children`].

use std::ffi::c_void;
use std::path::Path;
use std::process::{Command, Output};
use std::ptr::{null, null_mut};
use std::time::{Duration, Instant};

use crate::bindings::*;
use crate::loader;
use crate::setup::{Setup, kernel_of, set};

/// What tells a child from a run of the tests.
pub const FLAG: &str = "--child";

/// How long any child may take; the stress test, which says how many rounds, takes its time.
fn limit() -> Duration {
    Duration::from_secs(if std::env::var_os("FERROCL_STRESS_ROUNDS").is_some() { 3600 } else { 60 })
}

/// Does what a test started this process for.
pub fn child(name: &str) {
    match name {
        "print" => print(),
        "square" => assert_eq!(square(12), 144),
        "many-builds" => {
            (0..30).for_each(|number| assert_eq!(square(number % 13), (number % 13) * (number % 13)))
        }
        "exit-while-running" => exit_while_running(),
        "exit-with-callbacks" => exit_with_callbacks(),
        "exit-on-a-thread" => exit_on_a_thread(),
        "threads-end" => threads_end(),
        "fork" => fork(),
        "fork-while-running" => fork_while_running(),
        "unload" => unload(),
        "all-platforms" => all_platforms(),
        "hostile" => crate::hostile::calls(),
        "memory" => crate::stress::memory(),
        "memory-runs-out" => crate::memory::runs_out(),
        "units" => println!(
            "{}",
            info!(clGetDeviceInfo(crate::setup::device(), CL_DEVICE_MAX_COMPUTE_UNITS) as cl_uint).unwrap()
        ),
        other => panic!("there is no child {other}"),
    }
}

/// This program as a child.
fn command(name: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
    command.args([FLAG, name]);
    command
}

/// Runs a child to its end, which must come in time; its status may be any.
fn finish(mut command: Command) -> Output {
    use std::process::Stdio;
    let mut running = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let start = Instant::now();
    // What children print fits into a pipe, so that they never wait for a reader.
    while running.try_wait().expect("a child can be waited for").is_none() {
        if start.elapsed() > limit() {
            let _ = running.kill();
            let output = running.wait_with_output().expect("it was killed");
            panic!("{command:?} hangs: {}", String::from_utf8_lossy(&output.stderr));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    running.wait_with_output().expect("it is over")
}

/// Runs a child that must end well, and gives what it printed.
fn good(command: Command) -> String {
    let shown = format!("{command:?}");
    let output = finish(command);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{shown}: {}: {error}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

/// Runs a child that must end well, and shows what it printed.
pub fn succeeds(name: &str) {
    print!("{}", good(command(name)));
}

/// Builds and runs a kernel that holds the number.
fn square(number: i32) -> i32 {
    let setup = Setup::new();
    let result = square_with(&setup, number);
    drop(setup);
    result
}

fn square_with(setup: &Setup, number: i32) -> i32 {
    let program = setup
        .program(&format!("kernel void k(global int *p) {{ p[get_global_id(0)] = {number} * {number}; }}"));
    let kernel = kernel_of(program, "k").unwrap();
    let buffer = setup.buffer(&vec![-1_i32; 1000]);
    assert_eq!(set(kernel, 0, buffer), 0);
    assert_eq!(setup.launch(kernel, 1000), 0);
    let result = setup.read::<i32>(buffer, 1000)[999];
    assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    assert_eq!(cl!(clReleaseProgram(program)), 0);
    assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    result
}

fn print() {
    let setup = Setup::new();
    let kernel = setup.kernel(
        "kernel void k() { printf(\"item %d of %v4hld\\n\", (int)get_global_id(0), (int4)(1, 2, 3, 4)); }",
    );
    assert_eq!(setup.launch(kernel, 4), 0);
    assert_eq!(cl!(clFinish(setup.queue)), 0);
    println!("after");
}

/// A kernel that runs for about as long as the process may.
fn endless(setup: &Setup) {
    let kernel = setup.kernel("kernel void k(global volatile int *p) { for (long i = 0; i < 2000000000000L; i++) p[get_global_id(0)] = p[get_global_id(0)] + 1; }");
    let buffer = setup.buffer(&[0_i32; 64]);
    assert_eq!(set(kernel, 0, buffer), 0);
    assert_eq!(setup.launch(kernel, 64), 0);
    assert_eq!(cl!(clFlush(setup.queue)), 0);
    std::thread::sleep(Duration::from_millis(50));
}

fn exit_while_running() {
    let setup = Setup::new();
    endless(&setup);
    std::process::exit(7);
}

fn exit_on_a_thread() {
    let setup = Setup::new();
    endless(&setup);
    let waiting: [usize; 1] = [setup.queue as usize];
    std::thread::spawn(move || cl!(clFinish(waiting[0] as cl_command_queue)));
    std::thread::spawn(|| {
        std::thread::sleep(Duration::from_millis(20));
        std::process::exit(7);
    });
    std::thread::sleep(limit());
}

fn exit_with_callbacks() {
    unsafe extern "C" fn slow(_: cl_event, _: cl_int, _: *mut c_void) {
        std::thread::sleep(Duration::from_millis(30));
    }
    let setup = Setup::new();
    let gate = create!(clCreateUserEvent(setup.context)).unwrap();
    for _ in 0..50 {
        assert_eq!(cl!(clSetEventCallback(gate, CL_COMPLETE as cl_int, Some(slow), null_mut())), 0);
        // Commands that never begin.
        let never = create!(clCreateUserEvent(setup.context)).unwrap();
        assert_eq!(cl!(clEnqueueMarkerWithWaitList(setup.queue, 1, &never, null_mut())), 0);
    }
    assert_eq!(cl!(clSetUserEventStatus(gate, 0)), 0);
    assert_eq!(cl!(clFlush(setup.queue)), 0);
    std::thread::sleep(Duration::from_millis(10));
    std::process::exit(7);
}

/// Threads of the program come and go; what they made stays.
fn threads_end() {
    let setup = Setup::new();
    let handles = [setup.context as usize, setup.queue as usize];
    for round in 0..50 {
        std::thread::spawn(move || {
            let [context, queue] = handles;
            let setup = Setup {
                device: crate::setup::device(),
                context: context as cl_context,
                queue: queue as cl_command_queue,
            };
            assert_eq!(square_with(&setup, round % 5), (round % 5) * (round % 5));
            std::mem::forget(setup);
        })
        .join()
        .expect("the thread ends well");
    }
}

/// After `fork` the child has none of the driver's threads. It must not hang: it computes, or gets an error.
fn fork() {
    let setup = Setup::new();
    assert_eq!(square_with(&setup, 3), 9);
    let big = setup.kernel("kernel void k(global int *p) { p[get_global_id(0)] += 1; }");
    let buffer = setup.buffer(&vec![0_i32; 1 << 16]);
    assert_eq!(set(big, 0, buffer), 0);
    // The driver's threads are at work, and an executor has been started.
    for _ in 0..20 {
        assert_eq!(setup.launch(big, 1 << 16), 0);
        assert_eq!(cl!(clFlush(setup.queue)), 0);
    }
    assert_eq!(cl!(clFinish(setup.queue)), 0);
    // SAFETY: the child does only what a program may do that forks.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // With the parent's context, and with one of its own.
        let code = cl!(clEnqueueNDRangeKernel(
            setup.queue,
            big,
            1,
            null(),
            &(1 << 16),
            null(),
            0,
            null(),
            null_mut()
        ));
        let finished = cl!(clFinish(setup.queue));
        let computed = code != 0 || finished != 0 || setup.read::<i32>(buffer, 1)[0] == 21;
        let fresh = create!(clCreateContext(null(), 1, &setup.device, None, null_mut()));
        if let Ok(context) = fresh {
            let queue = create!(clCreateCommandQueue(context, setup.device, 0));
            if let Ok(queue) = queue {
                let own = Setup { device: setup.device, context, queue };
                let result = square_with(&own, 4);
                // An event that is only watched needs an executor.
                let kernel = own.kernel("kernel void k(global int *p) { p[get_global_id(0)] = 1; }");
                let place = own.buffer(&vec![0_i32; 1 << 16]);
                set(kernel, 0, place);
                let mut event = null_mut();
                let items = 1_usize << 16;
                cl!(clEnqueueNDRangeKernel(
                    own.queue,
                    kernel,
                    1,
                    null(),
                    &items,
                    null(),
                    0,
                    null(),
                    &mut event
                ));
                cl!(clFlush(own.queue));
                while info!(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS) as cl_int).unwrap() > 0 {
                    std::thread::sleep(Duration::from_millis(1));
                }
                let good = computed && result == 16;
                std::process::exit(if good { 0 } else { 1 });
            }
        }
        std::process::exit(if computed { 0 } else { 1 });
    }
    assert!(child > 0);
    reap(child);
    // The parent goes on.
    assert_eq!(setup.launch(big, 1 << 16), 0);
    assert_eq!(setup.read::<i32>(buffer, 1), [21]);
}

/// Waits for a child of this process, which must end well within a few seconds.
fn reap(child: libc::pid_t) {
    let (start, mut status) = (Instant::now(), 0);
    // SAFETY: the process's own child.
    while unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) } == 0 {
        if start.elapsed() > Duration::from_secs(20) {
            // SAFETY: as above.
            unsafe { libc::kill(child, libc::SIGKILL) };
            panic!("the child hangs");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0, "the child's status is {status:#x}");
}

fn fork_while_running() {
    let setup = Setup::new();
    endless(&setup);
    // SAFETY: the child does only what a program may do that forks.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let refused = cl!(clFinish(setup.queue)) != 0
            && cl!(clFlush(setup.queue)) != 0
            && create!(clCreateContext(null(), 1, &setup.device, None, null_mut())).is_err();
        std::process::exit(if refused { 0 } else { 1 });
    }
    reap(child);
    std::process::exit(0);
}

/// A program loads the driver without the loader, uses it, and unloads it while its threads sleep.
fn unload() {
    type Platforms = unsafe extern "C" fn(cl_uint, *mut cl_platform_id, *mut cl_uint) -> cl_int;
    for _ in 0..3 {
        // SAFETY: the driver does nothing when it is loaded.
        let library =
            unsafe { libloading::Library::new(loader::driver()) }.expect("the driver can be loaded");
        // SAFETY: the type that `cl_khr_icd` gives it.
        let platforms = unsafe { library.get::<Platforms>(b"clIcdGetPlatformIDsKHR") }.expect("it is there");
        let (mut platform, mut count) = (null_mut(), 0);
        // SAFETY: room for one.
        assert_eq!(unsafe { platforms(1, &mut platform, &mut count) }, 0);
        // SAFETY: a platform begins with the address of the table of entry points.
        let table = unsafe { &**platform.cast::<*const _cl_icd_dispatch>() };
        let mut device = null_mut();
        let mut code = 0;
        // SAFETY: each call gets what its section asks for.
        unsafe {
            assert_eq!(
                table.clGetDeviceIDs.unwrap()(
                    platform,
                    CL_DEVICE_TYPE_ALL.into(),
                    1,
                    &mut device,
                    null_mut()
                ),
                0
            );
            let context = table.clCreateContext.unwrap()(null(), 1, &device, None, null_mut(), &mut code);
            let queue = table.clCreateCommandQueue.unwrap()(context, device, 0, &mut code);
            let text = c"kernel void k(global int *p) { p[get_global_id(0)] = 1; }".as_ptr();
            let program =
                table.clCreateProgramWithSource.unwrap()(context, 1, &mut { text }, null(), &mut code);
            assert_eq!(table.clBuildProgram.unwrap()(program, 0, null(), null(), None, null_mut()), 0);
            let kernel = table.clCreateKernel.unwrap()(program, c"k".as_ptr(), &mut code);
            let buffer = table.clCreateBuffer.unwrap()(context, 0, 4 << 16, null_mut(), &mut code);
            assert_eq!(table.clSetKernelArg.unwrap()(kernel, 0, 8, (&raw const buffer).cast()), 0);
            let items = 1_usize << 16;
            assert_eq!(
                table.clEnqueueNDRangeKernel.unwrap()(
                    queue,
                    kernel,
                    1,
                    null(),
                    &items,
                    null(),
                    0,
                    null(),
                    null_mut()
                ),
                0
            );
            assert_eq!(table.clFinish.unwrap()(queue), 0);
            table.clReleaseMemObject.unwrap()(buffer);
            table.clReleaseKernel.unwrap()(kernel);
            table.clReleaseProgram.unwrap()(program);
            table.clReleaseCommandQueue.unwrap()(queue);
            table.clReleaseContext.unwrap()(context);
        }
        library.close().expect("it can be unloaded");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn all_platforms() {
    let (mut platforms, mut count) = ([null_mut(); 16], 0);
    assert_eq!(cl!(clGetPlatformIDs(16, platforms.as_mut_ptr(), &mut count)), 0);
    for &platform in &platforms[..count as usize] {
        let mut device = null_mut();
        assert_eq!(cl!(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL.into(), 1, &mut device, null_mut())), 0);
        let context = create!(clCreateContext(null(), 1, &device, None, null_mut())).unwrap();
        let queue = create!(clCreateCommandQueue(context, device, 0)).unwrap();
        let setup = Setup { device, context, queue };
        println!(
            "{} {}",
            text!(clGetPlatformInfo(platform, CL_PLATFORM_NAME)).unwrap(),
            square_with(&setup, 11)
        );
    }
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries
        .flatten()
        .flat_map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { vec![entry.path()] })
        .collect()
}

trials! {
    fn device_memory_runs_out() {
        good(command("memory-runs-out"));
    }
    /// Nothing that is made and released over and over leaves memory behind.
    fn memory_does_not_grow() {
        succeeds("memory");
    }
    /// What kernels print goes to the process's standard output, in order with what the program prints after `clFinish`.
    fn printf_to_standard_output() {
        let text = good(command("print"));
        let (printed, rest) = text.split_at(text.find("after").expect("the program's own line"));
        let mut lines: Vec<&str> = printed.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines, [0, 1, 2, 3].map(|item| format!("item {item} of 1,2,3,4")));
        assert_eq!(rest, "after\n");
    }
    fn exits_at_any_moment() {
        for name in ["exit-while-running", "exit-with-callbacks", "exit-on-a-thread"] {
            let output = finish(command(name));
            assert_eq!(output.status.code(), Some(7), "{name}: {} {}", output.status, String::from_utf8_lossy(&output.stderr));
        }
    }
    fn threads_of_the_program_end() {
        good(command("threads-end"));
    }
    fn fork_after_use() {
        good(command("fork"));
    }
    /// While another thread's kernel runs: the child is refused, and ends.
    fn fork_while_a_kernel_runs() {
        good(command("fork-while-running"));
    }
    fn unloaded_and_loaded_again() {
        good(command("unload"));
    }
    /// Several processes with one cache; damaged entries are made anew.
    fn cache_between_processes() {
        let folder = loader::scratch().join("shared-cache");
        let with_cache = |name| {
            let mut command = command(name);
            command.env("FERROCL_CACHE_DIR", &folder);
            command
        };
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| good(with_cache("many-builds")));
            }
        });
        let entries = files(&folder);
        assert!(!entries.is_empty(), "the cache in {} has entries", folder.display());
        for damage in ["truncated", "overwritten", "emptied"] {
            for file in files(&folder) {
                let bytes = std::fs::read(&file).unwrap();
                let damaged = match damage {
                    "truncated" => bytes[..bytes.len() / 2].to_vec(),
                    "overwritten" => b"\0garbage".repeat(9),
                    _ => Vec::new(),
                };
                std::fs::write(&file, damaged).unwrap();
            }
            good(with_cache("many-builds"));
        }
        // Without a cache, and with one that cannot be written.
        let nowhere = folder.join("none");
        let mut off = command("square");
        off.env("FERROCL_CACHE_DIR", &nowhere).env("FERROCL_CACHE", "0");
        good(off);
        assert!(files(&nowhere).is_empty());
        let mut unwritable = command("square");
        unwritable.env("FERROCL_CACHE_DIR", "/proc/no/such/folder");
        good(unwritable);
    }
    fn traces() {
        let mut traced = command("square");
        traced.env("FERROCL_LOG", "1");
        let output = finish(traced);
        assert!(output.status.success());
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        for call in ["clCreateContext(", "clBuildProgram(", "clEnqueueNDRangeKernel(", "clReleaseContext("] {
            assert!(log.lines().any(|line| line.starts_with("ferrocl: ") && line.contains(call)), "{call} in {log}");
        }
        // A call that only succeeds says so, and queries are told by their names.
        let line = |start: &str| log.lines().find(|line| line.contains(start)).unwrap_or_default().to_owned();
        assert!(line("clReleaseContext(").contains(" = CL_SUCCESS ["), "{log}");
        assert_eq!(finish(command("square")).stderr, b"");
    }
    /// The device has as many compute units as the process may use CPUs.
    fn cpu_mask() {
        if Command::new("taskset").arg("--version").output().is_err() {
            return;
        }
        let mut masked = Command::new("taskset");
        masked.args(["-c", "0"]).arg(std::env::current_exe().unwrap()).args([FLAG, "units"]);
        let output = finish(masked);
        // CPU 0 may be outside of what this process itself may use.
        if output.status.success() {
            assert_eq!(String::from_utf8_lossy(&output.stdout), "1\n");
        }
    }
    /// With the system's other drivers in the same process, each runs a kernel.
    fn beside_other_drivers() {
        let folder = loader::scratch().join("all-vendors");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("ferrocl.icd"), loader::driver().display().to_string()).unwrap();
        for name in files(Path::new("/etc/OpenCL/vendors")) {
            // Another FerroCL would only be this one again.
            if name.file_name().is_some_and(|name| name != "ferrocl.icd") {
                std::fs::copy(&name, folder.join(name.file_name().unwrap())).unwrap();
            }
        }
        let mut all = command("all-platforms");
        all.env("OCL_ICD_VENDORS", &folder);
        let text = good(all);
        assert!(text.lines().any(|line| line == "FerroCL 121"), "{text}");
        assert!(text.lines().all(|line| line.ends_with(" 121")), "{text}");
    }
}
