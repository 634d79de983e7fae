//! Makes random programs for a given time and compares the engines on each. Run it by `cargo xtask fuzz programs`; `--help` says
//! how.
//!
//! Programs run in a process of their own, so that code that crashes or does not end is a finding too. A finding is made smaller and kept
//! as a text that `--case` runs again; when it is understood, it becomes a test under `tests/run`.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use ferrocl_runtime::Device;
use ferrocl_tests::peers::Peer;
use ferrocl_tests::programs::check::{FindingKind, Outcome, WIDTHS, check, dialect};
use ferrocl_tests::programs::clock::CpuClock;
use ferrocl_tests::programs::{Case, Dialect, Generator, shrink};

const HELP: &str = "\
Makes random programs and compares what every engine makes of them.

Usage: cargo xtask fuzz programs [OPTIONS]

Options:
  --minutes N   how long (1)
  --seed S      start from this seed, which alone is run where there is no --minutes
  --strict      leave out what the specification leaves open and FerroCL defines
  --peer NAME   compare with another implementation too: the platform of the OpenCL loader whose name contains NAME. Programs are strict and
                use what it has. More than once: programs are for one of them in turn
  --shrink N    seconds to make a finding smaller (90)
  --out FOLDER  where findings go (target/fuzz/programs)
  --case FILE   run a program that was kept, and no others
  --print       print the program of the seed and run nothing
";

/// A program that takes more of the CPU's time on all engines together does not end.
const TOO_LONG: Duration = Duration::from_secs(60);

/// Nor does one that takes so long, with whatever else the machine does.
const FAR_TOO_LONG: Duration = Duration::from_secs(900);

/// What each answer of a process that runs programs begins with.
const ANSWER: &str = "answer\t";

/// How long a finding is made smaller, unless it is said.
const SHRINKING: u64 = 90;

#[derive(Debug, Default)]
struct Options {
    minutes: Option<f64>,
    seed: Option<u64>,
    out: Option<PathBuf>,
    case: Option<PathBuf>,
    print: bool,
    shrink: Option<u64>,
    strict: bool,
    peers: Vec<String>,
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
            "--shrink" => options.shrink = Some(number(value()?)?),
            "--strict" => options.strict = true,
            "--peer" => options.peers.push(value()?),
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
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// Does what the options say; whether there was no finding.
fn run(options: &Options) -> Result<bool, String> {
    if options.serves {
        serve(options.peers.first().map(String::as_str))?;
        return Ok(true);
    }
    let contest = Contest::new(options)?;
    if options.print {
        let seed = options.seed.unwrap_or(0);
        print!("{}", Generator::generate(seed, contest.dialect(seed)).0.to_text());
        return Ok(true);
    }
    match &options.case {
        Some(path) => run_case(contest, path),
        None => fuzz(contest, options),
    }
}

/// Who takes part: FerroCL's engines, and other implementations, each with what its programs are written in.
struct Contest {
    own: Server,
    peers: Vec<(Dialect, Server)>,
    is_strict: bool,
}

impl Contest {
    fn new(options: &Options) -> Result<Contest, String> {
        let mut peers = Vec::new();
        for name in &options.peers {
            let dialect = dialect(&Peer::find(name)?);
            peers.push((dialect, Server::start(Some(name))));
        }
        Ok(Contest { own: Server::start(None), peers, is_strict: options.strict })
    }
    /// Which peer a seed's program is for.
    fn turn(&self, seed: u64) -> Option<usize> {
        (!self.peers.is_empty()).then(|| (seed % self.peers.len() as u64) as usize)
    }
    /// What a seed's program is written in.
    fn dialect(&self, seed: u64) -> Dialect {
        match self.turn(seed) {
            Some(peer) => self.peers[peer].0,
            None => Dialect { is_strict: self.is_strict, ..Dialect::FULL },
        }
    }
    /// The server that runs a program on FerroCL's engines (`None`) or on a peer.
    fn server(&mut self, peer: Option<usize>) -> &mut Server {
        match peer {
            Some(peer) => &mut self.peers[peer].1,
            None => &mut self.own,
        }
    }
}

fn run_case(mut contest: Contest, path: &Path) -> Result<bool, String> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let case = Case::from_text(&text).map_err(|error| format!("{name}: {error}"))?;
    let mut agree = true;
    let everyone: Vec<Option<usize>> =
        std::iter::once(None).chain((0..contest.peers.len()).map(Some)).collect();
    for peer in everyone {
        let answer = contest.server(peer).check(&case, "all")?;
        println!("{answer}");
        agree &= answer == Answer::Agree;
    }
    Ok(agree)
}

/// Runs programs for the time asked for.
fn fuzz(mut contest: Contest, options: &Options) -> Result<bool, String> {
    let start = Instant::now();
    let clock = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let first = options.seed.unwrap_or_else(|| clock().map_or(1, |since| since.as_nanos() as u64));
    let minutes = options.minutes.unwrap_or(if options.seed.is_some() { 0.0 } else { 1.0 });
    let time = Duration::from_secs_f64(minutes * 60.0);
    let shrinking = Duration::from_secs(options.shrink.unwrap_or(SHRINKING));
    let folder = options.out.clone().unwrap_or_else(|| "target/fuzz/programs".into());
    let (mut programs, mut long, mut findings) = (0u64, 0u64, 0u64);
    let mut seed = first;
    loop {
        let (case, nodes) = Generator::generate(seed, contest.dialect(seed));
        programs += 1;
        for peer in std::iter::once(None).chain(contest.turn(seed).map(Some)) {
            let server = contest.server(peer);
            match server.check(&case, "all")? {
                Answer::Agree => continue,
                Answer::TooLong => long += 1,
                Answer::Finding { kind, text } => {
                    findings += 1;
                    println!("seed {seed}: {kind}: {text}");
                    let widths = width_of(&kind);
                    let smaller = shrink::shrink(&nodes, shrinking, |source| {
                        let candidate = Case { source: source.to_owned(), ..case.clone() };
                        matches!(server.check(&candidate, &widths), Ok(Answer::Finding { kind: found, .. }) if found == kind)
                    });
                    let smaller = Case { source: smaller, ..case.clone() };
                    keep(&folder, seed, &case, &smaller);
                    println!("{}", smaller.to_text());
                }
            }
            break;
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
    Ok(findings == 0)
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
        FindingKind::Slow => "slow".to_owned(),
        FindingKind::PeerFails => "peer-fails".to_owned(),
        FindingKind::PeerDifference => "peer-difference".to_owned(),
    }
}

/// What a compiler says first, without the names in it: a program that is made smaller has to be rejected for the same.
fn complaint(text: &str) -> String {
    let first = text.lines().find(|line| line.contains("error")).unwrap_or("");
    let from = first.find("error").unwrap_or(0);
    first[from..].chars().filter(char::is_ascii_alphanumeric).take(24).collect()
}

/// The width that a sort of findings names; all where it names none.
fn width_of(kind: &str) -> String {
    let last = kind.rsplit('-').next().unwrap_or("");
    if last == "chosen" || last.parse::<u32>().is_ok() { last.to_owned() } else { "all".to_owned() }
}

/// A process that runs programs.
struct Server {
    /// The peer that it compares with, instead of vector code.
    peer: Option<String>,
    process: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Server {
    fn start(peer: Option<&str>) -> Server {
        let program = std::env::current_exe().expect("this program has a path");
        let mut process = Command::new(program)
            .arg("--serve")
            .args(peer.iter().flat_map(|name| ["--peer", name]))
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
                // Implementations print things of their own.
                let Some(answer) = line.strip_prefix(ANSWER) else { continue };
                if give.send(answer.to_owned()).is_err() {
                    return;
                }
            }
        });
        Server { peer: peer.map(str::to_owned), process, input, answers }
    }
    /// Has a case run with these widths: `all`, `chosen` or a number.
    fn check(&mut self, case: &Case, widths: &str) -> Result<Answer, String> {
        let text = case.to_text();
        let sent = writeln!(self.input, "{} {widths}", text.len())
            .and_then(|()| self.input.write_all(text.as_bytes()))
            .and_then(|()| self.input.flush());
        let answer = sent.map_err(|_| ()).and_then(|()| self.answer());
        let Ok(answer) = answer else {
            let is_hanging = matches!(self.process.try_wait(), Ok(None));
            // It may be gone already; a process that hangs has to go.
            let _ = self.process.kill();
            let status =
                self.process.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
            *self = Server::start(self.peer.clone().as_deref());
            let who = if self.peer.is_some() { "peer-" } else { "" };
            return Ok(if is_hanging {
                Answer::Finding { kind: format!("{who}hangs"), text: "it does not end".to_owned() }
            } else {
                Answer::Finding { kind: format!("{who}crashes"), text: status }
            });
        };
        let mut parts = answer.splitn(3, '\t');
        match (parts.next(), parts.next(), parts.next()) {
            (Some("agree"), ..) => Ok(Answer::Agree),
            (Some("long"), ..) => Ok(Answer::TooLong),
            (Some("finding"), Some(kind), Some(text)) => {
                let text = text.replace("\\n", "\n");
                let kind = match kind {
                    "rejected" | "peer-fails" => format!("{kind}: {}", complaint(&text)),
                    _ => kind.to_owned(),
                };
                Ok(Answer::Finding { kind, text })
            }
            _ => Err(format!("the process that runs programs answered `{answer}`")),
        }
    }
    /// The next answer; none where the process is gone, or does not come to an end.
    fn answer(&mut self) -> Result<String, ()> {
        let (start, clock) = (Instant::now(), CpuClock::new(self.process.id().to_string()));
        loop {
            match self.answers.recv_timeout(TOO_LONG) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => return Err(()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if clock.elapsed().is_none_or(|used| used > TOO_LONG) || start.elapsed() > FAR_TOO_LONG {
                return Err(());
            }
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

/// Runs the programs that come in, until none does: on FerroCL's engines, or by the interpreter and on a peer.
fn serve(peer: Option<&str>) -> Result<(), String> {
    std::panic::set_hook(Box::new(|_| {}));
    let device = Device::new(Some(1)).map_err(|error| error.to_string())?;
    let peer = peer.map(Peer::find).transpose()?;
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = String::new();
        if !matches!(input.read_line(&mut line), Ok(1..)) {
            return Ok(());
        }
        let Some((length, widths)) = line.trim().split_once(' ') else { return Ok(()) };
        let mut text = vec![0; length.parse().unwrap_or(0)];
        if input.read_exact(&mut text).is_err() {
            return Ok(());
        }
        let widths = match widths {
            _ if peer.is_some() => Vec::new(),
            "all" => WIDTHS.to_vec(),
            "chosen" => vec![None],
            number => vec![number.parse().ok()],
        };
        let outcome = match Case::from_text(&String::from_utf8_lossy(&text)) {
            Ok(case) => check(&device, &case, &widths, peer.as_ref()),
            Err(problem) => {
                println!("{ANSWER}{problem}");
                continue;
            }
        };
        match outcome {
            Outcome::Agree => println!("{ANSWER}agree"),
            Outcome::TooLong => println!("{ANSWER}long"),
            Outcome::Finding(finding) => {
                let text = finding.text.replace('\n', "\\n");
                println!("{ANSWER}finding\t{}\t{text}", kind_name(finding.kind));
            }
        }
    }
}
