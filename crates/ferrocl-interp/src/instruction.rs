//! The instructions that a program is decoded to. They work on registers: words of the work-item's window, each
//! with one component (low bits, the rest zero). A target is a position in the program's code.

use ferrocl_ir::{AddressSpace, AtomicOp, BinaryOp, CompareOp, Conversion, Scalar, UnaryOp};

/// A word's number in the window.
pub type Register = u32;

/// An instruction. Those at the head are the frequent cases of the general ones below.
#[derive(Debug, Clone, Copy)]
pub enum Instruction {
    Move {
        to: Register,
        from: Register,
    },

    Add32 {
        to: Register,
        a: Register,
        b: Register,
    },
    Sub32 {
        to: Register,
        a: Register,
        b: Register,
    },
    Mul32 {
        to: Register,
        a: Register,
        b: Register,
    },
    Add64 {
        to: Register,
        a: Register,
        b: Register,
    },
    Sub64 {
        to: Register,
        a: Register,
        b: Register,
    },
    Mul64 {
        to: Register,
        a: Register,
        b: Register,
    },
    And {
        to: Register,
        a: Register,
        b: Register,
    },
    Or {
        to: Register,
        a: Register,
        b: Register,
    },
    Xor {
        to: Register,
        a: Register,
        b: Register,
    },
    ShiftLeft32 {
        to: Register,
        a: Register,
        b: Register,
    },
    ShiftRightUnsigned32 {
        to: Register,
        a: Register,
        b: Register,
    },
    FloatAdd32 {
        to: Register,
        a: Register,
        b: Register,
    },
    FloatSub32 {
        to: Register,
        a: Register,
        b: Register,
    },
    FloatMul32 {
        to: Register,
        a: Register,
        b: Register,
    },
    FloatDiv32 {
        to: Register,
        a: Register,
        b: Register,
    },
    Fma32 {
        to: Register,
        a: Register,
        b: Register,
        c: Register,
    },
    FloatAdd64 {
        to: Register,
        a: Register,
        b: Register,
    },
    FloatSub64 {
        to: Register,
        a: Register,
        b: Register,
    },
    FloatMul64 {
        to: Register,
        a: Register,
        b: Register,
    },
    /// Whole words, so for every type.
    Equal {
        to: Register,
        a: Register,
        b: Register,
    },
    NotEqual {
        to: Register,
        a: Register,
        b: Register,
    },
    LessUnsigned {
        to: Register,
        a: Register,
        b: Register,
    },
    LessEqualUnsigned {
        to: Register,
        a: Register,
        b: Register,
    },
    LessSigned32 {
        to: Register,
        a: Register,
        b: Register,
    },
    LessEqualSigned32 {
        to: Register,
        a: Register,
        b: Register,
    },
    FloatLess32 {
        to: Register,
        a: Register,
        b: Register,
    },
    FloatLessEqual32 {
        to: Register,
        a: Register,
        b: Register,
    },
    SignExtend32 {
        to: Register,
        a: Register,
    },

    Unary {
        op: UnaryOp,
        ty: Scalar,
        to: Register,
        a: Register,
    },
    Binary {
        op: BinaryOp,
        ty: Scalar,
        to: Register,
        a: Register,
        b: Register,
    },
    Fma {
        ty: Scalar,
        to: Register,
        a: Register,
        b: Register,
        c: Register,
    },
    Compare {
        op: CompareOp,
        ty: Scalar,
        to: Register,
        a: Register,
        b: Register,
    },
    Convert {
        conversion: Conversion,
        from: Scalar,
        ty: Scalar,
        to: Register,
        a: Register,
    },
    Select {
        to: Register,
        condition: Register,
        then: Register,
        otherwise: Register,
    },
    /// Whether one of the registers in the list is not zero.
    Any {
        to: Register,
        list: u32,
        count: u8,
    },
    /// Whether all are not.
    All {
        to: Register,
        list: u32,
        count: u8,
    },
    /// The register in the list that `index` numbers, modulo the count rounded up to a power of two.
    Pick {
        to: Register,
        index: Register,
        list: u32,
        count: u8,
    },
    /// Components of another width with the same bits: `list` has `count` of `from` bits, `to` and the following
    /// registers get components of `bits`.
    Bitcast {
        to: Register,
        list: u32,
        count: u8,
        from: u8,
        bits: u8,
    },
    /// `to = base + index * scale`
    Index {
        to: Register,
        base: Register,
        index: Register,
        scale: u32,
    },
    /// The pointer, or null where it points to another space.
    CastChecked {
        to: Register,
        from: Register,
        space: AddressSpace,
    },

    /// Reads `bytes`; the alignment is `1 << align`.
    Load {
        to: Register,
        pointer: Register,
        bytes: u8,
        align: u8,
    },
    /// Reads `count` components to `to` and the following registers.
    LoadVector {
        to: Register,
        pointer: Register,
        bytes: u8,
        align: u8,
        count: u8,
    },
    Store {
        value: Register,
        pointer: Register,
        bytes: u8,
        align: u8,
    },
    /// The components are the registers in the list.
    StoreVector {
        list: u32,
        pointer: Register,
        bytes: u8,
        align: u8,
        count: u8,
    },
    /// The size is a register.
    Copy {
        to: Register,
        from: Register,
        size: Register,
        align: u8,
    },
    Zero {
        to: Register,
        size: Register,
        align: u8,
    },
    AtomicUpdate {
        op: AtomicOp,
        ty: Scalar,
        to: Register,
        pointer: Register,
        operand: Register,
    },
    AtomicCompareExchange {
        bytes: u8,
        to: Register,
        pointer: Register,
        expected: Register,
        desired: Register,
    },
    AtomicLoad {
        bytes: u8,
        to: Register,
        pointer: Register,
    },
    AtomicStore {
        bytes: u8,
        value: Register,
        pointer: Register,
    },

    Jump {
        target: u32,
    },
    /// Goes on where the condition holds, else to the target.
    Unless {
        condition: Register,
        target: u32,
    },
    /// Back to a loop's start; `weight` is the length of its code, for the step limit.
    Turn {
        target: u32,
        weight: u32,
    },
    /// Calls the function at this position in the program; its parameters are in their registers already.
    Call {
        function: u32,
    },
    /// Back to the caller, or the work-item ends.
    Return,
    Barrier,
    SubGroupBarrier,
    /// The program's collective of this number.
    Collective {
        number: u32,
    },
    /// The program's printf of this number.
    Printf {
        to: Register,
        number: u32,
    },
}
