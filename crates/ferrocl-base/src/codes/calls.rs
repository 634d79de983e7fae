//! Rows `CL05xx`: calls and built-in functions.

rows! {
    UNDECLARED_FUNCTION = "CL0501" Error "call of a function that nothing declares";
}
