//! Fatigue where it lowers a pool of points: points that the pool lacks, its lower maximum, and the conditions of the exhausted
//! (HD-031 to HD-038).

use crate::battle::{Afflicted, CombatantId, Until, Vitals};
use crate::content::{Breakdown, Label, PoolId, Rule};
use crate::mechanics::stamina;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::turn::economy;
use crate::resolution::step::Inputs;

/// Spends all that a pool has; what is missing becomes fatigue (HD-031, HD-032).
pub(crate) fn overdraw(
    who: CombatantId,
    (pool, mut by, missing): (PoolId, Breakdown, i16),
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    by.add(Label::Fatigue, missing, rule);
    events.push(BattleEvent::PoolChanged { who, pool, by, left: 0 });
    tire(who, missing, rule, inputs, events);
}

/// A combatant gains fatigue by the level of its worst wound after the facts so far (HD-003, HD-354).
pub(crate) fn tire_by_wound(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let worst = vitals(who, inputs, events).wounds.filled.iter().rposition(|filled| *filled > 0);
    tire(who, worst.map_or(0, |level| level as i16 + 1), rule, inputs, events);
}

/// The pools of a combatant after the facts so far.
pub(crate) fn vitals(who: CombatantId, inputs: &Inputs<'_>, events: &[BattleEvent]) -> Vitals {
    let known = events.iter().rev().find_map(|event| match event {
        BattleEvent::Healed { who: other, vitals, .. }
        | BattleEvent::FatigueGained { who: other, vitals, .. }
        | BattleEvent::EnergyChanged { who: other, vitals, .. }
            if *other == who =>
        {
            Some(*vitals)
        }
        BattleEvent::DamageTaken(hurt) if hurt.target == who => Some(hurt.vitals),
        _ => None,
    });
    known.unwrap_or(inputs.view.row(who).vitals)
}

/// A combatant gains fatigue.
pub(super) fn tire(who: CombatantId, amount: i16, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    if amount > 0 {
        let mut vitals = vitals(who, inputs, events);
        vitals.fatigue = vitals.fatigue.saturating_add(amount);
        events.push(BattleEvent::FatigueGained { who, amount, vitals, rule });
    }
}

/// After a combatant has gained fatigue: the pool holds no more than fatigue leaves, and conditions follow its share (HD-034, HD-035,
/// HD-037, HD-038).
pub(super) fn tired(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let BattleEvent::FatigueGained { who, vitals, .. } = *fact else { return };
    let Some((id, _, tires)) = inputs.rules.policies.economy.tiring() else { return };
    let Some(normal) = stamina::normal_maximum(inputs.game(), who) else { return };
    let (row, fatigue) = (inputs.view.row(who), vitals.fatigue);
    let (left, most) = (economy::left(who, id, inputs, events), normal.saturating_sub(fatigue).max(0));
    if left > most {
        let by = Breakdown::of([(Label::Fatigue, most - left, tires.rule)]);
        events.push(BattleEvent::PoolChanged { who, pool: id, by, left: most });
    }
    for mark in &tires.marks {
        let reached = i32::from(fatigue) * 100 >= i32::from(mark.percent) * i32::from(normal);
        let bears = mark.with.is_none_or(|quality| row.sheet.has(quality));
        if reached && bears && !row.conditions.has(mark.condition) {
            // As long as the fatigue, whatever ends the condition elsewhere.
            let affliction = Afflicted::new(mark.condition, Some(who), Until::Ended, 0);
            events.push(BattleEvent::ConditionGained { who, affliction, rule: mark.rule });
        }
    }
}
