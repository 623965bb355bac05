//! Gaining conditions, and the actions they take away.

use crate::battle::{Afflicted, CombatantId, PairFact, PairRelation, Until};
use crate::content::{Breakdown, Effect, Label, Name, Rule, Stacking};
use crate::mechanics::status;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::effect::{duration, posture};
use crate::resolution::procedure::turn::economy;
use crate::resolution::step::Inputs;
use crate::turn::{DueKind, Phase};

/// The conditions that an effect gives or takes.
pub(crate) fn change(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (by, rule) = (effect.actor, effect.rule);
    match effect.does {
        Effect::Gain { who, condition } => gain(effect.subject(who), condition, by, rule, inputs, events),
        // For a number of the causer's rounds (TA-013, TA-G21).
        Effect::Inflict { who, condition, level, rounds } => {
            let measured = [level, rounds].map(|measure| duration::measured(measure, effect, inputs));
            gain_for((effect.subject(who), by), condition, measured.into(), rule, inputs, events);
        }
        Effect::GainLevels { who, condition, level } => {
            let level = duration::measured(level, effect, inputs);
            gain_levels((effect.subject(who), by), (condition, level), rule, inputs, events);
        }
        // Towards the actor alone.
        Effect::GainTowards { condition, ends } => {
            let (slant, until) =
                (PairRelation::Has(condition), duration::until(inputs.view, ends, (effect.target, by)));
            let fact = PairFact { towards: by, slant, until, rule };
            events.push(BattleEvent::PairFactBegan { who: effect.target, fact });
        }
        Effect::LoseTowards(condition) => {
            let (who, slant) = (effect.target, PairRelation::Has(condition));
            if inputs.view.row(who).pairs.towards(by).any(|fact| fact.slant == slant) {
                events.push(BattleEvent::PairFactEnded { who, towards: by, slant });
            }
        }
        Effect::Lose { who, condition } => {
            events.push(BattleEvent::ConditionLost { who: effect.subject(who), condition, rule });
        }
        _ => {}
    }
}

/// A combatant gains a condition. A condition that is a stance changes its posture instead.
pub fn gain(who: CombatantId, condition: Name, by: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let is_stance = inputs.rules.conditions.get(condition).is_some_and(|found| found.stance.is_some());
    if is_stance {
        return posture::fall_into(who, condition, rule, inputs, events);
    }
    add(who, duration::affliction(inputs.rules, inputs.view, condition, (who, by)), rule, inputs, events);
}

/// A combatant loses a condition, if it has it.
pub(crate) fn lose(who: CombatantId, condition: Name, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    if inputs.view.row(who).conditions.has(condition) {
        events.push(BattleEvent::ConditionLost { who, condition, rule });
    }
}

/// Inflicts a condition with a level for a number of counts, or of the causer's rounds.
pub(crate) fn gain_for(
    (who, by): (CombatantId, CombatantId),
    condition: Name,
    (level, rounds): (u16, u16),
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    if rounds > 0 {
        let (until, level) = (duration::for_time(by, rounds, inputs), i16::try_from(level).unwrap_or(i16::MAX));
        add(who, Afflicted::new(condition, Some(by), until, level), rule, inputs, events);
    }
}

/// Gives a combatant a condition to the end of its turn after this many, so that it costs that many turns (PR-C23).
pub(crate) fn gain_for_turns(
    who: CombatantId,
    condition: Name,
    turns: u16,
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    if inputs.rules.policies.turn.is_counted() {
        return gain_for((who, who), condition, (0, turns), rule, inputs, events);
    }
    let until = Until::TurnOf(who, inputs.view.row(who).turn_state.turns.saturating_add(turns));
    add(who, Afflicted::new(condition, Some(who), until, 0), rule, inputs, events);
}

/// A combatant gains some levels of a condition, which ends as the condition says (PR-112, PR-115).
fn gain_levels(
    (who, by): (CombatantId, CombatantId),
    (condition, level): (Name, u16),
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let level = i16::try_from(level).unwrap_or(i16::MAX);
    if level > 0 {
        let affliction = duration::affliction(inputs.rules, inputs.view, condition, (who, by));
        add(who, Afflicted { level, ..affliction }, rule, inputs, events);
    }
}

fn add(who: CombatantId, mut affliction: Afflicted, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let condition = affliction.condition;
    let again = inputs.rules.conditions.get(condition).map_or(Stacking::Replaces, |found| found.again);
    if again == Stacking::Adds {
        affliction.level = affliction.level.max(1).saturating_add(level(who, condition, inputs, events).max(0));
        schedule_end(who, &affliction, rule, inputs, events);
        return events.push(BattleEvent::ConditionGained { who, affliction, rule });
    }
    let held = inputs.view.row(who).conditions.0.iter().find(|held| held.condition == condition);
    match (again, held) {
        (Stacking::Queues, Some(held)) => affliction.level = held.level + 1,
        (Stacking::Prolongs, Some(held)) => affliction.until = prolonged(held.until, affliction.until, inputs),
        _ => {}
    }
    schedule_end(who, &affliction, rule, inputs, events);
    events.push(match held {
        Some(_) if again == Stacking::KeptApart => BattleEvent::ConditionJoined { who, affliction, rule },
        _ => BattleEvent::ConditionGained { who, affliction, rule },
    });
}

/// Schedules the end of a condition that lasts until a count.
fn schedule_end(who: CombatantId, affliction: &Afflicted, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    if let Until::Count(at) = affliction.until {
        let what = DueKind::ConditionEnds { who, condition: affliction.condition, rule };
        inputs.schedule(at, Phase::Endings, 0, what, events);
    }
}

/// The level of a condition after the facts so far.
fn level(who: CombatantId, condition: Name, inputs: &Inputs<'_>, events: &[BattleEvent]) -> i16 {
    let changed = events.iter().rev().find_map(|event| match event {
        BattleEvent::ConditionGained { who: other, affliction, .. }
        | BattleEvent::ConditionEased { who: other, affliction, .. }
            if (*other, affliction.condition) == (who, condition) =>
        {
            Some(affliction.level)
        }
        BattleEvent::ConditionLost { who: other, condition: lost, .. } if (*other, *lost) == (who, condition) => {
            Some(0)
        }
        _ => None,
    });
    changed.unwrap_or_else(|| inputs.view.row(who).conditions.level(condition))
}

/// Raises (or lowers, by a negative number) a condition whose levels add up; at level 0 it ends. Changes earlier in the
/// same step count.
pub(crate) fn change_level(
    (who, by): (CombatantId, CombatantId),
    condition: Name,
    levels: i16,
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let before = level(who, condition, inputs, events);
    let level = before.saturating_add(levels);
    let held = inputs.view.row(who).conditions.0.iter().find(|held| held.condition == condition);
    let until = held.map_or(Until::Ended, |held| held.until);
    let affliction = Afflicted::new(condition, Some(by), until, level);
    if level > before.max(0) {
        events.push(BattleEvent::ConditionGained { who, affliction, rule });
    } else if level > 0 && level < before {
        events.push(BattleEvent::ConditionEased { who, affliction, rule });
    } else if level <= 0 && before > 0 {
        events.push(BattleEvent::ConditionLost { who, condition, rule });
    }
}

/// The rounds of a newer instance are added to those left of the older (TA-225).
fn prolonged(held: Until, newer: Until, inputs: &Inputs<'_>) -> Until {
    let Until::Round(by, at) = newer else { return newer };
    let rounds = at - duration::next_start(by, inputs) + 1;
    match held {
        Until::Round(of, until) => Until::Round(of, until + rounds),
        Until::Acts(of) => Until::Round(of, duration::next_start(of, inputs) + rounds),
        _ => newer,
    }
}

/// The first instance of a condition takes away unspent actions and reactions (TA-G45).
pub(crate) fn lose_actions(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let BattleEvent::ConditionGained { who, affliction: Afflicted { condition, .. }, .. } = *fact else { return };
    let row = inputs.view.row(who);
    if row.conditions.has(condition) || inputs.rules.policies.turn.is_counted() {
        return;
    }
    economy::lose_to(who, condition, inputs, events);
}

/// Adds what conditions that have begun or ended since change in every roll, such as those of the wound itself.
pub(crate) fn add_changed(who: CombatantId, inputs: &Inputs<'_>, events: &[BattleEvent], bonus: &mut Breakdown) {
    for event in events {
        let (condition, sign) = match event {
            BattleEvent::ConditionGained { who: of, affliction, .. } if *of == who => (affliction.condition, 1),
            BattleEvent::ConditionLost { who: of, condition, .. } if *of == who => (*condition, -1),
            _ => continue,
        };
        for (amount, rule) in status::rolls_of(inputs.book(), condition) {
            bonus.add_if(Label::Named(condition), amount * sign, rule);
        }
    }
}
