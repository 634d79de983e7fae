//! Analysis: syntax tree to typed tree.
//!
//! [`Analyzer`] holds the state; its methods stand in one file a subject:
//!
//! | file | what it does |
//! |---|---|
//! | `declare.rs` | the program: external declarations in order |
//! | `declare_scopes.rs` | scopes and the names in them |
//! | `declare_types.rs` | specifiers and declarators to types |
//! | `declare_records.rs` | structs, unions, enumerations |
//! | `declare_variables.rs`, `declare_globals.rs` | variables and typedefs; those of the program |
//! | `declare_functions.rs` | prototypes and definitions |
//! | `declare_kernels.rs` | what kernels must not have |
//! | `declare_program.rs` | what only the whole program shows: recursion, missing definitions |
//! | `attributes.rs` | attributes |
//! | `statements*.rs` | statements, labels, jumps |
//! | `initialise*.rs` | initialisers of every form |
//! | `constant*.rs` | constant expressions, by `ferrocl_ir::eval` |
//! | `expressions*.rs` | the walk over expressions; constants, places, members and components |
//! | `operators*.rs` | the type of every operator |
//! | `convert*.rs` | every conversion |
//! | `calls*.rs` | calls, `printf`, and where generic pointers point |
//! | `images.rs` | images and samplers: where they may stand, and what they are made from |
//! | `cpp*.rs` | what C++ for OpenCL adds |
//! | `library.rs` | the built-in library, where it is called |
//! | `wording.rs`, `similar.rs` | what messages share |

use ferrocl_base::{Diagnostic, Diagnostics, IndexVec, Interner, SourceMap, Span, Symbol, define_id};
use ferrocl_ir::Bits;
use ferrocl_syntax::ast;
use ferrocl_syntax::options::{BuildOptions, Standard};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::hir;
use crate::types::{EnumId, QualifiedType, RecordId, TypeId};

mod attributes;
mod calls;
mod calls_printf;
mod calls_spaces;
mod compilers;
mod compilers_functions;
mod constant;
mod constant_data;
mod convert;
mod convert_casts;
mod convert_functions;
mod convert_pointers;
mod cpp;
mod cpp_atomics;
mod cpp_class_templates;
mod cpp_classes;
mod cpp_constants;
mod cpp_conversions;
mod cpp_deduction;
mod cpp_lambdas;
mod cpp_lifetimes;
mod cpp_members;
mod cpp_operators;
mod cpp_packs;
mod cpp_ranges;
mod cpp_references;
mod cpp_results;
mod cpp_scoped;
mod cpp_templates;
mod declare;
mod declare_functions;
mod declare_globals;
mod declare_kernels;
mod declare_program;
mod declare_records;
mod declare_scopes;
mod declare_types;
mod declare_variables;
mod expressions;
mod expressions_literals;
mod expressions_members;
mod expressions_places;
mod images;
mod initialise;
mod initialise_covered;
mod initialise_designators;
mod initialise_parts;
pub mod library;
pub(crate) mod memory_constants;
mod operators;
mod operators_assign;
mod operators_pointers;
mod operators_select;
mod operators_warnings;
mod similar;
mod statements;
mod statements_flow;
#[cfg(test)]
mod tests;
mod wording;

pub use calls::is_builtin_function;
pub use declare::{analyse, analyse_keeping_values};

define_id!(/// A typedef name.
    pub TypedefId, "typedef");
define_id!(/// What a parameter pack of a template stands for (C++ for OpenCL).
    pub PackId, "pack");

/// What a typedef name stands for.
#[derive(Debug, Clone, Copy)]
pub struct Typedef {
    /// The type; its address space only counts where one was written.
    pub ty: QualifiedType,
    /// Whether the address space was written.
    pub has_space: bool,
    /// Where it stands for one: `size_t`, `ptrdiff_t`, `intptr_t` or `uintptr_t`.
    pub pointer_sized: Option<Symbol>,
}

/// The state of an analysis.
pub struct Analyzer<'a> {
    /// The texts.
    pub map: &'a SourceMap,
    /// Names.
    pub interner: &'a mut Interner,
    /// The build's options.
    pub options: &'a BuildOptions,
    /// Where reports go.
    pub diagnostics: &'a mut Diagnostics,
    /// The tree that is being analysed.
    pub unit: &'a ast::TranslationUnit,
    /// What has been made so far.
    pub program: hir::Program,
    /// Open scopes, outermost first.
    pub scopes: Vec<Scope>,
    /// The function that is being analysed; a stand-in outside functions, whose expressions are constants.
    pub current: CurrentFunction,
    /// `FP_CONTRACT` as it stands here (6.15.2.1: the default is on).
    pub fp_contract: bool,
    /// The extensions that `#pragma OPENCL EXTENSION` has switched on here (none is on at the start).
    pub extensions: FxHashSet<Symbol>,
    /// Typedefs.
    pub typedefs: IndexVec<TypedefId, Typedef>,
    /// Every declared function with its name, in order; more than one only where they are `overloadable`.
    pub overload_sets: FxHashMap<Symbol, Vec<hir::FunctionId>>,
    /// String literals by content, closing zero included.
    pub string_literals: FxHashMap<Box<[u8]>, hir::GlobalId>,
    /// Whether what is analysed is the built-in library.
    pub in_library: bool,
    /// Whether expression statements without effect stay in the tree (see [`analyse_keeping_values`]).
    pub keeps_values: bool,
    /// Where they do, what is known of their parts.
    pub(crate) kept_values: KeptValues,
    /// Functions by name and parameter types.
    pub(crate) function_index: FxHashMap<(Symbol, Box<[TypeId]>), hir::FunctionId>,
    /// The templates of functions (C++ for OpenCL).
    templates: cpp_templates::Templates<'a>,
    /// What calls may leave out: for functions with default arguments, the values in the order of the parameters (C++ for OpenCL).
    pub(crate) default_arguments: FxHashMap<hir::FunctionId, Vec<Option<ast::ExprId>>>,
    /// Classes (C++ for OpenCL).
    classes: cpp_classes::Classes<'a>,
    /// The bodies of functions that are read where they are needed, or at the end (C++ for OpenCL).
    bodies: cpp_results::Bodies<'a>,
    /// What packs stand for, and which of their elements counts where one is expanded (C++ for OpenCL).
    pub(crate) packs: IndexVec<PackId, Vec<Entity>>,
    expanding: Option<usize>,
    /// How many analyses are under way that may fail without a word (C++ for OpenCL).
    silent: u32,
    /// Functions that constant expressions may call (C++ for OpenCL), and how many bodies are being read for such calls.
    constexpr_functions: FxHashSet<hir::FunctionId>,
    constant_runs: u32,
    /// Whether a conversion by a class's function is being looked for, in which no other one counts (C++ for OpenCL).
    converting: bool,
    /// Names of functions that are `overloadable`.
    pub(crate) overloadable: FxHashSet<Symbol>,
    /// Structs and unions whose members are being read, outermost first.
    pub(crate) open_records: Vec<RecordId>,
    /// How deep structs and unions nest.
    pub(crate) record_depths: FxHashMap<RecordId, u32>,
    /// The numbers of members by name.
    pub(crate) member_numbers: FxHashMap<(RecordId, Symbol), u32>,
    /// Program-scope variables by name, those that only a function declares `extern` among them.
    pub(crate) linked_globals: FxHashMap<Symbol, hir::GlobalId>,
    /// Program-scope variables that are zero as long as no definition with an initialiser follows.
    pub(crate) tentative: FxHashSet<hir::GlobalId>,
    /// Program-scope variables that are `static`: other objects do not know them.
    pub(crate) static_globals: FxHashSet<hir::GlobalId>,
    /// Functions that are `static`.
    pub(crate) static_functions: FxHashSet<hir::FunctionId>,
    /// Functions with a declaration that makes their definition known to other objects.
    pub(crate) external_functions: FxHashSet<hir::FunctionId>,
    /// The names of functions with a body in this program, once somebody asked.
    pub(crate) defined_functions: Option<FxHashSet<Symbol>>,
    /// How many bytes of program-scope data there are, and how much designated ranges have made.
    pub(crate) static_size: u64,
    pub(crate) repeated_bytes: u64,
    pub(crate) repeated_parts: u64,
    /// What the initialiser that is being read has filled so far.
    pub(crate) covered: initialise_covered::Covered,
    /// The functions of the built-in library that are called.
    pub library: library::Library,
}

/// The values of expressions of functions, as far as they are known without running the program.
pub type KeptValues = FxHashMap<(hir::FunctionId, hir::ExprId), Bits>;

/// What belongs to the function being analysed.
#[derive(Default)]
pub struct CurrentFunction {
    /// Which; `None` at program scope.
    pub id: Option<hir::FunctionId>,
    /// Its variables so far.
    pub variables: IndexVec<hir::VariableId, hir::Variable>,
    /// Its expressions so far.
    pub exprs: IndexVec<hir::ExprId, hir::Expr>,
    /// Its labels so far.
    pub labels: IndexVec<hir::LabelId, Symbol>,
    /// What it gives.
    pub result: Option<TypeId>,
    /// The class that it belongs to (C++ for OpenCL).
    pub(crate) class: Option<cpp_members::CurrentClass>,
    /// Whether it is a kernel.
    pub is_kernel: bool,
    /// The values of `const` variables of integer type with a constant initialiser: they count as constants.
    pub known_values: FxHashMap<hir::VariableId, Bits>,
    /// Where its name stands.
    pub span: Option<Span>,
    /// How many scopes are open in its outermost block.
    pub outermost_scope: usize,
    /// How many loops, and loops and `switch`es, enclose this place.
    pub(crate) loops: u32,
    /// How many statement expressions enclose this place.
    pub(crate) statement_expressions: u32,
    pub(crate) breakable: u32,
    /// The `switch`es round this place, outermost first.
    pub(crate) switches: Vec<statements_flow::Switch>,
    /// Its labels by name.
    pub(crate) label_names: FxHashMap<Symbol, statements_flow::Label>,
    /// What its expressions are at compile time, as far as somebody asked.
    pub(crate) folded: FxHashMap<hir::ExprId, Option<constant::Constant>>,
    /// How many expressions were evaluated for tools that ask for values.
    pub(crate) folded_to: usize,
    /// Whether its result is what its first `return` says (C++ for OpenCL).
    pub(crate) deduces: Option<cpp_results::Deduced>,
    /// Objects whose life ends where their scope does, with the number of scopes that were open (C++ for OpenCL).
    pub(crate) objects: Vec<(usize, hir::VariableId)>,
    /// How many scopes were open round the innermost loop, and round the innermost loop or `switch`.
    pub(crate) loop_scopes: Vec<usize>,
    pub(crate) breakable_scopes: Vec<usize>,
    /// Objects without a name whose life ends with the statement (C++ for OpenCL).
    pub(crate) temporaries: Vec<hir::VariableId>,
    /// Lists in braces that stand for values (C++ for OpenCL).
    pub(crate) lists: FxHashMap<hir::ExprId, ast::ExprId>,
}

/// One scope: names of variables, functions, types and constants; and tags.
#[derive(Clone, Default)]
pub struct Scope {
    /// Ordinary names.
    pub names: FxHashMap<Symbol, (Entity, Span)>,
    /// `struct`, `union` and `enum` tags.
    pub tags: FxHashMap<Symbol, (Tag, Span)>,
    /// The class whose members it has besides (C++ for OpenCL).
    pub(crate) class: Option<RecordId>,
}

impl Scope {
    /// Whether nothing is declared in it.
    fn is_empty(&self) -> bool {
        self.names.is_empty() && self.tags.is_empty()
    }
}

/// What an ordinary name stands for.
#[derive(Debug, Clone, Copy)]
pub enum Entity {
    /// A parameter or variable of the current function.
    Variable(hir::VariableId),
    /// A program-scope variable.
    Global(hir::GlobalId),
    /// A function. Where it is `overloadable`, [`Analyzer::overloads`] lists all that bear the name.
    Function(hir::FunctionId),
    /// A typedef.
    Typedef(TypedefId),
    /// A parameter of a template that is a constant: its type and value (C++ for OpenCL).
    Constant(TypeId, u64),
    /// A constant of an enumeration: its value (the bits of an `ulong` where that is the type of the constants).
    EnumConstant(EnumId, i64),
    /// What a name of a variable stands for in a lambda or a class of the function, which has not captured it (C++ for OpenCL).
    Uncaptured,
    /// Any number of these (C++ for OpenCL).
    Pack(PackId),
}

/// What a tag stands for.
#[derive(Debug, Clone, Copy)]
pub enum Tag {
    /// A struct or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
}

impl Analyzer<'_> {
    /// Reports.
    pub fn report(&mut self, mut diagnostic: Diagnostic) {
        use ferrocl_base::codes::expressions::{INCOMPATIBLE_POINTERS, QUALIFIER_DISCARDED};
        // C++ has no such implicit conversions (C++ for OpenCL, "Implicit conversions").
        if self.is_cpp() && [INCOMPATIBLE_POINTERS, QUALIFIER_DISCARDED].contains(&diagnostic.code) {
            diagnostic.severity = ferrocl_base::Severity::Error;
        }
        self.diagnostics.push(diagnostic);
    }
    /// What `#pragma OPENCL EXTENSION name : enable` or `disable` does (section "Preprocessor Directives for Optional
    /// Extensions"); the name `all` can only be disabled.
    pub fn set_extension(&mut self, name: Symbol, enable: bool) {
        if self.interner.text(name) == "all" {
            if !enable {
                self.extensions.clear();
            }
        } else if enable {
            self.extensions.insert(name);
        } else {
            self.extensions.remove(&name);
        }
    }
    /// Whether an extension is switched on here.
    pub fn extension_enabled(&self, name: &str) -> bool {
        self.interner.get(name).is_some_and(|name| self.extensions.contains(&name))
    }
    /// Whether `half` values may be loaded, stored and computed with, not only pointed to (section "The `half` Data Type").
    pub fn half_arithmetic(&self) -> bool {
        self.extension_enabled("cl_khr_fp16")
    }
    /// Whether `double` is a type: by core since OpenCL C 1.2, before that by extension.
    pub fn double_available(&self) -> bool {
        self.options.standard >= Standard::Cl12 || self.extension_enabled("cl_khr_fp64")
    }
    /// Whether pointers without an address space point to the generic one (section "The Generic Address Space").
    pub fn generic_address_space(&self) -> bool {
        self.options.standard >= Standard::Cl20
    }
    /// Whether program-scope variables may lie in the global address space (section "`global`").
    pub fn program_scope_globals(&self) -> bool {
        self.options.standard >= Standard::Cl20
    }
    /// The innermost meaning of a name.
    pub fn lookup(&self, name: Symbol) -> Option<(Entity, Span)> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| {
                scope.names.get(&name).copied().or_else(|| self.class_entity(scope.class?, name))
            })
            .map(|(entity, span)| (self.expanded(entity), span))
    }
    /// Adds an expression to the current function.
    pub fn add(&mut self, expr: hir::Expr) -> hir::ExprId {
        self.current.exprs.push(expr)
    }
    /// The type of an expression of the current function.
    pub fn type_of(&self, expr: hir::ExprId) -> TypeId {
        self.current.exprs[expr].ty
    }
    /// Where an expression of the current function stands.
    pub fn span_of(&self, expr: hir::ExprId) -> Span {
        self.current.exprs[expr].span
    }
}
