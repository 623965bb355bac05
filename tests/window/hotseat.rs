//! Two players at one window: neither sees information of the other, and the hidden board stays hidden.

use crate::input::{FIELD, open, until_side, waits};
use crate::looks::home;
use crate::test_window::TestWindow;
use bevy::prelude::*;
use warboard::battle::{CombatantId, Side};
use warboard::content::Refusal;
use warboard::ecs::ShownBattle;
use warboard::gui::hud::{Handover, HandoverStage};
use warboard::gui::input::{Intent, Selected};
use warboard::gui::session::files::{BattleFiles, FileChanges};
use warboard::gui::session::{Notice, OpenPrompt, Session};
use warboard::gui::settings::Settings;

/// Lets every combatant wait until the board is hidden; returns the side that plays next.
fn until_passing(window: &mut TestWindow) -> Side {
    for _ in 0..60 {
        window.wait_for_prompt().frames(2);
        if let HandoverStage::Passing(side) = window.resource::<Handover>().stage {
            return side;
        }
        window.answer(waits());
    }
    panic!("the board is never hidden");
}

/// Reveals the board to the next player and closes the list of recent events.
fn sit_down(window: &mut TestWindow) {
    window.frames(10).press(KeyCode::KeyK);
    if window.resource::<Handover>().is_up() {
        window.frames(10).press(KeyCode::Enter);
    }
    assert_eq!(window.resource::<Handover>().stage, HandoverStage::Playing);
}

#[test]
fn the_end_of_an_order_is_reported_once_its_player_is_back() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    window.change::<Settings>(|settings| settings.pass_screen = true);
    let words = "stops waiting";
    for _ in 0..200 {
        window.wait_for_prompt().frames(2);
        let ours = window.resource::<OpenPrompt>().who().is_some_and(|who| who.0 < 2);
        match window.resource::<Handover>().stage {
            HandoverStage::Passing(side) => {
                assert!(!window.shows(words), "the other sits there: {:#?}", window.texts());
                sit_down(&mut window);
                if side == Side(0) && window.shows(words) {
                    return;
                }
            }
            HandoverStage::Telling(_) => panic!("it was read"),
            // Units of the first side stand by.
            HandoverStage::Playing if ours => drop(window.press(KeyCode::Period)),
            HandoverStage::Playing => window.answer(waits()),
        }
    }
    panic!("the board was never hidden");
}

#[test]
fn notices_for_one_player_are_cleared_for_the_other() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    window.change::<Settings>(|settings| settings.pass_screen = true);
    until_side(&mut window, [0, 1]);
    let words = ["the way is blocked", "it is saved"];
    for _ in 0..60 {
        for (words, who) in words.into_iter().zip([Some(CombatantId(0)), None]) {
            window.world_mut().write_message(Notice { refusal: Refusal::new(words, "".into()), who });
        }
        window.frames(3);
        assert!(words.iter().all(|words| window.shows(words)), "{:#?}", window.texts());
        window.answer(waits());
        window.wait_for_prompt().frames(2);
        if window.resource::<Handover>().is_up() {
            break;
        }
    }
    assert!(words.iter().all(|words| !window.shows(words)), "nothing lies on the hidden board: {:#?}", window.texts());
    sit_down(&mut window);
    assert_eq!(words.map(|words| window.shows(words)), [false, true], "{:#?}", window.texts());
}

#[test]
fn the_leave_dialog_is_shown_over_the_hidden_board() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    window.change::<Settings>(|settings| settings.pass_screen = true);
    let side = until_passing(&mut window);
    window.frames(10).ask_to_close().frames(3);
    assert!(window.shows("Close Warboard?") && window.shows("Stay (Esc)"), "{:#?}", window.texts());
    for key in [KeyCode::KeyK, KeyCode::Enter] {
        window.press(key);
        assert_eq!(window.resource::<Handover>().stage, HandoverStage::Passing(side), "{key:?}");
    }
    window.press(KeyCode::Escape);
    assert!(!window.shows("Close Warboard?") && !window.has_ended());
    assert_eq!(
        window.resource::<Handover>().stage,
        HandoverStage::Passing(side),
        "Esc took the question away and no more"
    );
    sit_down(&mut window);
}

#[test]
fn notices_about_files_are_dismissed_by_a_key_and_not_shown_over_the_hidden_board() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    let opening = window.resource::<Session>().opening.clone();
    let news = || {
        let (setup, scenario) = (opening.setup.clone(), opening.scenario.clone());
        FileChanges::Changed { setup, scenario, what: vec!["the scenario".to_owned()] }
    };
    window.change::<Intent>(|intent| *intent = Intent::on("attack".into()));
    window.change::<BattleFiles>(|files| files.news = news());
    assert!(window.shows("Changed files"), "{:#?}", window.texts());
    window.press(KeyCode::Escape);
    assert!(!window.shows("Changed files"), "{:#?}", window.texts());
    assert_eq!(*window.resource::<Intent>(), Intent::on("attack".into()), "Esc did nothing else");
    window.press(KeyCode::Escape);
    assert_eq!(*window.resource::<Intent>(), Intent::default());

    window.change::<Settings>(|settings| settings.pass_screen = true);
    until_passing(&mut window);
    window.change::<BattleFiles>(|files| files.news = news());
    assert!(!window.shows("Changed files"), "{:#?}", window.texts());
    sit_down(&mut window);
    window.frames(3);
    assert!(window.shows("Changed files"), "{:#?}", window.texts());
}

#[test]
fn the_key_for_the_next_unit_cycles_through_the_units_of_the_player() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    for own in [[0, 1], [2, 3]] {
        until_side(&mut window, own);
        for _ in 0..5 {
            window.press(KeyCode::Tab);
            let who = window.resource::<Selected>().0.expect("a selected combatant");
            let name = &window.resource::<ShownBattle>().snapshot().rows[who.index()].name;
            assert!(own.contains(&who.0), "{name} is looked at by {own:?}");
        }
    }
}
