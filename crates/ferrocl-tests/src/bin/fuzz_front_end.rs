//! Feeds mutated programs to the whole front end for a given time and keeps every input that makes it panic, take too long or make
//! IR that does not verify. Run it by `cargo xtask fuzz MINUTES [FOLDER]`.
//!
//! The inputs grow from the corpora under `tests/` and the examples: bytes and tokens are changed, removed, doubled, moved
//! and mixed between files. A finding becomes a test.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use ferrocl_base::random::Random;
use ferrocl_syntax::{BuildOptions, NoIncludes};
use ferrocl_tests::{corpus, files};

/// An input that takes longer is a finding.
const TOO_LONG: Duration = Duration::from_secs(5);

/// The stack of a thread that a host program may call the compiler from.
const STACK: usize = 2 << 20;

/// Words that make mutated programs reach further than random bytes would.
const WORDS: &[&str] = &[
    "kernel",
    "void",
    "global",
    "local",
    "constant",
    "private",
    "generic",
    "const",
    "volatile",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "inline",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "goto",
    "sizeof",
    "int",
    "uint",
    "char",
    "uchar",
    "short",
    "long",
    "ulong",
    "half",
    "float",
    "double",
    "bool",
    "size_t",
    "int2",
    "float3",
    "uchar4",
    "long8",
    "float16",
    "double2",
    "half4",
    "convert_int4_sat_rte",
    "as_uint4",
    "as_float",
    "vload3",
    "vstore4",
    "get_global_id",
    "barrier",
    "CLK_LOCAL_MEM_FENCE",
    "select",
    "clamp",
    "mad_sat",
    "sin",
    "pow",
    "fract",
    "atomic_add",
    "printf",
    "__attribute__",
    "((packed))",
    "((aligned(16)))",
    "((reqd_work_group_size(1,1,1)))",
    "#define A(x) x ## x",
    "#if 1",
    "#endif",
    "#include \"a\"",
    "#line 5",
    "#pragma OPENCL FP_CONTRACT OFF",
    "__VA_ARGS__",
    "##",
    "#",
    "\\\n",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "->",
    ".",
    ".xyzw",
    ".lo",
    ".s0f",
    "++",
    "--",
    "<<=",
    ">>",
    "&&",
    "||",
    "?",
    ":",
    ",",
    ";",
    "=",
    "...",
    "0",
    "1",
    "-1",
    "0x7fffffff",
    "18446744073709551615ul",
    "1e38f",
    "0x1p-149f",
    "1.0h",
    "'a'",
    "\"%v4f\"",
    "/*",
    "*/",
    "//",
    "\0",
    "\u{feff}",
    "é",
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let minutes: f64 = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(1.0);
    let found = PathBuf::from(arguments.next().unwrap_or_else(|| "target/fuzz".into()));
    let seeds = seeds();
    let end = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    let (inputs, accepted, findings) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    std::panic::set_hook(Box::new(|_| {}));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (seeds, found) = (&seeds, &found);
            let (inputs, accepted, findings) = (&inputs, &accepted, &findings);
            scope.spawn(move || {
                let start = std::time::SystemTime::now()
                    .duration_since(std::time::UNIX_EPOCH)
                    .map_or(1, |d| d.as_nanos() as u64);
                let mut random = Random::new(start ^ (thread << 32));
                let mut runner = Runner::start();
                while Instant::now() < end {
                    let input = mutate(seeds, &mut random);
                    inputs.fetch_add(1, Ordering::Relaxed);
                    match runner.run(&input) {
                        Ok(is_accepted) => {
                            accepted.fetch_add(is_accepted.into(), Ordering::Relaxed);
                        }
                        Err(problem) => {
                            findings.fetch_add(1, Ordering::Relaxed);
                            keep(found, &input, &problem);
                            runner = Runner::start();
                        }
                    }
                }
            });
        }
    });
    let findings = findings.into_inner();
    println!(
        "{} inputs in {minutes} minutes, {} of them valid programs, {findings} findings{}",
        inputs.into_inner(),
        accepted.into_inner(),
        if findings > 0 { format!(", in {}", found.display()) } else { String::new() }
    );
    if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The programs that mutation starts from.
fn seeds() -> Vec<Vec<u8>> {
    let examples = corpus("../examples");
    let library = corpus("../lib");
    ["ui", "run", "ir"]
        .map(corpus)
        .into_iter()
        .chain([examples, library])
        .flat_map(|folder| files(&folder, "cl"))
        .filter_map(|path| std::fs::read(path).ok())
        .filter(|text| text.len() < 20_000)
        .collect()
}

fn mutate(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = seeds[random.below(seeds.len())].clone();
    if text.len() > 2000 && random.below(3) > 0 {
        let start = random.below(text.len() - 1000);
        text = text[start..start + 1000].to_vec();
    }
    for _ in 0..1 + random.below(8) {
        let at = random.below(text.len() + 1);
        let length = random.below(40).min(text.len() - at);
        match random.below(9) {
            0 => drop(text.drain(at..at + length)),
            1 => {
                let piece = text[at..at + length].to_vec();
                let to = random.below(text.len() + 1);
                text.splice(to..to, piece);
            }
            2 => {
                let word = WORDS[random.below(WORDS.len())];
                text.splice(at..at, format!(" {word} ").into_bytes());
            }
            3 if at < text.len() => text[at] = random.bits() as u8,
            4 if at < text.len() => text[at] ^= 1 << random.below(8),
            5 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len());
                let end = (from + random.below(400)).min(other.len());
                text.splice(at..at, other[from..end].iter().copied());
            }
            6 => text.truncate(at),
            7 => {
                // The same piece very often: depth and length.
                let piece = text[at..at + length.min(8)].to_vec();
                text.splice(at..at, piece.repeat(1 + random.below(600)));
            }
            _ => {
                // A word for a word.
                let start = text[..at].iter().rposition(|b| !b.is_ascii_alphanumeric()).map_or(0, |i| i + 1);
                let end =
                    text[at..].iter().position(|b| !b.is_ascii_alphanumeric()).map_or(text.len(), |i| at + i);
                let word = WORDS[random.below(WORDS.len())];
                text.splice(start..end.max(start), word.bytes());
            }
        }
    }
    text
}

/// A thread that compiles inputs; it is left behind where one does not end.
struct Runner {
    inputs: mpsc::Sender<Vec<u8>>,
    results: mpsc::Receiver<Result<bool, String>>,
}

impl Runner {
    fn start() -> Runner {
        let (inputs, take) = mpsc::channel::<Vec<u8>>();
        let (give, results) = mpsc::channel();
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || {
                for input in take {
                    let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| compile(&input)));
                    let outcome = outcome.unwrap_or_else(|panic| Err(format!("panic: {}", words(&*panic))));
                    if give.send(outcome).is_err() {
                        return;
                    }
                }
            })
            .expect("a thread can be started");
        Runner { inputs, results }
    }
    fn run(&mut self, input: &[u8]) -> Result<bool, String> {
        self.inputs.send(input.to_vec()).expect("the thread lives as long as the runner");
        match self.results.recv_timeout(TOO_LONG) {
            Ok(outcome) => outcome,
            Err(_) => Err(format!("more than {} seconds", TOO_LONG.as_secs())),
        }
    }
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text.clone(),
        (_, Some(text)) => (*text).to_owned(),
        _ => "no message".to_owned(),
    }
}

/// Whether the program is valid; an error where the front end does wrong.
fn compile(input: &[u8]) -> Result<bool, String> {
    // The input decides about the options too, so that it alone tells what happened.
    let options = ["", "-cl-std=CL3.0", "-cl-std=CL2.0", "-cl-std=CL1.1"][input.len() % 4];
    let (options, _) = BuildOptions::parse(options);
    let compilation = ferrocl_sema::compile("fuzz.cl", input, &options, &mut NoIncludes);
    for diagnostic in compilation.diagnostics.list() {
        if diagnostic.code == ferrocl_base::codes::options::INTERNAL {
            return Err(format!("internal error: {}", diagnostic.message));
        }
    }
    for format in
        [ferrocl_base::render::Format::Human { color: true }, ferrocl_base::render::Format::BuildLog]
    {
        ferrocl_base::render::render(&compilation.map, &compilation.diagnostics, format);
    }
    Ok(compilation.module.is_some())
}

/// Writes an input and what it did.
fn keep(folder: &Path, input: &[u8], problem: &str) {
    let mut hasher = DefaultHasher::new();
    problem.chars().filter(|c| !c.is_ascii_digit()).collect::<String>().hash(&mut hasher);
    let path = folder.join(format!("{:016x}.cl", hasher.finish()));
    // One input a kind of problem, the shortest.
    let shorter = std::fs::metadata(&path).map_or(true, |m| m.len() > input.len() as u64);
    if shorter {
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, input));
        match written {
            Ok(()) => println!("{}: {problem}", path.display()),
            Err(error) => println!("{problem} (and {} cannot be written: {error})", path.display()),
        }
    }
}
