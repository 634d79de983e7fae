//! What programs are built from, written to a folder for whoever looks into an application: `FERROCL_DUMP`.
//!
//! Applications generate their kernels and keep the text to themselves. A file here is the source exactly as the driver got it, so that the
//! positions in messages hold, with the options in a file of their own beside it: `ferrocl check --build "$(cat X.options)" X.cl`. Headers that
//! `clCompileProgram` gets as programs, binaries and linking are not written.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::entry;

/// The folder, if there is to be one.
static FOLDER: LazyLock<Option<PathBuf>> =
    LazyLock::new(|| std::env::var_os("FERROCL_DUMP").filter(|value| !value.is_empty()).map(PathBuf::from));

/// Writes a source and its options, if that is wanted. The same text with the same options is one pair of files, however often it is built.
pub(crate) fn source(source: &[u8], options: &str) {
    let Some(folder) = FOLDER.as_deref() else { return };
    if let Err(error) = write(folder, source, options) {
        entry::log(&format!("FERROCL_DUMP: nothing written to {}: {error}", folder.display()));
    }
}

fn write(folder: &Path, source: &[u8], options: &str) -> std::io::Result<()> {
    let mut hasher = DefaultHasher::new();
    (source, options).hash(&mut hasher);
    let name = format!("{:016x}", hasher.finish());
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("{name}.cl")), source)?;
    std::fs::write(folder.join(format!("{name}.options")), format!("{options}\n"))
}

#[cfg(test)]
mod tests {
    use super::write;

    #[test]
    fn equal_builds_are_one_pair_of_files() {
        let folder = std::env::temp_dir().join(format!("ferrocl-dump-{}", std::process::id()));
        for (source, options) in
            [("kernel void a() {}", "-DN=1"), ("kernel void a() {}", "-DN=1"), ("kernel void a() {}", "")]
        {
            write(&folder, source.as_bytes(), options).unwrap();
        }
        let mut texts: Vec<String> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
            .collect();
        texts.sort();
        assert_eq!(texts, ["\n", "-DN=1\n", "kernel void a() {}", "kernel void a() {}"]);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
