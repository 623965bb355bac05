//! Weightlessness: pushing off, drifting, losing and finding a hold.

use crate::battle::{CombatantId, Drift, Row};
use crate::content::{Pitch, Refusal, Rule};
use crate::grid::{Cell, Direction};
use crate::mechanics::weightless::{self, PushOffBase, StraightMove as Made};
use crate::mechanics::{Game, height};
use crate::resolution::event::{BattleEvent, Cause, Facts};
use crate::resolution::frame::{CourseEnd, MovementCourse, Station};
use crate::resolution::plan::{ActionPlan, PlannedEffect};
use crate::resolution::procedure::effect::conditions;
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::stealth;
use crate::resolution::step::Inputs;

/// Pushes off straight along the path. A loose body pushed off from moves the other way at once (TA-157, TA-159).
pub(crate) fn push_off(
    who: CombatantId,
    known: Game<'_>,
    (pitch, path): (Pitch, &[Cell]),
    inputs: &Inputs<'_>,
    events: &mut Facts,
) -> Result<MovementCourse, Refusal> {
    let game = inputs.game();
    let push = weightless::plan(known, who, pitch, path)?;
    let Some(policy) = weightless::policy(game) else {
        return Err(Refusal::new("there is gravity here", game.policies.board.rule));
    };
    let (rule, drift) = (weightless::push_off_rule(policy, push.from), push.drift);
    let cells = drift.speed / game.policies.board.cell.max(1);
    let wanted = if path.is_empty() { cells } else { path.len() as u16 };
    let on_rule = if push.from == PushOffBase::Fixed { policy.drift_rule } else { policy.loose_drift_rule };
    change(who, drift, on_rule, inputs, events);
    if let PushOffBase::Loose(other) = push.from {
        let opposite = drift.way.map(|way| game.shape().opposite(Direction(way)).0);
        let drift = Drift { way: opposite, rises: -drift.rises, ..drift };
        let made = weightless::move_straight(game, other, drift, wanted);
        move_body((other, drift), made, (Cause::Drift, rule, on_rule), inputs, events);
    }
    let station = |made: Made| Station { at: made.to, altitude: made.height - height::ground(game.view, made.to) };
    let made = (1..=wanted).map(|cells| (cells, weightless::move_straight(known, who, drift, cells)));
    let stations = made.take_while(|(cells, made)| made.cells == *cells).map(|(_, made)| station(made)).collect();
    Ok(MovementCourse { stations, cause: Cause::Step, rule, then: CourseEnd::Nothing })
}

fn change(who: CombatantId, drift: Drift, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    if inputs.view.row(who).drift != drift {
        events.push(BattleEvent::DriftChanged { who, drift, rule });
    }
}

/// A combatant that has pushed off stops drifting at an obstacle (TA-158, TA-160).
pub(crate) fn runs_into(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let game = inputs.game();
    let drift = game.row(who).drift;
    let made = weightless::move_straight(game, who, drift, 0);
    if let Some(policy) = game.policies.weightless.as_ref().filter(|_| made.stopped) {
        change(who, Drift::default(), policy.drift_rule, inputs, events);
        discover_ahead((who, drift), made, inputs, events);
    }
}

/// A body that drifts into a hidden combatant discovers it (TA-196).
fn discover_ahead((who, drift): (CombatantId, Drift), made: Made, inputs: &Inputs<'_>, events: &mut Facts) {
    let Some((to, feet)) = weightless::next_step(inputs.game(), drift, made) else { return };
    for hider in stealth::bumped_into(who, to, (feet, feet), inputs) {
        stealth::discover(hider, who, inputs, events);
    }
}

/// Moves a body, with all held in one space with it, and lets it drift on unless it was stopped.
fn move_body(
    (who, drift): (CombatantId, Drift),
    made: Made,
    (cause, rule, on_rule): (Cause, Rule, Rule),
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let view = inputs.view;
    if made.cells > 0 {
        let altitude = made.height - height::ground(view, made.to);
        let bodies = shift::along_at(view, who, made.to, altitude);
        events.push(BattleEvent::Displaced { bodies, cause, rule });
    }
    change(who, if made.stopped { Drift::default() } else { drift }, on_rule, inputs, events);
    discover_ahead((who, drift), made, inputs, events);
}

/// The next combatant, from this index on, that drifts at the start of this combatant's turn: itself, those it pushed
/// off from, and in their own turn combatants whose pusher is gone (TA-158, TA-160, TA-G36).
pub(crate) fn next_adrift(who: CombatantId, from: u16, inputs: &Inputs<'_>) -> Option<CombatantId> {
    weightless::policy(inputs.game())?;
    let drifts = |row: &&Row| {
        let pusher = row.drift.by.filter(|by| !inputs.view.row(*by).gone).unwrap_or(row.id);
        row.drift.speed > 0 && pusher == who && row.id.0 >= from
    };
    inputs.view.present().find(drifts).map(|row| row.id)
}

pub(crate) fn drift(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let game = inputs.game();
    let Some(policy) = weightless::policy(game) else { return };
    let drift = game.row(who).drift;
    let cells = drift.speed / game.policies.board.cell.max(1);
    let made = weightless::move_straight(game, who, drift, cells);
    let rule = if drift.by == Some(who) { policy.drift_rule } else { policy.loose_drift_rule };
    move_body((who, drift), made, (Cause::Drift, rule, rule), inputs, events);
}

/// Attackers and targets hit become unsteady without a hold (TA-161).
pub(crate) fn recoil(plans: &[ActionPlan], inputs: &Inputs<'_>, events: &mut Facts) {
    let game = inputs.game();
    let Some(policy) = weightless::policy(game) else { return };
    for plan in plans {
        let Some(struck) = &plan.struck else { continue };
        for who in std::iter::once(plan.actor).chain(struck.iter().copied().filter(|who| *who != plan.actor)) {
            let row = game.row(who);
            if !row.gone && !row.conditions.has(policy.unsteady) && !weightless::has_hold(game, who) {
                conditions::gain(who, policy.unsteady, plan.actor, policy.unsteady_rule, inputs, events);
            }
        }
    }
}

/// An unsteady combatant that touches something fixed is steady again (TA-161).
pub(crate) fn find_hold(inputs: &mut Inputs<'_>, events: &mut Facts) {
    let game = inputs.game();
    let Some(policy) = weightless::policy(game) else { return };
    for row in game.present().filter(|row| row.conditions.has(policy.unsteady)) {
        if weightless::has_hold(game, row.id) {
            let (who, condition, rule) = (row.id, policy.unsteady, policy.unsteady_rule);
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// The actor steadies itself, and stops drifting if it has a hold.
pub(crate) fn steady(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let (game, who) = (inputs.game(), effect.actor);
    let Some(policy) = weightless::policy(game) else { return };
    let (row, rule) = (game.row(who), effect.rule);
    conditions::lose(who, policy.unsteady, rule, inputs, events);
    if row.drift.speed > 0 && weightless::has_hold(game, who) {
        events.push(BattleEvent::DriftChanged { who, drift: Drift::default(), rule });
    }
}
