//! When each gait is available (Time Count: TC-173 to TC-190, TC-415 to TC-419; Fragments: TA-056, TA-058, TA-155).

use super::exertion::check_of;
use super::pace::pace_rule;
use super::{flight, jump, tunnel};
use crate::battle::{CombatantId, Momentum, View};
use crate::content::policy::PushPrice;
use crate::content::refusal::refuse_if;
use crate::content::{
    CitedStatus, Condition, Forbidden, Gait, MovementPolicy, Name, Pace, Refusal, Rule, Rulebook, Running, Sharing,
    Status, StatusKind,
};
use crate::grid::{Footprint, Shape};
use crate::mechanics::{Game, height, space, status, weightless};

/// Checks that a combatant can start or go on moving at a gait.
///
/// # Errors
/// If its conditions, its place, the speed that it has built up, or the rule system forbid it.
pub fn may_use_gait(game: Game<'_>, id: CombatantId, gait: Gait) -> Result<(), Refusal> {
    let sum = status::flags(game, id);
    let bound = [Forbidden::Act, Forbidden::Move, Forbidden::Run].into_iter().any(|what| sum.forbids(what));
    let stops = |(of, status): &(&Condition, &CitedStatus)| stops(of, status, game, id, gait);
    if let Some((condition, status)) = bound.then(|| status::each(game, id).find(stops)).flatten() {
        let verb = if gait.is_fast() { "run" } else { "move" };
        return Err(Refusal::new(format!("cannot {verb} while {}", condition.name.to_lowercase()), status.rule));
    }
    if let Some(policy) = game.policies.mounts.as_ref().filter(|_| game.mount_of(id).is_some()) {
        return Err(Refusal::new("rides: its mount moves", policy.space_rule));
    }
    let springs = sum.does(StatusKind::SkipsBuildUp);
    let (policy, now) = (&game.policies.movement, game.row(id).momentum);
    // Flying is possible in zero gravity as anywhere else (TA-155).
    if let Some(policy) = weightless::policy(game).filter(|_| !matches!(gait, Gait::PushOff(_) | Gait::Fly(_))) {
        return Err(Refusal::new("there is no gravity here: push off something instead", policy.rule));
    }
    match (gait, &policy.running) {
        (Gait::Walk | Gait::Crawl, _) => on_foot(game, id),
        (Gait::Step, _) if policy.step_rule.is_some() => on_foot(game, id),
        (Gait::Straight(_), _) if policy.straight_rule.is_some() => on_foot(game, id),
        (Gait::Step | Gait::Straight(_), _) => Err(Refusal::new("there is no such gait", pace_rule(&policy.pace))),
        (Gait::Sneak, _) if policy.sneak.is_some() => on_foot(game, id),
        (Gait::Sneak, _) => Err(Refusal::new("there is no slower gait than a walk", pace_rule(&policy.pace))),
        (Gait::Barge | Gait::Tumble, _) => on_foot(game, id).and_then(|()| may_pass(game.book(), gait)),
        (Gait::OnwardThrough, _) => may_go_onward(&policy.pace, &now).and_then(|()| may_pass(game.book(), gait)),
        (Gait::HighJump, _) if jump::high_jumps(game).is_none() => {
            Err(Refusal::new("there are no high jumps in these rules", pace_rule(&policy.pace)))
        }
        (Gait::Leap | Gait::HighJump, _) if height::over_water(game.view, game.footprint(id)) => Err(no_ground(game)),
        (Gait::Leap | Gait::HighJump | Gait::Squeeze, _) => on_the_ground(game, id),
        (Gait::Climb | Gait::Swim | Gait::PushOff(_), _) => Ok(()),
        (Gait::Burrow, _) => tunnel::may_burrow(game, id).map(drop).and_then(|()| on_the_ground(game, id)),
        (Gait::Fly(_), _) => flight::may_fly(game, id).map(drop),
        (Gait::Onward, _) => may_go_onward(&policy.pace, &now),
        (Gait::Run | Gait::Sprint, Some(running)) => may_run(running, gait, &now, springs),
        (_, None) => Err(Refusal::new("there is no faster gait than a walk", pace_rule(&policy.pace))),
    }
}

/// Whether an effect prevents a gait. A stance poised for running forbids only other movement (TC-417, TC-419).
fn stops(of: &Condition, status: &CitedStatus, game: Game<'_>, id: CombatantId, gait: Gait) -> bool {
    let Status::Forbid(things) = &status.does else { return false };
    let runs = gait.is_fast() || matches!(gait, Gait::Straight(_));
    if things.contains(&Forbidden::Act) || (runs && things.contains(&Forbidden::Run)) {
        return true;
    }
    let springs = |(other, held): (&Condition, &CitedStatus)| other.id == of.id && held.does == Status::SkipsBuildUp;
    things.contains(&Forbidden::Move) && !(runs && status::each(game, id).any(springs))
}

/// Condition of a combatant moving at a gait (TC-173).
pub fn gait_condition(policy: &Running, gait: Gait) -> Option<Name> {
    match gait {
        Gait::Run => Some(policy.run.condition),
        Gait::Sprint => Some(policy.sprint.condition),
        _ => None,
    }
}

pub(super) fn is_running(now: &Momentum) -> bool {
    now.counts > 0 && now.gait.is_fast()
}

/// Whether a movement can force its way through enemies, including the rest of such a movement (TA-056, TA-058).
pub fn overruns(view: View<'_>, id: CombatantId, gait: Gait) -> bool {
    gait.overruns() || gait == Gait::Onward && view.row(id).momentum.gait.overruns()
}

/// The price of pushing through an enemy at a gait, in addition to that of the movement (PR-350).
pub fn push_price(game: Game<'_>, id: CombatantId, gait: Gait) -> Option<PushPrice> {
    let Sharing::OneEach(sharing) = &game.policies.space.sharing else { return None };
    sharing.push_price.filter(|price| gait == Gait::Barge && game.row(id).sheet.has(price.with))
}

/// Checks that a combatant may pass over a footprint at a gait. Overrunning needs only room.
///
/// # Errors
/// Those of [`space::has_room`] for overrunning, of [`space::entry`] otherwise.
pub fn may_enter(game: Game<'_>, id: CombatantId, gait: Gait, to: Footprint) -> Result<(), Refusal> {
    if overruns(game.view, id, gait) { space::has_room(game, id, to) } else { space::entry(game, id, to) }
}

fn may_pass(book: Rulebook<'_>, gait: Gait) -> Result<(), Refusal> {
    let policy = &book.policies.space;
    let pushes = matches!(&policy.sharing, Sharing::OneEach(sharing) if sharing.way_through(gait).is_some());
    refuse_if!(!pushes, "there is no pushing past others in these rules", policy.enter_rule);
    Ok(())
}

fn on_foot(game: Game<'_>, id: CombatantId) -> Result<(), Refusal> {
    let wedged = game.policies.squeeze.as_ref().filter(|_| space::is_wedged(game, id));
    let refused = wedged.map(|policy| Refusal::new("is wedged in and has to squeeze out", policy.rule));
    refused.map_or_else(|| on_the_ground(game, id), Err)
}

fn on_the_ground(game: Game<'_>, id: CombatantId) -> Result<(), Refusal> {
    if game.policies.height.is_none() {
        return Ok(());
    }
    let in_water = height::over_water(game.view, game.footprint(id));
    let swims = in_water && game.altitude(id) <= 0 && game.policies.water.cost_below().is_some();
    if (game.altitude(id) != 0 || in_water) && !swims { Err(no_ground(game)) } else { Ok(()) }
}

fn no_ground(game: Game<'_>) -> Refusal {
    let rule = game.policies.height.as_ref().map_or(game.policies.board.rule, |policy| policy.ledge_rule);
    Refusal::new("has no ground under its feet", rule)
}

/// Whether a movement that cost an action has movement left (TA-056).
fn may_go_onward(pace: &Pace, now: &Momentum) -> Result<(), Refusal> {
    let rule = if let Pace::PerAction { unspent_rule, .. } = pace { *unspent_rule } else { pace_rule(pace) };
    let goes_on = matches!(pace, Pace::PerAction { .. }) && now.counts > 0 && now.unspent > 0;
    refuse_if!(!goes_on, "there is no movement left to continue", rule);
    Ok(())
}

fn may_run(policy: &Running, gait: Gait, now: &Momentum, springs: bool) -> Result<(), Refusal> {
    let (Running { run, sprint }, running) = (policy, is_running(now));
    let check = check_of(policy, gait == Gait::Sprint);
    refuse_if!(running && now.failures >= check.failures, "is out of breath", check.stop_rule);
    let (ready, counts, slower, rule) = if gait == Gait::Run {
        let built_up = now.counts > 0 && now.straight_counts >= run.build_up;
        (running || built_up, run.build_up, "walking straight on", run.build_up_rule)
    } else {
        let built_up = now.gait == Gait::Run && now.gait_counts >= sprint.build_up;
        (running && (now.gait == Gait::Sprint || built_up), sprint.build_up, "running", sprint.build_up_rule)
    };
    refuse_if!(!springs && !ready, format!("needs {counts} counts of {slower} first"), rule);
    Ok(())
}

/// Limit on a runner's turns: largest turn in degrees, fewest counts between turns, and the rule.
pub(super) type TurnLimit = (u16, u16, Rule);

/// Limit on turns at a gait, by cell shape; `None` for walking (TC-176, TC-177).
pub(super) fn turn_limit(policy: &MovementPolicy, shape: Shape, gait: Gait) -> Option<TurnLimit> {
    let run = &policy.running.as_ref()?.run;
    let ((degrees, counts), rule) = match shape {
        Shape::Square => (run.turn_square, run.turn_square_rule),
        Shape::Hex => (run.turn_hex, run.turn_hex_rule),
    };
    gait.is_fast().then_some((degrees, counts, rule))
}
