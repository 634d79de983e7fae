//! Which CPU code is made for: this machine, or a lower level of its architecture that `FERROCL_CPU` names.

use ferrocl_codegen::Target;

use crate::Error;

/// The environment variable that names a CPU.
pub const CPU_VARIABLE: &str = "FERROCL_CPU";

/// The CPU that code is made for: this machine with all that it has, unless the environment variable `FERROCL_CPU` names a level
/// of its architecture (`x86-64-v3`: AVX2; see [`Target::NAMES`]), which restricts code to that. A level that does not exist or
/// that the machine lacks is an error.
pub fn target_from_environment() -> Result<Target, Error> {
    let name = std::env::var_os(CPU_VARIABLE).unwrap_or_default();
    let name = name.to_string_lossy();
    if name.is_empty() {
        return Ok(Target::host());
    }
    let checked = target_by_name(&name).and_then(|target| check_host(&target).map(|()| target));
    checked.map_err(|error| match error {
        Error::Cpu { problem, .. } => {
            Error::Cpu { name: name.into_owned(), problem: format!("{problem} ({CPU_VARIABLE} asks for it)") }
        }
        error => error,
    })
}

/// A CPU by a name that users know, whether this machine is one or not.
pub fn target_by_name(name: &str) -> Result<Target, Error> {
    Target::by_name(name).ok_or_else(|| Error::Cpu {
        name: name.to_owned(),
        problem: format!("there is no CPU of this name; write one of {}", Target::NAMES.join(", ")),
    })
}

/// The levels that code can be restricted to on this machine.
pub fn host_levels() -> Vec<&'static str> {
    Target::NAMES
        .into_iter()
        .filter(|name| {
            *name != "host" && Target::by_name(name).is_some_and(|target| check_host(&target).is_ok())
        })
        .collect()
}

/// Checks that this machine can run code for a CPU.
pub(crate) fn check_host(target: &Target) -> Result<(), Error> {
    let problem = match target.missing_on_host() {
        None => format!("this machine ({}) runs none of its code", Target::host().triple()),
        Some(missing) if !missing.is_empty() => {
            format!("this machine lacks {}; it has {}", missing.join(", "), host_levels().join(", "))
        }
        Some(_) => return Ok(()),
    };
    Err(Error::Cpu { name: target.cpu_name().to_owned(), problem })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Build, Device, Launch};

    #[test]
    fn cpus_that_cannot_be_are_refused_in_words() {
        let unknown = target_by_name("x86-64-v9").unwrap_err().to_string();
        assert!(unknown.contains("`x86-64-v9`") && unknown.contains("x86-64-v3"), "{unknown}");
        let host = Target::host();
        let other = if host.is_aarch64() { Target::x86_64(1) } else { Target::aarch64() };
        let foreign = Device::with_target(Some(1), other).err().map(|error| error.to_string());
        assert!(foreign.is_some_and(|text| text.contains("runs none of its code")));
        let future = Target::named(host.triple(), "future", "+no-such-feature");
        let future = check_host(&future).unwrap_err().to_string();
        assert!(future.contains("lacks no-such-feature; it has"), "{future}");
    }

    #[test]
    fn fma_is_fast_where_the_cpu_has_it() {
        let source = b"#ifdef FP_FAST_FMAF\nkernel void fast() {}\n#else\nkernel void slow() {}\n#endif";
        let kernels = |level| {
            Build::new(&Target::x86_64(level), "fma.cl", source, "").program().unwrap().kernel_names()
        };
        assert_eq!(kernels(1), ["slow"]);
        assert_eq!(kernels(2), ["slow"]);
        assert_eq!(kernels(3), ["fast"]);
    }

    #[test]
    fn a_program_runs_on_the_device_that_it_was_built_for() {
        let host = Target::host();
        let other = Target::named(host.triple(), host.cpu_name(), "");
        let program = Build::new(&other, "k.cl", b"kernel void k() {}", "").program().unwrap();
        let device = Device::with_target(Some(1), host).unwrap();
        let error = device.launch(&program.kernel("k").unwrap(), &[], &Launch::new(1, [1; 3])).unwrap_err();
        assert!(matches!(error, Error::OtherCpu { .. }), "{error}");
    }
}
