//! Constants: which type they have (C99 6.4.4), and their bits.
//!
//! A floating constant is rounded once, from its digits to the type that it turns out to have.

use ferrocl_base::codes::expressions as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_ir::{Bits, Rounding, Scalar, eval};
use ferrocl_syntax::ast::ScalarName;
use ferrocl_syntax::token::{FloatLiteral, FloatSuffix, IntegerLiteral};

use super::Analyzer;
use super::wording::rule;
use crate::hir;
use crate::types::size::scalar_size;
use crate::types::{TypeId, TypeTable};

impl Analyzer<'_> {
    /// An integer constant of a scalar type.
    pub(super) fn integer_constant(&mut self, value: u64, ty: TypeId, span: Span) -> hir::ExprId {
        let size = self.program.types.size_of(ty).clamp(1, 8);
        let value = value & (u64::MAX >> (64 - 8 * size));
        self.add_value(hir::ExprKind::Constant(Bits::from_elem(value, 1)), ty, span)
    }
    /// An integer constant of the source.
    pub(super) fn integer_literal(&mut self, literal: IntegerLiteral, span: Span) -> hir::ExprId {
        let name = integer_type(literal);
        let ty = self.program.types.scalar(name);
        self.integer_constant(literal.value, ty, span)
    }
    /// A character constant: an `int`.
    pub(super) fn character_literal(&mut self, value: i32, span: Span) -> hir::ExprId {
        self.integer_constant(value as u32 as u64, TypeTable::INT, span)
    }
    /// A floating constant of the source.
    pub(super) fn float_literal(&mut self, literal: &FloatLiteral, span: Span) -> hir::ExprId {
        let name = match literal.suffix {
            FloatSuffix::F => ScalarName::Float,
            FloatSuffix::H => {
                if !self.half_arithmetic() {
                    return self.report_half_literal(literal, span);
                }
                ScalarName::Half
            }
            FloatSuffix::None | FloatSuffix::L => {
                if literal.suffix == FloatSuffix::L {
                    self.warn_long_double(literal, span);
                }
                if self.options.single_precision_constant {
                    ScalarName::Float
                } else if self.double_available() {
                    ScalarName::Double
                } else {
                    self.warn_double_literal(literal, span);
                    ScalarName::Float
                }
            }
        };
        let bits = float_bits(&literal.digits, name);
        self.warn_float_range(literal, name, bits, span);
        let ty = self.program.types.scalar(name);
        self.add_value(hir::ExprKind::Constant(Bits::from_elem(bits, 1)), ty, span)
    }
    fn report_half_literal(&mut self, literal: &FloatLiteral, span: Span) -> hir::ExprId {
        let digits = &literal.digits;
        let diagnostic = Diagnostic::new(
            codes::HALF_VALUE,
            span,
            format!("the constant `{digits}h` is a half, and `half` is only a storage format here"),
        )
        .primary("a half constant")
        .note(rule("half values need the extension `cl_khr_fp16`", "The half Data Type"))
        .suggest("write a float constant", span, format!("{digits}f"));
        self.report(diagnostic);
        self.error_expression(span)
    }
    fn warn_long_double(&mut self, literal: &FloatLiteral, span: Span) {
        let digits = &literal.digits;
        let diagnostic = Diagnostic::new(
            codes::LONG_DOUBLE_LITERAL,
            span,
            format!("the constant `{digits}L` has the type `long double`, which OpenCL C reserves"),
        )
        .primary("taken as if it had no suffix")
        .note(rule("`long double` is a reserved name", "Reserved Data Types"))
        .suggest("leave the suffix out", span, digits.to_string());
        self.report(diagnostic);
    }
    fn warn_double_literal(&mut self, literal: &FloatLiteral, span: Span) {
        let digits = &literal.digits;
        let diagnostic = Diagnostic::new(
            codes::DOUBLE_LITERAL,
            span,
            format!("the constant `{digits}` is a double, and is taken as a float here"),
        )
        .primary("a double constant")
        .note(rule(
            "before OpenCL C 1.2 doubles need the extension `cl_khr_fp64`",
            "Double-Precision Floating-Point Support",
        ))
        .suggest("write a float constant", span, format!("{digits}f"));
        self.report(diagnostic);
    }
    /// Warns of a constant that rounds to infinity or, though it is not zero, to zero.
    fn warn_float_range(&mut self, literal: &FloatLiteral, name: ScalarName, bits: u64, span: Span) {
        let (scalar, text) = match name {
            ScalarName::Half => (Scalar::F16, "half"),
            ScalarName::Float => (Scalar::F32, "float"),
            _ => (Scalar::F64, "double"),
        };
        let value = eval::scalar::float_to_f64(scalar, bits);
        let became = if value.is_infinite() {
            "infinity"
        } else if value == 0.0 && has_nonzero_digit(&literal.digits) {
            "zero"
        } else {
            return;
        };
        let diagnostic = Diagnostic::new(
            codes::FLOAT_LITERAL_RANGE,
            span,
            format!("the constant is outside of the range of `{text}` and becomes {became}"),
        )
        .primary(format!("{became} as a {text}"));
        let diagnostic = if became == "infinity" {
            diagnostic.help("if infinity is meant, write `INFINITY`")
        } else {
            diagnostic
        };
        self.report(diagnostic);
    }
}

/// The first type of the list for its form that holds an integer constant (C99 6.4.4.1), with `int` of 32 and `long` of 64
/// bits.
fn integer_type(literal: IntegerLiteral) -> ScalarName {
    let value = literal.value;
    let signed_fits = |name| value <= (u64::MAX >> (65 - 8 * scalar_size(name)));
    let unsigned_fits = |name| value <= (u64::MAX >> (64 - 8 * scalar_size(name)));
    let may_be_signed = !literal.unsigned;
    let may_be_unsigned = literal.unsigned || !literal.decimal;
    if !literal.long {
        if may_be_signed && signed_fits(ScalarName::Int) {
            return ScalarName::Int;
        }
        if may_be_unsigned && unsigned_fits(ScalarName::Uint) {
            return ScalarName::Uint;
        }
    }
    if may_be_signed && signed_fits(ScalarName::Long) {
        return ScalarName::Long;
    }
    ScalarName::Ulong
}

fn is_hexadecimal(digits: &str) -> bool {
    digits.starts_with("0x") || digits.starts_with("0X")
}

/// Whether the number is not zero as written.
fn has_nonzero_digit(digits: &str) -> bool {
    let (text, marker) =
        if is_hexadecimal(digits) { (&digits[2..], ['p', 'P']) } else { (digits, ['e', 'E']) };
    let mantissa = text.split(marker).next().unwrap_or("");
    mantissa.bytes().any(|b| b.is_ascii_hexdigit() && b != b'0')
}

/// The bits of a floating constant in a type, rounded once, to nearest even.
pub(super) fn float_bits(digits: &str, name: ScalarName) -> u64 {
    if is_hexadecimal(digits) {
        return hexadecimal_bits(&digits[2..], name);
    }
    match name {
        ScalarName::Float => digits.parse::<f32>().map_or(0, |value| value.to_bits().into()),
        ScalarName::Half => half_bits(digits),
        _ => digits.parse::<f64>().map_or(0, f64::to_bits),
    }
}

/// `h.hhhp±d` without `0x`.
fn hexadecimal_bits(text: &str, name: ScalarName) -> u64 {
    let (mantissa, exponent) = text.split_once(['p', 'P']).unwrap_or((text, "0"));
    let negative_exponent = exponent.starts_with('-');
    let mut exponent_value = 0i32;
    for digit in exponent.bytes().filter_map(|b| (b as char).to_digit(10)) {
        exponent_value = (exponent_value * 10 + digit as i32).min(1_000_000);
    }
    let mut exponent = if negative_exponent { -exponent_value } else { exponent_value };
    let mut magnitude = 0u64;
    let mut fraction = false;
    for c in mantissa.chars() {
        let Some(digit) = c.to_digit(16) else {
            fraction = true;
            continue;
        };
        if magnitude >> 58 == 0 {
            magnitude = magnitude << 4 | u64::from(digit);
            exponent = exponent.saturating_sub(if fraction { 4 } else { 0 });
        } else {
            // Digits past 58 bits only matter for being there: the lowest bit, far below any rounding place, stands for them.
            magnitude |= u64::from(digit != 0);
            exponent = exponent.saturating_add(if fraction { 0 } else { 4 });
        }
    }
    let scalar = match name {
        ScalarName::Half => Scalar::F16,
        ScalarName::Float => Scalar::F32,
        _ => Scalar::F64,
    };
    eval::scalar::pack_float(
        scalar,
        false,
        magnitude,
        exponent.clamp(-1_000_000, 1_000_000),
        Rounding::NearestEven,
    )
}

/// A decimal number as a half. The nearest double decides, unless it lies exactly between two halves: then the digits
/// tell on which side the number is.
fn half_bits(digits: &str) -> u64 {
    let Ok(nearest) = digits.parse::<f64>() else { return 0 };
    if !nearest.is_finite() || nearest == 0.0 {
        return if nearest == 0.0 { 0 } else { 0x7c00 };
    }
    let to_half = |value: f64| {
        let bits = value.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let (magnitude, exponent) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        eval::scalar::pack_float(Scalar::F16, false, magnitude, exponent, Rounding::NearestEven)
    };
    // Rounded to odd, the double keeps on which side of a tie the number lies.
    let exact = format!("{nearest:.200}");
    let bits = nearest.to_bits();
    let (below, above) = match compare_decimal(digits, &exact) {
        std::cmp::Ordering::Equal => (bits, bits),
        std::cmp::Ordering::Less => (bits - 1, bits),
        std::cmp::Ordering::Greater => (bits, bits + 1),
    };
    to_half(f64::from_bits(if below & 1 == 1 { below } else { above }))
}

/// Compares two positive decimal numbers as written.
fn compare_decimal(a: &str, b: &str) -> std::cmp::Ordering {
    let ((a, a_exponent), (b, b_exponent)) = (normalised(a), normalised(b));
    match (a.is_empty(), b.is_empty()) {
        (true, true) => std::cmp::Ordering::Equal,
        (true, false) => std::cmp::Ordering::Less,
        (false, true) => std::cmp::Ordering::Greater,
        _ => a_exponent.cmp(&b_exponent).then_with(|| a.cmp(&b)),
    }
}

/// The significant digits of a decimal number, and the power of ten of the first.
fn normalised(text: &str) -> (Vec<u8>, i64) {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let mut power =
        exponent.parse::<i64>().unwrap_or(if exponent.starts_with('-') { -1 << 40 } else { 1 << 40 });
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits: Vec<u8> = integer.bytes().chain(fraction.bytes()).collect();
    power += integer.len() as i64 - 1;
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits.drain(..zeros);
    power -= zeros as i64;
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    (digits, power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(value: u64, decimal: bool, unsigned: bool, long: bool) -> ScalarName {
        integer_type(IntegerLiteral { value, decimal, unsigned, long })
    }
    #[test]
    fn types_of_integer_constants() {
        use ScalarName::*;
        assert_eq!(literal(1, true, false, false), Int);
        assert_eq!(literal(0x7fff_ffff, true, false, false), Int);
        assert_eq!(literal(0x8000_0000, true, false, false), Long);
        assert_eq!(literal(0x8000_0000, false, false, false), Uint);
        assert_eq!(literal(0x1_0000_0000, false, false, false), Long);
        assert_eq!(literal(u64::MAX, false, false, false), Ulong);
        assert_eq!(literal(1, true, true, false), Uint);
        assert_eq!(literal(0x1_0000_0000, true, true, false), Ulong);
        assert_eq!(literal(1, true, false, true), Long);
        assert_eq!(literal(1 << 63, false, false, true), Ulong);
        assert_eq!(literal(1, true, true, true), Ulong);
    }
    #[test]
    fn bits_of_floating_constants() {
        assert_eq!(float_bits("1.0", ScalarName::Float), 0x3f80_0000);
        assert_eq!(float_bits("1.", ScalarName::Double), 1f64.to_bits());
        assert_eq!(float_bits(".5e1", ScalarName::Float), u64::from(5f32.to_bits()));
        assert_eq!(float_bits("0x1.8p1", ScalarName::Float), u64::from(3f32.to_bits()));
        assert_eq!(float_bits("0x.8p0", ScalarName::Double), 0.5f64.to_bits());
        assert_eq!(float_bits("0x1p-149", ScalarName::Float), 1);
        assert_eq!(float_bits("0x1p-1075", ScalarName::Double), 0, "halfway to the least number: to even");
        assert_eq!(float_bits("0x1.0000000000000000001p-1075", ScalarName::Double), 1, "above halfway");
        assert_eq!(float_bits("0x1p999999999999", ScalarName::Float), 0x7f80_0000);
        // Rounded to double first, and then to float, this would be 1.0f.
        assert_eq!(float_bits("0x1.00000100000000001p0", ScalarName::Float), 0x3f80_0001);
        assert_eq!(float_bits("1.00000005960464484217", ScalarName::Float), 0x3f80_0001);
    }
    #[test]
    fn halves_are_rounded_once() {
        assert_eq!(float_bits("1.0", ScalarName::Half), 0x3c00);
        assert_eq!(float_bits("65504", ScalarName::Half), 0x7bff);
        assert_eq!(float_bits("65519.999", ScalarName::Half), 0x7bff);
        assert_eq!(float_bits("65520", ScalarName::Half), 0x7c00);
        assert_eq!(float_bits("0.00000005960464477539", ScalarName::Half), 1);
        // 1 + 2^-11 lies halfway between two halves; its double is that, and the digits are a little more or less.
        assert_eq!(float_bits("1.00048828125", ScalarName::Half), 0x3c00);
        assert_eq!(float_bits("1.000488281250000000000000000001", ScalarName::Half), 0x3c01);
        assert_eq!(float_bits("1.000488281249999999999999999999", ScalarName::Half), 0x3c00);
        assert_eq!(float_bits("1.001464843750000000000000000000001", ScalarName::Half), 0x3c02);
        assert_eq!(float_bits("1.001464843749999999999999999999999", ScalarName::Half), 0x3c01);
    }
}
