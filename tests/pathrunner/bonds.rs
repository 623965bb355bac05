//! Bonds, which outlive the grapple.

use crate::fighters::*;
use crate::grapple::stacked;
use crate::manoeuvres::one;
use crate::skirmish::*;
use warboard::battle::WeaponLocation;
use warboard::content::{Belonging, Kept, Unit};
use warboard::resolution::{Act, Choice};

/// A unit with a rope in hand.
fn with_rope(mut unit: Unit) -> Unit {
    unit.things.push(Belonging { item: "rope".into(), kept: Kept::AtHand, in_hand: true });
    unit
}

#[test] // PR-346
fn binding_takes_a_rope_or_chain_in_hand_and_uses_it_up() {
    let battle = bound(fighter(), &[]);
    let sheet = &battle.row('a').sheet;
    let (slot, _) = sheet.slots().find(|(_, entry)| entry.item.is_some()).expect("a rope");
    assert_eq!(battle.row('a').arms.place(slot), WeaponLocation::Gone);
    let mut bare = duel("a B", fighter().unarmed(), fighter(), &[20]);
    bare.act_on('a', "grapple", 'B').wait('a').wait('B');
    stacked(&mut bare, 20);
    let bind = Act::at("bind", bare.id('B'), None);
    let refused = bare.refused(Choice::Act(bind)).to_string();
    assert!(refused.contains("needs the right item in hand"), "{refused}");
}

/// `B` has been bound by `a`, whose defence is 20, and its turn begins.
fn bound(target: Unit, dice: &[u16]) -> Skirmish {
    let wrestler = with_rope(fighter().has("BaseAttack", 6).has("Strength", 18).unarmed());
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
    let mut loose = duel("a B", with_rope(fighter().unarmed()), fighter(), &[20]);
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
