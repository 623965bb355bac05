//! The window as a player uses it: settings, goals, facings and text at any size.

use crate::skirmish;
use std::fs;

use crate::shown::ShownApp;
use crate::skirmish::{base_unit, skirmish, time_count};
use crate::test_window::{TestWindow, opening};
use bevy::ecs::system::SystemState;
use bevy::prelude::{KeyCode, Res};
use tempfile::TempDir;
use warboard::battle::{Facing, Side};
use warboard::content::{Goal, GoalZone, Loss};
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

/// A battle at its first prompt, with instant playback.
fn battle(home: &TempDir, scenario: &str) -> TestWindow {
    let mut window = TestWindow::open(home.path(), Some(opening(scenario, &TWO)));
    window.change::<Settings>(|settings| settings.speed = Speed::Instant);
    window.wait_for_prompt();
    window.frames(3);
    window
}

/// Answers the open prompt with an action without a target, or else with the first legal answer.
fn take_a_turn(window: &mut TestWindow) {
    let offers = &window.resource::<Offered>().offers;
    let idle = offers.iter().find(|offer| offer.action.id == "wait".into());
    let act = idle.into_iter().chain(offers).flat_map(|offer| &offer.acts).next().expect("something can be done");
    let choice = Choice::Act(act.clone());
    window.answer(choice);
}

#[test]
fn a_key_changed_in_the_settings_works_at_once_and_after_a_restart() {
    let home = home();
    let mut window = battle(&home, "duel.ron");
    window.press(KeyCode::F10).click("Keys").click("Backspace");
    assert!(window.shows("press a key"), "{:#?}", window.texts());
    window.press(KeyCode::Insert);
    assert_eq!(window.resource::<KeyMap>().words(KeyCommand::Undo), "Insert");
    window.press(KeyCode::Escape);
    assert!(!window.shows("Reset all"), "Esc closes the window");
    window.press(KeyCode::Backspace);
    assert!(!window.shows("nothing to undo"), "the old key does nothing");
    window.press(KeyCode::Insert);
    assert!(window.shows("nothing to undo"), "{:#?}", window.texts());

    drop(window);
    let text = fs::read_to_string(home.path().join("settings.ron")).expect("the settings are kept");
    assert!(text.contains("Undo") && text.contains("\"Insert\""), "{text}");
    let mut again = battle(&home, "duel.ron");
    again.press(KeyCode::F2);
    assert!(again.texts().contains(&"Insert"), "{:#?}", again.texts());
}

#[test]
fn a_key_already_in_use_is_named_and_swapped() {
    let home = home();
    let mut window = battle(&home, "duel.ron");
    window.press(KeyCode::F10).click("Keys").click("Backspace").press(KeyCode::Home);
    assert!(
        window.shows("Home is already bound to “Show the whole board”. Bind it to “Undo (until dice are rolled)"),
        "{:#?}",
        window.texts()
    );
    window.click("Swap: “Show the whole board” gets Backspace");
    let keys = window.resource::<KeyMap>();
    assert_eq!((keys.words(KeyCommand::Undo), keys.words(KeyCommand::FitMap)), ("Home".into(), "Backspace".into()));
}

#[test]
fn keys_are_searched_by_words_and_typing_triggers_no_actions() {
    let home = home();
    let mut window = battle(&home, "duel.ron");
    window.press(KeyCode::F10).click("Keys").click("a word or a key").type_words("quick");
    let texts = window.texts();
    assert!(texts.contains(&"Quick save") && texts.contains(&"Quick load"), "{texts:#?}");
    assert!(!texts.contains(&"Zoom in"), "{texts:#?}");
}

#[test]
fn an_action_answers_to_its_new_letter() {
    let home = home();
    let mut window = battle(&home, "duel.ron");
    window.press(KeyCode::F10).click("Keys").click("a word or a key").type_words("actions: move run");
    window.click("R").press(KeyCode::F12);
    assert!(window.shows("F12 is already bound to “Screenshot”"), "{:#?}", window.texts());
    window.click("Replace: “Screenshot” loses it");
    assert_eq!(window.resource::<KeyMap>().words(KeyCommand::TakePicture), "no key");
    window.press(KeyCode::Escape).click("Move 2");
    assert!(window.texts().contains(&"F12"), "the button shows its key: {:#?}", window.texts());
}

#[test]
fn a_broken_settings_file_is_reported_and_never_overwritten() {
    let home = home();
    let path = home.path().join("settings.ron");
    let broken = "(scale: 125, colour: Usual)";
    fs::write(&path, broken).expect("a file");
    let mut window = TestWindow::open(home.path(), None);
    assert!(window.shows("the broken file is left untouched"), "{:#?}", window.texts());
    assert!(window.shows("settings.ron:1:"), "{:#?}", window.texts());
    window.press(KeyCode::F10).click("150 %").frames(6);
    assert_eq!(window.resource::<Settings>().scale, 150);
    assert_eq!(fs::read_to_string(&path).expect("a file"), broken);
    window.click("Rename the broken file").frames(3);
    assert_eq!(window.resource::<SettingsFile>().broken, None);
    let kept = fs::read_to_string(&path).expect("a file");
    assert!(kept.contains("scale: 150"), "{kept}");
    assert_eq!(fs::read_to_string(home.path().join("settings.broken-1.ron")).expect("a file"), broken);
}

#[test]
fn the_board_is_hidden_until_the_next_player_is_ready_and_then_shows_recent_events() {
    let home = home();
    let mut window = battle(&home, "duel.ron");
    assert_eq!(
        window.resource::<Handover>().stage,
        HandoverStage::Playing,
        "the first player is already at the window"
    );
    let first = window.resource::<OpenPrompt>().who();
    let handed = |window: &TestWindow| window.resource::<Handover>().is_up();
    for _ in 0..40 {
        take_a_turn(&mut window);
        window.wait_for_prompt().frames(2);
        if handed(&window) {
            break;
        }
    }
    assert_ne!(window.resource::<OpenPrompt>().who(), first);
    let texts = window.texts();
    assert!(texts.contains(&"Pass to"), "{texts:#?}");
    assert!(!window.shows("All possible") && !window.shows("hit points"), "nothing of the battle is seen: {texts:#?}");

    window.frames(10).press(KeyCode::KeyK);
    assert!(window.shows("Since your last turn"), "{:#?}", window.texts());
    assert!(window.shows("Aldric"), "{:#?}", window.texts());
    let asked = window.resource::<OpenPrompt>().who();
    window.frames(10).press(KeyCode::Enter);
    assert_eq!(window.resource::<Handover>().stage, HandoverStage::Playing);
    assert!(window.shows("All possible"), "{:#?}", window.texts());
    assert_eq!(window.resource::<OpenPrompt>().who(), asked, "the keys did nothing else");
}

#[test]
fn the_board_is_not_hidden_if_the_setting_is_off() {
    let home = home();
    let mut window = battle(&home, "duel.ron");
    window.change::<Settings>(|settings| settings.pass_screen = false);
    let first = window.resource::<OpenPrompt>().who();
    for _ in 0..40 {
        take_a_turn(&mut window);
        window.wait_for_prompt().frames(2);
        assert!(!window.resource::<Handover>().is_up());
        if window.resource::<OpenPrompt>().who() != first {
            return;
        }
    }
    panic!("the other side never acts");
}

#[test]
fn a_key_for_the_previous_turn_does_not_reveal_the_board() {
    let home = home();
    let mut window = battle(&home, "duel.ron");
    for _ in 0..40 {
        take_a_turn(&mut window);
        window.wait_for_prompt().frames(1);
        if window.resource::<Handover>().is_up() {
            break;
        }
    }
    window.press(KeyCode::Enter);
    assert!(matches!(window.resource::<Handover>().stage, HandoverStage::Passing(_)));
}

#[test]
fn a_screenshot_is_saved_and_its_path_is_reported() {
    let home = home();
    let mut window = battle(&home, "duel.ron");
    window.press(KeyCode::F12);
    window.complete_screenshots();
    let path = home.path().join("screenshots").join("warboard-0001.png");
    assert!(path.exists());
    assert!(window.shows(&format!("Screenshot saved to {}", path.display())), "{:#?}", window.texts());
}

#[test]
fn goals_show_their_progress() {
    let home = home();
    let mut window = battle(&home, "bridge.ron");
    window.click("Goals");
    let texts = window.texts();
    assert!(texts.contains(&"held 0 of 120 counts, no unit there"), "{texts:#?}");
    assert!(texts.contains(&"0 of 5 out of the fight"), "{texts:#?}");
    let mut window = battle(&home, "escape.ron");
    window.click("Goals");
    let texts = window.texts();
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
fn progress_is_shown_for_every_kind_of_goal() {
    let rules = time_count();
    let mut fight = skirmish(&rules, "a..B").unit('a', base_unit()).unit('B', base_unit()).seeded(1);
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

/// Opens a prompt about a facing for the prompted combatant.
fn ask_for_a_facing(window: &mut TestWindow) {
    let who = window.resource::<OpenPrompt>().who().expect("an open prompt");
    let options = [Facing::AllAround].into_iter().chain((0..8).map(|way| Facing::of(Direction(way)))).collect();
    window.change::<OpenPrompt>(|asked| asked.0 = Some(Prompt { who, asks: Asks::Face { options } }));
}

#[test]
fn a_facing_is_chosen_by_the_keys_of_the_compass() {
    let home = home();
    let mut window = battle(&home, "duel.ron");
    ask_for_a_facing(&mut window);
    let texts = window.texts();
    for letter in ["Q", "W", "E", "A", "S", "D", "Z", "X", "C"] {
        assert!(texts.contains(&letter), "{letter} is not on the compass: {texts:#?}");
    }
    window.press(KeyCode::KeyC).press(KeyCode::Numpad8).press(KeyCode::KeyS);
    let faced = [Facing::Direction(3), Facing::Direction(0), Facing::AllAround].map(Choice::Face);
    assert_eq!(window.answers(), faced);
}

#[test]
fn a_facing_is_chosen_by_a_click_on_the_compass() {
    let home = home();
    let mut window = battle(&home, "duel.ron");
    ask_for_a_facing(&mut window);
    window.click("D");
    assert_eq!(window.answers(), [Choice::Face(Facing::Direction(2))]);
}

#[test]
fn house_rules_are_picked_on_the_start_screen() {
    let home = home();
    let mut window = TestWindow::open(home.path(), None);
    window.wait_until("the rules are read", |window| window.shows("Time Count")).click("Time Count");
    window.frames(2).click("Time Count: lasting wounds").frames(2);
    assert!(window.shows("Time Count: lasting wounds"), "{:?}", window.texts());
    window.click("Start").wait_until("the battle begins", |window| window.world().contains_resource::<Session>());
    let rules = window.resource::<Session>().rules();
    let wounds = rules.policies.damage.threshold.as_ref().expect("there is a threshold of pain");
    assert!(wounds.impairments.used, "the impairments of the house rules are played");
}

/// Texts that overflow their panel horizontally, where scrolling cannot reach them.
fn cut(window: &TestWindow) -> Vec<String> {
    let words = window.words().iter().filter(|word| word.is_seen());
    let over =
        words.filter(|word| word.at.right() > word.clip.right() + 1.5 || word.at.left() < word.clip.left() - 1.5);
    over.map(|word| format!("`{}` {:?} in {:?}", word.text, word.at.x_range(), word.clip.x_range())).collect()
}

/// Expands every number in the unit panel.
fn unfold(window: &mut TestWindow) {
    window.resize(1920.0, 1080.0);
    window.change::<Settings>(|settings| settings.scale = 75);
    window.frames(3);
    let folds: Vec<String> = ["threshold", "primary", "passive", "vigor", "Long", "Short", "Heavy", "Unarmed"]
        .iter()
        .flat_map(|start| window.texts().into_iter().find(|text| text.starts_with(start)).map(str::to_owned))
        .collect();
    assert!(folds.len() >= 5, "{:#?}", window.texts());
    for fold in folds {
        window.click(&fold);
    }
    assert!(window.shows("base"), "a defence is unfolded: {:#?}", window.texts());
}

#[test]
fn no_words_are_cut_at_any_size() {
    let home = home();
    let mut window = battle(&home, "bridge.ron");
    unfold(&mut window);
    let mut wrong = Vec::new();
    for (width, height) in [(1280.0, 720.0), (1440.0, 900.0), (1920.0, 1080.0)] {
        window.resize(width, height);
        for scale in [75, 100, 150] {
            window.change::<Settings>(|settings| settings.scale = scale);
            window.frames(3);
            let mut look = |window: &TestWindow, what: &str| {
                wrong.extend(cut(window).iter().map(|cut| format!("{width}x{height} at {scale}, {what}: {cut}")));
            };
            look(&window, "as it is");
            if !window.texts().contains(&"Goals") {
                window.press(KeyCode::F4);
            }
            for tab in ["Log", "Goals"] {
                window.click(tab);
                look(&window, tab);
            }
            for key in [KeyCode::F1, KeyCode::F2, KeyCode::F10] {
                window.press(key);
                look(&window, &format!("{key:?}"));
                window.press(key);
            }
            if !window.shows("hit points") {
                window.press(KeyCode::F3);
            }
            look(&window, "the fighter");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
