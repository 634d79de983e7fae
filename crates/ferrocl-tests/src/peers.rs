//! Other OpenCL implementations, through the loader: the place of this crate for the C interface and its `unsafe`.
//!
//! A [`Peer`] is one device of another implementation, which builds a program and runs its kernel once. The loader (`libOpenCL.so.1`) is
//! loaded when the first peer is asked for, and finds implementations as it does for every program (`OCL_ICD_VENDORS`).
//!
//! What does not live here: what is run and how results are compared ([`crate::programs::check`]). A peer may crash or hang: callers
//! run it in a process of its own.

use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

use ferrocl_ir::image::{ImageKind, sampler};
use ferrocl_syntax::options::Standard;
use libloading::Library;

use crate::programs::content::Content;
use crate::programs::images::ImageForm;

#[allow(clippy::all, missing_docs, non_snake_case, non_camel_case_types, non_upper_case_globals, dead_code)]
#[rustfmt::skip]
#[path = "../../ferrocl-icd/src/bindings.rs"]
mod bindings;

use bindings::*;

/// The loader's library, with its version first.
const NAMES: [&str; 2] = ["libOpenCL.so.1", "libOpenCL.so"];

const SUCCESS: cl_int = CL_SUCCESS as cl_int;

/// One launch of a kernel.
#[derive(Debug, Clone, Copy)]
pub struct Launch<'a> {
    /// The program.
    pub source: &'a str,
    /// How it is built.
    pub options: &'a str,
    /// The kernel's name.
    pub kernel: &'a str,
    /// How many dimensions the launch has.
    pub dimensions: u32,
    /// Work-items.
    pub global: [u64; 3],
    /// Work-items of a group.
    pub local: [u64; 3],
    /// What global ids start from.
    pub offset: [u64; 3],
    /// The arguments.
    pub contents: &'a [Content],
}

/// A device of another implementation.
pub struct Peer {
    functions: &'static Functions,
    device: cl_device_id,
    context: cl_context,
    queue: cl_command_queue,
    /// The platform's name and version.
    pub name: String,
    /// Its extensions.
    pub extensions: Vec<String>,
    /// The newest OpenCL C that it takes.
    pub newest: Standard,
    /// Whether it has the work-group functions of OpenCL C 2.0.
    pub has_collectives: bool,
}

macro_rules! functions {
    ($($name:ident: $ty:ident),* $(,)?) => {
        /// The functions of the loader that are called here.
        #[allow(non_snake_case)]
        struct Functions {
            $($name: $ty,)*
        }
        impl Functions {
            fn load(library: &Library) -> Functions {
                Functions {
                    $($name: {
                        // SAFETY: the type is the one that the headers give the function of this name.
                        let found = unsafe { library.get::<$ty>(stringify!($name).as_bytes()) };
                        found.ok().and_then(|symbol| *symbol)
                    },)*
                }
            }
        }
    };
}

functions! {
    clGetPlatformIDs: cl_api_clGetPlatformIDs,
    clGetPlatformInfo: cl_api_clGetPlatformInfo,
    clGetDeviceIDs: cl_api_clGetDeviceIDs,
    clGetDeviceInfo: cl_api_clGetDeviceInfo,
    clCreateContext: cl_api_clCreateContext,
    clReleaseContext: cl_api_clReleaseContext,
    clCreateCommandQueue: cl_api_clCreateCommandQueue,
    clReleaseCommandQueue: cl_api_clReleaseCommandQueue,
    clCreateBuffer: cl_api_clCreateBuffer,
    clCreateImage: cl_api_clCreateImage,
    clEnqueueReadImage: cl_api_clEnqueueReadImage,
    clCreateSampler: cl_api_clCreateSampler,
    clReleaseSampler: cl_api_clReleaseSampler,
    clReleaseMemObject: cl_api_clReleaseMemObject,
    clCreateProgramWithSource: cl_api_clCreateProgramWithSource,
    clBuildProgram: cl_api_clBuildProgram,
    clGetProgramBuildInfo: cl_api_clGetProgramBuildInfo,
    clReleaseProgram: cl_api_clReleaseProgram,
    clCreateKernel: cl_api_clCreateKernel,
    clReleaseKernel: cl_api_clReleaseKernel,
    clSetKernelArg: cl_api_clSetKernelArg,
    clEnqueueNDRangeKernel: cl_api_clEnqueueNDRangeKernel,
    clEnqueueReadBuffer: cl_api_clEnqueueReadBuffer,
    clFinish: cl_api_clFinish,
}

/// Calls a function of the loader; an error where the loader has none.
macro_rules! call {
    ($functions:expr, $name:ident($($argument:expr),* $(,)?)) => {
        match $functions.$name {
            // SAFETY: the arguments are what the function's section asks for: handles that were made here and not released, and
            // pointers to as many bytes as are said to be there, which outlive the call.
            Some(function) => Ok(unsafe { function($($argument),*) }),
            None => Err(format!("the loader has no {}", stringify!($name))),
        }
    };
}

fn functions() -> Result<&'static Functions, String> {
    static LIBRARY: OnceLock<Option<(Library, Functions)>> = OnceLock::new();
    let loaded = LIBRARY.get_or_init(|| {
        // SAFETY: loaders do nothing when they are loaded.
        let library = NAMES.iter().find_map(|&name| unsafe { Library::new(name) }.ok())?;
        let functions = Functions::load(&library);
        Some((library, functions))
    });
    loaded.as_ref().map(|(_, functions)| functions).ok_or_else(|| format!("there is no {}", NAMES[0]))
}

fn checked(status: cl_int, what: &str) -> Result<(), String> {
    if status == SUCCESS { Ok(()) } else { Err(format!("{what} gives {status}")) }
}

/// A text that a query gives: first its length, then itself.
fn text(
    mut query: impl FnMut(usize, *mut c_void, *mut usize) -> Result<cl_int, String>,
) -> Result<String, String> {
    let mut size = 0;
    checked(query(0, null_mut(), &mut size)?, "a query")?;
    let mut bytes = vec![0u8; size];
    checked(query(size, bytes.as_mut_ptr().cast(), null_mut())?, "a query")?;
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(size);
    Ok(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

/// Releases what was made when it is no longer needed.
struct Guard<F: FnMut()>(F);

impl<F: FnMut()> Drop for Guard<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl Peer {
    /// The first device of the platform whose name contains this, in any case.
    pub fn find(name: &str) -> Result<Peer, String> {
        let functions = functions()?;
        let mut count = 0;
        // A loader without implementations says so by an error.
        call!(functions, clGetPlatformIDs(0, null_mut(), &mut count))?;
        let mut platforms = vec![null_mut(); count as usize];
        if count > 0 {
            let status = call!(functions, clGetPlatformIDs(count, platforms.as_mut_ptr(), null_mut()))?;
            checked(status, "clGetPlatformIDs")?;
        }
        let mut names = Vec::new();
        for platform in platforms {
            let info = |what| {
                text(|size, value, length| {
                    call!(functions, clGetPlatformInfo(platform, what, size, value, length))
                })
            };
            let platform_name = info(CL_PLATFORM_NAME)?;
            if platform_name.to_lowercase().contains(&name.to_lowercase()) {
                return Peer::open(
                    functions,
                    platform,
                    format!("{platform_name} {}", info(CL_PLATFORM_VERSION)?),
                );
            }
            names.push(platform_name);
        }
        Err(format!("the loader knows no platform `{name}`; it knows: {}", names.join(", ")))
    }

    fn open(functions: &'static Functions, platform: cl_platform_id, name: String) -> Result<Peer, String> {
        let mut device = null_mut();
        let all = CL_DEVICE_TYPE_ALL as cl_device_type;
        let status = call!(functions, clGetDeviceIDs(platform, all, 1, &mut device, null_mut()))?;
        checked(status, "clGetDeviceIDs")?;
        let info = |what| {
            text(|size, value, length| call!(functions, clGetDeviceInfo(device, what, size, value, length)))
        };
        let extensions = info(CL_DEVICE_EXTENSIONS)?.split_whitespace().map(str::to_owned).collect();
        let language = info(CL_DEVICE_OPENCL_C_VERSION)?;
        let number = language.trim_start_matches("OpenCL C ").chars().filter(char::is_ascii_digit);
        let newest = match number.take(2).collect::<String>().as_str() {
            "10" => Standard::Cl10,
            "11" => Standard::Cl11,
            "12" => Standard::Cl12,
            "20" => Standard::Cl20,
            "30" => Standard::Cl30,
            "31" => Standard::Cl31,
            _ => return Err(format!("{name} has `{language}`")),
        };
        let mut collectives: cl_bool = 0;
        let place = (&raw mut collectives).cast::<c_void>();
        let what = CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT;
        // Older implementations do not know the question.
        let status =
            call!(functions, clGetDeviceInfo(device, what, size_of::<cl_bool>(), place, null_mut()))?;
        let has_collectives = status == SUCCESS && collectives != 0;
        let mut status = 0;
        let context = call!(functions, clCreateContext(null(), 1, &device, None, null_mut(), &mut status))?;
        checked(status, "clCreateContext")?;
        let queue = call!(functions, clCreateCommandQueue(context, device, 0, &mut status))?;
        checked(status, "clCreateCommandQueue")?;
        Ok(Peer { functions, device, context, queue, name, extensions, newest, has_collectives })
    }

    /// Builds the program and runs the kernel; the buffers' content afterwards.
    pub fn run(&self, launch: &Launch<'_>) -> Result<Vec<Option<Vec<u8>>>, String> {
        let functions = self.functions;
        let source = launch.source.as_ptr().cast::<c_char>();
        let length = launch.source.len();
        let mut status = 0;
        let program = call!(
            functions,
            clCreateProgramWithSource(self.context, 1, &mut source.cast(), &length, &mut status)
        )?;
        checked(status, "clCreateProgramWithSource")?;
        let _program = Guard(|| drop(call!(functions, clReleaseProgram(program))));
        let options = CString::new(launch.options).map_err(|error| error.to_string())?;
        let device = self.device;
        let status =
            call!(functions, clBuildProgram(program, 1, &device, options.as_ptr(), None, null_mut()))?;
        if status != SUCCESS {
            let what = CL_PROGRAM_BUILD_LOG;
            let log = text(|size, value, length| {
                call!(functions, clGetProgramBuildInfo(program, device, what, size, value, length))
            })?;
            return Err(format!("the build gives {status}: {log}"));
        }
        let mut status = 0;
        let kernel_name = CString::new(launch.kernel).map_err(|error| error.to_string())?;
        let kernel = call!(functions, clCreateKernel(program, kernel_name.as_ptr(), &mut status))?;
        checked(status, "clCreateKernel")?;
        let _kernel = Guard(|| drop(call!(functions, clReleaseKernel(kernel))));
        let mut buffers = Vec::new();
        let mut samplers = Vec::new();
        for (index, content) in launch.contents.iter().enumerate() {
            let index = index as cl_uint;
            let mut made = None;
            let set = |size, value| call!(functions, clSetKernelArg(kernel, index, size, value));
            let mut set_memory = |memory: cl_mem| {
                made = Some((memory, Guard(move || drop(call!(functions, clReleaseMemObject(memory))))));
                set(size_of::<cl_mem>(), (&raw const memory).cast())
            };
            let status = match content {
                Content::Bytes(bytes) => set(bytes.len(), bytes.as_ptr().cast())?,
                Content::Local(size) => set(*size, null())?,
                Content::Buffer(bytes) => set_memory(self.buffer(bytes)?)?,
                Content::Image(form, bytes) => set_memory(self.image(*form, bytes)?)?,
                Content::Sampler(mode) => {
                    let mode = match *mode {
                        sampler::ADDRESS_CLAMP => CL_ADDRESS_CLAMP,
                        _ => CL_ADDRESS_CLAMP_TO_EDGE,
                    };
                    let mut status = 0;
                    let sampler = call!(
                        functions,
                        clCreateSampler(self.context, 0, mode, CL_FILTER_NEAREST, &mut status)
                    )?;
                    checked(status, "clCreateSampler")?;
                    samplers.push(Guard(move || drop(call!(functions, clReleaseSampler(sampler)))));
                    set(size_of::<cl_sampler>(), (&raw const sampler).cast())?
                }
            };
            buffers.push(made);
            checked(status, "clSetKernelArg")?;
        }
        let sizes = |sizes: [u64; 3]| sizes.map(|size| size as usize);
        let (global, local, offset) = (sizes(launch.global), sizes(launch.local), sizes(launch.offset));
        let status = call!(
            functions,
            clEnqueueNDRangeKernel(
                self.queue,
                kernel,
                launch.dimensions,
                offset.as_ptr(),
                global.as_ptr(),
                local.as_ptr(),
                0,
                null(),
                null_mut()
            )
        )?;
        checked(status, "clEnqueueNDRangeKernel")?;
        checked(call!(functions, clFinish(self.queue))?, "clFinish")?;
        let mut results = Vec::new();
        for (content, made) in launch.contents.iter().zip(&buffers) {
            results.push(match (content, made) {
                (Content::Buffer(bytes), Some((buffer, _))) => Some(self.read(*buffer, bytes.len())?),
                (Content::Image(form, bytes), Some((image, _))) => {
                    Some(self.read_image(*image, *form, bytes.len())?)
                }
                _ => None,
            });
        }
        Ok(results)
    }

    fn buffer(&self, bytes: &[u8]) -> Result<cl_mem, String> {
        let mut status = 0;
        let flags = cl_mem_flags::from(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR);
        let content = bytes.as_ptr().cast_mut().cast();
        let buffer =
            call!(self.functions, clCreateBuffer(self.context, flags, bytes.len(), content, &mut status))?;
        checked(status, "clCreateBuffer")?;
        Ok(buffer)
    }

    fn image(&self, form: ImageForm, bytes: &[u8]) -> Result<cl_mem, String> {
        let shape = form.shape();
        let format = cl_image_format {
            image_channel_order: form.order as cl_channel_order,
            image_channel_data_type: form.channel as cl_channel_type,
        };
        let description = cl_image_desc {
            image_type: match form.kind {
                ImageKind::Image1d => CL_MEM_OBJECT_IMAGE1D,
                ImageKind::Image1dArray => CL_MEM_OBJECT_IMAGE1D_ARRAY,
                ImageKind::Image2d => CL_MEM_OBJECT_IMAGE2D,
                ImageKind::Image2dArray => CL_MEM_OBJECT_IMAGE2D_ARRAY,
                ImageKind::Image3d => CL_MEM_OBJECT_IMAGE3D,
                kind => return Err(format!("no image of a peer is {kind:?}")),
            },
            image_width: shape.width,
            image_height: shape.height,
            image_depth: shape.depth,
            image_array_size: shape.array_size,
            image_row_pitch: 0,
            image_slice_pitch: 0,
            num_mip_levels: 0,
            num_samples: 0,
            __bindgen_anon_1: _cl_image_desc__bindgen_ty_1 { buffer: null_mut() },
        };
        let flags = cl_mem_flags::from(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR);
        let content = bytes.as_ptr().cast_mut().cast();
        let mut status = 0;
        let image = call!(
            self.functions,
            clCreateImage(self.context, flags, &format, &description, content, &mut status)
        )?;
        checked(status, "clCreateImage")?;
        Ok(image)
    }

    fn read_image(&self, image: cl_mem, form: ImageForm, size: usize) -> Result<Vec<u8>, String> {
        let mut bytes = vec![0u8; size];
        let place = bytes.as_mut_ptr().cast();
        let shape = form.shape();
        let region = match form.kind {
            ImageKind::Image1dArray => [shape.width, shape.array_size, 1],
            _ => [shape.width, shape.height.max(1), shape.depth.max(shape.array_size).max(1)],
        };
        let origin = [0; 3];
        let status = call!(
            self.functions,
            clEnqueueReadImage(
                self.queue,
                image,
                CL_TRUE,
                origin.as_ptr(),
                region.as_ptr(),
                0,
                0,
                place,
                0,
                null(),
                null_mut()
            )
        )?;
        checked(status, "clEnqueueReadImage")?;
        Ok(bytes)
    }

    fn read(&self, buffer: cl_mem, size: usize) -> Result<Vec<u8>, String> {
        let mut bytes = vec![0u8; size];
        let place = bytes.as_mut_ptr().cast();
        let status = call!(
            self.functions,
            clEnqueueReadBuffer(self.queue, buffer, CL_TRUE, 0, size, place, 0, null(), null_mut())
        )?;
        checked(status, "clEnqueueReadBuffer")?;
        Ok(bytes)
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // Nothing is left to be done where this fails.
        drop(call!(self.functions, clReleaseCommandQueue(self.queue)));
        drop(call!(self.functions, clReleaseContext(self.context)));
    }
}
