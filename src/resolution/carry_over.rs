//! Carries the state of combatants over from a finished battle.

use super::before::{CarryOver, brings, is_same, own};
use super::setup::Setup;
use super::state::BattleState;
use crate::content::rest::Rest;

impl CarryOver {
    /// What the first side of a battle carries over into another, after a rest. New members begin fresh.
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
