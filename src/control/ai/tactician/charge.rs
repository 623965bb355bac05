//! Attacking when a side has made no progress for too long.

use super::super::aims::Aims;
use super::super::deeds::{best_deed, ways};
use super::super::explain;
use super::super::mind::Mind;
use super::Tactician;
use crate::control::{Controller, Thought};
use crate::resolution::{Act, Asks, Choice, Prompt};

impl Tactician {
    /// The best attack from here, or a move towards the nearest enemy, for a side that has made no progress for too long.
    /// `None` if the side wins by waiting or the unit must be protected.
    pub(super) fn charge(&mut self, mind: &Mind<'_>) -> Option<Act> {
        let aims = Aims::of(mind);
        if !self.memory.is_overdue(mind.span()) || aims.wait || aims.shelter {
            return None;
        }
        let prompt = Prompt { who: mind.who, asks: Asks::Act };
        let Choice::Act(act) = self.charger.answer(mind.view, mind.rules, mind.setup, &prompt).choice else {
            return None;
        };
        let attack = act.aimed_at().and_then(|_| best_deed(mind, &ways(mind, self.strength)));
        let act = attack.filter(|deed| deed.score > 0).map_or(act, |deed| deed.act);
        let waits = mind.catalogue.wait.as_ref().is_some_and(|wait| wait.id == act.action);
        if self.explains && !waits {
            let (choice, why) = (Choice::Act(act.clone()), explain::OVERDUE.to_owned());
            self.thoughts.push(Thought { choice, score: 0, why });
        }
        (!waits).then_some(act)
    }
}
