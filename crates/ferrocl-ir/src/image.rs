//! Images and samplers as kernels see them.
//!
//! # Images
//! An image is a kernel's aggregate parameter (see [`crate::Parameter`]): a pointer to a *descriptor* in constant memory, which whoever
//! launches the kernel makes. It holds the address of the image's first byte, its sizes and pitches, and how an element becomes a
//! colour. That is a table and no name of a format, so that one piece of code reads every format: the library's (`lib/images.cl`), which
//! is all that knows what to do with a descriptor. Every element is read as up to four words of 32 bits. Each of the channels red, green,
//! blue and alpha lies in one of them, and comes out by a shift to the left, which drops what is above it, and one to the right, which
//! drops what is below it.
//!
//! # Samplers
//! A sampler is a number of 32 bits, the sum of the constants of the section "Samplers" ([`sampler`]).

/// The dimensions of an image: one of the types of Table "Other Built-in Data Types".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// `image1d_t`
    Image1d,
    /// `image1d_buffer_t`
    Image1dBuffer,
    /// `image1d_array_t`
    Image1dArray,
    /// `image2d_t`
    Image2d,
    /// `image2d_array_t`
    Image2dArray,
    /// `image2d_depth_t`
    Image2dDepth,
    /// `image2d_array_depth_t`
    Image2dArrayDepth,
    /// `image3d_t`
    Image3d,
}

impl ImageKind {
    /// All of them.
    pub const ALL: [ImageKind; 8] = [
        ImageKind::Image1d,
        ImageKind::Image1dBuffer,
        ImageKind::Image1dArray,
        ImageKind::Image2d,
        ImageKind::Image2dArray,
        ImageKind::Image2dDepth,
        ImageKind::Image2dArrayDepth,
        ImageKind::Image3d,
    ];
    /// The type's name.
    pub fn name(self) -> &'static str {
        match self {
            ImageKind::Image1d => "image1d_t",
            ImageKind::Image1dBuffer => "image1d_buffer_t",
            ImageKind::Image1dArray => "image1d_array_t",
            ImageKind::Image2d => "image2d_t",
            ImageKind::Image2dArray => "image2d_array_t",
            ImageKind::Image2dDepth => "image2d_depth_t",
            ImageKind::Image2dArrayDepth => "image2d_array_depth_t",
            ImageKind::Image3d => "image3d_t",
        }
    }
    /// The kind of a type's name.
    pub fn from_name(name: &str) -> Option<ImageKind> {
        ImageKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What a function may do with an image (section "Access Qualifiers").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImageAccess {
    /// `read_only`, also where nothing is written.
    ReadOnly,
    /// `write_only`
    WriteOnly,
    /// `read_write`
    ReadWrite,
}

impl ImageAccess {
    /// All of them.
    pub const ALL: [ImageAccess; 3] = [ImageAccess::ReadOnly, ImageAccess::WriteOnly, ImageAccess::ReadWrite];
    /// The keyword.
    pub fn name(self) -> &'static str {
        match self {
            ImageAccess::ReadOnly => "read_only",
            ImageAccess::WriteOnly => "write_only",
            ImageAccess::ReadWrite => "read_write",
        }
    }
    /// The access of a keyword.
    pub fn from_name(name: &str) -> Option<ImageAccess> {
        ImageAccess::ALL.into_iter().find(|access| access.name() == name)
    }
}

/// A kernel's parameter that the host gives an object of its API for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterObject {
    /// An image: the parameter is the address of a [`Descriptor`].
    Image(ImageKind, ImageAccess),
    /// A sampler: the parameter is an `i32`.
    Sampler,
}

/// How the channels of an element become numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// An unsigned integer stands for a fraction of the largest one.
    Unorm = 0,
    /// A signed integer stands for a fraction of the largest one.
    Snorm = 1,
    /// `half`
    Half = 2,
    /// `float`
    Float = 3,
    /// As [`Encoding::Unorm`], with red, green and blue on the sRGB curve. Such a channel has 8 bits.
    Srgb = 4,
    /// A signed integer.
    Signed = 5,
    /// An unsigned integer.
    Unsigned = 6,
}

/// Where a channel is in an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Channel {
    /// Its lowest bit, counted from the element's first.
    pub lowest: u32,
    /// How many bits it has: 1 to 32. It lies in one word of 32.
    pub bits: u32,
}

/// What a kernel needs to know of an image. [`Descriptor::bytes`] is what the kernel's parameter points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Descriptor {
    /// The address of the first element, as the engine has it.
    pub address: u64,
    /// Width, height, depth, and number of images in an array; 0 where images of the kind have none.
    pub width: u32,
    #[allow(missing_docs)]
    pub height: u32,
    #[allow(missing_docs)]
    pub depth: u32,
    #[allow(missing_docs)]
    pub array_size: u32,
    /// How many elements it has along each of its coordinates, the image in an array counted as the last: (5, 3, 1) for an array of
    /// three 1D images. At least 1.
    pub extent: [u32; 3],
    /// Bytes between elements that are neighbours along the second coordinate.
    pub row_pitch: u32,
    /// And along the third.
    pub slice_pitch: u64,
    /// What `get_image_channel_data_type` gives.
    pub channel_type: u32,
    /// What `get_image_channel_order` gives.
    pub channel_order: u32,
    /// Bytes of an element: 1, 2, 4, 8 or 16.
    pub element_size: u32,
    /// How channels become numbers.
    pub encoding: Encoding,
    /// Red, green, blue and alpha, where an element has them.
    pub channels: [Option<Channel>; 4],
    /// What the one channel, red, stands for.
    pub spread: Spread,
    /// Whether alpha is 1 in the border's colour, and not 0.
    pub opaque_border: bool,
}

/// Which components of a colour get the value of the red channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// Red alone.
    Red,
    /// Red, green and blue (`CL_LUMINANCE`).
    Luminance,
    /// All (`CL_INTENSITY`).
    Intensity,
}

/// What [`Descriptor::bytes`] holds, as indices of 32-bit words. `lib/images.cl` has the same numbers.
mod word {
    pub const ADDRESS: usize = 0;
    pub const WIDTH: usize = 2;
    pub const HEIGHT: usize = 3;
    pub const DEPTH: usize = 4;
    pub const ARRAY_SIZE: usize = 5;
    pub const CHANNEL_TYPE: usize = 6;
    pub const CHANNEL_ORDER: usize = 7;
    pub const ROW_PITCH: usize = 8;
    pub const ELEMENT_SIZE: usize = 9;
    pub const SLICE_PITCH: usize = 10;
    /// The last element along each coordinate.
    pub const LAST: usize = 12;
    pub const ENCODING: usize = 15;
    /// By how much a channel's word is shifted to the left, and then to the right; a mask that is 0 for a channel that there is not.
    pub const LEFT: usize = 16;
    pub const RIGHT: usize = 20;
    pub const MASK: usize = 24;
    /// Floats: the largest number of a channel, 1 divided by it, and what that is too small by.
    pub const LARGEST: usize = 28;
    pub const SCALE: usize = 32;
    pub const SCALE_REST: usize = 36;
    pub const FLAGS: usize = 40;
    pub const COUNT: usize = 42;
}

/// Bits of the word [`word::FLAGS`].
mod flag {
    pub const NO_ALPHA: u32 = 1;
    pub const INTENSITY: u32 = 2;
    pub const LUMINANCE: u32 = 4;
    pub const OPAQUE_BORDER: u32 = 8;
    /// Of an element of two words, green is in the first.
    pub const GREEN_IN_FIRST: u32 = 16;
}

impl Descriptor {
    /// Bytes of a descriptor.
    pub const SIZE: u64 = 4 * word::COUNT as u64;
    /// Its alignment in bytes.
    pub const ALIGN: u32 = 8;

    /// The descriptor as kernels read it that do (`fused`) or do not contract `a * b + c` to one operation. Fused, a fraction is the
    /// correctly rounded quotient of a channel's number and the largest one; else it is the product with the reciprocal. Either way
    /// the largest number gives 1.
    pub fn bytes(&self, fused: bool) -> Vec<u8> {
        let mut words = [0_u32; word::COUNT];
        let mut wide = |at: usize, number: u64| {
            words[at] = number as u32;
            words[at + 1] = (number >> 32) as u32;
        };
        wide(word::ADDRESS, self.address);
        wide(word::SLICE_PITCH, self.slice_pitch);
        for (at, number) in [
            (word::WIDTH, self.width),
            (word::HEIGHT, self.height),
            (word::DEPTH, self.depth),
            (word::ARRAY_SIZE, self.array_size),
            (word::CHANNEL_TYPE, self.channel_type),
            (word::CHANNEL_ORDER, self.channel_order),
            (word::ROW_PITCH, self.row_pitch),
            (word::ELEMENT_SIZE, self.element_size),
            (word::ENCODING, self.encoding as u32),
            (word::FLAGS, self.flags()),
        ] {
            words[at] = number;
        }
        for (axis, count) in self.extent.iter().enumerate() {
            words[word::LAST + axis] = count - 1;
        }
        for (index, channel) in self.channels.iter().enumerate() {
            let Some(channel) = channel else { continue };
            words[word::LEFT + index] = 32 - channel.lowest % 32 - channel.bits;
            words[word::RIGHT + index] = 32 - channel.bits;
            words[word::MASK + index] = u32::MAX;
            let bits = if self.encoding == Encoding::Snorm { channel.bits - 1 } else { channel.bits };
            let largest = ((1_u64 << bits) - 1) as f32;
            words[word::LARGEST + index] = largest.to_bits();
            let scale = 1.0 / largest;
            let rest = if fused { (1.0 / f64::from(largest) - f64::from(scale)) as f32 } else { 0.0 };
            words[word::SCALE + index] = scale.to_bits();
            words[word::SCALE_REST + index] = rest.to_bits();
        }
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
    fn flags(&self) -> u32 {
        let green_in_first = self.channels[1].is_some_and(|green| green.lowest < 32);
        [
            (flag::NO_ALPHA, self.channels[3].is_none()),
            (flag::INTENSITY, self.spread == Spread::Intensity),
            (flag::LUMINANCE, self.spread == Spread::Luminance),
            (flag::OPAQUE_BORDER, self.opaque_border),
            (flag::GREEN_IN_FIRST, green_in_first),
        ]
        .into_iter()
        .filter(|(_, holds)| *holds)
        .fold(0, |flags, (flag, _)| flags | flag)
    }
}

/// The numbers of samplers. What the language predefines as `CLK_…` has these values.
pub mod sampler {
    /// Coordinates from 0 to 1 instead of pixels.
    pub const NORMALIZED_COORDS: u32 = 1;
    /// The bits of the addressing mode.
    pub const ADDRESS_MASK: u32 = 0xE;
    #[allow(missing_docs)] // The names are those of the specification.
    pub const ADDRESS_NONE: u32 = 0;
    #[allow(missing_docs)]
    pub const ADDRESS_CLAMP_TO_EDGE: u32 = 2;
    #[allow(missing_docs)]
    pub const ADDRESS_CLAMP: u32 = 4;
    #[allow(missing_docs)]
    pub const ADDRESS_REPEAT: u32 = 6;
    #[allow(missing_docs)]
    pub const ADDRESS_MIRRORED_REPEAT: u32 = 8;
    #[allow(missing_docs)]
    pub const FILTER_NEAREST: u32 = 0x10;
    #[allow(missing_docs)]
    pub const FILTER_LINEAR: u32 = 0x20;

    /// Whether a number is one that the constants make: an addressing mode, a filter mode or none, and coordinates.
    pub fn is_valid(number: u32) -> bool {
        let known = NORMALIZED_COORDS | ADDRESS_MASK | FILTER_NEAREST | FILTER_LINEAR;
        let both = FILTER_NEAREST | FILTER_LINEAR;
        number & !known == 0 && number & ADDRESS_MASK <= ADDRESS_MIRRORED_REPEAT && number & both != both
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for kind in ImageKind::ALL {
            assert_eq!(ImageKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(ImageAccess::from_name("write_only"), Some(ImageAccess::WriteOnly));
        assert_eq!(ImageKind::from_name("image2d_msaa_t"), None);
    }

    /// "1.0f must map to …" and back: the largest number of a channel times its scale is exactly 1 (section "Conversion Rules for Normalized
    /// Integer Channel Data Types").
    #[test]
    fn the_largest_number_of_a_channel_is_one() {
        for bits in [1, 2, 5, 6, 7, 8, 10, 15, 16] {
            let largest = ((1_u32 << bits) - 1) as f32;
            let scale = 1.0 / largest;
            let rest = (1.0 / f64::from(largest) - f64::from(scale)) as f32;
            assert_eq!(largest * scale, 1.0, "{bits} bits");
            assert_eq!(largest.mul_add(scale, largest * rest), 1.0, "{bits} bits");
        }
    }

    #[test]
    fn channels_come_out_of_their_words() {
        let channel = |lowest, bits| Some(Channel { lowest, bits });
        let descriptor = Descriptor {
            address: 0x1_0000_0002,
            width: 3,
            height: 0,
            depth: 0,
            array_size: 2,
            extent: [3, 2, 1],
            row_pitch: 24,
            slice_pitch: 0,
            channel_type: 0,
            channel_order: 0,
            element_size: 8,
            encoding: Encoding::Snorm,
            channels: [channel(0, 16), channel(16, 16), channel(32, 16), None],
            spread: Spread::Red,
            opaque_border: true,
        };
        let bytes = descriptor.bytes(true);
        assert_eq!(bytes.len() as u64, Descriptor::SIZE);
        let word = |at: usize| u32::from_le_bytes(bytes[4 * at..4 * at + 4].try_into().unwrap());
        assert_eq!([word(0), word(1)], [2, 1]);
        assert_eq!([word(word::LAST), word(word::LAST + 1), word(word::LAST + 2)], [2, 1, 0]);
        let element = [0x1234_8001_u32, 0xFFFF_7FFF];
        let take = |channel: usize, of: usize| {
            ((element[of] << word(word::LEFT + channel)) as i32 >> word(word::RIGHT + channel)) as u32
                & word(word::MASK + channel)
        };
        assert_eq!([take(0, 0), take(1, 0), take(2, 1), take(3, 1)], [0xFFFF_8001, 0x1234, 0x7FFF, 0]);
        assert_eq!(f32::from_bits(word(word::LARGEST)), 32767.0);
        assert_eq!(word(word::FLAGS), flag::NO_ALPHA | flag::OPAQUE_BORDER | flag::GREEN_IN_FIRST);
    }

    #[test]
    fn samplers_are_sums_of_the_constants() {
        use sampler::*;
        assert!(is_valid(NORMALIZED_COORDS | ADDRESS_MIRRORED_REPEAT | FILTER_LINEAR));
        assert!(is_valid(ADDRESS_NONE));
        assert!(!is_valid(FILTER_LINEAR | FILTER_NEAREST));
        assert!(!is_valid(0xA) && !is_valid(0x40));
    }
}
