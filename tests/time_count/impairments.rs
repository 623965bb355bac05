//! Impairments: lasting effects of a single heavy hit, under the optional rule.

use std::sync::Arc;

use crate::facts::{checks, idle, terms};
use crate::skirmish::{Skirmish, UnitBuilder, base_unit, skirmish, time_count};
use warboard::battle::Afflicted;
use warboard::content::{Name, Stat, Trait, Unit};
use warboard::resolution::BattleEvent;
use warboard::rules::Ruleset;

/// The rules with their optional impairments.
fn impairing() -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&time_count());
    let wounds = rules.policies.damage.threshold.as_mut().expect("a threshold of pain");
    wounds.impairments.used = true;
    Arc::new(rules)
}

/// A target with threshold 3 and many hit points that never acts.
fn target() -> Unit {
    idle().stat(Stat::HitPoints, 40)
}

/// The battle after `a` hits `B` with a weapon for an amount of damage.
fn hit(rules: &Arc<Ruleset>, weapon: &str, dealt: u16, target: Unit) -> Skirmish {
    hit_with(rules, weapon, &[dealt], target)
}

/// [`hit`] with all dice after the attack roll.
fn hit_with(rules: &Arc<Ruleset>, weapon: &str, dice: &[u16], target: Unit) -> Skirmish {
    let dice: Vec<u16> = [1, 1, 15].iter().chain(dice).copied().collect();
    let mut battle = skirmish(rules, "a B").unit('a', base_unit().weapon(weapon)).unit('B', target).rolls(&dice);
    battle.strike('a', 'B').all_rolled();
    battle
}

/// The level of a condition.
fn level(battle: &Skirmish, mark: char, condition: &str) -> i16 {
    battle.row(mark).conditions.level(Name::new(condition))
}

/// Gives a combatant a condition at a level.
fn bear(battle: &mut Skirmish, mark: char, condition: &str, level: i16) {
    let (who, rule) = (battle.id(mark), Name::new("test"));
    let affliction = Afflicted::lasting(Name::new(condition), level);
    battle.state.impose(&BattleEvent::ConditionGained { who, affliction, rule });
}

#[test] // TC-073, TC-074
fn damage_above_the_threshold_impairs_by_type_and_damage_equal_to_it_does_not() {
    let rules = impairing();
    for (weapon, condition) in [("heavy_mace", "battered"), ("short_sword", "gored"), ("long_sword", "slashed")] {
        assert_eq!(level(&hit(&rules, weapon, 4, target()), 'B', condition), 1, "{weapon}: 4 against 3");
        assert_eq!(level(&hit(&rules, weapon, 3, target()), 'B', condition), 0, "{weapon}: 3 against 3");
        assert_eq!(level(&hit(&time_count(), weapon, 4, target()), 'B', condition), 0, "the rule is an optional one");
    }
}

#[test] // TC-074, TC-075, TC-070
fn impairments_of_one_kind_add_up_and_each_is_logged() {
    let mut battle = skirmish(&impairing(), "a B")
        .unit('a', base_unit().weapon("heavy_mace"))
        .unit('B', target())
        .rolls(&[1, 1, 15, 4, 15, 4]);
    battle.strike('a', 'B').strike('a', 'B').all_rolled();
    let told: Vec<String> = battle.log_lines().into_iter().filter(|line| line.contains("battered")).collect();
    assert_eq!(told, ["B is battered (1) [TC-074]", "B is battered (2) [TC-074]"]);
}

#[test] // TC-075
fn the_battered_have_less_fortitude_and_accuracy() {
    let unit = || base_unit().stat(Stat::Fortitude, 3).stat(Stat::Agility, 2).stat(Stat::Accuracy, 4);
    let mut battle = skirmish(&impairing(), "a B").unit('a', unit()).unit('B', target()).rolls(&[1, 1]);
    bear(&mut battle, 'a', "battered", 2);
    let sheet = &battle.row('a').sheet;
    assert_eq!(
        sheet.derived(Stat::Vigor).to_string(),
        "11 (base +10 [TC-100], fortitude +3 [TC-100], battered -2 [TC-075])"
    );
    let primary = sheet.derived(Stat::Primary).to_string();
    assert_eq!(primary, "12 (base +10 [TC-094], agility +2 [TC-094])", "agility is now the best of the three");
    assert_eq!(sheet.weapons[0].to_hit.to_string(), "2 (accuracy +4 [TC-006], battered -2 [TC-075])");
    assert_eq!((sheet.stat(Stat::Fortitude), battle.row('a').own.stat(Stat::Fortitude)), (1, 3));
}

#[test] // TC-076
fn the_gored_have_less_willpower_and_power() {
    let unit = base_unit().stat(Stat::Willpower, 1).stat(Stat::Power, 2);
    let mut battle = skirmish(&impairing(), "a B").unit('a', unit).unit('B', target()).rolls(&[1, 1]);
    bear(&mut battle, 'a', "gored", 1);
    let sheet = &battle.row('a').sheet;
    assert_eq!(
        sheet.derived(Stat::Spirit).to_string(),
        "10 (base +10 [TC-104], willpower +1 [TC-104], gored -1 [TC-076])"
    );
    assert_eq!(sheet.weapons[0].damage.to_string(), "1 (power +2 [TC-041], gored -1 [TC-076])");
}

#[test] // TC-077
fn the_slashed_have_less_agility_and_are_slower_with_weapons_alone() {
    let mut battle = skirmish(&impairing(), "a . B").unit('a', base_unit()).unit('B', target()).rolls(&[1, 1, 1, 1]);
    bear(&mut battle, 'a', "slashed", 2);
    assert_eq!(battle.row('a').sheet.stat(Stat::Celerity), 8);
    battle.events();
    battle.walk('a', &[(1, 0)]);
    battle.strike('a', 'B');
    let took = battle.events().into_iter().filter_map(|event| match event {
        BattleEvent::TurnEnded { took, .. } => Some(terms(&took)),
        _ => None,
    });
    let (speed, slashed) = ("speed factor".to_owned(), "slashed".to_owned());
    let fumble = ("fumble".to_owned(), 1, "TC-060");
    let expected = [vec![(speed.clone(), 1, "TC-214")], vec![(speed, 9, "TC-222"), fumble, (slashed, 2, "TC-077")]];
    assert_eq!(took.collect::<Vec<_>>(), expected);
}

#[test] // TC-078
fn some_weapons_impair_with_any_damage() {
    // The venom of the beak rolls as well, and fails.
    let mut battle = hit_with(&impairing(), "cockatrice_beak", &[2, 1], target());
    assert_eq!(level(&battle, 'B', "gored"), 1);
    assert!(battle.log_lines().contains(&"B is gored (1) [TC-078]".to_owned()));
    assert_eq!(level(&hit(&impairing(), "dagger", 2, target()), 'B', "gored"), 0);
}

#[test] // TC-079
fn nothing_impairs_some_creatures() {
    let battle = hit(&impairing(), "long_sword", 8, target().with_trait(Trait::ImmuneToImpairments));
    assert_eq!(level(&battle, 'B', "slashed"), 0);
}

#[test] // TC-089, TC-074, TC-078
fn nonlethal_damage_above_the_threshold_causes_only_fatigue() {
    let strong = || base_unit().stat(Stat::Power, 6);
    for power in [0, 6] {
        let attacker = base_unit().stat(Stat::Power, power);
        let rules = impairing();
        let mut battle =
            skirmish(&rules, "a B").unit('a', attacker.weapon("unarmed")).unit('B', target()).rolls(&[1, 1, 15, 3]);
        battle.strike('a', 'B').all_rolled();
        assert_eq!((battle.row('B').vitals.fatigue, battle.row('B').vitals.hit_points), (3 + power, 40));
        assert_eq!(level(&battle, 'B', "battered"), 0, "{} against a threshold of 3", 3 + power);
    }
    let mut armed = skirmish(&impairing(), "a B")
        .unit('a', strong().weapon("heavy_mace"))
        .unit('B', target())
        .rolls(&[1, 1, 15, 3]);
    armed.strike('a', 'B').all_rolled();
    assert_eq!(level(&armed, 'B', "battered"), 1, "lethal damage of the same amount does impair");
}

#[test] // G-77, TC-043
fn damage_reduced_to_zero_does_not_impair() {
    let hard = target().stat(Stat::Endurance, 0).stat(Stat::DamageReduction, 5);
    assert_eq!(level(&hit(&impairing(), "cockatrice_beak", 3, hard.clone()), 'B', "gored"), 0);
    assert_eq!(level(&hit(&impairing(), "long_sword", 6, hard), 'B', "slashed"), 1);
}

#[test] // TC-121, TC-119
fn every_impairment_makes_it_harder_to_stay_awake() {
    let worn = target().stat(Stat::HitPoints, 5).stat(Stat::Endurance, 9).stat(Stat::Constitution, 1);
    let mut battle = skirmish(&impairing(), "a B").unit('a', base_unit()).unit('B', worn).rolls(&[1, 1, 15, 8, 9]);
    bear(&mut battle, 'B', "battered", 1);
    bear(&mut battle, 'B', "gored", 2);
    battle.strike('a', 'B').all_rolled();
    let check = checks(&battle.events()).pop().expect("a check to stay awake");
    assert_eq!(check.bonus.to_string(), "-5 (constitution +1 [TC-119], battered -2 [TC-121], gored -4 [TC-121])");
    assert!(battle.has('B', "prone") || check.margin >= 0);
    assert_eq!(check.margin, 9 - 5 - 3);
}
