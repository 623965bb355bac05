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
    pub entity: Entity,
    pub combatant: &'static Combatant,
    pub sheet: &'static CombatantSheet,
    pub out_of_play: &'static OutOfPlay,
    pub position: &'static Position,
    pub facing: &'static Facing,
    pub vitals: &'static Vitals,
    pub conditions: &'static Conditions,
    pub stance: &'static Stance,
    pub arms: &'static Arms,
    pub momentum: &'static Momentum,
    pub pairs: &'static PairFacts,
    pub turn: &'static TurnState,
    pub ready: &'static Ready,
    pub incanting: &'static Incanting,
    pub effective: &'static EffectiveConditions,
    pub reach: &'static Reach,
    pub threatened: &'static Threatened,
    pub rate: &'static MovementRate,
    pub flanked: &'static Flanked,
    pub in_cover: &'static InCover,
    pub visible: &'static Visible,
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
