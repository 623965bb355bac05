//! The turn that rider and mount share, and what the movement of the mount costs both.

use crate::fighters::*;
use crate::mounts::{horse, untrained};
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Trait, Unit};
use warboard::resolution::{Act, Asks, BattleEvent, Choice};

/// A rider r of initiative 9 on a horse h of initiative 6, and enemies E and F of initiatives 7 and 3, far away. The first round is over.
fn riding(dice: &[&[u16]]) -> Skirmish {
    let map = "r h . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . E F";
    let slow = fighter().has("Reflex", 0);
    let all = [('r', fighter(), 9), ('h', horse(), 6), ('E', fighter(), 7), ('F', slow, 3)];
    let mut battle = battle(map, &all, dice);
    battle.act_on('r', "mount", 'h').no_interrupts();
    battle
}

#[test] // HD-389
fn rider_and_mount_take_one_turn_at_the_worse_initiative() {
    let mut battle = riding(&[]);
    assert_eq!(battle.asked(), ('r', Asks::Act), "in the middle of a turn the other joins it");
    battle.end_turn('r');
    assert_eq!(battle.asked(), ('h', Asks::Act));
    battle.end_turn('h');
    assert_eq!(battle.asked(), ('E', Asks::Act), "the horse has no second turn in this round");
    battle.end_turn('E').end_turn('F');
    assert_eq!(battle.count(), 2);
    assert_eq!(battle.asked(), ('E', Asks::Act), "7 comes before the 6 of the horse, although r has 9");
    battle.end_turn('E');
    assert_eq!(battle.asked(), ('h', Asks::Act));
    battle.end_turn('h');
    assert_eq!(battle.asked(), ('r', Asks::Act));
    battle.end_turn('r');
    assert_eq!(battle.asked(), ('F', Asks::Act), "3");
    assert_eq!((battle.initiative('r'), battle.initiative('h')), (9, 6), "each keeps its own");
}

/// Passes every chance to interrupt; the combatants that had one.
fn interrupters(battle: &mut Skirmish) -> Vec<char> {
    let mut all = Vec::new();
    while let Some(who) = battle.interrupting() {
        battle.pass(who);
        all.push(who);
    }
    all
}

#[test] // HD-164, HD-389
fn a_rider_interrupts_those_below_the_shared_initiative_only() {
    let mut battle = riding(&[]);
    battle.end_turn('r').end_turn('h');
    assert_eq!(battle.asked(), ('E', Asks::Act));
    battle.perform('E', "crouch");
    assert!(interrupters(&mut battle).is_empty(), "r has 9, but acts at 6, which is not more than 7");
    battle.wait('E');
    assert!(interrupters(&mut battle).contains(&'r'), "6 is more than 3");
    assert_eq!(battle.asked(), ('F', Asks::Act));
}

#[test] // HD-166, HD-389
fn one_turn_starts_and_ends_once() {
    let mut battle = riding(&[]);
    battle.end_turn('r').end_turn('h').end_turn('E').end_turn('F');
    battle.wait('E');
    assert_eq!(interrupters(&mut battle), ['E'], "7 is more than 6: once as the shared turn starts");
    battle.wait('h');
    assert!(interrupters(&mut battle).is_empty(), "the turn of both goes on");
    battle.wait('r');
    assert_eq!(interrupters(&mut battle)[..1], ['E'], "and once as it ends");
}

#[test] // HD-389
fn rider_and_mount_may_take_turns_within_their_turn() {
    let mut battle = riding(&[]);
    battle.act_on('r', "hand_over", 'h');
    assert_eq!(battle.asked(), ('h', Asks::Act));
    battle.walk('h', &[(2, 0)]).no_interrupts().act_on('h', "hand_over", 'r');
    assert_eq!(battle.asked(), ('r', Asks::Act));
    battle.wait('r').no_interrupts();
    let act = Act::at("hand_over", battle.id('r'), None);
    let refused = battle.refused(Choice::Act(act)).to_string();
    assert!(refused.contains("does not share this turn"), "{refused}");
}

#[test] // HD-136, HD-389, HD-G59
fn each_keeps_its_own_action_points() {
    let mut battle = riding(&[]);
    battle.end_turn('r').end_turn('h');
    assert_eq!((battle.points('r'), battle.points('h')), (2 + 6, 8 + 8));
    battle.end_turn('E').end_turn('F').end_turn('E');
    assert_eq!((battle.points('r'), battle.points('h')), (14, 24));
}

#[test] // HD-394, HD-G59
fn moving_the_mount_costs_the_rider_as_much() {
    let mut battle = riding(&[]);
    battle.end_turn('r').events();
    battle.walk('h', &[(2, 0), (3, 0)]).no_interrupts();
    assert_eq!((battle.points('h'), battle.points('r')), (8 - 1, 8 - 1), "2 yards of 2.5 for a point");
    let paid: Vec<(char, i16, String)> = battle
        .events()
        .iter()
        .filter_map(|event| match event {
            BattleEvent::PoolChanged { who, by, .. } => {
                Some((battle.mark(*who), by.total(), by.terms()[0].rule.to_string()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(paid, [('h', -1, "HD-181".to_owned()), ('r', -1, "HD-394".to_owned())]);
}

#[test] // HD-394
fn the_mount_goes_no_farther_than_the_points_of_its_rider_carry_both() {
    let mut battle = riding(&[]);
    battle.end_turn('r').drain('r', "points", 1);
    let refused = battle.refused_walk('h', &[(2, 0), (3, 0), (4, 0)]).to_string();
    assert!(refused.contains("more than the 2"), "{refused}");
    battle.drain('r', "points", 0);
    assert!(battle.refused_walk('h', &[(2, 0)]).to_string().contains("more than the 0"));
}

/// A rider r of initiative 9 on a mount h of initiative 6, next to a footman S of initiative 2.
fn beside_a_footman(mount: Unit, dice: &[&[u16]]) -> Skirmish {
    let slow = fighter().has("Reflex", 0);
    let mut battle =
        battle("r h . S .\n. . . . .\n. . . . .", &[('r', fighter(), 9), ('h', mount, 6), ('S', slow, 2)], dice);
    battle.act_on('r', "mount", 'h').no_interrupts();
    battle
}

#[test] // HD-410, HD-G59
fn a_trained_mount_attacks_with_its_own_points() {
    let mut battle = beside_a_footman(horse(), &[&wild(0)]);
    battle.act_on('r', "hand_over", 'h').attack('h', "standard_attack", 'S').no_interrupts();
    assert_eq!((battle.points('h'), battle.points('r')), (8 - 4, 2), "hooves take 4, of the horse alone");
    battle.all_rolled();
}

#[test] // HD-410
fn an_untrained_mount_only_moves_under_its_rider() {
    let mut battle = beside_a_footman(untrained(), &[]);
    battle.act_on('r', "hand_over", 'h');
    for action in ["standard_attack", "shove"] {
        let act = Act::at(action, battle.id('S'), Some(WeaponSlot(0)).filter(|_| action != "shove"));
        let refused = battle.refused(Choice::Act(act)).to_string();
        assert!(refused.contains("not trained") && refused.contains("HD-410"), "{refused}");
    }
    battle.walk('h', &[(0, 0)]).no_interrupts();
    assert_eq!(battle.cell('r'), (0, 0));
    let mut riderless = battle_without_a_rider();
    riderless.attack('h', "standard_attack", 'S').no_interrupts();
}

/// An untrained horse h without a rider strikes S.
fn battle_without_a_rider() -> Skirmish {
    let slow = fighter().has("Reflex", 0);
    battle("h . S\n. . .", &[('h', untrained(), 6), ('S', slow, 2)], &[&wild(-5)])
}

#[test] // HD-394, HD-395, HD-396, HD-411, HD-412, HD-G59
fn a_sentient_mount_decides_for_itself_and_costs_its_rider_nothing() {
    let wise = || untrained().with_trait(Trait::SentientMount);
    let mut battle = beside_a_footman(wise(), &[&wild(-5)]);
    battle.act_on('r', "hand_over", 'h').attack('h', "standard_attack", 'S').no_interrupts();
    assert_eq!(battle.points('h'), 8 - 4, "it strikes untrained");
    battle.walk('h', &[(0, 0), (0, 1)]).no_interrupts();
    assert_eq!((battle.points('h'), battle.points('r')), (3, 2), "and pays for its way alone");
    assert_eq!(battle.cell('r'), (0, 1));
    battle.all_rolled();
}

#[test] // HD-389, HD-413
fn a_sentient_mount_may_keep_its_own_turn() {
    let own = untrained().with_trait(Trait::SentientMount).with_trait(Trait::OwnTurnMount);
    let mut battle = beside_a_footman(own, &[]);
    let refused = battle.refused(Choice::Act(Act::at("hand_over", battle.id('h'), None))).to_string();
    assert!(refused.contains("does not share this turn"), "{refused}");
    battle.end_turn('r');
    assert_eq!(battle.asked(), ('h', Asks::Act), "at its own initiative of 6");
    battle.end_turn('h').end_turn('S');
    assert_eq!((battle.count(), battle.asked()), (2, ('r', Asks::Act)), "and r again at 9");
}

#[test] // HD-134
fn a_word_to_the_partner_is_free() {
    let mut battle = riding(&[]);
    battle.drain('r', "points", 0).act_on('r', "hand_over", 'h');
    assert_eq!((battle.asked(), battle.points('r'), battle.points('h')), (('h', Asks::Act), 0, 8));
}
