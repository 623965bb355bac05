//! The battle as it is shown.

use bevy::prelude::*;

use crate::battle::{CombatantId, Snapshot, Unknown, View};
use crate::content::Rulebook;
use crate::mechanics::Game;
use crate::resolution::{BattleEvent, Battlefield};
use crate::rules::Ruleset;
use crate::turn::Timeline;

/// The battle of this world after the facts that have been shown, as the side that looks at it knows it.
#[derive(Resource, Clone, Debug)]
pub struct ShownBattle {
    field: Battlefield,
    /// Combatants whose place is kept from those who look at this world.
    concealed: Vec<CombatantId>,
    unknown: Unknown,
}

impl ShownBattle {
    pub(super) fn new(field: Battlefield) -> ShownBattle {
        ShownBattle { field, concealed: Vec::new(), unknown: Unknown::default() }
    }

    /// Shows one more fact.
    pub fn apply(&mut self, fact: &BattleEvent) {
        self.field.apply(fact);
    }

    /// Keeps the places of these combatants from those who look at this world: no derived component names them.
    pub fn conceal(&mut self, concealed: Vec<CombatantId>) {
        self.unknown = Unknown::default();
        concealed.iter().for_each(|id| self.unknown.add(*id));
        self.concealed = concealed;
    }

    /// Combatants whose place is kept from those who look at this world.
    pub fn concealed(&self) -> &[CombatantId] {
        &self.concealed
    }

    /// The battle for the rules, without combatants whose place is not known.
    pub fn view(&self) -> View<'_> {
        self.field.view().without(&self.unknown)
    }

    /// The battle for the rules, with nothing concealed.
    pub fn whole_view(&self) -> View<'_> {
        self.field.view()
    }

    /// Enemies of a combatant on the board, as far as they are known; none once it is out of play.
    pub(super) fn enemies_of(&self, id: CombatantId) -> impl Iterator<Item = CombatantId> {
        let row = self.view().row(id);
        self.view().enemies_of(row.side).filter(|_| !row.gone).map(|enemy| enemy.id)
    }

    /// The shown battle as a value, with nothing concealed.
    pub fn snapshot(&self) -> &Snapshot {
        self.field.snapshot()
    }

    /// Everything that is due, in order.
    pub fn timeline(&self) -> &Timeline {
        self.field.timeline()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Ruleset {
        self.field.rules()
    }

    /// The rules for the mechanics.
    pub fn book(&self) -> Rulebook<'_> {
        self.rules().book()
    }

    /// The battle and its rules, as mechanics read them.
    pub fn game(&self) -> Game<'_> {
        Game::new(self.view(), self.book())
    }
}
