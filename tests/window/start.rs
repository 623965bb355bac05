//! The start screen: battles to begin with, the unfinished battle, and watching.

use crate::looks::{TWO, home, shipped};
use crate::test_window::{TestWindow, opening_of};
use warboard::battle::Act;
use warboard::control::Strength;
use warboard::gui::home::Home;
use warboard::gui::saves::SessionRequest;
use warboard::gui::screens::Screen;
use warboard::gui::session::{BattleOpening, Seat, Session};
use warboard::gui::settings::Settings;
use warboard::resolution::Choice;

fn start_screen(home: &std::path::Path) -> TestWindow {
    let mut window = TestWindow::open(home, None);
    window.wait_until("the scenarios are read", |window| window.shows("Start here"));
    window.frames(2);
    window
}

#[test]
fn every_rule_system_tells_what_it_is_like_and_has_battles_to_begin_with() {
    let home = home();
    let mut window = start_screen(home.path());
    for (name, line) in [
        ("Heroes of Destiny", "No hit points: every hit is a wound"),
        ("Fighting Style", "Every blow is a contest"),
        ("Pathrunner", "Two Half Actions and a Swift one"),
        ("Fragments", "Three actions in every turn"),
    ] {
        window.click(name).frames(4);
        assert!(window.shows(line), "{:#?}", window.texts());
        for number in 1..=3 {
            let card = window.texts().iter().any(|text| text.starts_with(&format!("{number}. ")));
            assert!(card, "{name} has no battle {number}: {:#?}", window.texts());
        }
    }
    window.click("1. The footbridge").frames(4);
    assert!(window.shows("hesitates or does something other than the best"), "the difficulty is explained");
    window.click("Start").wait_until("the battle begins", |window| window.world().contains_resource::<Session>());
    let opening = &window.resource::<Session>().opening;
    assert_eq!(opening.setup.rules.policies.name, "Fragments");
    assert_eq!(opening.seats, [Seat::Human, Seat::Ai(Strength::Easy)]);
}

#[test]
fn a_battle_can_be_watched_with_the_ai_on_every_side() {
    let home = home();
    let mut window = start_screen(home.path());
    window.click("Watch").wait_until("the battle begins", |window| window.world().contains_resource::<Session>());
    let seats = &window.resource::<Session>().opening.seats;
    assert_eq!(*seats, [Seat::Ai(Strength::Normal), Seat::Ai(Strength::Easy)]);
}

#[test]
fn the_card_of_the_unfinished_battle_continues_it() {
    let home = home();
    let opening = opening_of(shipped("duel.ron"), "time_count", &TWO, 7);
    let journal = Some(Home(home.path().to_owned()).journal());
    let mut window = TestWindow::open(home.path(), Some(BattleOpening { journal, ..opening }));
    window.change::<Settings>(|settings| settings.pass_screen = false);
    for _ in 0..3 {
        window.wait_for_prompt().answer(Choice::Act(Act::own("wait")));
    }
    window.wait_for_prompt();
    window.world_mut().write_message(SessionRequest::Leave);
    window.wait_until("the start screen is open", |window| window.shows("Start here"));
    assert!(window.shows("Time Count, count "), "{:#?}", window.texts());
    assert!(window.shows("1 Blue, 1 Red"), "{:#?}", window.texts());
    window.click("Continue: Duel");
    window.wait_until("the battle goes on", |window| {
        *window.resource::<bevy::prelude::State<Screen>>().get() == Screen::Battle
    });
    assert_eq!(&*window.resource::<Session>().opening.setup.name, "Duel");
}
