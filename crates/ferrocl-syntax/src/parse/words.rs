//! The words of OpenCL C: keywords, names of built-in types, reserved names.
//!
//! * A *keyword* can never be a name. Which words are keywords depends on `-cl-std`; a row of [`KEYWORDS`]
//!   says from which version on. Before that version a word is an ordinary name, unless it starts with
//!   two underscores: those belong to the implementation in every version, and using one too early is an
//!   error of its own.
//! * A *predefined* name (`float4`, `uint`, `size_t`, `sampler_t`, …) acts as a typedef that stands before
//!   the source text: real programs write `typedef unsigned int uint;` or call a variable `event_t`, and the
//!   compilers of the field take it.
//! * A *reserved* name (`quad`, `float2x2`, `complex float`; section "Reserved Data Types") is reserved as the name of a
//!   type only. Programs declare such types of their own all the time (`float4x4`), so the parser takes
//!   one as the language's type only where nothing declares it.

use ferrocl_base::{Interner, Symbol};

use crate::ast::{
    AccessQualifier, AddressSpaceKeyword, BuiltinTypeName, NamedCast, ScalarName, StorageClass,
};
use crate::options::Standard;

/// What a keyword is to the grammar; different spellings of one keyword are one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    // Declaration specifiers.
    Storage(StorageClass),
    Inline,
    Kernel,
    Const,
    Volatile,
    Restrict,
    Atomic,
    AddressSpace(AddressSpaceKeyword),
    Access(AccessQualifier),
    Attribute,
    Extension,
    Alignas,
    Noreturn,
    ThreadLocal,
    // Types.
    Void,
    Char,
    Short,
    Int,
    Long,
    Half,
    Float,
    Double,
    Signed,
    Unsigned,
    Bool,
    Complex,
    Imaginary,
    Struct,
    Union,
    Enum,
    Typeof,
    AutoType,
    Pipe,
    // Statements.
    If,
    Else,
    Switch,
    Case,
    Default,
    While,
    Do,
    For,
    Break,
    Continue,
    Return,
    Goto,
    Asm,
    StaticAssert,
    // Expressions.
    Sizeof,
    Alignof,
    VecStep,
    AsType,
    ConvertVector,
    BitCast,
    Generic,
    Choose,
    Offsetof,
    SameTypes,
    // C++ for OpenCL.
    Constexpr,
    Namespace,
    Using,
    Template,
    Typename,
    Class,
    Operator,
    This,
    NamedCast(NamedCast),
    Nullptr,
    Explicit,
    Friend,
    Mutable,
    Decltype,
    Noexcept,
    /// A word for something that C++ for OpenCL does not have.
    Forbidden(&'static str),
}

impl Keyword {
    /// Whether it can stand among declaration specifiers.
    pub(super) fn is_specifier(self) -> bool {
        use Keyword::*;
        matches!(
            self,
            Storage(_)
                | Inline
                | Kernel
                | Attribute
                | Extension
                | Alignas
                | Noreturn
                | ThreadLocal
                | Constexpr
                | Mutable
                | Forbidden("virtual" | "thread_local")
        ) || self.is_qualifier()
            || self.is_type()
    }
    /// Whether it qualifies a type.
    pub(super) fn is_qualifier(self) -> bool {
        use Keyword::*;
        matches!(self, Const | Volatile | Restrict | Atomic | AddressSpace(_) | Access(_))
    }
    /// Whether it names a type or a part of one.
    pub(super) fn is_type(self) -> bool {
        use Keyword::*;
        matches!(
            self,
            Void | Char
                | Short
                | Int
                | Long
                | Half
                | Float
                | Double
                | Signed
                | Unsigned
                | Bool
                | Complex
                | Imaginary
                | Struct
                | Class
                | Union
                | Enum
                | Typeof
                | AutoType
                | Decltype
                | Pipe
        )
    }
    /// Whether it begins a statement that is neither a declaration nor an expression.
    pub(super) fn is_statement(self) -> bool {
        use Keyword::*;
        matches!(
            self,
            If | Else
                | Switch
                | Case
                | Default
                | While
                | Do
                | For
                | Break
                | Continue
                | Return
                | Goto
                | Asm
                | StaticAssert
        )
    }
}

/// What a word is to the parser at some place of the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Word {
    /// Nothing declares it (a built-in function, or a fault).
    Unknown,
    /// A variable, function, parameter or enumeration constant.
    Ordinary,
    /// A typedef name of the program.
    Typedef {
        /// Whether it stands for a vector type: `(T)(a, b).x` then selects from the literal.
        vector: bool,
    },
    /// A keyword in this version of the language.
    Keyword(Keyword),
    /// A built-in type that the program has not hidden.
    Predefined(BuiltinTypeName),
    /// A namespace of C++; its members follow `::`.
    Namespace,
    /// A template of functions or constants.
    Template,
    /// A template of classes or types.
    ClassTemplate,
    /// OpenCL C++'s `cl::as_type`.
    Reinterpret,
    /// Used as a type, and reported, before; further uses are not worth a word.
    Faulty,
}

/// Spelling, keyword, and the version from which on it is one.
const KEYWORDS: &[(&str, Keyword, Standard)] = {
    use Keyword::*;
    use Standard::{Cl10, Cl20};
    &[
        ("typedef", Storage(StorageClass::Typedef), Cl10),
        ("static", Storage(StorageClass::Static), Cl10),
        ("extern", Storage(StorageClass::Extern), Cl10),
        ("auto", Storage(StorageClass::Auto), Cl10),
        ("register", Storage(StorageClass::Register), Cl10),
        ("inline", Inline, Cl10),
        ("__inline", Inline, Cl10),
        ("__inline__", Inline, Cl10),
        ("kernel", Kernel, Cl10),
        ("__kernel", Kernel, Cl10),
        ("const", Const, Cl10),
        ("__const", Const, Cl10),
        ("__const__", Const, Cl10),
        ("volatile", Volatile, Cl10),
        ("__volatile", Volatile, Cl10),
        ("__volatile__", Volatile, Cl10),
        ("restrict", Restrict, Cl10),
        ("__restrict", Restrict, Cl10),
        ("__restrict__", Restrict, Cl10),
        ("_Atomic", Atomic, Cl10),
        ("global", AddressSpace(AddressSpaceKeyword::Global), Cl10),
        ("__global", AddressSpace(AddressSpaceKeyword::Global), Cl10),
        ("local", AddressSpace(AddressSpaceKeyword::Local), Cl10),
        ("__local", AddressSpace(AddressSpaceKeyword::Local), Cl10),
        ("constant", AddressSpace(AddressSpaceKeyword::Constant), Cl10),
        ("__constant", AddressSpace(AddressSpaceKeyword::Constant), Cl10),
        ("private", AddressSpace(AddressSpaceKeyword::Private), Cl10),
        ("__private", AddressSpace(AddressSpaceKeyword::Private), Cl10),
        ("generic", AddressSpace(AddressSpaceKeyword::Generic), Cl20),
        ("__generic", AddressSpace(AddressSpaceKeyword::Generic), Cl20),
        ("read_only", Access(AccessQualifier::ReadOnly), Cl10),
        ("__read_only", Access(AccessQualifier::ReadOnly), Cl10),
        ("write_only", Access(AccessQualifier::WriteOnly), Cl10),
        ("__write_only", Access(AccessQualifier::WriteOnly), Cl10),
        // Before 2.0 `read_write` cannot be used, but the word was reserved from the first version on.
        ("read_write", Access(AccessQualifier::ReadWrite), Cl10),
        ("__read_write", Access(AccessQualifier::ReadWrite), Cl10),
        ("__attribute__", Attribute, Cl10),
        ("__attribute", Attribute, Cl10),
        ("__extension__", Extension, Cl10),
        ("_Alignas", Alignas, Cl10),
        ("_Noreturn", Noreturn, Cl10),
        ("_Thread_local", ThreadLocal, Cl10),
        ("void", Void, Cl10),
        ("char", Char, Cl10),
        ("short", Short, Cl10),
        ("int", Int, Cl10),
        ("long", Long, Cl10),
        ("half", Half, Cl10),
        ("float", Float, Cl10),
        ("double", Double, Cl10),
        ("signed", Signed, Cl10),
        ("__signed", Signed, Cl10),
        ("__signed__", Signed, Cl10),
        ("unsigned", Unsigned, Cl10),
        ("bool", Bool, Cl10),
        ("_Bool", Bool, Cl10),
        ("_Complex", Complex, Cl10),
        ("__complex__", Complex, Cl10),
        ("_Imaginary", Imaginary, Cl10),
        ("struct", Struct, Cl10),
        ("union", Union, Cl10),
        ("enum", Enum, Cl10),
        ("typeof", Typeof, Cl10),
        ("__typeof", Typeof, Cl10),
        ("__typeof__", Typeof, Cl10),
        ("__auto_type", AutoType, Cl10),
        ("pipe", Pipe, Cl20),
        ("if", If, Cl10),
        ("else", Else, Cl10),
        ("switch", Switch, Cl10),
        ("case", Case, Cl10),
        ("default", Default, Cl10),
        ("while", While, Cl10),
        ("do", Do, Cl10),
        ("for", For, Cl10),
        ("break", Break, Cl10),
        ("continue", Continue, Cl10),
        ("return", Return, Cl10),
        ("goto", Goto, Cl10),
        ("asm", Asm, Cl10),
        ("__asm", Asm, Cl10),
        ("__asm__", Asm, Cl10),
        ("_Static_assert", StaticAssert, Cl10),
        ("sizeof", Sizeof, Cl10),
        ("alignof", Alignof, Cl10),
        ("__alignof", Alignof, Cl10),
        ("__alignof__", Alignof, Cl10),
        ("_Alignof", Alignof, Cl10),
        ("vec_step", VecStep, Cl10),
        ("__builtin_astype", AsType, Cl10),
        ("__builtin_convertvector", ConvertVector, Cl10),
        ("__builtin_bit_cast", BitCast, Cl10),
        ("_Generic", Generic, Cl10),
        ("__builtin_choose_expr", Choose, Cl10),
        ("__builtin_offsetof", Offsetof, Cl10),
        ("__builtin_types_compatible_p", SameTypes, Cl10),
    ]
};

/// The words that C++ for OpenCL adds to those of OpenCL C.
const CPP_KEYWORDS: &[(&str, Keyword)] = &[
    ("constexpr", Keyword::Constexpr),
    ("namespace", Keyword::Namespace),
    ("using", Keyword::Using),
    ("template", Keyword::Template),
    ("typename", Keyword::Typename),
    ("class", Keyword::Class),
    ("operator", Keyword::Operator),
    ("this", Keyword::This),
    ("static_cast", Keyword::NamedCast(NamedCast::Static)),
    ("reinterpret_cast", Keyword::NamedCast(NamedCast::Reinterpret)),
    ("const_cast", Keyword::NamedCast(NamedCast::Const)),
    ("addrspace_cast", Keyword::NamedCast(NamedCast::AddressSpace)),
    ("nullptr", Keyword::Nullptr),
    ("static_assert", Keyword::StaticAssert),
    ("explicit", Keyword::Explicit),
    ("friend", Keyword::Friend),
    ("mutable", Keyword::Mutable),
    ("decltype", Keyword::Decltype),
    ("noexcept", Keyword::Noexcept),
    ("alignas", Keyword::Alignas),
];

/// The scalars of which vectors exist, with their names.
const ELEMENTS: &[(&str, ScalarName)] = &[
    ("char", ScalarName::Char),
    ("uchar", ScalarName::Uchar),
    ("short", ScalarName::Short),
    ("ushort", ScalarName::Ushort),
    ("int", ScalarName::Int),
    ("uint", ScalarName::Uint),
    ("long", ScalarName::Long),
    ("ulong", ScalarName::Ulong),
    ("half", ScalarName::Half),
    ("float", ScalarName::Float),
    ("double", ScalarName::Double),
];

/// The numbers of elements that vectors have.
const LANES: &[u8] = &[2, 3, 4, 8, 16];

/// Types of the language without structure (sections "Other Built-in Data Types", "Atomic Integer and
/// Floating-Point Types", "Enumeration Types"), whatever the version: hiding one is legal, so none is in a
/// program's way.
const OPAQUE: &[&str] = &[
    "image1d_t",
    "image1d_array_t",
    "image1d_buffer_t",
    "image2d_t",
    "image2d_array_t",
    "image2d_depth_t",
    "image2d_array_depth_t",
    "image2d_msaa_t",
    "image2d_array_msaa_t",
    "image2d_msaa_depth_t",
    "image2d_array_msaa_depth_t",
    "image3d_t",
    "sampler_t",
    "event_t",
    "queue_t",
    "ndrange_t",
    "clk_event_t",
    "reserve_id_t",
    "cl_mem_fence_flags",
    "kernel_enqueue_flags_t",
    "clk_profiling_info",
    "memory_order",
    "memory_scope",
    "atomic_int",
    "atomic_uint",
    "atomic_long",
    "atomic_ulong",
    "atomic_half",
    "atomic_float",
    "atomic_double",
    "atomic_flag",
    "atomic_intptr_t",
    "atomic_uintptr_t",
    "atomic_size_t",
    "atomic_ptrdiff_t",
];

/// Calls `each` with every keyword of this version.
pub(super) fn each_keyword(standard: Standard, is_cpp: bool, mut each: impl FnMut(&'static str, Keyword)) {
    for &(text, keyword) in CPP_KEYWORDS.iter().filter(|_| is_cpp) {
        each(text, keyword);
    }
    for text in super::cpp_forbidden::forbidden_words().filter(|_| is_cpp) {
        each(text, Keyword::Forbidden(text));
    }
    for &(text, keyword, since) in KEYWORDS {
        if since <= standard || text.starts_with("__") {
            each(text, keyword);
        }
    }
}

/// The version from which on a word is a keyword, if it is one at all.
pub(crate) fn keyword_since(text: &str) -> Option<Standard> {
    KEYWORDS.iter().find(|row| row.0 == text).map(|row| row.2)
}

/// Calls `each` with every predefined type name.
pub(super) fn each_predefined(interner: &mut Interner, mut each: impl FnMut(Symbol, BuiltinTypeName)) {
    let mut name = String::new();
    for &(text, scalar) in ELEMENTS {
        // The scalars without `u` are keywords.
        if text.starts_with('u') {
            each(interner.intern(text), BuiltinTypeName::Scalar(scalar));
        }
        for &lanes in LANES {
            name.clear();
            name.push_str(text);
            name.push_str(lane_digits(lanes));
            each(interner.intern(&name), BuiltinTypeName::Vector(scalar, lanes));
        }
    }
    each(interner.intern("size_t"), BuiltinTypeName::SizeT);
    each(interner.intern("ptrdiff_t"), BuiltinTypeName::PtrdiffT);
    each(interner.intern("intptr_t"), BuiltinTypeName::IntptrT);
    each(interner.intern("uintptr_t"), BuiltinTypeName::UintptrT);
    for text in OPAQUE {
        let symbol = interner.intern(text);
        each(symbol, BuiltinTypeName::Opaque(symbol));
    }
}

/// The digits that end a vector's name.
fn lane_digits(lanes: u8) -> &'static str {
    match lanes {
        2 => "2",
        3 => "3",
        4 => "4",
        8 => "8",
        _ => "16",
    }
}

/// The name of a scalar, as it begins a vector's name.
pub(crate) fn scalar_text(scalar: ScalarName) -> &'static str {
    ELEMENTS.iter().find(|row| row.1 == scalar).map_or("", |row| row.0)
}

/// Whether a name is one that the language keeps for types to come (section "Reserved Data Types"): `quad`,
/// `longlong`, and vectors and matrices with element counts that do not exist (`float5`, `bool4`, `float2x2`). `complex`
/// and `imaginary` are reserved only before another type word.
pub(super) fn is_reserved_type(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_lowercase() && c != 'x');
    let element = &text[..text.len() - digits.len()];
    let wide = matches!(element, "quad" | "longlong" | "ulonglong");
    if digits.is_empty() {
        return wide;
    }
    let is_number = |s: &str| !s.is_empty() && s.len() < 4 && s.bytes().all(|b| b.is_ascii_digit());
    match digits.split_once('x') {
        Some((columns, rows)) => {
            matches!(element, "float" | "double") && is_number(columns) && is_number(rows)
        }
        None => {
            (wide || element == "bool" || ELEMENTS.iter().any(|row| row.0 == element)) && is_number(digits)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_names_are_told_by_their_form() {
        for name in ["quad", "quad4", "bool2", "float5", "double3x4", "longlong", "ulonglong16"] {
            assert!(is_reserved_type(name), "{name}");
        }
        for name in [
            "float",
            "x",
            "x4",
            "float4x",
            "floatx4",
            "half2x2",
            "int2x2",
            "floats4",
            "complex",
            "",
            "float12345",
            "é4",
        ] {
            assert!(!is_reserved_type(name), "{name}");
        }
    }

    #[test]
    fn words_with_underscores_are_keywords_in_every_version() {
        let keywords_of = |standard| {
            let mut list = Vec::new();
            each_keyword(standard, false, |text, _| list.push(text));
            list
        };
        let old = keywords_of(Standard::Cl12);
        assert!(old.contains(&"__generic") && !old.contains(&"generic") && !old.contains(&"pipe"));
        let new = keywords_of(Standard::Cl20);
        assert!(new.contains(&"__generic") && new.contains(&"generic") && new.contains(&"pipe"));
    }

    #[test]
    fn no_word_is_in_two_tables() {
        let mut interner = Interner::new();
        let mut seen = rustc_hash::FxHashSet::default();
        each_keyword(Standard::Cl31, true, |text, _| assert!(seen.insert(text.to_owned()), "{text}"));
        let mut symbols = Vec::new();
        each_predefined(&mut interner, |symbol, _| symbols.push(symbol));
        for symbol in symbols {
            let text = interner.text(symbol).to_owned();
            assert!(seen.insert(text.clone()), "{text}");
        }
        let forbidden = super::super::cpp_forbidden::forbidden_words().count();
        assert_eq!(seen.len(), KEYWORDS.len() + CPP_KEYWORDS.len() + forbidden + 4 + 55 + 4 + OPAQUE.len());
    }
}
