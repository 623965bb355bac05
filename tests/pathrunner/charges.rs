//! Charges, runs, careful steps and the reach of weapons.

use crate::fighters::*;
use crate::manoeuvres::talented;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Gait, Size, Trait, Unit};
use warboard::grid::{Cell, Flood};
use warboard::mechanics::{Game, movement};
use warboard::resolution::{Act, Asks, Choice, Pick};

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

/// `a` charges `B` four squares off; the end of the charge is to be chosen.
fn charged(unit: Unit, target: Unit, dice: &[u16]) -> Skirmish {
    let mut battle = duel("a . . . B . . . .", unit, target, dice);
    let act = charge(&battle, "charge", &line(1, 3), 'B');
    battle.events();
    battle.choose('a', act);
    battle
}

fn ends(battle: &Skirmish) -> Vec<String> {
    let Asks::Pick { options, .. } = battle.asked().1 else { return Vec::new() };
    let name = |pick: Pick| if let Pick::Action(name) = pick { Some(name.to_string()) } else { None };
    options.into_iter().filter_map(name).collect()
}

#[test] // PR-278, PR-284, PR-297, PR-324, PR-G18
fn a_charge_ends_in_an_attack_or_a_manoeuvre_that_a_talent_allows() {
    assert!(ends(&charged(fighter(), fighter(), &[1])).is_empty(), "an attack alone");
    let deft = charged(talented(Trait::DeftManeuvers), fighter(), &[]);
    assert_eq!(ends(&deft), ["charge_attack", "trip_at_end", "disarm_at_end"]);
    let powerful = charged(talented(Trait::PowerfulManeuvers), fighter(), &[]);
    assert_eq!(ends(&powerful), ["charge_attack", "rush_at_end", "sunder_at_end", "grab_at_end", "overrun_at_end"]);
    let bare = charged(talented(Trait::PowerfulManeuvers).unarmed(), fighter(), &[]);
    assert!(ends(&bare).contains(&"grapple_at_end".to_owned()));
}

#[test] // PR-284, PR-297, PR-324, PR-G18
fn whatever_ends_a_charge_is_rolled_at_2_more_and_costs_nothing() {
    let ends = [
        ("rush_at_end", Trait::PowerfulManeuvers),
        ("sunder_at_end", Trait::PowerfulManeuvers),
        ("grab_at_end", Trait::PowerfulManeuvers),
        ("trip_at_end", Trait::DeftManeuvers),
        ("disarm_at_end", Trait::DeftManeuvers),
    ];
    for (end, talent) in ends {
        let mut battle = charged(talented(talent), fighter(), &[2]);
        battle.pick('a', end);
        let roll = rolled(&battle.events()).pop().expect("a roll");
        assert_eq!((roll.bonus.total(), roll.difficulty.total()), (9, 17), "{end}: {}", roll.bonus);
        assert!(roll.bonus.to_string().contains("+2 [PR-G18]"), "{end}: {}", roll.bonus);
        assert_eq!((battle.left('a', "half"), battle.cell('a'), battle.asked().0), (0, (3, 0), 'a'));
    }
}

#[test] // PR-297, PR-301, PR-302, PR-C18
fn a_rush_at_the_end_of_a_charge_pushes_and_may_be_followed_with_what_is_left_of_twice_the_speed() {
    let rusher = || talented(Trait::PowerfulManeuvers).has("BaseAttack", 5);
    let mut battle = charged(rusher(), fighter(), &[9]);
    battle.pick('a', "rush_at_end").answer('a', true);
    assert_eq!(battle.cell('B'), (6, 0), "10 feet");
    battle.answer('a', true);
    assert_eq!(battle.cell('a'), (5, 0));
    // A failure ends the movement in front of the target.
    let mut fails = charged(rusher(), fighter(), &[2]);
    fails.pick('a', "rush_at_end");
    assert_eq!((fails.cell('a'), fails.cell('B'), fails.left('a', "half")), ((3, 0), (4, 0), 0));
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

#[test] // PR-G14, PR-G16
fn every_diagonal_over_difficult_ground_costs_3_squares() {
    let map = "
        a , , .
        , , , .
        , , , .
        . . . B";
    let diagonal = [(1, 1), (2, 2)];
    let mut slow = duel(map, fighter().rate(25), fighter(), &[]);
    slow.refused_walk('a', &diagonal);
    let mut battle = duel(map, fighter(), fighter(), &[]);
    battle.walk('a', &diagonal);
    assert_eq!(battle.cell('a'), (2, 2), "3 and 3, not 2 and 4");
    let reached = |rate: u16| {
        let battle = duel(map, fighter().rate(rate), fighter(), &[]);
        let game = Game::new(battle.snapshot().view(), battle.battle().setup().rules.book());
        let mut flood = Flood::default();
        movement::flood(game, battle.id('a'), Gait::Walk, &mut flood, rate / 5);
        flood.cost(Cell::new(2, 2))
    };
    assert_eq!((reached(25), reached(30)), (None, Some(6)));
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
