//! Programs: source, builds and their logs, binaries, compiling and linking.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

use crate::bindings::*;
use crate::setup::{Setup, build, kernel_of, pointer, set};

fn status(setup: &Setup, program: cl_program) -> cl_int {
    info!(clGetProgramBuildInfo(program, setup.device, CL_PROGRAM_BUILD_STATUS) as cl_int).unwrap()
}

fn kind(setup: &Setup, program: cl_program) -> cl_uint {
    info!(clGetProgramBuildInfo(program, setup.device, CL_PROGRAM_BINARY_TYPE) as cl_uint).unwrap()
}

fn release(program: cl_program) {
    assert_eq!(cl!(clReleaseProgram(program)), 0);
}

/// The program's binary.
fn binary(program: cl_program) -> Vec<u8> {
    let size = info!(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES) as usize).unwrap();
    let mut bytes = vec![0_u8; size];
    let mut place = bytes.as_mut_ptr();
    let places = (&raw mut place).cast();
    assert_eq!(
        cl!(clGetProgramInfo(program, CL_PROGRAM_BINARIES, size_of::<usize>(), places, null_mut())),
        0
    );
    bytes
}

/// A program of a binary; both codes are the same.
fn from_binary(setup: &Setup, bytes: &[u8]) -> Result<cl_program, cl_int> {
    let mut status = 77;
    let made = create!(clCreateProgramWithBinary(
        setup.context,
        1,
        &setup.device,
        &bytes.len(),
        &mut { bytes.as_ptr() },
        &mut status
    ));
    assert_eq!(made.err().unwrap_or(0), status);
    made
}

fn compile(setup: &Setup, text: &str, headers: &[(cl_program, &std::ffi::CStr)]) -> cl_program {
    let program = setup.source(text);
    let (programs, names): (Vec<_>, Vec<_>) =
        headers.iter().map(|(header, name)| (*header, name.as_ptr())).unzip();
    let (programs, mut names) = (programs, names);
    let (programs, names) =
        if headers.is_empty() { (null(), null_mut()) } else { (programs.as_ptr(), names.as_mut_ptr()) };
    let options = c"-cl-std=CL3.0".as_ptr();
    let code = cl!(clCompileProgram(
        program,
        0,
        null(),
        options,
        headers.len() as cl_uint,
        programs,
        names,
        None,
        null_mut()
    ));
    assert_eq!(code, 0, "{}", setup.log(program));
    assert_eq!(kind(setup, program), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    program
}

fn link(setup: &Setup, options: &std::ffi::CStr, parts: &[cl_program]) -> (cl_program, cl_int) {
    let mut code = 99;
    let count = parts.len() as cl_uint;
    let program = cl!(clLinkProgram(
        setup.context,
        0,
        null(),
        options.as_ptr(),
        count,
        parts.as_ptr(),
        None,
        null_mut(),
        &mut code
    ));
    (program, code)
}

/// What the work-item 3 of `kernel void name(global int *p)` writes.
fn run(setup: &Setup, program: cl_program, name: &str) -> i32 {
    let kernel = kernel_of(program, name).unwrap();
    let buffer = setup.buffer(&[0_i32; 16]);
    assert_eq!(set(kernel, 0, buffer), 0);
    assert_eq!(setup.launch(kernel, 16), 0);
    let result = setup.read::<i32>(buffer, 16)[3];
    assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    result
}

/// A callback that keeps the build's status where `user_data` points; it starts as [`WAITING`].
unsafe extern "C" fn keep_status(program: cl_program, user_data: *mut c_void) {
    let status =
        info!(clGetProgramBuildInfo(program, crate::setup::device(), CL_PROGRAM_BUILD_STATUS) as cl_int);
    // SAFETY: tests pass a place like this, and wait for it.
    unsafe { &*user_data.cast::<AtomicI32>() }.store(status.unwrap_or(WAITING - 1), Ordering::SeqCst);
}

const WAITING: i32 = 1000;

fn await_status(place: &AtomicI32) -> i32 {
    let start = Instant::now();
    while place.load(Ordering::SeqCst) == WAITING {
        assert!(start.elapsed() < Duration::from_secs(20), "the callback never came");
        std::thread::sleep(Duration::from_micros(100));
    }
    place.load(Ordering::SeqCst)
}

const TWO: &str = "kernel void two(global int *p) { p[get_global_id(0)] = 2; }";

trials! {
    /// "CL_INVALID_OPERATION if no devices in the context associated with program support destructors for program scope global
    /// variables."
    fn release_callbacks_are_refused() {
        unsafe extern "C" fn gone(_: cl_program, _: *mut c_void) {}
        let setup = Setup::new();
        let program = setup.program("kernel void k() {}");
        assert_eq!(cl!(clSetProgramReleaseCallback(program, Some(gone), null_mut())), CL_INVALID_OPERATION);
        assert_eq!(cl!(clReleaseProgram(program)), 0);
        assert_eq!(cl!(clSetProgramReleaseCallback(program, Some(gone), null_mut())), CL_INVALID_PROGRAM);
    }
    fn life_of_a_program() {
        let setup = Setup::new();
        let text = format!("{TWO} kernel void other(global const float4 *v, constant int *w) {{ }}");
        let program = setup.source(&text);
        assert_eq!(text!(clGetProgramInfo(program, CL_PROGRAM_SOURCE)), Ok(text));
        assert_eq!(status(&setup, program), CL_BUILD_NONE);
        assert_eq!(kind(&setup, program), CL_PROGRAM_BINARY_TYPE_NONE);
        assert_eq!(info!(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS) as usize), Err(CL_INVALID_PROGRAM_EXECUTABLE));
        assert_eq!(kernel_of(program, "two"), Err(CL_INVALID_PROGRAM_EXECUTABLE));
        assert_eq!(info!(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES) as usize), Ok(0));
        assert_eq!(cl!(clBuildProgram(program, 1, null(), null(), None, null_mut())), CL_INVALID_VALUE);
        assert_eq!(cl!(clBuildProgram(program, 0, &setup.device, null(), None, null_mut())), CL_INVALID_VALUE);
        assert_eq!(cl!(clBuildProgram(program, 0, null(), null(), None, pointer(&0))), CL_INVALID_VALUE);
        assert_eq!(build(program, "-cl-mad-enabel"), CL_INVALID_BUILD_OPTIONS);
        assert!(setup.log(program).contains("-cl-mad-enabel"), "{}", setup.log(program));
        let place = AtomicI32::new(WAITING);
        let options = c"-cl-std=CL1.2";
        assert_eq!(cl!(clBuildProgram(program, 0, null(), options.as_ptr(), Some(keep_status), pointer(&place))), 0);
        assert_eq!(await_status(&place), CL_BUILD_SUCCESS as cl_int);
        assert_eq!(kind(&setup, program), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
        assert_eq!(text!(clGetProgramBuildInfo(program, setup.device, CL_PROGRAM_BUILD_OPTIONS)).as_deref(), Ok("-cl-std=CL1.2"));
        assert_eq!(info!(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS) as usize), Ok(2));
        assert_eq!(text!(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES)).as_deref(), Ok("two;other"));
        assert_eq!(kernel_of(program, "none"), Err(CL_INVALID_KERNEL_NAME));
        assert_eq!(create!(clCreateKernel(program, null())), Err(CL_INVALID_VALUE));
        // "CL_INVALID_OPERATION if there are kernel objects attached to program."
        let kernel = kernel_of(program, "two").unwrap();
        assert_eq!(build(program, ""), CL_INVALID_OPERATION);
        assert_eq!(cl!(clCompileProgram(program, 0, null(), null(), 0, null(), null_mut(), None, null_mut())), CL_INVALID_OPERATION);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        assert_eq!(build(program, ""), 0);
        assert_eq!(run(&setup, program, "two"), 2);
        release(program);
    }
    fn sources_that_are_none() {
        let setup = Setup::new();
        let mut text = c"kernel void k() {}".as_ptr();
        let make = |count, texts| create!(clCreateProgramWithSource(setup.context, count, texts, null()));
        assert_eq!(make(0, &mut text), Err(CL_INVALID_VALUE));
        assert_eq!(make(1, null_mut()), Err(CL_INVALID_VALUE));
        assert_eq!(make(1, &mut null()), Err(CL_INVALID_VALUE));
        assert_eq!(create!(clCreateProgramWithBuiltInKernels(setup.context, 1, &setup.device, c"a".as_ptr())), Err(CL_INVALID_VALUE));
        // "CL_INVALID_OPERATION if no devices in context support intermediate language programs."
        assert_eq!(create!(clCreateProgramWithIL(setup.context, text.cast(), 4)), Err(CL_INVALID_OPERATION));
    }
    /// Several texts are one, and lengths count.
    fn sources_in_pieces() {
        let setup = Setup::new();
        let pieces = [c"kernel void k(global int *p) XX".as_ptr(), c"{ p[get_global_id(0)]".as_ptr(), c" = 5; }".as_ptr()];
        let lengths = [29, 0, 7];
        let program = create!(clCreateProgramWithSource(setup.context, 3, pieces.as_ptr().cast_mut(), lengths.as_ptr())).unwrap();
        assert_eq!(build(program, ""), 0, "{}", setup.log(program));
        assert_eq!(run(&setup, program, "k"), 5);
        release(program);
    }
    /// The log names the place in the program's text, is the same every time, and has no path of this machine.
    fn logs() {
        let setup = Setup::new();
        let text = "kernel void f(global int *o)\n{\n    int4 v = o[0];\n    o[1] = v.q + undefined_name;\n}\n";
        let logs = [0, 1].map(|_| {
            let program = setup.source(text);
            assert_eq!(build(program, ""), CL_BUILD_PROGRAM_FAILURE);
            assert_eq!(status(&setup, program), CL_BUILD_ERROR);
            let log = setup.log(program);
            let place = AtomicI32::new(WAITING);
            assert_eq!(cl!(clBuildProgram(program, 0, null(), null(), Some(keep_status), pointer(&place))), 0);
            assert_eq!(await_status(&place), CL_BUILD_ERROR);
            release(program);
            log
        });
        assert_eq!(logs[0], logs[1]);
        assert!(logs[0].contains(":4:14: error"), "{}", logs[0]);
        assert!(logs[0].contains("undefined_name"), "{}", logs[0]);
        assert!(!logs[0].contains("/tmp") && !logs[0].contains("cache"), "{}", logs[0]);
    }
    fn binaries() {
        let setup = Setup::new();
        let program = setup.program(TWO);
        let mut bytes = binary(program);
        release(program);
        let loaded = from_binary(&setup, &bytes).unwrap();
        assert_eq!((status(&setup, loaded), kind(&setup, loaded)), (CL_BUILD_NONE, CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
        assert_eq!(kernel_of(loaded, "two"), Err(CL_INVALID_PROGRAM_EXECUTABLE));
        // "CL_INVALID_OPERATION if ... program was created with ... a binary", for compiling.
        assert_eq!(cl!(clCompileProgram(loaded, 0, null(), null(), 0, null(), null_mut(), None, null_mut())), CL_INVALID_OPERATION);
        // "CL_INVALID_BUILD_OPTIONS if the build options specified by options are invalid."
        assert_eq!(build(loaded, "-no-such-option"), CL_INVALID_BUILD_OPTIONS);
        assert_eq!(build(loaded, ""), 0, "{}", setup.log(loaded));
        assert_eq!(run(&setup, loaded, "two"), 2);
        release(loaded);
        // Whatever is done to it, it is refused; at every 97th byte, and at every length.
        for at in (0..bytes.len()).step_by(97) {
            bytes[at] ^= 1;
            assert_eq!(from_binary(&setup, &bytes), Err(CL_INVALID_BINARY), "byte {at} of {} changed", bytes.len());
            bytes[at] ^= 1;
        }
        for length in (1..bytes.len()).step_by(101) {
            assert_eq!(from_binary(&setup, &bytes[..length]), Err(CL_INVALID_BINARY), "{length} of {} bytes", bytes.len());
        }
        assert_eq!(from_binary(&setup, b"\x7fELF and nothing else"), Err(CL_INVALID_BINARY));
        assert_eq!(from_binary(&setup, &[]), Err(CL_INVALID_VALUE));
    }
    fn compile_and_link() {
        let setup = Setup::new();
        let header = setup.source(
            "#ifndef H\n#define H\ntypedef struct { int a; int b[3]; } pair; pair make(int a); int add(pair p, int x); extern constant int table[];\n#endif\n",
        );
        let headers = [(header, c"my/h.h")];
        let user = compile(&setup, "#include \"my/h.h\"\n#include <my/h.h>\nkernel void use(global int *p) { int i = get_global_id(0); pair q = make(i); p[i] = add(q, q.a) + table[2] + q.b[1]; }", &headers);
        let makes = compile(&setup, "#include \"my/h.h\"\nstatic int helper(int x) { return x * 10; }\nconstant int table[] = {100, 200, 300}; pair make(int a) { pair p; p.a = a; p.b[0] = 1; p.b[1] = helper(a); p.b[2] = 3; return p; }", &headers);
        let adds = compile(&setup, "#include \"my/h.h\"\nstatic int helper(int x) { return x + 1; }\nint add(pair p, int x) { p.a = helper(p.a); return p.a + x; }", &headers);
        let expected = 3 + 1 + 3 + 300 + 30;
        assert_eq!(kernel_of(user, "use"), Err(CL_INVALID_PROGRAM_EXECUTABLE));
        let name = c"my/h.h".as_ptr();
        assert_eq!(cl!(clCompileProgram(user, 0, null(), null(), 1, null(), &mut { name }, None, null_mut())), CL_INVALID_VALUE);
        let (whole, code) = link(&setup, c"", &[user, makes, adds]);
        assert_eq!((code, kind(&setup, whole)), (0, CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
        assert_eq!(run(&setup, whole, "use"), expected);
        assert_eq!(build(whole, ""), CL_INVALID_OPERATION);
        // A library, and objects and libraries through binaries.
        let (library, code) = link(&setup, c"-create-library -enable-link-options", &[makes, adds]);
        assert_eq!((code, kind(&setup, library)), (0, CL_PROGRAM_BINARY_TYPE_LIBRARY));
        let library_again = from_binary(&setup, &binary(library)).unwrap();
        assert_eq!(kind(&setup, library_again), CL_PROGRAM_BINARY_TYPE_LIBRARY);
        let user_again = from_binary(&setup, &binary(user)).unwrap();
        assert_eq!(kind(&setup, user_again), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
        assert_eq!(build(user_again, ""), CL_INVALID_BINARY);
        let (second, code) = link(&setup, c"-cl-fast-relaxed-math", &[user_again, library_again]);
        assert_eq!(code, 0, "{}", setup.log(second));
        assert_eq!(run(&setup, second, "use"), expected);
        let third = from_binary(&setup, &binary(second)).unwrap();
        assert_eq!(build(third, ""), 0);
        assert_eq!(run(&setup, third, "use"), expected);
        // What is missing or there twice is named.
        let (failed, code) = link(&setup, c"", &[user]);
        assert_eq!(code, CL_LINK_PROGRAM_FAILURE);
        assert!(setup.log(failed).contains("make"), "{}", setup.log(failed));
        let (twice, code) = link(&setup, c"", &[makes, user, makes]);
        assert_eq!(code, CL_LINK_PROGRAM_FAILURE);
        assert!(setup.log(twice).contains("make"), "{}", setup.log(twice));
        assert_eq!(link(&setup, c"-O3", &[user]), (null_mut(), CL_INVALID_LINKER_OPTIONS));
        assert_eq!(link(&setup, c"", &[]), (null_mut(), CL_INVALID_VALUE));
        assert_eq!(link(&setup, c"", &[header]), (null_mut(), CL_INVALID_OPERATION));
        for program in [header, user, makes, adds, whole, library, library_again, user_again, second, third, failed, twice] {
            release(program);
        }
    }
    /// Objects share program-scope variables, and overloads find each other.
    fn linked_globals() {
        let setup = Setup::new();
        let one = compile(&setup, "extern global int counter; int f(float) __attribute__((overloadable)); int f(int) __attribute__((overloadable)); kernel void g(global int *p) { atomic_inc(&counter); p[get_global_id(0)] = f(1) * 10 + f(1.0f); }", &[]);
        let two = compile(&setup, "global int counter = 5; global int *where = &counter; int __attribute__((overloadable)) f(int x) { return 7; } int __attribute__((overloadable)) f(float x) { return 8; } kernel void get(global int *p) { p[get_global_id(0)] = *where; }", &[]);
        let (whole, code) = link(&setup, c"", &[one, two]);
        assert_eq!(code, 0, "{}", setup.log(whole));
        assert_eq!(run(&setup, whole, "g"), 78);
        assert_eq!(run(&setup, whole, "get"), 21);
        for program in [one, two, whole] {
            release(program);
        }
    }
    fn builds_on_several_threads() {
        let setup = Setup::new();
        let setup = &Shared(&setup);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    let setup = setup.0;
                    for round in 0..4 {
                        let value = thread * 100 + round;
                        let program = setup.program(&format!("kernel void k(global int *p) {{ p[get_global_id(0)] = {value}; }}"));
                        assert_eq!(run(setup, program, "k"), value);
                        release(program);
                    }
                });
            }
        });
    }
    fn compiler_can_be_unloaded() {
        let setup = Setup::new();
        let platform = crate::setup::platform();
        assert_eq!(cl!(clUnloadPlatformCompiler(platform)), 0);
        release(setup.program(TWO));
    }
}

/// A setup that several threads use: the API allows that for every handle here.
struct Shared<'a>(&'a Setup);
// SAFETY: "All OpenCL API calls are thread-safe" but for the arguments of one kernel; handles are numbers.
unsafe impl Sync for Shared<'_> {}
