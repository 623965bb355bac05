//! Rounds, durations, spaces and the side in ambush.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::Side;
use warboard::content::{Size, Trait, TurnOrder, Unit};
use warboard::resolution::{Act, BattleEvent, legal};
use warboard::rules::make_sheet;

#[test] // HD-130
fn a_round_takes_fifteen_seconds() {
    let TurnOrder::Rounds(turns) = &heroes().policies.turn else { panic!("rounds") };
    assert_eq!((turns.seconds, turns.seconds_rule), (15, "HD-130".into()));
}

#[test] // HD-173, HD-174
fn the_round_in_which_an_effect_begins_is_its_first() {
    let clever = fighter().has("Deception", 6);
    let mut battle = battle("a B", &[('B', fighter(), 9), ('a', clever, 5)], &[&standard(0), &standard(0)]);
    battle.end_turn('B').act_on('a', "distract", 'B').no_interrupts();
    assert!(battle.has('B', "distracted"));
    battle.end_turn('a');
    assert!(!battle.has('B', "distracted"), "for this round, whose last turn is over");
}

#[test] // HD-175
fn the_longest_of_the_effects_that_end_together_ends_first() {
    let clever = fighter().has("Deception", 6).has("Speed", 4);
    let mut battle = battle(
        "a B",
        &[('B', clever.clone(), 9), ('a', clever, 5)],
        &[&standard(0), &standard(0), &standard(0), &standard(0)],
    );
    battle.perform('B', "dash").no_interrupts().act_on('B', "distract", 'a').no_interrupts().end_turn('B');
    battle.act_on('a', "distract", 'B').no_interrupts();
    battle.events();
    battle.end_turn('a');
    let lost = |fact: &BattleEvent| match fact {
        BattleEvent::ConditionLost { condition, .. } => Some(condition.to_string()),
        _ => None,
    };
    let ended: Vec<String> = battle.events().iter().filter_map(lost).collect();
    assert_eq!(ended, ["dashing", "distracted", "distracted"], "in the order in which they began on each");
}

#[test] // HD-159
fn a_side_in_ambush_surprises_without_being_surprised() {
    let sneaky = fighter().has("Stealth", 9);
    let plan = skirmish(&heroes(), "a . . . . . B").unit('a', sneaky).unit('B', fighter()).ambush(Side(0));
    let battle = plan.rolls(&[standard(0); 4].concat());
    assert_eq!((battle.has('B', "surprised"), battle.has('a', "surprised")), (true, false));
    assert_eq!((battle.points('a'), battle.points('B')), (6, 0));
}

#[test] // HD-158
fn those_in_ambush_hide_by_dexterity_and_stealth_from_perception_and_observation() {
    let sneaky = fighter().has("Dexterity", 3).has("Stealth", 1);
    let watchful = fighter().has("Perception", 1).has("Observation", 2);
    for (sum, surprised) in [(0, true), (-2, false)] {
        let plan = skirmish(&heroes(), "a . . . . . B").unit('a', sneaky.clone()).unit('B', watchful.clone());
        let dice = [standard(sum), standard(0), standard(0), standard(0)].concat();
        let mut battle = plan.ambush(Side(0)).rolls(&dice);
        let sneaks = crate::facts::checks(&battle.events()).remove(0);
        assert_eq!((sneaks.bonus.total(), sneaks.difficulty.total()), (3 + 1, 1 + 2));
        assert_eq!(battle.has('B', "surprised"), surprised, "4 {sum:+} against 3");
    }
}

#[test] // HD-179
fn the_rate_of_a_unit_is_a_number_of_its_own() {
    let sheet = |rate: u16| {
        let unit = fighter().rate(rate);
        make_sheet(&heroes(), "fighter", &unit, warboard::content::SpeedMode::Fixed).expect("a unit").rate
    };
    assert_eq!([sheet(8), sheet(13)], [8, 13], "whatever its Strength and Athletics");
}

#[test] // HD-187, HD-188, HD-189
fn fields_are_squares_or_hexagons_of_one_yard_and_large_bodies_take_more_of_them() {
    assert_eq!((heroes().policies.board.cell, heroes().policies.board.unit.one.as_str()), (1, "yard"));
    let battle = |plan: Plan<'_>| battle_of(plan, &[('a', fighter().size(Size::Large), 9), ('B', fighter(), 5)], &[]);
    for plan in [skirmish(&heroes(), "a . . B\n. . . ."), skirmish(&heroes(), "a . . B\n. . . .").hexes()] {
        let battle = battle(plan);
        let cells = |mark: char| {
            battle.snapshot().view().footprint(battle.id(mark)).cells(battle.snapshot().view().shape()).len()
        };
        assert_eq!(cells('B'), 1);
        assert!(cells('a') > 1, "a space of more than one yard");
    }
}

#[test] // HD-294
fn a_formless_body_can_neither_seize_nor_be_seized() {
    let wrestler = Unit { weapons: vec![carried("dagger")], ..fighter() };
    let seizes = |a: Unit, b: Unit| {
        let battle = battle("a B", &[('a', a, 9), ('B', b, 5)], &[]);
        let act = Act::at("grapple", battle.id('B'), Some(warboard::battle::WeaponSlot(0)));
        legal::check(battle.snapshot().view(), &heroes(), battle.id('a'), &act).map_err(|why| why.rule.to_string())
    };
    let slime = wrestler.clone().with_trait(Trait::Formless);
    assert!(seizes(wrestler.clone(), wrestler.clone()).is_ok());
    for (a, b) in [(slime.clone(), wrestler.clone()), (wrestler, slime)] {
        assert_eq!(seizes(a, b).expect_err("formless"), "HD-294");
    }
}
