//! Shunts and throws: moving the one who is held.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::size::Size;
use warboard::content::stat::Stat;
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
    let mut battle = holding(OPEN, dull(), dull(), &[10]);
    battle.does('a', "shunt", 'B');
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
fn a_shunt_that_fails_tires_and_moves_nobody() {
    let mut battle = holding(OPEN, dull(), dull(), &[9]);
    battle.does('a', "shunt", 'B');
    assert_eq!((battle.cell('a'), battle.cell('B'), battle.row('a').vitals.fatigue), ((1, 1), (2, 1), 1));
    assert!(battle.has('B', "grabbed"));
}

#[test] // TC-317, TC-316
fn letting_go_in_a_shunt_tries_to_trip_at_no_cost() {
    for (roll, falls) in [(10, true), (9, false)] {
        let mut battle = holding(OPEN, dull(), dull(), &[10, roll]);
        battle.does('a', "shunt", 'B').choose('a', at(3, 1)).choose('a', no());
        let events = battle.events();
        assert_eq!(checks(&events)[1].defence, Some(Stat::Celerity));
        assert_eq!((prone(&events), battle.has('B', "prone"), battle.has('B', "grabbed")), (falls, falls, false));
        assert_eq!(battle.count(), 14 + 9, "the trip takes no time");
        battle.all_rolled();
    }
}

#[test] // TC-317, TC-060
fn a_fumbled_free_trip_delays_the_next_turn() {
    let mut battle = holding(OPEN, dull(), dull(), &[10, 1, 5]);
    battle.does('a', "shunt", 'B').choose('a', at(3, 1)).choose('a', no());
    assert_eq!(battle.count(), 14 + 9 + 5);
    battle.all_rolled();
}

#[test] // TC-315, TC-316, TC-302
fn a_shunt_by_five_may_slide_the_target_on_alone() {
    let mut battle = holding(OPEN, dull(), dull(), &[15, 12]);
    battle.does('a', "shunt", 'B').choose('a', at(3, 1));
    let (purpose_of, choices) = cells(&battle);
    assert_eq!(purpose_of, CellPurpose::SlideTarget);
    assert!(choices.contains(&(3, 1)), "or it stays where it is");
    battle.choose('a', at(4, 1));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((2, 1), (4, 1)));
    let events = battle.events();
    assert_eq!(holds_ended(&events), ["TC-316"], "out of reach, so it is let go");
    assert!(prone(&events));
    battle.all_rolled();
    let mut battle = holding(OPEN, dull(), dull(), &[15]);
    battle.does('a', "shunt", 'B').choose('a', at(3, 1)).choose('a', at(3, 1));
    assert_eq!(purpose(&battle), PickPurpose::KeepHold);
    battle.choose('a', yes());
    assert!(battle.has('B', "grabbed"));
}

#[test] // G-72, TC-314
fn nobody_is_shunted_into_a_wall_or_round_its_corner() {
    let battle = {
        let mut battle = holding("# # # .\n# a B .\n# # # .", dull(), dull(), &[12]);
        battle.does('a', "shunt", 'B');
        battle
    };
    assert_eq!(cells(&battle).1, [(3, 1)]);
}

#[test] // TC-318, TC-319, TC-320, TC-321, TC-322, TC-326, G-12, G-45
fn a_throw_meets_vigor_and_celerity_with_one_roll() {
    let cases: [(u16, i16, i16, bool, bool, i16); 4] = [
        // the roll, constitution and dexterity of the target: does it land, does it fall, fatigue
        (12, 0, 4, true, false, 2),
        (12, 4, 0, false, true, 0),
        (12, 0, 0, true, true, 2),
        (9, 0, 0, false, false, 0),
    ];
    for (roll, constitution, dexterity, lands, falls, fatigue) in cases {
        let target = dull().stat(Stat::Constitution, constitution).stat(Stat::Dexterity, dexterity);
        let mut battle = holding(OPEN, dull().stat(Stat::Accuracy, 0).stat(Stat::Strength, 0), target, &[roll]);
        battle.does('a', "throw", 'B');
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
fn a_throw_by_five_hurts_more() {
    let mut battle = holding(OPEN, dull().stat(Stat::Strength, 2), dull(), &[13, 6]);
    battle.does('a', "throw", 'B').choose('a', at(3, 1));
    assert_eq!(damage(&battle.events()), [2 + 6]);
    assert_eq!(battle.row('B').vitals.worn, 1, "one blow");
    battle.all_rolled();
}

#[test] // TC-325, TC-302
fn a_throw_by_ten_goes_ten_feet() {
    let map = ". . . . . .\n. a B . . .\n. . . . . .";
    let strong = dull().stat(Stat::Strength, 2);
    let mut battle = holding(map, strong.clone(), dull(), &[17, 1]);
    battle.does('a', "throw", 'B');
    assert!(!cells(&battle).1.contains(&(4, 1)));
    let mut battle = holding(map, strong, dull(), &[18, 1]);
    battle.does('a', "throw", 'B').choose('a', at(4, 1));
    assert_eq!(battle.cell('B'), (4, 1));
    assert_eq!(holds_ended(&battle.events()), ["TC-302"]);
}

#[test] // TC-323
fn a_throw_into_the_own_space_swaps_the_two() {
    let mut battle = holding(OPEN, dull(), dull(), &[12]);
    battle.does('a', "throw", 'B').choose('a', at(1, 1));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((2, 1), (1, 1)));
    assert!(battle.has('B', "grabbed"));
}

#[test] // TC-323, G-50
fn who_is_held_as_well_throws_but_cannot_swap() {
    let rules = time_count();
    let map = ". C . .\n. a B .\n. . . .";
    let mut battle = skirmish(&rules, map)
        .unit('a', dull())
        .unit('B', idle())
        .unit('C', dull().stat(Stat::Initiative, 1))
        .rolls(&[1, 1, 1, 12, 12, 14]);
    battle.does('C', "grab", 'a').does('a', "grab", 'B');
    while battle.asked().0 == 'C' {
        battle.wait('C');
    }
    battle.does('a', "throw", 'B');
    while battle.asked().0 == 'C' {
        battle.wait('C');
    }
    let (_, choices) = cells(&battle);
    assert!(!choices.contains(&(1, 1)), "cannot move itself: {choices:?}");
    assert!(choices.contains(&(3, 1)));
}

/// `C` holds `a`, who holds `B` and shunts it with this roll.
fn shunted_by_one_who_is_held(roll: u16) -> Skirmish {
    let map = ". C . .\n. a B .\n. . . .";
    let quick = dull().stat(Stat::Initiative, 1);
    let battle = skirmish(&time_count(), map).unit('a', dull()).unit('B', idle()).unit('C', quick);
    let mut battle = battle.rolls(&[1, 1, 1, 12, 12, roll]);
    battle.does('C', "grab", 'a').does('a', "grab", 'B');
    while battle.asked().0 == 'C' {
        battle.wait('C');
    }
    battle.does('a', "shunt", 'B');
    while battle.asked().0 == 'C' {
        battle.wait('C');
    }
    battle
}

#[test] // TC-314, TC-315, G-18
fn one_who_is_held_by_a_third_does_not_slide_out_of_that_hold_by_a_shunt() {
    let mut battle = shunted_by_one_who_is_held(12);
    assert_eq!(degrees(&battle.events()), [Degree::Success; 3], "two grabs and the shunt");
    assert_eq!(purpose(&battle), PickPurpose::KeepHold, "nobody was asked where to");
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
    let filler = || idle().size(Size::Medium).quality(warboard::content::unit::Trait::FillsSpace);
    let mut battle =
        skirmish(&rules, map).unit('a', dull()).unit('B', idle()).unit('D', filler()).rolls(&[1, 1, 1, 14, 12]);
    battle.does('a', "grab", 'B').does('a', "throw", 'B');
    assert_eq!(cells(&battle).1, [(1, 1), (1, 2)], "not into walls, nor onto one who fills the space");
    battle.choose('a', at(1, 2));
    assert_eq!(degrees(&battle.events()).last(), Some(&Degree::Success));
}

#[test] // TC-323, TC-321
fn a_big_thrower_swaps_only_where_both_fit() {
    let map = ". . . . .\n. . . . .\na . B . .\n. . . . .";
    let mut battle = holding(map, dull().size(Size::Large).stat(Stat::Strength, 3), dull(), &[14, 1]);
    battle.does('a', "throw", 'B');
    let (_, choices) = cells(&battle);
    assert!(choices.contains(&(3, 1)) && !choices.contains(&(1, 2)), "{choices:?}");
}
