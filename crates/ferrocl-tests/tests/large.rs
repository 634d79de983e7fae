//! Indices that need 32 bits and more, in buffers of gigabytes of which only a few pages are ever touched. Where the system does not give
//! that much address space, these tests are reported as ignored.

use std::sync::Arc;

use ferrocl_runtime::{Argument, Buffer, Build, Device, Launch};
use libtest_mimic::{Arguments, Failed, Trial};

/// 2^32 bytes and some more.
const BYTES: usize = (1 << 32) + (1 << 20);

/// How a kernel is tested: with an offset it writes so many elements of a large buffer, each with its index.
struct Case {
    name: &'static str,
    source: &'static str,
    offset: u64,
    /// Work-items, and what element each must have written.
    items: u64,
    element: fn(u64) -> u64,
}

const CASES: &[Case] = &[
    Case {
        name: "signed index from the middle",
        source: "kernel void k(global uchar *b) { global uchar *m = b + 2147483648ul; int i = get_global_id(0); m[i] = 1 + (i & 63); }",
        offset: (1 << 31) - 20,
        items: 100,
        // Past 2^31 - 1 the `int` is negative: back to the buffer's start.
        element: |i| ((1u64 << 31) - 20 + i) as u32 as i32 as i64 as u64,
    },
    Case {
        name: "unsigned index that wraps",
        source: "kernel void k(global uchar *b) { uint i = get_global_id(0); i += 0x80000000u; b[i] = 1 + (i & 63); }",
        offset: (1 << 31) - 20,
        items: 100,
        element: |i| u64::from(((1u64 << 31) - 20 + i) as u32 ^ 0x8000_0000),
    },
    Case {
        name: "64-bit index past 2^32",
        source: "kernel void k(global uchar *b) { size_t i = get_global_id(0); b[i] = 1 + (i & 63); }",
        offset: (1 << 32) - 20,
        items: 100,
        element: |i| (1 << 32) - 20 + i,
    },
    Case {
        name: "unsigned index to the end of 32 bits",
        source: "kernel void k(global uchar *b) { uint i = get_global_id(0); b[i] = 1 + (i & 63); }",
        offset: (1 << 32) - 20,
        items: 100,
        element: |i| u64::from(((1u64 << 32) - 20 + i) as u32),
    },
    Case {
        name: "small ids, large strides",
        source: "kernel void k(global uchar *b) { uint i = (uint)get_global_id(0) * 134217727u; b[i] = 1 + (i & 63); }",
        offset: 0,
        items: 64,
        element: |i| u64::from((i as u32).wrapping_mul(134_217_727)),
    },
    Case {
        name: "wide elements",
        source: "kernel void k(global uchar *b) { uint i = get_global_id(0); global uchar *p = (global uchar *)&((global ulong2 *)b)[i - 7u]; \
                 p[0] = 1 + ((i * 16u - 112u) & 63u); }",
        offset: (1 << 28) - 20,
        items: 40,
        element: |i| ((1u64 << 28) - 27 + i) * 16,
    },
];

fn run(case: &Case, lanes: Option<u32>) -> Result<(), Failed> {
    let device = Device::new(Some(1))?;
    let build = Build::new(device.target(), "large.cl", case.source.as_bytes(), "-cl-std=CL3.0");
    let kernel = build.program().ok_or("the kernel does not compile")?.kernel("k")?;
    let buffer = Arc::new(Buffer::new(BYTES)?);
    let mut launch = Launch::new(1, [case.items, 1, 1]);
    launch.global_offset[0] = case.offset;
    launch.lanes = lanes;
    let base = if case.name.starts_with("signed") { 1u64 << 31 } else { 0 };
    device.launch(&kernel, &[Argument::Buffer { buffer: buffer.clone(), offset: 0 }], &launch)?;
    let mut written = std::collections::BTreeMap::new();
    for item in 0..case.items {
        let element = (case.element)(item);
        written.insert(base.wrapping_add(element), 1 + (element & 63) as u8);
    }
    // What was to be written, and its neighbourhood, which was not.
    for &at in written.keys() {
        let from = at.saturating_sub(64);
        let mut bytes = [0; 128];
        let length = bytes.len().min(BYTES - from as usize);
        buffer.read(from as usize, &mut bytes[..length])?;
        for (k, &found) in bytes[..length].iter().enumerate() {
            let wanted = written.get(&(from + k as u64)).copied().unwrap_or(0);
            if found != wanted {
                return Err(format!("byte {:#x} is {found}, not {wanted}", from + k as u64).into());
            }
        }
    }
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let is_short = Buffer::new(BYTES).is_err();
    if is_short {
        eprintln!("no {BYTES} bytes of address space are to be had: tests of large buffers are ignored");
    }
    let mut trials = Vec::new();
    for case in CASES {
        for lanes in [Some(1), Some(4), Some(8), Some(16), None] {
            let form = lanes.map_or("chosen lanes".to_owned(), |lanes| format!("{lanes} lanes"));
            let trial = Trial::test(format!("{}, {form}", case.name), move || run(case, lanes));
            trials.push(trial.with_ignored_flag(is_short));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
