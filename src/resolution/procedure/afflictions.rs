//! Conditions as somebody gains them, what they take at once, and when they end.

use crate::battle::{ActiveSpell, Afflicted, CombatantId, PairFact, PairRelation, Row, Until, View};
use crate::content::condition::{Again, Ends};
use crate::content::effect::{Measure, Who};
use crate::content::policy::TurnOrder;
use crate::content::{Name, Rule};
use crate::mechanics::{magic, status};
use crate::resolution::event::BattleEvent;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;
use crate::rules::Ruleset;
use crate::turn::{Due, DueKind, Phase};

use super::{bodies, burning, effects};

/// A condition is gained; a stance among conditions is fallen into.
pub fn gain(
    who: CombatantId,
    condition: Name,
    by: CombatantId,
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let is_stance = inputs.rules.conditions.get(condition).is_some_and(|found| found.stance.is_some());
    if is_stance {
        return bodies::fall_into(who, condition, rule, inputs, events);
    }
    take_on(who, affliction(inputs.rules, inputs.view, condition, by), rule, inputs, events);
}

/// A condition of some level for so many rounds of the one who causes it (TA-013, TA-G21).
pub(super) fn inflict(
    effect: &PlannedEffect,
    (who, condition): (Who, Name),
    (level, rounds): (Measure, Measure),
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let (level, rounds) = (measured(level, effect, inputs), measured(rounds, effect, inputs));
    last((effects::subject(effect, who), effect.actor), condition, (level, rounds), effect.rule, inputs, events);
}

/// Somebody gains a condition of some level for so many counts, or rounds of the one who causes it.
pub(super) fn last(
    (who, by): (CombatantId, CombatantId),
    condition: Name,
    (level, rounds): (u16, u16),
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    if rounds > 0 {
        let (until, level) = (for_time(by, rounds, inputs), i16::try_from(level).unwrap_or(i16::MAX));
        take_on(who, Afflicted { condition, by: Some(by), until, level }, rule, inputs, events);
    }
}

/// The number of an effect; what hangs on a spell is 0 without one.
pub(super) fn measured(measure: Measure, effect: &PlannedEffect, inputs: &Inputs<'_>) -> u16 {
    let spell = effect.act.energy().zip(inputs.rules.policies.magic.as_ref());
    match measure {
        Measure::Just(number) => number,
        Measure::Energy => spell.map_or(0, |(energy, _)| energy.effect.into()),
        Measure::Duration => spell.map_or(0, |(energy, policy)| magic::rounds(policy, energy)),
    }
}

/// When something ends that somebody causes now for so many counts, or for so many rounds: just before its turn starts for
/// the last of them.
pub(super) fn for_time(by: CombatantId, rounds: u16, inputs: &Inputs<'_>) -> Until {
    if let TurnOrder::Counts(_) = inputs.rules.policies.turn {
        return Until::Count(inputs.view.count() + i32::from(rounds));
    }
    Until::Round(by, next_start(by, inputs) + i32::from(rounds) - 1)
}

/// The round in which the turn of a combatant next starts; one under command starts with its commander.
fn next_start(who: CombatantId, inputs: &Inputs<'_>) -> i32 {
    turn_that_starts(who, inputs).map_or(inputs.view.count() + 1, |due| due.at)
}

/// The turn with which that of a combatant starts, if it is to come.
fn turn_that_starts<'a>(who: CombatantId, inputs: &'a Inputs<'_>) -> Option<&'a Due> {
    let turn_state = inputs.view.row(who).turn_state;
    inputs.timeline.turn_of(turn_state.commander.unwrap_or(who))
}

/// Somebody gains a condition, and with the first instance of it loses the actions it takes.
fn take_on(
    who: CombatantId,
    mut affliction: Afflicted,
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let condition = affliction.condition;
    let adds = inputs.rules.conditions.get(condition).is_some_and(|found| found.again == Again::Adds);
    if let (true, Some(by)) = (adds, affliction.by) {
        return build((who, by), condition, affliction.level.max(1), rule, inputs, events);
    }
    let again = inputs.rules.conditions.get(condition).map_or(Again::Replaces, |found| found.again);
    let held = inputs.view.row(who).conditions.0.iter().find(|held| held.condition == condition);
    match (again, held) {
        (Again::Queues, Some(held)) => affliction.level = held.level + 1,
        (Again::Prolongs, Some(held)) => affliction.until = prolonged(held.until, affliction.until, inputs),
        _ => {}
    }
    if let Until::Count(at) = affliction.until {
        let what = DueKind::ConditionEnds { who, condition, rule };
        let due = Due { id: effects::next_due(inputs, events), at, phase: Phase::Endings, tie: 0, what };
        events.push(BattleEvent::DueSet { due });
    }
    events.push(match held {
        Some(_) if again == Again::KeptApart => BattleEvent::ConditionJoined { who, affliction, rule },
        _ => BattleEvent::ConditionGained { who, affliction, rule },
    });
    burning::kindle(who, condition, inputs, events);
    if held.is_none() {
        lose_actions(who, condition, inputs, events);
    }
}

/// A condition whose levels add up gains some, or loses some (a negative number); without a level it is over. What changed
/// it earlier in the same step counts.
pub(super) fn build(
    (who, by): (CombatantId, CombatantId),
    condition: Name,
    levels: i16,
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
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
    let before = changed.unwrap_or_else(|| inputs.view.row(who).conditions.level(condition));
    let level = before.saturating_add(levels);
    let affliction = Afflicted { condition, by: Some(by), until: Until::Ended, level };
    if level > before.max(0) {
        events.push(BattleEvent::ConditionGained { who, affliction, rule });
    } else if level > 0 && level < before {
        events.push(BattleEvent::ConditionEased { who, affliction, rule });
    } else if level <= 0 && before > 0 {
        events.push(BattleEvent::ConditionLost { who, condition, rule });
    }
}

/// The rounds of a newer instance come after those that are left of the older (TA-225).
fn prolonged(held: Until, newer: Until, inputs: &Inputs<'_>) -> Until {
    let Until::Round(by, at) = newer else { return newer };
    let rounds = at - next_start(by, inputs) + 1;
    match held {
        Until::Round(of, until) => Until::Round(of, until + rounds),
        Until::Acts(of) => Until::Round(of, next_start(of, inputs) + rounds),
        _ => newer,
    }
}

/// Actions and reactions that a condition takes are lost at once, as far as they are not spent yet (TA-G45).
fn lose_actions(who: CombatantId, condition: Name, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if !matches!(inputs.rules.policies.turn, TurnOrder::Rounds(_)) {
        return;
    }
    let (actions, reactions) = status::actions_lost_to(inputs.book(), condition);
    let turn_state = inputs.view.row(who).turn_state;
    let spent = |event: &BattleEvent| match event {
        BattleEvent::ActionsSpent { who: other, left } if *other == who => Some(*left),
        _ => None,
    };
    let left = events.iter().rev().find_map(spent).unwrap_or(turn_state.actions);
    if left > 0 && actions > 0 {
        events.push(BattleEvent::ActionsSpent { who, left: left.saturating_sub(actions) });
    }
    if turn_state.reactions > 0 && reactions > 0 {
        events.push(BattleEvent::ReactionsSpent { who, left: turn_state.reactions.saturating_sub(reactions) });
    }
}

/// The target has a condition towards the actor alone.
pub(super) fn gain_towards(
    effect: &PlannedEffect,
    condition: Name,
    ends: Ends,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let until = until(inputs.view, ends, effect.actor);
    let fact = PairFact { towards: effect.actor, slant: PairRelation::Has(condition), until, rule: effect.rule };
    events.push(BattleEvent::PairFactBegan { who: effect.target, fact });
}

/// A condition as somebody gains it now.
pub fn affliction(rules: &Ruleset, view: View<'_>, condition: Name, by: CombatantId) -> Afflicted {
    let ends = rules.conditions.get(condition).map_or(Ends::Never, |found| found.ends);
    let until = until(view, ends, by);
    Afflicted { condition, by: Some(by), until, level: 0 }
}

/// When something that ends so, and that somebody causes now, ends.
fn until(view: View<'_>, ends: Ends, by: CombatantId) -> Until {
    match ends {
        Ends::Never => Until::Ended,
        Ends::BearerActs => Until::BearerActs,
        Ends::CauserActs => Until::Acts(by),
        Ends::After(counts) => Until::Count(view.count() + i32::from(counts)),
        Ends::CauserTurn => Until::TurnOf(by, view.row(by).turn_state.turns),
        Ends::Attacked => Until::Attacked,
    }
}

/// What lasts until the next attack on somebody has met it: one of it is used up.
pub(super) fn attacked(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    for held in inputs.view.row(who).conditions.0.iter().filter(|held| held.until == Until::Attacked) {
        let (condition, level) = (held.condition, held.level - 1);
        let rule = inputs.rules.conditions.get(condition).map_or("".into(), |found| found.rule);
        events.push(match level {
            0.. => BattleEvent::ConditionGained { who, affliction: Afflicted { level, ..*held }, rule },
            _ => BattleEvent::ConditionLost { who, condition, rule },
        });
    }
}

/// What lasts until the turn of a combatant starts ends now, whoever bears it (TA-013, TA-G21).
pub(super) fn at_start_of(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let round = inputs.view.count();
    end_spells(who, inputs, events);
    for row in inputs.view.rows().iter().filter(|row| bears_any(row) && !row.gone) {
        let over = |held: &Afflicted| match held.until {
            Until::BearerActs | Until::Attacked => row.id == who,
            Until::Acts(causer) => causer == who,
            Until::Round(causer, at) => causer == who && at <= round,
            _ => false,
        };
        end(row, over, inputs, events);
        for fact in row.pairs.0.iter().filter(|fact| fact.until == Until::Acts(who)) {
            events.push(BattleEvent::PairFactEnded { who: row.id, towards: fact.towards, slant: fact.slant });
        }
    }
}

/// Spells of one whose turn starts that have lasted long enough are over.
fn end_spells(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let round = inputs.view.count();
    let over = |until: Until| matches!(until, Until::Round(of, at) if of == who && at <= round);
    let ended = inputs.view.spells().iter().filter(|spell| over(spell.until));
    events.extend(ended.map(|spell| spell_ended(spell, inputs)));
}

/// The fact that a spell is over.
fn spell_ended(spell: &ActiveSpell, inputs: &Inputs<'_>) -> BattleEvent {
    let rule = inputs.rules.actions.get(spell.spell).map_or("".into(), |action| action.rule);
    BattleEvent::SpellEnded { id: spell.id, caster: spell.caster, spell: spell.spell, rule }
}

/// Nobody controls the spells of one who is gone any more; what they have done, or laid on a place, lasts as long as it
/// would.
pub(super) fn let_spells_be(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let over = |events: &[BattleEvent], spell: &ActiveSpell| {
        events.iter().any(|event| matches!(event, BattleEvent::SpellEnded { id, .. } if *id == spell.id))
    };
    let concerns = |spell: &&ActiveSpell| spell.zone.is_none() && (spell.caster == who || spell.target() == Some(who));
    let own = inputs.view.spells().iter().filter(concerns);
    let own: Vec<BattleEvent> =
        own.filter(|spell| !over(events, spell)).map(|spell| spell_ended(spell, inputs)).collect();
    events.extend(own);
}

/// Conditions and facts that lasted through this turn of a combatant end.
pub(super) fn at_end_of(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let until = Until::TurnOf(who, inputs.view.row(who).turn_state.turns);
    for row in inputs.view.rows().iter().filter(|row| bears_any(row) && !row.gone) {
        end(row, |held| held.until == until, inputs, events);
        for fact in row.pairs.0.iter().filter(|fact| fact.until == until) {
            events.push(BattleEvent::PairFactEnded { who: row.id, towards: fact.towards, slant: fact.slant });
        }
    }
}

/// Whether a combatant has any condition, towards everybody or towards one.
fn bears_any(row: &Row) -> bool {
    !(row.conditions.0.is_empty() && row.pairs.0.is_empty())
}

/// Ends those instances of a combatant's conditions whose time is over.
fn end(row: &Row, over: impl Fn(&Afflicted) -> bool, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let all = &row.conditions.0;
    if !all.iter().any(&over) {
        return;
    }
    for (at, held) in all.iter().enumerate().filter(|(_, held)| over(held)) {
        let (who, condition) = (row.id, held.condition);
        let same = |other: &&Afflicted| other.condition == condition;
        let rule = inputs.rules.conditions.get(condition).map_or("".into(), |found| found.rule);
        if all.iter().filter(same).any(|other| !over(other)) {
            events.push(BattleEvent::ConditionFaded { who, affliction: *held, rule });
        } else if !all[..at].iter().any(|earlier| same(&earlier)) {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// A condition ends that lasts until this count; one that was prolonged meanwhile goes on.
pub(super) fn ends_now(
    who: CombatantId,
    condition: Name,
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let over = |held: &Afflicted| match held.until {
        Until::Count(at) => held.condition == condition && at <= inputs.view.count(),
        _ => false,
    };
    if inputs.view.row(who).conditions.0.iter().any(over) {
        events.push(BattleEvent::ConditionLost { who, condition, rule });
    }
}

/// Whether something lasts on somebody else, or on a place, until a turn of this combatant starts.
fn is_awaited(who: CombatantId, view: View<'_>) -> bool {
    let on = |until: Until| matches!(until, Until::Acts(of) | Until::Round(of, _) if of == who);
    let row_waits =
        |row: &Row| row.conditions.0.iter().any(|held| on(held.until)) || row.pairs.0.iter().any(|fact| on(fact.until));
    view.present().any(|row| row.id != who && row_waits(row)) || view.zones().any(|(spell, _)| on(spell.until))
}

/// Where turns come in rounds, what lasts until the next turn of one who is gone ends when that turn would have come.
pub(super) fn outlast(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if !matches!(inputs.rules.policies.turn, TurnOrder::Rounds(_)) || !is_awaited(who, inputs.view) {
        return;
    }
    let own = (inputs.view.count() + 1, inputs.view.row(who).turn_state.place);
    let (at, tie) = turn_that_starts(who, inputs).map_or(own, |due| (due.at, due.tie));
    let (id, what) = (effects::next_due(inputs, events), DueKind::Passing(who));
    events.push(BattleEvent::DueSet { due: Due { id, at, phase: Phase::Turns, tie, what } });
}
