//! Installs what the project needs: to build, LLVM 19 with its headers and shared library; for the driver's tests, an OpenCL loader.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::shell;

/// The packages of Debian and Ubuntu that bring LLVM 19 and what linking against it needs.
const PACKAGES: &[&str] =
    &["llvm-19-dev", "libpolly-19-dev", "zlib1g-dev", "libzstd-dev", "libxml2-dev", "g++"];

/// The package that brings the OpenCL loader, `libOpenCL.so.1`.
const LOADER: &str = "ocl-icd-libopencl1";

/// Makes sure that LLVM 19 and an OpenCL loader are there.
pub fn run() -> Result<()> {
    let has_llvm = shell::exists("llvm-config-19")
        || std::env::var_os("LLVM_SYS_191_PREFIX").is_some_and(|p| has_llvm(Path::new(&p)));
    let has_loader = has_loader();
    if has_llvm && has_loader {
        return Ok(());
    }
    if !shell::exists("apt-get") {
        if has_llvm {
            eprintln!(
                "There is no OpenCL loader (libOpenCL.so.1) here; the driver's tests need one, for example:\n  \
                 Fedora:      dnf install ocl-icd\n  \
                 Arch Linux:  pacman -S ocl-icd"
            );
            return Ok(());
        }
        bail!(
            "LLVM 19 is not here (no `llvm-config-19`), and this is not Debian or Ubuntu, where it would be installed by itself.\n\
             Install LLVM 19 with its development files and shared library, and an OpenCL loader, for example:\n  \
             Fedora:      dnf install llvm19-devel gcc-c++ ocl-icd\n  \
             Arch Linux:  pacman -S llvm19 gcc ocl-icd\n  \
             macOS:       brew install llvm@19\n\
             and set LLVM_SYS_191_PREFIX to where it lies (the folder that holds bin/llvm-config), then run this again"
        );
    }
    let mut packages = Vec::new();
    if !has_llvm {
        packages.extend(PACKAGES);
    }
    if !has_loader {
        packages.push(LOADER);
    }
    println!("Installing {}.", packages.join(", "));
    apt(&["update", "-q"], &packages)?;
    let mut install = vec!["install", "-y", "-q", "--no-install-recommends"];
    install.extend(&packages);
    apt(&install, &packages)?;
    if !has_llvm && !shell::exists("llvm-config-19") {
        bail!("the packages are installed, yet `llvm-config-19` is not to be found; is /usr/bin in PATH?");
    }
    Ok(())
}

/// Whether the system's linker knows an OpenCL loader; macOS has its own.
fn has_loader() -> bool {
    // It is in sbin, which is not in every user's PATH.
    let listed = ["ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"].iter().find_map(|program| {
        Command::new(program).arg("-p").output().ok().filter(|output| output.status.success())
    });
    cfg!(target_os = "macos")
        || listed.is_some_and(|output| String::from_utf8_lossy(&output.stdout).contains("libOpenCL.so.1"))
}

fn has_llvm(prefix: &Path) -> bool {
    prefix.join("bin/llvm-config").exists()
}

/// `apt-get`, by sudo where the user is not root; `packages` for the message where that cannot be.
fn apt(arguments: &[&str], packages: &[&str]) -> Result<()> {
    let Some(mut command) = shell::as_root(&[("DEBIAN_FRONTEND", "noninteractive")], "apt-get") else {
        bail!("installing needs root, and there is no sudo; as root: apt-get install {}", packages.join(" "));
    };
    shell::run(command.args(arguments))
}
