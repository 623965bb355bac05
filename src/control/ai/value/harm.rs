//! The value of harm. Damage is in hundredths of a point.

use crate::battle::CombatantId;
use crate::content::policy::{Collapse, WoundPolicy};
use crate::control::ai::model::Situation;
use crate::mechanics::consciousness;

/// Value of damage to a target: its value times the share of its effective hit points lost, or times the chance that it goes
/// down at once, whichever is more.
pub fn harm_value(situation: &Situation<'_>, target: CombatantId, damage: i32) -> i32 {
    let values = situation.combatants.get(target);
    if !values.active {
        return damage / 20;
    }
    let share = damage.min(values.effective_hp) * 1000 / values.effective_hp.max(100);
    values.value * share.max(knockout_chance(situation, target, damage)) / 1000
}

/// The chance that damage takes a target out of the fight at once, in thousandths.
fn knockout_chance(situation: &Situation<'_>, target: CombatantId, damage: i32) -> i32 {
    let (row, policies) = (situation.view.row(target), &situation.rules.policies);
    let absorbed = match &policies.damage.wounds {
        WoundPolicy::Threshold(wounds) => i32::from(row.sheet.stat(wounds.stat) - row.vitals.worn).max(0),
        WoundPolicy::HitPoints { .. } => 0,
    };
    let spare = match &policies.consciousness.collapse {
        // A combatant without hit points is not out before it has lost as many again.
        Collapse::Bleeding(_) if row.vitals.current() <= 0 => i32::from(row.vitals.maximum),
        _ => 0,
    };
    if damage / 100 - absorbed >= i32::from(row.vitals.current()) + spare {
        return 1000;
    }
    let left = i32::from(row.vitals.current() - row.vitals.fatigue) - damage / 100;
    if left >= 0 {
        return 0;
    }
    let Collapse::Fatigue(policy) = &policies.consciousness.collapse else { return 0 };
    let needed = -left - i32::from(consciousness::bonus_to_stay_awake(policy, situation.book(), row).total());
    ((needed - 1) * 50).clamp(0, 1000)
}

/// The cost of a fumble to the acting combatant.
pub fn fumble_cost(situation: &Situation<'_>) -> i32 {
    situation.own().damage_rate * situation.enemy_hp_value / 300
}

/// The cost of an act's fatigue, in points, to the acting combatant.
pub fn fatigue_cost(situation: &Situation<'_>, fatigue: i16) -> i32 {
    if fatigue <= 0 {
        return 0;
    }
    let (own, harm) = (situation.own(), i32::from(fatigue) * 100);
    let knockout = knockout_chance(situation, situation.actor, harm);
    own.value * (harm * 1000 / own.effective_hp.max(100)).max(knockout) / 1000
}
