//! Damage outside the blows of a plan: by falls, venoms, collisions, and by conditions over time. In rounds these damage at
//! the start of the bearer's turn (TA-246); where turns are counted, at fixed intervals from when it caught fire (G-53).

use crate::battle::{CombatantId, Count};
use crate::content::{Breakdown, DamageTypes, Label, Name, Rule, Status};
use crate::dice::DiceFormula;
use crate::mechanics::damage::{self, PendingDamage};
use crate::mechanics::status;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::step::Inputs;
use crate::rules::Ruleset;
use crate::turn::{Due, DueId, DueKind, Phase};

/// Points of damage without a weapon, of a type and by a rule, that one combatant causes to another or to itself.
pub(crate) fn harm(
    (target, by): (CombatantId, CombatantId),
    cause: Name,
    dealt: i32,
    (harm, rule): (DamageTypes, Rule),
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let mut amount = Breakdown::new();
    amount.add(Label::DamageDice, i16::try_from(dealt).unwrap_or(i16::MAX), rule);
    deal(PendingDamage::plain((target, by), cause, harm, amount, rule), inputs, events);
}

/// A blow outside the plans of a moment.
pub(crate) fn deal(blow: PendingDamage, inputs: &Inputs<'_>, events: &mut Facts) {
    let taken = damage::settle(inputs.game(), &[blow]).into_iter();
    events.extend(taken.map(|hurt| BattleEvent::DamageTaken(Box::new(hurt))));
}

/// The conditions that damage a combatant now: condition, dice, damage type and rule.
pub(crate) fn harms(who: CombatantId, inputs: &Inputs<'_>) -> Vec<(Name, DiceFormula, DamageTypes, Rule)> {
    let all = status::each(inputs.game(), who);
    let harmful = all.filter_map(|(condition, status)| match status.does {
        Status::Burns { damage, harm } => Some((condition.id, damage, harm, status.rule)),
        Status::Festers { damage, harm } => {
            let damage = damage.times(strongest(who, condition.id, inputs));
            Some((condition.id, damage, harm, status.rule))
        }
        _ => None,
    });
    harmful.collect()
}

/// The highest level at which a combatant has a condition (TA-250).
fn strongest(who: CombatantId, condition: Name, inputs: &Inputs<'_>) -> u8 {
    let held = inputs.view.row(who).conditions.0.iter().filter(|held| held.condition == condition);
    u8::try_from(held.map(|held| held.level).max().unwrap_or(1).max(1)).unwrap_or(u8::MAX)
}

/// A condition damages its bearer and is scheduled again.
pub(crate) fn recurs(who: CombatantId, condition: Name, inputs: &mut Inputs<'_>, events: &mut Facts) {
    if inputs.view.row(who).gone {
        return;
    }
    let found = harms(who, inputs).into_iter().find(|(cause, ..)| *cause == condition);
    let Some((cause, damage, kind, rule)) = found else { return };
    let dealt = inputs.dice.roll(&damage).total;
    harm((who, who), cause, dealt, (kind, rule), inputs, events);
    kindle(who, condition, inputs, events);
}

/// When a condition held since a count damages its bearer next; `None` in rounds, or if it deals no damage.
pub fn due(rules: &Ruleset, who: CombatantId, condition: Name, since: Count, id: DueId) -> Option<Due> {
    let turns = rules.policies.turn.counted()?;
    let does = &rules.conditions.get(condition)?.does;
    let harmful = |does: &Status| matches!(does, Status::Burns { .. } | Status::Festers { .. });
    does.iter().any(|cited| harmful(&cited.does)).then(|| {
        let what = DueKind::Harms { who, condition, rule: turns.burns.rule };
        Due { id, at: since + i32::from(turns.burns.counts), phase: Phase::Endings, tie: 0, what }
    })
}

/// A condition gained now begins to deal damage.
pub(crate) fn begins(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    if let BattleEvent::ConditionGained { who, affliction, .. } | BattleEvent::ConditionJoined { who, affliction, .. } =
        fact
    {
        kindle(*who, affliction.condition, inputs, events);
    }
}

/// Schedules the damage of a condition, replacing what was due from an earlier instance.
pub(crate) fn kindle(who: CombatantId, condition: Name, inputs: &Inputs<'_>, events: &mut Facts) {
    let id = inputs.timeline.next_id();
    let Some(due) = due(inputs.rules, who, condition, inputs.view.count(), id) else { return };
    let same = |other: &&Due| other.what == due.what;
    events.extend(inputs.timeline.iter().filter(same).map(|other| BattleEvent::DueCancelled { due: other.id }));
    events.push(BattleEvent::DueSet { due });
}
