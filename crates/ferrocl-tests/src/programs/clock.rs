//! The CPU's time that a process has had: on a machine with other work, time on the wall says little about what a program costs.

use std::time::Duration;

/// Linux counts the CPU's time of a process in hundredths of a second, whatever its own ticks are.
const TICKS_PER_SECOND: u64 = 100;

/// The CPU's time that a process (`self`, or its number) has had; `None` where the system does not say.
pub fn cpu_time(process: &str) -> Option<Duration> {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may hold anything; behind it are 11 fields before those of the times in user and system mode.
    let fields: Vec<&str> = status.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}
