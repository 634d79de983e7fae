//! What the system says about the machine: the processor's name, memory, caches and clock.
//!
//! Every fact has a fallback: a container may hide any of the files that they are read from.

use std::fs;
use std::path::Path;

/// The machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// The processor's name.
    pub processor: String,
    /// What the system calls the machine: the same after a restart, and another on every machine; empty where it has no such name.
    pub machine: String,
    /// Bytes of memory that the process can have.
    pub memory: u64,
    /// The highest clock of the processor in MHz; 0 where it is not known.
    pub megahertz: u32,
    /// Bytes of a cache line.
    pub cache_line: u32,
    /// Bytes of the largest cache.
    pub last_level_cache: u64,
    /// Bytes of the first data cache.
    pub first_data_cache: u64,
}

impl Host {
    /// Asks the system.
    pub fn query() -> Host {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let processors = read("/proc/cpuinfo");
        let field = |name: &str| {
            processors.lines().find_map(|line| {
                let (key, value) = line.split_once(':')?;
                (key.trim() == name).then(|| value.trim().to_owned())
            })
        };
        let caches = caches(Path::new("/sys/devices/system/cpu/cpu0/cache"));
        let kilohertz =
            read("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq").trim().parse::<u32>().ok();
        let megahertz =
            kilohertz.map(|k| k / 1000).or_else(|| field("cpu MHz")?.parse::<f64>().ok().map(|m| m as u32));
        Host {
            processor: field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            machine: read("/etc/machine-id").trim().to_owned(),
            memory: memory(&read("/proc/meminfo"), &read("/sys/fs/cgroup/memory.max")),
            megahertz: megahertz.unwrap_or(0),
            cache_line: caches.iter().map(|c| c.line).max().unwrap_or(64),
            last_level_cache: caches.iter().map(|c| c.size).max().unwrap_or(1 << 20),
            first_data_cache: caches
                .iter()
                .filter(|c| c.level == 1)
                .map(|c| c.size)
                .max()
                .unwrap_or(32 << 10),
        }
    }
}

/// A universally unique identifier of what these facts describe (RFC 9562, version 8: a hash). The facts cannot be read from it.
pub fn uuid(facts: &[&[u8]]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    for fact in facts {
        hasher.update(&(fact.len() as u64).to_le_bytes());
        hasher.update(fact);
    }
    let mut id = [0; 16];
    id.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    id[6] = id[6] & 0x0F | 0x80;
    id[8] = id[8] & 0x3F | 0x80;
    id
}

/// A data cache of the first processor.
struct Cache {
    level: u32,
    size: u64,
    line: u32,
}

fn caches(folder: &Path) -> Vec<Cache> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries
        .flatten()
        .filter_map(|entry| {
            let read = |name: &str| {
                fs::read_to_string(entry.path().join(name)).ok().map(|text| text.trim().to_owned())
            };
            if read("type")? == "Instruction" {
                return None;
            }
            Some(Cache {
                level: read("level")?.parse().ok()?,
                size: size(&read("size")?)?,
                line: read("coherency_line_size")?.parse().ok()?,
            })
        })
        .collect()
}

/// A size as the system writes it: `48K`, `2M`, or bytes.
fn size(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

/// What of the machine's memory the process can have: a control group may allow less than all of it.
fn memory(meminfo: &str, limit: &str) -> u64 {
    let total = meminfo
        .lines()
        .find_map(|line| {
            line.strip_prefix("MemTotal:")?.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
        })
        .map_or(1 << 30, |kilobytes| kilobytes << 10);
    limit.trim().parse().map_or(total, |limit: u64| limit.min(total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_memory_are_read_as_the_system_writes_them() {
        assert_eq!(
            (size("48K"), size("2M"), size("512"), size("3X")),
            (Some(48 << 10), Some(2 << 20), Some(512), None)
        );
        assert_eq!(memory("MemTotal:       16 kB\nMemFree: 3 kB\n", "max\n"), 16 << 10);
        assert_eq!(memory("MemTotal:       16 kB\n", "4096\n"), 4096);
        assert_eq!(memory("", ""), 1 << 30);
    }

    #[test]
    fn identifiers_differ_with_each_fact() {
        let id = uuid(&[b"a", b"bc"]);
        assert_eq!(id, uuid(&[b"a", b"bc"]));
        assert_ne!(id, uuid(&[b"ab", b"c"]));
        assert_eq!((id[6] >> 4, id[8] >> 6), (8, 2), "version 8, variant 2");
    }

    #[test]
    fn this_machine_has_a_name_and_memory() {
        let host = Host::query();
        assert!(!host.processor.is_empty() && host.memory >= 1 << 20 && host.cache_line.is_power_of_two());
    }
}
