//! Programs as bytes: what `clGetProgramInfo` hands out and `clCreateProgramWithBinary` takes back.
//!
//! ```text
//! "FERROCL\0"  format u32  checksum 32 bytes  header  contents
//! ```
//! The checksum (BLAKE3) covers what follows it. The header names the build of the compiler and the CPU: a binary of another is
//! refused, since the text of the IR and the native code are both made for one. The contents are the IR as text with the symbols that
//! objects share, the options that still matter, and the native code of those kernels that were compiled already.
//!
//! The checksum finds damage, and the IR is read and verified like any other. It is no protection from malice: native code from a
//! binary is run, so whoever loads one trusts its maker, as with every driver.

use std::sync::Arc;

use ferrocl_codegen::{Metadata, Target};
use ferrocl_ir::link::{Symbol, Unit};
use ferrocl_ir::{FunctionId, GlobalId, Module, print, read, verify};
use ferrocl_syntax::options::{BuildOptions, Standard};
use serde::{Deserialize, Serialize};

use crate::native::Variant;
use crate::{Object, Program};

/// The build of the compiler: its version and a hash of its sources.
pub const BUILD: &str = env!("FERROCL_BUILD");

const MAGIC: [u8; 8] = *b"FERROCL\0";
const FORMAT: u32 = 1;
/// Where the checksum lies, and what follows it.
const CHECKSUM: std::ops::Range<usize> = 12..44;

/// A program as a binary holds it.
#[derive(Clone)]
pub enum Binary {
    /// A program that can be run.
    Executable(Arc<Program>),
    /// A compiled object.
    Object(Arc<Object>),
    /// A library of compiled objects.
    Library(Arc<Object>),
}

/// Why bytes are not a binary that can be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BinaryError {
    /// They start otherwise.
    #[error("this is not a binary of FerroCL")]
    Foreign,
    /// They were made by another build.
    #[error(
        "the binary was made by another version of FerroCL ({0}); build the program from its source again"
    )]
    OtherBuild(String),
    /// They were made for another CPU.
    #[error("the binary was made for another CPU ({0}); build the program from its source again")]
    OtherCpu(String),
    /// They are not what was written.
    #[error("the binary is damaged: {0}")]
    Damaged(String),
}

#[derive(Serialize, Deserialize)]
struct Header {
    build: String,
    triple: String,
    cpu: String,
    features: String,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum Kind {
    Executable,
    Object,
    Library,
}

/// What is left of the build options.
#[derive(Serialize, Deserialize)]
struct Options {
    standard: u32,
    uniform_work_group_size: bool,
    optimisation_disabled: bool,
    kernel_arg_info: bool,
}

#[derive(Serialize, Deserialize)]
struct Contents {
    kind: Kind,
    options: Options,
    module: String,
    functions: Vec<(u32, String, bool)>,
    globals: Vec<(u32, String, bool)>,
    compiled: Vec<(Variant, Code)>,
}

/// Native code as it is kept: the object file with what the runtime needs to know of it.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Code {
    pub metadata: Metadata,
    pub bytes: Vec<u8>,
}

impl Binary {
    /// The program; `None` for what must be linked first.
    pub fn program(&self) -> Option<&Arc<Program>> {
        match self {
            Binary::Executable(program) => Some(program),
            Binary::Object(_) | Binary::Library(_) => None,
        }
    }
    /// What can be linked; `None` for what is linked already.
    pub fn object(&self) -> Option<&Arc<Object>> {
        match self {
            Binary::Object(object) | Binary::Library(object) => Some(object),
            Binary::Executable(_) => None,
        }
    }
    /// Bytes of its variables in the global address space.
    pub fn global_bytes(&self) -> u64 {
        match self {
            Binary::Executable(program) => program.global_bytes(),
            Binary::Object(object) | Binary::Library(object) => object.global_bytes(),
        }
    }
    /// The bytes that [`decode`](Self::decode) makes the same of, for this CPU.
    pub fn encode(&self, target: &Target) -> Vec<u8> {
        let (kind, module, options, unit, compiled) = match self {
            Binary::Executable(program) => {
                (Kind::Executable, &program.module, &program.options, None, program.compiled.kept())
            }
            Binary::Object(object) => {
                (Kind::Object, &object.unit.module, &object.options, Some(&object.unit), Vec::new())
            }
            Binary::Library(object) => {
                (Kind::Library, &object.unit.module, &object.options, Some(&object.unit), Vec::new())
            }
        };
        let contents = Contents {
            kind,
            options: Options {
                standard: options.standard.number(),
                uniform_work_group_size: options.uniform_work_group_size,
                optimisation_disabled: options.optimisation_disabled,
                kernel_arg_info: options.kernel_arg_info,
            },
            module: print(module),
            functions: unit.map_or_else(Vec::new, |unit| {
                unit.functions.iter().map(|s| (s.id.0, s.name.clone(), s.defined)).collect()
            }),
            globals: unit.map_or_else(Vec::new, |unit| {
                unit.globals.iter().map(|s| (s.id.0, s.name.clone(), s.defined)).collect()
            }),
            compiled,
        };
        let header = Header {
            build: BUILD.to_owned(),
            triple: target.triple().to_owned(),
            cpu: target.cpu_name().to_owned(),
            features: target.features().to_owned(),
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend([0; CHECKSUM.end - CHECKSUM.start]);
        bytes.extend(to_bytes(&header));
        bytes.extend(to_bytes(&contents));
        let checksum = blake3::hash(&bytes[CHECKSUM.end..]);
        bytes[CHECKSUM].copy_from_slice(checksum.as_bytes());
        bytes
    }
    /// Loads what [`encode`](Self::encode) wrote.
    pub fn decode(bytes: &[u8], target: &Target) -> Result<Binary, BinaryError> {
        let damaged = |what: &str| BinaryError::Damaged(what.to_owned());
        if !bytes.starts_with(&MAGIC) {
            return Err(BinaryError::Foreign);
        }
        let (Some(format), Some(checksum)) = (bytes.get(MAGIC.len()..CHECKSUM.start), bytes.get(CHECKSUM))
        else {
            return Err(damaged("it is cut short"));
        };
        if format != FORMAT.to_le_bytes() {
            return Err(BinaryError::OtherBuild("another format".to_owned()));
        }
        let body = &bytes[CHECKSUM.end..];
        if blake3::hash(body).as_bytes() != checksum {
            return Err(damaged("its checksum is wrong"));
        }
        let (header, body) =
            postcard::take_from_bytes::<Header>(body).map_err(|_| damaged("its header cannot be read"))?;
        if header.build != BUILD {
            return Err(BinaryError::OtherBuild(header.build));
        }
        let cpu = (header.triple.as_str(), header.cpu.as_str(), header.features.as_str());
        if cpu != (target.triple(), target.cpu_name(), target.features()) {
            return Err(BinaryError::OtherCpu(header.cpu));
        }
        let contents: Contents = from_bytes(body).ok_or_else(|| damaged("its contents cannot be read"))?;
        contents.load(target)
    }
}

impl Contents {
    fn load(self, target: &Target) -> Result<Binary, BinaryError> {
        let module = read(&self.module).map_err(|error| BinaryError::Damaged(error.to_string()))?;
        let info = verify(&module).map_err(|errors| {
            let first = errors.first().map(ToString::to_string);
            BinaryError::Damaged(first.unwrap_or_default())
        })?;
        let standards =
            [Standard::Cl10, Standard::Cl11, Standard::Cl12, Standard::Cl20, Standard::Cl30, Standard::Cl31];
        let standard = standards.into_iter().find(|s| s.number() == self.options.standard);
        let options = BuildOptions {
            standard: standard
                .ok_or_else(|| BinaryError::Damaged("its language version is unknown".to_owned()))?,
            uniform_work_group_size: self.options.uniform_work_group_size,
            optimisation_disabled: self.options.optimisation_disabled,
            kernel_arg_info: self.options.kernel_arg_info,
            ..BuildOptions::default()
        };
        if let Kind::Executable = self.kind {
            let program = Program::new(target.clone(), module, info, options, None);
            program.compiled.keep(self.compiled);
            return Ok(Binary::Executable(Arc::new(program)));
        }
        let functions = symbols(self.functions, FunctionId, |id| module.functions.get(id).is_some())?;
        let globals = symbols(self.globals, GlobalId, |id| module.globals.get(id).is_some())?;
        let object = Arc::new(Object { unit: Unit { module, functions, globals }, options });
        Ok(if let Kind::Library = self.kind { Binary::Library(object) } else { Binary::Object(object) })
    }
}

fn symbols<I: Copy>(
    list: Vec<(u32, String, bool)>,
    id: impl Fn(u32) -> I,
    exists: impl Fn(I) -> bool,
) -> Result<Vec<Symbol<I>>, BinaryError> {
    list.into_iter()
        .map(|(number, name, defined)| match id(number) {
            id if exists(id) => Ok(Symbol { id, name, defined }),
            _ => Err(BinaryError::Damaged(format!("the symbol `{name}` has nothing behind it"))),
        })
        .collect()
}

/// A value in the form in which binaries and the cache keep it.
pub(crate) fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("plain data can always be written")
}

/// What [`to_bytes`] made; `None` where it is something else.
pub(crate) fn from_bytes<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

/// What a program's native code depends on besides options and target: its IR.
pub(crate) fn module_hash(module: &Module) -> [u8; 32] {
    *blake3::hash(print(module).as_bytes()).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Argument, Buffer, Build, Device, Launch};

    const SOURCE: &str = "kernel void twice(global int *p) { int i = get_global_id(0); p[i] = p[i] * 2; }";

    fn run(device: &Device, program: &Arc<Program>) -> Vec<u8> {
        let buffer = Arc::new(Buffer::new(16).expect("there is memory"));
        buffer.write(0, &[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]).expect("it fits");
        let kernel = program.kernel("twice").expect("it is there");
        let argument = Argument::Buffer { buffer: buffer.clone(), offset: 0 };
        device.launch(&kernel, &[argument], &Launch::new(1, [4, 1, 1])).expect("it runs");
        buffer.to_vec()
    }

    #[test]
    fn a_program_comes_back_with_its_code() {
        let device = Device::with_target(Some(1), Target::host()).unwrap();
        let program =
            Build::new(&Target::host(), "a.cl", SOURCE.as_bytes(), "").program().expect("it is valid");
        let expected = run(&device, &program);
        let bytes = Binary::Executable(program).encode(device.target());
        let Ok(Binary::Executable(loaded)) = Binary::decode(&bytes, device.target()) else {
            panic!("it is a program")
        };
        assert_eq!(loaded.compiled.kept().len(), 1, "the compiled kernel is in it");
        assert_eq!(run(&device, &loaded), expected);
        assert_eq!(loaded.kernel("twice").expect("it is there").parameters()[0].name, "p");
    }

    #[test]
    fn what_is_damaged_or_foreign_is_refused() {
        let device = Device::with_target(Some(1), Target::host()).unwrap();
        let program =
            Build::new(&Target::host(), "a.cl", SOURCE.as_bytes(), "").program().expect("it is valid");
        let bytes = Binary::Executable(program).encode(device.target());
        for position in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[position] ^= 1;
            assert!(Binary::decode(&changed, device.target()).is_err(), "byte {position}");
            assert!(Binary::decode(&bytes[..position], device.target()).is_err(), "{position} bytes");
        }
        assert_eq!(Binary::decode(b"\x7fELF", device.target()).err(), Some(BinaryError::Foreign));
        let other = Binary::decode(&bytes, &Target::named("riscv64-unknown-linux-gnu", "generic", ""));
        assert!(matches!(other.err(), Some(BinaryError::OtherCpu(_))));
    }
}
