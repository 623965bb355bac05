//! Flanking: in Time Count an attack modifier by angle and facing arc, in Fragments a condition, in Fighting Style an attack
//! modifier by a straight line (FS-124, FS-125).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::{CombatantId, Detection, Facing, PairRelation, Row, View, WeaponSlot};
use crate::content::{
    FacingPolicy, Flanking, FlankingGains, FlankingLine, IgnoredFlankers, Label, LineThrough, Modifier, Name, Rule,
    Rulebook,
};
use crate::grid::{Direction, Footprint, Shape};
use crate::mechanics::attack::Mode;
use crate::mechanics::{Game, attack, reach, sight, status};

/// The first pair of enemies, by number, that threaten a combatant from outside its cells and from opposite sides.
pub fn flankers(game: Game<'_>, target: CombatantId) -> Option<(CombatantId, CombatantId)> {
    flankers_among(game, target, |_| true)
}

fn flankers_among(
    game: Game<'_>,
    target: CombatantId,
    counts: impl Fn(&Row) -> bool,
) -> Option<(CombatantId, CombatantId)> {
    let enemies = game.enemies_of(game.row(target).side).filter(|enemy| counts(enemy)).map(|enemy| enemy.id);
    let enemies = enemies.filter(|enemy| !leaves_out(game, target, *enemy));
    let near: SmallVec<[CombatantId; 8]> = enemies.filter(|enemy| is_near(game, target, *enemy)).collect();
    let threatens = |id: CombatantId| is_threat(game, target, id);
    near.iter().enumerate().find_map(|(at, first)| {
        // Testing for opposite sides is cheaper than testing for threats.
        let others = near[at + 1..].iter().filter(|second| opposite(game, target, *first, **second));
        let mut others = others.copied().peekable();
        others.peek()?;
        let second = Some(*first).filter(|first| threatens(*first)).and_then(|_| others.find(|id| threatens(*id)))?;
        Some((*first, second))
    })
}

/// Whether this enemy flanks a combatant together with another enemy.
pub fn is_flanked_by(game: Game<'_>, target: CombatantId, by: CombatantId) -> bool {
    let enemies =
        || game.enemies_of(game.row(target).side).map(|enemy| enemy.id).filter(|id| !leaves_out(game, target, *id));
    let is_other = |id: &CombatantId| *id != by && is_near(game, target, *id) && opposite(game, target, by, *id);
    let others = || enemies().filter(is_other);
    // Testing for opposite sides is cheaper than testing for threats.
    is_near(game, target, by)
        && enemies().any(|id| id == by)
        && others().next().is_some()
        && is_threat(game, target, by)
        && others().any(|id| is_threat(game, target, id))
}

fn opposite(game: Game<'_>, target: CombatantId, a: CombatantId, b: CombatantId) -> bool {
    let (shape, middle) = (game.shape(), game.footprint(target));
    let are_allies = game.row(a).side == game.row(b).side;
    let (a, b) = (game.footprint(a), game.footprint(b));
    match (&game.policies.flanking, shape) {
        (Flanking::Separation { square, .. }, Shape::Square) => shape.separation_at_least(middle, a, b, *square),
        (Flanking::Separation { hex, .. }, Shape::Hex) => shape.separation_at_least(middle, a, b, *hex),
        (Flanking::OppositeEdges { .. }, _) => shape.crosses_opposite_edges(middle, a, b),
        (Flanking::Line(line), _) => are_allies && passes_through(line, shape, middle, (a, b)),
    }
}

/// Whether the line between two flankers passes through a space: near its centre or across two opposite sides (FS-124, FS-G35).
/// On hexagons, where larger spaces have no opposite sides, it always passes near the centre.
fn passes_through(line: &FlankingLine, shape: Shape, middle: Footprint, (a, b): (Footprint, Footprint)) -> bool {
    let by_sides = middle.across() > 1 || line.one_cell == LineThrough::Sides;
    match shape {
        Shape::Square if by_sides => shape.crosses_opposite_sides(middle, a, b),
        Shape::Square | Shape::Hex => shape.passes_centre(middle, a, b, line.within),
    }
}

/// Whether an enemy is close enough for a melee attack with any of its weapons, or for a shot where shooters flank.
fn is_near(game: Game<'_>, target: CombatantId, enemy: CombatantId) -> bool {
    reach::within(game, enemy, target, reach::longest_reach(game, enemy)) || may_shoot(game, target, enemy).is_some()
}

/// The weapon in hand with which an enemy flanks a combatant at range: within its first range increment (HD-114).
fn may_shoot(game: Game<'_>, target: CombatantId, enemy: CombatantId) -> Option<WeaponSlot> {
    let Flanking::Separation { shooters: Some(_), .. } = game.policies.flanking else { return None };
    let slot = reach::wields_ranged_weapon(game.view, enemy)?;
    let range = game.row(enemy).sheet.weapon(slot)?.weapon.range?;
    (reach::measured_distance(game, enemy, target) <= range.increment.into()).then_some(slot)
}

/// Whether one of the two ignores the other, so that they do not flank each other (HD-120, HD-121).
fn leaves_out(game: Game<'_>, target: CombatantId, enemy: CombatantId) -> bool {
    let Some(policy) = ignored_policy(game) else { return false };
    ignores(game.view, policy, target, enemy) || ignores(game.view, policy, enemy, target)
}

fn ignored_policy<'a>(game: Game<'a>) -> Option<&'a IgnoredFlankers> {
    match &game.policies.flanking {
        Flanking::Separation { ignored, .. } => ignored.as_ref(),
        Flanking::OppositeEdges { .. } | Flanking::Line(_) => None,
    }
}

/// Whether a combatant ignores another: the other has the condition towards it.
fn ignores(view: View<'_>, policy: &IgnoredFlankers, who: CombatantId, other: CombatantId) -> bool {
    let slant = PairRelation::Has(policy.condition);
    view.row(other).pairs.towards(who).any(|fact| fact.slant == slant)
}

/// Whether a combatant is flanked by two of these threatening enemies. Enemies sharing a cell with it are ignored.
pub fn is_flanked_among(game: Game<'_>, target: CombatantId, threats: &[CombatantId]) -> bool {
    let outside = |id: &CombatantId| !game.footprint(*id).overlaps(game.shape(), game.footprint(target));
    let around: SmallVec<[CombatantId; 8]> = threats.iter().copied().filter(outside).collect();
    let flanks = |(at, first): (usize, &CombatantId)| {
        around[at + 1..].iter().any(|second| opposite(game, target, *first, *second))
    };
    around.iter().enumerate().any(flanks)
}

/// Whether an enemy could make a melee attack on a combatant from outside its cells. For flanking by a line it must be aware of
/// the combatant (FS-G35).
fn is_threat(game: Game<'_>, target: CombatantId, enemy: CombatantId) -> bool {
    let is_aware = || status::can_act(game, enemy) && sight::visibility(game, enemy, target) < Detection::Hidden;
    let shoots = || {
        may_shoot(game, target, enemy).is_some_and(|slot| attack::possible_mode(game, enemy, slot, target).is_some())
    };
    !game.footprint(enemy).overlaps(game.shape(), game.footprint(target))
        && (reach::threatens(game, enemy, target) || attack::can_attack(game, enemy) && shoots())
        && (!matches!(game.policies.flanking, Flanking::Line(_)) || is_aware())
}

/// Whether a combatant is flanked.
pub fn is_flanked(game: Game<'_>, target: CombatantId) -> bool {
    flankers(game, target).is_some()
}

/// Attack modifier against a flanked target, by facing arc if it has one; `None` if it is not flanked or this attack gains nothing.
pub fn modifier(game: Game<'_>, attacker: CombatantId, target: CombatantId, mode: Mode) -> Option<(Label, Modifier)> {
    let (bonus, gaining, facing) = match &game.policies.flanking {
        Flanking::Separation { bonus, gaining, facing, .. } => (bonus, gaining, facing),
        Flanking::OppositeEdges { .. } => return None,
        Flanking::Line(line) => return line_modifier(game, line, (attacker, target), mode),
    };
    if let Some(policy) = ignored_policy(game).filter(|policy| ignores(game.view, policy, target, attacker)) {
        return Some((Label::RearAttack, policy.rear));
    }
    if !gaining.kind.covers(mode.is_melee()) || !is_flanked(game, target) {
        return None;
    }
    let kept = facing.as_ref().and_then(|policy| Some((policy, arc(game.view, policy, target, attacker)?)));
    Some(match kept {
        None => (Label::Flanked, *bonus),
        Some((policy, FacingArc::Front)) => (Label::Flanked, policy.front),
        Some((policy, FacingArc::Side)) => (Label::Flanked, policy.side),
        Some((policy, FacingArc::Rear)) => (Label::RearAttack, policy.rear),
    })
}

/// Modifier of a melee attack, with a weapon or by magic, on a target that allies flank on a line (FS-125).
fn line_modifier(
    game: Game<'_>,
    line: &FlankingLine,
    (attacker, target): (CombatantId, CombatantId),
    mode: Mode,
) -> Option<(Label, Modifier)> {
    let side = game.row(attacker).side;
    let gains = matches!(mode, Mode::Melee | Mode::Touch)
        && match line.gains {
            FlankingGains::All => flankers_among(game, target, |row| row.side == side).is_some(),
            FlankingGains::Flankers => is_flanked_by(game, target, attacker),
        };
    gains.then_some((Label::Flanked, line.bonus))
}

/// Whether an enemy could flank a combatant from some cell, because another enemy is close enough.
pub fn could_flank(game: Game<'_>, target: CombatantId, by: CombatantId) -> bool {
    let mut others = game.enemies_of(game.row(target).side).filter(|row| row.id != by);
    others.any(|row| is_near(game, target, row.id))
}

pub(super) fn policy_condition(book: Rulebook<'_>) -> Option<Name> {
    match &book.policies.flanking {
        Flanking::OppositeEdges { condition, .. } => Some(*condition),
        Flanking::Separation { .. } | Flanking::Line(_) => None,
    }
}

/// Upper bound on the attack modifier from flanking.
pub fn max_modifier(book: Rulebook<'_>) -> i16 {
    let (bonus, facing, ignored) = match &book.policies.flanking {
        Flanking::Separation { bonus, facing, ignored, .. } => (bonus, facing, ignored),
        Flanking::OppositeEdges { .. } => return 0,
        Flanking::Line(line) => return line.bonus.amount.max(0),
    };
    let kept = facing.iter().flat_map(|policy| [policy.front, policy.side, policy.rear]);
    let rear = ignored.iter().map(|policy| policy.rear);
    kept.chain(rear).chain([*bonus]).map(|modifier| modifier.amount).max().unwrap_or(0)
}

/// The condition a flanked combatant has in relation to this attacker, with its rule, if the ruleset defines one.
pub fn condition(game: Game<'_>, target: CombatantId, attacker: CombatantId) -> Option<(Name, Rule)> {
    let Flanking::OppositeEdges { condition, condition_rule, .. } = &game.policies.flanking else { return None };
    is_flanked_by(game, target, attacker).then_some((*condition, *condition_rule))
}

/// Where an attacker stands relative to the defender's facing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FacingArc {
    /// In the front arc.
    Front,
    /// In a side arc.
    Side,
    /// In the rear arc.
    Rear,
}

/// The defender's arc in which an attacker stands, the front if it shares a cell; `None` without a facing.
pub fn arc(view: View<'_>, policy: &FacingPolicy, defender: CombatantId, attacker: CombatantId) -> Option<FacingArc> {
    let (shape, own, theirs) = (view.shape(), view.footprint(defender), view.footprint(attacker));
    let facing = direction(view, defender)?;
    let (front, side) = match shape {
        Shape::Square => (policy.front_square, policy.side_square),
        Shape::Hex => (policy.front_hex, policy.side_hex),
    };
    Some(if own.overlaps(shape, theirs) || shape.lies_within(own, facing, theirs, front) {
        FacingArc::Front
    } else if shape.lies_within(own, facing, theirs, side) {
        FacingArc::Side
    } else {
        FacingArc::Rear
    })
}

fn direction(view: View<'_>, id: CombatantId) -> Option<Direction> {
    match view.row(id).facing {
        Facing::AllAround => None,
        Facing::Direction(number) => Some(Direction(number)),
        Facing::Towards(other) => {
            view.find(other).filter(|row| !row.gone)?;
            view.shape().direction_towards(view.footprint(id), view.footprint(other))
        }
    }
}
