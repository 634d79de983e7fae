//! Reading a program's source and reporting its diagnostics on the standard error output.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use ferrocl_runtime::base::render::{self, Format};
use ferrocl_runtime::base::{Diagnostics, SourceMap};
use ferrocl_runtime::codegen::Target;
use ferrocl_runtime::{Build, Program};

/// Reads a file.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// Builds a file's program; its diagnostics go to the standard error output. `None`: it was rejected.
pub fn build(target: &Target, path: &Path, options: &str) -> Result<Option<Arc<Program>>> {
    let bytes = read(path)?;
    let build = Build::new(target, &path.to_string_lossy(), &bytes, options);
    report(&build)?;
    Ok(build.program())
}

/// Writes the diagnostics for people, with colours on a terminal (unless `NO_COLOR` is set).
pub fn report(build: &Build) -> Result<()> {
    report_diagnostics(build.map(), build.diagnostics())
}

/// The same for diagnostics without a build.
pub fn report_diagnostics(map: &SourceMap, diagnostics: &Diagnostics) -> Result<()> {
    let mut out = std::io::stderr().lock();
    let color = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let text = render::render(map, diagnostics, Format::Human { color });
    out.write_all(text.as_bytes())?;
    Ok(())
}
