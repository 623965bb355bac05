//! Statements of the README and of the pages in `docs` agree with the program.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::fs;
use std::path::Path;

use warboard::content::{FileKind, Source, Terrains};
use warboard::control::{Charger, Script};
use warboard::resolution::Setup;
use warboard::rules::Library;
use warboard::scenario::Scenario;

fn text(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

fn assets() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

/// The code blocks of a page that are in RON.
fn snippets(file: &str) -> Vec<String> {
    let text = text(file);
    text.split("```ron\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// The scenario that the README shows.
fn shown() -> String {
    let mut all = snippets("README.md");
    assert_eq!(all.len(), 1, "the README shows one scenario");
    all.remove(0)
}

fn prepared(text: &str) -> Setup {
    let source = Source::new("README.md", text);
    let scenario = Scenario::read(&source, &Terrains::open(&assets()).unwrap());
    let scenario = scenario.unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
    let setup = scenario.prepare(&Library::open(&assets()).unwrap(), "time_count");
    setup.unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()))
}

#[test]
fn the_scenario_in_the_readme_can_be_played() {
    prepared(&shown());
}

#[test]
fn every_goal_and_state_in_the_readme_can_be_authored() {
    let readme = text("README.md");
    for goal in ["Hold(zone: \"ford\", counts: 60)", "Escape(zone: \"ford\", many: 2)", "Last(count: 50)", "DefeatAll"]
    {
        assert!(readme.contains(&format!("`{goal}`")), "{goal}");
        prepared(&shown().replace("Hold(zone: \"ford\", counts: 60)", goal));
    }
    for (goal, means) in [("goals: [", "Defeat(\"name\")"), ("losses: [", "Fallen(\"name\")")] {
        assert!(readme.contains(&format!("`{means}`")), "{means}");
        let whom = means.replace("name", "Grum");
        let grum = shown().replace("Hold(zone: \"ford\", counts: 60)", "DefeatAll");
        let side = if goal.starts_with("goals") { "name: \"Friends\"" } else { "name: \"Raiders\"" };
        let fields = if goal.starts_with("goals") {
            grum.replace("goals: [DefeatAll, DefeatAll]", &format!("goals: [{whom}]"))
        } else {
            grum.replace(side, &format!("{side}, losses: [{whom}]"))
        };
        prepared(&fields);
    }
    let state = "hurt: 4, fatigue: 6, afflicted: [\"weakened\"]";
    assert!(readme.contains(&format!("`{state}`")));
    prepared(&shown().replace("name: \"Grum\",", &format!("name: \"Grum\", {state},")));
}

/// The fields of a struct in a source file, without those that no file may write.
fn fields(file: &str, name: &str) -> Vec<String> {
    let source = text(file);
    // A struct of `content!` is indented, and names further traits and its citation before the brace.
    let begins = |line: &str| line.split([' ', ':', '<']).skip_while(|word| *word != "struct").nth(1) == Some(name);
    let mut lines = source.lines().skip_while(|line| !begins(line));
    assert!(lines.next().is_some(), "{file} has {name}");
    let field = |line: &str| {
        let line = line.trim().strip_prefix("pub")?;
        let line = line.strip_prefix("(super)").unwrap_or(line).trim_start();
        Some(line.split_once(':')?.0.to_owned())
    };
    lines.take_while(|line| line.trim() != "}").filter_map(field).collect()
}

#[test]
fn the_pages_on_formats_name_every_field() {
    let scenario = "src/scenario/file.rs";
    let parts =
        ["ScenarioFile", "SideFile", "UnitFile", "BarrierFile", "CurrentFile", "LightFile", "IceFile", "ThingFile"];
    let mut structs: Vec<(&str, &str, &str)> = parts.map(|part| ("docs/scenario_format.md", scenario, part)).into();
    structs.extend([
        ("docs/unit_format.md", "src/content/units/unit.rs", "Unit"),
        ("docs/unit_format.md", "src/content/units/unit.rs", "Carried"),
        ("docs/unit_format.md", "src/content/items/item.rs", "Belonging"),
        ("docs/tutorial_format.md", "src/tutorial/mod.rs", "Tutorial"),
        ("docs/tutorial_format.md", "src/tutorial/mod.rs", "Lesson"),
        ("docs/tutorial_format.md", "src/tutorial/mod.rs", "LessonStep"),
        ("docs/files.md", "src/control/script/file.rs", "Line"),
        ("docs/files.md", "src/control/orders/standing.rs", "StandingOrder"),
    ]);
    for (page, source, name) in structs {
        let (page_text, fields) = (text(page), fields(source, name));
        assert!(fields.len() >= 2, "{name} has fields");
        for field in fields {
            let named = page_text.contains(&format!("`{field}`")) || page_text.contains(&format!("{field}: "));
            assert!(named, "{page} does not name the field `{field}` of {name}");
        }
    }
}

#[test]
fn the_pages_name_the_actual_limits() {
    let page = text("docs/files.md");
    for (kind, limit) in [
        (FileKind::Authored, "4 MiB"),
        (FileKind::Script, "1 MiB"),
        (FileKind::Settings, "256 KiB"),
        (FileKind::Recording, "256 MiB"),
        (FileKind::Journal, "64 MiB"),
        (FileKind::Part, "64 MiB"),
    ] {
        let bytes = kind.most_bytes();
        let words = if bytes < 1 << 20 { format!("{} KiB", bytes >> 10) } else { format!("{} MiB", bytes >> 20) };
        assert!(words == limit && page.contains(limit), "{kind:?}: {words}");
    }
    assert!(page.contains(&format!("{} loaded dice", warboard::replay::MOST_DICE)));
}

#[test]
fn the_script_in_the_pages_is_valid() {
    for script in snippets("docs/files.md") {
        let read = Script::read(&Source::new("files.md", script), Box::new(Charger::default()));
        read.map(drop).unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
    }
}
