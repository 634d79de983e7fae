//! Answers to information queries: the three parameters that every `clGet…Info` ends with.

use std::ffi::c_void;

use crate::status::{Result, Status};

/// Where a query wants its answer.
#[derive(Clone, Copy)]
pub(crate) struct Answer {
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
}

impl Answer {
    /// `param_value_size`, `param_value` and `param_value_size_ret` of a query.
    pub(crate) fn new(size: usize, value: *mut c_void, size_ret: *mut usize) -> Answer {
        Answer { size, value, size_ret }
    }
    /// Answers with an array of plain values (numbers, handles).
    pub(crate) fn slice<T: Copy>(self, values: &[T]) -> Result<()> {
        let size = size_of_val(values);
        if !self.value.is_null() {
            // "CL_INVALID_VALUE if ... size in bytes specified by param_value_size is < size of return type as specified in the
            // ... table and param_value is not a NULL value."
            if self.size < size {
                return Err(Status::INVALID_VALUE);
            }
            // SAFETY: the caller of the API gives `param_value_size` writable bytes, and that is at least `size`.
            unsafe { std::ptr::copy_nonoverlapping(values.as_ptr().cast::<u8>(), self.value.cast(), size) };
        }
        if !self.size_ret.is_null() {
            // SAFETY: a pointer that the caller gives to get a size is writable.
            unsafe { self.size_ret.write(size) };
        }
        Ok(())
    }
    /// Answers with one plain value.
    pub(crate) fn value<T: Copy>(self, value: T) -> Result<()> {
        self.slice(&[value])
    }
    /// Answers with `CL_TRUE` or `CL_FALSE`.
    pub(crate) fn boolean(self, value: bool) -> Result<()> {
        self.value(u32::from(value))
    }
    /// Answers with a text and its terminating zero.
    pub(crate) fn text(self, text: &str) -> Result<()> {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        self.slice(&bytes)
    }
    /// Answers with nothing: an array of no elements.
    pub(crate) fn nothing(self) -> Result<()> {
        self.slice::<u8>(&[])
    }
}
