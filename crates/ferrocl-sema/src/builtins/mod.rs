//! The built-in functions: the table (`lib/builtins.decl`) and overload resolution.
//!
//! A row is a prototype in the specification's gentype notation; it stands for one overload a gentype. A
//! [`Callee`] is one of those overloads, chosen for the arguments of one call.

use crate::types::TypeId;

/// One overload of a built-in function, as a call uses it.
#[derive(Debug, Clone, PartialEq)]
pub struct Callee {
    /// The row of the table.
    pub row: RowId,
    /// The parameters' types in this overload.
    pub parameters: Vec<TypeId>,
    /// The function of the built-in library that does it for scalars (or whole, where the row says that the function
    /// is not component-wise), once it is analysed. `None`: the row is done by an IR operator.
    pub library: Option<crate::hir::FunctionId>,
}

ferrocl_base::define_id!(
    /// A row of the table.
    pub RowId,
    "row"
);
