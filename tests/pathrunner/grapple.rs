//! Grabs and grapples: hands, stacks, escapes, and what counts as adjacent.

use crate::drag::landings;
use crate::fighters::*;
use crate::manoeuvres::{one, talented};
use crate::skirmish::*;
use warboard::battle::Link;
use warboard::content::{Size, Trait, Unit};
use warboard::mechanics::grapple::free_hands;
use warboard::resolution::{Act, Asks, BattleEvent, Choice};

/// A combat manoeuvre bonus of +10 and a defence of 20, without a weapon.
fn wrestler() -> Unit {
    fighter().has("BaseAttack", 6).has("Strength", 18).unarmed()
}

/// A combat manoeuvre bonus of +6 and a defence of 17.
fn target() -> Unit {
    fighter().has("BaseAttack", 3).has("DodgeBonus", 1)
}

fn link(battle: &Skirmish) -> Link {
    battle.snapshot().links[0].clone()
}

/// The hold of the first combatant gains this many stacks.
pub fn stacked(battle: &mut Skirmish, stacks: u16) {
    let link = Link { stacks, ..link(battle) };
    battle.state.impose(&BattleEvent::LinkChanged { link, rule: "test".into() });
}

fn hands(battle: &Skirmish, mark: char) -> u8 {
    free_hands(battle.snapshot().view(), battle.id(mark))
}

#[test] // PR-326, PR-331, PR-332, PR-C08
fn a_grab_takes_one_hand_and_its_holder_stays_free() {
    let mut battle = duel("a B .", fighter(), target(), &[10, 10, 11]);
    assert_eq!(hands(&battle, 'a'), 1);
    battle.act_on('a', "grab", 'B');
    assert_eq!((link(&battle).stacks, hands(&battle, 'a')), (0, 0), "the hand beside the sword");
    assert!(battle.has('B', "immobilized") && !battle.has('a', "immobilized"));
    battle.wait('a');
    battle.act_on('B', "escape", 'a');
    assert_eq!(battle.snapshot().links.len(), 1, "16 is not 17");
    battle.act_on('B', "escape", 'a');
    assert!(battle.snapshot().links.is_empty() && !battle.has('B', "immobilized"));
}

#[test] // PR-325, PR-326
fn a_grapple_needs_both_hands_or_a_light_weapon_alone() {
    for unit in [fighter().unarmed(), fighter().weapon("dagger")] {
        let mut battle = duel("a B", unit, fighter(), &[2]);
        battle.act_on('a', "grapple", 'B');
        battle.all_rolled();
    }
    let shielded = Unit { shield: Some("light_wooden_shield".into()), ..fighter().weapon("dagger") };
    for unit in [fighter(), fighter().weapon("greatsword"), shielded] {
        let mut battle = duel("a B", unit, fighter(), &[]);
        let grapple = Act::at("grapple", battle.id('B'), None);
        let refused = battle.refused(Choice::Act(grapple)).to_string();
        assert!(refused.contains("PR-325"), "{refused}");
    }
    let mut battle = duel("a B", fighter().weapon("greatsword"), fighter(), &[]);
    let grab = Act::at("grab", battle.id('B'), None);
    let refused = battle.refused(Choice::Act(grab)).to_string();
    assert!(refused.contains("PR-326"), "{refused}");
}

#[test] // PR-A5, PR-334, PR-335, PR-336, PR-337, PR-338, PR-341, PR-C20
fn acceptance_battle_5_a_grapple_adds_stacks_and_an_escape_removes_two_at_a_time() {
    let mut battle = duel("a B", wrestler(), target(), &[17, 14, 19]);
    battle.act_on('a', "grapple", 'B');
    assert_eq!((link(&battle).stacks, hands(&battle, 'a')), (3, 1));
    assert!(battle.has('a', "immobilized") && battle.has('B', "immobilized"));
    battle.wait('a');
    battle.act_on('B', "escape", 'a');
    assert_eq!(link(&battle).stacks, 1, "20 meets 20");
    assert!(battle.has('B', "immobilized"));
    battle.act_on('B', "escape", 'a');
    assert!(battle.snapshot().links.is_empty(), "25 removes four");
    assert_eq!((hands(&battle, 'a'), battle.has('a', "immobilized")), (2, false));
    battle.all_rolled();
}

#[test] // PR-337, PR-338
fn each_5_of_the_margin_of_an_escape_removes_two_more_stacks() {
    // A bonus of 6 against 20; a natural 20 counts as 25.
    for (face, left) in [(13, 12), (14, 10), (18, 10), (19, 8), (20, 6)] {
        let mut battle = duel("a B", wrestler(), target(), &[17, face]);
        battle.act_on('a', "grapple", 'B');
        stacked(&mut battle, 12);
        battle.wait('a').act_on('B', "escape", 'a');
        assert_eq!(link(&battle).stacks, left, "{face}");
    }
}

#[test] // PR-341, PR-342, PR-343, PR-344, PR-345, PR-G02, PR-G04, PR-G05, PR-G06
fn the_conditions_of_the_stacks_add_up() {
    let rows: [(u16, &str, i16); 5] =
        [(1, "immobilized", 2), (5, "staggered", 2), (10, "impaired", 2), (15, "stunned", 1), (20, "paralyzed", 0)];
    for (at, (stacks, _, halves)) in rows.iter().enumerate() {
        let mut battle = duel("a B", wrestler(), target(), &[17]);
        battle.act_on('a', "grapple", 'B');
        stacked(&mut battle, *stacks);
        for (known, (_, condition, _)) in rows.iter().enumerate() {
            assert_eq!(battle.has('B', condition), known <= at, "{condition} with {stacks}");
        }
        assert_eq!(battle.has('B', "helpless"), *stacks >= 20);
        battle.wait('a');
        assert_eq!(battle.left('B', "half"), *halves, "{stacks}");
        stacked(&mut battle, stacks - 1);
        // Without any stack it is still grabbed.
        assert_eq!(battle.has('B', rows[at].1), at == 0, "{} with {}", rows[at].1, stacks - 1);
    }
}

#[test] // PR-330, PR-342, PR-A5, PR-C32
fn a_held_target_pushes_its_holder_at_4_or_at_the_number_of_stacks() {
    for (stacks, penalty) in [(3, -4), (4, -4), (5, -5)] {
        let powerful = target().with_trait(Trait::PowerfulManeuvers);
        let mut battle = duel("a B . .", wrestler(), powerful, &[17, 2]);
        battle.act_on('a', "grapple", 'B');
        stacked(&mut battle, stacks);
        battle.wait('a').events();
        battle.act_on('B', "bull_rush", 'a');
        let bonus = one(&battle.events()).bonus;
        assert_eq!(bonus.total(), 6 + penalty, "{bonus}");
        assert!(bonus.to_string().contains("[PR-330]"), "{bonus}");
    }
    let mut staggered = duel("a B . .", wrestler(), target(), &[17]);
    staggered.act_on('a', "grapple", 'B');
    stacked(&mut staggered, 5);
    staggered.wait('a');
    let rush = Act::at("bull_rush", staggered.id('a'), None);
    let refused = staggered.refused(Choice::Act(rush)).to_string();
    assert!(refused.contains("PR-G04"), "no full-round action while staggered: {refused}");
}

#[test] // PR-C20
fn each_pair_has_its_own_stacks() {
    let map = "a B c";
    let fighters = [('a', wrestler(), 20), ('c', wrestler(), 15), ('B', target(), 1)];
    let mut battle = battle(map, &fighters, &[17, 17, 10]);
    battle.act_on('a', "grapple", 'B').wait('a').act_on('c', "grapple", 'B').wait('c');
    assert!(battle.has('B', "immobilized") && !battle.has('B', "staggered"), "three and three are not six");
    battle.act_on('B', "escape", 'c');
    assert_eq!(battle.snapshot().links.iter().map(|link| link.stacks).collect::<Vec<_>>(), [3, 3], "16 is not 20");
}

#[test] // PR-328, PR-G27, PR-A6
fn a_held_target_counts_as_adjacent_whatever_the_reach() {
    let map = "
        g . . T . . .
        . . . . . . .";
    let giant = fighter().has("BaseAttack", 5).has("Strength", 18).size(Size::Large);
    let mut battle = battle(map, &[('g', giant, 20), ('T', fighter().weapon("dagger"), 1)], &[9, 1]);
    battle.act_on('g', "grab", 'T').wait('g');
    assert!(battle.has('T', "immobilized"));
    battle.attack('T', 'g');
    battle.all_rolled();
}

#[test] // PR-329, PR-333, PR-A6
fn acceptance_battle_6_an_outside_force_must_overcome_the_holder_and_may_tear_the_hold_apart() {
    let map = "
        g . p T . . .
        . . . . . . .";
    for (face, cell, difficulty, holds) in [(11, 3, 21, true), (12, 5, 17, false)] {
        let giant = fighter().has("BaseAttack", 5).has("Strength", 18).size(Size::Large);
        let pusher = fighter().has("BaseAttack", 6);
        let fighters = [('g', giant, 20), ('p', pusher, 15), ('T', fighter(), 1)];
        let mut battle = battle(map, &fighters, &[9, face]);
        battle.act_on('g', "grab", 'T').wait('g').events();
        battle.act_on('p', "bull_rush", 'T');
        if holds {
            let against = one(&battle.events()).difficulty;
            assert_eq!((against.total(), against.to_string().contains("[PR-333]")), (difficulty, true), "{against}");
        } else {
            assert_eq!(one(&battle.events()).margin, 4, "over the defence of the target");
            battle.answer('p', true).answer('p', false);
        }
        assert_eq!((battle.cell('T').0, battle.snapshot().links.len() == 1), (cell, holds), "{face}");
        assert_eq!(hands(&battle, 'g'), u8::from(!holds), "the hand is free again");
    }
}

#[test] // PR-C31
fn a_holder_that_walks_out_of_reach_lets_go() {
    let mut battle = duel(". . a B", fighter(), target().unarmed(), &[10]);
    battle.act_on('a', "grab", 'B').wait('a').wait('B').walk('a', &[(1, 0)]);
    assert!(battle.snapshot().links.is_empty());
    let told = battle.log_lines().join("\n");
    assert!(told.contains("PR-C31"), "{told}");
}

#[test] // PR-C20, PR-G02
fn letting_go_is_free_and_forced_movement_still_moves_a_held_target() {
    let mut battle = duel(". . a B", talented(Trait::PowerfulManeuvers), target(), &[10]);
    battle.act_on('a', "grab", 'B');
    battle.perform('a', "release");
    assert_eq!((battle.snapshot().links.len(), battle.left('a', "half"), hands(&battle, 'a')), (0, 1, 1));
    let mut battle = duel(". . a B", talented(Trait::PowerfulManeuvers), target(), &[10, 10]);
    battle.act_on('a', "grab", 'B').wait('a').wait('B').act_on('a', "drag", 'B');
    assert!(!landings(&battle).is_empty(), "its own holder may drag it");
}

#[test] // PR-339, PR-333
fn whoever_moves_a_grappled_target_must_overcome_its_holder_too() {
    // CMD 20 of the holder, 17 of the target; +8 of the third.
    let map = "
        . . . . .
        . . p . .
        . a B . .
        . . . . .
        . . . . .";
    for action in ["bull_rush", "drag", "reposition"] {
        for (face, moves) in [(11, false), (12, true)] {
            let third = fighter().has("BaseAttack", 5);
            let fighters = [('a', wrestler(), 20), ('p', third, 15), ('B', target(), 1)];
            let mut battle = battle(map, &fighters, &[17, face]);
            battle.act_on('a', "grapple", 'B').wait('a').events();
            battle.act_on('p', action, 'B');
            let roll = one(&battle.events());
            assert_eq!(roll.bonus.total(), 8);
            assert_eq!(
                matches!(battle.asked().1, Asks::Cell { .. } | Asks::Pick { .. }),
                moves,
                "{action} with {face}"
            );
            assert_eq!(roll.difficulty.to_string().contains("[PR-333]"), !moves, "{}", roll.difficulty);
        }
    }
}
