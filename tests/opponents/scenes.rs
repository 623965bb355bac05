//! Behaviour of the opponent in shipped scenarios made for it, and in drawn ones.

use std::sync::Arc;

use crate::chooser::{act, answer, chosen};
use crate::facts::{at, cells, idle};
use crate::shipped::*;
use crate::skirmish::*;
use warboard::battle::{Row, Side};
use warboard::content::{Name, Stat, Trait, Unit};
use warboard::control::{Controller, Seats, Strength, Tactician, ask};
use warboard::dice::Dice;
use warboard::resolution::BattleState;
use warboard::resolution::{Act, BattleStatus, Choice};

/// Every act chosen in a battle, with the state of its actor at that time.
fn played(scenario: &str, seed: u64) -> Vec<(Row, Act)> {
    let path = root().join("scenarios").join(scenario).with_extension("ron");
    let setup = prepared(&file(&path), "time_count");
    let mut world = BattleState::begin(Arc::clone(&setup), Dice::seeded(seed, 0));
    let sides = (0..setup.sides.len() as u8).map(|side| {
        let mind: Box<dyn Controller + Send> = Box::new(Tactician::new(Side(side), seed, Strength::Hard));
        mind
    });
    let (mut seats, mut acts) = (Seats::new(sides.collect()), Vec::new());
    while let BattleStatus::Awaiting(prompt) = world.resolve() {
        let choice = ask(&world, &mut seats, &prompt).unwrap_or_else(|stopped| panic!("{stopped}")).choice;
        if let Choice::Act(act) = &choice {
            acts.push((world.snapshot().view().row(prompt.who).clone(), act.clone()));
        }
        world.submit(choice).unwrap_or_else(|refused| panic!("{refused}"));
    }
    acts
}

#[test] // TC-408
fn some_units_parry_on_the_east_road() {
    let acts: Vec<(Row, Act)> = (1..=16).flat_map(|seed| played("escape", seed)).collect();
    let parried = acts.iter().filter(|(_, act)| act.action.as_str() == "take_parrying").count();
    assert!(parried > 2, "{parried}");
}

#[test] // TC-443, TC-453
fn the_hedge_wizard_prepares_behind_its_walls_and_casts_outside() {
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

/// `a` and its friend `b` against two enemies; `a`, which acts first, and `C` have lost hit points and gained fatigue.
fn pressed(lost: (i16, i16), theirs: (i16, i16)) -> Skirmish {
    let guard =
        Unit { shield: Some("large_shield".into()), ..base_unit().stat(Stat::Accuracy, 6).stat(Stat::HitPoints, 20) };
    // These cannot be tripped or grabbed.
    let firm = || base_unit().stat(Stat::Constitution, 12).stat(Stat::Dexterity, 12);
    let brute = || firm().stat(Stat::Strength, 4).stat(Stat::Accuracy, 5).stat(Stat::HitPoints, 30);
    let plan = skirmish(&time_count(), ". . . .\nC . . .\nD a b .");
    let plan =
        plan.unit('a', guard).unit('b', base_unit().stat(Stat::HitPoints, 20)).unit('C', brute()).unit('D', brute());
    plan.with_losses('a', lost.0, lost.1).with_losses('C', theirs.0, theirs.1).rolls(&[1, 4, 4, 4])
}

#[test] // TC-408, TC-409, TC-399
fn a_wounded_fighter_parries_where_a_fresh_one_strikes() {
    let fresh = act(&pressed((0, 0), (0, 0)));
    assert!(fresh.aimed_at().is_some(), "{fresh:?}");
    assert_eq!(chosen(&pressed((11, 4), (0, 0))), "take_parrying");
}

#[test] // TC-408
fn a_wounded_fighter_strikes_an_enemy_it_can_fell_now() {
    let battle = pressed((11, 4), (29, 0));
    let last = act(&battle);
    assert_eq!(last.aimed_at(), Some(battle.id('C')), "{last:?}");
}

/// A brawler beside an enemy that never acts, on the bank of a river; pushes along the bank are impossible.
fn bank(dice: &[u16]) -> Skirmish {
    let brawler =
        base_unit().unarmed().with_trait(Trait::UnarmedTrained).stat(Stat::Strength, 4).stat(Stat::Accuracy, 4);
    let plan = skirmish(&time_count(), "# # ~ #\n# a B #\n# # # #").unit('a', brawler);
    let target = Unit { weapons: vec![carried("dagger")], ..idle().stat(Stat::HitPoints, 30) };
    plan.unit('B', target).rolls(&[&[1, 1], dice].concat())
}

#[test] // G-92, TC-293, TC-318, TC-321
fn a_brawler_grabs_an_enemy_beside_the_river_and_throws_it_in() {
    let mut battle = bank(&[15, 15, 1]);
    assert_eq!(chosen(&battle), "grab");
    battle.act_on('a', "grab", 'B');
    assert_eq!(chosen(&battle), "throw");
    battle.act_on('a', "throw", 'B');
    assert!(cells(&battle).1.contains(&(1, 1)));
    let landing = answer(&battle);
    assert_eq!(landing, at(2, 0));
}

#[test] // G-92
fn a_combatant_falls_off_the_bridge_in_most_battles_for_it() {
    let grabbed = (1..=4).filter(|seed| played("bridge", *seed).iter().any(|(_, act)| act.action.as_str() == "throw"));
    assert!(grabbed.count() >= 2);
}
