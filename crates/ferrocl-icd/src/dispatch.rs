//! The dispatch table, through which the loader calls the driver, and the functions that are asked for by name.

use std::ffi::{c_char, c_void};

use crate::bindings::{_cl_icd_dispatch, cl_int, cl_platform_id, cl_uint};
use crate::enqueue::{buffers, images, kernels, svm as svm_commands, sync, usm as usm_commands};
use crate::{
    buffer, command_buffer, command_buffer_record, context, device, dispatch, event, image, image_format,
    kernel, kernel_arguments, kernel_info, memory, pipe, platform, program, program_build, program_info,
    queue, raw, sampler, semaphore, svm, usm,
};

/// The loader's table of entry points, in the order that the `cl_khr_icd` extension fixes.
pub(crate) struct Dispatch(#[expect(dead_code, reason = "only the loader reads it")] _cl_icd_dispatch);

// SAFETY: it holds the addresses of functions, and never changes.
unsafe impl Sync for Dispatch {}

macro_rules! dispatch {
    (present { $($module:ident { $($name:ident)* })* } absent { $($absent:ident)* } foreign { $($foreign:ident)* }) => {
        /// The one table.
        pub(crate) static DISPATCH: Dispatch = Dispatch(_cl_icd_dispatch {
            $($($name: Some($module::$name),)*)*
            $($absent: None,)*
            $($foreign: std::ptr::null_mut(),)*
        });
        /// The address of an entry point of the table.
        fn in_table(name: &str) -> Option<*const ()> {
            match name {
                $($(stringify!($name) => Some($module::$name as *const ()),)*)*
                _ => None,
            }
        }
    };
}

macro_rules! extensions {
    ($($module:ident { $($name:ident)* })*) => {
        /// The address of an extension's function.
        fn of_extension(name: &str) -> Option<*const ()> {
            match name {
                $($(stringify!($name) => Some($module::$name as *const ()),)*)*
                // `cl_khr_create_command_queue`: the same as what became part of OpenCL 2.0.
                "clCreateCommandQueueWithPropertiesKHR" => {
                    Some(queue::clCreateCommandQueueWithProperties as *const ())
                }
                _ => None,
            }
        }
    };
}

extensions! {
    dispatch { clIcdGetPlatformIDsKHR }
    usm { clHostMemAllocINTEL clDeviceMemAllocINTEL clSharedMemAllocINTEL clMemFreeINTEL clMemBlockingFreeINTEL
        clGetMemAllocInfoINTEL }
    usm_commands { clEnqueueMemFillINTEL clEnqueueMemsetINTEL clEnqueueMemcpyINTEL clEnqueueMigrateMemINTEL
        clEnqueueMemAdviseINTEL }
    kernel_arguments { clSetKernelArgMemPointerINTEL clSetKernelArgDevicePointerEXT }
    kernels { clGetKernelSuggestedLocalWorkSizeKHR }
    command_buffer { clCreateCommandBufferKHR clRetainCommandBufferKHR clReleaseCommandBufferKHR
        clFinalizeCommandBufferKHR clEnqueueCommandBufferKHR clGetCommandBufferInfoKHR }
    command_buffer_record { clCommandBarrierWithWaitListKHR clCommandCopyBufferKHR
        clCommandCopyBufferRectKHR clCommandFillBufferKHR clCommandCopyImageKHR
        clCommandCopyBufferToImageKHR clCommandCopyImageToBufferKHR clCommandFillImageKHR
        clCommandNDRangeKernelKHR clCommandSVMMemcpyKHR clCommandSVMMemFillKHR }
    semaphore { clCreateSemaphoreWithPropertiesKHR clEnqueueWaitSemaphoresKHR
        clEnqueueSignalSemaphoresKHR clGetSemaphoreInfoKHR clGetSemaphoreHandleForTypeKHR clRetainSemaphoreKHR clReleaseSemaphoreKHR }
}

dispatch! {
    present {
    dispatch { clGetExtensionFunctionAddress }
    platform { clGetPlatformIDs clGetPlatformInfo clGetDeviceIDs clGetExtensionFunctionAddressForPlatform }
    device { clGetDeviceInfo clCreateSubDevices clRetainDevice clReleaseDevice clGetDeviceAndHostTimer clGetHostTimer }
    context { clCreateContext clCreateContextFromType clRetainContext clReleaseContext clGetContextInfo
        clSetContextDestructorCallback }
    queue { clCreateCommandQueueWithProperties clCreateCommandQueue clRetainCommandQueue clReleaseCommandQueue
        clGetCommandQueueInfo clSetCommandQueueProperty clSetDefaultDeviceCommandQueue clFlush clFinish }
    event { clCreateUserEvent clSetUserEventStatus clWaitForEvents clGetEventInfo clSetEventCallback clRetainEvent
        clReleaseEvent clGetEventProfilingInfo }
    sync { clEnqueueMarkerWithWaitList clEnqueueBarrierWithWaitList clEnqueueMarker clEnqueueBarrier
        clEnqueueWaitForEvents }
    kernels { clEnqueueNDRangeKernel clEnqueueTask clEnqueueNativeKernel }
    buffers { clEnqueueReadBuffer clEnqueueWriteBuffer clEnqueueReadBufferRect clEnqueueWriteBufferRect
        clEnqueueCopyBuffer clEnqueueCopyBufferRect clEnqueueFillBuffer clEnqueueMapBuffer
        clEnqueueUnmapMemObject clEnqueueMigrateMemObjects }
    images { clEnqueueReadImage clEnqueueWriteImage clEnqueueCopyImage clEnqueueCopyImageToBuffer
        clEnqueueCopyBufferToImage clEnqueueFillImage clEnqueueMapImage }
    svm_commands { clEnqueueSVMFree clEnqueueSVMMemcpy clEnqueueSVMMemFill clEnqueueSVMMap clEnqueueSVMUnmap
        clEnqueueSVMMigrateMem }
    memory { clRetainMemObject clReleaseMemObject clSetMemObjectDestructorCallback clGetMemObjectInfo }
    buffer { clCreateBuffer clCreateBufferWithProperties clCreateSubBuffer }
    image { clCreateImage clCreateImageWithProperties clCreateImage2D clCreateImage3D clGetImageInfo }
    image_format { clGetSupportedImageFormats }
    sampler { clCreateSampler clCreateSamplerWithProperties clRetainSampler clReleaseSampler clGetSamplerInfo }
    pipe { clCreatePipe clGetPipeInfo }
    svm { clSVMAlloc clSVMFree }
    program { clCreateProgramWithSource clCreateProgramWithBinary clCreateProgramWithIL
        clCreateProgramWithBuiltInKernels clRetainProgram clReleaseProgram clSetProgramReleaseCallback
        clSetProgramSpecializationConstant }
    program_build { clBuildProgram clCompileProgram clLinkProgram clUnloadPlatformCompiler clUnloadCompiler
        }
    program_info { clGetProgramInfo clGetProgramBuildInfo }
    kernel { clCreateKernel clCreateKernelsInProgram clRetainKernel clReleaseKernel clCloneKernel
        clSetKernelExecInfo }
    kernel_arguments { clSetKernelArg clSetKernelArgSVMPointer }
    kernel_info { clGetKernelInfo clGetKernelWorkGroupInfo clGetKernelSubGroupInfo
        clGetKernelSubGroupInfoKHR clGetKernelArgInfo }
    }
    absent { clCreateFromGLBuffer clCreateFromGLTexture2D clCreateFromGLTexture3D clCreateFromGLRenderbuffer
        clGetGLObjectInfo clGetGLTextureInfo clEnqueueAcquireGLObjects clEnqueueReleaseGLObjects
        clGetGLContextInfoKHR clCreateSubDevicesEXT clRetainDeviceEXT clReleaseDeviceEXT
        clCreateEventFromGLsyncKHR clCreateFromGLTexture clCreateFromEGLImageKHR
        clEnqueueAcquireEGLObjectsKHR clEnqueueReleaseEGLObjectsKHR clCreateEventFromEGLSyncKHR }
    foreign { clGetDeviceIDsFromD3D10KHR clCreateFromD3D10BufferKHR clCreateFromD3D10Texture2DKHR
        clCreateFromD3D10Texture3DKHR clEnqueueAcquireD3D10ObjectsKHR clEnqueueReleaseD3D10ObjectsKHR
        clGetDeviceIDsFromD3D11KHR clCreateFromD3D11BufferKHR clCreateFromD3D11Texture2DKHR
        clCreateFromD3D11Texture3DKHR clCreateFromDX9MediaSurfaceKHR clEnqueueAcquireD3D11ObjectsKHR
        clEnqueueReleaseD3D11ObjectsKHR clGetDeviceIDsFromDX9MediaAdapterKHR
        clEnqueueAcquireDX9MediaSurfacesKHR clEnqueueReleaseDX9MediaSurfacesKHR }
}

/// The address of an extension's function, or of any entry point, by name; null where there is none.
///
/// # Safety
/// The name is null or ends with a zero.
pub(crate) unsafe fn address_of(name: *const c_char) -> *mut c_void {
    // SAFETY: the caller vouches for it.
    let name = unsafe { raw::text(name) }.unwrap_or_default();
    let address = of_extension(&name).or_else(|| in_table(&name));
    address.map_or(std::ptr::null_mut(), |address| address.cast_mut().cast())
}

/// What the loader looks up in the library: `cl_khr_icd`, "New Commands".
///
/// # Safety
/// As `clGetPlatformIDs` has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clIcdGetPlatformIDsKHR(
    num_entries: cl_uint,
    platforms: *mut cl_platform_id,
    num_platforms: *mut cl_uint,
) -> cl_int {
    // SAFETY: the same contract.
    unsafe { platform::clGetPlatformIDs(num_entries, platforms, num_platforms) }
}

/// What the loader looks up in the library, to find `clIcdGetPlatformIDsKHR` and extensions' functions.
///
/// # Safety
/// The name is null or ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clGetExtensionFunctionAddress(func_name: *const c_char) -> *mut c_void {
    // SAFETY: the same contract.
    unsafe { address_of(func_name) }
}
