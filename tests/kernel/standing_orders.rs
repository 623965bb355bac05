//! Conditional standing orders: for defences, winners, reactions and interrupts, in the window's files and in scripts.

use std::sync::Arc;

use crate::proofs::{all_may_react, reaction, reactions_left, tiny};
use crate::skirmish::*;
use crate::staged::{OVER, UNDER, staged};
use warboard::battle::{Side, WeaponSlot};
use warboard::content::authored::parse;
use warboard::content::{
    ActKind, CitedRequirement, Name, Reaction, Reactors, Requirement, Response, Source, Stat, Trait, Trigger, Unit,
};
use warboard::control::orders::{Habit, OrderCondition, OrderScope, Orders, Question, StandingOrder};
use warboard::grid::Cell;
use warboard::odds;
use warboard::resolution::{Act, Asks, Choice, Pick};
use warboard::rules::Ruleset;

/// Against an attack under 16: Agility 12 for a reaction is hit in 242 of 400 cases, Strength 8 in 284, nobody in 320.
const DEFENCES: &str = r#"(
    defences: Some((
        options: [
            (id: "dodge", name: "Dodge", meets: Rolls([Agility]), costs: [(pool: "reactions", points: 1)], rule: "R-2"),
            (id: "ward", name: "Ward", meets: Rolls([Strength]), rule: "R-3"),
        ],
        undefended: TestFails,
    )),
)"#;

const PARRY: &str = r#"(id: "parry", name: "Parry", on: AfterRoll, who: Target, does: Act("parry"), then: [Negate],
    costs: [(pool: "reactions", points: 1)], rule: "R-11")"#;

/// `a` attacks `B`, which has this many reactions.
fn duel(rules: Ruleset, reactions: i16, dice: &[u16]) -> Skirmish {
    let unit = |strength| {
        let unit = base_unit().stat(Stat::Accuracy, 16).stat(Stat::Agility, 12).stat(Stat::HitPoints, 60);
        unit.stat(Stat::Strength, strength)
    };
    let faces: Vec<u16> = [12, 10].iter().chain(dice).copied().collect();
    let mut battle = skirmish(&Arc::new(rules), "a B").unit('a', unit(0)).unit('B', unit(8)).rolls(&faces);
    let who = battle.id('B');
    battle.state.impose(&reactions_left(who, reactions));
    battle.events();
    battle
}

/// The duel at the choice of a defence.
pub(crate) fn attacked(reactions: i16) -> Skirmish {
    attacked_with(reactions, &[])
}

fn attacked_with(reactions: i16, dice: &[u16]) -> Skirmish {
    let mut battle = duel(staged(UNDER, DEFENCES), reactions, dice);
    battle.act_on('a', "duel", 'B');
    battle
}

pub(crate) fn pick(name: &str) -> Choice {
    Choice::Pick(Pick::Action(Name::new(name)))
}

fn prefer(name: &str) -> Habit {
    Habit::Prefer(vec![Name::new(name)])
}

fn keeps(pool: &str, points: u8) -> OrderCondition {
    OrderCondition::Keeps { pool: Name::new(pool), points }
}

fn react(name: &str) -> Question {
    Question::React(Name::new(name))
}

/// The answer that these orders of both sides give to the open question.
fn answer(battle: &Skirmish, question: Question, orders: &[(Habit, &[OrderCondition])]) -> Option<Choice> {
    let mut kept = Orders::default();
    for side in [Side(0), Side(1)] {
        let orders = orders.iter().map(|(habit, when)| (habit.clone(), when.to_vec()));
        kept.keep_all(OrderScope::Side(side), question, orders);
    }
    for order in kept.habits() {
        assert_eq!(order.check(&battle.battle().setup().rules), Ok(()), "{order:?}");
    }
    let prompt = battle.battle().prompt().expect("a question");
    kept.habitual(battle.snapshot().view(), &battle.battle().setup().rules, prompt)
}

fn defence(battle: &Skirmish, habit: Habit, when: &[OrderCondition]) -> Option<Choice> {
    answer(battle, Question::Defence, &[(habit, when)])
}

#[test]
fn a_defence_is_the_best_a_named_one_or_none() {
    let battle = attacked(1);
    assert_eq!(defence(&battle, Habit::Best, &[]), Some(pick("dodge")));
    assert_eq!(defence(&battle, prefer("ward"), &[]), Some(pick("ward")));
    assert_eq!(defence(&battle, Habit::Never, &[]), Some(Choice::Pick(Pick::No)));
    assert_eq!(defence(&battle, Habit::Ask, &[]), None);
    let poor = attacked(0);
    assert_eq!(defence(&poor, Habit::Best, &[]), Some(pick("ward")), "a dodge cannot be paid");
    assert_eq!(defence(&poor, prefer("dodge"), &[]), None);
    let both = Habit::Prefer(vec![Name::new("dodge"), Name::new("ward")]);
    assert_eq!(defence(&poor, both, &[]), Some(pick("ward")));
}

#[test]
fn of_equally_good_defences_the_cheapest_is_chosen() {
    let rules = staged(UNDER, &DEFENCES.replace("Strength", "Agility"));
    let mut battle = duel(rules, 1, &[]);
    battle.act_on('a', "duel", 'B');
    assert_eq!(defence(&battle, Habit::Best, &[]), Some(pick("ward")));
    assert_eq!(defence(&battle, prefer("dodge"), &[OrderCondition::Best]), Some(pick("dodge")), "nothing is better");
}

#[test]
fn an_order_keeps_points() {
    for (reactions, keeping, chosen) in [(1, 1, "ward"), (2, 1, "dodge"), (2, 2, "ward")] {
        let battle = attacked(reactions);
        let when = [keeps("reactions", keeping)];
        assert_eq!(defence(&battle, Habit::Best, &when), Some(pick(chosen)), "{reactions} less 1, keeping {keeping}");
    }
    assert_eq!(defence(&attacked(1), prefer("dodge"), &[keeps("reactions", 1)]), None);
}

#[test]
fn an_order_needs_its_exact_chance() {
    let battle = attacked(1);
    for (name, percent) in [("dodge", 39), ("ward", 29)] {
        assert_eq!(defence(&battle, prefer(name), &[OrderCondition::Chance(percent)]), Some(pick(name)));
        assert_eq!(defence(&battle, prefer(name), &[OrderCondition::Chance(percent + 1)]), None, "{name}");
    }
    assert_eq!(
        defence(&battle, Habit::Never, &[OrderCondition::Chance(20)]),
        Some(Choice::Pick(Pick::No)),
        "80 of 100 hit"
    );
    assert_eq!(defence(&battle, Habit::Never, &[OrderCondition::Chance(21)]), None);
}

#[test]
fn an_order_needs_to_be_the_best_answer() {
    let battle = attacked(1);
    assert_eq!(defence(&battle, prefer("dodge"), &[OrderCondition::Best]), Some(pick("dodge")));
    assert_eq!(defence(&battle, prefer("ward"), &[OrderCondition::Best]), None);
}

#[test]
fn an_order_applies_against_some_kinds_of_attack() {
    let battle = attacked(1);
    for (kinds, holds) in [
        (vec![ActKind::Melee], true),
        (vec![ActKind::Spell, ActKind::WeaponAttack], true),
        (vec![ActKind::Ranged, ActKind::Spell], false),
    ] {
        let given = defence(&battle, Habit::Best, &[OrderCondition::Against(kinds.clone())]);
        assert_eq!(given.is_some(), holds, "{kinds:?}");
    }
    assert!(defence(&battle, Habit::Best, &[OrderCondition::AimedAtMe]).is_some(), "a defender is the target");
}

#[test]
fn the_first_order_whose_conditions_hold_decides_and_one_may_be_to_ask() {
    let battle = attacked(1);
    let orders = |first: &[OrderCondition]| {
        [(prefer("dodge"), first), (Habit::Ask, &[][..]), (Habit::Never, &[])]
            .map(|(habit, when)| (habit, when.to_vec()))
    };
    let given = |first: &[OrderCondition]| {
        let all = orders(first);
        let all: Vec<(Habit, &[OrderCondition])> = all.iter().map(|(habit, when)| (habit.clone(), &when[..])).collect();
        answer(&battle, Question::Defence, &all)
    };
    assert_eq!(given(&[]), Some(pick("dodge")));
    assert_eq!(given(&[keeps("reactions", 1)]), None, "asked, although the third order says never");
    let unless = [(Habit::Ask, &[OrderCondition::Chance(40)][..]), (Habit::Never, &[])];
    assert_eq!(answer(&battle, Question::Defence, &unless), Some(Choice::Pick(Pick::No)), "no defence is so good");
    let unless = [(Habit::Ask, &[OrderCondition::Chance(39)][..]), (Habit::Never, &[])];
    assert_eq!(answer(&battle, Question::Defence, &unless), None);
}

#[test]
fn an_order_answers_exactly_as_the_same_choice_by_hand() {
    let (mut by_hand, mut by_order) = (attacked_with(1, &[10, 11]), attacked_with(1, &[10, 11]));
    by_hand.choose('B', pick("dodge"));
    let given = defence(&by_order, Habit::Best, &[]).expect("an answer");
    by_order.choose('B', given);
    assert_eq!(by_hand.events(), by_order.events());
    assert_eq!(by_hand.battle().checksum(), by_order.battle().checksum());
}

#[test]
fn the_winner_and_a_critical_hit_take_the_first_action_of_a_list() {
    let mut battle = duel(staged(UNDER, DEFENCES), 1, &[9]);
    battle.act_on('a', "duel", 'B').choose('B', Choice::Pick(Pick::No));
    let winner = |habit: Habit| answer(&battle, Question::Winner, &[(habit, &[])]);
    assert_eq!(winner(prefer("trip")), Some(pick("trip")));
    assert_eq!(winner(Habit::Prefer(vec![Name::new("precision"), Name::new("trip")])), Some(pick("precision")));
    assert_eq!(winner(Habit::Never), Some(Choice::Pick(Pick::No)));
    let confirmed = r#"(confirmation: Some((
        range: 19, range_rule: "R-7", limit: 15, limit_rule: "R-7", times: 2, times_rule: "R-8", rule: "R-9",
        options: [(id: "multiply", name: "Multiply", rule: "R-8"), (id: "wound", name: "Wound", less: 1, rule: "R-8")],
    )))"#;
    let mut battle = duel(staged(OVER, confirmed), 1, &[19, 4]);
    battle.act_on('a', "cut", 'B');
    assert_eq!(answer(&battle, Question::Critical, &[(prefer("wound"), &[])]), Some(pick("wound")));
}

/// `a` has struck at `B`, and its enemies may riposte.
fn declared() -> Skirmish {
    let rules = tiny(vec![reaction("riposte", Trigger::ActionDeclared, "strike", &[])]);
    let tough = || base_unit().stat(Stat::HitPoints, 60);
    let plan = skirmish(&rules, "a B\nC .").unit('a', tough()).unit('B', tough()).unit('C', tough());
    let mut battle = plan.rolls(&[20, 10, 9, 2]);
    all_may_react(&mut battle);
    battle.strike('a', 'B');
    battle
}

#[test]
fn a_reaction_may_be_limited_to_attacks_on_the_reactor() {
    let mut battle = declared();
    let given = |battle: &Skirmish| {
        answer(battle, react("riposte"), &[(Habit::Always, &[OrderCondition::AimedAtMe]), (Habit::Never, &[])])
    };
    assert_eq!((battle.asked().0, given(&battle)), ('B', Some(Choice::React(Name::new("riposte")))));
    let taken = given(&battle).expect("it is the target");
    battle.choose('B', taken);
    assert_eq!((battle.asked().0, given(&battle)), ('C', Some(Choice::Pass)), "it is not");
}

#[test]
fn a_reaction_keeps_points_and_needs_its_chance_and_its_kind_of_cause() {
    let mut battle = declared();
    battle.spare_dice("the strike is not made");
    let given = |battle: &Skirmish, when: OrderCondition| {
        let given = answer(battle, react("riposte"), &[(Habit::Always, &[when])]);
        given.inspect(|choice| assert_eq!(*choice, Choice::React(Name::new("riposte")))).is_some()
    };
    assert!(!given(&battle, keeps("reactions", 1)) && given(&battle, keeps("actions", 0)));
    let who = battle.id('B');
    battle.state.impose(&reactions_left(who, 2));
    assert!(given(&battle, keeps("reactions", 1)));
    assert!(given(&battle, OrderCondition::Against(vec![ActKind::Melee])));
    assert!(!given(&battle, OrderCondition::Against(vec![ActKind::Ranged, ActKind::Movement])));
    let strike = Act::at("strike", battle.id('a'), Some(WeaponSlot(0)));
    let rules = &battle.battle().setup().rules;
    let told = odds::forecast(battle.snapshot().view(), rules, who, &strike, None).expect("an attack");
    let percent = (told.versus[0].fractions()[0].1.per_ten_thousand() / 100) as u8;
    assert!((1..100).contains(&percent));
    assert!(given(&battle, OrderCondition::Chance(percent)) && !given(&battle, OrderCondition::Chance(percent + 1)));
}

#[test]
fn an_answer_to_a_known_roll_knows_its_chance() {
    let mut rules = staged(OVER, "()");
    rules.policies.reactions = vec![parse::<Reaction>(&Source::new("reaction.ron", PARRY)).expect("a reaction")];
    // 26 against a bonus of 24: 2 or more on the die parries, in 19 of 20 cases.
    let mut battle = duel(rules, 1, &[10]);
    battle.act_on('a', "cut", 'B');
    let given = |percent| answer(&battle, react("parry"), &[(Habit::Always, &[OrderCondition::Chance(percent)])]);
    assert_eq!(given(95), Some(Choice::React(Name::new("parry"))));
    assert_eq!(given(96), None);
}

/// `B` may interrupt the strike of `a` with a strike or a shout, and react with another shout.
fn interrupted(others: Vec<Reaction>) -> Skirmish {
    let does = Response::OneOf(vec![Name::new("shout"), Name::new("strike")]);
    let interrupt =
        Reaction { does, who: Reactors::Target, ..reaction("interrupt", Trigger::ActionDeclared, "strike", &[]) };
    let rules = tiny([vec![interrupt], others].concat());
    let tough = || base_unit().stat(Stat::HitPoints, 60);
    let plan = skirmish(&rules, "a B").unit('a', tough()).unit('B', tough());
    let mut battle = plan.rolls(&[20, 10, 2, 2]);
    all_may_react(&mut battle);
    battle.strike('a', 'B');
    battle
}

#[test]
fn an_interrupt_takes_a_named_act_at_its_cause_or_is_skipped() {
    let mut battle = interrupted(Vec::new());
    battle.spare_dice("the strikes are not made");
    assert!(matches!(battle.asked(), ('B', Asks::Interrupt { .. })));
    let strike = Choice::Act(Act::at("strike", battle.id('a'), Some(WeaponSlot(0))));
    let given = |habit: Habit, when: &[OrderCondition]| answer(&battle, react("interrupt"), &[(habit, when)]);
    assert_eq!(given(prefer("strike"), &[]), Some(strike.clone()));
    assert_eq!(given(Habit::Best, &[]), Some(strike), "a shout has no chance to compare");
    assert_eq!(
        given(prefer("shout"), &[OrderCondition::AimedAtMe]),
        Some(Choice::Act(Act::at("shout", battle.id('a'), None)))
    );
    assert_eq!(given(prefer("strike"), &[keeps("reactions", 1)]), None);
    assert_eq!(given(prefer("strike"), &[OrderCondition::Chance(100)]), None);
    assert_eq!(given(Habit::Never, &[OrderCondition::ByEnemy]), Some(Choice::Pass), "a is an enemy");
    assert_eq!(given(Habit::Never, &[]), Some(Choice::Pass));
    assert_eq!(given(Habit::Always, &[]), None, "no act is named");
}

#[test]
fn among_several_reactions_an_interrupt_is_chosen_before_its_act() {
    let mut battle =
        interrupted(vec![Reaction { who: Reactors::Target, ..reaction("cry", Trigger::ActionDeclared, "shout", &[]) }]);
    let given =
        |battle: &Skirmish| answer(battle, react("interrupt"), &[(prefer("strike"), &[OrderCondition::AimedAtMe])]);
    let first = given(&battle).expect("a reaction");
    assert_eq!(first, Choice::React(Name::new("interrupt")));
    battle.choose('B', first);
    let act = given(&battle).expect("an act");
    assert_eq!(act, Choice::Act(Act::at("strike", battle.id('a'), Some(WeaponSlot(0)))));
    battle.choose('B', act);
    assert_eq!(battle.asked(), ('B', Asks::Act), "both have struck");
}

#[test]
fn a_reaction_is_offered_only_to_combatants_that_have_learned_it() {
    let mut riposte = reaction("riposte", Trigger::ActionDeclared, "strike", &[]);
    let learned = CitedRequirement { needs: Requirement::Quality(Trait::Darkvision), rule: Name::new("R-2") };
    riposte.requires = vec![learned];
    let rules = tiny(vec![riposte]);
    for (traits, asked) in [(vec![Trait::Darkvision], true), (Vec::new(), false)] {
        let unit = || base_unit().stat(Stat::HitPoints, 60);
        let plan =
            skirmish(&rules, "a B\nC .").unit('a', unit()).unit('B', unit()).unit('C', Unit { traits, ..unit() });
        let mut battle = plan.rolls(if asked { &[20, 10, 9] } else { &[20, 10, 9, 2] });
        all_may_react(&mut battle);
        battle.strike('a', 'B');
        let (who, asks) = battle.asked();
        assert_eq!(matches!(asks, Asks::React { .. }), asked, "{asks:?}");
        assert_eq!(who, if asked { 'C' } else { 'B' }, "B has not learned it, and acts next");
        battle.all_rolled();
    }
}

#[test]
fn a_movement_is_a_kind_of_cause() {
    let rules = tiny(vec![reaction("parting_blow", Trigger::BeforeStep, "strike", &[])]);
    let mut battle =
        skirmish(&rules, "a B\n. .").unit('a', base_unit().rate(60)).unit('B', base_unit()).rolls(&[20, 10]);
    all_may_react(&mut battle);
    battle.walk('a', &[(0, 1)]);
    let given =
        |kind| answer(&battle, react("parting_blow"), &[(Habit::Always, &[OrderCondition::Against(vec![kind])])]);
    assert!(given(ActKind::Movement).is_some() && given(ActKind::Melee).is_none());
    assert_eq!(battle.battle().prompt().map(|prompt| prompt.who), Some(battle.id('B')));
    assert_eq!(battle.cell('a'), (Cell::new(0, 0).x, Cell::new(0, 0).y));
}

#[test]
fn orders_survive_a_file_and_files_without_conditions_are_read() {
    let whose = OrderScope::Side(Side(1));
    let when = vec![
        OrderCondition::Best,
        keeps("reactions", 1),
        OrderCondition::Against(vec![ActKind::Melee]),
        OrderCondition::Chance(5),
    ];
    let order = StandingOrder { whose, question: Question::Defence, habit: prefer("dodge"), when };
    let text = ron::to_string(&vec![&order]).expect("orders can be written");
    assert_eq!(ron::from_str::<Vec<StandingOrder>>(&text).expect("and read"), [order]);
    let earlier = r#"[(whose: Side((1)), question: React("halt"), habit: Never), (whose: One((2)), question: Face, habit: Always)]"#;
    let read: Vec<StandingOrder> = ron::from_str(earlier).expect("without conditions");
    assert!(read.iter().all(|order| order.when.is_empty()));
    let odd = earlier.replace("habit: Never", "habit: Never, unless: []");
    let refused = ron::from_str::<Vec<StandingOrder>>(&odd).expect_err("an unknown field").to_string();
    assert!(refused.contains("unless"), "{refused}");
}

#[test]
fn an_order_that_suits_no_rule_is_refused_with_its_reason() {
    let rules = staged(UNDER, DEFENCES);
    let refused = |question, habit, when: &[OrderCondition]| {
        let order = StandingOrder { whose: OrderScope::Side(Side(0)), question, habit, when: when.to_vec() };
        let fault = order.check(&rules).expect_err("a mistake");
        format!("{}: {} {}", fault.field, fault.words, fault.help.unwrap_or_default())
    };
    let help = "did you mean `dodge`? known: `dodge`, `ward`";
    assert_eq!(refused(Question::Defence, prefer("doge"), &[]), format!("habit: unknown choice `doge` {help}"));
    assert!(refused(react("riposte"), Habit::Never, &[]).starts_with("question: unknown reaction `riposte`"));
    assert!(refused(Question::Defence, Habit::Always, &[]).starts_with("habit: that does not answer the question"));
    assert!(refused(Question::Critical, Habit::Never, &[]).starts_with("habit: that does not"));
    let kept = refused(Question::Defence, Habit::Best, &[keeps("reaction", 1)]);
    assert!(kept.starts_with("when: unknown pool `reaction` did you mean `reactions`?"), "{kept}");
    assert!(refused(Question::Defence, Habit::Best, &[OrderCondition::Chance(101)]).contains("at most 100 percent"));
    assert!(refused(Question::Defence, Habit::Best, &[OrderCondition::Against(Vec::new())]).contains("no kind"));
}
