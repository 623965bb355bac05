//! The window as a player meets it: keys and clicks go in, words on panels come out.

use crate::skirmish;
use std::fs;

use crate::pane::{Pane, opening};
use crate::shown::ShownApp;
use crate::skirmish::{dull, skirmish, time_count};
use bevy::ecs::system::SystemState;
use bevy::prelude::{KeyCode, Res};
use tempfile::TempDir;
use warboard::battle::{Facing, Side};
use warboard::content::goal::{Goal, GoalZone, Loss};
use warboard::content::policy::WoundPolicy;
use warboard::ecs::{Combatants, ShownBattle};
use warboard::grid::{Cell, Direction};
use warboard::gui::hud::{Handover, HandoverStage, Progress, ProgressMeter};
use warboard::gui::input::Offered;
use warboard::gui::keys::{KeyCommand, KeyMap};
use warboard::gui::known::FogOfWar;
use warboard::gui::playback::Speed;
use warboard::gui::session::{OpenPrompt, Seat, Session};
use warboard::gui::settings::{Settings, SettingsFile};
use warboard::resolution::{Asks, BattleEvent, Choice, Prompt};

const TWO: [Seat; 2] = [Seat::Human, Seat::Human];

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A battle at the first question, everything shown at once.
fn battle(home: &TempDir, scenario: &str) -> Pane {
    let mut pane = Pane::open(home.path(), Some(opening(scenario, &TWO)));
    pane.change::<Settings>(|settings| settings.speed = Speed::Instant);
    pane.until_asked();
    pane.frames(3);
    pane
}

/// Lets whoever is asked do something that needs no target, or else the first thing it can.
fn take_a_turn(pane: &mut Pane) {
    let offers = &pane.resource::<Offered>().offers;
    let idle = offers.iter().find(|offer| offer.action.id == "wait".into());
    let act = idle.into_iter().chain(offers).flat_map(|offer| &offer.acts).next().expect("something can be done");
    let choice = Choice::Act(act.clone());
    pane.answer(choice);
}

#[test]
fn a_key_is_changed_in_the_settings_works_at_once_and_is_still_there_when_the_window_opens_again() {
    let home = home();
    let mut pane = battle(&home, "duel.ron");
    pane.press(KeyCode::F10).click("Keys").click("Backspace");
    assert!(pane.shows("press a key"), "{:#?}", pane.texts());
    pane.press(KeyCode::Insert);
    assert_eq!(pane.resource::<KeyMap>().words(KeyCommand::Undo), "Insert");
    pane.press(KeyCode::Escape);
    assert!(!pane.shows("Reset all"), "Esc closes the window");
    pane.press(KeyCode::Backspace);
    assert!(!pane.shows("nothing to undo"), "the old key does nothing");
    pane.press(KeyCode::Insert);
    assert!(pane.shows("nothing to undo"), "{:#?}", pane.texts());

    drop(pane);
    let text = fs::read_to_string(home.path().join("settings.ron")).expect("the settings are kept");
    assert!(text.contains("Undo") && text.contains("\"Insert\""), "{text}");
    let mut again = battle(&home, "duel.ron");
    again.press(KeyCode::F2);
    assert!(again.texts().contains(&"Insert"), "{:#?}", again.texts());
}

#[test]
fn a_key_that_is_taken_is_named_and_swapped() {
    let home = home();
    let mut pane = battle(&home, "duel.ron");
    pane.press(KeyCode::F10).click("Keys").click("Backspace").press(KeyCode::Home);
    assert!(
        pane.shows("Home is already bound to “Show the whole board”. Bind it to “Undo (until dice are rolled)"),
        "{:#?}",
        pane.texts()
    );
    pane.click("Swap: “Show the whole board” gets Backspace");
    let keys = pane.resource::<KeyMap>();
    assert_eq!((keys.words(KeyCommand::Undo), keys.words(KeyCommand::FitMap)), ("Home".into(), "Backspace".into()));
}

#[test]
fn keys_are_searched_by_words_and_keep_their_letters_to_themselves() {
    let home = home();
    let mut pane = battle(&home, "duel.ron");
    pane.press(KeyCode::F10).click("Keys").click("a word or a key").type_words("quick");
    let texts = pane.texts();
    assert!(texts.contains(&"Quick save") && texts.contains(&"Quick load"), "{texts:#?}");
    assert!(!texts.contains(&"Zoom in"), "{texts:#?}");
}

#[test]
fn an_action_answers_to_its_new_letter() {
    let home = home();
    let mut pane = battle(&home, "duel.ron");
    pane.press(KeyCode::F10).click("Keys").click("a word or a key").type_words("actions: move run");
    pane.click("R").press(KeyCode::F12);
    assert!(pane.shows("F12 is already bound to “Screenshot”"), "{:#?}", pane.texts());
    pane.click("Replace: “Screenshot” loses it");
    assert_eq!(pane.resource::<KeyMap>().words(KeyCommand::TakePicture), "no key");
    pane.press(KeyCode::Escape).click("Move 2");
    assert!(pane.texts().contains(&"F12"), "the button shows its key: {:#?}", pane.texts());
}

#[test]
fn a_broken_file_of_settings_is_said_and_never_written_over() {
    let home = home();
    let path = home.path().join("settings.ron");
    let broken = "(scale: 125, colour: Usual)";
    fs::write(&path, broken).expect("a file");
    let mut pane = Pane::open(home.path(), None);
    assert!(pane.shows("the broken file is left untouched"), "{:#?}", pane.texts());
    assert!(pane.shows("settings.ron:1:"), "{:#?}", pane.texts());
    pane.press(KeyCode::F10).click("150 %").frames(6);
    assert_eq!(pane.resource::<Settings>().scale, 150);
    assert_eq!(fs::read_to_string(&path).expect("a file"), broken);
    pane.click("Rename the broken file").frames(3);
    assert_eq!(pane.resource::<SettingsFile>().broken, None);
    let kept = fs::read_to_string(&path).expect("a file");
    assert!(kept.contains("scale: 150"), "{kept}");
    assert_eq!(fs::read_to_string(home.path().join("settings.broken-1.ron")).expect("a file"), broken);
}

#[test]
fn the_board_is_hidden_until_the_next_player_sits_there_who_then_reads_what_happened() {
    let home = home();
    let mut pane = battle(&home, "duel.ron");
    assert_eq!(pane.resource::<Handover>().stage, HandoverStage::Playing, "whoever begins sits there already");
    let first = pane.resource::<OpenPrompt>().who();
    let handed = |pane: &Pane| pane.resource::<Handover>().is_up();
    for _ in 0..40 {
        take_a_turn(&mut pane);
        pane.until_asked().frames(2);
        if handed(&pane) {
            break;
        }
    }
    assert_ne!(pane.resource::<OpenPrompt>().who(), first);
    let texts = pane.texts();
    assert!(texts.contains(&"Pass to"), "{texts:#?}");
    assert!(!pane.shows("All possible") && !pane.shows("hit points"), "nothing of the battle is seen: {texts:#?}");

    pane.frames(10).press(KeyCode::KeyK);
    assert!(pane.shows("Since your last turn"), "{:#?}", pane.texts());
    assert!(pane.shows("Aldric"), "{:#?}", pane.texts());
    let asked = pane.resource::<OpenPrompt>().who();
    pane.frames(10).press(KeyCode::Enter);
    assert_eq!(pane.resource::<Handover>().stage, HandoverStage::Playing);
    assert!(pane.shows("All possible"), "{:#?}", pane.texts());
    assert_eq!(pane.resource::<OpenPrompt>().who(), asked, "the keys did nothing else");
}

#[test]
fn the_board_is_not_hidden_where_the_player_does_not_want_it() {
    let home = home();
    let mut pane = battle(&home, "duel.ron");
    pane.change::<Settings>(|settings| settings.pass_screen = false);
    let first = pane.resource::<OpenPrompt>().who();
    for _ in 0..40 {
        take_a_turn(&mut pane);
        pane.until_asked().frames(2);
        assert!(!pane.resource::<Handover>().is_up());
        if pane.resource::<OpenPrompt>().who() != first {
            return;
        }
    }
    panic!("the other side never acts");
}

#[test]
fn a_key_for_the_turn_before_does_not_lift_the_curtain() {
    let home = home();
    let mut pane = battle(&home, "duel.ron");
    for _ in 0..40 {
        take_a_turn(&mut pane);
        pane.until_asked().frames(1);
        if pane.resource::<Handover>().is_up() {
            break;
        }
    }
    pane.press(KeyCode::Enter);
    assert!(matches!(pane.resource::<Handover>().stage, HandoverStage::Passing(_)));
}

#[test]
fn a_picture_of_the_window_is_kept_and_the_player_told_where() {
    let home = home();
    let mut pane = battle(&home, "duel.ron");
    pane.press(KeyCode::F12);
    pane.expose();
    let path = home.path().join("screenshots").join("warboard-0001.png");
    assert!(path.exists());
    assert!(pane.shows(&format!("Screenshot saved to {}", path.display())), "{:#?}", pane.texts());
}

#[test]
fn goals_say_how_far_they_have_come() {
    let home = home();
    let mut pane = battle(&home, "bridge.ron");
    pane.click("Goals");
    let texts = pane.texts();
    assert!(texts.contains(&"held 0 of 120 counts, no unit there"), "{texts:#?}");
    assert!(texts.contains(&"0 of 5 out of the fight"), "{texts:#?}");
    let mut pane = battle(&home, "escape.ron");
    pane.click("Goals");
    let texts = pane.texts();
    assert!(texts.contains(&"0 of 3 out, 6 still on the board"), "{texts:#?}");
    assert!(texts.iter().filter(|text| text.starts_with("Captain Odo stands: ")).count() >= 2, "{texts:#?}");
}

/// The progress that is measured in a battle shown in a world.
fn measured(fight: &skirmish::Skirmish, measure: impl FnOnce(ProgressMeter<'_, '_, '_>) -> Progress) -> Progress {
    let mut shown = ShownApp::showing(fight);
    let world = shown.app.world_mut();
    let mut state = SystemState::<(Combatants, Res<ShownBattle>)>::new(world);
    let (combatants, battle) = state.get(world).expect("the battle is shown");
    let watch = FogOfWar::default();
    measure(ProgressMeter {
        combatants: &combatants,
        watch: &watch,
        count: battle.snapshot().count,
        game: battle.game(),
    })
}

#[test]
fn progress_is_told_for_every_kind_of_goal() {
    let rules = time_count();
    let mut fight = skirmish(&rules, "a..B").unit('a', dull()).unit('B', dull()).seeded(1);
    let (a, b) = (Cell::new(0, 0), Cell::new(3, 0));
    let told = |fight: &skirmish::Skirmish, goal: &Goal, since: Option<i32>| {
        let progress = measured(fight, |meter| meter.goal(Side(0), goal, since));
        (progress.words, progress.share.map(|share| (share * 100.0).round() as i32))
    };
    let now = fight.count();
    let zone = |cells: &[Cell]| GoalZone { name: "place".into(), cells: cells.to_vec() };
    let hold = |cells: &[Cell]| Goal::Hold { zone: zone(cells), counts: 20 };
    assert_eq!(told(&fight, &hold(&[a]), Some(now - 4)), ("held 4 of 20 counts".into(), Some(20)));
    assert_eq!(told(&fight, &hold(&[a]), Some(now + 4)), ("held 0 of 20 counts".into(), Some(0)), "not shown yet");
    assert_eq!(told(&fight, &hold(&[b]), None).0, "held 0 of 20 counts, enemies there");
    assert_eq!(told(&fight, &hold(&[a, b]), None).0, "held 0 of 20 counts, 1 enemy there too");
    assert_eq!(told(&fight, &Goal::Last { count: now + 1 }, None).0, "1 count to go");
    assert_eq!(told(&fight, &Goal::DefeatAll, None), ("0 of 1 out of the fight".into(), Some(0)));
    assert_eq!(told(&fight, &Goal::Defeat(1), None), ("B stands: 10 of 10 hit points, fatigue 0".into(), None));
    let escape = Goal::Escape { zone: zone(&[a]), many: 1 };
    assert_eq!(told(&fight, &escape, None), ("0 of 1 out, 1 still on the board".into(), Some(0)));
    let who = fight.id('a');
    fight.state.impose(&BattleEvent::Escaped { who });
    assert_eq!(told(&fight, &escape, None), ("1 of 1 out, 0 still on the board".into(), Some(100)));
    assert_eq!(measured(&fight, |meter| meter.loss(&Loss::Fallen(0))).words, "a has escaped");
}

/// Puts a question about a facing before the one who is asked.
fn ask_for_a_facing(pane: &mut Pane) {
    let who = pane.resource::<OpenPrompt>().who().expect("somebody is asked");
    let options = [Facing::AllAround].into_iter().chain((0..8).map(|way| Facing::of(Direction(way)))).collect();
    pane.change::<OpenPrompt>(|asked| asked.0 = Some(Prompt { who, asks: Asks::Face { options } }));
}

#[test]
fn a_facing_is_chosen_by_the_keys_of_the_compass() {
    let home = home();
    let mut pane = battle(&home, "duel.ron");
    ask_for_a_facing(&mut pane);
    let texts = pane.texts();
    for letter in ["Q", "W", "E", "A", "S", "D", "Z", "X", "C"] {
        assert!(texts.contains(&letter), "{letter} is not on the compass: {texts:#?}");
    }
    pane.press(KeyCode::KeyC).press(KeyCode::Numpad8).press(KeyCode::KeyS);
    let faced = [Facing::Direction(3), Facing::Direction(0), Facing::AllAround].map(Choice::Face);
    assert_eq!(pane.given(), faced);
}

#[test]
fn a_facing_is_chosen_by_a_click_on_the_compass() {
    let home = home();
    let mut pane = battle(&home, "duel.ron");
    ask_for_a_facing(&mut pane);
    pane.click("D");
    assert_eq!(pane.given(), [Choice::Face(Facing::Direction(2))]);
}

#[test]
fn house_rules_are_picked_on_the_start_screen() {
    let home = home();
    let mut pane = Pane::open(home.path(), None);
    pane.until("the rules are read", |pane| pane.shows("Time Count")).click("Time Count");
    pane.frames(2).click("Time Count: lasting wounds").frames(2);
    assert!(pane.shows("Time Count: lasting wounds"), "{:?}", pane.texts());
    pane.click("Start").until("the battle begins", |pane| pane.world().contains_resource::<Session>());
    let rules = pane.resource::<Session>().rules();
    let WoundPolicy::Threshold(wounds) = &rules.policies.damage.wounds else { panic!("there is a threshold of pain") };
    assert!(wounds.impairments.used, "the impairments of the house rules are played");
}

/// Words that go over an edge of their panel at a side, where no scrolling brings them back.
fn cut(pane: &Pane) -> Vec<String> {
    let words = pane.words().iter().filter(|word| word.is_seen());
    let over =
        words.filter(|word| word.at.right() > word.clip.right() + 1.5 || word.at.left() < word.clip.left() - 1.5);
    over.map(|word| format!("`{}` {:?} in {:?}", word.text, word.at.x_range(), word.clip.x_range())).collect()
}

/// Unfolds every number in the panel of the fighter.
fn unfold(pane: &mut Pane) {
    pane.resize(1920.0, 1080.0);
    pane.change::<Settings>(|settings| settings.scale = 75);
    pane.frames(3);
    let folds: Vec<String> = ["threshold", "primary", "passive", "vigor", "Long", "Short", "Heavy", "Unarmed"]
        .iter()
        .flat_map(|start| pane.texts().into_iter().find(|text| text.starts_with(start)).map(str::to_owned))
        .collect();
    assert!(folds.len() >= 5, "{:#?}", pane.texts());
    for fold in folds {
        pane.click(&fold);
    }
    assert!(pane.shows("base"), "a defence is unfolded: {:#?}", pane.texts());
}

#[test]
fn no_words_are_cut_at_any_size() {
    let home = home();
    let mut pane = battle(&home, "bridge.ron");
    unfold(&mut pane);
    let mut wrong = Vec::new();
    for (width, height) in [(1280.0, 720.0), (1440.0, 900.0), (1920.0, 1080.0)] {
        pane.resize(width, height);
        for scale in [75, 100, 150] {
            pane.change::<Settings>(|settings| settings.scale = scale);
            pane.frames(3);
            let mut look = |pane: &Pane, what: &str| {
                wrong.extend(cut(pane).iter().map(|cut| format!("{width}x{height} at {scale}, {what}: {cut}")));
            };
            look(&pane, "as it is");
            if !pane.texts().contains(&"Goals") {
                pane.press(KeyCode::F4);
            }
            for tab in ["Log", "Goals"] {
                pane.click(tab);
                look(&pane, tab);
            }
            for key in [KeyCode::F1, KeyCode::F2, KeyCode::F10] {
                pane.press(key);
                look(&pane, &format!("{key:?}"));
                pane.press(key);
            }
            if !pane.shows("hit points") {
                pane.press(KeyCode::F3);
            }
            look(&pane, "the fighter");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
