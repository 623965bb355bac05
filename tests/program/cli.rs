//! The command line as scripts, bots and clusters use it.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

use crate::assets::{edited_assets, shipped_assets};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Runs the program in the project's folder, without access to the user's own battles.
pub fn warboard(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("warboard").expect("the program is built");
    let out = command
        .current_dir(ROOT)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WARBOARD_ASSETS")
        .args(arguments)
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
    (out.status.code().unwrap_or(-1), text(out.stdout), text(out.stderr))
}

pub fn done(arguments: &[&str]) -> String {
    let (code, out, wrong) = warboard(arguments);
    assert_eq!(code, 0, "{arguments:?}: {wrong}");
    out
}

pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

pub const DUEL: [&str; 5] = ["scenarios/duel.ron", "--ruleset", "time_count", "--seed", "7"];

pub fn with<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec![command];
    all.extend(DUEL);
    all.extend(more);
    all
}

#[test]
fn check_finds_no_mistakes_in_shipped_files() {
    let (code, out, told) = warboard(&["check", "scenarios", "assets"]);
    assert_eq!((code, out.as_str()), (0, ""), "{told}");
    assert!(told.contains("no problems found"), "{told}");
}

#[test]
fn check_reports_path_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("duel.ron");
    let text = std::fs::read_to_string(Path::new(ROOT).join("scenarios/duel.ron")).unwrap();
    std::fs::write(&path, text.replace("\"swordsman\", name: \"Berec\"", "\"swordman\", name: \"Berec\"")).unwrap();
    let (code, out, told) = warboard(&["check", path.to_str().unwrap()]);
    let line = 1 + text.lines().position(|line| line.contains("Berec")).unwrap();
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(told.starts_with(&format!("{}:{line}:", path.display())), "{told}");
    assert!(told.contains("did you mean `swordsman`?"), "{told}");
}

#[test]
fn check_reads_the_recommended_orders_of_a_rule_system() {
    let orders = "rulesets/fighting_style/orders.ron";
    let rows = [
        ("question: Winner,", "question: Winer,", "unknown choice `Winer`"),
        ("\"precision\"", "\"precison\"", "did you mean `precision`?"),
        ("(orders: [", "(who: \"Anna\", orders: [", "recommended orders are for any combatant of any battle"),
    ];
    for (from, to, message) in rows {
        let assets = edited_assets(orders, from, to);
        let path = assets.path().join(orders);
        let text = std::fs::read_to_string(shipped_assets().join(orders)).unwrap();
        let (code, _, told) = warboard(&["check", path.to_str().unwrap()]);
        let line = 1 + text.lines().position(|line| line.contains(from)).unwrap();
        assert_eq!(code, 1, "{told}");
        assert!(told.contains(&format!("orders.ron:{line}:")) && told.contains(message), "{told}");
    }
}

#[test]
fn run_writes_one_event_per_line_and_the_result_last() {
    let out = done(&with("run", &["--log", "json"]));
    let lines: Vec<Value> = out.lines().map(json).collect();
    let (last, events) = lines.split_last().unwrap();
    assert!(last["result"]["checksum"].is_string(), "{last}");
    for (sequence, line) in events.iter().enumerate() {
        assert_eq!(line["sequence"], sequence);
        assert!(line["count"].is_i64() && !line["event"].is_null(), "{line}");
    }
    assert!(events.iter().any(|line| line["words"].as_str().is_some_and(|words| words.contains("Aldric"))));
    assert_eq!(out, done(&with("run", &["--log", "json"])));
}

#[test]
fn run_rolls_loaded_dice_first() {
    let out = done(&with("run", &["--log", "json", "--dice", "3,2"]));
    let first = json(out.lines().next().unwrap());
    assert!(first["event"]["InitiativeRolled"].is_object(), "{first}");
    assert_ne!(out, done(&with("run", &["--log", "json", "--dice", "1,6"])));
}

#[test]
fn run_follows_a_script_and_reports_its_illegal_entries() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script.ron");
    std::fs::write(&script, "[(who: \"Aldric\", does: \"strike\", at: \"Berec\")]").unwrap();
    let (code, _, told) = warboard(&with("run", &["--script", script.to_str().unwrap()]));
    assert_eq!(code, 1, "they stand far apart");
    assert!(told.starts_with(&format!("{}:1:2: ", script.display())), "{told}");
}

#[test]
fn simulate_output_does_not_depend_on_the_number_of_workers() {
    for format in ["json", "csv", "table"] {
        let with_jobs = |jobs: &'static str| {
            done(&with("simulate", &["--battles", "6", "--format", format, "--jobs", jobs, "--no-timing"]))
        };
        assert_eq!(with_jobs("1"), with_jobs("2"), "{format}");
    }
}

#[test]
fn simulate_reports_every_key() {
    let report = json(&done(&with("simulate", &["--battles", "4", "--format", "json", "--swap", "--ai-b", "charger"])));
    let found = &report["rulesets"]["time_count"];
    assert_eq!(found["battles"], 8);
    let number = |value: &Value| value.as_u64().unwrap_or_else(|| panic!("{found}"));
    let wins = number(&found["wins"]["Red"]) + number(&found["wins"]["Blue"]);
    assert_eq!(wins + number(&found["draws"]) + number(&found["unfinished"]), 8);
    let by_ai = &found["wins_by_ai"];
    assert_eq!(number(&by_ai["a"]["wins"]) + number(&by_ai["b"]["wins"]), wins);
    assert!(found["length"]["mean"].is_number() && found["length"]["quartiles"].as_array().unwrap().len() == 3);
    assert!(found["survivors"]["Red"]["mean"].is_number());
    assert!(found["prompts_per_battle"]["Red"]["all"].is_number(), "{found}");
    assert!(found["battles_per_cpu_second"].as_f64().unwrap() > 0.0);
    assert!(number(&found["activations"]) > 0 && found["checksum"].as_str().unwrap().len() == 16);
}

#[test]
fn a_battle_of_a_batch_can_be_played_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("report.json");
    let path = out.to_str().unwrap();
    assert_eq!(done(&with("simulate", &["--battles", "1", "--format", "json", "--out", path])), "");
    let report = json(&std::fs::read_to_string(&out).unwrap());
    let log = done(&with("run", &["--log", "json", "--battle", "0"]));
    let result = json(log.lines().last().unwrap());
    assert_eq!(report["rulesets"]["time_count"]["activations"], result["result"]["activations"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside the report");
}

#[test]
fn rules_are_listed_and_counted_by_scope() {
    let list = json(&done(&["rules", "--format", "json"]));
    assert_eq!(list["rulesets"][0]["id"], "time_count");
    assert!(done(&["rules"]).contains("time_count"));
    assert!(done(&["rules", "time_count"]).contains("units"));
    let coverage = json(&done(&["rules", "time_count", "--coverage", "--format", "json"]));
    for (scope, total) in [("grid", 193), ("combat", 279), ("campaign", 14), ("undefined", 38)] {
        let sum = &coverage["scopes"][scope];
        assert_eq!(sum["total"], total);
        assert!(sum["tested"].as_u64() <= sum["implemented"].as_u64(), "{sum}");
    }
    let rows = coverage["rows"].as_array().unwrap();
    assert_eq!((rows.len(), rows[0]["id"].as_str()), (524, Some("TC-001")));
    assert!(rows.iter().all(|row| row["status"].is_string() && row["tests"].is_array()));
}

#[test]
fn without_a_display_the_computer_plays_both_sides() {
    let (code, out, told) = warboard(&["duel", "--seed", "3"]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("plays against itself"), "{told}");
    assert!(out.contains("Checksum "), "{out}");
}

#[test]
fn wrong_usage_and_wrong_input_have_different_exit_codes() {
    let usage: [&[&str]; 5] = [
        &["simulate"],
        &["run", "duel", "--sed", "1"],
        &["run", "duel", "--dice", "0"],
        &["simulate", "duel", "--battles", "0"],
        &["run", "duel", "--ai-a", "genius"],
    ];
    for arguments in usage {
        assert_eq!(warboard(arguments).0, 2, "{arguments:?}");
    }
    let (code, out, told) = warboard(&["run", "duel", "--ruleset", "time_cuont"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(told.contains("did you mean `time_count`?"), "{told}");
    assert_eq!(warboard(&["rules", "chess"]).0, 1);
    assert_eq!(warboard(&["--assets", "src", "duel"]).0, 1);
}

#[test]
fn identical_players_are_not_swapped() {
    let asked = ["--battles", "3", "--swap", "--format", "json", "--no-timing"];
    let (code, out, told) = warboard(&with("simulate", &asked));
    assert!(code == 0 && told.contains("--swap is ignored"), "{told}");
    assert_eq!(out, done(&with("simulate", &["--battles", "3", "--format", "json", "--no-timing"])));
}

#[test]
fn merged_chunks_equal_one_run_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, two) = (file("one.part"), file("two.part"));
    let asked = ["--battles", "7", "--swap", "--ai-b", "charger", "--format", "json", "--no-timing"];
    let chunk = |of: &str, out: &str| done(&[&with("simulate", &asked)[..], &["--chunk", of, "--out", out]].concat());
    let again = |path: &str| std::fs::read(path).unwrap();
    chunk("1/2", &one);
    let before = again(&one);
    chunk("1/2", &one);
    assert_eq!(again(&one), before, "a chunk played again is the same");
    chunk("2/2", &two);
    let whole = done(&with("simulate", &asked));
    assert_eq!(done(&["simulate", "--merge", &two, &one, "--format", "json"]), whole);
    let (code, _, told) = warboard(&["simulate", "--merge", &one]);
    assert!(code == 1 && told.contains("are missing"), "{told}");
    std::fs::write(&two, &again(&two)[..200]).unwrap();
    let (code, _, told) = warboard(&["simulate", "--merge", &one, &two]);
    assert!(code == 1 && told.contains("two.part:1:1: this part is damaged"), "{told}");
}

#[test]
fn long_work_resumes_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("so_far.part");
    let path = file.to_str().unwrap();
    let asked = ["--battles", "6", "--ai-a", "charger", "--ai-b", "charger", "--format", "json", "--no-timing"];
    let kept = |more: &[&str]| [&with("simulate", &asked)[..], &["--checkpoint", path], more].concat().join(" ");
    let words = kept(&["--resume"]);
    let resumed: Vec<&str> = words.split(' ').collect();
    let whole = done(&resumed);
    let written = std::fs::read(&file).unwrap();
    assert_eq!(done(&resumed), whole);
    assert_eq!(std::fs::read(&file).unwrap(), written);
    let other = words.replace("--seed 7", "--seed 8");
    let (code, _, told) = warboard(&other.split(' ').collect::<Vec<_>>());
    assert!(code == 1 && told.contains("belongs to another experiment: seed 7, not 8"), "{told}");
}

#[test]
fn house_rules_are_compared_shown_and_played() {
    let overlay = "house_rules/fierce_flanking.ron";
    let told = done(&["rules", "time_count", "--diff", overlay]);
    assert!(told.contains("flanking.bonus.amount: 2 -> 4\n"), "{told}");
    assert_eq!(warboard(&["rules", "fragments", "--diff", overlay]).0, 1);
    assert_eq!(warboard(&["check", overlay]).0, 0);
    assert!(
        done(&["run", "scenarios/duel.ron", "--ruleset", overlay, "--ai-a", "charger", "--ai-b", "charger"])
            .contains("TC-")
    );
    let asked = ["--battles", "3", "--set", "units.swordsman.stats.Accuracy=9", "--against", "--format", "json"];
    let report = json(&done(&with("simulate", &asked)));
    let against = &report["against"]["rulesets"]["time_count with units.swordsman.stats.Accuracy=9"];
    assert_eq!((&report["against"]["baseline"], &against["seeds"]), (&Value::from("time_count"), &Value::from(3)));
    assert!(against["win_percent_more"]["Red"]["significant"].is_boolean());
    let values = done(&["rules", "time_count", "--values", "FLANKING.facing"]);
    assert!(values.lines().all(|line| line.starts_with("flanking.facing.")), "{values}");
    assert!(values.contains("flanking.facing.rear.amount = 4\n") && values.lines().count() > 1, "{values}");
    let all = json(&done(&["rules", "fragments", "--values", "--format", "json"]));
    assert!(all["values"].as_array().unwrap().iter().any(|value| value["path"] == "units.swordsman.stats.Strength"));
    let (code, _, told) = warboard(&["rules", "time_count", "--values", "flankin.bonus"]);
    assert!(code == 1 && told.contains("nearest: `flanking."), "{told}");
    let (code, _, told) = warboard(&with("simulate", &["--set", "units.swordmsan.rate=9"]));
    assert!(code == 1 && told.contains("did you mean `units.swordsman.rate`?"), "{told}");
}

#[test]
fn a_sweep_reports_each_value_and_stops_when_precise_enough() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("report.html");
    let asked = [
        "--battles",
        "400",
        "--ai-a",
        "charger",
        "--ai-b",
        "charger",
        "--sweep",
        "units.swordsman.stats.Accuracy=3..9..6",
        "--until-width",
        "0.2",
        "--format",
        "json",
        "--report",
        page.to_str().unwrap(),
    ];
    let report = json(&done(&with("simulate", &asked)));
    let rulesets = report["rulesets"].as_object().unwrap();
    assert_eq!(rulesets.len(), 2);
    assert!(rulesets.values().all(|found| found["battles"] == 200), "stopped after the first block");
    assert!(std::fs::read_to_string(&page).unwrap().contains("<h3>Sweep</h3>"));
}

#[test] // G-88
fn battles_follow_one_another_with_rests_between() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("day.jsonl");
    let chain = ["run", "bridge", "--ruleset", "time_count", "--seed", "3", "--then", "bridge", "--then", "bridge"];
    let rests = ["--rest", "30min", "--rest", "night", "--record", record.to_str().unwrap()];
    let out = done(&[&chain[..], &rests[..]].concat());
    assert_eq!(out.lines().filter(|line| line.starts_with("Checksum ")).count(), 3, "{out}");
    assert!(out.contains("— 30 minutes of rest — [G-23]") && out.contains("— a night's rest — [G-23]"), "{out}");
    assert_eq!(out, done(&[&chain[..], &rests[..]].concat()));
    for file in ["day.jsonl", "day-2.jsonl", "day-3.jsonl"] {
        let (code, _, told) = warboard(&["replay", folder.path().join(file).to_str().unwrap(), "--verify"]);
        assert!(code == 0 && told.contains("verified to its end"), "{file}: {told}");
    }
    let text = std::fs::read_to_string(folder.path().join("day-2.jsonl")).unwrap();
    let fresh = text.replacen("\"rest\":{\"Minutes\":30}", "\"rest\":\"Night\"", 1);
    assert_ne!(text, fresh);
    std::fs::write(folder.path().join("day-2.jsonl"), fresh).unwrap();
    let (code, _, told) = warboard(&["replay", folder.path().join("day-2.jsonl").to_str().unwrap(), "--verify"]);
    assert!(code == 1 && told.contains("changed since the recording: the battle before it"), "{told}");
}

#[test] // G-88
fn a_chain_that_cannot_be_fought_is_refused_before_the_first_battle() {
    let run = |more: &[&str]| warboard(&[&["run", "duel", "--ruleset", "time_count"], more].concat());
    let (code, out, told) = run(&["--then", "bridge"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(told.contains("the first side is Aldric here and ") && told.contains("same name"), "{told}");
    let (code, out, told) = run(&["--then", "duel", "--rest", "night", "--rest", "day"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(told.contains("2 rests for 1 follow-up battles"), "{told}");
    let (code, _, told) = run(&["--then", "duel", "--rest", "fortnight"]);
    assert!(code == 2 && told.contains("`fortnight` is no rest: say none, night, day"), "{told}");
    let (code, _, told) = run(&["--rest", "night"]);
    assert!(code == 2 && told.contains("--then"), "{told}");
    let (code, _, told) = warboard(&["run", "duel", "--ruleset", "fragments", "--then", "duel"]);
    assert!(code == 1 && told.contains("Fragments has no rules for a rest"), "{told}");
}

#[test]
fn a_report_that_cannot_be_written_is_refused_before_any_battle() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let asked = |more: &[&str]| warboard(&[&with("simulate", &["--battles", "10000000"])[..], more].concat());
    for option in ["--out", "--report", "--checkpoint"] {
        let (code, _, told) = asked(&[option, &file("nowhere/report")]);
        assert!(code == 1 && told.contains("there is no folder"), "{option}: {told}");
    }
    let (code, _, told) = asked(&["--out", folder.path().to_str().unwrap()]);
    assert!(code == 1 && told.contains("it is a directory"), "{told}");
    let (code, _, told) = asked(&["--format", "parquet"]);
    assert_eq!(code, 1, "{told}");
    let why = if cfg!(feature = "parquet") { "needs --out" } else { "build it with `--features parquet`" };
    assert!(told.contains(why), "{told}");
}

#[cfg(feature = "parquet")]
#[test]
fn a_parquet_report_of_one_run_equals_that_of_its_chunks() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let asked =
        |more: &[&str]| done(&[&with("simulate", &["--battles", "4", "--format", "parquet"])[..], more].concat());
    asked(&["--out", &file("whole.parquet")]);
    asked(&["--chunk", "1/2", "--out", &file("one.part")]);
    asked(&["--chunk", "2/2", "--out", &file("two.part")]);
    let merged = file("merged.parquet");
    done(&["simulate", "--merge", &file("one.part"), &file("two.part"), "--format", "parquet", "--out", &merged]);
    let read = |path: &str| std::fs::read(path).unwrap();
    assert!(read(&merged).starts_with(b"PAR1"));
    assert_eq!(read(&merged), read(&file("whole.parquet")));
}
