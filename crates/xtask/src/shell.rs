//! Running other programs, and knowing where the project lies.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/xtask is two below the root")
        .into()
}

/// Runs a command to its end with its output shown; an exit status other than 0 is an error.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{} cannot be started", name(command)))?;
    if !status.success() {
        bail!("{} failed ({status})", name(command));
    }
    Ok(())
}

/// Whether a program is there and starts.
pub fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// The cargo that runs this program.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// A program as root, by sudo where the user is not; `None` where there is no sudo.
pub fn as_root(environment: &[(&str, &str)], program: &str) -> Option<Command> {
    if is_root() {
        let mut command = Command::new(program);
        command.envs(environment.iter().copied());
        return Some(command);
    }
    exists("sudo").then(|| {
        let mut sudo = Command::new("sudo");
        sudo.args(environment.iter().map(|(name, value)| format!("{name}={value}"))).arg(program);
        sudo
    })
}

/// Whether this user is root.
pub fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn name(command: &Command) -> String {
    let mut text = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args().take(4) {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}
