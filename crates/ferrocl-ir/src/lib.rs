//! The kernel IR: what a kernel does, with every type decided and every conversion spelled out.
//!
//! # Shape
//! A [`Module`] holds functions and program-scope data. A [`Function`]'s body is a tree of statements with
//! labelled `block`, `loop`, `if`, `break`, `continue` and `return`, as in WebAssembly: control flow is
//! always reducible, so masks, barriers and lock-step execution are tree walks. What C's `switch` and
//! `goto` do, lowering expresses with these.
//!
//! # Values
//! Each value of a function is made by one [`Op`] in an arena and has one [`ValueType`]. It comes into
//! being when control reaches its `Stmt::Let`, and may be used afterwards in the same list of statements
//! and in lists nested in it; in a loop it is made anew in each turn. Parameters are values that exist
//! from the start, constants are values that exist everywhere ([`Op::is_floating`]: they need no `Let`).
//! Operators work component by component on scalars and on vectors of 2, 3, 4, 8 or 16; their operands
//! have equal types unless the op says otherwise. Integers have no sign; the operator has.
//!
//! # Memory
//! Anything mutable is in memory. A private variable is a [`Slot`]; where its address is never taken, it is
//! read and written whole (`SlotLoad`, `SlotStore`), and engines keep it in registers. Local memory is a
//! [`LocalVariable`], program-scope data a [`Global`]. Pointers have an address space and no pointee type:
//! the access says type, alignment and volatility. Address arithmetic is [`Op::PointerOffset`] in bytes. Aggregates
//! are never values: they are copied with `Stmt::Copy` and passed by address.
//! `bool` in memory is a byte with 0 or 1; as a value it is [`Scalar::Bool`], one bit.
//! A 3-component vector is accessed as three components (its fourth place in memory is neither read nor
//! written), though its size in memory counts four.
//!
//! # What is defined
//! Every op gives one result for every operand, so that all engines agree and none traps:
//! * integer arithmetic wraps; a division or remainder by zero, or one whose quotient overflows, is done
//!   as if the divisor were 1 (OpenCL C 6.4.1 leaves the value open and forbids an exception);
//! * shift counts are taken modulo the width (6.4.10);
//! * float to integer conversions with saturation clamp, and NaN gives 0 (6.3.3.3). Without saturation, what is out
//!   of range (6.3.3.3 leaves it open) is chosen to be the cheapest on vector units: the value, rounded to an integer, is
//!   converted to W = max(32, width of the result) bits. It is kept if −2^(W−1) ≤ value < 2^(W−1), for unsigned results of 32 and
//!   64 bits if −2^(W−1) ≤ value < 2^W; everything else, NaN too, gives 2^(W−1) (the "integer indefinite" of x86). Then the low
//!   bits are taken, as truncation does. So `(uchar)300.0f` is 44, `(uint)-1.0f` is 0xffffffff, `(int)1e10f` is INT_MIN.
//!   (Signed: one `cvttps2dq`, or a compare and select on other CPUs. u32 without AVX-512: with `a = cvtt(x)`, `b = cvtt(x − 2^31)`
//!   it is `a | (b & (a >> 31))`.)
//! * floats are IEEE 754 with round to nearest even and denormals; a NaN result is some quiet NaN;
//! * [`Op::Undefined`], memory and slots that were never written (since their `Stmt::SlotStart`), and the result of a
//!   function that comes to its end without `return` are unspecified bits (engines may differ there, and only there).
//!
//! # Groups
//! At a barrier or an [`Op::Collective`] work-items meet. How a work-group is divided into sub-groups is an engine's choice: each takes
//! as many work-items, in the order of their linear local ids, and the last one may have fewer. All work-items of the group in question
//! arrive (6.15.8, 6.15.16, 6.15.19); an engine may end the run of a program in which they do not. With [`CollectiveGroup::Active`]
//! those take part that are at the statement together: work-items that parted at a branch are together again at its end, and in a loop those
//! that are in the same turn of it.
//!
//! Contraction of `a * b + c` is not an engine's choice: lowering marks the operators that the source allows to
//! contract ([`MathFlags::CONTRACT`]) and a pass rewrites them to `fma` for targets that have one,
//! before any engine runs.
//!
//! # What lives here
//! The data, its text form (print and read), the verifier, analyses that need no target, the inliner, and
//! the exact evaluation of every op on constants, which constant folding, the interpreter and the
//! tests of the vector code share. No engine lives here.

pub mod eval;
pub mod format;
pub mod image;
pub mod link;
pub mod module;
pub mod op;
pub mod passes;
pub mod text;
pub mod types;
pub mod uniformity;
pub mod verify;

pub use module::*;
pub use op::*;
pub use text::{print, print_function, read};
pub use types::*;
pub use uniformity::{Uniformity, uniformity};
pub use verify::{FunctionInfo, MAX_NESTING, ModuleInfo, VerifyError, verify};
