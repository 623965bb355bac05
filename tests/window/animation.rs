//! Actions under way: gestures of tokens, arrows, missiles, orders given for the moment, and the camera that follows.

use bevy::prelude::*;
use tempfile::TempDir;
use warboard::battle::{Act, CombatantId, WeaponSlot};
use warboard::content::Source;
use warboard::ecs::{OutOfPlay, Roster, ShownBattle};
use warboard::grid::Cell;
use warboard::gui::animation::ActionDrawings;
use warboard::gui::board::Layout;
use warboard::gui::camera::BoardCamera;
use warboard::gui::cues::CueEnd;
use warboard::gui::playback::{Playback, Speed};
use warboard::gui::session::{OpenPrompt, Session};
use warboard::gui::settings::Settings;
use warboard::resolution::{Asks, Choice};

use crate::looks::{TWO, home};
use crate::pace::rests;
use crate::test_window::{TestWindow, opening_of};

const ASA: CombatantId = CombatantId(0);
const CID: CombatantId = CombatantId(2);
const DAG: CombatantId = CombatantId(3);

/// Two against two; `Asa` and `Bea` at `a` and `b`, `Cid` and `Dag` at `c` and `d`.
fn open(home: &TempDir, map: &[&str], unit: &str) -> TestWindow {
    open_under(home, map, unit, "time_count")
}

fn open_under(home: &TempDir, map: &[&str], unit: &str, ruleset: &str) -> TestWindow {
    let map: Vec<String> = map.iter().map(|row| format!("{row:?}")).collect();
    let text = format!(
        r##"(
    name: "The field", about: "Four.", shape: Square, map: [{}],
    legend: {{ ".": "grass" }}, marks: {{ "a": "grass", "b": "grass", "c": "grass", "d": "grass" }},
    sides: [
        (name: "Ours", control: Human, units: [
            (unit: "{unit}", name: "Asa", at: Mark("a")), (unit: "{unit}", name: "Bea", at: Mark("b")),
        ]),
        (name: "Theirs", control: Human, units: [
            (unit: "{unit}", name: "Cid", at: Mark("c")), (unit: "{unit}", name: "Dag", at: Mark("d")),
        ]),
    ],
    limit: 600,
)"##,
        map.join(", ")
    );
    let opening = opening_of(Source::new("field.ron", text), ruleset, &TWO, 7);
    let mut window = TestWindow::open(home.path(), Some(opening));
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(20);
    window
}

/// Lets every combatant wait until a given one acts in its own turn.
fn until_acts(window: &mut TestWindow, who: CombatantId) {
    for _ in 0..80 {
        window.wait_for_prompt().frames(2);
        let prompt = window.resource::<OpenPrompt>().0.clone().expect("a prompt");
        match prompt.asks {
            Asks::Act if prompt.who == who => return,
            Asks::Act => window.answer(Choice::Act(Act::own("wait"))),
            _ => window.answer(Choice::Pass),
        }
    }
    panic!("{who:?} never acts");
}

#[test]
fn a_speed_chosen_in_the_settings_is_the_speed_of_playback() {
    let home = home();
    let mut window = open(&home, &["a.", "b.", "c.", "d."], "swordsman");
    assert_eq!(window.resource::<Playback>().speed, Speed::Instant);
    window.change::<Playback>(|playback| playback.speed = Speed::Double);
    assert_eq!(window.resource::<Settings>().speed, Speed::Double);
}

/// Gives the order, lets all others who act at the same moment wait, and shows what follows at normal speed.
fn order(window: &mut TestWindow, act: Act) {
    window.change::<Settings>(|settings| settings.speed = Speed::Normal);
    window.world_mut().write_message(warboard::gui::session::PlayerAnswer(Choice::Act(act)));
    window.frames(1);
    for _ in 0..4 {
        if window.resource::<OpenPrompt>().0.as_ref().is_some_and(|prompt| prompt.asks == Asks::Act) {
            window.world_mut().write_message(warboard::gui::session::PlayerAnswer(Choice::Act(Act::own("wait"))));
            window.frames(1);
        }
    }
}

fn strike(target: CombatantId) -> Act {
    Act::at("strike", target, Some(WeaponSlot(0)))
}

/// Where a token is drawn, and where the state says that it is.
fn token(window: &TestWindow, who: CombatantId) -> (Vec2, Vec2) {
    let entity = window.resource::<Roster>().entity(who).expect("a token");
    let drawn = window.world().get::<Transform>(entity).expect("a place").translation.truncate();
    let row = &window.resource::<ShownBattle>().snapshot().rows[who.index()];
    (drawn, window.resource::<Layout>().middle(row.position.footprint()))
}

/// How far a token comes out of its place towards another while an order is carried out, in cells, and the arrows seen.
fn shown(window: &mut TestWindow, who: CombatantId, other: CombatantId) -> (f32, bool, bool) {
    let (mut farthest, mut pointed, mut moved): (f32, bool, bool) = (0.0, false, false);
    let way = (token(window, other).1 - token(window, who).1).normalize();
    for _ in 0..60 {
        let (drawn, place) = token(window, who);
        farthest = farthest.max((drawn - place).dot(way) / 64.0);
        let drawings = window.resource::<ActionDrawings>();
        pointed |= drawings.arrows().iter().any(|arrow| arrow.who == who && arrow.other == CueEnd::Unit(other));
        moved |= drawings.moves();
        window.frames(1);
    }
    (farthest, pointed, moved)
}

#[test]
fn a_strike_is_a_lunge_with_an_arrow_and_ends_where_the_unit_stands() {
    let home = home();
    let mut window = open(&home, &["......", ".ac...", "......", "b....d"], "swordsman");
    until_acts(&mut window, ASA);
    order(&mut window, strike(CID));
    let (farthest, pointed, moved) = shown(&mut window, ASA, CID);
    assert!(farthest > 0.15 && farthest < 0.6, "{farthest} cells");
    assert!(pointed && moved);
    for who in [ASA, CID] {
        let (drawn, place) = token(&window, who);
        assert_eq!(drawn, place, "{who:?}");
    }
    let drawings = window.resource::<ActionDrawings>();
    assert!(drawings.arrows().is_empty() && !drawings.moves(), "nothing is left: {drawings:?}");
    window.frames(20);
    assert!(rests(&window), "nothing moves any more");
}

#[test]
fn with_reduced_motion_only_an_arrow_shows_a_strike() {
    let home = home();
    let mut window = open(&home, &["......", ".ac...", "......", "b....d"], "swordsman");
    window.change::<Settings>(|settings| settings.reduced_motion = true);
    until_acts(&mut window, ASA);
    order(&mut window, strike(CID));
    assert_eq!(shown(&mut window, ASA, CID), (0.0, true, false));
}

#[test]
fn at_instant_speed_and_after_esc_nothing_is_left_of_an_animation() {
    let home = home();
    let mut window = open(&home, &["......", ".ac...", "......", "b....d"], "swordsman");
    until_acts(&mut window, ASA);
    let order_now = |window: &mut TestWindow| {
        order(window, strike(CID));
        window.change::<Settings>(|settings| settings.speed = Speed::Instant);
    };
    order_now(&mut window);
    let is_still = |window: &TestWindow| {
        let (drawn, place) = token(window, ASA);
        drawn == place && window.resource::<ActionDrawings>().arrows().is_empty()
    };
    assert!(is_still(&window));
    until_acts(&mut window, ASA);
    order(&mut window, strike(CID));
    window.wait_until("it lunges", |window| token(window, ASA).0 != token(window, ASA).1);
    window.press(KeyCode::Escape);
    assert!(is_still(&window), "{:?}", window.resource::<ActionDrawings>());
}

#[test]
fn an_arrow_stays_while_playback_is_paused_and_requests_no_frames() {
    let home = home();
    let mut window = open(&home, &["......", ".ac...", "......", "b....d"], "swordsman");
    until_acts(&mut window, ASA);
    order(&mut window, strike(CID));
    window.wait_until("the arrow is there", |window| !window.resource::<ActionDrawings>().arrows().is_empty());
    window.change::<Playback>(|playback| playback.paused = true);
    window.frames(60);
    assert!(window.resource::<Playback>().is_held(), "facts are left");
    assert!(!window.resource::<ActionDrawings>().arrows().is_empty());
    assert!(rests(&window));
}

#[test]
fn a_unit_that_leaves_the_board_fades_before_it_is_hidden() {
    let home = home();
    let mut window = open(&home, &["............", ".a........c.", "............", "b..........d"], "swordsman");
    window.change::<Settings>(|settings| settings.speed = Speed::Normal);
    window.frames(4);
    let token = window.resource::<Roster>().entity(DAG).expect("a token");
    let shown = |window: &TestWindow| *window.world().get::<Visibility>(token).expect("a token");
    window.world_mut().get_mut::<OutOfPlay>(token).expect("a combatant").0 = true;
    window.frames(4);
    assert_eq!(shown(&window), Visibility::Inherited, "it fades");
    window.frames(40);
    assert_eq!(shown(&window), Visibility::Hidden);
}

#[test]
fn a_shot_flies_from_the_shooter_to_its_target() {
    let home = home();
    let mut window = open(&home, &["............", ".a........c.", "............", "b..........d"], "crossbowman");
    until_acts(&mut window, ASA);
    order(&mut window, Act::at("strike", CID, Some(WeaponSlot(0))));
    let (from, to) = (token(&window, ASA).1, token(&window, CID).1);
    let mut path = Vec::new();
    for _ in 0..60 {
        path.extend(window.resource::<ActionDrawings>().missiles().map(|at| at.x));
        window.frames(1);
    }
    assert!(path.len() >= 3, "{path:?}");
    assert!(path.windows(2).all(|pair| pair[0] < pair[1]), "{path:?}");
    assert!(path[0] < from.midpoint(to).x && path[path.len() - 1] > from.midpoint(to).x, "{path:?}");
}

/// Names of the orders for this moment that are written on the board.
fn orders_shown(window: &mut TestWindow) -> Vec<String> {
    let world = window.world_mut();
    let mut words = world.query::<(&Text2d, &Visibility)>();
    let seen = words.iter(world).filter(|(_, visibility)| **visibility != Visibility::Hidden);
    seen.map(|(text, _)| text.0.trim().to_owned()).filter(|text| text == "Strike").collect()
}

#[test]
fn an_order_is_shown_while_others_of_the_side_choose_and_never_to_the_other_side() {
    let home = home();
    let mut window = open(&home, &["......", ".ac...", "......", "b....d"], "swordsman");
    let (mut own, mut others) = (0, 0);
    until_acts(&mut window, ASA);
    window.answer(Choice::Act(strike(CID)));
    for _ in 0..40 {
        window.wait_for_prompt().frames(3);
        let prompt = window.resource::<OpenPrompt>().0.clone().expect("a prompt");
        let is_ordered = window.resource::<Session>().declared().any(|(who, _)| who == ASA);
        if prompt.asks == Asks::Act && is_ordered {
            let expected = usize::from(prompt.who.0 < 2);
            assert_eq!(orders_shown(&mut window).len(), expected, "{:?} is asked", prompt.who);
            if prompt.who.0 < 2 { own += 1 } else { others += 1 }
        }
        window.answer(match prompt.asks {
            Asks::Act if prompt.who == ASA => Choice::Act(strike(CID)),
            Asks::Act => Choice::Act(Act::own("wait")),
            _ => Choice::Pass,
        });
    }
    assert!(own > 0 && others > 0, "{own} and {others} moments");
}

/// `Asa` and `Dag` at the left end of the board, `Bea` and `Cid` at the right.
const WIDE: [&str; 3] = [
    ".........d........................................................",
    "..........a...................................................bc..",
    "..................................................................",
];

const BEA: CombatantId = CombatantId(1);

/// The place of `Cid`.
const FAR: Cell = Cell { x: 63, y: 1 };

/// Whether a cell is in the part of the window that no panel covers.
fn in_view(window: &mut TestWindow, cell: Cell) -> bool {
    let at = window.cell(cell);
    (270.0..1110.0).contains(&at.x) && (112.0..720.0).contains(&at.y)
}

/// The turn of a combatant, with a near view of the left end of the board that was chosen a number of frames ago.
fn at_the_left(home: &TempDir, who: CombatantId, frames: usize) -> TestWindow {
    let mut window = open_under(home, &WIDE, "swordsman", "fragments");
    window.change::<Settings>(|settings| settings.follow_action = false);
    until_acts(&mut window, who);
    let at = window.cell(Cell::new(10, 1));
    window.point_at(at);
    window.turn_wheel(12.0).frames(frames);
    assert!(!in_view(&mut window, FAR) && in_view(&mut window, Cell::new(9, 0)));
    window
}

/// Whether the camera moves while an order is carried out, and whether the right end is in view then.
fn followed(window: &mut TestWindow, act: Act) -> (bool, bool) {
    let place = |window: &mut TestWindow| {
        let world = window.world_mut();
        world.query_filtered::<&Transform, With<BoardCamera>>().single(world).expect("a camera").translation
    };
    let before = place(window);
    order(window, act);
    let (mut moved, mut seen) = (false, false);
    while !window.resource::<Playback>().is_idle() {
        moved |= place(window) != before;
        seen |= in_view(window, FAR);
        window.frames(1);
    }
    (moved, seen)
}

fn attack(target: CombatantId) -> Act {
    Act::at("attack", target, Some(WeaponSlot(0)))
}

/// Some seconds of frames.
const LONG: usize = 80;

#[test]
fn the_camera_goes_to_an_action_out_of_view_and_not_to_one_in_view() {
    let home = home();
    let mut window = at_the_left(&home, CID, LONG);
    window.change::<Settings>(|settings| settings.follow_action = true);
    assert_eq!(followed(&mut window, attack(BEA)), (true, true));
    let mut window = at_the_left(&home, ASA, LONG);
    window.change::<Settings>(|settings| settings.follow_action = true);
    assert_eq!(followed(&mut window, attack(DAG)), (false, false));
}

#[test]
fn the_camera_stays_where_the_player_has_just_moved_it_and_if_the_setting_is_off() {
    let home = home();
    let mut window = at_the_left(&home, CID, 1);
    window.change::<Settings>(|settings| settings.follow_action = true);
    assert_eq!(followed(&mut window, attack(BEA)), (false, false));
    let mut window = at_the_left(&home, CID, LONG);
    assert_eq!(followed(&mut window, attack(BEA)), (false, false));
}

#[test]
fn the_camera_shows_the_unit_that_is_to_act() {
    let home = home();
    let mut window = at_the_left(&home, ASA, LONG);
    window.change::<Settings>(|settings| settings.follow_action = true);
    until_acts(&mut window, CID);
    window.frames(30);
    assert!(in_view(&mut window, FAR));
}
