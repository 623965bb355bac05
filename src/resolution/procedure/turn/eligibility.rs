//! Whether a combatant may declare an action now.

use crate::battle::CombatantId;
use crate::content::action::Gait;
use crate::content::policy::TurnOrder;
use crate::mechanics::{movement, status};
use crate::resolution::step::Inputs;

/// Whether a movement has something left that may still be used (TA-056).
pub(crate) fn may_go_on(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    movement::may_use_gait(inputs.game(), who, Gait::Onward).is_ok()
}

/// Whether a combatant has an action left and can act.
pub(crate) fn may_declare(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let left = match inputs.rules.policies.turn {
        TurnOrder::Rounds(_) => inputs.view.row(who).turn_state.actions > 0 || may_go_on(who, inputs),
        TurnOrder::Counts(_) => true,
    };
    left && status::can_act(inputs.game(), who)
}
