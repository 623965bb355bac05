//! Output files: complete or unchanged, whatever kind of file they are; results survive the loss of the terminal.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use warboard::disk::{check_writable, create_whole, write_whole};

const DUEL: [&str; 7] = ["duel", "--ruleset", "time_count", "--ai-a", "charger", "--ai-b", "charger"];

fn warboard(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warboard"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn done(arguments: &[&str]) -> Output {
    let out = warboard(arguments).output().unwrap();
    assert!(out.status.success(), "{arguments:?}: {}", stderr(&out));
    out
}

fn stderr(out: &Output) -> String {
    String::from_utf8_lossy(&out.stderr).into_owned()
}

/// A pipe without a reader.
fn unread() -> Stdio {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// Every option that names a file to write, with a command that has it.
fn commands(file: &str) -> [Vec<&str>; 4] {
    let simulate = |option| [&["simulate"][..], &DUEL[..], &["--battles", "2", option, file]].concat();
    let run = [&["run"][..], &DUEL[..], &["--record", file]].concat();
    [simulate("--out"), simulate("--report"), simulate("--checkpoint"), run]
}

#[test]
fn a_link_is_followed_and_its_target_keeps_its_mode() {
    for at in 0..4 {
        let folder = tempfile::tempdir().unwrap();
        let [link, file] = ["link", "file"].map(|name| folder.path().join(name));
        symlink("file", &link).unwrap();
        // First the link leads nowhere, then to a file of an unusual mode.
        done(&commands(link.to_str().unwrap())[at]);
        assert!(fs::metadata(&file).unwrap().len() > 0);
        fs::write(&file, "").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o604)).unwrap();
        done(&commands(link.to_str().unwrap())[at]);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let about = fs::metadata(&file).unwrap();
        assert_eq!((about.len() > 0, about.permissions().mode() & 0o777), (true, 0o604));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside them");
    }
}

#[test]
fn a_pipe_is_written_to_and_stays_a_pipe() {
    for at in 0..4 {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, file) = (folder.path().join("pipe"), folder.path().join("file"));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reading = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        done(&commands(pipe.to_str().unwrap())[at]);
        done(&commands(file.to_str().unwrap())[at]);
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(reading.join().unwrap(), fs::read(&file).unwrap());
    }
}

#[test]
fn a_new_file_has_the_default_mode() {
    let folder = tempfile::tempdir().unwrap();
    let [plain, whole] = ["plain", "whole"].map(|name| folder.path().join(name));
    fs::write(&plain, "text").unwrap();
    write_whole(&whole, b"text").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&whole), mode(&plain));
}

#[test]
fn an_existing_file_is_not_replaced_where_a_new_one_is_required() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    create_whole(&file, b"first").unwrap();
    assert_eq!(create_whole(&file, b"second").unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(fs::read(&file).unwrap(), b"first");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A temporary file of a killed program, written a number of seconds ago.
fn left_behind(folder: &Path, letter: &str, seconds: u64) -> PathBuf {
    let path = folder.join(format!(".report.json.{}.unfinished", letter.repeat(16)));
    let file = File::create(&path).unwrap();
    let now = file.metadata().unwrap().modified().unwrap();
    file.set_modified(now - Duration::from_secs(seconds)).unwrap();
    path
}

#[test]
fn temporary_files_of_a_killed_program_are_removed_once_unused() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new, locked] = [("a", 3600), ("b", 1), ("c", 3600)].map(|(a, b)| left_behind(folder.path(), a, b));
    let foreign = folder.path().join(".other.json.aaaaaaaaaaaaaaaa.unfinished");
    fs::write(&foreign, "").unwrap();
    let held = File::open(&locked).unwrap();
    held.lock().unwrap();
    write_whole(&folder.path().join("report.json"), b"{}").unwrap();
    assert_eq!([&old, &new, &locked, &foreign].map(|path| path.exists()), [false, true, true, true]);
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_first_battle() {
    let folder = tempfile::tempdir().unwrap();
    let long = folder.path().join("x".repeat(300));
    for (at, arguments) in commands(long.to_str().unwrap()).iter().enumerate() {
        let more: &[&str] = if at < 3 { &["--battles", "10000000"] } else { &[] };
        let arguments: Vec<&str> =
            arguments.iter().copied().filter(|word| !["--battles", "2"].contains(word)).collect();
        let out = warboard(&[&arguments[..], more].concat()).output().unwrap();
        assert_eq!((out.status.code(), out.stdout.len()), (Some(1), 0), "{arguments:?}");
        assert!(stderr(&out).contains("cannot write"), "{}", stderr(&out));
    }
    assert!(check_writable(&folder.path().join("nowhere/file")).is_err());
    assert_eq!(check_writable(folder.path()).unwrap_err().kind(), ErrorKind::IsADirectory);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn results_are_written_although_stderr_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    for arguments in commands(file.to_str().unwrap()) {
        let out = warboard(&arguments).stderr(unread()).output().unwrap();
        assert_eq!(out.status.code(), Some(0), "{arguments:?}");
        assert!(fs::metadata(&file).unwrap().len() > 0);
        fs::remove_file(&file).unwrap();
    }
    for (arguments, code) in [(&["check", "scenarios"][..], 0), (&["check", "nothing.ron"][..], 1), (&["run"][..], 2)] {
        let out = warboard(arguments).stderr(unread()).output().unwrap();
        assert_eq!(out.status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn a_log_into_a_closed_pipe_ends_quietly() {
    for arguments in [&["run"][..], &["simulate", "--battles", "2"], &["rules"], &["--help"]] {
        let with = if arguments.len() == 1 && arguments[0] != "run" { &[][..] } else { &DUEL[..] };
        let out = warboard(&[arguments, with].concat()).stdout(unread()).output().unwrap();
        assert!(!stderr(&out).contains("panicked"), "{arguments:?}: {}", stderr(&out));
        assert_eq!(out.status.code(), Some(0), "{arguments:?}: {}", stderr(&out));
    }
}

#[test]
fn a_recorded_battle_is_played_to_its_end_although_the_log_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let full = || -> Stdio { File::options().write(true).open("/dev/full").unwrap().into() };
    for (number, stdout) in [unread(), full()].into_iter().enumerate() {
        let file = folder.path().join(format!("{number}.replay"));
        let run = ["run", "bridge", "--ruleset", "time_count", "--record", file.to_str().unwrap()];
        let out = warboard(&run).stdout(stdout).output().unwrap();
        assert_eq!(out.status.code(), Some(1));
        assert!(stderr(&out).contains("the log is incomplete"), "{}", stderr(&out));
        let verified = done(&["replay", file.to_str().unwrap(), "--verify"]);
        assert!(stderr(&verified).contains("verified to its end"), "{}", stderr(&verified));
    }
}

#[test]
fn inherited_files_are_appended_to() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    fs::write(&log, "before\n").unwrap();
    let program = env!("CARGO_BIN_EXE_warboard");
    let line = format!("exec 3>>{}; {program} run {} --record /dev/fd/3", log.display(), DUEL.join(" "));
    let mut shell = Command::new("sh");
    let out = shell.current_dir(env!("CARGO_MANIFEST_DIR")).args(["-c", &line]).output().unwrap();
    assert!(out.status.success(), "{}", stderr(&out));
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.starts_with("before\n") && text.contains("\"warboard_recording\""), "{text}");
}

#[test]
fn a_socket_is_refused_before_the_first_battle_and_a_full_device_after_the_last() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    for arguments in commands(path.to_str().unwrap()) {
        let out = warboard(&arguments).output().unwrap();
        assert_eq!((out.status.code(), out.stdout.len()), (Some(1), 0), "{arguments:?}: {}", stderr(&out));
        assert!(stderr(&out).contains("cannot write to a socket"), "{}", stderr(&out));
    }
    if Path::new("/dev/full").exists() {
        for arguments in commands("/dev/full") {
            let out = warboard(&arguments).output().unwrap();
            assert_eq!(out.status.code(), Some(1), "{arguments:?}");
            assert!(stderr(&out).contains("/dev/full"), "{}", stderr(&out));
        }
    }
}

#[test]
fn a_private_file_keeps_its_mode_while_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("private");
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    let (path, bytes) = (file.clone(), vec![b'x'; 200_000_000]);
    let writing = thread::spawn(move || write_whole(&path, &bytes));
    let mut seen = Vec::new();
    while !writing.is_finished() {
        let entries = fs::read_dir(folder.path()).unwrap().flatten();
        let sizes = entries.filter_map(|entry| entry.metadata().ok()).filter(|about| about.len() > 0);
        seen.extend(sizes.map(|about| about.permissions().mode() & 0o777));
    }
    writing.join().unwrap().unwrap();
    assert!(seen.iter().all(|mode| *mode == 0o600), "{seen:?}");
}
