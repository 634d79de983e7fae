//! Buffers: page-aligned host memory that kernels read and write.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

use crate::Error;

/// What a buffer's first byte is aligned to: a page, so that it can be mapped and shared without copies.
pub const BUFFER_ALIGN: usize = 4096;

/// Memory that kernels work on. It belongs to no thread: as everywhere in OpenCL, who reads while a
/// kernel writes gets whatever is there at that moment.
pub struct Buffer {
    /// What was allocated; the buffer begins at the first page in it.
    allocation: NonNull<u8>,
    pointer: NonNull<u8>,
    length: usize,
}

// SAFETY: the memory is only accessed through raw copies, and the pointer never changes.
unsafe impl Send for Buffer {}
// SAFETY: as above.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// A buffer of `length` zero bytes.
    pub fn new(length: usize) -> Result<Buffer, Error> {
        let layout = Self::layout(length).ok_or(Error::OutOfMemory { bytes: length })?;
        // SAFETY: the layout's size is never zero.
        let allocation = unsafe { alloc_zeroed(layout) };
        let allocation = NonNull::new(allocation).ok_or(Error::OutOfMemory { bytes: length })?;
        let skip = allocation.as_ptr().align_offset(BUFFER_ALIGN);
        // SAFETY: the layout has room for the length after any alignment.
        let pointer = unsafe { allocation.add(skip) };
        Ok(Buffer { allocation, pointer, length })
    }
    /// A buffer with this content.
    pub fn from_bytes(bytes: &[u8]) -> Result<Buffer, Error> {
        let buffer = Buffer::new(bytes.len())?;
        buffer.write(0, bytes)?;
        Ok(buffer)
    }
    fn layout(length: usize) -> Option<Layout> {
        // Room for whole pages: a vector load at the end stays in the buffer's own pages. The allocator is asked for one page more and for
        // no alignment: it gives large zeroed memory as the system does, page by page when first touched, but would write all of
        // it where an alignment is asked for.
        let size = length.max(1).checked_next_multiple_of(BUFFER_ALIGN)?.checked_add(BUFFER_ALIGN)?;
        Layout::from_size_align(size, 1).ok()
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
        self.check(offset, bytes.len())?;
        // SAFETY: the range lies in this allocation, and `bytes` cannot overlap it, since no reference to it is ever given out.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.address().add(offset), bytes.len()) };
        Ok(())
    }
    /// Copies bytes out of it.
    pub fn read(&self, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        self.check(offset, bytes.len())?;
        // SAFETY: as in `write`.
        unsafe { std::ptr::copy_nonoverlapping(self.address().add(offset), bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }
    /// All of its content.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.length];
        self.read(0, &mut bytes).expect("the whole buffer is in range");
        bytes
    }
    fn check(&self, offset: usize, length: usize) -> Result<(), Error> {
        match offset.checked_add(length) {
            Some(end) if end <= self.length => Ok(()),
            _ => Err(Error::OutOfRange { offset, length, size: self.length }),
        }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let layout = Self::layout(self.length).expect("it was allocated with this layout");
        // SAFETY: allocated with this layout in `new`, and freed nowhere else.
        unsafe { dealloc(self.allocation.as_ptr(), layout) };
    }
}

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
        assert!(Buffer::new(0).unwrap().is_empty());
    }
}
