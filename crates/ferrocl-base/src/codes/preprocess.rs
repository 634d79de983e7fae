//! Rows `CL01xx`: characters, tokens, preprocessing.

rows! {
    UNTERMINATED_COMMENT = "CL0101" Error "comment without an end";
    STRAY_CHARACTER = "CL0102" Error "character that cannot stand in a program";
    UNTERMINATED_LITERAL = "CL0103" Error "string or character constant without its closing quote";
    EMPTY_CHARACTER = "CL0104" Error "character constant without a character";
    INVALID_NUMBER = "CL0105" Error "malformed number";
    NUMBER_TOO_LARGE = "CL0106" Error "integer constant that fits no type";
    INVALID_ESCAPE = "CL0107" Error "malformed escape sequence";
    UNKNOWN_ESCAPE = "CL0108" Warning "unknown escape sequence";
    MULTI_CHARACTER = "CL0109" Warning "character constant of several characters";
    WIDE_CHARACTER = "CL0110" Error "character that does not fit a character constant";
    WIDE_LITERAL = "CL0111" Error "wide string or character constant";
    NUL_CHARACTER = "CL0112" Warning "zero byte in the source";
    BLANKS_IN_SPLICE = "CL0113" Warning "white space between a backslash and the end of its line";
    LONG_LONG_SUFFIX = "CL0114" Warning "reserved suffix of an integer constant";
    IMPLICITLY_UNSIGNED = "CL0115" Warning "decimal constant that only an unsigned type holds";
    INVALID_DIRECTIVE = "CL0120" Error "unknown preprocessing directive";
    MALFORMED_DIRECTIVE = "CL0121" Error "malformed preprocessing directive";
    EXTRA_TOKENS = "CL0122" Warning "text after the end of a directive";
    UNTERMINATED_CONDITIONAL = "CL0123" Error "`#if` without its `#endif`";
    UNMATCHED_CONDITIONAL = "CL0124" Error "`#else`, `#elif` or `#endif` without its `#if`";
    INVALID_CONDITION = "CL0125" Error "malformed `#if` expression";
    CONDITION_DIVIDES_BY_ZERO = "CL0126" Error "division by zero in an `#if` expression";
    CONDITION_OVERFLOWS = "CL0127" Warning "overflow in an `#if` expression";
    USER_ERROR = "CL0128" Error "`#error` directive";
    USER_WARNING = "CL0129" Warning "`#warning` directive";
    INCLUDE_NOT_FOUND = "CL0130" Error "included file that is not there";
    INCLUDE_TOO_DEEP = "CL0131" Error "files that include each other too deeply";
    INVALID_LINE = "CL0132" Error "malformed `#line` directive";
    UNKNOWN_PRAGMA = "CL0133" Warning "unknown pragma";
    MALFORMED_PRAGMA = "CL0134" Warning "malformed pragma";
    UNKNOWN_EXTENSION = "CL0135" Warning "extension that this implementation does not have";
    POINTLESS_PRAGMA = "CL0136" Warning "pragma without effect at this place";
    MACRO_REDEFINED = "CL0140" Warning "macro defined again with other contents";
    INVALID_MACRO_NAME = "CL0141" Error "name that cannot be a macro's";
    INVALID_PARAMETERS = "CL0142" Error "malformed parameter list of a macro";
    INVALID_STRINGIZE = "CL0143" Error "`#` before something that is not a parameter";
    MISPLACED_PASTE = "CL0144" Error "`##` at an end of a macro's contents";
    INVALID_PASTE = "CL0145" Error "`##` of what does not make a token";
    MACRO_ARGUMENTS = "CL0146" Error "wrong number of arguments to a macro";
    UNTERMINATED_CALL = "CL0147" Error "macro call without its closing parenthesis";
    DIRECTIVE_IN_ARGUMENTS = "CL0148" Error "directive inside the arguments of a macro";
    MISPLACED_VA_ARGS = "CL0149" Warning "`__VA_ARGS__` outside a variadic macro";
    PREDEFINED_MACRO = "CL0150" Warning "predefined macro changed";
    MISSING_SPACE = "CL0151" Warning "no white space between a macro's name and its contents";
}
