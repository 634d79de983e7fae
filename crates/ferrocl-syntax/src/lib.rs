//! From text to syntax tree: build options, preprocessor, parser.
//!
//! ```text
//! options ─┐
//! text ─ lexer ─ preprocess ─ tokens ─ parse ─ ast::TranslationUnit
//! ```
//! Every step takes any input and gives a result and diagnostics; none panics, none stops at the first
//! error, and nesting, macro expansion, include depth and the number of diagnostics are bounded. Included
//! files arrive through a callback; this crate touches no file. Names are resolved only as far as C's
//! grammar needs it (typedef names); types and operators are `ferrocl-sema`'s.

pub mod ast;
pub mod attributes;
pub mod dump;
mod lexer;
mod literal;
pub mod options;
mod parse;
pub mod preprocess;
pub mod token;

pub use lexer::add_source;
pub use options::BuildOptions;
pub use parse::parse;
pub use preprocess::{IncludeLoader, LoadedInclude, NoIncludes, preprocess};
