//! What to do when nobody can be attacked soon: receive those who come, keep together, or go.

use smallvec::SmallVec;

use super::aims::Aims;
use super::folk::Fighter;
use super::memory::Memory;
use super::mind::Mind;
use super::position;
use super::roads::{self, FAR, Roads};
use crate::grid::{Cell, Footprint, distance};

/// Cells that one may be ahead of its friends.
const AHEAD: u16 = 3;
/// Cells of movement that it takes at most to close up to a friend.
const LAG: u16 = 40;
/// Counts of walking within which a protected unit looks for shelter.
const SHELTER: u16 = 8;
/// Cells within which friends support each other.
const TOGETHER: u16 = 4;

/// What one does who cannot attack soon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Idle {
    /// Stays and lets them come.
    Receive,
    /// Waits for friends who lag behind.
    Gather,
    /// Goes this way.
    March(Vec<Cell>),
    /// Goes this way, away from enemies; stays if the way is empty.
    Shelter(Vec<Cell>),
    /// There is no way to go.
    Stay,
}

/// Decides between waiting and going.
pub fn idle(mind: &Mind<'_>, roads: &mut Roads, aims: &Aims, memory: &Memory) -> Idle {
    let engaged = is_engaged(mind);
    if aims.take.is_some() || aims.leave.is_some() {
        roads.survey(mind, FAR);
        if let Some(cell) = aims.errand(mind, roads, engaged) {
            return March::way(roads.open.path_to(cell));
        }
    }
    if aims.shelter {
        return Idle::Shelter(way_from_foes(mind, roads));
    }
    if let Some(cell) = super::gear::lost(mind) {
        roads.survey(mind, FAR);
        if roads.open.cost(cell).is_some() {
            return March::way(roads.open.path_to(cell));
        }
    }
    let patient = is_patient(mind, aims, memory);
    if patient && !engaged {
        return close_ranks(mind, roads).map_or(Idle::Receive, Idle::March);
    }
    let way = way_to_foe(mind, roads);
    let in_time = !aims.hurry && !memory.is_overdue(mind.span());
    if in_time && !engaged && !is_outshot(mind) && is_ahead(mind, way.len()) {
        return Idle::Gather;
    }
    March::way(way)
}

/// Whether waiting does no harm: time does not run against the side, it has not waited long, and nobody shoots it down.
pub fn is_patient(mind: &Mind<'_>, aims: &Aims, memory: &Memory) -> bool {
    !aims.hurry && (aims.wait || !memory.is_weary(mind.span()) && !is_outshot(mind))
}

/// Whether the enemy does more harm from afar.
fn is_outshot(mind: &Mind<'_>) -> bool {
    let harm =
        |some: &mut dyn Iterator<Item = &Fighter>| some.filter(|one| one.shoots).map(|one| one.might).sum::<i32>();
    harm(&mut mind.foes()) > harm(&mut mind.folk.fit(mind.side()))
}

struct March;

impl March {
    fn way(way: Vec<Cell>) -> Idle {
        if way.is_empty() { Idle::Stay } else { Idle::March(way) }
    }
}

/// Whether a friend is fighting hand to hand.
pub fn is_engaged(mind: &Mind<'_>) -> bool {
    mind.friends().any(|friend| mind.foes().any(|foe| mind.apart(friend.id, foe.id) <= foe.reach.max(1)))
}

/// The way to friends who stand together, if one is alone and the enemy is not near yet.
fn close_ranks(mind: &Mind<'_>, roads: &mut Roads) -> Option<Vec<Cell>> {
    let nearest = mind.friends().map(|friend| (mind.distance(friend.id), friend.id)).min()?;
    let enemy = mind.foes().map(|foe| mind.distance(foe.id)).min()?;
    if nearest.0 <= TOGETHER || enemy < nearest.0 {
        return None;
    }
    let (view, own) = (mind.view, mind.view.footprint(mind.who));
    roads.survey(mind, LAG);
    let cell = roads::first_within(&roads.open, view, mind.book(), own, view.footprint(nearest.1), TOGETHER - 1)?;
    let way = roads.open.path_to(cell);
    (!way.is_empty() && way.len() < 16).then_some(way)
}

/// Whether one is further on the way than most friends.
fn is_ahead(mind: &Mind<'_>, own: usize) -> bool {
    let nearest = |who| mind.foes().map(|foe| mind.apart(who, foe.id)).min();
    let friends: Vec<u16> =
        mind.friends().filter(|friend| friend.pace > 0).filter_map(|friend| nearest(friend.id)).collect();
    if friends.is_empty() || own == 0 {
        return false;
    }
    let mean = friends.iter().sum::<u16>() / friends.len() as u16;
    let mine = nearest(mind.who).unwrap_or(0);
    mine > 3 && mine + AHEAD < mean && mean < 60
}

/// The way to the cell near by that is farthest from its nearest enemy.
fn way_from_foes(mind: &Mind<'_>, roads: &mut Roads) -> Vec<Cell> {
    let (shape, policy) = (mind.view.shape(), mind.book().policies.board.distance);
    let own = mind.view.footprint(mind.who);
    let spaces: SmallVec<[Footprint; 8]> = mind.foes().map(|foe| mind.view.footprint(foe.id)).collect();
    let apart = |at: Footprint| spaces.iter().map(|foe| distance(shape, policy, at, *foe)).min();
    roads.survey(mind, LAG);
    let cells = position::near_by(mind, roads, i32::from(SHELTER));
    // The nearest of the best: they come in the order of their cost.
    let best = cells.reduce(|best, next| if apart(own.at(next)) > apart(own.at(best)) { next } else { best });
    let better = best.filter(|cell| apart(own.at(*cell)) > apart(own));
    better.map_or_else(Vec::new, |cell| roads.open.path_to(cell))
}

/// The way to the enemy nearest by path, as if bodies and doors gave way where nothing else helps.
pub fn way_to_foe(mind: &Mind<'_>, roads: &mut Roads) -> Vec<Cell> {
    let (view, own) = (mind.view, mind.view.footprint(mind.who));
    let reach = mind.me().reach.max(1);
    let nearest = mind.foes().min_by_key(|foe| (mind.distance(foe.id), foe.id));
    let straight = |foe: &Fighter| roads::straight(view, mind.book(), mind.who, view.footprint(foe.id), reach);
    if let Some(way) = nearest.and_then(straight) {
        return way;
    }
    let spaces: SmallVec<[Footprint; 8]> = mind.foes().map(|foe| view.footprint(foe.id)).collect();
    roads.survey_towards(view, mind.book(), mind.who, |cell| roads::left(mind, &spaces, own.at(cell), reach));
    let find = |flood: &crate::grid::Flood, may_stop: &dyn Fn(Cell) -> bool| {
        let ways = mind.foes().filter_map(|foe| {
            let near = roads::reached_within(flood, view, mind.book(), own, view.footprint(foe.id), reach);
            let cell = near.into_iter().find(|cell| may_stop(*cell))?;
            Some((flood.cost(cell)?, foe.id, cell))
        });
        ways.min().map_or_else(Vec::new, |(_, _, cell)| flood.path_to(cell))
    };
    let way = find(&roads.open, &|cell| !roads::is_taken(view, mind.who, own.at(cell)));
    if !way.is_empty() {
        return way;
    }
    roads.survey_bare(view, mind.book(), mind.who);
    find(&roads.bare, &|_| true)
}
