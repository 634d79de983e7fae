//! Kernels run natively at many widths, compared with the interpreter.

mod control;
mod support;
