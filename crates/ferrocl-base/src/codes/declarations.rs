//! Rows `CL03xx`: declarations, types, qualifiers, attributes.

rows! {
    UNDECLARED_NAME = "CL0301" Error "name that nothing declares";
}
