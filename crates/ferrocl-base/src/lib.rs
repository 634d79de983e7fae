//! The ground floor: what every stage needs and none of it knows about OpenCL.
//!
//! * [`id`]: typed 32-bit ids and the vectors that they index;
//! * [`intern`]: interned strings ([`Symbol`]);
//! * [`source`]: the source map, spans and the record of macro expansions;
//! * [`diagnostic`]: diagnostics as data;
//! * [`codes`]: the catalogue of diagnostic codes, one row a code;
//! * [`random`]: numbers that a seed determines;
//! * [`similar`]: "did you mean";
//! * [`render`]: diagnostics as text for people and for programs.
//!
//! Nothing here touches files, the environment, the clock or threads: sources arrive as strings,
//! and rendering returns strings.

pub mod codes;
pub mod diagnostic;
pub mod id;
pub mod intern;
pub mod random;
pub mod render;
pub mod similar;
pub mod source;

pub use codes::Code;
pub use diagnostic::{Diagnostic, Diagnostics, Label, Severity, Suggestion, excerpt};
pub use id::IndexVec;
pub use intern::{Interner, Symbol};
pub use similar::closest;
pub use source::{ExpansionId, FileId, SourceMap, Span};
