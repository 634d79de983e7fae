//! Images against a model of their own: every format is read and written, every sampler reads at random coordinates, on every engine
//! (sections "Image Addressing and Filtering" and "Conversion Rules").
//!
//! The model knows formats by their names and takes elements apart bit by bit in `f64`; it shares nothing with the descriptor that kernels
//! read.

use std::sync::Arc;

use ferrocl_base::random::Random;
use ferrocl_ir::image::{ImageKind, sampler};
use ferrocl_runtime::memory::image::{Image, ImageShape};
use ferrocl_runtime::memory::image_format::{ChannelOrder, ChannelType, ColorKind, ImageFormat};
use ferrocl_runtime::{Argument, Buffer};
use ferrocl_tests::engines::{Engine, Runner};

const SOURCE: &str = "
kernel void read_f(read_only image2d_t i, global float4 *o) { int x = get_global_id(0); o[x] = read_imagef(i, (int2)(x % 7, x / 7)); }
kernel void read_i(read_only image2d_t i, global int4 *o) { int x = get_global_id(0); o[x] = read_imagei(i, (int2)(x % 7, x / 7)); }
kernel void read_u(read_only image2d_t i, global uint4 *o) { int x = get_global_id(0); o[x] = read_imageui(i, (int2)(x % 7, x / 7)); }
kernel void write_f(write_only image2d_t i, global float4 *c) { int x = get_global_id(0); write_imagef(i, (int2)(x % 7, x / 7), c[x]); }
kernel void write_i(write_only image2d_t i, global int4 *c) { int x = get_global_id(0); write_imagei(i, (int2)(x % 7, x / 7), c[x]); }
kernel void write_u(write_only image2d_t i, global uint4 *c) { int x = get_global_id(0); write_imageui(i, (int2)(x % 7, x / 7), c[x]); }
kernel void sample_1d(image1d_t i, sampler_t s, global float4 *c, global float4 *o)
{ int x = get_global_id(0); o[x] = read_imagef(i, s, c[x].x); }
kernel void sample_2d(image2d_t i, sampler_t s, global float4 *c, global float4 *o)
{ int x = get_global_id(0); o[x] = read_imagef(i, s, c[x].xy); }
kernel void sample_3d(image3d_t i, sampler_t s, global float4 *c, global float4 *o)
{ int x = get_global_id(0); o[x] = read_imagef(i, s, c[x]); }
";

/// Pixels of an image: 7 columns and 5 rows.
const PIXELS: usize = 35;

fn runner() -> Runner {
    Runner::new("images.cl", SOURCE, "")
}

/// Vector code at the widths that differ most, and the interpreter.
const ENGINES: [Engine; 3] = [Engine::Interpreter, Engine::Native(1), Engine::Native(16)];

fn buffer(bytes: &[u8]) -> Arc<Buffer> {
    Arc::new(Buffer::from_bytes(bytes).unwrap())
}

fn whole(buffer: &Arc<Buffer>) -> Argument {
    Argument::Buffer { buffer: buffer.clone(), offset: 0 }
}

fn plane(buffer: &Arc<Buffer>, format: ImageFormat) -> Argument {
    let row_pitch = 7 * format.element_size();
    let shape = ImageShape { width: 7, height: 5, depth: 0, array_size: 0, row_pitch, slice_pitch: 0 };
    Argument::Image(Image::new(buffer.clone(), 0, ImageKind::Image2d, format, &shape).unwrap())
}

/// A number in a channel.
#[derive(Clone, Copy)]
enum Number {
    /// An unsigned fraction of so many bits.
    Unorm(u32),
    Snorm(u32),
    Signed(u32),
    Unsigned(u32),
    Half,
    Float,
}

/// The channels in the order of their names, from the lowest bit on; and what each is.
fn layout(format: ImageFormat) -> Vec<(char, Number)> {
    use ChannelType::*;
    let number = match format.channel() {
        UnormInt8 => Number::Unorm(8),
        UnormInt16 => Number::Unorm(16),
        SnormInt8 => Number::Snorm(8),
        SnormInt16 => Number::Snorm(16),
        SignedInt8 => Number::Signed(8),
        SignedInt16 => Number::Signed(16),
        SignedInt32 => Number::Signed(32),
        UnsignedInt8 => Number::Unsigned(8),
        UnsignedInt16 => Number::Unsigned(16),
        UnsignedInt32 => Number::Unsigned(32),
        HalfFloat => Number::Half,
        Float => Number::Float,
        UnormShort565 => return packed("bgr", &[5, 6, 5]),
        UnormShort555 => return packed("bgr", &[5, 5, 5]),
        UnormInt101010 => return packed("bgr", &[10, 10, 10]),
        UnormInt101010_2 => return packed("abgr", &[2, 10, 10, 10]),
    };
    let names = match format.order() {
        ChannelOrder::R | ChannelOrder::Intensity | ChannelOrder::Luminance | ChannelOrder::Depth => "r",
        ChannelOrder::A => "a",
        ChannelOrder::Rg => "rg",
        ChannelOrder::Ra => "ra",
        ChannelOrder::Rgb => "rgb",
        ChannelOrder::Rgba | ChannelOrder::Srgba => "rgba",
        ChannelOrder::Bgra | ChannelOrder::Sbgra => "bgra",
        ChannelOrder::Argb => "argb",
        ChannelOrder::Abgr => "abgr",
    };
    names.chars().map(|name| (name, number)).collect()
}

fn packed(names: &str, bits: &[u32]) -> Vec<(char, Number)> {
    names.chars().zip(bits).map(|(name, &bits)| (name, Number::Unorm(bits))).collect()
}

fn bits_of(number: Number) -> u32 {
    match number {
        Number::Unorm(bits) | Number::Snorm(bits) | Number::Signed(bits) | Number::Unsigned(bits) => bits,
        Number::Half => 16,
        Number::Float => 32,
    }
}

/// The value of a channel.
fn value(number: Number, raw: u128) -> f64 {
    let raw = (raw & ((1 << bits_of(number)) - 1)) as u64;
    let signed = |bits: u32| ((raw << (64 - bits)) as i64 >> (64 - bits)) as f64;
    match number {
        Number::Unorm(bits) => raw as f64 / ((1_u64 << bits) - 1) as f64,
        Number::Snorm(bits) => (signed(bits) / ((1_u64 << (bits - 1)) - 1) as f64).max(-1.0),
        Number::Signed(bits) => signed(bits),
        Number::Unsigned(_) => raw as f64,
        Number::Half => half::f16::from_bits(raw as u16).to_f64(),
        Number::Float => f32::from_bits(raw as u32).into(),
    }
}

/// A linear value on the sRGB curve.
fn curved(linear: f64) -> f64 {
    let linear = linear.clamp(0.0, 1.0);
    if linear < 0.0031308 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}
/// A value of the sRGB curve as a linear one.
fn linear(srgb: f64) -> f64 {
    if srgb <= 0.04045 { srgb / 12.92 } else { ((srgb + 0.055) / 1.055).powf(2.4) }
}

/// The colour of an element.
fn color(format: ImageFormat, element: &[u8]) -> [f64; 4] {
    let word = element.iter().rev().fold(0_u128, |word, &byte| word << 8 | u128::from(byte));
    let mut color = [0.0, 0.0, 0.0, 1.0];
    let mut at = 0;
    for (name, number) in layout(format) {
        let mut channel = value(number, word >> at);
        if format.order().is_srgb() && name != 'a' {
            channel = linear(channel);
        }
        if let Some(component) = "rgba".find(name) {
            color[component] = channel;
        }
        at += bits_of(number);
    }
    match format.order() {
        ChannelOrder::Intensity => [color[0]; 4],
        ChannelOrder::Luminance => [color[0], color[0], color[0], 1.0],
        _ => color,
    }
}

/// Random elements. Floats are what a `half` holds, so that filters of them have no surprises.
fn content(random: &mut Random, format: ImageFormat, pixels: usize) -> Vec<u8> {
    let count = pixels * format.element_size();
    let number = |random: &mut Random| half::f16::from_f64(random.below(4001) as f64 / 1000.0 - 2.0);
    match format.channel() {
        ChannelType::Float => (0..count / 4).flat_map(|_| number(random).to_f32().to_le_bytes()).collect(),
        ChannelType::HalfFloat => (0..count / 2).flat_map(|_| number(random).to_le_bytes()).collect(),
        _ => {
            let mut byte = || {
                let any = random.bits() as u8;
                random.pick(&[0, 1, 127, 128, 255, any])
            };
            (0..count).map(|_| byte()).collect()
        }
    }
}

fn floats(buffer: &Buffer) -> Vec<[f32; 4]> {
    let bytes = buffer.to_vec();
    let float = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().unwrap());
    bytes.chunks(16).map(|c| [0, 4, 8, 12].map(|at| float(&c[at..at + 4]))).collect()
}

/// A format as kernels of a 2D image take it.
fn formats() -> impl Iterator<Item = ImageFormat> {
    ImageFormat::all().filter(|format| format.order() != ChannelOrder::Depth)
}

#[test]
fn every_format_is_read() {
    let runner = runner();
    let mut random = Random::new(1);
    for format in formats() {
        let bytes = content(&mut random, format, PIXELS);
        let pixels = buffer(&bytes);
        let kind = format.channel().color_kind();
        let kernel = kernel("read", kind);
        for engine in ENGINES {
            let out = buffer(&[0; PIXELS * 16]);
            runner.launch(engine, &kernel, &[plane(&pixels, format), whole(&out)], PIXELS);
            for (place, (element, got)) in bytes.chunks(format.element_size()).zip(floats(&out)).enumerate() {
                let wanted = color(format, element);
                for (component, (&wanted, got)) in wanted.iter().zip(got).enumerate() {
                    let right = match kind {
                        // "The precision of the above conversions is <= 1.5 ulp".
                        ColorKind::Float => (f64::from(got) - wanted).abs() <= 1.5 * ulp(wanted),
                        ColorKind::Signed => f64::from(got.to_bits() as i32) == wanted,
                        ColorKind::Unsigned => f64::from(got.to_bits()) == wanted,
                    };
                    assert!(right, "{format:?} ({engine}) at {place}.{component}: {got} is not {wanted}");
                }
            }
        }
    }
}

/// The kernel that reads or writes colours of a kind.
fn kernel(verb: &str, kind: ColorKind) -> String {
    let suffix = match kind {
        ColorKind::Float => 'f',
        ColorKind::Signed => 'i',
        ColorKind::Unsigned => 'u',
    };
    format!("{verb}_{suffix}")
}

/// The distance between floats at a value.
fn ulp(value: f64) -> f64 {
    let value = (value.abs() as f32).max(f32::MIN_POSITIVE);
    f64::from(f32::from_bits(value.to_bits() + 1)) - f64::from(value)
}

#[test]
fn every_format_is_written() {
    let runner = runner();
    let mut random = Random::new(2);
    for format in formats() {
        let kind = format.channel().color_kind();
        // What is out of range too.
        let component = |random: &mut Random| match kind {
            ColorKind::Float => (random.below(5001) as f32 / 2000.0 - 1.25).to_bits(),
            _ => random.bits() as u32 >> random.pick(&[0, 8, 16, 24, 25]),
        };
        let colors: Vec<[u32; 4]> = (0..PIXELS).map(|_| [(); 4].map(|()| component(&mut random))).collect();
        let given: Vec<u8> = colors.iter().flatten().flat_map(|bits| bits.to_le_bytes()).collect();
        // The host's own conversion, which fills images and is tested on its own.
        let wanted: Vec<u8> = colors.iter().flat_map(|&color| format.pack(color).bytes().to_vec()).collect();
        let kernel = kernel("write", kind);
        for engine in ENGINES {
            let pixels = buffer(&vec![0; PIXELS * format.element_size()]);
            runner.launch(engine, &kernel, &[plane(&pixels, format), whole(&buffer(&given))], PIXELS);
            if !format.order().is_srgb() {
                assert_eq!(pixels.to_vec(), wanted, "{format:?} ({engine})");
                continue;
            }
            // "Conversion Rules for sRGBA and sBGRA Images": a number may be off by 0.6, so two numbers are right close to the middle.
            let components: Vec<f32> = colors.iter().flatten().map(|&bits| f32::from_bits(bits)).collect();
            let order: [usize; 4] =
                if format.order() == ChannelOrder::Sbgra { [2, 1, 0, 3] } else { [0, 1, 2, 3] };
            for (index, (&found, &host)) in pixels.to_vec().iter().zip(&wanted).enumerate() {
                let given = components[index / 4 * 4 + order[index % 4]];
                let off = (curved(given.into()) * 255.0 - f64::from(found)).abs();
                let right =
                    if index % 4 == 3 { found == host } else { off <= 0.6 && found.abs_diff(host) <= 1 };
                assert!(right, "{given} becomes {found} and not {host} in {format:?} ({engine})");
            }
        }
    }
}

/// Addressing modes.
const MODES: [(&str, u32); 5] = [
    ("none", sampler::ADDRESS_NONE),
    ("edge", sampler::ADDRESS_CLAMP_TO_EDGE),
    ("border", sampler::ADDRESS_CLAMP),
    ("repeat", sampler::ADDRESS_REPEAT),
    ("mirror", sampler::ADDRESS_MIRRORED_REPEAT),
];

/// How a sampler reads.
#[derive(Debug, Clone, Copy)]
struct Sampler {
    mode: &'static str,
    number: u32,
}

impl Sampler {
    fn is_normalized(self) -> bool {
        self.number & sampler::NORMALIZED_COORDS != 0
    }
    fn is_linear(self) -> bool {
        self.number & sampler::FILTER_LINEAR != 0
    }
    /// Every sampler that there can be: some modes need normalized coordinates.
    fn all() -> impl Iterator<Item = Sampler> {
        let of_mode = |(mode, number)| {
            [sampler::FILTER_NEAREST, sampler::FILTER_LINEAR].into_iter().flat_map(move |filter| {
                [0, sampler::NORMALIZED_COORDS]
                    .map(|coordinates| Sampler { mode, number: number | coordinates | filter })
            })
        };
        MODES
            .into_iter()
            .flat_map(of_mode)
            .filter(|sampler| sampler.is_normalized() || !matches!(sampler.mode, "repeat" | "mirror"))
    }
    /// A multiple of 1/64 of a pixel or of the image, in it and around it. Without a mode it stays inside.
    fn coordinate(self, random: &mut Random, size: usize) -> f32 {
        let size = if self.is_normalized() { 1 } else { size };
        let around = random.below(size * 64 * 4) as f32 / 64.0 - size as f32 * 1.5;
        if self.mode == "none" { around.clamp(0.0, size as f32 * 0.99) } else { around }
    }
    /// The pixels and their weights along one axis; `None` is the border.
    fn taps(self, s: f32, size: usize) -> Vec<(Option<usize>, f64)> {
        let n = size as i64;
        let u = match self.mode {
            "repeat" => (s - s.floor()) * size as f32,
            "mirror" => (s - 2.0 * (0.5 * s).round_ties_even()).abs() * size as f32,
            _ if self.is_normalized() => s * size as f32,
            _ => s,
        };
        let place = |i: i64| match self.mode {
            "border" => usize::try_from(i).ok().filter(|&i| i < size),
            "repeat" => Some(i.rem_euclid(n) as usize),
            _ => Some(i.clamp(0, n - 1) as usize),
        };
        if !self.is_linear() {
            return vec![(place(u.floor() as i64), 1.0)];
        }
        let (whole, fraction) = ((u - 0.5).floor(), f64::from((u - 0.5) - (u - 0.5).floor()));
        vec![(place(whole as i64), 1.0 - fraction), (place(whole as i64 + 1), fraction)]
    }
}

/// An image of one, two or three dimensions, and what it holds.
struct Sampled {
    format: ImageFormat,
    size: [usize; 3],
    axes: usize,
    bytes: Vec<u8>,
}

impl Sampled {
    /// The image as an argument.
    fn argument(&self, kind: ImageKind) -> Argument {
        let [width, height, depth] = self.size;
        let row_pitch = width * self.format.element_size();
        let slice_pitch = row_pitch * height;
        let shape = ImageShape { width, height, depth, array_size: 0, row_pitch, slice_pitch };
        Argument::Image(Image::new(buffer(&self.bytes), 0, kind, self.format, &shape).unwrap())
    }
    /// The colour of a pixel, or of the border.
    fn texel(&self, place: [Option<usize>; 3]) -> [f64; 4] {
        let [Some(i), Some(j), Some(k)] = place else {
            let is_opaque = matches!(self.format.order(), ChannelOrder::Rg | ChannelOrder::Rgb);
            return [0.0, 0.0, 0.0, if is_opaque { 1.0 } else { 0.0 }];
        };
        let element = self.format.element_size();
        let start = ((k * self.size[1] + j) * self.size[0] + i) * element;
        color(self.format, &self.bytes[start..][..element])
    }
    /// What a sampler reads at a place.
    fn read(&self, sampler: Sampler, at: [f32; 4]) -> [f64; 4] {
        let taps = |axis: usize| match axis < self.axes {
            true => sampler.taps(at[axis], self.size[axis]),
            false => vec![(Some(0), 1.0)],
        };
        let [along_x, along_y, along_z] = [0, 1, 2].map(taps);
        let mut sum = [0.0; 4];
        for &(i, a) in &along_x {
            for &(j, b) in &along_y {
                for &(k, c) in &along_z {
                    let texel = self.texel([i, j, k]);
                    sum = std::array::from_fn(|component| sum[component] + a * b * c * texel[component]);
                }
            }
        }
        sum
    }
}

#[test]
fn every_sampler_reads() {
    let runner = runner();
    let mut random = Random::new(3);
    let format = |order, channel| ImageFormat::new(order, channel).unwrap();
    let formats = [
        format(ChannelOrder::Rgba, ChannelType::Float),
        format(ChannelOrder::Rg, ChannelType::UnormInt8),
        format(ChannelOrder::Rgb, ChannelType::UnormShort565),
        format(ChannelOrder::Srgba, ChannelType::UnormInt8),
    ];
    let kinds = [
        ("sample_1d", ImageKind::Image1d, [7, 1, 1], 1),
        ("sample_2d", ImageKind::Image2d, [7, 5, 1], 2),
        ("sample_3d", ImageKind::Image3d, [7, 5, 3], 3),
    ];
    for (kernel, kind, size, axes) in kinds {
        for format in formats {
            let bytes = content(&mut random, format, size.iter().product());
            let sampled = Sampled { format, size, axes, bytes };
            let image = sampled.argument(kind);
            for sampler in Sampler::all() {
                check_sampler(&runner, kernel, (&sampled, &image), sampler, &mut random);
            }
        }
    }
}

/// Reads at random places on every engine.
fn check_sampler(
    runner: &Runner,
    kernel: &str,
    (sampled, image): (&Sampled, &Argument),
    sampler: Sampler,
    random: &mut Random,
) {
    const ITEMS: usize = 300;
    let coordinates: Vec<[f32; 4]> = (0..ITEMS)
        .map(|_| sampled.size.map(|size| sampler.coordinate(random, size)))
        .map(|[x, y, z]| [x, y, z, 0.0])
        .collect();
    let given: Vec<u8> = coordinates.iter().flatten().flat_map(|c| c.to_le_bytes()).collect();
    let number = Argument::Bytes(sampler.number.to_le_bytes().as_slice().into());
    for engine in ENGINES {
        let out = buffer(&[0; ITEMS * 16]);
        let arguments = [image.clone(), number.clone(), whole(&buffer(&given)), whole(&out)];
        runner.launch(engine, kernel, &arguments, ITEMS);
        for (&at, got) in coordinates.iter().zip(floats(&out)) {
            for (wanted, got) in sampled.read(sampler, at).into_iter().zip(got) {
                let error = (f64::from(got) - wanted).abs();
                let format = sampled.format;
                assert!(
                    error <= 2e-6,
                    "{kernel} {format:?} {sampler:?} at {at:?} ({engine}): {got} is not {wanted}"
                );
            }
        }
    }
}
