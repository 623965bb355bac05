//! Total defence, fighting defensively, and parries with a shield.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::Unit;

/// A parry bonus of 1, and +7 to parry less 1 for the shield.
fn shielded() -> Unit {
    fighter().shield("light_steel_shield")
}

#[test] // PR-043, PR-045, PR-C11
fn total_defence_adds_4_until_the_next_turn_for_a_half_action() {
    let mut battle = duel("a B", fighter(), fighter(), &[6, 6, 1]);
    battle.perform('a', "total_defense");
    assert_eq!(battle.left('a', "half"), 1);
    battle.wait('a').attack('B', 'a');
    let roll = rolled(&battle.events()).remove(0);
    assert_eq!((roll.difficulty.total(), roll.margin), (14, -1));
    battle.wait('B').wait('a').attack('B', 'a');
    assert_eq!(rolled(&battle.events())[0].difficulty.total(), 10, "it must be paid for again");
}

#[test] // PR-046, PR-G45
fn total_defence_and_fighting_defensively_exclude_each_other() {
    let mut battle = duel("a B", fighter(), fighter(), &[6, 4]);
    battle.perform('a', "fight_defensively");
    assert_eq!(battle.refused_action('a', "total_defense").rule, "PR-046".into());
    battle.attack('a', 'B');
    assert_eq!(rolled(&battle.events())[0].bonus.total(), 7 - 4);
    assert_eq!(battle.refused_action('a', "fight_defensively").rule, "PR-G45".into(), "at the start of a turn only");
    battle.wait('a').attack('B', 'a');
    assert_eq!(rolled(&battle.events())[0].difficulty.total(), 12);
    let mut battle = duel("a B", fighter(), fighter(), &[]);
    battle.perform('a', "total_defense");
    battle.refused_action('a', "fight_defensively");
}

#[test] // PR-048, PR-049, PR-050, PR-051, PR-052, PR-053, PR-G29
fn a_shield_meets_a_known_total_and_takes_the_damage() {
    // 15 + 7 = 22: a parry with 7 - 1 needs 16.
    for (die, dealt) in [(15, vec![4 + 3]), (16, vec![])] {
        let mut battle = duel("a B", fighter(), shielded(), &[15, die, 4]);
        battle.attack('a', 'B');
        assert_eq!(battle.reacting(), Some('B'), "before damage is rolled");
        battle.react('B', "parry");
        let events = battle.events();
        let parry = rolled(&events).remove(1);
        assert_eq!((parry.bonus.total(), parry.difficulty.total()), (6, 22));
        assert_eq!((damage(&events), battle.left('B', "parries")), (dealt, 0));
        battle.all_rolled();
    }
}

#[test] // PR-050, PR-G29
fn parries_are_counted_by_turns_of_the_bearer() {
    let mut battle = duel("a B", fighter(), shielded(), &[15, 16, 4, 15, 4, 15]);
    battle.attack('a', 'B').react('B', "parry");
    battle.attack('a', 'B');
    assert_eq!(battle.reacting(), None, "one attempt with this shield");
    battle.wait('a').wait('B').attack('a', 'B');
    assert_eq!(battle.reacting(), Some('B'));
}

#[test] // PR-016, PR-017, PR-049, PR-G29
fn a_parry_has_the_natural_results_of_an_attack() {
    for (die, deflects) in [(20, true), (1, false)] {
        // 18 + 7 = 25 against 20 + 6 + 5 or 1 + 6 - 5.
        let mut battle = duel("a B", fighter(), shielded(), &[18, die, 4]);
        battle.attack('a', 'B').react('B', "parry");
        let events = battle.events();
        let shift = if deflects { 5 } else { -5 };
        assert_eq!(rolled(&events)[1].bonus.total(), 6 + shift);
        assert_eq!(damage(&events).is_empty(), deflects);
    }
}

#[test] // PR-048, PR-G29
fn only_hits_are_parried_and_only_with_a_shield() {
    let mut missed = duel("a B", fighter(), shielded(), &[2]);
    missed.attack('a', 'B');
    assert_eq!(missed.reacting(), None);
    let mut bare = duel("a B", fighter(), fighter(), &[15, 4]);
    bare.attack('a', 'B');
    assert_eq!(bare.reacting(), None);
    let archer = fighter().weapon("longbow");
    let mut shot = duel("a . . B", archer, shielded(), &[15, 16, 4]);
    shot.attack('a', 'B');
    assert_eq!(shot.reacting(), Some('B'), "arrows as well");
    shot.react('B', "parry");
    assert!(damage(&shot.events()).is_empty());
}

#[test] // PR-G29
fn a_critical_hit_is_parried_before_it_is_confirmed() {
    // A natural 20 of 32, met by a natural 20 of 31: no. The hit goes on to its confirmation.
    let mut battle = duel("a B", fighter().weapon("heavy_mace"), shielded(), &[20, 20, 2, 4]);
    battle.attack('a', 'B').react('B', "parry");
    assert_eq!(damage(&battle.events()), [4 + 3], "2 + 7 does not confirm");
    battle.all_rolled();
    let mut battle = duel("a B", fighter(), shielded(), &[19, 20, 4]);
    battle.attack('a', 'B').react('B', "parry");
    assert!(damage(&battle.events()).is_empty(), "deflected, and not confirmed");
    battle.all_rolled();
}

const CROSSING: &str = "
    m . . . . .
    . . X Y . .
    n . . . . .";

// PR-A3: PR-036, PR-037, PR-044, PR-048, PR-049, PR-050, PR-051, PR-052, PR-168, PR-G22, PR-G29
#[test]
fn acceptance_battle_3_opportunities_are_counted_total_defence_has_none_and_a_shield_parries_once() {
    // X +4 to attack and dexterity 10, Y dexterity 12; m parries with +4 and has armour class 16.
    let striker = || fighter().has("BaseAttack", 1);
    let mover = || shielded().has("BaseAttack", 1).has("NaturalArmor", 6);
    let fighters = |y: u16| {
        [('m', mover(), 20), ('n', mover(), 10), ('X', striker(), 3), ('Y', striker().has("Dexterity", 12), y)]
    };
    // X: 15 + 4 = 19 hits 16; m: 13 + 4 - 1 = 16 does not reach it; d8 4 + 3. Then Y: 15 + 4, which m cannot parry any more; d8 2 + 3.
    let mut battle = battle(CROSSING, &fighters(2), &[15, 13, 4, 15, 2]);
    battle.walk('m', &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    assert_eq!((battle.reacting(), battle.cell('m')), (Some('X'), (1, 0)));
    battle.react('X', "opportunity");
    assert_eq!(battle.reacting(), Some('m'));
    battle.react('m', "parry");
    assert_eq!(damage(&battle.events()), [7]);
    assert_eq!(battle.reacting(), Some('Y'));
    battle.react('Y', "opportunity");
    assert_eq!((damage(&battle.events()), battle.left('m', "parries")), (vec![5], 0));
    assert_eq!(
        (battle.cell('m'), battle.left('X', "opportunities"), battle.left('Y', "opportunities")),
        ((4, 0), 0, 1)
    );
    // The second mover: X has none left, Y one.
    battle.wait('m').walk('n', &[(1, 2), (2, 2), (3, 2), (4, 2)]);
    assert_eq!(battle.reacting(), Some('Y'));
    battle.pass('Y');
    // A parry of 16 + 3 = 19 meets 19.
    let mut battle = crate::fighters::battle(CROSSING, &fighters(2), &[15, 16, 4]);
    battle.walk('m', &[(1, 0), (2, 0)]).react('X', "opportunity").react('m', "parry");
    assert!(damage(&battle.events()).is_empty());
}

#[test] // PR-A3: PR-044, PR-168
fn acceptance_battle_3_nobody_strikes_at_a_5_foot_step_or_from_total_defence() {
    let map = "
        m . . .
        . . Y .";
    let mut battle = battle(map, &[('Y', fighter(), 20), ('m', fighter(), 10)], &[]);
    battle.perform('Y', "total_defense").wait('Y');
    battle.walk('m', &[(1, 0), (2, 0), (3, 0)]);
    assert_eq!((battle.reacting(), battle.cell('m')), (None, (3, 0)));
    battle.wait('m').wait('Y');
    battle.go('m', "five_foot_step", &[(2, 0)]);
    assert_eq!(battle.reacting(), None);
    battle.walk('m', &[(1, 0)]);
    assert_eq!(battle.reacting(), Some('Y'));
}
