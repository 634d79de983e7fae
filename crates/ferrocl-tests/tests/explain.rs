//! The examples of the explanations: `explain/CL*.md`.
//!
//! A page has one or two blocks ```` ```opencl ````, with `options=…` after it where build options are
//! needed. The last block is right: nothing is reported in it. The one before it shows the fault: the page's code
//! is reported in it. (A page without a failing example is for what cannot be shown in one file.)

use std::path::Path;

use ferrocl_base::render::{Format, render};
use ferrocl_tests::{Stage, files, front_end};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../explain");
    let trials = files(&folder, "md")
        .into_iter()
        .filter_map(|path| {
            let code = path.file_stem()?.to_str()?.to_owned();
            code.starts_with("CL")
                .then(|| Trial::test(code.clone(), move || check(&path, &code).map_err(Failed::from)))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

/// A block of OpenCL C on a page.
struct Example {
    options: String,
    text: String,
}

fn examples(page: &str) -> Result<Vec<Example>, String> {
    let mut found = Vec::new();
    for block in page.split("\n```opencl").skip(1) {
        let (head, rest) = block.split_once('\n').ok_or("a block has no text")?;
        let (text, _) = rest.split_once("\n```").ok_or("a block has no end")?;
        let options = head.trim().strip_prefix("options=").unwrap_or("").to_owned();
        found.push(Example { options, text: format!("{text}\n") });
    }
    Ok(found)
}

fn check(path: &Path, code: &str) -> Result<(), String> {
    let page = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let row = ferrocl_base::codes::find(code).ok_or(format!("the catalogue has no {code}"))?;
    let title = format!("# {code}: {}\n", row.title());
    if !page.starts_with(&title) {
        return Err(format!("the page does not start with the catalogue's title `{}`", title.trim_end()));
    }
    if !page.contains("\nSpecification: ") {
        return Err("the page does not name a section of the specification".into());
    }
    let examples = examples(&page)?;
    let [failing @ .., right] = examples.as_slice() else { return Err("the page has no example".into()) };
    if failing.len() > 1 {
        return Err("the page has more than two examples".into());
    }
    let run = |example: &Example| {
        front_end("example.cl", example.text.as_bytes(), &example.options, Path::new("."), Stage::LAST)
    };
    let (map, diagnostics) = run(right);
    if !diagnostics.list().is_empty() {
        let report = render(&map, &diagnostics, Format::Human { color: false });
        return Err(format!("the right example is not right:\n{report}"));
    }
    for example in failing {
        let (map, diagnostics) = run(example);
        if !diagnostics.list().iter().any(|diagnostic| diagnostic.code == row) {
            let report = render(&map, &diagnostics, Format::Human { color: false });
            return Err(format!("the failing example does not give {code}, but:\n{report}"));
        }
    }
    Ok(())
}
