//! `cl_mem_flags`: which go together, and what an object made from another gets from it.

use crate::bindings::*;
use crate::newer::CL_MEM_IMMUTABLE_EXT;
use crate::status::{Result, Status};

/// Access by kernels. "CL_MEM_READ_WRITE or CL_MEM_WRITE_ONLY and CL_MEM_READ_ONLY are mutually exclusive."
const KERNEL: u64 = (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY) as u64;
/// Access by the host. "CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_READ_ONLY and CL_MEM_HOST_NO_ACCESS are mutually exclusive."
const HOST: u64 = (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS) as u64;
/// Where the bytes are.
const POINTER: u64 = (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR) as u64;
const USE: u64 = CL_MEM_USE_HOST_PTR as u64;
const COPY: u64 = CL_MEM_COPY_HOST_PTR as u64;
const ALLOCATE: u64 = CL_MEM_ALLOC_HOST_PTR as u64;
const IMMUTABLE: u64 = CL_MEM_IMMUTABLE_EXT as u64;
const READ_WRITE: u64 = CL_MEM_READ_WRITE as u64;
const READ_ONLY: u64 = CL_MEM_READ_ONLY as u64;
const WRITE_ONLY: u64 = CL_MEM_WRITE_ONLY as u64;
const HOST_READ_ONLY: u64 = CL_MEM_HOST_READ_ONLY as u64;
const HOST_WRITE_ONLY: u64 = CL_MEM_HOST_WRITE_ONLY as u64;
const HOST_NO_ACCESS: u64 = CL_MEM_HOST_NO_ACCESS as u64;

/// "CL_INVALID_VALUE if values specified in flags are not valid as defined in the Memory Flags table": flags that there are, of each
/// group at most one.
fn check_groups(flags: cl_mem_flags) -> Result<()> {
    let several = |group: u64| (flags & group).count_ones() > 1;
    // `CL_MEM_KERNEL_READ_AND_WRITE` "is only used by clGetSupportedImageFormats".
    let unknown = flags & !(KERNEL | HOST | POINTER | IMMUTABLE) != 0;
    // "CL_MEM_ALLOC_HOST_PTR and CL_MEM_USE_HOST_PTR are mutually exclusive"; so are "CL_MEM_COPY_HOST_PTR and CL_MEM_USE_HOST_PTR".
    let two_places = flags & USE != 0 && flags & (COPY | ALLOCATE) != 0;
    // "if CL_MEM_IMMUTABLE_EXT is set in flags and CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, or CL_MEM_HOST_WRITE_ONLY is set in flags"
    let changes = flags & IMMUTABLE != 0 && flags & (READ_WRITE | WRITE_ONLY | HOST_WRITE_ONLY) != 0;
    if unknown || several(KERNEL) || several(HOST) || two_places || changes {
        return Err(Status::INVALID_VALUE);
    }
    Ok(())
}

/// Checks the flags of a memory object that has bytes of its own. Without one for kernels' access, `CL_MEM_READ_WRITE` "is the
/// default".
pub(crate) fn check_new(flags: cl_mem_flags) -> Result<()> {
    check_groups(flags)?;
    // "if CL_MEM_IMMUTABLE_EXT is set in flags and none of the following conditions are met: CL_MEM_COPY_HOST_PTR or
    // CL_MEM_USE_HOST_PTR is set in flags"
    if flags & IMMUTABLE != 0 && flags & (COPY | USE) == 0 {
        return Err(Status::INVALID_VALUE);
    }
    Ok(())
}

/// The flags of a memory object made from another one, with those that it has from that. For a sub-buffer `CL_MEM_IMMUTABLE_EXT` comes
/// from the buffer too.
pub(crate) fn of_part(flags: cl_mem_flags, parent: cl_mem_flags) -> Result<cl_mem_flags> {
    check_groups(flags)?;
    let clash = |parent_has: u64, wanted: u64| parent & parent_has != 0 && flags & wanted != 0;
    // "if buffer was created with CL_MEM_WRITE_ONLY and flags specifies CL_MEM_READ_WRITE or CL_MEM_READ_ONLY"
    if clash(WRITE_ONLY, READ_WRITE | READ_ONLY)
        // "if buffer was created with CL_MEM_READ_ONLY and flags specifies CL_MEM_READ_WRITE or CL_MEM_WRITE_ONLY"
        || clash(READ_ONLY, READ_WRITE | WRITE_ONLY)
        // "if buffer was created with CL_MEM_HOST_WRITE_ONLY and flags specify CL_MEM_HOST_READ_ONLY"
        || clash(HOST_WRITE_ONLY, HOST_READ_ONLY)
        // "if buffer was created with CL_MEM_HOST_READ_ONLY and flags specify CL_MEM_HOST_WRITE_ONLY"
        || clash(HOST_READ_ONLY, HOST_WRITE_ONLY)
        // "if buffer was created with CL_MEM_HOST_NO_ACCESS and flags specify CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_WRITE_ONLY"
        || clash(HOST_NO_ACCESS, HOST_READ_ONLY | HOST_WRITE_ONLY)
        // "if buffer was created with CL_MEM_IMMUTABLE_EXT and flags specifies CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, or
        // CL_MEM_HOST_WRITE_ONLY"
        || clash(IMMUTABLE, READ_WRITE | WRITE_ONLY | HOST_WRITE_ONLY)
        // "if flags specifies CL_MEM_USE_HOST_PTR or CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR"
        || flags & POINTER != 0
    {
        return Err(Status::INVALID_VALUE);
    }
    // "If the CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, [...] or CL_MEM_WRITE_ONLY values are not specified in flags, they are inherited from
    // the corresponding memory access qualifiers associated with buffer."; the same for the host's.
    let kernel = if flags & KERNEL == 0 { parent & KERNEL } else { 0 };
    let host = if flags & HOST == 0 { parent & HOST } else { 0 };
    Ok(flags | kernel | host | parent & (POINTER | IMMUTABLE))
}

/// "CL_INVALID_HOST_PTR if host_ptr is NULL, and CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR are set in flags" or "if host_ptr is not
/// NULL but CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR are not set in flags".
pub(crate) fn check_host_pointer<T>(flags: cl_mem_flags, host_ptr: *const T) -> Result<()> {
    if host_ptr.is_null() == (flags & (USE | COPY) != 0) {
        return Err(Status::INVALID_HOST_PTR);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_group_has_at_most_one_flag() {
        for good in
            [0, READ_WRITE, READ_ONLY | ALLOCATE | COPY | HOST_NO_ACCESS, USE, IMMUTABLE | READ_ONLY | USE]
        {
            assert!(check_new(good).is_ok(), "{good:#x}");
        }
        let kernel_read_and_write = u64::from(CL_MEM_KERNEL_READ_AND_WRITE);
        for bad in [
            READ_WRITE | READ_ONLY,
            HOST_READ_ONLY | HOST_NO_ACCESS,
            USE | COPY,
            USE | ALLOCATE,
            kernel_read_and_write,
            1 << 63,
            IMMUTABLE,
            IMMUTABLE | COPY | WRITE_ONLY,
            IMMUTABLE | COPY | HOST_WRITE_ONLY,
        ] {
            assert!(check_new(bad) == Err(Status::INVALID_VALUE), "{bad:#x}");
        }
    }

    #[test]
    fn parts_inherit_what_they_do_not_say() {
        let of = |flags, parent| of_part(flags, parent).ok();
        assert_eq!(of(0, READ_ONLY | USE | HOST_READ_ONLY), Some(READ_ONLY | USE | HOST_READ_ONLY));
        assert_eq!(of(WRITE_ONLY, READ_WRITE | COPY), Some(WRITE_ONLY | COPY));
        assert_eq!(of(HOST_NO_ACCESS, HOST_READ_ONLY), Some(HOST_NO_ACCESS));
        assert_eq!(of(0, IMMUTABLE | COPY), Some(IMMUTABLE | COPY));
        // A parent without a word on kernels' access has the default, which allows all.
        assert_eq!(of(READ_ONLY, 0), Some(READ_ONLY));
        for (flags, parent) in [
            (READ_WRITE, WRITE_ONLY),
            (READ_ONLY, WRITE_ONLY),
            (READ_WRITE, READ_ONLY),
            (WRITE_ONLY, READ_ONLY),
            (HOST_READ_ONLY, HOST_WRITE_ONLY),
            (HOST_WRITE_ONLY, HOST_READ_ONLY),
            (HOST_READ_ONLY, HOST_NO_ACCESS),
            (HOST_WRITE_ONLY, HOST_NO_ACCESS),
            (READ_WRITE, IMMUTABLE | COPY),
            (USE, READ_WRITE),
            (COPY, READ_WRITE),
            (ALLOCATE, READ_WRITE),
        ] {
            assert_eq!(of(flags, parent), None, "{flags:#x} of {parent:#x}");
        }
    }
}
