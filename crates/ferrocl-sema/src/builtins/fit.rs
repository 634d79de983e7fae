//! How well an argument fits a parameter, and which of several candidates is best.
//!
//! OpenCL C has no rules of its own for choosing an overload; compilers of the field take C++'s ([over.match], with
//! Clang's additions for C and for vectors), and so does this one: programs that they take mean the same here. A
//! candidate wins if no argument fits it worse, and one fits it better, than any other.

use ferrocl_syntax::ast::ScalarName;

use super::table::{PatternType, PointerPattern, TypePattern};
use crate::types::{AddressSpace, ImageAccess, ImageKind, Type, TypeId, TypeTable};

/// How well an argument fits; what stands first is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fit {
    /// It has the parameter's type.
    Exact,
    /// A pointer that gains a qualifier or becomes generic.
    Qualification,
    /// An integer narrower than `int` becomes `int`, `float` becomes `double`, `half` becomes `float`.
    Promotion,
    /// Any other arithmetic type becomes the parameter's; a pointer becomes one to `void`.
    Conversion,
    /// A scalar is widened to a vector.
    Widening,
    /// A pointer to `void` becomes one to something.
    FromVoid,
    /// A function of a class converts it (C++ for OpenCL).
    UserDefined,
    /// A pointer that loses a qualifier. Clang takes this and the next with a warning, where nothing else fits.
    LosesQualifier,
    /// A pointer to something else.
    WrongPointee,
}

/// An argument's type, as far as fitting looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// `bool`.
    Bool,
    /// A scalar or, with a width above 1, a vector.
    Arithmetic(ScalarName, u8),
    /// An enumeration stored as this.
    Enum(ScalarName),
    /// `event_t`.
    Event,
    /// A pointer.
    Pointer {
        /// The pointee's type.
        pointee: TypeId,
        /// The pointee as far as patterns know it.
        element: Option<PatternType>,
        /// Whether the pointee is `const`.
        is_const: bool,
        /// Whether the pointee is `volatile`.
        is_volatile: bool,
        /// Where it points.
        space: AddressSpace,
    },
    /// An image.
    Image(ImageKind, ImageAccess),
    /// A sampler.
    Sampler,
    /// Anything else.
    Other(TypeId),
}

impl Argument {
    /// Whether it is made of doubles, or points to some.
    pub fn is_of_doubles(&self) -> bool {
        match self {
            Argument::Arithmetic(element, _) => *element == ScalarName::Double,
            Argument::Pointer { element, .. } => {
                matches!(element, Some(PatternType::Arithmetic(ScalarName::Double, _)))
            }
            _ => false,
        }
    }
    /// The shape of a type.
    pub fn of(types: &TypeTable, ty: TypeId) -> Argument {
        let element = |ty: TypeId| match *types.get(ty) {
            Type::Void => Some(PatternType::Void),
            Type::Bool => Some(PatternType::Bool),
            Type::Event => Some(PatternType::Event),
            Type::Scalar(name) => Some(PatternType::Arithmetic(name, 1)),
            Type::Vector(name, width) => Some(PatternType::Arithmetic(name, width)),
            Type::Atomic(name) => Some(PatternType::Atomic(name)),
            _ => None,
        };
        match *types.get(ty) {
            Type::Bool => Argument::Bool,
            Type::Scalar(name) => Argument::Arithmetic(name, 1),
            Type::Vector(name, width) => Argument::Arithmetic(name, width),
            Type::Enum(id) => Argument::Enum(types.enums[id].underlying),
            Type::Event => Argument::Event,
            Type::Pointer(to) => Argument::Pointer {
                pointee: to.ty,
                element: element(to.ty),
                is_const: to.is_const,
                is_volatile: to.is_volatile,
                space: to.space,
            },
            Type::Image(kind, access) => Argument::Image(kind, access),
            Type::Sampler => Argument::Sampler,
            _ => Argument::Other(ty),
        }
    }
    /// How it fits a parameter of a built-in function where gentype is this element and width; `None`: not at all.
    pub fn fit_pattern(self, pattern: &TypePattern, element: ScalarName, width: u8) -> Option<Fit> {
        let to = pattern.pattern_type(element, width);
        match (pattern.pointer, to) {
            (Some(pointer), to) => self.fit_pointer_pattern(pointer, to),
            (None, PatternType::Arithmetic(element, width)) => self.fit_arithmetic(element, width),
            (None, PatternType::Event) => match self {
                Argument::Event => Some(Fit::Exact),
                // 0 is no event. (Whether it is that constant shows where it is converted.)
                Argument::Arithmetic(_, 1) => Some(Fit::Conversion),
                _ => None,
            },
            (None, PatternType::Image(kind, accesses)) => match self {
                Argument::Image(own, access) if own == kind && accesses.contains(access) => Some(Fit::Exact),
                _ => None,
            },
            (None, PatternType::Sampler) => self.fit_sampler(),
            (None, _) => None,
        }
    }
    /// How it fits a sampler: as one, or as the number of one. (Whether that is constant is looked at where it is converted.)
    fn fit_sampler(self) -> Option<Fit> {
        match self {
            Argument::Sampler => Some(Fit::Exact),
            Argument::Arithmetic(ScalarName::Half | ScalarName::Float | ScalarName::Double, _) => None,
            Argument::Arithmetic(_, 1) => Some(Fit::Conversion),
            _ => None,
        }
    }
    /// How it fits a scalar or vector.
    pub fn fit_arithmetic(self, to: ScalarName, width: u8) -> Option<Fit> {
        let scalar = match self {
            Argument::Arithmetic(from, n) if n == width && from == to => return Some(Fit::Exact),
            // Vectors do not convert.
            Argument::Arithmetic(_, n) if n > 1 => return None,
            Argument::Arithmetic(from, _) => promotes(from, to),
            Argument::Bool => to == ScalarName::Int,
            Argument::Enum(stored) => stored == to || promotes(stored, to),
            Argument::Pointer { .. }
            | Argument::Event
            | Argument::Image(..)
            | Argument::Sampler
            | Argument::Other(_) => return None,
        };
        Some(match (width, scalar) {
            (1, true) => Fit::Promotion,
            (1, false) => Fit::Conversion,
            _ => Fit::Widening,
        })
    }
    fn fit_pointer_pattern(self, to: PointerPattern, pointee: PatternType) -> Option<Fit> {
        let Argument::Pointer { element, is_const, is_volatile, space, .. } = self else { return None };
        if !to.spaces.contains(space) {
            return None;
        }
        // An object is atomic or it is not.
        let is_atomic = |ty| matches!(ty, Some(PatternType::Atomic(_)));
        let agrees = element == Some(pointee);
        if !agrees && (is_atomic(element) || is_atomic(Some(pointee))) && pointee != PatternType::Void {
            return None;
        }
        Some(if !agrees && pointee != PatternType::Void {
            Fit::WrongPointee
        } else if (is_const && !to.is_const) || (is_volatile && !to.is_volatile) {
            Fit::LosesQualifier
        } else if agrees {
            Fit::Exact
        } else {
            Fit::Conversion
        })
    }
    /// How it fits a parameter of this type; `None`: not at all.
    pub fn fit(self, types: &TypeTable, parameter: TypeId) -> Option<Fit> {
        match (self, Argument::of(types, parameter)) {
            (_, Argument::Arithmetic(to, width)) => self.fit_arithmetic(to, width),
            (Argument::Bool, Argument::Bool) => Some(Fit::Exact),
            (Argument::Arithmetic(_, 1) | Argument::Enum(_) | Argument::Pointer { .. }, Argument::Bool) => {
                Some(Fit::Conversion)
            }
            (Argument::Arithmetic(_, 1) | Argument::Bool | Argument::Enum(_), Argument::Enum(_)) => {
                Some(if self == Argument::of(types, parameter) { Fit::Exact } else { Fit::Conversion })
            }
            (from, Argument::Sampler) => from.fit_sampler(),
            (from @ Argument::Pointer { .. }, to @ Argument::Pointer { .. }) => fit_pointers(types, from, to),
            (from, to) => (from == to).then_some(Fit::Exact),
        }
    }
}

fn fit_pointers(types: &TypeTable, from: Argument, to: Argument) -> Option<Fit> {
    let (
        Argument::Pointer { pointee, is_const, is_volatile, space, .. },
        Argument::Pointer {
            pointee: to_pointee,
            is_const: to_const,
            is_volatile: to_volatile,
            space: to_space,
            ..
        },
    ) = (from, to)
    else {
        return None;
    };
    let becomes_generic = to_space == AddressSpace::Generic && space != AddressSpace::Constant;
    if space != to_space && !becomes_generic {
        return None;
    }
    let loses = (is_const && !to_const) || (is_volatile && !to_volatile);
    Some(if pointee == to_pointee {
        if loses {
            Fit::LosesQualifier
        } else if from == to {
            Fit::Exact
        } else {
            Fit::Qualification
        }
    } else if loses {
        Fit::WrongPointee
    } else if *types.get(to_pointee) == Type::Void {
        Fit::Conversion
    } else if *types.get(pointee) == Type::Void {
        Fit::FromVoid
    } else {
        Fit::WrongPointee
    })
}

/// Whether a scalar becomes another by promotion (C99 6.3.1.1, 6.3.1.5).
fn promotes(from: ScalarName, to: ScalarName) -> bool {
    match from {
        ScalarName::Char | ScalarName::Uchar | ScalarName::Short | ScalarName::Ushort => {
            to == ScalarName::Int
        }
        ScalarName::Float => to == ScalarName::Double,
        ScalarName::Half => to == ScalarName::Float,
        _ => false,
    }
}

/// How all arguments of a call fit a candidate. Candidates of more parameters than this are not ranked.
pub type Fits = smallvec::SmallVec<[Fit; 6]>;

/// Whether a candidate beats another.
pub fn is_better(a: &[Fit], b: &[Fit]) -> bool {
    // A candidate that needs no pointer of the wrong type beats those that do, whatever else speaks for them.
    let mut better = false;
    for (&a, &b) in a.iter().zip(b) {
        let wrong = (a >= Fit::LosesQualifier, b >= Fit::LosesQualifier);
        match wrong {
            (true, false) => return false,
            (false, true) => better = true,
            _ => {}
        }
    }
    if better {
        return true;
    }
    a.iter().zip(b).all(|(a, b)| a <= b) && a.iter().zip(b).any(|(a, b)| a < b)
}

/// The candidate that beats all others, or those that no other beats.
pub fn best(candidates: &[Fits]) -> Result<usize, Vec<usize>> {
    let mut champion = 0;
    for index in 1..candidates.len() {
        if is_better(&candidates[index], &candidates[champion]) {
            champion = index;
        }
    }
    let beats = |a: usize, b: usize| is_better(&candidates[a], &candidates[b]);
    if !candidates.is_empty()
        && (0..candidates.len()).all(|other| other == champion || beats(champion, other))
    {
        return Ok(champion);
    }
    Err((0..candidates.len())
        .filter(|&index| !(0..candidates.len()).any(|other| beats(other, index)))
        .collect())
}
