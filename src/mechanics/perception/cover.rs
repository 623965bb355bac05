//! Cover of targets from terrain, bodies and illusions. Three policies exist. *Grades* (Time Count) uses the best line
//! between cell centres and subtracts a modifier (G-31). *Corners* (Fragments) uses lines between corners, and cover gives
//! disadvantage (TA-200 to TA-206, TA-G13, TA-G29, TA-G30, TA-G32, TA-G34). *Sampled* (Fighting Style) measures the protected
//! share of the body; cover lowers attacks at range and raises some defences against them (FS-116 to FS-123).

use smallvec::SmallVec;

use super::line::{self, block, incline, is_seen};
use super::sampled::{self, Aimed};
pub use super::target_cover::{TargetCover, graded, measured};
use crate::battle::{CombatantId, Row, View};
use crate::content::policy::CoverCorners;
use crate::content::{
    AdvantageKind, AdvantageTerm, AttackKind, CoverGrades, CoverPolicy, Label, Modifier, Name, Rule, Stat,
};
use crate::grid::{
    Board, Cell, CoverGrade, Footprint, Incline, Obstacle, Shape, SightLine, adjacent, best_line, corner_sight,
};
use crate::mechanics::attack::Mode;
use crate::mechanics::{Game, height, reach, zone};

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
            let (grade, by, seen) = (line.cover, line.cover_by, is_seen(&line));
            TargetCover { grade, by, creature, seen, ..TargetCover::CLEAR }
        }
        CoverPolicy::Corners(_) => {
            let of = |row: &Row| game.footprint(row.id).cells(shape);
            let bodies: SmallVec<[Cell; 16]> = game.present().filter(beside).flat_map(of).collect();
            let sight = corner_sight(board, from, to, &bodies, (None, 1));
            let on = |cell| game.present().find(|row| game.footprint(row.id).contains(shape, cell));
            let creature = sight.body.and_then(on).map(|row| row.id);
            let seen = sight.cover < CoverGrade::Total;
            let obstacle = grade_of(board, sight.by);
            TargetCover { grade: sight.cover, obstacle, by: sight.by, creature, seen, ..TargetCover::CLEAR }
        }
        CoverPolicy::Sampled(policy) => {
            let feet = height::ground(game.view, to);
            let aimed = Aimed { space: to, feet };
            let between = |row: &&Row| beside(row) && row.sheet.extent >= to.across();
            sampled::cover((game, board, policy), (from, Some(attacker)), aimed, between)
        }
    }
}

fn between(game: Game<'_>, from: Footprint, target: CombatantId, ends: [Option<CombatantId>; 2]) -> TargetCover {
    let (shape, to) = (game.shape(), game.footprint(target));
    // Minimum size of a body that gives the target cover.
    let least = match &game.policies.attack.cover {
        CoverPolicy::Grades(grades) => grades.creature_at_least,
        CoverPolicy::Corners(_) | CoverPolicy::Sampled(_) => game.row(target).sheet.size,
    };
    let gives = match &game.policies.attack.cover {
        CoverPolicy::Corners(corners) => corners.creature_rule.is_some(),
        CoverPolicy::Grades(_) | CoverPolicy::Sampled(_) => true,
    };
    let is_between = |row: &&Row| gives && !ends.contains(&Some(row.id)) && row.sheet.size >= least;
    if from.overlaps(shape, to) {
        return TargetCover::CLEAR;
    }
    if let CoverPolicy::Sampled(policy) = &game.policies.attack.cover {
        return sampled::cover((game, game.board(), policy), (from, ends[0]), Aimed::at(game, target), is_between);
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
    let (grade, raised) = behind_low_obstacle(game, target, &line);
    TargetCover { grade, by, creature, seen, raised, ..TargetCover::CLEAR }
}

/// The grade of cover along a line, raised by the stance of a target behind a low obstacle that it stands at or in, and the rule
/// that says so (HD-108).
fn behind_low_obstacle(game: Game<'_>, target: CombatantId, line: &SightLine) -> (CoverGrade, Option<Rule>) {
    let plain = (line.cover, None);
    let CoverPolicy::Grades(CoverGrades { behind_low: Some(low), .. }) = &game.policies.attack.cover else {
        return plain;
    };
    let (held, to, board) = (game.row(target).stance.held, game.footprint(target), game.board());
    let known = low.stances.iter().find(|known| held == Some(known.stance));
    let (Some(stance), Some(by)) = (known, line.cover_by) else { return plain };
    let beside = |cell| to.contains(game.shape(), cell) || adjacent(game.shape(), to, Footprint::from(cell));
    let is_low = match by {
        Obstacle::Cell(cell) => beside(cell) && !board.terrain(cell).opaque,
        Obstacle::Barrier(a, b) => {
            let ends = [a, b].into_iter().any(|cell| to.contains(game.shape(), cell));
            ends && board.barrier(a, b).is_some_and(|barrier| !barrier.opaque)
        }
    };
    let raised = line.cover.raised(stance.grades);
    if is_low && raised > line.cover { (raised, Some(low.rule)) } else { plain }
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
    let seen = sight.cover < CoverGrade::Total;
    let obstacle = grade_of(game.board(), sight.by);
    TargetCover { grade: sight.cover, obstacle, by: sight.by, creature, illusion, seen, ..TargetCover::CLEAR }
}

/// The cover that an obstacle gives by itself.
fn grade_of(board: &Board, obstacle: Option<Obstacle>) -> CoverGrade {
    match obstacle {
        Some(Obstacle::Cell(cell)) => board.terrain(cell).cover,
        Some(Obstacle::Barrier(a, b)) => board.barrier(a, b).map_or(CoverGrade::None, |barrier| barrier.cover),
        None => CoverGrade::None,
    }
}

/// The modifier of cover to a saving throw of a target with this stat: cover from the actor, or from the point where an area begins
/// (PR-G25).
pub fn save_modifier(
    game: Game<'_>,
    (actor, target): (CombatantId, CombatantId),
    origin: Option<Cell>,
    stat: Stat,
) -> Option<(Label, Modifier)> {
    let CoverPolicy::Corners(corners) = &game.policies.attack.cover else { return None };
    let save = corners.save.filter(|save| save.stat == stat && actor != target)?;
    let covered = match origin {
        Some(cell) => cover_from_origin(game, cell.into(), target),
        None => cover(game, actor, target),
    };
    corner_rule(corners, &covered)?;
    Some((Label::Covered, Modifier { amount: save.amount, rule: save.rule }))
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
    if corners.attack.is_some() {
        return None;
    }
    if mode.is_melee() && reach::measured_distance(game, attacker, target) <= corners.beyond.into() {
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
    let rule = corner_rule(corners, covered).filter(|_| corners.attack.is_none())?;
    Some(covered_by(rule))
}

/// The rule by which cover along lines between corners affects attacks, if it does.
fn corner_rule(corners: &CoverCorners, covered: &TargetCover) -> Option<Rule> {
    match (covered.grade > CoverGrade::None, covered.creature, covered.illusion) {
        (true, ..) => Some(corners.edge_rule),
        (false, Some(_), _) => corners.creature_rule,
        (false, None, Some(_)) => corners.illusion.as_ref().map(|illusion| illusion.rule),
        (false, None, None) => None,
    }
}

fn covered_by(rule: Rule) -> AdvantageTerm {
    AdvantageTerm { label: Label::Covered, gives: AdvantageKind::Disadvantage, rule }
}

/// Attack modifier from cover. Graded: the worse of terrain and a body in the way; they do not add up.
pub fn modifier(policy: &CoverPolicy, covered: &TargetCover, mode: Mode) -> Option<(Label, Modifier)> {
    match policy {
        CoverPolicy::Grades(policy) => {
            let cited =
                |(label, Modifier { amount, rule })| (label, Modifier { amount, rule: covered.raised.unwrap_or(rule) });
            let ground = of_grade(policy, covered.grade, mode).map(cited);
            let creature = covered.creature.map(|_| (Label::CoverCreature, policy.creature));
            ground.into_iter().chain(creature).min_by_key(|(_, modifier)| modifier.amount)
        }
        CoverPolicy::Corners(corners) => {
            let graded = match covered.obstacle {
                CoverGrade::Quarter => corners.partial,
                CoverGrade::NineTenths => corners.improved,
                _ => None,
            };
            let modifier = graded.or(corners.attack).filter(|_| corner_rule(corners, covered).is_some());
            modifier.map(|modifier| (Label::Covered, modifier))
        }
        CoverPolicy::Sampled(policy) => sampled::attack_modifier(policy, covered, mode),
    }
}

/// Attack modifier from the cover of a target where it stands.
pub fn modifier_against(
    game: Game<'_>,
    attacker: CombatantId,
    target: CombatantId,
    mode: Mode,
) -> Option<(Label, Modifier)> {
    let policy = &game.policies.attack.cover;
    let counts = match policy {
        CoverPolicy::Grades(_) => true,
        CoverPolicy::Corners(corners) => {
            let near = || reach::measured_distance(game, attacker, target) <= corners.beyond.into();
            corners.attack.is_some() && !(mode.is_melee() && near())
        }
        CoverPolicy::Sampled(_) => sampled::is_at_range(mode),
    };
    counts.then(|| cover(game, attacker, target)).and_then(|covered| modifier(policy, &covered, mode))
}

/// Modifier that cover gives to a defence which the target chooses (FS-118, FS-120).
pub fn defence_modifier(
    game: Game<'_>,
    (attacker, target): (CombatantId, CombatantId),
    mode: Mode,
    defence: Name,
) -> Option<(Label, Modifier)> {
    let CoverPolicy::Sampled(policy) = &game.policies.attack.cover else { return None };
    if !sampled::is_at_range(mode) || !policy.defences.contains(&defence) {
        return None;
    }
    sampled::defence_modifier(policy, &cover(game, attacker, target))
}

/// The rule by which an attack fails without a roll, because the target is behind full cover (FS-122).
pub fn automatic_miss(game: Game<'_>, attacker: CombatantId, target: CombatantId, mode: Mode) -> Option<Rule> {
    let hides = || !line::sees(game, attacker, target);
    missing_rule(game, mode).filter(|_| hides())
}

/// The rule by which an attack in this mode on a target that cannot be seen fails without a roll.
pub(in crate::mechanics) fn missing_rule(game: Game<'_>, mode: Mode) -> Option<Rule> {
    let CoverPolicy::Sampled(policy) = &game.policies.attack.cover else { return None };
    sampled::is_at_range(mode).then_some(policy.full.rule)
}

fn of_grade(policy: &CoverGrades, grade: CoverGrade, mode: Mode) -> Option<(Label, Modifier)> {
    match grade {
        CoverGrade::None => None,
        CoverGrade::Quarter => {
            let in_melee = policy.quarter_in_melee.filter(|_| mode.is(AttackKind::Close));
            Some((Label::CoverQuarter, in_melee.unwrap_or(policy.quarter)))
        }
        CoverGrade::Half => Some((Label::CoverHalf, policy.half)),
        CoverGrade::ThreeQuarters => Some((Label::CoverThreeQuarters, policy.three_quarters)),
        CoverGrade::NineTenths | CoverGrade::Total => Some((Label::CoverNineTenths, policy.nine_tenths)),
    }
}
