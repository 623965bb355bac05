//! Replays: recordings are listed, watched, stepped through, seen from any side, and taken over.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::{Entity, KeyCode, State, Vec2, With};
use bevy::window::{FileDragAndDrop, PrimaryWindow};
use tempfile::TempDir;
use warboard::battle::{CombatantId, Side};
use warboard::content::Source;
use warboard::control::{Charger, Controller};
use warboard::ecs::ShownBattle;
use warboard::grid::Cell;
use warboard::gui::hud::LogBook;
use warboard::gui::known::FogOfWar;
use warboard::gui::playback::{Playback, Speed};
use warboard::gui::screens::{ReplayRequest, Screen};
use warboard::gui::session::{BattleOpening, OpenPrompt, ReplayView, Seat, Session};
use warboard::gui::settings::Settings;
use warboard::replay::{Playthrough, Recording, StopJump, journal};
use warboard::resolution::{Act, BattleStatus, Choice};

use crate::test_window::{TestWindow, opening_of};

/// The smallest window that the controls must fit into, in pixels.
const SMALL: (f32, f32) = (1024.0, 640.0);

/// A rogue and a guard with a wall between them.
const YARD: &str = r##"(
    name: "Yard", about: "A wall to hide behind.", shape: Square,
    map: [".......", "..##...", "..r#.g.", "..##...", "......."],
    legend: { ".": "grass", "#": "wall" },
    marks: { "r": "grass", "g": "grass" },
    sides: [
        (name: "Blue", control: Human, units: [(unit: "rogue", name: "Rook", at: Mark("r"))]),
        (name: "Red", control: Human, units: [(unit: "guard", name: "Gard", at: Mark("g"))]),
    ],
)"##;

/// A shipped scenario, opened by its path as a recording names it.
fn shipped(scenario: &str, ruleset: &str) -> BattleOpening {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(scenario).with_extension("ron");
    opening_of(Source::read(path).expect("a scenario"), ruleset, &[Seat::Human; 2], 7)
}

/// The recording of a battle that the simple opponent plays for all sides, of at most this many answers.
fn recorded(opening: &BattleOpening, most: usize) -> Recording {
    let mut play = Playthrough::begin(opening.setup.clone(), opening.beginning());
    for _ in 0..most {
        let BattleStatus::Awaiting(prompt) = play.advance().expect("no journal") else { break };
        let setup = &opening.setup;
        let choice = Charger::default().answer(play.view(), &setup.rules, setup, &prompt).choice;
        play.answer(choice).expect("a legal answer");
    }
    play.advance().expect("no journal");
    play.recording().clone()
}

/// Saves a recording where the result screen does, under the name that the game gives it.
fn keep(home: &TempDir, recording: &Recording) -> PathBuf {
    let folder = home.path().join("recordings");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{}-7.warboard", recording.beginning.name.to_lowercase().replace(' ', "_")));
    fs::write(&path, recording.to_text()).expect("a file");
    path
}

/// The title screen of a small window with instant playback.
fn at_title(home: &TempDir) -> TestWindow {
    let mut window = TestWindow::open(home.path(), None);
    window.resize(SMALL.0, SMALL.1);
    window.change::<Playback>(|playback| playback.speed = Speed::Instant);
    window.wait_until("the scenarios are listed", |window| window.shows("Start here")).frames(4);
    window
}

/// A window that shows the replay of a recording, opened from the list with the mouse.
fn watching(home: &TempDir, opening: &BattleOpening, most: usize) -> TestWindow {
    keep(home, &recorded(opening, most));
    let mut window = at_title(home);
    window.click("Replays").frames(4).click(&opening.setup.name);
    window.wait_until("the replay is shown", |window| window.shows("Take over from here")).frames(6);
    window
}

fn at(window: &TestWindow) -> usize {
    window.resource::<ReplayView>().at()
}

/// Asserts that the shown state is that of the recording at the shown stop, and that nothing is asked.
fn assert_true(window: &TestWindow) {
    let view = window.resource::<ReplayView>();
    let setup = &window.resource::<Session>().opening.setup;
    let mut play = Playthrough::begin(setup.clone(), view.battle.beginning().clone());
    play.retrace(view.battle.answers_before(view.at()), |_, _, _| {}).expect("they fit");
    let shown = window.resource::<ShownBattle>().snapshot();
    assert_eq!(shown.checksum(0), play.snapshot().checksum(0), "stop {}", view.at());
    assert_eq!(play.battle().log().events().len(), view.stop().facts);
    assert!(window.resource::<OpenPrompt>().0.is_none() && window.answers().is_empty());
}

/// Asserts that all words of the controls are visible as a whole.
fn assert_readable(window: &TestWindow) {
    let view = window.resource::<ReplayView>();
    let zoom = f32::from(window.resource::<Settings>().scale) / 100.0;
    let strip = window.words().iter().rfind(|word| word.text == "Start").expect("the controls").at.top() * zoom;
    for words in
        ["Start", "End", "Play", "< Action", "Action >", "< Side", "Side >", "1x", "instant", "Leave", "All sides"]
    {
        let word = window.words().iter().rfind(|word| word.text == words);
        let word = word.unwrap_or_else(|| panic!("no `{words}` in {:#?}", window.texts()));
        let whole = !word.elided && word.clip.expand(1.0).contains_rect(word.at);
        assert!(whole && word.at.top() * zoom >= strip - 1.0, "`{words}` at stop {}: {word:?}", view.at());
    }
}

#[test]
fn a_recording_is_stepped_through_and_every_moment_is_as_it_was_played() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = watching(&home, &shipped("duel", "fragments"), 400);
    assert_readable(&window);
    assert!(window.shows("Replay") && window.shows("Moment 0 of"), "{:#?}", window.texts());
    let end = window.resource::<ReplayView>().battle.end();
    let mut seen = vec![window.resource::<LogBook>().lines.len()];
    while at(&window) < end {
        assert_true(&window);
        let before = at(&window);
        window.click("Action >").frames(8);
        assert!(at(&window) > before, "it stays at {before}: {:#?}", window.texts());
        seen.push(window.resource::<LogBook>().lines.len());
    }
    assert_true(&window);
    assert!(window.shows(" win: "), "{:#?}", window.texts());
    assert!(seen.is_sorted() && seen[0] < seen[seen.len() - 1]);
    // Backwards it shows the same moments, and the log is as long as it was.
    for _ in 0..2 {
        seen.pop();
        window.click("< Action").frames(4);
        assert_true(&window);
        assert_eq!(window.resource::<LogBook>().lines.len(), seen[seen.len() - 1], "stop {}", at(&window));
    }
}

#[test]
fn the_log_shows_its_end_after_a_jump_over_many_lines() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = watching(&home, &shipped("bridge", "pathrunner"), 400);
    window.resize(1280.0, 800.0);
    window.frames(4);
    assert!(window.shows("The battle begins."), "no line is shown yet");
    for _ in 0..2 {
        window.press(KeyCode::PageDown).frames(6);
    }
    let book = window.resource::<LogBook>();
    assert!(book.wanted(window.resource::<FogOfWar>()).count() > 30, "more lines than fit");
    let log = window.words().iter().filter(|word| word.is_seen() && word.clip.left() > 940.0);
    let texts: Vec<&str> = log.map(|word| word.text.as_str()).collect();
    assert!(texts.len() > 20 && !texts.contains(&"round 1"), "the first lines are out of sight: {texts:#?}");
}

#[test]
fn keys_play_pause_and_jump() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = watching(&home, &shipped("duel", "fragments"), 400);
    let battle = window.resource::<ReplayView>().battle.clone();
    let jumps = [
        (KeyCode::PageDown, StopJump::NextRound),
        (KeyCode::ArrowDown, StopJump::NextSide),
        (KeyCode::ArrowRight, StopJump::NextAction),
        (KeyCode::ArrowLeft, StopJump::PreviousAction),
        (KeyCode::PageDown, StopJump::NextRound),
        (KeyCode::ArrowUp, StopJump::PreviousSide),
        (KeyCode::PageUp, StopJump::PreviousRound),
        (KeyCode::End, StopJump::End),
        (KeyCode::PageUp, StopJump::PreviousRound),
        (KeyCode::Home, StopJump::Start),
    ];
    for (key, jump) in jumps {
        let expected = battle.jump(at(&window), jump);
        window.press(key).frames(10);
        assert_eq!(at(&window), expected, "{jump:?}");
        assert_true(&window);
    }
    window.change::<Playback>(|playback| playback.speed = Speed::Normal);
    window.press(KeyCode::Space).frames(40);
    assert!(window.shows("Pause") && at(&window) > 0, "{:#?}", window.texts());
    window.press(KeyCode::Space).frames(60);
    let paused = at(&window);
    window.frames(40);
    assert!(window.shows("Play") && at(&window) == paused && paused < battle.end());
    window.change::<Playback>(|playback| playback.speed = Speed::Instant);
    window.press(KeyCode::Space);
    window.wait_until("it has played to its end", |window| at(window) == battle.end()).frames(4);
    assert!(window.shows("Play") && !window.shows("Pause"));
    assert_eq!(*window.resource::<State<Screen>>().get(), Screen::Battle, "it stays open");
    window.click("Play").frames(2);
    assert!(at(&window) < battle.end(), "it plays again from the start");
}

#[test]
fn the_bar_leads_to_any_moment_and_the_board_takes_no_orders() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = watching(&home, &shipped("duel", "time_count"), 30);
    let end = window.resource::<ReplayView>().battle.end();
    let y = window.words().iter().rfind(|word| word.text == "Start").expect("the controls").at.top() - 24.0;
    for share in [0.5_f32, 0.9, 0.2, 1.0, 0.0] {
        let x = 15.0 + (SMALL.0 - 30.0) * share;
        window.click_at(Vec2::new(x, y)).frames(4);
        let expected = (share * end as f32).round() as usize;
        assert!(at(&window).abs_diff(expected) <= 1, "{share}: {} of {end}", at(&window));
        assert_true(&window);
    }
    let cells: Vec<_> =
        window.resource::<ShownBattle>().snapshot().rows.iter().map(|row| row.position.cell()).collect();
    for cell in cells {
        window.click_cell(cell).press(KeyCode::Enter).press(KeyCode::Period).press(KeyCode::Backspace).frames(2);
    }
    window.press(KeyCode::F5).press(KeyCode::F9).frames(2);
    assert_true(&window);
    assert!(!home.path().join("quick.warboard").exists(), "a replay is not saved as a battle");
    assert!(!home.path().join("battle.journal").exists(), "a replay has no journal");
}

/// A recording in which Rook hides behind a wall from Gard, moves on and waits.
fn hiding(home: &TempDir) -> (BattleOpening, Recording) {
    let path = home.path().join("yard.ron");
    fs::write(&path, YARD).expect("a file");
    for seed in 0..20 {
        let source = Source::read(&path).expect("a scenario");
        let opening = opening_of(source, "fragments", &[Seat::Human; 2], seed);
        let mut play = Playthrough::begin(opening.setup.clone(), opening.beginning());
        let mut acts = vec![Act::own("wait"), Act::along("move", vec![Cell::new(1, 2)]), Act::own("sneak")];
        while let BattleStatus::Awaiting(prompt) = play.advance().expect("no journal") {
            let is_rook = prompt.who == CombatantId(0);
            let Some(act) = (if is_rook { acts.pop() } else { Some(Act::own("wait")) }) else { break };
            play.answer(Choice::Act(act)).expect("a legal answer");
        }
        if !play.view().row(CombatantId(0)).pairs.0.is_empty() {
            return (opening, play.recording().clone());
        }
    }
    panic!("no seed lets it hide");
}

#[test]
fn a_side_sees_only_what_it_knew() {
    let home = tempfile::tempdir().expect("a folder");
    let (_, recording) = hiding(&home);
    keep(&home, &recording);
    let mut window = at_title(&home);
    window.click("Replays").frames(4).click("Yard");
    window.wait_until("the replay is shown", |window| window.shows("Take over from here")).frames(6);
    window.press(KeyCode::End).frames(4);
    let rook = CombatantId(0);
    let concealed = |window: &TestWindow| window.resource::<ShownBattle>().concealed().to_vec();
    assert!(concealed(&window).is_empty() && window.shows_token(rook), "all is shown at first");
    for (side, hidden) in [("Red", vec![rook]), ("Blue", Vec::new()), ("Red", vec![rook])] {
        window.click(side).frames(3);
        assert_eq!(concealed(&window), hidden, "{side}");
        assert_eq!(window.shows_token(rook), hidden.is_empty(), "{side}");
        let seen = Side(u8::from(side == "Red"));
        assert!(window.resource::<FogOfWar>().commands(seen));
    }
    // The view stays while the replay moves.
    window.press(KeyCode::Home).frames(4);
    assert!(concealed(&window).is_empty(), "it does not hide yet");
    window.press(KeyCode::End).frames(4);
    assert_eq!(concealed(&window), [rook]);
    window.click("All sides").frames(3);
    assert!(concealed(&window).is_empty() && window.shows_token(rook));
}

#[test]
fn damaged_and_foreign_recordings_are_refused_with_their_place() {
    let home = tempfile::tempdir().expect("a folder");
    let recording = recorded(&shipped("duel", "time_count"), 60);
    let whole = recording.to_text();
    let path = keep(&home, &recording);
    let middle = whole.len() / 2;
    let hash = whole.find("\"the policies\":\"").expect("a hash") + 16;
    let changed = format!("{}{}{}", &whole[..hash], "0123456789abcdef", &whole[hash + 16..]);
    let moves = whole.find("\"move\"").expect("a movement");
    let other = format!("{}\"wait\"{}", &whole[..moves], &whole[moves + 6..]);
    let versions = whole.replacen("\"warboard_recording\":3", "\"warboard_recording\":2", 1);
    let elsewhere = whole.replacen("duel.ron", "no_such_battle.ron", 1);
    let files = [
        (whole[..middle].to_owned(), "duel-7.warboard:"),
        (String::new(), "the file is empty"),
        ("notes".to_owned(), "duel-7.warboard:1:"),
        (changed, "the content changed since the recording: the policies"),
        (other, "duel-7.warboard:"),
        (versions, "duel-7.warboard:1:1: this recording has format 2; only format 3 is supported"),
        (elsewhere, "no_such_battle.ron"),
    ];
    for (text, why) in files {
        fs::write(&path, &text).expect("a file");
        let mut window = at_title(&home);
        window.world_mut().write_message(ReplayRequest::Open(path.clone()));
        window.frames(6);
        let told = window.texts().into_iter().find(|text| text.starts_with("the replay cannot be opened: "));
        let told = told.unwrap_or_else(|| panic!("{why}: {:#?}", window.texts())).to_owned();
        assert!(told.contains(why), "{told}");
        assert_eq!(*window.resource::<State<Screen>>().get(), Screen::Title);
        // The list says so, too, where the file itself is broken.
        window.click("Replays").frames(4);
        assert!(window.shows("duel-7.warboard") || window.shows("Time Count"), "{:#?}", window.texts());
    }
}

#[test]
fn a_battle_is_taken_over_and_the_recording_stays() {
    let home = tempfile::tempdir().expect("a folder");
    let opening = shipped("duel", "time_count");
    let mut window = watching(&home, &opening, 30);
    let path = home.path().join("recordings").join("duel-7.warboard");
    let before = fs::read(&path).expect("a file");
    window.press(KeyCode::ArrowRight).frames(8).press(KeyCode::ArrowRight).frames(8);
    let shown = window.resource::<ShownBattle>().snapshot().checksum(0);
    let given = window.resource::<ReplayView>().battle.answers_before(at(&window)).to_vec();
    assert!(!given.is_empty());
    window.click("Take over from here").frames(3);
    assert!(window.shows("Who plays each side?"), "{:#?}", window.texts());
    window.press(KeyCode::Escape).frames(3);
    assert!(!window.shows("Who plays each side?"));
    window.click("Take over from here").frames(3).click("Play on").wait_for_prompt().frames(4);
    assert!(!window.world().contains_resource::<ReplayView>());
    assert_eq!(window.resource::<ShownBattle>().snapshot().checksum(0), shown);
    let session = window.resource::<Session>();
    assert!(session.is_written_down() && !session.is_replay());
    assert_eq!(session.opening.given, given);
    // It is played on as any battle, in a journal of its own.
    let prompt = window.resource::<OpenPrompt>().0.clone().expect("a question");
    let setup = &opening.setup;
    let choice = Charger::default().answer(window.resource::<Session>().ahead(), &setup.rules, setup, &prompt).choice;
    window.answer(choice);
    window.frames(4);
    let kept = journal::read(&home.path().join("battle.journal")).expect("a journal");
    assert!(kept.chosen.starts_with(&given) && kept.chosen.len() > given.len() && !kept.finished);
    assert_eq!(fs::read(&path).expect("a file"), before);
}

#[test]
fn a_finished_battle_is_watched_from_its_result_and_a_dropped_file_from_the_title_screen() {
    let home = tempfile::tempdir().expect("a folder");
    let opening = shipped("duel", "fragments");
    let path = keep(&home, &recorded(&opening, 400));
    let kept = fs::read(&path).expect("a file");
    let mut window = at_title(&home);
    let world = window.world_mut();
    let entity = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).expect("a window");
    world.write_message(FileDragAndDrop::DroppedFile { window: entity, path_buf: path.clone() });
    window.wait_until("the replay is shown", |window| window.shows("Take over from here")).frames(6);
    // Taken over at its last moment, it ends at once with the answers of the computer.
    window.press(KeyCode::End).frames(4).press(KeyCode::ArrowLeft).frames(4);
    window.click("Take over from here").frames(3).click("Human").frames(3).click("AI, easy").frames(3);
    if window.texts().contains(&"Human") {
        window.click("Human").frames(3).click("AI, easy").frames(3);
    }
    window.click("Play on");
    window.wait_until("the battle is over", |window| window.shows("Watch replay")).frames(4);
    let end = window.resource::<ShownBattle>().snapshot().checksum(0);
    window.click("Save replay").frames(3).click("Save replay").frames(3);
    assert_eq!(fs::read(&path).expect("a file"), kept, "the replay of another battle of this seed stays");
    let all = fs::read_dir(path.parent().expect("a folder")).expect("a folder");
    let mut names: Vec<_> = all.map(|file| file.expect("a file").file_name()).collect();
    names.sort_unstable();
    assert_eq!(names, ["duel-7-2.warboard", "duel-7.warboard"], "saved once");
    window.click("Watch replay");
    window.wait_until("the replay is shown", |window| window.shows("Take over from here")).frames(6);
    assert!(window.shows("Moment 0 of"), "{:#?}", window.texts());
    assert_true(&window);
    window.click("Leave").frames(10);
    assert_eq!(*window.resource::<State<Screen>>().get(), Screen::Result);
    assert!(window.shows("Watch replay"), "{:#?}", window.texts());
    assert_eq!(window.resource::<ShownBattle>().snapshot().checksum(0), end, "the board is that of the end");
    window.click("Restart (same seed)");
    window.wait_until("the battle begins", |window| window.world().contains_resource::<Session>());
    assert!(!window.resource::<Session>().is_replay(), "a restarted battle is played");
    assert_eq!(window.resource::<Session>().opening.seed, 7);
}

#[test]
fn replays_are_renamed_and_deleted_in_their_list() {
    let home = tempfile::tempdir().expect("a folder");
    let kept = keep(&home, &recorded(&shipped("duel", "fragments"), 3));
    let mut window = at_title(&home);
    window.click("Replays").frames(4).click("Rename").frames(4);
    window.type_words("A: close call").frames(2);
    window.press(KeyCode::Enter).frames(6);
    let named = home.path().join("recordings/A close call.warboard");
    assert!(named.exists() && !kept.exists(), "{:#?}", window.texts());
    assert!(window.shows("A close call"), "{:#?}", window.texts());
    window.click("Delete").frames(3);
    assert!(named.exists() && window.shows("Really delete?"));
    window.click("Really delete?").frames(6);
    assert!(!named.exists() && window.shows("No replays saved yet."), "{:#?}", window.texts());
}
