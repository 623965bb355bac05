//! Cover by the share of a body that is protected, sight, and range.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Contest, Size, Trait, Unit};
use warboard::grid::{Board, CoverGrade, Shape, Terrain};
use warboard::resolution::Act;

/// A target number of 18 with a longbow.
fn archer() -> Unit {
    fighter().weapon("longbow").has("Agility", 12)
}

/// The target numbers of the shot of `a` at B, and of B's dodge.
fn shot(map: &str, target: Unit) -> (i16, i16) {
    struck(&duel(map, archer(), target, &[]), "dodge")
}

/// The map with arrow slits where it has an `o`.
fn with_slits(map: &str) -> Board {
    let mut plan = crate::drawn::plan(Shape::Square, map);
    plan.palette[4] =
        Terrain { name: "arrow slit".into(), cost: None, cover: CoverGrade::NineTenths, ..Terrain::floor() };
    Board::new(plan).expect("a sound plan")
}

#[test] // FS-116, FS-117, FS-118, FS-119, FS-G33 (WE-07)
fn half_a_body_is_low_cover_and_less_is_none() {
    assert_eq!(shot("a . . . . B", fighter()), (18, 16));
    assert_eq!(shot("a . . . o B", fighter()), (16, 18), "half of the body");
    assert_eq!(shot("a . . \n . . o \n . . B", fighter()), (18, 16), "a quarter");
    assert_eq!(shot("a . o . . . . . . B", fighter()), (18, 16), "far from the target");
    assert_eq!(shot("a o . . . B", fighter()), (18, 16), "beside the archer, who looks over it");
    let large = "a . . . o B . \n . . . . o . .";
    assert_eq!(shot(large, fighter().size(Size::Large)), (18, 16), "a large body rises above it");
}

#[test] // FS-120, FS-121, FS-G34 (WE-07)
fn three_quarters_of_a_body_are_high_cover() {
    let map = "a . . . o B";
    let plan = skirmish(&fighting_style(), map).on(with_slits(map)).unit('a', archer()).unit('B', fighter());
    let battle = plan.rolls(&[6, 1]);
    assert_eq!(struck(&battle, "dodge"), (18 - 5, 16 + 5), "protected, but in sight");
    assert_eq!(shot("a . . \n . . # \n . o B", fighter()), (13, 21), "exactly three quarters");
}

#[test] // FS-116, FS-118
fn cover_helps_against_shots_and_spells_and_only_a_dodge_gains() {
    let target = || fighter().shield("bone_shield");
    let battle = duel("a . . . o B", archer(), target(), &[]);
    assert_eq!((struck(&battle, "block"), struck(&battle, "dodge")), ((16, 16), (16, 18)));
    let battle = duel("a . . . o B", mage(&["fire_bolt"]), target(), &[]);
    assert_eq!(numbers(&battle, &battle.casting('a', "fire_bolt", 'B'), "dodge"), (14, 18));
    let battle = duel("a o B", fighter().weapon("spear"), target(), &[]);
    assert_eq!(struck(&battle, "dodge"), (16, 16), "a melee attack");
}

#[test] // FS-122, FS-123, FS-075, FS-G34
fn a_shot_at_full_cover_is_paid_for_and_fails_by_itself() {
    let mut battle = duel("a . . # . B", archer(), fighter(), &[16]);
    battle.events();
    battle.strike('a', 'B').choose('B', named("dodge"));
    let roll = battle.roll();
    assert_eq!((roll.fails, roll.dice.len(), roll.contest), (true, 0, Some(Contest::OnlyTarget)));
    assert_eq!(options(&battle).0, 'B', "its dodge passes alone");
    battle.choose('B', NONE);
    assert_eq!(battle.left('a'), (2, 1));
    battle.all_rolled();
}

#[test] // FS-116, FS-119, FS-G33
fn a_body_as_large_as_the_target_hides_the_lower_half_of_it() {
    let between = |size: Size, target: Size, mark: char| {
        let map = format!("a . . . {mark} B . \n . . . . . . . ");
        let plan = skirmish(&fighting_style(), &map).unit('a', archer()).unit('B', fighter().size(target));
        let battle = plan.unit(mark, fighter().size(size)).rolls(&[6, 1, 2]);
        struck(&battle, "dodge")
    };
    assert_eq!(between(Size::Medium, Size::Medium, 'c'), (16, 18), "a friend of the archer");
    assert_eq!(between(Size::Medium, Size::Medium, 'C'), (16, 18), "a friend of the target");
    assert_eq!(between(Size::Small, Size::Medium, 'c'), (18, 16), "too small");
    assert_eq!(between(Size::Medium, Size::Large, 'c'), (18, 16), "smaller than the target");
    assert_eq!(between(Size::Medium, Size::Small, 'c'), (16, 18));
}

#[test] // FS-G36, FS-166, FS-G47
fn darkness_and_fog_hinder_attacks_unless_the_attacker_sees_in_the_dark() {
    let dark = |unit: Unit| {
        let plan = skirmish(&fighting_style(), "a B").unit('a', unit).unit('B', fighter());
        struck(&plan.field(|field| field.dark = true).rolls(&[6, 1]), "dodge").0
    };
    assert_eq!((dark(fighter()), dark(fighter().with_trait(Trait::Darkvision))), (11, 16));
    let lying = skirmish(&fighting_style(), "a B").unit('a', fighter()).unit('B', fighter());
    let lying = lying.with_condition('a', "prone").field(|field| field.dark = true).rolls(&[6, 1]);
    assert_eq!(struck(&lying, "dodge").0, 16 - 5 - 2, "modifiers add up");
}

#[test] // FS-052, FS-161, FS-G40
fn a_shot_beyond_its_range_is_harder_and_beyond_twice_its_range_impossible() {
    let far = |weapon: &str, metres: usize| {
        let map = format!("a {} B", ". ".repeat(metres - 1));
        duel(&map, archer().weapon(weapon), fighter(), &[])
    };
    let number = |weapon: &str, metres: usize| struck(&far(weapon, metres), "dodge").0;
    assert_eq!((number("hand_crossbow", 15), number("hand_crossbow", 16), number("hand_crossbow", 30)), (18, 13, 13));
    assert!(far("hand_crossbow", 31).refused_strike('a', 'B').contains("range"));
    assert_eq!((number("dagger", 6), number("dagger", 7), number("dagger", 12)), (18, 13, 13), "thrown");
    assert!(far("dagger", 13).refused_strike('a', 'B').contains("range"));
    let battle = duel("a . B", mage(&["fire_bolt"]), fighter(), &[]);
    assert!(!battle.has('a', "prone"));
    let map = format!("a {} B", ". ".repeat(12));
    let mut battle = duel(&map, mage(&["fire_bolt"]), fighter(), &[]);
    let act = battle.casting('a', "fire_bolt", 'B');
    let refused = battle.refused(warboard::resolution::Choice::Act(act)).to_string();
    assert!(refused.contains("range") || refused.contains("far"), "{refused}");
}

#[test] // FS-G40
fn a_shot_with_a_foe_in_reach_is_no_harder_and_provokes_nothing() {
    let plan = skirmish(&fighting_style(), "C a . . B").unit('a', archer()).unit('B', fighter()).unit('C', fighter());
    let mut battle = plan.rolls(&[6, 1, 2]);
    assert_eq!(struck(&battle, "dodge"), (18, 16));
    let at = battle.id('B');
    battle.act('a', Act::at("strike", at, None));
    assert_eq!(options(&battle).0, 'B', "its defence, and no opportunity for C");
}
