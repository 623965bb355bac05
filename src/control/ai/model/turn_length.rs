//! How long a turn is under each turn order.

use crate::content::policy::TurnOrder;
use crate::rules::Ruleset;

/// Counts that one action stands for where a turn has several actions.
pub const COUNTS_PER_ACTION: i32 = 4;

/// Actions in a turn; 1 where time is measured in counts.
pub fn actions_per_turn(rules: &Ruleset) -> i32 {
    match &rules.policies.turn {
        TurnOrder::Counts(_) => 1,
        TurnOrder::Rounds(turns) => i32::from(turns.actions),
    }
}
