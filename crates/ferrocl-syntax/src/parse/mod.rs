//! The parser: tokens to syntax tree, by recursive descent.
//!
//! What lives here: the grammar of OpenCL C (C99's with the additions of the OpenCL C specification, sections
//! "Keywords", "Attribute Qualifiers", "Vector Literals"), the words (which are keywords, which name types), and what is
//! said of text that is not in the grammar. What does not: types, the meaning of names beyond "is it a
//! type?", constant values; those are `ferrocl-sema`'s. The grammar is lenient where a later stage can say more
//! (two storage classes, a bit-field, `restrict` on an `int` are all parsed).
//!
//! | module | what it reads |
//! |---|---|
//! | `cursor` | the place in the token list, pragmas, spans, the nesting bound |
//! | `words`, `scope` | keywords and type names; what a word is at this place |
//! | `declaration` | external and block-level declarations, function definitions |
//! | `specifiers`, `records` | declaration specifiers; `struct`, `union`, `enum` |
//! | `declarator`, `parameters` | declarators; parameter lists |
//! | `initializer` | initialisers and designators |
//! | `attribute` | `__attribute__((…))` |
//! | `statement`, `loops` | statements |
//! | `expression`, `operand` | binary and ternary operators; prefix, postfix and primary expressions, casts |
//! | `compilers` | what compilers of the field take besides: GNU C, C11 |
//! | `cpp`, `cpp_expressions`, `cpp_lambdas`, `cpp_members`, `cpp_scoped`, `cpp_templates` | what C++ for OpenCL adds |
//! | `cpp_forbidden` | what C++ has and C++ for OpenCL has not |
//! | `recovery`, `hints` | errors, resynchronisation; guesses at what was meant |
//! | `foreign`, `misplaced` | constructs of other languages; functions and statements at the wrong level |
//!
//! # Errors
//! A function that cannot go on reports and returns `Err(Reported)`; the first caller that knows where its
//! construct ends (a closing bracket, a comma, a semicolon) skips there, puts `Error` into the tree and goes on. Two errors
//! are never reported at one token, so that a fault speaks once.
//!
//! # Bounds
//! Recursion is bounded by `MAX_NESTING` levels, counted in one counter for all constructs. What may be long
//! without nesting (see [`crate::ast`]) is read by loops. Every skip consumes what it skips and every
//! look-ahead is short or consumed next, so that time is linear in the number of tokens.

mod attribute;
mod compilers;
mod cpp;
mod cpp_expressions;
mod cpp_forbidden;
mod cpp_lambdas;
mod cpp_members;
mod cpp_scoped;
mod cpp_templates;
mod cursor;
mod declaration;
mod declarator;
mod expression;
mod foreign;
mod hints;
mod initializer;
mod loops;
mod misplaced;
mod operand;
mod parameters;
mod records;
mod recovery;
mod scope;
mod specifiers;
mod statement;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use std::cell::Cell;

use ferrocl_base::{Diagnostics, Interner, SourceMap, Span};

use rustc_hash::FxHashSet;

use crate::ast::{Expr, ExprId, ExprKind, Stmt, StmtId, StmtKind, TranslationUnit};
use crate::options::{BuildOptions, CppStandard, Standard};
use crate::token::{Pragma, Token};
use scope::Names;

/// A diagnostic has been pushed; the caller skips to where it can go on.
#[derive(Debug)]
struct Reported;

/// The outcome of reading one construct.
type Parse<T> = Result<T, Reported>;

/// Reads the tokens of one translation unit (the last one should be [`TokenKind::End`](crate::token::TokenKind::End)). Any
/// list of tokens gives a tree; what is not in the grammar gives diagnostics `CL02xx`, and `Error` nodes where
/// something is missing from the tree. `interner` and `map` are those that made the tokens.
pub fn parse(
    tokens: &[Token],
    map: &SourceMap,
    interner: &mut Interner,
    options: &BuildOptions,
    diagnostics: &mut Diagnostics,
) -> TranslationUnit {
    let names = Names::new(interner, options.standard, options.cpp.is_some());
    let mut parser = Parser {
        tokens,
        position: 0,
        last_span: Span::NONE,
        pragmas: Vec::new(),
        extensions_taken_to: 0,
        headers_taken_to: 0,
        packs: Vec::new(),
        map,
        current_text: Cell::new((1, 0)),
        interner,
        standard: options.standard,
        cpp: options.cpp,
        namespaces: cpp::Namespaces::default(),
        classes: cpp_scoped::Classes::default(),
        entered_classes: 0,
        class: None,
        member_templates: FxHashSet::default(),
        lambda_types: None,
        is_mutable_lambda: false,
        in_angles: false,
        half_of_shift: None,
        unwritten_names: 0,
        diagnostics,
        unit: TranslationUnit::default(),
        names,
        depth: 0,
        said_too_deep: false,
        silent_at: None,
        faulty_macro_text: FxHashSet::default(),
        said_bracket: false,
        open_function: None,
        abandoned: false,
        last_body_end: Span::NONE,
    };
    parser.set_pragmas_aside();
    parser.external_declarations();
    parser.unit
}

struct Parser<'a> {
    tokens: &'a [Token],
    /// The current token; never a pragma.
    position: usize,
    /// The last token consumed; `NONE` at the start.
    last_span: Span,
    /// The pragmas between the last token consumed and the current one.
    pragmas: Vec<(Pragma, Span)>,
    /// Extension pragmas before this position are in the tree already.
    extensions_taken_to: usize,
    /// Headers before this position have been included.
    headers_taken_to: usize,
    /// The `pack` pragmas that were come by: their positions, and what holds from there on.
    packs: Vec<(usize, u32)>,
    map: &'a SourceMap,
    /// The positions of the file that `join` last looked at.
    current_text: Cell<(u32, u32)>,
    interner: &'a mut Interner,
    standard: Standard,
    cpp: Option<CppStandard>,
    namespaces: cpp::Namespaces,
    /// The classes met so far.
    classes: cpp_scoped::Classes,
    /// How many classes the declaration that is being read has entered.
    entered_classes: usize,
    /// The class whose members are being read.
    class: Option<cpp_members::OpenClass>,
    /// The names of member functions that are templates, of all classes.
    member_templates: FxHashSet<ferrocl_base::Symbol>,
    /// In the parameters of a lambda: the types of those that are `auto`.
    lambda_types: Option<Vec<(ferrocl_base::Symbol, Span)>>,
    /// Whether `mutable` stood behind the parameters of a lambda.
    is_mutable_lambda: bool,
    /// Whether template arguments are being read, which `>` ends.
    in_angles: bool,
    /// The position of a `>>` of which one half has ended a list.
    half_of_shift: Option<usize>,
    /// How many names were made up.
    unwritten_names: u32,
    diagnostics: &'a mut Diagnostics,
    unit: TranslationUnit,
    names: Names,
    /// How many levels are open, of `MAX_NESTING`.
    depth: usize,
    said_too_deep: bool,
    /// The position of the last syntax error: no second one is reported there.
    silent_at: Option<usize>,
    /// Where the tokens of macros stand at which syntax errors were reported.
    faulty_macro_text: FxHashSet<u32>,
    /// Whether an unmatched bracket was reported in this statement: those that follow from it are not worth a word.
    said_bracket: bool,
    /// The function whose body is being read.
    open_function: Option<OpenFunction>,
    /// Set where a function turns out to lack its `}`: every open block ends here.
    abandoned: bool,
    /// The closing brace of the last function.
    last_body_end: Span,
}

/// A function whose body is being read.
#[derive(Clone, Copy)]
struct OpenFunction {
    /// The position of the body's `{`.
    body: usize,
    /// The name.
    name: Option<ferrocl_base::Symbol>,
}

impl Parser<'_> {
    /// Adds an expression.
    fn expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.unit.exprs.push(Expr { kind, span })
    }
    /// Where an expression stands.
    fn expr_span(&self, id: ExprId) -> Span {
        self.unit.exprs[id].span
    }
    /// Adds a statement.
    fn stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.unit.stmts.push(Stmt { kind, span })
    }
    /// The text of a name.
    fn text(&self, symbol: ferrocl_base::Symbol) -> &str {
        self.interner.text(symbol)
    }
}
