//! Puts the pages under `explain/` into the binary.

use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new("../../explain");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut pages: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    pages.sort();
    let mut code = String::from("/// Code and page.\nstatic EXPLANATIONS: &[(&str, &str)] = &[\n");
    for page in pages {
        println!("cargo::rerun-if-changed={}", page.display());
        let text = fs::read_to_string(&page).expect("a page that was just listed");
        let name = page.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        code.push_str(&format!("    ({name:?}, {text:?}),\n"));
    }
    code.push_str("];\n");
    let out = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("explanations.rs");
    fs::write(out, code).expect("the output folder can be written");
}
