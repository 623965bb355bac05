//! Upper bounds on attacks from elsewhere: positions that cannot beat the best option so far are not evaluated.

use smallvec::SmallVec;

use super::act_value::value_bound;
use super::expected_value::best_case;
use crate::battle::CombatantId;
use crate::control::ai::model::Situation;
use crate::grid::distance;
use crate::mechanics::{attack, reach};
use crate::resolution::Act;

/// Upper bounds on the value of a plain attack on each enemy from any position.
pub struct UpperBound {
    /// Enemy, value with one weapon, and the counts the attack takes.
    each: SmallVec<[(CombatantId, i32, i32); 8]>,
    /// The best score found so far.
    floor: i32,
}

impl UpperBound {
    /// The bounds for enemies that could be attacked after this many cells of movement. `floor` is the best score so far,
    /// `cell_value` the maximum value of a position by itself.
    pub fn within(situation: &Situation<'_>, (floor, cell_value): (i32, i32), cells: u16) -> UpperBound {
        let mut each = SmallVec::new();
        let slots = reach::usable_slots(situation.view, situation.actor);
        let strike = situation.catalogue.strike.iter().filter_map(|strike| Some((strike, strike.check()?)));
        let attacks = strike.flat_map(|(strike, check)| slots.iter().map(move |slot| (strike, check, *slot)));
        for enemy in enemies_within(situation, cells) {
            for (strike, check, slot) in attacks.clone() {
                let act = Act::at(strike.id, enemy, Some(slot));
                let counts = situation.duration(strike, &act);
                // Where a turn is one action, even certain success may not be good enough.
                let most = (!situation.plans_whole_turns()).then(|| value_bound(situation, &act, strike, check, enemy));
                let too_low = most.filter(|most| score(*most, counts, 1).saturating_add(cell_value) <= floor);
                each.push((enemy, too_low.unwrap_or_else(|| best_case(situation, &act, strike, enemy)), counts));
            }
        }
        UpperBound { each, floor }
    }

    /// The best score found so far.
    pub fn floor(&self) -> i32 {
        self.floor
    }

    /// Upper bound on the value of one attack on an enemy.
    pub fn value(&self, enemy: CombatantId) -> Option<i32> {
        self.each.iter().filter(|(id, ..)| *id == enemy).map(|(_, value, _)| *value).max()
    }

    /// Upper bound on the value per hundred counts of walking for some counts and then attacking an enemy.
    pub fn score(&self, enemy: CombatantId, walk: i32) -> Option<i32> {
        self.each.iter().filter(|(id, ..)| *id == enemy).map(|(_, value, counts)| score(*value, *counts, walk)).max()
    }

    /// Whether walking for some counts and then attacking any enemy may beat the best score so far.
    pub fn may_beat_floor(&self, walk: i32, cell_value: i32) -> bool {
        self.each
            .iter()
            .any(|(enemy, ..)| self.score(*enemy, walk).is_some_and(|score| score + cell_value > self.floor))
    }
}

/// The value of an attack per hundred counts, including those of the walk to it.
fn score(value: i32, counts: i32, walk: i32) -> i32 {
    value * 100 / (counts + walk).max(1)
}

/// Enemies that might be attacked after this many cells of movement.
pub fn enemies_within(situation: &Situation<'_>, cells: u16) -> impl Iterator<Item = CombatantId> {
    let (game, actor) = (situation.game(), situation.actor);
    let slots = reach::usable_slots(game.view, actor).into_iter();
    let reach = slots.map(|slot| attack::max_distance(game, actor, slot)).max().unwrap_or(0);
    // Two legs of a path may add up to one cell less than the whole.
    let far = cells.saturating_add(reach.max(situation.own().reach).max(1)).saturating_add(1);
    let (own, policy) = (game.footprint(actor), game.policies.board.distance);
    let apart = move |enemy: CombatantId| distance(game.shape(), policy, own, game.footprint(enemy));
    situation.enemies().map(|enemy| enemy.id).filter(move |enemy| apart(*enemy) <= far)
}
