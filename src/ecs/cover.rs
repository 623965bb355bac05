//! Cover as a component.

use bevy::prelude::*;

use super::{BattleStep, BattleSystems, ShownBattle};
use crate::battle::{Combatant, CombatantId};
use crate::grid::CoverGrade;
use crate::mechanics::cover;

/// The cover this combatant has from each enemy it has cover from, by number.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct InCover(pub Vec<(CombatantId, CoverGrade)>);

/// Keeps [`InCover`] true.
pub struct CoverPlugin;

impl Plugin for CoverPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<InCover>().add_systems(BattleStep, derive_cover.in_set(BattleSystems::Derive));
    }
}

fn derive_cover(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut InCover)>) {
    for (combatant, mut in_cover) in &mut combatants {
        let from = |enemy: CombatantId| Some((enemy, grade(&battle, enemy, combatant.id)?));
        in_cover.set_if_neq(InCover(battle.enemies_of(combatant.id).filter_map(from).collect()));
    }
}

/// The cover of a target from one attacker; a body in between counts as half cover at the least.
fn grade(battle: &ShownBattle, attacker: CombatantId, target: CombatantId) -> Option<CoverGrade> {
    let covered = cover::cover(battle.view(), battle.book(), attacker, target);
    let grade = if covered.creature.is_some() { covered.grade.max(CoverGrade::Half) } else { covered.grade };
    (grade > CoverGrade::None).then_some(grade)
}
