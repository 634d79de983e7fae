//! Scalar and vector types as the generator sees them, and their literals.

use ferrocl_base::random::Random;
use ferrocl_sema::builtins::table::WIDTHS;
use ferrocl_syntax::ast::ScalarName;

use super::dialect::Dialect;

/// A scalar (`width` 1) or vector type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Type {
    pub element: ScalarName,
    pub width: u8,
}

pub(super) const INT: Type = Type { element: ScalarName::Int, width: 1 };
pub(super) const UINT: Type = Type { element: ScalarName::Uint, width: 1 };

impl Type {
    pub(super) fn new(element: ScalarName, width: u8) -> Type {
        Type { element, width }
    }
    /// As it is written.
    pub(super) fn name(self) -> String {
        match self.width {
            1 => element_name(self.element).to_owned(),
            width => format!("{}{width}", element_name(self.element)),
        }
    }
    pub(super) fn scalar(self) -> Type {
        Type { width: 1, ..self }
    }
    pub(super) fn is_float(self) -> bool {
        is_float(self.element)
    }
    pub(super) fn is_unsigned(self) -> bool {
        self == self.integer_as_wide(false)
    }
    pub(super) fn is_signed_integer(self) -> bool {
        self == self.integer_as_wide(true)
    }
    pub(super) fn is_scalar(self) -> bool {
        self.width == 1
    }
    /// Whether it is a scalar of fewer bits than an `int`, to which operators promote those of integers.
    pub(super) fn is_small_scalar(self) -> bool {
        self.is_scalar() && element_size(self.element) < 4
    }
    /// Bytes in memory.
    pub(super) fn size(self) -> usize {
        let width = if self.width == 3 { 4 } else { self.width };
        usize::from(width) * element_size(self.element)
    }
    /// Any type of a dialect.
    pub(super) fn any(random: &mut Random, dialect: Dialect) -> Type {
        // 32 bits and scalars are what kernels mostly consist of.
        let element = match random.below(4) {
            0 => random.pick(&[ScalarName::Int, ScalarName::Uint, ScalarName::Float]),
            _ => random.pick(&dialect.elements()),
        };
        let width = if random.chance(45) { 1 } else { random.pick(&WIDTHS) };
        Type { element, width }
    }
    /// An element of this size that holds integers; signed where it is asked for.
    pub(super) fn integer_as_wide(self, signed: bool) -> Type {
        let element = match (element_size(self.element), signed) {
            (1, true) => ScalarName::Char,
            (1, false) => ScalarName::Uchar,
            (2, true) => ScalarName::Short,
            (2, false) => ScalarName::Ushort,
            (4, true) => ScalarName::Int,
            (4, false) => ScalarName::Uint,
            (_, true) => ScalarName::Long,
            (_, false) => ScalarName::Ulong,
        };
        Type { element, ..self }
    }
    /// A literal of the scalar type, or of a vector with equal or different components.
    pub(super) fn literal(self, random: &mut Random, dialect: Dialect) -> String {
        if self.is_scalar() {
            return scalar_literal(self.element, random, dialect);
        }
        let components = if random.chance(40) { 1 } else { self.width };
        let list: Vec<String> =
            (0..components).map(|_| scalar_literal(self.element, random, dialect)).collect();
        format!("({})({})", self.name(), list.join(", "))
    }
}

pub(super) fn element_name(element: ScalarName) -> &'static str {
    match element {
        ScalarName::Char => "char",
        ScalarName::Uchar => "uchar",
        ScalarName::Short => "short",
        ScalarName::Ushort => "ushort",
        ScalarName::Int => "int",
        ScalarName::Uint => "uint",
        ScalarName::Long => "long",
        ScalarName::Ulong => "ulong",
        ScalarName::Half => "half",
        ScalarName::Float => "float",
        ScalarName::Double => "double",
    }
}

pub(super) fn element_size(element: ScalarName) -> usize {
    match element {
        ScalarName::Char | ScalarName::Uchar => 1,
        ScalarName::Short | ScalarName::Ushort | ScalarName::Half => 2,
        ScalarName::Int | ScalarName::Uint | ScalarName::Float => 4,
        ScalarName::Long | ScalarName::Ulong | ScalarName::Double => 8,
    }
}

pub(super) fn is_float(element: ScalarName) -> bool {
    matches!(element, ScalarName::Half | ScalarName::Float | ScalarName::Double)
}

fn scalar_literal(element: ScalarName, random: &mut Random, dialect: Dialect) -> String {
    let small = random.below(20) as i64 - 4;
    if is_float(element) {
        let suffix = match element {
            ScalarName::Half => "h",
            ScalarName::Float => "f",
            _ => "",
        };
        let text = match random.below(16) {
            0 => return format!("(({})INFINITY)", element_name(element)),
            // In Intel's driver it is no constant.
            1 if !dialect.is_strict => return format!("(({})NAN)", element_name(element)),
            2 => "-0.0".to_owned(),
            3 => format!("0x1.8p-{}", [15, 130, 1030][element as usize - ScalarName::Half as usize]),
            4 => format!("0x1.ffcp{}", [15, 127, 1023][element as usize - ScalarName::Half as usize]),
            5 => "2147483648.0".to_owned(),
            6 => "-129.0".to_owned(),
            _ => format!("{small}.{}", random.pick(&["0", "5", "25", "1", "875"])),
        };
        // The greatest half is less than that.
        let text = if element == ScalarName::Half && text.len() > 10 { "60000.0".to_owned() } else { text };
        return format!("({text}{suffix})");
    }
    let bits = 8 * element_size(element) as u32;
    let top = 1i128 << (bits - 1);
    let (low, high) = match element {
        ScalarName::Char | ScalarName::Short | ScalarName::Int | ScalarName::Long => (-top, top - 1),
        _ => (0, 2 * top - 1),
    };
    let value = match random.below(10) {
        0 => low,
        1 => high,
        2 => low + 1,
        3 => (random.bits() as i128 & (2 * top - 1)) + low,
        4 => 1 << random.below(bits as usize - 1),
        _ => i128::from(small).max(low),
    };
    let suffix = match element {
        ScalarName::Uint => "u",
        ScalarName::Long => "L",
        ScalarName::Ulong => "UL",
        _ => "",
    };
    let text = match (value, element) {
        // The minimum has no literal of its own.
        (value, ScalarName::Int | ScalarName::Long) if value == low => {
            format!("({}{suffix} - 1)", value + 1)
        }
        _ if random.chance(15) && value >= 0 => format!("0x{value:x}{suffix}"),
        _ => format!("{value}{suffix}"),
    };
    match bits {
        8 | 16 => format!("(({}){text})", element_name(element)),
        // A hexadecimal literal may have another type; a negative one is an operator and its operand.
        _ if text.starts_with('-') => format!("({text})"),
        _ => text,
    }
}
