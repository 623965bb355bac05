//! Flight (Fragments: TA-126, TA-143, TA-148 to TA-154, TA-G35).

use serde::{Deserialize, Serialize};

use super::pace::{allowance, rate};
use crate::battle::{CombatantId, Facing, View};
use crate::content::refusal::refuse_if;
use crate::content::{Breakdown, FlightPolicy, Gait, Label, Pitch, Refusal, Rule, Trait};
use crate::grid::{Cell, Direction, Footprint};
use crate::mechanics::{Game, height, space, status};

/// A planned flight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlightPath {
    /// Height in the board's unit before the first step and after each step.
    pub heights: Vec<i16>,
    /// Distance in the board's unit, including changes in height.
    pub length: u16,
    /// Movement cost in cells, with its terms.
    pub cost: Breakdown,
}

/// Whether a combatant is flying by its own power.
pub fn is_aloft(game: Game<'_>, id: CombatantId) -> bool {
    let aloft = |policy: &FlightPolicy| game.row(id).conditions.has(policy.aloft);
    game.altitude(id) > 0 && game.policies.flight.as_ref().is_some_and(aloft) && status::is_conscious(game, id)
}

/// Whether a flier turns and climbs at no extra cost and can hover (TA-153, TA-154).
pub fn is_agile(view: View<'_>, id: CombatantId) -> bool {
    view.row(id).sheet.has(Trait::ImprovedFlight)
}

/// Feet flown this turn.
pub fn flown(view: View<'_>, policy: &FlightPolicy, id: CombatantId) -> i16 {
    let mut held = view.row(id).conditions.0.iter();
    held.find(|held| held.condition == policy.aloft).map_or(0, |held| held.level)
}

/// The distance missing from a flier's minimum after flying `more`, and the rule by which it falls (TA-151, TA-152, TA-154).
pub fn missing_distance(game: Game<'_>, id: CombatantId, more: u16) -> Option<(i16, Rule)> {
    let policy = game.policies.flight.as_ref()?;
    if is_agile(game.view, id) || game.field().weightless {
        return None;
    }
    let flown = flown(game.view, policy, id).saturating_add_unsigned(more);
    let least = i16::try_from(rate(game, id, Gait::Walk)).unwrap_or(i16::MAX);
    let rule = if flown > 0 { policy.least_rule } else { policy.idle_rule };
    (flown < least).then_some((least - flown, rule))
}

/// The flight policy, for a combatant that can fly.
///
/// # Errors
/// If it cannot fly, or the rule system has no flight.
pub fn may_fly(game: Game<'_>, id: CombatantId) -> Result<&FlightPolicy, Refusal> {
    let refused = || Refusal::new("there is no flying in these rules", game.policies.board.rule);
    let policy = game.policies.flight.as_ref().ok_or_else(refused)?;
    let sheet = &game.row(id).sheet;
    refuse_if!(!sheet.has(Trait::Flight) && !sheet.has(Trait::ImprovedFlight), "cannot fly", policy.rule);
    Ok(policy)
}

/// Cruising height of a flight that is not meant to climb.
pub fn cruising_height(game: Game<'_>, id: CombatantId) -> i16 {
    let here = height::of(game.view, id);
    if game.altitude(id) > 0 { here } else { here.saturating_add(height::cell_length(game.book())) }
}

/// Plans a flight along a path: up, level, then down. Descending may exceed the falling speed (TA-143); terrain below
/// is irrelevant (TA-126).
///
/// # Errors
/// The rule that prevents the flight.
pub fn plan(game: Game<'_>, id: CombatantId, pitch: Pitch, path: &[Cell]) -> Result<FlightPath, Refusal> {
    let policy = may_fly(game, id)?;
    let start = height::of(game.view, id);
    let mut cost = Breakdown::of([(Label::Base, signed(path.len()), policy.rule)]);
    if !is_agile(game.view, id) {
        cost.add_if(Label::Named("turns".into()), turns(game.view, policy, id, path)?, policy.turn_rule);
    }
    let budget = i16::try_from(allowance(game, id, Gait::Fly(pitch))).unwrap_or(i16::MAX);
    let (high, end) = heights(game, (id, policy), (pitch, path), budget - cost.total())?;
    let cell = height::cell_length(game.book());
    let (up, down) = ((high - start) / cell, (high - end).max(0) / cell);
    let (times, rule) = ascent(game.view, policy, id);
    cost.add_if(Label::Named("up".into()), up.max(0).saturating_mul(times), rule);
    let per = i16::try_from(policy.descent).unwrap_or(i16::MAX).max(1);
    cost.add_if(Label::Named("down".into()), (down + per - 1) / per, policy.descent_rule);
    let refused = || format!("{} cells of movement are more than the {budget} of this flight", cost.total());
    refuse_if!(cost.total() > budget, refused(), policy.rule);
    let cruise = std::iter::repeat_n(high, path.len().saturating_sub(1));
    let heights = std::iter::once(start).chain(cruise).chain([end]).collect();
    let length = (signed(path.len()) + up.max(0) + down).saturating_mul(cell).max(0).unsigned_abs();
    let airway = FlightPath { heights, length, cost };
    clear(game, id, path, &airway)?;
    Ok(airway)
}

fn signed(cells: usize) -> i16 {
    i16::try_from(cells).unwrap_or(i16::MAX)
}

/// Movement cost per cell of climb, and its rule (TA-149, TA-153).
fn ascent(view: View<'_>, policy: &FlightPolicy, id: CombatantId) -> (i16, Rule) {
    match is_agile(view, id) {
        true => (1, policy.agile_rule),
        false => (i16::try_from(policy.ascent).unwrap_or(i16::MAX).max(1), policy.ascent_rule),
    }
}

fn heights(
    game: Game<'_>,
    (id, policy): (CombatantId, &FlightPolicy),
    (pitch, path): (Pitch, &[Cell]),
    left: i16,
) -> Result<(i16, i16), Refusal> {
    let (start, cell, body) = (height::of(game.view, id), height::cell_length(game.book()), game.footprint(id));
    let ground = |at: &Cell| height::ground(game.view, body.at(*at));
    let end_ground = ground(path.last().unwrap_or(&body.anchor));
    let level = if path.is_empty() { start } else { cruising_height(game, id) };
    let (high, end) = match pitch {
        Pitch::Level => (level, level),
        Pitch::Rising => {
            let rises = left / ascent(game.view, policy, id).0 * cell;
            (start.saturating_add(rises), start.saturating_add(rises))
        }
        Pitch::Diving => (path.iter().map(ground).max().unwrap_or(level).max(level), end_ground),
        Pitch::By(rise) if rise % cell != 0 => {
            let board = &game.policies.board;
            return Err(Refusal::new(format!("heights go in steps of {}", board.unit.long(cell)), board.rule));
        }
        Pitch::By(rise) => (start.max(start.saturating_add(rise)), start.saturating_add(rise)),
    };
    refuse_if!(path.is_empty() && end == start, "needs somewhere to go", policy.rule);
    let roof = game.field().ceiling.unwrap_or(i16::MAX).saturating_sub(height::tall(game.book(), body));
    let (high, end) = if pitch == Pitch::Rising { (high.min(roof), end.min(roof)) } else { (high, end) };
    refuse_if!(high > roof, "the ceiling is too low for that", game.policies.board.rule);
    refuse_if!(end < end_ground, "the ground is too high for that", game.policies.board.rule);
    Ok((high, end))
}

/// Movement cost of the turns along a path. The first turn counts only if already flying (TA-148, TA-G35).
fn turns(view: View<'_>, policy: &FlightPolicy, id: CombatantId, path: &[Cell]) -> Result<i16, Refusal> {
    let (shape, mut here) = (view.shape(), view.footprint(id).anchor);
    let mut heading = match view.row(id).facing {
        Facing::Direction(way) if view.altitude(id) > 0 => Some(Direction(way)),
        _ => None,
    };
    let mut cells = 0u16;
    for &cell in path {
        let refused = || Refusal::new(format!("{cell} is not next to {here}"), policy.rule);
        let way = shape.direction_of_step(here, cell).ok_or_else(refused)?;
        cells += heading.map_or(0, |before| shape.turn(before, way).div_ceil(policy.turn.max(1)));
        (heading, here) = (Some(way), cell);
    }
    Ok(i16::try_from(cells).unwrap_or(i16::MAX))
}

/// Movement spent by a flight when it has completed `path`. It climbs before the first step and descends on the last.
pub fn movement_spent(game: Game<'_>, (id, start): (CombatantId, Cell), path: &[Cell], airway: &FlightPath) -> u16 {
    let Some(policy) = &game.policies.flight else { return 0 };
    let from = game.footprint(id).at(start);
    let levels = |from: i16, to: i16| (to - from).max(0) / height::cell_length(game.book());
    let height = |at: usize| airway.heights.get(at).copied().unwrap_or_default();
    let high = airway.heights.iter().copied().max().unwrap_or_default();
    let at_start = game.view.with(id, from).lifted(id, height(0) - height::ground(game.view, from));
    let turned = if is_agile(game.view, id) { 0 } else { turns(at_start, policy, id, path).unwrap_or_default() };
    let up = levels(height(0), high).saturating_mul(ascent(game.view, policy, id).0);
    let per = i16::try_from(policy.descent).unwrap_or(i16::MAX).max(1);
    let down = (levels(height(path.len()), high) + per - 1) / per;
    let cells = signed(path.len()).saturating_add(turned).saturating_add(up).saturating_add(down);
    u16::try_from(cells).unwrap_or_default()
}

/// Direction of the last step, if any.
pub fn heading(view: View<'_>, from: Cell, path: &[Cell]) -> Option<Direction> {
    let mut before: Vec<Cell> = vec![from];
    before.extend(path);
    before.windows(2).rev().find_map(|step| view.shape().direction_of_step(step[0], step[1]))
}

/// Checks that there is room along the whole flight and a place to stand or hover at its end.
fn clear(game: Game<'_>, id: CombatantId, path: &[Cell], airway: &FlightPath) -> Result<(), Refusal> {
    let mut here = game.footprint(id);
    let high = airway.heights.iter().copied().max().unwrap_or(0);
    let at = |body: Footprint, high: i16| game.with(id, body).lifted(id, high - height::ground(game.view, body));
    for &cell in path {
        let there = here.at(cell);
        let way = game.shape().direction_of_step(here.anchor, cell);
        let open = way.is_some_and(|way| height::is_open(game, here, way));
        if !open || height::ground(game.view, there) > high {
            return Err(Refusal::new(format!("cannot fly from {} to {cell}", here.anchor), game.policies.board.rule));
        }
        space::entry(at(here, high), id, there)?;
        here = there;
    }
    let end = airway.heights.last().copied().unwrap_or(high);
    let wet = end == height::ground(game.view, here) && height::over_water(game.view, here);
    refuse_if!(wet, "there is no ground to land on", game.policies.board.rule);
    space::may_end(at(here, end), id, here)
}
