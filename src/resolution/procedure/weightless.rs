//! Pushing off, drifting on, and losing and finding hold where nothing has weight.

use super::{hiding, holds};
use crate::battle::{CombatantId, Drift, View};
use crate::content::Rule;
use crate::content::action::Pitch;
use crate::content::refusal::Refusal;
use crate::grid::Cell;
use crate::mechanics::height;
use crate::mechanics::weightless::{self, PushOffBase, StraightMove as Made};
use crate::resolution::course::{Course, Station, Then};
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::plan::{Plan, PlannedEffect};
use crate::resolution::step::Inputs;

/// Somebody pushes off and goes straight along its way; a loose body goes the other way at once (TA-157, TA-159).
pub(super) fn push_off(
    who: CombatantId,
    known: View<'_>,
    (pitch, path): (Pitch, &[Cell]),
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Result<Course, Refusal> {
    let (view, book) = (inputs.view, inputs.book());
    let push = weightless::plan(known, book, who, pitch, path)?;
    let Some(policy) = weightless::policy(view, book) else {
        return Err(Refusal::new("there is weight here", book.policies.board.rule));
    };
    let (rule, drift) = (weightless::push_off_rule(policy, push.from), push.drift);
    let cells = drift.feet / book.policies.board.feet.max(1);
    let wanted = if path.is_empty() { cells } else { path.len() as u16 };
    let on_rule = if push.from == PushOffBase::Fixed { policy.drift_rule } else { policy.loose_drift_rule };
    changes(who, drift, on_rule, inputs, events);
    if let PushOffBase::Loose(other) = push.from {
        let opposite = drift.way.map(|way| view.shape().opposite(crate::grid::Direction(way)).0);
        let drift = Drift { way: opposite, rises: -drift.rises, ..drift };
        let made = weightless::move_straight(view, book, other, drift, wanted);
        goes((other, drift), made, (Cause::Drift, rule, on_rule), inputs, events);
    }
    let station = |made: Made| Station { at: made.to, altitude: made.height - height::ground(view, made.to) };
    let made = (1..=wanted).map(|cells| (cells, weightless::move_straight(known, book, who, drift, cells)));
    let stations = made.take_while(|(cells, made)| made.cells == *cells).map(|(_, made)| station(made)).collect();
    Ok(Course { stations, cause: Cause::Step, rule, then: Then::Nothing })
}

/// How somebody drifts from now on.
fn changes(who: CombatantId, drift: Drift, rule: Rule, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if inputs.view.row(who).drift != drift {
        events.push(BattleEvent::DriftChanged { who, drift, rule });
    }
}

/// One who has pushed off drifts no further if something is in its way (TA-158, TA-160).
pub(super) fn runs_into(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, book) = (inputs.view, inputs.book());
    let drift = view.row(who).drift;
    let made = weightless::move_straight(view, book, who, drift, 0);
    if let Some(policy) = book.policies.weightless.as_ref().filter(|_| made.stopped) {
        changes(who, Drift::default(), policy.drift_rule, inputs, events);
        finds_ahead((who, drift), made, inputs, events);
    }
}

/// A body that runs into somebody hidden discovers it (TA-196).
fn finds_ahead((who, drift): (CombatantId, Drift), made: Made, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some((to, feet)) = weightless::next_step(inputs.view, inputs.book(), drift, made) else { return };
    for hider in hiding::bumped_into(who, to, (feet, feet), inputs) {
        hiding::found(hider, who, inputs, events);
    }
}

/// A body and all who are held in one space with it go a way, and drift on unless something has stopped them.
fn goes(
    (who, drift): (CombatantId, Drift),
    made: Made,
    (cause, rule, on_rule): (Cause, Rule, Rule),
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let view = inputs.view;
    if made.cells > 0 {
        let altitude = made.height - height::ground(view, made.to);
        let bodies = holds::along_at(view, who, made.to, altitude);
        events.push(BattleEvent::Displaced { bodies, cause, rule });
    }
    changes(who, if made.stopped { Drift::default() } else { drift }, on_rule, inputs, events);
    finds_ahead((who, drift), made, inputs, events);
}

/// The first from a number on who drifts as somebody's turn starts: that one itself, those it pushed off from, and
/// those whose pusher is gone, in their own turn (TA-158, TA-160, TA-G36).
pub(super) fn next_adrift(who: CombatantId, from: u16, inputs: &Inputs<'_>) -> Option<CombatantId> {
    weightless::policy(inputs.view, inputs.book())?;
    let drifts = |row: &&crate::battle::Row| {
        let pusher = row.drift.by.filter(|by| !inputs.view.row(*by).gone).unwrap_or(row.id);
        row.drift.feet > 0 && pusher == who && row.id.0 >= from
    };
    inputs.view.present().find(drifts).map(|row| row.id)
}

/// A body drifts on.
pub(super) fn drift(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, book) = (inputs.view, inputs.book());
    let Some(policy) = weightless::policy(view, book) else { return };
    let drift = view.row(who).drift;
    let cells = drift.feet / book.policies.board.feet.max(1);
    let made = weightless::move_straight(view, book, who, drift, cells);
    let rule = if drift.by == Some(who) { policy.drift_rule } else { policy.loose_drift_rule };
    goes((who, drift), made, (Cause::Drift, rule, rule), inputs, events);
}

/// Those who have attacked, with a weapon or by a spell, or were hit, with nothing to hold on to are unsteady (TA-161).
pub(super) fn recoil(plans: &[Plan], inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, book) = (inputs.view, inputs.book());
    let Some(policy) = weightless::policy(view, book) else { return };
    for plan in plans {
        let Some(struck) = &plan.struck else { continue };
        for who in std::iter::once(plan.actor).chain(struck.iter().copied().filter(|who| *who != plan.actor)) {
            let row = view.row(who);
            if !row.gone && !row.conditions.has(policy.unsteady) && !weightless::has_hold(view, book, who) {
                super::afflictions::gain(who, policy.unsteady, plan.actor, policy.unsteady_rule, inputs, events);
            }
        }
    }
}

/// Who touches something fixed again is steady (TA-161).
pub(super) fn find_hold(inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, book) = (inputs.view, inputs.book());
    let Some(policy) = weightless::policy(view, book) else { return };
    for row in view.present().filter(|row| row.conditions.has(policy.unsteady)) {
        if weightless::has_hold(view, book, row.id) {
            let (who, condition, rule) = (row.id, policy.unsteady, policy.unsteady_rule);
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// The actor steadies itself, and drifts no further if it can hold on to something.
pub(super) fn steady(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, book, who) = (inputs.view, inputs.book(), effect.actor);
    let Some(policy) = weightless::policy(view, book) else { return };
    let (row, rule) = (view.row(who), effect.rule);
    if row.conditions.has(policy.unsteady) {
        events.push(BattleEvent::ConditionLost { who, condition: policy.unsteady, rule });
    }
    if row.drift.feet > 0 && weightless::has_hold(view, book, who) {
        events.push(BattleEvent::DriftChanged { who, drift: Drift::default(), rule });
    }
}
