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
    let target = target_by_name(&name)?;
    check_host(&target)?;
    Ok(target)
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
        None => format!("this machine is a {}, which runs none of its code", Target::host().triple()),
        Some(missing) if !missing.is_empty() => {
            format!("this machine lacks {}; it has {}", missing.join(", "), host_levels().join(", "))
        }
        Some(_) => return Ok(()),
    };
    Err(Error::Cpu { name: target.cpu_name().to_owned(), problem })
}
