//! The value of poisoning a target.

use super::conditions::condition_cost;
use super::harm::harm_value;
use crate::battle::CombatantId;
use crate::content::Name;
use crate::content::condition::{Portion, Status};
use crate::content::item::{Dose, Venom, Working};
use crate::control::ai::model::Situation;
use crate::mechanics::attack::{self, Mode};

/// Tens of counts for which a build-up usually makes a difference.
const BUILD_UP: i32 = 3;

/// Rounds that are about as long as ten counts.
const ROUNDS: i32 = 3;

/// The value of a venom once the weapon has wounded: the doses times the chance that they work, at most the target's value.
pub fn venom_value(situation: &Situation<'_>, venom: &Venom, target: CombatantId) -> i32 {
    let (game, against) = (situation.game(), Some(venom.against));
    let (_, defence) = attack::defence(game, situation.actor, target, against, Mode::Spell);
    let chance = (21 + i32::from(venom.strength) - i32::from(defence.total())).clamp(1, 19);
    let value: i32 = venom.doses.iter().map(|dose| dose_value(situation, dose, target)).sum();
    value.min(situation.combatants.get(target).value) * chance / 20
}

fn dose_value(situation: &Situation<'_>, dose: &Dose, target: CombatantId) -> i32 {
    let times = dose.when.delayed().map_or(1, |(_, times)| i32::from(times));
    match dose.does {
        Working::Drains { points, .. } => harm_value(situation, target, points.mean_times_two() * 50 * times),
        Working::Inflicts { condition, level, lasts } => inflicted(situation, target, condition, (level, lasts)),
        Working::Builds { condition, points, .. } => {
            built_up(situation, target, condition, points.mean_times_two() * times / 2)
        }
    }
}

/// The value of a condition of some level that lasts this many counts or rounds.
fn inflicted(situation: &Situation<'_>, target: CombatantId, name: Name, (level, lasts): (u16, u16)) -> i32 {
    let Some(condition) = situation.rules.conditions.get(name) else { return 0 };
    let ten = if situation.plans_whole_turns() { ROUNDS } else { 10 };
    condition_cost(situation, target, condition) * i32::from(level.max(1)) * i32::from(lasts) / ten
}

/// The value of some levels of build-up: what each level does, and its share of what a full build-up leads to.
fn built_up(situation: &Situation<'_>, target: CombatantId, name: Name, levels: i32) -> i32 {
    let known = |name: Name| situation.rules.conditions.get(name).map(|condition| &**condition);
    let Some(condition) = known(name) else { return 0 };
    let results = condition.does.iter().filter_map(|cited| match cited.does {
        Status::Builds { into, portion, from, .. } => {
            let half = |stat| i32::from(situation.view.row(target).sheet.stat(stat)).max(2) / 2;
            let portion = match portion {
                Portion::Points(points) => i32::from(points),
                Portion::Half(stat) => half(stat),
            };
            let needed = (portion * i32::from(from)).max(1);
            let full = known(into).map_or(0, |into| condition_cost(situation, target, into));
            Some(full * levels.min(needed) / needed)
        }
        _ => None,
    });
    (condition_cost(situation, target, condition) * levels + results.sum::<i32>()).max(0) * BUILD_UP
}
