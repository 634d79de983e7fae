//! Rows `CL00xx`: build options, and limits of the implementation.

rows! {
    UNKNOWN_OPTION = "CL0001" Error "unknown build option";
    MISSING_OPTION_VALUE = "CL0002" Error "build option without its value";
    INVALID_OPTION_VALUE = "CL0003" Error "build option with a value that it does not take";
    UNTERMINATED_OPTION_QUOTE = "CL0004" Error "quote in the build options that is not closed";
    UNSUPPORTED_OPTION = "CL0005" Error "build option for something that this implementation does not have";
    TOO_MANY_TOKENS = "CL0010" Error "program that grows too large in preprocessing";
    SOURCE_TOO_LARGE = "CL0011" Error "more source text than a compilation takes";
    INTERNAL = "CL0099" Error "fault of the compiler itself";
}
