//! What it is worth to move somebody against its will: whom it falls to, what it falls into, and whom it gets away from.

use smallvec::SmallVec;

use super::appraise::{appraise, harm_value};
use super::folk::Fighter;
use super::mind::Mind;
use crate::battle::CombatantId;
use crate::content::action::{Action, Requirement};
use crate::content::effect::{Displacement, Effect};
use crate::grid::{Cell, Footprint, burst};
use crate::mechanics::{falling, height, reach, water};
use crate::resolution::Act;
use crate::resolution::frame::Displace;
use crate::resolution::procedure::displace;

/// Counts that somebody loses in water it has to get out of.
const WET: i32 = 12;
/// One in so many who are brought to the water is thrown in.
const BRINK: i32 = 5;
/// Hundredths of what throwing somebody is worth that count when it is yet to be taken hold of.
const THROWN: i32 = 40;

/// What it is worth that one who does this to somebody moves it.
pub(super) fn worth(mind: &Mind<'_>, target: CombatantId, how: Displacement) -> i32 {
    let worth = |cell| pitfall(mind, target, cell).max(if leads(how) { brink(mind, target, cell) } else { 0 });
    let best = landings(mind, target, how).into_iter().map(worth).max();
    mind.folk.get(target).might * mind.our_price / 100 / 12 + crowd(mind, target) + best.unwrap_or(0)
}

/// Whether somebody is moved along, and may be thrown later.
fn leads(how: Displacement) -> bool {
    matches!(how, Displacement::Together { .. } | Displacement::Slide { .. })
}

/// Where somebody may come down.
fn landings(mind: &Mind<'_>, target: CombatantId, how: Displacement) -> Vec<Cell> {
    let view = mind.view;
    match how {
        Displacement::Enter => Vec::new(),
        Displacement::Push { .. } => {
            water::push_destination(view, mind.book(), mind.who, target).map(|to| to.anchor).into_iter().collect()
        }
        Displacement::Together { feet } | Displacement::Slide { feet } | Displacement::Place { feet } => {
            let (actor, action, rule) = (mind.who, "".into(), mind.book().policies.blocked_rule);
            let displace = Displace { actor, target, action, how, feet, rule, asked: false, pushed: None };
            displace::landings(view, mind.rules, &displace)
        }
    }
}

/// How far it may come from where it is.
fn feet(mind: &Mind<'_>, how: Displacement) -> u16 {
    match how {
        Displacement::Enter => 0,
        Displacement::Push { .. } => mind.book().policies.board.feet,
        Displacement::Together { feet } | Displacement::Slide { feet } | Displacement::Place { feet } => feet,
    }
}

/// What it costs somebody to come down on a cell: the harm of the fall, the way out of the water or that it is carried
/// off, ground that harms.
pub(super) fn pitfall(mind: &Mind<'_>, victim: CombatantId, cell: Cell) -> i32 {
    let (view, one) = (mind.view, mind.folk.get(victim));
    let there = view.footprint(victim).at(cell);
    if water::sweeping_policy(view, mind.book(), there).is_some() {
        return one.worth;
    }
    let wet = if height::over_water(view, there) && !height::over_water(view, view.footprint(victim)) {
        one.might * mind.our_price / 100 * WET / 10
    } else {
        0
    };
    let harmful = i32::from(view.board().terrain(cell).hazard);
    fall(mind, victim, there) + wet + harmful * one.worth / 8
}

/// What it is worth to bring somebody to a cell beside water that carries it off, to be thrown in from there.
pub(super) fn brink(mind: &Mind<'_>, victim: CombatantId, cell: Cell) -> i32 {
    let (view, own) = (mind.view, mind.view.footprint(victim));
    if mind.book().policies.water.carries().is_none() {
        return 0;
    }
    let wet = |cell: &Cell| water::sweeping_policy(view, mind.book(), own.at(*cell)).is_some();
    let beside = |cell: Cell| burst(view.board(), cell, 1).iter().any(wet);
    if beside(cell) && !beside(own.anchor) { mind.folk.get(victim).worth / BRINK } else { 0 }
}

/// What a hold on somebody is worth for what can be done to it then: the best way to be rid of it by moving it.
pub(super) fn from_hold(mind: &Mind<'_>, target: CombatantId) -> i32 {
    let holds = |action: &&std::sync::Arc<Action>| action.requires.iter().any(|it| it.needs == Requirement::Holding);
    let fatal = |cell: &Cell| pitfall(mind, target, *cell) >= mind.folk.get(target).worth;
    let moves = |action: &Action| -> SmallVec<[Displacement; 2]> {
        let effects = action.check().into_iter().flat_map(|check| check.effects());
        effects.filter_map(|does| if let Effect::Displace(how) = does { Some(*how) } else { None }).collect()
    };
    let ways = || mind.catalogue.checks.iter().filter(holds);
    // What lies about it is sooner known than where it may come down.
    let feet = ways().flat_map(|action| moves(action)).map(|how| feet(mind, how)).max().unwrap_or(0);
    let about = burst(mind.view.board(), mind.view.footprint(target).anchor, reach::cells(mind.book(), feet));
    if !about.iter().any(fatal) {
        return 0;
    }
    let ways = ways().filter_map(|action| {
        let check = action.check()?;
        let rids = moves(action).into_iter().flat_map(|how| landings(mind, target, how)).any(|cell| fatal(&cell));
        let act = Act::at(action.id, target, None);
        rids.then(|| appraise(mind, &act, action, check, target, true).value)
    });
    ways.max().unwrap_or(0).max(0) * THROWN / 100
}

/// What the harm of a fall is worth; nothing where nobody falls.
fn fall(mind: &Mind<'_>, victim: CombatantId, there: Footprint) -> i32 {
    let Some(policy) = &mind.rules.policies.height else { return 0 };
    let view = mind.view;
    let drop = height::of(view, victim).saturating_sub(height::ground(view, there));
    if drop < i16::try_from(policy.ledge).unwrap_or(i16::MAX) {
        return 0;
    }
    let counted =
        falling::effective_feet(&policy.fall, drop, 0, policy.fall.pace_rule, height::over_water(view, there));
    let stretches = i32::from(counted.total().max(0)) / i32::from(policy.fall.per.max(1));
    let die = falling::die(&policy.fall, view.row(victim).sheet.size);
    harm_value(mind, victim, die.mean_times_two() * 50 * stretches)
}

/// A push takes an enemy away from the friends it is fighting.
fn crowd(mind: &Mind<'_>, target: CombatantId) -> i32 {
    let hurt = |one: &&Fighter| one.life * 3 < one.full && mind.apart(one.id, target) <= 1;
    mind.friends().filter(hurt).count() as i32 * 40
}
