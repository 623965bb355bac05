//! Keys and clicks reach what they are meant for: windows before the battle, one order for one click, nothing of the
//! other side.

use std::thread::sleep;
use std::time::Duration;

use crate::looks::home;
use crate::pane::{Pane, opening_of};
use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::time::{TimeSender, TimeUpdateStrategy, create_time_channels};
use bevy::window::PrimaryWindow;
use tempfile::TempDir;
use warboard::battle::{Act, CombatantId, Target};
use warboard::content::authored::Source;
use warboard::control::Orders;
use warboard::ecs::ShownBattle;
use warboard::grid::Cell;
use warboard::gui::hud::Hud;
use warboard::gui::input::{Aimed, Hovered, Intent};
use warboard::gui::overlay::Overlay;
use warboard::gui::playback::Speed;
use warboard::gui::session::{OpenPrompt, Seat};
use warboard::gui::settings::Settings;
use warboard::resolution::event::{Cause, Shift};
use warboard::resolution::{Asks, BattleEvent, Choice, Pick, PickPurpose, Prompt};

const TWO: [Seat; 2] = [Seat::Human, Seat::Human];

/// Asa and Bea against Cid and Dag, too far away to be fought.
pub const FIELD: &str = r##"(
    name: "The field", about: "Four.", shape: Square,
    map: [".................", ".a.............c.", ".................", ".b.............d.", "................."],
    legend: { ".": "grass" },
    marks: { "a": "grass", "b": "grass", "c": "grass", "d": "grass" },
    sides: [
        (name: "Ours", control: Human, units: [
            (unit: "swordsman", name: "Asa", at: Mark("a")), (unit: "swordsman", name: "Bea", at: Mark("b")),
        ]),
        (name: "Theirs", control: Human, units: [
            (unit: "swordsman", name: "Cid", at: Mark("c"), surprised: true),
            (unit: "swordsman", name: "Dag", at: Mark("d"), surprised: true),
        ]),
    ],
    limit: 600,
)"##;

pub fn open(home: &TempDir, ruleset: &str, text: &str) -> Pane {
    let mut pane = Pane::open(home.path(), Some(opening_of(Source::new("field.ron", text), ruleset, &TWO, 7)));
    pane.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    pane.until_asked().frames(60);
    pane
}

pub fn waits() -> Choice {
    Choice::Act(Act::own("wait"))
}

#[test]
fn keys_do_nothing_to_the_battle_behind_an_open_window() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    let title = |key| match key {
        Some(KeyCode::F1) => "Codex: ",
        Some(KeyCode::F2) => "Keys and marks",
        Some(_) => "Settings",
        None => "Standing orders",
    };
    for key in [Some(KeyCode::F1), Some(KeyCode::F2), Some(KeyCode::F10), None] {
        match key {
            Some(key) => drop(pane.press(key)),
            None => drop(pane.click("Orders")),
        }
        assert!(pane.shows(title(key)), "{key:?}: {:#?}", pane.texts());
        pane.point_cell(Cell::new(2, 1));
        pane.press(KeyCode::Period).press(KeyCode::KeyW).press(KeyCode::Enter).press(KeyCode::Digit1);
        assert!(pane.given().is_empty(), "{key:?}: {:?}", pane.given());
        assert_eq!(*pane.resource::<Intent>(), Intent::default(), "{key:?}");
        pane.press(KeyCode::Escape);
        assert!(!pane.shows(title(key)), "Esc closes it: {:#?}", pane.texts());
    }
    pane.press(KeyCode::Period);
    assert!(!pane.given().is_empty(), "and then keys are for the battle again");
}

#[test]
fn esc_closes_the_topmost_window_first() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    pane.click("Orders").press(KeyCode::F10).press(KeyCode::F1);
    let seen = |pane: &Pane| ["Standing orders", "Settings", "Codex: "].map(|title| pane.shows(title));
    assert_eq!(seen(&pane), [true; 3]);
    pane.press(KeyCode::Escape);
    assert_eq!(seen(&pane), [true, true, false]);
    pane.press(KeyCode::Escape);
    assert_eq!(seen(&pane), [true, false, false]);
    pane.press(KeyCode::Escape);
    assert_eq!(seen(&pane), [false; 3]);
}

#[test]
fn esc_closes_the_forecast_that_was_kept() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    pane.point_cell(Cell::new(15, 1)).press(KeyCode::F11);
    assert!(pane.resource::<Hud>().pinned.is_some());
    pane.press(KeyCode::Escape);
    assert_eq!(pane.resource::<Hud>().pinned, None);
}

/// What is drawn over the cells that may be chosen: flags stand there too.
fn drawn(pane: &mut Pane) -> usize {
    pane.point(Vec2::new(4.0, 4.0)).frames(3);
    let world = pane.world_mut();
    let mut pages = world.query::<(&Overlay, &Mesh2d)>();
    let page = pages.iter(world).find(|(overlay, _)| **overlay == Overlay::Choice).map(|(_, page)| page.0.clone());
    let meshes = world.resource::<Assets<Mesh>>();
    page.and_then(|page| meshes.get(&page)).map_or(0, Mesh::count_vertices)
}

/// Lets whoever is asked wait until somebody of a side is.
pub fn until_side(pane: &mut Pane, of: [u16; 2]) {
    for _ in 0..60 {
        pane.until_asked().frames(2);
        if pane.resource::<OpenPrompt>().who().is_some_and(|who| of.contains(&who.0)) {
            return;
        }
        pane.answer(waits());
    }
    panic!("none of {of:?} is asked");
}

#[test]
fn the_other_player_sees_nothing_of_orders_and_cannot_end_them() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    until_side(&mut pane, [0, 1]);
    let none = drawn(&mut pane);
    pane.click_cell(Cell::new(13, 1)).frames(2);
    assert_eq!(pane.resource::<Orders>().walks().count(), 1);
    until_side(&mut pane, [2, 3]);
    assert_eq!(drawn(&mut pane), none, "the flag is hidden");
    pane.click("Orders");
    assert!(!pane.shows("is moving") && !pane.shows("are moving"), "{:#?}", pane.texts());
    let heads = pane.texts();
    assert!(heads.contains(&"Theirs") && !heads.contains(&"Ours"), "{heads:#?}");
    pane.press(KeyCode::Escape).press(KeyCode::Escape).press(KeyCode::Escape);
    assert_eq!(pane.resource::<Orders>().walks().count(), 1, "it is not theirs to end");
    until_side(&mut pane, [0, 1]);
    assert!(drawn(&mut pane) > none, "whoever gave the order sees it");
    pane.press(KeyCode::Escape).press(KeyCode::Escape);
    assert_eq!(pane.resource::<Orders>().walks().count(), 0);
}

#[test]
fn a_step_back_from_a_picked_action_ends_no_order() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    until_side(&mut pane, [0, 1]);
    pane.click_cell(Cell::new(9, 1)).until_asked().frames(3);
    assert_eq!(pane.resource::<Orders>().walks().count(), 1);
    until_side(&mut pane, [0, 1]);
    pane.change::<Intent>(|intent| *intent = Intent::on("attack".into()));
    pane.press(KeyCode::Escape);
    assert_eq!(*pane.resource::<Intent>(), Intent::default());
    assert_eq!(pane.resource::<Orders>().walks().count(), 1);
}

#[test]
fn a_click_counts_where_it_was_made_however_late_it_is_heard() {
    let home = home();
    for from in [Vec2::new(4.0, 4.0), Vec2::new(700.0, 890.0)] {
        let mut pane = open(&home, "time_count", FIELD);
        let (there, elsewhere) = (pane.cell(Cell::new(2, 1)), pane.cell(Cell::new(7, 3)));
        pane.point(from).frames(3);
        pane.dash(there, elsewhere);
        let [Choice::Act(Act { target: Target::Path(path), .. })] = pane.given() else {
            panic!("from {from} came {:?}", pane.given())
        };
        let ordered = pane.resource::<Orders>().walks().next().map(|(_, walking)| walking.goal);
        assert_eq!(ordered.or(path.last().copied()), Some(Cell::new(2, 1)), "from {from}");
        pane.frames(2);
        assert_eq!(pane.resource::<Hovered>().cell, Some(Cell::new(7, 3)));
    }
    let mut pane = open(&home, "time_count", FIELD);
    let there = pane.cell(Cell::new(2, 1));
    pane.point(there).frames(3);
    pane.dash(Vec2::new(4.0, 4.0), there);
    assert!(pane.given().is_empty(), "a click on a panel is not one on the board");
}

#[test]
fn a_double_click_orders_one_of_them_once() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    until_side(&mut pane, [0, 1]);
    let first = pane.resource::<OpenPrompt>().who().expect("somebody acts").0;
    let given = pane.given().len();
    let there = pane.cell(Cell::new(3, 2));
    pane.dash(there, there).dash(there, there);
    assert_eq!(pane.given().len(), given + 1, "{:?}", pane.given());
    pane.frames(12);
    until_side(&mut pane, [1 - first, 1 - first]);
    let given = pane.given().len();
    pane.dash(there, there);
    assert_eq!(pane.given().len(), given + 1, "later it is a click of its own");
}

#[test]
fn a_double_click_on_a_button_is_one_order_too() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    until_side(&mut pane, [0, 1]);
    let given = pane.given().len();
    let word = pane.words().iter().rev().find(|word| word.text == "Wait").expect("the button").at.center();
    let there = Vec2::new(word.x, word.y);
    pane.point(there).dash(there, there).dash(there, there).frames(3);
    assert_eq!(pane.given().len(), given + 1, "{:?}", pane.given());
}

#[test] // TC-087
fn a_click_in_a_shared_cell_means_the_enemy_and_not_oneself() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    until_side(&mut pane, [0, 0]);
    let (who, from) = (CombatantId(2), pane.resource::<ShownBattle>().snapshot().rows[2].position.cell());
    let to = pane.resource::<ShownBattle>().snapshot().rows[0].position.cell();
    let bodies = smallvec::smallvec![Shift { who, from, to, extent: 1, altitudes: (0, 0) }];
    let moved = BattleEvent::Displaced { bodies, cause: Cause::Placed, rule: "test".into() };
    pane.change::<ShownBattle>(|battle| battle.apply(&moved));
    pane.point_cell(Cell::new(1, 1));
    assert_eq!(pane.resource::<Hovered>().who, Some(CombatantId(2)));
    let aimed = &pane.resource::<Aimed>().choice;
    assert!(matches!(aimed, Some(Choice::Act(Act { target: Target::Combatant(CombatantId(2)), .. }))), "{aimed:?}");
    // What one does to oneself still means oneself.
    pane.change::<Intent>(|intent| *intent = Intent::on("wait".into()));
    pane.frames(2);
    assert_eq!(pane.resource::<Hovered>().who, Some(CombatantId(0)));
}

/// Lets frames have the times they have in a real window: each learns when the one before it was drawn.
fn draw_in_real_time(pane: &mut Pane) {
    let (sender, receiver) = create_time_channels();
    let world = pane.world_mut();
    world.insert_resource(TimeUpdateStrategy::Automatic);
    world.insert_resource(receiver);
    world.insert_resource(sender);
    world.resource_mut::<Schedules>().add_systems(Last, |time: Res<Time<Real>>, drawn: Res<TimeSender>| {
        // Nobody has asked for the time of the frame before if there is no room.
        _ = drawn.0.try_send(time.startup() + time.startup().elapsed());
    });
}

#[test]
fn a_double_click_is_known_after_a_rest_and_a_later_click_is_one_of_its_own() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    until_side(&mut pane, [0, 1]);
    let given = pane.given().len();
    let there = pane.cell(Cell::new(3, 2));
    draw_in_real_time(&mut pane);
    pane.point(there).frames(2);
    // The pointer rests, and nothing is drawn.
    sleep(Duration::from_millis(900));
    pane.dash(there, there).dash(there, there);
    assert_eq!(pane.given().len(), given + 1, "{:?}", pane.given());
    // Another cell comes to lie under the same point: nobody is sent to where a friend goes.
    pane.until_asked().point(there + Vec2::new(200.0, 0.0)).turn_wheel(4.0).point(there).frames(2);
    sleep(Duration::from_millis(900));
    pane.dash(there, there);
    let (hovered, aimed) = (pane.resource::<Hovered>().cell, pane.resource::<Aimed>());
    assert_eq!(pane.given().len(), given + 2, "{:?} at {hovered:?}: {:?}", pane.given(), aimed.refusal);
}

/// Presses and releases the right button at a point of the window.
fn right_click(pane: &mut Pane, at: Vec2) {
    pane.point(at);
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let world = pane.world_mut();
        let window = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).expect("a window");
        world.write_message(MouseButtonInput { button: MouseButton::Right, state, window });
        pane.frames(2);
    }
}

#[test]
fn a_right_click_on_a_window_takes_nothing_back() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    let (picked, middle) = (Intent::on("attack".into()), Vec2::new(720.0, 450.0));
    pane.change::<Intent>(|intent| *intent = picked.clone());
    pane.press(KeyCode::F1).frames(2);
    assert!(pane.shows("Codex: "), "{:#?}", pane.texts());
    right_click(&mut pane, middle);
    assert_eq!(*pane.resource::<Intent>(), picked);
    pane.press(KeyCode::Escape).frames(2);
    assert_eq!(*pane.resource::<Intent>(), picked, "Esc closes the window");
    right_click(&mut pane, middle);
    assert_eq!(*pane.resource::<Intent>(), Intent::default(), "on the board it takes a step back");
}

#[test]
fn one_who_walks_under_orders_may_wait_for_a_space_or_stop() {
    let home = home();
    let mut pane = open(&home, "time_count", FIELD);
    until_side(&mut pane, [0, 1]);
    let who = pane.resource::<OpenPrompt>().who().expect("somebody acts");
    pane.click_cell(Cell::new(13, 1)).until_asked().frames(3);
    let walks = |pane: &Pane| pane.resource::<Orders>().walks().count();
    assert_eq!(walks(&pane), 1);
    let options = vec![Pick::Yes, Pick::No];
    let asks = Asks::Pick { purpose: PickPurpose::EnterAnyway, options };
    pane.change::<OpenPrompt>(|asked| asked.0 = Some(Prompt { who, asks }));
    assert!(pane.shows("Cell is occupied."), "{:#?}", pane.texts());
    for words in ["1  Squeeze in", "2  Wait a count", "3  Stop"] {
        assert!(pane.texts().contains(&words), "{words}: {:#?}", pane.texts());
    }
    let stays = Choice::Pick(Pick::No);
    pane.press(KeyCode::Digit2);
    assert_eq!((pane.given().last(), walks(&pane)), (Some(&stays), 1), "the order goes on");
    pane.click("3  Stop").frames(2);
    assert_eq!((pane.given().last(), walks(&pane)), (Some(&stays), 0));
    assert!(pane.texts().contains(&"2  Stop"), "without an order there is nothing to wait for: {:#?}", pane.texts());
}
