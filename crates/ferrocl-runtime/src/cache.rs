//! The cache on disk: native code of kernels, for the next process that builds the same program.
//!
//! What takes time in a build is LLVM, so what is kept is what LLVM made. An entry's key is a hash over everything that the
//! code depends on: the program's IR (and with it the source, every header and the options), the kernel and the way
//! in which it was compiled, the CPU, LLVM's version and the build of this compiler. A key that matches is thus always right, and
//! an entry never goes out of date.
//!
//! * An entry is a file. It is written under another name and renamed, so that other processes see all of it or nothing.
//! * It begins with a hash of its key and its content. What does not match is removed, and the kernel compiled again.
//! * A file's time of change is when it was last used. When the folder has grown past its limit, the files that were not used for
//!   longest go. To look at all files takes a while, so that is done once in a while.
//! * Nothing that goes wrong with the folder is an error: without a cache, everything works and takes longer.

use std::fs::{self, DirBuilder, File};
use std::io::{Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// How large the folder may become, in bytes, where `FERROCL_CACHE_SIZE` does not say it.
const DEFAULT_LIMIT: u64 = 256 << 20;
/// The largest entry that is read or written, in bytes.
const MAX_ENTRY: u64 = 64 << 20;
/// A file that is being written and was left behind for so long has no process any more that would rename it.
const ABANDONED: Duration = Duration::from_secs(3600);
/// The length of a hash in bytes.
const HASH: usize = blake3::OUT_LEN;

/// What names an entry.
pub type Key = [u8; HASH];

/// A folder of entries.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    limit: u64,
    /// Bytes written since the folder was last looked through.
    written: AtomicU64,
    /// How many files were begun, for their names.
    begun: AtomicU64,
}

impl Cache {
    /// The cache that the environment asks for: in `FERROCL_CACHE_DIR`, else in `ferrocl` below `XDG_CACHE_HOME` or
    /// `~/.cache`; at most `FERROCL_CACHE_SIZE` MiB. `None` with `FERROCL_CACHE=0`, and where there is no such folder.
    pub fn from_environment() -> Option<Cache> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        if variable("FERROCL_CACHE").is_some_and(|value| value == "0") {
            return None;
        }
        let below = |name: &str, rest: &str| {
            variable(name).map(PathBuf::from).filter(|path| path.is_absolute()).map(|path| path.join(rest))
        };
        let folder = variable("FERROCL_CACHE_DIR")
            .map(PathBuf::from)
            .or_else(|| below("XDG_CACHE_HOME", "ferrocl"))
            .or_else(|| below("HOME", ".cache/ferrocl"))?;
        let limit = variable("FERROCL_CACHE_SIZE")
            .and_then(|value| value.to_str()?.parse::<u64>().ok()?.checked_mul(1 << 20));
        Some(Cache::new(folder, limit.unwrap_or(DEFAULT_LIMIT)))
    }
    /// A cache in this folder, which is made when something is first written, of at most so many bytes.
    pub fn new(folder: PathBuf, limit: u64) -> Cache {
        Cache { folder, limit, written: AtomicU64::new(0), begun: AtomicU64::new(0) }
    }
    fn path(&self, key: &Key) -> PathBuf {
        let name: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(&name[..2]).join(&name[2..])
    }
    /// What was kept under a key.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path(key);
        let file = File::open(&path).ok()?;
        let mut bytes = Vec::new();
        let length = (&file).take(MAX_ENTRY + 1).read_to_end(&mut bytes).ok()?;
        if length as u64 > MAX_ENTRY || length < HASH || bytes[..HASH] != checksum(key, &bytes[HASH..]) {
            // Damaged, or not ours: it would never be of use.
            let _ = fs::remove_file(&path);
            return None;
        }
        // For the order in which entries go. Where it may not be changed, the entry goes earlier.
        let _ = file.set_modified(SystemTime::now());
        bytes.drain(..HASH);
        Some(bytes)
    }
    /// Keeps something under a key.
    pub fn put(&self, key: &Key, content: &[u8]) {
        let length = (HASH + content.len()) as u64;
        if length > MAX_ENTRY.min(self.limit) {
            return;
        }
        if self.write(key, content).is_ok() {
            let written = self.written.fetch_add(length, Ordering::Relaxed) + length;
            // Many short processes write one entry each: some of them look as well.
            if written > self.limit / 16 || key[0].is_multiple_of(32) {
                self.written.store(0, Ordering::Relaxed);
                self.trim();
            }
        }
    }
    fn write(&self, key: &Key, content: &[u8]) -> std::io::Result<()> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        // What is in there is run: it is nobody else's to write.
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let begun = folder.join(format!("begun-{}-{number}", std::process::id()));
        let write = || {
            let mut file = File::create_new(&begun)?;
            file.write_all(&checksum(key, content))?;
            file.write_all(content)?;
            drop(file);
            fs::rename(&begun, &path)
        };
        write().inspect_err(|_| {
            let _ = fs::remove_file(&begun);
        })
    }
    /// Removes the entries that were not used for longest until the folder is well below its limit again.
    fn trim(&self) {
        let now = SystemTime::now();
        let mut entries: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in list(&self.folder).flat_map(|folder| list(&folder)) {
            let Ok(metadata) = fs::symlink_metadata(&entry) else { continue };
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let is_begun =
                entry.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"begun-"));
            if !is_begun {
                entries.push((used, metadata.len(), entry));
            } else if now.duration_since(used).is_ok_and(|age| age > ABANDONED) {
                let _ = fs::remove_file(entry);
            }
        }
        let mut total: u64 = entries.iter().map(|entry| entry.1).sum();
        if total <= self.limit {
            return;
        }
        entries.sort();
        for (_, size, path) in entries {
            if total <= self.limit / 4 * 3 {
                break;
            }
            if fs::remove_file(path).is_ok() {
                total -= size;
            }
        }
    }
}

fn checksum(key: &Key, content: &[u8]) -> [u8; HASH] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(key).update(content);
    *hasher.finalize().as_bytes()
}

/// What is in a folder; nothing where it cannot be read.
fn list(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own that goes with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("ferrocl-cache-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Folder(path)
        }
    }
    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn key(number: u8) -> Key {
        *blake3::hash(&[number]).as_bytes()
    }

    #[test]
    fn what_was_kept_comes_back_in_another_process() {
        let folder = Folder::new("keeps");
        Cache::new(folder.0.clone(), DEFAULT_LIMIT).put(&key(1), b"code");
        let later = Cache::new(folder.0.clone(), DEFAULT_LIMIT);
        assert_eq!(later.get(&key(1)).as_deref(), Some(&b"code"[..]));
        assert_eq!(later.get(&key(2)), None);
    }

    #[test]
    fn damage_is_found_and_removed() {
        let folder = Folder::new("damage");
        let cache = Cache::new(folder.0.clone(), DEFAULT_LIMIT);
        cache.put(&key(1), b"code");
        let path = cache.path(&key(1));
        let good = fs::read(&path).expect("it was written");
        let mut bad = good.clone();
        *bad.last_mut().expect("it is not empty") ^= 1;
        for content in [&bad[..], &good[..10], b""] {
            fs::write(&path, content).expect("it can be written");
            assert_eq!(cache.get(&key(1)), None);
            assert!(!path.exists());
        }
        // An entry under another's name is no better than a damaged one.
        fs::create_dir_all(cache.path(&key(2)).parent().expect("it is in a folder")).expect("it can be made");
        fs::write(cache.path(&key(2)), &good).expect("it can be written");
        assert_eq!(cache.get(&key(2)), None);
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let folder = Folder::new("bounds");
        let cache = Cache::new(folder.0.clone(), 10_000);
        let content = vec![0; 1000];
        for number in 0..9 {
            cache.write(&key(number), &content).expect("it can be written");
            let file = File::open(cache.path(&key(number))).expect("it was written");
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::from(number) + 1);
            file.set_modified(time).expect("it is ours");
        }
        assert!(cache.get(&key(0)).is_some(), "and now it was used last");
        cache.write(&key(9), &content).expect("it can be written");
        cache.trim();
        let left: Vec<u8> = (0..10).filter(|&number| cache.path(&key(number)).exists()).collect();
        assert_eq!(left, [0, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_no_error() {
        let cache = Cache::new(PathBuf::from("/proc/none"), DEFAULT_LIMIT);
        cache.put(&key(1), b"code");
        assert_eq!(cache.get(&key(1)), None);
    }
}
