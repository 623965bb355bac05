//! The value of moving a combatant against its will: where it falls, what it lands in, and which enemies it gets away from.

use smallvec::SmallVec;

use super::expected_value::AimedCheck;
use super::harm::harm_value;
use crate::battle::CombatantId;
use crate::content::{Action, Displacement, Effect, Requirement};
use crate::control::ai::model::{CombatantValues, Situation};
use crate::grid::{Cell, Footprint, burst};
use crate::mechanics::{falling, height, reach, water};
use crate::resolution::Act;
use crate::resolution::frame::Displace;
use crate::resolution::procedure::forced::displace;

/// Counts a combatant loses in water that it must get out of.
const IN_WATER: i32 = 12;
/// One in this many combatants brought to the brink is thrown in.
const BRINK: i32 = 5;
/// Share of the value of throwing an enemy that counts before it is held, in hundredths.
const THROW_AFTER_HOLD: i32 = 40;

pub fn value(situation: &Situation<'_>, target: CombatantId, how: Displacement) -> i32 {
    // Whether the mover stays with the target and may throw it later.
    let keeps_hold = matches!(how, Displacement::Together { .. } | Displacement::Slide { .. });
    let cell_value = |cell| {
        let brink = if keeps_hold { brink_value(situation, target, cell) } else { 0 };
        landing_value(situation, target, cell).max(brink)
    };
    let best = landings(situation, target, how).into_iter().map(cell_value).max();
    let delay = situation.combatants.get(target).damage_rate * situation.ally_hp_value / 100 / 12;
    delay + rescue_value(situation, target) + best.unwrap_or(0)
}

fn landings(situation: &Situation<'_>, target: CombatantId, how: Displacement) -> Vec<Cell> {
    let game = situation.game();
    match how {
        Displacement::Enter => Vec::new(),
        Displacement::Push { .. } => {
            water::push_destination(game, situation.actor, target).map(|to| to.anchor).into_iter().collect()
        }
        Displacement::Together { distance }
        | Displacement::Slide { distance }
        | Displacement::Place { distance }
        | Displacement::Drag { distance }
        | Displacement::Reposition { distance, .. } => {
            let (actor, action, rule) = (situation.actor, "".into(), situation.book().policies.blocked_rule);
            let displace = Displace::new((actor, target), (action, rule), how, distance);
            displace::landings(game, &displace)
        }
    }
}

fn distance(situation: &Situation<'_>, how: Displacement) -> u16 {
    match how {
        Displacement::Enter => 0,
        Displacement::Push { .. } => situation.book().policies.board.cell,
        Displacement::Together { distance }
        | Displacement::Slide { distance }
        | Displacement::Place { distance }
        | Displacement::Drag { distance }
        | Displacement::Reposition { distance, .. } => distance,
    }
}

/// The value of making a combatant land on a cell: damage from the fall, time lost in water, being carried off, hazards.
pub fn landing_value(situation: &Situation<'_>, victim: CombatantId, cell: Cell) -> i32 {
    let (view, values) = (situation.view, situation.combatants.get(victim));
    let there = view.footprint(victim).at(cell);
    if water::sweeping_policy(situation.game(), there).is_some() {
        return values.value;
    }
    let sinks = height::over_water(view, there) && !height::over_water(view, view.footprint(victim));
    let wet = i32::from(sinks) * (values.damage_rate * situation.ally_hp_value / 100 * IN_WATER / 10);
    let hazard = i32::from(view.board().terrain(cell).hazard);
    fall_value(situation, victim, there) + wet + hazard * values.value / 8
}

/// The value of bringing a combatant to a cell beside water that carries it off, so that it can be thrown in.
pub fn brink_value(situation: &Situation<'_>, victim: CombatantId, cell: Cell) -> i32 {
    let (game, own) = (situation.game(), situation.view.footprint(victim));
    if situation.book().policies.water.carries().is_none() {
        return 0;
    }
    let carries = |cell: &Cell| water::sweeping_policy(game, own.at(*cell)).is_some();
    let is_brink = |cell: Cell| burst(game.board(), cell, 1).iter().any(carries);
    if is_brink(cell) && !is_brink(own.anchor) { situation.combatants.get(victim).value / BRINK } else { 0 }
}

/// The part of a hold's value that comes from throwing the target into fatal water or off a height afterwards.
pub fn throw_after_hold(situation: &Situation<'_>, target: CombatantId) -> i32 {
    let needs_hold = |action: &Action| action.requires.iter().any(|cited| cited.needs == Requirement::Holding);
    let fatal = |cell: &Cell| landing_value(situation, target, *cell) >= situation.combatants.get(target).value;
    let displacements = |action: &Action| -> SmallVec<[Displacement; 2]> {
        let effects = action.check().into_iter().flat_map(|check| check.effects());
        effects.filter_map(|does| if let Effect::Displace(how) = does { Some(*how) } else { None }).collect()
    };
    let throws = || situation.catalogue.checks.iter().filter(|action| needs_hold(action));
    // Fatal cells nearby are quicker to find than all possible landings.
    let longest =
        throws().flat_map(|action| displacements(action)).map(|how| distance(situation, how)).max().unwrap_or(0);
    let here = situation.view.footprint(target).anchor;
    let nearby = burst(situation.view.board(), here, reach::cells(situation.book(), longest));
    if !nearby.iter().any(fatal) {
        return 0;
    }
    let values = throws().filter_map(|action| {
        let check = action.check()?;
        let mut cells = displacements(action).into_iter().flat_map(|how| landings(situation, target, how));
        let act = Act::at(action.id, target, None);
        cells
            .any(|cell| fatal(&cell))
            .then(|| AimedCheck { act: &act, action, check, target }.appraise(situation).value)
    });
    values.max().unwrap_or(0).max(0) * THROW_AFTER_HOLD / 100
}

/// The value of the damage from a fall; 0 in rulesets without falling.
fn fall_value(situation: &Situation<'_>, victim: CombatantId, there: Footprint) -> i32 {
    let Some(policy) = &situation.rules.policies.height else { return 0 };
    let view = situation.view;
    let drop = height::of(view, victim).saturating_sub(height::ground(view, there));
    if drop < i16::try_from(policy.ledge).unwrap_or(i16::MAX) {
        return 0;
    }
    let counted =
        falling::effective_height(&policy.fall, drop, 0, policy.fall.pace_rule, height::over_water(view, there));
    let stretches = i32::from(counted.total().max(0)) / i32::from(policy.fall.per.max(1));
    let die = falling::die(&policy.fall, view.row(victim).sheet.size);
    harm_value(situation, victim, die.mean_times_two() * 50 * stretches)
}

/// The value of moving an enemy away from nearly defeated allies that it is fighting.
fn rescue_value(situation: &Situation<'_>, target: CombatantId) -> i32 {
    let in_danger = |one: &&CombatantValues| {
        one.effective_hp * 3 < one.max_effective_hp && situation.distance_between(one.id, target) <= 1
    };
    situation.allies().filter(in_danger).count() as i32 * 40
}
