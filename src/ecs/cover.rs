//! Cover as a component.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{BattleStep, BattleSystems, CombatantSheet, OutOfPlay, ShownBattle};
use crate::battle::{Combatant, CombatantId, Conditions, Position, Stance};
use crate::grid::CoverGrade;
use crate::mechanics::cover;

/// The cover of a combatant from one enemy.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Reflect)]
pub struct EnemyCover {
    /// The enemy.
    pub enemy: CombatantId,
    /// How much of the combatant is covered: at least half if a body is in the way.
    pub grade: CoverGrade,
    /// The combatant in the way, if one gives cover.
    pub body: Option<CombatantId>,
}

/// The cover of this combatant from enemies, by their number. Enemies from which it has none are left out.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct InCover(pub Vec<EnemyCover>);

impl InCover {
    /// The cover from an enemy; `None` if there is none.
    pub fn from(&self, enemy: CombatantId) -> Option<EnemyCover> {
        self.0.iter().find(|cover| cover.enemy == enemy).copied()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.register_type::<InCover>().add_systems(BattleStep, derive_cover.in_set(BattleSystems::Derive));
}

/// Combatants that are a different obstacle than before, or elsewhere.
type Moved = Or<(Changed<Position>, Changed<OutOfPlay>, Changed<CombatantSheet>, Changed<Conditions>, Changed<Stance>)>;

/// The state that cover was last derived from.
#[derive(Default)]
struct Derived {
    /// The revision of the last change to ground, spells and holds.
    around: u64,
    concealed: Vec<CombatantId>,
    positions: BTreeMap<CombatantId, Position>,
}

/// A combatant that has moved, with its position before and after.
struct Mover {
    who: CombatantId,
    positions: [Position; 2],
}

impl Mover {
    /// Whether it may have changed the cover between two combatants: it is one of them, or was or is near their lines.
    fn concerns(&self, ends: [(CombatantId, &Position); 2]) -> bool {
        let [(one, from), (other, to)] = ends;
        let is_near = |body: &Position| {
            let margin = 2 + i16::from(body.extent) + i16::from(from.extent.max(to.extent));
            let is_within = |at: i16, a: i16, b: i16| at >= a.min(b) - margin && at <= a.max(b) + margin;
            is_within(body.x, from.x, to.x) && is_within(body.y, from.y, to.y)
        };
        self.who == one || self.who == other || self.positions.iter().any(is_near)
    }
}

/// Derives cover again for every pair of enemies whose lines a change may have touched.
fn derive_cover(
    battle: Res<ShownBattle>,
    moved: Query<(&Combatant, &Position), Moved>,
    mut combatants: Query<(&Combatant, &Position, &mut InCover)>,
    mut derived: Local<Derived>,
) {
    let around = battle.view().changed().around;
    let anywhere = battle.is_added() || derived.around != around || derived.concealed != battle.concealed();
    let movers: Vec<Mover> = moved
        .iter()
        .map(|(combatant, now)| {
            let before = derived.positions.insert(combatant.id, *now).unwrap_or(*now);
            Mover { who: combatant.id, positions: [before, *now] }
        })
        .collect();
    // On level ground lines have heights only while a body is above or below it.
    let anywhere = anywhere || movers.iter().flat_map(|mover| &mover.positions).any(|position| position.altitude != 0);
    if !anywhere && movers.is_empty() {
        return;
    }
    (derived.around, derived.concealed) = (around, battle.concealed().to_vec());
    for (combatant, position, mut in_cover) in &mut combatants {
        let from = |enemy: CombatantId| {
            let ends = [(combatant.id, position), (enemy, derived.positions.get(&enemy)?)];
            let is_stale = anywhere || movers.iter().any(|mover| mover.concerns(ends));
            if is_stale { enemy_cover(&battle, enemy, combatant.id) } else { in_cover.from(enemy) }
        };
        let now = InCover(battle.enemies_of(combatant.id).filter_map(from).collect());
        in_cover.set_if_neq(now);
    }
}

/// The cover of a target from one attacker; a body in between counts as half cover at the least.
fn enemy_cover(battle: &ShownBattle, attacker: CombatantId, target: CombatantId) -> Option<EnemyCover> {
    let covered = cover::cover(battle.game(), attacker, target);
    let body = covered.creature;
    let grade = if body.is_some() { covered.grade.max(CoverGrade::Half) } else { covered.grade };
    (grade > CoverGrade::None).then_some(EnemyCover { enemy: attacker, grade, body })
}
