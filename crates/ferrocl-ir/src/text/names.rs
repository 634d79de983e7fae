//! What each operator, mode and type is called in the text form: one table an enum.

use crate::{
    AddressSpace, AtomicOp, AtomicOrdering, BinaryOp, CollectiveGroup, CompareOp, Rounding, Scalar, UnaryOp,
    ValueType, WorkItemQuery,
};

/// An enum whose variants have names in the text form.
pub trait Named: Copy + PartialEq + 'static {
    /// Every variant with its name.
    const ALL: &'static [(Self, &'static str)];
    /// The variant's name.
    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(variant, _)| *variant == self).map_or("?", |(_, name)| name)
    }
    /// The variant of this name.
    fn from_name(text: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, name)| *name == text).map(|(variant, _)| *variant)
    }
}

macro_rules! named {
    ($ty:ident: $($variant:ident $name:literal)*) => {
        impl Named for $ty {
            const ALL: &'static [(Self, &'static str)] = &[$(($ty::$variant, $name)),*];
            fn name(self) -> &'static str {
                // Exhaustive, so that a new variant cannot be forgotten.
                match self { $($ty::$variant => $name),* }
            }
        }
    };
}

named!(UnaryOp:
    FloatNegate "float_negate" FloatAbs "float_abs" Sqrt "sqrt" Floor "floor" Ceil "ceil" Trunc "trunc"
    RoundEven "round_even" RoundAway "round_away" Negate "negate" Not "not" Abs "abs"
    CountLeadingZeros "count_leading_zeros" CountTrailingZeros "count_trailing_zeros"
    PopulationCount "population_count" BitReverse "bit_reverse" AnyTrue "any_true" AllTrue "all_true"
);
named!(BinaryOp:
    FloatAdd "float_add" FloatSub "float_sub" FloatMul "float_mul" FloatDiv "float_div" FloatRem "float_rem"
    FloatMin "float_min" FloatMax "float_max" CopySign "copy_sign" Add "add" Sub "sub" Mul "mul"
    DivSigned "div_signed" DivUnsigned "div_unsigned" RemSigned "rem_signed" RemUnsigned "rem_unsigned"
    ShiftLeft "shift_left" ShiftRightSigned "shift_right_signed" ShiftRightUnsigned "shift_right_unsigned"
    And "and" Or "or" Xor "xor" MinSigned "min_signed" MinUnsigned "min_unsigned" MaxSigned "max_signed"
    MaxUnsigned "max_unsigned" AddSatSigned "add_sat_signed" AddSatUnsigned "add_sat_unsigned"
    SubSatSigned "sub_sat_signed" SubSatUnsigned "sub_sat_unsigned" MulHighSigned "mul_high_signed"
    MulHighUnsigned "mul_high_unsigned" RotateLeft "rotate_left" ByteDistance "byte_distance"
    MaskedByteDistance "masked_byte_distance" DotBytesSigned "dot_bytes_signed"
    DotBytesUnsigned "dot_bytes_unsigned" DotBytesMixed "dot_bytes_mixed"
);
named!(CompareOp:
    Equal "equal" NotEqual "not_equal" LessSigned "less_signed" LessEqualSigned "less_equal_signed"
    LessUnsigned "less_unsigned" LessEqualUnsigned "less_equal_unsigned" FloatEqual "float_equal"
    FloatNotEqual "float_not_equal" FloatLess "float_less" FloatLessEqual "float_less_equal"
    FloatOrdered "float_ordered" FloatUnordered "float_unordered"
);
named!(Rounding:
    NearestEven "nearest_even" TowardZero "toward_zero" Upward "upward" Downward "downward"
);
named!(AtomicOp:
    Exchange "exchange" Add "add" Sub "sub" And "and" Or "or" Xor "xor" MinSigned "min_signed"
    MinUnsigned "min_unsigned" MaxSigned "max_signed" MaxUnsigned "max_unsigned" FloatAdd "float_add"
    FloatMin "float_min" FloatMax "float_max"
);
named!(AtomicOrdering:
    Relaxed "relaxed" Acquire "acquire" Release "release" AcquireRelease "acquire_release"
    SequentiallyConsistent "sequentially_consistent"
);
named!(CollectiveGroup:
    WorkGroup "work_group" SubGroup "sub_group" Active "active"
);
named!(WorkItemQuery:
    WorkDimension "work_dimension" GlobalSize "global_size" GlobalId "global_id" LocalSize "local_size"
    EnqueuedLocalSize "enqueued_local_size" LocalId "local_id" NumGroups "num_groups" GroupId "group_id"
    GlobalOffset "global_offset" SubGroupSize "sub_group_size" MaxSubGroupSize "max_sub_group_size"
    NumSubGroups "num_sub_groups" EnqueuedNumSubGroups "enqueued_num_sub_groups" SubGroupId "sub_group_id"
    SubGroupLocalId "sub_group_local_id"
);
named!(Scalar:
    Bool "bool" I8 "i8" I16 "i16" I32 "i32" I64 "i64" F16 "f16" F32 "f32" F64 "f64"
);
named!(AddressSpace:
    Private "private" Local "local" Global "global" Constant "constant" Generic "generic"
);

/// The type that prints like this.
pub(super) fn value_type(text: &str) -> Option<ValueType> {
    if text == "void" {
        return Some(ValueType::Void);
    }
    if let Some(space) = text.strip_prefix("ptr.") {
        return AddressSpace::from_name(space).map(ValueType::Pointer);
    }
    if let Some(scalar) = Scalar::from_name(text) {
        return Some(ValueType::Scalar(scalar));
    }
    let (scalar, count) = text.split_once('x')?;
    let count = match count {
        "2" => 2,
        "3" => 3,
        "4" => 4,
        "8" => 8,
        "16" => 16,
        _ => return None,
    };
    Some(ValueType::Vector(Scalar::from_name(scalar)?, count))
}
