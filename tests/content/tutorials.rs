//! Tutorials: the shipped ones have no mistakes, and mistakes are reported with line, column and a suggestion.

use std::fs;

use warboard::content::{Diagnostic, Source, Terrains};
use warboard::rules::Library;
use warboard::scenario::{Control, Scenario};
use warboard::tutorial::Tutorial;

use crate::assets::{edited_assets, shipped_assets};

const FILE: &str = "tutorials/time_count.ron";

/// All mistakes in the tutorial of an assets folder.
fn mistakes(assets: &std::path::Path) -> Vec<Diagnostic> {
    let read = Source::read(assets.join(FILE)).and_then(|source| Tutorial::read(&source));
    let tutorial = match read {
        Ok(tutorial) => tutorial,
        Err(wrong) => return vec![wrong],
    };
    let (library, terrains) = (Library::open(assets).expect("rules"), Terrains::open(assets).expect("terrains"));
    tutorial.check(&library, &terrains).err().unwrap_or_default()
}

/// The only mistake after a change of a file, without the folder.
fn mistake_in(file: &str, from: &str, to: &str) -> String {
    let folder = edited_assets(file, from, to);
    let found = mistakes(folder.path());
    let brief: Vec<String> = found.iter().map(Diagnostic::brief).collect();
    assert_eq!(brief.len(), 1, "{brief:#?}");
    let text = fs::read_to_string(found[0].path()).expect("a text");
    let (line, column) = (found[0].line(), found[0].column());
    let changed = text.lines().nth(line - 1).expect("the line");
    format!("{} @ {}", found[0].message(), changed.chars().skip(column - 1).take(24).collect::<String>())
        + &found[0].help().map_or(String::new(), |help| format!(" ({help})"))
}

fn mistake(from: &str, to: &str) -> String {
    mistake_in(FILE, from, to)
}

#[test]
fn every_rule_system_has_a_tutorial_without_mistakes() {
    let assets = shipped_assets();
    let (library, terrains) = (Library::open(&assets).expect("rules"), Terrains::open(&assets).expect("terrains"));
    let ids = library.ruleset_ids();
    let (tutorials, wrong) = Tutorial::read_all(&assets, &ids);
    assert!(wrong.is_empty(), "{wrong:?}");
    let known: Vec<&String> = tutorials.iter().map(|tutorial| &tutorial.ruleset).collect();
    assert_eq!(known, ids.iter().collect::<Vec<_>>());
    for tutorial in &tutorials {
        let wrong = tutorial.check(&library, &terrains).err().unwrap_or_default();
        assert!(wrong.is_empty(), "{:#?}", wrong.iter().map(Diagnostic::brief).collect::<Vec<_>>());
        assert!((5..=8).contains(&tutorial.lessons.len()), "{}", tutorial.ruleset);
    }
}

#[test]
fn unknown_fields_and_choices_are_refused() {
    let told = mistake("seed: 3,", "sead: 3,");
    assert!(told.starts_with("unknown field `sead` in `Lesson`") && told.contains("did you mean `seed`?"), "{told}");
    let told = mistake("until: At(\"Asa\", 3, 2)", "until: Att(\"Asa\", 3, 2)");
    assert!(told.starts_with("unknown choice `Att`") && told.contains("did you mean `At`?"), "{told}");
    let told = mistake("foes: Charge", "foes: Charges");
    assert!(told.contains("did you mean `Charge`?"), "{told}");
}

#[test]
fn unknown_names_in_steps_are_refused_at_their_place() {
    let told = mistake("until: At(\"Asa\", 3, 2)", "until: At(\"Asta\", 3, 2)");
    assert!(told.starts_with("unknown unit `Asta` @ \"Asta\", 3, 2)"), "{told}");
    assert!(told.contains("did you mean `Asa`?"), "{told}");
    let told = mistake("Does(PointsAt(\"Bror\"))", "Does(PointsAt(\"Brorr\"))");
    assert!(told.starts_with("unknown unit `Brorr` @ \"Brorr\"") && told.contains("did you mean `Bror`?"), "{told}");
    let told = mistake("action: \"strike\", on", "action: \"strik\", on");
    assert!(
        told.starts_with("unknown action `strik` @ \"strik\"") && told.contains("did you mean `strike`?"),
        "{told}"
    );
    let told = mistake("look: Use(\"grab\", \"Bror\")", "look: Use(\"grabb\", \"Bror\")");
    assert!(told.starts_with("unknown action `grabb` @ \"grabb\""), "{told}");
    let told = mistake("Does(Picks(\"prepare\"))", "Does(Picks(\"prepar\"))");
    assert!(told.starts_with("unknown action `prepar` @ \"prepar\""), "{told}");
    let told = mistake("until: Harmed(\"Bror\")", "until: Gains(\"Bror\", \"pron\")");
    assert!(
        told.starts_with("unknown condition `pron` @ \"pron\"") && told.contains("did you mean `prone`?"),
        "{told}"
    );
    let told = mistake("until: Harmed(\"Bror\")", "until: Any([])");
    assert!(told.starts_with("no goal would ever complete this step"), "{told}");
}

#[test]
fn cells_off_the_board_are_refused() {
    let told = mistake("look: Cell(3, 2)", "look: Cell(3, 22)");
    assert!(told.starts_with("(3, 22) is off the board of 10 by 6 cells @ Cell(3, 22)"), "{told}");
    let told = mistake("until: At(\"Asa\", 3, 2)", "until: At(\"Asa\", -1, 2)");
    assert!(told.starts_with("(-1, 2) is off the board of 10 by 6 cells"), "{told}");
}

#[test]
fn lessons_need_a_known_rule_system_a_scenario_and_ids_of_their_own() {
    let told = mistake("ruleset: \"time_count\"", "ruleset: \"time_cuont\"");
    assert!(told.starts_with("unknown rule system `time_cuont` @ \"time_cuont\""), "{told}");
    let told = mistake("scenario: \"yard\"", "scenario: \"yart\"");
    assert!(told.starts_with("there is no scenario `yart` in the folder `boards` @ \"yart\""), "{told}");
    let told = mistake("id: \"striking\"", "id: \"moving\"");
    assert!(told.starts_with("duplicate lesson `moving` @ \"moving\""), "{told}");
    let told = mistake("title: \"Striking\"", "title: \" \"");
    assert!(told.starts_with("this text must not be blank @ \" \""), "{told}");
    let told = mistake_in("tutorials/boards/yard.ron", "\"swordsman\"", "\"swordman\"");
    assert!(told.starts_with("unknown Time Count unit `swordman` @ \"swordman\""), "{told}");
    let told = mistake("about: \"Walk across", &format!("about: \"{} Walk across", "x".repeat(200)));
    assert!(told.starts_with("this text has 2") && told.contains("at most 200 are allowed"), "{told}");
}

#[test]
fn the_first_side_of_a_lesson_is_the_players() {
    let told = mistake_in("tutorials/boards/duel.ron", "control: Human", "control: Ai");
    assert!(told.starts_with("the first side of the scenario must be the player's"), "{told}");
}

#[test]
fn recommended_battles_exist_and_give_the_first_side_to_the_player() {
    let assets = shipped_assets();
    let (library, terrains) = (Library::open(&assets).expect("rules"), Terrains::open(&assets).expect("terrains"));
    let (tutorials, _) = Tutorial::read_all(&assets, &library.ruleset_ids());
    for tutorial in &tutorials {
        assert!(tutorial.battles.len() >= 3, "{}", tutorial.ruleset);
        for battle in &tutorial.battles {
            let path = assets.with_file_name("scenarios").join(&battle.scenario).with_extension("ron");
            let source = Source::read(path).expect("the scenario is there");
            let scenario = Scenario::read(&source, &terrains).expect("it has no mistakes");
            assert!(scenario.prepare(&library, &tutorial.ruleset).is_ok(), "{} {}", tutorial.ruleset, battle.scenario);
            assert_eq!(scenario.sides[0].control, Control::Human, "{}", battle.scenario);
        }
    }
}

#[test]
fn mistakes_in_recommended_battles_are_refused_at_their_place() {
    let told = mistake("(scenario: \"tavern\", about:", "(scenario: \"poisoned_well\", about:");
    assert!(told.starts_with("duplicate battle `poisoned_well` @ \"poisoned_well\""), "{told}");
    let told = mistake("(scenario: \"tavern\", about:", "(scenario: \"\", about:");
    assert!(told.starts_with("this text must not be blank @ \"\""), "{told}");
    let told = mistake("(scenario: \"tavern\", about:", "(scenario: \"tavern\", abot: \"\", about:");
    assert!(told.starts_with("unknown field `abot` in `FirstBattle`"), "{told}");
}
