//! Recording commands to a command-buffer ([`crate::command_buffer`]).
//!
//! Each function gives what the enqueuing call of the same name gives, with its errors, to the command-buffer instead of a queue.

use std::ffi::c_void;
use std::sync::Arc;

use crate::bindings::*;
use crate::command_buffer::{CommandBuffer, Task};
use crate::enqueue::{buffers, images, kernels, svm};
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

entry! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandBarrierWithWaitListKHR`.
    fn clCommandBarrierWithWaitListKHR(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        num_sync_points_in_wait_list: cl_uint,
        sync_point_wait_list: *const cl_sync_point_khr,
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) {
        let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
        // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
        let recording =
            unsafe { Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle) }?;
        // Whatever comes after it runs after everything before it anyway.
        recording.record(Box::new(|| Ok(())))
    }
}

entry! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandCopyBufferKHR`.
    fn clCommandCopyBufferKHR(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        src_buffer: cl_mem,
        dst_buffer: cl_mem,
        src_offset: usize,
        dst_offset: usize,
        size: usize,
        num_sync_points_in_wait_list: cl_uint,
        sync_point_wait_list: *const cl_sync_point_khr,
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) {
        let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
        // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
        let recording =
            unsafe { Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle) }?;
        let queue = &recording.buffer.queue;
        let task = buffers::copy_task(queue, (src_buffer, src_offset), (dst_buffer, dst_offset), size)?;
        recording.record(Box::new(task))
    }
}

entry! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandCopyBufferRectKHR`.
    fn clCommandCopyBufferRectKHR(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        src_buffer: cl_mem,
        dst_buffer: cl_mem,
        src_origin: *const usize,
        dst_origin: *const usize,
        region: *const usize,
        src_row_pitch: usize,
        src_slice_pitch: usize,
        dst_row_pitch: usize,
        dst_slice_pitch: usize,
        num_sync_points_in_wait_list: cl_uint,
        sync_point_wait_list: *const cl_sync_point_khr,
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) {
        let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
        // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
        let recording =
            unsafe { Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle) }?;
        let queue = &recording.buffer.queue;
        let (source, destination) = (
            buffers::Rectangle::new(src_buffer, src_origin, src_row_pitch, src_slice_pitch),
            buffers::Rectangle::new(dst_buffer, dst_origin, dst_row_pitch, dst_slice_pitch),
        );
        // SAFETY: three numbers each, as the call asks.
        let task = unsafe { buffers::copy_rect_task(queue, source, destination, region) }?;
        recording.record(Box::new(task))
    }
}

entry! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandFillBufferKHR`.
    fn clCommandFillBufferKHR(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        buffer: cl_mem,
        pattern: *const c_void,
        pattern_size: usize,
        offset: usize,
        size: usize,
        num_sync_points_in_wait_list: cl_uint,
        sync_point_wait_list: *const cl_sync_point_khr,
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) {
        let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
        // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
        let recording =
            unsafe { Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle) }?;
        let queue = &recording.buffer.queue;
        // SAFETY: as many bytes of pattern as are said, as the call asks.
        let task = unsafe { buffers::fill_task(queue, buffer, (pattern, pattern_size), offset, size) }?;
        recording.record(Box::new(task))
    }
}

entry! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandCopyImageKHR`.
    fn clCommandCopyImageKHR(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        src_image: cl_mem,
        dst_image: cl_mem,
        src_origin: *const usize,
        dst_origin: *const usize,
        region: *const usize,
        num_sync_points_in_wait_list: cl_uint,
        sync_point_wait_list: *const cl_sync_point_khr,
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) {
        let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
        // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
        let recording =
            unsafe { Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle) }?;
        let queue = &recording.buffer.queue;
        // SAFETY: three numbers each, as the call asks.
        let task = unsafe { images::copy_task(queue, (src_image, src_origin), (dst_image, dst_origin), region) }?;
        recording.record(Box::new(task))
    }
}

entry! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandCopyBufferToImageKHR`.
    fn clCommandCopyBufferToImageKHR(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        src_buffer: cl_mem,
        dst_image: cl_mem,
        src_offset: usize,
        dst_origin: *const usize,
        region: *const usize,
        num_sync_points_in_wait_list: cl_uint,
        sync_point_wait_list: *const cl_sync_point_khr,
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) {
        let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
        // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
        let recording =
            unsafe { Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle) }?;
        let queue = &recording.buffer.queue;
        // SAFETY: three numbers each, as the call asks.
        let task = unsafe { images::from_buffer_task(queue, (src_buffer, src_offset), (dst_image, dst_origin), region) }?;
        recording.record(Box::new(task))
    }
}

entry! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandCopyImageToBufferKHR`.
    fn clCommandCopyImageToBufferKHR(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        src_image: cl_mem,
        dst_buffer: cl_mem,
        src_origin: *const usize,
        region: *const usize,
        dst_offset: usize,
        num_sync_points_in_wait_list: cl_uint,
        sync_point_wait_list: *const cl_sync_point_khr,
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) {
        let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
        // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
        let recording =
            unsafe { Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle) }?;
        let queue = &recording.buffer.queue;
        // SAFETY: three numbers each, as the call asks.
        let task = unsafe { images::to_buffer_task(queue, (src_image, src_origin), (dst_buffer, dst_offset), region) }?;
        recording.record(Box::new(task))
    }
}

entry! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandFillImageKHR`.
    fn clCommandFillImageKHR(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        image: cl_mem,
        fill_color: *const c_void,
        origin: *const usize,
        region: *const usize,
        num_sync_points_in_wait_list: cl_uint,
        sync_point_wait_list: *const cl_sync_point_khr,
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) {
        let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
        // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
        let recording =
            unsafe { Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle) }?;
        let queue = &recording.buffer.queue;
        // SAFETY: a color, and three numbers each, as the call asks.
        let task = unsafe { images::fill_task(queue, image, fill_color, origin, region) }?;
        recording.record(Box::new(task))
    }
}

entry! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandNDRangeKernelKHR`. Its
    /// arguments are those of the kernel at this moment; the command keeps the objects among them alive.
    fn clCommandNDRangeKernelKHR(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        kernel: cl_kernel,
        work_dim: cl_uint,
        global_work_offset: *const usize,
        global_work_size: *const usize,
        local_work_size: *const usize,
        num_sync_points_in_wait_list: cl_uint,
        sync_point_wait_list: *const cl_sync_point_khr,
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) {
        let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
        // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
        let recording =
            unsafe { Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle) }?;
        let queue = &recording.buffer.queue;
        let kernel = handle::get::<Kernel>(kernel)?;
        // SAFETY: as many numbers as dimensions, as the call asks.
        let sizes =
            unsafe { kernels::sizes(&kernel, work_dim, global_work_offset, global_work_size, local_work_size) }?;
        let task = kernels::launch_task(queue, &kernel, &sizes)?;
        recording.record(Box::new(task))
    }
}

entry! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandSVMMemcpyKHR`.
    fn clCommandSVMMemcpyKHR(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        dst_ptr: *mut c_void,
        src_ptr: *const c_void,
        size: usize,
        num_sync_points_in_wait_list: cl_uint,
        sync_point_wait_list: *const cl_sync_point_khr,
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) {
        let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
        // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
        let recording =
            unsafe { Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle) }?;
        // SAFETY: the program vouches for both places, as the call asks.
        let task = unsafe { svm::copy_task(dst_ptr, src_ptr, size) }?;
        recording.record(Box::new(task))
    }
}

entry! {
    /// API specification, "Recording Commands to a Command-Buffer", `clCommandSVMMemFillKHR`.
    fn clCommandSVMMemFillKHR(
        command_buffer: cl_command_buffer_khr,
        command_queue: cl_command_queue,
        properties: *const cl_command_properties_khr,
        svm_ptr: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        size: usize,
        num_sync_points_in_wait_list: cl_uint,
        sync_point_wait_list: *const cl_sync_point_khr,
        sync_point: *mut cl_sync_point_khr,
        mutable_handle: *mut cl_mutable_command_khr,
    ) {
        let waits = (num_sync_points_in_wait_list, sync_point_wait_list);
        // SAFETY: properties, a wait list and a place for a synchronization point, as the call asks.
        let recording =
            unsafe { Recording::new(command_buffer, command_queue, properties, waits, sync_point, mutable_handle) }?;
        // SAFETY: the program vouches for the place and the pattern, as the call asks.
        let task = unsafe { svm::fill_task(svm_ptr, (pattern, pattern_size), size) }?;
        recording.record(Box::new(task))
    }
}
