//! Included files from disk.

use std::path::{Path, PathBuf};

use ferrocl_syntax::{IncludeLoader, LoadedInclude};

/// Finds included files as C compilers do: `"name"` first beside the including file, then in the folders of `-I` in
/// order, at last in the current folder; `<name>` in the folders of `-I`.
#[derive(Debug, Clone, Default)]
pub struct FileIncludes;

/// Included texts that the program brings along (`clCompileProgram`), and files from disk where it has none of a name.
#[derive(Debug, Clone, Default)]
pub struct HeaderIncludes {
    /// The names by which they are included, with the texts; of several with one name the first counts.
    pub headers: Vec<(String, Vec<u8>)>,
}

impl IncludeLoader for HeaderIncludes {
    fn load(
        &mut self,
        name: &str,
        angled: bool,
        including_file: &str,
        directories: &[String],
    ) -> Option<LoadedInclude> {
        // A header includes its neighbours as files do: beside it.
        let beside = including_file.rsplit_once('/').filter(|_| !angled);
        let beside = beside.map(|(folder, _)| format!("{folder}/{name}"));
        let header = |name: &str| self.headers.iter().find(|(known, _)| known == name);
        match beside.as_deref().and_then(header).or_else(|| header(name)) {
            Some((name, text)) => Some(LoadedInclude { name: name.clone(), bytes: text.clone() }),
            None => FileIncludes.load(name, angled, including_file, directories),
        }
    }
}

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
