//! Two people at one window: nothing of one is shown to the other, and the hidden board stays hidden.

use crate::input::{FIELD, open, until_side, waits};
use crate::looks::home;
use crate::pane::Pane;
use bevy::prelude::*;
use warboard::battle::{CombatantId, Side};
use warboard::content::refusal::Refusal;
use warboard::ecs::ShownBattle;
use warboard::gui::hud::{Handover, HandoverStage};
use warboard::gui::input::{Intent, Selected};
use warboard::gui::session::files::{BattleFiles, FileChanges};
use warboard::gui::session::{Notice, OpenPrompt, Session};
use warboard::gui::settings::Settings;

/// Lets everybody wait until the board is hidden; gives the side that is to sit there next.
fn until_passing(pane: &mut Pane) -> Side {
    for _ in 0..60 {
        pane.until_asked().frames(2);
        if let HandoverStage::Passing(side) = pane.resource::<Handover>().stage {
            return side;
        }
        pane.answer(waits());
    }
    panic!("the board is never hidden");
}

/// Whoever is to sit there does, and has read what happened.
fn sit_down(pane: &mut Pane) {
    pane.frames(10).press(KeyCode::KeyK);
    if pane.resource::<Handover>().is_up() {
        pane.frames(10).press(KeyCode::Enter);
    }
    assert_eq!(pane.resource::<Handover>().stage, HandoverStage::Playing);
}

#[test]
fn what_ended_an_order_is_told_once_whoever_gave_it_sits_there() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    pane.change::<Settings>(|settings| settings.pass_screen = true);
    let words = "stops waiting";
    for _ in 0..200 {
        pane.until_asked().frames(2);
        let ours = pane.resource::<OpenPrompt>().who().is_some_and(|who| who.0 < 2);
        match pane.resource::<Handover>().stage {
            HandoverStage::Passing(side) => {
                assert!(!pane.shows(words), "the other sits there: {:#?}", pane.texts());
                sit_down(&mut pane);
                if side == Side(0) && pane.shows(words) {
                    return;
                }
            }
            HandoverStage::Telling(_) => panic!("it was read"),
            // Ours stand by.
            HandoverStage::Playing if ours => drop(pane.press(KeyCode::Period)),
            HandoverStage::Playing => pane.answer(waits()),
        }
    }
    panic!("nobody stops waiting");
}

#[test]
fn what_one_player_was_told_of_its_units_is_gone_when_the_other_sits_there() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    pane.change::<Settings>(|settings| settings.pass_screen = true);
    until_side(&mut pane, [0, 1]);
    let words = ["the way is blocked", "it is saved"];
    for _ in 0..60 {
        for (words, who) in words.into_iter().zip([Some(CombatantId(0)), None]) {
            pane.world_mut().write_message(Notice { refusal: Refusal::new(words, "".into()), who });
        }
        pane.frames(3);
        assert!(words.iter().all(|words| pane.shows(words)), "{:#?}", pane.texts());
        pane.answer(waits());
        pane.until_asked().frames(2);
        if pane.resource::<Handover>().is_up() {
            break;
        }
    }
    assert!(words.iter().all(|words| !pane.shows(words)), "nothing lies on the hidden board: {:#?}", pane.texts());
    sit_down(&mut pane);
    assert_eq!(words.map(|words| pane.shows(words)), [false, true], "{:#?}", pane.texts());
}

#[test]
fn the_question_whether_to_leave_lies_before_the_hidden_board() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    pane.change::<Settings>(|settings| settings.pass_screen = true);
    let side = until_passing(&mut pane);
    pane.frames(10).ask_to_close().frames(3);
    assert!(pane.shows("Close Warboard?") && pane.shows("Stay (Esc)"), "{:#?}", pane.texts());
    for key in [KeyCode::KeyK, KeyCode::Enter] {
        pane.press(key);
        assert_eq!(pane.resource::<Handover>().stage, HandoverStage::Passing(side), "{key:?}");
    }
    pane.press(KeyCode::Escape);
    assert!(!pane.shows("Close Warboard?") && !pane.has_ended());
    assert_eq!(
        pane.resource::<Handover>().stage,
        HandoverStage::Passing(side),
        "Esc took the question away and no more"
    );
    sit_down(&mut pane);
}

#[test]
fn the_news_of_files_is_put_aside_by_a_key_and_kept_from_the_hidden_board() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    let opening = pane.resource::<Session>().opening.clone();
    let news = || {
        let (setup, scenario) = (opening.setup.clone(), opening.scenario.clone());
        FileChanges::Changed { setup, scenario, what: vec!["the scenario".to_owned()] }
    };
    pane.change::<Intent>(|intent| *intent = Intent::on("attack".into()));
    pane.change::<BattleFiles>(|files| files.news = news());
    assert!(pane.shows("Changed files"), "{:#?}", pane.texts());
    pane.press(KeyCode::Escape);
    assert!(!pane.shows("Changed files"), "{:#?}", pane.texts());
    assert_eq!(*pane.resource::<Intent>(), Intent::on("attack".into()), "Esc did nothing else");
    pane.press(KeyCode::Escape);
    assert_eq!(*pane.resource::<Intent>(), Intent::default());

    pane.change::<Settings>(|settings| settings.pass_screen = true);
    until_passing(&mut pane);
    pane.change::<BattleFiles>(|files| files.news = news());
    assert!(!pane.shows("Changed files"), "{:#?}", pane.texts());
    sit_down(&mut pane);
    pane.frames(3);
    assert!(pane.shows("Changed files"), "{:#?}", pane.texts());
}

#[test]
fn the_key_for_the_next_unit_goes_through_ones_own() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    for own in [[0, 1], [2, 3]] {
        until_side(&mut pane, own);
        for _ in 0..5 {
            pane.press(KeyCode::Tab);
            let who = pane.resource::<Selected>().0.expect("somebody is looked at");
            let name = &pane.resource::<ShownBattle>().snapshot().rows[who.index()].name;
            assert!(own.contains(&who.0), "{name} is looked at by {own:?}");
        }
    }
}
