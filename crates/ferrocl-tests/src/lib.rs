//! What the runners of the test corpora under `tests/` share. Each runner is a test target of this crate:
//!
//! * `ui`: programs with their diagnostics, `tests/ui`;
//! * `explain`: the examples of the explanations, `explain`;
//! * `run`: kernels with their results, `tests/run`;
//! * `ir`: programs with their kernel IR, `tests/ir`.
//!
//! Others make their programs themselves, and have the results of an exact model of their own ([`exact`]):
//!
//! * `conversions`: every conversion between all pairs of types;
//! * `reinterpretation`: `as_T` for all pairs of types of one size;
//! * `operators`: every operator on values of every type;
//! * `packed`: functions on integers as packed bytes ([`packed`]);
//! * `accuracy`: the error of every built-in function of floating-point numbers ([`accuracy`]).
//!
//! `BLESS=1` writes the expected texts anew, in every runner.

pub mod accuracy;
pub mod engines;
pub mod exact;
pub mod packed;
pub mod peers;
pub mod programs;
pub mod run;

use std::fs;
use std::path::{Path, PathBuf};

use ferrocl_base::{Diagnostics, SourceMap};
use ferrocl_sema::Compiler;
use ferrocl_syntax::{BuildOptions, IncludeLoader, LoadedInclude};

/// The folder of a corpus, `tests/NAME` of the repository.
pub fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name)
}

/// The files with this extension in a folder and the folders inside it, in order.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Compares a text with what a file holds; an empty text goes with no file. With `BLESS=1` the file is
/// written anew instead. The error shows where they part.
pub fn compare_or_bless(path: &Path, actual: &str) -> Result<(), String> {
    let expected = fs::read_to_string(path).unwrap_or_default();
    if expected == actual {
        return Ok(());
    }
    if std::env::var_os("BLESS").is_some() {
        let written = if actual.is_empty() { fs::remove_file(path) } else { fs::write(path, actual) };
        return written.map_err(|error| format!("{}: {error}", path.display()));
    }
    let (mut left, mut right) = (expected.lines(), actual.lines());
    let mut number = 1;
    let (expected_line, actual_line) = loop {
        match (left.next(), right.next()) {
            (Some(a), Some(b)) if a == b => number += 1,
            (a, b) => break (a.unwrap_or("(the end)"), b.unwrap_or("(the end)")),
        }
    };
    Err(format!(
        "{} differs from line {number} on (BLESS=1 writes it anew)\n  expected: {expected_line}\n  actual:   {actual_line}\n\nthe actual text:\n{actual}",
        path.display()
    ))
}

/// Includes from the folder of the program and the directories of `-I`, taken from that folder.
#[derive(Debug)]
pub struct FolderIncludes {
    /// Where the program lies.
    pub folder: PathBuf,
}

impl IncludeLoader for FolderIncludes {
    fn load(
        &mut self,
        name: &str,
        angled: bool,
        including_file: &str,
        directories: &[String],
    ) -> Option<LoadedInclude> {
        let beside = Path::new(including_file).parent().map(Path::to_owned).filter(|_| !angled);
        let places = beside.into_iter().chain(directories.iter().map(PathBuf::from));
        places.map(|place| place.join(name)).find_map(|path| {
            let bytes = fs::read(self.folder.join(&path)).ok()?;
            Some(LoadedInclude { name: path.to_string_lossy().replace('\\', "/"), bytes })
        })
    }
}

/// How far a program is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Build options and preprocessing.
    Preprocess,
    /// The syntax tree too.
    Parse,
    /// Types.
    Analyse,
    /// The kernel IR, verified, where there is no error.
    Lower,
}

impl Stage {
    /// How far programs are taken that do not say it.
    pub const LAST: Stage = Stage::Lower;

    /// The stage of this name.
    pub fn named(name: &str) -> Option<Stage> {
        match name {
            "preprocess" => Some(Stage::Preprocess),
            "parse" => Some(Stage::Parse),
            "analyse" => Some(Stage::Analyse),
            "lower" => Some(Stage::Lower),
            _ => None,
        }
    }
}

/// Takes a program through the front end up to a stage: every diagnostic that it gives, those of the build
/// options first.
pub fn front_end(
    name: &str,
    bytes: &[u8],
    options: &str,
    folder: &Path,
    stage: Stage,
) -> (SourceMap, Diagnostics) {
    let (options, option_diagnostics) = BuildOptions::parse(options);
    let mut compiler = Compiler::new(&options);
    for diagnostic in option_diagnostics.list() {
        compiler.diagnostics.push(diagnostic.clone());
    }
    let mut includes = FolderIncludes { folder: folder.to_owned() };
    let tokens = compiler.preprocess(name, bytes, &mut includes);
    if stage >= Stage::Parse {
        let unit = compiler.parse(&tokens);
        if stage >= Stage::Analyse {
            let program = compiler.analyse(&unit);
            if stage >= Stage::Lower
                && let Some(module) = compiler.lower(&program)
            {
                compiler.verify(&module);
            }
        }
    }
    (compiler.map, compiler.diagnostics)
}
