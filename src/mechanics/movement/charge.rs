//! Charges: movements straight at a target that end where it first comes into reach (PR-278, PR-297, PR-324, PR-350).

use super::step_cost;
use crate::battle::{CombatantId, WeaponSlot};
use crate::content::refusal::refuse_if;
use crate::content::{ChargePolicy, Refusal};
use crate::grid::{Cell, Direction};
use crate::mechanics::{Game, reach, space};

/// The melee weapon of a charge: the one named, or else the first usable one.
fn weapon_of(game: Game<'_>, who: CombatantId, named: Option<WeaponSlot>) -> Option<WeaponSlot> {
    named.or_else(|| reach::melee_slots(game.view, who).first().copied())
}

/// Checks that a path is a charge at a target: straight, long enough, over ground free of others, and with its end the first
/// place from which the target is in melee reach. Whether the movement itself is possible is checked by [`walk`](super::walk()).
///
/// # Errors
/// The first of these that does not hold.
pub fn check_charge(
    game: Game<'_>,
    who: CombatantId,
    (path, at): (&[Cell], CombatantId),
    weapon: Option<WeaponSlot>,
    policy: &ChargePolicy,
) -> Result<(), Refusal> {
    let (shape, body) = (game.shape(), game.footprint(who));
    let near = |place: Cell| {
        let there = game.with(who, body.at(place));
        weapon_of(game, who, weapon).is_some_and(|slot| reach::in_melee_reach(there, who, slot, at))
    };
    let length = path.len().saturating_mul(usize::from(game.policies.board.cell));
    refuse_if!(
        length < usize::from(policy.least),
        format!("a charge needs {}", game.policies.board.unit.long(policy.least)),
        policy.least_rule
    );
    let (mut here, mut heading) = (body, None);
    for &cell in path {
        refuse_if!(near(here.anchor), "the target is in reach before the end of the charge", policy.rule);
        let way = shape.direction_of_step(here.anchor, cell).filter(|way| heading.is_none_or(|held| held == *way));
        let Some(way) = way else { return Err(Refusal::new("a charge is straight", policy.rule)) };
        refuse_if!(game.others_in(who, body.at(cell)).next().is_some(), "another is in the way", policy.free_rule);
        let rough = policy.even && step_cost(game, Some(who), here, way).is_none_or(|cost| cost > 1);
        refuse_if!(rough, "the ground is too rough for a charge", policy.even_rule);
        (here, heading) = (here.at(cell), Some(way));
    }
    refuse_if!(!near(here.anchor), "the charge does not reach the target", policy.rule);
    Ok(())
}

/// The path of a charge at a target in one direction, of at most this many cells; `None` if that is no charge.
pub fn charge_path(
    game: Game<'_>,
    who: CombatantId,
    (way, at): (Direction, CombatantId),
    most: u16,
    policy: &ChargePolicy,
) -> Option<Vec<Cell>> {
    let steps = std::iter::successors(Some(game.footprint(who).anchor), |cell| Some(game.shape().step(*cell, way)));
    let line: Vec<Cell> = steps.skip(1).take(most.into()).take_while(|cell| game.board().contains(*cell)).collect();
    let is_charge = |cells: &usize| check_charge(game, who, (&line[..*cells], at), None, policy).is_ok();
    (1..=line.len()).find(is_charge).map(|cells| line[..cells].to_vec())
}

/// The path of a charger that goes straight on through the space of its target, up to the first place where it may stop; empty if
/// there is none, or another enemy stands before it.
pub fn path_through(game: Game<'_>, who: CombatantId, at: CombatantId) -> Vec<Cell> {
    let (shape, body, target) = (game.shape(), game.footprint(who), game.footprint(at));
    let Some(way) = game.row(who).momentum.heading.map(Direction) else { return Vec::new() };
    let line = std::iter::successors(Some(shape.step(body.anchor, way)), |cell| Some(shape.step(*cell, way)));
    let (mut met, mut path) = (false, Vec::new());
    for cell in line.take_while(|cell| game.board().contains(*cell)) {
        path.push(cell);
        let there = body.at(cell);
        let within = there.overlaps(shape, target);
        if met && !within && space::may_end(game, who, there).is_ok() {
            return path;
        }
        if met && !within && space::is_blocked(game, who, there) {
            break;
        }
        met |= within;
    }
    Vec::new()
}
