//! The program: external declarations in order.

use ferrocl_base::{Diagnostics, IndexVec, Interner, SourceMap};
use ferrocl_syntax::ast;
use ferrocl_syntax::options::BuildOptions;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Analyzer, CurrentFunction, KeptValues, Scope};
use crate::hir;

/// Analyses a program: gives every declaration and expression its type, and reports what OpenCL C forbids. The program
/// that comes back is whole only where no error was reported.
pub fn analyse(
    unit: &ast::TranslationUnit,
    map: &SourceMap,
    interner: &mut Interner,
    options: &BuildOptions,
    diagnostics: &mut Diagnostics,
) -> hir::Program {
    let mut analyzer = Analyzer::new(unit, map, interner, options, diagnostics);
    whole_program(&mut analyzer);
    analyzer.program
}

/// The same for tools that ask what an expression is: expression statements stay in the tree, as values, though they have no effect,
/// and there is no warning about them. What is known of the values of expressions comes back too.
pub fn analyse_keeping_values(
    unit: &ast::TranslationUnit,
    map: &SourceMap,
    interner: &mut Interner,
    options: &BuildOptions,
    diagnostics: &mut Diagnostics,
) -> (hir::Program, KeptValues) {
    let mut analyzer = Analyzer::new(unit, map, interner, options, diagnostics);
    analyzer.keeps_values = true;
    whole_program(&mut analyzer);
    (analyzer.program, analyzer.kept_values)
}

fn whole_program(analyzer: &mut Analyzer<'_>) {
    for item in &analyzer.unit.items {
        if analyzer.diagnostics.is_full() {
            break;
        }
        analyzer.external_item(item);
    }
    analyzer.read_bodies();
    analyzer.drop_unread_bodies();
    analyzer.check_program();
    if !analyzer.diagnostics.has_errors() {
        analyzer.complete_library();
    }
}

impl<'a> Analyzer<'a> {
    /// An analysis at its start: the program's scope is open and empty.
    pub fn new(
        unit: &'a ast::TranslationUnit,
        map: &'a SourceMap,
        interner: &'a mut Interner,
        options: &'a BuildOptions,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Analyzer {
            map,
            interner,
            options,
            diagnostics,
            unit,
            program: hir::Program::default(),
            scopes: vec![Scope::default()],
            current: CurrentFunction::default(),
            fp_contract: true,
            extensions: FxHashSet::default(),
            typedefs: IndexVec::new(),
            overload_sets: FxHashMap::default(),
            string_literals: FxHashMap::default(),
            in_library: false,
            keeps_values: false,
            kept_values: KeptValues::default(),
            function_index: FxHashMap::default(),
            templates: Default::default(),
            default_arguments: FxHashMap::default(),
            classes: Default::default(),
            packs: IndexVec::new(),
            expanding: None,
            silent: 0,
            converting: false,
            constexpr_functions: FxHashSet::default(),
            constant_runs: 0,
            bodies: Default::default(),
            overloadable: FxHashSet::default(),
            open_records: Vec::new(),
            record_depths: FxHashMap::default(),
            member_numbers: FxHashMap::default(),
            linked_globals: FxHashMap::default(),
            tentative: FxHashSet::default(),
            static_globals: FxHashSet::default(),
            static_functions: FxHashSet::default(),
            external_functions: FxHashSet::default(),
            defined_functions: None,
            static_size: 0,
            repeated_bytes: 0,
            repeated_parts: 0,
            covered: Default::default(),
            library: Default::default(),
        }
    }
    /// Analyses one external declaration.
    pub fn external_item(&mut self, item: &'a ast::Item) {
        match item {
            ast::Item::Extension { name, enable, .. } => self.set_extension(*name, *enable),
            ast::Item::FpContract(state) => self.fp_contract = state.unwrap_or(true),
            ast::Item::Function(definition) => self.function_definition(definition),
            ast::Item::Declaration(declaration) => self.declaration(declaration, None),
            ast::Item::StaticAssert(assertion) => self.static_assert(assertion),
            ast::Item::Template(template) => self.function_template(template),
            ast::Item::ClassTemplate(template) => self.class_template(template),
        }
        self.read_bodies();
        if self.current.id.is_none() {
            // What expressions there were outside functions is evaluated.
            self.current = CurrentFunction::default();
        }
    }
}
