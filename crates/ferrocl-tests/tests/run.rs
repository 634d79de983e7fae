//! Kernels with their results: `tests/run/**/*.cl`, each launch on every engine. The format is described at
//! [`ferrocl_tests::run`].

use ferrocl_tests::{corpus, files, run};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let folder = corpus("run");
    let trials = files(&folder, "cl")
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            Trial::test(name, move || run::check_file(&path).map_err(Failed::from))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}
