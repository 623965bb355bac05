//! Flanking by 120 degrees, and turning one's back.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::Unit;
use warboard::odds;
use warboard::resolution::{Act, Choice, Occasion, legal};

/// The bonus of an attack by a combatant on T beyond that of its weapon.
fn gains(battle: &Skirmish, mark: char) -> i16 {
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at("standard_attack", battle.id('T'), Some(WeaponSlot(0)));
    let told = odds::forecast(battle.snapshot().view(), &rules, battle.id(mark), &act, None).expect("a forecast");
    told.bonus.total() - 4
}

fn polearm() -> Unit {
    Unit { weapons: vec![carried("halberd")], ..fighter() }
}

/// T among enemies, all of which act after it.
fn around(map: &str, enemies: &[(char, Unit)]) -> Skirmish {
    let mut fighters = vec![('T', fighter(), 9)];
    fighters.extend((1..).zip(enemies).map(|(less, (mark, unit))| (*mark, unit.clone(), 6 - less)));
    let mut battle = battle(map, &fighters, &[]);
    battle.no_interrupts();
    battle
}

#[test] // HD-117, HD-122
fn an_ignored_enemy_is_heeded_again_in_the_own_turn_only() {
    let map = ". . . . .\n. . . . .\n. d . . p\n. a T . .";
    let mut battle = around(map, &[('a', fighter()), ('p', polearm()), ('d', fighter())]);
    battle.act_on('T', "ignore", 'p');
    let again = battle.refused(Choice::Act(Act::at("ignore", battle.id('p'), None)));
    assert_eq!(&*again.why, "for you the target is already ignored");
    let heed = Act::at("heed", battle.id('p'), None);
    let legal = |battle: &Skirmish| {
        let to = battle.id('a');
        let occasion = Occasion::Reaction { reaction: "act_first".into(), to };
        legal::check_on(battle.snapshot().view(), &heroes(), battle.id('T'), &heed, occasion)
    };
    battle.act('T', heed.clone());
    assert_eq!((gains(&battle, 'a'), gains(&battle, 'p')), (2, 2), "flanked again");
    battle.act_on('T', "ignore", 'p').end_turn('T');
    assert!(legal(&battle).is_err_and(|why| why.rule == "HD-122".into()), "not in the turn of another");
}
