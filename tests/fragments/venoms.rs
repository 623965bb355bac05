//! Poisoned weapons and the targets they wound.

use crate::facts::checks;
use crate::skirmish::*;
use warboard::content::{Name, Stat};

/// `a` strikes `B` with a weapon; the die of the venom follows those of the hit and the damage.
fn bitten(weapon: &str, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [20, 1].iter().chain(dice).copied().collect();
    let mut battle = skirmish(&fragments(), "a B")
        .unit('a', plain().weapon(weapon))
        .unit('B', plain().stat(Stat::Strength, 20))
        .rolls(&faces);
    battle.act_on('a', "attack", 'B');
    battle
}

#[test] // TA-G56, TA-249
fn a_poisoned_blade_attacks_the_target_it_has_wounded() {
    let mut battle = bitten("poisoned_dagger", &[15, 3, 3]);
    let rolled = checks(&battle.events());
    let venom = rolled.last().expect("the venom attacks");
    assert_eq!((venom.defence, venom.difficulty.total(), venom.margin), (Some(Stat::PhysicalDefence), 11, 0));
    assert_eq!(battle.row('B').conditions.level(Name::new("poisoned")), 1);
    let mut battle = bitten("poisoned_dagger", &[15, 3, 2]);
    battle.events();
    assert!(!battle.has('B', "poisoned"), "resisted");
    assert_eq!(checks(&bitten("poisoned_dagger", &[2]).events()).len(), 1, "what does not wound does not poison");
}

#[test] // TA-G56, TA-249, TA-251
fn fangs_poison_and_slow_for_a_time() {
    let mut battle = bitten("spider_fangs", &[15, 3, 3]);
    battle.events();
    assert_eq!(battle.row('B').conditions.level(Name::new("poisoned")), 2);
    assert!(battle.has('B', "slowed"));
}
