//! Turns `lib/builtins.decl` and `lib/*.cl` into the static tables of `ferrocl_sema::builtins`.
//!
//! * [`prototypes`] reads the table and the heads of library functions into rows;
//! * [`library`] cuts the library's text into functions and constants;
//! * [`elements`] makes one for float and one for double of those that are for both;
//! * [`emit`] joins the two and writes Rust.
//!
//! Nothing of the table is read at run time: a compilation only looks up what its program names. A mistake
//! in the table or the library fails the build with file and line.

mod elements;
mod emit;
mod library;
mod prototypes;

use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../lib");
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed=build");
    let decl = root.join("builtins.decl");
    let table =
        prototypes::read_table(&read(&decl)).unwrap_or_else(|error| panic!("lib/builtins.decl:{error}"));
    let mut sources: Vec<PathBuf> = std::fs::read_dir(&root)
        .expect("lib/ is there")
        .map(|entry| entry.expect("lib/ is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .collect();
    sources.sort();
    let mut items = Vec::new();
    for path in &sources {
        let file = path.file_name().expect("a file").to_string_lossy().into_owned();
        items.extend(library::cut(&file, &read(path)).unwrap_or_else(|error| panic!("lib/{file}:{error}")));
    }
    let text = emit::tables(table, items).unwrap_or_else(|error| panic!("lib/{error}"));
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it")).join("builtin_tables.rs");
    std::fs::write(out, text).expect("OUT_DIR is writable");
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
