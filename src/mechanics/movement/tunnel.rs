//! Squeezing through gaps and burrowing (Fragments: TA-058, TA-127, TA-171, TA-173, TA-259, TA-G34, TA-G48).

use crate::battle::{CombatantId, View};
use crate::content::refusal::refuse_if;
use crate::content::{BurrowPolicy, Gait, Refusal, Trait};
use crate::grid::{Cell, Footprint};
use crate::mechanics::movement::pace::{allowance, cost_of_leaving};
use crate::mechanics::{Game, height, space};

/// Size of a squeezing body in cells across: half, rounded up (TA-G48).
fn half(view: View<'_>, id: CombatantId) -> u8 {
    view.row(id).sheet.extent.div_ceil(2)
}

/// Final footprint of a body that squeezes along a path, at full size if there is room.
///
/// # Errors
/// The rule that prevents it.
pub fn plan_squeeze(game: Game<'_>, id: CombatantId, path: &[Cell]) -> Result<Footprint, Refusal> {
    let refused = || Refusal::new("there is no squeezing in these rules", game.policies.board.rule);
    let policy = game.policies.squeeze.as_ref().ok_or_else(refused)?;
    let first = path.first().ok_or_else(|| Refusal::new("needs somewhere to go", policy.rule))?;
    refuse_if!(game.row(id).sheet.extent < 2, "is small enough to walk there", policy.rule);
    let refused = || Refusal::new(format!("{first} is not an adjacent gap"), policy.rule);
    let mut here = part(game.view, id, *first).ok_or_else(refused)?;
    // Where the whole body fits it does not squeeze, and the space it leaves is not difficult terrain (TA-127).
    let (mut left, mut cells) = (game.footprint(id), 0u16);
    for &cell in path {
        let to = here.at(cell);
        let way = game.shape().direction_of_step(here.anchor, cell);
        let entered = way.and_then(|way| game.board().step_cost(here.extent, here.anchor, way));
        let refused = || Refusal::new(format!("{cell} cannot be entered from {}", here.anchor), policy.rule);
        let entered = entered.filter(|_| !height::is_ledge(game, here, to)).ok_or_else(refused)?;
        cells = cells.saturating_add(cost_of_leaving(game.with(id, left), id, left, entered));
        space::entry(game.with(id, here), id, to)?;
        here = to;
        left = whole(game, id, here).unwrap_or(here);
    }
    let budget = allowance(game, id, Gait::Squeeze);
    let refused = || format!("{cells} cells of movement are more than the {budget} of this move");
    refuse_if!(cells > budget, refused(), policy.times_rule);
    space::may_end(game, id, left)?;
    Ok(left)
}

/// The footprint after each step of squeezing along a path that ends on `out`.
pub fn footprints_along(view: View<'_>, id: CombatantId, path: &[Cell], out: Footprint) -> Vec<Footprint> {
    let half = Footprint { extent: half(view, id), ..out };
    let before = path.len().saturating_sub(1);
    path[..before].iter().map(|cell| half.at(*cell)).chain([out]).collect()
}

/// The half of a body from which a step leads to a cell.
fn part(view: View<'_>, id: CombatantId, to: Cell) -> Option<Footprint> {
    let (body, across) = (view.footprint(id), half(view, id));
    let halves = body.cells(view.shape()).into_iter().map(|cell| Footprint { anchor: cell, extent: across });
    let inside = |at: &Footprint| at.cells(view.shape()).iter().all(|cell| body.contains(view.shape(), *cell));
    let leads = |at: &Footprint| {
        let way = view.shape().direction_of_step(at.anchor, to);
        let leaves = body.extent <= across || !inside(&at.at(to));
        leaves && way.is_some_and(|way| view.board().step_cost(across, at.anchor, way).is_some())
    };
    halves.filter(inside).find(leads)
}

/// A full-sized, free and level footprint around a squeezed one, if there is room.
fn whole(game: Game<'_>, id: CombatantId, at: Footprint) -> Option<Footprint> {
    let extent = game.row(id).sheet.extent;
    let back = i16::from(extent) - 1;
    let anchors = (0..=back).flat_map(|up| (0..=back).map(move |left| at.anchor.shifted(-left, -up)));
    let around = anchors.map(|anchor| Footprint { anchor, extent });
    let holds = |space: &Footprint| at.cells(game.shape()).iter().all(|cell| space.contains(game.shape(), *cell));
    let free = |space: &Footprint| {
        game.board().fits(*space)
            && !space::is_too_narrow(game, id, *space)
            && height::ground(game.view, *space) == height::ground(game.view, at)
            && space::may_end(game, id, *space).is_ok()
    };
    around.filter(holds).find(free)
}

/// Whether a cell is solid earth that can be dug through.
pub fn is_earth(view: View<'_>, cell: Cell) -> bool {
    let terrain = view.board().terrain(cell);
    terrain.soft && terrain.cost.is_none()
}

/// The burrowing policy, for a combatant that can burrow.
///
/// # Errors
/// If it cannot burrow, or the rule system has no burrowing.
pub fn may_burrow(game: Game<'_>, id: CombatantId) -> Result<&BurrowPolicy, Refusal> {
    match &game.policies.burrow {
        None => Err(Refusal::new("there is no burrowing in these rules", game.policies.board.rule)),
        Some(policy) if game.row(id).sheet.has(Trait::Burrower) => Ok(policy),
        Some(policy) => Err(Refusal::new("cannot dig", policy.rule)),
    }
}

/// Checks that a body can burrow along a path through soft earth or open ground (TA-171, TA-173, TA-G34) and past no
/// blocking enemy (TA-058).
///
/// # Errors
/// The rule that prevents it.
pub fn plan_burrow(game: Game<'_>, id: CombatantId, path: &[Cell]) -> Result<(), Refusal> {
    let policy = may_burrow(game, id)?;
    let budget = usize::from(allowance(game, id, Gait::Burrow));
    let refused = || format!("{} cells are not between 1 and {budget}", path.len());
    refuse_if!(path.is_empty() || path.len() > budget, refused(), policy.rule);
    let mut here = game.footprint(id);
    for &cell in path {
        let to = here.at(cell);
        let way = game.shape().direction_of_step(here.anchor, cell);
        let open = way.is_some_and(|way| game.board().is_open_to_digging(here.extent, here.anchor, way));
        refuse_if!(!open, format!("cannot dig from {} to {cell}", here.anchor), policy.solid_rule);
        refuse_if!(height::is_ledge(game, here, to), format!("{cell} is too far up or down"), policy.rule);
        refuse_if!(space::is_blocked(game, id, to), "an enemy blocks the way", game.policies.space.enter_rule);
        here = to;
    }
    space::may_end(game, id, here)
}
