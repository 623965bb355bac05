//! How far forced movements go: the chance of each distance of a push, and of each cell in which a drag or a reposition may end.

use std::collections::BTreeMap;

use crate::battle::{CombatantId, View};
use crate::content::{Action, Check, Displacement, Effect, Rule};
use crate::grid::Cell;
use crate::mechanics::Game;
use crate::odds::Fraction;
use crate::odds::pending::PendingCheck;
use crate::resolution::act::Act;
use crate::resolution::frame::{Along, Displace};
use crate::resolution::plan::ActionPlan;
use crate::resolution::procedure::action::check::degrees;
use crate::resolution::procedure::action::check::results::DefenceResult;
use crate::resolution::procedure::action::check::terms::{self, Answered};
use crate::resolution::procedure::forced::{displace, pusher};
use crate::resolution::stroke::StrokeChoices;
use crate::rules::Ruleset;

/// The distances, in the board's unit, by which an act pushes its target straight away with nothing in the way, shortest first,
/// each with the chance that it is at least as long; none if the act does not push.
pub fn pushed_distances(view: View<'_>, rules: &Ruleset, actor: CombatantId, act: &Act) -> Vec<(u16, Fraction)> {
    let is_push = |how| matches!(how, Displacement::Push { .. });
    distances(view, rules, actor, act).filter(|found| is_push(found.how)).map_or(Vec::new(), |found| found.chances)
}

/// The cells in which a drag or a reposition may leave its target, likeliest first, each with the chance that the actor may
/// choose it; none for other acts (PR-316 to PR-323, PR-357 to PR-363).
pub fn forced_landings(view: View<'_>, rules: &Ruleset, actor: CombatantId, act: &Act) -> Vec<(Cell, Fraction)> {
    let goes_along_a_path = |how| matches!(how, Displacement::Drag { .. } | Displacement::Reposition { .. });
    let found = distances(view, rules, actor, act).filter(|found| goes_along_a_path(found.how));
    let Some((found, target)) = found.zip(act.aimed_at()) else { return Vec::new() };
    let game = Game::new(view, rules.book());
    let along = match pusher::means(actor, act.action, view, rules) {
        // The action is not paid for yet.
        Along::For(points) => {
            Along::For(points.saturating_add(found.action.actions_for(&view.row(actor).sheet.traits)))
        }
        along => along,
    };
    let mut landings: Vec<(Cell, Fraction)> = Vec::new();
    for (distance, chance) in found.chances {
        let cited = (act.action, found.rule);
        let forced = Displace { along, ..Displace::new((actor, target), cited, found.how, distance) };
        for cell in displace::landings(game, &forced) {
            if landings.iter().all(|(known, _)| *known != cell) {
                landings.push((cell, chance));
            }
        }
    }
    landings
}

/// A forced movement of an act, and the distances in the board's unit that its check allows, shortest first, each with the chance
/// that it is at least as long.
struct ForcedDistances<'a> {
    how: Displacement,
    rule: Rule,
    action: &'a Action,
    chances: Vec<(u16, Fraction)>,
}

fn distances<'a>(view: View<'_>, rules: &'a Ruleset, actor: CombatantId, act: &Act) -> Option<ForcedDistances<'a>> {
    let action = rules.actions.get(act.action)?;
    let (check, target) = action.check().zip(act.aimed_at())?;
    let forced =
        check.ladder.iter().flat_map(|rung| &rung.effects).find(|effect| distance_of(&effect.does).is_some())?;
    let Effect::Displace(how) = forced.does else { return None };
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
    let chances = weights.keys().map(|least| (*least, Fraction::new(at_least(*least), all))).collect();
    Some(ForcedDistances { how, rule: forced.rule, action, chances })
}

/// The distance of a push, a drag or a reposition.
fn distance_of(does: &Effect) -> Option<u16> {
    match does {
        Effect::Displace(
            Displacement::Push { distance }
            | Displacement::Drag { distance }
            | Displacement::Reposition { distance, .. },
        ) => Some(*distance),
        _ => None,
    }
}

/// The distance of a forced movement with these results; `None` if the target is not moved.
fn distance(check: &Check, results: &[DefenceResult]) -> Option<u16> {
    let reached = degrees::reached(check, results);
    let forced = reached.others.iter().find_map(|cited| distance_of(&cited.does));
    forced.map(|distance| distance.saturating_add(reached.farther))
}
