//! Who drags, shunts, throws into its own space or follows a push goes of its own will: into spaces only where everybody
//! allows it. Whoever is dragged, shunted, thrown or pushed is asked nothing.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::size::Size;
use warboard::content::stat::Stat;
use warboard::content::unit::Unit;
use warboard::resolution::{Asks, CellPurpose, PickPurpose};

/// `a` and `B` hold each other as the action needs; somebody stands north of `a`.
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
    let (a, b) = if action == "drag" { (dull().stat(Stat::Initiative, -4), dull()) } else { (dull(), idle()) };
    let mut battle = skirmish(&rules, &map).unit('a', a).unit('B', b).unit(mark, free).rolls(dice);
    if action == "drag" {
        battle.does('B', "grab", 'a')
    } else {
        battle.does('a', "grab", 'B')
    };
    if other_is_asleep(&battle, mark) {
        battle.afflict(mark, "unconscious");
    }
    answer_facing(&mut battle);
    battle.does('a', action, 'B');
    cells(&battle).1
}

/// Tiny hit points mark whoever is to lie unconscious.
fn other_is_asleep(battle: &Skirmish, mark: char) -> bool {
    battle.row(mark).vitals.maximum == 7
}

fn answer_facing(battle: &mut Skirmish) {
    while let (mark, Asks::Face { .. }) = battle.asked() {
        battle.choose(mark, warboard::resolution::Choice::Face(warboard::battle::Facing::AllAround));
    }
}

#[test] // TC-155, TC-165, G-49, TC-284, TC-314
fn one_who_moves_along_enters_no_space_that_is_refused() {
    for action in ["drag", "shunt"] {
        assert!(!offered(action, 'C', dull()).contains(&(2, 0)), "{action}: an enemy refuses");
        assert!(!offered(action, 'C', dull().size(Size::Small)).contains(&(2, 0)), "{action}: one size apart");
        assert!(offered(action, 'C', dull().size(Size::Tiny)).contains(&(2, 0)), "{action}: two sizes apart");
        assert!(offered(action, 'C', dull().stat(Stat::HitPoints, 7)).contains(&(2, 0)), "{action}: it sleeps");
        assert!(offered(action, 'c', dull()).contains(&(2, 0)), "{action}: a friend allows it");
    }
}

#[test] // TC-155, TC-284, TC-314
fn the_one_taken_along_is_brought_into_any_space() {
    let rules = time_count();
    let map = ". . C .\n. a B .\n. . . .";
    let battle = skirmish(&rules, map).unit('a', dull()).unit('B', idle()).unit('C', idle());
    let mut battle = battle.rolls(&[1, 1, 1, 14, 10]);
    battle.does('a', "grab", 'B').does('a', "shunt", 'B').choose('a', at(2, 0));
    assert_eq!((battle.cell('a'), battle.cell('B'), battle.cell('C')), ((1, 0), (2, 0), (2, 0)));
    // Its own enemies do not keep it out either.
    let map = ". . c .\n. a B .\n. . . .";
    let battle = skirmish(&rules, map).unit('a', dull()).unit('B', idle()).unit('c', idle());
    let mut battle = battle.rolls(&[1, 1, 1, 14, 10]);
    battle.does('a', "grab", 'B').does('a', "shunt", 'B').choose('a', at(2, 0));
    assert_eq!(battle.cell('B'), (2, 0));
}

#[test] // TC-155, TC-314
fn hexes_and_big_bodies_are_refused_alike() {
    let rules = time_count();
    let map = "
        . . C . .
         . a B . .
        . . . . .
    ";
    let battle = skirmish(&rules, map).hexes().unit('a', dull()).unit('B', idle()).unit('C', idle());
    let mut battle = battle.rolls(&[1, 1, 1, 14, 10]);
    battle.does('a', "grab", 'B').does('a', "shunt", 'B');
    let (_, choices) = cells(&battle);
    assert!(!choices.contains(&(3, 0)), "the holder would go to the space of C: {choices:?}");
    assert!(choices.contains(&(3, 2)), "{choices:?}");
    let map = "
        . . . . .
        . . a a .
        C . a a B
        . . . . .
    ";
    let large = dull().size(Size::Large).stat(Stat::Strength, 2);
    let battle = skirmish(&rules, map).unit('a', large).unit('B', idle()).unit('C', idle());
    let mut battle = battle.rolls(&[1, 1, 1, 16, 12]);
    battle.does('a', "grab", 'B');
    put(&mut battle, 'C', (1, 2));
    battle.does('a', "shunt", 'B');
    let (_, choices) = cells(&battle);
    assert!(!choices.contains(&(3, 2)), "one of its cells would be the space of C: {choices:?}");
    assert!(choices.contains(&(4, 1)), "{choices:?}");
}

#[test] // TC-155, TC-323
fn a_thrower_takes_no_place_in_which_another_enemy_stays() {
    for (mark, swaps) in [('C', false), ('c', true)] {
        let rules = time_count();
        let map = format!(". {mark} . .\n. a B .\n. . . .");
        let battle = skirmish(&rules, &map).unit('a', dull()).unit('B', idle()).unit(mark, idle());
        let mut battle = battle.rolls(&[1, 1, 1, 14, 12]);
        battle.does('a', "grab", 'B');
        put(&mut battle, mark, (2, 1));
        battle.does('a', "throw", 'B');
        assert_eq!(cells(&battle).0, CellPurpose::Landing);
        assert_eq!(cells(&battle).1.contains(&(1, 1)), swaps, "{mark}");
    }
}

/// Whether `a`, who has pushed `B` one cell east, is asked to go on, with somebody else at a place.
fn goes_on(mark: char, other: Unit, place: (i16, i16)) -> bool {
    let rules = time_count();
    let map = format!(". . . . . .\n. a B . . .\n. . . . . {mark}");
    let battle = skirmish(&rules, &map).unit('a', dull()).unit('B', idle());
    let mut battle = battle.unit(mark, other.stat(Stat::Initiative, -500)).rolls(&[1, 1, 1, 19]);
    put(&mut battle, mark, place);
    battle.does('a', "bull_rush", 'B');
    assert_eq!(battle.cell('B'), (3, 1), "the push itself needs no leave");
    matches!(battle.asked(), ('a', Asks::Pick { purpose: PickPurpose::PushFurther, .. }))
}

#[test] // TC-155, TC-334, G-49
fn a_rusher_follows_neither_into_nor_through_a_space_that_is_refused() {
    assert!(goes_on('C', dull(), (5, 2)), "nobody is in the way");
    assert!(!goes_on('C', dull(), (2, 1)), "through the space of an enemy who stays there");
    assert!(!goes_on('C', dull(), (3, 1)), "into it");
    assert!(goes_on('C', dull(), (4, 1)), "the pushed one is driven into it");
    assert!(goes_on('c', dull(), (2, 1)), "a friend lets it through");
    assert!(goes_on('C', dull().size(Size::Tiny), (2, 1)), "one two sizes apart cannot refuse");
}

#[test] // TC-323, G-72
fn a_thrower_swaps_places_only_where_it_could_step() {
    for (map, swaps) in [(". . .\n. a .\n. . B", true), (". . .\n. a #\n. . B", false)] {
        let battle = skirmish(&time_count(), map).unit('a', dull()).unit('B', idle());
        let mut battle = battle.rolls(&[1, 1, 14, 12]);
        battle.does('a', "grab", 'B').does('a', "throw", 'B');
        assert_eq!(cells(&battle).1.contains(&(1, 1)), swaps, "{map}");
    }
}

/// `a` holds `B` and has gone into its space; somebody else is north of them.
fn in_one_space(mark: char, dice: &[u16]) -> Skirmish {
    let rules = time_count();
    let faces = [1, 1, 1, 14, 15].iter().chain(dice).copied().collect::<Vec<_>>();
    let map = format!(". . {mark} .\n. a B .\n. . . .");
    // `B` acts at 25, long after.
    let late = dull().stat(Stat::Initiative, -20).stat(Stat::Strength, 3);
    let mut battle = skirmish(&rules, &map).unit('a', dull()).unit('B', late).unit(mark, idle()).rolls(&faces);
    battle.does('a', "grab", 'B').does('a', "approach", 'B');
    answer_facing(&mut battle);
    assert_eq!((battle.cell('a'), battle.cell('B'), battle.asked().0), ((2, 1), (2, 1), 'a'));
    battle
}

#[test] // TC-155, TC-314, TC-316, G-49
fn two_in_one_space_are_shunted_on_together() {
    for (mark, enters) in [('C', false), ('c', true)] {
        // 14 less the 4 of a crowded space.
        let mut battle = in_one_space(mark, &[14]);
        battle.does('a', "shunt", 'B');
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
fn two_in_one_space_are_dragged_on_together() {
    // Strength 3, less 2 for a drag, 2 for the hold and 4 for the crowd.
    let mut battle = in_one_space('c', &[15]);
    while battle.asked().0 == 'a' {
        battle.wait('a');
    }
    battle.does('B', "drag", 'a');
    assert_eq!(cells(&battle).0, CellPurpose::MoveTogether);
    assert!(!cells(&battle).1.contains(&(2, 0)), "an enemy of the one who drags is there");
    battle.choose('B', at(3, 1));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((3, 1), (3, 1)));
    battle.all_rolled();
}
