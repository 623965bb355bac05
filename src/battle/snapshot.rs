use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use super::{
    Arms, CombatantId, Conditions, Count, Drift, Facing, Field, Incanting, Link, Momentum, Ongoing, PairFacts,
    Position, Ready, Sheet, Side, Stance, Tempo, View, Vitals,
};

/// Everything about one combatant that rules read often: a copy of its components.
#[derive(Clone, Debug)]
pub struct Row {
    pub id: CombatantId,
    pub side: Side,
    pub name: Arc<str>,
    /// What it is now: its own sheet with what its conditions change. Worked out anew whenever those change.
    pub sheet: Arc<Sheet>,
    /// What it is with nothing on it. Never changes.
    pub own: Arc<Sheet>,
    /// Under whose command it is; nobody for those who act by themselves. Never changes.
    pub commanders: Arc<[CombatantId]>,
    pub position: Position,
    pub facing: Facing,
    pub vitals: Vitals,
    pub conditions: Conditions,
    pub stance: Stance,
    pub arms: Arms,
    pub momentum: Momentum,
    pub drift: Drift,
    pub pairs: PairFacts,
    pub tempo: Tempo,
    pub ready: Ready,
    pub incanting: Incanting,
    /// Out of the fight: dead, fled or otherwise gone from the board.
    pub gone: bool,
}

/// A component that rows hold a copy of.
pub trait RowPart: Component<Mutability = Mutable> + Clone + PartialEq {
    /// Its place in a row.
    fn of(row: &Row) -> &Self;
    /// Its place in a row, to be written.
    fn of_mut(row: &mut Row) -> &mut Self;
}

macro_rules! row_parts {
    ($($part:ty => $field:ident),* $(,)?) => {$(
        impl RowPart for $part {
            fn of(row: &Row) -> &Self {
                &row.$field
            }
            fn of_mut(row: &mut Row) -> &mut Self {
                &mut row.$field
            }
        }
    )*};
}

row_parts! {
    Position => position, Facing => facing, Vitals => vitals, Conditions => conditions, Stance => stance,
    Arms => arms, Momentum => momentum, Drift => drift, PairFacts => pairs, Tempo => tempo, Ready => ready,
    Incanting => incanting,
}

/// A copy of the whole battle as rules read it. See [`View`].
#[derive(Resource, Clone, Debug)]
pub struct Snapshot {
    /// One row per combatant, by number.
    pub rows: Vec<Row>,
    /// The battlefield.
    pub field: Field,
    /// All links, oldest first.
    pub links: Vec<Link>,
    /// All spells that last, oldest first.
    pub spells: Vec<Ongoing>,
    /// The count (or round) it is.
    pub count: Count,
    /// Raised by every event: what was computed from an older one is stale.
    pub revision: u64,
}

impl Snapshot {
    /// The view of it that rules take.
    pub fn view(&self) -> View<'_> {
        View::of(self)
    }
}
