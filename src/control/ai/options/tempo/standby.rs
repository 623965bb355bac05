//! Readying an attack for an enemy that will come: one that pays for itself when it is made (HD-249, HD-250), or one that takes what
//! is left of the turn (PR-G41).

use crate::battle::{Readied, WeaponSlot};
use crate::content::{Gait, PoolId, WatchFor};
use crate::control::ai::model::{CombatantValues, Situation, TurnBudget};
use crate::mechanics::movement;
use crate::resolution::{Act, Target};

/// How often an enemy is expected to move by its rate before the readied attack is lost.
const MOVES: u16 = 2;

/// Readying the usual attack for the end of a turn in which no enemy can be attacked, if one will come and the attack can be paid.
pub fn ready(situation: &Situation<'_>) -> Option<Act> {
    let policy = situation.rules.policies.ready.as_ref().filter(|_| situation.catalogue.has_pools)?;
    let strike = situation.catalogue.strike.as_ref()?;
    let waits = situation.row().ready.0.is_some() || attacks_now(situation);
    let lacks_points = policy.pays && !can_pay(situation);
    if waits || lacks_points || !situation.enemies().any(|enemy| comes(situation, enemy)) {
        return None;
    }
    let watched = |on: WatchFor| policy.watches.iter().find(|watch| watch.on == on);
    situation.slots().iter().find_map(|slot| {
        let is_melee = situation.row().sheet.weapon(*slot)?.weapon.melee.is_some();
        let near = watched(WatchFor::StepsIntoReach).filter(|_| is_melee);
        let watch = near.or_else(|| watched(WatchFor::StepsIntoRange))?.id;
        let act = Act { action: strike.id, target: Target::Whoever, weapon: Some(*slot), part: None };
        let readied = Target::Ready(Box::new(Readied { watch, act }));
        let ready = Act { target: readied, ..Act::own(policy.action) };
        situation.is_legal(&ready).then_some(ready)
    })
}

fn attacks_now(situation: &Situation<'_>) -> bool {
    let reaches = |slot: &WeaponSlot| situation.enemies().any(|enemy| situation.attack_mode(*slot, enemy.id).is_some());
    situation.slots().iter().any(reaches)
}

/// Whether an enemy can walk to the acting combatant soon.
fn comes(situation: &Situation<'_>, enemy: &CombatantValues) -> bool {
    let cell = situation.rules.policies.board.cell.max(1);
    let cells = movement::rate(situation.game(), enemy.id, Gait::Walk) / cell * MOVES;
    !situation.is_immobile(enemy) && situation.distance_to(enemy.id) <= cells.saturating_add(situation.own().reach)
}

/// Whether the points left after readying, with those of the end of the turn, pay for the attack.
fn can_pay(situation: &Situation<'_>) -> bool {
    let budget = TurnBudget::of(situation.game(), situation.catalogue, situation.actor);
    let price = budget.of_strike(PoolId::ACTIONS).unwrap_or(0);
    budget.at_turn_end().left(PoolId::ACTIONS) > price
}
