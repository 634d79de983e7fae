//! How long preprocessing takes: `cargo run --release -p ferrocl-syntax --example preprocess_speed FILE…`.
//!
//! For each file: its size, its tokens, the least time of many runs, and that time a byte.

use std::time::{Duration, Instant};

use ferrocl_base::{Interner, SourceMap, Span};
use ferrocl_syntax::{BuildOptions, NoIncludes, add_source, preprocess};

fn main() {
    for name in std::env::args().skip(1) {
        let bytes = std::fs::read(&name).expect("the file can be read");
        let options = BuildOptions::default();
        let mut least = Duration::MAX;
        let mut tokens = 0;
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_millis(700) {
            let start = Instant::now();
            let (mut map, mut interner) = (SourceMap::new(), Interner::new());
            let mut diagnostics = options.diagnostics();
            let file = add_source(&mut map, name.as_str(), &bytes, Span::NONE).expect("it fits");
            let result =
                preprocess(&mut map, &mut interner, file, &options, &mut NoIncludes, &mut diagnostics);
            tokens = result.len();
            least = least.min(start.elapsed());
        }
        println!(
            "{name}: {} bytes, {tokens} tokens, {:.1} us, {:.2} ns a byte",
            bytes.len(),
            least.as_secs_f64() * 1e6,
            least.as_secs_f64() * 1e9 / bytes.len() as f64
        );
    }
}
