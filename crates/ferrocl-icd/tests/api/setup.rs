//! What tests begin with: the device, a context and a queue; and short forms of common calls.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};

use crate::bindings::*;

/// Makes [`libtest_mimic`] trials of functions: `trials! { fn name() { … } }`. A test fails by a panic.
macro_rules! trials {
    ($($(#[$meta:meta])* fn $name:ident() $body:block)*) => {
        pub fn trials() -> Vec<libtest_mimic::Trial> {
            let group = module_path!().rsplit("::").next().unwrap_or_default();
            vec![$(libtest_mimic::Trial::test(format!("{group}/{}", stringify!($name)), || {
                $name();
                Ok(())
            })),*]
        }
        $($(#[$meta])* fn $name() $body)*
    };
}

/// Calls a function of an extension.
macro_rules! call {
    ($function:expr, $($argument:expr),* $(,)?) => {{
        let function = $function;
        // SAFETY: as `cl!` has it.
        #[allow(unused_unsafe)]
        unsafe { function($($argument),*) }
    }};
}

/// The value of an information query, or its error: `info!(clGetMemObjectInfo(mem, CL_MEM_SIZE) as usize)`.
macro_rules! info {
    ($name:ident($($argument:expr),*) as $ty:ty) => {
        $crate::setup::value::<$ty>(|size, place, needed| cl!($name($($argument,)* size, place, needed)))
    };
}

/// The bytes of an answer of any length, or the error.
macro_rules! bytes {
    ($name:ident($($argument:expr),*)) => {
        $crate::setup::whole(|size, place, needed| cl!($name($($argument,)* size, place, needed)))
    };
}

/// The text of an answer, without its terminating zero.
macro_rules! text {
    ($name:ident($($argument:expr),*)) => {
        bytes!($name($($argument),*)).map($crate::setup::as_text)
    };
}

/// What creates an object: the object or the error.
macro_rules! create {
    ($name:ident($($argument:expr),* $(,)?)) => {
        $crate::setup::created(|code| cl!($name($($argument,)* code)))
    };
}

/// The answer to a query, which must be exactly as large as its type.
pub fn value<T: Copy>(query: impl Fn(usize, *mut c_void, *mut usize) -> cl_int) -> Result<T, cl_int> {
    let mut place = std::mem::MaybeUninit::<T>::uninit();
    let mut size = 0;
    match query(size_of::<T>(), place.as_mut_ptr().cast(), &mut size) {
        0 => {
            assert_eq!(size, size_of::<T>(), "the size of the answer");
            // SAFETY: the driver has filled it, and tests ask for plain numbers and handles.
            Ok(unsafe { place.assume_init() })
        }
        code => Err(code),
    }
}

/// The whole answer to a query.
pub fn whole(query: impl Fn(usize, *mut c_void, *mut usize) -> cl_int) -> Result<Vec<u8>, cl_int> {
    let mut size = 0;
    match query(0, null_mut(), &mut size) {
        0 => {}
        code => return Err(code),
    }
    let mut place = vec![0; size];
    match query(size, place.as_mut_ptr().cast(), null_mut()) {
        0 => {}
        code => return Err(code),
    }
    Ok(place)
}

/// An answer as text.
pub fn as_text(mut bytes: Vec<u8>) -> String {
    assert_eq!(bytes.pop(), Some(0), "a text ends with a zero");
    String::from_utf8(bytes).expect("texts are UTF-8")
}

/// Runs a creating call: there is an object exactly where the code is `CL_SUCCESS`.
pub fn created<T>(make: impl FnOnce(*mut cl_int) -> *mut T) -> Result<*mut T, cl_int> {
    let mut code = 99;
    let object = make(&mut code);
    assert_eq!(object.is_null(), code != 0, "an object or an error, not both (error {code})");
    if code == 0 { Ok(object) } else { Err(code) }
}

/// A function of an extension.
pub fn extension<T: Copy>(name: &CStr) -> T {
    let address = cl!(clGetExtensionFunctionAddressForPlatform(platform(), name.as_ptr()));
    assert!(!address.is_null(), "{name:?}");
    const { assert!(size_of::<T>() == size_of::<*mut c_void>()) };
    // SAFETY: an address of a function, and the extension's page gives its type.
    unsafe { std::mem::transmute_copy(&address) }
}

/// The platform: there is one in the folder that the loader looks in.
pub fn platform() -> cl_platform_id {
    let (mut platform, mut count) = (null_mut(), 0);
    assert_eq!(cl!(clGetPlatformIDs(1, &mut platform, &mut count)), 0);
    assert_eq!(count, 1);
    platform
}

/// The platform's device.
pub fn device() -> cl_device_id {
    let mut device = null_mut();
    assert_eq!(cl!(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL.into(), 1, &mut device, null_mut())), 0);
    device
}

fn queue(context: cl_context, device: cl_device_id, properties: u32) -> cl_command_queue {
    let properties = [u64::from(CL_QUEUE_PROPERTIES), properties.into(), 0];
    create!(clCreateCommandQueueWithProperties(context, device, properties.as_ptr())).unwrap()
}

/// A device, a context of it and an in-order queue that takes times.
pub struct Setup {
    pub device: cl_device_id,
    pub context: cl_context,
    pub queue: cl_command_queue,
}

impl Setup {
    /// A context of its own.
    pub fn new() -> Setup {
        let device = device();
        let context = create!(clCreateContext(null(), 1, &device, None, null_mut())).unwrap();
        let queue = queue(context, device, CL_QUEUE_PROFILING_ENABLE);
        Setup { device, context, queue }
    }
    /// A queue with properties.
    pub fn queue_with(&self, properties: u32) -> cl_command_queue {
        queue(self.context, self.device, properties)
    }
    /// A buffer, or why there is none.
    pub fn try_buffer(&self, flags: u32, size: usize, host: *mut c_void) -> Result<cl_mem, cl_int> {
        create!(clCreateBuffer(self.context, flags.into(), size, host))
    }
    /// A buffer that holds these.
    pub fn buffer<T: Copy>(&self, data: &[T]) -> cl_mem {
        let host = data.as_ptr().cast_mut().cast();
        self.try_buffer(CL_MEM_COPY_HOST_PTR, size_of_val(data), host).unwrap()
    }
    /// What a buffer holds from its start.
    pub fn read<T: Copy + Default>(&self, buffer: cl_mem, count: usize) -> Vec<T> {
        let mut data = vec![T::default(); count];
        let (size, place) = (size_of::<T>() * count, data.as_mut_ptr().cast());
        assert_eq!(cl!(clEnqueueReadBuffer(self.queue, buffer, 1, 0, size, place, 0, null(), null_mut())), 0);
        data
    }
    /// A program of one text, not built.
    pub fn source(&self, text: &str) -> cl_program {
        let (start, length) = (text.as_ptr().cast::<c_char>(), text.len());
        create!(clCreateProgramWithSource(self.context, 1, &mut { start }, &length)).unwrap()
    }
    /// A program, built.
    pub fn program(&self, text: &str) -> cl_program {
        let program = self.source(text);
        assert_eq!(build(program, ""), 0, "{}", self.log(program));
        program
    }
    /// A kernel of a program of its own.
    pub fn kernel(&self, text: &str) -> cl_kernel {
        let program = self.program(text);
        let mut kernel = null_mut();
        assert_eq!(cl!(clCreateKernelsInProgram(program, 1, &mut kernel, null_mut())), 0);
        assert_eq!(cl!(clReleaseProgram(program)), 0);
        kernel
    }
    /// The log of a program's last build.
    pub fn log(&self, program: cl_program) -> String {
        text!(clGetProgramBuildInfo(program, self.device, CL_PROGRAM_BUILD_LOG)).unwrap()
    }
    /// Puts a one-dimensional launch into the queue.
    pub fn launch(&self, kernel: cl_kernel, items: usize) -> cl_int {
        cl!(clEnqueueNDRangeKernel(self.queue, kernel, 1, null(), &items, null(), 0, null(), null_mut()))
    }
}

impl Drop for Setup {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(cl!(clReleaseCommandQueue(self.queue)), 0);
            assert_eq!(cl!(clReleaseContext(self.context)), 0);
        }
    }
}

/// Builds for every device.
pub fn build(program: cl_program, options: &str) -> cl_int {
    let options = CString::new(options).expect("options hold no zero");
    cl!(clBuildProgram(program, 0, null(), options.as_ptr(), None, null_mut()))
}

/// A kernel by name.
pub fn kernel_of(program: cl_program, name: &str) -> Result<cl_kernel, cl_int> {
    let name = CString::new(name).expect("names hold no zero");
    create!(clCreateKernel(program, name.as_ptr()))
}

/// Sets an argument to a value.
pub fn set<T>(kernel: cl_kernel, index: cl_uint, value: T) -> cl_int {
    cl!(clSetKernelArg(kernel, index, size_of::<T>(), (&raw const value).cast()))
}

/// An address as `args` and `user_data` take it.
pub fn pointer<T>(value: &T) -> *mut c_void {
    std::ptr::from_ref(value).cast_mut().cast()
}
