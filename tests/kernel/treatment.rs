//! Attacks aimed at a part of the body, blocked hits, and the healing of wounds and of parts of the body.

use std::sync::Arc;

use crate::skirmish::*;
use serde::de::DeserializeOwned;
use warboard::battle::WeaponSlot;
use warboard::content::authored::parse;
use warboard::content::{Action, Condition, Name, Source, Stat, Table};
use warboard::odds::forecast;
use warboard::resolution::{Act, BattleEvent, Choice};
use warboard::rules::Ruleset;

const ACTIONS: &str = include_str!("../fixtures/tiny_actions.ron");

fn read<T: DeserializeOwned>(text: &str) -> T {
    parse(&Source::new("test.ron", text)).unwrap_or_else(|wrong| panic!("{}", wrong.brief()))
}

/// The tiny actions, a strike at parts of the body that deals 5 points, and these actions.
pub(crate) fn rules(collapse: &str, pipeline: &str, more: &str) -> Ruleset {
    let mut rules = Ruleset::clone(&fragments());
    let harm = r#"amount: Dice("5"), harm: Some("slashing")"#;
    let actions = ACTIONS.replace("amount: Weapon(steps: 0)", harm);
    let actions = format!("{}{more}]", actions.trim_end().trim_end_matches(']'));
    rules.actions = Table::new(read::<Vec<Action>>(&actions));
    rules.policies.damage.pipeline = read(pipeline);
    rules.policies.consciousness.collapse = read(collapse);
    rules
}

/// Hit points first, then a head, which attacks can be aimed at, or a body, which they cannot.
fn parts(more: &str) -> Ruleset {
    let part = |id: &str, aimed: &str| {
        format!(
            r#"(id: "{id}", points: (stat: Constitution, times: 1), points_rule: "R-21", aimed: {aimed}, thresholds: [
                (at: AtMost(0), first: None, condition: Some("shaken"), fate: Stands, rule: "R-20"),
            ])"#
        )
    };
    let head = part("head", r#"Some((amount: -4, rule: "R-23"))"#);
    let model = format!(r#"Parts((parts: [{head}, {}], usual: "body", usual_rule: "R-22"))"#, part("body", "None"));
    let mut rules = rules(&model, r#"[(does: Lose([Part]), rule: "R-9")]"#, more);
    let mut all: Vec<Action> = rules.actions.iter().map(|action| Action::clone(action)).collect();
    all.iter_mut().filter(|action| action.id.as_str() == "strike").for_each(|strike| strike.at_parts = true);
    rules.actions = Table::new(all);
    rules
}

fn duel(rules: Ruleset, dice: &[u16]) -> Skirmish {
    let tough = || base_unit().stat(Stat::Constitution, 8);
    skirmish(&Arc::new(rules), "a B").unit('a', tough()).unit('B', tough()).rolls(dice)
}

fn strike_at(battle: &Skirmish, part: &str) -> Act {
    Act::at("strike", battle.id('B'), Some(WeaponSlot(0))).aimed_at_part(Name::new(part))
}

#[test] // PR-181, PR-182
fn an_attack_aimed_at_a_part_has_its_penalty_and_harms_that_part() {
    let mut battle = duel(parts(""), &[20, 10, 18, 18]);
    let aimed = strike_at(&battle, "head");
    battle.act('a', aimed);
    let told = battle.log_lines().join("\n");
    assert!(told.contains("a: Strike at B (head)"), "{told}");
    assert!(told.contains("head -4 [R-23]"), "{told}");
    assert!(told.contains("lost: -5 (head -5 [R-9])"), "{told}");
    assert_eq!(battle.row('B').vitals.parts.left[..2], [3, 8]);
    battle.strike('a', 'B');
    assert_eq!(battle.row('B').vitals.parts.left[..2], [3, 3], "the usual part");
    battle.all_rolled();
}

#[test]
fn attacks_are_aimed_only_at_parts_that_allow_it_and_by_actions_that_may() {
    let mut battle = duel(parts(""), &[20, 10]);
    let mut why = |act: Act| battle.refused(Choice::Act(act)).why;
    let plain = Act::at("strike", warboard::battle::CombatantId(1), Some(WeaponSlot(0)));
    let at = |act: &Act, part: &str| act.clone().aimed_at_part(Name::new(part));
    assert_eq!(why(at(&plain, "body")), "attacks cannot be aimed at that part of the body");
    assert_eq!(why(at(&plain, "tail")), "attacks cannot be aimed at that part of the body");
    assert_eq!(why(at(&Act { action: "shout".into(), weapon: None, ..plain }, "head")), "names no part of the body");
}

#[test]
fn the_forecast_of_an_aimed_attack_has_its_penalty() {
    let battle = duel(parts(""), &[20, 10]);
    let rules = &battle.battle().setup().rules;
    let told = |act: &Act| forecast(battle.snapshot().view(), rules, battle.id('a'), act, None).expect("a forecast");
    let aimed = told(&strike_at(&battle, "head"));
    let plain = told(&Act::at("strike", battle.id('B'), Some(WeaponSlot(0))));
    assert_eq!(aimed.bonus.total(), plain.bonus.total() - 4);
    assert_eq!(aimed.target, "B (head)");
}

#[test]
fn an_act_keeps_its_part_when_it_is_written_and_a_plain_one_has_none() {
    let act = Act::own("wait");
    assert!(!ron::to_string(&act).expect("data").contains("part"));
    let aimed = act.aimed_at_part(Name::new("head"));
    let read: Act = ron::from_str(&ron::to_string(&aimed).expect("data")).expect("it can be read");
    assert_eq!(read, aimed);
}

/// A strike whose hits the target blocks if they succeed by 10, and a shield that then counts.
const BLOCKED: &str = r#"
    (
        id: "blow", name: "Blow", about: "A blow that may be blocked.",
        speed: Class(Standard), aim: Enemy, reach: Weapon,
        does: Check((roll: Weapon, against: Difficulty(number: 5, rule: "R-40"), ladder: [
            (when: Wins, effects: [(does: Harm(to: Target, amount: Dice("5"), harm: Some("slashing")))]),
            (when: Over(10), effects: [(does: Blocked)]),
        ])),
        rule: "R-41",
    ),
"#;

#[test] // FS-080, FS-158
fn a_blocked_hit_meets_the_steps_for_blocked_hits() {
    let mut rules = parts(BLOCKED);
    rules.policies.damage.pipeline = read(
        r#"[(on: (blocked: Some(true)), does: Percent(by: -60, of: SoFar), rule: "R-42"), (does: Lose([Part]), rule: "R-9")]"#,
    );
    let mut battle = duel(rules, &[20, 10, 14, 16]);
    battle.act_on('a', "blow", 'B');
    assert_eq!(battle.row('B').vitals.parts.left[1], 3, "not blocked");
    let told = forecast(
        battle.snapshot().view(),
        &battle.battle().setup().rules.clone(),
        battle.id('a'),
        &Act::at("blow", battle.id('B'), None),
        None,
    );
    let told = told.expect("a forecast");
    let chances: Vec<i32> = told.damage.iter().map(|(value, _)| value).collect();
    assert_eq!(chances, [0, 2, 5], "a miss, a blocked hit and a plain one: {told}");
    battle.act_on('a', "blow", 'B');
    assert_eq!(battle.row('B').vitals.parts.left[1], 1, "5 less 60 percent");
    battle.all_rolled();
}

const CARE: &str = r#"
    (
        id: "mend", name: "Mend", about: "Restores points of a part of the body.",
        speed: Class(Standard), aim: Enemy, reach: Adjacent,
        does: Effects([(does: HealPart(amount: Dice("3")))]), rule: "R-50",
    ),
    (
        id: "calm", name: "Calm", about: "Stops dying.",
        speed: Class(Standard), aim: Enemy, reach: Adjacent, does: Effects([(does: Stabilise)]), rule: "R-51",
    ),
"#;

/// The points that each healing restored, with their part.
fn healed(battle: &mut Skirmish) -> Vec<(i16, String)> {
    let facts = battle.events().into_iter();
    let healed = facts.filter_map(|fact| match fact {
        BattleEvent::Healed { amount, part, .. } => {
            Some((amount.total(), part.map_or_else(String::new, |part| part.to_string())))
        }
        _ => None,
    });
    healed.collect()
}

#[test] // PR-188
fn a_part_of_the_body_regains_points_the_named_one_or_the_most_hurt() {
    let mut battle = duel(parts(CARE), &[20, 10, 18, 18, 18]);
    battle.act('a', strike_at(&battle, "head"));
    battle.strike('a', 'B').strike('a', 'B');
    assert_eq!(battle.row('B').vitals.parts.left[..2], [3, -2]);
    assert!(battle.has('B', "shaken"), "nothing left of the body");
    battle.wait('B').act_on('a', "mend", 'B');
    let named = Act::at("mend", battle.id('B'), None).aimed_at_part(Name::new("head"));
    battle.act('a', named.clone());
    assert_eq!(battle.row('B').vitals.parts.left[..2], [6, 1]);
    assert!(!battle.has('B', "shaken"), "as long as the wound");
    battle.act('a', named);
    assert_eq!(battle.row('B').vitals.parts.left[..2], [8, 1], "at most its points at full health");
    let head = || "head".to_owned();
    assert_eq!(healed(&mut battle), [(3, "body".to_owned()), (3, head()), (3, head())]);
    let tail = Act::at("mend", battle.id('B'), None).aimed_at_part(Name::new("tail"));
    battle.wait('B');
    assert_eq!(battle.refused(Choice::Act(tail)).why, "there is no such part of the body");
    battle.all_rolled();
}

#[test] // HD-332, PR-176
fn a_stable_combatant_is_not_dying_until_its_wounds_get_worse() {
    let mut rules = parts(CARE);
    rules.policies.consciousness.stable = read(r#"Some((dying: "shaken", stable: "slowed", rule: "R-52"))"#);
    let mut battle = duel(rules, &[20, 10, 18, 18, 18]);
    battle.act_on('a', "calm", 'B');
    assert!(!battle.has('B', "slowed"), "it is not dying");
    battle.strike('a', 'B').strike('a', 'B');
    assert!(battle.has('B', "shaken"));
    battle.wait('B').act_on('a', "calm", 'B');
    assert!(battle.has('B', "slowed") && !battle.has('B', "shaken"));
    battle.act_on('a', "mend", 'B');
    assert!(battle.has('B', "slowed") || battle.row('B').vitals.parts.left[1] > 0);
    battle.strike('a', 'B');
    assert!(battle.has('B', "shaken") && !battle.has('B', "slowed"), "worse again");
    battle.all_rolled();
}

/// Three levels of severity with two slots each, and an action that treats a wound.
fn slots() -> Ruleset {
    let level = |id: &str, least: i16| {
        format!(
            r#"(id: "{id}", least: {least}, least_rule: "R-10", slots: Fixed(2), slots_rule: "R-11", condition: None,
            fate: Stands, fate_rule: "R-12")"#
        )
    };
    let levels = [level("light", 0), level("moderate", 4), level("severe", 8)].join(", ");
    let model = format!(r#"Slots((levels: [{levels}], overflow_rule: "R-13"))"#);
    let treat = r#"
    (
        id: "treat", name: "Treat", about: "Treats a wound.",
        speed: Class(Standard), aim: Enemy, reach: Adjacent,
        does: Check((roll: Stat(Power), against: WoundLevel(numbers: [5, 8, 11], rule: "R-60"), ladder: [
            (when: Wins, effects: [(does: HealWound(steps: 1))]),
            (when: Every(2), effects: [(does: MoreSteps(1))]),
        ])),
        rule: "R-61",
    ),
    (
        id: "calm_wounds", name: "Calm wounds", about: "A check against the number of wounds.",
        speed: Class(Standard), aim: Enemy, reach: Adjacent,
        does: Check((roll: Stat(Power), against: WoundCount(rule: "R-62"), ladder: [(when: Wins, effects: [])])),
        rule: "R-63",
    ),
    "#;
    rules(&model, r#"[(does: Lose([Slot]), rule: "R-9")]"#, treat)
}

/// A duel in which the target has these wounds.
fn wounded(filled: [u8; 3], dice: &[u16]) -> Skirmish {
    let mut battle = duel(slots(), dice);
    let mut vitals = battle.row('B').vitals;
    vitals.wounds.filled[..3].copy_from_slice(&filled);
    let (who, rule) = (battle.id('B'), Name::new("test"));
    let hurt = BattleEvent::Bolstered { who, amount: Default::default(), vitals, rule };
    battle.state.impose(&hurt);
    battle.events();
    battle
}

#[test] // HD-331, HD-348, HD-349, HD-351, HD-352
fn a_wound_becomes_lighter_by_one_level_and_one_for_every_two_points_of_the_margin() {
    let mut battle = wounded([1, 0, 1], &[20, 10, 11, 13, 6, 4]);
    battle.act_on('a', "treat", 'B');
    assert_eq!(battle.row('B').vitals.wounds.filled[..3], [1, 1, 0], "by one");
    let mut one = wounded([1, 0, 1], &[20, 10, 13]);
    one.act_on('a', "treat", 'B');
    assert_eq!(one.row('B').vitals.wounds.filled[..3], [2, 0, 0], "by two: the margin is 2");
    assert!(one.log_lines().join("\n").contains("a heals B (severe) for 2"));
    one.all_rolled();
    battle.act_on('a', "treat", 'B');
    assert_eq!(battle.row('B').vitals.wounds.filled[..3], [1, 0, 0], "a margin of 5 takes a moderate wound away");
    battle.act_on('a', "treat", 'B');
    assert_eq!(battle.row('B').vitals.wounds.filled[..3], [0, 0, 0]);
    battle.wait('B').act_on('a', "calm_wounds", 'B');
    assert!(battle.log_lines().join("\n").contains("difficulty: 0 (wounds +0 [R-62])"));
    battle.all_rolled();
}

#[test]
fn a_treated_wound_stays_above_full_levels_and_can_be_named() {
    let mut battle = wounded([2, 2, 1], &[20, 10, 13, 5]);
    battle.act_on('a', "treat", 'B');
    assert_eq!(battle.row('B').vitals.wounds.filled[..3], [2, 2, 1], "no slot below is empty");
    let told = battle.log_lines().join("\n");
    assert!(told.contains("healing: 0 (level +2 [R-61], no empty slot -2 [R-13])"), "{told}");
    let light = Act::at("treat", battle.id('B'), None).aimed_at_part(Name::new("light"));
    battle.act('a', light);
    assert_eq!(battle.row('B').vitals.wounds.filled[..3], [1, 2, 1]);
    let mut none = wounded([0, 0, 1], &[20, 10]);
    let light = Act::at("treat", none.id('B'), None).aimed_at_part(Name::new("light"));
    assert_eq!(none.refused(Choice::Act(light)).why, "the target has no such wound");
    battle.all_rolled();
    none.all_rolled();
}

#[test] // FS-143, PR-112, PR-198
fn conditions_give_and_lower_resistances_as_long_as_they_last() {
    let mut rules = parts("");
    rules.policies.damage.pipeline =
        read(r#"[(does: Resistances(count: Highest, covers: Any), rule: "R-71"), (does: Lose([Part]), rule: "R-9")]"#);
    let gives = r#"[(does: Resists((to: "slashing", resists: Points(3), rule: "R-70")), rule: "R-70")]"#;
    let lowers = r#"[(does: LowersResistances(2), rule: "R-72")]"#;
    let mut all: Vec<Condition> = rules.conditions.iter().map(|condition| Condition::clone(condition)).collect();
    for condition in &mut all {
        match condition.id.as_str() {
            "poisoned" => condition.does = read(gives),
            "entangled" => condition.does = read(lowers),
            _ => {}
        }
    }
    rules.conditions = Table::new(all);
    let mut battle = duel(rules, &[20, 10, 18, 18, 18]);
    let lost = |battle: &Skirmish| 8 - battle.row('B').vitals.parts.left[1];
    battle.afflict('B', "poisoned");
    battle.strike('a', 'B');
    assert_eq!(lost(&battle), 5 - 3);
    battle.afflict('B', "entangled");
    battle.strike('a', 'B');
    assert_eq!(lost(&battle), 2 + 5 - 1);
    let (who, rule) = (battle.id('B'), Name::new("test"));
    battle.state.impose(&BattleEvent::ConditionLost { who, condition: Name::new("entangled"), rule });
    assert_eq!(battle.row('B').sheet.resistances.len(), 1);
    battle.strike('a', 'B');
    assert_eq!(lost(&battle), 6 + 5 - 3);
    battle.all_rolled();
}

/// Wounds that keep a combatant down from the second level on, and a check of Fortitude to wake in spite of them.
fn down(against: &str) -> Ruleset {
    let level = |id: &str, least: i16, fate: &str| {
        format!(
            r#"(id: "{id}", least: {least}, least_rule: "R-10", slots: Fixed(3), slots_rule: "R-11", condition: {},
            fate: {fate}, fate_rule: "R-12")"#,
            if fate == "Down" { r#"Some("shaken")"# } else { "None" }
        )
    };
    let model = format!(
        r#"Slots((levels: [{}, {}], overflow_rule: "R-13"))"#,
        level("light", 1, "Stands"),
        level("critical", 5, "Down")
    );
    let mend = r#"(
        id: "bind", name: "Bind", about: "Heals a wound.", speed: Class(Standard), aim: Enemy, reach: Adjacent,
        does: Effects([(does: HealWound(steps: 2))]), rule: "R-61",
    ),"#;
    let mut rules = rules(&model, r#"[(does: Lose([Slot]), rule: "R-9")]"#, &format!("{CARE}{mend}"));
    let wakes = format!(r#"Some((stat: Fortitude, against: {against}, rule: "R-53"))"#);
    rules.policies.consciousness.stable =
        read(&format!(r#"Some((dying: "shaken", stable: "slowed", wakes: {wakes}, rule: "R-52"))"#));
    rules
}

fn sleeps(battle: &Skirmish) -> bool {
    battle.has('B', "unconscious")
}

#[test] // HD-333
fn a_stabilised_combatant_may_wake_at_once_in_spite_of_its_wounds() {
    // Fortitude and the die against one wound, or a number.
    for (stat, against, die, wakes) in [(-5, "Wounds", 6, true), (-5, "Wounds", 5, false), (0, "Number(6)", 6, true)] {
        let unit = base_unit().stat(Stat::Fortitude, stat);
        let plan =
            skirmish(&Arc::new(down(against)), "a B . C").unit('a', base_unit()).unit('B', unit).unit('C', base_unit());
        let mut battle = plan.rolls(&[20, 10, 5, 18, die]);
        battle.strike('a', 'B');
        assert!(sleeps(&battle) && battle.has('B', "shaken"), "down and dying");
        battle.act_on('a', "calm", 'B');
        assert!(battle.has('B', "slowed") && !battle.has('B', "shaken"));
        assert_eq!(!sleeps(&battle), wakes, "{stat} {against} {die}");
        let told = battle.log_lines().join("\n");
        assert!(told.contains("[R-53]"), "{told}");
        battle.all_rolled();
    }
}

#[test] // HD-333
fn a_healed_wound_allows_a_check_to_wake_and_a_new_one_that_keeps_down_fells_again() {
    let unit = base_unit().stat(Stat::Fortitude, -5);
    let plan =
        skirmish(&Arc::new(down("Wounds")), "a B . C").unit('a', base_unit()).unit('B', unit).unit('C', base_unit());
    // Two wounds that keep down; with one of them healed, the die must reach 6. Attacks on the prone roll two dice.
    let mut battle = plan.rolls(&[20, 10, 5, 18, 18, 18, 6, 18, 18]);
    battle.strike('a', 'B').strike('a', 'B');
    assert!(sleeps(&battle));
    battle.act_on('a', "bind", 'B');
    assert!(!sleeps(&battle), "awake with the other wound");
    battle.wait(battle.asked().0);
    while battle.asked().0 != 'a' {
        let who = battle.asked().0;
        battle.wait(who);
    }
    battle.strike('a', 'B');
    assert!(sleeps(&battle), "a second wound that keeps down");
    battle.all_rolled();
}
