//! Dying, saving throws against it, first aid and death.

use crate::facts::terms;
use crate::fighters::*;
use crate::hits::*;
use crate::skirmish::*;

/// A battle in which each strike costs a part of `B` this many points, past hit points.
fn wounding(points: u8, strikes: usize, dice: &[u16]) -> Skirmish {
    let harm = format!(r#"amount: Dice("{points}"), harm: Some("slashing"), hit: (bypasses: ["hit_points"])"#);
    striking(&harm, fighter().has("BaseFortitude", 4), &[&vec![10; strikes], dice].concat())
}

#[test] // PR-183, PR-214, PR-228, PR-256, PR-257, PR-C01
fn the_head_and_the_body_make_dying_at_0_and_limbs_below() {
    for (part, points, dying) in [
        ("head", 13, false),
        ("head", 14, true),
        ("body", 27, false),
        ("body", 28, true),
        ("left arm", 14, false),
        ("left arm", 15, true),
        ("right leg", 14, false),
        ("right leg", 15, true),
    ] {
        let mut battle = wounding(points, 1, &[]);
        battle.strike_part(part);
        let states = ["dying", "unconscious"].map(|condition| battle.has('B', condition));
        assert_eq!(states, [dying, dying], "{part} {points}");
        assert_eq!(battle.row('B').stance.held.is_some(), dying, "prone");
    }
}

#[test] // PR-A7, PR-258, PR-259, PR-C01, PR-C03, PR-151, PR-154
fn a_saving_throw_at_the_start_of_each_turn_ends_dying_or_costs_a_point() {
    // Fortitude +6: 4 with -1 is 9 and fails, 6 with -2 is 10 and succeeds.
    let mut battle = wounding(15, 1, &[4, 6]);
    battle.strike_part("head");
    assert_eq!(battle.part('B', "head"), -1);
    battle.events();
    battle.wait('a');
    let events = battle.events();
    let roll = rolled(&events).remove(0);
    assert_eq!(terms(&roll.bonus), [("fortitude save".to_owned(), 6, "PR-258"), ("head".to_owned(), -1, "PR-258")]);
    assert_eq!((roll.difficulty.total(), roll.margin), (10, -1));
    assert_eq!((battle.part('B', "head"), battle.asked().0), (-2, 'C'), "it lost a point and its turn");
    assert_eq!(crate::facts::damage_taken(&events)[0].rule.as_str(), "PR-259");
    battle.wait('C').wait('a');
    assert_eq!(battle.asked().0, 'B');
    assert!(!battle.has('B', "dying") && !battle.has('B', "unconscious"), "though its head is at -2");
    battle.all_rolled();
}

#[test] // PR-C01, PR-C04
fn dying_comes_back_with_new_wounds_of_that_part_alone() {
    let mut battle = wounding(15, 3, &[]);
    battle.strike_part("head");
    let state = &mut battle;
    state.state.impose(&warboard::resolution::BattleEvent::ConditionLost {
        who: state.id('B'),
        condition: warboard::content::Name::new("dying"),
        rule: "PR-258".into(),
    });
    state.state.impose(&warboard::resolution::BattleEvent::ConditionLost {
        who: state.id('B'),
        condition: warboard::content::Name::new("unconscious"),
        rule: "PR-258".into(),
    });
    battle.strike_part("body");
    assert!(!battle.has('B', "dying"), "the body still has 13 points");
    battle.strike_part("body");
    assert!(battle.has('B', "dying") && battle.has('B', "unconscious"));
}

#[test] // PR-215, PR-229, PR-260, PR-261, PR-C02
fn the_head_and_the_body_kill_at_minus_constitution() {
    for (part, points, dead) in [("head", 27, false), ("head", 28, true), ("body", 41, false), ("body", 42, true)] {
        let mut battle = wounding(points, 1, &[]);
        battle.strike_part(part);
        assert_eq!((battle.has('B', "dead"), battle.has('B', "dying")), (dead, !dead), "{part} {points}");
    }
}

#[test] // PR-176, PR-165, PR-G46
fn first_aid_ends_the_saving_throws_and_the_target_stays_unconscious() {
    for (face, stable) in [(14, false), (15, true)] {
        let dice: &[u16] = if stable { &[face] } else { &[face, 1] };
        let mut battle = wounding(29, 1, dice);
        battle.strike_part("body");
        battle.act_on('a', "stabilize", 'B');
        assert_eq!((battle.has('B', "stable"), battle.has('B', "dying")), (stable, !stable));
        assert!(battle.has('B', "unconscious"));
        battle.wait('a');
        assert_eq!(battle.part('B', "body"), if stable { -1 } else { -2 });
        battle.all_rolled();
    }
}

#[test] // PR-C01
fn a_wound_ends_the_help_of_first_aid() {
    let mut battle = wounding(15, 2, &[]);
    battle.strike_part("left arm");
    battle.afflict('B', "stable");
    let lost = warboard::resolution::BattleEvent::ConditionLost {
        who: battle.id('B'),
        condition: warboard::content::Name::new("dying"),
        rule: "PR-176".into(),
    };
    battle.state.impose(&lost);
    battle.strike_part("left arm");
    assert!(!battle.has('B', "stable") && battle.has('B', "dying"));
}

#[test] // PR-A7, PR-017, PR-019, PR-023, PR-028, PR-063, PR-181, PR-212, PR-213, PR-214, PR-257, PR-258, PR-259, PR-C01, PR-C15
fn acceptance_battle_7_an_aimed_critical_hit_goes_to_the_head_which_is_dying() {
    let armoured = || fighter().armor("full_plate").has("DodgeBonus", 3).has("BaseFortitude", 4);
    let aimed = |dice: &[u16]| {
        let units = [('a', fighter().weapon("spear"), 20), ('B', armoured(), 10), ('C', fighter(), 1)];
        let mut battle = battle("a B . . C", &units, dice);
        let act = warboard::resolution::Act::at("attack", battle.id('B'), Some(warboard::battle::WeaponSlot(0)));
        battle.act('a', act.aimed_at_part("head".into()));
        battle
    };
    // 20 + 5 + 7 - 4 against 22, confirmed by 19 + 7 - 4; three times less one: 5 + 2 and 4 twice.
    let mut battle = aimed(&[20, 19, 5, 2, 4, 6]);
    let events = battle.events();
    let totals: Vec<i16> = rolled(&events).iter().map(|roll| roll.natural + roll.bonus.total()).collect();
    assert_eq!((totals[0], rolled(&events)[0].difficulty.total()), (28, 22));
    battle.pick('a', "wounds");
    assert_eq!((battle.part('B', "head"), battle.row('B').vitals.hit_points), (-1, 40));
    let states = ["dying", "unconscious", "blinded", "impaired"].map(|state| battle.has('B', state));
    assert_eq!(states, [true; 4]);
    assert!(battle.row('B').stance.held.is_some(), "prone");
    // 4 + 6 - 1 fails and costs a point, 6 + 6 - 2 succeeds.
    battle.wait('a');
    assert_eq!((battle.part('B', "head"), battle.has('B', "dying"), battle.asked().0), (-2, true, 'C'));
    battle.wait('C').wait('a');
    assert_eq!((battle.part('B', "head"), battle.has('B', "dying"), battle.asked().0), (-2, false, 'B'));
    battle.all_rolled();
    // Multiplied by three, to hit points.
    let mut battle = aimed(&[20, 19, 5, 2, 1]);
    battle.pick('a', "multiply");
    assert_eq!((battle.part('B', "head"), battle.row('B').vitals.hit_points), (14, 40 - 8 - 12));
}
