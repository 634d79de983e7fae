//! `printf`: format strings and what they make of arguments (OpenCL C 6.15.14), for every engine.
//!
//! [`parse`] takes a format apart, which the front end does to check the arguments; [`write`] formats. What the
//! specification leaves undefined is defined here, so that engines agree:
//! * an argument whose type does not fit is converted by value (`%d` of a float truncates, `%f` of an integer converts),
//!   and without a length modifier an integer prints at its own width;
//! * a NaN prints as `nan`, without sign;
//! * a vector with other than the stated number of components prints as many as both have;
//! * with too few arguments, or a format that [`parse`] rejects, nothing is written and the result is −1.

mod number;
#[cfg(test)]
mod tests;

use crate::{Scalar, ValueType, eval};

/// The largest field width and precision.
pub const MAX_FIELD: u32 = 4095;

/// A part of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'f> {
    /// Bytes that are copied. (`%%` is the text `%`.)
    Text(&'f [u8]),
    /// An argument.
    Argument(Specification),
}

/// A conversion specification, such as `%#5.2v4hlf`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Specification {
    /// Where its `%` stands in the format.
    pub at: usize,
    /// How many bytes of the format it takes.
    pub length_in_format: usize,
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// A space.
    pub space: bool,
    /// `#`
    pub alternative: bool,
    /// `0`
    pub zero: bool,
    /// The field width; 0 if none.
    pub width: u32,
    /// The precision.
    pub precision: Option<u32>,
    /// `vn`: the number of components.
    pub vector: Option<u8>,
    /// The length modifier.
    pub length: Option<Length>,
    /// The conversion specifier: one of `diouxXfFeEgGaAcsp`.
    pub conversion: u8,
}

/// A length modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// `hh`: 8 bits.
    Char,
    /// `h`: 16 bits.
    Short,
    /// `hl`: 32 bits, of vectors.
    Int,
    /// `l`, `z`, `t` (and C's `ll`): 64 bits.
    Long,
}

impl Length {
    /// The width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Length::Char => 8,
            Length::Short => 16,
            Length::Int => 32,
            Length::Long => 64,
        }
    }
}

impl Specification {
    /// Whether it wants an integer (`%c` too).
    pub fn is_integer(&self) -> bool {
        b"diouxXc".contains(&self.conversion)
    }
    /// Whether it wants a float.
    pub fn is_float(&self) -> bool {
        b"fFeEgGaA".contains(&self.conversion)
    }
}

/// What is wrong with a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatError {
    /// Where the faulty specification's `%` stands in the format.
    pub at: usize,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
}

/// Takes a format (without the terminating zero) apart.
pub fn parse(format: &[u8]) -> Result<Vec<Piece<'_>>, FormatError> {
    let mut pieces = Vec::new();
    let mut rest = 0;
    while let Some(found) = format[rest..].iter().position(|&b| b == b'%') {
        let at = rest + found;
        if at > rest {
            pieces.push(Piece::Text(&format[rest..at]));
        }
        if format.get(at + 1) == Some(&b'%') {
            pieces.push(Piece::Text(&format[at..at + 1]));
            rest = at + 2;
            continue;
        }
        let mut parser = Parser { format, next: at + 1, at };
        pieces.push(Piece::Argument(parser.specification()?));
        rest = parser.next;
    }
    if rest < format.len() {
        pieces.push(Piece::Text(&format[rest..]));
    }
    Ok(pieces)
}

struct Parser<'f> {
    format: &'f [u8],
    next: usize,
    at: usize,
}

impl Parser<'_> {
    fn fail<T>(&self, message: impl Into<String>) -> Result<T, FormatError> {
        Err(FormatError { at: self.at, message: message.into() })
    }
    fn peek(&self) -> Option<u8> {
        self.format.get(self.next).copied()
    }
    fn accept(&mut self, text: &[u8]) -> bool {
        let found = self.format[self.next..].starts_with(text);
        if found {
            self.next += text.len();
        }
        found
    }
    fn number(&mut self) -> Result<Option<u32>, FormatError> {
        let mut value = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let next = value.unwrap_or(0) * 10 + u32::from(digit - b'0');
            if next > MAX_FIELD {
                return self.fail(format!("a field width or precision is larger than {MAX_FIELD}"));
            }
            value = Some(next);
            self.next += 1;
        }
        if self.peek() == Some(b'*') {
            return self.fail("`*` is not supported in OpenCL C formats");
        }
        Ok(value)
    }

    fn specification(&mut self) -> Result<Specification, FormatError> {
        let mut spec = Specification {
            at: self.at,
            length_in_format: 0,
            left: false,
            plus: false,
            space: false,
            alternative: false,
            zero: false,
            width: 0,
            precision: None,
            vector: None,
            length: None,
            conversion: 0,
        };
        while let Some(flag @ (b'-' | b'+' | b' ' | b'#' | b'0')) = self.peek() {
            match flag {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternative = true,
                _ => spec.zero = true,
            }
            self.next += 1;
        }
        spec.width = self.number()?.unwrap_or(0);
        if self.accept(b".") {
            spec.precision = Some(self.number()?.unwrap_or(0));
        }
        if self.accept(b"v") {
            spec.vector = match self.number()? {
                Some(n @ (2 | 3 | 4 | 8 | 16)) => Some(n as u8),
                _ => return self.fail("a vector specifier is `v2`, `v3`, `v4`, `v8` or `v16`"),
            };
        }
        // Longer ones first.
        let lengths: [(&[u8], Length); 7] = [
            (b"hh", Length::Char),
            (b"hl", Length::Int),
            (b"h", Length::Short),
            (b"ll", Length::Long),
            (b"l", Length::Long),
            (b"z", Length::Long),
            (b"t", Length::Long),
        ];
        spec.length = lengths.into_iter().find(|(text, _)| self.accept(text)).map(|(_, length)| length);
        spec.conversion = match self.peek() {
            Some(c) if b"diouxXfFeEgGaAcsp".contains(&c) => c,
            Some(c) => return self.fail(format!("`{}` is no conversion specifier", c.escape_ascii())),
            None => return self.fail("the format ends within a conversion specification"),
        };
        self.next += 1;
        spec.length_in_format = self.next - self.at;
        if spec.vector.is_some() && spec.length.is_none() {
            return self.fail("a vector specifier needs a length modifier: `hh`, `h`, `hl` or `l`");
        }
        if spec.vector.is_some() && b"csp".contains(&spec.conversion) {
            return self.fail(format!("`%{}` cannot convert a vector", char::from(spec.conversion)));
        }
        if spec.vector.is_none() && spec.length == Some(Length::Int) {
            return self.fail("the length modifier `hl` is only for vectors");
        }
        Ok(spec)
    }
}

/// An argument of `printf`.
#[derive(Debug, Clone, Copy)]
pub struct Argument<'a> {
    /// Its type.
    pub ty: ValueType,
    /// Its components, as [`crate::Bits`] has them.
    pub words: &'a [u64],
}

/// Appends what `printf` writes. `string` gives the bytes at an address up to a zero, for `%s`. The result is
/// `printf`'s: 0, or −1 where nothing could be written.
pub fn write(
    out: &mut Vec<u8>,
    format: &[u8],
    arguments: &[Argument<'_>],
    string: &mut dyn FnMut(u64) -> Option<Vec<u8>>,
) -> i32 {
    let before = out.len();
    match try_write(out, format, arguments, string) {
        Some(()) => 0,
        None => {
            out.truncate(before);
            -1
        }
    }
}

fn try_write(
    out: &mut Vec<u8>,
    format: &[u8],
    arguments: &[Argument<'_>],
    string: &mut dyn FnMut(u64) -> Option<Vec<u8>>,
) -> Option<()> {
    let mut arguments = arguments.iter();
    for piece in parse(format).ok()? {
        let spec = match piece {
            Piece::Text(text) => {
                out.extend(text);
                continue;
            }
            Piece::Argument(spec) => spec,
        };
        let argument = arguments.next()?;
        let count = usize::from(spec.vector.unwrap_or(1)).min(argument.words.len());
        for (i, &word) in argument.words[..count].iter().enumerate() {
            if i > 0 {
                out.push(b',');
            }
            let component = component(&spec, argument.ty, word, string)?;
            pad(out, &spec, component);
        }
    }
    Some(())
}

/// What is written for one component: `sign` and the like come before zeros that pad it.
struct Field {
    prefix: Vec<u8>,
    digits: Vec<u8>,
    /// Whether the `0` flag may pad it.
    zeros: bool,
}

fn pad(out: &mut Vec<u8>, spec: &Specification, field: Field) {
    let length = field.prefix.len() + field.digits.len();
    let missing = (spec.width as usize).saturating_sub(length);
    let zeros = spec.zero && field.zeros && !spec.left;
    if !zeros && !spec.left {
        out.extend(std::iter::repeat_n(b' ', missing));
    }
    out.extend(field.prefix);
    if zeros {
        out.extend(std::iter::repeat_n(b'0', missing));
    }
    out.extend(field.digits);
    if spec.left {
        out.extend(std::iter::repeat_n(b' ', missing));
    }
}

fn component(
    spec: &Specification,
    ty: ValueType,
    word: u64,
    string: &mut dyn FnMut(u64) -> Option<Vec<u8>>,
) -> Option<Field> {
    let scalar = ty.scalar().unwrap_or(Scalar::I64);
    let text = |digits: Vec<u8>| Field { prefix: Vec::new(), digits, zeros: false };
    Some(match spec.conversion {
        b'c' => text(vec![integer(scalar, word) as u8]),
        b's' => {
            // What C's libraries print for a null pointer, about which C says nothing.
            let mut bytes = if word == 0 { b"(null)".to_vec() } else { string(word)? };
            bytes.truncate(spec.precision.map_or(usize::MAX, |p| p as usize));
            text(bytes)
        }
        b'p' => text(format!("{word:#x}").into_bytes()),
        _ if spec.is_float() => {
            let value = if scalar.is_float() {
                eval::scalar::float_to_f64(scalar, word)
            } else {
                integer(scalar, word) as f64
            };
            number::float(spec, value)
        }
        _ => {
            let bits = spec.length.map_or(if scalar.is_float() { 64 } else { scalar.bits() }, Length::bits);
            number::integer(spec, integer(scalar, word), bits)
        }
    })
}

/// The value as a signed integer.
fn integer(scalar: Scalar, word: u64) -> i64 {
    if scalar.is_float() {
        eval::scalar::float_to_f64(scalar, word) as i64
    } else {
        eval::scalar::signed(scalar, word)
    }
}
