//! A gamepad: a battle and the menus are played without mouse and keyboard.

use bevy::input::gamepad::{
    GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent,
    RawGamepadEvent,
};
use bevy::prelude::*;
use warboard::battle::CombatantId;
use warboard::gui::hud::{Hud, OpenWindows};
use warboard::gui::input::{GamepadInUse, Hovered, Intent};
use warboard::gui::screens::Screen;
use warboard::gui::session::{OpenPrompt, Seat};
use warboard::resolution::{Asks, Choice};

use crate::cell_cursor::HEXES;
use crate::input::{FIELD, open};
use crate::looks::{battle, home, shipped};
use crate::test_window::TestWindow;

/// Connects a gamepad.
fn connect(window: &mut TestWindow) -> Entity {
    let world = window.world_mut();
    let pad = world.spawn_empty().id();
    let connection = GamepadConnection::Connected { name: "Pad".to_owned(), vendor_id: None, product_id: None };
    world.write_message(GamepadConnectionEvent::new(pad, connection));
    window.frames(2);
    pad
}

fn hold(window: &mut TestWindow, pad: Entity, button: GamepadButton, value: f32) {
    let raw = RawGamepadEvent::Button(RawGamepadButtonChangedEvent::new(pad, button, value));
    window.world_mut().write_message(raw);
    window.frames(1);
}

/// Presses and releases a button.
fn press(window: &mut TestWindow, pad: Entity, button: GamepadButton) {
    hold(window, pad, button, 1.0);
    hold(window, pad, button, 0.0);
    window.frames(3);
}

#[test]
fn the_cross_points_at_cells_and_the_lower_button_walks_there() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    let pad = connect(&mut window);
    press(&mut window, pad, GamepadButton::DPadRight);
    press(&mut window, pad, GamepadButton::DPadDown);
    let (hovered, asked) = (*window.resource::<Hovered>(), window.resource::<OpenPrompt>().who());
    let own = if asked == Some(CombatantId(0)) { (2, 2) } else { (2, 4) };
    assert_eq!(hovered.cell.map(|cell| (cell.x, cell.y)), Some(own));
    assert!(hovered.by_keys && window.resource::<GamepadInUse>().0);
    press(&mut window, pad, GamepadButton::South);
    assert!(matches!(window.answers(), [Choice::Act(act)] if act.action.as_str() == "move"), "{:?}", window.answers());
}

#[test]
fn a_held_stick_repeats_its_step() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    let pad = connect(&mut window);
    let stick = RawGamepadEvent::Axis(RawGamepadAxisChangedEvent::new(pad, GamepadAxis::LeftStickX, 1.0));
    window.world_mut().write_message(stick);
    window.frames(4);
    let first = window.resource::<Hovered>().cell.expect("a cell").x;
    assert_eq!(first, 2, "one step at once");
    window.frames(12);
    let later = window.resource::<Hovered>().cell.expect("a cell").x;
    assert!((4..=6).contains(&later), "after 0.8 seconds: {later}");
}

#[test]
fn a_shoulder_points_at_an_enemy_and_the_lower_button_attacks_it() {
    let home = home();
    let mut window = open(&home, "fragments", HEXES);
    let pad = connect(&mut window);
    press(&mut window, pad, GamepadButton::RightTrigger);
    assert!(window.resource::<Hovered>().who.is_some());
    press(&mut window, pad, GamepadButton::South);
    assert!(matches!(window.answers().first(), Some(Choice::Act(act)) if act.aimed_at().is_some()));
}

#[test]
fn the_upper_button_moves_through_the_actions_and_the_right_button_goes_back() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    let pad = connect(&mut window);
    press(&mut window, pad, GamepadButton::North);
    assert!(window.resource::<Hud>().in_panels);
    press(&mut window, pad, GamepadButton::DPadRight);
    assert_eq!(window.resource::<Hovered>().cell, None, "the board does not hear the cross now");
    press(&mut window, pad, GamepadButton::East);
    assert!(!window.resource::<Hud>().in_panels && !window.resource::<OpenWindows>().any());
    press(&mut window, pad, GamepadButton::North);
    press(&mut window, pad, GamepadButton::South);
    let picked = window.resource::<Intent>().action.is_some();
    assert!(picked || !window.answers().is_empty());
}

#[test]
fn start_opens_the_pause_menu_and_its_entries_can_be_chosen() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    let pad = connect(&mut window);
    press(&mut window, pad, GamepadButton::Start);
    assert!(window.resource::<OpenWindows>().pause.is_some());
    // The first entry continues the battle.
    press(&mut window, pad, GamepadButton::DPadDown);
    press(&mut window, pad, GamepadButton::South);
    assert!(window.resource::<OpenWindows>().pause.is_none(), "{:#?}", window.texts());
    assert!(window.answers().is_empty());
    press(&mut window, pad, GamepadButton::Start);
    press(&mut window, pad, GamepadButton::East);
    assert!(window.resource::<OpenWindows>().pause.is_none());
}

#[test]
fn a_question_gives_the_gamepad_to_its_answers() {
    let home = home();
    let mut window = battle(&home, shipped("duel.ron"), "fighting_style", &[Seat::Human, Seat::Human]);
    let pad = connect(&mut window);
    for _ in 0..60 {
        let prompt = window.resource::<OpenPrompt>().0.clone();
        if prompt.as_ref().is_some_and(|prompt| matches!(prompt.asks, Asks::Pick { .. } | Asks::React { .. })) {
            break;
        }
        press(&mut window, pad, GamepadButton::RightTrigger);
        press(&mut window, pad, GamepadButton::South);
        window.frames(20);
    }
    assert!(window.resource::<Hud>().in_panels, "{:?}", window.resource::<OpenPrompt>());
    let before = window.answers().len();
    press(&mut window, pad, GamepadButton::South);
    let given = &window.answers()[before..];
    assert!(matches!(given, [Choice::Pick(_) | Choice::React(_)]), "{given:?}");
}

#[test]
fn a_battle_is_begun_from_the_start_screen() {
    let home = home();
    let mut window = TestWindow::open(home.path(), None);
    let pad = connect(&mut window);
    for _ in 0..80 {
        if *window.resource::<State<Screen>>().get() == Screen::Battle {
            return;
        }
        press(&mut window, pad, GamepadButton::RightTrigger);
        press(&mut window, pad, GamepadButton::South);
    }
    panic!("no battle began: {:#?}", window.texts());
}

#[test]
fn labels_name_the_buttons_while_a_gamepad_is_in_use() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    let pad = connect(&mut window);
    window.point_at(Vec2::new(8.0, 8.0)).frames(3);
    let keyed = |window: &TestWindow| window.texts().contains(&"M");
    assert!(keyed(&window), "the key of a move: {:#?}", window.texts());
    press(&mut window, pad, GamepadButton::LeftThumb);
    window.frames(3);
    assert!(!keyed(&window), "a gamepad has no M: {:#?}", window.texts());
    window.press(KeyCode::Home).frames(3);
    assert!(keyed(&window), "{:#?}", window.texts());
}
