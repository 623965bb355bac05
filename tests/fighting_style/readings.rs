//! Doubtful rules: for each, the ruling and another reading that house rules may choose.

use std::sync::Arc;

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::Side;
use warboard::content::{AdvantageKind, AdvantageTerms, CoverPolicy, FullCoverShot, Label, Unit};
use warboard::resolution::{Act, Asks, Choice};
use warboard::rules::Ruleset;

/// The rules as they are, and under another reading.
fn both(settings: &[&str]) -> [Arc<Ruleset>; 2] {
    [fighting_style(), with_readings(settings)]
}

#[test] // FS-084, FS-G02
fn successes_are_what_the_die_shows_or_half_of_it_or_the_margin() {
    // Whether the first of two that pass hits.
    let check = |rules: &Arc<Ruleset>, a: Unit, (own, theirs): (u16, u16), hits: bool| {
        let dice = if hits { vec![own, theirs, 1] } else { vec![own, theirs] };
        let mut battle = duel_under(rules, "a B", a, fighter(), &dice);
        battle.strike('a', 'B').choose('B', named("parry"));
        battle.all_rolled();
    };
    let set = |how: &str| ["attack", "skill", "check"].map(|roll| format!("rolls.{roll}.dice.successes={how}"));
    let under = |how: &str| with_readings(&set(how).each_ref().map(String::as_str));
    for (rules, all) in [
        (fighting_style(), [true, false, false]),
        (under("Half"), [false, false, false]),  // 5 and 5, 2 and 4
        (under("Margin"), [false, true, false]), // 5 and 6, 11 and 7
    ] {
        for (faces, hits) in [(11, 10), (5, 9), (9, 9)].into_iter().zip(all) {
            check(&rules, fighter(), faces, hits);
        }
    }
    // A target number above 20 adds to the Successes: 13 + 2 against 14.
    check(&fighting_style(), fighter().has("Strength", 16), (13, 14), true);
    check(&fighting_style(), fighter().has("Strength", 14), (13, 14), false);
}

#[test] // FS-098, FS-G03
fn boons_and_banes_cancel_one_for_one_or_all_at_once() {
    let settings = ["attack", "skill", "check"].map(|roll| format!("rolls.{roll}.advantage.cancel=AllOrNothing"));
    // A boon against two banes: one for one leaves a bane.
    let dice = |rules: &Arc<Ruleset>| {
        let policy = rules.policies.rolls.attack.advantage.as_ref().expect("boons");
        let mut terms = AdvantageTerms::cancelled(policy.cancel);
        terms.add(Label::Feint, AdvantageKind::Advantage, policy.rule);
        terms.add(Label::Flanked, AdvantageKind::Disadvantage, policy.rule);
        terms.add(Label::HigherGround, AdvantageKind::Disadvantage, policy.rule);
        terms.net()
    };
    let [ruled, other] = both(&settings.each_ref().map(String::as_str));
    assert_eq!((dice(&ruled), dice(&other)), (Some(AdvantageKind::Disadvantage), None));
}

#[test] // FS-109, FS-G11
fn a_step_into_reach_provokes_only_under_the_other_reading() {
    let provokes = |rules: &Arc<Ruleset>| {
        let mut battle = duel_under(rules, "a . . . B", fighter(), fighter(), &[]);
        battle.walk('a', &[(1, 0), (2, 0), (3, 0)]);
        let asked = matches!(battle.asked(), ('B', Asks::React { .. }));
        assert_eq!(battle.cell('a'), (3, 0), "it has taken the step");
        if asked {
            battle.pass('B');
        }
        // The offer of this movement has been declined.
        battle.walk('a', &[(2, 0)]);
        assert_eq!(matches!(battle.asked(), ('B', Asks::React { .. })), !asked, "one offer for one movement");
        asked
    };
    let [ruled, other] = both(&["reactions.opportunity.enters=true"]);
    assert_eq!((provokes(&ruled), provokes(&other)), (false, true));
    // A push into reach does not.
    let plan = skirmish(&other, "b A . . C \n . . . . .").unit('b', fighter()).unit('A', fighter());
    let mut battle = plan.unit('C', fighter().weapon("spear")).rolls(&[6, 1, 2, 10, 4, 13]);
    battle.spend('A', "actions");
    battle.strike('b', 'A').choose('b', named("push"));
    assert_eq!((battle.cell('A'), battle.asked()), ((2, 0), ('b', Asks::Act)));
}

#[test] // FS-099, FS-G16
fn a_daze_without_points_is_owed_or_forgiven() {
    let next_round = |rules: &Arc<Ruleset>| {
        let mut battle = duel_under(rules, "a B", fighter().weapon("mace"), fighter(), &[10, 4, 13]);
        battle.spend('B', "actions");
        battle.strike('a', 'B').choose('a', named("bash"));
        battle.wait('a').wait('B');
        battle.left('B').0
    };
    let [ruled, other] = both(&["actions.bash.does.ladder.Fails.effects.0.does.lacking=Forgiven"]);
    assert_eq!((next_round(&ruled), next_round(&other)), (2, 3));
}

#[test] // FS-G18, FS-139
fn foes_fall_or_die_at_no_health() {
    let falls = |rules: &Arc<Ruleset>| {
        let mut battle = duel_under(rules, "a B", fighter(), fighter().has("Endurance", 2), &[10, 3]);
        battle.spend('B', "actions");
        battle.strike('a', 'B').choose('a', NONE);
        battle.all_rolled();
        (battle.has('B', "unconscious"), battle.has('B', "dead"))
    };
    let [ruled, other] = both(&["consciousness.collapse.dies_at_zero=SidesWithout(PlayerCharacter)"]);
    assert_eq!((falls(&ruled), falls(&other).1), ((true, false), true));
}

#[test] // FS-G28
fn a_shot_disarms_and_pushes_or_only_a_blow_does() {
    let offered = |rules: &Arc<Ruleset>, map: &str| {
        let mut battle = duel_under(rules, map, fighter().weapon("spear"), fighter(), &[10]);
        battle.spend('B', "actions");
        battle.strike('a', 'B');
        options(&battle).1.join(" ")
    };
    let [ruled, other] =
        both(&["actions.disarm.requires.2.needs.by_shot=false", "actions.push.requires.1.needs.by_shot=false"]);
    assert_eq!(offered(&ruled, "a . . . B"), "precision disarm push feint brace -");
    assert_eq!(offered(&other, "a . . . B"), "precision feint brace -");
    assert_eq!(offered(&other, "a . B"), "precision trip disarm push feint brace -");
}

#[test] // FS-116, FS-G33
fn bodies_give_cover_or_not() {
    let number = |rules: &Arc<Ruleset>| {
        let plan = skirmish(rules, "a . . c B").unit('a', fighter().weapon("longbow")).unit('B', fighter());
        struck(&plan.unit('c', fighter()).rolls(&[6, 1, 2]), "dodge")
    };
    let [ruled, other] = both(&["attack.cover.bodies=None"]);
    assert_eq!((number(&ruled), number(&other)), ((14, 18), (16, 16)));
}

#[test] // FS-122, FS-G34
fn a_shot_at_full_cover_fails_or_cannot_be_made() {
    let [ruled, other] = both(&["attack.cover.full.shot=Illegal"]);
    let is = |rules: &Arc<Ruleset>, expected| {
        let CoverPolicy::Sampled(policy) = &rules.policies.attack.cover else { panic!("it is measured") };
        assert_eq!(policy.full.shot, expected);
        let mut battle = duel_under(rules, "a . # . B", fighter().weapon("longbow"), fighter(), &[]);
        let act = Act::at("strike", battle.id('B'), None);
        let legal = warboard::resolution::legal::check(battle.snapshot().view(), rules, battle.id('a'), &act);
        legal.err().map(|why| {
            assert!(battle.refused(Choice::Act(act)).to_string().contains("FS-122"));
            why.rule.to_string()
        })
    };
    assert_eq!(is(&ruled, FullCoverShot::Fails), None);
    assert_eq!(is(&other, FullCoverShot::Illegal), Some("FS-122".to_owned()));
}

#[test] // FS-016, FS-017, FS-G39
fn every_sneaker_must_win_or_one_is_enough() {
    let surprised = |rules: &Arc<Ruleset>| {
        let sneaker = || fighter().has("Stealth", 4);
        let plan = skirmish(rules, "a . . . B \n c . . . .").ambush(Side(0)).unit('a', sneaker());
        let plan = plan.unit('B', fighter()).unit('c', sneaker());
        plan.rolls(&[7, 5, 6, 3, 2, 1]).has('B', "surprised")
    };
    let [ruled, other] = both(&["turn.ambush.lost_to=Any"]);
    assert_eq!((surprised(&ruled), surprised(&other)), (false, true));
}

#[test] // FS-034, FS-111, FS-G45
fn disengaging_covers_everything_or_movement_alone() {
    let provokes = |rules: &Arc<Ruleset>| {
        let mut battle = duel_under(rules, ". a . \n . B . ", mage(&["fire_bolt"]), fighter(), &[]);
        battle.perform('a', "go_prone").perform('a', "disengage").perform('a', "stand_up");
        let mut asked = Vec::new();
        let mut note = |battle: &mut Skirmish| {
            let asks = matches!(battle.asked(), ('B', Asks::React { .. }));
            if asks {
                battle.pass('B');
            }
            asked.push(asks);
        };
        note(&mut battle);
        battle.walk('a', &[(2, 0)]);
        note(&mut battle);
        battle.cast('a', "fire_bolt", 'B');
        note(&mut battle);
        asked
    };
    let [ruled, other] = both(&[
        "reactions.opportunity_standing.filter.unless_cause=[]",
        "reactions.opportunity_casting.filter.unless_cause=[]",
    ]);
    assert_eq!(provokes(&ruled), [false, false, false]);
    assert_eq!(provokes(&other), [true, false, true]);
}

#[test] // FS-073, FS-076, FS-G50
fn an_undefended_hit_is_a_critical_win_or_a_plain_hit() {
    let asks = |rules: &Arc<Ruleset>| {
        let mut battle = duel_under(rules, "a B", fighter(), fighter(), &[10, 4]);
        battle.events();
        battle.strike('a', 'B').choose('B', NONE);
        let wins = matches!(battle.asked(), ('a', Asks::Pick { .. }));
        if wins {
            battle.choose('a', NONE);
        }
        assert_eq!(damage(&battle.events()), [9]);
        battle.all_rolled();
        wins
    };
    let [ruled, other] = both(&["actions.strike.does.ladder.1.defences=[\"block\", \"dodge\", \"parry\"]"]);
    assert_eq!((asks(&ruled), asks(&other)), (true, false));
    // A defence that fails still loses to a critical win.
    let mut battle = duel_under(&other, "a B", fighter(), fighter(), &[10, 17]);
    battle.strike('a', 'B').choose('B', named("dodge"));
    assert!(matches!(battle.asked(), ('a', Asks::Pick { .. })));
}

#[test] // FS-113, FS-G51
fn the_blow_at_one_that_stands_up_comes_before_or_after() {
    let prone = |rules: &Arc<Ruleset>| {
        let mut battle = duel_under(rules, "a B", fighter(), fighter(), &[]);
        battle.perform('a', "go_prone").perform('a', "stand_up");
        assert!(matches!(battle.asked(), ('B', Asks::React { .. })));
        battle.has('a', "prone")
    };
    let [ruled, other] = both(&[
        "reactions.opportunity_standing.on=ActionResolved",
        "reactions.opportunity_standing.filter=(near: MeleeReach, sees: true, unless_cause: [\"disengaged\"], actions: [\"stand_up\"])",
    ]);
    assert_eq!((prone(&ruled), prone(&other)), (true, false));
}

#[test] // FS-055, FS-136, FS-G23
fn untrained_armour_is_a_bane_or_a_penalty_of_two() {
    let of = |rules: &Arc<Ruleset>| {
        let plan = skirmish(rules, "a B").unit('a', fighter()).unit('B', fighter());
        let battle = plan.with_condition('a', "untrained_armor").with_condition('B', "untrained_armor").rolls(&[6, 1]);
        [struck(&battle, "dodge"), struck(&battle, "parry")]
    };
    let [ruled, other] = both(&[
        "conditions.untrained_armor.does=[(does: Attack(kind: Melee, amount: -2), rule: \"FS-055\"), (does: Attack(kind: Ranged, amount: -2), rule: \"FS-055\"), (does: Defence(stat: BlockTest, against: Any, amount: -2), rule: \"FS-055\"), (does: Defence(stat: ParryByStrength, against: Any, amount: -2), rule: \"FS-055\"), (does: Defence(stat: ParryByAgility, against: Any, amount: -2), rule: \"FS-055\")]",
    ]);
    assert_eq!(of(&ruled), [(16, 16), (16, 16)], "two dice on both sides");
    assert_eq!(of(&other), [(14, 16), (14, 14)]);
}
