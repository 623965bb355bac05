//! What attacks from elsewhere promise at best: what is no better than something found already need not be looked at.

use smallvec::SmallVec;

use super::appraise::{at_most, best_case};
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
    /// What plain attacks on some enemies promise to one who has found something that is worth so much, where no place is
    /// worth more than so much by itself.
    fn of(mind: &Mind<'_>, (floor, pull): (i32, i32), foes: impl Iterator<Item = CombatantId>) -> Promise {
        let mut each = SmallVec::new();
        let slots = reach::usable_slots(mind.view, mind.who);
        let strike = mind.catalogue.strike.iter().filter_map(|strike| Some((strike, strike.check()?)));
        let ways = strike.flat_map(|(strike, check)| slots.iter().map(move |slot| (strike, check, *slot)));
        for foe in foes {
            for (strike, check, slot) in ways.clone() {
                let act = Act::at(strike.id, foe, Some(slot));
                let time = mind.time(strike, &act);
                // What is no better if it succeeds is not weighed, where a turn is one action.
                let most = (!mind.plans_turns()).then(|| at_most(mind, &act, strike, check, foe));
                let enough = most.filter(|most| score(*most, time, 1).saturating_add(pull) <= floor);
                each.push((foe, enough.unwrap_or_else(|| best_case(mind, &act, strike, foe)), time));
            }
        }
        Promise { each, floor }
    }

    /// The same of those who could be attacked after so many cells of movement.
    pub fn within(mind: &Mind<'_>, so_far: (i32, i32), cells: u16) -> Promise {
        Promise::of(mind, so_far, within(mind, cells))
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
        self.each.iter().filter(|(id, ..)| *id == foe).map(|(_, value, time)| score(*value, *time, walk)).max()
    }

    /// Whether going so many counts first to attack anybody may be better than what was found, if the place itself is worth
    /// so much.
    pub fn holds_for_any(&self, walk: i32, pull: i32) -> bool {
        self.each.iter().any(|(foe, ..)| self.score(*foe, walk).is_some_and(|score| score + pull > self.floor))
    }
}

/// What an attack is worth per hundred counts, with those of the walk to it.
fn score(value: i32, time: i32, walk: i32) -> i32 {
    value * 100 / (time + walk).max(1)
}

/// Enemies who could perhaps be attacked after so many cells of movement.
pub fn within(mind: &Mind<'_>, cells: u16) -> impl Iterator<Item = CombatantId> {
    let (view, book, who) = (mind.view, mind.book(), mind.who);
    let slots = reach::usable_slots(view, who).into_iter();
    let reach = slots.map(|slot| attack::max_distance(view, book, who, slot)).max().unwrap_or(0);
    // Two legs of a way may add up to one cell less than the whole.
    let far = cells.saturating_add(reach.max(mind.me().reach).max(1)).saturating_add(1);
    let (own, policy) = (view.footprint(who), book.policies.board.distance);
    let apart = move |foe: CombatantId| distance(view.shape(), policy, own, view.footprint(foe));
    mind.foes().map(|foe| foe.id).filter(move |foe| apart(*foe) <= far)
}
