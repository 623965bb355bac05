//! Charges, runs, careful steps and the reach of weapons.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::Size;
use warboard::resolution::{Act, Choice};

fn charge(battle: &Skirmish, action: &str, path: &[(i16, i16)], at: char) -> Choice {
    let path = path.iter().map(|(x, y)| warboard::grid::Cell::new(*x, *y)).collect();
    Choice::Act(Act::charging(action, path, battle.id(at)))
}

fn line(from: i16, to: i16) -> Vec<(i16, i16)> {
    (from..=to).map(|x| (x, 0)).collect()
}

#[test] // PR-166, PR-278, PR-G18
fn a_charge_is_straight_as_far_as_twice_the_speed_and_strikes_at_2_more() {
    let map = "a . . . . . . . . . . . . B";
    let mut battle = duel(map, fighter(), fighter(), &[10, 4]);
    let act = charge(&battle, "charge", &line(1, 12), 'B');
    battle.choose('a', act);
    let roll = rolled(&battle.events()).remove(0);
    assert_eq!((roll.bonus.total(), battle.cell('a'), battle.left('a', "half")), (9, (12, 0), 0));
    let mut far = duel("a . . . . . . . . . . . . . B", fighter(), fighter(), &[]);
    let act = charge(&far, "charge", &line(1, 13), 'B');
    far.refused(act);
    let mut near = duel("a . B", fighter(), fighter(), &[]);
    let act = charge(&near, "charge", &line(1, 1), 'B');
    near.refused(act);
}

#[test] // PR-G18
fn rough_ground_and_bodies_stop_a_charge() {
    for map in ["a . , . B", "a . c . B"] {
        let plan = skirmish(&pathrunner(), map).unit('a', fighter()).unit('B', fighter());
        let mut battle = match map.contains('c') {
            true => plan.unit('c', fighter()).rolls(&[20, 2, 1]),
            false => plan.rolls(&[20, 2]),
        };
        let act = charge(&battle, "charge", &line(1, 3), 'B');
        battle.refused(act);
    }
}

#[test] // PR-G05, PR-G18
fn the_stunned_charge_with_their_one_half_action_as_far_as_their_speed() {
    let map = "a . . . . . . B";
    let plan = skirmish(&pathrunner(), map).unit('a', fighter()).unit('B', fighter()).with_condition('a', "stunned");
    let mut battle = plan.rolls(&[20, 1, 1]);
    let long = charge(&battle, "charge", &line(1, 6), 'B');
    battle.refused(long);
    let short = charge(&battle, "short_charge", &line(1, 6), 'B');
    battle.choose('a', short);
    assert_eq!(battle.cell('a'), (6, 0));
}

#[test] // PR-036, PR-G18, PR-G22
fn a_charge_out_of_a_threatened_square_provokes() {
    let map = "
        a . . . B
        . C . . .";
    let fighters = [('a', fighter(), 20), ('B', fighter(), 2), ('C', fighter(), 1)];
    let mut battle = battle(map, &fighters, &[1]);
    let act = charge(&battle, "charge", &line(1, 3), 'B');
    battle.choose('a', act);
    assert_eq!((battle.reacting(), battle.cell('a')), (Some('C'), (0, 0)));
    battle.pass('C').pass('C').pass('C');
    assert_eq!(battle.cell('a'), (3, 0));
}

#[test] // PR-166, PR-174, PR-G40, PR-G16
fn a_run_is_four_times_the_speed_in_a_straight_line_and_flat_footed() {
    let map = "
        a . . . . . . . . . . . . . . . . . . . . . . . . . . .
        B . . . . . . . . . . . . . . . . . . . . . . . . . . .";
    let quick = fighter().has("Dexterity", 16);
    let mut battle = duel(map, quick, fighter(), &[4]);
    battle.refused(Choice::Act(along("run", &line(1, 25))));
    battle.refused(Choice::Act(along("run", &[(1, 0), (2, 1)])));
    battle.go('a', "run", &line(1, 24));
    assert_eq!(battle.reacting(), Some('B'), "the run itself provokes");
    battle.react('B', "opportunity_action");
    let roll = rolled(&battle.events()).remove(0);
    assert_eq!(roll.difficulty.total(), 13, "before it begins");
    assert_eq!((battle.cell('a'), battle.has('a', "running")), ((24, 0), true));
    battle.wait('a').wait('B');
    assert!(!battle.has('a', "running"));
    let mut slow = duel(map, fighter().armor("full_plate"), fighter(), &[]);
    slow.refused(Choice::Act(along("run", &line(1, 4))));
    slow.refused(Choice::Act(along("run_in_heavy_armor", &line(1, 19))));
    slow.go('a', "run_in_heavy_armor", &line(1, 18));
    slow.pass('B').pass('B').pass('B');
    assert_eq!(slow.cell('a'), (18, 0));
}

#[test] // PR-G16, PR-G31
fn a_5_foot_step_goes_diagonally_but_not_into_difficult_ground_nor_past_a_hard_corner() {
    let mut battle = duel("a , .\n. . .\n. . B", fighter(), fighter(), &[]);
    battle.refused(Choice::Act(along("five_foot_step", &[(1, 0)])));
    battle.walk('a', &[(0, 1)]).walk('a', &[(1, 0)]);
    let mut battle = duel("a . .\n. . .\n. . . B", fighter(), fighter(), &[]);
    battle.walk('a', &[(1, 1)]).go('a', "five_foot_step", &[(2, 0)]);
    assert_eq!(battle.cell('a'), (2, 0), "the second diagonal of the turn is one square as well");
    let mut battle = duel("a # .\n. . .\n. . B", fighter(), fighter(), &[]);
    battle.refused(Choice::Act(along("five_foot_step", &[(1, 1)])));
    battle.refused_walk('a', &[(1, 1)]);
}

#[test] // PR-G16
fn difficult_ground_costs_2_squares() {
    let mut battle = duel("a , . . .\n. , . . .\n. . . . B", fighter().rate(15), fighter(), &[]);
    battle.refused_walk('a', &[(1, 0), (2, 0), (3, 0)]);
    battle.walk('a', &[(1, 0), (2, 0)]);
}

#[test] // PR-G27, PR-397
fn a_reach_weapon_doubles_reach_and_cannot_strike_adjacent_foes() {
    let pike = || fighter().weapon("longspear");
    let strike = |size: Size, map: &str| {
        let mut battle = duel(map, pike().size(size), fighter(), &[1]);
        let act = Act::at("attack", battle.id('B'), Some(WeaponSlot(0)));
        match battle.state.submit(Choice::Act(act)) {
            Ok(_) => {
                battle.state.resolve();
                true
            }
            Err(_) => {
                battle.spare_dice("the attack was refused");
                false
            }
        }
    };
    assert_eq!(
        [strike(Size::Medium, "a B"), strike(Size::Medium, "a . B"), strike(Size::Medium, "a . . B")],
        [false, true, false]
    );
    let large = |map: &str| strike(Size::Large, map);
    assert_eq!([large("a . . B\n. . . ."), large("a . . . . B\n. . . . . .")], [true, true], "up to 20 feet");
}

#[test] // PR-G22, PR-G27
fn a_reach_weapon_threatens_the_second_square_and_not_the_first() {
    let map = "
        a . . .
        . . . .
        . B . .";
    let mut battle = duel(map, fighter(), fighter().weapon("longspear"), &[]);
    battle.walk('a', &[(1, 0), (2, 0)]);
    assert_eq!((battle.reacting(), battle.cell('a')), (Some('B'), (0, 0)));
    let map = "
        a . . .
        B . . .";
    let mut battle = duel(map, fighter(), fighter().weapon("longspear"), &[]);
    battle.walk('a', &[(1, 0)]);
    assert_eq!(battle.reacting(), None);
}
