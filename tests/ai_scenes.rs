//! What the opponent does in shipped scenarios that were made for it.

#[path = "common/shipped.rs"]
mod shipped;

use std::sync::Arc;

use bevy::prelude::World;
use shipped::*;
use warboard::battle::{Row, Side, Snapshot};
use warboard::content::Name;
use warboard::control::{Controller, Seats, Strength, Tactician, ask};
use warboard::dice::Dice;
use warboard::resolution::{Act, Choice, Status, begin, resolve, submit};

/// Every act that was chosen in a battle, with the one who chose it as it was then.
fn played(scenario: &str, seed: u64) -> Vec<(Row, Act)> {
    let path = root().join("scenarios").join(scenario).with_extension("ron");
    let setup = prepared(&file(&path), "time_count");
    let mut world = World::new();
    begin(&mut world, Arc::clone(&setup), Dice::seeded(seed, 0));
    let sides = (0..setup.parties.len() as u8).map(|side| {
        let mind: Box<dyn Controller + Send> = Box::new(Tactician::new(Side(side), seed, Strength::Hard));
        mind
    });
    let (mut seats, mut acts) = (Seats::new(sides.collect()), Vec::new());
    while let Status::Awaiting(prompt) = resolve(&mut world) {
        let choice = ask(&world, &mut seats, &prompt).unwrap_or_else(|stopped| panic!("{stopped}")).choice;
        if let Choice::Act(act) = &choice {
            acts.push((world.resource::<Snapshot>().view().row(prompt.who).clone(), act.clone()));
        }
        submit(&mut world, choice).unwrap_or_else(|refused| panic!("{refused}"));
    }
    acts
}

#[test] // TC-408
fn some_parry_on_the_east_road() {
    let acts: Vec<(Row, Act)> = (1..=6).flat_map(|seed| played("escape", seed)).collect();
    let parried = acts.iter().filter(|(_, act)| act.action.as_str() == "take_parrying").count();
    assert!(parried > 2, "{parried}");
}

#[test] // TC-443, TC-453
fn the_hedge_wizard_prepares_behind_its_walls_and_casts_when_it_is_out() {
    let cast = (1..=6).filter(|seed| {
        let acts = played("hedge_wizard", *seed);
        let malo = |action: &'static str| {
            acts.iter().find(|(row, act)| &*row.name == "Malo" && act.action == Name::new(action))
        };
        let (prepared, _) = malo("prepare").unwrap_or_else(|| panic!("nothing is prepared in {seed}"));
        let place = prepared.position.footprint().anchor;
        assert!((14..=16).contains(&place.x) && (2..=5).contains(&place.y), "within the tower: {place}");
        prepared.sheet.spells.iter().any(|spell| malo(spell.as_str()).is_some())
    });
    assert!(cast.count() >= 3, "in most battles it comes to cast what it has prepared");
}
