//! Special actions: failures, successes and margins.

use std::sync::Arc;

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{PairRelation, WeaponSlot};
use warboard::content::{Size, SizeSign, SpeedMode, Stat, Trait, Unit};
use warboard::mechanics::attack::{self, Degree, Mode};
use warboard::mechanics::{Game, reach};
use warboard::resolution::{Act, BattleEvent, Choice, Pick, PickPurpose};
use warboard::rules::Ruleset;

/// A battle of `a` against `B`, which never acts.
fn duel(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces = [1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let rules = time_count();
    skirmish(&rules, map).unit('a', a).unit('B', b.stat(Stat::Initiative, -500)).rolls(&faces)
}

#[test] // TC-001, TC-002, TC-003, TC-262
fn a_strike_that_hits_deals_the_damage_of_its_weapon() {
    for (roll, dealt) in [(9, vec![]), (10, vec![7])] {
        let dice: Vec<u16> = [roll].into_iter().chain(dealt.iter().map(|_| 7)).collect();
        let mut battle = duel("a B", base_unit(), base_unit(), &dice);
        battle.strike('a', 'B');
        assert_eq!((damage(&battle.events()), battle.count()), (dealt, 5 + 9), "{roll} against 10");
        battle.all_rolled();
    }
}

#[test] // TC-116
fn attacks_and_manoeuvres_cost_fatigue() {
    let mut battle = duel("a B", base_unit(), base_unit(), &[10, 2, 2]);
    battle.strike('a', 'B');
    assert_eq!([battle.row('a'), battle.row('B')].map(|row| row.vitals.fatigue), [0, 2], "a blow within the threshold");
    battle.act_on('a', "trip", 'B');
    assert_eq!(battle.row('a').vitals.fatigue, 1, "the work of a trip, though it fails");
}

#[test] // TC-327, TC-328, TC-329, TC-330, G-66
fn an_approach_enters_the_targets_space_if_it_beats_the_higher_defence() {
    let nimble = base_unit().stat(Stat::Acrobatics, 2);
    let steady = base_unit().stat(Stat::Fortitude, 3);
    for (roll, cell) in [(10, (0, 0)), (11, (1, 0))] {
        let mut battle = duel("a B", nimble.clone(), steady.clone(), &[roll]);
        battle.act_on('a', "approach", 'B');
        assert_eq!((battle.cell('a'), battle.count(), battle.row('a').vitals.fatigue), (cell, 5 + 6, 0));
        assert_eq!(checks(&battle.events())[0].defence, Some(Stat::Vigor));
        battle.all_rolled();
    }
    let full = base_unit().with_trait(Trait::FillsSpace);
    assert_eq!(refused_at(&mut duel("a B", base_unit(), full, &[]), "approach", 'B'), "TC-164");
    assert_eq!(refused_at(&mut duel("a . B", base_unit(), base_unit(), &[]), "approach", 'B'), "TC-155", "no way in");
}

#[test] // TC-331, TC-332, TC-165
fn every_refusing_occupant_of_the_space_is_rolled_against() {
    let rules = time_count();
    let all_in = |dice: &[u16]| {
        let mut battle = skirmish(&rules, "a B\n. C\n. d")
            .unit('a', base_unit())
            .unit('B', idle())
            .unit('C', base_unit().stat(Stat::Dexterity, 2).stat(Stat::Initiative, 1))
            .unit('d', idle().size(Size::Tiny))
            .rolls(dice);
        // Its own side lets C in without a roll: it walks.
        battle.walk('C', &[(1, 0)]);
        while battle.asked().0 == 'C' {
            battle.wait('C');
        }
        battle.events();
        battle.act_on('a', "approach", 'B');
        while battle.asked().0 == 'C' {
            battle.wait('C');
        }
        (battle.cell('a'), checks(&battle.events()).len())
    };
    assert_eq!(all_in(&[1, 1, 1, 1, 12, 12]), ((1, 0), 2));
    assert_eq!(all_in(&[1, 1, 1, 1, 12, 11]), ((0, 0), 2), "the second one keeps it out");
    let mut battle = duel("a B", base_unit().size(Size::Tiny), base_unit(), &[]);
    battle.act_on('a', "approach", 'B');
    assert_eq!(battle.cell('a'), (1, 0), "two sizes apart, refusal is impossible: no roll");
    battle.all_rolled();
}

#[test] // TC-333, TC-334, TC-335, TC-336, TC-337, G-45
fn a_bull_rush_pushes_and_may_continue_for_each_margin_of_five() {
    let map = ". . . . . .\n. a B . . .\n. . . . . .";
    let rush = |roll: u16, answers: &[Choice]| {
        let mut battle = duel(map, base_unit(), base_unit(), &[roll]);
        battle.act_on('a', "bull_rush", 'B');
        for answer in answers {
            assert_eq!(purpose(&battle), PickPurpose::PushFurther);
            battle.choose('a', answer.clone());
        }
        assert_eq!((battle.row('a').vitals.fatigue, battle.count()), (1, 5 + 9));
        assert!(damage(&battle.events()).is_empty());
        (battle.cell('a'), battle.cell('B'))
    };
    assert_eq!(rush(9, &[]), ((1, 1), (2, 1)));
    assert_eq!(rush(10, &[]), ((1, 1), (3, 1)), "pushed away without following");
    assert_eq!(rush(15, &[no()]), ((1, 1), (3, 1)));
    assert_eq!(rush(15, &[yes()]), ((3, 1), (4, 1)), "further only by staying next to it");
    assert_eq!(rush(19, &[yes()]), ((3, 1), (4, 1)));
}

#[test] // TC-336, TC-338, TC-337, G-72
fn a_critical_rush_deals_damage_and_ends_at_the_wall() {
    let mut battle =
        duel("# # # # # #\n# a B . . #\n# # # # # #", base_unit().stat(Stat::Strength, 4), base_unit(), &[20]);
    battle.act_on('a', "bull_rush", 'B').choose('a', yes());
    assert_eq!((battle.cell('a'), battle.cell('B')), ((3, 1), (4, 1)), "14 above would be three cells, two are free");
    assert_eq!(damage(&battle.events()), [4]);
    let mut battle = duel("# # # #\n# a B #\n# # # #", base_unit(), base_unit(), &[18]);
    battle.act_on('a', "bull_rush", 'B');
    assert_eq!(battle.cell('B'), (2, 1));
}

#[test] // TC-333, TC-339, TC-340, G-06, G-66, G-76
fn a_rush_is_modified_by_sizes_and_a_running_start() {
    let map = ". . . . . .\na . . . B .\n. . . . . .\n. . . . . .";
    let mut battle =
        duel(map, base_unit().size(Size::Small).rate(40), base_unit().size(Size::Large).stat(Stat::Agility, 1), &[9]);
    battle.walk('a', &[(1, 1), (2, 1)]).walk('a', &[(3, 1)]).act_on('a', "bull_rush", 'B');
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!(
        terms(&rolled.bonus),
        [("running start".to_owned(), 2, "TC-339"), ("size (small)".to_owned(), 1, "TC-340"),]
    );
    assert_eq!((rolled.defence, rolled.difficulty.total()), (Some(Stat::Celerity), 10 + 1 - 1));
    // Reversed, as the switch of G-06 allows, big combatants push better and resist better.
    let mut turned = Ruleset::clone(&time_count());
    turned.policies.attack.size_in_checks = SizeSign::Reversed;
    let mut battle = skirmish(&Arc::new(turned), map)
        .unit('a', base_unit().size(Size::Small))
        .unit('B', idle().size(Size::Large))
        .rolls(&[1, 1, 9]);
    while !reach::touches(Game::new(battle.snapshot().view(), time_count().book()), battle.id('a'), battle.id('B')) {
        let (x, _) = battle.cell('a');
        battle.walk('a', &[(x + 1, 1)]);
    }
    battle.wait('a').act_on('a', "bull_rush", 'B');
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!(terms(&rolled.bonus), [("size (small)".to_owned(), -1, "TC-340")]);
    assert_eq!(rolled.difficulty.total(), 10 + 1);
    let mut battle = duel(map, base_unit().rate(40), base_unit(), &[9]);
    battle.walk('a', &[(1, 0), (2, 0)]).walk('a', &[(3, 1)]).act_on('a', "bull_rush", 'B');
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!(rolled.bonus.total(), 0, "the last step turned");
}

#[test] // TC-334, G-34
fn a_long_weapon_extends_neither_a_rush_nor_a_tackle() {
    let mut battle = duel("a . B", base_unit().weapon("long_spear"), base_unit(), &[]);
    assert_eq!(refused_at(&mut battle, "bull_rush", 'B'), "TC-333");
    assert_eq!(refused_at(&mut battle, "trip", 'B'), "TC-389");
    let battle = duel("a . B .\n. . . .", base_unit().size(Size::Large), base_unit(), &[]);
    let act = Act::at("bull_rush", battle.id('B'), None);
    let rules = time_count();
    assert!(warboard::resolution::legal::check(battle.snapshot().view(), &rules, battle.id('a'), &act).is_ok());
}

#[test] // TC-357, TC-358, TC-359, TC-360, TC-361
fn a_distracted_enemy_has_a_penalty_against_one_ally_until_the_distractor_acts() {
    let rules = time_count();
    let begin = |dice: &[u16]| {
        let faces = [1, 1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
        skirmish(&rules, "a B\n. c").unit('a', base_unit()).unit('B', idle()).unit('c', idle()).rolls(&faces)
    };
    for (pick, slant) in
        [(Pick::TheirAttacks, PairRelation::Attack(-2)), (Pick::TheirDefence, PairRelation::Defence(-2))]
    {
        let mut battle = begin(&[10]);
        battle.act_on('a', "distract", 'B');
        assert_eq!(purpose(&battle), PickPurpose::DistractFor);
        let friend = Choice::Pick(Pick::Ally(battle.id('c')));
        battle.choose('a', friend);
        assert_eq!(purpose(&battle), PickPurpose::DistractWhat);
        battle.choose('a', Choice::Pick(pick));
        assert_eq!(battle.count(), 5 + 6);
        let events = battle.events();
        assert!(
            events.iter().any(|event| matches!(event, BattleEvent::PairFactBegan { fact, .. } if fact.slant == slant))
        );
        let over =
            |event: &BattleEvent| matches!(event, BattleEvent::PairFactEnded { slant: ended, .. } if *ended == slant);
        assert!(events.iter().any(over) && battle.row('B').pairs.0.is_empty(), "over as the distractor's turn begins");
    }
    let mut battle = begin(&[20]);
    let friend = Choice::Pick(Pick::Ally(battle.id('c')));
    battle.act_on('a', "distract", 'B').choose('a', friend);
    let began: Vec<PairRelation> = battle
        .events()
        .iter()
        .filter_map(|event| match event {
            BattleEvent::PairFactBegan { fact, .. } => Some(fact.slant),
            _ => None,
        })
        .collect();
    assert_eq!(
        began,
        [PairRelation::Attack(-2), PairRelation::Defence(-2)],
        "a critical one is not asked and not added to the plain one"
    );
    let mut battle = begin(&[9]);
    battle.act_on('a', "distract", 'B');
    assert!(battle.row('B').pairs.0.is_empty());
}

#[test] // TC-359, TC-360
fn the_penalty_of_distraction_applies_to_that_ally_alone() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B\n. c")
        .unit('a', base_unit())
        .unit('B', idle())
        .unit('c', base_unit())
        .rolls(&[1, 1, 6, 10, 7]);
    let friend = Choice::Pick(Pick::Ally(battle.id('c')));
    battle.act_on('a', "distract", 'B').choose('a', friend);
    battle.choose('a', Choice::Pick(Pick::TheirDefence));
    let game = Game::new(battle.snapshot().view(), rules.book());
    let defence = |mark| attack::defence(game, battle.id(mark), battle.id('B'), None, Mode::Melee).1.total();
    assert_eq!((defence('a'), defence('c')), (10, 8));
    battle.strike('c', 'B');
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!((rolled.difficulty.total(), rolled.degree), (8, Degree::Failure));
    assert!(terms(&rolled.difficulty).contains(&("distracted".to_owned(), -2, "TC-359")));
    battle.all_rolled();
}

#[test] // TC-362, TC-363, TC-364, TC-365, G-21
fn a_feint_helps_the_next_action_only() {
    let bonus = |feint: u16, wait: bool| {
        let mut battle = duel("a B", base_unit(), base_unit(), &[feint, 12, 4]);
        battle.act_on('a', "feint", 'B');
        assert_eq!((battle.count(), battle.row('a').vitals.fatigue), (5 + 4, 0), "half of 9");
        if wait {
            battle.wait('a');
        }
        battle.strike('a', 'B');
        let events = battle.events();
        let struck = checks(&events).pop().expect("a check");
        (struck.bonus.total(), damage(&events))
    };
    assert_eq!(bonus(9, false), (0, vec![4]));
    assert_eq!(bonus(10, false), (2, vec![4]));
    assert_eq!(bonus(15, false), (2, vec![6]));
    assert_eq!(bonus(15, true), (0, vec![4]), "too late");
    let mut battle = duel("a . B", base_unit().weapon("shortbow"), base_unit(), &[]);
    let with_the_bow = Act::at("feint", battle.id('B'), Some(WeaponSlot(0)));
    assert_eq!(refusal(&mut battle, with_the_bow), "TC-362");
}

#[test] // TC-366, TC-367, TC-368, TC-369, TC-370, TC-230, G-21
fn a_quick_strike_is_a_class_faster_for_half_the_damage() {
    let strike = |weapon: &str, dice: &[u16]| {
        let mut battle = duel("a B", base_unit().weapon(weapon).stat(Stat::Strength, 2), base_unit(), dice);
        battle.act_on('a', "quick_strike", 'B');
        let count = battle.count();
        (count - 5, damage(&battle.events()))
    };
    assert_eq!(strike("long_sword", &[12, 7]), (6, vec![4]), "7 + 2 halved");
    assert_eq!(strike("dagger", &[12, 1]), (4, vec![1]), "never below 1");
    assert_eq!(strike("long_sword", &[20]), (6, vec![6]), "8 + 2 + 2 halved");
    assert_eq!(strike("long_sword", &[7]), (6, vec![]));
    let rules = time_count();
    let turns = match &rules.policies.turn {
        warboard::content::policy::TurnOrder::Counts(turns) => turns,
        warboard::content::policy::TurnOrder::Rounds(_) => panic!("it counts"),
    };
    let rapid = Some(warboard::content::speed::SpeedClass::Rapid);
    let speed = &rules.actions.get("quick_strike".into()).expect("an action").speed;
    assert_eq!(warboard::turn::speed::speed_span(turns, speed, rapid, SpeedMode::Fixed, 0), (2, 2));
}

#[test] // TC-380, TC-381, TC-382, TC-383, TC-384, TC-385, TC-386, TC-387, G-44, G-45
fn a_tackle_follows_a_move_towards_the_target() {
    let strong = || base_unit().stat(Stat::Strength, 2);
    let mut battle = duel("a . B", strong(), base_unit(), &[]);
    assert_eq!(refused_at(&mut battle, "tackle", 'B'), "TC-381");
    for (dice, prone, hurt) in [(vec![7], false, vec![]), (vec![8], true, vec![2]), (vec![13, 5], true, vec![7])] {
        let mut battle = duel("a . B", strong(), base_unit(), &dice);
        battle.walk('a', &[(1, 0)]);
        battle.act_on('a', "tackle", 'B');
        if prone {
            assert_eq!(purpose(&battle), PickPurpose::FollowUp("grab".into()));
            battle.choose('a', no());
        }
        assert_eq!((battle.has('B', "prone"), damage(&battle.events())), (prone, hurt));
        assert_eq!((battle.row('a').vitals.fatigue, battle.count()), (1, 6 + 9));
        battle.all_rolled();
    }
    let mut battle = duel("a B .", strong(), base_unit().size(Size::Huge), &[]);
    assert_eq!(refused_at(&mut battle, "tackle", 'B'), "TC-380");
}

#[test] // TC-386, TC-295, TC-422
fn a_tackle_may_become_a_grab_at_no_cost() {
    let mut battle = duel("a . B", base_unit(), base_unit(), &[12, 6]);
    battle.walk('a', &[(1, 0)]).act_on('a', "tackle", 'B').choose('a', yes());
    assert!(battle.has('B', "grabbed") && battle.has('B', "prone"), "lying down, it is held by a 6");
    assert_eq!(battle.count(), 6 + 9);
    battle.all_rolled();
    let mut battle = duel("a . B", base_unit().weapon("great_sword"), base_unit(), &[12]);
    battle.walk('a', &[(1, 0)]).act_on('a', "tackle", 'B');
    assert_eq!(battle.count(), 6 + 9, "with a great sword in hand no prompt opens");
}

#[test] // TC-381
fn only_the_target_moved_towards_can_be_tackled() {
    let rules = time_count();
    let map = "B . a . .\n. . . . .\n. . . . C";
    let mut battle = skirmish(&rules, map).unit('a', base_unit()).unit('B', idle()).unit('C', idle()).rolls(&[1, 1, 1]);
    battle.walk('a', &[(1, 0)]).walk('a', &[(2, 1)]).walk('a', &[(3, 1)]);
    assert_eq!(refused_at(&mut battle, "tackle", 'B'), "TC-381");
    let act = Act::at("tackle", battle.id('C'), None);
    let legal = warboard::resolution::legal::check(battle.snapshot().view(), &rules, battle.id('a'), &act);
    assert!(legal.is_ok(), "{legal:?}");
}

#[test] // TC-388, TC-389, TC-390, TC-391, TC-392, TC-393
fn a_trip_knocks_down_and_some_weapons_trip_too() {
    let strong = || base_unit().stat(Stat::Strength, 2);
    for (roll, prone, hurt) in [(7, false, vec![]), (8, true, vec![]), (13, true, vec![2])] {
        let mut battle = duel("a B", strong(), base_unit(), &[roll]);
        battle.act_on('a', "trip", 'B');
        assert_eq!((battle.has('B', "prone"), damage(&battle.events())), (prone, hurt));
        assert_eq!((battle.row('a').vitals.fatigue, battle.count()), (1, 5 + 6));
    }
    assert_eq!(
        refused_at(
            &mut duel("a B .\n. . .", base_unit().size(Size::Small), base_unit().size(Size::Large), &[]),
            "trip",
            'B'
        ),
        "TC-388"
    );
    let mut battle = duel("a . B", base_unit().weapon("spiked_chain"), base_unit(), &[10]);
    assert_eq!(refused_at(&mut battle, "trip", 'B'), "TC-389", "bare feet do not reach so far");
    let with_the_chain = Act::at("trip", battle.id('B'), Some(WeaponSlot(0)));
    battle.act('a', with_the_chain);
    assert!(battle.has('B', "prone"));
    let mut battle = duel("a B", base_unit(), base_unit(), &[]);
    let with_the_sword = Act::at("trip", battle.id('B'), Some(WeaponSlot(0)));
    assert_eq!(refusal(&mut battle, with_the_sword), "TC-389");
}
