//! Doubtful rules: for each, the ruling and another reading that house rules may choose.

use std::sync::Arc;

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Source, Trait, Unit};
use warboard::rules::{HouseRules, Library, Ruleset};

/// The rules under other readings.
fn with_readings(settings: &[&str]) -> Arc<Ruleset> {
    let mut library = Library::open(&crate::assets::assets()).expect("the assets load");
    let settings: Vec<String> = settings.iter().map(|setting| (*setting).to_owned()).collect();
    let house = HouseRules::of_settings("pathrunner", &settings).expect("settings");
    library.add_house_rules(&house).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
    library.ruleset(&house.id).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()))
}

/// The rules under all other readings of the shipped file.
fn all_readings() -> Arc<Ruleset> {
    let mut library = Library::open(&crate::assets::assets()).expect("the assets load");
    let text = include_str!("../../house_rules/other_readings_pathrunner.ron");
    let house = HouseRules::read(&Source::new("other_readings_pathrunner.ron", text)).expect("house rules");
    library.add_house_rules(&house).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
    library.ruleset(&house.id).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()))
}

fn duel_under(rules: &Arc<Ruleset>, map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    battle_of(skirmish(rules, map), &[('a', a, 20), ('B', b, 1)], dice)
}

/// Both readings: the ruling, and the other one.
fn both() -> [Arc<Ruleset>; 2] {
    [pathrunner(), all_readings()]
}

#[test] // PR-C01, PR-183
fn wounds_of_limbs_make_dying_or_only_those_of_head_and_body() {
    let dying = both().map(|rules| {
        // Confirmed, into wounds: 4 + 4 twice.
        let attacker = fighter().weapon("great_axe");
        let mut battle = duel_under(&rules, "a B", attacker, fighter(), &[20, 20, 4, 4]);
        let act = warboard::resolution::Act::at("attack", battle.id('B'), Some(warboard::battle::WeaponSlot(0)));
        battle.act('a', act.aimed_at_part("left arm".into())).pick('a', "wounds");
        assert!(battle.part('B', "left arm") < 0);
        battle.has('B', "dying")
    });
    assert_eq!(dying, [true, false]);
}

#[test] // PR-C08, PR-294, PR-382
fn a_manoeuvre_that_meets_the_defence_succeeds_or_must_exceed_it() {
    let prone = both().map(|rules| {
        // +7 against 17.
        let mut battle = duel_under(&rules, "a B", fighter(), fighter(), &[10]);
        battle.act_on('a', "trip", 'B');
        battle.row('B').stance.held.is_some()
    });
    assert_eq!(prone, [true, false]);
    for rules in both() {
        let mut battle = duel_under(&rules, "a B", fighter(), fighter(), &[11]);
        battle.act_on('a', "trip", 'B');
        assert!(battle.row('B').stance.held.is_some());
    }
}

#[test] // PR-C27, PR-230
fn parts_are_saved_as_they_are_lost_or_with_every_wound_below_0() {
    let hero = || fighter().with_trait(Trait::PlayerCharacter);
    let asked = |settings: &[&str], target: Unit| {
        let rules = with_readings(settings);
        let attacker = fighter().weapon("great_axe");
        let units = [('a', attacker, 20), ('B', target, 10), ('C', fighter(), 1)];
        let mut battle = battle_of(skirmish(&rules, "a B . . C"), &units, &[20, 20, 4, 4]);
        let act = warboard::resolution::Act::at("attack", battle.id('B'), Some(warboard::battle::WeaponSlot(0)));
        battle.act('a', act.aimed_at_part("head".into())).pick('a', "wounds");
        battle.asked().0 == 'B'
    };
    assert!(!asked(&[], hero()), "below 0, but not lost");
    assert!(asked(&["consciousness.collapse.saves.moment=BelowZero"], hero()));
    assert!(!asked(&["consciousness.collapse.saves.moment=BelowZero"], fighter()));
    assert!(asked(
        &["consciousness.collapse.saves.moment=BelowZero", "consciousness.collapse.saves.only=None"],
        fighter()
    ));
}

#[test] // PR-G22, PR-036
fn a_declined_opportunity_is_open_on_the_next_square_or_used_up() {
    let offers = both().map(|rules| {
        let mut battle = duel_under(&rules, ". . a B\n. . . .", fighter(), fighter(), &[]);
        battle.walk('a', &[(2, 1), (1, 1)]);
        let first = battle.reacting();
        battle.pass('B');
        (first, battle.reacting())
    });
    assert_eq!(offers, [(Some('B'), Some('B')), (Some('B'), None)]);
}

#[test] // PR-G30, PR-172
fn a_full_attack_has_two_attacks_at_the_full_bonus_or_one_for_each_5_points() {
    let attacks = |rules: &Arc<Ruleset>, bonus: i16| {
        let dice: Vec<u16> = vec![1; 8];
        let mut battle = duel_under(rules, "a B", fighter().has("BaseAttack", bonus), fighter(), &dice);
        battle.spare_dice("as many attacks as there are");
        battle.perform('a', "full_attack");
        let mut found = Vec::new();
        while battle.left('a', "attacks") > 0 {
            battle.events();
            battle.act_on('a', "next_attack", 'B');
            found.push(rolled(&battle.events()).remove(0).bonus.total() + 5 - 3 - bonus);
        }
        found
    };
    let [ruled, other] = both();
    for (bonus, two, one) in [
        (1, &[0, 0][..], &[0][..]),
        (6, &[0, 0], &[0, -5]),
        (11, &[0, 0, -10], &[0, -5, -10]),
        (16, &[0, 0, -10, -15], &[0, -5, -10, -15]),
    ] {
        assert_eq!((&attacks(&ruled, bonus)[..], &attacks(&other, bonus)[..]), (two, one), "{bonus}");
    }
}

#[test] // PR-G51, PR-037
fn the_least_number_of_opportunities_is_0_or_1() {
    for (dexterity, counts) in [(8, [0, 1]), (10, [1, 1]), (14, [3, 3])] {
        let found = both().map(|rules| {
            let battle = duel_under(&rules, "a B", fighter().has("Dexterity", dexterity), fighter(), &[]);
            battle.left('a', "opportunities")
        });
        assert_eq!(found, counts, "{dexterity}");
    }
}
