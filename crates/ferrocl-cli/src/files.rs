//! Buffers from files and to files: PNG (RGBA bytes), NumPy arrays, comma-separated values, raw bytes.

use std::fs;
use std::io::BufWriter;
use std::path::Path;

use anyhow::{Context, Result, bail};
use ferrocl_runtime::ir::Scalar;

use crate::element::Element;

/// What a file holds.
pub struct Content {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Width and height, if it is a picture.
    pub size: Option<(u32, u32)>,
}

/// Reads a file by its extension: `.png` as RGBA bytes, `.npy` as its elements' bytes, all else as it is.
pub fn read(path: &str, element: Element) -> Result<Content> {
    match extension(path).as_str() {
        "png" => read_png(path),
        "npy" => read_npy(path, element),
        _ => {
            let bytes = fs::read(path).with_context(|| format!("{path} cannot be read"))?;
            Ok(Content { bytes, size: None })
        }
    }
}

/// Writes a buffer by the file's extension. A PNG needs to know its width and height in pixels.
pub fn write(path: &str, bytes: &[u8], element: Element, size: Option<(u32, u32)>) -> Result<()> {
    match extension(path).as_str() {
        "png" => write_png(path, bytes, size),
        "npy" => write_npy(path, bytes, element),
        "csv" => {
            let mut text = String::new();
            for one in bytes.chunks_exact(element.size) {
                text.push_str(&element.text(one, ","));
                text.push('\n');
            }
            fs::write(path, text).with_context(|| format!("{path} cannot be written"))
        }
        _ => fs::write(path, bytes).with_context(|| format!("{path} cannot be written")),
    }
}

fn extension(path: &str) -> String {
    Path::new(path).extension().map_or(String::new(), |e| e.to_string_lossy().to_ascii_lowercase())
}

fn read_png(path: &str) -> Result<Content> {
    let file = fs::File::open(path).with_context(|| format!("{path} cannot be read"))?;
    let mut decoder = png::Decoder::new(std::io::BufReader::new(file));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().with_context(|| format!("{path} is not a readable PNG"))?;
    let length = reader.output_buffer_size().with_context(|| format!("{path} is too large a picture"))?;
    let mut data = vec![0; length];
    let info = reader.next_frame(&mut data).with_context(|| format!("{path} is not a readable PNG"))?;
    data.truncate(info.buffer_size());
    let bytes = match info.color_type {
        png::ColorType::Rgba => data,
        png::ColorType::GrayscaleAlpha => {
            data.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect()
        }
        other => bail!("{path} has pixels of a kind that cannot be made RGBA ({other:?})"),
    };
    Ok(Content { bytes, size: Some((info.width, info.height)) })
}

fn write_png(path: &str, bytes: &[u8], size: Option<(u32, u32)>) -> Result<()> {
    let pixels = bytes.len() / 4;
    let Some((width, height)) = size.filter(|&(w, h)| w as usize * h as usize == pixels) else {
        bail!(
            "{path}: a PNG needs a width and a height, and none fits {pixels} pixels; \
             they are those of the picture that was read, or the global size `-g WIDTH,HEIGHT`"
        );
    };
    let file = fs::File::create(path).with_context(|| format!("{path} cannot be written"))?;
    let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().with_context(|| format!("{path} cannot be written"))?;
    writer.write_image_data(&bytes[..pixels * 4]).with_context(|| format!("{path} cannot be written"))
}

fn read_npy(path: &str, element: Element) -> Result<Content> {
    let data = fs::read(path).with_context(|| format!("{path} cannot be read"))?;
    let mut rest = &data[..];
    let header =
        npyz::NpyHeader::from_reader(&mut rest).with_context(|| format!("{path} is not a NumPy file"))?;
    let found = match header.dtype() {
        npyz::DType::Plain(plain) => plain.to_string(),
        other => bail!("{path} holds records ({}); plain numbers are wanted", other.descr()),
    };
    let wanted = type_string(element);
    // `|i1` and `<i1` are the same bytes.
    if found.trim_start_matches(['<', '|', '=']) != wanted.trim_start_matches(['<', '|', '=']) {
        bail!(
            "{path} holds numbers of type `{found}`, but the parameter's components are `{wanted}`; convert it with astype"
        );
    }
    let order = header.order();
    if order == npyz::Order::Fortran && header.shape().len() > 1 {
        bail!("{path} is stored column by column; save it with numpy.ascontiguousarray");
    }
    let count: u64 = header.shape().iter().product();
    let length = count as usize * element.component_size();
    if rest.len() < length {
        bail!("{path} is cut short: {length} bytes of numbers were announced, {} are there", rest.len());
    }
    Ok(Content { bytes: rest[..length].to_vec(), size: None })
}

/// NumPy's name of the component type.
fn type_string(element: Element) -> String {
    let kind = match element.scalar {
        Scalar::F16 | Scalar::F32 | Scalar::F64 => 'f',
        _ if element.signed => 'i',
        _ => 'u',
    };
    let size = element.component_size();
    format!("{}{kind}{size}", if size == 1 { '|' } else { '<' })
}

fn write_npy(path: &str, bytes: &[u8], element: Element) -> Result<()> {
    let count = bytes.len() / element.size;
    // A 3-vector is written with the padding that it has in memory, as shape (count, 4).
    let places = element.size / element.component_size();
    let shape = if places == 1 { format!("({count},)") } else { format!("({count}, {places})") };
    let mut header =
        format!("{{'descr': '{}', 'fortran_order': False, 'shape': {shape}, }}", type_string(element));
    // Format version 1.0: magic, version and length are 10 bytes; data starts at a multiple of 64.
    let padding = 63 - (10 + header.len()) % 64;
    header.extend(std::iter::repeat_n(' ', padding));
    header.push('\n');
    let mut out = b"\x93NUMPY\x01\x00".to_vec();
    out.extend((header.len() as u16).to_le_bytes());
    out.extend(header.as_bytes());
    out.extend(bytes);
    fs::write(path, out).with_context(|| format!("{path} cannot be written"))
}
