//! Combatants that become aware of a fight: they roll initiative and join (PR-012, PR-013).

use crate::battle::CombatantId;
use crate::content::{Unaware, UnawareEnd};
use crate::mechanics::{line, sight, status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::effect::conditions;
use crate::resolution::procedure::turn::command;
use crate::resolution::step::Inputs;

fn policy<'a>(inputs: &Inputs<'a>) -> Option<&'a Unaware> {
    let unaware = inputs.rules.policies.turn.in_rounds()?.unaware.as_ref()?;
    Some(unaware).filter(|unaware| unaware.ends == UnawareEnd::Aware)
}

/// After a combatant has been hurt: it is aware of the fight.
pub(crate) fn hurt(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (BattleEvent::DamageTaken(hurt), Some(policy)) = (fact, policy(inputs)) else { return };
    conditions::lose(hurt.target, policy.condition, policy.rule, inputs, events);
}

/// After a combatant has become aware of the fight: it rolls initiative and joins.
pub(crate) fn joins(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (BattleEvent::ConditionLost { who, condition, .. }, Some(policy)) = (fact, policy(inputs)) else { return };
    let rolled =
        |event: &BattleEvent| matches!(event, BattleEvent::InitiativeRolled { who: other, .. } if other == who);
    let row = inputs.view.row(*who);
    let has_turn = || inputs.timeline.turn_of(*who).is_some() || events.iter().any(rolled);
    if *condition == policy.condition && !row.gone && row.turn_state.commander.is_none() && !has_turn() {
        command::roll_in(row, false, inputs, events);
    }
}

/// A combatant that is unaware of the fight looks around: it becomes aware if it sees an enemy, or an ally that fights, and joins the
/// next round.
pub(crate) fn looks(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(policy) = policy(inputs).filter(|policy| inputs.view.row(who).conditions.has(policy.condition)) else {
        return;
    };
    let (game, sides) = (inputs.game(), inputs.view.row(who).side);
    let hidden = |other| {
        let policy = inputs.rules.policies.sight.as_ref();
        policy.is_some_and(|policy| sight::is_hidden(inputs.view, policy, other, who))
    };
    let alarms = inputs.view.present().filter(|row| row.id != who).any(|row| {
        let fights = row.side != sides || !row.conditions.has(policy.condition);
        fights && status::is_conscious(game, row.id) && !hidden(row.id) && line::sees(game, who, row.id)
    });
    if alarms && status::is_conscious(game, who) {
        let row = inputs.view.row(who);
        if row.turn_state.commander.is_none() {
            command::roll_in(row, true, inputs, events);
        }
        conditions::lose(who, policy.condition, policy.rule, inputs, events);
    }
}
