//! What it is worth to move somebody against its will: whom it falls to, what it falls into, and whom it gets away from.

use super::appraise::harm_value;
use super::folk::Fighter;
use super::mind::Mind;
use crate::battle::CombatantId;
use crate::content::effect::Displacement;
use crate::grid::{Cell, Footprint, burst};
use crate::mechanics::{falling, height, reach, space};

/// Counts that somebody loses in water it has to get out of.
const WET: i32 = 12;

/// What it is worth that one who does this to somebody moves it.
pub(super) fn worth(mind: &Mind<'_>, target: CombatantId, how: Displacement) -> i32 {
    let best = landings(mind, target, how).into_iter().map(|cell| pitfall(mind, target, cell)).max();
    mind.folk.get(target).might * mind.our_price / 100 / 12 + crowd(mind, target) + best.unwrap_or(0)
}

/// Where somebody may come down, as far as the eye tells.
fn landings(mind: &Mind<'_>, target: CombatantId, how: Displacement) -> Vec<Cell> {
    let (view, own) = (mind.view, mind.view.footprint(target));
    let has_room = |cell: &Cell| space::entry_by_force(view, mind.book(), target, own.at(*cell)).is_ok();
    match how {
        Displacement::Enter => Vec::new(),
        Displacement::Push { .. } => {
            let away = view.shape().direction_towards(view.footprint(mind.who), own);
            let open = away.filter(|away| height::is_open(view, mind.book(), own, *away));
            open.map(|away| view.shape().step(own.anchor, away)).into_iter().filter(has_room).collect()
        }
        Displacement::Together { feet } | Displacement::Slide { feet } | Displacement::Place { feet } => {
            let near = burst(view.board(), own.anchor, reach::cells(mind.book(), feet));
            near.into_iter().filter(|cell| *cell != own.anchor).filter(has_room).collect()
        }
    }
}

/// What it costs somebody to come down on a cell: the harm of the fall, the way out of the water, ground that harms.
pub(super) fn pitfall(mind: &Mind<'_>, victim: CombatantId, cell: Cell) -> i32 {
    let (view, one) = (mind.view, mind.folk.get(victim));
    let there = view.footprint(victim).at(cell);
    let wet = if height::over_water(view, there) && !height::over_water(view, view.footprint(victim)) {
        one.might * mind.our_price / 100 * WET / 10
    } else {
        0
    };
    let harmful = i32::from(view.board().terrain(cell).hazard);
    fall(mind, victim, there) + wet + harmful * one.worth / 8
}

/// What the harm of a fall is worth; nothing where nobody falls.
fn fall(mind: &Mind<'_>, victim: CombatantId, there: Footprint) -> i32 {
    let Some(policy) = &mind.rules.policies.height else { return 0 };
    let view = mind.view;
    let drop = height::of(view, victim).saturating_sub(height::ground(view, there));
    if drop < i16::try_from(policy.ledge).unwrap_or(i16::MAX) {
        return 0;
    }
    let counted = falling::counted(&policy.fall, drop, 0, policy.fall.pace_rule, height::over_water(view, there));
    let stretches = i32::from(counted.total().max(0)) / i32::from(policy.fall.per.max(1));
    let die = falling::die(&policy.fall, view.row(victim).sheet.size);
    harm_value(mind, victim, die.mean_times_two() * 50 * stretches)
}

/// A push takes an enemy away from the friends it is fighting.
fn crowd(mind: &Mind<'_>, target: CombatantId) -> i32 {
    let hurt = |one: &&Fighter| one.life * 3 < one.full && mind.apart(one.id, target) <= 1;
    mind.friends().filter(hurt).count() as i32 * 40
}
