//! Helpful spells: healing split by the caster, bonus hit points, and their end.

use crate::facts::*;
use crate::incanting::*;
use crate::skirmish::*;
use warboard::battle::Vitals;
use warboard::mechanics::damage::losing;
use warboard::resolution::{Asks, Choice, Pick, PickPurpose};

/// A battle in which `a` has prepared a spell to help `c`, which has given hit points and fatigue.
fn helping(spell: &str, vitals: Vitals, dice: &[u16]) -> Skirmish {
    let faces = [1, 1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle =
        skirmish(&time_count(), "a c . . B").unit('a', wizard()).unit('c', idle()).unit('B', idle()).rolls(&faces);
    prepared(&mut battle, 'a', spell);
    set_vitals(&mut battle, 'c', vitals);
    let c = battle.id('c');
    battle.act('a', on(spell, c));
    battle
}

fn hurt(hit_points: i16, fatigue: i16) -> Vitals {
    Vitals { hit_points, fatigue, ..Vitals::fresh(10) }
}

fn options(battle: &Skirmish) -> Vec<i16> {
    match battle.asked().1 {
        Asks::Pick { purpose: PickPurpose::SplitHealing, options } => {
            let points = options.iter().filter_map(|pick| match pick {
                Pick::Points(points) => Some(*points),
                _ => None,
            });
            points.collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test] // TC-111, TC-110, TC-114
fn the_caster_splits_healing_between_invigoration_and_fatigue() {
    let mut battle = helping("mend", hurt(4, 3), &[3, 4]);
    assert_eq!(options(&battle), [4, 5, 6], "of 7 at most 3 can take fatigue away, and 6 are lost hit points");
    battle.choose('a', Choice::Pick(Pick::Points(5)));
    let after = battle.row('c').vitals;
    assert_eq!((after.hit_points, after.invigoration, after.fatigue), (4, 5, 1));
    let less = losing(after, 6);
    assert_eq!((less.invigoration, less.hit_points), (0, 3), "healed points go first");
    battle.all_rolled();
}

#[test] // TC-108, TC-109, G-62
fn healing_stops_at_the_maximum() {
    let battle = helping("mend", hurt(9, 2), &[4, 4]);
    let after = battle.row('c').vitals;
    assert_eq!((after.current(), after.invigoration, after.fatigue), (10, 1, 0), "8 points for 3: nothing to ask");
    let battle = helping("mend", hurt(10, 0), &[4, 4]);
    assert_eq!(battle.row('c').vitals, hurt(10, 0));
}

#[test] // TC-497
fn healing_does_not_restore_damage_from_poison() {
    let poisoned = Vitals { poison_wounds: 5, poison_fatigue: 2, ..hurt(4, 3) };
    let after = helping("mend", poisoned, &[4, 4]).row('c').vitals;
    assert_eq!((after.invigoration, after.fatigue), (1, 2), "8 points for one wound and one point of fatigue");
}

#[test] // TC-115, TC-113
fn bonus_hit_points_go_beyond_the_maximum_for_a_time() {
    let mut battle = helping("vigour", hurt(10, 0), &[6]);
    let given = battle.count() - 1;
    assert_eq!((battle.row('c').vitals.bonus, battle.row('c').vitals.current()), (6, 16));
    while battle.count() < given + 119 {
        battle.wait('a');
    }
    assert_eq!(battle.row('c').vitals.bonus, 6);
    battle.wait('a');
    assert_eq!((battle.count(), battle.row('c').vitals.bonus), (given + 120, 0));
    battle.all_rolled();
}

#[test] // TC-115
fn the_larger_of_two_bonuses_counts() {
    let battle = helping("vigour", Vitals { bonus: 7, ..hurt(10, 0) }, &[6]);
    assert_eq!(battle.row('c').vitals.bonus, 7);
}

#[test] // G-48, TC-264
fn dispelling_ends_a_lasting_spell_on_a_friend() {
    let mut battle = helping("mist", hurt(10, 0), &[]);
    assert!(battle.has('c', "misted") && battle.snapshot().spells.len() == 1);
    prepared(&mut battle, 'a', "dispel");
    let c = battle.id('c');
    battle.act('a', on("dispel", c));
    assert!(!battle.has('c', "misted") && battle.snapshot().spells.is_empty());
    battle.wait('a');
}
