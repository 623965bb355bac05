//! Climbing onto a mount and off it.

use crate::battle::CombatantId;
use crate::control::ai::model::Situation;
use crate::mechanics::{mount, reach};
use crate::resolution::Act;

/// Turns of fighting in which riding makes a difference.
const TURNS: i32 = 3;
/// The share of an attack that a bonus of 1 is worth, in hundredths.
const EACH_BONUS: i32 = 12;

/// Mounting, or climbing off a mount on which the combatant cannot fight, with its score.
pub fn ride(situation: &Situation<'_>) -> Option<(Act, i32)> {
    climb_on(situation).or_else(|| climb_off(situation))
}

/// The value of all attacks of a turn.
fn turn_value(situation: &Situation<'_>) -> i32 {
    situation.average_strike() * situation.actions_per_turn
}

/// Climbing onto the nearest mount that obeys while no enemy is near, for its bonuses against those that are smaller than it
/// (HD-390, HD-391).
fn climb_on(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let action = situation.catalogue.mount.as_ref()?;
    let (game, actor, policy) = (situation.game(), situation.actor, situation.rules.policies.mounts.as_ref()?);
    let (own, farther) = (situation.own(), policy.farther / situation.rules.policies.board.cell.max(1));
    if own.is_ranged || own.reach <= farther || reach::is_engaged(game, actor) {
        return None;
    }
    let bonuses = i32::from(policy.attack.amount) + i32::from(policy.defence.amount);
    let gain = turn_value(situation) * TURNS * bonuses * EACH_BONUS / 100;
    let worth = |mount: CombatantId| {
        let all = situation.enemies().count() as i32;
        let smaller = situation.enemies().filter(|enemy| mount::is_larger(game, mount, enemy.id)).count() as i32;
        gain * smaller / all.max(1)
    };
    let beside = situation.view.friends_of(actor).filter(|ally| situation.distance_to(ally.id) <= 1);
    let obeying = beside.map(|ally| ally.id).filter(|id| mount::obeys(game, *id));
    obeying.filter_map(|mount| situation.scored_at(action, mount, worth(mount))).find(|(_, score)| *score > 0)
}

/// Climbing off a mount that is out of control, or from which no enemy can be struck although it stands beside the mount.
fn climb_off(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let action = situation.catalogue.dismount.as_ref()?;
    let game = situation.game();
    let mount = game.mount_of(situation.actor)?;
    let own = situation.own();
    let is_out_of_reach = || {
        let beside = situation.enemies().any(|enemy| situation.distance_between(mount, enemy.id) <= 1);
        beside && !own.is_ranged && !situation.enemy_within(own.reach)
    };
    let useful = mount::lost(game, mount).is_some() || is_out_of_reach();
    let act = Act::own(action.id);
    (useful && situation.is_legal(&act)).then(|| (act, turn_value(situation)))
}
