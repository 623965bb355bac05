//! The cost of walking and acting where enemies may react to it.

use smallvec::SmallVec;

use super::danger::attack_cost;
use crate::battle::CombatantId;
use crate::content::{Amendment, Gait, Reactors, Trigger};
use crate::control::ai::model::Situation;
use crate::grid::{Cell, Footprint};
use crate::resolution::{Act, legal};

/// Whether enemies may react to steps at all.
pub fn may_provoke(situation: &Situation<'_>) -> bool {
    let of_steps = |on: Trigger| matches!(on.moment(), Some(Trigger::BeforeStep | Trigger::AfterStep));
    let reactions = &situation.rules.policies.reactions;
    reactions.iter().any(|reaction| of_steps(reaction.on) && !matches!(reaction.who, Reactors::Allies))
}

/// The expected cost of the reactions that a movement provokes from where the acting combatant is in the view: at most one of each
/// enemy, and all together at most its own value.
pub fn provoked_cost(situation: &Situation<'_>, gait: Gait, path: &[Cell]) -> i32 {
    let here = situation.here();
    let mut places = std::iter::once(here).chain(path.iter().map(|cell| here.at(*cell)));
    if !places.any(|at| is_in_reach(situation, at)) {
        return 0;
    }
    let Situation { view, rules, actor, .. } = *situation;
    // Only where a reaction names gaits does the way of moving make a difference.
    let by_gait = rules.policies.reactions.iter().any(|reaction| !reaction.filter.gaits.is_empty());
    let provoked = match by_gait {
        true => legal::provoked_by_path(view, rules, actor, gait, path),
        false => legal::provoked(view, rules, actor, path),
    };
    let stops = |reaction| {
        let known = rules.policies.reaction(reaction);
        known.is_some_and(|known| known.then.contains(&Amendment::StopMovement))
    };
    cost(situation, provoked.iter().map(|provoked| (provoked.by, stops(provoked.reaction))))
}

/// The expected cost of the reactions that an act of the turn provokes from where the acting combatant is in the view, such as a shot
/// beside an enemy.
pub fn provoked_by_act_cost(situation: &Situation<'_>, act: &Act) -> i32 {
    let Situation { view, rules, actor, catalogue, .. } = *situation;
    let may = catalogue.acts_provoke && situation.row().turn_state.is_open();
    if !may || !is_in_reach(situation, situation.here()) {
        return 0;
    }
    let provoked = legal::provoked_by_act(view, rules, actor, act);
    cost(situation, provoked.into_iter().map(|(by, _)| (by, false)))
}

/// Whether any enemy reaches a place.
fn is_in_reach(situation: &Situation<'_>, at: Footprint) -> bool {
    let reaches = |id: CombatantId, reach: u16| situation.apart(at, situation.view.footprint(id)) <= reach;
    situation.enemies().any(|enemy| reaches(enemy.id, enemy.reach.max(1)))
}

/// The expected cost of one reaction of each of these enemies, with whether it stops a movement, and at most the value of the acting
/// combatant.
fn cost(situation: &Situation<'_>, provoked: impl Iterator<Item = (CombatantId, bool)>) -> i32 {
    let mut reacting: SmallVec<[(CombatantId, bool); 6]> = SmallVec::new();
    for (by, stops) in provoked {
        let is_enemy = situation.combatants.get(by).side != situation.own().side;
        if is_enemy && !reacting.iter().any(|(known, _)| *known == by) {
            reacting.push((by, stops));
        }
    }
    let cost = |(enemy, stops): &(CombatantId, bool)| {
        let blow = attack_cost(situation, *enemy);
        if *stops { blow * 3 / 2 } else { blow }
    };
    reacting.iter().map(cost).sum::<i32>().min(situation.own().value)
}
