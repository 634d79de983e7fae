//! The built-in functions: the table (`lib/builtins.decl`), the library's text (`lib/*.cl`) and overload resolution.
//!
//! A [`Row`] is a prototype in the specification's gentype notation; it stands for one overload for each pair of an
//! element type and a width that gentype takes. A [`Callee`] is one of those overloads, chosen for the arguments
//! of one call. What a function does is said in one of two places, which the row's [`Home`] names: operators
//! of the kernel IR (`lower::builtins`), or a function of the library in OpenCL C, which is analysed only
//! if the program calls it ([`crate::analyse::library`]).
//!
//! * [`table`]: rows, and look-up by name;
//! * [`Operation`]: what rows with operators as their home do;
//! * [`fit`]: how well an argument fits a parameter, and which candidate is best;
//! * [`reference`]: the table in words, for documentation;
//! * [`overloads`]: the candidates of a call, and what is said where none or several are best.
//!
//! Conversions (`convert_int4`), reinterpretation (`as_int`), `printf` and `vec_step` are no rows: expression
//! analysis knows them.

use ferrocl_syntax::ast::ScalarName;

use crate::types::TypeId;

pub mod fit;
mod operation;
pub mod overloads;
pub mod reference;
pub mod table;
#[cfg(test)]
mod tests;

pub use operation::Operation;
pub use table::{Home, LibraryId, Row, RowId, Ulp};

/// One overload of a built-in function, as a call uses it.
#[derive(Debug, Clone, PartialEq)]
pub struct Callee {
    /// The row of the table.
    pub row: RowId,
    /// What gentype's element is in this overload. (Rows without gentype have some element, which says nothing.)
    pub element: ScalarName,
    /// And its width.
    pub width: u8,
    /// The parameters' types in this overload. A pointer parameter has the address space and the qualifiers of the argument.
    pub parameters: Vec<TypeId>,
    /// The function that does it, where the row's home is the library.
    pub library: Option<LibraryCall>,
}

/// A function of the built-in library, and how a call is done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LibraryCall {
    /// The function.
    pub function: crate::hir::FunctionId,
    /// Whether it is for scalars and called for each component. Then a pointer parameter of the built-in function is one to
    /// a private scalar here, in which the component is left.
    pub component_wise: bool,
    /// Whether it computes in `float` what is called with `half`.
    pub through_float: bool,
}
