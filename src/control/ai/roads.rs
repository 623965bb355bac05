//! Ways to get somewhere, and the part of a way that the next count covers.

use smallvec::SmallVec;

use super::catalogue::Catalogue;
use super::mind::Mind;
use super::scene::Near;
use crate::battle::{CombatantId, View};
use crate::content::action::Gait;
use crate::content::policy::Rulebook;
use crate::grid::{Cell, Direction, Distance, Flood, Footprint, Shape, StepCosts, distance};
use crate::mechanics::movement::{self, Walker};
use crate::mechanics::squeeze;
use crate::resolution::{Act, Target, legal};
use crate::rules::Ruleset;

/// Cells of movement that opening a door on the way is worth.
const DOOR: u16 = 6;
/// Cells of movement a long way may take.
pub const FAR: u16 = 120;

/// Two floods that are used again and again.
#[derive(Clone, Debug, Default)]
pub struct Roads {
    /// Cells the walker can get to as things are.
    pub open: Flood,
    /// Cells it could get to if nobody stood anywhere and doors gave way.
    pub bare: Flood,
    /// How far the open ones were looked for, and what was near the walker then.
    known: Option<(u16, Near)>,
}

impl Roads {
    /// Finds the cells the one who decides can get to with so many cells of movement, unless it has and nothing changed.
    pub fn survey(&mut self, mind: &Mind<'_>, budget: u16) {
        let near = |cells: u16| mind.scene.around(mind.view, mind.who, cells);
        match &self.known {
            Some((cells, before)) if *cells >= budget && *before == near(*cells) => self.open.keep_within(budget),
            _ => movement::flood(mind.view, mind.book(), mind.who, Gait::Walk, &mut self.open, budget),
        }
        self.known = Some((budget, near(budget)));
    }

    /// Takes nothing for known any more.
    pub fn forget(&mut self) {
        self.known = None;
    }

    /// Finds the cheapest ways to what somebody looks for; `left` as [`Flood::run_towards`] has it.
    pub fn survey_towards(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId, left: impl Fn(Cell) -> u16) {
        self.known = None;
        movement::flood_towards(view, book, who, &mut self.open, FAR, left);
    }

    /// Finds the ways there would be if nobody stood anywhere; closed doors are ground that is slow to cross.
    pub fn survey_bare(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId) {
        let here = view.footprint(who);
        let (distance, step) = (book.policies.board.distance, bare_step(view, book, here));
        self.bare.run_with(distance, view.board(), here.anchor, FAR, step);
    }

    /// Finds the cheapest of those ways to what somebody looks for.
    pub fn survey_bare_towards(
        &mut self,
        view: View<'_>,
        book: Rulebook<'_>,
        who: CombatantId,
        left: impl Fn(Cell) -> u16,
    ) {
        let here = view.footprint(who);
        let (distance, step) = (book.policies.board.distance, bare_step(view, book, here));
        self.bare.run_towards(distance, view.board(), here.anchor, FAR, step, left);
    }
}

/// What a step takes where nobody stands anywhere and doors give way.
fn bare_step<'a>(
    view: View<'a>,
    book: Rulebook<'a>,
    body: Footprint,
) -> impl Fn(Cell, Direction, Cell) -> Option<u16> + use<'a> {
    let extent = body.across();
    move |from, step, to| {
        let door = || {
            let closed = view.field().door(to).is_some_and(|door| !door.is_open);
            (closed && extent == 1 && !view.shape().is_diagonal(step)).then_some(DOOR)
        };
        movement::step_cost(view, book, None, body.at(from), step).or_else(door)
    }
}

/// The cells of a flood, cheapest first, from which a footprint is no more than so many cells away.
pub fn reached_within(
    flood: &Flood,
    view: View<'_>,
    book: Rulebook<'_>,
    own: Footprint,
    to: Footprint,
    cells: u16,
) -> SmallVec<[Cell; 32]> {
    let mut ranked: SmallVec<[(usize, Cell); 32]> = ranked(flood, view, book, own, to, cells).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, cell)| cell).collect()
}

/// The first of them.
pub fn first_within(
    flood: &Flood,
    view: View<'_>,
    book: Rulebook<'_>,
    own: Footprint,
    to: Footprint,
    cells: u16,
) -> Option<Cell> {
    ranked(flood, view, book, own, to, cells).min().map(|(_, cell)| cell)
}

/// The same in no order, each with its place in that of the flood.
fn ranked<'a>(
    flood: &'a Flood,
    view: View<'a>,
    book: Rulebook<'_>,
    own: Footprint,
    to: Footprint,
    cells: u16,
) -> impl Iterator<Item = (usize, Cell)> + use<'a> {
    within(view, book, own, to, cells).filter_map(|cell| Some((flood.rank(cell)?, cell)))
}

/// The cells of the board at which a footprint is no more than so many cells away from another.
fn within<'a>(
    view: View<'a>,
    book: Rulebook<'_>,
    own: Footprint,
    to: Footprint,
    cells: u16,
) -> impl Iterator<Item = Cell> + use<'a> {
    let (board, shape, policy) = (view.board(), view.shape(), book.policies.board.distance);
    let far = cells.saturating_add(own.across().into()).saturating_add(to.across().into());
    let far = i16::try_from(far).unwrap_or(i16::MAX);
    let span = |middle: i16, side: u16| {
        let last = i16::try_from(side).unwrap_or(i16::MAX).saturating_sub(1);
        middle.saturating_sub(far).max(0)..=middle.saturating_add(far).min(last)
    };
    let columns = span(to.anchor.x, board.width());
    let all = span(to.anchor.y, board.height()).flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)));
    all.filter(move |cell| distance(shape, policy, own.at(*cell), to) <= cells)
}

/// How many steps it is at least from a footprint to a free one from which the nearest of some others is within so many
/// cells; 0 only where it is.
pub fn left(mind: &Mind<'_>, others: &[Footprint], here: Footprint, cells: u16) -> u16 {
    let (shape, policy) = (mind.view.shape(), mind.book().policies.board.distance);
    let within = |other: &Footprint| distance(shape, policy, here, *other) <= cells;
    if others.iter().any(within) {
        // A walker cannot stop in a space that is taken.
        return u16::from(is_taken(mind.view, mind.who, here));
    }
    // A diagonal that counts for one or for two is a step all the same.
    let steps = if policy == Distance::AlternatingDiagonals { Distance::DiagonalsCostOne } else { policy };
    let left = others.iter().map(|other| distance(shape, steps, here, *other).saturating_sub(cells)).min();
    left.map_or(u16::MAX, |left| left.max(1))
}

/// A way straight to where a footprint is within so many cells of another, every step of it free, at the least cost there
/// is and nearer: nobody gets there sooner. `None` if it is not that simple, or not as the crow flies, or if somebody stands
/// at its end.
pub fn straight(view: View<'_>, book: Rulebook<'_>, who: CombatantId, to: Footprint, cells: u16) -> Option<Vec<Cell>> {
    let (shape, policy) = (view.shape(), book.policies.board.distance);
    if policy != Distance::DiagonalsCostOne {
        return None;
    }
    let (mut here, mut way) = (view.footprint(who), Vec::new());
    let span = span(here, to);
    let from = |there: Footprint, policy| match shape {
        Shape::Square => outside(policy, there.anchor, span),
        Shape::Hex => distance(shape, policy, there, to),
    };
    let mut apart = from(here, policy);
    if apart > cells && squeeze::is_wedged(view, book, who) {
        return None;
    }
    let mut walker = Walker::new(view, book, who, Gait::Walk);
    while apart > cells {
        let mut nearer: SmallVec<[(u16, Direction, Footprint); 8]> = SmallVec::new();
        for step in shape.directions() {
            let there = here.at(shape.step(here.anchor, step));
            if from(there, policy) < apart {
                // Askew first: it leaves most ways open later.
                let rank = from(there, Distance::NoDiagonals);
                let before = nearer.iter().take_while(|(other, ..)| *other <= rank).count();
                nearer.insert(before, (rank, step, there));
            }
        }
        walker.leave(here.anchor);
        let mut free =
            nearer.iter().filter(|(_, step, there)| walker.enter(here.anchor, *step, there.anchor) == Some(1));
        let there = free.next()?.2;
        (here, apart) = (there, apart - 1);
        way.push(here.anchor);
    }
    (way.is_empty() || !is_taken(view, who, here)).then_some(way)
}

/// On squares, the first and the last cell at which a footprint shares a column and a row with another.
pub(super) fn span(own: Footprint, to: Footprint) -> (Cell, Cell) {
    let (before, after) = (1 - i16::from(own.across()), i16::from(to.across()) - 1);
    (to.anchor.shifted(before, before), to.anchor.shifted(after, after))
}

/// Steps from a cell of a board of squares to a block of cells, from its first to its last.
pub(super) fn outside(policy: Distance, cell: Cell, (first, last): (Cell, Cell)) -> u16 {
    let apart = |at: i16, first: i16, last: i16| (first - at).max(at - last).max(0).unsigned_abs();
    let (columns, rows) = (apart(cell.x, first.x, last.x), apart(cell.y, first.y, last.y));
    if policy == Distance::NoDiagonals { columns + rows } else { columns.max(rows) }
}

/// Whether anybody but the walker stands on any of these cells.
pub fn is_taken(view: View<'_>, who: CombatantId, footprint: Footprint) -> bool {
    view.others_in(who, footprint).next().is_some()
}

/// The part of a way that the next count of walking covers, as far as may be without ending in somebody's space; empty
/// if the walker saves up movement in it. `None` if the way is barred.
pub fn leg(view: View<'_>, book: Rulebook<'_>, who: CombatantId, path: &[Cell]) -> Option<Vec<Cell>> {
    let legal = |many: &usize| movement::walk(view, book, who, Gait::Walk, &path[..*many]).is_ok();
    let many = legs(view, book, who, path).find(legal)?;
    (many > 0 || saves_up(view, book, who, path)).then(|| path[..many].to_vec())
}

/// How many cells of a way one may try to go in the next count of walking, the most first: none that ends in somebody's
/// space.
pub fn legs<'a>(
    view: View<'a>,
    book: Rulebook<'_>,
    who: CombatantId,
    path: &'a [Cell],
) -> impl Iterator<Item = usize> + use<'a> {
    let here = view.footprint(who);
    let most = usize::from(movement::allowance(view, book, who, Gait::Walk)).min(path.len());
    (0..=most).rev().filter(move |many| *many == 0 || !is_taken(view, who, here.at(path[*many - 1])))
}

/// Whether a walker should save up movement: the next cell of its way where it may stop costs more than it has now, but
/// not more than it can ever have.
pub fn saves_up(view: View<'_>, book: Rulebook<'_>, who: CombatantId, path: &[Cell]) -> bool {
    let (mut here, mut cost) = (view.footprint(who), 0u16);
    let mut walker = Walker::new(view, book, who, Gait::Walk);
    for cell in path {
        walker.leave(here.anchor);
        let step = view.shape().direction_of_step(here.anchor, *cell);
        let Some(paid) = step.and_then(|step| walker.enter(here.anchor, step, *cell)) else { return false };
        (here, cost) = (here.at(*cell), cost.saturating_add(paid));
        if !is_taken(view, who, here) {
            let most = movement::max_cells_on_count(view, book, who, Gait::Walk);
            return cost <= most && cost > movement::allowance(view, book, who, Gait::Walk);
        }
    }
    false
}

/// Opening a closed door beside one's way.
pub fn open_door(
    view: View<'_>,
    rules: &Ruleset,
    catalogue: &Catalogue,
    who: CombatantId,
    way: &[Cell],
) -> Option<Act> {
    let action = catalogue.door.as_ref()?;
    let door = way.iter().take(2).find(|cell| view.field().door(**cell).is_some_and(|door| !door.is_open))?;
    let act = Act { action: action.id, target: Target::Cell(*door), weapon: None };
    legal::check(view, rules, who, &act).is_ok().then_some(act)
}
