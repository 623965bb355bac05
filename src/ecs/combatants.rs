//! Every combatant is an entity: changed rows become its components. [`CombatantData`] reads all of them together.

use std::sync::Arc;

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{
    BattleStep, BattleSystems, EffectiveConditions, Flanked, Grappled, InCover, MovementRate, Reach, ShownBattle,
    Threatened, Visible,
};
use crate::battle::{
    Arms, Channelling, Combatant, CombatantId, Conditions, Drift, Facing, Incanting, Momentum, PairFacts, Position,
    Ready, Row, RowPart, Sheet, Side, Stance, TurnState, Vitals,
};
use crate::grid::Footprint;

/// The entities of all combatants, by number.
#[derive(Resource, Default, Debug)]
pub struct Roster(Vec<Entity>);

impl Roster {
    /// Puts combatants into a world, in the order of their numbers.
    pub(super) fn spawn(world: &mut World, rows: &[Row]) -> Roster {
        Roster(rows.iter().map(|row| world.spawn(combatant(row)).id()).collect())
    }

    /// The entity of a combatant.
    pub fn entity(&self, id: CombatantId) -> Option<Entity> {
        self.0.get(id.index()).copied()
    }

    /// All entities with their numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (CombatantId, Entity)> + '_ {
        self.0.iter().enumerate().map(|(at, entity)| (CombatantId(at as u16), *entity))
    }
}

/// The sheet of a combatant, with the effects of gear and conditions.
#[derive(Component, Clone, Debug, Reflect)]
#[reflect(opaque, Component, Debug)]
pub struct CombatantSheet(pub Arc<Sheet>);

/// Whether a combatant has left the board: dead, fled or carried away.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct OutOfPlay(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.register_type::<Combatant>()
        .register_type::<CombatantSheet>()
        .register_type::<OutOfPlay>()
        .register_type::<Position>()
        .register_type::<Facing>()
        .register_type::<Vitals>()
        .register_type::<Conditions>()
        .register_type::<Stance>()
        .register_type::<Arms>()
        .register_type::<Momentum>()
        .register_type::<Drift>()
        .register_type::<PairFacts>()
        .register_type::<TurnState>()
        .register_type::<Ready>()
        .register_type::<Incanting>()
        .register_type::<Channelling>()
        .add_systems(
            BattleStep,
            (
                publish_units,
                (publish::<Position>, publish::<Facing>, publish::<Vitals>, publish::<Conditions>),
                (publish::<Stance>, publish::<Arms>, publish::<Momentum>, publish::<Drift>, publish::<PairFacts>),
                (publish::<TurnState>, publish::<Ready>, publish::<Incanting>, publish::<Channelling>),
            )
                .in_set(BattleSystems::Publish),
        );
}

fn combatant(row: &Row) -> impl Bundle + use<> {
    let who = Combatant { id: row.id, side: row.side, name: row.name.to_string() };
    let sheet = CombatantSheet(Arc::clone(&row.sheet));
    let body = (row.position, row.facing, row.vitals, row.conditions.clone(), row.stance, row.arms.clone());
    let work = (row.ready.clone(), row.incanting.clone(), row.channelling.clone());
    let turn = (row.momentum, row.drift, row.pairs.clone(), row.turn_state, work);
    let melee = (Reach::default(), Threatened::default(), Flanked::default(), Grappled::default());
    let derived = (melee, MovementRate::default(), InCover::default(), Visible::default());
    (who, sheet, OutOfPlay(row.gone), body, turn, derived, EffectiveConditions::default())
}

/// Copies one part of each row to the component of the same type, if it has changed.
fn publish<C: RowPart>(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut C)>) {
    for (combatant, mut component) in &mut combatants {
        let Some(row) = battle.whole_view().find(combatant.id) else { continue };
        let part = C::of(row);
        if *component != *part {
            component.clone_from(part);
        }
    }
}

fn publish_units(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut CombatantSheet, &mut OutOfPlay)>) {
    for (combatant, mut sheet, mut gone) in &mut combatants {
        let Some(row) = battle.whole_view().find(combatant.id) else { continue };
        if !Arc::ptr_eq(&sheet.0, &row.sheet) {
            sheet.0 = Arc::clone(&row.sheet);
        }
        gone.set_if_neq(OutOfPlay(row.gone));
    }
}

/// Everything that is published and derived about a combatant.
#[derive(QueryData)]
pub struct CombatantData {
    /// The entity itself.
    pub entity: Entity,
    /// Number, side and name.
    pub combatant: &'static Combatant,
    /// Its sheet with the effects of gear and conditions.
    pub sheet: &'static CombatantSheet,
    /// Whether it has left the board.
    pub out_of_play: &'static OutOfPlay,
    /// Where it stands, and how high.
    pub position: &'static Position,
    /// Which way it faces.
    pub facing: &'static Facing,
    /// Hit points, fatigue and energy.
    pub vitals: &'static Vitals,
    /// Its stored conditions.
    pub conditions: &'static Conditions,
    /// The stance it has taken.
    pub stance: &'static Stance,
    /// Weapons and shield, in hand or not.
    pub arms: &'static Arms,
    /// The movement it is in.
    pub momentum: &'static Momentum,
    /// Its drift without gravity.
    pub drift: &'static Drift,
    /// Modifiers and conditions towards single other combatants.
    pub pairs: &'static PairFacts,
    /// Its place in the order of turns, and what it may still do.
    pub turn: &'static TurnState,
    /// The action it has readied.
    pub ready: &'static Ready,
    /// The spell it prepares.
    pub incanting: &'static Incanting,
    /// The action it pays for over several turns.
    pub channelling: &'static Channelling,
    /// All conditions in force, including those that follow from others, stance, holds and place.
    pub effective: &'static EffectiveConditions,
    /// Its reach in melee, in the board's unit.
    pub reach: &'static Reach,
    /// Enemies that could attack it in melee.
    pub threatened: &'static Threatened,
    /// Its movement rate, in the board's unit.
    pub rate: &'static MovementRate,
    /// Two enemies that flank it.
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
        self.query.get(self.roster.as_ref()?.entity(id)?).ok()
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
