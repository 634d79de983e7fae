//! The evaluator against other ways to say the same: integers against 128-bit arithmetic, floats against an independent
//! implementation of IEEE 754 in software.

mod collectives;
mod conversions;
mod floats;
mod integers;
mod vectors;
