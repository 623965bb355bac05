//! Where to fight from: cells from which somebody can be struck or shot, and what they are worth with the walk to them.

use smallvec::SmallVec;

use super::aims::Aims;
use super::appraise::Appraisal;
use super::deeds::best_strike;
use super::folk::Fighter;
use super::mind::Mind;
use super::promise::Promise;
use super::roads::{Roads, reached_within};
use super::threat;
use crate::battle::{CombatantId, View};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{cover, reach};

/// Cells tried around each enemy.
const AROUND: usize = 7;
/// Cells tried for a clear shot.
const SHOTS: usize = 20;

/// A place to go to.
#[derive(Clone, Debug)]
pub struct Spot {
    pub cell: Cell,
    /// Counts of walking.
    pub walk: i32,
    /// Value per hundred counts, the walk and the danger counted.
    pub score: i32,
    /// Who would be attacked from there, and how that would go.
    pub attack: Option<(CombatantId, Appraisal)>,
}

/// How much of the danger at a place counts, in hundredths.
pub fn caution(mind: &Mind<'_>) -> i32 {
    let me = mind.me();
    let hurt = me.life * 100 / me.full.max(1);
    match () {
        // Who is hurt and can harm from afar has no business near.
        () if me.shoots && hurt < 60 => 85,
        () if me.shoots && me.reach == 0 => 45,
        () if me.shoots => 40,
        () if hurt < 35 && mind.friends().count() > 0 => 45,
        () => 30,
    }
}

/// The danger of a place as it counts for the one who decides.
pub fn feared(mind: &Mind<'_>, at: Footprint) -> i32 {
    threat::danger(mind, at) * caution(mind) / 100
}

/// A cell from which somebody can be attacked, with the counts (or actions) of walking to it.
#[derive(Clone, Debug)]
pub struct Place {
    pub cell: Cell,
    pub walk: i32,
    /// Who would be attacked from there, and how one attack would go.
    pub attack: (CombatantId, Appraisal),
    /// Counts that attack takes.
    time: i32,
}

/// A cell from which somebody could perhaps be attacked, with the counts (or actions) of walking to it.
#[derive(Copy, Clone, Debug)]
pub struct Candidate {
    pub cell: Cell,
    pub there: Footprint,
    pub walk: i32,
    pub foe: CombatantId,
}

impl Candidate {
    /// How an attack from there would go.
    pub fn place(&self, mind: &Mind<'_>) -> Option<Place> {
        let there = View::with(mind.view, mind.who, self.there);
        let (_, appraisal, time) = best_strike(&mind.seen_from(there), self.foe)?;
        Some(Place { cell: self.cell, walk: self.walk, attack: (self.foe, appraisal), time })
    }
}

/// Every cell from which somebody could perhaps be attacked, after so much walking at most, and that is promising.
pub fn candidates(
    mind: &Mind<'_>,
    roads: &Roads,
    most: i32,
    is_promising: impl Fn(&Candidate) -> bool,
) -> Vec<Candidate> {
    let mut found = Vec::new();
    if most < 1 {
        return found;
    }
    let candidate = |cell: Cell, foe: CombatantId| {
        let (walk, there) = walk_to(mind, roads, cell).filter(|(walk, _)| *walk <= most)?;
        Some(Candidate { cell, there, walk, foe }).filter(&is_promising)
    };
    for foe in mind.foes() {
        found.extend(around(mind, roads, foe).into_iter().filter_map(|cell| candidate(cell, foe.id)));
    }
    if reach::wields_ranged_weapon(mind.view, mind.who).is_some() {
        let promises = |cell: Cell, foe: CombatantId| candidate(cell, foe).is_some();
        let shots = shooting(mind, roads, promises).into_iter();
        found.extend(shots.filter_map(|(cell, foe)| candidate(cell, foe)));
    }
    found
}

/// Every place that is worth a thought, after so much walking at most; of one who knows what attacks promise, only those
/// that may be the best.
pub fn spots(mind: &Mind<'_>, roads: &Roads, aims: &Aims, (most, promise): (i32, Option<Promise>)) -> Vec<Spot> {
    let at_best = |place: &Candidate| {
        let promised = promise.as_ref().and_then(|promise| promise.score(place.foe, place.walk));
        promised.map_or(i32::MAX, |promised| promised + aims.pull(mind, place.cell))
    };
    let promising = |place: &Candidate| promise.as_ref().is_none_or(|promise| at_best(place) > promise.floor());
    let all = candidates(mind, roads, most, promising).into_iter().enumerate();
    let mut all: SmallVec<[(i32, usize, Candidate); 32]> =
        all.map(|(order, place)| (at_best(&place), order, place)).collect();
    all.sort_by_key(|(at_best, ..)| std::cmp::Reverse(*at_best));
    let (floor, mut best, mut found) = (promise.as_ref().map_or(i32::MIN, Promise::floor), i32::MIN, Vec::new());
    for (at_best, order, candidate) in all {
        let may_be_best = |score: i32, best: i32| promise.is_none() || score > floor && score >= best;
        if !may_be_best(at_best, best) {
            break;
        }
        let danger = feared(mind, candidate.there);
        if !may_be_best(at_best.saturating_sub(danger), best) {
            continue;
        }
        let Some(Place { cell, walk, attack, time }) = candidate.place(mind) else { continue };
        let score = attack.1.value * 100 / (time + walk) - danger + aims.pull(mind, cell);
        best = best.max(score);
        found.push((order, Spot { cell, walk, score, attack: Some(attack) }));
    }
    found.sort_by_key(|(order, _)| *order);
    found.into_iter().map(|(_, spot)| spot).collect()
}

/// Free cells that so many counts (or actions) of walking lead to, the nearest first.
pub fn near_by<'m>(mind: &'m Mind<'_>, roads: &'m Roads, most: i32) -> impl Iterator<Item = Cell> + 'm {
    let cells = mind.stride.cells(u16::try_from(most).unwrap_or(0));
    let near = move |cell: &Cell| roads.open.cost(*cell).is_some_and(|cost| cost <= cells);
    roads.open.reached().iter().copied().take_while(near).filter(|cell| is_free(mind, *cell))
}

/// The cheapest cells from which an enemy is in reach of a melee weapon.
fn around(mind: &Mind<'_>, roads: &Roads, foe: &Fighter) -> SmallVec<[Cell; AROUND]> {
    let (view, own) = (mind.view, mind.view.footprint(mind.who));
    let (theirs, most) = (view.footprint(foe.id), mind.me().reach.max(1));
    let near = reached_within(&roads.open, view, mind.book(), own, theirs, most).into_iter();
    let apart = |cell: &Cell| !own.at(*cell).overlaps(view.shape(), theirs);
    near.filter(|cell| apart(cell) && is_free(mind, *cell)).take(AROUND).collect()
}

/// Whether the one who decides could go to a cell: it is not there, and nobody else is.
fn is_free(mind: &Mind<'_>, cell: Cell) -> bool {
    let own = mind.view.footprint(mind.who);
    cell != own.anchor && !mind.folk.is_taken(mind.view, own.at(cell))
}

/// Cells near by for a shot, each with the enemy most worth shooting from there.
fn shooting(
    mind: &Mind<'_>,
    roads: &Roads,
    promises: impl Fn(Cell, CombatantId) -> bool,
) -> SmallVec<[(Cell, CombatantId); SHOTS]> {
    let (view, own) = (mind.view, mind.view.footprint(mind.who));
    let mut dear: SmallVec<[(i32, CombatantId); 8]> =
        mind.foes().map(|foe| (-(foe.worth * 100 / foe.life.max(100)), foe.id)).collect();
    dear.sort_unstable();
    let sees = |cell: Cell, foe: CombatantId| {
        let from = view.with(mind.who, own.at(cell));
        cover::sees(from, mind.book(), mind.who, foe)
    };
    let cells = roads.open.reached().iter().copied().filter(|cell| is_free(mind, *cell)).step_by(2);
    let seen = |cell: Cell| dear.iter().find(|(_, foe)| sees(cell, *foe)).map(|(_, foe)| (cell, *foe));
    let tried = if mind.plans_turns() { SHOTS } else { SHOTS * 3 };
    // Who is seen from there takes longest to know.
    let promising = |cell: &Cell| dear.iter().any(|(_, foe)| promises(*cell, *foe));
    cells.take(tried).filter(promising).filter_map(seen).take(SHOTS).collect()
}

fn walk_to(mind: &Mind<'_>, roads: &Roads, cell: Cell) -> Option<(i32, Footprint)> {
    let counts = mind.stride.counts(roads.open.cost(cell)?);
    Some((i32::from(counts), mind.view.footprint(mind.who).at(cell)))
}

/// Places to get away to: those near by with the least danger.
pub fn refuges(mind: &Mind<'_>, roads: &Roads, aims: &Aims) -> Option<Spot> {
    let (mut best, caution): (Option<Spot>, i32) = (None, caution(mind));
    for cell in near_by(mind, roads, 8).take(40) {
        let Some((walk, at)) = walk_to(mind, roads, cell) else { continue };
        let pull = aims.pull(mind, cell);
        let beaten = |danger: i32| best.as_ref().is_some_and(|best| pull - danger * caution / 100 <= best.score);
        let score = threat::danger_unless(mind, at, beaten).map(|danger| pull - danger * caution / 100);
        best = score.map(|score| Spot { cell, walk, score, attack: None }).or(best);
    }
    best
}
