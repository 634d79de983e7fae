//! The table's rows as static data, and look-up by name.
//!
//! `build/` makes the data from `lib/builtins.decl` and `lib/*.cl`; nothing is read or built at run time.

use std::fmt;

use ferrocl_ir::{AddressSpace, Rounding};
use ferrocl_syntax::ast::ScalarName;
use ferrocl_syntax::options::Standard;

use super::Operation;
use crate::types::size::scalar_size;
use crate::types::{ImageAccess, ImageKind};

mod tables {
    use super::*;
    include!(concat!(env!("OUT_DIR"), "/builtin_tables.rs"));
}

ferrocl_base::define_id!(
    /// A row of the table.
    pub RowId,
    "row"
);
ferrocl_base::define_id!(
    /// A function of the built-in library's text.
    pub LibraryId,
    "lib"
);

/// A prototype.
#[derive(Debug)]
pub struct Row {
    /// The function's name.
    pub name: &'static str,
    /// The prototype as the table has it.
    pub prototype: &'static str,
    /// What it gives.
    pub result: TypePattern,
    /// What it takes.
    pub parameters: &'static [ParameterPattern],
    /// The elements that gentype takes.
    pub elements: ElementSet,
    /// The widths that gentype takes: a bit for each of [`WIDTHS`].
    pub widths: u8,
    /// The first OpenCL C that has it.
    pub since: Standard,
    /// The OpenCL C that deprecates it.
    pub deprecated: Option<Standard>,
    /// Whether every work-item of the group must arrive at the call.
    pub convergent: bool,
    /// The error bounds for half, float and double.
    pub ulp: [Ulp; 3],
    /// The rounding mode that the name asks for.
    pub rounding: Rounding,
    /// Where it is done.
    pub home: Home,
    /// What it does, in a phrase; empty for the library's helpers.
    pub description: &'static str,
    /// The title of the specification's section; empty for the library's helpers.
    pub section: &'static str,
    /// The line of the table (or of the library's file, for its helpers). Rows that differ in the digits and rounding modes of their
    /// names alone share one.
    pub line: u32,
}

/// The widths of vectors, and 1 for scalars.
pub const WIDTHS: [u8; 6] = [1, 2, 3, 4, 8, 16];

/// Every element type, in the order of the bits of [`ElementSet`].
pub const ELEMENTS: [ScalarName; 11] = [
    ScalarName::Char,
    ScalarName::Uchar,
    ScalarName::Short,
    ScalarName::Ushort,
    ScalarName::Int,
    ScalarName::Uint,
    ScalarName::Long,
    ScalarName::Ulong,
    ScalarName::Half,
    ScalarName::Float,
    ScalarName::Double,
];

/// A set of element types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementSet(pub u16);

impl ElementSet {
    /// Whether the element is one of them.
    pub fn contains(self, element: ScalarName) -> bool {
        self.0 & 1 << element as u16 != 0
    }
    /// Its elements in order.
    pub fn iter(self) -> impl Iterator<Item = ScalarName> {
        ELEMENTS.into_iter().filter(move |&element| self.contains(element))
    }
}

/// A parameter.
#[derive(Debug)]
pub struct ParameterPattern {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: TypePattern,
}

/// A type that depends on gentype.
#[derive(Debug, Clone, Copy)]
pub struct TypePattern {
    /// The element.
    pub element: ElementPattern,
    /// How many of them.
    pub width: WidthPattern,
    /// Set where it is a pointer to that.
    pub pointer: Option<PointerPattern>,
}

/// An element that depends on gentype's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementPattern {
    /// `void`.
    Void,
    /// `bool`.
    Bool,
    /// `event_t`.
    Event,
    /// The atomic type of gentype's element.
    Atomic,
    /// `atomic_flag`.
    AtomicFlag,
    /// Always this.
    Fixed(ScalarName),
    /// gentype's.
    Gentype,
    /// The unsigned integer as wide as gentype's.
    Unsigned,
    /// The signed integer as wide as gentype's.
    Signed,
    /// The integer twice as wide as gentype's, of the same sign.
    Wider,
    /// What a relation gives: `int` for scalars, the signed integer as wide as gentype's in vectors.
    Relation,
    /// An image of this kind with one of these access qualifiers, whatever gentype is.
    Image(ImageKind, Accesses),
    /// A sampler, whatever gentype is.
    Sampler,
}

/// Sets of access qualifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accesses {
    /// `read_only` alone.
    ReadOnly,
    /// `read_only` and `read_write`.
    Readable,
    /// `write_only` and `read_write`.
    Writable,
    /// Any.
    Any,
}

impl Accesses {
    /// Whether an access qualifier is one of them.
    pub fn contains(self, access: ImageAccess) -> bool {
        match self {
            Accesses::ReadOnly => access == ImageAccess::ReadOnly,
            Accesses::Readable => access != ImageAccess::WriteOnly,
            Accesses::Writable => access != ImageAccess::ReadOnly,
            Accesses::Any => true,
        }
    }
}

/// A width that depends on gentype's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WidthPattern {
    /// Always this.
    Fixed(u8),
    /// gentype's.
    Gentype,
}

/// What a pointer parameter may point into, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointerPattern {
    /// Where.
    pub spaces: Spaces,
    /// Whether the function only reads there.
    pub is_const: bool,
    /// Whether a volatile object may be passed.
    pub is_volatile: bool,
}

/// Sets of address spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spaces {
    /// `private` alone (functions of the library).
    Private,
    /// `local` alone.
    Local,
    /// `global` alone.
    Global,
    /// `constant` alone.
    Constant,
    /// `private`, `local`, `global`, and generic.
    Any,
    /// The same and `constant`.
    Readable,
    /// `local`, `global`, and generic.
    Shared,
}

impl Spaces {
    /// Whether an address space is one of them. (Generic pointers only exist where the language has them.)
    pub fn contains(self, space: AddressSpace) -> bool {
        match self {
            Spaces::Private => space == AddressSpace::Private,
            Spaces::Local => space == AddressSpace::Local,
            Spaces::Global => space == AddressSpace::Global,
            Spaces::Constant => space == AddressSpace::Constant,
            Spaces::Any => space != AddressSpace::Constant,
            Spaces::Readable => true,
            Spaces::Shared => {
                matches!(space, AddressSpace::Local | AddressSpace::Global | AddressSpace::Generic)
            }
        }
    }
}

/// A bound on the error of a result, in units in the last place (section "Relative Error as ULPs").
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ulp {
    /// The exact result (0 ULP).
    Exact,
    /// The exact result rounded to nearest even.
    CorrectlyRounded,
    /// At most so many.
    Within(f32),
    /// `base + slope * n` for vectors of n components.
    PerComponent {
        /// For any width.
        base: f32,
        /// For each component.
        slope: f32,
    },
    /// An absolute error.
    Absolute(f32),
    /// An absolute error of `base + slope * n` times the machine epsilon times the square of the greatest magnitude among
    /// all components of the arguments.
    AbsoluteOfSquare {
        /// For any width.
        base: f32,
        /// For each component.
        slope: f32,
    },
    /// The specification leaves it open.
    ImplementationDefined,
}

impl Ulp {
    /// The greatest error for vectors of `width` components, in the unit that the variant speaks of. `None`: there is no bound.
    pub fn limit(self, width: u8) -> Option<f32> {
        match self {
            Ulp::Exact => Some(0.0),
            Ulp::CorrectlyRounded => Some(0.5),
            Ulp::Within(bound) | Ulp::Absolute(bound) => Some(bound),
            Ulp::PerComponent { base, slope } | Ulp::AbsoluteOfSquare { base, slope } => {
                Some(base + slope * f32::from(width))
            }
            Ulp::ImplementationDefined => None,
        }
    }
}

/// In words: `4 ULP`, `correctly rounded`.
impl fmt::Display for Ulp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |base: f32, slope: f32| match (base, slope) {
            (base, 0.0) => format!("{base}"),
            (0.0, slope) => format!("{slope}n"),
            (base, 1.0) => format!("{base} + n"),
            (base, slope) if base < 0.0 => format!("({slope}n - {})", -base),
            (base, slope) => format!("{base} + {slope}n"),
        };
        match *self {
            Ulp::Exact => f.write_str("exact"),
            Ulp::CorrectlyRounded => f.write_str("correctly rounded"),
            Ulp::Within(bound) => write!(f, "{bound} ULP"),
            Ulp::PerComponent { base, slope } => write!(f, "{} ULP", sum(base, slope)),
            Ulp::Absolute(bound) => write!(f, "{bound:e} absolute"),
            Ulp::AbsoluteOfSquare { base, slope } => write!(f, "{} ε max² absolute", sum(base, slope)),
            Ulp::ImplementationDefined => f.write_str("implementation-defined"),
        }
    }
}

/// Where a row is done.
#[derive(Debug)]
pub enum Home {
    /// By operators of the kernel IR.
    Operation(Operation),
    /// By functions of the built-in library.
    Library(&'static [LibraryEntry]),
}

/// The library function of a row for one element.
#[derive(Debug, Clone, Copy)]
pub struct LibraryEntry {
    /// gentype's element.
    pub element: ScalarName,
    /// gentype's width; a function of width 1 also does every width that has no entry, component by component.
    pub width: u8,
    /// The function.
    pub function: LibraryId,
    /// Whether it is the one for `float`, standing in for `half`.
    pub through_float: bool,
}

/// A function of the built-in library, as text.
#[derive(Debug)]
pub struct LibraryFunction {
    /// Its name.
    pub name: &'static str,
    /// The file in `lib/`.
    pub file: &'static str,
    /// The line in it.
    pub line: u32,
    /// Its definition.
    pub source: &'static str,
    /// The constants that it names: indices for [`library_constant`].
    pub constants: &'static [u16],
}

/// A constant of the built-in library, as text.
#[derive(Debug)]
pub struct LibraryConstant {
    /// Its name.
    pub name: &'static str,
    /// Its definition.
    pub source: &'static str,
}

/// The prefix of names that only the library's own text sees.
pub const INTERNAL_PREFIX: &str = "__ferrocl_";

/// What a pattern is (or points to) where gentype is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternType {
    /// `void`.
    Void,
    /// `bool`.
    Bool,
    /// `event_t`.
    Event,
    /// A scalar or, with a width above 1, a vector.
    Arithmetic(ScalarName, u8),
    /// An atomic type.
    Atomic(ScalarName),
    /// An image.
    Image(ImageKind, Accesses),
    /// A sampler.
    Sampler,
}

impl TypePattern {
    /// The element and width (of the pointee, for a pointer) where gentype is this element and width; `None` is what is neither
    /// scalar nor vector.
    pub fn at(&self, element: ScalarName, width: u8) -> Option<(ScalarName, u8)> {
        match self.pattern_type(element, width) {
            PatternType::Arithmetic(element, width) => Some((element, width)),
            _ => None,
        }
    }
    /// The type (of the pointee, for a pointer) where gentype is this element and width.
    pub fn pattern_type(&self, element: ScalarName, width: u8) -> PatternType {
        let wide = match self.width {
            WidthPattern::Fixed(fixed) => fixed,
            WidthPattern::Gentype => width,
        };
        let element = match self.element {
            ElementPattern::Void => return PatternType::Void,
            ElementPattern::Bool => return PatternType::Bool,
            ElementPattern::Event => return PatternType::Event,
            ElementPattern::Atomic => return PatternType::Atomic(element),
            ElementPattern::AtomicFlag => return PatternType::Atomic(ScalarName::Int),
            ElementPattern::Image(kind, accesses) => return PatternType::Image(kind, accesses),
            ElementPattern::Sampler => return PatternType::Sampler,
            ElementPattern::Fixed(fixed) => fixed,
            ElementPattern::Gentype => element,
            ElementPattern::Unsigned => unsigned_of(element),
            ElementPattern::Signed => signed_of(element),
            ElementPattern::Wider => ELEMENTS[element as usize + 2],
            ElementPattern::Relation if wide == 1 => ScalarName::Int,
            ElementPattern::Relation => signed_of(element),
        };
        PatternType::Arithmetic(element, wide)
    }
}

/// The unsigned integer as wide as a scalar.
pub fn unsigned_of(element: ScalarName) -> ScalarName {
    match scalar_size(element) {
        1 => ScalarName::Uchar,
        2 => ScalarName::Ushort,
        4 => ScalarName::Uint,
        _ => ScalarName::Ulong,
    }
}

/// The signed integer as wide as a scalar.
pub fn signed_of(element: ScalarName) -> ScalarName {
    match scalar_size(element) {
        1 => ScalarName::Char,
        2 => ScalarName::Short,
        4 => ScalarName::Int,
        _ => ScalarName::Long,
    }
}

impl Row {
    /// Whether gentype takes this element with this width.
    pub fn takes(&self, element: ScalarName, width: u8) -> bool {
        self.elements.contains(element)
            && WIDTHS.iter().position(|&w| w == width).is_some_and(|bit| self.widths & 1 << bit != 0)
    }
    /// The widths that gentype takes.
    pub fn width_list(&self) -> impl Iterator<Item = u8> + use<> {
        let widths = self.widths;
        WIDTHS.into_iter().enumerate().filter(move |(bit, _)| widths & 1 << bit != 0).map(|(_, width)| width)
    }
    /// Whether the prototype depends on gentype.
    pub fn is_generic(&self) -> bool {
        std::iter::once(&self.result).chain(self.parameters.iter().map(|p| &p.ty)).any(|ty| {
            ty.width == WidthPattern::Gentype
                || matches!(
                    ty.element,
                    ElementPattern::Gentype
                        | ElementPattern::Unsigned
                        | ElementPattern::Signed
                        | ElementPattern::Wider
                        | ElementPattern::Relation
                        | ElementPattern::Atomic
                )
        })
    }
    /// The library function for an element and width, where the library is the home.
    pub fn library_entry(&self, element: ScalarName, width: u8) -> Option<LibraryEntry> {
        let Home::Library(entries) = self.home else { return None };
        let find = |width| entries.iter().find(|e| e.element == element && e.width == width);
        find(width).or_else(|| find(1)).copied()
    }
    /// Whether it is a helper that only the library sees.
    pub fn is_internal(&self) -> bool {
        self.name.starts_with(INTERNAL_PREFIX)
    }
    /// The error bound for an element; exact for integers.
    pub fn ulp_of(&self, element: ScalarName) -> Ulp {
        match element {
            ScalarName::Half => self.ulp[0],
            ScalarName::Float => self.ulp[1],
            ScalarName::Double => self.ulp[2],
            _ => Ulp::Exact,
        }
    }
}

impl RowId {
    /// The row.
    pub fn row(self) -> &'static Row {
        &tables::ROWS[self.0 as usize]
    }
}

impl LibraryId {
    /// The function.
    pub fn function(self) -> &'static LibraryFunction {
        &tables::LIBRARY[self.0 as usize]
    }
}

/// A constant of the library.
pub fn library_constant(index: u16) -> &'static LibraryConstant {
    &tables::LIBRARY_CONSTANTS[usize::from(index)]
}

/// Every row, by name in alphabetical order.
pub fn rows() -> impl ExactSizeIterator<Item = &'static Row> {
    tables::ROWS.iter()
}

/// Every function of the library.
pub fn library_functions() -> impl ExactSizeIterator<Item = LibraryId> {
    (0..tables::LIBRARY.len() as u32).map(LibraryId)
}

/// The rows of a name; none where no built-in function has it.
pub fn find(name: &str) -> impl ExactSizeIterator<Item = RowId> + Clone {
    let (first, end) = match find_name(name) {
        Some(index) => (tables::NAMES[index].1, tables::NAMES[index].2),
        None => (0, 0),
    };
    (u32::from(first)..u32::from(end)).map(RowId)
}

/// The index of a name.
fn find_name(name: &str) -> Option<usize> {
    let mask = tables::SLOTS.len() - 1;
    let mut slot = hash(name) as usize & mask;
    loop {
        match tables::SLOTS[slot] {
            u16::MAX => return None,
            index if tables::NAMES[usize::from(index)].0 == name => return Some(index.into()),
            _ => slot = (slot + 1) & mask,
        }
    }
}

/// FNV-1a; the build script's table was filled with its twin.
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Names of built-in functions that resemble one, for "did you mean": those at most a few letters away, nearest first.
pub fn similar(name: &str) -> Vec<&'static str> {
    let bound = (name.len() / 4).clamp(1, 3);
    let mut near: Vec<(usize, &str)> = tables::NAMES
        .iter()
        .map(|row| row.0)
        .filter(|other| !other.starts_with(INTERNAL_PREFIX) && other.len().abs_diff(name.len()) <= bound)
        .filter_map(|other| Some((edit_distance(name, other, bound)?, other)))
        .collect();
    near.sort();
    near.into_iter().map(|(_, other)| other).collect()
}

/// How many letters must be added, removed, changed or exchanged with the next, where that is at most `bound`.
fn edit_distance(a: &str, b: &str, bound: usize) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > 64 {
        return None;
    }
    let mut before = vec![usize::MAX; b.len() + 1];
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1; b.len() + 1];
        for j in 0..b.len() {
            let mut best = (previous[j] + usize::from(a[i] != b[j])).min(previous[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            row[j + 1] = best;
        }
        before = std::mem::replace(&mut previous, row);
    }
    (previous[b.len()] <= bound).then_some(previous[b.len()])
}
