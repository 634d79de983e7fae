//! Lowering: typed tree to kernel IR.
//!
//! It does not fail on what analysis accepted: every node has a form in the IR, and the result verifies. (Where the two
//! stages disagree after all, that is a fault of the compiler, reported as such and not by a panic.)
//!
//! [`Lowerer`] holds the state; its methods stand in one file a subject:
//!
//! | file | what it does |
//! |---|---|
//! | `lowerer.rs` | emits values and statements; shares constants; slots and labels |
//! | `function.rs` | functions, parameters, which function is lowered when |
//! | `facts.rs` | which variables are written, which have their address taken |
//! | `types.rs` | the IR's types for those of the language |
//! | `place.rs` | where objects live; reading and writing them, components too |
//! | `value.rs` | expressions, with spines walked by a loop |
//! | `operators.rs` | unary, binary and assignment operators |
//! | `condition.rs` | truth values, `&&`, `\|\|`, `?:` |
//! | `convert.rs` | every conversion |
//! | `initialise.rs` | initialisers and constant tables |
//! | `call.rs` | calls of the program's functions |
//! | `builtins.rs` | calls of built-in functions |
//! | `statement.rs` | statements and loops |
//! | `switch.rs` | `switch` |
//! | `jumps.rs`, `flatten.rs` | `goto`, and jumps into statements |
//! | `compact.rs` | leaves out what turned out unused, and renumbers |
//!
//! # How things are represented
//! * A variable of scalar, vector or pointer type is a slot that is read and written whole, or, if it is only ever
//!   given its initial value, just that value. If its address is taken (or it is `volatile`), it is memory.
//! * Structs, unions and arrays are memory. Where the typed tree has a struct as a value, the value is its
//!   address; whoever takes it copies it at once.
//! * A struct result goes through a hidden first parameter; a struct argument is the address of a copy that
//!   belongs to the callee.
//! * `bool` is [`Scalar::Bool`](ferrocl_ir::Scalar::Bool) as a value and a byte in memory. Comparisons make `Bool`; the `int` or mask that
//!   they are in C is made only where it is used as a number.

mod builtins;
mod call;
mod compact;
mod condition;
mod convert;
mod facts;
mod flatten;
mod function;
mod initialise;
mod jumps;
mod lowerer;
mod operators;
mod place;
mod statement;
mod switch;
#[cfg(test)]
mod tests;
mod types;
mod value;

pub use lowerer::Lowerer;

use ferrocl_base::{Diagnostics, Interner};
use ferrocl_ir::MathFlags;
use ferrocl_syntax::BuildOptions;

use crate::hir;

/// Lowers a program that was analysed without errors. `None` where a fault was reported.
pub fn lower(
    program: &hir::Program,
    interner: &Interner,
    options: &BuildOptions,
    diagnostics: &mut Diagnostics,
) -> Option<ferrocl_ir::Module> {
    let mut lowerer = Lowerer::new(program, interner, options, diagnostics);
    lowerer.program();
    lowerer.finish()
}

/// Lowers a program that was analysed without errors as an object that others are to be linked to (see
/// [`BuildOptions::separate_compilation`]).
pub fn lower_unit(
    program: &hir::Program,
    interner: &Interner,
    options: &BuildOptions,
    diagnostics: &mut Diagnostics,
) -> Option<ferrocl_ir::link::Unit> {
    let mut lowerer = Lowerer::new(program, interner, options, diagnostics);
    lowerer.program();
    lowerer.finish_unit()
}

/// What the build's options allow of every float operator (API specification, section "Optimization Options"). Whether a
/// place allows contraction is said at each operator of the typed tree besides.
pub fn math_flags(options: &BuildOptions) -> MathFlags {
    let unsafe_math = options.unsafe_math || options.fast_relaxed_math;
    let mut flags = MathFlags::empty();
    flags.set(MathFlags::CONTRACT, options.mad_enable || unsafe_math);
    flags.set(MathFlags::FINITE, options.finite_math_only || options.fast_relaxed_math);
    flags.set(MathFlags::NO_SIGNED_ZEROS, options.no_signed_zeros || unsafe_math);
    flags.set(MathFlags::REASSOCIATE, unsafe_math);
    flags.set(MathFlags::APPROXIMATE_DIVIDE, !options.correctly_rounded_divide_sqrt);
    flags
}
