//! Included files from disk.

use std::path::{Path, PathBuf};

use ferrocl_syntax::{IncludeLoader, LoadedInclude};

/// Finds included files as C compilers do: `"name"` first beside the including file, then in the folders of `-I` in
/// order, at last in the current folder; `<name>` in the folders of `-I`.
#[derive(Debug, Clone, Default)]
pub struct FileIncludes;

/// The largest file that is read, in bytes: more could not be compiled either.
const MAX_BYTES: u64 = 1 << 28;

impl IncludeLoader for FileIncludes {
    fn load(
        &mut self,
        name: &str,
        angled: bool,
        including_file: &str,
        directories: &[String],
    ) -> Option<LoadedInclude> {
        let beside = Path::new(including_file).parent().filter(|_| !angled).map(Path::to_path_buf);
        let current = (!angled).then(PathBuf::new);
        let folders = beside.into_iter().chain(directories.iter().map(PathBuf::from)).chain(current);
        for folder in folders {
            let path = folder.join(name);
            let is_readable = std::fs::metadata(&path).is_ok_and(|m| m.is_file() && m.len() <= MAX_BYTES);
            if let Some(bytes) = is_readable.then(|| std::fs::read(&path).ok()).flatten() {
                return Some(LoadedInclude { name: path.to_string_lossy().into_owned(), bytes });
            }
        }
        None
    }
}
