//! Bull rushes: distance, further creatures in the way, obstacles, and following.

use crate::fighters::*;
use crate::manoeuvres::talented;
use crate::skirmish::*;
use warboard::content::{Trait, Unit};
use warboard::odds;
use warboard::resolution::{Act, Asks, PickPurpose};

/// A combat manoeuvre bonus of +8.
fn rusher() -> Unit {
    fighter().has("BaseAttack", 5)
}

/// A combat manoeuvre defence of 12.
fn light() -> Unit {
    fighter().has("BaseAttack", 2).has("Strength", 10)
}

fn row(battle: &Skirmish, marks: &str) -> Vec<i16> {
    marks.chars().map(|mark| battle.cell(mark).0).collect()
}

fn asks(battle: &Skirmish) -> Option<PickPurpose> {
    match battle.asked().1 {
        Asks::Pick { purpose, .. } => Some(purpose),
        _ => None,
    }
}

/// `f` rushes `A` and pushes as far as it can, without following.
fn rush(map: &str, others: &[(char, Unit)], dice: &[u16]) -> Skirmish {
    let fighters = others.iter().zip(1..).map(|((mark, unit), initiative)| (*mark, unit.clone(), initiative));
    let all: Vec<_> = std::iter::once(('f', rusher(), 20)).chain(fighters).collect();
    let mut battle = battle(map, &all, dice);
    battle.act_on('f', "bull_rush", 'A');
    while asks(&battle) == Some(PickPurpose::PushFurther) {
        battle.answer('f', true);
    }
    battle
}

#[test] // PR-299, PR-300, PR-C07
fn the_distance_is_10_feet_and_10_more_for_each_5_of_the_margin() {
    for (face, cells) in [(3, 0), (4, 2), (8, 2), (9, 4), (13, 4), (14, 6)] {
        let battle = rush("f A . . . . . . .", &[('A', light())], &[face]);
        assert_eq!(row(&battle, "A"), [1 + cells], "{face}");
    }
}

#[test] // PR-A1, PR-298, PR-299, PR-300, PR-301, PR-305, PR-306, PR-307, PR-C18, PR-C30
fn acceptance_battle_1_a_creature_in_the_way_is_pushed_along_over_a_gap() {
    let both = [('A', light()), ('B', light())];
    let mut battle = rush("f A . B . . .", &both, &[15, 12]);
    assert_eq!(row(&battle, "AB"), [4, 5], "10 of the 25 feet that are left");
    let checks = rolled(&battle.events());
    let told = checks[1].bonus.to_string();
    assert_eq!((checks[1].bonus.total(), told.contains("-4 [PR-306]")), (4, true), "{told}");
    assert_eq!(asks(&battle), Some(PickPurpose::FollowPush));
    battle.answer('f', true);
    assert_eq!(
        (row(&battle, "f"), battle.left('f', "half")),
        (vec![3], 0),
        "the full-round action includes the movement"
    );
    battle.all_rolled();
}

#[test] // PR-A1, PR-305, PR-C30
fn a_failed_further_check_stops_all_without_harm() {
    let mut battle = rush("f A . B . . .", &[('A', light()), ('B', light())], &[15, 3]);
    assert_eq!(row(&battle, "AB"), [2, 3]);
    assert!(damage(&battle.events()).is_empty());
    battle.all_rolled();
}

#[test] // PR-306
fn each_further_creature_makes_the_check_harder() {
    let all = [('A', light()), ('B', light()), ('C', light())];
    let mut battle = rush("f A B C . . . . . .", &all, &[19, 19, 19]);
    let bonuses: Vec<i16> = rolled(&battle.events()).iter().map(|check| check.bonus.total()).collect();
    assert_eq!(bonuses, [8, 4, 0]);
    // 27 - 12 = 15: 40 feet; 23: 30 feet; 19: 20 feet.
    assert_eq!(row(&battle, "ABC"), [5, 6, 7]);
}

#[test] // WE-22, PR-307
fn the_worked_example_with_the_distances_that_the_steps_allow() {
    // 20 feet for A, of which 5 are gone when it meets B; 10 for B: both go on by 10.
    let battle = rush("f A . B . . .", &[('A', light()), ('B', light())], &[9, 9]);
    assert_eq!(row(&battle, "AB"), [4, 5]);
}

#[test] // PR-A2, PR-304, PR-G38, PR-C19
fn acceptance_battle_2_an_obstacle_harms_for_the_rest_of_the_distance() {
    let mut far = rush("f A . # .", &[('A', light())], &[15, 4, 5]);
    assert_eq!((row(&far, "A"), damage(&far.events())), (vec![2], vec![9]), "25 feet are left");
    assert!(!far.has('A', "prone"));
    far.all_rolled();
    let mut near = rush("f A . # .", &[('A', light())], &[4, 3]);
    assert_eq!((row(&near, "A"), damage(&near.events())), (vec![2], vec![3]), "5 feet are left");
    near.all_rolled();
}

#[test] // PR-297, PR-301, PR-C18
fn following_takes_the_other_half_action_if_the_rush_took_one() {
    let begun = |walks: bool| {
        let map = ". f A . . . .";
        let mut battle = duel_of(map, talented(Trait::PowerfulManeuvers).has("BaseAttack", 5), light().unarmed(), &[4]);
        if walks {
            battle.walk('f', &[(0, 0), (1, 0)]);
        }
        battle.act_on('f', "bull_rush", 'A').answer('f', true);
        battle
    };
    let mut follows = begun(false);
    assert_eq!((row(&follows, "fA"), follows.left('f', "half")), (vec![1, 4], 1));
    follows.answer('f', true);
    assert_eq!((row(&follows, "fA"), follows.left('f', "half")), (vec![3, 4], 0));
    let mut stays = begun(false);
    stays.answer('f', false);
    assert_eq!((row(&stays, "fA"), stays.left('f', "half")), (vec![1, 4], 1));
    let spent = begun(true);
    assert_eq!((asks(&spent), row(&spent, "fA")), (None, vec![1, 4]), "nothing is left to follow with");
}

fn duel_of(map: &str, f: Unit, a: Unit, dice: &[u16]) -> Skirmish {
    battle(map, &[('f', f, 20), ('A', a, 1)], dice)
}

#[test] // PR-036, PR-303
fn only_the_pusher_provokes_by_its_own_steps() {
    let map = "
        . f A . . .
        . X . g . .";
    let fighters = [('f', rusher(), 20), ('g', fighter(), 15), ('A', light(), 10), ('X', fighter(), 1)];
    let mut battle = battle(map, &fighters, &[4, 2]);
    battle.act_on('f', "bull_rush", 'A').answer('f', true);
    assert_eq!((battle.reacting(), row(&battle, "A")), (None, vec![4]), "the target passes g unharmed");
    battle.answer('f', true);
    assert_eq!(battle.reacting(), Some('X'));
    battle.react('X', "opportunity");
    assert_eq!(row(&battle, "f"), [3]);
    battle.all_rolled();
}

#[test] // PR-303
fn with_the_greater_talent_the_target_provokes() {
    let map = "
        . f A . . .
        . . . g . .";
    let greater = rusher().with_trait(Trait::GreaterBullRush);
    let mut battle = battle(map, &[('f', greater, 20), ('g', fighter(), 15), ('A', light(), 1)], &[4, 12, 3]);
    battle.act_on('f', "bull_rush", 'A');
    assert_eq!((battle.reacting(), row(&battle, "A")), (Some('f'), vec![2]), "before it leaves the square");
    battle.pass('f');
    assert_eq!(battle.reacting(), Some('g'));
    battle.react('g', "opportunity_forced");
    assert_eq!((damage(&battle.events()), row(&battle, "A")), (vec![6], vec![3]));
    battle.answer('f', true);
    assert_eq!((battle.reacting(), row(&battle, "A")), (None, vec![4]), "f is out of reach, g has attacked");
}

#[test] // PR-299, PR-300
fn the_odds_of_a_push_tell_the_chance_of_each_distance() {
    // +8 against 12: 10 feet from a 4, 20 from a 9, 30 from a 14, 40 from a 19; a natural 20 counts as 25.
    let battle = duel("a B", rusher(), light(), &[]);
    let (view, rules) = (battle.snapshot().view(), &battle.battle().setup().rules);
    let act = Act::at("bull_rush", battle.id('B'), None);
    let found = odds::pushed_distances(view, rules, battle.id('a'), &act);
    let found: Vec<(u16, u32)> =
        found.iter().map(|(distance, chance)| (*distance, chance.per_ten_thousand())).collect();
    assert_eq!(found, [(10, 8500), (20, 6000), (30, 3500), (40, 1000), (50, 500)]);
    let blow = Act::at("attack", battle.id('B'), None);
    assert_eq!(odds::pushed_distances(view, rules, battle.id('a'), &blow), []);
}
