//! Attack rolls: their terms, cover and posture, defending.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Label, Unit};
use warboard::odds;
use warboard::resolution::{Act, Asks, Choice, Pick, legal};

/// The bonus of an attack of a on B and the defence that it meets, with their terms.
fn numbers(battle: &Skirmish, action: &str) -> (i16, i16) {
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at(action, battle.id('B'), Some(WeaponSlot(0)));
    let told = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("a forecast");
    (told.bonus.total(), told.versus[0].difficulty.total())
}

/// The chances of each severity of wound that an attack of a on B can leave, in parts of 10,000.
fn wounds(battle: &Skirmish) -> Vec<u32> {
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at("standard_attack", battle.id('B'), Some(WeaponSlot(0)));
    let told = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("a forecast");
    told.wounds.iter().map(|(_, chance)| chance.per_ten_thousand()).collect()
}

#[test] // HD-019, HD-020
fn a_forecast_tells_how_severe_the_wound_is_by_the_slots_of_the_target() {
    let target = || fighter().shield("shield");
    let wounds_of = |target| wounds(&against("a B", fighter(), target));
    assert_eq!(wounds_of(target()), [0, 1273, 1903, 875, 271], "43 % to hit, at least a moderate wound by a sword");
    let tough = wounds_of(target().has("Vitality", 2));
    let without_light = wounds_of(target().has("Vitality", 2).has("Persona", -9));
    assert!(tough[0] > 0 && without_light[0] == 0, "{tough:?}");
    assert_eq!(without_light[1], tough[0] + tough[1], "light wounds without a slot become moderate");
    assert_eq!(without_light[2..], tough[2..]);
}

fn against(map: &str, a: Unit, b: Unit) -> Skirmish {
    battle(map, &[('a', a, 9), ('B', b, 5)], &[])
}

#[test] // HD-086, HD-089, HD-090, HD-124, HD-125, HD-129
fn melee_and_ranged_attacks_meet_different_defences() {
    let shooter = fighter().weapon("bow");
    let shooter = Unit { weapons: shooter.weapons.into_iter().rev().collect(), ..fighter() };
    let shot = against("a . . . B", shooter.has("Melee", 0), fighter().shield("shield"));
    assert_eq!(numbers(&shot, "standard_attack"), (4, 4), "Dexterity and Aim against 2 and 1 and the shield");
    let struck = against("a B", fighter(), fighter().shield("shield"));
    assert_eq!(numbers(&struck, "standard_attack"), (4, 5), "Dexterity and Melee against 2 and 2 and the shield");
}

#[test] // HD-116, HD-G15
fn each_range_increment_beyond_the_first_costs_2() {
    let shooter = Unit { weapons: vec![carried("bow")], ..fighter() };
    for (apart, bonus) in [(20, 4), (21, 2), (40, 2), (41, 0)] {
        let map = format!("a {} B", vec!["."; apart - 1].join(" "));
        assert_eq!(numbers(&against(&map, shooter.clone(), fighter()), "standard_attack").0, bonus, "{apart} yards");
    }
}

#[test] // HD-105, HD-106, HD-107, HD-109, HD-G29
fn the_worse_of_cover_and_posture_counts_at_range() {
    let shooter = Unit { weapons: vec![carried("bow")], ..fighter() };
    let bonus = |map: &str, posture: Option<&str>, unit: &Unit| {
        let mut battle = against(map, unit.clone(), fighter());
        if let Some(posture) = posture {
            battle.end_turn('a').no_interrupts();
            battle.perform('B', posture).no_interrupts().end_turn('B');
        }
        numbers(&battle, "standard_attack").0 - 4
    };
    let open = "a . . . . B";
    assert_eq!(bonus(open, None, &shooter), 0);
    assert_eq!(bonus(open, Some("crouch"), &shooter), -2);
    assert_eq!(bonus(open, Some("go_prone"), &shooter), -3);
    assert_eq!(bonus("a B", Some("crouch"), &fighter()), 2, "in melee");
    assert_eq!(bonus("a B", Some("go_prone"), &fighter()), 3, "in melee");
}

#[test] // HD-108, HD-107
fn a_low_wall_covers_more_of_those_that_crouch_or_lie_behind_it() {
    let shooter = Unit { weapons: vec![carried("bow")], ..fighter() };
    let cover = |map: &str, posture: Option<&str>| {
        let mut battle = against(map, shooter.clone(), fighter());
        if let Some(posture) = posture {
            battle.end_turn('a').no_interrupts();
            battle.perform('B', posture).no_interrupts().end_turn('B');
        }
        let rules = battle.battle().setup().rules.clone();
        let act = Act::at("standard_attack", battle.id('B'), Some(WeaponSlot(0)));
        let told = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("a forecast");
        let cited = |rule: &str| told.bonus.terms().iter().any(|term| term.rule == rule.into());
        (told.bonus.total() - 4, cited("HD-108"))
    };
    assert_eq!(cover("a . . . o B", None), (-2, false), "half");
    assert_eq!(cover("a . . . o B", Some("crouch")), (-3, true), "three quarters, worse than crouching");
    assert_eq!(cover("a . . . o B", Some("go_prone")), (-5, true), "nine tenths, worse than lying");
    assert_eq!(cover("a . o . . B", Some("go_prone")), (-3, false), "not behind it");
    assert_eq!(cover("a . . . . B", Some("go_prone")), (-3, false), "nothing to lie behind");
}

#[test] // HD-241, HD-242, HD-243, HD-244
fn a_defender_uses_its_best_defence_or_2_more_until_it_is_wounded() {
    let defended = |unit: Unit| {
        let mut battle = against("a B", fighter(), unit);
        battle.end_turn('a').no_interrupts();
        battle.perform('B', "defend").no_interrupts().end_turn('B');
        battle
    };
    let mut plain = defended(fighter());
    assert_eq!(numbers(&plain, "standard_attack").1, 6, "4 and 2");
    assert_eq!(numbers(&defended(fighter().has("Athletics", 6)), "standard_attack").1, 7, "a Power of 7");
    assert_eq!(plain.points('B'), 16, "6 and 6 and 6 less 2");
    let dice: &[&[u16]] = &[&wild(2)];
    let mut battle = battle("a B", &[('B', fighter(), 9), ('a', fighter(), 5)], dice);
    battle.perform('B', "defend").end_turn('B').no_interrupts().attack('a', "standard_attack", 'B').no_interrupts();
    assert!(!battle.has('B', "defending"), "a wound ends it");
    plain.end_turn('a');
    assert!(!plain.has('B', "defending"), "and so does its next turn");
}

#[test] // HD-216, HD-224, HD-235
fn quick_strong_and_nonlethal_attacks_are_melee_attacks_on_a_target_in_reach() {
    let table = [("nonlethal_attack", "HD-216"), ("quick_attack", "HD-224"), ("strong_attack", "HD-235")];
    for (action, rule) in table {
        let refused = |battle: &Skirmish| {
            let act = Act::at(action, battle.id('B'), Some(WeaponSlot(0)));
            let refusal = legal::check(battle.snapshot().view(), &heroes(), battle.id('a'), &act).err();
            refusal.map(|refusal| (refusal.why.to_string(), refusal.rule.to_string()))
        };
        let javelin = || fighter().weapon("javelin");
        let no = |why: &str| Some((why.to_owned(), rule.to_owned()));
        assert_eq!(refused(&against("a B", javelin(), fighter())), None, "{action}");
        assert_eq!(refused(&against("a . . . B", javelin(), fighter())), no("out of reach in melee"), "not thrown");
        assert_eq!(refused(&against("a B", fighter().weapon("bow"), fighter())), no("needs a melee weapon"));
    }
}

#[test] // HD-191
fn lengths_are_told_in_whole_yards() {
    let battle = against("a B . .", fighter(), fighter());
    let (rules, act) = (heroes(), Act::at("shove", battle.id('B'), None));
    let told = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("a forecast");
    assert!(told.to_string().contains("it slides 1 yd"), "{told}");
}

#[test] // HD-328
fn initiative_can_be_seized() {
    let mut battle = battle("a . . . B", &[('a', fighter(), 9), ('B', fighter(), 5)], &[&[4]]);
    battle.perform('a', "seize_initiative");
    assert_eq!((battle.initiative('a'), battle.points('a')), (13, 2));
    battle.all_rolled();
}

#[test] // HD-315, HD-316, HD-318, HD-323, HD-324, HD-325, HD-326, HD-327
fn a_foe_is_shoved_and_tripped_with_standard_dice() {
    // Power 2 against Agility 3.
    let dice: &[&[u16]] = &[&standard(1)];
    let mut trip = battle("a B", &[('a', fighter(), 9), ('B', fighter(), 5)], dice);
    trip.act_on('a', "trip", 'B');
    assert!(trip.has('B', "prone"), "3 meets 3");
    assert_eq!(trip.points('a'), 2);
    let strong = fighter().has("Strength", 3);
    let dice: &[&[u16]] = &[&standard(2)];
    let mut shove = battle("a B . . . .", &[('a', strong, 9), ('B', fighter(), 5)], dice);
    shove.events();
    shove.act_on('a', "shove", 'B');
    let check = &rolled(&shove.events())[0];
    assert_eq!(check.margin, 3, "2 and 4 against 3: 1 yard and 1 more");
    let ('a', Asks::Cell { cells, .. }) = shove.asked() else { panic!("a direction: {:?}", shove.asked()) };
    assert_eq!(cells.iter().map(|cell| cell.x).max(), Some(3), "2 yards");
}

#[test] // HD-321, HD-322
fn a_distracted_foe_attacks_and_defends_worse_until_the_round_ends() {
    let sly = fighter().has("Persona", 2).has("Deception", 2);
    let dice: &[&[u16]] = &[&standard(0), &standard(0)];
    let mut battle = battle("a B", &[('a', sly, 9), ('B', fighter(), 5)], dice);
    battle.act_on('a', "distract", 'B');
    assert!(battle.has('B', "distracted"));
    assert_eq!(numbers(&battle, "standard_attack").1, 2, "4 less 2");
    battle.end_turn('a').no_interrupts().end_turn('B');
    assert!(!battle.has('B', "distracted"));
    battle.all_rolled();
}

#[test] // HD-G17
fn wounds_make_attacks_worse() {
    let dice: &[&[u16]] = &[&wild(1)];
    let mut battle = battle("a B", &[('B', fighter(), 9), ('a', fighter(), 5)], dice);
    battle.attack('B', "standard_attack", 'a').end_turn('B').no_interrupts();
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at("standard_attack", battle.id('B'), Some(WeaponSlot(0)));
    let told = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("a forecast");
    let term = told.bonus.term(Label::Named("severely_wounded".into()));
    assert_eq!((term, told.bonus.total()), (Some(-2), 2));
}

#[test] // HD-319, HD-320, HD-G53
fn a_disarm_meets_a_roll_or_the_agility_of_the_target_as_it_chooses() {
    let disarm = |dice: &[&[u16]], stat_name: &str| {
        let mut battle = battle("a B", &[('a', fighter(), 9), ('B', fighter().has("Melee", 4), 5)], dice);
        battle.attack('a', "disarm", 'B');
        let ('B', Asks::Pick { options, .. }) = battle.asked() else { panic!("{:?}", battle.asked()) };
        let both = ["MeleeCheck", "AgilityDefense"].map(|name| Pick::Defence(stat(name)));
        assert_eq!(options, both);
        battle.events();
        battle.choose('B', Choice::Pick(Pick::Defence(stat(stat_name))));
        battle.all_rolled();
        rolled(&battle.events())[0].margin
    };
    assert_eq!(disarm(&[&standard(-1)], "AgilityDefense"), 0, "2 and 2 less 1 meets 3");
    assert_eq!(disarm(&[&standard(-1), &standard(0)], "MeleeCheck"), -3, "3 against a roll of 6");
}
