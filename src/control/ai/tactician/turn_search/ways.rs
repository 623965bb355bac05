//! Ways to another place: what they cost, and the first moves that are a charge or a careful step.

use smallvec::smallvec;

use super::TurnSearch;
use crate::content::{Action, Does, Gait};
use crate::control::ai::model::{CombatantValues, Paths};
use crate::control::ai::options::attacks::AttackOption;
use crate::control::ai::tactician::first_move::{FirstMove, TurnOption};
use crate::control::ai::tactician::purse::{Left, Targets, diminish};
use crate::control::ai::value::{best_attack, provoked_cost};
use crate::grid::Cell;
use crate::resolution::{Act, Target, legal};

impl TurnSearch<'_, '_> {
    /// The cost of a walk to a cell.
    pub(super) fn walk_cost(&self, paths: &Paths, cell: Cell) -> i32 {
        let is_free = !self.provokes && self.hazards.is_none();
        if is_free { 0 } else { self.way_cost(Gait::Walk, &paths.reachable.path_to(cell)) }
    }

    /// The cost of the reactions that a movement provokes, and of the hazardous ground on its way.
    fn way_cost(&self, gait: Gait, path: &[Cell]) -> i32 {
        let provoked = if self.provokes { provoked_cost(self.situation, gait, path) } else { 0 };
        provoked + self.hazards.along(path)
    }

    /// Charges, each with the value of the attack at its end and of the rest of the turn there.
    pub(super) fn charges(&self) -> Vec<TurnOption> {
        let situation = self.situation;
        let mut found = Vec::new();
        for action in &situation.catalogue.charges {
            let (left, _) = self.purse.spend(self.left, Some(action), None);
            for act in legal::charges(situation.game(), situation.actor, action) {
                let Some((path, enemy)) = path_of(&act).zip(act.aimed_at()) else { continue };
                let Some(end) = path.last() else { continue };
                let there = situation.here().at(*end);
                let imagined = situation.with_view(situation.view.with(situation.actor, there));
                let attack = best_attack(&imagined, enemy).filter(|_| situation.is_legal(&act));
                let Some(attack) = attack.map(|attack| attack.appraisal) else { continue };
                let mut target = (enemy, attack.value, situation.combatants.get(enemy).value);
                diminish(&mut target);
                let cost = self.end_cost(there) + self.way_cost(gait_of(action), path);
                let rest = self.best_rest(left, &smallvec![target], cost, None);
                let score = attack.value + rest + self.cost_here + self.urgency;
                found.push((FirstMove::Charge(AttackOption { act, score, appraisal: attack }), score));
            }
        }
        found
    }

    /// Careful steps beside enemies or out of hazardous ground, each with the value of the rest of the turn there.
    pub(super) fn steps(&self) -> Vec<TurnOption> {
        let situation = self.situation;
        let (view, rules, actor) = (situation.view, situation.rules, situation.actor);
        let may_begin = |action: &&Action| situation.cache.begins.may(view, rules, actor, action);
        let actions = || situation.catalogue.steps.iter().map(|action| &**action);
        let Some(action) = actions().filter(|_| self.may_gain_by_step()).find(may_begin) else { return Vec::new() };
        let (left, _) = self.purse.spend(self.left, Some(action), None);
        let (shape, here) = (view.shape(), situation.here().anchor);
        let acts = shape.directions().map(|way| Act::along(action.id, vec![shape.step(here, way)]));
        acts.filter(|act| situation.is_legal(act)).filter_map(|act| self.step(act, gait_of(action), left)).collect()
    }

    /// A careful step, with the value of what is left to do after it.
    fn step(&self, act: Act, gait: Gait, left: Left) -> Option<TurnOption> {
        let situation = self.situation;
        let path = path_of(&act)?;
        let there = situation.here().at(*path.last()?);
        let imagined = situation.with_view(situation.view.with(situation.actor, there));
        let target =
            |enemy: &CombatantValues| Some((enemy.id, best_attack(&imagined, enemy.id)?.appraisal.value, enemy.value));
        let targets: Targets = situation.enemies().filter_map(target).collect();
        let attacks = self.purse.attacks_left(left) > 0 && !targets.is_empty();
        let urgency = if attacks { self.urgency } else { 0 };
        let cost = self.end_cost(there) + self.way_cost(gait, path);
        let score = self.best_rest(left, &targets, cost, None) + self.cost_here + urgency;
        Some((FirstMove::Own(act), score))
    }

    /// Whether one cell makes a difference: an enemy is at most a step away from reaching the acting combatant or being reached by it, or
    /// the ground is hazardous.
    fn may_gain_by_step(&self) -> bool {
        let (situation, own) = (self.situation, self.situation.own().reach);
        let is_near = |enemy: &CombatantValues| situation.distance_to(enemy.id) <= enemy.reach.max(own).max(1) + 1;
        self.hazards.at(situation.here()) > 0 || situation.enemies().any(is_near)
    }
}

/// The gait of an action that moves its actor.
fn gait_of(action: &Action) -> Gait {
    if let Does::Move(gait) = action.does { gait } else { Gait::Walk }
}

fn path_of(act: &Act) -> Option<&[Cell]> {
    match &act.target {
        Target::Charge { path, .. } | Target::Path(path) => Some(path),
        _ => None,
    }
}
