//! Hit points and parts of the body that follow changed stats, and stats without points (PR-G37).

use crate::battle::{CombatantId, Row};
use crate::content::{FollowedStats, ZeroStat};
use crate::mechanics::health;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::effect::conditions;
use crate::resolution::step::Inputs;

/// Lets all combatants follow their stats; returns whether anything has changed.
pub(crate) fn update(inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    let Some(policy) = &inputs.rules.policies.consciousness.follows else { return false };
    let before = events.len();
    inputs.view.present().for_each(|row| follow(row, policy, inputs, events));
    events.len() > before
}

fn follow(row: &Row, policy: &FollowedStats, inputs: &Inputs<'_>, events: &mut Facts) {
    let who: CombatantId = row.id;
    let lost = |stat| row.own.stat(stat) > 0 && row.sheet.stat(stat) <= 0;
    if lost(policy.fatal) {
        return events.push(BattleEvent::Died { who, rule: policy.fatal_rule });
    }
    if let Some(vitals) = health::followed(&inputs.rules.policies, row) {
        events.push(BattleEvent::HealthFollowed { who, vitals, rule: policy.rule });
    }
    for (at, zero) in policy.zero.iter().enumerate() {
        // Several stats may have the same condition.
        let same = |other: &&ZeroStat| other.condition == zero.condition;
        if policy.zero[..at].iter().any(|earlier| same(&earlier)) {
            continue;
        }
        match (policy.zero.iter().filter(same).any(|other| lost(other.stat)), row.conditions.has(zero.condition)) {
            (true, false) => conditions::gain(who, zero.condition, who, zero.rule, inputs, events),
            (false, true) => conditions::lose(who, zero.condition, zero.rule, inputs, events),
            _ => {}
        }
    }
}
