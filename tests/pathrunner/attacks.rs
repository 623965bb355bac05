//! Attack rolls and armour class.

use crate::facts::terms;
use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::Size;

fn owned(terms: &[(&str, i16, &'static str)]) -> Vec<(String, i16, &'static str)> {
    terms.iter().map(|(words, amount, rule)| ((*words).to_owned(), *amount, *rule)).collect()
}

#[test] // PR-015, PR-033, PR-034, PR-035, PR-040, PR-056, PR-060, PR-G28
fn an_attack_must_reach_armour_class() {
    let armoured = fighter().has("Dexterity", 14).has("NaturalArmor", 1).has("DodgeBonus", 2).armor("chain_shirt");
    let mut battle = duel("a B", fighter(), armoured.clone(), &[12, 5]);
    battle.attack('a', 'B');
    let events = battle.events();
    let roll = rolled(&events).remove(0);
    let bonus = [("base attack bonus", 4, "PR-034"), ("strength modifier", 3, "PR-034")];
    assert_eq!(terms(&roll.bonus), owned(&bonus));
    let class = [
        ("base", 10, "PR-G28"),
        ("armour", 4, "PR-040"),
        ("dexterity bonus in armour", 2, "PR-G28"),
        ("natural armour", 1, "PR-G28"),
        ("dodge bonus", 2, "PR-G28"),
    ];
    assert_eq!((terms(&roll.difficulty), roll.margin), (owned(&class), 0), "19 against 19 hits");
    assert_eq!((damage(&events), battle.left('a', "half")), (vec![5 + 3], 1));
    let mut miss = duel("a B", fighter(), armoured, &[11]);
    miss.attack('a', 'B').all_rolled();
    assert_eq!(miss.row('B').vitals.hit_points, 40);
}

#[test] // PR-041, PR-G28, PR-G34
fn touch_leaves_out_armour_and_flat_footed_leaves_out_dexterity() {
    let unit = fighter()
        .has("Dexterity", 14)
        .has("NaturalArmor", 1)
        .has("DodgeBonus", 2)
        .armor("chain_shirt")
        .shield("heavy_steel_shield");
    let battle = duel("a B", fighter(), unit.clone(), &[]);
    let stats =
        ["ArmorClass", "Touch", "FlatFooted", "FlatFootedTouch"].map(|name| battle.row('B').sheet.stat(stat(name)));
    assert_eq!(stats, [19, 14, 17, 12]);
}

#[test] // PR-016, PR-017
fn a_natural_1_subtracts_5_and_a_natural_20_adds_5_and_neither_decides() {
    let total = |natural: u16, class: i16, dice: &[u16]| {
        let target = fighter().has("NaturalArmor", class - 10);
        let mut battle = duel("a B", fighter(), target, &[&[natural], dice].concat());
        battle.attack('a', 'B');
        let roll = rolled(&battle.events()).remove(0);
        (roll.natural + roll.bonus.total(), roll.margin >= 0)
    };
    assert_eq!(total(1, 3, &[4]), (1 + 7 - 5, true), "not an automatic miss");
    assert_eq!(total(1, 4, &[]), (3, false));
    assert_eq!(total(20, 33, &[]), (20 + 7 + 5, false), "not an automatic hit");
    assert_eq!(total(20, 32, &[1, 4]), (32, true));
}

#[test] // PR-G27
fn small_bodies_hit_and_dodge_better_and_large_ones_worse() {
    let bonus = |size: Size| {
        let map = ". . B .\na . . .\n. . . .";
        let mut battle = duel(map, fighter().size(size), fighter().size(Size::Small), &[12, 4]);
        battle.walk('a', &[(1, 1)]);
        battle.attack('a', 'B');
        let roll = rolled(&battle.events()).remove(0);
        (roll.bonus.total(), roll.difficulty.total())
    };
    assert_eq!([bonus(Size::Small), bonus(Size::Medium)], [(8, 11), (7, 11)]);
}

#[test] // PR-034, PR-035, PR-164, PR-170, WE-20
fn missiles_use_dexterity_and_add_no_strength() {
    let archer = fighter().has("Dexterity", 14).weapon("longbow");
    let mut battle = duel("a . . . . B", archer, fighter(), &[10, 5]);
    battle.attack('a', 'B');
    let events = battle.events();
    let roll = &rolled(&events)[0];
    assert_eq!((roll.bonus.total(), damage(&events)), (6, vec![5]));
    assert!(roll.bonus.to_string().contains("dexterity modifier +2"), "{}", roll.bonus);
    assert_eq!(battle.left('a', "half"), 1, "the arrow is nocked at no cost");
}

#[test] // PR-G28, PR-G34
fn armour_limits_dexterity_and_the_flat_footed_keep_a_penalty() {
    let classes = |dexterity: i16| {
        let unit = fighter().has("Dexterity", dexterity).armor("full_plate");
        let battle = duel("a B", fighter(), unit, &[]);
        ["ArmorClass", "Touch", "FlatFooted"].map(|name| battle.row('B').sheet.stat(stat(name)))
    };
    assert_eq!(classes(18), [10 + 9 + 1, 11, 19], "1 at most in full plate");
    assert_eq!(classes(6), [10 + 9 - 2, 8, 17]);
}
