//! Movement: the free metres of a turn, rough ground, other bodies, water, and the speed of units.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::Size;
use warboard::resolution::{Asks, BattleEvent};
use warboard::rules::Library;

#[test] // FS-013, FS-033, FS-G13
fn the_free_metres_may_be_divided_between_actions_and_are_lost_with_the_turn() {
    let map = "a . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . B";
    let mut battle = duel(map, fighter(), fighter(), &[]);
    let path = |from: i16, to: i16| (from..=to).map(|x| (x, 0)).collect::<Vec<_>>();
    battle.walk('a', &path(1, 5)).perform('a', "disengage").walk('a', &path(6, 10)).perform('a', "dash");
    battle.walk('a', &path(11, 20)).walk('a', &path(21, 28));
    assert_eq!((battle.cell('a'), battle.left('a')), ((28, 0), (1, 2)), "28 of 30 metres in four parts");
    battle.refused_walk('a', &path(29, 31));
    battle.wait('a').wait('B');
    battle.refused_walk('a', &(12..28).rev().map(|x| (x, 0)).collect::<Vec<_>>());
    battle.walk('a', &(13..28).rev().map(|x| (x, 0)).collect::<Vec<_>>());
    assert_eq!(battle.cell('a'), (13, 0), "15 metres, and none of the two that were left");
}

#[test] // FS-012, FS-013, FS-029
fn nothing_is_done_in_the_turn_of_another() {
    let mut battle = duel("a . . B", fighter(), fighter(), &[]);
    battle.wait('a');
    assert_eq!(battle.asked(), ('B', Asks::Act));
    battle.wait('B');
    assert_eq!(battle.asked(), ('a', Asks::Act));
}

#[test] // FS-165, FS-G13, FS-G44
fn a_diagonal_step_is_a_metre_and_rough_ground_costs_two() {
    let slow = || fighter().rate(4);
    let mut battle = duel("a . . . . . . \n . . . . . . . \n . . . . . . . \n . . . . . . B", slow(), fighter(), &[]);
    battle.walk('a', &[(1, 1), (2, 2), (3, 3), (4, 3)]);
    assert_eq!(battle.cell('a'), (4, 3));
    let mut battle = duel("a , , . . B", slow(), fighter(), &[]);
    battle.refused_walk('a', &[(1, 0), (2, 0), (3, 0)]);
    battle.walk('a', &[(1, 0), (2, 0)]);
    assert_eq!(battle.cell('a'), (2, 0));
}

#[test] // FS-G44
fn allies_let_each_other_pass_and_enemies_only_if_they_differ_by_two_sizes() {
    let pass = |mark: char, size: Size| {
        let map = format!("a {mark} . . . B");
        let plan = skirmish(&fighting_style(), &map).unit('a', fighter()).unit('B', fighter());
        let battle = plan.unit(mark, fighter().size(size).unarmed()).rolls(&[6, 1, 2]);
        let path = [warboard::grid::Cell::new(1, 0), warboard::grid::Cell::new(2, 0)].to_vec();
        let act = warboard::resolution::Act::along("move", path);
        warboard::resolution::legal::check(battle.snapshot().view(), &fighting_style(), battle.id('a'), &act).is_ok()
    };
    assert!(pass('c', Size::Medium), "an ally");
    assert!(!pass('C', Size::Medium) && !pass('C', Size::Small), "an enemy");
    assert!(pass('C', Size::Tiny), "two sizes smaller");
    let plan = skirmish(&fighting_style(), "a c . B").unit('a', fighter()).unit('B', fighter()).unit('c', fighter());
    plan.rolls(&[6, 1, 2]).refused_walk('a', &[(1, 0)]);
}

#[test] // FS-G44
fn an_unconscious_enemy_may_be_passed_but_not_stopped_on() {
    let corridor = |condition: Option<&str>| {
        let plan = skirmish(&fighting_style(), "# # # # # # \n a C . . . B \n # # # # # #");
        let plan = plan.unit('a', fighter()).unit('B', fighter()).unit('C', fighter().unarmed());
        let plan = condition.into_iter().fold(plan, |plan, condition| plan.with_condition('C', condition));
        plan.rolls(&[6, 1, 2])
    };
    corridor(None).refused_walk('a', &[(1, 1), (2, 1)]);
    let mut battle = corridor(Some("unconscious"));
    battle.refused_walk('a', &[(1, 1)]);
    battle.walk('a', &[(1, 1), (2, 1)]);
    assert_eq!(battle.cell('a'), (2, 1));
}

#[test] // FS-161, FS-G14, FS-G32
fn large_creatures_reach_a_metre_further_for_each_size() {
    let reaches = |size: Size, weapon: &str, metres: usize| {
        let extent = match size {
            Size::Large => 2,
            Size::Huge => 3,
            Size::Gargantuan => 4,
            _ => 1,
        };
        let first: String = std::iter::once("a").chain(vec![" ."; extent + metres - 2]).chain([" B"]).collect();
        let map = format!("{first}\n{}", ". . . . . . . . . . . .\n".repeat(4));
        let unit = fighter().size(size).weapon(weapon);
        let battle = duel(&map, unit, fighter(), &[]);
        let act = warboard::resolution::Act::at("strike", battle.id('B'), Some(warboard::battle::WeaponSlot(0)));
        warboard::resolution::legal::check(battle.snapshot().view(), &fighting_style(), battle.id('a'), &act).is_ok()
    };
    for (size, reach) in
        [(Size::Tiny, 1), (Size::Small, 1), (Size::Medium, 1), (Size::Large, 2), (Size::Huge, 3), (Size::Gargantuan, 4)]
    {
        assert!(reaches(size, "longsword", reach) && !reaches(size, "longsword", reach + 1), "{size:?}: {reach}");
        assert!(reaches(size, "glaive", reach + 1) && !reaches(size, "glaive", reach + 2), "{size:?} with a glaive");
    }
}

#[test] // FS-014, FS-151, FS-G13
fn the_speed_of_every_unit_follows_from_its_attributes_and_its_armour() {
    let library = Library::open(&crate::assets::assets()).expect("the assets load");
    for id in library.units("fighting_style") {
        let unit = library.unit("fighting_style", &id).expect("a unit");
        let half = |name: &str| unit.stats.get(&stat(name)).copied().unwrap_or(0) / 2;
        let worn = unit.armor.map_or("", |armor| armor.as_str());
        let restricts = i16::from(worn.starts_with("partial_")) + 2 * i16::from(worn.starts_with("full_"));
        assert_eq!(i32::from(unit.rate), i32::from(half("Strength") + 2 * half("Agility") - restricts), "{id}");
    }
}

#[test] // FS-096, FS-G30, FS-G49
fn one_that_is_pushed_into_deep_water_is_carried_away() {
    let plan = skirmish(&fighting_style(), "a B ~ .").unit('a', fighter()).unit('B', fighter());
    let mut battle = plan.rolls(&[6, 1, 10, 4, 13]);
    battle.spend('B', "actions");
    battle.strike('a', 'B').choose('a', named("push"));
    let who = battle.id('B');
    assert!(battle.events().contains(&BattleEvent::CarriedOff { who, rule: "FS-G49".into() }));
    battle.all_rolled();
}
