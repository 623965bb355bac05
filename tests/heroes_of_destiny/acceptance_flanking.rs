//! Acceptance battle 8: 120 degrees, bows, and turning one's back.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::Unit;
use warboard::resolution::Asks;

fn armed(weapon: &str) -> Unit {
    Unit { weapons: vec![carried(weapon)], ..fighter() }
}

/// T at (5,5) among a with a sword at (4,5), d at (4,4), p with a polearm at (6,3), e with a short sword at (7,5) and the archer k at (0,5); U beyond p.
/// All but p have ended their turns, and T has no points for a rebuff.
fn surrounded(initiative: i16) -> Skirmish {
    let map = field(
        (12, 10),
        &[('T', (5, 5)), ('a', (4, 5)), ('d', (4, 4)), ('p', (6, 3)), ('e', (7, 5)), ('k', (0, 5)), ('U', (9, 3))],
    );
    let slow = fighter().has("Reflex", 0);
    let all = [
        ('T', slow.clone(), initiative),
        ('a', fighter(), 9),
        ('d', fighter(), 8),
        ('k', armed("bow"), 7),
        ('p', armed("halberd"), 6),
        ('e', armed("shortsword"), 5),
        ('U', slow, 2),
    ];
    let mut battle = battle(&map, &all, &[]);
    for mark in ['a', 'd', 'k'] {
        battle.no_interrupts().end_turn(mark);
    }
    battle.drain('T', "points", 0).no_interrupts();
    assert_eq!(battle.asked(), ('p', Asks::Act));
    battle
}

#[test] // HD-111, HD-112, HD-113, HD-115, HD-117, HD-118, HD-119, HD-120, HD-121, HD-G31, HD-G32
fn acceptance_battle_8_two_from_120_degrees_flank_and_one_of_them_is_ignored() {
    let mut battle = surrounded(3);
    assert_eq!(['a', 'd', 'p', 'k'].map(|mark| flank_bonus(&battle, mark, 'T')), [0; 4]);
    battle.walk('p', &[(7, 4)]);
    assert_eq!(battle.asked().0, 'T', "116.6 degrees, and then 153: asked during the walk");
    let mut flanked = surrounded(3);
    flanked.walk('p', &[(7, 4)]).pass('T');
    assert_eq!(['a', 'p', 'd', 'k'].map(|mark| flank_bonus(&flanked, mark, 'T')), [2; 4], "every attack, also a shot");
    let points = battle.points('T');
    battle.act_on('T', "ignore", 'p');
    assert_eq!(battle.points('T'), points, "at no cost");
    assert_eq!(['a', 'd', 'k'].map(|mark| flank_bonus(&battle, mark, 'T')), [0; 3], "not flanked");
    assert_eq!(flank_bonus(&battle, 'p', 'T'), 4);
    battle.no_interrupts().end_turn('p').no_interrupts();
    battle.walk('e', &[(6, 5)]);
    assert_eq!(battle.asked().0, 'T', "flanked again, by a and e");
    battle.pass('T');
    assert_eq!(['a', 'e', 'p'].map(|mark| flank_bonus(&battle, mark, 'T')), [2, 2, 4]);
}

#[test] // HD-118
fn acceptance_battle_8_the_newly_flanked_may_ignore_any_enemy() {
    let mut battle = surrounded(3);
    battle.walk('p', &[(7, 4)]).act_on('T', "ignore", 'a');
    assert_eq!(['a', 'p', 'd'].map(|mark| flank_bonus(&battle, mark, 'T')), [4, 2, 2], "k and p flank it still");
}

#[test] // HD-121
fn acceptance_battle_8_who_ignores_an_enemy_does_not_flank_it() {
    let mut battle = surrounded(3);
    battle.walk('p', &[(7, 4)]);
    assert_eq!(flank_bonus(&battle, 'U', 'p'), 2, "T and U flank p");
    battle.act_on('T', "ignore", 'p');
    assert_eq!(flank_bonus(&battle, 'U', 'p'), 0);
}

#[test] // HD-118, HD-154, HD-G32
fn acceptance_battle_8_nobody_is_asked_at_initiative_0() {
    let mut battle = surrounded(0);
    battle.walk('p', &[(7, 4)]);
    assert_eq!(battle.asked(), ('p', Asks::Act));
    assert_eq!(flank_bonus(&battle, 'a', 'T'), 2);
}

#[test] // HD-113, HD-114
fn acceptance_battle_8_an_archer_flanks_within_its_first_increment_with_the_bow_in_hand() {
    let away = Unit { weapons: vec![carried("sword")], ..fighter() };
    let put_away = warboard::content::unit::Carried { in_hand: false, ..carried("bow") };
    let away = Unit { weapons: [away.weapons, vec![put_away]].concat(), ..fighter() };
    for (archer, apart, bonus) in [(armed("bow"), 10, 2), (armed("bow"), 20, 2), (armed("bow"), 21, 0), (away, 10, 0)] {
        let map = format!("a T {} k", vec!["."; apart - 1].join(" "));
        let mut battle = battle(&map, &[('T', fighter(), 9), ('a', fighter(), 5), ('k', archer, 4)], &[]);
        battle.no_interrupts();
        assert_eq!(flank_bonus(&battle, 'a', 'T'), bonus, "{apart} yards");
    }
}
