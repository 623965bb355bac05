//! The best attack of an enemy on a target, estimated from its weapons in hand.

use smallvec::SmallVec;

use crate::content::advantage::AdvantageKind;
use crate::content::breakdown::Breakdown;
use crate::control::ai::model::{CombatantValues, Situation};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{advantage, reach};

/// One attack of an enemy on a target.
#[derive(Copy, Clone, Debug, Default)]
pub struct AttackEstimate {
    /// Expected cost to the target's side.
    pub cost: i32,
    /// Chance to hit, in thousandths.
    pub chance: i32,
}

impl AttackEstimate {
    /// The best attack of an enemy on a target.
    pub fn of(situation: &Situation<'_>, enemy: &CombatantValues, target: &CombatantValues) -> AttackEstimate {
        let (game, row) = (situation.game(), situation.view.row(enemy.id));
        let slots: SmallVec<[_; 4]> = reach::usable_slots(game.view, enemy.id);
        let mut best: Option<AttackEstimate> = None;
        for (slot, entry) in slots.into_iter().filter_map(|slot| Some((slot, row.sheet.weapon(slot)?))) {
            let mode = if entry.weapon.melee.is_some() { Mode::Melee } else { Mode::Ranged };
            let (pair, cache) = ((enemy.id, target.id), situation.cache);
            let neighbourhood = || situation.neighbourhood(enemy.id, target.id);
            let plain = cache.hit_chances.get_or_insert(pair, neighbourhood(), slot, || {
                let mut defence = Breakdown::unlabelled(0);
                attack::add_defence(game, enemy.id, target.id, None, mode, &mut defence);
                let needed = defence.total() - entry.to_hit.total();
                (21 - i32::from(needed)).clamp(1, 20) * 50
            });
            let damage = (entry.weapon.damage.mean_times_two() * 50 + i32::from(entry.damage.total()) * 100).max(0);
            let share = damage.min(target.effective_hp) * 1000 / target.effective_hp.max(100);
            let cost = |chance: i32| target.value * share / 1000 * chance / 1000;
            // Advantage takes longest to find: skip weapons that are worse even with it.
            if best.is_some_and(|best| cost(with_advantage(plain, Some(AdvantageKind::Advantage))) < best.cost) {
                continue;
            }
            let net = || advantage::deciding(game, enemy.id, target.id, mode).net();
            let net = cache.net_advantages.get_or_insert(pair, neighbourhood(), mode, net);
            let chance = with_advantage(plain, net);
            let found = AttackEstimate { cost: cost(chance), chance };
            best = best.filter(|best| best.cost > found.cost).or(Some(found));
        }
        best.unwrap_or_default()
    }
}

/// A chance in thousandths with the better or the worse of two dice.
fn with_advantage(chance: i32, net: Option<AdvantageKind>) -> i32 {
    match net {
        Some(AdvantageKind::Advantage) => 1000 - (1000 - chance) * (1000 - chance) / 1000,
        Some(AdvantageKind::Disadvantage) => chance * chance / 1000,
        None => chance,
    }
}

/// The chance that the best attack of an enemy hits the acting combatant, in thousandths.
pub fn hit_chance(situation: &Situation<'_>, enemy: &CombatantValues) -> i32 {
    AttackEstimate::of(situation, enemy, situation.own()).chance
}
