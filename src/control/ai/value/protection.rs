//! The value of healing and of wards.

use crate::battle::CombatantId;
use crate::content::{Amount, Name};
use crate::control::ai::model::Situation;
use crate::mechanics::health;

/// The value of healing a combatant: of the points that it has lost, if it is on the actor's side.
pub(super) fn healed(situation: &Situation<'_>, amount: &Amount, target: CombatantId) -> i32 {
    let (vitals, one) = (situation.view.row(target).vitals, situation.combatants.get(target));
    let lost = i32::from(health::lost(&vitals)).max(0) * 100;
    let points = match amount {
        Amount::Dice(dice) => dice.mean_times_two() * 50,
        Amount::DicePlus(dice, stat) => dice.mean_times_two() * 50 + i32::from(situation.row().sheet.stat(*stat)) * 100,
        _ => 0,
    };
    let value = one.value * points.min(lost) / one.effective_hp.max(100);
    if one.side == situation.side() { value } else { -value }
}

/// One in this many points of a ward is used before it ends.
const WARD_USED: i32 = 3;

/// The value of a ward for a combatant, if it is on the actor's side and has none of the kind.
pub(super) fn warded(situation: &Situation<'_>, (kind, points): (Name, &Amount), target: CombatantId) -> i32 {
    let (row, one) = (situation.view.row(target), situation.combatants.get(target));
    let at = situation.rules.policies.damage.wards.iter().position(|known| known.id == kind);
    let has = at.and_then(|at| row.vitals.wards.0.get(at)).is_some_and(|ward| ward.left > 0);
    if has || one.side != situation.side() {
        return 0;
    }
    let sheet = &situation.row().sheet;
    let points = match points {
        Amount::Dice(dice) => dice.mean_times_two() * 50,
        Amount::Share { of, by } => {
            of.iter().map(|stat| i32::from(sheet.stat(*stat))).sum::<i32>() * 100 / i32::from((*by).max(1))
        }
        _ => 0,
    };
    one.value * points.min(one.effective_hp) / one.effective_hp.max(100) / WARD_USED
}
