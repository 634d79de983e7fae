//! Statements, labels and jumps (C99 6.8).
