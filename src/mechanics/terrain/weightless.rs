//! Zero gravity: pushing off, drifting and holding on (Fragments: TA-157 to TA-161).

use crate::battle::{CombatantId, Drift};
use crate::content::refusal::refuse_if;
use crate::content::{Gait, Pitch, Refusal, Rule, WeightlessPolicy};
use crate::grid::{Cell, Direction, Distance, Footprint, burst_around};
use crate::mechanics::{Game, grapple, height, movement, reach, space};

/// Object that a body pushes off from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PushOffBase {
    /// A fixed object or a much larger body.
    Fixed,
    /// A body of similar size, which drifts in the opposite direction.
    Loose(CombatantId),
}

/// A planned push-off.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PushOff {
    /// Object that the body pushes off from.
    pub from: PushOffBase,
    /// The resulting drift.
    pub drift: Drift,
}

/// Result of moving in a straight line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct StraightMove {
    /// Final footprint.
    pub to: Footprint,
    /// Final height in the board's unit.
    pub height: i16,
    /// Number of cells moved.
    pub cells: u16,
    /// Whether something blocks the next cell.
    pub stopped: bool,
}

/// The zero-gravity policy, if this battle takes place in zero gravity.
pub fn policy(game: Game<'_>) -> Option<&WeightlessPolicy> {
    game.policies.weightless.as_ref().filter(|_| game.field().weightless)
}

/// Whether a body touches a fixed object: ground, wall, barrier or ceiling (TA-157, TA-161).
pub fn has_hold(game: Game<'_>, id: CombatantId) -> bool {
    let (body, high, board) = (game.footprint(id), height::of(game.view, id), game.board());
    let cells = body.cells(game.shape());
    let stands = game.altitude(id) <= 0 && cells.iter().any(|cell| board.terrain(*cell).cost.is_some());
    let under_roof = game.field().ceiling.is_some_and(|roof| high + height::tall(game.book(), body) >= roof);
    let solid = |cell: &Cell| {
        let terrain = board.terrain(*cell);
        (terrain.cost.is_none() && terrain.deep.is_none()) || board.elevation(*cell) > high
    };
    let beside = |cell: &Cell| {
        game.shape().directions().map(|way| game.shape().step(*cell, way)).any(|other| {
            let barred = board.barrier(*cell, other).is_some_and(|barrier| !barrier.passable);
            !body.contains(game.shape(), other) && (barred || solid(&other))
        })
    };
    stands || under_roof || cells.iter().any(beside)
}

/// Moves a body up to `cells` cells in a straight line until something blocks it (TA-158).
pub fn move_straight(game: Game<'_>, id: CombatantId, drift: Drift, cells: u16) -> StraightMove {
    let next = |here: StraightMove| {
        let (to, height) = next_step(game, drift, here)?;
        let there = game.with(id, here.to).lifted(id, height - height::ground(game.view, here.to));
        let cells = here.cells + 1;
        space::may_end(there, id, to).ok().map(|()| StraightMove { to, height, cells, stopped: false })
    };
    let here = StraightMove { to: game.footprint(id), height: height::of(game.view, id), cells: 0, stopped: false };
    let ahead = std::iter::successors(Some(here), |here| next(*here));
    let last = ahead.take(usize::from(cells) + 1).last().unwrap_or(here);
    StraightMove { stopped: next(last).is_none(), ..last }
}

/// The footprint and height one step ahead, unless solid terrain blocks it.
pub fn next_step(game: Game<'_>, drift: Drift, here: StraightMove) -> Option<(Footprint, i16)> {
    let way = drift.way.map(Direction);
    let to = way.map_or(here.to, |way| here.to.at(game.shape().step(here.to.anchor, way)));
    let high = here.height.saturating_add(i16::from(drift.rises).saturating_mul(height::cell_length(game.book())));
    let open = way.is_none_or(|way| height::is_open(game, here.to, way));
    let below_roof = game.field().ceiling.is_none_or(|roof| high + height::tall(game.book(), to) <= roof);
    let leads = way.is_some() || drift.rises != 0;
    (leads && open && below_roof && high >= height::ground(game.view, to)).then_some((to, high))
}

/// Plans a push-off along a path.
///
/// # Errors
/// If there is gravity or nothing to push off from, or the path is not straight, blocked or too long.
pub fn plan(game: Game<'_>, id: CombatantId, pitch: Pitch, path: &[Cell]) -> Result<PushOff, Refusal> {
    let refused = || Refusal::new("pushing off only works in zero gravity", game.policies.board.rule);
    let policy = policy(game).ok_or_else(refused)?;
    let rises = match pitch {
        Pitch::Level => 0,
        Pitch::Rising | Pitch::By(1..) => 1,
        Pitch::Diving | Pitch::By(_) => -1,
    };
    let here = game.footprint(id);
    let way = path.first().and_then(|cell| game.shape().direction_of_step(here.anchor, *cell));
    refuse_if!(way.is_none() && (rises == 0 || !path.is_empty()), "that way is not straight", policy.rule);
    let rate = movement::rate(game, id, Gait::PushOff(pitch));
    let (from, speed) = footing(game, policy, (id, rate), (way, rises))?;
    let drift = Drift { way: way.map(|way| way.0), rises, speed, by: Some(id) };
    let most = speed / game.policies.board.cell.max(1);
    let cells = if path.is_empty() { most } else { u16::try_from(path.len()).unwrap_or(u16::MAX) };
    let too_far = || format!("{cells} cells are more than the {most} of this push");
    refuse_if!(cells > most, too_far(), push_off_rule(policy, from));
    let course = move_straight(game, id, drift, cells);
    match path.last() {
        Some(last) if course.to.anchor != *last => Err(Refusal::new("that way is not straight and open", policy.rule)),
        None if course.cells == 0 => Err(Refusal::new("there is no room that way", policy.rule)),
        _ => Ok(PushOff { from, drift }),
    }
}

/// The rule for pushing off from an object.
pub fn push_off_rule(policy: &WeightlessPolicy, from: PushOffBase) -> Rule {
    match from {
        PushOffBase::Fixed => policy.fixed_rule,
        PushOffBase::Loose(_) => policy.loose_rule,
    }
}

/// What a combatant can push off from, and how far in the board's unit; fixed things and large bodies first (TA-157, TA-159).
fn footing(
    game: Game<'_>,
    policy: &WeightlessPolicy,
    (id, rate): (CombatantId, u16),
    (way, rises): (Option<Direction>, i8),
) -> Result<(PushOffBase, u16), Refusal> {
    if has_hold(game, id) {
        return Ok((PushOffBase::Fixed, rate));
    }
    let size = game.row(id).sheet.size;
    let behind = bodies_behind(game, id, way, rises);
    let above = |other: &CombatantId| game.row(*other).sheet.size.above(size);
    if behind.iter().any(|other| above(other) >= policy.larger) {
        return Ok((PushOffBase::Fixed, rate));
    }
    let loose = behind.into_iter().find(|other| above(other).abs() <= policy.near);
    let whole = game.policies.board.cell.max(1);
    match loose {
        Some(other) => Ok((PushOffBase::Loose(other), rate / 2 / whole * whole)),
        None => Err(Refusal::new("there is nothing to push off from", policy.rule)),
    }
}

/// Bodies that a combatant touches and would move away from, by number.
fn bodies_behind(game: Game<'_>, id: CombatantId, way: Option<Direction>, rises: i8) -> Vec<CombatantId> {
    let here = game.footprint(id);
    let along = grapple::clinched(game.view, id);
    let ahead = way.map_or(here, |way| here.at(game.shape().step(here.anchor, way)));
    let near = burst_around(game.board(), Distance::DiagonalsCostOne, ahead, 1);
    let apart = |other: CombatantId| {
        let shape = game.shape();
        let still_beside = game.footprint(other).cells(shape).iter().any(|cell| near.contains(cell));
        let level = height::of(game.view, other) - height::of(game.view, id);
        if way.is_some() { !still_beside } else { level.signum() == -i16::from(rises) }
    };
    let touched = game.present().map(|row| row.id).filter(|other| *other != id && !along.contains(other));
    touched.filter(|other| reach::touches(game, id, *other) && apart(*other)).collect()
}
