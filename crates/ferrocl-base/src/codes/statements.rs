//! Rows `CL06xx`: statements and control flow.

rows! {
    MISPLACED_JUMP = "CL0601" Error "jump statement outside of what it leaves";
    DUPLICATE_CASE = "CL0602" Error "two labels of a `switch` for one value";
    MISPLACED_CASE = "CL0603" Error "`case` or `default` outside of a `switch`";
    CASE_RANGE = "CL0604" Warning "`case` value that the `switch` never has";
    SWITCH_TYPE = "CL0605" Error "`switch` over something that is not an integer";
    UNDECLARED_LABEL = "CL0606" Error "`goto` to a label that the function does not have";
    DUPLICATE_LABEL = "CL0607" Error "label that stands at two places";
    RETURN_VALUE = "CL0608" Error "`return` that does not fit its function";
    MISSING_RETURN = "CL0609" Warning "function that can end without giving its result";
    UNUSED_VALUE = "CL0610" Warning "statement without effect";
}
