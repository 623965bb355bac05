//! Reactions that a path would provoke.

use crate::battle::{CombatantId, View};
use crate::content::Name;
use crate::content::policy::{Reaction, Trigger};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, reach, status};
use crate::rules::Ruleset;

/// A step of a path that provokes a reaction.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Provoked {
    /// Index of the step.
    pub step: usize,
    /// Where the mover is then: before or after the step.
    pub at: Cell,
    /// The combatant that may react.
    pub by: CombatantId,
    /// Its reaction.
    pub reaction: Name,
}

/// The reactions that a path may provoke with all others where they are now, in the order in which they are asked.
pub fn provoked(view: View<'_>, rules: &Ruleset, mover: CombatantId, path: &[Cell]) -> Vec<Provoked> {
    let mut found = Vec::new();
    let mut here = view.footprint(mover);
    for (step, cell) in path.iter().enumerate() {
        let to = here.at(*cell);
        for (trigger, place) in [(Trigger::BeforeStep, here), (Trigger::AfterStep, to)] {
            found.extend(answers(view, rules, mover, trigger, place).into_iter().map(|(by, reaction)| Provoked {
                step,
                at: place.anchor,
                by,
                reaction,
            }));
        }
        here = to;
    }
    found
}

/// Every enemy that could react to a mover at a place, with its reaction.
fn answers(
    view: View<'_>,
    rules: &Ruleset,
    mover: CombatantId,
    on: Trigger,
    place: Footprint,
) -> Vec<(CombatantId, Name)> {
    let there = view.with(mover, place);
    let reactions: Vec<&Reaction> = rules.policies.reactions.iter().filter(|reaction| reaction.on == on).collect();
    let enemies = view.enemies_of(view.row(mover).side).map(|row| row.id);
    let of = |who: CombatantId| {
        let may = reactions.iter().filter(move |reaction| could_answer(there, rules, reaction, who, mover));
        may.map(move |reaction| (who, reaction.id)).collect::<Vec<_>>()
    };
    enemies.flat_map(of).collect()
}

/// Whether a combatant could react to another: able to act, with reactions left, and near enough.
pub(in crate::resolution) fn could_answer(
    view: View<'_>,
    rules: &Ruleset,
    reaction: &Reaction,
    who: CombatantId,
    by: CombatantId,
) -> bool {
    let near = || reaction.on == Trigger::ActionDeclared || reach::threatens(Game::new(view, rules.book()), who, by);
    can_pay(view, rules, reaction, who) && near()
}

/// Whether a combatant can act and has enough reactions left.
pub(in crate::resolution) fn can_pay(view: View<'_>, rules: &Ruleset, reaction: &Reaction, who: CombatantId) -> bool {
    view.row(who).turn_state.reactions >= reaction.cost && status::can_act(Game::new(view, rules.book()), who)
}
