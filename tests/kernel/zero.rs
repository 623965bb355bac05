//! Hit points alone: unconscious at 0, dead as far below, awake when healed above it.

use std::sync::Arc;

use crate::order::read;
use crate::skirmish::*;
use warboard::battle::Vitals;
use warboard::content::{Action, Fate, HealthModel, Table, Trait, Unit};
use warboard::mechanics::health;
use warboard::odds::{Fraction, forecast};
use warboard::resolution::{Act, BattleEvent};
use warboard::rules::Ruleset;

const ACTIONS: &str = r#"[
    (id: "cut", name: "Cut", about: "Deals 6 points.", speed: Actions(1), aim: Enemy,
        does: Check((roll: Stat(Strength), against: Difficulty(number: 5, rule: "R-1"), ladder: [
            (when: Wins, effects: [(does: Harm(to: Target, amount: Dice("6"), harm: Some("slashing")))]),
        ])), rule: "R-1"),
    (id: "slay", name: "Slay", about: "Deals 20 points.", speed: Actions(1), aim: Enemy,
        does: Check((roll: Stat(Strength), against: Difficulty(number: 5, rule: "R-1"), ladder: [
            (when: Wins, effects: [(does: Harm(to: Target, amount: Dice("20"), harm: Some("slashing")))]),
        ])), rule: "R-1"),
    (id: "mend", name: "Mend", about: "Heals 3 points.", speed: Actions(1), aim: Friend,
        does: Effects([(does: Heal(Dice("3")))]), rule: "R-2"),
    (id: "done", name: "Done", about: "Ends the turn.", speed: Actions(0), aim: Own, does: Wait, rule: "R-3"),
]"#;

/// Fragments with another health model: 10 hit points, and this rule about who dies at 0.
fn rules(dies: &str) -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&fragments());
    rules.actions = Table::new(read::<Vec<Action>>(ACTIONS));
    rules.policies.damage.pipeline = read(r#"[(does: Lose([HitPointsBelowZero]), rule: "FS-G18")]"#);
    let model = format!(r#"AtZero((dies_at_zero: {dies}, dies_rule: "FS-G18"))"#);
    rules.policies.consciousness.collapse = read::<HealthModel>(&model);
    Arc::new(rules)
}

fn player() -> Unit {
    plain().with_trait(Trait::PlayerCharacter)
}

/// `a`, which acts first, against `B` and its healer `C`; each cut of a needs a roll.
fn fight(dies: &str, faces: &[u16]) -> Skirmish {
    let plan = skirmish(&rules(dies), "a B C").unit('a', player()).unit('B', plain()).unit('C', plain());
    let faces: Vec<u16> = [20, 10, 5].iter().chain(faces).copied().collect();
    plan.rolls(&faces)
}

fn left(battle: &Skirmish) -> i16 {
    battle.row('B').vitals.hit_points
}

#[test] // FS-138, FS-G18
fn at_zero_a_combatant_falls_unconscious_and_healing_above_zero_wakes_it() {
    let mut battle = fight("Nobody", &[10, 10]);
    battle.act_on('a', "cut", 'B').act_on('a', "cut", 'B');
    assert_eq!((left(&battle), battle.has('B', "unconscious"), battle.has('B', "prone")), (-2, true, true));
    assert!(!battle.row('B').gone && !battle.has('B', "dead"));
    assert_eq!(
        health::of_maximum(&battle.battle().setup().rules.policies.consciousness, &battle.row('B').vitals),
        "-2/10"
    );
    battle.perform('a', "done");
    assert_eq!(battle.asked().0, 'C', "B has no turn to take");
    battle.act_on('C', "mend", 'B');
    assert_eq!((left(&battle), battle.has('B', "unconscious"), battle.has('B', "prone")), (1, false, true));
    battle.all_rolled();
}

#[test] // FS-G18
fn a_combatant_healed_to_no_more_than_zero_stays_unconscious() {
    let mut battle = fight("Nobody", &[10, 10]);
    battle.act_on('a', "cut", 'B').act_on('a', "cut", 'B').perform('a', "done");
    let who = battle.id('B');
    let vitals = Vitals { hit_points: -3, ..battle.row('B').vitals };
    battle.state.impose(&BattleEvent::Healed {
        who,
        by: who,
        amount: Default::default(),
        vitals,
        rule: "R-2".into(),
        part: None,
    });
    battle.act_on('C', "mend", 'B');
    assert_eq!((left(&battle), battle.has('B', "unconscious")), (0, true));
    battle.act_on('C', "mend", 'B');
    assert_eq!((left(&battle), battle.has('B', "unconscious")), (3, false));
}

#[test] // FS-G18
fn further_damage_goes_below_zero_and_kills_at_minus_the_maximum() {
    let mut battle = fight("Nobody", &[10, 10, 10, 10]);
    battle.act_on('a', "cut", 'B').act_on('a', "cut", 'B').act_on('a', "cut", 'B');
    assert_eq!((left(&battle), battle.row('B').gone), (-8, false), "not yet -10");
    battle.perform('C', "done");
    battle.act_on('a', "cut", 'B');
    assert_eq!((left(&battle), battle.row('B').gone), (-14, true));
    battle.all_rolled();
    let mut battle = fight("Nobody", &[10]);
    battle.act_on('a', "slay", 'B');
    assert_eq!((left(&battle), battle.row('B').gone), (-10, true), "exactly minus its hit points, at once");
}

#[test] // FS-G18
fn some_combatants_die_with_their_last_hit_point() {
    for (dies, dead) in [
        ("Nobody", false),
        ("With(PlayerCharacter)", false),
        ("Without(PlayerCharacter)", true),
        ("SidesWithout(PlayerCharacter)", true),
    ] {
        let mut battle = fight(dies, &[10, 10]);
        battle.act_on('a', "cut", 'B').act_on('a', "cut", 'B');
        assert_eq!((left(&battle), battle.row('B').gone), (-2, dead), "{dies}");
    }
    // An ally of a player character without the trait is on a side with it.
    let dies = |dies: &str| {
        let plan = skirmish(&rules(dies), "A b c").unit('A', plain()).unit('b', plain()).unit('c', player());
        let mut battle = plan.rolls(&[20, 10, 5, 10, 10]);
        battle.act_on('A', "cut", 'b').act_on('A', "cut", 'b');
        battle.row('b').gone
    };
    assert_eq!((dies("Without(PlayerCharacter)"), dies("SidesWithout(PlayerCharacter)")), (true, false));
}

#[test] // FS-G18
fn the_forecast_tells_who_falls_and_who_dies() {
    for (dies, kills) in [("Nobody", false), ("Without(PlayerCharacter)", true)] {
        let mut battle = fight(dies, &[10]);
        battle.act_on('a', "cut", 'B');
        let setup = battle.battle().setup().clone();
        let cut = Act::at("cut", battle.id('B'), None);
        let told = forecast(battle.snapshot().view(), &setup.rules, battle.id('a'), &cut, None).expect("a forecast");
        assert_ne!(told.drops, Fraction::new(0, 1), "{dies}");
        assert_eq!((told.kills == told.drops, told.kills == Fraction::new(0, 1)), (kills, !kills), "{dies}");
    }
}

#[test] // FS-G18
fn fate_follows_from_the_points_that_are_left() {
    let rules = rules("Nobody");
    let policy = &rules.policies.consciousness;
    let fate = |hit_points| health::fate(policy, &Vitals { hit_points, maximum: 10, ..Vitals::default() });
    let fates = [1, 0, -9, -10, -11].map(fate);
    assert_eq!(fates, [Fate::Stands, Fate::Down, Fate::Down, Fate::Dies, Fate::Dies]);
    let frail = Vitals { hit_points: 0, maximum: 10, dies_at_zero: true, ..Vitals::default() };
    assert_eq!(health::fate(policy, &frail), Fate::Dies);
    assert_eq!(health::fraction(&Vitals { hit_points: -4, ..frail }), 0, "bars are empty below 0");
}
