//! Conditions that deal damage over time. In rounds they do so at the start of the bearer's turn (TA-246); where turns
//! are counted, at fixed intervals from when it caught fire (G-53).

use crate::battle::CombatantId;
use crate::content::condition::Status;
use crate::content::gear::DamageType;
use crate::content::{Name, Rule};
use crate::dice::DiceFormula;
use crate::mechanics::status;
use crate::resolution::event::BattleEvent;
use crate::resolution::procedure::effect::conditions::recurring;
use crate::resolution::procedure::effect::deal_damage;
use crate::resolution::step::Inputs;

/// The conditions that damage a combatant now: condition, dice, damage type and rule.
pub(crate) fn harms(who: CombatantId, inputs: &Inputs<'_>) -> Vec<(Name, DiceFormula, DamageType, Rule)> {
    let harmful = status::each(inputs.game(), who).filter_map(|(condition, status)| match status.does {
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
pub(crate) fn harm(who: CombatantId, condition: Name, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if inputs.view.row(who).gone {
        return;
    }
    let found = harms(who, inputs).into_iter().find(|(cause, ..)| *cause == condition);
    let Some((cause, damage, kind, rule)) = found else { return };
    let dealt = inputs.dice.roll(&damage).total;
    deal_damage::harm(who, cause, dealt, (kind, rule), inputs, events);
    recurring::kindle(who, condition, inputs, events);
}
