//! Reading and writing through the pointers that a program gives.
//!
//! A pointer that is not null is valid for what the specification says is behind it: that is the program's side of the contract,
//! and no driver can check it. Every such access goes through here.

use std::ffi::{CStr, c_char};

use crate::entry;

/// An array of `count` elements; empty where the pointer is null or the count is 0.
///
/// # Safety
/// A pointer that is not null leads to `count` readable elements for as long as the result is used.
pub(crate) unsafe fn slice<'a, T>(pointer: *const T, count: usize) -> &'a [T] {
    if pointer.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: the caller vouches for it.
    unsafe { std::slice::from_raw_parts(pointer, count) }
}

/// Writes a value, unless the pointer is null.
///
/// # Safety
/// A pointer that is not null is writable.
pub(crate) unsafe fn write<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: the caller vouches for it.
        unsafe { pointer.write(value) };
    }
}

/// A text that ends with a zero, with what is not UTF-8 replaced; `None` for a null pointer.
///
/// # Safety
/// A pointer that is not null leads to bytes that end with a zero.
pub(crate) unsafe fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the caller vouches for it.
    let text = unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned();
    if entry::logs() {
        // The line of the call itself only has the address: it can also be one that must not be read.
        entry::log(&format!("{pointer:?} is {text:?}"));
    }
    Some(text)
}

/// The name and value pairs of a list of properties that ends with a zero; empty for a null pointer.
///
/// # Safety
/// A pointer that is not null leads to such a list.
pub(crate) unsafe fn properties<T: Copy + PartialEq + Default>(pointer: *const T) -> Vec<(T, T)> {
    let mut found = Vec::new();
    if pointer.is_null() {
        return found;
    }
    for index in (0..).step_by(2) {
        // SAFETY: the caller vouches for a list that ends with a zero, which was not yet met.
        let name = unsafe { pointer.add(index).read() };
        if name == T::default() {
            break;
        }
        // SAFETY: a name is followed by its value.
        found.push((name, unsafe { pointer.add(index + 1).read() }));
    }
    found
}
