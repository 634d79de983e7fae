//! The typed tree: what analysis makes and lowering, diagnostics and `ferrocl eval --steps` read.
//!
//! Names are resolved, every expression has a type, and every implicit conversion is a node that says why
//! it is there ([`ConversionReason`]). Both operands of an operator have the type in which it is computed.
//! Expressions live in an arena a function, so trees may be as deep as the source made left spines; passes walk
//! those with loops.

use ferrocl_base::{IndexVec, Span, Symbol, define_id};
pub use ferrocl_ir::Rounding;
use ferrocl_ir::{AddressSpace, Bits, MathFlags};
pub use ferrocl_syntax::ast::LoopHint;

use crate::types::{QualifiedType, RecordId, TypeId, TypeTable};

define_id!(/// A function of a program.
    pub FunctionId, "f");
define_id!(/// A program-scope variable or string literal.
    pub GlobalId, "g");
define_id!(/// A parameter or variable of a function.
    pub VariableId, "x");
define_id!(/// An expression of a function (or of the program, for initialisers at program scope).
    pub ExprId, "e");
define_id!(/// A label of a function.
    pub LabelId, "l");

/// A program, analysed.
#[derive(Debug, Default)]
pub struct Program {
    /// Its types.
    pub types: TypeTable,
    /// Functions: the source's, and those of the built-in library that it uses.
    pub functions: IndexVec<FunctionId, Function>,
    /// Program-scope variables and string literals.
    pub globals: IndexVec<GlobalId, Global>,
}

/// A program-scope variable (`constant` ones, `global` ones, `static constant` ones inside functions) or a string literal.
#[derive(Debug)]
pub struct Global {
    /// Its name; `None` for a string literal.
    pub name: Option<Symbol>,
    /// Its type.
    pub ty: QualifiedType,
    /// In bytes.
    pub align: u32,
    /// Its bytes, evaluated. `None`: declared `extern` and not defined.
    pub bytes: Option<Vec<u8>>,
    /// Places in `bytes` that hold an address: offset, what it points to, addend.
    pub relocations: Vec<(u64, GlobalId, i64)>,
    /// In a separate compilation, the name by which other objects know it; `None`: they do not.
    pub link_name: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: Symbol,
    /// What it gives.
    pub result: TypeId,
    /// Its parameters, which are its first variables.
    pub parameters: Vec<VariableId>,
    /// For each parameter the name of its type as the source has it, where that is a typedef's: `image_size*`.
    pub written_types: Vec<Option<String>>,
    /// Parameters and local variables.
    pub variables: IndexVec<VariableId, Variable>,
    /// Its expressions.
    pub exprs: IndexVec<ExprId, Expr>,
    /// Its labels' names.
    pub labels: IndexVec<LabelId, Symbol>,
    /// Its body; `None` where only a prototype exists.
    pub body: Option<Vec<Stmt>>,
    /// What makes it a kernel.
    pub kernel: Option<ferrocl_ir::Kernel>,
    /// Whether it is one of the built-in library's.
    pub is_library: bool,
    /// In a separate compilation, the name by which other objects know it; `None`: they do not.
    pub link_name: Option<String>,
    /// Where its name stands.
    pub span: Span,
}

/// A parameter or variable.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name; `None` for unnamed parameters and compound literals.
    pub name: Option<Symbol>,
    /// Its type. The address space is `Private` or `Local` (program-scope `constant` is a [`Global`]).
    pub ty: QualifiedType,
    /// In bytes: the type's, or what `aligned` asks for.
    pub align: u32,
    /// Where it is declared.
    pub span: Span,
}

/// A statement.
#[derive(Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of statements. A label stands in its list as a statement of its own with an `Empty` body, before the statement that
/// it labels, so that long chains of labels do not nest; nor do chains of `else if`. Conditions are scalars of any arithmetic or pointer type, compared with zero.
#[derive(Debug)]
pub enum StmtKind {
    /// Evaluates an expression for its effects.
    Expr(ExprId),
    /// A private variable's life begins; with its initialiser. (`local` variables have none.)
    Declare(VariableId, Option<Initializer>),
    /// `{ … }`.
    Block(Vec<Stmt>),
    /// `if` with all its `else if` (at least one arm), and the last `else`.
    If(Vec<Arm>, Option<Box<Stmt>>),
    /// `while`.
    While(ExprId, Box<Stmt>, LoopHint),
    /// `do … while`.
    DoWhile(Box<Stmt>, ExprId, LoopHint),
    /// `for`: init, condition, step, body.
    For(Vec<Stmt>, Option<ExprId>, Option<ExprId>, Box<Stmt>, LoopHint),
    /// `switch`: the value after promotion, and the body with `Case` and `Default` in it.
    Switch(ExprId, Box<Stmt>),
    /// `case first ... last:` (equal for a single value); the bits are in the switch value's type.
    Case(u64, u64, Box<Stmt>),
    /// `default:`.
    Default(Box<Stmt>),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<ExprId>),
    /// `goto`.
    Goto(LabelId),
    /// A label and its statement.
    Label(LabelId, Box<Stmt>),
    /// Nothing.
    Empty,
}

/// An `if` or `else if`.
#[derive(Debug)]
pub struct Arm {
    /// Where it holds, and none before it did, the statement is executed.
    pub condition: ExprId,
    /// The statement.
    pub then: Stmt,
    /// From the `if` to the end of all that belongs to it.
    pub span: Span,
}

/// An initialiser, resolved: designators are gone, braces are matched to the type.
#[derive(Debug)]
pub enum Initializer {
    /// One value of the object's own type (scalars, vectors, pointers, whole structs).
    Value(ExprId),
    /// Parts of an aggregate. What no part covers is zero. Later parts override earlier ones.
    Parts(Vec<InitializerPart>),
}

/// One part of an aggregate: a scalar, vector, pointer or whole struct at an offset.
#[derive(Debug)]
pub struct InitializerPart {
    /// In bytes from the object's start.
    pub offset: u64,
    /// Its value; the type tells the size. For a string literal that fills (the first part of) an array, this is a `Load` of the
    /// literal's data, a place of array type that is copied whole. Designated ranges may name one value in several parts.
    pub value: ExprId,
}

/// An expression.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type. For an lvalue, the object's type without qualifiers.
    pub ty: TypeId,
    /// For lvalues: qualifiers and address space of the object. `None`: a value.
    pub place: Option<Place>,
    /// For float operators.
    pub flags: MathFlags,
    /// Where it stands.
    pub span: Span,
}

/// What an lvalue says of its object besides the type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// It may not be assigned.
    pub is_const: bool,
    /// Accesses happen as written.
    pub is_volatile: bool,
    /// Where it lies.
    pub space: AddressSpace,
    /// What its address is known to be a multiple of: the type's alignment, less in packed structs.
    pub align: u32,
}

impl Place {
    /// The type of an object of type `ty` there, with its qualifiers.
    pub fn object_type(&self, ty: TypeId) -> QualifiedType {
        QualifiedType {
            is_const: self.is_const,
            is_volatile: self.is_volatile,
            ..QualifiedType::new(ty, self.space)
        }
    }
}

/// The kinds of expressions. "Place" means an operand that is an lvalue.
#[derive(Debug)]
pub enum ExprKind {
    /// It is wrong and was reported.
    Error,
    /// A constant: the bits of each component (a pointer has one word). `bool`: 0 or 1.
    Constant(Bits),
    /// A parameter or variable (a place).
    Variable(VariableId),
    /// Program-scope data (a place); string literals too.
    Global(GlobalId),
    /// `*pointer` and `pointer[index]` with the addition inside (a place).
    Dereference(ExprId),
    /// A member (a place if its base is one): which member of the record, and its offset in bytes.
    Member {
        /// The struct or union.
        base: ExprId,
        /// Its type.
        record: RecordId,
        /// The number of the member.
        field: u32,
    },
    /// Components of a vector, in order; one gives a scalar. A place if the base is one and no component repeats.
    Swizzle {
        /// The vector.
        base: ExprId,
        /// The components. For a 3-vector's `.hi`/`.odd`, 3 is the component that it does not have.
        components: Vec<u8>,
    },
    /// A component of a vector place chosen at run time (`v[i]`, an extension that compilers of the field take).
    ComponentIndex {
        /// The vector.
        base: ExprId,
        /// The index, an integer.
        index: ExprId,
    },
    /// The address of a place.
    AddressOf(ExprId),
    /// A conversion, implicit or explicit.
    Convert {
        /// What is done.
        kind: ConversionKind,
        /// To what.
        operand: ExprId,
        /// Why.
        reason: ConversionReason,
    },
    /// `-a`, `~a`, `!a` on a value of the result's type (`!`: any operand; the result is `int` or the mask type).
    Unary(UnaryOp, ExprId),
    /// A binary operator without sequence point. Operand types are equal but for shifts of vectors by scalars, which are
    /// widened too; comparisons give `int` or the mask type. `LogicalAnd`/`LogicalOr` here are the vector forms.
    Binary(BinaryOp, ExprId, ExprId),
    /// Scalar `&&` (`true`) or `||` (`false`): the right operand is only evaluated where it counts. Gives `int`.
    ShortCircuit(bool, ExprId, ExprId),
    /// Scalar condition: one arm is evaluated.
    Conditional(ExprId, ExprId, ExprId),
    /// Vector condition: by the sign bit of each component; both arms are evaluated.
    VectorSelect(ExprId, ExprId, ExprId),
    /// `pointer + index` elements (`negative`: minus); `index` is a `long` or `ulong`. The pointee's size is
    /// the type table's.
    PointerAdd {
        /// The pointer.
        pointer: ExprId,
        /// The index.
        index: ExprId,
        /// Whether it is subtracted.
        negative: bool,
    },
    /// The distance of two pointers in elements, a `long`.
    PointerDifference(ExprId, ExprId),
    /// Stores a value of the place's type; gives that value. Structs too.
    Assign(ExprId, ExprId),
    /// `place op= value`, with the place evaluated once: the place's value is converted by `before`, then
    /// `op` with `value`, then `after` back to the place's type; gives the new value.
    CompoundAssign {
        /// The operator; for pointers `Add`/`Sub` with `value` an index (then there are no conversions).
        op: BinaryOp,
        /// The place.
        place: ExprId,
        /// From the place's type to the type in which it is computed; in order.
        before: Vec<(ConversionKind, TypeId, ConversionReason)>,
        /// The right operand in that type.
        value: ExprId,
        /// The type in which it is computed.
        computation: TypeId,
        /// Back to the place's type.
        after: Vec<(ConversionKind, TypeId, ConversionReason)>,
    },
    /// `++` and `--`: by one, on `bool` (with the result converted back), integers, floats (scalars), vectors of integers,
    /// pointers. Gives the new value (`prefix`) or the old one.
    Increment {
        /// The place.
        place: ExprId,
        /// Whether it is `--`.
        decrement: bool,
        /// Whether it gives the new value.
        prefix: bool,
    },
    /// Evaluates the left, gives the right.
    Comma(ExprId, ExprId),
    /// A vector from scalars and vectors (6.3.6); together they have as many components as the type. A single scalar that is
    /// repeated is a `Convert` with `Widen`.
    VectorLiteral(Vec<ExprId>),
    /// `(type){ … }`: its unnamed variable is initialised here (a place).
    CompoundLiteral(VariableId, Box<Initializer>),
    /// `as_type(e)`, `__builtin_astype`.
    AsType(ExprId),
    /// A call of a function of the program. Arguments have the parameters' types.
    Call(FunctionId, Vec<ExprId>),
    /// A call of a built-in function; arguments have the types of the overload.
    BuiltinCall {
        /// Which overload with which gentype.
        callee: crate::builtins::Callee,
        /// The arguments.
        arguments: Vec<ExprId>,
    },
    /// `get_fence`: the `cl_mem_fence_flags` for what a generic pointer points to.
    FenceFlags(ExprId),
    /// `({ … })`: the statements, then the value.
    Statements(Vec<Stmt>, Option<ExprId>),
    /// `printf`.
    Printf {
        /// The format's literal.
        format: GlobalId,
        /// The other arguments, promoted.
        arguments: Vec<ExprId>,
    },
}

impl ExprKind {
    /// Calls `visit` with each operand, in source order; with the values of an initialiser too.
    pub fn for_each_operand(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            ExprKind::Error | ExprKind::Constant(_) | ExprKind::Variable(_) | ExprKind::Global(_) => {}
            ExprKind::Dereference(a)
            | ExprKind::AddressOf(a)
            | ExprKind::Unary(_, a)
            | ExprKind::AsType(a)
            | ExprKind::FenceFlags(a)
            | ExprKind::Member { base: a, .. }
            | ExprKind::Swizzle { base: a, .. }
            | ExprKind::Convert { operand: a, .. }
            | ExprKind::Increment { place: a, .. } => visit(*a),
            ExprKind::Binary(_, a, b)
            | ExprKind::ShortCircuit(_, a, b)
            | ExprKind::PointerDifference(a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Assign(a, b)
            | ExprKind::ComponentIndex { base: a, index: b }
            | ExprKind::PointerAdd { pointer: a, index: b, .. }
            | ExprKind::CompoundAssign { place: a, value: b, .. } => {
                visit(*a);
                visit(*b);
            }
            ExprKind::Conditional(a, b, c) | ExprKind::VectorSelect(a, b, c) => {
                visit(*a);
                visit(*b);
                visit(*c);
            }
            ExprKind::VectorLiteral(list)
            | ExprKind::Call(_, list)
            | ExprKind::BuiltinCall { arguments: list, .. }
            | ExprKind::Printf { arguments: list, .. } => list.iter().copied().for_each(visit),
            ExprKind::CompoundLiteral(_, initializer) => initializer.for_each_value(visit),
            ExprKind::Statements(stmts, value) => {
                Stmt::for_each_expr(stmts, &mut visit);
                value.iter().copied().for_each(visit);
            }
        }
    }
}

impl Initializer {
    /// Calls `visit` with each value.
    pub fn for_each_value(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            Initializer::Value(value) => visit(*value),
            Initializer::Parts(parts) => parts.iter().for_each(|part| visit(part.value)),
        }
    }
}

impl Stmt {
    /// Calls `visit` with each expression of a list of statements and of the statements in them (not with the operands).
    pub fn for_each_expr(stmts: &[Stmt], mut visit: impl FnMut(ExprId)) {
        let mut pending: Vec<&Stmt> = stmts.iter().rev().collect();
        while let Some(stmt) = pending.pop() {
            match &stmt.kind {
                StmtKind::Expr(value) | StmtKind::Return(Some(value)) => visit(*value),
                StmtKind::Declare(_, Some(initializer)) => initializer.for_each_value(&mut visit),
                StmtKind::Block(stmts) => pending.extend(stmts.iter().rev()),
                StmtKind::If(arms, otherwise) => {
                    arms.iter().for_each(|arm| visit(arm.condition));
                    pending.extend(otherwise.as_deref());
                    pending.extend(arms.iter().rev().map(|arm| &arm.then));
                }
                StmtKind::While(condition, body, _)
                | StmtKind::DoWhile(body, condition, _)
                | StmtKind::Switch(condition, body) => {
                    visit(*condition);
                    pending.push(body);
                }
                StmtKind::For(init, condition, step, body, _) => {
                    condition.iter().chain(step).copied().for_each(&mut visit);
                    pending.push(body);
                    pending.extend(init.iter().rev());
                }
                StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
                    pending.push(body);
                }
                StmtKind::Declare(_, None)
                | StmtKind::Return(None)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Goto(_)
                | StmtKind::Empty => {}
            }
        }
    }
}

/// `-`, `~`, `!`. (`+` leaves only a promotion behind.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the operators'")]
pub enum UnaryOp {
    Minus,
    BitNot,
    LogicalNot,
}

pub use ferrocl_syntax::ast::BinaryOp;

/// What a conversion does. The types are those of the operand and of the `Convert` node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConversionKind {
    /// Reads a place.
    Load,
    /// An array place becomes a pointer to its first element.
    ArrayToPointer,
    /// Between arithmetic types of equally many components, by value: integers wrap, floats round to nearest, a float
    /// becomes an integer by truncation, anything becomes `bool` by comparison with zero.
    Arithmetic,
    /// The same with a rounding mode and perhaps saturation (`convert_T_sat_rte`).
    Explicit {
        /// `None`: the default of 6.3.3.2 (to integers towards zero, to floats to nearest even).
        rounding: Option<Rounding>,
        /// `_sat`.
        saturate: bool,
    },
    /// A scalar becomes a vector with it in every component (operand already of the element type).
    Widen,
    /// A pointer as a pointer to something else, or to the generic address space and (explicitly) back.
    Pointer,
    /// A generic pointer as one to a named address space; null where it points elsewhere.
    AddressSpace,
    /// The constant 0 as a pointer.
    NullPointer,
    /// A pointer as an integer.
    PointerToInteger,
    /// An integer as a pointer.
    IntegerToPointer,
    /// A pointer as a truth value (`bool`).
    PointerToBool,
    /// Anything as `void`: the value is dropped.
    Void,
}

/// Why a conversion stands there. `eval --steps` and diagnostics put it into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConversionReason {
    /// A place is used as a value (C99 6.3.2.1).
    ValueOfPlace,
    /// An array is used as a pointer.
    ArrayDecay,
    /// Integer promotion of a scalar narrower than `int` (C99 6.3.1.1).
    IntegerPromotion,
    /// Usual arithmetic conversions of two scalars (C99 6.3.1.8; 6.3.7).
    UsualArithmetic,
    /// A scalar beside a vector gets the element type and is widened (6.3.7).
    ScalarToVector,
    /// A shift count gets the type of the shifted value, in which its low bits decide ("Shift Operators").
    ShiftCount,
    /// The value of an assignment gets the target's type.
    Assignment,
    /// An initialiser gets the object's type.
    Initialization,
    /// An argument gets the parameter's type.
    Argument,
    /// A returned value gets the result's type.
    Return,
    /// A part of a vector literal gets the element type (6.3.6).
    VectorLiteralPart,
    /// A cast.
    Cast,
    /// `convert_T…`.
    ConvertFunction,
    /// `to_global`, `to_local`, `to_private`.
    AddressSpaceFunction,
    /// A condition.
    Condition,
    /// Operands of `?:` get a common type.
    ConditionalArms,
    /// An index or pointer arithmetic.
    Index,
    /// A `switch` or `case` value.
    Switch,
    /// A variadic argument (C99 6.5.2.2).
    VariadicArgument,
}
