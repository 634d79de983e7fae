//! The operators: each says how one value comes from others.

use smallvec::SmallVec;

use crate::{AddressSpace, FunctionId, GlobalId, LocalId, Scalar, SlotId, ValueId, ValueType};

/// The bits of a constant: one word a component, low bits, the rest zero. Pointers: one word.
pub type Bits = SmallVec<[u64; 1]>;

/// How a value is made.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Op {
    /// The function's parameter of this number.
    Parameter(u32),
    /// A constant of the value's type.
    Constant(Bits),
    /// Unspecified bits (an uninitialised variable, the `.w` that a 3-vector does not have).
    Undefined,

    /// One operand, component by component; the result has the operand's type (unless the op says otherwise).
    Unary(UnaryOp, ValueId),
    /// Two operands of one type.
    Binary(BinaryOp, ValueId, ValueId),
    /// `a * b + c` with one rounding.
    Fma(ValueId, ValueId, ValueId),
    /// A comparison; the result is `Bool`, or a vector of `Bool` as wide. Pointers compare as unsigned integers.
    Compare(CompareOp, ValueId, ValueId),
    /// `condition ? then : otherwise`. The condition is `Bool` (takes a whole value, pointers too) or, for vectors, a vector of `Bool`
    /// (takes component by component). Both values exist already: nothing is skipped.
    Select {
        #[allow(missing_docs)]
        condition: ValueId,
        #[allow(missing_docs)]
        then: ValueId,
        #[allow(missing_docs)]
        otherwise: ValueId,
    },
    /// A conversion of values to the scalar of the result's type, component by component.
    Convert(Conversion, ValueId),
    /// The same bits as another type of the same size in bits. The first component is in the lowest bits.
    /// Scalars, vectors; a 3-vector counts as three components (`as_float3(float4)` is a shuffle).
    Bitcast(ValueId),

    /// A vector with this scalar in every component.
    Splat(ValueId),
    /// A vector of these scalars.
    Construct(SmallVec<[ValueId; 4]>),
    /// A component by number.
    Extract(ValueId, u8),
    /// A component by a value, taken modulo the number of components (rounded up to a power of two; the
    /// missing fourth of a 3-vector is undefined).
    ExtractDynamic(ValueId, ValueId),
    /// The vector with one component replaced.
    Insert {
        #[allow(missing_docs)]
        vector: ValueId,
        #[allow(missing_docs)]
        index: u8,
        #[allow(missing_docs)]
        value: ValueId,
    },
    /// Components picked from two vectors of one type, numbered through; a single pick gives a scalar.
    /// [`SHUFFLE_UNDEFINED`] picks nothing.
    Shuffle {
        #[allow(missing_docs)]
        left: ValueId,
        #[allow(missing_docs)]
        right: ValueId,
        #[allow(missing_docs)]
        picks: SmallVec<[u8; 16]>,
    },

    /// The content of a slot whose type is a [`ValueType`].
    SlotLoad(SlotId),
    /// The address of a slot, in private space.
    SlotAddress(SlotId),
    /// The address of a local variable, in local space.
    LocalAddress(LocalId),
    /// The address of program-scope data, in its space.
    GlobalAddress(GlobalId),
    /// `base + index * scale + offset` in bytes. `index` is an `I64` (signed).
    PointerOffset {
        #[allow(missing_docs)]
        base: ValueId,
        /// The index, if there is one.
        index: Option<ValueId>,
        /// What one step of the index counts, in bytes.
        scale: u64,
        /// What is added, in bytes.
        offset: i64,
    },
    /// A pointer as an `I64`.
    PointerToInteger(ValueId),
    /// An `I64` as a pointer of the result's space.
    IntegerToPointer(ValueId),
    /// A pointer as one of another space: to `Generic` or (explicitly) from it. From `Generic`, a pointer to
    /// somewhere else becomes null where `checked` (6.15.10 `to_global` and its like).
    PointerCast {
        #[allow(missing_docs)]
        pointer: ValueId,
        /// Whether a pointer to another space gives null.
        checked: bool,
    },
    /// Reads memory.
    Load {
        #[allow(missing_docs)]
        pointer: ValueId,
        #[allow(missing_docs)]
        access: Access,
    },

    /// A read-modify-write that nothing can come between; the old value is the result.
    AtomicUpdate {
        #[allow(missing_docs)]
        op: AtomicOp,
        #[allow(missing_docs)]
        pointer: ValueId,
        #[allow(missing_docs)]
        operand: ValueId,
        #[allow(missing_docs)]
        ordering: AtomicOrdering,
    },
    /// Compares memory with `expected` and writes `desired` where equal; the old value is the result.
    AtomicCompareExchange {
        #[allow(missing_docs)]
        pointer: ValueId,
        #[allow(missing_docs)]
        expected: ValueId,
        #[allow(missing_docs)]
        desired: ValueId,
        #[allow(missing_docs)]
        ordering: AtomicOrdering,
    },
    /// An atomic load.
    AtomicLoad {
        #[allow(missing_docs)]
        pointer: ValueId,
        #[allow(missing_docs)]
        ordering: AtomicOrdering,
    },

    /// What work-items find out together from a scalar of each. The essay's section "Groups" says who takes part.
    Collective {
        /// Who takes part.
        group: CollectiveGroup,
        #[allow(missing_docs)]
        op: CollectiveOp,
        /// What each brings in.
        operand: ValueId,
        /// Whose value is asked for, an `I64`, where `op` asks for one.
        source: Option<ValueId>,
    },

    /// A work-item query; `I64` except for `WorkDimension` (`I32`). The dimension is 0, 1 or 2.
    WorkItem(WorkItemQuery, u8),
    /// A call of another function. Pointers to aggregates stand for the aggregates (see [`crate::Parameter`]).
    Call {
        #[allow(missing_docs)]
        function: FunctionId,
        #[allow(missing_docs)]
        arguments: SmallVec<[ValueId; 4]>,
    },
    /// `printf`: the format string's data and the arguments, after default promotions (vectors whole).
    /// The result is `I32`, 0 or −1.
    Printf {
        /// The format, a zero-terminated string in constant space.
        format: GlobalId,
        #[allow(missing_docs)]
        arguments: SmallVec<[ValueId; 4]>,
    },
}

/// What picks nothing in a shuffle.
pub const SHUFFLE_UNDEFINED: u8 = 0xff;

/// Does something with a reference to each operand of an op: a shared one or one to change it, as the op is.
macro_rules! with_operands {
    ($op:expr, |$operand:ident| $action:expr) => {
        match $op {
            Op::Parameter(_)
            | Op::Constant(_)
            | Op::Undefined
            | Op::SlotLoad(_)
            | Op::SlotAddress(_)
            | Op::LocalAddress(_)
            | Op::GlobalAddress(_)
            | Op::WorkItem(..) => {}
            Op::Unary(_, a)
            | Op::Convert(_, a)
            | Op::Bitcast(a)
            | Op::Splat(a)
            | Op::Extract(a, _)
            | Op::PointerToInteger(a)
            | Op::IntegerToPointer(a)
            | Op::PointerCast { pointer: a, .. }
            | Op::Load { pointer: a, .. }
            | Op::AtomicLoad { pointer: a, .. } => {
                let $operand = a;
                $action;
            }
            Op::Binary(_, a, b)
            | Op::Compare(_, a, b)
            | Op::ExtractDynamic(a, b)
            | Op::Insert { vector: a, value: b, .. }
            | Op::Shuffle { left: a, right: b, .. }
            | Op::AtomicUpdate { pointer: a, operand: b, .. } => {
                for $operand in [a, b] {
                    $action;
                }
            }
            Op::PointerOffset { base, index, .. } | Op::Collective { operand: base, source: index, .. } => {
                for $operand in std::iter::once(base).chain(index) {
                    $action;
                }
            }
            Op::Fma(a, b, c)
            | Op::Select { condition: a, then: b, otherwise: c }
            | Op::AtomicCompareExchange { pointer: a, expected: b, desired: c, .. } => {
                for $operand in [a, b, c] {
                    $action;
                }
            }
            Op::Construct(list) | Op::Call { arguments: list, .. } | Op::Printf { arguments: list, .. } => {
                for $operand in list {
                    $action;
                }
            }
        }
    };
}

impl Op {
    /// Whether the value exists everywhere and is never in a `Let`: parameters, constants, undefined bits and
    /// the addresses of variables.
    pub fn is_floating(&self) -> bool {
        matches!(
            self,
            Op::Parameter(_)
                | Op::Constant(_)
                | Op::Undefined
                | Op::SlotAddress(_)
                | Op::LocalAddress(_)
                | Op::GlobalAddress(_)
        )
    }
    /// Whether evaluating it changes memory or may not happen twice or be left out.
    pub fn has_effect(&self) -> bool {
        match self {
            Op::AtomicUpdate { .. }
            | Op::AtomicCompareExchange { .. }
            | Op::AtomicLoad { .. }
            | Op::Collective { .. }
            | Op::Call { .. }
            | Op::Printf { .. } => true,
            Op::Load { access, .. } => access.volatile,
            _ => false,
        }
    }
    /// Calls `visit` with each operand.
    pub fn for_each_operand(&self, mut visit: impl FnMut(ValueId)) {
        with_operands!(self, |operand| visit(*operand));
    }
    /// Replaces each operand by what `map` makes of it.
    pub fn map_operands(&mut self, mut map: impl FnMut(ValueId) -> ValueId) {
        with_operands!(self, |operand| *operand = map(*operand));
    }
}

/// Operators with one operand. `F` is for floats, `I` for integers (and vectors of them).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// F: flips the sign bit, of NaN too.
    FloatNegate,
    /// F: clears the sign bit.
    FloatAbs,
    /// F: correctly rounded.
    Sqrt,
    /// F: towards −∞.
    Floor,
    /// F: towards +∞.
    Ceil,
    /// F: towards zero.
    Trunc,
    /// F: to nearest, ties to even (`rint`).
    RoundEven,
    /// F: to nearest, ties away from zero (`round`).
    RoundAway,
    /// I: two's complement.
    Negate,
    /// I and Bool: every bit flipped.
    Not,
    /// I: the absolute value, as an unsigned number.
    Abs,
    /// I: zero bits above the highest set one; the width for 0.
    CountLeadingZeros,
    /// I: zero bits below the lowest set one; the width for 0.
    CountTrailingZeros,
    /// I: bits set.
    PopulationCount,
    /// I: bit order reversed.
    BitReverse,
    /// Vector of Bool → Bool: whether one is set.
    AnyTrue,
    /// Vector of Bool → Bool: whether all are.
    AllTrue,
}

/// Operators with two operands of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named where the name does not say it all")]
pub enum BinaryOp {
    FloatAdd,
    FloatSub,
    FloatMul,
    FloatDiv,
    /// C's `fmod`: exact, with the sign of the dividend.
    FloatRem,
    /// IEEE minNum: the other operand where one is NaN; −0 is less than +0.
    FloatMin,
    /// IEEE maxNum likewise.
    FloatMax,
    /// The first operand with the second one's sign bit.
    CopySign,
    Add,
    Sub,
    Mul,
    DivSigned,
    DivUnsigned,
    RemSigned,
    RemUnsigned,
    /// Count modulo the width, per component.
    ShiftLeft,
    ShiftRightSigned,
    ShiftRightUnsigned,
    /// I and Bool.
    And,
    Or,
    Xor,
    MinSigned,
    MinUnsigned,
    MaxSigned,
    MaxUnsigned,
    AddSatSigned,
    AddSatUnsigned,
    SubSatSigned,
    SubSatUnsigned,
    /// The upper half of the full product.
    MulHighSigned,
    MulHighUnsigned,
    /// Left rotation, count modulo the width.
    RotateLeft,
    /// I32 as four bytes: the sum of the absolute differences of unsigned bytes.
    ByteDistance,
    /// The same without those bytes that are 0 in the second operand.
    MaskedByteDistance,
    /// I32 as four bytes: the sum of the products, signed bytes by signed ones.
    DotBytesSigned,
    /// Unsigned bytes by unsigned ones.
    DotBytesUnsigned,
    /// The first operand's bytes signed, the second one's unsigned.
    DotBytesMixed,
}

impl BinaryOp {
    /// Whether it is for floats, and for nothing else.
    pub fn is_on_floats(self) -> bool {
        use BinaryOp::*;
        matches!(self, FloatAdd | FloatSub | FloatMul | FloatDiv | FloatRem | FloatMin | FloatMax | CopySign)
    }
    /// Whether it takes an I32 as four bytes, and nothing else.
    pub fn is_on_packed_bytes(self) -> bool {
        use BinaryOp::*;
        matches!(self, ByteDistance | MaskedByteDistance | DotBytesSigned | DotBytesUnsigned | DotBytesMixed)
    }
}

/// Comparisons. Float ones without `Unordered` are false where an operand is NaN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named where the name does not say it all")]
pub enum CompareOp {
    /// I, Bool, pointers.
    Equal,
    NotEqual,
    LessSigned,
    LessEqualSigned,
    LessUnsigned,
    LessEqualUnsigned,
    FloatEqual,
    /// `!=`: true where an operand is NaN.
    FloatNotEqual,
    FloatLess,
    FloatLessEqual,
    /// Neither is NaN.
    FloatOrdered,
    /// One is NaN.
    FloatUnordered,
}

/// How a value is converted to another scalar type. Greater-than is written with exchanged operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// Integer to a narrower integer (or to `Bool`: the lowest bit).
    Truncate,
    /// Integer or `Bool` to a wider integer, zeros above.
    ZeroExtend,
    /// Integer or `Bool` to a wider integer, sign bits above (`Bool`: 0 or −1).
    SignExtend,
    /// Integer to integer with clamping to the result's range.
    SaturateInteger {
        /// Whether the operand is signed.
        from_signed: bool,
        /// Whether the result is signed.
        to_signed: bool,
    },
    /// Integer to float.
    IntegerToFloat {
        /// Whether the operand is signed.
        signed: bool,
        /// How it is rounded.
        rounding: Rounding,
    },
    /// Float to integer: rounded to an integer, then clamped where `saturate`.
    FloatToInteger {
        /// Whether the result is signed.
        signed: bool,
        /// How it is rounded.
        rounding: Rounding,
        /// Whether it is clamped; NaN gives 0 then.
        saturate: bool,
    },
    /// Float to float, narrower or wider.
    FloatToFloat {
        /// How it is rounded.
        rounding: Rounding,
    },
}

/// A rounding mode (6.3.3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To nearest, ties to even.
    NearestEven,
    /// Towards zero.
    TowardZero,
    /// Towards +∞.
    Upward,
    /// Towards −∞.
    Downward,
}

/// How memory is read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Access {
    /// What the address is a multiple of, in bytes; the program promised it.
    pub align: u32,
    /// Whether the access must happen as written.
    pub volatile: bool,
}

/// What an atomic update does with the old value and the operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named where the name does not say it all")]
pub enum AtomicOp {
    Exchange,
    Add,
    Sub,
    And,
    Or,
    Xor,
    MinSigned,
    MinUnsigned,
    MaxSigned,
    MaxUnsigned,
    FloatAdd,
    FloatMin,
    FloatMax,
}

/// Memory order of an atomic or a fence (6.15.12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the orders")]
pub enum AtomicOrdering {
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

/// Which work-items take part in a [collective](Op::Collective).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CollectiveGroup {
    /// All of the work-group; every one arrives before one goes on.
    WorkGroup,
    /// All of the sub-group; every one arrives before one goes on.
    SubGroup,
    /// Those of the sub-group that are here.
    Active,
}

/// What a [collective](Op::Collective) gives. Operators are associative: `Add`, `Mul`, `And`, `Or`, `Xor`, minima and maxima, of integers,
/// floats (`FloatAdd`, …) or `Bool` (`And`, `Or`, `Xor`). Floats are added up in the order of the work-items' numbers in the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CollectiveOp {
    /// All values in one, the same for all.
    Reduce(BinaryOp),
    /// The values up to the own one.
    ScanInclusive(BinaryOp),
    /// The values before the own one; the [identity](crate::eval::identity) for the first.
    ScanExclusive(BinaryOp),
    /// All values of as many neighbours, a power of two, that begin at a multiple of that. (Of sub-groups.)
    ReduceClustered(BinaryOp, u32),
    /// The value of the work-item with this number in the group, the same number for all.
    Broadcast,
    /// The value of a work-item of a number of one's own. (Of sub-groups.) Unspecified where it does not take part.
    Shuffle,
    /// Who has true, an `I64` with a bit for each number. (Of sub-groups.)
    Ballot,
}

impl WorkItemQuery {
    /// Whether it asks how the work-group is divided into sub-groups.
    pub fn is_of_sub_group(self) -> bool {
        use WorkItemQuery::*;
        matches!(
            self,
            SubGroupSize
                | MaxSubGroupSize
                | NumSubGroups
                | EnqueuedNumSubGroups
                | SubGroupId
                | SubGroupLocalId
        )
    }
}

impl CollectiveOp {
    /// Its operator.
    pub fn operator(self) -> Option<BinaryOp> {
        match self {
            CollectiveOp::Reduce(op)
            | CollectiveOp::ScanInclusive(op)
            | CollectiveOp::ScanExclusive(op)
            | CollectiveOp::ReduceClustered(op, _) => Some(op),
            CollectiveOp::Broadcast | CollectiveOp::Shuffle | CollectiveOp::Ballot => None,
        }
    }
    /// Whether all who take part get the same.
    pub fn is_uniform(self) -> bool {
        matches!(self, CollectiveOp::Reduce(_) | CollectiveOp::Broadcast | CollectiveOp::Ballot)
    }
    /// Whether it needs to know whose value is asked for.
    pub fn has_source(self) -> bool {
        matches!(self, CollectiveOp::Broadcast | CollectiveOp::Shuffle)
    }
}

/// What a work-item can ask of itself and its launch (6.15.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the functions'")]
pub enum WorkItemQuery {
    WorkDimension,
    GlobalSize,
    GlobalId,
    LocalSize,
    EnqueuedLocalSize,
    LocalId,
    NumGroups,
    GroupId,
    GlobalOffset,
    /// How many work-items this sub-group has.
    SubGroupSize,
    /// How many a full one has.
    MaxSubGroupSize,
    NumSubGroups,
    /// How many a full work-group has.
    EnqueuedNumSubGroups,
    SubGroupId,
    /// The number in the sub-group.
    SubGroupLocalId,
}

bitflags::bitflags! {
    /// What the source allows an engine with a float operator.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct MathFlags: u8 {
        /// May be fused with a neighbour into an `fma` (`FP_CONTRACT`, 6.15.2.1).
        const CONTRACT = 1;
        /// Operands and results are neither NaN nor infinite (`-cl-finite-math-only`).
        const FINITE = 2;
        /// The sign of a zero does not matter (`-cl-no-signed-zeros`).
        const NO_SIGNED_ZEROS = 4;
        /// May be reassociated, and `x / y` be `x * (1 / y)` (`-cl-unsafe-math-optimizations`).
        const REASSOCIATE = 8;
        /// A division or square root of floats may have the error of Table "ULP values for single precision
        /// built-in math functions" (2.5 and 3 ULP): set where `-cl-fp32-correctly-rounded-divide-sqrt` is not given.
        const APPROXIMATE_DIVIDE = 16;
    }
}

/// A value of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// How it is made.
    pub op: Op,
    /// Its type.
    pub ty: ValueType,
    /// For float operators.
    pub flags: MathFlags,
    /// The source text that it comes from.
    pub span: ferrocl_base::Span,
}

/// Scalar of a type, for messages: `i32`, `f32`, …
impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Scalar::Bool => "bool",
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::F16 => "f16",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        })
    }
}

impl std::fmt::Display for AddressSpace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            AddressSpace::Private => "private",
            AddressSpace::Local => "local",
            AddressSpace::Global => "global",
            AddressSpace::Constant => "constant",
            AddressSpace::Generic => "generic",
        })
    }
}

/// `i32`, `f32x4`, `ptr.global`, `void`.
impl std::fmt::Display for ValueType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ValueType::Void => f.write_str("void"),
            ValueType::Scalar(s) => write!(f, "{s}"),
            ValueType::Vector(s, n) => write!(f, "{s}x{n}"),
            ValueType::Pointer(space) => write!(f, "ptr.{space}"),
        }
    }
}
