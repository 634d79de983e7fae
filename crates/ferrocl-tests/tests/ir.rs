//! Programs with their kernel IR: the text of each `tests/ir/**/*.cl` is that of the `.ir` file beside it
//! (`BLESS=1` writes it anew). The first line may be `// options: …`.

use std::path::Path;

use ferrocl_base::render::{Format, render};
use ferrocl_tests::{FolderIncludes, compare_or_bless, corpus, files};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let folder = corpus("ir");
    let trials = files(&folder, "cl")
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            Trial::test(name, move || check(&path).map_err(Failed::from))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(path: &Path) -> Result<(), String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let options = text.lines().next().and_then(|line| line.strip_prefix("// options:")).unwrap_or("");
    let (options, _) = ferrocl_syntax::BuildOptions::parse(options);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.parent().unwrap_or(Path::new(".")).to_owned();
    let compilation = ferrocl_sema::compile(&name, &bytes, &options, &mut FolderIncludes { folder });
    let Some(module) = compilation.module else {
        return Err(render(&compilation.map, &compilation.diagnostics, Format::Human { color: false }));
    };
    let printed = ferrocl_ir::print(&module);
    let read =
        ferrocl_ir::read(&printed).map_err(|error| format!("the text does not read back: {error:?}"))?;
    if ferrocl_ir::print(&read) != printed {
        return Err("the text does not read back to itself".into());
    }
    compare_or_bless(&path.with_extension("ir"), &printed)
}
