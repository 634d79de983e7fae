//! Rows `CL02xx`: syntax.

rows! {
    EXPECTED_TOKEN = "CL0201" Error "something else was expected here";
}
