//! What C++ for OpenCL adds to the syntax tree: classes, templates, names with classes before them, lambdas.
//!
//! Members of namespaces bear their whole names from the parser on (`A::f`). Members of classes do not, since which class is meant may depend
//! on a template's arguments: `S::x`, `T::type` and `Vec<float>::get` are [`ScopedName`]s, which analysis looks up.

use ferrocl_base::{Span, Symbol, define_id};

use super::{
    Declaration, DeclarationSpecifiers, Declarator, ExprId, FunctionDefinition, Initializer, RecordSpecifier,
    StaticAssert, TypeName, TypeSpecifier,
};

impl Declarator {
    /// One with nothing in it.
    pub fn nameless(span: Span) -> Self {
        Declarator {
            name: None,
            scope: None,
            is_pack: false,
            parts: Vec::new(),
            attributes: Vec::new(),
            span,
        }
    }
}

impl DeclarationSpecifiers {
    /// A type and nothing else.
    pub fn plain(ty: TypeSpecifier, span: Span) -> Self {
        DeclarationSpecifiers {
            storage: Vec::new(),
            inline: None,
            kernel: None,
            constexpr: None,
            ty,
            qualifiers: super::Qualifiers::default(),
            attributes: Vec::new(),
            span,
        }
    }
}

define_id!(/// The body of a class of a translation unit.
    pub ClassId, "k");

/// What a class has besides data members.
#[derive(Debug, Default)]
pub struct ClassBody {
    /// The classes that it is derived from.
    pub bases: Vec<BaseSpecifier>,
    /// Its other members, each with the number of declarations of data members before it.
    pub members: Vec<(usize, ClassMember)>,
    /// What data members are where a constructor does not say otherwise.
    pub initializers: Vec<(Symbol, Initializer)>,
}

/// A class that another is derived from.
#[derive(Debug)]
pub struct BaseSpecifier {
    /// The class.
    pub ty: TypeSpecifier,
    /// Where it is named.
    pub span: Span,
}

/// A member of a class that is no data member.
#[derive(Debug)]
pub enum ClassMember {
    /// A typedef, an alias or a `static` variable.
    Declaration(Box<Declaration>),
    /// A function.
    Function(Box<MemberFunction>),
    /// A template of classes or of types.
    Template(Box<ClassTemplate>),
    /// A static assertion.
    StaticAssert(StaticAssert),
    /// A function that is no member, defined in the class.
    Friend(Box<FunctionDefinition>),
    /// `using Base::name;`.
    Using(ScopedName),
}

/// A function in a class.
#[derive(Debug)]
pub struct MemberFunction {
    /// What it is called on.
    pub kind: MemberKind,
    /// The function under its own name. A constructor gives an object of the class.
    pub function: FunctionDefinition,
    /// Where its body is.
    pub body: MemberBody,
    /// What a constructor's members and bases begin with.
    pub initializers: Vec<MemberInitializer>,
    /// Whether it is not used for implicit conversions.
    pub is_explicit: bool,
    /// What it leaves open, if it is a template.
    pub parameters: Vec<TemplateParameter>,
}

/// What a member function is called on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberKind {
    /// An object.
    Method,
    /// Nothing (`static`).
    Static,
    /// Nothing: it makes an object.
    Constructor,
    /// An object whose life ends.
    Destructor,
    /// An object, of which it makes a value of another type (`operator int()`).
    Conversion,
}

/// Where the body of a member function is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberBody {
    /// It stands with the declaration.
    Written,
    /// It stands outside of the class.
    Elsewhere,
    /// It is the one that every class has (`= default`).
    Default,
    /// There is none, and no call is allowed (`= delete`).
    Deleted(Span),
}

/// `name(values)` behind the `:` of a constructor.
#[derive(Debug)]
pub struct MemberInitializer {
    /// What it makes.
    pub target: InitializerTarget,
    /// What it is made of.
    pub value: Initializer,
    /// All of it.
    pub span: Span,
}

/// What an initialiser of a constructor makes.
#[derive(Debug)]
pub enum InitializerTarget {
    /// A member.
    Member(Symbol),
    /// A base, or the whole object.
    Class(Box<TypeSpecifier>),
}

/// `template <parameters> function`: a function for each choice of the parameters (C++17 [temp]).
#[derive(Debug)]
pub struct FunctionTemplate {
    /// What is left open; nothing in an explicit specialisation.
    pub parameters: Vec<TemplateParameter>,
    /// For a member of a class template that is defined outside of it: what the class leaves open.
    pub outer: Vec<TemplateParameter>,
    /// What an explicit specialisation says between `<` and `>` behind its name.
    pub arguments: Option<Vec<TemplateArgument>>,
    /// The function, in which types among the parameters are typedef names and values are names.
    pub function: FunctionDefinition,
    /// What a constructor's members begin with, where it is one.
    pub initializers: Vec<MemberInitializer>,
    /// Whether the body follows.
    pub is_defined: bool,
}

/// `template <parameters> struct S …`, or `template <parameters> using S = type;`.
#[derive(Debug)]
pub struct ClassTemplate {
    /// What is left open.
    pub parameters: Vec<TemplateParameter>,
    /// Its name.
    pub name: (Symbol, Span),
    /// In a specialisation: what it is for.
    pub arguments: Option<Vec<TemplateArgument>>,
    /// What it makes.
    pub content: TemplateContent,
}

/// What a template of no functions makes.
#[derive(Debug)]
pub enum TemplateContent {
    /// A class.
    Class(RecordSpecifier),
    /// A type.
    Alias(Box<TypeName>),
    /// A constant.
    Variable(Box<Declaration>),
}

/// A parameter of a template.
#[derive(Debug)]
pub struct TemplateParameter {
    /// Its name, or one that the program cannot write.
    pub name: Symbol,
    /// What it stands for.
    pub kind: TemplateParameterKind,
    /// Whether it stands for any number of them (`typename... Ts`).
    pub is_pack: bool,
    /// All of it.
    pub span: Span,
}

/// What a parameter of a template stands for.
#[derive(Debug)]
pub enum TemplateParameterKind {
    /// `typename T` or `class T`, perhaps with the type that it is by default.
    Type(Option<Box<TypeName>>),
    /// `int N`: a value of this type, perhaps with the one that it is by default.
    Value(Box<(DeclarationSpecifiers, Declarator)>, Option<ExprId>),
}

impl TemplateParameterKind {
    /// Whether it has a default.
    pub fn has_default(&self) -> bool {
        match self {
            TemplateParameterKind::Type(default) => default.is_some(),
            TemplateParameterKind::Value(_, default) => default.is_some(),
        }
    }
}

/// What stands for a parameter of a template between `<` and `>`.
#[derive(Debug)]
pub enum TemplateArgument {
    /// A type; with `true`, the expansion of a pack of them.
    Type(Box<TypeName>, bool),
    /// A constant; with `true`, the expansion of a pack of them.
    Value(ExprId, bool),
}

/// `name<arguments>` as a type.
#[derive(Debug)]
pub struct TemplateId {
    /// The template.
    pub name: Symbol,
    /// The arguments; `None` where only the name stands: what an initialiser says, or the class in which it stands.
    pub arguments: Option<Vec<TemplateArgument>>,
    /// All of it.
    pub span: Span,
}

/// `scope::name` with a class before the `::`.
#[derive(Debug)]
pub struct ScopedName {
    /// The class or enumeration.
    pub scope: TypeSpecifier,
    /// The member.
    pub name: Symbol,
    /// What stands between `<` and `>` behind it.
    pub arguments: Option<Vec<TemplateArgument>>,
    /// All of it.
    pub span: Span,
}

/// `[captures](parameters) { … }`.
#[derive(Debug)]
pub struct Lambda {
    /// Whether what the body names is captured by itself, and then whether by reference.
    pub default: Option<bool>,
    /// What is captured.
    pub captures: Vec<Capture>,
    /// The types of parameters that are `auto`.
    pub parameters: Vec<TemplateParameter>,
    /// The function; its name is `operator()`.
    pub function: FunctionDefinition,
    /// Whether the body may change what was captured by value.
    pub is_mutable: bool,
    /// Every word of the body.
    pub words: Vec<Symbol>,
}

/// What a lambda captures.
#[derive(Debug)]
pub struct Capture {
    /// The variable.
    pub name: Symbol,
    /// Whether it is captured as a reference.
    pub by_reference: bool,
    /// What it is made of, where that is not the variable of its name.
    pub value: Option<ExprId>,
    /// Where it stands.
    pub span: Span,
}
