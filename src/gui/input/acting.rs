//! The combatant that acts, with everything the rules need to judge its acts.

use crate::battle::CombatantId;
use crate::content::refusal::Refusal;
use crate::ecs::ShownBattle;
use crate::grid::{Footprint, Shape};
use crate::resolution::{Act, legal};
use crate::rules::Ruleset;

/// The acting combatant in the battle as the players at the window know it.
#[derive(Copy, Clone)]
pub struct ActingCombatant<'a> {
    /// The battle.
    pub battle: &'a ShownBattle,
    /// The rules.
    pub rules: &'a Ruleset,
    /// Its number.
    pub who: CombatantId,
    /// The cells it covers.
    pub here: Footprint,
    /// The shape of cells.
    pub shape: Shape,
}

impl ActingCombatant<'_> {
    /// Why an act is refused; `None` if it is legal.
    pub fn refusal(&self, act: &Act) -> Option<Refusal> {
        legal::check(self.battle.view(), self.rules, self.who, act).err()
    }
}
