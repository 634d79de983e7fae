//! Images and samplers as arguments of kernels.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use crate::bindings::*;
use crate::images::{RGBA8, bytes_of, image, size};
use crate::setup::{Setup, build, kernel_of, pointer, set};

const TEXT: &str = "kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t s, read_write image2d_array_t both,
    image2d_depth_t depth, image1d_buffer_t line)
{
    int2 at = (int2)(get_global_id(0), 0);
    write_imagef(out, at, read_imagef(in, s, at + 1));
    write_imageui(both, (int4)(at, 1, 0), read_imageui(both, (int4)(at, 0, 0)) + read_imageui(line, at.x));
}";

/// `cl_ext_immutable_memory_objects`.
const CL_MEM_IMMUTABLE_EXT: u32 = 1 << 6;

const DEPTH: cl_image_format =
    cl_image_format { image_channel_order: CL_DEPTH, image_channel_data_type: CL_FLOAT };
const R8UI: cl_image_format =
    cl_image_format { image_channel_order: CL_R, image_channel_data_type: CL_UNSIGNED_INT8 };

/// A kernel `k` of OpenCL C 3.0.
pub fn kernel_of_3_0(setup: &Setup, text: &str) -> cl_kernel {
    let program = setup.source(text);
    assert_eq!(build(program, "-cl-std=CL3.0"), 0, "{}", setup.log(program));
    kernel_of(program, "k").unwrap()
}

trials! {
    fn argument_queries_of_images() {
        let setup = Setup::new();
        let kernel = kernel_of_3_0(&setup, TEXT);
        for (index, ty, access) in [
            (0, "image2d_t", CL_KERNEL_ARG_ACCESS_READ_ONLY),
            (1, "image2d_t", CL_KERNEL_ARG_ACCESS_WRITE_ONLY),
            (2, "sampler_t", CL_KERNEL_ARG_ACCESS_NONE),
            (3, "image2d_array_t", CL_KERNEL_ARG_ACCESS_READ_WRITE),
            (4, "image2d_depth_t", CL_KERNEL_ARG_ACCESS_READ_ONLY),
            (5, "image1d_buffer_t", CL_KERNEL_ARG_ACCESS_READ_ONLY),
        ] {
            assert_eq!(text!(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME)).as_deref(), Ok(ty));
            assert_eq!(info!(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER) as cl_uint), Ok(access));
            let space = if index == 2 { CL_KERNEL_ARG_ADDRESS_PRIVATE } else { CL_KERNEL_ARG_ADDRESS_GLOBAL };
            assert_eq!(info!(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER) as cl_uint), Ok(space));
            assert_eq!(info!(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER) as u64), Ok(0));
        }
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
    /// The errors of `clSetKernelArg`, and a launch.
    fn arguments_that_are_images() {
        let setup = Setup::new();
        let kernel = kernel_of_3_0(&setup, TEXT);
        let sampler = create!(clCreateSampler(setup.context, 0, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST)).unwrap();
        let plane = size(CL_MEM_OBJECT_IMAGE2D, 4, 2, 0, 0);
        let mut content: Vec<u8> = (0..32).collect();
        let host = content.as_mut_ptr().cast();
        let made = |flags, format, size| image(&setup, flags, format, size, null_mut()).unwrap();
        let input = image(&setup, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, RGBA8, plane, host).unwrap();
        let output = made(CL_MEM_WRITE_ONLY, RGBA8, plane);
        let both = made(CL_MEM_READ_WRITE, R8UI, size(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 1, 0, 2));
        let depth = made(CL_MEM_READ_WRITE, DEPTH, plane);
        let buffer = setup.buffer(&[3_u8, 4, 5, 6]);
        let mut of_buffer = size(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4, 0, 0, 0);
        of_buffer.__bindgen_anon_1.mem_object = buffer;
        let line = made(CL_MEM_READ_WRITE, R8UI, of_buffer);
        let immutable = image(&setup, CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, RGBA8, plane, host).unwrap();

        // "CL_INVALID_ARG_SIZE if arg_value points to a memory object and arg_size is not equal to sizeof(cl_mem)", or to a sampler.
        assert_eq!(cl!(clSetKernelArg(kernel, 0, 4, pointer(&input))), CL_INVALID_ARG_SIZE);
        assert_eq!(cl!(clSetKernelArg(kernel, 2, 4, pointer(&sampler))), CL_INVALID_ARG_SIZE);
        // "CL_INVALID_MEM_OBJECT if arg_value is NULL [or points to NULL] and it must point to a valid memory object".
        assert_eq!(cl!(clSetKernelArg(kernel, 0, 8, null())), CL_INVALID_MEM_OBJECT);
        assert_eq!(set(kernel, 0, null_mut::<c_void>()), CL_INVALID_MEM_OBJECT);
        assert_eq!(set(kernel, 0, sampler), CL_INVALID_MEM_OBJECT);
        // "if arg_value points to a valid memory object, but the memory object is not valid for the kernel argument": of another kind.
        for wrong in [buffer, both, depth, line] {
            assert_eq!(set(kernel, 0, wrong), CL_INVALID_MEM_OBJECT);
        }
        assert_eq!((set(kernel, 4, input), set(kernel, 3, input), set(kernel, 5, input)), (CL_INVALID_MEM_OBJECT, CL_INVALID_MEM_OBJECT, CL_INVALID_MEM_OBJECT));
        // "CL_INVALID_SAMPLER if the kernel argument is a sampler, but arg_value does not point to a valid sampler object".
        assert_eq!(cl!(clSetKernelArg(kernel, 2, 8, null())), CL_INVALID_SAMPLER);
        assert_eq!((set(kernel, 2, null_mut::<c_void>()), set(kernel, 2, input)), (CL_INVALID_SAMPLER, CL_INVALID_SAMPLER));
        // "CL_INVALID_ARG_VALUE if the argument is an image declared with the read_only qualifier and arg_value points to an image object created
        // with the memory flag CL_MEM_WRITE_ONLY", and the other way round, and with CL_MEM_IMMUTABLE_EXT.
        assert_eq!((set(kernel, 0, output), set(kernel, 1, input)), (CL_INVALID_ARG_VALUE, CL_INVALID_ARG_VALUE));
        assert_eq!((set(kernel, 0, immutable), set(kernel, 1, immutable)), (0, CL_INVALID_ARG_VALUE));
        // "CL_INVALID_CONTEXT if the context associated with kernel and an OpenCL object pointed to by arg_value are not the same".
        let elsewhere = Setup::new();
        let foreign = image(&elsewhere, CL_MEM_READ_ONLY, RGBA8, plane, null_mut()).unwrap();
        let foreign_sampler = create!(clCreateSampler(elsewhere.context, 0, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST)).unwrap();
        assert_eq!((set(kernel, 0, foreign), set(kernel, 2, foreign_sampler)), (CL_INVALID_CONTEXT, CL_INVALID_CONTEXT));

        for (index, object) in [(0, input), (1, output), (3, both), (4, depth), (5, line)] {
            assert_eq!(set(kernel, index, object), 0, "argument {index}");
        }
        assert_eq!(setup.launch(kernel, 4), CL_INVALID_KERNEL_ARGS);
        assert_eq!(set(kernel, 2, sampler), 0);
        // A kernel keeps what a sampler says, and no sampler.
        assert_eq!(cl!(clReleaseSampler(sampler)), 0);
        assert_eq!(setup.launch(kernel, 4), 0);
        let shifted: Vec<u8> = (20..32).chain([0; 4]).collect();
        assert_eq!(bytes_of(&setup, output, [4, 1, 1], 16), shifted, "the second row from its second pixel on, then the border");
        assert_eq!(bytes_of(&setup, both, [4, 1, 2], 8), [0, 0, 0, 0, 3, 4, 5, 6]);

        // An image that is gone is an argument that is not set.
        assert_eq!(cl!(clReleaseMemObject(output)), 0);
        assert_eq!(setup.launch(kernel, 4), CL_INVALID_KERNEL_ARGS);
        for object in [input, both, depth, line, buffer, immutable, foreign] {
            assert_eq!(cl!(clReleaseMemObject(object)), 0);
        }
        assert_eq!((cl!(clReleaseSampler(foreign_sampler)), cl!(clReleaseKernel(kernel))), (0, 0));
    }
    /// What kernels see of a part of a buffer, of pitches, and of another order of channels.
    fn views() {
        let setup = Setup::new();
        let kernel = setup.kernel("kernel void k(image2d_t i, global uchar4 *out) {
            int2 at = (int2)(get_global_id(0) % 2, get_global_id(0) / 2);
            out[get_global_id(0)] = convert_uchar4(read_imagef(i, at) * 255.0f + 0.5f);
        }");
        let out = setup.buffer(&[0_u8; 16]);
        assert_eq!(set(kernel, 1, out), 0);
        let content: Vec<u8> = (0..64).collect();
        let buffer = setup.buffer(&content);
        let region = cl_buffer_region { origin: 0, size: 64 };
        let part = create!(clCreateSubBuffer(buffer, CL_MEM_READ_WRITE.into(), CL_BUFFER_CREATE_TYPE_REGION, pointer(&region))).unwrap();
        let mut of_buffer = size(CL_MEM_OBJECT_IMAGE2D, 2, 2, 0, 0);
        of_buffer.image_row_pitch = 24;
        of_buffer.__bindgen_anon_1.mem_object = part;
        let view = image(&setup, CL_MEM_READ_ONLY, RGBA8, of_buffer, null_mut()).unwrap();
        assert_eq!((set(kernel, 0, view), setup.launch(kernel, 4)), (0, 0));
        assert_eq!(setup.read::<u8>(out, 16), [0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31]);
        // The same bytes as sRGB: all zeros and all ones are what they were.
        let mut white = [0_u8, 255, 255, 7, 255, 0, 0, 8];
        let plain = image(&setup, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, RGBA8, size(CL_MEM_OBJECT_IMAGE2D, 2, 1, 0, 0), white.as_mut_ptr().cast()).unwrap();
        let mut of_image = size(CL_MEM_OBJECT_IMAGE2D, 2, 1, 0, 0);
        of_image.__bindgen_anon_1.mem_object = plain;
        let srgb = cl_image_format { image_channel_order: CL_sRGBA, image_channel_data_type: CL_UNORM_INT8 };
        let curved = image(&setup, CL_MEM_READ_ONLY, srgb, of_image, null_mut()).unwrap();
        assert_eq!((set(kernel, 0, curved), setup.launch(kernel, 2)), (0, 0));
        assert_eq!(setup.read::<u8>(out, 8), white);
        // `cl_khr_srgb_image_writes`.
        let writer = setup.kernel("kernel void k(write_only image2d_t i) { write_imagef(i, (int2)((int)get_global_id(0), 0), (float4)(1)); }");
        let target = image(&setup, CL_MEM_WRITE_ONLY, srgb, size(CL_MEM_OBJECT_IMAGE2D, 2, 1, 0, 0), null_mut()).unwrap();
        assert_eq!((set(writer, 0, target), setup.launch(writer, 2)), (0, 0));
        assert_eq!((cl!(clReleaseMemObject(target)), cl!(clReleaseKernel(writer))), (0, 0));
        for object in [view, part, buffer, curved, plain, out] {
            assert_eq!(cl!(clReleaseMemObject(object)), 0);
        }
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
}
