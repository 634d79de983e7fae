//! How much memory a kernel may ask for: checked before anything is compiled or allocated, and the same for every engine.

use ferrocl_codegen::abi::MAX_PRIVATE_BYTES;
use ferrocl_ir::{FunctionId, SlotType};

use crate::{Argument, Error, Kernel, Program};

/// The most local memory that a work-group may have, in bytes: its own variables and what pointer arguments point to.
pub const MAX_LOCAL_BYTES: u64 = 1 << 20;

/// The most private memory that the work-items of a group may have together where they are all alive at once, in bytes: in kernels with
/// barriers.
pub const MAX_GROUP_PRIVATE_BYTES: u64 = 256 << 20;

/// Checks a launch with work-groups of so many work-items.
pub(crate) fn check(kernel: &Kernel, arguments: &[Argument], items: u64) -> Result<(), Error> {
    let program = &kernel.program;
    let local =
        program.info().functions[kernel.function].local_size.saturating_add(argument_local_bytes(arguments));
    if local > MAX_LOCAL_BYTES {
        return Err(Error::LocalMemory {
            kernel: kernel.name().to_owned(),
            bytes: local,
            limit: MAX_LOCAL_BYTES,
        });
    }
    let alive = if program.info().functions[kernel.function].has_barrier { items } else { 1 };
    check_private(kernel, kernel.array_bytes, alive)
}

/// Bytes of local memory that arguments point to.
pub(crate) fn argument_local_bytes(arguments: &[Argument]) -> u64 {
    arguments.iter().fold(0, |bytes: u64, argument| match argument {
        Argument::Local(more) => bytes.saturating_add(*more as u64),
        _ => bytes,
    })
}

/// Checks the private memory of each of so many work-items that are alive at once.
pub(crate) fn check_private(kernel: &Kernel, bytes: u64, items: u64) -> Result<(), Error> {
    let name = || kernel.name().to_owned();
    if bytes > MAX_PRIVATE_BYTES {
        return Err(Error::PrivateMemory { kernel: name(), bytes, limit: MAX_PRIVATE_BYTES });
    }
    if bytes.saturating_mul(items) > MAX_GROUP_PRIVATE_BYTES {
        let limit = MAX_GROUP_PRIVATE_BYTES;
        return Err(Error::GroupPrivateMemory { kernel: name(), bytes, items, limit });
    }
    Ok(())
}

/// Bytes of arrays and structs that a work-item has in private memory: in the kernel and in all that it calls.
pub(crate) fn array_bytes(program: &Program, kernel: FunctionId) -> u64 {
    let mut reached = vec![kernel];
    let mut next = 0;
    let mut bytes = 0u64;
    while let Some(&id) = reached.get(next) {
        next += 1;
        for slot in program.function(id).slots.iter() {
            if let SlotType::Bytes { .. } = slot.ty {
                bytes = bytes.saturating_add(slot.ty.size());
            }
        }
        for &callee in &program.info().functions[id].callees {
            if !reached.contains(&callee) {
                reached.push(callee);
            }
        }
    }
    bytes
}
