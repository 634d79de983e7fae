//! `PARAM=VALUE`: what a kernel's parameters get.
//!
//! | value | for | what it is |
//! |---|---|---|
//! | `3`, `-0.5`, `0x1p-3` | a scalar | the number |
//! | `1,2,3,4` | a vector; a buffer | its components; a buffer of just these components |
//! | `@file.png` `.npy` `.bin` | a buffer | the file's content |
//! | `zeros:N` | a buffer | N elements of zero |
//! | `ramp:N` | a buffer | 0, 1, 2, …: each component counts on |
//! | `fill:N:V` | a buffer | N elements of V |
//! | `rand:N[:SEED]` | a buffer | floats in 0..1, integers of the whole range |
//! | `local:N` | a local pointer | room for N elements |
//! | `null` | a pointer | no buffer |

use anyhow::{Context, Result, anyhow, bail};
use ferrocl_runtime::base::random::Random;
use ferrocl_runtime::ir::{AddressSpace, Parameter, Scalar, ValueType};

use crate::element::Element;
use crate::files;

/// The largest buffer that a value may ask for, in bytes.
const MAX_BYTES: usize = 1 << 36;

/// What a parameter gets.
pub enum Value {
    /// The bytes of a scalar, vector or struct.
    Bytes(Vec<u8>),
    /// A buffer with this content.
    Buffer {
        /// Its bytes.
        bytes: Vec<u8>,
        /// How to print it.
        element: Element,
        /// Width and height of the picture that it came from.
        size: Option<(u32, u32)>,
    },
    /// Local memory of so many bytes.
    Local(usize),
    /// A null pointer.
    Null,
}

/// What a parameter's buffer consists of.
pub fn pointee(parameter: &Parameter) -> Element {
    parameter.pointee.as_ref().and_then(|p| Element::new(p.ty, p.signed)).unwrap_or(Element::BYTE)
}

/// Reads the value of a parameter.
pub fn parse(parameter: &Parameter, text: &str) -> Result<Value> {
    let context = || {
        format!("`{}={text}` (the parameter is `{} {}`)", parameter.name, parameter.type_name, parameter.name)
    };
    match parameter.ty {
        _ if parameter.aggregate.is_some() => aggregate(parameter, text).with_context(context),
        ValueType::Pointer(AddressSpace::Local) => local(parameter, text).with_context(context),
        ValueType::Pointer(_) if text == "null" => Ok(Value::Null),
        ValueType::Pointer(_) => buffer(pointee(parameter), text).with_context(context),
        ty => {
            let element = Element::new(ty, true).ok_or_else(|| anyhow!("a parameter without type"))?;
            scalar(element, text).with_context(context)
        }
    }
}

fn scalar(element: Element, text: &str) -> Result<Value> {
    let parts: Vec<&str> = text.split(',').collect();
    let n = element.components as usize;
    if parts.len() != n && parts.len() != 1 {
        bail!("it has {n} components, but {} values are given", parts.len());
    }
    let mut bytes = Vec::new();
    for i in 0..n {
        bytes.extend(element.encode(parts[i.min(parts.len() - 1)])?);
    }
    Ok(Value::Bytes(element.pad(bytes)))
}

fn aggregate(parameter: &Parameter, text: &str) -> Result<Value> {
    let (size, _) = parameter.aggregate.expect("only called for aggregates");
    let Some(path) = text.strip_prefix('@') else {
        bail!("a struct is given as a file with its {size} bytes: `{}=@file.bin`", parameter.name);
    };
    let bytes = files::read(path, Element::BYTE)?.bytes;
    if bytes.len() as u64 != size {
        bail!("the struct has {size} bytes, but {path} has {}", bytes.len());
    }
    Ok(Value::Bytes(bytes))
}

fn local(parameter: &Parameter, text: &str) -> Result<Value> {
    let Some(count) = text.strip_prefix("local:") else {
        bail!("a pointer to local memory takes `local:N`, room for N elements");
    };
    Ok(Value::Local(bytes_of(count, pointee(parameter))?))
}

fn buffer(element: Element, text: &str) -> Result<Value> {
    let made = |bytes| Ok(Value::Buffer { bytes, element, size: None });
    if let Some(path) = text.strip_prefix('@') {
        let content = files::read(path, element)?;
        return Ok(Value::Buffer { bytes: content.bytes, element, size: content.size });
    }
    let Some((kind, rest)) = text.split_once(':') else {
        if text.is_empty() || !text.starts_with(|c: char| c.is_ascii_digit() || "+-.nNiI".contains(c)) {
            bail!(
                "a buffer takes @FILE, zeros:N, ramp:N, fill:N:V, rand:N[:SEED], null, or its components `1,2,3`"
            );
        }
        return made(list(element, text)?);
    };
    let each_component = |bytes: usize, mut next: Box<dyn FnMut() -> Vec<u8>>| {
        let mut data = Vec::with_capacity(bytes);
        while data.len() < bytes {
            let one = (0..element.components).flat_map(|_| next()).collect();
            data.extend(element.pad(one));
        }
        data
    };
    match kind {
        "zeros" => made(vec![0; bytes_of(rest, element)?]),
        "ramp" => {
            let mut count = 0u64;
            made(each_component(
                bytes_of(rest, element)?,
                Box::new(move || {
                    count += 1;
                    element.encode_number((count - 1) as f64)
                }),
            ))
        }
        "fill" => {
            let (count, value) =
                rest.split_once(':').ok_or_else(|| anyhow!("`fill` takes `fill:N:VALUE`"))?;
            let Value::Bytes(one) = scalar(element, value)? else {
                bail!("the value to fill with is not a number")
            };
            made(one.repeat(bytes_of(count, element)? / element.size))
        }
        "rand" => {
            let (count, seed) = rest.split_once(':').unwrap_or((rest, "1"));
            let mut random =
                Random::new(seed.parse().with_context(|| format!("the seed `{seed}` is not a number"))?);
            made(each_component(
                bytes_of(count, element)?,
                Box::new(move || {
                    let bits = random.bits();
                    match element.scalar {
                        Scalar::F16 | Scalar::F32 => {
                            element.encode_number((bits >> 40) as f64 * 2f64.powi(-24))
                        }
                        Scalar::F64 => element.encode_number((bits >> 11) as f64 * 2f64.powi(-53)),
                        _ => bits.to_le_bytes()[..element.component_size()].to_vec(),
                    }
                }),
            ))
        }
        "local" => {
            bail!("`local:N` is for a pointer to local memory; this one takes a buffer, such as `zeros:N`")
        }
        other => bail!("`{other}:` is not known; there are zeros:N, ramp:N, fill:N:V and rand:N[:SEED]"),
    }
}

fn list(element: Element, text: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let parts: Vec<&str> = text.split(',').collect();
    if !parts.len().is_multiple_of(element.components as usize) {
        bail!("{} values do not make whole elements of {} components", parts.len(), element.components);
    }
    for one in parts.chunks(element.components as usize) {
        let mut components = Vec::new();
        for part in one {
            components.extend(element.encode(part)?);
        }
        bytes.extend(element.pad(components));
    }
    Ok(bytes)
}

fn bytes_of(count: &str, element: Element) -> Result<usize> {
    let count: usize =
        count.trim().parse().with_context(|| format!("`{count}` is not a number of elements"))?;
    count
        .checked_mul(element.size)
        .filter(|&bytes| bytes <= MAX_BYTES)
        .ok_or_else(|| anyhow!("{count} elements of {} bytes are more than a buffer can hold", element.size))
}
