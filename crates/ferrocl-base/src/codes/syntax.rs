//! Rows `CL02xx`: syntax.

rows! {
    EXPECTED_TOKEN = "CL0201" Error "something else was expected here";
    UNMATCHED_BRACKET = "CL0202" Error "bracket without its partner";
    EXPECTED_EXPRESSION = "CL0203" Error "expression missing";
    UNKNOWN_TYPE = "CL0204" Error "type name that nothing declares";
    MISSING_TYPE = "CL0205" Error "declaration without a type";
    INVALID_TYPE_COMBINATION = "CL0206" Error "type words that do not combine";
    NESTING_TOO_DEEP = "CL0207" Error "nesting too deep";
    CONSTRUCTOR_SYNTAX = "CL0208" Error "constructor syntax of another language";
    CPP_CONSTRUCT = "CL0209" Error "C++ construct";
    OLD_STYLE_FUNCTION = "CL0210" Error "function definition in pre-standard C style";
    UNSUPPORTED_CONSTRUCT = "CL0211" Error "construct that OpenCL C does not have";
    NESTED_FUNCTION = "CL0212" Error "function defined inside a function";
    ELSE_WITHOUT_IF = "CL0213" Error "`else` without its `if`";
    KEYWORD_AS_NAME = "CL0214" Error "keyword used as a name";
    NEWER_STANDARD = "CL0215" Error "word of a newer OpenCL C";
    MISPLACED_DECLARATION = "CL0216" Error "declaration where a statement has to stand";
    MISPLACED_PRAGMA = "CL0217" Warning "pragma at a place where it has no effect";
    IGNORED_ATTRIBUTE = "CL0218" Warning "attribute at a place where it has no effect";
    RESERVED_NAME = "CL0219" Note "name that OpenCL C reserves";
    LABEL_WITHOUT_STATEMENT = "CL0220" Warning "label that stands before no statement";
    DECLARES_NOTHING = "CL0221" Warning "declaration that declares nothing";
    UNKNOWN_NAMESPACE = "CL0223" Error "namespace that nothing declares";
    UNKNOWN_MEMBER = "CL0224" Error "member that its namespace does not have";
    UNSUPPORTED_TEMPLATE = "CL0225" Error "template of something that cannot be one";
    OPERATOR_NAME = "CL0226" Error "operator that a program cannot define";
    CPP_FORBIDDEN = "CL0228" Error "feature of C++ that C++ for OpenCL leaves out";
    MISPLACED_UNROLL_HINT = "CL0222" Error "unroll hint that does not stand before a loop";
}
