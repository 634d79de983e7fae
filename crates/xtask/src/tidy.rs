//! `cargo xtask tidy`: what the compiler does not check.
//!
//! * each diagnostic code has an explanation and a ui test, and no explanation or test names a code that does not exist;
//! * no source file is longer than one can hold in the head, each begins with an essay;
//! * the crates use only each other as ARCHITECTURE.md says; `unsafe` stays where it may be;
//! * pages that are made from data are up to date;
//! * nothing is left half done in the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{bindings, docs, shell};

/// The most lines that a Rust source may have.
const MAX_LINES: usize = 1000;

/// Which crates each crate may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("ferrocl-base", &[]),
    ("ferrocl-syntax", &["ferrocl-base"]),
    ("ferrocl-ir", &["ferrocl-base"]),
    ("ferrocl-sema", &["ferrocl-base", "ferrocl-syntax", "ferrocl-ir"]),
    ("ferrocl-interp", &["ferrocl-base", "ferrocl-ir"]),
    ("ferrocl-codegen", &["ferrocl-base", "ferrocl-ir"]),
    (
        "ferrocl-runtime",
        &[
            "ferrocl-base",
            "ferrocl-syntax",
            "ferrocl-ir",
            "ferrocl-sema",
            "ferrocl-interp",
            "ferrocl-codegen",
        ],
    ),
    ("ferrocl-icd", &["ferrocl-runtime"]),
    ("ferrocl-cli", &["ferrocl-runtime"]),
];

/// The crates that may hold `unsafe`, and the file elsewhere that may: it calls other OpenCL implementations.
const UNSAFE_PLACES: &[&str] = &[
    "crates/ferrocl-codegen",
    "crates/ferrocl-runtime",
    "crates/ferrocl-icd",
    "crates/ferrocl-tests/src/peers.rs",
];

/// The code of faults of the compiler itself: no program of a test can show one.
const INTERNAL: &str = "CL0099";

/// Runs every check; all findings are printed before it fails.
pub fn run() -> Result<()> {
    let root = shell::root();
    let files = tracked_files(&root)?;
    let mut findings = Vec::new();
    check_codes(&root, &files, &mut findings)?;
    check_sources(&root, &files, &mut findings)?;
    check_dependencies(&root, &mut findings)?;
    docs::check(&root, &mut findings);
    if findings.is_empty() {
        println!("tidy: {} files, nothing to say", files.len());
        return Ok(());
    }
    for finding in &findings {
        eprintln!("tidy: {finding}");
    }
    bail!("{} findings", findings.len())
}

/// The files that git tracks or would track, relative to the root.
fn tracked_files(root: &Path) -> Result<Vec<PathBuf>> {
    let output = Command::new("git")
        .current_dir(root)
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .output()
        .context("git cannot be started")?;
    Ok(String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(PathBuf::from)
        .filter(|file| root.join(file).is_file())
        .collect())
}

/// Catalogue, explanations and ui tests name the same codes.
fn check_codes(root: &Path, files: &[PathBuf], findings: &mut Vec<String>) -> Result<()> {
    let mut rows = BTreeMap::new();
    for code in ferrocl_base::codes::all() {
        if rows.insert(code.name().to_owned(), code.title()).is_some() {
            findings.push(format!("the catalogue has {} twice", code.name()));
        }
    }
    let explained: BTreeSet<String> = files
        .iter()
        .filter(|file| file.starts_with("explain"))
        .filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned()))
        .filter(|name| name.starts_with("CL"))
        .collect();
    let mut tested = BTreeSet::new();
    for file in files.iter().filter(|file| file.starts_with("tests/ui")) {
        let text = String::from_utf8_lossy(&fs::read(root.join(file))?).into_owned();
        tested.extend(text.split("[CL").skip(1).filter_map(|rest| {
            let digits = rest.get(..4)?;
            (digits.bytes().all(|b| b.is_ascii_digit()) && rest.as_bytes().get(4) == Some(&b']'))
                .then(|| format!("CL{digits}"))
        }));
    }
    for name in rows.keys() {
        if !explained.contains(name) {
            findings.push(format!("{name} has no page explain/{name}.md"));
        }
        if !tested.contains(name) && name != INTERNAL {
            findings.push(format!("{name} has no test under tests/ui"));
        }
    }
    for name in explained.union(&tested).filter(|name| !rows.contains_key(*name)) {
        findings.push(format!("{name} is explained or tested, but the catalogue has no such row"));
    }
    Ok(())
}

/// Length, essays, leftovers, `unsafe`.
fn check_sources(root: &Path, files: &[PathBuf], findings: &mut Vec<String>) -> Result<()> {
    // Put together here, so that this file does not find itself.
    let leftovers = ["TO".to_owned() + "DO", "FIX".to_owned() + "ME", "unimpl".to_owned() + "emented!("];
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "rs")) {
        let text = fs::read_to_string(root.join(file))?;
        let shown = file.display();
        if text.starts_with(bindings::GENERATED) {
            continue;
        }
        let lines = text.lines().count();
        if lines > MAX_LINES {
            findings.push(format!("{shown} has {lines} lines: split it by meaning (at most {MAX_LINES})"));
        }
        // Tests speak for themselves: their names say what they show.
        let is_test = file.components().any(|c| c.as_os_str() == "tests" || c.as_os_str() == "tests.rs");
        let is_module = file.components().any(|c| c.as_os_str() == "src") && !is_test;
        if is_module && !text.trim_start().starts_with("//!") {
            findings.push(format!("{shown} does not begin with what lives in it (`//!`)"));
        }
        for (number, line) in text.lines().enumerate() {
            if let Some(word) = leftovers.iter().find(|word| line.contains(word.as_str())) {
                findings.push(format!("{shown}:{}: {word}", number + 1));
            }
        }
        let is_exempt = UNSAFE_PLACES.iter().any(|place| file.starts_with(place));
        let keyword = "unsafe".to_owned() + " ";
        if !is_exempt {
            for (number, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or("");
                if code.contains(&(keyword.clone() + "{")) || code.contains(&(keyword.clone() + "fn")) {
                    findings.push(format!("{shown}:{}: this crate may not hold `unsafe`", number + 1));
                }
            }
        }
    }
    Ok(())
}

/// The arrows between crates.
fn check_dependencies(root: &Path, findings: &mut Vec<String>) -> Result<()> {
    for (name, allowed) in MAY_USE {
        let manifest = root.join("crates").join(name).join("Cargo.toml");
        let text = fs::read_to_string(&manifest)
            .with_context(|| format!("{} cannot be read", manifest.display()))?;
        let dependencies =
            text.split("[dependencies]").nth(1).unwrap_or("").split("\n[").next().unwrap_or("");
        for line in dependencies.lines() {
            let used = line.split(['.', ' ', '=']).next().unwrap_or("");
            if used.starts_with("ferrocl-") && !allowed.contains(&used) {
                findings.push(format!("{name} uses {used}, which ARCHITECTURE.md does not allow"));
            }
        }
    }
    Ok(())
}
