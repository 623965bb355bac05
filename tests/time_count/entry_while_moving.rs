//! Combatants that drag, shunt, throw into their own space or follow a push move willingly and need permission to enter
//! spaces. Their targets do not.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{Size, Stat, Unit};
use warboard::resolution::{Asks, CellPurpose, PickPurpose};

/// A battle in which `a` and `B` hold each other as the action requires and another unit stands north of `a`.
const NORTH: &str = "
    . X . .
    . a B .
    . . . .
";

/// Where `B` may be moved by `a`, with one of these units north of `a`, on its own side or not.
fn offered(action: &str, mark: char, other: Unit) -> Vec<(i16, i16)> {
    let rules = time_count();
    let map = NORTH.replace('X', &mark.to_string());
    let dice: &[u16] = if action == "drag" { &[1, 1, 1, 14, 18] } else { &[1, 1, 1, 14, 10] };
    let free = other.stat(Stat::Initiative, -500);
    let (a, b) =
        if action == "drag" { (base_unit().stat(Stat::Initiative, -4), base_unit()) } else { (base_unit(), idle()) };
    let mut battle = skirmish(&rules, &map).unit('a', a).unit('B', b).unit(mark, free).rolls(dice);
    if action == "drag" {
        battle.act_on('B', "grab", 'a')
    } else {
        battle.act_on('a', "grab", 'B')
    };
    if other_is_asleep(&battle, mark) {
        battle.afflict(mark, "unconscious");
    }
    answer_facing(&mut battle);
    battle.act_on('a', action, 'B');
    cells(&battle).1
}

/// Units with very few hit points are to be unconscious.
fn other_is_asleep(battle: &Skirmish, mark: char) -> bool {
    battle.row(mark).vitals.maximum == 7
}

fn answer_facing(battle: &mut Skirmish) {
    while let (mark, Asks::Face { .. }) = battle.asked() {
        battle.choose(mark, warboard::resolution::Choice::Face(warboard::battle::Facing::AllAround));
    }
}

#[test] // TC-155, TC-165, G-49, TC-284, TC-314
fn the_mover_that_goes_along_enters_no_space_that_refuses_it() {
    for action in ["drag", "shunt"] {
        assert!(!offered(action, 'C', base_unit()).contains(&(2, 0)), "{action}: an enemy refuses");
        assert!(!offered(action, 'C', base_unit().size(Size::Small)).contains(&(2, 0)), "{action}: one size apart");
        assert!(offered(action, 'C', base_unit().size(Size::Tiny)).contains(&(2, 0)), "{action}: two sizes apart");
        assert!(offered(action, 'C', base_unit().stat(Stat::HitPoints, 7)).contains(&(2, 0)), "{action}: it sleeps");
        assert!(offered(action, 'c', base_unit()).contains(&(2, 0)), "{action}: a friend allows it");
    }
}

#[test] // TC-155, TC-284, TC-314
fn the_target_taken_along_enters_any_space() {
    let rules = time_count();
    let map = ". . C .\n. a B .\n. . . .";
    let battle = skirmish(&rules, map).unit('a', base_unit()).unit('B', idle()).unit('C', idle());
    let mut battle = battle.rolls(&[1, 1, 1, 14, 10]);
    battle.act_on('a', "grab", 'B').act_on('a', "shunt", 'B').choose('a', at(2, 0));
    assert_eq!((battle.cell('a'), battle.cell('B'), battle.cell('C')), ((1, 0), (2, 0), (2, 0)));
    // Its own enemies do not keep it out either.
    let map = ". . c .\n. a B .\n. . . .";
    let battle = skirmish(&rules, map).unit('a', base_unit()).unit('B', idle()).unit('c', idle());
    let mut battle = battle.rolls(&[1, 1, 1, 14, 10]);
    battle.act_on('a', "grab", 'B').act_on('a', "shunt", 'B').choose('a', at(2, 0));
    assert_eq!(battle.cell('B'), (2, 0));
}

#[test] // TC-155, TC-314
fn refusal_applies_to_hexes_and_big_bodies_alike() {
    let rules = time_count();
    let map = "
        . . C . .
         . a B . .
        . . . . .
    ";
    let battle = skirmish(&rules, map).hexes().unit('a', base_unit()).unit('B', idle()).unit('C', idle());
    let mut battle = battle.rolls(&[1, 1, 1, 14, 10]);
    battle.act_on('a', "grab", 'B').act_on('a', "shunt", 'B');
    let (_, choices) = cells(&battle);
    assert!(!choices.contains(&(3, 0)), "the holder would go to the space of C: {choices:?}");
    assert!(choices.contains(&(3, 2)), "{choices:?}");
    let map = "
        . . . . .
        . . a a .
        C . a a B
        . . . . .
    ";
    let large = base_unit().size(Size::Large).stat(Stat::Strength, 2);
    let battle = skirmish(&rules, map).unit('a', large).unit('B', idle()).unit('C', idle());
    let mut battle = battle.rolls(&[1, 1, 1, 16, 12]);
    battle.act_on('a', "grab", 'B');
    teleport(&mut battle, 'C', (1, 2));
    battle.act_on('a', "shunt", 'B');
    let (_, choices) = cells(&battle);
    assert!(!choices.contains(&(3, 2)), "one of its cells would be the space of C: {choices:?}");
    assert!(choices.contains(&(4, 1)), "{choices:?}");
}

#[test] // TC-155, TC-323
fn a_thrower_enters_no_space_in_which_another_enemy_stays() {
    for (mark, swaps) in [('C', false), ('c', true)] {
        let rules = time_count();
        let map = format!(". {mark} . .\n. a B .\n. . . .");
        let battle = skirmish(&rules, &map).unit('a', base_unit()).unit('B', idle()).unit(mark, idle());
        let mut battle = battle.rolls(&[1, 1, 1, 14, 12]);
        battle.act_on('a', "grab", 'B');
        teleport(&mut battle, mark, (2, 1));
        battle.act_on('a', "throw", 'B');
        assert_eq!(cells(&battle).0, CellPurpose::Landing);
        assert_eq!(cells(&battle).1.contains(&(1, 1)), swaps, "{mark}");
    }
}

/// Whether `a`, which has pushed `B` one cell east, is asked to continue, with another unit at a cell.
fn goes_on(mark: char, other: Unit, place: (i16, i16)) -> bool {
    let rules = time_count();
    let map = format!(". . . . . .\n. a B . . .\n. . . . . {mark}");
    let battle = skirmish(&rules, &map).unit('a', base_unit()).unit('B', idle());
    let mut battle = battle.unit(mark, other.stat(Stat::Initiative, -500)).rolls(&[1, 1, 1, 19]);
    teleport(&mut battle, mark, place);
    battle.act_on('a', "bull_rush", 'B');
    assert_eq!(battle.cell('B'), (3, 1), "the push itself needs no leave");
    matches!(battle.asked(), ('a', Asks::Pick { purpose: PickPurpose::PushFurther, .. }))
}

#[test] // TC-155, TC-334, G-49
fn a_rusher_follows_neither_into_nor_through_a_space_that_refuses_it() {
    assert!(goes_on('C', base_unit(), (5, 2)), "no body is in the way");
    assert!(!goes_on('C', base_unit(), (2, 1)), "through the space of an enemy who stays there");
    assert!(!goes_on('C', base_unit(), (3, 1)), "into it");
    assert!(goes_on('C', base_unit(), (4, 1)), "the pushed one is driven into it");
    assert!(goes_on('c', base_unit(), (2, 1)), "a friend lets it through");
    assert!(goes_on('C', base_unit().size(Size::Tiny), (2, 1)), "one two sizes apart cannot refuse");
}

#[test] // TC-323, G-72
fn a_thrower_swaps_places_only_where_it_could_step() {
    for (map, swaps) in [(". . .\n. a .\n. . B", true), (". . .\n. a #\n. . B", false)] {
        let battle = skirmish(&time_count(), map).unit('a', base_unit()).unit('B', idle());
        let mut battle = battle.rolls(&[1, 1, 14, 12]);
        battle.act_on('a', "grab", 'B').act_on('a', "throw", 'B');
        assert_eq!(cells(&battle).1.contains(&(1, 1)), swaps, "{map}");
    }
}

/// A battle in which `a` holds `B` in its space, with another unit north of them.
fn in_one_space(mark: char, dice: &[u16]) -> Skirmish {
    let rules = time_count();
    let faces = [1, 1, 1, 14, 15].iter().chain(dice).copied().collect::<Vec<_>>();
    let map = format!(". . {mark} .\n. a B .\n. . . .");
    // `B` acts at 25, long after.
    let late = base_unit().stat(Stat::Initiative, -20).stat(Stat::Strength, 3);
    let mut battle = skirmish(&rules, &map).unit('a', base_unit()).unit('B', late).unit(mark, idle()).rolls(&faces);
    battle.act_on('a', "grab", 'B').act_on('a', "approach", 'B');
    answer_facing(&mut battle);
    assert_eq!((battle.cell('a'), battle.cell('B'), battle.asked().0), ((2, 1), (2, 1), 'a'));
    battle
}

#[test] // TC-155, TC-314, TC-316, G-49
fn a_pair_in_one_space_is_shunted_together() {
    for (mark, enters) in [('C', false), ('c', true)] {
        // 14 less the 4 of a crowded space.
        let mut battle = in_one_space(mark, &[14]);
        battle.act_on('a', "shunt", 'B');
        let (purpose_of, choices) = cells(&battle);
        assert_eq!(purpose_of, CellPurpose::MoveTogether);
        assert!(choices.contains(&(3, 1)), "the target does not keep its holder out: {choices:?}");
        assert_eq!(choices.contains(&(2, 0)), enters, "an enemy there does, a friend does not: {choices:?}");
        battle.choose('a', at(3, 1));
        assert_eq!((battle.cell('a'), battle.cell('B')), ((3, 1), (3, 1)));
        assert_eq!(purpose(&battle), PickPurpose::KeepHold);
        battle.all_rolled();
    }
}

#[test] // TC-155, TC-284, G-49
fn a_pair_in_one_space_is_dragged_together() {
    // Strength 3, less 2 for a drag, 2 for the hold and 4 for the crowd.
    let mut battle = in_one_space('c', &[15]);
    while battle.asked().0 == 'a' {
        battle.wait('a');
    }
    battle.act_on('B', "drag", 'a');
    assert_eq!(cells(&battle).0, CellPurpose::MoveTogether);
    assert!(!cells(&battle).1.contains(&(2, 0)), "an enemy of the dragger is there");
    battle.choose('B', at(3, 1));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((3, 1), (3, 1)));
    battle.all_rolled();
}
