//! Cover of targets from terrain, bodies and illusions. Both rule systems. Two policies exist. *Grades* (Time Count)
//! uses the best line between cell centres and subtracts a modifier (G-31). *Corners* (Fragments) uses lines between
//! corners, and cover gives disadvantage (TA-200 to TA-206, TA-G13, TA-G29, TA-G30, TA-G32, TA-G34).

use smallvec::SmallVec;

use super::line::{block, incline, is_seen};
use crate::battle::{CombatantId, Row, View};
use crate::content::{AdvantageKind, AdvantageTerm, CoverGrades, CoverPolicy, Label, Modifier, Rule};
use crate::grid::{
    Board, Cell, CoverGrade, Footprint, Incline, Obstacle, Shape, SightLine, adjacent, best_line, corner_sight,
};
use crate::mechanics::attack::Mode;
use crate::mechanics::{Game, height, reach, zone};

/// Cover of a target against one attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetCover {
    /// Cover from terrain and barriers.
    pub grade: CoverGrade,
    /// The obstacle that hides most: the one that blocks sight, otherwise the one that gives the cover.
    pub by: Option<Obstacle>,
    /// A combatant in the line of attack. With the corner policy `None` if the target cannot be seen.
    pub creature: Option<CombatantId>,
    /// A cell of an illusion in the line of attack that the attacker believes in.
    pub illusion: Option<Cell>,
    /// Whether any part of the target can be seen.
    pub seen: bool,
}

impl TargetCover {
    const CLEAR: TargetCover =
        TargetCover { grade: CoverGrade::None, by: None, creature: None, illusion: None, seen: true };

    /// Description for players, naming the obstacles.
    pub fn words(&self, view: View<'_>) -> String {
        let behind = match self.by {
            Some(Obstacle::Cell(cell)) => Some((view.board().terrain(cell).name.as_str(), cell)),
            Some(Obstacle::Barrier(a, b)) => view.board().barrier(a, b).map(|barrier| (barrier.name.as_str(), b)),
            None => None,
        };
        let ground = match self.grade {
            _ if !self.seen => Some("not seen"),
            CoverGrade::None => None,
            CoverGrade::Quarter => Some("quarter cover"),
            CoverGrade::Half => Some("half cover"),
            CoverGrade::ThreeQuarters => Some("three-quarter cover"),
            CoverGrade::NineTenths | CoverGrade::Total => Some("nine-tenths cover"),
        };
        let ground = ground.map(|grade| match behind.filter(|(name, _)| !name.is_empty()) {
            Some((name, cell)) => format!("{grade}: {} at {cell}", name.to_lowercase()),
            None => grade.to_owned(),
        });
        let body = self.creature.filter(|_| self.seen).and_then(|id| view.find(id));
        let body = body.map(|row| format!("{} in the way", row.name));
        let seeming = self.illusion.filter(|_| self.seen).map(|cell| format!("seems to be behind what is at {cell}"));
        let parts: Vec<String> = ground.into_iter().chain(body).chain(seeming).collect();
        if parts.is_empty() { "clear".to_owned() } else { parts.join(", ") }
    }

    /// Whether there is any cover.
    pub fn protects(&self) -> bool {
        self.grade > CoverGrade::None || self.creature.is_some() || self.illusion.is_some() || !self.seen
    }
}

/// Cover of a target against an attacker, in their current positions.
pub fn cover(game: Game<'_>, attacker: CombatantId, target: CombatantId) -> TargetCover {
    cover_from(game, game.footprint(attacker), attacker, target)
}

/// Cover against an attacker on the footprint `from`: the best line of cells, or of corners (TA-202, TA-204).
pub fn cover_from(game: Game<'_>, from: Footprint, attacker: CombatantId, target: CombatantId) -> TargetCover {
    between(game, from, target, [Some(attacker), Some(target)])
}

/// Cover of a target against an area effect from `origin`; the combatant that caused it may give cover (TA-206).
pub fn cover_from_origin(game: Game<'_>, origin: Footprint, target: CombatantId) -> TargetCover {
    between(game, origin, target, [None, Some(target)])
}

/// Cover of an object in a cell against an attacker, on the board without the object.
pub(in crate::mechanics) fn cover_of_object(
    game: Game<'_>,
    board: &Board,
    attacker: CombatantId,
    cell: Cell,
) -> TargetCover {
    let (shape, from, to) = (game.shape(), game.footprint(attacker), Footprint::from(cell));
    if from.overlaps(shape, to) {
        return TargetCover::CLEAR;
    }
    let beside = |row: &&Row| row.id != attacker && !game.footprint(row.id).contains(shape, cell);
    match &game.policies.attack.cover {
        CoverPolicy::Grades(grades) => {
            let line = best_line(board, from, to);
            let is_between = |row: &&Row| beside(row) && row.sheet.size >= grades.creature_at_least;
            let creature = if adjacent(shape, from, to) { None } else { in_the_way(game.view, is_between, &line) };
            TargetCover { grade: line.cover, by: line.cover_by, creature, illusion: None, seen: is_seen(&line) }
        }
        CoverPolicy::Corners(_) => {
            let of = |row: &Row| game.footprint(row.id).cells(shape);
            let bodies: SmallVec<[Cell; 16]> = game.present().filter(beside).flat_map(of).collect();
            let sight = corner_sight(board, from, to, &bodies, (None, 1));
            let on = |cell| game.present().find(|row| game.footprint(row.id).contains(shape, cell));
            let creature = sight.body.and_then(on).map(|row| row.id);
            let seen = sight.cover < CoverGrade::Total;
            TargetCover { grade: sight.cover, by: sight.by, creature, illusion: None, seen }
        }
    }
}

fn between(game: Game<'_>, from: Footprint, target: CombatantId, ends: [Option<CombatantId>; 2]) -> TargetCover {
    let (shape, to) = (game.shape(), game.footprint(target));
    // Minimum size of a body that gives the target cover.
    let least = match &game.policies.attack.cover {
        CoverPolicy::Grades(grades) => grades.creature_at_least,
        CoverPolicy::Corners(_) => game.row(target).sheet.size,
    };
    let is_between = |row: &&Row| !ends.contains(&Some(row.id)) && row.sheet.size >= least;
    if from.overlaps(shape, to) {
        return TargetCover::CLEAR;
    }
    // Lines over hexagons can leave the block by one cell, and lines between corners touch the cells beside it.
    let straight = shape == Shape::Square && matches!(game.policies.attack.cover, CoverPolicy::Grades(_));
    let margin = i16::from(!straight);
    let empty = game.spells().is_empty() && is_empty_between(game.view, block((from, to), margin), is_between);
    if let CoverPolicy::Corners(_) = &game.policies.attack.cover {
        let incline = incline(game, from, target, ends[0]);
        if !empty || incline.is_some() {
            return between_corners(game, (from, target), ends[0], incline, is_between);
        }
    }
    if empty {
        return TargetCover::CLEAR;
    }
    let line = best_line(game.board(), from, to);
    // Between adjacent footprints bodies give no cover, even if both cells beside a diagonal are occupied (G-31).
    let creature = if adjacent(shape, from, to) { None } else { in_the_way(game.view, is_between, &line) };
    let seen = is_seen(&line);
    let by = line.opaque.filter(|_| !seen).or(line.cover_by);
    TargetCover { grade: line.cover, by, creature, illusion: None, seen }
}

/// Cover by lines between corners, from terrain, bodies and illusions that the attacker believes in.
fn between_corners(
    game: Game<'_>,
    (from, target): (Footprint, CombatantId),
    attacker: Option<CombatantId>,
    incline: Option<Incline>,
    is_between: impl Fn(&&Row) -> bool + Copy,
) -> TargetCover {
    let (shape, to) = (game.shape(), game.footprint(target));
    let passes = |row: &Row, cell: &Cell| {
        let bottom = height::of(game.view, row.id);
        let body = (bottom, bottom + height::tall(game.book(), game.footprint(row.id)));
        incline.is_none_or(|incline| incline.passes(shape, (from, to), *cell, body))
    };
    let mut bodies: SmallVec<[Cell; 16]> = SmallVec::new();
    for row in game.present().filter(is_between) {
        bodies.extend(game.footprint(row.id).cells(shape).into_iter().filter(|cell| passes(row, cell)));
    }
    // An illusion gives as much cover as a body (TA-203).
    let fooled = attacker.into_iter().flat_map(|who| zone::believed_illusions(game.view, who));
    bodies.extend(fooled.flat_map(|(_, zone)| zone.cells.iter().copied()));
    // Objects smaller than the target give no cover (TA-202, TA-G13).
    let sight = corner_sight(game.board(), from, to, &bodies, (incline, game.row(target).sheet.extent));
    let on = |cell| game.present().filter(is_between).find(|row| game.footprint(row.id).contains(shape, cell));
    let creature = sight.body.and_then(on).map(|row| row.id);
    let illusion = sight.body.filter(|_| creature.is_none());
    TargetCover { grade: sight.cover, by: sight.by, creature, illusion, seen: sight.cover < CoverGrade::Total }
}

/// Quick test: whether there is neither terrain nor a body that could give cover between two footprints.
fn is_empty_between(view: View<'_>, (least, most): (Cell, Cell), is_between: impl Fn(&&Row) -> bool) -> bool {
    let within = |space: Footprint| {
        let far = i16::from(space.across());
        let (x, y) = (space.anchor.x, space.anchor.y);
        x > least.x - far && x < most.x + far && y > least.y - far && y < most.y + far
    };
    view.board().is_open_between(least, most)
        && !view.present().any(|row| within(view.footprint(row.id)) && is_between(&row))
}

/// The first large enough body, by number, that stands on the line, or closes a gap on it together with another.
fn in_the_way(view: View<'_>, is_between: impl Fn(&&Row) -> bool, line: &SightLine) -> Option<CombatantId> {
    if line.cells.is_empty() && line.between.is_empty() {
        return None;
    }
    let shape = view.shape();
    let stands_on = |row: &Row, cell| view.footprint(row.id).contains(shape, cell);
    let is_on_line = |row: &&Row| {
        let closed = |cell| view.present().filter(&is_between).any(|other| stands_on(other, cell));
        let mut gaps = line.between.iter().copied();
        line.cells.iter().any(|cell| stands_on(row, *cell))
            || gaps.any(|(a, b)| (stands_on(row, a) && closed(b)) || (stands_on(row, b) && closed(a)))
    };
    view.present().filter(&is_between).find(is_on_line).map(|row| row.id)
}

/// Disadvantage that cover causes for an attack, if any. In melee it applies only beyond the closest distance (TA-G29).
pub fn disadvantage(game: Game<'_>, attacker: CombatantId, target: CombatantId, mode: Mode) -> Option<AdvantageTerm> {
    let CoverPolicy::Corners(corners) = &game.policies.attack.cover else { return None };
    if mode.is_melee() && reach::feet_between(game, attacker, target) <= corners.beyond.into() {
        return None;
    }
    let (from, to) = (game.footprint(attacker), game.footprint(target));
    let incline = incline(game, from, target, Some(attacker));
    // Cover from terrain alone is cheaper to determine and sufficient.
    let least = game.row(target).sheet.extent;
    let ground = || corner_sight(game.board(), from, to, &[], (incline, least)).cover > CoverGrade::None;
    if !from.overlaps(game.shape(), to) && ground() {
        return Some(covered_by(corners.edge_rule));
    }
    of(&game.policies.attack.cover, &cover(game, attacker, target))
}

/// Disadvantage that cover causes for an attack starting at `origin`, such as an area effect (TA-206).
pub fn disadvantage_from_origin(game: Game<'_>, origin: Footprint, target: CombatantId) -> Option<AdvantageTerm> {
    of(&game.policies.attack.cover, &cover_from_origin(game, origin, target))
}

/// Disadvantage of an attack on a target with this cover, if any.
pub(in crate::mechanics) fn of(policy: &CoverPolicy, covered: &TargetCover) -> Option<AdvantageTerm> {
    let CoverPolicy::Corners(corners) = policy else { return None };
    let rule = match (covered.grade > CoverGrade::None, covered.creature, covered.illusion) {
        (true, ..) => corners.edge_rule,
        (false, Some(_), _) => corners.creature_rule,
        (false, None, Some(_)) => corners.illusion.rule,
        (false, None, None) => return None,
    };
    Some(covered_by(rule))
}

fn covered_by(rule: Rule) -> AdvantageTerm {
    AdvantageTerm { label: Label::Covered, gives: AdvantageKind::Disadvantage, rule }
}

/// Attack modifier from graded cover: the worse of terrain and a body in the way; they do not add up.
pub fn modifier(policy: &CoverPolicy, covered: &TargetCover) -> Option<(Label, Modifier)> {
    let CoverPolicy::Grades(policy) = policy else { return None };
    let ground = of_grade(policy, covered.grade);
    let creature = covered.creature.map(|_| (Label::CoverCreature, policy.creature));
    ground.into_iter().chain(creature).min_by_key(|(_, modifier)| modifier.amount)
}

fn of_grade(policy: &CoverGrades, grade: CoverGrade) -> Option<(Label, Modifier)> {
    match grade {
        CoverGrade::None => None,
        CoverGrade::Quarter => Some((Label::CoverQuarter, policy.quarter)),
        CoverGrade::Half => Some((Label::CoverHalf, policy.half)),
        CoverGrade::ThreeQuarters => Some((Label::CoverThreeQuarters, policy.three_quarters)),
        CoverGrade::NineTenths | CoverGrade::Total => Some((Label::CoverNineTenths, policy.nine_tenths)),
    }
}
