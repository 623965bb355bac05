//! Movement other than walking: flying, swimming, climbing, leaping, squeezing, burrowing, pushing off.

use crate::content::action::{Action, Does, Gait, Pitch, Requirement};
use crate::control::ai::model::Situation;
use crate::grid::{Cell, Footprint, distance};
use crate::mechanics::{movement, weightless};
use crate::resolution::{Act, legal};

/// The best non-walking move towards the nearest enemy, or holding on when adrift in a fight; `None` if there is none.
pub fn best_move(situation: &Situation<'_>, fighting: bool) -> Option<Act> {
    if let Some(hold) = hold_on(situation, fighting) {
        return Some(hold);
    }
    if fighting {
        return None;
    }
    let (game, actor) = (situation.game(), situation.actor);
    let now = distance_to_enemy(situation, game.footprint(actor))?;
    let can_walk = movement::may_use_gait(game, actor, Gait::Walk).is_ok();
    let mut best: Option<(u16, Act)> = None;
    for action in situation.rules.actions.iter().filter(|action| is_considered(action, can_walk)) {
        let Does::Move(gait) = action.does else { continue };
        if movement::may_use_gait(game, actor, gait).is_err() {
            continue;
        }
        for path in legal::paths_allowed(game.view, situation.rules, actor, gait) {
            let distance_from = |cell: &Cell| distance_to_enemy(situation, game.footprint(actor).at(*cell));
            let Some(left) = path.last().and_then(distance_from) else { continue };
            let act = Act::along(action.id, path);
            let better = left < best.as_ref().map_or(now, |(least, _)| *least);
            if better && situation.is_legal(&act) {
                best = Some((left, act));
            }
        }
    }
    // A combatant that can walk takes off only to get into melee.
    best.filter(|(left, _)| !can_walk || *left <= situation.own().reach.max(1)).map(|(_, act)| act)
}

/// Whether an action is considered: if walking is possible, only flights that end on the ground.
fn is_considered(action: &Action, can_walk: bool) -> bool {
    match action.does {
        Does::Move(Gait::Fly(pitch)) => pitch == Pitch::Diving,
        Does::Move(Gait::Swim | Gait::Climb | Gait::Leap | Gait::Squeeze | Gait::Burrow) => !can_walk,
        Does::Move(Gait::PushOff(pitch)) => !can_walk && pitch == Pitch::Level,
        _ => false,
    }
}

/// Cells between a footprint and the nearest enemy.
fn distance_to_enemy(situation: &Situation<'_>, at: Footprint) -> Option<u16> {
    let (view, policy) = (situation.view, situation.book().policies.board.distance);
    situation.enemies().map(|enemy| distance(view.shape(), policy, at, view.footprint(enemy.id))).min()
}

/// Holding on to something with the last action of a turn, so as not to drift away from the fight.
fn hold_on(situation: &Situation<'_>, fighting: bool) -> Option<Act> {
    let row = situation.view.row(situation.actor);
    weightless::policy(situation.game())?;
    if !fighting || row.drift.feet == 0 || row.turn_state.actions > 1 {
        return None;
    }
    let needs_drift = |action: &Action| action.requires.iter().any(|cited| cited.needs == Requirement::Adrift);
    let act = Act::own(situation.rules.actions.iter().find(|action| needs_drift(action))?.id);
    situation.is_legal(&act).then_some(act)
}
