//! The cost of walking where enemies may react to a step.

use smallvec::SmallVec;

use super::danger::attack_cost;
use crate::battle::CombatantId;
use crate::content::{Amendment, Reactors, Trigger};
use crate::control::ai::model::Situation;
use crate::grid::Cell;
use crate::resolution::legal;

/// Whether enemies may react to steps at all.
pub fn may_provoke(situation: &Situation<'_>) -> bool {
    let of_steps = |on: Trigger| matches!(on.moment(), Some(Trigger::BeforeStep | Trigger::AfterStep));
    let reactions = &situation.rules.policies.reactions;
    reactions.iter().any(|reaction| of_steps(reaction.on) && !matches!(reaction.who, Reactors::Allies))
}

/// The expected cost of the reactions that a walk provokes from where the acting combatant is in the view: at most one of each
/// enemy, and all together at most its own value.
pub fn provoked_cost(situation: &Situation<'_>, path: &[Cell]) -> i32 {
    let (here, own) = (situation.here(), situation.own());
    let near = |enemy: CombatantId, reach: u16| {
        let theirs = situation.view.footprint(enemy);
        std::iter::once(here)
            .chain(path.iter().map(|cell| here.at(*cell)))
            .any(|at| situation.apart(at, theirs) <= reach)
    };
    if !situation.enemies().any(|enemy| near(enemy.id, enemy.reach.max(1))) {
        return 0;
    }
    let mut reacting: SmallVec<[(CombatantId, bool); 6]> = SmallVec::new();
    for provoked in legal::provoked(situation.view, situation.rules, situation.actor, path) {
        let reaction = situation.rules.policies.reaction(provoked.reaction);
        let stops = reaction.is_some_and(|known| known.then.contains(&Amendment::StopMovement));
        let enemy = situation.combatants.get(provoked.by);
        if enemy.side != own.side && !reacting.iter().any(|(known, _)| *known == provoked.by) {
            reacting.push((provoked.by, stops));
        }
    }
    let cost = |(enemy, stops): &(CombatantId, bool)| {
        let blow = attack_cost(situation, *enemy);
        if *stops { blow * 3 / 2 } else { blow }
    };
    reacting.iter().map(cost).sum::<i32>().min(own.value)
}
