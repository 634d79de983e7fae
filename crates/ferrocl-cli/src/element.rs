//! Elements of buffers and arguments: numbers as text to bytes, and bytes to text.

use anyhow::{Result, bail};
use ferrocl_runtime::ir::{Scalar, ValueType};
use half::f16;

/// The type of an element: a scalar or vector.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Element {
    /// What each component is.
    pub scalar: Scalar,
    /// How many components it has.
    pub components: u8,
    /// Whether integers are printed with a sign.
    pub signed: bool,
    /// Bytes from one element to the next.
    pub size: usize,
}

impl Element {
    /// Plain bytes, for what has no better type.
    pub const BYTE: Element = Element { scalar: Scalar::I8, components: 1, signed: false, size: 1 };

    /// The element for a value type; `None` for pointers.
    pub fn new(ty: ValueType, signed: bool) -> Option<Element> {
        Some(Element { scalar: ty.scalar()?, components: ty.components(), signed, size: ty.size() as usize })
    }
    /// Bytes of one component.
    pub fn component_size(self) -> usize {
        self.scalar.bytes() as usize
    }
    /// The bytes of one element from its components' bytes: a 3-vector is padded.
    pub fn pad(self, mut components: Vec<u8>) -> Vec<u8> {
        components.resize(self.size, 0);
        components
    }
    /// The bytes of one component.
    pub fn encode(self, text: &str) -> Result<Vec<u8>> {
        let text = text.trim();
        Ok(match self.scalar {
            Scalar::F16 => f16::from_f64(float(text)?).to_le_bytes().to_vec(),
            Scalar::F32 => match text.parse::<f32>() {
                Ok(value) => value.to_le_bytes().to_vec(),
                Err(_) => (float(text)? as f32).to_le_bytes().to_vec(),
            },
            Scalar::F64 => float(text)?.to_le_bytes().to_vec(),
            Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
                let value = integer(text)?;
                let bits = self.scalar.bytes() * 8;
                if value < -(1i128 << (bits - 1)) || value >= 1i128 << bits {
                    bail!("`{text}` does not fit {bits} bits");
                }
                value.to_le_bytes()[..self.component_size()].to_vec()
            }
        })
    }
    /// The bytes of one component that is nearest to a number.
    pub fn encode_number(self, value: f64) -> Vec<u8> {
        match self.scalar {
            Scalar::F16 => f16::from_f64(value).to_le_bytes().to_vec(),
            Scalar::F32 => (value as f32).to_le_bytes().to_vec(),
            Scalar::F64 => value.to_le_bytes().to_vec(),
            _ => (value as i128).to_le_bytes()[..self.component_size()].to_vec(),
        }
    }
    /// One component as text: floats in the shortest form that reads back.
    pub fn component_text(self, bytes: &[u8]) -> String {
        match self.scalar {
            Scalar::F16 => shortest_half(f16::from_le_bytes([bytes[0], bytes[1]])),
            Scalar::F32 => format!("{:?}", f32::from_le_bytes(bytes[..4].try_into().expect("four bytes"))),
            Scalar::F64 => format!("{:?}", f64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"))),
            _ => {
                let mut word = [0u8; 8];
                word[..bytes.len()].copy_from_slice(bytes);
                let unsigned = u64::from_le_bytes(word);
                let shift = 64 - 8 * bytes.len() as u32;
                if self.signed {
                    ((unsigned << shift) as i64 >> shift).to_string()
                } else {
                    unsigned.to_string()
                }
            }
        }
    }
    /// One element as text, components separated by `separator`.
    pub fn text(self, bytes: &[u8], separator: &str) -> String {
        (0..self.components as usize)
            .map(|c| self.component_text(&bytes[c * self.component_size()..][..self.component_size()]))
            .collect::<Vec<_>>()
            .join(separator)
    }
}

/// A decimal or hexadecimal integer; a float is one if it has no fraction.
fn integer(text: &str) -> Result<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let value = match lower.as_str() {
        "true" => Ok(1),
        "false" => Ok(0),
        _ => match lower.strip_prefix("0x") {
            Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16),
            None => lower.parse::<i128>(),
        },
    };
    match value {
        Ok(value) => Ok(if negative { -value } else { value }),
        Err(_) => match text.parse::<f64>() {
            Ok(value) if value.fract() == 0.0 && value.abs() < 2f64.powi(64) => Ok(value as i128),
            _ => bail!("`{text}` is not an integer"),
        },
    }
}

/// A float: decimal, hexadecimal (`0x1.8p-3`), `nan`, `inf`.
fn float(text: &str) -> Result<f64> {
    let plain = text.strip_suffix(['f', 'F']).filter(|rest| rest.parse::<f64>().is_ok()).unwrap_or(text);
    if let Ok(value) = plain.parse::<f64>() {
        return Ok(value);
    }
    match hexadecimal_float(text) {
        Some(value) => Ok(value),
        None => bail!("`{text}` is not a number"),
    }
}

fn hexadecimal_float(text: &str) -> Option<f64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text),
    };
    let lower = text.to_ascii_lowercase();
    let rest = lower.strip_prefix("0x")?;
    let (mantissa, exponent) = rest.split_once('p').unwrap_or((rest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + fraction.len() == 0 || whole.len() + fraction.len() > 16 {
        return None;
    }
    let digits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(4 * fraction.len() as i32)?;
    // Two steps, so that a denormal result is rounded once.
    let half = exponent.clamp(-2000, 2000) / 2;
    Some(sign * digits as f64 * 2f64.powi(half) * 2f64.powi(exponent.clamp(-2000, 2000) - half))
}

/// The shortest decimal that reads back as the same half.
fn shortest_half(value: f16) -> String {
    let wide = value.to_f64();
    if !wide.is_finite() {
        return format!("{wide:?}");
    }
    (1..=17)
        .map(|digits| format!("{wide:.*e}", digits - 1))
        .find(|text| text.parse::<f64>().is_ok_and(|back| f16::from_f64(back) == value))
        .and_then(|text| text.parse::<f64>().ok())
        .map_or_else(|| format!("{wide:?}"), |short| format!("{short:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(scalar: Scalar, components: u8, signed: bool) -> Element {
        Element::new(ValueType::of(scalar, components), signed).unwrap()
    }

    #[test]
    fn numbers_read_back() {
        let float = element(Scalar::F32, 1, true);
        for text in ["1.0", "-0.0", "0.1", "1e-45", "3.4028235e38", "NaN", "inf", "-inf"] {
            assert_eq!(float.component_text(&float.encode(text).unwrap()), text);
        }
        assert_eq!(float.encode("0x1.8p1").unwrap(), 3f32.to_le_bytes());
        assert_eq!(float.encode("-0x1p-149").unwrap(), (-1e-45f32).to_le_bytes());
        let byte = element(Scalar::I8, 1, false);
        assert_eq!(byte.component_text(&byte.encode("255").unwrap()), "255");
        assert_eq!(byte.component_text(&byte.encode("-1").unwrap()), "255");
        assert!(byte.encode("256").is_err() && byte.encode("-129").is_err() && byte.encode("1.5").is_err());
        let half = element(Scalar::F16, 1, true);
        assert_eq!(half.component_text(&half.encode("0.1").unwrap()), "0.1");
        assert_eq!(half.component_text(&half.encode("65504").unwrap()), "65500.0");
    }

    #[test]
    fn a_three_vector_takes_the_room_of_four() {
        let element = element(Scalar::I32, 3, true);
        assert_eq!(element.size, 16);
        let bytes = element.pad([1i32, -2, 3].iter().flat_map(|v| v.to_le_bytes()).collect());
        assert_eq!(bytes.len(), 16);
        assert_eq!(element.text(&bytes, ","), "1,-2,3");
    }
}
