//! Jumps over bodies: the required height, and where a failed jump ends.

use std::sync::Arc;

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{JumpPolicy, LeapOver, Size, Stat, Trait, Unit};
use warboard::grid::Cell;
use warboard::resolution::Act;
use warboard::rules::Ruleset;

fn strong(strength: i16) -> Unit {
    plain().stat(Stat::Strength, strength)
}

/// `B` jumps a number of cells east with this die.
fn jumps(battle: &mut Skirmish, cells: i16) -> (i16, i16) {
    let path = (1..=cells).map(|x| Cell::new(x, 0)).collect();
    battle.events();
    battle.act('B', Act::along("jump", path));
    let difficulty = checks(&battle.events())[0].difficulty.total();
    battle.all_rolled();
    (difficulty, battle.cell('B').0)
}

/// The difficulty for `B` to jump over `a` with this die, and the column where it lands.
fn over(rules: &Arc<Ruleset>, map: &str, (a, b): (Unit, Unit), cells: i16, die: u16) -> (i16, i16) {
    jumps(&mut skirmish(rules, map).unit('a', a).unit('B', b).rolls(&[1, 20, die]), cells)
}

#[test] // TA-G15, TA-058
fn a_jump_over_a_body_clears_its_height_or_ends_before_it() {
    let rules = fragments();
    // 5 feet across and 5 feet up four times.
    assert_eq!(over(&rules, "B a . .", (plain(), strong(20)), 2, 4), (25, 2), "4 and 21 are enough");
    assert_eq!(over(&rules, "B a . .", (plain(), strong(20)), 2, 3), (25, 0));
    assert_eq!(over(&rules, "B a . .", (plain(), plain()), 2, 10), (25, 0), "11 are more than the 5 feet across alone");
    // The jump ends before the body.
    assert_eq!(over(&rules, "B . a . .", (plain(), plain()), 3, 15), (30, 1));
    assert_eq!(over(&rules, "B . a . .", (plain(), strong(20)), 3, 9), (30, 3));
}

#[test] // TA-G15, TA-G13
fn a_jump_over_a_large_body_rises_ten_feet() {
    let (rules, map) = (fragments(), "B a . . .\n. . . . .");
    let large = || plain().size(Size::Large);
    assert_eq!(over(&rules, map, (large(), strong(20)), 3, 20), (50, 0));
    assert_eq!(over(&rules, map, (large(), strong(40)), 3, 8), (50, 0));
    assert_eq!(over(&rules, map, (large(), strong(40)), 3, 9), (50, 3));
}

#[test] // TA-G15, TA-154
fn a_jump_passes_beneath_a_hovering_combatant() {
    let hovering = |die: u16| {
        let plan = skirmish(&fragments(), "B a . . .").unit('a', plain().with_trait(Trait::ImprovedFlight));
        let mut battle = plan.unit('B', plain()).rolls(&[20, 1, die]);
        battle.act('a', Act::flying("fly", Vec::new(), 5)).perform('a', "wait");
        jumps(&mut battle, 3)
    };
    assert_eq!(hovering(9), (10, 3));
    assert_eq!(hovering(5), (10, 2), "6 feet: short, and yet past it");
}

#[test] // TA-G15
fn with_the_ruling_switched_a_jump_passes_over_bodies_as_over_level_ground() {
    let mut rules = Ruleset::clone(&fragments());
    let JumpPolicy::Rolled(jump) = &mut rules.policies.height.as_mut().expect("it has heights").jump else {
        panic!("jumps are rolled")
    };
    jump.bodies = LeapOver::Nothing;
    let rules = Arc::new(rules);
    assert_eq!(over(&rules, "B a . . .", (plain(), plain()), 3, 9), (10, 3));
    assert_eq!(over(&rules, "B a . . .", (plain(), plain()), 3, 5), (10, 2), "short, and yet past it");
}
