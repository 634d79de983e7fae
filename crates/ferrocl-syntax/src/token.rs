//! Tokens after preprocessing (C99 translation phase 7), as the parser reads them.

use ferrocl_base::{Span, Symbol};

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// What a token is. Keywords are identifiers until the parser looks at them: which words are keywords
/// depends on `-cl-std`.
#[derive(Debug, Clone, PartialEq)]
pub enum TokenKind {
    /// A name or keyword.
    Identifier(Symbol),
    /// An integer constant.
    Integer(IntegerLiteral),
    /// A floating constant.
    Float(FloatLiteral),
    /// A character constant: its value as an `int` (`'\377'` is −1; several characters are packed as
    /// Clang and GCC do, with a warning from the lexer).
    Character(i32),
    /// A string literal, escape sequences replaced, without the closing zero. Neighbours are already joined.
    String(Box<[u8]>),
    /// An operator or punctuator.
    Punctuator(Punctuator),
    /// A pragma that later stages have to know of.
    Pragma(Pragma),
    /// The end of the translation unit.
    End,
}

/// An integer constant (C99 6.4.4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntegerLiteral {
    /// Its value modulo 2^64 (the lexer has reported one that is too large).
    pub value: u64,
    /// Whether it is written in decimal: this decides the types that it may have.
    pub decimal: bool,
    /// `u` or `U`.
    pub unsigned: bool,
    /// `l` or `L` (and `ll`, with a diagnostic: it is reserved in OpenCL C).
    pub long: bool,
}

/// A floating constant (C99 6.4.4.2; OpenCL C adds the suffix `h`).
#[derive(Debug, Clone, PartialEq)]
pub struct FloatLiteral {
    /// Its spelling without suffix, decimal or hexadecimal, so that it can be rounded once to the type
    /// that it turns out to have (`-cl-single-precision-constant`).
    pub digits: Box<str>,
    /// `f`, `h` or neither.
    pub suffix: FloatSuffix,
}

/// The suffix of a floating constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatSuffix {
    /// None: `double` (or `float`, where doubles are absent or `-cl-single-precision-constant` is given).
    None,
    /// `f`/`F`: `float`.
    F,
    /// `h`/`H`: `half`.
    H,
    /// `l`/`L`: `long double`, which is reserved in OpenCL C; the parser's user reports it.
    L,
}

/// Pragmas that reach the parser as tokens; it turns them into AST items or into state of the functions
/// that follow. (`OPENCL EXTENSION` pragmas are recorded by the preprocessor too, for `#ifdef`.)
#[derive(Debug, Clone, PartialEq)]
pub enum Pragma {
    /// `#pragma OPENCL FP_CONTRACT ON|OFF|DEFAULT` and `#pragma STDC FP_CONTRACT`; `Default` is `None`.
    FpContract(Option<bool>),
    /// `#pragma OPENCL EXTENSION name : behaviour`; `enable` or not. The name `all` stands for all.
    Extension {
        /// The extension's name.
        name: Symbol,
        /// Whether it is switched on.
        enable: bool,
    },
    /// `#pragma unroll [N]` (a habit of the field): a hint on the loop that follows; `None` = fully.
    Unroll(Option<u32>),
    /// `#pragma nounroll`.
    NoUnroll,
    /// No pragma of a program's, but where a header of the language was included, whose declarations the parser has of itself.
    Header(Header),
    /// What `#pragma pack` leaves in effect: no member of the structs that follow is aligned to more bytes than this; 0 where
    /// there is no limit.
    Pack(u32),
}

/// A header that belongs to the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// OpenCL C++'s `<opencl_reinterpret>`: `cl::as_type` (OpenCL C++, "Reinterpreting Data Library").
    Reinterpret,
}

/// Declares the punctuators with their spellings.
macro_rules! punctuators {
    ($($name:ident = $text:literal;)*) => {
        /// An operator or punctuator (C99 6.4.6).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the spelling says it all")]
        pub enum Punctuator { $($name),* }
        impl Punctuator {
            /// Its spelling.
            pub fn text(self) -> &'static str {
                match self { $(Punctuator::$name => $text),* }
            }
            /// Every punctuator.
            pub const ALL: &'static [Punctuator] = &[$(Punctuator::$name),*];
        }
    };
}
punctuators! {
    LeftBracket = "["; RightBracket = "]"; LeftParen = "("; RightParen = ")"; LeftBrace = "{"; RightBrace = "}";
    Dot = "."; Arrow = "->"; PlusPlus = "++"; MinusMinus = "--"; Ampersand = "&"; Star = "*"; Plus = "+"; Minus = "-";
    Tilde = "~"; Exclamation = "!"; Slash = "/"; Percent = "%"; ShiftLeft = "<<"; ShiftRight = ">>"; Less = "<";
    Greater = ">"; LessEqual = "<="; GreaterEqual = ">="; EqualEqual = "=="; NotEqual = "!="; Caret = "^"; Pipe = "|";
    AndAnd = "&&"; OrOr = "||"; CaretCaret = "^^"; Question = "?"; Colon = ":"; ColonColon = "::"; Semicolon = ";"; Ellipsis = "...";
    Equal = "="; StarEqual = "*="; SlashEqual = "/="; PercentEqual = "%="; PlusEqual = "+="; MinusEqual = "-=";
    ShiftLeftEqual = "<<="; ShiftRightEqual = ">>="; AmpersandEqual = "&="; CaretEqual = "^="; PipeEqual = "|=";
    Comma = ","; Hash = "#"; HashHash = "##"; At = "@";
}
