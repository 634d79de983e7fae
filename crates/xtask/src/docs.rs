//! `cargo xtask docs`: writes the documentation that is made from data. `tidy` says where it is out of date.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use ferrocl_sema::builtins::reference;

use crate::shell;

/// The page of the built-in functions, from the root of the project.
const BUILTINS: &str = "docs/builtins.md";

/// Writes every page.
pub fn run() -> Result<()> {
    let path = shell::root().join(BUILTINS);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, reference::markdown()).with_context(|| format!("{} cannot be written", path.display()))
}

/// Says which pages are out of date.
pub fn check(root: &Path, findings: &mut Vec<String>) {
    if fs::read_to_string(root.join(BUILTINS)).unwrap_or_default() != reference::markdown() {
        findings.push(format!("{BUILTINS} is out of date: `cargo xtask docs` writes it anew"));
    }
}
