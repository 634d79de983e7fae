//! The text form of the IR, for people, tests and dumps: what [`print`] writes, [`read`] reads back to
//! the same module, bit by bit (spans excepted: they come back as `Span::NONE`).
//!
//! ```text
//! global g0 constant "W" align 4 {
//!   bytes 00 00 80 3f 00 00 00 40
//!   address at 8 of g1 plus 4
//! }
//! function f0 "scale" -> void kernel {
//!   parameter v0: ptr.global "p" type "float*" pointee f32 size 4 signed
//!   parameter v1: f32 "s" type "float"
//!   slot s0: i32 "i"
//!   slot s1: bytes 64 align 4 of f32 "a"
//!   local m0 "tile" size 256 align 4
//!   labels 1
//!   value v2: i64 = constant 1
//!   body {
//!     let v3: i64 = work_item global_id 0
//!     let v4: ptr.global = pointer_offset v0 index v3 scale 4
//!     let v5: f32 = load v4 align 4
//!     let v6: f32 = float_mul v5, v1 contract
//!     store v6 to v4 align 4
//!   }
//! }
//! ```
//!
//! * One statement a line; nesting is by braces, indentation is only for the eye. `//` begins a comment.
//! * Ids are those of the module, and dense. A value with a `let` is defined there; the others (constants,
//!   addresses, values that nothing evaluates) have a `value` line at the head of the function, parameters
//!   their `parameter` line.
//! * Integers print signed; floats print as the shortest decimal that reads back to the same bits, and as bits in hexadecimal
//!   where there is none (NaN). Hexadecimal is always bits, and reads for every type.
//! * Math flags, `volatile` and the like follow the operands.

mod names;
mod print;
mod read;
#[cfg(test)]
mod tests;

pub use names::Named;
pub use print::{Note, Place, print, print_function, print_function_with};
pub use read::{ReadError, read};
