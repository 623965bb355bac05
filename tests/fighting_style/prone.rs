//! Lying on the ground: what it does to attacks and defences, crawling, and standing up.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::resolution::{Act, Asks};

/// A duel in which a combatant lies on the ground.
fn lying(map: &str, who: char, a: warboard::content::Unit, b: warboard::content::Unit) -> Skirmish {
    let plan = skirmish(&fighting_style(), map).unit('a', a).unit('B', b);
    plan.with_condition(who, "prone").rolls(&[6, 1])
}

#[test] // FS-114, FS-G15
fn who_lies_on_the_ground_strikes_and_defends_worse() {
    let target = || fighter().shield("bone_shield");
    assert_eq!(struck(&lying("a B", 'a', fighter(), target()), "dodge"), (14, 16), "its own strike");
    assert_eq!(struck(&lying("a . B", 'a', fighter().weapon("longbow"), target()), "dodge"), (14, 16), "its shot");
    let defends = |defence: &str| struck(&lying("a B", 'B', fighter(), target()), defence);
    assert_eq!((defends("dodge"), defends("parry"), defends("block")), ((18, 14), (18, 14), (18, 14)));
}

#[test] // FS-114, FS-G12, FS-G15
fn melee_attacks_on_it_are_easier_and_ranged_ones_harder() {
    let shot = lying("a . . B", 'B', fighter().weapon("longbow"), fighter());
    assert_eq!(struck(&shot, "dodge"), (14, 14));
    let spell = |map: &str, who: char, spell: &str, defence: &str| {
        let battle = lying(map, who, mage(&[spell]), fighter().has("Focus", 2));
        numbers(&battle, &battle.casting('a', spell, 'B'), defence)
    };
    assert_eq!(spell("a B", 'B', "frost_touch", "dodge"), (18, 14), "a touch is a melee attack");
    assert_eq!(spell("a . B", 'B', "fire_bolt", "dodge"), (14, 14), "a bolt is a ranged attack");
    assert_eq!(spell("a . B", 'a', "fire_bolt", "dodge"), (16, 16), "its own spells are no strikes");
    assert_eq!(spell("a . B", 'B', "dread", "withstand").1, 12, "the mind withstands as before");
}

#[test] // FS-013, FS-114, FS-G15
fn it_crawls_at_half_speed_and_stands_up_for_a_point() {
    let map = ". a . . . . . . . . . . . . . . . . . B";
    let mut battle = duel(map, fighter(), fighter(), &[]);
    battle.perform('a', "go_prone");
    assert_eq!((battle.has('a', "prone"), battle.left('a')), (true, (3, 2)), "lying down is free");
    let crawl = |to: i16| Act::along("crawl", (2..=to).map(|x| warboard::grid::Cell::new(x, 0)).collect());
    battle.refused_walk('a', &[(2, 0)]);
    battle.refused(warboard::resolution::Choice::Act(crawl(9)));
    battle.act('a', crawl(8));
    assert_eq!((battle.cell('a'), battle.left('a')), ((8, 0), (3, 2)), "7 of 15 metres");
    battle.perform('a', "stand_up");
    assert_eq!((battle.has('a', "prone"), battle.left('a')), (false, (2, 2)));
    let path: Vec<(i16, i16)> = (9..=16).map(|x| (x, 0)).collect();
    battle.walk('a', &path);
    assert_eq!(battle.cell('a'), (16, 0), "the metres that it crawled are spent");
}

#[test] // FS-109, FS-113, FS-G15
fn crawling_within_reach_and_standing_up_provoke() {
    let mut battle = duel(". a . . \n . B . . ", fighter(), fighter(), &[]);
    battle.perform('a', "go_prone");
    battle.act('a', Act::along("crawl", vec![warboard::grid::Cell::new(2, 0)]));
    assert!(matches!(battle.asked(), ('B', Asks::React { .. })));
    battle.pass('B').perform('a', "stand_up");
    assert!(matches!(battle.asked(), ('B', Asks::React { .. })), "once more for standing up");
    battle.pass('B');
    assert!(!battle.has('a', "prone"));
}

#[test] // FS-097, FS-G15
fn a_fighter_on_the_ground_is_not_tripped_again() {
    let plan = skirmish(&fighting_style(), "a B").unit('a', fighter()).unit('B', fighter());
    let mut battle = plan.with_condition('B', "prone").rolls(&[6, 1, 10]);
    battle.spend('B', "actions");
    battle.strike('a', 'B');
    assert_eq!(options(&battle).1.join(" "), "precision disarm push feint brace -");
}
