//! The CPU's time that a process or a thread has had: on a machine with other work, time on the wall says little about what a program
//! costs.

use std::time::Duration;

/// Linux counts the CPU's time in hundredths of a second, whatever its own ticks are.
const TICKS_PER_SECOND: u64 = 100;

/// Measures from when it is made.
#[derive(Debug)]
pub struct CpuClock {
    process: String,
    start: Option<Duration>,
}

impl CpuClock {
    /// The clock of a process (its number) or of this thread (`thread-self`), started now.
    pub fn new(process: impl Into<String>) -> CpuClock {
        let process = process.into();
        CpuClock { start: cpu_time(&process), process }
    }
    /// The CPU's time that it has had since; `None` where the system does not say.
    pub fn elapsed(&self) -> Option<Duration> {
        self.start.zip(cpu_time(&self.process)).map(|(start, now)| now.saturating_sub(start))
    }
}

/// The CPU's time that a process or a thread has had.
fn cpu_time(process: &str) -> Option<Duration> {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may hold anything; behind it are 11 fields before those of the times in user and system mode.
    let fields: Vec<&str> = status.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}
