//! Reading, writing, copying, filling, mapping and migrating buffers; unmapping of every kind of memory object.

use std::ffi::c_void;
use std::sync::Arc;

use ferrocl_runtime::memory::region::{self, Extent, RowLayout};

use super::transfer::{Direction, Transfer};
use super::{Command, Events, Outcome, failed};
use crate::bindings::*;
use crate::entry::entry;
use crate::handle;
use crate::memory::{self, Memory};
use crate::queue::Queue;
use crate::raw;
use crate::status::{Result, Status};

/// The buffer behind a handle, of the queue's context.
fn buffer_of(queue: &Queue, raw: cl_mem) -> Result<Arc<Memory>> {
    let buffer = Memory::get_buffer(raw)?;
    super::check_context(queue, &buffer)?;
    Ok(buffer)
}

/// "CL_INVALID_VALUE if the region ... specified by offset and size is out of bounds".
fn check_range(buffer: &Memory, offset: usize, size: usize) -> Result<()> {
    match offset.checked_add(size) {
        Some(end) if end <= buffer.size => Ok(()),
        _ => Err(Status::INVALID_VALUE),
    }
}

/// A rectangle in a buffer or in the program's memory, as calls give it.
pub(crate) struct Rectangle {
    origin: *const usize,
    row_pitch: usize,
    slice_pitch: usize,
}

impl Rectangle {
    pub(crate) fn new(origin: *const usize, row_pitch: usize, slice_pitch: usize) -> Rectangle {
        Rectangle { origin, row_pitch, slice_pitch }
    }
    /// Where its rows lie.
    ///
    /// # Safety
    /// An origin that is not null leads to three numbers.
    unsafe fn layout(&self, region: Extent) -> Result<RowLayout> {
        // "If buffer_row_pitch is 0, buffer_row_pitch is computed as region[0]." "If buffer_slice_pitch is 0, buffer_slice_pitch is
        // computed as region[1] × buffer_row_pitch."
        let row = if self.row_pitch == 0 { region[0] } else { self.row_pitch };
        let least = region[1].checked_mul(row).ok_or(Status::INVALID_VALUE)?;
        let slice = if self.slice_pitch == 0 { least } else { self.slice_pitch };
        // "CL_INVALID_VALUE if row_pitch is not 0 and is less than region[0]", "if slice_pitch is not 0 and is less than region[1] ×
        // row_pitch and not a multiple of row_pitch". (A single slice needs no pitch that fits.)
        if row < region[0] || slice < least || !slice.is_multiple_of(row) {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: the caller vouches for it.
        let &[x, y, z] = (unsafe { raw::slice(self.origin, 3) }) else { return Err(Status::INVALID_VALUE) };
        let offset = z
            .checked_mul(slice)
            .and_then(|offset| offset.checked_add(y.checked_mul(row)?)?.checked_add(x))
            .ok_or(Status::INVALID_VALUE)?;
        Ok(RowLayout { offset, row_pitch: row, slice_pitch: slice })
    }
}

/// The extent of a rectangle: "CL_INVALID_VALUE if ... region is NULL", "if any region array element is zero".
///
/// # Safety
/// A region that is not null leads to three numbers.
unsafe fn extent(region: *const usize) -> Result<Extent> {
    // SAFETY: the caller vouches for it.
    match *unsafe { raw::slice(region, 3) } {
        [width, rows, slices] if width > 0 && rows > 0 && slices > 0 => Ok([width, rows, slices]),
        _ => Err(Status::INVALID_VALUE),
    }
}

/// "CL_INVALID_VALUE if the region being read or written ... is out of bounds".
fn check_box(buffer: &Memory, layout: RowLayout, extent: Extent) -> Result<()> {
    match layout.end(extent) {
        Some(end) if end <= buffer.size => Ok(()),
        _ => Err(Status::INVALID_VALUE),
    }
}

/// `clEnqueueReadBuffer` and `clEnqueueWriteBuffer`. `range`: offset and size in the buffer.
///
/// # Safety
/// Events are as [`Command::new`] wants them; the host pointer is null or the program's memory until the command is over.
unsafe fn transfer_range(
    direction: Direction,
    (queue, buffer, blocking): (cl_command_queue, cl_mem, cl_bool),
    (offset, size): (usize, usize),
    host: *const c_void,
    events: Events,
) -> Result<()> {
    let queue = handle::get::<Queue>(queue)?;
    let memory = buffer_of(&queue, buffer)?;
    check_range(&memory, offset, size)?;
    let (inside, outside) = (RowLayout::at(offset), RowLayout::at(0));
    let transfer = Transfer { memory, inside, host, outside, extent: [size, 1, 1] };
    let kinds = (CL_COMMAND_READ_BUFFER, CL_COMMAND_WRITE_BUFFER);
    // SAFETY: the caller vouches for it.
    unsafe { transfer.enqueue(&queue, direction, kinds, blocking, events) }
}

entry! {
    /// API specification, "Reading, Writing and Copying Buffer Objects", `clEnqueueReadBuffer`.
    fn clEnqueueReadBuffer(
        command_queue: cl_command_queue,
        buffer: cl_mem,
        blocking_read: cl_bool,
        offset: usize,
        size: usize,
        ptr: *mut c_void,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let events = (num_events_in_wait_list, event_wait_list, event);
        let target = (command_queue, buffer, blocking_read);
        // SAFETY: memory of the program, a wait list and a place for an event, as the call asks.
        unsafe { transfer_range(Direction::Read, target, (offset, size), ptr, events) }
    }
}

entry! {
    /// API specification, "Reading, Writing and Copying Buffer Objects", `clEnqueueWriteBuffer`.
    fn clEnqueueWriteBuffer(
        command_queue: cl_command_queue,
        buffer: cl_mem,
        blocking_write: cl_bool,
        offset: usize,
        size: usize,
        ptr: *const c_void,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let events = (num_events_in_wait_list, event_wait_list, event);
        let target = (command_queue, buffer, blocking_write);
        // SAFETY: memory of the program, a wait list and a place for an event, as the call asks.
        unsafe { transfer_range(Direction::Write, target, (offset, size), ptr, events) }
    }
}

/// `clEnqueueReadBufferRect` and `clEnqueueWriteBufferRect`.
///
/// # Safety
/// Origins and region are null or lead to three numbers; events are as [`Command::new`] wants them; the host pointer is null or the
/// program's memory until the command is over.
unsafe fn transfer_rect(
    direction: Direction,
    (queue, buffer, blocking): (cl_command_queue, cl_mem, cl_bool),
    (inside, outside): (Rectangle, Rectangle),
    region: *const usize,
    host: *const c_void,
    events: Events,
) -> Result<()> {
    let queue = handle::get::<Queue>(queue)?;
    let memory = buffer_of(&queue, buffer)?;
    // SAFETY: the caller vouches for it.
    let (extent, inside, outside) = unsafe {
        let extent = extent(region)?;
        (extent, inside.layout(extent)?, outside.layout(extent)?)
    };
    check_box(&memory, inside, extent)?;
    let transfer = Transfer { memory, inside, host, outside, extent };
    let kinds = (CL_COMMAND_READ_BUFFER_RECT, CL_COMMAND_WRITE_BUFFER_RECT);
    // SAFETY: the caller vouches for it.
    unsafe { transfer.enqueue(&queue, direction, kinds, blocking, events) }
}

entry! {
    /// API specification, "Reading, Writing and Copying Buffer Objects", `clEnqueueReadBufferRect`.
    fn clEnqueueReadBufferRect(
        command_queue: cl_command_queue,
        buffer: cl_mem,
        blocking_read: cl_bool,
        buffer_origin: *const usize,
        host_origin: *const usize,
        region: *const usize,
        buffer_row_pitch: usize,
        buffer_slice_pitch: usize,
        host_row_pitch: usize,
        host_slice_pitch: usize,
        ptr: *mut c_void,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let events = (num_events_in_wait_list, event_wait_list, event);
        let target = (command_queue, buffer, blocking_read);
        let inside = Rectangle::new(buffer_origin, buffer_row_pitch, buffer_slice_pitch);
        let outside = Rectangle::new(host_origin, host_row_pitch, host_slice_pitch);
        // SAFETY: three numbers each, memory of the program, a wait list and a place for an event, as the call asks.
        unsafe { transfer_rect(Direction::Read, target, (inside, outside), region, ptr, events) }
    }
}

entry! {
    /// API specification, "Reading, Writing and Copying Buffer Objects", `clEnqueueWriteBufferRect`.
    fn clEnqueueWriteBufferRect(
        command_queue: cl_command_queue,
        buffer: cl_mem,
        blocking_write: cl_bool,
        buffer_origin: *const usize,
        host_origin: *const usize,
        region: *const usize,
        buffer_row_pitch: usize,
        buffer_slice_pitch: usize,
        host_row_pitch: usize,
        host_slice_pitch: usize,
        ptr: *const c_void,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let events = (num_events_in_wait_list, event_wait_list, event);
        let target = (command_queue, buffer, blocking_write);
        let inside = Rectangle::new(buffer_origin, buffer_row_pitch, buffer_slice_pitch);
        let outside = Rectangle::new(host_origin, host_row_pitch, host_slice_pitch);
        // SAFETY: three numbers each, memory of the program, a wait list and a place for an event, as the call asks.
        unsafe { transfer_rect(Direction::Write, target, (inside, outside), region, ptr, events) }
    }
}

/// The work of a copy of a box from one memory object to another, or within one.
pub(super) fn copy_box(
    source: Arc<Memory>,
    layout: RowLayout,
    destination: Arc<Memory>,
    destination_layout: RowLayout,
    extent: Extent,
) -> Result<impl Fn() -> Outcome + Send + Sync + 'static> {
    // "CL_MEM_COPY_OVERLAP if src_buffer and dst_buffer are the same buffer or sub-buffer object and the source and destination regions
    // overlap or if src_buffer and dst_buffer are different sub-buffers of the same associated buffer object and they overlap", and "if
    // src_image and dst_image are the same image object and the source and destination regions overlap."
    let (layout, destination_layout) = (source.in_store(layout), destination.in_store(destination_layout));
    if Arc::ptr_eq(&source.store, &destination.store)
        && region::overlap(layout, extent, destination_layout, extent)
    {
        return Err(Status::MEM_COPY_OVERLAP);
    }
    // "CL_INVALID_OPERATION if dst_buffer was created with CL_MEM_IMMUTABLE_EXT"
    destination.check_mutable()?;
    Ok(move || {
        source.buffer().copy_rows(layout, destination.buffer(), destination_layout, extent).map_err(failed)
    })
}

/// The work of `clEnqueueCopyBuffer`. Source and destination: a buffer and an offset into it.
pub(crate) fn copy_task(
    queue: &Queue,
    (src_buffer, src_offset): (cl_mem, usize),
    (dst_buffer, dst_offset): (cl_mem, usize),
    size: usize,
) -> Result<impl Fn() -> Outcome + Send + Sync + 'static> {
    let (source, destination) = (buffer_of(queue, src_buffer)?, buffer_of(queue, dst_buffer)?);
    check_range(&source, src_offset, size)?;
    check_range(&destination, dst_offset, size)?;
    copy_box(source, RowLayout::at(src_offset), destination, RowLayout::at(dst_offset), [size, 1, 1])
}

entry! {
    /// API specification, "Reading, Writing and Copying Buffer Objects", `clEnqueueCopyBuffer`.
    fn clEnqueueCopyBuffer(
        command_queue: cl_command_queue,
        src_buffer: cl_mem,
        dst_buffer: cl_mem,
        src_offset: usize,
        dst_offset: usize,
        size: usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        let task = copy_task(&queue, (src_buffer, src_offset), (dst_buffer, dst_offset), size)?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_COPY_BUFFER, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(task))
    }
}

/// The work of `clEnqueueCopyBufferRect`.
///
/// # Safety
/// Origins and region are null or lead to three numbers.
pub(crate) unsafe fn copy_rect_task(
    queue: &Queue,
    (src_buffer, from): (cl_mem, Rectangle),
    (dst_buffer, to): (cl_mem, Rectangle),
    region: *const usize,
) -> Result<impl Fn() -> Outcome + Send + Sync + 'static> {
    let (source, destination) = (buffer_of(queue, src_buffer)?, buffer_of(queue, dst_buffer)?);
    // SAFETY: the caller vouches for it.
    let (extent, layout, destination_layout) = unsafe {
        let extent = extent(region)?;
        (extent, from.layout(extent)?, to.layout(extent)?)
    };
    // "CL_INVALID_VALUE if src_buffer and dst_buffer are the same buffer object and src_slice_pitch is not equal to dst_slice_pitch
    // and src_row_pitch is not equal to dst_row_pitch."
    let pitches = |layout: RowLayout| (layout.row_pitch, layout.slice_pitch);
    if Arc::ptr_eq(&source, &destination) && pitches(layout) != pitches(destination_layout) {
        return Err(Status::INVALID_VALUE);
    }
    check_box(&source, layout, extent)?;
    check_box(&destination, destination_layout, extent)?;
    copy_box(source, layout, destination, destination_layout, extent)
}

entry! {
    /// API specification, "Reading, Writing and Copying Buffer Objects", `clEnqueueCopyBufferRect`.
    fn clEnqueueCopyBufferRect(
        command_queue: cl_command_queue,
        src_buffer: cl_mem,
        dst_buffer: cl_mem,
        src_origin: *const usize,
        dst_origin: *const usize,
        region: *const usize,
        src_row_pitch: usize,
        src_slice_pitch: usize,
        dst_row_pitch: usize,
        dst_slice_pitch: usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        let source = (src_buffer, Rectangle::new(src_origin, src_row_pitch, src_slice_pitch));
        let destination = (dst_buffer, Rectangle::new(dst_origin, dst_row_pitch, dst_slice_pitch));
        // SAFETY: three numbers each, as the call asks.
        let task = unsafe { copy_rect_task(&queue, source, destination, region) }?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_COPY_BUFFER_RECT, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(task))
    }
}

/// The work of `clEnqueueFillBuffer`.
///
/// # Safety
/// A pattern that is not null has as many bytes as are said.
pub(crate) unsafe fn fill_task(
    queue: &Queue,
    buffer: cl_mem,
    pattern: (*const c_void, usize),
    offset: usize,
    size: usize,
) -> Result<impl Fn() -> Outcome + Send + Sync + 'static> {
    let buffer = buffer_of(queue, buffer)?;
    check_range(&buffer, offset, size)?;
    // SAFETY: the caller vouches for it.
    let pattern = unsafe { super::pattern(pattern, [offset, size]) }?;
    buffer.check_mutable()?;
    Ok(move || buffer.buffer().fill(buffer.offset + offset, size, &pattern).map_err(failed))
}

entry! {
    /// API specification, "Filling Buffer Objects", `clEnqueueFillBuffer`.
    fn clEnqueueFillBuffer(
        command_queue: cl_command_queue,
        buffer: cl_mem,
        pattern: *const c_void,
        pattern_size: usize,
        offset: usize,
        size: usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // SAFETY: as many bytes as the call says.
        let task = unsafe { fill_task(&queue, buffer, (pattern, pattern_size), offset, size) }?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_FILL_BUFFER, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(task))
    }
}

/// "CL_INVALID_VALUE if ... values specified in map_flags are not valid".
pub(super) fn check_map_values(flags: cl_map_flags) -> Result<()> {
    let known = u64::from(CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    // "CL_MAP_READ or CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION are mutually exclusive."
    let invalidates = memory::has(flags, CL_MAP_WRITE_INVALIDATE_REGION);
    if flags & !known != 0 || (invalidates && flags & u64::from(CL_MAP_READ | CL_MAP_WRITE) != 0) {
        return Err(Status::INVALID_VALUE);
    }
    Ok(())
}

/// The same, and the flags that the memory object forbids.
pub(super) fn check_map_flags(memory: &Memory, flags: cl_map_flags) -> Result<()> {
    check_map_values(flags)?;
    if memory::has(flags, CL_MAP_READ) {
        memory.check_host_may_read()?;
    }
    if memory::has(flags, CL_MAP_WRITE) || memory::has(flags, CL_MAP_WRITE_INVALIDATE_REGION) {
        memory.check_host_may_write()?;
    }
    Ok(())
}

entry! {
    /// API specification, "Mapping Buffer Objects", `clEnqueueMapBuffer`. A buffer's bytes are where the program can see them, so
    /// that a map copies nothing.
    fn clEnqueueMapBuffer(
        command_queue: cl_command_queue,
        buffer: cl_mem,
        blocking_map: cl_bool,
        map_flags: cl_map_flags,
        offset: usize,
        size: usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) -> *mut c_void {
        let queue = handle::get::<Queue>(command_queue)?;
        let buffer = buffer_of(&queue, buffer)?;
        check_range(&buffer, offset, size)?;
        // "CL_INVALID_VALUE ... if size is zero".
        if size == 0 {
            return Err(Status::INVALID_VALUE);
        }
        check_map_flags(&buffer, map_flags)?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_MAP_BUFFER, (num_events_in_wait_list, event_wait_list, event))
        }?;
        let pointer = buffer.map(map_flags, RowLayout::at(offset), [size, 1, 1])?;
        let kept = buffer.clone();
        let enqueued = command.blocking(blocking_map).enqueue(Box::new(move || {
            drop(kept);
            Ok(())
        }));
        if let Err(status) = enqueued {
            // The program did not get the pointer, so it cannot unmap it.
            buffer.unmap(pointer)?;
            return Err(status);
        }
        Ok(pointer)
    }
}

entry! {
    /// API specification, "Unmapping Mapped Memory Objects", `clEnqueueUnmapMemObject`.
    fn clEnqueueUnmapMemObject(
        command_queue: cl_command_queue,
        memobj: cl_mem,
        mapped_ptr: *mut c_void,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        let memory = handle::get::<Memory>(memobj)?;
        super::check_context(&queue, &memory)?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_UNMAP_MEM_OBJECT, (num_events_in_wait_list, event_wait_list, event))
        }?;
        memory.unmap(mapped_ptr)?;
        command.enqueue(Box::new(move || {
            drop(memory);
            Ok(())
        }))
    }
}

entry! {
    /// API specification, "Migrating Memory Objects", `clEnqueueMigrateMemObjects`. All devices share the host's memory.
    fn clEnqueueMigrateMemObjects(
        command_queue: cl_command_queue,
        num_mem_objects: cl_uint,
        mem_objects: *const cl_mem,
        flags: cl_mem_migration_flags,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // "CL_INVALID_VALUE if num_mem_objects is zero or if mem_objects is NULL", "if flags is not 0 or is not any of the values
        // described in the table above".
        let known = u64::from(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
        if num_mem_objects == 0 || mem_objects.is_null() || flags & !known != 0 {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: as many handles as the call says.
        let memory = unsafe { handle::list::<Memory>(mem_objects, num_mem_objects) }?;
        for memory in &memory {
            super::check_context(&queue, memory)?;
        }
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(move || {
            drop(memory);
            Ok(())
        }))
    }
}
