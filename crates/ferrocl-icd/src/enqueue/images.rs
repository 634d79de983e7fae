//! Reading, writing, copying, filling and mapping images, and copies between images and buffers.

use std::ffi::c_void;
use std::sync::Arc;

use ferrocl_runtime::memory::image_format::ChannelOrder;
use ferrocl_runtime::memory::region::{Extent, RowLayout};

use super::buffers::{check_map_flags, copy_box};
use super::transfer::{Direction, Transfer};
use super::{Command, Events, Outcome, failed};
use crate::bindings::*;
use crate::entry::entry;
use crate::handle;
use crate::image::{Image, Pixels};
use crate::memory::Memory;
use crate::queue::Queue;
use crate::raw;
use crate::status::{Result, Status};

/// The image behind a handle, of the queue's context. (An image is of a format and size that the device has: both were checked when
/// it was made, and every device is the same.)
fn image_of(queue: &Queue, raw: cl_mem) -> Result<Arc<Memory>> {
    let image = Memory::get_image(raw)?;
    super::check_context(queue, &image)?;
    Ok(image)
}

/// What only images have, of a memory object that is one.
fn facts(memory: &Memory) -> Result<&Image> {
    memory.image().ok_or(Status::INVALID_MEM_OBJECT)
}

/// An origin or region: "CL_INVALID_VALUE if origin or region is NULL".
///
/// # Safety
/// A pointer that is not null leads to three numbers.
unsafe fn pixels(pointer: *const usize) -> Result<Pixels> {
    // SAFETY: the caller vouches for it.
    match *unsafe { raw::slice(pointer, 3) } {
        [x, y, z] => Ok([x, y, z]),
        _ => Err(Status::INVALID_VALUE),
    }
}

/// How a region of an image lies in the program's memory.
fn host_layout(image: &Image, region: Pixels, row_pitch: usize, slice_pitch: usize) -> Result<RowLayout> {
    // "If row_pitch is set to 0, the appropriate row pitch is calculated based on the size of each element in bytes multiplied by width."
    let row = region[0].checked_mul(image.element_size()).ok_or(Status::INVALID_VALUE)?;
    // "row_pitch ... must be greater than or equal to the element size in bytes × width."
    if row_pitch != 0 && row_pitch < row {
        return Err(Status::INVALID_VALUE);
    }
    let row_pitch = row_pitch.max(row);
    let is_row_array = image.object_type() == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    // "CL_INVALID_VALUE if image is a 1D or 2D image and slice_pitch or input_slice_pitch is not 0."
    if slice_pitch != 0 && image.slice_pitch() == 0 {
        return Err(Status::INVALID_VALUE);
    }
    let slice = if is_row_array {
        row_pitch
    } else {
        row_pitch.checked_mul(region[1]).ok_or(Status::INVALID_VALUE)?
    };
    if slice_pitch != 0 && slice_pitch < slice {
        return Err(Status::INVALID_VALUE);
    }
    let slice_pitch = slice_pitch.max(slice);
    // What commands call the rows of an array of rows are its images.
    Ok(RowLayout { offset: 0, row_pitch: if is_row_array { slice_pitch } else { row_pitch }, slice_pitch })
}

/// `clEnqueueReadImage` and `clEnqueueWriteImage`. `host`: the pointer with its row pitch and slice pitch.
///
/// # Safety
/// Origin and region are null or lead to three numbers; events are as [`Command::new`] wants them; the host pointer is null or the
/// program's memory until the command is over.
unsafe fn transfer(
    direction: Direction,
    (queue, image, blocking): (cl_command_queue, cl_mem, cl_bool),
    (origin, region): (*const usize, *const usize),
    (host, row_pitch, slice_pitch): (*const c_void, usize, usize),
    events: Events,
) -> Result<()> {
    let queue = handle::get::<Queue>(queue)?;
    let memory = image_of(&queue, image)?;
    let image = facts(&memory)?;
    // SAFETY: the caller vouches for it.
    let (origin, region) = unsafe { (pixels(origin)?, pixels(region)?) };
    image.check_region(origin, region)?;
    let outside = host_layout(image, region, row_pitch, slice_pitch)?;
    let (inside, extent) = (image.layout(origin), image.bytes(region));
    let transfer = Transfer { memory: memory.clone(), inside, host, outside, extent };
    let kinds = (CL_COMMAND_READ_IMAGE, CL_COMMAND_WRITE_IMAGE);
    // SAFETY: the caller vouches for it.
    unsafe { transfer.enqueue(&queue, direction, kinds, blocking, events) }
}

entry! {
    /// API specification, "Reading, Writing and Copying Image Objects", `clEnqueueReadImage`.
    fn clEnqueueReadImage(
        command_queue: cl_command_queue,
        image: cl_mem,
        blocking_read: cl_bool,
        origin: *const usize,
        region: *const usize,
        row_pitch: usize,
        slice_pitch: usize,
        ptr: *mut c_void,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let events = (num_events_in_wait_list, event_wait_list, event);
        let target = (command_queue, image, blocking_read);
        let host = (ptr.cast_const(), row_pitch, slice_pitch);
        // SAFETY: three numbers each, memory of the program, a wait list and a place for an event, as the call asks.
        unsafe { transfer(Direction::Read, target, (origin, region), host, events) }
    }
}

entry! {
    /// API specification, "Reading, Writing and Copying Image Objects", `clEnqueueWriteImage`.
    fn clEnqueueWriteImage(
        command_queue: cl_command_queue,
        image: cl_mem,
        blocking_write: cl_bool,
        origin: *const usize,
        region: *const usize,
        input_row_pitch: usize,
        input_slice_pitch: usize,
        ptr: *const c_void,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let events = (num_events_in_wait_list, event_wait_list, event);
        let target = (command_queue, image, blocking_write);
        let host = (ptr, input_row_pitch, input_slice_pitch);
        // SAFETY: three numbers each, memory of the program, a wait list and a place for an event, as the call asks.
        unsafe { transfer(Direction::Write, target, (origin, region), host, events) }
    }
}

/// The work of `clEnqueueCopyImage`. Source and destination: an image and an origin in it.
///
/// # Safety
/// Origins and region are null or lead to three numbers.
pub(crate) unsafe fn copy_task(
    queue: &Queue,
    (src_image, src_origin): (cl_mem, *const usize),
    (dst_image, dst_origin): (cl_mem, *const usize),
    region: *const usize,
) -> Result<impl Fn() -> Outcome + Send + Sync + 'static> {
    let (source, destination) = (image_of(queue, src_image)?, image_of(queue, dst_image)?);
    let (from, to) = (facts(&source)?, facts(&destination)?);
    // "CL_IMAGE_FORMAT_MISMATCH if src_image and dst_image do not use the same image format."
    if from.format() != to.format() {
        return Err(Status::IMAGE_FORMAT_MISMATCH);
    }
    // SAFETY: the caller vouches for it.
    let (src_origin, dst_origin, region) =
        unsafe { (pixels(src_origin)?, pixels(dst_origin)?, pixels(region)?) };
    from.check_region(src_origin, region)?;
    to.check_region(dst_origin, region)?;
    let (read, write, extent) = (from.layout(src_origin), to.layout(dst_origin), from.bytes(region));
    copy_box(source.clone(), read, destination.clone(), write, extent)
}

entry! {
    /// API specification, "Reading, Writing and Copying Image Objects", `clEnqueueCopyImage`.
    fn clEnqueueCopyImage(
        command_queue: cl_command_queue,
        src_image: cl_mem,
        dst_image: cl_mem,
        src_origin: *const usize,
        dst_origin: *const usize,
        region: *const usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // SAFETY: three numbers each, as the call asks.
        let task = unsafe { copy_task(&queue, (src_image, src_origin), (dst_image, dst_origin), region) }?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_COPY_IMAGE, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(task))
    }
}

/// A region of an image and where the same pixels lie, without gaps, in a buffer.
struct Pair {
    image: Arc<Memory>,
    inside: RowLayout,
    buffer: Arc<Memory>,
    outside: RowLayout,
    extent: Extent,
}

impl Pair {
    /// Checks a region of an image, and the place in a buffer that is as large.
    ///
    /// # Safety
    /// Origin and region are null or lead to three numbers.
    unsafe fn new(
        queue: &Queue,
        (image, origin): (cl_mem, *const usize),
        (buffer, offset): (cl_mem, usize),
        region: *const usize,
    ) -> Result<Pair> {
        let image = image_of(queue, image)?;
        let buffer = Memory::get_buffer(buffer)?;
        super::check_context(queue, &buffer)?;
        let facts = facts(&image)?;
        // "CL_INVALID_MEM_OBJECT ... if src_image is a 1D image buffer object created from dst_buffer."
        if facts.object_type() == CL_MEM_OBJECT_IMAGE1D_BUFFER
            && image.parent.as_ref().is_some_and(|parent| Arc::ptr_eq(parent, &buffer))
        {
            return Err(Status::INVALID_MEM_OBJECT);
        }
        // SAFETY: the caller vouches for it.
        let (origin, region) = unsafe { (pixels(origin)?, pixels(region)?) };
        facts.check_region(origin, region)?;
        let extent = facts.bytes(region);
        // "The size in bytes of the region ... is computed as width × height × depth × bytes/image element".
        let packed = RowLayout::packed(offset, extent);
        // "CL_INVALID_VALUE if ... the region specified by dst_offset and dst_cb is out of bounds of dst_buffer".
        if packed.end(extent).is_none_or(|end| end > buffer.size) {
            return Err(Status::INVALID_VALUE);
        }
        let (inside, outside) = (image.in_store(facts.layout(origin)), buffer.in_store(packed));
        Ok(Pair { image, inside, buffer, outside, extent })
    }
}

/// The work of `clEnqueueCopyImageToBuffer`.
///
/// # Safety
/// Origin and region are null or lead to three numbers.
pub(crate) unsafe fn to_buffer_task(
    queue: &Queue,
    image: (cl_mem, *const usize),
    buffer: (cl_mem, usize),
    region: *const usize,
) -> Result<impl Fn() -> Outcome + Send + Sync + 'static> {
    // SAFETY: the caller vouches for it.
    let pair = unsafe { Pair::new(queue, image, buffer, region) }?;
    pair.buffer.check_mutable()?;
    Ok(move || {
        let Pair { image, inside, buffer, outside, extent } = &pair;
        image.buffer().copy_rows(*inside, buffer.buffer(), *outside, *extent).map_err(failed)
    })
}

/// The work of `clEnqueueCopyBufferToImage`.
///
/// # Safety
/// Origin and region are null or lead to three numbers.
pub(crate) unsafe fn from_buffer_task(
    queue: &Queue,
    buffer: (cl_mem, usize),
    image: (cl_mem, *const usize),
    region: *const usize,
) -> Result<impl Fn() -> Outcome + Send + Sync + 'static> {
    // SAFETY: the caller vouches for it.
    let pair = unsafe { Pair::new(queue, image, buffer, region) }?;
    pair.image.check_mutable()?;
    Ok(move || {
        let Pair { image, inside, buffer, outside, extent } = &pair;
        buffer.buffer().copy_rows(*outside, image.buffer(), *inside, *extent).map_err(failed)
    })
}

entry! {
    /// API specification, "Copying Between Image and Buffer Objects", `clEnqueueCopyImageToBuffer`.
    fn clEnqueueCopyImageToBuffer(
        command_queue: cl_command_queue,
        src_image: cl_mem,
        dst_buffer: cl_mem,
        src_origin: *const usize,
        region: *const usize,
        dst_offset: usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // SAFETY: three numbers each, as the call asks.
        let task = unsafe { to_buffer_task(&queue, (src_image, src_origin), (dst_buffer, dst_offset), region) }?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(task))
    }
}

entry! {
    /// API specification, "Copying Between Image and Buffer Objects", `clEnqueueCopyBufferToImage`.
    fn clEnqueueCopyBufferToImage(
        command_queue: cl_command_queue,
        src_buffer: cl_mem,
        dst_image: cl_mem,
        src_offset: usize,
        dst_origin: *const usize,
        region: *const usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // SAFETY: three numbers each, as the call asks.
        let task = unsafe { from_buffer_task(&queue, (src_buffer, src_offset), (dst_image, dst_origin), region) }?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(task))
    }
}

/// The work of `clEnqueueFillImage`.
///
/// # Safety
/// Origin and region are null or lead to three numbers, and the color to as many words as the image's format asks for.
pub(crate) unsafe fn fill_task(
    queue: &Queue,
    image: cl_mem,
    fill_color: *const c_void,
    origin: *const usize,
    region: *const usize,
) -> Result<impl Fn() -> Outcome + Send + Sync + 'static> {
    let memory = image_of(queue, image)?;
    let image = facts(&memory)?;
    // "The fill color is a single floating-point value if the channel order is CL_DEPTH. Otherwise, the fill color is a four component
    // RGBA" value of floats or integers.
    let words = if image.format().order() == ChannelOrder::Depth { 1 } else { 4 };
    // SAFETY: the caller vouches for it.
    let given = unsafe { raw::slice(fill_color.cast::<[u8; 4]>(), words) };
    // "CL_INVALID_VALUE if fill_color is NULL."
    if given.is_empty() {
        return Err(Status::INVALID_VALUE);
    }
    let mut color = [0; 4];
    for (word, &bytes) in color.iter_mut().zip(given) {
        *word = u32::from_ne_bytes(bytes);
    }
    // SAFETY: the caller vouches for it.
    let (origin, region) = unsafe { (pixels(origin)?, pixels(region)?) };
    image.check_region(origin, region)?;
    memory.check_mutable()?;
    let (inside, extent) = (memory.in_store(image.layout(origin)), image.bytes(region));
    let element = image.format().pack(color);
    Ok(move || memory.buffer().fill_rows(inside, extent, element.bytes()).map_err(failed))
}

entry! {
    /// API specification, "Filling Image Objects", `clEnqueueFillImage`.
    fn clEnqueueFillImage(
        command_queue: cl_command_queue,
        image: cl_mem,
        fill_color: *const c_void,
        origin: *const usize,
        region: *const usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) {
        let queue = handle::get::<Queue>(command_queue)?;
        // SAFETY: a color and three numbers each, as the call asks.
        let task = unsafe { fill_task(&queue, image, fill_color, origin, region) }?;
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_FILL_IMAGE, (num_events_in_wait_list, event_wait_list, event))
        }?;
        command.enqueue(Box::new(task))
    }
}

entry! {
    /// API specification, "Mapping Image Objects", `clEnqueueMapImage`.
    fn clEnqueueMapImage(
        command_queue: cl_command_queue,
        image: cl_mem,
        blocking_map: cl_bool,
        map_flags: cl_map_flags,
        origin: *const usize,
        region: *const usize,
        image_row_pitch: *mut usize,
        image_slice_pitch: *mut usize,
        num_events_in_wait_list: cl_uint,
        event_wait_list: *const cl_event,
        event: *mut cl_event,
    ) -> *mut c_void {
        let queue = handle::get::<Queue>(command_queue)?;
        let memory = image_of(&queue, image)?;
        let image = facts(&memory)?;
        // SAFETY: three numbers each, as the call asks.
        let (origin, region) = unsafe { (pixels(origin)?, pixels(region)?) };
        image.check_region(origin, region)?;
        check_map_flags(&memory, map_flags)?;
        // "CL_INVALID_VALUE if image_row_pitch is NULL", "if image is a 3D image, 1D or 2D image array object and image_slice_pitch is
        // NULL".
        if image_row_pitch.is_null() || (image.slice_pitch() != 0 && image_slice_pitch.is_null()) {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: a wait list and a place for an event, as the call asks.
        let command = unsafe {
            Command::new(&queue, CL_COMMAND_MAP_IMAGE, (num_events_in_wait_list, event_wait_list, event))
        }?;
        let pointer = memory.map(map_flags, image.layout(origin), image.bytes(region))?;
        let kept = memory.clone();
        let enqueued = command.blocking(blocking_map).enqueue(Box::new(move || {
            drop(kept);
            Ok(())
        }));
        if let Err(status) = enqueued {
            memory.unmap(pointer)?;
            return Err(status);
        }
        // SAFETY: both are null or places for a number.
        unsafe {
            raw::write(image_row_pitch, image.row_pitch());
            raw::write(image_slice_pitch, image.slice_pitch());
        }
        Ok(pointer)
    }
}
