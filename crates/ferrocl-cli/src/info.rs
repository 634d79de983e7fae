//! `ferrocl info`: the CPU, the lanes, the limits.

use std::io::Write;

use anyhow::Result;
use ferrocl_runtime::codegen::abi::MAX_PRIVATE_BYTES;
use ferrocl_runtime::ir::Scalar;
use ferrocl_runtime::{
    CPU_VARIABLE, Device, MAX_GROUP_ITEMS, MAX_GROUP_PRIVATE_BYTES, MAX_LOCAL_BYTES, host_levels,
};
use serde_json::json;

use crate::Outcome;

/// Show the CPU, the lanes and the limits
#[derive(clap::Args)]
pub struct Arguments {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints what the device is.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let device = Device::new(None)?;
    let lanes = |scalar| device.target().default_width(scalar);
    let (bytes, shorts, words, longs) =
        (lanes(Scalar::I8), lanes(Scalar::I16), lanes(Scalar::F32), lanes(Scalar::F64));
    let mut out = std::io::stdout().lock();
    if arguments.json {
        writeln!(
            out,
            "{}",
            json!({
                "version": env!("CARGO_PKG_VERSION"),
                "cpu": device.description(),
                "cpu_levels": host_levels(),
                "threads": device.threads(),
                "lanes": {"8": bytes, "16": shorts, "32": words, "64": longs},
                "max_work_group_size": MAX_GROUP_ITEMS,
                "local_memory_bytes": MAX_LOCAL_BYTES,
                "private_memory_bytes": MAX_PRIVATE_BYTES,
                "opencl_c": ["1.0", "1.1", "1.2", "2.0", "3.0", "3.1"],
            })
        )?;
        return Ok(Outcome::Done);
    }
    writeln!(out, "FerroCL {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "CPU:             {}", device.description())?;
    writeln!(
        out,
        "CPU levels:      {} (set {CPU_VARIABLE} to one to restrict code to it)",
        host_levels().join(", ")
    )?;
    writeln!(out, "Threads:         {}", device.threads())?;
    writeln!(
        out,
        "Lanes:           {words} for 32-bit kernels ({bytes} for 8-bit, {shorts} for 16-bit, {longs} for 64-bit ones)"
    )?;
    writeln!(out, "Work-group size: up to {MAX_GROUP_ITEMS} work-items")?;
    writeln!(out, "Local memory:    up to {} KiB for a work-group", MAX_LOCAL_BYTES >> 10)?;
    writeln!(
        out,
        "Private memory:  up to {} KiB for a work-item; in kernels with barriers {} KiB for a work-group",
        MAX_PRIVATE_BYTES >> 10,
        MAX_GROUP_PRIVATE_BYTES >> 10
    )?;
    writeln!(out, "OpenCL C:        1.0, 1.1, 1.2 (without -cl-std), 2.0, 3.0, 3.1")?;
    Ok(Outcome::Done)
}
