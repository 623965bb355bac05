use super::{Tactician, explain};
use crate::control::ai::model::{Objectives, Situation};
use crate::control::ai::options::attacks::{best_option, candidates};
use crate::control::controller::Controller;
use crate::resolution::{Act, Asks, Choice, Prompt};

impl Tactician {
    /// The best attack from here, or a move towards the nearest enemy, for a side that has made no progress for too long.
    /// `None` otherwise, or if the side wins by waiting or the combatant must be protected.
    pub(super) fn attack_if_overdue(&mut self, situation: &Situation<'_>) -> Option<Act> {
        let objectives = Objectives::of(situation);
        let overdue = self.progress.is_overdue(situation.counts_per_tick());
        if !overdue || objectives.can_wait || objectives.stay_safe {
            return None;
        }
        let prompt = Prompt { who: situation.actor, asks: Asks::Act };
        let answer = self.charger.answer(situation.view, situation.rules, situation.setup, &prompt);
        let Choice::Act(act) = answer.choice else { return None };
        let best = || best_option(situation, &candidates(situation, self.strength));
        let attack = act.aimed_at().and_then(|_| best());
        let act = attack.filter(|attack| attack.score > 0).map_or(act, |attack| attack.act);
        if situation.catalogue.wait.as_ref().is_some_and(|wait| wait.id == act.action) {
            return None;
        }
        self.note(&act, 0, || explain::OVERDUE.to_owned());
        Some(act)
    }
}
