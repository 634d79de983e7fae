//! Values as text: arguments and expectations.

use ferrocl_ir::{Conversion, Rounding, Scalar, ValueType, eval};

/// What a kernel's parameter consists of, for values without a type of their own.
#[derive(Debug, Clone, Copy)]
pub(super) struct ElementType {
    /// Scalar or vector; `None` for structs.
    pub ty: Option<ValueType>,
}

/// The byte of memory that nothing wrote.
pub(super) const UNSET: u8 = 0xCD;

/// One value that is wanted at a place.
#[derive(Debug)]
struct Wanted {
    offset: usize,
    scalar: Scalar,
    text: String,
    check: Check,
}

#[derive(Debug, Clone, Copy)]
enum Check {
    Anything,
    Bits(u64),
    Nan,
    /// So many ULP around the value.
    Near(u64, u64),
}

/// A token of a list of values.
struct Token<'t> {
    scalar: Option<Scalar>,
    text: &'t str,
    count: usize,
}

/// Splits `type:value{count}` lists.
fn tokens(text: &str) -> Result<Vec<Token<'_>>, String> {
    text.split_whitespace()
        .map(|word| {
            let (word, count) = match word.strip_suffix('}').and_then(|word| word.split_once('{')) {
                Some((word, count)) => (word, count.parse().map_err(|_| format!("`{count}` is no count"))?),
                None => (word, 1),
            };
            Ok(match word.split_once(':') {
                Some(("pad", bytes)) => Token {
                    scalar: None,
                    text: "pad",
                    count: bytes.parse().map_err(|_| format!("`{bytes}` is no count"))?,
                },
                Some((name, text)) => Token { scalar: Some(scalar(name)?), text, count },
                None => Token { scalar: None, text: word, count },
            })
        })
        .collect()
}

fn scalar(name: &str) -> Result<Scalar, String> {
    Ok(match name {
        "char" | "uchar" | "bool" => Scalar::I8,
        "short" | "ushort" => Scalar::I16,
        "int" | "uint" => Scalar::I32,
        "long" | "ulong" => Scalar::I64,
        "half" => Scalar::F16,
        "float" => Scalar::F32,
        "double" => Scalar::F64,
        _ => return Err(format!("`{name}` is no type of a value")),
    })
}

/// The bits of a number of this type.
fn bits(text: &str, scalar: Scalar) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no value of type {scalar}");
    if let Some(digits) = text.strip_prefix("0x") {
        let word = u64::from_str_radix(digits, 16).map_err(|_| wrong())?;
        return if word & !scalar.mask() == 0 { Ok(word) } else { Err(wrong()) };
    }
    match scalar {
        Scalar::F64 => Ok(text.parse::<f64>().map_err(|_| wrong())?.to_bits()),
        Scalar::F32 => Ok(text.parse::<f32>().map_err(|_| wrong())?.to_bits().into()),
        Scalar::F16 => {
            let wide = text.parse::<f64>().map_err(|_| wrong())?;
            let conversion = Conversion::FloatToFloat { rounding: Rounding::NearestEven };
            Ok(eval::scalar::convert(conversion, Scalar::F64, Scalar::F16, wide.to_bits()))
        }
        _ => {
            let number = text.parse::<i128>().map_err(|_| wrong())?;
            let limit = 1i128 << scalar.bits();
            if number >= limit || number < -limit / 2 {
                return Err(wrong());
            }
            Ok(number as u64 & scalar.mask())
        }
    }
}

/// A place in a buffer that values are put to one after the other.
struct Cursor {
    element: ElementType,
    offset: usize,
    component: u8,
}

impl Cursor {
    fn new(element: ElementType) -> Self {
        Cursor { element, offset: 0, component: 0 }
    }
    /// The place of the next value, and what it is.
    fn next(&mut self, typed: Option<Scalar>) -> Result<(usize, Scalar), String> {
        let of_element = self.element.ty.and_then(ValueType::scalar);
        let scalar = match (typed, of_element) {
            (Some(scalar), _) | (None, Some(scalar)) => scalar,
            (None, None) => return Err("values of a struct need a type: `int:5`".into()),
        };
        let at = self.offset;
        self.offset += scalar.bytes() as usize;
        if let (None, Some(ValueType::Vector(_, 3))) = (typed, self.element.ty) {
            self.component = (self.component + 1) % 3;
            if self.component == 0 {
                self.offset += scalar.bytes() as usize;
            }
        }
        Ok((at, scalar))
    }
}

/// The bytes of an argument or of a buffer's first content.
pub(super) fn bytes(text: &str, element: ElementType) -> Result<Vec<u8>, String> {
    let mut words = text.split_whitespace();
    if let (Some(kind @ ("unset" | "zeros" | "ramp")), Some(count), None) =
        (words.next(), words.next(), words.next())
    {
        let count: usize = count.parse().map_err(|_| format!("`{count}` is no count"))?;
        let ty = element.ty.ok_or("a buffer of structs needs its values")?;
        if kind == "ramp" {
            let all: Vec<String> =
                (0..count * usize::from(ty.components())).map(|number| number.to_string()).collect();
            return bytes(&all.join(" "), element);
        }
        return Ok(vec![if kind == "zeros" { 0 } else { UNSET }; count * ty.size() as usize]);
    }
    let mut bytes = Vec::new();
    let mut cursor = Cursor::new(element);
    for token in tokens(text)? {
        if token.text == "pad" {
            cursor.offset += token.count;
            bytes.resize(cursor.offset, UNSET);
            continue;
        }
        for _ in 0..token.count {
            let (at, scalar) = cursor.next(token.scalar)?;
            let word = bits(token.text, scalar)?;
            bytes.resize(cursor.offset.max(bytes.len()), UNSET);
            bytes[at..at + scalar.bytes() as usize]
                .copy_from_slice(&word.to_le_bytes()[..scalar.bytes() as usize]);
        }
    }
    Ok(bytes)
}

/// Compares a buffer with what is wanted. `before` is its first content.
pub(super) fn compare(text: &str, element: ElementType, before: &[u8], after: &[u8]) -> Result<(), String> {
    let mut cursor = Cursor::new(element);
    let mut wanted = Vec::new();
    let mut rest_unchanged = false;
    for token in tokens(text)? {
        match token.text {
            "…" | "..." => {
                rest_unchanged = true;
                continue;
            }
            "pad" => {
                cursor.offset += token.count;
                continue;
            }
            _ => {}
        }
        for _ in 0..token.count {
            let (offset, scalar) = cursor.next(token.scalar)?;
            let check = match token.text.split_once('~') {
                Some((value, ulp)) => Check::Near(
                    bits(value, scalar)?,
                    ulp.parse().map_err(|_| format!("`{ulp}` is no number of ULP"))?,
                ),
                None if token.text == "*" => Check::Anything,
                None if token.text == "nan" => Check::Nan,
                None => Check::Bits(bits(token.text, scalar)?),
            };
            wanted.push(Wanted { offset, scalar, text: token.text.to_owned(), check });
        }
    }
    if cursor.offset > after.len() || !rest_unchanged && cursor.offset < after.len() {
        return Err(format!("{} bytes are given, the buffer has {}", cursor.offset, after.len()));
    }
    if rest_unchanged && before[cursor.offset..] != after[cursor.offset..] {
        let at = (cursor.offset..after.len()).find(|&at| before[at] != after[at]).unwrap_or(0);
        return Err(format!("the byte at {at} was written"));
    }
    let mut problems = Vec::new();
    for (number, wanted) in wanted.iter().enumerate() {
        let found = read(after, wanted.offset, wanted.scalar);
        if !holds(wanted.check, found, wanted.scalar) {
            problems.push(format!("value {number} is {}, not {}", show(found, wanted.scalar), wanted.text));
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    let all: Vec<String> = wanted.iter().map(|w| show(read(after, w.offset, w.scalar), w.scalar)).collect();
    problems.truncate(4);
    Err(format!("{}\n    all of it: {}", problems.join("; "), all.join(" ")))
}

fn read(bytes: &[u8], offset: usize, scalar: Scalar) -> u64 {
    let mut word = [0; 8];
    let size = scalar.bytes() as usize;
    word[..size].copy_from_slice(&bytes[offset..offset + size]);
    u64::from_le_bytes(word)
}

fn as_f64(word: u64, scalar: Scalar) -> f64 {
    match scalar {
        Scalar::F64 => f64::from_bits(word),
        Scalar::F32 => f32::from_bits(word as u32).into(),
        _ => {
            let conversion = Conversion::FloatToFloat { rounding: Rounding::NearestEven };
            f64::from_bits(eval::scalar::convert(conversion, scalar, Scalar::F64, word))
        }
    }
}

fn holds(check: Check, found: u64, scalar: Scalar) -> bool {
    match check {
        Check::Anything => true,
        Check::Bits(wanted) => found == wanted,
        Check::Nan => scalar.is_float() && as_f64(found, scalar).is_nan(),
        Check::Near(wanted, ulp) => {
            if !scalar.is_float() || as_f64(found, scalar).is_nan() {
                return false;
            }
            // Floats of one sign are ordered as their bits are; below zero downwards.
            let order = |word: u64| {
                let sign = 1u64 << (scalar.bits() - 1);
                let magnitude = (word & !sign) as i128;
                if word & sign != 0 { -magnitude } else { magnitude }
            };
            (order(found) - order(wanted)).unsigned_abs() <= ulp.into()
        }
    }
}

/// A value as text that reads back.
fn show(word: u64, scalar: Scalar) -> String {
    match scalar {
        Scalar::F64 if !f64::from_bits(word).is_nan() => format!("{:?}", f64::from_bits(word)),
        Scalar::F32 if !f32::from_bits(word as u32).is_nan() => format!("{:?}", f32::from_bits(word as u32)),
        _ if scalar.is_float() => format!("{word:#x}"),
        _ => eval::scalar::signed(scalar, word).to_string(),
    }
}
