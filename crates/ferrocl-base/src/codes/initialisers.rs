//! Rows `CL07xx`: initialisers and constant expressions.

rows! {
    NOT_CONSTANT = "CL0701" Error "expression that is not constant";
    CONSTANT_DIVISION = "CL0702" Error "division by zero in a constant expression";
    LOCAL_INITIALIZER = "CL0703" Error "local variable with an initialiser";
    MISSING_INITIALIZER = "CL0704" Error "constant variable without an initialiser";
    EXCESS_ELEMENTS = "CL0705" Warning "initialiser with more values than the object has room for";
    STRING_TOO_LONG = "CL0706" Error "text longer than the array that it initialises";
    INVALID_DESIGNATOR = "CL0707" Error "designator of something that the object does not have";
    INVALID_INITIALIZER = "CL0708" Error "initialiser that does not fit what it initialises";
    VECTOR_COMPONENTS = "CL0709" Error "vector initialiser with too few or too many components";
    OVERRIDDEN_VALUE = "CL0710" Warning "value that a later one in the same initialiser replaces";
}
