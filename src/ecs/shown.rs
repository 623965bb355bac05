//! The battle as it is shown.

use bevy::prelude::*;

use super::cells::{CellPosition, Cells};
use super::publish::combatant;
use super::roster::Roster;
use crate::battle::{Combatant, CombatantId, Link, Snapshot, View};
use crate::content::policy::Rulebook;
use crate::resolution::{BattleEvent, Battlefield, Setup};
use crate::rules::Ruleset;
use crate::turn::Timeline;

/// The battle of this world after the facts that have been shown, as the side that looks at it knows it.
#[derive(Resource, Clone, Debug)]
pub struct ShownBattle {
    field: Battlefield,
    /// Combatants whose place is kept from those who look at this world.
    unknown: Vec<CombatantId>,
}

impl ShownBattle {
    /// Shows one more fact.
    pub fn apply(&mut self, fact: &BattleEvent) {
        self.field.apply(fact);
    }

    /// Keeps the places of these combatants from those who look at this world: no derived component names them.
    pub fn conceal(&mut self, unknown: Vec<CombatantId>) {
        self.unknown = unknown;
    }

    /// Combatants whose place is kept from those who look at this world.
    pub fn concealed(&self) -> &[CombatantId] {
        &self.unknown
    }

    /// What rules read, without combatants whose place is not known.
    pub fn view(&self) -> View<'_> {
        self.field.view().without(self.unknown.iter().copied())
    }

    /// What rules read, with nothing concealed.
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

    /// What is due, in order.
    pub fn timeline(&self) -> &Timeline {
        self.field.timeline()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Ruleset {
        self.field.rules()
    }

    /// What mechanics need to know of the rules.
    pub fn book(&self) -> Rulebook<'_> {
        self.rules().book()
    }
}

impl std::ops::Deref for ShownBattle {
    type Target = Snapshot;

    fn deref(&self) -> &Snapshot {
        self.field.snapshot()
    }
}

/// Puts the combatants and cells of a setup into a world as they are before the first fact. The entities of an earlier
/// battle are removed.
pub fn show(world: &mut World, setup: &Setup) {
    show_field(world, Battlefield::before_first_fact(setup));
}

/// Puts the combatants and cells of a battle that is under way into a world. The entities of an earlier battle are removed.
pub fn show_field(world: &mut World, field: Battlefield) {
    clear(world);
    let entities = field.snapshot().rows.iter().map(|row| world.spawn(combatant(row)).id()).collect();
    world.insert_resource(Roster::new(entities));
    let cells = Cells::spawn(world, field.view().board());
    world.insert_resource(cells);
    world.insert_resource(ShownBattle { field, unknown: Vec::new() });
}

/// Removes the shown battle and all its entities from a world.
pub fn clear(world: &mut World) {
    let mut shown = world.query_filtered::<Entity, Or<(With<Combatant>, With<Link>, With<CellPosition>)>>();
    let entities: Vec<Entity> = shown.iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    world.remove_resource::<ShownBattle>();
    world.remove_resource::<Roster>();
    world.remove_resource::<Cells>();
}
