//! The facts of a turn that starts, and the actions and reactions it gives.

use crate::battle::CombatantId;
use crate::content::policy::RoundTurns;
use crate::mechanics::status;
use crate::resolution::event::BattleEvent;
use crate::resolution::step::Inputs;
use crate::turn::budget;

/// The actions and reactions of a turn. A combatant under command has no action without a command (TA-077).
pub(crate) fn budget(who: CombatantId, turns: &RoundTurns, inputs: &Inputs<'_>) -> [BattleEvent; 2] {
    let (actions, reactions) = status::lost_actions(inputs.game(), who);
    let given_reactions = budget::reactions(turns, &inputs.view.row(who).sheet);
    let given = if inputs.view.row(who).turn_state.commander.is_some() { 0 } else { turns.actions };
    [
        BattleEvent::ActionsSpent { who, left: given.saturating_sub(actions) },
        BattleEvent::ReactionsSpent { who, left: given_reactions.saturating_sub(reactions) },
    ]
}
