//! The danger of a position where a turn is a single action, in value per hundred counts.

use crate::battle::View;
use crate::control::ai::model::{CombatantValues, Situation};
use crate::grid::{Footprint, distance};
use crate::mechanics::{Game, cover};

/// Counts to look ahead.
const HORIZON: i32 = 12;

/// The share of a position's danger that counts for the acting combatant, in hundredths.
pub fn caution(situation: &Situation<'_>) -> i32 {
    let own = situation.own();
    let health = own.effective_hp * 100 / own.max_effective_hp.max(1);
    match () {
        // A wounded archer has no business near the enemy.
        () if own.is_ranged && health < 60 => 85,
        () if own.is_ranged && own.reach == 0 => 45,
        () if own.is_ranged => 40,
        () if health < 35 && situation.allies().count() > 0 => 45,
        () => 30,
    }
}

/// The danger of a position, weighted by [`caution`].
pub fn weighted_danger(situation: &Situation<'_>, at: Footprint) -> i32 {
    danger_unless(situation, at, |_| false).unwrap_or_default() * caution(situation) / 100
}

/// The danger of a position, or `None` as soon as the part known so far is `too_high`. Ranged enemies come last, because
/// their lines of sight take longest to check.
pub fn danger_unless(situation: &Situation<'_>, at: Footprint, too_high: impl Fn(i32) -> bool) -> Option<i32> {
    let (hp_value, view) = (situation.own().value_per_hp(), situation.view.with(situation.actor, at));
    let (mut damage, mut danger) = (0, 0);
    for is_ranged in [false, true] {
        for enemy in situation.enemies().filter(|enemy| enemy.is_ranged == is_ranged) {
            damage += expected_damage(situation, view, enemy, at);
            danger = damage * hp_value / 10;
            if too_high(danger) {
                return None;
            }
        }
    }
    Some(danger)
}

/// The damage per ten counts that one enemy threatens at a position, in hundredths.
pub fn expected_damage(situation: &Situation<'_>, view: View<'_>, enemy: &CombatantValues, at: Footprint) -> i32 {
    let policy = situation.book().policies.board.distance;
    let apart = i32::from(distance(view.shape(), policy, view.footprint(enemy.id), at));
    if enemy.is_ranged {
        return ranged_damage(situation, view, enemy);
    }
    let gap = (apart - i32::from(enemy.reach)).max(0);
    let stays = enemy.pace == 0 || gap > 0 && situation.is_immobile(enemy);
    let walk = if stays { HORIZON } else { gap * 4 / enemy.pace };
    let counts = (HORIZON - walk.max(enemy.counts_until_turn)).clamp(0, HORIZON);
    if counts == 0 {
        return 0;
    }
    // An enemy attacks one target at a time: nearer allies share the danger.
    let nearer = situation.allies_within(enemy, apart);
    enemy.damage_rate * counts / HORIZON / (1 + nearer)
}

fn ranged_damage(situation: &Situation<'_>, view: View<'_>, enemy: &CombatantValues) -> i32 {
    let covered = cover::cover(Game::new(view, situation.book()), enemy.id, situation.actor);
    if !covered.seen {
        return 0;
    }
    let policy = &situation.rules.policies.attack.cover;
    let modifier = cover::modifier(policy, &covered).map_or(0, |(_, modifier)| modifier.amount);
    let targets = 1 + situation.allies().count() as i32;
    enemy.damage_rate * (9 + i32::from(modifier)).max(1) / 9 * 2 / (1 + targets)
}
