//! Shunts and throws of held targets.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{Size, Stat};
use warboard::mechanics::attack::Degree;
use warboard::resolution::{BattleEvent, CellPurpose, PickPurpose};

const OPEN: &str = ". . . . .\n. a B . .\n. . . . .";

fn prone(events: &[BattleEvent]) -> bool {
    events.iter().any(
        |event| matches!(event, BattleEvent::StanceTaken { rule, .. } if ["TC-317", "TC-326"].contains(&rule.as_str())),
    )
}

#[test] // TC-311, TC-312, TC-313, TC-314, TC-316, G-45
fn a_shunt_moves_both_and_the_hold_may_be_kept() {
    let mut battle = holding(OPEN, base_unit(), base_unit(), &[10]);
    battle.act_on('a', "shunt", 'B');
    assert_eq!(cells(&battle).0, CellPurpose::MoveTogether);
    battle.choose('a', at(3, 0));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((2, 0), (3, 0)));
    assert_eq!(purpose(&battle), PickPurpose::KeepHold);
    battle.choose('a', yes());
    assert!(battle.has('B', "grabbed") && battle.row('B').stance.held.is_none());
    assert_eq!((battle.row('a').vitals.fatigue, battle.count()), (1, 14 + 9));
    assert!(damage(&battle.events()).is_empty());
    battle.all_rolled();
}

#[test] // TC-312, G-45
fn a_failed_shunt_costs_fatigue_and_moves_neither_combatant() {
    let mut battle = holding(OPEN, base_unit(), base_unit(), &[9]);
    battle.act_on('a', "shunt", 'B');
    assert_eq!((battle.cell('a'), battle.cell('B'), battle.row('a').vitals.fatigue), ((1, 1), (2, 1), 1));
    assert!(battle.has('B', "grabbed"));
}

#[test] // TC-317, TC-316
fn releasing_the_target_of_a_shunt_attempts_a_free_trip() {
    for (roll, falls) in [(10, true), (9, false)] {
        let mut battle = holding(OPEN, base_unit(), base_unit(), &[10, roll]);
        battle.act_on('a', "shunt", 'B').choose('a', at(3, 1)).choose('a', no());
        let events = battle.events();
        assert_eq!(checks(&events)[1].defence, Some(Stat::Celerity));
        assert_eq!((prone(&events), battle.has('B', "prone"), battle.has('B', "grabbed")), (falls, falls, false));
        assert_eq!(battle.count(), 14 + 9, "the trip takes no time");
        battle.all_rolled();
    }
}

#[test] // TC-317, TC-060
fn a_fumbled_free_trip_delays_the_next_turn() {
    let mut battle = holding(OPEN, base_unit(), base_unit(), &[10, 1, 5]);
    battle.act_on('a', "shunt", 'B').choose('a', at(3, 1)).choose('a', no());
    assert_eq!(battle.count(), 14 + 9 + 5);
    battle.all_rolled();
}

#[test] // TC-315, TC-316, TC-302
fn with_a_margin_of_five_a_shunt_may_slide_the_target_on_alone() {
    let mut battle = holding(OPEN, base_unit(), base_unit(), &[15, 12]);
    battle.act_on('a', "shunt", 'B').choose('a', at(3, 1));
    let (purpose_of, choices) = cells(&battle);
    assert_eq!(purpose_of, CellPurpose::SlideTarget);
    assert!(choices.contains(&(3, 1)), "or it stays where it is");
    battle.choose('a', at(4, 1));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((2, 1), (4, 1)));
    let events = battle.events();
    assert_eq!(holds_ended(&events), ["TC-316"], "out of reach, so it is let go");
    assert!(prone(&events));
    battle.all_rolled();
    let mut battle = holding(OPEN, base_unit(), base_unit(), &[15]);
    battle.act_on('a', "shunt", 'B').choose('a', at(3, 1)).choose('a', at(3, 1));
    assert_eq!(purpose(&battle), PickPurpose::KeepHold);
    battle.choose('a', yes());
    assert!(battle.has('B', "grabbed"));
}

#[test] // G-72, TC-314
fn no_target_is_shunted_into_a_wall_or_round_its_corner() {
    let battle = {
        let mut battle = holding("# # # .\n# a B .\n# # # .", base_unit(), base_unit(), &[12]);
        battle.act_on('a', "shunt", 'B');
        battle
    };
    assert_eq!(cells(&battle).1, [(3, 1)]);
}

#[test] // TC-318, TC-319, TC-320, TC-321, TC-322, TC-326, G-12, G-45
fn a_throw_is_one_roll_against_vigor_and_celerity() {
    let cases: [(u16, i16, i16, bool, bool, i16); 4] = [
        // the roll, constitution and dexterity of the target: does it land, does it fall, fatigue
        (12, 0, 4, true, false, 2),
        (12, 4, 0, false, true, 0),
        (12, 0, 0, true, true, 2),
        (9, 0, 0, false, false, 0),
    ];
    for (roll, constitution, dexterity, lands, falls, fatigue) in cases {
        let target = base_unit().stat(Stat::Constitution, constitution).stat(Stat::Dexterity, dexterity);
        let mut battle = holding(OPEN, base_unit().stat(Stat::Accuracy, 0).stat(Stat::Strength, 0), target, &[roll]);
        battle.act_on('a', "throw", 'B');
        if lands {
            assert_eq!(cells(&battle).0, CellPurpose::Landing);
            battle.choose('a', at(2, 2));
        }
        let events = battle.events();
        let rolled = checks(&events);
        assert_eq!(
            rolled.iter().map(|rolled| rolled.defence).collect::<Vec<_>>(),
            [Some(Stat::Vigor), Some(Stat::Celerity)]
        );
        assert_eq!(rolled[0].natural, rolled[1].natural);
        assert_eq!((battle.cell('B') == (2, 2), battle.has('B', "prone")), (lands, falls));
        assert_eq!(damage(&events), if fatigue > 0 { vec![1] } else { vec![] }, "strength 0 still hurts by 1");
        assert_eq!((battle.row('a').vitals.fatigue, battle.count()), (2, 14 + 12));
        battle.all_rolled();
    }
}

#[test] // TC-324, TC-322, TC-072
fn with_a_margin_of_five_a_throw_deals_more_damage() {
    let mut battle = holding(OPEN, base_unit().stat(Stat::Strength, 2), base_unit(), &[13, 6]);
    battle.act_on('a', "throw", 'B').choose('a', at(3, 1));
    assert_eq!(damage(&battle.events()), [2 + 6]);
    assert_eq!(battle.row('B').vitals.worn, 1, "one blow");
    battle.all_rolled();
}

#[test] // TC-325, TC-302
fn with_a_margin_of_ten_a_throw_goes_ten_feet() {
    let map = ". . . . . .\n. a B . . .\n. . . . . .";
    let strong = base_unit().stat(Stat::Strength, 2);
    let mut battle = holding(map, strong.clone(), base_unit(), &[17, 1]);
    battle.act_on('a', "throw", 'B');
    assert!(!cells(&battle).1.contains(&(4, 1)));
    let mut battle = holding(map, strong, base_unit(), &[18, 1]);
    battle.act_on('a', "throw", 'B').choose('a', at(4, 1));
    assert_eq!(battle.cell('B'), (4, 1));
    assert_eq!(holds_ended(&battle.events()), ["TC-302"]);
}

#[test] // TC-323
fn a_throw_into_the_own_space_swaps_thrower_and_target() {
    let mut battle = holding(OPEN, base_unit(), base_unit(), &[12]);
    battle.act_on('a', "throw", 'B').choose('a', at(1, 1));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((2, 1), (1, 1)));
    assert!(battle.has('B', "grabbed"));
}

#[test] // TC-323, G-50
fn a_thrower_that_is_held_cannot_swap() {
    let rules = time_count();
    let map = ". C . .\n. a B .\n. . . .";
    let mut battle = skirmish(&rules, map)
        .unit('a', base_unit())
        .unit('B', idle())
        .unit('C', base_unit().stat(Stat::Initiative, 1))
        .rolls(&[1, 1, 1, 12, 12, 14]);
    battle.act_on('C', "grab", 'a').act_on('a', "grab", 'B');
    while battle.asked().0 == 'C' {
        battle.wait('C');
    }
    battle.act_on('a', "throw", 'B');
    while battle.asked().0 == 'C' {
        battle.wait('C');
    }
    let (_, choices) = cells(&battle);
    assert!(!choices.contains(&(1, 1)), "cannot move itself: {choices:?}");
    assert!(choices.contains(&(3, 1)));
}

/// `C` holds `a`, which holds `B` and shunts it with this roll.
fn shunted_by_one_who_is_held(roll: u16) -> Skirmish {
    let map = ". C . .\n. a B .\n. . . .";
    let quick = base_unit().stat(Stat::Initiative, 1);
    let battle = skirmish(&time_count(), map).unit('a', base_unit()).unit('B', idle()).unit('C', quick);
    let mut battle = battle.rolls(&[1, 1, 1, 12, 12, roll]);
    battle.act_on('C', "grab", 'a').act_on('a', "grab", 'B');
    while battle.asked().0 == 'C' {
        battle.wait('C');
    }
    battle.act_on('a', "shunt", 'B');
    while battle.asked().0 == 'C' {
        battle.wait('C');
    }
    battle
}

#[test] // TC-314, TC-315, G-18
fn a_shunt_does_not_slide_the_target_out_of_the_hold_of_a_third() {
    let mut battle = shunted_by_one_who_is_held(12);
    assert_eq!(degrees(&battle.events()), [Degree::Success; 3], "two grabs and the shunt");
    assert_eq!(purpose(&battle), PickPurpose::KeepHold, "no choice of a cell was offered");
    assert_eq!((battle.cell('a'), battle.cell('B'), battle.has('a', "grabbed")), ((1, 1), (2, 1), true));
    battle.all_rolled();
    // By five the target slides on alone.
    let battle = shunted_by_one_who_is_held(17);
    let (purpose_of, choices) = cells(&battle);
    assert_eq!(purpose_of, CellPurpose::SlideTarget);
    assert!(choices.contains(&(3, 1)));
}

#[test] // G-72, TC-163, TC-321
fn a_throw_lands_only_in_legal_spaces() {
    let rules = time_count();
    let map = "# # # #\n# a B D\n# . # #";
    let filler = || idle().size(Size::Medium).with_trait(warboard::content::Trait::FillsSpace);
    let mut battle =
        skirmish(&rules, map).unit('a', base_unit()).unit('B', idle()).unit('D', filler()).rolls(&[1, 1, 1, 14, 12]);
    battle.act_on('a', "grab", 'B').act_on('a', "throw", 'B');
    assert_eq!(cells(&battle).1, [(1, 1), (1, 2)], "not into walls, nor onto a body that fills its space");
    battle.choose('a', at(1, 2));
    assert_eq!(degrees(&battle.events()).last(), Some(&Degree::Success));
}

#[test] // TC-323, TC-321
fn a_big_thrower_swaps_only_where_both_fit() {
    let map = ". . . . .\n. . . . .\na . B . .\n. . . . .";
    let mut battle = holding(map, base_unit().size(Size::Large).stat(Stat::Strength, 3), base_unit(), &[14, 1]);
    battle.act_on('a', "throw", 'B');
    let (_, choices) = cells(&battle);
    assert!(choices.contains(&(3, 1)) && !choices.contains(&(1, 2)), "{choices:?}");
}
