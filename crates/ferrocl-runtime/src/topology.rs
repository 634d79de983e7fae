//! Where threads run: which cores the process may use, which of them share what, and binding threads to some of them.
//!
//! What lives here: asking the system, and the guard that binds a thread. What does not: deciding to. Only devices that are a part
//! of the CPU along such a border bind their threads; the whole CPU leaves them to the system.
//!
//! Nothing is sure to be known: a container may hide the files, and systems other than Linux have others. What is not known is shared
//! by all.

use std::fs;
use std::path::Path;

/// What cores can share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// The memory that is near.
    Numa,
    /// A data cache of this level.
    Cache(u32),
}

/// The numbers of the cores that the calling thread may run on; empty where the system does not tell.
pub fn usable_cores() -> Vec<usize> {
    system::Mask::of_this_thread().map_or_else(Vec::new, |mask| mask.cores())
}

/// Divides cores into those that share something with each other. They come in the order of their first cores; no core is lost.
pub fn divide(cores: &[usize], domain: Domain) -> Vec<Vec<usize>> {
    divide_by(cores, |core| sharing(Path::new("/sys/devices/system"), core, domain))
}

/// The same with the cores that share with a core told by a function.
fn divide_by(cores: &[usize], sharing: impl Fn(usize) -> Option<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &core in cores {
        if groups.iter().any(|group| group.contains(&core)) {
            continue;
        }
        let Some(with) = sharing(core) else { return vec![cores.to_vec()] };
        let is_new = |other: &usize| !groups.iter().any(|group| group.contains(other));
        let group: Vec<usize> = cores
            .iter()
            .copied()
            .filter(|other| *other == core || with.contains(other))
            .filter(is_new)
            .collect();
        groups.push(group);
    }
    groups
}

/// The cores that share something with a core, itself among them, by what the system's files under `root` say.
fn sharing(root: &Path, core: usize, domain: Domain) -> Option<Vec<usize>> {
    let read = |path: &Path| fs::read_to_string(path).ok();
    match domain {
        Domain::Numa => fs::read_dir(root.join("node"))
            .ok()?
            .flatten()
            .filter_map(|entry| core_list(&read(&entry.path().join("cpulist"))?))
            .find(|cores| cores.contains(&core)),
        Domain::Cache(level) => fs::read_dir(root.join(format!("cpu/cpu{core}/cache")))
            .ok()?
            .flatten()
            .map(|entry| entry.path())
            .find(|cache| {
                let is = |name: &str, test: &dyn Fn(&str) -> bool| {
                    read(&cache.join(name)).is_some_and(|text| test(text.trim()))
                };
                is("level", &|text| text == level.to_string()) && is("type", &|text| text != "Instruction")
            })
            .and_then(|cache| core_list(&read(&cache.join("shared_cpu_list"))?)),
    }
}

/// A list of cores as the system writes it: `0-3,8`.
fn core_list(text: &str) -> Option<Vec<usize>> {
    let mut cores = Vec::new();
    for part in text.trim().split(',').filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
        // No machine has more; a list that says so is not believed.
        if last >= 1 << 16 {
            return None;
        }
        cores.extend(first..=last);
    }
    Some(cores)
}

/// Binds the calling thread to some cores for good.
pub(crate) fn bind(cores: &[usize]) {
    system::Mask::from_cores(cores).set();
}

/// The calling thread is bound to some cores; when this is dropped, it may run where it could before.
pub(crate) struct Bound {
    before: Option<system::Mask>,
}

impl Bound {
    /// Binds the calling thread. Where the system does not let it, it stays where it is.
    pub(crate) fn to(cores: &[usize]) -> Bound {
        let before = system::Mask::of_this_thread().filter(|_| system::Mask::from_cores(cores).set());
        Bound { before }
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            before.set();
        }
    }
}

#[cfg(target_os = "linux")]
mod system {
    /// A set of cores as the system takes it.
    pub(super) struct Mask(libc::cpu_set_t);

    impl Mask {
        fn empty() -> Mask {
            // SAFETY: an array of bits, for which zeros are an empty set.
            Mask(unsafe { std::mem::zeroed() })
        }
        /// Where the calling thread may run.
        pub(super) fn of_this_thread() -> Option<Mask> {
            let mut mask = Mask::empty();
            // SAFETY: 0 is the calling thread, and the set has the size that is told.
            let code = unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut mask.0) };
            (code == 0).then_some(mask)
        }
        pub(super) fn from_cores(cores: &[usize]) -> Mask {
            let mut mask = Mask::empty();
            for &core in cores.iter().filter(|&&core| core < libc::CPU_SETSIZE as usize) {
                // SAFETY: the set has this bit.
                unsafe { libc::CPU_SET(core, &mut mask.0) };
            }
            mask
        }
        pub(super) fn cores(&self) -> Vec<usize> {
            // SAFETY: the set has these bits.
            (0..libc::CPU_SETSIZE as usize)
                .filter(|&core| unsafe { libc::CPU_ISSET(core, &self.0) })
                .collect()
        }
        /// Lets the calling thread run there and nowhere else; whether the system agreed.
        pub(super) fn set(&self) -> bool {
            // SAFETY: 0 is the calling thread, and the set has the size that is told.
            unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &self.0) == 0 }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    /// A set of cores: nothing is known of them here.
    pub(super) struct Mask;

    impl Mask {
        pub(super) fn of_this_thread() -> Option<Mask> {
            None
        }
        pub(super) fn from_cores(_: &[usize]) -> Mask {
            Mask
        }
        pub(super) fn cores(&self) -> Vec<usize> {
            Vec::new()
        }
        pub(super) fn set(&self) -> bool {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_cores_are_read_as_the_system_writes_them() {
        assert_eq!(core_list("0-3,8\n"), Some(vec![0, 1, 2, 3, 8]));
        assert_eq!(core_list("5"), Some(vec![5]));
        assert_eq!(core_list("\n"), Some(vec![]));
        assert_eq!((core_list("0-x"), core_list("0-99999999999")), (None, None));
    }

    #[test]
    fn cores_are_divided_and_none_is_lost() {
        let pairs = |core: usize| Some(vec![core & !1, core | 1]);
        assert_eq!(divide_by(&[0, 1, 2, 3], pairs), [vec![0, 1], vec![2, 3]]);
        // Cores that the process may not use are left out.
        assert_eq!(divide_by(&[1, 2, 3, 6], pairs), [vec![1], vec![2, 3], vec![6]]);
        // Nothing is known of one: all share.
        assert_eq!(divide_by(&[0, 1, 2], |core| pairs(core).filter(|_| core < 2)), [vec![0, 1, 2]]);
        assert_eq!(divide_by(&[], pairs), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn the_systems_files_tell_what_is_shared() {
        let root = std::env::temp_dir().join(format!("ferrocl-topology-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a file is in a folder")).unwrap();
            fs::write(path, text).unwrap();
        };
        for (index, level, kind, cores) in
            [(0, 1, "Instruction", "0-1"), (1, 1, "Data", "0"), (2, 2, "Unified", "0-1")]
        {
            write(&format!("cpu/cpu0/cache/index{index}/level"), &format!("{level}\n"));
            write(&format!("cpu/cpu0/cache/index{index}/type"), &format!("{kind}\n"));
            write(&format!("cpu/cpu0/cache/index{index}/shared_cpu_list"), &format!("{cores}\n"));
        }
        write("node/node0/cpulist", "0-1\n");
        write("node/node1/cpulist", "2-3\n");
        let of = |core, domain| sharing(&root, core, domain);
        let found = [
            of(0, Domain::Cache(1)),
            of(0, Domain::Cache(2)),
            of(0, Domain::Cache(3)),
            of(1, Domain::Cache(1)),
            of(2, Domain::Numa),
            of(9, Domain::Numa),
        ];
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(found, [Some(vec![0]), Some(vec![0, 1]), None, None, Some(vec![2, 3]), None]);
    }

    #[test]
    fn a_thread_is_bound_for_as_long_as_the_guard_is_there() {
        let all = usable_cores();
        let Some(&last) = all.last() else { return };
        {
            let _bound = Bound::to(&[last]);
            assert_eq!(usable_cores(), [last]);
        }
        assert_eq!(usable_cores(), all);
    }
}
