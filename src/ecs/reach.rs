//! Reach, and the enemies within it, as components.

use bevy::prelude::*;

use super::{BattleStep, BattleSystems, ShownBattle};
use crate::battle::{Combatant, CombatantId};
use crate::mechanics::{Game, reach};

/// How far a combatant reaches in melee with the weapons that it could use now, in the board's unit.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Reach(pub u16);

/// Enemies that could attack this combatant in melee right now, by number.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Threatened(pub Vec<CombatantId>);

pub(super) fn plugin(app: &mut App) {
    app.register_type::<Reach>()
        .register_type::<Threatened>()
        .add_systems(BattleStep, (derive_reach, derive_threats).in_set(BattleSystems::Derive));
}

fn derive_reach(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut Reach)>) {
    for (combatant, mut reach) in &mut combatants {
        let (game, id) = (Game::new(battle.whole_view(), battle.book()), combatant.id);
        let reaches = reach::melee_slots(game.view, id).into_iter().map(|slot| reach::melee_reach(game, id, slot));
        reach.set_if_neq(Reach(reaches.max().unwrap_or(game.row(id).sheet.reach)));
    }
}

fn derive_threats(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut Threatened)>) {
    for (combatant, mut threatened) in &mut combatants {
        let threatens = |enemy: &CombatantId| reach::threatens(battle.game(), *enemy, combatant.id);
        threatened.set_if_neq(Threatened(battle.enemies_of(combatant.id).filter(threatens).collect()));
    }
}
