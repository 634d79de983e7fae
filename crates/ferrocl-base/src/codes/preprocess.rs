//! Rows `CL01xx`: characters, tokens, preprocessing.

rows! {
    UNTERMINATED_COMMENT = "CL0101" Error "comment without an end";
}
