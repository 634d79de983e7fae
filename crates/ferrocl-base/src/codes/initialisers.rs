//! Rows `CL07xx`: initialisers and constant expressions.

rows! {
    NOT_CONSTANT = "CL0701" Error "expression that is not constant";
}
