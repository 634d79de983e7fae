//! Object code for CPUs that this machine need not be: every kernel of the benchmarks and of `tests/run` for 64-bit Arm. Each object must be
//! a relocatable ELF file for that CPU which defines the work-group function, and asks for nothing but what the runtime has.

use std::path::Path;

use ferrocl_runtime::codegen::{Emit, Target};
use ferrocl_runtime::{Build, Error};
use ferrocl_tests::{corpus, files, run};
use libtest_mimic::{Arguments, Failed, Trial};

/// What compiled code may call (`ferrocl_codegen` hands these over when it loads an object).
const RUNTIME: [&str; 7] = ["memcpy", "memmove", "memset", "fmod", "fmodf", "fma", "fmaf"];

/// ELF's number of 64-bit Arm.
const EM_AARCH64: u16 = 183;

fn main() {
    let arguments = Arguments::from_args();
    let folder = corpus("run");
    let benchmarks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/kernels.cl");
    let trials = std::iter::once(benchmarks)
        .chain(files(&folder, "cl"))
        .map(|path| {
            let name =
                path.strip_prefix(&folder).unwrap_or(Path::new("benchmarks")).to_string_lossy().into_owned();
            Trial::test(format!("aarch64 {name}"), move || check(&path))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(path: &Path) -> Result<(), Failed> {
    let source = std::fs::read(path)?;
    let options = run::options(&String::from_utf8_lossy(&source)).to_owned();
    let build = Build::new(&Target::aarch64(), &path.to_string_lossy(), &source, &options);
    let program = build.program().ok_or("the program does not compile")?;
    for name in program.kernel_names() {
        let object = match program.kernel(&name)?.emit(None, Emit::Object) {
            // Too much private memory: an error on every CPU, and tested as one.
            Err(Error::Codegen(message)) if message.contains("private memory") => continue,
            object => object?,
        };
        let symbols =
            symbols(&object, EM_AARCH64).ok_or_else(|| format!("{name}: not an object for the CPU"))?;
        let defined = symbols.iter().any(|symbol| symbol.name == "ferrocl_work_group" && symbol.is_defined);
        if !defined {
            return Err(format!("{name}: no work-group function").into());
        }
        let unknown: Vec<&str> = symbols
            .iter()
            .filter(|symbol| {
                !symbol.is_defined && !symbol.name.is_empty() && !RUNTIME.contains(&&*symbol.name)
            })
            .map(|symbol| &*symbol.name)
            .collect();
        if !unknown.is_empty() {
            return Err(
                format!("{name}: calls {}, which the runtime does not have", unknown.join(", ")).into()
            );
        }
    }
    Ok(())
}

/// A symbol of an object.
struct Symbol {
    name: String,
    is_defined: bool,
}

/// The symbols of a little-endian 64-bit relocatable ELF file for this machine; `None`: it is not one.
fn symbols(object: &[u8], machine: u16) -> Option<Vec<Symbol>> {
    let number = |at: usize, size: usize| -> Option<u64> {
        let mut word = [0; 8];
        word[..size].copy_from_slice(object.get(at..at.checked_add(size)?)?);
        Some(u64::from_le_bytes(word))
    };
    const CLASS_64_LITTLE: [u8; 6] = [0x7f, b'E', b'L', b'F', 2, 1];
    const RELOCATABLE: u64 = 1;
    const SYMBOL_TABLE: u64 = 2;
    if !object.starts_with(&CLASS_64_LITTLE)
        || number(16, 2)? != RELOCATABLE
        || number(18, 2)? != u64::from(machine)
    {
        return None;
    }
    let (sections, count) = (number(0x28, 8)? as usize, number(0x3c, 2)? as usize);
    // Offset, size and link of a section's header.
    let header = |index: usize| -> Option<[usize; 3]> {
        let at = sections + 64 * index;
        Some([number(at + 0x18, 8)? as usize, number(at + 0x20, 8)? as usize, number(at + 0x28, 4)? as usize])
    };
    let table = (0..count).find(|&index| number(sections + 64 * index + 4, 4) == Some(SYMBOL_TABLE))?;
    let [start, size, names] = header(table)?;
    let [names, ..] = header(names)?;
    (start..start + size)
        .step_by(24)
        .map(|at| {
            let name = object.get(names + number(at, 4)? as usize..)?;
            let end = name.iter().position(|&byte| byte == 0)?;
            let name = String::from_utf8_lossy(&name[..end]).into_owned();
            Some(Symbol { name, is_defined: number(at + 6, 2)? != 0 })
        })
        .collect()
}
