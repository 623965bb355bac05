//! Recordings: a replay is identical, and differences are located.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use crate::assets::edited_assets;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::batch::{Job, Matchup, Opponent};
use warboard::battle::{Casting, CombatantId, Side, Target};
use warboard::content::{Components, Source, Terrains};
use warboard::control::{Seats, ask};
use warboard::grid::Cell;
use warboard::replay::{Beginning, ContentHashes, Divergence, Playthrough, Recording, RecordingEntry, verify};
use warboard::resolution::{Act, Asks, BattleStatus, Choice, Setup};
use warboard::rules::Library;
use warboard::scenario::Scenario;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn duel() -> (Arc<Setup>, Source) {
    let source = Source::read(root().join("scenarios/duel.ron")).unwrap();
    (prepared(&source), source)
}

fn prepared(source: &Source) -> Arc<Setup> {
    prepared_for(source, "time_count")
}

fn prepared_for(source: &Source, rules: &str) -> Arc<Setup> {
    let assets = root().join("assets");
    let scenario = Scenario::read(source, &Terrains::open(&assets).unwrap()).unwrap();
    Arc::new(scenario.prepare(&Library::open(&assets).unwrap(), rules).unwrap())
}

/// The recording of a complete battle between chargers.
fn played(setup: &Arc<Setup>, source: &Source) -> Recording {
    play_out(setup, source, |_| {}).recording().clone()
}

/// Plays a battle between chargers to its end, with a callback at each stop.
fn play_out(setup: &Arc<Setup>, source: &Source, mut at_stop: impl FnMut(&mut Playthrough)) -> Playthrough {
    let matchup = Matchup { a: Opponent::Charger, b: Opponent::Charger, swap: false };
    let mut seats = Job { setup: Arc::clone(setup), seed: 5, matchup, script: None }.seats(0, false);
    let words = vec!["charger".to_owned(); 2];
    let mut play = Playthrough::begin(Arc::clone(setup), Beginning::new(setup, source, 5, 0, words));
    while let BattleStatus::Awaiting(prompt) = play.advance().unwrap() {
        let choice = ask(play.battle(), &mut seats, &prompt).unwrap().choice;
        play.answer(choice).unwrap();
        at_stop(&mut play);
    }
    play
}

#[test]
fn a_mark_contains_only_changes_since_the_previous_one() {
    let source = Source::read(root().join("scenarios/bridge.ron")).unwrap();
    let setup = prepared(&source);
    let recording = played(&setup, &source);
    let mut marks = recording.marks();
    assert_eq!(marks.next().map(|mark| mark.parts.len()), Some(setup.combatants.len()), "the first says everything");
    assert!(marks.any(|mark| mark.parts.len() < setup.combatants.len()));
}

#[test]
fn an_unrecorded_battle_keeps_only_its_end_and_has_the_same_course() {
    let (setup, source) = duel();
    let recorded = played(&setup, &source);
    let mut most = 0;
    let play = play_out(&setup, &source, |play| {
        play.keep_no_recording();
        most = most.max(play.battle().log().events().len());
        play.forget_events();
    });
    assert_eq!(play.recording().entries, [RecordingEntry::Ended(recorded.ending().unwrap().clone())]);
    assert!(most > 0 && (most as u64) < play.battle().log().seen(), "{most} of {}", play.battle().log().seen());
}

#[test]
fn a_recording_read_back_from_its_text_is_verified() {
    let (setup, source) = duel();
    let recording = played(&setup, &source);
    let again = Recording::read(&recording.to_text()).unwrap();
    assert_eq!(again, recording);
    let verified = verify(&setup, &again).unwrap_or_else(|parted| panic!("{parted}"));
    assert!(verified.finished && verified.marks > 2);
}

#[test]
fn a_prefix_is_verified_up_to_its_end() {
    let (setup, source) = duel();
    let mut recording = played(&setup, &source);
    recording.entries.truncate(recording.entries.len() / 2);
    let verified = verify(&setup, &recording).unwrap_or_else(|parted| panic!("{parted}"));
    assert!(!verified.finished && verified.play.recording().ending().is_none());
}

/// Changes the `n`th answer that is a movement into another act.
fn tampered(recording: &Recording, nth: usize, act: Act) -> Recording {
    let mut tampered = recording.clone();
    let acts = tampered.entries.iter_mut().filter_map(|entry| match entry {
        RecordingEntry::Chosen(chosen) if matches!(chosen.choice, Choice::Act(_)) => Some(chosen),
        _ => None,
    });
    acts.into_iter().nth(nth).unwrap().choice = Choice::Act(act);
    tampered
}

#[test]
fn a_changed_choice_is_reported_with_activation_combatant_and_part() {
    let (setup, source) = duel();
    let wait = setup.rules.actions.iter().find(|action| matches!(action.does, warboard::content::action::Does::Wait));
    let changed = tampered(&played(&setup, &source), 2, Act::own(wait.expect("one can wait").id));
    let parted = verify(&setup, &changed).err().expect("divergence");
    let Divergence::State { activation, what, rule, .. } = &parted else { panic!("{parted}") };
    assert!(*activation > 0 && rule.is_some(), "{parted}");
    assert!(what.contains("Aldric") || what.contains("Berec") || what.contains("turns were recorded"), "{what}");
}

#[test]
fn an_illegal_choice_is_reported_with_its_reason() {
    let (setup, source) = duel();
    let changed = tampered(&played(&setup, &source), 0, Act::own("fly_away"));
    let parted = verify(&setup, &changed).err().expect("divergence");
    assert!(parted.to_string().contains("is no longer allowed"), "{parted}");
}

#[test]
fn other_dice_are_noticed_at_the_first_mark() {
    let (setup, source) = duel();
    let mut recording = played(&setup, &source);
    recording.beginning.seed += 1;
    let parted = verify(&setup, &recording).err().expect("divergence");
    assert!(matches!(parted, Divergence::State { .. } | Divergence::Stuck { .. }), "{parted}");
}

#[test]
fn changed_content_is_reported() {
    let (setup, source) = duel();
    let mut recording = played(&setup, &source);
    let text = source.text.replace("limit: 600", "limit: 601");
    let changed = Source::new(source.name.clone(), text);
    let parted = verify(&prepared(&changed), &recording).err().expect("divergence");
    assert_eq!(parted, Divergence::Content { changed: vec!["the scenario".to_owned()] });
    assert_eq!(parted.line(&recording), 1);
    for part in ["the actions", "the policies"] {
        recording.beginning.content.0.get_mut(part).unwrap().0 ^= 1;
    }
    let parted = verify(&setup, &recording).err().expect("divergence");
    assert_eq!(parted, Divergence::Content { changed: vec!["the actions".to_owned(), "the policies".to_owned()] });
}

/// The duel with one text changed in a file of the assets.
fn with_assets(file: &str, from: &str, to: &str) -> ContentHashes {
    let assets = edited_assets(file, from, to);
    let source = Source::read(root().join("scenarios/duel.ron")).unwrap();
    let scenario = Scenario::read(&source, &Terrains::open(assets.path()).unwrap()).unwrap();
    ContentHashes::of(&scenario.prepare(&Library::open(assets.path()).unwrap(), "time_count").unwrap())
}

#[test]
fn only_content_used_by_the_battle_is_compared() {
    let (setup, _) = duel();
    let then = ContentHashes::of(&setup);
    let unchanged = [
        ("units/time_count/troll.ron", "", "// a comment\n"),
        ("units/time_count/troll.ron", "HitPoints: 36", "HitPoints: 37"),
        ("units/time_count/swordsman.ron", "", "/* a comment */\n"),
        ("rulesets/time_count/ruleset.ron", "", "// a comment\n"),
        ("rulesets/time_count/hud.ron", "key: 'a'", "key: 'Z'"),
        ("terrain.ron", "", "// a comment\n"),
    ];
    for (file, from, to) in unchanged {
        assert_eq!(with_assets(file, from, to).changed_from(&then), [""; 0], "{file}: {to}");
    }
    let changed = with_assets("units/time_count/swordsman.ron", "HitPoints: 16", "HitPoints: 17").changed_from(&then);
    assert_eq!(changed, ["the unit `swordsman`"]);
}

#[test]
fn a_malformed_recording_is_refused_with_its_line() {
    let (setup, source) = duel();
    let text = played(&setup, &source).to_text();
    assert!(Recording::read("").is_err() && Recording::read("{}").is_err());
    for format in [2, 99] {
        let other = text.replacen("\"warboard_recording\":3", &format!("\"warboard_recording\":{format}"), 1);
        assert!(Recording::read(&other).unwrap_err().to_string().contains(&format!("format {format}")));
    }
    let broken = text.replacen("\n{", "\n{{", 1);
    assert_eq!(Recording::read(&broken).unwrap_err().place(), (2, 2));
    let told = Recording::from_source(&Source::new("duel.replay", broken)).unwrap_err().brief();
    assert!(told.starts_with("duel.replay:2:2: invalid entry: key must be a string"), "{told}");
}

#[test]
fn the_checksum_covers_every_part_of_the_state() {
    let (setup, source) = duel();
    let words = vec!["charger".to_owned(); 2];
    let play = Playthrough::begin(Arc::clone(&setup), Beginning::new(&setup, &source, 5, 0, words));
    let snapshot = play.snapshot().clone();
    let sum = snapshot.checksum(4);
    assert_eq!(sum, snapshot.clone().checksum(4));
    assert_ne!(sum, snapshot.checksum(5));
    let mut other = snapshot.clone();
    other.rows[1].vitals.fatigue += 1;
    assert_ne!(sum, other.checksum(4));
    let differing = |at: usize| snapshot.rows[1].marks()[at] != other.rows[1].marks()[at];
    let parts: Vec<&str> = (0..10).filter(|at| differing(*at)).map(|at| warboard::battle::Row::PARTS[at]).collect();
    assert_eq!(parts, ["vitals"]);
}

const MISTY: &str = r#"(
    name: "Mist", about: "A wizard and two who walk into what it makes.", shape: Square,
    map: ["..........", "M..A....G.", ".........."], legend: { ".": "grass" },
    marks: { "M": "grass", "A": "grass", "G": "grass" },
    sides: [
        (name: "Wizards", control: Ai, units: [
            (unit: "hedge_wizard", at: Mark("M")),
            (unit: "archer", at: Mark("A")),
        ]),
        (name: "Goblins", control: Ai, units: [(unit: "goblin", at: Mark("G"))]),
    ],
)"#;

/// A battle between chargers in which the first act of the wizard is this spell, to its end.
fn enchanted(spell: &str) -> (Arc<Setup>, Source, Recording) {
    let source = Source::new("mist.ron", MISTY.to_owned());
    let setup = prepared_for(&source, "fragments");
    let matchup = Matchup { a: Opponent::Charger, b: Opponent::Charger, swap: false };
    let mut seats = Job { setup: Arc::clone(&setup), seed: 5, matchup, script: None }.seats(0, false);
    let words = vec!["charger".to_owned(); 2];
    let mut play = Playthrough::begin(Arc::clone(&setup), Beginning::new(&setup, &source, 5, 0, words));
    let energy = Components { effect: 1, range: 1, area: 1, duration: 2 };
    let casting = Casting { energy, at: Target::Cell(Cell::new(5, 1)) };
    let mut first = Some(Act { target: Target::Cast(Box::new(casting)), ..Act::own(spell) });
    while let BattleStatus::Awaiting(prompt) = play.advance().unwrap() {
        let casts = prompt.who == CombatantId(0) && prompt.asks == Asks::Act;
        let choice = match first.take_if(|_| casts) {
            Some(act) => Choice::Act(act),
            None => ask(play.battle(), &mut seats, &prompt).unwrap().choice,
        };
        play.answer(choice).unwrap();
    }
    let recording = play.recording().clone();
    (setup, source, recording)
}

#[test] // TA-165, TA-203
fn zones_are_reproduced_by_a_replay() {
    for spell in ["fog", "phantom_wall"] {
        let (setup, _, recording) = enchanted(spell);
        let again = Recording::read(&recording.to_text()).unwrap();
        let verified = verify(&setup, &again).unwrap_or_else(|parted| panic!("{spell}: {parted}"));
        assert!(verified.finished && verified.marks > 2);
    }
    let ((setup, _, fog), (.., wall)) = (enchanted("fog"), enchanted("phantom_wall"));
    let parts = fog.entries.iter().zip(&wall.entries).position(|(one, other)| one != other).unwrap();
    let mut mixed = fog;
    mixed.entries[parts] = wall.entries[parts].clone();
    assert!(verify(&setup, &mixed).is_err(), "another thing on the same place is another battle");
}

#[test] // the window seeds its AIs by the beginning of a battle, a batch by its job
fn mistakes_of_an_erring_opponent_are_reproducible() {
    let (setup, source) = duel();
    let matchup = Matchup { a: Opponent::Normal, b: Opponent::Normal, swap: false };
    let job = Job { setup: Arc::clone(&setup), seed: 7, matchup, script: None };
    let beginning = Beginning::new(&setup, &source, job.seed, 3, vec!["normal".to_owned(); 2]);
    let seat = |side| Opponent::Normal.controller(Side(side), beginning.ai_seed());
    let played = [job.seats(3, false), Seats::new((0..2).map(seat).collect()), job.seats(4, false)].map(|mut seats| {
        let mut play = Playthrough::begin(Arc::clone(&setup), beginning.clone());
        while let BattleStatus::Awaiting(prompt) = play.advance().unwrap() {
            let choice = ask(play.battle(), &mut seats, &prompt).unwrap().choice;
            play.answer(choice).unwrap();
        }
        play.recording().clone()
    });
    assert_eq!(played[0], played[1]);
    assert_ne!(played[0], played[2], "the errors of another battle are others");
}
