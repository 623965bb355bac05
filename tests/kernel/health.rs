//! The damage pipeline and the health models, each shown with a ruleset whose steps are written in the test.

use std::sync::Arc;

use crate::skirmish::*;
use serde::de::DeserializeOwned;
use warboard::battle::Vitals;
use warboard::content::authored::parse;
use warboard::content::{
    Action, Breakdown, DamageTypes, Fate, HealthModel, HitTraits, Label, Name, Resistance, Source, Stat, Table, Unit,
};
use warboard::mechanics::damage::{self, AppliedDamage, PendingDamage};
use warboard::mechanics::{Game, health};
use warboard::resolution::BattleEvent;
use warboard::rules::Ruleset;

const ACTIONS: &str = include_str!("../fixtures/tiny_actions.ron");
/// Hit points below 0 alone.
const LOSE: &str = r#"(does: Lose([HitPointsBelowZero]), rule: "R-9")"#;

fn read<T: DeserializeOwned>(text: &str) -> T {
    parse(&Source::new("test.ron", text)).unwrap_or_else(|wrong| panic!("{}", wrong.brief()))
}

/// The Fragments rule system with this damage pipeline, and the actions of the tiny rulesets.
fn piped(steps: &str) -> Ruleset {
    let mut rules = Ruleset::clone(&fragments());
    rules.policies.damage.pipeline = read(&format!("[{steps}]"));
    rules.actions = Table::new(read::<Vec<Action>>(ACTIONS));
    rules
}

/// A hit of `a` on `B` for a number of points.
fn hit(battle: &Skirmish, points: i16) -> PendingDamage {
    let (by, rule) = (battle.id('a'), Name::new("R-1"));
    let amount = Breakdown::of([(Label::DamageDice, points, rule)]);
    PendingDamage::plain((battle.id('B'), by), Name::new("strike"), DamageTypes::SLASHING, amount, rule)
}

fn settle(battle: &Skirmish, hits: &[PendingDamage]) -> Vec<AppliedDamage> {
    let rules = &battle.battle().setup().rules;
    damage::settle(Game::new(battle.snapshot().view(), rules.book()), hits)
}

/// A duel against this unit, in which `a` acts first.
fn against(rules: Ruleset, target: Unit, dice: &[u16]) -> Skirmish {
    skirmish(&Arc::new(rules), "a B").unit('a', base_unit()).unit('B', target).rolls(dice)
}

/// A duel in which nothing is rolled but initiative, and the target has these stats.
fn duel(rules: Ruleset, stats: &[(Stat, i16)]) -> Skirmish {
    let target = stats.iter().fold(base_unit(), |unit, (stat, value)| unit.stat(*stat, *value));
    against(rules, target, &[20, 10])
}

/// The terms of the damage of one hit, in words.
fn lines(battle: &Skirmish, blow: PendingDamage) -> String {
    settle(battle, &[blow]).remove(0).amount.to_string()
}

#[test]
fn the_order_of_the_steps_of_the_pipeline_matters() {
    let reduction = [(Stat::DamageReduction, 3)];
    let subtract = r#"(does: Subtract(stat: DamageReduction), rule: "R-2")"#;
    let double = r#"(does: Percent(by: 100, of: SoFar), rule: "R-3")"#;
    let first = duel(piped(&format!("{subtract}, {double}, {LOSE}")), &reduction);
    let told = "14 (damage dice +10 [R-1], damage reduction -3 [R-2], +100% +7 [R-3])";
    assert_eq!(lines(&first, hit(&first, 10)), told);
    let last = duel(piped(&format!("{double}, {subtract}, {LOSE}")), &reduction);
    let told = "17 (damage dice +10 [R-1], +100% +10 [R-3], damage reduction -3 [R-2])";
    assert_eq!(lines(&last, hit(&last, 10)), told);
    let hurt = settle(&last, &[hit(&last, 10)]).remove(0);
    assert_eq!((hurt.wounds, hurt.vitals.hit_points, hurt.rule), (17, 10 - 17, Name::new("R-9")));
}

#[test]
fn percentages_are_of_the_damage_so_far_or_of_the_damage_rolled() {
    let twice = |of: &str| {
        let double = format!(r#"(does: Percent(by: 100, of: {of}), rule: "R-2")"#);
        format!("{double}, {double}, {LOSE}")
    };
    for (of, dealt) in [("SoFar", 40), ("Rolled", 30)] {
        let battle = duel(piped(&twice(of)), &[]);
        assert_eq!(settle(&battle, &[hit(&battle, 10)])[0].amount.total(), dealt, "{of}");
    }
    let less = duel(piped(&format!(r#"(does: Percent(by: -50, of: SoFar), rule: "R-2"), {LOSE}"#)), &[]);
    assert_eq!(settle(&less, &[hit(&less, 5)])[0].amount.total(), 2, "5 - 3: the part is rounded down");
}

#[test]
fn a_hit_knows_its_margin_what_it_bypasses_and_whether_it_was_blocked() {
    let steps = r#"
        (does: Margin, rule: "R-2"),
        (on: (not_bypassing: Some("armor")), does: Subtract(stat: DamageReduction), rule: "R-3"),
        (on: (bypassing: Some("armor")), does: Subtract(stat: Fortitude), rule: "R-4"),
        (on: (blocked: Some(true)), does: Subtract(stat: Endurance, half: true), rule: "R-5"),
        (does: Lose([HitPoints]), rule: "R-6"),
    "#;
    let stats = [(Stat::DamageReduction, 4), (Stat::Fortitude, 1), (Stat::Endurance, 5)];
    let battle = duel(piped(steps), &stats);
    let by = PendingDamage { margin: 2, ..hit(&battle, 8) };
    assert_eq!(lines(&battle, by.clone()), "6 (damage dice +8 [R-1], margin +2 [R-2], damage reduction -4 [R-3])");
    let traits = HitTraits { bypasses: vec![Name::new("armor")], ..HitTraits::default() };
    let through = PendingDamage { traits, blocked: true, ..by };
    let told = "6 (damage dice +8 [R-1], margin +2 [R-2], fortitude -1 [R-4], endurance -3 [R-5])";
    assert_eq!(lines(&battle, through), told);
}

#[test]
fn the_margin_of_an_attack_is_added_to_its_damage() {
    let dealt = |steps: &str| {
        let mut battle = against(piped(steps), base_unit().stat(Stat::Strength, 50), &[20, 10, 19, 4]);
        battle.strike('a', 'B');
        battle.all_rolled();
        let margin = battle.events().into_iter().find_map(|event| match event {
            BattleEvent::CheckRolled(rolled) => Some(rolled.margin),
            _ => None,
        });
        (60 - battle.row('B').vitals.hit_points, margin.expect("a roll"))
    };
    let (plain, margin) = dealt(LOSE);
    assert!(margin > 0);
    assert_eq!(dealt(&format!(r#"(does: Margin, rule: "R-2"), {LOSE}"#)).0, plain + margin);
}

/// Rules with groups and resistances, and a target with all of them.
fn resisting(count: &str, covers: &str, resistances: &str) -> Skirmish {
    let step = format!(r#"(does: Resistances(count: {count}, covers: {covers}), rule: "R-2")"#);
    let mut rules = piped(&format!("{step}, {LOSE}"));
    let physical = r#"[(id: "physical", of: ["bludgeoning", "piercing", "slashing"], rule: "R-3")]"#;
    rules.policies.damage.groups = read(physical);
    let resistances: Vec<Resistance> = read(resistances);
    against(rules, Unit { resistances, ..base_unit() }, &[20, 10])
}

#[test]
fn only_the_highest_resistance_and_the_worst_vulnerability_count() {
    let all = r#"[
        (to: "slashing", resists: Points(3), rule: "R-4"), (to: "physical", resists: Points(5), rule: "R-5"),
        (to: "fire", resists: Points(9), rule: "R-6"), (except: "magic", resists: Points(4), rule: "R-7"),
        (to: "slashing", resists: Vulnerable(1), rule: "R-8"), (to: "physical", resists: Vulnerable(2), rule: "R-8"),
    ]"#;
    let highest = resisting("Highest", "Any", all);
    let told = "7 (damage dice +10 [R-1], vulnerability +2 [R-8], resistance -5 [R-5])";
    assert_eq!(lines(&highest, hit(&highest, 10)), told);
    let fire = PendingDamage { harm: DamageTypes::FIRE, ..hit(&highest, 10) };
    assert_eq!(lines(&highest, fire), "1 (damage dice +10 [R-1], resistance -9 [R-6])");
    let magic = DamageTypes::named("magic").expect("few types").and(DamageTypes::SUFFOCATION);
    let magic = PendingDamage { harm: magic, ..hit(&highest, 10) };
    assert_eq!(lines(&highest, magic), "10 (damage dice +10 [R-1])", "nothing else concerns it");
    let sum = resisting("Sum", "Any", all);
    assert_eq!(settle(&sum, &[hit(&sum, 20)])[0].amount.total(), 20 + 1 + 2 - 3 - 5 - 4);
}

#[test]
fn a_hit_of_two_types_has_both_at_once() {
    let immune = r#"[(to: "slashing", resists: Immune, rule: "R-4")]"#;
    let both = DamageTypes::SLASHING.and(DamageTypes::BLUDGEONING);
    let dealt = |covers: &str, resistances: &str| {
        let battle = resisting("Highest", covers, resistances);
        settle(&battle, &[PendingDamage { harm: both, ..hit(&battle, 10) }])[0].amount.total()
    };
    assert_eq!(dealt("Any", immune), 0, "it is slashing");
    assert_eq!(dealt("Every", immune), 10, "but not only");
    assert_eq!(dealt("Every", r#"[(to: ["slashing", "bludgeoning"], resists: Immune, rule: "R-4")]"#), 0);
    assert_eq!(dealt("Every", r#"[(to: "physical", resists: Immune, rule: "R-4")]"#), 0, "a group of both");
}

#[test]
fn a_ward_absorbs_damage_before_the_pools_up_to_its_strength() {
    let steps = r#"(on: (not_bypassing: Some("barrier")), does: Ward("barrier"), rule: "R-2"),
        (does: Ward("shell"), rule: "R-3"), "#;
    let mut rules = piped(&format!("{steps} {LOSE}"));
    rules.policies.damage.wards =
        read(r#"[(id: "barrier", once: false, rule: "R-2"), (id: "shell", once: true, rule: "R-3")]"#);
    let raise = |kind: &str, points: u8, most: &str| {
        let does = format!(r#"Ward(kind: "{kind}", points: Dice("{points}"), of_a_hit: {most})"#);
        format!(
            r#"(id: "raise_{kind}", name: "Raise", about: "A ward.", speed: Nothing, aim: Enemy,
            does: Effects([(does: {does})]), rule: "R-4"),"#
        )
    };
    let actions = ACTIONS.trim_end().trim_end_matches(']').to_owned();
    let actions = format!("{actions}{}{}]", raise("barrier", 7, "Some(3)"), raise("shell", 4, "None"));
    rules.actions = Table::new(read::<Vec<Action>>(&actions));
    let mut battle = against(rules, base_unit(), &[20, 10]);
    battle.act_on('a', "raise_barrier", 'B').act_on('a', "raise_shell", 'B');
    let hits = [10, 2, 5, 5].map(|points| hit(&battle, points));
    let taken: Vec<String> = settle(&battle, &hits).iter().map(|hurt| hurt.amount.to_string()).collect();
    let told = [
        "3 (damage dice +10 [R-1], barrier -3 [R-2], shell -4 [R-3])",
        "0 (damage dice +2 [R-1], barrier -2 [R-2])",
        "3 (damage dice +5 [R-1], barrier -2 [R-2])",
        "5 (damage dice +5 [R-1])",
    ];
    assert_eq!(taken, told);
    let traits = HitTraits { bypasses: vec![Name::new("barrier")], ..HitTraits::default() };
    let small = settle(&battle, &[PendingDamage { traits, ..hit(&battle, 1) }, hit(&battle, 6)]);
    assert_eq!(small[0].amount.to_string(), "0 (damage dice +1 [R-1], shell -1 [R-3])");
    assert_eq!(small[1].amount.to_string(), "3 (damage dice +6 [R-1], barrier -3 [R-2])", "a used shell is gone");
    assert_eq!(health::remaining(&battle.row('B').vitals), 10 + 7 + 4);
    assert!(battle.log_lines().join("\n").contains("barrier"));
}

/// Five levels of severity by damage of 0, 2, 4, 6 and 8; the slots of the lightest follow a stat, those of the others a
/// table and a number.
fn slots() -> Ruleset {
    let mut rules = piped(
        r#"(does: Subtract(stat: DamageReduction, below_zero: true), rule: "R-2"),
        (does: Lose([Slot]), rule: "R-9")"#,
    );
    let level = |id: &str, least: i16, slots: &str, condition: &str, fate: &str| {
        format!(
            r#"(id: "{id}", least: {least}, least_rule: "R-10", slots: {slots}, slots_rule: "R-11",
            condition: {condition}, fate: {fate}, fate_rule: "R-12")"#
        )
    };
    let levels = [
        level("light", 0, "Stat(Persona, 2)", "None", "Stands"),
        level("moderate", 2, "Table(Constitution, [(-1, 1), (0, 3), (4, 4)])", "None", "Stands"),
        level("severe", 4, "Fixed(2)", r#"Some("shaken")"#, "Stands"),
        level("critical", 6, "Fixed(2)", r#"Some("slowed")"#, "Stands"),
        level("fatal", 8, "Fixed(1)", "None", "Down"),
    ];
    let model = format!(r#"Slots((levels: [{}], overflow_rule: "R-13"))"#, levels.join(", "));
    rules.policies.consciousness.collapse = read::<HealthModel>(&model);
    rules
}

#[test]
fn a_wound_without_an_empty_slot_becomes_worse() {
    let battle = duel(slots(), &[(Stat::Constitution, 5)]);
    assert_eq!(battle.row('B').vitals.wounds.slots, [2, 4, 2, 2, 1, 0]);
    let worse = HitTraits { severity: 1, ..HitTraits::default() };
    let milder = HitTraits { severity: -1, ..HitTraits::default() };
    let mut hits = [5, 4, 3, 0, 10].map(|points| hit(&battle, points));
    hits[2].traits = worse;
    hits[3].traits = milder;
    let hurts = settle(&battle, &hits);
    let told: Vec<_> = hurts.iter().map(|hurt| (hurt.severity.to_string(), hurt.pools.to_string())).collect();
    let severe = ("3 (level +3 [R-10])", "-1 (severe -1 [R-9])");
    let critical = ("4 (level +2 [R-10], severity +1 [R-1], no empty slot +1 [R-13])", "-1 (critical -1 [R-9])");
    let none = ("0 (level +1 [R-10], severity -1 [R-1])", "0");
    let fatal = ("5 (level +5 [R-10])", "-1 (fatal -1 [R-9])");
    let expected = [severe, severe, critical, none, fatal].map(|(one, other)| (one.to_owned(), other.to_owned()));
    assert_eq!(told, expected);
    assert_eq!(hurts.iter().map(|hurt| hurt.wounds).collect::<Vec<_>>(), [3, 3, 4, 0, 5], "in points of the levels");
    let after = hurts[4].vitals;
    assert_eq!(after.wounds.filled, [0, 0, 2, 1, 1, 0]);
    let policy = &battle.battle().setup().rules.policies.consciousness;
    assert_eq!(health::fate(policy, &after), Fate::Down);
    let again = Vitals { wounds: warboard::battle::WoundTrack { filled: [0, 0, 2, 1, 2, 0], ..after.wounds }, ..after };
    assert_eq!(health::fate(policy, &again), Fate::Dies, "no slot holds a second fatal wound");
}

#[test]
fn a_hit_below_the_lightest_level_causes_no_wound() {
    let battle = duel(slots(), &[(Stat::DamageReduction, 4)]);
    let hurts = settle(&battle, &[hit(&battle, 4), hit(&battle, 3)]);
    assert_eq!((hurts[0].amount.total(), hurts[0].vitals.wounds.filled[0]), (0, 1), "0 is a light wound");
    assert_eq!((hurts[1].amount.total(), hurts[1].vitals.wounds.filled[0]), (-1, 1), "less than 0 is none");
}

/// A strike that always deals this number of points, with these traits.
fn striking(mut rules: Ruleset, points: u8, traits: &str) -> Ruleset {
    let harm = format!(r#"amount: Dice("{points}"), harm: Some("slashing"), hit: {traits}"#);
    let actions = ACTIONS.replace("amount: Weapon(steps: 0)", &harm);
    rules.actions = Table::new(read::<Vec<Action>>(&actions));
    rules
}

#[test]
fn wounds_bring_the_conditions_of_their_severity_and_fell() {
    let mut battle = against(striking(slots(), 4, "()"), base_unit(), &[20, 10, 15, 15, 15]);
    battle.strike('a', 'B').strike('a', 'B');
    assert!(battle.has('B', "shaken") && !battle.has('B', "slowed"));
    battle.strike('a', 'B');
    assert!(battle.has('B', "slowed") && !battle.has('B', "shaken"), "the worst wound counts");
    battle.wait('B').wait('a');
    assert!(battle.has('B', "slowed"), "as long as the wound");
    battle.all_rolled();
    let rules = Arc::new(striking(slots(), 9, "()"));
    let plan = skirmish(&rules, "a B . . C").unit('a', base_unit()).unit('B', base_unit()).unit('C', base_unit());
    let mut battle = plan.rolls(&[20, 10, 5, 15, 15, 15]);
    battle.strike('a', 'B');
    assert!(battle.has('B', "unconscious"));
    battle.strike('a', 'B');
    assert!(battle.has('B', "dead"));
}

/// Hit points, and then the body or a leg: below half of its points a leg slows for a round and shakes as long as it lasts,
/// at none left it fells, and as far below none as it had, it kills.
fn parts() -> Ruleset {
    let mut rules = piped(
        r#"(on: (not_bypassing: Some("hit_points")), does: Lose([HitPoints]), rule: "R-8"),
        (does: Lose([Part]), rule: "R-9")"#,
    );
    let threshold = |at: &str, first: &str, condition: &str, fate: &str| {
        format!(r#"(at: {at}, first: {first}, condition: {condition}, fate: {fate}, rule: "R-20")"#)
    };
    let thresholds = [
        threshold("Below(50)", r#"Some((condition: "slowed", rounds: 1))"#, r#"Some("shaken")"#, "Stands"),
        threshold("AtMost(0)", "None", "None", "Down"),
        threshold("AtMost(-100)", "None", "None", "Dies"),
    ];
    let part = |id: &str, times: u8| {
        let all = thresholds.join(", ");
        format!(
            r#"(id: "{id}", points: (stat: Constitution, times: {times}), points_rule: "R-21", thresholds: [{all}])"#
        )
    };
    let model =
        format!(r#"Parts((parts: [{}, {}], usual: "body", usual_rule: "R-22"))"#, part("leg", 1), part("body", 2));
    rules.policies.consciousness.collapse = read::<HealthModel>(&model);
    rules
}

fn passed(battle: &mut Skirmish) -> Vec<(String, i16)> {
    let events = battle.events().into_iter();
    let passed = events.filter_map(|event| match event {
        BattleEvent::ThresholdPassed { part, left, .. } => Some((part.to_string(), left)),
        _ => None,
    });
    passed.collect()
}

#[test]
fn what_hit_points_cannot_lose_overflows_into_a_part_of_the_body() {
    let battle = duel(parts(), &[(Stat::Strength, -7), (Stat::Constitution, 14)]);
    let leg = HitTraits { part: Some(Name::new("leg")), ..HitTraits::default() };
    let mut through = leg.clone();
    through.bypasses.push(Name::new("hit_points"));
    let traits = [leg, HitTraits::default(), through];
    let hits = traits.map(|traits| PendingDamage { traits, ..hit(&battle, 10) });
    let hurts = settle(&battle, &hits);
    let lost: Vec<_> = hurts.iter().map(|hurt| hurt.pools.to_string()).collect();
    assert_eq!(lost, ["-7 (leg -7 [R-9])", "-10 (body -10 [R-9])", "-10 (leg -10 [R-9])"]);
    let after = hurts[2].vitals;
    assert_eq!((after.hit_points, after.parts.left[0], after.parts.left[1]), (0, -3, 18));
    let only = settle(&battle, &[PendingDamage { traits: hits[2].traits.clone(), ..hit(&battle, 1) }]).remove(0);
    assert_eq!(only.vitals.hit_points, 3, "straight to the leg");
}

#[test]
fn a_part_of_the_body_passes_its_thresholds_once() {
    let leg = r#"(part: Some("leg"), bypasses: ["hit_points"])"#;
    let target = base_unit().stat(Stat::Constitution, 14);
    let mut battle = against(striking(parts(), 7, leg), target.clone(), &[20, 10, 15, 15]);
    battle.strike('a', 'B');
    assert!(passed(&mut battle).is_empty(), "exactly half is not below half");
    assert!(!battle.has('B', "shaken"));
    battle.strike('a', 'B');
    assert_eq!(passed(&mut battle), [("leg".to_owned(), 0), ("leg".to_owned(), 0)], "half, and none left");
    assert!(battle.has('B', "shaken") && battle.has('B', "slowed") && battle.has('B', "unconscious"));
    assert_eq!(battle.row('B').vitals.hit_points, 10);
    let mut battle = against(striking(parts(), 8, leg), target, &[20, 10, 15]);
    battle.strike('a', 'B');
    assert_eq!(passed(&mut battle), [("leg".to_owned(), 6)]);
    assert!(battle.has('B', "slowed"), "for a round");
}
