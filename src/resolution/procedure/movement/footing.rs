//! Climbers and swimmers that fight: checks to hold on before attack rolls and after wounds (HD-381 to HD-384).

use crate::battle::{CombatantId, Vitals};
use crate::content::{Label, RollType, Rule};
use crate::mechanics::footing::{self, HoldsOn};
use crate::mechanics::status;
use crate::resolution::event::{BattleEvent, Cause, Facts};
use crate::resolution::procedure::effect::conditions;
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::Inputs;

/// Before an attack roll: the rule by which the attack misses, if the attacker does not keep its hold. It falls or sinks.
pub(crate) fn loses_hold(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) -> Option<Rule> {
    let policy = inputs.rules.policies.footing.as_ref()?;
    let hold = footing::holds_on(inputs.game(), who)?;
    if rolls(who, hold, (0, policy.attack_rule), inputs, events) {
        return None;
    }
    lose(who, hold, policy.miss_rule, inputs, events);
    Some(policy.miss_rule)
}

/// After new wounds: a check for each; one that is no longer conscious cannot hold on.
pub(crate) fn wounded(who: CombatantId, before: &Vitals, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(policy) = &inputs.rules.policies.footing else { return };
    let Some(hold) = footing::holds_on(inputs.game(), who) else { return };
    let now = inputs.view.row(who).vitals.wounds.filled;
    let new = now.iter().zip(before.wounds.filled).zip(0i16..);
    let levels: Vec<i16> = new.flat_map(|((now, before), level)| (before..*now).map(move |_| level)).collect();
    let faints = |event: &BattleEvent| matches!(event, BattleEvent::FellUnconscious { who: one, .. } if *one == who);
    for level in levels {
        let helpless = events.iter().any(faints) || !status::is_conscious(inputs.game(), who);
        let worse = (level.saturating_mul(policy.wound), policy.wound_rule);
        if helpless || !rolls(who, hold, worse, inputs, events) {
            return lose(who, hold, policy.lost_rule, inputs, events);
        }
    }
}

fn rolls(
    who: CombatantId,
    hold: HoldsOn,
    (more, more_rule): (i16, Rule),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> bool {
    let Some((mut bonus, difficulty, rule)) = footing::terms(inputs.game(), who, hold) else { return true };
    conditions::add_changed(who, inputs, events, &mut bonus);
    bonus.add_if(Label::Wounds, more, more_rule);
    let name = if hold == HoldsOn::Climbing { "climb" } else { "swim" };
    PlainCheck { who, name, roll: RollType::Skill, bonus, difficulty, rule }.roll(inputs, events) >= 0
}

/// A climber lets go and will fall; a swimmer sinks.
fn lose(who: CombatantId, hold: HoldsOn, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let policies = &inputs.rules.policies;
    match (hold, &policies.height, policies.water.swum()) {
        (HoldsOn::Climbing, Some(height), _) => conditions::lose(who, height.climb.clinging, rule, inputs, events),
        (HoldsOn::Swimming, _, Some(policy)) => {
            let depth = -i16::try_from(policy.sinks).unwrap_or(i16::MAX);
            let bodies = shift::along_at(inputs.view, who, inputs.view.footprint(who), depth);
            events.push(BattleEvent::Displaced { bodies, cause: Cause::Fall, rule });
        }
        _ => {}
    }
}
