//! What the board promises a click keeps: cells that are reached, places to strike from, room to fight.

use std::collections::BTreeSet;
use std::path::Path;

use crate::pane::{Pane, opening_of};
use tempfile::TempDir;
use warboard::battle::{Act, CombatantId};
use warboard::content::action::Does;
use warboard::content::authored::Source;
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

fn open(home: &TempDir, ruleset: &str, source: Source) -> Pane {
    let mut pane = Pane::open(home.path(), Some(opening_of(source, ruleset, &TWO, 7)));
    pane.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    pane.until_asked().frames(60);
    pane
}

fn shipped(home: &TempDir, ruleset: &str, scenario: &str) -> Pane {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(scenario);
    open(home, ruleset, Source::read(&path).expect("the scenario is there"))
}

/// Two of ours at `a` and `b`, one of theirs at `c` who does not move.
fn drawn(home: &TempDir, ruleset: &str, map: &[&str]) -> Pane {
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

/// Lets everybody wait until this one is asked.
fn until_acts(pane: &mut Pane, who: u16) {
    for _ in 0..80 {
        pane.until_asked().frames(2);
        match pane.resource::<OpenPrompt>().acts() {
            Some(acts) if acts.0 == who => return,
            Some(_) => pane.answer(Choice::Act(Act::own("wait"))),
            None => pane.answer(Choice::Pass),
        }
    }
    panic!("{who} never acts");
}

/// Lets everybody wait until both of ours act on the same count and the first of them is asked.
fn until_together(pane: &mut Pane) {
    for _ in 0..30 {
        until_acts(pane, 0);
        if pane.texts().iter().any(|text| text.starts_with("Simultaneous with") && text.contains("Bea")) {
            return;
        }
        pane.answer(Choice::Act(Act::own("wait")));
    }
    panic!("they never act together: {:#?}", pane.texts());
}

/// The picked movements, and none picked.
fn movements(pane: &Pane) -> Vec<Intent> {
    let offered = pane.resource::<Offered>();
    let moves = offered.offers.iter().filter(|offer| offer.is_open() && matches!(offer.action.does, Does::Move(_)));
    std::iter::once(Intent::default()).chain(moves.map(|offer| Intent::on(offer.action.id))).collect()
}

/// What a click on a cell that is shown as reached would meet.
fn refused(pane: &mut Pane, cell: Cell) -> Option<String> {
    let at = pane.cell(cell);
    pane.point(at);
    if pane.resource::<Hovered>().cell != Some(cell) {
        // A panel lies over it.
        return None;
    }
    let aimed = pane.resource::<Aimed>();
    let session = pane.resource::<Session>();
    let who = pane.resource::<OpenPrompt>().who().expect("somebody acts");
    match (&aimed.choice, &aimed.refusal) {
        (_, Some(why)) => Some(why.to_string()),
        (Some(Choice::Act(act)), None) => {
            legal::check(session.ahead(), session.rules(), who, act).err().map(|why| why.to_string())
        }
        other => Some(format!("a click means {other:?}")),
    }
}

#[test]
fn every_cell_that_is_shown_as_reached_is_one_that_a_click_accepts() {
    let battles = [
        ("time_count", "bridge.ron"),
        ("fragments", "hull_breach.ron"),
        ("fragments", "broken_bridge.ron"),
        ("fragments", "night_ambush.ron"),
    ];
    let mut seen = 0;
    for (ruleset, scenario) in battles {
        let home = home();
        let mut pane = shipped(&home, ruleset, scenario);
        let mut done = BTreeSet::new();
        for _ in 0..12 {
            pane.until_asked().frames(3);
            let Some(who) = pane.resource::<OpenPrompt>().acts() else {
                pane.answer(Choice::Pass);
                continue;
            };
            if done.len() < 5 && done.insert(who) {
                for intent in movements(&pane) {
                    pane.change::<Intent>(|picked| *picked = intent.clone());
                    let cells: Vec<(Cell, u16)> = pane.resource::<ReachableCells>().0.clone();
                    let every = cells.len().div_ceil(12).max(1);
                    for (cell, count) in cells.into_iter().step_by(every) {
                        seen += 1;
                        let why = refused(&mut pane, cell);
                        let name = &pane.resource::<ShownBattle>().snapshot().rows[who.index()].name;
                        assert_eq!(why, None, "{scenario}: {name}, {:?} to {cell} with {count}", intent.action);
                    }
                }
            }
            pane.answer(Choice::Act(Act::own("wait")));
        }
    }
    assert!(seen > 300, "only {seen} cells");
}

#[test] // TA-056
fn a_way_past_a_friend_stops_where_one_may_stand() {
    let home = home();
    let mut pane = drawn(&home, "fragments", &["############", "#a.....b..c#", "############"]);
    until_acts(&mut pane, 0);
    let far = Cell::new(8, 1);
    assert!(pane.resource::<ReachableCells>().0.contains(&(far, 2)), "{:?}", pane.resource::<ReachableCells>().0);
    pane.point_cell(far);
    let aimed = pane.resource::<Aimed>();
    let short = Choice::Act(Act::along("move", (2..=6).map(|x| Cell::new(x, 1)).collect()));
    assert_eq!((aimed.choice.as_ref(), aimed.refusal.as_ref(), aimed.continues), (Some(&short), None, true));
    let friend = Cell::new(7, 1);
    assert!(pane.resource::<ReachableCells>().0.iter().all(|(cell, _)| *cell != friend), "nobody stops on a friend");
}

#[test] // TC-087
fn a_crowd_at_the_end_of_the_way_is_told_before_one_goes_there() {
    let home = home();
    let mut pane = drawn(&home, "time_count", &["............", ".a.........c", "............", ".b.........."]);
    until_acts(&mut pane, 0);
    pane.point_cell(Cell::new(1, 3));
    assert!(pane.shows("Shares the cell with Bea: attacks at -4"), "{:#?}", pane.texts());
    pane.click_cell(Cell::new(6, 2));
    until_acts(&mut pane, 1);
    pane.point_cell(Cell::new(6, 2));
    assert!(pane.shows("Shares the cell with Asa: attacks at -4"), "{:#?}", pane.texts());
    pane.point_cell(Cell::new(7, 2));
    assert!(!pane.shows("Shares the cell"), "{:#?}", pane.texts());
}

#[test] // TC-087
fn those_who_walk_somewhere_to_strike_each_find_a_place_of_their_own() {
    let home = home();
    let mut pane = drawn(
        &home,
        "time_count",
        &["..............................", ".a...........................c", ".b............................"],
    );
    until_together(&mut pane);
    for who in [0, 1] {
        until_acts(&mut pane, who);
        pane.click_cell(Cell::new(29, 1));
        // The next click is no second half of this one.
        pane.frames(10);
    }
    let goals: Vec<Cell> = pane.resource::<Orders>().walks().map(|(_, walking)| walking.goal).collect();
    assert!(goals.len() == 2 && goals[0] != goals[1], "{goals:?}");
    // Until both stand before the enemy.
    for _ in 0..60 {
        let is_over = |pane: &Pane| pane.world().contains_resource::<Ended>();
        pane.until("does it go on", |pane| pane.resource::<OpenPrompt>().0.is_some() || is_over(pane)).frames(2);
        let rows = &pane.resource::<ShownBattle>().snapshot().rows;
        assert_ne!(rows[0].position, rows[1].position, "they share a space");
        if is_over(&pane) {
            return;
        }
        let asked = pane.resource::<OpenPrompt>().0.clone().expect("somebody is asked");
        if asked.who != CombatantId(2) {
            assert_eq!(pane.resource::<Orders>().walks().count(), 0, "somebody is asked on the way");
            return;
        }
        pane.answer(match asked.asks {
            Asks::Face { options } => Choice::Face(options[0]),
            Asks::Pick { options, .. } => Choice::Pick(options[0]),
            Asks::React { .. } => Choice::Pass,
            _ => Choice::Act(Act::own("wait")),
        });
    }
    panic!("nobody arrives");
}

#[test]
fn the_unit_card_names_those_who_threaten_and_flank_a_unit() {
    let home = home();
    let mut pane = drawn(&home, "time_count", &["acb....."]);
    let cid = CombatantId(2);
    pane.change::<Selected>(|selected| selected.0 = Some(cid));
    pane.frames(3);
    let entity = pane.resource::<Roster>().entity(cid).expect("Cid has an entity");
    let name = |who: CombatantId| ["Asa", "Bea", "Cid"][who.index()];
    let (a, b) = pane.world().get::<Flanked>(entity).and_then(|flanked| flanked.0).expect("Cid is between two");
    assert!(pane.shows(&format!("flanked by {} and {}", name(a), name(b))), "{:#?}", pane.texts());
    assert_eq!(pane.world().get::<Threatened>(entity), Some(&Threatened(vec![CombatantId(0), CombatantId(1)])));
    assert!(pane.shows("threatened by Asa, Bea"), "{:#?}", pane.texts());
}
