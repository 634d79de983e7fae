//! Gives the crate the identity of the compiler that it is built with: a hash over the sources that decide what native code
//! a program becomes. Programs' binaries and the cache are of use only to the compiler that made them, and
//! its version alone does not tell two development builds apart.

use std::path::Path;

/// The crates (beside this one) that objects and the text of the IR depend on.
const SOURCES: [&str; 4] = ["src", "../ferrocl-base/src", "../ferrocl-ir/src", "../ferrocl-codegen/src"];

fn main() {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for folder in SOURCES {
        println!("cargo::rerun-if-changed={folder}");
        add(&mut hash, Path::new(folder));
    }
    println!("cargo::rustc-env=FERROCL_BUILD={}-{hash:016x}", env!("CARGO_PKG_VERSION"));
}

/// Adds every file below a folder, in order of their names: FNV-1a, which needs nothing else to be built first.
fn add(hash: &mut u64, path: &Path) {
    let mut step = |bytes: &[u8]| {
        for &byte in bytes {
            *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    step(path.file_name().unwrap_or_default().as_encoded_bytes());
    if let Ok(entries) = std::fs::read_dir(path) {
        let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| add(hash, entry));
    } else if let Ok(bytes) = std::fs::read(path) {
        step(&bytes);
    }
}
