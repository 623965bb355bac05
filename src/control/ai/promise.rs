//! What attacks from elsewhere promise at best: what is no better than something found already need not be looked at.

use smallvec::SmallVec;

use super::appraise::best_case;
use super::mind::Mind;
use crate::battle::CombatantId;
use crate::grid::distance;
use crate::mechanics::{attack, reach};
use crate::resolution::Act;

/// The best that an attack on each enemy can be worth from anywhere.
pub struct Promise {
    /// Who, what it is worth with a weapon, and the counts it takes.
    each: SmallVec<[(CombatantId, i32, i32); 8]>,
    /// What has been found already.
    floor: i32,
}

impl Promise {
    /// What plain attacks on some enemies promise to one who has found something that is worth so much.
    pub fn of(mind: &Mind<'_>, floor: i32, foes: impl Iterator<Item = CombatantId>) -> Promise {
        let mut each = SmallVec::new();
        let slots = reach::usable_slots(mind.view, mind.who);
        for foe in foes {
            for (strike, slot) in
                mind.catalogue.strike.iter().flat_map(|strike| slots.iter().map(move |slot| (strike, *slot)))
            {
                let act = Act::at(strike.id, foe, Some(slot));
                each.push((foe, best_case(mind, &act, strike, foe), mind.time(strike, &act)));
            }
        }
        Promise { each, floor }
    }

    /// The same of those who could be attacked after so many cells of movement.
    pub fn within(mind: &Mind<'_>, floor: i32, cells: u16) -> Promise {
        Promise::of(mind, floor, within(mind, cells))
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

/// Enemies who could perhaps be attacked after so many cells of movement.
pub fn within(mind: &Mind<'_>, cells: u16) -> impl Iterator<Item = CombatantId> {
    let (view, book, who) = (mind.view, mind.book(), mind.who);
    let slots = reach::usable_slots(view, who).into_iter();
    let reach = slots.map(|slot| attack::farthest(view, book, who, slot)).max().unwrap_or(0);
    // Two legs of a way may add up to one cell less than the whole.
    let far = cells.saturating_add(reach.max(mind.me().reach).max(1)).saturating_add(1);
    let (own, policy) = (view.footprint(who), book.policies.board.distance);
    let apart = move |foe: CombatantId| distance(view.shape(), policy, own, view.footprint(foe));
    mind.foes().map(|foe| foe.id).filter(move |foe| apart(*foe) <= far)
}
