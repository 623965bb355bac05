//! What somebody may begin, whatever it is aimed at, asked of one action after the other: what they have in common is asked
//! once.

use std::cell::RefCell;

use super::ability::{Effort, acts, delays, enough_actions, fights};
use super::{preparation, requirement};
use crate::battle::{Act, CombatantId, View};
use crate::content::action::{Action, Requirement};
use crate::rules::Ruleset;

/// What one combatant was asked about, for as long as nothing changes.
#[derive(Debug, Default)]
pub struct Begins {
    asked: RefCell<Vec<(Part, bool)>>,
    met: RefCell<Vec<(Requirement, bool)>>,
}

/// What many actions have in common.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Part {
    Acts,
    Free,
    Fights(Effort),
}

impl Begins {
    /// Forgets what it was told: it is about another combatant, or things have changed.
    pub fn forget(&mut self) {
        self.asked.get_mut().clear();
        self.met.get_mut().clear();
    }

    /// Whether the combatant may do anything of the kind in its turn: the half of [`check`](super::check) that is the same
    /// for all of it.
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

    /// Whether it meets what is asked of the actor alone.
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
