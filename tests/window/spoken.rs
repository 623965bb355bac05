//! Screen readers: the board, its units, questions and news in the accessibility tree.

use bevy::a11y::{AccessibilityRequested, ActionRequest};
use bevy::prelude::*;
use bevy_egui::EguiOutput;
use bevy_egui::egui::accesskit::{self, Action, Live, Node, NodeId, Role, TreeId, TreeUpdate};
use warboard::battle::CombatantId;
use warboard::grid::Cell;
use warboard::gui::hud::Hud;
use warboard::gui::input::{Hovered, Intent};
use warboard::gui::session::{OpenPrompt, Seat};
use warboard::resolution::{Asks, Choice};

use crate::input::{FIELD, open};
use crate::looks::{battle, home, shipped};
use crate::test_window::TestWindow;

/// Turns a screen reader on.
fn listen(window: &mut TestWindow) {
    window.resource::<AccessibilityRequested>().set(true);
    window.frames(3);
}

fn tree(window: &mut TestWindow) -> TreeUpdate {
    let world = window.world_mut();
    let mut outputs = world.query::<&EguiOutput>();
    outputs.iter(world).find_map(|output| output.platform_output.accesskit_update.clone()).expect("a tree")
}

fn nodes(window: &mut TestWindow, role: Role) -> Vec<(NodeId, Node)> {
    tree(window).nodes.into_iter().filter(|(_, node)| node.role() == role).collect()
}

fn labels(window: &mut TestWindow, role: Role) -> Vec<String> {
    let label = |(_, node): (NodeId, Node)| node.label().map(str::to_owned);
    nodes(window, role).into_iter().filter_map(label).collect()
}

/// The label of the node that has the focus.
fn focused(window: &mut TestWindow) -> String {
    let tree = tree(window);
    let found = tree.nodes.iter().find(|(id, _)| *id == tree.focus).expect("the focus is in the tree");
    found.1.label().unwrap_or_default().to_owned()
}

/// Lets the screen reader do something with a node.
fn request(window: &mut TestWindow, action: Action, target_node: NodeId) {
    let request = accesskit::ActionRequest { action, target_tree: TreeId::ROOT, target_node, data: None };
    window.world_mut().write_message(ActionRequest(request));
    window.frames(3);
}

#[test]
fn no_tree_is_built_until_a_screen_reader_asks_for_it() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    let world = window.world_mut();
    let mut outputs = world.query::<&EguiOutput>();
    assert!(outputs.iter(world).all(|output| output.platform_output.accesskit_update.is_none()));
    listen(&mut window);
    assert_eq!(labels(&mut window, Role::Grid), ["Board, 17 columns and 5 rows"]);
}

#[test]
fn units_are_listed_with_side_place_and_health_and_a_click_points_at_one() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    listen(&mut window);
    let units = nodes(&mut window, Role::ListItem);
    let words: Vec<&str> = units.iter().filter_map(|(_, node)| node.label()).collect();
    assert_eq!(words.len(), 4, "{words:?}");
    assert!(words[0].starts_with("Asa, Ours, at (1, 1), "), "{words:?}");
    assert!(words[3].starts_with("Dag, Theirs, at (15, 3), ") && words[3].contains("hit points"), "{words:?}");
    let bounds = units[3].1.bounds().expect("a place in the window");
    assert!(bounds.width() > 0.0 && bounds.height() > 0.0);
    request(&mut window, Action::Click, units[3].0);
    let hovered = *window.resource::<Hovered>();
    assert_eq!((hovered.cell, hovered.who, hovered.by_keys), (Some(Cell::new(15, 3)), Some(CombatantId(3)), true));
}

#[test]
fn the_pointed_cell_has_the_focus_and_says_what_enter_does_there() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    listen(&mut window);
    assert_eq!(focused(&mut window), "Board, 17 columns and 5 rows");
    window.press_with(KeyCode::ShiftLeft, KeyCode::ArrowRight).frames(3);
    let cell = window.resource::<Hovered>().cell.expect("a cell");
    let words = focused(&mut window);
    assert!(words.starts_with(&format!("{cell}, grass")) && words.contains(&format!(" to {cell}")), "{words}");
    let id = nodes(&mut window, Role::GridCell)[0].0;
    request(&mut window, Action::Click, id);
    assert!(matches!(window.answers(), [Choice::Act(act)] if act.action.as_str() == "move"), "{:?}", window.answers());
}

#[test]
fn the_pointed_enemy_is_read_with_the_chance_or_with_the_reason_why_not() {
    let home = home();
    let mut window = open(&home, "fragments", crate::cell_cursor::HEXES);
    listen(&mut window);
    window.press(KeyCode::BracketRight).frames(4);
    let words = focused(&mut window);
    assert!(words.contains("Theirs") && words.contains('%'), "{words}");
    let mut window = open(&home, "time_count", FIELD);
    listen(&mut window);
    window.press(KeyCode::BracketRight).frames(4);
    let words = focused(&mut window);
    let tells = words.contains("not possible") || words.contains(" to (");
    assert!(words.contains("Theirs") && tells, "{words}");
}

#[test]
fn a_walk_to_an_enemy_is_read_with_the_attack_at_its_end() {
    let home = home();
    let mut window = battle(&home, shipped("duel.ron"), "pathrunner", &[Seat::Human, Seat::Human]);
    listen(&mut window);
    window.press(KeyCode::BracketRight).frames(4);
    let words = focused(&mut window);
    assert!(words.contains("Move to (") && words.contains(", then Attack: ") && words.contains('%'), "{words}");
}

#[test]
fn what_happens_is_announced_once_and_refusals_as_well() {
    let home = home();
    let mut window = open(&home, "fragments", crate::cell_cursor::HEXES);
    listen(&mut window);
    assert_eq!(labels(&mut window, Role::Status), [""; 0], "what happened before is in the log");
    window.press(KeyCode::BracketRight).frames(2);
    window.press(KeyCode::Enter).frames(4);
    let news = nodes(&mut window, Role::Status);
    let [(first, node)] = &news[..] else { panic!("{news:?}") };
    assert_eq!(node.live(), Some(Live::Polite));
    let words = node.label().unwrap_or_default();
    assert!((words.contains("Asa") || words.contains("Bea")) && !words.contains('['), "without ids of rules: {words}");
    window.frames(3);
    assert_eq!(nodes(&mut window, Role::Status)[0].0, *first, "nothing new");
}

#[test]
fn an_open_question_is_an_alert_with_its_answers_by_number() {
    let home = home();
    let mut window = battle(&home, shipped("duel.ron"), "fighting_style", &[Seat::Human, Seat::Human]);
    listen(&mut window);
    for _ in 0..60 {
        let prompt = window.resource::<OpenPrompt>().0.clone();
        if prompt.as_ref().is_some_and(|prompt| !matches!(prompt.asks, Asks::Act)) {
            break;
        }
        window.press(KeyCode::BracketRight).frames(2);
        window.press(KeyCode::Enter).frames(20);
        if window.resource::<OpenPrompt>().acts().is_some() {
            window.press(KeyCode::Period).frames(4);
        }
    }
    let alerts = nodes(&mut window, Role::Alert);
    let [(_, alert)] = &alerts[..] else { panic!("{alerts:?}: {:?}", window.resource::<OpenPrompt>()) };
    let words = alert.label().unwrap_or_default();
    assert!(alert.live() == Some(Live::Assertive) && words.contains(": ") && words.contains("1 "), "{words}");
}

#[test]
fn painted_buttons_have_names() {
    let home = home();
    let mut window = open(&home, "pathrunner", FIELD);
    listen(&mut window);
    let buttons = labels(&mut window, Role::Button);
    let has = |start: &str| buttons.iter().any(|name| name.starts_with(start));
    assert!(has("Move, ") && has("Settings") && has("End turn"), "{buttons:#?}");
    let unnamed = nodes(&mut window, Role::Button).iter().filter(|(_, node)| node.label().is_none()).count();
    assert_eq!(unnamed, 0);
}

#[test]
fn the_buttons_of_a_skirmish_say_which_unit_they_add_and_to_whom() {
    let home = home();
    let mut window = TestWindow::open(home.path(), None);
    window.wait_until("the title screen is drawn", |window| window.shows("Skirmish")).frames(4);
    window.click("Skirmish").wait_until("the sides are listed", |window| window.shows("The Blues"));
    listen(&mut window);
    let buttons = nodes(&mut window, Role::Button);
    let named = buttons.iter().find(|(_, node)| node.label() == Some("Add Guard, The Reds"));
    let (id, _) = named.expect("a button for a guard");
    request(&mut window, Action::Click, *id);
    assert!(window.shows("1 × Guard"), "{:#?}", window.texts());
}

#[test]
fn a_key_gives_the_keys_to_the_panels_and_escape_gives_them_back() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    listen(&mut window);
    window.press(KeyCode::Backslash).frames(2);
    assert!(window.resource::<Hud>().in_panels);
    let first = focused(&mut window);
    assert!(!first.starts_with("Board"), "{first}");
    window.stroke_named(KeyCode::Tab, bevy::input::keyboard::Key::Tab).frames(2);
    let second = focused(&mut window);
    assert_ne!(first, second);
    window.press(KeyCode::Period).press(KeyCode::Digit1);
    assert!(window.answers().is_empty(), "keys of the board do nothing now");
    window.stroke_named(KeyCode::Escape, bevy::input::keyboard::Key::Escape).frames(2);
    assert!(!window.resource::<Hud>().in_panels);
    assert!(focused(&mut window).starts_with("Board"));
    assert!(!window.shows("Pause"), "{:#?}", window.texts());
}

#[test]
fn enter_on_an_action_in_the_panels_picks_it_and_the_keys_go_back_to_aim_it() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    window.press(KeyCode::Backslash).frames(2);
    window.stroke_named(KeyCode::Enter, bevy::input::keyboard::Key::Enter).frames(3);
    assert!(window.resource::<Intent>().action.is_some() || !window.answers().is_empty());
    assert!(!window.resource::<Hud>().in_panels);
}

#[test]
fn tab_stays_within_an_open_window_and_moves_through_the_start_screen() {
    use bevy::input::keyboard::Key;
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    listen(&mut window);
    window.press(KeyCode::F10).frames(3);
    let mut seen = Vec::new();
    for _ in 0..120 {
        window.stroke_named(KeyCode::Tab, Key::Tab);
        seen.push(focused(&mut window));
    }
    assert!(seen.iter().any(|name| name == "Keys"), "{seen:?}");
    assert!(!seen.iter().any(|name| name == "Menu" || name.starts_with("End turn")), "{seen:?}");

    let mut window = TestWindow::open(home.path(), None);
    listen(&mut window);
    window.stroke_named(KeyCode::ArrowDown, Key::ArrowDown).frames(2);
    let first = focused(&mut window);
    window.stroke_named(KeyCode::Tab, Key::Tab).frames(2);
    assert!(first != focused(&mut window) && !first.is_empty(), "{first}");
}
