//! Rows `CL04xx`: operators, conversions and other expressions.

rows! {
    INVALID_OPERANDS = "CL0401" Error "operator that these operand types do not have";
}
