//! Magic objects and items, saving throws of objects, and hits on them without a roll.

use std::sync::Arc;

use crate::skirmish::*;
use crate::things::{ACTIONS, FIRST, POLICY, game, harms, object, read, rules, strike};
use warboard::battle::{Field, GearPiece, WeaponSlot};
use warboard::content::{Action, Armor, ItemMagic, Size, Table};
use warboard::mechanics::{items, objects};
use warboard::odds::{Fraction, forecast};
use warboard::resolution::Act;
use warboard::rules::Ruleset;

/// The rules with magic doors, saving throws of objects, and actions that call for them.
fn magic_rules() -> Arc<Ruleset> {
    const MORE: &str = r#"
    (
        id: "melt", name: "Melt", about: "An object must save.",
        speed: Class(Standard), aim: Thing, reach: Adjacent,
        does: Check((
            roll: Stat(Fortitude), by: Target, against: Difficulty(number: 12, rule: "R-40"),
            ladder: [(when: Fails, effects: [(does: Harm(to: Target, amount: Dice("9"), harm: Some("fire")))])],
        )),
        rule: "R-41",
    ),
    (
        id: "smash", name: "Smash", about: "A full round of aiming.",
        speed: Class(Standard), aim: Enemy, at_things: true, reach: Weapon,
        does: Check((
            roll: Weapon, against: Normal, sure_at_things: Some("R-42"),
            ladder: [(when: Wins, effects: [(does: Harm(to: Target, amount: Dice("6")))])],
        )),
        rule: "R-43",
    ),
]"#;
    let mut rules = Ruleset::clone(&rules());
    let actions = ACTIONS.replacen("aim: Enemy, reach: Weapon", "aim: Enemy, at_things: true, reach: Weapon", 1);
    rules.actions = Table::new(read::<Vec<Action>>(&(actions.trim_end().trim_end_matches(']').to_owned() + MORE)));
    let policy = POLICY
        .replacen(
            "rule: \"R-20\",",
            "rule: \"R-20\", enhancement: Some((hardness: 2, hardness_rule: \"R-44\", hit_points: 10, hit_points_rule: \"R-45\")),",
            1,
        )
        .replacen("kinds: [", "saves: Some((base: 2, base_rule: \"R-46\", levels: 2, fails_rule: \"R-47\")), kinds: [", 1)
        .replacen("force: Some(14), rule: \"R-27\"", "force: Some(14), magic: (enhancement: 2, level: 6), rule: \"R-27\"", 1);
    rules.policies.things = read(&policy);
    Arc::new(rules)
}

fn magic_door(field: &mut Field) {
    field.things.push(object("door", &[(1, 0)], 30, None));
}

fn wall(field: &mut Field) {
    field.things.push(object("wall", &[(1, 0)], 30, None));
}

fn facing_it(thing: fn(&mut Field), dice: &[u16]) -> Skirmish {
    let plan = skirmish(&magic_rules(), "a . . B").field(thing).unit('a', base_unit()).unit('B', base_unit());
    plan.rolls(dice)
}

#[test] // PR-076, PR-077
fn an_enhancement_makes_an_object_harder_and_gives_it_hit_points() {
    let mut battle = facing_it(magic_door, &[20, 10, 15, 8]);
    let whole = objects::find(game(&battle), FIRST).expect("the door").most;
    assert_eq!(whole, 10 + 2 * 10);
    battle.act('a', strike(FIRST));
    let (amount, left, ..) = harms(&mut battle).remove(0);
    assert!(amount.starts_with("1 (") && amount.contains("hardness -3 [R-27], enhancement -4 [R-44]"), "{amount}");
    assert_eq!(left, 29);
    battle.all_rolled();
}

#[test] // PR-076, PR-077
fn an_enhancement_protects_carried_items_as_well() {
    let battle = facing_it(magic_door, &[20, 10]);
    let rules = battle.battle().setup().rules.clone();
    let policy = rules.policies.things.as_ref().expect("a policy");
    let mut row = battle.row('a').clone();
    let armor: Armor = read(r#"(id: "mail", name: "Mail", bonus: 4, magic: (enhancement: 1), rule: "R-48")"#);
    let mut sheet = (*row.sheet).clone();
    sheet.armor = Some(Arc::new(armor));
    row.sheet = Arc::new(sheet);
    let mut snapshot = battle.snapshot().clone();
    snapshot.rows[battle.id('a').index()] = row;
    let (view, who) = (snapshot.view(), battle.id('a'));
    assert_eq!(items::hit_points(view, policy, who, GearPiece::Armor), 10 + 10);
    let [_, (_, hardened)] = items::hardness(policy, &snapshot.rows[who.index()].sheet, GearPiece::Armor);
    assert_eq!(hardened.map(|more| (more.amount, more.rule.as_str())), Some((2, "R-44")));
    assert_eq!(policy.whole_points(5, Size::Large, ItemMagic { enhancement: 3, level: 0 }), 35);
}

#[test] // PR-100, PR-101
fn magic_objects_roll_saving_throws_and_others_always_fail() {
    // 2, half of level 6, and the die against 12.
    for (die, saved) in [(7, true), (6, false)] {
        let mut battle = facing_it(magic_door, &[20, 10, die]);
        battle.act('a', Act::at_thing("melt", FIRST, None));
        let told = battle.log_lines().join("\n");
        assert!(told.contains("bonus: 5 (base +2 [R-46], level +3 [R-46])"), "{told}");
        let hurt = battle.snapshot().field.things[0].left;
        assert_eq!(hurt, if saved { 30 } else { 30 - (9 - 3 - 4) });
        battle.all_rolled();
    }
    let mut plain = facing_it(wall, &[20, 10]);
    plain.act('a', Act::at_thing("melt", FIRST, None));
    let told = plain.log_lines().join("\n");
    assert!(told.contains("makes a saving throw against a: it always fails [R-47]"), "{told}");
    assert_eq!(plain.snapshot().field.things[0].left, 30 - (9 - 5));
    plain.all_rolled();
}

#[test] // PR-100, PR-101
fn the_forecast_at_an_object_has_the_chance_that_it_fails_its_saving_throw() {
    for (thing, chance) in [(magic_door as fn(&mut Field), Fraction::new(6, 20)), (wall, Fraction::new(1, 1))] {
        let battle = facing_it(thing, &[20, 10]);
        let act = Act::at_thing("melt", FIRST, None);
        let told = forecast(battle.snapshot().view(), &magic_rules(), battle.id('a'), &act, None).expect("a forecast");
        assert_eq!(told.versus[0].fractions()[0].1, chance);
    }
}

#[test] // PR-089
fn an_object_in_melee_is_hit_without_a_roll_after_aiming() {
    let mut battle = facing_it(wall, &[20, 10]);
    let smash = Act::at_thing("smash", FIRST, Some(WeaponSlot(0)));
    let told = forecast(battle.snapshot().view(), &magic_rules(), battle.id('a'), &smash, None).expect("a forecast");
    assert_eq!(told.versus[0].fractions()[0].1, Fraction::new(1, 1));
    battle.act('a', smash);
    assert_eq!(battle.snapshot().field.things[0].left, 30 - (6 - 5));
    let told = battle.log_lines().join("\n");
    assert!(told.contains("needs no roll") && told.contains("[R-42]"), "{told}");
    battle.all_rolled();
}

#[test] // PR-123
fn some_types_of_damage_lower_the_hardness_of_an_object_even_if_it_resists_them() {
    let pillar = |field: &mut Field| field.things.push(object("pillar", &[(1, 0)], 50, None));
    let plan = skirmish(&rules(), "a . . B").field(pillar).unit('a', base_unit()).unit('B', base_unit());
    let mut battle = plan.rolls(&[20, 10, 15, 15]);
    let burn = || Act::at_thing("burn", FIRST, Some(WeaponSlot(0)));
    battle.act('a', burn()).wait('B').act('a', burn());
    battle.all_rolled();
    let all = harms(&mut battle);
    assert!(all[0].0.starts_with("0 ("), "{}", all[0].0);
    assert!(all[0].0.contains("hardness 2 lower from now on +0 [R-36], hardness -8 [R-35]"), "{}", all[0].0);
    assert!(all[1].0.starts_with("1 (") && all[1].0.contains("hardness -7 [R-35]"), "{}", all[1].0);
    assert_eq!(all[1].1, 49);
}
