//! Image formats: what an element of an image looks like in memory, and how a colour becomes one.
//!
//! A format is a channel order and a channel data type (API specification, "Image Format Descriptor"). The formats in
//! [`ImageFormat::all`] are those that there are; a pair that is not among them has no element.

use ferrocl_ir::image::{Channel, Encoding, Spread};
use half::f16;

/// Which channels an element has, and in which order they lie in memory. The numbers are those of `CL_R` and its like, and of `CLK_R` in
/// kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // The names are those of the specification.
pub enum ChannelOrder {
    R = 0x10B0,
    A = 0x10B1,
    Rg = 0x10B2,
    Ra = 0x10B3,
    Rgb = 0x10B4,
    Rgba = 0x10B5,
    Bgra = 0x10B6,
    Argb = 0x10B7,
    Abgr = 0x10C3,
    /// One value for red, green, blue and alpha.
    Intensity = 0x10B8,
    /// One value for red, green and blue.
    Luminance = 0x10B9,
    Depth = 0x10BD,
    /// As [`ChannelOrder::Rgba`], with colours that are not linear.
    Srgba = 0x10C1,
    Sbgra = 0x10C2,
}

/// What a channel of an element is. The numbers are those of `CL_SNORM_INT8` and its like, and of `CLK_SNORM_INT8` in kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // The names are those of the specification.
pub enum ChannelType {
    SnormInt8 = 0x10D0,
    SnormInt16 = 0x10D1,
    UnormInt8 = 0x10D2,
    UnormInt16 = 0x10D3,
    /// Red in bits 15 to 11, green in 10 to 5, blue in 4 to 0.
    UnormShort565 = 0x10D4,
    /// Red in bits 14 to 10, green in 9 to 5, blue in 4 to 0.
    UnormShort555 = 0x10D5,
    /// Red in bits 29 to 20, green in 19 to 10, blue in 9 to 0.
    UnormInt101010 = 0x10D6,
    /// Red in bits 31 to 22, green in 21 to 12, blue in 11 to 2, alpha in 1 and 0.
    UnormInt101010_2 = 0x10E0,
    SignedInt8 = 0x10D7,
    SignedInt16 = 0x10D8,
    SignedInt32 = 0x10D9,
    UnsignedInt8 = 0x10DA,
    UnsignedInt16 = 0x10DB,
    UnsignedInt32 = 0x10DC,
    HalfFloat = 0x10DD,
    Float = 0x10DE,
}

/// What the components of a colour for an image are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorKind {
    /// `float`, for every format that is no plain integer.
    Float,
    /// `int`
    Signed,
    /// `uint`
    Unsigned,
}

/// An element's bytes in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    bytes: [u8; 16],
    length: usize,
}

impl Element {
    /// The bytes, as many as the format's element has.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
    fn push(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }
}

/// Components of a colour.
const R: usize = 0;
const G: usize = 1;
const B: usize = 2;
const A: usize = 3;

impl ChannelOrder {
    /// Which component each channel is, in the order in which they lie in memory.
    fn channels(self) -> &'static [usize] {
        use ChannelOrder::*;
        match self {
            R | Intensity | Luminance | Depth => &[self::R],
            A => &[self::A],
            Rg => &[self::R, G],
            Ra => &[self::R, self::A],
            // (Always packed, so that nothing says where they lie.)
            Rgb => &[self::R, G, B],
            Rgba | Srgba => &[self::R, G, B, self::A],
            Bgra | Sbgra => &[B, G, self::R, self::A],
            Argb => &[self::A, self::R, G, B],
            Abgr => &[self::A, B, G, self::R],
        }
    }
    /// The order of a number of the API; `None` where no type goes with it.
    pub fn from_number(number: u32) -> Option<ChannelOrder> {
        TABLE.iter().map(|&(order, _)| order).find(|&order| order as u32 == number)
    }
    /// Whether red, green and blue are stored with the sRGB curve.
    pub fn is_srgb(self) -> bool {
        matches!(self, ChannelOrder::Srgba | ChannelOrder::Sbgra)
    }
}

impl ChannelType {
    /// The type of a number of the API.
    pub fn from_number(number: u32) -> Option<ChannelType> {
        TABLE.iter().flat_map(|&(_, types)| types).copied().find(|&channel| channel as u32 == number)
    }
    /// Bytes of a channel; `None` where the channels of an element are packed into one number.
    fn channel_size(self) -> Option<usize> {
        use ChannelType::*;
        match self {
            SnormInt8 | UnormInt8 | SignedInt8 | UnsignedInt8 => Some(1),
            SnormInt16 | UnormInt16 | SignedInt16 | UnsignedInt16 | HalfFloat => Some(2),
            SignedInt32 | UnsignedInt32 | Float => Some(4),
            UnormShort565 | UnormShort555 | UnormInt101010 | UnormInt101010_2 => None,
        }
    }
    /// The highest bit and the number of bits of each packed channel, and bytes of the number.
    fn packing(self) -> Option<(&'static [(u32, u32)], usize)> {
        match self {
            ChannelType::UnormShort565 => Some((&[(11, 5), (5, 6), (0, 5)], 2)),
            ChannelType::UnormShort555 => Some((&[(10, 5), (5, 5), (0, 5)], 2)),
            ChannelType::UnormInt101010 => Some((&[(20, 10), (10, 10), (0, 10)], 4)),
            ChannelType::UnormInt101010_2 => Some((&[(22, 10), (12, 10), (2, 10), (0, 2)], 4)),
            _ => None,
        }
    }
    /// What the components of a colour are for this type.
    pub fn color_kind(self) -> ColorKind {
        use ChannelType::*;
        match self {
            SignedInt8 | SignedInt16 | SignedInt32 => ColorKind::Signed,
            UnsignedInt8 | UnsignedInt16 | UnsignedInt32 => ColorKind::Unsigned,
            _ => ColorKind::Float,
        }
    }
}

/// A channel order and a channel data type that go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageFormat {
    order: ChannelOrder,
    channel: ChannelType,
}

/// The types of which a channel can be a value of its own.
const PLAIN: &[ChannelType] = {
    use ChannelType::*;
    &[
        UnormInt8,
        UnormInt16,
        SnormInt8,
        SnormInt16,
        SignedInt8,
        SignedInt16,
        SignedInt32,
        UnsignedInt8,
        UnsignedInt16,
        UnsignedInt32,
        HalfFloat,
        Float,
    ]
};

/// For each order, the types that it goes with. "The number of bits per element determined by the image_channel_data_type and
/// image_channel_order must be a power of two": so three channels are always packed.
const TABLE: &[(ChannelOrder, &[ChannelType])] = {
    use ChannelOrder::*;
    use ChannelType::*;
    const BYTES: &[ChannelType] = &[UnormInt8, SnormInt8, SignedInt8, UnsignedInt8];
    const FRACTIONS: &[ChannelType] = &[UnormInt8, UnormInt16, SnormInt8, SnormInt16, HalfFloat, Float];
    const PACKED: &[ChannelType] = &[UnormShort565, UnormShort555, UnormInt101010];
    &[
        (Rgba, PLAIN),
        (Rgba, &[UnormInt101010_2]),
        (Bgra, BYTES),
        (R, PLAIN),
        (Rg, PLAIN),
        (A, PLAIN),
        (Ra, PLAIN),
        (Argb, BYTES),
        (Abgr, BYTES),
        (Intensity, FRACTIONS),
        (Luminance, FRACTIONS),
        (Rgb, PACKED),
        (Depth, &[UnormInt16, Float]),
        (Srgba, &[UnormInt8]),
        (Sbgra, &[UnormInt8]),
    ]
};

impl ImageFormat {
    /// The format, if there is one of this order and type.
    pub fn new(order: ChannelOrder, channel: ChannelType) -> Option<ImageFormat> {
        let format = ImageFormat { order, channel };
        ImageFormat::all().find(|&known| known == format)
    }
    /// All formats, those that every device must have first.
    pub fn all() -> impl Iterator<Item = ImageFormat> {
        TABLE
            .iter()
            .flat_map(|&(order, types)| types.iter().map(move |&channel| ImageFormat { order, channel }))
    }
    /// The channel order.
    pub fn order(self) -> ChannelOrder {
        self.order
    }
    /// The channel data type.
    pub fn channel(self) -> ChannelType {
        self.channel
    }
    /// Bytes of an element.
    pub fn element_size(self) -> usize {
        match (self.channel.channel_size(), self.channel.packing()) {
            (Some(size), _) => size * self.order.channels().len(),
            (None, packing) => packing.map_or(0, |(_, size)| size),
        }
    }
    /// How kernels make numbers of the channels.
    pub fn encoding(self) -> Encoding {
        use ChannelType::*;
        match self.channel {
            UnormInt8 if self.order.is_srgb() => Encoding::Srgb,
            UnormInt8 | UnormInt16 | UnormShort565 | UnormShort555 | UnormInt101010 | UnormInt101010_2 => {
                Encoding::Unorm
            }
            SnormInt8 | SnormInt16 => Encoding::Snorm,
            SignedInt8 | SignedInt16 | SignedInt32 => Encoding::Signed,
            UnsignedInt8 | UnsignedInt16 | UnsignedInt32 => Encoding::Unsigned,
            HalfFloat => Encoding::Half,
            Float => Encoding::Float,
        }
    }
    /// Where red, green, blue and alpha lie in an element.
    pub fn channels(self) -> [Option<Channel>; 4] {
        let mut channels = [None; 4];
        if let Some((fields, _)) = self.channel.packing() {
            for (channel, &(lowest, bits)) in channels.iter_mut().zip(fields) {
                *channel = Some(Channel { lowest, bits });
            }
            return channels;
        }
        let bits = 8 * self.channel.channel_size().unwrap_or(0) as u32;
        for (place, &index) in (0..).zip(self.order.channels()) {
            channels[index] = Some(Channel { lowest: place * bits, bits });
        }
        channels
    }
    /// Which components the one channel of an intensity or luminance is.
    pub fn spread(self) -> Spread {
        match self.order {
            ChannelOrder::Intensity => Spread::Intensity,
            ChannelOrder::Luminance => Spread::Luminance,
            _ => Spread::Red,
        }
    }
    /// Whether alpha is 1 in the colour beyond the border (OpenCL C specification, "Determining the Border Color or Value").
    pub fn has_opaque_border(self) -> bool {
        use ChannelOrder::*;
        matches!(self.order, R | Rg | Rgb | Luminance | Depth)
    }
    /// The element of a colour: red, green, blue and alpha as the bits of what [`ChannelType::color_kind`] says. What a channel
    /// cannot hold becomes the nearest value that it can (OpenCL C specification, "Conversion Rules").
    pub fn pack(self, color: [u32; 4]) -> Element {
        let mut element = Element { bytes: [0; 16], length: 0 };
        let float = |index: usize| {
            let value = f32::from_bits(color[index]);
            if self.order.is_srgb() && index < 3 { to_srgb(value) } else { value }
        };
        if let Some((fields, size)) = self.channel.packing() {
            let mut number = 0_u32;
            for (index, &(lowest, bits)) in fields.iter().enumerate() {
                number |= unorm(float(index), (1 << bits) - 1) << lowest;
            }
            element.push(&number.to_le_bytes()[..size]);
            return element;
        }
        for &index in self.order.channels() {
            let (signed, unsigned) = (color[index] as i32, color[index]);
            match self.channel {
                ChannelType::UnormInt8 => element.push(&[unorm(float(index), 0xFF) as u8]),
                ChannelType::UnormInt16 => {
                    element.push(&(unorm(float(index), 0xFFFF) as u16).to_le_bytes());
                }
                // `as` saturates, and makes 0 of NaN.
                ChannelType::SnormInt8 => {
                    element.push(&((float(index) * 127.0).round_ties_even() as i8).to_le_bytes());
                }
                ChannelType::SnormInt16 => {
                    element.push(&((float(index) * 32767.0).round_ties_even() as i16).to_le_bytes());
                }
                ChannelType::SignedInt8 => {
                    element.push(&(signed.clamp(i8::MIN.into(), i8::MAX.into()) as i8).to_le_bytes());
                }
                ChannelType::SignedInt16 => {
                    element.push(&(signed.clamp(i16::MIN.into(), i16::MAX.into()) as i16).to_le_bytes());
                }
                ChannelType::UnsignedInt8 => element.push(&[unsigned.min(0xFF) as u8]),
                ChannelType::UnsignedInt16 => element.push(&(unsigned.min(0xFFFF) as u16).to_le_bytes()),
                ChannelType::HalfFloat => element.push(&f16::from_f32(float(index)).to_le_bytes()),
                ChannelType::SignedInt32 | ChannelType::UnsignedInt32 | ChannelType::Float => {
                    element.push(&unsigned.to_le_bytes());
                }
                ChannelType::UnormShort565
                | ChannelType::UnormShort555
                | ChannelType::UnormInt101010
                | ChannelType::UnormInt101010_2 => unreachable!("packed above"),
            }
        }
        element
    }
}

/// A number from 0 to 1 as a part of `max`, as the specification prefers it: `convert_ushort_sat_rte(f * 65535.0f)`.
fn unorm(value: f32, max: u32) -> u32 {
    // `as` saturates at 0 and makes 0 of NaN.
    ((value * max as f32).round_ties_even() as u32).min(max)
}

/// A linear colour on the sRGB curve (OpenCL C specification, "Conversion Rules for sRGBA and sBGRA Images").
fn to_srgb(linear: f32) -> f32 {
    if linear.is_nan() {
        return 0.0;
    }
    let linear = f64::from(linear).clamp(0.0, 1.0);
    let curved = if linear < 0.0031308 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    curved as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(order: ChannelOrder, channel: ChannelType, color: [f32; 4]) -> Vec<u8> {
        ImageFormat::new(order, channel).expect("a format").pack(color.map(f32::to_bits)).bytes().to_vec()
    }

    #[test]
    fn elements_have_a_power_of_two_of_bits_and_their_size() {
        let all: Vec<ImageFormat> = ImageFormat::all().collect();
        for (index, format) in all.iter().enumerate() {
            assert!(format.element_size().is_power_of_two(), "{format:?}");
            assert_eq!(format.pack([0; 4]).bytes(), vec![0; format.element_size()], "{format:?}");
            assert!(!all[..index].contains(format), "{format:?} is there twice");
        }
        assert_eq!(ImageFormat::new(ChannelOrder::Rgb, ChannelType::UnormInt8), None);
    }

    #[test]
    fn channels_lie_in_the_order_of_their_name() {
        use ChannelOrder::*;
        let color = [1.0, 0.0, 0.2, 0.4];
        for (order, bytes) in [
            (Rgba, [255, 0, 51, 102]),
            (Bgra, [51, 0, 255, 102]),
            (Argb, [102, 255, 0, 51]),
            (Abgr, [102, 51, 0, 255]),
        ] {
            assert_eq!(pack(order, ChannelType::UnormInt8, color), bytes, "{order:?}");
        }
        for (order, bytes) in [
            (Rg, vec![255, 0]),
            (Ra, vec![255, 102]),
            (A, vec![102]),
            (R, vec![255]),
            (Intensity, vec![255]),
            (Luminance, vec![255]),
        ] {
            assert_eq!(pack(order, ChannelType::UnormInt8, color), bytes, "{order:?}");
        }
        assert_eq!(pack(Depth, ChannelType::Float, [0.25, 1.0, 1.0, 1.0]), 0.25_f32.to_le_bytes());
    }

    #[test]
    fn fractions_are_rounded_to_the_nearest_and_saturate() {
        use ChannelOrder::Rgba;
        let wild = [-3.0, 7.0, f32::NAN, 0.5];
        assert_eq!(pack(Rgba, ChannelType::UnormInt8, wild), [0, 255, 0, 128]);
        assert_eq!(pack(Rgba, ChannelType::SnormInt8, [-1.0, 1.0, f32::NAN, -9.0]), [0x81, 127, 0, 0x80]);
        assert_eq!(pack(Rgba, ChannelType::UnormInt16, wild), [0, 0, 255, 255, 0, 0, 0, 128]);
        assert_eq!(
            pack(Rgba, ChannelType::HalfFloat, [1.0, -2.0, 65504.0, 0.0]),
            [0, 0x3C, 0, 0xC0, 0xFF, 0x7B, 0, 0]
        );
    }

    #[test]
    fn integers_saturate() {
        let pack = |channel, color| ImageFormat::new(ChannelOrder::Rgba, channel).unwrap().pack(color);
        let signed = [300_i32, -300, -1, 5].map(|value| value as u32);
        assert_eq!(pack(ChannelType::SignedInt8, signed).bytes(), [127, 128, 255, 5]);
        assert_eq!(pack(ChannelType::UnsignedInt8, [300, 255, 0, 5]).bytes(), [255, 255, 0, 5]);
        assert_eq!(
            pack(ChannelType::UnsignedInt16, [70000, 1, 256, 5]).bytes(),
            [255, 255, 1, 0, 0, 1, 5, 0]
        );
        assert_eq!(pack(ChannelType::SignedInt32, signed).bytes()[4..8], (-300_i32).to_le_bytes());
    }

    #[test]
    fn packed_channels_are_in_their_bits() {
        use ChannelOrder::{Rgb, Rgba};
        let word = |bytes: Vec<u8>| bytes.iter().rev().fold(0_u32, |word, &byte| word << 8 | u32::from(byte));
        let red = [1.0, 0.0, 0.0, 0.0];
        let rest = [0.0, 1.0, 1.0, 1.0];
        assert_eq!(word(pack(Rgb, ChannelType::UnormShort565, red)), 0xF800);
        assert_eq!(word(pack(Rgb, ChannelType::UnormShort565, rest)), 0x07FF);
        assert_eq!(word(pack(Rgb, ChannelType::UnormShort555, red)), 0x7C00);
        assert_eq!(word(pack(Rgb, ChannelType::UnormInt101010, red)), 0x3FF0_0000);
        assert_eq!(word(pack(Rgba, ChannelType::UnormInt101010_2, red)), 0xFFC0_0000);
        assert_eq!(word(pack(Rgba, ChannelType::UnormInt101010_2, rest)), 0x003F_FFFF);
    }

    #[test]
    fn srgb_is_curved_but_its_alpha_is_not() {
        let color = [0.0, 0.5, 1.0, 0.5];
        assert_eq!(pack(ChannelOrder::Srgba, ChannelType::UnormInt8, color), [0, 188, 255, 128]);
        assert_eq!(pack(ChannelOrder::Sbgra, ChannelType::UnormInt8, color), [255, 188, 0, 128]);
        assert_eq!(
            pack(ChannelOrder::Srgba, ChannelType::UnormInt8, [0.002, -1.0, 2.0, 0.0]),
            [7, 0, 255, 0]
        );
    }
}
