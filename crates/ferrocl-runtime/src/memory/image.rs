//! Images as kernels get them: a part of a buffer, and the descriptor that says how it is laid out.
//!
//! What an element looks like is in [`super::image_format`], what kernels read of a descriptor in `ferrocl_ir::image`. Here both
//! come together, and it is seen to that no coordinate inside of the image leads out of the buffer.

use std::sync::Arc;

use ferrocl_ir::image::{Descriptor, ImageKind};

use super::Buffer;
use super::image_format::ImageFormat;

/// The size of an image and where its rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageShape {
    /// Pixels in each dimension, and images of an array; 0 where images of the kind have none.
    pub width: usize,
    #[allow(missing_docs)]
    pub height: usize,
    #[allow(missing_docs)]
    pub depth: usize,
    #[allow(missing_docs)]
    pub array_size: usize,
    /// Bytes from row to row.
    pub row_pitch: usize,
    /// Bytes from slice to slice, or from one image of an array to the next.
    pub slice_pitch: usize,
}

/// An image as an argument of a kernel.
#[derive(Clone)]
pub struct Image {
    buffer: Arc<Buffer>,
    offset: usize,
    /// With the address 0, as only an engine knows it.
    descriptor: Descriptor,
}

impl Image {
    /// An image in a buffer, from `offset` on. `None` where the buffer does not hold all of it, it has no pixels, or it is larger than
    /// kernels can address: coordinates are `int`, a row and what follows it at most 4 GiB.
    pub fn new(
        buffer: Arc<Buffer>,
        offset: usize,
        kind: ImageKind,
        format: ImageFormat,
        shape: &ImageShape,
    ) -> Option<Image> {
        let ImageShape { width, height, depth, array_size, row_pitch, slice_pitch } = *shape;
        let (extent, row_pitch, slice_pitch) = match kind {
            ImageKind::Image1d | ImageKind::Image1dBuffer => ([width, 1, 1], 0, 0),
            // The images of an array are its rows.
            ImageKind::Image1dArray => ([width, array_size, 1], slice_pitch, 0),
            ImageKind::Image2d | ImageKind::Image2dDepth => ([width, height, 1], row_pitch, 0),
            ImageKind::Image2dArray | ImageKind::Image2dArrayDepth => {
                ([width, height, array_size], row_pitch, slice_pitch)
            }
            ImageKind::Image3d => ([width, height, depth], row_pitch, slice_pitch),
        };
        let element_size = format.element_size();
        let row = width.checked_mul(element_size)?;
        let last_row = extent[1].checked_sub(1)?.checked_mul(row_pitch)?;
        let last_slice = extent[2].checked_sub(1)?.checked_mul(slice_pitch)?;
        let end = offset.checked_add(last_slice)?.checked_add(last_row)?.checked_add(row)?;
        let is_coordinate = |count: &usize| (1..=i32::MAX as usize).contains(count);
        if end > buffer.len() || !extent.iter().all(is_coordinate) {
            return None;
        }
        let word = |number: usize| u32::try_from(number).ok();
        let descriptor = Descriptor {
            address: 0,
            width: word(width)?,
            height: word(height)?,
            depth: word(depth)?,
            array_size: word(array_size)?,
            extent: extent.map(|count| count as u32),
            row_pitch: word(row_pitch)?,
            slice_pitch: slice_pitch as u64,
            channel_type: format.channel() as u32,
            channel_order: format.order() as u32,
            element_size: element_size as u32,
            encoding: format.encoding(),
            channels: format.channels(),
            spread: format.spread(),
            opaque_border: format.has_opaque_border(),
        };
        Some(Image { buffer, offset, descriptor })
    }
    /// What has its bytes.
    pub fn buffer(&self) -> &Arc<Buffer> {
        &self.buffer
    }
    /// Where they start in it.
    pub fn offset(&self) -> usize {
        self.offset
    }
    /// The descriptor for kernels whose engine has the buffer at this address, and fuses products and sums or not.
    pub fn descriptor_at(&self, buffer_address: u64, fused: bool) -> Vec<u8> {
        let address = buffer_address + self.offset as u64;
        Descriptor { address, ..self.descriptor.clone() }.bytes(fused)
    }
}

#[cfg(test)]
mod tests {
    use super::super::image_format::{ChannelOrder, ChannelType};
    use super::*;

    #[test]
    fn an_image_lies_in_its_buffer() {
        let buffer = Arc::new(Buffer::new(100).unwrap());
        let format = ImageFormat::new(ChannelOrder::Rgba, ChannelType::UnormInt8).unwrap();
        let image = |offset, width, height, row_pitch| {
            let shape = ImageShape { width, height, depth: 0, array_size: 0, row_pitch, slice_pitch: 0 };
            Image::new(buffer.clone(), offset, ImageKind::Image2d, format, &shape)
        };
        assert!(image(0, 5, 5, 20).is_some());
        assert!(image(4, 5, 5, 20).is_none());
        // The last row needs no gap behind it.
        assert!(image(0, 4, 4, 28).is_some());
        assert!(image(0, 5, 4, 28).is_none());
        assert!(image(0, 0, 4, 28).is_none() && image(0, 4, 0, 28).is_none());
        assert!(image(0, usize::MAX, 1, 0).is_none() && image(0, 1, usize::MAX, usize::MAX).is_none());
        let bytes = image(8, 2, 2, 8).unwrap().descriptor_at(0x1000, true);
        assert_eq!(bytes.len() as u64, Descriptor::SIZE);
        assert_eq!(bytes[..8], 0x1008_u64.to_le_bytes());
    }
}
