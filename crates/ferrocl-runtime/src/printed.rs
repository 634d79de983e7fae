//! What kernels print while they run as native code: records are kept, and become text when the launch is over.

use std::ffi::{CStr, c_char, c_void};
use std::sync::Mutex;

use ferrocl_codegen::PrintfRecord;
use ferrocl_ir::{Module, format};

/// How many words of records a launch may make; later ones are dropped.
const MAX_WORDS: usize = 1 << 27;

/// The records of a launch.
#[derive(Default)]
pub(crate) struct Printed {
    words: Mutex<Vec<u64>>,
}

impl Printed {
    /// What [`take`] is called with. It is valid as long as this value stays where it is.
    pub fn context(&self) -> *mut c_void {
        (&raw const *self).cast_mut().cast()
    }
    /// What was printed, as text.
    pub fn text(self, module: &Module) -> Vec<u8> {
        let words = self.words.into_inner().unwrap_or_default();
        let mut out = Vec::new();
        let mut rest = &words[..];
        while let Some((record, after)) = PrintfRecord::read(rest) {
            rest = after;
            let format = &module.globals[record.format].bytes;
            let end = format.iter().position(|&b| b == 0).unwrap_or(format.len());
            let arguments: Vec<format::Argument<'_>> =
                record.arguments.iter().map(|&(ty, words)| format::Argument { ty, words }).collect();
            format::write(&mut out, &format[..end], &arguments, &mut string);
        }
        out
    }
}

/// The text at an address that a kernel gave for `%s`.
fn string(address: u64) -> Option<Vec<u8>> {
    if address == 0 {
        return None;
    }
    // SAFETY: `%s` takes a string literal (6.15.14), which lies in the kernel's constants and ends in a zero; those are
    // still loaded. A kernel that gives anything else has no defined behaviour.
    Some(unsafe { CStr::from_ptr(address as *const c_char) }.to_bytes().to_vec())
}

/// Takes a record from a kernel.
pub(crate) unsafe extern "C" fn take(context: *mut c_void, record: *const u8, length: u64) {
    // SAFETY: the context is the launch's `Printed`; the launch waits for its threads.
    let printed = unsafe { &*context.cast::<Printed>() };
    // SAFETY: the kernel hands over whole words, aligned, of that many bytes.
    let words = unsafe { std::slice::from_raw_parts(record.cast::<u64>(), length as usize / 8) };
    if let Ok(mut list) = printed.words.lock()
        && list.len() + words.len() < MAX_WORDS
    {
        PrintfRecord::append(&mut list, words);
    }
}
