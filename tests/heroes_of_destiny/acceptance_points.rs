//! Acceptance battles 3, 4 and 5: work that is paid in parts, the pool of movement, a dash on an empty tank.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Belonging, Kept, Unit};

/// h (Lore 1, Healing 2, a sword and a kit in hand) beside p with a light and a moderate wound, in the turn of h; M is 3 yards away.
fn hospital(dice: &[&[u16]]) -> Skirmish {
    let kit = Belonging { item: "healing_kit".into(), kept: Kept::AtHand, in_hand: true };
    let healer = Unit { things: vec![kit], ..fighter().has("Lore", 1).has("Healing", 2) };
    let all = [('p', fighter(), 9), ('h', healer, 7), ('M', fighter(), 5)];
    let mut battle = battle("p h . . M", &all, dice);
    battle.hurt('p', [1, 1, 0, 0, 0]).end_turn('p').no_interrupts();
    assert_eq!(battle.points('h'), 6);
    battle.act_on('h', "treat_wound", 'p').no_interrupts();
    assert_eq!((battle.points('h'), battle.wounds('p')), (0, [1, 1, 0, 0, 0]), "6 of 8 are paid");
    battle.end_turn('h').no_interrupts();
    assert_eq!(battle.points('h'), 6);
    battle
}

#[test] // HD-136, HD-138, HD-139, HD-141, HD-142, HD-143, HD-347, HD-348, HD-349, HD-351, HD-352, HD-354
fn acceptance_battle_3_half_paid_work_goes_on_in_the_next_turn() {
    let mut battle = hospital(&[&standard(0)]);
    battle.end_turn('M').end_turn('p').no_interrupts();
    assert_eq!((battle.count(), battle.points('h')), (2, 12));
    battle.events();
    battle.act_on('h', "treat_wound", 'p').no_interrupts();
    assert_eq!(battle.points('h'), 10, "2 more");
    let check = rolled(&battle.events()).remove(0);
    assert_eq!((check.bonus.total(), check.difficulty.total(), check.margin), (3, 0, 3));
    assert_eq!(battle.wounds('p'), [1, 0, 0, 0, 0], "one step, and one more for 3 over: the moderate wound is gone");
    assert_eq!(battle.row('p').vitals.fatigue, 1, "its highest wound left is light");
    battle.all_rolled();
}

#[test] // HD-144, HD-226
fn acceptance_battle_3_a_rebuff_loses_the_work_and_its_points() {
    let mut battle = hospital(&[&wild(-5), &standard(0)]);
    battle.walk('M', &[(3, 0), (2, 0)]);
    battle.react('h', "rebuff").no_interrupts();
    assert_eq!(battle.points('h'), 2, "4 of 6");
    battle.end_turn('M').end_turn('p').no_interrupts();
    assert_eq!(battle.points('h'), 8);
    battle.act_on('h', "treat_wound", 'p').no_interrupts();
    assert_eq!((battle.points('h'), battle.wounds('p')), (0, [1, 0, 0, 0, 0]), "all 8 at once");
    battle.all_rolled();
}

#[test] // HD-133, HD-136, HD-137, HD-139, HD-140
fn acceptance_battle_3_points_are_saved_up_to_the_maximum() {
    for (speed, expected) in [(0, [6, 12, 18, 18, 18]), (4, [11, 21, 31, 31, 31])] {
        let fighters = [('a', fighter().has("Speed", speed), 9), ('B', fighter(), 5)];
        let mut battle = battle("a . . . . . . B", &fighters, &[]);
        let mut seen = Vec::new();
        for _ in 0..3 {
            battle.no_interrupts();
            seen.push(battle.points('a'));
            battle.end_turn('a').no_interrupts();
            seen.push(battle.points('a'));
            battle.end_turn('B');
        }
        assert_eq!(seen[..5], expected, "Speed {speed}");
    }
}

/// m, of rate 9 and initiative 9, goes diagonally through this map in its turn, and again as the turn of B starts.
fn two_diagonals(map: &str) -> Skirmish {
    let mut battle = battle(map, &[('m', fighter().rate(9), 9), ('B', fighter(), 5)], &[]);
    battle.walk('m', &[(1, 1)]);
    assert_eq!(battle.points('m'), 5, "1 of the 2 yards bought");
    battle.wait('m');
    assert_eq!((battle.points('m'), battle.interrupting()), (11, Some('m')), "at the start of the turn of B");
    battle.walk('m', &[(2, 2)]);
    battle
}

const MEADOW: &str = "m . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . B";

#[test] // HD-176, HD-177, HD-181, HD-182, HD-183, HD-184, HD-185, HD-186, HD-191, HD-G38
fn acceptance_battle_4_the_pool_remembers_quarters_and_diagonals() {
    let mut battle = two_diagonals(MEADOW);
    assert_eq!((battle.points('m'), battle.initiative('m')), (10, 9), "2 yards: one was left, one point is bought");
    battle.no_interrupts().perform('B', "crouch");
    battle.pass('m'); // before the action
    assert_eq!(battle.interrupting(), Some('m'), "after the action");
    battle.walk('m', &[(3, 2)]);
    assert_eq!(battle.points('m'), 10, "the yard that was left");
    battle.perform('B', "go_prone").pass('m');
    battle.walk('m', &[(4, 2)]);
    assert_eq!(battle.points('m'), 9, "nothing was left; 27 quarters are 6 yards, of which 5 are spent");
    battle.perform('B', "crouch").pass('m');
    battle.walk('m', &[(5, 2)]);
    assert_eq!(battle.points('m'), 9, "the sixth");
    battle.end_turn('B');
    assert_eq!((battle.count(), battle.points('m')), (2, 15));
    battle.walk('m', &[(4, 1)]);
    assert_eq!(battle.points('m'), 14, "the pool is empty, and a diagonal is 1 yard again");
}

#[test] // HD-192, HD-193, HD-194, HD-191
fn acceptance_battle_4_the_second_diagonal_costs_4_yards_in_mud() {
    let mud = MEADOW.replacen("\n. . . . . . . .\n. . . . . . . .", "\n. . . . . . . .\n. . , . . . . .", 1);
    let battle = two_diagonals(&mud);
    assert_eq!(battle.points('m'), 9, "1 yard of 9 quarters was left; 2 more points make 6 yards of 27");
}

#[test] // HD-176, HD-177, HD-181
fn acceptance_battle_4_four_points_one_by_one_give_9_yards() {
    let mut battle = battle("m . . . . . . . . . . . B", &[('m', fighter().rate(9), 9), ('B', fighter(), 5)], &[]);
    let spent = (1..=9).map(|x| {
        battle.walk('m', &[(x, 0)]);
        6 - battle.points('m')
    });
    assert_eq!(spent.collect::<Vec<_>>(), [1, 1, 2, 2, 3, 3, 4, 4, 4], "2, 4, 6 and 9 yards");
}

#[test] // HD-180, HD-030, HD-031, HD-032, HD-033, HD-034, HD-035, HD-181, HD-184, HD-275, HD-276, HD-277, HD-278, HD-279, HD-280
fn acceptance_battle_5_a_dash_in_mid_round_on_an_empty_tank() {
    let map = "d . . . . . . . . . . . . . . . . . . . . . . . . . B";
    let along = |from: i16, to: i16| (from..=to).map(|x| (x, 0)).collect::<Vec<_>>();
    let mut battle = battle(map, &[('d', fighter(), 9), ('B', fighter(), 5)], &[&standard(5)]);
    battle.drain('d', "stamina", 1).walk('d', &along(1, 4));
    assert_eq!(battle.points('d'), 4, "4 yards for 2 points");
    battle.perform('d', "dash").no_interrupts();
    assert_eq!((battle.points('d'), battle.stamina('d')), (4, 0), "no action points");
    battle.walk('d', &along(5, 8));
    assert_eq!(battle.points('d'), 3, "4 yards for one point: what was bought before stays as it was");
    let tired = |battle: &Skirmish| (battle.stamina('d'), battle.row('d').vitals.fatigue);
    battle.perform('d', "sprint").no_interrupts();
    assert_eq!(tired(&battle), (0, 1));
    battle.walk('d', &along(9, 17));
    assert_eq!(battle.points('d'), 1, "5 and 1 and 1 are 7: a rate of 18, 9 yards for two points");
    let refused = battle.refused_action('d', "sprint").to_string();
    assert!(refused.contains("HD-280"), "a third dash is no second one: {refused}");
    battle.perform('d', "dash_on").no_interrupts();
    assert_eq!(tired(&battle), (0, 2), "and costs as much");
    let refused = battle.refused_walk('d', &along(18, 22)).to_string();
    assert!(refused.contains("more than the 4"), "and the rate is still 18: {refused}");
    battle.walk('d', &along(18, 21));
    assert_eq!(battle.points('d'), 0);
    battle.end_turn('d').end_turn('B');
    assert!(!battle.has('d', "dashing") && !battle.has('d', "sprinting"));
    battle.walk('d', &along(22, 23));
    assert_eq!(battle.points('d'), 11, "0 and 6 and 6 less 1: 2 yards for a point again");
    battle.all_rolled();
}
