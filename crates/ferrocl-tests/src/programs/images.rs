//! Images of a program: the form that an image's name says, reads of the nearest element, and writes of the work-item's own.

use ferrocl_ir::Scalar;
use ferrocl_ir::image::ImageKind;
use ferrocl_runtime::memory::image::ImageShape;
use ferrocl_runtime::memory::image_format::{ChannelOrder, ChannelType, ImageFormat};
use ferrocl_syntax::ast::ScalarName;

use super::tree::Node;
use super::types::Type;
use super::whole::Generator;
use crate::run::images::channel_scalar;

/// How an image is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageForm {
    /// Its dimensions.
    pub kind: ImageKind,
    /// Its channels.
    pub order: ChannelOrder,
    /// What a channel holds.
    pub channel: ChannelType,
    /// How many elements a row has. The height, the depth and the number of images are those of [`HEIGHT`] and [`DEPTH`].
    pub width: usize,
}

/// Rows of an image that has any.
const HEIGHT: usize = 8;
/// Slices of an image, or images of an array.
const DEPTH: usize = 4;
/// Elements in the rows of images that are read.
const WIDTH: usize = 16;

const KINDS: [(&str, ImageKind); 5] = [
    ("1d", ImageKind::Image1d),
    ("1d_array", ImageKind::Image1dArray),
    ("2d", ImageKind::Image2d),
    ("2d_array", ImageKind::Image2dArray),
    ("3d", ImageKind::Image3d),
];

const ORDERS: [(&str, ChannelOrder); 2] = [("R", ChannelOrder::R), ("RGBA", ChannelOrder::Rgba)];

/// Channels with their names, and what an image of them is read as.
const CHANNELS: [(&str, ChannelType, ScalarName); 9] = [
    ("i8", ChannelType::SignedInt8, ScalarName::Int),
    ("i16", ChannelType::SignedInt16, ScalarName::Int),
    ("i32", ChannelType::SignedInt32, ScalarName::Int),
    ("u8", ChannelType::UnsignedInt8, ScalarName::Uint),
    ("u16", ChannelType::UnsignedInt16, ScalarName::Uint),
    ("u32", ChannelType::UnsignedInt32, ScalarName::Uint),
    ("f32", ChannelType::Float, ScalarName::Float),
    ("f16", ChannelType::HalfFloat, ScalarName::Float),
    ("n8", ChannelType::UnormInt8, ScalarName::Float),
];

impl ImageForm {
    /// The form in an image's name: `image_NUMBER_WIDTH_ORDER_CHANNEL_KIND`.
    pub(super) fn from_name(name: &str) -> Option<ImageForm> {
        let mut parts = name.splitn(6, '_').skip(2);
        let width = parts.next()?.parse().ok()?;
        let order = parts.next().and_then(|name| ORDERS.iter().find(|(known, _)| *known == name))?.1;
        let channel = parts.next().and_then(|name| CHANNELS.iter().find(|(known, ..)| *known == name))?.1;
        let kind = parts.next().and_then(|name| KINDS.iter().find(|(known, _)| *known == name))?.1;
        Some(ImageForm { kind, order, channel, width })
    }
    /// What a channel holds.
    pub fn scalar(self) -> Scalar {
        channel_scalar(self.channel)
    }
    /// The format of its elements.
    pub fn format(self) -> Option<ImageFormat> {
        ImageFormat::new(self.order, self.channel)
    }
    /// Its size, without gaps.
    pub fn shape(self) -> ImageShape {
        let row_pitch = self.width * self.format().map_or(1, ImageFormat::element_size);
        let (height, depth, array_size) = match self.kind {
            ImageKind::Image1dArray => (0, 0, HEIGHT),
            ImageKind::Image2d => (HEIGHT, 0, 0),
            ImageKind::Image2dArray => (HEIGHT, 0, DEPTH),
            ImageKind::Image3d => (HEIGHT, DEPTH, 0),
            _ => (0, 0, 0),
        };
        let slice_pitch = row_pitch * height.max(1);
        ImageShape { width: self.width, height, depth, array_size, row_pitch, slice_pitch }
    }
    /// How many bytes it has.
    pub fn bytes(self) -> usize {
        let ImageShape { slice_pitch, depth, array_size, .. } = self.shape();
        slice_pitch * depth.max(array_size).max(1)
    }
}

/// An image that the kernel has.
#[derive(Debug, Clone)]
pub(super) struct ImageVariable {
    name: String,
    kind: ImageKind,
    /// What its elements are read and written as.
    element: ScalarName,
    is_written: bool,
}

impl Generator {
    /// Gives the kernel images and a sampler, perhaps.
    pub(super) fn choose_images(&mut self, parameters: &mut Vec<String>, before: &mut Vec<Node>) {
        if !self.random.chance(20) {
            return;
        }
        for _ in 0..1 + self.random.below(2) {
            let is_written = self.random.chance(35);
            let channels: Vec<_> = CHANNELS
                .into_iter()
                // How halves and normalised integers are rounded is left open, and what these are read as has an error bound.
                .filter(|(name, ..)| {
                    !self.dialect.is_strict || *name != "n8" && !(is_written && *name == "f16")
                })
                .collect();
            let (channel, _, element) = self.random.pick(&channels);
            let (kind_name, kind) = self.random.pick(&KINDS);
            let (order, _) = self.random.pick(&ORDERS);
            let width = if is_written { self.items as usize } else { WIDTH };
            let name = format!("image_{}_{width}_{order}_{channel}_{kind_name}", self.images.len());
            let access = if is_written { "write_only" } else { "read_only" };
            parameters.push(format!("{access} image{kind_name}_t {name}"));
            self.images.push(ImageVariable { name, kind, element, is_written });
        }
        if self.random.chance(40) {
            parameters.push("sampler_t sampler_0".to_owned());
            self.samplers.push("sampler_0".to_owned());
        }
        for (name, mode) in [("nearest_edge", "CLAMP_TO_EDGE"), ("nearest_border", "CLAMP")] {
            before.push(Node::text(format!(
                "constant sampler_t {name} = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_{mode} | CLK_FILTER_NEAREST;"
            )));
            self.samplers.push(name.to_owned());
        }
    }

    /// An element of an image as a vector of 4.
    pub(super) fn image_read(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        let found: Vec<ImageVariable> =
            self.images.iter().filter(|i| !i.is_written && i.element == ty.element).cloned().collect();
        if ty.width != 4 || found.is_empty() {
            return None;
        }
        let image = found[self.random.below(found.len())].clone();
        let depth = depth.min(1);
        let has_sampler = self.random.chance(65);
        let (width, rows, slices) = (WIDTH as i64 - 1, HEIGHT as i64 - 1, DEPTH as i64 - 1);
        let limits: &[i64] = match image.kind {
            ImageKind::Image1d => &[width],
            ImageKind::Image1dArray | ImageKind::Image2d => &[width, rows],
            _ => &[width, rows, slices],
        };
        let mut list: Vec<String> = Vec::new();
        for limit in limits {
            let value = self.any_integer(depth, uniform);
            // Samplers know what to do beyond the edges.
            list.push(match has_sampler {
                true => format!("(int)({value} & 63) - 20"),
                false => format!("(int)({value} & {limit})"),
            });
        }
        if list.len() == 3 {
            list.push("0".to_owned());
        }
        let size = if list.len() == 1 { String::new() } else { list.len().to_string() };
        let mut place = format!("(int{size})({})", list.join(", "));
        if has_sampler && self.random.chance(40) {
            // In the middle of a half of an element.
            place = format!("convert_float{size}({place}) + 0.25f");
        }
        let function = match image.element {
            ScalarName::Int => "read_imagei",
            ScalarName::Uint => "read_imageui",
            _ => "read_imagef",
        };
        let sampler = match has_sampler {
            true => format!("{}, ", self.samplers[self.random.below(self.samplers.len())]),
            false => String::new(),
        };
        Some(format!("{function}({}, {sampler}{place})", image.name))
    }

    /// Writes the work-item's own element of an image.
    pub(super) fn image_write(&mut self) -> Option<Node> {
        let found: Vec<ImageVariable> = self.images.iter().filter(|i| i.is_written).cloned().collect();
        if found.is_empty() {
            return None;
        }
        let image = found[self.random.below(found.len())].clone();
        let (row, slice) = (self.index(HEIGHT, 2, false), self.index(DEPTH, 2, false));
        let place = match image.kind {
            ImageKind::Image1d => "(int)lin".to_owned(),
            ImageKind::Image1dArray | ImageKind::Image2d => format!("(int2)((int)lin, (int){row})"),
            _ => format!("(int4)((int)lin, (int){row}, (int){slice}, 0)"),
        };
        let value = self.expression(Type::new(image.element, 4), 3, false);
        let function = match image.element {
            ScalarName::Int => "write_imagei",
            ScalarName::Uint => "write_imageui",
            _ => "write_imagef",
        };
        Some(Node::text(format!("{function}({}, {place}, {value});", image.name)))
    }
}
