//! Bonds, which outlive the grapple.

use crate::fighters::*;
use crate::grapple::stacked;
use crate::manoeuvres::one;
use crate::skirmish::*;
use warboard::content::Unit;
use warboard::resolution::{Act, Choice};

/// `B` has been bound by `a`, whose defence is 20, and its turn begins.
fn bound(target: Unit, dice: &[u16]) -> Skirmish {
    let wrestler = fighter().has("BaseAttack", 6).has("Strength", 18).unarmed();
    let faces: Vec<u16> = [20].iter().chain(dice).copied().collect();
    let mut battle = duel("a B", wrestler.has("BaseAttack", 6), target, &faces);
    battle.act_on('a', "grapple", 'B').wait('a').wait('B');
    stacked(&mut battle, 20);
    battle.act_on('a', "bind", 'B');
    battle.perform('a', "release").wait('a');
    battle
}

#[test] // PR-346, PR-C20
fn a_target_is_bound_only_with_20_stacks_and_stays_so_without_a_hold() {
    let battle = bound(fighter(), &[]);
    assert!(battle.snapshot().links.is_empty());
    for condition in ["immobilized", "staggered", "impaired", "stunned", "paralyzed", "helpless"] {
        assert!(battle.has('B', condition), "{condition}");
    }
    assert_eq!((battle.left('B', "half"), battle.row('B').conditions.level("bound".into())), (0, 35));
    let mut loose = duel("a B", fighter().unarmed(), fighter(), &[20]);
    loose.act_on('a', "grapple", 'B').wait('a').wait('B');
    stacked(&mut loose, 19);
    let bind = Act::at("bind", loose.id('B'), None);
    let refused = loose.refused(Choice::Act(bind)).to_string();
    assert!(refused.contains("PR-346"), "{refused}");
}

#[test] // PR-347, PR-348, PR-349, PR-C08
fn more_than_the_defence_and_15_breaks_the_bonds_and_takes_the_half_actions() {
    // A bonus of 6 + 15.
    let strong = || fighter().has("BaseAttack", 6).has("Strength", 40);
    for (face, breaks) in [(14, false), (15, true)] {
        let mut battle = bound(strong(), &[face]);
        battle.events();
        battle.perform('B', "break_bonds");
        assert_eq!(one(&battle.events()).difficulty.total(), 35);
        assert_eq!((battle.has('B', "bound"), battle.has('B', "paralyzed")), (!breaks, !breaks), "{face}");
        assert_eq!(battle.left('B', "half"), 0);
        battle.refused_action('B', if breaks { "break_bonds" } else { "burst_bonds" });
    }
}

#[test] // PR-295
fn a_natural_20_adds_nothing_to_breaking_bonds() {
    let mut battle = bound(fighter().has("BaseAttack", 10), &[20]);
    battle.events();
    battle.perform('B', "break_bonds");
    let check = one(&battle.events());
    assert_eq!((check.natural + check.bonus.total(), battle.has('B', "bound")), (33, true), "{}", check.bonus);
}

#[test] // PR-106, PR-347
fn skill_and_brute_force_may_be_tried_instead() {
    let mut sly = bound(fighter().has("EscapeArtist", 20), &[16]);
    sly.perform('B', "slip_bonds");
    assert!(!sly.has('B', "bound"));
    let mut strong = bound(fighter().has("Strength", 50), &[15]);
    strong.perform('B', "burst_bonds");
    assert!(strong.has('B', "bound"), "15 + 20 is not more than 35");
}
