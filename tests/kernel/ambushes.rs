//! Ambushes in rounds: contests of stealth and observation, and what the surprised lose.

use std::sync::Arc;

use crate::order::{in_rounds, read};
use crate::proofs::{all_may_react, economy, react, reaction};
use crate::skirmish::*;
use crate::staged::{DEFENCES, OVER, UNDER, staged};
use warboard::battle::{CombatantId, Side};
use warboard::content::{
    Action, Contest, Name, PoolId, PoolMoment, RoundStep, Stat, Table, Trigger, TurnEnd, TurnOrder, UnawareEnd, Unit,
};
use warboard::resolution::event::Rolled;
use warboard::resolution::{Asks, BattleEvent, Choice, Pick};
use warboard::rules::Ruleset;

const SURPRISED: &str = r#"(id: "surprised", name: "Surprised", about: "Loses the first round.", icon: "slowed",
    does: [(does: Forbid([Act, React]), rule: "FS-019")], rule: "FS-018")"#;
const MORE: &str = r#"[
    (id: "done", name: "Done", about: "Ends the turn.", speed: Actions(0), aim: Own, does: Wait, rule: "R-10"),
    (id: "nod", name: "Nod", about: "Nothing else.", speed: Nothing, aim: Own, does: Effects([]), rule: "R-11"),
]"#;

/// Duels with defences, paid from three points a round; ambushes are contests against every enemy, or any.
fn rules(roll: &str, lost_to: &str) -> Ruleset {
    let mut rules = staged(roll, &DEFENCES.replace("\"reactions\"", "\"actions\""));
    let known = rules.actions.iter().map(|action| Action::clone(action));
    rules.actions = Table::new(known.chain(read::<Vec<Action>>(MORE)).collect());
    rules.policies.rolls.check = read(roll);
    let known = rules.conditions.iter().map(|condition| (**condition).clone());
    rules.conditions =
        Table::new(known.filter(|known| known.id.as_str() != "surprised").chain([read(SURPRISED)]).collect());
    rules.policies.economy = economy(&[("actions", 3), ("reactions", 1)]);
    rules.policies.economy.actions.as_mut().expect("a pool").incomes[0].at = PoolMoment::RoundStart;
    in_rounds(&mut rules, |turns| {
        turns.ends = TurnEnd::WhenEnded;
        (turns.round_start, turns.round_end) = (vec![RoundStep::Incomes], vec![RoundStep::Durations]);
        turns.unaware = read(r#"Some((condition: "surprised", misses: true, ends: FirstRound, rule: "FS-018"))"#);
        let contest =
            format!(r#"Some((stealth: [Stealth], observation: [Perception], lost_to: {lost_to}, rule: "FS-016"))"#);
        turns.ambush = read(&contest);
    });
    rules
}

fn unit() -> Unit {
    let unit = base_unit().stat(Stat::Accuracy, 16).stat(Stat::Agility, 12).stat(Stat::HitPoints, 60);
    unit.stat(Stat::Stealth, 12).stat(Stat::Perception, 12)
}

/// Three sneakers against two observers; `faces` are their rolls, in this order.
fn three(rules: Ruleset, map: &str, faces: [u16; 5]) -> Skirmish {
    let plan = skirmish(&Arc::new(rules), map).ambush(Side(0));
    let plan = "abcDE".chars().fold(plan, |plan, mark| plan.unit(mark, unit()));
    let faces: Vec<u16> = faces.into_iter().chain([20, 18, 16, 14, 12]).collect();
    plan.rolls(&faces)
}

fn surprised(battle: &Skirmish) -> String {
    "abcDE".chars().filter(|mark| battle.has(*mark, "surprised")).collect()
}

fn contests(battle: &mut Skirmish) -> Vec<(CombatantId, Rolled)> {
    let events = battle.events().into_iter();
    let contests = events.filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some((rolled.who, *rolled)),
        _ => None,
    });
    contests.collect()
}

const OPEN: &str = "
    a b c
    . . .
    D . E
";

#[test] // FS-016, FS-017, FS-G05, FS-G39
fn an_observer_is_surprised_only_if_it_loses_to_every_sneaker() {
    // Target number 12 for all. The sneakers pass with 10 and 8; the third fails.
    let rows = [
        ([10, 8, 9, 7, 20], "DE", "DE", "7 Successes and a failure lose to all"),
        ([10, 8, 15, 7, 20], "", "DE", "the third has failed: it is noticed by D, and does not beat E either"),
        ([10, 8, 9, 8, 9], "", "DE", "D ties with the second and E with the third: a tie is noticed"),
        ([10, 8, 9, 12, 11], "", "", "more Successes than any"),
        ([20, 20, 20, 20, 20], "", "", "nobody passes"),
        ([20, 20, 20, 3, 20], "", "", "only an observer passes"),
    ];
    for (faces, every, any, why) in rows {
        for (lost_to, expected) in [("Every", every), ("Any", any)] {
            let mut battle = three(rules(UNDER, lost_to), OPEN, faces);
            assert_eq!(surprised(&battle), expected, "{lost_to}: {why}");
            assert_eq!(contests(&mut battle).len(), 6, "each sneaker with each observer, with one roll each");
            battle.all_rolled();
        }
    }
}

#[test] // FS-016, FS-G39
fn a_roll_to_reach_a_number_is_lost_by_the_sneaker_in_a_tie_as_well() {
    for (faces, expected) in [([10, 8, 9, 7, 20], "D"), ([10, 8, 9, 8, 7], "E")] {
        let mut battle = three(rules(OVER, "Every"), OPEN, faces);
        assert_eq!(surprised(&battle), expected);
        let rolled = contests(&mut battle);
        assert!(
            rolled.iter().all(|(_, rolled)| rolled.degree.is_hit() == (rolled.margin > 0) && rolled.contest.is_none())
        );
    }
}

#[test] // FS-016
fn the_log_of_an_ambush_names_both_rolls_and_the_rule() {
    let mut battle = three(rules(UNDER, "Every"), OPEN, [10, 8, 9, 7, 20]);
    let (_, first) = contests(&mut battle).remove(0);
    assert_eq!(
        (first.who, first.target, first.contest),
        (battle.id('a'), Some(battle.id('D')), Some(Contest::BothPass))
    );
    assert_eq!(first.bonus.to_string(), "12 (stealth +12 [FS-016])");
    assert_eq!(first.difficulty.to_string(), "12 (perception +12 [FS-016])");
}

#[test] // FS-G39
fn an_observer_notices_only_sneakers_in_its_line_of_sight_or_all_if_it_sees_none() {
    let walled = "
        a # b # c
        . # . # .
        D # . # E
    ";
    // D, which sees only a, loses to it; E sees only c, which fails.
    let mut battle = three(rules(UNDER, "Every"), walled, [10, 2, 15, 7, 20]);
    assert_eq!((surprised(&battle).as_str(), contests(&mut battle).len()), ("D", 2));
    let hidden = "
        a b c # E
        # # # # #
        D . . . .
    ";
    let mut battle = three(rules(UNDER, "Every"), hidden, [10, 8, 9, 7, 11]);
    assert_eq!((surprised(&battle).as_str(), contests(&mut battle).len()), ("D", 6), "it may still hear them");
}

#[test]
fn an_unconscious_combatant_takes_no_part_in_an_ambush() {
    let plan = skirmish(&Arc::new(rules(UNDER, "Every")), OPEN).ambush(Side(0));
    let plan = "abcDE".chars().fold(plan, |plan, mark| plan.unit(mark, unit()));
    let plan = plan.with_condition('a', "unconscious").with_condition('E', "unconscious");
    let mut battle = plan.rolls(&[10, 8, 7, 20, 18, 16, 14, 12]);
    assert_eq!(surprised(&battle), "D");
    battle.all_rolled();
}

#[test] // FS-018, FS-019, FS-073, FS-G39
fn the_surprised_have_no_turn_action_reaction_or_defence_in_the_first_round() {
    let mut rules = rules(UNDER, "Every");
    rules.policies.reactions = vec![reaction("answer", Trigger::ActionDeclared, "nod", &[])];
    let plan = skirmish(&Arc::new(rules), "a D . E").ambush(Side(0));
    let plan = plan.unit('a', unit()).unit('D', unit()).unit('E', unit());
    // a beats D and not E; then initiative: D first, then E, then a. A duel of a: 9, and 5 damage.
    let mut battle = plan.rolls(&[10, 7, 11, 10, 20, 15, 9, 5]);
    all_may_react(&mut battle);
    assert_eq!(battle.asked().0, 'E', "D would be first, but has no turn");
    battle.perform('E', "done").act_on('a', "duel", 'D');
    assert_eq!(battle.asked().0, 'E', "E may react, D may not");
    battle.choose('E', react("answer"));
    let (who, asks) = battle.asked();
    assert!(matches!(asks, Asks::Pick { .. }) && who == 'a', "the critical win of a: D was not asked for a defence");
    battle.choose('a', Choice::Pick(Pick::No)).perform('a', "done");
    assert_eq!((battle.count(), battle.has('D', "surprised"), battle.asked().0), (2, false, 'D'));
    let gained = battle.row('D').turn_state.pools.left(PoolId::ACTIONS);
    assert_eq!(gained, 3, "it has the points of the second round");
    battle.all_rolled();
}

#[test] // FS-G39
fn surprise_ends_with_the_first_round_before_anyone_acts_in_the_second() {
    let plan = skirmish(&Arc::new(rules(UNDER, "Every")), "a D").ambush(Side(0));
    let mut battle = plan.unit('a', unit()).unit('D', unit()).rolls(&[10, 7, 20, 5, 9, 11]);
    battle.perform('a', "done");
    assert_eq!((battle.count(), battle.asked().0, battle.has('D', "surprised")), (2, 'a', false));
    battle.act_on('a', "duel", 'D');
    assert!(matches!(battle.asked(), ('D', Asks::Pick { .. })), "it may defend before its own first turn");
    battle.choose('D', Choice::Pick(Pick::Action(Name::new("dodge"))));
    battle.all_rolled();
}

#[test]
fn without_an_ambush_nothing_is_rolled_and_the_scenario_says_who_is_surprised() {
    let plan = skirmish(&Arc::new(rules(UNDER, "Every")), "a D").unit('a', unit()).surprised('D', unit());
    let mut battle = plan.rolls(&[20, 5]);
    assert!(battle.has('D', "surprised"));
    battle.all_rolled();
}

#[test] // TA-008
fn surprise_until_the_first_turn_lasts_into_the_second_round() {
    let mut rules = rules(UNDER, "Every");
    if let TurnOrder::Rounds(turns) = &mut rules.policies.turn {
        turns.unaware.as_mut().expect("surprise").ends = UnawareEnd::FirstTurn;
    }
    let plan = skirmish(&Arc::new(rules), "a D").ambush(Side(0)).unit('a', unit()).unit('D', unit());
    let mut battle = plan.rolls(&[10, 7, 20, 5]);
    battle.perform('a', "done");
    assert_eq!((battle.count(), battle.has('D', "surprised")), (2, true));
    battle.perform('a', "done");
    assert_eq!((battle.asked().0, battle.has('D', "surprised")), ('D', false));
}
