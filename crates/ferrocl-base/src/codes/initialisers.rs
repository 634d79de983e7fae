//! Rows `CL07xx`: initialisers and constant expressions.

rows! {
    NOT_CONSTANT = "CL0701" Error "expression that is not constant";
    CONSTANT_DIVISION = "CL0702" Error "division by zero in a constant expression";
}
