//! What a program's parameters get, by their names.
//!
//! `in…` has elements for the work-items and some more, `…_N` at the end of another name is N elements for each work-item, `count…` a
//! few counters, `records_N` room for a struct of at most N bytes each, `image…` an image of the form in its name, and `sampler…` a sampler. All are filled from the
//! seed and the name, so a program that lost a statement still gets the same content.

use std::sync::Arc;

use ferrocl_base::random::Random;
use ferrocl_ir::image::sampler;
use ferrocl_ir::{AddressSpace, Parameter, Scalar, ValueType};
use ferrocl_runtime::memory::image::Image;
use ferrocl_runtime::{Argument, Buffer};

use super::Case;
use super::barriers::GROUP_ITEMS;
use super::images::ImageForm;
use super::places::{INPUT_ROOM, INPUT_STRIDE};

/// What a parameter of a kernel gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A value, by its bytes.
    Bytes(Vec<u8>),
    /// A buffer with these bytes.
    Buffer(Vec<u8>),
    /// So many bytes of local memory.
    Local(usize),
    /// An image with these bytes, without gaps between rows and slices.
    Image(ImageForm, Vec<u8>),
    /// A sampler for coordinates that are not normalised and for the nearest element, with this address mode.
    Sampler(u32),
}

pub(super) fn argument(content: &Content) -> Result<Argument, ferrocl_runtime::Error> {
    Ok(match content {
        Content::Bytes(bytes) => Argument::Bytes(bytes.as_slice().into()),
        Content::Local(size) => Argument::Local(*size),
        Content::Buffer(bytes) => {
            Argument::Buffer { buffer: Arc::new(Buffer::from_bytes(bytes)?), offset: 0 }
        }
        Content::Image(form, bytes) => Argument::Image(image(*form, bytes)?),
        Content::Sampler(mode) => Argument::Bytes(sampler_number(*mode).to_le_bytes().as_slice().into()),
    })
}

/// An image as FerroCL's engines get it.
pub(super) fn image(form: ImageForm, bytes: &[u8]) -> Result<Image, ferrocl_runtime::Error> {
    let buffer = Arc::new(Buffer::from_bytes(bytes)?);
    let image = form.format().and_then(|format| Image::new(buffer, 0, form.kind, format, &form.shape()));
    Ok(image.expect("the generator knows such forms alone"))
}

/// A sampler as kernels of FerroCL get it.
pub(super) fn sampler_number(mode: u32) -> u32 {
    mode | sampler::FILTER_NEAREST
}

pub(super) fn content(case: &Case, parameter: &Parameter) -> Content {
    let items: usize = case.global.iter().product::<u64>() as usize;
    let name = &parameter.name;
    let mut random = Random::new(
        name.bytes().fold(case.seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
    );
    // Of a struct, the name says how many bytes there are.
    let size = parameter.pointee.as_ref().map_or(1, |pointee| pointee.size as usize);
    let element = parameter.pointee.as_ref().map(|pointee| pointee.ty);
    if let Some(form) = name.strip_prefix("image").and_then(|_| ImageForm::from_name(name)) {
        return Content::Image(form, fill(&mut random, ValueType::Scalar(form.scalar()), form.bytes()));
    }
    if name.starts_with("sampler") {
        return Content::Sampler(random.pick(&[sampler::ADDRESS_CLAMP, sampler::ADDRESS_CLAMP_TO_EDGE]));
    }
    let length = match parameter.ty {
        ValueType::Pointer(AddressSpace::Local) => return Content::Local(size * GROUP_ITEMS as usize),
        ValueType::Pointer(_) if name.starts_with("in_") => items * INPUT_STRIDE + INPUT_ROOM,
        ValueType::Pointer(_) if name.starts_with("count") => 8,
        ValueType::Pointer(_) => {
            let own = name.rsplit('_').next().and_then(|digits| digits.parse::<usize>().ok());
            items * own.unwrap_or(1)
        }
        ty => return Content::Bytes(fill(&mut random, ty, ty.size() as usize)),
    };
    Content::Buffer(fill(&mut random, element.unwrap_or(ValueType::Scalar(Scalar::I32)), size * length))
}

/// Values of a type: mostly small, some of any bits, some special. No float is a signalling NaN.
fn fill(random: &mut Random, ty: ValueType, bytes: usize) -> Vec<u8> {
    let scalar = match ty {
        ValueType::Scalar(scalar) | ValueType::Vector(scalar, _) => scalar,
        _ => Scalar::I64,
    };
    let size = (scalar.bits() as usize).div_ceil(8);
    let mut content = Vec::with_capacity(bytes + size);
    while content.len() < bytes {
        let word = match (random.below(8), scalar) {
            (0, _) => random.bits(),
            (1, _) => random.pick(&[0, u64::MAX, 1 << (scalar.bits() - 1), (1 << (scalar.bits() - 1)) - 1]),
            (2.., Scalar::F32) => u64::from((random.below(400) as f32 / 16.0 - 8.0).to_bits()),
            (2.., Scalar::F64) => (random.below(400) as f64 / 16.0 - 8.0).to_bits(),
            // Halves from 2^-8 to 2^8, of both signs.
            (2.., Scalar::F16) => (random.bits() & 0x8000) | (0x1c00 + random.bits() % 0x4000),
            _ => (random.below(40) as u64).wrapping_sub(12),
        };
        let word = if is_nan(scalar, word & scalar.mask()) { word | quiet_bit(scalar) } else { word };
        content.extend_from_slice(&word.to_le_bytes()[..size]);
    }
    content.truncate(bytes);
    content
}

/// The exponent's bits of a float; 0 for what is none.
fn exponent(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::F16 => 0x7c00,
        Scalar::F32 => 0x7f80_0000,
        Scalar::F64 => 0x7ff0_0000_0000_0000,
        _ => 0,
    }
}

pub(super) fn is_nan(scalar: Scalar, word: u64) -> bool {
    let exponent = exponent(scalar);
    exponent != 0 && word & exponent == exponent && word & mantissa(scalar) != 0
}

fn mantissa(scalar: Scalar) -> u64 {
    let exponent = exponent(scalar);
    (exponent & exponent.wrapping_neg()).wrapping_sub(1)
}

fn quiet_bit(scalar: Scalar) -> u64 {
    (mantissa(scalar) + 1) >> 1
}
