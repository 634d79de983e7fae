//! From syntax tree to kernel IR: types, conversions, operators, built-in functions.
//!
//! ```text
//! ast ─ analyse → hir::Program (typed, every implicit conversion a node) ─ lower → ferrocl_ir::Module
//! ```
//! * [`types`]: the types of OpenCL C, their sizes and layouts;
//! * [`hir`]: the typed tree; [`dump`]: its text form;
//! * [`operation`]: which IR operation an operator is on a type;
//! * [`analyse`]: gives every declaration and expression its type, and reports what the language forbids;
//! * [`builtins`]: the table of built-in functions (`lib/builtins.decl`) and overload resolution;
//! * [`lower`]: typed tree to kernel IR; it does not fail on what analysis accepted.
//! * [`mod@compile`]: the driver, all stages in a row.
//!
//! An operator or conversion is typed in one place, `analyse::operators` and `analyse::convert`.
//! Constant expressions are evaluated by `ferrocl_ir::eval`, as everything else.

pub mod analyse;
pub mod builtins;
pub mod compile;
pub mod dump;
pub mod hir;
pub mod lower;
pub mod operation;
pub mod steps;
pub mod types;

pub use compile::{Compilation, Compiler, compile};
