//! Transfers between memory objects and the program's memory: what reading and writing buffers, rectangles and images have in common.

use std::ffi::c_void;
use std::sync::Arc;

use ferrocl_runtime::memory::region::{Extent, RowLayout};

use super::{Command, Events, HostPointer, failed};
use crate::bindings::{cl_bool, cl_command_type};
use crate::memory::Memory;
use crate::queue::Queue;
use crate::status::{Result, Status};

/// Which way bytes go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// Into the program's memory.
    Read,
    /// Out of it.
    Write,
}

/// A box of a memory object, and where its bytes lie in the program's memory.
pub(super) struct Transfer {
    pub(super) memory: Arc<Memory>,
    /// Where the box lies in the memory object.
    pub(super) inside: RowLayout,
    pub(super) host: *const c_void,
    /// Where it lies from the host pointer on.
    pub(super) outside: RowLayout,
    pub(super) extent: Extent,
}

impl Transfer {
    /// Checks what no box can make right, and puts the transfer into a queue. `kinds`: the command's type for reading and for writing.
    ///
    /// # Safety
    /// Events are as [`Command::new`] wants them; the host pointer is the program's memory until the command is over.
    pub(super) unsafe fn enqueue(
        self,
        queue: &Arc<Queue>,
        direction: Direction,
        kinds: (cl_command_type, cl_command_type),
        blocking: cl_bool,
        events: Events,
    ) -> Result<()> {
        // "CL_INVALID_VALUE if ptr is NULL", and what the memory object forbids the program.
        if self.host.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        let kind = match direction {
            Direction::Read => {
                self.memory.check_host_may_read()?;
                kinds.0
            }
            Direction::Write => {
                self.memory.check_host_may_write()?;
                kinds.1
            }
        };
        // SAFETY: the caller vouches for it.
        let command = unsafe { Command::new(queue, kind, events) }?.blocking(blocking);
        let Transfer { memory, inside, host, outside, extent } = self;
        let (inside, host) = (memory.in_store(inside), HostPointer(host.cast_mut()));
        command.enqueue(Box::new(move || {
            let host = host;
            // SAFETY: until the command is over the program keeps the memory that it gave, as large as the call says, as the call asks.
            let outcome = unsafe {
                match direction {
                    Direction::Read => memory.buffer().read_rows(inside, host.0.cast(), outside, extent),
                    Direction::Write => memory.buffer().write_rows(inside, host.0.cast(), outside, extent),
                }
            };
            outcome.map_err(failed)
        }))
    }
}
