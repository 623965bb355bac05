//! The results of checks, which later reactions, follow-ups and amendments know: natural roll, total, margin and winner.

use std::sync::Arc;

use crate::proofs::{all_may_react, react, reaction, tiny};
use crate::skirmish::*;
use crate::staged::{OVER, fight, staged};
use warboard::content::authored::parse;
use warboard::content::{
    Action, Amendment, Applies, Name, Reaction, ReactionFilter, Reactors, RolledFilter, Source, Table, Trigger,
};
use warboard::resolution::event::{DecidedCheck, Rolled};

use warboard::resolution::{Asks, BattleEvent, WindowCause};
use warboard::rules::Ruleset;

/// The cause that a reaction is asked about, and the combatant asked.
fn cause(battle: &Skirmish) -> Option<(char, WindowCause)> {
    match battle.asked() {
        (who, Asks::React { cause, .. } | Asks::Interrupt { cause, .. }) => Some((who, *cause)),
        _ => None,
    }
}

fn with_reaction(reaction: Reaction) -> Ruleset {
    let mut rules = staged(OVER, "()");
    rules.policies.reactions = vec![reaction];
    rules
}

/// A parry of the target of a cut; nothing answers the parry itself.
fn parry(on: Trigger, then: &[Amendment]) -> Reaction {
    let filter = ReactionFilter { actions: vec![Name::new("cut")], ..ReactionFilter::default() };
    Reaction { who: Reactors::Target, filter, ..reaction("answer", on, "parry", then) }
}

fn checks(events: &[BattleEvent]) -> Vec<Rolled> {
    let found = events.iter().filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some((**rolled).clone()),
        _ => None,
    });
    found.collect()
}

#[test] // PR-049
fn reactions_to_a_roll_and_to_a_resolved_action_know_natural_roll_margin_and_winner() {
    // 16 and the die against 20.
    for (on, face, hit) in
        [(Trigger::AfterRoll, 7, true), (Trigger::ActionResolved, 7, true), (Trigger::ActionResolved, 1, false)]
    {
        let dice: &[u16] = if hit && on == Trigger::ActionResolved { &[face, 5] } else { &[face] };
        let mut battle = fight(with_reaction(parry(on, &[])), dice);
        battle.act_on('a', "cut", 'B');
        let (who, cause) = cause(&battle).expect("a reaction is offered");
        let face = i16::try_from(face).expect("a face");
        let winner = battle.id(if hit { 'a' } else { 'B' });
        let expected = DecidedCheck { natural: face, total: face + 16, margin: face - 4, winner };
        assert_eq!((who, cause.check, cause.hit), ('B', Some(expected), Some(hit)), "{on:?}");
        assert_eq!(cause.winner(), Some(winner));
        battle.all_rolled();
    }
}

#[test]
fn reactions_are_limited_to_margins_and_natural_rolls() {
    let cases: [(RolledFilter, u16, bool); 8] = [
        (RolledFilter::WinsBy(3), 7, true),
        (RolledFilter::WinsBy(3), 6, false),
        (RolledFilter::FailsBy(2), 2, true),
        (RolledFilter::FailsBy(2), 3, false),
        (RolledFilter::NaturalFrom(19), 19, true),
        (RolledFilter::NaturalFrom(19), 18, false),
        (RolledFilter::NaturalUpTo(1), 1, true),
        (RolledFilter::NaturalUpTo(1), 2, false),
    ];
    for (limit, face, offered) in cases {
        let filter =
            ReactionFilter { rolled: vec![limit], actions: vec![Name::new("cut")], ..ReactionFilter::default() };
        let rules = with_reaction(Reaction { filter, ..parry(Trigger::ActionResolved, &[]) });
        let dice: &[u16] = if face >= 4 { &[face, 5] } else { &[face] };
        let mut battle = fight(rules, dice);
        battle.act_on('a', "cut", 'B');
        assert_eq!(cause(&battle).is_some(), offered, "{limit:?}, {face}");
        battle.all_rolled();
    }
}

#[test]
fn an_act_without_a_check_fits_no_limit_of_rolls() {
    let filter = ReactionFilter { rolled: vec![RolledFilter::NaturalUpTo(20)], ..ReactionFilter::default() };
    let rule = Reaction { who: Reactors::Enemies, filter, ..reaction("jeer", Trigger::ActionResolved, "shout", &[]) };
    for (filter, asked) in [(rule.filter.clone(), false), (ReactionFilter::default(), true)] {
        let rules = tiny(vec![Reaction { filter, ..rule.clone() }]);
        let plan = skirmish(&rules, "a B\n. .").unit('a', base_unit().rate(60)).unit('B', base_unit());
        let mut battle = plan.rolls(&[20, 10]);
        all_may_react(&mut battle);
        battle.walk('a', &[(0, 1)]);
        assert_eq!(cause(&battle).is_some(), asked);
    }
}

#[test]
fn an_amendment_may_need_a_margin_of_the_check_of_its_reaction() {
    // 10 + 16 = 26, and the parry adds 16 as well: 13 exceeds it by 3.
    for (parried, undone) in [(13, true), (12, false)] {
        let rule = Reaction { applies: Applies::OnMargin(3), ..parry(Trigger::AfterRoll, &[Amendment::Negate]) };
        let dice: &[u16] = if undone { &[10, parried] } else { &[10, parried, 5] };
        let mut battle = fight(with_reaction(rule), dice);
        battle.act_on('a', "cut", 'B').choose('B', react("answer"));
        let hurt = battle.events().iter().any(|event| matches!(event, BattleEvent::DamageTaken(_)));
        assert_eq!(hurt, !undone, "{parried}");
        battle.all_rolled();
    }
}

#[test]
fn the_winner_of_a_roll_whose_damage_is_not_rolled_may_react_to_it() {
    let rule = Reaction { who: Reactors::Winner, ..reaction("press", Trigger::AfterRoll, "precision", &[]) };
    let mut battle = fight(with_reaction(rule), &[10, 5]);
    let actor = battle.id('a');
    battle.state.impose(&crate::proofs::reactions_left(actor, 1));
    battle.act_on('a', "cut", 'B');
    assert_eq!(cause(&battle).map(|(who, _)| who), Some('a'));
    battle.choose('a', react("press"));
    battle.all_rolled();
}

#[test]
fn a_check_that_follows_may_answer_the_total_of_the_check_before_it() {
    const SHOVE: &str = r#"[(
        id: "shove", name: "Shove", about: "A check, then another against its total.", speed: Weapon(0), aim: Enemy, reach: Weapon,
        does: Check((roll: Weapon, against: Difficulty(number: 20, rule: "R-1"), ladder: [
            (when: Wins, effects: [(does: Follow("parry"))]),
        ])),
        rule: "R-1",
    )]"#;
    let mut rules = staged(OVER, "()");
    let added: Vec<Action> = parse(&Source::new("shove.ron", SHOVE)).expect("it parses");
    rules.actions = Table::new(rules.actions.iter().map(|action| (**action).clone()).chain(added).collect());
    let mut battle = fight(rules, &[9, 12]);
    battle.act_on('a', "shove", 'B');
    let checks = checks(&battle.events());
    let told: Vec<_> = checks.iter().map(|check| (check.action, check.difficulty.total(), check.margin)).collect();
    assert_eq!(told, [(Name::new("shove"), 20, 5), (Name::new("parry"), 25, 3)]);
    battle.all_rolled();
}

#[test]
fn a_battle_saved_while_a_roll_is_answered_knows_it_afterwards() {
    let mut battle = fight(with_reaction(parry(Trigger::AfterRoll, &[Amendment::Negate])), &[10, 12]);
    battle.act_on('a', "cut", 'B');
    let text = serde_json::to_string(&battle.battle().save()).expect("a plain value");
    let saved = serde_json::from_str(&text).expect("what was written can be read");
    let setup = Arc::clone(battle.battle().setup());
    let mut restored = warboard::resolution::BattleState::restore(setup, saved).expect("it fits its setup");
    restored.resolve();
    assert_eq!(restored.prompt(), battle.battle().prompt());
    restored.submit(react("answer")).expect("B is asked");
    restored.resolve();
    battle.choose('B', react("answer"));
    assert_eq!(battle.battle().checksum(), restored.checksum());
    battle.all_rolled();
}
