//! Movements that require a check: leaping in a straight line and climbing one side (Fragments: TA-G15).

use super::budget::usable_cells;
use super::jump;
use super::pace::{allowance, pace_rule, rate};
use crate::battle::{CombatantId, Momentum};
use crate::content::refusal::refuse_if;
use crate::content::{Breakdown, ClimbCost, Gait, Label, LeapOver, LeapPolicy, Refusal, Rule, Rulebook};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, grapple, height, space};

/// Momentum after a leap or climb along a path, or the rule that prevents it.
pub(super) fn effort(game: Game<'_>, id: CombatantId, gait: Gait, path: &[Cell]) -> Result<Momentum, Refusal> {
    let policy = &game.policies.movement;
    let rule = pace_rule(&policy.pace);
    let body = game.footprint(id);
    let last = path.last().ok_or_else(|| Refusal::new("needs somewhere to go", rule))?;
    let measured = jump::measured_jump(game).filter(|_| gait == Gait::Leap);
    let paid = measured.is_some() || gait == Gait::Climb && climbs_at_a_cost(game);
    let far = !paid && path.len() > usize::from(allowance(game, id, gait));
    refuse_if!(far, "that is farther than its speed allows", rule);
    straight(game, body, path)?;
    match (gait, measured) {
        (Gait::Climb, _) if path.len() > 1 => {
            return Err(Refusal::new("only one side can be climbed at a time", rule));
        }
        (Gait::Climb, _) => {
            climbable(game, id, body.at(*last))?;
            let rule = climbing_times(game, id, body.at(*last)).map_or(rule, |(_, rule)| rule);
            refuse_if!(climbing_reach(game, id, body.at(*last)) == 0, "has too little movement left to climb", rule);
        }
        (_, Some(policy)) => {
            clears(game, id, path)?;
            jump::is_low(game, id, policy, body.at(*last))?;
            jump::is_free(game, id, path)?;
            jump::payable(game, id, policy, path)?;
        }
        _ => clears(game, id, path)?,
    }
    space::entry_by_force(game, id, body.at(*last))?;
    Ok(Momentum { counts: 1, gait, ..Momentum::default() })
}

/// The height in the board's unit by which a combatant can climb towards a footprint now: by its rate, or as far as it can pay
/// (TA-146, HD-192).
pub fn climbing_reach(game: Game<'_>, id: CombatantId, to: Footprint) -> u16 {
    match climbing_times(game, id, to) {
        None => rate(game, id, Gait::Climb),
        Some((times, _)) => {
            let cells = usable_cells(game, id, Gait::Climb).unwrap_or_else(|| allowance(game, id, Gait::Climb));
            (cells / times).saturating_mul(game.policies.board.cell)
        }
    }
}

/// Cells of movement that a climb towards a footprint by a height in the board's unit costs; `None` if it costs what a step costs.
pub fn climbing_cost(game: Game<'_>, id: CombatantId, to: Footprint, height: u16) -> Option<u16> {
    let (times, _) = climbing_times(game, id, to)?;
    Some(height.div_ceil(game.policies.board.cell.max(1)).max(1).saturating_mul(times))
}

/// Whether climbs cost movement by their height.
pub fn climbs_at_a_cost(game: Game<'_>) -> bool {
    game.policies.height.as_ref().is_some_and(|height| height.climb.cost != ClimbCost::Rolled)
}

/// The cost of each cell of a climb by the holds of the higher of its two ends, whose side is climbed (HD-192, HD-196).
fn climbing_times(game: Game<'_>, id: CombatantId, to: Footprint) -> Option<(u16, Rule)> {
    let ClimbCost::Cells { times, rule, harder } = &game.policies.height.as_ref()?.climb.cost else { return None };
    let own = game.footprint(id);
    let higher = if height::ground(game.view, to) < height::ground(game.view, own) { own } else { to };
    let grip = game.board().terrain(higher.anchor).grip;
    let row = harder.iter().find(|row| row.grip == grip).map(|row| (row.times, row.rule));
    row.or(Some(((*times).max(1), *rule)))
}

fn straight(game: Game<'_>, body: Footprint, path: &[Cell]) -> Result<(), Refusal> {
    let rule = game.policies.board.rule;
    let (mut here, mut heading) = (body, None);
    for &cell in path {
        let way =
            game.shape().direction_of_step(here.anchor, cell).filter(|way| heading.is_none_or(|held| held == *way));
        let Some(way) = way else { return Err(Refusal::new("that way is not straight", rule)) };
        refuse_if!(!height::is_open(game, here, way), format!("{cell} cannot be entered from {}", here.anchor), rule);
        (heading, here) = (Some(way), here.at(cell));
    }
    Ok(())
}

fn climbable(game: Game<'_>, id: CombatantId, to: Footprint) -> Result<(), Refusal> {
    let refused = || Refusal::new("there is no climbing in these rules", game.policies.board.rule);
    let policy = game.policies.height.as_ref().ok_or_else(refused)?;
    let steep = height::of(game.view, id).abs_diff(height::ground(game.view, to)) >= policy.ledge;
    refuse_if!(!steep && game.altitude(id) <= 0, "there is nothing to climb", policy.climb.skill.rule);
    Ok(())
}

fn clears(game: Game<'_>, id: CombatantId, path: &[Cell]) -> Result<(), Refusal> {
    let body = game.footprint(id);
    let mut heights = path.iter().map(|cell| height::ground(game.view, body.at(*cell)));
    let most = height::of(game.view, id).max(heights.clone().next_back().unwrap_or(0));
    refuse_if!(heights.any(|height| height > most), "something in the way is too high", game.policies.board.rule);
    Ok(())
}

/// Difficulty of a leap in the board's unit: distance, descent, and a multiple of the ascent to its highest point (TA-G15).
pub fn leap_difficulty(game: Game<'_>, id: CombatantId, policy: &LeapPolicy, path: &[Cell]) -> Breakdown {
    let body = game.footprint(id);
    let end = path.last().map_or(body, |cell| body.at(*cell));
    let here = height::of(game.view, id);
    let rise = height::ground(game.view, end).saturating_sub(here);
    let over = match policy.bodies {
        LeapOver::Nothing => 0,
        LeapOver::ItsHeight { .. } => highest_body(game, id, on_the_way(path)).saturating_sub(here).max(0),
    };
    let mut difficulty = Breakdown::of([(Label::Base, gap(game.book(), path.len()), policy.difficulty_rule)]);
    difficulty.add_if(Label::Named("down".into()), (-rise).max(0), policy.difficulty_rule);
    difficulty.add_if(Label::Named("up".into()), rise.max(0).saturating_mul(policy.up_times), policy.difficulty_rule);
    if let LeapOver::ItsHeight { rule } = policy.bodies {
        let higher = over.saturating_sub(rise.max(0)).max(0);
        difficulty.add_if(Label::Named("over a body".into()), higher.saturating_mul(policy.up_times), rule);
    }
    difficulty
}

/// Number of cells before the first body higher than both ends of a leap, where a leap too low ends (TA-G15).
pub fn leap_before_bodies(game: Game<'_>, id: CombatantId, policy: &LeapPolicy, path: &[Cell]) -> usize {
    let (LeapOver::ItsHeight { .. }, Some(end)) = (policy.bodies, path.last()) else { return path.len() };
    let high = height::of(game.view, id).max(height::ground(game.view, game.footprint(id).at(*end)));
    let in_the_way = |cell: &Cell| highest_body(game, id, &[*cell]) > high;
    on_the_way(path).iter().position(in_the_way).unwrap_or(path.len())
}

fn on_the_way(path: &[Cell]) -> &[Cell] {
    path.split_last().map_or(path, |(_, way)| way)
}

/// Height of the top of the highest body on these cells, in the board's unit; `i16::MIN` if there is none.
fn highest_body(game: Game<'_>, id: CombatantId, way: &[Cell]) -> i16 {
    let body = game.footprint(id);
    let along = grapple::clinched(game.view, id);
    let on_way =
        |other: &CombatantId| way.iter().any(|cell| body.at(*cell).overlaps(game.shape(), game.footprint(*other)));
    // It passes below bodies that are above it in the air.
    let above = |other: CombatantId| height::of(game.view, other) >= height::top(game, id);
    let others = game.present().map(|row| row.id).filter(|other| *other != id && !along.contains(other));
    others.filter(|other| !above(*other)).filter(on_way).map(|other| height::top(game, other)).max().unwrap_or(i16::MIN)
}

/// Feet between take-off and landing of a leap of `cells` cells.
pub fn gap(book: Rulebook<'_>, cells: usize) -> i16 {
    let cells = i16::try_from(cells.saturating_sub(1)).unwrap_or(i16::MAX);
    cells.saturating_mul(i16::try_from(book.policies.board.cell).unwrap_or(i16::MAX))
}
