//! The `ferrocl` command.

fn main() {}
