//! Wounds of parts of the body: aimed attacks, and the thresholds that parts pass.

use crate::facts::terms;
use crate::fighters::*;
use crate::hits::*;
use crate::skirmish::*;
use warboard::battle::{WeaponLocation, WeaponSlot};
use warboard::content::{Carried, Name, Unit};
use warboard::resolution::Act;

/// A battle in which each strike costs a part of `B` this many points, past hit points.
fn wounding(points: u8, target: warboard::content::Unit, strikes: usize, dice: &[u16]) -> Skirmish {
    let harm = format!(r#"amount: Dice("{points}"), harm: Some("slashing"), hit: (bypasses: ["hit_points"])"#);
    striking(&harm, target, &[&vec![10; strikes], dice].concat())
}

#[test] // PR-180, PR-181, PR-212, PR-216, PR-221, PR-226
fn an_attack_may_be_aimed_at_a_limb_at_minus_4() {
    let mut battle = duel("a B", fighter(), fighter(), &[10, 5]);
    let act = Act::at("attack", battle.id('B'), Some(WeaponSlot(0))).aimed_at_part(Name::new("left arm"));
    battle.act('a', act);
    let roll = rolled(&battle.events()).remove(0);
    assert!(terms(&roll.bonus).iter().any(|term| term.1 == -4 && term.2 == "PR-181"), "{:?}", terms(&roll.bonus));
    assert_eq!(["body", "head", "left arm", "right leg"].map(|part| battle.part('B', part)), [28, 14, 14, 14]);
    assert_eq!(battle.row('B').vitals.hit_points, 40 - 8, "hit points first (PR-C05)");
}

#[test] // PR-A8, PR-222, PR-C05, PR-C23
fn exactly_half_is_not_below_half_and_the_first_effect_costs_one_turn() {
    let mut battle = wounding(7, fighter(), 1, &[]);
    battle.strike_part("right leg");
    assert_eq!((battle.part('B', "right leg"), battle.has('B', "hindered")), (7, false));
    let mut battle = wounding(8, fighter(), 1, &[]);
    battle.strike_part("right leg");
    assert!(battle.has('B', "immobilized") && battle.has('B', "hindered"));
    battle.wait('a');
    assert_eq!(battle.asked().0, 'B');
    assert!(battle.has('B', "immobilized"), "in its next turn");
    battle.wait('B');
    assert!(!battle.has('B', "immobilized") && battle.has('B', "hindered"), "for one turn, and until healed");
}

#[test] // PR-223, PR-225, PR-G20, PR-C24
fn a_useless_leg_halves_the_speed_once_and_without_any_one_crawls() {
    let mut battle = wounding(14, fighter(), 2, &[]);
    battle.strike_part("right leg");
    assert!(battle.has('B', "lame") && !battle.has('B', "crawling") && !battle.has('B', "unconscious"));
    assert_eq!(rate(&battle), 15, "halved once, though it is hindered as well");
    battle.strike_part("left leg");
    assert!(battle.has('B', "crawling"));
    assert_eq!(rate(&battle), 5);
}

fn rate(battle: &Skirmish) -> u16 {
    use warboard::mechanics::{Game, movement};
    let game = Game::new(battle.snapshot().view(), battle.battle().setup().rules.book());
    movement::rate(game, battle.id('B'), warboard::content::Gait::Walk)
}

#[test] // PR-213
fn a_wounded_head_blinds_for_a_turn_and_impairs() {
    let mut battle = wounding(8, fighter(), 1, &[]);
    battle.strike_part("head");
    assert!(battle.has('B', "blinded") && battle.has('B', "impaired"));
    battle.wait('a').wait('B');
    assert!(!battle.has('B', "blinded") && battle.has('B', "impaired"));
}

#[test] // PR-227
fn a_wounded_body_stuns_for_a_turn_and_tires() {
    let mut battle = wounding(15, fighter(), 1, &[]);
    battle.strike_part("body");
    assert!(battle.has('B', "stunned") && battle.has('B', "fatigued"));
    battle.wait('a');
    assert_eq!((battle.left('B', "half"), battle.left('B', "swift")), (1, 0));
    battle.wait('B');
    assert!(!battle.has('B', "stunned") && battle.has('B', "fatigued"));
}

#[test] // PR-217, PR-218, PR-219
fn a_wounded_arm_drops_what_it_holds_and_strikes_worse() {
    let mut battle = wounding(8, fighter(), 1, &[]);
    battle.strike_part("left arm");
    assert_eq!(place(&battle), WeaponLocation::InHand, "the sword is in the right hand");
    let mut battle = wounding(8, fighter(), 1, &[]);
    battle.strike_part("right arm");
    assert_eq!(place(&battle), WeaponLocation::Gone);
    assert_eq!(drop_rule(&battle.events()), Some("PR-217".to_owned()));
}

/// The rule by which a weapon was dropped.
fn drop_rule(events: &[warboard::resolution::BattleEvent]) -> Option<String> {
    events.iter().find_map(|event| match event {
        warboard::resolution::BattleEvent::WeaponDropped { rule, .. } => Some(rule.to_string()),
        _ => None,
    })
}

fn place(battle: &Skirmish) -> WeaponLocation {
    battle.row('B').arms.place(WeaponSlot(0))
}

#[test] // PR-218
fn attacks_with_a_wounded_arm_are_worse() {
    // A weapon drawn with the wounded arm afterwards.
    let mut target = fighter();
    target.weapons.push(warboard::content::Carried { in_hand: false, ..carried("club") });
    let mut battle = wounding(8, target, 1, &[12, 3]);
    battle.strike_part("right arm").wait('a');
    let draw = Act { target: warboard::resolution::Target::Weapon(WeaponSlot(1)), ..Act::own("draw") };
    battle.act('B', draw);
    battle.events();
    let strike = Act::at("attack", battle.id('a'), Some(WeaponSlot(1)));
    battle.act('B', strike);
    let roll = rolled(&battle.events()).remove(0);
    assert!(terms(&roll.bonus).contains(&("right arm".to_owned(), -4, "PR-218")), "{:?}", terms(&roll.bonus));
}

#[test] // PR-217, PR-219
fn an_arm_that_loses_all_its_points_at_once_drops_what_it_holds() {
    let mut battle = wounding(14, fighter(), 1, &[]);
    battle.strike_part("right arm");
    assert_eq!((battle.part('B', "right arm"), place(&battle)), (0, WeaponLocation::Gone));
}

#[test] // PR-219
fn an_arm_without_points_drops_what_it_has_taken_up_again() {
    let held = |weapon: &str, in_hand: bool| Carried { in_hand, ..carried(weapon) };
    for arm in ["right arm", "left arm"] {
        let again = WeaponSlot(1);
        let target = Unit { weapons: vec![held("long_sword", true), held("club", false)], ..fighter() };
        let harm = r#"amount: Dice("1d10"), harm: Some("slashing"), hit: (bypasses: ["hit_points"])"#;
        let mut battle = striking(harm, target, &[10, 8, 10, 6]);
        battle.strike_part(arm).wait('a');
        let draw = Act { target: warboard::resolution::Target::Weapon(again), ..Act::own("draw") };
        battle.act('B', draw).wait('B').wait('C');
        assert_eq!(battle.row('B').arms.place(again), WeaponLocation::InHand, "below half, and not at 0");
        battle.events();
        battle.strike_part(arm);
        assert_eq!((battle.part('B', arm), battle.row('B').arms.place(again)), (0, WeaponLocation::Gone), "{arm}");
        assert_eq!(drop_rule(&battle.events()), Some("PR-219".to_owned()));
        let others = ["two_weapons", "unconscious", "dying", "prone"].map(|condition| battle.has('B', condition));
        assert_eq!(others, [false; 4], "an arm alone fells nobody: {arm}");
    }
}

#[test] // PR-220, PR-C02
fn an_arm_at_minus_its_points_is_lost_and_does_not_kill() {
    for (arm, lost) in [("right arm", "lost_right_arm"), ("left arm", "lost_left_arm")] {
        let mut battle = wounding(28, fighter(), 1, &[]);
        battle.strike_part(arm);
        assert!(battle.has('B', lost) && !battle.has('B', "dead"), "{arm}");
        let mut battle = wounding(27, fighter(), 1, &[]);
        battle.strike_part(arm);
        assert!(!battle.has('B', lost), "{arm}");
    }
}

#[test] // PR-220, PR-224, PR-C02
fn a_limb_at_minus_its_points_is_lost_and_does_not_kill() {
    let mut battle = wounding(28, fighter(), 1, &[]);
    battle.strike_part("left leg");
    assert!(battle.has('B', "lost_left_leg") && !battle.has('B', "dead") && battle.has('B', "dying"));
    let mut battle = wounding(27, fighter(), 1, &[]);
    battle.strike_part("left arm");
    assert!(!battle.has('B', "lost_left_arm"));
}

/// Sets the hit points and the points of parts of B, as earlier hits have left them.
fn left(battle: &mut Skirmish, hit_points: i16, parts: &[(usize, i16)]) {
    let who = battle.id('B');
    let mut vitals = warboard::battle::Vitals { hit_points, ..battle.row('B').vitals };
    parts.iter().for_each(|(at, points)| vitals.parts.left[*at] = *points);
    battle.state.impose(&warboard::resolution::BattleEvent::HealthFollowed { who, vitals, rule: "PR-141".into() });
}

#[test] // PR-A8, PR-141, PR-183, PR-217, PR-218, PR-222, PR-223, PR-225, PR-C01, PR-C05, PR-C23, PR-G20
fn acceptance_battle_8_a_hit_flows_over_into_a_leg_and_half_is_not_below_half() {
    let striking = |points: u8| {
        crate::hits::striking(&format!(r#"amount: Dice("{points}"), harm: Some("slashing")"#), fighter(), &[10])
    };
    let mut battle = striking(10);
    left(&mut battle, 3, &[]);
    battle.strike_part("right leg");
    assert_eq!((battle.row('B').vitals.hit_points, battle.part('B', "right leg")), (0, 7));
    assert!(!battle.has('B', "hindered") && !battle.has('B', "immobilized"), "exactly half");
    let mut battle = striking(1);
    left(&mut battle, 0, &[(4, 7)]);
    battle.strike_part("right leg");
    assert_eq!(battle.part('B', "right leg"), 6);
    assert!(battle.has('B', "immobilized") && battle.has('B', "hindered"));
    // A leg without points halves the speed, two leave a crawl.
    let mut battle = striking(6);
    left(&mut battle, 0, &[(4, 6)]);
    battle.strike_part("right leg");
    assert_eq!((battle.part('B', "right leg"), rate(&battle), battle.has('B', "dying")), (0, 15, false));
    let mut battle = striking(6);
    left(&mut battle, 0, &[(4, 0), (5, 6)]);
    battle.strike_part("left leg");
    assert_eq!((rate(&battle), battle.has('B', "crawling")), (5, true));
    // Below half an arm drops what it holds, and below none a leg makes dying.
    let mut battle = striking(8);
    left(&mut battle, 0, &[]);
    battle.strike_part("right arm");
    assert_eq!(battle.part('B', "right arm"), 6);
    assert!(battle.row('B').arms.in_hand().next().is_none_or(|slot| slot != warboard::battle::WeaponSlot(0)));
    let mut battle = striking(1);
    left(&mut battle, 0, &[(4, 0)]);
    battle.strike_part("right leg");
    assert_eq!((battle.part('B', "right leg"), battle.has('B', "dying")), (-1, true));
}
