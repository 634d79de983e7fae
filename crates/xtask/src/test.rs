//! `cargo xtask test`: set-up, then every test of the workspace.

use anyhow::Result;

use crate::{setup, shell};

/// Runs the tests; `filters` go to `cargo test`.
pub fn run(filters: &[&str]) -> Result<()> {
    setup::run()?;
    shell::run(shell::cargo().args(["test", "--workspace"]).args(filters))
}
