//! What stands between an attacker and its target.

use crate::battle::{CombatantId, Row, View};
use crate::content::breakdown::Label;
use crate::content::edge::{EdgeTerm, Slope};
use crate::content::effect::Modifier;
use crate::content::policy::{CoverGrades, CoverPolicy, Rulebook};
use crate::content::size::Size;
use crate::grid::{CoverGrade, Footprint, Obstacle, SightLine, best_line};

/// What protects a target from one attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The cover that ground and barriers give.
    pub grade: CoverGrade,
    /// What gives it.
    pub by: Option<Obstacle>,
    /// Somebody on the line.
    pub creature: Option<CombatantId>,
    /// Whether anything of the target can be seen.
    pub seen: bool,
    /// The line that was taken.
    pub line: SightLine,
}

impl Covered {
    /// The ground or barrier that hides most: what stops sight, else what gives the cover.
    pub fn blocker(&self) -> Option<Obstacle> {
        if self.seen { self.by } else { self.line.opaque.or(self.by) }
    }

    /// The words a player reads, with what is in the way.
    pub fn words(&self, view: View<'_>) -> String {
        let behind = match self.blocker() {
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
        let parts: Vec<String> = ground.into_iter().chain(body).collect();
        if parts.is_empty() { "clear".to_owned() } else { parts.join(", ") }
    }
}

/// What protects a target from an attacker where it stands.
pub fn cover(view: View<'_>, book: Rulebook<'_>, attacker: CombatantId, target: CombatantId) -> Covered {
    cover_from(view, book, view.footprint(attacker), attacker, target)
}

/// What would protect a target from an attacker that stood on a footprint: the best line between any of their cells
/// decides.
pub fn cover_from(
    view: View<'_>,
    book: Rulebook<'_>,
    from: Footprint,
    attacker: CombatantId,
    target: CombatantId,
) -> Covered {
    let to = view.footprint(target);
    let line = match from.overlaps(view.shape(), to) {
        true => SightLine::default(),
        false => best_line(view.board(), from, to),
    };
    let creature = in_the_way(view, least_body(view, book, target), &line, (attacker, target));
    let seen = line.opaque.is_none() && line.cover < CoverGrade::Total;
    Covered { grade: line.cover, by: line.cover_by, creature, seen, line }
}

/// The first body by number that is big enough and stands on a line, or that closes a gap the line passes through
/// together with another.
fn in_the_way(view: View<'_>, least: Size, line: &SightLine, ends: (CombatantId, CombatantId)) -> Option<CombatantId> {
    if line.cells.is_empty() && line.between.is_empty() {
        return None;
    }
    let shape = view.shape();
    let is_between = |row: &&Row| row.id != ends.0 && row.id != ends.1 && row.sheet.size >= least;
    let stands_on = |row: &Row, cell| view.footprint(row.id).contains(shape, cell);
    let is_on_line = |row: &&Row| {
        let closed = |cell| view.present().filter(is_between).any(|other| stands_on(other, cell));
        let mut gaps = line.between.iter().copied();
        line.cells.iter().any(|cell| stands_on(row, *cell))
            || gaps.any(|(a, b)| (stands_on(row, a) && closed(b)) || (stands_on(row, b) && closed(a)))
    };
    view.present().filter(is_between).find(is_on_line).map(|row| row.id)
}

/// The smallest body that gives a target cover.
fn least_body(view: View<'_>, book: Rulebook<'_>, target: CombatantId) -> Size {
    match &book.policies.attack.cover {
        CoverPolicy::Grades(grades) => grades.creature_at_least,
        CoverPolicy::Corners(_) => view.row(target).sheet.size,
    }
}

/// The disadvantage that cover gives an attack, where it gives that.
pub fn edge(policy: &CoverPolicy, covered: &Covered) -> Option<EdgeTerm> {
    let CoverPolicy::Corners(corners) = policy else { return None };
    let rule = match (covered.grade > CoverGrade::None, covered.creature) {
        (true, _) => corners.edge_rule,
        (false, Some(_)) => corners.creature_rule,
        (false, None) => return None,
    };
    Some(EdgeTerm { label: Label::Covered, gives: Slope::Disadvantage, rule })
}

/// What cover takes off an attack, where it takes a number: the worse of what the ground gives and of somebody in the
/// way, never both.
pub fn modifier(policy: &CoverPolicy, covered: &Covered) -> Option<(Label, Modifier)> {
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
