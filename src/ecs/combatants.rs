//! All components of a combatant at once, for panels and overlays that read many.

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{
    CombatantSheet, EffectiveConditions, Flanked, Grappled, InCover, MovementRate, OutOfPlay, Reach, Roster,
    Threatened, Visible,
};
use crate::battle::{
    Arms, Combatant, CombatantId, Conditions, Facing, Incanting, Momentum, PairFacts, Position, Ready, Side, Stance,
    TurnState, Vitals,
};
use crate::grid::Footprint;

/// Everything that is published and derived about a combatant.
#[derive(QueryData)]
pub struct CombatantData {
    /// The entity itself.
    pub entity: Entity,
    /// Number, side and name.
    pub combatant: &'static Combatant,
    /// Its unit with the effects of gear and conditions.
    pub sheet: &'static CombatantSheet,
    /// Whether it has left the board.
    pub out_of_play: &'static OutOfPlay,
    /// Where it stands, and how high.
    pub position: &'static Position,
    /// Which way it faces.
    pub facing: &'static Facing,
    /// Hit points, fatigue and energy.
    pub vitals: &'static Vitals,
    /// The conditions it has.
    pub conditions: &'static Conditions,
    /// The stance it has taken.
    pub stance: &'static Stance,
    /// Weapons and shield, in hand or not.
    pub arms: &'static Arms,
    /// The movement it is in.
    pub momentum: &'static Momentum,
    /// Modifiers and conditions towards single other combatants.
    pub pairs: &'static PairFacts,
    /// Its place in the order of turns, and what it may still do.
    pub turn: &'static TurnState,
    /// The action it has readied.
    pub ready: &'static Ready,
    /// The spell it prepares.
    pub incanting: &'static Incanting,
    /// All conditions that affect it.
    pub effective: &'static EffectiveConditions,
    /// Its reach in melee, in feet.
    pub reach: &'static Reach,
    /// Enemies that could attack it in melee.
    pub threatened: &'static Threatened,
    /// Its movement rate, in feet.
    pub rate: &'static MovementRate,
    /// The enemies that flank it.
    pub flanked: &'static Flanked,
    /// Its cover from enemies.
    pub in_cover: &'static InCover,
    /// Enemies that do not see it plainly.
    pub visible: &'static Visible,
    /// Its holders, and the combatants it holds.
    pub grappled: &'static Grappled,
}

/// The combatants of the shown battle.
#[derive(SystemParam)]
pub struct Combatants<'w, 's> {
    roster: Option<Res<'w, Roster>>,
    query: Query<'w, 's, CombatantData>,
}

impl Combatants<'_, '_> {
    /// The components of a combatant; `None` if there is no such combatant.
    pub fn get(&self, id: CombatantId) -> Option<CombatantDataItem<'_, '_>> {
        let entity = self.roster.as_ref()?.entity(id)?;
        self.query.get(entity).ok()
    }

    /// The cells a combatant covers.
    pub fn footprint(&self, id: CombatantId) -> Option<Footprint> {
        self.get(id).map(|data| data.position.footprint())
    }

    /// The side of a combatant.
    pub fn side(&self, id: CombatantId) -> Option<Side> {
        self.get(id).map(|data| data.combatant.side)
    }

    /// All combatants by number, those out of play included.
    pub fn iter(&self) -> impl Iterator<Item = CombatantDataItem<'_, '_>> {
        let entities = self.roster.iter().flat_map(|roster| roster.iter());
        entities.filter_map(|(_, entity)| self.query.get(entity).ok())
    }

    /// The name of a combatant as players read it.
    pub fn name(&self, id: CombatantId) -> &str {
        let entity = self.roster.as_ref().and_then(|roster| roster.entity(id));
        entity.and_then(|entity| self.query.get(entity).ok()).map_or("?", |data| &data.combatant.name)
    }
}
