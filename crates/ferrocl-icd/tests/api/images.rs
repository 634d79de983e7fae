//! Images as the API sees them: creation, queries, and the commands against a model of their elements. What kernels do with them is in
//! [`crate::kernel_images`].

use std::collections::HashMap;
use std::ptr::{null, null_mut};

use crate::bindings::*;
use crate::setup::{Setup, pointer};

pub const RGBA8: cl_image_format =
    cl_image_format { image_channel_order: CL_RGBA, image_channel_data_type: CL_UNORM_INT8 };
const RGBA8UI: cl_image_format =
    cl_image_format { image_channel_order: CL_RGBA, image_channel_data_type: CL_UNSIGNED_INT8 };

/// A description; what is not given is zero.
pub fn size(kind: u32, width: usize, height: usize, depth: usize, array: usize) -> cl_image_desc {
    // SAFETY: a description is plain numbers and a handle, for which zero is none.
    let mut size: cl_image_desc = unsafe { std::mem::zeroed() };
    (size.image_type, size.image_width, size.image_height) = (kind, width, height);
    (size.image_depth, size.image_array_size) = (depth, array);
    size
}

pub fn image(
    setup: &Setup,
    flags: u32,
    format: cl_image_format,
    size: cl_image_desc,
    host: *mut std::ffi::c_void,
) -> Result<cl_mem, cl_int> {
    create!(clCreateImage(setup.context, flags.into(), &format, &size, host))
}

/// What an image holds, by place.
type Model = HashMap<[usize; 3], [u8; 4]>;

/// The first bytes of an image, from a part of this extent at its start.
pub fn bytes_of(setup: &Setup, image: cl_mem, extent: [usize; 3], count: usize) -> Vec<u8> {
    let mut out = vec![0_u8; count];
    let (zero, to) = ([0_usize; 3], out.as_mut_ptr().cast());
    let (origin, region) = (zero.as_ptr(), extent.as_ptr());
    let code =
        cl!(clEnqueueReadImage(setup.queue, image, 1, origin, region, 0, 0, to, 0, null(), null_mut()));
    assert_eq!(code, 0);
    out
}

/// The whole of an image of four-byte elements.
fn whole(setup: &Setup, image: cl_mem, extent: [usize; 3]) -> Model {
    let out = bytes_of(setup, image, extent, extent.iter().product::<usize>() * 4);
    places(extent).zip(out.chunks_exact(4)).map(|(place, bytes)| (place, bytes.try_into().unwrap())).collect()
}

/// Every place of an extent, in the order of memory.
fn places(extent: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    let [width, height, depth] = extent;
    (0..depth).flat_map(move |z| (0..height).flat_map(move |y| (0..width).map(move |x| [x, y, z])))
}

fn plus(a: [usize; 3], b: [usize; 3]) -> [usize; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

const KINDS: [(u32, [usize; 3]); 5] = [
    (CL_MEM_OBJECT_IMAGE1D, [7, 1, 1]),
    (CL_MEM_OBJECT_IMAGE1D_ARRAY, [7, 3, 1]),
    (CL_MEM_OBJECT_IMAGE2D, [7, 5, 1]),
    (CL_MEM_OBJECT_IMAGE2D_ARRAY, [7, 5, 3]),
    (CL_MEM_OBJECT_IMAGE3D, [7, 5, 3]),
];

/// An image whose elements tell their place, and what it holds.
fn patterned(setup: &Setup, kind: u32, extent: [usize; 3], salt: u8) -> (cl_mem, Model) {
    let elements: Vec<[u8; 4]> = places(extent).map(|[x, y, z]| [x as u8, y as u8, z as u8, salt]).collect();
    let [width, height, depth] = extent;
    let array = if kind == CL_MEM_OBJECT_IMAGE1D_ARRAY { height } else { depth };
    let made = image(
        setup,
        CL_MEM_COPY_HOST_PTR,
        RGBA8UI,
        size(kind, width, height, depth, array),
        elements.as_ptr().cast_mut().cast(),
    );
    (made.unwrap(), places(extent).zip(elements).collect())
}

trials! {
    fn row_pitch_of_a_line_in_a_buffer() {
        let setup = Setup::new();
        let buffer = setup.buffer(&[0_u8; 16]);
        let of_buffer = |pitch| {
            let mut line = size(CL_MEM_OBJECT_IMAGE1D_BUFFER, 3, 0, 0, 0);
            (line.image_row_pitch, line.__bindgen_anon_1.mem_object) = (pitch, buffer);
            image(&setup, CL_MEM_READ_WRITE, RGBA8, line, null_mut())
        };
        // It "must be zero", but it is given by programs; there is no second row that it would lead to.
        for pitch in [0, 12, 16, 4096] {
            let line = of_buffer(pitch).unwrap();
            let mut said = 0_usize;
            let place = (&raw mut said).cast();
            assert_eq!((cl!(clGetImageInfo(line, CL_IMAGE_ROW_PITCH, 8, place, null_mut())), said), (0, 12));
            assert_eq!(cl!(clReleaseMemObject(line)), 0);
        }
        // "greater than or equal to the image_width times the size of an image element in bytes, and must be a multiple of the size of an image
        // element in bytes".
        assert_eq!((of_buffer(8), of_buffer(18)), (Err(CL_INVALID_IMAGE_DESCRIPTOR), Err(CL_INVALID_IMAGE_DESCRIPTOR)));
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }

    fn formats() {
        let setup = Setup::new();
        assert_eq!(info!(clGetDeviceInfo(setup.device, CL_DEVICE_IMAGE_SUPPORT) as cl_uint), Ok(1));
        let list = |flags: u32, kind, room, formats, count| cl!(clGetSupportedImageFormats(setup.context, flags.into(), kind, room, formats, count));
        let mut count = 0;
        assert_eq!(list(CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, null_mut(), &mut count), 0);
        let mut formats = vec![RGBA8; count as usize];
        assert_eq!(list(CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, count, formats.as_mut_ptr(), null_mut()), 0);
        assert!(count > 20, "{count} formats");
        for format in formats {
            let made = image(&setup, CL_MEM_READ_WRITE, format, size(CL_MEM_OBJECT_IMAGE2D, 8, 4, 0, 0), null_mut());
            assert_eq!(cl!(clReleaseMemObject(made.expect("a supported format"))), 0);
        }
        assert_eq!(list(CL_MEM_READ_WRITE, CL_MEM_OBJECT_BUFFER, 0, null_mut(), &mut count), CL_INVALID_VALUE);
        assert_eq!(list(CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, null_mut(), &mut count), CL_INVALID_VALUE);
        assert_eq!(list(CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, &mut { RGBA8 }, null_mut()), CL_INVALID_VALUE);
    }
    fn creation() {
        let setup = Setup::new();
        let plain = size(CL_MEM_OBJECT_IMAGE2D, 8, 4, 0, 0);
        let host = [0_u8; 4096];
        let host = pointer(&host);
        let with_row = |pitch| cl_image_desc { image_row_pitch: pitch, ..plain };
        let format = |order, channel| cl_image_format { image_channel_order: order, image_channel_data_type: channel };
        let (none, copy) = (null_mut(), CL_MEM_COPY_HOST_PTR);
        for (flags, format, size, host, expected) in [
            (0, RGBA8, plain, none, Ok(())),
            (0, format(CL_RGBA, 1), plain, none, Err(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)),
            (0, format(1, CL_UNORM_INT8), plain, none, Err(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)),
            (0, RGBA8, size(CL_MEM_OBJECT_IMAGE2D, 0, 4, 0, 0), none, Err(CL_INVALID_IMAGE_SIZE)),
            (0, RGBA8, size(CL_MEM_OBJECT_IMAGE2D, 8, 0, 0, 0), none, Err(CL_INVALID_IMAGE_SIZE)),
            (0, RGBA8, size(CL_MEM_OBJECT_IMAGE2D, 1 << 30, 4, 0, 0), none, Err(CL_INVALID_IMAGE_SIZE)),
            (0, RGBA8, with_row(32), none, Err(CL_INVALID_IMAGE_DESCRIPTOR)),
            (copy, RGBA8, with_row(33), host, Err(CL_INVALID_IMAGE_DESCRIPTOR)),
            (copy, RGBA8, with_row(28), host, Err(CL_INVALID_IMAGE_DESCRIPTOR)),
            (copy, RGBA8, with_row(36), host, Ok(())),
            (copy, RGBA8, plain, none, Err(CL_INVALID_HOST_PTR)),
            (0, RGBA8, plain, host, Err(CL_INVALID_HOST_PTR)),
            (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, RGBA8, plain, none, Err(CL_INVALID_VALUE)),
            (0, RGBA8, cl_image_desc { num_mip_levels: 1, ..plain }, none, Err(CL_INVALID_IMAGE_DESCRIPTOR)),
            (0, RGBA8, cl_image_desc { num_samples: 1, ..plain }, none, Err(CL_INVALID_IMAGE_DESCRIPTOR)),
            (0, RGBA8, size(CL_MEM_OBJECT_BUFFER, 8, 4, 0, 0), none, Err(CL_INVALID_IMAGE_DESCRIPTOR)),
        ] {
            let made = image(&setup, flags, format, size, host);
            assert_eq!(made.map(|_| ()), expected, "flags {flags:#x}, {format:x?}, row pitch {}", size.image_row_pitch);
            if let Ok(image) = made {
                assert_eq!(cl!(clReleaseMemObject(image)), 0);
            }
        }
        assert_eq!(create!(clCreateImage(setup.context, 0, null(), &plain, none)), Err(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR));
        assert_eq!(create!(clCreateImage(setup.context, 0, &RGBA8, null(), none)), Err(CL_INVALID_IMAGE_DESCRIPTOR));
    }
    fn queries() {
        let setup = Setup::new();
        let host = [0_u8; 4096];
        let mut description = size(CL_MEM_OBJECT_IMAGE2D_ARRAY, 8, 4, 99, 3);
        (description.image_row_pitch, description.image_slice_pitch) = (36, 36 * 5);
        let made = image(&setup, CL_MEM_COPY_HOST_PTR, RGBA8, description, pointer(&host)).unwrap();
        for (name, expected) in [
            (CL_IMAGE_ELEMENT_SIZE, 4),
            (CL_IMAGE_ROW_PITCH, 36),
            (CL_IMAGE_SLICE_PITCH, 180),
            (CL_IMAGE_WIDTH, 8),
            (CL_IMAGE_HEIGHT, 4),
            (CL_IMAGE_DEPTH, 0),
            (CL_IMAGE_ARRAY_SIZE, 3),
        ] {
            assert_eq!(info!(clGetImageInfo(made, name) as usize), Ok(expected), "{name:#x}");
        }
        assert_eq!(info!(clGetImageInfo(made, CL_IMAGE_NUM_SAMPLES) as cl_uint), Ok(0));
        assert_eq!(info!(clGetMemObjectInfo(made, CL_MEM_TYPE) as cl_uint), Ok(CL_MEM_OBJECT_IMAGE2D_ARRAY));
        assert_eq!(cl!(clReleaseMemObject(made)), 0);
        let buffer = setup.buffer(&[0_u8; 64]);
        assert_eq!(info!(clGetImageInfo(buffer, CL_IMAGE_WIDTH) as usize), Err(CL_INVALID_MEM_OBJECT));
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
    /// Reads, fills, maps and copies between images of every pair of kinds, and through a buffer.
    fn commands() {
        let setup = Setup::new();
        let queue = setup.queue;
        for (kind, extent) in KINDS {
            let (source, mut model) = patterned(&setup, kind, extent, 1);
            assert_eq!(whole(&setup, source, extent), model);
            let origin = extent.map(|n| n / 3);
            let region = [0, 1, 2].map(|i| (extent[i] - origin[i]).div_ceil(2));
            let color = [300_u32, 2, 3, 4];
            assert_eq!(cl!(clEnqueueFillImage(queue, source, color.as_ptr().cast(), origin.as_ptr(), region.as_ptr(), 0, null(), null_mut())), 0);
            for place in places(region) {
                // A value beyond the channel's range is clamped.
                model.insert(plus(origin, place), [255, 2, 3, 4]);
            }
            assert_eq!(whole(&setup, source, extent), model, "fill of {kind:#x}");
            let (mut row, mut slice) = (0, 0);
            let map = create!(clEnqueueMapImage(queue, source, 1, CL_MAP_READ.into(), origin.as_ptr(), region.as_ptr(), &mut row, &mut slice, 0, null(), null_mut())).unwrap();
            let (down, deep) = if kind == CL_MEM_OBJECT_IMAGE1D_ARRAY { (slice, 0) } else { (row, slice) };
            for [x, y, z] in places(region) {
                // SAFETY: inside of what is mapped, by the pitches that the call gave.
                let element = unsafe { map.byte_add(z * deep + y * down + x * 4).cast::<[u8; 4]>().read() };
                assert_eq!(element, model[&plus(origin, [x, y, z])], "map of {kind:#x} at {x} {y} {z}");
            }
            assert_eq!(cl!(clEnqueueUnmapMemObject(queue, source, map, 0, null(), null_mut())), 0);
            for (other_kind, other_extent) in KINDS {
                let common = [0, 1, 2].map(|i| region[i].min(other_extent[i]));
                let target = [0, 1, 2].map(|i| other_extent[i] - common[i]);
                let (copied, mut expected) = patterned(&setup, other_kind, other_extent, 2);
                let (through, _) = patterned(&setup, other_kind, other_extent, 2);
                let buffer = setup.buffer(&[0_u8; 1024]);
                assert_eq!(cl!(clEnqueueCopyImage(queue, source, copied, origin.as_ptr(), target.as_ptr(), common.as_ptr(), 0, null(), null_mut())), 0);
                assert_eq!(cl!(clEnqueueCopyImageToBuffer(queue, source, buffer, origin.as_ptr(), common.as_ptr(), 12, 0, null(), null_mut())), 0);
                assert_eq!(cl!(clEnqueueCopyBufferToImage(queue, buffer, through, 12, target.as_ptr(), common.as_ptr(), 0, null(), null_mut())), 0);
                for place in places(common) {
                    expected.insert(plus(target, place), model[&plus(origin, place)]);
                }
                assert_eq!(whole(&setup, copied, other_extent), expected, "{kind:#x} to {other_kind:#x}");
                assert_eq!(whole(&setup, through, other_extent), expected, "{kind:#x} to {other_kind:#x} through a buffer");
                for object in [copied, through, buffer] {
                    assert_eq!(cl!(clReleaseMemObject(object)), 0);
                }
            }
            assert_eq!(cl!(clReleaseMemObject(source)), 0);
        }
    }
    fn samplers() {
        let setup = Setup::new();
        let sampler = create!(clCreateSampler(setup.context, 0, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR)).unwrap();
        for (name, expected) in [
            (CL_SAMPLER_REFERENCE_COUNT, 1),
            (CL_SAMPLER_NORMALIZED_COORDS, 0),
            (CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP_TO_EDGE),
            (CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR),
        ] {
            assert_eq!(info!(clGetSamplerInfo(sampler, name) as cl_uint), Ok(expected), "{name:#x}");
        }
        for (normalized, addressing, filter) in [(2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST), (1, 5, CL_FILTER_NEAREST), (1, CL_ADDRESS_CLAMP, 0)] {
            assert_eq!(create!(clCreateSampler(setup.context, normalized, addressing, filter)), Err(CL_INVALID_VALUE));
        }
        assert_eq!((cl!(clReleaseSampler(sampler)), cl!(clReleaseSampler(sampler))), (0, CL_INVALID_SAMPLER));
    }
}
