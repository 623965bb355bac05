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

#[test] // HD-111, HD-112, HD-113, HD-115
fn two_enemies_flank_from_120_degrees_and_all_attacks_gain() {
    let near = ". . . . .\n. . . p .\n. d . . .\n. a T . .";
    let battle = around(near, &[('a', fighter()), ('p', polearm()), ('d', fighter())]);
    assert_eq!(gains(&battle, 'a'), 0, "116.6 degrees");
    let far = ". . . . .\n. . . . .\n. d . . p\n. a T . .";
    let battle = around(far, &[('a', fighter()), ('p', polearm()), ('d', fighter())]);
    assert_eq!(['a', 'p', 'd'].map(|mark| gains(&battle, mark)), [2, 2, 2], "153 degrees: every attack gains");
}

#[test] // HD-114
fn an_archer_flanks_within_its_first_range_increment() {
    let archer = || Unit { weapons: vec![carried("bow")], ..fighter() };
    for (apart, bonus) in [(10, 2), (20, 2), (21, 0)] {
        let map = format!("a T {} k", vec!["."; apart - 1].join(" "));
        let battle = around(&map, &[('a', fighter()), ('k', archer())]);
        assert_eq!(gains(&battle, 'a'), bonus, "{apart} yards");
    }
    let away = carrying(Unit { weapons: vec![carried("sword")], ..fighter() }, "bow");
    let battle = around("a T . . . . k", &[('a', fighter()), ('k', away)]);
    assert_eq!(gains(&battle, 'a'), 0, "the bow is not in hand");
}

#[test] // HD-117, HD-119, HD-120, HD-121
fn an_ignored_enemy_does_not_flank_and_attacks_from_behind() {
    let map = ". . . . .\n. . . . .\n. d . . p\n. a T . .";
    let mut battle = around(map, &[('a', fighter()), ('p', polearm()), ('d', fighter())]);
    battle.act_on('T', "ignore", 'p');
    assert_eq!(['a', 'd'].map(|mark| gains(&battle, mark)), [0, 0], "not flanked");
    assert_eq!(gains(&battle, 'p'), 4);
    assert_eq!(battle.points('T'), 6, "at no cost");
}

#[test] // HD-118, HD-154
fn the_newly_flanked_may_ignore_an_enemy_unless_they_have_no_initiative() {
    // T rebuffs nobody: it has no points.
    let map = "a T . . p";
    let fighters = |initiative| {
        let target = fighter().has("Reflex", 0);
        [('T', target, initiative), ('a', fighter(), 5), ('p', fighter(), 4)]
    };
    let mut asked = battle(map, &fighters(3), &[]);
    asked.no_interrupts().end_turn('a').no_interrupts();
    asked.drain('T', "points", 0).walk('p', &[(3, 0)]);
    assert_eq!(asked.offered(), ('T', vec!["ignore_flanker".to_owned()]));
    asked.react('T', "ignore_flanker");
    assert_eq!((gains(&asked, 'a'), gains(&asked, 'p')), (0, 4));
    let mut slow = battle(map, &fighters(0), &[]);
    slow.no_interrupts().end_turn('a').no_interrupts();
    slow.drain('T', "points", 0).walk('p', &[(3, 0)]);
    assert_eq!(slow.asked().0, 'p', "no reaction at initiative 0");
}

/// A unit with a weapon that it carries as well.
fn carrying(unit: Unit, weapon: &str) -> Unit {
    let mut weapons = unit.weapons.clone();
    weapons.push(warboard::content::unit::Carried { in_hand: false, ..carried(weapon) });
    Unit { weapons, ..unit }
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
