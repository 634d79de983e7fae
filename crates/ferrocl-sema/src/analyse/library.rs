//! The built-in library: functions in OpenCL C (`lib/*.cl`), analysed only where the program calls them.
//!
//! A call gives its function an id at once ([`Analyzer::library_function`]); the bodies follow when the program's own
//! text is done ([`Analyzer::complete_library`]), each parsed and analysed as a little program of its own, whose
//! calls may ask for more. The library's text is OpenCL C 3.1 with every extension on; the program's macros,
//! pragmas and options do not reach it, so that a function computes the same in every program.
//!
//! Expressions of the library have no place in the source: what happens in them is reported at the call.

use ferrocl_base::{IndexVec, Span};
use rustc_hash::FxHashMap;

use super::Analyzer;
use crate::builtins::LibraryId;
use crate::hir;
use crate::types::TypeTable;

/// What an analysis knows of the library.
#[derive(Debug, Default)]
pub struct Library {
    /// Whether the library's own text is being analysed: it sees every row of the table.
    pub is_open: bool,
    /// The functions that are called, with their ids.
    functions: FxHashMap<LibraryId, hir::FunctionId>,
    /// Those of them that have no body yet.
    pending: Vec<LibraryId>,
}

impl Analyzer<'_> {
    /// The id of a function of the library. Its body comes with [`complete_library`](Self::complete_library).
    pub(crate) fn library_function(&mut self, id: LibraryId) -> hir::FunctionId {
        if let Some(&function) = self.library.functions.get(&id) {
            return function;
        }
        let name = self.interner.intern(id.function().name);
        let function = self.program.functions.push(prototype(name));
        self.library.functions.insert(id, function);
        self.library.pending.push(id);
        function
    }
}

/// A function without a body.
fn prototype(name: ferrocl_base::Symbol) -> hir::Function {
    hir::Function {
        name,
        result: TypeTable::VOID,
        parameters: Vec::new(),
        variables: IndexVec::new(),
        exprs: IndexVec::new(),
        labels: IndexVec::new(),
        body: None,
        kernel: None,
        is_library: true,
        span: Span::NONE,
    }
}
