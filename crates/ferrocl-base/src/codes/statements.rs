//! Rows `CL06xx`: statements and control flow.

rows! {
    MISPLACED_JUMP = "CL0601" Error "jump statement outside of what it leaves";
}
