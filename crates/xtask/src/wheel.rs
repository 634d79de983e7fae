//! `cargo xtask wheel`: the driver as a Python package, so that `pip install` of one file makes PyOpenCL find it.
//!
//! PyOpenCL's packages on PyPI bring a loader (ocl-icd) that looks, beside the system's folder, in its own: `pyopencl/.libs`. Libraries
//! there are found by name. So the driver and an `.icd` that names it go there; another `.icd` goes under `etc/OpenCL/vendors` of the
//! environment, where programs look that were told so by `OCL_ICD_VENDORS`. `pip uninstall` knows all of it from the package's record.
//!
//! The library needs the system's LLVM 19, as it does everywhere.

use std::fs::{self, File};
use std::io::{Seek, Write};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::install::{ICD, LIBRARY};
use crate::{install, shell};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The module of the package: where its files are.
const MODULE: &str = r#""""FerroCL, an OpenCL implementation for CPUs: the driver's files.

PyOpenCL finds the driver by itself. For other programs in this environment, set OCL_ICD_VENDORS to `vendors()`
and put the folder of `library()` into LD_LIBRARY_PATH.
"""

import os
import sys

__version__ = "VERSION"


def library():
    """The path of the driver."""
    packages = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return os.path.join(packages, "pyopencl", ".libs", "LIBRARY")


def vendors():
    """The folder with the .icd file for other programs."""
    return os.path.join(sys.prefix, "etc", "OpenCL", "vendors")
"#;

/// Builds `dist/ferrocl-VERSION-py3-none-linux_ARCH.whl`.
pub fn run() -> Result<()> {
    let built = install::build()?;
    let tag = format!("py3-none-linux_{}", std::env::consts::ARCH);
    let folder = shell::root().join("target/dist");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("ferrocl-{VERSION}-{tag}.whl"));
    let file = File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    let library = fs::read(&built).with_context(|| format!("{} cannot be read", built.display()))?;
    let info = format!("ferrocl-{VERSION}.dist-info");
    let metadata = format!(
        "Metadata-Version: 2.1\nName: ferrocl\nVersion: {VERSION}\nSummary: An OpenCL implementation for CPUs\n\
         License: MIT OR Apache-2.0\nRequires-Python: >=3.8\nRequires-Dist: pyopencl\n"
    );
    let wheel = format!("Wheel-Version: 1.0\nGenerator: ferrocl xtask\nRoot-Is-Purelib: false\nTag: {tag}\n");
    let icd = format!("{LIBRARY}\n");
    let mut package = Package { zip: ZipWriter::new(file), record: String::new() };
    package.add(
        "ferrocl/__init__.py",
        MODULE.replace("VERSION", VERSION).replace("LIBRARY", LIBRARY).as_bytes(),
    )?;
    package.add(&format!("pyopencl/.libs/{LIBRARY}"), &library)?;
    package.add(&format!("pyopencl/.libs/{ICD}"), icd.as_bytes())?;
    package.add(&format!("ferrocl-{VERSION}.data/data/etc/OpenCL/vendors/{ICD}"), icd.as_bytes())?;
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        package.add(&format!("{info}/licenses/{license}"), &fs::read(shell::root().join(license))?)?;
    }
    package.add(&format!("{info}/METADATA"), metadata.as_bytes())?;
    package.add(&format!("{info}/WHEEL"), wheel.as_bytes())?;
    package.finish(&format!("{info}/RECORD"))?;
    println!("{} ({} MiB)", path.display(), path.metadata()?.len() >> 20);
    println!("To install it: pip install {}", path.display());
    println!("To remove it:  pip uninstall ferrocl");
    Ok(())
}

/// A wheel that is being written: an archive, and the record of its files.
struct Package<W: Write + Seek> {
    zip: ZipWriter<W>,
    record: String,
}

impl<W: Write + Seek> Package<W> {
    /// Adds a file.
    fn add(&mut self, name: &str, content: &[u8]) -> Result<()> {
        self.write(name, content)?;
        // Core metadata, "Recording installed projects": the hash is of base64 for URLs, without padding.
        let hash = base64(&Sha256::digest(content));
        self.record += &format!("{name},sha256={hash},{}\n", content.len());
        Ok(())
    }
    /// Adds the record itself, and closes the archive.
    fn finish(mut self, name: &str) -> Result<()> {
        let record = format!("{}{name},,\n", self.record);
        self.write(name, record.as_bytes())?;
        self.zip.finish()?;
        Ok(())
    }
    fn write(&mut self, name: &str, content: &[u8]) -> Result<()> {
        // The time of every entry is the format's first, so that the same files make the same archive.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(0o644);
        self.zip.start_file(name, options)?;
        self.zip.write_all(content)?;
        Ok(())
    }
}

/// Base64 in the alphabet for URLs, without padding.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let word =
            three.iter().fold(0_u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for digit in 0..=three.len() {
            text.push(char::from(ALPHABET[(word >> (18 - 6 * digit)) as usize & 63]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_of_every_remainder() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("\u{7f}~?>", "f34_Pg"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
