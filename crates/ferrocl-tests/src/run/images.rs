//! Images and samplers as arguments.

use std::sync::Arc;

use ferrocl_ir::image::{ImageKind, sampler};
use ferrocl_ir::{Scalar, ValueType};
use ferrocl_runtime::memory::image::{Image, ImageShape};
use ferrocl_runtime::memory::image_format::{ChannelOrder, ChannelType, ImageFormat};
use ferrocl_runtime::{Argument, Buffer};

use super::values::{self, ElementType};

/// The image of a text, `image SIZES ORDER TYPE of VALUES`.
pub(super) fn image(text: &str, kind: ImageKind) -> Result<Argument, String> {
    let (head, content) = text.split_once(" of ").ok_or("there is no ` of ` before its content")?;
    let words: Vec<&str> = head.split_whitespace().collect();
    let ["image", sizes, order, channel] = words[..] else {
        return Err("an image is `image SIZES ORDER TYPE of VALUES`".into());
    };
    let sizes: Vec<usize> = sizes
        .split(',')
        .map(|size| size.parse().map_err(|_| format!("`{size}` is no size")))
        .collect::<Result<_, _>>()?;
    let format = format(order, channel)?;
    let size = |index: usize| sizes.get(index).copied().unwrap_or(0);
    let row_pitch = size(0) * format.element_size();
    let (height, depth, array_size) = match kind {
        ImageKind::Image1d | ImageKind::Image1dBuffer => (0, 0, 0),
        ImageKind::Image1dArray => (0, 0, size(1)),
        ImageKind::Image2d | ImageKind::Image2dDepth => (size(1), 0, 0),
        ImageKind::Image2dArray | ImageKind::Image2dArrayDepth => (size(1), 0, size(2)),
        ImageKind::Image3d => (size(1), size(2), 0),
    };
    let slice_pitch = row_pitch * height.max(1);
    let shape = ImageShape { width: size(0), height, depth, array_size, row_pitch, slice_pitch };
    let bytes = values::bytes(content, component(text)?)?;
    let wanted: usize = row_pitch * sizes[1..].iter().product::<usize>();
    if bytes.len() != wanted {
        return Err(format!("the image has {wanted} bytes, its content {}", bytes.len()));
    }
    let buffer = Arc::new(Buffer::from_bytes(&bytes).map_err(|error| error.to_string())?);
    let image = Image::new(buffer, 0, kind, format, &shape).ok_or("there are no such images")?;
    Ok(Argument::Image(image))
}

/// What the values of an image's text are: channels, or elements of packed ones.
pub(super) fn component(text: &str) -> Result<ElementType, String> {
    let channel = text.split_whitespace().nth(3).ok_or("the image has no type")?;
    Ok(ElementType { ty: Some(ValueType::Scalar(channel_scalar(channel_type(channel)?))) })
}

/// What holds a channel of this type, or the element of packed ones.
pub(crate) fn channel_scalar(channel: ChannelType) -> Scalar {
    use ChannelType::*;
    match channel {
        SnormInt8 | UnormInt8 | SignedInt8 | UnsignedInt8 => Scalar::I8,
        SnormInt16 | UnormInt16 | SignedInt16 | UnsignedInt16 => Scalar::I16,
        UnormShort565 | UnormShort555 => Scalar::I16,
        SignedInt32 | UnsignedInt32 | UnormInt101010 | UnormInt101010_2 => Scalar::I32,
        HalfFloat => Scalar::F16,
        Float => Scalar::F32,
    }
}

fn channel_type(name: &str) -> Result<ChannelType, String> {
    Ok(match name {
        "SNORM_INT8" => ChannelType::SnormInt8,
        "SNORM_INT16" => ChannelType::SnormInt16,
        "UNORM_INT8" => ChannelType::UnormInt8,
        "UNORM_INT16" => ChannelType::UnormInt16,
        "UNORM_SHORT_565" => ChannelType::UnormShort565,
        "UNORM_SHORT_555" => ChannelType::UnormShort555,
        "UNORM_INT_101010" => ChannelType::UnormInt101010,
        "UNORM_INT_101010_2" => ChannelType::UnormInt101010_2,
        "SIGNED_INT8" => ChannelType::SignedInt8,
        "SIGNED_INT16" => ChannelType::SignedInt16,
        "SIGNED_INT32" => ChannelType::SignedInt32,
        "UNSIGNED_INT8" => ChannelType::UnsignedInt8,
        "UNSIGNED_INT16" => ChannelType::UnsignedInt16,
        "UNSIGNED_INT32" => ChannelType::UnsignedInt32,
        "HALF_FLOAT" => ChannelType::HalfFloat,
        "FLOAT" => ChannelType::Float,
        _ => return Err(format!("`{name}` is no channel type")),
    })
}

fn format(order: &str, channel: &str) -> Result<ImageFormat, String> {
    let channel = channel_type(channel)?;
    let order = match order {
        "R" => ChannelOrder::R,
        "A" => ChannelOrder::A,
        "RG" => ChannelOrder::Rg,
        "RA" => ChannelOrder::Ra,
        "RGB" => ChannelOrder::Rgb,
        "RGBA" => ChannelOrder::Rgba,
        "BGRA" => ChannelOrder::Bgra,
        "ARGB" => ChannelOrder::Argb,
        "ABGR" => ChannelOrder::Abgr,
        "INTENSITY" => ChannelOrder::Intensity,
        "LUMINANCE" => ChannelOrder::Luminance,
        "DEPTH" => ChannelOrder::Depth,
        "sRGBA" => ChannelOrder::Srgba,
        "sBGRA" => ChannelOrder::Sbgra,
        _ => return Err(format!("`{order}` is no channel order")),
    };
    ImageFormat::new(order, channel).ok_or_else(|| "there is no such format".into())
}

/// The sampler of a text, `sampler WORDS`.
pub(super) fn sampler(text: &str) -> Result<Argument, String> {
    let words = text.strip_prefix("sampler").ok_or("a sampler is `sampler WORDS`")?;
    let mut number = 0;
    for word in words.split_whitespace() {
        number |= match word {
            "normalized" => sampler::NORMALIZED_COORDS,
            "linear" => sampler::FILTER_LINEAR,
            "none" => sampler::ADDRESS_NONE,
            "edge" => sampler::ADDRESS_CLAMP_TO_EDGE,
            "border" => sampler::ADDRESS_CLAMP,
            "repeat" => sampler::ADDRESS_REPEAT,
            "mirror" => sampler::ADDRESS_MIRRORED_REPEAT,
            _ => return Err(format!("`{word}` says nothing about a sampler")),
        };
    }
    if number & sampler::FILTER_LINEAR == 0 {
        number |= sampler::FILTER_NEAREST;
    }
    Ok(Argument::Bytes(number.to_le_bytes().as_slice().into()))
}
