//! Makes random programs for a given time and compares the engines on each. Run it by `cargo xtask fuzz programs`; `--help` says
//! how.
//!
//! Programs run in a process of their own, so that code that crashes or does not end is a finding too. A finding is made smaller and kept
//! as a text that `--case` runs again; when it is understood, it becomes a test under `tests/run`.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ferrocl_runtime::Device;
use ferrocl_tests::programs::check::{FindingKind, Outcome, WIDTHS, check};
use ferrocl_tests::programs::{Case, Generator, shrink};

const HELP: &str = "\
Makes random programs and compares what every engine makes of them.

Usage: cargo xtask fuzz programs [OPTIONS]

Options:
  --minutes N   how long (1)
  --seed S      start from this seed, which alone is run where there is no --minutes
  --out FOLDER  where findings go (target/fuzz/programs)
  --case FILE   run a program that was kept, and no others
  --print       print the program of the seed and run nothing
";

/// A program that takes longer on all engines together does not end.
const TOO_LONG: Duration = Duration::from_secs(60);

/// How long a finding is made smaller.
const SHRINKING: Duration = Duration::from_secs(90);

#[derive(Debug, Default)]
struct Options {
    minutes: Option<f64>,
    seed: Option<u64>,
    out: Option<PathBuf>,
    case: Option<PathBuf>,
    print: bool,
    /// This process runs programs for another one.
    serves: bool,
}

fn options() -> Result<Option<Options>, String> {
    let mut options = Options::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("`{argument}` needs a value"));
        let number = |text: String| text.parse().map_err(|_| format!("`{text}` is no number"));
        match argument.as_str() {
            "--minutes" => {
                options.minutes = Some(value()?.parse().map_err(|_| "`--minutes` needs a number")?)
            }
            "--seed" => options.seed = Some(number(value()?)?),
            "--out" => options.out = Some(value()?.into()),
            "--case" => options.case = Some(value()?.into()),
            "--print" => options.print = true,
            "--serve" => options.serves = true,
            "--help" | "-h" => return Ok(None),
            _ => return Err(format!("there is no option `{argument}`")),
        }
    }
    Ok(Some(options))
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(problem) => {
            eprint!("{problem}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    if options.serves {
        serve();
        return ExitCode::SUCCESS;
    }
    if options.print {
        print!("{}", Generator::generate(options.seed.unwrap_or(0)).0.to_text());
        return ExitCode::SUCCESS;
    }
    if let Some(path) = &options.case {
        return run_case(path);
    }
    fuzz(&options)
}

fn run_case(path: &Path) -> ExitCode {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
    match text.and_then(|text| Case::from_text(&text)).and_then(|case| Server::start().check(&case, "all")) {
        Ok(answer) => {
            println!("{answer}");
            if answer == Answer::Agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problem) => {
            eprintln!("{}: {problem}", path.display());
            ExitCode::from(2)
        }
    }
}

fn fuzz(options: &Options) -> ExitCode {
    let start = Instant::now();
    let clock = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let first = options.seed.unwrap_or_else(|| clock().map_or(1, |since| since.as_nanos() as u64));
    let minutes = options.minutes.unwrap_or(if options.seed.is_some() { 0.0 } else { 1.0 });
    let time = Duration::from_secs_f64(minutes * 60.0);
    let folder = options.out.clone().unwrap_or_else(|| "target/fuzz/programs".into());
    let mut server = Server::start();
    let (mut programs, mut long, mut findings) = (0u64, 0u64, 0u64);
    let mut seed = first;
    loop {
        let (case, nodes) = Generator::generate(seed);
        let answer = match server.check(&case, "all") {
            Ok(answer) => answer,
            Err(problem) => {
                eprintln!("{problem}");
                return ExitCode::from(2);
            }
        };
        programs += 1;
        match &answer {
            Answer::Agree => {}
            Answer::TooLong => long += 1,
            Answer::Finding { kind, text } => {
                findings += 1;
                println!("seed {seed}: {kind}: {text}");
                let widths = width_of(kind);
                let smaller = shrink::shrink(&nodes, SHRINKING, |source| {
                    let candidate = Case { source: source.to_owned(), ..case.clone() };
                    matches!(server.check(&candidate, &widths), Ok(Answer::Finding { kind: found, .. }) if found == *kind)
                });
                let smaller = Case { source: smaller, ..case.clone() };
                keep(&folder, seed, &case, &smaller);
                println!("{}", smaller.to_text());
            }
        }
        seed = seed.wrapping_add(1);
        if start.elapsed() >= time {
            break;
        }
    }
    println!(
        "{programs} programs from seed {first} in {:.1} minutes, {long} of them too long to run, {findings} findings{}",
        start.elapsed().as_secs_f64() / 60.0,
        if findings > 0 { format!(", in {}", folder.display()) } else { String::new() }
    );
    if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn keep(folder: &Path, seed: u64, whole: &Case, smaller: &Case) {
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(folder.join(format!("{seed}.cl")), smaller.to_text()))
        .and_then(|()| std::fs::write(folder.join(format!("{seed}.whole.cl")), whole.to_text()));
    if let Err(error) = written {
        eprintln!("{} cannot be written: {error}", folder.display());
    }
}

/// What the process that runs programs answers.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    Agree,
    TooLong,
    Finding { kind: String, text: String },
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Answer::Agree => f.write_str("every engine writes the same"),
            Answer::TooLong => f.write_str("it takes too long to run"),
            Answer::Finding { kind, text } => write!(f, "{kind}: {text}"),
        }
    }
}

/// The name of a sort of findings.
fn kind_name(kind: FindingKind) -> String {
    let width = |width: Option<u32>| width.map_or("chosen".to_owned(), |width| width.to_string());
    match kind {
        FindingKind::Rejected => "rejected".to_owned(),
        FindingKind::Interpreter => "interpreter".to_owned(),
        FindingKind::NoCode(lanes) => format!("no-code-{}", width(lanes)),
        FindingKind::Difference(lanes) => format!("difference-{}", width(lanes)),
    }
}

/// The width that a sort of findings names; all where it names none.
fn width_of(kind: &str) -> String {
    let last = kind.rsplit('-').next().unwrap_or("");
    if last == "chosen" || last.parse::<u32>().is_ok() { last.to_owned() } else { "all".to_owned() }
}

/// A process that runs programs.
struct Server {
    process: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Server {
    fn start() -> Server {
        let program = std::env::current_exe().expect("this program has a path");
        let mut process = Command::new(program)
            .arg("--serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("this program can be started again");
        let input = process.stdin.take().expect("it is piped");
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        let (give, answers) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if give.send(line).is_err() {
                    return;
                }
            }
        });
        Server { process, input, answers }
    }
    /// Has a case run with these widths: `all`, `chosen` or a number.
    fn check(&mut self, case: &Case, widths: &str) -> Result<Answer, String> {
        let text = case.to_text();
        let sent = writeln!(self.input, "{} {widths}", text.len())
            .and_then(|()| self.input.write_all(text.as_bytes()))
            .and_then(|()| self.input.flush());
        let answer = sent.map_err(|_| ()).and_then(|()| self.answers.recv_timeout(TOO_LONG).map_err(|_| ()));
        let Ok(answer) = answer else {
            let is_hanging = matches!(self.process.try_wait(), Ok(None));
            // It may be gone already; a process that hangs has to go.
            let _ = self.process.kill();
            let status =
                self.process.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
            *self = Server::start();
            return Ok(if is_hanging {
                Answer::Finding { kind: "hangs".to_owned(), text: "it does not end".to_owned() }
            } else {
                Answer::Finding { kind: "crashes".to_owned(), text: status }
            });
        };
        let mut parts = answer.splitn(3, '\t');
        match (parts.next(), parts.next(), parts.next()) {
            (Some("agree"), ..) => Ok(Answer::Agree),
            (Some("long"), ..) => Ok(Answer::TooLong),
            (Some("finding"), Some(kind), Some(text)) => {
                Ok(Answer::Finding { kind: kind.to_owned(), text: text.replace("\\n", "\n") })
            }
            _ => Err(format!("the process that runs programs answered `{answer}`")),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs the programs that come in, until none does.
fn serve() {
    std::panic::set_hook(Box::new(|_| {}));
    let device = Device::new(Some(1)).unwrap_or_else(|error| panic!("{error}"));
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = String::new();
        if !matches!(input.read_line(&mut line), Ok(1..)) {
            return;
        }
        let Some((length, widths)) = line.trim().split_once(' ') else { return };
        let mut text = vec![0; length.parse().unwrap_or(0)];
        if input.read_exact(&mut text).is_err() {
            return;
        }
        let widths = match widths {
            "all" => WIDTHS.to_vec(),
            "chosen" => vec![None],
            number => vec![number.parse().ok()],
        };
        let outcome = match Case::from_text(&String::from_utf8_lossy(&text)) {
            Ok(case) => check(&device, &case, &widths),
            Err(problem) => {
                println!("{problem}");
                continue;
            }
        };
        match outcome {
            Outcome::Agree => println!("agree"),
            Outcome::TooLong => println!("long"),
            Outcome::Finding(finding) => {
                println!("finding\t{}\t{}", kind_name(finding.kind), finding.text.replace('\n', "\\n"));
            }
        }
    }
}
