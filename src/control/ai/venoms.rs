//! What it is worth that a venom gets into somebody.

use super::appraise::harm_value;
use super::effects::burden;
use super::mind::Mind;
use crate::battle::CombatantId;
use crate::content::Name;
use crate::content::breakdown::{Sums, Total};
use crate::content::condition::{Portion, Status};
use crate::content::venom::{Dose, Venom, Working};
use crate::mechanics::attack::{self, Mode};

/// Stretches of ten counts for which what has gathered in a body usually makes a difference.
const LASTS: i32 = 3;

/// Rounds that are about as long as ten counts.
const ROUNDS: i32 = 3;

/// What a venom is worth, once the weapon has wounded: for as often as it takes, and never more than its victim.
pub fn venom(mind: &Mind<'_>, venom: &Venom, target: CombatantId) -> i32 {
    let against = Some(venom.against);
    let (_, defence) = attack::defence::<Total>(mind.view, mind.book(), mind.who, target, against, Mode::Spell);
    let takes = (21 + i32::from(venom.strength) - i32::from(defence.total())).clamp(1, 19);
    let worth: i32 = venom.doses.iter().map(|dose| of_dose(mind, dose, target)).sum();
    worth.min(mind.folk.get(target).worth) * takes / 20
}

fn of_dose(mind: &Mind<'_>, dose: &Dose, target: CombatantId) -> i32 {
    let times = dose.when.delayed().map_or(1, |(_, times)| i32::from(times));
    match dose.does {
        Working::Drains { points, .. } => harm_value(mind, target, points.mean_times_two() * 50 * times),
        Working::Inflicts { condition, level, lasts } => lasting(mind, target, condition, (level, lasts)),
        Working::Builds { condition, points, .. } => {
            gathered(mind, target, condition, points.mean_times_two() * times / 2)
        }
    }
}

/// What it is worth that somebody has a condition of some level for so many counts or rounds.
fn lasting(mind: &Mind<'_>, target: CombatantId, condition: Name, (level, lasts): (u16, u16)) -> i32 {
    let Some(found) = mind.rules.conditions.get(condition) else { return 0 };
    let ten = if mind.plans_turns() { ROUNDS } else { 10 };
    burden(mind, target, found) * i32::from(level.max(1)) * i32::from(lasts) / ten
}

/// What it is worth that so many levels of a condition gather in somebody: what each does, and the part that they are of
/// what follows from many.
fn gathered(mind: &Mind<'_>, target: CombatantId, condition: Name, levels: i32) -> i32 {
    let known = |name: Name| mind.rules.conditions.get(name).map(|found| &**found);
    let Some(found) = known(condition) else { return 0 };
    let follows = found.does.iter().filter_map(|cited| match cited.does {
        Status::Builds { into, portion, from, .. } => {
            let half = |stat| i32::from(mind.view.row(target).sheet.stat(stat)).max(2) / 2;
            let portion = match portion {
                Portion::Points(points) => i32::from(points),
                Portion::Half(stat) => half(stat),
            };
            let needed = (portion * i32::from(from)).max(1);
            let all = known(into).map_or(0, |into| burden(mind, target, into));
            Some(all * levels.min(needed) / needed)
        }
        _ => None,
    });
    (burden(mind, target, found) * levels + follows.sum::<i32>()).max(0) * LASTS
}
