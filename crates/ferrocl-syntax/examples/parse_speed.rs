//! How long parsing takes: `cargo run --release -p ferrocl-syntax --example parse_speed FILE…`.
//!
//! For each file, once as it is and once repeated up to 4 MiB: its tokens, the least time of many runs for preprocessing and
//! for parsing, and megabytes of source a second.

use std::time::{Duration, Instant};

use ferrocl_base::{Interner, SourceMap, Span};
use ferrocl_syntax::{BuildOptions, NoIncludes, add_source, parse, preprocess};

fn main() {
    for name in std::env::args().skip(1) {
        let bytes = std::fs::read(&name).expect("the file can be read");
        measure(&name, &bytes, 400);
        measure(&name, &bytes.repeat((4 << 20) / bytes.len().max(1) + 1), 8);
    }
}

fn measure(name: &str, bytes: &[u8], runs: usize) {
    let options = BuildOptions::default();
    let (mut read, mut parsed) = (Duration::MAX, Duration::MAX);
    let (mut tokens, mut exprs) = (0, 0);
    for _ in 0..runs {
        let (mut map, mut interner) = (SourceMap::new(), Interner::new());
        let mut diagnostics = options.diagnostics();
        let file = add_source(&mut map, name, bytes, Span::NONE).expect("it fits");
        let start = Instant::now();
        let list = preprocess(&mut map, &mut interner, file, &options, &mut NoIncludes, &mut diagnostics);
        read = read.min(start.elapsed());
        let start = Instant::now();
        let unit = parse(&list, &map, &mut interner, &options, &mut diagnostics);
        parsed = parsed.min(start.elapsed());
        (tokens, exprs) = (list.len(), unit.exprs.len());
        assert!(!diagnostics.has_errors(), "{name}: {:?}", diagnostics.list().first());
    }
    let rate = |time: Duration| bytes.len() as f64 / 1e6 / time.as_secs_f64();
    println!(
        "{name}: {} bytes, {tokens} tokens, {exprs} expressions; preprocess {:.3} ms ({:.0} MB/s), parse {:.3} ms ({:.0} MB/s)",
        bytes.len(),
        read.as_secs_f64() * 1e3,
        rate(read),
        parsed.as_secs_f64() * 1e3,
        rate(parsed)
    );
}
