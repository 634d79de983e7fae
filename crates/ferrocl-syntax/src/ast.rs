//! The syntax tree: what was written, before types.
//!
//! All nodes live in arenas of the [`TranslationUnit`] and refer to each other by id, so that dropping a
//! tree never recurses. The parser bounds nesting to [`MAX_NESTING`]; the exceptions may be long, and every
//! pass walks them with a loop:
//! * left spines of binary operators (`a + b + c + …`) and of the comma operator;
//! * left spines of postfix operators (`a.b[c](d)++…`);
//! * `else if` chains (`If::otherwise`);
//! * chains of labels before one statement (`case 1: case 2: …`, `Case::body`, `Default::body`, `Label::body`).

use ferrocl_base::{IndexVec, Span, Symbol, define_id};

use crate::token::{FloatLiteral, IntegerLiteral};

mod cpp;
pub use cpp::*;

/// How deep parentheses, brackets, declarators, types, statements and initialisers may nest, and how many
/// derivations a declarator may have. Not counting the chains named above, no path from a root of the tree
/// down to a leaf has more than three nodes a level.
pub const MAX_NESTING: usize = 256;

define_id!(/// An expression of a translation unit.
    pub ExprId, "e");
define_id!(/// A statement of a translation unit.
    pub StmtId, "s");

/// One source text, parsed.
#[derive(Debug, Default)]
pub struct TranslationUnit {
    /// The external declarations in order.
    pub items: Vec<Item>,
    /// Every expression.
    pub exprs: IndexVec<ExprId, Expr>,
    /// Every statement.
    pub stmts: IndexVec<StmtId, Stmt>,
    /// What classes have besides data members.
    pub classes: IndexVec<ClassId, ClassBody>,
}

/// An external declaration.
#[derive(Debug)]
pub enum Item {
    /// A function with a body.
    Function(Box<FunctionDefinition>),
    /// Variables, types, prototypes.
    Declaration(Box<Declaration>),
    /// `_Static_assert`.
    StaticAssert(StaticAssert),
    /// `#pragma OPENCL EXTENSION`, from here on. (One inside a function stands before that function.)
    Extension {
        /// The extension.
        name: Symbol,
        /// On or off.
        enable: bool,
        /// Where.
        span: Span,
    },
    /// `#pragma OPENCL FP_CONTRACT` outside functions: holds for what follows.
    FpContract(Option<bool>),
    /// A template of functions, or a member function that is defined outside of its class (C++ for OpenCL).
    Template(Box<FunctionTemplate>),
    /// A template of classes or types (C++ for OpenCL).
    ClassTemplate(Box<ClassTemplate>),
}

/// A function with its body.
#[derive(Debug)]
pub struct FunctionDefinition {
    /// Return type, storage class, `kernel`, attributes.
    pub specifiers: DeclarationSpecifiers,
    /// Name and parameters: the outermost part that is not a parenthesis is a `Function`.
    pub declarator: Declarator,
    /// Its body, a `StmtKind::Block`.
    pub body: StmtId,
    /// From the first specifier to the closing brace.
    pub span: Span,
}

/// `specifiers declarator [= init], …;`
#[derive(Debug)]
pub struct Declaration {
    /// What all declarators share.
    pub specifiers: DeclarationSpecifiers,
    /// The names declared; none in `struct S {…};`.
    pub declarators: Vec<InitDeclarator>,
    /// All of it, with the semicolon.
    pub span: Span,
}

/// One declared name with its initialiser.
#[derive(Debug)]
pub struct InitDeclarator {
    /// The name and how its type is derived.
    pub declarator: Declarator,
    /// What follows `=`.
    pub initializer: Option<Initializer>,
}

/// `_Static_assert(condition, "message");`, which compilers of the field take from C11.
#[derive(Debug)]
pub struct StaticAssert {
    /// The constant expression that has to hold.
    pub condition: ExprId,
    /// What to say where it does not.
    pub message: Option<Box<[u8]>>,
    /// All of it, with the semicolon.
    pub span: Span,
}

/// Storage class, address space, access, qualifiers, type, attributes, in any order in the source.
#[derive(Debug)]
pub struct DeclarationSpecifiers {
    /// `typedef`, `static`, `extern`, `auto`, `register` in order (more than one is an error of sema's).
    pub storage: Vec<(StorageClass, Span)>,
    /// `inline`.
    pub inline: Option<Span>,
    /// `kernel` or `__kernel`.
    pub kernel: Option<Span>,
    /// `constexpr` (C++ for OpenCL).
    pub constexpr: Option<Span>,
    /// The type named, with its qualifiers.
    pub ty: TypeSpecifier,
    /// `const`, `volatile`, `restrict`, `_Atomic`, address space and access qualifiers.
    pub qualifiers: Qualifiers,
    /// `__attribute__((…))` among the specifiers.
    pub attributes: Vec<Attribute>,
    /// All of it.
    pub span: Span,
}

/// A storage class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the keyword says it all")]
pub enum StorageClass {
    Typedef,
    Static,
    Extern,
    Auto,
    Register,
}

/// Qualifiers, each with where it stands.
#[derive(Debug, Clone, Default)]
pub struct Qualifiers {
    /// `const`.
    pub is_const: Option<Span>,
    /// `volatile`.
    pub is_volatile: Option<Span>,
    /// `restrict`.
    pub is_restrict: Option<Span>,
    /// `_Atomic`.
    pub is_atomic: Option<Span>,
    /// `global`, `local`, … in order; more than one is an error of sema's.
    pub address_spaces: Vec<(AddressSpaceKeyword, Span)>,
    /// `read_only`, `write_only`, `read_write`.
    pub access: Vec<(AccessQualifier, Span)>,
}

/// An address space as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the keyword says it all")]
pub enum AddressSpaceKeyword {
    Global,
    Local,
    Constant,
    Private,
    Generic,
}

/// An access qualifier of images and pipes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the keyword says it all")]
pub enum AccessQualifier {
    ReadOnly,
    WriteOnly,
    ReadWrite,
}

/// The type among the specifiers.
#[derive(Debug)]
pub enum TypeSpecifier {
    /// Keywords and built-in names: `unsigned int`, `float4`, `size_t`, `image2d_t`, `atomic_int` (which of
    /// these exist depends on the standard). The parser has already put multi-word forms together.
    Builtin(BuiltinTypeName),
    /// A typedef name.
    Typedef(Symbol, Span),
    /// `name<arguments>` (C++ for OpenCL).
    Template(Box<TemplateId>),
    /// `scope::name` (C++ for OpenCL).
    Scoped(Box<ScopedName>),
    /// `decltype(expression)` (C++ for OpenCL); with no expression, `decltype(auto)`.
    Decltype(Option<ExprId>),
    /// `__underlying_type(type)` and the like of C++'s traits: the type without its address space.
    WithoutAddressSpace(Box<TypeName>),
    /// `struct` or `union`.
    Record(Box<RecordSpecifier>),
    /// `enum`.
    Enum(Box<EnumSpecifier>),
    /// `typeof(expr)` / `__typeof__(expr)`, which compilers of the field take.
    TypeofExpr(ExprId),
    /// `typeof(type)`.
    TypeofType(Box<TypeName>),
    /// `auto` as C++ has it, `__auto_type` of GNU C: the initialiser's type.
    Auto,
    /// `pipe T` (from OpenCL C 2.0 on): a pipe of packets of this type.
    Pipe(Box<TypeSpecifier>),
    /// No type was written, or it cannot be understood (reported by the parser).
    Error,
}

/// A type that the language has of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BuiltinTypeName {
    /// `void`.
    Void,
    /// `bool`, `_Bool`.
    Bool,
    /// A scalar of the language.
    Scalar(ScalarName),
    /// A vector: element and 2, 3, 4, 8 or 16.
    Vector(ScalarName, u8),
    /// `size_t`, `ptrdiff_t`, `intptr_t`, `uintptr_t`.
    SizeT,
    #[allow(missing_docs)]
    PtrdiffT,
    #[allow(missing_docs)]
    IntptrT,
    #[allow(missing_docs)]
    UintptrT,
    /// A type of the language that has no structure: `image2d_t`, `sampler_t`, `event_t`, `queue_t`,
    /// `clk_event_t`, `ndrange_t`, `reserve_id_t`, `atomic_int`, `atomic_flag`, `memory_order`, …, and the reserved names
    /// (`quad`, `complex`, `longlong`, `float2x2`, …): sema knows which it offers.
    Opaque(Symbol),
}

/// The scalars of OpenCL C (6.3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the keyword says it all")]
pub enum ScalarName {
    Char,
    Uchar,
    Short,
    Ushort,
    Int,
    Uint,
    Long,
    Ulong,
    Half,
    Float,
    Double,
}

/// `struct`/`union` [attributes] [name] [{ fields }] [attributes].
#[derive(Debug)]
pub struct RecordSpecifier {
    /// Whether it is a union.
    pub is_union: bool,
    /// Its tag.
    pub tag: Option<(Symbol, Span)>,
    /// Its members; `None` where only the tag is named.
    pub members: Option<Vec<MemberDeclaration>>,
    /// The `_Static_assert` among the members.
    pub assertions: Vec<StaticAssert>,
    /// Attributes before and after.
    pub attributes: Vec<Attribute>,
    /// What `#pragma pack` says at its opening brace: no member is aligned to more bytes than this.
    pub pack: Option<u32>,
    /// What else it has, in C++ for OpenCL, where its members follow.
    pub class: Option<ClassId>,
    /// From the keyword to the closing brace or tag.
    pub span: Span,
}

/// Members that share specifiers.
#[derive(Debug)]
pub struct MemberDeclaration {
    /// Their type; storage classes and `kernel` are errors of sema's.
    pub specifiers: DeclarationSpecifiers,
    /// The members; empty for an anonymous struct or union.
    pub declarators: Vec<MemberDeclarator>,
    /// All of it.
    pub span: Span,
}

/// One member.
#[derive(Debug)]
pub struct MemberDeclarator {
    /// Name and derived type (the name may be missing in an unnamed bit-field).
    pub declarator: Declarator,
    /// The width of a bit-field (not supported in OpenCL C: sema reports it).
    pub bit_width: Option<ExprId>,
}

/// `enum [name] [{ … }]`.
#[derive(Debug)]
pub struct EnumSpecifier {
    /// Its tag.
    pub tag: Option<(Symbol, Span)>,
    /// Its constants; `None` where only the tag is named.
    pub constants: Option<Vec<EnumConstant>>,
    /// Whether its constants are known by `tag::name` alone (`enum class` of C++ for OpenCL).
    pub is_scoped: bool,
    /// The integer type in which it is stored, where that is written (C++ for OpenCL).
    pub underlying: Option<Box<DeclarationSpecifiers>>,
    /// Attributes.
    pub attributes: Vec<Attribute>,
    /// All of it.
    pub span: Span,
}

/// One constant of an `enum`.
#[derive(Debug)]
pub struct EnumConstant {
    /// Its name.
    pub name: Symbol,
    /// The value after `=`.
    pub value: Option<ExprId>,
    /// Where the name stands.
    pub span: Span,
}

/// A declarator: from the name outwards, how the type is derived from the specifiers.
#[derive(Debug)]
pub struct Declarator {
    /// The name; `None` in abstract declarators.
    pub name: Option<(Symbol, Span)>,
    /// The class of a member that is defined outside of it (C++ for OpenCL).
    pub scope: Option<Box<TypeSpecifier>>,
    /// Whether it stands for any number of parameters (`Ts... values` of C++ for OpenCL).
    pub is_pack: bool,
    /// The derivations in the order in which one reads them from the name: for `int *a[3]` first
    /// `Array`, then `Pointer` ("array of 3 pointers to int").
    pub parts: Vec<DeclaratorPart>,
    /// `__attribute__` after the declarator (or between its parts).
    pub attributes: Vec<Attribute>,
    /// All of it (for an empty abstract declarator, where it would stand).
    pub span: Span,
}

/// One step of a derivation.
#[derive(Debug)]
pub enum DeclaratorPart {
    /// `*` with the qualifiers of the pointer itself.
    Pointer {
        /// `const`, `restrict`, … and the address space in which the pointer itself lives.
        qualifiers: Qualifiers,
        /// The `*`.
        span: Span,
    },
    /// `[size]`.
    Array {
        /// The size expression; `None` for `[]`.
        size: Option<ExprId>,
        /// The qualifiers in a parameter's brackets (`[const 3]`, `[static 3]`).
        qualifiers: Qualifiers,
        /// With the brackets.
        span: Span,
    },
    /// `(parameters)`.
    Function {
        /// The parameters; `(void)` is none.
        parameters: Vec<Parameter>,
        /// Whether `...` ends the list.
        variadic: bool,
        /// Whether the parentheses are empty: `f()` is a prototype without parameters in OpenCL C's
        /// practice.
        empty: bool,
        /// Qualifiers behind the parentheses: those of a member function's object (C++ for OpenCL).
        object: Box<Qualifiers>,
        /// `-> type` behind the parentheses: what a function declared `auto` gives (C++ for OpenCL).
        result: Option<Box<TypeName>>,
        /// With the parentheses.
        span: Span,
    },
    /// `&` of C++: a reference to what the rest says. `&&` refers to a value that nothing else names.
    Reference {
        /// Whether it is `&&`.
        rvalue: bool,
        /// The `&`.
        span: Span,
    },
    /// `^`: a block (device-side enqueue; a later stage reports that it is absent).
    Block {
        /// The `^`.
        span: Span,
    },
}

/// A parameter.
#[derive(Debug)]
pub struct Parameter {
    /// Its type.
    pub specifiers: DeclarationSpecifiers,
    /// Name and derivation.
    pub declarator: Declarator,
    /// What it is where a call leaves it out (C++ for OpenCL).
    pub default: Option<ExprId>,
    /// All of it.
    pub span: Span,
}

/// A type in a cast, in `sizeof` or in a compound literal.
#[derive(Debug)]
pub struct TypeName {
    /// The specifiers.
    pub specifiers: DeclarationSpecifiers,
    /// An abstract declarator.
    pub declarator: Declarator,
    /// All of it.
    pub span: Span,
}

/// One attribute of an `__attribute__((…))`.
#[derive(Debug)]
pub struct Attribute {
    /// Its name, without surrounding underscores (`__packed__` is `packed`).
    pub name: Symbol,
    /// Its arguments.
    pub arguments: Vec<AttributeArgument>,
    /// Name and arguments.
    pub span: Span,
}

/// An argument of an attribute.
#[derive(Debug)]
pub enum AttributeArgument {
    /// An expression (a lone identifier too, if it is not a type).
    Expr(ExprId),
    /// A type, as in `vec_type_hint(float4)`.
    Type(Box<TypeName>),
}

/// What follows `=`.
#[derive(Debug)]
pub enum Initializer {
    /// A single expression.
    Expr(ExprId),
    /// `{ … }`.
    List(InitializerList),
    /// `(a, b)` behind the name of a variable, in C++ for OpenCL: what makes a value of the variable's type.
    Arguments(Vec<ExprId>, Span),
    /// A value, where it expands a pack of parameters (C++ for OpenCL).
    Expansion(ExprId),
}

impl Initializer {
    /// The one value, where it is one without braces: `= value` or `(value)`.
    pub fn sole_value(&self) -> Option<ExprId> {
        match self {
            Initializer::Expr(expr) => Some(*expr),
            Initializer::Arguments(parts, _) if parts.len() == 1 => Some(parts[0]),
            Initializer::List(_) | Initializer::Arguments(..) | Initializer::Expansion(_) => None,
        }
    }
}

/// `{ [designation] initializer, … }`.
#[derive(Debug)]
pub struct InitializerList {
    /// The parts in order.
    pub items: Vec<InitializerItem>,
    /// With the braces.
    pub span: Span,
}

/// One part of an initialiser list.
#[derive(Debug)]
pub struct InitializerItem {
    /// `.a[3] =`; empty where there is none.
    pub designators: Vec<Designator>,
    /// The value.
    pub value: Initializer,
}

/// `.name` or `[index]`.
#[derive(Debug)]
pub enum Designator {
    /// A member.
    Member(Symbol, Span),
    /// An element; with `last` for GNU's `[a ... b]`.
    Index {
        /// The (first) index.
        first: ExprId,
        /// The last index of a range.
        last: Option<ExprId>,
        /// With the brackets.
        span: Span,
    },
}

/// A statement.
#[derive(Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug)]
pub enum StmtKind {
    /// `{ … }`, with the `FP_CONTRACT` pragma at its start, if one stands there (it holds until the
    /// closing brace).
    Block {
        /// The statements.
        stmts: Vec<StmtId>,
        /// `Some(None)` is `DEFAULT`.
        fp_contract: Option<Option<bool>>,
    },
    /// A declaration.
    Declaration(Box<Declaration>),
    /// `_Static_assert`.
    StaticAssert(StaticAssert),
    /// An expression.
    Expr(ExprId),
    /// `;`
    Empty,
    /// `if`.
    If {
        /// The condition.
        condition: ExprId,
        /// When it is not zero.
        then: StmtId,
        /// When it is.
        otherwise: Option<StmtId>,
        /// Whether only the branch that is taken is compiled (`if constexpr` of C++ for OpenCL).
        is_constexpr: bool,
    },
    /// `switch`.
    Switch {
        /// The value.
        value: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `case value:` (GNU: `case first ... last:`).
    Case {
        /// The value.
        value: ExprId,
        /// The last value of a range.
        last: Option<ExprId>,
        /// The statement after the colon.
        body: StmtId,
    },
    /// `default:`.
    Default {
        /// The statement after the colon.
        body: StmtId,
    },
    /// `while`.
    While {
        /// The condition.
        condition: ExprId,
        /// The body.
        body: StmtId,
        /// Unroll hint (`opencl_unroll_hint`, `#pragma unroll`).
        hint: LoopHint,
    },
    /// `do … while`.
    DoWhile {
        /// The body.
        body: StmtId,
        /// The condition.
        condition: ExprId,
        /// As above.
        hint: LoopHint,
    },
    /// `for`.
    For {
        /// A `Declaration`, an `Expr` or none.
        init: Option<StmtId>,
        /// The condition.
        condition: Option<ExprId>,
        /// After each turn.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
        /// As above.
        hint: LoopHint,
    },
    /// `for (declaration : range)` (C++ for OpenCL).
    RangeFor {
        /// What names an element: specifiers, and one declarator.
        element: Box<Declaration>,
        /// The elements.
        range: ExprId,
        /// The body.
        body: StmtId,
        /// As above.
        hint: LoopHint,
    },
    /// A template of types in a block, or anything else that stands outside functions as well (C++ for OpenCL).
    Item(Box<Item>),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<ExprId>),
    /// `return { … };` (C++ for OpenCL).
    ReturnList(InitializerList),
    /// `goto`.
    Goto(Symbol, Span),
    /// `name: statement`.
    Label {
        /// Its name.
        name: Symbol,
        /// What it stands before.
        body: StmtId,
    },
    /// It could not be parsed (reported).
    Error,
}

/// How a loop may be unrolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LoopHint {
    /// No hint.
    #[default]
    None,
    /// Unroll it wholly.
    Full,
    /// Unroll it by this factor; 1 is "do not".
    By(u32),
    /// Unroll it by the value of this integer constant expression (section "Specifying Attribute For Unrolling
    /// Loops"), which sema evaluates; the parser gives `By` where a plain number was written.
    Factor(ExprId),
}

/// An expression.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Debug)]
pub enum ExprKind {
    /// A variable, function or enumeration constant.
    Name(Symbol),
    /// An integer constant.
    Integer(IntegerLiteral),
    /// A floating constant.
    Float(FloatLiteral),
    /// A character constant.
    Character(i32),
    /// A string literal, without the closing zero.
    String(Box<[u8]>),
    /// `( e )`: kept, since `(int4)(1, 2, 3, 4)` and hints need it.
    Paren(ExprId),
    /// `base[index]`.
    Index {
        /// The array or pointer (or, as C has it, the index).
        base: ExprId,
        /// The index.
        index: ExprId,
    },
    /// `callee(arguments)`.
    Call {
        /// Mostly a `Name`.
        callee: ExprId,
        /// The arguments.
        arguments: Vec<ExprId>,
    },
    /// `base.name` or `base->name`: a member or vector components.
    Member {
        /// What it is a member of.
        base: ExprId,
        /// `->`.
        arrow: bool,
        /// The name.
        name: Symbol,
        /// Where the name stands.
        name_span: Span,
    },
    /// `base++` and `base--`.
    Postfix {
        /// Which.
        increment: bool,
        /// The operand.
        operand: ExprId,
    },
    /// A prefix operator.
    Unary {
        /// Which.
        op: UnaryOp,
        /// The operand.
        operand: ExprId,
    },
    /// `sizeof e`.
    SizeofExpr(ExprId),
    /// `sizeof(type)`.
    SizeofType(Box<TypeName>),
    /// `__alignof__(type)`.
    AlignofType(Box<TypeName>),
    /// `__alignof__ e`.
    AlignofExpr(ExprId),
    /// `vec_step(e)`; OpenCL C 6.15.13.
    VecStepExpr(ExprId),
    /// `vec_step(type)`.
    VecStepType(Box<TypeName>),
    /// `(type) e`. With a vector type and an operand in parentheses it is a vector literal if the
    /// parentheses hold a list: see `VectorLiteral`.
    Cast {
        /// The type.
        ty: Box<TypeName>,
        /// The operand.
        operand: ExprId,
    },
    /// `(type)(a, b, …)`: a cast whose operand is a parenthesised list with a comma at its top level. For a
    /// vector type it is a vector literal (6.3.6); for any other type sema reads it as a cast of a comma expression.
    /// `(type)(a)` is a `Cast` of a `Paren`.
    VectorLiteral {
        /// The type.
        ty: Box<TypeName>,
        /// The list.
        parts: Vec<ExprId>,
        /// The parenthesised list.
        list_span: Span,
    },
    /// `(type){ … }`.
    CompoundLiteral {
        /// The type.
        ty: Box<TypeName>,
        /// What stands in the braces: always a `List`.
        initializer: Initializer,
    },
    /// A binary operator; `&&` and `||` too.
    Binary {
        /// Which.
        op: BinaryOp,
        /// The left operand.
        left: ExprId,
        /// The right operand.
        right: ExprId,
        /// The operator's own token.
        op_span: Span,
    },
    /// `=` and `op=`.
    Assign {
        /// `None` for `=`.
        op: Option<BinaryOp>,
        /// The target.
        target: ExprId,
        /// The value.
        value: ExprId,
        /// The operator's own token.
        op_span: Span,
    },
    /// `condition ? then : otherwise` (GNU: `then` may be missing).
    Conditional {
        /// The condition.
        condition: ExprId,
        /// Its value where the condition holds.
        then: Option<ExprId>,
        /// And where not.
        otherwise: ExprId,
    },
    /// `left, right`.
    Comma {
        /// Evaluated first.
        left: ExprId,
        /// The value.
        right: ExprId,
    },
    /// `__builtin_astype(e, type)`, which public headers use, and `cl::as_type<type>(e)` of OpenCL C++.
    AsType {
        /// The operand.
        operand: ExprId,
        /// The type.
        ty: Box<TypeName>,
        /// Whether it is the latter.
        template: bool,
    },
    /// `__builtin_convertvector(e, type)`: a vector, converted component by component.
    ConvertVector {
        /// The operand.
        operand: ExprId,
        /// The type.
        ty: Box<TypeName>,
    },
    /// `static_cast<type>(e)` and its like (C++ for OpenCL, "C++ casts").
    NamedCast {
        /// Which.
        cast: NamedCast,
        /// The operand.
        operand: ExprId,
        /// The type.
        ty: Box<TypeName>,
    },
    /// `type(a, b)` or `type{a, b}` of C++: a value of the type made of these.
    Construct {
        /// The type.
        ty: Box<TypeName>,
        /// What stands in the brackets.
        parts: Vec<ExprId>,
        /// The brackets and what is in them.
        list_span: Span,
    },
    /// `nullptr` of C++.
    Nullptr,
    /// `({ … })` of GNU C: statements, and the value of the last one where that is an expression.
    Statements(StmtId),
    /// `_Generic(control, type: value, …, default: value)` (C11 6.5.1.1): the value that goes with the type of `control`.
    Generic {
        /// What is looked at, and not evaluated.
        control: ExprId,
        /// The types (`None` for `default`) and what goes with each.
        associations: Vec<(Option<Box<TypeName>>, ExprId)>,
    },
    /// `__builtin_choose_expr(condition, then, otherwise)`: one of the two, of which the other is not evaluated nor looked at.
    Choose {
        /// An integer constant.
        condition: ExprId,
        /// What stands here where it is not zero.
        then: ExprId,
        /// And where it is.
        otherwise: ExprId,
    },
    /// `__builtin_offsetof(type, path)`, the macro `offsetof` of C.
    Offsetof {
        /// The struct or union.
        ty: Box<TypeName>,
        /// The member, and what is in it.
        path: Vec<Designator>,
    },
    /// `__builtin_types_compatible_p(type, type)`: 1 if they are the same but for qualifiers, else 0.
    SameTypes(Box<TypeName>, Box<TypeName>),
    /// `scope::name` with a class before the `::` (C++ for OpenCL).
    Scoped(Box<ScopedName>),
    /// `base.name<arguments>` and `base->name<arguments>`: a member template, which is only called (C++ for OpenCL).
    MemberTemplate {
        /// What it is a member of.
        base: ExprId,
        /// `->`.
        arrow: bool,
        /// The name.
        name: Symbol,
        /// Where the name stands.
        name_span: Span,
        /// The arguments that are given.
        arguments: Vec<TemplateArgument>,
    },
    /// A lambda (C++ for OpenCL).
    Lambda(Box<Lambda>),
    /// A list in braces where a value has to stand: an argument, or what is assigned (C++ for OpenCL).
    Braces(InitializerList),
    /// `operand...` among arguments: one argument for each parameter of a pack (C++ for OpenCL).
    Expansion(ExprId),
    /// `sizeof...(pack)` (C++ for OpenCL).
    PackSize(Symbol),
    /// `(first op ... op pack)`, a fold over a pack (C++ for OpenCL).
    Fold {
        /// The operator.
        op: BinaryOp,
        /// What names the pack.
        pattern: ExprId,
        /// The operand at the other end.
        start: Option<ExprId>,
        /// Whether the operands are taken from the left: `(… op pack)`.
        from_left: bool,
        /// Whether it is the comma operator instead.
        comma: bool,
        /// The operator's own token.
        op_span: Span,
    },
    /// `name<arguments>`: a template of functions with (some of) its arguments (C++ for OpenCL). It is only called.
    TemplateName {
        /// The template.
        name: Symbol,
        /// The arguments that are given.
        arguments: Vec<TemplateArgument>,
    },
    /// It could not be parsed (reported).
    Error,
}

/// The casts of C++ that have names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the casts'")]
pub enum NamedCast {
    Static,
    Reinterpret,
    Const,
    AddressSpace,
}

impl NamedCast {
    /// The keyword.
    pub fn text(self) -> &'static str {
        match self {
            NamedCast::Static => "static_cast",
            NamedCast::Reinterpret => "reinterpret_cast",
            NamedCast::Const => "const_cast",
            NamedCast::AddressSpace => "addrspace_cast",
        }
    }
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the operators'")]
pub enum UnaryOp {
    Plus,
    Minus,
    BitNot,
    LogicalNot,
    Dereference,
    AddressOf,
    Increment,
    Decrement,
}

/// Binary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the operators'")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    LogicalAnd,
    LogicalOr,
    /// `^^`: reserved (6.4.7); sema says so.
    LogicalXor,
}

impl UnaryOp {
    /// The operator's spelling.
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::LogicalNot => "!",
            UnaryOp::Dereference => "*",
            UnaryOp::AddressOf => "&",
            UnaryOp::Increment => "++",
            UnaryOp::Decrement => "--",
        }
    }
}

impl BinaryOp {
    /// The operator's spelling.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Less => "<",
            BinaryOp::Greater => ">",
            BinaryOp::LessEqual => "<=",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::LogicalAnd => "&&",
            BinaryOp::LogicalOr => "||",
            BinaryOp::LogicalXor => "^^",
        }
    }
}
