//! `cargo xtask install`: the driver where OpenCL loaders look for it.
//!
//! Loaders read the folder `/etc/OpenCL/vendors`, and neither ocl-icd nor the Khronos loader has a folder for each user: both take another one
//! from `OCL_ICD_VENDORS`, in place of the system's. So an installation for one user makes a folder that also links to the system's drivers,
//! and says what to set.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{setup, shell};

/// Where loaders look.
const SYSTEM_VENDORS: &str = "/etc/OpenCL/vendors";
/// The system's place for libraries that belong to no package.
const SYSTEM_LIBRARIES: &str = "/usr/local/lib/ferrocl";
/// The driver's library.
pub const LIBRARY: &str = "libferrocl.so";
/// The file that leads loaders to it.
pub const ICD: &str = "ferrocl.icd";

/// Where an installation lies.
struct Places {
    is_system: bool,
    library: PathBuf,
    icd: PathBuf,
}

/// Installs the driver, or removes it with `--remove`; `--system` for all users (the default for root), `--user` for this one.
pub fn run(arguments: &[&str]) -> Result<()> {
    let (mut is_system, mut removes) = (is_root(), false);
    for argument in arguments {
        match *argument {
            "--system" => is_system = true,
            "--user" => is_system = false,
            "--remove" => removes = true,
            other => bail!("`{other}` is no option of install: [--user|--system] [--remove]"),
        }
    }
    let places = places(is_system)?;
    if removes { remove(&places) } else { install(&places) }
}

fn places(is_system: bool) -> Result<Places> {
    let (libraries, vendors) = if is_system {
        (PathBuf::from(SYSTEM_LIBRARIES), PathBuf::from(SYSTEM_VENDORS))
    } else {
        let home = PathBuf::from(
            std::env::var_os("HOME").context("HOME is not set, so there is no place for a user's files")?,
        );
        let data = std::env::var_os("XDG_DATA_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .unwrap_or_else(|| home.join(".local/share"));
        (home.join(".local/lib/ferrocl"), data.join("OpenCL/vendors"))
    };
    Ok(Places { is_system, library: libraries.join(LIBRARY), icd: vendors.join(ICD) })
}

fn install(places: &Places) -> Result<()> {
    let built = build()?;
    let text = built.with_file_name(ICD);
    fs::write(&text, format!("{}\n", places.library.display()))?;
    put(places, &built, &places.library)?;
    put(places, &text, &places.icd)?;
    println!("The driver is {}; {} leads loaders to it.", places.library.display(), places.icd.display());
    if places.is_system {
        println!("Every OpenCL program finds it now; `clinfo -l` (package clinfo) lists it.");
    } else {
        let vendors = places.icd.parent().unwrap_or(Path::new("/"));
        link_others(vendors)?;
        println!(
            "Loaders have no folder for each user. So that programs find it, set (for example in ~/.profile):\n\n    \
             export OCL_ICD_VENDORS={}\n\n\
             That folder also links to the drivers that {SYSTEM_VENDORS} has today.",
            vendors.display()
        );
    }
    println!(
        "By hand: copy {} anywhere, and put its absolute path into a file {SYSTEM_VENDORS}/{ICD}.",
        built.display()
    );
    println!(
        "To remove it: cargo xtask install {} --remove",
        if places.is_system { "--system" } else { "--user" }
    );
    Ok(())
}

/// Builds the driver for use, and gives its path, without what only debuggers read.
pub fn build() -> Result<PathBuf> {
    setup::run()?;
    shell::run(shell::cargo().args(["build", "--release", "--package", "ferrocl-icd"]))?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| shell::root().join("target"), PathBuf::from);
    let folder = shell::root().join(target);
    let (built, output) = (folder.join("release").join(LIBRARY), folder.join("install").join(LIBRARY));
    fs::create_dir_all(folder.join("install"))?;
    let stripped = Command::new("strip").arg("--strip-debug").arg("-o").arg(&output).arg(&built).status();
    if !stripped.is_ok_and(|status| status.success()) {
        fs::copy(&built, &output).with_context(|| format!("{} cannot be copied", built.display()))?;
    }
    Ok(output)
}

/// Copies a file to its place; folders on the way are made.
fn put(places: &Places, from: &Path, to: &Path) -> Result<()> {
    if places.is_system {
        // Through `install`, which replaces a library that programs have open rather than writing into it.
        return as_root(
            "install",
            &[OsStr::new("-D"), OsStr::new("-m644"), from.as_os_str(), to.as_os_str()],
        );
    }
    let folder = to.parent().context("a place has a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    // Under another name first, for the same reason.
    let next = to.with_extension("new");
    fs::copy(from, &next).with_context(|| format!("{} cannot be written", next.display()))?;
    fs::rename(&next, to).with_context(|| format!("{} cannot be replaced", to.display()))
}

fn remove(places: &Places) -> Result<()> {
    if !places.library.exists() && !places.icd.exists() {
        println!(
            "There is nothing to remove: neither {} nor {}.",
            places.library.display(),
            places.icd.display()
        );
        return Ok(());
    }
    if places.is_system {
        let files = [OsStr::new("-f"), places.icd.as_os_str(), places.library.as_os_str()];
        as_root("rm", &files)?;
    } else {
        for file in [&places.icd, &places.library] {
            if file.exists() {
                fs::remove_file(file).with_context(|| format!("{} cannot be removed", file.display()))?;
            }
        }
        if let Some(vendors) = places.icd.parent() {
            unlink_others(vendors)?;
            // It stays where something else is in it.
            let _ = fs::remove_dir(vendors);
        }
    }
    if let Some(folder) = places.library.parent() {
        if places.is_system {
            let _ = as_root("rmdir", &[OsStr::new("--ignore-fail-on-non-empty"), folder.as_os_str()]);
        } else {
            let _ = fs::remove_dir(folder);
        }
    }
    println!("Removed {} and {}.", places.icd.display(), places.library.display());
    if !places.is_system {
        println!("If OCL_ICD_VENDORS names that folder, remove the setting as well.");
    }
    Ok(())
}

/// Links a user's folder to the system's drivers.
fn link_others(vendors: &Path) -> Result<()> {
    unlink_others(vendors)?;
    for entry in fs::read_dir(SYSTEM_VENDORS).into_iter().flatten().flatten() {
        let link = vendors.join(entry.file_name());
        if entry.file_name() != ICD && !link.exists() {
            #[cfg(unix)]
            std::os::unix::fs::symlink(entry.path(), &link)
                .with_context(|| format!("{} cannot be made", link.display()))?;
        }
    }
    Ok(())
}

/// Removes the links to the system's drivers.
fn unlink_others(vendors: &Path) -> Result<()> {
    for entry in fs::read_dir(vendors).into_iter().flatten().flatten() {
        let path = entry.path();
        if fs::read_link(&path).is_ok_and(|target| target.starts_with(SYSTEM_VENDORS)) {
            fs::remove_file(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
        }
    }
    Ok(())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Runs a program as root, by sudo where the user is not.
fn as_root(program: &str, arguments: &[&OsStr]) -> Result<()> {
    let mut command = if is_root() {
        Command::new(program)
    } else if shell::exists("sudo") {
        let mut sudo = Command::new("sudo");
        sudo.arg(program);
        sudo
    } else {
        bail!(
            "a change for all users needs root, and there is no sudo; `cargo xtask install --user` needs neither"
        );
    };
    shell::run(command.args(arguments))
}
