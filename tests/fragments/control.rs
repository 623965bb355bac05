//! Control of lasting spells: how often per turn.

use std::sync::Arc;

use crate::skirmish::*;
use crate::spells::*;
use warboard::battle::Target;
use warboard::content::{Controls, Name};
use warboard::resolution::{Act, Choice};

/// A battle in which `a` holds `B` and `C` by spells cast in its last turn, with `B` in the way to `C`; `dice` follow.
fn two_spells(controls: Controls, dice: &[u16]) -> Skirmish {
    let mut rules = (*fragments()).clone();
    rules.policies.magic.as_mut().expect("there is magic").controls = controls;
    let plan = skirmish(&Arc::new(rules), "a . B . C").unit('a', mage()).unit('B', tough()).unit('C', tough());
    let mut battle = plan.rolls(&[&[20, 2, 1, 15, 15, 15], dice].concat());
    for mark in ['B', 'C'] {
        let target = battle.id(mark);
        battle.act('a', on("hold", energy(1, 1, 0, 2), target));
    }
    battle.perform('a', "wait").perform('B', "wait").perform('C', "wait");
    assert_eq!(battle.snapshot().spells.len(), 2);
    battle
}

fn control(battle: &Skirmish, at: usize) -> Act {
    Act { target: Target::Spell(battle.snapshot().spells[at].id), ..Act::own("control") }
}

#[test] // TA-072, TA-G14
fn each_spell_is_controlled_once_in_a_turn() {
    let mut battle = two_spells(Controls::EachSpellOnce { rule: Name::new("TA-072") }, &[15, 1, 15, 15, 1]);
    let (first, second) = (control(&battle, 0), control(&battle, 1));
    battle.act('a', first.clone());
    assert_eq!(battle.refused(Choice::Act(first)).rule.as_str(), "TA-072");
    battle.act('a', second);
}

#[test] // TA-072, TA-G14
fn with_the_ruling_switched_one_spell_is_controlled_in_a_turn() {
    let mut battle = two_spells(Controls::OneSpell { rule: Name::new("TA-072") }, &[15, 1]);
    let (first, second) = (control(&battle, 0), control(&battle, 1));
    battle.act('a', first);
    assert_eq!(battle.refused(Choice::Act(second)).rule.as_str(), "TA-072");
}
