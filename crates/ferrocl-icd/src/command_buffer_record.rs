//! Recording commands to a command-buffer ([`crate::command_buffer`]).
//!
//! Each function gives what the enqueuing call of the same name gives, with its errors, to the command-buffer instead of a queue.

use std::ffi::c_void;
use std::sync::Arc;

use crate::bindings::*;
use crate::command_buffer::{CommandBuffer, Task};
use crate::enqueue::{Outcome, buffers, images, kernels, svm};
use crate::entry::entry;
use crate::handle;
use crate::kernel::Kernel;
use crate::newer::*;
use crate::raw;
use crate::status::{Result, Status};

/// What every function that records gets besides its command.
struct Recording {
    buffer: Arc<CommandBuffer>,
    /// Where the program wants the synchronization point; may be null.
    sync_point: *mut cl_sync_point_khr,
}

impl Recording {
    /// Checks it.
    ///
    /// # Safety
    /// The properties are null or a list that ends with a zero, a wait list that is not null has as many elements as are said, and
    /// `sync_point` is null or writable.
    unsafe fn new(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        (count, list): (cl_uint, *const cl_sync_point_khr),
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) -> Result<Recording> {
        let buffer = handle::get::<CommandBuffer>(command_buffer)?;
        // "CL_INVALID_COMMAND_QUEUE if the cl_khr_command_buffer_multi_device extension is not supported and command_queue is not NULL."
        if !command_queue.is_null() {
            return Err(Status::INVALID_COMMAND_QUEUE);
        }
        let recorded = buffer.recorded()?;
        // "CL_INVALID_VALUE if values specified in properties are not valid": there are none.
        // SAFETY: the caller vouches for it.
        if !unsafe { raw::properties(properties) }.is_empty() {
            return Err(Status::INVALID_VALUE);
        }
        // "CL_INVALID_VALUE if mutable_handle is not NULL."
        if !mutable_handle.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR if sync_point_wait_list is NULL and num_sync_points_in_wait_list is > 0, or
        // sync_point_wait_list is not NULL and num_sync_points_in_wait_list is 0, or if synchronization-point objects in
        // sync_point_wait_list are not valid synchronization-points."
        // SAFETY: the caller vouches for it.
        let points = unsafe { raw::slice(list, count as usize) };
        if list.is_null() != (count == 0) || points.iter().any(|&p| p == 0 || p as usize > recorded) {
            return Err(Status::INVALID_SYNC_POINT_WAIT_LIST_KHR);
        }
        Ok(Recording { buffer, sync_point })
    }
    /// Records the command.
    fn record(self, task: Task) -> Result<()> {
        let point = self.buffer.record(task)?;
        // SAFETY: a place for a synchronization point is writable, as every call asks.
        unsafe { raw::write(self.sync_point, point) };
        Ok(())
    }
}

/// Defines a function that records a command. Before and after its own parameters stand those that all of them have; the body gives the
/// command's work, for a queue.
macro_rules! recording {
    ($(#[$meta:meta])* fn $name:ident($($argument:ident: $ty:ty),* $(,)?) |$queue:pat_param| $body:block) => {
        entry! {
            $(#[$meta])*
            fn $name(
                command_buffer: cl_command_buffer_khr,
                command_queue: cl_command_queue,
                properties: *const cl_command_properties_khr,
                $($argument: $ty,)*
                num_sync_points_in_wait_list: cl_uint,
                sync_point_wait_list: *const cl_sync_point_khr,
                sync_point: *mut cl_sync_point_khr,
                mutable_handle: *mut cl_mutable_command_khr,
            ) {
                let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
                // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
                let recording = unsafe {
                    Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle)
                }?;
                let $queue = &recording.buffer.queue;
                let task: Result<_> = $body;
                recording.record(Box::new(task?))
            }
        }
    };
}

recording! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandBarrierWithWaitListKHR`.
    fn clCommandBarrierWithWaitListKHR() |_| {
        // Whatever comes after it runs after everything before it anyway.
        Ok(|| -> Outcome { Ok(()) })
    }
}

recording! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandCopyBufferKHR`.
    fn clCommandCopyBufferKHR(
        src_buffer: cl_mem,
        dst_buffer: cl_mem,
        src_offset: usize,
        dst_offset: usize,
        size: usize,
    ) |queue| {
        buffers::copy_task(queue, (src_buffer, src_offset), (dst_buffer, dst_offset), size)
    }
}

recording! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandCopyBufferRectKHR`.
    fn clCommandCopyBufferRectKHR(
        src_buffer: cl_mem,
        dst_buffer: cl_mem,
        src_origin: *const usize,
        dst_origin: *const usize,
        region: *const usize,
        src_row_pitch: usize,
        src_slice_pitch: usize,
        dst_row_pitch: usize,
        dst_slice_pitch: usize,
    ) |queue| {
        let (source, destination) = (
            (src_buffer, buffers::Rectangle::new(src_origin, src_row_pitch, src_slice_pitch)),
            (dst_buffer, buffers::Rectangle::new(dst_origin, dst_row_pitch, dst_slice_pitch)),
        );
        // SAFETY: three numbers each, as the call asks.
        unsafe { buffers::copy_rect_task(queue, source, destination, region) }
    }
}

recording! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandFillBufferKHR`.
    fn clCommandFillBufferKHR(
        buffer: cl_mem,
        pattern: *const c_void,
        pattern_size: usize,
        offset: usize,
        size: usize,
    ) |queue| {
        // SAFETY: as many bytes of pattern as are said, as the call asks.
        unsafe { buffers::fill_task(queue, buffer, (pattern, pattern_size), offset, size) }
    }
}

recording! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandCopyImageKHR`.
    fn clCommandCopyImageKHR(
        src_image: cl_mem,
        dst_image: cl_mem,
        src_origin: *const usize,
        dst_origin: *const usize,
        region: *const usize,
    ) |queue| {
        // SAFETY: three numbers each, as the call asks.
        unsafe { images::copy_task(queue, (src_image, src_origin), (dst_image, dst_origin), region) }
    }
}

recording! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandCopyBufferToImageKHR`.
    fn clCommandCopyBufferToImageKHR(
        src_buffer: cl_mem,
        dst_image: cl_mem,
        src_offset: usize,
        dst_origin: *const usize,
        region: *const usize,
    ) |queue| {
        // SAFETY: three numbers each, as the call asks.
        unsafe { images::from_buffer_task(queue, (src_buffer, src_offset), (dst_image, dst_origin), region) }
    }
}

recording! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandCopyImageToBufferKHR`.
    fn clCommandCopyImageToBufferKHR(
        src_image: cl_mem,
        dst_buffer: cl_mem,
        src_origin: *const usize,
        region: *const usize,
        dst_offset: usize,
    ) |queue| {
        // SAFETY: three numbers each, as the call asks.
        unsafe { images::to_buffer_task(queue, (src_image, src_origin), (dst_buffer, dst_offset), region) }
    }
}

recording! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandFillImageKHR`.
    fn clCommandFillImageKHR(
        image: cl_mem,
        fill_color: *const c_void,
        origin: *const usize,
        region: *const usize,
    ) |queue| {
        // SAFETY: a color, and three numbers each, as the call asks.
        unsafe { images::fill_task(queue, image, fill_color, origin, region) }
    }
}

recording! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandNDRangeKernelKHR`. Its
    /// arguments are those of the kernel at this moment; the command keeps the objects among them alive.
    fn clCommandNDRangeKernelKHR(
        kernel: cl_kernel,
        work_dim: cl_uint,
        global_work_offset: *const usize,
        global_work_size: *const usize,
        local_work_size: *const usize,
    ) |queue| {
        let kernel = handle::get::<Kernel>(kernel)?;
        // SAFETY: as many numbers as dimensions, as the call asks.
        let sizes =
            unsafe { kernels::sizes(&kernel, work_dim, global_work_offset, global_work_size, local_work_size) }?;
        kernels::launch_task(queue, &kernel, &sizes)
    }
}

recording! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandSVMMemcpyKHR`.
    fn clCommandSVMMemcpyKHR(
        dst_ptr: *mut c_void,
        src_ptr: *const c_void,
        size: usize,
    ) |_| {
        // SAFETY: the program vouches for both places, as the call asks.
        unsafe { svm::copy_task(dst_ptr, src_ptr, size) }
    }
}

recording! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandSVMMemFillKHR`.
    fn clCommandSVMMemFillKHR(
        svm_ptr: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        size: usize,
    ) |_| {
        // SAFETY: the program vouches for the place and the pattern, as the call asks.
        unsafe { svm::fill_task(svm_ptr, (pattern, pattern_size), size) }
    }
}
