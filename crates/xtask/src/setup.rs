//! Installs what the project needs to build: LLVM 19 with its headers and shared library.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::shell;

/// The packages of Debian and Ubuntu that bring LLVM 19 and what linking against it needs.
const PACKAGES: &[&str] =
    &["llvm-19-dev", "libpolly-19-dev", "zlib1g-dev", "libzstd-dev", "libxml2-dev", "g++"];

/// Makes sure that LLVM 19 is there.
pub fn run() -> Result<()> {
    if shell::exists("llvm-config-19")
        || std::env::var_os("LLVM_SYS_191_PREFIX").is_some_and(|p| has_llvm(Path::new(&p)))
    {
        return Ok(());
    }
    if !shell::exists("apt-get") {
        bail!(
            "LLVM 19 is not here (no `llvm-config-19`), and this is not Debian or Ubuntu, where it would be installed by itself.\n\
             Install LLVM 19 with its development files and shared library, for example:\n  \
             Fedora:      dnf install llvm19-devel gcc-c++\n  \
             Arch Linux:  pacman -S llvm19 gcc\n  \
             macOS:       brew install llvm@19\n\
             and set LLVM_SYS_191_PREFIX to where it lies (the folder that holds bin/llvm-config), then run this again"
        );
    }
    println!("Installing LLVM 19 ({}).", PACKAGES.join(", "));
    apt(&["update", "-q"])?;
    let mut install = vec!["install", "-y", "-q", "--no-install-recommends"];
    install.extend(PACKAGES);
    apt(&install)?;
    if !shell::exists("llvm-config-19") {
        bail!("the packages are installed, yet `llvm-config-19` is not to be found; is /usr/bin in PATH?");
    }
    Ok(())
}

fn has_llvm(prefix: &Path) -> bool {
    prefix.join("bin/llvm-config").exists()
}

/// `apt-get`, by sudo where the user is not root.
fn apt(arguments: &[&str]) -> Result<()> {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|o| o.stdout.trim_ascii() == b"0");
    let mut command = if is_root {
        Command::new("apt-get")
    } else if shell::exists("sudo") {
        let mut sudo = Command::new("sudo");
        sudo.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        sudo
    } else {
        bail!("installing needs root, and there is no sudo; as root: apt-get install {}", PACKAGES.join(" "));
    };
    shell::run(command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments))
}
