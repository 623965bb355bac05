//! The test programs, built once and run again for every change.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::assets::{ELSEWHERE, shipped_assets};
use super::citations::Test;

/// Test programs whose tests read the assets that [`ELSEWHERE`] names. The program named after the rule system is another one.
const SHARED: [&str; 3] = ["kernel", "content", "opponents"];
/// Seconds after which a test with a change counts as failed.
const PATIENCE: u64 = 120;

/// Whether the tests noticed a change.
pub enum Verdict {
    /// All of them passed.
    Passed,
    /// The first one that failed, or what else went wrong.
    Failed(String),
}

/// The test programs that can be run on a copy of the assets.
pub struct Programs {
    /// By name.
    executables: BTreeMap<String, PathBuf>,
    /// Those that run as a whole: of the rule system, and of what all rule systems are built on.
    whole: [String; 2],
}

impl Programs {
    /// Builds the test programs for a rule system, with the window only if this program was built with it.
    ///
    /// # Errors
    /// Says why there are none.
    pub fn build(ruleset: &str) -> Result<Programs, String> {
        let names: Vec<&str> = SHARED.into_iter().chain([ruleset]).collect();
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(["test", "--locked", "--no-run", "--message-format=json"]);
        cargo.args(names.iter().flat_map(|name| ["--test", name]));
        if !cfg!(feature = "gui") {
            cargo.arg("--no-default-features");
        }
        let built = cargo.stderr(Stdio::inherit()).output().map_err(|error| format!("cargo cannot be run: {error}"))?;
        let executables: BTreeMap<String, PathBuf> =
            String::from_utf8_lossy(&built.stdout).lines().filter_map(executable).collect();
        match names.iter().find(|name| !executables.contains_key(**name)) {
            Some(missing) => Err(format!("the test program {missing} was not built")),
            None => Ok(Programs { executables, whole: [ruleset.to_owned(), "kernel".to_owned()] }),
        }
    }

    /// Runs all tests on the shipped assets: nothing can be said of changes if they fail without any.
    ///
    /// # Errors
    /// Names the test that fails.
    pub fn unchanged(&self) -> Result<(), String> {
        match self.run_all(&shipped_assets()) {
            Verdict::Passed => Ok(()),
            Verdict::Failed(test) => Err(format!("{test} fails although nothing is changed")),
        }
    }

    /// Runs these tests on a copy of the assets, until one fails.
    pub fn run_cited<'t>(&self, assets: &Path, tests: impl Iterator<Item = &'t Test>) -> Verdict {
        let mut by_program: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for test in tests {
            by_program.entry(&test.program).or_default().insert(&test.name);
        }
        for (program, names) in by_program {
            let arguments: Vec<&str> = ["--exact"].into_iter().chain(names).collect();
            if let failed @ Verdict::Failed(_) = self.run(program, assets, &arguments) {
                return failed;
            }
        }
        Verdict::Passed
    }

    /// Runs all tests of the rule system and of the kernel on a copy of the assets, until one fails.
    pub fn run_all(&self, assets: &Path) -> Verdict {
        let run = |program: &String| self.run(program, assets, &[]);
        let failed = self.whole.iter().map(run).find(|verdict| matches!(verdict, Verdict::Failed(_)));
        failed.unwrap_or(Verdict::Passed)
    }

    /// Runs a program until its first failure; programs that do not read these assets pass.
    fn run(&self, program: &str, assets: &Path, arguments: &[&str]) -> Verdict {
        let Some(executable) = self.executables.get(program) else { return Verdict::Passed };
        let mut command = Command::new(executable);
        command.current_dir(env!("CARGO_MANIFEST_DIR")).env(ELSEWHERE, assets).env("RUST_BACKTRACE", "0");
        command.args(arguments).args(["--test-threads", "1"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut running = command.spawn().unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(running.stdout.take().unwrap());
        let reader =
            std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let first = first_failure(&lines);
        if first.is_some() {
            // It may have ended by itself.
            running.kill().ok();
        }
        drop(lines);
        let ended = running.wait().unwrap();
        // It stops at the first line that is not wanted any more.
        reader.join().unwrap().ok();
        match first {
            Some(what) => Verdict::Failed(format!("{program} {what}")),
            None if ended.success() => Verdict::Passed,
            None => Verdict::Failed(format!("{program}, which broke off")),
        }
    }
}

/// The first test that the output of a test program says has failed, or that it fell silent; `None` if it ended without.
fn first_failure(lines: &Receiver<String>) -> Option<String> {
    loop {
        match lines.recv_timeout(Duration::from_secs(PATIENCE)) {
            Ok(line) => {
                if let Some(test) = failed(&line) {
                    return Some(test.to_owned());
                }
            }
            Err(RecvTimeoutError::Timeout) => return Some("took too long".to_owned()),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// The name and the file of a test program that Cargo built, from one line of its messages.
fn executable(message: &str) -> Option<(String, PathBuf)> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    let is_test = message["target"]["kind"].as_array()?.iter().any(|kind| kind == "test");
    let (name, file) = (message["target"]["name"].as_str()?, message["executable"].as_str()?);
    is_test.then(|| (name.to_owned(), file.into()))
}

/// The test that a line of a test program's output says has failed.
fn failed(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix("... FAILED").map(str::trim)
}
