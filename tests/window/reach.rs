//! The board shows only what a click can do: reachable cells, positions to strike from, room to fight.

use std::collections::BTreeSet;
use std::path::Path;

use crate::test_window::{TestWindow, opening_of};
use tempfile::TempDir;
use warboard::battle::{Act, CombatantId};
use warboard::content::{Does, Source};
use warboard::control::Orders;
use warboard::ecs::{Flanked, Roster, ShownBattle, Threatened};
use warboard::grid::Cell;
use warboard::gui::input::{Aimed, Hovered, Intent, Offered, Selected};
use warboard::gui::overlay::ReachableCells;
use warboard::gui::playback::Speed;
use warboard::gui::session::{Ended, OpenPrompt, Seat, Session};
use warboard::gui::settings::Settings;
use warboard::resolution::{Asks, Choice, legal};

const TWO: [Seat; 2] = [Seat::Human, Seat::Human];

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn open(home: &TempDir, ruleset: &str, source: Source) -> TestWindow {
    let mut window = TestWindow::open(home.path(), Some(opening_of(source, ruleset, &TWO, 7)));
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(60);
    window
}

fn shipped(home: &TempDir, ruleset: &str, scenario: &str) -> TestWindow {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(scenario);
    open(home, ruleset, Source::read(&path).expect("the scenario is there"))
}

/// Two units of the player at `a` and `b`, and an enemy at `c` that does not move.
fn drawn(home: &TempDir, ruleset: &str, map: &[&str]) -> TestWindow {
    let map: Vec<String> = map.iter().map(|row| format!("{row:?}")).collect();
    let text = format!(
        r##"(
    name: "The field", about: "Three.", shape: Square, map: [{}],
    legend: {{ ".": "grass", "#": "wall" }}, marks: {{ "a": "grass", "b": "grass", "c": "grass" }},
    sides: [
        (name: "Ours", control: Human, units: [
            (unit: "swordsman", name: "Asa", at: Mark("a")), (unit: "swordsman", name: "Bea", at: Mark("b")),
        ]),
        (name: "Theirs", control: Human, units: [(unit: "swordsman", name: "Cid", at: Mark("c"), surprised: true)]),
    ],
    limit: 600,
)"##,
        map.join(", ")
    );
    open(home, ruleset, Source::new("field.ron", text))
}

/// Lets every combatant wait until a given one has the prompt.
fn until_acts(window: &mut TestWindow, who: u16) {
    for _ in 0..80 {
        window.wait_for_prompt().frames(2);
        match window.resource::<OpenPrompt>().acts() {
            Some(acts) if acts.0 == who => return,
            Some(_) => window.answer(Choice::Act(Act::own("wait"))),
            None => window.answer(Choice::Pass),
        }
    }
    panic!("{who} never acts");
}

/// Lets every combatant wait until both units of the player act on the same count and the first has the prompt.
fn until_together(window: &mut TestWindow) {
    for _ in 0..30 {
        until_acts(window, 0);
        if window.texts().iter().any(|text| text.starts_with("Simultaneous with") && text.contains("Bea")) {
            return;
        }
        window.answer(Choice::Act(Act::own("wait")));
    }
    panic!("they never act together: {:#?}", window.texts());
}

/// The picked movements, and none picked.
fn movements(window: &TestWindow) -> Vec<Intent> {
    let offered = window.resource::<Offered>();
    let moves = offered.offers.iter().filter(|offer| offer.is_open() && matches!(offer.action.does, Does::Move(_)));
    std::iter::once(Intent::default()).chain(moves.map(|offer| Intent::on(offer.action.id))).collect()
}

/// The obstacle to a click on a cell shown as reachable.
fn refused(window: &mut TestWindow, cell: Cell) -> Option<String> {
    let at = window.cell(cell);
    window.point_at(at);
    if window.resource::<Hovered>().cell != Some(cell) {
        // A panel lies over it.
        return None;
    }
    let aimed = window.resource::<Aimed>();
    let session = window.resource::<Session>();
    let who = window.resource::<OpenPrompt>().who().expect("an open prompt");
    match (&aimed.choice, &aimed.refusal) {
        (_, Some(why)) => Some(why.to_string()),
        (Some(Choice::Act(act)), None) => {
            legal::check(session.ahead(), session.rules(), who, act).err().map(|why| why.to_string())
        }
        other => Some(format!("a click means {other:?}")),
    }
}

#[test]
fn every_cell_shown_as_reachable_accepts_a_click() {
    let battles = [
        ("time_count", "bridge.ron"),
        ("fragments", "hull_breach.ron"),
        ("fragments", "broken_bridge.ron"),
        ("fragments", "night_ambush.ron"),
    ];
    let mut seen = 0;
    for (ruleset, scenario) in battles {
        let home = home();
        let mut window = shipped(&home, ruleset, scenario);
        let mut done = BTreeSet::new();
        for _ in 0..12 {
            window.wait_for_prompt().frames(3);
            let Some(who) = window.resource::<OpenPrompt>().acts() else {
                window.answer(Choice::Pass);
                continue;
            };
            if done.len() < 5 && done.insert(who) {
                for intent in movements(&window) {
                    window.change::<Intent>(|picked| *picked = intent.clone());
                    let cells: Vec<(Cell, u16)> = window.resource::<ReachableCells>().0.clone();
                    let every = cells.len().div_ceil(12).max(1);
                    for (cell, count) in cells.into_iter().step_by(every) {
                        seen += 1;
                        let why = refused(&mut window, cell);
                        let name = &window.resource::<ShownBattle>().snapshot().rows[who.index()].name;
                        assert_eq!(why, None, "{scenario}: {name}, {:?} to {cell} with {count}", intent.action);
                    }
                }
            }
            window.answer(Choice::Act(Act::own("wait")));
        }
    }
    assert!(seen > 300, "only {seen} cells");
}

#[test] // TA-056
fn a_path_past_a_friend_stops_where_the_mover_may_stand() {
    let home = home();
    let mut window = drawn(&home, "fragments", &["############", "#a.....b..c#", "############"]);
    until_acts(&mut window, 0);
    let far = Cell::new(8, 1);
    assert!(window.resource::<ReachableCells>().0.contains(&(far, 2)), "{:?}", window.resource::<ReachableCells>().0);
    window.point_at_cell(far);
    let aimed = window.resource::<Aimed>();
    let short = Choice::Act(Act::along("move", (2..=6).map(|x| Cell::new(x, 1)).collect()));
    assert_eq!((aimed.choice.as_ref(), aimed.refusal.as_ref(), aimed.continues), (Some(&short), None, true));
    let friend = Cell::new(7, 1);
    assert!(
        window.resource::<ReachableCells>().0.iter().all(|(cell, _)| *cell != friend),
        "no path ends in the space of a friend"
    );
}

#[test] // TC-087
fn a_crowd_at_the_end_of_a_path_is_shown_before_the_move() {
    let home = home();
    let mut window = drawn(&home, "time_count", &["............", ".a.........c", "............", ".b.........."]);
    until_acts(&mut window, 0);
    window.point_at_cell(Cell::new(1, 3));
    assert!(window.shows("Shares the cell with Bea: attacks at -4"), "{:#?}", window.texts());
    window.click_cell(Cell::new(6, 2));
    until_acts(&mut window, 1);
    window.point_at_cell(Cell::new(6, 2));
    assert!(window.shows("Shares the cell with Asa: attacks at -4"), "{:#?}", window.texts());
    window.point_at_cell(Cell::new(7, 2));
    assert!(!window.shows("Shares the cell"), "{:#?}", window.texts());
}

#[test] // TC-087
fn units_that_walk_to_strike_each_find_their_own_cell() {
    let home = home();
    let mut window = drawn(
        &home,
        "time_count",
        &["..............................", ".a...........................c", ".b............................"],
    );
    until_together(&mut window);
    for who in [0, 1] {
        until_acts(&mut window, who);
        window.click_cell(Cell::new(29, 1));
        // The next click is not a double click.
        window.frames(10);
    }
    let goals: Vec<Cell> = window.resource::<Orders>().walks().map(|(_, walking)| walking.goal).collect();
    assert!(goals.len() == 2 && goals[0] != goals[1], "{goals:?}");
    // Until both stand before the enemy.
    for _ in 0..60 {
        let is_over = |window: &TestWindow| window.world().contains_resource::<Ended>();
        window
            .wait_until("the battle continues", |window| window.resource::<OpenPrompt>().0.is_some() || is_over(window))
            .frames(2);
        let rows = &window.resource::<ShownBattle>().snapshot().rows;
        assert_ne!(rows[0].position, rows[1].position, "they share a space");
        if is_over(&window) {
            return;
        }
        let asked = window.resource::<OpenPrompt>().0.clone().expect("an open prompt");
        if asked.who != CombatantId(2) {
            assert_eq!(window.resource::<Orders>().walks().count(), 0, "a prompt was opened on the way");
            return;
        }
        window.answer(match asked.asks {
            Asks::Face { options } => Choice::Face(options[0]),
            Asks::Pick { options, .. } => Choice::Pick(options[0]),
            Asks::React { .. } => Choice::Pass,
            _ => Choice::Act(Act::own("wait")),
        });
    }
    panic!("the units never arrive");
}

#[test]
fn the_unit_card_names_the_enemies_that_threaten_and_flank_a_unit() {
    let home = home();
    let mut window = drawn(&home, "time_count", &["acb....."]);
    let cid = CombatantId(2);
    window.change::<Selected>(|selected| selected.0 = Some(cid));
    window.frames(3);
    let entity = window.resource::<Roster>().entity(cid).expect("Cid has an entity");
    let name = |who: CombatantId| ["Asa", "Bea", "Cid"][who.index()];
    let (a, b) = window.world().get::<Flanked>(entity).and_then(|flanked| flanked.0).expect("Cid is between two");
    assert!(window.shows(&format!("flanked by {} and {}", name(a), name(b))), "{:#?}", window.texts());
    assert_eq!(window.world().get::<Threatened>(entity), Some(&Threatened(vec![CombatantId(0), CombatantId(1)])));
    assert!(window.shows("threatened by Asa, Bea"), "{:#?}", window.texts());
}
