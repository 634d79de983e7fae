//! The form of an entry point.
//!
//! [`entry!`] makes a C function from a Rust body that gives a [`Result`]: a panic in the body becomes `CL_OUT_OF_RESOURCES` and a
//! line in the log instead of crossing into C, and with `FERROCL_LOG` set, each call leaves a line with its arguments, its result and
//! the time that it took.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Instant;

use ferrocl_runtime::fork;

use crate::bindings::cl_int;
use crate::log_names;
use crate::status::{self, Result, Status};

/// Defines an entry point.
///
/// Without a result type the body gives `Result<()>`, and the function its code. With one, the function creates something: the body gives
/// `Result<that>`, and a parameter `errcode_ret` is added at the end.
macro_rules! entry {
    ($(#[$meta:meta])* fn $name:ident($($argument:ident: $ty:ty),* $(,)?) $body:block) => {
        $(#[$meta])*
        #[allow(non_snake_case, clippy::too_many_arguments)]
        pub(crate) unsafe extern "C" fn $name($($argument: $ty),*) -> $crate::bindings::cl_int {
            $crate::entry::answer(
                stringify!($name),
                &[$((stringify!($argument), &$argument as &dyn std::fmt::Debug)),*],
                || -> $crate::status::Result<()> { $body },
            )
        }
    };
    ($(#[$meta:meta])* fn $name:ident($($argument:ident: $ty:ty),* $(,)?) -> $result:ty $body:block) => {
        $(#[$meta])*
        #[allow(non_snake_case, clippy::too_many_arguments)]
        pub(crate) unsafe extern "C" fn $name(
            $($argument: $ty,)*
            errcode_ret: *mut $crate::bindings::cl_int,
        ) -> $result {
            let (code, made) = $crate::entry::create(
                stringify!($name),
                &[$((stringify!($argument), &$argument as &dyn std::fmt::Debug)),*],
                || -> $crate::status::Result<$result> { $body },
            );
            // SAFETY: "errcode_ret will return an appropriate error code. If errcode_ret is NULL, no error code is returned."
            unsafe { $crate::raw::write(errcode_ret, code) };
            made.unwrap_or(std::ptr::null_mut())
        }
    };
}
pub(crate) use entry;

/// The arguments of a call, for the log.
type Arguments<'a> = [(&'static str, &'a dyn std::fmt::Debug)];

/// Runs the body of an entry point that gives a code.
pub(crate) fn answer(name: &str, arguments: &Arguments<'_>, body: impl FnOnce() -> Result<()>) -> cl_int {
    run(name, arguments, body).err().map_or(0, |status| status.0)
}

/// Runs the body of an entry point that creates something.
pub(crate) fn create<T: std::fmt::Debug>(
    name: &str,
    arguments: &Arguments<'_>,
    body: impl FnOnce() -> Result<T>,
) -> (cl_int, Option<T>) {
    match run(name, arguments, body) {
        Ok(made) => (0, Some(made)),
        Err(status) => (status.0, None),
    }
}

fn run<T: std::fmt::Debug>(
    name: &str,
    arguments: &Arguments<'_>,
    body: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let start = logs().then(Instant::now);
    if fork::is_broken() {
        log_refusal(name);
        return Err(Status::OUT_OF_RESOURCES);
    }
    let _busy = fork::Busy::new();
    // The objects behind handles lock what they change, and a lock that a panic left is reported as one: nothing is seen half-made.
    let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let why = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        log(&format!("{name}: internal error: {why}"));
        Err(Status::OUT_OF_RESOURCES)
    });
    if let Some(start) = start {
        let arguments: Vec<String> =
            arguments.iter().map(|&(argument, value)| shown(name, argument, &format!("{value:?}"))).collect();
        let outcome = match &result {
            // A call that only succeeds or fails.
            Ok(_) if size_of::<T>() == 0 => status::name(0),
            Ok(value) => format!("{value:?}"),
            Err(code) => status::name(code.0),
        };
        let time = start.elapsed().as_nanos() as f64 / 1000.0;
        log(&format!("{name}({}) = {outcome} [{time:.1} µs]", arguments.join(", ")));
    }
    result
}

/// An argument in the log.
fn shown(function: &str, argument: &str, value: &str) -> String {
    format!("{argument} = {}", log_names::name(function, argument, value).unwrap_or(value))
}

/// Says why a call is refused in a process that was forked off while the driver was at work.
#[cold]
fn log_refusal(name: &str) {
    if logs() {
        log(&format!(
            "{name}: refused: this process was forked off while another thread of its parent was in the driver; \
             fork before the first command, or when all are finished"
        ));
    }
}

/// Whether calls are to be traced: `FERROCL_LOG` is set, and neither empty nor 0.
pub(crate) fn logs() -> bool {
    static LOGS: OnceLock<bool> = OnceLock::new();
    *LOGS.get_or_init(|| {
        std::env::var_os("FERROCL_LOG").is_some_and(|value| !value.is_empty() && value != "0")
    })
}

/// Writes a line to standard error, in one piece.
pub(crate) fn log(line: &str) {
    // There is nobody to tell where standard error is closed.
    let _ = std::io::stderr().write_all(format!("ferrocl: {line}\n").as_bytes());
}
