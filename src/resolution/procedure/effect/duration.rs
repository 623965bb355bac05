//! How long conditions, facts between two combatants and spells last, and how they end.

use crate::battle::{ActiveSpell, Afflicted, CombatantId, PairFact, PairRelation, Row, Until, View};
use crate::content::{Ends, Lasting, Measure, Name, Rule};
use crate::mechanics::magic;
use crate::resolution::act::Act;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;
use crate::rules::Ruleset;
use crate::turn::{Due, DueKind, Phase};

/// The value of an effect's measure; 0 if it depends on a spell and there is none.
pub(crate) fn measured(measure: Measure, effect: &PlannedEffect, inputs: &mut Inputs<'_>) -> u16 {
    let spell = effect.act.energy().zip(inputs.rules.policies.magic.as_ref());
    match measure {
        Measure::Just(number) => number,
        Measure::Energy => spell.map_or(0, |(energy, _)| energy.effect.into()),
        Measure::Duration => spell.map_or(0, |(energy, policy)| magic::rounds(policy, energy)),
        Measure::StatPlus(stat, more) => {
            let value = inputs.view.row(effect.actor).sheet.stat(stat).saturating_add(more);
            value.max(0).unsigned_abs()
        }
        Measure::Dice(dice) => u16::try_from(inputs.dice.roll(&dice).total.max(0)).unwrap_or(u16::MAX),
        Measure::Dealt { per } => effect.points.map_or(0, |points| points.max(0).unsigned_abs() / per.max(1)),
    }
}

/// When something ends that lasts this many counts, or rounds of its causer: just before the causer's turn in the last
/// of them, or with the last of them ([`Lasting`]).
pub(crate) fn for_time(by: CombatantId, rounds: u16, inputs: &Inputs<'_>) -> Until {
    if inputs.rules.policies.turn.is_counted() {
        return Until::Count(inputs.view.count() + i32::from(rounds));
    }
    match inputs.rules.policies.turn.in_rounds().map(|turns| turns.lasting) {
        Some(Lasting::RoundEnd { .. }) => Until::RoundEnd(inputs.view.count() + i32::from(rounds) - 1),
        _ => Until::Round(by, next_start(by, inputs) + i32::from(rounds) - 1),
    }
}

/// The round in which a combatant's turn starts next. A subordinate starts with its commander.
pub(crate) fn next_start(who: CombatantId, inputs: &Inputs<'_>) -> i32 {
    turn_that_starts(who, inputs).map_or(inputs.view.count() + 1, |due| due.at)
}

pub(crate) fn turn_that_starts<'a>(who: CombatantId, inputs: &'a Inputs<'_>) -> Option<&'a Due> {
    let turn_state = inputs.view.row(who).turn_state;
    inputs.timeline.turn_of(turn_state.commander.unwrap_or(who))
}

/// A condition as a combatant gains it now, caused by another or by itself.
pub fn affliction(
    rules: &Ruleset,
    view: View<'_>,
    condition: Name,
    (who, by): (CombatantId, CombatantId),
) -> Afflicted {
    let ends = rules.conditions.get(condition).map_or(Ends::Never, |found| found.ends);
    let until = until(view, ends, (who, by));
    Afflicted::new(condition, Some(by), until, 0)
}

/// When a condition ends that a combatant gains now, caused by another or by itself.
pub(crate) fn until(view: View<'_>, ends: Ends, (who, by): (CombatantId, CombatantId)) -> Until {
    match ends {
        Ends::Never => Until::Ended,
        Ends::BearerActs => Until::BearerActs,
        Ends::CauserActs => Until::Acts(by),
        Ends::After(counts) => Until::Count(view.count() + i32::from(counts)),
        Ends::Rounds(rounds) => Until::RoundEnd(view.count() + i32::from(rounds)),
        Ends::CauserTurn => Until::TurnOf(by, view.row(by).turn_state.turns),
        Ends::BearerTurn => Until::TurnOf(who, view.row(who).turn_state.turns.saturating_add(1)),
        Ends::Attacked => Until::Attacked,
    }
}

/// Uses up one charge of conditions that last until the bearer is attacked.
pub(crate) fn attacked(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    for held in inputs.view.row(who).conditions.0.iter().filter(|held| held.until == Until::Attacked) {
        let (condition, level) = (held.condition, held.level - 1);
        let rule = inputs.rules.conditions.get(condition).map_or("".into(), |found| found.rule);
        events.push(match level {
            0.. => BattleEvent::ConditionGained { who, affliction: Afflicted { level, ..*held }, rule },
            _ => BattleEvent::ConditionLost { who, condition, rule },
        });
    }
}

/// Ends what waits for the next action of a combatant, unless it is an attack with a weapon on the other that is not over
/// (FS-093, FS-G29).
pub(crate) fn acts(who: CombatantId, act: &Act, over: bool, inputs: &Inputs<'_>, events: &mut Facts) {
    let attack = inputs.rules.actions.get(act.action).filter(|action| action.is_weapon_attack());
    let at = attack.and_then(|_| act.aimed_at());
    for fact in inputs.view.row(who).pairs.0.iter().filter(|fact| fact.until == Until::NextAction) {
        if over == (at == Some(fact.towards)) {
            events.push(BattleEvent::PairFactEnded { who, towards: fact.towards, slant: fact.slant });
        }
    }
}

/// Ends everything that lasts until this combatant's turn starts, on any bearer (TA-013, TA-G21).
pub(crate) fn turn_starts(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
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

/// Ends the spells of a combatant whose turn starts, if their time is over.
fn end_spells(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let round = inputs.view.count();
    let over = |until: Until| matches!(until, Until::Round(of, at) if of == who && at <= round);
    let ended = inputs.view.spells().iter().filter(|spell| over(spell.until));
    events.extend(ended.map(|spell| spell_ended(spell, inputs)));
}

fn spell_ended(spell: &ActiveSpell, inputs: &Inputs<'_>) -> BattleEvent {
    let rule = inputs.rules.actions.get(spell.spell).map_or("".into(), |action| action.rule);
    BattleEvent::SpellEnded { id: spell.id, caster: spell.caster, spell: spell.spell, rule }
}

/// Ends the spells of a removed combatant that would need control, and those on it. Their other effects and zones last
/// as long as they would.
pub(crate) fn end_spells_of_removed(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let over = |events: &[BattleEvent], spell: &ActiveSpell| {
        events.iter().any(|event| matches!(event, BattleEvent::SpellEnded { id, .. } if *id == spell.id))
    };
    let concerns = |spell: &&ActiveSpell| spell.zone.is_none() && (spell.caster == who || spell.target() == Some(who));
    let own = inputs.view.spells().iter().filter(concerns);
    let own: Facts = own.filter(|spell| !over(events, spell)).map(|spell| spell_ended(spell, inputs)).collect();
    events.extend(own);
}

/// Ends conditions and facts that last through this turn of a combatant, and the leave to enter a space where none is shared.
pub(crate) fn turn_ends(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let turns = inputs.view.row(who).turn_state.turns;
    let over = |until: Until| matches!(until, Until::TurnOf(of, last) if of == who && last <= turns);
    for row in inputs.view.rows().iter().filter(|row| bears_any(row) && !row.gone) {
        end(row, |held| over(held.until), inputs, events);
        let apart = |fact: &PairFact| {
            let (own, other) = (inputs.view.footprint(row.id), inputs.view.footprint(fact.towards));
            fact.slant == PairRelation::Enters && !own.overlaps(inputs.view.shape(), other)
        };
        for fact in row.pairs.0.iter().filter(|fact| over(fact.until) || apart(fact)) {
            events.push(BattleEvent::PairFactEnded { who: row.id, towards: fact.towards, slant: fact.slant });
        }
    }
}

/// Ends spells and conditions that last until the end of this round, oldest first (HD-175).
pub(crate) fn round_ends(inputs: &Inputs<'_>, events: &mut Facts) {
    let round = inputs.view.count();
    let spells = inputs.view.spells().iter();
    let over = spells.filter(|spell| matches!(spell.until, Until::RoundEnd(at) if at <= round));
    events.extend(over.map(|spell| spell_ended(spell, inputs)));
    for row in inputs.view.rows().iter().filter(|row| !row.gone) {
        let over = |until: Until| matches!(until, Until::RoundEnd(at) if at <= round);
        end(row, |held| over(held.until), inputs, events);
        for fact in row.pairs.0.iter().filter(|fact| over(fact.until)) {
            events.push(BattleEvent::PairFactEnded { who: row.id, towards: fact.towards, slant: fact.slant });
        }
    }
}

/// Whether a combatant has any condition, in general or towards another combatant.
fn bears_any(row: &Row) -> bool {
    !(row.conditions.0.is_empty() && row.pairs.0.is_empty())
}

/// Ends the instances of a combatant's conditions whose time is over.
fn end(row: &Row, over: impl Fn(&Afflicted) -> bool, inputs: &Inputs<'_>, events: &mut Facts) {
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

/// Ends a condition that lasts until this count, unless it was prolonged meanwhile.
pub(crate) fn count_reached(who: CombatantId, condition: Name, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let over = |held: &Afflicted| match held.until {
        Until::Count(at) => held.condition == condition && at <= inputs.view.count(),
        _ => false,
    };
    if inputs.view.row(who).conditions.0.iter().any(over) {
        events.push(BattleEvent::ConditionLost { who, condition, rule });
    }
}

/// Whether something on another combatant, or a zone, lasts until a turn of this combatant.
fn is_awaited(who: CombatantId, view: View<'_>) -> bool {
    let on = |until: Until| matches!(until, Until::Acts(of) | Until::Round(of, _) if of == who);
    let row_waits =
        |row: &Row| row.conditions.0.iter().any(|held| on(held.until)) || row.pairs.0.iter().any(|fact| on(fact.until));
    view.present().any(|row| row.id != who && row_waits(row)) || view.zones().any(|(spell, _)| on(spell.until))
}

/// In rounds, what lasts until the next turn of a removed combatant ends when that turn would have come.
pub(crate) fn schedule_after_removal(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    if inputs.rules.policies.turn.is_counted() || !is_awaited(who, inputs.view) {
        return;
    }
    let own = (inputs.view.count() + 1, inputs.view.row(who).turn_state.place);
    let (at, tie) = turn_that_starts(who, inputs).map_or(own, |due| (due.at, due.tie));
    inputs.schedule(at, Phase::Turns, tie, DueKind::Passing(who), events);
}
