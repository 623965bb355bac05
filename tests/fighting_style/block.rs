//! Shields, armour and magic: what a block takes off the damage, and what it does not.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::Unit;

/// The damage of a bolt of fire for 7 + 5 at B, which answers as named.
fn burnt(target: Unit, defence: &str) -> i16 {
    let mut battle = duel("a . . B", mage(&["fire_bolt"]), target, &[15, 2, 7]);
    battle.events();
    battle.cast('a', "fire_bolt", 'B');
    assert_eq!(options(&battle), ('B', ["block", "dodge", "-"].map(String::from).to_vec()), "FS-072");
    battle.choose('B', named(defence));
    battle.all_rolled();
    damage(&battle.events())[0]
}

fn holding(shield: &str) -> Unit {
    fighter().shield(shield)
}

#[test] // FS-056, FS-072, FS-142, FS-157, FS-159, FS-G21, FS-G22 (WE-02)
fn a_block_takes_half_its_rating_rounded_up_off_magical_damage() {
    assert_eq!(burnt(holding("bone_shield"), "block"), 12 - 3);
    assert_eq!(burnt(holding("iron_shield"), "block"), 12 - 4, "half of 7, rounded up");
    assert_eq!(burnt(holding("hide_shield"), "block"), 12 - 2, "half of 3, rounded up");
    assert_eq!(burnt(holding("bone_shield"), "dodge"), 12, "a shield that does not block");
    assert_eq!(burnt(holding("bone_shield").armor("full_iron"), "block"), 12 - 3, "iron does not help");
    assert_eq!(burnt(holding("bone_shield").armor("full_silver"), "block"), 12 - 2 - 3);
    assert_eq!(burnt(holding("bone_shield").armor("partial_crystal"), "dodge"), 12 - 3);
}

#[test] // FS-153, FS-154, FS-155, FS-G21
fn armour_against_magic_protects_against_blows_like_bone() {
    let taken = |armor: &str| {
        let mut battle = duel("a B", fighter(), fighter().armor(armor), &[10, 3]);
        battle.spend('B', "actions");
        battle.events();
        battle.strike('a', 'B').choose('a', NONE);
        battle.all_rolled();
        damage(&battle.events())[0]
    };
    assert_eq!((taken("full_bone"), taken("full_silver"), taken("full_crystal")), (4, 4, 4));
    assert_eq!((taken("partial_bone"), taken("thick_hide"), taken("full_steel")), (6, 6, 2));
}

#[test] // FS-142, FS-G22
fn what_is_neither_physical_nor_magical_meets_no_armour() {
    let target = fighter().armor("full_silver").shield("bone_shield");
    let mut battle = duel("a . . B", mage(&["dread"]), target, &[15, 3]);
    battle.spend('B', "actions");
    battle.events();
    battle.cast('a', "dread", 'B').choose('a', NONE);
    battle.all_rolled();
    assert_eq!(damage(&battle.events()), [3 + 5]);
}

#[test] // FS-066, FS-067, FS-068, FS-069, FS-080, FS-163, FS-G24, FS-G26
fn every_defence_has_a_test_of_its_own() {
    let target = || holding("bone_shield").has("Strength", 12).has("Agility", 8).has("Dodge", 1);
    let battle = duel("a B", fighter(), target(), &[]);
    assert_eq!(struck(&battle, "block"), (16, 12 + 6), "the style by strength");
    assert_eq!(struck(&battle, "dodge"), (16, 8 + 2));
    assert_eq!(struck(&battle, "parry"), (16, 12 + 6), "by the better of two attributes");
    let battle = duel("a B", fighter(), target().has("Agility", 14), &[]);
    assert_eq!((struck(&battle, "block").1, struck(&battle, "parry").1), (18, 20));
    let mut battle = duel("a . . B", fighter().weapon("longbow"), target(), &[15, 2, 8]);
    battle.events();
    battle.strike('a', 'B');
    assert_eq!(options(&battle).1.join(" "), "block dodge -", "a shield stops an arrow");
    battle.choose('B', named("block"));
    assert_eq!(damage(&battle.events()), [8 + 5 - 6]);
    battle.all_rolled();
}

#[test] // FS-066, FS-080, FS-G31
fn a_fighter_that_lost_its_shield_cannot_block() {
    use warboard::battle::GearPiece;
    use warboard::resolution::{Choice, Pick};
    let mut battle = duel("a B", fighter(), holding("bone_shield").has("Endurance", 20), &[10, 1, 20, 20]);
    battle.strike('a', 'B').choose('B', NONE).choose('a', named("disarm"));
    let whose = battle.id('B');
    battle.choose('a', Choice::Pick(Pick::Item(whose, GearPiece::Shield)));
    assert!(!battle.row('B').arms.shield);
    battle.all_rolled();
    battle.strike('a', 'B').pass('B');
    assert_eq!(options(&battle).1.join(" "), "dodge parry -", "it did not take it up again, which it could (FS-044)");
}

#[test] // FS-080, FS-083
fn a_block_that_fails_lets_the_whole_hit_through_with_a_manoeuvre() {
    let mut battle = duel("a B", fighter(), holding("bone_shield"), &[10, 17, 4]);
    battle.events();
    battle.strike('a', 'B').choose('B', named("block"));
    assert_eq!(options(&battle).0, 'a', "a critical win");
    battle.choose('a', NONE);
    battle.all_rolled();
    assert_eq!(damage(&battle.events()), [4 + 5]);
}

#[test] // FS-055, FS-135, FS-136
fn an_untrained_shield_or_weapon_hinders_the_defence_made_with_it() {
    use warboard::content::WornGear;
    let clumsy = Unit { untrained: vec![WornGear::Shield], ..holding("bone_shield") };
    let battle = duel("a B", fighter(), clumsy, &[]);
    assert_eq!((struck(&battle, "block").1, struck(&battle, "dodge").1), (14, 16));
    let mut unit = fighter();
    unit.weapons[0].skill = warboard::content::Skill::None;
    let battle = duel("a B", fighter(), unit, &[]);
    assert_eq!((struck(&battle, "parry").1, struck(&battle, "dodge").1), (14, 16));
}
