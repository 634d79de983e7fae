//! The system's loader, and its functions by name.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use libloading::Library;

use crate::bindings::_cl_icd_dispatch;

/// Names of the loader's library, the one with its version first.
const NAMES: &[&str] =
    &["libOpenCL.so.1", "libOpenCL.so", "OpenCL.dll", "/System/Library/Frameworks/OpenCL.framework/OpenCL"];

/// The folder for what tests write; it is this process's or its parent's.
pub fn scratch() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER
        .get_or_init(|| {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("api-{}", std::process::id()));
            std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
            folder
        })
        .clone()
}

/// The driver: cargo puts a package's library beside its tests.
pub fn driver() -> PathBuf {
    let test = std::env::current_exe().expect("this program has a path");
    let library = test.parent().expect("it lies in a folder").join("libferrocl.so");
    assert!(library.exists(), "{} is not built", library.display());
    library
}

/// Points the loader to the driver, and the driver to a cache of its own. A process that a test started has it from there.
pub fn prepare() {
    if std::env::var_os("FERROCL_API_TEST").is_some() {
        return;
    }
    let folder = scratch();
    let vendors = folder.join("vendors");
    std::fs::create_dir_all(&vendors).expect("the folder for temporary files is writable");
    std::fs::write(vendors.join("ferrocl.icd"), driver().display().to_string())
        .expect("so is a folder in it");
    // SAFETY: there is no other thread yet.
    unsafe {
        std::env::set_var("FERROCL_API_TEST", "1");
        std::env::set_var("OCL_ICD_VENDORS", &vendors);
        std::env::set_var("FERROCL_CACHE_DIR", folder.join("cache"));
    }
}

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        // SAFETY: loaders do nothing when they are loaded.
        NAMES.iter().find_map(|&name| unsafe { Library::new(name) }.ok()).expect(
            "no OpenCL loader is installed; `cargo xtask setup` installs it, or by hand, for example on Debian: apt install ocl-icd-libopencl1",
        )
    })
}

/// A function of the loader, as the table of entry points holds it: `None` where the loader has none.
fn function<T: Copy>(name: &str) -> T {
    const { assert!(size_of::<T>() == size_of::<Option<fn()>>()) };
    // SAFETY: only the address is taken here.
    let found = unsafe { library().get::<unsafe extern "C" fn()>(name.as_bytes()) };
    let address: Option<unsafe extern "C" fn()> = found.ok().map(|symbol| *symbol);
    // SAFETY: `T` is the type that the headers give the function of this name, and of the same size as any function's.
    unsafe { std::mem::transmute_copy(&address) }
}

macro_rules! table {
    ($($name:ident)*) => {
        /// The loader's functions.
        pub fn table() -> &'static _cl_icd_dispatch {
            static TABLE: OnceLock<Functions> = OnceLock::new();
            &TABLE.get_or_init(|| {
                // SAFETY: every field is an address or none, and zero is none.
                let mut table: _cl_icd_dispatch = unsafe { std::mem::zeroed() };
                $(table.$name = function(stringify!($name));)*
                Functions(table)
            }).0
        }
    };
}

struct Functions(_cl_icd_dispatch);

// SAFETY: addresses of functions that any thread may call.
unsafe impl Send for Functions {}
// SAFETY: as above; nothing changes them.
unsafe impl Sync for Functions {}

table! {
    clGetExtensionFunctionAddress clGetPlatformIDs clGetPlatformInfo clGetDeviceIDs
    clGetExtensionFunctionAddressForPlatform clGetDeviceInfo clCreateSubDevices clRetainDevice clReleaseDevice
    clGetDeviceAndHostTimer clGetHostTimer clCreateContext clCreateContextFromType clRetainContext
    clReleaseContext clGetContextInfo clSetContextDestructorCallback clCreateCommandQueueWithProperties
    clCreateCommandQueue clRetainCommandQueue clReleaseCommandQueue clGetCommandQueueInfo
    clSetDefaultDeviceCommandQueue clFlush clFinish clCreateUserEvent clSetUserEventStatus clWaitForEvents
    clGetEventInfo clSetEventCallback clRetainEvent clReleaseEvent clGetEventProfilingInfo
    clEnqueueMarkerWithWaitList clEnqueueBarrierWithWaitList clEnqueueMarker clEnqueueBarrier
    clEnqueueWaitForEvents clEnqueueNDRangeKernel clEnqueueTask clEnqueueNativeKernel clEnqueueReadBuffer
    clEnqueueWriteBuffer clEnqueueReadBufferRect clEnqueueWriteBufferRect clEnqueueCopyBuffer
    clEnqueueCopyBufferRect clEnqueueFillBuffer clEnqueueMapBuffer clEnqueueUnmapMemObject
    clEnqueueMigrateMemObjects clEnqueueReadImage clEnqueueWriteImage clEnqueueCopyImage
    clEnqueueCopyImageToBuffer clEnqueueCopyBufferToImage clEnqueueFillImage clEnqueueMapImage clEnqueueSVMFree
    clEnqueueSVMMemcpy clEnqueueSVMMemFill clEnqueueSVMMap clEnqueueSVMUnmap clEnqueueSVMMigrateMem
    clRetainMemObject clReleaseMemObject clSetMemObjectDestructorCallback clGetMemObjectInfo clCreateBuffer
    clCreateBufferWithProperties clCreateSubBuffer clCreateImage clCreateImageWithProperties clCreateImage2D
    clCreateImage3D clGetImageInfo clGetSupportedImageFormats clCreateSampler clCreateSamplerWithProperties
    clRetainSampler clReleaseSampler clGetSamplerInfo clCreatePipe clGetPipeInfo clSVMAlloc clSVMFree
    clCreateProgramWithSource clCreateProgramWithBinary clCreateProgramWithIL clCreateProgramWithBuiltInKernels
    clRetainProgram clReleaseProgram clSetProgramReleaseCallback clSetProgramSpecializationConstant
    clBuildProgram clCompileProgram clLinkProgram clUnloadPlatformCompiler clUnloadCompiler clGetProgramInfo
    clGetProgramBuildInfo clCreateKernel clCreateKernelsInProgram clRetainKernel clReleaseKernel clCloneKernel
    clSetKernelExecInfo clSetKernelArg clSetKernelArgSVMPointer clGetKernelInfo clGetKernelWorkGroupInfo
    clGetKernelSubGroupInfo clGetKernelArgInfo
}

/// Calls a function of the loader.
macro_rules! cl {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let function = $crate::loader::table().$name.expect("the loader has it");
        // SAFETY: what a test passes is what the call's section asks for, or something that the driver has to tell from it: a
        // handle that is null, freed or of another kind.
        #[allow(unused_unsafe)]
        unsafe { function($($argument),*) }
    }};
}
