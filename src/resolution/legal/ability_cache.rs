//! Which actions a combatant could begin, whatever the target. Answers shared by many actions are cached.

use std::cell::RefCell;

use super::ability::{Effort, acts, delays, enough_actions, fights};
use super::{preparation, requirement};
use crate::battle::{Act, CombatantId, View};
use crate::content::action::{Action, Requirement};
use crate::rules::Ruleset;

/// Cache of answers about one combatant. Valid while nothing changes.
#[derive(Debug, Default)]
pub struct AbilityCache {
    asked: RefCell<Vec<(Part, bool)>>,
    met: RefCell<Vec<(Requirement, bool)>>,
}

/// Answers shared by many actions.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Part {
    Acts,
    Free,
    Fights(Effort),
}

impl AbilityCache {
    /// Empties the cache: for another combatant, or after a change.
    pub fn forget(&mut self) {
        self.asked.get_mut().clear();
        self.met.get_mut().clear();
    }

    /// Whether a combatant may do anything of this kind in its turn: the part of [`check`](super::check) that does not
    /// depend on the target.
    pub fn may(&self, view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> bool {
        let free = || preparation::is_free_for(view, rules, who, action).is_ok();
        let effort = Effort::of(action);
        self.ask(Part::Acts, || acts(view, rules, who, action).is_ok())
            && (preparation::goes_with_it(action) || self.ask(Part::Free, free))
            && self.ask(Part::Fights(effort), || fights(view, rules, who, effort).is_ok())
            && delays(view, rules, who, action).is_ok()
            && enough_actions(view, rules, who, action).is_ok()
            && self.meets(view, rules, who, action)
    }

    fn ask(&self, part: Part, find_out: impl FnOnce() -> bool) -> bool {
        let known = self.asked.borrow().iter().find(|(known, _)| *known == part).map(|(_, found)| *found);
        known.unwrap_or_else(|| {
            let found = find_out();
            self.asked.borrow_mut().push((part, found));
            found
        })
    }

    /// Whether the requirements on the actor alone are met.
    fn meets(&self, view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> bool {
        let own = || Act::own(action.id);
        action.requires.iter().filter(|cited| cited.needs.is_of_actor()).all(|cited| {
            let known = self.met.borrow().iter().find(|(known, _)| *known == cited.needs).map(|(_, found)| *found);
            known.unwrap_or_else(|| {
                let found = requirement::met(view, rules, who, &own(), cited, false).is_ok();
                self.met.borrow_mut().push((cited.needs.clone(), found));
                found
            })
        })
    }
}
