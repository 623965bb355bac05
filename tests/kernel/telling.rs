//! Narration: sentences whose parts refer to what they name, and the terms behind their numbers.

use crate::skirmish::*;
use warboard::battle::{Afflicted, Until};
use warboard::content::{Breakdown, Name, PoolId, Stat};
use warboard::narration::{Line, LineKind, Span, Tone, narrate};
use warboard::resolution::BattleEvent;

fn lines(battle: &mut Skirmish) -> Vec<(BattleEvent, Line)> {
    let (events, rules) = (battle.events(), time_count());
    let told = |event: BattleEvent| narrate(battle.snapshot(), &rules, &event).map(|line| (event, line));
    events.into_iter().filter_map(told).collect()
}

/// `a` hits `B`, which misses and just stays awake.
fn fought() -> Skirmish {
    let strong = base_unit().stat(Stat::Strength, 3);
    let mut battle =
        skirmish(&time_count(), "a B").unit('a', strong).unit('B', base_unit()).rolls(&[1, 1, 19, 8, 2, 1]);
    battle.events();
    battle.strike('a', 'B').strike('B', 'a');
    battle
}

fn find(lines: &[(BattleEvent, Line)], wanted: impl Fn(&BattleEvent) -> bool) -> &(BattleEvent, Line) {
    lines.iter().find(|(event, _)| wanted(event)).expect("it happened")
}

#[test]
fn a_roll_names_actor_target_and_rule_and_keeps_its_terms() {
    let mut battle = fought();
    let all = lines(&mut battle);
    let (event, line) = find(&all, |event| matches!(event, BattleEvent::CheckRolled(_)));
    let BattleEvent::CheckRolled(rolled) = event else { panic!("{event:?}") };
    assert_eq!((line.kind, line.tone), (LineKind::Rolls, Tone::Good));
    assert_eq!(line.about.as_slice(), [battle.id('a'), battle.id('B')]);
    assert_eq!(line.place, Some(battle.row('B').position.cell()), "a click looks at the target");
    assert_eq!(line.rules().collect::<Vec<_>>(), [rolled.rule]);
    let sums: Vec<_> = line.sums.iter().map(|sum| &sum.number).collect();
    assert_eq!(sums, [&rolled.bonus, &rolled.difficulty]);
    assert!(line.spans.contains(&Span::Sum(1, rolled.difficulty.total())), "{:?}", line.spans);
    assert!(line.spans.contains(&Span::Combatant(battle.id('B'), "B".into())), "{:?}", line.spans);
    let total = 19 + rolled.bonus.total();
    let words = line.words();
    assert!(
        words.starts_with(&format!("Strike: a rolls 19 + {} = {total} against B's ", rolled.bonus.total())),
        "{words}"
    );
    assert!(words.ends_with(&format!("hit by {} [{}]", rolled.margin, rolled.rule)), "{words}");
}

#[test]
fn the_whole_text_is_the_sentence_and_every_number_with_its_terms() {
    let mut battle = fought();
    let all = lines(&mut battle);
    let (event, line) = find(&all, |event| matches!(event, BattleEvent::DamageTaken(_)));
    let BattleEvent::DamageTaken(hurt) = event else { panic!("{event:?}") };
    assert_eq!((line.kind, line.tone), (LineKind::Harm, Tone::Bad));
    let text = line.to_string();
    let expected = format!("{}; damage: {}; threshold of pain: {}", line.words(), hurt.amount, hurt.threshold);
    assert_eq!(text, expected);
    assert!(line.words().starts_with(&format!("B takes {} damage from a: ", hurt.amount.total())), "{text}");
    for term in hurt.amount.terms().iter().chain(hurt.threshold.terms()) {
        assert!(text.contains(term.rule.as_str()), "{text} does not cite {}", term.rule);
    }
}

#[test]
fn every_line_of_a_battle_has_a_subject_and_names_only_known_things() {
    let mut battle = fought();
    let all = lines(&mut battle);
    assert!(all.len() > 5);
    for (event, line) in &all {
        let words = line.words();
        assert!(!words.contains('?') && !words.contains("  ") && words == words.trim(), "{event:?}: {words}");
        let nobody = matches!(event, BattleEvent::CountBegan { .. } | BattleEvent::BattleEnded { .. });
        assert_eq!(line.about.is_empty(), nobody, "{words}");
        assert_eq!(line.place.is_none(), nobody, "{words}");
        for span in &line.spans {
            if let Span::Combatant(who, _) = span {
                assert!(line.about.contains(who), "{words} names a combatant missing from its subjects");
            }
        }
    }
}

#[test]
fn bookkeeping_facts_are_not_narrated() {
    let battle = fought();
    let spent = BattleEvent::PoolChanged { who: battle.id('a'), pool: PoolId::ACTIONS, by: Breakdown::new(), left: 0 };
    assert_eq!(narrate(battle.snapshot(), &time_count(), &spent), None);
}

#[test]
fn fainting_and_waking_are_narrated_once() {
    let battle = fought();
    let (who, rules, rule) = (battle.id('B'), time_count(), Name::new("TC-123"));
    let told = |event: BattleEvent| narrate(battle.snapshot(), &rules, &event).map(|line| line.words());
    let condition = Name::new("unconscious");
    let gained = |by| Afflicted::new(condition, by, Until::Ended, 0);
    let gains = |by| told(BattleEvent::ConditionGained { who, affliction: gained(by), rule });
    assert_eq!(
        told(BattleEvent::FellUnconscious { who, rests_until: None, rule }).unwrap(),
        "B falls unconscious [TC-123]"
    );
    assert_eq!(gains(Some(who)), None, "no other combatant caused it: it fainted");
    assert_eq!(gains(None).unwrap(), "B is unconscious [TC-123]", "as the scenario has it");
    assert_eq!(told(BattleEvent::ConditionLost { who, condition, rule }), None);
    assert_eq!(told(BattleEvent::Woke { who, rule }).unwrap(), "B wakes [TC-123]");
}
