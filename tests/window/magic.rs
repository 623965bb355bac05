//! Spells, commands and readied actions, given by mouse.

use crate::test_window::{TestWindow, opening_of};
use tempfile::TempDir;
use warboard::battle::{Act, Casting, CombatantId, Target};
use warboard::content::{ActionGroup, Components, Does, Source};
use warboard::control::ai::Strength;
use warboard::ecs::ShownBattle;
use warboard::grid::Cell;
use warboard::gui::hud::Hud;
use warboard::gui::input::{Intent, Offered};
use warboard::gui::playback::Speed;
use warboard::gui::session::{OpenPrompt, Seat};
use warboard::gui::settings::Settings;
use warboard::resolution::Choice;

/// The mage is 0, its wolf 1, the enemies 2 and 3, which begin unaware.
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

fn yard(home: &TempDir) -> TestWindow {
    yard_of(home, YARD)
}

fn yard_of(home: &TempDir, text: &str) -> TestWindow {
    let seats = [Seat::Human, Seat::Ai(Strength::Normal)];
    let mut window =
        TestWindow::open(home.path(), Some(opening_of(Source::new("yard.ron", text), "fragments", &seats, 7)));
    window.change::<Settings>(|settings| settings.speed = Speed::Instant);
    window.wait_for_prompt();
    // Until the camera is at rest.
    window.frames(60);
    window
}

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn tab(window: &mut TestWindow, group: ActionGroup) {
    window.change::<Hud>(|hud| hud.group = Some(group));
}

fn cast(window: &TestWindow) -> (&str, Casting) {
    match window.answers().last() {
        Some(Choice::Act(Act { action, target: Target::Cast(casting), .. })) => (action.as_str(), (**casting).clone()),
        other => panic!("no spell is cast but {other:?}"),
    }
}

#[test]
fn a_spell_targets_the_clicked_cell_with_the_chosen_energy() {
    let home = home();
    let mut window = yard(&home);
    tab(&mut window, ActionGroup::Magic);
    window.click("Bolt of fire").point_at_cell(Cell::new(4, 1));
    assert!(
        window.shows("range 30 ft") && window.shows("effect 6") && window.shows("7 of 10 energy"),
        "{:#?}",
        window.texts()
    );
    window.click("-");
    assert!(window.shows("effect 5") && window.shows("6 of 10 energy"), "{:#?}", window.texts());
    window.click_cell(Cell::new(4, 1));
    let energy = Components { effect: 5, range: 1, area: 0, duration: 0 };
    assert_eq!(cast(&window), ("fire_bolt", Casting { energy, at: Target::Combatant(CombatantId(2)) }));
    window.wait_until("the energy is spent", |window| {
        window.resource::<ShownBattle>().snapshot().rows[0].vitals.energy == 4
    });
}

#[test]
fn a_spell_without_enough_energy_for_its_range_shows_the_reason() {
    let home = home();
    let mut window = yard(&home);
    tab(&mut window, ActionGroup::Magic);
    window.click("Bolt of fire").point_at_cell(Cell::new(4, 1));
    window.click("-").click("Default");
    assert!(window.shows("7 of 10 energy"));
    let energy = Components { effect: 1, range: 0, area: 0, duration: 0 };
    window.change::<warboard::gui::input::Intent>(|intent| intent.energy = Some(energy));
    window.click_cell(Cell::new(4, 1));
    assert!(window.answers().is_empty());
    assert!(window.shows("out of the spell's range"), "{:#?}", window.texts());
}

#[test]
fn a_burst_shows_every_target_in_its_area() {
    let home = home();
    let mut window = yard(&home);
    tab(&mut window, ActionGroup::Magic);
    window.click("Burst of fire").point_at_cell(Cell::new(4, 2));
    let texts = window.texts().join("\n");
    assert!(texts.contains("5 ft radius") && texts.contains("on average"), "{texts}");
    let card = texts.split("Burst of fire at").nth(1).expect("a card");
    assert!(card.contains("Berec") && card.contains("Colm") && !card.contains("Mira"), "{card}");
    window.click_cell(Cell::new(4, 2));
    let (spell, casting) = cast(&window);
    assert_eq!((spell, casting.at), ("fire_burst", Target::Cell(Cell::new(4, 2))));
}

#[test] // TC-450
fn a_spell_paid_with_fatigue_says_so() {
    let home = home();
    let yard = YARD.replace("unit: \"mage\"", "unit: \"wise_woman\"").replace(", commanders: [\"Mira\"]", "");
    let seats = [Seat::Human, Seat::Ai(Strength::Normal)];
    let opening = opening_of(Source::new("yard.ron", yard), "time_count", &seats, 7);
    let mut window = TestWindow::open(home.path(), Some(opening));
    window.change::<Settings>(|settings| settings.speed = Speed::Instant);
    window.wait_for_prompt().frames(60);
    while window.resource::<OpenPrompt>().who() != Some(CombatantId(0)) {
        window.answer(Choice::Act(Act::own("wait")));
        window.wait_for_prompt().frames(3);
    }
    let known = window.resource::<ShownBattle>().snapshot().rows[0].sheet.spells.clone();
    let spells = window.resource::<Offered>().offers.iter().map(|offer| offer.action.clone());
    let mut cast = spells.filter(|action| matches!(action.does, Does::Cast(_)));
    let spell = cast.find(|action| known.contains(&action.id)).expect("a spell");
    window.change::<Intent>(|intent| *intent = Intent::on(spell.id));
    let fatigue = format!("{} fatigue", spell.fatigue);
    assert!(window.texts().contains(&&*fatigue) && !window.shows("energy"), "{:#?}", window.texts());
}

#[test]
fn a_spell_on_friends_can_target_the_caster_too() {
    let home = home();
    let mut window = yard(&home);
    tab(&mut window, ActionGroup::Magic);
    window.click("Mend").click_cell(Cell::new(1, 1));
    assert_eq!(cast(&window).1.at, Target::Combatant(CombatantId(0)));
}

#[test]
fn an_action_is_readied_for_the_picked_trigger() {
    let home = home();
    let mut window = yard(&home);
    tab(&mut window, ActionGroup::Other);
    window.click("Ready").click("when an enemy casts a spell");
    let attack = window.texts().into_iter().find(|text| text.ends_with("Attack with Quarterstaff")).map(str::to_owned);
    window.click(&attack.expect("an attack to be made ready"));
    let Some(Choice::Act(Act { target: Target::Ready(readied), .. })) = window.answers().last() else {
        panic!("nothing is made ready: {:?}", window.answers())
    };
    assert_eq!((readied.watch.as_str(), readied.act.action.as_str()), ("casts", "attack"));
    assert_eq!(readied.act.target, Target::Whoever);
}

#[test]
fn a_move_is_readied_to_the_clicked_cell() {
    let home = home();
    let mut window = yard(&home);
    tab(&mut window, ActionGroup::Other);
    window.click("Ready").click("Move to...").click_cell(Cell::new(1, 0));
    let Some(Choice::Act(Act { target: Target::Ready(readied), .. })) = window.answers().last() else {
        panic!("nothing is made ready: {:?}", window.answers())
    };
    assert_eq!(readied.act, Act::along("move", vec![Cell::new(1, 0)]));
}

#[test]
fn a_creature_commanded_by_a_click_acts_next() {
    let home = home();
    let mut window = yard(&home);
    tab(&mut window, ActionGroup::Other);
    window.click("Command").click_cell(Cell::new(1, 3)).wait_for_prompt();
    window.frames(3);
    tab(&mut window, ActionGroup::Other);
    assert_eq!(window.answers().last(), Some(&Choice::Act(Act::at("command", CombatantId(1), None))));
    window.click("Let the other act").click_cell(Cell::new(1, 3)).wait_for_prompt();
    let asked = window.resource::<warboard::gui::session::OpenPrompt>().who();
    assert_eq!(asked, Some(CombatantId(1)), "the wolf acts next");
}

#[test] // TA-165
fn zones_show_what_they_are_and_when_they_end() {
    let home = home();
    let mut window = yard_of(&home, &YARD.replace("\"mage\"", "\"hedge_wizard\""));
    let energy = Components { effect: 1, range: 1, area: 1, duration: 1 };
    let casting = Casting { energy, at: Target::Cell(Cell::new(6, 3)) };
    window.answer(Choice::Act(Act { target: Target::Cast(Box::new(casting)), ..Act::own("fog") }));
    window.wait_for_prompt().hover_over(Cell::new(6, 4));
    assert!(window.shows("Fog of Mira") && window.shows("until the turn of Mira in round 2"), "{:#?}", window.texts());
    window.hover_over(Cell::new(9, 0));
    assert!(!window.shows("Fog of Mira"), "there is none");
}
