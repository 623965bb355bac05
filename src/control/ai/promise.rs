//! What attacks from elsewhere promise at best: what is no better than something found already need not be looked at.

use smallvec::SmallVec;

use super::appraise::best_case;
use super::mind::Mind;
use crate::battle::CombatantId;
use crate::mechanics::reach;
use crate::resolution::Act;

/// The best that an attack on each enemy can be worth from anywhere.
pub struct Promise {
    /// Who, what it is worth with a weapon, and the counts it takes.
    each: SmallVec<[(CombatantId, i32, i32); 8]>,
    /// What has been found already.
    floor: i32,
}

impl Promise {
    /// What plain attacks promise to one who has found something that is worth so much.
    pub fn of(mind: &Mind<'_>, floor: i32) -> Promise {
        let mut each = SmallVec::new();
        if let Some(strike) = &mind.catalogue.strike {
            let slots = reach::usable_slots(mind.view, mind.who);
            for (foe, slot) in mind.foes().flat_map(|foe| slots.iter().map(move |slot| (foe.id, *slot))) {
                let act = Act::at(strike.id, foe, Some(slot));
                each.push((foe, best_case(mind, &act, strike, foe), mind.time(strike, &act)));
            }
        }
        Promise { each, floor }
    }

    /// What has been found already.
    pub fn floor(&self) -> i32 {
        self.floor
    }

    /// What one attack on somebody is worth at best.
    pub fn value(&self, foe: CombatantId) -> Option<i32> {
        self.each.iter().filter(|(id, ..)| *id == foe).map(|(_, value, _)| *value).max()
    }

    /// What going so many counts first to attack somebody is worth at best, per hundred counts.
    pub fn score(&self, foe: CombatantId, walk: i32) -> Option<i32> {
        let of = |value: i32, time: i32| value * 100 / (time + walk).max(1);
        self.each.iter().filter(|(id, ..)| *id == foe).map(|(_, value, time)| of(*value, *time)).max()
    }

    /// Whether going so many counts first to attack anybody may be better than what was found, if the place itself is worth
    /// so much.
    pub fn holds_for_any(&self, walk: i32, pull: i32) -> bool {
        self.each.iter().any(|(foe, ..)| self.score(*foe, walk).is_some_and(|score| score + pull > self.floor))
    }
}
