//! Shapes: how a value differs over the lanes of a group.
//!
//! The lattice, from what is cheapest to what is always right:
//!
//! * [`Shape::Group`]: one value for the whole work-group;
//! * [`Shape::Uniform`]: one value for all (active) lanes of a lane group;
//! * [`Shape::Linear`]: the first lane's value and a constant step from lane to lane, in the arithmetic of the type
//!   (integers wrap);
//! * [`Shape::Guarded`]: a value for each lane, which at run time often turns out to be linear: an index clamped to an image, away from
//!   the image's edges. A bit says whether it is;
//! * [`Shape::Varying`]: a value for each lane.
//!
//! Each component of a vector has a shape of its own: of `(int2)(get_global_id(0), get_global_id(1))` the first is linear, the
//! second uniform.
//!
//! A linear integer that is extended to 64 bits stays linear where its lanes do not wrap, which the [range](Linear::range)
//! proves. Where it cannot be proved but [compactness](crate::abi::Assumptions::compact) is assumed, the result is linear
//! [as an address](Linear::address_only) only: an index of an access to an object below 2^30 bytes is below 2^30 in
//! size itself, so active lanes are all on one side of the place where 32 bits wrap, and the
//! sign-extended first lane plus the steps gives the right address for each of them. What is added to it beyond small constants ends that,
//! but its low bits [stay linear](Linear::low_only): so `i += get_local_size(0)` keeps an `int i` linear, though its sum is made
//! in 64 bits.

use ferrocl_ir::{BinaryOp, CompareOp, Conversion, Scalar, UnaryOp};

/// How a component differs over the lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Nothing has been seen yet (the start of the analysis; also what never gets a value).
    Unreached,
    /// One value for the work-group.
    Group,
    /// One value for the lane group.
    Uniform,
    /// A constant step from lane to lane.
    Linear(Linear),
    /// A value for each lane; linear where a bit that is computed along with it says so.
    Guarded(Linear),
    /// A value for each lane.
    Varying,
}

/// A constant step from lane to lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Linear {
    /// The step, in the type's arithmetic; bytes for pointers. Not 0.
    pub stride: i64,
    /// Bounds of all lanes' values as signed numbers, where known; then no step wraps.
    pub range: Option<(i64, i64)>,
    /// Whether it is linear as an index of memory accesses only; as a value it varies.
    pub address_only: bool,
    /// Whether even that is not so, but its low 32 bits are linear: cut to them, it is again.
    pub low_only: bool,
}

/// How much control flow differs: whether work-items part ways.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// All work-items of the group go together.
    Group,
    /// The lanes of a lane group go together.
    Uniform,
    /// Lanes part.
    Varying,
}

/// Steps beyond this are not worth a shape: one lane group would span gigabytes.
const STRIDE_LIMIT: u64 = 1 << 24;
/// The largest constant that may be added to an index that is linear as an address only.
const ADDRESS_OFFSET_LIMIT: u64 = 1 << 28;

impl Shape {
    /// A step of `stride` between values in `range`.
    pub fn linear(stride: i64, range: Option<(i64, i64)>) -> Shape {
        match stride {
            0 => Shape::Uniform,
            _ if stride.unsigned_abs() > STRIDE_LIMIT => Shape::Varying,
            _ => Shape::Linear(Linear { stride, range, address_only: false, low_only: false }),
        }
    }
    /// How much control flow differs that depends on it.
    pub fn level(self) -> Level {
        match self {
            Shape::Unreached | Shape::Group => Level::Group,
            Shape::Uniform => Level::Uniform,
            Shape::Linear(_) | Shape::Guarded(_) | Shape::Varying => Level::Varying,
        }
    }
    /// The shape of something that depends on inputs of this level in no particular way.
    pub fn of_level(level: Level) -> Shape {
        match level {
            Level::Group => Shape::Group,
            Level::Uniform => Shape::Uniform,
            Level::Varying => Shape::Varying,
        }
    }
    /// Whether every lane has the same value.
    pub fn is_uniform(self) -> bool {
        self.level() < Level::Varying
    }
    /// As what a value (not an address) it must be taken.
    pub fn as_value(self) -> Shape {
        match self {
            Shape::Linear(Linear { address_only: true, .. }) | Shape::Guarded(_) => Shape::Varying,
            other => other,
        }
    }
    /// The least shape that covers both.
    pub fn join(self, other: Shape) -> Shape {
        match (self, other) {
            (Shape::Unreached, s) | (s, Shape::Unreached) => s,
            (Shape::Linear(a), Shape::Linear(b)) if a.stride == b.stride => Shape::Linear(Linear {
                stride: a.stride,
                range: a.range.zip(b.range).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1))),
                address_only: a.address_only || b.address_only,
                low_only: a.low_only || b.low_only,
            }),
            (a, b) if a.is_uniform() && b.is_uniform() => Shape::of_level(a.level().max(b.level())),
            _ => Shape::Varying,
        }
    }
    /// The shape of a result that mixes both lane by lane.
    fn mix(self, other: Shape) -> Shape {
        match (self, other) {
            (Shape::Unreached, _) | (_, Shape::Unreached) => Shape::Unreached,
            (a, b) => Shape::of_level(a.level().max(b.level())),
        }
    }
}

/// Whether a range fits a signed type of this width.
fn fits(range: (i64, i64), bits: u32) -> bool {
    bits >= 64 || (range.0 >= -(1i64 << (bits - 1)) && range.1 < 1i64 << (bits - 1))
}

/// The bounds after `f`, where they are known and fit the type.
fn map_range(range: Option<(i64, i64)>, bits: u32, f: impl Fn(i64) -> Option<i64>) -> Option<(i64, i64)> {
    let (low, high) = range?;
    let (a, b) = (f(low)?, f(high)?);
    Some((a.min(b), a.max(b))).filter(|&r| fits(r, bits))
}

/// An operand of an operator: its shape, and its value as a signed number where it is constant.
#[derive(Clone, Copy)]
pub struct Operand {
    /// The shape of the component.
    pub shape: Shape,
    /// The constant.
    pub constant: Option<i64>,
}

/// The shape of `op a`.
pub fn unary(op: UnaryOp, a: Shape, scalar: Scalar) -> Shape {
    match (op, a.as_value()) {
        (UnaryOp::Negate, Shape::Linear(l)) => {
            Shape::linear(-l.stride, map_range(l.range, scalar.bits(), i64::checked_neg))
        }
        (UnaryOp::Not, Shape::Linear(l)) => {
            Shape::linear(-l.stride, map_range(l.range, scalar.bits(), |x| Some(!x)))
        }
        (_, Shape::Linear(_)) => Shape::Varying,
        (_, shape) => shape,
    }
}

/// What a guarded shape is where its guard holds.
fn unguarded(shape: Shape) -> Shape {
    match shape {
        Shape::Guarded(linear) => Shape::Linear(linear),
        other => other,
    }
}
fn guarded(shape: Shape) -> Shape {
    match shape {
        Shape::Linear(linear) | Shape::Guarded(linear) => Shape::Guarded(linear),
        Shape::Unreached => Shape::Unreached,
        _ => Shape::Varying,
    }
}
fn is_guarded(shape: Shape) -> bool {
    matches!(shape, Shape::Guarded(_))
}

/// The shape of `a op b`.
pub fn binary(op: BinaryOp, a: Operand, b: Operand, scalar: Scalar) -> Shape {
    if is_guarded(a.shape) || is_guarded(b.shape) {
        let [a, b] = [a, b].map(|o| Operand { shape: unguarded(o.shape), ..o });
        return guarded(binary(op, a, b, scalar));
    }
    let bits = scalar.bits();
    let general = a.shape.mix(b.shape);
    match op {
        BinaryOp::MinSigned | BinaryOp::MaxSigned | BinaryOp::MinUnsigned | BinaryOp::MaxUnsigned
            if bits >= 32 =>
        {
            match (a.shape, b.shape) {
                (Shape::Linear(l), s) | (s, Shape::Linear(l))
                    if s.is_uniform() && s != Shape::Unreached && !l.address_only =>
                {
                    // Where the guard holds, no lane wraps.
                    let all = -1i64 << (bits - 1);
                    Shape::Guarded(Linear { range: Some((all, !all)), ..l })
                }
                _ => general,
            }
        }
        BinaryOp::Add => match (a.shape, b.shape) {
            (Shape::Linear(l), s) | (s, Shape::Linear(l)) if s.is_uniform() && s != Shape::Unreached => {
                plus_uniform(l, a.constant.or(b.constant), bits)
            }
            (Shape::Linear(x), Shape::Linear(y)) if !x.address_only && !y.address_only => {
                let sum = x.range.zip(y.range).and_then(|(x, y)| {
                    Some((x.0.checked_add(y.0)?, x.1.checked_add(y.1)?)).filter(|&r| fits(r, bits))
                });
                Shape::linear(x.stride.wrapping_add(y.stride), sum)
            }
            _ => general,
        },
        BinaryOp::Sub => match (a.shape, b.shape) {
            (Shape::Linear(l), s) if s.is_uniform() && s != Shape::Unreached => {
                plus_uniform(l, b.constant.and_then(i64::checked_neg), bits)
            }
            (s, Shape::Linear(l)) if s.is_uniform() && s != Shape::Unreached && !l.address_only => {
                let range = a.constant.and_then(|c| map_range(l.range, bits, |x| c.checked_sub(x)));
                Shape::linear(-l.stride, range)
            }
            (Shape::Linear(x), Shape::Linear(y)) if !x.address_only && !y.address_only => {
                let difference = x.range.zip(y.range).and_then(|(x, y)| {
                    Some((x.0.checked_sub(y.1)?, x.1.checked_sub(y.0)?)).filter(|&r| fits(r, bits))
                });
                match x.stride == y.stride {
                    true => general_of_linear(),
                    false => Shape::linear(x.stride.wrapping_sub(y.stride), difference),
                }
            }
            _ => general,
        },
        BinaryOp::Mul => match (a.shape, b.shape, a.constant.or(b.constant)) {
            (Shape::Linear(l), s, Some(c)) | (s, Shape::Linear(l), Some(c)) if s.is_uniform() => {
                times(l, c, bits, general)
            }
            _ => general,
        },
        BinaryOp::ShiftLeft => match (a.shape, b.constant) {
            (Shape::Linear(l), Some(count)) => {
                times(l, 1i64.wrapping_shl((count as u32) & (bits - 1)), bits, general)
            }
            _ => general,
        },
        _ => general,
    }
}

/// The difference of two linear values with the same step.
fn general_of_linear() -> Shape {
    Shape::Uniform
}

fn plus_uniform(l: Linear, constant: Option<i64>, bits: u32) -> Shape {
    if l.address_only {
        let is_small = constant.is_some_and(|c| c.unsigned_abs() <= ADDRESS_OFFSET_LIMIT);
        return Shape::Linear(Linear { low_only: l.low_only || !is_small, ..l });
    }
    let range = constant.and_then(|c| map_range(l.range, bits, |x| x.checked_add(c)));
    Shape::linear(l.stride, range)
}

fn times(l: Linear, c: i64, bits: u32, general: Shape) -> Shape {
    if c == 0 {
        return general;
    }
    let Some(stride) = l.stride.checked_mul(c).filter(|s| s.unsigned_abs() <= STRIDE_LIMIT) else {
        return Shape::Varying;
    };
    if l.address_only {
        return match c {
            1..=1024 => Shape::Linear(Linear { stride, ..l }),
            _ => Shape::Varying,
        };
    }
    Shape::linear(stride, map_range(l.range, bits, |x| x.checked_mul(c)))
}

/// The shape of a comparison.
pub fn compare(op: CompareOp, a: Shape, b: Shape) -> Shape {
    match (op, a, b) {
        (CompareOp::Equal | CompareOp::NotEqual, Shape::Linear(x), Shape::Linear(y))
            if x.stride == y.stride && !x.address_only && !y.address_only =>
        {
            Shape::Uniform
        }
        _ => a.mix(b),
    }
}

/// The shape of a selection.
pub fn select(condition: Shape, then: Shape, otherwise: Shape) -> Shape {
    let (then, otherwise) = (then.as_value(), otherwise.as_value());
    match condition {
        Shape::Unreached => Shape::Unreached,
        _ if then == Shape::Unreached || otherwise == Shape::Unreached => Shape::Unreached,
        c if c.is_uniform() => match then.join(otherwise) {
            Shape::Group => c,
            joined => joined,
        },
        _ => Shape::Varying,
    }
}

/// The shape of a conversion. `compact`: indices may be taken as linear, see the module's essay.
pub fn convert(conversion: Conversion, a: Shape, from: Scalar, to: Scalar, compact: bool) -> Shape {
    if is_guarded(a) {
        return guarded(convert(conversion, unguarded(a), from, to, compact));
    }
    if let (Shape::Linear(l), Conversion::Truncate) = (a, conversion)
        && l.address_only
        && (8..=32).contains(&to.bits())
    {
        return Shape::linear(wrap(l.stride, to.bits()), None);
    }
    let Shape::Linear(l) = a.as_value() else { return a.as_value() };
    match conversion {
        Conversion::Truncate if to != Scalar::Bool => {
            Shape::linear(wrap(l.stride, to.bits()), l.range.filter(|&r| fits(r, to.bits())))
        }
        Conversion::SignExtend | Conversion::ZeroExtend => {
            let signed = conversion == Conversion::SignExtend;
            match l.range {
                Some((low, _)) if signed || low >= 0 => Shape::Linear(l),
                _ if from == Scalar::I32 && to == Scalar::I64 => {
                    Shape::Linear(Linear { range: None, address_only: true, low_only: !compact, ..l })
                }
                _ => Shape::Varying,
            }
        }
        _ => Shape::Varying,
    }
}

/// A step as a signed number of this width.
fn wrap(stride: i64, bits: u32) -> i64 {
    let unused = 64 - bits;
    (stride << unused) >> unused
}

/// The shape of `base + index * scale + offset`.
pub fn pointer_offset(base: Shape, index: Option<Operand>, scale: u64, offset: i64) -> Shape {
    let Some(index) = index else { return base };
    if is_guarded(base) || is_guarded(index.shape) {
        let index = Operand { shape: unguarded(index.shape), ..index };
        return guarded(pointer_offset(unguarded(base), Some(index), scale, offset));
    }
    let general = base.mix(index.shape);
    let step = |shape: Shape| match shape {
        Shape::Group | Shape::Uniform => Some(0),
        Shape::Linear(l) => Some(l.stride),
        _ => None,
    };
    let (Some(b), Some(i)) = (step(base), step(index.shape)) else { return general };
    if i == 0 && b == 0 {
        return general;
    }
    if matches!(index.shape, Shape::Linear(l) if l.low_only) {
        return Shape::Varying;
    }
    let address_only = matches!(index.shape, Shape::Linear(l) if l.address_only);
    if address_only && (offset.unsigned_abs() > ADDRESS_OFFSET_LIMIT || scale > 1 << 20) {
        return Shape::Varying;
    }
    let total =
        i64::try_from(scale).ok().and_then(|scale| i.checked_mul(scale)).and_then(|s| s.checked_add(b));
    match total {
        Some(total) => Shape::linear(total, None),
        None => Shape::Varying,
    }
}
