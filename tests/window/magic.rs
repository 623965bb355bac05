//! Spells, commands and actions made ready, as a player gives them by mouse.

use crate::pane::{Pane, opening_of};
use tempfile::TempDir;
use warboard::battle::{Act, Casting, CombatantId, Target};
use warboard::content::action::Does;
use warboard::content::authored::Source;
use warboard::content::hud::ActionGroup;
use warboard::content::spell::Components;
use warboard::control::ai::Strength;
use warboard::ecs::ShownBattle;
use warboard::grid::Cell;
use warboard::gui::hud::Hud;
use warboard::gui::input::{Intent, Offered};
use warboard::gui::playback::Speed;
use warboard::gui::session::{OpenPrompt, Seat};
use warboard::gui::settings::Settings;
use warboard::resolution::Choice;

/// The mage is 0, its wolf 1, the enemies 2 and 3; these do not know that the fight begins.
const YARD: &str = r##"(
    name: "The yard", about: "A mage and its wolf.", shape: Square,
    map: ["..........", ".m..b.....", "..........", ".w..c.....", ".........."],
    legend: { ".": "floor" }, marks: { "m": "floor", "w": "floor", "b": "floor", "c": "floor" },
    sides: [
        (name: "Friends", control: Human, units: [
            (unit: "mage", name: "Mira", at: Mark("m")),
            (unit: "wolf", name: "Grey", at: Mark("w"), commanders: ["Mira"]),
        ]),
        (name: "Others", control: Ai, units: [
            (unit: "swordsman", name: "Berec", at: Mark("b"), surprised: true),
            (unit: "swordsman", name: "Colm", at: Mark("c"), surprised: true),
        ]),
    ],
    limit: 600,
)"##;

fn yard(home: &TempDir) -> Pane {
    yard_of(home, YARD)
}

fn yard_of(home: &TempDir, text: &str) -> Pane {
    let seats = [Seat::Human, Seat::Ai(Strength::Normal)];
    let mut pane = Pane::open(home.path(), Some(opening_of(Source::new("yard.ron", text), "fragments", &seats, 7)));
    pane.change::<Settings>(|settings| settings.speed = Speed::Instant);
    pane.until_asked();
    // Until the camera has come to rest.
    pane.frames(60);
    pane
}

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn tab(pane: &mut Pane, group: ActionGroup) {
    pane.change::<Hud>(|hud| hud.group = Some(group));
}

fn cast(pane: &Pane) -> (&str, Casting) {
    match pane.given().last() {
        Some(Choice::Act(Act { action, target: Target::Cast(casting), .. })) => (action.as_str(), (**casting).clone()),
        other => panic!("no spell is cast but {other:?}"),
    }
}

#[test]
fn a_spell_goes_where_one_clicks_as_strong_as_one_chose() {
    let home = home();
    let mut pane = yard(&home);
    tab(&mut pane, ActionGroup::Magic);
    pane.click("Bolt of fire").point_cell(Cell::new(4, 1));
    assert!(pane.shows("range 30 ft") && pane.shows("effect 6") && pane.shows("7 of 10 energy"), "{:#?}", pane.texts());
    pane.click("-");
    assert!(pane.shows("effect 5") && pane.shows("6 of 10 energy"), "{:#?}", pane.texts());
    pane.click_cell(Cell::new(4, 1));
    let energy = Components { effect: 5, range: 1, area: 0, duration: 0 };
    assert_eq!(cast(&pane), ("fire_bolt", Casting { energy, at: Target::Combatant(CombatantId(2)) }));
    pane.until("is the energy spent", |pane| pane.resource::<ShownBattle>().snapshot().rows[0].vitals.energy == 4);
}

#[test]
fn a_spell_without_enough_energy_for_its_range_says_why_it_is_refused() {
    let home = home();
    let mut pane = yard(&home);
    tab(&mut pane, ActionGroup::Magic);
    pane.click("Bolt of fire").point_cell(Cell::new(4, 1));
    pane.click("-").click("Default");
    assert!(pane.shows("7 of 10 energy"));
    let energy = Components { effect: 1, range: 0, area: 0, duration: 0 };
    pane.change::<warboard::gui::input::Intent>(|intent| intent.energy = Some(energy));
    pane.click_cell(Cell::new(4, 1));
    assert!(pane.given().is_empty());
    assert!(pane.shows("out of the spell's range"), "{:#?}", pane.texts());
}

#[test]
fn a_burst_shows_everybody_it_would_meet() {
    let home = home();
    let mut pane = yard(&home);
    tab(&mut pane, ActionGroup::Magic);
    pane.click("Burst of fire").point_cell(Cell::new(4, 2));
    let texts = pane.texts().join("\n");
    assert!(texts.contains("5 ft radius") && texts.contains("on average"), "{texts}");
    let card = texts.split("Burst of fire at").nth(1).expect("a card");
    assert!(card.contains("Berec") && card.contains("Colm") && !card.contains("Mira"), "{card}");
    pane.click_cell(Cell::new(4, 2));
    let (spell, casting) = cast(&pane);
    assert_eq!((spell, casting.at), ("fire_burst", Target::Cell(Cell::new(4, 2))));
}

#[test] // TC-450
fn a_spell_that_is_paid_with_fatigue_says_so() {
    let home = home();
    let yard = YARD.replace("unit: \"mage\"", "unit: \"wise_woman\"").replace(", commanders: [\"Mira\"]", "");
    let seats = [Seat::Human, Seat::Ai(Strength::Normal)];
    let opening = opening_of(Source::new("yard.ron", yard), "time_count", &seats, 7);
    let mut pane = Pane::open(home.path(), Some(opening));
    pane.change::<Settings>(|settings| settings.speed = Speed::Instant);
    pane.until_asked().frames(60);
    while pane.resource::<OpenPrompt>().who() != Some(CombatantId(0)) {
        pane.answer(Choice::Act(Act::own("wait")));
        pane.until_asked().frames(3);
    }
    let known = pane.resource::<ShownBattle>().snapshot().rows[0].sheet.spells.clone();
    let spells = pane.resource::<Offered>().offers.iter().map(|offer| offer.action.clone());
    let mut cast = spells.filter(|action| matches!(action.does, Does::Cast(_)));
    let spell = cast.find(|action| known.contains(&action.id)).expect("a spell");
    pane.change::<Intent>(|intent| *intent = Intent::on(spell.id));
    let fatigue = format!("{} fatigue", spell.fatigue);
    assert!(pane.texts().contains(&&*fatigue) && !pane.shows("energy"), "{:#?}", pane.texts());
}

#[test]
fn a_spell_on_friends_is_for_oneself_too() {
    let home = home();
    let mut pane = yard(&home);
    tab(&mut pane, ActionGroup::Magic);
    pane.click("Mend").click_cell(Cell::new(1, 1));
    assert_eq!(cast(&pane).1.at, Target::Combatant(CombatantId(0)));
}

#[test]
fn an_action_is_made_ready_for_the_trigger_that_is_picked() {
    let home = home();
    let mut pane = yard(&home);
    tab(&mut pane, ActionGroup::Other);
    pane.click("Ready").click("when an enemy casts a spell");
    let attack = pane.texts().into_iter().find(|text| text.ends_with("Attack with Quarterstaff")).map(str::to_owned);
    pane.click(&attack.expect("an attack to be made ready"));
    let Some(Choice::Act(Act { target: Target::Ready(readied), .. })) = pane.given().last() else {
        panic!("nothing is made ready: {:?}", pane.given())
    };
    assert_eq!((readied.watch.as_str(), readied.act.action.as_str()), ("casts", "attack"));
    assert_eq!(readied.act.target, Target::Whoever);
}

#[test]
fn a_move_is_made_ready_to_where_one_clicks() {
    let home = home();
    let mut pane = yard(&home);
    tab(&mut pane, ActionGroup::Other);
    pane.click("Ready").click("Move to...").click_cell(Cell::new(1, 0));
    let Some(Choice::Act(Act { target: Target::Ready(readied), .. })) = pane.given().last() else {
        panic!("nothing is made ready: {:?}", pane.given())
    };
    assert_eq!(readied.act, Act::along("move", vec![Cell::new(1, 0)]));
}

#[test]
fn a_creature_is_commanded_by_a_click_on_it_and_then_acts() {
    let home = home();
    let mut pane = yard(&home);
    tab(&mut pane, ActionGroup::Other);
    pane.click("Command").click_cell(Cell::new(1, 3)).until_asked();
    pane.frames(3);
    tab(&mut pane, ActionGroup::Other);
    assert_eq!(pane.given().last(), Some(&Choice::Act(Act::at("command", CombatantId(1), None))));
    pane.click("Let the other act").click_cell(Cell::new(1, 3)).until_asked();
    let asked = pane.resource::<warboard::gui::session::OpenPrompt>().who();
    assert_eq!(asked, Some(CombatantId(1)), "the wolf acts next");
}

#[test] // TA-165
fn what_lies_on_a_place_says_what_it_is_and_until_when() {
    let home = home();
    let mut pane = yard_of(&home, &YARD.replace("\"mage\"", "\"hedge_wizard\""));
    let energy = Components { effect: 1, range: 1, area: 1, duration: 1 };
    let casting = Casting { energy, at: Target::Cell(Cell::new(6, 3)) };
    pane.answer(Choice::Act(Act { target: Target::Cast(Box::new(casting)), ..Act::own("fog") }));
    pane.until_asked().rest_on(Cell::new(6, 4));
    assert!(pane.shows("Fog of Mira") && pane.shows("until the turn of Mira in round 2"), "{:#?}", pane.texts());
    pane.rest_on(Cell::new(9, 0));
    assert!(!pane.shows("Fog of Mira"), "there is none");
}
