//! Attacks with advantage and disadvantage, contests, and effects of hits.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{AdvantageKind, Stat, Unit};
use warboard::mechanics::attack::Degree;
use warboard::resolution::BattleEvent;

/// A battle of `a` against `B`; `dice` follow the initiative of both (20 and 1).
fn duel(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces = [20, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let rules = fragments();
    skirmish(&rules, map).unit('a', a).unit('B', b).rolls(&faces)
}

fn rolled(battle: &mut Skirmish) -> warboard::resolution::event::Rolled {
    checks(&battle.events()).remove(0)
}

#[test] // TA-033, TA-034, TA-040, TA-G05, TA-G07, TA-042
fn an_attack_that_equals_the_defence_hits_for_weapon_and_strength() {
    let strong = plain().stat(Stat::Strength, 6).stat(Stat::Level, 2);
    let quick = plain().stat(Stat::Dexterity, 5);
    // 10 + level 1 + dexterity 5 = 16 against 8 + level 2 + strength 6.
    let mut battle = duel("a B", strong.clone(), quick.clone(), &[8, 5]);
    battle.act_on('a', "attack", 'B');
    let hit = rolled(&mut battle);
    assert_eq!((hit.difficulty.total(), hit.bonus.total(), hit.degree), (16, 8, Degree::Success));
    assert_eq!(battle.row('B').vitals.hit_points, battle.row('B').vitals.maximum - 5 - 6);
    battle.all_rolled();
    let mut battle = duel("a B", strong, quick, &[7]);
    battle.act_on('a', "attack", 'B');
    assert_eq!(rolled(&mut battle).degree, Degree::Failure);
    battle.all_rolled();
}

#[test] // TA-035, TA-G04, TA-G10
fn a_critical_success_doubles_the_damage_and_must_be_a_success() {
    let mut battle = duel("a B", plain().stat(Stat::Strength, 3), plain(), &[20, 4]);
    battle.act_on('a', "attack", 'B');
    let hurt = damage_taken(&battle.events()).remove(0);
    assert_eq!(hurt.amount.total(), (4 + 3) * 2);
    assert!(hurt.amount.terms().iter().any(|term| term.rule.as_str() == "TA-035"));
    battle.all_rolled();
    let nimble = plain().stat(Stat::Armor, 30);
    let mut battle = duel("a B", plain(), nimble, &[20]);
    battle.act_on('a', "attack", 'B');
    assert_eq!(rolled(&mut battle).degree, Degree::Failure, "a natural 20 that does not reach 41");
    battle.all_rolled();
}

#[test] // TA-041
fn light_and_medium_weapons_may_use_dexterity_to_hit_but_never_for_damage() {
    let bonus = |weapon: &str| {
        let deft = plain().weapon(weapon).stat(Stat::Dexterity, 4).stat(Stat::Strength, 1);
        let mut battle = duel("a B", deft, plain().stat(Stat::Dexterity, 0), &[15, 3]);
        battle.act_on('a', "attack", 'B');
        let events = battle.events();
        (checks(&events)[0].bonus.total(), damage_taken(&events)[0].amount.total())
    };
    assert_eq!(bonus("short_sword"), (1 + 4, 3 + 1));
    assert_eq!(bonus("long_sword"), (1 + 4, 3 + 1));
    assert_eq!(bonus("great_sword"), (1 + 1, 3 + 1), "heavy");
}

#[test] // TA-182, TA-039, TA-G03
fn advantage_keeps_the_higher_die_and_disadvantage_the_lower_and_they_cancel() {
    let attack = |own: &[&str], others: &[&str], dice: &[u16]| {
        let mut battle = duel("a B", plain(), plain(), dice);
        for condition in own {
            battle.afflict('a', condition);
        }
        for condition in others {
            battle.afflict('B', condition);
        }
        battle.act_on('a', "attack", 'B');
        battle.all_rolled();
        let roll = rolled(&mut battle);
        (roll.natural, roll.dice.len(), roll.degree)
    };
    assert_eq!(attack(&[], &["flat_footed"], &[3, 17, 2]), (17, 2, Degree::Success), "TA-182");
    assert_eq!(attack(&[], &["flat_footed"], &[17, 3, 2]), (17, 2, Degree::Success));
    assert_eq!(attack(&["shaken"], &[], &[3, 17]), (3, 2, Degree::Failure));
    assert_eq!(attack(&["shaken"], &[], &[17, 3]), (3, 2, Degree::Failure));
    assert_eq!(attack(&["shaken"], &["flat_footed"], &[17, 2]), (17, 1, Degree::Success), "one die");
    assert_eq!(attack(&[], &["flat_footed", "stunned"], &[3, 17, 2]), (17, 2, Degree::Success), "one kind counts once");
}

#[test] // TA-252, TA-253, TA-254
fn prone_gives_disadvantage_to_attacks_advantage_in_melee_and_disadvantage_at_range() {
    // Every attack misses, with one die or with two.
    let edges = |weapon: &str, map: &str, (attacker, target): (bool, bool), dice: &[u16]| {
        let unit = plain().weapon(weapon);
        let mut battle =
            skirmish(&fragments(), map).unit('a', unit).unit('B', plain()).rolls(&[&[1, 20], dice].concat());
        if target {
            battle.perform('B', "go_prone");
        }
        battle.perform('B', "wait");
        if attacker {
            battle.perform('a', "go_prone");
        }
        battle.act_on('a', "attack", 'B');
        let edge = rolled(&mut battle).edge;
        (edge.net(), edge.terms().iter().map(|term| term.rule.as_str()).collect::<Vec<_>>())
    };
    let (easy, hard) = (Some(AdvantageKind::Advantage), Some(AdvantageKind::Disadvantage));
    let nobody = (false, false);
    assert_eq!(edges("long_sword", "a B", nobody, &[2]), (None, vec![]));
    assert_eq!(edges("long_sword", "a B", (true, false), &[2, 2]), (hard, vec!["TA-252"]));
    assert_eq!(edges("long_sword", "a B", (false, true), &[2, 2]), (easy, vec!["TA-253"]));
    assert_eq!(edges("long_sword", "a B", (true, true), &[2]).0, None, "both kinds");
    assert_eq!(edges("longbow", "a . . B", nobody, &[2]), (None, vec![]));
    assert_eq!(edges("longbow", "a . . B", (true, false), &[2]), (None, vec![]), "only melee attacks suffer");
    assert_eq!(edges("longbow", "a . . B", (false, true), &[2, 2]), (hard, vec!["TA-254"]));
}

#[test] // TA-031
fn an_action_may_be_repeated_without_a_penalty() {
    let mut battle = duel("a B", plain(), plain(), &[2, 2, 2]);
    let mut bonuses = Vec::new();
    for _ in 0..3 {
        battle.act_on('a', "attack", 'B');
        let roll = rolled(&mut battle);
        bonuses.push((roll.bonus.total(), roll.edge.net(), roll.difficulty.total()));
    }
    assert_eq!(bonuses, [(1, None, 11); 3]);
    assert_eq!((battle.row('a').turn_state.actions(), battle.asked().0), (0, 'B'));
}

#[test] // TA-080, TA-081, TA-G44
fn a_dodge_meets_the_next_attack_and_several_queue() {
    let mut battle = duel("a B", plain(), plain(), &[10, 10, 8, 10, 10, 1, 1]);
    battle.perform('a', "dodge").perform('a', "dodge").perform('a', "wait");
    battle.events();
    let mut dice = Vec::new();
    for _ in 0..3 {
        battle.act_on('B', "attack", 'a');
        dice.push(rolled(&mut battle).dice.len());
    }
    assert_eq!(dice, [2, 2, 1], "two dodges meet two attacks");
}

#[test] // TA-044, TA-045, TA-046, TA-047
fn shots_take_a_penalty_per_range_increment_and_disadvantage_at_five_feet() {
    let shot = |gap: usize, dice: &[u16]| {
        let map = format!("a{} B", " .".repeat(gap));
        let archer = plain().weapon("shortbow").stat(Stat::Dexterity, 2);
        let mut battle = duel(&map, archer, plain(), dice);
        battle.act_on('a', "attack", 'B');
        let roll = rolled(&mut battle);
        (roll.bonus.total() - 1 - 2, roll.edge.net())
    };
    assert_eq!(shot(0, &[2, 2]), (0, Some(AdvantageKind::Disadvantage)), "within 5 feet");
    assert_eq!(shot(1, &[2]), (0, None), "10 feet");
    assert_eq!(shot(11, &[2]), (0, None), "60 feet, one increment");
    assert_eq!(shot(12, &[2]), (-1, None), "65 feet");
    assert_eq!(shot(23, &[2]), (-2, None), "120 feet");
}

#[test] // TA-099, TA-100, TA-101
fn a_feint_makes_the_target_flat_footed_to_the_feinter_or_to_everyone() {
    let feint = |dice: &[u16]| {
        let rules = fragments();
        let faces = [20, 15, 1].iter().chain(dice).copied().collect::<Vec<_>>();
        let mut battle = skirmish(&rules, "a B\nc .")
            .unit('a', plain())
            .unit('c', plain())
            .unit('B', plain().stat(Stat::Mind, 3))
            .rolls(&faces);
        battle.act_on('a', "feint", 'B');
        battle
    };
    let attack = |battle: &mut Skirmish, who: char| {
        battle.events();
        battle.act_on(who, "attack", 'B');
        rolled(battle).edge.net()
    };
    // Mental defence 10 + 1 + 3 against a roll of d20 + 1.
    let mut missed = feint(&[12, 2]);
    assert_eq!(attack(&mut missed, 'a'), None);
    let mut done = feint(&[13, 2, 2, 2]);
    assert_eq!(attack(&mut done, 'a'), Some(AdvantageKind::Advantage));
    done.perform('a', "wait");
    assert_eq!(attack(&mut done, 'c'), None, "flat footed to the feinter alone");
    let mut great = feint(&[20, 2, 2, 2, 2]);
    assert_eq!(attack(&mut great, 'a'), Some(AdvantageKind::Advantage));
    great.perform('a', "wait");
    assert_eq!(attack(&mut great, 'c'), Some(AdvantageKind::Advantage), "towards everyone");
}

#[test] // TA-107, TA-108, TA-G07, TA-G08, TA-086
fn a_trip_is_a_contest_of_melee_attacks_that_ties_win() {
    for (own, theirs, falls) in [(9, 10, false), (10, 10, true)] {
        let mut battle = duel("a B", plain(), plain(), &[own, theirs]);
        battle.act_on('a', "trip", 'B');
        let roll = rolled(&mut battle);
        assert_eq!(roll.rival.as_ref().map(|rival| rival.dice.to_vec()), Some(vec![theirs]));
        assert_eq!(battle.has('B', "prone"), falls, "{own} against {theirs}");
        battle.all_rolled();
    }
}

#[test] // TA-G08
fn in_a_contest_the_conditions_of_the_target_affect_its_own_roll() {
    let mut battle = duel("a B", plain(), plain(), &[15, 2, 8, 18, 3, 1]);
    battle.act_on('a', "trip", 'B');
    battle.events();
    battle.act_on('a', "trip", 'B');
    let roll = rolled(&mut battle);
    assert_eq!(roll.edge.net(), Some(AdvantageKind::Advantage), "against a prone target");
    let rival = roll.rival.expect("a contest");
    assert_eq!((rival.dice.len(), rival.edge.net()), (2, Some(AdvantageKind::Disadvantage)));
}

#[test] // TA-102, TA-103, TA-104
fn a_disarmed_item_falls_into_the_targets_square() {
    let mut battle = duel("a B", plain(), plain(), &[15, 2]);
    battle.act_on('a', "disarm", 'B');
    let items = &battle.snapshot().field.items;
    assert_eq!(items.len(), 1);
    assert_eq!((items[0].cell.x, items[0].cell.y), (1, 0));
    battle.all_rolled();
}

#[test] // TA-048, TA-202, TA-205
fn a_body_of_the_same_size_in_the_way_gives_cover() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a c . B")
        .unit('a', plain().weapon("shortbow"))
        .unit('c', plain())
        .unit('B', plain())
        .rolls(&[20, 2, 1, 10, 10, 1]);
    battle.act_on('a', "attack", 'B');
    let roll = rolled(&mut battle);
    assert_eq!(roll.edge.net(), Some(AdvantageKind::Disadvantage));
    let told = battle.events();
    assert!(!told.iter().any(|event| matches!(event, BattleEvent::ActionAbandoned { .. })));
}

#[test] // TA-183, TA-184, TA-185
fn flankers_on_opposite_sides_have_advantage_and_a_third_attacker_does_not() {
    let rules = fragments();
    let mut battle = skirmish(&rules, ". d .\na B c\n. . .")
        .unit('a', plain())
        .unit('c', plain())
        .unit('d', plain())
        .unit('B', plain())
        .rolls(&[20, 19, 18, 1, 2, 2, 2, 2, 2]);
    let mut nets = Vec::new();
    for who in ['a', 'c', 'd'] {
        battle.events();
        battle.act_on(who, "attack", 'B');
        nets.push(rolled(&mut battle).edge.net());
        battle.perform(who, "wait");
    }
    assert_eq!(nets, [Some(AdvantageKind::Advantage), Some(AdvantageKind::Advantage), None]);
}

#[test] // TA-184, TA-G28
fn twelve_of_the_pairs_of_neighbours_flank() {
    use warboard::grid::{Cell, Footprint, Shape};
    let middle = Footprint::from(Cell::new(1, 1));
    let around: Vec<Footprint> = (0..9).filter(|at| *at != 4).map(|at| Cell::new(at % 3, at / 3).into()).collect();
    let pairs = (0..8).flat_map(|one| (one + 1..8).map(move |other| (one, other)));
    let flanking: Vec<(usize, usize)> = pairs
        .filter(|(one, other)| Shape::Square.crosses_opposite_edges(middle, around[*one], around[*other]))
        .collect();
    let [north_west, north, north_east, west, east, south_west, south, south_east] = [0, 1, 2, 3, 4, 5, 6, 7];
    let mut opposite = [
        (north, south),
        (west, east),
        (north_west, south_east),
        (north_east, south_west),
        (north, south_west),
        (north, south_east),
        (north_west, south),
        (north_east, south),
        (west, south_east),
        (north_east, west),
        (north_west, east),
        (east, south_west),
    ];
    opposite.sort_unstable();
    assert_eq!(flanking, opposite);
}

#[test] // TA-082, TA-083
fn a_manoeuvre_has_the_reach_of_a_melee_attack() {
    let knifer = plain().weapon("dagger");
    assert_eq!(refused_at(&mut duel("a . . B", knifer, plain(), &[]), "trip", 'B'), "TA-107");
    let mut far = duel("a . B", plain().weapon("long_spear"), plain(), &[15, 2]);
    far.act_on('a', "trip", 'B');
    assert!(far.has('B', "prone"));
}
