//! Rows `CL00xx`: build options, and limits of the implementation.

rows! {
    UNKNOWN_OPTION = "CL0001" Error "unknown build option";
}
