//! One number in one of `printf`'s styles.

use super::{Field, Specification};

/// `value` taken as an integer of `bits` bits.
pub(super) fn integer(spec: &Specification, value: i64, bits: u32) -> Field {
    let unused = 64 - bits;
    let is_signed = matches!(spec.conversion, b'd' | b'i');
    let signed = (value << unused) >> unused;
    let magnitude = if is_signed { signed.unsigned_abs() } else { (value as u64) << unused >> unused };
    let mut digits = match spec.conversion {
        b'o' => format!("{magnitude:o}"),
        b'x' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        _ => magnitude.to_string(),
    };
    // A zero with precision zero has no digits.
    if magnitude == 0 && spec.precision == Some(0) {
        digits.clear();
    }
    let wanted = spec.precision.unwrap_or(1) as usize;
    if digits.len() < wanted {
        digits.insert_str(0, &"0".repeat(wanted - digits.len()));
    }
    if spec.alternative && spec.conversion == b'o' && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    let prefix = match spec.conversion {
        b'd' | b'i' => sign(spec, signed < 0),
        b'x' if spec.alternative && magnitude != 0 => b"0x".to_vec(),
        b'X' if spec.alternative && magnitude != 0 => b"0X".to_vec(),
        _ => Vec::new(),
    };
    Field { prefix, digits: digits.into_bytes(), zeros: spec.precision.is_none() }
}

/// A float.
pub(super) fn float(spec: &Specification, value: f64) -> Field {
    let upper = spec.conversion.is_ascii_uppercase();
    let mut prefix = sign(spec, value.is_sign_negative() && !value.is_nan());
    let magnitude = value.abs();
    let mut digits = if magnitude.is_nan() {
        "nan".to_string()
    } else if magnitude.is_infinite() {
        "inf".to_string()
    } else {
        match spec.conversion.to_ascii_lowercase() {
            b'f' => with_point(spec, format!("{:.*}", spec.precision.unwrap_or(6) as usize, magnitude)),
            b'e' => scientific(spec, magnitude, spec.precision.unwrap_or(6) as usize),
            b'g' => general(spec, magnitude),
            _ => {
                prefix.extend(if upper { b"0X" } else { b"0x" });
                hexadecimal(spec, magnitude)
            }
        }
    };
    if upper {
        digits.make_ascii_uppercase();
    }
    Field { prefix, digits: digits.into_bytes(), zeros: magnitude.is_finite() }
}

fn sign(spec: &Specification, negative: bool) -> Vec<u8> {
    match () {
        () if negative => b"-".to_vec(),
        () if spec.plus => b"+".to_vec(),
        () if spec.space => b" ".to_vec(),
        () => Vec::new(),
    }
}

/// The digits with a point after them, if the `#` flag wants one and there is none.
fn with_point(spec: &Specification, mut digits: String) -> String {
    if spec.alternative && !digits.contains('.') {
        digits.push('.');
    }
    digits
}

/// The significand with so many digits after the point, and the decimal exponent.
fn decimal(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    match text.split_once('e') {
        Some((digits, exponent)) => (digits.to_string(), exponent.parse().unwrap_or(0)),
        None => (text, 0),
    }
}

fn exponent_text(letter: char, exponent: i32, width: usize) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{letter}{sign}{:0width$}", exponent.unsigned_abs())
}

fn scientific(spec: &Specification, value: f64, precision: usize) -> String {
    let (digits, exponent) = decimal(value, precision);
    with_point(spec, digits) + &exponent_text('e', exponent, 2)
}

fn general(spec: &Specification, value: f64) -> String {
    let significant = match spec.precision {
        None => 6,
        Some(0) => 1,
        Some(p) => p as i32,
    };
    let (significand, exponent) = decimal(value, (significant - 1) as usize);
    let in_style_f = significant > exponent && exponent >= -4;
    let digits =
        if in_style_f { format!("{:.*}", (significant - 1 - exponent) as usize, value) } else { significand };
    let digits = match digits.contains('.') && !spec.alternative {
        true => digits.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => with_point(spec, digits),
    };
    if in_style_f { digits } else { digits + &exponent_text('e', exponent, 2) }
}

fn hexadecimal(spec: &Specification, value: f64) -> String {
    let bits = value.to_bits();
    let mut fraction = bits & ((1 << 52) - 1);
    let field = (bits >> 52) as i32;
    // The leading digit is 1 for all but zero: denormals are shifted up to have one.
    let (mut leading, mut exponent) = match field {
        0 if fraction == 0 => (0u64, 0),
        0 => {
            let shift = fraction.leading_zeros() - 11;
            fraction = (fraction << shift) & ((1 << 52) - 1);
            (1, -1022 - shift as i32)
        }
        _ => (1, field - 1023),
    };
    let mut digits = 13;
    if let Some(precision) = spec.precision
        && precision < 13
    {
        // To nearest, ties to even.
        let lost = 4 * (13 - precision);
        let whole = leading << 52 | fraction;
        let (kept, rest, half) = (whole >> lost, whole & ((1 << lost) - 1), 1 << (lost - 1));
        let kept = kept + u64::from(rest > half || (rest == half && kept & 1 == 1));
        digits = precision as usize;
        leading = kept >> (4 * digits);
        fraction = kept & ((1 << (4 * digits)) - 1);
        if leading > 1 {
            // 1.fff… became 2.000….
            leading = 1;
            exponent += 1;
        }
    }
    let mut text = if digits == 0 { String::new() } else { format!("{fraction:0digits$x}") };
    match spec.precision {
        None => text.truncate(text.trim_end_matches('0').len()),
        Some(precision) => text += &"0".repeat((precision as usize).saturating_sub(text.len())),
    }
    let point = if text.is_empty() && !spec.alternative { "" } else { "." };
    format!("{leading}{point}{text}{}", exponent_text('p', exponent, 1))
}
