//! The battle as it is shown.

use bevy::prelude::*;

use crate::battle::{CombatantId, Snapshot, Unknown, View};
use crate::content::Rulebook;
use crate::mechanics::Game;
use crate::resolution::{BattleEvent, Battlefield};
use crate::rules::Ruleset;
use crate::turn::Timeline;

/// The battle of this world after the facts shown so far, with what the viewing side does not know concealed.
#[derive(Resource, Clone, Debug)]
pub struct ShownBattle {
    field: Battlefield,
    /// Combatants whose positions are concealed from the viewing side.
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

    /// Conceals the positions of these combatants: no derived component but [`Grappled`](super::Grappled) names them.
    pub fn conceal(&mut self, concealed: Vec<CombatantId>) {
        self.unknown = Unknown::default();
        concealed.iter().for_each(|id| self.unknown.add(*id));
        self.concealed = concealed;
    }

    /// Combatants whose positions are concealed from the viewing side.
    pub fn concealed(&self) -> &[CombatantId] {
        &self.concealed
    }

    /// The battle as rules read it, without concealed combatants.
    pub fn view(&self) -> View<'_> {
        self.field.view().without(&self.unknown)
    }

    /// The battle as rules read it, with nothing concealed.
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

    /// All scheduled events, in order.
    pub fn timeline(&self) -> &Timeline {
        self.field.timeline()
    }

    /// The rules of the battle.
    pub fn rules(&self) -> &Ruleset {
        self.field.rules()
    }

    /// The part of the rules that mechanics read.
    pub fn book(&self) -> Rulebook<'_> {
        self.rules().book()
    }

    /// The battle and its rules, as mechanics read them.
    pub fn game(&self) -> Game<'_> {
        Game::new(self.view(), self.book())
    }
}
