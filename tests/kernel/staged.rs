//! Staged attacks: chosen defences, miss chances, confirmed critical hits, the winner's action, and riders.

use std::sync::Arc;

use crate::proofs::{economy, reactions_left, rounds};
use crate::skirmish::*;
use warboard::content::authored::parse;
use warboard::content::{
    Action, AttackStages, Condition, Contest, Name, Reaction, ReactionFilter, RollPolicies, RollPolicy, Source, Stat,
    Table, Trigger,
};
use warboard::mechanics::attack::Degree;
use warboard::odds::{self, Fraction};
use warboard::resolution::event::Rolled;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick, PickPurpose};
use warboard::rules::Ruleset;

const ACTIONS: &str = include_str!("../fixtures/staged_actions.ron");
pub(crate) const UNDER: &str = r#"(dice: RollUnder((dice: "1d20", successes: Natural)),
    natural: (miss: None, hit: None, critical: None, shifts: []), advantage: None)"#;
pub(crate) const OVER: &str = r#"(dice: RollOver("1d20"),
    natural: (miss: None, hit: None, critical: None, shifts: []), advantage: None)"#;
pub(crate) const DEFENCES: &str = r#"(
    defences: Some((
        options: [
            (id: "dodge", name: "Dodge", meets: Rolls([Agility]), costs: [(pool: "reactions", points: 1)], rule: "R-2"),
            (id: "block", name: "Block", meets: Rolls([Strength]), costs: [(pool: "reactions", points: 1)],
                requires: [(needs: Shield(on: true))], blocks: true, rule: "R-3"),
            (id: "deflect", name: "Deflect", meets: Rolls([Agility]), against: [Ranged], rule: "R-4"),
        ],
        undefended: TestFails,
    )),
)"#;

pub(crate) fn staged(roll: &str, stages: &str) -> Ruleset {
    let mut rules = Ruleset::clone(&time_count());
    let actions: Vec<Action> = parse(&Source::new("staged_actions.ron", ACTIONS)).expect("the fixture parses");
    rules.actions = Table::new(actions);
    let roll: RollPolicy = parse(&Source::new("roll.ron", roll)).expect("a roll");
    let plain: RollPolicy = parse(&Source::new("roll.ron", OVER)).expect("a roll");
    rules.policies.rolls = RollPolicies { attack: roll, skill: plain.clone(), check: plain, others: Vec::new() };
    let stages: AttackStages =
        parse(&Source::new("stages.ron", stages)).unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
    rules.policies.stages = stages;
    rules.policies.attack.fumble = None;
    rules.policies.turn = rounds();
    rules.policies.economy = economy(&[("actions", 1), ("reactions", 1)]);
    rules
}

/// `a` against `B`, whose reaction is at hand. The dice follow those for initiative.
pub(crate) fn fight(rules: Ruleset, dice: &[u16]) -> Skirmish {
    let unit = || base_unit().stat(Stat::Accuracy, 16).stat(Stat::Agility, 12).stat(Stat::HitPoints, 60);
    let faces: Vec<u16> = [12, 10].iter().chain(dice).copied().collect();
    let mut battle = skirmish(&Arc::new(rules), "a B").unit('a', unit()).unit('B', unit()).rolls(&faces);
    let who = battle.id('B');
    battle.state.impose(&reactions_left(who, 1));
    battle.events();
    battle
}

fn pick(name: &str) -> Choice {
    Choice::Pick(Pick::Action(Name::new(name)))
}

fn options(battle: &Skirmish) -> (char, Vec<Pick>) {
    match battle.asked() {
        (who, Asks::Pick { options, .. }) => (who, options),
        other => panic!("{other:?}"),
    }
}

fn rolled(events: &[BattleEvent]) -> Vec<Rolled> {
    let found = events.iter().filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some((**rolled).clone()),
        _ => None,
    });
    found.collect()
}

fn damage(events: &[BattleEvent]) -> Vec<i16> {
    let found = events.iter().filter_map(|event| match event {
        BattleEvent::DamageTaken(hurt) => Some(hurt.amount.total()),
        _ => None,
    });
    found.collect()
}

#[test]
fn a_defence_is_chosen_and_paid_before_the_dice() {
    let mut battle = fight(staged(UNDER, DEFENCES), &[10, 11]);
    battle.act_on('a', "duel", 'B');
    let dodge = Pick::Action(Name::new("dodge"));
    assert_eq!(options(&battle), ('B', vec![dodge, Pick::No]), "no shield, and not at range");
    assert_eq!(battle.battle().dice().rolls_made(), 2);
    battle.choose('B', pick("dodge"));
    let events = battle.events();
    let chosen = events.iter().position(|event| matches!(event, BattleEvent::DefenceChosen { .. }));
    let paid = chosen.and_then(|at| events.get(at + 1));
    assert!(matches!(paid, Some(BattleEvent::PoolChanged { left: 0, .. })), "{paid:?}");
    let roll = rolled(&events).remove(0);
    assert_eq!((roll.contest, roll.degree), (Some(Contest::BothPass), Degree::Failure), "10 against 11 Successes");
    assert!(damage(&events).is_empty());
    battle.all_rolled();
}

#[test]
fn a_target_that_cannot_pay_is_not_asked_and_its_test_fails() {
    let mut battle = fight(staged(UNDER, DEFENCES), &[9, 5]);
    let who = battle.id('B');
    battle.state.impose(&reactions_left(who, 0));
    battle.act_on('a', "duel", 'B');
    let (who, asks) = battle.asked();
    let Asks::Pick { purpose: PickPurpose::Winner { .. }, .. } = asks else { panic!("{asks:?}") };
    assert_eq!(who, 'a', "its critical win");
    battle.choose('a', Choice::Pick(Pick::No));
    let events = battle.events();
    assert_eq!(rolled(&events)[0].contest, Some(Contest::OnlyActor));
    assert_eq!(damage(&events), [5]);
    battle.all_rolled();
}

#[test]
fn precision_shows_the_highest_dice_without_a_roll() {
    let mut battle = fight(staged(UNDER, DEFENCES), &[9]);
    battle.act_on('a', "duel", 'B').choose('B', Choice::Pick(Pick::No)).choose('a', pick("precision"));
    assert_eq!(damage(&battle.events()), [8], "a long sword's d8");
    battle.all_rolled();
}

#[test]
fn the_defender_that_wins_alone_may_trip_the_attacker() {
    let mut battle = fight(staged(UNDER, DEFENCES), &[17, 12]);
    battle.act_on('a', "duel", 'B').choose('B', pick("dodge"));
    assert_eq!(options(&battle), ('B', vec![Pick::Action(Name::new("trip")), Pick::No]));
    battle.choose('B', pick("trip"));
    assert!(battle.has('a', "prone"));
    assert!(damage(&battle.events()).is_empty());
    battle.all_rolled();
}

#[test]
fn both_combatants_fail_and_nothing_happens() {
    let mut battle = fight(staged(UNDER, DEFENCES), &[17, 13]);
    battle.act_on('a', "duel", 'B').choose('B', pick("dodge"));
    let events = battle.events();
    assert_eq!(rolled(&events)[0].contest, Some(Contest::BothFail));
    assert_eq!(battle.asked(), ('B', Asks::Act), "the next turn");
    battle.all_rolled();
}

#[test]
fn the_forecast_has_the_exact_odds_of_each_defence() {
    let battle = fight(staged(UNDER, DEFENCES), &[]);
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at("duel", battle.id('B'), None);
    let forecast = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("one");
    let of = |id: Option<&str>| {
        let id = id.map(Name::new);
        let found = forecast.versus.iter().find(|versus| versus.choice.as_ref().is_some_and(|it| it.id == id));
        found.expect("a defence").fractions()[0].1
    };
    let wins = (1..=16).map(|own| (1..=20).filter(|theirs| *theirs > 12 || own > *theirs).count() as u128).sum();
    assert_eq!(of(Some("dodge")), Fraction::new(wins, 400));
    assert_eq!(of(None), Fraction::new(16, 20));
}

const CONCEALED: &str = r#"(miss_chances: Some((
    concealed: Some((percent: 20, target: ["prone"], rule: "R-5")),
    hidden: Some((percent: 50, target: ["at_risk"], rule: "R-6")),
)))"#;

#[test]
fn a_hit_on_a_concealed_target_may_miss_at_either_grade() {
    for (condition, percent, chance, misses) in
        [("prone", 20, 21, false), ("prone", 20, 20, true), ("at_risk", 50, 51, false), ("at_risk", 50, 50, true)]
    {
        let dice: &[u16] = if misses { &[15, chance] } else { &[15, chance, 4] };
        let mut battle = fight(staged(OVER, CONCEALED), dice);
        battle.afflict('B', condition);
        let rules = battle.battle().setup().rules.clone();
        let act = Act::at("cut", battle.id('B'), None);
        let forecast = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("one");
        // 16 against 20: a natural 4 is enough.
        assert_eq!(forecast.versus[0].fractions()[0].1, Fraction::new(17 * (100 - percent), 2000));
        battle.events();
        battle.act('a', act);
        let events = battle.events();
        let told = events.iter().any(|event| matches!(event, BattleEvent::MissChanceRolled { .. }));
        assert!(told);
        assert_eq!(damage(&events).is_empty(), misses, "{condition} {chance}");
        battle.all_rolled();
    }
}

const CONFIRMED: &str = r#"(confirmation: Some((
    range: 19, range_rule: "R-7", limit: 15, limit_rule: "R-7", times: 2, times_rule: "R-8", rule: "R-9",
    options: [(id: "multiply", name: "Multiply", rule: "R-8"), (id: "wound", name: "Wound", less: 1, rule: "R-8")],
)))"#;

#[test]
fn a_threat_is_confirmed_by_a_second_roll_and_the_attacker_chooses_its_effect() {
    let mut missed = fight(staged(OVER, CONFIRMED), &[19, 3, 5]);
    missed.act_on('a', "cut", 'B');
    assert_eq!(damage(&missed.events()), [5], "3 + 16 does not confirm");
    missed.all_rolled();
    for (effect, dice, dealt) in [("multiply", &[19, 4, 3, 6][..], 9), ("wound", &[19, 4, 3], 3)] {
        let mut battle = fight(staged(OVER, CONFIRMED), dice);
        battle.act_on('a', "cut", 'B');
        let (who, asked) = options(&battle);
        assert_eq!((who, asked.len()), ('a', 2));
        battle.choose('a', pick(effect));
        assert_eq!(damage(&battle.events()), [dealt]);
        battle.all_rolled();
    }
    let mut plain = fight(staged(OVER, CONFIRMED), &[18, 5]);
    plain.act_on('a', "cut", 'B');
    assert_eq!(damage(&plain.events()), [5], "18 is no threat");
    plain.all_rolled();
}

const RIDERS: &str = r#"(riders: [
    (harm: "slashing", least: 5, save: Some((stat: Fortitude, base: 5)), rule: "R-10",
        effects: [(does: Gain(who: Target, condition: "prone"))]),
])"#;

#[test]
fn a_rider_needs_its_points_and_a_failed_saving_throw() {
    // A save against 5 + 5 = 10.
    for (dice, prone) in [(&[10, 5, 9][..], true), (&[10, 5, 10], false), (&[10, 4], false)] {
        let mut battle = fight(staged(OVER, RIDERS), dice);
        battle.act_on('a', "cut", 'B');
        assert_eq!(battle.has('B', "prone"), prone, "{dice:?}");
        battle.all_rolled();
    }
}

#[test]
fn a_parry_knows_the_total_before_the_damage_is_rolled() {
    let mut rules = staged(OVER, "()");
    let text = r#"(id: "parry", name: "Parry", on: AfterRoll, who: Target, does: Act("parry"), then: [Negate],
        costs: [(pool: "reactions", points: 1)], rule: "R-11")"#;
    let parry: Reaction = parse(&Source::new("reaction.ron", text)).expect("a reaction");
    assert_eq!(parry.on, Trigger::AfterRoll);
    let filter = ReactionFilter { actions: vec![Name::new("cut")], ..ReactionFilter::default() };
    rules.policies.reactions = vec![Reaction { filter, ..parry }];
    // 10 + 16 = 26: a parry of 10 + 16 is enough, and no damage is rolled.
    for (dice, dealt) in [(&[10, 10][..], &[][..]), (&[10, 9, 5], &[5])] {
        let mut battle = fight(rules.clone(), dice);
        battle.act_on('a', "cut", 'B');
        assert!(matches!(battle.asked(), ('B', Asks::React { .. })));
        battle.choose('B', Choice::React(Name::new("parry")));
        assert_eq!(damage(&battle.events()), dealt);
        battle.all_rolled();
    }
}

#[test] // PR-112, PR-121
fn a_forecast_has_the_chance_of_each_rider_and_of_its_saving_throw() {
    let forecast = |stages: &str| {
        let battle = fight(staged(OVER, stages), &[]);
        let rules = battle.battle().setup().rules.clone();
        let act = Act::at("cut", battle.id('B'), None);
        odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("one")
    };
    // 17 of 20 hit; 5 to 8 of a d8 are enough, and 9 to 12 of 20 fail the saving throw against 10 to 13.
    let with_save =
        RIDERS.replacen("effects:", "saved: [(does: Gain(who: Target, condition: \"surprised\"))], effects:", 1);
    let found = forecast(&with_save);
    let told: Vec<_> = found
        .outcomes
        .iter()
        .map(|one| (one.when.as_str(), one.what.as_str(), one.chance, one.rule.as_str()))
        .collect();
    let chance = |of: u128| Fraction::new(17 * of, 20 * 8 * 20);
    assert_eq!(
        told,
        [
            ("5 or more slashing damage, not saved", "it is prone", chance(9 + 10 + 11 + 12), "R-10"),
            ("5 or more slashing damage, saved", "it is surprised", chance(11 + 10 + 9 + 8), "R-10"),
        ]
    );
    assert_eq!((found.drops.of, found.kills.of), (0, 0));
    let slain = forecast(r#"(riders: [(least: 8, effects: [(does: Slay)], rule: "R-10")])"#);
    assert_eq!((slain.kills, slain.drops), (Fraction::new(17, 160), Fraction::new(17, 160)));
    let struck = forecast(
        r#"(riders: [(least: 7, effects: [(does: Gain(who: Target, condition: "unconscious"))], rule: "R-10")])"#,
    );
    assert_eq!((struck.kills.of, struck.drops), (0, Fraction::new(17 * 2, 160)));
}

const KILLING: &str = r#"(confirmation: Some((
    range: 19, range_rule: "R-7", limit: 15, limit_rule: "R-7", times: 2, times_rule: "R-8", rule: "R-9",
    options: [(id: "multiply", name: "Multiply", rule: "R-8"), (id: "wound", name: "Wound", less: 1, rule: "R-8")],
    kills: Some((natural: 20, rule: "R-12")),
)))"#;

fn killed(events: &[BattleEvent]) -> Option<&'static str> {
    events.iter().find_map(|event| match event {
        BattleEvent::Died { rule, .. } => Some(rule.as_str()),
        _ => None,
    })
}

#[test] // PR-031
fn three_natural_twenties_kill_at_once() {
    // Attack, confirmation and a third roll, then two dice of damage.
    for (dice, kills) in
        [(&[20, 20, 20, 1, 1][..], true), (&[20, 20, 19], false), (&[20, 19], false), (&[19, 20], false)]
    {
        let mut battle = fight(staged(OVER, KILLING), dice);
        battle.act_on('a', "cut", 'B');
        if !kills {
            assert!(
                matches!(battle.asked(), ('a', Asks::Pick { purpose: PickPurpose::Critical { .. }, .. })),
                "{dice:?}"
            );
            assert_eq!(killed(&battle.events()), None);
            battle.all_rolled();
            continue;
        }
        let told = battle.log_lines().join("\n");
        assert!(told.contains("a may kill B at once: rolls 20, needs 20 [R-12]"), "{told}");
        assert_eq!(killed(battle.battle().log().events()), Some("R-12"));
        battle.all_rolled();
    }
}

#[test] // PR-032
fn only_attackers_with_the_trait_kill_at_once_where_it_is_needed() {
    let stages = KILLING.replace("natural: 20,", "natural: 20, only: Some(KillsAtOnce),");
    for able in [false, true] {
        let trait_of = |unit: warboard::content::Unit| match able {
            true => unit.with_trait(warboard::content::Trait::KillsAtOnce),
            false => unit,
        };
        let unit = || base_unit().stat(Stat::Accuracy, 16).stat(Stat::HitPoints, 60);
        let dice: &[u16] = if able { &[12, 10, 20, 20, 3] } else { &[12, 10, 20, 20] };
        let plan = skirmish(&Arc::new(staged(OVER, &stages)), "a B").unit('a', trait_of(unit())).unit('B', unit());
        let mut battle = plan.rolls(dice);
        battle.act_on('a', "cut", 'B');
        battle.all_rolled();
    }
}

#[test] // PR-031
fn a_forecast_has_the_chance_of_killing_at_once() {
    let battle = fight(staged(OVER, KILLING), &[]);
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at("cut", battle.id('B'), None);
    let forecast = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("one");
    assert_eq!(forecast.kills, Fraction::new(1, 8000));
    let fractions = forecast.versus[0].fractions();
    assert_eq!((fractions[0].1, fractions[1].1), (Fraction::new(17, 20), Fraction::new(2 * 17, 400)), "hit, critical");
}

#[test] // PR-112, PR-113
fn levels_from_the_damage_of_a_rider_add_up_and_last_anew_with_each_blow() {
    const CORRODED: &str = r#"[(
        id: "corroded", name: "Corroded", about: "Resists less.", icon: "pain",
        does: [(does: LowersResistances(1), rule: "R-16")], ends: After(2), again: Adds, rule: "R-16",
    )]"#;
    let rider = r#"(riders: [(harm: "slashing", least: 2, rule: "R-10", effects: [
        (does: GainLevels(who: Target, condition: "corroded", level: Dealt(per: 2))),
    ])])"#;
    let mut rules = staged(OVER, rider);
    let more: Vec<Condition> = parse(&Source::new("corroded.ron", CORRODED)).expect("it parses");
    rules.conditions = Table::new(rules.conditions.iter().map(|known| Condition::clone(known)).chain(more).collect());
    let mut battle = fight(rules, &[10, 5, 10, 3, 10, 1]);
    let level = |battle: &Skirmish| battle.row('B').conditions.level(Name::new("corroded"));
    battle.act_on('a', "cut", 'B');
    assert_eq!(level(&battle), 2, "5 points");
    assert_eq!(
        odds::forecast(
            battle.snapshot().view(),
            &battle.battle().setup().rules.clone(),
            battle.id('a'),
            &Act::at("cut", battle.id('B'), None),
            None
        )
        .expect("one")
        .outcomes[0]
            .what,
        "it is corroded, one level for every 2 damage"
    );
    battle.wait('B').act_on('a', "cut", 'B').wait('B');
    assert_eq!(level(&battle), 3, "2 rounds from the first blow are over, but not from the second");
    battle.act_on('a', "cut", 'B');
    assert_eq!(level(&battle), 3, "1 point is not enough");
    battle.wait('B');
    assert_eq!(level(&battle), 0);
    battle.all_rolled();
}
