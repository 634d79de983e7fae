//! Kernels run natively at many widths, compared with the interpreter and the evaluator.

mod barriers;
mod control;
mod describe;
mod memory;
mod operators;
mod support;
