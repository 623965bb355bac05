//! Acceptance battle 6: steps of severity come before full slots, and a wound of nothing is not a light one. Blows of a fighter: +4,
//! Strength 1, a sword of 2, against a Defence of 4.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Trait, Unit};
use warboard::resolution::Act;

/// What one blow has done to B, or to the m that R rebuffs: the damage, the wounds, and whether it is dead.
type Outcome = (Vec<i16>, [u8; 5], bool);

/// a strikes B, which has these wounds.
fn blow(action: &str, b: Unit, wounds: [u8; 5], dice: &[&[u16]]) -> Outcome {
    let mut battle = battle("a B . . . . . C", &[('a', fighter(), 9), ('B', b, 5), ('C', fighter(), 1)], dice);
    battle.hurt('B', wounds);
    battle.events();
    battle.act('a', Act::at(action, battle.id('B'), Some(WeaponSlot(0)))).no_interrupts();
    battle.all_rolled();
    (damage(&battle.events()), battle.wounds('B'), battle.has('B', "dead"))
}

/// R rebuffs m, which has these wounds.
fn rebuff(m: Unit, wounds: [u8; 5], dice: &[&[u16]]) -> Outcome {
    let all = [('m', m, 9), ('R', fighter(), 5), ('k', fighter(), 1)];
    let mut battle = battle("m . . R . . . . k", &all, dice);
    battle.hurt('m', wounds).no_interrupts().walk('m', &[(1, 0), (2, 0)]);
    battle.events();
    battle.react('R', "rebuff").no_interrupts();
    battle.all_rolled();
    (damage(&battle.events()), battle.wounds('m'), battle.has('m', "dead"))
}

fn tough(vitality: i16) -> Unit {
    fighter().has("Vitality", vitality)
}

/// A fighter of the game master, with two slots for each level from moderate to critical.
fn common() -> Unit {
    Unit { traits: Vec::new(), ..fighter() }
}

#[test] // HD-007, HD-010, HD-229, HD-G42
fn acceptance_battle_6a_a_rebuff_without_a_wound_has_nothing_to_make_worse() {
    assert_eq!(rebuff(tough(4), [0; 5], &[&wild(0)]), (vec![-1], [0; 5], false), "4 meets 4; 3 less 4");
}

#[test] // HD-006, HD-009, HD-224, HD-225
fn acceptance_battle_6b_a_quick_attack_makes_a_light_wound_none() {
    assert_eq!(blow("quick_attack", tough(3), [0; 5], &[&wild(0)]), (vec![0], [0; 5], false), "3 less 3 is light");
}

#[test] // HD-019, HD-020, HD-027, HD-229, HD-G42
fn acceptance_battle_6c_the_step_of_a_rebuff_comes_before_full_slots() {
    // Critical: Fortitude 5 less 3 meets 3 wounds not.
    let dice: &[&[u16]] = &[&wild(0), &standard(5)];
    let (dealt, wounds, _) = rebuff(common(), [0, 0, 2, 0, 0], dice);
    assert_eq!((dealt, wounds), (vec![3], [0, 0, 2, 1, 0]), "moderate, severe, and no slot for it: critical");
}

#[test] // HD-020, HD-025, HD-027
fn acceptance_battle_6d_a_minion_without_slots_dies_of_a_severe_wound() {
    let minion = common().with_trait(Trait::Minion);
    let outcome = blow("standard_attack", minion, [0, 0, 1, 1, 0], &[&wild(1)]);
    assert_eq!(outcome, (vec![4], [0, 0, 1, 1, 1], true), "severe, with both slots full: fatal");
}

#[test] // HD-009, HD-025, HD-225
fn acceptance_battle_6e_a_quick_attack_makes_a_fatal_wound_critical() {
    // Fortitude 4 less 3 meets 1 wound.
    let outcome = blow("quick_attack", common(), [0; 5], &[&wild(5), &standard(4)]);
    assert_eq!(outcome, (vec![8], [0, 0, 0, 1, 0], false), "8 is fatal, and one less lives");
}

#[test] // HD-016, HD-020
fn acceptance_battle_6f_a_fourth_light_wound_of_a_persona_of_minus_2_is_moderate() {
    let b = tough(3).has("Persona", -2);
    for (before, after) in [(2, [3, 0, 0, 0, 0]), (3, [3, 1, 0, 0, 0])] {
        let outcome = blow("standard_attack", b.clone(), [before, 0, 0, 0, 0], &[&wild(0)]);
        assert_eq!(outcome, (vec![0], after, false));
    }
}
