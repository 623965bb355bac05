//! What attacks from elsewhere promise at best: what is no better than something found already need not be looked at.

use smallvec::SmallVec;

use super::appraise::best_case;
use super::mind::Mind;
use crate::battle::CombatantId;
use crate::mechanics::reach;
use crate::resolution::Act;

/// The best that an attack on each enemy can be worth from anywhere.
pub struct Promise {
    /// Who, what it is worth, and the counts it takes.
    each: SmallVec<[(CombatantId, i32, i32); 8]>,
    /// What has been found already.
    floor: i32,
}

impl Promise {
    /// What plain attacks promise to one who has found something that is worth so much.
    pub fn of(mind: &Mind<'_>, floor: i32) -> Promise {
        let Some(strike) = &mind.catalogue.strike else { return Promise { each: SmallVec::new(), floor } };
        let slots = reach::usable_slots(mind.view, mind.who);
        let best = |foe: CombatantId| {
            let acts = slots.iter().map(|slot| Act::at(strike.id, foe, Some(*slot)));
            let tried = acts.map(|act| (best_case(mind, &act, strike, foe), mind.time(strike, &act)));
            tried.reduce(|one, other| (one.0.max(other.0), one.1.min(other.1)))
        };
        let each = mind.foes().filter_map(|foe| best(foe.id).map(|(value, time)| (foe.id, value, time)));
        Promise { each: each.collect(), floor }
    }

    /// Whether going so many counts first to attack somebody may be better than what was found, if the place itself is
    /// worth so much.
    pub fn holds(&self, foe: CombatantId, walk: i32, pull: i32) -> bool {
        let found = self.each.iter().find(|(id, ..)| *id == foe);
        found.is_none_or(|(_, value, time)| value * 100 / (time + walk).max(1) + pull > self.floor)
    }

    /// The same of anybody.
    pub fn holds_for_any(&self, walk: i32, pull: i32) -> bool {
        self.each.iter().any(|(foe, ..)| self.holds(*foe, walk, pull))
    }

    /// Takes note of something found that is worth so much.
    pub fn raise(&mut self, found: i32) {
        self.floor = self.floor.max(found);
    }
}
