//! Scopes and the names in them (C99 6.2.1, 6.2.3).

use ferrocl_base::codes::declarations as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};

use super::{Analyzer, Entity, Scope};
use crate::hir;

impl Analyzer<'_> {
    /// Opens a scope.
    pub fn open_scope(&mut self) {
        self.scopes.push(Scope::default());
    }
    /// Closes the innermost scope.
    pub fn close_scope(&mut self) {
        self.scopes.pop();
    }
    /// Whether the innermost scope is the program's.
    pub fn at_program_scope(&self) -> bool {
        self.scopes.len() <= 1
    }
    /// Gives a name a meaning in the innermost scope. A name that has one there already is reported, and the new meaning
    /// counts from here on. (Functions and program-scope variables, which may be declared again, are not declared
    /// with this.)
    pub fn declare(&mut self, name: Symbol, entity: Entity, span: Span) -> bool {
        let scope = self.scopes.last_mut().expect("the program's scope is always open");
        let Some((_, earlier)) = scope.names.insert(name, (entity, span)) else { return true };
        self.report_redefinition(name, span, earlier);
        false
    }
    /// Reports a name that is declared twice in a scope.
    pub(super) fn report_redefinition(&mut self, name: Symbol, span: Span, earlier: Span) {
        let text = self.interner.text(name);
        let diagnostic =
            Diagnostic::new(codes::REDEFINITION, span, format!("`{text}` is declared twice in one scope"))
                .primary("declared again here")
                .label(earlier, "first declared here")
                .help("give one of them another name");
        self.report(diagnostic);
    }
    /// The functions of a name: all overloads, or the only one.
    pub fn overloads(&self, name: Symbol) -> &[hir::FunctionId] {
        self.overload_sets.get(&name).map_or(&[], Vec::as_slice)
    }
}
