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
    /// The folder of the library.
    libraries: PathBuf,
    /// The folder of the `.icd` file.
    vendors: PathBuf,
}

impl Places {
    fn library(&self) -> PathBuf {
        self.libraries.join(LIBRARY)
    }
    fn icd(&self) -> PathBuf {
        self.vendors.join(ICD)
    }
}

/// Installs the driver, or removes it with `--remove`; `--system` for all users (the default for root), `--user` for this one.
pub fn run(arguments: &[&str]) -> Result<()> {
    let (mut is_system, mut removes) = (shell::is_root(), false);
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
    Ok(Places { is_system, libraries, vendors })
}

fn install(places: &Places) -> Result<()> {
    let built = build()?;
    let text = built.with_file_name(ICD);
    let (library, icd) = (places.library(), places.icd());
    fs::write(&text, format!("{}\n", library.display()))?;
    put(places, &built, &library)?;
    put(places, &text, &icd)?;
    println!("The driver is {}; {} leads loaders to it.", library.display(), icd.display());
    if places.is_system {
        println!("Every OpenCL program finds it now; `clinfo -l` (package clinfo) lists it.");
    } else {
        link_others(&places.vendors)?;
        println!(
            "Loaders have no folder for each user. So that programs find it, set (for example in ~/.profile):\n\n    \
             export OCL_ICD_VENDORS={}\n\n\
             That folder also links to the drivers that {SYSTEM_VENDORS} has today.",
            places.vendors.display()
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
    let (library, icd) = (places.library(), places.icd());
    if !library.exists() && !icd.exists() {
        println!("There is nothing to remove: neither {} nor {}.", library.display(), icd.display());
        return Ok(());
    }
    if places.is_system {
        as_root("rm", &[OsStr::new("-f"), icd.as_os_str(), library.as_os_str()])?;
        let folder = places.libraries.as_os_str();
        let _ = as_root("rmdir", &[OsStr::new("--ignore-fail-on-non-empty"), folder]);
    } else {
        for file in [&icd, &library] {
            if file.exists() {
                fs::remove_file(file).with_context(|| format!("{} cannot be removed", file.display()))?;
            }
        }
        unlink_others(&places.vendors)?;
        // They stay where something else is in them.
        let _ = (fs::remove_dir(&places.vendors), fs::remove_dir(&places.libraries));
    }
    println!("Removed {} and {}.", icd.display(), library.display());
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

/// Runs a program as root.
fn as_root(program: &str, arguments: &[&OsStr]) -> Result<()> {
    let Some(mut command) = shell::as_root(&[], program) else {
        bail!(
            "a change for all users needs root, and there is no sudo; `cargo xtask install --user` needs neither"
        );
    };
    shell::run(command.args(arguments))
}
