//! Image formats between the API's numbers and the runtime's, and which of them the device has.

use ferrocl_runtime::memory::image_format::{ChannelOrder, ChannelType, ImageFormat};

use crate::bindings::*;
use crate::context::Context;
use crate::device;
use crate::entry::entry;
use crate::handle;
use crate::memory::has;
use crate::newer::CL_MEM_IMMUTABLE_EXT;
use crate::raw;
use crate::status::{Result, Status};

/// Channel orders; what is not in the list is known to the specification, but no type goes with it.
const ORDERS: &[(u32, Option<ChannelOrder>)] = &[
    (CL_R, Some(ChannelOrder::R)),
    (CL_A, Some(ChannelOrder::A)),
    (CL_RG, Some(ChannelOrder::Rg)),
    (CL_RA, Some(ChannelOrder::Ra)),
    (CL_RGB, Some(ChannelOrder::Rgb)),
    (CL_RGBA, Some(ChannelOrder::Rgba)),
    (CL_BGRA, Some(ChannelOrder::Bgra)),
    (CL_ARGB, Some(ChannelOrder::Argb)),
    (CL_ABGR, Some(ChannelOrder::Abgr)),
    (CL_INTENSITY, Some(ChannelOrder::Intensity)),
    (CL_LUMINANCE, Some(ChannelOrder::Luminance)),
    (CL_Rx, Some(ChannelOrder::Rx)),
    // Three channels that are not packed are no power of two of bits.
    (CL_RGx, None),
    (CL_RGBx, Some(ChannelOrder::Rgbx)),
    (CL_DEPTH, Some(ChannelOrder::Depth)),
    // The same.
    (CL_sRGB, None),
    (CL_sRGBx, Some(ChannelOrder::Srgbx)),
    (CL_sRGBA, Some(ChannelOrder::Srgba)),
    (CL_sBGRA, Some(ChannelOrder::Sbgra)),
];

const TYPES: &[(u32, ChannelType)] = &[
    (CL_SNORM_INT8, ChannelType::SnormInt8),
    (CL_SNORM_INT16, ChannelType::SnormInt16),
    (CL_UNORM_INT8, ChannelType::UnormInt8),
    (CL_UNORM_INT16, ChannelType::UnormInt16),
    (CL_UNORM_SHORT_565, ChannelType::UnormShort565),
    (CL_UNORM_SHORT_555, ChannelType::UnormShort555),
    (CL_UNORM_INT_101010, ChannelType::UnormInt101010),
    (CL_UNORM_INT_101010_2, ChannelType::UnormInt101010_2),
    (CL_SIGNED_INT8, ChannelType::SignedInt8),
    (CL_SIGNED_INT16, ChannelType::SignedInt16),
    (CL_SIGNED_INT32, ChannelType::SignedInt32),
    (CL_UNSIGNED_INT8, ChannelType::UnsignedInt8),
    (CL_UNSIGNED_INT16, ChannelType::UnsignedInt16),
    (CL_UNSIGNED_INT32, ChannelType::UnsignedInt32),
    (CL_HALF_FLOAT, ChannelType::HalfFloat),
    (CL_FLOAT, ChannelType::Float),
];

/// A format as the API has it.
pub(crate) fn to_api(format: ImageFormat) -> cl_image_format {
    let order = ORDERS.iter().find(|(_, order)| *order == Some(format.order()));
    let channel = TYPES.iter().find(|(_, channel)| *channel == format.channel());
    cl_image_format {
        image_channel_order: order.expect("every order is in the list").0,
        image_channel_data_type: channel.expect("every type is in the list").0,
    }
}

/// A format that the program gave, for a kind of image.
///
/// # Safety
/// The pointer is null or leads to a format.
pub(crate) unsafe fn from_api(
    format: *const cl_image_format,
    image_type: cl_mem_object_type,
) -> Result<ImageFormat> {
    // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if image_format is NULL" or "if values specified in image_format are not valid".
    let invalid = Status::INVALID_IMAGE_FORMAT_DESCRIPTOR;
    // SAFETY: the caller vouches for it.
    let given = unsafe { raw::slice(format, 1) }.first().ok_or(invalid)?;
    let order = ORDERS.iter().find(|(number, _)| *number == given.image_channel_order).ok_or(invalid)?.1;
    let channel = TYPES.iter().find(|(number, _)| *number == given.image_channel_data_type).ok_or(invalid)?.1;
    let right_order = match channel {
        // "The channel order must be CL_RGB or CL_RGBx."
        ChannelType::UnormShort565 | ChannelType::UnormShort555 | ChannelType::UnormInt101010 => {
            matches!(order, Some(ChannelOrder::Rgb | ChannelOrder::Rgbx))
        }
        // "The channel order must be CL_RGBA."
        ChannelType::UnormInt101010_2 => order == Some(ChannelOrder::Rgba),
        _ => true,
    };
    if !right_order {
        return Err(invalid);
    }
    // "CL_IMAGE_FORMAT_NOT_SUPPORTED if there are no devices in context that support image_format".
    let format = order.and_then(|order| ImageFormat::new(order, channel));
    format.filter(|&format| is_for(format, image_type)).ok_or(Status::IMAGE_FORMAT_NOT_SUPPORTED)
}

/// Whether images of a kind can have a format: "Support for the CL_DEPTH image channel order is required only for 2D images and 2D image
/// arrays", and those are all that kernels have types for.
fn is_for(format: ImageFormat, image_type: cl_mem_object_type) -> bool {
    format.order() != ChannelOrder::Depth
        || matches!(image_type, CL_MEM_OBJECT_IMAGE2D | CL_MEM_OBJECT_IMAGE2D_ARRAY)
}

/// Whether a number is a kind of image.
pub(crate) fn is_image_type(image_type: cl_mem_object_type) -> bool {
    matches!(
        image_type,
        CL_MEM_OBJECT_IMAGE1D
            | CL_MEM_OBJECT_IMAGE1D_BUFFER
            | CL_MEM_OBJECT_IMAGE1D_ARRAY
            | CL_MEM_OBJECT_IMAGE2D
            | CL_MEM_OBJECT_IMAGE2D_ARRAY
            | CL_MEM_OBJECT_IMAGE3D
    )
}

entry! {
    /// API specification, "Querying List of Supported Image Formats", `clGetSupportedImageFormats`. A device without images has none.
    fn clGetSupportedImageFormats(
        context: cl_context,
        flags: cl_mem_flags,
        image_type: cl_mem_object_type,
        num_entries: cl_uint,
        image_formats: *mut cl_image_format,
        num_image_formats: *mut cl_uint,
    ) {
        handle::get::<Context>(context)?;
        // "CL_INVALID_VALUE if flags is not valid": the program may give all that it will make the image with, but only one kind of
        // access.
        let access = u64::from(
            CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY | CL_MEM_KERNEL_READ_AND_WRITE,
        );
        let others = u64::from(
            CL_MEM_USE_HOST_PTR
                | CL_MEM_ALLOC_HOST_PTR
                | CL_MEM_COPY_HOST_PTR
                | CL_MEM_HOST_WRITE_ONLY
                | CL_MEM_HOST_READ_ONLY
                | CL_MEM_HOST_NO_ACCESS
                | CL_MEM_IMMUTABLE_EXT,
        );
        if flags & !(access | others) != 0 || (flags & access).count_ones() > 1 {
            return Err(Status::INVALID_VALUE);
        }
        // "if image_type is not valid" or "if num_entries is zero and image_formats is not NULL".
        if !is_image_type(image_type) || (num_entries == 0 && !image_formats.is_null()) {
            return Err(Status::INVALID_VALUE);
        }
        // "Support for writing to the CL_sRGBA image channel order is optional for all image types", and comes with
        // `cl_khr_srgb_image_writes`, which the device does not have.
        let only_read = has(flags, CL_MEM_READ_ONLY) || has(flags, CL_MEM_IMMUTABLE_EXT);
        let formats: Vec<cl_image_format> = ImageFormat::all()
            .filter(|_| device::has_images())
            .filter(|&format| is_for(format, image_type) && (only_read || !format.order().is_srgb()))
            .map(to_api)
            .collect();
        if !image_formats.is_null() {
            for (index, &format) in formats.iter().take(num_entries as usize).enumerate() {
                // SAFETY: there is room for `num_entries` formats, as the call asks.
                unsafe { image_formats.add(index).write(format) };
            }
        }
        // SAFETY: a pointer for a number is writable where it is not null.
        unsafe { raw::write(num_image_formats, formats.len() as cl_uint) };
        Ok(())
    }
}
