//! What one enemy can do in its next turn.

use std::cell::OnceCell;

use smallvec::SmallVec;

use super::attack_estimate::AttackEstimate;
use crate::battle::CombatantId;
use crate::control::ai::model::{CombatantValues, Situation};
use crate::grid::{Footprint, distance};
use crate::mechanics::{line, movement, status};

/// The number of targets an enemy chooses among: the nearest ones.
const TARGETS: usize = 6;
/// Cells by which a detour may be shorter than it looks, where every second diagonal costs two.
const SLACK: i32 = 1;

/// The next turn of one enemy.
pub(super) struct EnemyTurn {
    id: CombatantId,
    space: Footprint,
    pub(super) actions: i32,
    /// Actions it needs before it can walk.
    rises: i32,
    /// Cells it walks with one action; 0 if it cannot.
    pace: i32,
    reach: i32,
    /// The number of attacks it can make, indexed by distance in cells; 0 beyond the end.
    attacks_at: SmallVec<[i32; 48]>,
    pub(super) is_ranged: bool,
    /// Its attack on the acting combatant.
    attack: OnceCell<AttackEstimate>,
    /// Costs to the acting combatant and to its allies, indexed by the number of attacks on the acting combatant.
    pub(super) costs: OnceCell<SmallVec<[(i64, i64); 4]>>,
    /// The summed weights of its other targets, and the sum of weight times cost.
    pub(super) others: (i32, i64),
    /// The cost to others if it cannot attack the acting combatant.
    pub(super) cost_elsewhere: i64,
}

impl EnemyTurn {
    pub(super) fn of(situation: &Situation<'_>, enemy: &CombatantValues) -> EnemyTurn {
        let (game, row) = (situation.game(), situation.view.row(enemy.id));
        let lost = i32::from(status::lost_actions(game, enemy.id).0);
        let prone = row.stance.held.is_some_and(|held| situation.prevents_walking(held));
        let pace = if situation.is_immobile(enemy) {
            0
        } else {
            i32::from(movement::cells_on_count(&game.policies.movement.pace, row.sheet.rate, 1))
        };
        EnemyTurn {
            id: enemy.id,
            space: game.footprint(enemy.id),
            actions: (situation.actions_per_turn() - lost).max(0),
            rises: i32::from(prone),
            pace,
            reach: i32::from(enemy.reach.max(1)),
            attacks_at: SmallVec::new(),
            is_ranged: enemy.is_ranged,
            attack: OnceCell::new(),
            costs: OnceCell::new(),
            others: (0, 0),
            cost_elsewhere: 0,
        }
        .with_attacks()
    }

    /// Whether it could attack the acting combatant anywhere within some cells of a footprint.
    pub(super) fn may_come(&self, situation: &Situation<'_>, own: Footprint, cells: u16) -> bool {
        let apart = distance(situation.view.shape(), situation.book().policies.board.distance, self.space, own);
        let gap = i32::from(apart) - i32::from(cells) - self.reach - SLACK;
        self.is_ranged || gap <= self.pace * (self.actions - self.rises - 1).max(0)
    }

    /// Adds what it could do to the nearest allies of the acting combatant instead.
    pub(super) fn with_other_targets(mut self, situation: &Situation<'_>, enemy: &CombatantValues) -> EnemyTurn {
        let game = situation.game();
        let mut allies: SmallVec<[(u16, &CombatantValues); 8]> =
            situation.allies().map(|ally| (situation.distance_between(self.id, ally.id), ally)).collect();
        if allies.len() > TARGETS {
            allies.select_nth_unstable_by_key(TARGETS - 1, |(apart, ally)| (*apart, ally.id));
            allies.truncate(TARGETS);
        }
        for (_, ally) in allies {
            let sees = || line::sees(game, self.id, ally.id);
            let attacks = self.attacks_at(situation, game.footprint(ally.id), sees);
            if attacks > 0 {
                let cost = (attacks * AttackEstimate::of(situation, enemy, ally).cost).min(ally.value);
                self.others.0 += attacks * attacks;
                self.others.1 += i64::from(attacks * attacks) * i64::from(cost);
            }
        }
        self.cost_elsewhere = self.others.1 / i64::from(self.others.0.max(1));
        self
    }

    /// Its attack on the acting combatant.
    pub(super) fn attack(&self, situation: &Situation<'_>) -> AttackEstimate {
        let own = situation.own();
        *self.attack.get_or_init(|| AttackEstimate::of(situation, situation.combatants.get(self.id), own))
    }

    /// The number of attacks it can make on the acting combatant at a footprint.
    pub(super) fn attacks(&self, situation: &Situation<'_>, there: Footprint) -> i32 {
        let (actor, game) = (situation.actor, situation.game());
        self.attacks_at(situation, there, || line::sees(game.with(actor, there), self.id, actor))
    }

    /// Lower and upper bound of [`attacks`](EnemyTurn::attacks), without checking lines of sight.
    pub(super) fn attack_bounds(&self, situation: &Situation<'_>, there: Footprint) -> (i32, i32) {
        (self.attacks_at(situation, there, || false), self.attacks_at(situation, there, || true))
    }

    fn attacks_at(&self, situation: &Situation<'_>, there: Footprint, sees: impl Fn() -> bool) -> i32 {
        if self.is_ranged {
            return if sees() { self.actions } else { (self.actions - self.rises - 1).max(0) };
        }
        let apart = distance(situation.view.shape(), situation.book().policies.board.distance, self.space, there);
        self.attacks_at.get(usize::from(apart)).copied().unwrap_or(0)
    }

    fn with_attacks(mut self) -> EnemyTurn {
        let at = |apart: i32| match apart - self.reach {
            ..=0 => self.actions,
            _ if self.pace == 0 => 0,
            gap => (self.actions - self.rises - (gap + self.pace - 1) / self.pace).max(0),
        };
        self.attacks_at = (0..).map(at).take_while(|attacks| *attacks > 0).collect();
        self
    }
}
