//! Rows `CL05xx`: calls and built-in functions.

rows! {
    UNDECLARED_FUNCTION = "CL0501" Error "call of a function that nothing declares";
    ARGUMENT_COUNT = "CL0502" Error "wrong number of arguments to a function";
    NOT_CALLABLE = "CL0503" Error "call of something that is not a function";
    PRINTF_FORMAT = "CL0504" Error "`printf` without a format that is known";
    PRINTF_ARGUMENT = "CL0505" Error "argument that `printf` cannot print";
    PRINTF_DIRECTIVE = "CL0506" Warning "`printf` format that is not valid";
    PRINTF_MISMATCH = "CL0507" Warning "`printf` arguments that do not fit the format";
    NO_MATCHING_OVERLOAD = "CL0510" Error "call with arguments that no overload takes";
    AMBIGUOUS_CALL = "CL0511" Error "call that several overloads fit equally well";
    BUILTIN_ARGUMENT_COUNT = "CL0512" Error "wrong number of arguments to a built-in function";
    BUILTIN_OF_NEWER_STANDARD = "CL0513" Error "built-in function of a newer OpenCL C";
    MEMORY_ORDER = "CL0515" Error "memory order that the function does not take";
    MEMORY_SCOPE = "CL0516" Error "memory scope that the function does not take";
    CLUSTER_SIZE = "CL0518" Error "size of a cluster that is no constant power of two";
    PRIVATE_ATOMIC = "CL0517" Warning "atomic operation on private memory";
}
