//! Grapples, pins and escapes.

use crate::facts::{refusal, refused_at};
use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Name, Size, Unit};
use warboard::odds;
use warboard::resolution::{Act, BattleEvent, legal};

/// a beside B, with a dagger in hand.
fn beside(dice: &[&[u16]]) -> Skirmish {
    let wrestler = Unit { weapons: vec![carried("dagger")], ..fighter() };
    battle("a B .\n. . .", &[('a', wrestler.has("Speed", 4), 9), ('B', fighter(), 5)], dice)
}

/// a seizes B with a dagger in hand.
fn grappling(dice: &[&[u16]]) -> Skirmish {
    let mut all: Vec<&[u16]> = vec![&[3; 5]];
    all.extend(dice);
    let mut battle = beside(&all);
    battle.attack('a', "grapple", 'B');
    battle
}

#[test] // HD-291, HD-292, HD-295, HD-296
fn a_grapple_is_an_attack_without_damage_that_binds_both() {
    let battle = grappling(&[]);
    assert!(battle.has('a', "grappling") && battle.has('B', "grappling"));
    assert_eq!((battle.wounds('B'), battle.points('a')), ([0; 5], 8), "11 less 3 for a dagger");
}

#[test] // HD-292, HD-293
fn only_short_weapons_seize_and_only_bodies_of_similar_size() {
    let legal = |a: Unit, b: Unit| {
        let battle = battle("a B", &[('a', a, 9), ('B', b, 5)], &[]);
        let act = Act::at("grapple", battle.id('B'), Some(WeaponSlot(0)));
        legal::check(battle.snapshot().view(), &heroes(), battle.id('a'), &act).map_err(|why| why.to_string())
    };
    let with = |weapon: &str| Unit { weapons: vec![carried(weapon)], ..fighter() };
    assert!(legal(with("dagger"), fighter()).is_ok());
    assert!(legal(with("sword"), fighter()).is_err_and(|why| why.contains("too long")));
    let sized = |build: i16| fighter().has("Build", build);
    assert!(legal(with("dagger"), sized(4)).is_ok() && legal(with("dagger"), sized(-4)).is_ok());
    for build in [5, -5] {
        assert!(legal(with("dagger"), sized(build)).is_err_and(|why| why.contains("different in size")));
    }
    let large = || fighter().size(Size::Large);
    assert!(legal(with("dagger").size(Size::Large), large()).is_ok());
}

#[test] // HD-292
fn a_wrestler_with_a_long_weapon_in_hand_seizes_with_its_bare_hands() {
    let club = Unit { weapons: vec![carried("club")], ..fighter() };
    let mut battle = battle("a B", &[('a', club, 9), ('B', fighter(), 5)], &[&[3; 5]]);
    let rules = heroes();
    let grapple = rules.actions.get(Name::new("grapple")).expect("an action");
    let bare = battle.row('a').sheet.unarmed.expect("bare hands");
    assert_eq!(legal::weapon_choices(battle.snapshot().view(), &rules, battle.id('a'), grapple).to_vec(), [bare]);
    let points = battle.points('a');
    battle.act('a', Act::at("grapple", battle.id('B'), None)).no_interrupts();
    assert!(battle.has('a', "grappling") && battle.has('B', "grappling"));
    assert_eq!(battle.points('a'), points - 3, "of a bare hand, not 4 of a club");
}

#[test] // HD-296, HD-304
fn only_those_that_do_not_grapple_yet_seize_and_only_those_that_do_pin() {
    let seize = |battle: &Skirmish| Act::at("grapple", battle.id('B'), Some(WeaponSlot(0)));
    let mut battle = grappling(&[]);
    let again = seize(&battle);
    assert_eq!(refusal(&mut battle, again), "HD-296", "already holds the target");
    let mut apart = beside(&[]);
    assert_eq!(refused_at(&mut apart, "pin", 'B'), "HD-304", "must hold the target");
}

#[test] // HD-296, HD-G28
fn a_foe_seized_by_two_grapples_on_when_one_of_them_lets_go() {
    let mut battle = seized_by_two(fighter(), &[]);
    crate::facts::teleport(&mut battle, 'a', (0, 0));
    battle.walk('B', &[(3, 1)]).no_interrupts();
    let grapples = ['a', 'B', 'c'].map(|mark| battle.has(mark, "grappling"));
    assert_eq!(grapples, [false, true, true], "a is three yards away, c beside it");
}

#[test] // HD-127, HD-128, HD-304, HD-305, HD-306, HD-307, HD-310, HD-414
fn a_pinned_foe_can_only_escape() {
    // Power 2 and 3 less 2 against Agility 3.
    let mut battle = grappling(&[&wild(3)]);
    battle.act_on('a', "pin", 'B');
    assert!(battle.has('B', "pinned"));
    battle.end_turn('a').no_interrupts();
    let refused = battle.refused_attack('B', "standard_attack", 'a');
    assert!(refused.contains("pinned"), "{refused}");
    assert!(battle.refused_walk('B', &[(2, 0)]).to_string().contains("pinned"));
    let defence = |stat_name: &str| {
        let game = warboard::mechanics::Game::new(battle.snapshot().view(), battle.battle().setup().rules.book());
        let (a, b) = (battle.id('a'), battle.id('B'));
        warboard::mechanics::attack::defence(
            game,
            a,
            b,
            Some(stat(stat_name)),
            warboard::mechanics::attack::Mode::Melee,
        )
        .1
    };
    assert_eq!(["MeleeDefense", "AgilityDefense"].map(|name| defence(name).total()), [0, 0]);
    assert_eq!(defence("PowerDefense").total(), 2, "only skill is lost");
}

#[test] // HD-270, HD-271, HD-272, HD-308, HD-309
fn an_escape_ends_a_pin_first_and_then_the_grapple() {
    let mut battle = grappling(&[&wild(3), &wild(0), &wild(0)]);
    battle.act_on('a', "pin", 'B');
    battle.end_turn('a').no_interrupts().drain('B', "points", 8);
    battle.act_on('B', "escape", 'a').no_interrupts();
    assert!(!battle.has('B', "pinned") && battle.has('B', "grappling"), "3 meets 3");
    battle.act_on('B', "escape", 'a').no_interrupts();
    assert!(!battle.has('B', "grappling") && !battle.has('a', "grappling"));
    assert_eq!(battle.points('B'), 0);
}

#[test] // HD-G28
fn a_grapple_ends_where_the_two_are_out_of_reach() {
    let mut battle = grappling(&[]);
    battle.end_turn('a').no_interrupts().walk('B', &[(2, 1)]).pass('a');
    battle.no_interrupts();
    assert!(!battle.has('a', "grappling"), "two yards apart");
}

#[test] // HD-271, HD-272, HD-G28
fn an_escape_meets_the_strongest_of_several_holders_and_frees_from_all() {
    let wrestler = |strength: i16| fighter().weapon("dagger").has("Strength", strength);
    let fighters = [('a', wrestler(1), 9), ('c', wrestler(5), 8), ('B', fighter(), 5)];
    let mut battle = battle("a B c", &fighters, &[&wild(0), &wild(0), &wild(3)]);
    battle.attack('a', "grapple", 'B').end_turn('a').no_interrupts();
    battle.attack('c', "grapple", 'B').no_interrupts().end_turn('c').no_interrupts();
    battle.events();
    battle.act_on('B', "escape", 'a').no_interrupts();
    let check = rolled(&battle.events()).remove(0);
    assert_eq!((check.difficulty.total(), check.margin), (6, 0), "the Power of c");
    assert!(['a', 'B', 'c'].iter().all(|mark| !battle.has(*mark, "grappling")));
}

/// a seizes B, and c seizes B as well; the dice of both attacks hit.
fn seized_by_two(b: Unit, dice: &[&[u16]]) -> Skirmish {
    let wrestler = Unit { weapons: vec![carried("dagger")], ..fighter() };
    let fighters = [('a', wrestler.clone(), 9), ('c', wrestler, 8), ('B', b, 5)];
    let mut all: Vec<&[u16]> = vec![&[3; 5], &[3; 5]];
    all.extend(dice);
    let mut battle = battle(". . . . . .\n. a B . . .\n. . c . . .", &fighters, &all);
    battle.attack('a', "grapple", 'B').end_turn('a').attack('c', "grapple", 'B').no_interrupts().end_turn('c');
    battle
}

#[test] // HD-287, HD-288, HD-289, HD-290
fn a_drag_moves_all_opponents_along_for_four_points_of_movement() {
    // Power 2 and 2 less 2 for the second opponent meets the best Power of the two, 2.
    let mut battle = seized_by_two(fighter(), &[&wild(2)]);
    battle.perform('B', "drag").no_interrupts();
    let terms = battle.events();
    let check = &rolled(&terms)[rolled(&terms).len() - 1];
    assert_eq!((check.margin, battle.points('B')), (0, 4), "2 of 6 points");
    battle.walk('B', &[(3, 1), (4, 1)]);
    assert_eq!(
        (battle.cell('a'), battle.cell('B'), battle.cell('c')),
        ((3, 1), (4, 1), (4, 2)),
        "all keep their places"
    );
    assert!(battle.has('a', "grappling") && battle.has('c', "grappling"));
    let moved = battle.events();
    let together = |fact: &BattleEvent| matches!(fact, BattleEvent::Displaced { bodies, rule, .. } if bodies.len() == 3 && *rule == "HD-290".into());
    assert_eq!(moved.iter().filter(|fact| together(fact)).count(), 2, "one fact moves three");
    battle.all_rolled();
}

#[test] // HD-289
fn each_further_opponent_makes_a_drag_harder() {
    let mut battle = seized_by_two(fighter(), &[&wild(1)]);
    battle.perform('B', "drag").no_interrupts();
    battle.walk('B', &[(3, 0)]);
    assert_eq!(battle.cell('a'), (1, 1), "2 and 1 less 2 misses 2: B goes alone");
}

#[test] // HD-290
fn what_is_in_the_way_of_those_dragged_along_stops_a_drag() {
    let mut battle = seized_by_two(fighter(), &[&wild(2)]);
    battle.perform('B', "drag").no_interrupts();
    let refused = battle.refused_walk('B', &[(3, 2)]).to_string();
    assert!(
        refused.contains("no way") || refused.contains("fit") || refused.contains("board"),
        "c would leave the board: {refused}"
    );
}

#[test] // HD-290
fn a_drag_ends_with_its_four_points_and_with_the_round() {
    let mut battle = seized_by_two(fighter().has("Speed", 4), &[&wild(2)]);
    battle.perform('B', "drag").no_interrupts().end_turn('B');
    battle.end_turn('a').end_turn('c');
    assert!(battle.row('B').pairs.0.is_empty(), "the round is over");
}

/// a, with a Power of 9, has seized B, which goes two yards east; the dice of the cling follow.
fn clinging(points: i16, dice: &[&[u16]]) -> Skirmish {
    let strong = Unit { weapons: vec![carried("dagger")], ..fighter().has("Strength", 8) };
    let mut all: Vec<&[u16]> = vec![&[3; 5]];
    all.extend(dice);
    let mut battle = battle("a B . . . .", &[('a', strong, 9), ('B', fighter(), 5)], &all);
    battle.attack('a', "grapple", 'B').end_turn('a').drain('B', "points", points);
    battle.walk('B', &[(2, 0), (3, 0)]);
    battle
}

#[test] // HD-283, HD-284
fn a_weak_cling_does_nothing() {
    let mut battle = clinging(1, &[&wild(-5)]);
    battle.react('a', "cling").no_interrupts();
    assert_eq!((battle.cell('a'), battle.cell('B')), ((0, 0), (3, 0)), "9 less 5 is not 5");
    battle.all_rolled();
}

#[test] // HD-263, HD-264, HD-265, HD-266, HD-268, HD-269
fn the_space_of_a_foe_is_entered_by_force_and_hinders_both() {
    let mut battle = battle("a B . .", &[('a', fighter(), 9), ('B', fighter(), 5)], &[&wild(0)]);
    let refused = battle.refused_walk('a', &[(1, 0)]).to_string();
    assert!(refused.contains("blocks the way"), "{refused}");
    battle.act_on('a', "enter_space", 'B');
    assert_eq!(battle.points('a'), 5, "1 of 6; Agility 3 meets 3");
    battle.walk('a', &[(1, 0)]).no_interrupts();
    assert_eq!(battle.cell('a'), battle.cell('B'));
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at("standard_attack", battle.id('B'), Some(WeaponSlot(0)));
    let told = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("a forecast");
    assert_eq!((told.bonus.total(), told.versus[0].difficulty.total()), (2, 2), "4 less 2 each");
    battle.end_turn('a').end_turn('B');
    assert_eq!(battle.cell('a'), battle.cell('B'), "and it may stay");
    battle.walk('a', &[(0, 0)]).no_interrupts().end_turn('a');
    assert!(battle.row('a').pairs.0.is_empty(), "out of it again");
}

#[test] // HD-264
fn the_space_of_a_foe_of_very_different_size_cannot_be_entered() {
    for (build, open) in [(4, true), (5, false), (-5, false)] {
        let battle = battle("a B . .", &[('a', fighter(), 9), ('B', fighter().has("Build", build), 5)], &[]);
        let act = Act::at("enter_space", battle.id('B'), None);
        let legal = legal::check(battle.snapshot().view(), &heroes(), battle.id('a'), &act);
        assert_eq!(legal.is_ok(), open, "{build}: {legal:?}");
    }
}

#[test] // HD-265, HD-266
fn a_failed_entry_leaves_the_space_closed() {
    let mut battle = battle("a B . .", &[('a', fighter(), 9), ('B', fighter(), 5)], &[&wild(-1)]);
    battle.act_on('a', "enter_space", 'B');
    assert!(battle.refused_walk('a', &[(1, 0)]).to_string().contains("blocks the way"));
}

#[test] // HD-G48
fn a_friend_lets_another_into_its_space() {
    let mut battle = battle("a b . B", &[('a', fighter(), 9), ('b', fighter(), 8), ('B', fighter(), 5)], &[]);
    assert!(battle.refused_walk('a', &[(1, 0)]).to_string().contains("occupied"));
    battle.act_on('a', "share_space", 'b').walk('a', &[(1, 0)]);
    assert_eq!(battle.cell('a'), battle.cell('b'));
}

#[test] // HD-194, HD-267
fn the_costs_of_ground_and_of_an_entered_space_are_multiplied() {
    let large = fighter().size(Size::Large).has("Build", -5);
    let mut battle = battle("a B , . .\n. . , . .", &[('a', fighter(), 9), ('B', large, 5)], &[&wild(6)]);
    battle.act_on('a', "enter_space", 'B').walk('a', &[(1, 0)]).no_interrupts();
    let before = battle.points('a');
    battle.walk('a', &[(2, 0)]).no_interrupts();
    assert_eq!(before - battle.points('a'), 2, "1 yard is left of the first point, and 4 are needed");
}

#[test] // HD-267
fn movement_within_an_entered_space_costs_double() {
    let large = fighter().size(Size::Large).has("Build", -5);
    let mut battle = battle("a B . . .\n. . . . .", &[('a', fighter(), 9), ('B', large, 5)], &[&wild(6)]);
    battle.act_on('a', "enter_space", 'B').walk('a', &[(1, 0)]).no_interrupts();
    let before = battle.points('a');
    battle.walk('a', &[(2, 0)]).no_interrupts();
    assert_eq!(before - battle.points('a'), 1, "1 yard is left of the first point, and 2 are needed");
}

#[test] // HD-267, HD-G48
fn movement_within_the_space_of_a_friend_costs_double_as_well() {
    let large = fighter().size(Size::Large).has("Build", -5);
    let fighters = [('a', fighter(), 9), ('b', large, 8), ('B', fighter(), 5)];
    let mut battle = battle("a b . . B\n. . . . .", &fighters, &[]);
    battle.act_on('a', "share_space", 'b').walk('a', &[(1, 0)]).no_interrupts();
    let before = battle.points('a');
    battle.walk('a', &[(2, 0)]).no_interrupts();
    assert_eq!(before - battle.points('a'), 1, "1 yard is left of the first point, and 2 are needed");
}
