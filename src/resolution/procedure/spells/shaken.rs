//! Casters that are wounded while they pay for a spell over several turns (HD-G58).

use crate::battle::{Channelling, CombatantId, Vitals};
use crate::content::{Does, ShakenCast, WakingDifficulty};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::consequence::wounds;
use crate::resolution::step::Inputs;

/// A caster whose wounds have changed makes a check for each new wound, worst first, as long as it keeps its spell.
pub(crate) fn hurt(who: CombatantId, before: &Vitals, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(policy) = inputs.rules.policies.magic.as_ref().and_then(|magic| magic.shaken.as_ref()) else { return };
    let row = inputs.view.row(who);
    let Some(act) = row.channelling.0.as_ref().map(|channel| &channel.act) else { return };
    let casts = inputs.rules.actions.get(act.action).is_some_and(|action| matches!(action.does, Does::Cast(_)));
    let (action, now) = (act.action, row.vitals);
    let new = now.wounds.filled.iter().zip(&before.wounds.filled).map(|(now, before)| now.saturating_sub(*before));
    let new: Vec<(usize, u8)> = new.enumerate().filter(|(_, count)| casts && *count > 0).collect();
    let mut wounds = new.into_iter().rev().flat_map(|(level, count)| std::iter::repeat_n(level, count.into()));
    if !wounds.all(|level| keeps(policy, (who, now), level, inputs, events)) {
        let rule = policy.rule;
        events.push(BattleEvent::ChannelChanged { who, now: Channelling(None), rule });
        events.push(BattleEvent::ActionAbandoned { who, action, why: "lost by a wound".to_owned(), rule });
    }
}

/// Whether a caster keeps its spell in spite of a wound of this level.
fn keeps(
    policy: &ShakenCast,
    (who, now): (CombatantId, Vitals),
    level: usize,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> bool {
    let falls = |event: &BattleEvent| matches!(event, BattleEvent::FellUnconscious { who: other, .. } if *other == who);
    let Some(number) = policy.numbers.get(level).filter(|_| !events.iter().any(falls)) else { return false };
    let known = (policy.stat, policy.dice, WakingDifficulty::Number(*number), policy.rule);
    wounds::roll_against_wounds(who, ("keep_casting", now), known, inputs, events) >= 0
}
