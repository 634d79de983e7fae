//! Rows `CL03xx`: declarations, types, qualifiers, attributes.

rows! {
    UNDECLARED_NAME = "CL0301" Error "name that nothing declares";
    REDEFINITION = "CL0302" Error "name declared twice in one scope";
    CONFLICTING_TYPES = "CL0303" Error "declarations of one name that do not agree";
    MULTIPLE_ADDRESS_SPACES = "CL0304" Error "type with more than one address space";
    MISPLACED_ADDRESS_SPACE = "CL0305" Error "address space where none can stand";
    PROGRAM_SCOPE_ADDRESS_SPACE = "CL0306" Error "program-scope variable in an address space that it cannot have";
    MISPLACED_LOCAL = "CL0307" Error "`local` variable outside of a kernel's outermost scope";
    STORAGE_CLASS = "CL0308" Error "storage class that this declaration cannot have";
    RESTRICT_WITHOUT_POINTER = "CL0309" Error "`restrict` on something that is not a pointer";
    FUNCTION_POINTER = "CL0310" Error "pointer to a function";
    INVALID_ELEMENT = "CL0311" Error "array of something that has no arrays";
    INVALID_LENGTH = "CL0312" Error "array length that is not positive";
    VARIABLE_LENGTH_ARRAY = "CL0313" Error "array whose length is not constant";
    INCOMPLETE_TYPE = "CL0314" Error "type whose contents are not known here";
    TYPE_TOO_LARGE = "CL0315" Error "object larger than this implementation takes";
    TYPE_TOO_DEEP = "CL0316" Error "type derived in too many steps";
    UNSUPPORTED_TYPE = "CL0317" Error "type that this implementation does not have";
    RESERVED_TYPE = "CL0318" Error "type name that OpenCL C reserves";
    HALF_OBJECT = "CL0319" Error "`half` used as more than a storage format";
    UNSUPPORTED_QUALIFIER = "CL0320" Error "qualifier that OpenCL C does not have here";
    ACCESS_QUALIFIER = "CL0321" Error "access qualifier on something that is neither image nor pipe";
    FUNCTION_RESULT = "CL0322" Error "function that gives what a function cannot give";
    EMPTY_RECORD = "CL0323" Error "struct or union without members";
    BIT_FIELD = "CL0324" Error "bit-field";
    FLEXIBLE_ARRAY = "CL0325" Error "member that is an array of unknown length";
    INVALID_MEMBER = "CL0326" Error "member of a type that members cannot have";
    TAG_MISMATCH = "CL0327" Error "tag used for another kind of type";
    ENUM_RANGE = "CL0328" Error "enumeration constant that no integer type holds";
    OPAQUE_OBJECT = "CL0329" Error "variable of a type of which there are no such variables";
    KERNEL_RESULT = "CL0330" Error "kernel that gives a value";
    KERNEL_ARGUMENT = "CL0331" Error "kernel argument of a type that the host cannot pass";
    VARIADIC_FUNCTION = "CL0332" Error "function with a variable number of arguments";
    RECURSION = "CL0333" Error "recursion";
    UNDEFINED_FUNCTION = "CL0334" Error "function that is called but not defined";
    UNDEFINED_VARIABLE = "CL0335" Error "variable that is used but not defined";
    PARAMETER_NAME = "CL0336" Error "parameter of a definition without a name";
    MAIN_FUNCTION = "CL0337" Error "function called `main`";
    STATIC_ASSERTION = "CL0338" Error "static assertion that does not hold";
    UNKNOWN_ATTRIBUTE = "CL0340" Warning "unknown attribute";
    MISPLACED_ATTRIBUTE = "CL0341" Warning "attribute that has no effect on what it stands at";
    INVALID_ATTRIBUTE = "CL0342" Error "attribute with arguments that it cannot have";
    UNSUPPORTED_ATTRIBUTE = "CL0343" Error "attribute that OpenCL C does not have";
    FORBIDDEN_ATTRIBUTE = "CL0344" Error "attribute on something that may not have it";
}
