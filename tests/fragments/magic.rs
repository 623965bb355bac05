//! Energy, spells, and the control of lasting spells.

use crate::facts::*;
use crate::skirmish::*;
use crate::spells::*;
use warboard::battle::{Readied, SpellId, Target};
use warboard::content::{AdvantageKind, Name, Stat};
use warboard::grid::Cell;
use warboard::mechanics::attack::Degree;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, legal};

#[test] // TA-049, TA-052, TA-064, TA-065, TA-066, TA-G07
fn a_bolt_costs_the_chosen_energy_and_deals_a_die_for_each_point_of_its_effect() {
    let mut battle = duel("a . . . B", mage(), tough(), &[2, 3, 4]);
    assert_eq!((energy_left(&battle, 'a'), energy_left(&battle, 'B')), (9, 1), "essence and level");
    let target = battle.id('B');
    battle.act('a', on("fire_bolt", energy(2, 1, 0, 0), target));
    let events = battle.events();
    let roll = checks(&events).remove(0);
    assert_eq!((roll.bonus.total(), roll.defence, roll.difficulty.total()), (9, Some(Stat::PhysicalDefence), 11));
    assert!(roll.bonus.terms().iter().all(|term| term.rule.as_str() == "TA-049"));
    assert_eq!(roll.degree, Degree::Success, "2 + 9 equals the defence");
    assert_eq!((hit_points_lost(&battle, 'B'), energy_left(&battle, 'a')), (7, 6));
    assert_eq!(battle.row('a').turn_state.actions(), 2, "one action");
    battle.all_rolled();
}

#[test] // TA-052, TA-065
fn a_bolt_that_misses_costs_its_energy_all_the_same() {
    let mut battle = duel("a . . . B", mage(), tough(), &[1]);
    let target = battle.id('B');
    battle.act('a', on("fire_bolt", energy(4, 1, 0, 0), target));
    assert_eq!((hit_points_lost(&battle, 'B'), energy_left(&battle, 'a')), (0, 4));
    battle.all_rolled();
}

#[test] // TA-035, TA-G10
fn a_critical_spell_attack_doubles_its_damage() {
    let mut battle = duel("a . . . B", mage(), tough(), &[20, 3, 4]);
    let target = battle.id('B');
    battle.act('a', on("fire_bolt", energy(2, 1, 0, 0), target));
    assert_eq!(hit_points_lost(&battle, 'B'), 14);
    battle.all_rolled();
}

#[test] // TA-065, TA-068, TA-079, TA-G14
fn energy_range_and_knowledge_limit_a_spell() {
    let mut battle = duel("a . . . . . . . B", mage(), plain(), &[]);
    let b = battle.id('B');
    assert_eq!(refusal(&mut battle, on("fire_bolt", energy(1, 1, 0, 0), b)), "TA-064", "40 feet are beyond 30");
    assert_eq!(refusal(&mut battle, on("fire_bolt", energy(1, 0, 0, 0), b)), "TA-064", "beyond reach");
    assert_eq!(refusal(&mut battle, on("fire_bolt", energy(0, 2, 0, 0), b)), "TA-G14", "an effect takes a point");
    assert_eq!(refusal(&mut battle, on("fire_bolt", energy(1, 2, 1, 0), b)), "TA-G14", "a bolt has no area");
    assert_eq!(refusal(&mut battle, on("fire_burst", energy(6, 3, 1, 0), b)), "TA-065", "10 of 9");
    assert_eq!(refusal(&mut battle, Act::at("fire_bolt", b, None)), "TA-064", "no energy was chosen");
    battle.perform('a', "wait");
    let a = battle.id('a');
    assert_eq!(refusal(&mut battle, on("fire_bolt", energy(1, 2, 0, 0), a)), "TA-050", "B knows no spell");
}

#[test] // TA-200, TA-G30, TA-065
fn no_spell_goes_through_a_wall() {
    let mut battle = duel("a # B", mage(), plain(), &[]);
    let b = battle.id('B');
    assert_eq!(refusal(&mut battle, on("fire_bolt", energy(1, 1, 0, 0), b)), "TA-064");
}

#[test] // TA-051, TA-222, TA-053
fn some_spells_attack_the_mind() {
    let mut battle = duel("a . B", mage(), plain().stat(Stat::Mind, 4).stat(Stat::Dexterity, 9), &[6]);
    let b = battle.id('B');
    battle.act('a', on("hold", energy(1, 1, 0, 1), b));
    let roll = checks(&battle.events()).remove(0);
    assert_eq!((roll.defence, roll.difficulty.total()), (Some(Stat::MentalDefence), 15));
    assert!(battle.has('B', "entangled"));
    battle.perform('a', "wait");
    assert_eq!(battle.refused_walk('B', &[(1, 0)]).rule.as_str(), "TA-222");
}

#[test] // TA-252, TA-253, TA-254, TA-049
fn a_spell_attack_is_neither_in_melee_nor_at_range() {
    let mut battle = duel("a B", mage(), tough(), &[10, 1]);
    battle.afflict('B', "slowed");
    battle.perform('a', "go_prone");
    battle.events();
    let b = battle.id('B');
    battle.act('a', on("fire_bolt", energy(1, 0, 0, 0), b));
    assert_eq!(checks(&battle.events())[0].edge.net(), None, "lying down hinders no spell, nor does 5 feet");
    battle.all_rolled();
}

#[test] // TA-224, TA-080
fn disadvantage_on_all_attacks_applies_to_spell_attacks() {
    let mut battle = duel("a . B", mage(), plain(), &[10, 3, 1]);
    battle.afflict('a', "shaken");
    let b = battle.id('B');
    battle.act('a', on("fire_bolt", energy(1, 1, 0, 0), b));
    let roll = checks(&battle.events()).remove(0);
    assert_eq!((roll.edge.net(), roll.natural), (Some(AdvantageKind::Disadvantage), 3));
}

/// `a` at the top, `b` and `c` its friends, `B` and `C` enemies.
const FIELD: &str = "a . . . .\n. . . . .\n. . c B .\n. . . C .\n. . . . D";

fn burst(dice: &[u16]) -> Skirmish {
    let faces = [20, 4, 3, 2, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&fragments(), FIELD)
        .unit('a', mage())
        .unit('c', tough())
        .unit('B', tough().stat(Stat::Dexterity, 3))
        .unit('C', tough())
        .unit('D', tough())
        .rolls(&faces)
}

#[test] // TA-036, TA-065, TA-189
fn a_burst_rolls_once_and_is_compared_with_every_target_in_its_area() {
    // 4 + 9 meets 11 and misses 14; each target hit takes its own damage dice.
    let mut battle = burst(&[4, 5, 6]);
    battle.act('a', at_cell("fire_burst", energy(1, 2, 1, 0), 3, 2));
    let events = battle.events();
    let rolled: Vec<(char, i16, Degree)> = checks(&events)
        .iter()
        .map(|roll| (battle.mark(roll.target.expect("a target")), roll.natural, roll.degree))
        .collect();
    let (hit, miss) = (Degree::Success, Degree::Failure);
    assert_eq!(rolled, [('c', 4, hit), ('B', 4, miss), ('C', 4, hit)], "friend and foe, and not D");
    assert_eq!(
        (hit_points_lost(&battle, 'c'), hit_points_lost(&battle, 'B'), hit_points_lost(&battle, 'C')),
        (5, 0, 6)
    );
    assert_eq!(energy_left(&battle, 'a'), 9 - 4);
    battle.all_rolled();
}

#[test] // TA-036, TA-G03
fn targets_of_a_burst_under_advantage_or_disadvantage_take_the_better_or_the_worse_die() {
    let mut battle = burst(&[4, 15, 1, 1, 1]);
    battle.afflict('B', "flat_footed");
    battle.act('a', at_cell("fire_burst", energy(1, 2, 1, 0), 3, 2));
    let rolled: Vec<i16> = checks(&battle.events()).iter().map(|roll| roll.natural).collect();
    assert_eq!(rolled, [4, 15, 4]);
}

#[test] // TA-G14, TA-065
fn a_wider_burst_costs_more_energy_and_covers_more() {
    let mut battle = burst(&[2, 1, 1, 1]);
    battle.act('a', at_cell("fire_burst", energy(1, 2, 2, 0), 3, 3));
    let reached: Vec<char> =
        checks(&battle.events()).iter().map(|roll| battle.mark(roll.target.expect("a target"))).collect();
    assert_eq!(reached, ['c', 'B', 'C', 'D'], "10 feet");
}

#[test] // TA-206, TA-205
fn cover_from_a_burst_is_measured_from_its_centre() {
    // B hides from a behind a low wall, but the burst comes from behind it.
    let map = "a . c B . .";
    let mut battle = skirmish(&fragments(), map)
        .unit('a', mage())
        .unit('c', tough())
        .unit('B', tough())
        .rolls(&[20, 2, 1, 10, 10, 1, 10, 1]);
    let b = battle.id('B');
    battle.act('a', on("fire_bolt", energy(1, 1, 0, 0), b));
    assert_eq!(checks(&battle.events())[0].edge.net(), Some(AdvantageKind::Disadvantage), "c is in the way");
    battle.act('a', at_cell("fire_burst", energy(1, 1, 1, 0), 4, 0));
    assert_eq!(checks(&battle.events())[0].edge.net(), None);
}

#[test] // TA-066, TA-211, TA-G20
fn a_spell_without_an_attack_heals_friends_and_the_caster() {
    let mut battle = skirmish(&fragments(), "a c . B")
        .unit('a', mage())
        .unit('c', tough())
        .unit('B', plain())
        .rolls(&[20, 2, 1, 5, 6]);
    let (a, b, c) = (battle.id('a'), battle.id('B'), battle.id('c'));
    let (who, rule) = (c, Name::new("test"));
    let hurt = warboard::battle::Vitals { hit_points: 5, ..battle.row('c').vitals };
    battle.state.impose(&BattleEvent::FatigueGained { who, amount: 0, vitals: hurt, rule });
    assert_eq!(refusal(&mut battle, on("mend", energy(1, 1, 0, 0), b)), "TA-064", "an enemy");
    battle.act('a', on("mend", energy(2, 0, 0, 0), c));
    assert_eq!(battle.row('c').vitals.hit_points, 16);
    assert!(checks(&battle.events()).is_empty());
    battle.all_rolled();
    let mut whole = duel("a . B", mage(), plain(), &[3]);
    whole.act('a', on("mend", energy(1, 0, 0, 0), a));
    assert_eq!(hit_points_lost(&whole, 'a'), 0, "never more than there can be");
}

#[test] // TA-078, TA-079, TA-G14
fn focus_restores_a_third_of_essence_and_level_up_to_the_maximum() {
    let mut battle = duel("a . . . B", mage(), tough(), &[1]);
    let b = battle.id('B');
    battle.act('a', on("fire_bolt", energy(4, 1, 0, 0), b));
    assert_eq!(energy_left(&battle, 'a'), 4);
    battle.perform('a', "focus");
    assert_eq!(energy_left(&battle, 'a'), 7, "9 / 3");
    battle.perform('a', "focus");
    assert_eq!(energy_left(&battle, 'a'), 9, "no more than 9");
    // 4 + 1 by three is 1, rounded down.
    let mut dull = duel("a . B", plain().stat(Stat::Essence, 4), plain(), &[]);
    let gains = |battle: &mut Skirmish| {
        battle.perform('a', "focus");
        let found = battle.events().into_iter().find_map(|event| match event {
            BattleEvent::EnergyChanged { change, .. } => Some(change),
            _ => None,
        });
        found.expect("a change")
    };
    assert_eq!(gains(&mut dull), 0, "full already");
}

/// A battle in which `a` has cast `hold` on `B` for a minute.
fn holding(dice: &[u16]) -> (Skirmish, SpellId) {
    let faces = [15].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle = duel("a . B . . . . . .", mage(), tough(), &faces);
    let b = battle.id('B');
    battle.act('a', on("hold", energy(2, 1, 0, 2), b));
    let id = battle.snapshot().spells[0].id;
    (battle, id)
}

fn control(id: SpellId) -> Act {
    Act { target: Target::Spell(id), ..Act::own("control") }
}

#[test] // TA-069, TA-070, TA-072
fn a_spell_is_controlled_in_a_later_turn_and_once_in_each() {
    let (mut battle, id) = holding(&[15, 3, 4, 1]);
    assert_eq!(refusal(&mut battle, control(id)), "TA-069", "cast in this turn");
    battle.perform('a', "wait").perform('B', "wait");
    battle.act('a', control(id));
    assert_eq!(
        (hit_points_lost(&battle, 'B'), battle.row('a').turn_state.actions()),
        (7, 2),
        "two dice, as its effect has energy"
    );
    assert_eq!(energy_left(&battle, 'a'), 9 - 5, "control takes none");
    assert_eq!(refusal(&mut battle, control(id)), "TA-072", "once a turn");
    battle.perform('a', "wait").perform('B', "wait");
    battle.act('a', control(id));
    assert_eq!(hit_points_lost(&battle, 'B'), 7, "this time it misses");
    battle.all_rolled();
}

#[test] // TA-G14
fn a_spell_of_one_round_is_over_before_it_could_be_controlled() {
    let mut battle = skirmish(&fragments(), "a . B . C")
        .unit('a', mage())
        .unit('B', tough())
        .unit('C', tough())
        .rolls(&[20, 2, 1, 15, 15, 15, 1, 1, 1]);
    for mark in ['B', 'C'] {
        let target = battle.id(mark);
        battle.act('a', on("hold", energy(1, 1, 0, 1), target));
    }
    assert_eq!(battle.snapshot().spells.len(), 2);
    // One round each: too short to be controlled.
    battle.perform('a', "wait").perform('B', "wait").perform('C', "wait");
    assert!(battle.snapshot().spells.is_empty());
    battle.perform('a', "focus").perform('a', "focus").perform('a', "focus").perform('B', "wait").perform('C', "wait");
    assert_eq!(energy_left(&battle, 'a'), 9);
    for mark in ['B', 'C'] {
        let target = battle.id(mark);
        battle.act('a', on("hold", energy(1, 1, 0, 2), target));
    }
    assert!(!battle.has('B', "entangled") && !battle.has('C', "entangled"), "1 + 9 does not reach 11");
}

#[test] // TA-010, TA-071, TA-G21, TA-G14
fn an_uncontrolled_spell_lasts_until_its_duration_ends() {
    let (mut battle, _) = holding(&[]);
    for round in 2..=10 {
        battle.perform('a', "wait").perform('B', "wait");
        assert!(battle.has('B', "entangled"), "round {round}");
        assert_eq!(battle.snapshot().spells.len(), 1);
    }
    battle.perform('a', "wait").perform('B', "wait");
    assert_eq!((battle.asked().0, battle.count()), ('a', 11));
    assert!(!battle.has('B', "entangled"), "a minute is over");
    assert!(battle.snapshot().spells.is_empty());
}

#[test] // TA-G14, TA-069
fn a_spell_outside_its_range_is_not_controlled() {
    let (mut battle, id) = holding(&[]);
    battle.perform('a', "wait").perform('B', "wait");
    // 10 feet away, with energy for 30: the target is dragged off.
    let (who, rule) = (battle.id('B'), Name::new("test"));
    let (from, to) = (Cell::new(2, 0), Cell::new(8, 0));
    let bodies =
        smallvec::smallvec![warboard::resolution::event::Shift { who, from, to, extent: 1, altitudes: (0, 0) }];
    let cause = warboard::resolution::event::Cause::Step;
    battle.state.impose(&BattleEvent::Displaced { bodies, cause, rule });
    assert_eq!(refusal(&mut battle, control(id)), "TA-G14");
    assert_eq!(refusal(&mut battle, control(SpellId(9999))), "TA-069", "no such spell");
}

#[test] // TA-249, TA-250, TA-G40
fn venom_poisons_in_proportion_to_its_energy() {
    let mut battle = duel("a . B", mage(), tough(), &[15, 2, 3, 4]);
    let b = battle.id('B');
    battle.act('a', on("venom", energy(3, 1, 0, 1), b)).perform('a', "wait");
    assert_eq!(hit_points_lost(&battle, 'B'), 9, "three d4 as its turn starts");
    battle.perform('B', "wait");
    assert!(!battle.has('B', "poisoned"), "one round");
    battle.all_rolled();
}

#[test] // TA-225, TA-224
fn dread_shakes_and_more_energy_shakes_for_longer() {
    let mut battle = duel("a . B", mage(), tough(), &[15, 15]);
    let b = battle.id('B');
    battle
        .act('a', on("dread", energy(1, 1, 0, 1), b))
        .act('a', on("dread", energy(1, 1, 0, 1), b))
        .perform('a', "wait");
    for round in 1..=2 {
        assert!(battle.has('B', "shaken"), "round {round}");
        battle.perform('B', "wait").perform('a', "wait");
    }
    assert!(!battle.has('B', "shaken"));
}

/// `b` strikes `A` as it casts at `b`; `dice` follow the initiative.
fn interrupted(strength: i16, dice: &[u16]) -> Skirmish {
    let strong = plain().stat(Stat::Strength, strength);
    let plan = skirmish(&fragments(), "b A . C").unit('b', strong).unit('A', mage()).unit('C', plain());
    let mut battle = plan.rolls(&[&[20, 2, 1], dice].concat());
    let attack = Act { target: Target::Whoever, ..Act::own("attack") };
    let readied = Readied { watch: Name::new("casts"), act: attack };
    battle.act('b', Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }).perform('b', "wait");
    let target = battle.id('b');
    battle.act('A', on("fire_bolt", energy(1, 0, 0, 0), target));
    assert!(matches!(battle.asked(), ('b', Asks::React { .. })));
    battle.choose('b', Choice::React(Name::new("ready")));
    battle
}

#[test] // TA-119, TA-025, TA-065
fn a_readied_attack_against_a_spell_comes_before_it_and_the_energy_is_kept() {
    // It is killed before it casts.
    let mut battle = interrupted(40, &[15, 8]);
    assert!(battle.has('A', "dead"));
    assert_eq!(energy_left(&battle, 'A'), 9);
    assert!(checks(&battle.events()).iter().all(|roll| roll.action.as_str() != "fire_bolt"));
    // It falls, but the action is already spent: it casts (and misses).
    let mut battle = interrupted(9, &[15, 8, 1]);
    assert!(battle.has('A', "incapacitated"));
    assert_eq!(energy_left(&battle, 'A'), 8);
    let order: Vec<Name> = checks(&battle.events()).iter().map(|roll| roll.action).collect();
    assert_eq!(order, [Name::new("attack"), Name::new("fire_bolt")]);
    assert_eq!(battle.row('b').vitals.hit_points, battle.row('b').vitals.maximum);
}

#[test] // TA-118, TA-119
fn a_spell_can_be_readied_against_the_combatant_that_triggers_it() {
    let mut battle = duel("a . . . . B", mage(), tough(), &[15, 2, 2]);
    let bolt = spell("fire_bolt", energy(2, 1, 0, 0), Target::Whoever);
    let dear = spell("fire_bolt", energy(6, 3, 0, 0), Target::Whoever);
    let ready = |act: Act| {
        let readied = Readied { watch: Name::new("moves"), act };
        Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }
    };
    battle.act('a', ready(bolt));
    assert_eq!(battle.row('a').turn_state.actions(), 1);
    battle.perform('a', "wait");
    battle.walk('B', &[(4, 0)]);
    battle.choose('a', Choice::React(Name::new("ready")));
    assert_eq!((hit_points_lost(&battle, 'B'), energy_left(&battle, 'a')), (4, 6));
    battle.perform('B', "wait");
    assert_eq!(refusal(&mut battle, ready(dear)), "TA-065", "9 of 6");
}

#[test] // TA-G45, TA-257
fn a_caster_that_cannot_act_casts_nothing() {
    let mut battle = duel("a . B", mage(), plain(), &[]);
    battle.afflict('a', "stunned");
    let act = on("fire_bolt", energy(1, 1, 0, 0), battle.id('B'));
    let rules = &battle.battle().setup().rules;
    let refused = legal::still(battle.snapshot().view(), rules, battle.id('a'), &act).expect_err("stunned");
    assert_eq!(refused.rule.as_str(), "TA-257");
}

#[test] // TA-065, TA-069
fn known_spells_and_the_control_of_lasting_ones_are_offered() {
    let (mut battle, id) = holding(&[]);
    battle.perform('a', "wait").perform('B', "wait");
    let rules = &battle.battle().setup().rules;
    let offers = legal::offers(battle.snapshot().view(), rules, battle.id('a'));
    let of = |name: &str| offers.iter().find(|offer| offer.action.id.as_str() == name).expect("an action").acts.clone();
    assert_eq!(of("control"), [control(id)]);
    // Just far enough, and all that is left of 9 - 5 for its effect.
    assert_eq!(of("fire_bolt"), [on("fire_bolt", energy(3, 1, 0, 0), battle.id('B'))]);
    assert_eq!(of("mend"), [on("mend", energy(4, 0, 0, 0), battle.id('a'))]);
}
