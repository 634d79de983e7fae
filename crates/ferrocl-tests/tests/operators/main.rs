//! The values that operators give, as a kernel's text has them, on every engine (section "Operators").
//!
//! * `scalars`: every operator on all pairs of scalar types;
//! * `vectors`: every operator on vectors of every type and width, with vectors and scalars beside them;
//! * `model`: what they give, worked out without the compiler;
//! * `harness`: kernels of many such expressions, and the comparison.
//!
//! The kernel IR's own operators have tests with more values of each type beside the code generator. Here it is about what the
//! language makes of an expression: promotions, conversions of one operand, masks, shift counts, what is stored back.

mod harness;
mod model;
mod scalars;
mod vectors;
