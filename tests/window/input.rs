//! Input focus: panels before the battle, one order per click, and no input for the other side.

use std::thread::sleep;
use std::time::Duration;

use crate::looks::home;
use crate::test_window::{TestWindow, opening_of};
use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::time::{TimeSender, TimeUpdateStrategy, create_time_channels};
use bevy::window::PrimaryWindow;
use tempfile::TempDir;
use warboard::battle::{Act, CombatantId, Target};
use warboard::content::Source;
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

pub fn open(home: &TempDir, ruleset: &str, text: &str) -> TestWindow {
    let mut window = TestWindow::open(home.path(), Some(opening_of(Source::new("field.ron", text), ruleset, &TWO, 7)));
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(60);
    window
}

pub fn waits() -> Choice {
    Choice::Act(Act::own("wait"))
}

#[test]
fn keys_do_nothing_to_the_battle_behind_an_open_window() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    let title = |key| match key {
        Some(KeyCode::F1) => "Codex: ",
        Some(KeyCode::F2) => "Keys and marks",
        Some(_) => "Settings",
        None => "Standing orders",
    };
    for key in [Some(KeyCode::F1), Some(KeyCode::F2), Some(KeyCode::F10), None] {
        match key {
            Some(key) => drop(window.press(key)),
            None => drop(window.click("Orders")),
        }
        assert!(window.shows(title(key)), "{key:?}: {:#?}", window.texts());
        window.point_at_cell(Cell::new(2, 1));
        window.press(KeyCode::Period).press(KeyCode::KeyW).press(KeyCode::Enter).press(KeyCode::Digit1);
        assert!(window.answers().is_empty(), "{key:?}: {:?}", window.answers());
        assert_eq!(*window.resource::<Intent>(), Intent::default(), "{key:?}");
        window.press(KeyCode::Escape);
        assert!(!window.shows(title(key)), "Esc closes it: {:#?}", window.texts());
    }
    window.press(KeyCode::Period);
    assert!(!window.answers().is_empty(), "and then keys are for the battle again");
}

#[test]
fn esc_closes_the_topmost_window_first() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    window.click("Orders").press(KeyCode::F10).press(KeyCode::F1);
    let seen = |window: &TestWindow| ["Standing orders", "Settings", "Codex: "].map(|title| window.shows(title));
    assert_eq!(seen(&window), [true; 3]);
    window.press(KeyCode::Escape);
    assert_eq!(seen(&window), [true, true, false]);
    window.press(KeyCode::Escape);
    assert_eq!(seen(&window), [true, false, false]);
    window.press(KeyCode::Escape);
    assert_eq!(seen(&window), [false; 3]);
}

#[test]
fn esc_closes_the_pinned_forecast() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    window.point_at_cell(Cell::new(15, 1)).press(KeyCode::F11);
    assert!(window.resource::<Hud>().pinned.is_some());
    window.press(KeyCode::Escape);
    assert_eq!(window.resource::<Hud>().pinned, None);
}

/// The entities drawn over the offered cells, where flags stand too.
fn drawn(window: &mut TestWindow) -> usize {
    window.point_at(Vec2::new(4.0, 4.0)).frames(3);
    let world = window.world_mut();
    let mut pages = world.query::<(&Overlay, &Mesh2d)>();
    let page = pages.iter(world).find(|(overlay, _)| **overlay == Overlay::Choice).map(|(_, page)| page.0.clone());
    let meshes = world.resource::<Assets<Mesh>>();
    page.and_then(|page| meshes.get(&page)).map_or(0, Mesh::count_vertices)
}

/// Lets every combatant wait until one of a side has the prompt.
pub fn until_side(window: &mut TestWindow, of: [u16; 2]) {
    for _ in 0..60 {
        window.wait_for_prompt().frames(2);
        if window.resource::<OpenPrompt>().who().is_some_and(|who| of.contains(&who.0)) {
            return;
        }
        window.answer(waits());
    }
    panic!("none of {of:?} is asked");
}

#[test]
fn the_other_player_sees_nothing_of_orders_and_cannot_end_them() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    until_side(&mut window, [0, 1]);
    let none = drawn(&mut window);
    window.click_cell(Cell::new(13, 1)).frames(2);
    assert_eq!(window.resource::<Orders>().walks().count(), 1);
    until_side(&mut window, [2, 3]);
    assert_eq!(drawn(&mut window), none, "the flag is hidden");
    window.click("Orders");
    assert!(!window.shows("is moving") && !window.shows("are moving"), "{:#?}", window.texts());
    let heads = window.texts();
    assert!(heads.contains(&"Theirs") && !heads.contains(&"Ours"), "{heads:#?}");
    window.press(KeyCode::Escape).press(KeyCode::Escape).press(KeyCode::Escape);
    assert_eq!(window.resource::<Orders>().walks().count(), 1, "it is not theirs to end");
    until_side(&mut window, [0, 1]);
    assert!(drawn(&mut window) > none, "the player who gave the order sees it");
    window.press(KeyCode::Escape).press(KeyCode::Escape);
    assert_eq!(window.resource::<Orders>().walks().count(), 0);
}

#[test]
fn a_step_back_from_a_picked_action_ends_no_order() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    until_side(&mut window, [0, 1]);
    window.click_cell(Cell::new(9, 1)).wait_for_prompt().frames(3);
    assert_eq!(window.resource::<Orders>().walks().count(), 1);
    until_side(&mut window, [0, 1]);
    window.change::<Intent>(|intent| *intent = Intent::on("attack".into()));
    window.press(KeyCode::Escape);
    assert_eq!(*window.resource::<Intent>(), Intent::default());
    assert_eq!(window.resource::<Orders>().walks().count(), 1);
}

#[test]
fn a_click_counts_at_its_own_position_however_late_it_is_handled() {
    let home = home();
    for from in [Vec2::new(4.0, 4.0), Vec2::new(700.0, 890.0)] {
        let mut window = open(&home, "time_count", FIELD);
        let (there, elsewhere) = (window.cell(Cell::new(2, 1)), window.cell(Cell::new(7, 3)));
        window.point_at(from).frames(3);
        window.click_and_move_away(there, elsewhere);
        let [Choice::Act(Act { target: Target::Path(path), .. })] = window.answers() else {
            panic!("from {from} came {:?}", window.answers())
        };
        let ordered = window.resource::<Orders>().walks().next().map(|(_, walking)| walking.goal);
        assert_eq!(ordered.or(path.last().copied()), Some(Cell::new(2, 1)), "from {from}");
        window.frames(2);
        assert_eq!(window.resource::<Hovered>().cell, Some(Cell::new(7, 3)));
    }
    let mut window = open(&home, "time_count", FIELD);
    let there = window.cell(Cell::new(2, 1));
    window.point_at(there).frames(3);
    window.click_and_move_away(Vec2::new(4.0, 4.0), there);
    assert!(window.answers().is_empty(), "a click on a panel is not one on the board");
}

#[test]
fn a_double_click_gives_one_order() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    until_side(&mut window, [0, 1]);
    let first = window.resource::<OpenPrompt>().who().expect("an open prompt").0;
    let given = window.answers().len();
    let there = window.cell(Cell::new(3, 2));
    window.click_and_move_away(there, there).click_and_move_away(there, there);
    assert_eq!(window.answers().len(), given + 1, "{:?}", window.answers());
    window.frames(12);
    until_side(&mut window, [1 - first, 1 - first]);
    let given = window.answers().len();
    window.click_and_move_away(there, there);
    assert_eq!(window.answers().len(), given + 1, "later it is a click of its own");
}

#[test]
fn a_double_click_on_a_button_gives_one_order_too() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    until_side(&mut window, [0, 1]);
    let given = window.answers().len();
    let word = window.words().iter().rev().find(|word| word.text == "Wait").expect("the button").at.center();
    let there = Vec2::new(word.x, word.y);
    window.point_at(there).click_and_move_away(there, there).click_and_move_away(there, there).frames(3);
    assert_eq!(window.answers().len(), given + 1, "{:?}", window.answers());
}

#[test] // TC-087
fn a_click_on_a_shared_cell_targets_the_enemy_and_not_the_actor() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    until_side(&mut window, [0, 0]);
    let (who, from) = (CombatantId(2), window.resource::<ShownBattle>().snapshot().rows[2].position.cell());
    let to = window.resource::<ShownBattle>().snapshot().rows[0].position.cell();
    let bodies = smallvec::smallvec![Shift { who, from, to, extent: 1, altitudes: (0, 0) }];
    let moved = BattleEvent::Displaced { bodies, cause: Cause::Placed, rule: "test".into() };
    window.change::<ShownBattle>(|battle| battle.apply(&moved));
    window.point_at_cell(Cell::new(1, 1));
    assert_eq!(window.resource::<Hovered>().who, Some(CombatantId(2)));
    let aimed = &window.resource::<Aimed>().choice;
    assert!(matches!(aimed, Some(Choice::Act(Act { target: Target::Combatant(CombatantId(2)), .. }))), "{aimed:?}");
    // Actions on oneself still target the actor.
    window.change::<Intent>(|intent| *intent = Intent::on("wait".into()));
    window.frames(2);
    assert_eq!(window.resource::<Hovered>().who, Some(CombatantId(0)));
}

/// Gives frames the times of a real window, where each receives the time of the previous one.
fn draw_in_real_time(window: &mut TestWindow) {
    let (sender, receiver) = create_time_channels();
    let world = window.world_mut();
    world.insert_resource(TimeUpdateStrategy::Automatic);
    world.insert_resource(receiver);
    world.insert_resource(sender);
    world.resource_mut::<Schedules>().add_systems(Last, |time: Res<Time<Real>>, drawn: Res<TimeSender>| {
        // If there is no room, the time of the previous frame was not read.
        _ = drawn.0.try_send(time.startup() + time.startup().elapsed());
    });
}

#[test]
fn a_double_click_is_recognised_after_an_idle_time_and_a_later_click_is_separate() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    until_side(&mut window, [0, 1]);
    let given = window.answers().len();
    let there = window.cell(Cell::new(3, 2));
    draw_in_real_time(&mut window);
    window.point_at(there).frames(2);
    // The pointer rests, and nothing is drawn.
    sleep(Duration::from_millis(900));
    window.click_and_move_away(there, there).click_and_move_away(there, there);
    assert_eq!(window.answers().len(), given + 1, "{:?}", window.answers());
    // Another cell lies under the same point: no unit is sent to the destination of a friend.
    window.wait_for_prompt().point_at(there + Vec2::new(200.0, 0.0)).turn_wheel(4.0).point_at(there).frames(2);
    sleep(Duration::from_millis(900));
    window.click_and_move_away(there, there);
    let (hovered, aimed) = (window.resource::<Hovered>().cell, window.resource::<Aimed>());
    assert_eq!(window.answers().len(), given + 2, "{:?} at {hovered:?}: {:?}", window.answers(), aimed.refusal);
}

/// Presses and releases the right button at a point of the window.
fn right_click(window: &mut TestWindow, at: Vec2) {
    window.point_at(at);
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let world = window.world_mut();
        let entity = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).expect("a window");
        world.write_message(MouseButtonInput { button: MouseButton::Right, state, window: entity });
        window.frames(2);
    }
}

#[test]
fn a_right_click_on_a_panel_cancels_nothing() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    let (picked, middle) = (Intent::on("attack".into()), Vec2::new(720.0, 450.0));
    window.change::<Intent>(|intent| *intent = picked.clone());
    window.press(KeyCode::F1).frames(2);
    assert!(window.shows("Codex: "), "{:#?}", window.texts());
    right_click(&mut window, middle);
    assert_eq!(*window.resource::<Intent>(), picked);
    window.press(KeyCode::Escape).frames(2);
    assert_eq!(*window.resource::<Intent>(), picked, "Esc closes the window");
    right_click(&mut window, middle);
    assert_eq!(*window.resource::<Intent>(), Intent::default(), "on the board it takes a step back");
}

#[test]
fn a_unit_walking_under_orders_may_wait_for_a_space_or_stop() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    until_side(&mut window, [0, 1]);
    let who = window.resource::<OpenPrompt>().who().expect("an open prompt");
    window.click_cell(Cell::new(13, 1)).wait_for_prompt().frames(3);
    let walks = |window: &TestWindow| window.resource::<Orders>().walks().count();
    assert_eq!(walks(&window), 1);
    let options = vec![Pick::Yes, Pick::No];
    let asks = Asks::Pick { purpose: PickPurpose::EnterAnyway, options };
    window.change::<OpenPrompt>(|asked| asked.0 = Some(Prompt { who, asks }));
    assert!(window.shows("Cell is occupied."), "{:#?}", window.texts());
    for words in ["1  Squeeze in", "2  Wait a count", "3  Stop"] {
        assert!(window.texts().contains(&words), "{words}: {:#?}", window.texts());
    }
    let stays = Choice::Pick(Pick::No);
    window.press(KeyCode::Digit2);
    assert_eq!((window.answers().last(), walks(&window)), (Some(&stays), 1), "the order goes on");
    window.click("3  Stop").frames(2);
    assert_eq!((window.answers().last(), walks(&window)), (Some(&stays), 0));
    assert!(
        window.texts().contains(&"2  Stop"),
        "without an order there is nothing to wait for: {:#?}",
        window.texts()
    );
}
