//! How far a push goes: the chance of each distance.

use std::collections::BTreeMap;

use crate::battle::{CombatantId, View};
use crate::content::{Check, Displacement, Effect};
use crate::odds::Fraction;
use crate::odds::pending::PendingCheck;
use crate::resolution::act::Act;
use crate::resolution::plan::ActionPlan;
use crate::resolution::procedure::action::check::degrees;
use crate::resolution::procedure::action::check::results::DefenceResult;
use crate::resolution::procedure::action::check::terms::{self, Answered};
use crate::resolution::stroke::StrokeChoices;
use crate::rules::Ruleset;

/// The distances, in the board's unit, by which an act pushes its target straight away with nothing in the way, shortest first,
/// each with the chance that it is at least as long; none if the act does not push.
pub fn pushed_distances(view: View<'_>, rules: &Ruleset, actor: CombatantId, act: &Act) -> Vec<(u16, Fraction)> {
    let check = rules.actions.get(act.action).and_then(|action| action.check());
    let Some((check, target)) = check.filter(|check| check.effects().any(is_push)).zip(act.aimed_at()) else {
        return Vec::new();
    };
    let odds = terms::check_terms(terms::Pair { view, rules, actor, target }, act, check, Answered::default());
    let (plan, choices) = (ActionPlan::new(actor, act.clone(), 0), StrokeChoices::default());
    let pending = PendingCheck { view, rules, check, target, odds: &odds, plan, choices: &choices };
    let (mut weights, mut all) = (BTreeMap::<u16, u128>::new(), 0);
    pending.each_outcome(|weight, results| {
        all += u128::from(weight);
        if let Some(distance) = distance(check, results) {
            *weights.entry(distance).or_default() += u128::from(weight);
        }
    });
    let at_least = |least: u16| weights.range(least..).map(|(_, weight)| weight).sum();
    weights.keys().map(|least| (*least, Fraction::new(at_least(*least), all))).collect()
}

fn is_push(does: &Effect) -> bool {
    matches!(does, Effect::Displace(Displacement::Push { .. }))
}

/// The distance of a push with these results; `None` if the target is not pushed.
fn distance(check: &Check, results: &[DefenceResult]) -> Option<u16> {
    let reached = degrees::reached(check, results);
    let pushed = reached.others.iter().find_map(|cited| match cited.does {
        Effect::Displace(Displacement::Push { distance }) => Some(distance),
        _ => None,
    });
    pushed.map(|distance| distance.saturating_add(reached.farther))
}
