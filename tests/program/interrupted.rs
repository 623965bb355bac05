//! Interrupted work, and work resumed from a checkpoint.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

const DUEL: [&str; 8] = ["simulate", "duel", "--ruleset", "time_count", "--ai-a", "charger", "--ai-b", "charger"];

fn warboard(more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warboard"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(DUEL).args(more);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn stderr(out: &Output) -> String {
    String::from_utf8_lossy(&out.stderr).into_owned()
}

/// Waits until a program handles interrupts itself: before that, one would end it at once.
fn wait_for_handler(program: &Child) {
    let handles = || {
        let status = fs::read_to_string(format!("/proc/{}/status", program.id())).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        Some(u64::from_str_radix(caught.trim(), 16).ok()? & 2 != 0)
    };
    for _ in 0..600 {
        if handles() == Some(true) {
            return;
        }
        sleep(Duration::from_millis(100));
    }
}

/// Starts a large number of battles, and sends Ctrl-C after the first of them.
fn interrupted(folder: &Path, more: &[&str]) -> Output {
    let checkpoint = folder.join("so_far.part");
    let asked = [&["--battles", "10000000", "--checkpoint", checkpoint.to_str().unwrap()][..], more].concat();
    let working = warboard(&asked).spawn().unwrap();
    for _ in 0..6000 {
        if checkpoint.exists() {
            break;
        }
        sleep(Duration::from_millis(10));
    }
    let stopped = Command::new("kill").args(["-INT", &working.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    let out = working.wait_with_output().unwrap();
    // The next program must not find the checkpoint of this one.
    fs::remove_file(&checkpoint).ok();
    out
}

#[test]
fn every_format_marks_the_report_of_interrupted_work_as_partial() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (out, page) = (file("report"), file("report.html"));
    for (format, mark) in
        [("table", "PARTIAL: interrupted after "), ("json", "\"partial\": {"), ("csv", ",partial: seeds played,,")]
    {
        let stopped = interrupted(folder.path(), &["--format", format, "--out", &out, "--report", &page]);
        assert_eq!(stopped.status.code(), Some(130), "{format}: {}", stderr(&stopped));
        assert!(stderr(&stopped).contains("interrupted: "), "{}", stderr(&stopped));
        let text = fs::read_to_string(&out).unwrap();
        assert!(text.contains(mark) && text.contains("10000000"), "{text}");
        assert!(fs::read_to_string(&page).unwrap().contains("PARTIAL: interrupted after "));
    }
    let whole = warboard(&["--battles", "2"]).output().unwrap();
    assert_eq!(whole.status.code(), Some(0));
    assert!(!String::from_utf8_lossy(&whole.stdout).contains("PARTIAL"));
}

#[test]
fn a_second_interrupt_ends_work_that_does_not_stop() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // The pipe has no reader, so opening it blocks forever.
    let mut waiting = warboard(&["--battles", "2", "--out", pipe.to_str().unwrap()]).spawn().unwrap();
    wait_for_handler(&waiting);
    let mut ended = None;
    for _ in 0..600 {
        sleep(Duration::from_millis(100));
        Command::new("kill").args(["-INT", &waiting.id().to_string()]).status().unwrap();
        ended = waiting.try_wait().unwrap();
        if ended.is_some() {
            break;
        }
    }
    waiting.kill().ok();
    assert_eq!(ended.and_then(|status| status.code()), Some(130));
}

#[test]
fn an_interrupted_chunk_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("chunk.part");
    let stopped = interrupted(folder.path(), &["--chunk", "1/2", "--out", part.to_str().unwrap()]);
    assert_eq!(stopped.status.code(), Some(130), "{}", stderr(&stopped));
    assert!(stderr(&stopped).contains("the chunk is incomplete and was not written") && !part.exists());
}

#[test]
fn other_files_and_checkpoints_of_other_work_are_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("so_far.part");
    let asked = |more: &[&str]| {
        let all =
            [&["--battles", "4", "--format", "json", "--no-timing", "--checkpoint", file.to_str().unwrap()][..], more];
        warboard(&all.concat()).output().unwrap()
    };
    let whole = asked(&[]);
    assert_eq!(whole.status.code(), Some(0), "{}", stderr(&whole));
    let before = fs::read(&file).unwrap();
    let part = folder.path().join("chunk.part");
    let chunk = ["--chunk", "1/2", "--out", part.to_str().unwrap()];
    let others: [(&[&str], &str); 4] = [
        (&["--seed", "8"], "belongs to another experiment: seed 1, not 8"),
        (&["--seed", "8", "--resume"], "belongs to another experiment: seed 1, not 8"),
        (&chunk, "this part belongs to a run over seeds 0 to 3"),
        (&[&chunk[..], &["--resume"]].concat(), "this part belongs to a run over seeds 0 to 3"),
    ];
    for (more, why) in others {
        let out = asked(more);
        assert!(out.status.code() == Some(1) && stderr(&out).contains(why), "{more:?}: {}", stderr(&out));
        assert_eq!(fs::read(&file).unwrap(), before, "{more:?}");
    }
    let again = asked(&[]);
    assert_eq!((again.status.code(), again.stdout), (Some(0), whole.stdout), "the same work may start again");
    fs::write(&file, "my notes").unwrap();
    let out = asked(&[]);
    assert!(out.status.code() == Some(1) && stderr(&out).contains("not a part file"), "{}", stderr(&out));
    assert_eq!(fs::read(&file).unwrap(), b"my notes");
}
