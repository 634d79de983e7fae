//! Image formats between the API's numbers and the runtime's, and which of them the device has.

use ferrocl_runtime::memory::image_format::{ChannelOrder, ChannelType, ImageFormat};

use crate::bindings::*;
use crate::context::Context;
use crate::entry::entry;
use crate::handle;
use crate::newer::CL_MEM_IMMUTABLE_EXT;
use crate::raw;
use crate::status::{Result, Status};

/// A format as the API has it.
pub(crate) fn to_api(format: ImageFormat) -> cl_image_format {
    cl_image_format {
        image_channel_order: format.order() as cl_uint,
        image_channel_data_type: format.channel() as cl_uint,
    }
}

/// Orders that are known to the specification, but no type goes with them here. Three channels that are not packed are no power of two of
/// bits. What an element of `CL_Rx` takes, and the border's colour of `CL_RGBx` and `CL_sRGBx`, is one thing in the specification and
/// another in the conformance tests.
const ORDERS_WITHOUT_TYPES: [cl_uint; 5] = [CL_RGx, CL_sRGB, CL_Rx, CL_RGBx, CL_sRGBx];

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
    let order = ChannelOrder::from_number(given.image_channel_order);
    if order.is_none() && !ORDERS_WITHOUT_TYPES.contains(&given.image_channel_order) {
        return Err(invalid);
    }
    let channel = ChannelType::from_number(given.image_channel_data_type).ok_or(invalid)?;
    let right_order = match channel {
        // "The channel order must be CL_RGB or CL_RGBx."
        ChannelType::UnormShort565 | ChannelType::UnormShort555 | ChannelType::UnormInt101010 => {
            [CL_RGB, CL_RGBx].contains(&given.image_channel_order)
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
    /// API specification, "Querying List of Supported Image Formats", `clGetSupportedImageFormats`.
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
        let formats: Vec<cl_image_format> = ImageFormat::all()
            .filter(|&format| is_for(format, image_type))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The runtime's numbers are the API's.
    #[test]
    fn numbers_are_those_of_the_headers() {
        let orders = [
            (CL_R, ChannelOrder::R),
            (CL_A, ChannelOrder::A),
            (CL_RG, ChannelOrder::Rg),
            (CL_RA, ChannelOrder::Ra),
            (CL_RGB, ChannelOrder::Rgb),
            (CL_RGBA, ChannelOrder::Rgba),
            (CL_BGRA, ChannelOrder::Bgra),
            (CL_ARGB, ChannelOrder::Argb),
            (CL_ABGR, ChannelOrder::Abgr),
            (CL_INTENSITY, ChannelOrder::Intensity),
            (CL_LUMINANCE, ChannelOrder::Luminance),
            (CL_DEPTH, ChannelOrder::Depth),
            (CL_sRGBA, ChannelOrder::Srgba),
            (CL_sBGRA, ChannelOrder::Sbgra),
        ];
        for (number, order) in orders {
            assert_eq!(ChannelOrder::from_number(number), Some(order));
        }
        let types = [
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
        for (number, channel) in types {
            assert_eq!(ChannelType::from_number(number), Some(channel));
        }
    }
}
