//! Pushing off, drifting on, and losing and finding hold where nothing has weight.

use super::holds;
use crate::battle::{CombatantId, Drift};
use crate::content::Rule;
use crate::content::action::{CheckRoll, Gait};
use crate::mechanics::height;
use crate::mechanics::weightless::{self, Course, Footing};
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::frame::{Verdict, Walk};
use crate::resolution::plan::{Plan, PlannedEffect};
use crate::resolution::step::{Inputs, Next, Step};

/// Somebody pushes off and goes straight along its way; a loose body goes the other way (TA-157, TA-159).
pub(super) fn push_off(walk: &Walk, inputs: &Inputs<'_>) -> Step {
    let (view, book, Gait::PushOff(pitch)) = (inputs.view, inputs.book(), walk.gait) else {
        return moved(0, Vec::new());
    };
    let (Some(policy), Ok(push)) =
        (weightless::policy(view, book), weightless::plan(view, book, walk.who, pitch, &walk.path))
    else {
        return moved(0, Vec::new());
    };
    let (rule, mut events) = (weightless::rule(policy, push.from), Vec::new());
    let cells = push.drift.feet / book.policies.board.feet.max(1);
    let wanted = if walk.path.is_empty() { cells } else { walk.path.len() as u16 };
    let on_rule = if push.from == Footing::Fixed { policy.drift_rule } else { policy.loose_drift_rule };
    let made = weightless::course(view, book, walk.who, push.drift, wanted);
    goes((walk.who, push.drift), made, (Cause::Step, rule, on_rule), inputs, &mut events);
    if let Footing::Loose(other) = push.from {
        let opposite = push.drift.way.map(|way| view.shape().opposite(crate::grid::Direction(way)).0);
        let drift = Drift { way: opposite, rises: -push.drift.rises, ..push.drift };
        let made = weightless::course(view, book, other, drift, wanted);
        goes((other, drift), made, (Cause::Drift, rule, on_rule), inputs, &mut events);
    }
    moved(wanted, events)
}

fn moved(cells: u16, events: Vec<BattleEvent>) -> Step {
    Step::new(events, Next::Finish(Verdict::Moved { cells }))
}

/// A body and all who are held in one space with it go a way, and drift on unless something has stopped them.
fn goes(
    (who, drift): (CombatantId, Drift),
    made: Course,
    (cause, rule, on_rule): (Cause, Rule, Rule),
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let view = inputs.view;
    if made.cells > 0 {
        let altitude = made.height - height::ground(view, made.to);
        let bodies = holds::along_at(view, who, made.to.anchor, altitude);
        events.push(BattleEvent::Displaced { bodies, cause, rule });
    }
    let after = if made.stopped { Drift::default() } else { drift };
    if view.row(who).drift != after {
        events.push(BattleEvent::DriftChanged { who, drift: after, rule: on_rule });
    }
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
    let made = weightless::course(view, book, who, drift, cells);
    let rule = if drift.by == Some(who) { policy.drift_rule } else { policy.loose_drift_rule };
    goes((who, drift), made, (Cause::Drift, rule, rule), inputs, events);
}

/// Those who have attacked, or were hit, with nothing to hold on to are unsteady (TA-161).
pub(super) fn recoil(plans: &[Plan], inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, book) = (inputs.view, inputs.book());
    let Some(policy) = weightless::policy(view, book) else { return };
    for plan in plans {
        let check = inputs.rules.actions.get(plan.act.action).and_then(|action| action.check());
        if !check.is_some_and(|check| matches!(check.roll, CheckRoll::Weapon | CheckRoll::Unarmed)) {
            continue;
        }
        let hit = plan.act.aimed_at().filter(|_| plan.hit);
        for who in std::iter::once(plan.actor).chain(hit) {
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
