//! Memory that kernels work on: buffers, and what commands do with the bytes in them.
//!
//! What lives here: allocating memory ([`Buffer`]), using memory that the program has ([`Buffer::lent`]), and copying and filling
//! ranges and boxes of it with their bounds checked. Where the rows of a box lie is in [`region`], what an element of an
//! image looks like in [`image_format`]. What does not: who may access what and when; that is for the API and its queues.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{Error, Host};

pub mod image;
pub mod image_format;
pub mod region;

use region::{Extent, RowLayout};

/// What a buffer's first byte is aligned to: a page, so that it can be mapped and shared without copies.
pub const BUFFER_ALIGN: usize = 4096;

/// From this size on, a buffer starts on a huge page and asks for those: its first use is then several times as fast, and reading it at
/// random twice as fast (a system that has to make room for huge pages first takes its time for that once).
const HUGE: usize = 4 << 20;

/// The size of a huge page.
const HUGE_PAGE: usize = 2 << 20;

/// Bytes of all buffers that there are.
static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

/// How many bytes all buffers together can have. Systems promise more memory than they have and end a process that takes the
/// promise at its word; a program is better off with an error.
fn limit() -> usize {
    static LIMIT: OnceLock<usize> = OnceLock::new();
    *LIMIT.get_or_init(|| usize::try_from(Host::query().memory).unwrap_or(usize::MAX))
}

/// Memory that kernels work on. It belongs to no thread: as everywhere in OpenCL, who reads while a
/// kernel writes gets whatever is there at that moment.
pub struct Buffer {
    pointer: NonNull<u8>,
    length: usize,
    /// The block that it lies in; `None` where the memory is the program's.
    block: Option<(NonNull<u8>, Layout)>,
}

// SAFETY: the memory is only accessed through raw copies, and the pointer never changes.
unsafe impl Send for Buffer {}
// SAFETY: as above.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// A buffer of `length` zero bytes.
    pub fn new(length: usize) -> Result<Buffer, Error> {
        let error = Error::OutOfMemory { bytes: length };
        let Some((layout, align)) = Self::layout(length) else { return Err(error) };
        let before = ALLOCATED.fetch_add(length, Ordering::Relaxed);
        let give_back = || ALLOCATED.fetch_sub(length, Ordering::Relaxed);
        if before.saturating_add(length) > limit() {
            give_back();
            return Err(error);
        }
        // SAFETY: the layout's size is never zero.
        let Some(block) = NonNull::new(unsafe { alloc_zeroed(layout) }) else {
            give_back();
            return Err(error);
        };
        let skipped = (block.as_ptr() as usize).next_multiple_of(align) - block.as_ptr() as usize;
        // SAFETY: the block has `align` bytes more than the buffer where it is not aligned to as much.
        let pointer = unsafe { block.add(skipped) };
        if length >= HUGE {
            ask_for_huge_pages(pointer, length);
        }
        Ok(Buffer { pointer, length, block: Some((block, layout)) })
    }
    /// A buffer with this content.
    pub fn from_bytes(bytes: &[u8]) -> Result<Buffer, Error> {
        let buffer = Buffer::new(bytes.len())?;
        buffer.write(0, bytes)?;
        Ok(buffer)
    }
    /// A buffer whose bytes are memory of the program; it stays the program's.
    ///
    /// # Safety
    /// The pointer leads to `length` bytes that can be read and written for as long as the buffer, or anything that uses it, lives.
    pub unsafe fn lent(pointer: NonNull<u8>, length: usize) -> Buffer {
        Buffer { pointer, length, block: None }
    }
    /// How a buffer of this length is allocated, and what its first byte is aligned to. Room for whole pages: a vector load at the
    /// end stays in the buffer's own pages.
    fn layout(length: usize) -> Option<(Layout, usize)> {
        let size = length.max(1).checked_next_multiple_of(BUFFER_ALIGN)?;
        if length < 16 * BUFFER_ALIGN {
            return Some((Layout::from_size_align(size, BUFFER_ALIGN).ok()?, BUFFER_ALIGN));
        }
        // Aligned by hand: the allocator gets large zeroed blocks from the system as they are, but writes zeros over one that it
        // has to align, which touches every page of it.
        let align = if length >= HUGE { HUGE_PAGE } else { BUFFER_ALIGN };
        Some((Layout::from_size_align(size.checked_add(align)?, 16).ok()?, align))
    }
    /// Its length in bytes.
    pub fn len(&self) -> usize {
        self.length
    }
    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }
    /// The address of its first byte.
    pub fn address(&self) -> *mut u8 {
        self.pointer.as_ptr()
    }
    /// Copies bytes into it.
    pub fn write(&self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        // SAFETY: the bytes are readable.
        unsafe {
            self.write_rows(RowLayout::at(offset), bytes.as_ptr(), RowLayout::at(0), [bytes.len(), 1, 1])
        }
    }
    /// Copies bytes out of it.
    pub fn read(&self, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        let extent = [bytes.len(), 1, 1];
        // SAFETY: the bytes are writable.
        unsafe { self.read_rows(RowLayout::at(offset), bytes.as_mut_ptr(), RowLayout::at(0), extent) }
    }
    /// All of its content.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.length];
        self.read(0, &mut bytes).expect("the whole buffer is in range");
        bytes
    }
    /// Copies a box of bytes from memory of the program into it.
    ///
    /// # Safety
    /// The box in the source can be read: all of it, as its layout has it.
    pub unsafe fn write_rows(
        &self,
        layout: RowLayout,
        source: *const u8,
        source_layout: RowLayout,
        extent: Extent,
    ) -> Result<(), Error> {
        self.check(layout, extent)?;
        // SAFETY: this side was just checked, the caller vouches for the other.
        unsafe { region::copy(source, source_layout, self.address(), layout, extent) };
        Ok(())
    }
    /// Copies a box of its bytes into memory of the program.
    ///
    /// # Safety
    /// The box in the destination can be written: all of it, as its layout has it.
    pub unsafe fn read_rows(
        &self,
        layout: RowLayout,
        destination: *mut u8,
        destination_layout: RowLayout,
        extent: Extent,
    ) -> Result<(), Error> {
        self.check(layout, extent)?;
        // SAFETY: this side was just checked, the caller vouches for the other.
        unsafe { region::copy(self.address(), layout, destination, destination_layout, extent) };
        Ok(())
    }
    /// Copies a box of its bytes into another buffer, or to another place in this one.
    pub fn copy_rows(
        &self,
        layout: RowLayout,
        destination: &Buffer,
        destination_layout: RowLayout,
        extent: Extent,
    ) -> Result<(), Error> {
        destination.check(destination_layout, extent)?;
        // SAFETY: the destination was just checked.
        unsafe { self.read_rows(layout, destination.address(), destination_layout, extent) }
    }
    /// Fills a box of bytes with an element again and again. A row that is no multiple of it ends with a part of one.
    pub fn fill_rows(&self, layout: RowLayout, extent: Extent, element: &[u8]) -> Result<(), Error> {
        self.check(layout, extent)?;
        // SAFETY: the box was just checked.
        unsafe { region::fill(self.address(), layout, extent, element) };
        Ok(())
    }
    /// Fills a range of bytes with a pattern again and again.
    pub fn fill(&self, offset: usize, length: usize, pattern: &[u8]) -> Result<(), Error> {
        self.fill_rows(RowLayout::at(offset), [length, 1, 1], pattern)
    }
    fn check(&self, layout: RowLayout, extent: Extent) -> Result<(), Error> {
        match layout.end(extent) {
            Some(end) if end <= self.length => Ok(()),
            end => Err(Error::OutOfRange {
                offset: layout.offset,
                length: end.map_or(usize::MAX, |end| end - layout.offset),
                size: self.length,
            }),
        }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if let Some((block, layout)) = self.block {
            // SAFETY: allocated with this layout in `new`, and freed nowhere else.
            unsafe { dealloc(block.as_ptr(), layout) };
            ALLOCATED.fetch_sub(self.length, Ordering::Relaxed);
        }
    }
}

/// Tells the system that huge pages are welcome in a range that starts on one.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages(start: NonNull<u8>, length: usize) {
    use std::ffi::{c_int, c_void};
    const MADV_HUGEPAGE: c_int = 14;
    unsafe extern "C" {
        fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    // SAFETY: advice changes no content, and the range lies in a block of this process. Where it is not taken, nothing is lost.
    unsafe { madvise(start.as_ptr().cast(), length / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_start: NonNull<u8>, _length: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_hold_what_was_written() {
        let buffer = Buffer::from_bytes(&[1, 2, 3, 4, 5]).unwrap();
        assert_eq!(buffer.address() as usize % BUFFER_ALIGN, 0);
        buffer.write(3, &[9, 8]).unwrap();
        assert_eq!(buffer.to_vec(), [1, 2, 3, 9, 8]);
        assert!(buffer.write(4, &[0, 0]).is_err() && buffer.read(usize::MAX, &mut [0]).is_err());
        assert!(Buffer::new(usize::MAX - 10).is_err());
        assert!(Buffer::new(usize::MAX / 4).is_err(), "more than any machine has");
        assert!(Buffer::new(0).unwrap().is_empty());
    }

    #[test]
    fn large_buffers_are_zero_and_aligned() {
        for length in [16 * BUFFER_ALIGN - 1, 16 * BUFFER_ALIGN, HUGE - 1, HUGE + 1] {
            let buffer = Buffer::new(length).unwrap();
            let align = if length >= HUGE { HUGE_PAGE } else { BUFFER_ALIGN };
            assert_eq!(buffer.address() as usize % align, 0);
            buffer.write(length - 1, &[7]).unwrap();
            assert!(buffer.to_vec()[..length - 1].iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn lent_memory_is_used_in_place_and_not_freed() {
        let mut memory = vec![1_u8, 2, 3, 4];
        // SAFETY: the vector outlives the buffer.
        let buffer = unsafe { Buffer::lent(NonNull::new(memory.as_mut_ptr()).unwrap(), 4) };
        buffer.fill(1, 2, &[9]).unwrap();
        assert!(buffer.fill(1, 4, &[9]).is_err());
        assert_eq!(buffer.to_vec(), [1, 9, 9, 4]);
        drop(buffer);
        assert_eq!(memory, [1, 9, 9, 4]);
    }

    #[test]
    fn boxes_are_copied_between_buffers_within_their_bounds() {
        let source = Buffer::from_bytes(&(0..24).collect::<Vec<u8>>()).unwrap();
        let destination = Buffer::new(8).unwrap();
        let rows = RowLayout { offset: 7, row_pitch: 6, slice_pitch: 24 };
        let packed = RowLayout { offset: 0, row_pitch: 3, slice_pitch: 6 };
        source.copy_rows(rows, &destination, packed, [3, 2, 1]).unwrap();
        assert_eq!(destination.to_vec(), [7, 8, 9, 13, 14, 15, 0, 0]);
        assert!(source.copy_rows(rows, &destination, packed, [3, 3, 1]).is_err());
        assert!(source.copy_rows(rows, &destination, packed, [3, 2, usize::MAX]).is_err());
        // Nothing is nowhere out of range, and an overlap is as if all were read before anything is written.
        source.copy_rows(rows, &destination, packed, [0, 2, 2]).unwrap();
        source.copy_rows(RowLayout::at(0), &source, RowLayout::at(2), [8, 1, 1]).unwrap();
        assert_eq!(&source.to_vec()[..10], [0, 1, 0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
