//! Carries the state of combatants over from a finished battle.

use super::carry_over::{CarryOver, brings, is_same, own};
use crate::content::Rest;
use crate::resolution::setup::Setup;
use crate::resolution::state::BattleState;

impl CarryOver {
    /// The state that the first side of a battle carries over into another, after a rest. New members begin fresh.
    pub fn after(battle: &BattleState, rest: Rest, next: &Setup) -> CarryOver {
        let (rules, snapshot, timeline) = (battle.rules(), battle.snapshot(), battle.timeline());
        let brought = own(next).filter_map(|(who, combatant)| {
            let (then, _) = own(battle.setup()).find(|(_, then)| is_same(then, combatant))?;
            let row = snapshot.rows.get(then.index())?;
            Some((who, brings(rules, row, timeline, &combatant.arms)))
        });
        CarryOver { rest, brought: brought.collect() }
    }
}
