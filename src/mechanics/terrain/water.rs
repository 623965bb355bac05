//! Deep water: swimming (Fragments: TA-131 to TA-133, TA-238, TA-248, TA-G15, TA-G37), being swept away (G-92).

pub use super::submersion::{is_in, is_under};

use crate::battle::{CombatantId, Current, Momentum, View};
use crate::content::refusal::refuse_if;
use crate::content::{
    Breakdown, Carrying, DamageTypes, Gait, Label, Name, Refusal, Rule, Status, SwimPace, Swimming, Trait, Wildness,
};
use crate::grid::{Cell, Deep, Direction, Footprint};
use crate::mechanics::{Game, affliction, height, movement, space, status};

/// Whether a combatant cannot breathe: under water, or because of a condition (TA-133, TA-238).
pub fn is_without_air(game: Game<'_>, id: CombatantId) -> bool {
    let under = is_under(game.view, id) && !game.row(id).sheet.has(Trait::Aquatic);
    under || status::each(game, id).any(|(_, status)| status.does == Status::Stifles)
}

/// The current at a combatant's position.
pub fn current(view: View<'_>, id: CombatantId) -> Option<&Current> {
    let cell = view.footprint(id).anchor;
    view.field().currents.iter().find(|current| current.cell == cell).filter(|_| is_in(view, id))
}

/// The policy for being swept away, if a footprint is entirely over deep water (G-92).
pub fn sweeping_policy(game: Game<'_>, at: Footprint) -> Option<&Carrying> {
    game.policies.water.carries().filter(|_| height::over_water(game.view, at))
}

/// Checks that a combatant can be forced onto a footprint, or into water that sweeps it away (G-92).
///
/// # Errors
/// Those of [`space::entry_by_force`].
pub fn may_be_forced(game: Game<'_>, id: CombatantId, to: Footprint) -> Result<(), Refusal> {
    if sweeping_policy(game, to).is_some() { Ok(()) } else { space::entry_by_force(game, id, to) }
}

/// Whether a body can be forced one step: nothing solid is in the way, or it leads into sweeping water (G-92).
pub fn is_open_by_force(game: Game<'_>, body: Footprint, way: Direction) -> bool {
    let to = body.at(game.shape().step(body.anchor, way));
    let into_water = || sweeping_policy(game, to).is_some() && game.board().is_open(body.extent, body.anchor, way);
    height::is_open(game, body, way) || into_water()
}

/// Where a combatant lands when pushed one step directly away from another; `None` if blocked (G-92).
pub fn push_destination(game: Game<'_>, by: CombatantId, target: CombatantId) -> Option<Footprint> {
    let own = game.footprint(target);
    let away = game.shape().direction_towards(game.footprint(by), own)?;
    let to = own.at(game.shape().step(own.anchor, away));
    (is_open_by_force(game, own, away) && may_be_forced(game, target, to).is_ok()).then_some(to)
}

/// Where a current carries a combatant (TA-132, TA-G37), and the footprint in which another body stopped it, if any.
pub fn current_destination(game: Game<'_>, id: CombatantId, current: &Current) -> (Footprint, Option<Footprint>) {
    let mut at = game.footprint(id);
    for _ in 0..current.speed / game.policies.board.cell.max(1) {
        let way = Direction(current.way);
        let next = at.at(game.shape().step(at.anchor, way));
        if !height::is_open(game, at, way) || !height::over_water(game.view, next) {
            break;
        }
        if space::entry_by_force(game.with(id, at), id, next).is_err() {
            return (at, Some(next));
        }
        at = next;
    }
    (at, None)
}

/// Difficulty of swimming along a path: that of the roughest water on it (TA-131, TA-G15).
pub fn difficulty(view: View<'_>, policy: &Swimming, id: CombatantId, path: &[Cell]) -> Breakdown {
    let here = view.footprint(id).anchor;
    let on_the_way = |current: &&Current| current.cell == here || path.contains(&current.cell);
    let wildest = view.field().currents.iter().filter(on_the_way).map(|current| current.water).max();
    let row = policy.difficulties.iter().find(|row| row.water == wildest.unwrap_or(Wildness::Calm));
    row.map(|row| Breakdown::of([(Label::Base, row.difficulty, row.rule)])).unwrap_or_default()
}

/// Momentum after swimming along a path: to the surface, across water or out of it.
///
/// # Errors
/// The rule that prevents it.
pub fn swim(game: Game<'_>, id: CombatantId, path: &[Cell]) -> Result<Momentum, Refusal> {
    let board = &game.policies.board;
    let refused = || Refusal::new("there is no swimming in these rules", board.rule);
    let policy = game.policies.water.swum().ok_or_else(refused)?;
    let deep = |cell: &Cell| game.board().terrain(*cell).deep == Some(Deep::Water);
    let dry = !is_in(game.view, id) && !path.first().is_some_and(deep);
    refuse_if!(dry, "there is no water to swim in", policy.swim.rule);
    let rises = game.altitude(id).min(0).unsigned_abs().div_ceil(board.cell.max(1));
    let (cells, most) = (usize::from(rises) + path.len(), usize::from(movement::allowance(game, id, Gait::Swim)));
    // From great depth it rises as far as its movement allows.
    let comes_up = path.is_empty() && rises > 0;
    refuse_if!(cells == 0 || (cells > most && !comes_up), "that is too far to swim in one go", policy.swim.rule);
    let walked = !path.is_empty() && policy.pace != SwimPace::Checked;
    refuse_if!(walked, "moves in water as on the ground", policy.swim.rule);
    let mut here = game.footprint(id);
    for &cell in path {
        let to = here.at(cell);
        let way = game.shape().direction_of_step(here.anchor, cell);
        let open = way.is_some_and(|way| height::is_open(game, here, way));
        let wet = height::over_water(game.view, here) || height::over_water(game.view, to);
        let stops = !open || !wet || height::is_ledge(game, here, to);
        refuse_if!(stops, format!("cannot swim from {} to {cell}", here.anchor), board.rule);
        space::entry(game, id, to)?;
        here = to;
    }
    space::may_end(game, id, here)?;
    Ok(Momentum { counts: 1, gait: Gait::Swim, ..Momentum::default() })
}

/// The burning condition that surrounding water extinguishes, with its rule (TA-248, HD-G25).
pub fn extinguished_fire(game: Game<'_>, id: CombatantId) -> Option<(Name, Rule)> {
    let free = status::bears_nothing(game, id);
    let policy = game.policies.water.swum().filter(|_| !free && is_in(game.view, id))?;
    let doused =
        affliction::all(game.conditions, game.row(id)).find_map(|(held, known)| Some((held.condition, known.doused?)));
    if doused.is_some() {
        return doused;
    }
    let burns = |status: &Status| matches!(status, Status::Burns { harm, .. } if harm.meets(DamageTypes::FIRE));
    let mut all = status::each(game, id);
    all.find(|(_, status)| burns(&status.does)).map(|(condition, _)| (condition.id, policy.douses_rule))
}

/// Number of turns a combatant can hold its breath, at least one (TA-133).
pub fn breath(view: View<'_>, policy: &Swimming, id: CombatantId) -> i16 {
    view.row(id).sheet.stat(policy.breath).max(1)
}
