//! Sneaking and searching as contests of two rolls (FS-037, FS-038, FS-G05, FS-G36).

use super::{discover, hidden_in_line};
use crate::battle::{CombatantId, PairFact, PairRelation, Until};
use crate::content::{Breakdown, Contest, Label, RollType, SightPolicy, Stat};
use crate::mechanics::sight;
use crate::resolution::event::{BattleEvent, Facts, Rolled};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::plain_check::{PlainCheck, PlainRoll};
use crate::resolution::step::Inputs;

/// One roll of Stealth against a roll of Observation of every conscious enemy that does not see the actor plainly, in order.
pub(super) fn sneak(
    policy: &SightPolicy,
    effect: &PlannedEffect,
    (stealth, observation): (&[Stat], &[Stat]),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let (game, who) = (inputs.game(), effect.actor);
    let veiled = |id: &CombatantId| sight::can_hide_from(game, who, *id);
    let observers: Vec<CombatantId> = sight::observers(game, who).filter(veiled).collect();
    let own = throw(inputs);
    let bonus = terms(effect, who, stealth, inputs);
    let kept = PairRelation::Sneaks { natural: own.natural, bonus: bonus.total() };
    for observer in observers {
        let theirs = (throw(inputs), terms(effect, observer, observation, inputs));
        let rolled = contest(effect, (&own, &bonus), (&theirs.0, theirs.1), observer, inputs);
        let (wins, changes) = (rolled.degree.is_hit(), rolled.contest != Some(Contest::BothFail));
        events.push(BattleEvent::CheckRolled(Box::new(rolled)));
        if changes {
            let was_hidden = sight::is_hidden(inputs.view, policy, who, observer);
            if was_hidden {
                discover(who, observer, inputs, events);
            }
            let slants = [PairRelation::Has(policy.hidden), kept];
            for slant in slants.into_iter().filter(|_| wins) {
                let fact = PairFact { towards: observer, slant, until: Until::Ended, rule: effect.rule };
                events.push(BattleEvent::PairFactBegan { who, fact });
            }
        }
    }
}

/// One roll of Observation against the Stealth that every hidden enemy with a line to the actor has rolled. An enemy that hides
/// without such a roll has rolled nothing: any test that passes finds it.
pub(super) fn search(
    policy: &SightPolicy,
    effect: &PlannedEffect,
    observation: &[Stat],
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let who = effect.actor;
    let hiders = hidden_in_line(policy, who, inputs);
    let own = throw(inputs);
    let bonus = terms(effect, who, observation, inputs);
    for hider in hiders {
        let rolled = match stealth_of(hider, who, inputs) {
            Some((natural, stealth)) => {
                let difficulty = Breakdown::of([(Label::RollAnswered, stealth, effect.rule)]);
                contest(effect, (&own, &bonus), (&PlainRoll::taken(natural), difficulty), hider, inputs)
            }
            None => {
                let rolled = check(effect, bonus.clone(), Breakdown::new()).judged(&inputs.rules.policies.rolls, &own);
                Rolled { target: Some(hider), ..rolled }
            }
        };
        if rolled.degree.is_hit() {
            discover(hider, who, inputs, events);
        }
        events.push(BattleEvent::CheckRolled(Box::new(rolled)));
    }
}

/// The natural result and the bonus of the Stealth by which a combatant hides from another.
fn stealth_of(hider: CombatantId, from: CombatantId, inputs: &Inputs<'_>) -> Option<(i16, i16)> {
    inputs.view.row(hider).pairs.towards(from).find_map(|fact| match fact.slant {
        PairRelation::Sneaks { natural, bonus } => Some((natural, bonus)),
        _ => None,
    })
}

fn throw(inputs: &mut Inputs<'_>) -> PlainRoll {
    PlainRoll::throw(&inputs.rules.policies.rolls, RollType::Skill, inputs.dice)
}

fn terms(effect: &PlannedEffect, who: CombatantId, stats: &[Stat], inputs: &Inputs<'_>) -> Breakdown {
    let sheet = &inputs.view.row(who).sheet;
    let mut sum = Breakdown::new();
    stats.iter().for_each(|stat| sheet.add_stat(*stat, effect.rule, &mut sum));
    sum
}

fn check<'a>(effect: &'a PlannedEffect, bonus: Breakdown, difficulty: Breakdown) -> PlainCheck<'a> {
    let (who, name, rule) = (effect.actor, effect.act.action.as_str(), effect.rule);
    PlainCheck { who, name, roll: RollType::Skill, bonus, difficulty, rule }
}

/// The contest that the actor began with another.
fn contest(
    effect: &PlannedEffect,
    (own, bonus): (&PlainRoll, &Breakdown),
    (theirs, opposing): (&PlainRoll, Breakdown),
    other: CombatantId,
    inputs: &Inputs<'_>,
) -> Rolled {
    let rolls = &inputs.rules.policies.rolls;
    check(effect, bonus.clone(), opposing).contested(rolls, (own, theirs), other)
}
