//! What operators give, from the specification's section "Operators" and C99 6.3.1.8, in exact arithmetic.
//!
//! Integers are computed as `i128`. Rust's own `f32` and `f64` arithmetic is that of IEEE 754; `half` is computed in `f64`, which
//! has more than twice its precision and two bits, so that rounding twice is rounding once.

use ferrocl_base::random::Random;
use ferrocl_tests::exact::{
    BOOL, DOUBLE, ELEMENTS, Element, Expected, FLOAT, HALF, INT, Kind, Mode, converted,
};

/// Operators whose operands have one type, which is the result's.
pub const ARITHMETIC: [&str; 4] = ["+", "-", "*", "/"];
/// The same, for integers only.
pub const INTEGER: [&str; 4] = ["%", "&", "|", "^"];
/// Shifts: the count has a type of its own.
pub const SHIFTS: [&str; 2] = ["<<", ">>"];
/// Operators that give a truth value.
pub const RELATIONS: [&str; 6] = ["<", ">", "<=", ">=", "==", "!="];
/// Operators on truth values.
pub const LOGICAL: [&str; 2] = ["&&", "||"];

/// The signed integer as wide as an element: what comparisons of vectors consist of.
pub fn mask_type(ty: Element) -> Element {
    ELEMENTS[match ty.bits {
        8 => 0,
        16 => 2,
        32 => 4,
        _ => 6,
    }]
}

/// The type after integer promotion (C99 6.3.1.1): all values of smaller integers fit into `int`.
pub fn promoted(ty: Element) -> Element {
    if !ty.is_float() && ty.bits < 32 { INT } else { ty }
}

/// The common type of two scalars (C99 6.3.1.8).
pub fn common(left: Element, right: Element) -> Element {
    match (left.is_float(), right.is_float()) {
        (true, true) => return if left.bits >= right.bits { left } else { right },
        (true, false) => return left,
        (false, true) => return right,
        (false, false) => {}
    }
    let (left, right) = (promoted(left), promoted(right));
    match left.bits.cmp(&right.bits) {
        std::cmp::Ordering::Greater => left,
        std::cmp::Ordering::Less => right,
        std::cmp::Ordering::Equal if left.kind == Kind::Unsigned => left,
        std::cmp::Ordering::Equal => right,
    }
}

/// Continues with a value, where there is one.
pub fn then(value: Expected, ty: Element, next: impl FnOnce(u64) -> Expected) -> Expected {
    match value {
        Expected::Bits(bits) => next(bits),
        Expected::Nan => next(ty.infinity() | ty.infinity() >> 1),
        Expected::Unspecified => Expected::Unspecified,
    }
}

/// A conversion without a rounding mode, as casts and assignments make it.
pub fn cast(from: Element, to: Element, bits: u64) -> Expected {
    converted(from, to, bits, false, None)
}

/// A float's value; every value of every type is one of `f64`.
fn wide(ty: Element, bits: u64) -> f64 {
    match ty.number(bits).encoded(DOUBLE, Mode::Nearest) {
        Expected::Bits(bits) => f64::from_bits(bits),
        _ => f64::NAN,
    }
}

fn float_arithmetic(op: &str, ty: Element, a: u64, b: u64) -> Expected {
    fn apply<F>(op: &str, a: F, b: F) -> F
    where
        F: std::ops::Add<Output = F> + std::ops::Sub<Output = F> + std::ops::Mul<Output = F>,
        F: std::ops::Div<Output = F>,
    {
        match op {
            "+" => a + b,
            "-" => a - b,
            "*" => a * b,
            "/" => a / b,
            _ => unreachable!("{op} is no operator of floats"),
        }
    }
    let bits = match ty {
        FLOAT => apply(op, f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits().into(),
        DOUBLE => apply(op, f64::from_bits(a), f64::from_bits(b)).to_bits(),
        _ => {
            let exact = apply(op, wide(ty, a), wide(ty, b)).to_bits();
            return DOUBLE.number(exact).encoded(HALF, Mode::Nearest);
        }
    };
    if ty.is_nan(bits) { Expected::Nan } else { Expected::Bits(bits) }
}

/// An operator of [`ARITHMETIC`] or [`INTEGER`] on two values of one type.
pub fn arithmetic(op: &str, ty: Element, a: u64, b: u64) -> Expected {
    if ty.is_float() {
        return float_arithmetic(op, ty, a, b);
    }
    let (x, y) = (ty.integer(a), ty.integer(b));
    let result = match op {
        "+" => x + y,
        "-" => x - y,
        // Only the low bits are of interest.
        "*" => x.wrapping_mul(y),
        "&" => x & y,
        "|" => x | y,
        "^" => x ^ y,
        // Neither traps; which value it is is open (section "Arithmetic Operators").
        "/" | "%" if y == 0 || x / y > ty.max() => return Expected::Unspecified,
        "/" => x / y,
        "%" => x % y,
        _ => unreachable!("{op} is no arithmetic operator"),
    };
    Expected::Bits(ty.wrap(result))
}

/// A shift of a value of type `ty`; only the low bits of the count, which has a type of its own, take part.
pub fn shift(op: &str, ty: Element, value: u64, count: u64) -> Expected {
    let count = (count & u64::from(ty.bits - 1)) as u32;
    let value = ty.integer(value);
    Expected::Bits(ty.wrap(if op == "<<" { value << count } else { value >> count }))
}

/// A comparison of two values of one type.
pub fn relation(op: &str, ty: Element, a: u64, b: u64) -> bool {
    fn compare<T: PartialOrd>(op: &str, a: T, b: T) -> bool {
        match op {
            "<" => a < b,
            ">" => a > b,
            "<=" => a <= b,
            ">=" => a >= b,
            "==" => a == b,
            "!=" => a != b,
            _ => unreachable!("{op} is no comparison"),
        }
    }
    match ty.is_float() {
        true => compare(op, wide(ty, a), wide(ty, b)),
        false => compare(op, ty.integer(a), ty.integer(b)),
    }
}

/// `&&` or `||` of what two values are.
pub fn logical(op: &str, a: bool, b: bool) -> bool {
    if op == "&&" { a && b } else { a || b }
}

/// Whether a value compares unequal to 0.
pub fn truth(ty: Element, bits: u64) -> bool {
    !ty.number(bits).is_zero()
}

/// The sign changed: of integers modulo 2^N, of floats the sign bit.
pub fn negated(ty: Element, bits: u64) -> Expected {
    match ty.is_float() {
        true if ty.is_nan(bits) => Expected::Nan,
        true => Expected::Bits(bits ^ ty.sign()),
        false => Expected::Bits(ty.wrap(-ty.integer(bits))),
    }
}

/// Some values of a type that operators have trouble with.
pub fn operands(ty: Element, count: usize) -> Vec<u64> {
    let mut random = Random::new(u64::from(ty.bits) + 100 * count as u64);
    let mut values: Vec<u64> = if ty == BOOL {
        vec![0, 1]
    } else if ty.is_float() {
        let infinity = ty.infinity();
        let number = |value: f64| match DOUBLE.number(value.to_bits()).encoded(ty, Mode::Nearest) {
            Expected::Bits(bits) => bits,
            _ => infinity + 1,
        };
        let some = [0.0, -0.0, 1.0, -1.0, 2.5, -0.1, 1e-3, -7.0, 3e4, 1e9, -3e38];
        let mut values: Vec<u64> = some.into_iter().map(number).collect();
        values.extend([infinity | infinity >> 1, infinity, infinity | ty.sign(), infinity - 1, 1]);
        values.extend([number(1.0) + 1, 1 << (ty.precision() - 1), (infinity - 1) | ty.sign()]);
        values
    } else {
        let bits = i128::from(ty.bits);
        let some = [0, 1, -1, ty.min(), ty.max(), 2, bits - 1, bits, -2, 7, ty.max() - 1, ty.min() + 1];
        let more = [bits + 1, 3, 100, -100, 1 << (bits / 2), (1 << (bits / 2)) - 1, 85];
        some.into_iter().chain(more).map(|value| ty.wrap(value)).collect()
    };
    while values.len() < count {
        values.push(random.bits() & if ty == BOOL { 1 } else { ty.mask() });
    }
    values.truncate(count);
    values
}
